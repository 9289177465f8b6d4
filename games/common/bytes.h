/*
 * bytes.h - small numbers side by side in a state, read, added to and summed as one word.
 */
#ifndef PLYSCOPE_GAMES_COMMON_BYTES_H
#define PLYSCOPE_GAMES_COMMON_BYTES_H

#include <stdint.h>
#include <string.h>

static inline uint32_t
bytes4(const void *bytes)
{
	uint32_t x;
	memcpy(&x, bytes, sizeof x);
	return x;
}

static inline uint64_t
bytes8(const void *bytes)
{
	uint64_t x;
	memcpy(&x, bytes, sizeof x);
	return x;
}

/* x at place k of four, and of eight bytes. */
static inline uint32_t
bytes4_place(int k, int x)
{
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	k = 3 - k;
#endif
	return (uint32_t)x << 8 * k;
}

static inline uint64_t
bytes8_place(int k, int x)
{
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	k = 7 - k;
#endif
	return (uint64_t)x << 8 * k;
}

/* Byte k of eight. */
static inline int
bytes8_at(int k, uint64_t word)
{
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	k = 7 - k;
#endif
	return (int)(word >> 8 * k & 0xff);
}

/* The sum of all bytes, where it is below 256: the product has it on top. */
static inline int
bytes4_sum(uint32_t word)
{
	return (int)(word * UINT32_C(0x01010101) >> 24);
}

static inline int
bytes8_sum(uint64_t word)
{
	return (int)(word * UINT64_C(0x0101010101010101) >> 56);
}

#endif
