/* look.c - the tree of a solution for the inspector: at each leaf what the other seat's ways to play
 * on are worth, and how often it chooses them. See dls.h. */
#include "ai/cfr/rest.h"
#include "ai/common/ways.h"
#include "ai/dls/flop.h"

#include <stdio.h>

static void
add_pair(const struct dls_side *s, uint32_t leaf, int other, int own, double weight,
	 struct dls_ways *w)
{
	const size_t at = (size_t)other * (size_t)s->g->base.tree.stride + (size_t)own;
	w->all += weight;
	for (int k = 0; k < s->choosing[1 - s->us].ways; k++) {
		w->chosen[k] += weight * dls_choice(s, (int)leaf, 1 - s->us, k, other);
		for (int j = 0; j < s->choosing[s->us].ways; j++)
			w->value[k] += weight * dls_choice(s, (int)leaf, s->us, j, own) *
				       dls_gain(s, leaf, j, k)[at];
	}
}

static void
sum_ways(struct dls_side *s, uint32_t at, struct dls_ways *w)
{
	struct public_tree *t = &s->play.tree;
	double *own = public_tree_take(t, 2), *other = own + t->stride;
	*w = (struct dls_ways){ .ways = s->choosing[1 - s->us].ways };
	public_mix_reach(&s->play, at, s->us, NULL, own);
	public_mix_reach(&s->play, at, 1 - s->us, NULL, other);
	for (int o = 0; o < t->hands; o++)
		for (int h = 0; h < t->hands; h++)
			if (t->ops->set != NULL || !t->ops->excludes(t->g, h, o))
				add_pair(s, s->g->leaf[at] - 1, o, h, own[h] * other[o],
					 w);
	t->work = own;
}

/* "folding more". */
static void
name_way(const struct search *s, int way, char *out, size_t size)
{
	struct way_kinds kinds;
	const bool tree = s->game->ops->public->set != NULL;
	if (way == 0)
		snprintf(out, size, "by the blueprint");
	else if (options_int(&s->options, "leaves") == DLS_REPLIES)
		snprintf(out, size, "by reply %d", way);
	else if (tree)
		snprintf(out, size, "with move %d more often", way);
	else if (way_kinds_read(&kinds, options_name(&s->options, "kinds"), "dls", NULL))
		snprintf(out, size, "%s more", way_kind_name(kinds.kind[way - 1]));
}

static void
write_ways(const struct search *s, int us, const struct dls_ways *w,
	   char out[static LOOK_PROOF])
{
	struct way_told way[DLS_VALUES];
	for (int k = 0; k < w->ways; k++) {
		name_way(s, k, way[k].name, sizeof way[k].name);
		way[k].often = w->chosen[k] / w->all;
		way[k].value = w->value[k] / w->all;
	}
	ways_write(s->game, us, way, w->ways, 2, out);
}

/* The node of a tree that the moves to a node of another lead to; -1: it is not there. */
static int
same_node(const struct public_tree *t, uint32_t at, const struct public_tree *other)
{
	struct made line[PUBLIC_LINE];
	return public_tree_follow(other, 0, line, public_tree_line(t, at, line));
}

static void
tell_leaf(struct search *s, struct dls_side *side, struct look_node *l)
{
	const struct dls *d = s->self;
	struct dls_ways w;
	const int at = same_node(&d->mix.tree, (uint32_t)l->ref, &side->g->base.tree);
	if (at < 0 || side->g->leaf[at] == 0)
		return;
	sum_ways(side, (uint32_t)at, &w);
	if (w.all > 0)
		write_ways(s, side->us, &w, l->proof);
}

static int
flop_children(struct search *s, look_ref node, struct look_node *out, int max)
{
	struct dls_ways w;
	const int n = rest_children(s, node, out, max);
	for (int i = 0; i < n; i++)
		if (flop_leaf_ways(s, (uint32_t)out[i].ref, &w))
			write_ways(s, s->mover, &w, out[i].proof);
	return n;
}

static int
children(struct search *s, look_ref node, struct look_node *out, int max)
{
	if (rest_plays(s->game))
		return flop_children(s, node, out, max);
	struct dls_side *side = &((struct dls *)s->self)->side[s->mover];
	const int n = public_look.children(s, node, out, max);
	for (int i = 0;
	     i < n && side->cfr.leaves != NULL && side->choosing[1 - side->us].valued > 0;
	     i++)
		tell_leaf(s, side, &out[i]);
	return n;
}

static bool
hands(struct search *s, look_ref node, struct stats_hands *out)
{
	return (rest_plays(s->game) ? rest_hands : public_look.hands)(s, node, out);
}

const struct look_ops dls_look = { .children = children, .hands = hands };
