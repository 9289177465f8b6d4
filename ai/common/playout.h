/*
 * playout.h - playouts: a simulation below the tree, by the game's policy or at random.
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

enum playout_chance { PLAYOUT_STOPS, PLAYOUT_DRAWS }; /* at a chance move */

/* Plays st to its settled end, for at most max plies, by the game's own loop when it has
 * one; returns the plies. */
int playout_run(struct search *s, struct state *st, int max, bool random,
		enum playout_chance chance);

#endif
