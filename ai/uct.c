/*
 * uct.c - UCT for any number of players.
 *
 * Source: Kocsis & Szepesvari 2006 (UCB1 in trees); Sturtevant 2008, "An Analysis of UCT in
 * Multi-Player Games" (each seat maximises its own reward); Coulom 2007 (progressive
 * widening, option widen).
 * Differs: a leaf gets its children only at its expand-th visit (the root at once); children
 * are tried for the first time in the game's move order; playouts may be cut off and
 * evaluated.
 *
 * Rewards: (value - low) / (high - low) in [0, 1] per seat, from bounds() of the root.
 * Selection at a node of seat i: mean_i + c * sqrt(ln(visits) / child visits).
 * Nodes (live.nodes): states made by play() in the tree plus plies of playouts; the node
 * limit is exact: the simulation that reaches it is dropped. Leaves: evaluations.
 * Memory: ai/common/tree.h; when full the tree no longer grows but the simulations go on
 * (full=stop: STOP_MEMORY). Called again after a stop, run() continues with its tree.
 * Settled states and chance moves are leaves; only what a settled one is worth is proven: where
 * chance moves, evaluate() and the playouts that came by are estimates.
 */
#include "ai/common/order.h"
#include "ai/common/playout.h"
#include "ai/common/tree.h"
#include "src/core/search.h"

#include <limits.h>
#include <math.h>
#include <string.h>

#define PATH_MAX_PLIES 512
#define REPORT_NODES   65536 /* nodes between two refreshes of the root's table */
#define REPORT_FIRST   2048
#define LANES	       8
#define WIDEN_FIRST    40.0f	   /* Coulom 2007: the second move at 40 visits, */
#define WIDEN_LOG2     0.48542683f /* each further one at 1.4 times as many: log2(1.4) */

enum playout { PLAYOUT_RANDOM, PLAYOUT_POLICY };
enum full { FULL_GO_ON, FULL_STOP };

struct uct {
	struct tree tree;
	struct state scratch;
	int64_t simulations, tree_plies, next_report;
	int64_t dropped; /* simulations cut by the node limit */
	uint32_t reused; /* visits of the root from the searches before */
	int32_t low[SEATS_MAX];
	float scale[SEATS_MAX]; /* 1 / (high - low) */
	float c2ln2;		/* c * c * ln 2: turns log2 into c^2 * ln */
	uint32_t expand, widen;
	int playout_plies;
	enum playout playout;
	enum full full;
	bool reuse;
	int seldepth;
	int last; /* plies of `path` that the newest simulation went */
	uint32_t path[PATH_MAX_PLIES];
};

/* The number of children that may be selected by now. */
static uint32_t
allowed_children(const struct uct *u, const struct tree_node *node)
{
	if (u->widen == 0 || node->children <= u->widen)
		return node->children;
	if ((float)node->visits < WIDEN_FIRST)
		return u->widen;
	const float more =
		(tree_log2(node->visits) - 5.32193f) / WIDEN_LOG2; /* log2 40 */
	const uint32_t n = u->widen + 1 + (uint32_t)more;
	return n < node->children ? n : node->children;
}

/* The best UCB1 score of k children; all lanes are computed, so that the compiler can do
 * them at once: (sum * scale + sqrt(explore * visits)) / visits. */
static inline void
pick_best(const float *visits, const float *sum, float scale, float explore,
	  uint32_t first, uint32_t k, float *best, uint32_t *pick)
{
	float score[LANES];
	for (int i = 0; i < LANES; i++)
		score[i] = (sum[i] * scale + sqrtf(explore * visits[i])) / visits[i];
	for (uint32_t i = 0; i < k; i++) {
		if (score[i] > *best) {
			*best = score[i];
			*pick = first + i;
		}
	}
}

