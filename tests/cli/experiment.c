/*
 * experiment.c - `plyscope experiment` from outside: the list, a table as text, JSON and
 * picture, interruption, resuming, and bad input.
 */
#include "tests/cli/scratch.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <time.h>

/* A match of a moment, and one that would take hours after a first part of a moment. */
#define HEAD \
	"[experiment]\nkind = tournament\ntitle = Greed against chance\npaper = none\n" \
	"table = none\nfigure = score\nmeasure = %\n"
#define SHORT \
	HEAD "[star]\ngame = chinese-checkers\nvariant = seats=3,size=2\ngames = 12\n" \
	     "opening = 3\nplayer greed = greedy\nplayer chance = random\n" \
	     "paper greed = 99\npaper chance = unknown\nclaim better = greed > chance\n"
#define FIRST \
	HEAD "[first]\ngame = chinese-checkers\nvariant = seats=3,size=2\ngames = 6\n" \
	     "player greed = greedy\nplayer chance = random\n"
#define LONG \
	FIRST "[second]\ngame = chinese-checkers\ngames = 600\n" \
	      "player a = maxprob:depth=8\nplayer b = maxprob:depth=9\n"

static int
prepare(void **state)
{
	if (make_directory(state) != 0)
		return 1;
	write_file("short.ini", SHORT);
	write_file("long.ini", LONG);
	write_file("first.ini", FIRST);
	return 0;
}

static const char *
command(const char *file, const char *rest)
{
	static char out[800];
	snprintf(out, sizeof out, "experiment %s %s", path(file), rest);
	return out;
}

static void
without_a_name_they_are_listed(void **state)
{
	json_t *j = run_json("experiment --json"),
	       *k = run_json("list experiments --json");
	json_t *all = json_object_get(j, "experiments");
	assert_true(json_equal(j, k));
	assert_true(json_array_size(all) >= 7);
	for (size_t i = 0; i < json_array_size(all); i++) {
		json_t *one = json_array_get(all, i);
		assert_true(json_string_length(json_object_get(one, "experiment")) > 0);
		assert_true(json_string_length(json_object_get(one, "paper")) > 0);
		assert_true(json_string_length(json_object_get(one, "table")) > 0);
	}
	json_decref(j);
	json_decref(k);
	struct ran r = run("experiment");
	assert_non_null(strstr(r.out.s, "card-depth"));
	ran_free(&r);
}

static void
the_table_is_the_same_as_text_and_json_and_for_any_threads(void **state)
{
	json_t *one = run_json(command("short.ini", "--json --jobs 1"));
	json_t *two = run_json(command("short.ini", "--json --jobs 2"));
	json_object_del(one, "elapsed_ms");
	json_object_del(two, "elapsed_ms");
	assert_true(json_equal(one, two));
	assert_true(json_is_true(json_object_get(one, "complete")));
	json_t *cells = json_object_get(one, "cells");
	assert_int_equal(json_array_size(cells), 2);
	json_t *greed = json_array_get(cells, 0), *chance = json_array_get(cells, 1);
	assert_string_equal(json_string_value(json_object_get(greed, "cell")), "greed");
	assert_true(json_number_value(json_object_get(greed, "ours")) > 60);
	assert_true(json_number_value(json_object_get(greed, "paper")) > 98);
	assert_true(json_is_null(json_object_get(chance, "verdict")));
	assert_true(json_is_null(json_object_get(chance, "paper")));
	assert_int_equal(json_array_size(json_object_get(one, "claims")), 1);
	struct ran r = run(command("short.ini", ""));
	assert_non_null(strstr(r.out.s,
			       "\n  unknown: the copies of the paper that we have "
			       "lack the digits.\n"));
	assert_null(strstr(r.out.s, "lost"));
	assert_non_null(strstr(r.out.s, "greed > chance"));
	assert_non_null(
		strstr(r.out.s, json_string_value(json_object_get(greed, "verdict"))));
	ran_free(&r);
	json_decref(one);
	json_decref(two);
}

/* What --json has printed gives the same table and object, without a run. */
static void
a_saved_run_is_shown_again(void **state)
{
	char text[400], *saved, *again;
	json_t *run = run_json(command("short.ini", "--json"));
	saved = json_dumps(run, JSON_INDENT(1));
	write_file("saved.json", saved);
	snprintf(text, sizeof text, "--json --saved %s", path("saved.json"));
	json_t *shown = run_json(command("short.ini", text));
	again = json_dumps(shown, JSON_INDENT(1));
	assert_string_equal(again, saved);
	json_object_set_new(json_array_get(json_object_get(run, "cells"), 0), "part",
			    json_string("moon"));
	char *bad = json_dumps(run, 0);
	write_file("bad.json", bad);
	free(bad);
	snprintf(text, sizeof text, "experiment %s --saved %s", path("short.ini"),
		 path("bad.json"));
	expect_failure(text, 2, "bad.json: cell 1: expected a part and cell of short");
	json_decref(run);
	json_decref(shown);
	free(saved);
	free(again);
	snprintf(text, sizeof text, "experiment card-depth --saved %s",
		 path("saved.json"));
	expect_failure(text, 2, "expected results of card-depth, these are of short");
	write_file("half.json", "{\n\"cells\": [");
	snprintf(text, sizeof text, "experiment card-depth --saved %s",
		 path("half.json"));
	expect_failure(text, 2, "half.json:2: ");
	expect_failure("experiment rps-plus --saved shipped", 2,
		       "no results of rps-plus");
}

