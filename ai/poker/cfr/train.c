/* train.c - cfr as a trainer (src/core/trainer.h): a step is an iteration. One thread. */
#include "ai/poker/cfr/cfr.h"

#include "ai/poker/tree/train.h"
#include "ai/trainers.h"

#include <stdio.h>

static struct public_file
cfr_trainer_file_of(const struct trainer *t)
{
	struct cfr *c = t->self;
	const struct public_tree *tree = &c->mix.tree;
	struct public_file f = { .mix = &c->mix, .owns = 1 };
	char variant[16];
	options_format(t->options, options_find(t->options, "variant"), variant,
		       sizeof variant);
	snprintf(f.by, sizeof f.by, "cfr:variant=%s", variant);
	f.own[0].at = c->regret;
	f.own[0].bytes = (size_t)tree->rows * (size_t)tree->stride * sizeof *c->regret;
	return f;
}

static bool
cfr_trainer_open_trainer(struct trainer *t, struct status *st)
{
	if (game_public(t->game) == NULL)
		return status_fail(st,
				   "cfr: %s has too many boards to train a whole hand",
				   t->game->ops->title);
	struct cfr *c = public_train_open(t, sizeof *c, "cfr", st);
	if (c == NULL)
		return false;
	cfr_set(c, t->options);
	return cfr_take(c, &t->arena) || public_train_refuse(t, "cfr", st);
}

static void
cfr_trainer_step(struct trainer *t, int64_t steps)
{
	struct cfr *c = t->self;
	for (int64_t i = 0; i < steps; i++)
		cfr_iterate(c);
	t->steps = c->mix.iterations;
}

static double
cfr_trainer_measure(struct trainer *t)
{
	struct cfr *c = t->self;
	return public_mix_exploitability(&c->mix);
}

static bool
cfr_trainer_save(struct trainer *t, const char *path, struct status *st)
{
	const struct public_file f = cfr_trainer_file_of(t);
	return public_file_write(&f, path, st);
}

static bool
cfr_trainer_load(struct trainer *t, const char *path, struct status *st)
{
	struct public_file f = cfr_trainer_file_of(t);
	return public_train_load(t, &f, path, st);
}

const struct trainer_ops cfr_trainer = {
	.key = "cfr",
	.counted = "iterations",
	.open = cfr_trainer_open_trainer,
	.step = cfr_trainer_step,
	.measure = cfr_trainer_measure,
	.save = cfr_trainer_save,
	.load = cfr_trainer_load,
	.close = public_train_close,
};
