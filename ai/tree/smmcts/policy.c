/*
 * policy.c - selection and update at a filled choice of smmcts.
 *
 * Source: Lanctot, Lisy and Winands 2013, section 3: decoupled UCT (equation 2), Exp3 (3
 * and 4), regret matching (5), OOS+ (3.4). Extensions:
 *   oos    the full outcome-sampling update, which the paper leaves out (Lanctot 2013,
 *          chapter 4; Lanctot et al. 2009), with tail weights: see oos_update()
 *   rm+    regret matching+ (Tammelin 2014): regrets never below 0, the t-th strategy
 *          weighs t
 * Differs: equation 5 lacks a plus sign in its numerator; Exp3 needs payoffs 0 .. 1,
 * which smmcts has; before a choice is filled, regrets and averages are not touched.
 *
 * Payoffs are 0 .. 1, seat 1's 1 - u. Exploration: with probability gamma a move is drawn
 * uniformly, else from the strategy.
 *
 * Sums run in four lanes of fixed order: compilers can vectorise them, and the result is
 * the same everywhere.
 */
#include "ai/tree/smmcts/smmcts.h"

#include "ai/tree/tree.h"

#include <math.h>
#include <string.h>

#define LANES 4

/* ------------------------------------------------------------------ arithmetic */

static inline int
padded(int n)
{
	return (n + LANES - 1) / LANES * LANES;
}

/* The sum of the positive numbers; x has zeros up to a multiple of LANES. */
static inline double
positive_sum(const double *x, int n)
{
	double lane[LANES] = { 0 };
	for (int i = 0; i < padded(n); i += LANES)
		for (int k = 0; k < LANES; k++)
			lane[k] += x[i + k] > 0 ? x[i + k] : 0;
	return (lane[0] + lane[1]) + (lane[2] + lane[3]);
}

/* exp(x) for x <= 0 to a relative error of 1e-7; unlike the library's, the same on every
 * machine. 2^k by the bits of the exponent, times a polynomial of the remainder. */
static inline double
exp_negative(double x)
{
	const double t = (x < -700 ? -700 : x) * 1.4426950408889634;
	const int64_t k = (int64_t)(t - 0.5);
	const double f = (t - (double)k) * 0.69314718055994531;
	const double p =
		1 +
		f * (1 +
		     f * (0.5 + f * (1.0 / 6 +
				     f * (1.0 / 24 + f * (1.0 / 120 +
							  f * (1.0 / 720 + f / 5040))))));
	union {
		int64_t bits;
		double d;
	} two = { .bits = (k + 1023) << 52 };
	return p * two.d;
}

static void
smmcts_normalise(const double *w, int n, double *out)
{
	double sum = 0;
	for (int i = 0; i < n; i++)
		sum += w[i] > 0 ? w[i] : 0;
	for (int i = 0; i < n; i++)
		out[i] = sum > 0 ? (w[i] > 0 ? w[i] / sum : 0) : 1.0 / n;
}

/* ------------------------------------------------------------------ decoupled UCT */

/* field 0: sum of the seat's payoffs; field 1: visits. */

/* All UCB values, in a loop that compilers can vectorise. */
static void
duct_scores(const double *restrict sum, const double *restrict visits, int n,
	    float explore, float *restrict score)
{
	for (int i = 0; i < padded(n); i++) {
		const float v = (float)visits[i];
		score[i] = ((float)sum[i] + sqrtf(explore * v)) / v;
	}
}

/* The move with the highest UCB value, a random one of equals. */
static int
duct_choice(struct smm *x, const struct smm_matrix *m, int seat, float explore,
	    struct rng *r)
{
	float *score = x->score;
	float best = -1;
	int pick = 0;
	uint32_t equals = 0;
	duct_scores(m->field[seat][0], m->field[seat][1], m->size[seat], explore, score);
	for (int i = 0; i < m->size[seat]; i++) {
		if (score[i] < best)
			continue;
		equals = score[i] > best ? 1 : equals + 1;
		best = score[i];
		if (equals == 1 || rng_below(r, equals) == 0)
			pick = i;
	}
	return pick;
}

static void
duct_select(struct smm *x, struct rng *r, const struct smm_matrix *m,
	    struct smm_step *step)
{
	const uint32_t visits =
		*m->visits < UINT32_MAX ? (uint32_t)*m->visits : UINT32_MAX;
	const float ln = 0.69314718f * tree_log2(visits);
	const float explore = (float)(x->c * x->c) * ln;
	for (int seat = 0; seat < 2; seat++)
		step->choice[seat] = (uint16_t)duct_choice(x, m, seat, explore, r);
}

