/*
 * worlds.h - a search that deals the hidden cards and searches one deal (a world) after another.
 *
 * The stepper runs it a part at a time, and the inspector opens the tree of a world.
 */
#ifndef PLYSCOPE_CORE_WORLDS_H
#define PLYSCOPE_CORE_WORLDS_H

#include "src/core/look.h"

/* Progress limit for single-stepping; 0: none. */
struct portion {
	int64_t worlds, nodes, sims;
};

struct worlds_ops {
	/* With search.under_way: the next run() ends when so much is done, although its limits
	 * are shared out as ever. */
	void (*end_at)(struct search *s, const struct portion *upto);
	/* Opens the search below a node that is `apart` again, with its limits, its tree to be
	 * kept; the caller runs it and closes it, before s. */
	bool (*world)(struct search *s, look_ref node, struct search *out,
		      struct status *st);
	/* The position of a LOOK_WORLD. */
	bool (*deal)(struct search *s, look_ref node, struct state *out);
};

#endif
