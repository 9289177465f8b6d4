/*
 * lines_of_action.h - Lines of Action: state, squares, moves and passes as in
 * games/common/squares.h; seat 0 is Black.
 */
#ifndef PLYSCOPE_GAMES_LINES_OF_ACTION_H
#define PLYSCOPE_GAMES_LINES_OF_ACTION_H

#include "games/common/squares.h"

#define LINES_OF_ACTION_HALF 10000 /* values in half a point, a draw */

extern const struct game_ops lines_of_action_game;

#endif
