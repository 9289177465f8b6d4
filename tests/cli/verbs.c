/* verbs.c - what the verbs print: the JSON names that scripts rely on, and repeatability. */
#include "tests/cli/run.h"

#include <signal.h>

static void
expect_keys(const json_t *object, const char *const *keys)
{
	for (; *keys; keys++) {
		if (!json_object_get(object, *keys))
			print_message("# no \"%s\"\n", *keys);
		assert_non_null(json_object_get(object, *keys));
	}
}

static void
search_prints_every_key_of_its_json(void **state)
{
	static const char *const keys[] = {
		"game",	       "variant", "player", "seat",	   "seed",
		"move",	       "pv",	  "value",  "win",	   "depth",
		"seldepth",    "nodes",	  "leaves", "simulations", "elapsed_ms",
		"nodes_per_s", "stop",	  "cuts",   "researches",  "tt",
		"tree",	       "moves",	  "gauges", NULL,
	};
	static const char *const move_keys[] = { "move",    "visits", "depth",
						 "value",   "win",    "prob",
						 "cost_se", "status", NULL };
	static const char *const commands[] = {
		"search hearts -a 'pimc:worlds=4,inner=(maxn:depth=3)' --seed 3 --json",
		"search chinese-checkers -a uct --sims 300 --seed 3 --json",
		"search chinese-checkers -a paranoid --depth 2 --seed 3 --json",
		"search hearts -o open=on -a maxn --nodes 5k --seed 3 --json", NULL
	};
	for (int i = 0; commands[i]; i++) {
		json_t *j = run_json(commands[i]);
		expect_keys(j, keys);
		json_t *moves = json_object_get(j, "moves");
		assert_true(json_array_size(moves) >= 1);
		expect_keys(json_array_get(moves, 0), move_keys);
		assert_int_equal(json_object_size(json_array_get(moves, 0)), 8);
		assert_string_equal(json_string_value(json_object_get(j, "move")),
				    json_string_value(
					    json_object_get(json_array_get(moves, 0),
							    "move")));
		size_t seats = (size_t)json_integer_value(
			json_object_get(json_object_get(j, "variant"), "seats"));
		assert_int_equal(json_array_size(json_object_get(j, "value")), seats);
		assert_int_equal(json_integer_value(json_object_get(j, "seed")), 3);
		json_decref(j);
	}
}

/* A figure that only one algorithm has stands in the table, and what it is below. */
static void
the_table_of_moves_has_what_the_search_declares(void **state)
{
	struct ran r = run("search tree --position max-prob-1 -a maxprob --seed 3");
	expect_status(&r, 0, "share %%");
	const char *head = strstr(r.out.s, "share %");
	assert_non_null(head);
	const char *range = strstr(head, "range");
	assert_true(range != NULL && range < strchr(head, '\n'));
	assert_non_null(strstr(range, ".."));
	assert_non_null(strstr(r.out.s, "\nrange: "));
	ran_free(&r);
}

static void
a_seed_and_a_node_limit_repeat_the_search(void **state)
{
	static const char *const commands[] = {
		"search hearts -a 'pimc:worlds=6,inner=(uct:nodes=2k)' --seed 9 --json",
		"search hearts -a "
		"'pimc:worlds=30,infer=80,prior=15,model=learned,inner=(net)' --nodes "
		"20k --seed 9 --json",
		"search chinese-checkers -a maxn --nodes 20k --seed 9 --json",
		"search chinese-checkers -o seats=6 -a uct --nodes 20k --seed 9 --json",
		NULL
	};
	for (int i = 0; commands[i]; i++) {
		json_t *a = run_json(commands[i]), *b = run_json(commands[i]);
		static const char *const times[] = { "elapsed_ms", "nodes_per_s" };
		for (int k = 0; k < 2; k++) {
			json_object_del(a, times[k]);
			json_object_del(b, times[k]);
		}
		assert_true(json_equal(a, b));
		json_decref(a);
		json_decref(b);
	}
}

