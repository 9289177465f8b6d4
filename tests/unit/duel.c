/*
 * duel.c - poker for two with one card each: Kuhn and Leduc.
 *
 * What a hand is worth is counted here a second time, from the cards and the betting alone.
 */
#include "src/app/catalog.h"
#include "src/core/public.h"

#include "games/common/duel.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static void
open_game(struct game *g, const char *key, const char *option, const char *value)
{
	const struct catalog *c = &app_catalog;
	const struct game_ops *ops = catalog_game(c, key);
	struct options v;
	assert_non_null(ops);
	options_init(&v, ops->options);
	if (option != NULL)
		assert_true(options_set(&v, option, value, NULL));
	assert_true(game_init(g, ops, 2, &v, NULL));
}

static void
position(const struct game *g, const char *text, struct state *s)
{
	struct status st = { 0 };
	memset(s, 0, sizeof *s);
	if (!g->text->parse_position(g, text, s, &st))
		print_message("# %s: %s\n", text, st.text);
	assert_false(st.failed);
}

/* The moves of a position as text, with blanks between. */
static void
expect_moves(const struct game *g, const char *text, const char *expected)
{
	struct state s;
	move m[MOVES_MAX];
	char all[200] = "", one[MOVE_TEXT];
	position(g, text, &s);
	const int seat = game_mover(g, &s), n = g->rules->moves(g, &s, seat, m);
	for (int i = 0; i < n; i++) {
		g->text->format_move(g, &s, seat, m[i], one, sizeof one);
		snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s",
			 i ? " " : "", one);
	}
	assert_string_equal(all, expected);
}

static void
the_betting_of_limit_games(void **state)
{
	struct game kuhn, leduc;
	(void)state;
	open_game(&kuhn, "kuhn", NULL, NULL);
	open_game(&leduc, "leduc", NULL, NULL);
	expect_moves(&kuhn, "J|Q|-|", "c r2");
	expect_moves(&kuhn, "J|Q|-|c", "c r2");
	expect_moves(&kuhn, "J|Q|-|cr2", "f c");
	expect_moves(&leduc, "Js|Qs|-|", "c r3");
	expect_moves(&leduc, "Js|Qs|-|r3", "f c r5");
	expect_moves(&leduc, "Js|Qs|-|r3r5", "f c");
	expect_moves(&leduc, "Js|Qs|Kh|r3c/", "c r7");
	expect_moves(&leduc, "Js|Qs|Kh|r3c/cr7", "f c r11");
}

/* Any whole number of chips from the last raise to the stack; half the pot, the pot and all are
 * listed. */
static void
the_betting_without_a_limit(void **state)
{
	struct game g;
	struct state s;
	(void)state;
	open_game(&g, "leduc", "betting", "no-limit");
	expect_moves(&g, "Js|Qs|-|", "c r2 r3 r50");
	expect_moves(&g, "Js|Qs|-|r10", "f c r20 r30 r50");
	expect_moves(&g, "Js|Qs|-|r10r40", "f c");
	expect_moves(&g, "Js|Qs|Kh|r10c/", "c r20 r30 r50");
	expect_moves(&g, "Js|Qs|-|r50", "f c");
	position(&g, "Js|Qs|-|r10", &s);
	assert_false(game_legal(&g, &s, 1, DUEL_RAISE + 18)); /* the last raise was 9 */
	assert_true(game_legal(&g, &s, 1, DUEL_RAISE + 19));
	assert_true(game_legal(&g, &s, 1, DUEL_RAISE + 50));
	assert_false(game_legal(&g, &s, 1, DUEL_RAISE + 51));
}

/* South's chips of a hand, from its cards and what each has put in. */
static int
worth(const char *cards, int south, int north)
{
	static const char ranks[] = "JQK";
	int strength[2];
	for (int i = 0; i < 2; i++) {
		strength[i] = (int)(strchr(ranks, cards[i]) - ranks);
		if (cards[i] == cards[2])
			strength[i] += 3;
	}
	return strength[0] > strength[1] ? north : strength[0] < strength[1] ? -south : 0;
}

