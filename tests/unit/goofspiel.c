/*
 * goofspiel.c - the rules case by case, secret bids, texts good and bad, playouts.
 */
#include "games/goofspiel/goofspiel.h"
#include "src/core/joint.h"
#include "tests/unit/play_text.h"

#include <math.h>

static const struct game_ops *const ops = &goofspiel_game;

static void
assert_values(const struct game *g, const struct state *s, int a, int b)
{
	int32_t v[SEATS_MAX];
	g->knowledge->evaluate(g, s, v);
	assert_int_equal(v[0], a);
	assert_int_equal(v[1], b);
}

static void
the_higher_bid_takes_the_prize(void **state)
{
	struct game g;
	struct state s;
	open_game(&g, ops, 2, "cards=4");
	g.rules->start(&g, &s);
	assert_true(g.rules->acting(&g, &s) == ACTING_CHANCE);
	play_words(&g, &s, "3 4 1");
	assert_position(&g, &s, "1,2,3|2,3,4|-|1,2,4|+3");
	play_words(&g, &s, "4 1 2");
	assert_position(&g, &s, "2,3|3,4|-|1,2|-1");
	play_words(&g, &s, "1 2 4"); /* the last prize needs no chance */
	assert_position(&g, &s, "3|3|2||-2");
	play_words(&g, &s, "3 3");
	assert_position(&g, &s, "||-||-2");
	assert_int_equal(g.rules->acting(&g, &s), 0);
	assert_true(g.rules->settled(&g, &s));
	assert_values(&g, &s, -2 * GOOFSPIEL_UNIT, 2 * GOOFSPIEL_UNIT);
	int32_t points[SEATS_MAX];
	g.rules->points(&g, &s, points);
	assert_int_equal(points[0], -2);
	assert_int_equal(points[1], 2);
}

static void
equal_bids_discard_the_prize_or_carry_it(void **state)
{
	struct game g;
	struct state s;
	open_game(&g, ops, 2, "cards=4 order=descending");
	g.rules->start(&g, &s);
	assert_position(&g, &s, "1,2,3,4|1,2,3,4|4|1,2,3|0");
	play_words(&g, &s, "2 2 3 1");
	assert_position(&g, &s, "1,4|3,4|2|1|+3");
	open_game(&g, ops, 2, "cards=4 order=ascending ties=carry");
	g.rules->start(&g, &s);
	play_words(&g, &s, "2 2");
	assert_position(&g, &s, "1,3,4|1,3,4|2|3,4|0|pot=1");
	play_words(&g, &s, "3 3");
	assert_position(&g, &s, "1,4|1,4|3|4|0|pot=3");
	play_words(&g, &s, "1 4");
	assert_position(&g, &s, "4|1|4||-6");
	read_position(&g, "4|4|4||-5|pot=1", &s);
	play_words(&g, &s, "4 4"); /* nothing comes after it */
	assert_position(&g, &s, "||-||-5");
}

static void
a_win_is_one_and_a_tie_a_half(void **state)
{
	static const struct {
		const char *diff;
		int a, b, points;
	} ends[] = { { "||-||+1", GOOFSPIEL_UNIT, 0, COMMIT_PARTS },
		     { "||-||0", GOOFSPIEL_UNIT / 2, GOOFSPIEL_UNIT / 2,
		       COMMIT_PARTS / 2 },
		     { "||-||-7", 0, GOOFSPIEL_UNIT, 0 } };
	struct game g;
	struct state s;
	open_game(&g, ops, 2, "cards=4 payoff=win-loss");
	for (size_t k = 0; k < 3; k++) {
		int32_t points[SEATS_MAX];
		read_position(&g, ends[k].diff, &s);
		assert_values(&g, &s, ends[k].a, ends[k].b);
		g.rules->points(&g, &s, points);
		assert_int_equal(points[0], ends[k].points);
		assert_int_equal(points[1], COMMIT_PARTS - ends[k].points);
	}
}

static void
three_seats_share_and_compare_with_the_mean(void **state)
{
	struct game g;
	struct state s;
	int32_t v[SEATS_MAX];
	open_game(&g, ops, 3, "cards=4");
	g.rules->start(&g, &s);
	play_words(&g, &s, "4 3 3 2"); /* the highest tie: gone, not the 2's */
	assert_position(&g, &s, "1,2,4|1,2,4|1,3,4|-|1,2,3|0,0,0");
	play_words(&g, &s, "3 1 2 4");
	assert_position(&g, &s, "2,4|1,4|1,3|-|1,2|0,0,3");
	g.knowledge->evaluate(&g, &s, v);
	assert_int_equal(v[2], 3 * GOOFSPIEL_UNIT);
	assert_int_equal(v[0], -3 * GOOFSPIEL_UNIT / 2);
	open_game(&g, ops, 3, "cards=4 payoff=win-loss");
	read_position(&g, "|||-||3,3,1", &s);
	g.knowledge->evaluate(&g, &s, v);
	assert_int_equal(v[0], GOOFSPIEL_UNIT / 2);
	assert_int_equal(v[2], 0);
}

