/*
 * learn.c - your moves told back, on the screen: what a move cost beside it and in the log, and after the game the dearest decisions once more; and whose win probability is shown.
 */
#include "tests/screen/play.h"

/* White gives men away against a player that takes them. */
#define BREAKTHROUGH \
	"play breakthrough -o rows=5 -o columns=4 --seed 3 -s 2=greedy --delay 0ms"

/* Hearts, trick 4: East has led the three of spades, the fifth spade, and South holds the queen, the
 * jack and the ten; the king and the ace are to come. */
static const char queen_hand[] =
	"[Game \"hearts\"]\n[Variant \"seats=4,passing=auto\"]\n[Seat1 \"human\"]\n"
	"[Seat2 \"easy\"]\n[Seat3 \"easy\"]\n[Seat4 \"easy\"]\n"
	"[Seed \"3245872294\"]\n[View \"fair\"]\n[Date \"2026-11-28 01:52:22\"]\n"
	"[Result \"*\"]\n\n"
	"1. * 1002587371\n"
	"2. W 6C+KS+AS\n"
	"3. N AC+AD+AH\n"
	"4. E QC+KC+QS\n"
	"5. S JC+JD+KD\n"
	"6. W 2C\n"
	"7. N 9C\n"
	"8. E AC\n"
	"9. S KC\n"
	"10. E 8C\n"
	"11. S QC\n"
	"12. W TC\n"
	"13. N 6C\n"
	"14. S 8S\n"
	"15. W 7S\n"
	"16. N 5S\n"
	"17. E 9S\n"
	"18. E 3S\n";

static struct vt *
start_queen_hand(int h, int w)
{
	struct vt *v = play_loaded(queen_hand, h, w);
	expect_text(v, "trick 4/13");
	return v;
}

/* A line below the board, until the next own move, and while others move; the coach is remembered. */
static void
what_a_move_cost_stands_on_the_board(void **state)
{
	static const int sizes[][2] = { { 24, 80 }, { 40, 120 } };
	for (size_t i = 0; i < 2; i++) {
		struct vt *v = play_start(BREAKTHROUGH, sizes[i][0], sizes[i][1]);
		expect_text(v, "White to move");
		vt_keys(v, "v");
		expect_text(v, "coach on");
		vt_keys(v, ":a2-a3\r");
		expect_text(v, "a2-a3");
		expect_text(v, "ply 2");
		vt_keys(v, ":c2-c3\r");
		expect_text(v, "c2-c3 cost ");
		expect_text(v, " was better.");
		assert_int_equal(on_screen(v, "u takes it back."), sizes[i][1] > 80);
		assert_true(on_screen(v, "help used"));
		vt_keys(v, "u");
		expect_text(v, "taken back");
		expect_no_text(v, "c2-c3 cost ");
		leave(v);
		v = play_start(BREAKTHROUGH, sizes[i][0], sizes[i][1]);
		expect_text(v, "the coach is on, v turns it off");
		vt_keys(v, ":c2-c3\r");
		expect_text(v, "c2-c3");
		expect_text(v, "ply 2");
		expect_text(v, "help used");
		vt_keys(v, "v");
		expect_text(v, "coach off");
		leave(v);
		v = play_start("", sizes[i][0], sizes[i][1]);
		expect_text(v, "Coach: off");
		vt_keys(v, ":set coach on\r");
		expect_text(v, "coach is on: ");
		expect_text(v, "Coach: on");
		vt_keys(v, ":set coach off\r");
		leave(v);
	}
}

/* The queen of spades to the sixth spade: a hand of Hearts at 80x24. The verdict stands below the
 * cards, as cards are written; the teacher takes her back twice a hand and no more. */
