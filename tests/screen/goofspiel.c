/*
 * goofspiel.c - a whole game of Goofspiel at 80x24 through keys alone, with the secret bid; and
 * the matrix of two searches while they think.
 */
#include "tests/screen/play.h"

static bool
wants_a_bid(struct vt *v, int round)
{
	return number_after(v, "round ") == round && on_screen(v, "North has bid");
}

/* North chooses first and its card stays secret until South has bid too: the row of North's
 * cards is whole, nothing of its search is shown, and only then both bids stand in the log. */
static void
a_game_of_goofspiel_is_bid_in_secret_with_keys(void **state)
{
	struct vt *v = play_start("play goofspiel --seed 3 -o cards=5 "
				  "-s 2=smmcts:policy=rm,sims=2k --delay 1",
				  24, 80);
	for (int bids = 0; bids < 5; bids++) {
		char log[40];
		expect_state(v, wants_a_bid, bids + 1, "a round that wants a bid");
		assert_true(on_screen(v, "chooses a bid"));
		snprintf(log, sizeof log, "round  %d  prize", bids + 1);
		assert_false(on_screen(v, log));
		if (bids == 0) {
			assert_true(on_screen(v, "1    2    3    4    5"));
			vt_keys(v, "M");
			expect_text(v, "matrix: values");
			assert_true(on_screen(v, "h: a hint"));
			expect_no_text(v, "k sims");
			vt_keys(v, "MM");
			expect_text(v, "the matrix is hidden");
		}
		vt_keys(v, bids % 2 == 0 ? ENTER : RIGHT ENTER);
		expect_text(v, bids < 4 ? log : "game over");
	}
	expect_text(v, "game over");
	expect_text(v, "prize you bid your");
	expect_text(v, "Against perfect play your bids cost");
	leave(v);
}

/* Nobody sits: everything may be seen, numbers where there is room. */
static void
two_searches_show_their_matrix(void **state)
{
	struct vt *v = play_start("watch goofspiel --seed 3 -o cards=4,payoff=win-loss "
				  "-s 1=smmcts:policy=rm+,sims=20k "
				  "-s 2=smmcts:policy=oos,sims=20k --delay 60000",
				  50, 160);
	expect_text(v, "from equilibrium");
	assert_true(on_screen(v, "South rows  North columns"));
	expect_text(v, "South bids"); /* the last thing said for a minute */
	vt_keys(v, "M");
	expect_text(v, "the matrix: value of each pair of moves");
	assert_true(on_screen(v, "from equilibrium"));
	expect_no_text(v, "candidates");
	vt_keys(v, "M");
	expect_text(v, "matrix: simulations");
	vt_keys(v, "M");
	expect_text(v, "candidates");
	leave(v);
}

/* Five rows a card where there is room, three where there is none. */
static void
cards_are_as_large_as_there_is_room(void **state)
{
	static const struct {
		int h, w, rows;
	} sizes[] = { { 24, 80, 3 }, { 60, 200, 5 } };
	for (int i = 0; i < 2; i++) {
		int top, x, bottom;
		struct vt *v = play_start("play goofspiel --seed 1 -s 2=easy", sizes[i].h,
					  sizes[i].w);
		expect_text(v, "chooses a bid");
		vt_settle(v, 200);
		assert_true(vt_find(v, " 13", &top, &x)); /* North's highest */
		const int paper = vt_cell(v, top, x + 2).bg;
		while (vt_cell(v, top - 1, x + 2).bg == paper)
			top--;
		for (bottom = top; vt_cell(v, bottom + 1, x + 2).bg == paper;)
			bottom++;
		assert_int_equal(bottom - top + 1, sizes[i].rows);
		if (sizes[i].h == 60) /* in the middle of a large window */
			assert_true(top > 10);
		leave(v);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
			a_game_of_goofspiel_is_bid_in_secret_with_keys, play_setup,
			play_teardown),
		cmocka_unit_test_setup_teardown(two_searches_show_their_matrix,
						play_setup, play_teardown),
		cmocka_unit_test_setup_teardown(cards_are_as_large_as_there_is_room,
						play_setup, play_teardown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
