/*
 * regret.h - regret matching, the kernel of all counterfactual regret minimisation here.
 *
 * At a decision each hand keeps a regret for each move: the sum over iterations of the value of the
 * move less that of the strategy played. The strategy of the next iteration is in proportion to the
 * regrets above 0; what converges is the average of the strategies, weighted by the reach of the
 * hand. Variants differ in the weight of an iteration in the average and in how the past fades.
 *
 * Source: Zinkevich et al. 2007 (cfr); Tammelin 2014 (cfr+: regrets never below 0, iteration t
 * counts t); Brown and Sandholm 2019 (linear; discounted with 1.5, 0 and 2).
 *
 * The vector form works on rows of hands, of doubles (regret_match(), regret_learn() ...) and of
 * floats (regret_match_floats() ...): regret_rows.h. The scalar form, for one hand at a time, is
 * for sampling: regrets are whole numbers there.
 */
#ifndef PLYSCOPE_AI_POKER_TREE_REGRET_H
#define PLYSCOPE_AI_POKER_TREE_REGRET_H

#include <math.h>
#include <stdint.h>

/* As the option variant= lists them. */
enum regret_variant { REGRET_CFR, REGRET_CFR_PLUS, REGRET_LINEAR, REGRET_DISCOUNTED };

struct regret_weights {
	double regret, strategy; /* of the iteration: of what it adds to either */
	/* Regrets above and below 0 are multiplied by these after an iteration. */
	double gains, losses;
};

/* Of iteration t, from 1. */
static inline struct regret_weights
regret_weigh(enum regret_variant variant, int64_t iteration)
{
	const double t = (double)iteration, power = t * sqrt(t);
	switch (variant) {
	case REGRET_CFR_PLUS: return (struct regret_weights){ 1, t, 1, 0 };
	case REGRET_LINEAR: return (struct regret_weights){ t, t, 1, 1 };
	case REGRET_DISCOUNTED:
		return (struct regret_weights){ 1, t * t, power / (power + 1), 0.5 };
	case REGRET_CFR: break;
	}
	return (struct regret_weights){ 1, 1, 1, 1 };
}

/* The same strategies by regrets that stay small, for floats: the past fades in place of weights
 * that grow. */
static inline struct regret_weights
regret_weigh_small(enum regret_variant variant, int64_t iteration)
{
	const double t = (double)iteration;
	return variant == REGRET_LINEAR
		       ? (struct regret_weights){ 1, t, t / (t + 1), t / (t + 1) }
		       : regret_weigh(variant, iteration);
}

/* ---- the vector form --------------------------------------------------------------------- */

/* Rows may lie anywhere; an operation takes 64 bytes of one. */
typedef double regret_doubles __attribute__((vector_size(64), aligned(8)));
typedef int64_t regret_doubles_mask __attribute__((vector_size(64), aligned(8)));
typedef float regret_floats __attribute__((vector_size(64), aligned(4)));
typedef int32_t regret_floats_mask __attribute__((vector_size(64), aligned(4)));

#define REGRET_NUMBER		  double
#define REGRET_LANES		  8
#define REGRET_VECTOR		  regret_doubles
#define REGRET_MASK		  regret_doubles_mask
#define REGRET_NAME(name)	  regret_##name
#define REGRET_PART(x, all, some) regret_where(some, (x) / (all))
#include "ai/poker/tree/regret_rows.h"
#undef REGRET_NUMBER
#undef REGRET_LANES
#undef REGRET_VECTOR
#undef REGRET_MASK
#undef REGRET_NAME
#undef REGRET_PART

#define REGRET_NUMBER		  float
#define REGRET_LANES		  16
#define REGRET_VECTOR		  regret_floats
#define REGRET_MASK		  regret_floats_mask
#define REGRET_NAME(name)	  regret_##name##_floats
#define REGRET_PART(x, all, some) ((x)*regret_where_floats(some, 1 / (all)))
#include "ai/poker/tree/regret_rows.h"
#undef REGRET_NUMBER
#undef REGRET_LANES
#undef REGRET_VECTOR
#undef REGRET_MASK
#undef REGRET_NAME
#undef REGRET_PART

/* ---- the scalar form --------------------------------------------------------------------- */

/* A regret as a weight of its move. */
static inline double
regret_above(double regret)
{
	return regret > 0 ? regret : 0;
}

#endif
