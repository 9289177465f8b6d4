/*
 * last.c - the last card of a trick, for alpha-beta by the points taken.
 *
 * The third of four puts a card on the table; what the fourth does about it is found without a
 * state for either card. To one seat all cards of the fourth that lose the trick are worth the
 * same, and all that win it, unless some of them count points and others do not.
 */
#include "games/hearts/rules.h"

/* The trick before its last card. */
struct last_card {
	int who;	  /* whose value is asked for */
	int seat, taker;  /* who plays now, who wins so far */
	int points, out;  /* on the table, in hands */
	uint64_t winners; /* cards that win */
	int32_t most; /* what `who` would have without the points in `out` and on the table */
	int32_t from, to;
};

/* A card that counts `points`, after which `taker` has the trick. */
static inline int32_t
value_card(const struct hearts_variant *r, const struct last_card *c, int points,
	   int taker)
{
	return c->most - share_out(r, c->out - points) -
	       (taker == c->who ? UNIT * (c->points + points) : 0);
}

static inline bool
hearts_is_better(const struct last_card *c, int32_t value, int32_t than)
{
	return c->seat == c->who ? value > than : value < than;
}

static inline bool
is_cut(const struct last_card *c, int32_t value)
{
	return c->seat == c->who ? value >= c->to : value <= c->from;
}

/* All cards count `points` each: two values at most, and the losing cards are the lower ones. */
static inline void
try_alike(const struct hearts_variant *r, const struct last_card *c, uint64_t cards,
	  int points, struct last_ply *p)
{
	const uint64_t lose = cards & ~c->winners, win = cards & c->winners;
	const int32_t lost = value_card(r, c, points, c->taker);
	const int32_t won = value_card(r, c, points, c->seat);
	const uint64_t cuts = (is_cut(c, lost) ? lose : 0) | (is_cut(c, won) ? win : 0);
	const bool wins = lose == 0 || (win != 0 && hearts_is_better(c, won, lost));
	const uint64_t best = cuts != 0 ? cuts : wins ? win : lose;
	const int card = cards_lowest(best);
	p->valued = cuts != 0 ? cards_count(cards & (CARD_BIT(card) - 1)) + 1 : p->moves;
	p->reply = (move)card;
	p->value = (c->winners >> card & 1) != 0 ? won : lost;
}

static inline void
try_each(const struct hearts_variant *r, const struct last_card *c, uint64_t cards,
	 struct last_ply *p)
{
	p->valued = 0;
	while (cards != 0) {
		const int card = cards_pop(&cards);
		const int taker = (c->winners >> card & 1) != 0 ? c->seat : c->taker;
		const int32_t value = value_card(r, c, points_of_card(card), taker);
		if (p->valued++ == 0 || hearts_is_better(c, value, p->value)) {
			p->value = value;
			p->reply = (move)card;
		}
		if (is_cut(c, value))
			break;
	}
}

bool
hearts_last_ply(const struct game *g, const struct state *s, int seat, move m,
		struct last_ply *p)
{
	const struct hearts_variant *r = hearts_variant(g);
	const struct hearts_state *h = hearts_of(s);
	const int card = (int)m;
	const uint64_t led = card_suit_mask(h->best);
	const bool beats = card_beats(card, h->best);
	const int best = beats ? card : h->best;
	struct last_card c = {
		.who = p->who,
		.seat = trick_left(r->seats, seat, 1),
		.taker = beats ? seat : h->best_seat,
		.points = h->trick_points + points_of_card(card),
		.winners = led & (~UINT64_C(0) << best),
		.most = UNIT * (ALL_POINTS - h->points[p->who]),
		.from = p->from,
		.to = p->to,
	};
	c.out = points_out(h) - c.points;
	uint64_t cards = legal_cards(r, h, c.seat);
	const bool hearts = (cards & ~HEART_CARDS) == 0;
	const bool alike = hearts || (cards & POINT_CARDS) == 0;
	const int most = (cards & QUEEN_BIT) != 0 ? 13 : (cards & HEART_CARDS) != 0;
	const uint64_t played = h->played | CARD_BIT(card);
	if (r->jack || cards == 0 || c.out <= most || (played | cards) == r->deck)
		return false;
	if ((cards & (cards - 1)) != 0)
		cards = join_runs(r, cards, played, CARD_BIT(best), 0);
	p->moves = cards_count(cards);
	if (alike)
		try_alike(r, &c, cards, hearts, p);
	else
		try_each(r, &c, cards, p);
	return true;
}

void
hearts_taken_after_reply(const struct game *g, const struct state *s, int seat, move m,
			 move reply, int32_t *value)
{
	const struct hearts_variant *r = hearts_variant(g);
	const struct hearts_state *h = hearts_of(s);
	const int card = (int)m, last = (int)reply;
	const bool beats = card_beats(card, h->best);
	int taker = beats ? seat : h->best_seat;
	if (card_beats(last, beats ? card : h->best))
		taker = trick_left(r->seats, seat, 1);
	const int points = h->trick_points + points_of_card(card) + points_of_card(last);
	value_points(r, bytes8(h->points) + bytes8_place(taker, points), value);
}
