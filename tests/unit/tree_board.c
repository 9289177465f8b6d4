/*
 * tree_board.c - the board of a game without one of its own: what is said of a choice at a
 * matrix before both seats have chosen, and which scenes are drawn twice as large.
 */
#include "games/abalone/abalone.h"
#include "games/tree/tree.h"
#include "tests/unit/play_text.h"
#include "ui/boards/boards.h"

static void
the_first_of_two_choices_is_not_told(void **state)
{
	(void)state;
	struct game g;
	struct state s = { 0 }, one;
	open_game(&g, &tree_game, 0, "file=rock-paper-scissors");
	g.rules->start(&g, &s);
	assert_true(board_secret(&g, &s, 1, 2));
	g.rules->play(&g, &s, 1, 2, &one);
	assert_false(board_secret(&g, &one, 0, 1));
}

#define H 40
#define W 120

/* Cells of the picture that differ from the one to their right, blanks left out. */
static int
single_cells(const struct game_ops *ops, bool big)
{
	static struct cell cells[H * W];
	static struct board b;
	struct game g;
	struct state s = { 0 };
	struct canvas c = { .h = H, .w = W, .cells = cells };
	int single = 0;
	open_game(&g, ops, 0, "");
	g.rules->start(&g, &s);
	board_init(&b, &g);
	b.big = big;
	b.state = s;
	canvas_clear(&c);
	b.ops->draw(&b, &c, (struct rect){ 0, 0, H, W });
	for (int i = 0; i + 1 < H * W; i++)
		single += cells[i].ch != ' ' && cells[i].ch != cells[i + 1].ch;
	return single;
}

/* A doubled cell has two rows, and its equal beside it. */
static void
scenes_of_cells_are_doubled_those_of_words_are_not(void **state)
{
	(void)state;
	const int cells = single_cells(&abalone_game, false);
	assert_true(cells >= ABALONE_CELLS);
	assert_true(single_cells(&abalone_game, true) > cells * 3 / 2);
	assert_int_equal(single_cells(&tree_game, true), single_cells(&tree_game, false));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_first_of_two_choices_is_not_told),
		cmocka_unit_test(scenes_of_cells_are_doubled_those_of_words_are_not),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
