/*
 * leaf.c - values at the leaves of the flop, against sums that are made here hand by hand.
 *
 * The tables are a small one that is trained here and one that never was, which checks and calls.
 */
#include "ai/poker/modicum/leaf.h"

#include "tests/search/small_table.h"
#include "tests/unit/near.h"

#include <math.h>

#define BOARDS 64

static struct game g;
static struct arena arena;
static const char *before = "r300c";			 /* the flop */
static char empty_path[] = "/tmp/plyscope-empty-XXXXXX"; /* a table of no training */

/* ---- a flop with its leaves -------------------------------------------------------------- */

/* What is solved on a flop. */
struct table_scene {
	struct search search;
	struct abstract_play *play;
	struct leaf_flop flop;
	struct subgame s;
	struct leaf_values leaves;
	struct state root;
	float range[2][PUBLIC_HANDS];
};

static struct table_scene sc;

static void
open_flop(const char *table, int groups, int boards)
{
	struct status st = { 0 };
	char flop[8], position[60];
	arena_reset(&arena);
	memset(&sc, 0, sizeof sc);
	sc.search = (struct search){ .game = &g, .arena = arena };
	sc.search.ops = &mccfr_search;
	if (!abstract_play_open(&sc.play, &sc.search, table, TRANSLATE_RPAT, &st))
		fail_msg("%s", st.text);
	arena = sc.search.arena;
	flop_text(&g, flop);
	snprintf(position, sizeof position, "0:%s/:|/%s", before, flop);
	read_position(&g, position, &sc.root);
	assert_true(leaf_flop_open(&sc.flop, &arena, &g, abstract_play_table(sc.play),
				   groups, boards));
	leaf_flop_find(&sc.flop, &sc.root);
}

/* A tree of bets of the flop; ranges as they are in sc.range. */
static void
open_leaves(int continuations, int raises)
{
	struct status st = { 0 };
	leaf_values_begin(&sc.leaves, &sc.flop, &sc.s, continuations, 0);
	const struct subgame_setup setup = { .g = &g,
					     .root = &sc.root,
					     .range = { sc.range[0], sc.range[1] },
					     .raises = raises,
					     .largest = { 2, 2 },
					     .leaves = &sc.leaves.hook,
					     .variant = REGRET_DISCOUNTED };
	if (!subgame_open(&sc.s, &arena, &setup, &st))
		fail_msg("%s", st.text);
	assert_true(leaf_values_open(&sc.leaves, sc.play, &arena));
	leaf_flop_draw(&sc.flop, &sc.root, LEAF_BOARDS, 3);
	for (int i = 0; i < leaf_pieces(&sc.leaves); i++)
		leaf_play_out(&sc.leaves, i, 3);
}

static void
all_hands_alike(void)
{
	for (int seat = 0; seat < 2; seat++)
		for (int h = 0; h < PUBLIC_HANDS; h++)
			sc.range[seat][h] = 1;
}

/* Ranges that differ from hand to hand. */
static void
hands_at_random(uint64_t seed)
{
	struct rng r;
	rng_seed(&r, seed);
	for (int seat = 0; seat < 2; seat++)
		for (int h = 0; h < PUBLIC_HANDS; h++)
			sc.range[seat][h] = (float)(rng_unit(&r) * rng_unit(&r)) + 0.01F;
}

/* ---- groups and equities ----------------------------------------------------------------- */

static void
every_hand_beside_the_flop_is_in_one_group(void **state)
{
	int seen[PUBLIC_HANDS] = { 0 };
	open_flop(table_path, 192, BOARDS);
	assert_int_equal(sc.flop.groups, 192);
	assert_int_equal(sc.flop.begins[192], 1176);
	for (int k = 0; k < sc.flop.groups; k++) {
		const int size = sc.flop.begins[k + 1] - sc.flop.begins[k];
		assert_true(size == 6 || size == 7 || size == 5);
		for (int i = sc.flop.begins[k]; i < sc.flop.begins[k + 1]; i++) {
			seen[sc.flop.member[i]]++;
			assert_int_equal(sc.flop.group[sc.flop.member[i]], k);
		}
	}
	for (int h = 0; h < PUBLIC_HANDS; h++)
		assert_int_equal(seen[h], g.ops->public->possible(&g, &sc.root, h));
}

/* With a group for each hand an equity is the share of the pot over all boards, which the game
 * counts in a continuation of its own. */
