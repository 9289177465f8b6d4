/*
 * thinking.c - thinking that can be watched: in a game as a newcomer starts it, at 80x24, the
 * figures of the panel move while an opponent's move is held back, and at the person's turn.
 */
#include "tests/screen/play.h"

#define THINKS_ON "thinks on"

/* The number behind a word of the panel, with its k or M; 0: the word is not there. */
static double
figure(struct vt *v, const char *word)
{
	char *all = vt_text(v), *rest = NULL;
	double x = 0;
	for (char *line = strtok_r(all, "\n", &rest); line;
	     line = strtok_r(NULL, "\n", &rest)) {
		char *at = strstr(line, word), *end;
		if (!at)
			continue;
		x = strtod(at + strlen(word), &end);
		x *= *end == 'k' ? 1e3 : *end == 'M' ? 1e6 : 1;
		break;
	}
	free(all);
	return x;
}

/* Waits until the figure is larger than it was, `times` times, while `held` is on the screen. */
static void
expect_growth(struct vt *v, const char *word, const char *held, int times)
{
	const int64_t until = clock_now_us() + VT_WAIT_US;
	double last = 0;
	for (int grown = 0; grown < times;) {
		expect_in_time(v, until, word);
		vt_pump(v, 20);
		const double now = on_screen(v, held) ? figure(v, word) : 0;
		grown = now == 0 ? 0 : grown + (now > last && last > 0);
		last = now;
	}
}

static struct vt *
start(const char *command)
{
	struct vt *v = play_start(command, 24, 80);
	vt_keys(v, ":set think-on on\r");
	expect_text(v, "think-on is on");
	return v;
}

/* What each game's person plays first. */
static const struct {
	const char *game, *move;
	bool hidden;
} games[] = {
	{ "hearts", "", true },
	{ "spades", ":3\r", true },
	{ "abalone", ":b1c1\r", false },
	{ "chinese-checkers", ":n1-m5\r", false },
};

/* In FAIR the search behind the bars, which is one of the person's own seat. */
static void
figures_move_while_an_opponent_thinks(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
		char command[80];
		snprintf(command, sizeof command, "play %s --seed 5", games[i].game);
		struct vt *v = start(command);
		vt_keys(v, ":set speed 4s\r");
		vt_keys(v, games[i].move);
		if (games[i].hidden)
			expect_growth(v, "nodes ", "thinks medium", 2);
		else
			expect_growth(v, "nodes ", THINKS_ON, 2);
		leave(v);
	}
}

/* Of an opponent whose cards may be seen: its own player goes on, and what it was allowed is
 * said. */
static void
a_capped_search_says_so_and_goes_on(void **state)
{
	(void)state;
	struct vt *v = start("play hearts --seed 5 --view study --delay 5s");
	expect_text(v, "done: 60 of 60 sims");
	expect_growth(v, "nodes ", THINKS_ON, 2);
	assert_true(on_screen(v, "done: 60 of 60 sims"));
	leave(v);
	v = start("play abalone --seed 5");
	vt_keys(v, ":set speed 5s\r:b1c1\r");
	expect_text(v, "done: 2000 of 2000 nodes");
	expect_growth(v, "depth ", THINKS_ON, 1);
	leave(v);
}

static void
the_judge_goes_on_at_the_persons_turn(void **state)
{
	(void)state;
	struct vt *v = start("play hearts --seed 5");
	expect_text(v, "East has chosen");
	expect_growth(v, "nodes ", "\xe2\x96\xb6 S  you", 2);
	leave(v);
	v = start("play abalone --seed 5");
	expect_growth(v, "by the judge, d", "Black to move", 1);
	leave(v);
}

/* The time a table holds a move back is not the search's. */
static void
no_search_takes_more_time_than_it_is_given(void **state)
{
	(void)state;
	struct vt *v = start("play hearts --seed 5 --delay 2s");
	const int64_t until = clock_now_us() + 3000000;
	int pictures = 0;
	while (clock_now_us() < until) {
		vt_pump(v, 20);
		if (!on_screen(v, "s/0.3s") || !on_screen(v, "worlds=3"))
			continue; /* half drawn, or no search yet */
		pictures++;
		assert_true(figure(v, "time ") <= 0.3);
	}
	assert_true(pictures > 10);
	leave(v);
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
expect_agreement(struct vt *v, int64_t until, int *read)
{
	int bar[4], label[4], before[4] = { 0 };
	bool differed = false;
	while (clock_now_us() < until) {
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
	(void)state;
	struct vt *v = play_start("play hearts --seed 5 -s N=easy -s E=easy -s W=easy "
				  "-o passing=off --delay 700",
				  40, 120);
	int read = 0;
	for (int k = 0; k < 2; k++) {
		expect_text(v, "your turn");
		expect_agreement(v, clock_now_us() + 300000, &read);
		vt_keys(v, ENTER);
		expect_agreement(v, clock_now_us() + 2500000, &read);
	}
	assert_true(read > 20);
	vt_keys(v, "[[[");
	expect_text(v, "LOOKING BACK");
	read = 0;
	expect_agreement(v, clock_now_us() + 500000, &read);
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
	(void)state;
	for (int i = 0; i < 2; i++) {
		struct vt *v = play_start("play leduc --seed 3 -s 2=cfr:sims=100",
					  rows[i].h, rows[i].w);
		expect_text(v, "[Ks]");
		expect_no_text(v, rows[i].shown);
		vt_keys(v, ":hint cfr:sims=20k\r");
		expect_text(v, "hint: cfr:sims=20k");
		expect_text(v, rows[i].shown);
		leave(v);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(figures_move_while_an_opponent_thinks,
						play_setup, play_teardown),
		cmocka_unit_test_setup_teardown(a_capped_search_says_so_and_goes_on,
						play_setup, play_teardown),
		cmocka_unit_test_setup_teardown(the_judge_goes_on_at_the_persons_turn,
						play_setup, play_teardown),
		cmocka_unit_test_setup_teardown(
			no_search_takes_more_time_than_it_is_given, play_setup,
			play_teardown),
		cmocka_unit_test_setup_teardown(bars_and_graph_say_the_same, play_setup,
						play_teardown),
		cmocka_unit_test_setup_teardown(a_solvers_gap_is_a_curve, play_setup,
						play_teardown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
