/*
 * poker.h - the strength of poker hands of five to seven cards, in numbers and in words; hands
 * against each other before all cards are on the board.
 *
 * A card is a number of cards.h. A strength is 1 .. 7462: the places of the 7,462 kinds of five
 * cards that differ, the worst first, so the higher of two wins and equal ones share. It does not
 * depend on how many cards there are: the best five of them count.
 *
 * How. Each rank has a number such that the sums of any two different choices of up to seven cards,
 * as many in both, differ; each card adds 2^23 besides, which counts them. The sum is looked up in
 * one table whose rows lie over each other where they leave gaps (Tarjan and Yao 1979). The rank
 * numbers are the least that will do, one after the other. Whether there is a flush shows in four
 * counters above the sum, and its strength is looked up by the ranks of the suit: with five cards
 * of a suit among seven there is neither a full house nor four of a kind.
 *
 * Memory: 420 kB of tables, made once by poker_init() in some 20 milliseconds.
 */
#ifndef PLYSCOPE_GAMES_POKER_POKER_H
#define PLYSCOPE_GAMES_POKER_POKER_H

#include "games/common/cards.h"

#define POKER_STRENGTHS 7462
#define POKER_HANDS	1326 /* two of 52 cards */
#define POKER_CLASSES	169  /* of such hands, which differ in more than names of suits */
#define POKER_BOARD	5
#define POKER_WORDS	48

#define POKER_COLUMNS 10 /* bits of a sum: its place in a row of the table */
#define POKER_ROWS    ((3 << 23) >> POKER_COLUMNS)
#define POKER_TABLE   161792
#define POKER_LEAST   5
#define POKER_MOST    7

enum poker_kind {
	POKER_HIGH_CARD,
	POKER_PAIR,
	POKER_TWO_PAIR,
	POKER_TRIPS,
	POKER_STRAIGHT,
	POKER_FLUSH,
	POKER_FULL_HOUSE,
	POKER_QUADS,
	POKER_STRAIGHT_FLUSH,
	POKER_KINDS
};

/* Cards that are counted together: [0] their sum and counters, [1] the set. One instruction adds a
 * card to both. */
typedef uint64_t poker __attribute__((vector_size(16)));

extern poker poker_card[CARDS];
extern int32_t poker_row[POKER_ROWS];
extern uint16_t poker_by_ranks[POKER_TABLE], poker_by_flush[1 << SUIT_CARDS];

/* Makes the tables; cheap when they are there. Before anything else here. */
void poker_init(void);

/* No cards: three are counted in each suit, so that five set a bit, and five cards too few for the
 * table, which begins with them. */
#define POKER_EMPTY \
	((poker){ (UINT64_C(0x3333) << 32) - ((uint64_t)POKER_LEAST << 23), 0 })
#define POKER_FLUSHES (UINT64_C(0x8888) << 32)

/* Of different cards. */
static inline poker
poker_add(poker h, int card)
{
	return h + poker_card[card];
}

static inline poker
poker_set(uint64_t cards)
{
	poker h = POKER_EMPTY;
	while (cards != 0)
		h = poker_add(h, cards_pop(&cards));
	return h;
}

/* The strength of five to seven cards. */
static inline int
poker_strength(poker h)
{
	const uint64_t flush = h[0] & POKER_FLUSHES;
	if (__builtin_expect(flush == 0, 1)) {
		const uint32_t sum = (uint32_t)h[0];
		return poker_by_ranks[(int32_t)(sum & ((1u << POKER_COLUMNS) - 1)) +
				      poker_row[sum >> POKER_COLUMNS]];
	}
	const int suit = (__builtin_ctzll(flush) - 32) / 4;
	return poker_by_flush[h[1] >> (suit * SUIT_CARDS) & 0x1fff];
}

enum poker_kind poker_kind(int strength);
/* "two pair, kings and nines"; size is POKER_WORDS at most. */
void poker_words(int strength, char *out, int size);

/* What hands of this strength are called when they are sorted coarsely: "king high", "a pair of
 * nines", "a flush". Returns the place of the sort, a better one higher. */
int poker_sort(int strength, char *out, int size);

/* ---- hands of two cards ---- */

/* Numbered 0 .. POKER_HANDS - 1, the lower card number first. */
int poker_hand_number(int card, int other);
void poker_hand_cards(int hand, int card[2]);
uint64_t poker_hand_set(int hand);
/* "AhKd": the higher rank first. */
void poker_hand_text(int hand, char out[5]);
/* "ace-king suited", "a pair of nines" */
void poker_hand_words(int hand, char *out, int size);
/* poker_sort() of two cards alone: "king high", "a pair of nines". */
int poker_hand_sort(int hand, char *out, int size);
/* One of the 169: row * 13 + column in the square of hands, aces first, suited above the
 * diagonal. */
int poker_class(int hand);
/* "AKs", "77", "T9o" */
void poker_class_text(int class, char out[4]);

/* "Ah" */
void poker_card_text(int card, char out[CARD_TEXT]);
/* Several in this order, as in "TsQh8c", with something between them or not. */
void poker_cards_text(const uint8_t *card, int count, const char *between, char *out,
		      int size);
/* Reads exactly so many different cards written like that, with blanks between or not, that are not
 * in *gone, which they join; *text moves behind them. False: something else was there. */
bool poker_read_cards(const char **text, int count, uint64_t *gone, uint8_t *card);

/* ---- equities ---- */

/* All ways to fill a board of `cards` (at most 5) up: how often the first hand wins, ties, loses.
 * Hands and board share no card. At most 1,712,304 boards: some 30 ms. */
void poker_runouts(uint64_t hand, uint64_t other, uint64_t board, int cards,
		   int64_t count[3]);
/* The first hand's share of the pot, 0 .. 1, from these counts. */
double poker_share(const int64_t count[3]);

#endif
