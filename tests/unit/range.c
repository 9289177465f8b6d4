/* range.c - ranges of hands as texts. */
#include "games/poker/range.h"

#include "src/base/rng.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

/* Of postflop-solver's example. */
#define OUT_OF_POSITION "66+,A8s+,A5s-A4s,AJo+,K9s+,KQo,QTs+,JTs,96s+,85s+,75s+,65s,54s"
#define IN_POSITION	"QQ-22,AQs-A2s,ATo+,K5s+,KJo+,Q8s+,J8s+,T7s+,96s+,86s+,75s+,64s+,53s+"

static struct poker_range
read(const char *text)
{
	struct poker_range r;
	struct status st = { 0 };
	if (!range_parse(text, &r, &st))
		fail_msg("%s: %s", text, st.text);
	return r;
}

static double
sum(const struct poker_range *r)
{
	double all = 0;
	for (int h = 0; h < POKER_HANDS; h++)
		all += (double)r->weight[h];
	return all;
}

static void
entries_stand_for_as_many_hands_as_in_a_pack(void **state)
{
	static const struct {
		const char *text;
		int hands;
	} cases[] = {
		{ "77", 6 },
		{ "66+", 9 * 6 },
		{ "QQ-22", 11 * 6 },
		{ "22-QQ", 66 },
		{ "AK", 16 },
		{ "AKs", 4 },
		{ "KAo", 12 },
		{ "A8s+", 6 * 4 },
		{ "A5s-A4s", 8 },
		{ "AJo+", 3 * 12 },
		{ "KJ+", 32 },
		{ "JTs+", 16 },
		{ "98s-65s", 16 },
		{ "J9s-86s", 16 },
		{ "random", 1326 },
		{ "AhKd", 1 },
		{ " 77 , AhKd ", 7 },
		{ "aks,tt", 10 },
		{ OUT_OF_POSITION, 202 },
		{ IN_POSITION, 298 },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const struct poker_range r = read(cases[i].text);
		if ((int)sum(&r) != cases[i].hands)
			fail_msg("%s: %g hands", cases[i].text, sum(&r));
	}
}

/* The numbers of hands that go with the board of that example, by the program it comes from. */
static void
hands_on_the_board_are_those_of_another_program(void **state)
{
	const struct {
		struct poker_range r;
		int hands;
	} cases[] = { { read(OUT_OF_POSITION), 167 }, { read(IN_POSITION), 250 } };
	const char *text = "Td9d6hQc";
	uint8_t card[4];
	uint64_t board = 0;
	assert_true(poker_read_cards(&text, 4, &board, card));
	for (int i = 0; i < 2; i++) {
		int hands = 0;
		for (int h = 0; h < POKER_HANDS; h++)
			hands += cases[i].r.weight[h] > 0 &&
				 (poker_hand_set(h) & board) == 0;
		assert_int_equal(hands, cases[i].hands);
	}
}

static void
later_entries_win_and_weights_stand_behind_a_colon(void **state)
{
	const struct poker_range r = read("77+:0.5,99,AhAd:0,JJ-TT:.25");
	assert_true(sum(&r) == 4 * 3 + 6 + 5 * 0.5 + 2 * 6 * 0.25);
}

static void
a_bad_entry_is_one_line_with_its_place(void **state)
{
	static const struct {
		const char *text, *said;
	} cases[] = {
		{ "66+,A8x", "range: 'A8x' at 5: expected hands such as" },
		{ "", "range: '' at 1: expected hands" },
		{ "77,", "range: '' at 4: expected hands" },
		{ "77,,88", "range: '' at 4: expected hands" },
		{ "77:2", "range: '77:2' at 1: expected a weight from 0 to 1" },
		{ "77:-1", "range: '77:-1' at 1: expected a weight" },
		{ "77:nan", "range: '77:nan' at 1: expected a weight" },
		{ "77:", "range: '77:' at 1: expected a weight" },
		{ "AhAh", "range: 'AhAh' at 1" },
		{ "AKs-QJo", "range: 'AKs-QJo' at 1" },
		{ "AA-AKs", "range: 'AA-AKs' at 1" },
		{ "AKs-Q2s", "range: 'AKs-Q2s' at 1" },
		{ "77s", "range: '77s' at 1" },
		{ "random+", "range: 'random+' at 1" },
		{ "77:0", "range: no hand has a weight above 0" },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct poker_range r;
		struct status st = { 0 };
		assert_false(range_parse(cases[i].text, &r, &st));
		if (strncmp(st.text, cases[i].said, strlen(cases[i].said)) != 0)
			fail_msg("%s: %s", cases[i].text, st.text);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(entries_stand_for_as_many_hands_as_in_a_pack),
		cmocka_unit_test(hands_on_the_board_are_those_of_another_program),
		cmocka_unit_test(later_entries_win_and_weights_stand_behind_a_colon),
		cmocka_unit_test(a_bad_entry_is_one_line_with_its_place),
	};
	poker_init();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
