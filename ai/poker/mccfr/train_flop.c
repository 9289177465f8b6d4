/*
 * train_flop.c - mccfr as a trainer (src/core/trainer.h) of flop hold'em: the first hand from its
 * first bet to its end (flop.h). The file is also one that `plyscope solve holdem --out` writes.
 */
#include "ai/poker/mccfr/flop.h"
#include "ai/poker/tree/subgame_file.h"

#include "ai/poker/cfr/remainder.h"
#include "ai/poker/tree/train.h"
#include "ai/trainers.h"

#include <stdio.h>
#include <string.h>

struct flop_training {
	struct flop_sampler sampler;
	struct subgame s;
	int raises;
};

static void
mccfr_flop_trainer_close_trainer(struct trainer *t)
{
	struct flop_training *f = t->self;
	sampling_close(&f->sampler.to);
	public_train_close(t);
}

static bool
mccfr_flop_trainer_open_hand(struct trainer *t, struct status *st)
{
	struct flop_training *f = t->self;
	struct status why = { 0 };
	struct state begin;
	struct subgame_setup setup = subgame_first_hand(t->game, f->raises, &begin);
	setup.threads = t->threads;
	if (!subgame_open(&f->s, &t->arena, &setup, &why) ||
	    !flop_sampler_open(&f->sampler, &f->s, &t->arena, t->threads, t->seed,
			       options_int(t->options, "batch"), &why))
		return status_fail(st, "mccfr: %s; fewer raises or flops need less",
				   why.text);
	f->s.crew = &t->crew;
	t->pace = f->sampler.to.batch;
	return true;
}

static bool
mccfr_flop_trainer_open_trainer(struct trainer *t, struct status *st)
{
	int raises;
	if (!flop_raises(t->options, &raises, st) ||
	    !train_open_memory(&t->arena, t->options, "mccfr", st))
		return false;
	struct flop_training *f = arena_take(&t->arena, sizeof *f);
	memset(f, 0, sizeof *f);
	f->raises = raises;
	t->self = f;
	if (mccfr_flop_trainer_open_hand(t, st))
		return true;
	arena_close(&t->arena);
	return false;
}

static void
mccfr_flop_trainer_step(struct trainer *t, int64_t steps)
{
	sampling_step(&((struct flop_training *)t->self)->sampler.to, t, steps);
}

static double
mccfr_flop_trainer_measure(struct trainer *t)
{
	struct flop_training *f = t->self;
	flop_sampler_publish(&f->sampler);
	return subgame_exploitability(&f->s);
}

static int
mccfr_flop_trainer_figures(struct trainer *t, struct trainer_figure *out)
{
	const struct flop_training *f = t->self;
	out[0] = (struct trainer_figure){ "information_sets", "information sets", "",
					  (double)f->sampler.sets };
	return 1;
}

/* What decides the strategy: not the number of threads. */
static void
mccfr_flop_trainer_format_by(const struct trainer *t, char out[SUBGAME_BY])
{
	const struct flop_training *f = t->self;
	snprintf(out, SUBGAME_BY, "mccfr:raises=%d,batch=%lld,seed=%llu", f->raises,
		 (long long)f->sampler.to.batch, (unsigned long long)t->seed);
}

static bool
write_file(struct flop_training *f, const char *by, const char *path, struct status *st)
{
	if (f->sampler.to.st.failed)
		return status_fail(st, "%s", f->sampler.to.st.text);
	flop_sampler_publish(&f->sampler);
	const struct subgame_saved about = {
		.raises = f->raises,
		.exploitability = subgame_exploitability(&f->s),
		.by = by,
		.learned = f->sampler.to.number,
	};
	return subgame_save(&f->s, &about, path, st);
}

static bool
mccfr_flop_trainer_save(struct trainer *t, const char *path, struct status *st)
{
	char by[SUBGAME_BY];
	mccfr_flop_trainer_format_by(t, by);
	return write_file(t->self, by, path, st);
}

static bool
mccfr_flop_trainer_load(struct trainer *t, const char *path, struct status *st)
{
	struct flop_training *f = t->self;
	char by[SUBGAME_BY];
	mccfr_flop_trainer_format_by(t, by);
	if (!subgame_resume(&f->s, by, f->sampler.to.number, path, st))
		return false;
	f->sampler.to.iterations = t->steps = f->s.iterations;
	return true;
}

const struct trainer_ops mccfr_flop_trainer = {
	.key = "mccfr",
	.counted = "iterations",
	.fits = remainder_plays_whole,
	.open = mccfr_flop_trainer_open_trainer,
	.ranks = true,
	.step = mccfr_flop_trainer_step,
	.measure = mccfr_flop_trainer_measure,
	.figures = mccfr_flop_trainer_figures,
	.save = mccfr_flop_trainer_save,
	.load = mccfr_flop_trainer_load,
	.close = mccfr_flop_trainer_close_trainer,
};
