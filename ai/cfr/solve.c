/*
 * solve.c - the iterations of cfr, and what its average strategies are worth.
 *
 * A walk carries for one seat p the reach of both down and the counterfactual values of p's hands
 * up (Zinkevich et al. 2007, in the vector form of Johanson et al. 2011). At p's nodes
 *   v[h] = sum over moves a of now[a][h] v_a[h],   regret[a][h] += v_a[h] - v[h];
 * at the other's nodes the other's reach is multiplied; where chance deals, hands that the card
 * excludes have no reach. Variants: cfr+ (Tammelin 2014) floors regrets at 0 and weights
 * iteration t by t; linear and discounted CFR (Brown and Sandholm 2019; 1.5, 0, 2).
 */
#include "ai/cfr/cfr.h"

#include <math.h>
#include <string.h>

/* Rows of a walk, taken and given back like a stack. */
static double *
take_rows(struct cfr *c, int rows)
{
	double *at = c->work;
	c->work += (size_t)rows * (size_t)c->stride;
	return at;
}

static void
clear_row(const struct cfr *c, double *row)
{
	CFR_EACH(c, h)
	row[h] = 0;
}

/* The strategy that regrets ask for: in proportion to those above 0, uniform without. */
static void
match_regrets(struct cfr *c, const struct cfr_node *n)
{
	const int moves = (int)n->children;
	for (int first = 0; first < c->stride; first += CFR_LANES) {
		double all[CFR_LANES] = { 0 };
		for (int a = 0; a < moves; a++) {
			const double *regret = cfr_row(c, c->regret, n, a) + first;
			for (int h = 0; h < CFR_LANES; h++)
				all[h] += regret[h] > 0 ? regret[h] : 0;
		}
		for (int a = 0; a < moves; a++) {
			const double *regret = cfr_row(c, c->regret, n, a) + first;
			double *now = cfr_row(c, c->now, n, a) + first;
			for (int h = 0; h < CFR_LANES; h++) {
				const double gain = regret[h] > 0 ? regret[h] : 0;
				now[h] = all[h] > 0 ? gain / all[h] : 1.0 / moves;
			}
		}
	}
}

/* How an iteration changes the tables of a node. */
struct update {
	double regret;	 /* weight of what is added */
	double strategy; /* likewise, of the average */
	double gains,
		losses; /* regrets above and below 0 are multiplied by, afterwards */
};

static struct update
update_of(const struct cfr *c)
{
	const double t = (double)(c->iterations + 1), power = t * sqrt(t);
	switch (c->variant) {
	case CFR_PLUS: return (struct update){ 1, t, 1, 0 };
	case CFR_LINEAR: return (struct update){ t, t, 1, 1 };
	case CFR_DISCOUNTED: return (struct update){ 1, t * t, power / (power + 1), 0.5 };
	default: return (struct update){ 1, 1, 1, 1 };
	}
}

static void
learn(struct cfr *c, const struct cfr_node *n, const struct update *u,
      const double *reach, const double *values, const double *value)
{
	for (int a = 0; a < (int)n->children; a++) {
		double *regret = cfr_row(c, c->regret, n, a),
		       *sum = cfr_row(c, c->sum, n, a);
		const double *now = cfr_row(c, c->now, n, a), *v = values + a * c->stride;
		CFR_EACH(c, h)
		{
			const double r = regret[h] + u->regret * (v[h] - value[h]);
			regret[h] = r * (r > 0 ? u->gains : u->losses);
			sum[h] += u->strategy * reach[h] * now[h];
		}
	}
	if (c->updates == CFR_ALTERNATING)
		match_regrets(c, n);
}

static void walk(struct cfr *c, uint32_t at, int seat, const struct update *u,
		 const double *own, const double *other, double *value);

static void
walk_own(struct cfr *c, uint32_t at, int seat, const struct update *u, const double *own,
	 const double *other, double *value)
{
	const struct cfr_node *n = &c->node[at];
	const int moves = (int)n->children, stride = c->stride;
	double *values = take_rows(c, moves + 1), *reach = values + moves * stride;
	clear_row(c, value);
	for (int a = 0; a < moves; a++) {
		const double *now = cfr_row(c, c->now, n, a);
		double *v = values + a * stride;
		CFR_EACH(c, h)
		reach[h] = own[h] * now[h];
		walk(c, n->child + (uint32_t)a, seat, u, reach, other, v);
		CFR_EACH(c, h)
		value[h] += now[h] * v[h];
	}
	learn(c, n, u, own, values, value);
	c->work = values;
}

