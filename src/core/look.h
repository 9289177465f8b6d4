/*
 * look.h - a read-only cursor over a PARKED search's tree, for the inspector.
 *
 * A node is named by an opaque reference that stays valid while the search is open and
 * does not run. Algorithms that keep a tree (uct) answer from it. Depth-first searches
 * keep none: they answer for the root from their report, and deeper levels by searching
 * the child again off the clock (deterministic: same state, options, seed).
 */
#ifndef PLYSCOPE_CORE_LOOK_H
#define PLYSCOPE_CORE_LOOK_H

#include "src/core/stats.h"

struct search;

typedef uint64_t look_ref; /* LOOK_ROOT is the root */
#define LOOK_ROOT  UINT64_MAX
#define LOOK_PROOF 160

struct look_node {
	look_ref ref;
	move m;
	int seat; /* who made the move */
	int64_t visits;
	double value[SEATS_MAX], win[SEATS_MAX];
	uint8_t status;		/* enum move_status */
	int8_t rule;		/* enum cut_rule, -1: not cut */
	bool inner;		/* has children to show */
	char proof[LOOK_PROOF]; /* why it was cut, with the numbers; empty */
};

struct look_ops {
	/* Children of a node in search order; at most max; returns the count. */
	int (*children)(struct search *s, look_ref node, struct look_node *out, int max);
};

#endif