static void
equities_of_hands_are_exact(void **state)
{
	struct rng r;
	rng_seed(&r, 3);
	open_flop(table_path, LEAF_ROW, 1);
	assert_int_equal(sc.flop.groups, 1176);
	for (int i = 0; i < 12;) {
		const int a = (int)rng_below(&r, PUBLIC_HANDS),
			  b = (int)rng_below(&r, PUBLIC_HANDS);
		if (g.ops->public->excludes(&g, a, b) ||
		    !g.ops->public->possible(&g, &sc.root, a) ||
		    !g.ops->public->possible(&g, &sc.root, b))
			continue;
		const double share = g.ops->public->odds->share(&g, &sc.root, a, b);
		const int x = sc.flop.group[a], y = sc.flop.group[b];
		near((double)sc.flop.equity[y * sc.flop.stride + x], 2 * share - 1, 1e-5);
		near((double)sc.flop.equity[x * sc.flop.stride + y], 1 - 2 * share, 1e-5);
		i++;
	}
}

/* What the hands of a group show on all boards together tends to the group's equity. */
static void
all_boards_show_the_equities(void **state)
{
	double worst = 0;
	int met = 0;
	open_flop(table_path, 40, LEAF_BOARDS);
	leaf_flop_draw(&sc.flop, &sc.root, LEAF_BOARDS, 1);
	const int n = sc.flop.groups;
	for (int a = 0; a < n; a++)
		for (int b = 0; b < n; b++) {
			const int at = a * sc.flop.stride + b;
			if (sc.flop.count[at] < 1500)
				continue; /* pairs that share cards */
			met++;
			const double far =
				fabs((double)(sc.flop.shown[at] / sc.flop.count[at]) -
				     (double)sc.flop.equity[at]);
			worst = far > worst ? far : worst;
		}
	assert_true(met > 1200);
	assert_true(worst < 0.11); /* of 1,600 means of 2,352: five deviations */
}

/* ---- values ------------------------------------------------------------------------------ */

/* A hand's value by pairs of hands. */
static double
by_pairs(const float *table, int seat, int hand, const float *other)
{
	const struct subgame *s = &sc.s;
	const struct subgame_hand *own = &s->hand[seat][hand];
	const uint64_t cards = sc.flop.cards[own->hand];
	double sum = 0;
	for (int o = 0; o < s->hands[1 - seat]; o++) {
		const int h = s->hand[1 - seat][o].hand;
		if ((sc.flop.cards[h] & cards) == 0)
			sum += (double)other[o] *
			       (double)table[sc.flop.group[h] * sc.flop.stride +
					     sc.flop.group[own->hand]];
	}
	return sum;
}

static void
values_are_sums_over_pairs_that_go_together(void **state)
{
	float value[SUBGAME_WIDE];
	open_flop(table_path, 100, BOARDS);
	hands_at_random(1);
	open_leaves(2, 1);
	const size_t square = (size_t)sc.flop.stride * (size_t)sc.flop.stride;
	const struct subgame_leaves *l = &sc.leaves.hook;
	for (int seat = 0; seat < 2; seat++) {
		const float *table =
			(seat == 0 ? sc.leaves.loss : sc.leaves.gain) +
			(size_t)(2 * sc.leaves.table[1] + 1) * square; /* leaf 1, way 1 */
		l->value(l->self, 1, 1, seat, sc.s.reach[1 - seat], value);
		for (int h = 0; h < sc.s.hands[seat]; h += 37) {
			const double sum = by_pairs(table, seat, h, sc.s.reach[1 - seat]);
			near((double)value[h], sum, 1e-3 * fabs(sum) + 1);
		}
	}
}

/* Whatever the ranges, what one seat gets the other loses, at every leaf and in every way. */
static void
values_of_both_seats_sum_to_zero(void **state)
{
	float value[SUBGAME_WIDE];
	open_flop(table_path, 100, BOARDS);
	hands_at_random(2);
	open_leaves(4, 1);
	const struct subgame_leaves *l = &sc.leaves.hook;
	assert_true(sc.s.leaves > 3);
	for (int i = 0; i < sc.s.leaves * 4; i++) {
		double sum[2] = { 0 }, size = 0;
		for (int seat = 0; seat < 2; seat++) {
			l->value(l->self, i / 4, i % 4, seat, sc.s.reach[1 - seat],
				 value);
			for (int h = 0; h < sc.s.hands[seat]; h++) {
				const double x = (double)(sc.s.reach[seat][h] * value[h]);
				sum[seat] += x;
				size += fabs(x);
			}
		}
		assert_true(size > 0);
		near(sum[0] + sum[1], 0, 1e-4 * size);
	}
}

