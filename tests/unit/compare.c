/*
 * compare.c - players on one position: who may play, what they choose, how it is told.
 */
#include "src/study/compare.h"
#include "src/app/catalog.h"
#include "src/base/clock.h"
#include "src/core/match.h"
#include "tests/kept.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define PATIENCE 60000 /* ticks of a millisecond: only a broken search takes so long */

static struct compare c;

/* The first decision of a game, as its seat may know it. */
static void
open_position(const char *game, uint64_t seed)
{
	struct setup setup;
	struct match m;
	struct state root;
	struct status st = { 0 };
	assert_true(setup_init(&setup, &app_catalog, catalog_game(&app_catalog, game),
			       false, &st));
	setup.seed = seed;
	match_open(&m, &setup);
	const int seat = game_mover(&setup.game, &m.states[m.at]);
	match_view(&m, seat, &root);
	match_close(&m);
	compare_open(&c, &app_catalog, &setup.game, -1);
	compare_ask(&c, &(struct question){ .root = root, .viewer = seat, .seed = seed });
}

static void
add(const char *text)
{
	struct status st = { 0 };
	if (!compare_add(&c, text, &st))
		fail_msg("%s", st.text);
}

static void
run(void)
{
	for (int k = 0; compare_busy(&c) && k < PATIENCE; k++) {
		if (!compare_tick(&c))
			clock_sleep_us(1000);
	}
	assert_false(compare_busy(&c));
}

/* What must see everything runs in pimc where cards are hidden, and that is said. */
static void
hidden_cards_put_pimc_around_a_player(void **state)
{
	char said[PLAYER_TEXT + 80];
	struct text report = { 0 };
	open_position("hearts", 3);
	add("maxn:depth=2");
	add("easy");
	assert_string_equal(c.player[0].text, "pimc:inner=(maxn:depth=2)");
	assert_true(compare_wrapped(&c, 0, said, sizeof said));
	assert_non_null(strstr(said, "maxn:depth=2 needs perfect information"));
	assert_false(compare_wrapped(&c, 1, said, sizeof said));
	compare_report(&c, NULL, &report);
	assert_non_null(strstr(report.s, "maxn:depth=2 needs perfect information"));
	text_free(&report);
	compare_close(&c);
	open_position("chinese-checkers", 3); /* nothing is hidden: as it is */
	add("maxn:depth=2");
	assert_string_equal(c.player[0].text, "maxn:depth=2");
	assert_false(compare_wrapped(&c, 0, said, sizeof said));
	compare_close(&c);
}

static void
players_are_checked_when_they_are_added(void **state)
{
	struct status st = { 0 };
	open_position("hearts", 3);
	assert_false(compare_add(&c, "human", &st));
	assert_non_null(strstr(st.text, "expected a search, not a person"));
	st = (struct status){ 0 };
	assert_false(compare_add(&c, "maxn:no=1", &st)); /* what is wrong stays wrong */
	assert_ptr_equal(strstr(st.text, "maxn: unknown option"), st.text);
	assert_non_null(strstr(st.text, "no"));
	for (int i = 0; i < COMPARE_PLAYERS; i++)
		add("easy");
	st = (struct status){ 0 };
	assert_false(compare_add(&c, "easy", &st));
	assert_non_null(strstr(st.text, "at most 6"));
	compare_remove(&c, 2);
	assert_int_equal(c.count, 5);
	compare_close(&c);
}

static void
every_game_has_players_of_its_own(void **state)
{
	for (int i = 0; app_catalog.games[i] != NULL; i++) {
		struct game g;
		assert_true(game_init(&g, app_catalog.games[i], 0, NULL, NULL));
		compare_open(&c, &app_catalog, &g, -1);
		compare_add_defaults(&c);
		assert_in_range(c.count, 2, COMPARE_PLAYERS);
		for (int k = 0; k < c.count; k++)
			for (int j = 0; j < k; j++)
				assert_string_not_equal(c.player[j].text,
							c.player[k].text);
		compare_close(&c);
	}
}

/* Of the searches that are made for poker, those that play the game without options. */
static void
poker_has_its_own_searches(void **state)
{
	static const char *const expected[][2] = { { "leduc", "cfr" },
						   { "holdem", "modicum" } };
	for (int i = 0; i < 2; i++) {
		struct game g;
		assert_true(game_init(&g, catalog_game(&app_catalog, expected[i][0]), 0,
				      NULL, NULL));
		compare_open(&c, &app_catalog, &g, -1);
		compare_add_defaults(&c);
		assert_string_equal(c.player[1].text, expected[i][1]);
		compare_close(&c);
	}
}

