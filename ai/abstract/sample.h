/*
 * sample.h - external-sampling MCCFR on an abstraction: what its files share.
 *
 * Source: Lanctot, Waugh, Zinkevich and Bowling 2009 (external sampling); Brown and Sandholm 2019
 * (moves left out).
 *
 * An iteration deals once and is a traversal for either seat. Regrets are whole chips, of the other
 * seat's moves those drawn are counted: they become its average. How both come together, for any
 * number of threads and ranks, is in ai/common/sampling.h.
 *
 * With skip= a move whose regret is that many stacks below 0 is left out if the hand goes on behind
 * it and another move's regret is above 0: not in every iteration, so that it can come back. Where
 * it is left out neither it nor what is behind it learns (Brown and Sandholm 2019, in 95 % of the
 * iterations).
 */
#ifndef PLYSCOPE_AI_ABSTRACT_SAMPLE_H
#define PLYSCOPE_AI_ABSTRACT_SAMPLE_H

#include "ai/abstract/betting.h"
#include "ai/common/sampling.h"

#define ABSTRACT_FULL 20 /* iterations, of which the first leaves no move out */

struct sampler {
	const struct game *g;
	const struct bucket_ops *ops;
	struct betting betting;
	const void *tables;
	struct sample_tables to; /* of betting.numbers */
	uint64_t seed;
	int32_t hopeless; /* a regret: below it moves are left out; INT32_MIN: none are */
};

/* Makes the sampler what fills s->to, whose tables have been taken. */
void sampler_begin(struct sampler *s);

#endif
