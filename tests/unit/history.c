/*
 * history.c - hands of hold'em in the texts of other programs: hands of a dealer come back by way of
 * PHH; hands of PokerStars are read; each bad hand is one line that says where and what was expected.
 */
#include "games/poker/holdem/history.h"

#include "src/app/catalog.h"
#include "src/core/record.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* Hands of a dealer, each a position and the players, the big blind first. */
static const char dealer_hands[] =
	"0:r342r8184r18016r20000f:8dJd|Td4d:Alice|Bob\n"
	"1:cc/r1164r19448r20000c//:Jc6c|7h5d/As5cAh/Qh/Tc:Bob|Alice\n"
	"2:cc/cr1423f:8d9h|9s6d/TsQh8c:Alice|Bob\n"
	"3:cr3421c/cr14271c/cr17579c/cr19746r20000c:3hQh|4h3c/QsKsJs/Qc/9s:Bob|Alice\n"
	"4:cr17113r20000c///:5dQd|4dQc/6s3dAc/4c/8h:Alice|Bob\n"
	"5:r14710c/r17819r20000c//:2d3c|Js2s/9s3s8d/6d/8s:Bob|Alice\n";

/* Of a limit match, blinds 5/10. */
static const char limit_hands[] = "0:rrc/rc/rrc/cc:5d5c|9hQd/8dAs8s/4h/6d:P1|P2\n"
				  "1:rrc/rf:6sKs|5dJd/2sTh2h:P2|P1\n"
				  "2:f:Ah8s|2h4c:P1|P2\n"
				  "3:rc/cc/crf:4s8s|6hJd/QhJs9d/Qc:P2|P1\n"
				  "4:rc/crf:5s4c|Kc7d/KsAsJd:P1|P2\n"
				  "5:rrc/rc/rc/rc:KhTh|8s7d/9c8d5c/Qd/Td:P2|P1\n"
				  "6:rrc/rc/crf:Kc8h|5cAs/9dAh4d/7h:P1|P2\n";

static void
read_text(struct history *h, const char *text)
{
	struct status st = { 0 };
	if (!history_read(h, text, "log", &st))
		print_message("# %s\n", st.text);
	assert_false(st.failed);
}

static void
open_rules(struct game *g, bool limit)
{
	struct options v;
	struct status st = { 0 };
	options_init(&v, holdem_game.options);
	assert_true(options_set(&v, "betting", limit ? "limit" : "no-limit", &st));
	assert_true(options_set(&v, "blinds", limit ? "5/10" : "50/100", &st));
	assert_true(options_set(&v, "hands", "10000", &st));
	assert_true(options_set(&v, "reset", "off", &st));
	assert_true(game_init(g, &holdem_game, HOLDEM_SEATS, &v, &st));
}

/* The hands of lines as above. The caller frees. */
static struct history
hands_of(const char *lines, bool limit)
{
	struct history h = { 0 };
	for (; *lines != '\0'; lines = strchr(lines, '\n') + 1) {
		char position[300];
		struct status st = { 0 };
		struct history_hand *hand = history_add(&h);
		const int length = (int)strcspn(lines, "\n");
		snprintf(position, sizeof position, "%.*s", length, lines);
		char *names = strrchr(position, ':');
		*names++ = '\0';
		open_rules(&hand->game, limit);
		assert_true(holdem_game.text->parse_position(&hand->game, position,
							     &hand->end, &st));
		const int big = 1 - holdem_button(holdem_of(&hand->end));
		snprintf(hand->name[big], HISTORY_NAME, "%.*s", (int)strcspn(names, "|"),
			 names);
		snprintf(hand->name[1 - big], HISTORY_NAME, "%s", strchr(names, '|') + 1);
	}
	return h;
}

