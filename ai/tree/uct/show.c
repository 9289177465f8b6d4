/*
 * show.c - the display of UCT: figures, the table of root moves, its tree. See uct.c.
 */
#include "ai/common/gauges.h"
#include "ai/tree/uct/uct.h"

#include <string.h>

/* The value of a node; returns what it is worth, an enum move_status. */
static uint8_t
uct_node_value(const struct search *s, const struct uct *u, const struct tree_node *node,
	       double *value)
{
	const bool visited = node->visits > 0;
	float exact[SEATS_MAX];
	const bool known =
		visited && u->ways->known != NULL && u->ways->known(u, node, exact);
	playouts_value(s->game, node->visits, known ? exact : node->mean, u->origin,
		       value);
	return known || (visited && node->proven) ? MOVE_PROVEN
						  : playouts_status(node->visits);
}

static void
uct_fill_move(const struct search *s, const struct uct *u, const struct tree_node *node,
	      int64_t of, struct stats_move *out)
{
	stats_move_blank(out, node->m);
	out->visits = node->visits;
	out->depth = 1;
	out->prob = of > 0 ? (double)node->visits / (double)of : (double)NAN;
	out->status = uct_node_value(s, u, node, out->value);
	if (u->ways->fill_row != NULL)
		u->ways->fill_row(u, node, out);
}

static int
count_above(const struct uct *u, const struct tree_node *root, uint32_t visits)
{
	int n = 0;
	for (uint32_t i = 0; i < root->children; i++)
		n += tree_at(&u->tree, root->child + i)->visits > visits;
	return n;
}

/* The root's children with the most visits, at most STATS_MOVES, the most visited first: all
 * with more than `least`, and the first ones with just as many. */
static void
fill_most_visited(struct search *s, const struct uct *u)
{
	const struct tree_node *root = tree_at(&u->tree, TREE_ROOT);
	struct snapshot *live = &s->live;
	uint32_t least = 0, most = root->visits;
	while (least < most) {
		const uint32_t mid = least + (most - least) / 2;
		if (count_above(u, root, mid) <= STATS_MOVES)
			most = mid;
		else
			least = mid + 1;
	}
	int equal = STATS_MOVES - count_above(u, root, least);
	live->moves_total = (int)root->children;
	live->move_count = 0;
	live->sorted = false;
	for (uint32_t i = 0; i < root->children; i++) {
		const struct tree_node *c = tree_at(&u->tree, root->child + i);
		if (c->visits > least || (c->visits == least && equal-- > 0))
			uct_fill_move(s, u, c, root->visits,
				      &live->moves[live->move_count++]);
	}
	snapshot_sort(live, true);
}

/* The table: the move that would be played, then the others by their visits. */
static void
uct_fill_moves(struct search *s, const struct uct *u)
{
	const struct tree_node *root = tree_at(&u->tree, TREE_ROOT);
	struct snapshot *live = &s->live;
	const uint32_t choice = u->ways->choose(u, TREE_ROOT);
	fill_most_visited(s, u);
	live->sorted = true;
	if (choice == 0)
		return;
	const struct tree_node *c = tree_at(&u->tree, choice);
	int at = 0;
	while (at < live->move_count - 1 && live->moves[at].m != c->m)
		at++;
	memmove(&live->moves[1], &live->moves[0], (size_t)at * sizeof live->moves[0]);
	uct_fill_move(s, u, c, root->visits, &live->moves[0]);
}

static void
uct_fill_pv(struct search *s, const struct uct *u)
{
	uint32_t at = u->ways->choose(u, TREE_ROOT);
	s->live.pv_count = 0;
	while (at != 0 && s->live.pv_count < STATS_PV) {
		s->live.pv[s->live.pv_count++] = tree_at(&u->tree, at)->m;
		at = tree_at(&u->tree, at)->children > 0 ? u->ways->choose(u, at) : 0;
	}
	s->live.depth = s->live.pv_count;
}

const struct gauge uct_gauge_recycled = {
	"recycled", "nodes",
	"nodes given back when memory was full, those below the least visited"
};
static const struct gauge gauge_way = { "home in", "moves",
					"the ways home of the seats cross no more: moves "
					"of the shortest one that was found, "
					"which is played" };
