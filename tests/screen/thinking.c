/*
 * thinking.c - thinking that can be watched: a search is shown as it went, in words, at the table's
 * pace, and the numbers are behind a key.
 */
#include "tests/screen/play.h"

/* The table shows its searches, as it does unless it is told otherwise. */
static struct vt *
start(const char *command, int h, int w, const char *speed)
{
	struct vt *v = play_start(command, h, w);
	vt_keys(v, ":set animation on\r:set speed ");
	vt_keys(v, speed);
	vt_keys(v, "\r");
	expect_text(v, "speed is ");
	return v;
}

/* The number before a word of the panel, -1 without it. */
static int
number_before(struct vt *v, const char *word)
{
	int y, x, n = 0, scale = 1;
	if (!vt_find(v, word, &y, &x))
		return -1;
	for (x -= 2; x >= 0; x--, scale *= 10) {
		const char c = vt_cell(v, y, x).text[0];
		if (c < '0' || c > '9')
			break;
		n += scale * (c - '0');
	}
	return n;
}

/* What each game's person plays first, the words in which its opponents' searches grow, and so many
 * different numbers that are seen before them. */
static const struct {
	const char *game, *move, *words;
	int steps;
} games[] = {
	{ "hearts --view study -o passing=off", "", "deals", 2 },
	{ "chinese-checkers", ":n1-m5\r", "continuations", 8 },
	{ "abalone", ":b1c1\r", "moves ahead", 1 },
};

/* Searches of a millisecond can be watched: in words, at two sizes; then the move is made. */
static void
a_search_grows_before_its_move_is_made(void **state)
{
	for (size_t i = 0; i < 2 * sizeof games / sizeof *games; i++) {
		const size_t k = i / 2;
		char command[80];
		snprintf(command, sizeof command, "play %s --seed 5", games[k].game);
		struct vt *v =
			start(command, i % 2 ? 40 : 24, i % 2 ? 120 : 80, "1500ms");
		vt_keys(v, games[k].move);
		const int64_t until = clock_now_us() + VT_WAIT_US;
		int steps = 0, last = -1;
		while (steps < games[k].steps) {
			expect_in_time(v, until, games[k].words);
			vt_pump(v, 20);
			const int now = number_before(v, games[k].words);
			steps += now > last && on_screen(v, "is thinking");
			last = now;
		}
		expect_text(v, "It would play ");
		expect_text(v, "has played");
		expect_no_text(v, "medium:");
		leave(v);
	}
}

/* Space stops it, with its figures on the screen; . and , go through them; > until moves follow at
 * once, which lasts. */
static void
a_show_is_stopped_stepped_and_hurried(void **state)
{
	play_forget_config();
	struct vt *v = start("play chinese-checkers --seed 5", 40, 120, "6s");
	vt_keys(v, ":n1-m5\r");
	expect_text(v, "tries)");
	vt_keys(v, " ");
	expect_text(v, "is stopped. It has");
	const int at = number_before(v, "continuations");
	vt_keys(v, "..");
	expect_text(v, "step ");
	vt_settle(v, 50);
	const int later = number_before(v, "continuations");
	assert_true(later > at);
	vt_keys(v, ",,");
	vt_settle(v, 50);
	assert_int_equal(number_before(v, "continuations"), at);
	char *stands = vt_text(v);
	for (int ms = 0; ms < 600; ms += 20)
		vt_pump(v, 20);
	char *still = vt_text(v);
	assert_string_equal(stands, still);
	free(stands);
	free(still);
	vt_keys(v, "i"); /* the tree is of the end of the search */
	expect_text(v, "the whole search; the panel stands at step ");
	vt_keys(v, "q");
	expect_text(v, "is stopped. It has");
	vt_keys(v, ">>>>");
	expect_text(v, "moves are made at once");
	vt_keys(v, " ");
	expect_text(v, "Red to move");
	leave(v);
	v = play_start("play chinese-checkers --seed 5", 24, 80);
	expect_text(v, "moves follow at once");
	leave(v);
}

/* The numbers come with n, and stay until n. */
static void
the_numbers_are_behind_a_key(void **state)
{
	struct vt *v =
		start("play hearts --seed 5 --view study -o passing=off", 24, 80, "1s");
	expect_text(v, "has played. It had looked");
	expect_no_text(v, "depth ");
	vt_keys(v, "n");
	expect_text(v, "depth ");
	expect_text(v, "nodes ");
	expect_text(v, "done: 60 of 60 sims");
	leave(v);
	v = play_start("play hearts --seed 5 -o passing=off", 24, 80);
	expect_text(v, "the search from your seat");
	vt_keys(v, "n");
	expect_text(v, "numbers hidden");
	expect_no_text(v, "the search from your seat");
	leave(v);
}

