/* chinese_checkers.h - see chinese_checkers.c. */
#ifndef PLYSCOPE_GAMES_CHINESE_CHECKERS_H
#define PLYSCOPE_GAMES_CHINESE_CHECKERS_H

#include "src/core/game.h"

extern const struct game_ops chinese_checkers_game;

#endif
