/* figures.c - figures on the command line and by typed lines: what they count and who asked. */
#include "tests/cli/scratch.h"

#include <sys/stat.h>

/* What typed lines are answered. */
static struct ran
type(const char *lines, const char *command)
{
	char before[200];
	snprintf(before, sizeof before, "printf '%s' |", lines);
	return run_with(before, command, "");
}

static void
expect_said(const char *lines, const char *command, const char *words)
{
	struct ran r = type(lines, command);
	expect_status(&r, 0, command);
	if (strstr(r.out.s, words) == NULL)
		fail_msg("plyscope %s: \"%s\" is not in\n%s", command, words, r.out.s);
	ran_free(&r);
}

static void
typed_lines_take_the_hint_of_the_settings(void **state)
{
	static const char chinese[] = "play chinese-checkers --plain --seed 1";
	char folder[120];
	(void)state;
	snprintf(folder, sizeof folder, "%s", path("plyscope"));
	assert_int_equal(mkdir(folder, 0700), 0);
	setenv("XDG_CONFIG_HOME", directory, 1);
	write_file("plyscope/config.ini", "hint = maxn:depth=2\nhint-time = 200ms\n");
	expect_said("hint\\nquit\\n", chinese, "Hint of maxn:depth=2:");
	write_file("plyscope/config.ini", "hint-time = 200ms\n");
	expect_said("hint\\nquit\\n", chinese, "Hint of hard:");
	unsetenv("XDG_CONFIG_HOME");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(typed_lines_take_the_hint_of_the_settings),
	};
	return cmocka_run_group_tests(tests, make_directory, remove_directory);
}
