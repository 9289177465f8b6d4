/*
 * eval.c - knowledge of good play in Spades: evaluation, the order of moves, equal
 * moves, the quick player, playouts.
 *
 * As in Hearts, everything is measured against the cards the OTHERS still hold, so that
 * neighbours with nothing of the others between them are alike and merging them is exact.
 *
 * Evaluation. A seat's strength is the sum over its cards of (lower cards of the others /
 * their cards in that suit) squared, times a weight for side suits and one for spades, with
 * an addition for each spade. The tricks that are left are shared out by strength. That mean
 * becomes points through a logistic chance of making the contract, whose width grows with the
 * root of the tricks left, and through exp(-mean) for a nil. Tricks that nobody can take away are
 * certain: the chance and the width are those of the others.
 */
#include "games/spades/rules.h"

#include <pthread.h>

#define SIDE_WEIGHT  220 /* of a side suit's squared heights, in 1/256 */
#define SPADE_WEIGHT 150 /* of the spades' */
#define SPADE_EACH   120 /* of any spade */
#define SIDE_ALONE   60	 /* of a card in a suit that nobody else holds */
#define WEIGHT_BASE  30
#define BID_MORE     140 /* tricks that a hand takes beyond its share, as its bid is seen */
#define NIL_LOST     (4 * ONE) /* tricks of a nil that cannot be made */

/* Of a hand's part of a side suit, and of the spades. */
static uint16_t strength_of[2][CARDS_SUIT_PARTS];
static pthread_once_t built = PTHREAD_ONCE_INIT;

static void
spades_build(void)
{
	for (uint32_t part = 1; part < CARDS_SUIT_PARTS; part++) {
		const uint32_t own = (uint32_t)cards_part_own(part);
		const bool alone = own == (uint32_t)cards_part_all(part);
		const uint32_t high = cards_part_height(part);
		strength_of[0][part] =
			(uint16_t)(alone ? own * SIDE_ALONE : high * SIDE_WEIGHT >> 8);
		strength_of[1][part] = (uint16_t)((high * SPADE_WEIGHT >> 8) +
						  own * (alone ? ONE : SPADE_EACH));
	}
}

void
spades_build_eval(void)
{
	pthread_once(&built, spades_build);
}

static uint32_t
strength(uint64_t hand, uint64_t out)
{
	uint32_t sum = WEIGHT_BASE;
	for (int suit = 0; suit < SUITS; suit++)
		sum += strength_of[suit == SPADES]
				  [cards_suit_part(hand, out & SUIT_MASK(suit))];
	return sum;
}

/* No seat expects fewer than its sure tricks. One that would has these, and a share of the other
 * tricks by its side suits. */
static void
keep_sure(const struct spades_variant *r, const struct spades_state *h, uint64_t all,
	  int32_t left, int32_t *mean)
{
	int32_t rest = left, shares = 0, sure[SPADES_SEATS] = { 0 };
	for (int i = 0; i < r->seats; i++) {
		const uint64_t hand = h->hand[i];
		const int32_t most = ONE * spades_sure_tricks(hand, all & ~hand);
		const int32_t own = most < rest ? most : rest; /* beyond this trick */
		if (own > mean[i]) {
			const uint32_t side =
				strength(hand & ~SPADE_CARDS, all) - WEIGHT_BASE;
			mean[i] =
				(int32_t)((uint32_t)mean[i] * side / strength(hand, all));
			rest -= sure[i] = own;
		}
		shares += mean[i];
	}
	for (int i = 0; i < r->seats && rest != left; i++)
		mean[i] = sure[i] +
			  (shares > 0 ? (int32_t)((int64_t)mean[i] * rest / shares) : 0);
}

/* Tricks that each seat may still expect, in 1/256, rounded down: they sum to what is left or
 * a little less. The trick on the table goes to the seat winning it so far. */
