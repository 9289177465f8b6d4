/*
 * choose.c - boards of cells without a terminal: a move is chosen by keys and clicks as at the
 * table, and the picture is read back by the letters and numbers along its edges.
 */
#include "games/abalone/abalone.h"
#include "games/chinese_checkers/chinese_checkers.h"
#include "tests/unit/play_text.h"
#include "tests/unit/toy_stones.h"
#include "ui/boards/boards.h"
#include "ui/screen.h"

#define H 60
#define W 160

static struct desk {
	struct game g;
	struct board b;
	struct canvas c;
	struct rect r; /* the room of the board */
	struct cell cells[H * W];
	move chosen;
	char text[BOARD_TEXT];
} desk;

/* The picture as the table makes it: the cursor always stands on something to choose. */
static void
draw(void)
{
	struct board *b = &desk.b;
	for (int times = 0; times < 2; times++) {
		const int h = desk.c.h, w = desk.c.w;
		desk.c = (struct canvas){
			.h = h, .w = w, .ascii = desk.c.ascii, .cells = desk.cells
		};
		canvas_clear(&desk.c);
		canvas_clip(&desk.c, desk.r);
		b->ops->draw(b, &desk.c, desk.r);
		const int at = board_find(b, b->cursor);
		if (b->chooser == SEAT_NONE || (at >= 0 && b->spots[at].live))
			return;
		b->cursor = -1;
		if (!board_step(b, K_RIGHT))
			return;
	}
}

static void
set_state(const struct state *s)
{
	const int seat = game_mover(&desk.g, s);
	desk.b.state = *s;
	desk.b.chooser = desk.b.turn = seat;
	board_set_moves(&desk.b, s);
	desk.chosen = MOVE_NONE;
	draw();
}

static void
sit_down_with(const struct game_ops *ops, int seats, const char *variant, int h, int w)
{
	static struct state s;
	memset(&desk, 0, sizeof desk);
	memset(&s, 0, sizeof s);
	open_game(&desk.g, ops, seats, variant);
	desk.c.h = H;
	desk.c.w = W;
	desk.r = (struct rect){ 1, 2, h, w };
	desk.g.rules->start(&desk.g, &s);
	board_init(&desk.b, &desk.g);
	set_state(&s);
}

static void
sit_down_at(const struct game_ops *ops, int h, int w)
{
	sit_down_with(ops, 0, "", h, w);
}

static void
choose(void)
{
	board_choose(&desk.b, true, &desk.chosen, desk.text, sizeof desk.text);
	draw();
}

/* Arrows as "u d l r", Enter as "!", Esc as "x", the next piece as "n". */
static void
press(const char *keys)
{
	for (; *keys != '\0'; keys++) {
		static const char arrows[] = "udlr";
		static const int codes[] = { K_UP, K_DOWN, K_LEFT, K_RIGHT };
		const char *arrow = strchr(arrows, *keys);
		if (arrow != NULL)
			board_step(&desk.b, codes[arrow - arrows]);
		else if (*keys == 'x')
			board_cancel(&desk.b);
		else if (*keys == 'n' || *keys == 'N')
			board_next(&desk.b, *keys == 'n' ? 1 : -1);
		draw();
		if (*keys == '!')
			choose();
	}
}

static struct cell *
cell_of(int y, int x)
{
	return &desk.cells[y * W + x];
}

/* Where a label is: of the last line (letters) or of the first column (numbers). */
static bool
find_label(char label, int *y, int *x)
{
	for (*y = desk.r.y + desk.r.h - 1; *y >= desk.r.y; --*y)
		for (*x = desk.r.x; *x < desk.r.x + desk.r.w; ++*x)
			if (cell_of(*y, *x)->ch == (uint32_t)label &&
			    cell_of(*y, *x)->role == ROLE_DIM &&
			    strchr(" [", (char)cell_of(*y, *x + 1)->ch) != NULL)
				return true;
	return false;
}

