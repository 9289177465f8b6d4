/*
 * range.h - a range of poker hands, a weight from 0 to 1 for each of 1,326, as a text.
 *
 * Entries with commas between, as in "66+,A8s+,A5s-A4s,AJo+:0.5,AhKh": later ones win.
 *   77            a pair                      77+      it and those above
 *   AK, AKs, AKo  both, suited, offsuit       A8s+     the lower rank up to the one below the ace
 *   QQ-77, A5s-A2s, KJ-K9    from one to the other
 *   JTs+, JTs-65s both ranks go up or down together where they are next to each other or as far
 *                 apart in both
 *   AhKd          one hand                    random   all of them
 * Behind a colon is the weight, else 1. Blanks around an entry do not count. These are the ranges
 * of PioSolver, Equilab and postflop-solver.
 */
#ifndef PLYSCOPE_GAMES_POKER_RANGE_H
#define PLYSCOPE_GAMES_POKER_RANGE_H

#include "games/poker/poker.h"
#include "src/base/status.h"
#include "src/base/text.h"

struct poker_range {
	float weight[POKER_HANDS];
};

/* False: the first entry that cannot be read, with its place; or no hand has a weight. */
bool range_parse(const char *text, struct poker_range *out, struct status *st);

#endif
