/*
 * flop.c - flop hold'em solved whole: figures of another program (slumbot2019), laws, and every
 * pair of hands with every flop one by one.
 */
#include "ai/poker/depth_limit/flop.h"
#include "ai/poker/cfr/remainder.h"
#include "ai/poker/tree/subgame.h"
#include "ai/poker/tree/subgame_place.h"
#include "games/poker/holdem/rules.h"
#include "games/poker/range.h"
#include "src/lab/exploit.h"
#include "tests/scale.h"
#include "tests/unit/near.h"
#include "tests/unit/play_text.h"

#include <math.h>
#include <stdlib.h>
#include <unistd.h>

static struct game g;
static struct arena arena;
static struct subgame s;
static struct search search;
static struct player player;

static void
fill_range(const char *text, struct poker_range *range)
{
	struct status st = { 0 };
	for (int h = 0; h < POKER_HANDS; h++)
		range->weight[h] = 1;
	if (text != NULL && !range_parse(text, range, &st))
		fail_msg("%s", st.text);
}

static bool
try_whole(const char *variant, int raises, const char *range, struct status *st)
{
	struct poker_range hands;
	struct state root;
	memset(&root, 0, sizeof root);
	open_game(&g, &holdem_game, 2, variant);
	fill_range(range, &hands);
	if (!g.text->parse_position(&g, "0::|", &root, st))
		fail_msg("%s", st->text);
	const struct subgame_setup setup = { .g = &g,
					     .root = &root,
					     .range = { hands.weight, hands.weight },
					     .raises = raises,
					     .variant = REGRET_DISCOUNTED };
	assert_true(arena_open(&arena, 64 << 20));
	return subgame_open(&s, &arena, &setup, st);
}

static void
open_whole(const char *variant, int raises, const char *range)
{
	struct status st = { 0 };
	if (!try_whole(variant, raises, range, &st))
		fail_msg("%s", st.text);
}

static double
points(int seat)
{
	float value[SUBGAME_WIDE];
	subgame_values(&s, subgame_root(), seat, false, s.reach[1 - seat], value);
	return subgame_mean(&s, seat, value);
}

/* One bet of the pot a round, no all-in: about 133 mbb to the button with 5 flops, 152 with 25
 * (and 156 with all by slumbot2019, which takes a minute: it is in the manual). */
#define ONE_BET "rounds=2,stack=162,blinds=1/2,sizes=1"

static void
one_pot_bet_is_worth_what_other_programs_say(void **state)
{
	static const struct {
		int flops, iterations;
		double value; /* mbb to the button, as they round it */
	} rows[] = { { 5, 400, 134 }, { 25, 100, 152 } };
	for (int i = 0; i < 2; i++) {
		char variant[80];
		snprintf(variant, sizeof variant, ONE_BET ",flops=%d", rows[i].flops);
		open_whole(variant, 1, NULL);
		assert_int_equal(s.decisions, 4 + 12);
		assert_int_equal(s.boards, 1 + rows[i].flops);
		near(s.pairs, 1326.0 * 1225, 1e-6);
		for (int k = 0; k < rows[i].iterations; k++)
			subgame_iterate(&s);
		const double gap = 500 * subgame_exploitability(&s);
		assert_true(gap >= 0 && gap < 4);
		near(500 * points(0), rows[i].value, gap + 1);
		near(points(0) + points(1), 0, 1e-4);
		arena_close(&arena);
	}
}

/* ---- one pair of hands at a time --------------------------------------------------------- */

static double
play_on(const struct subgame_place *p, const struct state *at, const int hand[2],
	uint64_t flop)
{
	const struct subgame_node *n = &s.node[p->at.node];
	struct state next;
	double sum = 0;
	memset(&next, 0, sizeof next);
	if (g.rules->settled(&g, at)) {
		int32_t out[SEATS_MAX];
		g.rules->points(&g, at, out);
		return out[0];
	}
	if (n->seat == SEAT_CHANCE) {
		struct subgame_place q = *p;
		assert_true(subgame_whole_board(&s, &q, flop));
		g.rules->play(&g, at, SEAT_CHANCE, s.ops->deal_set(&g, flop), &next);
		return play_on(&q, &next, hand, flop);
	}
	int place = 0;
	while (s.hand[n->seat][place].hand != hand[n->seat])
		place++;
	for (int a = 0; a < n->moves; a++) {
		struct subgame_place q = *p;
		float row[SUBGAME_WIDE];
		const move m = s.node[n->child + (uint32_t)a].m;
		assert_true(subgame_share(&s, p, m, row));
		const double share = (double)row[p->map[n->seat][place]];
		if (share <= 0)
			continue;
		assert_true(subgame_move(&s, &q, m));
		g.rules->play(&g, at, n->seat, m, &next);
		sum += share * play_on(&q, &next, hand, flop);
	}
	return sum;
}

