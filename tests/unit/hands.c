/* hands.c - what hands bring, for the chance to win a match of them: the fit, and damage. */
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
damaged_hands_are_refused(void **state)
{
	(void)state;
	static const struct {
		const char *text, *words;
	} bad[] = {
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
		cmocka_unit_test(hands_keep_a_share_of_what_searches_see),
		cmocka_unit_test(damaged_hands_are_refused),
	};
	return cmocka_run_group_tests(tests, NULL, clean_up);
}
