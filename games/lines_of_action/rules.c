/*
 * rules.c - Lines of Action: men go as far as there are men on their line, and win when they
 * all hang together: variants, moves, play, the result.
 *
 * Source: Soucie, in Sackson, A Gamut of Games (1969). The usual rules of tournaments: a seat
 * without a move passes, both connected at once is a draw, so is the third occurrence of a
 * position. OpenSpiel: both=mover,stuck=loses,repeat=second; the rules of Kowalski et al.:
 * repeat=allowed.
 *
 * Moves. All of a seat's at once as sets (rules.h); of a single man, one count of a masked word
 * says how far it goes on a line, and two more masks whether it may (rules.h). Connection is a
 * flood fill; most positions fail before it, by a man that stands alone.
 *
 * Hash: men and mover, how often the position was there before, and the ply where a depth-first
 * search could see max_turns.
 *
 * Memory: a state of 32 bytes; tables of 8 KiB, built once.
 */
#include "games/lines_of_action/rules.h"

#include <pthread.h>
#include <string.h>

#define SIZE_MIN 3

enum option_at { OPT_SIZE, OPT_BOTH, OPT_STUCK, OPT_REPEAT, OPT_TURNS };
enum both_choice { BOTH_DRAW, BOTH_MOVER };
enum stuck_choice { STUCK_PASS, STUCK_LOSES };
enum repeat_choice { REPEAT_THIRD, REPEAT_SECOND, REPEAT_ALLOWED };

static const struct option_spec variant_options[] = {
	[OPT_SIZE] = { "size", OPTION_INT, "8", SIZE_MIN, SQUARES_SIDE, NULL, "squares",
		       "squares on each side of the board" },
	[OPT_BOTH] = { "both", OPTION_CHOICE, "draw", 0, 0, "draw|mover", "",
		       "a move that connects the men of both: a draw, or the mover "
		       "wins" },
	[OPT_STUCK] = { "stuck", OPTION_CHOICE, "pass", 0, 0, "pass|loses", "",
			"a seat without a move passes or loses" },
	[OPT_REPEAT] = { "repeat", OPTION_CHOICE, "third", 0, 0, "third|second|allowed",
			 "",
			 "the third or second occurrence of a position is a draw, or "
			 "repetition is allowed" },
	[OPT_TURNS] = { "max_turns", OPTION_INT, "500", 10, 1000, NULL, "turns",
			"turns of each seat before the game is drawn" },
	{ .key = NULL },
};

/* ---- tables --------------------------------------------------------------------------- */

struct loa_tables loa_tables;

static void
loa_build(void)
{
	static const int8_t right[LOA_AXES] = { 1, 1, 0, -1 },
			    up[LOA_AXES] = { 0, 1, 1, 1 };
	struct loa_tables *t = &loa_tables;
	for (int square = 0; square < SQUARES_COUNT; square++) {
		const int row = square / SQUARES_SIDE, column = square % SQUARES_SIDE;
		for (int d = 0; d < LOA_DIRS; d++) {
			const int sign = d < LOA_AXES ? 1 : -1;
			const int dy = sign * up[d % LOA_AXES];
			const int dx = sign * right[d % LOA_AXES];
			int y = row + dy, x = column + dx;
			for (; y >= 0 && y < 8 && x >= 0 && x < 8; y += dy, x += dx)
				t->ray[square][d] |= SQUARES_BIT(8 * y + x);
		}
		uint64_t disc = SQUARES_BIT(square);
		for (int k = 0; k < SQUARES_SIDE; k++, disc = loa_grow(disc))
			t->disc[square][k] = disc;
	}
}

static pthread_once_t built = PTHREAD_ONCE_INIT;

/* ---- variants ------------------------------------------------------------------------ */

/* Black's men, all but the corners, and White's. */
static uint64_t
rows_at_start(int size)
{
	uint64_t men = 0;
	for (int k = 1; k < size - 1; k++)
		men |= SQUARES_BIT(k) | SQUARES_BIT(8 * (size - 1) + k);
	return men;
}

static uint64_t
columns_at_start(int size)
{
	uint64_t men = 0;
	for (int k = 1; k < size - 1; k++)
		men |= SQUARES_BIT(8 * k) | SQUARES_BIT(8 * k + size - 1);
	return men;
}

