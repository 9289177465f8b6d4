/*
 * clusters.c - hands of hold'em in clusters: their points by counting, tables and play alike, and
 * work that is stopped and goes on.
 */
#include "games/holdem/buckets.h"

#include "src/base/text.h"
#include "tests/unit/play_text.h"
#include "tests/unit/random_board.h"

#include <math.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define COUNTS \
	{ \
		POKER_CLASSES, 12, 9, 10 \
	}

static char path[] = "/tmp/plyscope-buckets-XXXXXX";

/* ---- points ------------------------------------------------------------------------------ */

/* Twice the wins and the ties once of a hand against those of a group that go with it, and twice
 * their number. */
static void
count_group(uint64_t board, int hand, const uint8_t *group, int k, int *won, int *met)
{
	const uint64_t own = poker_hand_set(hand);
	*won = *met = 0;
	for (int h = 0; h < POKER_HANDS; h++) {
		const uint64_t other = poker_hand_set(h);
		if (group[h] != k || (other & (board | own)) != 0)
			continue;
		const int by = poker_strength(poker_set(board | own)) -
			       poker_strength(poker_set(board | other));
		*won += (by > 0) + (by >= 0);
		*met += 2;
	}
}

static void
shares_against_groups_are_those_of_counting(void **state)
{
	struct rng r;
	int compared = 0;
	(void)state;
	poker_init();
	rng_seed(&r, 6);
	for (int n = 0; n < 6; n++) {
		const uint64_t board = random_board(&r, 5);
		uint8_t group[POKER_HANDS];
		static int16_t share[RIVER_PAIRS][HOLDEM_GROUPS];
		for (int h = 0; h < POKER_HANDS; h++)
			group[h] = (uint8_t)(n == 0 ? 3 : rng_below(&r, HOLDEM_GROUPS));
		holdem_sweep_groups(board, group, share[0]);
		for (int h = 0, i = 0; h < POKER_HANDS; h++) {
			if ((poker_hand_set(h) & board) != 0)
				continue;
			for (int k = 0; k < HOLDEM_GROUPS && i % 61 == 0; k++) {
				int won, met;
				count_group(board, h, group, k, &won, &met);
				assert_int_equal(share[i][k],
						 met > 0 ? won * HOLDEM_WHOLE / met
							 : HOLDEM_WHOLE / 2);
				compared++;
			}
			i++;
		}
	}
	assert_true(compared > 800);
}

static const uint16_t *
swept(void *self, uint64_t river, uint8_t place[CARDS])
{
	holdem_sweep(river, self);
	for (int card = 0; card < CARDS; card++)
		place[card] = (uint8_t)holdem_card_place(river, card);
	return self;
}

/* The bin of a hand's share of the pot on a river, by counting; share: of 1980. */
static int
bin_by_counting(uint64_t river, int hand, int *share)
{
	uint8_t all[POKER_HANDS] = { 0 };
	int met;
	count_group(river, hand, all, 0, share, &met);
	return (int)floor((*share + 0.5) * CLUSTER_BINS / (HOLDEM_SHARES + 1));
}

/* One hand beside a turn, by counting its 46 rivers. */
static void
a_point_is_what_is_above_each_bin(void **state)
{
	struct rng r;
	static uint16_t share[RIVER_PAIRS], hist[TURN_PAIRS][CLUSTER_BINS];
	const struct share_source from = { swept, share };
	(void)state;
	rng_seed(&r, 12);
	for (int n = 0; n < 4; n++) {
		const uint64_t turn = random_board(&r, 4);
		int16_t point[KMEANS_WIDTH];
		int hand, above = 46, met[CLUSTER_BINS] = { 0 }, sum = 0, place = 0;
		do
			hand = (int)rng_below(&r, POKER_HANDS);
		while ((poker_hand_set(hand) & turn) != 0);
		for (int h = 0; h < hand; h++)
			place += (poker_hand_set(h) & turn) == 0;
		for (int card = 0; card < CARDS; card++)
			if (((turn | poker_hand_set(hand)) & CARD_BIT(card)) == 0) {
				int one;
				met[bin_by_counting(turn | CARD_BIT(card), hand, &one)]++;
				sum += one;
			}
		clusters_count(turn, &from, hist);
		clusters_point(hist[place], TURN_CARDS, point);
		for (int i = 0; i < CLUSTER_BINS; i++) {
			above -= met[i];
			assert_int_equal(point[i], above * 94);
		}
		for (int i = CLUSTER_BINS; i < KMEANS_WIDTH; i++)
			assert_int_equal(point[i], 0);
		assert_true(fabs(clusters_mean(point) - sum / 46.0 / HOLDEM_SHARES) <
			    0.5 / CLUSTER_BINS);
	}
}

