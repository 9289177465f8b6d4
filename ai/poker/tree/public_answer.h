/*
 * public_answer.h - what a bet folds out of the other's hands, for sentences (struct stats_answer
 * of stats.h), from numbers for each hand as the game numbers them.
 */
#ifndef PLYSCOPE_AI_POKER_TREE_PUBLIC_ANSWER_H
#define PLYSCOPE_AI_POKER_TREE_PUBLIC_ANSWER_H

#include "src/core/public.h"
#include "src/core/stats.h"

struct public_bet {
	const struct game *g;
	const struct state *s; /* behind the bet */
	int held;	       /* the hand of the seat that bets */
	const double *reach; /* how likely the other's hands come here, not normalised */
	const double *fold;  /* how often each of them folds, 0..1 */
};

/* Whether a move from s to `after` raises the stake and the other seat may fold: *fold is how. */
bool public_bets(const struct game *g, const struct state *s, const struct state *after,
		 int other, move *fold);
/* Fills in `folds`, `low` and `kind`. False: the other has no hand here. */
bool public_answer(const struct public_bet *b, struct stats_answer *out);

#endif
