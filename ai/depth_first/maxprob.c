/*
 * maxprob.c - Max-Prob: every seat maximises its probability to win.
 *
 * Source: Hashavit and Markovitch, "Max-Prob: An Unbiased Rational Decision Making
 * Procedure for Multiple-Adversary Environments", figure 3 and equation (1). A leaf gives
 * each seat an interval for its final value, and equation (1) the probability that its
 * value is the highest (interval.h). At a node the mover goes where its probability is
 * highest, to each of equally good children with equal probability, so that the others
 * get the average. At the root the better evaluation right after the move breaks a tie,
 * then the game's order of moves; with ties=value the evaluation and then a lot, with
 * ties=lot a lot alone (ties.h).
 *
 * The interval is the game's own (intervals()), else from the evaluation to the upper bound
 * at the root, as in the paper. In a settled state the winners are all seats with the
 * highest value (an evaluation exact at the end is win-distinguishing).
 *
 * Behind a move of chance it is the mean of the outcomes' probabilities, where the game lists them;
 * elsewhere a move of chance is a leaf. The outcomes' own horizon is that of the move before.
 *
 * aim=match: the probability to win the match. The points of the hands before are added
 * to the values, up to the end of that scale (standing()), as in the paper's tournaments;
 * the end of a hand has winners only when it ends the match.
 *
 * Differs from the paper: its WinProb tests for a final state, where it means a leaf of
 * the search tree. Equal means within EQUAL, as probabilities are doubles. Moves with
 * equal outcomes are not merged: each counts in the uniform choice.
 *
 * win[] of a root move is the vector propagated to it, value[] the evaluation after it.
 * Memory: frames, see dfs.h; 48 bytes a ply besides, and with chance 8 bytes a listed outcome.
 */
#include "ai/depth_first/dfs_look.h"
#include "ai/depth_first/dfs_options.h"
#include "ai/depth_first/dfs_tree.h"
#include "ai/depth_first/interval.h"
#include "ai/depth_first/ties.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define EQUAL	     1e-9
#define REPORT_NODES 8192

/* A root move. */
struct maxprob_row {
	move m;
	int16_t depth; /* of the iteration that gave win, 0: none */
	bool solved;
	int64_t nodes;
	int32_t value[DFS_VALUES];		/* of the state after the move */
	double win[SEATS_MAX];			/* propagated */
	double low[SEATS_MAX], high[SEATS_MAX]; /* intervals after the move */
};

struct maxprob {
	struct dfs d;		  /* first: the driver hands it back */
	double top[SEATS_MAX];	  /* upper bounds at the root */
	bool match;		  /* aim=match */
	int32_t total[SEATS_MAX]; /* points of the hands before, with aim=match; else 0 */
	bool common;		  /* all of top are the same */
	bool by_value;		  /* the evaluation breaks ties at the root */
	double (*win)[SEATS_MAX]; /* by ply */
	double *prob;		  /* of outcomes, beside d.stack; NULL: none are listed */
	int64_t averaged, inner;  /* nodes with several best children; all */
	struct maxprob_row *row;  /* in the fixed order */
	int *rank;		  /* rows, best first */
	int64_t reported_nodes;
};

static const struct option_spec maxprob_options[] = {
	SEARCH_OPTION_AIM, TIES_OPTION,	      DFS_OPTION_EVAL,
	DFS_OPTION_WIDTH,  DFS_OPTION_MEMORY, { .key = NULL },
};

enum { LOW = 0, HIGH = SEATS_MAX }; /* places in extra[], of a move and of a node */

static const struct column maxprob_columns[] = {
	{ .key = "low",
	  .head = "range",
	  .help = "Max-Prob: interval of the seat's final value after that move",
	  .kind = COLUMN_POINTS,
	  .owner = COLUMN_OF_SEATS,
	  .at = LOW,
	  .decimals = 1,
	  .width = 5,
	  .range = true },
	{ .key = "high",
	  .head = "",
	  .kind = COLUMN_POINTS,
	  .owner = COLUMN_OF_SEATS,
	  .at = HIGH,
	  .decimals = 1,
	  .width = 4 },
	{ .key = NULL },
};

