/*
 * poker.c - strengths of poker hands against the known counts and against a second evaluator,
 * which sorts five cards and takes the best of all fives of seven.
 */
#include "games/poker/poker.h"

#include "src/base/rng.h"
#include "src/core/public.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* "AsKh" */
static uint64_t
cards(const char *text)
{
	uint64_t set = 0;
	while (*text != '\0') {
		const int card = card_parse(&text);
		assert_true(card >= 0);
		set |= CARD_BIT(card);
	}
	return set;
}

/* ---- the second evaluator --------------------------------------------------------------- */

/* Five cards as a number: kind, then ranks by how many there are of each, then by height. */
static int
plain_five(const int card[5])
{
	int count[SUIT_CARDS] = { 0 }, rank[5], n = 0, flush = 1, code = 0;
	for (int i = 0; i < 5; i++) {
		count[card_rank(card[i])]++;
		flush &= card_suit(card[i]) == card_suit(card[0]);
	}
	for (int times = 4; times > 0; times--)
		for (int r = ACE; r >= 0; r--)
			if (count[r] == times)
				rank[n++] = r;
	int straight = n == 5 && rank[0] - rank[4] == 4;
	if (n == 5 && rank[0] == ACE && rank[1] == 3) { /* A5432 */
		straight = 1;
		rank[0] = -1;
		for (int i = 0; i < 4; i++)
			rank[i] = rank[i + 1];
		rank[4] = 0;
	}
	const int kind = straight && flush		 ? 8
			 : n == 2 && count[rank[0]] == 4 ? 7
			 : n == 2			 ? 6
			 : flush			 ? 5
			 : straight			 ? 4
			 : n == 3 && count[rank[0]] == 3 ? 3
			 : n == 3			 ? 2
			 : n == 4			 ? 1
							 : 0;
	for (int i = 0; i < 5; i++)
		code = code * 16 + (i < n ? rank[i] : 0);
	return (kind << 20) + code;
}

static int
plain(uint64_t set)
{
	int card[7], n = 0, best = -1;
	while (set != 0)
		card[n++] = cards_pop(&set);
	for (unsigned take = 0; take < 1u << n; take++) {
		int five[5], k = 0;
		if (__builtin_popcount(take) != 5)
			continue;
		for (int i = 0; i < n; i++)
			if (take >> i & 1)
				five[k++] = card[i];
		const int code = plain_five(five);
		best = code > best ? code : best;
	}
	return best;
}

static uint64_t
random_cards(int n, uint64_t from, struct rng *r)
{
	uint64_t set = 0;
	while (n-- > 0)
		set |= CARD_BIT(cards_random(from & ~set, rng_next(r) >> 32));
	return set;
}

/* ---- tests ------------------------------------------------------------------------------ */

static void
all_fives_fall_into_their_kinds(void **state)
{
	static const int expected[POKER_KINDS] = { 1302540, 1098240, 123552, 54912, 10200,
						   5108,    3744,    624,    40 };
	static int of[POKER_STRENGTHS + 1];
	int count[POKER_KINDS] = { 0 };
	for (int a = 0; a < CARDS; a++)
		for (int b = 0; b < a; b++)
			for (int c = 0; c < b; c++)
				for (int d = 0; d < c; d++)
					for (int e = 0; e < d; e++) {
						const int card[5] = { a, b, c, d, e };
						const uint64_t set =
							CARD_BIT(a) | CARD_BIT(b) |
							CARD_BIT(c) | CARD_BIT(d) |
							CARD_BIT(e);
						const int s =
							poker_strength(poker_set(set));
						const int code = plain_five(card);
						count[poker_kind(s)]++;
						/* a strength is one meaning, and the
						 * same kind */
						assert_true(of[s] == 0 || of[s] == code);
						assert_int_equal(poker_kind(s),
								 code >> 20);
						of[s] = code;
					}
	assert_memory_equal(count, expected, sizeof count);
	for (int s = 1; s < POKER_STRENGTHS; s++)
		assert_true(of[s] < of[s + 1]);
}

