/*
 * goofspiel.h - Goofspiel: everybody bids a card at the same time for the prize turned up.
 *
 * N cards 1 .. N in each hand and in the pile of prizes. A round: chance turns up a prize
 * (order=descending and ascending: there is no chance, and the last prize is turned up by
 * itself in any order), every seat commits a card, the highest takes the prize, and the cards
 * bid are gone. Equal highest bids: the prize is gone (ties=discard) or its worth is added to
 * the next one's (ties=carry; after the last round it is gone).
 *
 * Moves. A bid is the number of its card, 1 .. N; so is a chance move, the prize turned up.
 *
 * Hidden is only the card committed by a seat that waits for the others: redact() keeps that
 * it has committed and forgets which card (commit.h). Hands hold committed cards until all are
 * revealed. uncommit() gives the position before anybody committed.
 *
 * Values. Unit GOOFSPIEL_UNIT.
 *   payoff=win-loss    the most points: 1; shared by w seats: 1 / w each; else 0. Sum 1.
 *   payoff=difference  own points less the mean of the others'; two seats: the difference.
 *                      Sum 0.
 * evaluate before the end: the difference as it stands; win-loss: each seat's points and an
 * even part of what is left, as a share of all.
 * Points of a match: win-loss the same; difference: two seats the difference, more the points
 * won.
 *
 * Position text: `hand1|hand2|upcard|rest|diff`, as in `1,2|2,3|3|2|+1`: the hands, the prize
 * turned up (`-` when chance has not spoken yet, and at the end), the prizes to come, and seat
 * 1's lead. With three and four seats as many hands, and each seat's points with commas instead
 * of the lead. An empty list is empty or `-`. Two more fields when they say something:
 *   pot=W       what tied rounds have added to this prize (ties=carry)
 *   bids=2,?,-  committed bids by seat: a card, one that is not known, none
 * as in `1,2|2,3|3|2|+1|pot=4|bids=?,-`.
 */
#ifndef PLYSCOPE_GAMES_GOOFSPIEL_H
#define PLYSCOPE_GAMES_GOOFSPIEL_H

#include "games/common/commit.h"
#include "src/core/game.h"

#define GOOFSPIEL_SEATS	    4
#define GOOFSPIEL_CARDS	    13
#define GOOFSPIEL_CARDS_MIN 4
#define GOOFSPIEL_UNIT	    1200

enum goofspiel_order { GOOFSPIEL_RANDOM, GOOFSPIEL_DESCENDING, GOOFSPIEL_ASCENDING };

/* g->parsed */
struct goofspiel_variant {
	uint8_t seats, cards, order;
	uint8_t difference; /* else win-loss */
	uint8_t carry;	    /* else ties are discarded */
	int16_t total;	    /* of all prizes */
};

/* Sets of cards: bit c is card c, 1 .. 13. */
struct goofspiel {
	struct commits bids;		/* of cards */
	uint16_t hand[GOOFSPIEL_SEATS]; /* a committed card is still in it */
	uint16_t rest;			/* prizes to come, without the one turned up */
	uint16_t won[GOOFSPIEL_SEATS];	/* prizes taken, as far as the rounds are known */
	int16_t points[GOOFSPIEL_SEATS];
	uint8_t up;  /* the prize turned up, 0 none */
	uint8_t pot; /* added to it by ties */
	/* The rounds played, for a view; none after a position was typed. */
	uint8_t rounds;
	uint8_t past_up[GOOFSPIEL_CARDS], past_bid[GOOFSPIEL_CARDS][GOOFSPIEL_SEATS];
	uint8_t past_worth[GOOFSPIEL_CARDS];
	int8_t past_winner[GOOFSPIEL_CARDS]; /* SEAT_NONE: a tie */
};

static inline const struct goofspiel *
goofspiel_of(const struct state *s)
{
	return (const struct goofspiel *)(const void *)s->bytes;
}

static inline const struct goofspiel_variant *
goofspiel_variant(const struct game *g)
{
	return (const struct goofspiel_variant *)(const void *)g->parsed;
}

extern const struct game_ops goofspiel_game;

#endif
