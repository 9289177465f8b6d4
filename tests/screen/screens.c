/*
 * screens.c - the screens beside the game itself: first picture, sizes, terminals of every
 * kind, resuming, stopping, and that FAIR shows nothing of hidden cards.
 */
#include "tests/screen/play.h"

#include "src/app/catalog.h"
#include "src/core/record.h"

static void
home_offers_a_game_at_once(void **state)
{
	struct vt *v = play_start("", 24, 80);
	expect_text(v, "Play Hearts");
	expect_text(v, "? help");
	vt_keys(v, ENTER);
	expect_text(v, "pass 3 cards");
	leave(v);
}

/* What stands in the column of the keys, "" for a line without one. */
static void
key_of(struct vt *v, int y, char out[static 14])
{
	snprintf(out, 14, "%-13.13s", strlen(vt_row(v, y)) > 5 ? vt_row(v, y) + 4 : "");
	out[strcspn(out, " ") > 12 ? 12 : strcspn(out, " ")] = '\0';
}

/* Each part under its heading, whatever the size, and each key once, with what it does at other times;
 * Space pages, and what is typed into a line is no key. */
static void
help_lists_keys_in_groups(void **state)
{
	static const int sizes[][2] = { { 24, 80 }, { 40, 120 } };
	static const char *const parts[] = {
		" Play", " Look", " Study", " Time", " System", " What the figures mean"
	};
	for (int i = 0; i < 2; i++) {
		struct vt *v =
			play_start("play hearts --seed 1", sizes[i][0], sizes[i][1]);
		expect_text(v, "pass 3 cards");
		vt_keys(v, "?");
		expect_text(v, "take back to your last decision");
		for (int k = 0; k < 6; k++) {
			vt_settle(v, 50);
			assert_int_equal(strncmp(vt_row(v, 1), parts[k],
						 strlen(parts[k])),
					 0);
			assert_non_null(strstr(vt_row(v, 2), " > "));
			vt_keys(v, "\t");
		}
		vt_keys(v, "g/Quit\r");
		expect_text(v, "/Quit");
		vt_keys(v, "g ");
		vt_wait_gone(v, "take back to your last decision");
		vt_keys(v, "q");
		expect_text(v, "pass 3 cards");
		leave(v);
	}
	struct vt *v = play_start("play hearts --seed 1", 118, 120);
	char key[130][14];
	int y, x, end;
	expect_text(v, "pass 3 cards");
	vt_keys(v, "?");
	expect_text(v, " System");
	vt_settle(v, 50);
	assert_true(vt_find(v, "pick a card to pass, or put it back; at other", &y, &x));
	assert_true(vt_find(v, "What the figures mean", &end, &x));
	for (y = 2; y < end; y++) {
		key_of(v, y, key[y]);
		for (int above = 2; above < y && key[y][0] != '\0'; above++)
			if (strcmp(key[y], key[above]) == 0)
				fail_msg("\"%s\" has two lines", key[y]);
	}
	leave(v);
}

static void
options_go_back_to_their_defaults(void **state)
{
	play_forget_config();
	struct vt *v = play_start("", 24, 80);
	expect_text(v, "Play Hearts");
	vt_keys(v, ":set trick 9s\ro");
	expect_text(v, "9s");
	vt_keys(v, "D");
	expect_text(v, "all options have their defaults");
	expect_no_text(v, "9s");
	leave(v);
	v = play_start("", 24, 80);
	expect_text(v, "Play Hearts");
	vt_keys(v, ":set trick\r");
	expect_text(v, "trick is 1200ms");
	leave(v);
}

/* There a pane has the window alone, as the help says. */
static void
tab_shows_the_next_pane_of_a_small_window(void **state)
{
	struct vt *v = play_start("play chinese-checkers --seed 3 --ascii", 15, 40);
	expect_text(v, "p1 R R");
	vt_keys(v, "\t");
	expect_text(v, "- candidates -");
	expect_no_text(v, "p1 R R");
	vt_keys(v, "q"); /* not out of the game */
	expect_text(v, "p1 R R");
	leave(v);
}

/* No word of the rules is lost at the right edge; wide enough, they stand as they are written. */
static void
rules_are_broken_for_the_window(void **state)
{
	struct vt *v = play_start("", 15, 40);
	expect_text(v, "Play Hearts");
	vt_keys(v, ":rules spades" ENTER);
	expect_text(v, "you said you would take, for three or");
	vt_resize(v, 24, 80);
	expect_text(v, "13 cards each. With three");
	vt_keys(v, "/bags" ENTER);
	expect_text(v, "/bags");
	leave(v);
}

