/*
 * bid.c - the bids of the quick player.
 *
 * The quick player counts its hand by a table of weights, fitted by least squares to the
 * tricks its hands took in 20000 hands of itself with bidding=on, twice over, and bids a little
 * below the count. In 20000 other hands of itself the bid is off the tricks taken by 0.62 (mean
 * absolute error) with four seats, 0.71 with three, 0.80 with partners; 87, 85 and 80 % of
 * the bids are made. It bids nil in one hand of seven and makes 72 % of them (80 % with a
 * partner). Rounding higher comes closer (0.59, 0.68, 0.78) and scores less, by 1 to 5 points a
 * hand.
 */
#include "games/spades/rules.h"

/* The features a hand is counted by. Side suits are counted together. */
enum count {
	COUNT_ONE,
	SIDE_ACE,
	SIDE_ACE_LONG, /* of six cards or more, besides */
	SIDE_KING,     /* guarded */
	SIDE_KING_BARE,
	SIDE_KING_LONG, /* of six cards or more, besides */
	SIDE_QUEEN,	/* with two cards or more */
	SPADE_ACE,
	SPADE_KING,
	SPADE_QUEEN,
	SPADE_JACK,
	SPADE_LOW,     /* of the first three */
	SPADE_MORE,    /* from the fourth on */
	VOID_SPADES,   /* side voids, each with up to three low spades */
	SINGLE_SPADES, /* singletons, each with up to two */
	COUNTS
};

/* 1/256 tricks, with 3 and with 4 seats. */
static const int16_t count_weight[2][COUNTS] = {
	{ -195, 272, 18, 238, 69, -11, 145, 411, 339, 279, 226, 135, 254, 77, 68 },
	{ -207, 258, -13, 164, 49, -61, 69, 434, 348, 281, 243, 138, 240, 63, 45 },
};

static void
count_side_suit(uint64_t cards, int suit, int low_spades, int32_t *count)
{
	int n = cards_count(cards);
	uint64_t suited = cards >> (suit * SUIT_CARDS);
	bool ace = (suited >> ACE & 1) != 0, king = (suited >> KING & 1) != 0;
	bool queen = (suited >> QUEEN & 1) != 0;
	count[SIDE_ACE] += ace;
	count[SIDE_ACE_LONG] += ace && n >= 6;
	count[SIDE_KING] += king && n >= 2;
	count[SIDE_KING_BARE] += king && n == 1;
	count[SIDE_KING_LONG] += king && n >= 6;
	count[SIDE_QUEEN] += queen && n >= 3;
	count[VOID_SPADES] += n == 0 ? (low_spades < 3 ? low_spades : 3) : 0;
	count[SINGLE_SPADES] += n == 1 ? (low_spades < 2 ? low_spades : 2) : 0;
}

static void
count_hand(uint64_t hand, int32_t *count)
{
	uint64_t spades = hand >> (SPADES * SUIT_CARDS) & 0x1fff;
	int n = cards_count(spades);
	int honours = cards_count(spades >> JACK);
	int low = n - honours, first = n < 3 ? n : 3;
	memset(count, 0, COUNTS * sizeof *count);
	count[COUNT_ONE] = 1;
	count[SPADE_ACE] = (int32_t)(spades >> ACE & 1);
	count[SPADE_KING] = (int32_t)(spades >> KING & 1);
	count[SPADE_QUEEN] = (int32_t)(spades >> QUEEN & 1);
	count[SPADE_JACK] = (int32_t)(spades >> JACK & 1);
	count[SPADE_LOW] = first > honours ? first - honours : 0;
	count[SPADE_MORE] = low - count[SPADE_LOW];
	for (int suit = 0; suit < SUITS; suit++)
		if (suit != SPADES)
			count_side_suit(hand & SUIT_MASK(suit), suit, low, count);
}

/* Tricks that a hand will take when it tries to, in 1/256. */
static int32_t
spades_count_tricks(const struct spades_variant *r, uint64_t hand)
{
	int32_t count[COUNTS], sum = 0;
	count_hand(hand, count);
	for (int i = 0; i < COUNTS; i++)
		sum += count[i] * count_weight[r->seats - 3][i];
	return sum < 0 ? 0 : sum;
}

