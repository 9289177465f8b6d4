/*
 * sample.h - external-sampling MCCFR on an abstraction: what its files share.
 *
 * Source: Lanctot, Waugh, Zinkevich and Bowling 2009.
 *
 * An iteration deals once and is a traversal for either seat. Regrets are whole chips, of the other
 * seat's moves those drawn are counted: they become its average. How both come together, for any
 * number of threads and ranks, is in ai/poker/mccfr/sampling.h.
 */
#ifndef PLYSCOPE_AI_POKER_TABLE_SAMPLE_H
#define PLYSCOPE_AI_POKER_TABLE_SAMPLE_H

#include "ai/poker/mccfr/sampling.h"
#include "ai/poker/table/betting.h"

struct sampler {
	const struct game *g;
	const struct bucket_ops *ops;
	struct betting betting;
	const void *tables;
	struct sample_tables to; /* of betting.numbers */
	uint64_t seed;
};

/* Makes the sampler what fills s->to, whose tables have been taken. */
void sampler_begin(struct sampler *s);

#endif
