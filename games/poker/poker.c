/* poker.c - strengths of hands: the tables, kinds and words, and all boards to come. See
 * poker.h. */
#include "games/poker/poker.h"

#include "games/common/words.h"

#include "src/base/status.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define CARD_ONE (UINT64_C(1) << 23)
#define SUMS	 73775 /* choices of 5, 6 and 7 ranks, at most 4 of each */

poker poker_card[CARDS];
int32_t poker_row[POKER_ROWS];
uint16_t poker_by_ranks[POKER_TABLE], poker_by_flush[1 << SUIT_CARDS];

/* Found by trying: the least after each other. */
static const uint32_t rank_key[SUIT_CARDS] = { 0,      1,      5,      22,    98,
					       453,    2031,   8698,   22854, 83661,
					       262349, 636345, 1479181 };
static_assert(7 * 1479181 < 2 * (1 << 23), "sums of different counts lie apart");

/* The meaning of a strength: the kind, then up to five ranks by weight, four bits each. */
static uint32_t meaning[POKER_STRENGTHS + 1];

/* ---- what five of some cards are ------------------------------------------------------------ */

/* The highest of five ranks in a row, -1 none; with an ace below a two. */
static int
straight_top(unsigned ranks)
{
	const unsigned low = ranks << 1 | (ranks >> ACE & 1);
	const unsigned run = low & low >> 1 & low >> 2 & low >> 3 & low >> 4;
	return run != 0 ? 31 - __builtin_clz(run) + 3 : -1;
}

/* The n highest of some ranks, four bits each, first the highest. */
static uint32_t
highest(unsigned ranks, int n)
{
	uint32_t out = 0;
	for (int i = 0; i < n; i++) {
		const int rank = 31 - __builtin_clz(ranks);
		out = out << 4 | (uint32_t)rank;
		ranks &= ~(1u << rank);
	}
	return out;
}

static uint32_t
means(enum poker_kind kind, uint32_t ranks, int count)
{
	return (uint32_t)kind << 20 | ranks << 4 * (5 - count);
}

static uint32_t
meaning_of_suit(unsigned ranks)
{
	const int top = straight_top(ranks);
	return top >= 0 ? means(POKER_STRAIGHT_FLUSH, (uint32_t)top, 1)
			: means(POKER_FLUSH, highest(ranks, 5), 5);
}

/* of[n]: the ranks of which there are at least n cards. */
static uint32_t
meaning_of_ranks(const unsigned of[5])
{
	const int top = straight_top(of[1]);
	const unsigned most = of[4] ? of[4] : of[3] ? of[3] : of[2];
	const uint32_t first = most ? highest(most, 1) : 0;
	const unsigned rest = of[1] & ~(1u << first), pairs = of[2] & ~(1u << first);
	if (of[4])
		return means(POKER_QUADS, first << 4 | highest(rest, 1), 2);
	if (of[3] && pairs)
		return means(POKER_FULL_HOUSE, first << 4 | highest(pairs, 1), 2);
	if (top >= 0)
		return means(POKER_STRAIGHT, (uint32_t)top, 1);
	if (of[3])
		return means(POKER_TRIPS, first << 8 | highest(rest, 2), 3);
	if (pairs) {
		const uint32_t second = highest(pairs, 1);
		return means(POKER_TWO_PAIR,
			     first << 8 | second << 4 |
				     highest(rest & ~(1u << second), 1),
			     3);
	}
	return of[2] ? means(POKER_PAIR, first << 12 | highest(rest, 3), 4)
		     : means(POKER_HIGH_CARD, highest(of[1], 5), 5);
}

/* ---- the tables ----------------------------------------------------------------------------- */

struct rank_sum {
	uint32_t key, meaning;
};

struct rank_sums {
	struct rank_sum sum[SUMS];
	int count;
};

/* All choices of ranks from `rank` on that add up to five, six or seven cards. */
static void
poker_add_sums(struct rank_sums *to, int rank, int cards, uint32_t key,
	       const unsigned of[5])
{
	if (rank == SUIT_CARDS) {
		if (cards >= POKER_LEAST)
			to->sum[to->count++] = (struct rank_sum){
				key + (uint32_t)CARD_ONE *
						(uint32_t)(cards - POKER_LEAST),
				meaning_of_ranks(of)
			};
		return;
	}
	unsigned with[5];
	memcpy(with, of, sizeof with);
	for (int n = 0; n <= SUITS && cards + n <= POKER_MOST; n++) {
		if (n > 0)
			with[n] |= 1u << rank;
		poker_add_sums(to, rank + 1, cards + n,
			       key + (uint32_t)n * rank_key[rank], with);
	}
}

