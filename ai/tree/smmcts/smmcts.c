/*
 * smmcts.c - Monte Carlo tree search for games where two seats choose at the same time.
 *
 * Source: Lanctot, Lisy and Winands 2013, "Monte Carlo Tree Search in Simultaneous Move
 * Games with Applications to Goofspiel". For corrections and extensions see
 * policy.c (selection, update) and tree.c (the tree, chance).
 *
 * The search starts from the position before any seat has committed, so it cannot use the
 * other seat's choice. Two seats, constant sum; a position where one seat moves alone is
 * a matrix with one row or one column.
 *
 * The move is drawn from the seat's average strategy by a generator of its own. It comes first
 * in the table of moves, the others by probability. The value of a move is its mean against
 * the other's average strategy, by the means of the cells.
 *
 * Parameters: gamma=0 and c=0 mean the paper's, tuned for Goofspiel with 13 cards, by the
 * kind of payoff: win-loss when payoffs at the start of the game differ by at most two
 * points, else difference. c is scaled from the range of payoffs there (1 and 182) to the
 * game's.
 *
 * Nodes (live.nodes): states made by play() in the tree plus plies of playouts, as in
 * uct. The node limit is exact: the simulation that reaches it is dropped. After a stop,
 * run() continues with its tree. Memory: tree.c; with a full tree the simulations
 * go on without growing it.
 */
#include "ai/tree/smmcts/smmcts.h"

#include "ai/common/gauges.h"
#include "ai/common/mixed.h"
#include "ai/common/order.h"
#include "ai/common/playout.h"
#include "ai/exact/matrix.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define REPORT_NODES  131072 /* nodes between two refreshes of the root's figures */
#define REPORT_FIRST  2048
#define WIN_LOSS_MOST 2.5 /* points between the payoffs of a game that is won or lost */

enum option_at {
	OPT_POLICY,
	OPT_PLAYOUT,
	OPT_MEMORY,
};

static const struct option_spec smmcts_options[] = {
	[OPT_POLICY] = { "policy", OPTION_CHOICE, "rm", 0, 0,
			 "duct-max|duct-mix|exp3|rm|rm+|oos|oos+", "",
			 "selection and update of both seats in a simulation" },
	[OPT_PLAYOUT] = { "playout", OPTION_CHOICE, "random", 0, 0, "random|policy", "",
			  "playouts below the tree" },
	[OPT_MEMORY] = { "memory", OPTION_INT, "256", 1, 65536, NULL, "MiB",
			 "memory of the tree" },
	{ .key = NULL },
};

/* The tree, and scratch space for the published figures. */
struct smmcts {
	struct smm tree;
	struct state root; /* before any seat has committed */
	struct joint_matrix exact;
	bool known; /* exact holds the matrix of the root */
	double unit;
	double mix[2][MOVES_MAX], now[2][MOVES_MAX], worth[MOVES_MAX];
	int64_t visits[MOVES_MAX];
	uint64_t reused; /* visits of the root from the searches before */
};

/* ------------------------------------------------------------------ figures */

static double
smmcts_points_of(const struct smmcts *x, int seat, double u)
{
	return smm_points(&x->tree, x->unit, seat, u);
}

/* The mean payoff (seat 0's) of move k of a seat against the other's mix, over the cells
 * that are known, and its visits. NAN: no cell is known. */
static double
worth_of(const struct smmcts *x, int seat, int k, int64_t *visits)
{
	const struct smm_node *root = smm_node(&x->tree, x->tree.root);
	const int others = seat == 0 ? root->columns : root->rows;
	double sum = 0, all = 0, plain = 0;
	int known = 0;
	*visits = 0;
	for (int i = 0; i < others; i++) {
		double mean;
		const uint32_t n = smm_cell(&x->tree, x->tree.root, seat == 0 ? k : i,
					    seat == 0 ? i : k, &mean);
		if (n == 0)
			continue;
		*visits += n;
		known++;
		plain += mean;
		sum += mean * x->mix[1 - seat][i];
		all += x->mix[1 - seat][i];
	}
	if (known == 0)
		return (double)NAN;
	return all > 0 ? sum / all : plain / known;
}

static void
smmcts_fill_move(struct search *s, const struct smmcts *x, move m, int k, double prob,
		 struct stats_move *out)
{
	stats_move_blank(out, m);
	out->visits = x->visits[k];
	out->depth = 1;
	out->prob = prob;
	out->status = playouts_status(x->visits[k]);
	for (int seat = 0; seat < 2 && out->visits > 0; seat++)
		out->value[seat] = smmcts_points_of(x, seat, x->worth[k]);
	search_fill_win(s, out->status, out->value, out->win);
}