/* Where a cell is drawn, by its name of a letter and a digit. */
static void
find_cell(const char *name, int *y, int *x)
{
	int other;
	assert_true(find_label(name[0], &other, x));
	assert_true(find_label(name[1], y, &other));
}

static void
click_at(int y, int x)
{
	if (board_click(&desk.b, y, x))
		choose();
}

static void
click(const char *name)
{
	int y, x;
	find_cell(name, &y, &x);
	click_at(y, x);
}

static void
assert_cell(const char *name, uint32_t ch, int role)
{
	int y, x;
	find_cell(name, &y, &x);
	assert_int_equal(cell_of(y, x)->ch, ch);
	if (role >= 0)
		assert_int_equal(cell_of(y, x)->role, role);
}

static void
assert_marked(const char *expected)
{
	char found[200] = "";
	for (char column = 'a'; column <= 'e'; column++)
		for (char row = '1'; row <= '5'; row++) {
			const char name[3] = { column, row, '\0' };
			int y, x;
			find_cell(name, &y, &x);
			if (cell_of(y, x)->role == ROLE_TARGET)
				snprintf(found + strlen(found),
					 sizeof found - strlen(found), "%s%s",
					 *found ? " " : "", name);
		}
	assert_string_equal(found, expected);
}

static void
assert_chosen(const char *expected)
{
	char text[MOVE_TEXT] = "";
	if (desk.chosen != MOVE_NONE)
		desk.g.text->format_move(&desk.g, &desk.b.state, desk.b.chooser,
					 desk.chosen, text, sizeof text);
	assert_string_equal(text, expected);
	desk.chosen = MOVE_NONE;
}

/* The cursor in brackets, and the real one. */
static void
assert_cursor(const char *name)
{
	int y, x;
	find_cell(name, &y, &x);
	assert_int_equal(cell_of(y, x - 1)->ch, '[');
	assert_int_equal(cell_of(y, x + 1)->ch, ']');
	assert_int_equal(desk.c.cursor_y, y);
	assert_int_equal(desk.c.cursor_x, x);
}

/* ---- pieces that move ----------------------------------------------------------------- */

/* Light: a man on b2 with a man of Dark ahead on c3; Dark: a man far away. */
static void
sit_down_at_toy(int h, int w)
{
	static struct state s;
	sit_down_at(&toy_board_game, h, w);
	s = desk.b.state;
	for (char column = 'a'; column <= 'e'; column++) {
		const char low[3] = { column, '1', '\0' },
			   high[3] = { column, '5', '\0' };
		toy_put(&s, low, 0, TOY_EMPTY);
		toy_put(&s, high, 0, TOY_EMPTY);
	}
	toy_put(&s, "b2", 0, TOY_MAN);
	toy_put(&s, "e1", 0, TOY_MAN);
	toy_put(&s, "d4", 0, TOY_MAN);
	toy_put(&s, "c3", 1, TOY_MAN);
	set_state(&s);
}

static void
a_piece_and_its_goal_make_a_move(void **state)
{
	sit_down_at_toy(24, 60);
	assert_marked("");
	click("b2");
	assert_chosen("");
	assert_string_equal(desk.text,
			    "b2 can reach 3 cells: choose one, Esc puts it back");
	assert_marked("a3 b3 c3");
	assert_cell("b3", 0x25c7, ROLE_TARGET); /* no circle: that is Dark's */
	assert_cell("c3", 0x25cb, ROLE_TARGET); /* Dark's man is still to be seen */
	press("u");
	assert_cursor("b3");
	press("l");
	assert_cursor("a3");
	press("l");
	assert_cursor("a3");
	press("!");
	assert_chosen("b2-a3");
	click("c3");
	assert_chosen("b2-c3");
}

static void
arrows_go_from_piece_to_piece(void **state)
{
	sit_down_at_toy(24, 60);
	assert_cursor("d4"); /* the first of them */
	press("d");
	assert_cursor("e1");
	press("l");
	assert_cursor("b2");
	press("n");
	assert_cursor("e1");
	press("n");
	assert_cursor("d4");
	press("NN");
	assert_cursor("b2");
}

