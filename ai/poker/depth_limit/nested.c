/*
 * nested.c - solving again as play goes on: behind a leaf, and behind a bet that is not listed.
 *
 * Source: Brown, Sandholm and Amos 2018, section 5; Burch, Johanson and Bowling 2014 (the gadget);
 * Moravcik et al. 2016 (the largest margin); Brown and Sandholm 2017 (gifts).
 *
 * A subgame begins behind the move. Our range there is what our solutions so far lead to. The
 * other's hands have alternatives: at a leaf each one's value in the solution before it, by its
 * best continuation; behind a bet that is not listed the best value it could have had by the
 * listed ones. gadget: each of its hands takes the alternative or plays on; maxmargin: it picks the
 * hand that gains most on its alternative; reach: as gadget, the alternatives raised by its gifts
 * on the way here, shared out over our answers. unsafe: its range by the last solution, nothing
 * else. Behind a bet of our own that is not listed there is no alternative: the ranges are as they
 * were before it.
 *
 * Behind a leaf the hand is solved to its end, before the card is dealt: all boards at once. With
 * information sets everything behind the limit is solved at once, our moves before it as they were,
 * the other free everywhere.
 *
 * A solution depends on the moves of the hand and on the options alone, and is kept: asked for in
 * any order, or derived again, it is the same.
 */
#include "ai/poker/depth_limit/dls.h"
#include "ai/poker/tree/public_translate.h"

#include <string.h>

static size_t
row_bytes(const struct public_tree *t)
{
	return (size_t)t->stride * sizeof(double);
}

/* ---- the tree that is played on ---------------------------------------------------------- */

static uint32_t
nested_up(const struct dls *d, uint32_t at, struct dls_decision *out)
{
	const struct public_tree *t = &d->mix.tree;
	const uint32_t up = t->node[at].up;
	const struct public_node *n = &t->node[up];
	*out = (struct dls_decision){ n->seat, n->child, n->children };
	return up;
}

static void
nested_reach(struct dls *d, int us, uint32_t at, int seat, double *reach)
{
	public_mix_reach(&d->model[us], at, seat, d->off, reach);
}

static void
nested_weigh(const struct dls *d, uint32_t at, const double *reach, double *weight)
{
	const struct public_tree *t = &d->mix.tree;
	public_tree_clear(t, weight);
	for (int h = 0; h < t->hands; h++)
		for (int o = 0; o < t->hands; o++)
			if (!t->ops->excludes(t->g, h, o) &&
			    t->ops->possible(t->g, public_tree_state(t, at), h))
				weight[h] += reach[o];
}

static void
nested_best(struct dls *d, int us, uint32_t at, const double *reach, double *value)
{
	public_mix_best(&d->model[us], at, 1 - us, reach, NULL, value);
}

static const struct dls_played nested_played = {
	.up = nested_up, .reach = nested_reach, .weigh = nested_weigh, .best = nested_best
};

/* ---- what is kept ---------------------------------------------------------------------- */

/* Marks the bets on the way to the root that are not listed. */
static void
mark_bets(struct dls *d)
{
	const struct public_tree *t = &d->mix.tree;
	for (uint32_t at = t->here; at != 0; at = t->node[at].up) {
		const uint32_t up = t->node[at].up;
		const int seat = t->node[up].seat;
		d->off[at] = seat >= 0 && !game_lists(t->g, public_tree_state(t, up),
						      seat, t->node[at].m);
	}
}

static bool
open_seat(struct dls *d, int us)
{
	const struct public_tree *t = &d->mix.tree;
	const size_t leaves = (size_t)d->full.leaves + 1;
	d->model[us].tree = *t;
	d->done[us] = arena_take(d->arena, t->nodes * sizeof(bool));
	d->known[us] = arena_take(d->arena, leaves * sizeof(bool));
	d->alt[us] = arena_take(d->arena, leaves * row_bytes(t));
	if (!d->done[us] || !d->known[us] || !d->alt[us] ||
	    !public_mix_open(&d->model[us], d->arena))
		return false;
	memset(d->done[us], 0, t->nodes * sizeof(bool));
	memset(d->known[us], 0, leaves * sizeof(bool));
	return true;
}

bool
dls_open_nested(struct dls *d)
{
	struct public_tree *t = &d->mix.tree;
	d->full.base.tree = *t;
	d->played = &nested_played;
	d->stride = t->stride;
	d->off = arena_take(d->arena, t->nodes * sizeof *d->off);
	if (d->off == NULL || !public_mix_open(&d->mix, d->arena) ||
	    !public_mix_open(&d->full.base, d->arena) ||
	    !dls_mark(&d->full, d->arena, d->choice, 0, d->depth) || !open_seat(d, 0) ||
	    !open_seat(d, 1))
		return false;
	memset(d->off, 0, t->nodes * sizeof *d->off);
	mark_bets(d);
	return true;
}

