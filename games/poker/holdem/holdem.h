/*
 * holdem.h - Texas hold'em for two: the layout of its state, for the board, the tests and texts.
 *
 * A hand. The button posts the small blind and acts first before the flop, last after it; seat 0
 * has it in the first hand, then it changes. Both get two cards; after each round of betting chance
 * puts the flop (three cards), the turn and the river on the board, with rounds=2 the flop alone.
 * The best five of a seat's own cards and the board win; equal ones share.
 *
 * Bets are whole chips. Without a limit a raise adds at least the last raise of the round (at first
 * the big blind), or is all that a seat has; against a seat that is all-in one may fold or call.
 * With betting=limit a raise is one bet: the big blind, twice that from the third round on; four
 * bets a round, of which the big blind is the first. When a seat is all-in and called, the hands
 * are laid open and the board is dealt to its end. Chips nobody could call go back.
 *
 * Stacks are full again in every hand; with reset=off a seat plays with what it has until one is
 * broke, and the blinds double every `rise` hands.
 *
 * Hidden are the other's cards until a showdown, and after a fold until the game is over. With
 * muck=lost a hand that loses a showdown stays hidden as well, unless it had to be shown first or
 * was laid open in an all-in; with muck=none every hand is shown once it is over.
 *
 * Values. HOLDEM_UNIT values are a chip: a seat's winnings in this hand, zero sum. Points of a
 * game: the sum over its hands.
 *
 * Moves, positions: text.c. Chance: two hands or cards of the board in one move, six bits a card.
 */
#ifndef PLYSCOPE_GAMES_POKER_HOLDEM_HOLDEM_H
#define PLYSCOPE_GAMES_POKER_HOLDEM_HOLDEM_H

#include "src/core/game.h"

#include "games/poker/heads_up.h"
#include "games/poker/poker.h"

#define HOLDEM_SEATS  2
#define HOLDEM_CARDS  2 /* of a seat */
#define HOLDEM_ROUNDS 4
#define HOLDEM_STACK  30000
#define HOLDEM_BLINDS 200 /* big blinds in a stack, at most: a hand fits HOLDEM_LINE */
#define HOLDEM_LINE   216 /* moves of a hand, at most */
#define HOLDEM_SIZES  6
#define HOLDEM_FLOPS  1755 /* that differ in more than names of suits */

#define HOLDEM_NONE   0xff /* not dealt */
#define HOLDEM_HIDDEN 0xfe /* dealt, not known */

#define HOLDEM_UNIT 100 /* values in a chip */

/* Moves. A raise is HOLDEM_RAISE + the chips that the seat has put in with it in this hand. */
#define HOLDEM_FOLD  HEADS_UP_FOLD
#define HOLDEM_CALL  HEADS_UP_CALL
#define HOLDEM_RAISE HEADS_UP_RAISE

#define HOLDEM_EQUAL	  65000
#define HOLDEM_EQUAL_MOST 9 /* bets */

enum holdem_muck { HOLDEM_MUCK_FOLDED, HOLDEM_MUCK_LOST, HOLDEM_MUCK_NONE };

/* g->parsed */
struct holdem_variant {
	uint8_t rounds;
	uint8_t muck; /* enum holdem_muck */
	bool no_limit, reset;
	uint8_t sizes;		     /* in size[] */
	uint16_t size[HOLDEM_SIZES]; /* of the pot after the call, in thousandths; 0: all;
				 * HOLDEM_EQUAL + n: what puts all in with n equal ones,
				 * n = 0: with one in each round that is left */
	uint16_t stack, small, big, hands, rise, flops;
};

enum holdem_phase { HOLDEM_DEAL, HOLDEM_BET, HOLDEM_BOARD, HOLDEM_OVER };

struct holdem {
	uint8_t phase, round, mover;
	uint8_t acts;		       /* moves in this round */
	uint8_t raises;		       /* in this round; the big blind is the first bet */
	uint8_t folded;		       /* seat + 1 */
	uint8_t moves;		       /* in line[] */
	uint8_t before[HOLDEM_ROUNDS]; /* moves before a round */
	uint8_t card[HOLDEM_SEATS][HOLDEM_CARDS], board[POKER_BOARD];
	uint16_t hand; /* that is played or was played last, from 1; 0: none yet */
	uint16_t stack[HOLDEM_SEATS]; /* before the hand */
	uint16_t in[HOLDEM_SEATS];    /* in this hand, with what is not called yet */
	uint16_t base;		      /* of it from the rounds before */
	uint16_t raised;	      /* by the last raise of the round */
	int32_t won;		      /* by seat 0 in all hands that are over */
	int32_t last;		      /* in the last of them */
	uint16_t line[HOLDEM_LINE];
};

