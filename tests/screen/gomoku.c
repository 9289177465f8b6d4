/* gomoku.c - whole games of Gomoku at 80x24, by keys and by mouse, and its largest board. */
#include "tests/screen/play.h"

/* It is the person's turn again after stone n, or the game is over. */
static bool
is_answered(struct vt *v, int n)
{
	return on_screen(v, "game over") || number_after(v, "stone ") >= n + 2;
}

static void
wait_for_answer(struct vt *v, int n)
{
	expect_state(v, is_answered, n, "White's answer");
}

/* Five in a column from the middle up: the cursor stands there at first, and goes on to the
 * cell above a stone. */
static void
a_game_is_played_with_keys(void **state)
{
	struct vt *v = play_start("play gomoku --seed 3 -o size=9 -s 2=random --delay 1",
				  24, 80);
	expect_text(v, "Black to move");
	for (int k = 0; k < 5; k++) {
		const int stone = number_after(v, "stone ");
		assert_int_equal(stone, 1 + 2 * k);
		vt_keys(v, ENTER);
		wait_for_answer(v, stone);
	}
	expect_text(v, "game over");
	expect_text(v, "You win.");
	leave(v);
}

/* False: there is a stone. The letters of the columns are below the lowest row; where there is
 * room, all is drawn with twice the distance. */
static bool
click_empty_cell(struct vt *v, int column, int row)
{
	int y, x, scale = 1;
	vt_settle(v, 50);
	if (vt_find(v, "a   b   c   d   e", &y, &x))
		scale = 2;
	else
		assert_true(vt_find(v, "a b c d e", &y, &x));
	y -= scale * row;
	x += 2 * scale * column;
	const struct vt_cell cell = vt_cell(v, y, x);
	if (strncmp(cell.text, "\xe2\x94", 2) != 0 &&
	    strncmp(cell.text, "\xe2\x95", 2) != 0)
		return false; /* no crossing of lines */
	vt_click(v, y, x);
	return true;
}

/* The person chooses a colour and puts stones on cells from the left, row by row. */
static void
a_game_with_swap2_is_played_with_the_mouse(void **state)
{
	struct vt *v = play_start("play gomoku --seed 3 -o size=9,opening=swap2 "
				  "-s 1=random -s 2=human --delay 1",
				  24, 80);
	int y, x;
	expect_text(v, "Second chooses");
	expect_text(v, "white");
	vt_settle(v, 100);
	assert_true(vt_find(v, " white  ", &y, &x));
	vt_click(v, y, x + 2);
	expect_text(v, "Second (white) to move");
	for (int cell = 0; cell < 81 && !on_screen(v, "game over"); cell++) {
		const int stone = number_after(v, "stone ");
		expect_text(v, "(white) to move");
		if (click_empty_cell(v, cell % 9, 9 - cell / 9))
			wait_for_answer(v, stone);
	}
	expect_text(v, "game over");
	expect_text(v, "You win.");
	leave(v);
}

static void
the_largest_board_is_whole(void **state)
{
	int y, x, below, left;
	struct vt *v = play_start("play gomoku --seed 3 -o size=19 -s 2=random", 24, 80);
	expect_text(v, "Black to move");
	expect_text(v, "a b c d e f g h i j k l m n o p q r s");
	expect_text(v, "[\xe2\x95\x8b]"); /* the middle */
	assert_true(vt_find(v, "[\xe2\x95\x8b]", &y, &x));
	assert_true(vt_find(v, "a b c d", &below, &left));
	assert_int_equal(y, below - 10);
	assert_int_equal(x + 1, left + 2 * 9);
	leave(v);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_game_is_played_with_keys, play_setup,
						play_teardown),
		cmocka_unit_test_setup_teardown(
			a_game_with_swap2_is_played_with_the_mouse, play_setup,
			play_teardown),
		cmocka_unit_test_setup_teardown(the_largest_board_is_whole, play_setup,
						play_teardown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