/* --- what is hidden --- */

static void
a_committed_bid_is_known_to_its_seat_alone(void **state)
{
	struct game g;
	struct state s, view, other, before;
	open_game(&g, ops, 2, "cards=4");
	read_position(&g, "1,2,3,4|1,2,3,4|3|1,2,4|0", &s);
	assert_int_equal(g.rules->acting(&g, &s), 3);
	g.rules->play(&g, &s, 1, 4, &s); /* either may be first */
	assert_int_equal(g.rules->acting(&g, &s), 1);
	assert_position(&g, &s, "1,2,3,4|1,2,3,4|3|1,2,4|0|bids=-,4");
	game_view(&g, &s, 0, &view);
	assert_position(&g, &view, "1,2,3,4|1,2,3,4|3|1,2,4|0|bids=-,?");
	read_position(&g, "1,2,3,4|1,2,3,4|3|1,2,4|0|bids=-,?",
		      &view); /* and is read as it is shown */
	assert_position(&g, &view, "1,2,3,4|1,2,3,4|3|1,2,4|0|bids=-,?");
	game_view(&g, &s, 1, &view);
	assert_position(&g, &view, "1,2,3,4|1,2,3,4|3|1,2,4|0|bids=-,4");
	g.turns->uncommit(&g, &s, &before);
	assert_position(&g, &before, "1,2,3,4|1,2,3,4|3|1,2,4|0");
	/* Whatever was bid, the other sees the same bytes. */
	read_position(&g, "1,2,3,4|1,2,3,4|3|1,2,4|0", &other);
	g.rules->play(&g, &other, 1, 1, &other);
	game_view(&g, &s, 0, &view);
	game_view(&g, &other, 0, &other);
	assert_memory_equal(view.bytes, other.bytes, ops->state_size);
}

static void
worlds_bid_every_card(void **state)
{
	struct game g;
	struct state s, view;
	struct rng r;
	int seen[5] = { 0 };
	open_game(&g, ops, 2, "cards=4");
	read_position(&g, "1,2,3,4|1,2,3,4|3|1,2,4|0|bids=-,2", &s);
	rng_seed(&r, 5);
	for (int k = 0; k < 400; k++) {
		game_view(&g, &s, 0, &view);
		g.hidden->determinize(&g, &view, 0, &r);
		seen[goofspiel_of(&view)->bids.of[1]]++;
	}
	assert_int_equal(seen[0], 0);
	for (int c = 1; c <= 4; c++)
		assert_in_range(seen[c], 60, 140);
}

/* --- texts --- */

static void
bad_positions_are_refused_with_a_reason(void **state)
{
	static const struct refused cases[] = {
		{ "", "expected hand1|hand2|upcard|rest|diff" },
		{ "1,2|2,3|3|2", "expected hand1|hand2|upcard|rest|diff" },
		{ "1,2|2,3|3|2|+1|x", "expected pot= or bids=" },
		{ "1,2|2,5|3|2|+1", "hand 2: '5': expected cards from 1 to 4" },
		{ "0,2|2,3|3|2|+1", "hand 1: '0': expected cards from 1 to 4" },
		{ "1,1|2,3|3|2|+1", "hand 1: card 1 appears twice" },
		{ "1,2|2,3|3|3|+1", "card 3 is both turned up and still to come" },
		{ "1,2,3|2,3|3|2|+1", "hand 1 has 3 cards, expected 2" },
		{ "1,2|2,3|3|2|+9", "9 points cannot have been won" },
		{ "1,2|2,3|3|2|one", "diff: 'one': expected seat 1's lead" },
		{ "1,2|2,3|x|2|+1", "upcard: 'x': expected a prize" },
		{ "1,2|2,3|3|2|+1|pot=1", "only with ties=carry" },
		{ "1,2|2,3|3|2|+1|bids=3,-", "'3' is not in the hand of seat 1" },
		{ "1,2|2,3|3|2|+1|bids=1,2", "at least one of them -" },
		{ "1,2|2,3|3|2|+1|bids=1,-,?", "for each of 2 seats" },
		{ "1,2|2,3|-|2,3|+1|bids=1,-", "no prize is turned up" },
		{ "1,2|2,3|3|2|+1|bids=-", "for each of 2 seats" },
		{ "99999999999999999999|2|3||0", "expected cards from 1 to 4" },
		{ "|||||||||||||", "expected hand1|hand2|upcard|rest|diff" },
	};
	struct game g;
	open_game(&g, ops, 2, "cards=4");
	assert_refused(&g, cases, sizeof cases / sizeof *cases);
	open_game(&g, ops, 2, "cards=4 order=descending");
	assert_refused(&g, &(struct refused){ "1,2|2,3|2|3|+1", "higher than 2" }, 1);
}

