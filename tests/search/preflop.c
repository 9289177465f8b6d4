/*
 * preflop.c - values at the leaves before the flop, against sums that are made here hand by hand.
 *
 * The game has all flops, and the table is the one that ships.
 */
#include "ai/poker/modicum/modicum.h"

#include "games/poker/holdem/holdem.h"
#include "src/base/asset.h"
#include "src/base/file.h"
#include "tests/unit/near.h"
#include "tests/unit/play_text.h"

#include <math.h>
#include <unistd.h>

#define BOARDS 12

extern const struct search_ops mccfr_search;

static struct game g;
static struct arena arena;
static int chooses = 1;

/* ---- the first round with its leaves ----------------------------------------------------- */

static struct first_scene {
	struct search search;
	struct abstract_play *play;
	struct leaf_flop all;
	struct subgame s;
	struct leaf_values leaves;
	struct state root;
	float range[2][PUBLIC_HANDS];
} sc;

static void
open_first(void)
{
	struct status st = { 0 };
	arena_reset(&arena);
	memset(&sc, 0, sizeof sc);
	sc.search = (struct search){ .game = &g, .arena = arena };
	sc.search.ops = &mccfr_search;
	if (!abstract_play_open(&sc.play, &sc.search, NULL, TRANSLATE_RPAT, &st))
		fail_msg("%s", st.text);
	arena = sc.search.arena;
	read_position(&g, "0::|", &sc.root);
	assert_true(leaf_preflop_open(&sc.all, &arena, &g, abstract_play_table(sc.play),
				      BOARDS));
	for (int seat = 0; seat < 2; seat++)
		for (int h = 0; h < PUBLIC_HANDS; h++)
			sc.range[seat][h] = 1;
}

/* Ranges in which hands of a class weigh alike. */
static void
classes_at_random(uint64_t seed)
{
	float weight[2][POKER_CLASSES];
	struct rng r;
	rng_seed(&r, seed);
	for (int i = 0; i < 2 * POKER_CLASSES; i++)
		weight[i / POKER_CLASSES][i % POKER_CLASSES] =
			(float)(rng_unit(&r) * rng_unit(&r)) + 0.01F;
	for (int seat = 0; seat < 2; seat++)
		for (int h = 0; h < PUBLIC_HANDS; h++)
			sc.range[seat][h] = weight[seat][poker_class(h)];
}

static void
open_leaves(int continuations, int raises)
{
	struct status st = { 0 };
	leaf_values_begin(&sc.leaves, &sc.all, &sc.s, continuations, chooses);
	const struct subgame_setup setup = { .g = &g,
					     .root = &sc.root,
					     .range = { sc.range[0], sc.range[1] },
					     .raises = raises,
					     .leaves = &sc.leaves.hook,
					     .variant = REGRET_DISCOUNTED };
	if (!subgame_open(&sc.s, &arena, &setup, &st))
		fail_msg("%s", st.text);
	assert_true(leaf_values_open(&sc.leaves, sc.play, &arena));
	leaf_preflop_draw(&sc.all, &sc.root, BOARDS, 3);
	for (int i = 0; i < leaf_pieces(&sc.leaves); i++)
		leaf_play_out(&sc.leaves, i, 3);
}

/* Nobody bets any more in the table: where it was never trained it checks and calls. */
static void
forget_the_table(void)
{
	const struct abstract_table *t = abstract_play_table(sc.play);
	for (int i = 1; i < BUCKET_ROUNDS; i++)
		memset(t->byte[i], 0, t->betting.begins[i + 1] - t->betting.begins[i]);
}

/* ---- classes ----------------------------------------------------------------------------- */

static void
pairs_of_classes_are_counted(void **state)
{
	double all = 0;
	open_first();
	assert_int_equal(sc.all.groups, POKER_CLASSES);
	for (int a = 0; a < POKER_CLASSES; a++)
		for (int b = 0; b < POKER_CLASSES; b++)
			all += (double)sc.all.unblocked[a * sc.all.stride + b] *
			       (sc.all.begins[a + 1] - sc.all.begins[a]) *
			       (sc.all.begins[b + 1] - sc.all.begins[b]);
	near(all, 1326 * 1225, 1);
	for (int h = 0; h < PUBLIC_HANDS; h++)
		assert_int_equal(sc.all.group[h], poker_class(h));
	/* six pairs of aces: each goes with one of the six */
	const int aces = poker_class(poker_hand_number(CARD(12, 0), CARD(12, 1)));
	near((double)sc.all.unblocked[aces * sc.all.stride + aces], 1.0 / 6, 1e-6);
}

