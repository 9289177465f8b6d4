/* tree.c - the tree of a Monte Carlo search: see tree.h for the layout. */
#include "ai/common/tree.h"

#include <stdlib.h>
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

/* A set of nodes, and how many of them stand before each word of it. */
struct kept {
	uint64_t *in;
	uint32_t *before;
};

static bool
is_kept(const struct kept *k, uint32_t i)
{
	return k->in[i / 64] >> (i % 64) & 1;
}

static uint32_t
rank_of(const struct kept *k, uint32_t i)
{
	const uint64_t below = k->in[i / 64] & ((UINT64_C(1) << (i % 64)) - 1);
	return k->before[i / 64] + (uint32_t)__builtin_popcountll(below);
}

/* Children stand behind their parents, so one pass finds all that is below a node. */
static uint32_t
mark_below(const struct tree *t, uint32_t at, struct kept *k)
{
	uint32_t count = 0;
	k->in[at / 64] |= UINT64_C(1) << (at % 64);
	for (uint32_t i = at; i < t->count; i++) {
		if (!is_kept(k, i))
			continue;
		const struct tree_node *n = tree_at(t, i);
		for (uint32_t c = n->child; c < n->child + n->children; c++)
			k->in[c / 64] |= UINT64_C(1) << (c % 64);
	}
	for (uint32_t w = 0; w <= t->count / 64; w++) {
		k->before[w] = count;
		count += (uint32_t)__builtin_popcountll(k->in[w]);
	}
	return count;
}

/* Nobody moves up, so nodes can be moved in their order. */
bool
tree_reroot(struct tree *t, uint32_t at)
{
	const size_t words = t->count / 64 + 1;
	struct kept k = { calloc(words, sizeof *k.in), calloc(words, sizeof *k.before) };
	const bool room = k.in != NULL && k.before != NULL;
	if (room) {
		const uint32_t count = mark_below(t, at, &k);
		for (uint32_t i = at; i < t->count; i++) {
			if (!is_kept(&k, i))
				continue;
			struct tree_node *n = tree_at(t, rank_of(&k, i));
			memmove(n, tree_at(t, i), t->stride);
			if (n->children > 0)
				n->child = rank_of(&k, n->child);
		}
		t->count = count;
		t->full = false;
		tree_at(t, TREE_ROOT)->m = MOVE_NONE;
	}
	free(k.in);
	free(k.before);
	return room;
}

uint32_t
tree_child(const struct tree *t, uint32_t at, move m)
{
	const struct tree_node *n = tree_at(t, at);
	for (uint32_t i = n->child; i < n->child + n->children; i++)
		if (tree_at(t, i)->m == m)
			return i;
	return 0;
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
