/* analyze.c - `plyscope analyze` and `plyscope duplicate` from outside. */
#include "tests/cli/run.h"
#include "tests/scale.h"

#include <math.h>

static char directory[] = "/tmp/plyscope-analyze-XXXXXX";

static void
in_directory(char *out, size_t size, const char *format)
{
	snprintf(out, size, "%s", "");
	for (const char *c = format; *c != '\0' && strlen(out) + 2 < size; c++) {
		const size_t n = strlen(out);
		if (*c == '@')
			snprintf(out + n, size - n, "%s", directory);
		else
			snprintf(out + n, size - n, "%c", *c);
	}
}

static struct ran
run_in(const char *format)
{
	char command[500];
	in_directory(command, sizeof command, format);
	return run(command);
}

/* Two hands of Hearts by searches, in the directory. */
static int
make_record(void **state)
{
	if (mkdtemp(directory) == NULL)
		return 1;
	struct ran r =
		run_in("match hearts -o hands=1 -a random -a easy --games 1 --seed 5 "
		       "--records @");
	const int status = r.status;
	ran_free(&r);
	return status;
}

static int
remove_record(void **state)
{
	char command[100];
	in_directory(command, sizeof command, "rm -rf '@'");
	return system(command);
}

#define RECORD "@/hearts-000000.ply "

static json_t *
json_in(const char *format)
{
	char command[500];
	in_directory(command, sizeof command, format);
	return run_json(command);
}

static void
every_decision_is_judged_and_told_in_json(void **state)
{
	static const char *const keys[] = {
		"ply",		"seat",	       "move",	    "choices",	 "best",
		"value_before", "value_after", "loss",	    "loss_ci95", "win_before",
		"win_after",	"win_lost",    "uncertain", "open",	 "label",
		"status",	"nodes",       "pot",	    "pot_lost",	 "mixed",
	};
	json_t *j = json_in("analyze " RECORD "--nodes 4k --json"), *m;
	size_t i;
	assert_true(json_is_true(json_object_get(j, "finished")));
	assert_int_equal(json_array_size(json_object_get(j, "moves")), 56);
	assert_int_equal(json_array_size(json_object_get(j, "seats")), 4);
	json_array_foreach(json_object_get(j, "moves"), i, m)
	{
		for (size_t k = 0; k < sizeof keys / sizeof *keys; k++)
			assert_non_null(json_object_get(m, keys[k]));
		const json_t *loss = json_object_get(m, "loss");
		if (json_is_real(loss))
			assert_true(json_real_value(loss) >= 0);
	}
	json_decref(j);
}

static char *
moves_of(const char *format)
{
	json_t *j = json_in(format);
	char *text = json_dumps(json_object_get(j, "moves"), 0);
	json_decref(j);
	return text;
}

static void
figures_do_not_depend_on_the_threads_but_on_the_view(void **state)
{
	if (scale_is("slow"))
		skip();
	char *one = moves_of("analyze " RECORD "--nodes 4k --jobs 1 --json");
	char *three = moves_of("analyze " RECORD "--nodes 4k --jobs 3 --json");
	char *open = moves_of("analyze " RECORD "--nodes 4k --open --json");
	assert_string_equal(one, three);
	assert_string_not_equal(one, open);
	assert_non_null(strstr(open, "\"open\": true"));
	free(one);
	free(three);
	free(open);
}

static void
the_record_with_comments_loads_and_is_judged_the_same(void **state)
{
	if (scale_is("slow"))
		skip();
	struct ran r = run_in("analyze " RECORD "--nodes 2k --out @/judged.ply");
	expect_status(&r, 0, "analyze --out");
	assert_non_null(strstr(r.out.s, "accuracy"));
	ran_free(&r);
	r = run_in("replay @/judged.ply --plain");
	expect_status(&r, 0, "replay");
	assert_non_null(strstr(r.out.s, "judged loss="));
	ran_free(&r);
	char *before = moves_of("analyze " RECORD "--nodes 2k --json");
	char *after = moves_of("analyze @/judged.ply --nodes 2k --json");
	assert_string_equal(before, after);
	free(before);
	free(after);
}

static void
the_graph_is_ascii_where_it_must_be(void **state)
{
	struct ran r = run_in("analyze " RECORD "--nodes 2k --plain --ascii");
	expect_status(&r, 0, "analyze --ascii");
	assert_non_null(strstr(r.out.s, "win probability of each seat"));
	for (const char *c = r.out.s; *c != '\0'; c++)
		assert_true((unsigned char)*c < 0x80);
	ran_free(&r);
}

static void
thresholds_decide_the_labels(void **state)
{
	if (scale_is("slow"))
		skip();
	json_t *strict =
		json_in("analyze " RECORD "--nodes 4k --inaccuracy 1 --mistake 1 "
			"--blunder 1 --json");
	json_t *mild =
		json_in("analyze " RECORD "--nodes 4k --inaccuracy 100 --mistake 100 "
			"--blunder 100 --json");
	json_int_t blunders[2] = { 0 };
	for (size_t i = 0; i < 4; i++) {
		blunders[0] += json_integer_value(
			json_object_get(json_array_get(json_object_get(strict, "seats"),
						       i),
					"blunders"));
		blunders[1] += json_integer_value(
			json_object_get(json_array_get(json_object_get(mild, "seats"), i),
					"blunders"));
	}
	assert_true(blunders[0] > 0);
	assert_int_equal(blunders[1], 0);
	json_decref(strict);
	json_decref(mild);
}

