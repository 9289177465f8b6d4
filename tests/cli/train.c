/* train.c - strategies in files: the same bytes however they were trained, and what is refused. */
#include "tests/cli/run.h"

#include <math.h>

static char folder[] = "/tmp/plyscope-train-XXXXXX";

/* A command in which @ stands for the folder of the test. */
static void
fill(const char *command, char *out, size_t size)
{
	struct text t = { 0 };
	for (const char *p = command; *p; p++)
		text_add(&t, *p == '@' ? "%s" : "%.1s", *p == '@' ? folder : p);
	snprintf(out, size, "%s", t.s);
	text_free(&t);
}

/* Runs a command; "" or what it said on stderr. */
static char *
say(const char *command, int status)
{
	static char said[600];
	char line[600];
	fill(command, line, sizeof line);
	struct ran r = run(line);
	if (r.status != status)
		print_message("# %s: %d, %s\n", line, r.status, r.err.s);
	assert_int_equal(r.status, status);
	snprintf(said, sizeof said, "%s", r.err.s);
	ran_free(&r);
	return said;
}

static void
expect_same(const char *a, const char *b)
{
	char command[300];
	snprintf(command, sizeof command, "cmp -s %s/%s %s/%s", folder, a, folder, b);
	assert_int_equal(system(command), 0);
}

static void
stops_and_threads_leave_the_same_bytes(void **state)
{
	(void)state;
	say("train leduc -a cfr --sims 200 --out @/a", 0);
	say("train leduc -a cfr --sims 70 --out @/b", 0);
	say("train leduc -a cfr --sims 200 --out @/b --resume --jobs 2", 0);
	expect_same("a", "b");
	say("train leduc -a mccfr --sims 3000 --out @/c --jobs 1", 0);
	say("train leduc -a mccfr --sims 3000 --out @/d --jobs 3", 0);
	expect_same("c", "d");
	say("train leduc -a mccfr --sims 1000 --out @/e", 0);
	say("train leduc -a mccfr --sims 3000 --out @/e --resume --jobs 2", 0);
	expect_same("c", "e");
	say("train leduc -a mccfr --sims 3000 --out @/f --seed 2", 0);
	char command[300];
	snprintf(command, sizeof command, "cmp -s %s/c %s/f", folder, folder);
	assert_int_not_equal(system(command), 0);
}

static double
measure(const char *command)
{
	char line[300];
	fill(command, line, sizeof line);
	json_t *j = run_json(line), *points = json_object_get(j, "points");
	const double mean =
		json_number_value(json_object_get(json_array_get(points, 0), "mean"));
	json_decref(j);
	return mean;
}

/* What is in the file is what the search holds after as many iterations. */
static void
a_blueprint_plays_the_file(void **state)
{
	(void)state;
	const double file = measure("exploit leduc -a blueprint:file=@/a --json");
	const double searched = measure("exploit leduc -a cfr:sims=200 --json");
	assert_true(file > 0 && file - searched < 1e-12 && searched - file < 1e-12);
}

static void
bad_files_are_refused_in_one_line(void **state)
{
	char command[300];
	(void)state;
	snprintf(command, sizeof command,
		 "head -c 3000 %s/a >%s/short; head -c 900 %s/a >%s/bad; printf x "
		 ">>%s/bad; "
		 "tail -c +902 %s/a >>%s/bad",
		 folder, folder, folder, folder, folder, folder, folder);
	assert_int_equal(system(command), 0);
	static const struct {
		const char *command, *words;
		int status;
	} cases[] = {
		{ "search leduc -a blueprint:file=@/short", "short: truncated", 2 },
		{ "search leduc -a blueprint:file=@/bad", "damaged", 2 },
		{ "search kuhn -a blueprint:file=@/a", "trained for 'leduc, tree", 2 },
		{ "search leduc -o ranks=4 -a blueprint:file=@/a",
		  "expected 'leduc ranks", 2 },
		{ "search leduc -a blueprint:file=README.md", "not a trained strategy",
		  2 },
		{ "search leduc -a blueprint", "file= has to be given", 2 },
		{ "train leduc -a cfr:variant=cfr --sims 9 --out @/a --resume",
		  "trained by 'cfr:variant=dcfr,updates=alternating', expected", 1 },
		{ "train leduc -a cfr --sims 300 --out @/short --resume", "truncated",
		  1 },
		{ "train leduc -o ranks=6,betting=no-limit -a cfr:memory=1 --out @/big",
		  "does not fit into memory=1", 1 },
		{ "train leduc -a dls --out @/x", "expected cfr or mccfr, not dls", 2 },
		{ "train hearts --out @/x", "cfr", 2 },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const char *said = say(cases[i].command, cases[i].status);
		if (strstr(said, cases[i].words) == NULL)
			print_message("# %s: %s\n", cases[i].command, said);
		assert_non_null(strstr(said, cases[i].words));
		assert_ptr_equal(strchr(said, '\n'), said + strlen(said) - 1);
	}
}

/* A player without a table is asked at every information set, by itself: uniform play loses what it
 * does in other programs. */
static void
a_player_without_a_table_is_asked_everywhere(void **state)
{
	(void)state;
	assert_true(fabs(measure("exploit leduc -a random --json") -
			 (2.0875 + 2.659722) / 2) < 1e-5);
	assert_non_null(strstr(say("exploit goofspiel -a random", 2), "--anew"));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(stops_and_threads_leave_the_same_bytes),
		cmocka_unit_test(a_blueprint_plays_the_file),
		cmocka_unit_test(a_player_without_a_table_is_asked_everywhere),
		cmocka_unit_test(bad_files_are_refused_in_one_line),
	};
	assert_non_null(mkdtemp(folder));
	const int failed = cmocka_run_group_tests(tests, NULL, NULL);
	char command[100];
	snprintf(command, sizeof command, "rm -r %s", folder);
	return system(command) != 0 ? 1 : failed;
}
