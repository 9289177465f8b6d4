/* sampling.c - see sampling.h. */
#include "ai/poker/mccfr/sampling.h"

#include "src/base/bytes.h"
#include "src/base/jobs.h"
#include "src/base/pool.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define AHEAD	   24	/* entries that are fetched before they are added */
#define PIECE	   100	/* iterations of a job */
#define PIECES	   1024 /* jobs of a batch, at most */
#define TICK_MS	   100
#define BATCH_MOST 20000 /* iterations: more gain no time */
#define TICK_SETS  4	 /* a fourth of the information sets, in iterations */

void
sampling_set_pace(struct sample_tables *s, int64_t sets, int64_t asked)
{
	const int64_t tenth = sets < 10 ? 1 : sets / 10;
	s->batch = asked > 0 ? asked : tenth < BATCH_MOST ? tenth : BATCH_MOST;
	s->tick = (sets / TICK_SETS + s->batch - 1) / s->batch * s->batch;
	s->tick = s->tick < s->batch ? s->batch : s->tick;
}

/* ---- stretches --------------------------------------------------------------------------- */

static bool
sampling_make_room(struct sample_list *l, size_t wanted)
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
	struct sample_tables *s;
	int64_t count;
	int pieces; /* over ranks */
};

/* A stretch of the iterations, into a list. False: no memory. */
static bool
sampling_sample(struct sample_tables *s, int64_t from, int64_t to, struct sample_list *l)
{
	l->count = 0;
	for (int64_t i = from; i < to; i++) {
		if (!sampling_make_room(l, s->most))
			return false;
		l->count =
			(size_t)(s->sample(s->self, i, l->entry + l->count) - l->entry);
	}
	return true;
}

/* Where the k-th of so many stretches begins. */
static int64_t
sampling_begins(const struct sample_batch *b, int64_t k, int stretches)
{
	return b->s->iterations + b->count * k / stretches;
}

static bool
sample_piece(void *self, int64_t piece, int thread)
{
	const struct sample_batch *b = self;
	struct sample_tables *s = b->s;
	return sampling_sample(s, sampling_begins(b, piece, s->threads),
			       sampling_begins(b, piece + 1, s->threads),
			       &s->list[piece]);
}

/* Adds all lists to one part of the table. */
static bool
sampling_add_piece(void *self, int64_t piece, int thread)
{
	const struct sample_batch *b = self;
	const struct sample_tables *s = b->s;
	const uint64_t all = 2 * s->numbers;
	const uint32_t from = (uint32_t)(all * (uint64_t)piece / (uint64_t)s->threads),
		       to = (uint32_t)(all * ((uint64_t)piece + 1) /
				       (uint64_t)s->threads);
	for (int k = 0; k < s->threads; k++) {
		const struct sample_list *l = &s->list[k];
		for (size_t i = 0; i < l->count; i++) {
			if (i + AHEAD < l->count)
				__builtin_prefetch(&s->number[l->entry[i + AHEAD].at]);
			if (l->entry[i].at >= from && l->entry[i].at < to)
				sampling_add(&s->number[l->entry[i].at], l->entry[i].add);
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
sampling_run_job(void *self, int worker, const struct text *bytes, struct text *result,
		 struct status *st)
{
	const struct sample_batch *b = self;
	struct bytes job = bytes_of(bytes);
	const int64_t k = bytes_int(&job);
	struct sample_list l = { 0 };
	const bool ok = sampling_sample(b->s, sampling_begins(b, k, b->pieces),
					sampling_begins(b, k + 1, b->pieces), &l);
	if (ok)
		text_add_bytes(result, (const char *)l.entry, l.count * sizeof *l.entry);
	free(l.entry);
	return ok || status_fail(st, "mccfr: the system has no memory left");
}

static void
keep_job(void *self, int64_t job, const struct text *result)
{
	struct sample_list *l = &((struct sample_batch *)self)->s->list[0];
	if (!sampling_make_room(l, result->length / sizeof *l->entry))
		BUG("not enough memory for what the ranks have learned");
	memcpy(l->entry + l->count, result->s, result->length);
	l->count += result->length / sizeof *l->entry;
}

static bool
sampling_ask(void *self, int64_t finished)
{
	const struct sample_batch *b = self;
	const struct trainer *t = b->s->over;
	return !b->s->st.failed && !progress_stopped(t->progress) &&
	       progress_report(t->progress, t->steps, t->target, "iterations");
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
	const struct jobs jobs = { .count = b->pieces,
				   .workers = b->s->workers,
				   .about = about,
				   .run = sampling_run_job,
				   .merge = keep_job,
				   .tick = sampling_ask,
				   .tick_ms = TICK_MS,
				   .self = b };
	b->s->ended = jobs_run(&jobs, &b->s->st) != b->pieces;
	return !b->s->ended;
}

/* ---- batches ----------------------------------------------------------------------------- */

/* What was learned counts a little less, the d-th time by d / (d + 1). */
static void
fade(struct sample_tables *s, int64_t d)
{
	for (uint64_t i = 0; i < 2 * s->numbers; i++)
		s->number[i] = (int32_t)((int64_t)s->number[i] * d / (d + 1));
}

/* False: nothing is learned. */
static bool
sampling_learn(struct sample_batch *b)
{
	struct sample_tables *s = b->s;
	if (s->over != NULL)
		return sample_on_ranks(b) && run_pieces(b, sampling_add_piece);
	return (run_pieces(b, sample_piece) && run_pieces(b, sampling_add_piece)) ||
	       status_fail(&s->st, "mccfr: the system has no memory left");
}

void
sampling_iterate(struct sample_tables *s, int64_t iterations)
{
	s->ended = false;
	for (const int64_t end = s->iterations + iterations; s->iterations < end;) {
		const int64_t left = end - s->iterations;
		struct sample_batch b = { .s = s,
					  .count = left < s->batch ? left : s->batch };
		if (!sampling_learn(&b))
			return;
		s->iterations += b.count;
		for (int k = 0; k < s->threads; k++)
			s->entries += (int64_t)s->list[k].count;
		const int64_t d = s->iterations / s->tick;
		if (d <= SAMPLING_TICKS && s->iterations % s->tick < b.count && d > 0)
			fade(s, d);
	}
}

void
sampling_step(struct sample_tables *s, struct trainer *t, int64_t steps)
{
	s->over = t->progress != NULL ? t : NULL;
	s->workers = t->workers;
	sampling_iterate(s, steps);
	t->steps = s->iterations;
	t->ended = s->ended;
}

void
sampling_close(struct sample_tables *s)
{
	for (int i = 0; i < s->threads && s->list != NULL; i++)
		free(s->list[i].entry);
}
