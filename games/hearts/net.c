/*
 * net.c - what the networks see of Hearts, and what they are asked for. See src/core/cardnet.h.
 *
 * A fact is a number in a list of groups. Seats are counted from the one that looks (0: itself, 1: its
 * left neighbour). Beside the cards themselves there is their height: how many cards of the suit
 * that others hold lie below. Without it a network of this size has to learn from all hands apart
 * that a jack is as good as an ace once the higher cards are gone.
 *
 * share: points taken, of 26. sweep: the moon. worth: what players of matches compare, the points of
 * a hand against the mean of the others. With n seats and no moon that is what the own points are
 * below an even share, times n / (n - 1); a moon, own or not, is worth 26 (n - 2) / (n - 1) points more to its
 * owner, and that much less bad for the others, than their own points alone tell.
 */
#include "games/hearts/rules.h"
#include "src/core/cardnet.h"

#include <assert.h>
#include <stdio.h>

#define MOST   HEARTS_SEATS
#define HEIGHT 10 /* 0 .. 8, more */
#define ORDER  8  /* of a card in its suit, from the lowest: 0 .. 6, more */
#define TRICKS 18
#define MOONS  (MOST + 2)
#define KINDS  5
#define PILES  5 /* of points */
#define FEW    8 /* 0 .. 6, more */

/* Groups of facts, one after the other. */
enum view_fact {
	VIEW_HAND = 0,
	VIEW_PLAYED = VIEW_HAND + CARDS,
	VIEW_TABLE = VIEW_PLAYED + CARDS,	       /* by seat */
	VIEW_PASSED = VIEW_TABLE + (MOST - 1) * CARDS, /* still held, by seat */
	VIEW_GOT = VIEW_PASSED + (MOST - 1) * CARDS,
	VIEW_VOID = VIEW_GOT + CARDS,
	VIEW_POINTS = VIEW_VOID + (MOST - 1) * SUITS,
	VIEW_TRICK = VIEW_POINTS + MOST * (ALL_POINTS + 1),
	VIEW_ON_TABLE = VIEW_TRICK + TRICKS,
	VIEW_PASS_TO = VIEW_ON_TABLE + MOST, /* seats to the left */
	VIEW_LED = VIEW_PASS_TO + MOST,
	VIEW_BEST = VIEW_LED + SUITS + 1,
	VIEW_BROKEN = VIEW_BEST + CARDS,
	VIEW_PASSING = VIEW_BROKEN + 1,
	VIEW_CHOSEN = VIEW_PASSING + 1,
	VIEW_HEIGHT = VIEW_CHOSEN + CARDS,
	VIEW_LENGTH = VIEW_HEIGHT + SUITS * ORDER * HEIGHT,
	VIEW_OUT = VIEW_LENGTH + SUITS * (SUIT_CARDS + 1),
	VIEW_MOON = VIEW_OUT + SUITS * (SUIT_CARDS + 1),
	VIEW_QUEEN = VIEW_MOON + MOONS,
	/* Of a card that may be chosen, by what it does (enum choice_kind) ... */
	CHOICE_CARD = VIEW_QUEEN + 3,
	CHOICE_LENGTH = CHOICE_CARD + CARDS * KINDS, /* own cards of its suit, to FEW */
	CHOICE_POINTS = CHOICE_LENGTH + SUITS * FEW * KINDS, /* on the table; the last? */
	/* ... and by the others' higher cards of its suit, and their lower ones, voids in it. */
	CHOICE_HEIGHT = CHOICE_POINTS + PILES * KINDS * 2,
	CHOICE_VOIDS = CHOICE_HEIGHT + SUITS * FEW * FEW,
	VIEW_FACTS = CHOICE_VOIDS + SUITS * FEW * MOST,
};

enum choice_kind { KIND_PASS, KIND_LEAD, KIND_UNDER, KIND_OVER, KIND_DISCARD };

enum deal_fact {
	DEAL_HAND = 0,				/* by seat */
	DEAL_HEIGHT = DEAL_HAND + MOST * CARDS, /* by seat: suit, cards out below it */
	DEAL_LENGTH = DEAL_HEIGHT + MOST * CARDS,
	DEAL_POINTS = DEAL_LENGTH + MOST * SUITS * (SUIT_CARDS + 1),
	DEAL_VOID = DEAL_POINTS + MOST * (ALL_POINTS + 1),
	DEAL_TRICK = DEAL_VOID + MOST * SUITS,
	DEAL_MOON = DEAL_TRICK + TRICKS,
	DEAL_BROKEN = DEAL_MOON + MOONS,
	DEAL_FACTS = DEAL_BROKEN + 1,
};

