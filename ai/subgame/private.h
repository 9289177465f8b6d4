/* private.h - what the files of a subgame share. */
#ifndef PLYSCOPE_AI_SUBGAME_PRIVATE_H
#define PLYSCOPE_AI_SUBGAME_PRIVATE_H

#include "ai/subgame/subgame.h"

/* Numbers of a row that are worked on at once; rows of others than a walk may lie anywhere. */
typedef float subgame_lanes __attribute__((vector_size(4 * SUBGAME_LANES), aligned(4)));
typedef int32_t subgame_mask __attribute__((vector_size(4 * SUBGAME_LANES), aligned(4)));

static inline subgame_lanes *
subgame_row(float *row)
{
	return (subgame_lanes *)(void *)row;
}

static inline const subgame_lanes *
subgame_row_const(const float *row)
{
	return (const subgame_lanes *)(const void *)row;
}

/* What a mask selects, else 0. */
static inline subgame_lanes
subgame_where(subgame_mask m, subgame_lanes x)
{
	return (subgame_lanes)((subgame_mask)x & m);
}

/* Rows of a walk, as wide as its list, taken and given back like a stack. */
static inline float *
subgame_take(struct subgame *s, int rows, int stride)
{
	float *at = s->work;
	s->work += rows * stride;
	return at;
}

#endif