static const struct column maxprob_node_columns[] = {
	{ .key = "low",
	  .head = "from",
	  .help = "Max-Prob: the least final value of the seat",
	  .kind = COLUMN_POINTS,
	  .owner = COLUMN_OF_SEATS,
	  .at = LOW,
	  .width = 6 },
	{ .key = "high",
	  .head = "to",
	  .help = "Max-Prob: the greatest final value of the seat",
	  .kind = COLUMN_POINTS,
	  .owner = COLUMN_OF_SEATS,
	  .at = HIGH,
	  .width = 7 },
	{ .key = NULL },
};

/* True when the winners of the hand, or with aim=match of the match, are known. */
static bool
maxprob_decided(const struct maxprob *x, const struct state *st)
{
	const struct dfs *d = &x->d;
	return game_decided(d->g, st) && (!x->match || d->acting(d->g, st) == 0);
}

static void
find_intervals(const struct maxprob *x, const struct state *st, const int32_t *value,
	       double *low, double *high)
{
	const struct dfs *d = &x->d;
	if (d->g->knowledge->intervals != NULL) {
		d->g->knowledge->intervals(d->g, st, low, high);
		return;
	}
	const bool settled = maxprob_decided(x, st);
	for (int i = 0; i < d->seats; i++) {
		low[i] = value[i] + x->total[i];
		high[i] = settled ? low[i] : x->top[i];
	}
}

static void
winners(const struct maxprob *x, const int32_t *value, double *win)
{
	const int seats = x->d.seats;
	int32_t best = INT32_MIN;
	for (int i = 0; i < seats; i++)
		best = value[i] + x->total[i] > best ? value[i] + x->total[i] : best;
	for (int i = 0; i < seats; i++)
		win[i] = value[i] + x->total[i] == best;
}

static void
visit_leaf(struct maxprob *x, const struct state *st, int ply)
{
	struct dfs *d = &x->d;
	double low[SEATS_MAX], high[SEATS_MAX], *win = x->win[ply];
	const int32_t *value = d->frame[ply].value;
	dfs_visit_leaf(d, st, ply);
	if (d->g->knowledge->intervals == NULL && maxprob_decided(x, st)) {
		winners(x, value, win);
		return;
	}
	if (d->g->knowledge->intervals == NULL && x->common) {
		for (int i = 0; i < d->seats; i++)
			low[i] = value[i] + x->total[i];
		interval_win_common(d->seats, low, x->top[0], win);
		return;
	}
	find_intervals(x, st, value, low, high);
	interval_win(d->seats, low, high, win);
}

static bool maxprob_visit(struct maxprob *x, int ply, int rem, int top);
static bool visit_chance(struct maxprob *x, int ply, int rem, int top, int n);

/* The outcomes of a move of chance into the stack at `top`; 0: it is a leaf. */
static int
list_outcomes(const struct maxprob *x, unsigned turn, int ply, int top)
{
	const struct dfs *d = &x->d;
	const bool fits = ply < DFS_PLIES - 1 && top <= (DFS_PLIES - 1) * MOVES_MAX;
	if (x->prob == NULL || !fits ||
	    (turn & (TURN_CHANCE | TURN_SETTLED)) != TURN_CHANCE)
		return 0;
	return d->g->chance->list(d->g, dfs_state(d, ply), d->stack + top, x->prob + top);
}

