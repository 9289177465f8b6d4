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

/* The trials, won or lost, that vary as the observations do. */
static double
effective_trials(const struct mean *m, double p)
{
	const double one = p * (1 - p);
	return one > 0 ? m->n * (m->n + 1) * one / (m->m2 + one) : m->n;
}

void
mean_share_interval(const struct mean *m, double ci95[2])
{
	ci95[0] = 0;
	ci95[1] = 1;
	if (m->n <= 0)
		return;
	const double p = fmin(fmax(m->mean, 0), 1), z2 = MEAN_Z95 * MEAN_Z95;
	const double n = effective_trials(m, p);
	const double mid = (p + z2 / (2 * n)) / (1 + z2 / n);
	const double half =
		MEAN_Z95 / (1 + z2 / n) * sqrt(p * (1 - p) / n + z2 / (4 * n * n));
	/* the ends are exact, in spite of rounding */
	ci95[0] = p > 0 ? fmax(mid - half, 0) : 0;
	ci95[1] = p < 1 ? fmin(mid + half, 1) : 1;
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
