/*
 * mixed.h - mixed strategies: drawing a move from one, and the root moves in its order.
 */
#ifndef PLYSCOPE_AI_COMMON_MIXED_H
#define PLYSCOPE_AI_COMMON_MIXED_H

#include "src/core/search.h"
#include "src/core/strategy.h"

/* Percent; of 100 only the likeliest move is left ("purification"). */
#define MIXED_OPTION_THRESHOLD \
	{ \
		.key = "threshold", .kind = OPTION_REAL, .deflt = "0", .min = 0, \
		.max = 100, .unit = "%", \
		.help = "moves that the mix has less often are never made; 100: only " \
			"the likeliest is" \
	}

/* Leaves out what a mix has less often than `least`, 0..1, but for the likeliest, the first of
 * equals; the rest grows to the same sum, which may be any. The n weights are `stride` apart.
 * Ganzfried, Sandholm and Waugh 2012, "Strategy purification and thresholding". */
void mixed_threshold(double *p, int n, int stride, double least);
/* The same of every hand. */
void mixed_threshold_hands(struct strategy_mixes *x, double least);
/* Sorts the root moves by probability, ties as they stand; the move `first` comes first
 * (MOVE_NONE: no such move). Marks the order as the search's own. */
void mixed_sort(struct snapshot *live, move first);
/* Draws the move that is played from the root's mix, by stream `index` of the seed, and puts the
 * rows in their order, that move first. A row without a probability weighs 1. */
void mixed_play(struct search *s, uint64_t index);
/* The order alone, while the search goes on. */
void mixed_order(struct search *s);

#endif
