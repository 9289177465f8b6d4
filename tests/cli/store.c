/*
 * store.c - what has been saved, from outside: games of trees with any names from any folder, a
 * store that is damaged or new, and what a killed program leaves.
 */
#include "tests/cli/scratch.h"

#include <glob.h>
#include <sqlite3.h>
#include <sys/stat.h>

/* `plyscope COMMAND` in a folder of the test, with a store of its own; `input` is typed. */
static struct ran
run_in(const char *folder, const char *input, const char *command)
{
	char before[300];
	const char *program = getenv("PLYSCOPE");
	char *whole = realpath(program ? program : "build/plyscope", NULL);
	assert_non_null(whole);
	setenv("PLYSCOPE", whole, 1);
	free(whole);
	snprintf(before, sizeof before,
		 "cd '%s/%s' && printf '%%s\\n' '%s' | XDG_DATA_HOME='%s'", directory,
		 folder, input, directory);
	return run_with(before, command, "");
}

static void
expect_done(const char *folder, const char *input, const char *command, const char *words)
{
	struct ran r = run_in(folder, input, command);
	expect_status(&r, 0, command);
	if (!strstr(r.out.s, words))
		print_message("# %s: no \"%s\" in\n%s\n", command, words, r.out.s);
	assert_non_null(strstr(r.out.s, words));
	ran_free(&r);
}

/* The store, to be changed behind the program's back. */
static void
run_sql(const char *sql)
{
	sqlite3 *db;
	assert_int_equal(sqlite3_open(path("plyscope/plyscope.db"), &db), SQLITE_OK);
	if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK)
		fail_msg("%s: %s", sql, sqlite3_errmsg(db));
	sqlite3_close(db);
}

static int
fresh_store(void **state)
{
	char command[200];
	snprintf(command, sizeof command, "rm -rf '%s'/*", directory);
	return system(command) != 0 || mkdir(path("here"), 0700) != 0 ||
	       mkdir(path("there"), 0700) != 0;
}

/* The moves' names, as JSON writes them; what a person types, and DOT writes. */
static const struct {
	const char *json, *text, *dot;
} hostile[] = {
	{ "a{b", "a{b", "a{b" },
	{ "{x}", "{x}", "{x}" },
	{ "}", "}", "}" },
	{ "\\\"q\\\"", "\"q\"", "\\\"q\\\"" },
	{ "b\\\\s\\\\", "b\\s\\", "b\\\\s\\\\" },
	{ "\\u00e9\\u2014\\u540d", "\u00e9\u2014\u540d", "\u00e9\u2014\u540d" },
	{ "abcdefghijklmnopqrstuvwxyz{", "abcdefghijklmnopqrstuvwxyz{",
	  "abcdefghijklmnopqrstuvwxyz{" },
};
#define HOSTILE (sizeof hostile / sizeof *hostile)

/* Two turns with all names at each, the person's and the search's. */
static void
write_tree(void)
{
	struct text t = { 0 }, names = { 0 };
	for (size_t i = 0; i < HOSTILE; i++)
		text_add(&names, "%s\"%s\"", i ? "," : "", hostile[i].json);
	text_add(&t, "{\"players\":2,\"tree\":{\"p\":0,\"moves\":[%s],\"c\":[", names.s);
	for (size_t i = 0; i < HOSTILE; i++) {
		text_add(&t, "%s{\"p\":1,\"moves\":[%s],\"c\":[", i ? "," : "", names.s);
		for (size_t k = 0; k < HOSTILE; k++)
			text_add(&t, "%s{\"p\":0,\"c\":[{\"v\":[0,%zu]}]}", k ? "," : "",
				 k == i ? HOSTILE : k);
		text_add(&t, "]}");
	}
	text_add(&t, "]}}");
	write_file("here/names.json", t.s);
	text_free(&t);
	text_free(&names);
}

