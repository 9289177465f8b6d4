/*
 * ttable.c - see ttable.h. The pages of a fresh arena are zero, so an empty table costs
 * nothing. In memory used before, the part in use is cleared.
 */
#include "ai/common/ttable.h"

#include <assert.h>
#include <string.h>

#define BUCKETS_FIRST 4096	/* 256 KiB with four seats */
#define LARGE_PAGES   (4 << 20) /* bytes from which large pages pay */
#define CLEAN_BYTES   (1 << 20) /* at once */

/* Bytes of an entry for so many seats. */
static uint32_t
ttable_stride(int seats)
{
	return (uint32_t)((sizeof(struct ttable_entry) + 4 * (size_t)seats + 7) &
			  ~(size_t)7);
}

void
ttable_open(struct ttable *t, struct arena *a, size_t bytes, int seats, int64_t max_nodes)
{
	*t = (struct ttable){ .seats = (uint8_t)seats, .run = 1, .dirty = a->dirty };
	t->stride = ttable_stride(seats);
	uint64_t buckets = bytes / (2 * t->stride);
	if (max_nodes > 0 && (uint64_t)max_nodes < buckets)
		buckets = (uint64_t)max_nodes;
	if (buckets == 0)
		return;
	t->base = arena_take(a, buckets * 2 * t->stride);
	t->capacity = t->base ? buckets : 0;
	t->buckets = t->capacity < BUCKETS_FIRST ? t->capacity : BUCKETS_FIRST;
}

size_t
ttable_bytes(const struct ttable *t)
{
	return t->buckets * 2 * t->stride;
}

static void
ttable_forget(struct ttable *t)
{
	t->stores = 0;
	t->run++;
	if (t->dirty)
		memset(t->base, 0, ttable_bytes(t));
	if (t->run == 0) {
		memset(t->base, 0, t->capacity * 2 * t->stride);
		t->run = 1;
	}
}

void
ttable_clear(struct ttable *t)
{
	t->buckets = t->capacity < BUCKETS_FIRST ? t->capacity : BUCKETS_FIRST;
	ttable_forget(t);
}

void
ttable_restart(struct ttable *t)
{
	int doublings = 0;
	while (t->capacity >> doublings >= 2 * BUCKETS_FIRST)
		doublings++;
	t->buckets = t->capacity >> doublings;
	t->capacity = t->buckets << doublings;
	ttable_forget(t);
}

/* Entries are in the order of their keys, bucket by bucket: those of one go to two, from the end
 * on, where nothing is overwritten that is still to come. */
void
ttable_double(struct ttable *t)
{
	unsigned char pair[2 * (sizeof(struct ttable_entry) + SEATS_MAX * 4 + 8)];
	const size_t bytes = 2 * (size_t)t->stride;
	assert(bytes <= sizeof pair);
	if (2 * t->buckets > t->capacity)
		return;
	if (2 * ttable_bytes(t) >= LARGE_PAGES)
		arena_want_large_pages(t->base, 2 * ttable_bytes(t));
	for (uint64_t b = t->buckets; b-- > 0;) {
		unsigned char *to = t->base + 2 * b * bytes;
		memcpy(pair, t->base + b * bytes, bytes);
		memset(to, 0, 2 * bytes);
		for (int i = 0; i < 2; i++) {
			const unsigned char *from = pair + (size_t)i * t->stride;
			uint64_t key;
			memcpy(&key, from, sizeof key);
			const uint64_t at =
				(uint64_t)(((unsigned __int128)key * (2 * t->buckets)) >>
					   64);
			if (at / 2 == b)
				memcpy(to + (at - 2 * b) * bytes + (size_t)i * t->stride,
				       from, t->stride);
		}
	}
	t->buckets *= 2;
}

bool
ttable_grow(struct ttable *t)
{
	if (t->stores < t->buckets || t->buckets == t->capacity)
		return false;
	while (t->buckets < t->capacity && t->buckets < 16 * t->stores)
		t->buckets *= 2;
	if (t->buckets > t->capacity)
		t->buckets = t->capacity;
	if (ttable_bytes(t) >= LARGE_PAGES)
		arena_want_large_pages(t->base, ttable_bytes(t));
	if (!t->dirty || t->run == UINT8_MAX) {
		ttable_forget(t);
		return true;
	}
	t->stores = 0;
	t->run++;
	t->unclean = ttable_bytes(t);
	return true;
}

bool
ttable_clean(struct ttable *t)
{
	const size_t piece = t->unclean < CLEAN_BYTES ? t->unclean : CLEAN_BYTES;
	memset(t->base + (ttable_bytes(t) - t->unclean), 0, piece);
	t->unclean -= piece;
	return piece > 0;
}

static void
ttable_fill(const struct ttable *t, struct ttable_entry *e, uint64_t key, int depth,
	    enum ttable_bound bound, int slack, move m, const int32_t *value)
{
	e->key = key;
	e->m = m;
	e->depth = (uint8_t)depth;
	e->bound = (uint8_t)bound;
	e->slack = (uint8_t)slack;
	e->run = t->run;
	memcpy(e->value, value, sizeof *value * t->seats);
}

/* The entry of the bucket that gives way. */
static struct ttable_entry *
ttable_find_place(struct ttable *t, uint64_t key, int depth)
{
	struct ttable_entry *e = ttable_bucket(t, key);
	const bool same = e->key == key && e->run == t->run && e->bound != 0;
	const bool keep = e->run == t->run && e->bound != 0 && !same && e->depth > depth;
	if (keep)
		e = (struct ttable_entry *)(void *)((unsigned char *)e + t->stride);
	t->stores++;
	return e;
}

void
ttable_store(struct ttable *t, uint64_t key, int depth, enum ttable_bound bound,
	     int slack, move m, const int32_t *value)
{
	ttable_fill(t, ttable_find_place(t, key, depth), key, depth, bound, slack, m,
		    value);
}