static void
walk_other(struct cfr *c, uint32_t at, int seat, const struct update *u,
	   const double *own, const double *other, double *value)
{
	const struct cfr_node *n = &c->node[at];
	double *reach = take_rows(c, 2), *v = reach + c->stride;
	clear_row(c, value);
	for (int a = 0; a < (int)n->children; a++) {
		const double *now = cfr_row(c, c->now, n, a);
		CFR_EACH(c, h)
		reach[h] = other[h] * now[h];
		walk(c, n->child + (uint32_t)a, seat, u, own, reach, v);
		CFR_EACH(c, h)
		value[h] += v[h];
	}
	c->work = reach;
}

static void
walk_chance(struct cfr *c, uint32_t at, int seat, const struct update *u,
	    const double *own, const double *other, double *value)
{
	const struct cfr_node *n = &c->node[at];
	const size_t bytes = (size_t)c->stride * sizeof *own;
	double *mine = take_rows(c, 3), *theirs = mine + c->stride,
	       *v = theirs + c->stride;
	clear_row(c, value);
	for (uint32_t k = n->child; k < n->child + n->children; k++) {
		memcpy(mine, own, bytes);
		memcpy(theirs, other, bytes);
		cfr_mask(c, &c->node[k], mine);
		cfr_mask(c, &c->node[k], theirs);
		CFR_EACH(c, h)
		theirs[h] *= n->weight;
		walk(c, k, seat, u, mine, theirs, v);
		cfr_mask(c, &c->node[k], v);
		CFR_EACH(c, h)
		value[h] += v[h];
	}
	c->work = mine;
}

/* The counterfactual value of every hand of a seat at a node. */
static void
walk(struct cfr *c, uint32_t at, int seat, const struct update *u, const double *own,
     const double *other, double *value)
{
	const struct cfr_node *n = &c->node[at];
	c->visited++;
	if (n->seat == SEAT_NONE) {
		clear_row(c, value);
		c->ops->settle(c->g, cfr_state(c, at), seat, PAY_POINTS, other, value);
	} else if (n->seat == SEAT_CHANCE) {
		walk_chance(c, at, seat, u, own, other, value);
	} else if (n->seat == seat) {
		walk_own(c, at, seat, u, own, other, value);
	} else {
		walk_other(c, at, seat, u, own, other, value);
	}
}

/* A row with 1 for every hand. */
static void
fill_all(const struct cfr *c, double *reach)
{
	clear_row(c, reach);
	for (int h = 0; h < c->hands; h++)
		reach[h] = 1;
}

void
cfr_iterate(struct cfr *c)
{
	const struct update u = update_of(c);
	double *own = take_rows(c, 3), *other = own + c->stride,
	       *value = other + c->stride;
	fill_all(c, own);
	fill_all(c, other);
	for (int seat = 0; seat < 2; seat++)
		walk(c, 0, seat, &u, own, other, value);
	c->work = own;
	for (uint32_t i = 0; c->updates == CFR_SIMULTANEOUS && i < c->nodes; i++)
		if (c->node[i].seat >= 0)
			match_regrets(c, &c->node[i]);
	c->iterations++;
}

/* ---- what the averages are worth ------------------------------------------------------- */

void
cfr_average(const struct cfr *c, const struct cfr_node *n, double *rows)
{
	const int moves = (int)n->children, stride = c->stride;
	const double *sum = cfr_row(c, c->sum, n, 0), *now = cfr_row(c, c->now, n, 0);
	CFR_EACH(c, h)
	{
		double all = 0;
		for (int a = 0; a < moves; a++)
			all += sum[a * stride + h];
		for (int a = 0; a < moves; a++)
			rows[a * stride + h] =
				all > 0 ? sum[a * stride + h] / all : now[a * stride + h];
	}
}

/* What the seat whose values are asked for does at its own nodes. */
enum own { OWN_AVERAGE, OWN_BEST };

static void measure(struct cfr *c, uint32_t at, int seat, enum own own,
		    enum public_pay pay, const double *reach, double *value);