/* A player is named by its level, or by its algorithm: never by its options. */
static void
no_options_are_on_the_table(void **state)
{
	static const int sizes[][2] = { { 24, 80 }, { 40, 120 }, { 60, 200 } };
	for (int i = 0; i < 3; i++) {
		struct vt *v = play_start("play hearts --seed 5 -o passing=off -s "
					  "E=pimc:worlds=2,sims=20,inner=(uct)",
					  sizes[i][0], sizes[i][1]);
		expect_text(v, "your turn");
		expect_text(v, "E");
		expect_no_text(v, "worlds=");
		expect_no_text(v, "sims=");
		leave(v);
	}
}

/* The percent behind a seat's letter, from column x on: of the last such letter. -1: none. */
static int
percent(struct vt *v, int y, int x, char letter)
{
	int at = -1, n = 0;
	for (int i = x; i < 119; i++)
		if (vt_cell(v, y, i).text[0] == letter &&
		    vt_cell(v, y, i + 1).text[0] == ' ')
			at = i;
	for (int i = at; at >= 0 && i < 120; i++) {
		const char c = vt_cell(v, y, i).text[0];
		if (c == '%')
			return n;
		n = c >= '0' && c <= '9' ? 10 * n + c - '0' : 0;
	}
	return -1;
}

/* What bars and graph say of each seat: false when one of them says nothing yet. */
static bool
read_wins(struct vt *v, int *bar, int *label)
{
	int bars_y, graph_y, x;
	if (!vt_find(v, "win, from your seat", &bars_y, &x) ||
	    !vt_find(v, "win probability over the game", &graph_y, &x))
		return false;
	for (int i = 0; i < 4; i++) {
		bar[i] = percent(v, bars_y + 1 + i / 2, x - 2, "SWNE"[i]);
		label[i] = percent(v, graph_y + 1 + i, x - 2, "SWNE"[i]);
		if (bar[i] < 0 || label[i] < 0)
			return false;
	}
	return true;
}

/* Two pictures in a row with the same difference are no half-drawn one. */
static void
expect_agreement(struct vt *v, int looks, int *read)
{
	int bar[4], label[4], before[4] = { 0 };
	bool differed = false;
	for (int i = 0; i < looks; i++) {
		vt_settle(v, 30);
		if (!read_wins(v, bar, label))
			continue;
		++*read;
		const bool differs = memcmp(bar, label, sizeof bar) != 0;
		const bool again = differed && memcmp(before, bar, sizeof bar) == 0;
		if (differs && again)
			vt_print(v);
		assert_false(differs && again);
		differed = differs;
		memcpy(before, bar, sizeof bar);
	}
}

/* While opponents think, at the person's turn, and looking back. */
static void
bars_and_graph_say_the_same(void **state)
{
	struct vt *v = play_start("play hearts --seed 5 -s N=easy -s E=easy -s W=easy "
				  "-o passing=off --delay 700",
				  40, 120);
	int read = 0;
	for (int k = 0; k < 2; k++) {
		expect_text(v, "your turn");
		expect_agreement(v, 10, &read);
		vt_keys(v, ENTER);
		expect_agreement(v, 80, &read);
	}
	assert_true(read > 3);
	vt_keys(v, "[[[");
	expect_text(v, "LOOKING BACK");
	read = 0;
	expect_agreement(v, 16, &read);
	assert_true(read > 3);
	leave(v);
}

/* How a solver comes closer to an equilibrium: a row of its panel, a picture where there is room;
 * nothing of it in FAIR until it is the person's own search. */
static void
a_solvers_gap_is_a_curve(void **state)
{
	static const struct {
		int h, w;
		const char *shown;
	} rows[] = { { 24, 80, "gap  " }, { 60, 200, "exploitability, 20.0k sims" } };
	for (int i = 0; i < 2; i++) {
		struct vt *v = play_start("play leduc --seed 3 -s 2=cfr:sims=100",
					  rows[i].h, rows[i].w);
		vt_keys(v, ":set numbers on\r");
		expect_text(v, "K♠");
		expect_no_text(v, rows[i].shown);
		vt_keys(v, ":hint cfr:sims=20k\r");
		expect_text(v, "hint by cfr");
		expect_text(v, rows[i].shown);
		leave(v);
	}
}

/* The cells of the bar in row k of the candidates, and the number at its end. */
static int
bar_cells(struct vt *v, int k, int *number)
{
	int y, x, h, w, cells = 0;
	vt_size(v, &h, &w);
	assert_true(vt_find(v, "wins %", &y, &x));
	const char *last = strrchr(vt_row(v, y + k), ' ');
	*number = last != NULL ? (int)strtol(last, NULL, 10) : -1;
	assert_true(vt_find(v, "candidates", &h, &x));
	for (; x < w; x++)
		cells += strcmp(vt_cell(v, y + k, x).text, "\xe2\x96\x88") == 0;
	return cells;
}

static const int both_sizes[][2] = { { 24, 80 }, { 40, 120 } };

