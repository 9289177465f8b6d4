/*
 * rules.h - what the files of the game of trees share, and nobody else.
 *
 *   rules.c    rules, values, moves and positions as text, the tables of functions
 *   file.c     reading a tree from a file
 *   fold.c     what is known of a node from those below
 *   joint.c    its matrices, for exact solution
 *   view.c     names, events, the picture
 */
#ifndef PLYSCOPE_GAMES_TREE_RULES_H
#define PLYSCOPE_GAMES_TREE_RULES_H

#include "games/tree/tree.h"
#include "src/core/joint.h"

/* fold.c: estimates, bounds and heights of all nodes from the ends; false: no memory. */
bool tree_fold(struct tree_file *t);

/* joint.c */
extern const struct joint_ops tree_joint;

/* view.c */
extern const struct game_view tree_view;
const char *tree_seat_name(const struct game *g, int seat);
char tree_seat_letter(const struct game *g, int seat);

#endif
