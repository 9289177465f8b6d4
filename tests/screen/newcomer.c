/*
 * newcomer.c - what somebody finds who has read nothing: every word of the key bar, what a
 * hint came to, why, players side by side, the lessons, the game that was left.
 */
#include "tests/screen/play.h"

#define HEARTS \
	"play hearts --seed 3 -s N=easy -s E=easy -s W=easy -o passing=off --delay 1"

/* The last line has the word. */
static void
expect_key(struct vt *v, int h, const char *word)
{
	expect_text(v, word);
	if (strstr(vt_row(v, h - 1), word) == NULL)
		vt_print(v);
	assert_non_null(strstr(vt_row(v, h - 1), word));
}

static void
the_key_bar_names_every_key_page_by_page(void **state)
{
	struct vt *v = play_start(HEARTS, 24, 80);
	expect_text(v, "your turn");
	expect_key(v, 24, "e why");
	expect_key(v, 24, "c compare");
	expect_key(v, 24, "i tree");
	expect_key(v, 24, "q leave");
	vt_keys(v, ";");
	expect_key(v, 24, "u undo");
	assert_null(strstr(vt_row(v, 23), "e why"));
	expect_key(v, 24, "q leave");
	vt_keys(v, ";");
	expect_key(v, 24, "b beliefs");
	vt_keys(v, RIGHT); /* any other key brings back the first words */
	expect_key(v, 24, "e why");
	vt_resize(v, 15, 40);
	expect_key(v, 15, "; more");
	assert_null(strstr(vt_row(v, 14), "e why"));
	for (int k = 0; k < 3 && strstr(vt_row(v, 14), "e why") == NULL; k++) {
		vt_keys(v, ";");
		vt_settle(v, 50);
	}
	expect_key(v, 15, "e why");
	vt_keys(v, "?"); /* a word that has no room of its own is cut */
	expect_text(v, "help   the table");
	expect_key(v, 15, "; more");
	vt_keys(v, "G"); /* narrow lines are many, and none of them is left out */
	expect_text(v, ":lesson");
	expect_text(v, "name, a list of");
	vt_keys(v, "q");
	vt_resize(v, 50, 280);
	vt_wait_gone(v, "; more"); /* all words have room */
	expect_key(v, 50, "z zoom");
	leave(v);
}

static void
a_hint_says_what_it_came_to_and_messages_stay_where_they_belong(void **state)
{
	struct vt *v = play_start(HEARTS, 24, 80);
	expect_text(v, "your turn");
	vt_keys(v, ":hint easy\r");
	expect_text(v, "hint: ");
	expect_text(v, "e why, h line");
	vt_keys(v, "e");
	expect_text(v, "easy chooses");
	expect_no_text(v, "expected line");
	vt_keys(v, "i");
	expect_text(v, "inspect  easy");
	vt_keys(v, "qq");
	expect_text(v, "win, by the hint");
	vt_keys(v, "h");
	expect_text(v, "expected line: ");
	vt_keys(v, "?");
	expect_text(v, "take back to your last decision");
	expect_no_text(v, "expected line: ");
	leave(v);
}

/* Hidden cards: its rounds get longer, and the first gives values for every deal. Where a network
 * plays, all its deals are done in one. */
static void
an_analysis_of_hidden_cards_has_values_soon_and_goes_on(void **state)
{
	struct vt *v = play_start(HEARTS " -o jack=on", 24, 80);
	expect_text(v, "your turn");
	vt_keys(v, "na");
	expect_text(v, "/2.0s"); /* the second round */
	expect_text(v, "  1 ");
	expect_text(v, "= best");
	expect_text(v, "/4.0s");
	expect_text(v, "  1 ");
	vt_keys(v, "a");
	expect_text(v, "analysis stopped");
	leave(v);
}

