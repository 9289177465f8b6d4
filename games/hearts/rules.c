/*
 * rules.c - Hearts for 3, 4 and 5 seats: variants, the course of a hand, values.
 *
 * Rules: pagat.com, Hearts (J. McLeod), with the card removal for 3 and 5 players given there; the
 * jack of diamonds is the Omnibus variant. Where players differ this file takes: 3 cards are passed
 * with 3 and 4 players, 2 with 5; hearts are broken by any heart, by the queen of spades only with
 * queen_breaks=on; on the first trick a point card may be played only by a seat that holds nothing
 * else (and no club). See hearts.h for the scales and the state.
 *
 * Memory: 176 bytes a state, nothing else.
 */
#include "games/hearts/rules.h"

#include <assert.h>

static_assert(sizeof(struct hearts_state) <= 176, "states are copied at every node");
static_assert(sizeof(struct hearts_state) <= STATE_BYTES, "");
static_assert(sizeof(struct hearts_variant) <= VARIANT_BYTES, "");

static const struct option_spec options[] = {
	{ "passing", OPTION_CHOICE, "auto", 0, 0, "auto|on|off", "",
	  "pass cards before each hand; auto: on, but off when all hands are visible" },
	{ "moon", OPTION_CHOICE, "others", 0, 0, "others|self", "",
	  "all 26 points: the others get 26, or your own total loses 26" },
	{ "jack", OPTION_SWITCH, "off", 0, 1, NULL, "",
	  "the jack of diamonds takes 10 points off (Omnibus)" },
	{ "queen_breaks", OPTION_SWITCH, "off", 0, 1, NULL, "",
	  "the queen of spades breaks hearts too" },
	{ "to", OPTION_INT, "100", 0, 1000, NULL, "points",
	  "the match ends when a total reaches this; 0 plays a single hand" },
	{ "hands", OPTION_INT, "0", 0, 1000, NULL, "hands",
	  "the match ends after this many hands; 0: no limit" },
	{ "open", OPTION_SWITCH, "off", 0, 1, NULL, "",
	  "all hands are visible: the game of perfect information" },
	{ NULL, OPTION_INT, NULL, 0, 0, NULL, NULL, NULL },
};

/* By number of seats: cards left out of the pack, cards each, cards passed, and how many seats
 * to the left they go, hand by hand. */
static const struct table_size {
	uint64_t removed;
	uint8_t cards, pass_cards, cycle, pass_by[5];
} sizes[HEARTS_SEATS + 1] = {
	[3] = { CARD_BIT(CARD(TWO, DIAMONDS)), 17, 3, 3, { 1, 2, 0 } },
	[4] = { 0, 13, 3, 4, { 1, 3, 2, 0 } },
	[5] = { CARD_BIT(CARD(TWO, DIAMONDS)) | CARD_BIT(CARD(TWO, CLUBS)),
		10,
		2,
		5,
		{ 1, 4, 2, 3, 0 } },
};

enum passing { PASSING_AUTO, PASSING_ON, PASSING_OFF }; /* of the option */

static bool
hearts_passes(const struct options *variant)
{
	const int64_t passing = options_int(variant, "passing");
	return passing == PASSING_ON ||
	       (passing == PASSING_AUTO && options_int(variant, "open") == 0);
}

static bool
hearts_setup(struct game *g, struct status *st)
{
	if (g->seats < 3 || g->seats > HEARTS_SEATS)
		return status_fail(st, "hearts: %d seats, expected 3, 4 or 5", g->seats);
	hearts_build_eval();
	const struct table_size *size = &sizes[g->seats];
	struct hearts_variant r = {
		.deck = CARDS_ALL & ~size->removed,
		.share = (uint32_t)UNIT * (65536 / (uint32_t)g->seats),
		.seats = (uint8_t)g->seats,
		.cards = size->cards,
		.pass_cards = size->pass_cards,
		.cycle = size->cycle,
		.passing = hearts_passes(&g->variant),
		.moon_self = options_int(&g->variant, "moon") == 1,
		.jack = options_int(&g->variant, "jack") != 0,
		.queen_breaks = options_int(&g->variant, "queen_breaks") != 0,
		.open = options_int(&g->variant, "open") != 0,
		.to = (uint16_t)options_int(&g->variant, "to"),
		.hands = (uint16_t)options_int(&g->variant, "hands"),
	};
	memcpy(r.pass_by, size->pass_by, sizeof r.pass_by);
	r.first = (uint8_t)cards_lowest(r.deck & SUIT_MASK(CLUBS));
	memset(g->parsed, 0, sizeof g->parsed);
	memcpy(g->parsed, &r, sizeof r);
	g->traits = TRAIT_CHANCE | TRAIT_DRAWS | TRAIT_MULTIPLAYER;
	if (!r.open)
		g->traits |= TRAIT_HIDDEN | (r.passing ? TRAIT_SIMULTANEOUS : 0);
	return true;
}

