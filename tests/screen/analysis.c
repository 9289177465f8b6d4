/* analysis.c - judging the game at the table by keys, its board, and the coach's warning. */
#include "tests/screen/play.h"

static void
the_game_so_far_is_judged_and_shown_on_the_board(void **state)
{
	struct vt *v = play_start("play abalone --seed 12 -s 2=easy", 24, 80);
	expect_text(v, "Enter play");
	vt_keys(v, ":A1B1\r");
	expect_text(v, "ply 2");
	vt_keys(v, "A");
	expect_text(v, "2 of 2 judged");
	expect_text(v, "accuracy");
	expect_text(v, "A1B1");
	vt_keys(v, "\r");
	expect_text(v, "Black you");
	vt_keys(v, "q");
	expect_text(v, "accuracy");
	vt_keys(v, "G"
		   "e"); /* why, and the tree, of the decision under the cursor */
	expect_text(v, "explain  Abalone");
	expect_text(v, "for White");
	vt_keys(v, "q"
		   "i");
	expect_text(v, "inspect  easy  Abalone");
	vt_keys(v, "q");
	expect_text(v, "accuracy");
	vt_keys(v, "q");
	expect_text(v, "ply 2");
	leave(v);
}

/* The colour of Black's newest figure, at the right of the graph's first row. */
static int
colour_of_black(struct vt *v, const char *text, int below)
{
	int y, x;
	expect_text(v, text);
	assert_true(vt_find(v, text, &y, &x));
	y += below;
	for (x = 119; x > 0 && strcmp(vt_cell(v, y, x).text, "B") != 0;)
		x--;
	assert_true(x > 0);
	return vt_cell(v, y, x).fg;
}

static void
seats_keep_their_colours_from_screen_to_screen(void **state)
{
	struct vt *v = play_start("play abalone --seed 12 -s 2=easy", 40, 120);
	expect_text(v, "Enter play");
	vt_keys(v, ":A1B1\r");
	expect_text(v, "ply 2");
	vt_settle(v, 200);
	const int black = colour_of_black(v, " win ", 1); /* its bar */
	vt_keys(v, "A");
	expect_text(v, "2 of 2 judged");
	assert_int_equal(colour_of_black(v, "100%", 0), black);
	leave(v);
}

static void
the_coach_holds_a_costly_move_back_once(void **state)
{
	struct vt *v = play_start("play abalone --seed 12 -s 2=easy", 24, 80);
	expect_text(v, "Enter play");
	vt_keys(v, ":coach 5%\r");
	expect_text(v, "the coach takes back a move");
	vt_keys(v, ":A1B1\r");
	expect_text(v, "taken back: it costs");
	expect_text(v, "start  ");
	expect_text(v, "help used");
	vt_keys(v, ":A1B1\r");
	expect_text(v, "ply 2");
	leave(v);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
			the_game_so_far_is_judged_and_shown_on_the_board, play_setup,
			play_teardown),
		cmocka_unit_test_setup_teardown(
			seats_keep_their_colours_from_screen_to_screen, play_setup,
			play_teardown),
		cmocka_unit_test_setup_teardown(the_coach_holds_a_costly_move_back_once,
						play_setup, play_teardown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
