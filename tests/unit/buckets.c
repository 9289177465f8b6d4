/*
 * buckets.c - boards of hold'em as sets, equities by sweeps, and the buckets of hands.
 *
 * How many boards differ in more than names of suits is by Burnside's lemma, counted apart from
 * this program.
 */
#include "src/core/public_buckets.h"

#include "games/poker/holdem/boards.h"

#include "tests/unit/play_text.h"
#include "tests/unit/random_board.h"

#include <math.h>
#include <stdlib.h>

static void
boards_that_differ_are_counted(void **state)
{
	static const uint32_t boards[] = { 1755, 16432, 134459 };
	static const uint32_t sets[] = { 22100, 270725, 2598960 };
	struct arena a;
	assert_true(arena_open(&a, (size_t)32 << 20));
	for (int cards = 3; cards <= 5; cards++) {
		struct holdem_boards b;
		uint32_t all = 0;
		arena_reset(&a);
		assert_true(holdem_boards_list(&b, cards, &a, NULL, NULL));
		assert_int_equal(b.boards, boards[cards - 3]);
		assert_int_equal(b.sets, sets[cards - 3]);
		for (uint32_t i = 0; i < b.boards; i++)
			all += b.multiple[i];
		assert_int_equal(all, sets[cards - 3]);
		if (cards == 3)
			for (uint32_t i = 0; i < b.boards; i++)
				assert_int_equal(holdem_flop_number(b.set[i]), i);
	}
	arena_close(&a);
}

/* Wins twice, ties once, against each hand that may be held. */
static int
share_by_counting(uint64_t board, uint64_t hand)
{
	const int own = poker_strength(poker_set(board | hand));
	int share = 0;
	for (uint64_t left = CARDS_ALL & ~(board | hand); left != 0;) {
		const uint64_t one = CARD_BIT(cards_pop(&left));
		for (uint64_t rest = left; rest != 0;) {
			const uint64_t other = one | CARD_BIT(cards_pop(&rest));
			const int by = own - poker_strength(poker_set(board | other));
			share += (by > 0) + (by >= 0);
		}
	}
	return share;
}

static void
a_sweep_finds_every_share_and_half_in_the_mean(void **state)
{
	struct rng r;
	poker_init();
	rng_seed(&r, 19);
	for (int k = 0; k < 20; k++) {
		const uint64_t board = random_board(&r, 5);
		uint16_t share[1081];
		int sum = 0, n = 0;
		holdem_sweep(board, share);
		for (int b = 1; b < CARDS; b++)
			for (int a = 0; a < b; a++) {
				const uint64_t hand = CARD_BIT(a) | CARD_BIT(b);
				if ((board & hand) != 0)
					continue;
				sum += share[n];
				if (n % 97 == 0)
					assert_int_equal(share[n],
							 share_by_counting(board, hand));
				n++;
			}
		assert_int_equal(n, 1081);
		assert_int_equal(sum, 1081 * HOLDEM_SHARES / 2);
	}
}

/* ---- buckets ----------------------------------------------------------------------------- */

#define BUCKETS 16 /* eight by mean, each in two by spread; on the river 16 by mean */

static const int counts[BUCKET_ROUNDS] = { POKER_CLASSES, BUCKETS, BUCKETS, BUCKETS };

struct filled {
	struct game g;
	struct arena arena;
	const struct bucket_ops *ops;
	void *tables;
};

static void
fill_for(struct filled *f, const char *flops, int threads)
{
	struct options o;
	struct status st = { 0 };
	size_t bytes;
	atomic_bool stop = true;
	options_init(&o, holdem_game.options);
	assert_true(options_set(&o, "flops", flops, &st));
	assert_true(game_init(&f->g, &holdem_game, 2, &o, &st));
	assert_true(arena_open(&f->arena, (size_t)48 << 20));
	f->ops = f->g.ops->public->buckets;
	/* a person does not wait until the tables are full */
	assert_null(f->ops->fill(&f->g, counts, threads, &stop, &f->arena, &bytes));
	f->tables = f->ops->fill(&f->g, counts, threads, NULL, &f->arena, &bytes);
	assert_non_null(f->tables);
	assert_true(bytes <= (size_t)48 << 20);
}

static void
at_board(const struct filled *f, uint64_t board, struct state *s)
{
	struct holdem *h = holdem_in(s);
	start_game(&f->g, s);
	f->g.rules->play(&f->g, s, SEAT_CHANCE,
			 holdem_cards_move((uint8_t[]){ 0, 1, 2, 3 }, 4), s);
	for (int i = 0; board != 0; i++)
		h->board[i] = (uint8_t)cards_pop(&board);
}

