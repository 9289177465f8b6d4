/*
 * minishogi.h - the state of a game, for boards that draw it and tests that check it.
 *
 * Cells. 0 to 24 from the upper left, row by row, as in SFEN: 0 is 5a, 4 is 1a, 24 is 1e. A set of
 * cells is a 32-bit word, a bit each. Seat 0 is Sente (Black, b in SFEN), who begins below and
 * moves up the board; seat 1 is Gote (White, w).
 *
 * A move is PROMOTE << 10 | FROM << 5 | TO. FROM 25 to 29 is a drop of a pawn, silver, gold,
 * bishop or rook from the hand.
 */
#ifndef PLYSCOPE_GAMES_MINISHOGI_H
#define PLYSCOPE_GAMES_MINISHOGI_H

#include "src/core/game.h"

#define MINISHOGI_SIDE	  5
#define MINISHOGI_CELLS	  25
#define MINISHOGI_HELD	  5   /* kinds that a hand may hold */
#define MINISHOGI_EACH	  2   /* pieces of a kind in the game */
#define MINISHOGI_EMPTY	  255 /* on the board: no piece */
#define MINISHOGI_PROMOTE ((move)1 << 10)
#define MINISHOGI_HALF	  10000 /* values in half a point, a draw */
#define MINISHOGI_NAME	  3	/* "5a" */

/* A promoted piece is its kind | PROMOTED. */
enum minishogi_kind { PAWN, SILVER, GOLD, BISHOP, ROOK, KING, MINISHOGI_KINDS };
#define PROMOTED 8

enum minishogi_end {
	MINISHOGI_RUNNING,
	MINISHOGI_MATE,	      /* the seat to move has no move */
	MINISHOGI_LENGTH,     /* max_turns: a draw */
	MINISHOGI_REPETITION, /* the fourth time the same position */
	MINISHOGI_PERPETUAL,  /* the same, one seat having given check with every move */
};

struct minishogi {
	uint64_t key;			 /* Zobrist: board, hands, mover */
	uint32_t of[2];			 /* pieces of a seat */
	uint32_t walks[MINISHOGI_KINDS]; /* pieces that move like a kind: a promoted pawn
					    * or silver like a gold; a promoted bishop or
					    * rook stays where it was */
	uint32_t promoted;		 /* bishops and rooks of walks[] that are */
	uint32_t checkers;		 /* pieces that give check to the mover */
	uint32_t at;			 /* plies since the first state known: past.h */
	uint16_t ply;			 /* plies since the start of the game */
	uint16_t checks[2]; /* that a seat gave with its last moves in a row */
	uint8_t mover, end; /* enum minishogi_end */
	int8_t winner;	    /* SEAT_NONE: a draw, or running */
	uint8_t times;	    /* this position was there before */
	uint8_t king[2];    /* cells */
	uint8_t hand[2][MINISHOGI_HELD]; /* how many of a kind */
	uint8_t from, to; /* of the last move as in its code; from = to: none */
	uint8_t board[MINISHOGI_CELLS]; /* kind | seat << 4, MINISHOGI_EMPTY */
};

extern const struct game_ops minishogi_game;

static inline const struct minishogi *
minishogi_state(const struct state *s)
{
	return (const struct minishogi *)s->bytes;
}

static inline int
minishogi_from(move m)
{
	return (int)(m >> 5 & 31);
}

static inline int
minishogi_to(move m)
{
	return (int)(m & 31);
}

static inline bool
minishogi_is_drop(move m)
{
	return minishogi_from(m) >= MINISHOGI_CELLS;
}

/* "5a" */
void minishogi_name(int cell, char out[MINISHOGI_NAME]);
/* Works out the key again from all it depends on; for tests and for reading a position. */
uint64_t minishogi_key(const struct minishogi *s);

#endif
