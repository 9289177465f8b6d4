/*
 * cards.c - the card table. A complete trick stays, says whose it is and what it brought, goes to
 * its winner, and can be looked at again; it stays a minute here, so that only a key ends it.
 * Cards received in a pass stand raised until one is played.
 */
#include "tests/screen/play.h"

#define SEATS  " -s N=easy -s E=easy -s W=easy -o passing=off --delay 100"
#define HEARTS "play hearts --seed 3" SEATS

static struct vt *
sit_down(const char *command, int h, int w)
{
	struct vt *v = play_start(command, h, w);
	expect_text(v, "East plays A");
	vt_keys(v, ":set trick 60s\r");
	expect_text(v, "trick is 60s");
	return v;
}

static void
a_complete_trick_stays_and_names_its_winner(void **state)
{
	static const int sizes[2][2] = { { 24, 80 }, { 40, 120 } };
	for (int i = 0; i < 2; i++) {
		struct vt *v = sit_down(HEARTS, sizes[i][0], sizes[i][1]);
		vt_keys(v, ENTER); /* the eight of clubs, the last card */
		expect_text(v, "East takes it");
		expect_steady(v, 600); /* longer than a move takes to follow */
		assert_true(on_screen(v, "East takes it"));
		assert_true(on_screen(v, "8\xe2\x99\xa3"));
		vt_keys(v, ENTER);
		vt_wait_gone(v, "East takes it");
		expect_text(v, "your turn: diamonds"); /* East has led */
		vt_keys(v, "l");
		expect_text(v, "the last trick; l goes back");
		expect_text(v, "East takes it");
		expect_text(v, "8\xe2\x99\xa3");
		vt_keys(v, "l");
		expect_no_text(v, "East takes it");
		leave(v);
	}
}

/* Who has won it leads at once: the card skips what is left of the minute. */
static void
a_card_of_the_winner_goes_on(void **state)
{
	struct vt *v = sit_down(HEARTS, 24, 80);
	for (int trick = 0; trick < 13 && !on_screen(v, "South takes it"); trick++) {
		expect_text(v, "your turn");
		vt_keys(v, RIGHT RIGHT RIGHT RIGHT RIGHT RIGHT ENTER); /* a high card */
		expect_text(v, " takes it");
		if (!on_screen(v, "South takes it"))
			vt_keys(v, ENTER);
	}
	expect_text(v, "South takes it");
	expect_text(v, "your turn: you lead");
	vt_keys(v, ENTER);
	vt_wait_gone(v, "South takes it");
	expect_text(v, "plays ");
	leave(v);
}

static void
what_the_trick_brought_is_said(void **state)
{
	struct vt *v = sit_down(HEARTS, 24, 80);
	for (int trick = 0; trick < 13 && !on_screen(v, "point"); trick++) {
		expect_text(v, "your turn");
		vt_keys(v, ENTER);
		expect_text(v, " takes it");
		if (!on_screen(v, "point"))
			vt_keys(v, ENTER);
	}
	expect_text(v, " point");
	leave(v);
}

/* In the log, in the figures of the seats, in messages; the command line has letters. */
static void
cards_are_written_with_their_suits(void **state)
{
	static const char *const eight[] = { "S 8\xe2\x99\xa3", "S 8C" };
	struct vt *v = sit_down(HEARTS, 40, 120);
	vt_keys(v, ":8S\r");
	expect_text(v, "expected one of 8\xe2\x99\xa3");
	vt_keys(v, ENTER);
	expect_text(v, "East takes it");
	for (int letters = 0; letters < 2; letters++) {
		expect_text(v, eight[letters]);
		expect_no_text(v, eight[!letters]);
		vt_keys(v, "T");
	}
	leave(v);
	v = sit_down(HEARTS " --ascii", 40, 120);
	vt_keys(v, ENTER);
	expect_text(v, eight[1]);
	leave(v);
}