const struct gauge *const uct_gauges[] = { &gauge_mean_depth,	&gauge_tree_full,
					   &uct_gauge_recycled, &gauge_reused,
					   &gauge_way,		NULL };

void
uct_fill_gauges(struct search *s, const struct uct *u)
{
	if (u->simulations > 0)
		search_gauge(s, &gauge_mean_depth,
			     (double)u->tree_plies / (double)u->simulations);
	if (u->tree.full)
		search_gauge(s, &gauge_tree_full, 1);
	if (u->recycled > 0)
		search_gauge(s, &uct_gauge_recycled, (double)u->recycled);
	if (u->reused > 0)
		search_gauge(s, &gauge_reused, u->reused);
	if (u->way_moves > 0)
		search_gauge(s, &gauge_way, u->way_moves);
}

void
uct_report(struct search *s, struct uct *u)
{
	struct snapshot *live = &s->live;
	live->simulations = live->leaves = u->simulations;
	live->seldepth = u->seldepth;
	live->tree_nodes = u->tree.count - u->tree.lost;
	live->tree_bytes = (int64_t)u->tree.count * u->tree.stride;
	live->visits_of = "sims";
	live->way_home = u->way_moves > 0;
	uct_fill_moves(s, u);
	uct_fill_pv(s, u);
	search_report(s, true);
	u->ways->fill_gauges(s, u);
}

enum { SCORE, EXPLOIT, EXPLORE }; /* places in extra[] */

/* On the screen one line: "UCB1 0.612 = mean 0.500 + 0.112". */
const struct column uct_node_columns[] = {
	{ .key = "score",
	  .head = "UCB1",
	  .help = "UCT takes the highest score: the mean and a bonus for few visits",
	  .at = SCORE,
	  .decimals = 3,
	  .width = 6,
	  .better = 1 },
	{ .key = "exploit",
	  .head = "= mean",
	  .help = "UCB1: mean of the simulations below, as a reward from 0 to 1",
	  .at = EXPLOIT,
	  .decimals = 3,
	  .width = 6 },
	{ .key = "explore",
	  .head = "+",
	  .help = "UCB1: bonus for few visits",
	  .at = EXPLORE,
	  .decimals = 3,
	  .width = 6 },
	{ .key = NULL },
};

/* The parts of UCB1, as the next selection will see them. */
void
uct_fill_node(const struct uct *u, const struct tree_node *node,
	      const struct tree_node *c, struct look_node *l)
{
	if (c->visits == 0)
		return;
	const uint32_t seat = node->seat;
	const double visits = c->visits;
	double *x = l->extra;
	x[EXPLOIT] =
		(double)c->mean[seat] * (double)u->scale[seat] + (double)u->offset[seat];
	x[EXPLORE] = sqrt((double)u->c2ln2 * (double)tree_log2(node->visits) / visits);
	x[SCORE] = x[EXPLOIT] + x[EXPLORE];
}

static int
uct_children(struct search *s, look_ref ref, struct look_node *out, int max)
{
	const struct uct *u = s->self;
	const uint32_t at = ref == LOOK_ROOT ? TREE_ROOT : (uint32_t)ref;
	if (at >= u->tree.count)
		return 0;
	const struct tree_node *node = tree_at(&u->tree, at);
	const uint32_t best = node->children > 0 ? u->ways->choose(u, at) : 0;
	const int made = (int)tree_made(node);
	int n = 0;
	for (; n < made && n < max; n++) {
		const uint32_t i = node->child + (uint32_t)n;
		const struct tree_node *c = tree_at(&u->tree, i);
		struct look_node *o = &out[n];
		look_blank(o, i, (int)node->seat, c->m);
		o->visits = c->visits;
		o->inner = c->children > 0;
		o->best = i == best;
		o->last = look_on_path(u->path, u->simulations > 0 ? u->last + 1 : 0, i);
		o->status = uct_node_value(s, u, c, o->value);
		search_fill_win(s, o->status, o->value, o->win);
		u->ways->fill_node(u, node, c, o);
	}
	return n;
}

const struct look_ops uct_look = { .children = uct_children };
