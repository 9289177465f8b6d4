/*
 * openspiel.c - positions in the words of OpenSpiel. Expected numbers are worked out by hand from
 * the formulas of its games: mixed-base ranks of squares, 4 * rank + suit, cells of the star.
 */
#include "src/wire/openspiel.h"
#include "src/app/catalog.h"
#include "src/core/match.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void
open_by(struct match *m, const char *key, const char *variant, uint64_t seed)
{
	struct setup setup;
	struct status st = { 0 };
	const struct game_ops *ops = catalog_game(&app_catalog, key);
	if (!setup_init(&setup, &app_catalog, ops, false, &st) ||
	    (*variant != '\0' && !setup_variants(&setup, &app_catalog, variant, &st)))
		fail_msg("%s %s: %s", key, variant, st.text);
	setup.seed = seed;
	match_open(m, &setup);
}

static void
play_text(struct match *m, const char *text)
{
	const struct game *g = &m->setup.game;
	struct status st = { 0 };
	move mv;
	const int seat = __builtin_ctz(match_acting(m));
	if (!game_parse_move(g, &m->states[m->at], seat, text, &mv, &st) ||
	    !match_play(m, seat, mv, NULL, &st))
		fail_msg("%s: %s", text, st.text);
}

/* All moves of a match, deals too. */
static struct played_move *
moves_of(const struct match *m)
{
	struct played_move *made = calloc((size_t)m->at + 1, sizeof *made);
	for (int k = 0; k < m->at; k++)
		made[k] = (struct played_move){ m->plies[k].seat, m->plies[k].m };
	return made;
}

static json_t *
told(const struct match *m, int viewer, struct status *st)
{
	struct state view;
	int count = m->at;
	struct played_move *made =
		viewer == SEAT_ALL ? moves_of(m) : match_made(m, m->at, viewer, &count);
	match_view(m, viewer, &view);
	json_t *object = openspiel_state(&m->setup.game, &view, viewer, made, count, st);
	free(made);
	return object;
}

/* "game [1,2,3]" of a state, from its n-th number on. */
static void
expect_told(const struct match *m, const char *game, size_t from, const char *numbers)
{
	struct status st = { 0 };
	json_t *object = told(m, SEAT_ALL, &st), *tail = json_array();
	if (object == NULL)
		fail_msg("%s", st.text);
	assert_string_equal(json_string_value(json_object_get(object, "game")), game);
	const json_t *history = json_object_get(object, "history");
	for (size_t i = from; i < json_array_size(history); i++)
		json_array_append(tail, json_array_get(history, i));
	char *text = json_dumps(tail, JSON_COMPACT);
	assert_string_equal(text, numbers);
	free(text);
	json_decref(tail);
	json_decref(object);
}

static const struct {
	const char *key, *variant, *moves, *game, *numbers;
} boards[] = {
	/* a2 is row 1, column 0: square 8; straight on is direction 1: (8 * 6 + 1) * 2.
	 * b7-b6 is square 6 * 8 + 1 = 49; straight down is 4: (49 * 6 + 4) * 2 */
	{ "breakthrough", "", "a2-a3 b7-b6", "breakthrough(rows=8,columns=8)",
	  "[98,596]" },
	/* a3xb4 from square 16 up to the right, direction 2: (16 * 6 + 2) * 2 + 1 */
	{ "breakthrough", "", "a2-a3 b7-b6 h2-h3 b6-b5 h3-h4 b5-b4 a3xb4",
	  "breakthrough(rows=8,columns=8)", "[98,596,182,500,278,404,197]" },
	{ "breakthrough", "columns=4,rows=6", "a2-a3", "breakthrough(rows=6,columns=4)",
	  "[50]" },
	/* b1-b3: row 0, column 1, row 2, column 1: (((0 * 8 + 1) * 8 + 2) * 8 + 1) * 2.
	 * a2-c2 moves two squares on a row of two men: 1, 0, 1, 2 */
	{ "lines-of-action", "", "b1-b3 a2-c2", "lines_of_action", "[162,1044]" },
	/* n1 is cell 111 of 0 to 120 from the top, so 9 there; m5, cell 102 and 18 there, is
	 * its neighbour down to the right, direction 5 */
	{ "chinese-checkers", "seats=2", "n1-m5", "chinese_checkers(players=2)", "[59]" },
};