static void
a_choice_is_taken_back(void **state)
{
	sit_down_at_toy(24, 60);
	click("b2");
	press("ux");
	assert_marked("");
	assert_cursor("b2");
	press("!!");
	assert_string_equal(desk.text, "b2 is put back");
	assert_marked("");
	assert_chosen("");
	click("b2");
	click("e1");
	assert_marked("d2 e2");
	click("d2");
	assert_chosen("e1-d2");
}

static void
what_cannot_be_chosen_says_so(void **state)
{
	sit_down_at_toy(24, 60);
	press("d");
	click("a5");
	assert_string_equal(desk.text, "no move of yours starts at a5");
	assert_cursor("e1");
	press("!");
	click("c3");
	assert_string_equal(desk.text, "c3 is out of reach");
	assert_chosen("");
	assert_marked("d2 e2");
}

static void
a_piece_is_dropped_from_the_hand(void **state)
{
	static struct state s;
	sit_down_at_toy(24, 60);
	s = desk.b.state;
	toy_board_of(&s)->hand[0] = 1;
	set_state(&s);
	int y, x;
	press("N");		 /* before the first piece is the last */
	find_cell("a1", &y, &x); /* the hand is beside the lowest row */
	assert_int_equal(desk.c.cursor_y, y);
	press("!");
	assert_string_equal(desk.text,
			    "hand can reach 16 cells: choose one, Esc puts it back");
	assert_cell("a4", 0x25c7, ROLE_TARGET);
	assert_cell("a5", 0xb7, ROLE_DIM);
	click("a4");
	assert_chosen("*a4");
}

/* ---- a question ----------------------------------------------------------------------- */

/* The line of the picture on which a text is; -1 */
static int
line_with(const char *text, int *at)
{
	char line[W + 1];
	for (int y = 0; y < H; y++) {
		for (int x = 0; x < W; x++)
			line[x] =
				(char)(cell_of(y, x)->ch < 127 ? cell_of(y, x)->ch : '?');
		line[W] = '\0';
		const char *found = strstr(line, text);
		*at = found ? (int)(found - line) : -1;
		if (found)
			return y;
	}
	return -1;
}

static void
ask_for_a_crown(int h, int w)
{
	sit_down_at_toy(h, w);
	click("d4");
	assert_marked("c5 d5 e5");
	click("e5");
	assert_chosen("");
}

static void
moves_of_one_path_ask_which_of_them(void **state)
{
	int x, y;
	ask_for_a_crown(24, 60);
	assert_string_equal(desk.text,
			    "2 moves end at e5: choose one, Esc puts them all back");
	y = line_with("1 leave it", &x);
	assert_int_equal(desk.c.cursor_y, y);
	assert_int_equal(line_with("2 crown it", &x), y + 1);
	press("d");
	assert_int_equal(desk.c.cursor_y, y + 1);
	press("u!");
	assert_chosen("d4-e5");
	ask_for_a_crown(24, 60);
	press("d!");
	assert_chosen("d4-e5+");
	ask_for_a_crown(24, 60);
	y = line_with("crown it", &x);
	click_at(y, x + 7);
	assert_chosen("d4-e5+");
	ask_for_a_crown(24, 60);
	assert_true(board_answer(&desk.b, 1));
	assert_false(board_answer(&desk.b, 2));
	press("!");
	assert_chosen("d4-e5+");
}

static void
a_question_is_taken_back(void **state)
{
	int x;
	ask_for_a_crown(24, 60);
	press("x");
	assert_int_equal(line_with("crown it", &x), -1);
	assert_cursor("d4");
	assert_false(board_answer(&desk.b, 0));
	press("!");
	assert_marked("c5 d5 e5");
}

