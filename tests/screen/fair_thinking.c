/*
 * fair_thinking.c - while an opponent thinks, FAIR shows nothing of what it holds: two deals
 * that South cannot tell apart give the same screen, but for the clock.
 *
 * West leads the only card it may (the lowest club) and North, next, has all the time that a
 * sanitizer may take; the screen is compared while it thinks, at several sizes; the line of the
 * time that North has taken is left out. The search behind South's bars goes on meanwhile, as far
 * as it ever does.
 */
#include "tests/screen/play.h"

#include "src/app/catalog.h"
#include "src/core/record.h"

/* Writes a hand in which all passed their last legal choice, or (other) West and North, whose
 * passes South cannot see, another one. True when West led and North has a choice. */
static bool
write_hand(const char *path, uint64_t seed, bool other)
{
	static const char *const players[] = { "human", "pimc:worlds=2,inner=greedy",
					       "pimc:time=20m", "easy" };
	static move moves[MOVES_MAX];
	static struct setup setup;
	struct match m = { 0 };
	assert_true(setup_init(&setup, &app_catalog, catalog_game(&app_catalog, "hearts"),
			       true, NULL));
	for (int seat = 0; seat < 4; seat++)
		assert_true(
			setup_player(&setup, &app_catalog, seat, players[seat], NULL));
	setup.seed = seed;
	setup.view = VIEW_FAIR;
	match_open(&m, &setup);
	for (int seat = 0; seat < 4; seat++) {
		int n = match_moves(&m, seat, moves);
		bool hidden = seat == 1 || seat == 2;
		move choice = moves[hidden && other ? n / 2 : n - 1];
		assert_true(match_play(&m, seat, choice, "", NULL));
	}
	bool west = match_acting(&m) == 1 << 1;
	if (west) { /* the screen compares North's thinking, not West's */
		assert_int_equal(match_moves(&m, 1, moves), 1);
		assert_true(match_play(&m, 1, moves[0], "", NULL));
		west = match_moves(&m, 2, moves) > 1;
	}
	assert_true(record_save(&m, path, NULL));
	match_close(&m);
	return west;
}

/* The screen without its clock. */
static char *
without_clock(struct vt *v)
{
	return screen_up_to(v, (const char *const[]){ "time ", NULL }, NULL);
}

/* The screen of North's thinking, once the figures from South's own seat (a search limited by
 * nodes) stand still: the same for three seconds. */
static char *
thinking_screen(const char *path, int h, int w)
{
	char command[300];
	snprintf(command, sizeof command, "play --load %s --view fair --no-animation",
		 path);
	struct vt *v = play_start(command, h, w);
	expect_text(v, w >= 80 ? "North is thinking" : "N");
	vt_keys(v, ":set animation on\r:set numbers on\r");
	if (w >= 80)
		expect_text(v, "worlds 30/30");
	const int64_t until = clock_now_us() + VT_WAIT_US;
	char *screen = without_clock(v);
	for (int quiet = 0; quiet < 30; quiet++) {
		expect_in_time(v, until, "figures that stand still");
		for (int ms = 0; ms < 100; ms += 20)
			vt_pump(v, 20);
		char *now = without_clock(v);
		if (strcmp(now, screen) != 0)
			quiet = 0;
		free(screen);
		screen = now;
	}
	if (w >= 80) {
		assert_true(on_screen(v, "North is thinking"));
		assert_true(on_screen(v, "win, from your seat"));
	}
	leave(v);
	return screen;
}

static void
an_opponent_that_thinks_gives_nothing_away(void **state)
{
	static const int sizes[][2] = { { 40, 120 }, { 15, 40 } };
	char path[2][100];
	uint64_t seed = 1;
	snprintf(path[0], sizeof path[0], "%s/deal", play_home);
	snprintf(path[1], sizeof path[1], "%s/other", play_home);
	while (!write_hand(path[0], seed, false) || !write_hand(path[1], seed, true))
		assert_true(++seed < 5000);
	for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
		char *screen[2];
		for (int k = 0; k < 2; k++)
			screen[k] = thinking_screen(path[k], sizes[i][0], sizes[i][1]);
		if (strcmp(screen[0], screen[1]) != 0)
			print_message("# seed %llu\n%s\n%s\n", (unsigned long long)seed,
				      screen[0], screen[1]);
		assert_string_equal(screen[0], screen[1]);
		free(screen[0]);
		free(screen[1]);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
			an_opponent_that_thinks_gives_nothing_away, play_setup,
			play_teardown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