/* All names of suits, some of them more than once. */
static uint64_t
rename_suits(uint64_t set, int code)
{
	static const int order[][SUITS] = {
		{ 0, 1, 2, 3 }, { 0, 1, 3, 2 }, { 0, 2, 1, 3 }, { 0, 2, 3, 1 },
		{ 0, 3, 1, 2 }, { 0, 3, 2, 1 }, { 1, 0, 2, 3 }, { 1, 0, 3, 2 },
		{ 1, 2, 0, 3 }, { 1, 2, 3, 0 }, { 1, 3, 0, 2 }, { 1, 3, 2, 0 },
		{ 2, 0, 1, 3 }, { 2, 0, 3, 1 }, { 2, 1, 0, 3 }, { 2, 1, 3, 0 },
		{ 2, 3, 0, 1 }, { 2, 3, 1, 0 }, { 3, 0, 1, 2 }, { 3, 0, 2, 1 },
		{ 3, 1, 0, 2 }, { 3, 1, 2, 0 }, { 3, 2, 0, 1 }, { 3, 2, 1, 0 },
	};
	uint64_t out = 0;
	for (; set != 0; set &= set - 1) {
		const int card = __builtin_ctzll(set);
		out |= CARD_BIT(CARD(card_rank((uint8_t)card),
				     order[code][card_suit((uint8_t)card)]));
	}
	return out;
}
#define NAMES 24

/* The flop is drawn first: whatever the hands are it is as likely, if it leaves them alone. */
static void
vectors_are_worth_what_every_deal_is(void **state)
{
	uint64_t set[HOLDEM_FLOPS];
	double chance[HOLDEM_FLOPS], sum = 0, all = 0;
	struct subgame_place root;
	open_whole("rounds=2,stack=12,blinds=1/2,sizes=1/a,flops=3", 2, "AA,QJs,72o");
	for (int k = 0; k < 3; k++)
		subgame_iterate(&s);
	subgame_begin(&s, &root);
	const int flops = holdem_list_flops(holdem_variant(&g), set, chance);
	assert_int_equal(flops, 3);
	for (int f = 0; f < flops * NAMES; f++) {
		const uint64_t flop = rename_suits(set[f / NAMES], f % NAMES);
		for (int i = 0; i < s.hands[0]; i++)
			for (int k = 0; k < s.hands[1]; k++) {
				const int hand[2] = { s.hand[0][i].hand,
						      s.hand[1][k].hand };
				const uint64_t one = poker_hand_set(hand[0]),
					       two = poker_hand_set(hand[1]);
				struct state at;
				if ((one & two) != 0 || ((one | two) & flop) != 0)
					continue;
				memset(&at, 0, sizeof at);
				game_copy(&g, s.root, &at);
				for (int x = 0; x < 2; x++)
					g.ops->public->give(&g, &at, x, hand[x]);
				sum += chance[f / NAMES] *
				       play_on(&root, &at, hand, flop);
				all += chance[f / NAMES];
			}
	}
	near(points(0), sum / all, 1e-4);
	near(points(1), -sum / all, 1e-4);
	arena_close(&arena);
}

static void
hands_of_a_class_weigh_alike_before_the_flop(void **state)
{
	struct status st = { 0 };
	assert_false(try_whole(ONE_BET ",flops=2", 1, "AA,AcKc", &st));
	assert_non_null(strstr(st.text, "names of suits"));
	arena_close(&arena);
	/* all flops need more than there is */
	st = (struct status){ 0 };
	assert_false(try_whole("rounds=2", 2, NULL, &st));
	assert_non_null(strstr(st.text, "needs"));
	arena_close(&arena);
}

/* ---- the player --------------------------------------------------------------------------- */

static void
run(const char *variant, const char *position, const char *text)
{
	open_game(&g, &holdem_game, 2, variant);
	open_mover(&search, &player, &g, position, text);
	search_run(&search);
}

