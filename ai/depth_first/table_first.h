/*
 * table_first.h - a node's moves with the table's move first.
 *
 * The table's move is the best one of the iteration before. All other moves follow in the fixed
 * order of order.h, which also breaks ties. A rank is a place in the fixed order. The order of
 * search changes the nodes, never the result: max^n, which keeps the first of equal moves, compares
 * ranks, not the order of search.
 *
 * Memory: 4 bytes from s->arena for each move of the stack.
 */
#ifndef PLYSCOPE_AI_DEPTH_FIRST_TABLE_FIRST_H
#define PLYSCOPE_AI_DEPTH_FIRST_TABLE_FIRST_H

#include "ai/depth_first/dfs_node.h"

#define NO_RANK UINT16_MAX

/* Parallel to d->stack. */
struct table_first {
	uint16_t *rank;	  /* ranks in the order of search */
	uint16_t *lowest; /* the lowest of the ranks behind; NO_RANK */
};

/* Before dfs_open(), which takes all memory. False: too little memory. */
bool table_first_open(struct table_first *t, struct search *s, struct status *st);
/* Fills rank and lowest for the node whose moves are at top, its keys already in the fixed order;
 * the first `searched` of them count. `first`: index of the table's move in the list of moves. */
void table_first_sort(struct table_first *t, const struct dfs *d, int top, int searched,
		      int first);

#endif
