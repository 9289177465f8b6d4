/*
 * tron.c - the rules case by case, counts and exact values of a slow reference, room against a
 * plain flood, secret steps, texts good and bad, playouts.
 */
#include "games/tron/tron.h"
#include "src/core/joint.h"
#include "tests/unit/play_text.h"

#include <jansson.h>
#include <math.h>

static const struct game_ops *const ops = &tron_game;

/* Plays the letters of `steps` for whoever is to choose, lowest seat first. */
static void
play_steps(const struct game *g, struct state *s, const char *steps)
{
	for (; *steps != '\0'; steps++)
		play_word(g, s, (const char[]){ *steps, '\0' });
}

static void
assert_end(const struct game *g, const struct state *s, const char *values)
{
	int32_t v[SEATS_MAX];
	char text[80] = "";
	assert_true(g->rules->settled(g, s));
	assert_int_equal(g->rules->acting(g, s), 0);
	g->knowledge->evaluate(g, s, v);
	for (int i = 0; i < g->seats; i++)
		snprintf(text + strlen(text), sizeof text - strlen(text), "%s%d",
			 i ? " " : "", v[i]);
	assert_string_equal(text, values);
}

static void
heads_leave_walls_and_crash_together(void **state)
{
	struct game g;
	struct state s;
	int32_t points[SEATS_MAX];
	open_game(&g, ops, 2, "width=5 height=5");
	g.rules->start(&g, &s);
	assert_position(&g, &s, "a3:,e3:");
	play_steps(&g, &s, "EWEW"); /* both enter c3 */
	assert_position(&g, &s, "a3:EE,e3:WW");
	assert_end(&g, &s, "600 600");
	g.rules->points(&g, &s, points);
	assert_int_equal(points[0], COMMIT_PARTS / 2);
	assert_int_equal(points[1], COMMIT_PARTS / 2);
}

static void
a_head_that_is_shut_in_has_one_step(void **state)
{
	struct game g;
	struct state s;
	move m[MOVES_MAX];
	open_game(&g, ops, 2, "width=4 height=4");
	read_position(&g, "b1:WNE,d4:SSW",
		      &s); /* b2: a1 a2 b1 are walls, c2 is the other's */
	assert_int_equal(g.rules->moves(&g, &s, 0, m), 1);
	assert_int_equal(m[0], TRON_NORTH); /* b3 is free */
	play_steps(&g, &s, "NN");	    /* b3 and c3 */
	play_steps(&g, &s, "WN");	    /* a3 and c4 */
	play_steps(&g, &s, "NW");	    /* a4 and b4: nothing is left */
	for (int seat = 0; seat < 2; seat++) {
		assert_int_equal(g.rules->moves(&g, &s, seat, m), 1);
		assert_int_equal(m[0], TRON_NORTH);
	}
	play_steps(&g, &s, "NN");
	assert_position(&g, &s, "b1:WNENWNN,d4:SSWNNWN");
	assert_end(&g, &s, "600 600");
}

/* Walls of the crashed stay, and the last one alive has won at once. */
static void
the_last_of_four_wins(void **state)
{
	struct game g;
	struct state s;
	int32_t points[SEATS_MAX];
	open_game(&g, ops, 4, "width=5 height=5");
	g.rules->start(&g, &s);
	assert_position(&g, &s, "a3:,e3:,c5:,c1:");
	play_steps(&g, &s, "NSSN");
	assert_position(&g, &s, "a3:N,e3:S,c5:S,c1:N");
	play_steps(&g, &s, "NSSN"); /* Gamma and Delta meet in the middle */
	assert_int_equal(tron_of(&s)->alive, 3);
	assert_int_equal(g.rules->acting(&g, &s), 3);
	struct bounds b;
	g.knowledge->bounds(&g, &s, &b);
	assert_int_equal(b.high[2], 0);
	assert_int_equal(b.high[0], TRON_UNIT);
	play_steps(&g, &s, "EW"); /* b5 and d1 */
	play_steps(&g, &s, "SN");
	play_steps(&g, &s, "SN");
	play_steps(&g, &s, "SW"); /* b2 and c3, where nobody stayed */
	play_steps(&g, &s, "SN");
	assert_position(&g, &s, "a3:NNESSSS,e3:SSWNNWN,c5:SS,c1:NN");
	assert_end(&g, &s, "1200 0 0 0");
	g.rules->points(&g, &s, points);
	assert_int_equal(points[0], COMMIT_PARTS);
	assert_int_equal(points[1], 0);
}