static void
stop_says_which_limit_it_was(void **state)
{
	static const struct {
		const char *command, *stop;
	} rows[] = {
		{ "search chinese-checkers -a maxn --depth 2 --json", "depth" },
		{ "search chinese-checkers -a maxn --nodes 3k --json", "nodes" },
		{ "search chinese-checkers -a maxn --time 30ms --json", "time" },
		{ "search chinese-checkers -a uct --sims 100 --json", "sims" },
		{ NULL, NULL },
	};
	for (int i = 0; rows[i].command; i++) {
		json_t *j = run_json(rows[i].command);
		assert_string_equal(json_string_value(json_object_get(j, "stop")),
				    rows[i].stop);
		json_decref(j);
	}
}

static void
options_come_alone_and_in_lists(void **state)
{
	json_t *a = run_json("search hearts -o seats=3,open=on -o passing=off -a maxn "
			     "--depth 1 --seed 1 --json");
	json_t *v = json_object_get(a, "variant");
	assert_int_equal(json_integer_value(json_object_get(v, "seats")), 3);
	assert_string_equal(json_string_value(json_object_get(v, "open")), "on");
	assert_string_equal(json_string_value(json_object_get(v, "passing")), "off");
	json_decref(a);
}

static void
the_seat_is_whose_knowledge_it_is(void **state)
{
	json_t *j =
		run_json("search hearts -a 'pimc:worlds=3,inner=(maxn:depth=2)' --seat 3 "
			 "--seed 2 --json");
	assert_int_equal(json_integer_value(json_object_get(j, "seat")), 3);
	json_decref(j);
}

/* Shell text: starts $program in the background, waits (at most 20 s) until it catches SIGINT,
 * lets it search a little, interrupts it, and passes its status on. */
#define INTERRUPTED(arguments) \
	"/bin/sh -c 'trap : INT; \"$0\" \"$@\" & pid=$!; n=0;" \
	" until grep -q \"^SigCgt:.*[2367abef]$\" /proc/$pid/status || [ $n = 200 ];" \
	" do n=$((n+1)); sleep 0.1; done; sleep 0.3; kill -INT $pid; wait $pid'", \
		arguments, "</dev/null"

static void
interrupting_prints_the_best_so_far(void **state)
{
	if (access("/proc/self/status", R_OK) != 0)
		skip();
	struct ran r = run_with(
		INTERRUPTED("search chinese-checkers -a maxn --time 60s --json"));
	expect_status(&r, 130, "search, interrupted");
	json_t *j = json_loads(r.out.s, 0, NULL);
	assert_non_null(j);
	assert_string_equal(json_string_value(json_object_get(j, "stop")), "interrupted");
	assert_true(json_is_string(json_object_get(j, "move")));
	json_decref(j);
	ran_free(&r);
}

static void
perft_counts_and_divides(void **state)
{
	json_t *j = run_json("perft chinese-checkers 2 -o seats=2 --divide --json");
	json_t *divide = json_object_get(j, "divide"), *value;
	const char *key;
	json_int_t sum = 0;
	assert_int_equal(json_object_size(divide), 14);
	json_object_foreach(divide, key, value) sum += json_integer_value(value);
	assert_int_equal(sum, 14 * 14);
	assert_int_equal(json_integer_value(json_object_get(j, "nodes")), 14 * 14);
	assert_int_equal(json_integer_value(json_object_get(j, "depth")), 2);
	assert_string_equal(json_string_value(json_object_get(j, "game")),
			    "chinese-checkers");
	json_decref(j);
}

