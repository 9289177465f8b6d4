/*
 * tree.c - the game that is read from a file: the shipped trees, the reference trees under
 * every pruning, and files with mistakes.
 */
#include "games/tree/tree.h"
#include "src/base/json.h"
#include "tests/unit/play_text.h"

#include <dirent.h>
#include <unistd.h>

static struct search search;

/* The game of a file; NULL when it is fine, else what is wrong. */
static const char *
open_tree(struct game *g, const char *file)
{
	static struct status st;
	struct options variant;
	st = (struct status){ 0 };
	options_init(&variant, tree_game.options);
	if (options_set(&variant, "file", file, &st) &&
	    game_init(g, &tree_game, 0, &variant, &st))
		return NULL;
	return st.text;
}

static void
expect_open(struct game *g, const char *file)
{
	const char *wrong = open_tree(g, file);
	if (wrong)
		fail_msg("%s", wrong);
}

/* Runs a player on the tree's root (behind chance); the caller closes the search. */
static void
run_player(const struct game *g, struct player *p, const char *text)
{
	struct state root;
	start_game(g, &root);
	open_player(&search, p,
		    (struct search_job){
			    .game = g, .root = &root, .viewer = game_mover(g, &root) },
		    text);
	search_run(&search);
}

static void
expect_values(const char *file, const char *player, int best, const double *value)
{
	struct game g;
	struct player p;
	expect_open(&g, file);
	run_player(&g, &p, player);
	if (search_choice(&search) != (move)best)
		print_message("# %s, %s\n", file, player);
	assert_int_equal(search_choice(&search), best);
	for (int i = 0; i < g.seats; i++) {
		const double off = search.live.value[i] - value[i];
		if (off > 1e-6 || off < -1e-6)
			print_message("# %s, %s: seat %d has %g, not %g\n", file, player,
				      i, search.live.value[i], value[i]);
		assert_true(off < 1e-6 && off > -1e-6);
	}
	search_close(&search);
}

static void
all_shipped_trees_load(void **state)
{
	(void)state;
	int n = 0;
	DIR *d = opendir("assets/trees");
	assert_non_null(d);
	for (struct dirent *e; (e = readdir(d)) != NULL;) {
		struct game g;
		char name[64];
		if (e->d_name[0] == '.')
			continue;
		expect_open(&g, e->d_name);
		snprintf(name, sizeof name, "|%.*s|", (int)strcspn(e->d_name, "."),
			 e->d_name);
		char all[400];
		snprintf(all, sizeof all, "|%s|", tree_game.options[0].choices);
		assert_non_null(strstr(all, name)); /* the form offers it */
		n++;
	}
	closedir(d);
	assert_true(n >= 10);
}

/* "none|shallow|...": whatever max^n offers. */
static const char *
prunings(void)
{
	const struct search_ops *maxn = catalog_search(&app_catalog, "maxn");
	for (const struct option_spec *o = maxn->options; o->key; o++)
		if (strcmp(o->key, "prune") == 0)
			return o->choices;
	fail_msg("max^n has no prune=");
	return NULL;
}

static void
the_reference_trees_have_their_values_under_every_pruning(void **state)
{
	(void)state;
	json_error_t error;
	json_t *top = json_load_file("tests/data/maxn_trees.json", 0, &error), *t;
	size_t k;
	assert_non_null(top);
	json_array_foreach(json_object_get(top, "trees"), k, t)
	{
		const json_t *tuple = json_object_get(t, "maxn_tuple");
		const int best = (int)json_integer_value(json_object_get(t, "maxn_move"));
		double value[SEATS_MAX];
		for (int i = 0; i < (int)json_array_size(tuple); i++)
			value[i] = json_number_value(json_array_get(tuple, (size_t)i));
		char file[64], prune[64], player[96];
		snprintf(file, sizeof file, "tests/data/maxn_trees.json#%d", (int)k);
		for (int c = 0; option_choice(prunings(), c, prune, sizeof prune); c++) {
			snprintf(player, sizeof player, "maxn:prune=%s,depth=50", prune);
			expect_values(file, player, best, value);
		}
	}
	assert_true(k >= 60);
	json_decref(top);
}

