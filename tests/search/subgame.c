/*
 * subgame.c - the rest of a hand of hold'em solved for two ranges, against figures of another
 * program (postflop-solver 0.1: river rows of its example) and against laws.
 */
#include "ai/poker/tree/subgame_file.h"
#include "ai/poker/tree/subgame_place.h"
#include "games/poker/holdem/holdem.h"
#include "games/poker/range.h"
#include "tests/unit/near.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#define OUT_OF_POSITION "66+,A8s+,A5s-A4s,AJo+,K9s+,KQo,QTs+,JTs,96s+,85s+,75s+,65s,54s"
#define IN_POSITION	"QQ-22,AQs-A2s,ATo+,K5s+,KJo+,Q8s+,J8s+,T7s+,96s+,86s+,75s+,64s+,53s+"
#define RIVER		"0:r100c/cc/cc/:|/Td9d6h/Qc/2s"
#define TURN		"0:r100c/cc/:|/Td9d6h/Qc"
/* three hearts and a spade: clubs and diamonds are alike */
#define TWO_ALIKE "0:r300c/cc/:|/KhQh7h/2s"

enum { BUTTON, FIRST }; /* seats: the first to act has not the button */

/* A subgame with a pot of 200 and 900 behind. */
struct solved {
	struct game g;
	struct arena arena;
	struct subgame s;
};

/* What is not the same in all tests: zeros are as open_with() has it. */
struct tree_shape {
	int raises, fewer, parts, threads;
	double smallest, largest[2];
	float tremble;
	const uint64_t *label;
};

static void
open_shaped(struct solved *o, const char *position, const char *sizes, const char *first,
	    const char *button, enum regret_variant variant, struct tree_shape shape)
{
	struct options v;
	struct status st = { 0 };
	struct state root;
	struct poker_range range[2];
	options_init(&v, holdem_game.options);
	memset(&root, 0, sizeof root);
	memset(o, 0, sizeof *o);
	const bool ok = options_set(&v, "stack", "1000", &st) &&
			options_set(&v, "blinds", "5/10", &st) &&
			options_set(&v, "sizes", sizes, &st) &&
			game_init(&o->g, &holdem_game, 2, &v, &st) &&
			o->g.text->parse_position(&o->g, position, &root, &st) &&
			range_parse(first, &range[FIRST], &st) &&
			range_parse(button, &range[BUTTON], &st);
	if (!ok)
		fail_msg("%s", st.text);
	const struct subgame_setup setup = {
		.g = &o->g,
		.root = &root,
		.range = { range[0].weight, range[1].weight },
		.raises = shape.raises,
		.fewer = shape.fewer,
		.parts = shape.parts,
		.smallest = shape.smallest,
		.largest = { shape.largest[0], shape.largest[1] },
		.tremble = shape.tremble,
		.label = shape.label,
		.threads = shape.threads,
		.variant = variant
	};
	assert_true(arena_open(&o->arena, 256 << 20));
	if (!subgame_open(&o->s, &o->arena, &setup, &st))
		fail_msg("%s", st.text);
}

static void
open_with(struct solved *o, const char *position, const char *sizes, const char *first,
	  const char *button, enum regret_variant variant)
{
	open_shaped(o, position, sizes, first, button, variant,
		    (struct tree_shape){ .raises = 10 });
}

static void
open_ranges(struct solved *o, const char *position, const char *sizes)
{
	open_with(o, position, sizes, OUT_OF_POSITION, IN_POSITION, REGRET_DISCOUNTED);
}

static void
done(struct solved *o)
{
	arena_close(&o->arena);
}

/* Chips of a seat with its share of the pot of 200. */
static double
chips(struct solved *o, int seat)
{
	float value[SUBGAME_WIDE];
	subgame_values(&o->s, subgame_root(), seat, false, o->s.reach[1 - seat], value);
	return subgame_mean(&o->s, seat, value) + 100;
}

static double
equity(struct solved *o, int seat)
{
	float value[SUBGAME_WIDE];
	subgame_equities(&o->s, subgame_root(), seat, o->s.reach[1 - seat], value);
	return subgame_mean(&o->s, seat, value) + 0.5;
}

