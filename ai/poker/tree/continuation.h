/*
 * continuation.h - how the other seat may play on behind a leaf at the depth limit: the kinds of
 * moves that a biased strategy prefers there, and what the leaf tells.
 */
#ifndef PLYSCOPE_AI_POKER_TREE_CONTINUATION_H
#define PLYSCOPE_AI_POKER_TREE_CONTINUATION_H

#include "src/core/look.h"

/* In the order in which continuations are added. */
enum continuation_kind {
	CONTINUATION_FOLD,
	CONTINUATION_CALL,
	CONTINUATION_RAISE,
	CONTINUATION_KINDS
};

/* "folding" */
const char *continuation_kind_name(enum continuation_kind kind);

/* Means over the hands of the seat that chooses, made from sums: begin; for each hand, or class of
 * hands, add its weight and then each of its continuations; divide. Class -1: hands are not told
 * apart. */
void continuations_begin(struct look_ways *w, int seat, int continuations, int classes);
void continuations_weigh(struct look_ways *w, int class, double weight);
void continuations_add(struct look_ways *w, int class, int continuation, double weight,
		       double often, double value);
/* False: no hand comes there. */
bool continuations_divide(struct look_ways *w);

/* One sentence, with as many of the continuations as it has room for. Values are told in big
 * blinds, of state s, where the game has them. */
void continuations_write(const struct game *g, const struct state *s,
			 const struct stats_ways *w, char out[static LOOK_PROOF]);

#endif
