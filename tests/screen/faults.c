/*
 * faults.c - what may befall a program at a terminal: pastes, sequences nobody knows, mouse
 * noise, sizes that come and go, a closed window, files of settings with mistakes in them.
 */
#include "tests/screen/play.h"

#include <sys/stat.h>

#define MEGABYTE   (1 << 20)
#define TABLE	   "play hearts --seed 1 -s N=easy -s E=easy -s W=easy"
#define TABLE_SAYS "pass 3 cards"

/* ---- Input ---- */

static void
paste(struct vt *v, const char *text, size_t bytes)
{
	vt_keys(v, "\033[200~");
	for (size_t sent = 0; sent < bytes; sent += strlen(text)) {
		vt_keys(v, text);
		if (sent % 8192 < strlen(text))
			vt_pump(v, 0);
	}
	vt_keys(v, "\033[201~");
}

static void
a_megabyte_pasted_does_nothing_on_any_screen(void **state)
{
	static const struct {
		const char *typed, *says;
	} screens[] = {
		{ "", TABLE_SAYS },	      { "?", "take back to your last decision" },
		{ "qo", "animation" },	      { "q:rules hearts\r", "trick" },
		{ "q:history\r", "history" }, { "q:play spades\r", "Spades" },
	};
	struct vt *v = play_start(TABLE, 24, 80);
	expect_text(v, TABLE_SAYS);
	for (size_t i = 0; i < sizeof screens / sizeof *screens; i++) {
		vt_keys(v, screens[i].typed);
		expect_text(v, screens[i].says);
		paste(v, "Q\rqq 12345 \t\003", MEGABYTE / 4);
		expect_text(v, "pasted text is for the command line");
		expect_text(v, screens[i].says);
	}
	leave(v);
}

static void
a_paste_fills_the_command_line_but_does_not_enter_it(void **state)
{
	struct vt *v = play_start(TABLE, 24, 80);
	expect_text(v, TABLE_SAYS);
	vt_keys(v, ":");
	paste(v, "theme light\r", 12);
	expect_text(v, ":theme light");
	vt_keys(v, "\r");
	expect_text(v, "theme is light");
	vt_keys(v, ":");
	paste(v, "0123456789abcdef\r", MEGABYTE);
	vt_keys(v, "\r");
	expect_text(v, "0123456789abcdef0123");
	expect_text(v, TABLE_SAYS);
	leave(v);
}

static void
unknown_sequences_and_noise_change_nothing(void **state)
{
	static const char *const noise[] = {
		"\033[99;5u",	   "\033[?1;2c",
		"\033[27;5;113~",  "\033]11;rgb:00/11/22\a",
		"\033OZ",	   "\033P1$r0m\033\\",
		"\033[<35;10;10M", "\033[I",
		"\033[O",	   "\033[<0;999;999M",
		"\033[M qQ",	   "\033[M#??\033[M#q?",
		"\033[M \x80\xff",
	};
	struct vt *v = play_start("play abalone --seed 1 -s 2=easy", 24, 80);
	expect_text(v, "Black to move");
	expect_text(v, "%"); /* the chances to win, which take a while */
	expect_steady(v, 100);
	char *before = vt_text(v);
	for (size_t i = 0; i < sizeof noise / sizeof *noise; i++) {
		vt_keys(v, noise[i]);
		vt_settle(v, 60);
		char *after = vt_text(v);
		if (strcmp(before, after) != 0) {
			printf("# after the sequence %zu, %s\n", i, noise[i] + 1);
			vt_print(v);
		}
		assert_string_equal(before, after);
		free(after);
	}
	free(before);
	vt_keys(v, "?"); /* and keys still work */
	expect_text(v, "take back to your last decision");
	leave(v);
}

static void
wait_ms(struct vt *v, int ms)
{
	const int64_t until = clock_now_us() + ms * INT64_C(1000);
	while (clock_now_us() < until)
		vt_pump(v, 20);
}

/* Over a slow line a report comes in parts: it is a click all the same. */
static void
a_mouse_report_in_two_parts_is_a_click(void **state)
{
	int y, x;
	char part[80];
	struct vt *v =
		play_start("play chinese-checkers --seed 3 -s 2=easy -s 3=easy", 24, 80);
	expect_text(v, "Red to move");
	expect_text(v, "\xe2\x97\x8f]"); /* the peg in brackets */
	assert_true(vt_find(v, "\xe2\x97\x8f]", &y, &x));
	snprintf(part, sizeof part, "\033[<0;%d;", x + 1);
	vt_keys(v, part);
	wait_ms(v, 700);
	snprintf(part, sizeof part, "%dM\033[<0;%d;%dm", y + 1, x + 1, y + 1);
	vt_keys(v, part);
	expect_text(v, "can reach");
	leave(v);
}