static void
a_hand_is_solved_once_whatever_suits_are_called(void **state)
{
	static const char *const position[] = { "0:r6c/:8s9s|/TsQh8c",
						"0:r6c/:8h9h|/ThQc8d" };
	static struct stats_hands all[2];
	double reply[2][2];
	for (int i = 0; i < scale_rounds(2, 1); i++) {
		/* all flops: the round alone */
		run("rounds=2,stack=162,blinds=1/2,sizes=1", position[i],
		    "cfr:sims=1,raises=1,memory=4");
		assert_false(search.ops->strategy->replies(&search, reply[0]));
		search_close(&search);
	}
	for (int i = 0; i < 2; i++) {
		uint64_t set[HOLDEM_FLOPS];
		double chance[HOLDEM_FLOPS];
		char cards[3][CARD_TEXT], at[80];
		int n = 0;
		open_game(&g, &holdem_game, 2, ONE_BET ",flops=3");
		holdem_list_flops(holdem_variant(&g), set, chance);
		uint64_t flop = rename_suits(set[1], i == 0 ? 0 : 9);
		const uint64_t mine =
			rename_suits(CARD_BIT(CARD(11, 0)) | CARD_BIT(CARD(10, 1)),
				     i == 0 ? 0 : 9);
		for (uint64_t left = flop; left != 0; left &= left - 1)
			poker_card_text((uint8_t)__builtin_ctzll(left), cards[n++]);
		char hand[5];
		poker_hand_text(poker_hand_number(__builtin_ctzll(mine),
						  63 - __builtin_clzll(mine)),
				hand);
		snprintf(at, sizeof at, "0:r6c/:|%s/%s%s%s", hand, cards[0], cards[1],
			 cards[2]);
		run(ONE_BET ",flops=3", at, "cfr:sims=30,raises=1");
		assert_true(search.ops->strategy->replies(&search, reply[i]));
		all[i] = *snapshot_hands(&search.live);
		assert_int_equal(search.live.simulations, 30);
		search_close(&search);
	}
	assert_true(reply[0][0] == reply[1][0] && reply[0][1] == reply[1][1]);
	near(reply[0][0] + reply[0][1], 0, 0.1);
	for (int c = 0; c < POKER_CLASSES; c++)
		for (int a = 0; a < all[0].actions; a++)
			if (!isnan(all[0].mix[c][a]))
				near((double)all[0].mix[c][a], (double)all[1].mix[c][a],
				     1e-6);
}

/* Three times the big blind is no move of this tree, and neither is a bet of 5 after the flop. */
static void
amounts_off_the_tree_are_answered(void **state)
{
	uint64_t set[HOLDEM_FLOPS];
	double chance[HOLDEM_FLOPS], sum = 0;
	char cards[3][CARD_TEXT], at[80];
	int n = 0;
	open_game(&g, &holdem_game, 2, ONE_BET ",flops=2");
	holdem_list_flops(holdem_variant(&g), set, chance);
	for (uint64_t left = set[0]; left != 0; left &= left - 1)
		poker_card_text((uint8_t)__builtin_ctzll(left), cards[n++]);
	snprintf(at, sizeof at, "0:r5c/r12:|/%s%s%s", cards[0], cards[1], cards[2]);
	run(ONE_BET ",flops=2", at, "cfr:sims=30,raises=1");
	assert_true(search.live.move_count >= 2);
	for (int i = 0; i < search.live.move_count; i++)
		sum += search.live.moves[i].prob;
	near(sum, 1, 1e-5);
	search_close(&search);
}

/* What a search found, as far as a number of threads might change it. */
struct found {
	double reply[2], value, prob[8];
	int64_t nodes, bytes;
};

static void
find(const char *variant, const char *text, struct found *out)
{
	memset(out, 0, sizeof *out);
	run(variant, "0:r250:AsKs|", text);
	out->nodes = search.live.nodes;
	out->bytes = search.live.tree_bytes;
	out->value = search.live.value[1];
	for (int i = 0; i < search.live.move_count && i < 8; i++)
		out->prob[i] = search.live.moves[i].prob;
	assert_true(search.ops->strategy->replies(&search, out->reply));
	search_close(&search);
}

static void
threads_change_no_figure(void **state)
{
	static const char *const text[] = {
		"cfr:raises=1,sims=20,memory=128",
		"dls:raises=1,blueprint=20,sims=20,memory=128,resolve=gadget,"
		"leaves=replies,values=2,carried=averaged",
	};
	for (int i = 0; i < 2; i++) {
		struct found one, some;
		char more[160];
		snprintf(more, sizeof more, "%s,threads=3", text[i]);
		find("rounds=2,stack=800,flops=4", text[i], &one);
		find("rounds=2,stack=800,flops=4", more, &some);
		assert_memory_equal(&one, &some, sizeof one);
		assert_true(one.nodes > 0 && one.bytes > 0);
	}
}

