/* compare.c - the verbs compare and beliefs: their tables, JSON, CSV, and bad input. */
#include "tests/cli/run.h"

#include <math.h>

static const char *
string_of(const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));
	assert_non_null(text);
	return text;
}

/* The choices name every player once, with the move of its own table. */
static void
check_choices(const json_t *j)
{
	const json_t *players = json_object_get(j, "players");
	const json_t *choices = json_object_get(j, "choices");
	size_t i, k, said = 0;
	const json_t *choice, *letter;
	json_array_foreach(choices, i, choice)
	{
		json_array_foreach(json_object_get(choice, "players"), k, letter)
		{
			const size_t at = (size_t)(json_string_value(letter)[0] - 'A');
			const json_t *p = json_array_get(players, at);
			assert_string_equal(string_of(p, "move"),
					    string_of(choice, "move"));
			said++;
		}
	}
	assert_int_equal(said, json_array_size(players));
	assert_int_equal(json_is_true(json_object_get(j, "agree")),
			 json_array_size(choices) == 1);
}

static void
four_players_search_the_same_position(void **state)
{
	static const char *const commands[] = {
		"compare hearts -a medium -a 'pimc:worlds=4,inner=(maxn)' "
		"-a 'pimc:worlds=4,inner=(paranoid)' -a 'pimc:worlds=4,inner=(uct)' "
		"--share nodes --nodes 2k --seed 3 --json",
		"compare chinese-checkers -a maxn -a paranoid -a uct -a greedy "
		"--nodes 2k --seed 3 --json",
		"compare tree -o file=max-prob-1 -a maxn -a paranoid -a maxprob "
		"-a uct --nodes 2k --seed 3 --json",
		NULL
	};
	static const char *const keys[] = { "letter", "player", "move",	 "pv",
					    "value",  "win",	"depth", "nodes",
					    "cuts",   "moves",	"stop",	 "nodes_per_s",
					    NULL };
	for (int i = 0; commands[i]; i++) {
		json_t *j = run_json(commands[i]);
		const json_t *players = json_object_get(j, "players");
		assert_int_equal(json_array_size(players), 4);
		assert_string_equal(string_of(j, "share"), "nodes");
		assert_int_equal(json_integer_value(json_object_get(j, "nodes")), 2000);
		assert_int_equal(json_integer_value(json_object_get(j, "seed")), 3);
		for (size_t p = 0; p < 4; p++) {
			const json_t *one = json_array_get(players, p);
			for (int k = 0; keys[k]; k++)
				assert_non_null(json_object_get(one, keys[k]));
			assert_true(json_integer_value(json_object_get(one, "nodes")) <=
				    2000);
			assert_int_equal(string_of(one, "letter")[0], 'A' + (int)p);
		}
		check_choices(j);
		json_decref(j);
	}
}

/* What search says of a player is what compare says of it. */
static void
a_player_of_a_comparison_is_the_search_itself(void **state)
{
	static const char *const players[] = { "maxn", "paranoid" };
	json_t *j = run_json("compare abalone -a maxn -a paranoid --nodes 3k --json");
	for (size_t i = 0; i < 2; i++) {
		char command[100];
		snprintf(command, sizeof command,
			 "search abalone -a %s --nodes 3k --json", players[i]);
		json_t *s = run_json(command);
		const json_t *p = json_array_get(json_object_get(j, "players"), i);
		assert_true(json_equal(json_object_get(s, "moves"),
				       json_object_get(p, "moves")));
		assert_true(
			json_equal(json_object_get(s, "pv"), json_object_get(p, "pv")));
		json_decref(s);
	}
	json_decref(j);
}

static void
the_same_command_gives_the_same(void **state)
{
	struct ran a, b;
	const char *command = "compare spades --nodes 1k --seed 8 --csv";
	a = run(command);
	b = run(command);
	expect_status(&a, 0, command);
	assert_non_null(strstr(a.out.s, "letter,player,rank,move,chosen,"));
	/* Lines agree up to the figures of the clock. */
	const char *p = a.out.s, *q = b.out.s;
	while (*p != '\0' && *q != '\0') {
		int commas = 0;
		bool quoted = false;
		for (; *p != '\n' && *p != '\0' && commas < 13; p++, q++) {
			assert_int_equal(*p, *q);
			quoted ^= *p == '"';
			commas += *p == ',' && !quoted;
		}
		p += strcspn(p, "\n") + 1;
		q += strcspn(q, "\n") + 1;
	}
	ran_free(&a);
	ran_free(&b);
}