static void
duct_update(struct smm *x, const struct smm_matrix *m, const struct smm_step *step,
	    double u)
{
	m->field[0][0][step->choice[0]] += u;
	m->field[0][1][step->choice[0]] += 1;
	m->field[1][0][step->choice[1]] += 1 - u;
	m->field[1][1][step->choice[1]] += 1;
}

static void
duct_mix(const struct smm *x, const struct smm_matrix *m, int seat, double *out)
{
	smmcts_normalise(m->field[seat][1], m->size[seat], out);
}

static void
duct_max(const struct smm *x, const struct smm_matrix *m, int seat, double *out)
{
	const double *sum = m->field[seat][0], *visits = m->field[seat][1];
	int best = 0;
	for (int i = 0; i < m->size[seat]; i++) {
		out[i] = 0;
		if (sum[i] / visits[i] > sum[best] / visits[best])
			best = i;
	}
	out[best] = 1;
}

/* ------------------------------------------------------------------ Exp3 */

/* field 0: estimated sum of payoffs (x hat); field 1: visits that count for the mix. */

/* Weights of equation 3 without gamma; returns their sum. */
static double
exp3_weights(const struct smm *x, const struct smm_matrix *m, int seat, double *w)
{
	const double *sum = m->field[seat][0];
	const int n = m->size[seat];
	const double eta = x->gamma / n;
	double top = sum[0], all = 0;
	for (int i = 1; i < n; i++)
		top = sum[i] > top ? sum[i] : top;
	for (int i = 0; i < n; i++)
		w[i] = exp_negative(eta * (sum[i] - top));
	for (int i = 0; i < n; i++)
		all += w[i];
	return all;
}

static void
exp3_select(struct smm *x, struct rng *r, const struct smm_matrix *m,
	    struct smm_step *step)
{
	for (int seat = 0; seat < 2; seat++) {
		const int n = m->size[seat];
		const double all = exp3_weights(x, m, seat, x->work[0]);
		const bool explored = rng_unit(r) < x->gamma;
		const int i = explored ? (int)rng_below(r, (uint32_t)n)
				       : rng_draw(r, x->work[0], n, all);
		step->choice[seat] = (uint16_t)i;
		step->prob[seat] = (1 - x->gamma) * x->work[0][i] / all + x->gamma / n;
	}
}

static void
exp3_update(struct smm *x, const struct smm_matrix *m, const struct smm_step *step,
	    double u)
{
	for (int seat = 0; seat < 2; seat++) {
		const int i = step->choice[seat];
		const double own = seat == 0 ? u : 1 - u;
		m->field[seat][0][i] += own / step->prob[seat];
		m->field[seat][1][i] += 1;
	}
}

static void
exp3_current(const struct smm *x, const struct smm_matrix *m, int seat, double *out)
{
	exp3_weights(x, m, seat, out);
	smmcts_normalise(out, m->size[seat], out);
}

/* The visits minus the share of exploration (equation 4). */
static void
exp3_average(const struct smm *x, const struct smm_matrix *m, int seat, double *out)
{
	const double *visits = m->field[seat][1];
	const int n = m->size[seat];
	double all = 0, left = 0;
	for (int i = 0; i < n; i++)
		all += visits[i];
	for (int i = 0; i < n; i++) {
		out[i] = visits[i] - x->gamma / n * all;
		left += out[i] > 0 ? out[i] : 0;
	}
	smmcts_normalise(left > 0 ? out : visits, n, out);
}

/* ------------------------------------------------------------------ regret matching */

/* field 0: regrets; field 1: sum of strategies. */

static void
rm_current(const struct smm *x, const struct smm_matrix *m, int seat, double *out)
{
	smmcts_normalise(m->field[seat][0], m->size[seat], out);
}

static void
rm_average(const struct smm *x, const struct smm_matrix *m, int seat, double *out)
{
	smmcts_normalise(m->field[seat][1], m->size[seat], out);
}

