/*
 * blueprint.c - plays a strategy that `plyscope train` wrote.
 *
 * Nothing is searched: the mix of the hand at the position is looked up and a move is drawn. What
 * the file does not have, a bet of a size that is not listed, ends the game with a sentence.
 * Values, win and exploitability are as in cfr, of the strategy in the file.
 */
#include "ai/common/public_file.h"

#include <stdio.h>
#include <string.h>

static const struct gauge gauge_steps = {
	"trained", "", "iterations that the strategy was trained for"
};
static const struct gauge *const gauges[] = { &public_gauge_exploitability, &gauge_steps,
					      NULL };

/* Follows the moves of the hand; false: the file has not got one of them. */
static bool
follow(struct public_tree *t, const struct made *line, int moves)
{
	t->here = 0;
	for (int i = 0; i < moves; i++) {
		const int next = public_tree_child(t, t->here, line[i].m);
		if (next < 0)
			return false;
		t->here = (uint32_t)next;
	}
	return true;
}

static bool
read_file(struct search *s, struct public_mix *m, struct status *st)
{
	const char *path = s->options.v[options_find(&s->options, "file")].text;
	struct public_file f = { .mix = m };
	return public_file_read_mix(&f, path, st);
}

static bool
blueprint_open(struct search *s, struct status *st)
{
	struct public_mix *m = arena_take(&s->arena, sizeof *m);
	struct made line[PUBLIC_LINE];
	struct state begin;
	if (m == NULL)
		return status_fail(st, "blueprint: memory= is too small");
	memset(&begin, 0, sizeof begin);
	*m = (struct public_mix){ 0 };
	s->self = m;
	const int moves = game_public(s->game)->begin(s->game, &s->root, &begin, line);
	if (!public_tree_build(&m->tree, &s->arena, s->game, &begin, NULL, 0, "blueprint",
			       st))
		return false;
	if (!public_mix_open(m, &s->arena))
		return public_tree_refuse(&s->arena, "blueprint", st);
	if (!read_file(s, m, st))
		return false;
	return follow(&m->tree, line, moves) ||
	       status_fail(st, "blueprint: the strategy has no bet of this size");
}

static void
blueprint_run(struct search *s)
{
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
	  .help = "the strategy, as `plyscope train` wrote it; it has to be given" },
	{ .key = "memory",
	  .kind = OPTION_INT,
	  .deflt = "64",
	  .min = 1,
	  .max = 65536,
	  .unit = "MiB",
	  .help = "memory of the public tree and the strategy" },
	{ .key = NULL },
};

static bool
blueprint_misfit(const struct game *g, const struct options *o, char *out, int size)
{
	(void)g;
	if (o == NULL || strcmp(o->v[options_find(o, "file")].text, "none") != 0)
		return false;
	snprintf(out, (size_t)size,
		 "blueprint: file= has to be given: what `plyscope train` wrote");
	return true;
}

const struct search_ops blueprint_search = {
	.key = "blueprint",
	.title = "Blueprint",
	.summary = "plays a strategy that was trained before",
	.source = "a file of `plyscope train`",
	.needs = NEED_HIDDEN_OK | NEED_PUBLIC | NEED_OWN_WIN,
	.options = blueprint_options,
	.misfit = blueprint_misfit,
	.open = blueprint_open,
	.run = blueprint_run,
	.look = &public_look,
	.node_columns = public_node_columns,
	.gauges = gauges,
	.strategy = &public_strategy,
};