static void
a_card_can_be_bid_once(void **state)
{
	struct game g;
	struct state s;
	open_game(&g, ops, 2, "cards=4");
	read_position(&g, "1,2|2,3|3|2|+1", &s);
	static const char *const wrong[] = { "3", "4", "", "two", "1 2", "-1" };
	for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++)
		assert_move_refused(&g, &s, 0,
				    &(struct refused){ wrong[k], "expected one of 1 2" });
	for (int cards = 3; cards <= 14; cards += 11) {
		struct status st = { 0 };
		struct options o;
		char text[16];
		snprintf(text, sizeof text, "%d", cards);
		options_init(&o, ops->options);
		assert_false(options_set(&o, "cards", text, &st));
	}
}

/* --- playouts --- */

/* The quick playout of two seats has the spread of the one that plays bid by bid. */
static void
playouts_have_the_spread_of_play(void **state)
{
	struct game g;
	struct rng r;
	double sum[2] = { 0 }, square[2] = { 0 };
	const int n = 20000;
	open_game(&g, ops, 2, "cards=6");
	rng_seed(&r, 9);
	for (int k = 0; k < 2 * n; k++) {
		struct state s;
		int32_t v[SEATS_MAX];
		read_position(&g, "2,3,6|1,4,5|5|1,4|+2", &s);
		const int plies = k % 2 ? 1000 : g.fast->rollout(&g, &s, &r, 1000, 1);
		while (k % 2 && !g.rules->settled(&g, &s))
			g.rules->play(&g, &s, game_mover(&g, &s), random_move(&g, &s, &r),
				      &s);
		assert_true(k % 2 || plies == 7);
		assert_true(g.rules->settled(&g, &s));
		g.knowledge->evaluate(&g, &s, v);
		const double x = (double)v[0] / GOOFSPIEL_UNIT;
		sum[k % 2] += x;
		square[k % 2] += x * x;
	}
	assert_true(fabs(sum[0] - sum[1]) / n < 0.2);
	assert_true(fabs(square[0] - square[1]) / n < 2);
}

static void
chances_sum_to_one(void **state)
{
	struct game g;
	struct state s;
	move m[MOVES_MAX];
	double p[MOVES_MAX], sum = 0;
	open_game(&g, ops, 2, "cards=13");
	g.rules->start(&g, &s);
	const int n = g.chance->list(&g, &s, m, p);
	assert_int_equal(n, 13);
	for (int i = 0; i < n; i++)
		sum += p[i];
	assert_true(fabs(sum - 1) < 1e-12);
}

/* Every position of the table has its layer, and equal hands share a slot. */
static void
the_table_is_as_small_as_it_can_be(void **state)
{
	struct game g;
	struct state s;
	struct joint t;
	open_game(&g, ops, 2, "cards=4");
	g.rules->start(&g, &s);
	assert_true(ops->joint->open(&t, &g, &s, NULL, NULL));
	/* One card each: one pattern of equal hands, one where seat 0 is higher or lower. */
	assert_int_equal(ops->joint->slots(&t, 0), 1);
	assert_int_equal(ops->joint->slots(&t, 1), 2 * 4);
	assert_true(ops->joint->slots(&t, 4) == 1);
	read_position(&g, "1,2|2,3|3|2|+1", &s);
	assert_int_equal(ops->joint->layer(&t, &s), 2);
	joint_close(&t);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_higher_bid_takes_the_prize),
		cmocka_unit_test(equal_bids_discard_the_prize_or_carry_it),
		cmocka_unit_test(a_win_is_one_and_a_tie_a_half),
		cmocka_unit_test(three_seats_share_and_compare_with_the_mean),
		cmocka_unit_test(a_committed_bid_is_known_to_its_seat_alone),
		cmocka_unit_test(worlds_bid_every_card),
		cmocka_unit_test(bad_positions_are_refused_with_a_reason),
		cmocka_unit_test(a_card_can_be_bid_once),
		cmocka_unit_test(playouts_have_the_spread_of_play),
		cmocka_unit_test(chances_sum_to_one),
		cmocka_unit_test(the_table_is_as_small_as_it_can_be),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
