/* figures.c - figures on the command line and by typed lines: what they count and who asked. */
#include "tests/cli/scratch.h"

#include <sys/stat.h>

/* What typed lines are answered. */
static struct ran
type(const char *lines, const char *command)
{
	char before[200];
	snprintf(before, sizeof before, "printf '%s' |", lines);
	return run_with(before, command, "");
}

static void
expect_said(const char *lines, const char *command, const char *words)
{
	struct ran r = type(lines, command);
	expect_status(&r, 0, command);
	if (strstr(r.out.s, words) == NULL)
		fail_msg("plyscope %s: \"%s\" is not in\n%s", command, words, r.out.s);
	ran_free(&r);
}

static void
typed_lines_take_the_hint_of_the_settings(void **state)
{
	static const char chinese[] = "play chinese-checkers --plain --seed 1";
	char folder[120];
	snprintf(folder, sizeof folder, "%s", path("plyscope"));
	assert_int_equal(mkdir(folder, 0700), 0);
	setenv("XDG_CONFIG_HOME", directory, 1);
	write_file("plyscope/config.ini", "hint = maxn:depth=2\nhint-time = 200ms\n");
	expect_said("hint\\nquit\\n", chinese, "Hint of maxn:depth=2:");
	write_file("plyscope/config.ini", "hint-time = 200ms\n");
	expect_said("hint\\nquit\\n", chinese, "Hint of hard:");
	unsetenv("XDG_CONFIG_HOME");
}

/* ---- a FAIR game that is not over ---- */

#define OTHERS "'pimc:worlds=3,sims=60,inner=(uct)'"

static char kept_game[120]; /* its record */

/* South has passed; the others' passes are in the record. They have no time limit, which would make
 * their moves depend on the machine. */
static void
begin_kept_game(void)
{
	setenv("XDG_DATA_HOME", directory, 1);
	struct ran r =
		type("6C 9C TC\\nquit\\n", "play hearts --plain --seed 5 -s W=" OTHERS
					   " -s N=" OTHERS " -s E=" OTHERS);
	expect_status(&r, 0, "play hearts");
	ran_free(&r);
	r = run("history 1 --whole");
	expect_status(&r, 0, "history 1 --whole");
	assert_non_null(strstr(r.out.s, "3. N JD+QD+AH"));
	write_file("kept.ply", r.out.s);
	ran_free(&r);
	snprintf(kept_game, sizeof kept_game, "%s", path("kept.ply"));
}

/* A listing has what the person passed, and nothing of what others did or thought. */
static void
expect_kept(const char *command)
{
	static const char *const secret[] = { "JD+QD+AH", "JD", "win=0.", "\"nodes\"",
					      "\"win\"" };
	struct ran r = run(command);
	expect_status(&r, 0, command);
	assert_non_null(strstr(r.out.s, "6C+9C+TC"));
	for (size_t i = 0; i < sizeof secret / sizeof *secret; i++)
		if (strstr(r.out.s, secret[i]) != NULL)
			fail_msg("plyscope %s shows %s", command, secret[i]);
	ran_free(&r);
}

static void
what_a_fair_game_hides_is_not_listed(void **state)
{
	char command[200];
	begin_kept_game();
	expect_kept("history 1");
	snprintf(command, sizeof command, "replay %s --plain", kept_game);
	expect_kept(command);
	snprintf(command, sizeof command, "replay %s --json", kept_game);
	expect_kept(command);
}

static void
a_position_of_a_fair_game_is_its_persons(void **state)
{
	char command[200];
	snprintf(command, sizeof command, "position %s@5", kept_game);
	struct ran r = run(command);
	expect_status(&r, 0, command);
	assert_non_null(strstr(r.out.s, " E=- "));
	ran_free(&r);
	snprintf(command, sizeof command, "position %s@5 --seat N", kept_game);
	expect_failure(command, 1, "shows S alone");
}

/* ---- points ---- */

/* Four seats of Hearts share 26 penalty points, wherever people read them; values are 26 minus
 * those. Two tricks before the end they are exact. */
static void
hearts_is_told_in_penalty_points(void **state)
{
	static const char search[] =
		"search hearts -o open=on,hands=2 -a maxn:depth=8 --explain --position "
		"'hand=2 total=30,20,10,60 turn=W trick=S:AC S=..2. W=Q..4. N=..9.2 "
		"E=..3.3 "
		"points=0,0,0,13'";
	char json[400], words[80];
	double told[4], sum = 0;
	struct ran r = run(search);
	expect_status(&r, 0, search);
	const char *row = strstr(r.out.s, "\npenalties ");
	assert_non_null(row);
	assert_int_equal(sscanf(row, "\npenalties %lf %lf %lf %lf", &told[0], &told[1],
				&told[2], &told[3]),
			 4);
	snprintf(words, sizeof words, "It expects %g penalty points for W", told[1]);
	assert_non_null(strstr(r.out.s, words));
	assert_non_null(strstr(r.out.s, "lower is better"));
	ran_free(&r);
	snprintf(json, sizeof json, "%s --json", search);
	json_t *j = run_json(json);
	for (size_t i = 0; i < 4; i++) {
		const double value =
			json_number_value(json_array_get(json_object_get(j, "value"), i));
		assert_true(value + told[i] == 26);
		sum += told[i];
	}
	assert_true(sum == 26);
	assert_string_equal(json_string_value(json_object_get(j, "value_scale")),
			    "26 - penalty points, higher is better");
	json_decref(j);
}

