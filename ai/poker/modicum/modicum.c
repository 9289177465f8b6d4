/*
 * modicum.c - hold'em as `modicum` plays it: a trained table first, then solving. See
 * modicum.h.
 *
 * A simulation is an iteration of a solution; sims= is the number for each of them. What has been
 * solved stays for the next decision of the hand. The answer is drawn from the average strategy of
 * the hand held; where nothing can be solved, from the table.
 *
 * Nothing depends on the hand held but the draw. Values and win are as in
 * ai/poker/tree/subgame_view.h, or, of the table, those of ai/poker/table/play.h.
 */
#include "ai/poker/modicum/modicum.h"
#include "ai/poker/misfit.h"

#include "ai/common/mixed.h"
#include "ai/poker/cfr/remainder.h"
#include "ai/poker/tree/public_search.h"
#include "ai/poker/tree/subgame_threads.h"
#include "src/base/asset.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define WORST_BLINDS 0.05 /* that a move may lose, */
#define WORST_POTS   0.01 /* or so much of the pot */

struct modicum {
	struct abstract_play *table;
	struct nested nested;
	struct subgame_view view;
	struct strategy_mixes *mixes; /* of the table, where the root is solved */
	bool solved;		      /* the root is answered by a solution */
};

/* Parts are prime to four, the suits of a rank that follow each other. */
static const struct nested_effort efforts[] = {
	{ .iterations = { 350, 350, 350, 400 },
	  .raises = { 4, 2, 2, 3 },
	  .fewer = { 0, 0, 1, 0 },
	  .largest = 3,
	  .parts = 7,
	  .groups = 192,
	  .rollouts = 490,
	  .boards = 500 },
	{ .iterations = { 100, 60, 56, 100 }, /* fast=on */
	  .raises = { 4, 2, 2, 2 },
	  .fewer = { 0, 0, 1, 0 },
	  .largest = 2,
	  .parts = 7,
	  .groups = 128,
	  .rollouts = 98,
	  .boards = 50 },
};

const struct nested_effort *
modicum_effort(bool fast)
{
	return &efforts[fast];
}

static const struct gauge gauge_solved = {
	"solved", "", "solutions on the way here in this hand; 0: the table is played"
};
static const struct gauge gauge_boards = {
	"boards", "",
	"on which the values behind the leaves were played out; 0: by the network"
};
static const struct gauge gauge_steps = { "trained", "",
					  "iterations that the table was trained for" };
static const struct gauge *const gauges[] = { &gauge_solved,
					      &gauge_boards,
					      &public_gauge_exploitability,
					      &cfr_gauge_nodes,
					      &remainder_gauge_range,
					      &gauge_steps,
					      &abstract_gauge_known,
					      &abstract_gauge_branches,
					      NULL };

enum { BY_TABLE }; /* places in extra[] of moves */

static const struct column columns[] = {
	{ .key = "table",
	  .head = "table",
	  .help = "how often the trained table makes the move with this hand; blank "
		  "where it has no mix",
	  .kind = COLUMN_PERCENT,
	  .at = BY_TABLE,
	  .decimals = 1,
	  .width = 6 },
	{ .key = NULL },
};

/* ---- the report -------------------------------------------------------------------------- */

/* Looks at a state that the solution goes to. What a move may lose there: a hundredth of the pot,
 * which solutions of so few iterations are not sure of, and a big blind at most. */
static void
look_at(struct modicum *m, const struct search *s, const struct state *at)
{
	const struct public_ops *ops = s->game->ops->public;
	const double blind = ops->blind(s->game, at), pot = 2 * ops->stake(s->game, at);
	m->view.here = m->nested.here;
	m->view.worst = fmin(blind, fmax(WORST_BLINDS * blind, WORST_POTS * pot));
}

/* What the table would do with the hand held. */
static void
fill_table(struct search *s, const struct modicum *m)
{
	const struct strategy_mixes *x = m->mixes;
	const bool known = m->view.held >= 0 &&
			   abstract_play_mixes(m->table, s->game, &s->root, m->mixes) &&
			   x->known[m->view.held];
	for (int i = 0; i < s->live.move_count; i++) {
		double *share = &s->live.moves[i].extra[BY_TABLE];
		*share = known ? 0 : (double)NAN;
		for (int k = 0; known && k < x->moves; k++)
			*share += x->m[k] == s->live.moves[i].m ? x->prob[k][m->view.held]
								: 0;
	}
}

/* Of the moves that are not made, the best first. */
static void
sort_not_made(struct search *s)
{
	struct snapshot *live = &s->live;
	for (int i = 1; i < live->move_count; i++) {
		const struct stats_move row = live->moves[i];
		int j = i;
		for (; j > 1 && !(row.prob > 0) && !(live->moves[j - 1].prob > 0) &&
		       row.value[s->mover] > live->moves[j - 1].value[s->mover];
		     j--)
			live->moves[j] = live->moves[j - 1];
		live->moves[j] = row;
	}
}

