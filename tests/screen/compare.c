/*
 * compare.c - the screens that look at one decision: compare, explain, beliefs, at every
 * size; and that in FAIR two deals that South cannot tell apart give the same of each.
 *
 * All searches are limited by nodes, so only rows of effort, nodes/s and time may differ.
 */
#include "tests/screen/play.h"

#include "src/app/catalog.h"
#include "src/core/record.h"

#define FOUR \
	"-a medium -a pimc:worlds=4,inner=(maxn) -a pimc:worlds=4,inner=(paranoid) " \
	"-a pimc:worlds=4,inner=(uct) --share nodes --nodes 2k"

/* ------------------------------------------------------------------ every size */

static const char *const sizes_env[] = { NULL, "LANG=C", "NO_COLOR=1" };

static void
compare_fits_every_size(void **state)
{
	static const int sizes[][2] = { { 24, 80 }, { 40, 120 }, { 60, 200 } };
	for (size_t i = 0; i < 9; i++) {
		const int *size = sizes[i / 3];
		if (!scale_takes((int)i, 4))
			continue;
		struct vt *v = play_start_with("compare hearts --seed 3 " FOUR, size[0],
					       size[1], sizes_env[i % 3], NULL);
		expect_text(v, "compare  Hearts");
		expect_text(v, "choose");
		for (const char *p = "ABCD"; *p; p++) {
			char title[8];
			snprintf(title, sizeof title, "%c ", *p);
			expect_text(v, title);
		}
		expect_text(v, "the same nodes for each, 2.00k");
		expect_text(v, "line");
		expect_text(v, "maxn on d");
		if (size[0] >= 60)
			expect_text(v, "nodes/s");
		vt_keys(v, "m");
		expect_text(v, "every move, every player");
		vt_keys(v, "z");
		expect_text(v, "worlds");
		leave(v);
	}
}

/* With these nodes A has begun its third iteration and B has come further in it: values of the
 * one before are marked in the table of all moves, on the screen and in plain text, and have
 * their depth in place of nodes in the player's own list. */
static void
older_values_are_marked(void **state)
{
	static const char command[] = "compare abalone --seed 3 -a maxn -a paranoid "
				      "--share nodes --nodes 7k";
	char plain[200];
	struct vt *v = play_start(command, 50, 160);
	expect_text(v, "choose A4B4");
	expect_text(v, "every move, every player: * choice, ' earlier");
	expect_text(v, "A4B4             0.50*   0.50*");
	expect_text(v, "B1C2           <=0.50  <=0.50 ");
	expect_text(v, "B4C4           <=0.52' <=0.50 ");
	expect_text(v, "C3C4D4         <=0.52' <=0.52'");
	expect_text(v, "B4C4            <=0.52           d3");
	leave(v);
	snprintf(plain, sizeof plain, "%s --plain", command);
	v = play_start(plain, 50, 160);
	expect_text(v, "' from an earlier iteration");
	assert_true(on_screen(v, "<=0.52'"));
	expect_exit(v, 0);
	vt_close(v);
}

static void
small_terminals_show_one_line_a_player(void **state)
{
	struct vt *v = play_start("compare hearts --seed 3 " FOUR, 15, 40);
	expect_text(v, "A medium");
	expect_text(v, "plies  ");
	vt_resize(v, 3, 20);
	vt_settle(v, 100);
	vt_resize(v, 24, 80);
	expect_text(v, "maxn on d");
	leave(v);
}

/* Letters of the players stand beside what they choose: they cover no card and no bid, and of a
 * board that is too high they are in the row of their cell. */