/* One way to count plies: the log's, deals too. */
static void
home_counts_plies_as_the_log_does(void **state)
{
	struct vt *v =
		play_start("play spades --seed 1 --view open -s S=human -s W=human", 40,
			   120);
	expect_text(v, "   1 hand 1 is dealt");
	vt_keys(v, ":3" ENTER);
	expect_text(v, "   2 S 3");
	vt_keys(v, "q");
	expect_exit(v, 0);
	vt_close(v);
	v = play_start("", 24, 80);
	expect_text(v, "ply 2 ");
	vt_keys(v, DOWN ENTER);
	expect_text(v, "took 0/3");
	vt_keys(v, "b");
	expect_text(v, "move 3"); /* the decision to come */
	leave(v);
}

static void
a_killed_game_resumes(void **state)
{
	struct vt *v =
		play_start("play chinese-checkers --seed 3 -s 2=easy -s 3=easy --delay 1",
			   24, 80);
	expect_text(v, "\xe2\x97\x8f]");
	vt_keys(v, ENTER);
	expect_text(v, "can reach");
	vt_keys(v, UP ENTER);
	expect_text(v, "ply 3");
	vt_settle(v, 200);
	vt_signal(v, SIGKILL);
	expect_exit(v, 128 + SIGKILL);
	vt_close(v);
	v = play_start("", 24, 80);
	expect_text(v, "Chinese Checkers");
	vt_keys(v, ENTER);
	expect_text(v, "ply 3");
	leave(v);
}

static void
resizing_while_a_search_thinks_redraws(void **state)
{
	static const int sizes[][2] = {
		{ 40, 120 }, { 15, 40 }, { 60, 200 }, { 24, 80 }
	};
	struct vt *v = play_start("watch chinese-checkers --seed 1 -s 1=maxn:time=20s "
				  "-s 2=maxn:time=20s -s 3=maxn:time=20s",
				  24, 80);
	expect_text(v, "Red to move");
	vt_keys(v, "n");
	expect_text(v, "nodes ");
	for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
		vt_resize(v, sizes[i][0], sizes[i][1]);
		assert_true(vt_catch_up(v));
		expect_text(v, "Red");
		assert_null(strstr(vt_row(v, 0), "help"));
	}
	expect_text(v, "nodes");
	leave(v);
}

static void
a_tiny_terminal_says_what_it_needs_and_recovers(void **state)
{
	struct vt *v = play_start("play hearts --seed 1", 8, 30);
	expect_text(v, "plyscope needs"); /* a sentence, not an empty screen */
	vt_resize(v, 24, 80);
	expect_text(v, "pass 3 cards");
	leave(v);
}

static void
tab_walks_the_panes_and_the_log_scrolls(void **state)
{
	static const char *const under_way[] = { "ply 20", "ply 21", "ply 22", "ply 23",
						 "ply 24", "ply 25", "ply 26", "ply 27",
						 "ply 28", "ply 29", NULL };
	struct vt *v = play_start("watch chinese-checkers --seed 3 -s 1=easy -s 2=easy "
				  "-s 3=easy --delay 20",
				  46, 120);
	assert_true(vt_wait_any(v, under_way) >= 0);
	vt_keys(v, " ");
	expect_text(v, "paused");
	vt_keys(v, "\t");
	expect_text(v, "arrows: the search");
	vt_keys(v, "\t");
	expect_text(v, "arrows: the graph");
	vt_keys(v, "\t");
	expect_text(v, "arrows: the log");
	vt_keys(v, UP UP);
	expect_text(v, "log, up to 2 moves ago");
	for (int i = 0; i < 30; i++)
		vt_keys(v, "\033[5~");
	expect_text(v, "   1 Red");
	vt_keys(v, "\t");
	expect_text(v, "arrows: the board");
	leave(v);
}

static void
forty_by_fifteen_is_playable(void **state)
{
	struct vt *v = play_start("play hearts --seed 3 -s N=easy -s E=easy -s W=easy "
				  "-o passing=off --delay 1",
				  15, 40);
	expect_text(v, "East plays");
	vt_keys(v, ENTER);
	vt_settle(v, 300);
	leave(v);
}

/* Under a shell with job control, which is what ^Z is for: a program without a parent in its
 * session cannot be stopped. */