/* The hands as such lines. The caller frees. */
static struct text
lines_of(const struct history *h)
{
	struct text out = { 0 };
	for (int i = 0; i < h->count; i++) {
		const struct history_hand *hand = &h->hand[i];
		const int big = 1 - holdem_button(holdem_of(&hand->end));
		char position[POSITION_TEXT];
		holdem_game.text->format_position(&hand->game, &hand->end, position,
						  sizeof position);
		position[strcspn(position, " ")] = '\0';
		text_add(&out, "%s:%s|%s\n", position, hand->name[big],
			 hand->name[1 - big]);
	}
	return out;
}

static void
expect_hands(const char *text, const char *lines)
{
	struct history h;
	read_text(&h, text);
	struct text found = lines_of(&h);
	assert_string_equal(found.s, lines);
	text_free(&found);
	history_free(&h);
}

/* Hands in a format. The caller frees. */
static struct text
written(const char *lines, bool limit, enum history_format format)
{
	struct history h = hands_of(lines, limit);
	struct text out = { 0 };
	history_write(&h, format, &out);
	history_free(&h);
	return out;
}

static void
hands_come_back_from_phh(void **state)
{
	struct text phh = written(dealer_hands, false, HISTORY_PHH);
	assert_true(history_looks(phh.s));
	expect_hands(phh.s, dealer_hands);
	text_free(&phh);
}

/* A raise of limit hold'em has no amount, and in PHH it has one. */
static void
limit_hands_come_back_from_phh(void **state)
{
	struct text phh = written(limit_hands, true, HISTORY_PHH);
	assert_non_null(strstr(phh.s, "variant = \"FT\"\n"));
	assert_non_null(strstr(phh.s, "small_bet = 10\nbig_bet = 20\n"));
	assert_non_null(strstr(phh.s, "  \"p2 cbr 20\",\n  \"p1 cbr 30\",\n"));
	expect_hands(phh.s, limit_hands);
	text_free(&phh);
}

static void
a_hand_is_told_to_trackers(void **state)
{
	static const char expected[] =
		"PokerStars Hand #2: Hold'em No Limit (50/100) - 2000/01/01 0:00:00 ET\n"
		"Table 'plyscope' 2-max Seat #2 is the button\n"
		"Seat 1: Alice (20000 in chips)\n"
		"Seat 2: Bob (20000 in chips)\n"
		"Bob: posts small blind 50\n"
		"Alice: posts big blind 100\n"
		"*** HOLE CARDS ***\n"
		"Dealt to Alice [8d 9h]\n"
		"Bob: calls 50\n"
		"Alice: checks\n"
		"*** FLOP *** [Ts Qh 8c]\n"
		"Alice: checks\n"
		"Bob: bets 1323\n"
		"Alice: folds\n"
		"Uncalled bet (1323) returned to Bob\n"
		"Bob collected 200 from pot\n"
		"*** SUMMARY ***\n"
		"Total pot 200 | Rake 0\n"
		"Board [Ts Qh 8c]\n"
		"Seat 1: Alice (big blind) folded on the Flop\n"
		"Seat 2: Bob (button) (small blind) collected (200)\n\n";
	struct text out = written(strstr(dealer_hands, "2:cc"), false, HISTORY_STARS);
	assert_memory_equal(out.s, expected, strlen(expected));
	text_free(&out);
	out = written(strstr(dealer_hands, "4:cr"), false, HISTORY_STARS);
	assert_non_null(strstr(out.s, "*** SHOW DOWN ***\nAlice: shows [5d Qd] ("));
	text_free(&out);
}

/* A player against itself: each seat has a place, and the button moves. */
static void
players_of_one_name_keep_their_seats(void **state)
{
	struct text out =
		written("0:f:9s9c|KhKd:A|A\n1:f:9s9c|KhKd:A|A\n", false, HISTORY_STARS);
	const char *second = strstr(out.s, "PokerStars Hand #1:");
	assert_non_null(second);
	assert_non_null(strstr(second, "Seat #1 is the button"));
	assert_true(strstr(out.s, "Seat #2 is the button") < second);
	assert_non_null(strstr(out.s, "Seat #2 is the button"));
	text_free(&out);
}

/* The hands as a record: replayed, it ends with the dealer's score. Hands that do not follow each
 * other are told apart. */
