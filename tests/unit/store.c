/* store.c - saved games: what was saved is there, also after a kill, also in a bad
 * file. */
#include "src/core/store.h"
#include "tests/unit/toy.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <grp.h>
#include <signal.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char path[128];

static int
fresh_path(void **state)
{
	static const char *const ends[] = { "", "-wal", "-shm", "-journal", "-held" };
	for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
		snprintf(path, sizeof path, "%s/games.db%s", toy_directory(), ends[i]);
		unlink(path);
	}
	snprintf(path, sizeof path, "%s/games.db", toy_directory());
	return 0;
}

static struct store *
open_store(void)
{
	struct status st = { 0 };
	struct store *db = store_open(path, &st);
	if (!db)
		fail_msg("%s", st.text);
	return db;
}

static void
open_match(struct match *m, const char *first, uint64_t seed)
{
	struct setup s = toy_table(2, "count", seed);
	assert_true(setup_player(&s, &toy_catalog, 0, first, NULL));
	match_open(m, &s);
}

static void
a_saved_game_comes_back_move_by_move(void **state)
{
	struct store *db = open_store();
	struct match m, again;
	struct status st = { 0 };
	open_match(&m, "human", 3);
	for (int i = 0; i < 20; i++) {
		assert_true(store_save(db, &m, &st));
		assert_true(m.id > 0);
		assert_true(store_load(db, m.id, &toy_catalog, &again, &st));
		assert_int_equal(again.at, m.at);
		assert_int_equal(again.id, m.id);
		assert_true(game_state_hash(&m.setup.game, &m.states[m.at]) ==
			    game_state_hash(&again.setup.game, &again.states[again.at]));
		match_close(&again);
		toy_play_on(&m, 1, 5);
	}
	struct store_row rows[4];
	assert_int_equal(store_list(db, NULL, false, rows, 4, NULL), 1);
	match_close(&m);
	store_close(db);
}

static void
the_list_is_newest_first_and_knows_what_is_open(void **state)
{
	struct store *db = open_store();
	struct match m[3];
	struct store_row rows[5];
	for (int i = 0; i < 3; i++) {
		open_match(&m[i], "human", (uint64_t)i);
		assert_true(store_save(db, &m[i], NULL));
	}
	toy_play_on(&m[0], 1000, 1);
	assert_true(store_save(db, &m[0], NULL));
	assert_int_equal(store_list(db, NULL, false, rows, 5, NULL), 3);
	assert_int_equal(rows[0].id, m[0].id);
	assert_int_equal(rows[1].id, m[2].id);
	assert_int_equal(rows[2].id, m[1].id);
	assert_true(rows[0].over && !rows[1].over);
	assert_int_equal(rows[0].plies, m[0].at); /* deals too: as in the record */
	assert_string_equal(rows[0].title, "Ann human, Bob count");
	assert_non_null(strstr(rows[0].result, "Ann"));
	assert_int_equal(store_list(db, "toy-game", true, rows, 5, NULL), 2);
	assert_int_equal(store_list(db, "hearts", false, rows, 5, NULL), 0);
	assert_int_equal(store_list(db, NULL, false, rows, 2, NULL), 2);
	assert_true(store_delete(db, m[1].id, NULL));
	assert_int_equal(store_list(db, NULL, false, rows, 5, NULL), 2);
	for (int i = 0; i < 3; i++)
		match_close(&m[i]);
	store_close(db);
}

static void
rows_say_who_played_and_won(void **state)
{
	struct store *db = open_store();
	struct store_row row[7];
	int won = 0, told = 0, persons = 0;
	for (uint64_t i = 0; i < 6; i++) {
		struct match m;
		open_match(&m, i < 5 ? "human" : "count", i);
		if (i > 0)
			toy_play_on(&m, 1000, i);
		won += i > 0 && i < 5 && (match_winners(&m) & 1);
		assert_true(store_save(db, &m, NULL));
		match_close(&m);
	}
	assert_int_equal(store_list(db, NULL, false, row, 7, NULL), 6);
	assert_int_equal(row[0].persons, 0); /* the newest */
	for (int i = 0; i < 6; i++) {
		told += row[i].won;
		persons += row[i].persons;
	}
	assert_int_equal(told, won);
	assert_int_equal(persons, 5);
	assert_true(won > 0 && won < 5); /* else the test says nothing */
	store_close(db);
}

