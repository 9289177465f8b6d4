/*
 * dfs.h - the common part of the depth-first searches: a frame per ply, leaves, the table
 * of root moves, iterative deepening.
 *
 * Depth is in plies. A leaf is a settled state, a chance node, or a quiet state at the
 * depth limit; at the limit a state that is not quiet is searched on until its unit ends:
 * a unit is the plies from one quiet state to the next, a trick for instance.
 *
 * Moves are tried in the fixed order of order.h. The first of equal moves in that order
 * wins, whatever the order of search: each iteration begins with the best move of the
 * last one, and a move left of the best replaces it by equalling it.
 *
 * A search of a child returns DFS_VALUE with the tuple in its frame, DFS_STOP, or m >= 1:
 * no value of the child is preferred by all of its m nearest ancestors.
 *
 * Memory: all from s->arena at open; nothing is allocated below the root.
 */
#ifndef PLYSCOPE_AI_DEPTH_FIRST_DFS_H
#define PLYSCOPE_AI_DEPTH_FIRST_DFS_H

#include "ai/common/order.h"
#include "ai/common/ttable.h"

#define DFS_PLIES     250
#define DFS_VALUES    8 /* numbers in a tuple: SEATS_MAX, padded with zeros to a vector */
#define DFS_LINE      16 /* plies of the principal variation that are kept */
#define DFS_NO_BOUND  INT32_MIN
#define DFS_TABLE_MIN 2 /* remaining plies of the nodes in the table, at least */
#define DFS_SOLVED    TTABLE_SOLVED
#define DFS_NO_MEMORY "memory= is too small for this search"
#define DFS_STUCK     254 /* slack of a leaf at any depth that is not settled */

enum { DFS_VALUE = 0, DFS_STOP = -1 };

/* Why children are not searched. */
enum dfs_rule {
	CUT_SHALLOW,	 /* Korf 1991: two seats' bounds reach maxsum */
	CUT_SPECULATIVE, /* Sturtevant 2003: bounds along n plies reach maxsum */
	CUT_ALPHA_BETA,	 /* paranoid: the root seat against all */
	CUT_BOUND,	 /* the game's own bounds alone settle it (immediate) */
	CUT_TABLE,	 /* transposition table */
	CUT_LAST_BRANCH, /* Sturtevant 2003: the ancestors between are at their last */
	CUT_ALPHA_BETA_BOUND, /* Sturtevant and Korf 2000: shallow, the others by bounds */
	CUT_DISCRETE,	      /* Sturtevant 2003: a step of the score too few is left */
	CUT_RULES
};
extern const struct cut_rule dfs_rules[CUT_RULES + 1]; /* dfs_proof.c */

struct dfs_frame {
	alignas(32) int32_t value[DFS_VALUES]; /* of the best child so far; the result */
	int32_t need; /* the mover prefers the running child if value[seat] >= need */
	int seat;
	unsigned turn;	   /* of the state, by enter(): TURN_SEAT and flags */
	int32_t low, high; /* paranoid: the game's bounds on the root seat */
	uint8_t slack; /* this many further plies have the same leaves; DFS_SOLVED: any */
	int pv_count;
	move pv[DFS_LINE];
};

/* The numbers behind a cut, for the sentence of the inspector (dfs_explain()). */
struct dfs_proof {
	int8_t rule; /* enum dfs_rule, -1: none */
	int seat;    /* the mover, when its value is part of the proof; SEAT_NONE */
	int ply;
	/* Max^n: the least that each seat must get for the m nearest ancestors to prefer
	 * a value of the node. They sum to more than maxsum, or one is above most[]. */
	int ancestors; /* m, 0: the mover's best alone cuts */
	int32_t maxsum;
	int64_t sum; /* of least[] */
	int32_t least[SEATS_MAX];
	int32_t most[SEATS_MAX];
	int8_t up[SEATS_MAX]; /* plies up to the need, 0: the best here, -1: the game */
	/* A window: the root seat gets `got` at the node. It needs `need` above; or, at
	 * its own node, the others can hold it to `need` above. */
	int32_t got, need;
};

/* The bounds that the nodes above put on a node, for the inspector. */
enum dfs_bounds_kind {
	DFS_FREE,   /* none */
	DFS_NEEDS,  /* max^n: frame[].need of every seat */
	DFS_WINDOW, /* alpha and beta of the root seat */
};