/* In the mean over all hands beside a flop a hand has half the pot; each has 1,081 boards to come.
 */
static void
hands_beside_a_flop_have_half_the_pot(void **state)
{
	struct rng r;
	static uint16_t share[RIVER_PAIRS], hist[FLOP_PAIRS][CLUSTER_BINS];
	const struct share_source from = { swept, share };
	double mean = 0;
	(void)state;
	rng_seed(&r, 2);
	clusters_count(random_board(&r, 3), &from, hist);
	for (int i = 0; i < FLOP_PAIRS; i++) {
		int16_t point[KMEANS_WIDTH];
		int all = 0;
		for (int k = 0; k < CLUSTER_BINS; k++)
			all += hist[i][k];
		assert_int_equal(all, 1081);
		clusters_point(hist[i], HOLDEM_FLOP, point);
		assert_int_equal(point[CLUSTER_BINS - 1], 0);
		mean += clusters_mean(point) / FLOP_PAIRS;
	}
	assert_true(fabs(mean - 0.5) < 0.001);
}

/* ---- work -------------------------------------------------------------------------------- */

static struct bucket_work work;
static struct game game;

static void
begin_work(int threads, uint64_t seed)
{
	struct status st = { 0 };
	open_game(&game, &holdem_game, 2, "flops=1");
	work = (struct bucket_work){ .game = &game,
				     .count = COUNTS,
				     .seed = seed,
				     .sample = 3000,
				     .threads = threads };
	if (!holdem_bucket_work.open(&work, (size_t)64 << 20, &st))
		fail_msg("%s", st.text);
}

static void
save_work(void)
{
	struct status st = { 0 };
	if (!holdem_bucket_work.save(&work, path, &st))
		fail_msg("%s", st.text);
}

static void
load_work(void)
{
	struct status st = { 0 };
	if (!holdem_bucket_work.load(&work, path, &st))
		fail_msg("%s", st.text);
}

/* Steps until it is done, or so many; the file's bytes. */
static void
go_on(int steps, struct text *file)
{
	static const struct progress quiet = { 0 };
	for (int i = 0; i < steps && work.round < BUCKET_ROUNDS; i++)
		assert_true(holdem_bucket_work.step(&work, &quiet));
	save_work();
	text_free(file);
	assert_true(text_read_file(file, path, 64 << 20));
}

static bool
is_same(const struct text *a, const struct text *b)
{
	return a->length == b->length && memcmp(a->s, b->s, a->length) == 0;
}

static void
threads_do_not_matter(void **state)
{
	struct text first = { 0 }, file = { 0 };
	(void)state;
	for (int threads = 1; threads <= 3; threads++) {
		begin_work(threads, 1);
		go_on(1000, threads == 1 ? &first : &file);
		assert_int_equal(work.round, BUCKET_ROUNDS);
		assert_true(threads == 1 || is_same(&first, &file));
		holdem_bucket_work.close(&work);
	}
	begin_work(1, 2);
	go_on(1000, &file);
	assert_false(is_same(&first, &file));
	holdem_bucket_work.close(&work);
	text_free(&first);
	text_free(&file);
}