static void
without_a_terminal_it_prints_the_table(void **state)
{
	static const char *const commands[] = {
		"compare goofspiel -a easy -a medium --nodes 500 --seed 1",
		"compare goofspiel -a easy -a medium --time 50 --share parallel --seed 1",
		"compare goofspiel --plain --nodes 500", NULL
	};
	for (int i = 0; commands[i]; i++) {
		struct ran r = run(commands[i]);
		expect_status(&r, 0, commands[i]);
		assert_non_null(strstr(r.out.s, "chosen by"));
		assert_non_null(strstr(r.out.s, "choose"));
		ran_free(&r);
	}
}

/* A number of a move's row in JSON. */
static double
row_number(const json_t *j, size_t row, const char *key)
{
	const json_t *x =
		json_object_get(json_array_get(json_object_get(j, "moves"), row), key);
	assert_true(json_is_number(x));
	return json_number_value(x);
}

/* The sentence on a runner-up with the better value: what it says decides is in the table, as it
 * says, and puts the choice first. True: there is such a sentence. */
static bool
check_what_decides(const char *command, const char *word, const char *key)
{
	json_t *j = run_json(command);
	const json_t *lines = json_object_get(j, "explain");
	const size_t rows = json_array_size(json_object_get(j, "moves"));
	char expected[80];
	bool said = false;
	for (size_t i = 1; i < rows; i++)
		assert_true(row_number(j, i, key) <= row_number(j, i - 1, key));
	if (strcmp(key, "worth") == 0)
		snprintf(expected, sizeof expected, "but %s decides, %g against %g", word,
			 round(100 * row_number(j, 0, key)) / 100,
			 round(100 * row_number(j, 1, key)) / 100);
	else
		snprintf(expected, sizeof expected, "but %s decides", word);
	for (size_t i = 0; i < json_array_size(lines); i++) {
		const char *line = json_string_value(json_array_get(lines, i));
		if (strstr(line, "By points alone ") == NULL)
			continue;
		if (strstr(line, expected) == NULL)
			print_message("# %s: %s, expected: %s\n", command, line,
				      expected);
		assert_non_null(strstr(line, expected));
		said = true;
	}
	json_decref(j);
	return said;
}

static void
a_move_is_chosen_by_what_is_said_to_decide(void **state)
{
	int worth = 0, tries = 0;
	for (int seed = 1; seed <= 10; seed++) {
		char command[100];
		snprintf(command, sizeof command,
			 "search hearts --seed %d -a hard --explain --json", seed);
		worth += check_what_decides(command, "worth", "worth");
		snprintf(command, sizeof command,
			 "search abalone --seed %d -a uct:sims=300 --explain --json",
			 seed);
		tries += check_what_decides(command, "how often it was tried", "visits");
	}
	assert_true(worth > 2 && tries > 0);
}

static void
a_search_explains_itself(void **state)
{
	json_t *j = run_json("search abalone -a maxn --nodes 2k --explain --json");
	const json_t *lines = json_object_get(j, "explain");
	assert_true(json_array_size(lines) >= 4);
	char begin[80];
	snprintf(begin, sizeof begin, "maxn chooses %s for ", string_of(j, "move"));
	const char *first = json_string_value(json_array_get(lines, 0));
	assert_int_equal(strncmp(first, begin, strlen(begin)), 0);
	json_decref(j);
	expect_run("search hearts -a easy --seed 3 --explain",
		   "deals that fit what S has seen");
}

/* The line mode has the same three as words. */
static void
words_of_the_line_mode_print_them(void **state)
{
	struct ran r =
		run_with("printf 'compare easy medium\\nexplain\\nbeliefs\\ncompare "
			 "maxn easy\\nquit\\n' |",
			 "play hearts --plain --seed 3 -s W=easy -s N=easy -s E=easy",
			 "");
	expect_status(&r, 0, "play --plain");
	assert_non_null(strstr(r.out.s, "each as long as in a game, or 1s"));
	assert_non_null(strstr(r.out.s, "hard chooses"));
	assert_non_null(strstr(r.out.s, "Effort: "));
	assert_non_null(strstr(r.out.s, "Hidden cards: shares in"));
	assert_non_null(
		strstr(r.out.s,
		       "maxn needs perfect information, so pimc deals the hidden cards"));
	ran_free(&r);
}

