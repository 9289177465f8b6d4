/*
 * trick.c - shared by games of tricks: hands, full deals that fit the observations, seats.
 *
 * Full deals are drawn EVENLY from all that fit. Hidden cards fall into groups by the set of seats
 * that may hold them (a suit in which one seat is void is such a group). The number of deals in
 * which seat j gets x[g][j] cards of group g is a product of multinomials, so the split of each
 * group is drawn from exact weights, group by group and seat by seat; within a group the cards are
 * shuffled. ways() is the weight of all groups that follow, with a table of earlier results; the
 * last group has no choice left and closes the sum. Without voids there is one group, and this is a
 * plain shuffle. Unlike rejection it cannot fail to come to an end, and unlike filling by hand it
 * prefers no deal.
 *
 * Weights are sums of products of 1/k!: doubles, in an order that never changes. Memory: 33 KB of
 * stack while a deal is drawn, cleared only when there are groups to weigh.
 */
#include "games/common/trick.h"

#include <assert.h>
#include <string.h>

#define GROUPS	  32 /* sets of seats */
#define WAYS_BITS 11
#define WAYS	  (1 << WAYS_BITS)

/* needs: cards that each seat still gets, eight bits a seat. */
struct ways_entry {
	uint64_t key; /* needs and level + 1; 0: empty */
	double weight;
};

struct fill {
	int seats, groups;
	uint64_t cards[GROUPS]; /* by ascending freedom */
	uint8_t seats_of[GROUPS];
	struct ways_entry ways[WAYS];
};

static const double inverse_factorial[18] = {
	1.0,
	1.0,
	1.0 / 2,
	1.0 / 6,
	1.0 / 24,
	1.0 / 120,
	1.0 / 720,
	1.0 / 5040,
	1.0 / 40320,
	1.0 / 362880,
	1.0 / 3628800,
	1.0 / 39916800,
	1.0 / 479001600,
	1.0 / 6227020800,
	1.0 / 87178291200,
	1.0 / 1307674368000,
	1.0 / 20922789888000,
	1.0 / 355687428096000,
};

static int
trick_need(uint64_t needs, int seat)
{
	return (int)(needs >> 8 * seat & 255);
}

static double ways(struct fill *f, int level, uint64_t needs);

/* Weight of giving `left` cards of the group at `level` to seats `seat` and up, and of all
 * groups behind it. */
static double
trick_spread(struct fill *f, int level, int seat, int left, uint64_t needs)
{
	if (left == 0)
		return ways(f, level + 1, needs);
	if (seat == f->seats)
		return 0;
	if ((f->seats_of[level] >> seat & 1) == 0)
		return trick_spread(f, level, seat + 1, left, needs);
	double sum = 0;
	int most = trick_need(needs, seat) < left ? trick_need(needs, seat) : left;
	for (int x = 0; x <= most; x++)
		sum += inverse_factorial[x] *
		       trick_spread(f, level, seat + 1, left - x,
				    needs - ((uint64_t)x << 8 * seat));
	return sum;
}

/* The last group goes where cards are needed, or nowhere. */
static double
close_sum(const struct fill *f, uint64_t needs)
{
	double weight = 1;
	for (int j = 0; j < f->seats; j++) {
		int n = trick_need(needs, j);
		if (n > 0 && (f->seats_of[f->groups - 1] >> j & 1) == 0)
			return 0;
		weight *= inverse_factorial[n];
	}
	return weight;
}

static double
ways(struct fill *f, int level, uint64_t needs)
{
	if (level >= f->groups)
		return 1;
	if (level == f->groups - 1)
		return close_sum(f, needs);
	uint64_t key = needs | (uint64_t)(level + 1) << 48;
	struct ways_entry *e = &f->ways[rng_mix(key) >> (64 - WAYS_BITS)];
	if (e->key == key)
		return e->weight;
	double weight = trick_spread(f, level, 0, cards_count(f->cards[level]), needs);
	*e = (struct ways_entry){ key, weight };
	return weight;
}

