/* sample.c - traversals and batches. See sample.h. */
#include "ai/abstract/sample.h"

#include "src/base/bytes.h"
#include "src/base/jobs.h"
#include "src/base/pool.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define AHEAD	24   /* entries that are fetched before they are added */
#define PIECE	100  /* iterations of a job */
#define PIECES	1024 /* jobs of a batch, at most */
#define TICK_MS 100

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

/* ---- stretches --------------------------------------------------------------------------- */

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
	int pieces; /* over ranks */
};

/* A stretch of the iterations, into a list. False: no memory. */
static bool
sample(struct sampler *s, int64_t from, int64_t to, struct sample_list *l)
{
	struct traversal w = { .node = s->betting.node,
			       .number = s->number,
			       .counts = (uint32_t)s->betting.numbers };
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

/* Where the k-th of so many stretches begins. */
static int64_t
begins(const struct sample_batch *b, int64_t k, int stretches)
{
	return b->s->iterations + b->count * k / stretches;
}

static bool
sample_piece(void *self, int64_t piece, int thread)
{
	const struct sample_batch *b = self;
	struct sampler *s = b->s;
	(void)thread;
	return sample(s, begins(b, piece, s->threads), begins(b, piece + 1, s->threads),
		      &s->list[piece]);
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

/* ---- over ranks -------------------------------------------------------------------------- */

/* An entry in a message is as in memory, the number of its place first, on machines that have the
 * bytes of files (src/base/pack.h). */
static bool
run_job(void *self, struct jobs_worker *worker, const struct text *bytes,
	struct text *result, struct status *st)
{
	const struct sample_batch *b = self;
	struct bytes job = bytes_of(bytes);
	const int64_t k = bytes_int(&job);
	struct sample_list l = { 0 };
	(void)worker;
	const bool ok =
		sample(b->s, begins(b, k, b->pieces), begins(b, k + 1, b->pieces), &l);
	if (ok)
		text_add_bytes(result, (const char *)l.entry, l.count * sizeof *l.entry);
	free(l.entry);
	return ok || status_fail(st, "mccfr: the system has no memory left");
}

static void
keep_job(void *self, int64_t job, const struct text *result)
{
	struct sample_list *l = &((struct sample_batch *)self)->s->list[0];
	(void)job;
	if (!make_room(l, result->length / sizeof *l->entry))
		BUG("not enough memory for what the ranks have learned");
	memcpy(l->entry + l->count, result->s, result->length);
	l->count += result->length / sizeof *l->entry;
}

/* The rest of the batch is of no use. */
static bool
lose_job(void *self, int64_t job, const struct jobs_loss *loss, struct text *result)
{
	const struct sample_batch *b = self;
	(void)job, (void)result;
	if (!b->s->st.failed)
		status_fail(&b->s->st, "mccfr: a rank's work is lost: %s", loss->how);
	return false;
}

static bool
ask(void *self, int64_t finished)
{
	const struct sample_batch *b = self;
	(void)finished;
	return !b->s->st.failed && b->s->go_on(b->s->asked);
}

/* All of a batch, into the first list. False: it was ended early, or failed. */
static bool
sample_on_ranks(struct sample_batch *b)
{
	char about[80];
	snprintf(about, sizeof about, "mccfr: %lld iterations from %lld on",
		 (long long)b->count, (long long)b->s->iterations);
	const int64_t pieces = b->count / PIECE + 1;
	b->pieces = pieces < PIECES ? (int)pieces : PIECES;
	for (int i = 0; i < b->s->threads; i++)
		b->s->list[i].count = 0;
	const struct jobs jobs = { .way = JOBS_RANKS,
				   .count = b->pieces,
				   .workers = b->s->workers,
				   .about = about,
				   .run = run_job,
				   .merge = keep_job,
				   .lost = lose_job,
				   .tick = ask,
				   .tick_ms = TICK_MS,
				   .self = b };
	b->s->ended = jobs_run(&jobs, &b->s->st) != b->pieces;
	return !b->s->ended;
}

/* ---- batches ----------------------------------------------------------------------------- */

/* What was learned counts a little less, the d-th time by d / (d + 1): weights that grow with the
 * iterations. */
static void
fade(struct sampler *s, int64_t d)
{
	for (uint64_t i = 0; i < 2 * s->betting.numbers; i++)
		s->number[i] = (int32_t)((int64_t)s->number[i] * d / (d + 1));
}

/* False: nothing is learned. */
static bool
learn(struct sample_batch *b)
{
	struct sampler *s = b->s;
	if (s->go_on != NULL)
		return sample_on_ranks(b) && run_pieces(b, add_piece);
	return (run_pieces(b, sample_piece) && run_pieces(b, add_piece)) ||
	       status_fail(&s->st, "mccfr: the system has no memory left");
}

void
sampler_iterate(struct sampler *s, int64_t iterations)
{
	s->ended = false;
	for (const int64_t end = s->iterations + iterations; s->iterations < end;) {
		const int64_t left = end - s->iterations;
		struct sample_batch b = { .s = s,
					  .count = left < s->batch ? left : s->batch };
		if (!learn(&b))
			return;
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
