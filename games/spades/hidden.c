/*
 * hidden.c - the knowledge of a seat, and full deals that fit it.
 *
 * A seat knows its own cards (once it has looked), what was played, and what every seat has
 * shown not to hold. Nothing else survives redact(). Full deals that fit it are drawn by
 * trick_fill().
 */
#include "games/spades/rules.h"

static void
redact(const struct game *g, struct state *s, int viewer)
{
	struct spades_state *h = spades_in(s);
	if (viewer == SEAT_ALL)
		return;
	for (int i = 0; i < g->seats; i++)
		if (i != viewer || (h->blind >> i & 1) != 0)
			h->hand[i] = 0;
}

static void
determinize(const struct game *g, struct state *s, int viewer, struct rng *rng)
{
	(void)viewer; /* the state was redacted for it: its own cards are there */
	struct trick_view v = spades_trick_view(g, s);
	if (v.dealt)
		trick_fill(&v, spades_in(s)->hand, rng);
}

/* The top trumps and the other aces. */
static void
spades_things(const struct game *g, struct things *out)
{
	(void)g;
	cards_things(CARD_BIT(CARD(ACE, SPADES)) | CARD_BIT(CARD(KING, SPADES)) |
			     CARD_BIT(CARD(QUEEN, SPADES)) | CARD_BIT(CARD(ACE, CLUBS)) |
			     CARD_BIT(CARD(ACE, DIAMONDS)) | CARD_BIT(CARD(ACE, HEARTS)),
		     out);
}

static uint64_t
held(const struct game *g, const struct state *s, int seat)
{
	(void)g;
	return spades_of(s)->hand[seat];
}

const struct game_hidden spades_hidden = {
	.redact = redact,
	.determinize = determinize,
	.things = spades_things,
	.held = held,
};
