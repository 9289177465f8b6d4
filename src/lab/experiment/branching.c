/*
 * branching.c - how many leaves speculative max^n visits on an ordered tree.
 *
 * The tree is never built: every node has b children, the seats take turns, and all leaves are
 * worth the same, so that the first child is the best for everybody. That is the order in which
 * speculative pruning finds the most (Sturtevant 2003).
 *
 * The factor: the counts of leaves F(0), F(1) ... of the depths obey a linear recurrence of order
 * n, the seats. Its coefficients are solved from the first 2n counts (de Prony 1795), and the
 * factor is the recurrence's real root: the factor by which the count finally grows with each ply.
 * The quotient of two counts approaches it too slowly: at b = 10 it is still off by a tenth after
 * nine plies.
 */
#include "src/lab/experiment/kinds.h"

#include "src/base/text.h"
#include "src/core/search.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define WORTH  1000 /* a leaf, to each seat: the 1 by which a bound grows is small */
#define DEPTHS (2 * SEATS_MAX)

/* ---- the tree as a game ---- */

struct uniform {
	int32_t ply;
};
static_assert(sizeof(struct uniform) <= STATE_BYTES, "a ply fits");

static int32_t
branching_ply_of(const struct state *s)
{
	return ((const struct uniform *)(const void *)s->bytes)->ply;
}

static seat_set
uniform_acting(const struct game *g, const struct state *s)
{
	return (seat_set)1 << (branching_ply_of(s) % g->seats);
}

static int
uniform_moves(const struct game *g, const struct state *s, int seat, move *out)
{
	(void)s, (void)seat;
	const int b = g->parsed[0];
	for (int i = 0; i < b; i++)
		out[i] = (move)i;
	return b;
}

static void
uniform_play(const struct game *g, const struct state *from, int seat, move m,
	     struct state *to)
{
	(void)g, (void)seat, (void)m;
	((struct uniform *)(void *)to->bytes)->ply = branching_ply_of(from) + 1;
}

static bool
uniform_settled(const struct game *g, const struct state *s)
{
	(void)g, (void)s;
	return false;
}

static void
uniform_evaluate(const struct game *g, const struct state *s, int32_t *value)
{
	for (int i = 0; i < g->seats; i++)
		value[i] = WORTH;
}

static void
uniform_bounds(const struct game *g, const struct state *s, struct bounds *b)
{
	b->maxsum = g->seats * WORTH;
	for (int i = 0; i < g->seats; i++) {
		b->low[i] = 0;
		b->high[i] = b->maxsum;
	}
}

static int
uniform_progress(const struct game *g, const struct state *s)
{
	(void)g, (void)s;
	return 0;
}

static const struct game_ops uniform_game = {
	.key = "uniform",
	.title = "an ordered tree",
	.unit = WORTH,
	.state_size = sizeof(struct uniform),
	.rules =
		&(const struct game_rules){
			.acting = uniform_acting,
			.moves = uniform_moves,
			.play = uniform_play,
			.settled = uniform_settled,
		},
	.knowledge =
		&(const struct game_knowledge){
			.evaluate = uniform_evaluate,
			.bounds = uniform_bounds,
			.progress = uniform_progress,
		},
};

/* ---- counting ---- */

/* Leaves that the search visits at exactly this depth: two runs, one iteration apart. False:
 * st, or stopped. */
static bool
count_leaves(const struct experiment_run *run, int seats, int b, const char *search,
	     double *count, struct status *st)
{
	struct game g = { .seats = seats, .traits = TRAIT_MULTIPLAYER };
	struct state root = { { 0 } };
	struct player p;
	double before = 0;
	game_bind(&g, &uniform_game);
	g.parsed[0] = (unsigned char)b;
	count[0] = 1;
	for (int d = 1; d < 2 * seats; d++) {
		char text[200];
		struct search s;
		snprintf(text, sizeof text, "%.150s,depth=%d", search, d);
		if (!player_parse(&p, text, run->o->catalog, &g, st))
			return false;
		const struct search_job job = {
			.game = &g,
			.root = &root,
			.player = &p,
			.seed = 1,
			.stop = run->o->progress.stop,
			.bounded = true,
		};
		if (!search_open(&s, &job, st))
			return false;
		search_run(&s);
		count[d] = (double)s.live.leaves - before;
		before = (double)s.live.leaves;
		search_close(&s);
		if (s.live.stop == STOP_INTERRUPTED)
			return false;
	}
	return true;
}