static void
letters_cover_nothing_on_small_terminals(void **state)
{
	static const struct {
		const char *game, *has[3];
	} cases[] = {
		{ "hearts", { "2c 9c Tc Kc 3d Td Ad 7s Ks As 6h Jh Kh", "AB    AB AB" } },
		{ "spades", { "2c 9c Tc Kc 3d Td Ad 7s Ks As 6h Jh Kh", "3 B4A 5" } },
		{ "goofspiel", { "1  2  3  4  5  6", "13    AB" } },
		{ "oshi-zumo", { "15 16A17 18" } },
		{ "chinese-checkers", { "k1 . . .", "m1 . . . . . . AB. . ." } },
		{ "abalone", { "D  . . . . AB. . . 9" } },
		{ "tron", { "^ AB", "v . " } },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char command[200];
		snprintf(command, sizeof command,
			 "compare %s --seed 1 -a easy -a easy --share nodes --nodes 500",
			 cases[i].game);
		struct vt *v = play_start_with(command, 15, 40, "LANG=C", NULL);
		expect_text(v, "all choose");
		for (int k = 0; k < 3 && cases[i].has[k]; k++)
			expect_text(v, cases[i].has[k]);
		leave(v);
	}
}

/* ------------------------------------------------------------------ keys and mouse */

/* A record of two Abalone moves. */
static void
write_abalone(const char *path)
{
	static move moves[MOVES_MAX];
	static struct setup setup;
	struct match m = { 0 };
	assert_true(setup_init(&setup, &app_catalog,
			       catalog_game(&app_catalog, "abalone"), false, NULL));
	setup.seed = 1;
	match_open(&m, &setup);
	for (int i = 0; i < 4; i++) {
		const int seat = game_mover(&setup.game, &m.states[m.at]);
		const int n = match_moves(&m, seat, moves);
		assert_true(match_play(&m, seat, moves[i * 3 % n], "", NULL));
	}
	assert_true(record_save(&m, path, NULL));
	match_close(&m);
}

static void
players_and_plies_change_by_key(void **state)
{
	char path[100], command[300];
	snprintf(path, sizeof path, "%s/abalone", play_home);
	write_abalone(path);
	snprintf(command, sizeof command,
		 "compare abalone --load %s@0 -a greedy -a random --nodes 500", path);
	struct vt *v = play_start(command, 24, 80);
	expect_text(v, "choose");
	vt_keys(v, ":maxn:nodes=20" ENTER);
	expect_text(v, "C maxn:nodes=20");
	expect_text(v, "C chooses A4B4");
	vt_keys(v, "i"); /* the tree of the player that has the focus */
	expect_text(v, "inspect  maxn:nodes=20  Abalone");
	expect_text(v, "500 nodes");
	vt_keys(v, "q");
	expect_text(v, "C maxn:nodes=20");
	vt_keys(v, "\t\td"); /* the focus is on C, then A, then B */
	expect_text(v, "B maxn:nodes=20");
	expect_no_text(v, "random");
	vt_keys(v, "d");
	expect_text(v, "at least two players");
	vt_keys(v, "f");
	expect_text(v, "all at the same time, 1s");
	vt_keys(v, "f");
	expect_text(v, "each as long as in a game, or 1s");
	expect_text(v, "limit 20 nodes");
	vt_keys(v, "f");
	expect_text(v, "the same time for each in turn, 1s");
	vt_keys(v, "f");
	expect_text(v, "the same nodes for each, 500");
	vt_keys(v, "+");
	expect_text(v, "the same nodes for each, 1.00k");
	vt_keys(v, "w");
	expect_text(v, "this is the last decision");
	int y, x;
	assert_true(vt_find(v, "plies", &y, &x));
	char strip[6] = "";
	snprintf(strip, sizeof strip, "%.5s", vt_row(v, y) + x + 7);
	assert_int_equal(strspn(strip, "=x"), 5);
	vt_click(v, y, x + 7); /* back to ply 0 */
	expect_text(v, "played:");
	vt_keys(v, "[");
	expect_text(v, "this is the first decision");
	vt_keys(v, "a");
	expect_text(v, "algorithm");
	vt_keys(v, "u");
	expect_text(v, "C paranoid"); /* the preset, spelt out */
	leave(v);
}

