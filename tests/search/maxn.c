/*
 * maxn.c - max^n against a plain recursion: every pruning gives the same tuple and move.
 *
 * Data: maxn_trees.json (60 trees with values from an independent program) and
 * maxn_counterexamples.json (trees on which the pseudo-code printed in Sturtevant 2003 is
 * wrong: a rejected first child, and a tie lost in a second search).
 */
#include "ai/depth_first/dfs.h"
#include "tests/scale.h"
#include "tests/search/treegame.h"

extern const struct search_ops maxn_search, paranoid_search;

static void
expect(const struct game *g, const char *mode, int depth, const int32_t *value, int best,
       const char *what)
{
	struct search s;
	struct player p;
	run_tree(&s, &p, g, &maxn_search, mode, depth);
	if (search_choice(&s) != (move)best)
		fail_msg("%s: %s depth %d: move %d, expected %d", what, mode, depth,
			 (int)search_choice(&s), best);
	for (int i = 0; i < g->seats; i++)
		if (s.live.value[i] != value[i])
			fail_msg("%s: %s depth %d: seat %d gets %g, expected %d", what,
				 mode, depth, i, s.live.value[i], value[i]);
	search_close(&s);
}

/* The tree that has just been read has this tuple; its move is the plain recursion's. */
static void
expect_values(const struct tree_case *c, json_t *values, json_t *best_move)
{
	int32_t expected[SEATS_MAX] = { 0 }, plain[SEATS_MAX];
	for (int i = 0; i < c->game.seats; i++)
		expected[i] =
			(int32_t)json_integer_value(json_array_get(values, (size_t)i));
	const int best = plain_maxn(&c->game, 0, 99, plain);
	if (best_move)
		assert_int_equal(best, json_integer_value(best_move));
	for (int m = 0; m < MAXN_MODES; m++)
		expect(&c->game, maxn_modes[m], c->depth, expected, best, c->what);
}

static void
check_reference(const struct tree_case *c, json_t *row)
{
	expect_values(c, json_object_get(row, "maxn_tuple"),
		      json_object_get(row, "maxn_move"));
}

static void
trees_of_the_reference_program(void **state)
{
	for_reference_trees(check_reference);
}

static void
trees_on_which_the_printed_pseudo_code_is_wrong(void **state)
{
	json_error_t error;
	const char *name;
	json_t *t,
		*file = json_load_file("tests/data/maxn_counterexamples.json", 0, &error);
	assert_non_null(file);
	assert_true(json_object_size(file) > 0);
	json_object_foreach(file, name, t)
	{
		json_t *values = json_object_get(t, "maxn");
		const int seats = (int)json_array_size(values);
		struct tree_case c = { .game = tree_as_game(seats, false), .depth = 20 };
		snprintf(c.what, sizeof c.what, "%s", name);
		read_tree(json_object_get(t, "tree"), seats,
			  (int32_t)json_integer_value(json_object_get(t, "maxsum")));
		expect_values(&c, values, json_object_get(t, "maxn_move"));
	}
	json_decref(file);
}

static void
random_trees_give_the_same_tuple_and_move(void **state)
{
	struct rng r;
	rng_seed(&r, 20030809);
	for (int i = 0; i < scale_rounds(2000, 600); i++) {
		struct tree_case c;
		random_case(&r, i, &c);
		int32_t value[SEATS_MAX] = { 0 };
		const int best = plain_maxn(&c.game, 0, c.depth, value);
		for (int m = 0; m < MAXN_MODES; m++)
			expect(&c.game, maxn_modes[m], c.depth, value, best, c.what);
	}
}

static void
deep_trees_give_the_same_tuple_and_move(void **state)
{
	struct rng r;
	rng_seed(&r, 7);
	for (int i = 0; i < 60; i++) {
		char what[40];
		struct tree_plan p = { .seats = 3 + i % 3,
				       .depth = 12,
				       .width = 2,
				       .maxsum = i % 2 ? 26 : 5,
				       .uniform = true,
				       .constant = i % 5 > 0,
				       .free_turns = i % 4 == 0,
				       .shared = i % 3 == 0,
				       .tight = i % 7 == 0 };
		random_tree(&r, &p);
		const struct game g = tree_as_game(p.seats, false);
		int32_t value[SEATS_MAX] = { 0 };
		const int best = plain_maxn(&g, 0, 12, value);
		snprintf(what, sizeof what, "deep tree %d", i);
		for (int m = 0; m < MAXN_MODES; m++)
			expect(&g, maxn_modes[m], 12, value, best, what);
	}
}

