/*
 * hearts.h - Hearts for 3, 4 and 5 seats: the state, for the tests and for a view of its own.
 *
 * Seats sit clockwise and play goes to the left: seat + 1 is the left neighbour. Seat 0 is
 * South, so with four: S W N E; three: S W E; five: S W L R E (L and R: far left, far right).
 *
 * Moves. A card to play is its number (cards.h). A pass is one move: HEARTS_PASS and its
 * cards in ascending order, six bits each, the lowest card in the lowest bits; as text
 * `QS+AS+KH`. The deal is a 32-bit number, as text `deal 12345`: seed a generator with it
 * (rng_seed), write the pack in ascending order, shuffle (cards_shuffle), and the first
 * cards are seat 0's, the next seat 1's, and so on. The number is not kept in the state.
 *
 * Values. Unit 100: value = 100 * (26 - points of the hand), as scored: after a moon, after
 * the jack of diamonds. So 0 is the worst (all 26 points), 2600 a hand without points, and
 * only moon=self (up to 5200) and jack=on (1000 more) go above 2600; never below 0.
 *
 *   bounds    t points taken by a seat, r points still out, n seats. When two seats have
 *             points nobody shoots the moon: low = 26 - t - r, high = 26 - t, and all values
 *             sum to 26 n - 26. While seat k may still shoot: moon=others: everybody's low is
 *             0, k's high is 26; moon=self: k's high is 52, the sum at most 26 n + 26. The jack
 *             adds 10 to the high of all seats while it is out, and to its taker's low and
 *             high afterwards, and 10 to the sum. Scored: low = high = the value.
 *   taken     26 - t - r / n, rounded down: what is out is shared evenly (the jack too).
 *   evaluate  26 - t - a share of r by the strength of the hand, rounded down; mixed with the
 *             outcome of a moon by its likelihood while one is possible.
 * Each is a mixture of what may still happen, so both lie within bounds.
 *
 * Position text: one line of tokens `key=value` with blanks between, in any order; what is
 * left out has the default given here. X stands for a seat letter, sets are as in cards.h
 * (`AQ3.K..T92`, spades first; `*` a whole suit, `-` the empty set).
 *   phase=deal|pass|play|over   default play
 *   hand=N          number of the hand, from 1 (default 1; 0 only before the first deal)
 *   total=A,B,C,D   totals of the hands before this one (scored hands included), default 0
 *   turn=X          who plays next (default: after the trick; at first who holds
 *                   the lowest club; else seat 0)
 *   X=SET           the cards known to be in the hand of X
 *   played=SET      cards played in this hand, the current trick too (default: every card
 *                   that is in no hand)
 *   trick=W:QC,KC   cards on the table: who led, cards in order
 *   last=W:2C,QC,.. the trick before
 *   points=A,B,..   taken in this hand; in phases deal and over: scored (default 0)
 *   jack=X          who took the jack of diamonds
 *   notX=SET        cards that X has shown not to hold
 *   passX=SET       cards X passed, or has committed to pass; `?` committed, not known
 * A position need not show all cards: those neither played nor in a hand are hidden. points
 * must sum to the points among the cards of past tricks. Hearts are broken when one is played.
 */
#ifndef PLYSCOPE_GAMES_HEARTS_H
#define PLYSCOPE_GAMES_HEARTS_H

#include "games/common/trick.h"

#define HEARTS_SEATS 5
#define HEARTS_PASS  ((move)1 << 30)

#define QUEEN_OF_SPADES	 CARD(QUEEN, SPADES)
#define JACK_OF_DIAMONDS CARD(JACK, DIAMONDS)

enum hearts_phase {
	HEARTS_DEAL = TRICK_DEAL,
	HEARTS_PASSING = TRICK_BEFORE,
	HEARTS_PLAYING = TRICK_PLAY,
	HEARTS_OVER = TRICK_OVER
};

/* 176 bytes. In a redacted state hand[] holds only the cards known to be there. What every
 * node of a search reads and writes stands first, in whole words. */
struct hearts_state {
	uint64_t hand[HEARTS_SEATS];
	uint64_t played;  /* in this hand, the current trick too */
	uint8_t trick[8]; /* in order of play; unused places are 0 */
	int8_t points
		[8]; /* taken; when the hand is scored: as scored; unused places are 0 */
	uint8_t phase;	     /* enum hearts_phase */
	uint8_t turn;	     /* who plays next */
	uint8_t leader;	     /* of the current trick */
	uint8_t trick_count; /* cards on the table */
	uint8_t trick_points;
	uint8_t best, best_seat; /* the card that wins so far, and whose it is */
	uint8_t broken;
	uint8_t jack;	    /* who took the jack of diamonds + 1, 0 nobody */
	uint8_t committed;  /* seats that have chosen their pass */
	uint8_t last_count; /* 0: no trick before */
	uint8_t last_leader;
	uint16_t hand_number; /* 0: before the first deal */
	int16_t total[HEARTS_SEATS];
	uint8_t last[8];	       /* the trick before */
	uint64_t cannot[HEARTS_SEATS]; /* cards the seat has shown not to hold */
	uint64_t passed[HEARTS_SEATS]; /* chosen or passed; 0: none, or not known */
};

/* g->parsed */
struct hearts_variant {
	uint64_t deck;
	uint32_t share;	      /* of a point to each seat, in 1/65536 */
	uint8_t seats, cards; /* cards each */
	uint8_t pass_cards, cycle;
	uint8_t pass_by[5]; /* how many seats to the left, by hand number - 1 mod cycle */
	uint8_t first;	    /* the card that leads: 2C or 3C */
	bool passing, moon_self, jack, queen_breaks, open;
	uint8_t shooter; /* seat + 1 that goes for the moon in playouts, 0: none; shoot() */
	uint16_t to, hands;
};

static inline const struct hearts_state *
hearts_of(const struct state *s)
{
	return (const struct hearts_state *)(const void *)s->bytes;
}

static inline const struct hearts_variant *
hearts_variant(const struct game *g)
{
	return (const struct hearts_variant *)(const void *)g->parsed;
}

extern const struct game_ops hearts_game;

/* The state as the shared code for games of tricks reads it. */
struct trick_view hearts_trick_view(const struct game *g, const struct state *s);
/* Seats the cards go to the left in the current hand's pass; 0: no pass. */
int hearts_pass_by(const struct game *g, const struct state *s);
/* "left", "right", "across", "second left", "second right", "hold". */
const char *hearts_pass_name(const struct game *g, const struct state *s);
/* The legal cards of the seat whose turn it is, as a set. */
uint64_t hearts_legal(const struct game *g, const struct state *s, int seat);
/* Number of cards in the hand of a seat, known or not. */
int hearts_cards(const struct game *g, const struct state *s, int seat);
/* The pass of a set of cards as a move, and back. */
move hearts_pass_move(uint64_t set);
uint64_t hearts_pass_set(move m);

#endif