/* Counts kinds of seven cards; the last one is added in the innermost loop. */
static void
count_sevens(poker h, int below, int left, int64_t *count)
{
	static uint8_t kind[POKER_STRENGTHS + 1];
	if (kind[POKER_STRENGTHS] == 0)
		for (int s = 1; s <= POKER_STRENGTHS; s++)
			kind[s] = (uint8_t)poker_kind(s);
	for (int card = left - 1; card < below; card++)
		if (left > 1)
			count_sevens(poker_add(h, card), card, left - 1, count);
		else
			count[kind[poker_strength(poker_add(h, card))]]++;
}

static void
all_sevens_fall_into_their_kinds(void **state)
{
	static const int64_t expected[POKER_KINDS] = { 23294460, 58627800, 31433400,
						       6461620,	 6180020,  4047644,
						       3473184,	 224848,   41584 };
	int64_t count[POKER_KINDS] = { 0 };
	count_sevens(POKER_EMPTY, CARDS, 7, count);
	assert_memory_equal(count, expected, sizeof count);
}

/* Hands that are alike in most cards, so that ties and near ties are common. */
static void
the_best_five_cards_count(void **state)
{
	struct rng r;
	rng_seed(&r, 31);
	for (int k = 0; k < 20000; k++) {
		const int extra = (int)rng_below(&r, 3);
		const uint64_t common = random_cards(3 + extra, CARDS_ALL, &r);
		const uint64_t a = common | random_cards(2, CARDS_ALL & ~common, &r);
		const uint64_t b = common | random_cards(2, CARDS_ALL & ~common, &r);
		const int by =
			poker_strength(poker_set(a)) - poker_strength(poker_set(b));
		const int plainly = plain(a) - plain(b);
		assert_int_equal((by > 0) - (by < 0), (plainly > 0) - (plainly < 0));
	}
}

static void
hands_are_worth_what_all_boards_say(void **state)
{
	static const struct {
		const char *hand, *other;
		int64_t count[3];
	} rows[] = {
		{ "AsAh", "KsKh", { 1410336, 9308, 292660 } },
		{ "AsAh", "KdKc", { 1388072, 6538, 317694 } },
		{ "AsKs", "2h2d", { 852207, 10775, 849322 } },
		{ "AhKd", "QsQc", { 730541, 5854, 975909 } },
		{ "JsTs", "2h2d", { 912248, 24087, 775969 } },
		{ "As2d", "AhKc", { 407927, 84082, 1220295 } },
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		int64_t count[3];
		poker_runouts(cards(rows[i].hand), cards(rows[i].other), 0, POKER_BOARD,
			      count);
		assert_memory_equal(count, rows[i].count, sizeof count);
	}
}

static void
hands_are_worth_what_the_cards_to_come_say(void **state)
{
	int64_t count[3];
	/* A flush draw with one card to come: nine of 44. */
	poker_runouts(cards("AsKs"), cards("7h7d"), cards("2s9sTc3h"), POKER_BOARD,
		      count);
	assert_int_equal(count[0], 9 + 6); /* the spades, and three aces, three kings */
	assert_int_equal(count[0] + count[1] + count[2], 44);
	poker_runouts(cards("AsKs"), cards("AhKh"), cards("2cQdTc3h4s"), POKER_BOARD,
		      count);
	assert_int_equal(count[1], 1);
	assert_true(poker_share(count) == 0.5);
	/* Flop hold'em: three cards are all. */
	poker_runouts(cards("AsKs"), cards("7h7d"), cards("2s9sTc"), 3, count);
	assert_int_equal(count[2], 1);
}

