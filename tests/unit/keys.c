/* Unit tests of ui/keys.c: names of keys, and the user's file. */
#include "ui/keys.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static const struct binding table[] = {
	{ 'h', 0, "hint", "hint", "help text", NULL, NULL, 7 },
	{ 'u', K_BACKSPACE, "undo", "undo", "help text", NULL, NULL, 0 },
	{ 0 },
};

static struct keymap *
keymap_of(const char *text, struct status *st)
{
	char path[] = "/tmp/plyscope-keys-XXXXXX";
	int fd = mkstemp(path);
	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, strlen(text)), strlen(text));
	close(fd);
	struct keymap *k = keymap_read(path, st);
	unlink(path);
	return k;
}

static void
every_name_reads_back_to_its_key(void **state)
{
	(void)state;
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
	(void)state;
	struct status st = { 0 };
	struct keymap *k = keymap_of("[table]\nundo = ^U Del\n[home]\nhint = x\n", &st);
	assert_false(st.failed);
	const struct binding *b = keymap_apply(k, "table", table);
	assert_int_equal(b[0].key, 'h');
	assert_int_equal(b[0].arg, 7);
	assert_int_equal(b[1].key, K_CTRL('u'));
	assert_int_equal(b[1].key2, K_DELETE);
	assert_null(b[2].action);
	assert_ptr_equal(keymap_apply(k, "table", table), b);
	keymap_free(k);
}

static void
what_is_not_changed_is_the_table_itself(void **state)
{
	(void)state;
	struct status st = { 0 };
	struct keymap *k = keymap_of("[home]\nhint = x\n", &st);
	assert_ptr_equal(keymap_apply(k, "table", table), table);
	assert_ptr_equal(keymap_apply(NULL, "table", table), table);
	keymap_free(k);
	keymap_free(NULL);
}

static void
a_wrong_line_is_named_and_the_lines_before_hold(void **state)
{
	(void)state;
	struct status st = { 0 };
	struct keymap *k = keymap_of("[table]\nhint = x\nundo = Entre\n", &st);
	assert_true(st.failed);
	assert_non_null(strstr(st.text, ":3: "));
	assert_non_null(strstr(st.text, "Entre"));
	assert_int_equal(keymap_apply(k, "table", table)[0].key, 'x');
	keymap_free(k);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_name_reads_back_to_its_key),
		cmocka_unit_test(a_line_changes_the_keys_of_one_action_on_one_screen),
		cmocka_unit_test(what_is_not_changed_is_the_table_itself),
		cmocka_unit_test(a_wrong_line_is_named_and_the_lines_before_hold),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
