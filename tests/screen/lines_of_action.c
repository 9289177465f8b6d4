/* lines_of_action.c - whole games of Lines of Action at 80x24, by keys and by mouse; a pass. */
#include "tests/screen/squares.h"

static const struct squares_player person = { "Black to move", "●", "○", 0 };

static void
a_small_game_is_played_with_keys(void **state)
{
	squares_play_whole(
		"play lines-of-action --seed 3 -s 2=easy -o size=5,max_turns=30 "
		"--delay 1",
		person, squares_by_keys);
}

static void
a_game_is_played_with_the_mouse(void **state)
{
	squares_play_whole(
		"play lines-of-action --seed 4 -s 2=easy -o size=6,max_turns=40 "
		"--delay 1",
		person, squares_by_mouse);
}

/* After seven moves White has none and passes by choosing it. */
static void
a_pass_is_a_cell(void **state)
{
	static const char *const moves[] = { "c4xa2", "d3-b3", "b1-c2", "b3-b1",
					     "b4-d2", "a3-b3", "d2-c3" };
	struct vt *v = play_start("play lines-of-action --seed 3 -s 1=human -s 2=human "
				  "-o size=4",
				  24, 80);
	for (size_t k = 0; k < sizeof moves / sizeof *moves; k++) {
		char line[20], ply[20];
		snprintf(line, sizeof line, ":%s" ENTER, moves[k]);
		snprintf(ply, sizeof ply, "ply %zu ", k + 1);
		vt_keys(v, line);
		expect_text(v, ply);
	}
	expect_text(v, "White to move");
	expect_text(v, "[pass]");
	vt_keys(v, ENTER);
	expect_text(v, "White has no move and passes");
	expect_text(v, "Black to move");
	expect_no_text(v, "[pass]");
	leave(v);
}

/* A hint points from the stone that moves; a cell in reach has its mark in the middle of its square. */
static void
hints_point_and_goals_are_in_the_middle(void **state)
{
	static const char *const arrows[] = { "↖", "↑", "↗", "←", "→", "↙", "↓", "↘" };
	int found = 0, y, x;
	struct vt *v =
		play_start("play lines-of-action --seed 1 -s 1=human -s 2=human", 24, 80);
	expect_text(v, "to move");
	vt_keys(v, ":hint easy\r");
	expect_text(v, "hint: ");
	expect_steady(v, 200);
	for (int i = 0; i < 8; i++)
		found += vt_find(v, arrows[i], &y, &x) && x < 47 &&
			 strcmp(vt_cell(v, y + 1, x).text, "▂") == 0; /* of a stone */
	assert_true(found > 0);
	/* Black's name is no darker than this on a dark screen. */
	assert_true(vt_find(v, "*Black", &y, &x));
	assert_true(vt_cell(v, y, x + 1).fg < 0 || vt_cell(v, y, x + 1).fg >= 247);
	leave(v);
	v = play_start("play lines-of-action --seed 1 -s 1=human -s 2=human", 24, 80);
	expect_text(v, "to move");
	vt_keys(v, ENTER);
	expect_text(v, "can reach");
	expect_text(v, "▄▄");
	assert_true(vt_find(v, "▄▄", &y, &x));
	assert_string_equal(vt_cell(v, y + 1, x).text, "▀");
	assert_string_equal(vt_cell(v, y, x - 1).text, " ");
	assert_string_equal(vt_cell(v, y, x + 2).text, " ");
	leave(v);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(hints_point_and_goals_are_in_the_middle,
						play_setup, play_teardown),
		cmocka_unit_test_setup_teardown(a_small_game_is_played_with_keys,
						play_setup, play_teardown),
		cmocka_unit_test_setup_teardown(a_game_is_played_with_the_mouse,
						play_setup, play_teardown),
		cmocka_unit_test_setup_teardown(a_pass_is_a_cell, play_setup,
						play_teardown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
