/* tree.c - the tree of a Monte Carlo search: see tree.h for the layout. */
#include "ai/common/tree.h"

#include <string.h>

bool
tree_open(struct tree *t, struct arena *a, int seats)
{
	*t = (struct tree){ .seats = seats };
	t->stride =
		(uint32_t)(sizeof(struct tree_node) + (size_t)seats * sizeof(int64_t));
	const size_t left = arena_left(a) > 64 ? arena_left(a) - 64 : 0;
	const size_t room = left / t->stride;
	t->room = room > UINT32_MAX ? UINT32_MAX : (uint32_t)room;
	if (t->room == 0)
		return false;
	t->base = arena_take(a, (size_t)t->room * t->stride);
	if (t->base == NULL)
		return false;
	memset(t->base, 0, t->stride);
	tree_at(t, TREE_ROOT)->m = MOVE_NONE;
	t->count = 1;
	return true;
}

bool
tree_expand(struct tree *t, uint32_t at, int seat, const move *m, int n)
{
	if ((uint32_t)n > t->room - t->count) {
		t->full = true;
		return false;
	}
	const uint32_t first = t->count;
	t->count += (uint32_t)n;
	memset(tree_at(t, first), 0, (size_t)n * t->stride);
	for (int i = 0; i < n; i++)
		tree_at(t, first + (uint32_t)i)->m = m[i];
	struct tree_node *node = tree_at(t, at);
	node->child = first;
	node->children = (uint32_t)n & 0xfff;
	node->seat = (uint32_t)seat & ((1u << TREE_SEAT_BITS) - 1);
	return true;
}

uint32_t
tree_best_child(const struct tree *t, uint32_t at)
{
	const struct tree_node *node = tree_at(t, at);
	uint32_t best = 0, visits = 0;
	for (uint32_t i = 0; i < node->tried; i++) {
		const struct tree_node *c = tree_at(t, node->child + i);
		if (c->visits > visits) {
			visits = c->visits;
			best = node->child + i;
		}
	}
	return best;
}
