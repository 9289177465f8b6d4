/*
 * ttable.h - a transposition table of value tuples, of fixed size.
 *
 * Two entries to a bucket: one keeps the deeper result, the other the newer. An entry
 * serves the remaining depth it was searched with, and as many plies more as have the
 * same leaves (`slack`); so a search returns the same with the table as without. Memory:
 * 16 + 4 * seats bytes an entry, rounded up to 8. A search starts with a small part of
 * the table, which stays in the cache and touches few fresh pages, and enlarges it as it
 * fills.
 */
#ifndef PLYSCOPE_AI_COMMON_TTABLE_H
#define PLYSCOPE_AI_COMMON_TTABLE_H

#include "src/core/search.h"

#define TTABLE_SOLVED 255 /* slack: every leaf was settled */

enum ttable_bound { TTABLE_EXACT = 1, TTABLE_LOWER, TTABLE_UPPER };

struct ttable_entry {
	uint64_t key;
	move m;
	uint8_t depth;	 /* remaining plies */
	uint8_t bound;	 /* enum ttable_bound, 0: empty */
	uint8_t slack;	 /* so many plies more have the same leaves; SOLVED: any number */
	uint8_t run;	 /* entries of earlier runs are empty */
	int32_t value[]; /* [seats] */
};

struct ttable {
	unsigned char *base;
	uint64_t buckets; /* in use; 0: no table */
	uint64_t capacity, stores;
	uint32_t stride;
	uint8_t seats, run;
	bool dirty;	/* the memory was used before and is not zero */
	size_t unclean; /* its last bytes, which ttable_clean() has still to clear */
};

/*
 * Takes at most `bytes` of fresh arena memory, less when max_nodes (0: no limit) needs
 * less.
 */
void ttable_open(struct ttable *t, struct arena *a, size_t bytes, int seats,
		 int64_t max_nodes);
/* Empties the table and starts small again. */
void ttable_clear(struct ttable *t);
/* For a search without iterations: empties the table, which then becomes larger by doublings alone,
 * up to all but a few of its bytes. */
void ttable_restart(struct ttable *t);
/* Makes it twice as large, as long as there is room; the entries stay. */
void ttable_double(struct ttable *t);
/* Between two iterations: a full table becomes larger, and empty. True: it did, and is to be cleaned
 * before it is used. */
bool ttable_grow(struct ttable *t);
/* Clears one more piece of it, some hundred microseconds. False: it is clean. */
bool ttable_clean(struct ttable *t);
size_t ttable_bytes(const struct ttable *t);
void ttable_store(struct ttable *t, uint64_t key, int depth, enum ttable_bound bound,
		  int slack, move m, const int32_t *value);

static inline struct ttable_entry *
ttable_bucket(const struct ttable *t, uint64_t key)
{
	const uint64_t at = (uint64_t)(((unsigned __int128)key * t->buckets) >> 64);
	return (struct ttable_entry *)(void *)(t->base + at * 2 * t->stride);
}

/* A probe of this key follows soon. */
static inline void
ttable_prefetch(const struct ttable *t, uint64_t key)
{
	__builtin_prefetch(ttable_bucket(t, key));
}

/* The move of any entry of this key, MOVE_NONE: none. */
static inline move
ttable_move(const struct ttable *t, uint64_t key)
{
	const struct ttable_entry *e = ttable_bucket(t, key);
	for (int i = 0; i < 2; i++) {
		if (e->key == key && e->bound != 0 && e->run == t->run)
			return e->m;
		e = (const struct ttable_entry *)(const void *)((const unsigned char *)e +
								t->stride);
	}
	return MOVE_NONE;
}

/* An entry valid at this remaining depth, NULL: none. */
static inline const struct ttable_entry *
ttable_probe(const struct ttable *t, uint64_t key, int depth)
{
	const struct ttable_entry *e = ttable_bucket(t, key);
	for (int i = 0; i < 2; i++) {
		if (e->key == key && e->bound != 0 && e->run == t->run &&
		    e->depth <= depth &&
		    (e->slack == TTABLE_SOLVED || depth - e->depth <= e->slack))
			return e;
		e = (const struct ttable_entry *)(const void *)((const unsigned char *)e +
								t->stride);
	}
	return NULL;
}

#endif