static void
the_same_deals_by_a_search_with_an_interval(void **state)
{
	json_t *j = json_in("duplicate " RECORD "-a easy --seat S --games 6 --json");
	assert_int_equal(json_integer_value(json_object_get(j, "games")), 6);
	assert_int_equal(json_array_size(json_object_get(j, "each")), 6);
	const double own = json_real_value(json_object_get(j, "own_points"));
	const double points = json_real_value(json_object_get(j, "points"));
	const double difference = json_real_value(json_object_get(j, "difference"));
	assert_true(fabs(difference - (own - points)) < 1e-4);
	json_decref(j);
}

static void
fail_in(const char *format, int status, const char *words)
{
	char command[500];
	in_directory(command, sizeof command, format);
	expect_failure(command, status, words);
}

static void
bad_input_is_one_clear_line(void **state)
{
	fail_in("analyze", 2, "expected a FILE");
	fail_in("analyze @/none.ply", 2, "none.ply");
	fail_in("analyze " RECORD "-a nobody", 2, "-a");
	fail_in("analyze " RECORD "-a maxn:depth=2", 2, "perfect information");
	fail_in("analyze " RECORD "-a random -a random", 2, "one -a");
	fail_in("analyze " RECORD "--blunder 3", 2, "increasing");
	fail_in("analyze " RECORD "--nodes 1k --plain --inaccuracy 0", 2, "1 to 100");
	fail_in("duplicate " RECORD, 2, "--seat");
	fail_in("duplicate @/none.ply", 2, "none.ply");
	fail_in("duplicate " RECORD "--seat S -a human", 2,
		"expected a search, not a person");
}

static void
without_gnuplot_there_is_one_clear_line(void **state)
{
	char command[300];
	const char *program = getenv("PLYSCOPE");
	snprintf(command, sizeof command,
		 "PATH=/nowhere '%s' analyze %s/hearts-000000.ply@8 --nodes 1k --plot "
		 "%s/x.svg 2>&1 >/dev/null | /bin/grep -q 'gnuplot is not installed'",
		 program != NULL ? program : "build/plyscope", directory, directory);
	assert_int_equal(system(command), 0);
	snprintf(command, sizeof command, "%s/x.svg", directory);
	assert_int_not_equal(access(command, F_OK), 0);
}

/* A hand of hold'em with bets that no tree lists, and a shove. */
static const char bets[] = "[Game \"holdem\"]\n[Variant \"hands=1\"]\n[Seat1 \"human\"]\n"
			   "[Seat2 \"human\"]\n[Seed \"5\"]\n\n"
			   "1. * Kd5h|7d2c\n2. S r250\n3. N r737\n4. S c\n5. * 6d9h8c\n"
			   "6. N r1400\n7. S c\n8. * Kc\n9. N r18563\n10. S f\n";

static void
bets_of_any_size_are_judged(void **state)
{
	static const char *const judges[] = {
		"hard",
		"modicum:from=preflop,fast=on,sims=3",
		"blueprint:values=20",
		"pimc:worlds=4,inner=(uct:sims=50)",
	};
	char path[] = "/tmp/plyscope-bets-XXXXXX", command[200];
	const int fd = mkstemp(path);
	assert_true(fd >= 0);
	assert_int_equal(write(fd, bets, sizeof bets - 1), (int)sizeof bets - 1);
	close(fd);
	for (size_t i = 0; i < sizeof judges / sizeof *judges; i++) {
		if (i == 1 && scale_is("slow"))
			continue; /* seconds of solving, which become minutes */
		snprintf(command, sizeof command, "analyze %s -a '%s' --json", path,
			 judges[i]);
		json_t *j = run_json(command), *moves = json_object_get(j, "moves");
		assert_int_equal(json_array_size(json_object_get(j, "not_judged")), 0);
		assert_true(json_array_size(moves) >= 6);
		for (size_t k = 0; k < json_array_size(moves); k++) {
			const json_t *m = json_array_get(moves, k);
			if (!json_is_number(json_object_get(m, "value_after")))
				print_message("# %s, move %zu\n", command, k);
			assert_true(json_is_number(json_object_get(m, "value_after")));
			assert_true(json_is_number(json_object_get(m, "loss")));
		}
		json_decref(j);
	}
	/* without values nothing is judged, and the report says so */
	snprintf(command, sizeof command, "analyze %s -a blueprint:values=0", path);
	struct ran r = run(command);
	const char *at = strstr(r.out.s, "\nnot judged, left out of all figures: ");
	assert_non_null(at);
	assert_non_null(strstr(at, "r737 (ply 3)"));
	assert_non_null(strstr(at, "r18563 (ply 9)"));
	ran_free(&r);
	unlink(path);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_decision_is_judged_and_told_in_json),
		cmocka_unit_test(figures_do_not_depend_on_the_threads_but_on_the_view),
		cmocka_unit_test(the_record_with_comments_loads_and_is_judged_the_same),
		cmocka_unit_test(the_graph_is_ascii_where_it_must_be),
		cmocka_unit_test(thresholds_decide_the_labels),
		cmocka_unit_test(the_same_deals_by_a_search_with_an_interval),
		cmocka_unit_test(bad_input_is_one_clear_line),
		cmocka_unit_test(without_gnuplot_there_is_one_clear_line),
		cmocka_unit_test(bets_of_any_size_are_judged),
	};
	return cmocka_run_group_tests(tests, make_record, remove_record);
}
