/*
 * chinese_checkers.h - the state of a game, for boards that draw it and tests that check it.
 *
 * A move is (from, to): a step, or a chain of hops of which only the ends matter.
 */
#ifndef PLYSCOPE_GAMES_CHINESE_CHECKERS_H
#define PLYSCOPE_GAMES_CHINESE_CHECKERS_H

#include "games/common/hexgrid.h"
#include "games/common/ranked.h"
#include "src/core/game.h"

#define CC_PEGS_MAX 15
#define CC_HALF	    10000 /* values in half a point, a draw */
#define CC_STEP	    10000 /* values in a point with score=steps */
#define CC_PASS	    ((move)0x7f7f)

struct chinese_checkers {
	struct hexset pegs[SEATS_MAX];
	struct hexset all;		/* pegs of every seat */
	uint64_t lattice[HEX_LATTICES]; /* the same, as lattice words */
	uint64_t key;			/* Zobrist: pegs and mover */
	int16_t steps[SEATS_MAX];	/* remaining distance */
	int16_t effort[SEATS_MAX];	/* the same with the evaluation's weights */
	uint8_t rear[SEATS_MAX];	/* steps to the tip of the last peg */
	uint16_t ply;
	uint8_t mover, end; /* enum ranked_end; RANKED_WON: a target camp is filled */
	int8_t winner;	    /* RANKED_WON, else SEAT_NONE */
	int8_t last_seat; /* who made the last move, SEAT_NONE; SEAT_NONE after a pass */
	uint8_t last_from, last_to;
	uint32_t recent[RANKED_RECENT]; /* ranked_note() */
};

extern const struct game_ops chinese_checkers_game;

static inline const struct chinese_checkers *
chinese_checkers_state(const struct state *s)
{
	return (const struct chinese_checkers *)s->bytes;
}

static inline int
chinese_checkers_from(move m)
{
	return (int)(m >> 8);
}

static inline int
chinese_checkers_to(move m)
{
	return (int)(m & 255);
}

/* The board of this variant. */
const struct hexgrid *chinese_checkers_grid(const struct game *g);
/* Whose peg is on a cell, or SEAT_NONE. */
int chinese_checkers_at(const struct game *g, const struct state *s, int cell);
/* A shortest way of a legal move, both ends included, into cells[HEX_CELLS]; returns the
 * number of cells, 0 when there is no such way. Two cells: a step or a single hop. */
int chinese_checkers_path(const struct game *g, const struct state *s, move m,
			  uint8_t *cells);
/* The way of the last move made, in the same form; 0 when there is none. */
int chinese_checkers_last_path(const struct game *g, const struct state *s,
			       uint8_t *cells);
/* Works out again what play() keeps incrementally (board words, key, distances), from the
 * pegs and the mover; for tests and for reading a position. */
void chinese_checkers_recompute(const struct game *g, struct state *s);

#endif