/* Hearts, trick 10: the queen and twelve hearts are out, and West has the jack left. */
static const char last_heart[] =
	"[Game \"hearts\"]\n[Variant \"seats=4,passing=off\"]\n[Seat1 \"easy\"]\n"
	"[Seat2 \"human\"]\n[Seat3 \"easy\"]\n[Seat4 \"easy\"]\n"
	"[Seed \"1272474839\"]\n[View \"fair\"]\n[Date \"2026-11-28 01:52:22\"]\n"
	"[Result \"*\"]\n\n"
	"1. * 381518363\n2. N 2C\n3. E JC\n4. S AC\n"
	"5. W 6C\n6. S KS\n7. W 3S\n8. N 4S\n"
	"9. E 9S\n10. S QD\n11. W 9D\n12. N TD\n"
	"13. E KD\n14. E TS\n15. S 7S\n16. W 6S\n"
	"17. N 8S\n18. E 9C\n19. S TC\n20. W QC\n"
	"21. N KC\n22. N QS\n23. E 7H\n24. S AH\n"
	"25. W 2S\n26. N 9H\n27. E 3H\n28. S 4H\n"
	"29. W KH\n30. W 2H\n31. N 8H\n32. E 3D\n"
	"33. S QH\n34. S 7C\n35. W 6H\n36. N 8C\n"
	"37. E 3C\n38. N 5H\n39. E 4C\n40. S TH\n";

/* A heart is left: F asks. Then none: it is said, and c plays the rest, which helps nobody. */
static void
tricks_without_points_are_played_at_a_key(void **state)
{
	static const int sizes[2][2] = { { 24, 80 }, { 40, 120 } };
	for (int i = 0; i < 2; i++) {
		struct vt *v = play_loaded(last_heart, sizes[i][0], sizes[i][1]);
		expect_text(v, "trick 10/13");
		vt_keys(v, "F");
		expect_text(v, "hand or game?");
		vt_keys(v, "\025no\r");
		expect_text(v, "the game goes on");
		expect_no_text(v, "no points are left");
		vt_keys(v, ":JH\r");
		expect_text(v, "no points are left: c claims");
		vt_settle(v, 50);
		assert_non_null(strstr(vt_row(v, sizes[i][0] - 1), "c claim"));
		assert_null(strstr(vt_row(v, sizes[i][0] - 1), "c compare"));
		vt_keys(v, "c");
		expect_text(v, "the last 12 moves were played");
		expect_text(v, "the hand is over");
		expect_no_text(v, "help used");
		vt_keys(v, ENTER);
		expect_text(v, "hand 2");
		leave(v);
	}
}

/* One line for the trick in a small window; the last trick of a hand before its scores. */
static void
small_windows_say_it_too(void **state)
{
	struct vt *v = sit_down(HEARTS, 12, 40);
	vt_keys(v, ENTER);
	expect_text(v, "last trick");
	expect_text(v, " to E");
	leave(v);
}

static void
the_last_trick_of_a_hand_is_seen_before_its_scores(void **state)
{
	struct vt *v = sit_down(HEARTS, 24, 80);
	for (int trick = 1; trick <= 13; trick++) {
		expect_text(v, "your turn");
		vt_keys(v, ENTER);
		vt_wait_gone(v, "South takes it"); /* the trick before */
		expect_text(v, " takes it");
		if (trick == 13)
			break;
		if (!on_screen(v, "South takes it"))
			vt_keys(v, ENTER);
	}
	expect_no_text(v, "the hand is over");
	vt_keys(v, ENTER);
	expect_text(v, "the hand is over");
	vt_keys(v, ENTER);
	expect_text(v, "hand 2");
	leave(v);
}

