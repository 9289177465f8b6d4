/*
 * courses.c - going back and trying another move keeps both; what is written about a move is kept
 * with it; a hint that waits; clocks.
 */
#include "tests/screen/play.h"

static const int sizes[][2] = { { 24, 80 }, { 40, 120 } };

/* Abalone: one move, back, another one. The tree has both, either can be the game, and so it is
 * after the game was left and taken up again. */
static void
both_courses_are_kept(void **state)
{
	for (int i = 0; i < 2; i++) {
		const int h = sizes[i][0], w = sizes[i][1];
		struct vt *v =
			play_start("play abalone --seed 1 -s 2=easy --delay 1", h, w);
		expect_text(v, "Black to move");
		vt_keys(v, "d");
		vt_settle(v, 50);
		expect_no_text(v, "lines of this game");
		vt_keys(v, ":A1B1\r");
		expect_text(v, "after ply 2  Black to move");
		vt_keys(v, ":comment to be tried\r");
		expect_text(v, "the comment is saved");
		vt_keys(v, "u");
		expect_text(v, "taken back");
		vt_keys(v, "'B1B9\r");
		expect_text(v, "B1B9");
		vt_keys(v, "'B1C1\r");
		expect_text(v, "after ply 2  Black to move");
		vt_keys(v, "d");
		expect_text(v, "lines of this game");
		expect_text(v, "move 1: Black A1B1 instead of Black B1C1, 1 more");
		vt_keys(v, DOWN);
		expect_text(v, "In this line: Black A1B1");
		expect_text(v, "to be tried");
		vt_keys(v, ENTER);
		expect_text(v, "this line is now the game");
		vt_keys(v, "d");
		expect_text(v, "move 1: Black B1C1 instead of Black A1B1");
		vt_keys(v, "qq");
		if (i == 0)
			leave(v);
		else
			vt_close(v);
		v = play_start("play --resume 1", h, w);
		expect_text(v, "Black to move");
		vt_keys(v, "d");
		expect_text(v, "move 1: Black B1C1 instead of Black A1B1");
		leave(v);
		play_teardown(state);
		play_setup(state);
	}
}

/* After so long at one's turn a hint comes by itself; 0 is never. */
static void
a_hint_waits_for_its_time(void **state)
{
	for (int i = 0; i < 2; i++) {
		struct vt *v = play_start("play abalone --seed 1 -s 2=easy --delay 1",
					  sizes[i][0], sizes[i][1]);
		expect_text(v, "Black to move");
		expect_steady(v, 300);
		expect_no_text(v, "hint by hard");
		vt_keys(v, ":set hint-time 200ms" ENTER ":set hint-after 300ms" ENTER);
		expect_text(v, "hint by hard");
		vt_keys(v, ":set hint-after 0ms" ENTER); /* for the next table */
		vt_settle(v, 100);
		leave(v);
	}
}

/* What each seat has left stands beside its player and is kept with the game; a flag that falls is
 * said. */
static void
clocks_run_and_flags_fall(void **state)
{
	for (int i = 0; i < 2; i++) {
		const int h = sizes[i][0], w = sizes[i][1];
		struct vt *v = play_start("play abalone --seed 1 -s 2=easy --delay 1 "
					  "--clock 5m/game",
					  h, w);
		expect_text(v, "5:00");
		expect_text(v, "4:58"); /* it runs */
		vt_keys(v, ":A1B1\r");
		expect_text(v, "after ply 2  Black to move");
		leave(v);
		v = play_start("play --resume 1", h, w);
		expect_text(v, "Black to move");
		expect_text(v, "4:5"); /* not from the start again */
		leave(v);
		v = play_start("play abalone --seed 2 -s 2=easy --clock 1s/move", h, w);
		expect_text(v, "Black: the time is up, the flag has fallen");
		expect_text(v, "0:00");
		vt_keys(v, ":A1B1\r"); /* and the game goes on */
		expect_text(v, "after ply 2  Black to move");
		leave(v);
		v = play_start("", h, w);
		expect_text(v, "Hearts");
		vt_keys(v, ":play abalone\r");
		expect_text(v, "clock");
		leave(v);
		play_teardown(state);
		play_setup(state);
	}
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, play_setup, play_teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(both_courses_are_kept),
		TEST(a_hint_waits_for_its_time),
		TEST(clocks_run_and_flags_fall),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
