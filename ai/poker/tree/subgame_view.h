/*
 * view.h - a solved subgame as a search tells it: the moves of its root, all hands, the tree for
 * the inspector.
 *
 * Values: points of the hand when both play on by their averages; win: the chance to win the pot
 * then, half for a shared one. They are those of the hand held, or means over the mover's hands.
 */
#ifndef PLYSCOPE_AI_POKER_TREE_SUBGAME_VIEW_H
#define PLYSCOPE_AI_POKER_TREE_SUBGAME_VIEW_H

#include "ai/poker/tree/subgame_place.h"

#include "src/core/search.h"
#include "src/core/strategy.h"

struct subgame_view {
	struct subgame *s;
	struct subgame_place
		here; /* the root of the search, at a decision of its mover */
	int held;     /* the mover's hand; -1: not known */
	/* Moves that lose more than this with a hand against another, in points, are not made with
	 * it: the averages still have them, from early iterations. 0: all are made. */
	double worst;
};

/* Fills the root's moves, values and chances to win into s->live. */
void subgame_view_moves(struct search *s, struct subgame_view *w);
/* Fills in what its bets meet, s->live.answers; nothing where the hand held is not known. */
void subgame_view_answers(struct search *s, const struct subgame_view *w);
/* Hands that a seat may have at the root, each by its weight, the greatest 1. */
double subgame_view_range(const struct subgame_view *w, int seat);
/* As in look.h; node columns are public_node_columns. */
int subgame_view_children(struct search *s, struct subgame_view *w, look_ref node,
			  struct look_node *out, int max);
bool subgame_view_ways(struct subgame_view *w, look_ref node, struct look_ways *out);
bool subgame_view_hands(struct subgame_view *w, look_ref node, struct stats_hands *out);
/* The same of the root, for the snapshot. */
void subgame_view_report_hands(struct search *s, struct subgame_view *w);
/* What all hands do at the root, as in strategy.h. */
void subgame_view_mixes(struct subgame_view *w, struct strategy_mixes *out);

#endif
