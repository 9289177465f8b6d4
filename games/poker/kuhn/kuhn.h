/* kuhn.h - Kuhn Poker; its state is struct duel. */
#ifndef PLYSCOPE_GAMES_POKER_KUHN_KUHN_H
#define PLYSCOPE_GAMES_POKER_KUHN_KUHN_H

#include "games/poker/duel.h"

extern const struct game_ops kuhn_game;

#endif