static void
a_river_is_worth_what_another_program_says(void **state)
{
	static const struct {
		const char *sizes;
		double value, gap; /* its exploitability */
		double bets;	   /* of the first seat */
	} rows[] = { { "0.5/1/a", 91.106, 0.007, 0.268 }, { "1", 91.585, 0.002, 0.082 } };
	for (int i = 0; i < 2; i++) {
		struct solved o;
		open_ranges(&o, RIVER, rows[i].sizes);
		for (int k = 0; k < 2000; k++)
			subgame_iterate(&o.s);
		const double gap = subgame_exploitability(&o.s);
		assert_true(gap < 0.03 && gap >= 0);
		near(equity(&o, FIRST), 0.516174, 5e-7);
		near(chips(&o, FIRST), rows[i].value, rows[i].gap + gap);
		near(chips(&o, BUTTON), 200 - chips(&o, FIRST), 1e-3);
		done(&o);
	}
}

static void
a_turn_comes_close_in_a_hundred_iterations(void **state)
{
	struct solved o;
	open_ranges(&o, TURN, "0.6/1.5/a");
	for (int k = 0; k < 100; k++)
		subgame_iterate(&o.s);
	near(subgame_exploitability(&o.s), 0, 2); /* 1 % of the pot */
	near(chips(&o, FIRST) + chips(&o, BUTTON), 200, 1e-3);
	done(&o);
}

/* A part of the cards in each iteration, in turn: all of them have come when the parts are
 * through, and it comes as close. */
static void
cards_may_come_in_parts(void **state)
{
	struct solved all, some;
	const struct tree_shape whole = { .raises = 1 },
				parts = { .raises = 1, .parts = 7 };
	open_shaped(&all, TURN, "1/a", OUT_OF_POSITION, IN_POSITION, REGRET_DISCOUNTED,
		    whole);
	open_shaped(&some, TURN, "1/a", OUT_OF_POSITION, IN_POSITION, REGRET_DISCOUNTED,
		    parts);
	for (int k = 0; k < 30; k++)
		subgame_iterate(&all.s);
	for (int k = 0; k < 210; k++)
		subgame_iterate(&some.s);
	/* as many boards, and the decisions before them seven times */
	assert_true(some.s.visited > all.s.visited && some.s.visited < 2 * all.s.visited);
	near(subgame_exploitability(&some.s), 0, subgame_exploitability(&all.s) + 1);
	near(chips(&some, FIRST), chips(&all, FIRST), 3);
	near(chips(&some, FIRST) + chips(&some, BUTTON), 200, 1e-3);
	done(&all);
	done(&some);
}

/* The most raises of a line on the turn and on the river, and whether one is more than so many
 * chips. */
struct raises_seen {
	int most[2];
	bool above[2];
};

static void
see_raises(const struct solved *o, uint32_t at, struct state *s, int more_than,
	   struct raises_seen *seen)
{
	const struct subgame_node *n = &o->s.node[at];
	const struct holdem *h = holdem_of(s);
	if (n->seat == SEAT_NONE)
		return;
	const int raises = o->s.ops->raises(&o->g, s);
	seen->most[n->level] =
		raises > seen->most[n->level] ? raises : seen->most[n->level];
	for (uint32_t k = 0; k < (n->seat == SEAT_CHANCE ? 1U : n->moves); k++) {
		struct state next = *s;
		uint8_t card = 0;
		while ((holdem_board_set(h) & CARD_BIT(card)) != 0)
			card++;
		const move m = n->seat == SEAT_CHANCE ? holdem_cards_move(&card, 1)
						      : o->s.node[n->child + k].m;
		o->g.rules->play(&o->g, s, n->seat, m, &next);
		const int other = 1 - n->seat;
		if (n->seat >= 0 && m > HOLDEM_RAISE &&
		    (int)(m - HOLDEM_RAISE) > h->in[other] + more_than * 2 * h->in[other])
			seen->above[n->seat] = true;
		see_raises(o, n->child + k, &next, more_than, seen);
	}
}

