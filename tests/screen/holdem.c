/*
 * holdem.c - a session of hold'em on the terminal: by keys with typed amounts, by clicks, an all-in
 * street by street, a showdown, undo, resume after kill -9, and that the unseen hand leaves no
 * trace on the FAIR screen.
 *
 * Seed 7 deals South, who has the button, ace-six suited.
 */
#include "src/base/text.h"
#include "tests/scale.h"
#include "tests/screen/play.h"

#define GAME "play holdem --seed 7 -s 2=equity:sims=10 --delay 300"
/* To the flop in a record, with North's hand. */
#define FLOP "1. * %s|As6s\n2. S r300\n3. N c\n4. * 7c9h7s\n"

static struct vt *
start(const char *extra, int h, int w)
{
	char command[200];
	snprintf(command, sizeof command, GAME " %s", extra);
	struct vt *v = play_start(command, h, w);
	expect_text(v, "ace-six suited");
	return v;
}

static void
amounts_are_typed_and_refused(void **state)
{
	struct vt *v = start("", 24, 80);
	expect_text(v, "to call 50, odds 25 %");
	expect_text(v, "min  half  pot  all  200 to 20,000");
	vt_keys(v, "r");
	expect_text(v, "bet or raise to");
	vt_keys(v, "150" ENTER);
	expect_text(v, "'150' is 150 chips: expected 200 to 20000");
	expect_text(v, "to call 50, odds 25 %"); /* the hand is kept */
	vt_keys(v, "r4.5bb" ENTER);
	expect_text(v, "bet 1,350");
	vt_keys(v, "k");
	expect_text(v, "[k] check"); /* the flop, and North has checked */
	vt_keys(v, "f");
	expect_text(v, "there is nothing to call: k checks");
	leave(v);
}

static void
arrows_and_digits_set_the_amount(void **state)
{
	struct vt *v = start("", 24, 80);
	expect_text(v, "[r] raise to 200");
	vt_keys(v, UP);
	expect_text(v, "[r] raise to 300");
	vt_keys(v, UP UP);
	expect_text(v, "[r] raise to 500");
	vt_keys(v, DOWN);
	expect_text(v, "[r] raise to 400");
	vt_keys(v, "B");
	expect_text(v, "[r] raise to 4 bb");
	vt_keys(v, "4"); /* the first digit of an amount */
	expect_text(v, "pot min all): 4");
	vt_keys(v, "50" ENTER);
	expect_text(v, "bet 13.5 bb");
	leave(v);
}

static void
buttons_are_clicked(void **state)
{
	int y, x;
	struct vt *v = start("", 24, 80);
	expect_text(v, "half  pot");
	assert_true(vt_find(v, "half  pot", &y, &x));
	vt_click(v, y, x + 6);
	expect_text(v, "raise to 300: Enter");
	assert_true(vt_find(v, "[r] raise", &y, &x));
	vt_click(v, y, x + 4);
	expect_text(v, "bet 900");
	leave(v);
}

/* By seed 8 North calls; a deal is seen after the other, with shares, then who wins, and the next
 * hand comes without a question. */
static void
an_all_in_runs_out(void **state)
{
	struct vt *v = play_start("play holdem --seed 8 -s 2=equity:sims=20", 24, 80);
	expect_text(v, "to call 50");
	vt_keys(v, "rall" ENTER);
	expect_text(v, " %  "); /* whole, below the words */
	expect_text(v, "North wins 20,000   South -20,000 so far");
	expect_text(v, "a pair of kings");
	expect_text(v, "hand 2 of 20");
	expect_text(v, "South -20,000 so far");
	expect_text(v, "??");
	leave(v);
}

static void
a_hand_is_taken_back(void **state)
{
	struct vt *v = start("", 24, 80);
	vt_keys(v, "r450" ENTER);
	expect_text(v, "bet 1,350");
	vt_keys(v, "u");
	expect_text(v, "to call 50, odds 25 %");
	vt_keys(v, "f");
	expect_text(v, "hand 2 of 20");
	leave(v);
}

