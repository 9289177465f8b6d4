/*
 * train.c - mccfr as a trainer (src/core/trainer.h) of games whose boards are too many to be
 * listed: on an abstraction of them, with the memory it takes reckoned before it begins.
 */
#include "ai/poker/tree/train.h"
#include "ai/poker/table/sample.h"
#include "ai/poker/table/table.h"
#include "ai/trainers.h"
#include "src/base/bytes.h"
#include "src/core/trainer.h"

#include <stdio.h>
#include <string.h>

#define ALIGNED 128 /* bytes lost at most where the arena aligns the numbers */

struct abstract_trainer {
	struct sampler sampler;
	uint8_t *byte;
	bool keep;
};

static const char *
table_trainer_text_of(const struct trainer *t, const char *key)
{
	return t->options->v[options_find(t->options, key)].text;
}

static bool
fits(const struct game *g)
{
	return g->ops->public != NULL && g->ops->public->buckets != NULL &&
	       g->ops->public->deals == NULL;
}

static bool
table_trainer_refuse(const struct trainer *t, size_t needed, struct status *st)
{
	return status_fail(st,
			   "mccfr: memory=%lld is too small: %zu MiB are needed before "
			   "the first iteration",
			   (long long)options_int(t->options, "memory"),
			   (needed >> 20) + 1);
}

/* Says what is missing, and how many buckets there is memory for; `left`: bytes for the numbers. */
static bool
refuse_numbers(const struct trainer *t, const struct betting *b, size_t left,
	       struct status *st)
{
	const size_t needed = t->arena.size - left + 9 * b->numbers;
	/* the classes before the flop stay as they are */
	const uint64_t first = b->begins[1], others = b->numbers - first;
	const double part =
		((double)left - ALIGNED - 9 * (double)first) / (9 * (double)others);
	const int *n = b->plan.buckets;
	char would[100] = "";
	if (part * n[1] >= 2 && part * n[2] >= 2 && part * n[3] >= 2)
		snprintf(would, sizeof would, "; buckets=%d/%d/%d/%d would fit", n[0],
			 (int)(part * n[1]), (int)(part * n[2]), (int)(part * n[3]));
	return status_fail(st,
			   "mccfr: memory=%lld is too small: %zu MiB for %llu moves of "
			   "all buckets%s",
			   (long long)options_int(t->options, "memory"),
			   (needed >> 20) + 1, (unsigned long long)b->numbers, would);
}

static bool
table_trainer_open_tables(struct trainer *t, struct abstract_trainer *a,
			  const struct betting_plan *plan, struct status *st)
{
	struct sampler *s = &a->sampler;
	size_t bytes;
	if (!betting_build(&s->betting, t->game, plan, &t->arena))
		return table_trainer_refuse(t, t->arena.size, st);
	/* the tables of the buckets come first: while they are filled they take more */
	const uint64_t all = s->betting.numbers;
	if (2 * all > UINT32_MAX)
		return status_fail(st,
				   "mccfr: %llu moves of all buckets are more than "
				   "2147483647",
				   (unsigned long long)all);
	s->tables = s->ops->fill(t->game, plan->buckets, t->threads, t->stop, &t->arena,
				 &bytes);
	t->ended = s->tables == NULL && t->stop != NULL && atomic_load(t->stop);
	if (t->ended)
		return status_fail(st, "mccfr: stopped before the first iteration");
	if (s->tables == NULL)
		return table_trainer_refuse(t, t->arena.used + bytes, st);
	s->to.list = arena_take(&t->arena, (size_t)t->threads * sizeof *s->to.list);
	const size_t left = arena_left(&t->arena);
	s->to.number = arena_take(&t->arena, 2 * all * sizeof *s->to.number);
	a->byte = arena_take(&t->arena, all);
	if (s->to.list == NULL || s->to.number == NULL || a->byte == NULL)
		return refuse_numbers(t, &s->betting, left, st);
	arena_want_large_pages(s->to.number, 2 * all * sizeof *s->to.number);
	memset(s->to.number, 0, 2 * all * sizeof *s->to.number);
	memset(s->to.list, 0, (size_t)t->threads * sizeof *s->to.list);
	s->to.numbers = all;
	sampler_begin(s);
	sampling_set_pace(&s->to, (int64_t)s->betting.sets,
			  options_int(t->options, "batch"));
	t->pace = s->to.batch;
	return true;
}

static void
table_trainer_close_trainer(struct trainer *t)
{
	sampling_close(&((struct abstract_trainer *)t->self)->sampler.to);
	arena_close(&t->arena);
}

static bool
table_trainer_read_plan(struct trainer *t, struct betting_plan *plan, struct status *st)
{
	return betting_read(plan, table_trainer_text_of(t, "sizes"),
			    table_trainer_text_of(t, "raises"),
			    table_trainer_text_of(t, "buckets"), st) &&
	       t->game->ops->public->buckets->here(t->game, plan->buckets, st);
}

