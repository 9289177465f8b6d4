/*
 * claims.c - a claim says that a seat takes every trick left, wherever the unseen cards are. An exact
 * search of every deal of three hands says the same.
 */
#include "games/common/trick.h"

#include "tests/scale.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

#define SEATS 3
#define EACH  3

static uint64_t
follow(uint64_t hand, int led)
{
	return (hand & card_suit_mask(led)) != 0 ? hand & card_suit_mask(led) : hand;
}

static bool
beats(int card, int led, int trumps)
{
	return card_suit(card) == card_suit(led) ? card > led : card_suit(card) == trumps;
}

/* Seat 0 leads, all cards are seen, and the others do what they can. */
static bool
takes_all(const uint64_t *hand, int trumps)
{
	if (hand[0] == 0)
		return true;
	for (uint64_t mine = hand[0]; mine != 0;) {
		const int led = cards_pop(&mine);
		bool all = true;
		for (uint64_t a = follow(hand[1], led); a != 0 && all;) {
			const int first = cards_pop(&a);
			for (uint64_t b = follow(hand[2], led); b != 0 && all;) {
				const int second = cards_pop(&b);
				const uint64_t left[SEATS] = {
					hand[0] & ~CARD_BIT(led),
					hand[1] & ~CARD_BIT(first),
					hand[2] & ~CARD_BIT(second),
				};
				all = !beats(first, led, trumps) &&
				      !beats(second, led, trumps) &&
				      takes_all(left, trumps);
			}
		}
		if (all)
			return true;
	}
	return false;
}

/* In every deal of the unseen cards. */
static bool
takes_all_always(uint64_t own, uint64_t unseen, int trumps)
{
	int card[SEATS * EACH], n = 0;
	for (uint64_t set = unseen; set != 0;)
		card[n++] = cards_pop(&set);
	for (unsigned who = 0; who < 1u << n; who++) {
		uint64_t hand[SEATS] = { own };
		for (int i = 0; i < n; i++)
			hand[1 + (who >> i & 1)] |= CARD_BIT(card[i]);
		if (cards_count(hand[1]) == cards_count(hand[2]) &&
		    !takes_all(hand, trumps))
			return false;
	}
	return true;
}

static void
a_claim_holds_in_every_deal(void **state)
{
	struct rng r;
	int claimed = 0, refused = 0;
	rng_seed(&r, 5);
	for (int k = 0; k < scale_rounds(4000, 40000); k++) {
		uint64_t hand[SEATS] = { 0 }, unseen = 0;
		const int trumps = k % 2 == 0 ? -1 : SPADES;
		/* Few ranks, so that every second hand or so is high. */
		while (cards_count(hand[0]) < EACH)
			hand[0] |= CARD_BIT(CARD(ACE - (int)rng_below(&r, 3),
						 (int)rng_below(&r, SUITS)));
		while (cards_count(unseen) < 2 * EACH)
			unseen |= CARD_BIT(CARD(ACE - (int)rng_below(&r, 6),
						(int)rng_below(&r, SUITS))) &
				  ~hand[0];
		const struct trick_view v = { .seats = SEATS,
					      .deck = hand[0] | unseen,
					      .hand = hand,
					      .last_count = SEATS,
					      .phase = TRICK_PLAY };
		const bool claims = trick_claims(&v, 0, trumps);
		const bool all = takes_all_always(hand[0], unseen, trumps);
		if (trumps < 0 ? claims != all : claims && !all)
			fail_msg("round %d: a claim %d, the search %d", k, claims, all);
		claimed += claims;
		refused += !claims;
	}
	assert_true(claimed > 50 && refused > 50); /* else the test says nothing */
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_claim_holds_in_every_deal),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
