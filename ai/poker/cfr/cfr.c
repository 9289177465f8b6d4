/*
 * cfr.c - counterfactual regret minimisation as a player.
 *
 * Source: Zinkevich et al. 2007 (CFR); Tammelin 2014 (CFR+); Brown and Sandholm 2019 (linear and
 * discounted CFR).
 *
 * The whole public tree of the hand is solved from where its betting began, whatever has been
 * played since; the answer is drawn from the average strategy of the hand held, at the node of the
 * position. So the search and its length depend on public facts alone, and two decisions of one
 * hand come from the same solution. A bet of a size that is not listed is added to the tree.
 *
 * In hold'em, whose tree has too many boards, what is left of the hand is solved (remainder.h);
 * flop hold'em whole, where it fits.
 *
 * A simulation is an iteration: both seats. Nodes are visits of public nodes; limits are looked at
 * between iterations. Values: points of the hand when both play on by their averages; win: the
 * chance to win the pot then, half for a shared one, against the other's range by its average.
 */
#include "ai/poker/cfr/cfr.h"
#include "ai/poker/cfr/remainder.h"
#include "ai/poker/misfit.h"
#include "ai/poker/tree/subgame_threads.h"

#define REPORT_NODES 2000000 /* between two looks at the exploitability */
#define REPORT_FIRST 2000

const struct gauge cfr_gauge_nodes = {
	"public nodes", "", "decisions in the public tree; each stands for all hands"
};
static const struct gauge *const gauges[] = { &public_gauge_exploitability,
					      &cfr_gauge_nodes, &remainder_gauge_range,
					      NULL };

static void
cfr_report(struct search *s, bool end)
{
	struct cfr *c = s->self;
	const struct public_tree *t = &c->mix.tree;
	public_report(s, end);
	s->live.tree_bytes =
		(int64_t)(public_tree_bytes(t) +
			  3 * (size_t)t->rows * (size_t)t->stride * sizeof(double));
	s->live.gauge_count = 0;
	public_tell_exploitability(s, public_mix_exploitability(&c->mix));
	search_gauge(s, &cfr_gauge_nodes, t->decisions);
}

/* ---- the search ------------------------------------------------------------------------ */

static int64_t
cfr_slice(void *self, int64_t n)
{
	struct cfr *c = self;
	c->visited = 0;
	for (int64_t i = 0; i < n; i++)
		cfr_iterate(c);
	return c->visited;
}

static void
cfr_run_whole(struct search *s)
{
	const struct cfr *c = s->self;
	const struct public_loop loop = {
		.slice = 1,
		.ahead = 2 * (int64_t)c->mix.tree.nodes, /* a walk for either seat */
		.first = REPORT_FIRST,
		.between = REPORT_NODES,
		.iterate = cfr_slice,
		.report = cfr_report,
	};
	public_run(s, &loop);
}

static void
cfr_run(struct search *s)
{
	(remainder_plays(s->game) ? remainder_run : cfr_run_whole)(s);
}

static bool
cfr_open(struct search *s, struct status *st)
{
	if (remainder_plays(s->game))
		return remainder_open(s, st);
	struct cfr *c = public_open(s, sizeof *c, st);
	if (c == NULL)
		return false;
	cfr_set(c, &s->options);
	return cfr_take(c, &s->arena) ||
	       public_tree_refuse(&c->mix.tree, &s->arena, "cfr", st);
}

/* ---- its tree ---------------------------------------------------------------------------- */

int
cfr_children(struct search *s, look_ref node, struct look_node *out, int max)
{
	return (remainder_plays(s->game) ? remainder_children
					 : public_children)(s, node, out, max);
}

bool
cfr_hands(struct search *s, look_ref node, struct stats_hands *out)
{
	struct public_mix *m = s->self;
	if (remainder_plays(s->game))
		return remainder_hands(s, node, out);
	return public_hands(m, node == LOOK_ROOT ? m->tree.here : (uint32_t)node, out);
}

const struct look_ops cfr_look = { .children = cfr_children, .hands = cfr_hands };

const struct strategy_ops cfr_strategy = {
	.below = public_below,
	.mix = public_mix_at,
	.mixes = remainder_mixes,
	.replies = remainder_replies,
	.save = remainder_save,
};

static const struct option_spec cfr_options[] = {
	{ .key = "variant",
	  .kind = OPTION_CHOICE,
	  .deflt = "dcfr",
	  .choices = "cfr|cfr+|lcfr|dcfr",
	  .help = "plain; cfr+: regrets never below 0; lcfr: later iterations count "
		  "more; dcfr: old regrets fade too" },
	PUBLIC_OPTION_MEMORY("256", "memory of the public tree"),
	{ .key = "raises",
	  .kind = OPTION_INT,
	  .deflt = "2",
	  .min = 0,
	  .max = 100,
	  .help = "in hold'em: bets and raises of a round in the tree, at most; above "
		  "them all-in; fewer where they do not fit" },
	SUBGAME_OPTION_THREADS("in hold'em: threads"),
	{ .key = "file",
	  .kind = OPTION_NAME,
	  .deflt = "none",
	  .choices = "none",
	  .help = "in hold'em: what `plyscope solve holdem --out` has written, looked up "
		  "instead of solving" },
	{ .key = NULL },
};

static bool
cfr_misfit(const struct game *g, const struct options *o, char *out, int size)
{
	return misfit_rest("cfr", g, out, size);
}

const struct search_ops cfr_search = {
	.key = "cfr",
	.title = "CFR",
	.summary = "solves the whole hand for all cards at once, and plays its mix",
	.source = "Zinkevich et al. 2007; Tammelin 2014; Brown and Sandholm 2019",
	.flags = SEARCH_HIDDEN_OK | SEARCH_OWN_WIN,
	.misfit = cfr_misfit,
	.options = cfr_options,
	.open = cfr_open,
	.run = cfr_run,
	.look = &cfr_look,
	.node_columns = public_node_columns,
	.gauges = gauges,
	.strategy = &cfr_strategy,
};