/* Draws a move by regrets, explored with probability gamma. */
static inline void
rm_draw(const double *regret, int n, double total, double gamma, struct rng *r,
	struct smm_step *step, int seat)
{
	const double at = rng_unit(r);
	int i;
	if (at < gamma)
		i = (int)(at / gamma * n);
	else if (total > 0)
		i = rng_index_at(regret, n, (at - gamma) / (1 - gamma) * total);
	else
		i = (int)((at - gamma) / (1 - gamma) * n);
	step->choice[seat] = (uint16_t)(i < n ? i : n - 1);
	step->total[seat] = total;
}

static void
rm_select(struct smm *x, struct rng *r, const struct smm_matrix *m, struct smm_step *step)
{
	for (int seat = 0; seat < 2; seat++) {
		const double *regret = m->field[seat][0];
		const double total = positive_sum(regret, m->size[seat]);
		rm_draw(regret, m->size[seat], total, x->gamma, r, step, seat);
	}
}

/* Adds the current strategy times weight to the seat's average. */
static inline void
add_strategy(const struct smm_matrix *m, int seat, double total, double weight)
{
	const double *regret = m->field[seat][0];
	double *sum = m->field[seat][1];
	const int n = m->size[seat];
	if (total <= 0) {
		for (int i = 0; i < n; i++)
			sum[i] += weight / n;
		return;
	}
	const double scale = weight / total;
	for (int i = 0; i < padded(n); i++)
		sum[i] += regret[i] > 0 ? regret[i] * scale : 0;
}

/* Adds each seat's regrets against the other's choice; the cell played counts as u. */
static inline void
add_regrets(const struct smm_matrix *m, const struct smm_step *step, double u)
{
	const int row = step->choice[0], column = step->choice[1];
	double *mine = m->field[0][0], *theirs = m->field[1][0];
	const double kept = mine[row], kept_column = theirs[column];
	const float *cell = m->mean + column;
	for (int i = 0; i < m->rows; i++)
		mine[i] += (double)cell[i * m->stride] - u;
	mine[row] = kept;
	cell = m->mean + row * m->stride;
	for (int j = 0; j < m->columns; j++)
		theirs[j] += u - (double)cell[j];
	theirs[column] = kept_column;
}

static void
rm_update(struct smm *x, const struct smm_matrix *m, const struct smm_step *step,
	  double u)
{
	for (int seat = 0; seat < 2; seat++)
		add_strategy(m, seat, step->total[seat], 1);
	add_regrets(m, step, u);
}

static void
rm_plus_update(struct smm *x, const struct smm_matrix *m, const struct smm_step *step,
	       double u)
{
	for (int seat = 0; seat < 2; seat++)
		add_strategy(m, seat, step->total[seat], (double)*m->visits);
	add_regrets(m, step, u);
	for (int seat = 0; seat < 2; seat++) {
		double *regret = m->field[seat][0];
		for (int i = 0; i < m->size[seat]; i++)
			regret[i] = regret[i] > 0 ? regret[i] : 0;
	}
}

/* ------------------------------------------------------------------ outcome sampling */

/* field 0: regrets; field 1: sum of strategies. One seat explores in each simulation, in
 * turn. x->reach: the product of the explorer's drawing probabilities above; chance and
 * the other seat cancel against the counterfactual reach. */

static inline double
strategy_of(const struct smm_matrix *m, int seat, double total, int i)
{
	const double regret = m->field[seat][0][i];
	if (total <= 0)
		return 1.0 / m->size[seat];
	return regret > 0 ? regret / total : 0;
}

static void
oos_select(struct smm *x, struct rng *r, const struct smm_matrix *m,
	   struct smm_step *step)
{
	const int own = x->explorer;
	for (int seat = 0; seat < 2; seat++) {
		const double *regret = m->field[seat][0];
		const double total = positive_sum(regret, m->size[seat]);
		rm_draw(regret, m->size[seat], total, seat == own ? x->gamma : 0, r, step,
			seat);
	}
	const int i = step->choice[own];
	step->prob[own] = x->gamma / m->size[own] +
			  (1 - x->gamma) * strategy_of(m, own, step->total[own], i);
	step->reach = x->reach;
	x->reach *= step->prob[own];
}

/*
 * The tail weight w is the product, over the explorer's decisions below, of strategy /
 * drawing probability. The payoff u then samples the value of the drawn move, v = u * w /
 * p, and 0 for the others. A regret is the difference from the strategy's own value,
 * divided by the reach. Above, the weight is w * strategy / p.
 */
