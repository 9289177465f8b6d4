/* player.c - players and setups from text: nesting, limits, presets, refusals,
 * messages. */
#include "src/core/player.h"
#include "tests/unit/toy.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <sys/stat.h>
#include <unistd.h>

static bool
parse(struct player *p, const char *text, bool open, struct status *st)
{
	struct game g = toy_make(2, open);
	*st = (struct status){ 0 };
	return player_parse(p, text, &toy_catalog, &g, st);
}

static void
full_text_reads_back_to_itself(void **state)
{
	static const char *const cases[][2] = {
		{ "human", "human" },
		{ "Human", "human" },
		{ "count", "count" },
		{ "count:", "count" },
		{ " count : prune=deep , nodes=20k ", "count:prune=deep,nodes=20000" },
		{ "count:time=2s,depth=6,sims=1k", "count:depth=6,time=2s,sims=1000" },
		{ "count:memory=1", "count" },
		{ "wrap", "wrap" },
		{ "wrap:inner=perfect", "wrap" },
		{ "wrap:inner=count", "wrap:inner=count" },
		{ "wrap:inner=count:c=2", "wrap:inner=(count:c=2)" },
		{ "wrap:worlds=40,inner=(perfect:prune=shallow,depth=8),time=1s",
		  "wrap:worlds=40,inner=(perfect:prune=shallow,depth=8),time=1s" },
	};
	struct player p, again;
	struct status st;
	char out[PLAYER_TEXT], twice[PLAYER_TEXT];
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		assert_true(parse(&p, cases[i][0], false, &st));
		player_format(&p, out, sizeof out);
		assert_string_equal(out, cases[i][1]);
		assert_true(parse(&again, out, false, &st));
		player_format(&again, twice, sizeof twice);
		assert_string_equal(out, twice);
	}
}

static void
nested_players_become_parts(void **state)
{
	struct player p;
	struct status st;
	assert_true(parse(&p, "wrap:inner=(perfect:depth=8),nodes=5k", false, &st));
	assert_int_equal(p.count, 2);
	assert_ptr_equal(p.part[0].ops, &wrap_search);
	assert_ptr_equal(p.part[1].ops, &perfect_search);
	assert_int_equal(p.part[0].inner, 1);
	assert_int_equal(p.part[1].inner, -1);
	assert_int_equal(p.part[0].limits.nodes, 5000);
	assert_int_equal(p.part[1].limits.depth, 8);
	player_limit(&p, &(struct limits){ .nodes = 7, .time_ms = 9 });
	assert_int_equal(p.part[0].limits.nodes, 7);
	assert_int_equal(p.part[0].limits.time_ms, 9);
	assert_int_equal(p.part[1].limits.depth, 8);
}

static void
failures_are_one_sentence_that_helps(void **state)
{
	static const char *const cases[][2] = {
		{ "", "expected a player such as hard or NAME:depth=6, not \"\"" },
		{ "cuont", "unknown player \"cuont\" (did you mean \"count\"?)" },
		{ "meduim", "unknown player \"meduim\" (did you mean \"medium\"?)" },
		{ "alphazero",
		  "unknown player \"alphazero\": expected human, easy, medium, hard, "
		  "max, count, perfect, wrap, duel" },
		{ "count:dept=3", "count: unknown option \"dept\"" },
		{ "count:depth=x",
		  "count: depth: expected a whole number from 1 to 248, not \"x\"" },
		{ "count:prune", "count: expected key=value, not \"prune\"" },
		{ "wrap:inner=(count:c=11)",
		  "inner: count: c: expected a number from 0 to 10" },
		{ "wrap:inner=(count", "wrap: parentheses do not match" },
		{ "wrap:inner=count)", "wrap: parentheses do not match" },
		{ "wrap:inner=(wrap:inner=(wrap:inner=(wrap:inner=count)))",
		  "nest at most 4 deep" },
		{ "perfect", "perfect needs perfect information: wrap it in wrap" },
		{ "wrap:inner=(wrap:worlds=3,inner=count)",
		  "wrap inside wrap: a dealt world hides nothing" },
	};
	struct player p = { .human = true };
	struct status st;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		assert_false(parse(&p, cases[i][0], false, &st));
		if (!strstr(st.text, cases[i][1]))
			print_error("%s: %s\n", cases[i][0], st.text);
		assert_non_null(strstr(st.text, cases[i][1]));
		assert_null(strchr(st.text, '\n'));
		assert_true(p.human); /* a failure leaves the player as it was */
	}
}

static void
any_text_is_read_or_refused(void **state)
{
	static const char letters[] = "wrapcount:=(),inerdh48k ";
	struct rng r;
	struct player p;
	struct status st;
	rng_seed(&r, 1);
	for (int i = 0; i < 20000; i++) {
		char text[300];
		uint32_t n = rng_below(&r, sizeof text - 8);
		int start = snprintf(text, sizeof text, i & 1 ? "wrap:" : "%s", "");
		for (uint32_t k = (uint32_t)start; k < n; k++)
			text[k] = letters[rng_below(&r, sizeof letters - 1)];
		text[n > (uint32_t)start ? n : (uint32_t)start] = '\0';
		assert_true(parse(&p, text, false, &st) || st.text[0]);
	}
}