/* ---- a whole game as data ---- */

static void
expect_numbers(const json_t *list, const int *want, size_t n)
{
	assert_int_equal(json_array_size(list), n);
	for (size_t i = 0; i < n; i++)
		assert_int_equal(json_integer_value(json_array_get(list, i)), want[i]);
}

/* The end of a game of Hearts: minus the totals, and who has the best. */
static void
a_game_is_one_object(void **state)
{
	char command[200];
	struct ran r;
	setenv("XDG_DATA_HOME", path("watched"), 1);
	r = run("watch hearts --plain -o to=0 --seed 4 -s 1=easy -s 2=easy -s "
		"3=easy "
		"-s 4=easy --delay 0");
	expect_status(&r, 0, "watch");
	ran_free(&r);
	r = run("history 1");
	write_file("whole.ply", r.out.s);
	int points[4], winners[4], n = 0, total[4] = { 0 };
	const char *tag = strstr(r.out.s, "[Points \"");
	assert_non_null(tag);
	assert_int_equal(sscanf(tag, "[Points \"%d,%d,%d,%d\"]", &points[0], &points[1],
				&points[2], &points[3]),
			 4);
	ran_free(&r);
	for (int i = 0, best = 0; i < 4; i++) {
		best = points[i] > points[best] ? i : best;
		if (i == 3)
			for (int k = 0; k < 4; k++)
				if (points[k] == points[best])
					winners[n++] = k + 1;
	}
	const int sum = points[0] + points[1] + points[2] + points[3];
	assert_true(sum == -26 || sum == -78); /* one shot the moon */
	snprintf(command, sizeof command, "replay %s --json", path("whole.ply"));
	json_t *j = run_json(command), *result = json_object_get(j, "result");
	json_t *plies = json_object_get(j, "plies");
	expect_numbers(json_object_get(result, "points"), points, 4);
	expect_numbers(json_object_get(result, "winners"), winners, (size_t)n);
	assert_true(json_is_true(json_object_get(json_array_get(plies, 0), "chance")));
	json_t *last = json_array_get(plies, json_array_size(plies) - 1);
	json_t *pass = json_array_get(plies, 2); /* a choice, with the search's figures */
	assert_int_equal(json_array_size(json_object_get(pass, "value")), 4);
	const char *text = json_string_value(
		json_object_get(json_object_get(last, "after"), "position"));
	snprintf(command, sizeof command, "position %s", path("whole.ply"));
	r = run(command);
	expect_status(&r, 0, command);
	assert_int_equal(strncmp(r.out.s, text, strlen(text)), 0);
	assert_int_equal(sscanf(strstr(text, "total="), "total=%d,%d,%d,%d", &total[0],
				&total[1], &total[2], &total[3]),
			 4);
	for (int i = 0; i < 4; i++)
		assert_int_equal(total[i], -points[i]);
	ran_free(&r);
	json_decref(j);
}

/* The same place of a record with other seeds: other worlds, the same twice. */
static void
a_record_may_be_searched_with_another_seed(void **state)
{
	static const char *const verbs[] = {
		"compare -a pimc:worlds=4,inner=greedy -a random", "beliefs --worlds 20"
	};
	for (int i = 0; i < 2; i++) {
		char command[3][300];
		struct ran r[3];
		for (int k = 0; k < 3; k++) {
			snprintf(command[k], sizeof command[k],
				 "%s --load %s@30 --seed %d %s", verbs[i],
				 path("whole.ply"), k == 2 ? 4 : 3,
				 i == 0 ? "--nodes 2k --csv" : "--json");
			r[k] = run(command[k]);
			expect_status(&r[k], 0, command[k]);
		}
		if (i == 1) {
			assert_string_equal(r[0].out.s, r[1].out.s);
			assert_string_not_equal(r[0].out.s, r[2].out.s);
		}
		for (int k = 0; k < 3; k++)
			ran_free(&r[k]);
	}
}

/* Who sits down at the record of a watched game sees no more than its seat may. */
static void
a_watched_game_is_played_fair(void **state)
{
	char command[300];
	setenv("XDG_DATA_HOME", path("played"), 1);
	snprintf(command, sizeof command, "play --load %s@30 -s S=human --plain",
		 path("whole.ply"));
	expect_said("view\\nquit\\n", command, "The view is fair.");
	snprintf(command, sizeof command,
		 "play --load %s@30 -s S=human --plain --view open", path("whole.ply"));
	expect_said("view\\nquit\\n", command, "the game counts as assisted");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(typed_lines_take_the_hint_of_the_settings),
		cmocka_unit_test(what_a_fair_game_hides_is_not_listed),
		cmocka_unit_test(a_position_of_a_fair_game_is_its_persons),
		cmocka_unit_test(hearts_is_told_in_penalty_points),
		cmocka_unit_test(a_game_is_one_object),
		cmocka_unit_test(a_record_may_be_searched_with_another_seed),
		cmocka_unit_test(a_watched_game_is_played_fair),
	};
	return cmocka_run_group_tests(tests, make_directory, remove_directory);
}
