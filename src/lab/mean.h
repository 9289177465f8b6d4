/*
 * mean.h - a mean with its 95 % interval, from independent observations.
 *
 * The running mean and sum of squares are Welford's (1962); the interval is the normal one,
 * or the percentiles of resampled means (bootstrap, Efron 1979).
 *
 * A share p, the mean of observations whose mean lies in 0..1, has the score interval of E. B.
 * Wilson 1927, which stays in 0..1:
 *
 *   (p + z^2 / 2m +- z sqrt(p (1 - p) / m + z^2 / 4m^2)) / (1 + z^2 / m),  z = 1.959964
 *
 * m are the trials that are won or lost and would vary as much (the effective sample size of Korn
 * & Graubard 1998): m = n p (1 - p) / v. The variance v of the observations is taken with one more
 * that is won or lost, v = (S + p (1 - p)) / (n + 1), S the sum of squares around p. So m is n where
 * all are won or lost, more where some are drawn, and no interval is a point where all are drawn.
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
/* Of a share, in 0..1; all of that without an observation. */
void mean_share_interval(const struct mean *m, double ci95[2]);
/* The same numbers give the same interval. */
void mean_bootstrap(const double *x, int64_t n, double ci95[2]);

#endif
