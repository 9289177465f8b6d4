/*
 * proof_number.h - proof and disproof numbers: how many leaves are left to prove, at least.
 *
 * Of the two numbers of a node one is 0 and the other PROOF_INF when it is solved; else both are
 * 1 to PROOF_MOST.
 */
#ifndef PLYSCOPE_AI_COMMON_PROOF_NUMBER_H
#define PLYSCOPE_AI_COMMON_PROOF_NUMBER_H

#include <math.h>
#include <stdint.h>

#define PROOF_INF  UINT32_MAX	    /* never: the other number of the two is 0 */
#define PROOF_MOST (UINT32_MAX - 1) /* of an unsolved node; sums stop here */

/* a + b; the sum of unsolved nodes stays unsolved. */
static inline uint32_t
proof_sum(uint32_t a, uint32_t b)
{
	if (a == PROOF_INF || b == PROOF_INF)
		return PROOF_INF;
	return a > PROOF_MOST - b ? PROOF_MOST : a + b;
}

/* As columns and gauges show it. */
static inline double
proof_shown(uint32_t n)
{
	return n == PROOF_INF ? (double)INFINITY : (double)n;
}

#endif
