/*
 * rules.c - Spades for 3 and 4 seats: variants, the course of a hand, scoring.
 *
 * Rules: pagat.com, Spades (J. McLeod). Where players differ this file takes: three players leave
 * the two of clubs out and get 17 cards each; the first lead, left of the dealer, is any card but a
 * spade; spades are led once one has been played, or by a seat that holds nothing else; the tricks
 * of a failed nil do not help the partner's contract and are bags. Blind nil may be bid by a seat
 * that is 100 points or more behind, before it looks at its cards. The papers' simplification is
 * bidding=off: so many points a trick (Hashavit and Markovitch 10, Sturtevant 1). See spades.h for
 * the scales and the state.
 *
 * Memory: 120 bytes a state, nothing else.
 */
#include "games/spades/rules.h"

#include <assert.h>

static_assert(sizeof(struct spades_state) == 120, "states are copied at every node");
static_assert(sizeof(struct spades_variant) <= VARIANT_BYTES, "");

#define BEHIND	    100 /* points, for blind nil */
#define BAGS_FULL   10
#define BAG_PENALTY 100

static const struct option_spec options[] = {
	{ "partners", OPTION_SWITCH, "off", 0, 1, NULL, "",
	  "four seats: those opposite play together" },
	{ "bidding", OPTION_SWITCH, "on", 0, 1, NULL, "",
	  "bid for tricks; off: every trick counts" },
	{ "nil", OPTION_INT, "100", 0, 200, NULL, "points",
	  "value of a nil bid; 0: nil may not be bid" },
	{ "blind", OPTION_SWITCH, "on", 0, 1, NULL, "",
	  "a seat 100 points behind may bid nil before it sees its cards, for double "
	  "points" },
	{ "bags", OPTION_SWITCH, "on", 0, 1, NULL, "",
	  "ten tricks beyond the bids cost 100 points" },
	{ "trick", OPTION_CHOICE, "10", 0, 0, "10|1", "points",
	  "value of a trick with bidding=off" },
	{ "to", OPTION_INT, "500", 0, 1000, NULL, "points",
	  "the match ends when a total reaches this; 0 plays a single hand" },
	{ "lower", OPTION_INT, "500", 100, 1000, NULL, "points",
	  "the match also ends when a total falls this far below zero" },
	{ "open", OPTION_SWITCH, "off", 0, 1, NULL, "",
	  "all hands are visible: the game of perfect information" },
	{ NULL, OPTION_INT, NULL, 0, 0, NULL, NULL, NULL },
};

static bool
spades_setup(struct game *g, struct status *st)
{
	struct spades_variant r = {
		.deck = CARDS_ALL,
		.seats = (uint8_t)g->seats,
		.cards = g->seats == 3 ? 17 : 13,
		.partners = options_int(&g->variant, "partners") != 0,
		.bidding = options_int(&g->variant, "bidding") != 0,
		.blind = options_int(&g->variant, "blind") != 0,
		.bags = options_int(&g->variant, "bags") != 0,
		.open = options_int(&g->variant, "open") != 0,
		.trick = options_int(&g->variant, "trick") == 0 ? 10 : 1,
		.nil = (uint16_t)options_int(&g->variant, "nil"),
		.to = (uint16_t)options_int(&g->variant, "to"),
		.lower = (uint16_t)options_int(&g->variant, "lower"),
	};
	if (g->seats < 3 || g->seats > SPADES_SEATS)
		return status_fail(st, "spades: %d seats, expected 3 or 4", g->seats);
	if (r.partners && g->seats != 4)
		return status_fail(st, "spades: partners=on with %d seats, expected 4",
				   g->seats);
	if (g->seats == 3)
		r.deck &= ~CARD_BIT(CARD(TWO, CLUBS));
	spades_build_eval();
	r.bag_points = r.bags ? 1 - BAG_PENALTY / BAGS_FULL : 1;
	r.blind = r.blind && r.bidding && !r.open && r.nil > 0;
	memset(g->parsed, 0, sizeof g->parsed);
	memcpy(g->parsed, &r, sizeof r);
	g->traits = TRAIT_CHANCE | TRAIT_DRAWS | TRAIT_MULTIPLAYER;
	g->traits |= r.open ? 0 : TRAIT_HIDDEN;
	g->traits |= r.partners ? TRAIT_TEAMS : 0;
	g->traits |= r.bidding ? 0 : TRAIT_CONSTANT_SUM;
	return true;
}

