/*
 * blueprint.c - plays a strategy written by `plyscope train`, or solved at the start.
 *
 * Nothing is searched: the mix of the hand at the position is looked up and a move is drawn. A bet
 * of a size the strategy does not have is taken for one it has (ai/poker/tree/public_translate.h).
 * Values, win and exploitability are as in cfr, of the strategy.
 *
 * The strategy is on the tree of the hand with the listed moves; the strategy played, first in the
 * struct, on the tree with the amounts that were bet. Games whose boards are too many have a table
 * of an abstraction instead (ai/poker/table); without a file the one that ships. Flop hold'em has
 * files of the whole hand, as cfr has (ai/poker/cfr/remainder.h), which know only the bets they
 * were trained with.
 */
#include "ai/common/mixed.h"
#include "ai/poker/cfr/cfr.h"
#include "ai/poker/cfr/remainder.h"
#include "ai/poker/misfit.h"
#include "ai/poker/table/play.h"
#include "ai/poker/tree/public_file.h"
#include "ai/poker/tree/public_translate.h"
#include "ai/poker/tree/subgame_threads.h"

#include <stdio.h>
#include <string.h>

static const struct gauge gauge_steps = {
	"trained", "", "iterations that the strategy was trained for"
};
static const struct gauge *const gauges[] = { &public_gauge_exploitability,
					      &gauge_steps,
					      &abstract_gauge_known,
					      &abstract_gauge_branches,
					      &cfr_gauge_nodes,
					      &remainder_gauge_range,
					      NULL };

struct blueprint {
	struct public_mix mix; /* first */
	struct cfr known;      /* on its own tree */
};

/* The strategy: of the file, else solved. */
static bool
know(struct search *s, struct cfr *known, struct status *st)
{
	struct public_file f = { .mix = &known->mix };
	const char *file = options_name(&s->options, "file");
	if (file != NULL)
		return public_file_read_mix(&f, file, st);
	known->variant = REGRET_CFR_PLUS;
	for (int64_t i = options_int(&s->options, "solve"); i > 0; i--)
		cfr_iterate(known);
	return true;
}

/* Whether a game is played by a table of an abstraction. */
static bool
is_abstract(const struct game *g)
{
	return game_public(g) == NULL && !remainder_plays_whole(g);
}

static enum translation
translation(const struct search *s)
{
	return (enum translation)options_int(&s->options, "translate");
}

/* The table is s->self. */
static bool
open_abstract(struct search *s, struct status *st)
{
	struct abstract_play *l = NULL;
	const bool ok = abstract_play_open(&l, s, options_name(&s->options, "file"),
					   translation(s), st);
	s->self = l;
	return ok;
}

static bool
blueprint_open(struct search *s, struct status *st)
{
	if (is_abstract(s->game))
		return open_abstract(s, st);
	if (remainder_plays_whole(s->game))
		return remainder_open(s, st);
	struct blueprint *b = public_open(s, sizeof *b, st);
	if (b == NULL || !public_tree_build(&b->known.mix.tree, &s->arena, s->game,
					    public_tree_state(&b->mix.tree, 0), NULL, 0,
					    "blueprint", st))
		return false;
	if (!public_mix_open(&b->mix, &s->arena) || !cfr_take(&b->known, &s->arena))
		return public_tree_refuse(&b->mix.tree, &s->arena, "blueprint", st);
	if (!know(s, &b->known, st))
		return false;
	b->mix.iterations = b->known.mix.iterations;
	return public_translate(&b->known.mix, &b->mix.tree, translation(s), &s->arena,
				b->mix.sum) ||
	       public_tree_refuse(&b->mix.tree, &s->arena, "blueprint", st);
}

static void
run_abstract(struct search *s)
{
	const int64_t sims = s->limits.sims;
	abstract_play_run(s, s->self,
			  sims > 0 ? (int)(sims < 100000 ? sims : 100000)
				   : (int)options_int(&s->options, "values"));
	if (s->live.stop != STOP_FAILED)
		search_gauge(s, &gauge_steps, (double)abstract_play_steps(s->self));
}

static void
blueprint_run_whole(struct search *s)
{
	remainder_run(s);
	if (s->live.stop == STOP_FAILED)
		return;
	search_gauge(s, &gauge_steps, (double)remainder_subgame(s)->iterations);
	s->live.simulations = 0;
	s->live.stop = STOP_DEPTH;
}