#define GAINS "rounds=2,stack=12,blinds=1/2,sizes=1/a,flops=3"

/* A strategy of so many iterations, as shares. */
static float *
solve_shares(int iterations)
{
	float *shares = arena_take(&arena, s.numbers * sizeof *shares);
	assert_non_null(shares);
	while (s.iterations < iterations)
		subgame_iterate(&s);
	subgame_shares(&s, shares);
	return shares;
}

/* From now on a seat plays by its rows of a table. */
static void
play_by(const float *shares, int seat)
{
	for (uint32_t i = 0; i < s.nodes; i++) {
		const struct subgame_node *n = &s.node[i];
		const size_t rows = n->moves * (size_t)s.stride[seat];
		if (n->seat != seat)
			continue;
		for (uint32_t b = 0; b < s.level_boards[n->level]; b++) {
			const size_t at = n->table + subgame_block(&s, i, b);
			memcpy(s.sum + at, shares + at, rows * sizeof *shares);
		}
	}
}

/* The last leaf at which there is betting to come: behind raises. */
static uint32_t
find_leaf(void)
{
	uint32_t leaf = 0;
	for (uint32_t i = 0; i < s.nodes; i++)
		if (s.node[i].seat == SEAT_CHANCE &&
		    s.node[s.node[i].child].seat != SEAT_NONE)
			leaf = i;
	assert_true(leaf > 0);
	return leaf;
}

/* By pairs of classes: all hands of one class of the other at once, in the vector form; each seat
 * plays by a table of its own. */
static void
gains_are_worth_what_vectors_are(void **state)
{
	static float gain[FLOP_SQUARE];
	float value[SUBGAME_WIDE], row[SUBGAME_WIDE];
	open_whole(GAINS, 2, NULL);
	const float *one = solve_shares(1), *const tables[2] = { solve_shares(5), one };
	const uint32_t leaf = find_leaf();
	for (int seat = 0; seat < 2; seat++)
		play_by(tables[seat], seat);
	for (int us = 0; us < 2; us++) {
		const size_t used = arena.used;
		assert_true(flop_fill_gain(&s, tables, leaf, us, &arena, gain));
		assert_int_equal(arena.used, used);
		for (int o = 0; o < s.classes; o += 12) {
			double unit[FLOP_ROW] = { 0 }, mean[FLOP_ROW];
			unit[o] = 1;
			flop_to_hands(&s, 1 - us, unit, row);
			subgame_values(&s, (struct subgame_at){ leaf, 0, 0 }, us, false,
				       row, value);
			flop_to_classes(&s, us, value, mean);
			for (int c = 0; c < s.classes; c++)
				near((double)gain[o * FLOP_ROW + c] / s.class_size[us][c],
				     mean[c], 1e-5 * (1 + fabs(mean[c])));
		}
	}
	arena_close(&arena);
}

/* ---- files and other buttons --------------------------------------------------------------- */

/* In the second hand the other seat has the button, and plays what the first had. */
static void
a_file_plays_every_hand_of_a_game(void **state)
{
	char path[] = "/tmp/plyscope-flop-XXXXXX", text[120];
	struct status st = { 0 };
	double prob[2], value[2];
	const int fd = mkstemp(path);
	assert_true(fd >= 0);
	close(fd);
	run(ONE_BET ",flops=2", "0::|JsTs", "cfr:sims=20,raises=1");
	if (!search.ops->strategy->save(&search, path, &st))
		fail_msg("%s", st.text);
	search_close(&search);
	for (int i = 0; i < 2; i++) {
		snprintf(text, sizeof text, "cfr:file=%s", path);
		run(ONE_BET ",flops=2", i == 0 ? "0::|JsTs" : "1::|JsTs", text);
		assert_int_equal(search.mover, i);
		prob[i] = find_row(&search, &g, "r6")->prob;
		value[i] = search.live.value[i];
		search_close(&search);
	}
	near(prob[1], prob[0], 1e-6);
	near(value[1], value[0], 1e-3);
	unlink(path);
}

/* ---- a player that is asked ---------------------------------------------------------------- */

/* The place of the move that a hand makes, of so many: before the flop its class decides. */
static int
made_by(int hand, bool flop, int moves)
{
	return (flop ? hand : poker_class(hand)) % moves;
}

static bool
open_rule(struct search *x, struct status *st)
{
	(void)x, (void)st;
	return true;
}