static void
settings_are_remembered(void **state)
{
	struct store *db = open_store();
	char out[32];
	assert_false(store_get(db, "theme", out, sizeof out));
	assert_true(store_set(db, "theme", "dark", NULL));
	assert_true(store_set(db, "theme", "it's light", NULL));
	store_close(db);
	db = open_store();
	assert_true(store_get(db, "theme", out, sizeof out));
	assert_string_equal(out, "it's light");
	store_close(db);
}

/* A child saves after every move and is killed; what it saved last is there. */
static void
a_kill_loses_nothing_that_was_saved(void **state)
{
	int told[2];
	char byte;
	assert_int_equal(pipe(told), 0);
	pid_t child = fork();
	if (child == 0) {
		struct store *db = open_store();
		struct match m;
		open_match(&m, "human", 3);
		toy_play_on(&m, 4, 5);
		if (store_save(db, &m, NULL) && write(told[1], "x", 1) == 1)
			for (;;)
				pause();
		_exit(1);
	}
	close(told[1]);
	assert_int_equal(read(told[0], &byte, 1), 1);
	kill(child, SIGKILL);
	waitpid(child, NULL, 0);
	close(told[0]);
	struct store *db = open_store();
	struct store_row row;
	assert_int_equal(store_list(db, NULL, true, &row, 1, NULL), 1);
	assert_int_equal(row.plies, 7); /* three deals among them */
	store_close(db);
}

static void
two_programs_save_into_one_file(void **state)
{
	struct store *a = open_store(), *b = open_store();
	struct match m, n;
	struct store_row rows[4];
	open_match(&m, "human", 1);
	open_match(&n, "human", 2);
	assert_true(store_save(a, &m, NULL));
	assert_true(store_save(b, &n, NULL));
	assert_true(m.id != n.id);
	assert_true(store_save(a, &m, NULL));
	assert_int_equal(store_list(b, NULL, false, rows, 4, NULL), 2);
	assert_true(store_delete(b, m.id, NULL));
	assert_true(store_save(a, &m, NULL)); /* the game goes on: it is saved again */
	assert_int_equal(store_list(b, NULL, false, rows, 4, NULL), 2);
	match_close(&m);
	match_close(&n);
	store_close(a);
	store_close(b);
}

/* ---- one game, one program ---- */

static void
expect_refused(bool done, struct status *st, const char *words)
{
	assert_false(done);
	if (!strstr(st->text, words))
		fail_msg("%s", st->text);
	*st = (struct status){ 0 };
}

static void
a_game_is_held_by_one_program(void **state)
{
	static const char elsewhere[] = "is being played in another plyscope";
	struct store *a = open_store(), *b = open_store();
	struct match m, n;
	struct status st = { 0 };
	open_match(&m, "human", 1);
	open_match(&n, "human", 2);
	assert_true(store_save(a, &m, &st));
	assert_true(store_save(a, &n, &st));
	assert_true(store_hold(a, m.id, &st));
	expect_refused(store_hold(a, m.id, &st), &st, "at another table");
	expect_refused(store_hold(b, m.id, &st), &st, elsewhere);
	expect_refused(store_save(b, &m, &st), &st, elsewhere);
	expect_refused(store_delete(b, m.id, &st), &st, elsewhere);
	assert_true(store_save(a, &m, &st));
	assert_true(store_hold(b, n.id, &st)); /* another game is free */
	assert_true(store_save(b, &n, &st));
	store_release(a, m.id);
	assert_true(store_hold(b, m.id, &st));
	assert_true(store_save(b, &m, &st));
	expect_refused(store_hold(a, m.id, &st), &st, elsewhere);
	store_close(b); /* lets go of all */
	assert_true(store_hold(a, m.id, &st));
	assert_true(store_hold(a, n.id, &st));
	store_close(a);
	match_close(&m);
	match_close(&n);
}