/* A seat plays by its own model. */
static void
dls_nested_show(struct dls *d, int us)
{
	const struct public_tree *t = &d->mix.tree;
	for (uint32_t i = 0; i < t->nodes; i++) {
		const struct public_node *n = &t->node[i];
		if (n->seat == us && n->first)
			memcpy(public_tree_row(t, d->mix.sum, n, 0),
			       public_tree_row(t, d->model[us].sum, n, 0),
			       n->children * row_bytes(t));
	}
}

/* Walks through both trees: the values of the other's hands at the leaves of a solution that begins
 * at a node. */
static void
dls_nested_keep_leaves(struct dls *d, struct dls_side *s, uint32_t from, uint32_t at)
{
	const struct public_tree *t = &s->g->base.tree;
	const struct public_node *n = &t->node[from];
	if (s->g->leaf[from] != 0) {
		struct public_tree *own = &s->play.tree;
		const size_t leaf = d->full.leaf[at] - 1;
		double *us = public_tree_take(own, 1);
		public_mix_reach(&s->play, from, s->us, NULL, us);
		for (int h = 0; h < t->stride && s->cfr.start != NULL; h++)
			us[h] *= s->cfr.start->reach[s->us][h];
		dls_leaf_values(s, from, us, d->alt[s->us] + leaf * (size_t)t->stride);
		d->known[s->us][leaf] = true;
		own->work = us;
		return;
	}
	for (uint32_t k = n->child; k < n->child + n->children; k++) {
		const int child = public_tree_child(&d->mix.tree, at, t->node[k].m);
		if (child >= 0)
			dls_nested_keep_leaves(d, s, k, (uint32_t)child);
	}
}

bool
dls_compose(struct dls *d)
{
	const struct public_tree *t = &d->mix.tree;
	const size_t used = d->arena->used;
	bool ok = public_translate(&d->blueprint.mix, t, TRANSLATE_RPAT, d->arena,
				   d->full.base.sum);
	for (int us = 0; us < 2 && ok; us++) {
		struct dls_side *s = &d->side[us];
		const bool solved = d->first == DLS_SOLVED;
		dls_compose_side(s);
		ok = public_translate(solved ? &s->play : &d->blueprint.mix, t,
				      TRANSLATE_RPAT, d->arena, d->model[us].sum);
		if (solved && t->ops->set == NULL && d->resolve != DLS_OFF)
			dls_nested_keep_leaves(d, s, 0, 0);
		memset(d->done[us], 0, t->nodes * sizeof(bool));
		dls_nested_show(d, us);
	}
	d->mix.iterations = d->iterations = d->side[0].cfr.mix.iterations;
	d->subgames = 0;
	arena_back(d->arena, used);
	return ok;
}

/* ---- a subgame ------------------------------------------------------------------------- */

static bool
open_ground(struct dls *d, uint32_t at, int plies, struct dls_ground *g)
{
	const struct public_tree *t = &d->mix.tree;
	struct public_tree *own = &g->base.tree;
	struct status st = { 0 };
	const bool last = !d->full.trunk[at];
	if (!public_tree_build(own, d->arena, t->g, public_tree_state(t, at), NULL, 0,
			       "dls", &st) ||
	    !public_mix_open(&g->base, d->arena) ||
	    !dls_mark(g, d->arena, d->choice, plies, last ? DLS_TO_THE_END : d->depth))
		return false;
	public_tree_copy(t, at, d->full.base.sum, own, 0, g->base.sum);
	return true;
}

/* A node of a subgame, in the tree that is played on. */
struct dls_place {
	const struct dls *d;
	const struct public_tree *t;
	uint32_t root;
};

static int
images(void *self, uint32_t at, uint32_t *image)
{
	const struct dls_place *p = self;
	const struct public_tree *full = &p->d->mix.tree;
	struct played_move line[PUBLIC_LINE];
	const int moves = public_tree_line(p->t, at, line);
	const int to = public_tree_follow(full, p->root, line, moves);
	return to < 0 ? 0
		      : public_images(&p->d->ground.base.tree, full, (uint32_t)to,
				      p->d->off, image);
}

