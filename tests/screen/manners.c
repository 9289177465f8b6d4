/*
 * manners.c - sentences, prompts and marks at the table: each once was a small fault that a person
 * met in the first hours.
 */
#include "tests/screen/play.h"

#include "src/base/text.h"

#define HEARTS \
	"play hearts --seed 3 -s N=easy -s E=easy -s W=easy -o passing=off --delay 1"
#define WATCH "watch goofspiel --seed 1 -s 1=easy -s 2=easy -o cards=4"

static void
a_prompt_is_read_in_full_and_leaves_room_to_type(void **state)
{
	struct vt *v = play_start(HEARTS, 24, 80);
	expect_text(v, "your turn");
	vt_keys(v, "s");
	expect_text(v, "seat and its player (W hard, S human):");
	vt_keys(v, "W easy");
	expect_text(v, "S human): W easy");
	vt_keys(v, "\003S");
	expect_text(v, "save as (.ply record, .txt .json .csv what is shown): hearts-3");
	vt_keys(v, "\003");
	vt_resize(v, 15, 40);
	vt_keys(v, "s");
	expect_text(v, "seat and its player (W har~");
	vt_keys(v, "W easy");
	expect_text(v, "(W har~ W easy");
	vt_keys(v, "\003");
	leave(v);
}

/* Esc ends one mode after another, says where one is by then, and never leaves the table. */
static void
escape_pressed_twice_still_sits_at_the_table(void **state)
{
	struct vt *v = play_start(HEARTS, 24, 80);
	expect_text(v, "your turn");
	vt_keys(v, "\t");
	expect_text(v, "arrows: the search");
	press_escape(v);
	expect_text(v, "arrows: the board");
	press_escape(v);
	expect_text(v, "q leaves the table");
	vt_keys(v, "[");
	expect_text(v, "LOOKING BACK");
	press_escape(v);
	expect_text(v, "back in the game");
	expect_no_text(v, "LOOKING BACK");
	vt_keys(v, "q");
	expect_exit(v, 0);
	vt_close(v);
}

/* What stands paused says how it goes on, and playing again what was taken back goes on. */
static void
taking_back_a_move_of_a_search_shows_how_to_go_on(void **state)
{
	struct vt *v = play_start(HEARTS, 24, 80);
	expect_text(v, "your turn");
	vt_keys(v, "U");
	expect_text(v, "taken back, paused: Space goes on");
	expect_text(v, "PAUSED");
	expect_text(v, "Space go on");
	vt_keys(v, "?q"); /* whatever the line of messages says by now */
	expect_text(v, "Space go on");
	vt_keys(v, "\022");
	expect_text(v, "played again");
	expect_no_text(v, "PAUSED");
	expect_text(v, "your turn");
	vt_keys(v, "U");
	expect_text(v, "PAUSED");
	vt_keys(v, " ");
	expect_text(v, "your turn");
	expect_no_text(v, "PAUSED");
	leave(v);
}

static void
what_an_earlier_game_left_on_is_said_at_the_table(void **state)
{
	play_forget_config();
	struct vt *v = play_start(HEARTS, 24, 80);
	expect_text(v, "your turn");
	vt_keys(v, ":set speed 0ms\r");
	expect_text(v, "speed is 0");
	leave(v);
	v = play_start("", 24, 80);
	expect_text(v, "Play Hearts");
	vt_keys(v, ":play abalone 2=human\r");
	expect_text(v, "moves follow at once, < shows the searches; ?");
	leave(v);
}

/* Your own turn is not searched because you look at what the others thought. */
static void
the_tree_at_your_turn_is_that_of_the_panel(void **state)
{
	struct vt *v = play_start("play tree -o file=last-branch -s 1=maxn -s 2=human "
				  "-s 3=maxn --seed 3 --delay 1",
				  24, 80);
	expect_text(v, "P2 chooses");
	vt_keys(v, "i");
	expect_text(v, "inspect  maxn");
	expect_text(v, "move 1");
	leave(v);
}

static void
the_scores_stand_without_what_was_said_of_the_game(void **state)
{
	struct vt *v = play_start(WATCH " --delay 1", 24, 80);
	expect_text(v, "Judge every move");
	vt_settle(v, 100);
	assert_string_equal(vt_row(v, 22), "");
	leave(v);
}