/* Where nobody ever bets a leaf is worth its showdown, however few boards are drawn. */
static void
a_table_that_calls_shows_the_hands(void **state)
{
	open_flop(empty_path, 100, 7);
	all_hands_alike();
	open_leaves(1, 1);
	const int n = sc.flop.groups, stride = sc.flop.stride;
	for (int leaf = 0; leaf < sc.s.leaves; leaf++) {
		const float *gain =
			sc.leaves.gain + sc.leaves.table[leaf] * stride * stride;
		if (sc.leaves.all_in[leaf])
			continue;
		for (int a = 0; a < n; a++)
			for (int b = 0; b < n; b++)
				near((double)gain[a * stride + b],
				     (double)(sc.leaves.stake[leaf] *
					      sc.flop.equity[a * stride + b]),
				     1e-2);
	}
}

/* The same, solved: as when the betting of the flop is solved with hands that are shown on boards
 * that are drawn. */
static void
leaves_that_are_shown_are_solved_as_run_outs(void **state)
{
	struct status st = { 0 };
	struct subgame shown;
	float value[SUBGAME_WIDE];
	open_flop(empty_path, LEAF_ROW, 1);
	all_hands_alike();
	open_leaves(1, 1);
	const struct subgame_setup setup = { .g = &g,
					     .root = &sc.root,
					     .range = { sc.range[0], sc.range[1] },
					     .raises = 1,
					     .largest = { 2, 2 },
					     .boards = 300,
					     .seed = 1,
					     .variant = REGRET_DISCOUNTED };
	if (!subgame_open(&shown, &arena, &setup, &st))
		fail_msg("%s", st.text);
	assert_int_equal(shown.decisions, sc.s.decisions);
	for (int i = 0; i < 60; i++) {
		subgame_iterate(&shown);
		subgame_iterate(&sc.s);
	}
	for (int seat = 0; seat < 2; seat++) {
		subgame_values(&sc.s, subgame_root(), seat, false, sc.s.reach[1 - seat],
			       value);
		const double leaf = subgame_mean(&sc.s, seat, value);
		subgame_values(&shown, subgame_root(), seat, false, shown.reach[1 - seat],
			       value);
		near(leaf, subgame_mean(&shown, seat, value), 6); /* of 600 in the pot */
	}
}

/* The mean of what two hands win of each other by the table's mixes, over all its moves. */
static double
expected(const struct abstract_table *t, uint32_t at,
	 const struct leaf_hand *const hand[2], int first_factor)
{
	const struct betting_node *n = &t->betting.node[at];
	const int us = sc.leaves.first ^ 1; /* our seat is 1 */
	if (!betting_decides(n)) {
		const int shown = (hand[1]->strength > hand[0]->strength) -
				  (hand[1]->strength < hand[0]->strength);
		if (n->end == BETTING_FOLDED)
			return us == 0 ? n->stake : -n->stake;
		return (double)n->stake * shown;
	}
	double prob[BETTING_MOVES], all = 0, sum = 0;
	const int side = n->seat == us;
	if (!abstract_table_mix(t, at, hand[side]->bucket[n->round - 1], prob))
		for (int a = 0; a < n->moves; a++)
			prob[a] = t->betting.node[n->child + (uint32_t)a].kind ==
				  BETTING_CALL;
	for (int a = 0; a < n->moves; a++) {
		const struct betting_node *c = &t->betting.node[n->child + (uint32_t)a];
		prob[a] *= side == 0 && c->kind >= BETTING_RAISE ? first_factor : 1;
		all += prob[a];
	}
	for (int a = 0; a < n->moves; a++)
		if (prob[a] > 0)
			sum += prob[a] / all *
			       expected(t, n->child + (uint32_t)a, hand, first_factor);
	return sum;
}

/* A leaf's value is that mean over all boards: played out with draws, against counted without. */
static void
a_leaf_is_the_mean_over_all_boards(void **state)
{
	enum { WEAK = 3, STRONG = 36, TIMES = 40 };
	double mean[2] = { 0 }, played[2] = { 0 }, boards = 0;
	open_flop(table_path, 40, LEAF_BOARDS);
	all_hands_alike();
	open_leaves(4, 0);
	assert_int_equal(sc.s.leaves, 1); /* check, check */
	const int stride = sc.flop.stride, at = WEAK * stride + STRONG;
	for (int i = 0; i < LEAF_BOARDS; i++) {
		const struct leaf_hand *const first = sc.flop.hand + 2 * i * stride;
		const struct leaf_hand *const hand[2] = { first + WEAK,
							  first + stride + STRONG };
		if (hand[0]->cards == 0 || hand[1]->cards == 0 ||
		    (hand[0]->cards & hand[1]->cards) != 0)
			continue;
		boards++;
		for (int k = 0; k < 2; k++)
			mean[k] += expected(sc.flop.table, sc.leaves.place[0], hand,
					    k == 0 ? 1 : 10);
	}
	const double correction = 300 * (double)(sc.flop.equity[at] -
						 sc.flop.shown[at] / sc.flop.count[at]);
	for (uint64_t seed = 0; seed < TIMES; seed++)
		for (int k = 0; k < 2; k++) {
			leaf_play_out(&sc.leaves, 3 * k, seed);
			played[k] += (double)sc.leaves.gain[3 * k * stride * stride + at];
		}
	for (int k = 0; k < 2; k++) {
		near(played[k] / TIMES, mean[k] / boards + correction, 40);
	}
	assert_true(fabs(mean[0] - mean[1]) / boards > 60);
}