/* Begun anew after every fourth step, and after every seventh. */
static void
work_that_stops_goes_on_to_the_same_file(void **state)
{
	struct text whole = { 0 }, file = { 0 };
	(void)state;
	begin_work(2, 1);
	go_on(1000, &whole);
	holdem_bucket_work.close(&work);
	for (int length = 4; length <= 7; length += 3) {
		int times = 0;
		begin_work(1, 1);
		for (go_on(length, &file); work.round < BUCKET_ROUNDS; times++) {
			holdem_bucket_work.close(&work);
			begin_work(1 + times % 2, 1);
			load_work();
			go_on(length, &file);
		}
		assert_true(times > 2);
		assert_true(is_same(&whole, &file));
		holdem_bucket_work.close(&work);
	}
	text_free(&whole);
	text_free(&file);
}

static void
the_report_is_of_all_deals(void **state)
{
	struct text file = { 0 };
	(void)state;
	begin_work(1, 1);
	go_on(1000, &file);
	for (int round = 1; round < BUCKET_ROUNDS; round++) {
		double all = 0, mean = 0;
		for (int i = 0; i < work.count[round]; i++) {
			const struct bucket_row *r = &work.row[round][i];
			all += r->share;
			mean += r->share * r->mean;
			assert_true(r->share > 0 && r->spread < 0.2);
			assert_int_equal(strlen(r->example[0]), 9 + 2 * round);
			assert_true(strcmp(r->example[0], r->example[1]) != 0);
			/* centres stand in the order of what hands have of the pot */
			if (round < 3 && i > 0)
				assert_true(r->mean > r[-1].mean - 0.05);
		}
		assert_true(fabs(all - 1) < 1e-9);
		assert_true(fabs(mean - 0.5) < 0.02);
	}
	holdem_bucket_work.close(&work);
	text_free(&file);
}

static void
other_work_is_refused(void **state)
{
	struct text file = { 0 };
	struct status st = { 0 };
	(void)state;
	begin_work(1, 1);
	go_on(5, &file);
	int counts[BUCKET_ROUNDS];
	struct arena a;
	assert_true(arena_open(&a, (size_t)16 << 20));
	assert_null(holdem_bucket_work.read(&game, path, counts, &a, &st));
	assert_non_null(strstr(st.text, "is not finished"));
	holdem_bucket_work.close(&work);
	begin_work(1, 4);
	st = (struct status){ 0 };
	assert_false(holdem_bucket_work.load(&work, path, &st));
	assert_non_null(strstr(st.text, "--seed 1, expected "));
	holdem_bucket_work.close(&work);
	work.sample = 1 << 30;
	st = (struct status){ 0 };
	assert_false(holdem_bucket_work.open(&work, (size_t)30 << 20, &st));
	assert_non_null(strstr(st.text, "MiB, --memory is 30"));
	arena_close(&a);
	text_free(&file);
}

/* ---- buckets ----------------------------------------------------------------------------- */

struct filled {
	struct arena arena;
	const struct tables *tables;
	const void *kept;
};

static void
fill_tables(struct filled *f, int threads)
{
	struct text file = { 0 };
	struct status st = { 0 };
	int counts[BUCKET_ROUNDS];
	size_t bytes;
	begin_work(1, 1);
	go_on(1000, &file);
	holdem_bucket_work.close(&work);
	text_free(&file);
	assert_true(arena_open(&f->arena, (size_t)64 << 20));
	const void *division =
		holdem_bucket_work.read(&game, path, counts, &f->arena, &st);
	if (division == NULL)
		fail_msg("%s", st.text);
	assert_true(holdem_buckets.here(&game, counts, &st));
	f->tables =
		holdem_buckets.fill(&game, counts, division, threads, &f->arena, &bytes);
	assert_non_null(f->tables);
	f->kept = holdem_buckets.kept(&game, f->tables);
	assert_true(holdem_buckets.kept_holds(&game, counts, f->kept,
					      holdem_buckets.kept_bytes(&game, f->kept)));
}