static void
spades_start(const struct game *g, struct state *s)
{
	memset(s, 0, sizeof *s);
	memset(spades_in(s)->bid, BID_NONE, SPADES_SEATS);
}

struct trick_view
spades_trick_view(const struct game *g, const struct state *s)
{
	return TRICK_VIEW(spades_variant(g), spades_of(s));
}

seat_set
spades_acting(const struct game *g, const struct state *s)
{
	const struct spades_state *h = spades_of(s);
	switch (h->phase) {
	case SPADES_DEAL: return ACTING_CHANCE;
	case SPADES_BIDDING:
	case SPADES_PLAYING: return (seat_set)1 << h->turn;
	default: return 0;
	}
}

int
spades_moves(const struct game *g, const struct state *s, int seat, move *out)
{
	const struct spades_variant *r = spades_variant(g);
	const struct spades_state *h = spades_of(s);
	if (h->phase == SPADES_BIDDING) {
		int n = 0;
		if ((h->blind >> seat & 1) != 0) {
			out[n++] = SPADES_LOOK;
			out[n++] = SPADES_BLIND;
			return n;
		}
		for (move bid = r->nil > 0 ? 0 : 1; bid <= r->cards; bid++)
			out[n++] = SPADES_BID + bid;
		return n;
	}
	uint64_t legal = legal_cards(h, seat);
	if (__builtin_expect(legal == 0, 0)) {
		struct trick_view v = spades_trick_view(g, s);
		legal = trick_possible(&v, seat);
	}
	return trick_list(legal, out);
}

/* Seats that may bid blind nil. */
static unsigned
far_behind(const struct spades_variant *r, const struct spades_state *h)
{
	int most = h->total[0];
	unsigned set = 0;
	for (int i = 1; i < r->seats; i++)
		most = h->total[i] > most ? h->total[i] : most;
	for (int i = 0; i < r->seats; i++)
		set |= (unsigned)(r->blind && most - h->total[i] >= BEHIND) << i;
	return set;
}

void
spades_begin_hand(const struct spades_variant *r, const struct spades_state *h,
		  int hand_number, struct spades_state *out)
{
	*out = (struct spades_state){ .hand_number = (uint16_t)hand_number };
	memcpy(out->total, h->total, sizeof out->total);
	memcpy(out->bags, h->bags, sizeof out->bags);
	memset(out->bid, BID_NONE, sizeof out->bid);
	out->phase = r->bidding ? SPADES_BIDDING : SPADES_PLAYING;
	out->turn = out->leader = (uint8_t)first_seat(r, out);
	out->blind = (uint8_t)far_behind(r, h);
}

/* Out of line, so that spades_play() needs no frame for the hand it makes. */
__attribute__((noinline)) void
spades_deal(const struct spades_variant *r, struct spades_state *h, uint32_t number)
{
	struct spades_state fresh;
	spades_begin_hand(r, h, h->hand_number + 1, &fresh);
	trick_deal(r->deck, r->seats, r->cards, number, fresh.hand);
	*h = fresh;
}

void
spades_make_bid(const struct spades_variant *r, struct spades_state *h, int seat, move m)
{
	h->blind &= (uint8_t) ~(1U << seat);
	if (m == SPADES_LOOK)
		return;
	h->bid[seat] = (int8_t)(m - SPADES_BID);
	h->turn = (uint8_t)trick_left(r->seats, seat, 1);
	if (h->turn == h->leader)
		h->phase = SPADES_PLAYING;
}

