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
name_continuation(const struct search *s, int continuation, char *out, size_t size)
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
		name_continuation(s, k, w->all.way[k].name, sizeof w->all.way[k].name);
	return continuations_divide(w);
}

/* The node of a tree that the moves to a node of another lead to; -1: it is not there. */
static int
same_node(const struct public_tree *t, uint32_t at, const struct public_tree *other)
{
	struct played_move line[PUBLIC_LINE];
	return public_tree_follow(other, 0, line, public_tree_line(t, at, line));
}

/* The solution whose leaves are looked at; NULL: there is none. */
static const struct dls_side *
dls_look_side_of(struct search *s)
{
	if (remainder_plays(s->game))
		return flop_side(s);
	const struct dls_side *side = &((struct dls *)s->self)->side[s->mover];
	return side->cfr.leaves != NULL && side->choosing.valued > 0 ? side : NULL;
}

static bool
dls_look_begin(struct search *s, struct look_ways *w)
{
	const struct dls_side *side = dls_look_side_of(s);
	if (side == NULL)
		return false;
	const struct public_tree *t = &side->g->base.tree;
	const bool told = t->ops->set == NULL && t->hands <= STATS_CLASSES;
	continuations_begin(w, 1 - side->us, side->choosing.continuations,
			    told ? t->hands : 0);
	return true;
}

/* Adds a node of the tree that is played on, where it is a leaf of the solution. */
static void
add_node(struct search *s, uint32_t node, struct look_ways *w)
{
	if (remainder_plays(s->game)) {
		flop_add_leaf(s, node, w);
		return;
	}
	struct dls *d = s->self;
	struct dls_side *side = &d->side[s->mover];
	const int at = d->full.leaf[node] == 0
			       ? -1
			       : same_node(&d->mix.tree, node, &side->g->base.tree);
	if (at >= 0)
		add_leaf(side, (uint32_t)at, w);
}

static bool
dls_look_ways(struct search *s, look_ref node, struct look_ways *out)
{
	if (node == LOOK_ROOT || !dls_look_begin(s, out))
		return false;
	add_node(s, (uint32_t)node, out);
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

void
dls_tell_continuations(struct search *s)
{
	static _Thread_local struct look_ways w;
	struct stats_ways *ways = snapshot_attach(&s->live, ATTACHED_WAYS);
	if (ways == NULL)
		return;
	ways->count = 0;
	const bool flop = remainder_plays(s->game);
	const struct dls *d = flop ? remainder_filled(s) : s->self;
	const uint32_t nodes = flop ? remainder_subgame(s)->nodes : d->mix.tree.nodes,
		       here = flop ? remainder_subgame(s)->here : d->mix.tree.here;
	if (!dls_look_begin(s, &w))
		return;
	for (uint32_t i = 0; i < nodes; i++) {
		struct dls_decision n;
		uint32_t at = i;
		while (at != 0 && at != here)
			at = d->played->up(d, at, &n);
		if (at == here)
			add_node(s, i, &w);
	}
	if (dls_look_finish(s, &w))
		*ways = w.all;
}

const struct look_ops dls_look = { .children = dls_look_children,
				   .hands = cfr_hands,
				   .ways = dls_look_ways };
