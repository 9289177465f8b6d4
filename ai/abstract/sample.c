/* sample.c - traversals and batches. See sample.h. */
#include "ai/abstract/sample.h"

#include "src/base/pool.h"

#include <stdlib.h>

#define AHEAD 24 /* entries that are fetched before they are added */

struct traversal {
	const struct betting_node *node;
	const int32_t *number;
	uint32_t counts; /* where the counts begin */
	struct sample_entry *entry;
	struct rng rng;
	int seat;	  /* that learns */
	int32_t hopeless; /* a regret: in this iteration moves below it are left out */
	struct bucket_deal deal;
};

static inline void
add(struct traversal *w, uint64_t at, int32_t by)
{
	*w->entry++ = (struct sample_entry){ (uint32_t)at, by };
}

/* A move by the regrets above 0. */
static int
draw_move(struct traversal *w, const int32_t *regret, int moves)
{
	uint64_t all = 0;
	for (int a = 0; a < moves; a++)
		all += regret[a] > 0 ? (uint32_t)regret[a] : 0;
	if (all == 0)
		return (int)rng_below(&w->rng, (uint32_t)moves);
	/* below all, which fits 34 bits */
	int64_t x = (int64_t)((rng_next(&w->rng) >> 36) * all >> 28);
	int a = 0;
	while (a < moves - 1 && (regret[a] <= 0 || x >= regret[a])) {
		x -= regret[a] > 0 ? regret[a] : 0;
		a++;
	}
	return a;
}

static int32_t
pay(const struct traversal *w, const struct betting_node *n)
{
	const int32_t won =
		n->end == BETTING_FOLDED ? n->stake : n->stake * w->deal.better;
	return w->seat == 0 ? won : -won;
}

/* Whether a move is left out at a decision where another has weight. */
static inline bool
is_left_out(const struct traversal *w, int32_t regret, const struct betting_node *child)
{
	return regret < w->hopeless && betting_decides(child);
}

static int32_t
traverse(struct traversal *w, uint32_t at)
{
	const struct betting_node *n = &w->node[at];
	while (betting_decides(n) && n->seat != w->seat) {
		const uint64_t i =
			n->table + (uint64_t)w->deal.bucket[n->seat][n->round] * n->moves;
		const int a = draw_move(w, w->number + i, n->moves);
		add(w, w->counts + i + (uint64_t)a, 1);
		n = &w->node[n->child + (uint32_t)a];
	}
	if (!betting_decides(n))
		return pay(w, n);
	const int moves = n->moves;
	const uint64_t i =
		n->table + (uint64_t)w->deal.bucket[w->seat][n->round] * n->moves;
	const int32_t *regret = w->number + i;
	int32_t q[BETTING_MOVES];
	double mean = 0, all = 0;
	__builtin_prefetch(regret);
	for (int a = 0; a < moves; a++)
		all += regret[a] > 0 ? regret[a] : 0;
	unsigned left_out = 0;
	for (int a = 0; a < moves; a++) {
		const uint32_t child = n->child + (uint32_t)a;
		const bool out = all > 0 && is_left_out(w, regret[a], &w->node[child]);
		q[a] = out ? 0 : traverse(w, child);
		if (out)
			left_out |= 1U << a;
	}
	for (int a = 0; a < moves; a++)
		mean += regret[a] > 0 ? (double)regret[a] * q[a] : 0;
	if (all <= 0)
		for (int a = 0; a < moves; a++, all++)
			mean += q[a];
	/* to the nearest; values are far below 2^30 */
	const int32_t value = (int32_t)(mean / all + 0x1p30 + 0.5) - (1 << 30);
	for (int a = 0; a < moves; a++)
		if ((left_out >> a & 1) == 0)
			add(w, i + (uint64_t)a, q[a] - value);
	return value;
}

/* ---- batches ----------------------------------------------------------------------------- */

static bool
make_room(struct sample_list *l, size_t wanted)
{
	if (l->room - l->count >= wanted)
		return true;
	const size_t room = 2 * l->room + wanted + (1 << 16);
	void *entry = realloc(l->entry, room * sizeof *l->entry);
	if (entry == NULL)
		return false;
	l->entry = entry;
	l->room = room;
	return true;
}

struct sample_batch {
	struct sampler *s;
	int64_t count;
};

