/* gauges.h - figures of a search as a whole that several searches have. */
#ifndef PLYSCOPE_AI_COMMON_GAUGES_H
#define PLYSCOPE_AI_COMMON_GAUGES_H

#include "src/core/stats.h"

extern const struct gauge gauge_tree_full, gauge_reused; /* of a tree in memory */
extern const struct gauge gauge_mean_depth; /* of simulations, to their playouts */
extern const struct gauge gauge_target;	    /* of Offensive */

#endif
