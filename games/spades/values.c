/*
 * values.c - the value of a hand of Spades to each side, and how much of it is certain.
 *
 * bounds() is what pruning relies on: the best and the worst that the tricks still out can do to
 * each contract. The estimate of a hand in play is in eval.c.
 */
#include "games/spades/rules.h"

#define NO_BOUND 1000000

bool
spades_quiet(const struct game *g, const struct state *s)
{
	return spades_of(s)->trick_count == 0;
}

/* The same where the points of the other side do not count. */
static void
spades_own_value(const struct spades_variant *r, const struct spades_state *h,
		 int32_t *value)
{
	for (int i = 0; i < r->seats; i++)
		value[i] = UNIT * h->points[i];
	for (int side = 0; r->bidding && side < side_count(r); side++) {
		struct contract c = spades_side(r, h, side);
		int points = spades_side_points(&c, r->bag_points);
		for (int i = side; i < r->seats; i += r->partners ? 2 : SPADES_SEATS)
			value[i] = UNIT * points;
	}
}

void
spades_scored_value(const struct spades_variant *r, const struct spades_state *h,
		    int32_t *value)
{
	spades_own_value(r, h, value);
	spades_take_difference(r, value);
}

/* bidding=off: tricks are all there is. */
static void
bounds_of_tricks(const struct spades_variant *r, const struct spades_state *h,
		 struct bounds *b)
{
	int32_t worth = UNIT * r->trick;
	int32_t open = is_scored(h) ? 0 : worth * tricks_left(r, h);
	for (int i = 0; i < r->seats; i++) {
		int tricks = h->taken[i] + (r->partners ? h->taken[i ^ 2] : 0);
		b->low[i] = worth * tricks;
		b->high[i] = b->low[i] + open;
	}
	b->maxsum = worth * r->cards * (r->partners ? 2 : 1);
}

/* The points a side may still reach, and the figures that matter to the sum. */
struct score_range {
	int low, high;
	int need; /* tricks to the contract while it can be made */
	int free; /* tricks that a set side takes without a bag */
	int fall; /* the cost of being set then; NO_BOUND: it cannot be, or has been */
};

/* Before all bids of the side are in. */
static struct score_range
range_of_bids(const struct spades_variant *r, const struct contract *c, bool blind)
{
	int nil = r->nil << blind, contract = 10 * r->cards;
	int most = nil > contract ? nil : contract;
	int bags = r->bag_points * r->cards;
	return (struct score_range){
		.low = -c->hopes - 10 * c->bid - c->missing * most +
		       (bags < 0 ? bags : 0),
		.high = c->hopes + 10 * c->bid + c->missing * most +
			(bags > 0 ? bags : 0),
	};
}

/* `left` tricks are out. Each end is the best or the worst that x of them, 0 <= x <= left, can
 * do to the contract, to the nils and to the bags, each for itself. */
static struct score_range
range_of_play(const struct spades_variant *r, const struct contract *c, int left)
{
	int bag = r->bag_points, need = c->bid > c->taken ? c->bid - c->taken : 0;
	int over = c->taken > c->bid ? c->taken - c->bid : 0;
	bool nils = c->hopes != 0 || c->bags != 0;
	int failed = -10 * c->bid + (nils ? left * bag : 0);
	int made = 10 * c->bid + (over + left - need) * bag; /* with every trick */
	int fixed = c->nil + c->bags * bag;
	struct score_range out = { .need = need, .fall = NO_BOUND };
	if (need > left) {
		out.high = fixed - 10 * c->bid + (nils && bag > 0 ? left * bag : 0);
		out.low = fixed - 10 * c->bid + (nils && bag < 0 ? left * bag : 0);
		out.need = 0;
		out.free = need - 1;
	} else {
		int exact = 10 * c->bid + over * bag;
		int fail = bag < 0 ? failed : -10 * c->bid;
		out.high = fixed + (made > exact ? made : exact);
		out.low = fixed + (made < exact ? made : exact);
		if (need > 0 && fixed + fail < out.low)
			out.low = fixed + fail;
		if (need > 0)
			out.fall = 20 * c->bid;
	}
	if (left > 0)
		out.low -= 2 * c->hopes;
	return out;
}

