/*
 * uct.h - a running UCT search, shared by its files.
 *
 *   uct.c       options, opening, the loop, going on after a move
 *   simulate.c  one simulation: selection, growth, playout, backing up
 *   show.c      figures, the table of root moves, the tree for the inspector
 */
#ifndef PLYSCOPE_AI_UCT_UCT_H
#define PLYSCOPE_AI_UCT_UCT_H

#include "ai/common/playout.h"
#include "ai/common/tree.h"
#include "src/core/search.h"

#define UCT_REPORT_FIRST 2048 /* nodes before the first table of root moves */

enum playout { PLAYOUT_RANDOM, PLAYOUT_POLICY };
enum full { FULL_RECYCLE, FULL_GO_ON, FULL_STOP };

struct uct {
	struct tree tree;
	struct state scratch;
	int64_t simulations, tree_plies, next_report;
	int64_t dropped;	   /* simulations cut by the node limit */
	int64_t recycled;	   /* nodes given back when memory was full */
	uint32_t reused;	   /* visits of the root from the searches before */
	int32_t origin[SEATS_MAX]; /* means are of value - origin */
	float scale[SEATS_MAX];	   /* 1 / (high - low) of the root: rewards */
	float offset[SEATS_MAX]; /* reward = mean * scale + offset; not 0 after a reuse */
	float c2ln2;		 /* c * c * ln 2: turns log2 into c^2 * ln */
	uint32_t expand, widen;
	int playout_plies;
	enum playout playout;
	enum full full;
	bool reuse;
	bool cramped; /* recycling gives back too little: the tree no longer grows */
	int seldepth;
	int last; /* plies of `path` that the newest simulation went */
	uint32_t path[TREE_PLIES];
};

/* simulate.c */
/* One simulation of at most budget nodes. Returns the nodes it made; when that is the whole
 * budget and the simulation was not over, nothing is backed up. */
int64_t uct_simulate(struct search *s, struct uct *u, int64_t budget);
/* Gives the root a node for each legal move, those it has stay. False: no room, or they are not
 * the first ones of these. */
bool uct_widen_root(struct search *s, struct uct *u);

/* show.c */
extern const struct column uct_node_columns[];
extern const struct look_ops uct_look;
void uct_report(struct search *s, struct uct *u);

#endif