/* UCB1 over the children tried so far; the next untried one comes first. */
static uint32_t
select_child(const struct uct *u, struct tree_node *node)
{
	if (node->tried < node->children && node->tried < allowed_children(u, node))
		return node->child + node->tried++;
	if (node->children == 1)
		return node->child;
	const float explore = u->c2ln2 * tree_log2(node->visits);
	const uint32_t seat = node->seat, n = node->tried;
	const unsigned char *at = (const unsigned char *)tree_at(&u->tree, node->child);
	float best = -1.0f;
	uint32_t pick = 0;
	for (uint32_t first = 0; first < n; first += LANES) {
		const uint32_t k = n - first < LANES ? n - first : LANES;
		float visits[LANES] = { 1, 1, 1, 1, 1, 1, 1, 1 }, sum[LANES] = { 0 };
		for (uint32_t i = 0; i < k; i++, at += u->tree.stride) {
			const struct tree_node *c =
				(const struct tree_node *)(const void *)at;
			visits[i] = (float)c->visits;
			sum[i] = (float)c->sum[seat];
		}
		pick_best(visits, sum, u->scale[seat], explore, first, k, &best, &pick);
	}
	return node->child + pick;
}

/* Gives a leaf its children, or marks it as one for good. True when it can be descended. */
static bool
grow(struct search *s, struct uct *u, uint32_t at, const struct state *st)
{
	const struct game *g = s->game;
	struct tree_node *node = tree_at(&u->tree, at);
	if (node->leaf)
		return false;
	const int seat = game_mover(g, st);
	node->settled = at == TREE_ROOT ? g->rules->settled(g, st) : game_decided(g, st);
	if (seat < 0 || node->settled) {
		node->leaf = 1;
		return false;
	}
	if (u->tree.full)
		return false;
	move m[MOVES_MAX];
	int n = g->rules->moves(g, st, seat, m);
	if (g->knowledge->merge != NULL && at != TREE_ROOT)
		n = g->knowledge->merge(g, st, seat, m, n);
	int32_t score[MOVES_MAX];
	order_sort(g, st, seat, m, score, n);
	s->live.children += n;
	return tree_expand(&u->tree, at, seat, m, n);
}

/* Adds the values of st to every node of the path. */
static void
back_up(const struct search *s, struct uct *u, const struct state *st, int depth)
{
	const struct game *g = s->game;
	int32_t value[SEATS_MAX];
	g->knowledge->evaluate(g, st, value);
	for (int i = 0; i < g->seats; i++)
		value[i] -= u->low[i];
	for (int d = 0; d <= depth; d++) {
		struct tree_node *node = tree_at(&u->tree, u->path[d]);
		node->visits++;
		for (int i = 0; i < g->seats; i++)
			node->sum[i] += value[i];
	}
}

/* One simulation of at most budget nodes. Returns the nodes it made; when that is the whole
 * budget and the simulation was not over, nothing is backed up. */
static int64_t
simulate(struct search *s, struct uct *u, int64_t budget)
{
	const struct game *g = s->game;
	struct state *st = &u->scratch;
	game_copy(g, &s->root, st);
	int depth = 0;
	uint32_t at = TREE_ROOT;
	u->path[0] = at;
	while (depth < PATH_MAX_PLIES - 1) {
		struct tree_node *node = tree_at(&u->tree, at);
		if (node->children == 0 &&
		    ((at != TREE_ROOT && node->visits + 1 < u->expand) ||
		     !grow(s, u, at, st)))
			break;
		if (depth == budget) {
			u->dropped++;
			return budget;
		}
		const int seat = (int)node->seat;
		at = select_child(u, node);
		g->rules->play(g, st, seat, tree_at(&u->tree, at)->m, st);
		u->path[++depth] = at;
	}
	int plies = 0;
	if (!tree_at(&u->tree, at)->leaf) {
		const int want = u->playout_plies > 0 ? u->playout_plies : INT_MAX;
		const int64_t left = budget - depth;
		plies = game_rollout(g, st, &s->rng, left < want ? (int)left : want,
				     u->playout == PLAYOUT_RANDOM, ROLLOUT_STOPS);
		if (plies == left && left < want && !game_decided(g, st)) {
			u->dropped++;
			return budget;
		}
	}
	back_up(s, u, st, depth);
	u->simulations++;
	u->last = depth;
	u->tree_plies += depth;
	if (depth > u->seldepth)
		u->seldepth = depth;
	return depth + plies;
}

