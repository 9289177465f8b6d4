/*
 * clusters.c - hands of hold'em in clusters: each is put to the nearest of centres.
 *
 * A hand beside a flop or a turn is the histogram of its share of the pot, against any hand, over
 * the boards of five that may come: two are as far apart as the least that has to be moved from bin
 * to bin to make one of the other (earth mover's distance), so that a draw is not near a middling
 * pair. A hand on the river is its shares against eight groups of hands, which are clusters of the
 * 169 classes by such histograms themselves (opponent cluster hand strength). Where the centres
 * come from is in cluster_work.c.
 *
 * Source: Johanson, Burch, Valenzano and Bowling 2013.
 * Units: points are whole numbers, HOLDEM_WHOLE for all of a histogram or the whole pot.
 * Memory: behind struct kept a byte for each class of hands, then for each centre its sum and row.
 */
#include "games/holdem/buckets.h"

#include <string.h>

#define TURN_BOARDS 46	 /* of five, behind a turn for a hand */
#define FLOP_BOARDS 1081 /* behind a flop */
#define GROUP_BYTES 192	 /* the classes, in whole lines of memory */

/* ---- where centres stand ----------------------------------------------------------------- */

static size_t
in_lines(size_t bytes)
{
	return (bytes + 63) & ~(size_t)63;
}

static int
width_of(int round)
{
	return round < 3 ? KMEANS_WIDTH : HOLDEM_GROUPS;
}

static size_t
centre_bytes(int round, int count)
{
	return in_lines((size_t)count * sizeof(uint32_t)) +
	       in_lines((size_t)(count * width_of(round)) * sizeof(int16_t));
}

size_t
clusters_bytes(const int *count)
{
	size_t bytes = in_lines(sizeof(struct kept)) + GROUP_BYTES;
	for (int i = 1; i < BUCKET_ROUNDS; i++)
		bytes += centre_bytes(i, count[i]);
	return bytes;
}

uint8_t *
clusters_group(const struct kept *k)
{
	return (uint8_t *)(uintptr_t)k + in_lines(sizeof *k);
}

struct kmeans_centres
clusters_of(const struct kept *k, int round)
{
	uint8_t *at = clusters_group(k) + GROUP_BYTES;
	for (int i = 1; i < round; i++)
		at += centre_bytes(i, k->count[i]);
	const int count = k->count[round];
	return (struct kmeans_centres){
		.norm = round < 3 ? KMEANS_L1 : KMEANS_L2,
		.width = width_of(round),
		.count = count,
		.sum = (uint32_t *)(void *)at,
		.at = (int16_t *)(void *)(at +
					  in_lines((size_t)count * sizeof(uint32_t))),
	};
}

void
clusters_spread_groups(const struct kept *k, uint8_t group[POKER_HANDS])
{
	for (int h = 0; h < POKER_HANDS; h++)
		group[h] = clusters_group(k)[poker_class(h)];
}

/* Centres that are in order and within their range. */
static bool
centres_hold(const struct kmeans_centres *c)
{
	for (int i = 0; i < c->count; i++) {
		int sum = 0;
		for (int j = 0; j < c->width; j++) {
			const int16_t x = c->at[i * c->width + j];
			if (x < 0 || x > HOLDEM_WHOLE)
				return false;
			sum += x;
		}
		if ((uint32_t)sum != c->sum[i] || (i > 0 && c->sum[i] < c->sum[i - 1]))
			return false;
	}
	return true;
}

bool
clusters_hold(const struct kept *k, const int *count)
{
	for (int i = 0; i < POKER_CLASSES; i++)
		if (clusters_group(k)[i] >= HOLDEM_GROUPS)
			return false;
	for (int i = 1; i < BUCKET_ROUNDS; i++) {
		const struct kmeans_centres c = clusters_of(k, i);
		if (count[i] < 1 || !centres_hold(&c))
			return false;
	}
	return true;
}

/* ---- points ------------------------------------------------------------------------------ */

/* The bin of a share; those of x and HOLDEM_SHARES - x are as far from either end. */
static void
list_bins(const uint16_t *share, uint8_t *bin)
{
	for (int i = 0; i < RIVER_PAIRS; i++)
		bin[i] = (uint8_t)((2U * share[i] + 1) * (CLUSTER_BINS / 2) /
				   (HOLDEM_SHARES + 1));
}

/* One board of five: a count more for each hand beside it. */
static void
count_river(uint64_t board, uint64_t river, const struct share_source *from,
	    uint16_t (*hist)[CLUSTER_BINS])
{
	uint8_t place[CARDS], bin[RIVER_PAIRS], own[CARDS], there[CARDS];
	int n = 0;
	list_bins(from->shares(from->self, river, place), bin);
	for (uint64_t left = CARDS_ALL & ~river; left != 0; n++) {
		const int card = cards_pop(&left);
		own[n] = (uint8_t)holdem_card_place(board, card);
		there[n] = place[card];
	}
	for (int b = 1; b < n; b++)
		for (int a = 0; a < b; a++)
			hist[own[b] * (own[b] - 1) / 2 + own[a]]
			    [bin[holdem_pair(there[a], there[b])]]++;
}

