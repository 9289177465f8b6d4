/*
 * tree.c - the tree of a Monte Carlo search: see tree.h for the layout.
 *
 * Nodes are only ever taken from the end. When there are none left, or another node becomes the
 * root, the tree is walked, the nodes to be kept are marked, and they are moved to the front in
 * their order. A pass costs a small part of the time that filled the memory, gives back half of it,
 * and leaves no holes; selection keeps its contiguous runs.
 */
#include "ai/tree/tree.h"

#include <string.h>

#define WORD	 64
#define PER_WORD (sizeof(uint64_t) + sizeof(uint32_t))

bool
tree_open(struct tree *t, struct arena *a, int seats, size_t extra)
{
	const size_t stride =
		sizeof(struct tree_node) + (size_t)seats * sizeof(float) + extra;
	*t = (struct tree){ .seats = seats, .stride = (uint32_t)stride };
	const size_t left = arena_left(a) > 256 ? arena_left(a) - 256 : 0;
	const size_t words = left / (WORD * stride + PER_WORD);
	const size_t room = words * WORD;
	t->room = room > UINT32_MAX ? UINT32_MAX : (uint32_t)room;
	if (t->room == 0)
		return false;
	t->base = arena_take(a, (size_t)t->room * stride);
	t->in = arena_take(a, (words + 1) * sizeof *t->in);
	t->before = arena_take(a, words * sizeof *t->before);
	if (t->base == NULL || t->in == NULL || t->before == NULL)
		return false;
	memset(t->base, 0, stride);
	tree_at(t, TREE_ROOT)->m = MOVE_NONE;
	t->count = 1;
	return true;
}

/* A run of n nodes at the end, the first `from` of them left as they are. False: no room. */
static bool
take_run(struct tree *t, int n, uint32_t *first)
{
	if ((uint32_t)n > t->room - t->count) {
		t->full = true;
		return false;
	}
	*first = t->count;
	t->count += (uint32_t)n;
	return true;
}

static void
fill_run(struct tree *t, uint32_t first, const move *m, int from, int n)
{
	memset(tree_at(t, first + (uint32_t)from), 0, (size_t)(n - from) * t->stride);
	for (int i = from; i < n; i++)
		tree_at(t, first + (uint32_t)i)->m = m[i];
}

bool
tree_expand(struct tree *t, uint32_t at, int seat, const move *m, int n, int made)
{
	uint32_t first;
	if (!take_run(t, made, &first))
		return false;
	fill_run(t, first, m, 0, made);
	struct tree_node *node = tree_at(t, at);
	node->child = first;
	node->children = (uint32_t)n & 0xfff;
	node->seat = (uint32_t)seat & ((1u << TREE_SEAT_BITS) - 1);
	node->whole = made == n;
	return true;
}

bool
tree_widen(struct tree *t, uint32_t at, const move *m, int made)
{
	struct tree_node *node = tree_at(t, at);
	const int had = (int)tree_made(node);
	uint32_t first;
	if (!take_run(t, made, &first))
		return false;
	memcpy(tree_at(t, first), tree_at(t, node->child), (size_t)had * t->stride);
	fill_run(t, first, m, had, made);
	t->lost += (uint32_t)had;
	node->child = first;
	node->whole = made == (int)node->children;
	return true;
}

/* ---- pruning ---- */

static bool
is_in(const struct tree *t, uint32_t i)
{
	return t->in[i / WORD] >> (i % WORD) & 1;
}

static void
tree_put_in(struct tree *t, uint32_t first, uint32_t n)
{
	for (uint32_t i = first; i < first + n; i++)
		t->in[i / WORD] |= UINT64_C(1) << (i % WORD);
}

/* Visits fall into classes, four to an octave; the first ones are single numbers. */
#define CLASSES 128

static uint32_t
tree_class_of(uint32_t visits)
{
	if (visits < 4)
		return visits;
	const uint32_t octave = 31 - (uint32_t)__builtin_clz(visits);
	return 4 * (octave - 1) + (visits >> (octave - 2) & 3);
}