static void
hands_are_told_in_words(void **state)
{
	static const struct {
		const char *cards, *words;
	} rows[] = {
		{ "9s9cKhKd2d4c7h", "two pair, kings and nines" },
		{ "AsKsQsJsTs2h3d", "a royal flush" },
		{ "As2s3s4s5sKhKd", "a straight flush, five high" },
		{ "As2h3s4s5sKhKd", "a straight, five high" },
		{ "6s6h6d2c2d", "a full house, sixes over twos" },
		{ "6s6h6d6cAdAsAh", "four sixes" },
		{ "AsTs8s4s2sKhKd", "a flush, ace high" },
		{ "7s7h7dKcQd2s4h", "three sevens" },
		{ "9s9cKhQd2d4c7h", "a pair of nines" },
		{ "Qs9cKhTd2d4c7h", "king high" },
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char words[POKER_WORDS];
		poker_words(poker_strength(poker_set(cards(rows[i].cards))), words,
			    sizeof words);
		assert_string_equal(words, rows[i].words);
	}
	for (int s = 1; s <= POKER_STRENGTHS; s++) {
		char words[2 * POKER_WORDS];
		poker_words(s, words, sizeof words);
		assert_true(strlen(words) < POKER_WORDS);
	}
}

static void
two_cards_are_numbered_and_classed(void **state)
{
	int of[POKER_CLASSES] = { 0 };
	char text[5];
	for (int hand = 0; hand < POKER_HANDS; hand++) {
		int card[2];
		poker_hand_cards(hand, card);
		assert_true(card[0] < card[1]);
		assert_int_equal(poker_hand_number(card[1], card[0]), hand);
		poker_hand_text(hand, text);
		assert_true(cards(text) == poker_hand_set(hand));
		of[poker_class(hand)]++;
	}
	for (int class = 0; class < POKER_CLASSES; class ++) {
		poker_class_text(class, text);
		assert_int_equal(of[class], text[2] == 's' ? 4 : text[2] == 'o' ? 12 : 6);
	}
	poker_class_text(poker_class(poker_hand_number(CARD(KING, HEARTS),
						       CARD(ACE, HEARTS))),
			 text);
	assert_string_equal(text, "AKs");
	poker_class_text(0, text);
	assert_string_equal(text, "AA");
	poker_class_text(poker_class(
				 poker_hand_number(CARD(TWO, HEARTS), CARD(ACE, CLUBS))),
			 text);
	assert_string_equal(text, "A2o");
	poker_hand_text(poker_hand_number(CARD(TWO, HEARTS), CARD(ACE, CLUBS)), text);
	assert_string_equal(text, "Ac2h");
}

/* Better hands are of a better sort, each with a name of its own. */
static void
sorts_grow_with_the_strength(void **state)
{
	char name[64], before[64] = "";
	int sorts = 0, last = -1;
	for (int strength = 1; strength <= POKER_STRENGTHS; strength++) {
		const int sort = poker_sort(strength, name, sizeof name);
		assert_in_range(sort, last < 0 ? 0 : last, PUBLIC_KINDS - 1);
		assert_int_equal(sort != last, strcmp(name, before) != 0);
		sorts += sort != last;
		last = sort;
		strcpy(before, name);
	}
	/* high cards from seven up, pairs, and what is above them */
	assert_int_equal(sorts, 8 + 13 + 7);
	assert_int_equal(poker_sort(1, name, sizeof name), 5);
	assert_string_equal(name, "seven high");
	assert_int_equal(poker_sort(POKER_STRENGTHS, name, sizeof name), last);
	assert_string_equal(name, "a straight flush");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_fives_fall_into_their_kinds),
		cmocka_unit_test(all_sevens_fall_into_their_kinds),
		cmocka_unit_test(the_best_five_cards_count),
		cmocka_unit_test(sorts_grow_with_the_strength),
		cmocka_unit_test(hands_are_worth_what_all_boards_say),
		cmocka_unit_test(hands_are_worth_what_the_cards_to_come_say),
		cmocka_unit_test(hands_are_told_in_words),
		cmocka_unit_test(two_cards_are_numbered_and_classed),
	};
	poker_init();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
