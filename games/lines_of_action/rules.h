/*
 * rules.h - shared by the files of Lines of Action alone.
 *
 *   rules.c    variants, moves, play, the result, the tables of functions
 *   eval.c     evaluation, move ordering, the quick player and playouts
 *   text.c     moves and positions as text
 *   view.c     names, scoreboard, events, the scene
 *
 * State, squares, moves and passes are as in games/common/squares.h; seat 0 is Black.
 *
 * Moving one man and making a move is here, to be compiled into play and into playouts.
 */
#ifndef PLYSCOPE_GAMES_LINES_OF_ACTION_RULES_H
#define PLYSCOPE_GAMES_LINES_OF_ACTION_RULES_H

#include "games/common/squares.h"
#include "src/core/past.h"

#include <assert.h>

#define LINES_OF_ACTION_HALF 10000 /* values in half a point, a draw */

extern const struct game_ops lines_of_action_game;

#define LOA_AXES 4
#define LOA_DIRS 8 /* d and d + LOA_AXES are opposite */
#define LOA_MEN	 12

/* The squares ahead of each, of 8x8; the same for every game, filled once. */
struct loa_tables {
	uint64_t ray[SQUARES_COUNT][LOA_DIRS];
	uint64_t disc[SQUARES_COUNT][SQUARES_SIDE]; /* so many steps from it or fewer */
};
extern struct loa_tables loa_tables;

extern const struct ranked_style loa_styles[2];

/* g->parsed */
struct loa_variant {
	struct squares_variant base;
	uint64_t edge;
	uint8_t excess;	  /* loa_excess() at the start */
	bool both_draw;	  /* when both connect at once, else the mover wins */
	bool stuck_loses; /* who has no move, else passes */
};
static_assert(sizeof(struct loa_variant) <= VARIANT_BYTES, "variant fits");

static inline const struct loa_variant *
loa_variant(const struct game *g)
{
	return (const struct loa_variant *)g->parsed;
}

/* ---- moves ---------------------------------------------------------------------------- */

/* Right, up right, up, up left, and back. */
static const int8_t loa_step[LOA_DIRS] = { 1, 9, 8, 7, -1, -9, -8, -7 };

/* One seat's view of the board. */
struct loa_sides {
	uint64_t own, others, free; /* free: on the board and not one's own */
};

static inline struct loa_sides
loa_sides(const struct loa_variant *v, const struct squares_game *s, int seat)
{
	const uint64_t own = s->men[seat];
	return (struct loa_sides){ own, s->men[!seat], v->base.board & ~own };
}

/* The men on a line through a square with a man of its own. */
static inline int
loa_count(const struct loa_sides *p, int square, int axis)
{
	const uint64_t *ray = loa_tables.ray[square];
	const uint64_t line = ray[axis] | ray[axis + LOA_AXES];
	return 1 + __builtin_popcountll((p->own | p->others) & line);
}

/* Where a man comes to that goes n squares in a direction, or 0: it must stay on the board, may
 * not land on a man of its own nor jump over one of the others. */
static inline uint64_t
loa_goal(const struct loa_sides *p, int square, int d, int n)
{
	const uint64_t ahead = loa_tables.ray[square][d];
	const int to = (square + n * loa_step[d]) & 63;
	const uint64_t goal = SQUARES_BIT(to) & ahead & p->free;
	const uint64_t between = ahead & ~loa_tables.ray[to][d] & ~goal;
	return goal != 0 && (p->others & between) == 0 ? goal : 0;
}

/* Whether a seat has any move. */
bool loa_can_move(const struct loa_variant *v, const struct squares_game *s, int seat);

/* ---- connection ----------------------------------------------------------------------- */

/* A set and all squares next to it, of 8x8; beyond the upper and the lower edge nothing is. */
static inline uint64_t
loa_grow(uint64_t x)
{
	x |= squares_shift(x, 1, 0) | squares_shift(x, -1, 0);
	return x | x << 8 | x >> 8;
}

/* The group of men that a man of theirs is in. */
static inline uint64_t
loa_group(uint64_t man, uint64_t men)
{
	for (uint64_t next;; man = next) {
		next = loa_grow(man) & men;
		if (next == man)
			return man;
	}
}

/* Men with no other man next to them. */
static inline uint64_t
loa_alone(uint64_t men)
{
	const uint64_t beside = squares_shift(men, 1, 0) | squares_shift(men, -1, 0);
	const uint64_t row = men | beside;
	return men & ~(beside | row << 8 | row >> 8);
}

