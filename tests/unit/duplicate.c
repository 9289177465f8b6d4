/* duplicate.c - the same deals again: equal cards, equal figures for any jobs, the interval. */
#include "src/lab/duplicate.h"

#include "src/app/catalog.h"
#include "src/core/search.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/unit/signals.h"

/* A hand of Hearts: seat 1 is a person who played the first legal card, the others random. */
static void
play_hand(struct match *m, bool to_the_end)
{
	static struct setup s;
	struct status st = { 0 };
	assert_true(setup_init(&s, &app_catalog, catalog_game(&app_catalog, "hearts"),
			       false, &st));
	assert_true(setup_variant(&s, &app_catalog, "hands", "1", &st));
	for (int i = 0; i < 4; i++)
		assert_true(setup_player(&s, &app_catalog, i, i == 1 ? "human" : "random",
					 &st));
	s.seed = 77;
	match_open(m, &s);
	while (!match_over(m) && (to_the_end || m->at < 20)) {
		move moves[MOVES_MAX];
		const int seat = __builtin_ctz(match_acting(m));
		match_moves(m, seat, moves);
		assert_true(match_play(m, seat, moves[0], "", &st));
	}
}

static void
run(const struct match *m, const char *player, int jobs, int64_t games,
    struct duplicate_result *r)
{
	static struct player p;
	struct status st = { 0 };
	assert_true(player_parse(&p, player, &app_catalog, &m->setup.game, &st));
	const struct duplicate_options o = { .match = m,
					     .player = &p,
					     .seat = duplicate_seat(m),
					     .games = games,
					     .seed = 3,
					     .jobs = jobs };
	if (!duplicate_run(&o, r, &st))
		fail_msg("%s", st.text);
}

static void
figures_do_not_depend_on_the_threads(void **state)
{
	struct match m;
	struct duplicate_result one, three;
	play_hand(&m, true);
	run(&m, "random", 1, 12, &one);
	run(&m, "random", 3, 12, &three);
	assert_int_equal(one.games, 12);
	assert_memory_equal(one.each, three.each, 12 * sizeof *one.each);
	assert_true(one.difference == three.difference);
	double sum = 0, squares = 0;
	for (int i = 0; i < 12; i++)
		sum += one.each[i];
	for (int i = 0; i < 12; i++)
		squares += (one.each[i] - sum / 12) * (one.each[i] - sum / 12);
	const double half = 1.959964 * sqrt(squares / 11 / 12);
	double points[SEATS_MAX];
	match_points(&m, points);
	assert_true(squares > 0); /* the games do differ */
	assert_true(one.own == points[1]);
	assert_true(fabs(one.difference - (points[1] - sum / 12)) < 1e-9);
	assert_true(fabs(one.difference_ci95[1] - one.difference - half) < 1e-9);
	duplicate_free(&one);
	duplicate_free(&three);
	match_close(&m);
}

/* One game, or none when it was stopped at once: nothing is told that is not known. */
static void
few_games_have_no_interval(void **state)
{
	struct match m;
	struct duplicate_result r = { 0 };
	play_hand(&m, true);
	run(&m, "random", 1, 1, &r);
	for (; r.games >= 0; r.games--) {
		const struct duplicate_options o = {
			.match = &m, .player = &m.setup.seat[0], .seat = 1, .games = 1
		};
		char first[200], second[200], *printed = NULL;
		size_t size = 0;
		FILE *out = open_memstream(&printed, &size);
		duplicate_say(&o, &r, first, second, sizeof first);
		duplicate_print(&o, &r, out);
		fclose(out);
		assert_null(strstr(first, "nan"));
		assert_null(strstr(printed, "nan"));
		assert_non_null(strstr(second, r.games ? "one game has no interval"
						       : "no game was finished"));
		free(printed);
		r.points = r.difference = (double)NAN;
	}
	duplicate_free(&r);
	match_close(&m);
}

/* A player without any chance sits among others without any: every game is the same, and is
 * the record's own when it is the player that made the record. */