static void
refusals_depend_on_what_the_game_hides(void **state)
{
	struct game hidden = toy_make(3, false), open = toy_make(3, true);
	struct player p;
	struct status st;
	char why[200];
	assert_non_null(
		search_refusal(&perfect_search, &hidden, NULL, 0, why, sizeof why));
	assert_null(search_refusal(&perfect_search, &open, NULL, 0, why, sizeof why));
	assert_null(search_refusal(&count_search, &hidden, NULL, 0, why, sizeof why));
	assert_non_null(search_refusal(&duel_search, &open, NULL, 0, why, sizeof why));
	assert_string_equal(why, "duel cannot handle more than two seats");
	assert_true(player_parse(&p, "wrap:inner=perfect", &toy_catalog, &hidden, &st));
	assert_null(search_refusal(p.part[0].ops, &hidden, &p, 0, why, sizeof why));
	assert_null(search_refusal(p.part[1].ops, &hidden, &p, 1, why, sizeof why));
	assert_false(player_parse(&p, "wrap:inner=duel", &toy_catalog, &hidden, &st));
}

/* Assets of our own, so that the test owns its presets. */
static void
write_presets(const char *content)
{
	char path[200];
	const char *base = toy_directory();
	snprintf(path, sizeof path, "%s/rules", base);
	mkdir(path, 0700);
	snprintf(path, sizeof path, "%s/presets", base);
	mkdir(path, 0700);
	snprintf(path, sizeof path, "%s/presets/toy-game.ini", base);
	FILE *f = fopen(path, "w");
	assert_non_null(f);
	fputs(content, f);
	fclose(f);
	setenv("PLYSCOPE_ASSETS", base, 1);
}

static void
assert_preset(int seats, bool open, const char *name, const char *expected)
{
	struct game g = toy_make(seats, open);
	struct player p;
	struct status st = { 0 };
	char out[PLAYER_TEXT];
	assert_true(player_parse(&p, name, &toy_catalog, &g, &st));
	player_format(&p, out, sizeof out);
	assert_string_equal(out, expected);
	assert_string_equal(p.text, "medium");
}

static void
presets_take_the_nearest_section(void **state)
{
	write_presets("[default]\nmedium = count:depth=1\neasy = count\n"
		      "[seats=3]\nmedium = count:depth=3\n"
		      "[open]\nmedium = perfect:depth=5\n"
		      "[open,seats=4]\nmedium = perfect:depth=4\n");
	assert_preset(2, false, "medium", "count:depth=1");
	assert_preset(3, false, "MEDIUM", "count:depth=3");
	assert_preset(4, false, "medium", "count:depth=1");
	assert_preset(2, true, "medium", "perfect:depth=5");
	assert_preset(4, true, "medium", "perfect:depth=4");
	write_presets(
		"[seats=3]\nmedium = count:depth=3\n[default]\nmedium = count:depth=1\n");
	assert_preset(3, false, "medium", "count:depth=3");
}

/* A level that is another one by another name is played, and not offered. */
static void
a_level_may_be_another_one(void **state)
{
	struct game two = toy_make(2, false), three = toy_make(3, false);
	struct player p, hard;
	struct status st = { 0 };
	write_presets("[seats=3]\nmax = count:depth=5\n[default]\nhard = count:depth=2\n"
		      "max = hard\n");
	assert_false(player_offered("max", &two));
	assert_true(player_offered("max", &three));
	assert_true(player_parse(&hard, "hard", &toy_catalog, &two, &st));
	assert_true(player_parse(&p, "max", &toy_catalog, &two, &st));
	assert_string_equal(p.text, "max");
	assert_int_equal(p.part[0].limits.depth, 2);
	assert_memory_equal(p.part, hard.part, sizeof p.part);
	assert_true(player_parse(&p, "max", &toy_catalog, &three, &st));
	assert_int_equal(p.part[0].limits.depth, 5);
	write_presets("[default]\nhard = max\nmax = hard\n");
	assert_false(player_parse(&p, "max", &toy_catalog, &two, &st));
}