/* The mover's moves, at most STATS_MOVES: the likeliest, and the one drawn. */
static void
smmcts_fill_moves(struct search *s, struct smmcts *x, const double *play, int drawn)
{
	const struct smm_node *root = smm_node(&x->tree, x->tree.root);
	const int n = s->mover == 0 ? root->rows : root->columns;
	const move *moves = smm_moves(root) + (s->mover == 0 ? 0 : root->rows);
	struct snapshot *live = &s->live;
	live->moves_total = n;
	live->move_count = 0;
	for (int i = 0; i < n; i++) {
		int before = 0;
		for (int k = 0; k < n && n > STATS_MOVES; k++)
			before += k == drawn || play[k] > play[i] ||
				  (k < i && play[k] >= play[i]);
		if (i == drawn || before < STATS_MOVES)
			smmcts_fill_move(s, x, moves[i], i, play[i],
					 &live->moves[live->move_count++]);
	}
	mixed_sort(live, drawn >= 0 ? moves[drawn] : MOVE_NONE);
}

/* The value of the root under both mixes: the weighted mean of the mover's moves. */
static void
smmcts_fill_value(struct search *s, const struct smmcts *x, const double *play, int n)
{
	double sum = 0, all = 0;
	for (int i = 0; i < n; i++) {
		if (isnan(x->worth[i]))
			continue;
		sum += play[i] * x->worth[i];
		all += play[i];
	}
	if (all <= 0)
		return;
	for (int seat = 0; seat < 2; seat++)
		s->live.value[seat] = smmcts_points_of(x, seat, sum / all);
	search_fill_win(s, MOVE_OPEN, s->live.value, s->live.win);
}

static const struct gauge gauge_distance = {
	"distance to equilibrium", "points",
	"gain of the best reply against the mix, with perfect play after this choice"
};
static const struct gauge gauge_depth = {
	"mean depth", "nodes",
	"choices and chance moves from the root to the start of the playout"
};
static const struct gauge *const gauges[] = { &gauge_distance, &gauge_depth,
					      &gauge_tree_full, &gauge_reused, NULL };

static void
fill_gauges(struct search *s, const struct smmcts *x, const double *play)
{
	const struct smm *t = &x->tree;
	if (x->known)
		search_gauge(s, &gauge_distance,
			     equilibrium_distance(&x->exact, s->mover, play) *
				     (s->game->ops->joint->points(s->game, 0, 1) -
				      s->game->ops->joint->points(s->game, 0, 0)));
	if (t->simulations > 0)
		search_gauge(s, &gauge_depth,
			     (double)t->tree_plies / (double)t->simulations);
	if (t->full)
		search_gauge(s, &gauge_tree_full, 1);
	if (x->reused > 0)
		search_gauge(s, &gauge_reused, (double)x->reused);
}

/* Publishes all figures. At the end the move is drawn, by a generator that depends only
 * on the seed and the number of simulations. */
static void
smmcts_report(struct search *s, struct smmcts *x, bool end)
{
	const struct smm *t = &x->tree;
	const struct smm_node *root = smm_node(t, t->root);
	const int seat = s->mover, n = seat == 0 ? root->rows : root->columns;
	struct snapshot *live = &s->live;
	live->simulations = live->leaves = t->simulations;
	live->depth = 1;
	live->seldepth = t->seldepth;
	live->tree_nodes = t->nodes;
	live->tree_bytes = (int64_t)t->used * SMM_UNIT;
	live->visits_of = "sims";
	live->mixed = true;
	smm_mixes(t, t->root, x->mix, x->now);
	for (int i = 0; i < n; i++)
		x->worth[i] = worth_of(x, seat, i, &x->visits[i]);
	struct stats_joint *joint = snapshot_attach(live, ATTACHED_JOINT);
	if (joint != NULL)
		smm_fill_joint(t, t->root, x->unit, joint);
	double *play = x->mix[seat];
	int drawn = -1;
	if (end) {
		struct rng r;
		rng_seed(&r, rng_fork(s->seed, (uint64_t)t->simulations));
		drawn = rng_draw(&r, play, n, 1);
	}
	smmcts_fill_moves(s, x, play, drawn);
	smmcts_fill_value(s, x, play, n);
	fill_gauges(s, x, play);
	live->pv[0] = live->moves[0].m;
	live->pv_count = 1;
	snapshot_note_best(live, live->moves[0].m, live->value[seat]);
}

