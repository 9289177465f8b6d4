/*
 * learned.h - what the learned policies (src/core/softmax.h) of games of tricks share: how their
 * features are numbered, and where a card lies.
 *
 * All legal cards are of one kind: leads, cards that follow, or discards. A game describes each
 * kind in its own way.
 */
#ifndef PLYSCOPE_GAMES_COMMON_LEARNED_H
#define PLYSCOPE_GAMES_COMMON_LEARNED_H

#include "games/common/cards.h"
#include "src/base/rng.h"
#include "src/core/softmax.h"

#include <stddef.h>

/* The groups of a game, from a list of X(id, name, size), and where each begins: as if a feature
 * were a byte. */
#define LEARNED_GROUP(id, name, size) { name, size },
#define LEARNED_BYTES(id, name, size) char id[size];
#define LEARNED_GROUPS(LIST) \
	static const struct softmax_group groups[] = { LIST(LEARNED_GROUP){ NULL, 0 } }; \
	struct learned_layout { \
		char none[SOFTMAX_NONE + 1]; \
		LIST(LEARNED_BYTES) \
	}; \
	_Static_assert(sizeof(struct learned_layout) <= SOFTMAX_FEATURES, \
		       "too many features")
#define AT(id) ((int)offsetof(struct learned_layout, id))

#define TO(n)  ((n) + 1) /* counts that are cut to n */
#define PHASES 3	 /* thirds of a hand */

/* Where a card lies among some of the hand. */
enum { ALONE, HIGHEST, LOWEST, BETWEEN, PLACES };

static inline int
cut(int count, int most)
{
	return count < most ? count : most;
}

static inline int
phase_of(int gone, int all)
{
	return (PHASES * gone >= all) + (PHASES * gone >= 2 * all);
}

static inline int
place_in(uint64_t cards, int card)
{
	const uint64_t bit = CARD_BIT(card);
	return ((cards & (bit - 1)) != 0 ? HIGHEST : 0) |
	       ((cards & ~(bit | (bit - 1))) != 0 ? LOWEST : 0);
}

enum learned_kind { LEAD, FOLLOW, DISCARD, LEARNED_KINDS };

/* led: the suit, 0 when leading. */
static inline enum learned_kind
learned_kind(uint64_t led, uint64_t legal)
{
	return led == 0 ? LEAD : (led & legal) != 0 ? FOLLOW : DISCARD;
}

/* A kind as a game describes it, in a constant table of LEARNED_KINDS. */
struct learned_describer {
	/* Puts the features of a card into out[], by what the seat sees: the game's own struct. */
	void (*describe)(const void *sight, int card, int *out);
	int count; /* of features */
};

/* The legal cards as rows of struct softmax_ops.features; returns the count of each. */
static inline int
learned_describe(const struct learned_describer *by, const void *sight, const move *card,
		 int n, uint16_t (*feature)[SOFTMAX_ACTIVE])
{
	for (int i = 0; i < n; i++) {
		int out[SOFTMAX_ACTIVE];
		by->describe(sight, (int)card[i], out);
		for (int k = 0; k < by->count; k++)
			feature[i][k] = (uint16_t)out[k];
	}
	return by->count;
}

#endif