/* Searches or values the state of `ply`. False: stopped. */
static bool
visit_state(struct maxprob *x, int ply, int rem, int top, uint8_t *slack)
{
	struct dfs *d = &x->d;
	const unsigned turn = game_turn(d->g, dfs_state(d, ply));
	const int outcomes = list_outcomes(x, turn, ply, top);
	if (outcomes == 0 && dfs_ends(d, turn, rem, ply, slack)) {
		visit_leaf(x, dfs_state(d, ply), ply);
		return true;
	}
	if (!(outcomes > 0 ? visit_chance(x, ply, rem, top, outcomes)
			   : maxprob_visit(x, ply, rem, top)))
		return false;
	dfs_slack(slack, d->frame[ply].slack);
	return true;
}

/* The mean over the outcomes; the line goes on with the likeliest. */
static bool
visit_chance(struct maxprob *x, int ply, int rem, int top, int n)
{
	struct dfs *d = &x->d;
	struct dfs_frame *f = &d->frame[ply];
	const int next = rem > 0 ? rem - 1 : 0;
	const double *prob = x->prob + top;
	double *win = x->win[ply];
	int best = -1;
	f->slack = DFS_SOLVED;
	d->s->live.children += n;
	memset(win, 0, sizeof x->win[ply]);
	for (int i = 0; i < n; i++) {
		d->play(d->g, dfs_state(d, ply), SEAT_CHANCE, d->stack[top + i],
			dfs_state(d, ply + 1));
		if (!search_step(d->s) ||
		    !visit_state(x, ply + 1, next, top + n, &f->slack))
			return false;
		for (int k = 0; k < d->seats; k++)
			win[k] += prob[i] * x->win[ply + 1][k];
		if (best >= 0 && prob[i] <= prob[best])
			continue;
		best = i;
		dfs_take(d, ply, d->stack[top + i]);
	}
	return true;
}

static bool
maxprob_visit(struct maxprob *x, int ply, int rem, int top)
{
	struct dfs *d = &x->d;
	struct dfs_frame *f = &d->frame[ply];
	const struct state *st = dfs_state(d, ply);
	const int next = rem > 0 ? rem - 1 : 0;
	const int seat = f->seat = dfs_mover(d, st);
	const double *child = x->win[ply + 1];
	double *win = x->win[ply], best = 0;
	int same = 0; /* best children so far */
	int n = dfs_moves(d, st, seat, d->stack + top);
	f->slack = DFS_SOLVED;
	if (d->width > 0 && n > d->width) {
		order_best(d->g, st, seat, d->stack + top, d->score + top, n, d->width);
		n = d->width;
	}
	d->s->live.children += n;
	x->inner++;
	for (int i = 0; i < n; i++) {
		d->play(d->g, st, seat, d->stack[top + i], dfs_state(d, ply + 1));
		if (!search_step(d->s) ||
		    !visit_state(x, ply + 1, next, top + n, &f->slack))
			return false;
		if (same > 0 && child[seat] < best - EQUAL)
			continue;
		if (same == 0 || child[seat] > best + EQUAL) {
			same = 1;
			best = child[seat];
			memcpy(win, child, sizeof x->win[ply]);
			dfs_take(d, ply, d->stack[top + i]);
			continue;
		}
		same++;
		for (int k = 0; k < d->seats; k++)
			win[k] += child[k];
	}
	if (same > 1) {
		x->averaged++;
		for (int k = 0; k < d->seats; k++)
			win[k] /= same;
	}
	return true;
}

/* ---- the root ---- */

/* Deeper, likelier to win, better right after the move; else in the order of moves. */
static bool
maxprob_row_before(const struct maxprob *x, const struct maxprob_row *a,
		   const struct maxprob_row *b)
{
	const int me = x->d.s->mover;
	if (a->depth != b->depth)
		return a->depth > b->depth;
	if (a->depth == 0)
		return false;
	if (fabs(a->win[me] - b->win[me]) > EQUAL)
		return a->win[me] > b->win[me];
	return x->by_value && a->value[me] > b->value[me];
}

static void
rank_rows(struct maxprob *x)
{
	for (int i = 0; i < x->d.rows; i++) {
		int j = i;
		for (;
		     j > 0 && maxprob_row_before(x, &x->row[i], &x->row[x->rank[j - 1]]);
		     j--)
			x->rank[j] = x->rank[j - 1];
		x->rank[j] = i;
	}
}

