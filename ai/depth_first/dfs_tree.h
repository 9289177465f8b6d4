/*
 * dfs_tree.h - the tree of a depth-first search, written down node by node while it runs.
 *
 * A search without s->keep records its root moves alone. With s->keep, dfs_tree_keep()
 * replaces the functions through which the search makes and values states (enter, play,
 * value) by spies that also add the node to the tree: the search is the same code with
 * the same node counts, and its hot path has no test for a tree. The spies read the
 * result of a node from its frame, and the reason for a cut comes through d->trace.
 *
 * Two trees: that of the running iteration, and that of the one before, which counts for
 * a root move until the running iteration has finished it. A node searched again is
 * overwritten. As a tree fills up, small subtrees are folded when the search leaves them:
 * the result of their root stays.
 *
 * Memory: s->kept, mapped as it is used; 104 bytes a node.
 */
#ifndef PLYSCOPE_AI_DEPTH_FIRST_DFS_TREE_H
#define PLYSCOPE_AI_DEPTH_FIRST_DFS_TREE_H

#include "ai/depth_first/dfs.h"

#define DFS_TREE_NODES	1500000
#define DFS_TREE_PROOFS 700000
#define FILTER_WORDS	4 /* of the Bloom filter of moves made at a ply */

enum dfs_node_flag {
	NODE_LEAF = 1 << 0,
	NODE_KNOWN = 1 << 1,   /* value holds a tuple */
	NODE_PARTIAL = 1 << 2, /* the search stopped inside */
	NODE_AGAIN = 1 << 3,
	NODE_SOLVED = 1 << 4, /* every leaf below was settled */
	NODE_FOLDED = 1 << 5, /* has children that are not kept */
	NODE_CUT = 1 << 6,
};

struct dfs_node {
	move m, best;			   /* MOVE_NONE: no child chosen */
	int32_t parent, child, last, next; /* -1: none */
	int32_t proof;			   /* -1: none */
	int32_t need;			   /* by the seat above: dfs_frame.need */
	int32_t alpha, beta;
	int64_t from, nodes; /* of the search before it; of its subtree */
	int32_t value[SEATS_MAX];
	uint16_t flags;
	int8_t seat;	  /* of the move; SEAT_CHANCE */
	int8_t ancestors; /* > 0: no value that all of so many nearest ancestors prefer */
};

/* The tree of one iteration. */
struct dfs_iteration {
	struct dfs_node *node; /* node[0] is the root */
	struct dfs_proof *proof;
	double (*win)[SEATS_MAX]; /* by node, NULL */
	int32_t nodes, proofs;
	int depth; /* 0: no tree yet */
};

struct dfs_tree {
	struct game game; /* first: the spies find the tree by it */
	struct dfs *d;
	int32_t room; /* nodes of an iteration, DFS_TREE_NODES at most */
	void (*play)(const struct game *, const struct state *, int, move,
		     struct state *);
	unsigned (*enter)(const struct game *, const struct state *, int, move,
			  struct state *);
	void (*value)(const struct game *, const struct state *, int32_t *);
	struct dfs_iteration iteration[2];
	int now;		   /* the iteration being written */
	int open;		   /* the deepest ply of the current path */
	int32_t at[DFS_PLIES + 2]; /* the nodes of the path, -1: not kept */
	/* The nodes and proofs of the tree when the node of a ply was entered. */
	int32_t mark[DFS_PLIES + 2];
	int32_t proof_mark[DFS_PLIES + 2];
	uint64_t tried[DFS_PLIES + 2][FILTER_WORDS]; /* the filter of each ply */
	int64_t last; /* nodes of the search before the newest */
	bool closed;  /* the search is over */
};

/* Lets the search write its tree into s->kept; false: no memory. */
bool dfs_tree_keep(struct dfs *d);
/* The win probabilities that the search propagates, by ply: kept with each node. */
void dfs_tree_keep_win(struct dfs *d, const double (*win)[SEATS_MAX]);
/* Leaves all nodes of the path, once the search has stopped. */
void dfs_tree_close(struct dfs_tree *t);
/* The node of a root move and the iteration it belongs to: the running one when it is
 * complete there (or s->under_way), else the one before; -1: none. */
int32_t dfs_tree_row(const struct dfs_tree *t, move m, int *which);

#endif