static void
hands_become_a_record(void **state)
{
	static struct match m;
	struct history h;
	struct status st = { 0 };
	struct text record = { 0 };
	double points[SEATS_MAX];
	h = hands_of(dealer_hands, false);
	assert_true(history_write_record(&h, &record, &st));
	history_free(&h);
	assert_true(record_read(&m, record.s, "record", &app_catalog, &st));
	assert_true(match_over(&m));
	match_points(&m, points);
	assert_true(points[0] == -17916); /* Bob has the button first */
	match_close(&m);
	text_clear(&record);
	static const struct {
		const char *text, *expected;
	} bad[] = {
		{ "0:f:8dJd|Td4d:A|B\n2:f:8dJd|Td4d:A|B\n",
		  "hand 2: expected the button to change from hand to hand" },
		{ "0:f:8dJd|:A|B\n", "hand 1: expected known cards of both players" },
		{ "0:c:8dJd|Td4d:North|South\n1:f:8dJd|Td4d:South|North\n",
		  "hand 1: expected a hand to its end" },
	};
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		st = (struct status){ 0 };
		h = hands_of(bad[i].text, false);
		assert_false(history_write_record(&h, &record, &st));
		assert_string_equal(st.text, bad[i].expected);
		history_free(&h);
	}
	text_free(&record);
}

#define PHH_HEAD \
	"variant = 'NT' # no limit\nantes = [0, 0]\nblinds_or_straddles = [50, 100]\n" \
	"min_bet = 100\nstarting_stacks = [15000, 25000]\nactions = [\n" \
	" 'd dh p1 8d9h', 'd dh p2 \?\?\?\?', # hidden\n"

static void
hands_of_others_are_read(void **state)
{
	struct history h;
	read_text(&h,
		  PHH_HEAD "'p2 cbr 300 # a raise', 'p1 cc', 'd db TsQh8c',\n"
			   "'p1 cbr 14700', 'p2 f' ]\nplayers = [\"A \\\"x\\\"\", 'B']\n"
			   "year = 2024\nmonth = 5\nday = 6\nvenue = 'a table'\n");
	assert_int_equal(h.count, 1);
	const struct holdem *end = holdem_of(&h.hand[0].end);
	const int big = 1 - holdem_button(end);
	assert_int_equal(end->stack[big], 15000);
	assert_int_equal(big == 0 ? end->last : -end->last, 300);
	assert_string_equal(h.hand[0].name[big], "A \"x\"");
	assert_string_equal(h.hand[0].date, "2024/05/06 0:00:00");
	struct text again = { 0 };
	history_write(&h, HISTORY_PHH, &again);
	assert_non_null(strstr(again.s, "year = 2024\nmonth = 5\nday = 6\n"));
	assert_non_null(strstr(again.s, "time = 00:00:00\n"));
	text_free(&again);
	assert_false(holdem_knows(end, 1 - big));
	history_free(&h);
}

/* Hands that are shown at the end were not known before. */
static void
shown_hands_count(void **state)
{
	struct history h;
	read_text(&h, PHH_HEAD "'p2 cbr 25000', 'p1 cc', 'd db TsQh8c', 'd db 2c',\n"
			       "'d db 2d', 'p2 sm QsQd', 'p1 sm 8d9h' ]\n");
	const struct holdem *end = holdem_of(&h.hand[0].end);
	const int big = 1 - holdem_button(end);
	assert_int_equal(big == 0 ? end->last : -end->last, -15000);
	history_free(&h);
}

