/*
 * moments.h - a mean with its 95 % interval, from independent observations.
 *
 * The running mean and sum of squares are Welford's (1962); the interval is the normal one,
 * or the percentiles of resampled means (bootstrap, Efron 1979).
 */
#ifndef PLYSCOPE_LAB_MOMENTS_H
#define PLYSCOPE_LAB_MOMENTS_H

#include <stdint.h>

#define MOMENTS_Z95 1.959964

struct moments {
	double n, mean, m2;
};

void moments_add(struct moments *m, double x);
/* NAN without an observation; an interval needs two. */
void moments_interval(const struct moments *m, double *mean, double ci95[2]);
/* The same numbers give the same interval. */
void moments_bootstrap(const double *x, int64_t n, double ci95[2]);

#endif