/* The better the longer, from the best to the worst; a bound has an end and no bar. */
static void
a_bar_says_how_good_a_move_is(void **state)
{
	for (int i = 0; i < 2; i++) {
		struct vt *v = play_start("play abalone --seed 5", both_sizes[i][0],
					  both_sizes[i][1]);
		vt_keys(v, ":hint greedy\r");
		expect_text(v, "This is the hint by greedy.");
		vt_settle(v, 100);
		int number, before_number = 100, before = 1000, first = 0, last = 0;
		for (int k = 0; k < 6; k++) {
			const int cells = bar_cells(v, 1 + k, &number);
			assert_true(number > 0 && number <= before_number);
			assert_true(cells <= before);
			first = k == 0 ? cells : first;
			last = cells;
			before = cells;
			before_number = number;
		}
		assert_true(first >= 7 && last < first);
		leave(v);
		v = play_start("play minishogi --seed 5", both_sizes[i][0],
			       both_sizes[i][1]);
		vt_keys(v, ":hint maxn:depth=4\r");
		expect_text(v, "no more");
		expect_text(v, "better.");
		vt_settle(v, 100);
		expect_text(v, "\xe2\x97\x82");
		assert_int_equal(bar_cells(v, 2, &number), 0);
		assert_true(bar_cells(v, 1, &number) >= 7);
		leave(v);
	}
}

/* In FAIR the panel says whose thought it shows, in whole sentences. */
static void
fair_says_whose_thought_it_is(void **state)
{
	for (int i = 0; i < 2; i++) {
		struct vt *v = play_start("play hearts --seed 5 -o passing=off -s "
					  "W=pimc:time=60s -s N=easy -s E=easy",
					  both_sizes[i][0], both_sizes[i][1]);
		expect_text(v, "your turn");
		vt_keys(v, ENTER);
		expect_text(v, "West is thinking. You cannot");
		expect_text(v, "see its thoughts.");
		expect_text(v, "From your cards, hard would");
		expect_text(v, "of 30");
		expect_text(v, "what it may play");
		expect_no_text(v, "estimate");
		expect_text(v, i == 0 ? " points" : "points for West");
		leave(v);
	}
}

/* The graph has a place once it has something to show; before, the log has it. */
static void
the_graph_waits_for_eight_values(void **state)
{
	struct vt *v = play_start("watch abalone --seed 1 -s 1=easy -s 2=easy", 40, 120);
	expect_text(v, "1 Black");
	expect_no_text(v, "win probability over the game");
	expect_text(v, "win probability over the game");
	expect_text(v, " 9 Black");
	leave(v);
}

/* South leads the two of clubs, for it has to; taken back, it may choose. */
static void
an_only_move_is_played_by_itself(void **state)
{
	for (int i = 0; i < 2; i++) {
		struct vt *v = play_start("play hearts --seed 1 -o passing=off",
					  both_sizes[i][0], both_sizes[i][1]);
		expect_text(v, "your turn");
		vt_settle(v, 500);
		expect_no_text(v, "plays 2");
		vt_keys(v, ":set forced on\r");
		expect_text(v, "West is thinking");
		vt_keys(v, "u");
		expect_text(v, "taken back");
		vt_settle(v, 500);
		expect_text(v, "your turn");
		expect_no_text(v, "West is thinking");
		leave(v);
	}
}

/* Watching has a pace of its own, which the keys change where nobody plays. */
static void
watching_has_its_own_pace(void **state)
{
	struct vt *v = play_start("watch abalone --seed 1 -s 1=easy -s 2=easy", 24, 80);
	vt_keys(v, " ");
	expect_text(v, "PAUSED");
	vt_keys(v, ">>>>");
	expect_text(v, "moves are made at once");
	vt_keys(v, ":set speed\r");
	expect_text(v, "speed is 300ms");
	vt_keys(v, ":set watch-speed\r");
	expect_text(v, "watch-speed is 0");
	leave(v);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_search_grows_before_its_move_is_made,
						play_setup, play_teardown),
		cmocka_unit_test_setup_teardown(a_show_is_stopped_stepped_and_hurried,
						play_setup, play_teardown),
		cmocka_unit_test_setup_teardown(the_numbers_are_behind_a_key, play_setup,
						play_teardown),
		cmocka_unit_test_setup_teardown(no_options_are_on_the_table, play_setup,
						play_teardown),
		cmocka_unit_test_setup_teardown(bars_and_graph_say_the_same, play_setup,
						play_teardown),
		cmocka_unit_test_setup_teardown(a_solvers_gap_is_a_curve, play_setup,
						play_teardown),
		cmocka_unit_test_setup_teardown(a_bar_says_how_good_a_move_is, play_setup,
						play_teardown),
		cmocka_unit_test_setup_teardown(fair_says_whose_thought_it_is, play_setup,
						play_teardown),
		cmocka_unit_test_setup_teardown(the_graph_waits_for_eight_values,
						play_setup, play_teardown),
		cmocka_unit_test_setup_teardown(an_only_move_is_played_by_itself,
						play_setup, play_teardown),
		cmocka_unit_test_setup_teardown(watching_has_its_own_pace, play_setup,
						play_teardown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
