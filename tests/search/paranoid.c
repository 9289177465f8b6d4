/*
 * paranoid.c - the paranoid search against a plain minimax of everybody against the root.
 */
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
trees_of_the_reference_program(void **state)
{
	(void)state;
	json_error_t error;
	json_t *file = json_load_file("tests/data/maxn_trees.json", 0, &error);
	assert_non_null(file);
	json_t *trees = json_object_get(file, "trees");
	for (size_t i = 0; i < json_array_size(trees); i++) {
		json_t *t = json_array_get(trees, i);
		const int seats = (int)json_integer_value(json_object_get(t, "players"));
		const struct game g = tree_as_game(seats, false);
		char what[40];
		int32_t plain;
		tree_count = 0;
		tree_maxsum = (int32_t)json_integer_value(json_object_get(t, "maxsum"));
		read_tree(json_object_get(t, "tree"), seats);
		const int me = tree[0].seat;
		json_t *values = json_object_get(t, "paranoid_value_per_player");
		const int best = plain_paranoid(&g, 0, 99, me, &plain);
		assert_int_equal(plain,
				 json_integer_value(json_array_get(values, (size_t)me)));
		snprintf(what, sizeof what, "tree %zu", i);
		for (int m = 0; m < MODES; m++)
			expect(&g, modes[m], 20, plain, best, what);
	}
	json_decref(file);
}

static void
random_trees_give_the_value_and_move_of_plain_minimax(void **state)
{
	(void)state;
	struct rng r;
	rng_seed(&r, 20000731);
	for (int i = 0; i < 6000; i++) {
		const struct tree_plan p = random_plan(&r);
		random_tree(&r, &p);
		const struct game g = tree_as_game(p.seats, p.restless);
		const int depth = 1 + (int)rng_below(&r, (uint32_t)p.depth + 1);
		char what[40];
		int32_t value;
		const int best = plain_paranoid(&g, 0, depth, tree[0].seat, &value);
		snprintf(what, sizeof what, "random tree %d", i);
		for (int m = 0; m < MODES; m++)
			expect(&g, modes[m], depth, value, best, what);
	}
}

static void
the_best_order_reaches_the_published_leaves(void **state)
{
	(void)state;
	static const int64_t leaves[] = {
		19, 89, 271, 649, 1331, 2449, 4159, 6641, 10099
	};
	for (int width = 2; width <= 10; width++) {
		struct search s;
		struct player p;
		const struct game g = tree_as_game(3, false);
		int64_t sum = 0;
		tree_count = 0;
		for (int ply = 0; ply <= 6;
		     ply++) { /* all leaves equal, a node per ply */
			struct tree_node *n = &tree[tree_count++];
			memset(n, 0, sizeof *n);
			n->seat = ply % 3;
			n->count = ply < 6 ? width : 0;
			n->bounds.maxsum = 300;
			for (int i = 0; i < 3; i++) {
				n->value[i] = 100;
				n->bounds.high[i] = 300;
			}
			for (int i = 0; i < n->count; i++)
				n->child[i] = ply + 1;
		}
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
	(void)state;
	static const char text[] =
		"{\"p\":0,\"c\":[{\"p\":1,\"c\":[{\"v\":[11,10,5]}]},"
		"{\"p\":1,\"c\":[{\"v\":[9,16,1]},{\"v\":[26,0,0]}]}]}";
	json_t *t = json_loads(text, 0, NULL);
	struct search s;
	struct player p;
	struct look_node look[8];
	const struct game g = tree_as_game(3, false);
	tree_count = 0;
	tree_maxsum = 26;
	read_tree(t, 3);
	json_decref(t);
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
	(void)state;
	struct rng r;
	rng_seed(&r, 11);
	const struct tree_plan plan = { .seats = 4,
					.depth = 9,
					.width = 3,
					.maxsum = 26,
					.uniform = true,
					.constant = true };
	random_tree(&r, &plan);
	const struct game g = tree_as_game(4, false);
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