static void
maps_are_the_same_after_a_half_turn(void **state)
{
	static const char *const maps[] = { "empty", "pillars", "wall", "cross" };
	for (int w = TRON_SIDE_MIN; w <= TRON_SIDE; w++)
		for (int h = TRON_SIDE_MIN; h <= TRON_SIDE; h++)
			for (int k = 0; k < 4; k++) {
				struct game g;
				char text[60];
				snprintf(text, sizeof text, "width=%d height=%d map=%s",
					 w, h, maps[k]);
				open_game(&g, ops, 4, text);
				const struct tron_variant *r = tron_variant(&g);
				int blocks = 0;
				for (int y = 0; y < h; y++)
					for (int x = 0; x < w; x++) {
						const bool on = tron_has(&r->floor, x, y);
						blocks += !on;
						assert_true(on == tron_has(&r->floor,
									   w - 1 - x,
									   h - 1 - y));
					}
				assert_true(k > 0 || blocks == 0);
				assert_true(k == 0 || w < 8 || h < 8 || blocks > 0);
				for (int i = 0; i < TRON_SEATS; i++) {
					const int cell = r->start[i];
					assert_true(tron_has(&r->floor, tron_x(cell),
							     tron_y(cell)));
				}
			}
}

/* --- the reference --- */

static int
check_row(const json_t *row)
{
	struct game g;
	struct state s;
	char variant[80];
	size_t k;
	json_t *item;
	int checked = 0;
	snprintf(variant, sizeof variant, "width=%d height=%d map=%s",
		 (int)json_integer_value(json_object_get(row, "width")),
		 (int)json_integer_value(json_object_get(row, "height")),
		 json_string_value(json_object_get(row, "map")));
	open_game(&g, ops, 2, variant);
	g.rules->start(&g, &s);
	json_array_foreach(json_object_get(row, "perft"), k, item)
		assert_int_equal(perft(&g, &s, (int)k + 1), json_integer_value(item));
	json_array_foreach(json_object_get(row, "values"), k, item)
	{
		const char *text = json_string_value(json_array_get(item, 0));
		const double v =
			read_fraction(json_string_value(json_array_get(item, 1)));
		double found;
		read_position(&g, text, &s);
		if (!exact_value(&g, &s, &found))
			continue;
		checked++;
		if (fabs(found - v) > 1e-5)
			fail_msg("%s %s: %.9f, expected %.9f", variant, text, found, v);
	}
	return checked;
}

static void
counts_and_values_agree_with_the_reference(void **state)
{
	json_t *file = json_load_file("tests/data/tron_values.json", 0, NULL), *row;
	size_t k;
	int checked = 0;
	assert_non_null(file);
	json_array_foreach(json_object_get(file, "results"), k, row) checked +=
		check_row(row);
	assert_int_equal(k, 5);
	assert_true(checked > 60);
	json_decref(file);
}

/* Late in a game on a large grid only the cells that can be reached count. */
static void
late_positions_of_large_grids_are_solved(void **state)
{
	struct game g;
	struct state s;
	struct joint t;
	double v;
	open_game(&g, ops, 2, "width=13 height=13");
	g.rules->start(&g, &s);
	assert_true(ops->joint->size(&g, &s) > 1e9);
	assert_false(ops->joint->open(&t, &g, &s, NULL, NULL));
	/* Alpha walls itself in on the left with the smaller room. */
	open_game(&g, ops, 2, "width=15 height=4");
	read_position(&g, "b4:SS,c4:SS", &s);
	assert_true(ops->joint->size(&g, &s) > 1e9);
	open_game(&g, ops, 2, "width=7 height=4");
	read_position(&g, "b4:SS,c4:SS", &s);
	assert_true(exact_value(&g, &s, &v));
	assert_true(v == -1);
}

/* --- room --- */

/* Steps from a head to every open cell, 99 when there is no way. */
static void
flood(const struct tron_variant *r, const struct tron *s, int seat, int *steps)
{
	int queue[256], n = 0;
	for (int k = 0; k < 256; k++)
		steps[k] = 99;
	queue[n++] = s->head[seat];
	steps[s->head[seat]] = 0;
	for (int k = 0; k < n; k++)
		for (int step = 0; step < TRON_STEPS; step++) {
			int x, y;
			if (!tron_target(r, queue[k], step, &x, &y) ||
			    !tron_has(&s->open, x, y) || steps[tron_cell(x, y)] != 99)
				continue;
			steps[tron_cell(x, y)] = steps[queue[k]] + 1;
			queue[n++] = tron_cell(x, y);
		}
}

