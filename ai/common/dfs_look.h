/*
 * dfs_look.h - what the inspector sees of a depth-first search.
 *
 * A search that plays writes nothing down: it knows its root moves. With s->keep the
 * driver gives it a game whose play() and evaluate() also write into a tape, so that the
 * search itself is the same code with the same figures, and has no test for it in its hot
 * path. The frames tell the tape what a node came to; why it was cut it is told by trace.
 */
#ifndef PLYSCOPE_AI_COMMON_DFS_LOOK_H
#define PLYSCOPE_AI_COMMON_DFS_LOOK_H

#include "ai/common/dfs.h"

/* Lets a search write a tape into s->kept; false: no memory. */
bool dfs_keep(struct dfs *d);
/* The vectors of win probabilities that the search propagates, by ply. */
void dfs_keep_win(struct dfs *d, const double (*win)[SEATS_MAX]);
/* Of a search whose self begins with its struct dfs. */
extern const struct look_ops dfs_look;
/* The same from below the root, for a search with a table of root moves of its own. */
int dfs_tape_children(struct dfs *d, look_ref node, struct look_node *out, int max);
/* What the tape has of a root move; false: nothing. */
bool dfs_tape_root(struct dfs *d, move m, struct look_node *out);
bool dfs_count(struct search *s, look_ref node, int64_t limit, struct look_count *out);

#endif
