/*
 * dfs_look.h - a depth-first search for the inspector, from the tree it has kept
 * (dfs_tree.h).
 */
#ifndef PLYSCOPE_AI_DEPTH_FIRST_DFS_LOOK_H
#define PLYSCOPE_AI_DEPTH_FIRST_DFS_LOOK_H

#include "ai/depth_first/dfs.h"

/* The window of a node: what each seat is sure of elsewhere on the path, and what the others can
 * hold it to; a value outside it changes nothing. */
extern const struct column dfs_columns[];
enum { DFS_LOW = 0, DFS_HIGH = SEATS_MAX }; /* their places in extra[] */

/* For a search whose self begins with its struct dfs. */
extern const struct look_ops dfs_look;
/* Its parts, for a search with its own table of root moves: children() below the root, */
int dfs_look_children(struct dfs *d, look_ref node, struct look_node *out, int max);
/* and a root move as the tree has it; false: it is not there. */
bool dfs_look_root(struct dfs *d, move m, struct look_node *out);

#endif