/* The table of equities against the game's count of every board. */
static void
equities_are_exact(void **state)
{
	open_first();
	assert_true(sc.all.exact);
	/* all pairs of these classes are alike: a pair against one of other ranks, by suits shared
	 * none, one or two */
	const int one = poker_hand_number(CARD(12, 0), CARD(12, 1));
	double sum = 0;
	for (int i = 0; i < 3; i++) {
		static const int suits[3][2] = { { 2, 3 }, { 0, 2 }, { 0, 1 } };
		static const int often[3] = { 6, 24, 6 };
		const int other =
			poker_hand_number(CARD(5, suits[i][0]), CARD(5, suits[i][1]));
		sum += often[i] / 36.0 *
		       g.ops->public->odds->share(&g, &sc.root, one, other);
	}
	const int a = poker_class(one),
		  b = poker_class(poker_hand_number(CARD(5, 0), CARD(5, 1)));
	near((double)sc.all.equity[b * sc.all.stride + a], 2 * sum - 1, 1e-5);
	near((double)sc.all.equity[a * sc.all.stride + b], 1 - 2 * sum, 1e-5);
}

/* ---- values ------------------------------------------------------------------------------ */

/* Where nobody bets any more a leaf is worth its showdown, however few boards are drawn; and so is
 * one where all are in. */
static void
a_table_that_calls_shows_the_hands(void **state)
{
	float value[SUBGAME_WIDE], shown[SUBGAME_WIDE];
	int all_in = 0;
	open_first();
	forget_the_table();
	classes_at_random(4);
	open_leaves(2, 2);
	assert_true(sc.s.leaves > 10);
	for (int leaf = 0; leaf < sc.s.leaves; leaf++)
		for (int seat = 0; seat < 2; seat++) {
			const double stake = (double)sc.leaves.stake[leaf];
			const float *other = sc.s.reach[1 - seat];
			all_in += sc.leaves.all_in[leaf];
			sc.leaves.hook.value(&sc.leaves, leaf, 0, seat, other, value);
			sc.leaves.hook.shown(&sc.leaves, seat, other, shown);
			for (int h = 0; h < sc.s.hands[seat]; h += 13)
				near((double)value[h], stake * (double)shown[h],
				     stake * 1e-2);
		}
	assert_true(all_in > 1);
}

static void
values_are_sums_over_pairs_that_go_together(void **state)
{
	float value[SUBGAME_WIDE];
	open_first();
	classes_at_random(1);
	open_leaves(2, 1);
	const struct leaf_flop *f = &sc.all;
	const size_t square = (size_t)f->stride * (size_t)f->stride;
	for (int seat = 0; seat < 2; seat++) {
		const float *table = (seat == 0 ? sc.leaves.loss : sc.leaves.gain) +
				     (size_t)(2 * sc.leaves.table[1] + 1) * square;
		sc.leaves.hook.value(&sc.leaves, 1, 1, seat, sc.s.reach[1 - seat], value);
		for (int h = 0; h < PUBLIC_HANDS; h += 61) {
			double sum = 0, size = 0;
			for (int o = 0; o < PUBLIC_HANDS; o++) {
				const double x = (double)sc.range[1 - seat][o] *
						 (double)table[f->group[o] * f->stride +
							       f->group[h]];
				if ((f->cards[o] & f->cards[h]) != 0)
					continue;
				sum += x;
				size += fabs(x);
			}
			near((double)value[h], sum, 1e-4 * size + 1);
		}
	}
}