/* Leaves of speculative max^n under the best order: see the recurrence below. */
static int64_t
optimal_leaves(int seats, int width, int depth)
{
	int64_t leaves[32];
	for (int d = 0; d <= depth; d++) {
		int64_t power = 1;
		leaves[d] = 0;
		for (int k = 0; k < (d < seats ? d : 0); k++)
			power *= width;
		if (d < seats) {
			leaves[d] = power;
			continue;
		}
		for (int k = 0; k < seats; k++, power *= width - 1)
			leaves[d] += power * leaves[d - 1 - k];
	}
	return leaves[depth];
}

/*
 * F(d) = sum over k < n of (b-1)^k F(d-1-k), F(j) = b^j for j < n; with iterative
 * deepening 1..6 the nodes of three players are those of the published table's 84,933
 * for b = 10.
 */
static void
the_best_order_costs_what_the_recurrence_says(void **state)
{
	static const int64_t nodes[] = { 197,	835,   2445,  5723, 11557,
					 21027, 35405, 56155, 84933 };
	static const int64_t last[] = { 44,    297,   1072,  2825, 6156,
					11809, 20672, 33777, 52300 };
	for (int width = 2; width <= 10; width++) {
		struct search s;
		struct player p;
		const struct game g = tree_as_game(3, false);
		int64_t leaves = 0;
		equal_tree(3, 6, width);
		for (int d = 1; d <= 6; d++)
			leaves += optimal_leaves(3, width, d);
		assert_int_equal(optimal_leaves(3, width, 6), last[width - 2]);
		run_tree(&s, &p, &g, &maxn_search,
			 "prune=speculative,table=off,discrete=off", 6);
		assert_int_equal(s.live.nodes, nodes[width - 2]);
		assert_int_equal(s.live.leaves, leaves);
		assert_int_equal(s.live.researches, 0);
		search_close(&s);
	}
	for (int seats = 2; seats <= 5; seats++) {
		struct search s;
		struct player p;
		const struct game g = tree_as_game(seats, false);
		int64_t leaves = 0;
		equal_tree(seats, 7, 3);
		for (int d = 1; d <= 7; d++)
			leaves += optimal_leaves(seats, 3, d);
		run_tree(&s, &p, &g, &maxn_search,
			 "prune=speculative,table=off,discrete=off", 7);
		assert_int_equal(s.live.leaves, leaves);
		search_close(&s);
	}
}

static void
children_are_searched_or_counted_as_skipped(void **state)
{
	struct rng r;
	rng_seed(&r, 3);
	for (int i = 0; i < 200; i++) {
		struct search s;
		struct player p;
		const struct tree_plan plan = random_plan(&r);
		random_tree(&r, &plan);
		const struct game g = tree_as_game(plan.seats, false);
		for (int m = 0; m < MAXN_MODES; m++) {
			run_tree(&s, &p, &g, &maxn_search, maxn_modes[m], plan.depth);
			int64_t skipped = 0;
			for (int k = 0; k < CUT_RULES; k++)
				skipped += s.live.skipped[k];
			/* every node but the root of each iteration is a searched child */
			int64_t searched = s.live.children - skipped + s.live.researches;
			int64_t roots = s.live.nodes - searched;
			assert_true(roots >= 1 && roots <= plan.depth);
			search_close(&s);
		}
	}
}

static void
a_node_limit_is_exact_and_repeatable(void **state)
{
	struct rng r;
	rng_seed(&r, 11);
	const struct game g = full_game(&r, 3, 9, 3);
	const struct state root = { 0 };
	for (int64_t nodes = 1; nodes < 4000; nodes = nodes * 3 / 2 + 1) {
		struct search a, b;
		struct player p, q;
		const struct limits l = { .nodes = nodes };
		run_search(&a, &p, &g, &root, &maxn_search, "", l, NULL);
		run_search(&b, &q, &g, &root, &maxn_search, "", l, NULL);
		if (a.live.stop == STOP_NODES)
			assert_int_equal(a.live.nodes, nodes);
		else
			assert_int_equal(a.live.stop, STOP_SOLVED);
		assert_int_equal(a.live.nodes, b.live.nodes);
		assert_int_equal(a.live.leaves, b.live.leaves);
		assert_int_equal(search_choice(&a), search_choice(&b));
		assert_int_not_equal(search_choice(&a), MOVE_NONE);
		search_close(&a);
		search_close(&b);
	}
}