static void
run_rule(struct search *x)
{
	move m[MOVES_MAX];
	const int n = x->game->rules->moves(x->game, &x->root, x->mover, m);
	const bool flop = holdem_of(&x->root)->round > 0;
	const int hand = x->game->ops->public->hand(x->game, &x->root, x->mover);
	x->live.moves_total = x->live.move_count = 1;
	stats_move_blank(&x->live.moves[0], m[made_by(hand, flop, n)]);
	x->live.stop = STOP_DEPTH;
	search_report(x, false);
}

/* The same rule in the tables of the whole hand. */
static void
fill_rule(void)
{
	for (uint32_t i = 0; i < s.nodes; i++) {
		const struct subgame_node *n = &s.node[i];
		for (uint32_t b = 0; n->seat >= 0 && b < s.level_boards[n->level]; b++) {
			float *rows = s.sum + n->table + subgame_block(&s, i, b);
			for (int h = 0; h < s.hands[n->seat]; h++) {
				const int hand = s.hand[n->seat][h].hand;
				const int a = made_by(hand, n->level > 0, n->moves);
				rows[a * s.stride[n->seat] + h] = 1;
			}
		}
	}
}

/* Best replies to a player that is asked with every hand on every flop, and to the same play in the
 * tables of a subgame. */
static void
replies_to_a_player_are_those_to_its_table(void **state)
{
	static const struct option_spec none[] = { { .key = NULL } };
	static const struct search_ops rule = { .key = "rule",
						.title = "a rule",
						.flags = SEARCH_HIDDEN_OK,
						.options = none,
						.open = open_rule,
						.run = run_rule };
	struct exploit_roots roots;
	struct exploit_result r;
	struct status st = { 0 };
	open_whole("rounds=2,stack=400,flops=3", 9, NULL);
	fill_rule();
	assert_true(player_parse(&player, "random", &app_catalog, &g, &st));
	player.part[0].ops = &rule;
	assert_true(exploit_asks_anew(&g, &player));
	exploit_roots(&g, NULL, &roots);
	const struct exploit_options o = { .game = &g,
					   .root = roots.state,
					   .weight = roots.weight,
					   .roots = 1,
					   .player = &player,
					   .anew = true,
					   .seed = 1,
					   .runs = 1,
					   .jobs = 1 };
	if (!exploit_run(&o, &r, &st))
		fail_msg("%s", st.text);
	for (int seat = 0; seat < 2; seat++) {
		assert_true(r.point[0].reply[seat] > 1);
		near(r.point[0].reply[seat], subgame_reply(&s, 1 - seat), 1e-3);
	}
	exploit_free(&r);
	exploit_roots_free(&roots);
	arena_close(&arena);
}

/* ---- depth-limited ------------------------------------------------------------------------- */

#define SHORT "rounds=2,stack=800,flops=1"
#define BLUE  "first=blueprint,carried=averaged,blueprint=300,raises=1,memory=128,sims=200"

static void
replies_to(const char *position, const char *text, double reply[2])
{
	run(SHORT, position, text);
	if (!search.ops->strategy->replies(&search, reply))
		fail_msg("%s: no replies", text);
	search_close(&search);
}

/* Where nothing is off the tree the blueprint carried over is the blueprint. */
static void
a_strategy_carried_to_its_own_tree_stays_as_it_is(void **state)
{
	double cfr[2], carried[2];
	replies_to("0::|AsKs", "cfr:raises=1,sims=300", cfr);
	replies_to("0::|AsKs", "dls:" BLUE, carried);
	near(carried[0], cfr[0], 0.02);
	near(carried[1], cfr[1], 0.02);
}

/* 0.75 pots, as in the paper: the answer that is solved again loses less than translation, and
 * hardly more than with the bet in the tree. */
static void
an_answer_solved_again_beats_translation(void **state)
{
	static const char position[] = "0:r250:AsKs|";
	double known[2], rpat[2], again[2];
	replies_to(position, "cfr:raises=1,sims=300", known);
	replies_to(position, "dls:" BLUE, rpat);
	replies_to(position, "dls:resolve=gadget,leaves=replies,values=4," BLUE, again);
	const double value = (known[1] - known[0]) / 2, gap = (known[0] + known[1]) / 2;
	assert_true(gap >= 0);
	/* a bet that the other never makes may come from any of its hands */
	double sum = 0;
	run(SHORT, position, "dls:resolve=gadget,leaves=replies,values=2," BLUE);
	near(read_gauge(&search.live, "range"), POKER_HANDS, 1e-6);
	for (int i = 0; i < search.live.move_count; i++)
		sum += search.live.moves[i].prob;
	near(sum, 1, 1e-4);
	assert_true(find_row(&search, &g, "f")->prob < 0.01);
	search_close(&search);
	assert_true(again[1] - value > -gap);
	assert_true(again[1] < rpat[1]);
	assert_true(again[1] - value < (rpat[1] - value) / 2 + gap);
}

