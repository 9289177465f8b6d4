/* search.c - what surrounds an algorithm: limits, refusals, the only move, reports. */
#include "src/core/search.h"
#include "src/core/calibration.h"
#include "tests/unit/toy.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

/* A dealt toy position and a player for it. */
struct bench {
	struct game game;
	struct state root;
	struct player player;
	struct search search;
	struct status st;
};

static void
prepare(struct bench *b, bool open, const char *player)
{
	memset(b, 0, sizeof *b);
	b->game = toy_make(2, open);
	b->game.rules->start(&b->game, &b->root);
	b->game.rules->play(&b->game, &b->root, SEAT_CHANCE, 7, &b->root);
	if (!player_parse(&b->player, player, &toy_catalog, &b->game, &b->st))
		fail_msg("%s", b->st.text);
}

static bool
open_search(struct bench *b, int viewer, atomic_bool *stop)
{
	const struct search_job job = { .game = &b->game,
					.root = &b->root,
					.viewer = viewer,
					.player = &b->player,
					.stop = stop };
	b->st = (struct status){ 0 };
	return search_open(&b->search, &job, &b->st);
}

static void
a_node_limit_is_exact(void **state)
{
	static const int64_t limits[] = {
		1, 2, 31, 32, 33, 1023, 1024, 1025, 5000, 100000
	};
	static struct bench b;
	for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
		prepare(&b, false, "count");
		player_limit(&b.player, &(struct limits){ .nodes = limits[i] });
		assert_true(open_search(&b, 0, NULL));
		search_run(&b.search);
		assert_int_equal(b.search.live.nodes, limits[i]);
		assert_int_equal(search_nodes(&b.search), limits[i]);
		assert_int_equal(b.search.live.simulations, limits[i] - 1);
		assert_int_equal(b.search.live.stop, STOP_NODES);
		assert_false(search_step(&b.search)); /* unwinding counts no more */
		search_poll(&b.search);
		assert_int_equal(search_nodes(&b.search), limits[i]);
		search_close(&b.search);
	}
}

/* A search inside another ends with it, whatever its own limits are: at the first look at the clock. */
static void
a_search_inside_another_ends_in_time(void **state)
{
	static struct bench b;
	prepare(&b, false, "count:nodes=100000");
	assert_true(open_search(&b, 0, NULL));
	b.search.until_us = 1;
	search_run(&b.search);
	assert_int_equal(b.search.live.stop, STOP_TIME);
	assert_true(b.search.live.nodes <= 64);
	assert_false(search_has_us(&b.search, 1));
	search_close(&b.search);
}

/* Nodes are counted on where the clock is looked at more often. */
static void
a_clock_looked_at_soon_changes_no_count(void **state)
{
	static struct bench b;
	prepare(&b, false, "count:nodes=5000");
	assert_true(open_search(&b, 0, NULL));
	b.search.chunk = 8;
	assert_true(search_poll(&b.search));
	for (int i = 1; i <= 20; i++) {
		if (i % 5 == 0)
			search_poll_soon(&b.search);
		assert_true(search_step(&b.search));
		assert_int_equal(search_nodes(&b.search), i);
	}
	assert_true(search_has_us(&b.search, INT64_MAX));
	search_close(&b.search);
}

static void
a_search_that_is_run_again_counts_on(void **state)
{
	static struct bench b;
	prepare(&b, false, "count:nodes=100");
	assert_true(open_search(&b, 0, NULL));
	search_run(&b.search);
	search_run(&b.search); /* the limit is reached already */
	assert_int_equal(b.search.live.nodes, 100);
	assert_int_equal(b.search.live.stop, STOP_NODES);
	b.search.limits.nodes = 3000;
	search_run(&b.search);
	assert_int_equal(b.search.live.nodes, 3000);
	search_close(&b.search);
}

static void
each_limit_gives_its_reason(void **state)
{
	static struct bench b;
	atomic_bool stop = true;
	prepare(&b, false, "count:sims=100");
	assert_true(open_search(&b, 0, NULL));
	search_run(&b.search);
	assert_int_equal(b.search.live.stop, STOP_SIMS);
	search_close(&b.search);
	prepare(&b, false, "count:time=1ms");
	assert_true(open_search(&b, 0, NULL));
	search_run(&b.search);
	assert_int_equal(b.search.live.stop, STOP_TIME);
	assert_int_equal(b.search.live.limit_us, 1000);
	search_close(&b.search);
	prepare(&b, false, "count");
	assert_true(open_search(&b, 0, &stop));
	search_run(&b.search);
	assert_int_equal(b.search.live.stop, STOP_INTERRUPTED);
	search_close(&b.search);
}

