/*
 * offensive.c - the offensive search and MP-Mix against a plain recursion.
 */
#include "ai/common/leader.h"
#include "tests/search/treegame.h"

extern const struct search_ops offensive_search, mpmix_search, maxn_search,
	paranoid_search;

static bool
prefers(int seat, int me, int target, const int32_t *a, const int32_t *b)
{
	if (seat == me && a[target] != b[target])
		return a[target] < b[target];
	return a[seat] > b[seat];
}

static int
plain_offensive(const struct game *g, int node, int rem, int me, int target,
		int32_t *value)
{
	const struct tree_node *n = &tree[node];
	int best = -1;
	if (tree_leaf(g, n, rem)) {
		memcpy(value, n->value, sizeof n->value);
		return -1;
	}
	for (int k = 0; k < n->count; k++) {
		int32_t v[SEATS_MAX];
		const int i = tree_kth(n, k);
		plain_offensive(g, n->child[i], rem - 1, me, target, v);
		if (best < 0 || prefers(n->seat, me, target, v, value)) {
			memcpy(value, v, sizeof v);
			best = i;
		}
	}
	return best;
}

static void
random_trees_give_the_tuple_and_move_of_a_plain_recursion(void **state)
{
	(void)state;
	struct rng r;
	rng_seed(&r, 2009);
	for (int i = 0; i < 4000; i++) {
		struct tree_case c;
		random_case(&r, i, &c);
		const struct game g = c.game;
		const int me = tree[0].seat;
		const int target = leader_of(tree[0].value, g.seats, me);
		int32_t value[SEATS_MAX];
		const int best = plain_offensive(&g, 0, c.depth, me, target, value);
		for (int table = 0; table < 2; table++) {
			struct search s;
			struct player p;
			run_tree(&s, &p, &g, &offensive_search,
				 table ? "table=on" : "table=off", c.depth);
			if (search_choice(&s) != (move)best)
				fail_msg("tree %d: move %d, expected %d", i,
					 (int)search_choice(&s), best);
			for (int k = 0; k < g.seats; k++)
				assert_true(s.live.value[k] == value[k]);
			search_close(&s);
		}
	}
}

/* The strategy is a gauge, and what is chosen is what that search chooses. */
static void
mpmix_plays_what_the_lead_asks_for(void **state)
{
	(void)state;
	struct rng r;
	int seen[3] = { 0 };
	rng_seed(&r, 2012);
	for (int i = 0; i < 2000; i++) {
		const struct tree_plan plan = random_plan(&r);
		random_tree(&r, &plan);
		const struct game g = tree_as_game(plan.seats, false);
		const int me = tree[0].seat;
		const int32_t *v = tree[0].value;
		const int first = leader_of(v, g.seats, SEAT_NONE);
		const int32_t edge = v[first] - v[leader_of(v, g.seats, first)];
		const int strategy =
			v[me] == v[first] ? (edge >= 2 ? 1 : 0) : (edge >= 3 ? 2 : 0);
		const struct search_ops *const ops[] = { &maxn_search, &paranoid_search,
							 &offensive_search };
		struct search a, b;
		struct player p, q;
		run_tree(&a, &p, &g, &mpmix_search, "td=2,to=3", plan.depth);
		run_tree(&b, &q, &g, ops[strategy], "", plan.depth);
		assert_true(a.live.gauges[0].value == strategy);
		assert_true(a.live.gauges[1].value == edge);
		assert_int_equal(search_choice(&a), search_choice(&b));
		seen[strategy]++;
		search_close(&a);
		search_close(&b);
	}
	assert_true(seen[0] > 50 && seen[1] > 50 && seen[2] > 50);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			random_trees_give_the_tuple_and_move_of_a_plain_recursion),
		cmocka_unit_test(mpmix_plays_what_the_lead_asks_for),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
