/* Unit tests of ui/settings.c: every setting as text and back, files with mistakes. */
#include "ui/settings.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void
every_setting_reads_back_what_it_writes(void **state)
{
	struct ui_settings set = { 0 };
	int changed = 0;
	settings_defaults(&set);
	for (int i = 0; settings_table[i].name; i++) {
		char before[SETTING_TEXT], stepped[SETTING_TEXT], after[SETTING_TEXT];
		struct status st = { 0 };
		setting_format(&set, i, before, sizeof before);
		assert_string_equal(before, settings_table[i].deflt);
		setting_step(&set, i, 1, stepped, sizeof stepped);
		if (!setting_set(&set, i, stepped, &st))
			fail_msg("%s", st.text);
		setting_format(&set, i, after, sizeof after);
		assert_string_equal(after, stepped);
		changed += strcmp(after, before) != 0;
		assert_true(setting_set(&set, i, before, NULL));
		setting_format(&set, i, after, sizeof after);
		assert_string_equal(after, before);
		assert_int_equal(setting_find(settings_table[i].name), i);
	}
	assert_true(changed > 5);
}

static void
panes_are_sizes_and_hidden_ones(void **state)
{
	struct ui_settings set = { 0 };
	char text[SETTING_TEXT];
	const int panes = setting_find("panes");
	assert_true(setting_set(&set, panes, "board=60,log=9,hidden=graph+seats", NULL));
	assert_int_equal(set.panes.size[0], 60);
	assert_true(set.panes.hidden[2] && set.panes.hidden[4] && !set.panes.hidden[3]);
	setting_format(&set, panes, text, sizeof text);
	assert_string_equal(text, "board=60,log=9,hidden=graph+seats");
	static const char *const wrong[] = { "board", "board=0", "hidden=board",
					     "x=3",   "hidden=", "log=9999" };
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		struct status st = { 0 };
		assert_false(setting_set(&set, panes, wrong[i], &st));
		assert_non_null(strstr(st.text, "expected"));
	}
	setting_format(&set, panes, text, sizeof text); /* as it was */
	assert_string_equal(text, "board=60,log=9,hidden=graph+seats");
}

static void
a_wrong_line_is_named_and_the_others_hold(void **state)
{
	struct ui_settings set = { 0 };
	struct status st = { 0 };
	settings_defaults(&set);
	assert_false(settings_read(&set,
				   "# mine\nmouse = off\nmouse = maybe\nnonsense = 1\n"
				   "speed = 2s\n",
				   "config.ini", &st));
	assert_memory_equal(st.text, "config.ini:3: mouse maybe: expected on or off", 45);
	assert_false(set.mouse);
	assert_int_equal(set.speed_ms, 2000);
	st = (struct status){ 0 };
	assert_false(settings_read(&set, "nonsense = 1\n", "config.ini", &st));
	assert_non_null(
		strstr(st.text, "config.ini:1: there is no setting \"nonsense\""));
}

static void
what_is_printed_is_a_file_that_changes_nothing(void **state)
{
	struct ui_settings set = { 0 }, read = { 0 };
	struct status st = { 0 };
	struct text out = { 0 };
	settings_defaults(&set);
	assert_true(setting_set(&set, setting_find("speed"), "1200ms", NULL));
	assert_true(setting_set(&set, setting_find("panes"), "hidden=log", NULL));
	settings_print(&set, &out);
	settings_defaults(&read);
	if (!settings_read(&read, out.s, "config.ini", &st))
		fail_msg("%s", st.text);
	assert_int_equal(read.speed_ms, 1200);
	assert_true(read.panes.hidden[3]);
	for (int i = 0; settings_table[i].name; i++)
		assert_non_null(strstr(out.s, settings_table[i].help));
	text_free(&out);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_setting_reads_back_what_it_writes),
		cmocka_unit_test(panes_are_sizes_and_hidden_ones),
		cmocka_unit_test(a_wrong_line_is_named_and_the_others_hold),
		cmocka_unit_test(what_is_printed_is_a_file_that_changes_nothing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