/* With no config and no database, until something else is looked at. */
static void
the_very_first_start_says_what_this_is(void **state)
{
	play_forget_config();
	struct vt *v = play_start("", 24, 80);
	expect_text(v, "welcome");
	expect_text(v, "?  lists all keys");
	expect_text(v, "> Play Hearts");
	vt_keys(v, DOWN);
	expect_text(v, "> Play Spades");
	expect_text(v, "q  goes back");
	vt_keys(v, "?");
	expect_text(v, "help   Home");
	vt_keys(v, "q");
	expect_text(v, "> Play Spades");
	expect_no_text(v, "q  goes back");
	leave(v);
	v = play_start("", 24, 80);
	expect_text(v, "> Play Hearts");
	expect_no_text(v, "welcome");
	leave(v);
}

static void
somebody_with_a_config_is_not_welcomed(void **state)
{
	struct vt *v = play_start("", 24, 80);
	expect_text(v, "> Play Hearts");
	expect_no_text(v, "welcome");
	leave(v);
}

static void
press_down(struct vt *v, void *self)
{
	vt_keys(v, DOWN);
	vt_settle(v, 15);
}

static void
lessons_are_found_from_the_first_screen(void **state)
{
	struct vt *v = play_start("", 40, 120);
	expect_text(v, "Lessons");
	vt_keys(v, ":lesson\r");
	expect_text(v, "Speculative pruning: what three seats want at once");
	play_until(v, "> shallow", press_down, NULL);
	vt_keys(v, ENTER);
	expect_text(v, "lesson  Shallow pruning");
	vt_keys(v, "qq:lesson spec\t\r");
	expect_text(v, "lesson  Speculative pruning");
	leave(v);
}

static void
the_game_that_was_left_is_the_second_line(void **state)
{
	struct vt *v = play_start("", 24, 80);
	expect_text(v, "Play Hearts");
	vt_keys(v, ":play abalone 2=easy\r");
	expect_text(v, "Black to move");
	vt_keys(v, ":A1B1\r");
	expect_text(v, "ply 2");
	vt_keys(v, "q");
	expect_text(v, "> Play Hearts");
	expect_text(v, "Go on: Abalone");
	vt_keys(v, DOWN ENTER);
	expect_text(v, "Black to move");
	expect_text(v, "ply 2");
	leave(v);
	v = play_start("", 24, 80);
	expect_text(v, "> Play Hearts");
	vt_keys(v, DOWN ENTER);
	expect_text(v, "Black to move");
	leave(v);
}

/* The length of a game is chosen with the arrows and remembered; more than three unfinished games are
 * folded. */
static void
short_games_come_first(void **state)
{
	static const int sizes[][2] = { { 24, 80 }, { 40, 120 } };
	for (int i = 0; i < 2; i++) {
		struct vt *v = play_start("", sizes[i][0], sizes[i][1]);
		expect_text(v, i == 0 ? "> Play Hearts, one hand"
				      : "> Play Hearts, four hands");
		vt_keys(v, i == 0 ? LEFT RIGHT : RIGHT RIGHT RIGHT LEFT LEFT);
		expect_text(v, "> Play Hearts, four hands");
		vt_keys(v, ENTER);
		expect_text(v, "hand 1");
		vt_keys(v, ":hand 1\r");
		leave(v);
	}
	struct vt *v = play_start("", 24, 80);
	for (int i = 0; i < 5; i++) {
		vt_keys(v, ":play abalone 2=human\r");
		expect_text(v, "Black to move");
		vt_keys(v, ":A1B1\r");
		expect_text(v, "White to move");
		vt_keys(v, "q");
		expect_text(v, "Go on: Abalone");
	}
	expect_text(v, "2 more unfinished games");
	vt_keys(v, "gjjjj\r");
	vt_wait_gone(v, "more unfinished games");
	int y, x;
	assert_true(vt_find(v, "Go on: Abalone", &y, &x));
	for (int i = 0; i < 5; i++)
		assert_non_null(strstr(vt_row(v, y + i), "Go on: Abalone"));
	leave(v);
}