/* Wherever the goal is, every answer can be read. */
static void
questions_stay_in_the_room(void **state)
{
	static const int sizes[][2] = { { 6, 19 }, { 7, 24 }, { 12, 28 }, { 24, 60 } };
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		int x;
		static struct state s;
		ask_for_a_crown(sizes[i][0], sizes[i][1]);
		assert_true(line_with("1 leave it", &x) >= 0);
		assert_true(line_with("2 crown it", &x) >= 0);
		s = desk.b.state; /* and so for Dark at the lower edge */
		toy_board_of(&s)->mover = 1;
		toy_put(&s, "a2", 1, TOY_MAN);
		set_state(&s);
		desk.b.cursor = toy_cell("a2");
		press("!");
		desk.b.cursor = toy_cell("a1");
		press("!");
		assert_true(line_with("1 leave it", &x) >= 0);
		assert_true(line_with("2 crown it", &x) >= 0);
	}
}

/* A candidate that is picked is played by one Enter, without the question; after a step of
 * the cursor it is asked again. */
static void
a_move_shown_is_played_as_it_is(void **state)
{
	for (int crown = 0; crown < 2; crown++) {
		sit_down_at_toy(24, 60);
		board_show(&desk.b, toy_move(toy_cell("d4"), toy_cell("e5"), crown));
		draw();
		assert_cursor("e5");
		press("!");
		assert_chosen(crown ? "d4-e5+" : "d4-e5");
		press("lr!");
		assert_chosen("");
		assert_true(board_answer(&desk.b, 0));
	}
}

/* ---- the picture ---------------------------------------------------------------------- */

static void
hints_mark_where_moves_lead(void **state)
{
	static struct snapshot marks;
	sit_down_at_toy(24, 90);
	snapshot_init(&marks, 2, 0, 0);
	marks.move_count = 2;
	marks.moves[0].m = toy_move(toy_cell("b2"), toy_cell("b3"), false);
	marks.moves[1].m = toy_move(toy_cell("e1"), toy_cell("d2"), false);
	desk.b.marks = &marks;
	desk.b.marks_root = &desk.b.state;
	draw();
	assert_cell("b3", '1', ROLE_HINT);
	assert_cell("d2", '2', ROLE_HINT);
	int y, x;
	find_cell("b2", &y, &x);
	assert_true(cell_of(y, x)->flags & CELL_UNDERLINE);
	find_cell("a1", &y, &x);
	assert_false(cell_of(y, x)->flags & CELL_UNDERLINE);
}

static void
the_last_move_walks_its_way(void **state)
{
	static struct state s;
	sit_down_at_toy(24, 60);
	desk.g.rules->play(&desk.g, &desk.b.state, 0,
			   toy_move(toy_cell("b2"), toy_cell("b3"), false), &s);
	set_state(&s);
	assert_cell("b2", 0x2218, ROLE_LAST_MOVE);
	assert_cell("b3", 0x25cf, ROLE_SEAT_0);
	desk.b.way = 0;
	draw();
	assert_cell("b2", 0x25cf, ROLE_SEAT_0);
	assert_cell("b3", 0xb7, ROLE_DIM);
}

/* The line of a seat has one of its pieces; words have the pieces' letters where they differ. */
static void
pieces_are_named(void **state)
{
	char text[100];
	static struct state s;
	sit_down_at_toy(24, 60);
	desk.c.ascii = true;
	draw();
	int x;
	assert_int_equal(line_with(">m A", &x), desk.r.y);
	assert_int_equal(line_with(" M B", &x), desk.r.y + 1);
	s = desk.b.state;
	cells_board.holding(&desk.g, &s, 0, text, sizeof text);
	assert_string_equal(text, "pieces on d4 b2 e1");
	toy_put(&s, "e1", 0, TOY_KING);
	cells_board.holding(&desk.g, &s, 0, text, sizeof text);
	assert_string_equal(text, "pieces on md4 mb2 ke1");
}

