/* mctree.c - the tree of Monte Carlo searches: what is pruned, and that the rest stays as it
 * was. */
#include "ai/tree/tree.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define SEATS 3
#define EXTRA sizeof(uint32_t)

/* A tree grown at random: a node's moves are its number of children and up, what is visited
 * depends on a die, and the extra bytes are the visits once more. */
struct grown {
	struct arena arena;
	struct tree tree;
	struct rng rng;
};

static void
open_grown(struct grown *t, size_t bytes, uint64_t seed)
{
	assert_true(arena_open(&t->arena, bytes));
	assert_true(tree_open(&t->tree, &t->arena, SEATS, EXTRA));
	rng_seed(&t->rng, seed);
}

static void
list(uint32_t n, move *m)
{
	for (uint32_t i = 0; i < n; i++)
		m[i] = 1000 * n + i;
}

/* The child that a visit goes to; the parent's run grows for it. 0: no room. */
static uint32_t
choose(struct grown *t, uint32_t at)
{
	struct tree_node *n = tree_at(&t->tree, at);
	const uint32_t k = rng_below(&t->rng, n->children);
	move m[64];
	if (k < n->tried)
		return n->child + k;
	if (n->tried == tree_made(n)) {
		const uint32_t twice = 2 * n->tried;
		list(n->children, m);
		if (!tree_widen(&t->tree, at, m,
				(int)(twice < n->children ? twice : n->children)))
			return n->child + k % n->tried;
	}
	return n->child + n->tried++;
}

static void
visit(struct grown *t)
{
	uint32_t at = TREE_ROOT;
	float value[SEATS];
	move m[64];
	for (int i = 0; i < SEATS; i++)
		value[i] = (float)rng_below(&t->rng, 1000);
	for (int depth = 0;; depth++) {
		struct tree_node *n = tree_at(&t->tree, at);
		tree_visit(n, value, SEATS);
		memcpy(tree_extra(&t->tree, n), &n->visits, EXTRA);
		if (n->children == 0) {
			const uint32_t k = 1 + rng_below(&t->rng, 40);
			list(k, m);
			if (n->visits > 1 && depth < 60)
				tree_expand(&t->tree, at, depth % SEATS, m, (int)k,
					    (int)(k < TREE_FIRST ? k : TREE_FIRST));
			return;
		}
		at = choose(t, at);
	}
}

/* The same node in two trees, and whatever is below both; returns the nodes of the second. */
static uint32_t
compare(struct grown *a, uint32_t x, struct grown *b, uint32_t y, uint32_t *dropped)
{
	const struct tree_node *n = tree_at(&a->tree, x), *k = tree_at(&b->tree, y);
	uint32_t count = 1;
	assert_int_equal(n->visits, k->visits);
	assert_memory_equal(n->mean, k->mean, SEATS * sizeof(float));
	assert_memory_equal(n->mean + SEATS, k->mean + SEATS, EXTRA);
	if (k->children == 0) {
		if (n->children > 0 && n->visits > *dropped)
			*dropped = n->visits;
		return count;
	}
	assert_int_equal(n->children, k->children);
	assert_int_equal(n->tried, k->tried);
	assert_int_equal(n->seat, k->seat);
	assert_int_equal(tree_made(n), tree_made(k));
	for (uint32_t i = 0; i < tree_made(n); i++) {
		assert_int_equal(tree_at(&a->tree, n->child + i)->m,
				 tree_at(&b->tree, k->child + i)->m);
		count += compare(a, n->child + i, b, k->child + i, dropped);
	}
	return count;
}

/* The fewest visits of a node that still has children, the root aside. */
static uint32_t
least_with_children(struct grown *t, uint32_t at)
{
	const struct tree_node *n = tree_at(&t->tree, at);
	uint32_t least = at == TREE_ROOT || n->children == 0 ? UINT32_MAX : n->visits;
	for (uint32_t i = 0; n->children > 0 && i < n->tried; i++) {
		const uint32_t below = least_with_children(t, n->child + i);
		least = below < least ? below : least;
	}
	return least;
}

