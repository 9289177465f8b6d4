/* catalog.c - the lists of games and algorithms, expanded from catalog.def. */
#include "src/app/catalog.h"

#include "src/core/search.h"

#include <stddef.h>

#ifndef CATALOG
#define CATALOG "src/app/catalog.def"
#endif

#define GAME(name)   extern const struct game_ops name##_game;
#define SEARCH(name) extern const struct search_ops name##_search;
#include CATALOG
#undef GAME
#undef SEARCH

static const struct game_ops *const games[] = {
#define GAME(name) &name##_game,
#define SEARCH(name)
#include CATALOG
#undef GAME
#undef SEARCH
	NULL,
};

static const struct search_ops *const searches[] = {
#define GAME(name)
#define SEARCH(name) &name##_search,
#include CATALOG
#undef GAME
#undef SEARCH
	NULL,
};

static const char *const level[LEVELS][6] = {
	{ "random" },
	{ "greedy", "pimc:worlds=4,inner=greedy", "random" },
	{ "uct:sims=2k", "smmcts:sims=5k", "pimc:worlds=20,inner=(uct:sims=200)",
	  "greedy", "random" },
	{ "uct:sims=20k", "smmcts:sims=50k", "pimc:worlds=40,inner=(uct:sims=1k)",
	  "greedy", "random" },
};

const struct catalog app_catalog = { games, searches, "maxn:depth=6", level };
