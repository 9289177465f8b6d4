/*
 * past.h - the positions a game has been through, for rules against repetition (draws, perpetual
 * check).
 *
 * A state has no room for them. It counts its plies in `at`; past.key[at] is the key of the
 * position at that ply. play() notes the position that it leaves and asks how often the new one was
 * there. This is right for anything that walks like a stack, as depth-first searches and
 * simulations do: the plies below `at` are then those on the path to the state.
 *
 * The keys are per thread: a search has its own (search_open() makes them), filled with what was
 * played before. Without any (g->past is NULL: perft, a single position) nothing is repeated. A
 * position more than PAST_PLIES plies ago is forgotten.
 */
#ifndef PLYSCOPE_CORE_PAST_H
#define PLYSCOPE_CORE_PAST_H

#include "src/core/game.h"

#include <stddef.h>

#define PAST_PLIES 1024 /* a power of two */

struct past {
	uint64_t key[PAST_PLIES]; /* of ply k: key[k % PAST_PLIES] */
};

/* For play(): notes that ply `at` had the position `from`, and returns how often `key`, the
 * position of ply at + 1, was there at plies since .. at. `since` is the first ply after the
 * last move that cannot be taken back. */
static inline int
past_note(struct past *p, uint32_t at, uint64_t from, uint32_t since, uint64_t key)
{
	int times = 0;
	if (p == NULL)
		return 0;
	p->key[at % PAST_PLIES] = from;
	if (at - since >= PAST_PLIES)
		since = at - PAST_PLIES + 1;
	for (uint32_t k = since; k <= at; k++)
		times += p->key[k % PAST_PLIES] == key;
	return times;
}

/* The past of a game that went through states[0 .. n - 1], ply by ply. */
void past_fill(struct past *p, const struct game *g, const struct state *states, int n);

#endif
