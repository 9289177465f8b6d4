/* simple.c - the two searches that do not search: random and greedy. */
#include "tests/search/treegame.h"

extern const struct search_ops random_search, greedy_search;

static struct game
three_leaves(int32_t a, int32_t b, int32_t c)
{
	const int32_t value[] = { a, b, c };
	memset(tree, 0, 4 * sizeof *tree);
	tree_count = 4;
	tree[0].count = 3;
	for (int i = 0; i < 3; i++) {
		tree[0].child[i] = i + 1;
		tree[i + 1].value[0] = value[i];
	}
	return tree_as_game(2, false);
}

static move
choice(const struct game *g, const struct search_ops *ops, uint64_t seed)
{
	struct search s;
	struct player p;
	const struct state root = { 0 };
	open_job(&s, &p, (struct search_job){ .game = g, .root = &root, .seed = seed },
		 ops, "", (struct limits){ 0 });
	search_run(&s);
	const move m = search_choice(&s);
	assert_int_equal(s.live.stop, STOP_DEPTH);
	assert_int_equal(s.live.move_count, 3);
	search_close(&s);
	return m;
}

static void
random_depends_on_the_seed_alone_and_plays_every_move(void **state)
{
	const struct game g = three_leaves(1, 2, 3);
	int count[3] = { 0 };
	for (uint64_t seed = 0; seed < 3000; seed++) {
		const move m = choice(&g, &random_search, seed);
		assert_true(m < 3);
		assert_int_equal(m, choice(&g, &random_search, seed));
		count[m]++;
	}
	for (int i = 0; i < 3; i++) /* 1000 expected, standard deviation 26 */
		assert_in_range(count[i], 850, 1150);
}

static void
greedy_takes_the_best_position_and_the_first_of_equals(void **state)
{
	struct game g = three_leaves(4, 7, 5);
	assert_int_equal(choice(&g, &greedy_search, 1), 1);
	g = three_leaves(4, 7, 7);
	assert_int_equal(choice(&g, &greedy_search, 1), 1);
	tree[0].score[2] = 1;
	assert_int_equal(choice(&g, &greedy_search, 1), 2);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(random_depends_on_the_seed_alone_and_plays_every_move),
		cmocka_unit_test(greedy_takes_the_best_position_and_the_first_of_equals),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
