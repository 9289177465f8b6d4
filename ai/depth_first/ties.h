/*
 * ties.h - the option ties=: the choice among equally good moves.
 *
 * The searches here take the first of equal moves in the game's order. Papers often leave their
 * rule out, though it decides many games (max-prob-ties in plyscope-experiments(7)). ties=lot: at
 * random, everywhere in the tree. ties=value: at the root the better evaluation right after the
 * move, then at random; below the root at random.
 *
 * The search itself stays the same; the order of moves is replaced by a random one for each
 * position, the same whenever the position comes again in one search. Pruning that depends on a
 * good order prunes less. width= still takes the game's best-ordered moves.
 *
 * Memory: a copy of the game and of its table of functions, from s->arena.
 */
#ifndef PLYSCOPE_AI_DEPTH_FIRST_TIES_H
#define PLYSCOPE_AI_DEPTH_FIRST_TIES_H

#include "src/core/search.h"

enum ties { TIES_ORDER, TIES_VALUE, TIES_LOT };

#define TIES_OPTION \
	{ \
		.key = "ties", .kind = OPTION_CHOICE, .deflt = "order", \
		.choices = "order|value|lot", \
		.help = "among equally good moves: the first in the game's order, at " \
			"the root the best evaluation after one ply, or any" \
	}

/* True when ties= asks for another order than the game's. */
bool ties_wanted(const struct search *s);
/* Gives s->game the order of ties=, once; false: too little memory. */
bool ties_open(struct search *s, struct status *st);

#endif
