/*
 * tree_board.c - the board of a game without one of its own: what is said of a choice at a
 * matrix before both seats have chosen, and which boards are areas of colour.
 */
#include "games/abalone/abalone.h"
#include "games/tree/tree.h"
#include "tests/unit/play_text.h"
#include "ui/boards/boards.h"

static void
the_first_of_two_choices_is_not_told(void **state)
{
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

/* Cells of the picture that have a ground. */
static int
grounds(const struct game_ops *ops, bool filled)
{
	static struct cell cells[H * W];
	static struct board b;
	struct game g;
	struct state s = { 0 };
	struct canvas c = { .h = H, .w = W, .cells = cells, .filled = filled };
	int count = 0;
	open_game(&g, ops, 0, "");
	g.rules->start(&g, &s);
	board_init(&b, &g);
	b.state = s;
	memset(cells, 0, sizeof cells);
	canvas_clear(&c);
	b.ops->draw(&b, &c, (struct rect){ 0, 0, H, W });
	for (int i = 0; i < H * W; i++)
		count += cells[i].ground != 0;
	return count;
}

/* At 120x40 a cell of the hexagon is four rows of eight columns, and an edge is around them. */
static void
boards_of_cells_are_areas_where_there_are_grounds(void **state)
{
	assert_int_equal(grounds(&abalone_game, false), 0);
	assert_in_range(grounds(&abalone_game, true), 32 * ABALONE_CELLS,
			36 * ABALONE_CELLS);
	assert_int_equal(grounds(&tree_game, true), 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_first_of_two_choices_is_not_told),
		cmocka_unit_test(boards_of_cells_are_areas_where_there_are_grounds),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
