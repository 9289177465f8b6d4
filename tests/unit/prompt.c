/* Unit tests of ui/prompt.c: libedit fed key by key, without a terminal of its own. */
#include "ui/prompt.h"

#include "ui/screen.h"

#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/* libedit describes its terminal through libtinfo, which keeps a few bytes of it. */
const char *__lsan_default_suppressions(void);
const char *
__lsan_default_suppressions(void)
{
	return "leak:libtinfo";
}

static int
complete(void *context, const char *line, char (*out)[64], int max)
{
	static const char *const words[] = { "theme", "them", "undo" };
	int n = 0;
	for (int i = 0; i < 3 && n < max; i++)
		if (strncmp(words[i], line, strlen(line)) == 0)
			snprintf(out[n++], 64, "%s", words[i]);
	return n;
}

static struct prompt *prompt;

static int
fresh(void **state)
{
	struct status st = { 0 };
	prompt = prompt_open(complete, NULL, &st);
	if (!prompt)
		fail_msg("%s", st.text);
	prompt_start(prompt, ":", "", true);
	return 0;
}

static int
done(void **state)
{
	prompt_close(prompt);
	return 0;
}

static enum prompt_state
type(const char *keys)
{
	enum prompt_state state = PROMPT_EDITING;
	for (; *keys && state == PROMPT_EDITING; keys++)
		state = prompt_key(prompt, *keys);
	return state;
}

static void
typed_keys_make_a_line_and_enter_ends_it(void **state)
{
	assert_int_equal(type("e5-g5"), PROMPT_EDITING);
	assert_string_equal(prompt_line(prompt), "e5-g5");
	assert_int_equal(prompt_key(prompt, K_ENTER), PROMPT_DONE);
	assert_string_equal(prompt_line(prompt), "e5-g5");
}

static void
arrows_and_erasing_edit_in_the_middle(void **state)
{
	type("abd");
	prompt_key(prompt, K_LEFT);
	type("c");
	assert_string_equal(prompt_line(prompt), "abcd");
	prompt_key(prompt, K_HOME);
	prompt_key(prompt, K_DELETE);
	prompt_key(prompt, K_END);
	prompt_key(prompt, K_BACKSPACE);
	assert_string_equal(prompt_line(prompt), "bc");
	prompt_key(prompt, K_CTRL('u'));
	assert_string_equal(prompt_line(prompt), "");
}

static void
text_may_stand_there_at_the_start(void **state)
{
	prompt_start(prompt, ":", "42", true);
	assert_string_equal(prompt_line(prompt), "42");
	type("7");
	assert_string_equal(prompt_line(prompt), "427");
}

static void
typing_replaces_a_suggested_answer_and_editing_keeps_it(void **state)
{
	prompt_start(prompt, "seed: ", "42", false);
	assert_int_equal(prompt_key(prompt, K_ENTER), PROMPT_DONE);
	assert_string_equal(prompt_line(prompt), "42");
	prompt_start(prompt, "seed: ", "42", false);
	type("71");
	assert_string_equal(prompt_line(prompt), "71");
	static const struct {
		int key;
		const char *line;
	} edits[] = { { K_END, "427" }, { K_HOME, "742" }, { K_BACKSPACE, "47" } };
	for (size_t i = 0; i < sizeof edits / sizeof *edits; i++) {
		prompt_start(prompt, "seed: ", "42", false);
		prompt_key(prompt, edits[i].key);
		type("7");
		assert_string_equal(prompt_line(prompt), edits[i].line);
	}
}

static void
a_suggested_answer_is_drawn_as_one_that_typing_replaces(void **state)
{
	static struct cell cells[20];
	struct canvas c = { .h = 1, .w = 20, .cells = cells };
	canvas_clear(&c);
	prompt_start(prompt, "seed: ", "42", false);
	prompt_draw(prompt, &c, 0);
	assert_false(cells[5].flags & CELL_REVERSE);
	assert_true(cells[6].flags & CELL_REVERSE);
	assert_true(cells[7].flags & CELL_REVERSE);
	assert_false(cells[8].flags & CELL_REVERSE);
	type("7");
	prompt_draw(prompt, &c, 0);
	assert_false(cells[6].flags & CELL_REVERSE);
}