/* A child holds a game and is killed with kill -9. */
static void
a_dead_program_holds_nothing(void **state)
{
	int told[2];
	char byte;
	struct match m;
	struct status st = { 0 };
	struct store *db = open_store();
	open_match(&m, "human", 3);
	assert_true(store_save(db, &m, &st));
	assert_int_equal(pipe(told), 0);
	pid_t child = fork();
	if (child == 0) {
		struct store *mine = open_store();
		if (store_hold(mine, m.id, NULL) && write(told[1], "x", 1) == 1)
			for (;;)
				pause();
		_exit(1);
	}
	close(told[1]);
	assert_int_equal(read(told[0], &byte, 1), 1);
	const bool alone = store_hold(db, m.id, NULL);
	kill(child, SIGKILL);
	waitpid(child, NULL, 0);
	close(told[0]);
	assert_false(alone);
	assert_true(store_hold(db, m.id, &st));
	store_close(db);
	match_close(&m);
}

/* ---- versions ---- */

static void
run_sql(const char *sql)
{
	sqlite3 *db;
	assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
	if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK)
		fail_msg("%s: %s", sql, sqlite3_errmsg(db));
	sqlite3_close(db);
}

static int
ask_number(const char *sql)
{
	sqlite3 *db;
	sqlite3_stmt *q;
	assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
	assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &q, NULL), SQLITE_OK);
	assert_int_equal(sqlite3_step(q), SQLITE_ROW);
	const int n = sqlite3_column_int(q, 0);
	sqlite3_finalize(q);
	sqlite3_close(db);
	return n;
}

/* As version 0 was, with a game. */
static void
write_version_0(void)
{
	run_sql("PRAGMA journal_mode=WAL;"
		"CREATE TABLE games (id INTEGER PRIMARY KEY AUTOINCREMENT,"
		" game TEXT NOT NULL, started TEXT NOT NULL, updated TEXT NOT NULL,"
		" title TEXT NOT NULL, result TEXT NOT NULL, plies INTEGER NOT NULL,"
		" over INTEGER NOT NULL, won INTEGER NOT NULL, record TEXT NOT NULL,"
		" stamp INTEGER NOT NULL);"
		"CREATE INDEX games_stamp ON games (stamp);"
		"CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL);"
		"INSERT INTO settings VALUES ('theme', 'light');"
		"INSERT INTO games VALUES (5, 'toy-game', 'then', 'later', 'a title', '',"
		" 2, 0, 0, '[Game \"toy-game\"]'||char(10)||'A pick 3', 9);");
}

static void
an_old_store_is_brought_up_to_date(void **state)
{
	struct match m;
	struct status st = { 0 };
	char theme[16];
	write_version_0();
	struct store *db = open_store();
	assert_true(store_load(db, 5, &toy_catalog, &m, &st));
	assert_int_equal(m.plies[1].m, 3);
	assert_true(store_save(db, &m, &st));
	assert_true(store_get(db, "theme", theme, sizeof theme));
	assert_string_equal(theme, "light");
	assert_true(store_run(db, "a table that version 0 need not have", &st) > 0);
	store_close(db);
	assert_int_equal(ask_number("PRAGMA user_version"), 1);
	match_close(&m);
}

static void
a_newer_store_is_left_alone_and_said(void **state)
{
	struct status st = { 0 };
	store_close(open_store());
	run_sql("PRAGMA journal_mode=DELETE; PRAGMA user_version=2");
	expect_refused(store_open(path, &st) != NULL, &st,
		       "games.db: cannot open the saved games: written by a newer "
		       "plyscope (version 2, this one knows 1)");
	expect_refused(store_open_to_read(path, &st) != NULL, &st,
		       "written by a newer plyscope");
	assert_int_equal(ask_number("PRAGMA user_version"), 2);
	unsigned char head[20] = { 0 }; /* bytes 18 and 19: 1 without a log, 2 with one */
	FILE *f = fopen(path, "rb");
	assert_non_null(f);
	assert_int_equal(fread(head, 1, sizeof head, f), sizeof head);
	fclose(f);
	assert_int_equal(head[18], 1);
}

/* ---- reading only ---- */