static void
boards_are_counted_as_there(void **unused)
{
	(void)unused;
	for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
		struct match m;
		char moves[200], *rest = moves;
		open_by(&m, boards[i].key, boards[i].variant, 1);
		snprintf(moves, sizeof moves, "%s", boards[i].moves);
		for (char *word; (word = strtok_r(rest, " ", &rest)) != NULL;)
			play_text(&m, word);
		expect_told(&m, boards[i].game, 0, boards[i].numbers);
		match_close(&m);
	}
}

/* Of a state that has only a position. */
static void
expect_position(const char *key, const char *variant, const char *position,
		const char *json)
{
	struct match m;
	struct state s;
	struct status st = { 0 };
	open_by(&m, key, variant, 1);
	if (!m.setup.game.text->parse_position(&m.setup.game, position, &s, &st))
		fail_msg("%s: %s", position, st.text);
	json_t *object = openspiel_state(&m.setup.game, &s, SEAT_ALL, NULL, 0, &st);
	if (object == NULL)
		fail_msg("%s: %s", position, st.text);
	char *text = json_dumps(object, JSON_COMPACT);
	assert_string_equal(text, json);
	free(text);
	json_decref(object);
	match_close(&m);
}

static void
poker_is_cards_and_bets(void **unused)
{
	(void)unused;
	/* J 0, Q 1, K 2; pass 0, bet 1: a call is a bet there */
	expect_position("kuhn", "", "K|J|-|",
			"{\"game\":\"kuhn_poker\",\"player\":0,\"history\":[2,0]}");
	expect_position("kuhn", "", "J|Q|-|cr2",
			"{\"game\":\"kuhn_poker\",\"player\":0,\"history\":[0,1,0,1]}");
	/* Js 0, Jh 1, ... Kh 5; fold 0, call 1, raise 2 */
	expect_position(
		"leduc", "", "Js|Kh|Qh|cr3c/r7",
		"{\"game\":\"leduc_poker\",\"player\":1,\"history\":[0,5,1,2,1,3,2]}");
}

/* Deal, pass and first trick of a hand of Hearts: seat i gets every fourth card. */
static void
a_hand_of_hearts_is_a_deal_a_pass_and_cards(void **unused)
{
	struct match m;
	struct status st = { 0 };
	(void)unused;
	open_by(&m, "hearts", "", 4);
	for (int i = 0; i < 4; i++) { /* each passes its three lowest */
		move moves[MOVES_MAX];
		assert_true(match_moves(&m, i, moves) == 286);
		assert_true(match_play(&m, i, moves[0], NULL, NULL));
	}
	move moves[MOVES_MAX];
	for (int i = 0; i < 5; i++) {
		const int seat = __builtin_ctz(match_acting(&m));
		match_moves(&m, seat, moves);
		assert_true(match_play(&m, seat, moves[0], NULL, NULL));
	}
	json_t *object = told(&m, SEAT_ALL, &st);
	assert_non_null(object);
	assert_string_equal(
		json_string_value(json_object_get(object, "game")),
		"hearts(pass_cards=true,jd_bonus=false,qs_breaks_hearts=false)");
	const json_t *history = json_object_get(object, "history");
	assert_int_equal(json_array_size(history), 1 + 52 + 12 + 5);
	assert_int_equal(json_integer_value(json_array_get(history, 0)), 1); /* left */
	int holder[52];
	for (int k = 0; k < 52; k++)
		holder[json_integer_value(json_array_get(history, (size_t)k + 1))] =
			k % 4;
	for (int k = 0; k < 12; k++) {
		const json_int_t card =
			json_integer_value(json_array_get(history, (size_t)k + 53));
		assert_int_equal(holder[card], k / 3); /* in the order of the seats */
		holder[card] = (k / 3 + 1) % 4;
	}
	/* the holder of the two of clubs, card 0, leads it */
	assert_int_equal(json_integer_value(json_array_get(history, 65)), 0);
	for (int i = 0; i < 4; i++) {
		const json_int_t card =
			json_integer_value(json_array_get(history, (size_t)i + 65));
		assert_int_equal(holder[card], (holder[0] + i) % 4);
	}
	json_decref(object);
	match_close(&m);
}

