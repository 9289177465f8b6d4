/*
 * follow.h - a hand of the whole game in the tree of an abstraction.
 *
 * A bet that the tree lacks is taken for the two around it, as a mixture (pseudo-harmonic:
 * Ganzfried and Sandholm 2013): what is made on either branch goes on with the weight of the moves
 * that each hand would have made there, so that it plays as one that draws a branch at the bet, and
 * the same whenever it is asked. A raise where the tree has none leads nowhere, and an end of the
 * tree before that of the hand neither: then there is no mix.
 *
 * Memory: some 21 kB a branch.
 */
#ifndef PLYSCOPE_AI_POKER_TABLE_FOLLOW_H
#define PLYSCOPE_AI_POKER_TABLE_FOLLOW_H

#include "ai/poker/table/table.h"
#include "ai/poker/tree/public_translate.h"
#include "src/core/strategy.h"

#define FOLLOW_BRANCHES 8 /* the heaviest */

struct follow_branch {
	uint32_t at;
	double prior;		       /* by the bets that were translated */
	double reach[2][PUBLIC_HANDS]; /* of each seat of the tree by its moves */
};

struct follow {
	const struct abstract_table *table;
	const struct game *g;
	enum translation how;
	int count;
	struct follow_branch branch[FOLLOW_BRANCHES];
	struct follow_branch next[FOLLOW_BRANCHES];
	struct state state; /* the public one that was followed to */
	int first;	    /* the seat of the game that is seat 0 of the tree */
	uint16_t bucket[PUBLIC_HANDS];
};

/* Follows a hand to a state in which a seat acts. */
void follow_hand(struct follow *f, const struct abstract_table *t, const struct game *g,
		 enum translation how, const struct state *s);
/* The mix of the seat to move. */
void follow_mix(const struct follow *f, struct strategy_mixes *out);
/* The move of the game that one of the tree becomes: the node behind it. */
move follow_move_of(const struct follow *f, uint32_t child);

#endif
