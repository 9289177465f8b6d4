/*
 * dfs_tape.h - a depth-first search written down node by node, while it runs.
 *
 * Two sides: the iteration under way and the one before it, whose trees of root moves
 * count until the running one has finished the move. A node searched again replaces what
 * it was. When a side fills up, small subtrees are folded away as soon as they are left:
 * what they came to stays. Memory: s->kept, mapped as it is used; 104 bytes a node.
 */
#ifndef PLYSCOPE_AI_COMMON_DFS_TAPE_H
#define PLYSCOPE_AI_COMMON_DFS_TAPE_H

#include "ai/common/dfs.h"

#define TAPE_NODES  1500000
#define TAPE_PROOFS 700000
#define TAPE_TRIED  4 /* words of a filter that says of most moves that they are new */

enum tape_flag {
	TAPE_LEAF = 1 << 0,
	TAPE_KNOWN = 1 << 1,   /* value holds a tuple */
	TAPE_PARTIAL = 1 << 2, /* the search stopped inside */
	TAPE_AGAIN = 1 << 3,
	TAPE_SOLVED = 1 << 4, /* every leaf below was settled */
	TAPE_FOLDED = 1 << 5, /* has children that are not written down */
	TAPE_CUT = 1 << 6,
};

struct tape_node {
	move m, best;			   /* MOVE_NONE: no child chosen */
	int32_t parent, child, last, next; /* -1: none */
	int32_t proof;			   /* -1: none */
	int32_t need;			   /* what the seat above asked of it */
	int32_t alpha, beta;
	int64_t from, nodes; /* searched before it; below it and itself */
	int32_t value[SEATS_MAX];
	uint16_t flags;
	uint8_t seat; /* who made the move */
	int8_t ways;  /* its value is not for so many nearest ancestors; 0: it is exact */
};

struct tape_side {
	struct tape_node *node; /* node[0] is the root */
	struct dfs_proof *proof;
	double (*win)[SEATS_MAX]; /* by node, NULL */
	int32_t nodes, proofs;
	int depth; /* of its iteration, 0: empty */
};

struct dfs_tape {
	struct game game; /* first: what the search plays is handed back to the spies */
	struct dfs *d;
	int32_t room; /* nodes of a side, TAPE_NODES at most */
	void (*play)(const struct game *, const struct state *, int, move,
		     struct state *);
	unsigned (*enter)(const struct game *, const struct state *, int, move,
			  struct state *);
	void (*value)(const struct game *, const struct state *, int32_t *);
	struct tape_side side[2];
	int now;		     /* the side being written */
	int open;		     /* deepest ply under way */
	int32_t at[DFS_PLIES + 2];   /* its nodes, -1: not written down */
	int32_t mark[DFS_PLIES + 2]; /* nodes and proofs when they were entered */
	int32_t proof_mark[DFS_PLIES + 2];
	uint64_t tried[DFS_PLIES + 2][TAPE_TRIED]; /* a bit for each move made there */
	int64_t last;				   /* nodes before the newest one */
	bool closed;				   /* the search is over */
};

/* Ends what is still under way, once the search has stopped. */
void dfs_tape_close(struct dfs_tape *t);
/* The record of a root move and the side it is on: of the running iteration when it is
 * whole there (or s->under_way), else of the one before; -1: none. */
int32_t dfs_tape_row(const struct dfs_tape *t, move m, int *side);

#endif
