/*
 * pn_mcts.c - UCT that keeps proof numbers: they choose the move at the end, keep simulations away
 * from solved nodes, and lead selection to nodes with little left to prove.
 *
 * Source: Kowalski, Doe, Winands, Gorski & Soemers, "Proof Number Based Monte-Carlo Tree Search"
 * (the three enhancements of section IV; the second layer and contempt of section VIII). Differs:
 * children are not all made and evaluated when a node grows: one that was not visited yet counts as
 * one leaf to prove or disprove. With `final` the search ends when the result of the root is proven:
 * a win, a draw (with both layers), or that it is lost. A proven result is shown with its exact value
 * where the outcome says it (pn_known()). With both layers a lost move is not played while there is
 * another.
 * code=published follows the program the authors published: the rank is divided by the number of
 * children and not by the worst rank, the second layer breaks no ties of ranks, contempt holds at
 * equality too, lost moves are not avoided, and a proof does not end the search. With more than two
 * seats there is a goal for each (numbers.c): every seat is led to where its own win is closest to
 * a proof, against all others.
 *
 * Units: rewards are 0 to 1 and not -1 to 1, so c and cpn are half of the paper's; contempt is
 * compared with the root's mean on the paper's scale. Memory: ai/tree/tree.h with 4 + 8 * seats
 * bytes more a node: 48 with two seats, 60 with three. A solved node is marked.
 */
#include "ai/tree/pn_mcts/pn_mcts.h"

#include <float.h>

/* ---- selection ---- */

float
pn_bonus(const struct pn *p, const struct tree_node *node, const struct tree_node *c)
{
	const uint32_t rank = pn_extra(&p->u, c)->rank;
	const uint32_t worst =
		p->code == CODE_PUBLISHED ? node->children : pn_extra(&p->u, node)->worst;
	return worst > 0 ? p->cpn * (1.0f - (float)rank / (float)worst) : 0.0f;
}

/* What one rank takes from the score of a child. */
static inline float
pn_mcts_step_of(const struct pn *p, const struct tree_node *node)
{
	const uint32_t worst =
		p->code == CODE_PUBLISHED ? node->children : pn_extra(&p->u, node)->worst;
	return worst < PN_STEPS ? p->step[worst] : p->cpn / (float)worst;
}

/* UCT-PN; solver: without children that are solved and have been visited often enough. 0: there
 * are no others. */
static inline uint32_t
select_pn(const struct pn *p, const struct tree_node *node, bool solver)
{
	const struct uct *u = &p->u;
	const uint32_t seat = node->seat;
	const float explore = uct_explore(u, node);
	const float scale = u->scale[seat];
	const float step = pn_mcts_step_of(p, node);
	const unsigned char *at = (const unsigned char *)tree_at(&u->tree, node->child);
	float best = -FLT_MAX;
	uint32_t pick = 0;
	for (uint32_t i = 0; i < node->tried; i++, at += u->tree.stride) {
		const struct tree_node *c = (const struct tree_node *)(const void *)at;
		if (solver && c->marked && c->visits > p->threshold)
			continue;
		const float score = c->mean[seat] * scale + c->spread * explore -
				    step * (float)pn_extra(u, c)->rank;
		pick = score > best ? node->child + i : pick;
		best = score > best ? score : best;
	}
	return pick;
}

static uint32_t
pn_pick(struct uct *u, struct tree_node *node)
{
	const struct pn *p = pn_of(u);
	pn_want_ranks(p, node);
	uint32_t pick = 0;
	if (p->solver && !pn_resolved(p, node, (int)node->seat))
		pick = select_pn(p, node, true);
	return pick != 0 ? pick : select_pn(p, node, false);
}

/* ---- the move to play ---- */

enum claim { CLAIM_WON, CLAIM_HELD, CLAIM_NOT_LOST };

static bool
claims(const struct pn *p, const struct tree_node *c, int seat, enum claim claim)
{
	switch (claim) {
	case CLAIM_WON: return pn_wins(&p->u, c, seat).pn == 0;
	case CLAIM_HELD: return pn_holds(&p->u, c, seat).pn == 0;
	case CLAIM_NOT_LOST: break;
	}
	return pn_holds(&p->u, c, seat).dn != 0;
}

/* The most visited child of which that is known, the first of equals; 0: none. */
static uint32_t
most_visited(const struct pn *p, const struct tree_node *node, enum claim claim)
{
	uint32_t best = 0, visits = 0;
	for (uint32_t i = node->child; i < node->child + node->tried; i++) {
		const struct tree_node *c = tree_at(&p->u.tree, i);
		if (c->visits > visits && claims(p, c, (int)node->seat, claim)) {
			visits = c->visits;
			best = i;
		}
	}
	return best;
}

/* Whether a certain draw is taken: nothing better is possible, or the chances are below what
 * contempt= asks for. */
static bool
takes_draw(const struct pn *p, const struct tree_node *node)
{
	const struct uct *u = &p->u;
	const uint32_t seat = node->seat;
	const float score =
		2.0f * (node->mean[seat] * u->scale[seat] + u->offset[seat]) - 1.0f;
	if (p->code == CODE_PUBLISHED)
		return score <= p->contempt;
	return score < p->contempt || pn_wins(u, node, (int)seat).dn == 0;
}