static inline const struct holdem *
holdem_of(const struct state *s)
{
	return (const struct holdem *)(const void *)s->bytes;
}

static inline struct holdem *
holdem_in(struct state *s)
{
	return (struct holdem *)(void *)s->bytes;
}

static inline const struct holdem_variant *
holdem_variant(const struct game *g)
{
	return (const struct holdem_variant *)(const void *)g->parsed;
}

/* Of the hand that is played, or was played last. */
static inline int
holdem_button(const struct holdem *h)
{
	return (h->hand + 1) % HOLDEM_SEATS;
}

static inline bool
holdem_hand_over(const struct holdem *h)
{
	return h->phase == HOLDEM_OVER || (h->phase == HOLDEM_DEAL && h->hand > 0);
}

/* What the other could match: the pot without chips that go back. */
static inline int
holdem_matched(const struct holdem *h)
{
	return h->in[0] < h->in[1] ? h->in[0] : h->in[1];
}

static inline bool
holdem_all_in(const struct holdem *h, int seat)
{
	return h->in[seat] >= h->stack[seat];
}

/* The betting is over and nobody has folded: both hands lie open. */
static inline bool
holdem_shown(const struct holdem *h)
{
	if (h->folded || h->hand == 0)
		return false;
	return holdem_hand_over(h) ||
	       (h->phase == HOLDEM_BOARD && (holdem_all_in(h, 0) || holdem_all_in(h, 1)));
}

static inline bool
holdem_knows(const struct holdem *h, int seat)
{
	return h->card[seat][0] < HOLDEM_HIDDEN && h->card[seat][1] < HOLDEM_HIDDEN;
}

static inline uint64_t
holdem_hand_set(const struct holdem *h, int seat)
{
	return holdem_knows(h, seat)
		       ? CARD_BIT(h->card[seat][0]) | CARD_BIT(h->card[seat][1])
		       : 0;
}

/* Whether a hand that is over keeps a seat's cards hidden. */
bool holdem_mucks(const struct holdem_variant *r, const struct holdem *h, int seat);

/* Cards on the board, and how many after a round's deal. */
int holdem_board_count(const struct holdem *h);
uint64_t holdem_board_set(const struct holdem *h);
static inline int
holdem_board_of_round(int round)
{
	return round == 0 ? 0 : round + 2;
}

static inline int
holdem_board_cards(const struct holdem_variant *r)
{
	return holdem_board_of_round(r->rounds - 1);
}

/* The blinds of a hand, from 1. */
int holdem_big_blind(const struct holdem_variant *r, int hand);
int holdem_small_blind(const struct holdem_variant *r, int hand);

/* Chips that a seat has to add to stay in, at most what it has. */
int holdem_to_call(const struct holdem *h, int seat);
/* The least and the most chips that a raise may bring a seat's part of the hand to. With betting
 * without a limit every number between is legal; *least may be *most. False: none is legal. */
bool holdem_raise_range(const struct holdem_variant *r, const struct holdem *h, int seat,
			int *least, int *most);
/* A raise by so many thousandths of the pot after the call, 0 for all, within the range of
 * legal ones. */
int holdem_raise_of(const struct holdem_variant *r, const struct holdem *h, int seat,
		    int thousandths);

/* Reads an amount as people type it: 300 (chips in this round), 3bb, 75%, 2.5x, half, pot, min,
 * all; into *to, chips in this hand. False: what was expected. */
bool holdem_parse_amount(const struct game *g, const struct state *s, int seat,
			 const char *text, int *to, struct status *st);
/* "600 to 19700": the legal amounts in chips of this round. */
void holdem_legal_words(const struct game *g, const struct state *s, int seat, char *out,
			int size);
/* "checks", "calls 200", "bets 300", "raises to 900", "is all-in with 900": what a move is. */
void holdem_move_words(const struct holdem *h, int seat, move m, char *out, int size);
/* "flop" */
const char *holdem_round_name(int round);
/* The hand of a seat that knows its cards, in words; "" before it does. */
void holdem_words(const struct holdem *h, int seat, char *out, int size);
/* Of all hands that the other may have, how many a seat's beats with the cards that are out, ties
 * half: 0 .. 1000. Before the flop: how often it wins against any hand. */
int holdem_standing(const struct holdem *h, int seat);

/* The chance move of some cards, in this order. */
move holdem_cards_move(const uint8_t *card, int count);

extern const struct game_ops holdem_game;

#endif