/* Nothing waits for the rest of a mouse report, and its rest is no key. */
static void
a_mouse_report_that_breaks_off_stops_nothing(void **state)
{
	static const char *const starts[] = { "\033[<", "\033[<0", "\033[<0;10",
					      "\033[<0;10;" };
	struct vt *v = play_start("play abalone --seed 1 -s 2=easy", 24, 80);
	expect_text(v, "Black to move");
	for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
		vt_keys(v, starts[i]);
		vt_resize(v, 24, 81 + (int)i); /* it draws again */
		expect_text(v, "Black to move");
		vt_keys(v, "7;5M");
		vt_keys(v, "?");
		expect_text(v, "take back to your last decision");
		vt_keys(v, "q");
		expect_text(v, "Black to move");
	}
	leave(v);
}

/* Reports that mean nothing here: the key after them is heard, and so is a new size. */
static void
a_report_of_any_button_holds_up_nothing(void **state)
{
	static const char *const reports[] = {
		"\033[<1;9;9m\033[<1;9;9M",
		"\033[<0;9;9m\033[<1;9;9M",
		"\033[<65;9;9m\033[<1;9;9M",
		"\033[<1;9;9M\033[<1;9;9m",
		"\033[<66;9;9M",
		"\033[<3;9;9M",
		"\033[<35;9;9M",
		"\033[<0;9;9;9M",
		"\033[<0;9M",
		"\033[<;;M",
		"\033[<x",
		"\033[M!!!",
		"\033[M!",
		"\033[<0;9;",
	};
	struct vt *v = play_start("play abalone --seed 1 -s 2=easy", 24, 80);
	expect_text(v, "Black to move");
	for (size_t i = 0; i < sizeof reports / sizeof *reports; i++) {
		vt_keys(v, reports[i]);
		vt_settle(v, 50);
		vt_resize(v, 24, 81 + (int)i);
		expect_text(v, "Black to move");
		vt_keys(v, i + 1 < sizeof reports / sizeof *reports ? "?" : "9M?");
		expect_text(v, "take back to your last decision");
		vt_keys(v, "q");
		expect_text(v, "Black to move");
	}
	leave(v);
}

/* ---- The terminal ---- */

static void
a_storm_of_sizes_ends_with_a_whole_picture(void **state)
{
	struct vt *v =
		play_start("watch chinese-checkers --seed 1 -s 1=maxn:time=20s", 40, 120);
	expect_text(v, "Red to move");
	for (int i = 0; i < 300; i++) {
		vt_pretend_size(v, 1 + i * 7 % 60, 1 + i * 13 % 200);
		if (i % 16 == 0)
			vt_pump(v, 1);
	}
	vt_pretend_size(v, 1, 1);
	vt_settle(v, 50);
	vt_pretend_size(v, 40, 120);
	vt_keys(v, "\014");
	expect_text(v, "Red to move");
	expect_text(v, "? help");
	leave(v);
}

static void
a_closed_window_ends_the_program_with_the_game_saved(void **state)
{
	struct vt *v = play_start("play hearts --seed 3 -s N=easy -s E=easy -s W=easy "
				  "-o passing=off --delay 1",
				  24, 80);
	expect_text(v, "East plays");
	vt_keys(v, ENTER);
	vt_settle(v, 300);
	vt_hang_up(v);
	assert_true(vt_exit(v) >= 0);
	vt_close(v);
	v = play_start("", 24, 80);
	expect_text(v, "Go on");
	leave(v);
}

static void
a_crash_gives_the_terminal_back(void **state)
{
	struct vt *v = play_start(TABLE, 24, 80);
	expect_text(v, TABLE_SAYS);
	vt_signal(v, SIGSEGV);
	/* sanitizers end it with a status of their own: addresses 1, threads 66 */
	const int status = vt_exit(v);
	assert_true(status == 128 + SIGSEGV || status == 1 || status == 66);
	assert_null(vt_left_behind(v));
	vt_close(v);
}