static void
nothing_is_made_to_read(void **state)
{
	struct status st = { 0 };
	struct store_row row;
	assert_null(store_open_to_read(path, &st));
	assert_false(st.failed);
	assert_int_not_equal(access(path, F_OK), 0);
	write_version_0();
	struct store *db = store_open_to_read(path, &st);
	assert_non_null(db);
	assert_int_equal(store_list(db, NULL, false, &row, 1, &st), 1);
	assert_int_equal(row.id, 5);
	store_close(db);
	assert_int_equal(ask_number("PRAGMA user_version"), 0);
}

/* In a child that may not write there, also when the test runs as root. */
static int
list_as_nobody(void)
{
	struct status st = { 0 };
	struct store_row row[4];
	if (getuid() == 0 &&
	    (setgroups(0, NULL) != 0 || setgid(65534) != 0 || setuid(65534) != 0))
		return 90;
	if (access(toy_directory(), W_OK) == 0)
		return 91;
	if (store_open(path, NULL) != NULL)
		return 92;
	struct store *db = store_open_to_read(path, &st);
	const int n = db ? store_list(db, NULL, false, row, 4, &st) : -2;
	store_close(db);
	if (n < 0)
		printf("# %s\n", st.text);
	return n < 0 ? 93 : n;
}

static int
run_as_nobody(void)
{
	int status;
	fflush(stdout);
	assert_int_equal(chmod(toy_directory(), 0555), 0);
	const pid_t child = fork();
	if (child == 0) {
		const int n = list_as_nobody();
		fflush(stdout);
		_exit(n);
	}
	waitpid(child, &status, 0);
	assert_int_equal(chmod(toy_directory(), 0700), 0);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void
a_place_that_cannot_be_written_is_read(void **state)
{
	static const char *const ends[] = { "", "-wal", "-shm" };
	struct match m;
	int told[2];
	char byte;
	struct store *db = open_store();
	open_match(&m, "human", 1);
	assert_true(store_save(db, &m, NULL));
	store_close(db);
	assert_int_equal(chmod(path, 0444), 0);
	assert_int_equal(run_as_nobody(), 1); /* its log is gone */
	assert_int_equal(chmod(path, 0644), 0);
	m.id = 0;
	assert_int_equal(pipe(told), 0);
	const pid_t child = fork(); /* a program that is killed leaves its log */
	if (child == 0) {
		struct store *mine = open_store();
		if (store_save(mine, &m, NULL) && write(told[1], "x", 1) == 1)
			for (;;)
				pause();
		_exit(1);
	}
	assert_int_equal(read(told[0], &byte, 1), 1);
	kill(child, SIGKILL);
	waitpid(child, NULL, 0);
	close(told[0]);
	close(told[1]);
	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
		char name[140];
		snprintf(name, sizeof name, "%s%s", path, ends[i]);
		assert_int_equal(chmod(name, 0444), 0);
	}
	assert_int_equal(run_as_nobody(), 2); /* the last game is in the log */
	match_close(&m);
}

/* ---- damage ---- */

static void
write_file(const char *content, size_t length, long at)
{
	FILE *f = fopen(path, at ? "r+b" : "wb");
	assert_non_null(f);
	fseek(f, at, SEEK_SET);
	assert_int_equal(fwrite(content, 1, length, f), length);
	fclose(f);
}

static void
a_damaged_file_is_one_clear_message(void **state)
{
	char junk[8192];
	struct status st = { 0 };
	memset(junk, 'x', sizeof junk);
	write_file(junk, sizeof junk, 0);
	assert_null(store_open(path, &st));
	assert_non_null(strstr(st.text,
			       "games.db: cannot open the saved games: the file is "
			       "damaged"));
	fresh_path(NULL);
	struct store *db = open_store();
	struct match m;
	open_match(&m, "human", 1);
	assert_true(store_save(db, &m, NULL));
	store_close(db);
	write_file(junk, sizeof junk, 4096); /* the header stays, the tables go */
	st = (struct status){ 0 };
	db = store_open(path, &st);
	if (db) {
		assert_false(store_save(db, &m, &st));
		store_close(db);
	}
	assert_true(st.text[0]);
	match_close(&m);
}

