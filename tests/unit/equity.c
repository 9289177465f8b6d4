/*
 * equity.c - match equity: who stands equal has equal chances, the end is certain, and what lies
 * between agrees with a plain simulation of matches.
 */
#include "src/core/equity.h"
#include "games/hearts/hearts.h"
#include "src/app/catalog.h"
#include "src/core/setup.h"
#include "tests/unit/play_text.h"

#include <math.h>
#include <stdlib.h>

#define MATCHES 60000

extern const struct game_ops spades_game;

static const double
	unknown[SEATS_MAX]; /* values of a hand that is scored: not asked for */

static void
open_hearts(struct game *g, struct calibration *cal, int seats, const char *variant)
{
	struct status st = { 0 };
	open_game(g, &hearts_game, seats, variant);
	calibration_load(cal, g, &st);
	assert_false(st.failed);
	assert_true(cal->hands.count > 100);
}

/* A sheet between two hands of Hearts. */
static struct sheet
between(const int32_t *total, int seats)
{
	struct sheet s = { .scored = true,
			   .low_wins = true,
			   .base = 26,
			   .to = 100,
			   .down_to = INT16_MIN,
			   .hands_left = -1 };
	memcpy(s.total, total, (size_t)seats * sizeof *total);
	return s;
}

static void
who_stands_equal_has_equal_chances(void **state)
{
	for (int seats = 3; seats <= 5; seats++) {
		struct game g;
		struct calibration cal;
		const int32_t total[SEATS_MAX] = { 40, 40, 40, 40, 40 };
		const double value[SEATS_MAX] = { 20, 20, 20, 20, 20 };
		double win[SEATS_MAX];
		struct sheet s = between(total, seats);
		open_hearts(&g, &cal, seats, "");
		for (int scored = 0; scored < 2; scored++) {
			s.scored = scored;
			equity_win(&cal, &s, seats, 500, value, win);
			for (int i = 0; i < seats; i++)
				assert_true(fabs(win[i] - 1.0 / seats) < 1e-12);
		}
	}
}

static void
the_end_is_certain_and_a_tie_divides_the_win(void **state)
{
	static const struct {
		int32_t total[4];
		double win[4];
	} ends[] = {
		{ { 30, 103, 29, 60 }, { 0, 0, 1, 0 } },
		{ { 30, 103, 30, 60 }, { 0.5, 0, 0.5, 0 } },
		{ { 100, 100, 100, 100 }, { 0.25, 0.25, 0.25, 0.25 } },
	};
	struct game g;
	struct calibration cal;
	open_hearts(&g, &cal, 4, "");
	for (size_t k = 0; k < sizeof ends / sizeof ends[0]; k++) {
		const struct sheet s = between(ends[k].total, 4);
		double win[SEATS_MAX];
		equity_win(&cal, &s, 4, 1000, unknown, win);
		for (int i = 0; i < 4; i++)
			assert_true(fabs(win[i] - ends[k].win[i]) < 1e-12);
	}
}

/* Matches one by one: hands of the calibration in a random order of seats. */
static void
plain_matches(const struct calibration *cal, const struct sheet *s, int seats,
	      double *win)
{
	struct rng r;
	rng_seed(&r, 8);
	memset(win, 0, sizeof *win * SEATS_MAX);
	for (int k = 0; k < MATCHES; k++) {
		int32_t total[SEATS_MAX], least = INT32_MAX, most = INT32_MIN;
		int count = 0;
		memcpy(total, s->total, sizeof total);
		for (;;) {
			most = INT32_MIN;
			for (int i = 0; i < seats; i++)
				most = total[i] > most ? total[i] : most;
			if (most >= s->to)
				break;
			const int16_t *hand =
				cal->hands
					.value[rng_below(&r, (uint32_t)cal->hands.count)];
			const uint32_t turn = rng_below(&r, (uint32_t)seats);
			for (int i = 0; i < seats; i++)
				total[i] += 26 - hand[(i + (int)turn) % seats];
		}
		for (int i = 0; i < seats; i++)
			least = total[i] < least ? total[i] : least;
		for (int i = 0; i < seats; i++)
			count += total[i] == least;
		for (int i = 0; i < seats; i++)
			win[i] += total[i] == least ? 1.0 / count / MATCHES : 0;
	}
}

static void
between_hands_it_agrees_with_plain_matches(void **state)
{
	static const int32_t total[][SEATS_MAX] = { { 7, 86, 60, 55 },
						    { 95, 90, 92, 94 },
						    { 10, 20, 30, 40 },
						    { 50, 50, 80, 20 } };
	struct game g;
	struct calibration cal;
	open_hearts(&g, &cal, 4, "");
	for (size_t k = 0; k < sizeof total / sizeof total[0]; k++) {
		const struct sheet s = between(total[k], 4);
		double win[SEATS_MAX], plain[SEATS_MAX];
		equity_win(&cal, &s, 4, 1000, unknown, win);
		plain_matches(&cal, &s, 4, plain);
		for (int i = 0; i < 4; i++)
			if (fabs(win[i] - plain[i]) > 0.035)
				fail_msg("case %zu seat %d: %.3f, expected %.3f", k, i,
					 win[i], plain[i]);
	}
}

