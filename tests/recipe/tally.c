/*
 * tally.c - a toy search with figures of its own: no file of the core, the lab or ui knows them.
 *
 * Every move is valued one ply down; when one reaches the most that the mover can get, the rest
 * are skipped. Its root moves, which are also its tree, have two columns: the replies that a move
 * leaves, and what the mover is ahead by.
 */
#include "ai/common/order.h"

#include <stdio.h>
#include <string.h>

enum { REPLIES, EDGE }; /* places in extra[] */
enum { WON };		/* the rule */

static const struct column tally_columns[] = {
	{ .key = "replies",
	  .head = "rpl",
	  .help = "answers that the next seat has",
	  .kind = COLUMN_COUNT,
	  .at = REPLIES,
	  .width = 5 },
	{ .key = "edge",
	  .head = "edge",
	  .unit = "p",
	  .help = "what the mover is ahead of the next best seat by",
	  .kind = COLUMN_SIGNED,
	  .at = EDGE,
	  .decimals = 3,
	  .width = 7,
	  .better = 1 },
	{ .key = NULL },
};

static const struct cut_rule tally_rules[] = {
	[WON] = { "nothing-better", "nb",
		  "moves after one that nothing can be better than" },
	{ .key = NULL },
};

static const struct option_spec tally_options[] = { { .key = NULL } };

static bool
tally_open(struct search *s, struct status *st)
{
	(void)s, (void)st;
	return true;
}

static double
edge_of(const struct search *s, const double *value)
{
	double other = -(double)INFINITY;
	for (int i = 0; i < s->game->seats; i++)
		if (i != s->mover && value[i] > other)
			other = value[i];
	return value[s->mover] - other;
}

static const struct gauge gauge_listed = { "listed", "moves",
					   "how many moves its table has" };
static const struct gauge *const gauges[] = { &gauge_listed, NULL };

/* The columns of a move that was valued. */
static void
fill_columns(const struct search *s, struct stats_move *row)
{
	const struct game *g = s->game;
	struct state child;
	move m[MOVES_MAX];
	g->rules->play(g, &s->root, s->mover, row->m, &child);
	const int next = game_mover(g, &child);
	row->extra[REPLIES] = next >= 0 ? g->rules->moves(g, &child, next, m) : 0;
	row->extra[EDGE] = edge_of(s, row->value);
}

static void
tally_run(struct search *s)
{
	const struct game *g = s->game;
	move m[MOVES_MAX];
	int32_t score[MOVES_MAX];
	struct ranked best[STATS_MOVES];
	struct bounds b;
	int kept = 0;
	const int n = g->rules->moves(g, &s->root, s->mover, m);
	order_sort(g, &s->root, s->mover, m, score, n);
	g->knowledge->bounds(g, &s->root, &b);
	for (int i = 0; i < n && search_step(s); i++) {
		struct state child;
		struct ranked row = { .m = m[i], .status = MOVE_EXACT, .depth = 1 };
		g->rules->play(g, &s->root, s->mover, m[i], &child);
		g->knowledge->evaluate(g, &child, row.value);
		row.nodes = 1;
		s->live.leaves++;
		kept = ranked_insert(best, kept, STATS_MOVES, &row, s->mover);
		if (row.value[s->mover] < b.high[s->mover])
			continue;
		snapshot_count_cut(&s->live, WON, 0, n - 1 - i);
		break;
	}
	s->live.depth = s->live.seldepth = 1;
	s->live.children = n;
	s->live.visits_of = "nodes";
	s->live.pv_count = kept > 0;
	s->live.pv[0] = kept > 0 ? best[0].m : MOVE_NONE;
	if (s->live.stop == STOP_RUNNING)
		s->live.stop = STOP_DEPTH;
	ranked_report(s, best, kept, n);
	for (int i = 0; i < s->live.move_count; i++)
		fill_columns(s, &s->live.moves[i]);
	search_gauge(s, &gauge_listed, s->live.move_count);
}

static int
tally_children(struct search *s, look_ref ref, struct look_node *out, int max)
{
	int n = 0;
	for (; ref == LOOK_ROOT && n < s->live.move_count && n < max; n++) {
		const struct stats_move *row = &s->live.moves[n];
		look_row(&out[n], (look_ref)n, s->mover, row);
		out[n].best = n == 0;
		memcpy(out[n].extra, row->extra, sizeof row->extra);
	}
	return n;
}

static const struct look_ops tally_look = { .children = tally_children };

const struct search_ops tally_search = {
	.key = "tally",
	.title = "tally",
	.summary = "looks one move ahead and counts the replies",
	.source = "a test",
	.flags = SEARCH_PERFECT,
	.options = tally_options,
	.columns = tally_columns,
	.node_columns = tally_columns,
	.rules = tally_rules,
	.gauges = gauges,
	.open = tally_open,
	.run = tally_run,
	.look = &tally_look,
};