struct dfs_tree;
struct dfs {
	struct search *s;
	const struct game *g;
	int (*moves)(const struct game *, const struct state *, int, move *);
	int (*choices)(const struct game *, const struct state *, int, move *);
	unsigned (*enter)(const struct game *, const struct state *, int, move,
			  struct state *);
	void (*play)(const struct game *, const struct state *, int, move,
		     struct state *);
	bool (*settled)(const struct game *, const struct state *);
	bool (*quiet)(const struct game *, const struct state *);
	seat_set (*acting)(const struct game *, const struct state *);
	void (*value)(const struct game *, const struct state *, int32_t *);
	/* Set when leaves are valued by the points taken. */
	bool (*taken_after)(const struct game *, const struct state *, int, move,
			    int32_t *);
	bool (*last_ply)(const struct game *, const struct state *, int, move,
			 struct last_ply *);
	void (*taken_after_reply)(const struct game *, const struct state *, int, move,
				  move, int32_t *);
	void (*bounds)(const struct game *, const struct state *, struct bounds *);
	int (*merge)(const struct game *, const struct state *, int, move *, int);
	uint64_t (*hash)(const struct game *, const struct state *);
	uint64_t (*future)(const struct game *, const struct state *, int32_t *);
	int32_t step;	  /* least difference between two values of a seat */
	int seats, width; /* width 0: all moves */
	unsigned char *states;
	size_t stride;
	move *stack;	/* moves of all plies, DFS_PLIES * MOVES_MAX */
	int32_t *score; /* of the moves in stack */
	int64_t *key;	/* see order_begin() */
	uint8_t *mark;	/* by child: m of a queued one (max^n), its seat (brs) */
	struct dfs_frame *frame;
	struct ttable table;
	bool use_table;
	/* The root. */
	struct ranked *row;	  /* in the fixed order */
	struct ranked *best_rows; /* of the snapshot, best first */
	struct dfs_proof *proof;  /* of each row */
	struct dfs_proof cut;	  /* of the last cut at ply 1 */
	int rows, searched;	  /* rows beyond `searched` are outside the width */
	int best;		  /* row, -1: none yet */
	int depth;		  /* of the running iteration */
	bool whole;		  /* each row is of the same iteration */
	int64_t reported_nodes;
	/* Called on every cut of a node; NULL outside tests and kept trees. */
	void (*trace)(void *self, const struct dfs_proof *proof);
	void *trace_self;
	/* Called when a node stays unknown: none of its values is preferred by all of so
	 * many nearest ancestors. */
	void (*unknown)(void *self, int ply, int ancestors);
	/* Called when the node of a ply is searched again without being entered. */
	void (*again)(void *self, int ply);
	/* For the inspector, see dfs_look.h. */
	enum dfs_bounds_kind bounds_kind;
	/* Lists the moves searched at a state after a move of seat `by`, in order of
	 * search, at most MOVES_MAX, with their seats. NULL: the moves of its mover. */
	int (*replies)(struct dfs *d, const struct state *st, int by, move *m,
		       uint8_t *seat);
	const double (*win)[SEATS_MAX]; /* win probabilities by ply, NULL: not known */
	void (*describe)(struct dfs *d, const struct state *st, struct look_node *out);
	struct dfs_tree *tree; /* NULL: the tree is not kept */
	/* True when the root seat prefers tuple a to b. NULL: by its own value. */
	bool (*prefers)(const struct dfs *d, const int32_t *a, const int32_t *b);
	/* Searches the state of ply 1, which is no leaf, `rem` plies deep. */
	int (*child)(struct dfs *d, int rem);
};

/* The value of an option, or `otherwise` where the search has none of the name. */
int dfs_option(const struct search *s, const char *key, int otherwise);
/* Takes the memory and reads the shared options; false: too little memory. Accelerated: with the
 * table, merged moves and the step of values, where options do not switch them off. */
bool dfs_open(struct dfs *d, struct search *s, bool accelerated, struct status *st);
/* Iterative deepening to a stop reason; the result is in s->live. */
void dfs_run(struct dfs *d);
/* A table of two iterations is in no order: with several lines asked for, the one of the last
 * complete iteration stays until the next is complete. */
bool dfs_holds(const struct dfs *d);
/* The root's line into the snapshot, unless that is held. */
void dfs_show_line(struct dfs *d);
/* Writes the reason for a cut as one sentence. */
void dfs_explain(const struct dfs *d, const struct dfs_proof *p, char *out, size_t size);

static inline struct state *
dfs_state(const struct dfs *d, int ply)
{
	return (struct state *)(void *)(d->states + (size_t)ply * d->stride);
}

static inline int
dfs_mover(const struct dfs *d, const struct state *st)
{
	return __builtin_ctz(d->acting(d->g, st));
}

#endif
