/*
 * postpone.c - pimc with postpone=: choices are alike in deals that look alike, weighed by what the
 * others would have done in each; limits are kept, threads change nothing, and the inspector's tree
 * has the values of the table.
 */
#include "games/hearts/hearts.h"
#include "games/tree/tree.h"
#include "tests/search/guess.h"
#include "tests/unit/play_text.h"

#include <math.h>

/* One side is named for all deals: it is right in as many as have it. */
static void
a_guess_is_one_for_all_deals(void **state)
{
	(void)state;
	struct game g;
	struct state s, view, world;
	struct search search;
	int heads = 0;
	open_game(&g, &guess_game, 2, "");
	start_game(&g, &s);
	game_view(&g, &s, 0, &view);
	for (uint64_t w = 0; w < 60; w++) {
		search_world(&g, &view, 0, 0, VIEW_SEED, w, &world);
		heads += coin_of(&world)->side == HEADS;
	}
	const double best = 100 * fmax(heads, 60 - heads) / 60;
	search_view(&search, &g, &s, 0, "pimc:worlds=60,inner=(maxn)");
	assert_int_equal(search_choice(&search), GUESS);
	search_close(&search);
	search_view(&search, &g, &s, 0, "pimc:worlds=60,postpone=1,inner=(maxn)");
	assert_int_equal(search_choice(&search), TAKE);
	assert_true(fabs(move_value(&search, TAKE) - 70) < 1e-6);
	/* the average strategy is not all of the best one */
	assert_true(move_value(&search, GUESS) < best + 1e-4);
	assert_true(move_value(&search, GUESS) > best - 1);
	search_close(&search);
}

/*
 * The second seat leaves with heads, so a guess is of tails: asking is worth 10 in deals with heads
 * and 60 in the others. Were deals weighed at the guess as they were dealt, heads would be named,
 * for it wins more.
 */
static void
deals_count_as_the_others_would_come_there(void **state)
{
	(void)state;
	struct game g;
	struct state s;
	struct search search;
	open_game(&g, &tree_game, 0, "file=tests/data/left_alone.json");
	start_game(&g, &s);
	g.rules->play(&g, &s, SEAT_CHANCE, 0, &s);
	search_view(&search, &g, &s, 0, "pimc:worlds=400,postpone=2,inner=(maxn)");
	static struct look_node top[STATS_MOVES + 400];
	const int n =
		search.ops->look->children(&search, LOOK_ROOT, top, STATS_MOVES + 400);
	assert_int_equal(n, 402);
	int heads = 0;
	for (int w = 2; w < n; w++) {
		struct state world;
		assert_true(search.ops->look->deal(&search, top[w].ref, &world));
		heads += g.rules->hash(&g, &world) == g.rules->hash(&g, &s);
	}
	assert_in_range(heads, 140, 260);
	assert_int_equal(search_choice(&search), 1);
	assert_true(fabs(move_value(&search, 1) -
			 (10.0 * heads + 60.0 * (400 - heads)) / 400) < 0.5);
	search_close(&search);
}

/* Every leaf is reached: what a move is worth lies within what its leaves are, and the means of the
 * worlds are the table. */
static void
the_inspector_has_the_tree(void **state)
{
	(void)state;
	static struct look_node top[STATS_MOVES + 8], row[STATS_MOVES],
		below[STATS_MOVES];
	struct game g;
	struct state s;
	struct search search, again;
	double sum[STATS_MOVES] = { 0 };
	int opened = 0;
	open_game(&g, &hearts_game, 4, "passing=off");
	play_from_deal(&g, 81, 30, &s);
	search_view(&search, &g, &s, game_mover(&g, &s),
		    "pimc:worlds=6,postpone=1,sims=3000,inner=(uct)");
	const struct look_ops *look = search.ops->look;
	const int moves = search.live.move_count;
	assert_in_range(moves, 2, 13);
	assert_int_equal(look->children(&search, LOOK_ROOT, top, STATS_MOVES + 8),
			 moves + 6);
	for (int w = moves; w < moves + 6; w++) {
		assert_int_equal(look->children(&search, top[w].ref, row, STATS_MOVES),
				 moves);
		for (int i = 0; i < moves; i++) {
			int k = 0;
			while (search.live.moves[k].m != row[i].m)
				k++;
			sum[k] += row[i].value[search.mover];
			const int n =
				look->children(&search, row[i].ref, below, STATS_MOVES);
			double low = INFINITY, high = -INFINITY;
			for (int j = 0; j < n; j++) {
				low = fmin(low, below[j].value[search.mover]);
				high = fmax(high, below[j].value[search.mover]);
				if (!below[j].apart || opened > 20)
					continue;
				assert_true(
					look->world(&search, below[j].ref, &again, NULL));
				search_run(&again);
				assert_int_equal(again.live.nodes, below[j].visits);
				assert_true(fabs(again.live.value[search.mover] -
						 below[j].value[search.mover]) < 1e-4);
				search_close(&again);
				opened++;
			}
			assert_true(n == 0 || (row[i].value[search.mover] > low - 1e-4 &&
					       row[i].value[search.mover] < high + 1e-4));
		}
	}
	assert_true(opened > 5);
	for (int k = 0; k < moves; k++)
		assert_true(fabs(sum[k] / 6 - search.live.moves[k].value[search.mover]) <
			    1e-4);
	search_close(&search);
}

