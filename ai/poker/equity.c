/*
 * equity.c - pot odds against a simple range: a baseline that is easy to beat, and honest.
 *
 * The hand is weighed against the other seat's range as if both checked to the end after this move.
 * The range is simple: for each bet or raise of the other seat in this hand, the better 60 % of its
 * hands keep their weight, and the rest count a tenth, as bluffs. Hands are ordered by their equity
 * against any hand.
 *
 *	fold    loses the chips put in
 *	check, call    s (2 w - 1): s the chips then put in, w the share of the pot against the range
 *	raise   p times the chips put in: the other seat folds each hand, p of all, whose own equity
 *	        against any hand makes a call lose more; else as a call, against the remaining hands.
 *	        Where it would lose against those, folds count nothing, so that it never bluffs;
 *	        it never raises by more than the pot
 *
 * The best of these is played, the first of equal ones. It is predictable: it never slow-plays or
 * bluffs and believes every raise alike, so frequent raises make it fold, and folding to its own
 * raises costs little.
 *
 * Where the other hand is known (all cards are open, for a judge) the range is that hand. Where
 * only the other hand is known (an onlooker's view of a decision), that hand is weighed against the
 * mover's range, every move alike, and folds are left out.
 *
 * A simulation is a board: the cards to come, the same ones for all moves. On the river there is
 * only one. Source: the utilities are those of local best response (Lisy and Bowling 2016). Values:
 * points of the hand. Memory: some numbers for each hand, from the arena.
 */
#include "src/core/public.h"
#include "src/core/search.h"

#include "ai/common/playout.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define BOARDS_DEFAULT 40
#define BLUFF	       0.1  /* of a hand that does not fit the raises made */
#define KEPT	       0.6  /* of hands for each of them */
#define BINS	       1000 /* of equity */
#define BOARDS_MOST    100000

struct equity_search {
	const struct public_ops *ops;
	int hands;
	double *any;	/* 1 for hands that the other may have, else 0 */
	double *share;	/* of each hand's pot against any hand */
	double *weight; /* the other's range */
	double *left;	/* of it, who does not fold */
	double *value;	/* scratch */
	double own;	/* share of the mover: of the hand held against the range */
	bool watched;	/* the mover's hand is not known, the other's is */
	double folded;	/* what a fold loses, points; NAN: none is legal */
};

/* ---- equities ---------------------------------------------------------------------------- */

/* Whether a hand of the other goes with the board and with the hand held. */
static bool
may_be(const struct search *s, const struct equity_search *e, int own, int h)
{
	return e->ops->possible(s->game, &s->root, h) &&
	       (own < 0 || !e->ops->excludes(s->game, own, h));
}

/* The board of simulation k, the same for every move. */
static void
equity_draw_board(const struct search *s, const struct equity_search *e, int k,
		  struct state *out)
{
	struct rng rng;
	rng_seed(&rng, rng_fork(s->seed, (uint64_t)k));
	e->ops->odds->run_out(s->game, &s->root, &rng, out);
}

/* Adds what each hand wins on a board against the reach. */
static void
win_on_board(const struct search *s, struct equity_search *e, const struct state *board,
	     const double *reach)
{
	memset(e->value, 0, (size_t)e->hands * sizeof *e->value);
	e->ops->settle(s->game, board, s->mover, PAY_WINS, reach, e->value);
}

static double
total(const struct equity_search *e, const double *weight)
{
	double sum = 0;
	for (int h = 0; h < e->hands; h++)
		sum += weight[h];
	return sum;
}

/* How many hands of the other go with a hand of its own on a board: as many with each. */
static double
equity_count_met(const struct search *s, const struct equity_search *e,
		 const struct state *board)
{
	int first = 0;
	double met = 0;
	while (first < e->hands - 1 &&
	       !(e->any[first] > 0 && e->ops->possible(s->game, board, first)))
		first++;
	for (int h = 0; h < e->hands; h++)
		met += e->any[h] > 0 && e->ops->possible(s->game, board, h) &&
		       !e->ops->excludes(s->game, first, h);
	return met;
}