static void
hearts_start(const struct game *g, struct state *s)
{
	memset(s, 0, sizeof *s);
}

/* With open hands the passes are chosen in turn, for all to see. */
seat_set
hearts_acting(const struct game *g, const struct state *s)
{
	const struct hearts_variant *r = hearts_variant(g);
	const struct hearts_state *h = hearts_of(s);
	switch (h->phase) {
	case HEARTS_DEAL: return ACTING_CHANCE;
	case HEARTS_PASSING: {
		seat_set left = ((seat_set)1 << r->seats) - 1;
		left &= ~(seat_set)h->committed;
		return r->open ? left & -left : left;
	}
	case HEARTS_PLAYING: return (seat_set)1 << h->turn;
	default: return 0;
	}
}

static int
add_passes(uint64_t hand, int cards, uint64_t chosen, move *out, int n)
{
	if (cards == 0) {
		out[n] = hearts_pass_move(chosen);
		return n + 1;
	}
	while (cards_count(hand) >= cards) {
		uint64_t bit = hand & -hand;
		hand ^= bit;
		n = add_passes(hand, cards - 1, chosen | bit, out, n);
	}
	return n;
}

int
hearts_moves(const struct game *g, const struct state *s, int seat, move *out)
{
	const struct hearts_variant *r = hearts_variant(g);
	const struct hearts_state *h = hearts_of(s);
	if (h->phase == HEARTS_PASSING) {
		uint64_t hand = h->hand[seat];
		if (cards_count(hand) < r->cards) {
			struct trick_view v = hearts_trick_view(g, s);
			hand = trick_possible(&v, seat);
			while (cards_count(hand) > r->cards)
				hand &= hand - 1;
		}
		return add_passes(hand, r->pass_cards, 0, out, 0);
	}
	uint64_t legal = legal_cards(r, h, seat);
	if (__builtin_expect(legal == 0, 0)) {
		struct trick_view v = hearts_trick_view(g, s);
		legal = trick_possible(&v, seat);
	}
	return trick_list(legal, out);
}

move
hearts_pass_move(uint64_t set)
{
	move m = HEARTS_PASS;
	for (int shift = 0; set != 0; shift += 6)
		m |= (move)cards_pop(&set) << shift;
	return m;
}

/* The same card number twice in a row ends the list: unused places are 0. */
uint64_t
hearts_pass_set(move m)
{
	uint64_t set = 0;
	for (int shift = 0; shift < 18; shift += 6) {
		uint64_t bit = CARD_BIT(m >> shift & 63);
		if (shift == 0 || bit > set)
			set |= bit;
	}
	return set;
}

int
hearts_holder(const struct hearts_variant *r, const struct hearts_state *h, int card)
{
	for (int i = 0; i < r->seats; i++)
		if ((h->hand[i] & CARD_BIT(card)) != 0)
			return i;
	return 0;
}

void
hearts_deal(const struct hearts_variant *r, struct hearts_state *h, uint32_t number)
{
	struct hearts_state fresh = { .hand_number = (uint16_t)(h->hand_number + 1) };
	memcpy(fresh.total, h->total, sizeof fresh.total);
	trick_deal(r->deck, r->seats, r->cards, number, fresh.hand);
	fresh.phase = pass_by(r, &fresh) != 0 ? HEARTS_PASSING : HEARTS_PLAYING;
	if (fresh.phase == HEARTS_PLAYING)
		fresh.turn = fresh.leader = (uint8_t)hearts_holder(r, &fresh, r->first);
	*h = fresh;
}

/* Moves the cards of all seats that have chosen. */
void
hearts_exchange(const struct hearts_variant *r, struct hearts_state *h)
{
	int by = pass_by(r, h);
	for (int i = 0; i < r->seats; i++)
		h->hand[i] &= ~h->passed[i];
	for (int i = 0; i < r->seats; i++)
		h->hand[trick_left(r->seats, i, by)] |= h->passed[i];
}

void
hearts_commit(const struct hearts_variant *r, struct hearts_state *h, int seat,
	      uint64_t set)
{
	h->passed[seat] = set;
	h->committed |= (uint8_t)(1 << seat);
	if (h->committed != (1 << r->seats) - 1)
		return;
	hearts_exchange(r, h);
	h->committed = 0;
	h->phase = HEARTS_PLAYING;
	h->turn = h->leader = (uint8_t)hearts_holder(r, h, r->first);
}

