/*
 * strategy.h - who leads, for the searches that turn against the leader.
 */
#ifndef PLYSCOPE_AI_COMMON_STRATEGY_H
#define PLYSCOPE_AI_COMMON_STRATEGY_H

#include "src/core/search.h"

/* The seat with the highest of value[seats], the lowest seat of several; never `not`
 * (SEAT_NONE: any may lead). */
static inline int
strategy_leader(const int32_t *value, int seats, int not )
{
	int best = SEAT_NONE;
	for (int i = 0; i < seats; i++)
		if (i != not &&(best == SEAT_NONE || value[i] > value[best]))
			best = i;
	return best;
}

#endif
