/*
 * mixed.h - mixed strategies: drawing a move from one, and the root moves in its order.
 */
#ifndef PLYSCOPE_AI_COMMON_MIXED_H
#define PLYSCOPE_AI_COMMON_MIXED_H

#include "src/core/search.h"

/* Sorts the root moves by probability, ties as they stand; the move `first` comes first
 * (MOVE_NONE: no such move). Marks the order as the search's own. */
void mixed_sort(struct snapshot *live, move first);
/* Draws the move that is played from the root's mix, by stream `index` of the seed, and puts the
 * rows in their order, that move first. A row without a probability weighs 1. */
void mixed_play(struct search *s, uint64_t index);
/* The order alone, while the search goes on. */
void mixed_order(struct search *s);

#endif
