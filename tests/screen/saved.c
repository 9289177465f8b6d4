/*
 * saved.c - what has been saved, at two terminals and on the screens that list it.
 */
#include "tests/screen/play.h"

#include <sqlite3.h>

#define TABLE "play abalone --seed 12 -s 2=easy"

static void
run_sql(const char *sql)
{
	char path[100];
	sqlite3 *db;
	snprintf(path, sizeof path, "%s/plyscope/plyscope.db", play_home);
	assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
	if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK)
		fail_msg("%s: %s", sql, sqlite3_errmsg(db));
	sqlite3_close(db);
}

/* The second program is told, may look, and plays on in a game of its own. */
static void
two_programs_do_not_overwrite_each_other(void **state)
{
	struct vt *a = play_start(TABLE, 24, 80);
	expect_text(a, "Enter play");
	vt_keys(a, ":A1B1\r");
	expect_text(a, "ply 2");
	struct vt *b = play_start("play --resume 1", 24, 80);
	expect_text(b, "game 1 is being played in another plyscope");
	expect_text(b, "ply 2");
	leave(b);
	leave(a);
	b = play_start("play --resume 1", 24, 80);
	expect_text(b, "ply 2");
	expect_no_text(b, "another plyscope");
	leave(b);
}

/* kill -9 leaves no lock behind. */
static void
the_game_of_a_dead_program_is_free(void **state)
{
	struct vt *a = play_start(TABLE, 24, 80);
	expect_text(a, "Enter play");
	vt_keys(a, ":A1B1\r");
	expect_text(a, "ply 2");
	vt_signal(a, SIGKILL);
	expect_exit(a, 128 + SIGKILL);
	vt_close(a);
	struct vt *b = play_start("play --resume 1", 24, 80);
	expect_text(b, "ply 2");
	expect_no_text(b, "another plyscope");
	leave(b);
}

static void
a_save_that_fails_is_said_and_so_is_one_that_works_again(void **state)
{
	struct vt *v = play_start("play abalone --seed 12 -s 1=human -s 2=human", 24, 80);
	expect_text(v, "Enter play");
	vt_keys(v, ":A1B1\r");
	expect_text(v, "ply 1");
	run_sql("CREATE TRIGGER stop BEFORE INSERT ON games"
		" BEGIN SELECT raise(FAIL, 'no room'); END");
	vt_keys(v, ":I9H9\r");
	expect_text(v, "not saved, to be tried again");
	run_sql("DROP TRIGGER stop");
	vt_keys(v, ":B1C1\r");
	expect_text(v, "saved again, with all moves");
	leave(v);
}

/* The moves of others do not wipe it away, and whoever leaves then has lost moves: status 1. */
static void
a_save_that_failed_stays_said_and_ends_with_status_1(void **state)
{
	struct vt *v = play_start(TABLE, 24, 80);
	expect_text(v, "Enter play");
	vt_keys(v, ":A1B1\r");
	expect_text(v, "ply 2");
	run_sql("CREATE TRIGGER stop BEFORE INSERT ON games"
		" BEGIN SELECT raise(FAIL, 'no room'); END");
	vt_keys(v, ":B1C1\r");
	expect_text(v, "ply 4");
	expect_text(v, "not saved, to be tried again");
	vt_keys(v, RIGHT);
	vt_keys(v, "Q");
	expect_exit(v, 1);
	assert_true(on_screen(v, "are not saved"));
	vt_close(v);
}

/* Your own games apart from watched ones, and who won. */
static void
own_games_stand_apart_from_watched_ones(void **state)
{
	static const int sizes[][2] = { { 24, 80 }, { 40, 120 } };
	struct vt *v = play_start("watch goofspiel --seed 1 -s 1=easy -s 2=easy "
				  "-o cards=4 --delay 1",
				  24, 80);
	expect_text(v, "game over");
	leave(v);
	v = play_start("play hearts --seed 5 -o passing=off -o hands=2 -s N=easy "
		       "-s E=easy -s W=easy --delay 1ms",
		       24, 80);
	expect_text(v, "your turn");
	vt_keys(v, "Fgame\r");
	expect_text(v, "game over");
	const bool won = on_screen(v, "You win.");
	leave(v);
	for (int i = 0; i < 2; i++) {
		v = play_start("", sizes[i][0], sizes[i][1]);
		expect_text(v, "Play Hearts");
		vt_keys(v, ":history\r");
		expect_text(v, "[mine 1]");
		expect_text(v, "Hearts");
		assert_false(on_screen(v, "Goofspiel"));
		expect_text(v, won ? "you won: " : " wins: ");
		vt_keys(v, "\t");
		expect_text(v, "[watched 1]");
		expect_text(v, "Goofspiel");
		assert_false(on_screen(v, "you won"));
		vt_keys(v, "p");
		expect_text(v, "my results");
		expect_text(v, "hearts");
		expect_text(v, "against easy");
		expect_text(v, "week of ");
		assert_false(on_screen(v, "goofspiel"));
		expect_text(v, "Nothing yet: v at the table");
		leave(v);
	}
}

/* A judgement adds its comments to what is saved: the game stays over and whole. */
static void
a_judged_game_stays_in_the_history(void **state)
{
	struct vt *v = play_start("watch chinese-checkers --seed 1 -o seats=2 -o size=2 "
				  "-s 1=greedy -s 2=greedy --delay 0",
				  24, 80);
	expect_text(v, "Play again");
	vt_keys(v, ":history\r");
	expect_text(v, "1 game");
	vt_keys(v, "\r");
	expect_text(v, "replay");
	vt_keys(v, "A");
	expect_text(v, "are judged");
	vt_keys(v, ":history\r");
	expect_text(v, "1 game");
	expect_text(v, "wins:");
	leave(v);
}

/* Pages are overwritten: the screen says so, and does not say that there are no games. */
static void
a_damaged_store_is_said_on_the_screens(void **state)
{
	char path[100], junk[4096];
	struct vt *v =
		play_start("watch abalone --seed 1 -s 1=random -s 2=random --delay 0", 24,
			   80);
	expect_text(v, "ply 1");
	leave(v);
	run_sql("PRAGMA journal_mode=DELETE");
	snprintf(path, sizeof path, "%s/plyscope/plyscope.db", play_home);
	FILE *f = fopen(path, "r+b");
	assert_non_null(f);
	assert_int_equal(fseek(f, 0, SEEK_END), 0);
	const long size = ftell(f);
	memset(junk, 'x', sizeof junk);
	for (long at = 4096; at < size; at += 4096) {
		fseek(f, at, SEEK_SET);
		assert_int_equal(fwrite(junk, sizeof junk, 1, f), 1);
	}
	fclose(f);
	v = play_start("", 24, 120);
	expect_text(v, "the saved games cannot be read");
	vt_keys(v, ":history\r");
	expect_no_text(v, "No game has been finished");
	expect_text(v, "the saved games cannot be read");
	leave(v);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, play_setup, play_teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(two_programs_do_not_overwrite_each_other),
		TEST(the_game_of_a_dead_program_is_free),
		TEST(a_save_that_fails_is_said_and_so_is_one_that_works_again),
		TEST(a_save_that_failed_stays_said_and_ends_with_status_1),
		TEST(own_games_stand_apart_from_watched_ones),
		TEST(a_judged_game_stays_in_the_history),
		TEST(a_damaged_store_is_said_on_the_screens),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
