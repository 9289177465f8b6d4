/*
 * abalone.h - the state of a game, for boards that draw it and tests that check it.
 *
 * Cells. Rows A (bottom) to I, columns 1 to 9 along the diagonals, as in Aba-Pro: A1-A5,
 * B1-B6 ... E1-E9, F2-F9 ... I5-I9. A cell is its bit in a 64-bit word: column - 1 + 13 row
 * modulo 61. Hexagons of 61 cells tile the plane, so these are exactly the numbers 0 to 60,
 * no row is torn apart, and a step in any direction is one rotation of 61 bits.
 *
 * Moves are WAY << 6 | CELL. Ways 0 to 5: in line in that direction, CELL is the rearmost
 * marble; how many go and what they push follows from the board. Ways 6 to 29: sideways,
 * CELL is the first of two or three marbles along an axis (abalone_ways).
 */
#ifndef PLYSCOPE_GAMES_ABALONE_H
#define PLYSCOPE_GAMES_ABALONE_H

#include "games/common/ranked.h"
#include "src/core/game.h"

#define ABALONE_CELLS  61
#define ABALONE_SEATS  3
#define ABALONE_DIRS   6 /* right, down right, down left, left, up left, up right */
#define ABALONE_ROWS   9
#define ABALONE_WAYS   30
#define ABALONE_NONE   255
#define ABALONE_BOARD  ((UINT64_C(1) << ABALONE_CELLS) - 1)
#define ABALONE_HALF   10000 /* values in half a point, a draw */
#define ABALONE_MARBLE 10000 /* values in a point with score=marbles */
#define ABALONE_NAME   3     /* "A1" */
#define ABALONE_PASS   ((move)ABALONE_WAYS << 6)

struct abalone {
	uint64_t marbles[ABALONE_SEATS];
	uint64_t key;		   /* Zobrist: marbles, marbles pushed off, mover */
	uint64_t vacated, entered; /* by the marbles of the last mover; 0 none */
	uint16_t ply;
	uint8_t mover, end; /* enum ranked_end */
	int8_t winner;	    /* RANKED_WON, else SEAT_NONE */
	int8_t last_seat; /* who made the last move, SEAT_NONE; SEAT_NONE after a pass */
	uint8_t ejected[ABALONE_SEATS]; /* marbles of others that a seat has pushed off */
	uint32_t recent[RANKED_RECENT]; /* ranked_note() */
};

/* A way to move: how many marbles lie along `axis` from the cell (0: in line, found on the
 * board) and the direction in which they go. */
struct abalone_way {
	uint8_t axis, count, dir;
};

/* A move on a board: the marbles that go, in order from the rear (in line) or along the
 * axis, and what is pushed. */
struct abalone_move {
	int dir, count, pushed;
	bool in_line, ejects;
	uint8_t cells[3];
	uint64_t group; /* the same as a set */
	int target;	/* the cell that the marble farthest in `dir` enters */
};

extern const struct game_ops abalone_game;
extern const struct abalone_way abalone_ways[ABALONE_WAYS];

static inline const struct abalone *
abalone_state(const struct state *s)
{
	return (const struct abalone *)s->bytes;
}

static inline int
abalone_way(move m)
{
	return (int)(m >> 6);
}

static inline int
abalone_cell(move m)
{
	return (int)(m & 63);
}

/* The cell of a row (0 is A) and a column (from 1), or ABALONE_NONE. */
int abalone_cell_at(int row, int column);
int abalone_row(int cell);
int abalone_column(int cell);
/* The neighbour in a direction, or ABALONE_NONE. */
int abalone_step(int cell, int dir);
void abalone_name(int cell, char out[ABALONE_NAME]);
/* Whose marble is on a cell, or SEAT_NONE. */
int abalone_at(const struct game *g, const struct state *s, int cell);
/* Marbles to push off for a win, and how many a seat starts with. */
int abalone_goal(const struct game *g);
int abalone_marbles(const struct game *g);
/* Describes a legal move of a seat that is no pass. */
struct abalone_move abalone_describe(const struct game *g, const struct state *s,
				     int seat, move m);
/* Works out the key again from all it depends on; for tests and for reading a position. */
uint64_t abalone_key(const struct game *g, const struct state *s);

#endif
