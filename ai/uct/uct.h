/*
 * uct.h - a running UCT search, shared by its files.
 *
 *   uct.c       options, opening, the loop, going on after a move
 *   simulate.c  one simulation: selection, growth, playout, backing up
 *   ahead.c     several simulations under way at once, on threads
 *   solve.c     proofs
 *   learn.c     statistics of moves from playouts: RAVE, MAST
 *   show.c      figures, the table of root moves, the tree for the inspector
 */
#ifndef PLYSCOPE_AI_UCT_UCT_H
#define PLYSCOPE_AI_UCT_UCT_H

#include "ai/common/playout.h"
#include "ai/common/tree.h"
#include "src/base/relay.h"
#include "src/core/search.h"

#include <math.h>

#define UCT_REPORT_FIRST  2048 /* nodes before the first table of root moves */
#define UCT_FPU_FIRST	  2.0f /* fpu= from here on: untried moves come first */
#define UCT_EXPLORE_KNOWN 256  /* visits up to which c * sqrt(ln visits) is in a table */

enum full { FULL_RECYCLE, FULL_GO_ON, FULL_STOP };
enum final { FINAL_VISITS, FINAL_VALUE, FINAL_ROBUST };

struct learned;
struct ahead;
struct uct;

/* The parts a relative of UCT does in its own way; NULL: as UCT. */
struct uct_ways {
	/* The child to go to at a node with tried children; `more`: an untried one may be next,
	 * then 0 takes it. NULL: by UCB1, untried ones first. */
	uint32_t (*pick)(struct uct *u, struct tree_node *node, bool more, int depth);
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

/* The best a seat may reach, as a mean; and whether that leaves nothing open: every other seat then
 * has its least. */
struct summit {
	float mean;
	bool forced;
};

struct uct {
	const struct uct_ways *ways;
	struct tree tree;
	struct state scratch;
	int64_t simulations, tree_plies, next_report;
	int64_t recycled;	   /* nodes given back when memory was full */
	int64_t in_proven;	   /* simulations that ended at a proven node */
	uint32_t reused;	   /* visits of the root from the searches before */
	int32_t origin[SEATS_MAX]; /* means are of value - origin */
	float scale[SEATS_MAX];	   /* 1 / (high - low) of the root: rewards */
	float offset[SEATS_MAX]; /* reward = mean * scale + offset; not 0 after a reuse */
	struct summit summit[SEATS_MAX];
	float value[SEATS_MAX];		  /* of the newest simulation, as means are */
	float c2ln2;			  /* c * c * ln 2: turns log2 into c^2 * ln */
	float explore[UCT_EXPLORE_KNOWN]; /* c * sqrt(ln visits) */
	uint32_t expand, widen;
	int playout_plies;
	enum rollout_kind playout;
	enum full full;
	enum final final;
	bool reuse, solver;
	bool instant;	 /* whether a leaf is settled is asked at its first visit */
	bool solved;	 /* the root's best move is proven */
	bool cramped;	 /* recycling gives back too little: the tree no longer grows */
	float fpu;	 /* first-play urgency, above the node's own mean */
	float bias;	 /* weight of the game's order of moves, */
	bool by_learned; /* or of its learned policy */
	float rave;	 /* visits at which RAVE and the mean weigh the same */
	int at_bias;	 /* where in `extra` floats, -1: not kept */
	int at_rave;	 /* two of them: the mean, the visits */
	int at_pending;	 /* one of 32 bits there, -1: not kept */
	struct learned *learned; /* NULL: neither RAVE nor MAST */
	struct ahead *ahead;	 /* NULL: one simulation after the other */
	int seldepth;
	int last; /* plies of `path` that the newest simulation went */
	uint32_t path[TREE_PLIES];
	/* A proven child whose value went up from there, 0. */
	uint32_t instead[TREE_PLIES];
};

/* Options of all relatives of UCT, for their tables. */
#define UCT_OPTION_WIDEN \
	{ \
		.key = "widen", .kind = OPTION_INT, .deflt = "0", .min = 0, .max = 2000, \
		.unit = "moves", \
		.help = "consider this many moves at first, more as visits grow; 0: all" \
	}
#define UCT_OPTION_FULL \
	{ \
		.key = "full", .kind = OPTION_CHOICE, .deflt = "recycle", \
		.choices = "recycle|go-on|stop", \
		.help = "when memory is full: recycle the least visited nodes, go on " \
			"without growing, or stop" \
	}
#define UCT_OPTION_REUSE \
	{ \
		.key = "reuse", .kind = OPTION_SWITCH, .deflt = "on", .max = 1, \
		.help = "in a game: keep the tree below the moves that were made" \
	}

#define UCT_OPTION_AHEAD \
	{ \
		.key = "ahead", .kind = OPTION_INT, .deflt = "0", .min = 0, \
		.max = RELAY_WINDOW_MAX, .unit = "simulations", \
		.help = "simulations under way at once, shared among threads; 0: one " \
			"after another" \
	}
#define UCT_OPTION_THREADS \
	{ \
		.key = "threads", .kind = OPTION_INT, .deflt = "0", .min = 0, \
		.max = POOL_THREADS_MAX, \
		.help = "with ahead=: playouts at once, with the same result for any " \
			"number; 0: one for each core" \
	}

static inline float *
uct_extra(const struct uct *u, const struct tree_node *n)
{
	return tree_extra(&u->tree, n);
}

/* Simulations under way through a node, which its visits count already and its means do not. */
static inline uint32_t *
uct_pending(const struct uct *u, const struct tree_node *n)
{
	return (uint32_t *)tree_extra(&u->tree, n) + u->at_pending;
}

/* The visits that its means are of. */
static inline uint32_t
uct_visits(const struct uct *u, const struct tree_node *n)
{
	return n->visits - (u->at_pending < 0 ? 0 : *uct_pending(u, n));
}

/* A child's mean, with what RAVE knows of its move. */
static inline float
uct_mean(const struct uct *u, const struct tree_node *c, uint32_t seat)
{
	if (u->at_rave < 0)
		return c->mean[seat];
	const float *rave = uct_extra(u, c) + u->at_rave;
	if (!(rave[1] > 0))
		return c->mean[seat];
	const float beta = sqrtf(u->rave / (3.0f * (float)c->visits + u->rave));
	return c->mean[seat] + beta * (rave[0] - c->mean[seat]);
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
bool uct_advance(struct search *s, const struct made *made, int count);

/* simulate.c */
/* uct_ways.pick of UCT with options: UCB1 and their additions. */
uint32_t uct_pick_refined(struct uct *u, struct tree_node *node, bool more, int depth);
/* One simulation of at most budget nodes. Returns the nodes it made; when that is the whole
 * budget and the simulation was not over, nothing is backed up. */
int64_t uct_simulate(struct search *s, struct uct *u, int64_t budget);
/* Goes down the tree to where the playout starts, which leaves the state in u->scratch and the way
 * in u->path. False: the budget ended before. */
bool uct_descend(struct search *s, struct uct *u, int64_t budget, int *plies);
/* The means of a state are these. */
void uct_value_of(const struct game *g, const struct uct *u, const struct state *st,
		  float *value);
/* Counts a simulation that has been backed up along u->path[0..depth]. */
void uct_count(const struct search *s, struct uct *u, int depth);
/* Gives the root a node for each legal move, those it has stay. False: no room, or they are not
 * the first ones of these. */
bool uct_widen_root(struct search *s, struct uct *u);

/* ahead.c */
/* uct_search.misfit, of its relatives too: which options do not go together. */
bool uct_ahead_misfit(const struct game *g, const struct options *o, char *out, int size);
/* By the option ahead=: takes its slots, and a place behind `extra` bytes of a node. The bytes
 * taken there; -1: no memory. */
int uct_ahead_open(struct search *s, struct uct *u, size_t extra);
/* Starts the threads. False: the system gives no memory. */
bool uct_ahead_start(struct search *s, struct uct *u);
/* One simulation more is backed up, after as many have been chosen as may be under way, `most` in
 * all (0: no such limit); with `hold` none is chosen. Returns its nodes. When there are more than
 * budget, it and all that are under way are dropped, and it returns the budget. */
int64_t uct_simulate_ahead(struct search *s, struct uct *u, int64_t budget, int64_t most,
			   bool hold);
/* Simulations under way. */
uint32_t uct_under_way(const struct uct *u);
/* Backs up the simulations under way, or drops them where the search is solved; ends the
 * threads. */
void uct_ahead_end(struct search *s, struct uct *u);
/* The children of the node at path[depth], `made` of them from `old` on, have moved to `now`: for
 * the simulation that is in the tree, and those under way. */
void uct_moved(struct uct *u, int depth, uint32_t old, uint32_t made, uint32_t now);

/* solve.c */
/* The parts of the root's bounds that proofs need. */
void uct_find_summits(const struct search *s, struct uct *u, const struct bounds *b);
/* uct_ways.after: where the end of the path is proven, goes up as far as that proves more. */
void uct_prove(const struct search *s, struct uct *u, int depth);

/* learn.c */
/* Opens the tables; share: of playout moves that MAST chooses. False: no memory. */
bool uct_learn_open(struct search *s, struct uct *u, float share);
/* game_rollout(), with the moves written down, and some of them chosen by MAST. */
int uct_learn_playout(struct search *s, struct uct *u, int max);
/* After a simulation: its moves and their result. */
void uct_learn(const struct search *s, struct uct *u, int depth);
/* For the next position: the tables count for less. */
void uct_learn_age(struct uct *u);

/* show.c */
extern const struct column uct_node_columns[];
extern const struct gauge uct_gauge_recycled, uct_gauge_proven;
extern const struct gauge *const uct_gauges[];
extern const struct look_ops uct_look;
/* uct_ways.choose by the option `final`: most visits, best mean. */
uint32_t uct_choose(const struct uct *u, uint32_t at);
/* uct_ways.fill_node: the parts of UCB1. */
void uct_fill_node(const struct uct *u, const struct tree_node *node,
		   const struct tree_node *c, struct look_node *l);
void uct_fill_gauges(struct search *s, const struct uct *u);
void uct_report(struct search *s, struct uct *u);

#endif