/* The letters and numbers of the board are all there while a hint is. */
static void
a_hint_covers_no_axis(void **state)
{
	static const char *const axis[] = { "B ", "A", "1 2 3 4 5" };
	struct vt *v =
		play_start("play abalone -o seats=3 -s 2=human -s 3=human --seed 1", 15,
			   40);
	expect_text(v, "Black to move");
	vt_keys(v, ":hint alphabeta:depth=1\r");
	vt_settle(v, 300);
	vt_keys(v, ":hint maxn:depth=1\r");
	expect_text(v, "= best");
	for (int i = 0; i < 3; i++) {
		const char *row = vt_row(v, 9 + i);
		if (strstr(row, axis[i]) == NULL)
			vt_print(v);
		assert_non_null(strstr(row, axis[i]));
	}
	leave(v);
}

static void
three_cards_to_pass_are_named_in_full(void **state)
{
	struct vt *v = play_start(
		"compare hearts --seed 3 --share nodes --nodes 2k -a easy -a easy", 40,
		120);
	expect_text(v, "every move, every player");
	expect_text(v, "  1 Q\xe2\x99\xa3+Q\xe2\x99\xa6+A\xe2\x99\xa0");
	expect_text(v, "ended: full");
	for (int y = 0; y < 40; y++)
		for (const char *at = vt_row(v, y); (at = strchr(at, '~')) != NULL; at++)
			assert_false(at - vt_row(v, y) > 3 && at[-3] == '+');
	leave(v);
}

/* A search that is stopped in the middle of an iteration has values of two. */
static void
a_value_of_an_earlier_iteration_says_its_depth(void **state)
{
	struct vt *v = play_start("compare abalone --seed 1 --share nodes --nodes 20k "
				  "-a maxn -a paranoid",
				  40, 120);
	expect_text(v, "ended: share used up");
	expect_text(v, "  d4");
	leave(v);
}

/* Words stay whole, and a digit picks a candidate of the hint as it does on the screen. */
static void
lines_end_between_words_and_a_digit_picks(void **state)
{
	struct vt *v = play_start("play hearts --plain --seed 3 -s N=easy -s E=easy "
				  "-s W=easy -o passing=off --delay 1",
				  24, 40);
	expect_text(v, "South: 8C TC JC QC ");
	expect_text(v, "leaves and saves.");
	vt_keys(v, "hint easy\r");
	expect_text(v, "1. TC");
	vt_keys(v, "1\r");
	expect_text(v, "TC: Enter plays it.");
	vt_keys(v, "\r");
	expect_text(v, "South plays TC.");
	vt_keys(v, "quit\r");
	expect_exit(v, 0);
	vt_close(v);
}

/* A move is played, and answered by a search whose plan is on the screen. */
static void
a_game_without_help_is_not_assisted(void **state)
{
	struct vt *v = play_start("play breakthrough --seed 1 -s 2=medium", 40, 120);
	expect_text(v, "to move");
	vt_keys(v, ENTER);
	vt_settle(v, 100);
	vt_keys(v, UP ENTER);
	expect_text(v, "ply 2");
	vt_settle(v, 1000);
	expect_no_text(v, "help used");
	vt_keys(v, "h");
	expect_text(v, "help used");
	leave(v);
}

/* There is no setting of it. */
static void
a_coach_that_was_turned_off_stays_off(void **state)
{
	struct vt *v = play_start("play abalone --seed 1 -s 1=human -s 2=human", 24, 80);
	expect_text(v, "to move");
	vt_keys(v, ":coach 10%\r");
	expect_text(v, "the coach takes back a move that costs 10% of the chances");
	vt_keys(v, ":set coach off\r");
	expect_text(v, "coach is off");
	vt_keys(v, ":play hearts seed=1 N=easy E=easy W=easy\r");
	expect_text(v, "Hearts");
	expect_no_text(v, "help used");
	leave(v);
	v = play_start("play abalone --seed 1 -s 1=human -s 2=human", 24, 80);
	expect_text(v, "arrows and Enter choose");
	expect_no_text(v, "help used");
	leave(v);
}

