/*
 * pn_mcts.h - a running PN-MCTS search, shared by its files.
 *
 *   pn_mcts.c  options, selection, the move to play
 *   numbers.c  proof and disproof numbers, ranks
 *   show.c     figures
 */
#ifndef PLYSCOPE_AI_TREE_PN_MCTS_PN_MCTS_H
#define PLYSCOPE_AI_TREE_PN_MCTS_PN_MCTS_H

#include "ai/common/proof_number.h"
#include "ai/tree/uct/uct.h"

enum code { CODE_PAPER, CODE_PUBLISHED };

/* How many leaves have to be proven, at least, to prove that a seat wins, or that it does not. */
struct pn_pair {
	uint32_t pn, dn;
};

#define PN_STEPS    256	       /* worst ranks up to which cpn / worst is in a table */
#define PN_NO_CHILD 0	       /* in `worst`: no child was visited since the node grew */
#define PN_NO_RANKS UINT16_MAX /* in `worst`: its children have no ranks yet */

/* In `extra` of a node: its rank among its siblings, the worst rank of its children, and a pair for
 * each seat. In a node without visits it means nothing: that counts as { 1, 1 }. */
struct pn_extra {
	uint16_t rank, worst;
	struct pn_pair goal[];
};

struct pn {
	struct uct u; /* first: a struct uct is one of these */
	int seats;
	int me;	   /* the seat to move at the root, whose goals are shown */
	int other; /* with two seats the other one, else -1 */
	bool final, solver, two_layers;
	enum code code;
	float cpn, contempt;
	float step[PN_STEPS]; /* cpn / worst, 0 without one */
	uint32_t threshold;   /* the solver's, in visits */
	int64_t in_solved;    /* simulations that passed a solved node */
	struct bounds bounds; /* of the root */
	bool constant;	      /* the values of all seats have the same sum at every end */
	/* Of the settled states so far: the least value with which a seat won, and the values of
	 * a draw. */
	int32_t least_win[SEATS_MAX], draw[SEATS_MAX];
};

static inline const struct pn *
pn_of(const struct uct *u)
{
	return (const struct pn *)u;
}

static inline struct pn_extra *
pn_extra(const struct uct *u, const struct tree_node *n)
{
	return tree_extra(&u->tree, n);
}

/* The pair of a visited node for the goal that a seat wins, and with two seats for the goal that it
 * does not lose: the other one does not win. */
static inline struct pn_pair
pn_wins(const struct uct *u, const struct tree_node *n, int seat)
{
	return pn_extra(u, n)->goal[seat];
}

static inline struct pn_pair
pn_holds(const struct uct *u, const struct tree_node *n, int seat)
{
	const struct pn_pair p = pn_extra(u, n)->goal[!seat];
	return (struct pn_pair){ .pn = p.dn, .dn = p.pn };
}

/* Whether nothing is left to prove at a node, for the seat that chooses at its parent (with two
 * seats: for the seat at the root). */
static inline bool
pn_resolved(const struct pn *p, const struct tree_node *n, int chooser)
{
	const struct pn_pair *goal = pn_extra(&p->u, n)->goal;
	if (p->other < 0)
		return goal[chooser].pn == 0 || goal[chooser].dn == 0;
	if (goal[p->me].dn == 0)
		return true;
	return p->two_layers ? goal[p->other].dn == 0 : goal[p->me].pn == 0;
}

/* numbers.c */
size_t pn_extra_bytes(int seats);
/* The root of a new tree: nothing is known of it. */
void pn_begin_root(struct pn *p);
/* uct_ways.grown */
void pn_grown(struct uct *u, struct tree_node *n);
/* uct_ways.after: the numbers and ranks along the path of the newest simulation. */
void pn_update(const struct search *s, struct uct *u, int depth);
/* Ranks of a node's visited children, and the worst of all. */
void pn_rank_children(const struct pn *p, const struct tree_node *n);
/* uct_ways.known: the value that a proof gives. */
bool pn_known(const struct uct *u, const struct tree_node *n, float *mean);
/* Whether the search may end: the seat at the root will play a proven result and can do no better:
 * a win, a draw where no win is possible, or any move where another seat is sure to win. */
bool pn_decided(const struct pn *p, const struct tree_node *n);

static inline void
pn_want_ranks(const struct pn *p, const struct tree_node *n)
{
	if (pn_extra(&p->u, n)->worst == PN_NO_RANKS)
		pn_rank_children(p, n);
}

/* show.c */
extern const struct column pn_columns[], pn_node_columns[];
extern const struct gauge *const pn_gauges[];
void pn_fill_row(const struct uct *u, const struct tree_node *c, struct stats_move *row);
void pn_fill_node(const struct uct *u, const struct tree_node *node,
		  const struct tree_node *c, struct look_node *l);
void pn_fill_gauges(struct search *s, const struct uct *u);
/* What the rank adds to UCB1. */
float pn_bonus(const struct pn *p, const struct tree_node *node,
	       const struct tree_node *c);

#endif
