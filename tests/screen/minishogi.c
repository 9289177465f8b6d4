/*
 * minishogi.c - whole games of MiniShogi at 80x24: by the keys of the board, and by mouse. A
 * person plays both seats.
 */
#include "tests/screen/play.h"

#include "src/core/store.h"

#include <limits.h>
#include <sys/stat.h>

#define TABLE "play minishogi --seed 1 -s 1=human -s 2=human --delay 1 --no-animation"

/* With drops, a capture of a piece in front of the king, and a promotion that is asked for. */
static const char *const line[] = { "2e3d", "3a4b", "3e2d", "4b5c", "5d5c", "5a5c",
				    "4e5d", "5c5b", "S*3c", "2a3b", "3d5b", "4a5b",
				    "3c3b", "5b3d", "R*5a", "P*2a", "3b2a+" };
#define LINE ((int)(sizeof line / sizeof *line))

struct place {
	int y, x;
};

/* Where a cell is drawn, by the numbers above the board and the letters beside it. */
static struct place
place_of(struct vt *v, const char *cell)
{
	struct place p;
	assert_true(vt_find(v, "5     4     3     2     1", &p.y, &p.x));
	return (struct place){ p.y + 2 + 3 * (cell[1] - 'a'), p.x + 6 * ('5' - cell[0]) };
}

/* Where a piece in the hand is, by the letters above the hands. */
static struct place
place_in_hand(struct vt *v, char piece, int seat)
{
	struct place p;
	assert_true(vt_find(v, "G   S", &p.y, &p.x));
	const int row = (int)(strchr("RBGSP", piece) - "RBGSP");
	return (struct place){ p.y + 2 + 3 * row, p.x + (seat == 0 ? 4 : 0) };
}

static struct place
start_of(struct vt *v, int ply)
{
	const char *m = line[ply];
	return m[1] == '*' ? place_in_hand(v, m[0], ply % 2) : place_of(v, m);
}

/* Walks with the key that goes to the next piece, or on with the arrows. */
static void
walk_to(struct vt *v, struct place to)
{
	for (int steps = 0; steps < 60; steps++) {
		struct place at;
		vt_settle(v, 15);
		vt_cursor(v, &at.y, &at.x);
		if (at.y == to.y && at.x == to.x)
			return;
		vt_keys(v, "j");
	}
	vt_print(v);
	fail_msg("the cursor does not come to row %d, column %d", to.y, to.x);
}

static void
press_place(struct vt *v, struct place p)
{
	walk_to(v, p);
	vt_keys(v, ENTER);
}

static void
click_place(struct vt *v, struct place p)
{
	vt_click(v, p.y, p.x);
}

static bool
is_played(struct vt *v, int ply)
{
	return number_after(v, "ply ") == ply || on_screen(v, "game over");
}

static bool
is_answered(struct vt *v, int ply)
{
	return is_played(v, ply) || on_screen(v, "promote to");
}

static void
play_line(void (*press)(struct vt *v, struct place p))
{
	struct vt *v = play_start(TABLE, 24, 80);
	expect_text(v, "start  Sente to move");
	for (int ply = 0; ply < LINE; ply++) {
		struct place answer;
		press(v, start_of(v, ply));
		expect_text(v, " can reach ");
		press(v, place_of(v, line[ply] + 2));
		expect_state(v, is_answered, ply + 1, line[ply]);
		if (vt_find(v, "promote to", &answer.y, &answer.x)) {
			assert_int_equal(line[ply][4], '+');
			expect_text(v, "stay a ");
			press(v, (struct place){ answer.y, answer.x - 2 });
		}
		expect_state(v, is_played, ply + 1, line[ply]);
	}
	expect_text(v, "game over");
	expect_text(v, "Sente wins.");
	leave(v);
}

static void
a_whole_game_is_played_with_keys(void **state)
{
	play_line(press_place);
}

static void
a_whole_game_is_played_with_the_mouse(void **state)
{
	play_line(click_place);
}