static void
suspending_gives_the_terminal_back_and_returns(void **state)
{
	const char *program = getenv("PLYSCOPE");
	char home[100];
	const char *argv[] = { "/bin/sh", "-mc",
			       "\"$0\" play hearts --seed 1; echo STOPPED; read x; fg; "
			       "echo ENDED; read x",
			       program ? program : "build/plyscope", NULL };
	snprintf(home, sizeof home, "XDG_DATA_HOME=%s", play_home);
	const char *env[] = { home, NULL };
	struct vt *v = vt_start(argv, env, 24, 80);
	expect_text(v, "pass 3 cards");
	vt_keys(v, "\032");
	expect_text(v, "STOPPED");
	assert_true(
		vt_wait_gone(v, "pass 3 cards")); /* it draws no picture to wait for */
	vt_keys(v, ENTER);
	expect_text(v, "pass 3 cards");
	vt_keys(v, "?");
	expect_text(v, "take back");
	vt_keys(v, "Q");
	expect_text(v, "ENDED");
	vt_close(v);
}

/* The same while a line is being typed, which goes on where it was. */
static void
suspending_works_in_a_prompt(void **state)
{
	const char *program = getenv("PLYSCOPE");
	char home[100];
	const char *argv[] = { "/bin/sh", "-mc",
			       "\"$0\" play hearts --seed 1; echo STOPPED; read x; fg; "
			       "echo ENDED; read x",
			       program ? program : "build/plyscope", NULL };
	snprintf(home, sizeof home, "XDG_DATA_HOME=%s", play_home);
	const char *env[] = { home, NULL };
	struct vt *v = vt_start(argv, env, 24, 80);
	expect_text(v, "pass 3 cards");
	vt_keys(v, ":theme li");
	expect_text(v, ":theme li");
	vt_keys(v, "\032");
	expect_text(v, "STOPPED");
	assert_true(vt_wait_gone(v, ":theme li"));
	vt_keys(v, ENTER);
	expect_text(v, ":theme li");
	vt_keys(v, "ght" ENTER);
	expect_text(v, "theme is light");
	vt_keys(v, "Q");
	expect_text(v, "ENDED");
	vt_close(v);
}

/* Every cell that is not ASCII, and every coloured one. */
static void
count_cells(struct vt *v, int *wide, int *coloured)
{
	int h, w;
	vt_size(v, &h, &w);
	*wide = *coloured = 0;
	for (int y = 0; y < h; y++)
		for (int x = 0; x < w; x++) {
			struct vt_cell cell = vt_cell(v, y, x);
			*wide += (unsigned char)cell.text[0] >= 0x80;
			*coloured += cell.fg != -1 || cell.bg != -1;
		}
}

static void
no_color_and_c_locale_are_respected(void **state)
{
	int wide, coloured;
	struct vt *v = play_start("play hearts --seed 1", 24, 80);
	expect_text(v, "pass 3 cards");
	vt_settle(v, 200);
	count_cells(v, &wide, &coloured);
	assert_true(wide > 0 && coloured > 0);
	leave(v);

	v = play_start_with("play hearts --seed 1", 24, 80, "NO_COLOR=1", "LANG=C");
	expect_text(v, "pass 3 cards");
	vt_settle(v, 200);
	count_cells(v, &wide, &coloured);
	if (wide || coloured)
		vt_print(v);
	assert_int_equal(wide, 0);
	assert_int_equal(coloured, 0);
	leave(v);
}

static void
the_cursor_stands_on_what_is_selected(void **state)
{
	struct vt *v =
		play_start("play chinese-checkers --seed 3 -s 2=easy -s 3=easy", 24, 80);
	int y, x, cy, cx;
	expect_text(v, "\xe2\x97\x8f]");
	vt_settle(v, 200);
	assert_true(vt_find(v, "\xe2\x97\x8f]", &y, &x));
	vt_cursor(v, &cy, &cx);
	assert_int_equal(cy, y);
	assert_in_range(cx, x - 1, x + 1);
	leave(v);
}

/* ---- FAIR ---- */

/* The screen without the line of the time taken, the only one that may differ. */
static char *
fair_screen(struct vt *v)
{
	return screen_up_to(v, (const char *const[]){ "time ", NULL }, NULL);
}

/* A Hearts hand in which South leads, from a seed at which South holds the two of clubs. The
 * passes of West to North and of North to East, which South cannot see, are the first legal
 * ones or (other) some that leave the two of clubs alone; all South knows is the same. */