/* A walk over all nodes that have children, by way of those that are kept. */
struct frame {
	uint32_t next, end;
};

/* Marks every run below the root whose node is of at least that class of visits; the others lose
 * theirs. nodes[c]: how many nodes the runs below nodes of class c have. */
static void
mark_below(struct tree *t, uint32_t root, uint32_t least, uint32_t *nodes)
{
	struct frame frame[TREE_PLIES + 1];
	int depth = 0;
	memset(t->in, 0, (t->count / WORD + 1) * sizeof *t->in);
	memset(nodes, 0, CLASSES * sizeof *nodes);
	frame[0] = (struct frame){ root, root + 1 };
	while (depth >= 0) {
		if (frame[depth].next == frame[depth].end) {
			depth--;
			continue;
		}
		const uint32_t at = frame[depth].next++;
		struct tree_node *n = tree_at(t, at);
		if (n->children == 0)
			continue;
		const uint32_t c = tree_class_of(n->visits);
		if (c < least && at != root) {
			n->children = n->tried = n->whole = 0;
			continue;
		}
		const uint32_t made = tree_made(n);
		nodes[c] += made;
		tree_put_in(t, n->child, made);
		assert(depth < TREE_PLIES);
		frame[++depth] = (struct frame){ n->child, n->child + n->tried };
	}
}

/* The lowest class that may keep its runs so that at most `most` nodes are left. */
static uint32_t
class_to_keep(const uint32_t *nodes, uint32_t most)
{
	uint64_t left = 1; /* the root */
	uint32_t c = CLASSES;
	while (c > 0 && left + nodes[c - 1] <= most)
		left += nodes[--c];
	return c;
}

/* The new index of a marked node; 0 is the root's, which is not marked. */
static uint32_t
tree_place_of(const struct tree *t, uint32_t i)
{
	const uint64_t below = t->in[i / WORD] & ((UINT64_C(1) << (i % WORD)) - 1);
	return 1 + t->before[i / WORD] + (uint32_t)__builtin_popcountll(below);
}

static uint32_t
count_before(struct tree *t)
{
	uint32_t count = 0;
	for (uint32_t w = 0; w <= (t->count - 1) / WORD; w++) {
		t->before[w] = count;
		count += (uint32_t)__builtin_popcountll(t->in[w]);
	}
	return count;
}

/* No node moves to a higher index, so nodes can be moved in their order. */
static void
move_together(struct tree *t, uint32_t root)
{
	alignas(8) unsigned char top[sizeof(struct tree_node) + 256];
	assert(t->stride <= sizeof top);
	const uint32_t count = count_before(t);
	struct tree_node *n = tree_at(t, root);
	if (n->children > 0)
		n->child = tree_place_of(t, n->child);
	memcpy(top, n, t->stride);
	for (uint32_t i = 0; i < t->count; i++) {
		if (!is_in(t, i))
			continue;
		n = tree_at(t, i);
		if (n->children > 0)
			n->child = tree_place_of(t, n->child);
		memmove(tree_at(t, tree_place_of(t, i)), n, t->stride);
	}
	memcpy(t->base, top, t->stride);
	t->count = count + 1;
	t->lost = 0;
	t->full = false;
	tree_at(t, TREE_ROOT)->m = MOVE_NONE;
}

void
tree_prune(struct tree *t, uint32_t root, uint32_t most)
{
	uint32_t nodes[CLASSES];
	mark_below(t, root, 0, nodes);
	const uint32_t least = class_to_keep(nodes, most);
	if (least > 0)
		mark_below(t, root, least, nodes);
	move_together(t, root);
}

uint32_t
tree_child(const struct tree *t, uint32_t at, move m)
{
	const struct tree_node *n = tree_at(t, at);
	for (uint32_t i = n->child; i < n->child + n->tried; i++)
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
