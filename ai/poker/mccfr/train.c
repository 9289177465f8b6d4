/* train.c - mccfr as a trainer (src/core/trainer.h): a step is an iteration, threads share
 * batches. */
#include "ai/poker/mccfr/mccfr.h"

#include "ai/poker/tree/train.h"
#include "ai/trainers.h"

#include <stdio.h>

static struct public_file
mccfr_trainer_file_of(const struct trainer *t)
{
	struct mccfr *c = t->self;
	struct public_file f = { .mix = &c->mix, .owns = 2 };
	char sampling[16];
	options_format(t->options, options_find(t->options, "sampling"), sampling,
		       sizeof sampling);
	snprintf(f.by, sizeof f.by, "mccfr:sampling=%s,batch=%lld,seed=%llu", sampling,
		 (long long)c->batch, (unsigned long long)c->seed);
	f.own[0].at = c->regret;
	f.own[1].at = c->sum;
	f.own[0].bytes = f.own[1].bytes = c->numbers * sizeof *c->sum;
	return f;
}

static bool
mccfr_trainer_open_trainer(struct trainer *t, struct status *st)
{
	struct mccfr *c = public_train_open(t, sizeof *c, "mccfr", st);
	if (c == NULL)
		return false;
	c->threads = t->threads;
	mccfr_set(c, t->options, t->seed);
	if (!mccfr_open(c, &t->arena))
		return public_train_refuse(t, "mccfr", st);
	t->pace = c->batch;
	return true;
}

static void
mccfr_trainer_step(struct trainer *t, int64_t steps)
{
	struct mccfr *c = t->self;
	mccfr_iterate(c, steps);
	t->steps = c->mix.iterations;
}

static double
mccfr_trainer_measure(struct trainer *t)
{
	struct mccfr *c = t->self;
	mccfr_publish(c);
	return public_mix_exploitability(&c->mix);
}

static bool
mccfr_trainer_save(struct trainer *t, const char *path, struct status *st)
{
	mccfr_publish(t->self);
	const struct public_file f = mccfr_trainer_file_of(t);
	return public_file_write(&f, path, st);
}

static bool
mccfr_trainer_load(struct trainer *t, const char *path, struct status *st)
{
	struct public_file f = mccfr_trainer_file_of(t);
	return public_train_load(t, &f, path, st);
}

const struct trainer_ops mccfr_trainer = {
	.key = "mccfr",
	.counted = "iterations",
	.open = mccfr_trainer_open_trainer,
	.step = mccfr_trainer_step,
	.measure = mccfr_trainer_measure,
	.save = mccfr_trainer_save,
	.load = mccfr_trainer_load,
	.close = public_train_close,
};
