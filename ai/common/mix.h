/*
 * mix.h - mixed strategies: drawing from one, and the table of root moves that shows it.
 */
#ifndef PLYSCOPE_AI_COMMON_MIX_H
#define PLYSCOPE_AI_COMMON_MIX_H

#include "src/core/joint.h"
#include "src/core/search.h"

/* An index drawn from probabilities p[n]. */
int mix_draw(const double *p, int n, struct rng *rng);
/* Sorts the root moves: `first` first (MOVE_NONE: no such move), the others by probability,
 * equal ones as they are; says that the order is the search's own. */
void mix_sort(struct snapshot *live, move first);

#define MIX_SLOTS_AT_ONCE 3000 /* values solved for a gauge: a few milliseconds */

/* The exact matrix of a position where both seats choose (nothing committed), when it is in
 * reach at once: from a file that `plyscope solve` wrote, or below MIX_SLOTS_AT_ONCE values
 * to be solved. False: it is not. */
bool mix_exact_matrix(const struct game *g, const struct state *root,
		      struct joint_matrix *m);
/* Points of seat 0 that the seat's mix loses against the best reply, with perfect play after
 * this choice. */
double mix_gap(const struct joint_matrix *m, int seat, const double *mix);

#endif
