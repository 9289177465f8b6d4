/*
 * bot.c - bots at the table: those of assets/bots at every game, and what one says of itself.
 */
#include "src/app/catalog.h"
#include "src/core/game.h"
#include "tests/cli/scratch.h"
#include "tests/python.h"

#include <limits.h>

static char bots[PATH_MAX - 100], talker[PATH_MAX];

static int
find_bots(void **state)
{
	const char *assets = getenv("PLYSCOPE_ASSETS");
	char folder[PATH_MAX - 100];
	snprintf(folder, sizeof folder, "%s/bots", assets != NULL ? assets : "assets");
	return make_directory(state) == 0 && realpath(folder, bots) != NULL &&
			       realpath("tests/data/bot.sh", talker) != NULL
		       ? 0
		       : -1;
}

/* "bot:command=python3 .../NAME" */
static const char *
sample(const char *name)
{
	static char out[PATH_MAX];
	snprintf(out, sizeof out, "bot:command=python3 %s/%s", bots, name);
	return out;
}

static int64_t
figure_of(const json_t *players, size_t i, const char *key)
{
	return json_integer_value(json_object_get(json_array_get(players, i), key));
}

/* Nobody plays an illegal move, is late, or ends early. */
static json_t *
expect_match(const char *game, const char *options, const char *player, const char *other,
	     int games)
{
	struct text command = { 0 };
	text_add(&command, "match %s %s -a '%s' -a %s --games %d --seed 2 --json", game,
		 options, player, other, games);
	json_t *j = run_json(command.s), *players = json_object_get(j, "players");
	for (size_t i = 0; i < 2; i++)
		if (figure_of(players, i, "illegal") + figure_of(players, i, "timeouts"))
			fail_msg("%s: a game was lost by the rules", command.s);
	/* where more sit at a table there are as many as all seatings take */
	assert_true(json_integer_value(json_object_get(j, "games")) >= games);
	text_free(&command);
	return j;
}

static void
the_random_bot_plays_every_game_to_its_end(void **unused)
{
	static const struct {
		const char *game, *options; /* shorter than usual */
	} shorter[] = { { "hearts", "-o hands=1" },
			{ "spades", "-o to=50 -o lower=100" },
			{ "holdem", "-o hands=5" } };
	need_python();
	for (int i = 0; app_catalog.games[i] != NULL; i++) {
		const char *key = app_catalog.games[i]->key, *options = "";
		for (size_t k = 0; k < sizeof shorter / sizeof *shorter; k++)
			if (strcmp(shorter[k].game, key) == 0)
				options = shorter[k].options;
		json_decref(
			expect_match(key, options, sample("random_bot.py"), "easy", 2));
	}
}

static void
the_rules_of_hearts_lose_fewer_points_than_chance(void **unused)
{
	need_python();
	json_t *j = expect_match("hearts", "-o hands=1", sample("hearts_rules.py"),
				 "random", 8);
	const json_t *players = json_object_get(j, "players");
	const double own =
		json_number_value(json_object_get(json_array_get(players, 0), "margin"));
	if (own < 4)
		fail_msg("margin %.2f points a game", own);
	json_decref(j);
}

/* Each of these has one card that a careful person plays. */
static void
the_rules_of_hearts_duck(void **unused)
{
	static const struct {
		const char *position, *best;
	} cases[] = {
		/* under the ace, with the highest that goes */
		{ "hand=4 turn=S S=...J73 W=Q9... N=T5... E=J8... "
		  "points=0,13,0,0 trick=W:KC,AC,2C",
		  "JC" },
		/* the queen of spades on a trick of others */
		{ "hand=4 turn=S S=Q2.K.4. W=93.5.. N=T5.6.. E=J8.7.. "
		  "points=0,9,0,0 trick=W:KC,5C,2C",
		  "QS" },
		/* no lead of spades above the queen while it is out */
		{ "hand=4 turn=S S=K..2. W=Q..5. N=J..6. E=T..7. points=0,13,0,0", "2D" },
	};
	need_python();
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct text command = { 0 };
		text_add(&command, "search hearts --position '%s' -a '%s' --json",
			 cases[i].position, sample("hearts_rules.py"));
		json_t *j = run_json(command.s);
		const char *chosen = json_string_value(json_object_get(j, "move"));
		if (strcmp(chosen, cases[i].best) != 0)
			fail_msg("%s: %s, not %s", cases[i].position, chosen,
				 cases[i].best);
		json_decref(j);
		text_free(&command);
	}
}