/* Its description has no SGR reports, but tmux has: they know columns beyond 223. */
static void
the_mouse_knows_every_column_in_tmux(void **state)
{
	int y, x;
	struct vt *v = play_start_with("", 40, 260, "TERM=tmux-256color", NULL);
	expect_text(v, "Play Hearts");
	vt_settle(v, 100);
	assert_true(vt_find(v, "q quit", &y, &x));
	assert_true(x > 223);
	vt_click_as_asked(v, y, x);
	expect_exit(v, 0);
	assert_null(vt_left_behind(v));
	vt_close(v);
}

/* Asked first, at once, and written down. */
static void
what_is_left_of_a_game_is_played_out(void **state)
{
	char command[120], path[100];
	struct vt *v = play_start(HEARTS, 24, 80);
	expect_text(v, "your turn");
	vt_keys(v, "F");
	expect_text(v, "play it out at once: hand or game? hand");
	press_escape(v);
	expect_text(v, "your turn");
	vt_keys(v, "Fno\r");
	expect_text(v, "the game goes on as it was");
	vt_keys(v, "Fall of it\r");
	expect_text(v, "\"all of it\": hand or game?");
	vt_keys(v, "Fy\r");
	expect_text(
		v,
		"the last 49 moves were played"); /* of 52, West, North and East have led */
	expect_text(v, "the hand is over");
	vt_keys(v, "n");
	expect_text(v, "100%"); /* who has won the hand is certain */
	expect_text(v, "help used");
	snprintf(path, sizeof path, "%s/out.ply", play_home);
	snprintf(command, sizeof command, ":save %s\r", path);
	vt_keys(v, command);
	expect_text(v, "saved to");
	struct text t = { 0 };
	int noted = 0;
	assert_true(text_read_file(&t, path, 1 << 20));
	for (const char *at = t.s; (at = strstr(at, "played out by the quick player"));
	     at++)
		noted++;
	text_free(&t);
	assert_int_equal(noted, 49);
	vt_keys(v, "Fgame\r");
	expect_text(v, "game over");
	leave(v);
}

/* What is told of a seat can be looked up in its column, and the next lesson is a key away. */
static void
a_lesson_shows_every_seat_and_leads_to_the_next(void **state)
{
	struct vt *v = play_start("lesson maxn", 24, 80);
	expect_text(v, "stop 1 of 4");
	expect_text(v, "P1      P2      P3  nodes");
	expect_text(v, "4.00    3.00    3.00");
	vt_keys(v, "n"); /* not through: it finds, and nothing has been looked for */
	expect_no_text(v, "Shallow");
	for (int i = 0; i < 9 && !on_screen(v, "n next lesson"); i++) {
		vt_keys(v, " ");
		vt_settle(v, 100);
	}
	expect_text(v, "n next lesson");
	vt_keys(v, "n");
	expect_text(v, "lesson  Paranoid");
	leave(v);
}

/* It begins with what it is about; an answer is typed, and checked. */
static void
a_lesson_checks_what_is_answered(void **state)
{
	struct vt *v = play_start("lesson maxn", 24, 80);
	expect_text(v, "Three seats; every end of the tree has");
	expect_text(v, "Question: What does P3 get");
	vt_keys(v, "a");
	expect_text(v, "your answer:");
	vt_keys(v, "4\r");
	expect_text(v, "not right");
	expect_no_text(v, "Answer: It gets 3");
	vt_keys(v, "a3\r");
	expect_text(v, "Answer: It gets 3");
	expect_text(v, "right");
	expect_no_text(v, "a answer");
	leave(v);
}

/* At 120x40 the whole tree stands beside the rows, with what was cut off struck out. */
static void
a_lesson_draws_the_whole_tree(void **state)
{
	struct vt *v = play_start("lesson shallow --ascii", 40, 120);
	expect_text(v, "`- 3  P3 chooses not yet");
	expect_no_text(v, "cut off: never searched");
	vt_keys(v, "  ");
	expect_text(v, "stop 2 of 4");
	expect_text(v, "`x 3--P3-chooses");
	expect_text(v, "|x 1--1-4-5");
	expect_text(v, "`- 2  6 4 0");
	expect_text(v, "x cut off: never searched");
	leave(v);
}