static void
lists_name_everything(void **state)
{
	json_t *j = run_json("list games --json");
	json_t *games = json_object_get(j, "games");
	assert_true(json_array_size(games) >= 2);
	static const char *const keys[] = { "key", "title", "seats", "options", NULL };
	expect_keys(json_array_get(games, 0), keys);
	json_decref(j);
	j = run_json("list players --json");
	json_t *players = json_object_get(j, "players");
	assert_true(json_array_size(players) >= 6);
	json_decref(j);
	j = run_json("list presets --json");
	/* Four levels of every game; in Hearts one below them, and max is hard. */
	int learners = 0;
	const json_t *presets = json_object_get(j, "presets");
	for (size_t i = 0; i < json_array_size(presets); i++) {
		const json_t *p = json_array_get(presets, i);
		if (strcmp(json_string_value(json_object_get(p, "preset")), "learner") !=
		    0)
			continue;
		learners++;
		assert_string_equal(json_string_value(json_object_get(p, "game")),
				    "hearts");
	}
	assert_int_equal(learners, 1);
	assert_int_equal(json_array_size(presets) % 4, 0);
	json_decref(j);
	j = run_json("list themes --json");
	assert_true(json_array_size(json_object_get(j, "themes")) >= 1);
	json_decref(j);
}

static void
a_match_reports_every_player(void **state)
{
	static const char *const keys[] = { "player",	   "points",  "wins",
					    "draws",	   "losses",  "score",
					    "ci95",	   "elo",     "elo_ci95",
					    "nodes_per_s", "illegal", "timeouts",
					    NULL };
	json_t *j =
		run_json("match chinese-checkers -o seats=2,size=2 -a random -a greedy "
			 "--games 4 --seed 1 --json");
	json_t *players = json_object_get(j, "players");
	assert_true(json_integer_value(json_object_get(j, "games")) >= 4);
	assert_int_equal(json_array_size(players), 2);
	expect_keys(json_array_get(players, 0), keys);
	json_decref(j);
}

static void
every_verb_has_help(void **state)
{
	static const char *const verbs[] = { "play",  "watch",	 "replay",    "search",
					     "perft", "match",	 "calibrate", "bench",
					     "list",  "history", NULL };
	struct ran all = run("--help");
	expect_status(&all, 0, "--help");
	for (int i = 0; verbs[i]; i++) {
		char command[64], usage[64];
		snprintf(command, sizeof command, "%s --help", verbs[i]);
		snprintf(usage, sizeof usage, "usage: plyscope %s ", verbs[i]);
		struct ran r = run(command);
		expect_status(&r, 0, command);
		assert_int_equal(strncmp(r.out.s, usage, strlen(usage)), 0);
		assert_non_null(strstr(all.out.s, verbs[i]));
		ran_free(&r);
	}
	ran_free(&all);
	struct ran version = run("--version");
	assert_int_equal(strncmp(version.out.s, "plyscope ", 9), 0);
	assert_non_null(strstr(version.out.s, "\nbuilt for "));
	assert_non_null(strstr(version.out.s, "\nMPI: no\n"));
	ran_free(&version);
}