/* In each suit every card must beat the highest unseen one, as long as there is one: each lead takes at
 * least the lowest from whoever may have them all. */
bool
trick_claims(const struct trick_view *v, int seat, int trumps)
{
	const uint64_t own = v->hand[seat], unseen = v->deck & ~v->played & ~own;
	if (v->phase != TRICK_PLAY || v->turn != seat || v->trick_count != 0 ||
	    v->last_count == 0 || cards_count(own) < 2)
		return false;
	if (trumps >= 0 && (unseen & SUIT_MASK(trumps)) != 0 &&
	    (own & ~SUIT_MASK(trumps)) != 0)
		return false;
	for (int suit = 0; suit < SUITS; suit++) {
		uint64_t cards = own & SUIT_MASK(suit), others = unseen & SUIT_MASK(suit);
		for (; cards != 0 && others != 0; cards_pop(&others)) {
			if (cards_highest(cards) < cards_highest(others))
				return false;
			cards &= ~CARD_BIT(cards_highest(cards));
		}
	}
	return true;
}

int
trick_cards(const struct trick_view *v, int seat)
{
	if (!v->dealt)
		return 0;
	int tricks = (cards_count(v->played) - v->trick_count) / v->seats;
	int place = seat - v->leader;
	if (place < 0)
		place += v->seats;
	return v->cards - tricks - (place < v->trick_count);
}

/* Puts the hidden cards into groups, those with the fewest seats first. */
static void
group_cards(const struct trick_view *v, uint64_t hidden, uint64_t needs, struct fill *f)
{
	f->seats = v->seats;
	f->groups = 0;
	for (int freedom = 0; freedom <= v->seats; freedom++)
		for (unsigned set = 0; set < 1U << v->seats; set++) {
			if (__builtin_popcount(set) != freedom)
				continue;
			uint64_t cards = hidden;
			for (int j = 0; j < v->seats; j++) {
				bool may = (set >> j & 1) != 0;
				uint64_t barred = trick_need(needs, j) == 0
							  ? ~UINT64_C(0)
							  : v->cannot[j];
				cards &= may ? ~barred : barred;
			}
			if (cards == 0)
				continue;
			f->cards[f->groups] = cards;
			f->seats_of[f->groups++] = (uint8_t)set;
		}
	if (f->groups > 1)
		memset(f->ways, 0, sizeof f->ways);
}

uint64_t
trick_hidden(const struct trick_view *v)
{
	uint64_t hidden = v->deck & ~v->played;
	for (int i = 0; i < v->seats; i++)
		hidden &= ~v->hand[i];
	return hidden;
}

static uint64_t
hidden_needs(const struct trick_view *v)
{
	uint64_t needs = 0;
	for (int i = 0; i < v->seats; i++) {
		int n = trick_cards(v, i) - cards_count(v->hand[i]);
		needs |= (uint64_t)(n > 0 ? n : 0) << 8 * i;
	}
	return needs;
}

/* How many of the `left` cards of a group seat `seat` gets: drawn by weight. */
static int
draw_share(struct fill *f, int level, int seat, int left, uint64_t needs, struct rng *rng)
{
	int most = trick_need(needs, seat) < left ? trick_need(needs, seat) : left;
	double weight[18], sum = 0;
	for (int x = 0; x <= most; x++) {
		weight[x] = inverse_factorial[x] *
			    trick_spread(f, level, seat + 1, left - x,
					 needs - ((uint64_t)x << 8 * seat));
		sum += weight[x];
	}
	return rng_draw(rng, weight, most + 1, sum);
}

static uint64_t
deal_group(struct fill *f, int level, uint64_t needs, uint64_t *hand, struct rng *rng)
{
	uint8_t pack[CARDS];
	int left = 0;
	for (uint64_t cards = f->cards[level]; cards != 0;)
		pack[left++] = (uint8_t)cards_pop(&cards);
	cards_shuffle(pack, left, rng);
	for (int j = 0; j < f->seats && left > 0; j++) {
		if ((f->seats_of[level] >> j & 1) == 0)
			continue;
		int share = level == f->groups - 1
				    ? trick_need(needs, j)
				    : draw_share(f, level, j, left, needs, rng);
		needs -= (uint64_t)share << 8 * j;
		while (share-- > 0 && left > 0)
			hand[j] |= CARD_BIT(pack[--left]);
	}
	return needs;
}