/* Solves, with one continuation more after the other where they are replies. */
static bool
dls_nested_solve(struct dls_side *s, const struct dls_gadget *x)
{
	do {
		dls_fill_gains(s);
		if (!dls_solve(s, x))
			return false;
		dls_compose_side(s);
	} while (s->d->kind == DLS_REPLIES && !s->complete &&
		 s->choosing.continuations < s->d->values && dls_add_reply(s));
	return true;
}

/* Whether we ever get to a node. */
static bool
gets_to(struct dls *d, int us, uint32_t at)
{
	struct public_tree *t = &d->model[us].tree;
	double *reach = public_tree_take(t, 1), all = 0;
	nested_reach(d, us, at, us, reach);
	for (int h = 0; h < t->hands; h++)
		all += reach[h];
	t->work = reach;
	return all > 0;
}

static bool
dls_nested_solve_from(struct dls *d, int us, uint32_t at, int plies)
{
	const size_t used = d->arena->used;
	struct dls_ground g = { .leaves = 0 };
	struct dls_side s;
	struct dls_start x;
	if (!gets_to(d, us, at))
		return true;
	bool ok = dls_open_start(d, us, at, d->stride, NULL, &x) &&
		  open_ground(d, at, plies, &g) && dls_open_side(&s, d, &g, us, d->arena);
	if (ok) {
		struct dls_place p = { d, &g.base.tree, at };
		s.cfr.start = &x.start;
		s.complete = d->carried == DLS_AVERAGED;
		if (s.complete && g.leaves > 0)
			dls_average_gains(&s, &d->side[us], images, &p);
		ok = dls_nested_solve(&s, &x.gadget);
	}
	if (ok) {
		public_tree_copy(&g.base.tree, 0, s.play.sum, &d->mix.tree, at,
				 d->model[us].sum);
		dls_nested_keep_leaves(d, &s, 0, at);
		d->done[us][at] = true;
		d->subgames++;
		d->iterations = s.cfr.mix.iterations;
		dls_nested_show(d, us);
	}
	arena_back(d->arena, used);
	return ok;
}

/* ---- information sets ------------------------------------------------------------------ */

/* Everything behind the limit; the other is free before it too. */
static bool
solve_sets(struct dls *d, int us)
{
	const struct public_tree *t = &d->mix.tree;
	const size_t used = d->arena->used;
	struct cfr c = { .variant = REGRET_CFR_PLUS };
	c.mix.tree = *t;
	bool *fixed = arena_take(d->arena, t->nodes * sizeof *fixed);
	bool ok = fixed != NULL && cfr_take(&c, d->arena);
	for (uint32_t i = 0; ok && i < t->nodes; i++) {
		const struct public_node *n = &t->node[i];
		fixed[i] = n->seat == us && d->full.trunk[i];
		if (fixed[i])
			memcpy(public_tree_row(t, c.mix.now, n, 0),
			       public_tree_row(t, d->model[us].sum, n, 0),
			       n->children * row_bytes(t));
	}
	c.fixed = fixed;
	for (int64_t i = 0; ok && i < d->sims; i++)
		ok = dls_iterate(d, &c);
	for (uint32_t i = 0; ok && i < t->nodes; i++)
		if (t->node[i].first && t->node[i].seat == us)
			public_mix_average(&c.mix, &t->node[i],
					   public_tree_row(t, d->model[us].sum,
							   &t->node[i], 0));
	d->done[us][0] = ok;
	d->subgames += ok;
	d->iterations = c.mix.iterations;
	dls_nested_show(d, us);
	arena_back(d->arena, used);
	return ok;
}

/* Whether a subgame begins at a node. */
static bool
dls_nested_begins(const struct dls *d, int us, uint32_t at)
{
	const uint32_t leaf = d->full.leaf[at];
	if (d->done[us][at] || d->mix.tree.node[at].children == 0)
		return false;
	return d->off[at] || (leaf != 0 && d->known[us][leaf - 1]);
}

bool
dls_prepare(struct dls *d, uint32_t at, int us)
{
	const struct public_tree *t = &d->mix.tree;
	uint32_t path[PUBLIC_LINE + 1];
	int n = 0;
	if (d->resolve == DLS_OFF)
		return true;
	if (t->ops->set != NULL)
		return d->full.trunk[at] || d->done[us][0] || solve_sets(d, us);
	for (; at != 0; at = t->node[at].up)
		path[n++] = at;
	for (int plies = 1; n-- > 0; plies++)
		if (dls_nested_begins(d, us, path[n]) &&
		    !dls_nested_solve_from(d, us, path[n], plies))
			return false;
	return true;
}
