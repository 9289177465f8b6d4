/*
 * film.c - a search as it went: the frames are those of the search, in order and evenly, and
 * filming changes no result.
 */
#include "src/app/catalog.h"
#include "src/core/calibration.h"
#include "src/core/worker.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "src/base/clock.h"
#include "src/core/match.h"

static void
frames_are_even_and_the_last_is_kept(void **state)
{
	static struct snapshot s;
	for (int n = 1; n < 200; n += 11) {
		struct film f;
		film_open(&f, 8);
		snapshot_init(&s, 2, 0, 0);
		for (int i = 0; i < n; i++) {
			s.nodes = i;
			if (film_due(&f))
				film_take(&f, &s);
		}
		s.nodes = n;
		film_take(&f, &s);
		assert_in_range(f.count, n < 8 ? n : 4, 8);
		assert_int_equal(f.frame[0].nodes, 0);
		assert_int_equal(f.frame[f.count - 1].nodes, n);
		for (int i = 1; i < f.count - 1; i++)
			assert_int_equal(f.frame[i].nodes, i * f.frame[1].nodes);
		film_close(&f);
	}
}

/* The search of the seat to move after the deal. */
static struct worker *
think(const char *game, const char *player, bool filmed)
{
	static struct setup setup;
	static struct match m;
	static struct film wanted;
	static struct state root;
	static struct calibration calibration;
	struct status st = { 0 };
	assert_true(setup_init(&setup, &app_catalog, catalog_game(&app_catalog, game),
			       false, &st));
	for (int i = 0; i < setup.game.seats; i++)
		assert_true(setup_player(&setup, &app_catalog, i, player, &st));
	setup.seed = 5;
	match_open(&m, &setup);
	const int seat = game_mover(&setup.game, &m.states[m.at]);
	match_view(&m, seat, &root);
	calibration_load(&calibration, &setup.game, NULL);
	const struct search_job job = { .game = &setup.game,
					.root = &root,
					.viewer = seat,
					.player = &setup.seat[seat],
					.film = filmed ? &wanted : NULL,
					.calibration = calibration.stages > 0
							       ? &calibration
							       : NULL,
					.seed = 9 };
	struct worker *w = worker_start(&job, NULL, -1, &st);
	assert_non_null(w);
	while (!worker_done(w))
		clock_sleep_us(200);
	match_close(&m);
	return w;
}

static const struct {
	const char *game, *player;
	int least; /* different frames */
} films[] = {
	{ "hearts", "medium", 20 },
	{ "hearts", "pimc:worlds=160,sims=1600,inner=(uct)", 20 },
	{ "hearts", "ismcts:sims=60", 20 },
	{ "chinese-checkers", "maxn:nodes=2k", 20 },
	{ "abalone", "uct:sims=60", 20 },
	{ "goofspiel", "smmcts:sims=200", 20 },
};

static void
a_search_of_a_millisecond_has_twenty_steps(void **state)
{
	static struct snapshot with, without;
	for (size_t i = 0; i < sizeof films / sizeof *films; i++) {
		struct worker *w = think(films[i].game, films[i].player, true);
		const struct film *f = worker_film(w);
		int steps = 0;
		assert_in_range(f->count, 1, FILM_FRAMES);
		for (int k = 1; k < f->count; k++) {
			const struct snapshot *a = &f->frame[k - 1], *b = &f->frame[k];
			assert_true(b->nodes >= a->nodes);
			assert_true(b->worlds_done >= a->worlds_done);
			steps += b->nodes > a->nodes;
		}
		if (steps < films[i].least)
			fail_msg("%s: %d steps", films[i].player, steps);
		assert_true(worker_read(w, &with));
		assert_int_equal(f->frame[f->count - 1].nodes, with.nodes);
		assert_int_equal(f->frame[f->count - 1].stop, with.stop);
		worker_free(w);
		w = think(films[i].game, films[i].player, false);
		assert_int_equal(worker_film(w)->count, 0);
		assert_true(worker_read(w, &without));
		assert_int_equal(with.nodes, without.nodes);
		assert_int_equal(with.move_count, without.move_count);
		for (int k = 0; k < with.move_count; k++) {
			assert_int_equal(with.moves[k].m, without.moves[k].m);
			assert_int_equal(with.moves[k].visits, without.moves[k].visits);
			assert_memory_equal(with.moves[k].value, without.moves[k].value,
					    sizeof with.moves[k].value);
		}
		worker_free(w);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(frames_are_even_and_the_last_is_kept),
		cmocka_unit_test(a_search_of_a_millisecond_has_twenty_steps),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