/* ------------------------------------------------------------------ the search */

static bool
smmcts_finished(struct search *s, const struct smm *t, int64_t most)
{
	if (most == 0 || t->simulations < most)
		return false;
	s->live.stop = STOP_SIMS;
	return true;
}

static void
smmcts_run(struct search *s)
{
	struct smmcts *x = s->self;
	struct smm *t = &x->tree;
	const int64_t most = playouts_limit(s);
	while (!smmcts_finished(s, t, most)) {
		const int64_t left = search_nodes_left(s);
		if (left <= 0) {
			s->live.stop = STOP_NODES;
			break;
		}
		s->fuel -= smm_simulate(s, t, &x->root, left);
		s->live.simulations = t->simulations;
		if (s->fuel > 0)
			continue;
		if (search_nodes(s) >= t->next_report || search_films(s)) {
			smmcts_report(s, x, false);
			t->next_report = search_nodes(s) + REPORT_NODES;
		}
		if (!search_poll(s))
			break;
	}
	smmcts_report(s, x, true);
}

/* The range of seat 0's payoffs at the start of the game. */
static double
start_range(const struct game *g)
{
	struct state start;
	struct bounds b;
	memset(&start, 0, sizeof start);
	g->rules->start(g, &start);
	g->knowledge->bounds(g, &start, &b);
	return b.high[0] > b.low[0] ? b.high[0] - b.low[0] : 1;
}

static void
smmcts_read_options(struct search *s, struct smmcts *x)
{
	struct smm *t = &x->tree;
	const struct option_value *v = s->options.v;
	const double range = start_range(s->game);
	const int kind = range / x->unit > WIN_LOSS_MOST; /* 0 win-loss, 1 difference */
	t->policy = smm_policies[v[OPT_POLICY].i];
	t->gamma = t->policy->gamma[kind];
	t->c = t->policy->c[kind] * range / t->range;
	t->playout = v[OPT_PLAYOUT].i == 0 ? ROLLOUT_RANDOM : ROLLOUT_POLICY;
}

const struct smm *
smmcts_tree(const struct search *s)
{
	return &((const struct smmcts *)s->self)->tree;
}

static bool
smmcts_open(struct search *s, struct status *st)
{
	const struct game *g = s->game;
	struct smmcts *x = arena_take(&s->arena, sizeof *x);
	if (x == NULL)
		return status_fail(st, "smmcts: memory= is too small");
	memset(x, 0, sizeof *x);
	s->self = x;
	x->root = s->root;
	if (g->turns->uncommit != NULL)
		g->turns->uncommit(g, &s->root, &x->root);
	x->unit = game_unit(g);
	struct smm *t = &x->tree;
	struct bounds b;
	g->knowledge->bounds(g, &x->root, &b);
	t->low = b.low[0];
	t->range = b.high[0] > b.low[0] ? b.high[0] - b.low[0] : 1;
	t->sum = b.maxsum;
	t->base[0] = (double)t->low / t->range;
	t->base[1] = (double)(t->sum - t->low) / t->range;
	t->next_report = REPORT_FIRST;
	smmcts_read_options(s, x);
	if ((g->traits & TRAIT_CHANCE) && g->chance->list == NULL)
		return status_fail(st, "smmcts: %s does not list its chance moves",
				   g->ops->title);
	if (!smm_open(s, t, &x->root))
		return status_fail(st, "smmcts: memory= is too small");
	x->known = equilibrium_find_matrix(g, &x->root, &x->exact);
	return true;
}

/* ------------------------------------------------------------------ the tree's strategy */

static int
smmcts_find_move(const move *moves, int n, move m)
{
	for (int i = 0; i < n; i++)
		if (moves[i] == m)
			return i;
	return -1;
}

/* The child of a choice by the steps of its seats, which are removed from the list. */
static smm_ref
below_choice(const struct smm *t, smm_ref at, const struct played_move **step, int *left)
{
	const struct smm_node *n = smm_node(t, at);
	const move *moves = smm_moves(n);
	int place[2] = { 0, 0 };
	for (int seat = 0; seat < 2; seat++) {
		const int count = seat == 0 ? n->rows : n->columns;
		const move *own = moves + (seat == 0 ? 0 : n->rows);
		if (own[0] == MOVE_NONE)
			continue;
		if (*left == 0 || (*step)->seat != seat)
			return 0;
		place[seat] = smmcts_find_move(own, count, (*step)->m);
		if (place[seat] < 0)
			return 0;
		++*step;
		--*left;
	}
	return smm_child(t, at, place[0], place[1]);
}

