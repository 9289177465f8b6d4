/*
 * arena.h - memory of a fixed size, given out front to back, reset at once.
 *
 * A full arena returns NULL: for a search that is a stop reason, not an error. The pages
 * are mapped on first use, so a large budget costs nothing until it is needed.
 */
#ifndef PLYSCOPE_BASE_ARENA_H
#define PLYSCOPE_BASE_ARENA_H

#include <stdbool.h>
#include <stddef.h>

struct arena {
	unsigned char *base;
	size_t size, used; /* bytes */
	bool dirty;	   /* used before: its bytes are not all zero */
};

bool arena_open(struct arena *a, size_t size); /* false: the system gave no memory */
void arena_close(struct arena *a);
/* Wants large pages for a part of an arena's memory that is about to be used all over. */
void arena_want_large_pages(void *from, size_t size);

/* Aligned to 64 bytes (a cache line), not zeroed after a reset; NULL when full. */
static inline void *
arena_take(struct arena *a, size_t bytes)
{
	size_t at = (a->used + 63) & ~(size_t)63;
	if (bytes > a->size || at > a->size - bytes)
		return NULL;
	a->used = at + bytes;
	return a->base + at;
}

static inline size_t
arena_left(const struct arena *a)
{
	return a->size - a->used;
}

/* Gives back what was taken since `used` was this. */
static inline void
arena_back(struct arena *a, size_t used)
{
	a->used = used;
	a->dirty = true;
}

static inline void
arena_reset(struct arena *a)
{
	a->used = 0;
	a->dirty = true;
}

#endif
