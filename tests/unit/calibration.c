/* calibration.c - fitted chances: sections, files, damage, and the formula. */
#include "src/core/calibration.h"

#include "src/app/catalog.h"
#include "src/base/inifile.h"
#include "src/lab/calibrate.h"
#include "tests/unit/toy.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <sys/stat.h>
#include <unistd.h>

/* below: "rules", "calibration" of our assets, or the user's own directory. */
static void
write_file(const char *place, const char *content)
{
	char path[200];
	const char *base = toy_directory();
	static const char *const directories[] = { "rules", "calibration", "plyscope",
						   "plyscope/calibration" };
	for (size_t i = 0; i < sizeof directories / sizeof directories[0]; i++) {
		snprintf(path, sizeof path, "%s/%s", base, directories[i]);
		mkdir(path, 0700);
	}
	snprintf(path, sizeof path, "%s/%s/toy-game.ini", base, place);
	FILE *f = fopen(path, "w");
	assert_non_null(f);
	fputs(content, f);
	fclose(f);
}

static int
clean_up(void **state)
{
	static const char *const files[] = { "calibration/toy-game.ini",
					     "plyscope/calibration/toy-game.ini" };
	char path[200];
	for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
		snprintf(path, sizeof path, "%s/%s", toy_directory(), files[i]);
		unlink(path);
	}
	setenv("PLYSCOPE_ASSETS", toy_directory(), 1);
	setenv("XDG_DATA_HOME", toy_directory(), 1);
	return 0;
}

static void
sections_name_seats_and_changed_options(void **state)
{
	struct game g = toy_make(3, false);
	char out[128];
	calibration_section(&g, out, sizeof out);
	assert_string_equal(out, "seats=3");
	g = toy_make(2, true);
	calibration_section(&g, out, sizeof out);
	assert_string_equal(out, "seats=2,open=on");
}

/* Gives every option the setting that is longest to write, possible together or not. */
static void
set_longest(struct options *o)
{
	for (int i = 0; i < o->count; i++) {
		const struct option_spec *spec = &o->specs[i];
		const int64_t last = spec->kind == OPTION_CHOICE ? 9 : (int64_t)spec->max;
		struct option_value best = o->v[i];
		size_t longest = 0;
		for (int64_t at = (int64_t)spec->min; at <= last; at++) {
			char text[OPTION_TEXT], choice[OPTION_TEXT];
			if (spec->kind == OPTION_CHOICE &&
			    !option_choice(spec->choices, (int)at, choice, sizeof choice))
				break;
			o->v[i].i = at;
			options_format(o, i, text, sizeof text);
			if (options_is_default(o, i) || strlen(text) <= longest)
				continue;
			longest = strlen(text);
			best = o->v[i];
		}
		o->v[i] = best;
	}
}

static void
every_game_has_sections_short_enough(void **state)
{
	setenv("PLYSCOPE_ASSETS", "assets", 1); /* a game may be made of them */
	for (int k = 0; app_catalog.games[k]; k++) {
		struct game g;
		char out[128];
		assert_true(game_init(&g, app_catalog.games[k], 0, NULL, NULL));
		set_longest(&g.variant);
		calibration_section(&g, out, sizeof out);
		assert_in_range(strlen(out), 1, INIFILE_NAME);
	}
}

static void
only_valued_options_are_named(void **state)
{
	static const char *const settings[][2] = {
		{ "to", "50" }, { "hands", "3" }, { "passing", "off" }, { "jack", "on" }
	};
	struct game g;
	char out[128];
	const struct game_ops *hearts = catalog_game(&app_catalog, "hearts");
	assert_true(game_init(&g, hearts, 3, NULL, NULL));
	for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
		assert_true(
			options_set(&g.variant, settings[i][0], settings[i][1], NULL));
	calibration_section(&g, out, sizeof out);
	assert_string_equal(out, "seats=3,jack=on");
}

