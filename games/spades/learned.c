/*
 * learned.c - the features by which a policy of Spades is learned (src/core/softmax.h), and its
 * moves in playouts.
 *
 * As in Hearts, a card is described by how it lies among the cards that the others hold in its suit
 * and by its place in the hand; and by what its seat needs, by who wins the trick so far, and by
 * nils that are still alive. A bid is described by how far it is from the quick player's count of
 * the hand (bid.c), and by the bids before it.
 */
#include "games/common/learned.h"
#include "games/spades/rules.h"

/* What a seat is after. */
enum aim_of_seat {
	AIM_NIL, /* its own nil is alive */
	AIM_TRICK, /* its side needs at most half of the tricks that are left; bidding=off */
	AIM_MOST, /* more than half */
	AIM_BAGS, /* the contract is made */
	AIM_LOST, /* and here it cannot be */
	AIMS
};

/* Who wins the trick so far. */
enum { OTHER, OTHERS_NIL, PARTNER, PARTNERS_NIL, LEADERS };

/* A discard. */
enum { THROWN, TRUMP, LOW_TRUMP, DISCARDS }; /* a trump that wins, that does not */

#define NILS   4 /* alive: a partner's 1, another's 2 */
#define DANGER 16
#define COUNTS 25 /* quarters of a trick that a bid is above the count, from -12 to 12 */
#define SUMS   16 /* of all bids, beyond the tricks of a hand: -10 to 5 */

/*
 * The groups with their names and sizes, whose factors are, in this order: `spade`: of spades, then
 * the aim; `above` and `below` are cards of the others in the suit, `own` those of the hand less 1,
 * `behind` the seats that play after, `wins` whether the card would be the best so far.
 */
#define SOFTMAX_GROUPS(X) \
	X(lead_height, "lead height", 2 * AIMS * TO(7) * TO(7)) /* above, below */ \
	X(lead_length, "lead length", 2 * AIMS * TO(6) * TO(7)) /* own, others */ \
	X(lead_place, "lead place", 2 * AIMS * PLACES * PHASES) \
	/* opponents and partners known to be void, above */ \
	X(lead_voids, "lead voids", 2 * AIMS * TO(2) * 2 * TO(2)) \
	/* none above, none below, both are there */ \
	X(lead_nils, "lead nils", 2 * NILS * 3) \
	/* wins, behind, leader, above if it wins, else below */ \
	X(follow_height, "follow height", 2 * AIMS * 2 * TO(2) * LEADERS * TO(5)) \
	X(follow_low, "follow low", 2 * AIMS * 2 * TO(2) * TO(7)) /* below */ \
	/* among those that win, or those that do not */ \
	X(follow_place, "follow place", 2 * AIMS * 2 * TO(2) * LEADERS * PLACES) \
	X(follow_length, "follow length", 2 * AIMS * 2 * TO(6)) /* own */ \
	X(follow_phase, "follow phase", AIMS * 2 * TO(2) * LEADERS * PHASES) \
	/* kind, aim, leader, above, below */ \
	X(discard_height, "discard height", DISCARDS *AIMS *LEADERS *TO(3) * TO(5)) \
	X(discard_length, "discard length", DISCARDS *AIMS *TO(6) * PHASES) \
	X(discard_place, "discard place", DISCARDS *AIMS *PLACES *TO(2)) \
	X(discard_spades, "discard spades", DISCARDS *AIMS *TO(6) * TO(2)) \
	X(bid_count, "bid count", COUNTS * 4) /* by the bids before it */ \
	X(bid_nil, "bid nil", DANGER * 3)     /* a partner's bid: none, nil, tricks */ \
	X(bid_sum, "bid sum", SUMS * 4)	      /* by the bids before it */ \
	X(bid_tricks, "bid tricks", TO(17)) \
	X(bid_blind, "bid blind", 2) /* looks, does not */

LEARNED_GROUPS(SOFTMAX_GROUPS);

#define LEAD_COUNT    5
#define FOLLOW_COUNT  5
#define DISCARD_COUNT 4
#define BID_COUNT     4

/* ---- what a seat sees ---- */

struct spade_sight {
	uint64_t hand, others; /* others: neither played nor in this hand */
	uint64_t led;	       /* the suit, 0 when leading */
	uint64_t winners;      /* cards that would win the trick so far */
	uint64_t sides[2];     /* cards that follow: that lose, that win */
	int aim, leader, behind, phase;
	int spades; /* held, at most 6 */
	int nils;
	int opponents_void[SUITS], partner_void[SUITS]; /* when leading */
};

static inline bool
nil_alive(const struct spades_variant *r, const struct spades_state *h, int seat)
{
	return r->bidding && is_nil(h->bid[seat]) && h->taken[seat] == 0;
}

