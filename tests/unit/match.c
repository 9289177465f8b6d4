/* match.c - one game being played: deals, undo, redo, views, results. */
#include "src/core/match.h"
#include "tests/unit/toy.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static void
open_toy(struct match *m, int seats, uint64_t seed)
{
	const struct setup s = toy_table(seats, "count", seed);
	match_open(m, &s);
}

static uint64_t
hash_now(const struct match *m)
{
	return game_state_hash(&m->setup.game, &m->states[m->at]);
}

static void
the_first_deal_is_played_at_once_and_depends_on_the_seed(void **state)
{
	struct match a, b, c;
	open_toy(&a, 2, 1);
	open_toy(&b, 2, 1);
	open_toy(&c, 2, 2);
	assert_int_equal(a.count, 1);
	assert_int_equal(a.plies[0].seat, SEAT_CHANCE);
	assert_int_equal(match_acting(&a), 1);
	assert_true(hash_now(&a) == hash_now(&b));
	assert_true(hash_now(&a) != hash_now(&c));
	match_close(&a);
	match_close(&b);
	match_close(&c);
}

static void
each_deal_of_a_game_is_another(void **state)
{
	struct match m;
	open_toy(&m, 2, 1);
	toy_play_on(&m, 1000, 1);
	assert_int_equal(m.plies[3].seat, SEAT_CHANCE);
	assert_int_not_equal(m.plies[0].m, m.plies[3].m);
	match_close(&m);
}

static void
only_legal_moves_of_the_seat_to_move_are_played(void **state)
{
	struct match m;
	struct status st = { 0 };
	move moves[MOVES_MAX];
	open_toy(&m, 2, 1);
	assert_int_equal(match_moves(&m, 0, moves), 4);
	assert_int_equal(match_moves(&m, 1, moves), 0);
	assert_false(match_play(&m, 1, 1, NULL, &st));
	assert_string_equal(st.text, "it is not this seat's turn");
	st = (struct status){ 0 };
	assert_false(match_play(&m, 0, 5, NULL, &st));
	assert_string_equal(st.text, "not a legal move");
	assert_int_equal(m.count, 1);
	toy_play_on(&m, 1000, 1);
	assert_true(match_over(&m));
	st = (struct status){ 0 };
	assert_false(match_play(&m, 0, 1, NULL, &st));
	assert_string_equal(st.text, "the game is over");
	match_close(&m);
}

static void
undo_then_the_same_moves_brings_the_same_deals(void **state)
{
	struct match m;
	open_toy(&m, 3, 5);
	toy_play_on(&m, 1000, 9);
	uint64_t end = hash_now(&m);
	int count = m.count;
	assert_false(m.assisted);
	while (match_undo(&m, SEAT_ALL))
		;
	assert_true(m.assisted);
	assert_int_equal(m.at, 1);
	assert_int_equal(m.count, count);
	toy_play_on(&m, 1000, 9);
	assert_true(hash_now(&m) == end);
	match_close(&m);
}

static void
undo_goes_to_a_seats_own_decision_and_redo_comes_back(void **state)
{
	struct match m;
	open_toy(&m, 3, 5);
	toy_play_on(&m, 5, 3); /* deal A B C deal A B */
	assert_int_equal(m.at, 7);
	assert_true(match_undo(&m, 0));
	assert_int_equal(m.at, 5);
	assert_int_equal(match_acting(&m), 1 << 0);
	assert_true(match_undo(&m, 2));
	assert_int_equal(m.at, 3);
	assert_true(match_redo(&m)); /* C and the deal after it */
	assert_int_equal(m.at, 5);
	assert_true(match_redo(&m) && match_redo(&m));
	assert_false(match_redo(&m));
	assert_int_equal(m.at, 7);
	assert_true(match_undo(&m, 0));
	assert_true(match_play(&m, 0, 4, NULL, NULL)); /* drops what was undone */
	assert_int_equal(m.count, 6);
	assert_false(match_redo(&m));
	match_close(&m);
}

static void
views_hide_what_a_seat_may_not_know(void **state)
{
	struct match m;
	struct state view;
	open_toy(&m, 3, 5);
	match_view(&m, 1, &view);
	assert_int_equal(toy_of(&view)->secret[0], 0);
	assert_true(toy_of(&view)->secret[1] > 0);
	match_view(&m, SEAT_ALL, &view);
	assert_true(toy_of(&view)->secret[0] > 0);
	toy_play_on(&m, 4, 1);
	match_view_at(&m, 1, 2, &view);
	assert_int_equal(toy_of(&view)->round, 0);
	assert_int_equal(toy_of(&view)->secret[0], 0);
	match_close(&m);
}