/* A game is played by lines, found in the history, written out, replayed and searched. */
static void
a_game_goes_through_history_record_and_search(void **state)
{
	char directory[] = "/tmp/plyscope-home-XXXXXX", before[100], path[80],
	     command[200];
	assert_non_null(mkdtemp(directory));
	snprintf(before, sizeof before, "XDG_DATA_HOME=%s", directory);
	snprintf(path, sizeof path, "%s/game.txt", directory);
	const char *play =
		"watch hearts --plain -o to=0 --seed 4 -s 1=easy -s 2=easy -s 3=easy "
		"-s 4=easy --delay 0";
	struct ran r = run_with(before, play, "</dev/null");
	expect_status(&r, 0, play);
	ran_free(&r);
	r = run_with(before, "history --json", "</dev/null");
	expect_status(&r, 0, "history --json");
	json_t *j = json_loads(r.out.s, 0, NULL);
	json_t *row = json_array_get(json_object_get(j, "games"), 0);
	assert_non_null(row);
	assert_true(json_is_true(json_object_get(row, "over")));
	snprintf(command, sizeof command, "history %lld",
		 (long long)json_integer_value(json_object_get(row, "id")));
	json_decref(j);
	ran_free(&r);
	static const char watched[] = "stats --json"; /* and not played */
	r = run_with(before, watched, "</dev/null");
	expect_status(&r, 0, watched);
	j = json_loads(r.out.s, 0, NULL);
	assert_true(json_is_array(json_object_get(j, "results")));
	assert_int_equal(json_array_size(json_object_get(j, "results")), 0);
	json_decref(j);
	ran_free(&r);
	r = run_with(before, command, "</dev/null");
	expect_status(&r, 0, command);
	FILE *f = fopen(path, "w");
	assert_non_null(f);
	fputs(r.out.s, f);
	fclose(f);
	ran_free(&r);
	snprintf(command, sizeof command, "replay --plain %s", path);
	r = run(command);
	expect_status(&r, 0, command);
	assert_non_null(strstr(r.out.s, "2C"));
	ran_free(&r);
	snprintf(command, sizeof command,
		 "search hearts --load %s@20 -a 'pimc:worlds=2,inner=(maxn:depth=2)' "
		 "--json",
		 path);
	j = run_json(command);
	assert_string_equal(json_string_value(json_object_get(j, "game")), "hearts");
	json_decref(j);
	snprintf(command, sizeof command, "search hearts --load %s", path);
	expect_failure(command, 1, "over");
	snprintf(command, sizeof command, "search chinese-checkers --load %s", path);
	expect_failure(command, 2, "a record of hearts");
	unlink(path);
	snprintf(command, sizeof command, "rm -r %s", directory);
	assert_int_equal(system(command), 0);
}

/* No key could end its search there. */
static void
a_player_without_limits_moves_in_line_mode(void **state)
{
	const char *play = "watch tree --plain -s 1=uct -s 2=uct:depth=2 -s 3=maxn "
			   "--delay 0";
	struct ran r = run_with("XDG_DATA_HOME=/dev/null timeout 60", play, "</dev/null");
	expect_status(&r, 0, play);
	assert_non_null(strstr(r.out.s, "sims=1000 "));
	assert_non_null(strstr(r.out.s, "The game is over."));
	ran_free(&r);
}

/* A search that does not know the chance to win the pot names those that do: they say it. */
static void
searches_that_know_the_pot_are_named(void **state)
{
	static const struct {
		const char *game, *player;
		bool knows;
	} rows[] = {
		{ "kuhn", "cfr:sims=50", true },      { "kuhn", "mccfr:sims=50", true },
		{ "kuhn", "dls:sims=50", true },      { "kuhn", "ismcts:sims=50", false },
		{ "kuhn", "pimc:sims=50", false },    { "kuhn", "random", false },
		{ "holdem", "equity:sims=50", true },
	};
	char command[200], key[20], named[24];
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		snprintf(command, sizeof command, "search %s --seed 1 -a %s --json",
			 rows[i].game, rows[i].player);
		json_t *j = run_json(command);
		assert_int_equal(json_is_number(
					 json_array_get(json_object_get(j, "win"), 0)),
				 rows[i].knows);
		json_decref(j);
		snprintf(command, sizeof command, "search %s --seed 1 -a random",
			 rows[i].game);
		struct ran r = run(command);
		const char *list = strstr(r.out.s, "\nwin: unknown to this search; ");
		assert_non_null(list);
		snprintf(key, sizeof key, "%.*s", (int)strcspn(rows[i].player, ":"),
			 rows[i].player);
		snprintf(named, sizeof named, " %s", key);
		const char *at = strstr(list, named);
		assert_int_equal(at != NULL && strchr(",\n", at[strlen(named)]) != NULL,
				 rows[i].knows);
		ran_free(&r);
	}
	struct ran r = run("search holdem --seed 1 -a random");
	assert_non_null(strstr(r.out.s, " blueprint"));
	assert_non_null(strstr(r.out.s, " modicum"));
	assert_null(strstr(r.out.s, " mccfr")); /* which does not play its four rounds */
	ran_free(&r);
}

