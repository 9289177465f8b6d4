/*
 * uct.c - UCT for any number of players.
 *
 * Source: Kocsis & Szepesvari 2006 (UCB1 in trees); Sturtevant 2008, "An Analysis of UCT in
 * Multi-Player Games" (each seat maximises its own reward); Coulom 2007 (progressive widening,
 * option widen). Refinements, all off without their options: MCTS-Solver, RAVE and MAST (sources in
 * solve.c, learn.c); Gelly & Wang 2006 (first-play urgency); Chaslot et al. 2008 (progressive bias;
 * moves to play at the end). Differs: a leaf gets its children only at its expand-th visit (the
 * root at once), and the playout of its first visit starts from it all the same; children are tried
 * for the first time in the game's move order; playouts may be cut off and evaluated.
 *
 * Rewards: (value - low) / (high - low) in [0, 1] per seat, from bounds() of the root. Selection at
 * a node of seat i: mean_i + c * sqrt(ln(visits) / child visits). Nodes (live.nodes): states made
 * by play() in the tree plus plies of playouts; the node limit is exact: the simulation that
 * reaches it is dropped. Leaves: evaluations. Memory: ai/common/tree.h. When it is full, the nodes
 * below those with the fewest visits are given back, until half of it is free, and the tree grows
 * on: a node that comes into favour again grows anew, with the mean it had (full=recycle). Called
 * again after a stop, run() continues with its tree. Settled states and chance moves are leaves;
 * only the value of a settled state is proven: where chance moves, evaluate() and the playouts that
 * came by are estimates.
 */
#include "ai/uct/uct.h"

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
finished(struct search *s, const struct uct *u, int64_t most)
{
	if (u->solved)
		s->live.stop = STOP_SOLVED;
	else if ((most > 0 && u->simulations >= most) ||
		 tree_at(&u->tree, TREE_ROOT)->visits == UINT32_MAX)
		s->live.stop = STOP_SIMS;
	else if (u->full == FULL_STOP && u->tree.full)
		s->live.stop = STOP_MEMORY;
	else
		return false;
	return true;
}

static bool
recycles(const struct uct *u)
{
	return u->tree.full && u->full == FULL_RECYCLE && !u->cramped;
}

static bool
report_due(const struct search *s, const struct uct *u)
{
	return search_nodes(s) >= u->next_report;
}

/* One simulation, or that of the ones under way that is next; when the tree is to be recycled or
 * shown, no other is chosen before all are back. */
static int64_t
simulate(struct search *s, struct uct *u, int64_t left, int64_t most)
{
	if (u->ahead == NULL)
		return uct_simulate(s, u, left);
	return uct_simulate_ahead(s, u, left, most, recycles(u) || report_due(s, u));
}

void
uct_run(struct search *s)
{
	struct uct *u = s->self;
	const int64_t most = playouts_limit(s);
	if (u->ahead != NULL && !uct_ahead_start(s, u))
		return;
	while (!finished(s, u, most)) {
		const int64_t left = search_nodes_left(s);
		if (left <= 0) {
			s->live.stop = STOP_NODES;
			break;
		}
		if (recycles(u) && uct_under_way(u) == 0)
			recycle(u);
		s->fuel -= simulate(s, u, left, most);
		s->live.simulations = u->simulations;
		if (report_due(s, u) && uct_under_way(u) == 0) {
			uct_report(s, u);
			u->next_report = search_nodes(s) + REPORT_NODES;
		}
		if (s->fuel <= 0 && !search_poll(s))
			break;
	}
	if (u->ahead != NULL)
		uct_ahead_end(s, u);
	uct_report(s, u);
}

/* Rewards are within the bounds of the root. */
static void
scale_rewards(const struct search *s, struct uct *u, bool fresh)
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
	uct_find_summits(s, u, &b);
}

/* The node of the new root; TREE_ROOT: it was never come to, or has no children. */
static uint32_t
find_node(const struct uct *u, const struct made *made, int count)
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

bool
uct_advance(struct search *s, const struct made *made, int count)
{
	struct uct *u = s->self;
	const uint32_t at = find_node(u, made, count);
	if (!u->reuse || at == TREE_ROOT)
		return false;
	tree_prune(&u->tree, at, u->tree.room - u->tree.room / CRAMPED);
	if (!uct_widen_root(s, u))
		return false;
	scale_rewards(s, u, false);
	uct_learn_age(u);
	u->simulations = u->tree_plies = u->recycled = u->in_proven = 0;
	u->next_report = UCT_REPORT_FIRST;
	u->seldepth = u->last = 0;
	u->cramped = false;
	u->solved = u->solver && tree_at(&u->tree, TREE_ROOT)->proven;
	u->reused = tree_at(&u->tree, TREE_ROOT)->visits;
	return true;
}

void
uct_begin(struct search *s, struct uct *u, const struct uct_ways *ways)
{
	const struct options *o = &s->options;
	const double c = options_real(o, "c");
	*u = (struct uct){ .ways = ways,
			   .next_report = UCT_REPORT_FIRST,
			   .at_bias = -1,
			   .at_rave = -1,
			   .at_pending = -1 };
	scale_rewards(s, u, true);
	u->c2ln2 = (float)(c * c * 0.69314718055994531);
	for (uint32_t n = 1; n < UCT_EXPLORE_KNOWN; n++)
		u->explore[n] = sqrtf(u->c2ln2 * tree_log2(n));
	u->playout = playouts_kind(o);
	u->playout_plies = (int)options_int(o, "playout_plies");
	u->expand = (uint32_t)options_int(o, "expand");
	u->widen = (uint32_t)options_int(o, "widen");
	u->full = (enum full)options_int(o, "full");
	u->reuse = options_int(o, "reuse") != 0;
	s->self = u;
}