static void
raises_are_as_many_and_as_large_as_asked_for(void **state)
{
	static const struct {
		struct tree_shape shape;
		int most[2]; /* all-in is one more */
		bool above[2];
	} rows[] = {
		{ { .raises = 2 }, { 3, 3 }, { true, true } },
		{ { .raises = 2, .fewer = 1 }, { 3, 2 }, { true, true } },
		{ { .raises = 2, .fewer = 1, .largest = { 1, 1 } },
		  { 2, 2 },
		  { false, false } },
		{ { .raises = 2, .largest = { 0, 1 } }, { 3, 3 }, { true, false } },
		{ { .raises = 2, .smallest = .5 }, { 1, 1 }, { true, true } },
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct solved o;
		struct raises_seen seen = { .most = { 0 } };
		open_shaped(&o, TURN, "0.25/a", OUT_OF_POSITION, IN_POSITION,
			    REGRET_DISCOUNTED, rows[i].shape);
		struct state root = *o.s.root;
		see_raises(&o, 0, &root, 1, &seen);
		for (int seat = 0; seat < 2; seat++)
			assert_int_equal(seen.above[seat], rows[i].above[seat]);
		for (int level = 0; level < 2; level++)
			assert_int_equal(seen.most[level], rows[i].most[level]);
		done(&o);
	}
}

/* Every hand makes every move with the least share, and a losing one with no more: to fold where
 * nothing is asked for better hands. */
static void
no_move_has_less_than_its_least_share(void **state)
{
	const float least = 0.01F;
	struct solved o;
	float lowest = 1, sum = 0;
	open_shaped(&o, RIVER, "0.5/1/a", OUT_OF_POSITION, IN_POSITION, REGRET_DISCOUNTED,
		    (struct tree_shape){ .raises = 2, .tremble = least });
	for (int k = 0; k < 200; k++)
		subgame_iterate(&o.s);
	for (uint32_t i = 0; i < o.s.nodes; i++) {
		const struct subgame_node *n = &o.s.node[i];
		struct subgame_place p;
		float row[SUBGAME_WIDE];
		subgame_begin(&o.s, &p);
		p.at.node = i;
		for (int a = 0; n->seat >= 0 && a < n->moves; a++) {
			assert_true(subgame_share(&o.s, &p,
						  o.s.node[n->child + (uint32_t)a].m,
						  row));
			for (int h = 0; h < o.s.hands[n->seat]; h++) {
				lowest = row[h] < lowest ? row[h] : lowest;
				sum += i == 0 ? row[h] : 0;
			}
		}
	}
	near((double)lowest, (double)least, 1e-4);
	near((double)sum, o.s.hands[o.s.node[0].seat], 1e-2);
	/* chips, of 900 behind */
	near(subgame_exploitability(&o.s), 0, 20);
	done(&o);
}

static void
every_variant_converges(void **state)
{
	static const double most[] = { 20, 1, 1, 0.5 }; /* chips after 200 iterations */
	for (int v = REGRET_CFR; v <= REGRET_DISCOUNTED; v++) {
		struct solved o;
		open_with(&o, RIVER, "0.5/1/a", OUT_OF_POSITION, IN_POSITION,
			  (enum regret_variant)v);
		const double before = subgame_exploitability(&o.s);
		for (int k = 0; k < 200; k++)
			subgame_iterate(&o.s);
		near(subgame_exploitability(&o.s), 0, most[v]);
		assert_true(before > 50);
		done(&o);
	}
}

/* ---- one pair of hands at a time -------------------------------------------------------- */

/* The points of a seat when both play a pair of hands by their averages, card by card with the
 * rules of the game. */
static double
play_pair(struct solved *o, const struct subgame_place *p, const struct state *at,
	  const int hand[2], int seat)
{
	const struct game *g = &o->g;
	const struct subgame_node *n = &o->s.node[p->at.node];
	struct state next;
	double sum = 0;
	memset(&next, 0, sizeof next);
	if (g->rules->settled(g, at)) {
		int32_t points[SEATS_MAX];
		g->rules->points(g, at, points);
		return points[seat];
	}
	if (n->seat == SEAT_CHANCE) {
		int cards = 0;
		for (uint8_t c = 0; c < CARDS; c++) {
			struct subgame_place q = *p;
			const uint64_t gone = holdem_board_set(holdem_of(at)) |
					      poker_hand_set(hand[0]) |
					      poker_hand_set(hand[1]);
			if ((gone & CARD_BIT(c)) != 0)
				continue;
			assert_true(subgame_card(&o->s, &q, c));
			g->rules->play(g, at, SEAT_CHANCE, holdem_cards_move(&c, 1),
				       &next);
			sum += play_pair(o, &q, &next, hand, seat);
			cards++;
		}
		return sum / cards;
	}
	const int stride = o->s.stride[n->seat];
	float *rows = malloc((size_t)n->moves * (size_t)stride * sizeof *rows);
	int place = 0;
	assert_non_null(rows);
	while (o->s.hand[n->seat][place].hand != hand[n->seat])
		place++;
	subgame_average(&o->s, n, p->at.block, rows);
	for (int a = 0; a < n->moves; a++) {
		struct subgame_place q = *p;
		const move m = o->s.node[n->child + (uint32_t)a].m;
		const double share = (double)rows[a * stride + p->map[n->seat][place]];
		if (share <= 0)
			continue;
		assert_true(subgame_move(&o->s, &q, m));
		g->rules->play(g, at, n->seat, m, &next);
		sum += share * play_pair(o, &q, &next, hand, seat);
	}
	free(rows);
	return sum;
}

