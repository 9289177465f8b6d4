/*
 * trick.h - the common part of trick games: the table as seen from outside any one game, full deals
 * that fit the observations, seats. Texts are in trick_text.h, pictures in trick_scene.h.
 *
 * Each game keeps its own state, laid out for its own hot path; the slow paths here read it through
 * a struct trick_view. Seats sit clockwise and play goes to the left: seat + 1 is the left
 * neighbour.
 */
#ifndef PLYSCOPE_GAMES_COMMON_TRICK_H
#define PLYSCOPE_GAMES_COMMON_TRICK_H

#include "games/common/cards.h"
#include "src/core/game.h"

#define TRICK_SEATS 5

/* Of a hand. Games have names of their own for them. */
enum trick_phase {
	TRICK_DEAL,   /* to be dealt; the hand before is scored */
	TRICK_BEFORE, /* dealt, not yet played: passing, bidding */
	TRICK_PLAY,
	TRICK_OVER /* scored, and the last */
};

/* A state as all games of tricks have it; points into it, and is as short-lived. */
struct trick_view {
	int seats, cards; /* cards each at the deal */
	uint64_t deck;
	const uint64_t *hand;	/* cards known to be there */
	const uint64_t *cannot; /* cards the seat has shown not to hold */
	uint64_t played;	/* in this hand, the current trick too */
	const uint8_t *trick, *last;
	int trick_count, last_count, leader, last_leader;
	int best; /* the card that wins the trick so far */
	int turn, hand_number;
	enum trick_phase phase;
	bool dealt; /* there are hands: neither before the deal nor after the hand */
};

/* The view of a state by its game's rules: in all games these fields have the same names. */
#define TRICK_VIEW(rules, state) \
	((struct trick_view){ \
		.seats = (rules)->seats, \
		.cards = (rules)->cards, \
		.deck = (rules)->deck, \
		.hand = (state)->hand, \
		.cannot = (state)->cannot, \
		.played = (state)->played, \
		.trick = (state)->trick, \
		.last = (state)->last, \
		.trick_count = (state)->trick_count, \
		.last_count = (state)->last_count, \
		.leader = (state)->leader, \
		.last_leader = (state)->last_leader, \
		.best = (state)->best, \
		.turn = (state)->turn, \
		.hand_number = (state)->hand_number, \
		.phase = (enum trick_phase)(state)->phase, \
		.dealt = (state)->phase == TRICK_BEFORE || (state)->phase == TRICK_PLAY, \
	})

/* --- hands --- */

/* Cards in a hand by the course of play, known or not. */
int trick_cards(const struct trick_view *v, int seat);
/* Cards neither played nor known to be in a hand. */
uint64_t trick_hidden(const struct trick_view *v);
/* A hand that is not fully known: the cards it may hold. */
uint64_t trick_possible(const struct trick_view *v, int seat);
/* Whether a seat on lead takes every trick left by leading the highest of any suit, wherever the cards
 * are that it does not see. trumps: a suit, -1 none. */
bool trick_claims(const struct trick_view *v, int seat, int trumps);
/* Deals seats * cards of the deck by a number: the pack in ascending order, shuffled by a
 * generator seeded with it; the first cards are seat 0's, the next seat 1's, and so on. */
void trick_deal(uint64_t deck, int seats, int cards, uint32_t number, uint64_t *hand);
/* game_chance.sample: such a number. */
move trick_chance_sample(const struct game *g, const struct state *s, struct rng *rng);
/* Adds the hidden cards to hand[], drawn evenly from all deals that fit. */
void trick_fill(const struct trick_view *v, uint64_t *hand, struct rng *rng);
/* Gives n cards back to the hands that played them. False: the moves are not the cards of the set
 * `played`. */
bool trick_take_back(const struct played_move *made, int n, uint64_t played,
		     uint64_t *hand);
/* True when the hidden cards can be dealt out in some way. */
bool trick_can_fill(const struct trick_view *v);
/* The hash of a state goes on while cards are hidden: cards that seats have shown not to hold. */
static inline uint64_t
trick_hash_cannot(uint64_t key, const uint64_t *cannot, int seats)
{
	for (int i = 0; i < seats; i++)
		key = cards_fold(key ^ cannot[i], cards_odd[i] + 2);
	return key;
}

/* --- moves: a card to play is its number --- */

/* Lowest card first; returns how many. */
static inline int
trick_list(uint64_t set, move *out)
{
	int n = 0;
	while (set != 0)
		out[n++] = (move)cards_pop(&set);
	return n;
}

static inline uint64_t
trick_set(const move *m, int n)
{
	uint64_t set = 0;
	while (n-- > 0)
		set |= CARD_BIT(m[n]);
	return set;
}

/* Keeps the cards of a set in their order; returns how many. */
int trick_keep(move *m, int n, uint64_t set);

/* --- seats --- */

/* The seat so many (fewer than there are seats) to the left. */
static inline int
trick_left(int seats, int seat, int by)
{
	seat += by;
	return seat >= seats ? seat - seats : seat;
}

/* Letters and names of the seats, by number of seats: S W N E, S W E, S W L R E. */
extern const char trick_letters[TRICK_SEATS + 1][TRICK_SEATS + 1];
char trick_seat_letter(const struct game *g, int seat);
const char *trick_seat_name(const struct game *g, int seat);
const char *trick_seat_word(const struct game *g, int seat); /* "South" */

#endif
