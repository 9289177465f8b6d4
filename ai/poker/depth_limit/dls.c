/*
 * dls.c - depth-limited solving as a player. See dls.h.
 *
 * First the blueprint: iterations of CFR+ on the whole game (blueprint=). Then the trunk, for both
 * seats, which ends where the first card is dealt or after depth= plies; there the other seat
 * chooses among values= continuations for each of its hands. The continuations: the blueprint and
 * biased blueprints, or (leaves=replies) the blueprint and, one after the other, best replies to
 * what was found with those before. With leaves=all the other's whole tree is left below the
 * leaves, against our blueprint there: the subject of the paper's Proposition 1, and the limit of
 * ever more continuations. Below the trunk the blueprint is played, or (resolve=) the rest of the
 * hand is solved again when play gets there (nested.c).
 *
 * A simulation is an iteration in the trunk, for both seats, with all continuations; nodes are
 * visits of public nodes, those of the blueprint and of subgames too.
 */
#include "ai/poker/depth_limit/dls.h"
#include "ai/poker/cfr/remainder.h"
#include "ai/poker/depth_limit/flop.h"
#include "ai/poker/misfit.h"
#include "ai/poker/tree/subgame_threads.h"

#include <string.h>

#define TRUNK_SIMS 2000 /* without a limit */

static const struct gauge gauge_reply[2] = {
	{ "reply to 1st", NULL, "what a best reply to the first seat's strategy gets" },
	{ "reply to 2nd", NULL, "what a best reply to the second seat's strategy gets" },
};
static const struct gauge gauge_blueprint = { "blueprint", NULL,
					      "exploitability of the blueprint" };
const struct gauge dls_gauge_continuations = {
	"ways", "", "to play on that the other seat chooses from at a leaf"
};
const struct gauge dls_gauge_subgames = {
	"subgames", "", "solved again, behind leaves and behind bets that are not listed"
};
static const struct gauge *const gauges[] = { &public_gauge_exploitability,
					      &gauge_reply[0],
					      &gauge_reply[1],
					      &gauge_blueprint,
					      &dls_gauge_continuations,
					      &dls_gauge_subgames,
					      &cfr_gauge_nodes,
					      &remainder_gauge_range,
					      NULL };

struct dls_search {
	struct dls dls; /* first: the report finds it */
	int64_t blueprint_sims;
	double blueprint_gap;
	bool begun; /* the blueprint and the first trunk are solved */
};

/* ---- reports --------------------------------------------------------------------------- */

static void
dls_report(struct search *s, bool end)
{
	struct dls_search *x = s->self;
	struct dls *d = &x->dls;
	public_report(s, end);
	s->live.simulations = d->iterations;
	s->live.tree_bytes = (int64_t)s->arena.used;
	s->live.gauge_count = 0;
	dls_tell_continuations(s);
	search_gauge(s, &gauge_blueprint, x->blueprint_gap);
	if (d->first == DLS_SOLVED)
		search_gauge(s, &dls_gauge_continuations,
			     d->side[s->mover].choosing.continuations);
	if (d->resolve != DLS_OFF) {
		search_gauge(s, &dls_gauge_subgames, d->subgames);
		return; /* the strategy played is not known as a whole */
	}
	const double first = public_mix_reply(&d->mix, 0),
		     second = public_mix_reply(&d->mix, 1);
	public_tell_exploitability(s, (first + second) / 2);
	search_gauge(s, &gauge_reply[0], first);
	search_gauge(s, &gauge_reply[1], second);
}

/* ---- the search ------------------------------------------------------------------------ */

bool
dls_spend(const struct dls *d, int64_t nodes)
{
	struct search *s = d->running;
	if (s == NULL)
		return true;
	s->fuel -= nodes;
	if (s->limits.nodes > 0 && search_nodes(s) >= s->limits.nodes) {
		s->live.stop = STOP_NODES;
		return false;
	}
	return s->fuel > 0 || search_poll(s);
}

bool
dls_iterate(struct dls *d, struct cfr *c)
{
	c->visited = 0;
	cfr_iterate(c);
	return dls_spend(d, c->visited);
}

static bool
dls_solve_trunk(struct search *s, struct dls *d)
{
	for (int us = 0; us < 2; us++) {
		dls_fill_gains(&d->side[us]);
		dls_reset(&d->side[us]);
	}
	s->live.simulations = 0; /* of this solution: search_poll() looks at them */
	for (int64_t i = 0; i < d->sims; i++) {
		for (int us = 0; us < 2; us++)
			if (!dls_iterate(d, &d->side[us].cfr))
				return false;
		s->live.simulations = i + 1;
	}
	return true;
}

