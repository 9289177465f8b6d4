/*
 * session_life.c - searches at a table beyond a single move: one that fails, one that answers
 * what is not legal, one that goes on with what it learned.
 */
#include "src/base/clock.h"
#include "tests/unit/toy.h"
#include "ui/session.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#define PATIENCE 60000 /* ticks of a millisecond: only a broken search takes so long */

static int runs,
	kept; /* of the searches below, on a worker's thread one after the other */

static bool
nothing_open(struct search *s, struct status *st)
{
	(void)s, (void)st;
	return true;
}

/* Fails at its second run, and no more. */
static void
fail_run(struct search *s)
{
	if (++runs == 2) {
		search_fail(s, "the line to %s is dead", "the engine");
		return;
	}
	s->live.move_count = 1;
	s->live.moves[0] = (struct stats_move){ .m = 1 };
	s->live.stop = STOP_SOLVED;
}

static void
cheat_run(struct search *s)
{
	s->live.move_count = 1;
	s->live.moves[0] = (struct stats_move){ .m = ++runs == 1 ? 77 : 2 };
	s->live.stop = STOP_SOLVED;
}

static bool
keep_advance(struct search *s, const struct played_move *made, int count)
{
	kept += count > 0 && made != NULL;
	return true;
}

static void
keep_run(struct search *s)
{
	runs++;
	s->live.move_count = 1;
	s->live.moves[0] = (struct stats_move){ .m = 1 };
	s->live.stop = STOP_SOLVED;
}

static const struct search_ops fail_search = { .key = "fail",
					       .title = "fail",
					       .options = count_options,
					       .open = nothing_open,
					       .run = fail_run };
static const struct search_ops cheat_search = { .key = "cheat",
						.title = "cheat",
						.options = count_options,
						.open = nothing_open,
						.run = cheat_run };
static const struct search_ops keep_search = { .key = "keep",
					       .title = "keep",
					       .options = count_options,
					       .open = nothing_open,
					       .run = keep_run,
					       .advance = keep_advance };
static const struct search_ops *const searches[] = { &fail_search, &cheat_search,
						     &keep_search, NULL };
static const struct catalog catalog = { .games = toy_games,
					.searches = searches,
					.example = "NAME:depth=6" };

static struct session *
open_session(const char *player)
{
	static struct setup setup;
	struct status st = { 0 };
	struct session *s = session_memory(sizeof *s);
	setup = (struct setup){ .game = toy_make(2, true), .seed = 4 };
	for (int i = 0; i < 2; i++)
		if (!player_parse(&setup.seat[i], player, &catalog, &setup.game, &st))
			fail_msg("%s", st.text);
	runs = kept = 0;
	session_open(s, &catalog, NULL, &setup, -1);
	*s->note = '\0';
	s->speed_ms = 0;
	s->advise = false;
	return s;
}

static void
close_session(struct session *s)
{
	session_close(s);
	free(s);
}

/* Ticks until the game is over or stands. */
static void
run(struct session *s)
{
	for (int k = 0; session_waiting(s); k++) {
		if (k == PATIENCE)
			fail_msg("the searches never finished");
		session_tick(s, clock_now_us());
		if (s->hand_over)
			session_continue(s);
		clock_sleep_us(1000);
	}
}

static void
a_search_that_fails_pauses_the_game(void **state)
{
	struct session *s = open_session("fail");
	run(s);
	assert_true(s->paused);
	assert_int_equal(runs, 2);
	assert_int_equal(s->match.at, 2); /* the deal and one move */
	assert_string_equal(s->note,
			    "Bob cannot move: the line to the engine is dead; the "
			    "game is paused");
	session_pause(s, false);
	run(s);
	assert_true(match_over(&s->match));
	close_session(s);
}

static void
an_illegal_answer_pauses_the_game(void **state)
{
	struct session *s = open_session("cheat");
	run(s);
	assert_true(s->paused);
	assert_int_equal(s->match.at, 1);
	assert_string_equal(s->note,
			    "Ann cannot move: not a legal move; the game is paused");
	session_pause(s, false);
	run(s);
	assert_true(match_over(&s->match));
	close_session(s);
}

static void
a_search_goes_on_with_its_game(void **state)
{
	struct session *s = open_session("keep");
	run(s);
	assert_true(match_over(&s->match));
	assert_int_equal(runs, 6); /* three rounds of two */
	assert_int_equal(kept, 4); /* all but each seat's first */
	close_session(s);
}

/* Not one that was searched before the game took another course. */
static void
taking_back_forgets_what_was_learned(void **state)
{
	struct session *s = open_session("keep");
	while (s->match.at < 4) {
		session_tick(s, clock_now_us());
		clock_sleep_us(1000);
	}
	assert_true(session_undo(s, true));
	const int before = kept;
	for (int i = 0; i < 2; i++)
		assert_null(s->parked[i]);
	session_pause(s, false);
	run(s);
	assert_true(match_over(&s->match));
	assert_int_equal(kept - before, 3); /* of the five decisions that follow */
	close_session(s);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_search_that_fails_pauses_the_game),
		cmocka_unit_test(an_illegal_answer_pauses_the_game),
		cmocka_unit_test(a_search_goes_on_with_its_game),
		cmocka_unit_test(taking_back_forgets_what_was_learned),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
