/*
 * solve.c - the iterations of cfr, and the value of its average strategies.
 *
 * A walk carries for one seat p the reach of both down and the counterfactual values of p's hands
 * up (Zinkevich et al. 2007, in the vector form of Johanson et al. 2011). At p's nodes
 *   v[h] = sum over moves a of now[a][h] v_a[h],   regret[a][h] += v_a[h] - v[h];
 * at the other's nodes the other's reach is multiplied; where chance deals, hands that the card
 * excludes have no reach. Variants: regret.h.
 */
#include "ai/poker/cfr/cfr.h"

#include <string.h>

static void
match_decision(struct cfr *c, const struct public_node *n)
{
	const struct public_tree *t = &c->mix.tree;
	regret_match(public_tree_row(t, c->regret, n, 0), (int)n->children, t->stride,
		     public_tree_row(t, c->mix.now, n, 0));
}

/* A walk for one seat. */
struct cfr_walk {
	struct cfr *c;
	struct public_tree *t;
	int seat;
	struct regret_weights u;
	const struct cfr_leaves *leaves;
	bool sets; /* nodes share rows: they are updated once all have added theirs */
};

/* Adds a node's share to regrets and average. */
static void
cfr_add(const struct cfr_walk *w, const struct public_node *n, const double *reach,
	const double *values, const double *value)
{
	const struct public_tree *t = w->t;
	const struct cfr *c = w->c;
	const struct regret_weights u = { w->u.regret, w->u.strategy,
					  w->sets ? 1 : w->u.gains,
					  w->sets ? 1 : w->u.losses };
	regret_learn(&u, (int)n->children, t->stride, reach,
		     public_tree_row(t, c->mix.now, n, 0), values, value,
		     public_tree_row(t, c->regret, n, 0),
		     public_tree_row(t, c->mix.sum, n, 0));
	if (!w->sets)
		match_decision(w->c, n);
}

static void cfr_walk(const struct cfr_walk *w, uint32_t at, const double *own,
		     const double *other, double *value);

static void
cfr_walk_own(const struct cfr_walk *w, uint32_t at, const double *own,
	     const double *other, double *value)
{
	struct public_tree *t = w->t;
	const struct public_node *n = &t->node[at];
	const int moves = (int)n->children, stride = t->stride;
	double *values = public_tree_take(t, moves + 1), *reach = values + moves * stride;
	public_tree_clear(t, value);
	for (int a = 0; a < moves; a++) {
		const double *now = public_tree_row(t, w->c->mix.now, n, a);
		double *v = values + a * stride;
		PUBLIC_EACH(t, h)
		reach[h] = own[h] * now[h];
		cfr_walk(w, n->child + (uint32_t)a, reach, other, v);
		PUBLIC_EACH(t, h)
		value[h] += now[h] * v[h];
	}
	if (w->c->fixed == NULL || !w->c->fixed[at])
		cfr_add(w, n, own, values, value);
	t->work = values;
}

static void
cfr_walk_other(const struct cfr_walk *w, uint32_t at, const double *own,
	       const double *other, double *value)
{
	struct public_tree *t = w->t;
	const struct public_node *n = &t->node[at];
	double *reach = public_tree_take(t, 2), *v = reach + t->stride;
	public_tree_clear(t, value);
	for (int a = 0; a < (int)n->children; a++) {
		const double *now = public_tree_row(t, w->c->mix.now, n, a);
		PUBLIC_EACH(t, h)
		reach[h] = other[h] * now[h];
		cfr_walk(w, n->child + (uint32_t)a, own, reach, v);
		PUBLIC_EACH(t, h)
		value[h] += v[h];
	}
	t->work = reach;
}

