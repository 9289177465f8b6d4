/* more_games.c - a hand of Spades and a short game of Abalone at 80x24, through keys alone. */
#include "tests/screen/play.h"

struct tricks {
	int last, cards;
};

/* Enter at the table chooses what the cursor stands on, always something legal. */
static void
spades_step(struct vt *v, void *self)
{
	struct tricks *t = self;
	expect_steady(v, 25);
	const int trick = number_after(v, "trick ");
	if (!on_screen(v, "your turn") || trick <= t->last)
		return;
	assert_int_equal(trick, t->last + 1);
	t->last = trick;
	t->cards++;
	vt_keys(v, ENTER);
}

/* The scoreboard's row of bids, one blank between them. */
static const char *
bids(struct vt *v)
{
	static char found[80];
	int n = 0;
	vt_settle(v, 100);
	for (int y = 0; y < 24; y++) {
		const char *row = strstr(vt_row(v, y), "│ bid ");
		for (const char *s = row ? row + strlen("│ bid ") : ""; *s; s++)
			if (*s != ' ' || (n > 0 && found[n - 1] != ' '))
				found[n++] = *s;
	}
	found[n] = '\0';
	return found;
}

static void
a_hand_of_spades_is_bid_and_played_with_keys(void **state)
{
	struct vt *v = play_start("play spades --seed 3 -s N=easy -s E=easy -s W=easy "
				  "-o to=0 --delay 1 --no-animation",
				  24, 80);
	expect_text(v, "your turn: bid");
	assert_true(on_screen(v, "S  no bid"));
	assert_string_equal(bids(v), "- - - -");
	vt_keys(v, LEFT ENTER); /* from three to two */
	expect_text(v, "S  took 0/2");
	expect_text(v, "trick 1/13");
	expect_no_text(v, "no bid");
	assert_memory_equal(bids(v), "2 ", 2);
	struct tricks tricks = { 0 };
	play_until(v, "game over", spades_step, &tricks);
	assert_int_equal(tricks.cards, 13);
	leave(v);
}

/* What is no number of tricks is said in its word. */
static void
a_nil_is_no_bid_of_zero_on_the_scoreboard(void **state)
{
	struct vt *v = play_start("play spades --seed 3 -s N=easy -s E=easy -s W=easy "
				  "--delay 1",
				  24, 80);
	expect_text(v, "your turn: bid");
	vt_keys(v, ":nil" ENTER);
	expect_text(v, "S  nil got 0");
	assert_memory_equal(bids(v), "nil ", 4);
	leave(v);
}

static bool
white_has_answered(struct vt *v, int before)
{
	return on_screen(v, "game over") ||
	       (on_screen(v, "Black to move") && number_after(v, "ply ") > before);
}

static void
wait_for_black(struct vt *v, int before)
{
	expect_state(v, white_has_answered, before, "White's answer");
}

/* One move of Black: the marble under the cursor and a cell some steps away, up the board
 * first; what cannot be is put back and the next marble tried. */
static void
abalone_step(struct vt *v)
{
	static const char *const ways[] = { UP UP, UP, UP UP UP, RIGHT, LEFT, DOWN };
	int before = number_after(v, "ply ");
	for (int marble = 0; marble < 20; marble++) {
		for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
			vt_keys(v, ENTER);
			vt_settle(v, 15);
			if (!on_screen(v, "can go"))
				break;
			vt_keys(v, ways[i]);
			vt_keys(v, ENTER);
			vt_settle(v, 25);
			if (number_after(v, "ply ") > before ||
			    on_screen(v, "game over")) {
				wait_for_black(v, before);
				return;
			}
			if (on_screen(v, "can go"))
				press_escape(v);
		}
		vt_keys(v, marble % 5 == 4 ? DOWN : RIGHT);
		vt_settle(v, 15);
	}
}

/* What a hint lists in the corner ends before the numbers of the columns. */
static void
a_hint_of_abalone_touches_no_column_number(void **state)
{
	for (int seats = 2; seats <= 3; seats++) {
		char command[60];
		int y, x;
		snprintf(command, sizeof command, "play abalone --seed 3 -o seats=%d",
			 seats);
		struct vt *v = play_start(command, 24, 80);
		expect_text(v, "Black to move");
		vt_keys(v, "h");
		expect_text(v, "= best");
		expect_text(v, "hint: ");
		vt_settle(v, 100);
		assert_true(vt_find(v, "1   2   3   4   5  + cost", &y, &x));
		assert_string_equal(vt_cell(v, y, x - 1).text, " ");
		leave(v);
	}
}

static void
a_short_game_of_abalone_is_played_with_keys(void **state)
{
	struct vt *v =
		play_start("play abalone --seed 3 -s 2=easy -o eject=1,max_turns=10 "
			   "--delay 1 --no-animation",
			   24, 80);
	expect_text(v, "Black to move");
	vt_keys(v, ENTER);
	expect_text(v, "a line from here can go 2 ways");
	vt_keys(v, UP ENTER);
	expect_text(v, "these 2 marbles can go 1 way");
	vt_keys(v, UP ENTER);
	wait_for_black(v, 0);
	assert_int_equal(number_after(v, "ply "), 2);
	int turns = 1;
	for (; turns < 20 && !on_screen(v, "game over"); turns++)
		abalone_step(v);
	expect_text(v, "game over");
	assert_in_range(turns, 2, 10);
	leave(v);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_nil_is_no_bid_of_zero_on_the_scoreboard,
						play_setup, play_teardown),
		cmocka_unit_test_setup_teardown(
			a_hand_of_spades_is_bid_and_played_with_keys, play_setup,
			play_teardown),
		cmocka_unit_test_setup_teardown(
			a_hint_of_abalone_touches_no_column_number, play_setup,
			play_teardown),
		cmocka_unit_test_setup_teardown(
			a_short_game_of_abalone_is_played_with_keys, play_setup,
			play_teardown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