/* The first of three hands has three players, the second antes; 20_000 is TOML. */
static void
a_bad_hand_of_a_file_is_left_out(void **state)
{
	struct history h;
	read_text(&h, "[1]\nvariant = 'NT'\nantes = [0, 0, 0]\n"
		      "blinds_or_straddles = [50, 100, 0]\n"
		      "starting_stacks = [200, 200, 200]\nactions = ['p3 f', 'p1 f']\n"
		      "[2]\nantes = [5, 5]\nactions = []\n"
		      "[3]\nvariant = 'NT'\nantes = [0, 0]\n"
		      "blinds_or_straddles = [50, 1_00]\n"
		      "starting_stacks = [20_000, 20000]\nactions = ['p2 f']\n"
		      "players = ['a_1', '1_1']\n");
	assert_int_equal(h.count, 1);
	assert_string_equal(
		h.left_out.s,
		"log:3: antes: expected two numbers: only hands of two "
		"players are read: this hand is left out\n"
		"log:8: hands with antes are not read: this hand is left out\n");
	const struct holdem *end = holdem_of(&h.hand[0].end);
	const int big = 1 - holdem_button(end);
	assert_int_equal(end->stack[big], 20000);
	assert_int_equal(big == 0 ? end->last : -end->last, 50);
	assert_string_equal(h.hand[0].name[big], "a_1");
	assert_string_equal(h.hand[0].name[1 - big], "1_1");
	history_free(&h);
}

static void
bad_hands_are_told(void **state)
{
	static const char *const rows[][2] = {
		{ "variant = 'PO'\n",
		  "log:1: variant: expected NT or FT, hold'em, not PO" },
		{ "variant = 'NT'\n", "log:1: the hand lacks starting_stacks" },
		{ "variant = 'NT'\nstarting_stacks = [1, 2]\n",
		  "log:1: the hand lacks blinds_or_straddles" },
		{ "variant = 'NT'\nstarting_stacks = [1, 2]\nblinds_or_straddles = [1, "
		  "2]\n",
		  "log:1: the hand lacks actions" },
		{ "variant = 'NT\n", "log:1: expected the end of a string" },
		{ PHH_HEAD "'p2 cbr 150' ]\n",
		  "log:8: '150' is 150 chips: expected 200 to 25000" },
		{ PHH_HEAD "'p1 cc' ]\n", "log:8: it is not that player's turn: p1 cc" },
		{ PHH_HEAD "'p2 cc', 'd db TsQh8c' ]\n",
		  "log:8: no card is due on the board: d db TsQh8c" },
		{ PHH_HEAD "'p2 cc', 'p1 cc', 'd db TsQh8d' ]\n",
		  "log:8: 'TsQh8d': expected three free cards, as in TsQh8c" },
		{ PHH_HEAD "'p2 cc', 'p1 sm AsAd' ]\n",
		  "log:8: another hand than was dealt: p1 sm AsAd" },
		{ PHH_HEAD "'p2 dances' ]\n",
		  "log:8: expected f, cc, cbr or sm: p2 dances" },
		{ "antes = [5, 5]\n", "log:1: hands with antes are not read" },
		{ "starting_stacks = [1, 2, 3]\n", "log:1: starting_stacks: expected two "
						   "numbers: only hands of two players "
						   "are read" },
		{ "blinds_or_straddles = [50, x]\n",
		  "log:1: blinds_or_straddles: expected a whole number up to 30000, not "
		  "x" },
		{ "variant = 'NT' 5\n", "log:1: expected the end of the line" },
		{ "starting_stacks = [1, 2]\n", "log:1: the hand lacks variant" },
		/* lines of what is wrong, not of the hand or of where it was noticed */
		{ "variant = 'NT'\nstarting_stacks = [\n 200,\n x]\n",
		  "log:4: starting_stacks: expected a whole number up to 60000, not x" },
		{ "variant = 'NT'\nantes = [0, 0\nmin_bet = 2\n",
		  "log:2: expected a comma, or ] at the end of this array" },
		{ "variant = 'NT'\nstarting_stacks = [200, 200]\nactions = ['p2 f']\n"
		  "blinds_or_straddles = [0, 2]\n",
		  "log:4: blinds_or_straddles: expected the small blind and the big one, "
		  "as in [50, 100]" },
		{ "variant = 'NT'\nstarting_stacks = [200, 200]\nactions = ['p2 f']\n"
		  "blinds_or_straddles = [1, 2]\nmin_bet = 3\n",
		  "log:5: min_bet: expected the big blind" },
		{ "variant = 'NT'\nstarting_stacks = [2, 2]\nactions = ['p2 f']\n"
		  "blinds_or_straddles = [2, 4]\n",
		  "log:2: stack=2 is below the big blind of 4" },
		{ "# nothing\n", "log: expected at least one hand" },
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct history h;
		struct status st = { 0 };
		assert_false(history_read(&h, rows[i][0], "log", &st));
		assert_string_equal(st.text, rows[i][1]);
		history_free(&h);
	}
}