static void
limits_are_kept(void **state)
{
	(void)state;
	static const int64_t nodes[] = { 60, 700, 20000 };
	struct game g;
	struct state s;
	struct search search;
	open_game(&g, &hearts_game, 4, "passing=off");
	play_from_deal(&g, 82, 24, &s);
	const int seat = game_mover(&g, &s);
	for (int i = 0; i < 3; i++) {
		char player[80];
		snprintf(player, sizeof player,
			 "pimc:worlds=40,postpone=2,nodes=%d,inner=(uct)", (int)nodes[i]);
		search_view(&search, &g, &s, seat, player);
		assert_in_range(search.live.nodes, 1, nodes[i]);
		assert_true(search.live.move_count > 1);
		search_close(&search);
	}
	search_view(&search, &g, &s, seat,
		    "pimc:worlds=40,postpone=1,sims=500,inner=(uct)");
	assert_in_range(search.live.simulations, 250, 500);
	assert_in_range(search.live.worlds_done, 1, 39);
	search_close(&search);
}

static void
threads_change_nothing(void **state)
{
	(void)state;
	struct game g;
	struct state s;
	struct search one, three;
	open_game(&g, &hearts_game, 4, "passing=off");
	play_from_deal(&g, 83, 26, &s);
	const int seat = game_mover(&g, &s);
	search_view(&one, &g, &s, seat,
		    "pimc:worlds=9,postpone=2,threads=1,sims=4000,inner=(uct)");
	search_view(&three, &g, &s, seat,
		    "pimc:worlds=9,postpone=2,threads=3,sims=4000,inner=(uct)");
	assert_int_equal(one.live.nodes, three.live.nodes);
	assert_int_equal(one.live.move_count, three.live.move_count);
	for (int i = 0; i < one.live.move_count; i++) {
		assert_int_equal(one.live.moves[i].m, three.live.moves[i].m);
		assert_true(one.live.moves[i].value[seat] ==
			    three.live.moves[i].value[seat]);
	}
	search_close(&one);
	search_close(&three);
}

/* With nothing hidden there is one deal, and each seat chooses for itself: max^n. */
static void
with_open_hands_it_is_max_n(void **state)
{
	(void)state;
	static const char *const files[] = { "three-seats", "last-branch", "deep-fails" };
	for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
		struct game g;
		struct state s;
		struct search search, exact;
		char variant[80];
		snprintf(variant, sizeof variant, "file=%s", files[i]);
		open_game(&g, &tree_game, 0, variant);
		start_game(&g, &s);
		search_view(&search, &g, &s, 0, "pimc:postpone=12,inner=(maxn)");
		search_view(&exact, &g, &s, 0, "maxn");
		assert_int_equal(search.live.worlds_done, 1);
		assert_int_equal(search_choice(&search), search_choice(&exact));
		for (int k = 0; k < g.seats; k++)
			assert_true(fabs(search.live.value[k] - exact.live.value[k]) <
				    0.1);
		search_close(&search);
		search_close(&exact);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_guess_is_one_for_all_deals),
		cmocka_unit_test(deals_count_as_the_others_would_come_there),
		cmocka_unit_test(the_inspector_has_the_tree),
		cmocka_unit_test(limits_are_kept),
		cmocka_unit_test(threads_change_nothing),
		cmocka_unit_test(with_open_hands_it_is_max_n),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
