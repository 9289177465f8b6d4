/*
 * lines.h - all moves of a seat at once, as sets.
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
#ifndef PLYSCOPE_GAMES_LINES_OF_ACTION_LINES_H
#define PLYSCOPE_GAMES_LINES_OF_ACTION_LINES_H

#include "games/lines_of_action/rules.h"

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
