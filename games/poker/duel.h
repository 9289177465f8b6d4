/*
 * duel.h - poker for two with one card each: antes, one or two rounds of betting, at most one
 * card on the board between them. Kuhn and Leduc are built on it.
 *
 * A hand. Both put in the ante and get a card. One seat acts first in both rounds: seat 0 in the
 * first hand, then by turns. A round ends when a bet is called or both have checked. After a fold
 * the other seat takes the pot; otherwise, after the last round, a pair with the board wins, then
 * the higher rank; equal hands share.
 *
 * Bets. With limit betting a raise is one bet of the round. Without a limit any whole number of
 * chips from the last raise (at first the ante) up to the stack may be added to a call; moves()
 * lists half the pot, the pot and all, legal() takes any. At most `raises` bets and raises a
 * round. Stacks are full again in every hand.
 *
 * Cards are numbered rank * suits + suit, low ranks first; the highest is a king, or an ace with
 * 13 ranks. The other seat's card is hidden until a showdown, and for good after a fold.
 *
 * Values. One chip is one point: a seat's winnings in this hand, zero sum. Points of a match: the
 * sum over its hands. An unfinished hand is valued as an even bet of the pot on the better card,
 * strictly between the bounds.
 *
 * Moves: `f` fold, `c` check or call, `rN` bet or raise so that N chips are in the pot from this
 * seat. Position text: `CARD|CARD|BOARD|BETTING`, as in `Js|?|Qh|cr4`, `?` unknown, `-` not dealt
 * (a hand that is over keeps its cards); rounds of betting are divided by '/'. Further fields:
 *   hand=3        number of the hand, when it is not the first
 *   won=4,-4      chips won in earlier hands
 */
#ifndef PLYSCOPE_GAMES_POKER_DUEL_H
#define PLYSCOPE_GAMES_POKER_DUEL_H

#include "src/core/game.h"

#include "games/poker/heads_up.h"

#define DUEL_SEATS     2
#define DUEL_RANKS     13
#define DUEL_SUITS     4
#define DUEL_CARDS     (DUEL_RANKS * DUEL_SUITS)
#define DUEL_ROUNDS    2
#define DUEL_RAISES    8
#define DUEL_STACK     10000
#define DUEL_LINE      (DUEL_ROUNDS * (DUEL_RAISES + 2)) /* moves of a hand, at most */
#define DUEL_CARD_NAME 3

#define DUEL_NONE   0xff /* not dealt */
#define DUEL_HIDDEN 0xfe /* dealt, not known */

#define DUEL_UNIT 120 /* values in a chip */

/* Moves. A raise is DUEL_RAISE + the chips that the seat has put in with it. */
#define DUEL_FOLD  HEADS_UP_FOLD
#define DUEL_CALL  HEADS_UP_CALL
#define DUEL_RAISE HEADS_UP_RAISE

/* g->parsed */
struct duel_variant {
	uint8_t ranks, suits, rounds, raises;
	bool no_limit;
	uint16_t ante, bet[DUEL_ROUNDS], stack, hands;
};

enum duel_phase { DUEL_DEAL, DUEL_BET, DUEL_BOARD, DUEL_OVER };

struct duel {
	uint8_t phase; /* DUEL_DEAL: a hand is to be dealt, or its second card */
	uint8_t dealt; /* cards of the coming hand that are */
	uint8_t card[DUEL_SEATS], board;
	uint8_t round, mover, raises, checks; /* of this round */
	uint8_t folded;			      /* seat + 1 */
	uint8_t moves;			      /* in line[] */
	uint8_t before[DUEL_ROUNDS];	      /* moves before a round */
	uint16_t hand; /* that is played or was played last, from 1 */
	uint16_t in[DUEL_SEATS];
	uint16_t raised; /* by the last raise, chips */
	uint16_t line[DUEL_LINE];
	int32_t won[DUEL_SEATS];  /* by all hands that are over */
	int32_t last[DUEL_SEATS]; /* by the last of them */
};

static inline const struct duel *
duel_of(const struct state *s)
{
	return (const struct duel *)(const void *)s->bytes;
}

static inline struct duel *
duel_in(struct state *s)
{
	return (struct duel *)(void *)s->bytes;
}

static inline const struct duel_variant *
duel_variant(const struct game *g)
{
	return (const struct duel_variant *)(const void *)g->parsed;
}

static inline int
duel_cards(const struct duel_variant *r)
{
	return r->ranks * r->suits;
}

static inline int
duel_first(const struct duel *d)
{
	return (d->hand + 1) % DUEL_SEATS;
}

static inline bool
duel_hand_over(const struct duel *d)
{
	return d->phase == DUEL_OVER ||
	       (d->phase == DUEL_DEAL && d->dealt == 0 && d->hand > 0);
}

/* A card's strength at a showdown, higher wins: its rank, or, paired with the board, one more than
 * any. */
static inline int
duel_strength(const struct duel_variant *r, int card, int board)
{
	const int rank = card / r->suits;
	return board < DUEL_HIDDEN && board / r->suits == rank ? r->ranks : rank;
}

/* The least and the most that a raise may come to; false: none is legal. */
bool duel_raise_range(const struct duel_variant *r, const struct duel *d, int seat,
		      int *least, int *most);
/* "Ks", or "K" with one suit; "?" not known, "-" not dealt. */
void duel_card_name(const struct duel_variant *r, int card, char out[DUEL_CARD_NAME]);

/* The tables of a game made of it; setup() is its own. */
#define DUEL_RULES(its_setup) \
	{ \
		.setup = its_setup, .start = duel_start, .acting = duel_acting, \
		.moves = duel_moves, .play = duel_play, .settled = duel_settled, \
		.points = duel_points, .hash = duel_hash \
	}
#define DUEL_PARTS \
	.seats_default = DUEL_SEATS, .seats_allowed = 1 << DUEL_SEATS, \
	.unit = DUEL_UNIT, .point_name = "chips", .state_size = sizeof(struct duel), \
	.chance = &duel_chance, .turns = &duel_turns, .knowledge = &duel_knowledge, \
	.hidden = &duel_hidden, .text = &duel_text, .view = &duel_view, \
	.public = &duel_public

#define DUEL_TRAITS \
	(TRAIT_HIDDEN | TRAIT_CHANCE | TRAIT_ZERO_SUM | TRAIT_CONSTANT_SUM | \
	 TRAIT_DRAWS | TRAIT_MUCKS)

void duel_start(const struct game *g, struct state *s);
seat_set duel_acting(const struct game *g, const struct state *s);
int duel_moves(const struct game *g, const struct state *s, int seat, move *out);
void duel_play(const struct game *g, const struct state *from, int seat, move m,
	       struct state *to);
bool duel_settled(const struct game *g, const struct state *s);
void duel_points(const struct game *g, const struct state *s, int32_t *points);
uint64_t duel_hash(const struct game *g, const struct state *s);
extern const struct game_chance duel_chance;
extern const struct game_turns duel_turns;
extern const struct game_knowledge duel_knowledge;
extern const struct game_hidden duel_hidden;
extern const struct game_text duel_text;
extern const struct game_view duel_view;
extern const struct public_ops duel_public;

#endif