static void
show_row(struct maxprob *x, const struct maxprob_row *row, struct stats_move *out)
{
	stats_move_blank(out, row->m);
	out->depth = row->depth;
	out->visits = row->nodes;
	out->status = row->depth == 0 ? MOVE_UNSEARCHED
		      : row->solved   ? MOVE_PROVEN
				      : MOVE_EXACT;
	const double unit = game_unit(x->d.g);
	for (int i = 0; i < x->d.seats; i++) {
		if (row->depth == 0)
			continue;
		out->extra[LOW + i] = row->low[i] / unit;
		out->extra[HIGH + i] = row->high[i] / unit;
		out->value[i] = (double)row->value[i] / unit;
		out->win[i] = row->win[i];
	}
}

static const struct gauge gauge_low = {
	"interval low", "", "the least the mover may end with after the best move"
};
static const struct gauge gauge_high = {
	"interval high", "", "the most the mover may end with after the best move"
};
static const struct gauge gauge_averaged = {
	"averaged", "", "share of nodes whose mover has several equally good moves"
};
static const struct gauge *const gauges[] = { &gauge_low, &gauge_high, &gauge_averaged,
					      NULL };

static void
maxprob_report(struct maxprob *x)
{
	struct dfs *d = &x->d;
	struct snapshot *live = &d->s->live;
	const int me = d->s->mover, n = d->rows < STATS_MOVES ? d->rows : STATS_MOVES;
	if (dfs_holds(d))
		return;
	rank_rows(x);
	const struct maxprob_row *best = &x->row[x->rank[0]];
	x->reported_nodes = search_nodes(d->s);
	if (best->depth == 0)
		return;
	live->visits_of = "nodes";
	live->sorted = true;
	live->moves_total = d->rows;
	live->move_count = n;
	for (int i = 0; i < n; i++)
		show_row(x, &x->row[x->rank[i]], &live->moves[i]);
	memcpy(live->value, live->moves[0].value, sizeof live->value);
	memcpy(live->win, live->moves[0].win, sizeof live->win);
	snapshot_note_best(live, best->m, best->win[me]);
	search_gauge(d->s, &gauge_low, best->low[me] / game_unit(d->g));
	search_gauge(d->s, &gauge_high, best->high[me] / game_unit(d->g));
	search_gauge(d->s, &gauge_averaged,
		     x->inner ? (double)x->averaged / (double)x->inner : 0);
}

/* False: stopped. */
static bool
maxprob_search_row(struct maxprob *x, struct maxprob_row *row)
{
	struct dfs *d = &x->d;
	struct dfs_frame *f = &d->frame[0];
	const int64_t before = search_nodes(d->s);
	uint8_t slack = DFS_SOLVED;
	d->play(d->g, dfs_state(d, 0), d->s->mover, row->m, dfs_state(d, 1));
	if (!search_step(d->s) || !visit_state(x, 1, d->depth - 1, MOVES_MAX, &slack))
		return false;
	dfs_slack(&f->slack, slack);
	memcpy(row->win, x->win[1], sizeof row->win);
	row->depth = (int16_t)d->depth;
	row->nodes = search_nodes(d->s) - before;
	row->solved = slack == DFS_SOLVED && d->width == 0;
	d->value(d->g, dfs_state(d, 1), row->value);
	find_intervals(x, dfs_state(d, 1), row->value, row->low, row->high);
	return true;
}