static void
the_best_move_is_reported_and_chosen(void **state)
{
	static struct bench b;
	prepare(&b, false, "count:nodes=10");
	assert_true(open_search(&b, 0, NULL));
	assert_int_equal(search_choice(&b.search), MOVE_NONE);
	search_run(&b.search);
	assert_int_equal(search_choice(&b.search), 4);
	assert_true(b.search.live.value[0] == 3 && b.search.live.value[1] == -3);
	assert_true(isnan(b.search.live.win[0]));
	assert_int_equal(b.search.live.history_count, 1);
	assert_int_equal(b.search.live.moves_total, 4);
	search_close(&b.search);
}

static void
a_calibration_fills_the_chances(void **state)
{
	static struct bench b;
	const struct calibration cal = { .stages = 1, .beta = { 0.1 } };
	prepare(&b, false, "count:nodes=10");
	const struct search_job job = {
		.game = &b.game, .root = &b.root, .player = &b.player, .calibration = &cal
	};
	assert_true(search_open(&b.search, &job, &b.st));
	search_run(&b.search);
	double sum = b.search.live.win[0] + b.search.live.win[1];
	assert_true(fabs(sum - 1) < 1e-12);
	assert_true(b.search.live.win[0] > 0.5);
	assert_true(b.search.live.moves[0].win[0] > b.search.live.moves[3].win[0]);
	search_close(&b.search);
}

static void
a_single_move_needs_no_search_unless_nodes_are_asked_for(void **state)
{
	static struct bench b;
	struct status st = { 0 };
	prepare(&b, false, "count:time=1h");
	struct options forced = b.game.variant;
	assert_true(options_set(&forced, "forced", "on", &st));
	assert_true(game_init(&b.game, &toy_game, 2, &forced, &st));
	assert_true(open_search(&b, 0, NULL));
	search_run(&b.search);
	assert_int_equal(b.search.live.stop, STOP_ONLY_MOVE);
	assert_int_equal(search_choice(&b.search), 1);
	assert_int_equal(b.search.live.nodes, 0);
	search_close(&b.search);
	player_limit(&b.player, &(struct limits){ .nodes = 50 });
	assert_true(open_search(&b, 0, NULL));
	search_run(&b.search);
	assert_int_equal(b.search.live.stop, STOP_NODES);
	assert_true(b.search.live.value[0] == 0);
	search_close(&b.search);
}

static void
a_refused_search_says_why(void **state)
{
	static struct bench b;
	prepare(&b, true, "perfect:nodes=10");
	b.game = toy_make(2, false);
	assert_false(open_search(&b, 0, NULL));
	assert_string_equal(b.st.text, "perfect needs perfect information");
	assert_true(open_search(&b, SEAT_ALL, NULL)); /* a determinized world */
	search_close(&b.search);
}

static void
nobody_searches_a_chance_node_or_a_finished_game(void **state)
{
	static struct bench b;
	prepare(&b, false, "count");
	toy_of(&b.root)->dealt = 0;
	assert_false(open_search(&b, 0, NULL));
	assert_string_equal(b.st.text, "no seat is to move");
	toy_of(&b.root)->round = 3;
	assert_false(open_search(&b, 0, NULL));
	assert_true(player_parse(&b.player, "human", &toy_catalog, &b.game, &b.st));
	assert_false(open_search(&b, 0, NULL));
	assert_string_equal(b.st.text, "human is not a search");
}

static void
the_budget_is_the_memory_option(void **state)
{
	static struct bench b;
	prepare(&b, false, "count:memory=3");
	assert_true(open_search(&b, 0, NULL));
	assert_int_equal(b.search.arena.size, 3 << 20);
	assert_int_equal(b.search.live.memory_bytes, 3 << 20);
	assert_non_null(arena_take(&b.search.arena, 1 << 20));
	assert_null(arena_take(&b.search.arena, 2 << 20));
	search_close(&b.search);
	prepare(&b, false, "wrap"); /* no such option: the default */
	assert_true(open_search(&b, 0, NULL));
	assert_int_equal(b.search.arena.size, 64 << 20);
	search_close(&b.search);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_node_limit_is_exact),
		cmocka_unit_test(a_search_inside_another_ends_in_time),
		cmocka_unit_test(a_clock_looked_at_soon_changes_no_count),
		cmocka_unit_test(a_search_that_is_run_again_counts_on),
		cmocka_unit_test(each_limit_gives_its_reason),
		cmocka_unit_test(the_best_move_is_reported_and_chosen),
		cmocka_unit_test(a_calibration_fills_the_chances),
		cmocka_unit_test(
			a_single_move_needs_no_search_unless_nodes_are_asked_for),
		cmocka_unit_test(a_refused_search_says_why),
		cmocka_unit_test(nobody_searches_a_chance_node_or_a_finished_game),
		cmocka_unit_test(the_budget_is_the_memory_option),
	};
	return cmocka_run_group_tests_name("search", tests, NULL, NULL);
}