static void
cfr_walk_chance(const struct cfr_walk *w, uint32_t at, const double *own,
		const double *other, double *value)
{
	struct public_tree *t = w->t;
	const struct public_node *n = &t->node[at];
	const size_t bytes = (size_t)t->stride * sizeof *own;
	double *mine = public_tree_take(t, 3), *theirs = mine + t->stride,
	       *v = theirs + t->stride;
	public_tree_clear(t, value);
	for (uint32_t k = n->child; k < n->child + n->children; k++) {
		memcpy(mine, own, bytes);
		memcpy(theirs, other, bytes);
		public_tree_mask(t, &t->node[k], mine);
		public_tree_mask(t, &t->node[k], theirs);
		PUBLIC_EACH(t, h)
		theirs[h] *= t->node[k].chance;
		cfr_walk(w, k, mine, theirs, v);
		public_tree_mask(t, &t->node[k], v);
		PUBLIC_EACH(t, h)
		value[h] += v[h];
	}
	t->work = mine;
}

/* The counterfactual value of every hand of a seat at a node. */
static void
cfr_walk(const struct cfr_walk *w, uint32_t at, const double *own, const double *other,
	 double *value)
{
	struct public_tree *t = w->t;
	const struct public_node *n = &t->node[at];
	w->c->visited++;
	if (w->leaves != NULL && w->leaves->at[at] != 0) {
		public_tree_clear(t, value);
		w->leaves->value(w->leaves->self, at, w->seat, &w->u, own, other, value);
	} else if (n->seat == SEAT_NONE) {
		public_tree_clear(t, value);
		t->ops->settle(t->g, public_tree_state(t, at), w->seat, PAY_POINTS, other,
			       value);
	} else if (n->seat == SEAT_CHANCE) {
		cfr_walk_chance(w, at, own, other, value);
	} else if (n->seat == w->seat) {
		cfr_walk_own(w, at, own, other, value);
	} else {
		cfr_walk_other(w, at, own, other, value);
	}
}

/* The rows that information sets share, after all their nodes. */
static void
discount_sets(const struct cfr_walk *w)
{
	const struct public_tree *t = w->t;
	for (uint32_t i = 0; i < t->nodes; i++) {
		const struct public_node *n = &t->node[i];
		if (n->seat != w->seat || !n->first ||
		    (w->c->fixed != NULL && w->c->fixed[i]))
			continue;
		regret_fade(&w->u, (int)n->children, t->stride,
			    public_tree_row(t, w->c->regret, n, 0));
		match_decision(w->c, n);
	}
}

void
cfr_set(struct cfr *c, const struct options *o)
{
	c->variant = (enum regret_variant)options_int(o, "variant");
}

bool
cfr_take(struct cfr *c, struct arena *arena)
{
	c->regret = public_tree_table(&c->mix.tree, arena);
	if (c->regret == NULL || !public_mix_open(&c->mix, arena))
		return false;
	cfr_reset(c);
	return true;
}

void
cfr_reset(struct cfr *c)
{
	const struct public_tree *t = &c->mix.tree;
	memset(c->regret, 0, (size_t)t->rows * (size_t)t->stride * sizeof *c->regret);
	public_mix_reset(&c->mix);
}

void
cfr_iterate(struct cfr *c)
{
	struct public_tree *t = &c->mix.tree;
	struct cfr_walk w = {
		.c = c,
		.t = t,
		.u = regret_weigh(c->variant, c->mix.iterations + 1),
		.leaves = c->leaves,
		.sets = t->ops->set != NULL,
	};
	double *own = public_tree_take(t, 3), *other = own + t->stride,
	       *value = other + t->stride;
	public_tree_fill(t, own);
	public_tree_fill(t, other);
	for (w.seat = 0; w.seat < 2; w.seat++) {
		const struct cfr_start *x = c->start;
		cfr_walk(&w, 0, x ? x->reach[w.seat] : own,
			 x ? x->reach[1 - w.seat] : other, value);
		if (x != NULL)
			x->done(x->self, w.seat, value);
		if (w.sets)
			discount_sets(&w);
		if (w.leaves != NULL)
			w.leaves->done(w.leaves->self, w.seat);
	}
	t->work = own;
	c->mix.iterations++;
}