static void
values_of_both_seats_sum_to_zero(void **state)
{
	float value[SUBGAME_WIDE];
	open_first();
	classes_at_random(2);
	open_leaves(4, 2);
	for (int i = 0; i < sc.s.leaves * 4; i++) {
		double sum[2] = { 0 }, size = 0;
		for (int seat = 0; seat < 2; seat++) {
			sc.leaves.hook.value(&sc.leaves, i / 4, i % 4, seat,
					     sc.s.reach[1 - seat], value);
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

/* What seat 1 wins of seat 0 at the first leaf, over all pairs of classes, when the chooser raises
 * more; with all hands that is too much. */
static double
won_when_raising_more(int chooser, double *plain)
{
	double sum[4] = { 0 };
	open_first();
	chooses = chooser;
	open_leaves(4, 1);
	const int square = sc.all.stride * sc.all.stride;
	for (int i = 0; i < 4 * square; i++)
		sum[i / square] += (double)sc.leaves.gain[i];
	*plain = sum[0];
	return sum[3];
}

static void
ways_are_those_of_the_one_who_chooses(void **state)
{
	double plain, same;
	const double theirs = won_when_raising_more(0, &plain),
		     ours = won_when_raising_more(1, &same);
	near(plain, same, 1e-6);
	assert_true(theirs > plain + 1e5 && ours < plain - 1e5);
}

/* ---- values that ship -------------------------------------------------------------------- */

static struct preflop_file file;

/* Values of no betting at all, with corrections of any size for each class. */
static void
make_corrections(void)
{
	struct rng r;
	rng_seed(&r, 11);
	preflop_file_list(&file, abstract_play_table(sc.play));
	file.boards = 1;
	file.won = calloc((size_t)file.entries * PREFLOP_TABLES, PREFLOP_PAIRS);
	assert_non_null(file.won);
	for (int e = 0; e < file.entries; e++)
		for (int i = 0; i < 4 * POKER_CLASSES; i++)
			file.solved[e][i / POKER_CLASSES / 2][i / POKER_CLASSES % 2]
				   [i % POKER_CLASSES] = (int8_t)rng_below(&r, 256);
}

/* What a class of a seat of the table's tree gets beside the showdown, in stakes: of the entry of
 * the leaf's place whose stake is the fewest times larger or smaller. */
static double
correction(int leaf, int chooser, int seat, int class)
{
	const struct preflop_entry *best = NULL;
	const float stake = sc.leaves.stake[leaf];
	for (int i = 0; i < file.entries; i++) {
		const struct preflop_entry *e = &file.entry[i];
		if (e->place == sc.leaves.place[leaf] &&
		    (best == NULL ||
		     fmaxf(e->stake / stake, stake / e->stake) <
			     fmaxf(best->stake / stake, stake / best->stake)))
			best = e;
	}
	assert_non_null(best);
	return file.solved[best - file.entry][chooser][seat][class] / 32.0;
}

/* In a hand where the given seat acts first. */
static void
corrections_are_added(const char *position, int first)
{
	open_first();
	read_position(&g, position, &sc.root);
	assert_int_equal(game_mover(&g, &sc.root), first);
	make_corrections();
	open_leaves(PREFLOP_WAYS, 1);
	preflop_file_fill(&file, &sc.leaves);
	const int stride = sc.all.stride, one = 3, other = 90;
	for (int leaf = 0; leaf < sc.s.leaves; leaf++)
		for (int way = 0; way < PREFLOP_WAYS && !sc.leaves.all_in[leaf]; way++) {
			const int number = sc.leaves.table[leaf];
			const float *gain =
				leaf_table(&sc.leaves, sc.leaves.gain, number, way);
			const int chooser = chooses ^ first;
			const double beside =
				correction(leaf, chooser, 1 ^ first, other) -
				correction(leaf, chooser, first, one);
			near((double)gain[one * stride + other],
			     (double)sc.leaves.stake[leaf] *
				     ((double)sc.all.equity[one * stride + other] +
				      beside),
			     0.1);
		}
	free(file.won);
}

static void
corrections_go_with_the_seat_that_acts_first(void **state)
{
	for (chooses = 0; chooses < 2; chooses++) {
		corrections_are_added("0::|", 0);
		corrections_are_added("1::|", 1);
	}
	chooses = 1;
}

static void
values_come_back_from_their_file(void **state)
{
	static struct preflop_file again;
	char path[] = "/tmp/plyscope-preflop-XXXXXX";
	struct status st = { 0 };
	close(mkstemp(path));
	open_first();
	make_corrections();
	for (size_t i = 0; i < PREFLOP_PAIRS; i++)
		file.won[i] = (int8_t)i;
	const struct abstract_table *t = abstract_play_table(sc.play);
	assert_true(preflop_file_write(&file, &g, t, path, &st));
	assert_true(preflop_file_read(&again, &g, t, path, &arena, &st));
	assert_int_equal(again.entries, file.entries);
	assert_memory_equal(again.solved, file.solved, sizeof file.solved);
	assert_memory_equal(again.won, file.won, PREFLOP_PAIRS);
	unlink(path);
	free(file.won);
}

static int
begin(void **state)
{
	open_game(&g, &holdem_game, 2, "");
	return arena_open(&arena, (size_t)256 << 20) ? 0 : -1;
}

static int
end(void **state)
{
	arena_close(&arena);
	return 0;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pairs_of_classes_are_counted),
		cmocka_unit_test(equities_are_exact),
		cmocka_unit_test(a_table_that_calls_shows_the_hands),
		cmocka_unit_test(values_are_sums_over_pairs_that_go_together),
		cmocka_unit_test(values_of_both_seats_sum_to_zero),
		cmocka_unit_test(ways_are_those_of_the_one_who_chooses),
		cmocka_unit_test(corrections_go_with_the_seat_that_acts_first),
		cmocka_unit_test(values_come_back_from_their_file),
	};
	return cmocka_run_group_tests(tests, begin, end);
}