void
clusters_count(uint64_t board, const struct share_source *from,
	       uint16_t (*hist)[CLUSTER_BINS])
{
	const int cards = cards_count(board);
	memset(hist, 0, (size_t)holdem_pairs(cards) * sizeof *hist);
	for (uint64_t rest = CARDS_ALL & ~board; rest != 0;) {
		const uint64_t turn = board | CARD_BIT(cards_pop(&rest));
		if (cards == TURN_CARDS) {
			count_river(board, turn, from, hist);
			continue;
		}
		for (uint64_t more = rest; more != 0;)
			count_river(board, turn | CARD_BIT(cards_pop(&more)), from, hist);
	}
}

void
clusters_point(const uint16_t *hist, int cards, int16_t *point)
{
	const int one = HOLDEM_WHOLE / (cards == TURN_CARDS ? TURN_BOARDS : FLOP_BOARDS);
	int above = HOLDEM_WHOLE;
	memset(point, 0, KMEANS_WIDTH * sizeof *point);
	for (int i = 0; i < CLUSTER_BINS; i++) {
		above -= one * hist[i];
		point[i] = (int16_t)above;
	}
}

/* As if the shares of a bin were all in its middle. */
double
clusters_mean(const int16_t *point)
{
	int sum = 0;
	for (int i = 0; i < CLUSTER_BINS; i++)
		sum += point[i];
	return ((double)sum / HOLDEM_WHOLE + 0.5) / CLUSTER_BINS;
}

/* ---- buckets ----------------------------------------------------------------------------- */

static void
beside_turn(const struct kmeans_centres *c, uint64_t turn,
	    const struct share_source *from, uint16_t *bucket)
{
	uint16_t hist[TURN_PAIRS][CLUSTER_BINS];
	_Alignas(16) int16_t point[KMEANS_WIDTH];
	uint32_t far;
	clusters_count(turn, from, hist);
	for (int i = 0; i < TURN_PAIRS; i++) {
		clusters_point(hist[i], TURN_CARDS, point);
		bucket[i] = (uint16_t)kmeans_nearest(c, point, &far);
	}
}

static void
beside_river(const struct kmeans_centres *c, uint64_t river, const uint8_t *group,
	     uint16_t *bucket)
{
	_Alignas(16) int16_t point[RIVER_PAIRS * HOLDEM_GROUPS];
	uint32_t far;
	holdem_sweep_groups(river, group, point);
	for (int i = 0; i < RIVER_PAIRS; i++)
		bucket[i] = (uint16_t)kmeans_nearest(c, point + i * HOLDEM_GROUPS, &far);
}

void
clusters_beside(const struct kept *k, uint64_t board, const struct share_source *from,
		uint16_t *bucket)
{
	uint8_t group[POKER_HANDS];
	const int round = cards_count(board) - 2;
	const struct kmeans_centres c = clusters_of(k, round);
	if (round == 2) {
		beside_turn(&c, board, from, bucket);
		return;
	}
	clusters_spread_groups(k, group);
	beside_river(&c, board, group, bucket);
}

/* ---- tables ------------------------------------------------------------------------------ */

static bool
turn_piece(void *self, int64_t piece, int thread)
{
	struct tables *t = self;
	const struct holdem_boards *b = &t->board[1];
	const struct share_source from = buckets_shares(t);
	const struct kmeans_centres c = clusters_of(t->kept, 2);
	(void)thread;
	for (uint32_t i = (uint32_t)piece * BUCKETS_PIECE;
	     i < b->boards && i < ((uint32_t)piece + 1) * BUCKETS_PIECE; i++)
		beside_turn(&c, b->set[i], &from, t->turn + (size_t)i * TURN_PAIRS);
	return true;
}

static bool
river_piece(void *self, int64_t piece, int thread)
{
	struct tables *t = self;
	const struct holdem_boards *b = &t->board[2];
	const struct kmeans_centres c = clusters_of(t->kept, 3);
	uint8_t group[POKER_HANDS];
	(void)thread;
	clusters_spread_groups(t->kept, group);
	for (uint32_t i = (uint32_t)piece * BUCKETS_PIECE;
	     i < b->boards && i < ((uint32_t)piece + 1) * BUCKETS_PIECE; i++)
		beside_river(&c, b->set[i], group, t->river + (size_t)i * RIVER_PAIRS);
	return true;
}

/* The turn first: it needs the shares that buckets of the river replace. */
void
clusters_fill(struct tables *t)
{
	buckets_over(t, buckets_pieces(&t->board[1]), turn_piece);
	buckets_over(t, buckets_pieces(&t->board[2]), river_piece);
}
