/*
 * explain_pot.c - sentences on pots: prices worked out by hand, Kuhn Poker by its equilibrium, a
 * river by counting hands.
 */
#include "src/study/explain.h"

#include "ai/poker/tree/public_answer.h"
#include "games/poker/holdem/holdem.h"
#include "games/poker/poker.h"
#include "tests/unit/near.h"
#include "tests/unit/play_text.h"

extern const struct game_ops kuhn_game, leduc_game;

static struct search search;
static struct game g;
static struct player player;

static void
run(const struct game_ops *ops, const char *position, const char *text)
{
	open_game(&g, ops, 2, "");
	open_mover(&search, &player, &g, position, text);
	search_run(&search);
}

static void
expect_line(const char *line, bool there)
{
	struct text t = { 0 };
	const struct explanation e = { .game = &g,
				       .root = &search.root,
				       .snap = &search.live,
				       .player = "it",
				       .played = MOVE_NONE };
	explain_write(&e, &t);
	if ((strstr(t.s, line) != NULL) != there)
		fail_msg("%s \"%s\" in\n%s", there ? "no" : "a", line, t.s);
	text_free(&t);
}

static const struct stats_answer *
answer_to(const char *move_text)
{
	const struct stats_answers *told = snapshot_answers(&search.live);
	for (int i = 0; told != NULL && i < told->count; i++) {
		char text[MOVE_TEXT];
		const struct stats_answer *a = &told->answer[i];
		g.text->format_move(&g, &search.root, search.mover, a->m, text,
				    sizeof text);
		if (strcmp(text, move_text) == 0)
			return a;
	}
	fail_msg("no answer to %s", move_text);
	return NULL;
}

/* North has a queen or a king alike. The queen calls one time in three: 1/2 * 2/3 folds. A bet of
 * one chip for a pot of two needs 1/3. */
static void
a_jack_bluffs_for_the_queens_that_fold(void **state)
{
	run(&kuhn_game, "J|?|-|", "cfr:sims=20k");
	near((double)snapshot_answers(&search.live)->equity, 0, 1e-9);
	near((double)answer_to("r2")->folds, 1.0 / 3, 0.01);
	near((double)answer_to("r2")->equity, 0, 1e-9);
	expect_line("South's hand has 0% equity.\n", true);
	expect_line("After bet 1 North folds 33% of the hands in that range; all that "
		    "fold are "
		    "Q or worse.\n",
		    true);
	expect_line("When called it is behind with 0% equity: it puts in 1 for a pot of "
		    "2, so with no more betting North must fold 33% for it to break "
		    "even, and folds 33%.\n",
		    true);
	expect_line("A call costs", false);
	search_close(&search);
}

/* Half of the range is a jack, which folds; the king calls. The king held is never behind. */
static void
a_queen_and_a_king_meet_what_calls(void **state)
{
	run(&kuhn_game, "Q|?|-|", "cfr:sims=20k");
	near((double)snapshot_answers(&search.live)->equity, 0.5, 1e-9);
	near((double)answer_to("r2")->folds, 0.5, 0.01);
	near((double)answer_to("r2")->equity, 0, 0.01);
	search_close(&search);
	run(&kuhn_game, "K|?|-|", "cfr:sims=20k");
	near((double)answer_to("r2")->folds, 0.5 + 0.5 * 2 / 3, 0.01);
	near((double)answer_to("r2")->equity, 1, 1e-9);
	expect_line("behind", false);
	search_close(&search);
}

/* Three are in the pot, one is asked: a quarter of four. South bets its kings three times as often
 * as its jacks, so a queen has just that against its range. */
static void
a_call_has_its_price(void **state)
{
	struct pot_price p;
	run(&kuhn_game, "?|Q|-|r2", "cfr:sims=20k");
	assert_true(explain_call(&g, &search.root, search.mover, &p));
	near(p.pot, 3, 0);
	near(p.costs, 1, 0);
	near(p.needs, 0.25, 1e-9);
	near((double)snapshot_answers(&search.live)->equity, 0.25, 0.01);
	expect_line("A call costs 1 into a pot of 3: with no more betting it needs 25% "
		    "equity to break even.\n",
		    true);
	expect_line("Against South's range, by the search, North's hand has 25% "
		    "equity.\n",
		    true);
	search_close(&search);
}

/* South has put in 600, North 1,377; to 2,200 are 1,600 for a pot of 1,977. Called with a quarter
 * of 4,400 it loses 500, with a half it gains. */
static void
a_raise_has_its_price(void **state)
{
	const move to = HOLDEM_RAISE + 2200;
	struct pot_price p;
	struct state s;
	open_game(&g, &holdem_game, 2, "");
	read_position(&g, "0:r300c/cr600c/cc/r1377:|JsTs/Qc8d4h/2d/3d", &s);
	const int seat = game_mover(&g, &s);
	assert_true(explain_call(&g, &s, seat, &p));
	near(p.pot, 1977, 0);
	near(p.costs, 777, 0);
	near(p.needs, 777.0 / 2754, 1e-9);
	assert_true(explain_bet(&g, &s, seat, to, 0, &p));
	near(p.costs, 1600, 0);
	near(p.needs, 1600.0 / (1600 + 1977), 1e-9);
	assert_true(explain_bet(&g, &s, seat, to, 0.25, &p));
	near(p.needs, 500.0 / (500 + 1977), 1e-9);
	assert_true(explain_bet(&g, &s, seat, to, 0.5, &p));
	near(p.needs, 0, 0);
	assert_false(explain_bet(&g, &s, seat, HOLDEM_CALL, 0.5, &p));
}