static bool
hearts_match_ends(const struct hearts_variant *r, const struct hearts_state *h)
{
	bool ends = r->to == 0 || (r->hands != 0 && h->hand_number >= r->hands);
	for (int i = 0; i < r->seats; i++)
		ends = ends || h->total[i] >= r->to;
	return ends;
}

/* points[] of the hand once all 26 are taken, the jack apart: a moon turns them round. */
void
hearts_apply_moon(const struct hearts_variant *r, int8_t *points)
{
	int shooter = SEAT_NONE;
	for (int i = 0; i < r->seats; i++)
		if (points[i] == ALL_POINTS)
			shooter = i;
	if (shooter == SEAT_NONE)
		return;
	for (int i = 0; i < r->seats; i++)
		points[i] = r->moon_self ? 0 : ALL_POINTS;
	points[shooter] = r->moon_self ? -ALL_POINTS : 0;
}

void
hearts_score_hand(const struct hearts_variant *r, struct hearts_state *h)
{
	hearts_apply_moon(r, h->points);
	if (h->jack != 0)
		h->points[h->jack - 1] = (int8_t)(h->points[h->jack - 1] - JACK_BONUS);
	for (int i = 0; i < r->seats; i++)
		h->total[i] = (int16_t)(h->total[i] + h->points[i]);
	memset(h->cannot, 0, sizeof h->cannot);
	memset(h->passed, 0, sizeof h->passed);
	h->played = 0;
	h->turn = h->leader = h->jack = h->broken = 0;
	h->phase = hearts_match_ends(r, h) ? HEARTS_OVER : HEARTS_DEAL;
}

static void
hearts_play(const struct game *g, const struct state *from, int seat, move m,
	    struct state *to)
{
	const struct hearts_variant *r = hearts_variant(g);
	struct hearts_state *h = hearts_in(to);
	if (to != from) /* a copy onto itself waits for the last move's bytes */
		*h = *hearts_of(from);
	if (__builtin_expect(h->phase == HEARTS_PLAYING, 1))
		put_card(r, h, seat, (int)m);
	else if (h->phase == HEARTS_PASSING)
		hearts_commit(r, h, seat, hearts_pass_set(m));
	else if (h->phase == HEARTS_DEAL)
		hearts_deal(r, h, m);
}

static unsigned
hearts_enter(const struct game *g, const struct state *from, int seat, move m,
	     struct state *to)
{
	const struct hearts_state *h = hearts_of(to);
	hearts_play(g, from, seat, m, to);
	if (__builtin_expect(h->phase != HEARTS_PLAYING, 0))
		return game_turn(g, to);
	if (h->trick_count == 0)
		return h->turn;
	const int left = hearts_variant(g)->seats - h->trick_count;
	return h->turn | TURN_LOUD | (left == 1 ? TURN_LAST : 0) |
	       (left == 2 ? TURN_BEFORE_LAST : 0);
}

static bool
hearts_settled(const struct game *g, const struct state *s)
{
	return is_scored(hearts_of(s));
}

/* Hands, table, points and course decide the future. */
static uint64_t
hearts_hash(const struct game *g, const struct state *s)
{
	const uint64_t *const odd = cards_odd;
	const struct hearts_variant *r = hearts_variant(g);
	const struct hearts_state *h = hearts_of(s);
	uint64_t held, key = cards_hash_hands(h->hand, r->seats, &held);
	uint64_t points = 0;
	for (int i = 0; i < HEARTS_SEATS; i++)
		points = points << 8 | (uint8_t)h->points[i];
	uint64_t course = (uint64_t)h->phase | (uint64_t)h->turn << 2 |
			  (uint64_t)h->leader << 5 | (uint64_t)h->broken << 8 |
			  (uint64_t)h->jack << 9 | (uint64_t)h->committed << 12 |
			  (uint64_t)h->trick_count << 20;
	key = cards_fold(key ^ h->played, odd[0]);
	key = cards_fold(key ^ bytes8(h->trick), odd[1]);
	key = cards_fold(key ^ points, odd[2] ^ course);
	key = cards_fold(key ^ bytes8(h->total), odd[3] ^ h->hand_number);
	key = cards_fold(key ^ (uint16_t)h->total[4], odd[4]);
	if (h->phase == HEARTS_PASSING)
		for (int i = 0; i < r->seats; i++)
			key = cards_fold(key ^ h->passed[i], odd[i]);
	if ((held | h->played) != r->deck)
		key = trick_hash_cannot(key, h->cannot, r->seats);
	return key;
}