static void
look_at_board(const struct filled *f, uint64_t board, uint16_t bucket[POKER_HANDS])
{
	struct state s;
	struct holdem *h = holdem_in(&s);
	start_game(&game, &s);
	game.rules->play(&game, &s, SEAT_CHANCE,
			 holdem_cards_move((uint8_t[]){ 0, 1, 2, 3 }, 4), &s);
	for (int i = 0; board != 0; i++)
		h->board[i] = (uint8_t)cards_pop(&board);
	holdem_buckets.of(&game, f->kept, &s, bucket);
}

/* What is worked out in play is what training dealt with, under any names of suits. */
static void
tables_and_play_are_alike(void **state)
{
	struct filled f;
	struct rng r;
	(void)state;
	fill_tables(&f, 2);
	rng_seed(&r, 3);
	for (int n = 0; n < 12; n++) {
		const int round = 2 + n % 2;
		const struct holdem_boards *b = &f.tables->board[round - 1];
		const uint32_t at = rng_below(&r, b->boards);
		const uint16_t *row = (round == 2 ? f.tables->turn : f.tables->river) +
				      (size_t)at * (size_t)holdem_pairs(round + 2);
		uint16_t bucket[2][POKER_HANDS];
		uint64_t other = 0;
		for (uint64_t left = b->set[at]; left != 0;)
			other |= CARD_BIT((cards_pop(&left) + 13) % CARDS);
		look_at_board(&f, b->set[at], bucket[0]);
		look_at_board(&f, other, bucket[1]);
		for (int y = 1, i = 0; y < CARDS; y++)
			for (int x = 0; x < y; x++) {
				const int hand = poker_hand_number(x, y);
				const int same = poker_hand_number((x + 13) % CARDS,
								   (y + 13) % CARDS);
				const bool out = (poker_hand_set(hand) & b->set[at]) != 0;
				assert_int_equal(bucket[0][hand],
						 out ? BUCKET_NONE : row[i++]);
				assert_int_equal(bucket[0][hand], bucket[1][same]);
			}
	}
	arena_close(&f.arena);
}

/* On the flop the nearest of the centres, too: hands that are as strong are put together, and the
 * best hand is above the worst. */
static void
a_flop_has_the_buckets_of_its_centres(void **state)
{
	struct filled f;
	static uint16_t share[RIVER_PAIRS], hist[FLOP_PAIRS][CLUSTER_BINS];
	const struct share_source from = { swept, share };
	(void)state;
	fill_tables(&f, 1);
	const struct kmeans_centres c = clusters_of(f.kept, 1);
	const struct holdem_boards *b = &f.tables->board[0];
	uint32_t at = 0;
	while (b->multiple[at] == 0)
		at++;
	uint16_t bucket[POKER_HANDS];
	look_at_board(&f, b->set[at], bucket);
	clusters_count(b->set[at], &from, hist);
	for (int h = 0, i = 0; h < POKER_HANDS; h++) {
		_Alignas(16) int16_t point[KMEANS_WIDTH];
		uint32_t far;
		if (bucket[h] == BUCKET_NONE)
			continue;
		clusters_point(hist[i++], HOLDEM_FLOP, point);
		assert_int_equal(bucket[h], kmeans_nearest(&c, point, &far));
	}
	arena_close(&f.arena);
}

static int
make_path(void **state)
{
	(void)state;
	poker_init();
	const int fd = mkstemp(path);
	return fd < 0 || close(fd) != 0;
}

static int
remove_path(void **state)
{
	(void)state;
	return unlink(path);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(shares_against_groups_are_those_of_counting),
		cmocka_unit_test(a_point_is_what_is_above_each_bin),
		cmocka_unit_test(hands_beside_a_flop_have_half_the_pot),
		cmocka_unit_test(threads_do_not_matter),
		cmocka_unit_test(work_that_stops_goes_on_to_the_same_file),
		cmocka_unit_test(the_report_is_of_all_deals),
		cmocka_unit_test(other_work_is_refused),
		cmocka_unit_test(tables_and_play_are_alike),
		cmocka_unit_test(a_flop_has_the_buckets_of_its_centres),
	};
	return cmocka_run_group_tests(tests, make_path, remove_path);
}