static int
by_number(const void *a, const void *b)
{
	const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
	return x < y ? -1 : x > y;
}

/* The place of each meaning among all of five cards. */
static void
order_meanings(const struct rank_sums *s)
{
	int n = 1;
	for (int i = 0; i < s->count; i++)
		if (s->sum[i].key < CARD_ONE)
			meaning[n++] = s->sum[i].meaning;
	for (unsigned ranks = 0; ranks < 1 << SUIT_CARDS; ranks++)
		if (__builtin_popcount(ranks) == POKER_LEAST)
			meaning[n++] = meaning_of_suit(ranks);
	assert(n == POKER_STRENGTHS + 1);
	qsort(meaning + 1, POKER_STRENGTHS, sizeof *meaning, by_number);
}

static uint16_t
strength_of(uint32_t what)
{
	const uint32_t *at =
		bsearch(&what, meaning + 1, POKER_STRENGTHS, sizeof what, by_number);
	assert(at != NULL);
	return (uint16_t)(at - meaning);
}

/* A row of the table: the sums that share their upper bits. */
struct row {
	int number, from, count;
};

static int
by_count(const void *a, const void *b)
{
	const struct row *x = a, *y = b;
	return x->count != y->count ? y->count - x->count : x->number - y->number;
}

/* Which places of the table are taken, a bit each. */
struct taken {
	int count, from; /* no row as full as the last one fits before it */
	uint64_t word[POKER_TABLE / 64 + (1 << POKER_COLUMNS) / 64 + 2];
};

/* Of 64 places from one on. */
static uint64_t
taken_from(const struct taken *t, int place)
{
	const int at = place / 64, by = place % 64;
	return by == 0 ? t->word[at] : t->word[at] >> by | t->word[at + 1] << (64 - by);
}

/* A place where a row fits between those that are there: 64 are tried at a time. Rows of the same
 * count go behind each other. */
static int
find_room(struct taken *t, const struct rank_sum *sum, int count)
{
	const uint32_t mask = (1u << POKER_COLUMNS) - 1;
	const int first = (int)(sum[0].key & mask);
	t->from = count < t->count ? 0 : t->from;
	t->count = count;
	for (int at = t->from; at < POKER_TABLE; at += 64) {
		uint64_t full = 0;
		for (int i = 0; i < count && full != UINT64_MAX; i++)
			full |= taken_from(t, at + (int)(sum[i].key & mask) - first);
		if (full != UINT64_MAX) {
			t->from = at + __builtin_ctzll(~full);
			return t->from - first;
		}
	}
	BUG("the table of hands is too small");
}

static void
place_row(struct taken *t, const struct rank_sum *sum, const struct row *r)
{
	const uint32_t mask = (1u << POKER_COLUMNS) - 1;
	const int at = find_room(t, sum, r->count);
	poker_row[r->number] = at;
	for (int i = 0; i < r->count; i++) {
		const int place = at + (int)(sum[i].key & mask);
		if (place >= POKER_TABLE)
			BUG("the table of hands is too small: %d", place);
		t->word[place / 64] |= UINT64_C(1) << place % 64;
		poker_by_ranks[place] = strength_of(sum[i].meaning);
	}
}

/* The fullest rows first. */
static void
place_rows(struct rank_sums *s)
{
	static struct row row[POKER_ROWS];
	static struct taken taken;
	int rows = 0;
	qsort(s->sum, (size_t)s->count, sizeof *s->sum, by_number);
	for (int i = 0; i < s->count; i++) {
		const int number = (int)(s->sum[i].key >> POKER_COLUMNS);
		if (rows == 0 || row[rows - 1].number != number)
			row[rows++] = (struct row){ number, i, 0 };
		row[rows - 1].count++;
	}
	qsort(row, (size_t)rows, sizeof *row, by_count);
	for (int i = 0; i < rows; i++)
		place_row(&taken, s->sum + row[i].from, &row[i]);
}