static void
the_queen_is_told_of(void **state)
{
	struct vt *v = start_queen_hand(24, 80);
	vt_keys(v, "v");
	expect_text(v, "coach on");
	vt_keys(v, ":QS\r");
	expect_text(v, "Q\u2660 cost about ");
	vt_keys(v, "u");
	expect_text(v, "your turn");
	vt_keys(v, ":coach 3\r");
	expect_text(v, "takes back a move that costs 3 or more");
	vt_keys(v, ":QS\r");
	expect_text(v, "taken back: it costs about ");
	expect_text(v, "your turn");
	vt_keys(v, ":QS\r"); /* she was meant */
	expect_text(v, "Q\u2660 cost about ");
	leave(v);
	v = play_start("", 24, 80); /* and kept */
	expect_text(v, "Play Hearts");
	vt_keys(v, ":stats\r");
	expect_text(v, "my results");
	expect_text(v, "hearts, 20");
	expect_text(v, "the queen");
	leave(v);
}

/* On the card itself a flag with the cost, and in one line below the hand, where no hint has its marks;
 * a card as good as its neighbour has its neighbour's cost. */
static void
the_verdict_stands_on_the_card(void **state)
{
	static const int sizes[][2] = { { 24, 80 }, { 40, 120 } };
	for (size_t i = 0; i < 2; i++) {
		struct vt *v = start_queen_hand(sizes[i][0], sizes[i][1]);
		int y, x;
		vt_keys(v, ":set trick 60s\r:coach on\r:QS\r");
		expect_text(v, "Q\u2660 cost about ");
		assert_true(vt_find(v, "Q\u2660 cost about ", &y, &x));
		assert_int_equal(y, sizes[i][0] - 3);  /* the board's last line */
		assert_true(vt_find(v, " +", &y, &x)); /* the flag */
		assert_true(y < sizes[i][0] - 8 && vt_cell(v, y, x + 1).reverse);
		vt_keys(v, "u");
		expect_text(v, "taken back");
		vt_keys(v, ":hint easy\r");
		expect_text(v, "hint: ");
		expect_text(v, "= best");
		expect_text(v, "points lost");
		assert_false(on_screen(v, "few samples"));
		vt_keys(v, ":JS\r");
		expect_text(v, "J\u2660: ");
		expect_no_text(v, "unknown");
		leave(v);
	}
}

/* After a hand, not only after a match: the box names two keys that work at once. */
static void
a_hand_teaches_at_once(void **state)
{
	static const int sizes[][2] = { { 24, 80 }, { 40, 120 } };
	for (size_t i = 0; i < 2; i++) {
		struct vt *v = start_queen_hand(sizes[i][0], sizes[i][1]);
		vt_keys(v, ":QS\r");
		expect_text(v, "trick 5/13");
		vt_keys(v, "Fhand\r");
		expect_text(v, "the hand is over");
		expect_text(v, "A     what each move cost");
		expect_text(v, "L     your three costliest moves again");
		expect_text(v, "Enter deals the next hand");
		vt_keys(v, "A");
		expect_text(v, "judged");
		expect_text(v, "\u2502");
		vt_keys(v, "qL");
		expect_text(v, "learn from your mistakes");
		expect_text(v, "question 1 of ");
		expect_text(v, "found 0");
		assert_true(on_screen(v, "trick 4/13"));
		assert_false(on_screen(v, "takes it")); /* the trick before is gone */
		vt_keys(v, ":JS\r");
		expect_text(v, "found 1");
		for (int k = 0; k < 3 && !on_screen(v, "You found"); k++) {
			vt_keys(v, ENTER);
			vt_settle(v, 50);
			if (on_screen(v, "pass 3 cards"))
				vt_keys(v, ":JC+JD+KD\r"); /* as in the game */
			else if (on_screen(v, "What would you do"))
				vt_keys(v, ENTER);
			vt_settle(v, 50);
		}
		expect_text(v, "You found 1 of ");
		expect_text(v, "Q\u2660 cost about ");
		expect_text(v, "Before you play a spade");
		vt_keys(v, ENTER);
		expect_text(v, "the hand is over");
		vt_keys(v, ENTER);
		expect_text(v, "hand 2");
		leave(v);
	}
}

