/*
 * shapes.c - the board's lines, and the effect of a stone on a line, as tables.
 *
 * Shapes are worked out by their definition (rules.h), from full lines to empty ones: with one
 * more own stone the number of a line is higher, so counting down all that a line can become
 * is known. A line that has more than five in a row through the cell makes nothing when only
 * five win.
 *
 * Memory: 106 KB for the tables, 18 KB for each size of board, static, filled once.
 */
#include "games/gomoku/rules.h"

#include "games/common/zobrist.h"

#include <pthread.h>

struct shape_tables gomoku_tables;

static struct gomoku_rays boards[GOMOKU_SIDE_MAX + 1];

/* Bits of bits_around(), from the nearest cell to the farthest. */
static const uint8_t digit_bit[2 * REACH] = { 4, 6, 3, 7, 2, 8, 1, 9, 0, 10 };
#define NEAR_BITS 0x3de /* the eight nearest */
#define FAR_BITS  0x7df

/* ---- shapes --------------------------------------------------------------------------- */

static void
fill_three(void)
{
	for (unsigned bits = 0; bits <= AROUND; bits++) {
		unsigned n = 0, weight = 1;
		for (int k = 0; k < 2 * REACH; k++, weight *= 3)
			n += bits >> digit_bit[k] & 1 ? weight : 0;
		gomoku_tables.three[bits] = (uint16_t)n;
	}
}

/* The stones of a code, as bits with the cell itself among the own ones. */
struct line {
	unsigned own, other;
};

static struct line
line_of(unsigned code)
{
	struct line l = { 1u << REACH, 0 };
	for (int k = 0; k < 2 * REACH; k++, code /= 3) {
		if (code % 3 == 1)
			l.own |= 1u << digit_bit[k];
		else if (code % 3 == 2)
			l.other |= 1u << digit_bit[k];
	}
	return l;
}

/* Own stones in a row through the cell. */
static int
run_length(unsigned own)
{
	int n = 1;
	for (int k = REACH + 1; own >> k & 1; k++)
		n++;
	for (int k = REACH - 1; k >= 0 && own >> k & 1; k--)
		n++;
	return n;
}

static enum shape
shape_of(unsigned code, int digits, bool exact, const uint8_t *known)
{
	const struct line l = line_of(code);
	const int run = run_length(l.own);
	if (run >= 5)
		return run == 5 || !exact ? SHAPE_FIVE : SHAPE_NONE;
	int fives = 0, best = SHAPE_NONE;
	unsigned weight = 1;
	for (int k = 0; k < digits; k++, weight *= 3) {
		if ((l.own | l.other) >> digit_bit[k] & 1)
			continue;
		const int next = known[code + weight];
		fives += next == SHAPE_FIVE;
		best = next > best ? next : best;
	}
	if (best == SHAPE_FIVE)
		return fives > 1 ? SHAPE_OPEN_FOUR : SHAPE_FOUR;
	return best >= SHAPE_TWO ? (enum shape)(best - 2) : SHAPE_NONE;
}

static void
fill_fives(void)
{
	for (unsigned bits = 0; bits <= AROUND; bits++) {
		const int run = run_length(bits | 1u << REACH);
		gomoku_tables.five[false][bits] = run >= 5;
		gomoku_tables.five[true][bits] = run == 5;
	}
}

/* Among the five windows with the cell, by their other own stones. */
static uint32_t
windows_of(unsigned code)
{
	const struct line l = line_of(code);
	uint32_t count = 0;
	for (int first = 1; first <= REACH; first++) {
		const unsigned window = 31u << first;
		if (!(l.other & window))
			count += UINT32_C(1)
				 << 6 * (__builtin_popcount(l.own & window) - 1);
	}
	return count;
}

static void
fill_shapes(void)
{
	struct shape_tables *t = &gomoku_tables;
	for (unsigned code = FAR_CODES; code-- > 0;)
		t->exact[code] = (uint8_t)shape_of(code, 2 * REACH, true, t->exact);
	for (unsigned code = NEAR_CODES; code-- > 0;) {
		t->free[code] = (uint8_t)shape_of(code, 2 * REACH - 2, false, t->free);
		t->windows[code] = windows_of(code);
	}
}

/* ---- boards --------------------------------------------------------------------------- */

/* A step along a direction. */
static const int8_t step_row[GOMOKU_DIRS] = { 0, 1, 1, 1 };
static const int8_t step_column[GOMOKU_DIRS] = { 1, 0, 1, -1 };

