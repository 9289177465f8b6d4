/* tree.c - `search --tree` and `lesson` from outside. */
#include "tests/cli/run.h"

#define SEARCH "search tree -o file=last-branch -a maxn:table=off,depth=3"

static void
the_tree_follows_the_table_as_lines(void **state)
{
	struct ran r = run(SEARCH " --tree -");
	expect_status(&r, 0, "--tree -");
	assert_non_null(strstr(r.out.s, "> P1 1"));
	assert_non_null(strstr(r.out.s, "never searched"));
	assert_non_null(strstr(r.out.s, "6 + 5 + 0 = 11 > 10"));
	ran_free(&r);
}

static void
json_has_the_tree_inside(void **state)
{
	json_t *o = run_json(SEARCH " --json --tree -");
	json_t *root = json_object_get(o, "search_tree");
	json_t *children = json_object_get(root, "children");
	assert_int_equal(json_array_size(children), 2);
	assert_int_equal(json_integer_value(json_object_get(root, "visits")),
			 json_integer_value(json_object_get(o, "nodes")));
	json_decref(o);
}

/* At a node with one move its value is what is asked for. */
static void
the_only_move_has_its_value(void **state)
{
	json_t *o = run_json("search tree --position dropped-child@1 -a maxn --json");
	json_t *value = json_object_get(o, "value");
	assert_string_equal(json_string_value(json_object_get(o, "stop")), "solved");
	assert_true(json_number_value(json_array_get(value, 0)) == 365671);
	assert_true(json_number_value(json_array_get(value, 2)) == 294315);
	json_decref(o);
}

/* Pruned and full width: the second has what the first never searched. */
static void
two_players_are_a_difference(void **state)
{
	const char *const two = SEARCH " -a maxn:table=off,depth=3,prune=none --tree -";
	char command[200];
	struct ran r = run(two);
	expect_status(&r, 0, two);
	assert_non_null(
		strstr(r.out.s, "B, on the right: maxn:table=off,depth=3,prune=none"));
	ran_free(&r);
	snprintf(command, sizeof command, "%s --json", two);
	json_t *o = run_json(command);
	assert_string_equal(json_string_value(json_object_get(o, "other_player")),
			    "maxn:table=off,depth=3,prune=none");
	json_t *cut = json_array_get(json_object_get(json_object_get(o, "search_tree"),
						     "children"),
				     1);
	json_t *other = json_object_get(cut, "other");
	assert_string_equal(json_string_value(json_object_get(cut, "status")), "at-most");
	assert_true(json_integer_value(json_object_get(cut, "visits")) <
		    json_integer_value(json_object_get(other, "visits")));
	json_decref(o);
	r = run(SEARCH " -a uct");
	expect_status(&r, 2, "two players without --tree");
	assert_non_null(strstr(r.err.s, "two with --tree"));
	ran_free(&r);
}

#define JOINT "search goofspiel -o cards=4 -a smmcts:sims=2k"

/* Two choose at once: a node is a move of each, with the mix of each, and chance below. */
static void
joint_moves_have_both_mixes(void **state)
{
	struct ran r = run(JOINT " --tree -");
	expect_status(&r, 0, JOINT);
	assert_non_null(strstr(r.out.s, "   3,4  "));
	assert_non_null(strstr(r.out.s, "% mix, "));
	assert_non_null(strstr(r.out.s, "comes with probability 33.33%"));
	ran_free(&r);
	json_t *o = run_json(JOINT " --json --tree -");
	json_t *cells = json_object_get(json_object_get(o, "search_tree"), "children");
	assert_int_equal(json_array_size(cells), 16);
	json_int_t visits = 0;
	double mixes[2] = { 0, 0 };
	for (size_t i = 0; i < 16; i++) {
		json_t *cell = json_array_get(cells, i),
		       *mix = json_object_get(cell, "mixes");
		visits += json_integer_value(json_object_get(cell, "visits"));
		for (size_t side = 0; side < 2; side++)
			mixes[side] +=
				json_real_value(json_object_get(json_array_get(mix, side),
								"mix")) /
				4;
	}
	assert_int_equal(visits, 2000);
	assert_true(mixes[0] > 0.999 && mixes[0] < 1.001);
	assert_true(mixes[1] > 0.999 && mixes[1] < 1.001);
	json_decref(o);
}