void
trick_fill(const struct trick_view *v, uint64_t *hand, struct rng *rng)
{
	uint64_t hidden = trick_hidden(v);
	if (hidden == 0)
		return;
	struct fill f;
	uint64_t needs = hidden_needs(v);
	group_cards(v, hidden, needs, &f);
	for (int level = 0; level < f.groups; level++)
		needs = deal_group(&f, level, needs, hand, rng);
	assert(needs == 0);
}

bool
trick_take_back(const struct played_move *made, int n, uint64_t played, uint64_t *hand)
{
	for (int i = 0; i < n; i++) {
		if (made[i].seat < 0 || made[i].m >= CARDS ||
		    (played & CARD_BIT(made[i].m)) == 0)
			return false;
		hand[made[i].seat] |= CARD_BIT(made[i].m);
		played ^= CARD_BIT(made[i].m);
	}
	return played == 0;
}

bool
trick_can_fill(const struct trick_view *v)
{
	uint64_t hidden = trick_hidden(v);
	uint64_t needs = hidden_needs(v);
	/* Hall's condition: cards that fit only into a set of seats have room there. */
	for (unsigned set = 0; set < 1U << v->seats; set++) {
		uint64_t only_there = hidden;
		int room = 0;
		for (int j = 0; j < v->seats; j++) {
			if ((set >> j & 1) != 0)
				room += trick_need(needs, j);
			else
				only_there &= v->cannot[j];
		}
		if (cards_count(only_there) > room)
			return false;
	}
	return true;
}

uint64_t
trick_possible(const struct trick_view *v, int seat)
{
	return v->hand[seat] | (trick_hidden(v) & ~v->cannot[seat]);
}

void
trick_deal(uint64_t deck, int seats, int cards, uint32_t number, uint64_t *hand)
{
	uint8_t pack[CARDS] = { 0 };
	int n = 0;
	while (deck != 0)
		pack[n++] = (uint8_t)cards_pop(&deck);
	struct rng rng;
	rng_seed(&rng, number);
	assert(seats * cards <= n);
	cards_shuffle(pack, n, &rng);
	for (int i = 0, at = 0; i < seats; i++) {
		hand[i] = 0;
		for (int k = 0; k < cards; k++)
			hand[i] |= CARD_BIT(pack[at++]);
	}
}

move
trick_chance_sample(const struct game *g, const struct state *s, struct rng *rng)
{
	(void)g, (void)s;
	return (move)rng_below(rng, MOVE_NONE);
}

int
trick_keep(move *m, int n, uint64_t set)
{
	int kept = 0;
	for (int i = 0; i < n; i++)
		if ((set >> m[i] & 1) != 0)
			m[kept++] = m[i];
	return kept;
}

/* --- seats --- */

const char trick_letters[TRICK_SEATS + 1][TRICK_SEATS + 1] = {
	[3] = "SWE",
	[4] = "SWNE",
	[5] = "SWLRE",
};

char
trick_seat_letter(const struct game *g, int seat)
{
	return trick_letters[g->seats][seat];
}

const char *
trick_seat_name(const struct game *g, int seat)
{
	static const char *const names[] = { "S", "W", "N", "E", "L", "R" };
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		if (names[i][0] == trick_letters[g->seats][seat])
			return names[i];
	return "?";
}

const char *
trick_seat_word(const struct game *g, int seat)
{
	switch (trick_letters[g->seats][seat]) {
	case 'S': return "South";
	case 'W': return "West";
	case 'N': return "North";
	case 'E': return "East";
	case 'L': return "Far left";
	default: return "Far right";
	}
}
