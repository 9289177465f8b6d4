/*
 * mixed.h - mixed strategies: drawing a move from one, and the root moves in its order.
 */
#ifndef PLYSCOPE_AI_COMMON_MIXED_H
#define PLYSCOPE_AI_COMMON_MIXED_H

#include "src/core/search.h"

/* An index drawn by the probabilities p[n]. */
int mixed_draw(const double *p, int n, struct rng *rng);
/* Sorts the root moves by probability, ties as they stand; the move `first` comes first
 * (MOVE_NONE: no such move). Marks the order as the search's own. */
void mixed_sort(struct snapshot *live, move first);

#endif