/* The mean of a node per seat, in points. */
static void
node_value(const struct search *s, const struct uct *u, const struct tree_node *node,
	   double *value)
{
	for (int i = 0; i < s->game->seats; i++)
		value[i] = node->visits == 0
				   ? (double)NAN
				   : ((double)node->sum[i] / node->visits + u->low[i]) /
					     game_unit(s->game);
}

static uint8_t
node_status(const struct tree_node *node)
{
	if (node->visits == 0)
		return MOVE_UNSEARCHED;
	if (node->settled)
		return MOVE_PROVEN;
	return node->visits < PLAYOUTS_FEW ? MOVE_FEW : MOVE_OPEN;
}

static void
fill_move(const struct search *s, const struct uct *u, const struct tree_node *node,
	  int64_t of, struct stats_move *out)
{
	stats_move_blank(out, node->m);
	out->visits = node->visits;
	out->depth = 1;
	out->status = node_status(node);
	out->prob = of > 0 ? (double)node->visits / (double)of : (double)NAN;
	node_value(s, u, node, out->value);
}

static int
count_above(const struct uct *u, const struct tree_node *root, uint32_t visits)
{
	int n = 0;
	for (uint32_t i = 0; i < root->children; i++)
		n += tree_at(&u->tree, root->child + i)->visits > visits;
	return n;
}

/* The root's children with the most visits, at most STATS_MOVES, in tree order: all with more
 * than `least`, and the first ones with just as many. */
static void
fill_moves(struct search *s, const struct uct *u)
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
	for (uint32_t i = 0; i < root->children; i++) {
		const struct tree_node *c = tree_at(&u->tree, root->child + i);
		if (c->visits > least || (c->visits == least && equal-- > 0))
			fill_move(s, u, c, root->visits,
				  &live->moves[live->move_count++]);
	}
}

static void
fill_pv(struct search *s, const struct uct *u)
{
	uint32_t at = tree_best_child(&u->tree, TREE_ROOT);
	s->live.pv_count = 0;
	while (at != 0 && s->live.pv_count < STATS_PV) {
		s->live.pv[s->live.pv_count++] = tree_at(&u->tree, at)->m;
		at = tree_best_child(&u->tree, at);
	}
	s->live.depth = s->live.pv_count;
}

static void
report(struct search *s, struct uct *u)
{
	struct snapshot *live = &s->live;
	live->simulations = live->leaves = u->simulations;
	live->seldepth = u->seldepth;
	live->tree_nodes = u->tree.count;
	live->tree_bytes = (int64_t)u->tree.count * u->tree.stride;
	live->visits_of = "sims";
	fill_moves(s, u);
	fill_pv(s, u);
	search_report(s, true);
	if (u->simulations > 0)
		snapshot_gauge(live, "mean depth",
			       (double)u->tree_plies / (double)u->simulations, "plies",
			       "plies from the root to where the playout starts");
	snapshot_gauge(live, "tree full", u->tree.full, "",
		       "1: no memory left, the tree no longer grows");
	if (u->reused > 0)
		snapshot_gauge(live, "reused", u->reused, "sims",
			       "simulations of earlier moves that went through this "
			       "position; they count on top of the new ones");
}

/* Nodes that may still be made. */
static int64_t
nodes_left(const struct search *s)
{
	return s->limits.nodes > 0 ? s->limits.nodes - search_nodes(s) : INT64_MAX;
}

static bool
finished(struct search *s, const struct uct *u, int64_t most)
{
	if (most > 0 && u->simulations >= most)
		s->live.stop = STOP_SIMS;
	else if (u->full == FULL_STOP && u->tree.full)
		s->live.stop = STOP_MEMORY;
	else
		return false;
	return true;
}

static void
uct_run(struct search *s)
{
	struct uct *u = s->self;
	const int64_t most = playouts_limit(s);
	while (!finished(s, u, most)) {
		const int64_t left = nodes_left(s);
		if (left <= 0) {
			s->live.stop = STOP_NODES;
			break;
		}
		s->fuel -= simulate(s, u, left);
		s->live.simulations = u->simulations;
		if (search_nodes(s) >= u->next_report) {
			report(s, u);
			u->next_report = search_nodes(s) + REPORT_NODES;
		}
		if (s->fuel <= 0 && !search_poll(s))
			break;
	}
	report(s, u);
}

