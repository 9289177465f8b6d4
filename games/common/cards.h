/*
 * cards.h - a pack of 52 as bits of a 64-bit word.
 *
 * Card number = suit * 13 + rank: suits clubs, diamonds, spades, hearts (0..3), ranks two
 * to ace (0..12). A set of cards is a uint64_t with bit `card` set, so a suit is 13
 * neighbouring bits and "higher in the suit" is "higher in the word". Hands sort by card
 * number: the colours alternate on the screen.
 *
 * Text: `QS`, `TH`, `2C`. Reading also takes lower case, `10H` and the four suit symbols.
 * Sets are written as in PBN, suits in the order spades, hearts, diamonds, clubs with dots
 * between, high to low: `AQ3.K..T92`.
 */
#ifndef PLYSCOPE_GAMES_COMMON_CARDS_H
#define PLYSCOPE_GAMES_COMMON_CARDS_H

#include "src/base/rng.h"

#include <stdbool.h>
#include <stdint.h>

struct things;

#if defined(__BMI2__)
#include <immintrin.h>
#endif

#define CARDS	   52
#define SUITS	   4
#define SUIT_CARDS 13
#define CARD_TEXT  3  /* "QS" and NUL */
#define CARDS_TEXT 60 /* 52 ranks, three dots, NUL */

enum suit { CLUBS, DIAMONDS, SPADES, HEARTS };

#define CARD(rank, suit) ((suit)*SUIT_CARDS + (rank))
#define CARD_BIT(card)	 (UINT64_C(1) << (card))
#define SUIT_MASK(suit)	 (UINT64_C(0x1fff) << ((suit)*SUIT_CARDS))
#define CARDS_ALL	 ((UINT64_C(1) << CARDS) - 1)

enum rank { TWO, THREE, TEN = 8, JACK, QUEEN, KING, ACE };

static inline int
card_suit(int card)
{
	return card * 79 >> 10; /* card / 13 for 0..51 */
}

static inline int
card_rank(int card)
{
	return card - card_suit(card) * SUIT_CARDS;
}

static inline uint64_t
card_suit_mask(int card)
{
	return SUIT_MASK(card_suit(card));
}

/* The cards of the same suit below (above) a card. */
static inline uint64_t
card_below(int card)
{
	return (CARD_BIT(card) - 1) & card_suit_mask(card);
}

static inline uint64_t
card_above(int card)
{
	return card_suit_mask(card) & (~UINT64_C(0) << card << 1);
}

static inline int
cards_count(uint64_t set)
{
	return __builtin_popcountll(set);
}

/* Lowest and highest card number of a set that is not empty. */
static inline int
cards_lowest(uint64_t set)
{
	return __builtin_ctzll(set);
}

static inline int
cards_highest(uint64_t set)
{
	return 63 - __builtin_clzll(set);
}

/* Takes the lowest card out of a set that is not empty. */
static inline int
cards_pop(uint64_t *set)
{
	int card = __builtin_ctzll(*set);
	*set &= *set - 1;
	return card;
}

/* Card number k (0 is the lowest) of a set with more than k cards. */
static inline int
cards_pick(uint64_t set, int k)
{
#if defined(__BMI2__)
	return __builtin_ctzll(_pdep_u64(UINT64_C(1) << k, set));
#else
	while (k-- > 0)
		set &= set - 1;
	return __builtin_ctzll(set);
#endif
}

/* One of a set that is not empty by a random number of 32 bits. */
static inline int
cards_random(uint64_t set, uint64_t number)
{
	const uint64_t n = (uint64_t)cards_count(set);
	return cards_pick(set, (int)(number * n >> 32));
}

/* The bits of `set` at the places of `mask`, squeezed together to the low end. */
static inline uint64_t
cards_squeeze(uint64_t set, uint64_t mask)
{
#if defined(__BMI2__)
	return _pext_u64(set, mask);
#else
	uint64_t out = 0;
	for (uint64_t bit = 1; mask != 0; bit <<= 1, mask &= mask - 1)
		out |= (set & mask & -mask) != 0 ? bit : 0;
	return out;
#endif
}

/* For each card of suits that do not touch: the next higher place that is not gone. A card's bit
 * moved up by one is added to the gone cards: it is carried over those. */
