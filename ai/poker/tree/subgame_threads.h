/*
 * threads.h - threads= of a search that solves subgames.
 */
#ifndef PLYSCOPE_AI_POKER_TREE_SUBGAME_THREADS_H
#define PLYSCOPE_AI_POKER_TREE_SUBGAME_THREADS_H

#include "ai/poker/tree/subgame.h"

#include "src/base/pool.h"
#include "src/core/search.h"

/* `begin`: the first words of its help. */
#define SUBGAME_OPTION_THREADS(begin) \
	{ \
		.key = "threads", .kind = OPTION_INT, .deflt = "1", .min = 1, \
		.max = POOL_THREADS_MAX, \
		.help = begin " that share the cards or boards that may come, with the " \
			      "same result for any number" \
	}

/* memory= of a search. */
#define PUBLIC_OPTION_MEMORY(default_mib, text) \
	{ \
		.key = "memory", .kind = OPTION_INT, .deflt = default_mib, .min = 1, \
		.max = 65536, .unit = "MiB", .help = text \
	}

/* subgame_open() in the arena of a search, on its threads. */
static inline bool
subgame_open_for(struct search *s, struct subgame *out, const struct subgame_setup *setup,
		 struct status *st)
{
	struct subgame_setup shared = *setup;
	shared.threads = (int)options_int(&s->options, "threads");
	if (!subgame_open(out, &s->arena, &shared, st))
		return false;
	out->crew = search_crew(s);
	return true;
}

#endif
