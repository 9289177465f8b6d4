/*
 * hidden.c - the knowledge of a seat, and full deals that fit it.
 *
 * A seat knows its own cards (once it has looked), what was played, and what every seat has
 * shown not to hold. Nothing else survives spades_redact(). Full deals that fit it are drawn by
 * trick_fill().
 */
#include "games/spades/rules.h"

static void
spades_redact(const struct game *g, struct state *s, int viewer)
{
	struct spades_state *h = spades_in(s);
	if (viewer == SEAT_ALL)
		return;
	for (int i = 0; i < g->seats; i++)
		if (i != viewer || (h->blind >> i & 1) != 0)
			h->hand[i] = 0;
}

static void
spades_determinize(const struct game *g, struct state *s, int viewer, struct rng *rng)
{
	(void)viewer; /* the state was redacted for it: its own cards are there */
	struct trick_view v = spades_trick_view(g, s);
	if (v.dealt)
		trick_fill(&v, spades_in(s)->hand, rng);
}

/* To the first bid, or without bidding to the first lead. */
bool
spades_rewind(const struct game *g, const struct state *s, const struct played_move *made,
	      int count, struct state *begin, int *from)
{
	const struct spades_variant *r = spades_variant(g);
	const struct spades_state *h = spades_of(s);
	const int cards = cards_count(h->played);
	struct spades_state b;
	int bids = 0, first = count - cards;
	if ((h->phase != SPADES_BIDDING && h->phase != SPADES_PLAYING) || first < 0)
		return false;
	spades_begin_hand(r, h, h->hand_number, &b);
	memcpy(b.hand, h->hand, sizeof b.hand);
	if (!trick_take_back(made + first, cards, h->played, b.hand))
		return false;
	for (; first > 0 && made[first - 1].seat >= 0; first--)
		bids += made[first - 1].m != SPADES_LOOK;
	for (int i = 0; i < r->seats; i++)
		bids -= h->bid[i] != BID_NONE;
	*spades_in(begin) = b;
	*from = first;
	return bids == 0 && first < count;
}

/* The top trumps and the other aces. */
static void
spades_things(const struct game *g, struct things *out)
{
	cards_things(CARD_BIT(CARD(ACE, SPADES)) | CARD_BIT(CARD(KING, SPADES)) |
			     CARD_BIT(CARD(QUEEN, SPADES)) | CARD_BIT(CARD(ACE, CLUBS)) |
			     CARD_BIT(CARD(ACE, DIAMONDS)) | CARD_BIT(CARD(ACE, HEARTS)),
		     out);
}

static uint64_t
spades_held(const struct game *g, const struct state *s, int seat)
{
	return spades_of(s)->hand[seat];
}

const struct game_hidden spades_hidden = {
	.redact = spades_redact,
	.determinize = spades_determinize,
	.things = spades_things,
	.held = spades_held,
};
