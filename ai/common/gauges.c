/* gauges.c - figures of a search as a whole that several searches have. */
#include "ai/common/gauges.h"

const struct gauge gauge_tree_full = { "tree full", "",
				       "no memory is left: the tree no longer grows" };
const struct gauge gauge_reused = { "reused", "sims",
				    "simulations of earlier moves that went through this "
				    "position; they count in addition to the new ones" };
const struct gauge gauge_mean_depth = {
	"mean depth", "plies", "plies from the root to where the playout starts"
};
const struct gauge gauge_target = {
	"target", "seat", "the leader among the others, whose value is minimised"
};