static void
a_bot_plays_only_what_it_says_it_plays(void **unused)
{
	char command[PATH_MAX + 60];
	need_python();
	snprintf(command, sizeof command, "search awari -a '%s'",
		 sample("hearts_rules.py"));
	struct ran r = run(command);
	expect_status(&r, 1, command);
	assert_non_null(strstr(r.err.s, "python3 does not play Awari"));
	ran_free(&r);
}

/* Its figures are those of the last message about this question; its words cannot command a
 * terminal. */
static void
what_a_bot_says_is_shown_as_its_words(void **unused)
{
	static const char says[] = "Talker?[31m says: \"I like ?the first?]0;x?\"";
	static const struct {
		const char *verb, *options;
	} verbs[] = { { "search", "" }, { "compare", "-a easy --nodes 50 --plain" } };
	char command[PATH_MAX + 100];
	for (int i = 0; i < 2; i++) {
		snprintf(command, sizeof command, "%s awari -a 'bot:command=%s' %s",
			 verbs[i].verb, talker, verbs[i].options);
		expect_run(command, says);
	}
	snprintf(command, sizeof command, "search awari -a 'bot:command=%s' --json",
		 talker);
	json_t *j = run_json(command), *words = json_object_get(j, "own_words");
	assert_string_equal(json_string_value(json_object_get(words, "name")),
			    "Talker?[31m");
	assert_string_equal(json_string_value(json_object_get(words, "thought")),
			    "I like ?the first?]0;x?");
	assert_string_equal(json_string_value(json_object_get(j, "move")), "A");
	const json_t *rows = json_object_get(j, "moves");
	assert_int_equal(json_array_size(rows), 2);
	assert_true(
		json_number_value(
			json_array_get(json_object_get(json_array_get(rows, 0), "win"),
				       1)) == 0.25);
	json_decref(j);
}

/* One that can stop is told when its time is over, and has its answer taken. */
static void
a_bot_that_thinks_on_is_told_to_stop(void **unused)
{
	char command[PATH_MAX + 200];
	struct text told = { 0 };
	write_file("told", "");
	snprintf(command, sizeof command,
		 "search awari --time 50ms -a 'bot:command=%s %s wait' --json", talker,
		 path("told"));
	json_t *j = run_json(command);
	assert_string_equal(json_string_value(json_object_get(j, "move")), "A");
	assert_string_equal(json_string_value(json_object_get(j, "stop")), "time");
	assert_true(text_read_file(&told, path("told"), 1 << 20));
	assert_non_null(strstr(told.s, "\"limits\":{\"time_ms\":50}"));
	assert_non_null(strstr(told.s, "{\"say\":\"stop\"}"));
	text_free(&told);
	json_decref(j);
}

/* In a match and at the table it hears how each game ended, and then that it may go. */
static void
a_bot_hears_how_it_ended(void **unused)
{
	static const char *const games[][2] = {
		{ "match awari -a ", "-a random --games 2 --seed 1" },
		{ "watch awari -s 1=", "-s 2=random --seed 1 --plain --delay 0" },
	};
	for (int i = 0; i < 2; i++) {
		char command[PATH_MAX + 200];
		struct text told = { 0 };
		int ends = 0;
		write_file("told", "");
		snprintf(command, sizeof command, "%s'bot:command=%s %s' %s", games[i][0],
			 talker, path("told"), games[i][1]);
		struct ran r = run(command);
		expect_status(&r, 0, command);
		ran_free(&r);
		assert_true(text_read_file(&told, path("told"), 4 << 20));
		for (const char *p = told.s; (p = strstr(p, "\"say\":\"over\"")) != NULL;
		     p++) {
			const char *points = strstr(p, "\"points\":[");
			const char *quit = strstr(p, "{\"say\":\"quit\"}");
			double a, b;
			assert_non_null(points);
			assert_int_equal(sscanf(points, "\"points\":[%lf,%lf]}", &a, &b),
					 2);
			assert_true(a + b == 1 && (a == 0 || a == 0.5 || a == 1));
			assert_true(quit != NULL && quit > points);
			ends++;
		}
		assert_int_equal(ends, 2 - i);
		text_free(&told);
	}
}

