/*
 * learned.c - the features by which a policy of Hearts is learned (src/core/softmax.h), and its
 * moves in playouts.
 *
 * A card is described by how it lies among the cards that the others hold in its suit, as in
 * eval.c, by its place among those of the hand, and by what the trick, the queen of spades, seats
 * known to be void and an attempt at the moon make of it; a feature is two to five of these
 * together. A lead, a card that follows and a discard have features of their own. A pass is
 * described by its cards and by what it leaves of each suit.
 */
#include "games/common/learned.h"
#include "games/hearts/rules.h"

/* What makes a card special. */
enum card_class {
	PLAIN, /* a club or a diamond */
	HEART,
	BELOW_QUEEN, /* spades while another holds her */
	ABOVE_QUEEN,
	THE_QUEEN,
	WITH_QUEEN, /* another spade of who holds her */
	SPADE,	    /* she is gone */
	THE_JACK,   /* jack=on */
	ABOVE_JACK, /* while another holds him */
	CLASSES
};

/* Who has all points that were taken, if they are some. */
enum moon_state {
	MOON_FAR, /* nobody, or fewer than MOON_NEAR */
	MOON_OWN,
	MOON_NEARER, /* another, and fewer than MOON_CLOSE */
	MOON_TRICK,  /* another has more, and wins the trick so far */
	MOON_OTHER,  /* and does not */
	MOONS
};
#define MOON_NEAR  6
#define MOON_CLOSE 12

#define POINTS 3 /* on the table: none, hearts, the queen */
#define PASSES 5 /* seats to the left that cards go */
#define KINDS  3 /* of a suit that is passed from: plain, spades, hearts */
#define RANKS  13
#define TRICKS (TO(2) * POINTS)

/*
 * The groups with their names and sizes, whose factors are, in this order: `above` and `below` are
 * cards of the others in the suit, `own` those of the hand less 1, `behind` the seats that play
 * after, `wins` whether the card would be the best so far. Tried, and of no use to foretell hard:
 * the number of seats void in a suit that is led, the length of one that is followed, the cards of
 * the others in one that is discarded from, and a passed card's place in the hand.
 */
#define SOFTMAX_GROUPS(X) \
	X(lead_height, "lead height", CLASSES *TO(7) * TO(7)) /* above, below */ \
	X(lead_length, "lead length", CLASSES *TO(6) * TO(7)) /* own, others */ \
	X(lead_place, "lead place", CLASSES *PLACES *PHASES) \
	/* none above, none below, both are there */ \
	X(lead_moon, "lead moon", CLASSES *MOONS * 3) \
	/* behind, points, class, wins, above if it wins, else below */ \
	X(follow_height, "follow height", TRICKS *CLASSES * 2 * TO(5)) \
	/* behind, class, wins, below */ \
	X(follow_low, "follow low", TO(2) * CLASSES * 2 * TO(7)) \
	/* among those that win, or those that do not */ \
	X(follow_place, "follow place", TRICKS *CLASSES * 2 * PLACES) \
	X(follow_moon, "follow moon", MOONS *TRICKS * 2) \
	/* seats behind known to be void, the first trick */ \
	X(follow_voids, "follow voids", TO(2) * 2 * TRICKS * 2) \
	/* above, below, the first trick */ \
	X(discard_height, "discard height", CLASSES *TO(5) * TO(5) * 2) \
	X(discard_length, "discard length", CLASSES *TO(6) * PHASES) /* own */ \
	X(discard_place, "discard place", CLASSES *PLACES *TO(2))    /* behind */ \
	X(discard_moon, "discard moon", CLASSES *MOONS *POINTS) \
	X(pass_card, "pass card", KINDS *RANKS *TO(7)) /* own */ \
	/* low, queen, king, ace of spades; spades below the queen */ \
	X(pass_spade, "pass spade", 4 * TO(6) * PASSES) \
	/* of a suit: cards passed, cards that stay */ \
	X(pass_left, "pass left", KINDS *TO(3) * TO(7))

LEARNED_GROUPS(SOFTMAX_GROUPS);

#define LEAD_COUNT    4
#define FOLLOW_COUNT  5
#define DISCARD_COUNT 4
#define PASS_EACH     2 /* of a card */
#define PASS_MOST     3 /* cards */
#define PASS_COUNT    (PASS_EACH * PASS_MOST + SUITS)

/* ---- what a seat sees ---- */

struct card_sight {
	uint64_t hand, others; /* others: neither played nor in this hand */
	uint64_t sides[2];     /* of the suit led: cards that lose, and that win */
	uint64_t led;	       /* the suit, 0 when leading */
	int led_class;	       /* of all its cards; -1: they are of several */
	int spades;	       /* the class of low spades, */
	int above_queen;       /* and how much is added for higher ones */
	bool jack, jack_out;
	int best, behind, points, phase, first;
	int moon;	       /* enum moon_state */
	int trick;	       /* of TRICKS */
	int moon_at, voids_at; /* the features that lie in the trick, if the card loses */
};

