/* drill.c - `drill` from outside: answers typed into a pipe, a store of its own. */
#include "tests/cli/scratch.h"
#include "tests/scale.h"

#include <math.h>

/* Types lines into `plyscope drill COMMAND`. */
static struct ran
drill(const char *lines, const char *command)
{
	char before[300], whole[200];
	snprintf(before, sizeof before, "printf '%s' | XDG_DATA_HOME='%s'", lines,
		 directory);
	snprintf(whole, sizeof whole, "drill %s", command);
	struct ran r = run_with(before, whole, "");
	expect_status(&r, 0, whole);
	return r;
}

static json_t *
drill_json(const char *lines, const char *command)
{
	struct ran r = drill(lines, command);
	json_t *o = json_loads(r.out.s, 0, NULL);
	assert_non_null(o);
	ran_free(&r);
	return o;
}

static const char *
word_of(const json_t *o, const char *key)
{
	return json_string_value(json_object_get(o, key));
}

static double
number_of(const json_t *o, const char *key)
{
	return json_number_value(json_object_get(o, key));
}

static const json_t *
row_of(const json_t *spot, const char *move)
{
	const json_t *rows = json_object_get(spot, "moves");
	for (size_t i = 0; i < json_array_size(rows); i++)
		if (strcmp(word_of(json_array_get(rows, i), "move"), move) == 0)
			return json_array_get(rows, i);
	fail_msg("no row of %s", move);
	return NULL;
}

/* What an answer costs, from the moves alone: nothing from a share of 0.05 on, else what the
 * likeliest move is worth more. */
static double
cost_of(const json_t *spot, const char *answer)
{
	const json_t *rows = json_object_get(spot, "moves"), *best = NULL;
	const json_t *own = row_of(spot, answer);
	double all = 0;
	for (size_t i = 0; i < json_array_size(rows); i++) {
		const json_t *row = json_array_get(rows, i);
		all += number_of(row, "prob");
		if (best == NULL || number_of(row, "prob") > number_of(best, "prob"))
			best = row;
	}
	assert_true(fabs(all - 1) < 1e-4);
	assert_string_equal(word_of(spot, "best"), word_of(best, "move"));
	if (number_of(own, "prob") >= 0.05)
		return 0;
	return fmax(0, number_of(best, "value") - number_of(own, "value"));
}

/* A fold is worth minus the chips that the seat has put in: those of the position's text. */
static void
answers_cost_what_the_moves_say(void **state)
{
	static const char *const answers[] = { "c", "f", "r20000" };
	if (scale_is("slow"))
		skip();
	json_t *o = drill_json("c\\nf\\nr20000\\n", "holdem --seed 7 --count 3 --json"),
	       *spots = json_object_get(o, "spots");
	double sum = 0;
	int good = 0;
	assert_int_equal(json_array_size(spots), 3);
	for (size_t i = 0; i < 3; i++) {
		const json_t *spot = json_array_get(spots, i);
		const double cost = cost_of(spot, word_of(spot, "counts_as"));
		assert_string_equal(word_of(spot, "answer"), answers[i]);
		assert_true(fabs(number_of(spot, "cost") - cost) < 1e-4);
		assert_true(number_of(row_of(spot, "f"), "value") < -0.4);
		sum += cost;
		good += cost < 0.005;
	}
	assert_true(fabs(number_of(o, "cost") - sum) < 1e-3);
	assert_int_equal(number_of(o, "good"), good);
	assert_int_equal(number_of(o, "answers"), 3);
	/* other answers, the same spots */
	json_t *again = drill_json("f\\nf\\n", "--seed 7 --json");
	assert_int_equal(number_of(again, "answers"), 2);
	for (size_t i = 0; i < 2; i++)
		assert_string_equal(word_of(json_array_get(spots, i), "position"),
				    word_of(json_array_get(json_object_get(again,
									   "spots"),
							   i),
					    "position"));
	json_decref(o);
	json_decref(again);
}

/* Bets and raises of the last street of "0:r200c/cr400:..." and the streets before it. */
static void
count_bets(const char *position, int *streets, int *bets)
{
	*streets = *bets = 0;
	for (const char *at = strchr(position, ':') + 1; *at != ':'; at++) {
		*streets += *at == '/';
		*bets = *at == '/' ? 0 : *bets + (*at == 'r');
	}
}

static void
spots_are_of_the_kind(void **state)
{
	static const struct {
		const char *kind;
		int streets, bets;
	} rows[] = { { "open", 0, 0 }, { "raise", 0, 1 }, { "three-bet", 0, 2 },
		     { "flop", 1, 1 }, { "turn", 2, 1 },  { "river", 3, 1 } };
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char command[80];
		int streets, bets;
		if (!scale_takes((int)i, 6))
			continue;
		snprintf(command, sizeof command,
			 "holdem --kind %s --seed 5 --json --count 1", rows[i].kind);
		json_t *o = drill_json("f\\n", command);
		const json_t *spot = json_array_get(json_object_get(o, "spots"), 0);
		count_bets(word_of(spot, "position"), &streets, &bets);
		assert_string_equal(word_of(spot, "kind"), rows[i].kind);
		assert_int_equal(streets, rows[i].streets);
		assert_int_equal(bets, rows[i].bets);
		json_decref(o);
	}
}

/* Lines: a wrong one is asked again, an amount counts as the nearest, q ends; the other's cards are
 * not told; all answers are kept. */
static void
lines_are_answered_and_kept(void **state)
{
	char rm[200];
	snprintf(rm, sizeof rm, "rm -rf '%s/plyscope'", directory);
	assert_int_equal(system(rm), 0);
	struct ran r = drill("x\\n310\\nq\\n", "holdem --kind open --seed 2");
	assert_non_null(strstr(r.out.s, "Spot 1 of 10: nobody has raised yet."));
	assert_non_null(strstr(r.out.s, "'x': expected"));
	assert_non_null(strstr(r.out.s, "r310 counts as r300"));
	assert_non_null(strstr(r.out.s, "Spot 2 of 10"));
	assert_null(strstr(r.out.s, "Spot 3 of 10"));
	assert_non_null(strstr(r.out.s, "open             1 "));
	ran_free(&r);
	r = drill("c\\n", "holdem --kind open --seed 2 --count 1");
	assert_null(strstr(r.out.s, "Spot 2"));
	assert_non_null(strstr(r.out.s, "open             2 "));
	ran_free(&r);
}

static void
bad_drills_are_told(void **state)
{
	expect_failure("drill hearts", 2, "drill: expected holdem, not \"hearts\"");
	expect_failure("drill holdem --kind bluff", 2,
		       "--kind: expected open, raise, three-bet, flop, turn or river");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(answers_cost_what_the_moves_say),
		cmocka_unit_test(spots_are_of_the_kind),
		cmocka_unit_test(lines_are_answered_and_kept),
		cmocka_unit_test(bad_drills_are_told),
	};
	return cmocka_run_group_tests(tests, make_directory, remove_directory);
}
