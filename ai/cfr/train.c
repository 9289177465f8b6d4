/* train.c - cfr as a trainer (src/core/trainer.h): a step is an iteration. One thread. */
#include "ai/cfr/cfr.h"

#include "ai/common/public_file.h"
#include "src/core/trainer.h"

#include <stdio.h>
#include <string.h>

static struct public_file
file_of(const struct trainer *t)
{
	struct cfr *c = t->self;
	const struct public_tree *tree = &c->mix.tree;
	struct public_file f = { .mix = &c->mix, .steps = c->mix.iterations, .owns = 1 };
	char variant[16], updates[16];
	options_format(t->options, options_find(t->options, "variant"), variant,
		       sizeof variant);
	options_format(t->options, options_find(t->options, "updates"), updates,
		       sizeof updates);
	snprintf(f.by, sizeof f.by, "cfr:variant=%s,updates=%s", variant, updates);
	f.own[0].at = c->regret;
	f.own[0].bytes = (size_t)tree->rows * (size_t)tree->stride * sizeof *c->regret;
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
	struct cfr *c = arena_take(&t->arena, sizeof *c);
	struct state begin;
	memset(&begin, 0, sizeof begin);
	*c = (struct cfr){ 0 };
	c->variant = (enum cfr_variant)options_int(t->options, "variant");
	c->updates = (enum cfr_updates)options_int(t->options, "updates");
	t->self = c;
	t->pace = 1;
	public_begin(t->game, &begin);
	return public_tree_build(&c->mix.tree, &t->arena, t->game, &begin, NULL, 0, "cfr",
				 st) &&
	       (cfr_take(c, &t->arena) || public_tree_refuse(&t->arena, "cfr", st));
}

static bool
open_trainer(struct trainer *t, struct status *st)
{
	const int64_t mib = options_int(t->options, "memory");
	if (!arena_open(&t->arena, (size_t)mib << 20))
		return status_fail(st, "cfr: the system gives no %lld MiB",
				   (long long)mib);
	if (build(t, st))
		return true;
	close_trainer(t);
	return false;
}

static void
step(struct trainer *t, int64_t steps)
{
	struct cfr *c = t->self;
	for (int64_t i = 0; i < steps; i++)
		cfr_iterate(c);
	t->steps = c->mix.iterations;
}

static double
measure(struct trainer *t)
{
	struct cfr *c = t->self;
	return public_mix_exploitability(&c->mix);
}

static bool
save(struct trainer *t, const char *path, struct status *st)
{
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

const struct trainer_ops cfr_trainer = {
	.key = "cfr",
	.counted = "iterations",
	.open = open_trainer,
	.step = step,
	.measure = measure,
	.save = save,
	.load = load,
	.close = close_trainer,
};