/* The facts found so far. */
struct hearts_facts {
	uint16_t *fact;
	int count;
};

static inline void
hearts_note(struct hearts_facts *f, int fact)
{
	f->fact[f->count++] = (uint16_t)fact;
}

static inline void
hearts_note_set(struct hearts_facts *f, int group, uint64_t set)
{
	while (set != 0)
		hearts_note(f, group + cards_pop(&set));
}

/* Seats to the left of `from`. */
static inline int
hearts_to_left(const struct hearts_variant *r, int from, int seat)
{
	return seat >= from ? seat - from : seat - from + r->seats;
}

/* Who has the points that were taken: nobody 0, several seats 1, one alone 2 + its place. */
static int
hearts_moon_fact(const struct hearts_variant *r, const struct hearts_state *h, int seat)
{
	int who = 0, seats = 0;
	for (int i = 0; i < r->seats; i++) {
		if (h->points[i] <= 0)
			continue;
		who = i;
		seats++;
	}
	return seats == 0 ? 0 : seats > 1 ? 1 : 2 + hearts_to_left(r, seat, who);
}

static int
hearts_tricks(const struct hearts_variant *r, const struct hearts_state *h)
{
	assert(r->seats > 0);
	return cards_count(h->played) / r->seats;
}

/* Suits of which a seat can have nothing among `out`. */
static void
hearts_note_voids(struct hearts_facts *f, int group, const struct hearts_state *h,
		  int seat, uint64_t out)
{
	for (int suit = 0; suit < SUITS; suit++)
		if ((SUIT_MASK(suit) & out & ~h->cannot[seat]) == 0)
			hearts_note(f, group + suit);
}

/* Own cards by suit: their number, the others', and the height of each. */
static void
hearts_note_suits(struct hearts_facts *f, uint64_t hand, uint64_t others)
{
	for (int suit = 0; suit < SUITS; suit++) {
		uint64_t own = hand & SUIT_MASK(suit);
		const uint64_t out = others & SUIT_MASK(suit);
		hearts_note(f, VIEW_LENGTH + suit * (SUIT_CARDS + 1) + cards_count(own));
		hearts_note(f, VIEW_OUT + suit * (SUIT_CARDS + 1) + cards_count(out));
		for (int i = 0; own != 0; i++) {
			const int card = cards_pop(&own);
			const int height = cards_count(out & (CARD_BIT(card) - 1));
			const int order = i < ORDER - 1 ? i : ORDER - 1;
			hearts_note(f,
				    VIEW_HEIGHT + (suit * ORDER + order) * HEIGHT +
					    (height < HEIGHT - 1 ? height : HEIGHT - 1));
		}
	}
}

/* The cards that went from this seat and came to it. */
static void
hearts_note_passes(struct hearts_facts *f, const struct hearts_variant *r,
		   const struct hearts_state *h, int seat)
{
	const int by = pass_by(r, h);
	hearts_note(f, VIEW_PASS_TO + by);
	if (by == 0 || h->phase != HEARTS_PLAYING)
		return;
	hearts_note_set(f, VIEW_PASSED + (by - 1) * CARDS, h->passed[seat] & ~h->played);
	hearts_note_set(f, VIEW_GOT,
			h->passed[trick_left(r->seats, seat, r->seats - by)]);
}

