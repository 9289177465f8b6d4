/* duels.c - matrix games by name, typed choices that stay covered, what exact will not take. */
#include "tests/cli/scratch.h"

#include <math.h>

/* The share of a move in the mix of a search. */
static double
share_of(const json_t *search, const char *name)
{
	size_t k;
	json_t *m;
	json_array_foreach(json_object_get(search, "moves"), k,
			   m) if (strcmp(json_string_value(json_object_get(m, "move")),
					 name) ==
				  0) return json_number_value(json_object_get(m, "prob"));
	fail_msg("no move %s", name);
	return 0;
}

static void
an_example_stands_for_its_game(void **state)
{
	static const struct {
		const char *game, *move[3];
		double share[3];
	} rows[] = {
		{ "rock-paper-scissors",
		  { "rock", "paper", "scissors" },
		  { 1 / 3.0, 1 / 3.0, 1 / 3.0 } },
		{ "biased-rock-paper-scissors",
		  { "rock", "paper", "scissors" },
		  { 1 / 16.0, 10 / 16.0, 5 / 16.0 } },
		{ "hide-and-seek",
		  { "cellar", "attic", "garden" },
		  { 6 / 11.0, 3 / 11.0, 2 / 11.0 } },
	};
	for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
		char command[200];
		snprintf(command, sizeof command,
			 "search %s -a smmcts:policy=rm,sims=200k --seed 3 --json",
			 rows[k].game);
		json_t *j = run_json(command);
		for (int i = 0; i < 3; i++)
			assert_true(fabs(share_of(j, rows[k].move[i]) -
					 rows[k].share[i]) < 0.05);
		json_decref(j);
	}
}

static void
a_typed_choice_stays_covered(void **state)
{
	struct ran r =
		run_with("echo rock |",
			 "play rock-paper-scissors --plain --seed 5 -s Column=easy", "");
	expect_status(&r, 0, "play rock-paper-scissors");
	const char *chosen = strstr(r.out.s, "Column has chosen.");
	const char *mine = strstr(r.out.s, "Row moves rock.");
	assert_non_null(chosen);
	assert_non_null(mine);
	assert_true(chosen < mine);
	assert_null(strstr(r.out.s, "Column moves"));
	ran_free(&r);
	r = run_with("printf '3\\n2\\n' |",
		     "play oshi-zumo --plain --seed 5 -s East=easy -o coins=12", "");
	chosen = strstr(r.out.s, "East has bid.");
	mine = strstr(r.out.s, "Bids W 3, E ");
	assert_non_null(chosen);
	assert_non_null(mine);
	assert_true(chosen < mine);
	ran_free(&r);
	r = run_with("printf 'N\\nN\\n' |", "play tron --plain --seed 5 -s Beta=easy",
		     "");
	chosen = strstr(r.out.s, "Beta has chosen.");
	mine = strstr(r.out.s, "Steps A N B ");
	assert_non_null(chosen);
	assert_non_null(mine);
	assert_true(chosen < mine);
	ran_free(&r);
}

/* A value of the last gauge with this name. */
static double
gauge_of(const char *command, const char *name)
{
	json_t *j = run_json(command);
	const double x =
		json_number_value(json_object_get(json_object_get(j, "gauges"), name));
	json_decref(j);
	return x;
}

/* The distance to equilibrium is the same from a file of solve, in a place of its own, and computed
 * on the spot. */
static void
a_solved_file_gives_the_same_distance(void **state)
{
	setenv("XDG_DATA_HOME", directory, 1);
#define DISTANCE \
	"search goofspiel -o cards=5,order=descending -a smmcts:sims=500 --seed 2 " \
	"--json"
	const double computed = gauge_of(DISTANCE, "distance to equilibrium");
	struct ran r = run("solve goofspiel 5 -o order=descending");
	expect_status(&r, 0, "solve goofspiel 5");
	ran_free(&r);
	assert_true(computed > 0);
	assert_true(fabs(gauge_of(DISTANCE, "distance to equilibrium") - computed) <
		    1e-9);
}

/* Its own card before it is to choose, and the card on the board when it comes. */
static void
poker_says_which_cards_there_are(void **state)
{
	struct ran r = run_with("printf 'c\\nlog\\n' |",
				"play leduc --plain --seed 5 -s North=medium", "");
	expect_status(&r, 0, "play leduc");
	const char *card = strstr(r.out.s, "South: Qs.");
	const char *turn = strstr(r.out.s, "South to choose.");
	const char *board = strstr(r.out.s, "The board is Kh.");
	assert_non_null(card);
	assert_non_null(turn);
	assert_non_null(board);
	assert_true(card < turn && turn < board);
	assert_null(strstr(card + 1, "South: Qs.")); /* it is still the same */
	assert_null(strstr(r.out.s, "Js"));
	assert_non_null(strstr(board, "5 the board is Kh"));
	ran_free(&r);
	r = run_with("printf 'hand\\n' |", "play kuhn --plain --seed 5", "");
	card = strstr(r.out.s, "South: Q.\nSouth to choose.");
	assert_non_null(card);
	assert_null(strstr(card, "North: "));
	ran_free(&r);
}

/* A game that White gives away, with what its moves cost, and the dearest of them once more. */
static void
moves_are_told_back(void **state)
{
	static const char typed[] =
		"printf 'costs on\\na2-a3\\nc2-c3\\nb2-b3\\nmoves\\nlearn\\nquit\\n' |";
	static const char rest[] = "printf 'costs maybe\\nlearn\\n' |";
	struct ran r =
		run_with(typed,
			 "play breakthrough -o rows=5 -o columns=4 --plain --seed 3 "
			 "-s 2=greedy",
			 "");
	expect_status(&r, 0, "play breakthrough");
	const char *move = strstr(r.out.s, "White moves c2-c3.");
	const char *cost = strstr(r.out.s, "White c2-c3: best was ");
	const char *reply = strstr(move != NULL ? move : "", "Black moves");
	assert_non_null(cost);
	assert_non_null(reply);
	assert_true(move < cost && cost < reply);
	assert_non_null(strstr(cost, "it costs 0."));
	assert_non_null(strstr(reply, "learn is for the end of a game"));
	ran_free(&r);
	r = run_with(rest, "play kuhn --plain --seed 5", "");
	assert_non_null(strstr(r.out.s, "costs maybe: expected on or off."));
	ran_free(&r);
}

static void
only_what_fits_is_solved(void **state)
{
	json_t *j = run_json("search oshi-zumo -o coins=6,size=1 -a exact --json");
	assert_true(fabs(share_of(j, "2") - 0.25) < 1e-6);
	json_decref(j);
	j = run_json("search tron --position c7:NNE,k7:SSW -a smmcts:sims=1k --json");
	json_decref(j);
	expect_failure("search oshi-zumo -a exact", 2, "exact");
	expect_failure("search tron -a exact", 2, "exact");
	expect_failure("search oshi-zumo --position '6|6|9' -a easy", 2, "place: '9'");
	expect_failure("search tron --position c7:S -a easy", 2, "expected 2 heads");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_example_stands_for_its_game),
		cmocka_unit_test(a_typed_choice_stays_covered),
		cmocka_unit_test(a_solved_file_gives_the_same_distance),
		cmocka_unit_test(poker_says_which_cards_there_are),
		cmocka_unit_test(moves_are_told_back),
		cmocka_unit_test(only_what_fits_is_solved),
	};
	return cmocka_run_group_tests(tests, make_directory, remove_directory);
}
