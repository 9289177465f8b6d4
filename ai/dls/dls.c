/*
 * dls.c - depth-limited solving as a player. See dls.h.
 *
 * First the blueprint: so many iterations of CFR+ on the whole game. Then the trunk, for both
 * seats, which ends where the first card is dealt or after depth= plies; there the other seat
 * chooses among values= ways to play on for each of its hands. The ways: the blueprint and biased
 * blueprints, or (leaves=replies) the blueprint and, one after the other, best replies to what was
 * found with those before. With leaves=all the other's whole tree is left below the leaves, against
 * our blueprint there: what the paper's Proposition 1 is about, and what more ways come near to.
 * Below the trunk the blueprint is played.
 *
 * A simulation is an iteration in the trunk, for both seats, with all ways; nodes are visits of
 * public nodes, those of the blueprint too.
 */
#include "ai/dls/dls.h"

#define TRUNK_SIMS 2000 /* without a limit */

static const struct gauge gauge_exploitability = {
	"exploitability", NULL,
	"what a best reply to the strategies gains in a hand, mean of both seats"
};
static const struct gauge gauge_reply[2] = {
	{ "reply to 1st", NULL, "what a best reply to the first seat's strategy gets" },
	{ "reply to 2nd", NULL, "what a best reply to the second seat's strategy gets" },
};
static const struct gauge gauge_blueprint = { "blueprint", NULL,
					      "exploitability of the blueprint" };
static const struct gauge gauge_ways = {
	"ways", "", "to play on that the other seat chooses from at a leaf"
};
static const struct gauge *const gauges[] = { &gauge_exploitability, &gauge_reply[0],
					      &gauge_reply[1],	     &gauge_blueprint,
					      &gauge_ways,	     NULL };

struct dls_search {
	struct dls dls; /* first: the report finds it */
	int64_t blueprint_sims, trunk_sims;
	double blueprint_gap;
};

/* ---- reports --------------------------------------------------------------------------- */

static void
report(struct search *s, bool end)
{
	struct dls_search *x = s->self;
	struct dls *d = &x->dls;
	const struct public_tree *t = &d->mix.tree;
	dls_compose(d);
	public_report(s, end);
	s->live.tree_bytes = (int64_t)(s->arena.used + public_tree_bytes(t));
	s->live.gauge_count = 0;
	const double first = public_mix_reply(&d->mix, 0),
		     second = public_mix_reply(&d->mix, 1);
	search_gauge(s, &gauge_exploitability, (first + second) / 2);
	search_gauge(s, &gauge_reply[0], first);
	search_gauge(s, &gauge_reply[1], second);
	search_gauge(s, &gauge_blueprint, x->blueprint_gap);
	search_gauge(s, &gauge_ways, d->side[s->mover].ways);
}

/* ---- the search ------------------------------------------------------------------------ */

/* One more iteration; false: the limits end the search. */
static bool
iterate(struct search *s, struct cfr *c)
{
	c->visited = 0;
	cfr_iterate(c);
	s->fuel -= c->visited;
	if (s->limits.nodes > 0 && search_nodes(s) >= s->limits.nodes) {
		s->live.stop = STOP_NODES;
		return false;
	}
	return s->fuel > 0 || search_poll(s);
}

static bool
solve_trunk(struct search *s, struct dls *d, int64_t sims)
{
	for (int us = 0; us < 2; us++) {
		dls_fill_gains(&d->side[us]);
		dls_reset(&d->side[us]);
	}
	s->live.simulations = 0; /* of this solution: search_poll() looks at them */
	for (int64_t i = 0; i < sims; i++) {
		for (int us = 0; us < 2; us++)
			if (!iterate(s, &d->side[us].cfr))
				return false;
		s->live.simulations = i + 1;
	}
	return true;
}

/* Another way for either side, where a best reply to what is played is a new one. */
static bool
add_replies(struct dls *d)
{
	bool any = false;
	dls_compose(d);
	for (int us = 0; us < 2; us++) {
		struct dls_side *side = &d->side[us];
		if (side->complete || side->ways >= d->values)
			continue;
		side->complete = !dls_add_reply(side);
		any = any || !side->complete;
	}
	return any;
}

static void
dls_run(struct search *s)
{
	struct dls_search *x = s->self;
	struct dls *d = &x->dls;
	bool on = true;
	while (on && d->blueprint.mix.iterations < x->blueprint_sims)
		on = iterate(s, &d->blueprint);
	x->blueprint_gap = public_mix_exploitability(&d->blueprint.mix);
	do {
		on = on && solve_trunk(s, d, x->trunk_sims);
		if (on)
			report(s, false);
	} while (on && d->kind == DLS_REPLIES && add_replies(d));
	if (s->live.stop == STOP_RUNNING)
		s->live.stop = STOP_SIMS;
	report(s, true);
}

