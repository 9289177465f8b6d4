/*
 * equities.h - the equities of the 169 classes of hands before the flop, in a file that ships.
 *
 * Exact, over all boards of five cards: the winnings of the first class against the second for a
 * stake of 1, from -1 to 1, as the mean over all pairs of their hands that share no card. The file
 * is of src/base/pack.h: a layer of 4-byte numbers, the pairs (a, b) with b < a.
 */
#ifndef PLYSCOPE_GAMES_POKER_HOLDEM_EQUITIES_H
#define PLYSCOPE_GAMES_POKER_HOLDEM_EQUITIES_H

#include "games/poker/holdem/holdem.h"

#define HOLDEM_EQUITIES "strategies/holdem.equities" /* the asset */

/* As deck_ops.equities() has it; false: a game of fewer flops, or there is no such file. */
bool holdem_equities(const struct game *g, float *won);

#endif
