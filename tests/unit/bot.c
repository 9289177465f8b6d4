/*
 * bot.c - what a bot is told, and what is believed of what it says.
 *
 * The deals that a seat cannot tell apart are made by tests/laws/swap.h, through the position text
 * and not by redact().
 */
#include "src/wire/bot.h"
#include "src/app/catalog.h"
#include "src/core/match.h"
#include "tests/laws/swap.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#define PLIES 40

/* The line that asks a seat, from a state in which everything is known. */
static char *
line_for(const struct game *g, const struct state *whole, int seat,
	 const struct played_move *made, int count)
{
	struct state view;
	game_view(g, whole, seat, &view);
	const struct bot_question q = { .game = g,
					.root = &view,
					.viewer = seat,
					.mover = seat,
					.made = made,
					.made_count = count,
					.id = 7 };
	return bot_line(bot_tell_question(&q));
}

/* A match of any moves, up to a ply. */
static void
open_match(struct match *m, const struct game_ops *ops, uint64_t seed, int plies)
{
	struct setup setup;
	struct rng r;
	move moves[MOVES_MAX];
	assert_true(setup_init(&setup, &app_catalog, ops, false, NULL));
	setup.seed = seed;
	rng_seed(&r, seed);
	match_open(m, &setup);
	for (int i = 0; i < plies && !match_over(m); i++) {
		const int seat = __builtin_ctz(match_acting(m));
		const int n = match_moves(m, seat, moves);
		assert_true(match_play(m, seat, moves[rng_below(&r, (uint32_t)n)], NULL,
				       NULL));
	}
}

static void
expect_same_line(const struct game *g, const struct state *a, const struct state *b,
		 int seat, const struct played_move *made, int count)
{
	char *one = line_for(g, a, seat, made, count);
	char *other = line_for(g, b, seat, made, count);
	assert_string_equal(one, other);
	free(one);
	free(other);
}

/* Two deals that a seat cannot tell apart are one question, byte for byte. */
static void
hidden_cards_are_in_no_question(void **unused)
{
	int swapped = 0;
	for (int i = 0; app_catalog.games[i] != NULL; i++)
		for (uint64_t seed = 1; seed <= 60; seed++) {
			struct match m;
			struct rng r;
			struct state other;
			int count;
			open_match(&m, app_catalog.games[i], seed, (int)seed % PLIES);
			const struct game *g = &m.setup.game;
			const seat_set acting = match_acting(&m);
			rng_seed(&r, seed);
			for (int seat = 0; seat < g->seats && game_hides_cards(g); seat++)
				if (acting >> seat & 1 &&
				    swap_hidden(g, &m.states[m.at], seat, &r, &other)) {
					struct played_move *made =
						match_made(&m, m.at, seat, &count);
					expect_same_line(g, &m.states[m.at], &other, seat,
							 made, count);
					free(made);
					swapped++;
				}
			match_close(&m);
		}
	assert_true(swapped >= 100);
}

/* Nor is what somebody has chosen who chooses at the same time. */
static void
a_choice_at_the_same_time_is_in_no_question(void **unused)
{
	int compared = 0;
	for (int i = 0; app_catalog.games[i] != NULL; i++)
		for (uint64_t seed = 1; seed <= 20; seed++) {
			struct match m;
			move moves[MOVES_MAX];
			int count;
			open_match(&m, app_catalog.games[i], seed, (int)seed % 8);
			const struct game *g = &m.setup.game;
			const seat_set acting = match_acting(&m);
			const int seat = acting != 0 && acting != ACTING_CHANCE
						 ? __builtin_ctz(acting)
						 : 0;
			if (__builtin_popcount(acting) < 2 ||
			    match_moves(&m, seat, moves) < 2) {
				match_close(&m);
				continue;
			}
			const int asked = __builtin_ctz(acting & (acting - 1));
			struct state other = m.states[m.at];
			g->rules->play(g, &m.states[m.at], seat, moves[1], &other);
			assert_true(match_play(&m, seat, moves[0], NULL, NULL));
			struct played_move *made = match_made(&m, m.at, asked, &count);
			expect_same_line(g, &m.states[m.at], &other, asked, made, count);
			free(made);
			compared++;
			match_close(&m);
		}
	assert_true(compared >= 20);
}

