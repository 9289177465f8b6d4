/*
 * guests.c - programs of other people that go wrong: each fault is a sentence, and in a match a
 * lost game that is counted.
 */
#include "tests/guests.h"
#include "tests/cli/run.h"
#include "tests/cli/scratch.h"

static void
every_fault_is_a_sentence(void **unused)
{
	char command[PATH_MAX + 300];
	for (int kind = 0; kind < GUEST_KINDS; kind++)
		for (int i = 0; i < GUEST_FAULTS; i++) {
			const char *says = guest_fault[i].says[kind];
			snprintf(command, sizeof command, "search %s --nodes 5 -a '%s'",
				 guest_kind[kind].game, guest_player(kind, i));
			struct ran r = run(command);
			expect_status(&r, 1, command);
			if (strstr(r.err.s, says) == NULL ||
			    strstr(r.err.s, "\033[2J") != NULL)
				fail_msg("%s: no '%s' in: %s", command, says, r.err.s);
			ran_free(&r);
		}
}

static void
every_fault_is_a_counted_loss(void **unused)
{
	char command[PATH_MAX + 300];
	for (int kind = 0; kind < GUEST_KINDS; kind++)
		for (int i = 0; i < GUEST_FAULTS; i++) {
			snprintf(command, sizeof command,
				 "match %s -a '%s' -a random --games 2 --seed 1 --json",
				 guest_kind[kind].game, guest_player(kind, i));
			json_t *j = run_json(command),
			       *players = json_object_get(j, "players");
			const json_t *guest = json_array_get(players, 0);
			if (json_integer_value(json_object_get(guest, "losses")) != 2 ||
			    json_integer_value(json_object_get(guest, "illegal")) != 2)
				fail_msg("%s: the losses are not counted", command);
			json_decref(j);
		}
}

/* The bot of one way of tests/data/guest.bash. */
static const char *
bot_that(const char *way)
{
	static char out[PATH_MAX + 100], program[PATH_MAX], guest[40];
	assert_non_null(realpath(GUEST_PROGRAM, program));
	snprintf(guest, sizeof guest, "bot %s", way);
	setenv("GUEST", guest, 1);
	snprintf(out, sizeof out, "bot:patience=60s,command=%s", program);
	return out;
}

#define LAST_LINES "has ended, with status 3\n    ?[2J second\n  third\n  last\n"

/* A bot that dies is right about nothing: whoever asks it fails, and says its last line. */
static void
a_failure_is_no_answer(void **unused)
{
	static const struct {
		const char *verb, *flags;
	} rows[] = {
		{ "analyze", "--plain --jobs 1" },
		{ "analyze", "--json --jobs 2" },
		{ "duplicate", "--seat S --games 2" },
	};
	const char *said = "has ended, with status 3; it wrote: last";
	char command[PATH_MAX + 300], record[PATH_MAX], before[PATH_MAX + 300];
	const char *bot = bot_that("laments");
	snprintf(record, sizeof record, "%s", path("records"));
	snprintf(command, sizeof command,
		 "match hearts -o hands=1 -a random -a random --games 1 --seed 1 "
		 "--records %s",
		 record);
	expect_run(command, "random");
	strncat(record, "/hearts-000000.ply", sizeof record - strlen(record) - 1);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		snprintf(command, sizeof command, "%s %s %s -a '%s'", rows[i].verb,
			 record, rows[i].flags, bot);
		struct ran r = run(command);
		expect_status(&r, 1, command);
		if (strstr(r.err.s, said) == NULL)
			fail_msg("%s: %s", command, r.err.s);
		ran_free(&r);
	}
	snprintf(before, sizeof before, "printf 'hint %s\\nquit\\n' |", bot);
	struct ran r = run_with(before, "play minishogi --plain", "");
	expect_status(&r, 0, "hint");
	assert_non_null(strstr(r.out.s, said));
	ran_free(&r);
}

/* Three by a search and for the first game of a match, the last one in the comparison and at the
 * table; and each line of each of its processes in the folder of --bot-log. */
static void
last_words_are_shown_and_kept(void **unused)
{
	char command[PATH_MAX + 300], log[PATH_MAX + 300];
	struct text kept = { 0 };
	snprintf(command, sizeof command, "search minishogi --nodes 5 -a '%s'",
		 bot_that("laments"));
	struct ran r = run(command);
	expect_status(&r, 1, command);
	assert_non_null(strstr(r.err.s, LAST_LINES));
	assert_null(strstr(r.err.s, "first"));
	ran_free(&r);
	snprintf(command, sizeof command, "compare minishogi --nodes 5 -a '%s' -a greedy",
		 bot_that("laments"));
	expect_run(command, "has ended, with status 3; it wrote: last\n");
	snprintf(command, sizeof command,
		 "match minishogi -a '%s' -a random --games 2 --seed 1 --bot-log %s",
		 bot_that("laments"), path("bots"));
	r = run(command);
	expect_status(&r, 0, command);
	const char *told = strstr(r.err.s, LAST_LINES);
	assert_non_null(told);
	assert_null(strstr(told + 1, LAST_LINES));
	ran_free(&r);
	snprintf(log, sizeof log, "cat %s/guest.bash-*.log", path("bots"));
	FILE *f = popen(log, "r");
	assert_non_null(f);
	for (int c; (c = fgetc(f)) != EOF;)
		text_add(&kept, "%c", c);
	pclose(f);
	int times = 0;
	for (const char *at = kept.s;
	     (at = strstr(at, "first\n  ?[2J second\nthird\nlast\n")); at++)
		times++;
	assert_int_equal(times, 2);
	assert_true(kept.length > 2 * (1000000 + 200 * 1000));
	text_free(&kept);
	snprintf(command, sizeof command,
		 "match minishogi -a '%s' -a random --games 2 --bot-log /dev/null/x",
		 bot_that("laments"));
	r = run(command);
	expect_status(&r, 1, command);
	assert_non_null(strstr(r.err.s, "--bot-log: /dev/null/x: "));
	ran_free(&r);
	r = run("match minishogi -a random -a random --games 2 --bot-log /bin/sh");
	assert_int_equal(r.status, 1);
	assert_non_null(strstr(r.err.s, "--bot-log: /bin/sh: "));
	ran_free(&r);
}

/* It never waits for somebody to read its standard error. */
static void
a_bot_that_floods_its_errors_plays_on(void **unused)
{
	char command[PATH_MAX + 300];
	snprintf(command, sizeof command, "search minishogi --nodes 5 -a '%s'",
		 bot_that("shouts"));
	expect_run(command, "move      1e1d for Sente");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_fault_is_a_sentence),
		cmocka_unit_test(every_fault_is_a_counted_loss),
		cmocka_unit_test(a_failure_is_no_answer),
		cmocka_unit_test(last_words_are_shown_and_kept),
		cmocka_unit_test(a_bot_that_floods_its_errors_plays_on),
	};
	return cmocka_run_group_tests(tests, make_directory, remove_directory);
}
