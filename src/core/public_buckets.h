/*
 * public_buckets.h - what a game of poker tells of an abstraction: hands of a round that are about as good
 * share a bucket (ai/poker/table).
 *
 * Of a game whose boards are too many to be listed, every hand alike. Counts are of the buckets of
 * each round, of BUCKET_ROUNDS.
 */
#ifndef PLYSCOPE_CORE_PUBLIC_BUCKETS_H
#define PLYSCOPE_CORE_PUBLIC_BUCKETS_H

#include "src/base/arena.h"
#include "src/core/public.h"

#include <stdatomic.h>

#define BUCKET_ROUNDS 4
#define BUCKET_NONE   UINT16_MAX /* a hand that the board excludes */
#define BUCKET_LINE   232	 /* moves of a hand, at most, with those of chance */

/* A hand that was dealt to its end, in buckets. */
struct bucket_deal {
	uint16_t bucket[2][BUCKET_ROUNDS]; /* of each seat in each round */
	int8_t better;			   /* 1: seat 0's hand wins, 0: a tie, -1 */
};

struct bucket_ops {
	/* Whether this variant can be played so, with so many buckets; false: why not. */
	bool (*here)(const struct game *g, const int *counts, struct status *st);
	/* The public state in which the betting of this hand began, and the moves since then
	 * with those of chance, at most BUCKET_LINE. */
	int (*begin)(const struct game *g, const struct state *s, struct state *out,
		     struct played_move *line);
	/* The rules that a table is for, in words of options. */
	void (*rules)(const struct game *g, char *out, int size);
	/* Works out the tables that deal() needs, in the arena; the same for any number of
	 * threads. NULL: it is full, and they need *bytes, or *stop is true (stop may be NULL). */
	void *(*fill)(const struct game *g, const int *counts, int threads,
		      atomic_bool *stop, struct arena *arena, size_t *bytes);
	void (*deal)(const struct game *g, const void *tables, struct rng *rng,
		     struct bucket_deal *out);
	/* What of() needs of the tables: a part of them of this size, without pointers. */
	const void *(*lookup)(const struct game *g, const void *tables);
	size_t (*lookup_bytes)(const struct game *g);
	/* Whether so many bytes, from a file, are such a part for these counts. */
	bool (*lookup_holds)(const struct game *g, const int *counts, const void *lookup,
			     size_t bytes);
	/* The buckets of all hands at a public state, BUCKET_NONE for those that it excludes. */
	void (*of)(const struct game *g, const void *lookup, const struct state *s,
		   uint16_t *bucket);
};

#endif
