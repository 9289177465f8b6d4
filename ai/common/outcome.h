/*
 * outcome.h - won, drawn or lost: the result of a settled state for a seat when only that counts.
 *
 * A seat has won when its value is higher than that of every other seat; where it shares the
 * highest value the game is drawn for it; else it has lost. So a game with two seats is won by one
 * and lost by the other, or drawn for both; with more seats one wins, or several share a draw
 * and the others lose. The points of a win play no part.
 */
#ifndef PLYSCOPE_AI_COMMON_OUTCOME_H
#define PLYSCOPE_AI_COMMON_OUTCOME_H

#include "src/core/game.h"

enum outcome { OUTCOME_LOSS, OUTCOME_DRAW, OUTCOME_WIN }; /* higher is better */

/* From the values of all seats, as evaluate() gives them at a settled state. */
static inline enum outcome
outcome_of(const int32_t *value, int seats, int seat)
{
	bool shared = false;
	for (int i = 0; i < seats; i++) {
		if (value[i] > value[seat])
			return OUTCOME_LOSS;
		shared = shared || (i != seat && value[i] == value[seat]);
	}
	return shared ? OUTCOME_DRAW : OUTCOME_WIN;
}

/* Of a settled state. */
static inline enum outcome
outcome_settled(const struct game *g, const struct state *s, int seat)
{
	int32_t value[SEATS_MAX];
	g->knowledge->evaluate(g, s, value);
	return outcome_of(value, g->seats, seat);
}

#endif