static void
the_counterexamples_come_out_right(void **state)
{
	(void)state;
	expect_values("tie-order", "maxn:depth=50", 0, (const double[]){ 1, 0, 2 });
	expect_values("dropped-child", "maxn:depth=50", 0,
		      (const double[]){ 365671, 340014, 294315 });
}

/* 0.5 (9, 1, 0) + 0.5 (0.5, 9.5, 0), and 0.25 (10, 0, 0) + 0.75 (2, 4, 4). */
static void
chance_counts_by_expectation(void **state)
{
	(void)state;
	expect_values("chance-and-choice", "maxn:depth=50", 1,
		      (const double[]){ 4.75, 5.25, 0 });
}

static void
intervals_are_those_of_the_paper(void **state)
{
	(void)state;
	static const double low_b[] = { 4, 3, 0 }, high_b[] = { 6, 5, 1 };
	struct game g;
	struct state s = { 0 };
	double low[SEATS_MAX], high[SEATS_MAX];
	expect_open(&g, "max-prob-2");
	assert_true(g.text->parse_position(&g, "max-prob-2@1.2", &s, NULL));
	g.knowledge->intervals(&g, &s, low, high);
	for (int i = 0; i < 3; i++) {
		assert_true(low[i] == low_b[i] * g.unit);
		assert_true(high[i] == high_b[i] * g.unit);
	}
}

static void
a_choice_at_a_matrix_is_hidden_until_both_have_chosen(void **state)
{
	(void)state;
	struct game g;
	struct state s = { 0 }, other, paper, rock;
	char text[POSITION_TEXT];
	expect_open(&g, "rock-paper-scissors");
	g.rules->start(&g, &s);
	assert_int_equal(g.rules->acting(&g, &s), 3);
	g.rules->play(&g, &s, 0, 0, &rock);
	g.rules->play(&g, &s, 0, 1, &paper);
	assert_int_equal(g.rules->acting(&g, &paper), 2);
	game_view(&g, &paper, 1, &other);
	g.text->format_position(&g, &other, text, sizeof text);
	assert_string_equal(text, "rock-paper-scissors@root+?/-");
	game_view(&g, &rock, 1, &rock);
	assert_memory_equal(rock.bytes, other.bytes, tree_game.state_size);
	g.rules->play(&g, &paper, 1, 0, &s); /* paper beats rock */
	g.view->event(&g, &other, 1, 0, &s, text, sizeof text);
	assert_string_equal(text, "Row paper, Column rock; the end: Row 1, Column -1");
	int32_t value[SEATS_MAX];
	assert_true(g.rules->settled(&g, &s));
	g.rules->points(&g, &s, value);
	assert_int_equal(value[0], g.unit);
	assert_int_equal(value[1], -g.unit);
}

/* ---- mistakes ---- */

static void
write_text(const char *path, const char *text)
{
	FILE *f = fopen(path, "w");
	assert_non_null(f);
	fputs(text, f);
	fclose(f);
}

#define HEAD "{ \"players\": 2, \"tree\": "

