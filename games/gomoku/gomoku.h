/*
 * gomoku.h - the state of a game, for tests that check it.
 *
 * Cells are numbered row by row from the top left corner. A move is a cell; with opening=swap2
 * there are three more, of a seat that chooses its colour.
 *
 * Stones are kept four times, once for each direction of a line: bit GOMOKU_FIRST + k of
 * line[d][colour] is place k, where places run along one line of direction d after the other.
 * So what stands around a cell on a line are neighbouring bits, read by one unaligned load.
 */
#ifndef PLYSCOPE_GAMES_GOMOKU_H
#define PLYSCOPE_GAMES_GOMOKU_H

#include "src/core/game.h"

#define GOMOKU_SIDE_MIN 9
#define GOMOKU_SIDE_MAX 19
#define GOMOKU_CELLS	(GOMOKU_SIDE_MAX * GOMOKU_SIDE_MAX)
#define GOMOKU_DIRS	4 /* along a row, a column, and the two diagonals */
#define GOMOKU_FIRST	8 /* bits before the first place */
#define GOMOKU_BYTES	52
#define GOMOKU_HALF	10000 /* values in half a point, a draw */
#define GOMOKU_NONE	UINT16_MAX

enum gomoku_colour { BLACK, WHITE };

/* The kind of move of the seat to move. Those before PLAY are of opening=swap2. */
enum gomoku_stage {
	STAGE_PLAY,   /* puts a stone of its colour */
	STAGE_PUT,    /* the first seat: black, white, black */
	STAGE_CHOOSE, /* the second: a colour, or to put two more */
	STAGE_MORE,   /* the second: white, black */
	STAGE_PICK,   /* the first: a colour */
	STAGES
};

enum gomoku_end { END_NONE, END_FIVE, END_FULL };

/* The moves of STAGE_CHOOSE and STAGE_PICK. */
enum { GOMOKU_TAKE_BLACK = GOMOKU_CELLS, GOMOKU_TAKE_WHITE, GOMOKU_PUT_TWO };

struct gomoku {
	uint8_t line[GOMOKU_DIRS][2][GOMOKU_BYTES];
	uint64_t key; /* Zobrist: all but `last` and what follows from the rest */
	/* Five cells in a row without a stone of the other colour, by the stones of the
	 * colour there; all 0 when the game is over. */
	uint16_t live[2][6];
	uint16_t stones;
	uint16_t last; /* cell of the last stone; GOMOKU_NONE */
	uint8_t turn;  /* colour of the next stone */
	uint8_t mover, stage, end;
	uint8_t black; /* the seat with the black stones */
	int8_t winner; /* seat, SEAT_NONE */
	bool four;     /* the last stone threatens to be one of five */
};

extern const struct game_ops gomoku_game;

static inline const struct gomoku *
gomoku_state(const struct state *s)
{
	return (const struct gomoku *)(const void *)s->bytes;
}

int gomoku_side(const struct game *g);
/* Whose stone is on a cell, a colour; SEAT_NONE. */
int gomoku_at(const struct game *g, const struct state *s, int cell);
/* Works out again what play() keeps up: key and live; for tests and for reading a position. */
uint64_t gomoku_key(const struct game *g, const struct state *s);
void gomoku_count_live(const struct game *g, const struct state *s, uint16_t live[2][6]);

#endif