static const struct uct_ways plain_ways = {
	.choose = uct_choose,
	.fill_node = uct_fill_node,
	.fill_gauges = uct_fill_gauges,
};

static const struct uct_ways refined_ways = {
	.pick = uct_pick_refined,
	.choose = uct_choose,
	.fill_node = uct_fill_node,
	.fill_gauges = uct_fill_gauges,
};

static const struct uct_ways solver_ways = {
	.pick = uct_pick_refined,
	.after = uct_prove,
	.choose = uct_choose,
	.fill_node = uct_fill_node,
	.fill_gauges = uct_fill_gauges,
};

/* The additions to UCB1 in selection, and their places in a node. Returns the bytes it
 * takes there. */
static size_t
read_refinements(const struct search *s, struct uct *u)
{
	const struct options *o = &s->options;
	int at = 0;
	u->final = (enum final)options_int(o, "final");
	u->solver = u->instant = options_int(o, "solver") != 0;
	u->fpu = (float)options_real(o, "fpu");
	u->bias = (float)options_real(o, "bias");
	u->by_learned = search_learned(s, "prior");
	u->rave = (float)options_int(o, "rave");
	u->at_bias = u->bias > 0 ? at++ : -1;
	u->at_rave = u->rave > 0 ? at : -1;
	at += u->rave > 0 ? 2 : 0;
	if (u->solver)
		u->ways = &solver_ways;
	else if (at > 0 || u->fpu < UCT_FPU_FIRST)
		u->ways = &refined_ways;
	return (size_t)at * sizeof(float);
}

static bool
uct_open(struct search *s, struct status *st)
{
	struct uct *u = arena_take(&s->arena, sizeof *u);
	if (u == NULL)
		return status_fail(st, "uct: memory= is too small");
	uct_begin(s, u, &plain_ways);
	const size_t extra = read_refinements(s, u);
	const float mast = (float)options_real(&s->options, "mast");
	const int more = uct_ahead_open(s, u, extra);
	if (((u->rave > 0 || mast > 0) && !uct_learn_open(s, u, mast)) || more < 0 ||
	    !tree_open(&u->tree, &s->arena, s->game->seats, extra + (size_t)more))
		return status_fail(st, "uct: memory= is too small");
	return true;
}

/* RAVE and MAST learn from one playout for the next. */
static bool
uct_misfit(const struct game *g, const struct options *o, char *out, int size)
{
	if (o != NULL && options_int(o, "ahead") > 0 &&
	    (options_int(o, "rave") > 0 || options_real(o, "mast") > 0)) {
		snprintf(out, (size_t)size, "ahead= does not go with rave= or mast=");
		return true;
	}
	return uct_ahead_misfit(g, o, out, size);
}

static const struct option_spec uct_options[] = {
	PLAYOUT_OPTION_C,
	PLAYOUT_OPTION_KIND,
	PLAYOUT_OPTION_PLIES("60"),
	PLAYOUT_OPTION_EXPAND("2"),
	UCT_OPTION_WIDEN,
	{ .key = "fpu",
	  .kind = OPTION_REAL,
	  .deflt = "2",
	  .min = -1,
	  .max = 2,
	  .help = "first-play urgency: an untried move counts as the mean of its node "
		  "plus this; 2 comes first" },
	{ .key = "solver",
	  .kind = OPTION_SWITCH,
	  .deflt = "off",
	  .max = 1,
	  .help = "prove values from the settled ends upwards, and stop when the best "
		  "move is proven" },
	{ .key = "rave",
	  .kind = OPTION_INT,
	  .deflt = "0",
	  .min = 0,
	  .max = 1000000,
	  .unit = "visits",
	  .help = "a move also counts the simulations that played it later; half the "
		  "weight at this many visits; 0: never" },
	{ .key = "mast",
	  .kind = OPTION_REAL,
	  .deflt = "0",
	  .min = 0,
	  .max = 1,
	  .help = "share of playout moves chosen by how well they did in all simulations "
		  "so far" },
	{ .key = "bias",
	  .kind = OPTION_REAL,
	  .deflt = "0",
	  .min = 0,
	  .max = 100,
	  .help = "progressive bias: weight of the game's own order of moves, less with "
		  "each visit" },
	SEARCH_OPTION_PRIOR,
	{ .key = "final",
	  .kind = OPTION_CHOICE,
	  .deflt = "visits",
	  .choices = "visits|value|robust",
	  .help = "play the move with the most visits, the best mean, or the best mean "
		  "of those with half the most visits" },
	SEARCH_OPTION_AIM,
	UCT_OPTION_FULL,
	UCT_OPTION_REUSE,
	UCT_OPTION_AHEAD,
	UCT_OPTION_THREADS,
	PLAYOUT_OPTION_MEMORY,
	{ .key = NULL },
};

const struct search_ops uct_search = {
	.key = "uct",
	.title = "UCT",
	.summary = "Monte Carlo tree search: thousands of playouts, steered to what "
		   "looks good",
	.source = "Kocsis & Szepesvari 2006; Sturtevant 2008",
	.needs = NEED_PERFECT,
	.any_bytes = true,
	.aims = true,
	.options = uct_options,
	.misfit = uct_misfit,
	.open = uct_open,
	.run = uct_run,
	.advance = uct_advance,
	.look = &uct_look,
	.node_columns = uct_node_columns,
	.gauges = uct_gauges,
};
