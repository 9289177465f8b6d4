/*
 * boards.h - boards of hold'em as sets of cards, those that differ in names of suits alone as one.
 *
 * Of the boards that become each other by renaming suits the one whose first suits have the larger
 * sets of ranks (as numbers) stands for all: 1,755 flops, 16,432 boards of four cards, 134,459 of
 * five. A hand beside a board is numbered among the cards that are left: 0 .. holdem_pairs() - 1.
 *
 * Memory: 4 bytes for each of the 22,100, 270,725 and 2,598,960 sets.
 */
#ifndef PLYSCOPE_GAMES_POKER_HOLDEM_BOARDS_H
#define PLYSCOPE_GAMES_POKER_HOLDEM_BOARDS_H

#include "games/poker/holdem/holdem.h"
#include "games/poker/holdem/rules.h"

#include "src/base/arena.h"

#define HOLDEM_FLOP	  3
#define HOLDEM_BOARD_NONE UINT32_MAX

/* Sets of so many cards, each with the one that stands for it. */
struct holdem_boards {
	int cards;	   /* 3 .. 5 */
	uint32_t sets;	   /* of cards */
	uint32_t *of;	   /* each set's number among the boards << 8 | how its suits are
			    * named there; HOLDEM_BOARD_NONE: left out */
	uint32_t boards;   /* that differ */
	uint64_t *set;	   /* what stands for each */
	uint8_t *multiple; /* the sets of each */
};

/* A set's place among those of as many cards. */
uint32_t holdem_set_place(uint64_t set);
/* The set that stands for a set; the new names of its suits into *names. */
uint64_t holdem_set_named(uint64_t set, uint8_t *names);
/* The number among the flops of one that stands for others. */
int holdem_flop_number(uint64_t flop);
/* A card with other names of suits. */
static inline int
holdem_card_named(int card, uint8_t names)
{
	const int suit = card_suit(card);
	return CARD(card - suit * SUIT_CARDS, names >> 2 * suit & 3);
}

/* Lists the boards of so many cards; `wanted` (self, a set that stands for others): whether one is
 * dealt, NULL: all are. Returns false without memory in the arena. */
bool holdem_boards_list(struct holdem_boards *b, int cards, struct arena *arena,
			bool (*wanted)(const void *self, uint64_t set), const void *self);

/* Hands beside a board of so many cards. */
static inline int
holdem_pairs(int cards)
{
	const int left = CARDS - cards;
	return left * (left - 1) / 2;
}

/* A card's place among those that are not on the board. */
static inline int
holdem_card_place(uint64_t board, int card)
{
	return card - cards_count(board & (CARD_BIT(card) - 1));
}

/* The number of a hand, of the places of its cards. */
static inline uint32_t
holdem_pair(int a, int b)
{
	const int low = a < b ? a : b, high = a < b ? b : a;
	return (uint32_t)(high * (high - 1) / 2 + low);
}

/* Of each hand beside a board of five cards: twice the hands that it beats and once those it ties
 * with, of 990, so that its share of the pot is that / 1980. Source: a sweep in the order of
 * strength as in public.c. */
#define HOLDEM_SHARES 1980
void holdem_sweep(uint64_t board, uint16_t *share);

/* ---- the buckets of hold'em's hands as a trained table keeps them (buckets.c) ---- */

#define BUCKETS_MOST 4096 /* of a round */
#define FLOP_PAIRS   1176 /* hands beside a flop */

/* How the features of a round become buckets. */
struct cuts {
	uint16_t means, spreads; /* parts by mean, and parts of each by spread */
	/* Of parts from the second on: what they begin with. */
	uint16_t mean[BUCKETS_MOST];
	uint16_t spread[BUCKETS_MOST]; /* [part by mean * spreads + part by spread] */
};

/* Part of a trained file: its layout is fixed. */
struct bucket_lookup {
	uint16_t count[BUCKET_ROUNDS];
	struct cuts cuts[2]; /* flop, turn */
	uint16_t river[HOLDEM_SHARES + 1];
	uint16_t flop[HOLDEM_FLOPS * FLOP_PAIRS];
};

#endif