/* A table that was cut off before its end is not one to ship. */
static void
shipped_results_are_whole(void **state)
{
	const char *assets = getenv("PLYSCOPE_ASSETS");
	char names[32][64], command[160], folder[4096];
	int n = 0;
	snprintf(folder, sizeof folder, "%s/results", assets != NULL ? assets : "assets");
	DIR *d = opendir(folder);
	assert_non_null(d);
	for (const struct dirent *e; n < 32 && (e = readdir(d)) != NULL;)
		if (e->d_name[0] != '.')
			snprintf(names[n++], sizeof names[0], "%.*s",
				 (int)strcspn(e->d_name, "."), e->d_name);
	closedir(d);
	assert_true(n >= 8);
	while (n-- > 0) {
		snprintf(command, sizeof command, "experiment %s --saved shipped",
			 names[n]);
		struct ran r = run(command);
		expect_status(&r, 0, command);
		assert_null(strstr(r.out.s, "INTERRUPTED"));
		ran_free(&r);
	}
}

/* Of two players only the first has a row where the paper has none of the second; among four each
 * has one. The sum of verdicts fits a small screen. */
static void
what_the_other_of_two_lost_is_not_printed_again(void **state)
{
	struct ran two = run("experiment goofspiel-points --saved shipped"),
		   four = run("experiment max-prob-tournaments --saved shipped");
	assert_non_null(strstr(two.out.s, "\nExp3 against RND  ("));
	assert_non_null(strstr(two.out.s, "\n  Exp3  "));
	assert_null(strstr(two.out.s, "\n  RND  "));
	assert_non_null(strstr(four.out.s, "\n  MP-Mix  "));
	const char *sum = strstr(two.out.s, "\nreproduced 1, ");
	assert_non_null(sum);
	assert_true(strcspn(sum + 1, "\n") <= 80);
	assert_non_null(strstr(sum, ",\nnot reproduced 4.\n"));
	ran_free(&two);
	ran_free(&four);
}

static void
the_scale_multiplies_the_games(void **state)
{
	json_t *j = run_json(command("short.ini", "--json --scale 3"));
	assert_true(json_number_value(json_object_get(j, "scale")) == 3);
	json_t *cell = json_array_get(json_object_get(j, "cells"), 0);
	assert_int_equal(json_integer_value(json_object_get(cell, "observations")), 6);
	json_decref(j);
}

static void
a_picture_is_drawn_or_gnuplot_is_asked_for(void **state)
{
	char rest[200];
	struct stat file;
	snprintf(rest, sizeof rest, "--plot %s", path("it's.svg"));
	char *quoted = rest + strlen("--plot ");
	snprintf(quoted, sizeof rest - 7, "\"%s\"", path("it's.svg"));
	struct ran r = run(command("short.ini", rest));
	if (r.status == 0) {
		assert_int_equal(stat(path("it's.svg"), &file), 0);
		assert_true(file.st_size > 1000);
	}
	ran_free(&r);
	struct ran none =
		run_with("PATH=/nowhere", command("short.ini", rest), "</dev/null");
	expect_status(&none, 1, "experiment --plot");
	assert_non_null(strstr(none.err.s, "gnuplot"));
	assert_string_equal(none.out.s, ""); /* said before anything is measured */
	ran_free(&none);
}

/* Starts it with its output in a file; the caller waits. */
static pid_t
start(const char *out, const char *const *words)
{
	const char *program = getenv("PLYSCOPE");
	char *argv[12] = { (char *)(uintptr_t)(program ? program : "build/plyscope") };
	for (int i = 0; words[i]; i++)
		argv[i + 1] = (char *)(uintptr_t)words[i];
	const pid_t child = fork();
	assert_true(child >= 0);
	if (child == 0) {
		const int fd = open(out, O_WRONLY | O_CREAT | O_TRUNC, 0600);
		dup2(fd, 1);
		dup2(open("/dev/null", O_WRONLY), 2);
		execv(argv[0], argv);
		_exit(127);
	}
	return child;
}

/* Starts the long one, interrupts it twice after `ms` milliseconds with results in the file,
 * and returns what it printed. */
