/*
 * ties.h - which of equally good moves is chosen.
 *
 * The searches here take the first of equal moves in the game's order. Papers often do not
 * say what theirs do, and it decides more games than one would think (max-prob-ties in
 * plyscope-experiments(7)). ties=lot: chance, everywhere in the tree. ties=value: at the
 * root the better evaluation right after the move, then chance; below it chance.
 *
 * The search plays on as it does, only the order of moves is another: drawn by lot for each
 * position, the same whenever the position comes again in one search. What prunes by a good
 * order of moves prunes less. width= still takes the game's best-ordered moves.
 *
 * Memory: a copy of the game and of its table of functions, from s->arena.
 */
#ifndef PLYSCOPE_AI_COMMON_TIES_H
#define PLYSCOPE_AI_COMMON_TIES_H

#include "src/core/search.h"

enum ties { TIES_ORDER, TIES_VALUE, TIES_LOT };

#define TIES_OPTION \
	{ \
		.key = "ties", .kind = OPTION_CHOICE, .deflt = "order", \
		.choices = "order|value|lot", \
		.help = "of equally good moves: the first in the game's order, at the " \
			"root the better one right after it, or any" \
	}

/* Does ties= ask for anything but the game's order? */
bool ties_wanted(const struct search *s);
/* Gives s->game the order that ties= asks for, once; false: too little memory. */
bool ties_open(struct search *s, struct status *st);

#endif