static void
the_exact_section_goes_before_the_plain_one(void **state)
{
	struct game g = toy_make(2, true), other = toy_make(3, true);
	struct calibration cal;
	struct status st = { 0 };
	write_file("calibration", "[seats=2]\nstages = 1\nbeta = 0.5\npositions = 20k\n"
				  "brier = 0.125\n[seats=3]\nbeta=7\n");
	assert_true(calibration_load(&cal, &g, &st));
	assert_int_equal(cal.stages, 1);
	assert_true(cal.beta[0] == 0.5 && cal.brier == 0.125);
	assert_int_equal(cal.positions, 20000);
	write_file("calibration",
		   "[seats=2]\nbeta = 0.5\n"
		   "[seats=2,open=on]\nstages = 3\nbeta = 0.1 0.2  3e-1\n");
	assert_true(calibration_load(&cal, &g, &st));
	assert_int_equal(cal.stages, 3);
	assert_true(cal.beta[2] == 0.3);
	assert_false(calibration_load(&cal, &other, &st));
	assert_int_equal(cal.stages, 0);
	assert_false(st.failed); /* having none is no failure */
}

static void
the_users_own_fit_goes_first(void **state)
{
	struct game g = toy_make(2, false);
	struct calibration cal;
	write_file("calibration", "[seats=2]\nbeta = 0.5\n");
	write_file("plyscope/calibration", "[seats=2]\nbeta = 0.75\n");
	assert_true(calibration_load(&cal, &g, NULL));
	assert_true(cal.beta[0] == 0.75);
	write_file("plyscope/calibration", "[seats=4]\nbeta = 0.75\n");
	assert_true(calibration_load(&cal, &g, NULL));
	assert_true(cal.beta[0] == 0.5);
}

static void
the_users_own_fit_hides_only_its_own_sections(void **state)
{
	struct game g = toy_make(2, true);
	struct calibration cal;
	struct status st = { 0 };
	write_file("calibration", "[seats=2]\nbeta = 0.5\n"
				  "[seats=2,open=on]\nbeta = 0.25\n");
	write_file("plyscope/calibration", "[seats=2]\nbeta = 0.75\n");
	assert_true(calibration_load(&cal, &g, NULL));
	assert_true(cal.beta[0] == 0.25);
	write_file("calibration", "[seats=2]\nbeta = 0.5\n");
	assert_true(calibration_load(&cal, &g, NULL));
	assert_true(cal.beta[0] == 0.75);
	write_file("plyscope/calibration", "[seats=2]\nbeta = 0.75\nstages = x\n");
	assert_true(calibration_load(&cal, &g, &st));
	assert_true(cal.beta[0] == 0.5);
	assert_true(st.failed);
}

/* Also in the section that stands in for the variant's own. */
static void
damaged_hands_of_the_plain_variant_are_said(void **state)
{
	struct game g = toy_make(2, true);
	struct calibration cal;
	struct status st = { 0 };
	write_file("plyscope/calibration", "");
	write_file("calibration",
		   "[seats=2]\nbeta = 0.5\n[hands seats=2]\nhands = 1 x\n");
	calibration_load(&cal, &g, &st);
	assert_non_null(strstr(st.text, "toy-game.ini:4: hands: expected whole numbers"));
}

