/*
 * sample.c - traversals of mccfr. See mccfr.h.
 *
 * External sampling: the traverser tries all its moves, chance and the other seat draw theirs. The
 * other seat's draws are counted: they become its average. Outcome sampling: the traverser draws
 * too, with 6 in 10 at random, and its estimates are divided by the probability of its own draws.
 */
#include "ai/poker/mccfr/mccfr.h"

#include "src/base/pool.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define EXPLORE 0.6 /* Lanctot et al. 2009, section 5 */

struct walk {
	struct mccfr *c;
	const struct public_tree *t;
	struct mccfr_part *part;
	struct rng rng;
	int seat;    /* the traverser */
	int hand[2]; /* dealt */
};

/* ---- drawing --------------------------------------------------------------------------- */

/* Hands that do not exclude each other, all pairs equally likely. */
static void
mccfr_deal(struct walk *w)
{
	const struct public_ops *ops = w->t->ops;
	const uint32_t hands = (uint32_t)w->t->hands;
	do {
		w->hand[0] = (int)rng_below(&w->rng, hands);
		w->hand[1] = (int)rng_below(&w->rng, hands);
	} while (ops->excludes(w->t->g, w->hand[0], w->hand[1]));
}

static bool
mccfr_is_open(const struct walk *w, uint32_t at)
{
	const struct public_tree *t = w->t;
	const double *open = t->open + (size_t)t->node[at].mask * (size_t)t->stride;
	return open[w->hand[0]] > 0 && open[w->hand[1]] > 0;
}

/* A deal by the probabilities, which are those for hands that do not exclude it: excluded outcomes
 * are drawn again. */
static uint32_t
draw_deal(struct walk *w, const struct public_node *n)
{
	const struct public_tree *t = w->t;
	double all = 0;
	while (n->even) {
		const uint32_t k = n->child + rng_below(&w->rng, n->children);
		if (mccfr_is_open(w, k))
			return k;
	}
	for (uint32_t k = 0; k < n->children; k++)
		all += t->node[n->child + k].chance;
	for (;;) {
		double x = rng_unit(&w->rng) * all;
		uint32_t k = n->child;
		while (k < n->child + n->children - 1 && x >= t->node[k].chance)
			x -= t->node[k++].chance;
		if (mccfr_is_open(w, k))
			return k;
	}
}

/* The sum of the regrets above 0. */
static int64_t
gains(const int64_t *regret, int moves)
{
	int64_t all = 0;
	for (int a = 0; a < moves; a++)
		all += regret[a] > 0 ? regret[a] : 0;
	return all;
}

/* A move by the regrets. */
static int
mccfr_draw_move(struct walk *w, const int64_t *regret, int moves)
{
	const int64_t all = gains(regret, moves);
	if (all == 0)
		return (int)rng_below(&w->rng, (uint32_t)moves);
	double x = rng_unit(&w->rng) * (double)all;
	int last = 0;
	for (int a = 0; a < moves; a++) {
		if (regret[a] <= 0)
			continue;
		last = a;
		x -= (double)regret[a];
		if (x < 0)
			break;
	}
	return last;
}

/* ---- what waits ------------------------------------------------------------------------ */

static void
mccfr_meet(struct walk *w, size_t at, int moves)
{
	struct mccfr_part *p = w->part;
	if (p->met[at])
		return;
	p->met[at] = 1;
	p->list[p->listed++] = (uint64_t)at << MCCFR_MOVE_BITS | (uint64_t)moves;
}

static int64_t
mccfr_pay(const struct walk *w, uint32_t at)
{
	const struct public_tree *t = w->t;
	const double points =
		t->ops->pair(t->g, public_tree_state(t, at), w->hand[0], w->hand[1]) *
		w->c->unit;
	return (int64_t)(w->seat == 0 ? points : -points);
}

/* Down to where the traverser chooses or the hand is settled; the other's moves count `weight`
 * towards its average. */
static uint32_t
mccfr_descend(struct walk *w, uint32_t at, double weight)
{
	const struct public_tree *t = w->t;
	for (;;) {
		const struct public_node *n = &t->node[at];
		w->part->visited++;
		if (n->seat == SEAT_NONE || n->seat == w->seat)
			return at;
		if (n->seat == SEAT_CHANCE) {
			at = draw_deal(w, n);
			continue;
		}
		const size_t i = mccfr_at(w->c, n, w->hand[n->seat]);
		const int a = mccfr_draw_move(w, w->c->regret + i, (int)n->children);
		mccfr_meet(w, i, (int)n->children);
		w->part->sum[i + (size_t)a] += llrint(MCCFR_COUNT * weight);
		at = n->child + (uint32_t)a;
	}
}