static void
a_killed_hand_resumes(void **state)
{
	struct vt *v = start("", 24, 80);
	vt_keys(v, "r450" ENTER);
	expect_text(v, "bet 1,350");
	expect_text(v, "[k] call 900");
	vt_signal(v, SIGKILL);
	expect_exit(v, 128 + SIGKILL);
	vt_close(v);
	v = play_start("", 24, 80);
	expect_text(v, "Hold'em");
	vt_keys(v, DOWN ENTER); /* the second line resumes */
	expect_text(v, "bet 1,350");
	leave(v);
}

/* A session: several hands by keys alone, with showdowns and folds. */
static void
hands_follow_each_other(void **state)
{
	struct vt *v = play_start("play holdem --seed 7 -s 2=equity:sims=10 -o hands=3 "
				  "--delay 1",
				  24, 80);
	expect_text(v, "ace-six suited");
	for (int k = 0; k < 60 && !on_screen(v, "game over"); k++) {
		vt_keys(v, "k");
		vt_settle(v, 100);
	}
	expect_text(v, "game over");
	expect_text(v, "in the pot"); /* nothing is cut off */
	expect_text(v, "mbb/g");
	expect_text(v, "(VPIP), raised");
	expect_text(v, "on the button");
	expect_text(v, "without the luck of the cards");
	leave(v);
}

/* Calls, but folds to the bet of half a pot. */
static void
call_or_fold(struct vt *v, void *self)
{
	if (on_screen(v, "[k] c"))
		vt_keys(v, on_screen(v, "[k] call 100 ") ? "f" : "k");
	vt_settle(v, 100);
}

/* To the summary, once all is judged. */
static void
play_to_the_end(struct vt *v)
{
	play_until(v, "game over", call_or_fold, NULL);
	expect_text(v, "costliest decisions, in big blinds");
	assert_true(vt_wait_gone(v, " judged"));
}

/* All of a session by keys alone: a typed amount, a refused one, kill -9, resume, undo, an all-in
 * whose cards come one by one, a showdown, the summary, and the tree of what cost most. */
static void
a_session_from_first_to_last(void **state)
{
	if (scale_is("slow"))
		skip();
	struct vt *v = play_start("play holdem --seed 8 -s 2=equity:sims=20 -o hands=3 "
				  "--delay 1",
				  24, 80);
	expect_text(v, "to call 50");
	vt_keys(v, "r2.5bb" ENTER);
	expect_text(v, "[k] call 500");
	vt_signal(v, SIGKILL);
	expect_exit(v, 128 + SIGKILL);
	vt_close(v);
	v = play_start("", 24, 80);
	expect_text(v, "Hold'em");
	vt_keys(v, DOWN ENTER); /* the second line resumes */
	expect_text(v, "[k] call 500");
	vt_keys(v, "k");
	expect_text(v, "two pair, tens and sevens");
	vt_keys(v, "u");
	expect_text(v, "[k] call 500");
	vt_keys(v, "r800" ENTER);
	expect_text(v, "'800' is 800 chips: expected 1250 to 20000");
	vt_keys(v, "k");
	expect_text(v, "[k] call 1,500");
	vt_keys(v, "rall" ENTER);
	expect_text(v, " %  ");
	expect_text(v, "a full house");
	expect_text(v, "South +20,000 so far");
	play_to_the_end(v);
	expect_text(v, "3 hands: ");
	expect_text(v, "with 1 all-in evened out");
	expect_text(v, "showdowns 2, won 2; folded 1");
	expect_text(v, "  best fold");
	vt_keys(v, "G" ENTER);
	expect_text(v, "inspect  modicum");
	expect_text(v, "> South fold"); /* what the judge preferred */
	vt_keys(v, "q");
	expect_text(v, "costliest decisions");
	leave(v);
}

/* The sheet has a row for each hand that is over; a click on it, or :hand, looks back at its first
 * decision, and ] goes on from there. */
