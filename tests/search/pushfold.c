/*
 * pushfold.c - jam or fold in hold'em: exact equities against those of every board gone through,
 * and the equilibria against tests/data/pushfold.json, made apart from this program with sampled
 * equities (12,000 boards for each pair of classes) and so within 0.002 big blinds.
 */
#include "games/holdem/equities.h"
#include "tests/scale.h"
#include "tests/unit/play_text.h"

#include <jansson.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static struct pushfold_odds odds;

static bool
stop(void *self, double part)
{
	(void)self, (void)part;
	return false;
}

/* All boards take minutes under the sanitizers: there they are begun, and the tests skipped. */
static int
make_odds(void **state)
{
	const bool slow = scale_is("slow");
	(void)state;
	return pushfold_odds(&odds, 0, slow ? stop : NULL, NULL) != slow ? 0 : -1;
}

static int
class_named(const char *name)
{
	char text[4];
	for (int k = 0; k < POKER_CLASSES; k++) {
		poker_class_text(k, text);
		if (strcmp(text, name) == 0)
			return k;
	}
	fail_msg("no class %s", name);
	return -1;
}

/* The mean over the ways to deal both of the shares of every single one. */
static double
share_by_runouts(int a, int b)
{
	double sum = 0;
	int pairs = 0;
	for (int x = 0; x < POKER_HANDS; x++)
		for (int y = 0; y < POKER_HANDS; y++) {
			int64_t count[3];
			if (poker_class(x) != a || poker_class(y) != b ||
			    (poker_hand_set(x) & poker_hand_set(y)) != 0)
				continue;
			poker_runouts(poker_hand_set(x), poker_hand_set(y), 0,
				      POKER_BOARD, count);
			sum += poker_share(count);
			pairs++;
		}
	return sum / pairs;
}

static void
equities_are_those_of_every_board(void **state)
{
	static const char *const pair[][2] = { { "A5s", "55" }, { "T9s", "T9s" } };
	(void)state;
	if (scale_is("slow"))
		skip();
	for (int i = 0; i < 2; i++) {
		const int a = class_named(pair[i][0]), b = class_named(pair[i][1]);
		const double share = share_by_runouts(a, b);
		assert_true(fabs(odds.share[a][b] - share) < 1e-9);
		assert_true(fabs(odds.share[b][a] - (1 - share)) < 1e-9);
	}
	/* AsAh v KsKh, v KdKc, and those that share one suit, of which there are 6, 6 and 24. */
	const int aces = class_named("AA"), kings = class_named("KK");
	assert_true(odds.pairs[aces][kings] == 36);
	assert_true(odds.dealt == 1326.0 * 1225);
}

/* Hands near the edge may be on either side of it: where the equities differ a little the mix
 * does. */
static void
expect_chart(const json_t *chart, const double *often)
{
	int off = 0;
	for (int k = 0; k < POKER_CLASSES; k++) {
		char name[4];
		poker_class_text(k, name);
		const double theirs = json_number_value(json_object_get(chart, name));
		off += fabs(often[k] - theirs) > 0.5;
	}
	assert_in_range(off, 0, 5);
}

static void
charts_agree_with_those_made_apart(void **state)
{
	json_error_t error;
	json_t *file, *row;
	size_t i;
	int charts = 0;
	(void)state;
	if (scale_is("slow"))
		skip();
	file = json_load_file("tests/data/pushfold.json", 0, &error);
	assert_non_null(file);
	json_array_foreach(json_object_get(file, "jamfold"), i, row)
	{
		struct pushfold p;
		pushfold_solve(&odds, json_number_value(json_object_get(row, "stack_bb")),
			       1e-5, 20000, &p);
		assert_true(p.gap >= 0 && p.gap <= 1e-5);
		const double value = json_number_value(json_object_get(row, "sb_ev_bb"));
		const double jam = json_number_value(json_object_get(row, "jam_pct"));
		const double call = json_number_value(json_object_get(row, "call_pct"));
		assert_true(fabs(p.value - value) < 0.002);
		assert_true(fabs(100 * p.jams - jam) < 1.5);
		assert_true(fabs(100 * p.calls - call) < 1.5);
		if (json_object_get(row, "jam") == NULL)
			continue;
		expect_chart(json_object_get(row, "jam"), p.jam);
		expect_chart(json_object_get(row, "call"), p.call);
		charts++;
	}
	assert_int_equal(i, 14);
	assert_int_equal(charts, 4);
	json_decref(file);
}

/* What searches read before the flop; in a game of fewer flops there is none. */
static void
those_that_ship_are_these(void **state)
{
	static float won[POKER_CLASSES * POKER_CLASSES];
	struct game g, few;
	(void)state;
	open_game(&few, &holdem_game, 2, "flops=25");
	assert_false(holdem_equities(&few, won));
	if (scale_is("slow"))
		skip();
	open_game(&g, &holdem_game, 2, "");
	assert_true(holdem_equities(&g, won));
	for (int a = 0; a < POKER_CLASSES; a++)
		for (int b = 0; b < POKER_CLASSES; b++)
			assert_true(fabs((double)won[a * POKER_CLASSES + b] -
					 (2 * odds.share[a][b] - 1)) < 1e-6);
}

/* --write FILE: makes the file that ships. */
static int
write_equities(const char *path)
{
	struct status st = { 0 };
	pushfold_odds(&odds, 0, NULL, NULL);
	if (holdem_equities_write(&odds, path, &st))
		return 0;
	fprintf(stderr, "%s\n", st.text);
	return 1;
}

int
main(int count, char **word)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(equities_are_those_of_every_board),
		cmocka_unit_test(charts_agree_with_those_made_apart),
		cmocka_unit_test(those_that_ship_are_these),
	};
	if (count == 3 && strcmp(word[1], "--write") == 0)
		return write_equities(word[2]);
	return cmocka_run_group_tests(tests, make_odds, NULL);
}