static int64_t
walk_external(struct walk *w, uint32_t at)
{
	at = mccfr_descend(w, at, 1);
	const struct public_node *n = &w->t->node[at];
	if (n->seat == SEAT_NONE)
		return mccfr_pay(w, at);
	const int moves = (int)n->children;
	const size_t i = mccfr_at(w->c, n, w->hand[w->seat]);
	const int64_t *regret = w->c->regret + i;
	const int64_t all = gains(regret, moves);
	int64_t *waits = w->part->regret + i;
	double mean = 0;
	mccfr_meet(w, i, moves);
	for (int a = 0; a < moves; a++) {
		const int64_t q = walk_external(w, n->child + (uint32_t)a);
		const double gain = regret[a] > 0 ? (double)regret[a] : 0;
		mean += (double)q * (all > 0 ? gain / (double)all : 1.0 / moves);
		waits[a] += q;
	}
	const int64_t value = llrint(mean);
	for (int a = 0; a < moves; a++)
		waits[a] -= value;
	return value;
}

/* An estimate of the value at a node that was drawn with probability `own`, the traverser's part of
 * it. */
static double
walk_outcome(struct walk *w, uint32_t at, double own)
{
	at = mccfr_descend(w, at, 1 / own);
	const struct public_node *n = &w->t->node[at];
	if (n->seat == SEAT_NONE)
		return (double)mccfr_pay(w, at);
	const int moves = (int)n->children;
	const size_t i = mccfr_at(w->c, n, w->hand[w->seat]);
	const int64_t *regret = w->c->regret + i;
	const int64_t all = gains(regret, moves);
	const int a = rng_unit(&w->rng) < EXPLORE
			      ? (int)rng_below(&w->rng, (uint32_t)moves)
			      : mccfr_draw_move(w, regret, moves);
	const double gain = regret[a] > 0 ? (double)regret[a] : 0;
	const double mix = all > 0 ? gain / (double)all : 1.0 / moves;
	const double drawn = EXPLORE / moves + (1 - EXPLORE) * mix;
	mccfr_meet(w, i, moves);
	const double q = walk_outcome(w, n->child + (uint32_t)a, own * drawn) / drawn;
	for (int k = 0; k < moves; k++)
		w->part->regret[i + (size_t)k] +=
			llrint(((k == a ? q : 0) - mix * q) / own);
	return mix * q;
}

static void
mccfr_traverse(struct mccfr *c, struct mccfr_part *part, int64_t iteration, int seat)
{
	struct walk w = { .c = c, .t = &c->mix.tree, .part = part, .seat = seat };
	rng_seed(&w.rng, rng_fork(c->seed, 2 * (uint64_t)iteration + (uint64_t)seat));
	mccfr_deal(&w);
	if (c->sampling == MCCFR_EXTERNAL)
		walk_external(&w, 0);
	else
		walk_outcome(&w, 0, 1);
}

/* ---- batches --------------------------------------------------------------------------- */

/* An information set that was visited: the place of its numbers, and its moves. */
static size_t
listed_at(const struct mccfr_part *p, int64_t k)
{
	return p->list[k] >> MCCFR_MOVE_BITS;
}

static size_t
listed_moves(const struct mccfr_part *p, int64_t k)
{
	return p->list[k] & ((1 << MCCFR_MOVE_BITS) - 1);
}

/* Adds one thread's gatherings; it keeps its list. */
static void
mccfr_add_part(struct mccfr *c, struct mccfr_part *p)
{
	for (int64_t k = 0; k < p->listed; k++) {
		const size_t at = listed_at(p, k), end = at + listed_moves(p, k);
		for (size_t i = at; i < end; i++) {
			c->regret[i] += p->regret[i];
			c->sum[i] += p->sum[i];
			p->regret[i] = p->sum[i] = 0;
		}
		p->met[at] = 0;
	}
	c->visited += p->visited;
	p->visited = 0;
}

static void
floor_part(struct mccfr *c, struct mccfr_part *p)
{
	for (int64_t k = 0; k < p->listed; k++) {
		const size_t at = listed_at(p, k), end = at + listed_moves(p, k);
		for (size_t i = at; i < end; i++)
			if (c->regret[i] < MCCFR_FLOOR)
				c->regret[i] = MCCFR_FLOOR;
	}
	p->listed = 0;
}

struct batch {
	struct mccfr *c;
	int64_t from, count;
};

/* The share of a thread. */
static bool
mccfr_run_share(void *self, int64_t piece, int thread)
{
	const struct batch *b = self;
	const int64_t n = b->c->threads;
	const int64_t from = b->from + b->count * piece / n,
		      to = b->from + b->count * (piece + 1) / n;
	for (int64_t i = from; i < to; i++)
		for (int seat = 0; seat < 2; seat++)
			mccfr_traverse(b->c, &b->c->part[piece], i, seat);
	return true;
}