struct contract
spades_side(const struct spades_variant *r, const struct spades_state *h, int side)
{
	struct contract c = { 0 };
	for (int i = side; i < r->seats; i += r->partners ? 2 : SPADES_SEATS) {
		int bid = h->bid[i];
		if (bid > 0 && bid != BID_BLIND) {
			c.bid += bid;
			c.taken += h->taken[i];
		} else if (bid == BID_NONE) {
			c.missing++;
		} else {
			int stake = r->nil << (bid == BID_BLIND);
			c.bags += h->taken[i];
			c.nil += h->taken[i] > 0 ? -stake : stake;
			c.hopes += h->taken[i] > 0 ? 0 : stake;
		}
	}
	return c;
}

int
spades_side_points(const struct contract *c, int bag_points)
{
	if (c->taken < c->bid)
		return c->nil - 10 * c->bid + c->bags * bag_points;
	return c->nil + 10 * c->bid + (c->bags + c->taken - c->bid) * bag_points;
}

static bool
spades_match_ends(const struct spades_variant *r, const struct spades_state *h)
{
	bool ends = r->to == 0;
	for (int i = 0; i < r->seats; i++)
		ends = ends || h->total[i] >= r->to || h->total[i] <= -(int)r->lower;
	return ends;
}

static void
score_side(const struct spades_variant *r, struct spades_state *h, int side)
{
	struct contract c = spades_side(r, h, side);
	int over = c.taken > c.bid ? c.taken - c.bid : 0;
	int bags = h->bags[side] + over + c.bags;
	int points = spades_side_points(&c, 1);
	if (r->bags)
		points -= bags / BAGS_FULL * BAG_PENALTY;
	for (int i = side; i < r->seats; i += r->partners ? 2 : SPADES_SEATS) {
		h->points[i] = (int16_t)points;
		h->bags[i] = (uint8_t)(r->bags ? bags % BAGS_FULL : 0);
	}
}

/* Bids and tricks stay to be looked at until the next deal. */
void
spades_score_hand(const struct spades_variant *r, struct spades_state *h)
{
	for (int side = 0; side < side_count(r); side++) {
		if (r->bidding) {
			score_side(r, h, side);
			continue;
		}
		int tricks = 0;
		for (int i = 0; i < r->seats; i++)
			tricks += same_side(r, i, side) ? h->taken[i] : 0;
		for (int i = 0; i < r->seats; i++)
			if (same_side(r, i, side))
				h->points[i] = (int16_t)(tricks * r->trick);
	}
	for (int i = 0; i < r->seats; i++)
		h->total[i] = (int16_t)(h->total[i] + h->points[i]);
	memset(h->cannot, 0, sizeof h->cannot);
	h->played = 0;
	h->turn = h->leader = h->broken = 0;
	h->phase = spades_match_ends(r, h) ? SPADES_OVER : SPADES_DEAL;
}

static void
spades_play(const struct game *g, const struct state *from, int seat, move m,
	    struct state *to)
{
	const struct spades_variant *r = spades_variant(g);
	struct spades_state *h = spades_in(to);
	if (to != from) /* a copy onto itself waits for the last move's bytes */
		*h = *spades_of(from);
	if (__builtin_expect(h->phase == SPADES_PLAYING, 1))
		put_card(r, h, seat, (int)m);
	else if (h->phase == SPADES_BIDDING)
		spades_make_bid(r, h, seat, m);
	else if (h->phase == SPADES_DEAL)
		spades_deal(r, h, m);
}

unsigned
spades_enter(const struct game *g, const struct state *from, int seat, move m,
	     struct state *to)
{
	const struct spades_state *h = spades_of(to);
	spades_play(g, from, seat, m, to);
	if (__builtin_expect(h->phase != SPADES_PLAYING, 0))
		return game_turn(g, to);
	if (h->trick_count == 0)
		return h->turn;
	return h->turn | TURN_LOUD |
	       (h->trick_count == spades_variant(g)->seats - 1 ? TURN_LAST : 0);
}

static bool
spades_settled(const struct game *g, const struct state *s)
{
	return is_scored(spades_of(s));
}