/* One iteration, which begins with the best row of the last one; false: stopped. */
static bool
maxprob_iterate(struct maxprob *x)
{
	struct dfs *d = &x->d;
	const int first = d->best;
	int best = -1;
	d->frame[0].slack = DFS_SOLVED;
	d->s->live.children += d->searched;
	d->whole = false;
	if (!search_step(d->s))
		return false;
	for (int k = 0; k < d->searched; k++) {
		const int i = k == 0 ? first : k <= first ? k - 1 : k;
		struct maxprob_row *row = &x->row[i];
		if (!maxprob_search_row(x, row))
			return false;
		if (best < 0 || maxprob_row_before(x, row, &x->row[best]) ||
		    (i < best && !maxprob_row_before(x, &x->row[best], row))) {
			best = d->best = i;
			dfs_take(d, 0, row->m);
			dfs_show_line(d);
		}
		if (search_nodes(d->s) - x->reported_nodes >= REPORT_NODES)
			maxprob_report(x);
	}
	d->whole = true;
	dfs_show_line(d);
	return true;
}

/* The upper bounds at the root, and with aim=match the points of the hands before. */
static void
find_scale(struct maxprob *x, int32_t *high)
{
	struct dfs *d = &x->d;
	struct bounds b;
	if (x->match) {
		d->g->trick->standing(d->g, dfs_state(d, 0), x->total, high);
		return;
	}
	d->bounds(d->g, dfs_state(d, 0), &b);
	memcpy(high, b.high, sizeof b.high);
}

static void
maxprob_start(struct maxprob *x)
{
	struct dfs *d = &x->d;
	int32_t high[SEATS_MAX];
	game_copy(d->g, &d->s->root, dfs_state(d, 0));
	d->rows = d->moves(d->g, dfs_state(d, 0), d->s->mover, d->stack);
	order_sort(d->g, dfs_state(d, 0), d->s->mover, d->stack, d->score, d->rows);
	d->searched = d->width > 0 && d->width < d->rows ? d->width : d->rows;
	for (int i = 0; i < d->rows; i++)
		x->row[i] = (struct maxprob_row){ .m = d->stack[i] };
	find_scale(x, high);
	x->common = true;
	for (int i = 0; i < d->seats; i++) {
		x->top[i] = high[i];
		x->common = x->common && high[i] == high[0];
	}
	d->best = 0;
	x->averaged = x->inner = x->reported_nodes = 0;
	rank_rows(x);
}

static void
maxprob_run(struct search *s)
{
	struct maxprob *x = s->self;
	struct dfs *d = &x->d;
	const struct limits *l = &s->limits;
	const int most = DFS_PLIES - 2, unlimited = 4;
	int limit = l->depth > 0 && l->depth < most ? (int)l->depth : most;
	if (l->depth == 0 && l->nodes == 0 && l->time_ms == 0 && !search_endless(s))
		limit = unlimited; /* the search has to end by itself */
	maxprob_start(x);
	for (d->depth = 1; d->depth <= limit; d->depth++) {
		if (!maxprob_iterate(x))
			break;
		const int slack = d->frame[0].slack;
		s->live.depth = d->depth;
		if (slack == DFS_SOLVED && d->width == 0) {
			s->live.stop = STOP_SOLVED;
			break;
		}
		if (slack >= DFS_STUCK) /* the other leaves are leaves at any depth */
			break;
		/* So many plies more have the same leaves. */
		d->depth = d->depth + slack < limit ? d->depth + slack : limit;
		s->live.depth = d->depth;
		for (int i = 0; i < d->searched; i++)
			x->row[i].depth = (int16_t)d->depth;
		maxprob_report(x);
	}
	if (s->live.stop == STOP_RUNNING)
		s->live.stop = STOP_DEPTH;
	maxprob_report(x);
}

/* "W 4..9, N 2..7": the intervals of all seats. */
static void
print_intervals(const struct game *g, const double *low, const double *high, char *out,
		int size)
{
	const double unit = game_unit(g);
	for (int k = 0, at = 0; k < g->seats && at < size; k++)
		at += snprintf(out + at, (size_t)(size - at), "%s%s %.4g..%.4g",
			       k ? ", " : "", g->text->seat_name(g, k), low[k] / unit,
			       high[k] / unit);
}