static void
write_record(const char *path, uint64_t seed, bool other)
{
	static move moves[MOVES_MAX];
	struct setup setup;
	struct match m = { 0 };
	assert_true(setup_init(&setup, &app_catalog, catalog_game(&app_catalog, "hearts"),
			       true, NULL));
	setup.seed = seed;
	setup.view = VIEW_FAIR;
	match_open(&m, &setup);
	for (int seat = 0; seat < 4; seat++) {
		int n = match_moves(&m, seat, moves);
		bool hidden = seat == 1 || seat == 2;
		/* South passes its last three cards, so that it keeps its clubs. */
		move choice = moves[seat == 0 ? n - 1 : hidden && other ? n / 2 : 0];
		assert_true(match_play(&m, seat, choice, "", NULL));
	}
	assert_true(record_save(&m, path, NULL));
	match_close(&m);
}

/* A seed at which South leads after the passes of write_record() in both ways. */
static uint64_t
seed_where_south_leads(const char *path)
{
	for (uint64_t seed = 1; seed < 500; seed++) {
		bool leads = true;
		for (int other = 0; other < 2; other++) {
			struct match m = { 0 };
			write_record(path, seed, other != 0);
			assert_true(record_load(&m, path, &app_catalog, NULL));
			leads = leads && match_acting(&m) == 1;
			match_close(&m);
		}
		if (leads)
			return seed;
	}
	fail();
	return 0;
}

/* Until both show the same and stand still: one may be ahead of the other in what it has judged. */
static void
expect_alike(struct vt *v[static 2])
{
	const int64_t until = clock_now_us() + VT_WAIT_US;
	char *last = NULL;
	for (bool same = false; !same;) {
		vt_settle(v[0], 250);
		vt_settle(v[1], 250);
		char *a = fair_screen(v[0]), *b = fair_screen(v[1]);
		if (clock_now_us() > until)
			assert_string_equal(a, b);
		same = strcmp(a, b) == 0 && last != NULL && strcmp(last, a) == 0;
		free(last);
		free(b);
		last = a;
	}
	free(last);
}

/* Two records, one screen: in FAIR nothing of what South cannot know is on it. */
static void
hands_that_look_alike_show_the_same_screen(void **state)
{
	static const int sizes[][2] = {
		{ 24, 80 }, { 40, 120 }, { 60, 200 }, { 15, 40 }
	};
	char path[2][100], command[240];
	struct text record[2] = { 0 };
	for (int k = 0; k < 2; k++)
		snprintf(path[k], sizeof path[k], "%s/deal%d", play_home, k);
	const uint64_t seed = seed_where_south_leads(path[0]);
	for (int k = 0; k < 2; k++) {
		write_record(path[k], seed, k == 1);
		assert_true(text_read_file(&record[k], path[k], 1 << 20));
	}
	assert_string_not_equal(record[0].s, record[1].s);
	for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
		struct vt *v[2];
		for (int k = 0; k < 2; k++) {
			snprintf(command, sizeof command, "play --load %s --view fair",
				 path[k]);
			v[k] = play_start(command, sizes[i][0], sizes[i][1]);
			expect_text(v[k], "trick 1/13");
			assert_true(on_screen(v[k], "FAIR") || sizes[i][1] < 80);
		}
		expect_alike(v);
		leave(v[0]);
		leave(v[1]);
	}
	text_free(&record[0]);
	text_free(&record[1]);
}

#define SCREEN_TEST(name) cmocka_unit_test_setup_teardown(name, play_setup, play_teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		SCREEN_TEST(home_offers_a_game_at_once),
		SCREEN_TEST(help_lists_keys_in_groups),
		SCREEN_TEST(options_go_back_to_their_defaults),
		SCREEN_TEST(tab_shows_the_next_pane_of_a_small_window),
		SCREEN_TEST(rules_are_broken_for_the_window),
		SCREEN_TEST(home_counts_plies_as_the_log_does),
		SCREEN_TEST(a_killed_game_resumes),
		SCREEN_TEST(resizing_while_a_search_thinks_redraws),
		SCREEN_TEST(a_tiny_terminal_says_what_it_needs_and_recovers),
		SCREEN_TEST(tab_walks_the_panes_and_the_log_scrolls),
		SCREEN_TEST(forty_by_fifteen_is_playable),
		SCREEN_TEST(suspending_gives_the_terminal_back_and_returns),
		SCREEN_TEST(suspending_works_in_a_prompt),
		SCREEN_TEST(no_color_and_c_locale_are_respected),
		SCREEN_TEST(the_cursor_stands_on_what_is_selected),
		SCREEN_TEST(hands_that_look_alike_show_the_same_screen),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