/* A piece in the hand is taken up and put back; check is said. */
static void
the_table_says_what_happens(void **state)
{
	struct vt *v = play_start(TABLE, 24, 80);
	expect_text(v, "Sente to move");
	vt_keys(v, ":1e1b\r");
	expect_text(v, "ply 1  Gote to move  check");
	vt_keys(v, ":1a1b\r");
	expect_text(v, "ply 2  Sente to move");
	vt_keys(v, ":P*5c\r");
	expect_text(v, "nifu");
	vt_keys(v, ":P*1d\r");
	expect_text(v, "ply 3");
	click_place(v, place_in_hand(v, 'R', 1));
	expect_text(v, "Gote's rooks can reach ");
	expect_text(v, "▝██▘");
	press_escape(v);
	expect_no_text(v, "▝██▘"); /* no goal is marked */
	leave(v);
}

/* An engine that dies pauses the game; another player goes on with it. */
static void
an_engine_that_dies_costs_no_game(void **state)
{
	char engine[PATH_MAX], command[600];
	assert_non_null(realpath("tests/data/engine.sh", engine));
	snprintf(command, sizeof command,
		 "play minishogi --seed 1 -s 2=usi:command=%.400s --delay 1 "
		 "--no-animation",
		 engine);
	struct vt *v = play_start_with(command, 24, 120, "ENGINE_WAY=dies", NULL);
	expect_text(v, "Sente to move");
	vt_keys(v, ":1e1d\r");
	expect_text(v, "has ended, with status 3; the game is paused");
	expect_text(v, "PAUSED");
	vt_keys(v, ":seat G easy\r");
	expect_text(v, "ply 1");
	vt_keys(v, " ");
	expect_text(v, "ply 2  Sente to move");
	leave(v);
}

/* record.txt in the home, against a program that makes a file there. */
static void
write_stranger(void)
{
	char text[200];
	play_enter_home();
	FILE *f = fopen("evil.sh", "w");
	assert_non_null(f);
	fprintf(f, "#!/bin/sh\n: >%s/started\n", play_home);
	fclose(f);
	assert_int_equal(chmod("evil.sh", 0755), 0);
	snprintf(text, sizeof text, "usi:command=%s/evil.sh --and a --long line --last",
		 play_home);
	play_write_record("minishogi", "seats=2", text, "fair", "1. S 1e1d\n");
}

/* A record that names a program asks first, with the command in full; the answer no seats medium,
 * leaving seats nobody. */
static void
a_program_of_a_record_is_asked_about(void **state)
{
	static const int size[][2] = { { 24, 80 }, { 15, 40 } };
	write_stranger();
	for (int i = 0; i < 2; i++) {
		struct vt *v =
			play_start("play --load record.txt", size[i][0], size[i][1]);
		expect_text(v, "a file names a program");
		assert_true(on_screen(v, "usi:command=/tmp/plyscope"));
		assert_true(on_screen(v, "--last"));
		vt_settle(v, 300);
		vt_keys(v, "n");
		expect_text(v, "medium");
		expect_no_text(v, "evil.sh");
		leave(v);
		assert_int_equal(access("started", F_OK), -1);
	}
	struct vt *v = play_start("", 24, 80);
	expect_text(v, "Play Hearts");
	vt_keys(v, ":load record.txt" ENTER);
	expect_text(v, "a file names a program");
	vt_keys(v, "q");
	expect_text(v, "Play Hearts");
	vt_keys(v, ":load record.txt" ENTER);
	expect_text(v, "a file names a program");
	assert_int_equal(access("started", F_OK), -1);
	vt_keys(v, "y");
	expect_text(v, "Gote cannot move");
	assert_int_equal(access("started", F_OK), 0);
	leave(v);
}

/* The help of the question lists its answers and gives none. */
static void
the_help_answers_no_question(void **state)
{
	write_stranger();
	struct vt *v = play_start("play --load record.txt", 24, 80);
	expect_text(v, "a file names a program");
	for (int rows = 0; rows < 4; rows++) {
		vt_keys(v, "?");
		expect_text(v, "Enter runs a line");
		for (int i = 0; i < rows; i++)
			vt_keys(v, DOWN);
		vt_keys(v, ENTER);
		vt_settle(v, 200);
		if (on_screen(v, "Enter runs a line"))
			vt_keys(v, "q");
		expect_text(v, "a file names a program");
	}
	leave(v);
	assert_int_equal(access("started", F_OK), -1);
}