static void
the_record_s_own_player_on_its_own_deals_gets_the_same(void **state)
{
	static struct setup s;
	static struct player p;
	struct status st = { 0 };
	struct match m;
	struct duplicate_result r;
	assert_true(setup_init(&s, &app_catalog, catalog_game(&app_catalog, "hearts"),
			       false, &st));
	assert_true(setup_variant(&s, &app_catalog, "hands", "2", &st));
	assert_true(setup_variant(&s, &app_catalog, "open", "on", &st));
	for (int i = 0; i < 4; i++)
		assert_true(setup_player(&s, &app_catalog, i, "greedy", &st));
	assert_true(player_parse(&p, "greedy", &app_catalog, &s.game, &st));
	s.seed = 5;
	struct duplicate_options o = {
		.match = &m, .player = &p, .seat = 2, .games = 3, .seed = 9, .jobs = 1
	};
	/* its deals are not those of its seed: only its chance moves can bring them back */
	match_begin(&m, &s);
	while (!match_over(&m)) {
		if (match_acting(&m) == ACTING_CHANCE) {
			struct rng rng;
			rng_seed(&rng, 1234 + (uint64_t)m.at);
			match_push(&m, SEAT_CHANCE,
				   s.game.chance->sample(&s.game, &m.states[m.at], &rng),
				   NULL);
			continue;
		}
		const int seat = __builtin_ctz(match_acting(&m));
		struct state view;
		struct search search;
		match_view(&m, seat, &view);
		const struct search_job job = { .game = &m.setup.game,
						.root = &view,
						.viewer = seat,
						.player = &p,
						.seed = 1 };
		assert_true(search_open(&search, &job, &st));
		search_run(&search);
		match_push(&m, seat, search_choice(&search), NULL);
		search_close(&search);
	}
	assert_true(duplicate_run(&o, &r, &st));
	double points[SEATS_MAX];
	match_points(&m, points);
	for (int i = 0; i < 3; i++)
		assert_true(r.each[i] == points[2]);
	assert_true(r.difference == 0);
	duplicate_free(&r);
	match_close(&m);
}

static void
a_game_that_is_not_over_is_refused(void **state)
{
	static struct player p;
	struct match m;
	struct status st = { 0 };
	struct duplicate_result r;
	play_hand(&m, false);
	assert_int_equal(duplicate_seat(&m), 1);
	assert_true(player_parse(&p, "random", &app_catalog, &m.setup.game, &st));
	const struct duplicate_options o = {
		.match = &m, .player = &p, .seat = 1, .games = 2
	};
	assert_false(duplicate_run(&o, &r, &st));
	assert_non_null(strstr(st.text, "not over"));
	match_close(&m);
}

static void
a_run_on_its_own_thread_ends_and_stops(void **state)
{
	static struct player p;
	struct match m;
	struct status st = { 0 };
	play_hand(&m, true);
	assert_true(player_parse(&p, "random", &app_catalog, &m.setup.game, &st));
	struct duplicate_options o = {
		.match = &m, .player = &p, .seat = 1, .games = 5, .jobs = 2
	};
	struct duplicate *d = duplicate_start(&o, -1, &st);
	assert_non_null(d);
	const struct duplicate_result *r;
	while ((r = duplicate_result(d, &st)) == NULL)
		continue;
	assert_int_equal(r->games, 5);
	duplicate_close(d);
	d = duplicate_start(&o, -1, &st);
	assert_non_null(d);
	duplicate_close(d); /* at once */
	o.games = 100000;   /* under way all the time */
	d = duplicate_start(&o, -1, &st);
	assert_non_null(d);
	signals_wait_for_this_thread();
	assert_null(duplicate_result(d, &st));
	duplicate_close(d);
	match_close(&m);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(figures_do_not_depend_on_the_threads),
		cmocka_unit_test(few_games_have_no_interval),
		cmocka_unit_test(the_record_s_own_player_on_its_own_deals_gets_the_same),
		cmocka_unit_test(a_game_that_is_not_over_is_refused),
		cmocka_unit_test(a_run_on_its_own_thread_ends_and_stops),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
