/* breakthrough.h - Breakthrough: a race of men that step one row on (games/common/race.h). */
#ifndef PLYSCOPE_GAMES_BREAKTHROUGH_H
#define PLYSCOPE_GAMES_BREAKTHROUGH_H

#include "games/common/race.h"

extern const struct game_ops breakthrough_game;

#endif
