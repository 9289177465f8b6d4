/*
 * learn.h - what is searched first, learned from the search itself.
 *
 * killer: the two moves that cut a node of the same ply last. history: moves by what they have
 * cut so far for the seat that makes them, each cut by the square of the plies below it
 * (Schaeffer 1989). table: the best move of an iteration before. Behind them, and among equals,
 * moves are searched in the fixed order of order.h.
 *
 * A place in the fixed order is a rank. What is searched first changes nodes, never results:
 * a search that keeps the first of equal moves goes by rank, whenever a move was searched.
 *
 * Memory: from s->arena, unless the order is the game's: 4 bytes a move of the stack, and 100 KB
 * for what has cut.
 */
#ifndef PLYSCOPE_AI_COMMON_LEARN_H
#define PLYSCOPE_AI_COMMON_LEARN_H

#include "ai/common/dfs.h"

#define LEARN_KILLERS 2
#define LEARN_SLOT_BITS \
	12 /* of a seat's history; moves that share one share their cuts */
#define LEARN_NO_RANK UINT16_MAX

enum learn_rule { LEARN_GAME, LEARN_KILLER, LEARN_HISTORY, LEARN_TABLE };

struct learn {
	enum learn_rule rule;
	move (*killer)[LEARN_KILLERS];		  /* by ply */
	int32_t (*history)[1 << LEARN_SLOT_BITS]; /* by seat */
	uint16_t *turn; /* as d->stack: ranks in the order they are searched */
	uint16_t *rest; /* the lowest rank of those behind, LEARN_NO_RANK: none */
};

#define LEARN_OPTION_ORDER(list, usual, text) \
	{ \
		.key = "order", .kind = OPTION_CHOICE, .deflt = (usual), \
		.choices = (list), .help = (text) \
	}

/* True when the order goes by what has cut. */
static inline bool
learn_by_cuts(const struct learn *l)
{
	return l->rule == LEARN_KILLER || l->rule == LEARN_HISTORY;
}

/* Reads the option order=; before dfs_open(), which takes all memory. False: too little. */
bool learn_open(struct learn *l, struct search *s, struct status *st);
/* Forgets everything. */
void learn_clear(struct learn *l);
/* Move m of a node of `ply` cut it with `rem` plies left. */
void learn_cut(struct learn *l, int ply, int rem, int seat, move m);
/* The order of the node whose n moves are at top, all keys in the fixed order, of which the first
 * `searched` count: fills turn and rest. `first`: place in the list of the table's move, -1: none.
 */
void learn_sort(struct learn *l, const struct dfs *d, int ply, int top, int searched,
		int first);
/* Rewrites the keys of a node, so that order_take() takes them in that order. */
void learn_apply(struct learn *l, int64_t *key, int top, int searched);

#endif