/* A level below easy is where the game's file has it for this variant, others are everywhere. */
static void
a_level_is_offered_where_the_game_has_it(void **state)
{
	struct game two = toy_make(2, false), three = toy_make(3, false);
	struct player p;
	struct status st = { 0 };
	write_presets("[seats=3]\nlearner = count:depth=1\n[default]\neasy = count\n");
	assert_true(player_offered("learner", &three));
	assert_false(player_offered("learner", &two));
	assert_false(player_offered("learner", NULL));
	assert_true(player_offered("easy", &two));
	assert_true(player_offered("max", NULL));
	assert_false(player_offered("count", &three));
	assert_true(player_parse(&p, "Learner", &toy_catalog, &three, &st));
	assert_false(player_parse(&p, "learner", &toy_catalog, &two, &st));
	assert_non_null(strstr(st.text, "no preset \"learner\""));
	st = (struct status){ 0 };
	assert_false(player_parse(&p, "learnre", &toy_catalog, &two, &st));
	assert_null(strstr(st.text, "learner"));
	st = (struct status){ 0 };
	assert_false(player_parse(&p, "learnre", &toy_catalog, &three, &st));
	assert_non_null(strstr(st.text, "did you mean \"learner\""));
	st = (struct status){ 0 };
	assert_false(player_parse(&p, "alphazero", &toy_catalog, &three, &st));
	assert_non_null(strstr(st.text, "expected human, learner, easy, medium"));
}

static void
a_damaged_preset_names_file_and_line(void **state)
{
	struct player p;
	struct status st;
	write_presets("[default]\neasy = count\nmedium = count:depht=1\n");
	assert_true(parse(&p, "easy", false, &st));
	assert_false(parse(&p, "medium", false, &st));
	assert_non_null(
		strstr(st.text, "presets/toy-game.ini:3: medium: count: unknown option"));
	assert_false(parse(&p, "hard", false, &st));
	assert_non_null(strstr(st.text, "no preset \"hard\""));
	write_presets("[default\n");
	assert_false(parse(&p, "easy", false, &st));
	assert_non_null(strstr(st.text, "presets/toy-game.ini:1:"));
}

static void
a_setup_keeps_players_where_they_fit(void **state)
{
	struct setup s;
	struct status st = { 0 };
	int seat;
	write_presets("[default]\nmedium = count:depth=1\n[open]\nmedium = perfect\n");
	assert_true(setup_init(&s, &toy_catalog, &toy_game, true, &st));
	assert_int_equal(setup_humans(&s), 1);
	assert_true(setup_variant(&s, &toy_catalog, "open", "on", &st));
	assert_ptr_equal(s.seat[1].part[0].ops, &perfect_search);
	assert_true(setup_player(&s, &toy_catalog, 1, "duel", &st));
	assert_true(setup_variant(&s, &toy_catalog, "seats", "4", &st));
	assert_string_equal(s.seat[0].text, "human");
	assert_string_equal(s.seat[1].text, "medium"); /* duel plays two seats only */
	assert_string_equal(s.seat[3].text, "medium");
	assert_false(setup_variant(&s, &toy_catalog, "rounds", "9", &st));
	assert_int_equal(options_int(&s.game.variant, "rounds"), 3);
	assert_true(setup_find_seat(&s, "c", &seat, &st) && seat == 2);
	assert_true(setup_find_seat(&s, "bob", &seat, &st) && seat == 1);
	assert_true(setup_find_seat(&s, "4", &seat, &st) && seat == 3);
	st = (struct status){ 0 };
	assert_false(setup_find_seat(&s, "5", &seat, &st));
	assert_string_equal(st.text,
			    "unknown seat \"5\": expected Ann, Bob, Cleo, Dan, or a "
			    "number from 1 to 4");
	st = (struct status){ 0 };
	assert_false(setup_variant(&s, &toy_catalog, "seats", "5", &st));
	assert_string_equal(st.text, "seats: Toy is for 2, 3 or 4 seats, not 5");
}

static void
catalog_keys_fold_case_and_dashes(void **state)
{
	assert_ptr_equal(catalog_game(&toy_catalog, "toy_game"), &toy_game);
	assert_ptr_equal(catalog_game(&toy_catalog, "ToyGame"), &toy_game);
	assert_null(catalog_game(&toy_catalog, "toy"));
	assert_null(catalog_search(&toy_catalog, "counts"));
}

static int
tear_down(void **state)
{
	char path[200];
	unsetenv("PLYSCOPE_ASSETS");
	snprintf(path, sizeof path, "%s/presets/toy-game.ini", toy_directory());
	unlink(path);
	snprintf(path, sizeof path, "%s/presets", toy_directory());
	rmdir(path);
	snprintf(path, sizeof path, "%s/rules", toy_directory());
	rmdir(path);
	rmdir(toy_directory());
	return 0;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(full_text_reads_back_to_itself),
		cmocka_unit_test(nested_players_become_parts),
		cmocka_unit_test(failures_are_one_sentence_that_helps),
		cmocka_unit_test(any_text_is_read_or_refused),
		cmocka_unit_test(refusals_depend_on_what_the_game_hides),
		cmocka_unit_test(presets_take_the_nearest_section),
		cmocka_unit_test(a_level_may_be_another_one),
		cmocka_unit_test(a_level_is_offered_where_the_game_has_it),
		cmocka_unit_test(a_damaged_preset_names_file_and_line),
		cmocka_unit_test(a_setup_keeps_players_where_they_fit),
		cmocka_unit_test(catalog_keys_fold_case_and_dashes),
	};
	return cmocka_run_group_tests_name("player", tests, NULL, tear_down);
}
