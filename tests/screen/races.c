/* races.c - whole games of Breakthrough and Knightthrough at 80x24, by keys and by mouse. */
#include "tests/screen/squares.h"

static const struct squares_player person = { "White to move", "○", "●", 0 };

static void
breakthrough_is_played_with_keys(void **state)
{
	squares_play_whole(
		"play breakthrough --seed 3 -s 2=easy -o rows=5,columns=4 --delay 1",
		person, squares_by_keys);
}

static void
breakthrough_is_played_with_the_mouse(void **state)
{
	squares_play_whole(
		"play breakthrough --seed 4 -s 2=easy -o rows=6,columns=4 --delay 1",
		person, squares_by_mouse);
}

static void
knightthrough_is_played_with_keys(void **state)
{
	squares_play_whole(
		"play knightthrough --seed 3 -s 2=easy -o rows=6,columns=4 --delay 1",
		person, squares_by_keys);
}

static void
knightthrough_is_played_with_the_mouse(void **state)
{
	squares_play_whole("play knightthrough --seed 4 -s 2=easy --delay 1", person,
			   squares_by_mouse);
}

/* What is on the board, in letters where there is no UTF-8. */
static void
men_are_letters_without_utf_8(void **state)
{
	struct vt *v = play_start_with("play breakthrough --seed 3 -s 2=easy", 24, 80,
				       "LANG=C", NULL);
	expect_text(v, "8 B   B   B   B   B   B   B   B");
	expect_text(v, "1 W   W   W   W   W   W   W   W");
	vt_keys(v, ENTER);
	expect_text(v, "can reach 2 cells");
	expect_text(v, "3 o   o   .   .   .   .   .   .");
	leave(v);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(breakthrough_is_played_with_keys,
						play_setup, play_teardown),
		cmocka_unit_test_setup_teardown(breakthrough_is_played_with_the_mouse,
						play_setup, play_teardown),
		cmocka_unit_test_setup_teardown(knightthrough_is_played_with_keys,
						play_setup, play_teardown),
		cmocka_unit_test_setup_teardown(knightthrough_is_played_with_the_mouse,
						play_setup, play_teardown),
		cmocka_unit_test_setup_teardown(men_are_letters_without_utf_8, play_setup,
						play_teardown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