/* The first of a node's children that is a world. */
static json_t *
first_world(json_t *root)
{
	size_t i;
	json_t *child;
	json_array_foreach(json_object_get(root, "children"), i,
			   child) if (json_object_get(child, "world") !=
				      NULL) return child;
	fail_msg("no world");
	return NULL;
}

/* With cards hidden the tree is one of worlds; where a pass is wide, of moves in them. */
static void
hidden_cards_have_a_tree_in_each_world(void **state)
{
	static const struct {
		const char *command;
		size_t least; /* moves below a world */
	} cases[] = {
		{ "search hearts -a 'pimc:worlds=2,nodes=1k,inner=(maxn)'", 24 },
		{ "search hearts -o passing=off -a 'pimc:worlds=2,sims=80,inner=(uct)'",
		  1 },
		{ "search spades -a 'pimc:worlds=2,nodes=1k,inner=(paranoid)'", 14 },
	};
	for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
		char command[200];
		snprintf(command, sizeof command,
			 "%s --seed 3 --json --tree - --tree-depth 3", cases[k].command);
		json_t *o = run_json(command);
		json_t *world = first_world(json_object_get(o, "search_tree"));
		json_t *moves = json_object_get(world, "children");
		assert_string_equal(json_string_value(json_object_get(world, "world")),
				    "world 1");
		assert_true(json_array_size(moves) >= cases[k].least);
		assert_true(json_array_size(json_object_get(json_array_get(moves, 0),
							    "children")) > 0);
		json_decref(o);
	}
}

static void
a_solution_and_best_replies_have_trees_too(void **state)
{
	json_t *o = run_json("search goofspiel -o cards=4 -a exact --json "
			     "--tree - --tree-depth 2 --seed 1");
	json_t *cells = json_object_get(json_object_get(o, "search_tree"), "children");
	assert_int_equal(json_array_size(cells), 16);
	json_t *cell = json_array_get(cells, 1), *outcome;
	double mean = 0;
	size_t i;
	assert_string_equal(json_string_value(json_object_get(cell, "status")), "proven");
	json_array_foreach(json_object_get(cell, "children"), i, outcome) mean +=
		json_number_value(json_object_get(outcome, "chance")) *
		json_number_value(json_array_get(json_object_get(outcome, "value"), 0));
	mean -= json_number_value(json_array_get(json_object_get(cell, "value"), 0));
	assert_true(i == 3 && mean < 1e-5 && mean > -1e-5);
	json_decref(o);
	struct ran r = run("search chinese-checkers -o seats=3 -a brs:depth=2 --tree -");
	expect_status(&r, 0, "brs");
	assert_non_null(strstr(r.out.s, "never searched"));
	assert_non_null(strstr(r.out.s, "alpha-beta: "));
	assert_non_null(strstr(r.out.s, " can hold Red to "));
	ran_free(&r);
}

static void
files_are_written_and_their_bounds_kept(void **state)
{
	char path[] = "/tmp/plyscope-tree-XXXXXX", command[400];
	assert_non_null(mkdtemp(path));
	snprintf(command, sizeof command, SEARCH " --tree %s/a.json --tree-depth 1",
		 path);
	struct ran r = run(command);
	expect_status(&r, 0, command);
	ran_free(&r);
	snprintf(command, sizeof command, "%s/a.json", path);
	json_t *o = json_load_file(command, 0, NULL);
	json_t *second = json_array_get(json_object_get(o, "children"), 1);
	assert_null(json_object_get(second, "children"));
	assert_true(json_is_true(json_object_get(second, "more")));
	json_decref(o);
	snprintf(command, sizeof command, SEARCH " --tree %s/a.dot", path);
	r = run(command);
	expect_status(&r, 0, command);
	ran_free(&r);
	snprintf(command, sizeof command, "rm -r %s", path);
	assert_int_equal(system(command), 0);
}