/* The stretch of the iterations that falls to a list. */
static bool
sample_piece(void *self, int64_t piece, int thread)
{
	const struct sample_batch *b = self;
	struct sampler *s = b->s;
	struct sample_list *l = &s->list[piece];
	const int64_t from = s->iterations + b->count * piece / s->threads,
		      to = s->iterations + b->count * (piece + 1) / s->threads;
	struct traversal w = { .node = s->betting.node,
			       .number = s->number,
			       .counts = (uint32_t)s->betting.numbers };
	(void)thread;
	l->count = 0;
	for (int64_t i = from; i < to; i++) {
		rng_seed(&w.rng, rng_fork(s->seed, (uint64_t)i));
		s->ops->deal(s->g, s->tables, &w.rng, &w.deal);
		w.hopeless = i % ABSTRACT_FULL == 0 ? INT32_MIN : s->hopeless;
		for (w.seat = 0; w.seat < 2; w.seat++) {
			if (!make_room(l, s->most[w.seat]))
				return false;
			w.entry = l->entry + l->count;
			traverse(&w, 0);
			l->count = (size_t)(w.entry - l->entry);
		}
	}
	return true;
}

/* Adds all lists to one part of the table. */
static bool
add_piece(void *self, int64_t piece, int thread)
{
	const struct sample_batch *b = self;
	const struct sampler *s = b->s;
	const uint64_t all = 2 * s->betting.numbers;
	const uint32_t from = (uint32_t)(all * (uint64_t)piece / (uint64_t)s->threads),
		       to = (uint32_t)(all * ((uint64_t)piece + 1) /
				       (uint64_t)s->threads);
	(void)thread;
	for (int k = 0; k < s->threads; k++) {
		const struct sample_list *l = &s->list[k];
		for (size_t i = 0; i < l->count; i++) {
			if (i + AHEAD < l->count)
				__builtin_prefetch(&s->number[l->entry[i + AHEAD].at]);
			if (l->entry[i].at >= from && l->entry[i].at < to)
				sampler_add(&s->number[l->entry[i].at], l->entry[i].add);
		}
	}
	return true;
}

static bool
run_pieces(struct sample_batch *b, bool (*run)(void *self, int64_t piece, int thread))
{
	const struct pool pool = {
		.count = b->s->threads, .threads = b->s->threads, .run = run, .self = b
	};
	return b->s->threads == 1 ? run(b, 0, 0) : pool_run(&pool) == b->s->threads;
}

/* What was learned counts a little less, the d-th time by d / (d + 1): weights that grow with the
 * iterations. */
static void
fade(struct sampler *s, int64_t d)
{
	for (uint64_t i = 0; i < 2 * s->betting.numbers; i++)
		s->number[i] = (int32_t)((int64_t)s->number[i] * d / (d + 1));
}

void
sampler_iterate(struct sampler *s, int64_t iterations)
{
	for (const int64_t end = s->iterations + iterations; s->iterations < end;) {
		const int64_t left = end - s->iterations;
		struct sample_batch b = { s, left < s->batch ? left : s->batch };
		if (!run_pieces(&b, sample_piece) || !run_pieces(&b, add_piece)) {
			s->broke = true;
			return;
		}
		s->iterations += b.count;
		const int64_t d = s->iterations / s->tick;
		if (d <= ABSTRACT_TICKS && s->iterations % s->tick < b.count && d > 0)
			fade(s, d);
	}
}

/* ---- sizes ------------------------------------------------------------------------------- */

static size_t
count_entries(const struct betting *b, uint32_t at, int seat)
{
	const struct betting_node *n = &b->node[at];
	size_t all = 0, most = 0;
	for (uint32_t a = 0; a < n->moves; a++) {
		const size_t below = count_entries(b, n->child + a, seat);
		all += below;
		most = below > most ? below : most;
	}
	if (!betting_decides(n))
		return 0;
	return n->seat == seat ? all + n->moves : most + 1;
}

void
sampler_count(struct sampler *s)
{
	for (int seat = 0; seat < 2; seat++)
		s->most[seat] = count_entries(&s->betting, 0, seat);
}

void
sampler_close(struct sampler *s)
{
	for (int i = 0; i < s->threads && s->list != NULL; i++)
		free(s->list[i].entry);
}
