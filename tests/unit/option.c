/* option.c - option tables: reading, ranges, printing, messages. */
#include "tests/unit/toy.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static const struct option_spec specs[] = {
	{ "depth", OPTION_INT, "6", 1, 64, NULL, "plies", "plies to search" },
	{ "nodes", OPTION_INT, "20k", 1, 1e12, NULL, "", "nodes to search" },
	{ "c", OPTION_REAL, "0.7", 0, 10, NULL, "", "exploration" },
	{ "table", OPTION_SWITCH, "on", 0, 1, NULL, "", "transposition table" },
	{ "prune", OPTION_CHOICE, "none", 0, 0, "none|shallow|speculative", "", "rule" },
	{ "time", OPTION_DURATION, "500ms", 1, 60000, NULL, "ms", "time for a move" },
	{ "inner", OPTION_PLAYER, "maxn", 0, 0, NULL, "", "inner player" },
	{ 0 },
};

static void
defaults_come_from_the_table(void **state)
{
	struct options o;
	char changed[200];
	options_init(&o, specs);
	assert_int_equal(o.count, 7);
	assert_int_equal(options_int(&o, "nodes"), 20000);
	assert_int_equal(options_int(&o, "time"), 500);
	assert_int_equal(options_int(&o, "table"), 1);
	assert_true(options_real(&o, "c") == 0.7);
	assert_string_equal(o.v[options_find(&o, "inner")].text, "maxn");
	assert_int_equal(options_format_changed(&o, changed, sizeof changed), 0);
	assert_string_equal(changed, "");
}

static void
values_print_as_they_are_read(void **state)
{
	static const struct {
		const char *key, *typed, *canonical;
	} cases[] = {
		{ "depth", "12", "12" },
		{ "nodes", "1.5M", "1500000" },
		{ "c", "1.25", "1.25" },
		{ "table", "No", "off" },
		{ "prune", "SHALLOW", "shallow" },
		{ "time", "1.5s", "1500ms" },
		{ "time", "1m", "60s" },
		{ "inner", "(uct:sims=2k)", "(uct:sims=2k)" },
		{ "inner", "uct:sims=2k", "(uct:sims=2k)" },
		{ "inner", "uct", "uct" },
	};
	struct options o;
	char out[200];
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct status st = { 0 };
		options_init(&o, specs);
		assert_true(options_set(&o, cases[i].key, cases[i].typed, &st));
		options_format(&o, options_find(&o, cases[i].key), out, sizeof out);
		assert_string_equal(out, cases[i].canonical);
		assert_true(options_set(&o, cases[i].key, out, &st));
	}
}

static void
only_changed_options_are_listed(void **state)
{
	struct options o;
	char out[200], small[8];
	options_init(&o, specs);
	assert_true(options_set(&o, "depth", "9", NULL));
	assert_true(options_set(&o, "prune", "speculative", NULL));
	assert_true(options_set(&o, "inner", "(maxn)", NULL));
	options_format_changed(&o, out, sizeof out);
	assert_string_equal(out, "depth=9,prune=speculative");
	assert_int_equal(options_format_changed(&o, small, sizeof small), 7);
	assert_string_equal(small, "depth=9");
}

static void
failures_say_key_value_and_what_was_expected(void **state)
{
	static const struct {
		const char *key, *value, *message;
	} cases[] = {
		{ "depth", "65",
		  "depth: expected a whole number from 1 to 64, not \"65\"" },
		{ "depth", "six",
		  "depth: expected a whole number from 1 to 64, not \"six\"" },
		{ "c", "-1", "c: expected a number from 0 to 10, not \"-1\"" },
		{ "table", "maybe", "table: expected on or off, not \"maybe\"" },
		{ "prune", "shalow",
		  "prune: expected none|shallow|speculative, not \"shalow\" "
		  "(did you mean \"shallow\"?)" },
		{ "prune", "xyzzyx",
		  "prune: expected none|shallow|speculative, not \"xyzzyx\"" },
		{ "time", "2m",
		  "time: expected a duration (ms, s, m) from 1ms to 60s, not \"2m\"" },
		{ "inner", "()", "inner: expected a player" },
		{ "dept", "3", "unknown option \"dept\" (did you mean \"depth\"?)" },
		{ "zzzzzz", "3",
		  "unknown option \"zzzzzz\": expected one of depth, nodes, c, "
		  "table, prune, time, inner" },
	};
	struct options o;
	options_init(&o, specs);
	const struct options before = o;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct status st = { 0 };
		assert_false(options_set(&o, cases[i].key, cases[i].value, &st));
		assert_string_equal(st.text, cases[i].message);
	}
	for (int i = 0; i < o.count; i++)
		assert_int_equal(o.v[i].i, before.v[i].i);
}

static void
choices_are_counted_from_nought(void **state)
{
	char out[16];
	assert_true(option_choice("a|bc|d", 1, out, sizeof out));
	assert_string_equal(out, "bc");
	assert_true(option_choice("a|bc|d", 2, out, sizeof out));
	assert_string_equal(out, "d");
	assert_false(option_choice("a|bc|d", 3, out, sizeof out));
	assert_int_equal(option_choice_find("a|bc|d", "a"), 0);
	assert_int_equal(option_choice_find("a|bc|d", "d"), 2);
	assert_int_equal(option_choice_find("a|bc|d", "b"), -1);
	assert_int_equal(option_choice_find("a|bc|d", "bc|d"), -1);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(defaults_come_from_the_table),
		cmocka_unit_test(values_print_as_they_are_read),
		cmocka_unit_test(only_changed_options_are_listed),
		cmocka_unit_test(failures_say_key_value_and_what_was_expected),
		cmocka_unit_test(choices_are_counted_from_nought),
	};
	return cmocka_run_group_tests_name("option", tests, NULL, NULL);
}