static void
expect_won(const struct game *g, const char *text, int chips)
{
	struct state s;
	int32_t value[SEATS_MAX], points[SEATS_MAX];
	position(g, text, &s);
	assert_true(g->rules->settled(g, &s));
	g->knowledge->evaluate(g, &s, value);
	g->rules->points(g, &s, points);
	assert_int_equal(value[0], chips * DUEL_UNIT);
	assert_int_equal(value[1], -chips * DUEL_UNIT);
	assert_int_equal(points[0], chips);
}

static void
a_hand_is_won_by_a_fold_a_pair_or_a_rank(void **state)
{
	struct game g;
	(void)state;
	open_game(&g, "leduc", NULL, NULL);
	static const char cards[] = "JQK";
	for (int a = 0; a < 3; a++)
		for (int b = 0; b < 3; b++)
			for (int c = 0; c < 3; c++) {
				char text[40],
					ranks[4] = { cards[a], cards[b], cards[c] };
				if (a == b && b == c)
					continue;
				snprintf(text, sizeof text, "%cs|%ch|%c%c|r3r5c/cr9c",
					 cards[a], cards[b], cards[c],
					 c == a ? 'h' : 's');
				if (c == a && c != b)
					snprintf(text, sizeof text,
						 "%cs|%ch|%ch|r3r5c/cr9c", cards[a],
						 cards[b], cards[c]);
				expect_won(&g, text, worth(ranks, 9, 9));
			}
	expect_won(&g, "Js|Kh|-|r3f", 1);
	expect_won(&g, "Ks|Jh|-|r3r5f", -3);
	expect_won(&g, "Ks|Jh|Qs|r3c/r7r11f", -7);
}

static void
both_all_in_see_the_board(void **state)
{
	struct game g;
	struct state s;
	(void)state;
	open_game(&g, "leduc", "betting", "no-limit");
	position(&g, "Js|Kh|-|r50c", &s);
	assert_int_equal(g.rules->acting(&g, &s), ACTING_CHANCE);
	expect_won(&g, "Js|Kh|Jh|r50c/", 50);
	expect_won(&g, "Js|Kh|Qh|r50c/", -50);
}

static void
who_acts_first_changes_from_hand_to_hand(void **state)
{
	struct game g;
	struct state s;
	(void)state;
	open_game(&g, "kuhn", "hands", "4");
	position(&g, "J|Q|-||hand=2|won=1,-1", &s);
	assert_int_equal(game_mover(&g, &s), 1);
	position(&g, "J|Q|-|r2c|hand=2|won=1,-1", &s);
	assert_int_equal(g.rules->acting(&g, &s), ACTING_CHANCE);
	assert_int_equal(duel_of(&s)->won[0], -1);
	position(&g, "J|Q|-|r2c|hand=4|won=1,-1", &s);
	assert_int_equal(g.rules->acting(&g, &s), 0);
}

static void
a_fold_keeps_both_cards(void **state)
{
	struct game g;
	struct state s, view;
	char text[POSITION_TEXT];
	(void)state;
	open_game(&g, "leduc", "hands", "2");
	position(&g, "Js|Kh|-|r3f", &s);
	game_view(&g, &s, 0, &view);
	g.text->format_position(&g, &view, text, sizeof text);
	assert_string_equal(text, "Js|?|-|r3f");
	game_view(&g, &s, 1, &view);
	g.text->format_position(&g, &view, text, sizeof text);
	assert_string_equal(text, "?|Kh|-|r3f");
	position(&g, "Js|Kh|Qh|cc/cc", &s);
	game_view(&g, &s, 0, &view);
	g.text->format_position(&g, &view, text, sizeof text);
	assert_string_equal(text, "Js|Kh|Qh|cc/cc");
}

static void
refusals_say_what_was_expected(void **state)
{
	static const struct {
		const char *position, *words;
	} bad[] = {
		{ "Js|Kh", "card|card|board|betting" },
		{ "Xs|Kh|-|", "expected a card such as Ks" },
		{ "Js|Js|-|", "twice" },
		{ "-|Kh|-|", "the second is dealt" },
		{ "Js|Kh|Qs|cc", "round 2 has not begun" },
		{ "Js|Kh|-|cc/", "expected a card for round 2" },
		{ "Js|Kh|Qs|c/c", "before the round is over" },
		{ "Js|Kh|-|r4", "expected c or r3" },
		{ "Js|Kh|-|fc", "expected c or r3" },
		{ "Js|Kh|-|r3fc", "nobody can bet any more" },
		{ "Js|Kh|-|r99999999999999", "expected c or r3" },
		{ "Js|Kh|-||hand=2", "expected 1 to 1" },
		{ "Js|Kh|-||won=3,3", "as in won=4,-4" },
		{ "Js|Kh|-||x", "expected hand= or won=" },
	};
	struct game g;
	(void)state;
	open_game(&g, "leduc", NULL, NULL);
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		struct state s;
		struct status st = { 0 };
		assert_false(g.text->parse_position(&g, bad[i].position, &s, &st));
		if (strstr(st.text, bad[i].words) == NULL)
			print_message("# %s: %s\n", bad[i].position, st.text);
		assert_non_null(strstr(st.text, bad[i].words));
	}
}