static void
expect_tricks(const struct spades_variant *r, const struct spades_state *h, int32_t *mean)
{
	uint64_t all = 0;
	for (int i = 0; i < r->seats; i++)
		all |= h->hand[i];
	uint32_t weight[SPADES_SEATS] = { strength(h->hand[0], all) };
	uint32_t sum = weight[0];
	for (int i = 1; i < r->seats; i++)
		sum += weight[i] = strength(h->hand[i], all);
	bool table = h->trick_count > 0;
	uint32_t left = (uint32_t)(tricks_left(r, h) - table) * ONE;
	uint32_t factor = (left << 16) / sum;
	for (int i = 0; i < r->seats; i++)
		mean[i] = (int32_t)((uint64_t)weight[i] * factor >> 16);
	keep_sure(r, h, all, (int32_t)left, mean);
	mean[h->best_seat] += table ? ONE : 0;
}

/* 256 / (1 + exp(-x)) for x = 0, 1/8 .. 4. */
static const uint16_t logistic[33] = {
	128, 136, 144, 152, 159, 167, 174, 181, 187, 193, 199,
	204, 209, 214, 218, 222, 225, 229, 232, 234, 237, 239,
	241, 242, 244, 245, 246, 247, 248, 249, 250, 251, 251,
};

/* 256 * log(1 + exp(-x)) for x = 0, 1/8 .. 4. */
static const uint16_t softplus[33] = {
	177, 162, 147, 134, 121, 110, 99, 90, 80, 72, 65, 58, 52, 46, 41, 36, 32,
	29,  26,  23,  20,  18,	 16,  14, 12, 11, 10, 8,  7,  7,  6,  5,  5,
};

/* 256 * exp(-x) for x = 0, 1/8 .. 4. */
static const uint16_t fading[33] = {
	256, 226, 199, 176, 155, 137, 121, 107, 94, 83, 73, 65, 57, 50, 44, 39, 35,
	31,  27,  24,  21,  19,	 16,  14,  13,	11, 10, 9,  8,	7,  6,	5,  5,
};

/* Half the width of the logistic, in 1/256 tricks, by tricks left: 0.32 sqrt(left). */
static const uint16_t widths[18] = {
	1,   82,  116, 142, 164, 183, 201, 217, 232,
	246, 259, 272, 284, 295, 307, 317, 328, 338,
};

static int
table_place(int32_t distance, int32_t width)
{
	int32_t place = distance * 8 / width;
	return place > 32 ? 32 : place;
}

static int32_t
spades_chance_of(int32_t margin, int32_t width)
{
	if (margin >= 0)
		return logistic[table_place(margin, width)];
	return ONE - logistic[table_place(-margin, width)];
}

/* Expected tricks beyond the contract, in 1/256: never below the margin itself. */
static int32_t
tricks_over(int32_t margin, int32_t width)
{
	int32_t tail = softplus[table_place(margin < 0 ? -margin : margin, width)];
	return (margin > 0 ? margin : 0) + (tail * width >> 8);
}

/* Value of a side that is to take `mean` more tricks for its contract, of which `sure` cannot be
 * taken from it; `nil_mean` those that its nil bidders may have to take. */
static int32_t
contract_value(const struct spades_variant *r, const struct contract *c, int left,
	       int32_t mean, int sure, int32_t nil_mean)
{
	int32_t value = UNIT * (c->nil + c->bags * r->bag_points);
	if (c->hopes > 0) {
		int32_t fail = ONE - fading[table_place(nil_mean, ONE)];
		value -= 2 * c->hopes * UNIT * fail >> 8;
	}
	if (c->bid == 0)
		return value;
	int32_t width = widths[left > sure ? left - sure : 0];
	int32_t margin = mean + ONE * (c->taken - c->bid);
	int32_t chance = left == 0 ? (margin >= 0 ? ONE : 0)
			 : c->taken + sure >= c->bid
				 ? ONE
				 : spades_chance_of(margin + ONE / 2, width);
	int32_t over = left == 0 ? (margin > 0 ? margin : 0) : tricks_over(margin, width);
	value += 10 * c->bid * UNIT * (2 * chance - ONE) >> 8;
	return value + (over * UNIT * r->bag_points >> 8);
}