static bool
table_trainer_open_trainer(struct trainer *t, struct status *st)
{
	struct betting_plan plan;
	if (options_int(t->options, "sampling") != 0)
		return status_fail(st, "mccfr: sampling=external is what an abstraction "
				       "is trained with");
	if (!train_open_memory(&t->arena, t->options, "mccfr", st))
		return false;
	struct abstract_trainer *a = arena_take(&t->arena, sizeof *a);
	*a = (struct abstract_trainer){
		.sampler = { .g = t->game,
			     .ops = t->game->ops->public->buckets,
			     .to = { .threads = t->threads },
			     .seed = t->seed },
		.keep = options_int(t->options, "keep") != 0,
	};
	t->self = a;
	if (table_trainer_read_plan(t, &plan, st) &&
	    table_trainer_open_tables(t, a, &plan, st))
		return true;
	arena_close(&t->arena);
	return false;
}

static void
table_trainer_step(struct trainer *t, int64_t steps)
{
	sampling_step(&((struct abstract_trainer *)t->self)->sampler.to, t, steps);
}

/* ---- what was learned -------------------------------------------------------------------- */

/* A decision's bucket in bytes: its counts in 1/255. */
static void
quantise_set(const int32_t *count, int moves, uint8_t *out)
{
	int64_t all = 0;
	for (int a = 0; a < moves; a++)
		all += count[a];
	for (int a = 0; a < moves; a++)
		out[a] = (uint8_t)(all > 0 ? (255 * (int64_t)count[a] + all / 2) / all
					   : 0);
}

static void
quantise(const struct abstract_file *f, int round, uint8_t *out)
{
	const struct betting *b = f->betting;
	const int32_t *counts = f->numbers + b->numbers;
	for (uint32_t i = 0; i < b->nodes; i++) {
		const struct betting_node *n = &b->node[i];
		if (!betting_decides(n) || n->round != round)
			continue;
		for (int k = 0; k < b->plan.buckets[round]; k++) {
			const uint64_t at = n->table + (uint64_t)k * n->moves;
			quantise_set(counts + at, n->moves,
				     out + (at - b->begins[round]));
		}
	}
}

/* Information sets where something was learned or counted. */
static uint64_t
table_trainer_count_met(const struct sampler *s)
{
	const struct betting *b = &s->betting;
	uint64_t met = 0;
	for (uint32_t i = 0; i < b->nodes; i++) {
		const struct betting_node *n = &b->node[i];
		if (!betting_decides(n))
			continue;
		for (int k = 0; k < b->plan.buckets[n->round]; k++) {
			const int32_t *x =
				s->to.number + n->table + (uint64_t)k * n->moves;
			bool any = false;
			for (int a = 0; a < n->moves; a++)
				any |= x[a] != 0 || x[b->numbers + (uint64_t)a] != 0;
			met += any;
		}
	}
	return met;
}

static int
table_trainer_figures(struct trainer *t, struct trainer_figure *out)
{
	const struct sampler *s = &((struct abstract_trainer *)t->self)->sampler;
	const double sets = (double)s->betting.sets,
		     met = (double)table_trainer_count_met(s);
	out[0] = (struct trainer_figure){ "information_sets", "information sets", "",
					  sets };
	out[1] = (struct trainer_figure){ "never_met", "never met", "%",
					  100 * (1 - met / sets) };
	return 2;
}

/* ---- files ------------------------------------------------------------------------------- */

static struct abstract_file
table_trainer_file_of(struct trainer *t)
{
	struct abstract_trainer *a = t->self;
	struct sampler *s = &a->sampler;
	struct abstract_file f = {
		.g = t->game,
		.betting = &s->betting,
		.lookup = s->ops->lookup(t->game, s->tables),
		.steps = &s->to.iterations,
		.numbers = s->to.number,
		.keep = a->keep,
		.byte = a->byte,
		.quantise = quantise,
	};
	struct text by = { 0 };
	text_add(&by, "mccfr:");
	betting_write(&s->betting.plan, &by);
	text_add(&by, ",batch=%lld,seed=%llu", (long long)s->to.batch,
		 (unsigned long long)s->seed);
	snprintf(f.by, sizeof f.by, "%s", by.s);
	text_free(&by);
	return f;
}

static bool
table_trainer_save(struct trainer *t, const char *path, struct status *st)
{
	const struct abstract_trainer *a = t->self;
	if (a->sampler.to.st.failed)
		return status_fail(st, "%s", a->sampler.to.st.text);
	const struct abstract_file f = table_trainer_file_of(t);
	return abstract_file_write(&f, path, st);
}

static bool
table_trainer_load(struct trainer *t, const char *path, struct status *st)
{
	const struct abstract_file f = table_trainer_file_of(t);
	if (!abstract_file_read(&f, path, st))
		return false;
	t->steps = *f.steps;
	return true;
}

const struct trainer_ops abstract_trainer = {
	.key = "mccfr",
	.counted = "iterations",
	.fits = fits,
	.open = table_trainer_open_trainer,
	.ranks = true,
	.step = table_trainer_step,
	.figures = table_trainer_figures,
	.save = table_trainer_save,
	.load = table_trainer_load,
	.close = table_trainer_close_trainer,
};
