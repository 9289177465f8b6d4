/* Unit tests of ui/theme.c: every theme is whole, damaged ones are refused with a line. */
#include "ui/theme.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static bool
same_style(const struct style *a, const struct style *b)
{
	return a->fg == b->fg && a->bg == b->bg && a->attributes == b->attributes;
}

static void
every_theme_loads(void **state)
{
	for (int i = 0; theme_names[i]; i++) {
		struct theme t;
		struct status st = { 0 };
		if (!theme_load(&t, theme_names[i], &st))
			fail_msg("%s: %s", theme_names[i], st.text);
		assert_string_equal(t.name, theme_names[i]);
	}
}

/* What is under the cursor, chosen, hinted or headed stands out from plain text at every
 * level of colour, and from one another. */
static void
the_roles_that_guide_the_eye_differ_at_every_level(void **state)
{
	static const enum role guides[] = { ROLE_TEXT,	 ROLE_CURSOR, ROLE_SELECTED,
					    ROLE_TARGET, ROLE_HINT,   ROLE_LAST_MOVE };
	const int n = sizeof guides / sizeof *guides;
	for (int i = 0; theme_names[i]; i++) {
		struct theme t;
		theme_load(&t, theme_names[i], NULL);
		for (int level = 0; level < THEME_LEVELS; level++)
			for (int a = 0; a < n; a++)
				for (int b = 0; b < a; b++)
					if (same_style(&t.style[level][guides[a]],
						       &t.style[level][guides[b]]))
						fail_msg("%s, level %d: roles %d and %d "
							 "look alike",
							 theme_names[i], level, guides[a],
							 guides[b]);
	}
}

static void
seats_differ_in_every_coloured_theme(void **state)
{
	for (int i = 0; theme_names[i]; i++) {
		struct theme t;
		theme_load(&t, theme_names[i], NULL);
		for (int level = LEVEL_8;
		     level < THEME_LEVELS && strcmp(t.name, "mono") != 0; level++)
			for (int a = 0; a < SEATS_MAX; a++)
				for (int b = 0; b < a; b++)
					if (same_style(&t.style[level][ROLE_SEAT_0 + a],
						       &t.style[level][ROLE_SEAT_0 + b]))
						fail_msg("%s, level %d: seats %d and %d",
							 theme_names[i], level, a, b);
	}
}

static void
without_colour_no_style_has_one(void **state)
{
	for (int i = 0; theme_names[i]; i++) {
		struct theme t;
		theme_load(&t, theme_names[i], NULL);
		for (int role = 0; role < ROLES; role++) {
			assert_int_equal(t.style[LEVEL_MONO][role].fg, -1);
			assert_int_equal(t.style[LEVEL_MONO][role].bg, -1);
		}
	}
}

static void
eight_colours_have_no_ninth(void **state)
{
	for (int i = 0; theme_names[i]; i++) {
		struct theme t;
		theme_load(&t, theme_names[i], NULL);
		for (int role = 0; role < ROLES; role++) {
			assert_in_range(t.style[LEVEL_8][role].fg + 1, 0, 8);
			assert_in_range(t.style[LEVEL_8][role].bg + 1, 0, 8);
		}
	}
}

static void
an_unknown_theme_names_the_known_ones_and_leaves_a_usable_one(void **state)
{
	struct theme t;
	struct status st = { 0 };
	assert_false(theme_load(&t, "../dark", &st));
	assert_non_null(strstr(st.text, "high-contrast"));
	assert_string_equal(t.name, "dark");
	assert_int_equal(t.style[LEVEL_MONO][ROLE_CURSOR].attributes, STYLE_REVERSE);
}

static void
a_damaged_line_is_named(void **state)
{
	static const struct {
		const char *text, *says;
	} bad[] = {
		{ "[16]\ntext = default\ncurser = red\n", "t.ini:3: there is no role" },
		{ "[16]\ncursor = redd\n", "t.ini:2: \"redd\" is not a style" },
		{ "[16]\ncursor = 256\n", "is not a style" },
		{ "[88]\ncursor = red\n", "section [88]" },
	};
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		struct theme t = { 0 };
		struct status st = { 0 };
		assert_false(theme_read(&t, bad[i].text, "t.ini", &st));
		if (!strstr(st.text, bad[i].says))
			fail_msg("%s", st.text);
	}
}

static void
a_style_is_colours_and_attributes_in_words(void **state)
{
	struct theme t = { 0 };
	struct status st = { 0 };
	assert_true(theme_read(&t, "[16]\ncursor = bright-red on 4 bold underline\n", "t",
			       &st));
	const struct style *s = &t.style[LEVEL_256][ROLE_CURSOR];
	assert_int_equal(s->fg, 9);
	assert_int_equal(s->bg, 4);
	assert_int_equal(s->attributes, STYLE_BOLD | STYLE_UNDERLINE);
	s = &t.style[LEVEL_8][ROLE_CURSOR];
	assert_int_equal(s->fg, 1);
}

static void
exact_colours_are_for_terminals_that_know_them(void **state)
{
	struct theme t = { 0 };
	struct status st = { 0 };
	assert_true(theme_read(&t,
			       "[256]\ncard = 16 on 231\n[true]\ncard = #102030 on 4\n",
			       "t", &st));
	assert_int_equal(t.style[LEVEL_TRUE][ROLE_CARD].fg, STYLE_EXACT | 0x102030);
	assert_int_equal(t.style[LEVEL_TRUE][ROLE_CARD].bg, 4);
	assert_int_equal(t.style[LEVEL_256][ROLE_CARD].fg, 16);
	assert_true(theme_read(&t, "[256]\ncard = 1 on 2\n", "t", &st));
	assert_int_equal(t.style[LEVEL_TRUE][ROLE_CARD].bg, 2);
	assert_false(theme_read(&t, "[256]\ncard = #102030\n", "t", &st));
	assert_non_null(strstr(st.text, "[true] only"));
	st = (struct status){ 0 };
	assert_false(theme_read(&t, "[true]\ncard = #10203\n", "t", &st));
}

static void
the_key_goes_through_all_themes_and_comes_back(void **state)
{
	const char *name = theme_names[0];
	int n = 0;
	do {
		name = theme_step(name, 1);
		n++;
	} while (strcmp(name, theme_names[0]) != 0 && n < 100);
	assert_int_equal(n, 5);
	assert_string_equal(theme_step("no such theme", 1), theme_names[0]);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_theme_loads),
		cmocka_unit_test(the_roles_that_guide_the_eye_differ_at_every_level),
		cmocka_unit_test(seats_differ_in_every_coloured_theme),
		cmocka_unit_test(without_colour_no_style_has_one),
		cmocka_unit_test(eight_colours_have_no_ninth),
		cmocka_unit_test(
			an_unknown_theme_names_the_known_ones_and_leaves_a_usable_one),
		cmocka_unit_test(a_damaged_line_is_named),
		cmocka_unit_test(a_style_is_colours_and_attributes_in_words),
		cmocka_unit_test(exact_colours_are_for_terminals_that_know_them),
		cmocka_unit_test(the_key_goes_through_all_themes_and_comes_back),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