#define STARS_HEAD \
	"PokerStars Hand #240000000001: Hold'em No Limit ($0.05/$0.10 USD) - " \
	"2026/11/02 20:15:31 ET\nTable 'Altair II' 2-max Seat #1 is the button\n"
#define STARS_DEAL \
	"Seat 1: mara_k ($20 in chips)\nSeat 2: Old: Tom ($20 in chips)\n" \
	"mara_k: posts small blind $0.05\nOld: Tom: posts big blind $0.10\n" \
	"*** HOLE CARDS ***\nDealt to mara_k [Ah Kd]\n"

/* A hand to its showdown: a name with a colon, chat that looks like a move, a bet of cents. */
static const char stars_hand[] = STARS_HEAD STARS_DEAL
	"mara_k: raises $0.20 to $0.30\nOld: Tom: calls $0.20\n"
	"*** FLOP *** [Ks 7c 2d]\nOld: Tom: checks\nmara_k: bets $0.45\n"
	"mara_k said, \"Old: Tom: folds\"\nOld: Tom: calls $0.45\n"
	"*** TURN *** [Ks 7c 2d] [9h]\nOld: Tom: checks\nmara_k: checks\n"
	"*** RIVER *** [Ks 7c 2d 9h] [3s]\nOld: Tom: bets $1.50\nmara_k: calls $1.50\n"
	"*** SHOW DOWN ***\nOld: Tom: shows [7d 6d] (a pair of Sevens)\n"
	"mara_k: shows [Ah Kd] (a pair of Kings)\nmara_k collected $4.28 from pot\n"
	"*** SUMMARY ***\nTotal pot $4.50 | Rake $0.22\nBoard [Ks 7c 2d 9h 3s]\n"
	"Seat 1: mara_k (button) (small blind) showed [Ah Kd] and won ($4.28)\n"
	"Seat 2: Old: Tom (big blind) showed [7d 6d] and lost\n\n\n";

/* Play money, the other's button, unequal stacks; the other's cards are never seen. */
static const char stars_fold[] =
	"\xef\xbb\xbfPokerStars Hand #240000000002:  Hold'em No Limit (10/20) - "
	"2026/11/02 "
	"20:16:02 ET\r\nTable 'Vega' 2-max (Play Money) Seat #2 is the button\r\n"
	"Seat 1: mara_k (2206 in chips)\r\nSeat 2: Old: Tom (1775 in chips)\r\n"
	"Old: Tom: posts small blind 10\r\nmara_k: posts big blind 20\r\n"
	"*** HOLE CARDS ***\r\nDealt to mara_k [5c 5d]\r\n"
	"Old: Tom: raises 1755 to 1775 and is all-in\r\nmara_k: folds\r\n"
	"Uncalled bet (1755) returned to Old: Tom\r\nOld: Tom collected 40 from pot\r\n"
	"Old: Tom: doesn't show hand\r\n*** SUMMARY ***\r\nTotal pot 40 | Rake 0\r\n";