/* Played in one folder, gone on with in another one after the file has gone, and replayed. */
static void
hostile_names_are_saved_resumed_and_replayed(void **state)
{
	for (size_t i = 0; i < HOSTILE; i++) {
		char command[100], said[100];
		write_tree();
		expect_done("here", hostile[i].text,
			    "play tree -o file=names.json --plain -s 2=maxn:depth=4",
			    "Saved: the game can be resumed.");
		assert_int_equal(unlink(path("here/names.json")), 0);
		snprintf(command, sizeof command, "play --resume %zu --plain", i + 1);
		expect_done("there", "1", command, "The game is over.");
		/* the search has answered with the same name: it is worth most */
		snprintf(said, sizeof said, "    2  2  %s", hostile[i].text);
		snprintf(command, sizeof command, "history %zu", i + 1);
		struct ran r = run_in("there", "", command);
		expect_status(&r, 0, command);
		write_file("there/game.ply", r.out.s);
		ran_free(&r);
		expect_done("there", "", "replay game.ply --plain", said);
	}
}

static void
hostile_names_are_in_json_and_dot(void **state)
{
	write_tree();
	struct ran r = run_in("here", "",
			      "search tree -o file=names.json -a maxn:table=off,depth=3 "
			      "--json --tree names.dot");
	expect_status(&r, 0, "search");
	json_t *o = json_loads(r.out.s, 0, NULL);
	json_t *moves = json_object_get(o, "moves");
	struct text dot = { 0 };
	assert_int_equal(json_array_size(moves), HOSTILE);
	assert_true(text_read_file(&dot, path("here/names.dot"), 1 << 20));
	for (size_t i = 0; i < HOSTILE; i++) {
		char label[100];
		json_t *name = json_object_get(json_array_get(moves, i), "move");
		assert_string_equal(json_string_value(name), hostile[i].text);
		snprintf(label, sizeof label, "[label=\"P1 %s\\n", hostile[i].dot);
		if (!strstr(dot.s, label))
			fail_msg("no %s", label);
	}
	text_free(&dot);
	json_decref(o);
	ran_free(&r);
}

#define GAME \
	"play hearts --plain --seed 1 -s 1=easy -s 2=easy -s 3=easy -s 4=easy -o to=1 " \
	"--delay 0"

static void
expect_refusal(const char *command, int status, const char *words)
{
	struct ran r = run_in("here", "", command);
	expect_status(&r, status, command);
	assert_string_equal(r.out.s, "");
	if (!strstr(r.err.s, words))
		print_message("# %s: %s\n", command, r.err.s);
	assert_non_null(strstr(r.err.s, words));
	assert_non_null(strchr(r.err.s, '\n'));
	assert_int_equal(strchr(r.err.s, '\n')[1], '\0');
	ran_free(&r);
}

static void
a_damaged_store_is_not_an_empty_one(void **state)
{
	static const char *const commands[] = { "history", "history --json", "stats",
						"history 1", "play --resume 1 --plain" };
	char junk[4096];
	expect_done("here", "", "history", "nothing has been played here yet");
	expect_done("here", "", GAME, "The game is over.");
	expect_done("here", "", "history", "hearts");
	run_sql("PRAGMA journal_mode=DELETE");
	struct stat s;
	assert_int_equal(stat(path("plyscope/plyscope.db"), &s), 0);
	memset(junk, 'x', sizeof junk);
	FILE *f = fopen(path("plyscope/plyscope.db"), "r+b"); /* all but the first page */
	assert_non_null(f);
	for (long at = 4096; at < s.st_size; at += 4096) {
		fseek(f, at, SEEK_SET);
		assert_int_equal(fwrite(junk, sizeof junk, 1, f), 1);
	}
	fclose(f);
	for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
		expect_refusal(commands[i], 1, "the file is damaged");
}

static void
a_newer_store_is_refused(void **state)
{
	expect_done("here", "", GAME, "The game is over.");
	run_sql("PRAGMA user_version=99");
	expect_refusal("history", 1, "written by a newer plyscope");
	struct ran r = run_in("here", "", GAME); /* it is played, and not saved */
	expect_status(&r, 0, GAME);
	assert_non_null(strstr(r.err.s, "nothing will be saved: "));
	assert_non_null(strstr(r.err.s, "written by a newer plyscope"));
	ran_free(&r);
}

/* The saved games can be read, but their tables cannot be made whole: nothing is saved. */
static void
a_game_that_goes_on_unsaved_is_not_called_saved(void **state)
{
	static const char begin[] = "play abalone --plain --seed 3 -s 2=easy",
			  resume[] = "play --resume 1 --plain";
	expect_done("here", "A1B1", begin, "Saved: the game can be resumed.");
	run_sql("DROP INDEX games_stamp; CREATE TABLE games_stamp (x);"
		"PRAGMA user_version=0");
	struct ran r = run_in("here", "A2B2", resume);
	expect_status(&r, 0, resume);
	assert_non_null(strstr(r.err.s, "nothing will be saved: "));
	assert_null(strstr(r.out.s, "Saved:"));
	assert_non_null(
		strstr(r.out.s, "Not saved: the file of saved games cannot be written."));
	ran_free(&r);
}