/* Where all are in nothing is chosen, and the hands are shown. */
static void
all_in_a_leaf_is_its_showdown(void **state)
{
	float value[SUBGAME_WIDE];
	int met = 0;
	before = "r12000c";
	open_flop(table_path, 100, BOARDS);
	hands_at_random(3);
	open_leaves(4, 1);
	before = "r300c";
	for (uint32_t i = 0; i < sc.s.nodes; i++) {
		const struct subgame_node *n = &sc.s.node[i];
		if (n->leaf == 0 || !sc.leaves.all_in[n->leaf - 1])
			continue;
		assert_int_equal(n->seat, SEAT_NONE);
		assert_true(fabsf(sc.leaves.stake[n->leaf - 1] - 20000) < 1);
		sc.leaves.hook.value(&sc.leaves, n->leaf - 1, 0, 1, sc.s.reach[0], value);
		for (int h = 0; h < sc.s.hands[1]; h += 97) {
			const double sum = by_pairs(sc.flop.equity, 1, h, sc.s.reach[0]);
			near((double)value[h], 20000 * sum, 20 * fabs(sum) + 20);
		}
		met++;
	}
	assert_true(met > 1);
}

/* A hand with more raises than the table has goes on from the nearest pot there, in parts of it. */
static void
outside_the_table_the_nearest_pot_stands_for_it(void **state)
{
	before = "r250r650r1600r3900c";
	open_flop(table_path, 100, BOARDS);
	all_hands_alike();
	open_leaves(1, 1);
	before = "r300c";
	const struct betting *b = &sc.flop.table->betting;
	for (int leaf = 0; leaf < sc.s.leaves; leaf++) {
		if (sc.leaves.all_in[leaf])
			continue;
		const double stake = (double)sc.leaves.stake[leaf],
			     there = stake / (double)sc.leaves.scale[leaf];
		const uint32_t place = sc.leaves.place[leaf];
		assert_int_equal(b->node[place].round, 2);
		assert_int_equal(b->node[b->node[place].up].round, 1);
		for (uint32_t i = 0; i < b->nodes; i++) {
			uint32_t end = i;
			if (!betting_decides(&b->node[i]) || b->node[i].round != 2 ||
			    b->node[b->node[i].up].round == 2)
				continue;
			while (betting_decides(&b->node[end]))
				for (end = b->node[end].child;
				     b->node[end].kind != BETTING_CALL;)
					end++;
			assert_true(fabs(log(stake / there)) <=
				    fabs(log(stake / b->node[end].stake)) + 1e-5);
		}
	}
}

/* ---- the choice -------------------------------------------------------------------------- */

static double
solved_value(int continuations, int seat)
{
	float value[SUBGAME_WIDE];
	open_flop(table_path, 100, BOARDS);
	hands_at_random(5);
	open_leaves(continuations, 1);
	for (int i = 0; i < 200; i++)
		subgame_iterate(&sc.s);
	assert_true(subgame_exploitability(&sc.s) < 2);
	subgame_values(&sc.s, subgame_root(), seat, false, sc.s.reach[1 - seat], value);
	return subgame_mean(&sc.s, seat, value);
}

/* Who chooses among more continuations does not get less, and here more. */
static void
more_ways_are_worth_more_to_the_one_who_chooses(void **state)
{
	double fewer = -1e9;
	for (int continuations = 1; continuations <= 8; continuations *= 2) {
		const double now = solved_value(continuations, 0);
		assert_true(now > fewer - 2);
		fewer = now;
	}
	assert_true(fewer > solved_value(1, 0) + 4);
}

/* The best reply at a leaf takes for each hand the continuation that is best for it against our range, and
 * not one for each pair of hands. */