static void
modicum_report(struct search *s, bool end)
{
	struct modicum *m = s->self;
	struct subgame *g = &m->nested.sub;
	struct snapshot *live = &s->live;
	look_at(m, s, &s->root);
	live->simulations = g->iterations;
	live->visits_of = "sims";
	live->depth = 1;
	live->tree_nodes = g->nodes;
	live->tree_bytes = subgame_bytes(g);
	live->mixed = true;
	subgame_view_moves(s, &m->view);
	move listed[MOVES_MAX]; /* the largest raises are not in the tree */
	live->moves_total = s->game->rules->moves(s->game, &s->root, s->mover, listed);
	fill_table(s, m);
	subgame_view_report_hands(s, &m->view);
	subgame_view_answers(s, &m->view);
	live->gauge_count = 0;
	search_gauge(s, &gauge_solved, m->nested.solutions);
	if (g->leaves > 0)
		search_gauge(s, &gauge_boards, m->nested.boards);
	public_tell_exploitability(s, subgame_exploitability(g));
	search_gauge(s, &cfr_gauge_nodes, g->decisions);
	search_gauge(s, &remainder_gauge_range,
		     subgame_view_range(&m->view, 1 - s->mover));
	public_sort_moves(s, g->iterations, end);
	sort_not_made(s);
	search_report(s, false);
}

static void
play_table(struct search *s, struct modicum *m, int rollouts)
{
	abstract_play_run(s, m->table, rollouts);
	if (s->live.stop == STOP_FAILED)
		return;
	search_gauge(s, &gauge_solved, 0);
	search_gauge(s, &gauge_steps, (double)abstract_play_steps(m->table));
	for (int i = 0; i < s->live.move_count; i++)
		s->live.moves[i].extra[BY_TABLE] = s->live.moves[i].prob;
}

/* ---- the search -------------------------------------------------------------------------- */

/* The network, with leaf=net. */
static bool
open_net(struct search *s, struct nested *n, struct status *st)
{
	const struct nested_effort *e = &n->effort;
	struct leaf_values v;
	if (e->from > MODICUM_FLOP || options_int(&s->options, "leaf") == 0)
		return true;
	leaf_values_begin(&v, &n->flop, NULL, e->continuations, 0);
	if (!estimate_knows(&v))
		return status_fail(
			st,
			"modicum: leaf=net knows the table and more folds, calls or "
			"raises: values=%d is more than that",
			e->continuations);
	n->net = arena_take(&s->arena, sizeof *n->net);
	if (n->net == NULL || !rollout_check_open(n, &s->arena))
		return status_fail(st, "modicum: memory= is too small");
	return estimate_open(n->net, &n->flop, options_name(&s->options, "net"),
			     (int)options_int(&s->options, "threads"), &s->arena, st);
}

/* The values before the flop, of the table that ships. */
static bool
open_kept(struct search *s, struct nested *n, struct status *st)
{
	char path[4096];
	if (n->effort.from > MODICUM_PREFLOP ||
	    options_name(&s->options, "file") != NULL ||
	    n->effort.continuations > PREFLOP_WAYS ||
	    !asset_find(PREFLOP_FILE, path, sizeof path))
		return true;
	n->kept = arena_take(&s->arena, sizeof *n->kept);
	return n->kept != NULL ? preflop_file_read(n->kept, s->game,
						   abstract_play_table(n->table), path,
						   &s->arena, st)
			       : status_fail(st, "modicum: memory= is too small");
}

/* What the solutions with leaves share; the arena is theirs above it. */
static bool
modicum_open_leaves(struct search *s, struct nested *n, struct status *st)
{
	const struct abstract_table *table = abstract_play_table(n->table);
	struct nested_effort *e = &n->effort;
	const int rollouts = (int)options_int(&s->options, "rollouts");
	const size_t used = s->arena.used;
	e->continuations = (int)options_int(&s->options, "values");
	e->rollouts = rollouts > 0 ? rollouts : e->rollouts;
	size_t needed = used;
	bool fits = true;
	e->from = (int)options_int(&s->options, "from");
	if (!open_kept(s, n, st))
		return false;
	e->boards = n->kept != NULL ? 1 : e->boards;
	if (e->from <= MODICUM_FLOP) {
		needed += leaf_flop_bytes(e->groups, e->rollouts);
		fits = leaf_flop_open(&n->flop, &s->arena, s->game, table, e->groups,
				      e->rollouts);
	}
	if (e->from <= MODICUM_PREFLOP) {
		needed += leaf_preflop_bytes(s->game, e->boards);
		fits = fits && leaf_preflop_open(&n->preflop, &s->arena, s->game, table,
						 e->boards);
	}
	if (!fits)
		return status_fail(st,
				   "modicum: needs at least %zu MiB, memory= is %zu; "
				   "fewer rollouts, or from=turn, need less",
				   (needed >> 20) + 1, s->arena.size >> 20);
	if (!open_net(s, n, st))
		return false;
	n->mark = s->arena.used;
	return true;
}

