/*
 * habits.h - how a seat has bid over a game, and its cost against perfect play.
 *
 * For games whose choices are amounts in growing order (TRAIT_BIDS), two seats. A choice with
 * at least two amounts to choose from is counted by its rank (the lowest, the highest, or one
 * between) and, where a move of chance came just before (a prize), by the rank of that among
 * what chance could have brought.
 *
 * The cost of a choice: the value of the position to the seat less what the choice gets
 * against the other's equilibrium mix, in points, >= 0. It is known where an exact search
 * solves the position within its memory.
 */
#ifndef PLYSCOPE_STUDY_HABITS_H
#define PLYSCOPE_STUDY_HABITS_H

#include "src/core/match.h"

enum habit_rank { HABIT_LOWEST, HABIT_BETWEEN, HABIT_HIGHEST, HABIT_RANKS };

struct habits {
	int seat;
	int choices;			     /* counted */
	bool prizes;			     /* chance came before them */
	int count[HABIT_RANKS][HABIT_RANKS]; /* [prize][choice]; prizes false: [0] */
	int solved;			     /* choices whose cost is known */
	double cost;			     /* their sum */
};

#define HABITS_LINES 4
#define HABITS_LINE  120

/* Counts; `exact` NULL: no costs. False: not such a game, or the seat chose nothing. */
bool habits_of(const struct match *m, int seat, const struct player *exact,
	       struct habits *out);
/* As sentences to the person who sat there; returns the lines. */
int habits_write(const struct habits *h, const struct game *g,
		 char out[HABITS_LINES][HABITS_LINE]);

#endif