static void
hands_are_stepped_through(void **state)
{
	int y, x;
	struct vt *v = start("", 40, 120);
	vt_keys(v, "f");
	expect_text(v, "the hands so far");
	expect_text(v, "hand 2 of 20");
	assert_true(vt_find(v, "-50   -50", &y, &x));
	vt_click(v, y, x + 3);
	expect_text(v, "hand 1 of 20");
	expect_text(v, "move 2 of");
	vt_keys(v, "]");
	expect_text(v, "hand 2 of 20");
	vt_keys(v, ":hand 1" ENTER);
	expect_text(v, "hand 1 of 20");
	vt_keys(v, ":hand 9" ENTER);
	expect_text(v, "hand 9: expected the number of a hand of this game");
	leave(v);
}

/* Lines divide the hands of the win graph; the sheet counts chips. */
static void
hands_stand_apart_on_the_graph(void **state)
{
	int y, x, lines = 0;
	struct vt *v = play_start("watch holdem --seed 5 -o hands=6 -s 1=easy -s 2=easy "
				  "--delay 1",
				  40, 120);
	expect_text(v, "game over");
	vt_keys(v, "q");
	expect_text(v, "chips of each, and the total");
	expect_text(v, "win probability over");
	assert_true(vt_find(v, "win probability over", &y, &x));
	expect_steady(v, 200);
	for (int k = x + 4; k < x + 48; k++)
		lines += strcmp(vt_cell(v, y + 1, k).text, "│") == 0 ||
			 strcmp(vt_cell(v, y + 3, k).text, "│") == 0 ||
			 strcmp(vt_cell(v, y + 5, k).text, "│") == 0;
	assert_in_range(lines, 3, 5);
	leave(v);
}

static void
small_and_plain_terminals_have_all(void **state)
{
	struct vt *v = start("--ascii", 15, 40);
	expect_text(v, "f fold  k call 50  r to 200");
	expect_text(v, "[As] [6s]");
	leave(v);
}

/* Aces thrown away, and all chips called with seven-two: both are below what one may choose. */
static void
a_small_terminal_lists_what_cost_most(void **state)
{
	play_enter_home();
	play_write_record("holdem", "hands=2", "equity:sims=10", "fair",
			  "1. * 7c2d|AhAd\n2. S r300\n3. N r900\n4. S f\n"
			  "5. * 7h2s|KhKs\n6. N r20000\n7. S c\n8. * Tc9d3s\n9. * Jc\n"
			  "10. * 4d\n");
	struct vt *v = play_start("play --load record.txt --ascii", 15, 40);
	expect_text(v, "North wins 20,000");
	vt_keys(v, ENTER);
	expect_text(v, "Play again");
	vt_keys(v, "G");
	expect_text(v, "costliest decisions, in big blinds");
	expect_text(v, "  hand 2  call    +95.51  best fold");
	expect_text(v, "  hand 1  fold    +37.36  best rais");
	vt_keys(v, "G");
	expect_text(v, "> hand 1 ");
	vt_keys(v, "k" ENTER);
	expect_text(v, "> South fold  ");
	vt_keys(v, "q");
	expect_text(v, "> hand 2 ");
	leave(v);
}

static void
add_screen(struct vt *v, struct text *out)
{
	char *now = vt_text(v);
	text_add(out, "%s\n", now);
	free(now);
}

/* The table after the flop, where North was dealt these cards, and what South can know of them.
 * The caller frees. */
static char *
screens_with(const char *hand)
{
	struct text seen = { 0 };
	play_write_record("holdem", "hands=3", "equity:sims=10", "fair", FLOP "5. N c\n",
			  hand);
	struct vt *v = play_start("play --load record.txt", 24, 80);
	expect_text(v, "a pair of sevens");
	expect_text(v, "[k] check");
	vt_keys(v, ":set numbers on\r");
	expect_text(v, "the search from your seat"); /* which has ended */
	vt_settle(v, 300);
	add_screen(v, &seen);
	vt_keys(v, "b");
	expect_text(v, "hands: all possible, then weighted by play");
	expect_steady(v, 100);
	add_screen(v, &seen);
	leave(v);
	return seen.s;
}