static void
measure_own(struct cfr *c, uint32_t at, int seat, enum own own, enum public_pay pay,
	    const double *reach, double *value)
{
	const struct cfr_node *n = &c->node[at];
	const int moves = (int)n->children, stride = c->stride;
	double *rows = take_rows(c, moves + 1), *v = rows + moves * stride;
	cfr_average(c, n, rows);
	clear_row(c, value);
	for (int a = 0; a < moves; a++) {
		measure(c, n->child + (uint32_t)a, seat, own, pay, reach, v);
		CFR_EACH(c, h)
		{
			if (own == OWN_AVERAGE)
				value[h] += rows[a * stride + h] * v[h];
			else
				value[h] = a == 0 || v[h] > value[h] ? v[h] : value[h];
		}
	}
	c->work = rows;
}

static void
measure_other(struct cfr *c, uint32_t at, int seat, enum own own, enum public_pay pay,
	      const double *reach, double *value)
{
	const struct cfr_node *n = &c->node[at];
	const int moves = (int)n->children, stride = c->stride;
	double *rows = take_rows(c, moves + 2), *next = rows + moves * stride,
	       *v = next + stride;
	cfr_average(c, n, rows);
	clear_row(c, value);
	for (int a = 0; a < moves; a++) {
		CFR_EACH(c, h)
		next[h] = reach[h] * rows[a * stride + h];
		measure(c, n->child + (uint32_t)a, seat, own, pay, next, v);
		CFR_EACH(c, h)
		value[h] += v[h];
	}
	c->work = rows;
}

static void
measure_chance(struct cfr *c, uint32_t at, int seat, enum own own, enum public_pay pay,
	       const double *reach, double *value)
{
	const struct cfr_node *n = &c->node[at];
	double *next = take_rows(c, 2), *v = next + c->stride;
	clear_row(c, value);
	for (uint32_t k = n->child; k < n->child + n->children; k++) {
		CFR_EACH(c, h)
		next[h] = reach[h] * n->weight;
		cfr_mask(c, &c->node[k], next);
		measure(c, k, seat, own, pay, next, v);
		cfr_mask(c, &c->node[k], v);
		CFR_EACH(c, h)
		value[h] += v[h];
	}
	c->work = next;
}

static void
measure(struct cfr *c, uint32_t at, int seat, enum own own, enum public_pay pay,
	const double *reach, double *value)
{
	const struct cfr_node *n = &c->node[at];
	if (n->seat == SEAT_NONE) {
		clear_row(c, value);
		c->ops->settle(c->g, cfr_state(c, at), seat, pay, reach, value);
	} else if (n->seat == SEAT_CHANCE) {
		measure_chance(c, at, seat, own, pay, reach, value);
	} else if (n->seat == seat) {
		measure_own(c, at, seat, own, pay, reach, value);
	} else {
		measure_other(c, at, seat, own, pay, reach, value);
	}
}

void
cfr_value(struct cfr *c, uint32_t at, int seat, enum public_pay pay, const double *reach,
	  double *value)
{
	measure(c, at, seat, OWN_AVERAGE, pay, reach, value);
}

double
cfr_exploitability(struct cfr *c)
{
	double *reach = take_rows(c, 2), *value = reach + c->stride;
	double sum = 0;
	fill_all(c, reach);
	for (int seat = 0; seat < 2; seat++) {
		measure(c, 0, seat, OWN_BEST, PAY_POINTS, reach, value);
		for (int h = 0; h < c->hands; h++)
			sum += value[h];
	}
	c->work = reach;
	return sum / 2 / c->ops->pairs(c->g);
}

void
cfr_reach(struct cfr *c, const struct made *line, int moves, int seat, double *reach)
{
	uint32_t at = 0;
	fill_all(c, reach);
	for (int i = 0; i < moves; i++) {
		const struct cfr_node *n = &c->node[at];
		const int next = cfr_child(c, at, line[i].m);
		if (n->seat == seat) {
			double *rows = take_rows(c, (int)n->children);
			cfr_average(c, n, rows);
			const double *row = rows + (next - (int)n->child) * c->stride;
			CFR_EACH(c, h)
			reach[h] *= row[h];
			c->work = rows;
		}
		at = (uint32_t)next;
		cfr_mask(c, &c->node[at], reach);
	}
}
