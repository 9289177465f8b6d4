/* screen.c - a game that was added by one file and one line, on the screen. */
#include "tests/screen/play.h"

/* The program with the toy in its catalogue. */
static struct vt *
start(const char *command)
{
	const char *program = getenv("PLYSCOPE_RECIPE");
	assert_non_null(program);
	setenv("PLYSCOPE", program, 1);
	return play_start(command, 24, 80);
}

static void
it_is_played_by_keys(void **state)
{
	(void)state;
	struct vt *v = start("play noughts -s 2=easy --seed 4 --delay 1");
	expect_text(v, "Noughts and Crosses");
	expect_text(v, "move 1");
	expect_text(v, "a   b   c"); /* the letters of the columns */
	vt_keys(v, RIGHT ENTER);
	expect_text(v, "move 3"); /* mine, and the answer */
	vt_keys(v, ":b2\r");
	expect_steady(v, 100);
	leave(v);
}

static void
searches_are_watched_and_their_tree_opened(void **state)
{
	(void)state;
	struct vt *v =
		start("watch noughts -s 1=hard -s 2=maxn:depth=3 --seed 4 --delay 1");
	expect_text(v, "share the win");
	leave(v);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(it_is_played_by_keys, play_setup,
						play_teardown),
		cmocka_unit_test_setup_teardown(
			searches_are_watched_and_their_tree_opened, play_setup,
			play_teardown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
