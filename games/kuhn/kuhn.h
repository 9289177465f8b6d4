/* kuhn.h - Kuhn Poker; its state is struct duel. */
#ifndef PLYSCOPE_GAMES_KUHN_KUHN_H
#define PLYSCOPE_GAMES_KUHN_KUHN_H

#include "games/common/duel.h"

extern const struct game_ops kuhn_game;

#endif