static bool
is_inside(int side, int row, int column)
{
	return row >= 0 && row < side && column >= 0 && column < side;
}

static void
gomoku_fill_cell(struct gomoku_rays *b, int side, int d, int row, int column, int at)
{
	const int cell = row * side + column;
	unsigned on = 0;
	for (int k = -REACH; k <= REACH; k++)
		if (k != 0 &&
		    is_inside(side, row + k * step_row[d], column + k * step_column[d]))
			on |= 1u << (REACH + k);
	b->at[d][cell] = (uint16_t)at;
	b->cell[d][at] = (uint16_t)cell;
	if (is_inside(side, row + 4 * step_row[d], column + 4 * step_column[d]))
		b->from[d][at / 8] |= (uint8_t)(1u << at % 8);
	for (int far = 0; far < 2; far++) {
		const unsigned all = far ? FAR_BITS : NEAR_BITS;
		b->on[far][d][cell] = (uint16_t)(on & all);
		b->off[far][d][cell] = (uint16_t)(2 * gomoku_tables.three[all & ~on]);
	}
}

/* Every line of a direction from its first cell on. */
static void
fill_board(struct gomoku_rays *b, int side)
{
	for (int d = 0; d < GOMOKU_DIRS; d++) {
		int at = GOMOKU_FIRST;
		b->step[d] = (int16_t)(step_row[d] * side + step_column[d]);
		for (int cell = 0; cell < side * side; cell++) {
			int row = cell / side, column = cell % side;
			if (is_inside(side, row - step_row[d], column - step_column[d]))
				continue;
			for (; is_inside(side, row, column);
			     row += step_row[d], column += step_column[d])
				gomoku_fill_cell(b, side, d, row, column, at++);
		}
	}
}

static void
gomoku_build(void)
{
	struct shape_tables *t = &gomoku_tables;
	fill_three();
	fill_fives();
	fill_shapes();
	zobrist_fill(t->stone_key[0], 2 * GOMOKU_CELLS, 0x676f6d6f6b75);
	zobrist_fill(t->mover_key, 2, 0x6d6f766572);
	zobrist_fill(&t->black_key, 1, 0x626c61636b);
	zobrist_fill(t->stage_key, STAGES, 0x7374616765);
	for (int side = GOMOKU_SIDE_MIN; side <= GOMOKU_SIDE_MAX; side++)
		fill_board(&boards[side], side);
}

static pthread_once_t built = PTHREAD_ONCE_INIT;

const struct gomoku_rays *
gomoku_board(int side)
{
	pthread_once(&built, gomoku_build);
	return &boards[side];
}

/* ---- threats -------------------------------------------------------------------------- */

const uint16_t gomoku_shape_count[SHAPES] = {
	[SHAPE_OPEN_THREE] = COUNT_OPEN_THREE,
	[SHAPE_FOUR] = COUNT_FOUR,
	[SHAPE_OPEN_FOUR] = COUNT_OPEN_FOUR,
	[SHAPE_FIVE] = COUNT_FIVE,
};

const uint8_t gomoku_shape_worth[SHAPES] = { 0, 1, 2, 3, 8, 7, 20, 16, 40, 50 };

/* ---- near stones ---------------------------------------------------------------------- */

void
gomoku_near(const struct gomoku_variant *r, const struct gomoku *s,
	    uint32_t near[GOMOKU_SIDE_MAX], uint32_t taken[GOMOKU_SIDE_MAX])
{
	const int side = r->side;
	const uint32_t all = (UINT32_C(1) << side) - 1;
	uint32_t wide[GOMOKU_SIDE_MAX + 4] = { 0 };
	for (int row = 0; row < side; row++) {
		const int at = GOMOKU_FIRST + row * side;
		uint32_t black, white;
		memcpy(&black, s->line[0][BLACK] + at / 8, sizeof black);
		memcpy(&white, s->line[0][WHITE] + at / 8, sizeof white);
		const uint32_t w = (black | white) >> at % 8 & all;
		taken[row] = w;
		wide[row + 2] = w | w << 1 | w >> 1 | w << 2 | w >> 2;
	}
	for (int row = 0; row < side; row++)
		near[row] = (wide[row] | wide[row + 1] | wide[row + 2] | wide[row + 3] |
			     wide[row + 4]) &
			    all;
}
