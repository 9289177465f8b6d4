/* knightthrough.h - Knightthrough: a race of knights (games/common/race.h). */
#ifndef PLYSCOPE_GAMES_KNIGHTTHROUGH_H
#define PLYSCOPE_GAMES_KNIGHTTHROUGH_H

#include "games/common/race.h"

extern const struct game_ops knightthrough_game;

#endif