static bool
is_listed(const move *list, int n, move m)
{
	for (int i = 0; i < n; i++)
		if (list[i] == m)
			return true;
	return false;
}

/* What is listed can be answered, and is all there is. */
static void
every_move_is_listed_in_words_that_are_understood(void **unused)
{
	for (int i = 0; app_catalog.games[i] != NULL; i++)
		for (uint64_t seed = 1; seed <= 12; seed++) {
			struct match m;
			move moves[MOVES_MAX];
			size_t k;
			json_t *text;
			open_match(&m, app_catalog.games[i], seed, (int)seed * 3);
			const struct game *g = &m.setup.game;
			if (match_over(&m)) {
				match_close(&m);
				continue;
			}
			const int seat = __builtin_ctz(match_acting(&m));
			const int n = match_moves(&m, seat, moves);
			char *line = line_for(g, &m.states[m.at], seat, NULL, 0);
			json_t *question = json_loads(line, 0, NULL);
			json_t *list = json_object_get(question, "moves");
			assert_int_equal(json_array_size(list), n);
			json_array_foreach(list, k, text)
			{
				const move mv = bot_take_move(g, &m.states[m.at], seat,
							      json_string_value(text));
				assert_int_equal(mv, moves[k]);
				assert_true(is_listed(moves, n, mv));
			}
			assert_true(strlen(line) < 65536);
			json_decref(question);
			free(line);
			match_close(&m);
		}
}

/* The moves so far are those of the record, from the start on. */
static void
the_moves_so_far_are_told(void **unused)
{
	struct match m;
	int count;
	open_match(&m, catalog_game(&app_catalog, "awari"), 3, 9);
	struct played_move *made = match_made(&m, m.at, 1, &count);
	char *line = line_for(&m.setup.game, &m.states[m.at], 1, made, count);
	json_t *question = json_loads(line, 0, NULL);
	const json_t *played = json_object_get(question, "played");
	assert_int_equal(json_array_size(played), 9);
	for (int k = 0; k < 9; k++) {
		char text[MOVE_TEXT];
		const json_t *one = json_array_get(played, (size_t)k);
		m.setup.game.text->format_move(&m.setup.game, &m.states[k],
					       m.plies[k].seat, m.plies[k].m, text,
					       sizeof text);
		assert_int_equal(json_integer_value(json_array_get(one, 0)), 1 + k % 2);
		assert_string_equal(json_string_value(json_array_get(one, 1)), text);
	}
	json_decref(question);
	free(line);
	free(made);
	match_close(&m);
}

/* ---- what it says ------------------------------------------------------------------------- */

/* A search at the start of awari, South to move, to take figures into. */
static void
open_listener(struct search *s, struct match *m, struct player *p)
{
	open_match(m, catalog_game(&app_catalog, "awari"), 1, 0);
	assert_true(player_parse(p, "random", &app_catalog, &m->setup.game, NULL));
	const struct search_job job = {
		.game = &m->setup.game, .root = &m->states[0], .viewer = 0, .player = p
	};
	assert_true(search_open(s, &job, NULL));
}

static void
take(struct search *s, const char *text)
{
	json_t *message = json_loads(text, 0, NULL);
	assert_non_null(message);
	bot_take_figures(s, message);
	json_decref(message);
}

