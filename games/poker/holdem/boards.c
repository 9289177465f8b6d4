/* boards.c - see boards.h. */
#include "games/poker/holdem/boards.h"

#include <pthread.h>
#include <string.h>

#define LEFT  47   /* cards beside a board of five */
#define PAIRS 1081 /* of them */

static uint32_t
holdem_boards_choose(uint32_t n, int k)
{
	uint64_t out = 1;
	for (int i = 0; i < k; i++)
		out = out * (n - (uint32_t)i) / (uint32_t)(i + 1);
	return (uint32_t)out;
}

uint32_t
holdem_set_place(uint64_t set)
{
	uint32_t place = 0;
	for (int k = 1; set != 0; k++) {
		const uint32_t card = (uint32_t)cards_pop(&set);
		switch (k) {
		case 1: place += card; break;
		case 2: place += card * (card - 1) / 2; break;
		case 3: place += card * (card - 1) * (card - 2) / 6; break;
		default:
			place += card < (uint32_t)k ? 0 : holdem_boards_choose(card, k);
			break;
		}
	}
	return place;
}

uint64_t
holdem_set_named(uint64_t set, uint8_t *names)
{
	uint64_t out = 0;
	uint8_t all = 0;
	for (int suit = 0; suit < SUITS; suit++) {
		const uint64_t own = set >> suit * SUIT_CARDS & 0x1fff;
		int before = 0; /* suits that come first: larger ones, the first of equal
				 * ones */
		for (int other = 0; other < SUITS; other++) {
			const uint64_t x = set >> other * SUIT_CARDS & 0x1fff;
			before += x > own || (x == own && other < suit);
		}
		all |= (uint8_t)(before << 2 * suit);
		out |= own << before * SUIT_CARDS;
	}
	*names = all;
	return out;
}

/* The next set of as many cards, as numbers grow: their places grow with it. */
static uint64_t
next_set(uint64_t set)
{
	const uint64_t low = set & (~set + 1), up = set + low;
	return up | ((set ^ up) >> 2) / low;
}

bool
holdem_boards_list(struct holdem_boards *b, int cards, struct arena *arena,
		   bool (*wanted)(const void *self, uint64_t set), const void *self)
{
	static const uint32_t boards[] = { 1755, 16432, 134459 };
	const uint32_t most = boards[cards - HOLDEM_FLOP];
	b->cards = cards;
	b->sets = holdem_boards_choose(CARDS, cards);
	b->boards = 0;
	b->of = arena_take(arena, b->sets * sizeof *b->of);
	b->set = arena_take(arena, most * sizeof *b->set);
	b->multiple = arena_take(arena, most);
	if (b->of == NULL || b->set == NULL || b->multiple == NULL)
		return false;
	uint64_t set = (UINT64_C(1) << cards) - 1;
	for (uint32_t i = 0; i < b->sets; i++, set = next_set(set)) {
		uint8_t names;
		const uint64_t named = holdem_set_named(set, &names);
		/* What stands for others is the least of them as a number, and comes first. */
		uint32_t number =
			named == set ? b->boards : b->of[holdem_set_place(named)] >> 8;
		if (named == set && wanted != NULL && !wanted(self, set))
			number = HOLDEM_BOARD_NONE >> 8;
		else if (named == set) {
			b->set[b->boards] = set;
			b->multiple[b->boards++] = 0;
		}
		const bool in = number != HOLDEM_BOARD_NONE >> 8;
		b->of[i] = in ? number << 8 | names : HOLDEM_BOARD_NONE;
		if (in)
			b->multiple[number]++;
	}
	return true;
}

static uint64_t flops[HOLDEM_FLOPS]; /* that stand for others, growing */

static void
holdem_boards_list_flops(void)
{
	int n = 0;
	for (uint64_t set = (1 << HOLDEM_FLOP) - 1; set < UINT64_C(1) << CARDS;
	     set = next_set(set)) {
		uint8_t names;
		if (holdem_set_named(set, &names) == set)
			flops[n++] = set;
	}
}

int
holdem_flop_number(uint64_t flop)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	int low = 0, high = HOLDEM_FLOPS - 1;
	pthread_once(&once, holdem_boards_list_flops);
	while (low < high) {
		const int middle = (low + high) / 2;
		if (flops[middle] < flop)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* ---- sweeps ------------------------------------------------------------------------------ */

#define DIGIT_BITS 7 /* two digits hold a strength */
#define DIGITS	   (1 << DIGIT_BITS)

struct pair_swept {
	uint16_t strength, pair;
	uint8_t card[2]; /* places */
};

static void
sort_pairs(const struct pair_swept *from, int shift, struct pair_swept *to)
{
	int at[DIGITS + 1] = { 0 };
	for (int i = 0; i < PAIRS; i++)
		at[(from[i].strength >> shift & (DIGITS - 1)) + 1]++;
	for (int i = 0; i < DIGITS; i++)
		at[i + 1] += at[i];
	for (int i = 0; i < PAIRS; i++)
		to[at[from[i].strength >> shift & (DIGITS - 1)]++] = from[i];
}

/* The hands beside a board, the weakest first. */
static void
list_pairs(uint64_t board, struct pair_swept *out)
{
	struct pair_swept plain[PAIRS], half[PAIRS];
	const poker common = poker_set(board);
	poker one[LEFT];
	uint8_t card[LEFT];
	int n = 0;
	for (uint64_t left = CARDS_ALL & ~board; left != 0; n++) {
		card[n] = (uint8_t)cards_pop(&left);
		one[n] = poker_add(common, card[n]);
	}
	n = 0;
	/* NOLINTBEGIN(clang-analyzer-core.*): a board leaves LEFT cards */
	for (uint8_t b = 1; b < LEFT; b++)
		for (uint8_t a = 0; a < b; a++, n++)
			plain[n] = (struct pair_swept){
				.strength = (uint16_t)poker_strength(
					poker_add(one[b], card[a])),
				.pair = (uint16_t)n,
				.card = { a, b },
			};
	/* NOLINTEND(clang-analyzer-core.*) */
	sort_pairs(plain, 0, half);
	sort_pairs(half, DIGIT_BITS, out);
}

void
holdem_sweep(uint64_t board, uint16_t *share)
{
	struct pair_swept pair[PAIRS];
	int below = 0, upto = 0; /* hands that are weaker; weaker or equal */
	int below_with[LEFT] = { 0 }, upto_with[LEFT] = { 0 };
	list_pairs(board, pair);
	for (int from = 0, to; from < PAIRS; from = to) {
		for (to = from; to < PAIRS && pair[to].strength == pair[from].strength;
		     to++) {
			upto++;
			upto_with[pair[to].card[0]]++;
			upto_with[pair[to].card[1]]++;
		}
		for (int i = from; i < to; i++) {
			const int a = pair[i].card[0], b = pair[i].card[1];
			const int weaker = below - below_with[a] - below_with[b];
			/* the hand itself is among those with either card */
			const int beside = upto - upto_with[a] - upto_with[b] + 1;
			share[pair[i].pair] = (uint16_t)(weaker + beside);
		}
		for (int i = from; i < to; i++) {
			below_with[pair[i].card[0]]++;
			below_with[pair[i].card[1]]++;
		}
		below = upto;
	}
}