/* Cuts values to the bounds, and their sum: each gives up in proportion to what it can. */
static void
cut_to_bounds(const struct game *g, const struct state *s, int32_t *value)
{
	struct bounds b;
	spades_own_bounds(g, s, &b);
	int64_t sum = 0, room = 0;
	for (int i = 0; i < g->seats; i++) {
		value[i] = value[i] < b.low[i]	  ? b.low[i]
			   : value[i] > b.high[i] ? b.high[i]
						  : value[i];
		sum += value[i];
		room += value[i] - b.low[i];
	}
	int64_t excess = sum - b.maxsum;
	for (int i = 0; i < g->seats && excess > 0 && room > 0; i++)
		value[i] -= (int32_t)((excess * (value[i] - b.low[i]) + room - 1) / room);
}

static void
judge_contracts(const struct game *g, const struct state *s, const int32_t *mean,
		int32_t *value)
{
	const struct spades_variant *r = spades_variant(g);
	const struct spades_state *h = spades_of(s);
	struct spades_state bids = *h;
	for (int i = 0; i < r->seats; i++) {
		const int most = spades_most_to_bid(r, &bids, i);
		const int guess = spades_guess_bid(r, mean[i]);
		if (h->bid[i] == BID_NONE)
			bids.bid[i] = (int8_t)(guess < most ? guess : most);
	}
	int left = tricks_left(r, h);
	uint64_t all = 0;
	for (int i = 0; i < r->seats; i++)
		all |= h->hand[i];
	for (int side = 0; side < side_count(r); side++) {
		struct contract c = spades_side(r, &bids, side);
		int32_t bidders = 0, nils = 0;
		int sure = 0;
		for (int i = side; i < r->seats; i += r->partners ? 2 : SPADES_SEATS) {
			const int own = spades_sure_tricks(h->hand[i], all & ~h->hand[i]);
			if (!is_nil(bids.bid[i])) {
				bidders += mean[i];
				sure += own;
			} else if (h->taken[i] == 0)
				nils += own > 0 ? NIL_LOST : mean[i];
		}
		int32_t v = contract_value(r, &c, left, bidders, sure, nils);
		for (int i = side; i < r->seats; i += r->partners ? 2 : SPADES_SEATS)
			value[i] = v;
	}
	cut_to_bounds(g, s, value);
}

static void
judge_tricks(const struct spades_variant *r, const struct spades_state *h,
	     const int32_t *mean, int32_t *value)
{
	int32_t worth = UNIT * r->trick;
	for (int i = 0; i < r->seats; i++)
		value[i] = worth * h->taken[i] + (worth * mean[i] >> 8);
	for (int i = 0; r->partners && i < 2; i++)
		value[i] = value[i + 2] = value[i] + value[i + 2];
}

static void
spades_evaluate(const struct game *g, const struct state *s, int32_t *value)
{
	const struct spades_variant *r = spades_variant(g);
	const struct spades_state *h = spades_of(s);
	if (is_scored(h)) {
		spades_scored_value(r, h, value);
		return;
	}
	int32_t mean[SPADES_SEATS] = { 0 };
	expect_tricks(r, h, mean);
	const bool bids = r->bidding && !r->partners && h->played == 0;
	for (int i = 0; i < r->seats && bids; i++)
		mean[i] += BID_MORE;
	if (r->bidding)
		judge_contracts(g, s, mean, value);
	else
		judge_tricks(r, h, mean, value);
	spades_take_difference(r, value);
}

/* An even share of the tricks that are left, in 1/256. */
static int32_t
even_share(const struct spades_variant *r, int left)
{
	return left * (r->seats == 4 ? ONE / 4 : ONE / 3);
}

static void
spades_taken(const struct game *g, const struct state *s, int32_t *value)
{
	const struct spades_variant *r = spades_variant(g);
	const struct spades_state *h = spades_of(s);
	if (is_scored(h)) {
		spades_scored_value(r, h, value);
		return;
	}
	int32_t share = even_share(r, tricks_left(r, h));
	const int32_t mean[SPADES_SEATS] = { share, share, share, share };
	if (r->bidding)
		judge_contracts(g, s, mean, value);
	else
		judge_tricks(r, h, mean, value);
	spades_take_difference(r, value);
}

