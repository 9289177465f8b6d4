/*
 * uct.c - UCT for any number of players.
 *
 * Source: Kocsis & Szepesvari 2006 (UCB1 in trees); Sturtevant 2008, "An Analysis of UCT in
 * Multi-Player Games" (each seat maximises its own reward); Coulom 2007 (progressive widening,
 * option widen). Differs: a leaf gets its children only at its expand-th visit (the
 * root at once), and the playout of its first visit starts from it all the same; children are tried
 * for the first time in the game's move order; playouts may be cut off and evaluated.
 *
 * Rewards: (value - low) / (high - low) in [0, 1] per seat, from bounds() of the root. Selection at
 * a node of seat i: mean_i + c * sqrt(ln(visits) / child visits). Nodes (live.nodes): states made
 * by play() in the tree plus plies of playouts; the node limit is exact: the simulation that
 * reaches it is dropped. Leaves: evaluations. Memory: ai/tree/tree.h. When it is full, the nodes
 * below those with the fewest visits are given back, until half of it is free, and the tree grows
 * on: a node that comes into favour again grows anew, with the mean it had. Called
 * again after a stop, run() continues with its tree. Settled states and chance moves are leaves;
 * only the value of a settled state is proven: where chance moves, evaluate() and the playouts that
 * came by are estimates.
 */
#include "ai/tree/uct/uct.h"

#include <stdio.h>
#include <string.h>

#define REPORT_NODES 65536 /* nodes between two refreshes of the root's table */
#define CRAMPED	     8	   /* of the memory so much must be free after recycling */

/* Frees half of the memory, from the least visited nodes; between simulations, for all indices
 * change. */
static void
recycle(struct uct *u)
{
	struct tree *t = &u->tree;
	const uint32_t before = t->count - t->lost;
	tree_prune(t, TREE_ROOT, t->room / 2);
	u->recycled += before - t->count;
	u->last = 0;
	if (t->room - t->count < t->room / CRAMPED)
		u->cramped = t->full = true;
}

static bool
uct_finished(struct search *s, const struct uct *u, int64_t most)
{
	if (u->solved)
		s->live.stop = STOP_SOLVED;
	else if ((most > 0 && u->simulations >= most) ||
		 tree_at(&u->tree, TREE_ROOT)->visits == UINT32_MAX)
		s->live.stop = STOP_SIMS;
	else
		return false;
	return true;
}

void
uct_run(struct search *s)
{
	struct uct *u = s->self;
	const int64_t most = playouts_limit(s);
	while (!uct_finished(s, u, most)) {
		const int64_t left = search_nodes_left(s);
		if (left <= 0) {
			s->live.stop = STOP_NODES;
			break;
		}
		if (u->tree.full && !u->cramped)
			recycle(u);
		s->fuel -= uct_simulate(s, u, left);
		s->live.simulations = u->simulations;
		if (search_nodes(s) >= u->next_report || search_films(s)) {
			uct_report(s, u);
			u->next_report = search_nodes(s) + REPORT_NODES;
		}
		if (s->fuel <= 0 && !search_poll(s))
			break;
	}
	uct_report(s, u);
}

/* Rewards are within the bounds of the root. */
static void
uct_scale_rewards(const struct search *s, struct uct *u, bool fresh)
{
	struct bounds b;
	s->game->knowledge->bounds(s->game, &s->root, &b);
	for (int i = 0; i < s->game->seats; i++) {
		const int32_t span = b.high[i] - b.low[i];
		if (fresh)
			u->origin[i] = b.low[i];
		u->scale[i] = span > 0 ? 1.0f / (float)span : 1.0f;
		u->offset[i] = (float)(u->origin[i] - b.low[i]) * u->scale[i];
	}
}

/* The node of the new root; TREE_ROOT: it was never come to, or has no children. */
static uint32_t
uct_find_node(const struct uct *u, const struct played_move *made, int count)
{
	uint32_t at = TREE_ROOT;
	for (int i = 0; i < count; i++) {
		const struct tree_node *n = tree_at(&u->tree, at);
		at = (int)n->seat == made[i].seat ? tree_child(&u->tree, at, made[i].m)
						  : 0;
		if (at == 0)
			return TREE_ROOT;
	}
	return tree_at(&u->tree, at)->children > 0 ? at : TREE_ROOT;
}

