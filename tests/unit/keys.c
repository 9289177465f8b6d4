/* Unit tests of ui/keys.c: names of keys, and the user's file. */
#include "ui/keys.h"
#include "ui/screens.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const struct binding table[] = {
	{ 'h', 0, "hint", "hint", "help text", NULL, NULL, 7 },
	{ 'u', K_BACKSPACE, "undo", "undo", "help text", NULL, NULL, 0 },
	{ 's', 0, "show", "show", "help text", NULL, NULL, 0 },
	{ 's', 0, "hide", "hide", "help text", NULL, NULL, 0 },
	{ 0 },
};

static const struct binding home[] = {
	{ 'h', 0, "hint", "hint", "help text", NULL, NULL, 0 },
	{ 't', 0, "theme", "", "help text", NULL, NULL, 0 },
	{ 0 },
};
static const struct screen_ops keys_table = { .name = "table", .bindings = table },
			       keys_home = { .name = "home", .bindings = home };
static const struct screen_ops *const screens[] = { &keys_table, &keys_home, NULL };

static struct keymap *
keymap_of(const char *text, struct status *st)
{
	return keymap_read(text, "keys.ini", screens, st);
}

static void
every_name_reads_back_to_its_key(void **state)
{
	static const int keys[] = {
		'a',	 'Q',	      '?',    '^',	 K_CTRL('r'),
		K_ENTER, K_TAB,	      K_F1,   K_ESCAPE,	 K_SPACE,
		K_UP,	 K_PAGE_DOWN, K_HOME, K_BACKTAB, K_BACKSPACE
	};
	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
		char name[12];
		int back = 0;
		ui_key_name(keys[i], name);
		if (!key_parse(name, &back) || back != keys[i])
			fail_msg("key %d is called %s, which reads %d", keys[i], name,
				 back);
	}
	int key;
	assert_false(key_parse("", &key));
	assert_false(key_parse("Entre", &key));
	assert_false(key_parse("^1", &key));
}

static void
a_line_changes_the_keys_of_one_action_on_one_screen(void **state)
{
	struct status st = { 0 };
	struct keymap *k = keymap_of("[table]\nundo = ^U Del\n[home]\nhint = x\n", &st);
	assert_false(st.failed);
	const struct binding *b = keymap_apply(k, "table", table);
	assert_int_equal(b[0].key, 'h');
	assert_int_equal(b[0].arg, 7);
	assert_int_equal(b[1].key, K_CTRL('u'));
	assert_int_equal(b[1].key2, K_DELETE);
	assert_null(b[4].action);
	assert_ptr_equal(keymap_apply(k, "table", table), b);
	keymap_free(k);
}

static void
what_is_not_changed_is_the_table_itself(void **state)
{
	struct status st = { 0 };
	struct keymap *k = keymap_of("[home]\nhint = x\n", &st);
	assert_ptr_equal(keymap_apply(k, "table", table), table);
	assert_ptr_equal(keymap_apply(NULL, "table", table), table);
	keymap_free(k);
	keymap_free(NULL);
}

static void
a_wrong_line_is_named_and_the_other_lines_hold(void **state)
{
	static const struct {
		const char *line, *says;
	} cases[] = {
		{ "[table]\nundo = Entre",
		  "keys.ini:4: \"Entre\" is not a key; expected" },
		{ "[table]\nundo = a b c",
		  "keys.ini:4: \"a b c\" is not a key; expected" },
		{ "[table]\nundoo = u",
		  "keys.ini:4: [table] has no action undoo (did you "
		  "mean undo?)" },
		{ "[table]\njump = u", "keys.ini:4: [table] has no action jump; " },
		{ "[table]\ntheme = u", "keys.ini:4: [table] has no action theme, but "
					"[home] has" },
		{ "[tabel]\nundo = u", "keys.ini:4: there is no screen [tabel] (did you "
				       "mean [table]?)" },
		{ "[kitchen]\nundo = u", "keys.ini:4: there is no screen [kitchen]; " },
		{ "[]\nundo = u", "keys.ini:4: expected [everywhere] or [SCREEN]" },
		{ "[table]\nundo", "keys.ini:4: " },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char text[200];
		struct status st = { 0 };
		snprintf(text, sizeof text, "[table]\nhint = x\n%s\n[home]\ntheme = T\n",
			 cases[i].line);
		struct keymap *k = keymap_of(text, &st);
		assert_true(st.failed);
		if (strncmp(st.text, cases[i].says, strlen(cases[i].says)) != 0)
			fail_msg("\"%s\" is answered by: %s", cases[i].line, st.text);
		assert_int_equal(keymap_apply(k, "table", table)[0].key, 'x');
		assert_int_equal(keymap_apply(k, "table", table)[1].key, 'u');
		assert_int_equal(keymap_apply(k, "home", home)[1].key, 'T');
		keymap_free(k);
	}
}

/* Both lines hold: the first of the two that applies has the key. */
static void
two_actions_of_one_screen_do_not_share_a_key(void **state)
{
	static const struct {
		const char *text, *says;
	} cases[] = {
		{ "[table]\nhint = u", "keys.ini:2: [table] has u for undo already" },
		{ "[table]\nhint = x BkSp",
		  "keys.ini:2: [table] has BkSp for undo already" },
		{ "[table]\nundo = x\nhint = y x",
		  "keys.ini:3: [table] has x for undo already" },
		{ "[table]\nhint = u\nundo = h", NULL }, /* they change places */
		{ "[table]\nhint = u\nhint = h", NULL },
		{ "[table]\nhint = t\n[home]\nhint = u", NULL },
		{ "[table]\nshow = s x", NULL }, /* s was of both before */
		{ "[table]\nshow = h", "keys.ini:2: [table] has h for hint already" },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct status st = { 0 };
		struct keymap *k = keymap_of(cases[i].text, &st);
		if (st.failed != (cases[i].says != NULL) ||
		    (st.failed && strcmp(st.text, cases[i].says) != 0))
			fail_msg("\"%s\" is answered by: %s", cases[i].text, st.text);
		keymap_free(k);
	}
}

static void
every_action_of_every_screen_can_be_named(void **state)
{
	for (int i = 0; ui_screens[i]; i++)
		for (const struct binding *b = ui_screens[i]->bindings; b && b->action;
		     b++) {
			char text[200];
			struct status st = { 0 };
			snprintf(text, sizeof text, "[%s]\n%s = ^X\n",
				 ui_screens[i]->name, b->action);
			struct keymap *k = keymap_read(text, "keys.ini", ui_screens, &st);
			if (st.failed)
				fail_msg("%s", st.text);
			assert_int_equal(keymap_apply(k, ui_screens[i]->name, b)[0].key,
					 K_CTRL('x'));
			keymap_free(k);
		}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_name_reads_back_to_its_key),
		cmocka_unit_test(a_line_changes_the_keys_of_one_action_on_one_screen),
		cmocka_unit_test(what_is_not_changed_is_the_table_itself),
		cmocka_unit_test(a_wrong_line_is_named_and_the_other_lines_hold),
		cmocka_unit_test(two_actions_of_one_screen_do_not_share_a_key),
		cmocka_unit_test(every_action_of_every_screen_can_be_named),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