/* Repetitions are not counted, and the hands before are not in a hand of Hearts. */
static void
expect_same(const struct game *g, const struct state *a, const struct state *b)
{
	char one[POSITION_TEXT], other[POSITION_TEXT];
	char *seen;
	g->text->format_position(g, a, one, sizeof one);
	g->text->format_position(g, b, other, sizeof other);
	if ((seen = strstr(one, " seen")) != NULL)
		*seen = '\0';
	assert_string_equal(one, other);
}

/* Deal, bids from 52 on, and cards suit by suit: 13 * suit + rank. */
static void
a_hand_of_spades_is_a_deal_bids_and_cards(void **unused)
{
	static const char *const bids[] = { "3", "4", "nil", "5" };
	static const int numbers[] = { 55, 56, 52, 57 };
	struct match m;
	struct state back;
	struct status st = { 0 };
	(void)unused;
	open_by(&m, "spades", "partners=on,blind=off,to=0", 4);
	const struct game *g = &m.setup.game;
	for (int i = 0; i < 4; i++)
		play_text(&m, bids[i]);
	int card[6];
	for (int i = 0; i < 6; i++) {
		move moves[MOVES_MAX];
		char text[MOVE_TEXT];
		const int seat = __builtin_ctz(match_acting(&m));
		match_moves(&m, seat, moves);
		g->text->format_move(g, &m.states[m.at], seat, moves[0], text,
				     sizeof text);
		card[i] = (int)(13 * (strchr("CDHS", text[1]) - "CDHS") +
				(strchr("23456789TJQKA", text[0]) - "23456789TJQKA"));
		play_text(&m, text);
	}
	json_t *object = told(&m, SEAT_ALL, &st);
	const json_t *history = json_object_get(object, "history");
	assert_int_equal(json_array_size(history), 52 + 4 + 6);
	for (size_t i = 0; i < 10; i++)
		assert_int_equal(json_integer_value(json_array_get(history, 52 + i)),
				 i < 4 ? numbers[i] : card[i - 4]);
	for (int k = 0; k < 52; k++) /* who played the first two cards was dealt them */
		for (int i = 0; i < 2; i++)
			if (json_integer_value(json_array_get(history, (size_t)k)) ==
			    card[i])
				assert_int_equal(k % 4, i);
	char *text = json_dumps(object, 0);
	assert_true(openspiel_read(g, text, &back, &st));
	expect_same(g, &m.states[m.at], &back);
	free(text);
	json_decref(object);
	match_close(&m);
}

/* What is written is read back to the same state, and one that a seat has in hand is a deal that
 * fits what it knows. */