static void
it_is_saved_as_text_csv_and_json(void **state)
{
	static const char *const ends[][2] = { { "txt", "again: plyscope compare" },
					       { "csv", "letter,player" },
					       { "json", "\"choices\"" } };
	struct vt *v =
		play_start("compare abalone -a greedy -a maxn --nodes 500", 24, 80);
	expect_text(v, "choose");
	for (int i = 0; i < 3; i++) {
		char path[100], keys[200];
		struct text t = { 0 };
		snprintf(path, sizeof path, "%s/out.%s", play_home, ends[i][0]);
		snprintf(keys, sizeof keys, "S\025%s" ENTER, path);
		vt_keys(v, keys);
		expect_text(v, path);
		expect_text(v, "saved to");
		assert_true(text_read_file(&t, path, 1 << 20));
		assert_non_null(strstr(t.s, ends[i][1]));
		text_free(&t);
		vt_keys(v, "\014");
		vt_settle(v, 50);
	}
	leave(v);
}

/* ------------------------------------------------------------------ from the table */

static void
the_table_opens_all_three(void **state)
{
	struct vt *v = play_start("play hearts --seed 3 -s N=easy -s E=easy -s W=easy "
				  "--delay 1",
				  24, 80);
	expect_text(v, "0 picked");
	vt_keys(v, "b");
	expect_text(v, "Hidden cards: shares of");
	expect_text(v, "void in");
	vt_keys(v, "q");
	expect_text(v, "0 picked");
	vt_keys(v, "e");
	expect_text(v, "hard chooses");
	vt_keys(v, "c");
	expect_text(v, "compare  Hearts");
	vt_keys(v, "qq");
	expect_text(v, "0 picked");
	leave(v);
}

/* ------------------------------------------------------------------ FAIR */

/* A hand in which all have passed; in the other West's and North's passes, which South cannot
 * see, are others. Cards are then played that both deals allow, until South is to choose.
 * False: these deals do not come so far. */
static bool
write_hands(const char *const path[2], uint64_t seed)
{
	static const char *const players[] = { "human", "easy", "easy", "easy" };
	static move moves[2][MOVES_MAX];
	static struct setup setup;
	struct match m[2];
	assert_true(setup_init(&setup, &app_catalog, catalog_game(&app_catalog, "hearts"),
			       true, NULL));
	for (int seat = 0; seat < 4; seat++)
		assert_true(
			setup_player(&setup, &app_catalog, seat, players[seat], NULL));
	setup.seed = seed;
	setup.view = VIEW_FAIR;
	for (int k = 0; k < 2; k++) {
		match_open(&m[k], &setup);
		for (int seat = 0; seat < 4; seat++) {
			const int n = match_moves(&m[k], seat, moves[k]);
			const bool other = k == 1 && (seat == 1 || seat == 2);
			assert_true(match_play(&m[k], seat,
					       moves[k][other ? n / 2 : n - 1], "",
					       NULL));
		}
	}
	bool ok = true;
	for (int turn = 0; ok && turn < 12; turn++) {
		const int seat = game_mover(&setup.game, &m[0].states[m[0].at]);
		if (seat != game_mover(&setup.game, &m[1].states[m[1].at]))
			ok = false;
		if (!ok || (seat == 0 && turn >= 3))
			break;
		const int a = match_moves(&m[0], seat, moves[0]);
		const int b = match_moves(&m[1], seat, moves[1]);
		move both = MOVE_NONE;
		for (int i = 0; i < a; i++)
			for (int j = 0; j < b; j++)
				if (moves[0][i] == moves[1][j])
					both = moves[0][i];
		ok = both != MOVE_NONE;
		for (int k = 0; ok && k < 2; k++)
			assert_true(match_play(&m[k], seat, both, "", NULL));
	}
	struct state view[2];
	for (int k = 0; ok && k < 2; k++) {
		match_view(&m[k], 0, &view[k]);
		assert_true(record_save(&m[k], path[k], NULL));
	}
	ok = ok && memcmp(&view[0], &view[1], sizeof view[0]) == 0 &&
	     match_acting(&m[0]) == 1;
	for (int k = 0; k < 2; k++)
		match_close(&m[k]);
	return ok;
}