/* ---- the other samples -------------------------------------------------------------------- */

/* A program that reads a prompt: it answers nonsense, then thinks aloud and decides. */
static void
a_prompt_is_answered_in_words(void **unused)
{
	char command[PATH_MAX + 200];
	need_python();
	write_file("model.sh", "cat >$0.prompt\n"
			       "grep -q 'none of the legal moves' $0.prompt || { echo 'G "
			       "it is!'; exit; }\n"
			       "echo 'Sowing from B looks safe.'\n"
			       "echo 'So I take'\n"
			       "echo '**MOVE: B.**'\n");
	snprintf(command, sizeof command, "search awari -a '%s sh %s' --json",
		 sample("llm.py"), path("model.sh"));
	json_t *j = run_json(command);
	assert_string_equal(json_string_value(json_object_get(j, "move")), "B");
	assert_string_equal(json_string_value(
				    json_object_get(json_object_get(j, "own_words"),
						    "thought")),
			    "So I take");
	json_decref(j);
	struct text prompt = { 0 };
	assert_true(text_read_file(&prompt, path("model.sh.prompt"), 1 << 16));
	assert_non_null(strstr(prompt.s, "You play Awari as South."));
	assert_non_null(strstr(prompt.s, "Your legal moves: A B C D E F"));
	text_free(&prompt);
}

/* Move, values and effort are those of the search in place, with the same seed and limit. */
static void
plyscope_as_a_bot_is_its_search(void **unused)
{
	static const char *const same[] = { "move", "value", "win", "nodes", "depth" };
	const char *given = getenv("PLYSCOPE");
	char program[PATH_MAX];
	assert_non_null(realpath(given != NULL ? given : "build/plyscope", program));
	for (int i = 0; app_catalog.games[i] != NULL; i++) {
		const char *key = app_catalog.games[i]->key;
		const char *player = strcmp(key, "tree") == 0 ? "maxn" : "medium";
		struct text command = { 0 };
		text_add(&command, "search %s -a %s --nodes 1500 --seed 5 --json", key,
			 player);
		json_t *own = run_json(command.s);
		text_clear(&command);
		text_add(&command,
			 "search %s -a 'bot:command=%s bot %s -a %s --seed 5' "
			 "--nodes 1500 --seed 5 --json",
			 key, program, key, player);
		json_t *bot = run_json(command.s);
		for (size_t k = 0; k < sizeof same / sizeof *same; k++)
			if (!json_equal(json_object_get(own, same[k]),
					json_object_get(bot, same[k])))
				fail_msg("%s: another %s", command.s, same[k]);
		const json_t *rows = json_object_get(bot, "moves"), *row;
		size_t at;
		json_array_foreach(rows, at, row) assert_true(json_equal(
			json_object_get(row, "move"),
			json_object_get(json_array_get(json_object_get(own, "moves"), at),
					"move")));
		assert_true(at >= 2);
		json_decref(own);
		json_decref(bot);
		text_free(&command);
	}
}

/* Whole games, with other rules than usual, and a position that has been there before. */
static void
two_plyscopes_meet(void **unused)
{
	static const struct {
		const char *game, *options, *player;
	} cases[] = {
		{ "hearts", "-o hands=1 -o jack=on -o passing=off", "medium" },
		{ "minishogi", "-o max_turns=30", "easy" },
		{ "goofspiel", "-o cards=5", "easy" },
		{ "awari", "", "uct" },
	};
	const char *given = getenv("PLYSCOPE");
	char program[PATH_MAX];
	assert_non_null(realpath(given != NULL ? given : "build/plyscope", program));
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct text bot = { 0 };
		text_add(&bot, "bot:command=%s bot %s -a %s --seed 1,nodes=200", program,
			 cases[i].game, cases[i].player);
		json_decref(expect_match(cases[i].game, cases[i].options, bot.s, "random",
					 2));
		text_free(&bot);
	}
}

