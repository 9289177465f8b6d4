/*
 * playout.h - how a simulation goes on below the tree: to its end, by the game's policy or at
 * random.
 */
#ifndef PLYSCOPE_AI_COMMON_PLAYOUT_H
#define PLYSCOPE_AI_COMMON_PLAYOUT_H

#include "src/core/search.h"

#define PLAYOUTS_FEW 30 /* below it a mean is marked as a small sample */

enum playout_chance { PLAYOUT_STOPS, PLAYOUT_DRAWS }; /* where chance moves */

/* Plays st on to its settled end or the cut-off, at most max plies, by the game's own loop when
 * it has one; returns the plies. */
int playout_run(struct search *s, struct state *st, int max, bool random,
		enum playout_chance chance);

#endif