/* The leader of the match who takes points in this hand is still its leader, with less chance. */
static void
totals_and_the_hand_both_count(void **state)
{
	static const int32_t total[SEATS_MAX] = { 86, 60, 55, 7 };
	struct game g;
	struct calibration cal;
	double good[SEATS_MAX], bad[SEATS_MAX];
	struct sheet s = between(total, 4);
	open_hearts(&g, &cal, 4, "");
	s.scored = false;
	equity_win(&cal, &s, 4, 500, (const double[]){ 20, 20, 18, 20 }, good);
	equity_win(&cal, &s, 4, 500, (const double[]){ 25, 25, 25, 3 }, bad);
	assert_true(good[3] > bad[3] && bad[3] > 0.5);
	assert_true(bad[2] > good[2]);
	equity_win(&cal, &s, 4, 500, (const double[]){ 20, 20, (double)NAN, 20 }, bad);
	for (int i = 0; i < 4; i++)
		assert_true(isnan(bad[i]));
}

/* With one hand to play, near its end, the values say who wins. */
static void
the_last_hand_of_a_match_is_told_by_its_values(void **state)
{
	struct game g;
	struct calibration cal;
	struct state s = { 0 };
	struct status st = { 0 };
	struct sheet sheet;
	double win[SEATS_MAX];
	open_hearts(&g, &cal, 4, "hands=2");
	assert_true(g.text->parse_position(&g,
					   "hand=2 total=30,20,10,60 turn=W trick=S:AC "
					   "S=..2. W=Q..4. N=..9.2 E=..3.3 "
					   "points=0,0,0,13",
					   &s, &st));
	assert_true(equity_sheet(&cal, &g, &s, &sheet));
	assert_int_equal(sheet.hands_left, 0);
	assert_false(sheet.scored);
	assert_int_equal(sheet.total[3], 60);
	/* 30 + 13, 20, 10, 60 + 13 */
	equity_win(&cal, &sheet, 4, 1000, (const double[]){ 13, 26, 26, 13 }, win);
	assert_true(win[2] >= 1);
}

static void
one_hand_is_no_match(void **state)
{
	static const char *const single[] = { "to=0", "hands=1" };
	for (int k = 0; k < 2; k++) {
		struct game g;
		struct calibration cal;
		struct state s = { 0 };
		struct sheet sheet;
		open_hearts(&g, &cal, 4, single[k]);
		g.rules->start(&g, &s);
		assert_false(equity_sheet(&cal, &g, &s, &sheet));
	}
}

static void
partners_win_together(void **state)
{
	struct game g;
	struct calibration cal;
	struct status st = { 0 };
	struct state s = { 0 };
	struct sheet sheet;
	double win[SEATS_MAX];
	open_game(&g, &spades_game, 4, "partners=on");
	calibration_load(&cal, &g, &st);
	assert_true(cal.hands.count > 100);
	g.rules->start(&g, &s);
	assert_true(equity_sheet(&cal, &g, &s, &sheet));
	sheet.scored = true;
	for (int i = 0; i < 4; i++)
		sheet.total[i] = i % 2 == 0 ? 430 : 250;
	equity_win(&cal, &sheet, 4, 1000, unknown, win);
	assert_true(win[0] == win[2] && win[1] == win[3]);
	assert_true(win[0] > 0.4 && win[1] > 0.001);
	assert_true(fabs(win[0] + win[1] + win[2] + win[3] - 1) < 1e-12);
	/* 60 net points are 30 above the mean of all hands, for the other side 30 below */
	double mean = 0, other[SEATS_MAX], net[SEATS_MAX], own[SEATS_MAX];
	for (int k = 0; k < cal.hands.count * 4; k++)
		mean += cal.hands.value[k / 4][k % 4] / (cal.hands.count * 4.0);
	for (int i = 0; i < 4; i++) {
		net[i] = i % 2 == 0 ? 60 : -60;
		own[i] = mean + net[i] / 2;
	}
	sheet.scored = false;
	assert_true(sheet.ahead);
	equity_win(&cal, &sheet, 4, 600, net, win);
	sheet.ahead = false;
	equity_win(&cal, &sheet, 4, 600, own, other);
	for (int i = 0; i < 4; i++)
		assert_true(fabs(win[i] - other[i]) < 0.002);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(who_stands_equal_has_equal_chances),
		cmocka_unit_test(the_end_is_certain_and_a_tie_divides_the_win),
		cmocka_unit_test(between_hands_it_agrees_with_plain_matches),
		cmocka_unit_test(totals_and_the_hand_both_count),
		cmocka_unit_test(the_last_hand_of_a_match_is_told_by_its_values),
		cmocka_unit_test(one_hand_is_no_match),
		cmocka_unit_test(partners_win_together),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
