/*
 * gadget.c - what holds the other's hands where the rest of a hand is solved again. See dls.h.
 *
 * Source: Burch, Johanson and Bowling 2014 (each hand plays on or takes its alternative); Moravcik
 * et al. 2016 (the largest margin).
 */
#include "ai/poker/depth_limit/dls.h"

#include <string.h>

#define ROW (PUBLIC_HANDS + PUBLIC_LANES) /* numbers of the longest row */

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

/* For maxmargin: the reach by the shares of the hands, in proportion to regrets, alike without. */
static void
spread(const struct dls_gadget *x)
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
	spread(x);
}

void
dls_gadget_reset(const struct dls_gadget *x)
{
	for (int h = 0; h < x->hands && x->kind != DLS_UNSAFE; h++) {
		x->regret[0][h] = x->regret[1][h] = 0;
		if (x->weight[h] > 0)
			x->play[h] = x->reach[h] = 0.5;
	}
	if (x->kind == DLS_MAXMARGIN && x->size != NULL)
		spread(x);
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

/* ---- the start of a subgame -------------------------------------------------------------- */

/* The values of the other's hands by their best listed move at a decision, against our reach. */
static void
best_listed(struct dls *d, int us, const struct dls_decision *n, const double *reach,
	    double *value)
{
	double v[ROW];
	bool any = false;
	for (uint32_t k = n->child; k < n->child + n->children; k++) {
		if (d->off[k])
			continue;
		d->played->best(d, us, k, reach, v);
		for (int h = 0; h < d->stride; h++)
			value[h] = !any || v[h] > value[h] ? v[h] : value[h];
		any = true;
	}
}

/* The gifts of the other's hands on the way to a node, as far as our answers led here. */
static void
add_gifts(struct dls *d, int us, uint32_t at, const struct dls_gadget *x)
{
	struct dls_decision n;
	double reach[ROW], before[ROW], best[ROW], taken[ROW];
	for (uint32_t to = at, up; to != 0; to = up) {
		up = d->played->up(d, to, &n);
		if (n.seat != 1 - us || d->off[to])
			continue;
		d->played->reach(d, us, up, us, reach);
		d->played->weigh(d, up, reach, before);
		best_listed(d, us, &n, reach, best);
		d->played->best(d, us, to, reach, taken);
		for (int h = 0; h < x->hands; h++)
			if (before[h] > 0 && best[h] > taken[h])
				x->alt[h] +=
					(best[h] - taken[h]) * x->weight[h] / before[h];
	}
}

static void
fill_alternatives(struct dls *d, int us, uint32_t at, const double *reach,
		  const struct dls_gadget *x)
{
	struct dls_decision n;
	d->played->up(d, at, &n);
	if (d->off[at])
		best_listed(d, us, &n, reach, x->alt);
	else if (d->alternatives == DLS_OF_BLUEPRINT)
		public_mix_best(&d->full.base, at, 1 - us, reach, NULL, x->alt);
	else
		memcpy(x->alt,
		       d->alt[us] + (size_t)(d->full.leaf[at] - 1) * (size_t)d->stride,
		       (size_t)d->stride * sizeof *x->alt);
	if (x->kind == DLS_REACH)
		add_gifts(d, us, at, x);
}

/* The other's range by the last solution; all hands where that never gets here. */
static void
fill_range(struct dls *d, int us, uint32_t at, const struct dls_gadget *x)
{
	double one[ROW], all = 0;
	d->played->reach(d, us, at, 1 - us, x->reach);
	for (int h = 0; h < x->hands; h++)
		all += x->reach[h];
	if (all > 0)
		return;
	for (int h = 0; h < d->stride; h++)
		one[h] = h < x->hands;
	d->played->weigh(d, at, one, x->reach);
	for (int h = 0; h < x->hands; h++)
		x->reach[h] = x->reach[h] > 0;
}

static void
learn_start(void *self, int seat, const double *value)
{
	const struct dls_start *x = self;
	if (seat == x->other)
		dls_gadget_learn(&x->gadget, value);
}

bool
dls_open_start(struct dls *d, int us, uint32_t at, int hands, const double *size,
	       struct dls_start *x)
{
	struct dls_gadget *g = &x->gadget;
	struct dls_decision n;
	double *ours = arena_take(d->arena, (size_t)d->stride * sizeof *ours);
	d->played->up(d, at, &n);
	const bool own_bet = d->off[at] && n.seat == us;
	*x = (struct dls_start){ .start = { .done = learn_start, .self = x },
				 .gadget = { .kind = own_bet ? DLS_UNSAFE : d->resolve,
					     .hands = hands,
					     .size = size },
				 .other = 1 - us };
	if (ours == NULL || !dls_gadget_take(g, d->stride, d->arena))
		return false;
	x->start.reach[us] = ours;
	x->start.reach[1 - us] = g->reach;
	d->played->reach(d, us, at, us, ours);
	d->played->weigh(d, at, ours, g->weight);
	if (g->kind == DLS_UNSAFE)
		fill_range(d, us, at, g);
	else
		fill_alternatives(d, us, at, ours, g);
	return true;
}
