/*
 * bytes.h - numbers and texts as bytes that are the same on every machine: eight bytes for a
 * number, the least significant first, and a text behind its length.
 *
 * They are added to a struct text, and taken from a struct bytes in the same order. Taking
 * more than there is gives 0 and an empty text, and leaves `bad` set.
 *
 * And a hash of bytes, which is the same on every machine too.
 */
#ifndef PLYSCOPE_BASE_BYTES_H
#define PLYSCOPE_BASE_BYTES_H

#include "src/base/text.h"

#include <string.h>

struct bytes {
	const char *at, *end;
	bool bad;
};

static inline void
bytes_add_int(struct text *t, int64_t x)
{
	char b[8];
	for (int i = 0; i < 8; i++)
		b[i] = (char)((uint64_t)x >> 8 * i & 0xff);
	text_add_bytes(t, b, sizeof b);
}

static inline void
bytes_add_real(struct text *t, double x)
{
	int64_t bits;
	memcpy(&bits, &x, sizeof bits);
	bytes_add_int(t, bits);
}

static inline void
bytes_add_text(struct text *t, const char *s, size_t length)
{
	bytes_add_int(t, (int64_t)length);
	text_add_bytes(t, s, length);
}

/* The bytes of t, which must outlive it unchanged. */
static inline struct bytes
bytes_of(const struct text *t)
{
	return (struct bytes){ .at = t->s, .end = t->s ? t->s + t->length : NULL };
}

static inline size_t
bytes_left(const struct bytes *b)
{
	return b->bad || b->at == NULL ? 0 : (size_t)(b->end - b->at);
}

static inline int64_t
bytes_int(struct bytes *b)
{
	uint64_t x = 0;
	b->bad = bytes_left(b) < 8;
	for (int i = 0; i < 8 && !b->bad; i++)
		x |= (uint64_t)(unsigned char)*b->at++ << 8 * i;
	return (int64_t)x;
}

static inline double
bytes_real(struct bytes *b)
{
	const int64_t bits = bytes_int(b);
	double x;
	memcpy(&x, &bits, sizeof x);
	return x;
}

/* Points into the bytes being read; there is no terminating NUL. */
static inline const char *
bytes_text(struct bytes *b, size_t *length)
{
	const int64_t n = bytes_int(b);
	const char *s = b->at;
	b->bad = b->bad || n < 0 || (size_t)n > bytes_left(b);
	*length = b->bad ? 0 : (size_t)n;
	b->at += b->bad ? 0 : n;
	return b->bad ? "" : s;
}

/* FNV-1a, begun with BYTES_HASH; for texts that are not chosen to collide. */
#define BYTES_HASH UINT64_C(0xcbf29ce484222325)

static inline uint64_t
bytes_hash(uint64_t h, const char *s, size_t length)
{
	for (size_t i = 0; i < length; i++)
		h = (h ^ (unsigned char)s[i]) * UINT64_C(0x100000001b3);
	return h;
}

#endif