/* An iteration cut short must not turn the choice to a move that was worse before, unless
 * something searched as deep is better. */
static void
a_cut_iteration_keeps_the_last_best_first(void **state)
{
	struct rng r;
	rng_seed(&r, 12);
	int cut = 0, compared = 0;
	for (int i = 0; i < 300; i++) {
		struct search s;
		struct player p;
		const struct tree_plan plan = random_plan(&r);
		random_tree(&r, &plan);
		const struct game g = tree_as_game(plan.seats, false);
		const struct state root = { 0 };
		const struct limits l = { .nodes = 3 + rng_below(&r, 200) };
		run_search(&s, &p, &g, &root, &maxn_search, "table=off", l, NULL);
		const struct stats_move *m = s.live.moves;
		for (int k = 1; k < s.live.move_count; k++) {
			if (m[k].status == MOVE_UNSEARCHED)
				continue;
			compared++;
			cut += m[k].depth < m[0].depth;
			assert_true(m[0].depth > m[k].depth ||
				    (m[0].depth == m[k].depth &&
				     m[0].value[s.mover] >= m[k].value[s.mover]));
		}
		search_close(&s);
	}
	assert_true(compared > 300 && cut > 30);
}

static void
a_stop_flag_ends_the_search(void **state)
{
	struct rng r;
	rng_seed(&r, 13);
	const struct game g = full_game(&r, 3, 10, 2);
	const struct state root = { 0 };
	struct search s;
	struct player p;
	atomic_bool stop = true;
	run_search(&s, &p, &g, &root, &maxn_search, "prune=none,table=off",
		   (struct limits){ 0 }, &stop);
	assert_int_equal(s.live.stop, STOP_INTERRUPTED);
	assert_true(s.live.nodes <= SEARCH_FUEL);
	search_close(&s);
}

static void
a_run_can_be_repeated(void **state)
{
	struct rng r;
	rng_seed(&r, 14);
	for (int i = 0; i < 50; i++) {
		struct search s;
		struct player p;
		struct tree_plan plan = random_plan(&r);
		plan.shared = true;
		random_tree(&r, &plan);
		const struct game g = tree_as_game(plan.seats, false);
		run_tree(&s, &p, &g, &maxn_search, "", plan.depth);
		const int64_t leaves = s.live.leaves;
		const move choice = search_choice(&s);
		search_run(&s);
		assert_int_equal(s.live.leaves, 2 * leaves);
		assert_int_equal(search_choice(&s), choice);
		search_close(&s);
	}
}

static void
width_keeps_the_best_ordered_moves(void **state)
{
	struct rng r;
	rng_seed(&r, 15);
	for (int i = 0; i < 200; i++) {
		const struct tree_plan plan = random_plan(&r);
		const int width = 1 + (int)rng_below(&r, 3);
		random_tree(&r, &plan);
		const struct game g = tree_as_game(plan.seats, plan.restless);
		struct search s[2];
		struct player p[2];
		for (int m = 0; m < 2; m++) {
			char options[60];
			snprintf(options, sizeof options, "table=off,width=%d,prune=%s",
				 width, m ? "speculative" : "none");
			run_tree(&s[m], &p[m], &g, &maxn_search, options, plan.depth);
		}
		assert_int_equal(search_choice(&s[0]), search_choice(&s[1]));
		for (int k = 0; k < plan.seats; k++)
			assert_true(s[0].live.value[k] == s[1].live.value[k]);
		/* the tree without the other moves */
		for (int k = 0; k < tree_count; k++) {
			struct tree_node *n = &tree[k], old = *n;
			for (int j = 0; j < n->count; j++) {
				n->child[j] = old.child[tree_kth(&old, j)];
				n->score[j] = 0;
			}
			n->count = n->count < width ? n->count : width;
		}
		int32_t value[SEATS_MAX] = { 0 };
		plain_maxn(&g, 0, plan.depth, value);
		for (int k = 0; k < plan.seats; k++)
			assert_true(s[0].live.value[k] == value[k]);
		search_close(&s[0]);
		search_close(&s[1]);
	}
}

