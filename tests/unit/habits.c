/* habits.c - what a seat tends to bid, counted on games played by hand. */
#include "src/study/habits.h"
#include "src/app/catalog.h"
#include "src/core/setup.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void
open_match(struct match *m, const char *key, const char *option, const char *value)
{
	static struct setup setup;
	struct status st = { 0 };
	if (!setup_init(&setup, &app_catalog, catalog_game(&app_catalog, key), true,
			&st) ||
	    !setup_variant(&setup, &app_catalog, option, value, &st))
		fail_msg("%s", st.text);
	setup.seed = 1; /* the first prize of four is 1 */
	match_open(m, &setup);
}

/* Plays to the end: a seat bids its highest where `high` says so, else its lowest. */
static void
play_out(struct match *m, bool (*high)(int seat, int prize))
{
	while (!match_over(m)) {
		const struct game *g = &m->setup.game;
		int seat = 0, prize = 0;
		while ((match_acting(m) >> seat & 1) == 0)
			seat++;
		for (int k = m->at - 1; k >= 0 && prize == 0; k--)
			if (m->plies[k].seat == SEAT_CHANCE)
				prize = (int)m->plies[k].m;
		move legal[MOVES_MAX];
		struct status st = { 0 };
		const int n = g->rules->moves(g, &m->states[m->at], seat, legal);
		const move mv = high(seat, prize) ? legal[n - 1] : legal[0];
		assert_true(match_play(m, seat, mv, "", &st));
	}
}

static bool
highest_always(int seat, int prize)
{
	return seat == 0;
}

static void
a_seat_that_always_bids_its_highest(void **state)
{
	struct match m;
	struct habits h;
	char line[HABITS_LINES][HABITS_LINE];
	open_match(&m, "goofspiel", "cards", "6");
	play_out(&m, highest_always);
	assert_true(habits_of(&m, 0, NULL, &h));
	assert_int_equal(h.choices, 5); /* the last card is no choice */
	assert_true(h.prizes);
	int highest = 0;
	for (int k = 0; k < HABIT_RANKS; k++) {
		assert_int_equal(h.count[k][HABIT_LOWEST], 0);
		assert_int_equal(h.count[k][HABIT_BETWEEN], 0);
		highest += h.count[k][HABIT_HIGHEST];
	}
	assert_int_equal(highest, 5);
	assert_int_equal(h.solved, 0);
	const int lines = habits_write(&h, &m.setup.game, line);
	assert_true(lines >= 1);
	assert_non_null(strstr(line[0], "you bid your highest"));
	assert_true(habits_of(&m, 1, NULL, &h));
	assert_int_equal(h.count[0][HABIT_LOWEST] + h.count[1][HABIT_LOWEST] +
				 h.count[2][HABIT_LOWEST],
			 5);
	match_close(&m);
}

/* A cost is what the exact search says of the choice, and never negative. */
static void
costs_come_from_the_exact_search(void **state)
{
	struct match m;
	struct habits h;
	struct player exact;
	struct status st = { 0 };
	open_match(&m, "goofspiel", "cards", "4");
	play_out(&m, highest_always);
	assert_true(player_parse(&exact, "exact", &app_catalog, &m.setup.game, &st));
	assert_true(habits_of(&m, 0, &exact, &h));
	assert_int_equal(h.solved, h.choices);
	assert_true(h.cost > 4.2); /* a 4 on the prize of 1 alone */
	match_close(&m);
}

static void
other_games_have_no_habits(void **state)
{
	struct match m;
	struct habits h;
	open_match(&m, "hearts", "hands", "1");
	assert_false(habits_of(&m, 0, NULL, &h));
	match_close(&m);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_seat_that_always_bids_its_highest),
		cmocka_unit_test(costs_come_from_the_exact_search),
		cmocka_unit_test(other_games_have_no_habits),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