/* Where tricks are all there is, and more are to come. */
static bool
taken_after(const struct game *g, const struct state *s, int seat, move m, int32_t *value)
{
	const struct spades_variant *r = spades_variant(g);
	const struct spades_state *h = spades_of(s);
	const int left = tricks_left(r, h) - 1;
	if (r->bidding || r->partners || left == 0)
		return false;
	const int winner = card_beats((int)m, h->best) ? seat : h->best_seat;
	const int32_t worth = UNIT * r->trick;
	const int32_t share = worth * even_share(r, left) >> 8;
	for (int i = 0; i < SPADES_SEATS; i++)
		value[i] =
			i < r->seats ? worth * (h->taken[i] + (i == winner)) + share : 0;
	memset(value + SPADES_SEATS, 0, (8 - SPADES_SEATS) * sizeof *value);
	return true;
}

/* The seat's view when it chooses a card. */
struct spades_sight {
	uint64_t others; /* neither played nor in this hand */
	uint64_t hand;
	uint64_t led;	  /* the suit, 0 when leading */
	uint64_t winners; /* cards that would win the trick so far */
	int after;	  /* seats that play after this one */
	bool want;	  /* the trick is wanted */
	bool partner;	  /* the partner wins so far, and is not to be helped out of it */
	bool safe;	  /* nobody behind is expected to beat the best card */
};

static bool
wants_tricks(const struct spades_variant *r, const struct spades_state *h, int seat)
{
	if (!r->bidding)
		return true;
	if (is_nil(h->bid[seat]) && h->taken[seat] == 0)
		return false;
	struct contract c = spades_side(r, h, r->partners ? seat & 1 : seat);
	return c.taken < c.bid || r->bag_points > 0;
}

static inline struct spades_sight
spades_look_around(const struct spades_variant *r, const struct spades_state *h, int seat)
{
	uint64_t hand = h->hand[seat];
	struct spades_sight v = {
		.others = r->deck & ~h->played & ~hand,
		.hand = hand,
		.led = h->trick_count == 0 ? 0 : card_suit_mask(h->trick[0]),
		.after = r->seats - 1 - h->trick_count,
		.want = wants_tricks(r, h, seat),
	};
	if (h->trick_count == 0)
		return v;
	v.winners = card_above(h->best);
	if ((CARD_BIT(h->best) & SPADE_CARDS) == 0)
		v.winners |= SPADE_CARDS;
	v.safe = v.after == 0 || (v.others & card_above(h->best)) == 0;
	if (r->partners && h->best_seat != seat && same_side(r, seat, h->best_seat)) {
		bool nil = r->bidding && is_nil(h->bid[h->best_seat]) &&
			   h->taken[h->best_seat] == 0;
		v.partner = !nil && v.safe;
		v.want |= nil;
	}
	return v;
}

/* How much a card is liked; the scales of leading, following and discarding are apart, since
 * a seat does only one of them at a time. */
static inline __attribute__((always_inline)) int32_t
spades_like_lead(const struct spades_sight *v, int card)
{
	int above = cards_count(v->others & card_above(card));
	int below = cards_count(v->others & card_below(card));
	bool spade = (CARD_BIT(card) & SPADE_CARDS) != 0;
	if (!v->want)
		return 1000 + 24 * above - 60 * below - (spade ? 200 : 0);
	int own = cards_count(v->hand & card_suit_mask(card));
	if (above == 0)
		return spade ? 1500 : 2000 - 40 * own;
	return 1000 - 20 * below - (spade ? 300 : 0) - 10 * own;
}

/* Of one suit: cards above `best` win, when cards of that suit can win at all. */
static inline int32_t
spades_like_follow(const struct spades_sight *v, int card)
{
	const uint64_t others = v->others & v->led, bit = CARD_BIT(card);
	const int32_t height = cards_count(others & (bit - 1));
	const int32_t above = cards_count(others) - height;
	const bool wins = (v->winners & bit) != 0;
	if (!v->want)
		return !wins	       ? 1000 + 8 * height
		       : v->after == 0 ? 500 + height
				       : 500 - 16 * height;
	const int32_t high = above == 0 ? 2000 : 1010 - 40 * above * v->after;
	const int32_t win = v->after == 0 ? 2000 - height : high;
	return wins && !v->partner ? win : 1000 - height;
}

