/*
 * results.c - a person's results: each hand's points as the game scored them, against whom, week by
 * week; watched games, and the moves of an unfinished hand, do not count.
 */
#include "src/study/results.h"

#include "games/hearts/hearts.h"
#include "src/app/catalog.h"
#include "tests/unit/toy.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static char path[128];

static int
fresh_path(void **state)
{
	static const char *const ends[] = { "", "-wal", "-shm", "-held" };
	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
		snprintf(path, sizeof path, "%s/results.db%s", toy_directory(), ends[i]);
		unlink(path);
	}
	snprintf(path, sizeof path, "%s/results.db", toy_directory());
	return 0;
}

static int total[4]; /* of the last match */

/* A match of Hearts by the quick player, saved; the points of each hand of seat 0. */
static int
play(struct store *db, const char *first, const char *others, const char *date,
     const char *variant, int plies, int *points)
{
	static struct setup s;
	struct match m;
	struct rng r;
	int hands = 0;
	memset(total, 0, sizeof total);
	assert_true(setup_init(&s, &app_catalog, &hearts_game, false, NULL));
	assert_true(setup_variants(&s, &app_catalog, variant, NULL));
	for (int i = 0; i < 4; i++)
		assert_true(
			setup_player(&s, &app_catalog, i, i == 0 ? first : others, NULL));
	s.seed = (uint64_t)plies;
	rng_seed(&r, 7);
	match_open(&m, &s);
	while (!match_over(&m) && plies-- > 0) {
		struct state before, view;
		const int seat = __builtin_ctz(match_acting(&m)), at = m.at;
		match_view(&m, seat, &view);
		assert_true(match_play(&m, seat,
				       game_quick_move(&s.game, &view, seat, &r), "",
				       NULL));
		before = m.states[at];
		for (int k = at + 1; k <= m.at; k++) {
			const struct hearts_state *h = hearts_of(&m.states[k]);
			if (hearts_of(&before)->phase == HEARTS_PLAYING &&
			    h->phase != HEARTS_PLAYING) {
				points[hands++] = h->points[0];
				for (int i = 0; i < 4; i++)
					total[i] += h->points[i];
			}
			before = m.states[k];
		}
	}
	snprintf(m.date, sizeof m.date, "%s", date);
	assert_true(store_save(db, &m, NULL));
	match_close(&m);
	return hands;
}

static const struct result *
find(const struct result *row, int n, enum result_kind kind, const char *name)
{
	for (int i = 0; i < n; i++)
		if (row[i].kind == kind && strcmp(row[i].name, name) == 0)
			return &row[i];
	fail_msg("no row \"%s\"", name);
	return NULL;
}

static void
hands_are_counted_as_they_were_scored(void **state)
{
	int points[40], easy, all, sum = 0, best = 26, worst = 0, moons = 0;
	static struct result row[RESULTS];
	struct status st = { 0 };
	struct store *db = store_open(path, &st);
	assert_non_null(db);
	/* A Sunday and the Monday after it: two weeks. */
	easy = play(db, "human", "easy", "2026-11-22 10:00:00", "hands=5", 9999, points);
	assert_int_equal(easy, 5);
	int place = 1;
	for (int i = 1; i < 4; i++)
		place += total[i] < total[0];
	all = easy + play(db, "human", "random", "2026-11-23 10:00:00", "hands=9", 140,
			  points + easy);
	assert_int_equal(all, 7); /* and a hand that goes on */
	int watched[40];
	play(db, "medium", "easy", "2026-11-23 10:00:00", "hands=3", 9999, watched);
	for (int i = 0; i < all; i++) {
		sum += points[i];
		best = points[i] < best ? points[i] : best;
		worst = points[i] > worst ? points[i] : worst;
	}
	const int n = results_read(db, &app_catalog, NULL, row, &st);
	assert_int_equal(n, 5);
	const struct result *r = find(row, n, RESULT_ALL, "");
	assert_int_equal(r->hands, all);
	assert_int_equal(r->points, sum);
	assert_int_equal(r->least, best);
	assert_int_equal(r->most, worst);
	assert_int_equal(r->games, 1);
	assert_true(r->low);
	assert_int_equal(r->places, place);
	assert_int_equal(r->won, place == 1);
	assert_int_equal(r->moons, moons);
	assert_int_equal(find(row, n, RESULT_AGAINST, "easy")->hands, easy);
	assert_int_equal(find(row, n, RESULT_AGAINST, "random")->games, 0);
	assert_int_equal(find(row, n, RESULT_WEEK, "2026-11-16")->hands, easy);
	assert_int_equal(find(row, n, RESULT_WEEK, "2026-11-23")->hands, all - easy);
	assert_int_equal(results_read(db, &app_catalog, "spades", row, &st), 0);
	assert_int_equal(results_read(NULL, &app_catalog, NULL, row, &st), 0);
	store_close(db);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(hands_are_counted_as_they_were_scored, fresh_path),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