/* Most men that do not hang together have one that stands alone: that is seen first. */
static inline bool
loa_connected(uint64_t men)
{
	const uint64_t alone = loa_alone(men);
	if (alone != 0)
		return alone == men && (men & (men - 1)) == 0;
	return loa_group(men & -men, men) == men;
}

/* ---- making a move -------------------------------------------------------------------- */

/* The seats connected after a move of `seat`: both may be, the other one only when a man of its was
 * taken. */
static inline void
loa_judge(const struct loa_variant *v, struct squares_game *s, int seat, bool taken)
{
	const bool mine = loa_connected(s->men[seat]);
	const bool theirs = taken && loa_connected(s->men[!seat]);
	if (mine && theirs && v->both_draw) {
		s->end = RANKED_LEVEL;
	} else if (mine || theirs) {
		s->end = RANKED_WON;
		s->winner = (int8_t)(mine ? seat : !seat);
	}
}

/* The status after a move of `seat`, where connection has not decided: no move, then
 * repetition, then length. */
static inline void
loa_close(const struct loa_variant *v, struct squares_game *s, int seat)
{
	if (s->end != RANKED_RUNNING)
		return;
	if (v->stuck_loses && !loa_can_move(v, s, !seat)) {
		s->end = RANKED_WON;
		s->winner = (int8_t)seat;
	} else if (v->base.repeats > 0 && s->times >= v->base.repeats) {
		s->end = RANKED_REPETITION;
	} else if (s->ply >= v->base.max_plies) {
		s->end = RANKED_LENGTH;
	}
}

/* Makes a legal move in place. */
static inline void
loa_apply(const struct game *g, const struct loa_variant *v, struct squares_game *s,
	  int seat, move m)
{
	const bool noted = v->base.repeats > 0 && g->past != NULL;
	const uint64_t before = noted ? squares_key(s->men, s->mover) : 0;
	s->ply++;
	s->mover = (uint8_t)!seat;
	s->times = 0;
	s->from = s->to = SQUARES_NONE;
	if (m != SQUARES_PASS) {
		const uint64_t goal = SQUARES_BIT(squares_to(m));
		const bool taken = (s->men[!seat] & goal) != 0;
		s->men[seat] ^= SQUARES_BIT(squares_from(m)) | goal;
		s->men[!seat] &= ~goal;
		s->from = (int8_t)squares_from(m);
		s->to = (int8_t)squares_to(m);
		loa_judge(v, s, seat, taken);
		if (taken)
			s->since = s->ply;
	}
	if (noted)
		s->times = (uint8_t)past_note(g->past, (uint32_t)s->ply - 1, before,
					      s->since, squares_key(s->men, s->mover));
	loa_close(v, s, seat);
}

/* ---- what the files lend each other --------------------------------------------------- */

/* rules.c */
int loa_list_moves(const struct game *g, const struct state *state, int seat, move *out);
/* After reading a position: whether it is over. */
void loa_settle(const struct game *g, struct squares_game *s);
/* The groups of a seat's men. */
int loa_groups(uint64_t men);

/* eval.c */
/* Steps that men are farther from their middle than as many need to be. */
int loa_excess(uint64_t men);
extern const struct game_knowledge loa_knowledge;
extern const struct game_fast loa_fast;
unsigned loa_enter(const struct game *g, const struct state *from, int seat, move m,
		   struct state *to);

/* text.c */
extern const struct game_text loa_text;

/* view.c */
extern const struct game_view loa_view;

/*
 * All moves of a seat at once, as sets.
 *
 * The four axes lie side by side in a vector, so that one instruction works on all of them. How
 * many men are on the line through a square is a number of four bits, a set for each bit: men
 * are summed along the axis by doubling (one step, two, four), and the sum at the end of each
 * line is spread back over it. Then all men walk in step: after k steps those on a line of k men
 * have arrived, the others must not stand on a man of the other seat. Men that walk in one
 * direction never meet, and those that arrive on one line have gone equally far: a square and a
 * direction name one move.
 *
 * The vectors stay within a function: between functions they have no common ABI.
 */

typedef uint64_t loa_axes __attribute__((vector_size(8 * LOA_AXES)));

struct loa_lines {
	loa_axes count[4]; /* of men on the line through a square, a set for each bit */
};

#define LOA_COLUMN_A   UINT64_C(0x0101010101010101)
#define LOA_COLUMNS(n) (LOA_COLUMN_A * ((1u << (n)) - 1)) /* the first n */
#define LOA_RIGHT(n)   (~LOA_COLUMNS(n))		  /* all but them */