static bool
modicum_open(struct search *s, struct status *st)
{
	struct modicum *m = arena_take(&s->arena, sizeof *m);
	struct strategy_mixes *x = arena_take(&s->arena, sizeof *x);
	if (m == NULL || x == NULL)
		return status_fail(st, "modicum: memory= is too small");
	memset(m, 0, sizeof *m);
	m->mixes = x;
	s->self = m;
	if (!abstract_play_open(&m->table, s, options_name(&s->options, "file"),
				TRANSLATE_RPAT, st))
		return false;
	m->nested = (struct nested){ .s = s,
				     .table = m->table,
				     .effort = *modicum_effort(
					     options_int(&s->options, "fast") != 0),
				     .report = modicum_report };
	m->view.s = &m->nested.sub;
	return modicum_open_leaves(s, &m->nested, st);
}

static bool
is_solvable(const struct search *s, const struct state *at)
{
	const struct modicum *m = s->self;
	return s->game->ops->public->deck->round(s->game, at) >= m->nested.effort.from;
}

/* The solution at a state, without limits. */
static bool
find_quietly(struct search *s, const struct state *at)
{
	struct modicum *m = s->self;
	m->nested.quiet = true;
	const bool found = nested_find(&m->nested, at);
	m->nested.quiet = false;
	return found;
}

/* The move asked about, where the tree has no such bet: what is solved behind it, as if the other
 * seat was asked there. Only a search without clock and nodes has the time. */
static void
modicum_value_asked(struct search *s)
{
	struct modicum *m = s->self;
	struct snapshot *live = &s->live;
	struct state child = s->root;
	static _Thread_local float value[SUBGAME_WIDE];
	static _Thread_local double met[SUBGAME_WIDE];
	const int seat = s->mover;
	if (s->include == MOVE_NONE || snapshot_find(live, s->include) != NULL ||
	    s->limits.nodes > 0 || s->limits.time_ms > 0 || m->view.held < 0 ||
	    live->move_count == STATS_MOVES ||
	    !game_legal(s->game, &s->root, seat, s->include))
		return;
	s->game->rules->play(s->game, &s->root, seat, s->include, &child);
	if (game_mover(s->game, &child) == 1 - seat && find_quietly(s, &child)) {
		const struct subgame *g = &m->nested.sub;
		const struct subgame_place *p = &m->nested.here;
		const float *other = p->reach[1 - seat];
		struct stats_move *row = &live->moves[live->move_count];
		int h = 0;
		while (h < g->hands[seat] - 1 && g->hand[seat][h].hand != m->view.held)
			h++;
		stats_move_blank(row, s->include);
		row->prob = 0;
		row->depth = 1;
		row->visits = g->iterations;
		h = p->map[seat][h];
		subgame_unblocked_on(g, p->at.board, seat, other, met);
		subgame_values(&m->nested.sub, p->at, seat, false, other, value);
		public_set_seats(row->value, seat, (double)value[h] / met[h], 0);
		subgame_wins(&m->nested.sub, p->at, seat, other, value);
		public_set_seats(row->win, seat, (double)value[h] / met[h], 1);
		live->move_count += met[h] > 0;
	}
	m->solved = find_quietly(s, &s->root);
}

static void
modicum_run(struct search *s)
{
	struct modicum *m = s->self;
	m->view.held = s->game->ops->public->hand(s->game, &s->root, s->mover);
	m->solved = is_solvable(s, &s->root) && nested_find(&m->nested, &s->root);
	if (!m->solved) {
		play_table(s, m, (int)options_int(&s->options, "playouts"));
		return;
	}
	modicum_report(s, true);
	modicum_value_asked(s);
	if (s->live.stop == STOP_RUNNING)
		s->live.stop = m->nested.whole ? STOP_SIMS : STOP_NODES;
}

/* The table stays, and the solution for as long as the hand leads on from it. */
static bool
modicum_advance(struct search *s, const struct played_move *made, int count)
{
	return true;
}

/* ---- its tree and strategies ------------------------------------------------------------- */

static int
modicum_children(struct search *s, look_ref node, struct look_node *out, int max)
{
	struct modicum *m = s->self;
	if (!m->solved)
		return abstract_play_children(s, node, out, max);
	const int count = subgame_view_children(s, &m->view, node, out, max);
	for (int i = 0; i < count && m->nested.net != NULL; i++)
		rollout_check_tell(&m->nested, &m->view, &out[i]);
	return count;
}