static void
make_tables(void)
{
	static struct rank_sums s;
	const unsigned none[5] = { 0 };
	poker_add_sums(&s, 0, 0, 0, none);
	assert(s.count == SUMS);
	order_meanings(&s);
	place_rows(&s);
	for (unsigned ranks = 0; ranks < 1 << SUIT_CARDS; ranks++)
		if (__builtin_popcount(ranks) >= POKER_LEAST)
			poker_by_flush[ranks] = strength_of(meaning_of_suit(ranks));
	for (int card = 0; card < CARDS; card++)
		poker_card[card] =
			(poker){ rank_key[card_rank(card)] + CARD_ONE +
					 (UINT64_C(1) << (32 + 4 * card_suit(card))),
				 CARD_BIT(card) };
}

void
poker_init(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	pthread_once(&once, make_tables);
}

/* ---- in words --------------------------------------------------------------------------- */

static const char *const rank_word[SUIT_CARDS] = {
	"two",	"three", "four", "five",  "six",  "seven", "eight",
	"nine", "ten",	 "jack", "queen", "king", "ace",
};

static const char *const rank_words[SUIT_CARDS] = {
	"twos",	 "threes", "fours", "fives",  "sixes", "sevens", "eights",
	"nines", "tens",   "jacks", "queens", "kings", "aces",
};

enum poker_kind
poker_kind(int strength)
{
	return (enum poker_kind)(meaning[strength] >> 20);
}

void
poker_words(int strength, char *out, int size)
{
	const uint32_t m = meaning[strength];
	const uint32_t first = m >> 16 & 15, second = m >> 12 & 15;
	const char *const one = rank_word[first], *const many = rank_words[first];
	struct words w = words_start(out, size);
	switch (poker_kind(strength)) {
	case POKER_HIGH_CARD: words_add(&w, "%s high", one); break;
	case POKER_PAIR: words_add(&w, "a pair of %s", many); break;
	case POKER_TWO_PAIR:
		words_add(&w, "two pair, %s and %s", many, rank_words[second]);
		break;
	case POKER_TRIPS: words_add(&w, "three %s", many); break;
	case POKER_STRAIGHT: words_add(&w, "a straight, %s high", one); break;
	case POKER_FLUSH: words_add(&w, "a flush, %s high", one); break;
	case POKER_FULL_HOUSE:
		words_add(&w, "a full house, %s over %s", many, rank_words[second]);
		break;
	case POKER_QUADS: words_add(&w, "four %s", many); break;
	case POKER_STRAIGHT_FLUSH:
	case POKER_KINDS:
		words_add(&w,
			  first == ACE ? "a royal flush" : "a straight flush, %s high",
			  one);
	}
}

static int
sort_by_rank(bool pair, uint32_t rank, char *out, int size)
{
	struct words w = words_start(out, size);
	if (pair)
		words_add(&w, "a pair of %s", rank_words[rank]);
	else
		words_add(&w, "%s high", rank_word[rank]);
	return (int)rank + (pair ? SUIT_CARDS : 0);
}

int
poker_sort(int strength, char *out, int size)
{
	static const char *const name[POKER_KINDS] = {
		[POKER_TWO_PAIR] = "two pair",
		[POKER_TRIPS] = "three of a kind",
		[POKER_STRAIGHT] = "a straight",
		[POKER_FLUSH] = "a flush",
		[POKER_FULL_HOUSE] = "a full house",
		[POKER_QUADS] = "four of a kind",
		[POKER_STRAIGHT_FLUSH] = "a straight flush",
	};
	const enum poker_kind kind = poker_kind(strength);
	if (kind <= POKER_PAIR)
		return sort_by_rank(kind == POKER_PAIR, meaning[strength] >> 16 & 15, out,
				    size);
	struct words w = words_start(out, size);
	words_add(&w, "%s", name[kind]);
	return 2 * SUIT_CARDS + (int)kind;
}

/* ---- hands of two cards ----------------------------------------------------------------- */

int
poker_hand_number(int card, int other)
{
	const int low = card < other ? card : other, high = card < other ? other : card;
	return high * (high - 1) / 2 + low;
}

void
poker_hand_cards(int hand, int card[2])
{
	int high = 1;
	while (high * (high + 1) / 2 <= hand)
		high++;
	card[0] = hand - high * (high - 1) / 2;
	card[1] = high;
}

uint64_t
poker_hand_set(int hand)
{
	int card[2];
	poker_hand_cards(hand, card);
	return CARD_BIT(card[0]) | CARD_BIT(card[1]);
}