static void
leaving_keys_abort_and_an_empty_line_is_left_by_erasing(void **state)
{
	type("x");
	assert_int_equal(prompt_key(prompt, K_ESCAPE), PROMPT_ABORTED);
	prompt_start(prompt, ":", "", true);
	assert_string_equal(prompt_line(prompt), "");
	assert_int_equal(prompt_key(prompt, K_BACKSPACE), PROMPT_ABORTED);
	prompt_start(prompt, ":", "", true);
	assert_int_equal(prompt_key(prompt, K_CTRL('c')), PROMPT_ABORTED);
}

static void
delete_at_the_end_is_not_the_end_of_the_file(void **state)
{
	type("ab");
	assert_int_equal(prompt_key(prompt, K_DELETE), PROMPT_EDITING);
	type("c");
	assert_string_equal(prompt_line(prompt), "abc");
}

static void
tab_completes_as_far_as_words_agree(void **state)
{
	type("u");
	prompt_key(prompt, K_TAB);
	assert_string_equal(prompt_line(prompt), "undo ");
	prompt_start(prompt, ":", "t", true);
	prompt_key(prompt, K_TAB);
	assert_string_equal(prompt_line(prompt), "them");
	prompt_start(prompt, ":", "zz", true);
	prompt_key(prompt, K_TAB);
	assert_string_equal(prompt_line(prompt), "zz");
}

static void
the_history_gives_lines_back_but_not_answers(void **state)
{
	type("undo");
	prompt_key(prompt, K_ENTER);
	prompt_start(prompt, "seed: ", "", false);
	type("99");
	prompt_key(prompt, K_ENTER);
	prompt_start(prompt, ":", "", true);
	prompt_key(prompt, K_UP);
	assert_string_equal(prompt_line(prompt), "undo");
}

static void
the_cursor_is_drawn_where_the_next_key_goes(void **state)
{
	static struct cell cells[2 * 10];
	struct canvas c = { .h = 2, .w = 10, .cells = cells };
	canvas_clear(&c);
	prompt_key(prompt, 0xe9); /* e with an acute accent: one column, two bytes */
	type("bc");
	prompt_draw(prompt, &c, 1);
	assert_int_equal(c.cursor_x, 4);
	assert_int_equal(cells[10].ch, ':');
	assert_int_equal(cells[11].ch, 0xe9);
	type("0123456789abc");
	prompt_draw(prompt, &c, 1);
	assert_int_equal(c.cursor_x, 9); /* a long line slides */
	assert_int_equal(cells[10].ch, ':');
	assert_int_equal(cells[18].ch, 'c');
}

int
main(void)
{
	char home[] = "/tmp/plyscope-prompt-XXXXXX";
	setlocale(LC_ALL, "C.UTF-8");
	if (!mkdtemp(home))
		return 1;
	setenv("HOME", home, 1);
	setenv("XDG_STATE_HOME", home, 1);
#define TEST(f) cmocka_unit_test_setup_teardown(f, fresh, done)
	const struct CMUnitTest tests[] = {
		TEST(typed_keys_make_a_line_and_enter_ends_it),
		TEST(arrows_and_erasing_edit_in_the_middle),
		TEST(text_may_stand_there_at_the_start),
		TEST(typing_replaces_a_suggested_answer_and_editing_keeps_it),
		TEST(a_suggested_answer_is_drawn_as_one_that_typing_replaces),
		TEST(leaving_keys_abort_and_an_empty_line_is_left_by_erasing),
		TEST(delete_at_the_end_is_not_the_end_of_the_file),
		TEST(tab_completes_as_far_as_words_agree),
		TEST(the_history_gives_lines_back_but_not_answers),
		TEST(the_cursor_is_drawn_where_the_next_key_goes),
	};
	int failed = cmocka_run_group_tests(tests, NULL, NULL);
	char path[128];
	snprintf(path, sizeof path, "%s/plyscope/history", home);
	unlink(path);
	snprintf(path, sizeof path, "%s/plyscope", home);
	rmdir(path);
	rmdir(home);
	return failed;
}