static inline __attribute__((always_inline)) int32_t
spades_like_discard(const struct spades_sight *v, int card)
{
	int32_t height = cards_count(v->others & card_below(card));
	int own = cards_count(v->hand & card_suit_mask(card));
	bool spade = (CARD_BIT(card) & SPADE_CARDS) != 0;
	bool wins = (v->winners & CARD_BIT(card)) != 0;
	if (v->want) {
		if (spade && wins && !v->partner)
			return 2000 - height;
		return 1000 - (spade ? 600 : 0) - 30 * height - 4 * own;
	}
	if (wins)
		return -height;
	return 1000 + (spade ? 600 : 0) + 60 * height - 10 * own;
}

static int32_t
spades_like(const struct spades_sight *v, int card)
{
	if (v->led == 0)
		return spades_like_lead(v, card);
	return (v->led & CARD_BIT(card)) != 0 ? spades_like_follow(v, card)
					      : spades_like_discard(v, card);
}

static void
spades_order(const struct game *g, const struct state *s, int seat, const move *m, int n,
	     int32_t *score)
{
	const struct spades_variant *r = spades_variant(g);
	const struct spades_state *h = spades_of(s);
	if (h->phase == SPADES_BIDDING) {
		spades_order_bids(r, h->hand[seat], m, n, score);
		return;
	}
	const struct spades_sight v = spades_look_around(r, h, seat);
	if (v.led == 0)
		for (int i = 0; i < n; i++)
			score[i] = spades_like_lead(&v, (int)m[i]);
	else if ((v.led & CARD_BIT((int)m[0])) != 0)
		for (int i = 0; i < n; i++)
			score[i] = spades_like_follow(&v, (int)m[i]);
	else
		for (int i = 0; i < n; i++)
			score[i] = spades_like_discard(&v, (int)m[i]);
}

/*
 * The first of each run of equal cards: same suit, and nothing of the others and not the card
 * that wins the trick so far between them. Two states that differ only in which card of a run
 * is gone are the same game with the cards renamed, and nothing here looks at names, so values
 * are equal, ties included.
 */
static inline uint64_t
spades_different_cards(const struct spades_variant *r, const struct spades_state *h,
		       uint64_t legal)
{
	if ((legal & (legal - 1)) == 0)
		return legal;
	uint64_t best = h->trick_count > 0 ? CARD_BIT(h->best) : 0;
	return cards_distinct(legal, (h->played | ~r->deck) & ~best, 0);
}

/* Bids that are worse than others whatever follows are dropped: below the tricks that nobody can take
 * from the hand, and above what the partner's bid leaves. */
static int
drop_bids(const struct spades_variant *r, const struct spades_state *h, int seat, move *m,
	  int n)
{
	const int most = spades_most_to_bid(r, h, seat);
	const int least = spades_sure_tricks(h->hand[seat], r->deck & ~h->hand[seat]);
	int kept = 0;
	for (int i = 0; i < n; i++) {
		const int bid = (int)(m[i] - SPADES_BID);
		const bool out = bid > r->cards ? false
				 : bid == 0	? least > 0 && most > 0
						: bid < least || bid > most;
		if (!out || (i == n - 1 && kept == 0))
			m[kept++] = m[i];
	}
	return kept;
}

static int
spades_merge(const struct game *g, const struct state *s, int seat, move *m, int n)
{
	const struct spades_state *h = spades_of(s);
	if (h->phase == SPADES_BIDDING)
		return drop_bids(spades_variant(g), h, seat, m, n);
	if (h->phase != SPADES_PLAYING)
		return n;
	return trick_keep(m, n,
			  spades_different_cards(spades_variant(g), h, trick_set(m, n)));
}