static void
put_setting(const char *key, const char *before, const char *after)
{
	char path[120], value[400];
	struct status st = { 0 };
	snprintf(path, sizeof path, "%s/plyscope/plyscope.db", play_home);
	snprintf(value, sizeof value, "%susi:command=%s/evil.sh%s", before, play_home,
		 after);
	struct store *db = store_open(path, &st);
	assert_non_null(db);
	assert_true(store_set(db, key, value, &st));
	store_close(db);
}

/* A store is a file like another, and may come from elsewhere: what it remembers is not typed. */
static void
a_program_of_the_store_is_asked_about(void **state)
{
	write_stranger();
	struct vt *v = play_start("", 24, 80);
	expect_text(v, "Play Hearts");
	leave(v);
	put_setting("setup.minishogi", "seats=2\nhuman\n", "\nfair\n");
	put_setting("watch.minishogi", "seats=2\nrandom\n", "\nfair\n");
	put_setting("compare.minishogi", "random\n", "\n");
	put_setting("hint", "", "");
	v = play_start("", 24, 80);
	expect_text(v, "Play Hearts");
	static const char *const forms[] = { ":play minishogi", ":watch minishogi" };
	for (int i = 0; i < 2; i++) {
		vt_keys(v, forms[i]);
		vt_keys(v, ENTER);
		expect_text(v, "evil.sh");
		vt_keys(v, "p");
		expect_text(v, "a file names a program");
		vt_keys(v, "q");
		expect_text(v, "Play Hearts");
	}
	leave(v);
	v = play_start("play minishogi --seed 1 -s 2=random", 24, 80);
	expect_text(v, "Sente to move");
	vt_keys(v, "h");
	expect_text(v, "names: --trust allows that");
	vt_keys(v, "c");
	expect_text(v, "left out, for it starts a program");
	leave(v);
	assert_int_equal(access("started", F_OK), -1);
	/* typed again, it is the person's */
	char typed[400];
	snprintf(typed, sizeof typed, ":set hint usi:command=%s/evil.sh", play_home);
	v = play_start("play minishogi --seed 1 -s 2=random", 24, 80);
	expect_text(v, "Sente to move");
	vt_keys(v, typed);
	vt_keys(v, ENTER);
	vt_settle(v, 200);
	vt_keys(v, "h");
	expect_text(v, "hint by usi");
	leave(v);
	assert_int_equal(access("started", F_OK), 0);
}

#define TO_COMMAND "g" DOWN DOWN DOWN DOWN DOWN DOWN

/* In the form of a player: its program is typed and asked, its options are chosen like others. */
static void
an_engine_is_asked_for_its_options(void **state)
{
	char engine[PATH_MAX], typed[PATH_MAX + 60];
	assert_non_null(realpath("tests/data/engine.sh", engine));
	struct vt *v = play_start("", 24, 120);
	expect_text(v, "Play Hearts");
	vt_keys(v, ":play minishogi" ENTER);
	expect_text(v, "Start the game");
	vt_keys(v, DOWN "=");
	vt_keys(v, "usi:command=nothing-of-that-name" ENTER);
	expect_text(v, "usi:command=nothing-of-that-name");
	vt_keys(v, ENTER);
	expect_text(v, "[ Ask it for its options ]");
	vt_keys(v, "G" ENTER); /* the last row */
	expect_text(v, "there is no program nothing-of-that-name");
	vt_keys(v, TO_COMMAND ENTER);
	snprintf(typed, sizeof typed, "sh %s mute" ENTER, engine);
	vt_keys(v, typed);
	expect_text(v, "engine.sh mute");
	vt_keys(v, "G" ENTER);
	expect_text(v, "has not said usiok within 3 s");
	vt_keys(v, TO_COMMAND ENTER);
	snprintf(typed, sizeof typed, "sh %s wild" ENTER, engine);
	vt_keys(v, typed);
	expect_text(v, "engine.sh wild");
	vt_keys(v, "G" ENTER);
	expect_text(v, "The engine's own options");
	expect_text(v, "‹ calm ›");
	vt_keys(v, RIGHT);
	expect_text(v, "engine.sh wild,set=Style=wild");
	vt_keys(v, RIGHT);
	expect_no_text(v, "set=Style");
	/* What is typed into set= by hand is chosen there too. */
	vt_keys(v, UP UP UP UP UP ENTER "Style=wild" ENTER);
	expect_text(v, "engine.sh wild,set=Style=wild");
	vt_keys(v, "G");
	expect_text(v, "‹ wild ›");
	vt_keys(v, RIGHT);
	expect_no_text(v, "set=Style");
	vt_keys(v, RIGHT "u");
	expect_text(v, "new game");
	vt_keys(v, "p");
	expect_text(v, "ply 1"); /* without the option it plays 1e1d */
	expect_text(v, "1e1b");
	leave(v);
}