static int
hearts_view_facts(const struct game *g, const struct state *s, int seat, uint64_t chosen,
		  uint16_t *fact)
{
	const struct hearts_variant *r = hearts_variant(g);
	const struct hearts_state *h = hearts_of(s);
	const uint64_t hand = h->hand[seat], others = r->deck & ~h->played & ~hand;
	const bool passing = h->phase == HEARTS_PASSING;
	struct hearts_facts f = { fact, 0 };
	hearts_note_set(&f, VIEW_HAND, hand);
	hearts_note_suits(&f, hand, others);
	hearts_note_passes(&f, r, h, seat);
	hearts_note(&f, VIEW_QUEEN + ((hand & QUEEN_BIT) != 0	  ? 0
				      : (others & QUEEN_BIT) != 0 ? 1
								  : 2));
	if (passing) {
		hearts_note(&f, VIEW_PASSING);
		hearts_note_set(&f, VIEW_CHOSEN, chosen);
		return f.count;
	}
	hearts_note_set(&f, VIEW_PLAYED, h->played);
	for (int i = 0; i < h->trick_count; i++) {
		const int who = trick_left(r->seats, h->leader, i);
		hearts_note(&f, VIEW_TABLE + (hearts_to_left(r, seat, who) - 1) * CARDS +
					h->trick[i]);
	}
	for (int k = 0; k < r->seats; k++) {
		const int who = trick_left(r->seats, seat, k);
		hearts_note(&f, VIEW_POINTS + k * (ALL_POINTS + 1) + h->points[who]);
		if (k > 0)
			hearts_note_voids(&f, VIEW_VOID + (k - 1) * SUITS, h, who,
					  others);
	}
	hearts_note(&f, VIEW_MOON + hearts_moon_fact(r, h, seat));
	hearts_note(&f, VIEW_TRICK + hearts_tricks(r, h));
	hearts_note(&f, VIEW_ON_TABLE + h->trick_count);
	hearts_note(&f, VIEW_LED + (h->trick_count > 0 ? card_suit(h->trick[0]) : SUITS));
	if (h->trick_count > 0)
		hearts_note(&f, VIEW_BEST + h->best);
	if (h->broken)
		hearts_note(&f, VIEW_BROKEN);
	return f.count;
}

static int
hearts_few(int count)
{
	return count < FEW - 1 ? count : FEW - 1;
}

/* What a card would do: enum choice_kind. */
static int
hearts_choice_kind(const struct hearts_state *h, int card)
{
	if (h->phase == HEARTS_PASSING)
		return KIND_PASS;
	if (h->trick_count == 0)
		return KIND_LEAD;
	if (card_suit(card) != card_suit(h->trick[0]))
		return KIND_DISCARD;
	return card > h->best ? KIND_OVER : KIND_UNDER;
}

/* 0, 1, 2 .. 3, 4 .. 12, more points. */
static int
hearts_pile(int points)
{
	return points > 12 ? 4 : points > 3 ? 3 : points > 1 ? 2 : points;
}

static int
hearts_choice_facts(const struct game *g, const struct state *s, int seat, int card,
		    uint16_t *fact)
{
	const struct hearts_variant *r = hearts_variant(g);
	const struct hearts_state *h = hearts_of(s);
	const int suit = card_suit(card), kind = hearts_choice_kind(h, card);
	const uint64_t own = h->hand[seat] & SUIT_MASK(suit),
		       out = r->deck & ~h->played & ~h->hand[seat] & SUIT_MASK(suit);
	const int below = cards_count(out & card_below(card)),
		  above = hearts_few(cards_count(out) - below);
	int voids = 0;
	for (int k = 1; k < r->seats; k++)
		voids += (out & ~h->cannot[trick_left(r->seats, seat, k)]) == 0;
	struct hearts_facts f = { fact, 0 };
	hearts_note(&f, CHOICE_CARD + card * KINDS + kind);
	hearts_note(&f, CHOICE_LENGTH +
				(suit * FEW + hearts_few(cards_count(own))) * KINDS +
				kind);
	hearts_note(&f, CHOICE_POINTS +
				(hearts_pile(h->trick_points) * KINDS + kind) * 2 +
				(h->trick_count == r->seats - 1));
	hearts_note(&f, CHOICE_HEIGHT + (suit * FEW + above) * FEW + hearts_few(below));
	hearts_note(&f, CHOICE_VOIDS + (suit * FEW + above) * MOST + voids);
	return f.count;
}

static int
hearts_deal_facts(const struct game *g, const struct state *s, uint16_t *fact)
{
	const struct hearts_variant *r = hearts_variant(g);
	const struct hearts_state *h = hearts_of(s);
	const uint64_t out = r->deck & ~h->played;
	struct hearts_facts f = { fact, 0 };
	if (h->phase != HEARTS_PLAYING || h->trick_count > 0)
		return 0;
	for (int k = 0; k < r->seats; k++) {
		const int seat = trick_left(r->seats, h->turn, k);
		uint64_t hand = h->hand[seat];
		for (int suit = 0; suit < SUITS; suit++)
			hearts_note(&f, DEAL_LENGTH +
						(k * SUITS + suit) * (SUIT_CARDS + 1) +
						cards_count(hand & SUIT_MASK(suit)));
		while (hand != 0) {
			const int card = cards_pop(&hand);
			hearts_note(&f, DEAL_HAND + k * CARDS + card);
			hearts_note(&f, DEAL_HEIGHT + k * CARDS +
						card_suit(card) * SUIT_CARDS +
						cards_count(out & card_below(card)));
		}
		hearts_note(&f, DEAL_POINTS + k * (ALL_POINTS + 1) + h->points[seat]);
		hearts_note_voids(&f, DEAL_VOID + k * SUITS, h, seat, out);
	}
	hearts_note(&f, DEAL_MOON + hearts_moon_fact(r, h, h->turn));
	hearts_note(&f, DEAL_TRICK + hearts_tricks(r, h));
	if (h->broken)
		hearts_note(&f, DEAL_BROKEN);
	return f.count;
}

