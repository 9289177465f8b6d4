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
		.base = { .board = squares_board(rows, columns),
			  .style = race_styles,
			  .max_plies = (uint16_t)(ends ? longest : 2 * max_turns),
			  .rows = (uint8_t)rows,
			  .columns = (uint8_t)columns,
			  .repeats = ends ? 0 : 2 },
		.goal = { squares_row(rows - 1, columns), squares_row(0, columns) },
		.gait = (uint8_t)gait,
		/* On other boards the foremost man has a move: no man of its own is ahead,
		 * and one row on a square one (two) to the side is on the board. */
		.stuck = gait != RACE_STEPS && columns < 4,
	};
	for (int seat = 0; seat < 2; seat++)
		v.near[seat] = v.base.board & near_goal(gait, seat, v.goal[seat]);
	memcpy(g->parsed, &v, sizeof v);
	g->traits = TRAIT_ZERO_SUM | TRAIT_CONSTANT_SUM | (ends ? 0 : TRAIT_DRAWS);
}

/* ---- state ---------------------------------------------------------------------------- */

void
race_start(const struct game *g, struct state *state)
{
	const struct race_variant *v = race_variant(g);
	memset(state->bytes, 0, sizeof(struct squares_game));
	struct squares_game *s = squares_game_of(state);
	for (int k = 0; k < HOME_ROWS; k++) {
		s->men[0] |= squares_row(k, v->base.columns);
		s->men[1] |= squares_row(v->base.rows - 1 - k, v->base.columns);
	}
	s->winner = SEAT_NONE;
	s->from = s->to = SQUARES_NONE;
}

/* ---- moves ---------------------------------------------------------------------------- */

static inline __attribute__((always_inline)) int
race_list_moves(enum race_gait gait, int seat, const struct squares_game *s,
		uint64_t board, move *out)
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
	const struct squares_game *s = squares_game(state);
	int n = 0;
#define LIST(gait, seat) n = race_list_moves(gait, seat, s, v->base.board, out)
	RACE_FOR(v->gait, seat, LIST)
#undef LIST
	return n;
}

void
race_note(const struct game *g, const struct squares_game *before, struct squares_game *s,
	  bool taken)
{
	s->times = 0;
	if (taken)
		s->since = s->ply;
	else
		s->times = (uint8_t)past_note(g->past, before->ply,
					      squares_key(before->men, before->mover),
					      s->since, squares_key(s->men, s->mover));
	const int most = race_variant(g)->base.max_plies;
	s->end = ranked_verdict(s->end, s->ply, most, s->times);
}

static inline void
play(const struct game *g, struct squares_game *s, int seat, move m)
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
	struct squares_game s = *squares_game(from);
	play(g, &s, seat, m);
	*squares_game_of(to) = s;
}

unsigned
race_enter(const struct game *g, const struct state *from, int seat, move m,
	   struct state *to)
{
	race_play(g, from, seat, m, to);
	const struct squares_game *s = squares_game(to);
	return s->end ? TURN_SETTLED : s->mover;
}

/* ---- the result ----------------------------------------------------------------------- */

/* Everything but the men: how often they stood so, and where a search could see the end. */
static inline uint64_t
race_hash_of(const struct race_variant *v, const struct squares_game *s, uint64_t key)
{
	return v->gait != RACE_KNIGHTS
		       ? key
		       : ranked_hash(key + s->times, s->end, s->ply, v->base.max_plies);
}

uint64_t
race_hash(const struct game *g, const struct state *state)
{
	const struct squares_game *s = squares_game(state);
	return race_hash_of(race_variant(g), s, squares_key(s->men, s->mover));
}

/* Left and right are alike. */
uint64_t
race_image(const struct game *g, const struct state *state)
{
	const struct race_variant *v = race_variant(g);
	const struct squares_game *s = squares_game(state);
	const uint64_t mirrored[2] = { squares_mirror(s->men[0], v->base.columns),
				       squares_mirror(s->men[1], v->base.columns) };
	const uint64_t one = squares_key(s->men, s->mover);
	const uint64_t two = squares_key(mirrored, s->mover);
	return race_hash_of(v, s, one < two ? one : two);
}

/* How far the foremost man has come, of the rows between the men at the start. */
int
race_progress(const struct game *g, const struct state *state)
{
	const struct race_variant *v = race_variant(g);
	const struct squares_game *s = squares_game(state);
	if (s->end)
		return 1000;
	const int way = v->base.rows - HOME_ROWS;
	const int white = race_rows_left(v, 0, s->men[0]);
	const int black = race_rows_left(v, 1, s->men[1]);
	const int left = white < black ? white : black;
	return left > way ? 0 : 999 * (way - left) / way;
}

void
race_settle(const struct game *g, struct state *state)
{
	const struct race_variant *v = race_variant(g);
	struct squares_game *s = squares_game_of(state);
	move list[MOVES_MAX];
	const int last = !s->mover;
	const bool won = (s->men[last] & v->goal[last]) != 0 || s->men[s->mover] == 0 ||
			 race_moves(g, state, s->mover, list) == 0;
	if (won)
		s->winner = (int8_t)last;
	s->since = s->ply;
	s->end = won ? RANKED_WON : RANKED_RUNNING;
	if (v->gait == RACE_KNIGHTS)
		s->end = ranked_verdict(s->end, s->ply, v->base.max_plies, s->times);
}
