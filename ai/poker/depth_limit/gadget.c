/*
 * gadget.c - what holds the other's hands where the rest of a hand is solved again. See dls.h.
 *
 * Source: Burch, Johanson and Bowling 2014 (each hand plays on or takes its alternative); Moravcik
 * et al. 2016 (the largest margin).
 */
#include "ai/poker/depth_limit/dls.h"

#include <string.h>

static double
hands_of(const struct dls_gadget *x, int h)
{
	return x->size != NULL ? x->size[h] : 1;
}

/* Each hand plays on or takes its alternative. */
static void
learn_alternatives(const struct dls_gadget *x, const double *value)
{
	for (int h = 0; h < x->hands; h++) {
		double *on = &x->regret[0][h], *off = &x->regret[1][h];
		if (!(x->weight[h] > 0))
			continue;
		const double mean = x->play[h] * value[h] + (1 - x->play[h]) * x->alt[h];
		*on = regret_above(*on + (value[h] - mean));
		*off = regret_above(*off + (x->alt[h] - mean));
		x->play[h] = *on + *off > 0 ? *on / (*on + *off) : 0.5;
		x->reach[h] = x->play[h];
	}
}

void
dls_gadget_spread(const struct dls_gadget *x)
{
	double all = 0, hands = 0;
	for (int h = 0; h < x->hands; h++) {
		all += x->weight[h] > 0 ? hands_of(x, h) * x->regret[0][h] : 0;
		hands += x->weight[h] > 0 ? hands_of(x, h) : 0;
	}
	for (int h = 0; h < x->hands; h++) {
		x->play[h] = all > 0 ? x->regret[0][h] / all : 1 / hands;
		x->reach[h] = x->weight[h] > 0 ? x->play[h] / x->weight[h] : 0;
	}
}

/* One choice among all hands, by the gain of each on its alternative. */
static void
learn_margins(const struct dls_gadget *x, const double *value)
{
	double mean = 0;
	for (int h = 0; h < x->hands; h++)
		if (x->weight[h] > 0)
			mean += hands_of(x, h) *
				(x->play[h] * (value[h] - x->alt[h]) / x->weight[h]);
	for (int h = 0; h < x->hands; h++)
		if (x->weight[h] > 0)
			x->regret[0][h] = regret_above(
				x->regret[0][h] +
				((value[h] - x->alt[h]) / x->weight[h] - mean));
	dls_gadget_spread(x);
}

void
dls_gadget_reset(const struct dls_gadget *x)
{
	for (int h = 0; h < x->hands && x->kind != DLS_UNSAFE; h++) {
		x->regret[0][h] = x->regret[1][h] = 0;
		if (x->weight[h] > 0)
			x->play[h] = x->reach[h] = 0.5;
	}
}

void
dls_gadget_learn(const struct dls_gadget *x, const double *value)
{
	if (x->kind == DLS_MAXMARGIN)
		learn_margins(x, value);
	else if (x->kind != DLS_UNSAFE)
		learn_alternatives(x, value);
}

bool
dls_gadget_take(struct dls_gadget *x, int stride, struct arena *arena)
{
	const size_t bytes = 6 * (size_t)stride * sizeof(double);
	double *row = arena_take(arena, bytes);
	if (row == NULL)
		return false;
	memset(row, 0, bytes);
	x->reach = row;
	x->alt = row + stride;
	x->weight = row + 2 * stride;
	x->play = row + 3 * stride;
	x->regret[0] = row + 4 * stride;
	x->regret[1] = row + 5 * stride;
	return true;
}
