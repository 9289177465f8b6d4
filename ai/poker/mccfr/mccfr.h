/*
 * mccfr.h - Monte Carlo counterfactual regret minimisation on the public tree: what its files
 * share.
 *
 * Source: Lanctot, Waugh, Zinkevich and Bowling 2009 (external and outcome sampling).
 *
 * Regrets and counts are whole numbers, regrets in 1/unit of a point: sums do not depend on their
 * order. A batch of traversals is made with the strategy it began with; each traversal draws from
 * its own numbers, and its additions wait until the batch is over. So any number of threads makes
 * the same tables.
 *
 * Memory: for each move and hand 32 bytes in the tables and 17 for each thread.
 */
#ifndef PLYSCOPE_AI_POKER_MCCFR_MCCFR_H
#define PLYSCOPE_AI_POKER_MCCFR_MCCFR_H

#include "ai/poker/tree/public_search.h"

#include <assert.h>

#define MCCFR_FLOOR \
	INT64_C(-310000000)	  /* regrets sink no deeper; Brown and Sandholm 2019 */
#define MCCFR_LARGEST	(1 << 14) /* the largest value at an end, in units */
#define MCCFR_COUNT	256	  /* what a visit adds to the average */
#define MCCFR_MOVE_BITS 12	  /* of a count of moves */

static_assert(MOVES_MAX < 1 << MCCFR_MOVE_BITS, "every count of moves fits");

enum mccfr_sampling { MCCFR_EXTERNAL, MCCFR_OUTCOME };

/* The gatherings of one thread in a batch. */
struct mccfr_part {
	int64_t *regret, *sum; /* as the tables */
	uint8_t *met; /* 1: at the first number of an information set that was visited */
	uint64_t *list; /* those sets: first number << MCCFR_MOVE_BITS | moves */
	int64_t listed, visited;
};

struct mccfr {
	struct public_mix mix; /* first; its tables are filled by mccfr_publish() */
	int64_t *regret, *sum; /* of a decision and hand its moves side by side */
	size_t numbers, sets;
	double unit; /* of regrets, in a point */
	enum mccfr_sampling sampling;
	int64_t batch; /* iterations */
	uint64_t seed;
	int threads;
	struct mccfr_part *part; /* [threads] */
	int64_t visited;
};

/* Reads the options that decide the result. */
void mccfr_set(struct mccfr *c, const struct options *o, uint64_t seed);
/* Tables for a tree that is built, from the arena: nothing learned. False: no memory. */
bool mccfr_open(struct mccfr *c, struct arena *arena);
/* So many iterations, each a traversal for either seat, in batches, the last of which may be cut
 * short. */
void mccfr_iterate(struct mccfr *c, int64_t iterations);
/* Writes the result into the mixes of `mix`. */
void mccfr_publish(struct mccfr *c);

/* The place of a hand's numbers at a decision. */
static inline size_t
mccfr_at(const struct mccfr *c, const struct public_node *n, int hand)
{
	return (size_t)n->table * (size_t)c->mix.tree.hands +
	       (size_t)hand * (size_t)n->children;
}

#endif