/* A limit of file sizes ends no program: the game is played, and not saved. */
static void
a_limit_of_file_sizes_is_told(void **state)
{
	char before[200];
	snprintf(before, sizeof before, "ulimit -f 8; printf '' | XDG_DATA_HOME='%s'",
		 directory);
	struct ran r = run_with(before, "play abalone --plain --seed 3 -s 2=easy", "");
	expect_status(&r, 0, "play");
	assert_non_null(strstr(r.err.s, "nothing will be saved: "));
	ran_free(&r);
}

/* A game that is not over has moves that its person may not know: its record says so, and the whole one
 * is read back. */
static void
an_unfinished_game_is_read_back_whole(void **state)
{
	static const char begin[] = "play hearts --plain --seed 1 --delay 0";
	expect_done("here", "2C KS AS", begin, "Saved: the game can be resumed.");
	struct ran r = run_in("here", "", "history 1");
	expect_status(&r, 0, "history 1");
	write_file("here/mine.ply", r.out.s);
	ran_free(&r);
	expect_refusal("replay mine.ply --plain", 2, "history N --whole");
	r = run_in("here", "", "history 1 --whole");
	expect_status(&r, 0, "history 1 --whole");
	write_file("here/mine.ply", r.out.s);
	ran_free(&r);
	expect_done("here", "", "replay mine.ply --plain", "S  2C+KS+AS");
}

/* A disk without room, here a limit on the size of files: the old file stays as it was. */
static void
a_tree_that_does_not_fit_leaves_the_old_file(void **state)
{
	static const char *const names[] = { "tree.json", "tree.dot", "tree.txt" };
	char left[200];
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		char command[300];
		struct text old = { 0 };
		snprintf(command, sizeof command,
			 "search hearts --seed 1 -a pimc:worlds=4,inner=maxn,depth=2 "
			 "--tree %s",
			 path(names[i]));
		write_file(names[i], "old\n");
		struct ran r = run_with("ulimit -f 8; ", command, "");
		expect_status(&r, 1, command);
		assert_non_null(strstr(r.err.s, "cannot be written: "));
		assert_non_null(strstr(r.out.s, "\nmove ")); /* the search is not lost */
		assert_true(text_read_file(&old, path(names[i]), 100));
		assert_string_equal(old.s, "old\n");
		text_free(&old);
		ran_free(&r);
	}
	snprintf(left, sizeof left, "ls -A '%s' | grep -q draft", directory);
	assert_int_not_equal(system(left), 0);
}

/* Files that are left in the middle of a save go when the match is started again. */
static void
a_killed_match_is_cleaned_up_after(void **state)
{
	static const char match[] =
		"match hearts -o hands=1 -a random -a random --games 6 --records r";
	assert_int_equal(mkdir(path("here/r"), 0700), 0);
	write_file("here/r/hearts-000001.ply.draft-Xy12aB", "[Game \"hea");
	write_file("here/r/notes.txt", "mine");
	struct ran r = run_in("here", "", match);
	expect_status(&r, 0, match);
	ran_free(&r);
	assert_int_not_equal(access(path("here/r/hearts-000001.ply.draft-Xy12aB"), F_OK),
			     0);
	assert_int_equal(access(path("here/r/hearts-000001.ply"), F_OK), 0);
	assert_int_equal(access(path("here/r/notes.txt"), F_OK), 0);
}

/* ---- what an older plyscope wrote -------------------------------------------------------- */

/* Where the files of tests/data/written are: the tests run in the project's folder. */
static char written[200];

/* Every game, with players whose options have gone since, is read and replayed to its end. */
static void
records_of_an_older_program_are_replayed(void **state)
{
	int records = 0;
	glob_t found;
	char pattern[220], command[400];
	snprintf(pattern, sizeof pattern, "%s/*.ply", written);
	assert_int_equal(glob(pattern, 0, NULL, &found), 0);
	for (size_t i = 0; i < found.gl_pathc; i++, records++) {
		struct text t = { 0 };
		char result[100];
		assert_true(text_read_file(&t, found.gl_pathv[i], 1 << 20));
		const char *at = strstr(t.s, "[Result \"");
		assert_non_null(at);
		assert_int_equal(sscanf(at, "[Result \"%99[^\":]", result), 1);
		snprintf(command, sizeof command, "replay '%s' --plain",
			 found.gl_pathv[i]);
		expect_done("here", "", command, result);
		text_free(&t);
	}
	assert_int_equal(records, 18);
	globfree(&found);
}

