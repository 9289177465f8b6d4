/*
 * leader.h - the leader, for the searches that turn against it.
 */
#ifndef PLYSCOPE_AI_DEPTH_FIRST_LEADER_H
#define PLYSCOPE_AI_DEPTH_FIRST_LEADER_H

#include "src/core/search.h"

/* The seat with the highest of value[seats], the lowest seat of several, leaving out
 * `except` (SEAT_NONE: none). */
static inline int
leader_of(const int32_t *value, int seats, int except)
{
	int best = SEAT_NONE;
	for (int i = 0; i < seats; i++)
		if (i != except && (best == SEAT_NONE || value[i] > value[best]))
			best = i;
	return best;
}

#endif