/* The share of each hand of the other against any hand that goes with it, over the boards. */
static void
fill_shares(struct search *s, struct equity_search *e, int boards)
{
	double *const met = e->left, *const won = e->weight;
	struct state board;
	memset(met, 0, (size_t)e->hands * sizeof *met);
	memset(won, 0, (size_t)e->hands * sizeof *won);
	for (int k = 0; k < boards && (k == 0 || search_step(s)); k++) {
		equity_draw_board(s, e, k, &board);
		win_on_board(s, e, &board, e->any);
		const double others = equity_count_met(s, e, &board);
		for (int h = 0; h < e->hands; h++)
			if (e->ops->possible(s->game, &board, h)) {
				won[h] += e->value[h];
				met[h] += others;
			}
	}
	for (int h = 0; h < e->hands; h++)
		e->share[h] = met[h] > 0 && e->any[h] > 0 ? won[h] / met[h] : 0.5;
}

/* The share that a part of all hands does not reach. */
static double
share_at(const struct equity_search *e, double part)
{
	double bin[BINS + 1] = { 0 }, below = 0;
	const double all = total(e, e->any);
	for (int h = 0; h < e->hands; h++)
		bin[(int)(e->share[h] * BINS)] += e->any[h];
	for (int i = 0; i <= BINS; i++) {
		below += bin[i];
		if (below > part * all)
			return (double)i / BINS;
	}
	return 1;
}

static void
equity_fill_range(const struct search *s, struct equity_search *e, int seat)
{
	const int raises = options_int(&s->options, "believes") != 0
				   ? e->ops->odds->raises(s->game, &s->root, seat)
				   : 0;
	const double least = share_at(e, 1 - pow(KEPT, raises));
	for (int h = 0; h < e->hands; h++)
		e->weight[h] =
			e->any[h] * (raises > 0 && e->share[h] < least ? BLUFF : 1);
}

/* The share of the hand held against some hands, a half where it is not known; NAN: there are
 * none. */
static double
equity_share_of(struct search *s, struct equity_search *e, int own, const double *weight,
		int boards)
{
	double won = 0, met = 0;
	struct state board;
	if (own < 0)
		return 0.5;
	for (int k = 0; k < boards && (k == 0 || search_step(s)); k++) {
		equity_draw_board(s, e, k, &board);
		win_on_board(s, e, &board, weight);
		won += e->value[own];
		for (int h = 0; h < e->hands; h++)
			met += e->ops->possible(s->game, &board, h) ? weight[h] : 0;
	}
	return met > 0 ? won / met : (double)NAN;
}

/* ---- moves ------------------------------------------------------------------------------- */

/* The other folds hands that by their share would lose more by calling than they have in. Returns
 * the part that folds. */
static double
fold_hands(const struct search *s, struct equity_search *e, const struct state *child)
{
	const double called = e->ops->stake(s->game, child);
	const double in = e->ops->stake(s->game, &s->root);
	double gone = 0;
	for (int h = 0; h < e->hands; h++) {
		const bool folds = called * (2 * e->share[h] - 1) < -in;
		e->left[h] = folds ? 0 : e->weight[h];
		gone += folds ? e->weight[h] : 0;
	}
	const double all = total(e, e->weight);
	return all > 0 ? gone / all : 0;
}