static inline int
moon_of(const struct hearts_variant *r, const struct hearts_state *h, int seat)
{
	const int moon = hearts_moon_seat(r, h);
	if (moon < 0 || h->points[moon] < MOON_NEAR)
		return MOON_FAR;
	if (moon == seat)
		return MOON_OWN;
	if (h->points[moon] < MOON_CLOSE)
		return MOON_NEARER;
	return h->trick_count > 0 && h->best_seat == moon ? MOON_TRICK : MOON_OTHER;
}

/* How many of the seats after this one have shown to hold none of the cards. */
static inline int
count_void(const struct hearts_variant *r, const struct hearts_state *h, int seat,
	   int behind, uint64_t cards)
{
	int count = 0;
	for (int i = 0; i < behind; i++) {
		seat = trick_left(r->seats, seat, 1);
		count += (cards & ~h->cannot[seat]) == 0;
	}
	return count;
}

static inline void
see_queen(struct card_sight *v)
{
	const bool queen_out = (v->others & QUEEN_BIT) != 0;
	v->spades = (v->hand & QUEEN_BIT) != 0 ? WITH_QUEEN
		    : queen_out		       ? BELOW_QUEEN
					       : SPADE;
	v->above_queen = queen_out ? ABOVE_QUEEN - BELOW_QUEEN : 0;
}

static inline void
hearts_see_trick(const struct hearts_variant *r, const struct hearts_state *h, int seat,
		 struct card_sight *v)
{
	const int behind = r->seats - 1 - h->trick_count;
	v->led = card_suit_mask(h->trick[0]);
	v->led_class = v->led == HEART_CARDS	     ? HEART
		       : v->led == SUIT_MASK(SPADES) ? (v->spades == SPADE ? SPADE : -1)
		       : v->jack && v->led == SUIT_MASK(DIAMONDS) ? -1
								  : PLAIN;
	v->best = h->best;
	v->sides[1] = v->hand & card_above(h->best);
	v->sides[0] = v->hand & v->led & ~v->sides[1];
	v->trick = v->behind * POINTS + v->points;
	v->moon_at = AT(follow_moon) + (v->moon * TRICKS + v->trick) * 2;
	const int voids = cut(count_void(r, h, seat, behind, r->deck & v->led), 2);
	v->voids_at = AT(follow_voids) + ((voids * 2 + v->first) * TRICKS + v->trick) * 2;
}

static inline struct card_sight
hearts_learned_look_around(const struct hearts_variant *r, const struct hearts_state *h,
			   int seat)
{
	const uint64_t hand = h->hand[seat];
	const int gone = cards_count(h->played), all = r->cards * r->seats;
	struct card_sight v = {
		.hand = hand,
		.others = r->deck & ~h->played & ~hand,
		.jack = r->jack,
		.behind = cut(r->seats - 1 - h->trick_count, 2),
		.points = (h->trick_points > 0) + (h->trick_points >= 13),
		.first = gone == h->trick_count,
		.phase = phase_of(gone, all),
		.moon = moon_of(r, h, seat),
	};
	see_queen(&v);
	v.jack_out = r->jack && (v.others & JACK_BIT) != 0;
	if (h->trick_count > 0)
		hearts_see_trick(r, h, seat, &v);
	return v;
}

static inline int
hearts_class_of(const struct card_sight *v, int card)
{
	if (card >= CARD(TWO, HEARTS))
		return HEART;
	if (card >= CARD(TWO, SPADES)) {
		if (card == QUEEN_OF_SPADES)
			return THE_QUEEN;
		return v->spades + (card > QUEEN_OF_SPADES ? v->above_queen : 0);
	}
	if (!v->jack || card < JACK_OF_DIAMONDS)
		return PLAIN;
	return card == JACK_OF_DIAMONDS ? THE_JACK : v->jack_out ? ABOVE_JACK : PLAIN;
}

/* ---- cards ---- */

static inline __attribute__((always_inline)) void
hearts_describe_lead(const void *sight, int card, int *out)
{
	const struct card_sight *v = sight;
	const uint64_t suit = card_suit_mask(card), own = v->hand & suit;
	const int above = cards_count(v->others & card_above(card));
	const int others = cards_count(v->others & suit), below = others - above;
	const int class = hearts_class_of(v, card);
	const int reach = above == 0 ? 0 : below == 0 ? 1 : 2;
	out[0] =
		AT(lead_height) + (class * TO(7) + cut(above, 7)) * TO(7) + cut(below, 7);
	out[1] = AT(lead_length) +
		 (class * TO(6) + cut(cards_count(own) - 1, 6)) * TO(7) + cut(others, 7);
	out[2] = AT(lead_place) + (class * PLACES + place_in(own, card)) * PHASES +
		 v->phase;
	out[3] = AT(lead_moon) + (class * MOONS + v->moon) * 3 + reach;
}

