/*
 * lines_of_action.h - the state of a game, for tests that check it.
 *
 * Squares, moves and passes as in games/common/squares.h.
 */
#ifndef PLYSCOPE_GAMES_LINES_OF_ACTION_H
#define PLYSCOPE_GAMES_LINES_OF_ACTION_H

#include "games/common/squares.h"

#define LINES_OF_ACTION_UNIT 10000 /* values in a point */

struct lines_of_action {
	uint64_t men[2]; /* Black, White */
	uint16_t ply;
	uint16_t since;	    /* the ply after the last man was taken */
	uint8_t mover, end; /* enum ranked_end */
	uint8_t times;	    /* how often the position was there before */
	int8_t winner;	    /* RANKED_WON, else SEAT_NONE */
	int8_t from, to;    /* of the last move, SQUARES_NONE */
};

extern const struct game_ops lines_of_action_game;

static inline const struct lines_of_action *
lines_of_action_state(const struct state *s)
{
	return (const struct lines_of_action *)s->bytes;
}

/* All of a seat's men hang together, diagonally too. */
bool lines_of_action_connected(uint64_t men);

#endif