/* The value of a root move for the mover, by plain recursion. */
static int32_t
plain_row(const struct game *g, bool paranoid, move m, int depth)
{
	int32_t value[SEATS_MAX] = { 0 };
	const int me = tree[0].seat, child = tree[0].child[m];
	if (paranoid)
		plain_paranoid(g, child, depth - 1, me, &value[me]);
	else
		plain_maxn(g, child, depth - 1, value);
	return value[me];
}

/* With lines=n the best n root moves are exact and in order, and the choice stays. */
static void
as_many_lines_as_asked_for_are_exact(void **state)
{
	static const char *const modes[] = { "prune=speculative",
					     "prune=shallow,table=off", "prune=none",
					     "" };
	struct rng r;
	int bounds = 0, lines_seen = 0;
	rng_seed(&r, 19);
	for (int i = 0; i < 2000; i++) {
		const bool paranoid = i % 4 == 3;
		struct search s[2];
		struct player p[2];
		struct tree_case c;
		random_case(&r, i, &c);
		const int lines = 2 + (int)rng_below(&r, 3);
		static const struct state root;
		for (int k = 0; k < 2; k++) {
			const struct search_job job = { .game = &c.game,
							.root = &root,
							.lines = k == 0 ? 1 : lines };
			open_job(&s[k], &p[k], job,
				 paranoid ? &paranoid_search : &maxn_search, modes[i % 4],
				 (struct limits){ .depth = c.depth });
			search_run(&s[k]);
		}
		const struct snapshot *live = &s[1].live;
		assert_int_equal(search_choice(&s[0]), search_choice(&s[1]));
		for (int k = 0; k < live->move_count; k++) {
			const struct stats_move *row = &live->moves[k];
			const int32_t worth =
				plain_row(&c.game, paranoid, row->m, c.depth);
			const double told = row->value[tree[0].seat];
			if (k < lines) {
				assert_int_not_equal(row->status, MOVE_AT_MOST);
				assert_true(told == worth);
				lines_seen += k > 0;
			} else {
				assert_true(worth <= told);
				assert_true(worth <=
					    live->moves[lines - 1].value[tree[0].seat]);
				bounds += row->status == MOVE_AT_MOST;
			}
		}
		search_close(&s[0]);
		search_close(&s[1]);
	}
	assert_true(lines_seen > 1000 && bounds > 100);
}

static void
a_cut_root_move_is_shown_with_its_reason(void **state)
{
	struct search s;
	struct player p;
	struct look_node look[8];
	const struct game g = tree_as_game(3, false);
	read_tree_text(cut_tree, 3, 26);
	run_tree(&s, &p, &g, &maxn_search, "", 2);
	assert_int_equal(s.live.cuts[CUT_SHALLOW], 1);
	assert_int_equal(s.live.skipped[CUT_SHALLOW], 1);
	assert_int_equal(maxn_search.look->children(&s, LOOK_ROOT, look, 8), 2);
	assert_null(look[0].rule);
	assert_true(look[0].value[1] == 10);
	assert_int_equal(look[1].status, MOVE_AT_MOST);
	assert_ptr_equal(look[1].rule, &dfs_rules[CUT_SHALLOW]);
	assert_true(look[1].value[0] == 11);
	assert_string_equal(
		look[1].proof,
		"shallow: A needs 12 (root), B has 16 (here), C gets at least 0: "
		"12 + 16 + 0 = 28 > 26, so no unseen child changes the choice above.");
	search_close(&s);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(trees_of_the_reference_program),
		cmocka_unit_test(trees_on_which_the_printed_pseudo_code_is_wrong),
		cmocka_unit_test(random_trees_give_the_same_tuple_and_move),
		cmocka_unit_test(deep_trees_give_the_same_tuple_and_move),
		cmocka_unit_test(the_best_order_costs_what_the_recurrence_says),
		cmocka_unit_test(children_are_searched_or_counted_as_skipped),
		cmocka_unit_test(a_node_limit_is_exact_and_repeatable),
		cmocka_unit_test(a_cut_iteration_keeps_the_last_best_first),
		cmocka_unit_test(a_stop_flag_ends_the_search),
		cmocka_unit_test(a_run_can_be_repeated),
		cmocka_unit_test(width_keeps_the_best_ordered_moves),
		cmocka_unit_test(as_many_lines_as_asked_for_are_exact),
		cmocka_unit_test(a_cut_root_move_is_shown_with_its_reason),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
