/* leduc.h - Leduc Hold'em; its state is struct duel. */
#ifndef PLYSCOPE_GAMES_POKER_LEDUC_LEDUC_H
#define PLYSCOPE_GAMES_POKER_LEDUC_LEDUC_H

#include "games/poker/duel.h"

extern const struct game_ops leduc_game;

#endif
