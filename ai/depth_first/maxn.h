/*
 * maxn.h - max^n without pruning (plain.c); max^n with pruning (maxn.c) uses it
 * where nothing can be cut.
 */
#ifndef PLYSCOPE_AI_DEPTH_FIRST_MAXN_H
#define PLYSCOPE_AI_DEPTH_FIRST_MAXN_H

#include "ai/depth_first/dfs.h"

/* For dfs.child. */
int maxn_plain_child(struct dfs *d, int rem);
/* Searches the n > 1 children of a node, its moves at top, into its frame. False:
 * stopped. */
bool maxn_plain_children(struct dfs *d, int ply, int rem, int top, int n, uint8_t *slack);

#endif
