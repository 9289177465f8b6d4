/*
 * paranoid.c - the paranoid search against a plain minimax of everybody against the root.
 */
#include "ai/depth_first/dfs.h"
#include "tests/search/treegame.h"

extern const struct search_ops paranoid_search;

static const char *const modes[] = { "table=off,window=full", "table=on,window=full",
				     "table=off,window=zero", "table=on,window=zero" };
#define MODES (int)(sizeof modes / sizeof modes[0])

static void
expect(const struct game *g, const char *mode, int depth, int32_t value, int best,
       const char *what)
{
	struct search s;
	struct player p;
	run_tree(&s, &p, g, &paranoid_search, mode, depth);
	if (search_choice(&s) != (move)best || s.live.value[s.mover] != value)
		fail_msg("%s: %s depth %d: move %d value %g, expected %d and %d", what,
			 mode, depth, (int)search_choice(&s), s.live.value[s.mover], best,
			 value);
	search_close(&s);
}

static void
check_reference(const struct tree_case *c, json_t *row)
{
	int32_t plain;
	const int me = tree[0].seat;
	json_t *values = json_object_get(row, "paranoid_value_per_player");
	const int best = plain_paranoid(&c->game, 0, 99, me, &plain);
	assert_int_equal(plain, json_integer_value(json_array_get(values, (size_t)me)));
	for (int m = 0; m < MODES; m++)
		expect(&c->game, modes[m], c->depth, plain, best, c->what);
}

static void
trees_of_the_reference_program(void **state)
{
	for_reference_trees(check_reference);
}

static void
random_trees_give_the_value_and_move_of_plain_minimax(void **state)
{
	struct rng r;
	rng_seed(&r, 20000731);
	for (int i = 0; i < 6000; i++) {
		struct tree_case c;
		int32_t value;
		random_case(&r, i, &c);
		const int best =
			plain_paranoid(&c.game, 0, c.depth, tree[0].seat, &value);
		for (int m = 0; m < MODES; m++)
			expect(&c.game, modes[m], c.depth, value, best, c.what);
	}
}

static void
the_best_order_reaches_the_published_leaves(void **state)
{
	static const int64_t leaves[] = {
		19, 89, 271, 649, 1331, 2449, 4159, 6641, 10099
	};
	for (int width = 2; width <= 10; width++) {
		struct search s;
		struct player p;
		const struct game g = tree_as_game(3, false);
		int64_t sum = 0;
		equal_tree(3, 6, width);
		for (int d = 1; d <= 6; d++) {
			run_tree(&s, &p, &g, &paranoid_search, "table=off,window=full",
				 d);
			if (d == 6)
				assert_int_equal(s.live.leaves - sum, leaves[width - 2]);
			sum = s.live.leaves;
			search_close(&s);
		}
	}
}

static void
a_cut_root_move_is_shown_with_its_reason(void **state)
{
	struct search s;
	struct player p;
	struct look_node look[8];
	const struct game g = tree_as_game(3, false);
	read_tree_text(cut_tree, 3, 26);
	run_tree(&s, &p, &g, &paranoid_search, "", 2);
	assert_int_equal(s.live.cuts[CUT_ALPHA_BETA], 1);
	assert_int_equal(s.live.skipped[CUT_ALPHA_BETA], 1);
	assert_int_equal(paranoid_search.look->children(&s, LOOK_ROOT, look, 8), 2);
	assert_int_equal(look[1].status, MOVE_AT_MOST);
	assert_string_equal(look[1].proof,
			    "alpha-beta: B can hold A to 9 here, A needs 12 (root).");
	search_close(&s);
}

static void
a_node_limit_is_exact(void **state)
{
	struct rng r;
	rng_seed(&r, 11);
	const struct game g = full_game(&r, 4, 9, 3);
	const struct state root = { 0 };
	for (int64_t nodes = 1; nodes < 1500; nodes = nodes * 3 / 2 + 1) {
		struct search s;
		struct player p;
		run_search(&s, &p, &g, &root, &paranoid_search, "",
			   (struct limits){ .nodes = nodes }, NULL);
		if (s.live.stop == STOP_NODES)
			assert_int_equal(s.live.nodes, nodes);
		else
			assert_int_equal(s.live.stop, STOP_SOLVED);
		search_close(&s);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(trees_of_the_reference_program),
		cmocka_unit_test(random_trees_give_the_value_and_move_of_plain_minimax),
		cmocka_unit_test(the_best_order_reaches_the_published_leaves),
		cmocka_unit_test(a_cut_root_move_is_shown_with_its_reason),
		cmocka_unit_test(a_node_limit_is_exact),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