static void
a_hang_up_signal_gives_the_terminal_back(void **state)
{
	struct vt *v = play_start(TABLE, 24, 80);
	expect_text(v, TABLE_SAYS);
	vt_signal(v, SIGHUP);
	expect_exit(v, 0);
	assert_null(vt_left_behind(v));
	vt_close(v);
}

/* Whoever asks for a core file wants one, and the terminal as well. */
static void
a_quit_signal_gives_the_terminal_back(void **state)
{
	struct vt *v = play_start(TABLE, 24, 80);
	expect_text(v, TABLE_SAYS);
	vt_signal(v, SIGQUIT);
	expect_exit(v, 128 + SIGQUIT);
	assert_null(vt_left_behind(v));
	vt_close(v);
}

/* ---- Files ---- */

static void
write_config(const char *name, const char *text)
{
	char path[200], command[300];
	snprintf(command, sizeof command, "mkdir -p %s/plyscope/themes", play_home);
	assert_int_equal(system(command), 0);
	snprintf(path, sizeof path, "%s/plyscope/%s", play_home, name);
	FILE *f = fopen(path, "w");
	assert_non_null(f);
	fputs(text, f);
	fclose(f);
}

static struct vt *
start_with_config(const char *command)
{
	char variable[100];
	snprintf(variable, sizeof variable, "XDG_CONFIG_HOME=%s", play_home);
	return play_start_with(command, 24, 80, variable, NULL);
}

static void
a_mistake_in_config_ini_is_told_and_the_rest_holds(void **state)
{
	write_config("config.ini", "mouse = off\nspeed = soon\nanimation = off\n");
	struct vt *v = start_with_config("");
	expect_text(v, "config.ini:2: speed soon: expected 0ms to 60s");
	vt_keys(v, ":set animation\r");
	expect_text(v, "animation is off");
	vt_keys(v, ":set speed\r");
	expect_text(v, "speed is 1500ms");
	leave(v);
}

/* Nobody writes to it, and nobody ever will: the screen must not wait for that. */
static void
a_pipe_as_a_file_is_refused_and_the_keys_go_on(void **state)
{
	static const char *const commands[] = { "replay", "save", "lesson" };
	char path[100], typed[140];
	write_config("keys.ini", "");
	snprintf(path, sizeof path, "%s/fifo.txt", play_home);
	assert_int_equal(mkfifo(path, 0600), 0);
	struct vt *v = start_with_config(TABLE);
	expect_text(v, TABLE_SAYS);
	for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
		snprintf(typed, sizeof typed, ":%s %s" ENTER, commands[i], path);
		vt_keys(v, typed);
		expect_text(v, "not a");
		vt_keys(v, "?");
		expect_text(v, "take back to your last decision");
		vt_keys(v, "q");
		expect_text(v, TABLE_SAYS);
	}
	vt_keys(v, ":replay /dev/stdin" ENTER);
	expect_text(v, "not a");
	leave(v);
	static const char *const files[] = { "config.ini", "keys.ini",
					     "themes/mine.ini" };
	for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
		snprintf(path, sizeof path, "%s/plyscope/%s", play_home, files[i]);
		unlink(path);
		assert_int_equal(mkfifo(path, 0600), 0);
		v = start_with_config("");
		if (i == 2)
			vt_keys(v, ":theme mine" ENTER);
		expect_text(v, "not a");
		leave(v);
		unlink(path);
	}
}

static void
a_theme_of_ones_own_is_found_and_its_mistakes_are_named(void **state)
{
	write_config("themes/mine.ini", "[16]\ntext = default\ncursor = purple\n");
	write_config("config.ini", "theme = mine\n");
	struct vt *v = start_with_config("");
	expect_text(v, "mine.ini:3");
	expect_text(v, "Play Hearts");
	vt_keys(v, ":theme \t\t");
	expect_text(v, "mine");
	vt_keys(v, "\003");
	leave(v);
}

static void
a_mistake_in_keys_ini_is_told_and_the_rest_holds(void **state)
{
	static const struct {
		const char *text, *says;
	} cases[] = {
		{ "[table]\nundo = Hyper-x\nrules = Z\n", "keys.ini:2: \"Hyper-x\"" },
		{ "[table]\nunda = u\nrules = Z\n",
		  "keys.ini:2: [table] has no action unda (did you mean undo?)" },
		{ "[tables]\nundo = u\n[table]\nrules = Z\n",
		  "keys.ini:2: there is no screen [tables] (did you mean [table]?)" },
		{ "[table]\nhint = u\nrules = Z\n",
		  "keys.ini:2: [table] has u for undo already" },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		write_config("keys.ini", cases[i].text);
		struct vt *v = start_with_config(TABLE);
		expect_text(v, cases[i].says);
		vt_keys(v, "Z");
		expect_text(v, "rules");
		leave(v);
	}
}