/* The flop that a game with a single one deals: any deal shows it. */
static uint64_t
only_flop(const struct filled *f)
{
	struct state s;
	struct rng r;
	rng_seed(&r, 3);
	start_game(&f->g, &s);
	while (holdem_of(&s)->phase != HOLDEM_BOARD) {
		const int seat = game_mover(&f->g, &s);
		f->g.rules->play(&f->g, &s, seat,
				 seat == SEAT_CHANCE ? f->g.chance->sample(&f->g, &s, &r)
						     : HOLDEM_CALL,
				 &s);
	}
	const move m = f->g.chance->sample(&f->g, &s, &r);
	return CARD_BIT(m & 63) | CARD_BIT(m >> 6 & 63) | CARD_BIT(m >> 12 & 63);
}

/* How often a hand is in each bucket on boards with a flop, by the buckets of all hands. */
static void
spread_of_boards(const struct filled *f, uint64_t flop, int cards, double *share)
{
	double all = 0;
	memset(share, 0, BUCKETS * sizeof *share);
	for (int a = 0; a < CARDS; a++)
		for (int b = 0; b < (cards == 5 ? a : 1); b += 1) {
			const uint64_t more = cards == 3   ? 0
					      : cards == 4 ? CARD_BIT(a)
							   : CARD_BIT(a) | CARD_BIT(b);
			uint16_t bucket[POKER_HANDS];
			struct state s;
			if ((more & flop) != 0 || (cards == 5 && (a * 7 + b) % 5 != 0))
				continue;
			at_board(f, flop | more, &s);
			f->ops->of(&f->g, f->ops->lookup(&f->g, f->tables), &s, bucket);
			for (int h = 0; h < POKER_HANDS; h++)
				if (bucket[h] != BUCKET_NONE) {
					assert_true(bucket[h] < BUCKETS);
					share[bucket[h]]++;
					all++;
				} else {
					assert_true((poker_hand_set(h) & (flop | more)) !=
						    0);
				}
		}
	for (int i = 0; i < BUCKETS; i++)
		share[i] /= all;
}

#define DEALS 200000

/* Tables and what is worked out in play are the same buckets: as many deals fall into each. */
static void
deals_fall_into_the_buckets_of_play(void **state)
{
	struct filled f;
	struct rng r;
	static int met[BUCKET_ROUNDS][POKER_CLASSES];
	int better = 0, more = 0;
	fill_for(&f, "1", 2);
	rng_seed(&r, 7);
	memset(met, 0, sizeof met);
	for (int i = 0; i < DEALS; i++) {
		struct bucket_deal d;
		f.ops->deal(&f.g, f.tables, &r, &d);
		for (int k = 0; k < BUCKET_ROUNDS; k++)
			met[k][d.bucket[1][k]]++;
		/* on the river the higher bucket has the higher equity */
		better += d.better > 0;
		more += d.better > 0 && d.bucket[0][3] >= d.bucket[1][3];
	}
	assert_true(more > better * 97 / 100 && better > DEALS * 2 / 5);
	const uint64_t flop = only_flop(&f);
	for (int cards = 3; cards <= 5; cards++) {
		double share[BUCKETS];
		spread_of_boards(&f, flop, cards, share);
		for (int i = 0; i < BUCKETS; i++) {
			const double found = (double)met[cards - 2][i] / DEALS;
			const double error =
				sqrt(share[i] / DEALS) + (cards == 5 ? 0.004 : 0);
			if (fabs(found - share[i]) > 5 * error + 1e-9)
				print_message("# %d cards, bucket %d: %f, %f\n", cards, i,
					      found, share[i]);
			assert_true(fabs(found - share[i]) <= 5 * error + 1e-9);
		}
	}
	arena_close(&f.arena);
}

/* E[HS] of a hand on a flop or a turn, by counting. */
static double
mean_by_counting(uint64_t board, uint64_t hand)
{
	double sum = 0;
	int n = 0;
	for (uint64_t left = CARDS_ALL & ~(board | hand); left != 0; n++) {
		const uint64_t more = board | CARD_BIT(cards_pop(&left));
		sum += cards_count(more) < 5
			       ? mean_by_counting(more, hand)
			       : (double)share_by_counting(more, hand) / HOLDEM_SHARES;
	}
	return sum / n;
}

