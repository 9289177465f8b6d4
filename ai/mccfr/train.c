/* train.c - mccfr as a trainer (src/core/trainer.h): a step is an iteration, threads share batches. */
#include "ai/mccfr/mccfr.h"

#include "ai/common/public_file.h"
#include "src/core/trainer.h"

#include <stdio.h>
#include <string.h>

static struct public_file
file_of(const struct trainer *t)
{
	struct mccfr *c = t->self;
	struct public_file f = { .mix = &c->mix, .steps = c->mix.iterations, .owns = 2 };
	char sampling[16];
	options_format(t->options, options_find(t->options, "sampling"), sampling,
		       sizeof sampling);
	snprintf(f.by, sizeof f.by, "mccfr:sampling=%s,batch=%lld,fading=%lld,seed=%llu",
		 sampling, (long long)c->batch, (long long)c->fading,
		 (unsigned long long)c->seed);
	f.own[0].at = c->regret;
	f.own[1].at = c->sum;
	f.own[0].bytes = f.own[1].bytes = c->numbers * sizeof *c->sum;
	return f;
}

static void
close_trainer(struct trainer *t)
{
	arena_close(&t->arena);
}

static bool
build(struct trainer *t, struct status *st)
{
	struct mccfr *c = arena_take(&t->arena, sizeof *c);
	struct state begin;
	memset(&begin, 0, sizeof begin);
	*c = (struct mccfr){ 0 };
	c->sampling = (enum mccfr_sampling)options_int(t->options, "sampling");
	c->batch = options_int(t->options, "batch");
	c->fading = options_int(t->options, "fading") ? t->target / 3 : 0;
	c->threads = t->threads;
	c->seed = t->seed;
	t->self = c;
	public_begin(t->game, &begin);
	return public_tree_build(&c->mix.tree, &t->arena, t->game, &begin, NULL, 0,
				 "mccfr", st) &&
	       (mccfr_open(c, &t->arena) || public_tree_refuse(&t->arena, "mccfr", st));
}

static bool
open_trainer(struct trainer *t, struct status *st)
{
	const int64_t mib = options_int(t->options, "memory");
	if (!arena_open(&t->arena, (size_t)mib << 20))
		return status_fail(st, "mccfr: the system gives no %lld MiB",
				   (long long)mib);
	if (build(t, st)) {
		t->pace = ((struct mccfr *)t->self)->batch;
		return true;
	}
	close_trainer(t);
	return false;
}

static void
step(struct trainer *t, int64_t steps)
{
	struct mccfr *c = t->self;
	mccfr_iterate(c, steps);
	t->steps = c->mix.iterations;
}

static double
measure(struct trainer *t)
{
	struct mccfr *c = t->self;
	mccfr_publish(c);
	return public_mix_exploitability(&c->mix);
}

static bool
save(struct trainer *t, const char *path, struct status *st)
{
	mccfr_publish(t->self);
	const struct public_file f = file_of(t);
	return public_file_write(&f, path, st);
}

static bool
load(struct trainer *t, const char *path, struct status *st)
{
	struct public_file f = file_of(t);
	const bool ok = public_file_read(&f, path, st);
	t->steps = ok ? f.steps : 0;
	return ok;
}

const struct trainer_ops mccfr_trainer = {
	.key = "mccfr",
	.counted = "iterations",
	.open = open_trainer,
	.step = step,
	.measure = measure,
	.save = save,
	.load = load,
	.close = close_trainer,
};
