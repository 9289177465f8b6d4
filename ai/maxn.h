/*
 * maxn.h - max^n without pruning (maxn_plain.c), which the pruned one (maxn.c) falls back on
 * where nothing can be cut.
 */
#ifndef PLYSCOPE_AI_MAXN_H
#define PLYSCOPE_AI_MAXN_H

#include "ai/common/dfs.h"

/* dfs.child: searches state 1 `rem` plies deep. */
int maxn_plain_child(struct dfs *d, int rem);
/* The n > 1 children of a node, its moves at top: the node's tuple is in its frame afterwards.
 * False: stopped. */
bool maxn_plain_children(struct dfs *d, int ply, int rem, int top, int n, uint8_t *slack);

#endif