/* All tables; false: they do not fit. */
static bool
open_tables(struct search *s, struct dls_search *x)
{
	struct dls *d = &x->dls;
	d->blueprint.mix.tree = d->mix.tree;
	d->blueprint.variant = CFR_PLUS;
	const int asked = (int)options_int(&s->options, "depth");
	const int depth = asked == 0 && d->mix.tree.ops->set != NULL ? 1 : asked;
	if (!dls_mark(d, &s->arena, depth) || !public_mix_open(&d->mix, &s->arena) ||
	    !cfr_take(&d->blueprint, &s->arena) || !dls_open_ways(d, &s->arena))
		return false;
	for (int us = 0; us < 2; us++) {
		d->hook[us] = dls_hook;
		d->hook[us].self = &d->side[us];
		d->hook[us].at = d->leaf;
		d->side[us].cfr.leaves = d->kind != DLS_ALL ? &d->hook[us] : NULL;
	}
	return true;
}

static bool
dls_open(struct search *s, struct status *st)
{
	struct dls_search *x = public_open(s, sizeof *x, st);
	if (x == NULL)
		return false;
	struct dls *d = &x->dls;
	x->trunk_sims = s->limits.sims > 0 ? s->limits.sims : TRUNK_SIMS;
	x->blueprint_sims = options_int(&s->options, "blueprint");
	d->values = (int)options_int(&s->options, "values");
	d->kind = (enum dls_leaves)options_int(&s->options, "leaves");
	d->choice = (enum dls_choice)options_int(&s->options, "choice");
	d->bias = options_real(&s->options, "bias");
	return open_tables(s, x) || public_tree_refuse(&s->arena, "dls", st);
}

static const struct option_spec dls_options[] = {
	{ .key = "values",
	  .kind = OPTION_INT,
	  .deflt = "4",
	  .min = 1,
	  .max = DLS_VALUES,
	  .help = "ways to play on that the other seat chooses from at a leaf; 1: the "
		  "naive form" },
	{ .key = "leaves",
	  .kind = OPTION_CHOICE,
	  .deflt = "bias",
	  .choices = "bias|replies|all",
	  .help = "the blueprint and bias: blueprints that fold, call or raise more, in "
		  "a "
		  "tree choose one move more (at most so many values as there are); "
		  "replies: best replies to what was found with those before; all: the "
		  "other may play on as it likes" },
	{ .key = "bias",
	  .kind = OPTION_REAL,
	  .deflt = "10",
	  .min = 1,
	  .max = 1000,
	  .help = "how many times as likely the moves of a biased blueprint are" },
	{ .key = "choice",
	  .kind = OPTION_CHOICE,
	  .deflt = "infoset",
	  .choices = "infoset|state",
	  .help = "whose the choice at a leaf is; state is wrong, for the other seat "
		  "would "
		  "know what it cannot see (in trees)" },
	{ .key = "depth",
	  .kind = OPTION_INT,
	  .deflt = "0",
	  .min = 0,
	  .max = PUBLIC_LINE,
	  .unit = "plies",
	  .help = "where the trunk ends, at the latest where cards are dealt; 0: only "
		  "there, and in a tree after one ply" },
	{ .key = "blueprint",
	  .kind = OPTION_INT,
	  .deflt = "1k",
	  .min = 0,
	  .max = 10000000,
	  .help = "iterations of CFR+ for the blueprint; 0: uniform" },
	{ .key = "memory",
	  .kind = OPTION_INT,
	  .deflt = "64",
	  .min = 1,
	  .max = 65536,
	  .unit = "MiB",
	  .help = "memory of the public tree and its tables" },
	{ .key = NULL },
};

const struct search_ops dls_search = {
	.key = "dls",
	.title = "Depth-limited solving",
	.summary = "looks a round ahead; the other seat chooses how it goes on",
	.source = "Brown, Sandholm and Amos 2018",
	.needs = NEED_HIDDEN_OK | NEED_PUBLIC | NEED_OWN_WIN,
	.options = dls_options,
	.open = dls_open,
	.run = dls_run,
	.look = &public_look,
	.node_columns = public_node_columns,
	.gauges = gauges,
	.strategy = &public_strategy,
};