/* The other continuations to hold the other's hands: each loses less than translation where we played the
 * blueprint before, and not much where we played our own solution; held by nothing, they win far
 * more. What they gave away is nothing where they made no listed move. */
static void
every_gadget_holds_the_other(void **state)
{
	static const char position[] = "0:r250:AsKs|";
	static const char *const kind[] = { "gadget", "maxmargin", "reach", "unsafe" };
	double rpat[2], reply[4][2][2];
	replies_to(position, "dls:" BLUE, rpat);
	for (int i = 0; i < 4; i++)
		for (int solved = 0; solved < (i % 2 == 0 ? 2 : 1); solved++) {
			char text[200];
			snprintf(text, sizeof text,
				 "dls:" BLUE ",resolve=%s,leaves=replies,values=2,"
				 "first=%s",
				 kind[i], solved ? "solved" : "blueprint");
			replies_to(position, text, reply[i][solved]);
		}
	for (int i = 0; i < 3; i++)
		assert_true(reply[i][0][1] < rpat[1] - 0.3);
	assert_true(reply[0][1][1] < rpat[1] && reply[2][1][1] < rpat[1]);
	assert_true(reply[3][0][1] > rpat[1] + 10);
	near(reply[2][0][1], reply[0][0][1], 1e-9);
	assert_true(fabs(reply[2][1][1] - reply[0][1][1]) > 1e-4);
}

/* The one choice among all hands goes to those that gain most beside the weight of what they
 * meet. */
static void
a_margin_is_won_by_the_hand_that_gains_most(void **state)
{
	double value[FLOP_ROW], sum = 0;
	open_whole(SHORT, 1, NULL);
	struct dls_gadget x = { .kind = DLS_MAXMARGIN,
				.hands = s.classes,
				.size = s.class_size[1] };
	assert_true(dls_gadget_take(&x, FLOP_ROW, &arena));
	for (int c = 0; c < s.classes; c++) {
		x.weight[c] = c == 7 ? 0 : 1 + c;
		x.alt[c] = -c;
		value[c] = c == 20 ? 10 * x.weight[c] : c == 7 ? 1000 : 0;
	}
	dls_gadget_reset(&x);
	for (int c = 0; c < s.classes; c++)
		sum += s.class_size[1][c] * x.reach[c] * x.weight[c];
	near(sum, 1, 1e-9);
	for (int i = 0; i < 50; i++)
		dls_gadget_learn(&x, value);
	near(s.class_size[1][20] * x.reach[20] * x.weight[20], 1, 0.1);
	near(x.reach[7], 0, 0);
	arena_close(&arena);
}

/* In whatever it is stopped, it plays the blueprint as far as that is solved. */
static void
a_limit_leaves_the_blueprint(void **state)
{
	static const char *const player_text[] = {
		"cfr:raises=1,sims=30",
		"dls:raises=1,memory=128,blueprint=30,first=blueprint",
		"dls:raises=1,memory=128,blueprint=30,nodes=11200",
		"dls:raises=1,memory=128,blueprint=30,nodes=20000",
		"dls:raises=1,memory=128,blueprint=1k,nodes=11000",
	};
	static const struct {
		enum stop_reason stop;
		double within;
	} expected[] = { { STOP_SIMS, 0 },
			 { STOP_SIMS, 0.001 },
			 { STOP_NODES, 0.001 },
			 { STOP_NODES, 0.001 },
			 { STOP_NODES, 0.1 } };
	double fold = 0;
	for (int i = 0; i < 5; i++) {
		run(SHORT, "0::|7c2d", player_text[i]);
		assert_int_equal(search.live.stop, expected[i].stop);
		const double share = find_row(&search, &g, "f")->prob;
		if (i == 0)
			fold = share;
		near(share, fold, expected[i].within);
		search_close(&search);
	}
	assert_true(fold > 0.5);
}

/* The cards of the only flop. */
static void
format_flop(char *out, int size)
{
	uint64_t set[HOLDEM_FLOPS];
	double chance[HOLDEM_FLOPS];
	char cards[3][CARD_TEXT];
	int n = 0;
	assert_int_equal(holdem_list_flops(holdem_variant(&g), set, chance), 1);
	for (uint64_t left = set[0]; left != 0; left &= left - 1)
		poker_card_text((uint8_t)__builtin_ctzll(left), cards[n++]);
	snprintf(out, (size_t)size, "%s%s%s", cards[0], cards[1], cards[2]);
}