static bool
modicum_hands(struct search *s, look_ref node, struct stats_hands *out)
{
	struct modicum *m = s->self;
	return m->solved ? subgame_view_hands(&m->view, node, out)
			 : abstract_play_hands(s, node, out);
}

static bool
modicum_ways(struct search *s, look_ref node, struct look_ways *out)
{
	struct modicum *m = s->self;
	return m->solved && subgame_view_ways(&m->view, node, out);
}

static const struct look_ops look = { .children = modicum_children,
				      .hands = modicum_hands,
				      .ways = modicum_ways };

static bool
modicum_mixes(struct search *s, const struct state *at, struct strategy_mixes *out)
{
	struct modicum *m = s->self;
	if (!is_solvable(s, at) || !find_quietly(s, at))
		return abstract_play_mixes(m->table, s->game, at, out);
	look_at(m, s, at);
	subgame_view_mixes(&m->view, out);
	/* the tree that is looked at is that of the root */
	m->solved = m->solved && find_quietly(s, &s->root);
	if (m->solved)
		look_at(m, s, &s->root);
	return true;
}

static const struct strategy_ops strategy = {
	.below = strategy_nowhere,
	.mix = strategy_no_mix,
	.mixes = modicum_mixes,
};

static const struct option_spec modicum_options[] = {
	{ .key = "fast",
	  .kind = OPTION_SWITCH,
	  .deflt = "off",
	  .help = "solve with fewer iterations and bets, as many matches need" },
	{ .key = "file",
	  .kind = OPTION_NAME,
	  .deflt = "none",
	  .choices = "none",
	  .help = "the trained table, as `plyscope train` wrote it; none: the one that "
		  "ships" },
	{ .key = "from",
	  .kind = OPTION_CHOICE,
	  .deflt = "flop",
	  .choices = "preflop|flop|turn",
	  .help = "the round from which on hands are solved; before it the table is "
		  "played" },
	{ .key = "values",
	  .kind = OPTION_INT,
	  .deflt = "4",
	  .min = 1,
	  .max = LEAF_WAYS,
	  .help = "ways to play on at a leaf: as the table, or with more folds, calls or "
		  "raises; 1: no choice" },
	{ .key = "leaf",
	  .kind = OPTION_CHOICE,
	  .deflt = "rollout",
	  .choices = "rollout|net",
	  .help = "where the values at the leaves of the flop come from: hands are "
		  "played out, or a network says what that would give" },
	{ .key = "net",
	  .kind = OPTION_NAME,
	  .deflt = "none",
	  .choices = "none",
	  .help = "the network of leaf=net, as `plyscope train` wrote it; none: the one "
		  "that ships" },
	{ .key = "rollouts",
	  .kind = OPTION_INT,
	  .deflt = "0",
	  .min = 0,
	  .max = LEAF_BOARDS,
	  .unit = "boards",
	  .help = "boards on which hands are played out for the leaves of the flop; 2352 "
		  "are all, 0 is 490, or 98 with fast=on" },
	{ .key = "playouts",
	  .kind = OPTION_INT,
	  .deflt = "100",
	  .min = 0,
	  .max = 100000,
	  .unit = "playouts",
	  .help = "how often the hand is played out for values where the table is "
		  "played; 0: no values" },
	SUBGAME_OPTION_THREADS("threads"),
	PUBLIC_OPTION_MEMORY(
		"512",
		"memory of the table and the solution; where it does not fit it has "
		"fewer raises"),
	{ .key = NULL },
};

static bool
modicum_misfit(const struct game *g, const struct options *o, char *out, int size)
{
	struct status why = { 0 };
	if (misfit_trained("modicum", g, out, size))
		return true;
	if (g->ops->public == NULL || g->ops->public->buckets == NULL ||
	    g->ops->public->deck == NULL)
		snprintf(out, (size_t)size,
			 "modicum plays hold'em of four rounds: %s is something else",
			 g->ops->title);
	else if (!abstract_play_fits(g, &why))
		snprintf(out, (size_t)size, "modicum: %s", why.text);
	else
		return false;
	return true;
}

const struct search_ops modicum_search = {
	.key = "modicum",
	.title = "Modicum",
	.summary = "a trained table before the flop, then solves round by round",
	.source = "Brown, Sandholm and Amos 2018",
	.flags = SEARCH_HIDDEN_OK | SEARCH_TRAINED | SEARCH_OWN_WIN | SEARCH_BY_STATE,
	.options = modicum_options,
	.misfit = modicum_misfit,
	.columns = columns,
	.open = modicum_open,
	.run = modicum_run,
	.advance = modicum_advance,
	.look = &look,
	.node_columns = public_node_columns,
	.gauges = gauges,
	.strategy = &strategy,
};
