/*
 * hidden.c - the knowledge of a seat, and full deals that fit it.
 *
 * A seat knows its own cards, what was played, what every seat has shown not to hold, the
 * cards it passed (until they are played, they lie with the receiver) and was given, and who
 * holds the card that must be led first. Nothing else survives hearts_redact().
 * Full deals that fit it are drawn by trick_fill().
 */
#include "games/hearts/rules.h"

static void
hearts_determinize(const struct game *g, struct state *s, int viewer, struct rng *rng)
{
	(void)viewer; /* the state was redacted for it: its own cards are there */
	const struct hearts_variant *r = hearts_variant(g);
	struct hearts_state *h = hearts_in(s);
	struct trick_view v = hearts_trick_view(g, s);
	if (!v.dealt)
		return;
	trick_fill(&v, h->hand, rng);
	for (int i = 0; i < r->seats && h->phase == HEARTS_PASSING; i++)
		if ((h->committed >> i & 1) != 0 && h->passed[i] == 0)
			h->passed[i] = hearts_choose_pass(r, h->hand[i], rng);
}

/* The cards that cost or bring points, and those that can be made to take the queen. */
static void
hearts_things(const struct game *g, struct things *out)
{
	const uint64_t key = QUEEN_BIT | CARD_BIT(CARD(KING, SPADES)) |
			     CARD_BIT(CARD(ACE, SPADES)) | CARD_BIT(CARD(ACE, HEARTS)) |
			     CARD_BIT(CARD(KING, HEARTS));
	cards_things(key | (hearts_variant(g)->jack ? JACK_BIT : 0), out);
}

static uint64_t
hearts_held(const struct game *g, const struct state *s, int seat)
{
	return hearts_of(s)->hand[seat];
}

static void
hearts_redact(const struct game *g, struct state *s, int viewer)
{
	const struct hearts_variant *r = hearts_variant(g);
	struct hearts_state *h = hearts_in(s);
	if (viewer == SEAT_ALL ||
	    (h->phase != HEARTS_PASSING && h->phase != HEARTS_PLAYING))
		return;
	int by = pass_by(r, h);
	uint64_t given =
		viewer >= 0 && h->phase == HEARTS_PLAYING ? h->passed[viewer] : 0;
	for (int i = 0; i < r->seats; i++) {
		if (i == viewer)
			continue;
		bool receiver =
			viewer >= 0 && by != 0 && i == trick_left(r->seats, viewer, by);
		bool giver =
			viewer >= 0 && by != 0 && viewer == trick_left(r->seats, i, by);
		h->hand[i] = receiver ? given & ~h->played : 0;
		if (!giver || h->phase == HEARTS_PASSING)
			h->passed[i] = 0;
	}
	if (h->phase == HEARTS_PLAYING && h->played == 0)
		h->hand[h->turn] |= CARD_BIT(r->first);
}

/* To the first lead: nobody sees all that was passed. */
bool
hearts_rewind(const struct game *g, const struct state *s, const struct played_move *made,
	      int count, struct state *begin, int *from)
{
	const struct hearts_state *h = hearts_of(s);
	const int cards = cards_count(h->played);
	struct hearts_state b = { .phase = HEARTS_PLAYING,
				  .hand_number = h->hand_number };
	if (h->phase != HEARTS_PLAYING || cards == 0 || cards > count)
		return false;
	memcpy(b.hand, h->hand, sizeof b.hand);
	memcpy(b.total, h->total, sizeof b.total);
	memcpy(b.passed, h->passed, sizeof b.passed);
	if (!trick_take_back(made + count - cards, cards, h->played, b.hand))
		return false;
	*from = count - cards;
	b.turn = b.leader = (uint8_t)made[*from].seat;
	*hearts_in(begin) = b;
	return true;
}

const struct game_hidden hearts_hidden = {
	.redact = hearts_redact,
	.determinize = hearts_determinize,
	.things = hearts_things,
	.held = hearts_held,
};