static struct search_job
job_at(const char *position, struct state *seen)
{
	struct state full;
	read_position(&g, position, &full);
	memset(seen, 0, sizeof *seen);
	game_view(&g, &full, 1, seen);
	return (struct search_job){ .game = &g, .root = seen, .viewer = 1, .seed = 1 };
}

static void
assert_same_mixes(const struct stats_hands *a, const struct stats_hands *b)
{
	assert_int_equal(a->classes, b->classes);
	for (int c = 0; c < a->classes; c++)
		for (int m = 0; m < a->actions; m++)
			assert_true(a->mix[c][m] == b->mix[c][m] ||
				    (isnan(a->mix[c][m]) && isnan(b->mix[c][m])));
}

/* A search that goes along, from a hand without the button to one with it, and one that is opened
 * at each decision. */
static void
what_is_kept_is_what_is_solved_again(void **state)
{
	static const char *const at[] = { "0:r250:9s8s|", "0:r250c/:9s8s|/", "1::|9s8s",
					  "1:r250r700:|9s8s" };
	static struct search kept;
	static struct player p[2];
	char flop[3 * CARD_TEXT], position[80];
	open_game(&g, &holdem_game, 2, SHORT);
	format_flop(flop, sizeof flop);
	for (int i = 0; i < 4; i++) {
		static const char text[] = "dls:raises=1,memory=128,blueprint=30,sims=20,"
					   "resolve=gadget,leaves=replies,values=2";
		struct state seen;
		snprintf(position, sizeof position, "%s%s", at[i], i == 1 ? flop : "");
		struct search_job job = job_at(position, &seen);
		if (i == 0)
			open_player(&kept, &p[0], job, text);
		else
			assert_true(search_advance(&kept, &job));
		open_player(&search, &p[1], job, text);
		search_run(&kept);
		search_run(&search);
		assert_int_equal(kept.live.move_count, search.live.move_count);
		for (int k = 0; k < kept.live.move_count; k++) {
			const struct stats_move *a = &kept.live.moves[k],
						*b = &search.live.moves[k];
			assert_true(a->m == b->m && a->prob == b->prob &&
				    a->value[1] == b->value[1]);
		}
		assert_same_mixes(snapshot_hands(&kept.live),
				  snapshot_hands(&search.live));
		assert_int_equal(kept.live.simulations, search.live.simulations);
		assert_true(i == 0 ? kept.live.nodes == search.live.nodes
				   : kept.live.nodes < search.live.nodes);
		search_close(&search);
	}
	search_close(&kept);
}

static void
a_solution_tells_its_iterations_and_ways(void **state)
{
	run(SHORT, "0::|AsKs", "dls:raises=1,memory=128,blueprint=10,values=3,sims=7");
	assert_int_equal(search.live.simulations, 7);
	near(read_gauge(&search.live, "ways"), 3, 0);
	assert_true(read_gauge(&search.live, "exploitability") > 0);
	search_close(&search);
	run(SHORT, "0:r250:AsKs|",
	    "dls:raises=1,memory=128,blueprint=10,first=blueprint,resolve=gadget,sims=7");
	assert_int_equal(search.live.simulations, 7);
	near(read_gauge(&search.live, "subgames"), 1, 0);
	assert_true(isnan(read_gauge(&search.live, "exploitability")));
	search_close(&search);
}

/* A number behind a word of a sentence. */
static double
number_behind(const char *text, const char *word)
{
	const char *at = strstr(text, word);
	assert_non_null(at);
	return atof(at + strlen(word));
}

/* Behind a call and a check, where we play on as the trunk of one continuation thinks: its figure is what
 * the vectors are worth there. Of several continuations some are taken, 100 % of the time. */