static void
each_hand_chooses_for_itself(void **state)
{
	float best[SUBGAME_WIDE], value[4][SUBGAME_WIDE];
	open_flop(table_path, 100, BOARDS);
	hands_at_random(7);
	open_leaves(4, 0);
	uint32_t leaf = 0;
	while (sc.s.node[leaf].leaf == 0)
		leaf++;
	assert_int_equal(sc.s.node[leaf].seat, 0);
	assert_int_equal(sc.s.node[leaf].moves, 4);
	const float *ours = sc.s.reach[1];
	subgame_values(&sc.s, (struct subgame_at){ .node = leaf }, 0, true, ours, best);
	int chosen[4] = { 0 };
	for (int continuation = 0; continuation < 4; continuation++)
		sc.leaves.hook.value(sc.leaves.hook.self, 0, continuation, 0, ours,
				     value[continuation]);
	for (int h = 0; h < sc.s.hands[0]; h++) {
		int at = 0;
		for (int continuation = 1; continuation < 4; continuation++)
			at = value[continuation][h] > value[at][h] ? continuation : at;
		chosen[at]++;
		near((double)best[h], (double)value[at][h], 1e-3);
	}
	int taken = 0;
	for (int continuation = 0; continuation < 4; continuation++)
		taken += chosen[continuation] > 0;
	assert_true(taken > 1);
}

/* ---- two tables -------------------------------------------------------------------------- */

static int
begin(void **state)
{
	open_game(&g, &holdem_game, 2, "flops=1");
	assert_true(arena_open(&arena, (size_t)1 << 30));
	train_table(empty_path, 0);
	return train_small(state);
}

static int
end(void **state)
{
	arena_close(&arena);
	unlink(empty_path);
	return remove_small(state);
}

/* How often a flop may be asked whether it goes on, and was. */
struct patience {
	int asked, most;
};

static bool
ask(void *self)
{
	struct patience *p = self;
	return p->asked++ < p->most;
}

/* The work on a flop obeys within one board: its pairs of cards, twice, and each board that is drawn.
 * What was cut short is not kept. */
static void
work_on_a_flop_ends_at_the_next_board(void **state)
{
	static float equity[LEAF_ROW * LEAF_ROW];
	const int pairs = 49 * 48 / 2;
	struct patience p = { 0, INT32_MAX };
	open_flop(table_path, 40, 12);
	const size_t square = (size_t)sc.flop.stride * (size_t)sc.flop.stride;
	memcpy(equity, sc.flop.equity, square * sizeof *equity);
	sc.flop.more = ask;
	sc.flop.asker = &p;
	assert_true(leaf_flop_find(&sc.flop, &sc.root)); /* it is kept */
	assert_int_equal(p.asked, 0);
	for (int most = 0; most <= 2 * pairs; most += pairs / 3) {
		p = (struct patience){ 0, most };
		sc.flop.board = 0;
		const bool whole = most == 2 * pairs;
		assert_int_equal(leaf_flop_find(&sc.flop, &sc.root), whole);
		assert_int_equal(p.asked, whole ? most : most + 1);
		assert_int_equal(sc.flop.board != 0, whole);
	}
	assert_memory_equal(equity, sc.flop.equity, square * sizeof *equity);
	p = (struct patience){ 0, 5 };
	assert_false(leaf_flop_draw(&sc.flop, &sc.root, 12, 3));
	assert_int_equal(p.asked, 6);
	assert_int_equal(sc.flop.boards, 0);
	p.most = INT32_MAX;
	assert_true(leaf_flop_draw(&sc.flop, &sc.root, 12, 3));
	assert_int_equal(p.asked, 6 + 12);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_hand_beside_the_flop_is_in_one_group),
		cmocka_unit_test(equities_of_hands_are_exact),
		cmocka_unit_test(work_on_a_flop_ends_at_the_next_board),
		cmocka_unit_test(all_boards_show_the_equities),
		cmocka_unit_test(values_are_sums_over_pairs_that_go_together),
		cmocka_unit_test(values_of_both_seats_sum_to_zero),
		cmocka_unit_test(a_table_that_calls_shows_the_hands),
		cmocka_unit_test(leaves_that_are_shown_are_solved_as_run_outs),
		cmocka_unit_test(a_leaf_is_the_mean_over_all_boards),
		cmocka_unit_test(all_in_a_leaf_is_its_showdown),
		cmocka_unit_test(outside_the_table_the_nearest_pot_stands_for_it),
		cmocka_unit_test(more_ways_are_worth_more_to_the_one_who_chooses),
		cmocka_unit_test(each_hand_chooses_for_itself),
	};
	return cmocka_run_group_tests(tests, begin, end);
}
