/*
 * playout.h - how many playouts: what counts as few, and when a search has made enough.
 */
#ifndef PLYSCOPE_AI_COMMON_PLAYOUT_H
#define PLYSCOPE_AI_COMMON_PLAYOUT_H

#include "src/core/search.h"

#define PLAYOUTS_FEW 30 /* a mean of fewer is marked as a small sample */

#define PLAYOUTS_MODEST 1000 /* of a search without any limit */

/* The simulations after which a search ends by itself, 0: never. */
static inline int64_t
playouts_limit(const struct search *s)
{
	const struct limits *l = &s->limits;
	const bool ends = l->sims > 0 || l->nodes > 0 || l->time_ms > 0;
	return ends || search_endless(s) ? l->sims : PLAYOUTS_MODEST;
}

#endif