/* The evaluation: squares of the room, each one more than its cells, as shares of a win. */
static void
assert_shares(const struct game *g, const struct state *s, const int *room)
{
	int32_t value[SEATS_MAX];
	const int a = (room[0] + 1) * (room[0] + 1), b = (room[1] + 1) * (room[1] + 1);
	g->knowledge->evaluate(g, s, value);
	assert_int_equal(value[0], TRON_UNIT * a / (a + b));
	assert_int_equal(value[1], TRON_UNIT * b / (a + b));
}

/* By the distances of a plain flood. */
static void
room_is_what_a_head_reaches_first(void **state)
{
	struct game g;
	struct rng r;
	static int steps[2][256];
	open_game(&g, ops, 2, "width=11 height=9 map=pillars");
	rng_seed(&r, 4);
	int compared = 0;
	for (int game = 0; game < 200; game++) {
		struct state s;
		struct figure f[FIGURES_MAX];
		int room[2] = { 0 };
		g.rules->start(&g, &s);
		g.fast->rollout(&g, &s, &r, 2 * (game % 20), 0);
		if (g.rules->settled(&g, &s))
			continue;
		for (int i = 0; i < 2; i++)
			flood(tron_variant(&g), tron_of(&s), i, steps[i]);
		for (int k = 0; k < 256; k++)
			for (int i = 0; i < 2; i++)
				room[i] += steps[i][k] > 0 && steps[i][k] < 99 &&
					   steps[i][k] < steps[1 - i][k];
		game_figures(&g, &s, f);
		assert_int_equal(f[1].per_seat[0], room[0]);
		assert_int_equal(f[1].per_seat[1], room[1]);
		assert_shares(&g, &s, room);
		compared++;
	}
	assert_true(compared > 100);
}

/* --- what is hidden --- */

static void
a_committed_step_is_known_to_its_seat_alone(void **state)
{
	struct game g;
	struct state s, view, other;
	struct rng r;
	int seen[TRON_STEPS] = { 0 };
	open_game(&g, ops, 2, "width=5 height=5");
	g.rules->start(&g, &s);
	g.rules->play(&g, &s, 1, TRON_WEST, &s);
	assert_int_equal(g.rules->acting(&g, &s), 1);
	assert_position(&g, &s, "a3:,e3:|steps=-,W");
	game_view(&g, &s, 0, &view);
	assert_position(&g, &view, "a3:,e3:|steps=-,?");
	read_position(&g, "a3:,e3:|steps=-,?", &view); /* and is read as it is shown */
	assert_position(&g, &view, "a3:,e3:|steps=-,?");
	game_view(&g, &s, 1, &other);
	assert_position(&g, &other, "a3:,e3:|steps=-,W");
	g.turns->uncommit(&g, &s, &other);
	assert_position(&g, &other, "a3:,e3:");
	g.rules->play(&g, &other, 1, TRON_NORTH, &other);
	game_view(&g, &other, 0, &other);
	assert_memory_equal(view.bytes, other.bytes, ops->state_size);
	rng_seed(&r, 5);
	for (int k = 0; k < 300; k++) {
		other = view;
		g.hidden->determinize(&g, &other, 0, &r);
		seen[tron_of(&other)->steps.of[1]]++;
	}
	assert_int_equal(seen[TRON_EAST], 0);
	for (int step = 0; step < TRON_STEPS; step++)
		assert_true(step == TRON_EAST || seen[step] > 60);
}

/* --- texts --- */

