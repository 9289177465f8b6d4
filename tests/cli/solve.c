/* solve.c - `solve` of a position: its JSON, its proof as a tree, limits, and what is refused. */
#include "tests/cli/scratch.h"

static const char *
text_of(const json_t *o, const char *key)
{
	const char *text = json_string_value(json_object_get(o, key));
	assert_non_null(text);
	return text;
}

/* A node of the proof is solved; below it stands one reply that does, or every one. */
static int
check_proof(const json_t *node, bool proves, int *open)
{
	const json_t *children = json_object_get(node, "children"), *c;
	size_t i;
	int nodes = 1, followed = 0;
	json_array_foreach(children, i, c)
	{
		const bool proven = json_integer_value(json_object_get(c, "pn")) == 0 &&
				    json_is_integer(json_object_get(c, "pn"));
		const bool inner = json_object_get(c, "children") != NULL;
		followed += inner;
		*open += json_object_get(c, "more") != NULL && proven;
		if (inner)
			assert_true(proven);
		if (inner)
			nodes += check_proof(c, !proves, open);
	}
	assert_true(!proves || followed <= 1);
	return nodes;
}

static void
positions_are_proven(void **state)
{
	static const struct {
		const char *command, *outcome;
	} cases[] = {
		{ "solve breakthrough -o columns=2,rows=6 --json", "win" },
		{ "solve breakthrough -o columns=3,rows=4 --json", "loss" },
		{ "solve breakthrough -o columns=3,rows=4 -a pns:goal=win --json",
		  "loss" },
		{ "solve breakthrough -o columns=2,rows=6 -a pns:goal=draw,method=pn2 "
		  "--json",
		  "win-or-draw" },
		{ "solve proof-numbers --json", "win" },
		{ "solve breakthrough --nodes 5000 --json", "unknown" },
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		json_t *j = run_json(cases[i].command);
		assert_string_equal(text_of(j, "outcome"), cases[i].outcome);
		assert_string_equal(text_of(j, "stop"),
				    strcmp(cases[i].outcome, "unknown") == 0 ? "nodes"
									     : "solved");
		assert_true(json_array_size(json_object_get(j, "pv")) > 0);
		json_decref(j);
	}
}

static void
a_proof_is_a_tree(void **state)
{
	int open = 0;
	json_t *j = run_json("solve breakthrough -o columns=2,rows=6 -a pns --json "
			     "--tree - --tree-nodes 100000");
	const json_t *tree = json_object_get(j, "search_tree");
	assert_string_equal(text_of(j, "outcome"), "win");
	assert_true(check_proof(tree, true, &open) > 20);
	json_decref(j);
	j = run_json("solve proof-numbers -a pns --json --tree -");
	open = 0;
	assert_int_equal(check_proof(json_object_get(j, "search_tree"), true, &open), 5);
	assert_int_equal(open, 0);
	json_decref(j);
}

static void
what_cannot_be_proven_is_refused(void **state)
{
	expect_failure("solve chinese-checkers", 2, "more than two seats");
	expect_failure("solve hearts", 2, "perfect information");
	expect_failure("solve tron -a pns", 2, "pns");
	expect_failure("solve breakthrough -a uct", 2, "does not prove who wins");
	expect_failure("solve breakthrough -a human", 2, "a person");
	expect_failure("solve breakthrough -a pns -a pns", 2, "one -a");
	expect_failure("solve breakthrough --resume", 2, "--resume");
	expect_failure("solve breakthrough --out proof", 2, "--out");
	expect_failure("solve breakthrough --jobs 2", 2, "--jobs");
	expect_failure("solve breakthrough 5", 2, "unexpected \"5\"");
	expect_failure("solve breakthrough --tree-depth 3", 2, "expected --tree");
	expect_failure("solve breakthrough --position nonsense", 2, "--position");
	expect_failure("solve breakthrough -a pns:method=best", 2, "method");
	expect_failure("solve breakthrough -a pns:memory=1", 2, "memory");
}

/* A table solved into a file: once by working, and once by reading it. */
static void
a_solved_table_is_told_in_json(void **state)
{
	char command[300];
	snprintf(command, sizeof command, "solve goofspiel 4 --jobs 1 --json --out %s",
		 path("table"));
	json_t *first = run_json(command), *again = run_json(command);
	const json_int_t all = json_integer_value(json_object_get(first, "positions"));
	assert_int_equal(all, 79);
	assert_int_equal(json_integer_value(json_object_get(first, "solved")), all);
	assert_int_equal(json_integer_value(json_object_get(again, "solved")), 0);
	assert_string_equal(text_of(first, "kept"), path("table"));
	assert_true(json_is_true(json_object_get(first, "complete")));
	assert_int_equal(json_integer_value(
				 json_object_get(json_object_get(first, "variant"),
						 "cards")),
			 4);
	json_decref(first);
	json_decref(again);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(positions_are_proven),
		cmocka_unit_test(a_proof_is_a_tree),
		cmocka_unit_test(what_cannot_be_proven_is_refused),
		cmocka_unit_test(a_solved_table_is_told_in_json),
	};
	return cmocka_run_group_tests(tests, make_directory, remove_directory);
}
