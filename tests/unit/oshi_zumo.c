/*
 * oshi_zumo.c - the rules case by case, counts and exact values of a slow reference, secret
 * bids, texts good and bad, playouts.
 */
#include "games/oshi_zumo/oshi_zumo.h"
#include "src/core/joint.h"
#include "src/core/scene.h"
#include "tests/unit/play_text.h"

#include <jansson.h>
#include <math.h>

static const struct game_ops *const ops = &oshi_zumo_game;

/* An end, and what it is worth to West in half wins. */
static void
assert_end(const struct game *g, const struct state *s, int halves)
{
	int32_t v[SEATS_MAX], points[SEATS_MAX];
	assert_true(g->rules->settled(g, s));
	assert_int_equal(g->rules->acting(g, s), 0);
	g->knowledge->evaluate(g, s, v);
	g->rules->points(g, s, points);
	assert_int_equal(v[0], OSHI_UNIT / 2 * halves);
	assert_int_equal(v[1], OSHI_UNIT - v[0]);
	assert_int_equal(points[0], COMMIT_PARTS / 2 * halves);
	assert_int_equal(points[1], COMMIT_PARTS - points[0]);
}

static void
the_higher_bid_pushes_and_all_pay(void **state)
{
	struct game g;
	struct state s;
	open_game(&g, ops, 2, "");
	g.rules->start(&g, &s);
	assert_position(&g, &s, "50|50|0");
	play_words(&g, &s, "10 7");
	assert_position(&g, &s, "40|43|1");
	play_words(&g, &s, "5 5");
	assert_position(&g, &s, "35|38|1");
	play_words(&g, &s, "1 38");
	assert_position(&g, &s, "34|0|0");
	play_words(&g, &s, "1 0 1 0 1 0"); /* an empty purse bids nothing */
	assert_position(&g, &s, "31|0|3");
	play_words(&g, &s, "1 0");
	assert_position(&g, &s, "30|0|4");
	assert_end(&g, &s, 2);
}

static void
the_place_decides_when_the_purses_are_empty(void **state)
{
	static const struct {
		const char *variant, *text;
		int halves;
	} ends[] = {
		{ "coins=6", "0|0|1", 2 },
		{ "coins=6", "0|0|0", 1 },
		{ "coins=6", "0|0|-3", 0 },
		{ "coins=6", "4|6|-4", 0 },
		{ "coins=6 alesia=on", "0|0|3", 1 },
		{ "coins=6 alesia=on", "0|0|-2", 1 },
		{ "coins=6 alesia=on", "1|0|4", 2 },
		{ "coins=6 alesia=on", "0|1|-4", 0 },
		{ "coins=6 minimum=0", "3|2|-1|end", 0 },
		{ "coins=6 minimum=0", "3|2|0|end", 1 },
	};
	struct game g;
	struct state s;
	for (size_t k = 0; k < sizeof ends / sizeof *ends; k++) {
		open_game(&g, ops, 2, ends[k].variant);
		read_position(&g, ends[k].text, &s);
		assert_end(&g, &s, ends[k].halves);
	}
}

static void
a_round_without_a_coin_ends_the_game(void **state)
{
	struct game g;
	struct state s;
	open_game(&g, ops, 2, "coins=6 minimum=0");
	read_position(&g, "3|2|-1", &s);
	play_words(&g, &s, "0 0");
	assert_position(&g, &s, "3|2|-1|end");
	assert_end(&g, &s, 0);
	open_game(&g, ops, 2, "coins=6");
	read_position(&g, "3|2|-1", &s);
	assert_move_refused(&g, &s, 0, &(struct refused){ "0", "expected 1 to 3 coins" });
}

/* With one purse empty the values are exact: no playout can end otherwise than they say when
 * the other seat bids a coin at a time. */
static void
an_empty_purse_is_valued_exactly(void **state)
{
	struct game g;
	struct state s;
	int32_t now[SEATS_MAX], then[SEATS_MAX];
	for (int alesia = 0; alesia < 2; alesia++) {
		open_game(&g, ops, 2,
			  alesia ? "coins=8 size=2 alesia=on" : "coins=8 size=2");
		for (int coins = 1; coins <= 8; coins++)
			for (int place = -2; place <= 2; place++) {
				char text[40];
				snprintf(text, sizeof text, "0|%d|%d", coins, place);
				read_position(&g, text, &s);
				g.knowledge->evaluate(&g, &s, now);
				while (!g.rules->settled(&g, &s))
					play_words(&g, &s, "0 1");
				g.knowledge->evaluate(&g, &s, then);
				assert_int_equal(now[0], then[0]);
			}
	}
}

