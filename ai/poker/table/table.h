/*
 * table.h - a strategy for an abstraction of a game, as it is played: one byte a move.
 *
 * Of each decision and bucket the average strategy in 1/255, rounded; all 0 where training never
 * came. Files are those of src/base/pack.h; each round is a layer of its own, as are the buckets
 * and, for training to go on, its tables.
 */
#ifndef PLYSCOPE_AI_POKER_TABLE_TABLE_H
#define PLYSCOPE_AI_POKER_TABLE_TABLE_H

#include "ai/poker/table/betting.h"

#include "src/base/pack.h"

#define TABLE_BY 200

struct abstract_table {
	struct betting betting;
	const struct bucket_ops *ops;
	const void *lookup; /* the buckets, in play: bucket_ops.of() */
	uint8_t *byte[BUCKET_ROUNDS];
	int64_t steps; /* iterations it was trained for */
	char by[TABLE_BY];
};

/* Reads a file for this game: tree, buckets and bytes, in the arena. False: it is damaged, of other
 * rules, or does not fit, said in st. */
bool abstract_table_read(struct abstract_table *t, const struct game *g, const char *path,
			 struct arena *arena, struct status *st);
/* The shares of the moves of a decision with a bucket. */
static inline const uint8_t *
abstract_table_bytes(const struct abstract_table *t, const struct betting_node *n,
		     int bucket)
{
	return t->byte[n->round] + (n->table - t->betting.begins[n->round]) +
	       (size_t)bucket * n->moves;
}

/* The mix of a bucket at a decision. False: training never came there, and there is none. */
bool abstract_table_mix(const struct abstract_table *t, uint32_t at, int bucket,
			double *prob);

/* What a file is written from, and what is read back for training. */
struct abstract_file {
	const struct game *g;
	struct betting *betting;
	const void *lookup;
	int64_t *steps;
	char by[TABLE_BY];
	int32_t *numbers; /* regrets, then counts */
	bool keep;	  /* they are in the file, too */
	uint8_t *byte;	  /* room for a round's */
	/* The bytes of a round from the counts. */
	void (*quantise)(const struct abstract_file *f, int round, uint8_t *out);
};
bool abstract_file_write(const struct abstract_file *f, const char *path,
			 struct status *st);
/* Reads the steps and the numbers of a file that was written the same way. */
bool abstract_file_read(const struct abstract_file *f, const char *path,
			struct status *st);

#endif