/* The three stand a row higher than the others until a card is played, in any size. */
static void
cards_received_stand_raised(void **state)
{
	static const int sizes[3][2] = { { 24, 80 }, { 40, 120 }, { 15, 40 } };
	for (int i = 0; i < 3; i++) {
		struct vt *v =
			play_start("play hearts --seed 3 -s N=easy -s E=easy -s W=easy "
				   "--delay 1",
				   sizes[i][0], sizes[i][1]);
		int hand_y, hand_x;
		expect_text(v, "0 picked");
		vt_keys(v, ":8C+TC+AS\r");
		expect_text(v, "your turn: clubs");
		expect_text(v, i < 2 ? "from East:" : " E:");
		expect_text(v, ": A\xe2\x99\xa3 J\xe2\x99\xa6 K\xe2\x99\xa5");
		expect_steady(v, 100);
		assert_true(vt_find(v, "\xe2\x96\x8fJ\xe2\x99\xa3", &hand_y, &hand_x));
		const char *row = vt_row(v, hand_y - 1); /* above the hand */
		assert_non_null(strstr(row, "K\xe2\x99\xa5"));
		assert_non_null(strstr(row, "J\xe2\x99\xa6"));
		vt_keys(v, ENTER);
		vt_wait_gone(v, ": A\xe2\x99\xa3 J\xe2\x99\xa6");
		leave(v);
	}
	struct vt *v =
		play_start("play hearts --plain --seed 3 -s N=easy -s E=easy -s W=easy "
			   "--delay 1",
			   24, 80);
	expect_text(v, "moves lists all");
	vt_keys(v, "8C+TC+AS\r");
	expect_text(v, "From East: AC JD KH.");
	vt_keys(v, "quit\r");
	expect_exit(v, 0);
	vt_close(v);
}

/* The background of the card of the hand that is written there. */
static int
paper_of(struct vt *v, const char *card)
{
	int y = 0, x = 0;
	expect_text(v, card);
	expect_steady(v, 100);
	assert_true(vt_find(v, card, &y, &x));
	return vt_cell(v, y, x).bg;
}

/* Rows that a card of the hand is high: as far as its background goes. */
static int
height_of(struct vt *v, const char *card)
{
	int y = 0, x = 0, rows = 0;
	const int paper = paper_of(v, card);
	assert_true(vt_find(v, card, &y, &x));
	while (vt_cell(v, y + rows, x).bg == paper)
		rows++;
	return rows;
}

#define FOUR_OF_DIAMONDS \
	"\xe2\x96\x8f" \
	"4\xe2\x99\xa6"

static void
cards_are_as_large_as_the_window_allows(void **state)
{
	static const int sizes[][3] = { { 60, 200, 9 }, { 40, 120, 7 }, { 24, 80, 4 } };
	struct vt *v = play_start(HEARTS, 60, 200);
	expect_text(v, "your turn: clubs");
	for (int i = 0; i < 3; i++) {
		vt_resize(v, sizes[i][0], sizes[i][1]);
		assert_int_equal(height_of(v, FOUR_OF_DIAMONDS), sizes[i][2]);
	}
	leave(v);
}

/* Faces where there are colours enough: exact ones where the terminal says so. Outlines else. */
static void
cards_are_faces_or_outlines(void **state)
{
	static const struct {
		const char *env;
		bool faces, exact;
	} looks[] = { { NULL, true, false },
		      { "COLORTERM=truecolor", true, true },
		      { "TERM=xterm", false, false },
		      { "NO_COLOR=1", false, false } };
	int y = 0, x = 0;
	for (int i = 0; i < 4; i++) {
		struct vt *v = play_start_with(HEARTS, 24, 80, looks[i].env, NULL);
		expect_text(v, "your turn: clubs");
		const int paper = paper_of(v, "4\xe2\x99\xa6");
		assert_int_equal(paper != -1, looks[i].faces);
		assert_int_equal(paper >= VT_EXACT, looks[i].exact);
		assert_true(vt_find(v, "4\xe2\x99\xa6", &y, &x));
		assert_int_equal(strcmp(vt_cell(v, y, x - 1).text, "\xe2\x94\x82") == 0,
				 !looks[i].faces);
		leave(v);
	}
}

