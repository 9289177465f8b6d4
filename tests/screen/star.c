/*
 * star.c - Chinese Checkers on the screen: the cell under the cursor, where the others went, the
 * hints of one peg, what an opponent has in mind, who leads.
 */
#include "tests/screen/play.h"

#define THREE	    "play chinese-checkers --seed 3 -s 1=human -s 2=human -s 3=human"
#define BLUE	    "\xe2\x96\xb2"
#define LEFT_BEHIND "\xe2\x88\x98"

static int
count_text(struct vt *v, const char *text)
{
	char *all = vt_text(v);
	int n = 0;
	for (const char *at = all; (at = strstr(at, text)) != NULL; at += strlen(text))
		n++;
	free(all);
	return n;
}

static void
the_cell_under_the_cursor_has_its_name(void **state)
{
	static const int sizes[3][2] = { { 24, 80 }, { 40, 120 }, { 20, 40 } };
	for (int i = 0; i < 3; i++) {
		struct vt *v = play_start(THREE, sizes[i][0], sizes[i][1]);
		expect_text(v, "Red to move");
		expect_text(v, "n1");
		vt_keys(v, RIGHT);
		expect_text(v, "n2");
		vt_keys(v, ENTER UP);
		expect_text(v, "n2-m");
		leave(v);
	}
}

/* Of all who moved since, not only of the last. */
static void
every_opponents_move_leaves_a_trail(void **state)
{
	struct vt *v = play_start(THREE, 24, 80);
	expect_text(v, "Red to move");
	vt_keys(v, ":n1-m5\r:e4-f4\r");
	expect_text(v, "Green to move");
	vt_keys(v, ":e10-f9\r");
	expect_text(v, "Red to move");
	expect_steady(v, 100);
	assert_true(on_screen(v, "e  " BLUE " " BLUE " " BLUE " " LEFT_BEHIND));
	assert_int_equal(count_text(v, LEFT_BEHIND),
			 2); /* Blue's and Green's, Red's no more */
	leave(v);
}

static bool
is_ghost(struct vt *v, int n)
{
	return count_text(v, BLUE) == n;
}

static void
the_move_in_mind_is_a_ghost_on_the_board(void **state)
{
	struct vt *v =
		play_start("play chinese-checkers --seed 3 -s 2=uct:time=60s -s 3=easy "
			   "--delay 1",
			   24, 80);
	expect_text(v, "Red to move");
	expect_steady(v, 100);
	const int pegs = count_text(v, BLUE);
	vt_keys(v, ":n1-m5\r");
	expect_text(v, "Blue is thinking");
	expect_state(v, is_ghost, pegs + 1, "one more, where it would go");
	vt_keys(v, " ");
	expect_state(v, is_ghost, pegs, "none while the game stands");
	leave(v);
}

/* Every number on the cells that the peg can reach is that of a candidate of this peg. */
static void
hints_are_those_of_the_peg_taken_up(void **state)
{
	int y, x, numbers = 0;
	char candidate[20];
	struct vt *v = play_start(THREE, 40, 120);
	expect_text(v, "Red to move");
	vt_keys(v, ":hint uct\r");
	expect_text(v, "hint: ");
	vt_keys(v, ENTER); /* n1 */
	expect_text(v, "n1 can reach");
	expect_steady(v, 200);
	assert_true(vt_find(v, "m ", &y, &x));
	for (x += 1; x < 58; x++) {
		const char digit = vt_cell(v, y, x).text[0];
		if (digit < '1' || digit > '9')
			continue;
		snprintf(candidate, sizeof candidate, " %c n1-m", digit);
		if (!on_screen(v, candidate))
			vt_print(v);
		assert_true(on_screen(v, candidate));
		numbers++;
	}
	assert_in_range(numbers, 1, 2);
	leave(v);
}

/* The row of the board with that letter at its left, up to the line beside the board. */
static const char *
board_row(struct vt *v, char letter)
{
	static char row[400];
	for (int y = 1; y < 38; y++) {
		snprintf(row, sizeof row, "%s", vt_row(v, y));
		char *end = strstr(row, "\xe2\x94\x82");
		if (end != NULL)
			*end = '\0';
		const char *from =
			row + strspn(row, " n1234567890"); /* the cursor's cell */
		if (from[0] == letter && from[1] == ' ')
			return from + 1;
	}
	return "";
}

/* Each of the three stands in the row it leads to, two in one cell beside each other. */
static void
three_candidates_are_three_marks(void **state)
{
	static const int sizes[2][2] = { { 24, 80 }, { 40, 120 } };
	for (int i = 0; i < 2; i++) {
		struct vt *v = play_start(THREE, sizes[i][0], sizes[i][1]);
		expect_text(v, "Red to move");
		vt_keys(v, ":hint maxn:depth=2\r");
		expect_text(v, "hint: ");
		expect_steady(v, 200);
		for (int rank = 1; rank <= 3; rank++) {
			const int y = sizes[i][0] - 6 + rank; /* the list in the corner */
			const char *goal = strchr(vt_row(v, y), '-');
			assert_non_null(goal);
			if (strchr(board_row(v, goal[1]), '0' + rank) == NULL)
				vt_print(v);
			assert_non_null(strchr(board_row(v, goal[1]), '0' + rank));
		}
		leave(v);
	}
}

static void
who_leads_and_by_how_much_is_said(void **state)
{
	struct vt *v = play_start(
		"watch chinese-checkers --seed 3 -s 1=easy -s 2=easy -s 3=easy "
		"--delay 1",
		24, 80);
	expect_text(v, "turns ahead");
	vt_keys(v, " ");
	expect_text(v, "PAUSED");
	expect_steady(v, 100);
	leave(v);
}

int
main(void)
{
#define STAR_TEST(name) cmocka_unit_test_setup_teardown(name, play_setup, play_teardown)
	const struct CMUnitTest tests[] = {
		STAR_TEST(the_cell_under_the_cursor_has_its_name),
		STAR_TEST(every_opponents_move_leaves_a_trail),
		STAR_TEST(the_move_in_mind_is_a_ghost_on_the_board),
		STAR_TEST(hints_are_those_of_the_peg_taken_up),
		STAR_TEST(three_candidates_are_three_marks),
		STAR_TEST(who_leads_and_by_how_much_is_said),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
