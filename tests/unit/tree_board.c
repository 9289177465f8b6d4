/* tree_board.c - what is said of a choice at a matrix before both seats have chosen. */
#include "games/tree.h"
#include "ui/boards/boards.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static void
the_first_of_two_choices_is_not_told(void **state)
{
	(void)state;
	struct game g;
	struct options variant;
	struct state s = { 0 }, one;
	options_init(&variant, tree_game.options);
	assert_true(options_set(&variant, "file", "rock-paper-scissors", NULL));
	assert_true(game_init(&g, &tree_game, 0, &variant, NULL));
	tree_game.start(&g, &s);
	assert_true(board_secret(&g, &s, 1, 2));
	tree_game.play(&g, &s, 1, 2, &one);
	assert_false(board_secret(&g, &one, 0, 1));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_first_of_two_choices_is_not_told),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