/* Another continuation for either side, if the best reply to the strategy played is a new one. */
static bool
add_replies(struct dls *d)
{
	bool any = false;
	int64_t nodes = 0;
	for (int us = 0; us < 2; us++) {
		struct dls_side *side = &d->side[us];
		if (side->complete || side->choosing.continuations >= d->values)
			continue;
		side->complete = !dls_add_reply(side);
		nodes += d->ground.base.tree.nodes;
		any = any || !side->complete;
	}
	if (d->running == NULL || nodes == 0)
		return any;
	d->running->live.simulations = 0; /* those of the solution are made */
	return dls_spend(d, nodes) && any;
}

/* The blueprint and the first trunk. False: a limit has ended it, or the memory. */
static bool
dls_begin(struct search *s, struct dls_search *x)
{
	struct dls *d = &x->dls;
	bool on = true;
	while (on && d->blueprint.mix.iterations < x->blueprint_sims)
		on = dls_iterate(d, &d->blueprint);
	x->blueprint_gap = public_mix_exploitability(&d->blueprint.mix);
	if (d->first == DLS_BLUEPRINT && d->carried == DLS_PLAYED)
		return dls_compose(d) && on;
	do {
		on = on && dls_solve_trunk(s, d);
		if (!dls_compose(d))
			return false;
		if (on)
			dls_report(s, false);
	} while (on && d->kind == DLS_REPLIES && add_replies(d));
	return on && s->live.stop == STOP_RUNNING;
}

static void
dls_run(struct search *s)
{
	if (remainder_plays(s->game)) {
		flop_run(s);
		return;
	}
	struct dls_search *x = s->self;
	struct dls *d = &x->dls;
	d->sims = s->limits.sims > 0 ? s->limits.sims : TRUNK_SIMS;
	d->running = s;
	x->begun = x->begun || dls_begin(s, x);
	s->live.simulations = 0; /* of the solution under way */
	if (x->begun)
		dls_prepare(d, d->mix.tree.here, s->mover);
	d->running = NULL;
	if (s->live.stop == STOP_RUNNING)
		s->live.stop = STOP_SIMS;
	dls_report(s, true);
}

/* The game continued: solutions stay, and missing ones are solved by the next run. A bet that
 * is not listed needs another tree. */
static bool
dls_advance(struct search *s, const struct played_move *made, int count)
{
	struct dls_search *x = s->self;
	struct public_tree *t = &x->dls.mix.tree;
	struct played_move line[PUBLIC_LINE];
	struct state begin;
	(void)made, (void)count;
	if (remainder_plays(s->game))
		return flop_advance(s);
	memset(&begin, 0, sizeof begin);
	const int moves = t->ops->begin(s->game, &s->root, &begin, line);
	if (!x->begun || s->game->rules->hash(s->game, &begin) !=
				 s->game->rules->hash(s->game, public_tree_state(t, 0)))
		return false;
	const int at = public_tree_follow(t, 0, line, moves);
	if (at < 0)
		return false;
	t->here = (uint32_t)at;
	return true;
}

/* All tables; false: they do not fit. */
static bool
dls_open_tables(struct search *s, struct dls *d)
{
	struct arena *arena = &s->arena;
	d->arena = arena;
	d->blueprint.variant = REGRET_CFR_PLUS;
	if (!cfr_take(&d->blueprint, arena))
		return false;
	d->ground.base = d->blueprint.mix;
	return dls_mark(&d->ground, arena, d->choice, 0, d->depth) &&
	       dls_open_side(&d->side[0], d, &d->ground, 0, arena) &&
	       dls_open_side(&d->side[1], d, &d->ground, 1, arena) && dls_open_nested(d);
}

void
dls_read_options(struct dls *d, const struct options *o)
{
	d->values = (int)options_int(o, "values");
	d->kind = (enum dls_leaves)options_int(o, "leaves");
	d->choice = (enum dls_choice)options_int(o, "choice");
	d->resolve = (enum dls_resolve)options_int(o, "resolve");
	d->alternatives = (enum dls_alternatives)options_int(o, "alternatives");
	d->first = (enum dls_first)options_int(o, "first");
	d->carried = (enum dls_carried)options_int(o, "carried");
	d->depth = (int)options_int(o, "depth");
}

static bool
dls_open(struct search *s, struct status *st)
{
	if (remainder_plays(s->game))
		return flop_open(s, st);
	struct dls_search *x = public_open(s, sizeof *x, st);
	if (x == NULL)
		return false;
	struct dls *d = &x->dls;
	const struct public_tree *t = &d->mix.tree;
	x->blueprint_sims = options_int(&s->options, "blueprint");
	dls_read_options(d, &s->options);
	if (t->ops->set != NULL && d->depth == 0)
		d->depth = 1;
	return public_tree_build(&d->blueprint.mix.tree, &s->arena, s->game,
				 public_tree_state(t, 0), NULL, 0, "dls", st) &&
	       (dls_open_tables(s, d) || public_tree_refuse(t, &s->arena, "dls", st));
}