static inline uint64_t
cards_next(uint64_t cards, uint64_t gone, uint64_t suits)
{
	return (((cards & suits) << 1) + (gone & suits)) & suits & ~gone;
}

/*
 * One card of each run: of the cards of `legal` those whose next lower card in the suit, gone
 * cards apart, is not legal too. `wall` are legal cards that are in no run.
 */
static inline uint64_t
cards_distinct(uint64_t legal, uint64_t gone, uint64_t wall)
{
	const uint64_t joined = legal & ~wall;
	const uint64_t next = cards_next(joined, gone, SUIT_MASK(0) | SUIT_MASK(2)) |
			      cards_next(joined, gone, SUIT_MASK(1) | SUIT_MASK(3));
	return legal & ~(joined & next);
}

/* One round of multiply and fold of a hash. */
static inline uint64_t
cards_fold(uint64_t a, uint64_t b)
{
	unsigned __int128 x = (unsigned __int128)a * b;
	return (uint64_t)x ^ (uint64_t)(x >> 64);
}

/* Odd numbers without a pattern: factors of hashes. */
static const uint64_t cards_odd[] = {
	UINT64_C(0x9e3779b97f4a7c15), UINT64_C(0xd1b54a32d192ed03),
	UINT64_C(0xabc98388fb8fac03), UINT64_C(0x8cb92ba72f3d8dd7),
	UINT64_C(0xe7037ed1a0b428db), UINT64_C(0x2545f4914f6cdd1d),
};

/* A hash of at most five hands; *held becomes the union of the hands. */
static inline uint64_t
cards_hash_hands(const uint64_t *hand, int hands, uint64_t *held)
{
	uint64_t key = cards_odd[5];
	*held = 0;
	for (int i = 0; i < hands; i++) {
		key ^= cards_fold(hand[i] ^ cards_odd[(i + 1) % 5], cards_odd[i]);
		*held |= hand[i];
	}
	return key;
}

/* A hash of hands up to the names of cards: only how those of `place`, which has all of
 * them, lie to each other matters. */
uint64_t cards_hash_shape(const uint64_t *hand, int hands, uint64_t place);

/* Fisher-Yates, from the last place down: place i gets one of the places 0..i. */
static inline void
cards_shuffle(uint8_t *card, int n, struct rng *r)
{
	for (int i = n - 1; i > 0; i--) {
		int k = (int)rng_below(r, (uint32_t)i + 1);
		uint8_t swap = card[i];
		card[i] = card[k];
		card[k] = swap;
	}
}

/*
 * A hand's part of a suit among all cards of the suit that are out, as one number: a bit for each,
 * lowest first, set where it is in the hand, and a one above them all. For tables of the value of a
 * suit to a hand.
 */
#define CARDS_SUIT_PARTS (1 << (SUIT_CARDS + 1))

static inline uint32_t
cards_suit_part(uint64_t hand, uint64_t place)
{
	return (uint32_t)(cards_squeeze(hand, place) | UINT64_C(1) << cards_count(place));
}

/* The cards of the hand, and of all, in such a number that is not 0. */
static inline int
cards_part_own(uint32_t part)
{
	return __builtin_popcount(part) - 1;
}

static inline int
cards_part_all(uint32_t part)
{
	return 31 - __builtin_clz(part);
}

/* The sum over the cards of the hand of (lower cards of the others / their cards in the suit)
 * squared, in 1/256, rounded down; 0 when there are no others. */
uint32_t cards_part_height(uint32_t part);

/* "QS" into out. */
void card_format(int card, char out[static CARD_TEXT]);
/* "Q" and the suit's symbol, in UTF-8: 4 bytes or fewer and NUL. */
void card_format_symbol(int card, char out[static 6]);
/* Reads one card at *text and moves *text behind it; -1 and *text unmoved when there is none. */
int card_parse(const char **text);
/* A set as "AQ3.K..T92"; `full` is what the pack holds: a suit that is all there and has
 * more than one card is written `*`. */
void cards_format(uint64_t set, uint64_t full, char out[static CARDS_TEXT]);
/* Reads a set up to the end of text: all four suits, or `-` for none. */
bool cards_parse(const char *text, uint64_t full, uint64_t *set);
/* A pack as things to have beliefs about: each card by its number, suits as groups. */
void cards_things(uint64_t key, struct things *out);

#endif