static void
a_damaged_file_is_said_with_its_line(void **state)
{
	static const char *const cases[][2] = {
		{ "[seats=2]\nbeta = 0.5 x\n",
		  "toy-game.ini:2: beta: expected numbers, not \"x\"" },
		{ "[seats=2]\nstages = 11\nbeta = 1\n",
		  "toy-game.ini:2: stages: expected 1 to 10" },
		{ "[seats=2]\nbeta = 1 2 3 4 5 6 7 8 9 10 11\n",
		  ":2: beta: expected at most 10" },
		{ "[seats=2]\nbeta =\n", ":2: beta: expected at least one" },
		{ "[seats=2]\nstages = 2\nbeta = 1\n",
		  "[seats=2] says 2 stages and has 1" },
		{ "[hands seats=2]\nhands = 1 x\n",
		  "toy-game.ini:2: hands: expected whole numbers, not \"x\"" },
		{ "[hands seats=2]\nspread = 1 1\nslope = 1\nhands = 1 2\n",
		  "1 slope, 2 spread and 1 hands" },
		{ "[hands seats=2]\nspread = 1\nslope = 1\nhands = 1 2 3\n",
		  "expected 2 numbers for each" },
		{ "[seats=2]\nbrier\n",
		  "toy-game.ini:2: expected [section] or key = value" },
	};
	struct game g = toy_make(2, false);
	struct calibration cal;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct status st = { 0 };
		write_file("calibration", cases[i][0]);
		assert_false(calibration_load(&cal, &g, &st));
		assert_int_equal(cal.stages, 0);
		assert_non_null(strstr(st.text, cases[i][1]));
	}
}

/* Searches that see half of what is to come, 3 points off: about the mean 5 the hands end at 0.5 x
 * +- 3 where x is 10 or -10. Stage 1 has too few, and what is held out says nothing. */
static void
hands_keep_a_share_of_what_searches_see(void **state)
{
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
chances_follow_the_values_and_sum_to_one(void **state)
{
	const struct calibration cal = { .stages = 2, .beta = { 0.1, 1 } };
	const double value[] = { 3, 1, 1 }, far[] = { 1e6, -1e6, 0 };
	const double unknown[] = { 3, (double)NAN, 1 };
	double win[3];
	calibration_win(&cal, 0, value, 3, win);
	assert_true(fabs(win[0] + win[1] + win[2] - 1) < 1e-12);
	assert_true(fabs(win[0] / win[1] - exp(0.2)) < 1e-12);
	assert_true(win[1] == win[2]);
	calibration_win(&cal, 500, value, 3, win);
	assert_true(fabs(win[0] / win[1] - exp(0.2)) < 1e-12);
	calibration_win(&cal, 501, value, 3, win);
	assert_true(fabs(win[0] / win[1] - exp(2)) < 1e-12);
	calibration_win(&cal, 1000, far, 3, win);
	assert_true(win[0] == 1 && win[1] == 0 && win[2] == 0);
	calibration_win(&cal, 0, unknown, 3, win);
	assert_true(isnan(win[0]) && isnan(win[2]));
	calibration_win(NULL, 0, value, 3, win);
	assert_true(isnan(win[0]));
	calibration_win(&(struct calibration){ 0 }, 0, value, 3, win);
	assert_true(isnan(win[0]));
}

static int
tear_down(void **state)
{
	static const char *const directories[] = { "rules", "calibration",
						   "plyscope/calibration", "plyscope",
						   "." };
	char path[200];
	clean_up(state);
	for (size_t i = 0; i < sizeof directories / sizeof directories[0]; i++) {
		snprintf(path, sizeof path, "%s/%s", toy_directory(), directories[i]);
		rmdir(path);
	}
	rmdir(toy_directory());
	return 0;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(sections_name_seats_and_changed_options, clean_up),
		cmocka_unit_test_setup(every_game_has_sections_short_enough, clean_up),
		cmocka_unit_test_setup(only_valued_options_are_named, clean_up),
		cmocka_unit_test_setup(the_exact_section_goes_before_the_plain_one,
				       clean_up),
		cmocka_unit_test_setup(the_users_own_fit_goes_first, clean_up),
		cmocka_unit_test_setup(the_users_own_fit_hides_only_its_own_sections,
				       clean_up),
		cmocka_unit_test_setup(damaged_hands_of_the_plain_variant_are_said,
				       clean_up),
		cmocka_unit_test_setup(a_damaged_file_is_said_with_its_line, clean_up),
		cmocka_unit_test(hands_keep_a_share_of_what_searches_see),
		cmocka_unit_test_setup(chances_follow_the_values_and_sum_to_one,
				       clean_up),
	};
	return cmocka_run_group_tests_name("calibration", tests, NULL, tear_down);
}
