/*
 * radix.h - the order of small numbers, for loops in which qsort() takes too long.
 */
#ifndef PLYSCOPE_BASE_RADIX_H
#define PLYSCOPE_BASE_RADIX_H

#include <stdint.h>

#define RADIX_MOST 2048 /* numbers, at most */

/* order[i]: the index of the i-th smallest of n keys below 1 << 14; equal ones stay in their order. */
void radix_order(const uint16_t *key, int n, uint16_t *order);

#endif