/* Rewards are within the bounds of the root. */
static void
scale_rewards(const struct search *s, struct uct *u)
{
	struct bounds b;
	s->game->knowledge->bounds(s->game, &s->root, &b);
	for (int i = 0; i < s->game->seats; i++) {
		const int32_t span = b.high[i] - b.low[i];
		u->low[i] = b.low[i];
		u->scale[i] = span > 0 ? 1.0f / (float)span : 1.0f;
	}
}

/* Sums are of value - low: a later root has bounds of its own. */
static void
move_origin(struct uct *u, const int32_t *from)
{
	for (uint32_t k = 0; k < u->tree.count; k++) {
		struct tree_node *n = tree_at(&u->tree, k);
		for (int i = 0; i < u->tree.seats; i++)
			n->sum[i] += (int64_t)n->visits * (from[i] - u->low[i]);
	}
}

/* The node of the new root; TREE_ROOT: it was never come to, or has no children. */
static uint32_t
find_node(const struct uct *u, const struct made *made, int count)
{
	uint32_t at = TREE_ROOT;
	for (int i = 0; i < count; i++) {
		const struct tree_node *n = tree_at(&u->tree, at);
		at = (int)n->seat == made[i].seat ? tree_child(&u->tree, at, made[i].m)
						  : 0;
		if (at == 0)
			return TREE_ROOT;
	}
	return tree_at(&u->tree, at)->children > 0 ? at : TREE_ROOT;
}

static bool
uct_advance(struct search *s, const struct made *made, int count)
{
	struct uct *u = s->self;
	const uint32_t at = find_node(u, made, count);
	int32_t low[SEATS_MAX];
	/* the root has all moves, equal ones too */
	if (!u->reuse || at == TREE_ROOT ||
	    (int)tree_at(&u->tree, at)->children != s->live.moves_total ||
	    !tree_reroot(&u->tree, at))
		return false;
	memcpy(low, u->low, sizeof low);
	scale_rewards(s, u);
	move_origin(u, low);
	u->simulations = u->tree_plies = u->dropped = 0;
	u->next_report = REPORT_FIRST;
	u->seldepth = u->last = 0;
	u->reused = tree_at(&u->tree, TREE_ROOT)->visits;
	return true;
}

static bool
uct_open(struct search *s, struct status *st)
{
	struct uct *u = arena_take(&s->arena, sizeof *u);
	if (u == NULL)
		return status_fail(st, "uct: memory= is too small");
	*u = (struct uct){ .next_report = REPORT_FIRST };
	scale_rewards(s, u);
	const double c = options_real(&s->options, "c");
	u->c2ln2 = (float)(c * c * 0.69314718055994531);
	u->playout = (enum playout)options_int(&s->options, "playout");
	u->playout_plies = (int)options_int(&s->options, "playout_plies");
	u->expand = (uint32_t)options_int(&s->options, "expand");
	u->widen = (uint32_t)options_int(&s->options, "widen");
	u->full = (enum full)options_int(&s->options, "full");
	u->reuse = options_int(&s->options, "reuse") != 0;
	if (!tree_open(&u->tree, &s->arena, s->game->seats))
		return status_fail(st, "uct: memory= is too small");
	s->self = u;
	return true;
}

/* True on the path of the newest simulation. */
static bool
on_last_path(const struct uct *u, uint32_t node)
{
	for (int d = 0; u->simulations > 0 && d <= u->last; d++)
		if (u->path[d] == node)
			return true;
	return false;
}

enum { SCORE, EXPLOIT, EXPLORE }; /* places in extra[] */