static inline __attribute__((always_inline)) void
hearts_describe_follow(const void *sight, int card, int *out)
{
	const struct card_sight *v = sight;
	const uint64_t others = v->others & v->led;
	const int below = cards_count(others & (CARD_BIT(card) - 1));
	const int above = cards_count(others) - below;
	const int class = v->led_class >= 0 ? v->led_class : hearts_class_of(v, card);
	const int wins = card > v->best;
	const int won = (v->trick * CLASSES + class) * 2 + wins;
	out[0] = AT(follow_height) + won * TO(5) + cut(wins ? above : below, 5);
	out[1] = AT(follow_low) + ((v->behind * CLASSES + class) * 2 + wins) * TO(7) +
		 cut(below, 7);
	out[2] = AT(follow_place) + won * PLACES + place_in(v->sides[wins], card);
	out[3] = v->moon_at + wins;
	out[4] = v->voids_at + wins;
}

static inline __attribute__((always_inline)) void
hearts_describe_discard(const void *sight, int card, int *out)
{
	const struct card_sight *v = sight;
	const uint64_t suit = card_suit_mask(card), own = v->hand & suit;
	const int above = cards_count(v->others & card_above(card));
	const int below = cards_count(v->others & suit) - above;
	const int class = hearts_class_of(v, card);
	out[0] = AT(discard_height) +
		 ((class * TO(5) + cut(above, 5)) * TO(5) + cut(below, 5)) * 2 + v->first;
	out[1] = AT(discard_length) +
		 (class * TO(6) + cut(cards_count(own) - 1, 6)) * PHASES + v->phase;
	out[2] = AT(discard_place) + (class * PLACES + place_in(own, card)) * TO(2) +
		 v->behind;
	out[3] = AT(discard_moon) + (class * MOONS + v->moon) * POINTS + v->points;
}

static const struct learned_describer kinds[LEARNED_KINDS] = {
	[LEAD] = { hearts_describe_lead, LEAD_COUNT },
	[FOLLOW] = { hearts_describe_follow, FOLLOW_COUNT },
	[DISCARD] = { hearts_describe_discard, DISCARD_COUNT },
};

/* ---- passes ---- */

static int
hearts_kind_of(int suit)
{
	return suit == HEARTS ? 2 : suit == SPADES ? 1 : 0;
}

static void
describe_passed(uint64_t hand, int by, int card, uint16_t *out)
{
	const uint64_t own = hand & card_suit_mask(card);
	const int suit = card_suit(card), rank = card_rank(card),
		  kind = hearts_kind_of(suit);
	const int low = cards_count(hand & SUIT_MASK(SPADES) & (QUEEN_BIT - 1));
	const int high = suit == SPADES && rank >= QUEEN ? rank - QUEEN + 1 : 0;
	out[0] = (uint16_t)(AT(pass_card) + (kind * RANKS + rank) * TO(7) +
			    cut(cards_count(own) - 1, 7));
	out[1] = (uint16_t)(suit == SPADES
				    ? AT(pass_spade) +
					      (high * TO(6) + cut(low, 6)) * PASSES + by
				    : SOFTMAX_NONE);
}

static void
describe_pass(uint64_t hand, int by, uint64_t set, uint16_t *out)
{
	int n = 0;
	for (uint64_t left = set; left != 0; n += PASS_EACH)
		describe_passed(hand, by, cards_pop(&left), out + n);
	while (n < PASS_EACH * PASS_MOST)
		out[n++] = SOFTMAX_NONE;
	for (int suit = 0; suit < SUITS; suit++) {
		const int passed = cards_count(set & SUIT_MASK(suit));
		const int stay = cards_count(hand & SUIT_MASK(suit)) - passed;
		out[n++] = (uint16_t)(AT(pass_left) +
				      (hearts_kind_of(suit) * TO(3) + passed) * TO(7) +
				      cut(stay, 7));
	}
}

static int
hearts_features(const struct game *g, const struct state *s, int seat, const move *m,
		int n, uint16_t (*feature)[SOFTMAX_ACTIVE])
{
	const struct hearts_variant *r = hearts_variant(g);
	const struct hearts_state *h = hearts_of(s);
	if (h->phase == HEARTS_PASSING) {
		for (int i = 0; i < n; i++)
			describe_pass(h->hand[seat], pass_by(r, h), hearts_pass_set(m[i]),
				      feature[i]);
		return PASS_COUNT;
	}
	const struct card_sight v = hearts_learned_look_around(r, h, seat);
	const enum learned_kind kind = learned_kind(v.led, legal_cards(r, h, seat));
	return learned_describe(&kinds[kind], &v, m, n, feature);
}

const struct softmax_ops hearts_softmax = {
	.groups = groups,
	.features = hearts_features,
};