static bool
loa_setup(struct game *g, struct status *st)
{
	static const uint8_t repeats[] = {
		[REPEAT_THIRD] = 2, [REPEAT_SECOND] = 1, [REPEAT_ALLOWED] = 0
	};
	const struct option_value *o = g->variant.v;
	const int size = (int)o[OPT_SIZE].i;
	struct loa_variant v = {
		.base = { .board = squares_board(size, size),
			  .style = loa_styles,
			  .max_plies = (uint16_t)(2 * o[OPT_TURNS].i),
			  .rows = (uint8_t)size,
			  .columns = (uint8_t)size,
			  .repeats = repeats[o[OPT_REPEAT].i] },
		.edge = squares_board(size, size) &
			~(squares_board(size - 1, size - 1) & LOA_RIGHT(1) << 8),
		.both_draw = o[OPT_BOTH].i == BOTH_DRAW,
		.stuck_loses = o[OPT_STUCK].i == STUCK_LOSES,
	};
	pthread_once(&built, loa_build);
	v.excess = (uint8_t)loa_excess(rows_at_start(size));
	memcpy(g->parsed, &v, sizeof v);
	g->traits = TRAIT_ZERO_SUM | TRAIT_CONSTANT_SUM | TRAIT_DRAWS;
	return true;
}

/* ---- state ---------------------------------------------------------------------------- */

static void
loa_start(const struct game *g, struct state *state)
{
	const int size = loa_variant(g)->base.rows;
	*squares_game_of(state) = (struct squares_game){
		.men = { rows_at_start(size), columns_at_start(size) },
		.winner = SEAT_NONE,
		.from = SQUARES_NONE,
		.to = SQUARES_NONE,
	};
}

int
loa_groups(uint64_t men)
{
	int groups = 0;
	for (; men; groups++)
		men &= ~loa_group(men & -men, men);
	return groups;
}

/* ---- moves ---------------------------------------------------------------------------- */

int
loa_list_moves(const struct game *g, const struct state *state, int seat, move *out)
{
	const struct loa_sides p = loa_sides(loa_variant(g), squares_game(state), seat);
	uint64_t to[LOA_DIRS];
	move *at = out;
	loa_find_moves(&p, to);
	for (int d = 0; d < LOA_DIRS; d++)
		for (uint64_t left = to[d]; left; left &= left - 1) {
			const int square = __builtin_ctzll(left);
			*at++ = squares_move(loa_origin(&p, square, d), square);
		}
	if (at == out)
		*at++ = SQUARES_PASS;
	return (int)(at - out);
}

bool
loa_can_move(const struct loa_variant *v, const struct squares_game *s, int seat)
{
	const struct loa_sides p = loa_sides(v, s, seat);
	uint64_t to[LOA_DIRS], any = 0;
	loa_find_moves(&p, to);
	for (int d = 0; d < LOA_DIRS; d++)
		any |= to[d];
	return any != 0;
}

static void
loa_play(const struct game *g, const struct state *from, int seat, move m,
	 struct state *to)
{
	struct squares_game s = *squares_game(from);
	loa_apply(g, loa_variant(g), &s, seat, m);
	*squares_game_of(to) = s;
}

unsigned
loa_enter(const struct game *g, const struct state *from, int seat, move m,
	  struct state *to)
{
	loa_play(g, from, seat, m, to);
	const struct squares_game *s = squares_game(to);
	return s->end ? TURN_SETTLED : s->mover;
}

/* ---- the result ----------------------------------------------------------------------- */

static uint64_t
loa_hash(const struct game *g, const struct state *state)
{
	const struct squares_game *s = squares_game(state);
	return ranked_hash(squares_state_key(g, state) + s->times, s->end, s->ply,
			   loa_variant(g)->base.max_plies);
}

void
loa_settle(const struct game *g, struct squares_game *s)
{
	const struct loa_variant *v = loa_variant(g);
	s->since = s->ply;
	s->end = RANKED_RUNNING;
	loa_judge(v, s, !s->mover, true);
	loa_close(v, s, !s->mover);
}

static const struct game_rules rules = {
	.setup = loa_setup,
	.start = loa_start,
	.acting = squares_acting,
	.moves = loa_list_moves,
	.play = loa_play,
	.settled = squares_settled,
	.points = squares_points,
	.hash = loa_hash,
};

static const struct game_turns turns = {
	.key = squares_state_key,
};

const struct game_ops lines_of_action_game = {
	.key = "lines-of-action",
	.title = "Lines of Action",
	.summary = "bring all your men together in one group",
	.source = "Soucie, in Sackson 1969; options as in OpenSpiel and Kowalski et al.",
	.seats_default = 2,
	.seats_allowed = 1 << 2,
	.unit = 2 * LINES_OF_ACTION_HALF,
	.parts = 2,
	.point_name = "points",
	.options = variant_options,
	.valued_options = "size",
	.state_size = sizeof(struct squares_game),
	.rules = &rules,
	.turns = &turns,
	.knowledge = &loa_knowledge,
	.text = &loa_text,
	.view = &loa_view,
	.fast = &loa_fast,
};