/* Deep stacks: the trunk does not fit. */
static void
a_search_that_fails_says_why(void **state)
{
	struct setup setup;
	struct state root = { 0 };
	struct status st = { 0 };
	assert_true(setup_init(&setup, &app_catalog, catalog_game(&app_catalog, "holdem"),
			       false, &st));
	assert_true(setup_variants(&setup, &app_catalog, "rounds=2,flops=2", &st));
	assert_true(setup.game.text->parse_position(&setup.game, "0::KsQs|", &root, &st));
	compare_open(&c, &app_catalog, &setup.game, -1);
	compare_ask(&c, &(struct question){ .root = root, .seed = 1 });
	add("dls");
	run();
	assert_non_null(strstr(c.player[0].refused, "memory="));
	compare_close(&c);
}

static void
equal_nodes_are_equal_and_repeat(void **state)
{
	static struct snapshot first[2];
	for (int round = 0; round < 2; round++) {
		open_position("abalone", 1);
		c.share = COMPARE_NODES;
		c.nodes = 3000;
		add("maxn");
		add("paranoid");
		run();
		for (int i = 0; i < 2; i++) {
			const struct snapshot *s = &c.player[i].snap;
			assert_true(c.player[i].known);
			assert_int_equal(s->nodes, 3000);
			assert_int_equal(s->stop, STOP_NODES);
			if (round == 0)
				first[i] = kept_figures(s);
			assert_int_equal(s->moves[0].m, first[i].moves[0].m);
			assert_int_equal(s->leaves, first[i].leaves);
		}
		compare_close(&c);
	}
}

/* As in a game: a preset has its simulations, a player without limits the share's time. */
static void
own_limits_are_those_of_a_game(void **state)
{
	char text[80];
	open_position("chinese-checkers", 1);
	assert_int_equal(c.share, COMPARE_OWN);
	c.time_ms = 20;
	add("medium"); /* assets/presets: sims=300 */
	add("maxn:depth=1,nodes=1M");
	add("maxn");
	add("greedy");
	run();
	assert_int_equal(c.player[0].snap.stop, STOP_SIMS);
	assert_int_equal(c.player[0].snap.simulations, 300);
	compare_ended(&c, 0, false, text, sizeof text);
	assert_string_equal(text, "its own limit of 300 simulations");
	compare_ended(&c, 0, true, text, sizeof text);
	assert_string_equal(text, "limit 300 sims");
	compare_ended(&c, 1, false, text, sizeof text);
	assert_string_equal(text, "its own limit of depth 1");
	compare_ended(&c, 2, true, text, sizeof text);
	assert_string_equal(text, "limit 20ms");
	compare_ended(&c, 3, false, text, sizeof text);
	assert_string_equal(text, "it has looked as far ahead as it may");
	compare_close(&c);
}

/* An equal share is the only limit, of presets too. */
static void
an_equal_share_puts_own_limits_aside(void **state)
{
	char text[80];
	open_position("chinese-checkers", 1);
	c.share = COMPARE_NODES;
	c.nodes = 40000;
	add("maxn:nodes=500");
	add("maxn:depth=1,nodes=1M");
	add("paranoid:time=1ms");
	add("medium");
	run();
	for (int i = 0; i < c.count; i++) {
		assert_int_equal(c.player[i].snap.stop, STOP_NODES);
		assert_true(c.player[i].snap.nodes >= 40000);
		compare_ended(&c, i, false, text, sizeof text);
		assert_string_equal(text, "its share of 40.0k nodes");
	}
	assert_true(c.player[3].snap.simulations > 300);
	compare_close(&c);
	open_position("chinese-checkers", 1);
	c.share = COMPARE_TURNS;
	c.time_ms = 60;
	add("uct:sims=1");
	run();
	assert_int_equal(c.player[0].snap.stop, STOP_TIME);
	assert_true(c.player[0].snap.simulations > 1);
	compare_ended(&c, 0, false, text, sizeof text);
	assert_string_equal(text, "its share of 60ms");
	compare_close(&c);
}

/* In turns one runs at a time; in parallel all do. */
static void
turns_are_one_by_one(void **state)
{
	for (int share = 0; share < COMPARE_SHARES; share++) {
		open_position("abalone", 1);
		c.share = (enum compare_share)share;
		c.time_ms = 600 * 1000;
		c.nodes = INT64_C(1000000000000);
		add("maxn");
		add("paranoid");
		add("uct");
		compare_tick(&c);
		int running = 0;
		for (int i = 0; i < c.count; i++)
			running += c.player[i].worker != NULL;
		assert_int_equal(running, share == COMPARE_PARALLEL ? 3 : 1);
		compare_stop(&c);
		run();
		assert_int_equal(c.player[0].snap.stop, STOP_INTERRUPTED);
		if (share != COMPARE_PARALLEL)
			assert_non_null(strstr(c.player[2].refused, "before its turn"));
		compare_close(&c);
	}
}

