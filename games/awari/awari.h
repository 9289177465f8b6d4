/*
 * awari.h - the state of a game, for boards that draw it and tests that check it.
 *
 * Houses are numbered in the direction of sowing: 0 to 5 are South's A to F, from the left as
 * South sees them, 6 to 11 North's a to f. A row is a word with a byte for each house, the
 * first in the lowest. A move is the number of its house.
 */
#ifndef PLYSCOPE_GAMES_AWARI_H
#define PLYSCOPE_GAMES_AWARI_H

#include "src/core/game.h"

#define AWARI_SEATS  2
#define AWARI_ROW    6 /* houses of a seat */
#define AWARI_HOUSES 12
#define AWARI_SEEDS  48
#define AWARI_HALF   10000		  /* values in half a point, a draw */
#define AWARI_SEED   10000		  /* values in a point with score=seeds */
#define AWARI_PASS   ((move)AWARI_HOUSES) /* rules=paper: a seat without a move */

enum awari_end {
	AWARI_RUNNING,
	AWARI_MAJORITY,	  /* a seat has more than half of the seeds */
	AWARI_NO_MOVE,	  /* the seat to move has none */
	AWARI_SINGLES,	  /* paper: no house has more than one seed */
	AWARI_STUCK,	  /* paper: neither seat has a move */
	AWARI_REPETITION, /* the third time the same position */
	AWARI_LENGTH,	  /* max_turns */
};

struct awari {
	uint64_t row[AWARI_SEATS];
	uint16_t ply, since;	    /* plies made; the ply after the last capture */
	uint8_t store[AWARI_SEATS]; /* seeds captured */
	uint8_t mover, end;	    /* enum awari_end */
	uint8_t again;		    /* since then a position came a second time */
	int8_t last;		    /* the house of the last move, -1: none or a pass */
	uint8_t sown, taken;	    /* seeds that it sowed and captured */
};

extern const struct game_ops awari_game;

struct endgame;
/* The user's table; it may be empty. */
const struct endgame *awari_table_of(const struct game *g);

static inline const struct awari *
awari_state(const struct state *s)
{
	return (const struct awari *)s->bytes;
}

static inline int
awari_seeds_in(const struct awari *s, int house)
{
	return (int)(s->row[house / AWARI_ROW] >> 8 * (house % AWARI_ROW) & 0xff);
}

/* Seeds in the six houses of a row. */
static inline int
awari_row_seeds(uint64_t row)
{
	return (int)(row * UINT64_C(0x0101010101010101) >> 56);
}

#endif
