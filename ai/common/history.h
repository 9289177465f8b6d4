/*
 * history.h - move ordering from the search itself: the killer and history heuristics, and the
 * table's move.
 *
 * killer: the two moves that last cut a node of the same ply. history: each move by the cuts it has
 * made so far for its seat, a cut weighing the square of the plies below it (Schaeffer 1989).
 * table: the best move of the iteration before. All other moves follow in the fixed order of
 * order.h, which also breaks ties.
 *
 * A rank is a place in the fixed order. The order of search changes the nodes, never the result: a
 * search that keeps the first of equal moves compares ranks, not the order of search.
 *
 * Memory: from s->arena, none with order=game: 4 bytes for each move of the stack, and 100 KB for
 * killers and history.
 */
#ifndef PLYSCOPE_AI_COMMON_HISTORY_H
#define PLYSCOPE_AI_COMMON_HISTORY_H

#include "ai/common/dfs.h"

#define HISTORY_KILLERS 2
#define HISTORY_SLOT_BITS \
	12 /* of a seat's history; moves that share a slot share their cuts */
#define HISTORY_NO_RANK UINT16_MAX

/* The choices of order=. */
enum order_rule { ORDER_GAME, ORDER_KILLER, ORDER_HISTORY, ORDER_TABLE };

struct cut_history {
	enum order_rule rule;
	move (*killer)[HISTORY_KILLERS];	   /* by ply */
	int32_t (*weight)[1 << HISTORY_SLOT_BITS]; /* of the cuts, by seat */
	uint16_t *rank;	  /* parallel to d->stack: ranks in the order of search */
	uint16_t *lowest; /* the lowest of the ranks behind; HISTORY_NO_RANK */
};

#define HISTORY_OPTION_ORDER(list, usual, text) \
	{ \
		.key = "order", .kind = OPTION_CHOICE, .deflt = (usual), \
		.choices = (list), .help = (text) \
	}

/* True when cuts decide the order: with killers or history. */
static inline bool
history_by_cuts(const struct cut_history *h)
{
	return h->rule == ORDER_KILLER || h->rule == ORDER_HISTORY;
}

/* Reads order=. Before dfs_open(), which takes all memory. False: too little memory. */
bool history_open(struct cut_history *h, struct search *s, struct status *st);
/* Forgets all cuts. */
void history_clear(struct cut_history *h);
/* Move m cut a node of `ply` with `rem` plies left. */
void history_cut(struct cut_history *h, int ply, int rem, int seat, move m);
/* Orders the node whose moves are at top, its keys already in the fixed order; the first
 * `searched` of them count: fills rank and lowest. `first`: index of the table's move in
 * the list of moves, -1: none. */
void history_sort(struct cut_history *h, const struct dfs *d, int ply, int top,
		  int searched, int first);
/* Rewrites the keys of a node, so that order_take() takes them in that order. */
void history_apply(struct cut_history *h, int64_t *key, int top, int searched);

#endif
