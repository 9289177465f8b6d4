/*
 * train_flop.c - cfr as a trainer (src/core/trainer.h) of flop hold'em, where one deal brings the
 * whole board: the first hand from its first bet to its end (ai/poker/tree). A step is an
 * iteration, whose boards the threads share. The file is also one that `plyscope solve holdem
 * --out` writes.
 */
#include "ai/poker/cfr/remainder.h"
#include "ai/poker/tree/subgame_file.h"
#include "ai/poker/tree/train.h"
#include "ai/trainers.h"

#include <stdio.h>
#include <string.h>

/* With the most raises that would fit. */
static bool
cfr_flop_refuse(struct trainer *t, const struct subgame_setup *setup,
		const struct status *why, struct status *st)
{
	int64_t mib = 0;
	arena_reset(&t->arena);
	const int raises = subgame_fewer_raises(&t->arena, setup,
						options_int(t->options, "memory"), &mib);
	return raises < 0 ? status_fail(st, "cfr: %s", why->text)
			  : status_fail(st, "cfr: %s; raises=%d needs %lld", why->text,
					raises, (long long)mib);
}

static bool
cfr_flop_open_hand(struct trainer *t, struct status *st)
{
	struct subgame *s = t->self;
	struct status why = { 0 };
	struct state begin;
	struct subgame_setup setup =
		subgame_first_hand(t->game, (int)options_int(t->options, "raises"),
				   &begin);
	setup.variant = (enum regret_variant)options_int(t->options, "variant");
	setup.threads = t->threads;
	if (!subgame_open(s, &t->arena, &setup, &why))
		return cfr_flop_refuse(t, &setup, &why, st);
	s->crew = &t->crew;
	return true;
}

static bool
cfr_flop_open_trainer(struct trainer *t, struct status *st)
{
	if (!train_open_memory(&t->arena, t->options, "cfr", st))
		return false;
	t->self = arena_take(&t->arena, sizeof(struct subgame));
	t->pace = 1;
	if (cfr_flop_open_hand(t, st))
		return true;
	arena_close(&t->arena);
	return false;
}

static void
cfr_flop_step(struct trainer *t, int64_t steps)
{
	struct subgame *s = t->self;
	for (int64_t i = 0; i < steps; i++)
		subgame_iterate(s);
	t->steps = s->iterations;
}

static double
cfr_flop_measure(struct trainer *t)
{
	struct subgame *s = t->self;
	return subgame_exploitability(s);
}

static int
cfr_flop_figures(struct trainer *t, struct trainer_figure *out)
{
	const struct subgame *s = t->self;
	out[0] = (struct trainer_figure){ "public_nodes", "public nodes", "",
					  s->decisions };
	return 1;
}

/* What decides the strategy: not the number of threads. */
static void
cfr_flop_format_by(const struct trainer *t, char out[SUBGAME_BY])
{
	char variant[16];
	options_format(t->options, options_find(t->options, "variant"), variant,
		       sizeof variant);
	snprintf(out, SUBGAME_BY, "cfr:variant=%s,raises=%lld", variant,
		 (long long)options_int(t->options, "raises"));
}

static bool
cfr_flop_save(struct trainer *t, const char *path, struct status *st)
{
	struct subgame *s = t->self;
	char by[SUBGAME_BY];
	cfr_flop_format_by(t, by);
	const struct subgame_saved about = {
		.raises = (int)options_int(t->options, "raises"),
		.exploitability = subgame_exploitability(s),
		.by = by,
	};
	return subgame_save(s, &about, path, st);
}

static bool
cfr_flop_load(struct trainer *t, const char *path, struct status *st)
{
	struct subgame *s = t->self;
	char by[SUBGAME_BY];
	cfr_flop_format_by(t, by);
	if (!subgame_resume(s, by, NULL, path, st))
		return false;
	t->steps = s->iterations;
	return true;
}

const struct trainer_ops cfr_flop_trainer = {
	.key = "cfr",
	.counted = "iterations",
	.fits = remainder_plays_whole,
	.open = cfr_flop_open_trainer,
	.step = cfr_flop_step,
	.measure = cfr_flop_measure,
	.figures = cfr_flop_figures,
	.save = cfr_flop_save,
	.load = cfr_flop_load,
	.close = public_train_close,
};
