/*
 * sample.h - external-sampling MCCFR on an abstraction: what its files share.
 *
 * Source: Lanctot, Waugh, Zinkevich and Bowling 2009 (external sampling); Brown and Sandholm 2019
 * (linear weights, the floor of regrets).
 *
 * An iteration deals once and is a traversal for either seat. Regrets are whole chips, of the other
 * seat's moves those drawn are counted: they become its average. A batch is made with the
 * strategy it began with; what is to be added waits in lists, one of each thread, which has a
 * stretch of the iterations for its own. Numbers stop at a floor and a ceiling, so that the order
 * in which they are added matters: it is that of the iterations, whatever the threads, each of
 * which adds to its part of the table. So any number of them makes the same tables. Over ranks a
 * stretch is a job, and each rank adds all of them to its own table.
 *
 * With skip= a move whose regret is that many stacks below 0 is left out if the hand goes on behind
 * it and another move's regret is above 0: not in every iteration, so that it can come back. Where
 * it is left out neither it nor what is behind it learns (Brown and Sandholm 2019, in 95 % of the
 * iterations).
 *
 * Memory: 8 bytes for each move and bucket, from the arena; the lists, some 20 MB, are the
 * system's and grow between traversals alone.
 */
#ifndef PLYSCOPE_AI_ABSTRACT_SAMPLE_H
#define PLYSCOPE_AI_ABSTRACT_SAMPLE_H

#include "ai/abstract/betting.h"

#define ABSTRACT_FLOOR	 (-310000000) /* Brown and Sandholm 2019 */
#define ABSTRACT_CEILING 2000000000
#define ABSTRACT_TICKS	 32 /* times that the past fades */
#define ABSTRACT_FULL	 20 /* iterations, of which the first leaves no move out */

struct sample_entry {
	uint32_t at; /* in the numbers */
	int32_t add;
};

struct sample_list {
	struct sample_entry *entry;
	size_t count, room;
};

struct sampler {
	const struct game *g;
	const struct bucket_ops *ops;
	struct betting betting;
	const void *tables;
	int32_t *number;	  /* betting.numbers regrets, then as many counts */
	struct sample_list *list; /* [threads] */
	size_t most[2];		  /* entries of a traversal for a seat */
	int threads;
	int64_t batch, iterations;
	int64_t tick; /* iterations from one time that the past fades to the next */
	uint64_t seed;
	int32_t hopeless; /* a regret: below it moves are left out; INT32_MIN: none are */
	bool (*go_on)(void *self); /* over ranks, as in trainer.h; NULL: on threads */
	void *asked;
	int workers;
	bool ended;
	struct status st; /* failed: it can learn no more */
};

/* Adds to a number, within its bounds. */
static inline void
sampler_add(int32_t *number, int32_t add)
{
	int64_t x = (int64_t)*number + add;
	x = x < ABSTRACT_FLOOR ? ABSTRACT_FLOOR : x;
	*number = (int32_t)(x > ABSTRACT_CEILING ? ABSTRACT_CEILING : x);
}

/* So many iterations, in batches, the last of which may be cut short; over ranks fewer, `ended`
 * then says so, and a batch that was begun leaves nothing behind. */
void sampler_iterate(struct sampler *s, int64_t iterations);
/* The most entries of a traversal. */
void sampler_count(struct sampler *s);
void sampler_close(struct sampler *s);

#endif
