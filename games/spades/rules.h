/*
 * rules.h - shared by the files of Spades alone.
 *
 *   rules.c    variants, the course of a hand, scoring, bounds, the tables of functions
 *   eval.c     evaluation, move ordering, merging, the quick player and playouts
 *   bid.c      the bids of the quick player, and the features it counts
 *   hidden.c   the knowledge of a seat, and full deals that fit it
 *   text.c     moves and positions as text
 *   view.c     names, scoreboard, events, the generic scene
 *
 * The two functions that every node of every search runs are here, to be compiled into
 * their callers: the legal cards, and putting one on the table.
 */
#ifndef PLYSCOPE_GAMES_SPADES_RULES_H
#define PLYSCOPE_GAMES_SPADES_RULES_H

#include "games/common/bytes.h"
#include "games/spades/spades.h"

#include <assert.h>

#define UNIT	    100
#define ONE	    256 /* a trick, where parts of it count */
#define SPADE_CARDS (SUIT_MASK(SPADES))

static inline struct spades_state *
spades_in(struct state *s)
{
	return (struct spades_state *)(void *)s->bytes;
}

static inline int
first_seat(const struct spades_variant *r, const struct spades_state *h)
{
	assert(r->seats > 0);
	return h->hand_number == 0 ? 0 : (h->hand_number - 1) % r->seats;
}

static inline bool
is_scored(const struct spades_state *h)
{
	return h->phase == SPADES_OVER || (h->phase == SPADES_DEAL && h->hand_number > 0);
}

/* The seats of a side as a set, and how many sides there are: side k begins with seat k. */
static inline unsigned
side_seats(const struct spades_variant *r, int side)
{
	return (r->partners ? 5U : 1U) << side;
}

static inline int
side_count(const struct spades_variant *r)
{
	return r->partners ? 2 : r->seats;
}

static inline bool
same_side(const struct spades_variant *r, int a, int b)
{
	return a == b || (r->partners && ((a ^ b) & 1) == 0);
}

static inline bool
is_nil(int bid)
{
	return bid == BID_NIL || bid == BID_BLIND;
}

/* From the points of each side to what partners play for: how far they are ahead. */
static inline void
spades_take_difference(const struct spades_variant *r, int32_t *value)
{
	if (!r->partners)
		return;
	value[0] = value[2] = value[0] - value[1];
	value[1] = value[3] = -value[0];
}

/* Tricks that no seat has taken yet, the one on the table too. */
static inline int
tricks_left(const struct spades_variant *r, const struct spades_state *h)
{
	return r->cards - bytes4_sum(bytes4(h->taken));
}

static inline uint64_t
legal_cards(const struct spades_state *h, int seat)
{
	uint64_t hand = h->hand[seat];
	if (h->trick_count == 0) {
		uint64_t plain = hand & ~SPADE_CARDS;
		return h->broken || plain == 0 ? hand : plain;
	}
	uint64_t follow = hand & card_suit_mask(h->trick[0]);
	return follow != 0 ? follow : hand;
}

void spades_score_hand(const struct spades_variant *r, struct spades_state *h);

/* The trick as a word: read back from its bytes it would have to wait for them. */
static inline void
finish_trick(const struct spades_variant *r, struct spades_state *h, uint32_t trick)
{
	const uint32_t taken = bytes4(h->taken) + bytes4_place(h->best_seat, 1);
	memcpy(h->taken, &taken, sizeof taken);
	memcpy(h->last, &trick, sizeof trick);
	memset(h->trick, 0, sizeof h->trick);
	h->last_count = h->trick_count;
	h->last_leader = h->leader;
	h->turn = h->leader = h->best_seat;
	h->trick_count = h->best = h->best_seat = 0;
	if (h->played == r->deck)
		spades_score_hand(r, h);
}

/* True when a card beats the best so far: spades are trumps. */
static inline bool
card_beats(int card, int best)
{
	uint64_t over = card_above(best);
	if (best < CARD(TWO, SPADES) || best > CARD(ACE, SPADES))
		over |= SPADE_CARDS;
	return (over & CARD_BIT(card)) != 0;
}

