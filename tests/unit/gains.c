/* gains.c - where values may yet end, and what hands bring: the fits, the sections, damage, and
 * lookup. */
#include "src/core/calibration.h"
#include "src/lab/calibrate.h"

#include "src/base/inifile.h"
#include "tests/unit/toy.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <sys/stat.h>
#include <unistd.h>

/* Stage 0: 0, 0.1 .. 100 for one seat and minus that for the other; stage 1: too few. */
static void
quantiles_are_taken_by_stage_and_a_poor_stage_takes_the_one_before(void **state)
{
	(void)state;
	static struct calibrate_sample sample[1104];
	static struct calibrate_result r;
	int n = 0;
	for (int k = 0; k <= 1000; k++) {
		struct calibrate_sample *s = &sample[n++];
		s->gain[0] = (float)k / 10;
		s->gain[1] = -(float)k / 10;
	}
	sample[n].stage = 1;
	sample[n++].gain[0] = 5000;
	for (int k = 0; k < 100; k++) {
		struct calibrate_sample *s = &sample[n++];
		s->held_out = true;
		s->gain[0] = k < 30 ? 200 : 1;
	}
	assert_true(calibrate_fit_bounds(sample, n, 2, &r));
	assert_true(r.bounds);
	assert_int_equal(r.positions, 1002);
	assert_int_equal(r.held_out, 100);
	/* of 2002 gains from -100 to 100 */
	assert_true(fabs(r.cal.gain.low[0] + 90) < 0.2);
	assert_true(fabs(r.cal.gain.high[0] - 90) < 0.2);
	assert_true(fabs(r.cal.gain.high[1] - r.cal.gain.high[0]) < 1e-12);
	assert_true(fabs(r.coverage - 170.0 / 200) < 1e-12);
}

/* Searches that see half of what is to come, 3 points off: about the mean 5 the hands end at 0.5 x
 * +- 3 where x is 10 or -10. Stage 1 has too few, and what is held out says nothing. */
static void
hands_keep_a_share_of_what_searches_see(void **state)
{
	(void)state;
	static struct calibrate_sample sample[404];
	static struct calibrate_result r;
	const struct calibration_hands *h = &r.cal.hands;
	for (int k = 0; k < 404; k++) {
		const float x = k & 2 ? -10 : 10, off = k & 1 ? -3 : 3;
		sample[k] = (struct calibrate_sample){
			.held_out = k >= 400,
			.first = true,
			.value = { 5 + x, 5 - x },
			.settled = { 5 + x / 2 + off, 5 - x / 2 - off },
		};
		if (k >= 400)
			sample[k].settled[0] = 1000;
	}
	calibrate_fit_hands(sample, 404, 2, false, &r);
	assert_true(r.hands);
	assert_int_equal(r.positions, 400);
	assert_true(fabs(h->slope[0] - 0.5) < 1e-6);
	/* of hands that are 0.5 x +- 3 from their mean */
	assert_true(fabs(h->spread[0] - sqrt(9.0 / (25 + 9))) < 1e-6);
	assert_true(h->slope[1] == h->slope[0] && h->spread[1] == h->spread[0]);
	assert_int_equal(h->count, CALIBRATION_HANDS);
	assert_int_equal(h->value[0][0], 13);
	for (int k = 0; k < h->count; k++)
		assert_int_equal(h->value[k][0] + h->value[k][1], 10);
}

/* What is printed of a fit: the intervals by stage, and how many held-out values they hold. */
static void
bounds_are_printed_with_their_coverage(void **state)
{
	(void)state;
	const struct game g = toy_make(3, false);
	const struct calibrate_result r = {
		.player = "greedy",
		.bounds = true,
		.deals = 12,
		.positions = 340,
		.held_out = 56,
		.elapsed_us = 1500000,
		.coverage = 0.875,
		.cal.gain = { .stages = 2, .low = { -4, -2 }, .high = { 1, 3 } },
	};
	char *text = NULL;
	size_t size = 0;
	FILE *f = open_memstream(&text, &size);
	assert_non_null(f);
	calibrate_print(&g, &r, f);
	fclose(f);
	assert_non_null(strstr(text, "[bounds seats=3]  player greedy\n"));
	assert_non_null(strstr(text, "deals 12  positions 340  held out 56  1.5 s\n"));
	assert_non_null(strstr(text, "  0: -4.000 .. +1.000\n  1: -2.000 .. +3.000\n"));
	assert_non_null(strstr(text, "\n87.5 % of the held-out games"));
	free(text);
}

