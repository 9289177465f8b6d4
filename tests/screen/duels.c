/* duels.c - games of Oshi-Zumo, Tron and Kuhn Poker at 80x24 by keys; what is secret stays
 * covered. */
#include "tests/screen/play.h"

struct count {
	int now, changes;
};

/* A bid of one coin, or what the cursor stands on. */
static void
bid_step(struct vt *v, void *self)
{
	struct count *coins = self;
	expect_steady(v, 25);
	const int now = number_after(v, "coins ");
	if (now >= 0 && now < coins->now) {
		coins->changes++;
		coins->now = now;
	}
	vt_keys(v, ENTER);
}

/* Straight on, or the only way. */
static void
tron_step(struct vt *v, void *self)
{
	int *steps = self;
	expect_steady(v, 25);
	const int step = number_after(v, "step ");
	*steps = step > *steps ? step : *steps;
	vt_keys(v, ENTER);
}

static void
a_bid_stays_covered_until_both_have_bid(void **state)
{
	struct vt *v = play_start("play oshi-zumo --seed 3 -s East=easy -o coins=12 "
				  "--delay 1 --no-animation",
				  24, 80);
	expect_text(v, "has bid, covered");
	assert_int_equal(number_after(v, "coins "), 12);
	assert_true(on_screen(v, "no bids yet"));
	expect_no_text(v, "East bids");
	expect_no_text(v, "bids W");
	/* The cursor's bid is hollow in the purse. */
	vt_keys(v, RIGHT);
	expect_text(v, "●●●●● ●●●●● ○○");
	vt_keys(v, RIGHT);
	expect_text(v, "●●●●● ●●●●○ ○○");
	vt_keys(v, ENTER);
	expect_text(v, "bids W 3");
	struct count coins = { .now = 12 };
	play_until(v, "game over", bid_step, &coins);
	const int rounds = coins.changes + 1; /* the last bid is not looked at */
	assert_in_range(rounds, 2, 13);
	leave(v);
}

/* At a bid or a bet a digit begins a number; of two digits too. */
static void
digits_are_numbers_of_bids(void **state)
{
	static const struct {
		const char *command, *ready, *keys, *typed, *done;
	} games[] = {
		{ "play spades --seed 1", "your turn: bid", "3", "move: 3", "/3" },
		{ "play spades --seed 1", "your turn: bid", "10", "move: 10", "/10" },
		{ "play goofspiel --seed 1 -s 2=easy", "has bid", "12", "move: 12",
		  "S 12" },
		{ "play oshi-zumo --seed 1 -s 2=easy", "has bid, covered", "07",
		  "move: 07", "bids W 7" },
		{ "play kuhn --seed 5 -s 2=easy", "bet 1", "2", "move: 2", "bets 1" },
	};
	for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
		struct vt *v = play_start(games[i].command, 24, 80);
		expect_text(v, games[i].ready);
		vt_keys(v, games[i].keys);
		expect_text(v, games[i].typed);
		vt_keys(v, ENTER);
		expect_text(v, games[i].done);
		leave(v);
	}
}

/* North has the jack and folds; it is not seen, and the next hand comes without a question. */
static void
a_folded_card_stays_hidden(void **state)
{
	play_enter_home();
	play_write_record("kuhn", "hands=3", "cfr:sims=2k", "fair", "1. * 2\n2. * 0\n");
	struct vt *v = play_start("play --load record.txt", 24, 80);
	expect_text(v, "hand 1 of 3");
	vt_keys(v, RIGHT ENTER);
	expect_text(v, "South wins 1");
	assert_true(on_screen(v, "╳??╳"));
	assert_false(on_screen(v, "Enter deals the next hand"));
	expect_text(v, "hand 2 of 3");
	leave(v);
}

/* Cards of poker are unseen, bids made at once are committed. */
static void
beliefs_say_what_is_hidden(void **state)
{
	struct vt *v = play_start("play leduc --seed 3 -s 2=cfr:sims=100", 24, 80);
	expect_text(v, "K♠");
	vt_keys(v, "b");
	expect_text(v, "─ unseen ─");
	leave(v);
	v = play_start("play goofspiel --seed 3 -s 1=easy", 24, 80);
	expect_text(v, "has bid");
	vt_keys(v, "b");
	expect_text(v, "─ choices ─");
	leave(v);
}

static void
a_game_of_tron_is_driven_with_arrows(void **state)
{
	struct vt *v = play_start("play tron --seed 3 -s Beta=easy -o width=7,height=7 "
				  "--ascii --delay 1 --no-animation",
				  24, 80);
	expect_text(v, "step 1 ");
	expect_text(v, "has chosen");
	vt_keys(v, UP ENTER);
	expect_text(v, "step 2 ");
	expect_text(v, "has chosen");
	vt_keys(v, RIGHT ENTER);
	expect_text(v, "step 3 ");
	expect_text(v, "#---A");
	int steps = 2;
	play_until(v, "game over", tron_step, &steps);
	assert_in_range(steps, 3, 24);
	leave(v);
}

