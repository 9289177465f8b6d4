/*
 * regret_rows.h - regret matching over rows of hands, for one type of number. regret.h includes it
 * once for each type, with the names in capitals defined; nobody else does.
 *
 * A table has a row for each move, `stride` numbers wide: a multiple of the lanes.
 */

/* The numbers that a mask selects, else 0. */
static inline REGRET_VECTOR
REGRET_NAME(where)(REGRET_MASK m, REGRET_VECTOR x)
{
	return (REGRET_VECTOR)((REGRET_MASK)x & m);
}

/* A strategy by a table of regrets: each hand's moves in proportion to their numbers above 0, all
 * alike without any. By a table of sums, which are never below 0, it is the average strategy. */
static inline void
REGRET_NAME(match)(const REGRET_NUMBER *table, int moves, int stride, REGRET_NUMBER *out)
{
	const int n = stride / REGRET_LANES;
	const REGRET_VECTOR *in = (const void *)table;
	REGRET_VECTOR *to = (void *)out;
	const REGRET_VECTOR none = { 0 }, even = none + 1 / (REGRET_NUMBER)moves;
	for (int i = 0; i < n; i++) {
		REGRET_VECTOR all = none;
		for (int a = 0; a < moves; a++)
			all += REGRET_NAME(where)(in[a * n + i] > none, in[a * n + i]);
		const REGRET_MASK some = all > none;
		const REGRET_VECTOR uniform = REGRET_NAME(where)(~some, even);
		for (int a = 0; a < moves; a++) {
			const REGRET_VECTOR x = in[a * n + i];
			to[a * n + i] =
				REGRET_PART(REGRET_NAME(where)(x > none, x), all, some) +
				uniform;
		}
	}
}

/* Regrets and sums take what a walk brings to a decision: the reach of the hands, the strategy, the
 * value of each move and that of the strategy. */
static inline void
REGRET_NAME(learn)(const struct regret_weights *u, int moves, int stride,
		   const REGRET_NUMBER *reach, const REGRET_NUMBER *now,
		   const REGRET_NUMBER *values, const REGRET_NUMBER *value,
		   REGRET_NUMBER *regrets, REGRET_NUMBER *sums)
{
	const int n = stride / REGRET_LANES;
	const REGRET_NUMBER added = (REGRET_NUMBER)u->regret,
			    weight = (REGRET_NUMBER)u->strategy;
	const REGRET_VECTOR none = { 0 }, gains = none + (REGRET_NUMBER)u->gains,
			    losses = none + (REGRET_NUMBER)u->losses;
	const REGRET_VECTOR *own = (const void *)reach, *x = (const void *)now,
			    *v = (const void *)values, *mean = (const void *)value;
	REGRET_VECTOR *regret = (void *)regrets, *sum = (void *)sums;
	for (int a = 0; a < moves; a++)
		for (int i = 0; i < n; i++, regret++, sum++, x++, v++) {
			const REGRET_VECTOR r = *regret + added * (*v - mean[i]);
			*regret = r * (REGRET_NAME(where)(r > none, gains) +
				       REGRET_NAME(where)(r <= none, losses));
			*sum += weight * own[i] * *x;
		}
}

/* Discounts past regrets; learn() is then called with gains and losses of 1. */
static inline void
REGRET_NAME(fade)(const struct regret_weights *u, int moves, int stride,
		  REGRET_NUMBER *regrets)
{
	const REGRET_VECTOR none = { 0 }, gains = none + (REGRET_NUMBER)u->gains,
			    losses = none + (REGRET_NUMBER)u->losses;
	REGRET_VECTOR *regret = (void *)regrets;
	for (int i = 0; i < moves * stride / REGRET_LANES; i++)
		regret[i] *= REGRET_NAME(where)(regret[i] > none, gains) +
			     REGRET_NAME(where)(regret[i] <= none, losses);
}