/* Solves a[n][n] x = y in place by elimination with pivots; false: singular. */
static bool
solve(int n, double a[SEATS_MAX][SEATS_MAX + 1], double *x)
{
	for (int k = 0; k < n; k++) {
		int top = k;
		for (int i = k + 1; i < n; i++)
			top = fabs(a[i][k]) > fabs(a[top][k]) ? i : top;
		if (fabs(a[top][k]) < 1e-9)
			return false;
		for (int j = 0; j <= n; j++) {
			const double keep = a[k][j];
			a[k][j] = a[top][j];
			a[top][j] = keep;
		}
		for (int i = k + 1; i < n; i++)
			for (int j = n; j >= k; j--)
				a[i][j] -= a[k][j] * a[i][k] / a[k][k];
	}
	for (int k = n - 1; k >= 0; k--) {
		x[k] = a[k][n];
		for (int j = k + 1; j < n; j++)
			x[k] -= a[k][j] * x[j];
		x[k] /= a[k][k];
	}
	return true;
}

/* x^n - sum of c[k] x^(n-1-k). */
static double
polynomial(int n, const double *c, double x)
{
	double sum = 1;
	for (int k = 0; k < n; k++)
		sum = sum * x - c[k];
	return sum;
}

/* NAN when the counts obey no such recurrence, or it has no root within 1 .. b. */
static double
growth(int n, int b, const double *count)
{
	double a[SEATS_MAX][SEATS_MAX + 1], c[SEATS_MAX];
	for (int i = 0; i < n; i++) {
		for (int k = 0; k < n; k++)
			a[i][k] = count[n + i - 1 - k];
		a[i][n] = count[n + i];
	}
	if (!solve(n, a, c))
		return (double)NAN;
	double low = 1, high = b;
	if (polynomial(n, c, low) >= 0 || polynomial(n, c, high) < 0)
		return (double)NAN;
	for (int i = 0; i < 60; i++) {
		const double middle = (low + high) / 2;
		if (polynomial(n, c, middle) < 0)
			low = middle;
		else
			high = middle;
	}
	return (low + high) / 2;
}

static bool
branching_run(struct experiment_run *run, const struct experiment_part *p,
	      struct status *st)
{
	const char *search = experiment_get(run->e, p, "search");
	int64_t seats, from, to;
	double count[DEPTHS];
	if (!experiment_count(run->e, p, "seats", 2, SEATS_MAX, 3, &seats, st) ||
	    !experiment_count(run->e, p, "from", 2, 30, 2, &from, st) ||
	    !experiment_count(run->e, p, "to", from, 30, 10, &to, st))
		return false;
	for (int64_t b = from; b <= to; b++) {
		char name[16];
		if (!experiment_progress(run, b - from, to - from + 1, ""))
			return true;
		if (!count_leaves(run, (int)seats, (int)b,
				  search ? search : "maxn:discrete=off,table=off", count,
				  st)) {
			run->result->complete = false;
			if (!st->failed)
				return true;
			experiment_blame(run->e, p, "search", st);
			return false;
		}
		snprintf(name, sizeof name, "b %d", (int)b);
		experiment_add_exact(run, name, (double)b, (double)b,
				     growth((int)seats, (int)b, count));
	}
	return true;
}

const struct experiment_kind experiment_branching = {
	.key = "branching",
	.summary = "growth per ply of the leaves of a search on ordered trees",
	.settings = "seats|from|to|search",
	.cell = "b",
	.run = branching_run,
};
