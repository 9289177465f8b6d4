/*
 * race.c - see race.h: variants, moves, play, the result.
 *
 * Hash: men and mover; with full knights also how often the position was there before, and the
 * ply where a depth-first search could see max_turns.
 */
#include "games/common/race.h"

#include "src/core/past.h"

#include <assert.h>
#include <string.h>

static_assert(sizeof(struct race_variant) <= VARIANT_BYTES, "variant fits");
static_assert(sizeof(struct race) <= STATE_BYTES, "state fits");

#define HOME_ROWS 2

/* From where a seat can take on its goal. */
static uint64_t
near_goal(enum race_gait gait, int seat, uint64_t goal)
{
	uint64_t near = 0;
#define NEAR(gait, seat) near = race_attackers(gait, seat, goal)
	RACE_FOR(gait, seat, NEAR)
#undef NEAR
	return near;
}

void
race_setup(struct game *g, enum race_gait gait, int rows, int columns, int max_turns)
{
	const bool ends = gait != RACE_KNIGHTS;
	const int longest = 2 * columns * (2 * rows - 3);
	struct race_variant v = {
		.board = squares_board(rows, columns),
		.goal = { squares_row(rows - 1, columns), squares_row(0, columns) },
		.max_plies = (uint16_t)(ends ? longest : 2 * max_turns),
		.rows = (uint8_t)rows,
		.columns = (uint8_t)columns,
		.gait = (uint8_t)gait,
		/* On other boards the foremost man has a move: no man of its own is ahead,
		 * and one row on a square one (two) to the side is on the board. */
		.stuck = gait != RACE_STEPS && columns < 4,
	};
	for (int seat = 0; seat < 2; seat++)
		v.near[seat] = v.board & near_goal(gait, seat, v.goal[seat]);
	memcpy(g->parsed, &v, sizeof v);
	g->traits = TRAIT_ZERO_SUM | TRAIT_CONSTANT_SUM | (ends ? 0 : TRAIT_DRAWS);
}

/* ---- state ---------------------------------------------------------------------------- */

void
race_start(const struct game *g, struct state *state)
{
	const struct race_variant *v = race_variant(g);
	memset(state->bytes, 0, sizeof(struct race));
	struct race *s = race_of(state);
	for (int k = 0; k < HOME_ROWS; k++) {
		s->men[0] |= squares_row(k, v->columns);
		s->men[1] |= squares_row(v->rows - 1 - k, v->columns);
	}
	s->winner = SEAT_NONE;
	s->from = s->to = SQUARES_NONE;
}

seat_set
race_acting(const struct game *g, const struct state *state)
{
	(void)g;
	const struct race *s = race_state(state);
	return s->end ? 0 : (seat_set)1 << s->mover;
}

bool
race_settled(const struct game *g, const struct state *state)
{
	(void)g;
	return race_state(state)->end != RANKED_RUNNING;
}

/* ---- moves ---------------------------------------------------------------------------- */

static inline __attribute__((always_inline)) int
list_moves(enum race_gait gait, int seat, const struct race *s, uint64_t board, move *out)
{
	uint64_t to[RACE_WAYS];
	move *at = out;
	race_find(gait, seat, s, board, to);
	for (int w = 0; w < race_ways(gait); w++)
		for (uint64_t left = to[w]; left; left &= left - 1) {
			const int square = __builtin_ctzll(left);
			const int from = race_origin(gait, seat, w, square);
			*at++ = squares_move(from, square);
		}
	return (int)(at - out);
}

int
race_moves(const struct game *g, const struct state *state, int seat, move *out)
{
	const struct race_variant *v = race_variant(g);
	const struct race *s = race_state(state);
	int n = 0;
#define LIST(gait, seat) n = list_moves(gait, seat, s, v->board, out)
	RACE_FOR(v->gait, seat, LIST)
#undef LIST
	return n;
}

void
race_note(const struct game *g, const struct race *before, struct race *s, bool taken)
{
	s->times = 0;
	if (taken)
		s->since = s->ply;
	else
		s->times = (uint8_t)past_note(g->past, before->ply,
					      squares_key(before->men, before->mover),
					      s->since, squares_key(s->men, s->mover));
	const int most = race_variant(g)->max_plies;
	s->end = ranked_verdict(s->end, s->ply, most, s->times);
}

static inline void
play(const struct game *g, struct race *s, int seat, move m)
{
	const struct race_variant *v = race_variant(g);
	const int from = squares_from(m), to = squares_to(m);
#define APPLY(gait, seat) race_apply(gait, g, v, s, seat, from, to)
	RACE_FOR(v->gait, seat, APPLY)
#undef APPLY
}

void
race_play(const struct game *g, const struct state *from, int seat, move m,
	  struct state *to)
{
	struct race s = *race_state(from);
	play(g, &s, seat, m);
	*race_of(to) = s;
}

unsigned
race_enter(const struct game *g, const struct state *from, int seat, move m,
	   struct state *to)
{
	race_play(g, from, seat, m, to);
	const struct race *s = race_state(to);
	return s->end ? TURN_SETTLED : s->mover;
}

/* ---- the result ----------------------------------------------------------------------- */

void
race_points(const struct game *g, const struct state *state, int32_t *points)
{
	(void)g;
	const struct race *s = race_state(state);
	const int32_t rank[2] = { s->winner == 0, s->winner == 1 };
	ranked_points(rank, 2, points);
}

void
race_bounds(const struct game *g, const struct state *state, struct bounds *b)
{
	(void)g;
	(void)state;
	ranked_bounds(2, RACE_UNIT, b);
}

uint64_t
race_key(const struct game *g, const struct state *state)
{
	(void)g;
	const struct race *s = race_state(state);
	return squares_key(s->men, s->mover);
}

uint64_t
race_hash(const struct game *g, const struct state *state)
{
	const struct race_variant *v = race_variant(g);
	const struct race *s = race_state(state);
	const uint64_t key = squares_key(s->men, s->mover);
	if (v->gait != RACE_KNIGHTS)
		return key;
	return ranked_hash(key + s->times, s->end, s->ply, v->max_plies);
}

/* How far the foremost man has come, of the rows between the men at the start. */
int
race_progress(const struct game *g, const struct state *state)
{
	const struct race_variant *v = race_variant(g);
	const struct race *s = race_state(state);
	if (s->end)
		return 1000;
	const int top = (63 - __builtin_clzll(s->men[0])) / SQUARES_SIDE;
	const int low = __builtin_ctzll(s->men[1]) / SQUARES_SIDE;
	const int from = HOME_ROWS - 1, way = v->rows - 1 - from;
	const int white = top - from, black = v->rows - 1 - from - low;
	const int most = white > black ? white : black;
	return 999 * (most < 0 ? 0 : most) / way;
}

void
race_settle(const struct game *g, struct state *state)
{
	const struct race_variant *v = race_variant(g);
	struct race *s = race_of(state);
	move list[MOVES_MAX];
	const int last = !s->mover;
	const bool won = (s->men[last] & v->goal[last]) != 0 || s->men[s->mover] == 0 ||
			 race_moves(g, state, s->mover, list) == 0;
	if (won)
		s->winner = (int8_t)last;
	s->since = s->ply;
	s->end = won ? RANKED_WON : RANKED_RUNNING;
	if (v->gait == RACE_KNIGHTS)
		s->end = ranked_verdict(s->end, s->ply, v->max_plies, s->times);
}