static void
mistakes_are_said_in_one_line_with_their_node(void **state)
{
	(void)state;
	static const struct {
		const char *text, *words;
	} cases[] = {
		{ "", "no JSON" },
		{ "[1, 2", ":1: no JSON" },
		{ "{}", "\"players\": expected a number from 2 to 6" },
		{ "{ \"players\": 7, \"tree\": {} }", "from 2 to 6" },
		{ "{ \"players\": 2 }", "expected a node under \"tree\"" },
		{ HEAD "{ \"p\": 0, \"c\": [{ \"v\": [1, 2] }, { \"v\": [1] }] } }",
		  "node 2: 1 values for 2 seats" },
		{ HEAD "{ \"p\": 0, \"c\": [{ \"v\": [1, null] }] } }",
		  "node 1: a value is missing" },
		{ HEAD "{ \"p\": 2, \"c\": [{ \"v\": [1, 1] }] } }",
		  "node root: \"p\": expected a seat from 0 to 1" },
		{ HEAD "{ \"p\": 0, \"c\": [] } }", "node root: \"c\": expected a list" },
		{ HEAD "{ \"p\": 0, \"c\": [{ \"p\": 1, \"c\": [{ \"ref\": 0 }] }] } }",
		  "node 1.1: \"ref\": a tree has no shared nodes and no cycles" },
		{ HEAD "{ \"chance\": [0.5, 0.4], \"c\": [{ \"v\": [1, 1] }, "
		       "{ \"v\": [1, 1] }] } }",
		  "the probabilities sum to 0.9, not to 1" },
		{ HEAD "{ \"chance\": [1], \"c\": [{ \"v\": [1, 1] }, "
		       "{ \"v\": [1, 1] }] } }",
		  "a probability for each node" },
		{ HEAD "{ \"lo\": [1, 5], \"hi\": [2, 4] } }", "\"lo\" is above" },
		{ HEAD "{ \"v\": [0.1234567, 0] } }", "more than 6 decimals" },
		{ HEAD "{ \"v\": [100000000, 0.001] } }", "do not fit" },
		{ HEAD "{ \"v\": [1e300, 0] } }", "do not fit" },
		{ HEAD "{ \"rows\": 0, \"cols\": 0, \"m\": [[[1, 1]]] } }",
		  "rows and columns need two seats" },
		{ HEAD "{ \"rows\": 0, \"cols\": 1, \"m\": [[[1, 1]], []] } }",
		  "rows of equal length" },
		{ HEAD "{ \"v\": [1, 1], \"x\": 2 } }", "unknown key \"x\"" },
		{ HEAD "{ \"v\": [1, 1] }, \"maxsum\": 1 }", "\"maxsum\": expected at "
							     "least 2" },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char path[] = "/tmp/plyscope-tree-XXXXXX.json";
		struct game g;
		close(mkstemps(path, 5));
		write_text(path, cases[i].text);
		const char *wrong = open_tree(&g, path);
		unlink(path);
		if (!wrong || !strstr(wrong, cases[i].words))
			print_message("# %s\n# %s\n", cases[i].text, wrong);
		assert_non_null(wrong);
		assert_non_null(strstr(wrong, cases[i].words));
		assert_non_null(strstr(wrong, path));
		assert_null(strchr(wrong, '\n'));
	}
}

static void
deep_and_huge_files_are_refused(void **state)
{
	(void)state;
	char path[] = "/tmp/plyscope-tree-XXXXXX.json";
	struct game g;
	close(mkstemps(path, 5));
	for (int kind = 0; kind < 2; kind++) {
		FILE *f = fopen(path, "w");
		assert_non_null(f);
		fputs(HEAD, f);
		for (int i = 0; i < 400 && kind == 0; i++)
			fputs("{ \"p\": 0, \"c\": [", f);
		fputs("{ \"v\": [1, 1] }", f);
		for (int i = 0; i < 400 && kind == 0; i++)
			fputs("] }", f);
		for (int i = 0; i < 10 << 20 && kind == 1; i++)
			fputc('x', f);
		fputs(" }", f);
		fclose(f);
		const char *wrong = open_tree(&g, path);
		assert_non_null(wrong);
		assert_non_null(strstr(wrong, kind ? "over 8 MiB" : "deeper than 200"));
	}
	unlink(path);
	assert_non_null(strstr(open_tree(&g, "no-such-tree"), "no such file"));
	assert_non_null(
		strstr(open_tree(&g, "tests/data/maxn_trees.json"), "choose one as"));
	assert_non_null(
		strstr(open_tree(&g, "tests/data/maxn_trees.json#999"), "choose one as"));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_shipped_trees_load),
		cmocka_unit_test(
			the_reference_trees_have_their_values_under_every_pruning),
		cmocka_unit_test(the_counterexamples_come_out_right),
		cmocka_unit_test(chance_counts_by_expectation),
		cmocka_unit_test(intervals_are_those_of_the_paper),
		cmocka_unit_test(a_choice_at_a_matrix_is_hidden_until_both_have_chosen),
		cmocka_unit_test(mistakes_are_said_in_one_line_with_their_node),
		cmocka_unit_test(deep_and_huge_files_are_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