/* A move's value for the mover in points; *win: its share of the pot. */
static double
equity_value_of(struct search *s, struct equity_search *e, int own, move m, int boards,
		double *win)
{
	const struct game *g = s->game;
	const int other = 1 - s->mover;
	struct state child = s->root;
	g->rules->play(g, &s->root, s->mover, m, &child);
	const double stake = e->ops->stake(g, &child);
	const bool raised = e->ops->odds->raises(g, &child, s->mover) >
			    e->ops->odds->raises(g, &s->root, s->mover);
	if (g->rules->settled(g, &child) && e->ops->stake(g, &s->root) > stake) {
		*win = 0; /* folded: less is at stake than when it was called */
		e->folded = stake;
		return e->watched ? (double)NAN : -stake;
	}
	if (!raised || e->watched || game_mover(g, &child) != other) {
		*win = e->own;
		return stake * (2 * e->own - 1);
	}
	const double folds = fold_hands(s, e, &child);
	const double called = equity_share_of(s, e, own, e->left, boards);
	const double share = isnan(called) ? 0.5 : called;
	/* What the other has in goes over when it folds. */
	const double in = e->ops->stake(g, &s->root);
	const double calls = stake * (2 * share - 1);
	*win = folds + (1 - folds) * share;
	return calls < 0 ? calls : folds * in + (1 - folds) * calls;
}

/* A raise by more than the pot after the call: it is never made. */
static bool
overbets(const struct search *s, const struct equity_search *e, move m)
{
	const double now = e->ops->stake(s->game, &s->root);
	struct state child = s->root;
	s->game->rules->play(s->game, &s->root, s->mover, m, &child);
	return e->ops->stake(s->game, &child) - now > 2 * now;
}

static const struct gauge gauge_equity = {
	"equity", "%", "share of the pot against the range that the bets suggest"
};
static const struct gauge gauge_needed = {
	"needed", "%", "share of the pot at which a call costs nothing: the pot odds"
};
static const struct gauge *const gauges[] = { &gauge_equity, &gauge_needed, NULL };

/* A move with its value; without one it counts as not searched. */
static void
equity_fill_row(struct search *s, struct equity_search *e, int own, move m, int boards,
		struct stats_move *row)
{
	double win = 0;
	const int seat = s->mover;
	const double value = equity_value_of(s, e, own, m, boards, &win);
	stats_move_blank(row, m);
	row->status = MOVE_UNSEARCHED;
	if (isnan(value))
		return;
	row->status = MOVE_OPEN;
	row->value[seat] = value;
	row->value[1 - seat] = -value;
	row->win[seat] = win;
	row->win[1 - seat] = 1 - win;
	row->visits = boards;
	row->depth = 1;
}

/* The move asked about, which is valued though it is never made: at the end of the table. */
static void
equity_fill_asked(struct search *s, struct equity_search *e, int own, int boards)
{
	struct snapshot *live = &s->live;
	int at = 0;
	if (s->include == MOVE_NONE || snapshot_find(live, s->include) != NULL ||
	    !game_legal(s->game, &s->root, s->mover, s->include))
		return;
	while (at < live->move_count && live->moves[at].m != s->include)
		at++;
	at = at < STATS_MOVES ? at : STATS_MOVES - 1;
	live->move_count = live->move_count > at ? live->move_count : at + 1;
	equity_fill_row(s, e, own, s->include, boards, &live->moves[at]);
}

static void
equity_fill_moves(struct search *s, struct equity_search *e, int own, int boards)
{
	const struct game *g = s->game;
	struct snapshot *live = &s->live;
	move m[MOVES_MAX];
	const int n = g->rules->moves(g, &s->root, s->mover, m);
	live->moves_total = n;
	live->move_count = 0;
	for (int i = 0; i < n && i < STATS_MOVES; i++) {
		struct stats_move *row = &live->moves[live->move_count++];
		stats_move_blank(row, m[i]);
		row->status = MOVE_UNSEARCHED;
		if (!overbets(s, e, m[i]))
			equity_fill_row(s, e, own, m[i], boards, row);
	}
}

/* With all cards out there is one board. */
static int
count_boards(const struct search *s, const struct equity_search *e)
{
	const int64_t wanted = playouts_limit(s);
	struct state a = s->root, b = s->root;
	equity_draw_board(s, e, 0, &a);
	for (int k = 1; k < 4; k++) {
		equity_draw_board(s, e, k, &b);
		if (memcmp(a.bytes, b.bytes, s->game->ops->state_size) != 0)
			return (int)(wanted > 0 && wanted < BOARDS_MOST ? wanted
									: BOARDS_DEFAULT);
	}
	return 1;
}