static void
the_dearest_decisions_come_again_as_questions(void **state)
{
	static const int sizes[][2] = { { 24, 80 }, { 40, 120 } };
	for (size_t i = 0; i < 2; i++) {
		struct vt *v = play_start(BREAKTHROUGH, sizes[i][0], sizes[i][1]);
		expect_text(v, "White to move");
		vt_keys(v, ":a2-a3\r");
		vt_settle(v, 100);
		vt_keys(v, ":c2-c3\r");
		expect_text(v, "ply 4");
		vt_keys(v, "F\r"); /* what the program plays is not asked */
		expect_text(v, "game over");
		expect_text(v, "Learn from mistakes");
		vt_keys(v, "L");
		expect_text(v, "question 1 of ");
		assert_true(on_screen(v, "You are White: after ply "));
		assert_true(on_screen(v, "What would you do now?"));
		assert_false(on_screen(v, "In the game you played"));
		vt_keys(v, ":a1-d4\r");
		expect_text(v, "a1-d4"); /* no move: the question stays */
		assert_true(on_screen(v, "What would you do now?"));
		vt_keys(v, "'");
		expect_text(v, "move:");
		vt_keys(v, "c2xd3\r");
		expect_text(v, "In the game you played");
		expect_text(v, "chooses");
		assert_true(on_screen(v, "which cost "));
		vt_keys(v, "q");
		expect_text(v, "Learn from mistakes");
		vt_keys(v, "G"); /* what the same judge said of them */
		expect_text(v, "costliest decisions");
		leave(v);
	}
}

static void
whose_win_is_shown_is_remembered(void **state)
{
	struct vt *v = play_start("play hearts --seed 3", 24, 80);
	expect_text(v, "picked");
	vt_keys(v, "W");
	expect_text(v, "win probabilities of the hand");
	leave(v);
	v = play_start("play hearts --seed 3", 24, 80);
	expect_text(v, "picked");
	vt_keys(v, "W");
	expect_text(v, "win probabilities of the match");
	leave(v);
}

/* Where the bars would be, for as long as the player of the hints cannot play the game. */
static void
why_no_win_probability_is_shown(void **state)
{
	struct vt *v = play_start("play hearts --seed 3", 24, 80);
	expect_text(v, "picked");
	vt_keys(v, ":set hint maxn\r");
	leave(v);
	v = play_start("play hearts --seed 3", 24, 80); /* its first decision, too */
	expect_text(v, "│ maxn needs perfect");
	vt_keys(v, ":hint easy\r");
	expect_text(v, "match win, by the hint");
	vt_keys(v, "1\r");
	expect_text(v, "match win, from your seat");
	leave(v);
}

/* A drill: a call by its key is judged, Enter brings the next spot, an amount is asked for; and any
 * screen opens one. */
static void
spots_are_answered_by_keys(void **state)
{
	struct vt *v = play_start("drill holdem --seed 3 --kind raise", 24, 80);
	expect_text(v, "Spot: a raise before the flop");
	expect_text(v, "A call costs 200 into a pot of");
	vt_keys(v, "k");
	expect_text(v, " of 1 good, ");
	expect_text(v, "Enter goes on");
	vt_keys(v, "\r");
	expect_text(v, "spot 2");
	vt_keys(v, "2"); /* the first digit of an amount */
	expect_text(v, "bet or raise to");
	vt_keys(v, ".5x\r");
	expect_text(v, " of 2 good, ");
	vt_keys(v, ":drill bluff\r");
	expect_text(v, "--kind: expected open");
	vt_keys(v, ":drill turn\r");
	expect_text(v, "Spot: a bet on the turn");
	leave(v);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(spots_are_answered_by_keys),
		cmocka_unit_test_setup_teardown(what_a_move_cost_stands_on_the_board,
						play_setup, play_teardown),
		cmocka_unit_test_setup_teardown(the_queen_is_told_of, play_setup,
						play_teardown),
		cmocka_unit_test_setup_teardown(the_verdict_stands_on_the_card,
						play_setup, play_teardown),
		cmocka_unit_test_setup_teardown(a_hand_teaches_at_once, play_setup,
						play_teardown),
		cmocka_unit_test_setup_teardown(
			the_dearest_decisions_come_again_as_questions, play_setup,
			play_teardown),
		cmocka_unit_test_setup_teardown(whose_win_is_shown_is_remembered,
						play_setup, play_teardown),
		cmocka_unit_test_setup_teardown(why_no_win_probability_is_shown,
						play_setup, play_teardown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