/* The evaluation at a node and its intervals. */
static void
maxprob_describe(struct dfs *d, const struct state *st, struct look_node *l)
{
	const struct maxprob *x = (const struct maxprob *)d;
	int32_t value[DFS_VALUES] = { 0 };
	double low[SEATS_MAX] = { 0 }, high[SEATS_MAX] = { 0 };
	d->value(d->g, st, value);
	find_intervals(x, st, value, low, high);
	print_intervals(d->s->game, low, high, l->proof, sizeof l->proof);
	for (int i = 0; i < d->seats; i++) {
		l->value[i] = (double)value[i] / game_unit(d->g);
		l->extra[LOW + i] = low[i] / game_unit(d->g);
		l->extra[HIGH + i] = high[i] / game_unit(d->g);
	}
}

static int
maxprob_root_children(struct search *s, struct look_node *out, int max)
{
	struct maxprob *x = s->self;
	int n = 0;
	for (; n < x->d.rows && n < max; n++) {
		const struct maxprob_row *row = &x->row[n];
		struct look_node *l = &out[n];
		struct stats_move m;
		look_blank(l, (look_ref)n, s->mover, row->m);
		const bool kept = dfs_look_root(&x->d, row->m, l);
		l->best = n == x->d.best;
		if (row->depth == 0 || s->under_way)
			continue;
		show_row(x, row, &m);
		l->visits = row->nodes;
		l->status = m.status;
		memcpy(l->value, m.value, sizeof m.value);
		memcpy(l->win, m.win, sizeof m.win);
		if (kept)
			continue;
		print_intervals(s->game, row->low, row->high, l->proof, sizeof l->proof);
	}
	return n;
}

static int
maxprob_children(struct search *s, look_ref node, struct look_node *out, int max)
{
	if (node == LOOK_ROOT)
		return maxprob_root_children(s, out, max);
	return dfs_look_children(s->self, node, out, max);
}

static const struct look_ops maxprob_look = { .children = maxprob_children };

static bool
maxprob_open(struct search *s, struct status *st)
{
	struct maxprob *x = arena_take(&s->arena, sizeof *x);
	if (x == NULL)
		return status_fail(st, DFS_NO_MEMORY);
	memset(x, 0, sizeof *x);
	s->self = x;
	if (!ties_open(s, st) || !dfs_open(&x->d, s, false, st))
		return false;
	x->win = arena_take(&s->arena, sizeof *x->win * (DFS_PLIES + 1));
	x->row = arena_take(&s->arena, sizeof *x->row * MOVES_MAX);
	x->rank = arena_take(&s->arena, sizeof *x->rank * MOVES_MAX);
	if (x->win == NULL || x->row == NULL || x->rank == NULL)
		return status_fail(st, DFS_NO_MEMORY);
	if (s->game->chance->list != NULL) {
		x->prob = arena_take(&s->arena, sizeof *x->prob * DFS_PLIES * MOVES_MAX);
		if (x->prob == NULL)
			return status_fail(st, DFS_NO_MEMORY);
	}
	x->by_value = options_int(&s->options, "ties") != TIES_LOT;
	x->match = options_int(&s->options, "aim") && s->game->trick->standing != NULL;
	x->d.describe = maxprob_describe;
	dfs_tree_keep_win(&x->d, (const double(*)[SEATS_MAX])x->win);
	return true;
}

const struct search_ops maxprob_search = {
	.key = "maxprob",
	.title = "Max-Prob",
	.summary =
		"every seat maximises its probability to win, from intervals of values",
	.source = "Hashavit and Markovitch, Max-Prob, figure 3 and equation (1)",
	.flags = SEARCH_PERFECT | SEARCH_OWN_WIN,
	.options = maxprob_options,
	.columns = maxprob_columns,
	.open = maxprob_open,
	.run = maxprob_run,
	.look = &maxprob_look,
	.node_columns = maxprob_node_columns,
	.gauges = gauges,
};