static void
lessons_stay_on_the_first_screen(void **state)
{
	for (int id = 1; id <= 7; id++) {
		struct vt *v = play_start("play abalone -s 1=human -s 2=human", 24, 80);
		expect_text(v, "Black to move");
		vt_keys(v, ":A1B1\r");
		expect_text(v, "White to move");
		leave(v);
	}
	struct vt *v = play_start("", 24, 80);
	expect_text(v, "Go on");
	expect_text(v, "Play Hearts");
	expect_text(v, "Lessons");
	leave(v);
}

/* Shorthand that nobody understands at first reading; columns keep their signs. */
static void
expect_plain_words(struct vt *v)
{
	static const char *const shorthand[] = {
		"your estimate",
		"leans to",
		"may look at",
		"pts ",
		"value S",
		"few samples",
		"closed",
		"got from you",
		"before ply",
		"[FAIR]",
		"[STUDY]",
		"effective",
		"longest line",
		"last depth",
		"have a value",
		"better value",
		"win%-",
		"on what each seat",
		"own limits",
		"equal share",
		" in pimc",
		"split at",
		"wants",
		"held to",
		"26 - points",
		"a deal",
		"this filter",
		"% win",
		"turns ahead",
		"own 1s",
		NULL,
	};
	for (int i = 0; shorthand[i] != NULL; i++)
		expect_no_text(v, shorthand[i]);
}

static void
screens_speak_in_plain_words(void **state)
{
	static const struct {
		const char *keys, *shown[3];
	} steps[] = {
		{ "", { "has played. You cannot", "your turn" } },
		{ "h", { "This is the hint by hard", "Best is " } },
		{ "e", { "hard chooses ", "Effort: " } },
		{ "qc", { "each as long as in a game, or 1s", "choose" } },
		{ "qi", { "inspect  hard", "move " } },
		{ "qb", { "beliefs  Hearts", "as telling as" } },
		{ "q" ENTER, { "your turn: spades" } },
		{ "A", { "from what each seat knew, by", "?! inaccuracy   ? mistake" } },
	};
	static const int sizes[][2] = { { 24, 80 }, { 40, 120 } };
	for (int i = 0; i < 2; i++) {
		struct vt *v = play_start("play hearts --seed 5 -o passing=off -s N=easy "
					  "-s E=easy -s W=easy --delay 100",
					  sizes[i][0], sizes[i][1]);
		for (size_t k = 0; k < sizeof steps / sizeof *steps; k++) {
			vt_keys(v, steps[k].keys);
			for (int j = 0; steps[k].shown[j] != NULL; j++)
				expect_text(v, steps[k].shown[j]);
			vt_settle(v, 100);
			expect_plain_words(v);
		}
		expect_text(v, "lost: points  win%");
		leave(v);
	}
}

int
main(void)
{
#define MANNERS_TEST(name) \
	cmocka_unit_test_setup_teardown(name, play_setup, play_teardown)
	const struct CMUnitTest tests[] = {
		MANNERS_TEST(a_prompt_is_read_in_full_and_leaves_room_to_type),
		MANNERS_TEST(escape_pressed_twice_still_sits_at_the_table),
		MANNERS_TEST(taking_back_a_move_of_a_search_shows_how_to_go_on),
		MANNERS_TEST(what_an_earlier_game_left_on_is_said_at_the_table),
		MANNERS_TEST(the_tree_at_your_turn_is_that_of_the_panel),
		MANNERS_TEST(the_scores_stand_without_what_was_said_of_the_game),
		MANNERS_TEST(a_hint_covers_no_axis),
		MANNERS_TEST(three_cards_to_pass_are_named_in_full),
		MANNERS_TEST(a_value_of_an_earlier_iteration_says_its_depth),
		MANNERS_TEST(lines_end_between_words_and_a_digit_picks),
		MANNERS_TEST(a_game_without_help_is_not_assisted),
		MANNERS_TEST(a_coach_that_was_turned_off_stays_off),
		MANNERS_TEST(screens_speak_in_plain_words),
		MANNERS_TEST(the_mouse_knows_every_column_in_tmux),
		MANNERS_TEST(what_is_left_of_a_game_is_played_out),
		MANNERS_TEST(a_lesson_shows_every_seat_and_leads_to_the_next),
		MANNERS_TEST(a_lesson_draws_the_whole_tree),
		MANNERS_TEST(a_lesson_checks_what_is_answered),
		MANNERS_TEST(lessons_stay_on_the_first_screen),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