static void
blueprint_run(struct search *s)
{
	if (is_abstract(s->game) || remainder_plays_whole(s->game)) {
		(remainder_plays_whole(s->game) ? blueprint_run_whole : run_abstract)(s);
		return;
	}
	struct public_mix *m = s->self;
	public_report(s, true);
	s->live.gauge_count = 0;
	search_gauge(s, &public_gauge_exploitability, public_mix_exploitability(m));
	search_gauge(s, &gauge_steps, (double)m->iterations);
	s->live.simulations = 0;
	s->live.stop = STOP_DEPTH;
}

static const struct option_spec blueprint_options[] = {
	{ .key = "file",
	  .kind = OPTION_NAME,
	  .deflt = "none",
	  .choices = "none|leduc.strategy",
	  .help = "the strategy, as `plyscope train` wrote it; it has to be given, or "
		  "solve=" },
	{ .key = "solve",
	  .kind = OPTION_INT,
	  .deflt = "0",
	  .min = 0,
	  .max = 10000000,
	  .help = "without a file: iterations of CFR+ that make the strategy at the "
		  "start" },
	{ .key = "translate",
	  .kind = OPTION_CHOICE,
	  .deflt = "rpat",
	  .choices = "rpat|smaller|larger",
	  .help = "an unlisted bet is taken as one of the two nearest sizes, by the "
		  "pseudo-harmonic rule, or always as the smaller or the larger" },
	{ .key = "values",
	  .kind = OPTION_INT,
	  .deflt = "100",
	  .min = 0,
	  .max = 100000,
	  .unit = "rollouts",
	  .help = "hold'em: rollouts for the values of the moves, or sims=; the choice "
		  "does not depend on them; 0: no values" },
	PUBLIC_OPTION_MEMORY("64", "memory of the public trees and the strategy"),
	{ .key = NULL },
};

/* The table stays for the whole game. */
static bool
blueprint_advance(struct search *s, const struct played_move *made, int count)
{
	return is_abstract(s->game);
}

static int
blueprint_children(struct search *s, look_ref node, struct look_node *out, int max)
{
	return (is_abstract(s->game) ? abstract_play_children : cfr_children)(s, node,
									      out, max);
}

static bool
blueprint_hands(struct search *s, look_ref node, struct stats_hands *out)
{
	return (is_abstract(s->game) ? abstract_play_hands : cfr_hands)(s, node, out);
}

static const struct look_ops look = { .children = blueprint_children,
				      .hands = blueprint_hands };

static bool
blueprint_mixes(struct search *s, const struct state *at, struct strategy_mixes *out)
{
	return is_abstract(s->game) ? abstract_play_mixes(s->self, s->game, at, out)
				    : remainder_mixes(s, at, out);
}

static const struct strategy_ops strategy = {
	.below = public_below,
	.mix = public_mix_at,
	.mixes = blueprint_mixes,
	.replies = remainder_replies,
};

/* Without options nothing is chosen yet; hold'em has a file that ships, for the rules it has. */
static bool
blueprint_misfit(const struct game *g, const struct options *o, char *out, int size)
{
	if (misfit_trained("blueprint", g, out, size))
		return true;
	if (is_abstract(g)) {
		struct status why = { 0 };
		if (abstract_play_fits(g, &why))
			return false;
		snprintf(out, (size_t)size, "blueprint: %s", why.text);
		return true;
	}
	if (o == NULL || options_name(o, "file") != NULL ||
	    (options_int(o, "solve") > 0 && !remainder_plays_whole(g)))
		return false;
	if (remainder_plays_whole(g)) {
		snprintf(out, (size_t)size,
			 "blueprint: file= has to be given, what `plyscope train` or "
			 "`plyscope solve` wrote for flop hold'em");
		return true;
	}
	snprintf(out, (size_t)size,
		 "blueprint: file= has to be given, what `plyscope train` wrote, or "
		 "solve=");
	return true;
}

const struct search_ops blueprint_search = {
	.key = "blueprint",
	.title = "Blueprint",
	.summary = "plays a strategy trained beforehand",
	.source = "a file of `plyscope train`; Ganzfried and Sandholm 2013",
	.flags = SEARCH_HIDDEN_OK | SEARCH_TRAINED | SEARCH_OWN_WIN | SEARCH_BY_STATE,
	.options = blueprint_options,
	.misfit = blueprint_misfit,
	.open = blueprint_open,
	.run = blueprint_run,
	.advance = blueprint_advance,
	.look = &look,
	.node_columns = public_node_columns,
	.gauges = gauges,
	.strategy = &strategy,
};
