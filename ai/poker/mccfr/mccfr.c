/*
 * mccfr.c - Monte Carlo counterfactual regret minimisation as a player.
 *
 * As cfr, but an iteration draws hands and cards instead of walking through all of them: quick
 * where there are many, noisy where there are few. A simulation is an iteration, a traversal for
 * either seat; nodes are those met. Values and the answer are as in cfr. Flop hold'em, whose boards
 * are too many for the public tree, is played by flop_play.c.
 */
#include "ai/poker/mccfr/mccfr.h"
#include "ai/poker/misfit.h"

#include "ai/poker/cfr/remainder.h"
#include "ai/poker/mccfr/flop.h"
#include "ai/poker/tree/subgame_threads.h"
#include "src/base/pool.h"

#include <stdio.h>

#define SLICE	     64 /* iterations between looks at the limits, at least a batch */
#define REPORT_NODES 2000000 /* between two looks at the exploitability */
#define REPORT_TREES 50	     /* and as many times the nodes of the tree */

const struct gauge mccfr_gauge_sets = { "information sets", "",
					"decisions in the public tree times hands" };
const struct gauge mccfr_gauge_batch = {
	"batch", "", "iterations that are made with the same strategy"
};
static const struct gauge *const gauges[] = {
	&public_gauge_exploitability, &mccfr_gauge_sets,
	&mccfr_gauge_batch,	      &cfr_gauge_nodes,
	&remainder_gauge_range,	      NULL
};

static void
mccfr_report(struct search *s, bool end)
{
	struct mccfr *c = s->self;
	const struct public_tree *t = &c->mix.tree;
	mccfr_publish(c);
	public_report(s, end);
	s->live.tree_bytes = (int64_t)(public_tree_bytes(t) +
				       c->numbers * (32 + 17 * (size_t)c->threads));
	s->live.gauge_count = 0;
	public_tell_exploitability(s, public_mix_exploitability(&c->mix));
	search_gauge(s, &mccfr_gauge_sets, (double)c->sets);
	search_gauge(s, &mccfr_gauge_batch, (double)c->batch);
}

static int64_t
mccfr_slice(void *self, int64_t n)
{
	struct mccfr *c = self;
	c->visited = 0;
	mccfr_iterate(c, n);
	return c->visited;
}

static void
run_listed(struct search *s)
{
	const struct mccfr *c = s->self;
	const struct public_loop loop = {
		.slice = (SLICE + c->batch - 1) / c->batch * c->batch,
		.ahead = 1,
		.first = 0,
		.between = REPORT_TREES * (int64_t)c->mix.tree.nodes + REPORT_NODES,
		.iterate = mccfr_slice,
		.report = mccfr_report,
	};
	public_run(s, &loop);
}

static void
mccfr_run(struct search *s)
{
	(remainder_plays(s->game) ? flop_search_run : run_listed)(s);
}

static void
mccfr_close(struct search *s)
{
	if (remainder_plays(s->game))
		flop_search_close(s);
}

static bool
mccfr_open_search(struct search *s, struct status *st)
{
	if (remainder_plays(s->game))
		return flop_search_open(s, st);
	struct mccfr *c = public_open(s, sizeof *c, st);
	if (c == NULL)
		return false;
	c->threads = (int)options_int(&s->options, "threads");
	mccfr_set(c, &s->options, s->seed);
	return mccfr_open(c, &s->arena) ||
	       public_tree_refuse(&c->mix.tree, &s->arena, "mccfr", st);
}

static bool
mccfr_misfit(const struct game *g, const struct options *o, char *out, int size)
{
	if (misfit_whole("mccfr", g, out, size))
		return true;
	if (remainder_plays(g) || game_public(g)->pair != NULL)
		return false;
	snprintf(out, (size_t)size,
		 "mccfr draws hands, which %s cannot settle one by one", g->ops->title);
	return true;
}

static const struct option_spec mccfr_options[] = {
	{ .key = "sampling",
	  .kind = OPTION_CHOICE,
	  .deflt = "external",
	  .choices = "external|outcome",
	  .help = "external: the seat that learns tries all its moves; outcome: it draws "
		  "one, too" },
	{ .key = "batch",
	  .kind = OPTION_INT,
	  .deflt = "0",
	  .min = 0,
	  .max = 1000000,
	  .help = "iterations with the same strategy; 0: a tenth of the information "
		  "sets" },
	{ .key = "sizes",
	  .kind = OPTION_NAME,
	  .deflt = "1/a",
	  .choices = "1/a|0.5/1/a|0.5/1/a+0.5/1/a+1/a|0.5/1/a:1/a",
	  .help = "for `plyscope train holdem`: raises as parts of the pot after the "
		  "call, a for all-in. A plus separates rounds, a colon the first raise "
		  "from the second" },
	{ .key = "raises",
	  .kind = OPTION_NAME,
	  .deflt = "3",
	  .choices = "3|4/3/2",
	  .help = "most raises of each round; in flop hold'em one number" },
	{ .key = "buckets",
	  .kind = OPTION_NAME,
	  .deflt = "169/1000",
	  .choices = "169/1000|169/200",
	  .help = "for `plyscope train holdem`: the buckets of each round; before the "
		  "flop the 169 classes of hands" },
	{ .key = "keep",
	  .kind = OPTION_SWITCH,
	  .deflt = "on",
	  .help = "for `plyscope train holdem`: the file has what --resume needs; off: a "
		  "smaller file" },
	{ .key = "threads",
	  .kind = OPTION_INT,
	  .deflt = "1",
	  .min = 1,
	  .max = POOL_THREADS_MAX,
	  .help = "threads that share a batch, with the same result for any number" },
	PUBLIC_OPTION_MEMORY("1024", "memory of the public tree and its tables"),
	{ .key = NULL },
};

const struct search_ops mccfr_search = {
	.key = "mccfr",
	.title = "MCCFR",
	.summary = "solves the whole hand by drawing cards, and plays its mix",
	.source = "Lanctot, Waugh, Zinkevich and Bowling 2009",
	.flags = SEARCH_HIDDEN_OK | SEARCH_OWN_WIN,
	.options = mccfr_options,
	.misfit = mccfr_misfit,
	.open = mccfr_open_search,
	.run = mccfr_run,
	.close = mccfr_close,
	.look = &cfr_look,
	.node_columns = public_node_columns,
	.gauges = gauges,
	.strategy = &cfr_strategy,
};