static void
moves_are_typed_in_many_ways(void **state)
{
	static const struct {
		const char *text;
		move m;
	} typed[] = {
		{ "f", DUEL_FOLD },	    { "fold", DUEL_FOLD },
		{ "k", DUEL_CALL },	    { "call", DUEL_CALL },
		{ "r25", DUEL_RAISE + 25 }, { "raise 25", DUEL_RAISE + 25 },
		{ "25", DUEL_RAISE + 25 },  { "b25", DUEL_RAISE + 25 },
	};
	struct game g;
	struct state s;
	struct status st = { 0 };
	move m;
	(void)state;
	open_game(&g, "leduc", "betting", "no-limit");
	position(&g, "Js|Qs|-|r10", &s);
	for (size_t i = 0; i < sizeof typed / sizeof *typed; i++) {
		assert_true(g.text->parse_move(&g, &s, 1, typed[i].text, &m, NULL));
		assert_int_equal(m, typed[i].m);
	}
	assert_false(g.text->parse_move(&g, &s, 1, "r11", &m, &st));
	assert_string_equal(st.text, "'r11': expected f, c or r19 to r50");
}

/* settle() of the public tree against every pair of hands, one by one. */
static void
settling_all_hands_is_settling_each(void **state)
{
	static const char *const ends[] = { "?|?|Qh|r3c/cr7c", "?|?|Ks|cc/r5f",
					    "?|?|-|cr3f", "?|?|Js|r3r5c/cc" };
	struct game g;
	(void)state;
	open_game(&g, "leduc", NULL, NULL);
	const struct public_ops *p = g.ops->public;
	const int n = p->hands(&g);
	for (size_t e = 0; e < sizeof ends / sizeof *ends; e++)
		for (int seat = 0; seat < 2; seat++) {
			struct state s;
			double reach[DUEL_CARDS], got[DUEL_CARDS] = { 0 };
			position(&g, ends[e], &s);
			for (int h = 0; h < n; h++)
				reach[h] = p->possible(&g, &s, h) ? 0.1 * (h + 1) : 0;
			p->settle(&g, &s, seat, PAY_POINTS, reach, got);
			for (int h = 0; h < n; h++) {
				char text[80], own[3], other[3];
				double sum = 0;
				if (!p->possible(&g, &s, h))
					continue;
				for (int o = 0; o < n; o++) {
					struct state full;
					int32_t points[SEATS_MAX];
					if (o == h || !p->possible(&g, &s, o))
						continue;
					p->format_hand(&g, h, own, sizeof own);
					p->format_hand(&g, o, other, sizeof other);
					snprintf(text, sizeof text, "%s|%s%s",
						 seat == 0 ? own : other,
						 seat == 0 ? other : own, ends[e] + 3);
					position(&g, text, &full);
					g.rules->points(&g, &full, points);
					sum += reach[o] * points[seat];
				}
				assert_true(sum - got[h] < 1e-4 && got[h] - sum < 1e-4);
			}
		}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_betting_of_limit_games),
		cmocka_unit_test(the_betting_without_a_limit),
		cmocka_unit_test(a_hand_is_won_by_a_fold_a_pair_or_a_rank),
		cmocka_unit_test(both_all_in_see_the_board),
		cmocka_unit_test(who_acts_first_changes_from_hand_to_hand),
		cmocka_unit_test(a_fold_keeps_both_cards),
		cmocka_unit_test(refusals_say_what_was_expected),
		cmocka_unit_test(moves_are_typed_in_many_ways),
		cmocka_unit_test(settling_all_hands_is_settling_each),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