static void
put(double *reach, double *fold, const char *cards, double x, double y)
{
	uint64_t gone = 0;
	uint8_t card[2];
	assert_true(poker_read_cards(&cards, 2, &gone, card));
	reach[poker_hand_number(card[0], card[1])] = x;
	fold[poker_hand_number(card[0], card[1])] = y;
}

/* Of 1 + 1 + 2 + 4 of weight 4 + 1 fold: 4 of them with king high, 1 with nines. What shares a card
 * with the hand held or the board does not count. */
static void
a_river_is_counted(void **state)
{
	static double reach[PUBLIC_HANDS], fold[PUBLIC_HANDS];
	struct stats_answer a;
	struct state s;
	const char *held = "JsTs";
	uint64_t gone = 0;
	uint8_t card[2];
	open_game(&g, &holdem_game, 2, "");
	read_position(&g, "0:r300c/cr600c/cc/:|/Qc8d4h/2d/3d", &s);
	assert_true(poker_read_cards(&held, 2, &gone, card));
	put(reach, fold, "AhAc", 1, 0);
	put(reach, fold, "QhJh", 1, 0);
	put(reach, fold, "9h9c", 2, 0.5);
	put(reach, fold, "Kh7c", 4, 1);
	put(reach, fold, "KhJs", 9, 1);
	put(reach, fold, "Kh8d", 9, 1);
	const struct public_bet bet = { &g, &s, poker_hand_number(card[0], card[1]),
					reach, fold };
	assert_true(public_answer(&bet, &a));
	near((double)a.folds, 5.0 / 8, 1e-6);
	near((double)a.low, 4.0 / 5, 1e-6);
	assert_string_equal(a.kind, "king high");
	put(reach, fold, "9h9c", 2, 1);
	assert_true(public_answer(&bet, &a));
	near((double)a.low, 1, 1e-6);
	assert_string_equal(a.kind, "a pair of nines");
	put(reach, fold, "AhAc", 0, 0); /* all that is left folds: no kind says more */
	put(reach, fold, "QhJh", 0, 0);
	assert_true(public_answer(&bet, &a));
	near((double)a.folds, 1, 1e-6);
	assert_string_equal(a.kind, "");
}

/* The range and the folds by the inspector's way to them, where the cards held hardly count; and
 * the other's cards, known or not, change no figure. */
static void
a_solved_river_agrees_with_its_tree(void **state)
{
	static struct stats_hands below;
	static struct look_node child[16];
	run(&holdem_game, "0:r300c/cr600c/cc/:JsTh|/Qc8d4h/2d/3d", "cfr:sims=50");
	const struct stats_answers first = *snapshot_answers(&search.live);
	const int n = search.ops->look->children(&search, LOOK_ROOT, child, 16);
	assert_true(first.known && first.count > 0);
	near((double)first.equity,
	     (double)snapshot_hands(&search.live)
		     ->equity[poker_class(
			     g.ops->public->hand(&g, &search.root, search.mover))],
	     0.03);
	for (int k = 0; k < n; k++)
		for (int i = 0; i < first.count; i++) {
			if (first.answer[i].m != child[k].m)
				continue;
			assert_true(
				search.ops->look->hands(&search, child[k].ref, &below));
			assert_int_equal(below.action[0], HOLDEM_FOLD);
			near((double)first.answer[i].folds, (double)below.all[0], 0.03);
		}
	search_close(&search);
	run(&holdem_game, "0:r300c/cr600c/cc/:JsTh|AhAd/Qc8d4h/2d/3d", "cfr:sims=50");
	assert_int_equal(snapshot_answers(&search.live)->count, first.count);
	near((double)snapshot_answers(&search.live)->equity, (double)first.equity, 0);
	for (int i = 0; i < first.count; i++)
		near((double)snapshot_answers(&search.live)->answer[i].folds,
		     (double)first.answer[i].folds, 0);
	search_close(&search);
}

/* Searches without ranges tell the price alone. */
static void
what_has_no_range_tells_the_price(void **state)
{
	run(&leduc_game, "?|Ks|-|r3", "pimc:worlds=4");
	assert_null(snapshot_answers(&search.live));
	expect_line("A call costs 2 into a pot of 4: with no more betting it needs 33% "
		    "equity to break even.\n",
		    true);
	expect_line("range", false);
	search_close(&search);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_jack_bluffs_for_the_queens_that_fold),
		cmocka_unit_test(a_queen_and_a_king_meet_what_calls),
		cmocka_unit_test(a_call_has_its_price),
		cmocka_unit_test(a_raise_has_its_price),
		cmocka_unit_test(a_river_is_counted),
		cmocka_unit_test(a_solved_river_agrees_with_its_tree),
		cmocka_unit_test(what_has_no_range_tells_the_price),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
