/*
 * uct.h - a running UCT search, shared by its files.
 *
 *   uct.c       options, opening, the loop, going on after a move
 *   simulate.c  one simulation: selection, growth, playout, backing up
 *   show.c      figures, the table of root moves, the tree for the inspector
 */
#ifndef PLYSCOPE_AI_TREE_UCT_UCT_H
#define PLYSCOPE_AI_TREE_UCT_UCT_H

#include "ai/common/playout.h"
#include "ai/tree/tree.h"
#include "src/core/search.h"

#include <math.h>

#define UCT_REPORT_FIRST  2048 /* nodes before the first table of root moves */
#define UCT_EXPLORE_KNOWN 256  /* visits up to which c * sqrt(ln visits) is in a table */

struct uct;

/* The parts a relative of UCT does in its own way; NULL: as UCT. */
struct uct_ways {
	/* The child to go to at a node with two or more tried children; NULL: by UCB1. */
	uint32_t (*pick)(struct uct *u, struct tree_node *node);
	/* A node has got its children, for the first time or again. */
	void (*grown)(struct uct *u, struct tree_node *node);
	/* After a simulation has been backed up along u->path[0..depth]. */
	void (*after)(const struct search *s, struct uct *u, int depth);
	/* The child that would be played at a node; 0: none visited. */
	uint32_t (*choose)(const struct uct *u, uint32_t at);
	/* True: the exact value of a visited node is known, and is in `mean` as means are. NULL: that
	 * of proven nodes alone, whose means are exact. */
	bool (*known)(const struct uct *u, const struct tree_node *node, float *mean);
	/* Its own figures: of a root move, of a node of the tree, of the whole search. */
	void (*fill_row)(const struct uct *u, const struct tree_node *c,
			 struct stats_move *row);
	void (*fill_node)(const struct uct *u, const struct tree_node *node,
			  const struct tree_node *c, struct look_node *l);
	void (*fill_gauges)(struct search *s, const struct uct *u);
};

struct uct {
	const struct uct_ways *ways;
	struct tree tree;
	struct state scratch;
	int64_t simulations, tree_plies, next_report;
	int64_t recycled;	   /* nodes freed when memory was full */
	uint32_t reused;	   /* visits of the root from the searches before */
	int32_t origin[SEATS_MAX]; /* means are of value - origin */
	float scale[SEATS_MAX];	   /* 1 / (high - low) of the root: rewards */
	float offset[SEATS_MAX]; /* reward = mean * scale + offset; not 0 after a reuse */
	float value[SEATS_MAX];	 /* of the newest simulation, as means are */
	float c2ln2;		 /* c * c * ln 2: turns log2 into c^2 * ln */
	float explore[UCT_EXPLORE_KNOWN]; /* c * sqrt(ln visits) */
	uint32_t expand, widen;
	int playout_plies;
	enum rollout_kind playout;
	bool reuse, finish;
	bool instant; /* whether a leaf is settled is asked at its first visit */
	bool solved;  /* the root's best move is proven */
	bool cramped; /* recycling gives back too little: the tree no longer grows */
	move way[RACE_MOVES]; /* in a race alone: the shortest way home that was found */
	int way_moves;	      /* 0: not alone, or the option finish is off */
	int seldepth;
	int last; /* plies of `path` that the newest simulation went */
	uint32_t path[TREE_PLIES];
};

/* Options of all relatives of UCT, for their tables. */
#define UCT_OPTION_REUSE \
	{ \
		.key = "reuse", .kind = OPTION_SWITCH, .deflt = "on", .max = 1, \
		.help = "in a game: keep the tree below the moves that were made" \
	}

/* c * sqrt(ln visits); 0 at a root that has none, for all its simulations were dropped. */
static inline float
uct_explore(const struct uct *u, const struct tree_node *node)
{
	return node->visits < UCT_EXPLORE_KNOWN
		       ? u->explore[node->visits]
		       : sqrtf(u->c2ln2 * tree_log2(node->visits));
}

/* uct.c */
/* The options common to all relatives of UCT, and values derived from the root. The tree is still
 * to be opened. */
void uct_begin(struct search *s, struct uct *u, const struct uct_ways *ways);
void uct_run(struct search *s);
bool uct_advance(struct search *s, const struct played_move *made, int count);

/* simulate.c */
/* One simulation of at most budget nodes. Returns the nodes it made; when that is the whole
 * budget and the simulation was not over, nothing is backed up. */
int64_t uct_simulate(struct search *s, struct uct *u, int64_t budget);
/* Gives the root a node for each legal move, those it has stay. False: no room, or they are not
 * the first ones of these. */
bool uct_widen_root(struct search *s, struct uct *u);

/* show.c */
extern const struct column uct_node_columns[];
extern const struct gauge uct_gauge_recycled;
extern const struct gauge *const uct_gauges[];
extern const struct look_ops uct_look;
/* uct_ways.fill_node: the parts of UCB1. */
void uct_fill_node(const struct uct *u, const struct tree_node *node,
		   const struct tree_node *c, struct look_node *l);
void uct_fill_gauges(struct search *s, const struct uct *u);
void uct_report(struct search *s, struct uct *u);

#endif
