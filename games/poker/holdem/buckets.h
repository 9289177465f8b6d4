/*
 * buckets.h - the buckets of hold'em's hands as a trained table keeps them (buckets.c).
 */
#ifndef PLYSCOPE_GAMES_POKER_HOLDEM_BUCKETS_H
#define PLYSCOPE_GAMES_POKER_HOLDEM_BUCKETS_H

#include "games/poker/holdem/boards.h"
#include "games/poker/holdem/rules.h"

#define BUCKETS_MOST 4096 /* of a round */
#define FLOP_PAIRS   1176 /* hands beside a flop */

/* How the features of a round become buckets. */
struct cuts {
	uint16_t means, spreads; /* parts by mean, and parts of each by spread */
	/* Of parts from the second on: what they begin with. */
	uint16_t mean[BUCKETS_MOST];
	uint16_t spread[BUCKETS_MOST]; /* [part by mean * spreads + part by spread] */
};

/* Part of a trained file: its layout is fixed. */
struct bucket_lookup {
	uint16_t count[BUCKET_ROUNDS];
	struct cuts cuts[2]; /* flop, turn */
	uint16_t river[HOLDEM_SHARES + 1];
	uint16_t flop[HOLDEM_FLOPS * FLOP_PAIRS];
};

#endif
