/* screen.c - a game and a search that were each added by one file and one line, on the screen. */
#include "tests/screen/play.h"

/* The program with the toy in its catalogue. */
static struct vt *
start_at(const char *command, int h, int w)
{
	const char *program = getenv("PLYSCOPE_RECIPE");
	assert_non_null(program);
	setenv("PLYSCOPE", program, 1);
	return play_start(command, h, w);
}

static struct vt *
start(const char *command)
{
	return start_at(command, 24, 80);
}

static void
it_is_played_by_keys(void **state)
{
	struct vt *v = start("play connect-four -s 2=easy --seed 4 --delay 1");
	expect_text(v, "Connect Four");
	expect_text(v, "move 1");
	expect_text(v, "a   b   c"); /* the letters of the columns */
	vt_keys(v, RIGHT ENTER);
	expect_text(v, "move 3"); /* mine, and the answer */
	vt_keys(v, ":b\r");
	expect_steady(v, 100);
	leave(v);
}

static void
two_searches_are_watched_to_the_end(void **state)
{
	struct vt *v = start(
		"watch connect-four -s 1=hard -s 2=maxn:depth=3 --seed 4 --delay 1");
	expect_text(v, " wins");
	leave(v);
}

/* The columns, the rule and the gauge that the search declares are in the panel, in the tree or in
 * the help; a narrow panel has the first column in place of the visits. */
static void
what_a_search_declares_is_shown(void **state)
{
	static const int sizes[2][2] = { { 24, 80 }, { 50, 160 } };
	for (int i = 0; i < 2; i++) {
		struct vt *v = start_at("play connect-four -s 1=human --seed 4 --delay 1",
					sizes[i][0], sizes[i][1]);
		expect_text(v, "move 1");
		vt_keys(v, ":hint tally" ENTER);
		expect_text(v, "; 1 picks it");
		if (i == 0)		 /* the next start remembers it */
			vt_keys(v, "n"); /* the numbers */
		expect_text(v, " rpl");
		if (i == 1)
			expect_text(v, "  edge"), expect_text(v, "listed 7 moves");
		vt_keys(v, "?/answers that" ENTER);
		expect_text(v, "answers that the next seat has");
		vt_keys(v, "/how many moves its" ENTER);
		expect_text(v, "how many moves its table has");
		vt_keys(v, "/nothing can be" ENTER);
		expect_text(v, "moves after one that nothing can be better than");
		vt_keys(v, "qi");
		expect_text(v, "inspect  tally");
		expect_text(v, "rpl 7 edge +0p");
		vt_keys(v, "?/is ahead" ENTER);
		expect_text(v, "what the mover is ahead of the next best seat by");
		leave(v);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(it_is_played_by_keys, play_setup,
						play_teardown),
		cmocka_unit_test_setup_teardown(two_searches_are_watched_to_the_end,
						play_setup, play_teardown),
		cmocka_unit_test_setup_teardown(what_a_search_declares_is_shown,
						play_setup, play_teardown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