/* ---- moves ------------------------------------------------------------------------------- */

static uint64_t
hearts_next_cards(const struct game *g, const struct state *s, int seat, uint64_t chosen)
{
	const struct hearts_variant *r = hearts_variant(g);
	const struct hearts_state *h = hearts_of(s);
	if (h->phase == HEARTS_PASSING)
		return cards_count(chosen) < r->pass_cards ? h->hand[seat] & ~chosen : 0;
	if (chosen != 0)
		return 0;
	move m[SUIT_CARDS * SUITS] = { 0 };
	return trick_set(m, hearts_choices(g, s, seat, m));
}

static move
hearts_net_move(const struct game *g, const struct state *s, uint64_t chosen)
{
	return hearts_of(s)->phase == HEARTS_PASSING ? hearts_pass_move(chosen)
						     : (move)cards_lowest(chosen);
}

static uint64_t
hearts_net_cards(const struct game *g, const struct state *s, move m)
{
	return hearts_of(s)->phase == HEARTS_PASSING ? hearts_pass_set(m) : CARD_BIT(m);
}

static void
hearts_reopen(const struct game *g, struct state *s, int mover)
{
	struct hearts_state *h = hearts_in(s);
	if (h->phase != HEARTS_PASSING)
		return;
	h->committed &= (uint8_t)(1 << mover);
	for (int i = 0; i < hearts_variant(g)->seats; i++)
		if (i != mover)
			h->passed[i] = 0;
}

/* ---- training ---------------------------------------------------------------------------- */

static void
hearts_forget(const struct game *g, struct state *s, struct rng *rng)
{
	struct hearts_state *h = hearts_in(s);
	for (int i = 0; i < hearts_variant(g)->seats; i++)
		if (rng_below(rng, 4) == 0)
			h->passed[i] = 0;
}

static void
hearts_outcome(const struct game *g, const struct state *s, float *share, float *sweep)
{
	const struct hearts_variant *r = hearts_variant(g);
	const struct hearts_state *h = hearts_of(s);
	int sum = 0;
	for (int i = 0; i < r->seats; i++)
		sum += h->points[i];
	for (int i = 0; i < r->seats; i++) {
		share[i] = (float)h->points[i] / ALL_POINTS;
		sweep[i] = sum > ALL_POINTS && h->points[i] == 0;
	}
}

static float
hearts_worth(const struct game *g, float share, float sweep)
{
	const float n = (float)g->seats;
	return ALL_POINTS * (1 + sweep * (n - 2) - share * n) / (n - 1);
}

/* Networks are trained for the plain rules: the moon gives the others 26, no jack. */
static const char *
hearts_net_name(const struct game *g)
{
	static const char *const names[HEARTS_SEATS + 1] = {
		[3] = "hearts-3", [4] = "hearts-4", [5] = "hearts-5"
	};
	const struct hearts_variant *r = hearts_variant(g);
	return r->moon_self || r->jack || r->open ? NULL : names[r->seats];
}

const struct cardnet_ops hearts_cardnet = {
	.view_facts = VIEW_FACTS,
	.deal_facts = DEAL_FACTS,
	.name = hearts_net_name,
	.next = hearts_next_cards,
	.to_move = hearts_net_move,
	.from_move = hearts_net_cards,
	.view = hearts_view_facts,
	.choice = hearts_choice_facts,
	.deal = hearts_deal_facts,
	.reopen = hearts_reopen,
	.forget = hearts_forget,
	.outcome = hearts_outcome,
	.base = ALL_POINTS,
	.slope = -ALL_POINTS,
	.worth = hearts_worth,
};
