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

/* ---- the steps at one node: moves, leaves, the table, cuts ---- */

/* Legal moves after merging. */
static inline int
dfs_moves(const struct dfs *d, const struct state *st, int seat, move *m)
{
	if (d->choices != NULL)
		return d->choices(d->g, st, seat, m);
	const int n = d->moves(d->g, st, seat, m);
	return n > 1 && d->merge != NULL ? d->merge(d->g, st, seat, m, n) : n;
}

/* The state of a frame lies inside a unit: it is not quiet. */
static inline bool
dfs_inside_unit(const struct dfs_frame *f)
{
	return f->turn & TURN_LOUD;
}

/* It is at the last ply of a unit, all children being quiet, and the game says so. */
static inline bool
dfs_ends_unit(const struct dfs_frame *f)
{
	return f->turn & TURN_LAST;
}

/* Makes the child of the state of a ply; returns its turn (TURN_SEAT and flags). */
static inline unsigned
dfs_enter(struct dfs *d, int ply, int seat, move m)
{
	const unsigned turn =
		d->enter(d->g, dfs_state(d, ply), seat, m, dfs_state(d, ply + 1));
	d->frame[ply + 1].seat = (int)(turn & TURN_SEAT);
	d->frame[ply + 1].turn = turn;
	return turn;
}

static inline void
dfs_slack(uint8_t *slack, int plies)
{
	*slack = (uint8_t)(plies < *slack ? plies
					  : *slack); /* branch-free: it alternates */
}

/*
 * True when a state with `rem` plies left is a leaf; lowers *slack unless it is settled.
 */
static inline bool
dfs_ends(const struct dfs *d, unsigned turn, int rem, int ply, uint8_t *slack)
{
	if (turn & TURN_SETTLED)
		return true;
	if (rem == 0 && !(turn & TURN_LOUD))
		dfs_slack(slack, ply - d->depth);
	else if (ply >= DFS_PLIES - 1 || (turn & TURN_CHANCE))
		dfs_slack(slack, DFS_STUCK);
	else
		return false;
	return true;
}

static inline bool
dfs_leaf(const struct dfs *d, const struct state *st, int rem, int ply, uint8_t *slack)
{
	return dfs_ends(d, game_turn(d->g, st), rem, ply, slack);
}

/* Counts a leaf whose value is in its frame. */
static inline void
dfs_count_leaf(struct dfs *d, int ply)
{
	d->frame[ply].pv_count = 0;
	d->s->live.leaves++;
	if (ply > d->s->live.seldepth)
		d->s->live.seldepth = ply;
}

/* Values the leaf after the last move of a unit, if the game can do so without making it; returns
 * its turn. */
static inline unsigned
dfs_value_last(struct dfs *d, int ply, int seat, move m)
{
	const struct state *st = dfs_state(d, ply);
	struct state *child = dfs_state(d, ply + 1);
	int32_t *value = d->frame[ply + 1].value;
	if (d->taken_after != NULL && d->taken_after(d->g, st, seat, m, value))
		return 0;
	const unsigned turn = d->enter(d->g, st, seat, m, child);
	d->value(d->g, child, value);
	return turn;
}

static inline void
dfs_visit_leaf(struct dfs *d, const struct state *st, int ply)
{
	d->value(d->g, st, d->frame[ply].value);
	dfs_count_leaf(d, ply);
}

/*
 * Copies a tuple number by number. The game has just stored it so, and a wider load would wait for
 * these stores.
 */
static inline void
dfs_copy(const struct dfs *d, int32_t *to, const int32_t *from)
{
	for (int k = 0; k < (d->seats > 4 ? DFS_VALUES : 4); k++) {
		int32_t x = from[k];
		__asm__("" : "+r"(x)); /* keeps the compiler from one wide load */
		to[k] = x;
	}
}

/* Makes the child's tuple and line those of the node. */
static inline void
dfs_take(struct dfs *d, int ply, move m)
{
	struct dfs_frame *f = &d->frame[ply];
	const struct dfs_frame *c = f + 1;
	dfs_copy(d, f->value, c->value);
	f->pv[0] = m;
	f->pv_count = 1;
	if (ply >= DFS_LINE)
		return;
	__builtin_memcpy(f->pv + 1, c->pv, sizeof f->pv - sizeof f->pv[0]);
	f->pv_count += c->pv_count < DFS_LINE ? c->pv_count : DFS_LINE - 1;
}

/*
 * The key of a node in the table. With future() it covers only the rest of the game:
 * values are stored without the points the seats have already, and a move as its index in
 * the list.
 */
struct dfs_key {
	uint64_t hash;
	int32_t had
		[DFS_VALUES]; /* points that the seats have already, by future(), or 0 */
};

static inline void
dfs_key(const struct dfs *d, const struct state *st, struct dfs_key *key)
{
	if (d->future != NULL) {
		key->hash = d->future(d->g, st, key->had);
	} else {
		key->hash = d->hash(d->g, st);
		__builtin_memset(key->had, 0, sizeof key->had);
	}
}

/* Makes the entry the result of the node; lists its moves at top when they are needed. */
static inline void
dfs_use_entry(struct dfs *d, const struct ttable_entry *e, const struct dfs_key *key,
	      int ply, int rem, int top)
{
	struct dfs_frame *f = &d->frame[ply];
	for (int i = 0; i < d->seats; i++)
		f->value[i] = e->value[i] + key->had[i];
	f->pv[0] = e->m;
	if (d->future != NULL) {
		dfs_moves(d, dfs_state(d, ply), f->seat, d->stack + top);
		f->pv[0] = d->stack[top + (int)e->m];
	}
	f->pv_count = 1;
	f->slack = e->slack;
	if (e->slack < DFS_STUCK)
		f->slack = (uint8_t)(e->slack - (rem - e->depth));
	d->s->live.tt_hits++;
	d->s->live.cuts[CUT_TABLE]++;
}

/* The index of the table's move among the n at top, -1: it is not there. */
static inline int
dfs_place(const struct dfs *d, int top, int n, move m)
{
	for (int i = 0; i < n && m != MOVE_NONE; i++)
		if (d->future != NULL ? (move)i == m : d->stack[top + i] == m)
			return i;
	return -1;
}

/* Looks up an exact tuple; on a hit it is in the frame. */
static inline bool
dfs_probe(struct dfs *d, const struct dfs_key *key, int ply, int rem, int top)
{
	d->s->live.tt_probes++;
	const struct ttable_entry *e = ttable_probe(&d->table, key->hash, rem);
	if (e == NULL || e->bound != TTABLE_EXACT)
		return false;
	dfs_use_entry(d, e, key, ply, rem, top);
	return true;
}

/* Stores the result of the node, whose n moves are at top. */
static inline void
dfs_store(struct dfs *d, const struct dfs_key *key, int ply, int rem,
	  enum ttable_bound bound, int top, int n)
{
	const struct dfs_frame *f = &d->frame[ply];
	int32_t value[DFS_VALUES];
	for (int i = 0; i < d->seats; i++)
		value[i] = f->value[i] - key->had[i];
	move m = f->pv[0];
	if (d->future != NULL) {
		int at = 0;
		while (at < n - 1 && d->stack[top + at] != m)
			at++;
		m = (move)at;
	}
	ttable_store(&d->table, key->hash, rem, bound, f->slack, m, value);
}

static inline void
dfs_count_cut(struct dfs *d, enum dfs_rule rule, int ply, int skipped)
{
	snapshot_count_cut(&d->s->live, (int)rule, ply, skipped);
}

#endif