static void
write_file(const char *content)
{
	char path[200];
	snprintf(path, sizeof path, "%s/rules", toy_directory());
	mkdir(path, 0700);
	snprintf(path, sizeof path, "%s/calibration", toy_directory());
	mkdir(path, 0700);
	snprintf(path, sizeof path, "%s/calibration/toy-game.ini", toy_directory());
	FILE *f = fopen(path, "w");
	assert_non_null(f);
	fputs(content, f);
	fclose(f);
	setenv("PLYSCOPE_ASSETS", toy_directory(), 1);
	setenv("XDG_DATA_HOME", toy_directory(), 1);
}

static void
gains_are_found_by_variant_and_by_stage(void **state)
{
	(void)state;
	struct calibration cal;
	struct status st = { 0 };
	double low = 0, high = 0;
	const struct game g = toy_make(3, false), open = toy_make(3, true);
	char section[128];
	calibration_gain_section(&open, section, sizeof section);
	assert_string_equal(section, "bounds seats=3,open=on");
	write_file("[bounds seats=3]\nlow = -4 -2\nhigh = 1 3\n");
	assert_true(calibration_load(&cal, &g, &st));
	assert_int_equal(cal.stages, 0);
	assert_true(calibration_gain(&cal, 0, &low, &high));
	assert_true(low == -4 && high == 1);
	assert_true(calibration_gain(&cal, 1000, &low, &high));
	assert_true(low == -2 && high == 3);
	assert_false(calibration_load(&cal, &open, &st)); /* nobody stands in */
	assert_false(calibration_gain(&cal, 0, &low, &high));
	assert_false(calibration_gain(NULL, 0, &low, &high));
	assert_false(st.failed);
}

static void
damaged_gains_are_refused(void **state)
{
	(void)state;
	static const struct {
		const char *text, *words;
	} bad[] = {
		{ "[bounds seats=3]\nlow = 1 2\nhigh = 3\n", "2 low and 1 high" },
		{ "[bounds seats=3]\nlow = 4\nhigh = 3\n", "low 4 is above high 3" },
		{ "[bounds seats=3]\nlow = x\nhigh = 3\n", "low: expected numbers" },
		{ "[bounds seats=3]\nlow = 1 1 1 1 1 1 1 1 1 1 1\nhigh = 3\n",
		  "at most 10 numbers" },
		{ "[hands seats=3]\nspread = 1 1\nslope = 1\nhands = 1 2 3\n",
		  "1 slope, 2 spread and 1 hands" },
		{ "[hands seats=3]\nspread = 1\nslope = 1\nhands = 1 2 3 4\n",
		  "expected 3 numbers for each" },
		{ "[hands seats=3]\nspread = 1\nslope = 1\nhands = 1 2 x\n",
		  "expected whole numbers" },
	};
	const struct game g = toy_make(3, false);
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
		struct calibration cal;
		struct status st = { 0 };
		write_file(bad[i].text);
		assert_false(calibration_load(&cal, &g, &st));
		if (strstr(st.text, bad[i].words) == NULL)
			fail_msg("case %zu: expected \"%s\", not \"%s\"", i, bad[i].words,
				 st.text);
	}
}

static int
clean_up(void **state)
{
	char command[200];
	(void)state;
	snprintf(command, sizeof command, "rm -rf '%s'", toy_directory());
	return system(command);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			quantiles_are_taken_by_stage_and_a_poor_stage_takes_the_one_before),
		cmocka_unit_test(hands_keep_a_share_of_what_searches_see),
		cmocka_unit_test(bounds_are_printed_with_their_coverage),
		cmocka_unit_test(gains_are_found_by_variant_and_by_stage),
		cmocka_unit_test(damaged_gains_are_refused),
	};
	return cmocka_run_group_tests(tests, NULL, clean_up);
}