static void
figures_are_taken_as_they_are_said(void **unused)
{
	static struct search s;
	static struct player p;
	struct match m;
	char text[MOVE_TEXT];
	open_listener(&s, &m, &p);
	take(&s, "{\"say\":\"info\",\"depth\":4,\"nodes\":1200,\"thought\":\"hm\","
		 "\"moves\":[{\"move\":\"C\",\"value\":2.5,\"win\":0.7,\"visits\":9,"
		 "\"prob\":0.5,\"depth\":3,\"status\":\"exact\"},"
		 "{\"move\":\"A\",\"value\":[1,-1],\"win\":[0.25,0.75]}],"
		 "\"pv\":[\"C\",\"f\",\"nonsense\",\"A\"]}");
	const struct stats_move *row = s.live.moves;
	assert_int_equal(s.live.move_count, 2);
	m.setup.game.text->format_move(&m.setup.game, &s.root, 0, row[0].m, text,
				       sizeof text);
	assert_string_equal(text, "C");
	assert_true(row[0].value[0] == 2.5 && isnan(row[0].value[1]));
	assert_true(row[0].win[0] == 0.7 && fabs(row[0].win[1] - 0.3) < 1e-9);
	assert_true(row[0].visits == 9 && row[0].prob == 0.5 && row[0].depth == 3 &&
		    row[0].status == MOVE_EXACT);
	assert_true(row[1].value[0] == 1 && row[1].value[1] == -1 &&
		    row[1].win[1] == 0.75 && row[1].status == MOVE_OPEN);
	assert_true(s.live.depth == 4 && s.live.nodes == 1200);
	assert_int_equal(s.live.pv_count, 2);
	assert_true(s.live.value[0] == 2.5 && s.live.win[0] == 0.7);
	assert_string_equal(snapshot_words(&s.live)->thought, "hm");
	search_close(&s);
	match_close(&m);
}

static void
figures_that_make_no_sense_are_left_out(void **unused)
{
	static struct search s;
	static struct player p;
	struct match m;
	open_listener(&s, &m, &p);
	take(&s,
	     "{\"say\":\"info\",\"depth\":-4,\"nodes\":1e300,\"seldepth\":\"x\","
	     "\"moves\":["
	     "{\"move\":\"Z\",\"win\":0.5},{\"move\":7},{},null,\"A\","
	     "{\"move\":\"A\",\"value\":1e300,\"win\":1.5,\"visits\":-1,\"depth\":1e9,"
	     "\"prob\":\"x\",\"status\":\"sure\"},{\"move\":\"A\",\"win\":0.1}],"
	     "\"pv\":{\"a\":1},\"thought\":\"\\u001b[31mred\\u202e\\n\"}");
	const struct stats_move *row = s.live.moves;
	assert_int_equal(s.live.move_count, 1);
	assert_true(isnan(row->value[0]) && isnan(row->win[0]) && isnan(row->win[1]) &&
		    isnan(row->prob));
	assert_true(row->visits == 0 && row->depth == 0 && row->status == MOVE_OPEN);
	assert_true(s.live.depth == 0 && s.live.nodes == 0 && s.live.seldepth == 0 &&
		    s.live.pv_count == 0);
	assert_string_equal(snapshot_words(&s.live)->thought, "?[31mred??");
	take(&s, "{\"say\":\"info\",\"moves\":7,\"pv\":7,\"thought\":7}");
	assert_int_equal(s.live.move_count, 1);
	search_close(&s);
	match_close(&m);
}

static void
a_line_is_an_object_that_says_something(void **unused)
{
	static const char *const wrong[] = {
		"",
		"hello",
		"[]",
		"7",
		"{}",
		"{\"say\":7}",
		"{\"say\":\"move\"",
		"{\"say\":\"move\"}}",
		"{\"say\":\"mo\\u0000ve\"}",
		"\xff\xfe",
	};
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		struct status st = { 0 };
		assert_null(bot_read_line(wrong[i], &st));
		assert_true(st.failed);
	}
	json_t *m = bot_read_line("{\"say\":\"move\",\"move\":\"A\"}", NULL);
	assert_true(bot_says(m, "move") && !bot_says(m, "info"));
	assert_string_equal(bot_text(m, "move"), "A");
	assert_null(bot_text(m, "id"));
	json_decref(m);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(hidden_cards_are_in_no_question),
		cmocka_unit_test(a_choice_at_the_same_time_is_in_no_question),
		cmocka_unit_test(every_move_is_listed_in_words_that_are_understood),
		cmocka_unit_test(the_moves_so_far_are_told),
		cmocka_unit_test(figures_are_taken_as_they_are_said),
		cmocka_unit_test(figures_that_make_no_sense_are_left_out),
		cmocka_unit_test(a_line_is_an_object_that_says_something),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
