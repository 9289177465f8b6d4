/*
 * duel.c - poker for two with one card each: Kuhn and Leduc.
 *
 * What a hand is worth is counted here a second time, from the cards and the betting alone.
 */
#include "games/poker/duel.h"
#include "src/core/public.h"

#include "tests/unit/play_text.h"

extern const struct game_ops kuhn_game, leduc_game;

static void
the_betting_of_limit_games(void **state)
{
	struct game kuhn, leduc;
	open_game(&kuhn, &kuhn_game, 0, "");
	open_game(&leduc, &leduc_game, 0, "");
	assert_legal_at(&kuhn, "J|Q|-|", "c r2");
	assert_legal_at(&kuhn, "J|Q|-|c", "c r2");
	assert_legal_at(&kuhn, "J|Q|-|cr2", "f c");
	assert_legal_at(&leduc, "Js|Qs|-|", "c r3");
	assert_legal_at(&leduc, "Js|Qs|-|r3", "f c r5");
	assert_legal_at(&leduc, "Js|Qs|-|r3r5", "f c");
	assert_legal_at(&leduc, "Js|Qs|Kh|r3c/", "c r7");
	assert_legal_at(&leduc, "Js|Qs|Kh|r3c/cr7", "f c r11");
}

/* Any whole number of chips from the last raise to the stack; half the pot, the pot and all are
 * listed. */
static void
the_betting_without_a_limit(void **state)
{
	struct game g;
	struct state s;
	open_game(&g, &leduc_game, 0, "betting=no-limit");
	assert_legal_at(&g, "Js|Qs|-|", "c r2 r3 r50");
	assert_legal_at(&g, "Js|Qs|-|r10", "f c r20 r30 r50");
	assert_legal_at(&g, "Js|Qs|-|r10r40", "f c");
	assert_legal_at(&g, "Js|Qs|Kh|r10c/", "c r20 r30 r50");
	assert_legal_at(&g, "Js|Qs|-|r50", "f c");
	read_position(&g, "Js|Qs|-|r10", &s);
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
	read_position(g, text, &s);
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
	open_game(&g, &leduc_game, 0, "");
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
	open_game(&g, &leduc_game, 0, "betting=no-limit");
	read_position(&g, "Js|Kh|-|r50c", &s);
	assert_int_equal(g.rules->acting(&g, &s), ACTING_CHANCE);
	expect_won(&g, "Js|Kh|Jh|r50c/", 50);
	expect_won(&g, "Js|Kh|Qh|r50c/", -50);
}

static void
who_acts_first_changes_from_hand_to_hand(void **state)
{
	struct game g;
	struct state s;
	open_game(&g, &kuhn_game, 0, "hands=4");
	read_position(&g, "J|Q|-||hand=2|won=1,-1", &s);
	assert_int_equal(game_mover(&g, &s), 1);
	read_position(&g, "J|Q|-|r2c|hand=2|won=1,-1", &s);
	assert_int_equal(g.rules->acting(&g, &s), ACTING_CHANCE);
	assert_int_equal(duel_of(&s)->won[0], -1);
	read_position(&g, "J|Q|-|r2c|hand=4|won=1,-1", &s);
	assert_int_equal(g.rules->acting(&g, &s), 0);
}

static void
a_fold_keeps_both_cards(void **state)
{
	struct game g;
	struct state s, view;
	char text[POSITION_TEXT];
	open_game(&g, &leduc_game, 0, "hands=2");
	read_position(&g, "Js|Kh|-|r3f", &s);
	game_view(&g, &s, 0, &view);
	g.text->format_position(&g, &view, text, sizeof text);
	assert_string_equal(text, "Js|?|-|r3f");
	game_view(&g, &s, 1, &view);
	g.text->format_position(&g, &view, text, sizeof text);
	assert_string_equal(text, "?|Kh|-|r3f");
	read_position(&g, "Js|Kh|Qh|cc/cc", &s);
	game_view(&g, &s, 0, &view);
	g.text->format_position(&g, &view, text, sizeof text);
	assert_string_equal(text, "Js|Kh|Qh|cc/cc");
}

static void
refusals_say_what_was_expected(void **state)
{
	static const struct refused bad[] = {
		{ "Js|Kh", "card|card|board|betting" },
		{ "Xs|Kh|-|", "expected a card such as Ks" },
		{ "Js|Js|-|", "twice" },
		{ "-|Kh|-|", "the second is dealt" },
		{ "Js|Kh|Qs|cc", "round 2 has not begun" },
		{ "Js|Kh|-|cc/", "expected a card for round 2" },
		{ "Js|Kh|Qs|c/c", "before the round is over" },
		{ "Js|Kh|-|r4", "expected c or r3" },
		{ "Js|Kh|-|fc", "expected c or r3" },
		{ "Js|Kh|-|r3fc", "no seat can bet any more" },
		{ "Js|Kh|-|r99999999999999", "expected c or r3" },
		{ "Js|Kh|-||hand=2", "expected 1 to 1" },
		{ "Js|Kh|-||won=3,3", "as in won=4,-4" },
		{ "Js|Kh|-||x", "expected hand= or won=" },
	};
	struct game g;
	open_game(&g, &leduc_game, 0, "");
	assert_refused(&g, bad, sizeof bad / sizeof *bad);
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
	open_game(&g, &leduc_game, 0, "betting=no-limit");
	read_position(&g, "Js|Qs|-|r10", &s);
	for (size_t i = 0; i < sizeof typed / sizeof *typed; i++) {
		assert_true(game_parse_move(&g, &s, 1, typed[i].text, &m, NULL));
		assert_int_equal(m, typed[i].m);
	}
	assert_false(game_parse_move(&g, &s, 1, "r11", &m, &st));
	assert_string_equal(st.text, "'r11': expected f, c or r19 to r50");
}

/* settle() of the public tree against every pair of hands, one by one. */
static void
settling_all_hands_is_settling_each(void **state)
{
	static const char *const ends[] = { "?|?|Qh|r3c/cr7c", "?|?|Ks|cc/r5f",
					    "?|?|-|cr3f", "?|?|Js|r3r5c/cc" };
	struct game g;
	open_game(&g, &leduc_game, 0, "");
	const struct public_ops *p = g.ops->public;
	const int n = p->hands(&g);
	for (size_t e = 0; e < sizeof ends / sizeof *ends; e++)
		for (int seat = 0; seat < 2; seat++) {
			struct state s;
			double reach[DUEL_CARDS], got[DUEL_CARDS] = { 0 };
			read_position(&g, ends[e], &s);
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
					read_position(&g, text, &full);
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