/* What it cannot do it says on standard error, and ends. */
static void
messages_that_make_no_sense_end_it(void **unused)
{
	static const struct {
		const char *lines, *says;
	} wrong[] = {
		{ "hello\\n", "expected a line of JSON" },
		{ "{\"say\":\"decide\",\"id\":1}\\n", "expected \"game\" before" },
		{ "{\"say\":\"game\",\"game\":\"chess\"}\\n", "expected the game awari" },
		{ "{\"say\":\"game\",\"game\":\"awari\",\"seat\":7}\\n",
		  "there is no seat 7" },
		{ "{\"say\":\"game\",\"game\":\"awari\",\"variant\":{\"speed\":1}}\\n",
		  "unknown option \"speed\"" },
		{ "{\"say\":\"game\",\"game\":\"awari\"}\\n"
		  "{\"say\":\"decide\",\"position\":\"x\"}\\n",
		  "position" },
		{ "{\"say\":\"game\",\"game\":\"awari\",\"seat\":1}\\n"
		  "{\"say\":\"decide\",\"seat\":99,\"position\":"
		  "\"4-4-4-0-5-5-5-5-4-4-4-4-0-0-N 1\"}\\n",
		  "seat 99 is not to move" },
		{ "{\"say\":\"game\",\"game\":\"awari\",\"seat\":1}\\n"
		  "{\"say\":\"decide\",\"position\":"
		  "\"4-4-4-0-5-5-5-5-4-4-4-4-0-0-N 1\"}\\n",
		  "seat 0 is not to move" },
	};
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		char before[300];
		snprintf(before, sizeof before, "printf '%s' |", wrong[i].lines);
		struct ran r = run_with(before, "bot awari -a easy", "");
		expect_status(&r, 1, wrong[i].lines);
		if (strstr(r.err.s, wrong[i].says) == NULL)
			fail_msg("%s: %s", wrong[i].lines, r.err.s);
		ran_free(&r);
	}
	struct ran r = run_with("printf '{\"say\":\"what\"}\\n' |", "bot awari", "");
	expect_status(&r, 0, "an unknown message");
	ran_free(&r);
}

/* Another version, a program that is none, no program. */
static void
bots_that_cannot_be_are_refused(void **unused)
{
	static const struct {
		int status;
		const char *command, *says;
	} refused[] = {
		{ 2, "search hearts -a bot", "bot: expected command= with the program" },
		{ 2, "search hearts -a bot:command=no-such-bot",
		  "there is no program no-such-bot" },
	};
	for (size_t k = 0; k < sizeof refused / sizeof *refused; k++) {
		struct ran r = run(refused[k].command);
		expect_status(&r, refused[k].status, refused[k].command);
		if (strstr(r.err.s, refused[k].says) == NULL)
			fail_msg("%s: %s", refused[k].command, r.err.s);
		ran_free(&r);
	}
	char command[200];
	write_file(
		"old.sh",
		"read -r line\necho '{\"say\":\"ready\",\"version\":2}'\nread -r line\n");
	snprintf(command, sizeof command, "search hearts -a 'bot:command=sh %s'",
		 path("old.sh"));
	struct ran r = run(command);
	expect_status(&r, 1, command);
	assert_non_null(
		strstr(r.err.s, "sh speaks version 2 of the bot protocol, not 1"));
	ran_free(&r);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_random_bot_plays_every_game_to_its_end),
		cmocka_unit_test(the_rules_of_hearts_lose_fewer_points_than_chance),
		cmocka_unit_test(the_rules_of_hearts_duck),
		cmocka_unit_test(a_bot_plays_only_what_it_says_it_plays),
		cmocka_unit_test(what_a_bot_says_is_shown_as_its_words),
		cmocka_unit_test(a_bot_that_thinks_on_is_told_to_stop),
		cmocka_unit_test(a_bot_hears_how_it_ended),
		cmocka_unit_test(a_prompt_is_answered_in_words),
		cmocka_unit_test(plyscope_as_a_bot_is_its_search),
		cmocka_unit_test(two_plyscopes_meet),
		cmocka_unit_test(messages_that_make_no_sense_end_it),
		cmocka_unit_test(bots_that_cannot_be_are_refused),
	};
	return cmocka_run_group_tests(tests, find_bots, remove_directory);
}
