/* equities.c - see equities.h. */
#include "games/holdem/equities.h"

#include "games/holdem/rules.h"
#include "src/base/asset.h"
#include "src/base/pack.h"

#define PAIRS (POKER_CLASSES * (POKER_CLASSES - 1) / 2)

static const struct pack_kind kind = { "PLYEQUIT", 1, 1, "a table of equities",
				       "counted" };
static const char *const rules = "holdem";

struct equities {
	float won[PAIRS];
};

static const void *
layer(void *self, int number, uint64_t *slots, size_t *bytes)
{
	(void)number;
	*slots = PAIRS;
	*bytes = sizeof(struct equities);
	return self;
}

bool
holdem_equities_write(const struct pushfold_odds *odds, const char *path,
		      struct status *st)
{
	struct equities e;
	int n = 0;
	for (int a = 0; a < POKER_CLASSES; a++)
		for (int b = 0; b < a; b++)
			e.won[n++] = (float)(2 * odds->share[a][b] - 1);
	const struct pack_source source = {
		.rules = rules, .layers = 1, .layer = layer, .self = &e
	};
	return pack_write(&kind, &source, path, st);
}

static bool
read_pairs(struct equities *e)
{
	struct status st = { 0 };
	struct pack p;
	char path[4096];
	if (!asset_find(HOLDEM_EQUITIES, path, sizeof path) ||
	    !pack_map(&p, &kind, rules, path, &st))
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
