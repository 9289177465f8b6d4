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
	assert_true(on_screen(v, "e1 " BLUE " " BLUE " " BLUE " " LEFT_BEHIND));
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
	assert_true(vt_find(v, "m1 ", &y, &x));
	for (x += 2; strncmp(vt_cell(v, y, x).text, "m", 1) != 0; x++) {
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

/* The row of the board with that letter at its left, between the names of its first and last cell. */
static const char *
board_row(struct vt *v, char letter)
{
	static char row[400];
	for (int y = 1; y < 38; y++) {
		snprintf(row, sizeof row, "%s", vt_row(v, y));
		char *end = strstr(row, "\xe2\x94\x82");
		if (end != NULL)
			*end = '\0';
		char *from = row + strspn(row, " n1234567890"); /* the cursor's cell */
		if (from[0] != letter || strncmp(from + 1, "1 ", 2) != 0)
			continue;
		if ((end = strrchr(from, letter)) > from)
			*end = '\0';
		return from + 2;
	}
	return "";
}

/* Each of the three stands in the row it leads to; two in one cell are no number. */
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
			const char *row = board_row(v, goal[1]);
			if (strchr(row, '0' + rank) == NULL)
				vt_print(v);
			assert_non_null(strchr(row, '0' + rank));
			assert_null(strstr(row, "12"));
		}
		leave(v);
	}
}

/* Three columns wide, a quarter of a row more above and below, the sign in the middle; a hole is one
 * small sign. */
static void
pegs_are_round_and_holes_small(void **state)
{
	int y, x, holes = 0;
	struct vt *v = play_start(THREE, 40, 120);
	expect_text(v, "Red to move");
	expect_steady(v, 100);
	assert_true(vt_find(v, "e1", &y, &x));
	x += 4; /* the sign of the first peg */
	assert_string_equal(vt_cell(v, y, x).text, BLUE);
	for (int k = -1; k <= 1; k += 2) {
		assert_string_equal(vt_cell(v, y, x + k).text, "█");
		assert_string_equal(vt_cell(v, y - 1, x + k).text, " ");
	}
	assert_string_equal(vt_cell(v, y - 1, x).text, "▂");
	assert_string_equal(vt_cell(v, y + 1, x).text, "▆");
	assert_int_equal(vt_cell(v, y, x).bg, vt_cell(v, y, x - 1).fg);
	assert_true(vt_find(v, "i1", &y, &x));
	for (int k = x + 2; k < x + 40; k++)
		holes += strcmp(vt_cell(v, y, k).text, "•") == 0;
	assert_int_equal(holes, 9);
	assert_string_equal(vt_cell(v, y, x + 4).text, "•");
	leave(v);
}

/* A cell is counted from the end of its row. */
static void
both_ends_of_a_row_have_their_names(void **state)
{
	static const int sizes[2][2] = { { 24, 80 }, { 40, 120 } };
	for (int i = 0; i < 2; i++) {
		struct vt *v = play_start(THREE, sizes[i][0], sizes[i][1]);
		expect_text(v, "Red to move");
		for (char letter = 'b'; letter <= 'p'; letter++) {
			static const int cells[] = { 2,	 3,  4,	 13, 12, 11, 10, 9,
						     10, 11, 12, 13, 4,	 3,  2 };
			char first[8], last[8];
			snprintf(first, sizeof first, "%c1", letter);
			snprintf(last, sizeof last, "%c%d", letter, cells[letter - 'b']);
			expect_text(v, first);
			expect_text(v, last);
		}
		leave(v);
	}
}

/* A line for a move, as after a colon, on any board; without a turn it says so. */
static void
a_move_is_typed_after_a_quote(void **state)
{
	struct vt *v = play_start(THREE, 24, 80);
	expect_text(v, "Red to move");
	expect_text(v, "' type");
	vt_keys(v, "'");
	expect_text(v, "move:");
	vt_keys(v, "n1-m5" ENTER);
	expect_text(v, "Blue to move");
	leave(v);
	v = play_start("watch chinese-checkers --seed 3 --delay 60s", 24, 80);
	expect_text(v, "to move");
	vt_keys(v, "'");
	expect_text(v, "it is not your turn");
	leave(v);
}

/* Letters name cells too: one that changes how the table looks says what it did. */
static void
no_letter_changes_a_setting_without_a_word(void **state)
{
	struct vt *v = play_start(THREE, 24, 80);
	expect_text(v, "Red to move");
	for (const char *key = "agljmntvwxzPTOWUX+-<>"; *key != '\0'; key++) {
		const char one[2] = { *key, '\0' };
		char *before = vt_text(v);
		vt_keys(v, one);
		vt_settle(v, 60);
		char *after = vt_text(v);
		const bool told = strspn(vt_row(v, 22), " ") < strlen(vt_row(v, 22));
		if (!told && strcmp(before, after) != 0)
			fail_msg("%s changes the picture and says nothing", one);
		free(before);
		free(after);
	}
	leave(v);
}

static void
who_leads_and_by_how_much_is_said(void **state)
{
	struct vt *v = play_start(
		"watch chinese-checkers --seed 3 -s 1=easy -s 2=easy -s 3=easy "
		"--delay 1",
		24, 80);
	expect_text(v, "turn ahead");
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
		STAR_TEST(a_move_is_typed_after_a_quote),
		STAR_TEST(no_letter_changes_a_setting_without_a_word),
		STAR_TEST(pegs_are_round_and_holes_small),
		STAR_TEST(both_ends_of_a_row_have_their_names),
		STAR_TEST(who_leads_and_by_how_much_is_said),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