static void
prunes_what_is_least_visited_and_nothing_else(void **state)
{
	for (uint64_t seed = 1; seed <= 20; seed++) {
		struct grown a, b;
		uint32_t dropped = 0;
		open_grown(&a, 1 << 18, seed);
		open_grown(&b, 1 << 18, seed);
		for (int i = 0; i < 300 || !a.tree.full; i++) {
			visit(&a);
			visit(&b);
		}
		const uint32_t most = a.tree.room / (1 + (uint32_t)seed % 4);
		tree_prune(&b.tree, TREE_ROOT, most);
		assert_true(b.tree.count <= most);
		assert_false(b.tree.full);
		assert_int_equal(compare(&a, TREE_ROOT, &b, TREE_ROOT, &dropped),
				 b.tree.count);
		assert_true(dropped < least_with_children(&b, TREE_ROOT));
		for (int i = 0; i < 5000; i++)
			visit(&b);
		arena_close(&a.arena);
		arena_close(&b.arena);
	}
}

static void
prunes_no_more_than_it_has_to(void **state)
{
	for (uint64_t seed = 1; seed <= 10; seed++) {
		struct grown a, b;
		uint32_t dropped = 0;
		open_grown(&a, 1 << 18, seed);
		open_grown(&b, 1 << 18, seed);
		for (int i = 0; i < 1000; i++) {
			visit(&a);
			visit(&b);
		}
		const uint32_t least = least_with_children(&a, TREE_ROOT);
		tree_prune(&b.tree, TREE_ROOT, a.tree.count - a.tree.lost - 1);
		compare(&a, TREE_ROOT, &b, TREE_ROOT, &dropped);
		assert_int_equal(dropped, least);
		arena_close(&a.arena);
		arena_close(&b.arena);
	}
}

static void
a_child_that_becomes_the_root_keeps_all_below_it(void **state)
{
	for (uint64_t seed = 1; seed <= 20; seed++) {
		struct grown a, b;
		uint32_t dropped = 0;
		open_grown(&a, 1 << 18, seed);
		open_grown(&b, 1 << 18, seed);
		for (int i = 0; i < 2000; i++) {
			visit(&a);
			visit(&b);
		}
		uint32_t at = tree_best_child(&b.tree, TREE_ROOT);
		if (seed % 2 == 0)
			at = tree_best_child(&b.tree, at);
		tree_prune(&b.tree, at, b.tree.room);
		assert_int_equal(compare(&a, at, &b, TREE_ROOT, &dropped), b.tree.count);
		assert_int_equal(dropped, 0);
		assert_int_equal(tree_at(&b.tree, TREE_ROOT)->m, MOVE_NONE);
		arena_close(&a.arena);
		arena_close(&b.arena);
	}
}

static void
a_node_takes_the_bytes_it_is_said_to(void **state)
{
	for (int seats = 2; seats <= SEATS_MAX; seats++) {
		struct arena arena;
		struct tree t;
		assert_true(arena_open(&arena, 1 << 20));
		assert_true(tree_open(&t, &arena, seats, 0));
		assert_int_equal(t.stride, 20 + 4 * seats);
		assert_true((size_t)t.room * t.stride > (1 << 20) * 99 / 100);
		arena_close(&arena);
	}
}

static void
a_mean_is_that_of_its_visits(void **state)
{
	struct arena arena;
	struct tree t;
	struct rng rng;
	double sum = 0;
	assert_true(arena_open(&arena, 1 << 20));
	assert_true(tree_open(&t, &arena, 2, 0));
	rng_seed(&rng, 1);
	struct tree_node *n = tree_at(&t, TREE_ROOT);
	for (int i = 1; i <= 3000000; i++) {
		const float value[2] = { (float)rng_below(&rng, 27), 13 };
		tree_visit(n, value, 2);
		sum += (double)value[0];
		if ((i & (i - 1)) == 0 || i == 3000000) {
			const double off = (double)n->mean[0] - sum / i;
			/* a tenth of its standard error */
			assert_true(fabs(off) < 0.1 * 7.8 / sqrt(i));
			assert_true(n->mean[1] == 13.0f);
		}
	}
	/* and never stands still: half the weight is on the newest three million */
	n->visits = 1u << 30;
	for (int i = 0; i < 1 << 22; i++)
		tree_visit(n, (const float[]){ 26, 13 }, 2);
	assert_true(n->mean[0] > 19.0f);
	arena_close(&arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(prunes_what_is_least_visited_and_nothing_else),
		cmocka_unit_test(prunes_no_more_than_it_has_to),
		cmocka_unit_test(a_child_that_becomes_the_root_keeps_all_below_it),
		cmocka_unit_test(a_node_takes_the_bytes_it_is_said_to),
		cmocka_unit_test(a_mean_is_that_of_its_visits),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
