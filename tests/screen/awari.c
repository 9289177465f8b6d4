/* awari.c - a game of Awari at 80x24 played by keys, and one by mouse. */
#include "tests/screen/play.h"

#define TABLE "play awari --seed 3 -s 2=easy --delay 1 "

/* The person may choose again: South moves at even plies. */
static bool
south_may_choose(struct vt *v, int before)
{
	return on_screen(v, "game over") ||
	       (on_screen(v, "South to move") && number_after(v, "ply ") > before);
}

static void
wait_for_south(struct vt *v, int before)
{
	expect_state(v, south_may_choose, before, "North's answer");
}

/* The cursor stands on a house that can be played, or the arrows find one. */
static void
play_by_keys(struct vt *v, void *self)
{
	int *turns = self;
	const int before = number_after(v, "ply ");
	wait_for_south(v, before - 1);
	for (int i = 0; i < 6 && number_after(v, "ply ") == before; i++) {
		vt_keys(v, *turns % 3 == 0 ? RIGHT ENTER : LEFT ENTER);
		vt_settle(v, 25);
		if (on_screen(v, "game over"))
			return;
	}
	++*turns;
	wait_for_south(v, before);
}

static void
a_game_is_played_with_keys(void **state)
{
	struct vt *v = play_start(TABLE "-o max_turns=20", 24, 80);
	expect_text(v, "South to move");
	expect_text(v, "[ 4]");
	assert_true(on_screen(v, "    f     e     d     c     b     a"));
	vt_keys(v, RIGHT RIGHT ENTER);
	wait_for_south(v, 0);
	int turns = 1;
	play_until(v, "game over", play_by_keys, &turns);
	assert_in_range(turns, 4, 20);
	leave(v);
}

/* Clicks on the house above a letter of the lowest line; an empty one cannot be played. */
static bool
click_house(struct vt *v, int house)
{
	int y, x;
	const int before = number_after(v, "ply ");
	if (!vt_find(v, "A     B     C     D     E     F", &y, &x)) {
		vt_settle(v, 25); /* the picture may not be whole yet */
		return false;
	}
	vt_click(v, y - 1, x + 6 * house);
	vt_settle(v, 25);
	return on_screen(v, "game over") || number_after(v, "ply ") != before;
}

static void
play_by_mouse(struct vt *v, void *self)
{
	int *turns = self;
	const int before = number_after(v, "ply ");
	wait_for_south(v, before - 1);
	/* again and again: a click may end the picture of North's move instead */
	for (int house = 0; house < 120; house++)
		if (click_house(v, (house + *turns) % 6))
			break;
	++*turns;
	if (!on_screen(v, "game over"))
		wait_for_south(v, before);
}

static void
a_game_is_played_with_the_mouse(void **state)
{
	struct vt *v = play_start(TABLE "-o max_turns=20", 24, 80);
	expect_text(v, "South to move");
	int turns = 0;
	play_until(v, "game over", play_by_mouse, &turns);
	assert_in_range(turns, 4, 20);
	leave(v);
}

/* All that a house holds is on the screen without a letter of UTF-8, too, and on a small one. */
static void
houses_are_numbers_and_dots(void **state)
{
	struct vt *v = play_start_with("play awari -s 1=human -s 2=human", 24, 80,
				       "LC_ALL=C", NULL);
	expect_text(v, "South to move");
	vt_keys(v, ENTER);
	expect_text(v, "ply 1");
	assert_true(on_screen(v, "ooooo"));
	assert_true(on_screen(v, "    0     5     5     5     5     4"));
	expect_text(v, "North 0");
	leave(v);
	v = play_start("play awari -s 1=human -s 2=human", 15, 40);
	expect_text(v, "South to move");
	expect_text(v, "[ 4]");
	expect_text(v, "\xe2\x80\xa2\xe2\x80\xa2\xe2\x80\xa2\xe2\x80\xa2");
	leave(v);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_game_is_played_with_keys, play_setup,
						play_teardown),
		cmocka_unit_test_setup_teardown(a_game_is_played_with_the_mouse,
						play_setup, play_teardown),
		cmocka_unit_test_setup_teardown(houses_are_numbers_and_dots, play_setup,
						play_teardown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