/* The ace beats the king, the eight and the two that lie with it. */
static void
the_card_that_wins_the_trick_is_lit(void **state)
{
	static const char *const names[] = { "2\xe2\x99\xa3", "K\xe2\x99\xa3",
					     "8\xe2\x99\xa3", "A\xe2\x99\xa3" };
	static const int sizes[2][2] = { { 24, 80 }, { 40, 120 } };
	for (int i = 0; i < 2; i++) {
		struct vt *v = sit_down(HEARTS, sizes[i][0], sizes[i][1]);
		vt_keys(v, ENTER);
		expect_text(v, "East takes it");
		const int plain = paper_of(v, names[0]);
		for (int k = 1; k < 3; k++)
			assert_int_equal(paper_of(v, names[k]), plain);
		assert_int_not_equal(paper_of(v, names[3]), plain);
		leave(v);
	}
}

static void
broken_hearts_and_the_queen_are_seen(void **state)
{
	struct vt *v = sit_down(HEARTS, 24, 80);
	expect_text(v, "hearts not broken");
	expect_text(v, "Q\xe2\x99\xa0 not seen yet");
	vt_keys(v, "Fhand\r");
	expect_text(v, "the hand is over");
	vt_keys(v, "[");
	expect_text(v, "hearts broken");
	expect_text(v, " took Q\xe2\x99\xa0");
	leave(v);
}

/* A hint: the best card stands highest, one that costs much not above the rest of the hand. */
static void
cards_rise_with_their_value(void **state)
{
	int best_y = 0, other_y = 0, x = 0;
	char best[20];
	struct vt *v = play_start("play hearts --seed 12 -o passing=off -s N=easy "
				  "-s E=easy -s W=easy --delay 1ms",
				  40, 120);
	expect_text(v, "your turn: clubs");
	vt_keys(v, ":hint easy\r");
	expect_text(v, "hint: ");
	expect_steady(v, 200);
	const char *line = strstr(vt_row(v, 38), "hint: ");
	assert_non_null(line);
	snprintf(best, sizeof best, "\xe2\x96\x8f%.4s", line + strlen("hint: "));
	assert_true(vt_find(v, best, &best_y, &x));
	assert_true(vt_find(v,
			    "\xe2\x96\x8f"
			    "5\xe2\x99\xa6",
			    &other_y, &x));
	assert_int_equal(other_y - best_y, 2);
	leave(v);
}

/* The hint lists the queen of clubs and not the king, which is its equal. */
static void
equal_cards_have_the_same_mark(void **state)
{
	int queen = 0, king = 0, x = 0;
	struct vt *v = play_start("play hearts --seed 4 -o passing=off -s N=easy "
				  "-s E=easy -s W=easy --delay 1ms",
				  40, 120);
	expect_text(v, "your turn: clubs");
	vt_keys(v, ":hint hard\r");
	expect_text(v, "hint: ");
	expect_steady(v, 200);
	assert_true(vt_find(v, "\xe2\x96\x8fQ\xe2\x99\xa3", &queen, &x));
	assert_true(vt_find(v, "\xe2\x96\x8fK\xe2\x99\xa3", &king, &x));
	assert_int_equal(queen, king);
	expect_text(v, "  =   =  ");
	leave(v);
}

/* A candidate of that rank left of the line beside the board. */
static bool
on_the_felt(struct vt *v, int rank)
{
	char row[400], mark[8];
	snprintf(mark, sizeof mark, "  %d ", rank);
	for (int y = 1; y < 20; y++) {
		snprintf(row, sizeof row, "%s", vt_row(v, y));
		char *end = strstr(row, "\xe2\x94\x82");
		if (end != NULL)
			*end = '\0';
		if (strstr(row, mark) != NULL)
			return true;
	}
	return false;
}