/* Ten cents are a big blind of 100 chips; 20 chips are so, too. */
static void
hands_of_pokerstars_are_read(void **state)
{
	assert_true(history_looks(stars_hand));
	expect_hands(stars_hand, "0:r300c/cr750c/cc/r2250c:7d6d|AhKd/Ks7c2d/9h/3s:"
				 "Old: Tom|mara_k\n");
	struct history h;
	read_text(&h, stars_fold);
	assert_int_equal(h.count, 1);
	const struct holdem *end = holdem_of(&h.hand[0].end);
	const int big = 1 - holdem_button(end);
	assert_string_equal(h.hand[0].name[big], "mara_k");
	assert_int_equal(end->stack[big], 5 * 2206 - 1); /* an even sum is needed */
	assert_int_equal(end->stack[1 - big], 5 * 1775);
	assert_int_equal(big == 0 ? end->last : -end->last, -100);
	assert_true(holdem_knows(end, big));
	assert_false(holdem_knows(end, 1 - big));
	assert_string_equal(h.hand[0].date, "2026/11/02 20:16:02");
	history_free(&h);
}

/* Each name begins the other's, also with a colon, and the cards go to whom they belong. Carl is
 * sitting out, which in a tournament does not matter, and each has a bounty. */
static void
names_that_begin_alike_are_two_players(void **state)
{
	static const char hand[] =
		"PokerStars Hand #2: Tournament #9, $4.50+$4.50+$1 USD Hold'em No Limit "
		"- "
		"Level I (10/20) - 2026/11/02 20:16:02 ET\n"
		"Table '9 1' 2-max Seat #4 is the button\n"
		"Seat 4: %s (1500 in chips, $4.50 bounty) is sitting out\n"
		"Seat 6: %s (1500 in chips, $9 bounty)\n"
		"%s: posts small blind 10\n%s: posts big blind 20\n"
		"*** HOLE CARDS ***\nDealt to %s [Ah Kd]\n%s: calls 10\n%s: checks\n"
		"*** FLOP *** [Ks 7c 2d]\n%s: bets 20\n%s: calls 20\n"
		"*** TURN *** [Ks 7c 2d] [9h]\n%s: checks\n%s: checks\n"
		"*** RIVER *** [Ks 7c 2d 9h] [3s]\n%s: checks\n%s: checks\n"
		"*** SHOW DOWN ***\n%s: mucks hand\n%s: shows [Ah Kd] (a pair of Kings)\n"
		"*** SUMMARY ***\n"
		"Seat 4: %s (button) (small blind) showed [Ah Kd] and won (80)\n"
		"Seat 6: %s (big blind) mucked [7d 6d]\n";
	static const char *const names[][2] = {
		{ "Ann", "Anna" },
		{ "Anna", "Ann" },
		{ "Tom", "Tom: Old" },
		{ "Tom (5 in chips)", "Tom" },
	};
	char text[2000], expected[200];
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		const char *a = names[i][0], *b = names[i][1];
		snprintf(text, sizeof text, hand, a, b, a, b, a, a, b, b, a, b, a, b, a,
			 b, a, a, b);
		snprintf(expected, sizeof expected,
			 "0:cc/r200c/cc/cc:7d6d|AhKd/Ks7c2d/9h/3s:%s|%s\n", b, a);
		expect_hands(text, expected);
	}
}

/* Cards that a player hid at the showdown are in the summary. */
static void
mucked_cards_are_read(void **state)
{
	struct history h;
	read_text(&h, STARS_HEAD STARS_DEAL
		  "mara_k: calls $0.05\nOld: Tom: checks\n*** FLOP *** [Ks 7c 2d]\n"
		  "Old: Tom: checks\nmara_k: checks\n*** TURN *** [Ks 7c 2d] [9h]\n"
		  "Old: Tom: checks\nmara_k: checks\n*** RIVER *** [Ks 7c 2d 9h] [3s]\n"
		  "Old: Tom: checks\nmara_k: checks\n*** SHOW DOWN ***\n"
		  "mara_k: shows [Ah Kd] (a pair of Kings)\nOld: Tom: mucks hand\n"
		  "mara_k collected $0.20 from pot\n*** SUMMARY ***\n"
		  "Seat 2: Old: Tom (big blind) mucked [7d 6d]\n");
	const struct holdem *end = holdem_of(&h.hand[0].end);
	const int big = 1 - holdem_button(end);
	assert_true(holdem_knows(end, big));
	assert_int_equal(big == 0 ? end->last : -end->last, -100);
	history_free(&h);
}

