/*
 * cfr.h - counterfactual regret minimisation on the public tree: what its files share.
 *
 * A decision has a number for each move and hand of the seat that moves there: the regret, beside
 * the strategy of this iteration and the sum that becomes the average strategy
 * (src/core/public_mix.h).
 *
 * Memory: the tree (src/core/public_tree.h), and 24 bytes for each move and hand; all from the
 * arena.
 */
#ifndef PLYSCOPE_AI_POKER_CFR_CFR_H
#define PLYSCOPE_AI_POKER_CFR_CFR_H

#include "ai/poker/tree/public_search.h"
#include "ai/poker/tree/regret.h"

/* Where a walk ends early; NULL in struct cfr: nowhere. */
struct cfr_leaves {
	const uint32_t *at; /* of each node: not 0 at a leaf */
	/* Adds the counterfactual value of every hand of a seat at a leaf, a node, to value, which
	 * is 0. */
	void (*value)(void *self, uint32_t at, int seat, const struct regret_weights *u,
		      const double *own, const double *other, double *value);
	void (*done)(void *self, int seat); /* a walk for a seat is over */
	void *self;
};

/* The start of a walk. */
struct cfr_start {
	double *reach[2]; /* rows: of either seat's hands at node 0 */
	/* The values of a seat's hands there, after its walk; may change the reach. */
	void (*done)(void *self, int seat, const double *value);
	void *self;
};

struct cfr {
	struct public_mix mix; /* first */
	double *regret;
	enum regret_variant variant;
	int64_t visited; /* nodes */
	const struct cfr_leaves *leaves;
	const struct cfr_start *start; /* NULL: both seats hold any hand */
	const bool
		*fixed; /* of each node: its strategy stays as it is; NULL: none does */
};

/* solve.c */

/* Takes the variant from the options. */
void cfr_set(struct cfr *c, const struct options *o);
/* Tables for a tree that is built, nothing learned; false: no memory. */
bool cfr_take(struct cfr *c, struct arena *arena);
/* Forgets what was learned. */
void cfr_reset(struct cfr *c);
/* One iteration for both seats. */
void cfr_iterate(struct cfr *c);

#endif