/* What cannot be listed is no empty list. */
static void
a_damaged_table_is_said_by_every_list(void **state)
{
	char junk[4096];
	struct match m;
	struct store_row row[40];
	struct status st = { 0 };
	struct store *db = open_store();
	for (int i = 0; i < 40; i++) { /* over several pages */
		open_match(&m, "human", 1);
		toy_play_on(&m, 1000, 1);
		assert_true(store_save(db, &m, &st));
		match_close(&m);
	}
	store_close(db);
	memset(junk, 'x', sizeof junk);
	for (int page = 2; page <= ask_number("PRAGMA page_count") - 1; page++)
		write_file(junk, sizeof junk, page * 4096L);
	db = store_open_to_read(path, &st);
	assert_non_null(db);
	assert_int_equal(store_list(db, NULL, false, row, 40, &st), -1);
	assert_non_null(strstr(st.text, "the saved games cannot be read: the file is "
					"damaged"));
	store_close(db);
}

static void
a_place_that_cannot_be_written_is_said(void **state)
{
	struct status st = { 0 };
	assert_null(store_open("/proc/nowhere/games.db", &st));
	assert_non_null(
		strstr(st.text, "/proc/nowhere/games.db: cannot open the saved games"));
	st = (struct status){ 0 };
	assert_null(store_open(toy_directory(), &st));
	assert_true(st.text[0]);
}

static void
the_users_directory_is_made(void **state)
{
	char home[96];
	struct status st = { 0 };
	struct stat s;
	snprintf(home, sizeof home, "%s/share", toy_directory());
	setenv("XDG_DATA_HOME", home, 1);
	struct store *db = store_open(NULL, &st);
	assert_non_null(db);
	store_close(db);
	snprintf(path, sizeof path, "%s/plyscope/plyscope.db", home);
	assert_int_equal(stat(path, &s), 0);
	unlink(path);
	snprintf(path, sizeof path, "%s/plyscope", home);
	assert_int_equal(stat(path, &s), 0);
	assert_int_equal(s.st_mode & 0777, 0700);
	assert_int_equal(rmdir(path), 0);
	assert_int_equal(rmdir(home), 0);
	unsetenv("XDG_DATA_HOME");
	setenv("HOME", "", 1);
	assert_null(store_open(NULL, &st));
	assert_non_null(strstr(st.text, "HOME is not set"));
}

static void
without_a_store_nothing_happens(void **state)
{
	struct match m;
	struct store_row row;
	struct status st = { 0 };
	char out[8];
	open_match(&m, "human", 1);
	assert_false(store_save(NULL, &m, &st));
	assert_int_equal(store_list(NULL, NULL, false, &row, 1, NULL), 0);
	assert_false(store_get(NULL, "theme", out, sizeof out));
	match_close(&m);
	assert_false(store_load(NULL, 1, &toy_catalog, &m, &st));
	store_close(NULL);
	struct store *db = open_store();
	st = (struct status){ 0 };
	assert_false(store_load(db, 77, &toy_catalog, &m, &st));
	assert_string_equal(st.text, "there is no saved game 77");
	store_close(db);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, fresh_path, fresh_path)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_saved_game_comes_back_move_by_move),
		TEST(the_list_is_newest_first_and_knows_what_is_open),
		TEST(rows_say_who_played_and_won),
		TEST(settings_are_remembered),
		TEST(a_kill_loses_nothing_that_was_saved),
		TEST(two_programs_save_into_one_file),
		TEST(a_game_is_held_by_one_program),
		TEST(a_dead_program_holds_nothing),
		TEST(an_old_store_is_brought_up_to_date),
		TEST(a_newer_store_is_left_alone_and_said),
		TEST(nothing_is_made_to_read),
		TEST(a_place_that_cannot_be_written_is_read),
		TEST(a_damaged_file_is_one_clear_message),
		TEST(a_damaged_table_is_said_by_every_list),
		TEST(a_place_that_cannot_be_written_is_said),
		TEST(the_users_directory_is_made),
		TEST(without_a_store_nothing_happens),
	};
	int failed = cmocka_run_group_tests_name("store", tests, NULL, NULL);
	rmdir(toy_directory());
	return failed;
}
