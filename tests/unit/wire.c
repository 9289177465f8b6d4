/*
 * wire.c - the words of USI: scores, clocks, options, and the lines and processes below them.
 */
#include "src/base/trust.h"
#include "src/wire/engine.h"
#include "src/wire/lines.h"
#include "src/wire/usi_text.h"
#include "tests/unit/play_text.h"

#include <poll.h>
#include <signal.h>
#include <unistd.h>

/* ---- what engines say of their search ------------------------------------------------- */

static void
info_lines_are_read(void **unused)
{
	struct info in;
	assert_true(info_read("info depth 7 seldepth 9 multipv 2 score cp -35 upperbound "
			      "nodes 1234 nps 5 hashfull 12 time 3 pv 1e1d 5a5b",
			      &in));
	assert_int_equal(in.depth, 7);
	assert_int_equal(in.seldepth, 9);
	assert_int_equal(in.multipv, 2);
	assert_int_equal(in.score, -35);
	assert_true(in.scored && in.upper && !in.lower && !in.mate);
	assert_int_equal(in.nodes, 1234);
	assert_int_equal(in.hashfull, 12);
	assert_string_equal(in.pv, " 1e1d 5a5b");
	assert_true(info_read("info score mate -3", &in));
	assert_true(in.mate && in.score == -3);
	assert_null(in.pv);
	assert_true(info_read("info score mate + nodes 5", &in));
	assert_true(in.mate && in.score == INFO_MATE && in.nodes == 5);
	assert_true(info_read("info score mate -", &in));
	assert_int_equal(in.score, -INFO_MATE);
	assert_true(info_read("info score mate 0", &in));
	assert_int_equal(in.score, -INFO_MATE);
	assert_false(info_read("info string depth 5", &in));
	assert_false(info_read("bestmove 1e1d", &in));
	assert_false(info_read("", &in));
	assert_true(info_read("info score cp x depth", &in));
	assert_false(in.scored);
	assert_int_equal(in.depth, -1);
}

static void
scores_are_chances_and_back(void **unused)
{
	assert_true(info_win(0) == 0.5);
	assert_true(fabs(info_win(600) - 0.7310586) < 1e-6);
	for (int cp = -3000; cp <= 3000; cp += 100)
		assert_true(fabs(info_centipawns(info_win(cp)) - cp) < 1e-3);
	assert_true(info_centipawns(1) < 30001);
	assert_true(info_centipawns(0) > -30001);
}

/* ---- clocks --------------------------------------------------------------------------- */

static void
a_move_never_takes_more_than_there_is(void **unused)
{
	static const struct {
		const char *go;
		int64_t least, most; /* of seat 0 */
	} clocks[] = {
		{ "", 0, 0 },
		{ "depth 5", 0, 0 },
		{ "btime 0 wtime 0 byoyomi 1000", 900, 999 },
		{ "btime 60000 wtime 10 byoyomi 0", 1000, 6000 },
		{ "btime 100 wtime 60000", 1, 60 },
		{ "btime 10 wtime 60000 binc 5000", 1, 10 },
		{ "btime 10 wtime 0 byoyomi 500", 300, 509 },
		{ "movetime 300", 200, 299 },
		{ "movetime 1", 1, 5 },
		{ "ponder btime 60000 wtime 1", 1000, 6000 },
		{ "btime 9223372036854775807 binc 9223372036854775807", 1000,
		  INT64_C(1) << 40 },
		{ "btime 0 byoyomi 9223372036854775807", 1000, INT64_C(1) << 40 },
		{ "movetime 99999999999999999999", 1000, INT64_C(1) << 40 },
	};
	for (size_t k = 0; k < sizeof clocks / sizeof *clocks; k++) {
		const struct usi_go go = usi_read_go(clocks[k].go);
		const int64_t budget = usi_budget(&go, 0);
		if (budget < clocks[k].least || budget > clocks[k].most)
			fail_msg("go %s: %lld ms", clocks[k].go, (long long)budget);
	}
	const struct usi_go go = usi_read_go("infinite nodes 12 depth 3 ponder mate 5");
	assert_true(go.infinite && go.ponder && go.mate);
	assert_int_equal(go.nodes, 12);
	assert_int_equal(go.depth, 3);
}