/* ---- the strategy ---------------------------------------------------------------------- */

/* As it would be played: everything before a node is solved first. */
static bool
dls_mix(struct search *s, look_ref node, const struct state *at, int seat, double *prob)
{
	struct dls_search *x = s->self;
	const uint32_t k = node == LOOK_ROOT ? 0 : (uint32_t)node;
	return dls_prepare(&x->dls, k, seat) && public_mix_at(s, node, at, seat, prob);
}

static const struct strategy_ops dls_strategy = { .below = public_below,
						  .mix = dls_mix,
						  .mixes = flop_mixes,
						  .replies = flop_replies };

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
	  .help = "what the other seat may choose at a leaf. bias: the blueprint, and "
		  "blueprints that fold, call or raise more. replies: best replies to "
		  "the solutions so far. all: any play" },
	{ .key = "choice",
	  .kind = OPTION_CHOICE,
	  .deflt = "infoset",
	  .choices = "infoset|state",
	  .help = "what the choice at a leaf may depend on; state is wrong on purpose, "
		  "since the other seat cannot see it" },
	{ .key = "depth",
	  .kind = OPTION_INT,
	  .deflt = "0",
	  .min = 0,
	  .max = PUBLIC_LINE,
	  .unit = "plies",
	  .help = "plies of the trunk, which ends at the latest where cards are dealt; "
		  "0: only there, in a tree after one ply" },
	{ .key = "blueprint",
	  .kind = OPTION_INT,
	  .deflt = "1k",
	  .min = 0,
	  .max = 10000000,
	  .help = "iterations of CFR+ for the blueprint; 0: uniform" },
	{ .key = "first",
	  .kind = OPTION_CHOICE,
	  .deflt = "solved",
	  .choices = "solved|blueprint",
	  .help = "play in the trunk: its solution, or the blueprint until a bet is not "
		  "listed" },
	{ .key = "resolve",
	  .kind = OPTION_CHOICE,
	  .deflt = "off",
	  .choices = "off|unsafe|gadget|maxmargin|reach",
	  .help = "play after the trunk and after an unlisted bet. off: the blueprint, "
		  "translated. The others solve the subgame again; plyscope-players(6) "
		  "describes them" },
	{ .key = "carried",
	  .kind = OPTION_CHOICE,
	  .deflt = "played",
	  .choices = "played|averaged",
	  .help = "values at the leaves after an unlisted bet. played: those of the "
		  "blueprint carried over to it. averaged: the mean of those after the "
		  "two nearest bets" },
	{ .key = "alternatives",
	  .kind = OPTION_CHOICE,
	  .deflt = "leaf",
	  .choices = "leaf|blueprint",
	  .help = "alternatives of the other seat's hands at a leaf: their values in the "
		  "trunk, or those of a best reply to the blueprint, which is wrong on "
		  "purpose" },
	{ .key = "raises",
	  .kind = OPTION_INT,
	  .deflt = "2",
	  .min = 0,
	  .max = 100,
	  .help = "in hold'em: bets and raises of a round in the tree, at most; above "
		  "them all-in" },
	SUBGAME_OPTION_THREADS("in hold'em: threads"),
	{ .key = "file",
	  .kind = OPTION_NAME,
	  .deflt = "none",
	  .choices = "none",
	  .help = "in hold'em: the blueprint, as `plyscope solve holdem -o rounds=2 "
		  "--out` has written it" },
	PUBLIC_OPTION_MEMORY("64", "memory of the public tree and its tables"),
	{ .key = NULL },
};

static bool
dls_misfit(const struct game *g, const struct options *o, char *out, int size)
{
	return misfit_whole("dls", g, out, size);
}

const struct search_ops dls_search = {
	.key = "dls",
	.title = "Depth-limited solving",
	.summary = "looks a round ahead; the other seat chooses how play continues",
	.source = "Brown, Sandholm and Amos 2018",
	.flags = SEARCH_HIDDEN_OK | SEARCH_OWN_WIN | SEARCH_BY_STATE,
	.misfit = dls_misfit,
	.options = dls_options,
	.open = dls_open,
	.run = dls_run,
	.advance = dls_advance,
	.look = &dls_look,
	.node_columns = public_node_columns,
	.gauges = gauges,
	.strategy = &dls_strategy,
};