static void
without_unicode_pieces_are_letters(void **state)
{
	sit_down_at_toy(24, 60);
	desk.c.ascii = true;
	draw();
	assert_cell("b2", 'm', ROLE_SEAT_0);
	assert_cell("c3", 'M', ROLE_SEAT_1);
	assert_cell("a1", '.', ROLE_DIM);
	click("b2");
	assert_cell("b3", 'o', ROLE_TARGET);
}

/* The distance of two cells in a row. */
static void
cells_are_as_far_apart_as_there_is_room(void **state)
{
	static const struct {
		int h, w, apart;
	} cases[] = { { 9, 60, 2 }, { 24, 30, 2 }, { 24, 60, 4 } };
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		int y, x, x2;
		sit_down_at_toy(cases[i].h, cases[i].w);
		press("n");
		find_cell("a5", &y, &x);
		find_cell("b5", &y, &x2);
		assert_int_equal(x2 - x, cases[i].apart);
		find_cell("c3", &y, &x);
		click_at(y, x);
		assert_string_equal(desk.text, "no move of yours starts at c3");
	}
}

/* ---- 19x19 ---------------------------------------------------------------------------- */

static void
every_point_of_a_large_board_is_clicked(void **state)
{
	sit_down_at(&toy_stones_game, 44, 100);
	int left = 0, top = 0, other = 0;
	assert_true(find_label('a', &other, &left));
	assert_true(find_label('r', &other, &top)); /* 18 columns of the same width */
	const int apart = (top - left) / 17;
	assert_int_equal(apart, 4);
	desk.b.cursor = -1;
	assert_true(board_next(&desk.b, -1));
	assert_int_equal(desk.b.cursor, STONE_SIDE * STONE_SIDE - 1);
	desk.b.cursor = -1;
	assert_true(board_next(&desk.b, 1));
	assert_int_equal(desk.b.cursor, 0);
	for (int i = 0; i < H * W; i++) /* nothing chosen: nothing to reach */
		assert_int_not_equal(desk.cells[i].role, ROLE_TARGET);
	top = other - 1 - 18 * apart / 2; /* the letters are below the last line */
	for (int i = 0; i < STONE_SIDE * STONE_SIDE; i++) {
		desk.chosen = MOVE_NONE;
		click_at(top + i / STONE_SIDE * apart / 2, left + i % STONE_SIDE * apart);
		assert_int_equal(desk.chosen, i);
	}
}

/* In a window of a few lines too: the board follows the cursor. */
static void
every_point_of_a_large_board_is_reached_by_arrows(void **state)
{
	static const int sizes[][2] = { { 44, 100 }, { 21, 48 }, { 9, 30 } };
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		sit_down_at(&toy_stones_game, sizes[i][0], sizes[i][1]);
		const struct rect *r = &desk.r;
		for (int k = 0; k < STONE_SIDE / 2; k++) { /* from the middle */
			press("u");
			press("l");
		}
		for (int k = 0; k < STONE_SIDE * STONE_SIDE; k++) {
			const int row = k / STONE_SIDE, at = k % STONE_SIDE;
			if (k > 0)
				press(at == 0 ? "d" : row % 2 == 0 ? "r" : "l");
			assert_in_range(desk.c.cursor_y, r->y, r->y + r->h - 1);
			assert_in_range(desk.c.cursor_x, r->x, r->x + r->w - 1);
			assert_int_equal(
				cell_of(desk.c.cursor_y, desk.c.cursor_x - 1)->ch, '[');
			press("!");
			assert_int_equal(desk.chosen,
					 row * STONE_SIDE +
						 (row % 2 == 0 ? at : 18 - at));
		}
	}
}

/* A window hides most of the board: no click outside of it chooses one of those points. */
static void
points_that_are_not_shown_are_not_clicked(void **state)
{
	sit_down_at(&toy_stones_game, 9, 30);
	const struct rect *r = &desk.r;
	int inside = 0;
	for (int y = 0; y < H; y++)
		for (int x = 0; x < W; x++) {
			const bool in = y >= r->y && y < r->y + r->h && x >= r->x - 1 &&
					x < r->x + r->w + 1;
			const bool hit = board_click(&desk.b, y, x);
			assert_true(in || !hit);
			inside += hit;
		}
	assert_true(inside > 9 * 20);
}

