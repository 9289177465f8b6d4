/*
 * misfit.h - which games the poker searches can play: search_ops.misfit of several.
 *
 * Each returns true, and one sentence in out, where the search called `key` cannot play the game.
 */
#ifndef PLYSCOPE_AI_POKER_MISFIT_H
#define PLYSCOPE_AI_POKER_MISFIT_H

#include "src/core/game.h"

/* For a search of the public tree, or of the rest of a hand by its deck. */
bool misfit_rest(const char *key, const struct game *g, char *out, int size);
/* For a search of the public tree, or of a whole hand whose board is dealt at once. */
bool misfit_whole(const char *key, const struct game *g, char *out, int size);
/* For a trained strategy: of a public tree, or of buckets. */
bool misfit_trained(const char *key, const struct game *g, char *out, int size);

#endif