/* In a source tree the pages beside assets/, else those that man knows, or that lie beside an
 * installed share/plyscope; `man` here says what it is asked for. */
static void
pages_of_the_manual_open(void **state)
{
	static const char *const pages[][2] = {
		{ "tutorial", "7" }, { "glossary", "7" }, { "games", "6" },
		{ "players", "6" },  { "formats", "5" },  { "experiments", "7" },
		{ "cluster", "7" },
	};
	char folder[] = "/tmp/plyscope-man-XXXXXX", line[400], before[300], expected[300];
	assert_non_null(mkdtemp(folder));
	snprintf(line, sizeof line,
		 "cd %s && mkdir -p rules src/assets/rules src/man "
		 "put/share/plyscope/rules "
		 "put/share/man/man7 && for p in 5 6 7; do for n in tutorial glossary "
		 "games "
		 "players formats experiments cluster; do : >src/man/plyscope-$n.$p; "
		 "done; "
		 "done && : >put/share/man/man7/plyscope-tutorial.7 && printf "
		 "'#!/bin/sh\\n[ \"$1\" = -w ] || echo \"$@\"\\n' >man && chmod +x man",
		 folder);
	assert_int_equal(system(line), 0);
	for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
		const char *name = pages[i][0], *section = pages[i][1];
		snprintf(line, sizeof line, "help %s", name);
		snprintf(before, sizeof before,
			 "PATH=%s:$PATH PLYSCOPE_ASSETS=%s/src/assets", folder, folder);
		struct ran r = run_with(before, line, "</dev/null");
		expect_status(&r, 0, line);
		snprintf(expected, sizeof expected,
			 "%s/src/assets/../man/plyscope-%s.%s\n", folder, name, section);
		assert_string_equal(r.out.s, expected);
		ran_free(&r);
		snprintf(before, sizeof before, "PATH=%s:$PATH PLYSCOPE_ASSETS=%s",
			 folder, folder);
		r = run_with(before, line, "</dev/null");
		snprintf(expected, sizeof expected, "%s plyscope-%s\n", section, name);
		assert_string_equal(r.out.s, expected);
		ran_free(&r);
	}
	snprintf(before, sizeof before,
		 "PATH=%s:$PATH PLYSCOPE_ASSETS=%s/put/share/plyscope", folder, folder);
	struct ran r = run_with(before, "help tutorial", "</dev/null");
	assert_non_null(
		strstr(r.out.s, "/share/plyscope/../man/man7/plyscope-tutorial.7\n"));
	ran_free(&r);
	r = run_with("PATH=/no/where", "help tutorial", "</dev/null");
	expect_status(&r, 1, "help tutorial");
	assert_non_null(strstr(r.err.s, "help: man shows no page plyscope-tutorial"));
	ran_free(&r);
	snprintf(line, sizeof line, "rm -rf %s", folder);
	assert_int_equal(system(line), 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_player_without_limits_moves_in_line_mode),
		cmocka_unit_test(search_prints_every_key_of_its_json),
		cmocka_unit_test(the_table_of_moves_has_what_the_search_declares),
		cmocka_unit_test(a_seed_and_a_node_limit_repeat_the_search),
		cmocka_unit_test(stop_says_which_limit_it_was),
		cmocka_unit_test(options_come_alone_and_in_lists),
		cmocka_unit_test(the_seat_is_whose_knowledge_it_is),
		cmocka_unit_test(interrupting_prints_the_best_so_far),
		cmocka_unit_test(perft_counts_and_divides),
		cmocka_unit_test(lists_name_everything),
		cmocka_unit_test(a_match_reports_every_player),
		cmocka_unit_test(every_verb_has_help),
		cmocka_unit_test(a_game_goes_through_history_record_and_search),
		cmocka_unit_test(searches_that_know_the_pot_are_named),
		cmocka_unit_test(pages_of_the_manual_open),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
