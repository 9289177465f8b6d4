/*
 * judge.c - means, intervals and verdicts. See experiment.h for the rules.
 *
 * Interval: mean +- t * s / sqrt(n), t the 97.5 % point of Student's distribution with n - 1
 * degrees of freedom (W. S. Gosset 1908); beyond 30 by the first terms of its expansion
 * around the normal's (Abramowitz and Stegun 26.7.5).
 */
#include "src/lab/experiment.h"

#include <math.h>

#define Z975	1.959963985
#define EXACT	0.01 /* of ours: what exact figures may differ by */
#define FAR	2.0  /* times: what counts as the same size of an effect */
#define NOTHING 1e-9 /* a difference that is only rounding */

const char *const experiment_verdict_names[] = {
	[VERDICT_NONE] = "-",
	[VERDICT_REPRODUCED] = "reproduced",
	[VERDICT_DIRECTION] = "same direction",
	[VERDICT_WEAKER] = "weaker",
	[VERDICT_STRONGER] = "stronger",
	[VERDICT_UNDECIDED] = "undecided",
	[VERDICT_NOT] = "not reproduced",
};

static double
student(int64_t degrees)
{
	static const double table[] = { 0,     12.706, 4.303, 3.182, 2.776, 2.571, 2.447,
					2.365, 2.306,  2.262, 2.228, 2.201, 2.179, 2.160,
					2.145, 2.131,  2.120, 2.110, 2.101, 2.093, 2.086,
					2.080, 2.074,  2.069, 2.064, 2.060, 2.056, 2.052,
					2.048, 2.045,  2.042 };
	const double n = (double)degrees, z = Z975;
	if (degrees <= 30)
		return table[degrees];
	return z + (z * z * z + z) / (4 * n) +
	       (5 * pow(z, 5) + 16 * z * z * z + 3 * z) / (96 * n * n);
}

struct experiment_mean
experiment_mean(const double *sample, int64_t n)
{
	struct experiment_mean m = { (double)NAN, { (double)NAN, (double)NAN }, 0 };
	double mean = 0, squares = 0;
	for (int64_t i = 0; i < n; i++) {
		if (!isfinite(sample[i]))
			continue;
		const double before = sample[i] - mean;
		mean += before / (double)++m.n;
		squares += before * (sample[i] - mean);
	}
	if (m.n == 0)
		return m;
	m.mean = mean;
	if (m.n < 2)
		return m;
	const double k = (double)m.n;
	const double half = student(m.n - 1) * sqrt(squares / (k - 1) / k);
	m.ci95[0] = mean - half;
	m.ci95[1] = mean + half;
	return m;
}

/* True when the paper's figure agrees with ours. */
static bool
agrees(const struct experiment_cell *c)
{
	const struct experiment_mean *m = &c->ours;
	if (c->exact)
		return fabs(m->mean - c->paper) <=
		       fmax(c->rounding, EXACT * fabs(m->mean));
	return m->n >= 2 && c->paper + c->rounding >= m->ci95[0] &&
	       c->paper - c->rounding <= m->ci95[1];
}

/* True when the interval would agree with no difference as well, or with almost anything. */
static bool
says_little(const struct experiment_cell *c)
{
	const double *ci = c->ours.ci95;
	if (c->exact)
		return false;
	if (isfinite(c->level))
		return c->level >= ci[0] && c->level <= ci[1];
	return ci[1] - ci[0] > fabs(c->paper);
}

/* Of two distances from the level; NAN: there is no level. */
static enum experiment_verdict
judge_side(double us, double them)
{
	return !(us * them > 0)		     ? VERDICT_NOT
	       : fabs(us) < fabs(them) / FAR ? VERDICT_WEAKER
	       : fabs(us) > FAR * fabs(them) ? VERDICT_STRONGER
					     : VERDICT_DIRECTION;
}

enum experiment_verdict
experiment_judge(const struct experiment_cell *c)
{
	if (!isfinite(c->paper) || !isfinite(c->ours.mean))
		return VERDICT_NONE;
	if (!c->exact && c->ours.n < 2) /* unknown with a single observation */
		return VERDICT_UNDECIDED;
	if (agrees(c))
		return says_little(c) ? VERDICT_UNDECIDED : VERDICT_REPRODUCED;
	return judge_side(c->ours.mean - c->level, c->paper - c->level);
}

/* A = B: the whole interval must lie within the margin. */
static enum experiment_verdict
judge_equal(double low, double high, double margin)
{
	if (isnan(margin))
		return low > 0 || high < 0	   ? VERDICT_NOT
		       : high - low <= 2 * NOTHING ? VERDICT_REPRODUCED
						   : VERDICT_UNDECIDED;
	return low >= -margin && high <= margin ? VERDICT_REPRODUCED
	       : low > margin || high < -margin ? VERDICT_NOT
						: VERDICT_UNDECIDED;
}

enum experiment_verdict
experiment_judge_claim(char relation, const struct experiment_mean *d, double margin)
{
	if (!isfinite(d->mean))
		return VERDICT_NONE;
	const bool known = isfinite(d->ci95[0]);
	if (relation == '=')
		return known ? judge_equal(d->ci95[0], d->ci95[1], margin) : VERDICT_NONE;
	if (!known)
		return VERDICT_UNDECIDED;
	const double sign = relation == '<' ? -1 : 1;
	const double low = fmin(sign * d->ci95[0], sign * d->ci95[1]);
	const double high = fmax(sign * d->ci95[0], sign * d->ci95[1]);
	return low > 0		? VERDICT_REPRODUCED
	       : high > NOTHING ? VERDICT_UNDECIDED
				: VERDICT_NOT;
}

struct experiment_summary
experiment_sum_up(const struct experiment_result *r)
{
	struct experiment_summary s = { 0 };
	for (int i = 0; i < r->cells; i++) {
		s.verdict[r->cell[i].verdict]++;
		s.intervals += r->cell[i].verdict != VERDICT_NONE && !r->cell[i].exact;
	}
	for (int i = 0; i < r->claims; i++) {
		const struct experiment_mean *d = &r->claim[i].difference;
		s.verdict[r->claim[i].verdict]++;
		s.intervals +=
			r->claim[i].verdict != VERDICT_NONE && d->ci95[0] < d->ci95[1];
	}
	return s;
}
