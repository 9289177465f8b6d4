/*
 * tron.h - Tron: heads that move at the same time and leave walls behind.
 *
 * A grid of width x height cells, some of them obstacles (map=). Every head takes a step north,
 * east, south or west, all at once; the cell it left is a wall from then on. A head that enters
 * a wall or an obstacle or leaves the grid has crashed, and so have two that enter one cell
 * together. Walls of the crashed stay. The last one alive has won; those who crash together
 * as the last ones share the win, 1 / w each.
 *
 * Moves. A step is TRON_NORTH .. TRON_WEST. Steps that must crash are not offered while there
 * is another: they are never better (every other step lives at least as long against the same
 * steps of the others). A head without a free neighbour has one move, north.
 *
 * Hidden is only the step committed by a seat that waits for the others: redact() keeps that it
 * has committed and forgets which (commit.h).
 *
 * Values. Unit TRON_UNIT, the sum is 1. evaluate before the end: see rules.c.
 * Points of a match: 1 for a win, 1 / w for a shared one, 0.
 *
 * Cells are 16 * row + column with row 0 at the top; as text a column letter and a row number
 * from the bottom, a1 .. o15. Position text: where each head began and its steps so far, as
 * in `c7:NNE,k7:SSW`, and `|steps=E,?` for committed steps by seat: a step, one that is not
 * known, `-` for none.
 */
#ifndef PLYSCOPE_GAMES_TRON_H
#define PLYSCOPE_GAMES_TRON_H

#include "games/common/commit.h"
#include "src/core/game.h"

#define TRON_SEATS    4
#define TRON_SIDE     15 /* columns and rows, at most */
#define TRON_SIDE_MIN 4
#define TRON_ROUNDS   112 /* two heads fill 225 cells in so many */
#define TRON_UNIT     1200

enum tron_step { TRON_NORTH, TRON_EAST, TRON_SOUTH, TRON_WEST, TRON_STEPS };
enum tron_map { TRON_EMPTY, TRON_PILLARS, TRON_WALL, TRON_CROSS };

/* Cells by row: bit x of row y. The last row is empty, so that 32 bytes are the grid. */
struct tron_rows {
	uint16_t row[TRON_SIDE + 1];
};

/* g->parsed */
struct tron_variant {
	uint8_t width, height, map, seats;
	uint8_t start[TRON_SEATS]; /* cells */
	struct tron_rows floor;	   /* cells that are no obstacles */
};

struct tron {
	struct commits steps;
	uint8_t alive;	       /* seats */
	uint8_t winners;       /* seats, when the game is over */
	uint8_t rounds;	       /* played */
	struct tron_rows open; /* cells that can be entered */
	uint8_t head[TRON_SEATS], start[TRON_SEATS];
	uint8_t lived[TRON_SEATS]; /* rounds a seat has taken part in, its crash too */
	uint8_t past[TRON_ROUNDS]; /* the steps of a round, two bits for each seat */
};

static inline const struct tron *
tron_of(const struct state *s)
{
	return (const struct tron *)(const void *)s->bytes;
}

static inline const struct tron_variant *
tron_variant(const struct game *g)
{
	return (const struct tron_variant *)(const void *)g->parsed;
}

static inline int
tron_cell(int x, int y)
{
	return 16 * y + x;
}

static inline int
tron_x(int cell)
{
	return cell & 15;
}

static inline int
tron_y(int cell)
{
	return cell >> 4;
}

static inline bool
tron_has(const struct tron_rows *rows, int x, int y)
{
	return rows->row[y] >> x & 1;
}

/* The cell of a step; false: off the grid. */
static inline bool
tron_target(const struct tron_variant *r, int cell, int step, int *x, int *y)
{
	static const int8_t dx[TRON_STEPS] = { 0, 1, 0, -1 },
			    dy[TRON_STEPS] = { -1, 0, 1, 0 };
	*x = tron_x(cell) + dx[step];
	*y = tron_y(cell) + dy[step];
	return *x >= 0 && *x < r->width && *y >= 0 && *y < r->height;
}

/* The step of a seat in a round that it took part in. */
static inline int
tron_past(const struct tron *s, int round, int seat)
{
	return s->past[round] >> 2 * seat & 3;
}

extern const struct game_ops tron_game;

#endif