/* ---- What is set stays ---- */

static void
settings_and_panes_are_remembered(void **state)
{
	struct vt *v = play_start("watch abalone --seed 1 -s 1=easy -s 2=easy", 40, 120);
	expect_text(v, "log");
	expect_text(v, "over the game");
	vt_keys(v, " \t\tx");
	expect_text(v, "the graph pane is hidden");
	expect_no_text(v, "over the game");
	vt_keys(v, ":set numbers on\r");
	expect_text(v, "numbers is on");
	leave(v);
	v = play_start("watch abalone --seed 1 -s 1=easy -s 2=easy", 40, 120);
	expect_text(v, "log");
	expect_no_text(v, "over the game");
	vt_keys(v, "X");
	expect_text(v, "over the game");
	vt_keys(v, ":set numbers\r");
	expect_text(v, "numbers is on");
	leave(v);
}

static void
the_command_line_completes_games_options_and_players(void **state)
{
	struct vt *v = play_start("", 24, 80);
	expect_text(v, "? help");
	vt_keys(v, ":pla\tspa\tsea\t2");
	expect_text(v, ":play spades seats=2");
	vt_keys(v, "\025watch hear\tW=pimc:inn\tmaxn:pr\tspec\t");
	expect_text(v, "W=pimc:inner=(maxn:prune=speculative");
	vt_keys(v, "\003:play hearts seats=9\r");
	expect_text(v, "seats");
	vt_keys(v, ":play chinese-checkers seats=2 2=easy seed=4\r");
	expect_text(v, "to move");
	leave(v);
}

static bool
ply_is(struct vt *v, int n)
{
	return number_after(v, "ply ") == n;
}

static void
what_is_shown_is_saved_with_its_command(void **state)
{
	static const struct {
		const char *ending, *has;
	} kinds[] = {
		{ "txt", "scores" },
		{ "json", "\"command\"" },
		{ "csv", "move,value,win,visits,depth" },
		{ "ply", "[Game \"abalone\"]" },
	};
	struct vt *v = play_start("watch abalone --seed 1 -s 1=easy -s 2=easy", 40, 120);
	expect_text(v, "ply 3");
	vt_keys(v, " ");
	expect_text(v, "PAUSED");
	const int paused = number_after(v, "ply ");
	/* A pause may fall before the first figures of a search, and the panel then has those
	 * of the one before. What the step says comes before what is said of the files. */
	vt_keys(v, ".");
	expect_state(v, ply_is, paused + 1, "the move of the step");
	expect_text(v, "has played");
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
		char path[100], command[200], line[8192] = "";
		snprintf(path, sizeof path, "%s/a.%s", play_home, kinds[i].ending);
		snprintf(command, sizeof command, ":save %s\r", path);
		vt_keys(v, command);
		snprintf(command, sizeof command, "saved to %s", path);
		expect_text(v, command);
		FILE *f = fopen(path, "r");
		assert_non_null(f);
		line[fread(line, 1, sizeof line - 1, f)] = '\0';
		fclose(f);
		assert_non_null(strstr(line, kinds[i].has));
		assert_true(i == 3 || strstr(line, "plyscope play abalone --seed 1"));
	}
	leave(v);
}

static void
a_line_between_panes_is_dragged(void **state)
{
	struct vt *v = play_start("watch abalone --seed 1 -s 1=easy -s 2=easy", 40, 120);
	char press[32];
	int y, x;
	expect_text(v, "log");
	vt_keys(v, " ");
	assert_true(vt_find(v, "\xe2\x94\x82 \xe2\x94\x80 log", &y, &x));
	snprintf(press, sizeof press, "\033[<0;%d;10M",
		 x + 1); /* the line in the middle */
	vt_keys(v, press);
	vt_settle(v, 100);
	vt_keys(v, "\033[<0;80;10m");
	expect_text(v, "% of the width");
	assert_string_equal(vt_cell(v, 10, 79).text, "\xe2\x94\x82");
	leave(v);
}

