/* look.c - the tree of a solution for the inspector: at each leaf what the other seat's
 * continuations are worth, and how often it chooses them. See dls.h. */
#include "ai/poker/cfr/remainder.h"
#include "ai/poker/depth_limit/flop.h"
#include "ai/poker/tree/continuation.h"

#include <stdio.h>

static void
add_pair(const struct dls_side *s, uint32_t leaf, int other, int own, double weight,
	 struct look_ways *w)
{
	const size_t at = (size_t)other * (size_t)s->g->base.tree.stride + (size_t)own;
	const struct public_ops *p = s->g->base.tree.ops;
	const int class = w->classes > 0 ? public_class(p, other) : -1;
	continuations_weigh(w, class, weight);
	for (int k = 0; k < w->all.count; k++)
		continuations_add(w, class, k, weight, dls_choice(s, (int)leaf, k, other),
				  dls_gain(s, leaf, k)[at]);
}

static void
add_leaf(struct dls_side *s, uint32_t at, struct look_ways *w)
{
	struct public_tree *t = &s->play.tree;
	double *own = public_tree_take(t, 2), *other = own + t->stride;
	public_mix_reach(&s->play, at, s->us, NULL, own);
	public_mix_reach(&s->play, at, 1 - s->us, NULL, other);
	for (int o = 0; o < t->hands; o++)
		for (int h = 0; h < t->hands; h++)
			if (own[h] * other[o] > 0 &&
			    (t->ops->set != NULL || !t->ops->excludes(t->g, h, o)))
				add_pair(s, s->g->leaf[at] - 1, o, h, own[h] * other[o],
					 w);
	t->work = own;
}

/* "folding more". */
static void
name_way(const struct search *s, int continuation, char *out, size_t size)
{
	const bool tree = s->game->ops->public->set != NULL;
	if (continuation == 0)
		snprintf(out, size, "by the blueprint");
	else if (options_int(&s->options, "leaves") == DLS_REPLIES)
		snprintf(out, size, "by reply %d", continuation);
	else if (tree)
		snprintf(out, size, "with move %d more often", continuation);
	else
		snprintf(out, size, "%s more",
			 continuation_kind_name(
				 (enum continuation_kind)(continuation - 1)));
}

/* From sums to means with names. False: no hands lead there. */
static bool
dls_look_finish(const struct search *s, struct look_ways *w)
{
	for (int k = 0; k < w->all.count; k++)
		name_way(s, k, w->all.way[k].name, sizeof w->all.way[k].name);
	return continuations_divide(w);
}

/* The node of a tree that the moves to a node of another lead to; -1: it is not there. */
static int
same_node(const struct public_tree *t, uint32_t at, const struct public_tree *other)
{
	struct made line[PUBLIC_LINE];
	return public_tree_follow(other, 0, line, public_tree_line(t, at, line));
}

/* The side that is looked at where a leaf chooses; NULL: nothing is solved. */
static struct dls_side *
dls_look_side_of(struct search *s)
{
	struct dls_side *side = &((struct dls *)s->self)->side[s->mover];
	const bool valued = side->choosing.valued > 0;
	return side->cfr.leaves != NULL && valued ? side : NULL;
}

static void
dls_look_begin(const struct dls_side *side, struct look_ways *w)
{
	const struct public_tree *t = &side->g->base.tree;
	const bool told = t->ops->set == NULL && t->hands <= STATS_CLASSES;
	continuations_begin(w, 1 - side->us, side->choosing.continuations,
			    told ? t->hands : 0);
}

static bool
small_ways(struct search *s, uint32_t node, struct look_ways *out)
{
	struct dls_side *side = dls_look_side_of(s);
	const struct dls *d = s->self;
	const int at =
		side == NULL ? -1 : same_node(&d->mix.tree, node, &side->g->base.tree);
	if (at < 0 || side->g->leaf[at] == 0)
		return false;
	dls_look_begin(side, out);
	add_leaf(side, (uint32_t)at, out);
	return dls_look_finish(s, out);
}

static bool
dls_look_ways(struct search *s, look_ref node, struct look_ways *out)
{
	if (node == LOOK_ROOT)
		return false;
	if (!remainder_plays(s->game))
		return small_ways(s, (uint32_t)node, out);
	continuations_begin(out, 1 - s->mover, flop_ways(s), SUBGAME_CLASSES);
	if (out->all.count > 0)
		flop_add_ways(s, (uint32_t)node, out);
	return dls_look_finish(s, out);
}

static int
dls_look_children(struct search *s, look_ref node, struct look_node *out, int max)
{
	static _Thread_local struct look_ways w;
	const int n = cfr_children(s, node, out, max);
	for (int i = 0; i < n; i++)
		if (dls_look_ways(s, out[i].ref, &w))
			continuations_write(s->game, &s->root, &w.all, out[i].proof);
	return n;
}

/* ---- below the root ---------------------------------------------------------------------- */

static void
add_small(struct search *s, struct look_ways *w)
{
	struct dls_side *side = dls_look_side_of(s);
	const struct dls *d = s->self;
	const struct public_tree *t = side != NULL ? &side->g->base.tree : NULL;
	const int root = t == NULL ? -1 : same_node(&d->mix.tree, d->mix.tree.here, t);
	if (root < 0)
		return;
	dls_look_begin(side, w);
	for (uint32_t i = 0; i < t->nodes; i++) {
		uint32_t at = i;
		while (at != 0 && at != (uint32_t)root)
			at = t->node[at].up;
		if (side->g->leaf[i] != 0 && at == (uint32_t)root)
			add_leaf(side, i, w);
	}
}

static void
add_flop(struct search *s, struct look_ways *w)
{
	const struct subgame *t = remainder_subgame(s);
	continuations_begin(w, 1 - s->mover, flop_ways(s), SUBGAME_CLASSES);
	for (uint32_t i = 0; i < t->nodes && w->all.count > 0; i++) {
		uint32_t at = i;
		while (at != 0 && at != t->here)
			at = t->node[at].up;
		if (at == t->here)
			flop_add_ways(s, i, w);
	}
}

void
dls_tell_ways(struct search *s)
{
	static _Thread_local struct look_ways w;
	w.all.count = 0;
	w.weight = 0;
	(remainder_plays(s->game) ? add_flop : add_small)(s, &w);
	s->live.ways.count = 0;
	if (dls_look_finish(s, &w))
		s->live.ways = w.all;
}

const struct look_ops dls_look = { .children = dls_look_children,
				   .hands = cfr_hands,
				   .ways = dls_look_ways };
