/*
 * random_board.h - a set of so many cards, drawn.
 */
#ifndef PLYSCOPE_TESTS_RANDOM_BOARD_H
#define PLYSCOPE_TESTS_RANDOM_BOARD_H

#include "games/common/cards.h"
#include "src/base/rng.h"

static inline uint64_t
random_board(struct rng *r, int cards)
{
	uint64_t set = 0;
	while (cards_count(set) < cards)
		set |= CARD_BIT(rng_below(r, CARDS));
	return set;
}

#endif