static void
vectors_are_worth_what_pairs_of_hands_are(void **state)
{
	struct solved o;
	struct subgame_place root;
	float value[SUBGAME_WIDE];
	open_with(&o, TWO_ALIKE, "0.5/a", "AKs,77,55", "QJs,A7s,TT:0.5",
		  REGRET_DISCOUNTED);
	assert_int_equal(o.s.level_boards[1], 10 + 12 + 13); /* hearts, spades, clubs */
	for (int k = 0; k < 3; k++)
		subgame_iterate(&o.s);
	subgame_begin(&o.s, &root);
	for (int seat = 0; seat < 2; seat++) {
		double sum = 0, pairs = 0;
		for (int i = 0; i < o.s.hands[0]; i++)
			for (int k = 0; k < o.s.hands[1]; k++) {
				const int hand[2] = { o.s.hand[0][i].hand,
						      o.s.hand[1][k].hand };
				const double w = (double)(o.s.hand[0][i].weight *
							  o.s.hand[1][k].weight);
				struct state at;
				if (poker_hand_set(hand[0]) & poker_hand_set(hand[1]))
					continue;
				memset(&at, 0, sizeof at);
				game_copy(&o.g, o.s.root, &at);
				for (int x = 0; x < 2; x++)
					o.g.ops->public->give(&o.g, &at, x, hand[x]);
				sum += w * play_pair(&o, &root, &at, hand, seat);
				pairs += w;
			}
		subgame_values(&o.s, subgame_root(), seat, false, o.s.reach[1 - seat],
			       value);
		near(subgame_mean(&o.s, seat, value), sum / pairs, 1e-3);
		near(o.s.pairs, pairs, 1e-6);
	}
	done(&o);
}

static void
boards_that_are_alike_are_solved_once_to_the_same_end(void **state)
{
	struct solved once, all;
	open_with(&once, TWO_ALIKE, "1/a", "22+,A2s+,KJ+", "22+,A2s+,QT+",
		  REGRET_DISCOUNTED);
	/* a weight that hardly differs from that of its twin */
	open_with(&all, TWO_ALIKE, "1/a", "22+,A2s+,KJ+,AcTc:0.999999", "22+,A2s+,QT+",
		  REGRET_DISCOUNTED);
	assert_int_equal(all.s.level_boards[1], 48);
	assert_true(once.s.level_boards[1] < 48);
	assert_true(once.s.numbers < all.s.numbers);
	for (int k = 0; k < 100; k++) {
		subgame_iterate(&once.s);
		subgame_iterate(&all.s);
	}
	near(equity(&once, FIRST), equity(&all, FIRST), 1e-6);
	near(chips(&once, FIRST), chips(&all, FIRST), 0.05);
	near(subgame_exploitability(&once.s), subgame_exploitability(&all.s), 0.05);
	done(&once);
	done(&all);
}

/* ---- what may be known, and what may not ------------------------------------------------- */

static void
the_hands_that_are_held_change_no_byte(void **state)
{
	struct solved o[2];
	open_ranges(&o[0], RIVER, "0.5/1/a");
	open_ranges(&o[1], "0:r100c/cc/cc/:AhAd|KhKd/Td9d6h/Qc/2s", "0.5/1/a");
	for (int k = 0; k < 50; k++)
		for (int i = 0; i < 2; i++)
			subgame_iterate(&o[i].s);
	assert_memory_equal(o[0].s.sum, o[1].s.sum, o[0].s.numbers * sizeof(float));
	assert_memory_equal(o[0].s.regret, o[1].s.regret, o[0].s.numbers * sizeof(float));
	assert_int_equal(o[0].s.visited, o[1].s.visited);
	done(&o[0]);
	done(&o[1]);
}