/* The price of a call by what a fold loses and what a call puts at stake. */
static void
report_odds(struct search *s, const struct equity_search *e)
{
	const double stake = e->ops->stake(s->game, &s->root);
	s->live.gauge_count = 0;
	search_gauge(s, &gauge_equity, 100 * e->own);
	if (!isnan(e->folded) && stake > 0)
		search_gauge(s, &gauge_needed, 50 * (stake - e->folded) / stake);
}

/* The range, and the share of the mover against it. */
static void
equity_weigh(struct search *s, struct equity_search *e, int own, int boards)
{
	const int other = e->ops->hand(s->game, &s->root, 1 - s->mover);
	e->watched = own < 0 && other >= 0;
	const int held = e->watched ? other : own;
	for (int h = 0; h < e->hands; h++)
		e->any[h] = may_be(s, e, held, h);
	fill_shares(s, e, boards);
	equity_fill_range(s, e, e->watched ? s->mover : 1 - s->mover);
	if (own >= 0 && other >= 0)
		for (int h = 0; h < e->hands; h++)
			e->weight[h] = h == other;
	const double share = equity_share_of(s, e, held, e->weight, boards);
	e->own = isnan(share) ? 0.5 : e->watched ? 1 - share : share;
}

static void
equity_run(struct search *s)
{
	struct equity_search *e = s->self;
	const struct game *g = s->game;
	struct snapshot *live = &s->live;
	const int own = e->ops->hand(g, &s->root, s->mover);
	const int boards = count_boards(s, e);
	equity_weigh(s, e, own, boards);
	e->folded = (double)NAN;
	equity_fill_moves(s, e, own, boards);
	report_odds(s, e);
	live->simulations = boards;
	live->visits_of = "boards";
	live->depth = 1;
	if (live->stop == STOP_RUNNING)
		live->stop = STOP_SIMS;
	search_report(s, false);
	equity_fill_asked(s, e, own, boards);
	live->pv[0] = live->moves[0].m;
	live->pv_count = 1;
}

static bool
equity_open_search(struct search *s, struct status *st)
{
	struct equity_search *e = arena_take(&s->arena, sizeof *e);
	const struct public_ops *ops = s->game->ops->public;
	if (e == NULL)
		return status_fail(st, "equity: not enough memory");
	*e = (struct equity_search){ .ops = ops, .hands = ops->hands(s->game) };
	double **const rows[] = { &e->any, &e->share, &e->weight, &e->left, &e->value };
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		*rows[i] = arena_take(&s->arena, (size_t)e->hands * sizeof(double));
		if (*rows[i] == NULL)
			return status_fail(st, "equity: not enough memory");
	}
	s->self = e;
	return true;
}

static const struct option_spec equity_options[] = {
	{ .key = "believes",
	  .kind = OPTION_SWITCH,
	  .deflt = "on",
	  .help = "bets of the other speak for better hands; off: it may have any hand "
		  "whatever it bets, and is called too often" },
	{ .key = NULL },
};

static bool
equity_misfit(const struct game *g, const struct options *o, char *out, int size)
{
	if (g->ops->public != NULL && g->ops->public->odds != NULL)
		return false;
	snprintf(out, (size_t)size,
		 "equity weighs hands by their chances to win, which %s does not count",
		 g->ops->title);
	return true;
}

const struct search_ops equity_search = {
	.key = "equity",
	.title = "equity",
	.summary = "weighs its hand against a simple range and the price of the pot",
	.source = "pot odds; utilities of Lisy and Bowling 2016",
	.flags = SEARCH_HIDDEN_OK | SEARCH_OWN_WIN,
	.misfit = equity_misfit,
	.options = equity_options,
	.gauges = gauges,
	.open = equity_open_search,
	.run = equity_run,
};
