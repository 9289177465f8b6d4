/*
 * mean.h - a mean with its 95 % interval, from independent observations.
 *
 * The running mean and sum of squares are Welford's (1962); the interval is the normal one,
 * or the percentiles of resampled means (bootstrap, Efron 1979).
 */
#ifndef PLYSCOPE_LAB_MEAN_H
#define PLYSCOPE_LAB_MEAN_H

#include <stdint.h>

#define MEAN_Z95 1.959964

struct mean {
	double n, mean, m2;
};

void mean_add(struct mean *m, double x);
/* NAN without an observation; an interval needs two. */
void mean_interval(const struct mean *m, double *mean, double ci95[2]);
/* The same numbers give the same interval. */
void mean_bootstrap(const double *x, int64_t n, double ci95[2]);

#endif