/* A large terminal has larger cells; the mouse chooses a cell beside the head, which leaves a wall. */
static void
large_cells_and_the_mouse(void **state)
{
	int y, x;
	struct vt *v = play_start("play tron --seed 3 -s Beta=easy -o map=pillars "
				  "--delay 1 --no-animation",
				  50, 160);
	expect_text(v, "step 1 ");
	expect_text(v, "has chosen");
	assert_true(on_screen(v, "▓▓▓▓"));
	assert_true(vt_find(v, "↓", &y, &x));
	vt_click(v, y, x + 1); /* anywhere in the cell */
	vt_settle(v, 30);
	vt_keys(v, ENTER);
	expect_text(v, "step 2 ");
	assert_string_equal(vt_cell(v, y, x).text, "A");
	assert_string_equal(vt_cell(v, y, x + 2).text, " "); /* beside the wall */
	for (int up = 0; up <= 2; up++)
		for (int k = -1; k <= 1; k++)
			assert_int_equal(vt_cell(v, y - up, x + k).bg,
					 vt_cell(v, y, x).bg);
	assert_int_not_equal(vt_cell(v, y, x + 2).bg, vt_cell(v, y, x).bg);
	leave(v);
}

#define LEDUC "play leduc --seed 3 -s 1=human -s 2=cfr:sims=1k --delay 300 "

/* The strategy for all hands is a hint as any other; in the inspector it stands at every node
 * where a seat chooses. Equities are those counted in tests/search/cfr.c. */
static void
all_hands_of_a_seat(void **state)
{
	static const int size[][2] = { { 24, 80 }, { 40, 120 }, { 15, 40 } };
	for (int i = 0; i < 3; i++) {
		char settings[200];
		snprintf(settings, sizeof settings, "%s/config/plyscope/config.ini",
			 play_home);
		FILE *f = fopen(settings, "a");
		assert_non_null(f);
		fputs("hint = cfr:sims=1k,time=1m\n", f);
		fclose(f);
		struct vt *v = play_start(LEDUC, size[i][0], size[i][1]);
		const bool small = size[i][1] < 80;
		expect_text(v, small ? "[Ks]" : "K♠");
		vt_keys(v, small ? "R\t" : "R");
		expect_text(v, "h: a hint");
		assert_false(on_screen(v, "hands of"));
		vt_keys(v, "h");
		expect_text(v, "hands of South: by strength");
		expect_text(v,
			    "hint: bet 2"); /* a tree cut short has its lines elsewhere */
		expect_text(v, "Ks  100  70");
		expect_text(v, "Js  100  30");
		expect_text(v, "Ks: range 100 %, equity 70 %");
		vt_keys(v, "}}");
		expect_text(v, "Qs: range 100 %, equity 50 %");
		vt_keys(v, "i"); /* with a row of the tree, not of the moves */
		assert_true(vt_wait_any(v, (const char *const[]){ "-South check",
								  "+South check",
								  NULL }) >= 0);
		vt_keys(v, "R");
		expect_text(v, "hands of North: by strength");
		vt_keys(v, DOWN DOWN DOWN DOWN); /* the end of the hand has none */
		expect_no_text(v, "hands of");
		assert_true(on_screen(v, "North fold"));
		vt_keys(v, UP);
		expect_text(v, "hands of North: by strength");
		vt_keys(v, "R");
		expect_text(v, "back to the position");
		leave(v);
		play_teardown(state);
		play_setup(state);
	}
}

/* North's strategy, by whatever search, is not for South's eyes until it studies. */
static void
fair_shows_no_hands_of_an_opponent(void **state)
{
	struct vt *v =
		play_start("play leduc --seed 3 -s 1=human -s 2=cfr:sims=100M,time=1m",
			   24, 80);
	expect_text(v, "K♠");
	vt_keys(v, "R" ENTER);
	expect_text(v, "in FAIR only your own");
	expect_no_text(v, "hands of");
	vt_keys(v, "V");
	expect_text(v, "hands of North: by strength");
	expect_text(v, "[STUDY: thoughts]");
	assert_true(on_screen(v, "╳??╳"));
	leave(v);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_bid_stays_covered_until_both_have_bid,
						play_setup, play_teardown),
		cmocka_unit_test_setup_teardown(digits_are_numbers_of_bids, play_setup,
						play_teardown),
		cmocka_unit_test_setup_teardown(a_folded_card_stays_hidden, play_setup,
						play_teardown),
		cmocka_unit_test_setup_teardown(beliefs_say_what_is_hidden, play_setup,
						play_teardown),
		cmocka_unit_test_setup_teardown(a_game_of_tron_is_driven_with_arrows,
						play_setup, play_teardown),
		cmocka_unit_test_setup_teardown(all_hands_of_a_seat, play_setup,
						play_teardown),
		cmocka_unit_test_setup_teardown(fair_shows_no_hands_of_an_opponent,
						play_setup, play_teardown),
		cmocka_unit_test_setup_teardown(large_cells_and_the_mouse, play_setup,
						play_teardown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
