/*
 * show.c - the display of PN-MCTS beside UCT's: numbers, ranks, proofs. See pn_mcts.c.
 */
#include "ai/common/gauges.h"
#include "ai/tree/pn_mcts/pn_mcts.h"

#include <stdio.h>

/* Places in extra[], of moves and of nodes. */
enum { PN, DN, PN2, DN2, RANK, BONUS, SCORE, EXPLOIT, EXPLORE };

#define COUNT(name, place, text) \
	{ \
		.key = (name), .head = (name), .help = (text), .kind = COLUMN_COUNT, \
		.at = (place), .width = 5 \
	}
#define PART(name, title, place, text) \
	{ \
		.key = (name), .head = (title), .help = (text), .at = (place), \
		.decimals = 3, .width = 6 \
	}

#define PN_HELP \
	"proof number: leaves to be proven, at least, before the seat to move at the " \
	"root is sure to win; 0 it is, inf (null in JSON) it cannot"
#define DN_HELP	   "disproof number: the same before it is sure not to win"
#define PN2_HELP   "second layer: leaves to be proven before it is sure not to lose"
#define DN2_HELP   "second layer: the same before it is sure to lose"
#define RANK_HELP  "rank by proof numbers, 1 is nearest to a proof; equals share a rank"
#define BONUS_HELP "bonus of the rank in UCB1, 0 for the last rank"

const struct column pn_columns[] = {
	COUNT("pn", PN, PN_HELP),
	COUNT("dn", DN, DN_HELP),
	COUNT("pn2", PN2, PN2_HELP),
	COUNT("dn2", DN2, DN2_HELP),
	COUNT("rank", RANK, RANK_HELP),
	PART("bonus", "+rank", BONUS, BONUS_HELP),
	{ .key = NULL },
};

/* On the screen: "UCT-PN 0.812 = mean 0.500 + 0.112 +rank 0.200 pn 4 ...". */
const struct column pn_node_columns[] = {
	{ .key = "score",
	  .head = "UCT-PN",
	  .help = "selection takes the highest score: the mean, a bonus for few visits, "
		  "a bonus for the rank",
	  .at = SCORE,
	  .decimals = 3,
	  .width = 6,
	  .better = 1 },
	PART("exploit", "= mean", EXPLOIT,
	     "UCT-PN: mean of the simulations below, as a reward from 0 to 1"),
	PART("explore", "+", EXPLORE, "UCT-PN: bonus for few visits"),
	PART("bonus", "+rank", BONUS, BONUS_HELP),
	COUNT("pn", PN, PN_HELP),
	COUNT("dn", DN, DN_HELP),
	COUNT("pn2", PN2, PN2_HELP),
	COUNT("dn2", DN2, DN2_HELP),
	COUNT("rank", RANK, RANK_HELP),
	{ .key = NULL },
};

static void
fill_numbers(const struct pn *p, const struct tree_node *node, const struct tree_node *c,
	     double *x)
{
	if (c->visits == 0)
		return;
	pn_want_ranks(p, node);
	const struct pn_pair wins = pn_wins(&p->u, c, p->me);
	x[PN] = proof_shown(wins.pn);
	x[DN] = proof_shown(wins.dn);
	if (p->other >= 0) {
		const struct pn_pair holds = pn_holds(&p->u, c, p->me);
		x[PN2] = proof_shown(holds.pn);
		x[DN2] = proof_shown(holds.dn);
	}
	x[RANK] = pn_extra(&p->u, c)->rank;
	x[BONUS] = (double)pn_bonus(p, node, c);
}

void
pn_fill_row(const struct uct *u, const struct tree_node *c, struct stats_move *row)
{
	fill_numbers(pn_of(u), tree_at(&u->tree, TREE_ROOT), c, row->extra);
}

/* Which siblings have the same rank. */
static int
sharing(const struct uct *u, const struct tree_node *node, const struct tree_node *c)
{
	int n = 0;
	for (uint32_t i = node->child; i < node->child + node->tried; i++) {
		const struct tree_node *k = tree_at(&u->tree, i);
		n += k->visits > 0 && pn_extra(u, k)->rank == pn_extra(u, c)->rank;
	}
	return n;
}

/* The proof of a node, else the reason for its rank. */
static void
write_proof(const struct pn *p, const struct tree_node *node, const struct tree_node *c,
	    char *out, size_t size)
{
	const struct uct *u = &p->u;
	const struct pn_pair wins = pn_wins(u, c, p->me);
	const bool two = p->other >= 0;
	if (wins.pn == 0)
		snprintf(out, size, "proven: the seat to move at the root wins");
	else if (two && pn_holds(u, c, p->me).dn == 0)
		snprintf(out, size, "proven: the seat to move at the root loses");
	else if (two && wins.dn == 0 && pn_holds(u, c, p->me).pn == 0)
		snprintf(out, size, "proven: drawn");
	else if (two && wins.dn == 0)
		snprintf(out, size, "proven: no win for the seat to move at the root");
	else if (two && pn_holds(u, c, p->me).pn == 0)
		snprintf(out, size, "proven: the seat to move at the root does not lose");
	if (out[0] != '\0')
		return;
	const bool mine = !two || (int)node->seat == p->me;
	const struct pn_pair own = two ? wins : pn_wins(u, c, (int)node->seat);
	const int ties = sharing(u, node, c) - 1;
	const int n = snprintf(out, size, "rank %d of %d: %u to %s", pn_extra(u, c)->rank,
			       (int)node->children, mine ? own.pn : own.dn,
			       mine ? "prove" : "disprove");
	if (ties > 0)
		snprintf(out + n, size - (size_t)n, ", shared by %d more", ties);
}

/* Whether proof-number search would go to this child: the first of rank 1, while the node is not
 * solved. */
static bool
leads(const struct pn *p, const struct tree_node *node, const struct tree_node *c)
{
	const struct tree *t = &p->u.tree;
	if (pn_extra(&p->u, c)->rank != 1 || pn_resolved(p, node, (int)node->seat))
		return false;
	for (uint32_t i = node->child; tree_at(t, i) != c; i++)
		if (tree_at(t, i)->visits > 0 &&
		    pn_extra(&p->u, tree_at(t, i))->rank == 1)
			return false;
	return true;
}

void
pn_fill_node(const struct uct *u, const struct tree_node *node, const struct tree_node *c,
	     struct look_node *l)
{
	const struct pn *p = pn_of(u);
	const uint32_t seat = node->seat;
	double *x = l->extra;
	if (c->visits == 0)
		return;
	fill_numbers(p, node, c, x);
	x[EXPLOIT] =
		(double)c->mean[seat] * (double)u->scale[seat] + (double)u->offset[seat];
	x[EXPLORE] = sqrt((double)u->c2ln2 * (double)tree_log2(node->visits) / c->visits);
	x[SCORE] = x[EXPLOIT] + x[EXPLORE] + x[BONUS];
	l->leads = leads(p, node, c);
	write_proof(p, node, c, l->proof, sizeof l->proof);
}

static const struct gauge gauge_solved = {
	"in solved", "", "share of the simulations that went through a solved position"
};
const struct gauge *const pn_gauges[] = { &gauge_mean_depth,   &gauge_tree_full,
					  &uct_gauge_recycled, &gauge_reused,
					  &gauge_solved,       NULL };

void
pn_fill_gauges(struct search *s, const struct uct *u)
{
	const struct pn *p = pn_of(u);
	uct_fill_gauges(s, u);
	if (u->simulations > 0)
		search_gauge(s, &gauge_solved,
			     (double)p->in_solved / (double)u->simulations);
}