/* Two columns each, Gote's behind a v; the columns of the board stay where they are. */
static void
pieces_are_letters_or_kanji(void **state)
{
	static const char *const env[] = { NULL, "NO_COLOR=1" };
	static const char *const files[] = { "5     4     3     2     1",
					     "5   4   3   2   1" };
	for (int i = 0; i < 2; i++) {
		int y, x, file_y, file_x;
		struct vt *v =
			play_start_with("play minishogi --seed 5 -s 1=human -s 2=human",
					24, 80, env[i], NULL);
		expect_text(v, "Sente to move");
		assert_true(vt_find(v, files[i], &file_y, &file_x));
		expect_no_text(v, "\xe6\xad\xa9");
		vt_keys(v, ":set pieces kanji\r");
		expect_text(v, "pieces is kanji");
		expect_text(v,
			    "v\xe7\x8e\x89"); /* Gote's king in the upper right corner */
		assert_true(vt_find(v, "v\xe7\x8e\x89", &y, &x));
		assert_int_equal(vt_cell(v, y, x + 1).text[0], '\xe7');
		assert_int_equal(x + 1, file_x + (i == 0 ? 24 : 16));
		assert_true(vt_find(v, "\xe6\xad\xa9", &y, &x)); /* a pawn */
		assert_true(vt_find(v, files[i], &y, &x));
		assert_int_equal(y, file_y);
		assert_int_equal(x, file_x);
		vt_keys(v, ":set pieces letters\r");
		expect_no_text(v, "\xe7\x8e\x89");
		leave(v);
	}
	struct vt *v = play_start_with("play minishogi --seed 5 -s 1=human -s 2=human",
				       24, 80, "LANG=C", NULL);
	expect_text(v, "Sente to move");
	vt_keys(v, ":set pieces kanji\r");
	expect_text(v, "pieces is kanji");
	expect_text(v, " r   b   s   g   k "); /* as before: there is no kanji in ASCII */
	leave(v);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_whole_game_is_played_with_keys,
						play_setup, play_teardown),
		cmocka_unit_test_setup_teardown(a_whole_game_is_played_with_the_mouse,
						play_setup, play_teardown),
		cmocka_unit_test_setup_teardown(pieces_are_letters_or_kanji, play_setup,
						play_teardown),
		cmocka_unit_test_setup_teardown(the_table_says_what_happens, play_setup,
						play_teardown),
		cmocka_unit_test_setup_teardown(an_engine_that_dies_costs_no_game,
						play_setup, play_teardown),
		cmocka_unit_test_setup_teardown(an_engine_is_asked_for_its_options,
						play_setup, play_teardown),
		cmocka_unit_test_setup_teardown(the_help_answers_no_question, play_setup,
						play_teardown),
		cmocka_unit_test_setup_teardown(a_program_of_the_store_is_asked_about,
						play_setup, play_teardown),
		cmocka_unit_test_setup_teardown(a_program_of_a_record_is_asked_about,
						play_setup, play_teardown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