static void
an_unseen_hand_leaves_no_trace(void **state)
{
	play_enter_home();
	char *first = screens_with("Kh4s"), *second = screens_with("7h7d");
	assert_string_equal(first, second);
	free(first);
	free(second);
}

/* The next hand, and then the end of the one before, which North, who loses it with these cards,
 * does not show. The caller frees. */
static char *
screens_after(const char *hand)
{
	struct text seen = { 0 };
	play_write_record("holdem", "hands=3,muck=lost", "equity:sims=10", "fair",
			  FLOP "5. N c\n6. S c\n7. * 2c\n8. N c\n9. S c\n10. * 3d\n"
			       "11. N c\n12. S r900\n13. N c\n14. * QdTd|5c5h\n"
			       "15. N c\n",
			  hand);
	struct vt *v = play_start("play --load record.txt", 40, 120);
	expect_text(v, "[k] check");
	expect_text(v, "a pair of sevens; North m"); /* in the log */
	vt_keys(v, ":set numbers on\r");
	expect_text(v, "the search from your seat");
	expect_steady(v, 300);
	add_screen(v, &seen);
	vt_keys(v, "[[");
	expect_text(v, "North mucks; South wins 900");
	expect_steady(v, 300);
	add_screen(v, &seen);
	leave(v);
	return seen.s;
}

static void
a_mucked_hand_leaves_no_trace(void **state)
{
	play_enter_home();
	char *first = screens_after("Kh4s"), *second = screens_after("QhJd");
	assert_string_equal(first, second);
	assert_null(strstr(first, "high"));
	free(first);
	free(second);
}

/* In STUDY, once North has thought and checked with these cards. The caller frees. */
static char *
studied_with(const char *hand, const char *player)
{
	play_write_record("holdem", "hands=3", player, "study", FLOP, hand);
	struct vt *v =
		play_start("play --load record.txt --view study --delay 300", 24, 80);
	vt_keys(v, ":set numbers on\r");
	expect_text(v, "[k] check");
	expect_steady(v, 400);
	char *text =
		screen_up_to(v, (const char *const[]){ "done: ", "nodes ", NULL }, NULL);
	leave(v);
	return text;
}

/* What is shown of an opponent is its strategy for all hands, or nothing; not the hand's own
 * mix. */
static void
study_shows_all_hands_and_not_the_one_held(void **state)
{
	static const char *const players[] = { "blueprint", "equity:sims=10" };
	play_enter_home();
	for (int i = 0; i < 2; i++) {
		char *first = studied_with("Kh4s", players[i]),
		     *second = studied_with("QhJd", players[i]);
		assert_string_equal(first, second);
		if (i == 0)
			assert_non_null(strstr(first, "hands%"));
		else
			assert_non_null(strstr(first, "h: a hint"));
		free(first);
		free(second);
	}
}

/* The player of the hints has no strategy for all hands here: while they are shown, one is asked
 * that has. */
static void
a_hint_for_all_hands_has_them(void **state)
{
	struct vt *v = play_start("play holdem --seed 7", 24, 80);
	expect_text(v, "ace-six suited");
	vt_keys(v, "h");
	expect_text(v, "; e why, h line"); /* 1 begins an amount */
	expect_text(v, "hint by hard");
	vt_keys(v, "R");
	expect_text(v, "h: a hint");
	vt_keys(v, "h");
	expect_text(v, "hands of South: moves");
	vt_keys(v, "RRRR");
	expect_text(v, "by strength");
	vt_keys(v, "RR");
	expect_text(v, "hint by max");
	leave(v);
}