static void
oos_update(struct smm *x, const struct smm_matrix *m, const struct smm_step *step,
	   double u)
{
	const int own = x->explorer, other = 1 - own, drawn = step->choice[own];
	const double payoff = own == 0 ? x->base[0] + u : x->base[1] - u;
	const double strategy = strategy_of(m, own, step->total[own], drawn);
	const double v = payoff * x->tail / step->prob[own] / step->reach;
	double *regret = m->field[own][0];
	add_strategy(m, other, step->total[other], 1 / step->reach);
	for (int i = 0; i < m->size[own]; i++)
		regret[i] -= strategy * v;
	regret[drawn] += v;
	x->tail *= strategy / step->prob[own];
}

/* The value of each of the explorer's moves (seat 0's payoffs) against the other's
 * strategy, by the means of the cells; the cell played counts as u. */
static void
worth_of_moves(const struct smm *x, const struct smm_matrix *m,
	       const struct smm_step *step, const double *other, double u, double *worth)
{
	const int own = x->explorer;
	for (int i = 0; i < m->size[own]; i++)
		worth[i] = 0;
	for (int i = 0; i < m->rows; i++) {
		const float *mean = m->mean + i * m->stride;
		if (own == 0)
			for (int j = 0; j < m->columns; j++)
				worth[i] += other[j] * (double)mean[j];
		else if (other[i] > 0)
			for (int j = 0; j < m->columns; j++)
				worth[j] += other[i] * (double)mean[j];
	}
	const int cell = step->choice[0] * m->stride + step->choice[1];
	worth[step->choice[own]] +=
		other[step->choice[1 - own]] * (u - (double)m->mean[cell]);
}

static void
oos_plus_update(struct smm *x, const struct smm_matrix *m, const struct smm_step *step,
		double u)
{
	const int own = x->explorer, n = m->size[own];
	double *mine = x->work[0], *other = x->work[1], *worth = x->work[2];
	rm_current(x, m, own, mine);
	rm_current(x, m, 1 - own, other);
	worth_of_moves(x, m, step, other, u, worth);
	double mean = 0;
	for (int i = 0; i < n; i++)
		mean += mine[i] * worth[i];
	const double scale = (own == 0 ? 1 : -1) / step->reach;
	add_strategy(m, 1 - own, step->total[1 - own], 1 / step->reach);
	for (int i = 0; i < n; i++)
		m->field[own][0][i] += scale * (worth[i] - mean);
}

/* ------------------------------------------------------------------ the table */

/* gamma and c are those of table 1 of the paper, c as a share of the range of payoffs. */
static const struct smm_policy duct_max_policy = {
	.key = "duct-max",
	.c = { 1.5, 150.0 / 182 },
	.counts = true,
	.select = duct_select,
	.update = duct_update,
	.current = duct_mix,
	.average = duct_max,
};

static const struct smm_policy duct_mix_policy = {
	.key = "duct-mix",
	.c = { 1.5, 150.0 / 182 },
	.counts = true,
	.select = duct_select,
	.update = duct_update,
	.current = duct_mix,
	.average = duct_mix,
};

static const struct smm_policy exp3_policy = {
	.key = "exp3",
	.gamma = { 0.2, 0.01 },
	.counts = true,
	.estimates = true,
	.select = exp3_select,
	.update = exp3_update,
	.current = exp3_current,
	.average = exp3_average,
};

static const struct smm_policy rm_policy = {
	.key = "rm",
	.gamma = { 0.025, 0.025 },
	.regrets = true,
	.select = rm_select,
	.update = rm_update,
	.current = rm_current,
	.average = rm_average,
};

static const struct smm_policy rm_plus_policy = {
	.key = "rm+",
	.gamma = { 0.025, 0.025 },
	.regrets = true,
	.select = rm_select,
	.update = rm_plus_update,
	.current = rm_current,
	.average = rm_average,
};

static const struct smm_policy oos_policy = {
	.key = "oos",
	.gamma = { 0.5, 0.5 },
	.regrets = true,
	.select = oos_select,
	.update = oos_update,
	.current = rm_current,
	.average = rm_average,
};

static const struct smm_policy oos_plus_policy = {
	.key = "oos+",
	.gamma = { 0.55, 0.4 },
	.regrets = true,
	.select = oos_select,
	.update = oos_plus_update,
	.current = rm_current,
	.average = rm_average,
};

const struct smm_policy *const smm_policies[] = {
	&duct_max_policy, &duct_mix_policy, &exp3_policy,     &rm_policy,
	&rm_plus_policy,  &oos_policy,	    &oos_plus_policy,
};