static void
a_long_game_keeps_every_state(void **state)
{
	struct setup s = toy_table(3, "count", 3);
	struct match m;
	struct status st = { 0 };
	assert_true(setup_variant(&s, &toy_catalog, "rounds", "50", &st));
	match_open(&m, &s);
	toy_play_on(&m, 1000, 4);
	assert_int_equal(m.count, 200);
	struct state at = m.states[0];
	for (int k = 0; k < m.count; k++) {
		s.game.rules->play(&s.game, &at, m.plies[k].seat, m.plies[k].m, &at);
		assert_true(game_state_hash(&s.game, &at) ==
			    game_state_hash(&s.game, &m.states[k + 1]));
	}
	match_close(&m);
}

/* As many plies as the original has room for may be copied, and played on in the copy. */
static void
a_copy_has_the_room_of_the_original(void **state)
{
	struct setup s = toy_table(3, "count", 3);
	struct match m, copy;
	struct status st = { 0 };
	int full = 0;
	assert_true(setup_variant(&s, &toy_catalog, "rounds", "50", &st));
	match_open(&m, &s);
	while (!match_over(&m)) {
		toy_play_on(&m, 1, 1);
		if (m.count < m.room - 1)
			continue;
		match_copy(&copy, &m);
		assert_int_equal(hash_now(&copy), hash_now(&m));
		toy_play_on(&copy, 1, 1);
		match_close(&copy);
		full++;
	}
	assert_true(full > 0);
	match_close(&m);
}

static void
winners_share_the_best_points(void **state)
{
	struct match m;
	char out[96];
	open_toy(&m, 3, 5);
	match_result(&m, out, sizeof out);
	assert_string_equal(out, "");
	toy_play_on(&m, 1000, 4);
	struct toy *t = toy_of(&m.states[m.at]);
	t->points[0] = 7;
	t->points[1] = 9;
	t->points[2] = 9;
	assert_int_equal(match_winners(&m), 6);
	match_result(&m, out, sizeof out);
	assert_string_equal(out, "Bob, Cleo share it: Ann 7, Bob 9, Cleo 9");
	t->points[2] = -3;
	match_result(&m, out, sizeof out);
	assert_string_equal(out, "Bob wins: Ann 7, Bob 9, Cleo -3");
	match_close(&m);
}

static void
comments_hold_what_is_known(void **state)
{
	struct game g = toy_make(2, false);
	static struct snapshot s;
	char out[MATCH_COMMENT];
	snapshot_init(&s, 2, 0, 0);
	match_comment(&s, &g, out, sizeof out);
	assert_string_equal(out, "");
	s.value[0] = 1.25;
	s.value[1] = -4;
	s.depth = 6;
	s.nodes = 1240000;
	s.elapsed_us = 1999;
	match_comment(&s, &g, out, sizeof out);
	assert_string_equal(out, "value=1.2,-4.0 depth=6 nodes=1240000 ms=1");
	s.win[0] = 0.625;
	s.win[1] = 0.375;
	match_comment(&s, &g, out, sizeof out);
	assert_string_equal(out,
			    "value=1.2,-4.0 win=0.625,0.375 depth=6 nodes=1240000 ms=1");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			the_first_deal_is_played_at_once_and_depends_on_the_seed),
		cmocka_unit_test(each_deal_of_a_game_is_another),
		cmocka_unit_test(only_legal_moves_of_the_seat_to_move_are_played),
		cmocka_unit_test(undo_then_the_same_moves_brings_the_same_deals),
		cmocka_unit_test(undo_goes_to_a_seats_own_decision_and_redo_comes_back),
		cmocka_unit_test(views_hide_what_a_seat_may_not_know),
		cmocka_unit_test(a_long_game_keeps_every_state),
		cmocka_unit_test(a_copy_has_the_room_of_the_original),
		cmocka_unit_test(winners_share_the_best_points),
		cmocka_unit_test(comments_hold_what_is_known),
	};
	return cmocka_run_group_tests_name("match", tests, NULL, NULL);
}