/* Squares k steps ahead, or back, along each axis: right, up right, up, up left. */
#define LOA_STEPS ((loa_axes){ 1, 9, 8, 7 })
#define LOA_AHEAD(x, k) \
	((x & (loa_axes){ LOA_COLUMNS(8 - k), LOA_COLUMNS(8 - k), ~UINT64_C(0), \
			  LOA_RIGHT(k) }) \
	 << k * LOA_STEPS)
#define LOA_BACK(x, k) \
	((x & \
	  (loa_axes){ LOA_RIGHT(k), LOA_RIGHT(k), ~UINT64_C(0), LOA_COLUMNS(8 - k) }) >> \
	 k * LOA_STEPS)

/* Sums men along all lines. */
static inline void
loa_count_lines(uint64_t men, struct loa_lines *out)
{
	const loa_axes all = (loa_axes){ 0 } - 1, last = ~LOA_BACK(all, 1);
	const loa_axes one = (loa_axes){ 0 } + men, next = LOA_AHEAD(one, 1);
	/* Of two squares in a row: 2 p1 + p0, at most 2. */
	const loa_axes p0 = one ^ next, p1 = one & next;
	/* Of four, at most 4: no carry comes from p1 and a1 unless both are set. */
	const loa_axes a0 = LOA_AHEAD(p0, 2), a1 = LOA_AHEAD(p1, 2);
	const loa_axes q0 = p0 ^ a0, q1 = p1 ^ a1 ^ (p0 & a0), q2 = p1 & a1;
	/* Of eight, which is the whole line at its end; 8 is 4 and 4. */
	const loa_axes b0 = LOA_AHEAD(q0, 4), b1 = LOA_AHEAD(q1, 4);
	const loa_axes b2 = LOA_AHEAD(q2, 4), g1 = q1 ^ b1, d0 = q0 & b0;
	const loa_axes d1 = (q1 & b1) | (g1 & d0);
	const loa_axes sum[4] = { q0 ^ b0, g1 ^ d0, q2 ^ b2 ^ d1, q2 & b2 };
	for (int k = 0; k < 4; k++) {
		loa_axes x = sum[k] & last;
		x |= LOA_BACK(x, 1);
		x |= LOA_BACK(x, 2);
		out->count[k] = x | LOA_BACK(x, 4);
	}
}

/* The squares with k men on their lines. */
#define LOA_LINES_OF(l, k) \
	(((k)&1 ? (l)->count[0] : ~(l)->count[0]) & \
	 ((k)&2 ? (l)->count[1] : ~(l)->count[1]) & \
	 ((k)&4 ? (l)->count[2] : ~(l)->count[2]) & \
	 ((k)&8 ? (l)->count[3] : ~(l)->count[3]))

/* Where the men of a seat come to in each direction. */
static inline void
loa_find(const struct loa_lines *l, const struct loa_sides *p, uint64_t to[LOA_DIRS])
{
	loa_axes ahead = (loa_axes){ 0 } + p->own, back = ahead;
	loa_axes on = { 0 }, off = { 0 };
	for (int k = 1; k <= SQUARES_SIDE; k++) {
		const loa_axes here = LOA_LINES_OF(l, k), way = ~here & ~p->others;
		ahead = LOA_AHEAD(ahead, 1);
		back = LOA_BACK(back, 1);
		on |= ahead & here;
		off |= back & here;
		ahead &= way;
		back &= way;
		const loa_axes left = ahead | back;
		if ((left[0] | left[1] | left[2] | left[3]) == 0)
			break;
	}
	for (int axis = 0; axis < LOA_AXES; axis++) {
		to[axis] = on[axis] & p->free;
		to[axis + LOA_AXES] = off[axis] & p->free;
	}
}

static inline void
loa_find_moves(const struct loa_sides *p, uint64_t to[LOA_DIRS])
{
	struct loa_lines lines;
	loa_count_lines(p->own | p->others, &lines);
	loa_find(&lines, p, to);
}

/* The man that comes to a square in a direction. */
static inline int
loa_origin(const struct loa_sides *p, int to, int d)
{
	const uint64_t *ray = loa_tables.ray[to];
	const uint64_t line =
		ray[d % LOA_AXES] | ray[d % LOA_AXES + LOA_AXES] | SQUARES_BIT(to);
	const int n = __builtin_popcountll((p->own | p->others) & line);
	return to - n * loa_step[d];
}

#endif