static void
a_click_on_the_graph_looks_back_there(void **state)
{
	int y, x;
	struct vt *v = play_start("watch abalone --seed 1 -s 1=easy -s 2=easy", 40, 120);
	expect_text(v, "100%"); /* from eight values on */
	vt_keys(v, " ");
	expect_text(v, "PAUSED");
	assert_true(vt_find(v, "100%", &y, &x));
	vt_click(v, y + 2, x + 6); /* the second column: ply 2 */
	expect_text(v, "move 3 of");
	expect_text(v, "now: "); /* the panel does not look back */
	assert_string_equal(vt_cell(v, y + 1, x + 6).text, "\xe2\x94\x82");
	vt_click(v, y + 2, x + 5);
	expect_text(v, "move 2 of");
	leave(v);
}

/* ---- A machine without what the user's own has ---- */

static void
a_locale_that_is_not_installed_still_says_utf8(void **state)
{
	static const struct {
		const char *locale, *edge; /* of a card */
	} cases[] = {
		{ "LC_ALL=xx_YY.UTF-8", "\xe2\x94\x80\xe2\x94\x80" },
		{ "LC_ALL=xx_YY.utf8", "\xe2\x94\x80\xe2\x94\x80" },
		{ "LC_CTYPE=UTF-8", "\xe2\x94\x80\xe2\x94\x80" }, /* what a Mac sends */
		{ "LC_ALL=xx_YY", "+--+" },
		{ "LC_ALL=POSIX", "+--+" },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct vt *v = play_start_with(TABLE, 24, 80, cases[i].locale, NULL);
		expect_text(v, TABLE_SAYS);
		expect_text(v, cases[i].edge);
		leave(v);
	}
}

/* The picture stays there, but not where the shell goes on. */
static void
a_terminal_without_another_screen_has_its_last_line_back(void **state)
{
	struct vt *v = play_start_with(TABLE, 24, 80, "TERM=vt100", NULL);
	expect_text(v, TABLE_SAYS);
	expect_text(v, "? help");
	vt_keys(v, "Q");
	expect_exit(v, 0);
	assert_string_equal(vt_row(v, 23), "");
	assert_true(vt_find(v, "cards", NULL, NULL));
	vt_close(v);
}

static void
a_terminal_without_a_description_is_told_what_may_do(void **state)
{
	struct vt *v = play_start_with(TABLE, 24, 200, "TERM=xterm-of-mine",
				       "ASAN_OPTIONS=detect_leaks=0"); /* of newterm() */
	expect_text(v, "TERM is \"xterm-of-mine\"");
	expect_text(v, "TERM=xterm may do");
	expect_exit(v, 2);
	vt_close(v);
}

#define FAULT_TEST(name) cmocka_unit_test_setup_teardown(name, play_setup, play_teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		FAULT_TEST(a_megabyte_pasted_does_nothing_on_any_screen),
		FAULT_TEST(a_paste_fills_the_command_line_but_does_not_enter_it),
		FAULT_TEST(unknown_sequences_and_noise_change_nothing),
		FAULT_TEST(a_mouse_report_in_two_parts_is_a_click),
		FAULT_TEST(a_mouse_report_that_breaks_off_stops_nothing),
		FAULT_TEST(a_report_of_any_button_holds_up_nothing),
		FAULT_TEST(a_storm_of_sizes_ends_with_a_whole_picture),
		FAULT_TEST(a_closed_window_ends_the_program_with_the_game_saved),
		FAULT_TEST(a_crash_gives_the_terminal_back),
		FAULT_TEST(a_hang_up_signal_gives_the_terminal_back),
		FAULT_TEST(a_quit_signal_gives_the_terminal_back),
		FAULT_TEST(a_pipe_as_a_file_is_refused_and_the_keys_go_on),
		FAULT_TEST(a_mistake_in_config_ini_is_told_and_the_rest_holds),
		FAULT_TEST(a_theme_of_ones_own_is_found_and_its_mistakes_are_named),
		FAULT_TEST(a_mistake_in_keys_ini_is_told_and_the_rest_holds),
		FAULT_TEST(settings_and_panes_are_remembered),
		FAULT_TEST(the_command_line_completes_games_options_and_players),
		FAULT_TEST(what_is_shown_is_saved_with_its_command),
		FAULT_TEST(a_line_between_panes_is_dragged),
		FAULT_TEST(a_click_on_the_graph_looks_back_there),
		FAULT_TEST(a_locale_that_is_not_installed_still_says_utf8),
		FAULT_TEST(a_terminal_without_another_screen_has_its_last_line_back),
		FAULT_TEST(a_terminal_without_a_description_is_told_what_may_do),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
