/*
 * learned.h - what the learned policies (src/core/softmax.h) of games of tricks share: how their
 * features are numbered, where a card lies, and the choice of a card by its scores.
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

/* Scores the cards, at least one; returns how many. */
static inline __attribute__((always_inline)) int
learned_score(const struct softmax *x, const struct learned_describer *by,
	      const void *sight, uint64_t cards, int32_t *score)
{
	int n = 0;
	do {
		int feature[SOFTMAX_ACTIVE];
		by->describe(sight, cards_pop(&cards), feature);
		int32_t sum = x->weight[feature[0]];
		for (int i = 1; i < by->count; i++)
			sum += x->weight[feature[i]];
		score[n++] = sum;
	} while (cards != 0);
	return n;
}

/* One of the legal cards by their scores. Of a kind that is a constant, the describer becomes part
 * of the loop, and no feature is stored: with by[kind] playouts take 2 % longer. */
static inline __attribute__((always_inline)) int
learned_card(const struct softmax *x, const struct learned_describer *by,
	     const void *sight, uint64_t led, uint64_t legal, struct rng *rng)
{
	int32_t score[CARDS];
	const enum learned_kind kind = learned_kind(led, legal);
	const int n = kind == LEAD ? learned_score(x, &by[LEAD], sight, legal, score)
		      : kind == FOLLOW
			      ? learned_score(x, &by[FOLLOW], sight, legal, score)
			      : learned_score(x, &by[DISCARD], sight, legal, score);
	return cards_pick(legal, softmax_draw(x, score, n, rng_next(rng) >> 32));
}

#endif