static smm_ref
below_chance(const struct smm *t, smm_ref at, const struct played_move **step, int *left)
{
	const move m = (*step)->m;
	++*step;
	--*left;
	struct smm_outcomes o;
	smm_outcomes(t, at, &o);
	const int i = smmcts_find_move(o.m, o.count, m);
	return i >= 0 ? o.child[i] : 0;
}

/* The choice that the steps lead to; 0: there is none. */
static smm_ref
smmcts_follow(const struct smm *t, smm_ref at, const struct played_move *step, int steps)
{
	while (steps > 0 && at > SMM_END)
		at = smm_node(t, at)->rows > 0 ? below_choice(t, at, &step, &steps)
					       : below_chance(t, at, &step, &steps);
	return at > SMM_END && smm_node(t, at)->rows > 0 ? at : 0;
}

static look_ref
smmcts_below(struct search *s, look_ref node, const struct played_move *step, int steps,
	     const struct state *position)
{
	const struct smm *t = &((struct smmcts *)s->self)->tree;
	const smm_ref at = smmcts_follow(t, node == LOOK_ROOT ? t->root : (smm_ref)node,
					 step, steps);
	return at > SMM_END ? at : STRATEGY_NONE;
}

static bool
smmcts_mix(struct search *s, look_ref node, const struct state *position, int seat,
	   double *prob)
{
	const struct smm *t = &((struct smmcts *)s->self)->tree;
	struct smm_matrix m;
	if (!smm_matrix(t, node == LOOK_ROOT ? t->root : (smm_ref)node, &m))
		return false;
	t->policy->average(t, &m, seat, prob);
	return true;
}

/* ------------------------------------------------------------------ the game goes on */

/* The node that the moves lead to; both seats' choices of one turn come in any order. */
static smm_ref
smmcts_find_node(const struct smm *t, const struct played_move *made, int count)
{
	struct played_move step[SMM_PATH];
	if (count > SMM_PATH)
		return 0;
	memcpy(step, made, (size_t)count * sizeof *step);
	for (int i = 0; i + 1 < count; i++) {
		if (step[i].seat != 1 || step[i + 1].seat != 0)
			continue;
		const struct played_move first = step[i + 1];
		step[i + 1] = step[i];
		step[i++] = first;
	}
	return smmcts_follow(t, t->root, step, count);
}

static bool
smmcts_advance(struct search *s, const struct played_move *made, int count)
{
	struct smmcts *x = s->self;
	struct smm *t = &x->tree;
	struct smm_matrix m;
	const smm_ref at = smmcts_find_node(t, made, count);
	if (at <= SMM_END || !smm_matrix(t, at, &m) || !smm_reroot(t, at))
		return false;
	t->simulations = t->tree_plies = 0;
	x->root = s->root;
	if (s->game->turns->uncommit != NULL)
		s->game->turns->uncommit(s->game, &s->root, &x->root);
	x->reused = smm_matrix(t, t->root, &m) ? *m.visits : 0;
	t->next_report = REPORT_FIRST;
	t->seldepth = 0;
	x->known = equilibrium_find_matrix(s->game, &x->root, &x->exact);
	return true;
}

static const struct strategy_ops smmcts_strategy = {
	.below = smmcts_below,
	.mix = smmcts_mix,
};

static bool
smmcts_misfit(const struct game *g, const struct options *o, char *out, int size)
{
	const char *why =
		!(g->traits & TRAIT_SIMULTANEOUS) ? "seats choose one after the other"
		: g->seats != 2			  ? "more than two seats have no matrix"
		: !(g->traits & TRAIT_ZERO_SUM)	  ? "its values have no constant sum"
		: game_hides_cards(g) ? "more than the choice is hidden: wrap it in pimc"
				      : NULL;
	if (why != NULL)
		snprintf(out, (size_t)size, "smmcts cannot play %s: %s", g->ops->title,
			 why);
	return why != NULL;
}

const struct search_ops smmcts_search = {
	.key = "smmcts",
	.title = "SM-MCTS",
	.summary = "Monte Carlo tree search for two seats that choose at once: learns a "
		   "mixed strategy",
	.source = "Lanctot, Lisy and Winands 2013",
	.flags = SEARCH_HIDDEN_OK,
	.options = smmcts_options,
	.misfit = smmcts_misfit,
	.open = smmcts_open,
	.run = smmcts_run,
	.advance = smmcts_advance,
	.strategy = &smmcts_strategy,
	.look = &smmcts_look,
	.node_columns = smmcts_node_columns,
	.gauges = gauges,
};