/*
 * Of the trick only the card that wins so far counts, and the points. While somebody may shoot the
 * moon the points taken affect the value of others; afterwards they are settled. The queen of
 * spades is the one card with a name.
 */
uint64_t
hearts_future(const struct game *g, const struct state *s, int32_t *had)
{
	const struct hearts_variant *r = hearts_variant(g);
	const struct hearts_state *h = hearts_of(s);
	memset(had, 0, sizeof *had * r->seats);
	if (h->phase != HEARTS_PLAYING || r->jack)
		return hearts_hash(g, s);
	uint64_t all = 0;
	for (int i = 0; i < r->seats; i++)
		all |= h->hand[i];
	const uint64_t best = h->trick_count > 0 ? CARD_BIT(h->best) : 0;
	const uint64_t place = all | best;
	uint64_t queen = 0;
	if ((all & QUEEN_BIT) != 0)
		queen = 1 + (uint64_t)cards_count(place & (QUEEN_BIT - 1));
	uint64_t table = 0;
	if (best != 0)
		table = 1 + (uint64_t)cards_count(place & (best - 1));
	const bool moon = hearts_moon_seat(r, h) != SEAT_NONE;
	for (int i = 0; i < r->seats && !moon; i++)
		had[i] = -UNIT * h->points[i];
	const uint64_t course =
		(uint64_t)h->turn | (uint64_t)h->broken << 3 | (uint64_t)moon << 4 |
		(uint64_t)h->trick_count << 5 | (uint64_t)h->best_seat << 8 |
		(uint64_t)h->trick_points << 11 | queen << 16 | table << 24;
	uint64_t key = cards_hash_shape(h->hand, r->seats, place);
	key = cards_fold(key ^ course, cards_odd[3]);
	return moon ? cards_fold(key ^ bytes8(h->points), cards_odd[4]) : key;
}

static void
hearts_points(const struct game *g, const struct state *s, int32_t *points)
{
	for (int i = 0; i < g->seats; i++)
		points[i] = -hearts_of(s)->total[i];
}

struct trick_view
hearts_trick_view(const struct game *g, const struct state *s)
{
	return TRICK_VIEW(hearts_variant(g), hearts_of(s));
}

int
hearts_pass_by(const struct game *g, const struct state *s)
{
	return pass_by(hearts_variant(g), hearts_of(s));
}

const char *
hearts_pass_name(const struct game *g, const struct state *s)
{
	static const char *const names[HEARTS_SEATS + 1][HEARTS_SEATS] = {
		[3] = { "hold", "left", "right" },
		[4] = { "hold", "left", "across", "right" },
		[5] = { "hold", "left", "second left", "second right", "right" },
	};
	return names[g->seats][hearts_pass_by(g, s)];
}

uint64_t
hearts_legal(const struct game *g, const struct state *s, int seat)
{
	return legal_cards(hearts_variant(g), hearts_of(s), seat);
}

int
hearts_cards(const struct game *g, const struct state *s, int seat)
{
	const struct trick_view v = hearts_trick_view(g, s);
	return trick_cards(&v, seat);
}

static const struct game_rules hearts_rules = {
	.setup = hearts_setup,
	.start = hearts_start,
	.acting = hearts_acting,
	.moves = hearts_moves,
	.play = hearts_play,
	.settled = hearts_settled,
	.hash = hearts_hash,
	.points = hearts_points,
};

static const struct game_chance hearts_chance = {
	.sample = trick_chance_sample,
};

static const struct game_fast hearts_fast = {
	.enter = hearts_enter,
	.rollout = hearts_rollout,
};

const struct game_ops hearts_game = {
	.key = "hearts",
	.title = "Hearts",
	.summary = "take no hearts and not the queen of spades, or take them all",
	.source = "pagat.com, Hearts",
	.seats_default = 4,
	.seats_allowed = 1 << 3 | 1 << 4 | 1 << 5,
	.unit = UNIT,
	.point_name = "points",
	.penalties = ALL_POINTS,
	.options = options,
	.valued_options = "moon|jack|open",
	.state_size = sizeof(struct hearts_state),
	.rules = &hearts_rules,
	.chance = &hearts_chance,
	.knowledge = &hearts_knowledge,
	.hidden = &hearts_hidden,
	.text = &hearts_text,
	.view = &hearts_view,
	.fast = &hearts_fast,
	.trick = &hearts_trick,
	.results = &hearts_results,
};