/* Two turns, of cards that are alike and of a part in each iteration. */
static void
threads_change_no_byte(void **state)
{
	static const struct {
		const char *position;
		int parts;
	} rows[] = { { TWO_ALIKE, 0 }, { TURN, 7 } };
	for (int i = 0; i < 2; i++) {
		struct solved o[3];
		double gap[3], chips_of[3];
		for (int k = 0; k < 3; k++) {
			const struct tree_shape shape = { .raises = 1,
							  .parts = rows[i].parts,
							  .threads = k + 1 };
			open_shaped(&o[k], rows[i].position, "1/a", "22+,A2s+,KJ+",
				    "22+,A2s+,QT+", REGRET_DISCOUNTED, shape);
			struct crew *crew = NULL;
			o[k].s.crew = &crew;
			float value[SUBGAME_WIDE];
			subgame_equities(&o[k].s, subgame_root(), FIRST,
					 o[k].s.reach[BUTTON], value);
			for (int n = 0; n < 20; n++)
				subgame_iterate(&o[k].s);
			gap[k] = subgame_exploitability(&o[k].s);
			chips_of[k] = chips(&o[k], FIRST);
			const size_t bytes = o[0].s.numbers * sizeof(float);
			assert_memory_equal(o[0].s.sum, o[k].s.sum, bytes);
			assert_memory_equal(o[0].s.regret, o[k].s.regret, bytes);
			assert_int_equal(o[0].s.visited, o[k].s.visited);
			assert_true(gap[k] == gap[0] && chips_of[k] == chips_of[0]);
			crew_close(crew);
		}
		for (int k = 0; k < 3; k++)
			done(&o[k]);
	}
}

/* The hands of a range play so at a decision; `bets` is the share of its second move. */
static struct subgame_lock
lock_of(uint32_t node, const char *hands, float bets)
{
	struct subgame_lock l = { .node = node, .share = { 1 - bets, bets } };
	struct poker_range range;
	struct status st = { 0 };
	assert_true(range_parse(hands, &range, &st));
	for (int h = 0; h < POKER_HANDS; h++)
		if (range.weight[h] > 0)
			l.hands[h / 64] |= UINT64_C(1) << h % 64;
	return l;
}

static void
a_locked_decision_stays_as_it_is(void **state)
{
	struct solved o;
	const struct subgame_lock checks = lock_of(0, "random", 0);
	float rows[4 * SUBGAME_WIDE];
	open_ranges(&o, RIVER, "0.5/1/a");
	assert_int_equal(o.s.node[0].moves, 4);
	assert_true(subgame_add_lock(&o.s, &checks));
	for (int k = 0; k < 1000; k++)
		subgame_iterate(&o.s);
	subgame_average(&o.s, &o.s.node[0], 0, rows);
	for (int h = 0; h < o.s.hands[FIRST]; h++)
		assert_true(rows[h] == 1 && rows[o.s.stride[FIRST] + h] == 0);
	/* it may not do better than when it chose for itself */
	assert_true(chips(&o, FIRST) < 91.106 + 0.1);
	assert_true(chips(&o, FIRST) > 80);
	assert_true(subgame_exploitability(&o.s) < 0.1);
	done(&o);
}

/* The nuts or nothing, and a pot to bet, against a hand between them. Free, nothing bluffs half as
 * often as the nuts bet and the bets win the pot: 3/4 of it. Bluffing less is folded to, and wins
 * what it bluffs; bluffing more is called, and pays for it. Of several locks the last one holds. */
