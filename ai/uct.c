/* uct.c - UCT for any number of players. */
#include "src/core/search.h"

const struct search_ops uct_search = { .key = "uct",
				       .title = "UCT",
				       .needs = NEED_PERFECT };
