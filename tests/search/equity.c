/*
 * equity.c - pot odds against a simple range: shares that are known, folds and calls that follow
 * from the price, and that nothing but the hand held and public facts decides.
 */
#include "games/poker/holdem/holdem.h"
#include "tests/unit/play_text.h"

static struct search search;

#define THE_MOVER (-9)

/* Searches a position of hold'em as a viewer sees it; the figures are in search.live. */
static void
run_seen(const char *variant, const char *value, const char *position, const char *player,
	 int viewer)
{
	static struct game g;
	static struct player p;
	struct options v;
	struct status st = { 0 };
	struct state s;
	const struct game_ops *ops = catalog_game(&app_catalog, "holdem");
	options_init(&v, ops->options);
	assert_true(variant == NULL || options_set(&v, variant, value, &st));
	assert_true(game_init(&g, ops, 2, &v, &st));
	assert_true(player_parse(&p, player, &app_catalog, &g, &st));
	memset(&s, 0, sizeof s);
	if (!g.text->parse_position(&g, position, &s, &st))
		print_message("# %s\n", st.text);
	assert_false(st.failed);
	const int seat = game_mover(&g, &s);
	viewer = viewer == THE_MOVER ? seat : viewer;
	game_view(&g, &s, viewer, &s);
	const struct search_job job = { .game = &g,
					.root = &s,
					.viewer = viewer,
					.player = &p,
					.seed = 7,
					.bounded = true };
	if (search.ops != NULL) /* its figures were read */
		search_close(&search);
	assert_true(search_open(&search, &job, &st));
	search_run(&search);
}

static void
run(const char *variant, const char *value, const char *position, const char *player)
{
	run_seen(variant, value, position, player, THE_MOVER);
}

/* Against any hand aces have 85.2 % and seven-two 34.6 % (known from all deals). */
static void
shares_are_those_of_all_deals(void **state)
{
	run(NULL, NULL, "0::7h2d|AsAd", "equity:sims=3000");
	assert_true(fabs(read_gauge(&search.live, "equity") - 85.2) < 1);
	run(NULL, NULL, "0::AsAd|7h2d", "equity:sims=3000");
	assert_true(fabs(read_gauge(&search.live, "equity") - 34.6) < 1);
	assert_true(fabs(read_gauge(&search.live, "needed") - 25) <
		    1e-9); /* 50 more for a pot of 200 */
}

/* On the river no board is drawn: the share is counted. The nuts win all. */
static void
the_river_is_counted(void **state)
{
	run(NULL, NULL, "0:cc/cc/cc/r1000:|AsKs/QsJsTs/2d/3d", "equity");
	assert_true(fabs(read_gauge(&search.live, "equity") - 100) < 1e-9);
	assert_int_equal(search.live.simulations, 1);
	/* 900 more for a pot of 2,000 */
	run(NULL, NULL, "0:cc/cc/cc/r1000:|4c5c/QsJsTs/2d/3d", "equity");
	assert_true(fabs(read_gauge(&search.live, "needed") - 45) < 1e-9);
	assert_int_equal(search_choice(&search), 0); /* folds */
}

static double
win_of(move m)
{
	for (int i = 0; i < search.live.move_count; i++)
		if (search.live.moves[i].m == m)
			return search.live.moves[i].win[0];
	return (double)NAN;
}

/* It has no calibration: the share of the pot stands for the chance to win. */
static void
shares_are_its_chances_to_win(void **state)
{
	run(NULL, NULL, "0:cc/cc/cc/r1000:|AsKs/QsJsTs/2d/3d", "equity");
	assert_true(fabs(win_of(HOLDEM_FOLD)) < 1e-9);
	assert_true(fabs(win_of(HOLDEM_CALL) - 1) < 1e-9);
	assert_true(fabs(search.live.win[0] - 1) < 1e-9);
}

/* Each raise of the other makes its range better, and the hand held worse. */
static void
raises_are_believed(void **state)
{
	double last = 101;
	static const char *const rows[] = { "0::|9s9c", "0:r300r600:|9s9c",
					    "0:r300r600r900r1200:|9s9c" };
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		run(NULL, NULL, rows[i], "equity:sims=500");
		assert_true(read_gauge(&search.live, "equity") < last - 2);
		last = read_gauge(&search.live, "equity");
	}
}

static void
the_unseen_hand_decides_nothing(void **state)
{
	struct stats_move first[STATS_MOVES];
	run(NULL, NULL, "0:r300c/:9s9c|KhKd/TsQh8c", "equity:sims=50");
	memcpy(first, search.live.moves, sizeof first);
	const int64_t nodes = search.live.nodes;
	run(NULL, NULL, "0:r300c/:9s9c|7h2d/TsQh8c", "equity:sims=50");
	assert_int_equal(search.live.nodes, nodes);
	for (int i = 0; i < search.live.move_count; i++) {
		assert_int_equal(search.live.moves[i].m, first[i].m);
		assert_true(isnan(first[i].value[1]) ||
			    search.live.moves[i].value[1] == first[i].value[1]);
	}
}

/* Kings in the big blind are to act against aces: 17.4 % with all cards open (292660 + 4654 of
 * 1712304), and for who sees the aces alone 85 % against any hand. */
static void
it_judges_for_those_who_watch(void **state)
{
	run_seen(NULL, NULL, "0:c:KsKh|AsAh", "equity:sims=4000", SEAT_ALL);
	assert_true(fabs(search.live.win[1] - 0.1736) < 0.02);
	run_seen(NULL, NULL, "0:c:KsKh|AsAh", "equity:sims=400", 0);
	assert_true(fabs(search.live.win[0] - 0.852) < 0.02);
	run_seen(NULL, NULL, "0:r300:7s2h|AsAh", "equity:sims=400", 0);
	assert_true(fabs(search.live.win[0] - 0.852) < 0.02);
}

static void
flop_holdem_has_no_turn(void **state)
{
	run("rounds", "2", "0:cc/r1000:|4c5c/QsJsTs", "equity");
	assert_int_equal(search.live.simulations, 1);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(shares_are_those_of_all_deals),
		cmocka_unit_test(the_river_is_counted),
		cmocka_unit_test(shares_are_its_chances_to_win),
		cmocka_unit_test(raises_are_believed),
		cmocka_unit_test(the_unseen_hand_decides_nothing),
		cmocka_unit_test(flop_holdem_has_no_turn),
		cmocka_unit_test(it_judges_for_those_who_watch),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