static void
locked_hands_leave_the_others_their_choice(void **state)
{
	static const struct {
		float nuts, nothing, last; /* shares of bets; below 0: not locked */
		double chips;
	} rows[] = { { -1, -1, -1, 150 }, { -1, 0.25F, -1, 125 }, { -1, 0.75F, -1, 125 },
		     { 1, 0, -1, 100 },	  { 0, -1, -1, 100 },	  { -1, 1, 0.25F, 125 } };
	for (int i = 0; i < (int)(sizeof rows / sizeof *rows); i++) {
		struct solved o;
		const float bets[] = { rows[i].nuts, rows[i].nothing, rows[i].last };
		static const char *const hands[] = { "KsJs", "4c3c", "4c3c" };
		open_shaped(&o, RIVER, "1", "KsJs,4c3c", "AhAs", REGRET_DISCOUNTED,
			    (struct tree_shape){ .raises = 1 });
		assert_int_equal(o.s.node[0].moves, 2);
		for (int k = 0; k < 3; k++) {
			const struct subgame_lock l = lock_of(0, hands[k], bets[k]);
			assert_true(bets[k] < 0 || subgame_add_lock(&o.s, &l));
		}
		for (int k = 0; k < 2000; k++)
			subgame_iterate(&o.s);
		near(chips(&o, FIRST), rows[i].chips, 0.2);
		near(subgame_exploitability(&o.s), 0, 0.1);
		done(&o);
	}
}

/* A lock of one suit makes it unlike the others: the same values as when nothing is alike. */
static void
boards_are_alike_where_locks_are(void **state)
{
	static uint64_t own[PUBLIC_HANDS], each[PUBLIC_HANDS];
	static const uint64_t *const label[] = { NULL, own, each };
	struct subgame_lock l = lock_of(0, "AcKc", 1);
	struct solved o[3];
	subgame_label(own, &l, 0);
	for (int h = 0; h < PUBLIC_HANDS; h++)
		each[h] = (uint64_t)h;
	for (int i = 0; i < 3; i++) {
		open_shaped(&o[i], TWO_ALIKE, "1/a", "AKs,77,55:0.3", "QJs,A7s,TT",
			    REGRET_CFR_PLUS,
			    (struct tree_shape){ .raises = 1, .label = label[i] });
		for (int k = 0; i > 0 && k < 50; k++) {
			assert_true(k > 0 || subgame_add_lock(&o[i].s, &l));
			subgame_iterate(&o[i].s);
		}
	}
	assert_true(o[0].s.boards < o[1].s.boards);
	assert_int_equal(o[1].s.boards, o[2].s.boards);
	near(chips(&o[1], FIRST), chips(&o[2], FIRST), 1e-3);
	for (int i = 0; i < 3; i++)
		done(&o[i]);
	/* suits that are locked alike stay alike */
	memset(own, 0, sizeof own);
	l = lock_of(0, "AKs", 1);
	subgame_label(own, &l, 0);
	open_shaped(&o[1], TWO_ALIKE, "1/a", "AKs,77,55:0.3", "QJs,A7s,TT",
		    REGRET_CFR_PLUS, (struct tree_shape){ .raises = 1, .label = own });
	assert_int_equal(o[1].s.boards, o[0].s.boards);
	done(&o[1]);
}

/* ---- files ------------------------------------------------------------------------------- */

static void
assert_refused(struct solved *o, const char *path, const char *said)
{
	struct subgame s;
	struct arena arena;
	struct status st = { 0 };
	assert_true(arena_open(&arena, 64 << 20));
	assert_false(subgame_load(&s, &arena, &o->g, path, &st));
	if (strstr(st.text, said) == NULL)
		fail_msg("%s", st.text);
	arena_close(&arena);
}