/* ---- boards with a picture of their own ----------------------------------------------- */

/* Chooses cells by number. */
static void
choose_cells(const int *cell, int count)
{
	for (int i = 0; i < count; i++) {
		desk.b.cursor = cell[i];
		choose();
	}
}

/* The marbles of every legal move in each order, then where the foremost goes. The ends of
 * three stand for all, and the rear one for a line that goes ahead. */
static void
marbles_are_taken_up_in_any_order(void **state)
{
	static const struct {
		int marbles, count, place[3];
	} orders[] = {
		{ 1, 1, { 0 } },       { 2, 2, { 0, 1 } },    { 2, 2, { 1, 0 } },
		{ 3, 3, { 0, 1, 2 } }, { 3, 3, { 1, 0, 2 } }, { 3, 3, { 1, 2, 0 } },
		{ 3, 3, { 2, 1, 0 } }, { 3, 2, { 0, 2 } },    { 3, 2, { 2, 0 } },
	};
	int tried[4] = { 0 };
	sit_down_at(&abalone_game, 24, 80);
	for (int i = 0; i < desk.b.move_count; i++) {
		const struct abalone_move d =
			abalone_describe(&desk.g, &desk.b.state, desk.b.chooser,
					 desk.b.moves[i]);
		for (size_t k = 0; k < sizeof orders / sizeof *orders; k++) {
			if (orders[k].count == 1 ? !d.in_line
						 : orders[k].marbles != d.count)
				continue;
			int cell[4];
			for (int j = 0; j < orders[k].count; j++)
				cell[j] = d.cells[orders[k].place[j]];
			cell[orders[k].count] = d.target;
			board_cancel(&desk.b);
			desk.chosen = MOVE_NONE;
			choose_cells(cell, orders[k].count);
			assert_true(desk.chosen == MOVE_NONE);
			choose_cells(cell + orders[k].count, 1);
			assert_int_equal(desk.chosen, desk.b.moves[i]);
			tried[d.count]++;
		}
	}
	assert_true(tried[1] > 0 && tried[2] > 0 && tried[3] > 0);
}

static void
a_second_marble_is_put_back(void **state)
{
	sit_down_at(&abalone_game, 24, 80);
	const int cell[] = { abalone_cell_at(2, 3), abalone_cell_at(2, 4) };
	choose_cells(cell, 2);
	char expected[40];
	int ways = 0;
	for (int i = 0; i < desk.b.move_count; i++)
		ways += abalone_describe(&desk.g, &desk.b.state, 0, desk.b.moves[i])
				.group ==
			(UINT64_C(1) << cell[0] | UINT64_C(1) << cell[1]);
	snprintf(expected, sizeof expected, "these 2 marbles can go %d way", ways);
	assert_non_null(strstr(desk.text, expected));
	choose_cells(cell + 1, 1);
	assert_non_null(strstr(desk.text, "a line from here can go "));
	choose_cells(cell + 1, 1);
	choose_cells(cell, 1);
	assert_string_equal(desk.text, "C3 is put back");
}

static int
underlined(void)
{
	int n = 0;
	for (int i = 0; i < H * W; i++)
		n += (desk.cells[i].flags & CELL_UNDERLINE) != 0;
	return n;
}