/* On the screen one line: "UCB1 0.612 = mean 0.500 + 0.112". */
static const struct column uct_node_columns[] = {
	{ .key = "score",
	  .head = "UCB1",
	  .help = "UCT goes where it is highest: the mean, and what is added for few "
		  "visits",
	  .at = SCORE,
	  .decimals = 3,
	  .width = 6,
	  .better = 1 },
	{ .key = "exploit",
	  .head = "= mean",
	  .help = "of UCB1: the mean of the simulations below, as a reward from 0 to 1",
	  .at = EXPLOIT,
	  .decimals = 3,
	  .width = 6 },
	{ .key = "explore",
	  .head = "+",
	  .help = "of UCB1: what is added for few visits",
	  .at = EXPLORE,
	  .decimals = 3,
	  .width = 6 },
	{ .key = NULL },
};

/* The two parts of UCB1, as the next selection will see them. */
static void
fill_score(const struct uct *u, const struct tree_node *node, const struct tree_node *c,
	   struct look_node *o)
{
	if (c->visits == 0)
		return;
	const double visits = c->visits;
	double *x = o->extra;
	x[EXPLOIT] = (double)c->sum[node->seat] * (double)u->scale[node->seat] / visits;
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
	const uint32_t best = tree_best_child(&u->tree, at);
	int n = 0;
	for (; n < (int)node->children && n < max; n++) {
		const uint32_t i = node->child + (uint32_t)n;
		const struct tree_node *c = tree_at(&u->tree, i);
		struct look_node *o = &out[n];
		look_blank(o, i, (int)node->seat, c->m);
		o->visits = c->visits;
		o->status = node_status(c);
		o->inner = c->children > 0;
		o->best = i == best;
		o->last = on_last_path(u, i);
		node_value(s, u, c, o->value);
		search_fill_win(s, o->value, o->win);
		fill_score(u, node, c, o);
	}
	return n;
}

static const struct look_ops uct_look = { .children = uct_children };

static const struct option_spec uct_options[] = {
	{ .key = "c",
	  .kind = OPTION_REAL,
	  .deflt = "0.4",
	  .min = 0,
	  .max = 10,
	  .help = "exploration: weight of the unsure against the good, rewards are 0 to "
		  "1" },
	{ .key = "playout",
	  .kind = OPTION_CHOICE,
	  .deflt = "policy",
	  .choices = "random|policy",
	  .help = "playouts below the tree" },
	{ .key = "playout_plies",
	  .kind = OPTION_INT,
	  .deflt = "60",
	  .min = 0,
	  .max = 100000,
	  .unit = "plies",
	  .help = "a playout is cut off and evaluated after so many plies, 0 never" },
	{ .key = "expand",
	  .kind = OPTION_INT,
	  .deflt = "2",
	  .min = 1,
	  .max = 10000,
	  .unit = "visits",
	  .help = "visits of a leaf before it gets children" },
	{ .key = "widen",
	  .kind = OPTION_INT,
	  .deflt = "0",
	  .min = 0,
	  .max = 2000,
	  .unit = "moves",
	  .help = "look at so many moves first, at more as visits grow, 0 at all of "
		  "them" },
	{ .key = "full",
	  .kind = OPTION_CHOICE,
	  .deflt = "go-on",
	  .choices = "go-on|stop",
	  .help = "when memory is full: simulate on without growing, or stop" },
	{ .key = "reuse",
	  .kind = OPTION_SWITCH,
	  .deflt = "on",
	  .max = 1,
	  .help = "in a game: keep what the tree has below the moves that were made" },
	{ .key = "memory",
	  .kind = OPTION_INT,
	  .deflt = "64",
	  .min = 1,
	  .max = 65536,
	  .unit = "MiB",
	  .help = "memory of the tree" },
	{ .key = NULL },
};

const struct search_ops uct_search = {
	.key = "uct",
	.title = "UCT",
	.summary = "Monte Carlo tree search: thousands of playouts, steered to what "
		   "looks good",
	.source = "Kocsis & Szepesvari 2006; Sturtevant 2008",
	.needs = NEED_PERFECT,
	.any_bytes = true,
	.options = uct_options,
	.open = uct_open,
	.run = uct_run,
	.advance = uct_advance,
	.look = &uct_look,
	.node_columns = uct_node_columns,
};