static void
uct_find_way(struct search *s, struct uct *u)
{
	u->way_moves = 0;
	if (u->finish && s->game->race->finish != NULL)
		u->way_moves = s->game->race->finish(s->game, &s->root, s->mover, u->way);
}

bool
uct_advance(struct search *s, const struct played_move *made, int count)
{
	struct uct *u = s->self;
	const uint32_t at = uct_find_node(u, made, count);
	if (!u->reuse || at == TREE_ROOT)
		return false;
	uct_find_way(s, u);
	if (u->way_moves > 0) /* which comes first in a tree of its own */
		return false;
	tree_prune(&u->tree, at, u->tree.room - u->tree.room / CRAMPED);
	if (!uct_widen_root(s, u))
		return false;
	uct_scale_rewards(s, u, false);
	u->simulations = u->tree_plies = u->recycled = 0;
	u->next_report = UCT_REPORT_FIRST;
	u->seldepth = u->last = 0;
	u->cramped = false;
	u->reused = tree_at(&u->tree, TREE_ROOT)->visits;
	return true;
}

void
uct_begin(struct search *s, struct uct *u, const struct uct_ways *ways)
{
	const struct options *o = &s->options;
	const double c = options_real(o, "c");
	*u = (struct uct){ .ways = ways, .next_report = UCT_REPORT_FIRST };
	uct_scale_rewards(s, u, true);
	u->c2ln2 = (float)(c * c * 0.69314718055994531);
	for (uint32_t n = 1; n < UCT_EXPLORE_KNOWN; n++)
		u->explore[n] = sqrtf(u->c2ln2 * tree_log2(n));
	u->playout = playouts_kind(o);
	u->playout_plies = (int)options_int(o, "playout_plies");
	u->expand = (uint32_t)options_int(o, "expand");
	u->reuse = options_int(o, "reuse") != 0;
	s->self = u;
}

/* The most visited; at the root of a race alone, the first move of the way home. */
static uint32_t
uct_choose(const struct uct *u, uint32_t at)
{
	const uint32_t home = at == TREE_ROOT && u->way_moves > 0
				      ? tree_child(&u->tree, at, u->way[0])
				      : 0;
	return home != 0 && tree_at(&u->tree, home)->visits > 0
		       ? home
		       : tree_best_child(&u->tree, at);
}

static const struct uct_ways plain_ways = {
	.choose = uct_choose,
	.fill_node = uct_fill_node,
	.fill_gauges = uct_fill_gauges,
};

static bool
uct_open(struct search *s, struct status *st)
{
	struct uct *u = arena_take(&s->arena, sizeof *u);
	if (u == NULL)
		return status_fail(st, "uct: memory= is too small");
	uct_begin(s, u, &plain_ways);
	u->widen = (uint32_t)options_int(&s->options, "widen");
	u->finish = options_int(&s->options, "finish") != 0;
	uct_find_way(s, u);
	if (!tree_open(&u->tree, &s->arena, s->game->seats, 0))
		return status_fail(st, "uct: memory= is too small");
	return true;
}

static const struct option_spec uct_options[] = {
	PLAYOUT_OPTION_C,
	PLAYOUT_OPTION_KIND,
	PLAYOUT_OPTION_PLIES("60"),
	PLAYOUT_OPTION_EXPAND("2"),
	{ .key = "widen",
	  .kind = OPTION_INT,
	  .deflt = "0",
	  .max = 2000,
	  .unit = "moves",
	  .help = "consider this many moves at first, more as visits grow; 0: all" },
	SEARCH_OPTION_AIM,
	UCT_OPTION_REUSE,
	{ .key = "finish",
	  .kind = OPTION_SWITCH,
	  .deflt = "off",
	  .max = 1,
	  .help = "once the ways home of the seats cross no more: play the shortest one "
		  "that "
		  "was found, whatever the visits" },
	PLAYOUT_OPTION_MEMORY,
	{ .key = NULL },
};

const struct search_ops uct_search = {
	.key = "uct",
	.title = "UCT",
	.summary = "Monte Carlo tree search: thousands of playouts, steered towards "
		   "promising moves",
	.source = "Kocsis & Szepesvari 2006; Sturtevant 2008",
	.flags = SEARCH_PERFECT | SEARCH_ANY_BYTES | SEARCH_AIMS,
	.options = uct_options,
	.open = uct_open,
	.run = uct_run,
	.advance = uct_advance,
	.look = &uct_look,
	.node_columns = uct_node_columns,
	.gauges = uct_gauges,
};
