/* gadget.c - what holds the other's hands where the rest of flop hold'em is solved again, by the
 * classes of hands: as in nested.c, where its sources are. See flop.h. */
#include "ai/poker/depth_limit/flop.h"

#include <string.h>

static double
above_zero(double regret)
{
	return regret > 0 ? regret : 0;
}

/* Each hand plays on or takes its alternative. */
static void
learn_choice(struct flop_gadget *x, const double *value)
{
	for (int c = 0; c < x->t->classes; c++) {
		double *on = &x->regret[0][c], *off = &x->regret[1][c];
		const double mean =
			x->reach[c] * value[c] + (1 - x->reach[c]) * x->alt[c];
		*on = above_zero(*on + value[c] - mean);
		*off = above_zero(*off + x->alt[c] - mean);
		x->reach[c] = *on + *off > 0 ? *on / (*on + *off) : 0.5;
	}
}

/* One distribution over all hands, in proportion to regrets, uniform without; a hand that we never
 * meet has no part in it. */
static void
spread_margin(struct flop_gadget *x)
{
	const double *size = x->t->class_size[x->seat];
	double all = 0, hands = 0;
	for (int c = 0; c < x->t->classes; c++) {
		all += size[c] * x->regret[0][c];
		hands += x->weight[c] > 0 ? size[c] : 0;
	}
	for (int c = 0; c < x->t->classes; c++) {
		const double share = all > 0 ? x->regret[0][c] / all : 1 / hands;
		x->reach[c] = x->weight[c] > 0 ? share / x->weight[c] : 0;
	}
}

/* Each hand's share grows with its gain on its alternative. */
static void
learn_margin(struct flop_gadget *x, const double *value)
{
	const double *size = x->t->class_size[x->seat];
	double gain[FLOP_ROW] = { 0 }, mean = 0;
	for (int c = 0; c < x->t->classes; c++) {
		if (!(x->weight[c] > 0))
			continue;
		gain[c] = (value[c] - x->alt[c]) / x->weight[c];
		mean += size[c] * x->reach[c] * (value[c] - x->alt[c]);
	}
	for (int c = 0; c < x->t->classes; c++)
		if (x->weight[c] > 0)
			x->regret[0][c] = above_zero(x->regret[0][c] + gain[c] - mean);
	spread_margin(x);
}

void
flop_gadget_reset(struct flop_gadget *x)
{
	memset(x->regret, 0, sizeof x->regret);
	for (int c = 0; c < FLOP_ROW && x->kind != DLS_UNSAFE; c++)
		x->reach[c] = 0.5;
	if (x->kind == DLS_MAXMARGIN)
		spread_margin(x);
}

void
flop_gadget_learn(struct flop_gadget *x, const double *value)
{
	if (x->kind == DLS_MAXMARGIN)
		learn_margin(x, value);
	else if (x->kind != DLS_UNSAFE)
		learn_choice(x, value);
}