/* The screen without what a clock has an influence on. */
static char *
without_clocks(struct vt *v)
{
	static const char *const words[] = { "effort", " cut ", "nodes/s", "time ",
					     NULL };
	return screen_up_to(v, words,
			    "Effort:"); /* the last sentence, over several lines */
}

/* What opens then has its seed. */
static bool
has_estimate(struct vt *v, int unused)
{
	int y, x;
	return vt_find(v, "win, from your seat", &y, &x) &&
	       strchr(vt_row(v, y + 1), '%') != NULL;
}

/* Opens a screen from the table of a record, with the keys that make it stand still. */
static char *
fair_screen(const char *path, const char *keys, const char *const *until, int h, int w)
{
	char command[300];
	snprintf(command, sizeof command, "play --load %s --view fair --delay 60s", path);
	struct vt *v = play_start(command, h, w);
	expect_text(v, "your turn");
	expect_text(v, "? every key"); /* said once, in good time */
	expect_state(v, has_estimate, 0, "the table's own estimate");
	vt_keys(v, keys);
	for (int i = 0; until[i]; i++)
		expect_text(v, until[i]);
	assert_true(vt_wait_gone(v, " thinks "));
	expect_steady(v, 400);
	char *screen = without_clocks(v);
	leave(v);
	return screen;
}

/* Compares line by line; prints the first that differ. */
static bool
same_lines(const char *a, const char *b)
{
	while (*a != '\0' || *b != '\0') {
		const size_t n = strcspn(a, "\n"), m = strcspn(b, "\n");
		if (n != m || memcmp(a, b, n) != 0) {
			printf("# |%.*s\n# |%.*s\n", (int)n, a, (int)m, b);
			return false;
		}
		a += n + (a[n] != '\0');
		b += m + (b[m] != '\0');
	}
	return true;
}

static void
fair_gives_nothing_away(void **state)
{
	/* `e` explains the last move, an opponent's; `[` steps to the one before. ff: equal
	 * nodes come after own limits and equal time; `=` on the strip: all have chosen. */
	static const struct {
		const char *keys, *until[4];
	} screens[] = {
		{ "e", { "From what South knows", "Effort:", NULL } },
		{ "e[", { "explain", "Effort:", NULL } },
		{ "b", { "Hidden cards: shares of", "void in", NULL } },
		{ "b[", { "Hidden cards: shares of", "void in", NULL } },
		{ "cff---", { "the same nodes for each, 5.00k", "D ", "choose", NULL } },
		{ "cff---[", { "the same nodes for each, 5.00k", "D ", "choose", NULL } },
		/* beside West: the cards that South passed; the graph is still drawn */
		{ ":set panes hidden=graph\r", { "has K", NULL } },
	};
	static const int sizes[][2] = { { 24, 80 }, { 40, 120 } };
	char first[100], other[100];
	const char *const path[2] = { first, other };
	uint64_t seed = 1;
	snprintf(first, sizeof first, "%s/deal", play_home);
	snprintf(other, sizeof other, "%s/other", play_home);
	while (!write_hands(path, seed))
		assert_true(++seed < 5000);
	for (size_t i = 0; i < 2 * sizeof screens / sizeof *screens; i++) {
		const int *size = sizes[i % 2];
		char *screen[2];
		if (!scale_takes((int)i, 3))
			continue;
		for (int k = 0; k < 2; k++)
			screen[k] = fair_screen(path[k], screens[i / 2].keys,
						screens[i / 2].until, size[0], size[1]);
		if (!same_lines(screen[0], screen[1]))
			fail_msg("seed %llu, keys %s, %dx%d", (unsigned long long)seed,
				 screens[i / 2].keys, size[1], size[0]);
		free(screen[0]);
		free(screen[1]);
	}
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, play_setup, play_teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(compare_fits_every_size),
		TEST(older_values_are_marked),
		TEST(small_terminals_show_one_line_a_player),
		TEST(letters_cover_nothing_on_small_terminals),
		TEST(players_and_plies_change_by_key),
		TEST(it_is_saved_as_text_csv_and_json),
		TEST(the_table_opens_all_three),
		TEST(fair_gives_nothing_away),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