/* A table that was only looked at is no game to go on with, nor is one taken back whole. */
static void
a_game_in_which_nobody_has_moved_is_not_listed(void **state)
{
	struct vt *v = play_start("", 24, 80);
	expect_text(v, "Play Hearts");
	vt_keys(v, ":play hearts 2=easy 3=easy 4=easy\r");
	expect_text(v, "East has chosen");
	vt_keys(v, "q");
	expect_text(v, "Sit down");
	expect_no_text(v, "Go on");
	vt_keys(v, ":play abalone 2=easy\r");
	expect_text(v, "Black to move");
	vt_keys(v, ":A1B1\r");
	expect_text(v, "ply 2");
	vt_keys(v, "u");
	expect_text(v, "start  ");
	vt_keys(v, "q");
	expect_text(v, "Sit down");
	expect_no_text(v, "Go on");
	leave(v);
}

static void
expect_left(struct vt *v, int id)
{
	char line[80];
	snprintf(line, sizeof line,
		 "Abalone is saved: plyscope play --resume %d goes on.", id);
	while (vt_pump(v, 0)) {
	}
	if (!on_screen(v, line))
		vt_print(v);
	assert_true(on_screen(v, line));
	assert_null(vt_left_behind(v));
}

/* In the shell: what is saved and how to go on; nothing when there is nothing to go on with. */
static void
who_leaves_a_game_is_told_how_to_go_on(void **state)
{
	static const char *const leaving[] = { "q", "Q", "iQ" };
	for (size_t i = 0; i < sizeof leaving / sizeof *leaving; i++) {
		struct vt *v = play_start("play abalone -s 2=human", 24, 80);
		expect_text(v, "Black to move");
		vt_keys(v, "q");
		expect_exit(v, 0);
		assert_false(on_screen(v, "saved"));
		vt_close(v);
		v = play_start("play abalone -s 1=human -s 2=human", 24, 80);
		expect_text(v, "Black to move");
		vt_keys(v, ":A1B1\r");
		expect_text(v, "White to move");
		vt_keys(v, leaving[i]);
		expect_exit(v, 0);
		expect_left(v, (int)i + 1);
		vt_close(v);
	}
	struct vt *v = play_start("play --resume 2", 24, 80);
	expect_text(v, "White to move");
	leave(v);
}

static void
players_that_must_see_all_are_compared_through_pimc(void **state)
{
	struct vt *v =
		play_start("compare hearts --seed 3 --time 50ms -a maxn -a easy", 24, 80);
	expect_text(v, "maxn on deals");
	vt_keys(v, ":uct\r");
	expect_text(v, "uct needs perfect information, so pimc deals the hidden cards");
	expect_text(v, "uct on deals");
	leave(v);
}

static void
nobody_who_only_watched_is_asked_about_a_seat(void **state)
{
	struct vt *v =
		play_start("watch goofspiel --seed 1 -s 1=easy -s 2=easy -o cards=4 "
			   "--delay 1",
			   24, 80);
	expect_text(v, "Judge every move");
	expect_no_text(v, "your seat");
	vt_keys(v, DOWN DOWN DOWN DOWN ENTER); /* the line below it */
	expect_text(v, "Play Hearts");
	leave(v);
}

int
main(void)
{
#define NEWCOMER_TEST(name) \
	cmocka_unit_test_setup_teardown(name, play_setup, play_teardown)
	const struct CMUnitTest tests[] = {
		NEWCOMER_TEST(the_key_bar_names_every_key_page_by_page),
		NEWCOMER_TEST(
			a_hint_says_what_it_came_to_and_messages_stay_where_they_belong),
		NEWCOMER_TEST(an_analysis_of_hidden_cards_has_values_soon_and_goes_on),
		NEWCOMER_TEST(the_very_first_start_says_what_this_is),
		NEWCOMER_TEST(somebody_with_a_config_is_not_welcomed),
		NEWCOMER_TEST(lessons_are_found_from_the_first_screen),
		NEWCOMER_TEST(the_game_that_was_left_is_the_second_line),
		NEWCOMER_TEST(short_games_come_first),
		NEWCOMER_TEST(a_game_in_which_nobody_has_moved_is_not_listed),
		NEWCOMER_TEST(who_leaves_a_game_is_told_how_to_go_on),
		NEWCOMER_TEST(players_that_must_see_all_are_compared_through_pimc),
		NEWCOMER_TEST(nobody_who_only_watched_is_asked_about_a_seat),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