/* Two ends stand for three marbles, which all look taken up; what moved is underlined. */
static void
marbles_that_move_are_to_be_seen(void **state)
{
	static struct state s;
	sit_down_at(&abalone_game, 24, 80);
	const int cell[] = { abalone_cell_at(2, 3), abalone_cell_at(2, 5) };
	choose_cells(cell, 2);
	assert_non_null(strstr(desk.text, "these 3 marbles can go "));
	int reverse = 0;
	for (int i = 0; i < H * W; i++)
		reverse += desk.cells[i].ch == 0x25cf &&
			   (desk.cells[i].flags & CELL_REVERSE) != 0;
	assert_int_equal(reverse, 3);
	assert_int_equal(underlined(), 0);
	board_cancel(&desk.b);
	for (int i = 0; i < desk.b.move_count; i++) {
		const struct abalone_move d =
			abalone_describe(&desk.g, &desk.b.state, desk.b.chooser,
					 desk.b.moves[i]);
		board_show(&desk.b, desk.b.moves[i]);
		assert_int_equal(desk.b.held, d.count);
		assert_int_equal(desk.b.cursor, d.target);
	}
	board_cancel(&desk.b);
	play_words(&desk.g, &desk.b.state, "C3C4");
	s = desk.b.state;
	set_state(&s);
	assert_int_equal(underlined(), 3);
}

/* Every legal move of a star is chosen by its two cells. */
static void
pegs_are_taken_up_and_put_down(void **state)
{
	sit_down_at(&chinese_checkers_game, 40, 80);
	for (int i = 0; i < desk.b.move_count; i++) {
		const move m = desk.b.moves[i];
		const int cell[] = { chinese_checkers_from(m), chinese_checkers_to(m) };
		board_cancel(&desk.b);
		desk.chosen = MOVE_NONE;
		choose_cells(cell, 2);
		assert_int_equal(desk.chosen, m);
	}
}

/* The only move of a seat is to pass: the cursor stands on the word. */
static void
a_pass_is_a_cell_like_any_other(void **state)
{
	static const struct {
		const struct game_ops *ops;
		int seats;
		const char *variant, *position;
		move pass;
	} cases[] = {
		{ &chinese_checkers_game, 4, "size=2",
		  "1/2/7/6/YY3/1BBBG1/2GGY2/RR/R R 40", CC_PASS },
		{ &abalone_game, 3, "eject=11",
		  "GGGGG/GGGGGG/7/8/9/8/7/WWWWWW/WWWWW B 90 0-8-3", ABALONE_PASS },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		static struct state s;
		int x;
		sit_down_with(cases[i].ops, cases[i].seats, cases[i].variant, 24, 80);
		read_position(&desk.g, cases[i].position, &s);
		set_state(&s);
		assert_int_equal(line_with("[pass]", &x), desk.c.cursor_y);
		press("!");
		assert_int_equal(desk.chosen, cases[i].pass);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_piece_and_its_goal_make_a_move),
		cmocka_unit_test(arrows_go_from_piece_to_piece),
		cmocka_unit_test(a_choice_is_taken_back),
		cmocka_unit_test(what_cannot_be_chosen_says_so),
		cmocka_unit_test(a_piece_is_dropped_from_the_hand),
		cmocka_unit_test(moves_of_one_path_ask_which_of_them),
		cmocka_unit_test(a_question_is_taken_back),
		cmocka_unit_test(questions_stay_in_the_room),
		cmocka_unit_test(a_move_shown_is_played_as_it_is),
		cmocka_unit_test(hints_mark_where_moves_lead),
		cmocka_unit_test(the_last_move_walks_its_way),
		cmocka_unit_test(without_unicode_pieces_are_letters),
		cmocka_unit_test(cells_are_as_far_apart_as_there_is_room),
		cmocka_unit_test(every_point_of_a_large_board_is_clicked),
		cmocka_unit_test(every_point_of_a_large_board_is_reached_by_arrows),
		cmocka_unit_test(points_that_are_not_shown_are_not_clicked),
		cmocka_unit_test(a_second_marble_is_put_back),
		cmocka_unit_test(marbles_that_move_are_to_be_seen),
		cmocka_unit_test(pieces_are_named),
		cmocka_unit_test(marbles_are_taken_up_in_any_order),
		cmocka_unit_test(pegs_are_taken_up_and_put_down),
		cmocka_unit_test(a_pass_is_a_cell_like_any_other),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
