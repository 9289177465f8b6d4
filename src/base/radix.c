/* radix.c - see radix.h: two passes by seven bits each. */
#include "src/base/radix.h"

#include <assert.h>

#define BITS   7
#define DIGITS (1 << BITS)

static inline int
digit(uint16_t key, int shift)
{
	return key >> shift & (DIGITS - 1);
}

/* Where the numbers with each digit begin. */
static void
radix_count(const uint16_t *key, int n, int shift, int at[DIGITS + 1])
{
	for (int i = 0; i <= DIGITS; i++)
		at[i] = 0;
	for (int i = 0; i < n; i++)
		at[digit(key[i], shift) + 1]++;
	for (int i = 0; i < DIGITS; i++)
		at[i + 1] += at[i];
}

void
radix_order(const uint16_t *key, int n, uint16_t *order)
{
	uint16_t half[RADIX_MOST];
	int at[DIGITS + 1];
	assert(n <= RADIX_MOST);
	radix_count(key, n, 0, at);
	for (int i = 0; i < n; i++)
		half[at[digit(key[i], 0)]++] = (uint16_t)i;
	radix_count(key, n, BITS, at);
	for (int i = 0; i < n; i++) /* the first pass has filled half: NOLINTNEXTLINE */
		order[at[digit(key[half[i]], BITS)]++] = half[i];
}