/* --- the reference --- */

static void
check_row(const json_t *row)
{
	struct game g;
	struct state s;
	char variant[80];
	size_t k;
	json_t *item;
	snprintf(variant, sizeof variant, "coins=%d size=%d minimum=%d alesia=%s",
		 (int)json_integer_value(json_object_get(row, "coins")),
		 (int)json_integer_value(json_object_get(row, "size")),
		 (int)json_integer_value(json_object_get(row, "minimum")),
		 json_string_value(json_object_get(row, "alesia")));
	open_game(&g, ops, 2, variant);
	g.rules->start(&g, &s);
	json_array_foreach(json_object_get(row, "perft"), k, item)
		assert_int_equal(perft(&g, &s, (int)k + 1), json_integer_value(item));
	json_array_foreach(json_object_get(row, "values"), k, item)
	{
		const char *text = json_string_value(json_array_get(item, 0));
		const double v =
			read_fraction(json_string_value(json_array_get(item, 1)));
		read_position(&g, text, &s);
		double found = NAN;
		assert_true(exact_value(&g, &s, &found));
		if (fabs(found - v) > 1e-5)
			fail_msg("%s %s: %.9f, expected %.9f", variant, text, found, v);
	}
}

static void
counts_and_values_agree_with_the_reference(void **state)
{
	json_t *file = json_load_file("tests/data/oshi_zumo_values.json", 0, NULL), *row;
	size_t k;
	assert_non_null(file);
	json_array_foreach(json_object_get(file, "results"), k, row) check_row(row);
	assert_int_equal(k, 8);
	json_decref(file);
}

static void
only_small_purses_are_solved(void **state)
{
	static const struct {
		const char *variant, *text;
		bool fits;
	} cases[] = {
		{ "coins=13", "13|13|0", true },
		{ "coins=14", "14|14|0", false },
		{ "coins=50", "13|13|2", true },
		{ "coins=8 minimum=0", "8|8|0", true },
		{ "coins=9 minimum=0", "9|9|0", false },
		{ "coins=12 minimum=0", "12|4|0", true },
	};
	for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
		struct game g;
		struct state s;
		struct joint t;
		open_game(&g, ops, 2, cases[k].variant);
		read_position(&g, cases[k].text, &s);
		assert_true((ops->joint->size(&g, &s) < 1e9) == cases[k].fits);
		assert_true(ops->joint->open(&t, &g, &s, NULL, NULL) == cases[k].fits);
		if (cases[k].fits)
			assert_int_equal(ops->joint->layer(&t, &s), t.top);
		joint_close(&t);
	}
}

/* --- what is hidden --- */

static void
a_committed_bid_is_known_to_its_seat_alone(void **state)
{
	struct game g;
	struct state s, view, other;
	open_game(&g, ops, 2, "coins=6");
	read_position(&g, "6|6|0", &s);
	assert_int_equal(g.rules->acting(&g, &s), 3);
	g.rules->play(&g, &s, 1, 4, &s); /* either may be first */
	assert_int_equal(g.rules->acting(&g, &s), 1);
	assert_position(&g, &s, "6|6|0|bids=-,4");
	game_view(&g, &s, 0, &view);
	assert_position(&g, &view, "6|6|0|bids=-,?");
	read_position(&g, "6|6|0|bids=-,?", &view); /* and is read as it is shown */
	assert_position(&g, &view, "6|6|0|bids=-,?");
	game_view(&g, &s, 1, &view);
	assert_position(&g, &view, "6|6|0|bids=-,4");
	g.turns->uncommit(&g, &s, &view);
	assert_position(&g, &view, "6|6|0");
	read_position(&g, "6|6|0", &other);
	g.rules->play(&g, &other, 1, 1, &other);
	game_view(&g, &s, 0, &view);
	game_view(&g, &other, 0, &other);
	assert_memory_equal(view.bytes, other.bytes, ops->state_size);
}

