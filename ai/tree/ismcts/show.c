/*
 * show.c - the display of a search of information sets: figures, root moves, its tree. See
 * ismcts.c.
 */
#include "ai/common/gauges.h"
#include "ai/common/playout.h"
#include "ai/tree/ismcts/ismcts.h"

static void
ismcts_node_value(const struct search *s, const struct ismcts *x,
		  const struct ismcts_node *n, double *value)
{
	playouts_value(s->game, n->visits, n->mean, x->origin, value);
}

/* The child with the most visits; 0: none. */
static uint32_t
best_child(const struct ismcts *x, uint32_t at)
{
	uint32_t best = 0, visits = 0;
	for (uint32_t i = ismcts_at(x, at)->child; i != 0; i = ismcts_at(x, i)->next)
		if (ismcts_at(x, i)->visits > visits) {
			visits = ismcts_at(x, i)->visits;
			best = i;
		}
	return best;
}

enum { AVAILABLE }; /* places in extra[] */

const struct column ismcts_columns[] = {
	{ .key = "available",
	  .head = "avail",
	  .help = "visits in which the move was legal, since it was first tried, as a "
		  "share of the parent's visits",
	  .kind = COLUMN_PERCENT,
	  .at = AVAILABLE,
	  .width = 6 },
	{ .key = NULL },
};

static double
availability(const struct ismcts_node *parent, const struct ismcts_node *c)
{
	return parent->visits > 0 ? (double)c->available / (double)parent->visits
				  : (double)NAN;
}

static void
ismcts_fill_move(const struct search *s, const struct ismcts *x, move m,
		 struct stats_move *out)
{
	const struct ismcts_node *root = ismcts_at(x, ISMCTS_ROOT);
	stats_move_blank(out, m);
	out->status = MOVE_UNSEARCHED;
	for (uint32_t i = root->child; i != 0; i = ismcts_at(x, i)->next) {
		const struct ismcts_node *c = ismcts_at(x, i);
		if (c->m != m)
			continue;
		out->visits = c->visits;
		out->depth = 1;
		out->status = playouts_status(c->visits);
		out->prob =
			root->visits > 0 ? (double)c->visits / root->visits : (double)NAN;
		ismcts_node_value(s, x, c, out->value);
	}
}

const struct gauge *const ismcts_gauges[] = { &gauge_mean_depth, &gauge_tree_full, NULL };

void
ismcts_report(struct search *s, const struct ismcts *x)
{
	struct snapshot *live = &s->live;
	live->simulations = live->leaves = x->simulations;
	live->seldepth = x->seldepth;
	live->worlds_done = live->worlds_total = 0;
	live->tree_nodes = x->count;
	live->tree_bytes = (int64_t)x->count * x->stride;
	live->visits_of = "sims";
	live->moves_total = x->legal;
	live->move_count = x->roots;
	for (int i = 0; i < x->roots; i++)
		ismcts_fill_move(s, x, x->root[i], &live->moves[i]);
	snapshot_sort(live, true);
	live->pv[0] = live->moves[0].m;
	live->pv_count = live->depth = 1;
	search_report(s, true);
	if (x->simulations > 0)
		search_gauge(s, &gauge_mean_depth,
			     (double)x->tree_plies / (double)x->simulations);
	if (x->full)
		search_gauge(s, &gauge_tree_full, 1);
}

static int
ismcts_children(struct search *s, look_ref ref, struct look_node *out, int max)
{
	const struct ismcts *x = s->self;
	const uint32_t at = ref == LOOK_ROOT ? ISMCTS_ROOT : (uint32_t)ref;
	if (at >= x->count)
		return 0;
	const struct ismcts_node *node = ismcts_at(x, at);
	const uint32_t best = best_child(x, at);
	int n = 0;
	for (uint32_t i = node->child; i != 0; i = ismcts_at(x, i)->next)
		n++;
	int row = n; /* the newest is the first of the list */
	for (uint32_t i = node->child; i != 0; i = ismcts_at(x, i)->next) {
		if (--row >= max)
			continue;
		const struct ismcts_node *c = ismcts_at(x, i);
		struct look_node *o = &out[row];
		look_blank(o, i, node->seat, c->m);
		o->visits = c->visits;
		o->status = playouts_status(c->visits);
		o->inner = c->child != 0;
		o->best = i == best;
		o->last = look_on_path(x->path, x->simulations > 0 ? x->last + 1 : 0, i);
		o->extra[AVAILABLE] =
			node->seat == SEAT_CHANCE ? (double)NAN : availability(node, c);
		ismcts_node_value(s, x, c, o->value);
		search_fill_win(s, o->status, o->value, o->win);
	}
	return n < max ? n : max;
}

const struct look_ops ismcts_look = { .children = ismcts_children };