static int
choices(const struct game *g, const struct state *s, int seat, move *out)
{
	const struct spades_state *h = spades_of(s);
	uint64_t legal = legal_cards(h, seat);
	if (h->phase != SPADES_PLAYING || legal == 0)
		return spades_merge(g, s, seat, out, spades_moves(g, s, seat, out));
	return trick_list(spades_different_cards(spades_variant(g), h, legal), out);
}

/* The quick player's card: the best liked, with a little noise so that playouts differ. */
static int
spades_choose_card(const struct spades_variant *r, const struct spades_state *h, int seat,
		   struct rng *rng)
{
	uint64_t legal = legal_cards(h, seat);
	if ((legal & (legal - 1)) == 0)
		return cards_lowest(legal);
	struct spades_sight v = spades_look_around(r, h, seat);
	uint64_t noise = rng_next(rng);
	int32_t best = INT32_MIN;
	int card = 0;
	while (legal != 0) {
		int c = cards_pop(&legal);
		int32_t score = spades_like(&v, c) + (int32_t)(noise & 15);
		noise = noise >> 4 | noise << 60;
		if (score > best) {
			best = score;
			card = c;
		}
	}
	return card;
}

static move
spades_policy(const struct game *g, const struct state *s, int seat, struct rng *rng)
{
	const struct spades_variant *r = spades_variant(g);
	const struct spades_state *h = spades_of(s);
	bool hidden = h->hand[seat] == 0;
	if (h->phase == SPADES_BIDDING && (!hidden || (h->blind >> seat & 1) != 0))
		return spades_choose_bid(r, h, seat);
	if (h->phase == SPADES_PLAYING && !hidden)
		return (move)spades_choose_card(r, h, seat, rng);
	move m[MOVES_MAX]; /* cards that are not known */
	int n = spades_moves(g, s, seat, m);
	return m[rng_below(rng, (uint32_t)n)];
}

/* Cards at random to the end of the hand, or until `left` is 0. Two draws from one number:
 * 32 bits each. */
static int
spades_random_cards(const struct spades_variant *r, struct spades_state *h,
		    struct rng *rng, int left)
{
	uint64_t bits = 0;
	int plies = 0;
	for (; plies < left && h->phase == SPADES_PLAYING; plies++) {
		bits = (plies & 1) == 0 ? rng_next(rng) : bits >> 32;
		int seat = h->turn;
		put_card(r, h, seat,
			 cards_random(legal_cards(h, seat), bits & UINT32_MAX));
	}
	return plies;
}

static int
spades_rollout(const struct game *g, struct state *s, struct rng *rng, int max_plies,
	       int kind)
{
	const struct spades_variant *r = spades_variant(g);
	struct spades_state h = *spades_of(s);
	const bool random = kind == ROLLOUT_RANDOM;
	int plies = 0;
	while (plies < max_plies && !is_scored(&h)) {
		if (h.phase == SPADES_DEAL) {
			spades_deal(r, &h, trick_chance_sample(g, s, rng));
			plies++;
		} else if (h.phase == SPADES_BIDDING) {
			spades_make_bid(r, &h, h.turn,
					random ? spades_random_bid(r, &h, rng)
					       : spades_choose_bid(r, &h, h.turn));
			plies++;
		} else if (random) {
			plies += spades_random_cards(r, &h, rng, max_plies - plies);
		} else {
			int seat = h.turn;
			put_card(r, &h, seat, spades_choose_card(r, &h, seat, rng));
			plies++;
		}
	}
	*spades_in(s) = h;
	return plies;
}

const struct game_knowledge spades_knowledge = {
	.quiet = spades_quiet,
	.evaluate = spades_evaluate,
	.bounds = spades_bounds,
	.order = spades_order,
	.merge = spades_merge,
	.progress = spades_progress,
	.policy = spades_policy,
};

const struct trick_ops spades_trick = {
	.taken = spades_taken,
	.choices = choices,
	.taken_after = taken_after,
	.future = spades_future,
	.rewind = spades_rewind,
	.standing = spades_standing,
	.sheet = spades_sheet,
};

const struct game_fast spades_fast = {
	.enter = spades_enter,
	.rollout = spades_rollout,
};
