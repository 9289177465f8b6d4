/* pimc.c - perfect-information Monte Carlo. */
#include "src/core/search.h"

const struct search_ops pimc_search = { .key = "pimc",
					.title = "PIMC",
					.needs = NEED_INNER | NEED_HIDDEN_OK };
