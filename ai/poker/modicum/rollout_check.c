/*
 * rollout_check.c - what playing out says of a leaf whose values are the network's: for the inspector.
 *
 * The hands are played out on as many boards as without the network, in memory of its own, and the
 * continuations of the leaf are told with these values in place of the others, which stay.
 */
#include "ai/poker/modicum/modicum.h"

#include "src/base/text.h"

#include <stdio.h>
#include <string.h>

bool
rollout_check_open(struct nested *n, struct arena *arena)
{
	const size_t stride = (size_t)n->flop.stride,
		     bytes = (size_t)ESTIMATE_WAYS * stride * stride * sizeof(float);
	n->check[0] = arena_take(arena, bytes);
	n->check[1] = arena_take(arena, bytes);
	return n->check[0] != NULL && n->check[1] != NULL;
}

/* The continuations of a leaf by values that are played out. */
static bool
played_out_continuations(struct nested *n, struct subgame_view *view, look_ref node,
			 int leaf, struct look_ways *out)
{
	struct leaf_values *v = &n->leaves;
	const struct leaf_values kept = *v;
	const int number = v->table[leaf];
	int first = leaf;
	v->gain = n->check[0];
	v->loss = n->check[1];
	v->of = &first;
	v->tables = 1;
	v->table[leaf] = 0;
	for (int i = 0; i < leaf_pieces(v); i++)
		leaf_play_out(v, i, NESTED_LEAF_SEED);
	const bool told = subgame_view_ways(view, node, out);
	*v = kept;
	v->table[leaf] = number;
	return told;
}

static void
write_values(const struct nested *n, const struct stats_ways *w, char *out, int room)
{
	const struct public_ops *ops = n->s->game->ops->public;
	const double blind = ops->blind(n->s->game, n->sub.root);
	int k = snprintf(out, (size_t)room, " Played out on %d boards:", n->flop.boards);
	for (int i = 0; i < w->count && k < room; i++)
		k += snprintf(out + k, (size_t)(room - k), " %+.2f%s",
			      text_shown(w->way[i].value / blind, 2),
			      i + 1 < w->count ? "," : ".");
}

void
rollout_check_tell(struct nested *n, struct subgame_view *view, struct look_node *l)
{
	static _Thread_local struct look_ways w;
	const struct deck_ops *deck = n->s->game->ops->public->deck;
	const int leaf = n->sub.node[(uint32_t)l->ref].leaf - 1,
		  used = (int)strlen(l->proof);
	struct state begin;
	struct played_move line[PUBLIC_LINE];
	if (n->leaves.flop != &n->flop || leaf < 0 || n->leaves.all_in[leaf] || used == 0)
		return;
	memset(&begin, 0, sizeof begin);
	deck->begin(n->s->game, n->sub.root, MODICUM_FLOP, &begin, line);
	leaf_flop_draw(&n->flop, &begin, n->effort.rollouts, NESTED_LEAF_SEED);
	if (played_out_continuations(n, view, l->ref, leaf, &w))
		write_values(n, &w.all, l->proof + used, LOOK_PROOF - used);
}