/* One bad hand is left out, and the others are read. */
static void
bad_hands_of_pokerstars_are_left_out(void **state)
{
	static const char *const rows[][2] = {
		{ "PokerStars Hand #1: Omaha Pot Limit ($1/$2) - x\n",
		  "log:1: expected Hold'em No Limit or Hold'em Limit: PokerStars Hand "
		  "#1: "
		  "Omaha Pot Limit ($1/$2) - x" },
		{ STARS_HEAD "Seat 1: A ($9 in chips)\nSeat 2: B ($9 in chips)\n"
			     "Seat 3: C ($9 in chips)\n",
		  "log:5: expected a hand of two players: Seat 3: C ($9 in chips)" },
		{ STARS_HEAD "Seat 1: A ($9 in chips)\n",
		  "log:1: expected two seats and both blinds" },
		{ STARS_HEAD STARS_DEAL "mara_k: dances\n",
		  "log:9: expected folds, checks, calls, bets, raises or shows: mara_k: "
		  "dances" },
		{ STARS_HEAD STARS_DEAL "mara_k: raises $0.01 to $0.11\n",
		  "log:9: '110' is 110 chips: expected 200 to 20000" },
		{ STARS_HEAD "Seat 1: A ($9 in chips)\nSeat 2: B ($9 in chips)\n"
			     "A: posts the ante $0.01\n",
		  "log:5: hands with antes are not read: A: posts the ante $0.01" },
		{ STARS_HEAD "Seat 1: A ($9 in chips)\nSeat 2: B ($9 in chips)\n"
			     "A: posts a dead blind $0.01\n",
		  "log:5: expected a small and a big blind: A: posts a dead blind "
		  "$0.01" },
		{ STARS_HEAD "Seat 1: A ($40 in chips)\nSeat 2: B ($30 in chips)\n"
			     "A: posts small blind $0.05\nB: posts big blind $0.10\n"
			     "A: folds\n",
		  "log:4: expected stacks of at most 30000 chips, not 35000 on average "
		  "with a big blind of 100" },
	};
	struct history h;
	struct status st = { 0 };
	char text[4000], expected[400];
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		snprintf(expected, sizeof expected, "%s: this hand is left out\n",
			 rows[i][1]);
		st = (struct status){ 0 };
		assert_false(history_read(&h, rows[i][0], "log", &st));
		assert_string_equal(st.text, rows[i][1]);
		history_free(&h);
		snprintf(text, sizeof text, "%s\n\n%s", rows[i][0], stars_hand);
		read_text(&h, text);
		assert_int_equal(h.count, 1);
		assert_string_equal(h.left_out.s, expected);
		history_free(&h);
	}
	/* a record has hands that are known whole, with equal stacks */
	snprintf(text, sizeof text, "%s%s", stars_fold + 3, stars_hand);
	read_text(&h, text);
	assert_int_equal(h.count, 2);
	history_drop_unfit(&h);
	assert_int_equal(h.count, 1);
	assert_string_equal(h.left_out.s,
			    "hand 1: stacks of 8875 and 11029: expected 8875 of both, as "
			    "in the first hand of a record: this hand is left out\n");
	history_free(&h);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(hands_become_a_record),
		cmocka_unit_test(hands_come_back_from_phh),
		cmocka_unit_test(limit_hands_come_back_from_phh),
		cmocka_unit_test(hands_of_pokerstars_are_read),
		cmocka_unit_test(mucked_cards_are_read),
		cmocka_unit_test(names_that_begin_alike_are_two_players),
		cmocka_unit_test(a_bad_hand_of_a_file_is_left_out),
		cmocka_unit_test(bad_hands_of_pokerstars_are_left_out),
		cmocka_unit_test(a_hand_is_told_to_trackers),
		cmocka_unit_test(players_of_one_name_keep_their_seats),
		cmocka_unit_test(hands_of_others_are_read),
		cmocka_unit_test(shown_hands_count),
		cmocka_unit_test(bad_hands_are_told),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
