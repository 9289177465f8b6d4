/*
 * sampling.h - regrets and counts that are learned from sampled iterations, in batches.
 *
 * A batch is made with the strategy it began with; what is to be added waits in lists, one of each
 * thread, which has a stretch of the iterations for its own. Numbers stop at a floor and a ceiling,
 * so that the order in which they are added matters: it is that of the iterations, whatever the
 * threads, each of which adds to its part of the table. So any number of them makes the same
 * tables. Over ranks a stretch is a job, and each rank adds all of them to its own table. In the
 * first iterations the past fades: weights that grow with the iterations, linear CFR.
 *
 * Source: Brown and Sandholm 2019 (linear weights, the floor of regrets).
 * Memory: 8 bytes for each number of a strategy, the caller's; the lists, some 20 MB, are the
 * system's and grow between iterations alone.
 */
#ifndef PLYSCOPE_AI_POKER_MCCFR_SAMPLING_H
#define PLYSCOPE_AI_POKER_MCCFR_SAMPLING_H

#include "ai/poker/tree/regret.h"
#include "src/base/rng.h"
#include "src/base/status.h"
#include "src/core/trainer.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SAMPLING_FLOOR	 (-310000000) /* Brown and Sandholm 2019 */
#define SAMPLING_CEILING 2000000000
#define SAMPLING_TICKS	 32 /* times that the past fades */

struct sample_entry {
	uint32_t at; /* in the numbers */
	int32_t add;
};

struct sample_list {
	struct sample_entry *entry;
	size_t count, room;
};

struct sample_tables {
	int32_t *number;	  /* `numbers` regrets, then as many counts */
	uint64_t numbers;	  /* twice that at most UINT32_MAX */
	struct sample_list *list; /* [threads] */
	int threads;
	size_t most; /* entries of an iteration */
	int64_t batch, iterations;
	int64_t tick;	 /* iterations from one time that the past fades to the next */
	int64_t entries; /* written down so far */
	const struct trainer *over; /* ranks; NULL: on threads */
	int workers;
	bool ended;
	struct status st; /* failed: it can learn no more */
	void *self;
	/* Writes down what an iteration adds, by the numbers as they are; the end of it. */
	struct sample_entry *(*sample)(const void *self, int64_t iteration,
				       struct sample_entry *to);
};

/* Batches and ticks for so many information sets: `asked` iterations, 0: a tenth of the sets. */
void sampling_set_pace(struct sample_tables *s, int64_t sets, int64_t asked);
/* So many iterations, in batches, the last of which may be cut short. Over ranks there may be
 * fewer: `ended` then says so, and a batch that was begun leaves nothing behind. */
void sampling_iterate(struct sample_tables *s, int64_t iterations);
/* Steps of a trainer: iterations, over ranks where that is how it trains. */
void sampling_step(struct sample_tables *s, struct trainer *t, int64_t steps);
/* Gives the lists back. */
void sampling_close(struct sample_tables *s);

/* Adds to a number, within its bounds. */
static inline void
sampling_add(int32_t *number, int32_t add)
{
	int64_t x = (int64_t)*number + add;
	x = x < SAMPLING_FLOOR ? SAMPLING_FLOOR : x;
	*number = (int32_t)(x > SAMPLING_CEILING ? SAMPLING_CEILING : x);
}

/* A move by the regrets above 0. */
static inline int
sampling_draw(struct rng *rng, const int32_t *regret, int moves)
{
	uint64_t all = 0;
	for (int a = 0; a < moves; a++)
		all += regret[a] > 0 ? (uint32_t)regret[a] : 0;
	if (all == 0)
		return (int)rng_below(rng, (uint32_t)moves);
	/* below all, which fits 34 bits */
	int64_t x = (int64_t)((rng_next(rng) >> 36) * all >> 28);
	int a = 0;
	while (a < moves - 1 && (regret[a] <= 0 || x >= regret[a])) {
		x -= regret[a] > 0 ? regret[a] : 0;
		a++;
	}
	return a;
}

/* To the nearest; values are far below 2^30. */
static inline int32_t
sampling_round(double value)
{
	return (int32_t)(value + 0x1p30 + 0.5) - (1 << 30);
}

/* A decision of the seat that learns, where a hand's moves were worth q: writes down what each adds
 * to its regret, of which the first is number `at`, and returns the value of its strategy. */
static inline int32_t
sampling_decide(const int32_t *regret, const int32_t *q, int moves, uint64_t at,
		struct sample_entry **entry)
{
	double mean = 0, all = 0;
	for (int a = 0; a < moves; a++) {
		all += regret_above(regret[a]);
		mean += regret_above(regret[a]) * q[a];
	}
	if (all <= 0)
		for (int a = 0; a < moves; a++, all++)
			mean += q[a];
	const int32_t value = sampling_round(mean / all);
	for (int a = 0; a < moves; a++)
		*(*entry)++ = (struct sample_entry){ (uint32_t)(at + (uint64_t)a),
						     q[a] - value };
	return value;
}

#endif
