/* misfit.c - which games the poker searches can play. See misfit.h. */
#include "ai/poker/misfit.h"

#include "src/core/public.h"

#include <stdio.h>

static bool
is_neither(const char *key, const char *does, const struct game *g, char *out, int size)
{
	snprintf(out, (size_t)size,
		 "%s %s poker, and trees of two seats with information sets and a sum of "
		 "0: this %s is neither",
		 key, does, g->ops->title);
	return true;
}

bool
misfit_rest(const char *key, const struct game *g, char *out, int size)
{
	const struct public_ops *p = g->ops->public;
	if (game_public(g) != NULL || (p != NULL && p->deck != NULL))
		return false;
	return is_neither(key, "solves", g, out, size);
}

bool
misfit_whole(const char *key, const struct game *g, char *out, int size)
{
	if (game_unlisted(g) && !game_deals_board(g)) {
		snprintf(out, (size_t)size,
			 "%s solves whole hands, and those of %s have too many boards: "
			 "take cfr, or rounds=2",
			 key, g->ops->title);
		return true;
	}
	if (game_unlisted(g) || game_public(g) != NULL)
		return false;
	return is_neither(key, "solves", g, out, size);
}

bool
misfit_trained(const char *key, const struct game *g, char *out, int size)
{
	const struct public_ops *p = g->ops->public;
	if (game_public(g) != NULL || (p != NULL && p->buckets != NULL))
		return false;
	return is_neither(key, "plays", g, out, size);
}
