/*
 * learn.c - your moves told back, on the screen: what a move cost in the message line and in the
 * log, and after the game the dearest decisions once more; and whose win probability is shown.
 */
#include "tests/screen/play.h"

/* White gives men away against a player that takes them. */
#define BREAKTHROUGH \
	"play breakthrough -o rows=5 -o columns=4 --seed 3 -s 2=greedy --delay 0ms"

static void
what_a_move_cost_is_told_after_it(void **state)
{
	(void)state;
	struct vt *v = play_start(BREAKTHROUGH, 24, 80);
	expect_text(v, "White to move");
	vt_keys(v, "v");
	expect_text(v, "what your moves cost is told");
	vt_keys(v, ":a2-a3\r");
	expect_text(v, "White a2-a3: ");
	vt_keys(v, ":c2-c3\r");
	expect_text(v, "White c2-c3: best was ");
	assert_true(on_screen(v, "it costs +"));
	assert_true(on_screen(v, "assisted"));
	leave(v);
	v = play_start(BREAKTHROUGH, 40, 160); /* the setting stays, and is said */
	expect_text(v, "costs of your moves are told");
	vt_keys(v, ":c2-c3\r");
	expect_text(v, "(best ");
	vt_keys(v, "v");
	expect_text(v, "not told any more");
	expect_no_text(v, "(best ");
	leave(v);
}

static void
the_dearest_decisions_come_again_as_questions(void **state)
{
	static const int sizes[][2] = { { 24, 80 }, { 40, 120 } };
	(void)state;
	for (size_t i = 0; i < 2; i++) {
		struct vt *v = play_start(BREAKTHROUGH, sizes[i][0], sizes[i][1]);
		expect_text(v, "White to move");
		vt_keys(v, ":a2-a3\r");
		vt_settle(v, 100);
		vt_keys(v, ":c2-c3\r");
		expect_text(v, "ply 4");
		vt_keys(v, "F\r"); /* what the program plays is not asked */
		expect_text(v, "game over");
		expect_text(v, "Learn from mistakes");
		vt_keys(v, "L");
		expect_text(v, "question 1 of ");
		assert_true(on_screen(v, "You are White: after ply "));
		assert_true(on_screen(v, "What would you do now?"));
		assert_false(on_screen(v, "In the game you played"));
		vt_keys(v, ":a1-d4\r");
		expect_text(v, "a1-d4"); /* no move: the question stays */
		assert_true(on_screen(v, "What would you do now?"));
		vt_keys(v, ":c2xd3\r");
		expect_text(v, "In the game you played");
		expect_text(v, "chooses");
		assert_true(on_screen(v, "which cost +"));
		vt_keys(v, "q");
		expect_text(v, "Learn from mistakes");
		vt_keys(v, "G"); /* what the same judge said of them */
		expect_text(v, "costliest decisions");
		leave(v);
	}
}

static void
whose_win_is_shown_is_remembered(void **state)
{
	(void)state;
	struct vt *v = play_start("play hearts --seed 3", 24, 80);
	expect_text(v, "picked");
	vt_keys(v, "W");
	expect_text(v, "win probabilities are of the hand");
	leave(v);
	v = play_start("play hearts --seed 3", 24, 80);
	expect_text(v, "picked");
	vt_keys(v, "W");
	expect_text(v, "win probabilities are of the match");
	leave(v);
}

/* Where the bars would be, for as long as the player of the hints cannot play the game. */
static void
why_no_win_probability_is_shown(void **state)
{
	(void)state;
	struct vt *v = play_start("play hearts --seed 3", 24, 80);
	expect_text(v, "picked");
	vt_keys(v, ":set hint maxn\r");
	leave(v);
	v = play_start("play hearts --seed 3", 24, 80); /* its first decision, too */
	expect_text(v, "│ maxn needs perfect");
	vt_keys(v, ":hint easy\r");
	expect_text(v, "match win, by the hint");
	vt_keys(v, "1\r");
	expect_text(v, "match win, from your seat");
	leave(v);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(what_a_move_cost_is_told_after_it,
						play_setup, play_teardown),
		cmocka_unit_test_setup_teardown(
			the_dearest_decisions_come_again_as_questions, play_setup,
			play_teardown),
		cmocka_unit_test_setup_teardown(whose_win_is_shown_is_remembered,
						play_setup, play_teardown),
		cmocka_unit_test_setup_teardown(why_no_win_probability_is_shown,
						play_setup, play_teardown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
