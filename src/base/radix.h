/*
 * radix.h - the order of small numbers, for loops in which qsort() takes too long.
 */
#ifndef PLYSCOPE_BASE_RADIX_H
#define PLYSCOPE_BASE_RADIX_H

#include <stdint.h>

#define RADIX_MOST 2048	     /* numbers, at most */
#define RADIX_KEYS (1 << 14) /* they are below this */

/* order[i] is the place of the number that comes at i, the smallest first and equal ones as they
 * stand. */
void radix_order(const uint16_t *key, int n, uint16_t *order);

#endif
