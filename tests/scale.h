/*
 * scale.h - how long the longest tests are: $PLYSCOPE_TEST_SCALE.
 *
 * Without it they end in seconds. "slow" is for the sanitizers, under which everything takes many
 * times as long; "full" is longer than anybody waits for each time.
 */
#ifndef PLYSCOPE_TESTS_SCALE_H
#define PLYSCOPE_TESTS_SCALE_H

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static inline bool
scale_is(const char *name)
{
	const char *scale = getenv("PLYSCOPE_TEST_SCALE");
	return scale != NULL && strcmp(scale, name) == 0;
}

/* A number of rounds, and a smaller one for the sanitizers. */
static inline int
scale_rounds(int rounds, int slow)
{
	return scale_is("slow") ? slow : rounds;
}

/* Whether case i of many alike is tried: all are, for the sanitizers one of `nth`. */
static inline bool
scale_takes(int i, int nth)
{
	return i % scale_rounds(1, nth) == 0;
}

#endif
