/*
 * cfr.h - counterfactual regret minimisation on the public tree: what its files share.
 *
 * A decision has a number for each move and hand of the seat that moves there: the regret, beside
 * the strategy of this iteration and the sum that becomes the average strategy
 * (ai/common/public_mix.h).
 *
 * Memory: a node 56 bytes and its state, and 24 bytes for each move and hand; all from the arena.
 */
#ifndef PLYSCOPE_AI_CFR_CFR_H
#define PLYSCOPE_AI_CFR_CFR_H

#include "ai/common/public_mix.h"

enum cfr_variant { CFR_PLAIN, CFR_PLUS, CFR_LINEAR, CFR_DISCOUNTED };
enum cfr_updates { CFR_ALTERNATING, CFR_SIMULTANEOUS };

struct cfr {
	struct public_mix mix; /* first */
	double *regret;
	enum cfr_variant variant;
	enum cfr_updates updates;
	int64_t visited; /* nodes */
};

/* solve.c: one iteration for both seats. */
void cfr_iterate(struct cfr *c);

#endif