/* ---- lines ---------------------------------------------------------------------------- */

static void
lines_come_whole_or_not_at_all(void **unused)
{
	static struct lines l;
	static char much[LINES_ROOM + 10];
	int ends[2];
	char *line;
	assert_int_equal(pipe(ends), 0);
	lines_init(&l, ends[0]);
	assert_int_equal(lines_next(&l, 0, &line), LINES_NONE);
	assert_true(write(ends[1], "one\r\n\ntw", 8) == 8);
	assert_int_equal(lines_next(&l, 0, &line), LINES_ONE);
	assert_string_equal(line, "one");
	assert_int_equal(lines_next(&l, 0, &line), LINES_ONE);
	assert_string_equal(line, "");
	assert_int_equal(lines_next(&l, 0, &line), LINES_NONE);
	assert_true(write(ends[1], "o\0!\n", 4) == 4);
	assert_int_equal(lines_next(&l, 0, &line), LINES_ONE);
	assert_string_equal(line, "two !");
	memset(much, 'x', sizeof much);
	for (size_t sent = 0; sent < LINES_ROOM;) {
		const ssize_t n = write(ends[1], much, 4096);
		assert_int_equal(n, 4096);
		sent += 4096;
		const enum lines_got got = lines_next(&l, 0, &line);
		assert_true(got == LINES_NONE ||
			    (got == LINES_LONG && sent >= LINES_ROOM));
	}
	assert_int_equal(lines_next(&l, 0, &line), LINES_LONG);
	close(ends[1]);
	close(ends[0]);
}

static void
the_end_of_lines_is_seen(void **unused)
{
	static struct lines l;
	int ends[2];
	char *line;
	assert_int_equal(pipe(ends), 0);
	lines_init(&l, ends[0]);
	assert_true(write(ends[1], "last\nhalf", 9) == 9);
	close(ends[1]);
	assert_int_equal(lines_next(&l, -1, &line), LINES_ONE);
	assert_string_equal(line, "last");
	assert_int_equal(lines_next(&l, -1, &line), LINES_END);
	close(ends[0]);
}

/* ---- processes ------------------------------------------------------------------------ */

static void
commands_are_words_and_quotes(void **unused)
{
	static struct engine e;
	struct status st = { 0 };
	char *line = NULL;
	assert_true(engine_start(&e, "  sh -c 'echo one  two' ignored", &st));
	while (line == NULL && engine_hear(&e, 2000, &line, &st))
		continue;
	assert_non_null(line);
	assert_string_equal(line, "one two");
	engine_end(&e);
	assert_int_equal(e.pid, 0);
	assert_false(engine_start(&e, "no-such-engine-here", &st));
	assert_string_equal(st.text, "command: there is no program no-such-engine-here");
	engine_end(&e); /* nothing to end */
}

/* With those that it has started itself: the pipe that all of them hold comes to its end. */
static void
an_engine_that_does_not_leave_is_sent_away(void **unused)
{
	static struct engine e;
	struct status st = { 0 };
	struct pollfd held = { .events = POLLIN };
	int ends[2];
	assert_int_equal(pipe(ends), 0);
	assert_true(
		engine_start(&e, "sh -c 'trap true TERM HUP INT; sleep 600; true'", &st));
	close(ends[1]);
	held.fd = ends[0];
	const pid_t pid = e.pid;
	assert_int_equal(poll(&held, 1, 100), 0);
	engine_end(&e);
	assert_int_equal(kill(pid, 0), -1);
	assert_int_equal(poll(&held, 1, 10000), 1);
	close(ends[0]);
}