static void
bad_positions_are_refused_with_a_reason(void **state)
{
	static const struct refused cases[] = {
		{ "", "expected a cell, a colon and steps" },
		{ "a3:", "expected 2 heads" },
		{ "a3:,e3:,c1:", "expected 2 heads" },
		{ "a3,e3:", "'a3': expected a cell, a colon" },
		{ "f3:,e3:", "'f3': expected a cell without an obstacle from a1 to e5" },
		{ "a6:,e3:", "'a6': expected a cell" },
		{ "a0:,e3:", "'a0': expected a cell" },
		{ "a3:,a3:", "'a3': two heads begin there" },
		{ "a3:W,e3:W", "head 1: step 1: 'W' is not a step it can take" },
		{ "a3:X,e3:W", "head 1: step 1: 'X' is not a step" },
		{ "a3:E,e3:", "head 2: step 1: '' is not a step" },
		{ "a3:,e3:W", "head 2 has 1 steps, expected 0" },
		{ "a3:EE,e3:WWW", "head 2 has 3 steps, expected 2" },
		{ "a3:,e3:|steps=W,-", "steps: 'W': head 1 cannot step there" },
		{ "a3:,e3:|steps=E,W", "- for at least one that is alive" },
		{ "a3:,e3:|steps=E", "for each of 2 heads" },
		{ "a3:EE,e3:WW|steps=E,-", "steps: the game is over" },
		{ "a3:,e3:|x", "'x': expected steps= and nothing else" },
		{ "a3:,e3:|steps=E,-|x", "expected steps= and nothing else" },
	};
	struct game g;
	struct state s;
	open_game(&g, ops, 2, "width=5 height=5");
	assert_refused(&g, cases, sizeof cases / sizeof *cases);
	start_game(&g, &s);
	assert_move_refused(&g, &s, 0, &(struct refused){ "W", "expected one of N E S" });
}

/* --- playouts --- */

static void
playouts_have_the_spread_of_play(void **state)
{
	struct game g;
	struct state s;
	open_game(&g, ops, 3, "width=7 height=6 map=pillars");
	start_game(&g, &s);
	assert_playouts(&g, &s, 5000, 0.03 * TRON_UNIT, 0.7);
}

/* The quick player lives longer than one that steps anywhere. */
static void
the_quick_player_avoids_dead_ends(void **state)
{
	struct game g;
	struct rng r;
	double plies[2] = { 0 };
	open_game(&g, ops, 2, "");
	rng_seed(&r, 2);
	for (int k = 0; k < 2000; k++) {
		struct state s;
		g.rules->start(&g, &s);
		plies[k % 2] += g.fast->rollout(&g, &s, &r, 1000, k % 2);
	}
	assert_true(plies[0] > 1.1 * plies[1]);
}

/* Each seat wins its part of the games of random players, or of quick ones, but for `off` of it. */
static void
expect_even_places(const char *grid, int seats, bool random, double off)
{
	enum { GAMES = 4000 };
	struct game g;
	struct state s;
	struct rng r;
	double share[SEATS_MAX] = { 0 };
	int32_t value[SEATS_MAX];
	open_game(&g, ops, seats, grid);
	rng_seed(&r, 3);
	for (int i = 0; i < GAMES; i++) {
		g.rules->start(&g, &s);
		g.fast->rollout(&g, &s, &r, 1000, random);
		g.knowledge->evaluate(&g, &s, value);
		for (int seat = 0; seat < seats; seat++)
			share[seat] += (double)value[seat] / TRON_UNIT / GAMES * seats;
	}
	for (int seat = 0; seat < seats; seat++)
		if (fabs(share[seat] - 1) > off)
			fail_msg("%s: seat %d of %d has %.3f of its part", grid, seat,
				 seats, share[seat]);
}

/* On the smallest grids a step decides more. */
static void
no_place_is_better_than_another(void **state)
{
	for (int seats = 2; seats <= 4; seats++)
		for (int k = 0; k < 2; k++) {
			for (int side = TRON_SIDE_MIN; side <= TRON_SIDE; side++) {
				char grid[40];
				snprintf(grid, sizeof grid, "width=%d height=%d", side,
					 side);
				expect_even_places(grid, seats, k, side < 6 ? 0.2 : 0.1);
			}
			expect_even_places("width=15 height=11", seats, k, 0.1);
		}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(heads_leave_walls_and_crash_together),
		cmocka_unit_test(a_head_that_is_shut_in_has_one_step),
		cmocka_unit_test(the_last_of_four_wins),
		cmocka_unit_test(maps_are_the_same_after_a_half_turn),
		cmocka_unit_test(counts_and_values_agree_with_the_reference),
		cmocka_unit_test(late_positions_of_large_grids_are_solved),
		cmocka_unit_test(room_is_what_a_head_reaches_first),
		cmocka_unit_test(a_committed_step_is_known_to_its_seat_alone),
		cmocka_unit_test(bad_positions_are_refused_with_a_reason),
		cmocka_unit_test(playouts_have_the_spread_of_play),
		cmocka_unit_test(the_quick_player_avoids_dead_ends),
		cmocka_unit_test(no_place_is_better_than_another),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
