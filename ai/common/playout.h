/*
 * playout.h - the common part of searches by playouts in a tree: options, the number after which a
 * search ends by itself, and the figures of a node.
 */
#ifndef PLYSCOPE_AI_COMMON_PLAYOUT_H
#define PLYSCOPE_AI_COMMON_PLAYOUT_H

#include "src/core/search.h"

#define PLAYOUTS_FEW 30 /* a mean of fewer is marked as a small sample */

#define PLAYOUTS_MODEST 1000 /* of a search without any limit */

/* The simulations after which a search ends by itself, 0: never. */
static inline int64_t
playouts_limit(const struct search *s)
{
	const struct limits *l = &s->limits;
	const bool ends = l->sims > 0 || l->nodes > 0 || l->time_ms > 0;
	return ends || search_endless(s) ? l->sims : PLAYOUTS_MODEST;
}

/* Whose moves playouts are made of, by the option. */
static inline enum rollout_kind
playouts_kind(const struct options *o)
{
	static const enum rollout_kind kinds[] = { ROLLOUT_RANDOM, ROLLOUT_POLICY };
	return kinds[options_int(o, "playout")];
}

static inline uint8_t
playouts_status(int64_t visits)
{
	return visits == 0	       ? MOVE_UNSEARCHED
	       : visits < PLAYOUTS_FEW ? MOVE_FEW
				       : MOVE_OPEN;
}

/* Means of (value - origin) per seat as points; NAN without visits. */
static inline void
playouts_value(const struct game *g, uint32_t visits, const float *mean,
	       const int32_t *origin, double *value)
{
	for (int i = 0; i < g->seats; i++)
		value[i] = visits == 0 ? (double)NAN
				       : ((double)mean[i] + origin[i]) / game_unit(g);
}

/* Options, for their tables; the defaults of some are the algorithm's own. */
#define PLAYOUT_OPTION_C \
	{ \
		.key = "c", .kind = OPTION_REAL, .deflt = "0.4", .min = 0, .max = 10, \
		.help = "exploration: weight of uncertainty against the mean; rewards " \
			"are 0 to 1" \
	}
#define PLAYOUT_OPTION_KIND \
	{ \
		.key = "playout", .kind = OPTION_CHOICE, .deflt = "policy", \
		.choices = "random|policy", \
		.help = "playouts below the tree: random moves, or those of the " \
			"game's quick player" \
	}
#define PLAYOUT_OPTION_PLIES(plies) \
	{ \
		.key = "playout_plies", .kind = OPTION_INT, .deflt = (plies), .min = 0, \
		.max = 100000, .unit = "plies", \
		.help = "a playout is cut off and evaluated after this many plies; 0: " \
			"never" \
	}
#define PLAYOUT_OPTION_EXPAND(visits) \
	{ \
		.key = "expand", .kind = OPTION_INT, .deflt = (visits), .min = 1, \
		.max = 10000, .unit = "visits", \
		.help = "visits of a leaf before it gets children" \
	}
#define PLAYOUT_OPTION_MEMORY \
	{ \
		.key = "memory", .kind = OPTION_INT, .deflt = "64", .min = 1, \
		.max = 65536, .unit = "MiB", .help = "memory of the tree" \
	}

#endif
