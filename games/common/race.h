/*
 * race.h - races of men to the other side of a board of squares: Breakthrough, Knightthrough.
 *
 * White begins with two rows at the bottom, Black has two at the top. A man on the farthest row
 * wins, so does taking the last man; a seat without a move has lost. Men of one game all go the
 * same way (enum race_gait), which is a constant once a function of this header is inlined:
 * rules, playouts and order are compiled once for each gait.
 *
 *   race.c       variants, moves, play, the result
 *   race_eval.c  evaluation, move ordering, the quick player, playouts
 *   race_text.c  moves and positions, the scene, the words about them
 *
 * A game of its own has options and a gait.
 *
 * Where men go forward only, every game has an end and no position comes twice. Full knights go
 * back: then the third occurrence of a position is a draw (src/core/past.h), and so is the end
 * of max_turns.
 */
#ifndef PLYSCOPE_GAMES_COMMON_RACE_H
#define PLYSCOPE_GAMES_COMMON_RACE_H

#include "games/common/ranked.h"
#include "games/common/squares.h"

#define RACE_HALF 10000 /* values in half a point, a draw */
#define RACE_WAYS 8

enum race_gait {
	RACE_STEPS,   /* one row on: straight to an empty square, or diagonally */
	RACE_LEAPS,   /* the four leaps of a knight that go forward */
	RACE_KNIGHTS, /* all eight */
};

/* g->parsed */
struct race_variant {
	struct squares_variant base;
	uint64_t goal[2]; /* where each seat wins */
	uint64_t near[2]; /* from where it can take there */
	uint8_t gait;
	bool stuck; /* on so narrow a board a seat may have no move */
};

static inline const struct race_variant *
race_variant(const struct game *g)
{
	return (const struct race_variant *)g->parsed;
}

/* ---- moves ---------------------------------------------------------------------------- */

/* A way of White, to the right and up; Black's are upside down. */
struct race_way {
	int8_t right, up;
};

static inline __attribute__((always_inline)) int
race_ways(enum race_gait gait)
{
	return gait == RACE_STEPS ? 3 : gait == RACE_LEAPS ? 4 : 8;
}

static inline __attribute__((always_inline)) struct race_way
race_way(enum race_gait gait, int w)
{
	switch (gait == RACE_STEPS ? w : w + 3) {
	case 0: return (struct race_way){ -1, 1 };
	case 1: return (struct race_way){ 1, 1 };
	case 2: return (struct race_way){ 0, 1 };
	case 3: return (struct race_way){ -1, 2 };
	case 4: return (struct race_way){ 1, 2 };
	case 5: return (struct race_way){ -2, 1 };
	case 6: return (struct race_way){ 2, 1 };
	case 7: return (struct race_way){ -2, -1 };
	case 8: return (struct race_way){ 2, -1 };
	case 9: return (struct race_way){ -1, -2 };
	default: return (struct race_way){ 1, -2 };
	}
}

/* Where men of a seat come to by way w (back: where they come from), on 8x8 squares. */
static inline __attribute__((always_inline)) uint64_t
race_step(enum race_gait gait, int seat, int w, uint64_t x, bool back)
{
	const struct race_way way = race_way(gait, w);
	const int up = seat == 0 ? way.up : -way.up;
	return back ? squares_shift(x, -way.right, -up) : squares_shift(x, way.right, up);
}

/* Whether a man that goes that way may take. */
static inline __attribute__((always_inline)) bool
race_takes(enum race_gait gait, int w)
{
	return gait != RACE_STEPS || w != 2;
}

/* All moves of a seat: to[w] are the squares that way w leads to. */
static inline __attribute__((always_inline)) void
race_find(enum race_gait gait, int seat, const struct squares_game *s, uint64_t board,
	  uint64_t *to)
{
	const uint64_t own = s->men[seat], free = board & ~own;
	const uint64_t empty = free & ~s->men[!seat];
	for (int w = 0; w < race_ways(gait); w++)
		to[w] = race_step(gait, seat, w, own, false) &
			(race_takes(gait, w) ? free : empty);
}

/* The squares on which a seat could take, whoever is there. */
static inline __attribute__((always_inline)) uint64_t
race_attacks(enum race_gait gait, int seat, uint64_t own)
{
	uint64_t all = 0;
	for (int w = 0; w < race_ways(gait); w++)
		if (race_takes(gait, w))
			all |= race_step(gait, seat, w, own, false);
	return all;
}

