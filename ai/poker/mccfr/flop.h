/*
 * flop.h - external-sampling mccfr of a hand of poker whose board comes at once, on the tree that
 * cfr solves (ai/poker/tree): every hand has its own numbers on every board.
 *
 * An iteration draws a board, which stands for those with other names of suits, and two hands from
 * the other cards, and is a traversal for either seat. Before the board the hands of a class are
 * one. Regrets are whole chips, of the other seat's moves those drawn are counted; how they come
 * together is in ai/poker/mccfr/sampling.h.
 *
 * Memory: what the subgame takes, 8 bytes more for each of its numbers, and two for each hand on
 * each board.
 */
#ifndef PLYSCOPE_AI_POKER_MCCFR_FLOP_H
#define PLYSCOPE_AI_POKER_MCCFR_FLOP_H

#include "ai/poker/mccfr/sampling.h"
#include "ai/poker/tree/subgame.h"
#include "src/core/look.h"
#include "src/core/search.h"

struct flop_sampler {
	struct subgame *s;
	struct sample_tables to; /* of s->numbers; a hand's moves stand side by side */
	uint64_t seed;
	uint16_t *strength; /* [board][hand of a list] */
	double *until;	    /* of the deals: how likely one of them or before is */
	uint16_t first[SUBGAME_WIDE]; /* of a hand: that of its class */
	int64_t sets;
};

/* Takes the tables of a hand, with nothing learned, from the arena. False: they do not fit, or have
 * more numbers than can be counted. */
bool flop_sampler_open(struct flop_sampler *f, struct subgame *s, struct arena *arena,
		       int threads, uint64_t seed, int64_t batch, struct status *st);
/* Writes what was learned into the sums of the subgame, and its iterations. */
void flop_sampler_publish(struct flop_sampler *f);

/* The raises of `raises=`, one number here. False: st. */
bool flop_raises(const struct options *o, int *raises, struct status *st);

/* mccfr as a player of flop hold'em: flop_play.c */
bool flop_search_open(struct search *s, struct status *st);
void flop_search_run(struct search *s);
void flop_search_close(struct search *s);
extern const struct gauge mccfr_gauge_sets, mccfr_gauge_batch;

#endif