/* Where East's card will lie: in FAIR headed as an estimate, in STUDY East's own. */
static void
a_seat_that_thinks_has_its_candidates_at_its_place(void **state)
{
	static const struct {
		int h, w;
		const char *head;
	} sizes[] = { { 24, 80, "maybe" }, { 40, 120, "perhaps" } };
	for (int i = 0; i < 4; i++) {
		char command[160];
		const bool fair = i < 2;
		snprintf(command, sizeof command,
			 "play hearts --seed 3 -o passing=off -s "
			 "E=pimc:inner=uct,time=60s -s N=easy "
			 "-s W=easy --view %s --delay 100",
			 fair ? "fair" : "study");
		struct vt *v = play_start(command, sizes[i % 2].h, sizes[i % 2].w);
		expect_text(v, "East is thinking");
		expect_state(v, on_the_felt, 1, "a first candidate");
		assert_int_equal(on_screen(v, sizes[i % 2].head), fair);
		leave(v);
	}
}

/* Each at its seat, whole, and none beside the line that ends the table. */
static void
names_and_clocks_have_room(void **state)
{
	static const int sizes[][2] = { { 24, 80 }, { 40, 120 } };
	static const char *const all[] = { "13 cards", "10:00", "medium", "N " };
	for (int i = 0; i < 2; i++) {
		struct vt *v =
			play_start("play hearts --seed 3 --clock 10m/game -s N=easy "
				   "-s W=medium -s E=medium --delay 100",
				   sizes[i][0], sizes[i][1]);
		int y, x;
		expect_text(v, "pass 3 cards");
		vt_settle(v, 100);
		for (int k = 0; k < 4; k++)
			assert_true(on_screen(v, all[k]));
		assert_true(vt_find(v, "\u2502", &y, &x)); /* the line */
		for (y = 1; y < sizes[i][0] - 8; y++)
			if (strcmp(vt_cell(v, y, x - 1).text, " ") != 0) {
				vt_print(v);
				fail_msg("row %d touches the line", y);
			}
		leave(v);
	}
}

static void
every_card_has_the_colour_of_its_suit(void **state)
{
	int y, x, black_y, black_x;
	struct vt *v = play_start(HEARTS, 24, 80);
	expect_text(v, "your turn: clubs"); /* neither may be played */
	assert_true(vt_find(v, "4\xe2\x99\xa6", &y, &x));
	assert_true(vt_find(v, "6\xe2\x99\xa0", &black_y, &black_x));
	assert_int_not_equal(vt_cell(v, y, x).fg, vt_cell(v, black_y, black_x).fg);
	leave(v);
}

/* Every hand that is over has a row with what it brought, 26 in all, and the totals. */
static void
a_score_sheet_stands_in_the_free_room(void **state)
{
	int y, x, hand, won[4], total[4];
	struct vt *v = play_start(
		"watch hearts --seed 3 -s N=easy -s E=easy -s W=easy -s S=easy "
		"-o passing=off --delay 40",
		40, 120);
	expect_text(v, "hand 2  trick 2/13");
	expect_text(v, "the hands so far");
	vt_keys(v, " ");
	expect_text(v, "PAUSED");
	expect_steady(v, 100);
	assert_true(vt_find(v, "the hands so far", &y, &x));
	const char *row = vt_row(v, y + 2);
	assert_int_equal(sscanf(row, "%d %d %d %d %d %d %d %d %d", &hand, &won[0],
				&total[0], &won[1], &total[1], &won[2], &total[2],
				&won[3], &total[3]),
			 9);
	assert_int_equal(hand, 1);
	assert_int_equal(won[0] + won[1] + won[2] + won[3], 26);
	for (int i = 0; i < 4; i++)
		assert_int_equal(won[i], total[i]);
	vt_resize(v, 24, 80);
	expect_no_text(v, "the hands so far");
	leave(v);
}