static void
histories_are_read_back(void **unused)
{
	static const struct {
		const char *key, *variant;
		int plies;
	} games[] = {
		{ "breakthrough", "", 60 },
		{ "lines-of-action", "", 80 },
		{ "chinese-checkers", "seats=2", 120 },
		{ "chinese-checkers", "seats=3", 120 },
		{ "chinese-checkers", "seats=4", 120 },
		{ "chinese-checkers", "seats=6", 120 },
		{ "goofspiel", "", 20 },
		{ "goofspiel", "seats=3,cards=6", 12 },
		{ "oshi-zumo", "", 12 },
		{ "kuhn", "", 3 },
		{ "leduc", "", 6 },
		{ "spades", "partners=on,blind=off,to=0", 40 },
		{ "hearts", "to=0", 40 },
	};
	int read = 0, seen = 0; /* as everything, as a seat sees it */
	(void)unused;
	for (size_t i = 0; i < sizeof games / sizeof *games; i++)
		for (uint64_t seed = 1; seed <= 12; seed++) {
			struct match m;
			struct rng r;
			open_by(&m, games[i].key, games[i].variant, seed);
			rng_seed(&r, seed);
			const struct game *g = &m.setup.game;
			for (int k = 0; k < games[i].plies && !match_over(&m); k++) {
				move moves[MOVES_MAX];
				struct status st = { 0 };
				const seat_set acting = match_acting(&m);
				const int seat = __builtin_ctz(acting);
				const int n = match_moves(&m, seat, moves);
				/* nobody has chosen yet who chooses at the same time */
				const bool whole =
					game_hides_cards(g)
						? (acting & (acting - 1)) == 0
						: !(g->traits & TRAIT_SIMULTANEOUS) ||
							  seat == 0;
				json_t *object = told(&m, SEAT_ALL, &st);
				if (object != NULL && whole) {
					struct state back;
					char *text = json_dumps(object, 0);
					if (!openspiel_read(g, text, &back, &st))
						fail_msg("%s: %s", text, st.text);
					expect_same(g, &m.states[m.at], &back);
					free(text);
					read++;
				}
				json_decref(object);
				object = told(&m, seat, &st);
				seen += object != NULL;
				json_decref(object);
				assert_true(match_play(&m, seat,
						       moves[rng_below(&r, (uint32_t)n)],
						       NULL, NULL));
			}
			match_close(&m);
		}
	assert_true(read >= 2000);
	assert_true(seen >= 2000);
}

static void
what_is_not_there_is_refused(void **unused)
{
	static const struct {
		const char *key, *variant, *text, *says;
	} wrong[] = {
		{ "awari", "", "{}",
		  "Awari cannot be written as a history of OpenSpiel" },
		{ "lines-of-action", "size=5", "{}",
		  "OpenSpiel has no Lines of Action by" },
		{ "kuhn", "", "{", "expected {\"game\":\"kuhn_poker\"" },
		{ "kuhn", "", "{\"game\":\"leduc_poker\",\"history\":[]}",
		  "game: expected kuhn_poker" },
		{ "kuhn", "", "{\"game\":\"kuhn_poker\",\"history\":[7,1]}",
		  "expected two cards" },
		{ "kuhn", "", "{\"game\":\"kuhn_poker\",\"history\":[0,1,0,1,5]}",
		  "no move here" },
		{ "breakthrough", "",
		  "{\"game\":\"breakthrough(rows=8,columns=8)\",\"history\":[98,98]}",
		  "history: action 98, number 2: no move here" },
		{ "breakthrough", "", /* 2^32 + 98 */
		  "{\"game\":\"breakthrough(rows=8,columns=8)\",\"history\":[4294967394]"
		  "}",
		  "no move here" },
		{ "chinese-checkers", "seats=2",
		  "{\"game\":\"chinese_checkers(players=2)\",\"history\":[99999]}",
		  "no move here" },
		{ "hearts", "",
		  "{\"game\":\"hearts(pass_cards=true,jd_bonus=false,qs_breaks_hearts="
		  "false)\",\"history\":[1,0,0]}",
		  "expected a deal of 52 cards" },
	};
	(void)unused;
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		struct match m;
		struct state s;
		struct status st = { 0 };
		open_by(&m, wrong[i].key, wrong[i].variant, 1);
		assert_false(openspiel_read(&m.setup.game, wrong[i].text, &s, &st));
		if (strstr(st.text, wrong[i].says) == NULL)
			fail_msg("%s: %s", wrong[i].text, st.text);
		match_close(&m);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(boards_are_counted_as_there),
		cmocka_unit_test(poker_is_cards_and_bets),
		cmocka_unit_test(a_hand_of_hearts_is_a_deal_a_pass_and_cards),
		cmocka_unit_test(a_hand_of_spades_is_a_deal_bids_and_cards),
		cmocka_unit_test(histories_are_read_back),
		cmocka_unit_test(what_is_not_there_is_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
