/*
 * look.h - a read-only cursor over a PARKED search's tree, for the inspector.
 *
 * A node is named by an opaque reference that stays valid while the search is open and
 * does not run. Algorithms that keep a tree answer from it. Depth-first searches
 * keep none: they know the root's moves; what lies below is there when the job asked for
 * it (keep), for then each node is written down as it is searched. The same root, options,
 * seed and node limit give the same tree, so a search that has played is looked at by
 * running it again with keep, off the clock; the one that plays pays nothing.
 *
 * Values are points of the game per seat, NAN unknown. A move of chance has the seat
 * SEAT_CHANCE.
 */
#ifndef PLYSCOPE_CORE_LOOK_H
#define PLYSCOPE_CORE_LOOK_H

#include "src/core/stats.h"

#include <math.h>
#include <string.h>

struct search;

typedef uint64_t look_ref; /* LOOK_ROOT is the root */
#define LOOK_ROOT  UINT64_MAX
#define LOOK_PROOF 280

enum look_kind {
	LOOK_MOVE,
	LOOK_WORLD, /* a deal of the unseen: no move, `m` is its own first choice */
	LOOK_JOINT, /* two seats chose at once: `m` of `seat`, `other_m` of `other` */
};

struct look_node {
	look_ref ref;
	move m;
	int seat; /* the seat that made the move */
	int64_t visits;
	double value[SEATS_MAX], win[SEATS_MAX];
	const struct column
		*columns; /* search_ops.node_columns, NULL: none; by the inspector */
	double extra[STATS_EXTRA];   /* theirs */
	uint8_t status;		     /* enum move_status */
	uint8_t kind;		     /* enum look_kind */
	const struct cut_rule *rule; /* of search_ops.rules; NULL: not cut */
	bool inner;		     /* has children to show */
	bool apart;   /* they are the tree of a search of its own: look_ops.world() */
	bool best;    /* the mover's choice so far */
	bool skipped; /* never searched, by `rule` of the node above */
	bool again;   /* searched more than once */
	bool partial; /* the search stopped inside it */
	bool table;   /* answered from the transposition table */
	bool last;    /* on the path of the last simulation */
	bool needed;  /* the proof of the node above rests on it */
	bool leads;   /* of its siblings the one with least left to prove, or disprove */
	int world;    /* LOOK_WORLD: its number from 1 */
	int other;    /* LOOK_JOINT */
	move other_m;
	double chance;	      /* of a move of SEAT_CHANCE, its probability; NAN unknown */
	int children_skipped; /* of its children never searched */
	char proof
		[LOOK_PROOF]; /* why it was cut, with the numbers; of a leaf that is no end:
				 * what is thought to follow; empty */
};

/* A node of which only the way to it is known yet. */
static inline void
look_blank(struct look_node *l, look_ref ref, int seat, move m)
{
	const double unknown = (double)NAN;
	*l = (struct look_node){ .ref = ref,
				 .m = m,
				 .seat = seat,
				 .status = MOVE_UNSEARCHED,
				 .chance = unknown };
	for (int i = 0; i < SEATS_MAX; i++)
		l->value[i] = l->win[i] = unknown;
	for (int i = 0; i < STATS_EXTRA; i++)
		l->extra[i] = unknown;
}

/* A move of the root as the search reports it. */
static inline void
look_row(struct look_node *l, look_ref ref, int seat, const struct stats_move *row)
{
	look_blank(l, ref, seat, row->m);
	l->visits = row->visits;
	l->status = row->status;
	memcpy(l->value, row->value, sizeof l->value);
	memcpy(l->win, row->win, sizeof l->win);
}

/* What a full-width search of the same depth has below a node. */
struct look_count {
	int64_t searched; /* nodes of it that were searched, the node itself too */
	int64_t counted;  /* nodes that were not */
	bool whole;	  /* false: the limit was reached, `counted` is too small */
};

/* The continuations behind a leaf at a depth limit. For each class of the hands that choose: the
 * probability of reaching the leaf, how often the class takes each continuation, and its value for
 * the other seat. */
struct look_ways {
	struct stats_ways all;
	double weight; /* of all hands together */
	int classes;   /* 0: hands are not distinguished */
	float class_weight[STATS_CLASSES];
	float often[STATS_WAYS][STATS_CLASSES], value[STATS_WAYS][STATS_CLASSES];
};

struct look_ops {
	/* Children of a node: those searched in the order of search, then those skipped; at
	 * most max; returns the count. */
	int (*children)(struct search *s, look_ref node, struct look_node *out, int max);
	/* Counts what was skipped below a node, at most `limit` nodes. False: the search does
	 * not skip, or the node is not written down. NULL: never skips. */
	bool (*count)(struct search *s, look_ref node, int64_t limit,
		      struct look_count *out);
	/* The matrix of a node where two seats choose at once. False: it is none. NULL: there
	 * are none. */
	bool (*joint)(struct search *s, look_ref node, struct stats_joint *out);
	/* The strategy for all hands of the seat that chooses at a node. False: it is none. NULL:
	 * there are none. */
	bool (*hands)(struct search *s, look_ref node, struct stats_hands *out);
	/* The ways to play on behind a leaf at a depth limit. False: it is no such leaf. NULL: the
	 * search has none. */
	bool (*ways)(struct search *s, look_ref node, struct look_ways *out);
	/* Of a search that deals the hidden cards and searches one deal (a world) after another; NULL:
	 * it is none. Opens the search below a node that is `apart` again, with its limits, its tree
	 * to be kept; the caller runs it and closes it, before s. */
	bool (*world)(struct search *s, look_ref node, struct search *out,
		      struct status *st);
	/* The position of a LOOK_WORLD. */
	bool (*deal)(struct search *s, look_ref node, struct state *out);
	/* Bytes taken by the tree when it was written down beside the search. NULL: it is the
	 * search's own (live.tree_bytes). */
	int64_t (*bytes)(const struct search *s);
};

/* Whether a node is one of path[count], the newest simulation's. */
static inline bool
look_on_path(const uint32_t *path, int count, uint32_t node)
{
	for (int d = 0; d < count; d++)
		if (path[d] == node)
			return true;
	return false;
}

#endif