static void
worlds_bid_every_coin(void **state)
{
	struct game g;
	struct state s, view;
	struct rng r;
	int seen[5] = { 0 };
	open_game(&g, ops, 2, "coins=4");
	read_position(&g, "4|4|0|bids=-,2", &s);
	rng_seed(&r, 5);
	for (int k = 0; k < 400; k++) {
		game_view(&g, &s, 0, &view);
		g.hidden->determinize(&g, &view, 0, &r);
		seen[oshi_of(&view)->bids.of[1]]++;
	}
	assert_int_equal(seen[0], 0);
	for (int bid = 1; bid <= 4; bid++)
		assert_in_range(seen[bid], 60, 140);
}

/* --- texts --- */

/* Whether the scene has an item with these words. */
static bool
scene_says(const struct game *g, const struct state *s, int viewer, const char *words)
{
	static struct scene sc;
	memset(&sc, 0, sizeof sc);
	g->view->scene(g, s, viewer, &sc);
	for (int i = 0; i < sc.count; i++)
		if (strstr(sc.item[i].glyph, words) != NULL)
			return true;
	return false;
}

static void
the_scene_says_who_bids(void **state)
{
	struct game g;
	struct state s;
	open_game(&g, ops, 2, "coins=6");
	read_position(&g, "4|3|1", &s);
	assert_true(scene_says(&g, &s, 0, "4 coins  bids"));
	assert_true(scene_says(&g, &s, 0, "3 coins  bids"));
	play_words(&g, &s, "2");
	assert_true(scene_says(&g, &s, 1, "4 coins  has bid"));
	assert_true(scene_says(&g, &s, 1, "3 coins  bids"));
	play_words(&g, &s, "3");
	assert_true(scene_says(&g, &s, 1, "2 coins  bids"));
	assert_true(scene_says(&g, &s, 1, "0 coins  bids"));
	read_position(&g, "0|0|1", &s);
	assert_false(scene_says(&g, &s, 0, "bids"));
}

static void
bad_positions_are_refused_with_a_reason(void **state)
{
	static const struct refused cases[] = {
		{ "", "expected west|east|place, as in 6|6|0" },
		{ "6|6", "expected west|east|place" },
		{ "6|6|0|||", "expected west|east|place" },
		{ "7|6|0", "west: '7': expected 0 to 6 coins" },
		{ "6|-1|0", "east: '-1': expected 0 to 6 coins" },
		{ "6|6|5", "place: '5': expected -4 to 4" },
		{ "6|6|x", "place: 'x': expected" },
		{ "6|6|0|x", "expected bids= or end" },
		{ "6|6|0|end", "end: only with minimum=0" },
		{ "6|6|0|bids=7,-", "bids: '7': West has 1 to 6 coins" },
		{ "6|6|0|bids=1,1", "at least one of them -" },
		{ "6|6|0|bids=1", "for each of 2 seats" },
		{ "6|6|0|bids=1,-,-", "for each of 2 seats" },
		{ "0|0|0|bids=0,-", "bids: the game is over" },
		{ "99999999999999999999|2|0", "west: " },
	};
	struct game g;
	open_game(&g, ops, 2, "coins=6");
	assert_refused(&g, cases, sizeof cases / sizeof *cases);
}

/* --- playouts --- */

/* The tight loop has the spread of play bid by bid. */
static void
playouts_have_the_spread_of_play(void **state)
{
	struct game g;
	struct state s;
	open_game(&g, ops, 2, "coins=20");
	read_position(&g, "20|17|-1", &s);
	assert_playouts(&g, &s, 20000, 0.02 * OSHI_UNIT, 0.1);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_higher_bid_pushes_and_all_pay),
		cmocka_unit_test(the_place_decides_when_the_purses_are_empty),
		cmocka_unit_test(a_round_without_a_coin_ends_the_game),
		cmocka_unit_test(an_empty_purse_is_valued_exactly),
		cmocka_unit_test(counts_and_values_agree_with_the_reference),
		cmocka_unit_test(only_small_purses_are_solved),
		cmocka_unit_test(a_committed_bid_is_known_to_its_seat_alone),
		cmocka_unit_test(worlds_bid_every_coin),
		cmocka_unit_test(the_scene_says_who_bids),
		cmocka_unit_test(bad_positions_are_refused_with_a_reason),
		cmocka_unit_test(playouts_have_the_spread_of_play),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