static int
count_of(const char *text, const char *words)
{
	int n = 0;
	for (const char *at = strstr(text, words); at; at = strstr(at + 1, words))
		n++;
	return n;
}

/* Unasked after a deal and after the pass, not again while cards only go; never what another
 * person at the same terminal may not see. */
static void
the_line_mode_says_a_hand_with_new_cards(void **state)
{
	struct ran r = run_with("printf '8C+TC+JC\nQC\nquit\n' |",
				"play hearts --plain --seed 3 -s W=easy -s N=easy "
				"-s E=easy",
				"");
	expect_status(&r, 0, "play hearts");
	assert_int_equal(count_of(r.out.s, "South to choose"), 3);
	assert_int_equal(count_of(r.out.s, "South: "), 3); /* the players, two hands */
	assert_non_null(strstr(r.out.s, "South: 8C TC JC QC "));
	assert_non_null(strstr(r.out.s, "South: QC AC 4D "));
	ran_free(&r);
	r = run_with("echo 3 |",
		     "play spades --plain --seed 3 -s S=human -s W=human "
		     "-s E=easy",
		     "");
	expect_status(&r, 0, "play spades");
	assert_non_null(strstr(r.out.s, "West to choose"));
	assert_int_equal(count_of(r.out.s, "South: "), 1); /* the players, no hand */
	assert_int_equal(count_of(r.out.s, "West: "), 1);
	ran_free(&r);
}

static void
bad_input_is_told_in_one_line(void **state)
{
	expect_failure("compare", 2, "expected a game, one of");
	expect_failure("compare hearts -a easy", 2, "two to 6 players");
	expect_failure("compare hearts -a easy -a human", 2,
		       "expected a search, not a person");
	expect_failure("compare hearts -a easy -a maxn:x=1", 2, "unknown option \"x\"");
	expect_failure("compare hearts -a easy -a easy -a easy -a easy -a easy -a easy "
		       "-a easy",
		       2, "at most 6");
	expect_failure("compare hearts --share fair", 2, "turns, nodes or parallel");
	expect_failure("compare hearts --share nodes --time 5", 2, "--time");
	expect_failure("compare hearts --share turns --nodes 5", 2, "--nodes");
	expect_failure("compare hearts --seat Q", 2, "--seat");
	expect_failure("compare abalone --position nonsense", 2, "--position");
	expect_failure("compare hearts --load /nonexistent", 2, "/nonexistent");
	expect_failure("beliefs abalone", 1, "nothing is hidden");
	expect_failure("beliefs hearts --worlds 0", 2, "--worlds");
}

static void
beliefs_are_shares_of_deals(void **state)
{
	json_t *j = run_json("beliefs hearts --seed 3 --worlds 200 --json");
	const json_t *cards = json_object_get(j, "card");
	const char *card, *seat;
	json_t *shares, *share;
	assert_int_equal(json_integer_value(json_object_get(j, "worlds")), 200);
	assert_int_equal(json_object_size(cards), 39);
	json_object_foreach((json_t *)(uintptr_t)cards, card, shares)
	{
		double all = 0;
		json_object_foreach(shares, seat, share)
		{
			all += json_number_value(share);
		}
		assert_true(all > 0.999 && all < 1.001);
	}
	assert_int_equal(json_object_size(json_object_get(j, "void")), 4);
	json_decref(j);
	struct ran r = run("beliefs hearts --seed 3 --seat W");
	expect_status(&r, 0, "beliefs");
	assert_non_null(strstr(r.out.s, "Hidden cards: shares in"));
	assert_non_null(strstr(r.out.s, "void in"));
	ran_free(&r);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(four_players_search_the_same_position),
		cmocka_unit_test(a_player_of_a_comparison_is_the_search_itself),
		cmocka_unit_test(the_same_command_gives_the_same),
		cmocka_unit_test(without_a_terminal_it_prints_the_table),
		cmocka_unit_test(a_search_explains_itself),
		cmocka_unit_test(a_move_is_chosen_by_what_is_said_to_decide),
		cmocka_unit_test(words_of_the_line_mode_print_them),
		cmocka_unit_test(the_line_mode_says_a_hand_with_new_cards),
		cmocka_unit_test(bad_input_is_told_in_one_line),
		cmocka_unit_test(beliefs_are_shares_of_deals),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