/* A database is kept as the SQL that makes it. */
static void
restore(const char *database, const char *sql)
{
	char file[220];
	sqlite3 *db;
	struct text t = { 0 };
	snprintf(file, sizeof file, "%s/%s", written, sql);
	assert_true(text_read_file(&t, file, 1 << 20));
	assert_int_equal(sqlite3_open(path(database), &db), SQLITE_OK);
	if (sqlite3_exec(db, t.s, NULL, NULL, NULL) != SQLITE_OK)
		fail_msg("%s: %s", sql, sqlite3_errmsg(db));
	sqlite3_close(db);
	text_free(&t);
}

static void
a_store_of_an_older_program_is_gone_on_with(void **state)
{
	assert_int_equal(mkdir(path("plyscope"), 0700), 0);
	restore("plyscope/plyscope.db", "history.sql");
	expect_done("here", "", "history", "South wins: South 2, North -2");
	expect_done("here", "", "stats", "kuhn");
	expect_done("here", "", "history 1", "6. N f");
	expect_done("here", "quit", "play --resume 1 --plain", "South to choose.");
	expect_done("here", "q", "drill --plain --count 1 --kind open", "2026-11");
}

/* Half of its games are in the file; it once said that another machine plays the others. */
static void
a_match_of_an_older_program_is_gone_on_with(void **state)
{
	static const char match[] =
		"match awari -a random -a greedy --games 4 --seed 3 --csv";
	char command[200];
	restore("here/old.db", "results.sql");
	snprintf(command, sizeof command, "%s --db old.db --resume", match);
	struct ran whole = run_in("here", "", match),
		   resumed = run_in("here", "", command);
	expect_status(&whole, 0, match);
	expect_status(&resumed, 0, command);
	sqlite3 *db; /* it was that run, and no new one */
	sqlite3_stmt *row;
	assert_int_equal(sqlite3_open(path("here/old.db"), &db), SQLITE_OK);
	assert_int_equal(sqlite3_prepare_v2(db, "SELECT max(run), count(*) FROM results",
					    -1, &row, NULL),
			 SQLITE_OK);
	assert_int_equal(sqlite3_step(row), SQLITE_ROW);
	assert_int_equal(sqlite3_column_int(row, 0), 1);
	assert_int_equal(sqlite3_column_int(row, 1), 4);
	sqlite3_finalize(row);
	sqlite3_close(db);
	for (int i = 0; i < 2; i++) { /* games, won, drawn, lost */
		const char *player =
			i ? "\n\"greedy\",4,4,0,0," : "\n\"random\",4,0,0,4,";
		const char *a = strstr(whole.out.s, player),
			   *b = strstr(resumed.out.s, player);
		assert_non_null(a);
		assert_non_null(b);
	}
	ran_free(&whole);
	ran_free(&resumed);
}

#define TEST(f) cmocka_unit_test_setup(f, fresh_store)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(hostile_names_are_saved_resumed_and_replayed),
		TEST(hostile_names_are_in_json_and_dot),
		TEST(a_damaged_store_is_not_an_empty_one),
		TEST(a_newer_store_is_refused),
		TEST(a_game_that_goes_on_unsaved_is_not_called_saved),
		TEST(a_limit_of_file_sizes_is_told),
		TEST(an_unfinished_game_is_read_back_whole),
		TEST(a_tree_that_does_not_fit_leaves_the_old_file),
		TEST(a_killed_match_is_cleaned_up_after),
		TEST(records_of_an_older_program_are_replayed),
		TEST(a_store_of_an_older_program_is_gone_on_with),
		TEST(a_match_of_an_older_program_is_gone_on_with),
	};
	char *data = realpath("tests/data/written", NULL);
	assert_non_null(data);
	snprintf(written, sizeof written, "%s", data);
	free(data);
	return cmocka_run_group_tests(tests, make_directory, remove_directory);
}