static void
a_leaf_tells_the_ways_to_play_on(void **state)
{
	struct look_node call[8], check[8];
	struct subgame_place p;
	double unblocked[SUBGAME_WIDE], all = 0, worth = 0;
	float value[SUBGAME_WIDE];
	run(SHORT, "0::|AsKs",
	    "dls:raises=1,memory=128,blueprint=30,values=1,sims=30,resolve=off");
	assert_true(dls_look.children(&search, LOOK_ROOT, call, 8) > 2);
	assert_int_equal(call[1].m, HOLDEM_CALL);
	assert_string_equal(call[1].proof, "");
	assert_true(dls_look.children(&search, call[1].ref, check, 8) > 1);
	assert_int_equal(check[0].m, HOLDEM_CALL);
	struct subgame *t = remainder_subgame(&search);
	subgame_begin(t, &p);
	assert_true(subgame_move(t, &p, HOLDEM_CALL) && subgame_move(t, &p, HOLDEM_CALL));
	subgame_unblocked_on(t, 0, 0, p.reach[1], unblocked);
	subgame_values(t, p.at, 0, false, p.reach[1], value);
	for (int h = 0; h < t->hands[0]; h++) {
		all += (double)p.reach[0][h] * unblocked[h];
		worth += (double)(p.reach[0][h] * value[h]);
	}
	near(number_behind(check[0].proof, "by the blueprint 100 % ("), worth / all / 100,
	     .006); /* in big blinds */
	search_close(&search);
	run(SHORT, "0::|AsKs",
	    "dls:raises=1,memory=128,blueprint=30,values=4,sims=30,resolve=off");
	dls_look.children(&search, LOOK_ROOT, call, 8);
	dls_look.children(&search, call[1].ref, check, 8);
	const char *text = check[0].proof;
	near(number_behind(text, "by the blueprint ") +
		     number_behind(text, "folding more ") +
		     number_behind(text, "calling more ") +
		     number_behind(text, "raising more "),
	     100, 2);
	static struct look_ways w;
	double often = 0, weight = 0;
	assert_true(dls_look.ways(&search, check[0].ref, &w));
	assert_int_equal(w.classes, POKER_CLASSES);
	for (int c = 0; c < w.classes; c++) {
		weight += (double)w.class_weight[c];
		if (w.class_weight[c] > 0)
			often += (double)(w.class_weight[c] * w.often[1][c]);
	}
	near(weight / w.weight, 1, 1e-5);
	near(often / w.weight, w.all.way[1].often, 1e-5);
	near(100 * w.all.way[1].often, number_behind(text, "folding more "), 0.51);
	/* all limits below the root */
	const struct stats_ways *live = snapshot_ways(&search.live);
	assert_int_equal(live->count, 4);
	near(live->way[0].often + live->way[1].often + live->way[2].often +
		     live->way[3].often,
	     1, 1e-9);
	search_close(&search);
}

/* The tree of the hand, behind the tables before it: what it says it needs is enough. */
static void
a_tree_that_does_not_fit_says_how_much_it_needs(void **state)
{
	char text[100];
	int needed = 0;
	for (int mib = 6; needed == 0 && mib < 40; mib++) {
		snprintf(text, sizeof text,
			 "dls:raises=1,blueprint=5,values=2,sims=3,memory=%d", mib);
		run("rounds=2,stack=600,flops=2", "0::|AsKs", text);
		assert_true(search.live.stop == STOP_FAILED);
		sscanf(search.live.note, "dls: needs %d MiB, memory= is", &needed);
		search_close(&search);
	}
	snprintf(text, sizeof text, "dls:raises=1,blueprint=5,values=2,sims=3,memory=%d",
		 needed);
	run("rounds=2,stack=600,flops=2", "0::|AsKs", text);
	assert_true(search.live.stop == STOP_SIMS && search.live.move_count > 0);
	search_close(&search);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_pot_bet_is_worth_what_other_programs_say),
		cmocka_unit_test(vectors_are_worth_what_every_deal_is),
		cmocka_unit_test(hands_of_a_class_weigh_alike_before_the_flop),
		cmocka_unit_test(a_hand_is_solved_once_whatever_suits_are_called),
		cmocka_unit_test(gains_are_worth_what_vectors_are),
		cmocka_unit_test(threads_change_no_figure),
		cmocka_unit_test(amounts_off_the_tree_are_answered),
		cmocka_unit_test(a_file_plays_every_hand_of_a_game),
		cmocka_unit_test(a_strategy_carried_to_its_own_tree_stays_as_it_is),
		cmocka_unit_test(replies_to_a_player_are_those_to_its_table),
		cmocka_unit_test(an_answer_solved_again_beats_translation),
		cmocka_unit_test(every_gadget_holds_the_other),
		cmocka_unit_test(a_margin_is_won_by_the_hand_that_gains_most),
		cmocka_unit_test(a_limit_leaves_the_blueprint),
		cmocka_unit_test(what_is_kept_is_what_is_solved_again),
		cmocka_unit_test(a_solution_tells_its_iterations_and_ways),
		cmocka_unit_test(a_leaf_tells_the_ways_to_play_on),
		cmocka_unit_test(a_tree_that_does_not_fit_says_how_much_it_needs),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
