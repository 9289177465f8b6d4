/* equities.c - see equities.h. */
#include "games/poker/holdem/equities.h"

#include "games/poker/holdem/rules.h"
#include "src/base/asset.h"
#include "src/base/pack.h"

#define PAIRS (POKER_CLASSES * (POKER_CLASSES - 1) / 2)

static const struct pack_kind kind = { "PLYEQUIT", 1, 1, "a table of equities",
				       "counted" };

struct equities {
	float won[PAIRS];
};

static bool
read_pairs(struct equities *e)
{
	struct status st = { 0 };
	struct pack p;
	char path[4096];
	if (!asset_find(HOLDEM_EQUITIES, path, sizeof path) ||
	    !pack_map(&p, &kind, "holdem", path, &st))
		return false;
	const bool ok = p.layers == 1 && pack_read(&p, path, 0, e, sizeof *e, &st);
	pack_unmap(&p);
	return ok;
}

bool
holdem_equities(const struct game *g, float *won)
{
	struct equities e;
	int n = 0;
	if (holdem_variant(g)->flops != 0 || !read_pairs(&e))
		return false;
	for (int a = 0; a < POKER_CLASSES; a++) {
		won[a * POKER_CLASSES + a] = 0;
		for (int b = 0; b < a; b++, n++) {
			won[a * POKER_CLASSES + b] = e.won[n];
			won[b * POKER_CLASSES + a] = -e.won[n];
		}
	}
	return true;
}
