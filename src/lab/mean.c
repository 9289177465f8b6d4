/* mean.c - means and their intervals. See mean.h. */
#include "src/lab/mean.h"

#include "src/base/rng.h"

#include <math.h>
#include <stdlib.h>

#define RESAMPLES 1000

void
mean_add(struct mean *m, double x)
{
	m->n++;
	const double d = x - m->mean;
	m->mean += d / m->n;
	m->m2 += d * (x - m->mean);
}

void
mean_interval(const struct mean *m, double *mean, double ci95[2])
{
	const double half =
		m->n > 1 ? MEAN_Z95 * sqrt(m->m2 / (m->n - 1) / m->n) : (double)NAN;
	*mean = m->n > 0 ? m->mean : (double)NAN;
	ci95[0] = *mean - half;
	ci95[1] = *mean + half;
}

static int
compare_reals(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

void
mean_bootstrap(const double *x, int64_t n, double ci95[2])
{
	static const double share[2] = { 0.025, 0.975 };
	double mean[RESAMPLES];
	struct rng r;
	rng_seed(&r, 1979);
	ci95[0] = ci95[1] = (double)NAN;
	if (n < 2 || n > UINT32_MAX)
		return;
	for (int k = 0; k < RESAMPLES; k++) {
		double sum = 0;
		for (int64_t i = 0; i < n; i++)
			sum += x[rng_below(&r, (uint32_t)n)];
		mean[k] = sum / (double)n;
	}
	qsort(mean, RESAMPLES, sizeof *mean, compare_reals);
	for (int i = 0; i < 2; i++)
		ci95[i] = mean[(int)(share[i] * (RESAMPLES - 1) + 0.5)];
}
