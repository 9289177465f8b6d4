/*
 * board.c - the hexagon of Abalone: neighbours, rings, the ways to move, hash keys.
 *
 * Memory: one table, filled once.
 */
#include "games/abalone/rules.h"

#include "games/common/zobrist.h"

#include <pthread.h>
#include <string.h>

struct abalone_tables abalone_tables;

const struct abalone_way abalone_ways[ABALONE_WAYS] = {
	{ RIGHT, 0, RIGHT },	      { DOWN_RIGHT, 0, DOWN_RIGHT },
	{ DOWN_LEFT, 0, DOWN_LEFT },  { RIGHT, 0, LEFT },
	{ DOWN_RIGHT, 0, UP_LEFT },   { DOWN_LEFT, 0, UP_RIGHT },
	{ RIGHT, 2, DOWN_RIGHT },     { RIGHT, 3, DOWN_RIGHT },
	{ RIGHT, 2, DOWN_LEFT },      { RIGHT, 3, DOWN_LEFT },
	{ RIGHT, 2, UP_LEFT },	      { RIGHT, 3, UP_LEFT },
	{ RIGHT, 2, UP_RIGHT },	      { RIGHT, 3, UP_RIGHT },
	{ DOWN_RIGHT, 2, RIGHT },     { DOWN_RIGHT, 3, RIGHT },
	{ DOWN_RIGHT, 2, DOWN_LEFT }, { DOWN_RIGHT, 3, DOWN_LEFT },
	{ DOWN_RIGHT, 2, LEFT },      { DOWN_RIGHT, 3, LEFT },
	{ DOWN_RIGHT, 2, UP_RIGHT },  { DOWN_RIGHT, 3, UP_RIGHT },
	{ DOWN_LEFT, 2, RIGHT },      { DOWN_LEFT, 3, RIGHT },
	{ DOWN_LEFT, 2, DOWN_RIGHT }, { DOWN_LEFT, 3, DOWN_RIGHT },
	{ DOWN_LEFT, 2, LEFT },	      { DOWN_LEFT, 3, LEFT },
	{ DOWN_LEFT, 2, UP_LEFT },    { DOWN_LEFT, 3, UP_LEFT },
};

int
abalone_cell_at(int row, int column)
{
	if (row < 0 || row >= ABALONE_ROWS || column < 1 || column > ABALONE_ROWS ||
	    row - column > 3 || column - row > 5)
		return ABALONE_NONE;
	return (column - 1 + 13 * row) % ABALONE_CELLS;
}

int
abalone_centre_distance(int row, int column)
{
	int r = row - 4, c = column - 5, d = r - c;
	r = r < 0 ? -r : r;
	c = c < 0 ? -c : c;
	d = d < 0 ? -d : d;
	return (r + c + d) / 2;
}

static void
build_cell(int row, int column)
{
	static const int8_t rows[ABALONE_DIRS] = { 0, -1, -1, 0, 1, 1 };
	static const int8_t columns[ABALONE_DIRS] = { 1, 0, -1, -1, 0, 1 };
	int cell = abalone_cell_at(row, column);
	if (cell == ABALONE_NONE)
		return;
	abalone_tables.row[cell] = (uint8_t)row;
	abalone_tables.column[cell] = (uint8_t)column;
	abalone_tables.distance[cell] = (uint8_t)abalone_centre_distance(row, column);
	abalone_tables.ring[abalone_tables.distance[cell]] |= BIT(cell);
	for (int d = 0; d < ABALONE_DIRS; d++) {
		int next = abalone_cell_at(row + rows[d], column + columns[d]);
		abalone_tables.step[d][cell] = (uint8_t)next;
		if (next != ABALONE_NONE)
			abalone_tables.has[d] |= BIT(cell);
	}
}

static void
abalone_board_build(void)
{
	memset(abalone_tables.step, ABALONE_NONE, sizeof abalone_tables.step);
	for (int row = 0; row < ABALONE_ROWS; row++)
		for (int column = 1; column <= ABALONE_ROWS; column++)
			build_cell(row, column);
	zobrist_fill(abalone_tables.key[0], ABALONE_SEATS * 64, 0x6162616c6f6e65);
	zobrist_fill(abalone_tables.mover_key, ABALONE_SEATS, 0x6d6172626c65);
	zobrist_fill(abalone_tables.ejected_key[0], ABALONE_SEATS * (EJECT_MAX + 1),
		     0x656a656374);
}

static pthread_once_t built = PTHREAD_ONCE_INIT;

void
abalone_build(void)
{
	pthread_once(&built, abalone_board_build);
}

int
abalone_row(int cell)
{
	return abalone_tables.row[cell];
}

int
abalone_column(int cell)
{
	return abalone_tables.column[cell];
}

int
abalone_step(int cell, int dir)
{
	return abalone_tables.step[dir][cell];
}

int
abalone_row_first(int row)
{
	return row > 4 ? row - 3 : 1;
}

int
abalone_row_width(int row)
{
	return row > 4 ? 13 - row : row + 5;
}