static json_t *
interrupt(bool resume, int ms)
{
	char file[120], out[120], db[120];
	snprintf(file, sizeof file, "%s", path("long.ini"));
	snprintf(out, sizeof out, "%s", path("long.json"));
	snprintf(db, sizeof db, "%s", path("long.db"));
	const char *const words[] = { "experiment", file,
				      "--json",	    "--jobs",
				      "1",	    "--db",
				      db,	    resume ? "--resume" : NULL,
				      NULL };
	const struct timespec moment = { 0, 1000000L };
	struct stat s;
	int status = SIGINT; /* of one that did not hear it yet: the next waits longer */
	for (int tries = 0; tries < 6 && WIFSIGNALED(status); tries++, ms *= 2) {
		const pid_t child = start(out, words);
		for (int i = 0; i < ms || stat(db, &s) != 0 || s.st_size == 0; i++) {
			assert_int_equal(waitpid(child, &status, WNOHANG), 0);
			nanosleep(&moment, NULL);
		}
		kill(child, SIGINT);
		kill(child, SIGINT);
		assert_int_equal(waitpid(child, &status, 0), child);
	}
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 130);
	json_t *j = json_load_file(out, 0, NULL);
	assert_non_null(j);
	assert_true(json_is_false(json_object_get(j, "complete")));
	return j;
}

static json_int_t
observations(const json_t *j, const char *part)
{
	json_int_t most = 0;
	size_t i;
	json_t *c;
	json_array_foreach(json_object_get(j, "cells"), i, c)
	{
		const json_int_t n =
			json_integer_value(json_object_get(c, "observations"));
		if (strcmp(json_string_value(json_object_get(c, "part")), part) == 0 &&
		    n > most)
			most = n;
	}
	return most;
}

/* Longer and longer, until the first part is whole: what was played is never lost. */
static void
interrupted_twice_it_prints_what_it_has_and_goes_on_later(void **state)
{
	json_int_t had = 0;
	for (int round = 0; round < 40 && had < 6; round++) {
		json_t *j = interrupt(round > 0, 50 << (round < 6 ? round : 6));
		const json_int_t has = observations(j, "first");
		assert_true(has >= had);
		had = has;
		json_decref(j);
	}
	assert_int_equal(had, 6);
	json_t *j = interrupt(true, 50),
	       *whole = run_json(command("first.ini", "--json"));
	for (size_t i = 0; i < 2; i++) /* as if nobody had interrupted it */
		assert_true(
			json_equal(json_array_get(json_object_get(j, "cells"), i),
				   json_array_get(json_object_get(whole, "cells"), i)));
	json_decref(j);
	json_decref(whole);
}

static void
bad_input_is_one_line(void **state)
{
	write_file("bad.ini", HEAD "[a]\nfoo = 1\n");
	write_file("empty.ini", "");
	write_bytes("zero.ini", SHORT "\0 and more", sizeof SHORT + 9);
	write_file("deep.ini",
		   "[experiment]\nkind = depth\ntitle = T\npaper = P\ntable = Q\n"
		   "[a]\ngame = hearts\ngames = 1\nplayer x = maxn:nodes=9\n");
	write_file("large.ini",
		   "[experiment]\nkind = depth\ntitle = T\npaper = P\ntable = Q\n"
		   "[a]\ngame = goofspiel\ngames = 3\nplayer x = exact:depth=9\n");
	expect_failure(command("large.ini", ""), 1, "player x: exact: this position");
	expect_failure("experiment nothing", 2,
		       "no experiment \"nothing\": expected FILE.ini");
	expect_failure("experiment ../card-depth", 2, "(did you mean \"card-depth\"?)");
	expect_failure("experiment ../x", 2, "expected FILE.ini or one that");
	expect_failure("experiment /nowhere/x.ini", 2, "/nowhere/x.ini: cannot be read");
	expect_failure("experiment card-depth --scale 0", 2,
		       "--scale: expected a number");
	expect_failure("experiment card-depth --scale few", 2,
		       "--scale: expected a number");
	expect_failure("experiment card-depth --db x.db", 2,
		       "--db: card-depth does not consist of matches");
	expect_failure("experiment card-scores --resume", 2, "--resume: expected --db");
	expect_failure(command("bad.ini", ""), 2, "bad.ini:9: unknown key \"foo\"");
	expect_failure(command("empty.ini", ""), 2, "expected kind = ...");
	expect_failure(command("zero.ini", ""), 2, "zero.ini: a zero byte");
	expect_failure(command("deep.ini", ""), 2, "deep.ini:9: ");
	expect_failure("experiment card-depth --plott x", 2, "did you mean \"--plot\"");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(without_a_name_they_are_listed),
		cmocka_unit_test(
			the_table_is_the_same_as_text_and_json_and_for_any_threads),
		cmocka_unit_test(a_saved_run_is_shown_again),
		cmocka_unit_test(shipped_results_are_whole),
		cmocka_unit_test(what_the_other_of_two_lost_is_not_printed_again),
		cmocka_unit_test(the_scale_multiplies_the_games),
		cmocka_unit_test(a_picture_is_drawn_or_gnuplot_is_asked_for),
		cmocka_unit_test(
			interrupted_twice_it_prints_what_it_has_and_goes_on_later),
		cmocka_unit_test(bad_input_is_one_line),
	};
	return cmocka_run_group_tests(tests, prepare, remove_directory);
}