static void
better_hands_are_higher(const struct filled *f, uint64_t board, int hands)
{
	struct rng r;
	double mean[40];
	int part[40], most = 0;
	uint16_t bucket[POKER_HANDS];
	struct state s;
	rng_seed(&r, 4);
	at_board(f, board, &s);
	f->ops->of(&f->g, f->ops->lookup(&f->g, f->tables), &s, bucket);
	for (int i = 0; i < hands; i++) {
		int h;
		do
			h = (int)rng_below(&r, POKER_HANDS);
		while (bucket[h] == BUCKET_NONE);
		mean[i] = mean_by_counting(board, poker_hand_set(h));
		part[i] = bucket[h] / 2;
		most = part[i] > most ? part[i] : most;
	}
	assert_true(most > 0);
	for (int i = 0; i < hands; i++)
		for (int k = 0; k < hands; k++)
			if (mean[i] > mean[k] + 1e-4)
				assert_true(part[i] >= part[k]);
}

static void
better_hands_are_in_higher_buckets(void **state)
{
	struct filled f;
	fill_for(&f, "1", 1);
	const uint64_t flop = only_flop(&f);
	const uint64_t turn = flop | CARD_BIT(51) | CARD_BIT(50);
	better_hands_are_higher(&f, flop, 12);
	better_hands_are_higher(&f, cards_count(turn) == 4 ? turn : turn & ~CARD_BIT(50),
				40);
	arena_close(&f.arena);
}

static void
names_of_suits_do_not_matter(void **state)
{
	struct filled f;
	struct rng r;
	fill_for(&f, "1", 1);
	rng_seed(&r, 5);
	for (int cards = 3; cards <= 5; cards++) {
		uint16_t bucket[2][POKER_HANDS];
		struct state s;
		uint64_t board = only_flop(&f), other = 0;
		while (cards_count(board) < cards)
			board |= CARD_BIT(rng_below(&r, CARDS));
		for (uint64_t left = board; left != 0;)
			other |= CARD_BIT((cards_pop(&left) + 13) % CARDS);
		at_board(&f, board, &s);
		f.ops->of(&f.g, f.ops->lookup(&f.g, f.tables), &s, bucket[0]);
		at_board(&f, other, &s);
		f.ops->of(&f.g, f.ops->lookup(&f.g, f.tables), &s, bucket[1]);
		for (int b = 1; b < CARDS; b++)
			for (int a = 0; a < b; a++)
				assert_int_equal(
					bucket[0][poker_hand_number(a, b)],
					bucket[1][poker_hand_number((a + 13) % CARDS,
								    (b + 13) % CARDS)]);
	}
	arena_close(&f.arena);
}

/* A hand is played again from its blinds to where it stands. */
static void
the_line_of_a_hand_leads_to_its_state(void **state)
{
	static const char *const at[] = { "0:c:9s9c|", "3:cr300r900c/r2000:9s9c|/TsQh8c",
					  "4:cc/cc/cc/r300:9s9c|/TsQh8c/2d/3d" };
	struct game g;
	struct status st = { 0 };
	assert_true(game_init(&g, &holdem_game, 2, NULL, &st));
	for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
		struct state s, begin;
		struct played_move line[BUCKET_LINE];
		read_position(&g, at[i], &s);
		const int n = holdem_game.public->buckets->begin(&g, &s, &begin, line);
		assert_int_equal(holdem_of(&begin)->moves, 0);
		assert_int_equal(holdem_of(&begin)->hand, holdem_of(&s)->hand);
		assert_int_equal(holdem_game.public->hand(&g, &begin, 0), -1);
		for (int k = 0; k < n; k++)
			g.rules->play(&g, &begin, line[k].seat, line[k].m, &begin);
		memcpy(holdem_in(&begin)->card, holdem_of(&s)->card,
		       sizeof holdem_of(&s)->card);
		assert_memory_equal(begin.bytes, s.bytes, sizeof(struct holdem));
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(boards_that_differ_are_counted),
		cmocka_unit_test(a_sweep_finds_every_share_and_half_in_the_mean),
		cmocka_unit_test(deals_fall_into_the_buckets_of_play),
		cmocka_unit_test(better_hands_are_in_higher_buckets),
		cmocka_unit_test(names_of_suits_do_not_matter),
		cmocka_unit_test(the_line_of_a_hand_leads_to_its_state),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
