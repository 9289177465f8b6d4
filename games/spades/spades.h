/*
 * spades.h - Spades for 3 and 4 seats: the state, for the tests and for a view of its own.
 *
 * Seats sit clockwise and play goes to the left: seat + 1 is the left neighbour. Seat 0 is
 * South, so with four S W N E, with three S W E. Hand 1 is led by seat 0, each later hand by
 * the next seat; the same seat bids first. With partners=on seats 0 and 2 play against 1 and
 * 3; whatever is per seat then has the same number for both partners.
 *
 * Moves. A card is its number (cards.h). A bid is SPADES_BID + tricks, 0 for nil; SPADES_BLIND
 * is blind nil, SPADES_LOOK looks at the cards instead of bidding it; as text `3`, `nil`,
 * `blind-nil`, `look`. The deal is a 32-bit number (trick_deal), as text `deal 12345`.
 *
 * Values. Unit 100: 100 is a point of the hand. With bidding=off a seat's value is trick= for
 * each trick it takes, and all values sum to a constant. With bidding: ten points a trick of a
 * contract made, minus that when it is set, nil= for nil made or minus that, twice as much
 * blind. A bag (a trick beyond the bid) is worth +1, and with bags=on the tenth of the penalty
 * that ten of them bring as well, so -9: the points ON THE SCORE of a hand charge the whole
 * 100 to the hand in which the tenth bag falls, which is no guide to play. Partners both have
 * the value of their side, which is its points less those of the other side.
 *
 *   bounds    From bids, tricks taken and tricks left, exact for each side by itself: it may
 *             still make its contract when it needs no more tricks than are left. The sum is
 *             held down when the contracts need more tricks together than are left, and when
 *             they need fewer (the rest are bags).
 *   taken     tricks taken and an even share of those that are left
 *   evaluate  tricks taken and a share by the strength of the hands
 * The last two are turned into points through the chance that the contract is made; before
 * the bid is made they stand in for it. Both are then cut to the bounds.
 *
 * Position text: one line of tokens `key=value` with blanks between, in any order; what is
 * left out has the default given here. X stands for a seat letter, sets are as in cards.h
 * (`AQ3.K..T92`, spades first; `*` a whole suit, `-` the empty set).
 *   phase=deal|bid|play|over   default play
 *   hand=N          number of the hand, from 1 (default 1; 0 only before the first deal)
 *   total=A,B,C,D   points of the hands before this one (scored hands included), default 0
 *   bags=A,B,..     bags towards the next penalty, 0 to 9, default 0
 *   bids=A,B,..     `-` not yet, a number, nil, blind; default: - in phase bid, else the
 *                   tricks taken so far (at least 1); none with bidding=off
 *   taken=A,B,..    tricks taken in this hand, default 0 (in phases deal and over: in all,
 *                   or left out)
 *   points=A,B,..   in phases deal and over: points of the last hand
 *   blind=XY        seats that have not looked at their cards (phase bid)
 *   turn=X          who plays next (default: after the trick; else who leads the hand)
 *   X=SET           the cards known to be in the hand of X
 *   played=SET      cards played in this hand, the current trick too (default: every card
 *                   that is in no hand)
 *   trick=W:QC,KC   cards on the table: who led, cards in order
 *   last=W:2C,QC,.. the trick before
 *   notX=SET        cards that X has shown not to hold
 * Spades are broken when one has been played.
 */
#ifndef PLYSCOPE_GAMES_SPADES_H
#define PLYSCOPE_GAMES_SPADES_H

#include "games/common/trick.h"

#define SPADES_SEATS 4
#define SPADES_BID   ((move)256)
#define SPADES_LOOK  (SPADES_BID + 30)
#define SPADES_BLIND (SPADES_BID + 31)

enum spades_phase {
	SPADES_DEAL = TRICK_DEAL,
	SPADES_BIDDING = TRICK_BEFORE,
	SPADES_PLAYING = TRICK_PLAY,
	SPADES_OVER = TRICK_OVER
};

enum { BID_NONE = -1, BID_NIL = 0, BID_BLIND = 31 }; /* else tricks */

/* 120 bytes. In a redacted state hand[] holds only the cards known to be there. */
struct spades_state {
	uint64_t hand[SPADES_SEATS];
	uint64_t cannot[SPADES_SEATS]; /* cards the seat has shown not to hold */
	uint64_t played;	       /* in this hand, the current trick too */
	uint8_t trick[4];	       /* in order of play; unused places are 0 */
	uint8_t last[4];	       /* the trick before */
	int16_t total[SPADES_SEATS];
	int16_t points[SPADES_SEATS]; /* of the hand, when it is scored */
	int8_t bid[SPADES_SEATS];
	uint8_t taken[SPADES_SEATS];
	uint8_t bags[SPADES_SEATS];
	uint16_t hand_number;	 /* 0: before the first deal */
	uint8_t phase;		 /* enum spades_phase */
	uint8_t turn;		 /* who bids or plays next */
	uint8_t leader;		 /* of the current trick */
	uint8_t trick_count;	 /* cards on the table */
	uint8_t best, best_seat; /* the card that wins so far, and whose it is */
	uint8_t broken;
	uint8_t blind;	    /* seats that have not looked at their cards */
	uint8_t last_count; /* 0: no trick before */
	uint8_t last_leader;
};

/* g->parsed */
struct spades_variant {
	uint64_t deck;
	uint8_t seats, cards; /* cards each */
	bool partners, bidding, blind, bags, open;
	uint8_t trick;	   /* bidding=off: points a trick */
	int8_t bag_points; /* of a trick beyond the bid, as values count it */
	uint16_t nil, to, lower;
};

static inline const struct spades_state *
spades_of(const struct state *s)
{
	return (const struct spades_state *)(const void *)s->bytes;
}

static inline const struct spades_variant *
spades_variant(const struct game *g)
{
	return (const struct spades_variant *)(const void *)g->parsed;
}

extern const struct game_ops spades_game;

/* The state as the shared code for games of tricks reads it. */
struct trick_view spades_trick_view(const struct game *g, const struct state *s);
/* The legal cards of the seat whose turn it is, as a set. */
uint64_t spades_legal(const struct game *g, const struct state *s, int seat);
/* "3", "nil", "blind", "-". */
void spades_bid_text(int bid, char out[static 8]);

#endif