/* Squares from which a seat could take on some of these. */
static inline __attribute__((always_inline)) uint64_t
race_attackers(enum race_gait gait, int seat, uint64_t targets)
{
	uint64_t all = 0;
	for (int w = 0; w < race_ways(gait); w++)
		if (race_takes(gait, w))
			all |= race_step(gait, seat, w, targets, true);
	return all;
}

/* Rows that the foremost man of a set has to go; a set of none has too many. */
static inline __attribute__((always_inline)) int
race_rows_left(const struct race_variant *v, int seat, uint64_t men)
{
	if (men == 0)
		return 2 * SQUARES_SIDE;
	return seat == 0 ? v->base.rows - 1 - (63 - __builtin_clzll(men)) / SQUARES_SIDE
			 : __builtin_ctzll(men) / SQUARES_SIDE;
}

/* The square that the man came from that went to `to` by way w. */
static inline __attribute__((always_inline)) int
race_origin(enum race_gait gait, int seat, int w, int to)
{
	const struct race_way way = race_way(gait, w);
	const int by = 8 * way.up;
	return to - way.right - (seat == 0 ? by : -by);
}

/* ---- making a move -------------------------------------------------------------------- */

static inline __attribute__((always_inline)) bool
race_can_move(enum race_gait gait, int seat, const struct squares_game *s, uint64_t board)
{
	uint64_t to[RACE_WAYS], any = 0;
	race_find(gait, seat, s, board, to);
	for (int w = 0; w < race_ways(gait); w++)
		any |= to[w];
	return any != 0;
}

/* Repetition and length, where a game need not come to an end. */
void race_note(const struct game *g, const struct squares_game *before,
	       struct squares_game *s, bool taken);

/* Makes a legal move in place. */
static inline __attribute__((always_inline)) void
race_apply(enum race_gait gait, const struct game *g, const struct race_variant *v,
	   struct squares_game *s, int seat, int from, int to)
{
	const struct squares_game before = *s;
	const uint64_t goal = SQUARES_BIT(to), others = before.men[!seat];
	s->men[seat] = before.men[seat] ^ (SQUARES_BIT(from) | goal);
	s->men[!seat] = others & ~goal;
	s->from = (int8_t)from;
	s->to = (int8_t)to;
	s->mover = (uint8_t)!seat;
	s->ply = (uint16_t)(before.ply + 1);
	const bool stuck = v->stuck && !race_can_move(gait, !seat, s, v->base.board);
	if (goal & v->goal[seat] || s->men[!seat] == 0 || stuck) {
		s->end = RANKED_WON;
		s->winner = (int8_t)seat;
	}
	if (gait == RACE_KNIGHTS)
		race_note(g, &before, s, (others & goal) != 0);
}

/* The same call for each gait and seat, which are then constants. */
#define RACE_FOR(gait, seat, call) \
	switch (2 * (int)(gait) + (seat)) { \
	case 2 * RACE_STEPS: call(RACE_STEPS, 0); break; \
	case 2 * RACE_STEPS + 1: call(RACE_STEPS, 1); break; \
	case 2 * RACE_LEAPS: call(RACE_LEAPS, 0); break; \
	case 2 * RACE_LEAPS + 1: call(RACE_LEAPS, 1); break; \
	case 2 * RACE_KNIGHTS: call(RACE_KNIGHTS, 0); break; \
	default: call(RACE_KNIGHTS, 1); break; \
	}

/* ---- what the games and the files lend each other ------------------------------------- */

/* Fills g->parsed and g->traits; max_turns (of each seat) is for RACE_KNIGHTS. */
void race_setup(struct game *g, enum race_gait gait, int rows, int columns,
		int max_turns);
/* After reading a position. */
void race_settle(const struct game *g, struct state *state);
int race_progress(const struct game *g, const struct state *state);

/* Members of game_rules and game_fast; others are in squares.h. */
void race_start(const struct game *g, struct state *state);
int race_moves(const struct game *g, const struct state *state, int seat, move *out);
void race_play(const struct game *g, const struct state *from, int seat, move m,
	       struct state *to);
uint64_t race_hash(const struct game *g, const struct state *state);
uint64_t race_image(const struct game *g, const struct state *state);
unsigned race_enter(const struct game *g, const struct state *from, int seat, move m,
		    struct state *to);

extern const struct ranked_style race_styles[2];
extern const struct game_knowledge race_knowledge;
extern const struct game_fast race_fast;
extern const struct race_ops race_ops;
extern const struct game_text race_text;
extern const struct game_view race_view;

#endif