void
spades_own_bounds(const struct game *g, const struct state *s, struct bounds *b)
{
	const struct spades_variant *r = spades_variant(g);
	const struct spades_state *h = spades_of(s);
	if (!r->bidding) {
		bounds_of_tricks(r, h, b);
		return;
	}
	b->maxsum = 0;
	if (is_scored(h)) {
		spades_own_value(r, h, b->low);
		for (int i = 0; i < r->seats; i++)
			b->maxsum += b->high[i] = b->low[i];
		return;
	}
	int left = tricks_left(r, h);
	int sum = 0, need = 0, open = 0, fall = NO_BOUND;
	bool bids = h->phase != SPADES_PLAYING;
	for (int side = 0; side < side_count(r); side++) {
		struct contract c = spades_side(r, h, side);
		bool blind = (h->blind & side_seats(r, side)) != 0;
		struct score_range x =
			bids ? range_of_bids(r, &c, blind) : range_of_play(r, &c, left);
		sum += x.high;
		need += x.need;
		open += x.free;
		fall = x.fall < fall ? x.fall : fall;
		for (int i = side; i < r->seats; i += r->partners ? 2 : SPADES_SEATS) {
			b->low[i] = UNIT * x.low;
			b->high[i] = UNIT * x.high;
		}
	}
	/* Too many contracts: one is set. Too few: bags, unless one is set to take them. */
	if (!bids && need > left)
		sum -= fall;
	else if (!bids && r->bag_points < 0) {
		int bags = left > need + open ? -r->bag_points * (left - need - open) : 0;
		sum -= bags < fall ? bags : fall;
	}
	b->maxsum = UNIT * sum * (r->partners ? 2 : 1);
}

void
spades_bounds(const struct game *g, const struct state *s, struct bounds *b)
{
	struct bounds own;
	spades_own_bounds(g, s, &own);
	*b = own;
	if (!spades_variant(g)->partners)
		return;
	for (int i = 0; i < SPADES_SEATS; i++) {
		b->low[i] = own.low[i] - own.high[i ^ 1];
		b->high[i] = own.high[i] - own.low[i ^ 1];
	}
	b->maxsum = 0;
}

/* A match ends at `to` points; the hand in which somebody gets there counts whole. */
void
spades_standing(const struct game *g, const struct state *s, int32_t *total,
		int32_t *high)
{
	const struct spades_variant *r = spades_variant(g);
	const struct spades_state *h = spades_of(s);
	int32_t best = UNIT * (int32_t)r->to, hand = 0;
	struct bounds b;
	spades_own_bounds(g, s, &b);
	for (int i = 0; i < r->seats; i++) {
		total[i] = UNIT * h->total[i];
		best = total[i] > best ? total[i] : best;
		hand = b.high[i] > hand ? b.high[i] : hand;
	}
	for (int i = 0; i < r->seats; i++)
		high[i] = best + hand;
}

bool
spades_sheet(const struct game *g, const struct state *s, struct sheet *out)
{
	const struct spades_variant *r = spades_variant(g);
	const struct spades_state *h = spades_of(s);
	*out = (struct sheet){ .scored = is_scored(h),
			       .ahead = r->partners,
			       .to = r->to,
			       .down_to = -(int32_t)r->lower,
			       .hands_left = -1 };
	if (r->partners && out->scored)
		spades_own_value(r, h, out->hand);
	for (int i = 0; i < r->seats; i++) {
		out->total[i] = h->total[i];
		out->hand[i] /= UNIT;
	}
	return r->to != 0;
}

int
spades_progress(const struct game *g, const struct state *s)
{
	const struct spades_variant *r = spades_variant(g);
	const struct spades_state *h = spades_of(s);
	if (is_scored(h))
		return 1000;
	return 1000 * cards_count(h->played) / (r->cards * r->seats);
}
