/*
 * pushfold.h - heads-up hold'em with short stacks, where the button goes all-in or folds and the
 * big blind calls or folds: the equilibrium over the 169 classes of hands.
 *
 * Equities are exact: every board of five cards, one of each kind that differs in more than names
 * of suits, and all hands on it at once, sorted by strength. Sources: the game is that of Chen and
 * Ankenman 2006 (jam or fold); CFR+ (Tammelin 2014) finds the equilibrium.
 *
 * Units are big blinds; the small blind is half of one. A class is a number of poker_class().
 */
#ifndef PLYSCOPE_GAMES_HOLDEM_PUSHFOLD_H
#define PLYSCOPE_GAMES_HOLDEM_PUSHFOLD_H

#include "games/common/poker.h"

#define PUSHFOLD_MOST 25 /* big blinds */

struct pushfold_odds {
	double share[POKER_CLASSES][POKER_CLASSES]; /* of the pot, row against column */
	double pairs[POKER_CLASSES][POKER_CLASSES]; /* ways to deal both */
	double dealt;				    /* ways to deal any two hands */
};

/* Some seconds on `threads` threads, 0 one for each core; the same for any number. `tick` is told
 * the part that is done and ends the work by returning false; then this returns false. NULL:
 * none. */
bool pushfold_odds(struct pushfold_odds *out, int threads,
		   bool (*tick)(void *self, double part), void *self);

struct pushfold {
	double stack;
	double jam[POKER_CLASSES], call[POKER_CLASSES]; /* how often, 0 .. 1 */
	double value;					/* of the button */
	double gap;	    /* the sum of both seats' gains by best replies */
	double jams, calls; /* part of all hands, 0 .. 1 */
	int iterations;
};

/* Until the gap is at most `gap`, or `most` iterations. stack: 1 .. PUSHFOLD_MOST. */
void pushfold_solve(const struct pushfold_odds *odds, double stack, double gap, int most,
		    struct pushfold *out);

#endif