static inline int
aim_of(const struct spades_variant *r, const struct spades_state *h, int seat)
{
	if (!r->bidding)
		return AIM_TRICK;
	if (nil_alive(r, h, seat))
		return AIM_NIL;
	const struct contract c = spades_side(r, h, r->partners ? seat & 1 : seat);
	const int need = c.bid - c.taken, left = tricks_left(r, h);
	return need <= 0	 ? AIM_BAGS
	       : need > left	 ? AIM_LOST
	       : 2 * need > left ? AIM_MOST
				 : AIM_TRICK;
}

static inline void
spades_see_trick(const struct spades_variant *r, const struct spades_state *h, int seat,
		 struct spade_sight *v)
{
	const int best = h->best_seat;
	const bool partner = best != seat && same_side(r, seat, best);
	v->led = card_suit_mask(h->trick[0]);
	v->leader = (partner ? PARTNER : OTHER) + nil_alive(r, h, best);
	v->winners = card_above(h->best);
	if ((CARD_BIT(h->best) & SPADE_CARDS) == 0)
		v->winners |= SPADE_CARDS;
	v->sides[1] = v->hand & v->led & v->winners;
	v->sides[0] = v->hand & v->led & ~v->winners;
}

static inline void
see_others(const struct spades_variant *r, const struct spades_state *h, int seat,
	   struct spade_sight *v)
{
	for (int i = 0; i < r->seats; i++) {
		if (i == seat)
			continue;
		const bool partner = same_side(r, seat, i);
		v->nils |= nil_alive(r, h, i) ? (partner ? 1 : 2) : 0;
		for (int suit = 0; suit < SUITS; suit++) {
			const uint64_t cards = r->deck & SUIT_MASK(suit);
			const int none = (cards & ~h->cannot[i]) == 0;
			v->partner_void[suit] |= partner ? none : 0;
			v->opponents_void[suit] += partner ? 0 : none;
		}
	}
}

static inline struct spade_sight
spades_learned_look_around(const struct spades_variant *r, const struct spades_state *h,
			   int seat)
{
	const uint64_t hand = h->hand[seat];
	const int gone = cards_count(h->played), all = r->cards * r->seats;
	struct spade_sight v = {
		.hand = hand,
		.others = r->deck & ~h->played & ~hand,
		.aim = aim_of(r, h, seat),
		.behind = cut(r->seats - 1 - h->trick_count, 2),
		.phase = phase_of(gone, all),
		.spades = cut(cards_count(hand & SPADE_CARDS), 6),
	};
	if (h->trick_count > 0)
		spades_see_trick(r, h, seat, &v);
	else
		see_others(r, h, seat, &v);
	return v;
}

/* ---- cards ---- */

static inline __attribute__((always_inline)) void
spades_describe_lead(const void *sight, int card, int *out)
{
	const struct spade_sight *v = sight;
	const int suit = card_suit(card);
	const uint64_t own = v->hand & SUIT_MASK(suit);
	const int above = cards_count(v->others & card_above(card));
	const int others = cards_count(v->others & SUIT_MASK(suit));
	const int below = others - above;
	const int spade = suit == SPADES, by = spade * AIMS + v->aim;
	out[0] = AT(lead_height) + (by * TO(7) + cut(above, 7)) * TO(7) + cut(below, 7);
	out[1] = AT(lead_length) + (by * TO(6) + cut(cards_count(own) - 1, 6)) * TO(7) +
		 cut(others, 7);
	out[2] = AT(lead_place) + (by * PLACES + place_in(own, card)) * PHASES + v->phase;
	out[3] = AT(lead_voids) +
		 ((by * TO(2) + cut(v->opponents_void[suit], 2)) * 2 +
		  v->partner_void[suit]) *
			 TO(2) +
		 cut(above, 2);
	out[4] = AT(lead_nils) + (spade * NILS + v->nils) * 3 +
		 (above == 0   ? 0
		  : below == 0 ? 1
			       : 2);
}

static inline __attribute__((always_inline)) void
spades_describe_follow(const void *sight, int card, int *out)
{
	const struct spade_sight *v = sight;
	const uint64_t others = v->others & v->led;
	const int below = cards_count(others & (CARD_BIT(card) - 1));
	const int above = cards_count(others) - below;
	const int wins = (v->winners >> card & 1) != 0;
	const int by = (v->led == SPADE_CARDS) * AIMS + v->aim;
	const int won = (by * 2 + wins) * TO(2) + v->behind;
	out[0] = AT(follow_height) + (won * LEADERS + v->leader) * TO(5) +
		 cut(wins ? above : below, 5);
	out[1] = AT(follow_low) + won * TO(7) + cut(below, 7);
	out[2] = AT(follow_place) + (won * LEADERS + v->leader) * PLACES +
		 place_in(v->sides[wins], card);
	out[3] = AT(follow_length) + (by * 2 + wins) * TO(6) +
		 cut(cards_count(v->hand & v->led) - 1, 6);
	out[4] = AT(follow_phase) +
		 (((v->aim * 2 + wins) * TO(2) + v->behind) * LEADERS + v->leader) *
			 PHASES +
		 v->phase;
}