static void
run_batch(struct mccfr *c, int64_t count)
{
	struct batch b = { c, c->mix.iterations, count };
	const struct pool pool = { .count = c->threads,
				   .threads = c->threads,
				   .run = mccfr_run_share,
				   .self = &b };
	if (c->threads == 1)
		mccfr_run_share(&b, 0, 0);
	else
		pool_run(&pool);
	for (int i = 0; i < c->threads; i++)
		mccfr_add_part(c, &c->part[i]);
	for (int i = 0; i < c->threads; i++)
		floor_part(c, &c->part[i]);
	c->mix.iterations += count;
}

void
mccfr_iterate(struct mccfr *c, int64_t iterations)
{
	const int64_t end = c->mix.iterations + iterations;
	while (c->mix.iterations < end) {
		const int64_t left = end - c->mix.iterations;
		run_batch(c, left < c->batch ? left : c->batch);
	}
}

/* ---- tables ---------------------------------------------------------------------------- */

static bool
open_part(struct mccfr *c, struct mccfr_part *p, struct arena *arena)
{
	const size_t bytes = c->numbers * sizeof *p->regret;
	p->regret = arena_take(arena, bytes);
	p->sum = arena_take(arena, bytes);
	p->met = arena_take(arena, c->numbers);
	p->list = arena_take(arena, c->sets * sizeof *p->list);
	if (p->regret == NULL || p->sum == NULL || p->met == NULL || p->list == NULL)
		return false;
	memset(p->regret, 0, bytes);
	memset(p->sum, 0, bytes);
	memset(p->met, 0, c->numbers);
	p->listed = p->visited = 0;
	return true;
}

/* As fine as the largest value allows, a power of two. */
static double
mccfr_choose_unit(const struct public_tree *t)
{
	struct bounds b;
	double most = 1;
	t->g->knowledge->bounds(t->g, public_tree_state(t, 0), &b);
	for (int seat = 0; seat < 2; seat++)
		most = fmax(most,
			    fmax(fabs((double)b.low[seat]), fabs((double)b.high[seat])) /
				    game_unit(t->g));
	return exp2(floor(log2(MCCFR_LARGEST / most)));
}

void
mccfr_set(struct mccfr *c, const struct options *o, uint64_t seed)
{
	c->sampling = (enum mccfr_sampling)options_int(o, "sampling");
	c->batch = options_int(o, "batch");
	c->seed = seed;
}

bool
mccfr_open(struct mccfr *c, struct arena *arena)
{
	const struct public_tree *t = &c->mix.tree;
	c->numbers = (size_t)t->rows * (size_t)t->hands;
	c->sets = 0;
	for (uint32_t i = 0; i < t->nodes; i++)
		c->sets += t->node[i].first ? (size_t)t->hands : 0;
	c->unit = mccfr_choose_unit(t);
	c->regret = arena_take(arena, c->numbers * sizeof *c->regret);
	c->sum = arena_take(arena, c->numbers * sizeof *c->sum);
	c->part = arena_take(arena, (size_t)c->threads * sizeof *c->part);
	if (c->regret == NULL || c->sum == NULL || c->part == NULL ||
	    !public_mix_open(&c->mix, arena))
		return false;
	memset(c->regret, 0, c->numbers * sizeof *c->regret);
	memset(c->sum, 0, c->numbers * sizeof *c->sum);
	for (int i = 0; i < c->threads; i++)
		if (!open_part(c, &c->part[i], arena))
			return false;
	if (c->batch == 0)
		c->batch = c->sets < 20 ? 1 : (int64_t)(c->sets / 10);
	return true;
}

static void
mccfr_publish_hand(struct mccfr *c, const struct public_node *n, int hand)
{
	const struct public_tree *t = &c->mix.tree;
	const size_t i = mccfr_at(c, n, hand);
	const int moves = (int)n->children;
	const int64_t all = gains(c->regret + i, moves);
	for (int a = 0; a < moves; a++) {
		const int64_t regret = c->regret[i + (size_t)a];
		const double gain = regret > 0 ? (double)regret : 0;
		public_tree_row(t, c->mix.sum, n, a)[hand] =
			(double)c->sum[i + (size_t)a];
		public_tree_row(t, c->mix.now, n, a)[hand] =
			all > 0 ? gain / (double)all : 1.0 / moves;
	}
}

void
mccfr_publish(struct mccfr *c)
{
	const struct public_tree *t = &c->mix.tree;
	for (uint32_t i = 0; i < t->nodes; i++)
		for (int h = 0; h < t->hands && t->node[i].first; h++)
			mccfr_publish_hand(c, &t->node[i], h);
}