/* Tables made by hand: A and C choose move 3, B move 1. */
static void
choose_by_hand(void)
{
	static const move chosen[] = { 3, 1, 3 };
	open_position("goofspiel", 1);
	for (int i = 0; i < 3; i++) {
		struct snapshot *s = &c.player[i].snap;
		add(i == 1 ? "pimc:worlds=3,inner=(uct)" : "easy");
		snapshot_init(s, 2, c.mover, c.q.viewer);
		s->move_count = 2;
		stats_move_blank(&s->moves[0], chosen[i]);
		stats_move_blank(&s->moves[1], 7);
		for (int k = 0; k < 2; k++)
			s->moves[k].value[c.mover] = 2 - k;
		c.player[i].known = c.player[i].done = true;
	}
}

static void
choices_are_counted_and_told(void **state)
{
	struct compare_choice choice[COMPARE_PLAYERS];
	char text[200];
	move m[10];
	choose_by_hand();
	assert_int_equal(compare_choices(&c, choice), 2);
	assert_int_equal(choice[0].m, 3);
	assert_int_equal(choice[0].players, 1 | 4);
	compare_verdict(&c, text, sizeof text);
	assert_string_equal(text, "A, C choose 3; B chooses 1");
	assert_int_equal(compare_moves(&c, m, 10), 3);
	assert_int_equal(m[0], 3);
	assert_int_equal(m[1], 1);
	assert_int_equal(m[2], 7);
	assert_null(compare_row(&c, 0, 1));
	c.player[1].snap.moves[0].m = 3;
	compare_verdict(&c, text, sizeof text);
	assert_string_equal(text, "all choose 3");
	compare_close(&c);
}

static void
who_has_not_chosen_does_not_agree(void **state)
{
	open_position("chinese-checkers", 3);
	add("greedy");
	add("greedy");
	while (!c.player[0].done)
		if (!compare_tick(&c))
			clock_sleep_us(1000);
	if (c.player[1].worker != NULL) { /* it may have begun */
		run();
		compare_remove(&c, 1);
		add("greedy");
	}
	compare_stop(&c);
	json_t *j = compare_json(&c);
	assert_int_equal(json_array_size(json_object_get(j, "choices")), 1);
	assert_true(json_is_false(json_object_get(j, "agree")));
	json_decref(j);
	compare_close(&c);
}

static void
reports_carry_the_choices(void **state)
{
	struct text t = { 0 };
	choose_by_hand();
	compare_report(&c, "plyscope compare goofspiel", &t);
	assert_non_null(strstr(t.s, "A, C choose 3; B chooses 1"));
	assert_non_null(strstr(t.s, "again: plyscope compare goofspiel -a 'easy' -a "
				    "'pimc:worlds=3,inner=(uct)' -a 'easy' --share own "
				    "--time 1000ms\n"));
	text_clear(&t);
	compare_csv(&c, &t);
	assert_non_null(strstr(t.s, "\nB,\"pimc:worlds=3,inner=(uct)\",1,1,1,open,2,"));
	int lines = 0;
	for (const char *p = t.s; *p; p++)
		lines += *p == '\n';
	assert_int_equal(lines, 1 + 3 * 2);
	text_free(&t);
	json_t *j = compare_json(&c);
	assert_int_equal(json_array_size(json_object_get(j, "players")), 3);
	assert_false(json_is_true(json_object_get(j, "agree")));
	assert_int_equal(json_array_size(json_object_get(j, "choices")), 2);
	json_decref(j);
	compare_close(&c);
}

static void
labels_begin_with_what_tells_players_apart(void **state)
{
	static const char *const cases[][2] = {
		{ "hard", "hard" },
		{ "maxn:depth=4", "maxn:depth=4" },
		{ "pimc:inner=(maxn)", "maxn on deals of pimc" },
		{ "pimc:worlds=40,inner=(uct:sims=2k)",
		  "uct:sims=2k on deals of pimc:worlds=40" },
		{ "pimc:inner=(uct),worlds=4", "uct on deals of pimc:worlds=4" },
		{ "pimc:inner=(", "pimc:inner=(" },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char text[100];
		compare_label(cases[i][0], text, sizeof text);
		assert_string_equal(text, cases[i][1]);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(hidden_cards_put_pimc_around_a_player),
		cmocka_unit_test(players_are_checked_when_they_are_added),
		cmocka_unit_test(every_game_has_players_of_its_own),
		cmocka_unit_test(poker_has_its_own_searches),
		cmocka_unit_test(a_search_that_fails_says_why),
		cmocka_unit_test(equal_nodes_are_equal_and_repeat),
		cmocka_unit_test(own_limits_are_those_of_a_game),
		cmocka_unit_test(an_equal_share_puts_own_limits_aside),
		cmocka_unit_test(turns_are_one_by_one),
		cmocka_unit_test(choices_are_counted_and_told),
		cmocka_unit_test(who_has_not_chosen_does_not_agree),
		cmocka_unit_test(reports_carry_the_choices),
		cmocka_unit_test(labels_begin_with_what_tells_players_apart),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