/* At the end of a hand, at a key, and after the match: a row a hand and the totals. */
static void
the_score_sheet_has_a_row_for_each_hand(void **state)
{
	static const int sizes[][2] = { { 24, 80 }, { 40, 120 }, { 60, 200 } };
	for (int i = 0; i < 3; i++) {
		struct vt *v =
			play_start("play hearts --seed 5 -o passing=off -o hands=3 "
				   "-s N=easy -s E=easy -s W=easy --delay 1ms",
				   sizes[i][0], sizes[i][1]);
		int y, x;
		expect_text(v, "your turn");
		vt_keys(v, "w");
		expect_text(v, "w goes back to the board");
		vt_keys(v, "wFhand\r");
		expect_text(v, "the hand is over");
		expect_text(v, "Enter deals the next hand");
		vt_settle(v, 50);
		assert_true(vt_find(v, "the hands so far", &y, &x));
		for (int below = y + 1; below < sizes[i][0]; below++) /* once */
			assert_null(strstr(vt_row(v, below), "the hands so far"));
		assert_non_null(strstr(vt_row(v, y + 2), "  1 "));
		int points = 0, total = 0; /* of the first hand, in both columns */
		char row[400], *at = row;
		snprintf(row, sizeof row, "%.200s", strstr(vt_row(v, y + 2), "  1 ") + 4);
		for (int k = 0; k < 4; k++) {
			points += (int)strtol(at, &at, 10);
			total += (int)strtol(at, &at, 10);
		}
		assert_int_equal(points, 26);
		assert_int_equal(total, 26);
		vt_keys(v, "\r");
		expect_text(v, "hand 2");
		vt_keys(v, "Fgame\r");
		expect_text(v, "Play again");
		vt_keys(v, "w");
		expect_no_text(v, "Play again");
		assert_true(vt_find(v, "the hands so far", &y, &x));
		assert_non_null(strstr(vt_row(v, y + 4), "  3 "));
		vt_keys(v, "w");
		expect_text(v, "Play again");
		leave(v);
	}
}

/* In the form of a new game right and left go through the levels that the variant has. */
static void
the_form_offers_a_learner_where_there_is_one(void **state)
{
	struct vt *v = play_start("", 24, 120);
	expect_text(v, "Play Hearts");
	vt_keys(v, ":play hearts" ENTER);
	expect_text(v, "Start the game");
	vt_keys(v, DOWN DOWN RIGHT);
	expect_text(v, "runs net:noise=8");
	vt_keys(v, RIGHT);
	expect_text(v, "runs pimc:inner=greedy,worlds=2");
	vt_keys(v, LEFT LEFT);
	expect_text(v, "you, at the keyboard");
	vt_keys(v, "q:play spades" ENTER); /* which has no network */
	expect_text(v, "Start the game");
	vt_keys(v, DOWN DOWN RIGHT);
	expect_text(v, "easy");
	vt_keys(v, LEFT);
	expect_text(v, "you, at the keyboard");
	leave(v);
}

int
main(void)
{
#define CARDS_TEST(name) cmocka_unit_test_setup_teardown(name, play_setup, play_teardown)
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(the_score_sheet_has_a_row_for_each_hand,
						play_setup, play_teardown),
		CARDS_TEST(a_complete_trick_stays_and_names_its_winner),
		CARDS_TEST(a_card_of_the_winner_goes_on),
		CARDS_TEST(what_the_trick_brought_is_said),
		CARDS_TEST(the_last_trick_of_a_hand_is_seen_before_its_scores),
		CARDS_TEST(cards_received_stand_raised),
		CARDS_TEST(cards_are_as_large_as_the_window_allows),
		CARDS_TEST(cards_are_faces_or_outlines),
		CARDS_TEST(the_card_that_wins_the_trick_is_lit),
		CARDS_TEST(broken_hearts_and_the_queen_are_seen),
		CARDS_TEST(a_seat_that_thinks_has_its_candidates_at_its_place),
		CARDS_TEST(cards_rise_with_their_value),
		CARDS_TEST(equal_cards_have_the_same_mark),
		CARDS_TEST(names_and_clocks_have_room),
		CARDS_TEST(every_card_has_the_colour_of_its_suit),
		CARDS_TEST(a_score_sheet_stands_in_the_free_room),
		CARDS_TEST(cards_are_written_with_their_suits),
		CARDS_TEST(tricks_without_points_are_played_at_a_key),
		CARDS_TEST(small_windows_say_it_too),
		CARDS_TEST(the_form_offers_a_learner_where_there_is_one),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