static uint32_t
pn_choose(const struct uct *u, uint32_t at)
{
	const struct pn *p = pn_of(u);
	const struct tree_node *node = tree_at(&u->tree, at);
	const bool draws = p->final && p->two_layers && p->other >= 0;
	uint32_t best = p->final ? most_visited(p, node, CLAIM_WON) : 0;
	if (best == 0 && draws && takes_draw(p, node))
		best = most_visited(p, node, CLAIM_HELD);
	if (best == 0 && draws && p->code == CODE_PAPER)
		best = most_visited(p, node, CLAIM_NOT_LOST);
	return best != 0 ? best : tree_best_child(&u->tree, at);
}

/* ---- opening ---- */

static const struct uct_ways pn_ways = {
	.pick = pn_pick,
	.grown = pn_grown,
	.after = pn_update,
	.choose = pn_choose,
	.known = pn_known,
	.fill_row = pn_fill_row,
	.fill_node = pn_fill_node,
	.fill_gauges = pn_fill_gauges,
};

static void
read_bounds(const struct search *s, struct pn *p)
{
	const struct game *g = s->game;
	g->knowledge->bounds(g, &s->root, &p->bounds);
	p->constant = (g->traits & (TRAIT_CONSTANT_SUM | TRAIT_ZERO_SUM)) != 0;
}

static bool
pn_open(struct search *s, struct status *st)
{
	const struct options *o = &s->options;
	const int seats = s->game->seats;
	struct pn *p = arena_take(&s->arena, sizeof *p);
	if (p == NULL)
		return status_fail(st, "pn-mcts: memory= is too small");
	*p = (struct pn){ .seats = seats, .me = s->mover };
	uct_begin(s, &p->u, &pn_ways);
	p->u.instant = true;
	p->other = seats == 2 ? !s->mover : -1;
	p->final = options_int(o, "final") != 0;
	p->solver = options_int(o, "solver") != 0;
	p->threshold = (uint32_t)options_int(o, "threshold");
	p->cpn = (float)options_real(o, "cpn");
	for (int i = 1; i < PN_STEPS; i++)
		p->step[i] = p->cpn / (float)i;
	p->two_layers = options_int(o, "layers") == 2;
	p->contempt = (float)options_real(o, "contempt");
	p->code = (enum code)options_int(o, "code");
	read_bounds(s, p);
	for (int i = 0; i < seats; i++)
		p->least_win[i] = INT32_MAX;
	if (!tree_open(&p->u.tree, &s->arena, seats, pn_extra_bytes(seats)))
		return status_fail(st, "pn-mcts: memory= is too small");
	pn_begin_root(p);
	return true;
}

/* Ranks and layers are those of the seat at the root. */
static bool
pn_advance(struct search *s, const struct played_move *made, int count)
{
	struct pn *p = s->self;
	if (s->mover != p->me || !uct_advance(s, made, count))
		return false;
	p->in_solved = 0;
	read_bounds(s, p);
	p->u.solved = pn_decided(p, tree_at(&p->u.tree, TREE_ROOT));
	return true;
}

static const struct option_spec pn_options[] = {
	PLAYOUT_OPTION_C,
	{ .key = "cpn",
	  .kind = OPTION_REAL,
	  .deflt = "0.15",
	  .min = 0,
	  .max = 1000000,
	  .help = "UCT-PN: weight of a move's rank by proof numbers; 0: none" },
	{ .key = "final",
	  .kind = OPTION_SWITCH,
	  .deflt = "on",
	  .max = 1,
	  .help = "play a move that is proven to win, however few visits it has" },
	{ .key = "solver",
	  .kind = OPTION_SWITCH,
	  .deflt = "on",
	  .max = 1,
	  .help = "no simulations through solved nodes" },
	{ .key = "threshold",
	  .kind = OPTION_INT,
	  .deflt = "5",
	  .min = 0,
	  .max = 1000000,
	  .unit = "visits",
	  .help = "visits of a solved move before the solver skips it" },
	{ .key = "layers",
	  .kind = OPTION_INT,
	  .deflt = "2",
	  .min = 1,
	  .max = 2,
	  .help = "prove who wins; 2: with two seats, also who does not lose" },
	{ .key = "contempt",
	  .kind = OPTION_REAL,
	  .deflt = "0",
	  .min = -2,
	  .max = 2,
	  .help = "take a certain draw when the mean is lower; -1 is lost, 1 won" },
	{ .key = "code",
	  .kind = OPTION_CHOICE,
	  .deflt = "paper",
	  .choices = "paper|published",
	  .help = "follow the paper, or its authors' program where that differs" },
	PLAYOUT_OPTION_KIND,
	PLAYOUT_OPTION_PLIES("60"),
	PLAYOUT_OPTION_EXPAND("2"),
	UCT_OPTION_REUSE,
	PLAYOUT_OPTION_MEMORY,
	{ .key = NULL },
};

const struct search_ops pn_mcts_search = {
	.key = "pn-mcts",
	.title = "PN-MCTS",
	.summary = "UCT with proof numbers: drawn to near wins, which it proves",
	.source = "Kowalski, Doe, Winands, Gorski & Soemers: PN-MCTS",
	.flags = SEARCH_PERFECT | SEARCH_ANY_BYTES,
	.options = pn_options,
	.columns = pn_columns,
	.node_columns = pn_node_columns,
	.gauges = pn_gauges,
	.open = pn_open,
	.run = uct_run,
	.advance = pn_advance,
	.look = &uct_look,
};
