/*
 * rules.h - shared by the files of the game of trees alone.
 *
 *   rules.c    rules, values, moves and positions as text, the tables of functions
 *   file.c     reading a tree from a file
 *   fold.c     facts about a node from those below
 *   sets.c     information sets: the view of a seat, the tree for solvers
 *   joint.c    its matrices, for exact solution
 *   view.c     names, events, the picture
 */
#ifndef PLYSCOPE_GAMES_TREE_RULES_H
#define PLYSCOPE_GAMES_TREE_RULES_H

#include "games/tree/tree.h"
#include "src/core/joint.h"
#include "src/core/public.h"

/* fold.c: estimates, bounds and heights of all nodes from the ends; false: no memory. */
bool tree_fold(struct tree_file *t);

/* sets.c: the nodes each seat cannot tell apart, from the sets. False: *at and `what` say which
 * node breaks which rule, or (at -1) no memory. */
bool tree_fill_sets(struct tree_file *t, int *at, char *what, size_t size);
extern const struct game_hidden tree_hidden;
extern const struct public_ops tree_public;
/* The nodes a state may stand for, at most `most`, first to last; returns how many there are. */
int tree_likes(const struct game *g, const struct state *s, int *out, int most);

/* joint.c */
extern const struct joint_ops tree_joint;

/* view.c */
extern const struct game_view tree_view;
const char *tree_seat_name(const struct game *g, int seat);
char tree_seat_letter(const struct game *g, int seat);

#endif