/* A PATH without Graphviz: one clear line, and no search before it. */
static void
a_picture_needs_graphviz_and_says_so_first(void **state)
{
	struct ran r =
		run_with("PATH=/nowhere", SEARCH " --tree /tmp/plyscope-no.svg", "");
	expect_status(&r, 2, "--tree x.svg");
	assert_non_null(strstr(r.err.s, "Graphviz"));
	assert_true(r.out.s == NULL || r.out.s[0] == '\0');
	ran_free(&r);
}

static void
what_cannot_be_shown_is_refused(void **state)
{
	expect_failure(SEARCH " --tree tree.png", 2, "FILE.dot, FILE.json, FILE.svg");
	expect_failure("search hearts -a random --tree -", 2,
		       "random does not build a tree");
	/* before the search */
	struct ran r = run(SEARCH " --tree /nowhere/t.dot");
	expect_status(&r, 1, "--tree /nowhere/t.dot");
	assert_non_null(strstr(r.err.s, "plyscope: /nowhere/t.dot: "));
	assert_int_equal(r.out.length, 0);
	ran_free(&r);
	expect_failure("lesson nothing", 2, "no lesson \"nothing\"");
	expect_failure("lesson README.md", 2, "README.md:3: expected");
}

/* `search` on a file with these bytes: one line that names the file, and exit status 2. */
static void
refuse(const char *bytes, size_t length, const char *words)
{
	char path[] = "/tmp/plyscope-tree-XXXXXX.json", line[200], expected[200];
	const int fd = mkstemps(path, 5);
	assert_true(fd >= 0);
	assert_int_equal(write(fd, bytes, length), (ssize_t)length);
	close(fd);
	snprintf(expected, sizeof expected, "%s:%s", path, words);
	snprintf(line, sizeof line, "search tree --position %s -a maxn --json", path);
	expect_failure(line, 2, expected);
	snprintf(line, sizeof line, "match tree -o file=%s -a maxn -a maxn", path);
	expect_failure(line, 2, expected);
	unlink(path);
}