/* The higher rank, then the higher suit first. */
static void
in_order(int hand, int card[2])
{
	poker_hand_cards(hand, card);
	if (card_rank(card[0]) <= card_rank(card[1])) {
		const int swap = card[0];
		card[0] = card[1];
		card[1] = swap;
	}
}

void
poker_card_text(int card, char out[CARD_TEXT])
{
	out[0] = "23456789TJQKA"[card_rank(card)];
	out[1] = "cdsh"[card_suit(card)];
	out[2] = '\0';
}

void
poker_cards_text(const uint8_t *card, int count, const char *between, char *out, int size)
{
	struct words w = words_start(out, size);
	for (int i = 0; i < count; i++) {
		char text[CARD_TEXT];
		poker_card_text(card[i], text);
		words_add(&w, "%s%s", i > 0 ? between : "", text);
	}
}

bool
poker_read_cards(const char **text, int count, uint64_t *gone, uint8_t *card)
{
	const char *at = *text;
	uint64_t taken = *gone;
	for (int i = 0; i < count; i++) {
		at = words_skip(at);
		const int c = card_parse(&at);
		if (c < 0 || (taken & CARD_BIT(c)) != 0)
			return false;
		taken |= CARD_BIT(c);
		card[i] = (uint8_t)c;
	}
	*text = at;
	*gone = taken;
	return true;
}

void
poker_hand_text(int hand, char out[5])
{
	int card[2];
	in_order(hand, card);
	poker_card_text(card[0], out);
	poker_card_text(card[1], out + 2);
}

void
poker_hand_words(int hand, char *out, int size)
{
	int card[2];
	in_order(hand, card);
	const int high = card_rank(card[0]), low = card_rank(card[1]);
	struct words w = words_start(out, size);
	if (high == low)
		words_add(&w, "a pair of %s", rank_words[high]);
	else
		words_add(&w, "%s-%s%s", rank_word[high], rank_word[low],
			  card_suit(card[0]) == card_suit(card[1]) ? " suited" : "");
}

int
poker_hand_sort(int hand, char *out, int size)
{
	int card[2];
	in_order(hand, card);
	const int high = card_rank(card[0]);
	return sort_by_rank(high == card_rank(card[1]), (uint32_t)high, out, size);
}

int
poker_class(int hand)
{
	int card[2];
	in_order(hand, card);
	const int high = ACE - card_rank(card[0]), low = ACE - card_rank(card[1]);
	return card_suit(card[0]) == card_suit(card[1]) ? high * SUIT_CARDS + low
							: low * SUIT_CARDS + high;
}

void
poker_class_text(int class, char out[4])
{
	static const char ranks[] = "AKQJT98765432";
	const int row = class / SUIT_CARDS, column = class % SUIT_CARDS;
	const int high = row < column ? row : column, low = row < column ? column : row;
	out[0] = ranks[high];
	out[1] = ranks[low];
	out[2] = row == column ? '\0' : row < column ? 's' : 'o';
	out[3] = '\0';
}

/* ---- equities --------------------------------------------------------------------------- */

struct runout {
	poker hand, other; /* without the offset of POKER_EMPTY */
	int64_t *count;
};

/* All choices of `left` more cards from those below `top` that are free. */
static void
poker_run_out(const struct runout *r, poker board, int left, uint64_t free)
{
	if (left == 0) {
		const int a = poker_strength(board + r->hand);
		const int b = poker_strength(board + r->other);
		r->count[a > b ? 0 : a == b ? 1 : 2]++;
		return;
	}
	while (free != 0) {
		const int card = cards_pop(&free);
		poker_run_out(r, poker_add(board, card), left - 1, free);
	}
}

void
poker_runouts(uint64_t hand, uint64_t other, uint64_t board, int cards, int64_t count[3])
{
	const struct runout r = { poker_set(hand) - POKER_EMPTY,
				  poker_set(other) - POKER_EMPTY, count };
	count[0] = count[1] = count[2] = 0;
	poker_run_out(&r, poker_set(board), cards - cards_count(board),
		      CARDS_ALL & ~(hand | other | board));
}

double
poker_share(const int64_t count[3])
{
	const double all = (double)(count[0] + count[1] + count[2]);
	return all > 0 ? ((double)count[0] + 0.5 * (double)count[1]) / all : 0.5;
}
