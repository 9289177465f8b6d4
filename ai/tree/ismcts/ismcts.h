/*
 * ismcts.h - a running search of information sets, shared by its files.
 *
 *   ismcts.c    options, opening, the loop
 *   simulate.c  one simulation: a deal, selection, growth, playout, backing up
 *   show.c      figures, the table of root moves, the tree for the inspector
 */
#ifndef PLYSCOPE_AI_TREE_ISMCTS_ISMCTS_H
#define PLYSCOPE_AI_TREE_ISMCTS_ISMCTS_H

#include "src/core/search.h"

#define ISMCTS_ROOT  0u
#define ISMCTS_PLIES 128 /* a tree is less deep */

/*
 * A sequence of observed moves since the root: all deals that allow it share the node. Its children
 * are a list, for each deal allows others of them. Memory: 24 bytes and 4 a seat.
 */
struct ismcts_node {
	uint32_t visits;
	uint32_t available; /* visits of the node above in deals that allow this move */
	uint32_t child,
		next; /* the first child, the next one of the same node; 0: none */
	move m;	      /* that led here */
	int8_t seat;  /* who moves here; SEAT_NONE: not known yet, or a leaf */
	float mean[]; /* per seat, of value - origin */
};

struct ismcts {
	unsigned char *node;
	uint32_t count, room, stride;
	int64_t simulations, tree_plies, next_report;
	int32_t origin[SEATS_MAX]; /* means are of value - origin */
	float scale[SEATS_MAX];	   /* 1 / (high - low) of the root: rewards */
	float c2ln2;		   /* c * c * ln 2: turns log2 into c^2 * ln */
	uint32_t expand;
	bool early; /* end when the choice is made */
	bool full;
	bool dealt; /* the mover's things too: the search is of another seat's view */
	int legal, roots; /* moves of the root, and those looked at */
	move root[STATS_MOVES];
	struct state scratch;
	int seldepth;
	int last; /* plies of `path` that the newest simulation went */
	uint32_t path[ISMCTS_PLIES];
};

static inline struct ismcts_node *
ismcts_at(const struct ismcts *x, uint32_t i)
{
	return (struct ismcts_node *)(void *)(x->node + (size_t)i * x->stride);
}

/* simulate.c */
/* One simulation of at most budget nodes. Returns the nodes it made; when that is the whole
 * budget, nothing is backed up. */
int64_t ismcts_simulate(struct search *s, struct ismcts *x, int64_t budget);

/* show.c */
extern const struct column ismcts_columns[];
extern const struct gauge *const ismcts_gauges[];
extern const struct look_ops ismcts_look;
void ismcts_report(struct search *s, const struct ismcts *x);

#endif