static void
a_bad_tree_is_one_clear_line(void **state)
{
	static const struct {
		const char *text, *words;
	} cases[] = {
		{ "{ \"players\": 2, \"tree\": { \"p\": 0, \"c\": [{ \"v\": [1, null] }] "
		  "} }",
		  " node 1: a value is missing" },
		{ "{ \"players\": 2, \"tree\": { \"p\": 0, \"c\": [{ \"v\": [1] }] } }",
		  " node 1: 1 values for 2 seats" },
		{ "{ \"players\": 9, \"tree\": { \"v\": [1, 1] } }",
		  " \"players\": expected a number from 2 to 6" },
		{ "{ \"players\": 2, \"tree\": { \"chance\": [0.5, 0.6], \"c\": "
		  "[{ \"v\": [1, 1] }, { \"v\": [0, 0] }] } }",
		  " node root: the probabilities sum to 1.1, not to 1" },
		{ "{ \"players\": 2, \"tree\": { \"p\": 0, \"c\": [{ \"ref\": 0 }] } }",
		  " node 1: \"ref\": a tree has no shared nodes and no cycles" },
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
		refuse(cases[i].text, strlen(cases[i].text), cases[i].words);
}

/* Bytes of all kinds, the same every time. */
static void
megabytes_of_garbage_are_one_clear_line(void **state)
{
	const size_t size = 10 << 20;
	unsigned char *bytes = malloc(size);
	assert_non_null(bytes);
	uint32_t x = 1;
	for (size_t i = 0; i < size; i++) {
		x = x * 1664525 + 1013904223;
		bytes[i] = (unsigned char)(x >> 24);
	}
	refuse((const char *)bytes, size, " over 8 MiB: too large for a tree");
	refuse((const char *)bytes, 7 << 20, "1: not JSON");
	free(bytes);
}

static double
value_in(const json_t *node)
{
	return json_number_value(json_array_get(json_object_get(node, "value"), 0));
}

/* The child of a node of the tree, or the row of a search, that is a move. */
static const json_t *
of_move(const json_t *all, const char *move)
{
	for (size_t i = 0; i < json_array_size(all); i++) {
		const json_t *one = json_array_get(all, i);
		const char *text = json_string_value(json_object_get(one, "move"));
		if (strcmp(text, move) == 0)
			return one;
	}
	fail_msg("there is no %s", move);
	return NULL;
}

/* Before the flop: a node is worth what the search says of its move; the other's fold is worth the
 * 900 chips that it has put in; and a node's value is a mean of those below it. */
static void
nodes_before_the_flop_have_values(void **state)
{
	static const char *const moves[] = { "f", "c", "r2700" };
	json_t *o = run_json("search holdem -a modicum:from=preflop,fast=on,sims=100 "
			     "--position '0:r300r900:|TdTh' --seed 1 --tree - --json");
	const json_t *top =
		json_object_get(json_object_get(o, "search_tree"), "children");
	for (size_t i = 0; i < 3; i++)
		assert_float_equal(value_in(of_move(top, moves[i])),
				   value_in(of_move(json_object_get(o, "moves"),
						    moves[i])),
				   1e-3);
	const json_t *raise = of_move(top, "r2700"),
		     *below = json_object_get(raise, "children");
	double least = 1e9, most = -1e9;
	assert_float_equal(value_in(of_move(below, "f")), 900, 0.01);
	for (size_t i = 0; i < json_array_size(below); i++) {
		const double v = value_in(json_array_get(below, i));
		least = v < least ? v : least;
		most = v > most ? v : most;
	}
	assert_true(least < value_in(raise) && value_in(raise) < most);
	json_decref(o);
}

static void
lessons_are_listed_and_played_as_lines(void **state)
{
	expect_run("lesson", "speculative");
	struct ran r = run_with("printf '\\n\\nb\\nq\\n' |", "lesson shallow", "");
	expect_status(&r, 0, "lesson shallow");
	assert_non_null(strstr(r.out.s, "stop 1 of 4"));
	assert_non_null(strstr(r.out.s, "Answer: Move 1 is worth 5"));
	assert_non_null(strstr(r.out.s, "stop 2 of 4"));
	assert_null(strstr(r.out.s, "stop 3 of 4"));
	/* back at the first stop, as it was */
	const char *again = strstr(strstr(r.out.s, "stop 2 of 4"), "stop 1 of 4");
	assert_non_null(again);
	ran_free(&r);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_tree_follows_the_table_as_lines),
		cmocka_unit_test(json_has_the_tree_inside),
		cmocka_unit_test(the_only_move_has_its_value),
		cmocka_unit_test(nodes_before_the_flop_have_values),
		cmocka_unit_test(two_players_are_a_difference),
		cmocka_unit_test(joint_moves_have_both_mixes),
		cmocka_unit_test(hidden_cards_have_a_tree_in_each_world),
		cmocka_unit_test(a_solution_and_best_replies_have_trees_too),
		cmocka_unit_test(files_are_written_and_their_bounds_kept),
		cmocka_unit_test(a_picture_needs_graphviz_and_says_so_first),
		cmocka_unit_test(what_cannot_be_shown_is_refused),
		cmocka_unit_test(a_bad_tree_is_one_clear_line),
		cmocka_unit_test(megabytes_of_garbage_are_one_clear_line),
		cmocka_unit_test(lessons_are_listed_and_played_as_lines),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
