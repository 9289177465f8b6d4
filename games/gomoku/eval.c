/*
 * eval.c - knowledge of a position: evaluation, bounds, the order of moves.
 *
 * Values: a win is 2 GOMOKU_HALF, one point, which the two share. Before the end a colour's value
 * is GOMOKU_HALF and the lead of its open windows, between the two exact results; one move before a
 * win it is next to that of a win, and near it when a short search finds a win by fours. A colour
 * without five cells left for a row cannot win, which the bounds say; when neither has any, the
 * game is drawn.
 *
 * A position is loud after a four: the reply is forced, and an evaluation before it means little.
 * The windows are kept up by play() (rules.h).
 */
#include "games/gomoku/rules.h"

#define TOTAL (2 * GOMOKU_HALF)

/* ---- evaluation ----------------------------------------------------------------------- */

/* Of a window with 0 to 4 stones, of the colour to move and of the other. */
static const int16_t window_weight[2][5] = { { 0, 1, 4, 20, 60 }, { 0, 1, 4, 12, 40 } };
/* A lead that is worth half of the way to a win. */
#define SPREAD_HALF 120
/* Values away from a win: five with the next stone; fours that lead to one. */
#define FROM_FIVE  1
#define FROM_FOURS 40
#define FROM_ANY   100

static int
windows_worth(const uint16_t live[6], const int16_t weight[5])
{
	int sum = 0;
	for (int n = 1; n < 5; n++)
		sum += weight[n] * live[n];
	return sum;
}

static bool
can_win(const struct gomoku *s, int colour)
{
	const uint16_t *n = s->live[colour];
	return (n[0] | n[1] | n[2] | n[3] | n[4]) != 0;
}

/* An estimate of the colour to move, TOTAL for a win. */
static int32_t
gomoku_estimate(const struct gomoku_variant *r, const struct gomoku *s)
{
	const int own = s->turn, other = !own;
	uint16_t fives[GOMOKU_FIVES];
	if (gomoku_list_fives(r, s, own, fives) > 0)
		return TOTAL - FROM_FIVE;
	const int n = gomoku_list_fives(r, s, other, fives);
	if (n > 1)
		return FROM_FIVE;
	if (gomoku_wins_by_fours(r, s, own, n == 1 ? fives[0] : -1))
		return TOTAL - FROM_FOURS;
	const int lead = windows_worth(s->live[own], window_weight[0]) -
			 windows_worth(s->live[other], window_weight[1]);
	return GOMOKU_HALF + (GOMOKU_HALF - FROM_ANY) * lead /
				     ((lead < 0 ? -lead : lead) + SPREAD_HALF);
}

/* Within what each colour can still reach. */
static int32_t
value_of_turn(const struct gomoku_variant *r, const struct gomoku *s)
{
	int32_t value = gomoku_estimate(r, s);
	if (!can_win(s, s->turn) && value > GOMOKU_HALF)
		value = GOMOKU_HALF;
	if (!can_win(s, !s->turn) && value < GOMOKU_HALF)
		value = GOMOKU_HALF;
	return value;
}

static void
gomoku_evaluate(const struct game *g, const struct state *state, int32_t *value)
{
	const struct gomoku *s = gomoku_state(state);
	int seat = seat_of(s, s->turn);
	int32_t v = GOMOKU_HALF;
	if (s->end == END_FIVE) {
		seat = s->winner;
		v = TOTAL;
	} else if (s->end == END_NONE && s->stage == STAGE_PLAY) {
		v = value_of_turn(gomoku_variant(g), s);
	} else if (s->stage == STAGE_CHOOSE || s->stage == STAGE_PICK) {
		seat = s->mover; /* takes the better colour */
		v = value_of_turn(gomoku_variant(g), s);
		v = v < GOMOKU_HALF ? TOTAL - v : v;
	}
	value[seat] = v;
	value[!seat] = TOTAL - v;
}

static void
gomoku_bounds(const struct game *g, const struct state *state, struct bounds *b)
{
	const struct gomoku *s = gomoku_state(state);
	b->maxsum = TOTAL;
	if (s->end) {
		gomoku_evaluate(g, state, b->low);
		gomoku_evaluate(g, state, b->high);
		return;
	}
	for (int seat = 0; seat < 2; seat++) {
		const int colour = colour_of(s, seat);
		const bool open = s->stage != STAGE_PLAY;
		b->high[seat] = open || can_win(s, colour) ? TOTAL : GOMOKU_HALF;
		b->low[seat] = open || can_win(s, !colour) ? 0 : GOMOKU_HALF;
	}
}

/* Half of the way at 30 stones. */
static int
gomoku_progress(const struct game *g, const struct state *state)
{
	const struct gomoku *s = gomoku_state(state);
	return s->end ? 1000 : 999 * s->stones / (s->stones + 30);
}