static void
options_are_known_by_their_names(void **unused)
{
	static struct engine e;
	engine_note(&e, "option name Skill Level type spin default 20 min 0 max 20");
	engine_note(&e, "option name nothing");
	engine_note(&e, "hello");
	assert_int_equal(e.options, 1);
	assert_string_equal(engine_option(&e, "skill level"), "Skill Level");
	assert_null(engine_option(&e, "Skill"));
}

/* What an engine says of its options becomes a table of options; what cannot be chosen in a line
 * with others is left out. */
static void
lines_of_options_are_a_table(void **unused)
{
	static struct option_lines l;
	static struct options o;
	struct status st = { 0 };
	static const char *const left_out[] = {
		"option name Clear Hash type button",
		"option name Half type spin default 3",
		"option name Odd type spin default x min 0 max 9",
		"option name Less type spin default 3 min 5 max 1",
		"option name A=B type check default true",
		"option name A,B type check default true",
		"option name Name\033[2J type check default true",
		"option name Other type combo default mild var calm var wild",
		"option name Bar type combo default a|b var a|b var c",
		"option name Path type string default a,b",
		"option name Kind type color default red",
		"option name  type check default true",
		"option name Nothing",
		"the option name X type check default true",
		"hello",
		"",
	};
	option_lines_init(&l, "deep");
	assert_true(option_lines_add(
		&l, "option name Skill Level type spin default 20 min -20 max 20"));
	assert_true(option_lines_add(&l, "option name Quiet type check default true"));
	assert_true(option_lines_add(
		&l, "option name Style type combo default calm var calm var very wild"));
	assert_true(option_lines_add(&l, "option name Book type string default <empty>"));
	assert_true(option_lines_add(&l, "option name Log type string"));
	assert_true(
		option_lines_add(&l,
				 "option name Far type spin default 999 min 0 max 50"));
	for (size_t i = 0; i < sizeof left_out / sizeof *left_out; i++)
		if (option_lines_add(&l, left_out[i]))
			fail_msg("taken: %s", left_out[i]);
	options_init(&o, l.spec);
	assert_int_equal(o.count, 6);
	assert_string_equal(o.specs[0].key, "Skill Level");
	assert_int_equal(options_int(&o, "Skill Level"), 20);
	assert_true(options_set(&o, "Skill Level", "-3", &st));
	assert_false(options_set(&o, "Skill Level", "21", &st));
	assert_int_equal(options_int(&o, "Quiet"), 1);
	assert_true(options_set(&o, "Style", "very wild", &st));
	assert_false(options_set(&o, "Style", "wild", &st));
	assert_int_equal(options_int(&o, "Far"), 50);
	assert_string_equal(o.v[4].text, "<empty>");
	assert_string_equal(o.specs[0].help, "an option of deep");
	for (int i = 0; i < 40; i++)
		option_lines_add(&l, "option name More type check default false");
	assert_int_equal(l.count, OPTIONS_MAX);
}

/* The first test: the others trust everything. */
static void
only_a_trusted_command_is_started(void **unused)
{
	static struct engine e;
	struct status st = { 0 };
	assert_false(engine_start(&e, "sh -c 'echo one'", &st));
	assert_non_null(strstr(st.text, "sh -c 'echo one'"));
	assert_int_equal(e.pid, 0);
	trust_command("sh -c 'echo one'");
	assert_false(engine_start(&e, "sh -c 'echo one;echo two'", NULL));
	assert_true(engine_start(&e, "sh -c 'echo one'", NULL));
	engine_end(&e);
	trust_everything();
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(only_a_trusted_command_is_started),
		cmocka_unit_test(info_lines_are_read),
		cmocka_unit_test(scores_are_chances_and_back),
		cmocka_unit_test(a_move_never_takes_more_than_there_is),
		cmocka_unit_test(lines_come_whole_or_not_at_all),
		cmocka_unit_test(the_end_of_lines_is_seen),
		cmocka_unit_test(commands_are_words_and_quotes),
		cmocka_unit_test(an_engine_that_does_not_leave_is_sent_away),
		cmocka_unit_test(options_are_known_by_their_names),
		cmocka_unit_test(lines_of_options_are_a_table),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