static void
a_file_brings_the_strategy_back(void **state)
{
	struct solved o;
	struct subgame s;
	struct arena arena;
	struct status st = { 0 };
	char path[] = "/tmp/plyscope-subgame-XXXXXX";
	static uint64_t label[PUBLIC_HANDS];
	const int fd = mkstemp(path);
	assert_true(fd >= 0);
	struct subgame_lock l = lock_of(1, "QcJc,TT", 0.75F);
	subgame_label(label, &l, 0);
	open_shaped(&o, TWO_ALIKE, "0.5/a", "AKs,77,55:0.3", "QJs,A7s,TT",
		    REGRET_CFR_PLUS, (struct tree_shape){ .raises = 10, .label = label });
	l.node = o.s.node[0].child;
	assert_true(subgame_add_lock(&o.s, &l));
	for (int k = 0; k < 20; k++)
		subgame_iterate(&o.s);
	const struct subgame_saved about = { .raises = 10, .exploitability = 1.5 };
	o.g.variant.count--; /* as a version without the last option wrote it */
	assert_true(subgame_save(&o.s, &about, path, &st));
	o.g.variant.count++;
	struct subgame_saved read;
	assert_true(subgame_about(&holdem_game, path, &read, &st));
	assert_int_equal(read.iterations, 20);
	assert_true(read.exploitability == 1.5);
	assert_true(arena_open(&arena, 64 << 20));
	if (!subgame_load(&s, &arena, &o.g, path, &st))
		fail_msg("%s", st.text);
	assert_int_equal(s.boards, o.s.boards);
	for (int h = 0; h < s.hands[BUTTON]; h++) {
		const int hand = s.hand[BUTTON][h].hand;
		assert_int_equal(subgame_lock_of(&s, l.node, hand) != NULL,
				 subgame_locks(&l, hand));
	}
	for (uint32_t i = 0; i < s.nodes; i++) {
		float a[3 * SUBGAME_WIDE], b[3 * SUBGAME_WIDE];
		if (s.node[i].seat < 0 || s.node[i].level > 0)
			continue;
		subgame_average(&o.s, &o.s.node[i], 0, a);
		subgame_average(&s, &s.node[i], 0, b);
		for (int k = 0; k < s.node[i].moves; k++)
			for (int h = 0; h < s.hands[s.node[i].seat]; h++) {
				const int at = k * s.stride[s.node[i].seat] + h;
				near((double)a[at], (double)b[at], 2.0 / 65535);
			}
	}
	arena_close(&arena);
	/* cut off, and of another game */
	struct solved other;
	open_with(&other, TWO_ALIKE, "0.5/1/a", "AA", "KK", REGRET_CFR);
	assert_refused(&other, path, "of other rules");
	struct stat info;
	assert_int_equal(stat(path, &info), 0);
	assert_int_equal(truncate(path, info.st_size - 100), 0);
	assert_refused(&o, path, path);
	done(&other);
	done(&o);
	close(fd);
	unlink(path);
}

static void
what_does_not_fit_says_how_much_it_needs(void **state)
{
	struct options v;
	struct status st = { 0 };
	struct state root;
	struct game g;
	struct poker_range all;
	struct arena arena;
	struct subgame s;
	options_init(&v, holdem_game.options);
	memset(&root, 0, sizeof root);
	assert_true(options_set(&v, "stack", "1000", &st) &&
		    options_set(&v, "blinds", "5/10", &st) &&
		    game_init(&g, &holdem_game, 2, &v, &st) &&
		    g.text->parse_position(&g, TURN, &root, &st) &&
		    range_parse("random", &all, &st));
	const struct subgame_setup setup = {
		.g = &g,
		.root = &root,
		.range = { all.weight, all.weight },
		.raises = 3,
		.threads = 64,
	};
	assert_true(arena_open(&arena, 16 << 20));
	assert_false(subgame_open(&s, &arena, &setup, &st));
	assert_non_null(strstr(st.text, "memory= is 16"));
	arena_reset(&arena);
	const int64_t needs = subgame_needs(&arena, &setup);
	assert_true(needs > 16);
	arena_close(&arena);
	st = (struct status){ 0 };
	assert_true(arena_open(&arena, (size_t)needs << 20));
	if (!subgame_open(&s, &arena, &setup, &st))
		fail_msg("%s", st.text);
	assert_int_equal(s.threads, 1); /* they are left out rather than the tree */
	arena_close(&arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_river_is_worth_what_another_program_says),
		cmocka_unit_test(a_turn_comes_close_in_a_hundred_iterations),
		cmocka_unit_test(cards_may_come_in_parts),
		cmocka_unit_test(raises_are_as_many_and_as_large_as_asked_for),
		cmocka_unit_test(no_move_has_less_than_its_least_share),
		cmocka_unit_test(every_variant_converges),
		cmocka_unit_test(vectors_are_worth_what_pairs_of_hands_are),
		cmocka_unit_test(boards_that_are_alike_are_solved_once_to_the_same_end),
		cmocka_unit_test(the_hands_that_are_held_change_no_byte),
		cmocka_unit_test(threads_change_no_byte),
		cmocka_unit_test(a_locked_decision_stays_as_it_is),
		cmocka_unit_test(locked_hands_leave_the_others_their_choice),
		cmocka_unit_test(boards_are_alike_where_locks_are),
		cmocka_unit_test(a_file_brings_the_strategy_back),
		cmocka_unit_test(what_does_not_fit_says_how_much_it_needs),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