/* They are cards not seen: nothing is committed here. */
static void
beliefs_are_about_unseen_cards(void **state)
{
	struct vt *v = play_start("play holdem --seed 7", 24, 80);
	expect_text(v, "ace-six suited");
	vt_keys(v, "b");
	expect_text(v, "Hidden cards: shares of");
	expect_text(v, "hands: all possible, then weighted by play");
	expect_text(v, " KQo          1.0%   1.0%");
	vt_keys(v, "G");
	expect_text(v, " 2c ");
	assert_false(on_screen(v, "choices"));
	leave(v);
}

static void
the_coach_warns_of_parts_of_the_pot(void **state)
{
	struct vt *v = play_start("play holdem --seed 7", 24, 80);
	expect_text(v, "ace-six suited");
	vt_keys(v, ":coach 5%\r");
	expect_text(v, "a move that costs 5% of the pot,");
	leave(v);
}

/* The square of all hands: of an opponent in STUDY alone, whatever it holds. */
static void
all_hands_are_a_square(void **state)
{
	struct vt *v = play_start("play holdem --seed 7 --delay 300 -s "
				  "2=blueprint:file=assets/strategies/holdem.strategy",
				  24, 80);
	expect_text(v, "ace-six suited");
	vt_keys(v, "Rk");
	expect_text(v, "[k] check"); /* the flop */
	expect_no_text(v, "hands of");
	vt_keys(v, "V");
	expect_text(v, "hands of North: moves");
	expect_text(v, "  A K Q J T 9 8 7 6 5 4 3 2");
	vt_keys(v, "}");
	expect_text(v, "AA: ");
	vt_keys(v, "R");
	expect_text(v, "hands of North: range, %");
	vt_keys(v, "R");
	expect_text(v, "unknown: this search has");
	vt_keys(v, "RRR");
	expect_text(v, "hands of South: range, %");
	vt_keys(v, "R");
	expect_text(v, "back to the search");
	leave(v);
}

/* Where there is room the range of the other seat is beside it, and a click in either finds a
 * hand. */
static void
both_ranges_are_beside_each_other(void **state)
{
	int y, x;
	struct vt *v = play_start("play holdem --seed 7 --delay 300 -s "
				  "2=blueprint:file=assets/strategies/holdem.strategy",
				  40, 120);
	expect_text(v, "ace-six suited");
	vt_keys(v, "Rk");
	expect_text(v, "[k] check");
	vt_keys(v, "V");
	expect_text(v, "North: moves");
	expect_text(v, "─ South: range, %");
	assert_true(vt_find(v, "─ South: range, %", &y, &x));
	vt_click(v, y + 2, x + 2); /* the first cell below the heads */
	expect_text(v, "AA: range");
	leave(v);
}

#define TABLE_TEST(name) cmocka_unit_test_setup_teardown(name, play_setup, play_teardown)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TABLE_TEST(all_hands_are_a_square),
		TABLE_TEST(both_ranges_are_beside_each_other),
		TABLE_TEST(amounts_are_typed_and_refused),
		TABLE_TEST(arrows_and_digits_set_the_amount),
		TABLE_TEST(buttons_are_clicked),
		TABLE_TEST(hands_are_stepped_through),
		TABLE_TEST(an_all_in_runs_out),
		TABLE_TEST(a_hand_is_taken_back),
		TABLE_TEST(a_killed_hand_resumes),
		TABLE_TEST(hands_follow_each_other),
		TABLE_TEST(a_session_from_first_to_last),
		TABLE_TEST(a_small_terminal_lists_what_cost_most),
		TABLE_TEST(hands_stand_apart_on_the_graph),
		TABLE_TEST(small_and_plain_terminals_have_all),
		TABLE_TEST(an_unseen_hand_leaves_no_trace),
		TABLE_TEST(a_mucked_hand_leaves_no_trace),
		TABLE_TEST(study_shows_all_hands_and_not_the_one_held),
		TABLE_TEST(a_hint_for_all_hands_has_them),
		TABLE_TEST(beliefs_are_about_unseen_cards),
		TABLE_TEST(the_coach_warns_of_parts_of_the_pot),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