static inline __attribute__((always_inline)) void
spades_describe_discard(const void *sight, int card, int *out)
{
	const struct spade_sight *v = sight;
	const uint64_t suit = card_suit_mask(card), own = v->hand & suit;
	const int above = cards_count(v->others & card_above(card));
	const int below = cards_count(v->others & suit) - above;
	const int kind = suit != SPADE_CARDS		 ? THROWN
			 : (v->winners >> card & 1) != 0 ? TRUMP
							 : LOW_TRUMP;
	const int by = kind * AIMS + v->aim;
	out[0] = AT(discard_height) +
		 ((by * LEADERS + v->leader) * TO(3) + cut(above, 3)) * TO(5) +
		 cut(below, 5);
	out[1] = AT(discard_length) +
		 (by * TO(6) + cut(cards_count(own) - 1, 6)) * PHASES + v->phase;
	out[2] = AT(discard_place) + (by * PLACES + place_in(own, card)) * TO(2) +
		 v->behind;
	out[3] = AT(discard_spades) + (by * TO(6) + v->spades) * TO(2) + v->behind;
}

static const struct learned_describer kinds[LEARNED_KINDS] = {
	[LEAD] = { spades_describe_lead, LEAD_COUNT },
	[FOLLOW] = { spades_describe_follow, FOLLOW_COUNT },
	[DISCARD] = { spades_describe_discard, DISCARD_COUNT },
};

/* ---- bids ---- */

/* What a seat that bids knows of the others' bids, and the count of its hand. */
struct bidding {
	int before, sum; /* how many have bid; tricks of them all */
	int partner;	 /* 0: no bid yet, or no partner, 1: nil, 2: tricks */
	int32_t count;	 /* in 1/256 tricks */
	int danger;	 /* of a nil, 0 to DANGER - 1 */
};

static struct bidding
look_at_bids(const struct spades_variant *r, const struct spades_state *h, int seat)
{
	struct bidding b = { 0 };
	for (int i = 0; i < r->seats; i++) {
		if (h->bid[i] == BID_NONE)
			continue;
		const bool nil = is_nil(h->bid[i]);
		b.before++;
		b.sum += nil ? 0 : h->bid[i];
		if (same_side(r, i, seat))
			b.partner = nil ? 1 : 2;
	}
	if ((h->blind >> seat & 1) == 0) { /* else it has not looked */
		b.count = spades_count_tricks(r, h->hand[seat]);
		b.danger = cut(spades_nil_danger(h->hand[seat]) / 40, DANGER - 1);
	}
	return b;
}

static void
describe_bid(const struct spades_variant *r, const struct bidding *b, move m,
	     uint16_t *out)
{
	for (int i = 0; i < BID_COUNT; i++)
		out[i] = SOFTMAX_NONE;
	if (m == SPADES_LOOK || m == SPADES_BLIND) {
		out[0] = (uint16_t)(AT(bid_blind) + (m == SPADES_BLIND));
		return;
	}
	const int bid = (int)(m - SPADES_BID);
	const int over = (bid * ONE - b->count) / (ONE / 4) + COUNTS / 2;
	const int sum = b->sum + bid - r->cards + 10;
	out[0] = (uint16_t)(bid == BID_NIL
				    ? AT(bid_nil) + b->danger * 3 + b->partner
				    : AT(bid_count) +
					      cut(over > 0 ? over : 0, COUNTS - 1) * 4 +
					      b->before);
	out[1] = (uint16_t)(AT(bid_sum) + cut(sum > 0 ? sum : 0, SUMS - 1) * 4 +
			    b->before);
	out[2] = (uint16_t)(AT(bid_tricks) + bid);
}

static int
spades_features(const struct game *g, const struct state *s, int seat, const move *m,
		int n, uint16_t (*feature)[SOFTMAX_ACTIVE])
{
	const struct spades_variant *r = spades_variant(g);
	const struct spades_state *h = spades_of(s);
	if (h->phase == SPADES_BIDDING) {
		const struct bidding b = look_at_bids(r, h, seat);
		for (int i = 0; i < n; i++)
			describe_bid(r, &b, m[i], feature[i]);
		return BID_COUNT;
	}
	const struct spade_sight v = spades_learned_look_around(r, h, seat);
	const enum learned_kind kind = learned_kind(v.led, legal_cards(h, seat));
	return learned_describe(&kinds[kind], &v, m, n, feature);
}

const struct softmax_ops spades_softmax = {
	.groups = groups,
	.features = spades_features,
};