/* The seat whose turn it is puts a legal card on the table. */
static inline void
put_card(const struct spades_variant *r, struct spades_state *h, int seat, int card)
{
	uint64_t bit = CARD_BIT(card);
	if (h->trick_count == 0) {
		if ((bit & SPADE_CARDS) != 0 && !h->broken)
			h->cannot[seat] |= r->deck & ~SPADE_CARDS;
		h->best = (uint8_t)card;
		h->best_seat = (uint8_t)seat;
	} else {
		uint64_t led = card_suit_mask(h->trick[0]);
		if ((bit & led) == 0)
			h->cannot[seat] |= r->deck & led;
		if (card_beats(card, h->best)) {
			h->best = (uint8_t)card;
			h->best_seat = (uint8_t)seat;
		}
	}
	h->hand[seat] &= ~bit;
	h->played |= bit;
	const uint32_t trick = bytes4(h->trick) | bytes4_place(h->trick_count, card);
	memcpy(h->trick, &trick, sizeof trick);
	h->trick_count++;
	h->broken |= (bit & SPADE_CARDS) != 0;
	h->turn = (uint8_t)trick_left(r->seats, seat, 1);
	if (h->trick_count == r->seats)
		finish_trick(r, h, trick);
}

/* The bids and tricks of a side so far. */
struct contract {
	int bid;     /* tricks of those who did not bid nil */
	int taken;   /* tricks of the same */
	int bags;    /* tricks of those who bid nil */
	int nil;     /* points of nils: made so far, or failed */
	int hopes;   /* points at stake in nils that have not failed */
	int missing; /* seats without a bid */
};

/* rules.c */
unsigned spades_enter(const struct game *g, const struct state *from, int seat, move m,
		      struct state *to);
uint64_t spades_future(const struct game *g, const struct state *s, int32_t *had);
struct contract spades_side(const struct spades_variant *r, const struct spades_state *h,
			    int side);
/* Points of the hand for a side once all tricks are taken, a bag being worth bag_points. */
int spades_side_points(const struct contract *c, int bag_points);
/* Hand `hand_number` after the totals and bags of h, before its cards. */
void spades_begin_hand(const struct spades_variant *r, const struct spades_state *h,
		       int hand_number, struct spades_state *out);
void spades_deal(const struct spades_variant *r, struct spades_state *h, uint32_t number);
void spades_make_bid(const struct spades_variant *r, struct spades_state *h, int seat,
		     move m);
seat_set spades_acting(const struct game *g, const struct state *s);
int spades_moves(const struct game *g, const struct state *s, int seat, move *out);

/* values.c */
bool spades_quiet(const struct game *g, const struct state *s);
void spades_standing(const struct game *g, const struct state *s, int32_t *total,
		     int32_t *high);
bool spades_sheet(const struct game *g, const struct state *s, struct sheet *out);
int spades_progress(const struct game *g, const struct state *s);
void spades_bounds(const struct game *g, const struct state *s, struct bounds *b);
/* Values of a scored hand. */
void spades_scored_value(const struct spades_variant *r, const struct spades_state *h,
			 int32_t *value);
void spades_own_bounds(const struct game *g, const struct state *s, struct bounds *b);

/* eval.c */
extern const struct game_knowledge spades_knowledge;
extern const struct game_fast spades_fast;
extern const struct trick_ops spades_trick;
void spades_build_eval(void); /* its tables, once for all games */

/* The most that a seat may bid for its side to make it: what its partner has bid is needed too. */
static inline int
spades_most_to_bid(const struct spades_variant *r, const struct spades_state *h, int seat)
{
	const int other = r->partners ? h->bid[seat ^ 2] : BID_NONE;
	return r->cards - (other > 0 && !is_nil(other) ? other : 0);
}

/* The tricks that no play takes from a hand where the others hold these cards: as many as it has
 * spades above all of theirs, and its other spades where those draw all of theirs. */
static inline int
spades_sure_tricks(uint64_t hand, uint64_t others)
{
	const uint64_t own = hand & SPADE_CARDS, out = others & SPADE_CARDS;
	const uint64_t top = out == 0 ? own : own & card_above(cards_highest(out));
	return cards_count(cards_count(top) >= cards_count(out) ? own : top);
}

/* The bid of a seat that expects so many tricks (in 1/256); at least one. */
int spades_guess_bid(const struct spades_variant *r, int32_t mean);
/* The quick player's bid, and one near it at random. */
move spades_choose_bid(const struct spades_variant *r, const struct spades_state *h,
		       int seat);
move spades_random_bid(const struct spades_variant *r, const struct spades_state *h,
		       struct rng *rng);
/* game_knowledge.order for n bids. */
void spades_order_bids(const struct spades_variant *r, uint64_t hand, const move *m,
		       int n, int32_t *score);

/* hidden.c */
/* trick_ops.rewind. */
bool spades_rewind(const struct game *g, const struct state *s,
		   const struct played_move *made, int count, struct state *begin,
		   int *from);
extern const struct game_hidden spades_hidden;

/* text.c */
extern const struct game_text spades_text;
void spades_format_move(const struct game *g, const struct state *s, int seat, move m,
			char *out, int size);

/* view.c */
extern const struct game_view spades_view;

#endif