/* Hands, table, bids, tricks and course decide the future. */
static uint64_t
spades_hash(const struct game *g, const struct state *s)
{
	const uint64_t *const odd = cards_odd;
	const struct spades_state *h = spades_of(s);
	const struct spades_variant *r = spades_variant(g);
	uint64_t held, key = cards_hash_hands(h->hand, r->seats, &held);
	uint64_t course = (uint64_t)h->phase | (uint64_t)h->turn << 2 |
			  (uint64_t)h->leader << 4 | (uint64_t)h->broken << 6 |
			  (uint64_t)h->blind << 7 | (uint64_t)h->trick_count << 11 |
			  (uint64_t)h->hand_number << 14;
	uint64_t bids = (uint64_t)bytes4(h->bid) << 32 | bytes4(h->taken);
	uint64_t table = (uint64_t)bytes4(h->trick) << 32 | bytes4(h->bags);
	key = cards_fold(key ^ h->played, odd[0]);
	key = cards_fold(key ^ table, odd[1]);
	key = cards_fold(key ^ bids, odd[2] ^ course);
	key = cards_fold(key ^ bytes8(h->total), odd[3]);
	if (is_scored(h))
		key = cards_fold(key ^ bytes8(h->points), odd[4]);
	if ((held | h->played) != r->deck)
		key = trick_hash_cannot(key, h->cannot, r->seats);
	return key;
}

/*
 * Of the trick only the suit that was led and the card that wins so far count. Without bids
 * the tricks taken are just had; with them they decide the value of a trick.
 */
uint64_t
spades_future(const struct game *g, const struct state *s, int32_t *had)
{
	const struct spades_variant *r = spades_variant(g);
	const struct spades_state *h = spades_of(s);
	memset(had, 0, sizeof *had * r->seats);
	if (h->phase != SPADES_PLAYING)
		return spades_hash(g, s);
	uint64_t place = 0, table = 0;
	for (int i = 0; i < r->seats; i++)
		place |= h->hand[i];
	if (h->trick_count > 0) {
		const uint64_t best = CARD_BIT(h->best);
		place |= best;
		table = (uint64_t)card_suit(h->trick[0]) | (uint64_t)h->best_seat << 2 |
			(1 + (uint64_t)cards_count(place & (best - 1))) << 4;
	}
	const uint64_t course = (uint64_t)h->turn | (uint64_t)h->broken << 2 |
				(uint64_t)h->trick_count << 3 | table << 6;
	uint64_t key = cards_hash_shape(h->hand, r->seats, place);
	key = cards_fold(key ^ course, cards_odd[3]);
	if (r->bidding) {
		const uint64_t bids = (uint64_t)bytes4(h->bid) << 32 | bytes4(h->taken);
		return cards_fold(key ^ bids, cards_odd[4]);
	}
	for (int i = 0; i < r->seats; i++)
		had[i] = UNIT * r->trick *
			 (h->taken[i] + (r->partners ? h->taken[i ^ 2] : 0));
	spades_take_difference(r, had);
	return key;
}

static void
spades_points(const struct game *g, const struct state *s, int32_t *points)
{
	for (int i = 0; i < g->seats; i++)
		points[i] = spades_of(s)->total[i];
}

uint64_t
spades_legal(const struct game *g, const struct state *s, int seat)
{
	return legal_cards(spades_of(s), seat);
}

static const struct game_rules spades_rules = {
	.setup = spades_setup,
	.start = spades_start,
	.acting = spades_acting,
	.moves = spades_moves,
	.play = spades_play,
	.settled = spades_settled,
	.hash = spades_hash,
	.points = spades_points,
};

static const struct game_chance spades_chance = {
	.sample = trick_chance_sample,
};

const struct game_ops spades_game = {
	.key = "spades",
	.title = "Spades",
	.summary = "bid the tricks you will take, and take no fewer and not many more",
	.source = "pagat.com, Spades",
	.seats_default = 4,
	.seats_allowed = 1 << 3 | 1 << 4,
	.unit = UNIT,
	.point_name = "points",
	.options = options,
	.valued_options = "partners|bidding|nil|bags|trick|open",
	.state_size = sizeof(struct spades_state),
	.rules = &spades_rules,
	.chance = &spades_chance,
	.knowledge = &spades_knowledge,
	.hidden = &spades_hidden,
	.text = &spades_text,
	.view = &spades_view,
	.fast = &spades_fast,
	.trick = &spades_trick,
};