static bool
gomoku_quiet(const struct game *g, const struct state *state)
{
	return !gomoku_state(state)->four;
}

/* ---- the order of moves --------------------------------------------------------------- */

/* By the effect of a stone there for the mover, and for the other colour. */
static const int32_t own_threat[THREATS] = {
	[THREAT_OPEN_THREE] = 60,      [THREAT_FOUR] = 50,
	[THREAT_TWO_THREES] = 1 << 13, [THREAT_FOUR_THREE] = 1 << 15,
	[THREAT_OPEN_FOUR] = 1 << 16,  [THREAT_FIVE] = 1 << 18,
};
static const int32_t other_threat[THREATS] = {
	[THREAT_OPEN_THREE] = 30,      [THREAT_FOUR] = 20,
	[THREAT_TWO_THREES] = 1 << 10, [THREAT_FOUR_THREE] = 1 << 12,
	[THREAT_OPEN_FOUR] = 1 << 14,  [THREAT_FIVE] = 1 << 17,
};

static int32_t
score_cell(const struct gomoku_variant *r, const struct gomoku *s, int cell, int own)
{
	unsigned count[2] = { 0 };
	int32_t worth[2] = { 0 };
	for (int d = 0; d < GOMOKU_DIRS; d++) {
		const struct codes c = codes_at(r, s, d, cell, r->far);
		for (int k = BLACK; k <= WHITE; k++) {
			const unsigned shape = r->shape[c.code[k]];
			count[k] += gomoku_shape_count[shape];
			worth[k] += gomoku_shape_worth[shape];
		}
	}
	return own_threat[threat_of(count[own])] + other_threat[threat_of(count[!own])] +
	       2 * worth[own] + worth[!own];
}

/* Choosing a colour: the better one first. */
static void
order_colours(const struct game *g, const struct gomoku *s, const move *m, int n,
	      int32_t *score)
{
	const int32_t white = value_of_turn(gomoku_variant(g), s);
	for (int i = 0; i < n; i++)
		score[i] = m[i] == GOMOKU_TAKE_WHITE   ? white
			   : m[i] == GOMOKU_TAKE_BLACK ? TOTAL - white
						       : GOMOKU_HALF;
}

/* From the centre of the board, in half cells. */
static int
off_centre(const struct gomoku_variant *r, int row, int column)
{
	const int down = 2 * row - (r->side - 1), right = 2 * column - (r->side - 1);
	return (down < 0 ? -down : down) + (right < 0 ? -right : right);
}

/* Cells away from all stones come last; of equal ones those near the centre come first. */
static void
gomoku_order(const struct game *g, const struct state *state, int seat, const move *m,
	     int n, int32_t *score)
{
	const struct gomoku_variant *r = gomoku_variant(g);
	const struct gomoku *s = gomoku_state(state);
	uint32_t near[GOMOKU_SIDE_MAX], taken[GOMOKU_SIDE_MAX];
	if (n > 0 && m[0] >= GOMOKU_CELLS) {
		order_colours(g, s, m, n, score);
		return;
	}
	gomoku_near(r, s, near, taken);
	for (int i = 0; i < n; i++) {
		const int cell = (int)m[i], row = cell / r->side, column = cell % r->side;
		score[i] = 0;
		if (s->stones == 0 || near[row] >> column & 1)
			score[i] = 128 * (1 + score_cell(r, s, cell, s->turn)) -
				   off_centre(r, row, column);
	}
}

/*
 * Threats of five leave no choice. A stone that makes five wins: no move is better, and one of
 * them is as good as another. Else, where the other colour threatens five, all moves lose that
 * leave it a place for it: they are worth no more than one that does not, and as much as each
 * other when every move does.
 */
static int
gomoku_merge(const struct game *g, const struct state *state, int seat, move *m, int n)
{
	const struct gomoku *s = gomoku_state(state);
	uint16_t fives[GOMOKU_FIVES];
	if ((s->live[BLACK][4] | s->live[WHITE][4]) == 0 || s->stage != STAGE_PLAY)
		return n;
	if (gomoku_list_fives(gomoku_variant(g), s, s->turn, fives) == 0 &&
	    gomoku_list_fives(gomoku_variant(g), s, !s->turn, fives) == 0)
		return n;
	m[0] = fives[0];
	return 1;
}

const struct game_knowledge gomoku_knowledge = {
	.evaluate = gomoku_evaluate,
	.bounds = gomoku_bounds,
	.progress = gomoku_progress,
	.quiet = gomoku_quiet,
	.order = gomoku_order,
	.merge = gomoku_merge,
	.policy = gomoku_policy,
};
