/* Unit tests of ui/list.c and ui/form.c: moving in rows, stepping values. */
#include "ui/form.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static int
count(void *context)
{
	return *(const int *)context;
}

static bool
even_rows_stop(const void *context, int row)
{
	return row % 2 == 0;
}

static void
the_selection_moves_stays_inside_and_is_always_shown(void **state)
{
	int rows = 10;
	struct list l;
	const struct rect window = { 3, 0, 4, 20 };
	list_open(&l, count, NULL, &rows);
	assert_int_equal(list_fit(&l, window), 10);
	list_key(&l, K_UP);
	assert_int_equal(l.at, 0);
	list_key(&l, 'G');
	list_fit(&l, window);
	assert_int_equal(l.at, 9);
	assert_int_equal(l.top, 6);
	list_key(&l, K_PAGE_UP);
	list_fit(&l, window);
	assert_int_equal(l.at, 6);
	rows = 2;
	assert_int_equal(list_fit(&l, window), 2);
	assert_int_equal(l.at, 1);
	assert_int_equal(l.top, 0);
	assert_false(list_key(&l, 'x'));
}

/* Rows come and go between two pictures. */
static void
rows_are_those_of_the_moment(void **state)
{
	static const int keys[] = { 'G', 'j', 'k', K_PAGE_DOWN, K_PAGE_UP, K_END, 'g' };
	int rows = 100;
	struct list l;
	list_open(&l, count, NULL, &rows);
	for (int was = 0; was <= 20; was++)
		for (int is = 0; is <= 20; is++)
			for (size_t k = 0; k < sizeof keys / sizeof *keys; k++) {
				rows = was;
				list_fit(&l, (struct rect){ 0, 0, 5, 20 });
				list_key(&l, 'G');
				rows = is;
				assert_in_range(list_at(&l) + 1, is > 0, is);
				list_key(&l, keys[k]);
				assert_in_range(list_at(&l) + 1, is > 0, is);
				assert_true(is == 0 || list_at(&l) == l.at);
				if (keys[k] == 'G')
					assert_int_equal(list_at(&l), is - 1);
				const struct mouse m = { .y = 4, .click = true };
				assert_true(list_mouse(&l, &m) < is);
				assert_in_range(list_at(&l) + 1, is > 0, is);
			}
}

static void
headings_are_passed_over(void **state)
{
	int rows = 7;
	struct list l;
	list_open(&l, count, even_rows_stop, &rows);
	list_fit(&l, (struct rect){ 0, 0, 20, 20 });
	list_key(&l, 'j');
	assert_int_equal(l.at, 2);
	list_key(&l, 'k');
	list_key(&l, 'k');
	assert_int_equal(l.at, 0);
	list_select(&l, 3);
	assert_int_equal(l.at, 4);
	l.at = 5; /* a row that was there has become a heading */
	assert_int_equal(list_at(&l), 6);
}

static void
a_click_selects_the_row_under_it(void **state)
{
	int rows = 7;
	struct list l;
	list_open(&l, count, even_rows_stop, &rows);
	list_fit(&l, (struct rect){ 5, 0, 4, 20 });
	assert_int_equal(list_mouse(&l, &(struct mouse){ .y = 7, .click = true }), 2);
	assert_int_equal(l.at, 2);
	assert_int_equal(list_mouse(&l, &(struct mouse){ .y = 6, .click = true }), -1);
	assert_int_equal(list_mouse(&l, &(struct mouse){ .y = 2, .click = true }), -1);
	assert_int_equal(l.at, 2);
}

static const struct option_spec specs[] = {
	{ "depth", OPTION_INT, "6", 1, 60, NULL, "plies", "how deep" },
	{ "nodes", OPTION_INT, "20000", 0, 1e9, NULL, "", "how many" },
	{ "prune", OPTION_CHOICE, "none", 0, 0, "none|shallow|speculative", "", "how" },
	{ "table", OPTION_SWITCH, "on", 0, 0, NULL, "", "whether" },
	{ "time", OPTION_DURATION, "500ms", 0, 60000, NULL, "ms", "how long" },
	{ "c", OPTION_REAL, "0.4", 0, 1, NULL, "", "how bold" },
	{ 0 },
};

static const char *
stepped(const struct options *o, const char *key, int step)
{
	static char out[64];
	option_step(o, options_find(o, key), step, out, sizeof out);
	return out;
}

static void
every_step_of_an_option_is_a_value_that_it_takes(void **state)
{
	struct options o;
	for (int i = 0; specs[i].key; i++)
		for (int step = -1; step <= 1; step += 2) {
			options_init(&o, specs);
			for (int n = 0; n < 100; n++) {
				struct status st = { 0 };
				const char *value = stepped(&o, specs[i].key, step);
				if (!options_set(&o, specs[i].key, value, &st))
					fail_msg("%s", st.text);
			}
		}
}

static void
steps_are_round_and_choices_go_around(void **state)
{
	struct options o;
	options_init(&o, specs);
	assert_string_equal(stepped(&o, "depth", 1), "7");
	assert_string_equal(stepped(&o, "nodes", 1), "50000");
	assert_string_equal(stepped(&o, "nodes", -1), "10000");
	assert_string_equal(stepped(&o, "prune", -1), "speculative");
	assert_string_equal(stepped(&o, "table", 1), "off");
	assert_string_equal(stepped(&o, "time", 1), "1000ms");
	assert_string_equal(stepped(&o, "c", 1), "0.45");
}

static void
round_steps_go_up_and_down_the_same_stairs(void **state)
{
	static const int64_t stairs[] = { 0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000 };
	for (int i = 0; i + 1 < 11; i++) {
		assert_int_equal(round_step(stairs[i], 1), stairs[i + 1]);
		assert_int_equal(round_step(stairs[i + 1], -1), stairs[i]);
	}
	assert_int_equal(round_step(300, 1), 500);
	assert_int_equal(round_step(300, -1), 200);
	assert_int_equal(round_step(0, -1), 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_selection_moves_stays_inside_and_is_always_shown),
		cmocka_unit_test(rows_are_those_of_the_moment),
		cmocka_unit_test(headings_are_passed_over),
		cmocka_unit_test(a_click_selects_the_row_under_it),
		cmocka_unit_test(every_step_of_an_option_is_a_value_that_it_takes),
		cmocka_unit_test(steps_are_round_and_choices_go_around),
		cmocka_unit_test(round_steps_go_up_and_down_the_same_stairs),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
