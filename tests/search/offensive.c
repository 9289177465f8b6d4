/*
 * offensive.c - the offensive search and MP-Mix against a plain recursion, and ties=.
 */
#include "ai/depth_first/leader.h"
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

/* No hand of 26 points makes up for 30 penalties of the hands before: N leads W's match by 44 or
 * more, W the others' by as much, and in the hand nobody is so far ahead. */
static void
mpmix_counts_the_match_when_it_is_asked_to(void **state)
{
	static const struct {
		const char *total, *aim;
		int strategy;
		double least, most; /* the edge */
	} rows[] = {
		{ "90,80,10,85", "match", 2, 44, 96 },
		{ "90,10,80,85", "match", 1, 44, 96 },
		{ "90,80,10,85", "hand", 0, 0, 26 },
		{ "90,10,80,85", "hand", 0, 0, 26 },
	};
	for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
		struct game g;
		struct state root;
		struct search s;
		struct player p;
		char text[200], options[64];
		open_game(&g, catalog_game(&app_catalog, "hearts"), 4, "open=on hands=2");
		snprintf(text, sizeof text,
			 "hand=2 total=%s turn=W trick=S:AC S=..2. W=Q..4. N=..9.2 "
			 "E=..3.3 points=0,0,0,13",
			 rows[k].total);
		read_position(&g, text, &root);
		snprintf(options, sizeof options, "td=40,to=40,aim=%s", rows[k].aim);
		run_search(&s, &p, &g, &root, &mpmix_search, options,
			   (struct limits){ .depth = 8 }, NULL);
		assert_true(s.live.gauges[0].value == rows[k].strategy);
		assert_true(s.live.gauges[1].value >= rows[k].least);
		assert_true(s.live.gauges[1].value <= rows[k].most);
		search_close(&s);
	}
}

/* strategy= plays what it says whatever the lead is. */
static void
mpmix_plays_the_strategy_it_is_given(void **state)
{
	static const struct search_ops *const ops[] = { &maxn_search, &paranoid_search,
							&offensive_search };
	static const char *const options[] = { "td=0,to=0,strategy=maxn",
					       "td=0,to=0,strategy=paranoid",
					       "td=99,to=99,strategy=offensive" };
	struct rng r;
	rng_seed(&r, 2013);
	for (int i = 0; i < 600; i++) {
		const struct tree_plan plan = random_plan(&r);
		random_tree(&r, &plan);
		const struct game g = tree_as_game(plan.seats, false);
		struct search a, b;
		struct player p, q;
		run_tree(&a, &p, &g, &mpmix_search, options[i % 3], plan.depth);
		run_tree(&b, &q, &g, ops[i % 3], "", plan.depth);
		assert_true(a.live.gauges[0].value == i % 3);
		assert_int_equal(search_choice(&a), search_choice(&b));
		search_close(&a);
		search_close(&b);
	}
}

/* How often each of the moves of the tree is chosen, by 64 seeds. */
static void
count_choices(const struct search_ops *ops, const char *options, int depth, int *count)
{
	const struct game g = tree_as_game(2, false);
	memset(count, 0, TREE_MOVES * sizeof *count);
	for (uint64_t seed = 1; seed <= 64; seed++) {
		struct state root = { 0 };
		struct search s;
		struct player p;
		const struct search_job job = { .game = &g, .root = &root, .seed = seed };
		open_job(&s, &p, job, ops, options, (struct limits){ .depth = depth });
		search_run(&s);
		count[search_choice(&s)]++;
		search_close(&s);
	}
}

/* Moves 0, 2 and 3 are worth 2 in the end; right after it move 3 looks best. */
#define EQUAL_MOVES \
	"{\"p\":0,\"c\":[{\"p\":1,\"v\":[1,0],\"c\":[{\"v\":[2,3]}]}," \
	"{\"p\":1,\"v\":[9,0],\"c\":[{\"v\":[1,5]}]}," \
	"{\"p\":1,\"v\":[2,0],\"c\":[{\"v\":[2,3]}]}," \
	"{\"p\":1,\"v\":[3,0],\"c\":[{\"v\":[2,3]}]}]}"

static void
a_tie_is_won_by_order_by_value_or_by_lot(void **state)
{
	static const char *const strategy[] = { "maxn", "paranoid", "offensive" };
	int count[TREE_MOVES];
	read_tree_text(EQUAL_MOVES, 2, 10);
	for (int k = 0; k < 3; k++) {
		char options[64];
		snprintf(options, sizeof options, "strategy=%s", strategy[k]);
		count_choices(&mpmix_search, options, 2, count);
		assert_int_equal(count[0], 64);
		snprintf(options, sizeof options, "strategy=%s,ties=value", strategy[k]);
		count_choices(&mpmix_search, options, 2, count);
		assert_int_equal(count[3], 64);
		snprintf(options, sizeof options, "strategy=%s,ties=lot", strategy[k]);
		count_choices(&mpmix_search, options, 2, count);
		assert_int_equal(count[0] + count[2] + count[3], 64);
		assert_true(count[0] > 8 && count[2] > 8 && count[3] > 8);
	}
}

/* Both moves leave the target with 1; the second gives the root seat more. */
static void
with_ties_the_own_value_says_nothing_against_the_target(void **state)
{
	int count[TREE_MOVES];
	read_tree_text("{\"p\":0,\"v\":[0,5],\"c\":[{\"v\":[2,1]},{\"v\":[4,1]}]}", 2,
		       10);
	count_choices(&mpmix_search, "strategy=offensive", 1, count);
	assert_int_equal(count[1], 64);
	count_choices(&mpmix_search, "strategy=offensive,ties=lot", 1, count);
	assert_true(count[0] > 8 && count[1] > 8);
	count_choices(&mpmix_search, "strategy=offensive,ties=value", 1, count);
	assert_int_equal(count[1], 64);
}

/* By lot another move may be chosen, but width= takes the game's best moves. */
static void
lots_are_drawn_among_the_best_moves(void **state)
{
	struct rng r;
	rng_seed(&r, 2014);
	int moved = 0;
	for (int i = 0; i < 1500; i++) {
		struct tree_case c;
		random_case(&r, i, &c);
		const struct game g = c.game;
		struct search s;
		struct player p;
		int32_t value[SEATS_MAX];
		const int by_order = plain_maxn(&g, 0, c.depth, value);
		run_tree(&s, &p, &g, &mpmix_search, "strategy=maxn,ties=lot", c.depth);
		moved += (int)search_choice(&s) != by_order;
		search_close(&s);
		run_tree(&s, &p, &g, &mpmix_search, "strategy=maxn,ties=lot,width=1",
			 c.depth);
		assert_int_equal(search_choice(&s), tree_kth(&tree[0], 0));
		search_close(&s);
	}
	assert_true(moved > 100);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			random_trees_give_the_tuple_and_move_of_a_plain_recursion),
		cmocka_unit_test(mpmix_plays_what_the_lead_asks_for),
		cmocka_unit_test(mpmix_counts_the_match_when_it_is_asked_to),
		cmocka_unit_test(mpmix_plays_the_strategy_it_is_given),
		cmocka_unit_test(a_tie_is_won_by_order_by_value_or_by_lot),
		cmocka_unit_test(with_ties_the_own_value_says_nothing_against_the_target),
		cmocka_unit_test(lots_are_drawn_among_the_best_moves),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