/* Danger of taking a trick when all are to be avoided: high cards without low ones below. */
static int32_t
spades_nil_danger(uint64_t hand)
{
	int32_t danger = 0;
	for (int suit = 0; suit < SUITS; suit++) {
		uint64_t cards = hand >> (suit * SUIT_CARDS) & 0x1fff;
		int k = 0;
		/* The k-th lowest card should lie below 3k + 3 or so: else it may have to win. */
		for (; cards != 0 && k < 4; k++, cards &= cards - 1) {
			int over =
				cards_lowest(cards) - (3 * k + (suit == SPADES ? 1 : 3));
			if (over > 0)
				danger += over * (suit == SPADES ? 36 : 12);
		}
	}
	uint64_t spades = hand >> (SPADES * SUIT_CARDS) & 0x1fff;
	int n = cards_count(spades);
	danger += 200 * cards_count(spades >> QUEEN) + (n > 3 ? 150 * (n - 3) : 0);
	return danger;
}

#define NIL_DANGER 170 /* above it nil is not bid */
#define BID_ROUND  40  /* added before a count is rounded down to a bid */

int
spades_guess_bid(const struct spades_variant *r, int32_t mean)
{
	int bid = (mean + BID_ROUND) / ONE;
	return bid < 1 ? 1 : bid > r->cards ? r->cards : bid;
}

move
spades_choose_bid(const struct spades_variant *r, const struct spades_state *h, int seat)
{
	if ((h->blind >> seat & 1) != 0)
		return SPADES_LOOK;
	uint64_t hand = h->hand[seat];
	const int most = spades_most_to_bid(r, h, seat);
	int32_t tricks = spades_count_tricks(r, hand);
	if (spades_sure_tricks(hand, r->deck & ~hand) * ONE > tricks)
		tricks = spades_sure_tricks(hand, r->deck & ~hand) * ONE;
	if (r->nil > 0 && most == 0)
		return SPADES_BID + BID_NIL;
	if (r->nil >= 40 && tricks < 3 * ONE && spades_nil_danger(hand) < NIL_DANGER)
		return SPADES_BID + BID_NIL;
	const int bid = spades_guess_bid(r, tricks);
	return SPADES_BID + (move)(bid < most || most < 1 ? bid : most);
}

/* A bid at random is drawn from three near a rough count of the hand: nobody bids 13, and
 * playouts of a contract that cannot be made say nothing about the cards. */
move
spades_random_bid(const struct spades_variant *r, const struct spades_state *h,
		  struct rng *rng)
{
	const uint64_t aces = UINT64_C(0x1000) << CLUBS * SUIT_CARDS |
			      UINT64_C(0x1000) << DIAMONDS * SUIT_CARDS |
			      UINT64_C(0x1000) << HEARTS * SUIT_CARDS;
	uint64_t hand = h->hand[h->turn];
	int rough = 5 * cards_count(hand & aces) + 3 * cards_count(hand & aces >> 1) +
		    3 * cards_count(hand & SPADE_CARDS);
	int tricks = rough / 5 - 1 + (int)rng_below(rng, 3);
	if ((h->blind >> h->turn & 1) != 0)
		return SPADES_LOOK;
	const int most = spades_most_to_bid(r, h, h->turn);
	if (r->nil > 0 && most == 0)
		return SPADES_BID + BID_NIL;
	tricks = tricks < most ? tricks : most;
	return SPADES_BID + (move)(tricks < 1 ? 1 : tricks);
}

void
spades_order_bids(const struct spades_variant *r, uint64_t hand, const move *m, int n,
		  int32_t *score)
{
	const int32_t sure = spades_sure_tricks(hand, r->deck & ~hand) * ONE,
		      count = spades_count_tricks(r, hand),
		      tricks = sure > count ? sure : count;
	for (int i = 0; i < n; i++) {
		int bid = (int)(m[i] - SPADES_BID);
		int32_t off = bid * ONE + ONE / 2 - BID_ROUND - tricks;
		score[i] = bid == BID_NIL ? 100 - spades_nil_danger(hand)
			   : off < 0	  ? off
					  : -off;
	}
}
