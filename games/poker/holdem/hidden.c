/*
 * hidden.c - deals of hold'em, and the cards that a seat does not know.
 *
 * flops=N, a smaller game that keeps its deck: the 1,755 flops that differ in more than names of
 * suits, in the order of their card codes (rank * 4 + suit, the least of all names), each with so
 * many of the 22,100 as it stands for; number i of N is the one at place (i + 1/2) / N of these.
 * The flop is drawn before the hands, which come from the other 49 cards; here a hand is dealt with
 * a flop that is then forgotten and drawn again from those that leave the hands alone: the chance
 * of each pair of hands with each flop is the same.
 */
#include "games/poker/holdem/rules.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define TRIPLES	  22100
#define FLOP	  3
#define SUITINGS  24
#define TRIES_MAX 2000

/* ---- flops ----------------------------------------------------------------------------- */

static uint8_t suiting[SUITINGS][SUITS]; /* all orders of four suits */
static uint16_t flop_code[HOLDEM_FLOPS][FLOP];
static int flop_from[HOLDEM_FLOPS + 1]; /* of the 22,100, where a flop's begin */

static void
swap_sorted(uint32_t *a, uint32_t *b)
{
	if (*a > *b) {
		const uint32_t swap = *a;
		*a = *b;
		*b = swap;
	}
}

/* Three card codes as one number, the least over the names of suits. */
static uint32_t
least_name(const uint32_t code[FLOP])
{
	uint32_t least = UINT32_MAX;
	for (int p = 0; p < SUITINGS; p++) {
		uint32_t c[FLOP];
		for (int i = 0; i < FLOP; i++)
			c[i] = code[i] / SUITS * SUITS + suiting[p][code[i] % SUITS];
		swap_sorted(&c[0], &c[1]);
		swap_sorted(&c[1], &c[2]);
		swap_sorted(&c[0], &c[1]);
		const uint32_t name = c[0] << 12 | c[1] << 6 | c[2];
		least = name < least ? name : least;
	}
	return least;
}

static int
holdem_hidden_by_name(const void *a, const void *b)
{
	const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
	return x < y ? -1 : x > y;
}

static void
list_suitings(void)
{
	int n = 0;
	for (int code = 0; code < 256; code++) {
		unsigned seen = 0;
		for (int i = 0; i < SUITS; i++)
			seen |= 1u << (code >> 2 * i & 3);
		if (seen != 15)
			continue;
		for (int i = 0; i < SUITS; i++)
			suiting[n][i] = (uint8_t)(code >> 2 * i & 3);
		n++;
	}
}

static void
holdem_hidden_list_flops(void)
{
	static uint32_t name[TRIPLES];
	int n = 0, flops = 0;
	list_suitings();
	for (uint32_t a = 0; a < CARDS; a++)
		for (uint32_t b = 0; b < a; b++)
			for (uint32_t c = 0; c < b; c++)
				name[n++] = least_name((uint32_t[]){ c, b, a });
	qsort(name, TRIPLES, sizeof *name, holdem_hidden_by_name);
	for (int i = 0; i < TRIPLES; i++) {
		if (i > 0 && name[i] == name[i - 1])
			continue;
		for (int k = 0; k < FLOP; k++)
			flop_code[flops][k] = (uint16_t)(name[i] >> 6 * (2 - k) & 63);
		flop_from[flops++] = i;
	}
	flop_from[flops] = TRIPLES;
}

/* The flop at a place of the 22,100. */
static int
flop_at(int place)
{
	int low = 0, high = HOLDEM_FLOPS - 1;
	while (low < high) {
		const int middle = (low + high + 1) / 2;
		if (flop_from[middle] <= place)
			low = middle;
		else
			high = middle - 1;
	}
	return low;
}

static void
make_flops(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	pthread_once(&once, holdem_hidden_list_flops);
}

/* Of a reduced game's flop number i. */
static int
flop_place(const struct holdem_variant *r, int i)
{
	return (2 * i + 1) * TRIPLES / (2 * r->flops);
}

/* A flop with names of suits. */
static uint64_t
name_flop(int at, const uint8_t *names)
{
	uint64_t set = 0;
	for (int c = 0; c < FLOP; c++)
		set |= CARD_BIT(
			CARD(flop_code[at][c] / SUITS, names[flop_code[at][c] % SUITS]));
	return set;
}

/* One of the variant's flops with any names of suits, that shares no card with `gone`. */
uint64_t
holdem_draw_flop(const struct holdem_variant *r, uint64_t gone, struct rng *rng)
{
	make_flops();
	for (int k = 0; k < TRIES_MAX; k++) {
		const int at = flop_at(flop_place(r, (int)rng_below(rng, r->flops)));
		const uint64_t set = name_flop(at, suiting[rng_below(rng, SUITINGS)]);
		if ((set & gone) == 0)
			return set;
	}
	return 0; /* hands that such a game does not deal: any flop */
}

static int
find_flop(uint32_t name)
{
	int low = 0, high = HOLDEM_FLOPS - 1;
	while (low < high) {
		const int middle = (low + high) / 2;
		const uint32_t it = (uint32_t)flop_code[middle][0] << 12 |
				    (uint32_t)flop_code[middle][1] << 6 |
				    flop_code[middle][2];
		if (it < name)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

bool
holdem_flop_dealt(const struct holdem_variant *r, uint64_t flop)
{
	if (r->flops == 0)
		return true;
	uint32_t code[FLOP];
	make_flops();
	for (int k = 0; k < FLOP; k++) {
		const int card = cards_pop(&flop);
		code[k] = (uint32_t)(card_rank(card) * SUITS + card_suit(card));
	}
	const int found = find_flop(least_name(code));
	for (int i = 0; i < r->flops; i++)
		if (flop_at(flop_place(r, i)) == found)
			return true;
	return false;
}

int
holdem_list_flops(const struct holdem_variant *r, uint64_t *set, double *chance)
{
	int n = 0, last = -1;
	make_flops();
	const int flops = r->flops > 0 ? r->flops : HOLDEM_FLOPS;
	for (int i = 0; i < flops; i++) {
		const int at = r->flops > 0 ? flop_at(flop_place(r, i)) : i;
		const double part =
			r->flops > 0
				? 1.0 / r->flops
				: (double)(flop_from[i + 1] - flop_from[i]) / TRIPLES;
		if (at == last) {
			chance[n - 1] += part;
			continue;
		}
		set[n] = 0;
		for (int c = 0; c < FLOP; c++)
			set[n] |= CARD_BIT(
				CARD(flop_code[at][c] / SUITS, flop_code[at][c] % SUITS));
		chance[n++] = part;
		last = at;
	}
	return n;
}

/* Its flops come alike, and so do all names of suits that leave the hands alone. */
double
holdem_share(const struct holdem_variant *r, uint64_t hand, uint64_t other,
	     uint64_t board)
{
	const int cards = holdem_board_cards(r), flops = board == 0 ? r->flops : 0;
	int64_t count[3], all[3] = { 0 };
	if (flops == 0) {
		poker_runouts(hand, other, board, cards, count);
		return poker_share(count);
	}
	make_flops();
	for (int i = 0; i < flops * SUITINGS; i++) {
		const uint64_t flop = name_flop(flop_at(flop_place(r, i / SUITINGS)),
						suiting[i % SUITINGS]);
		if ((flop & (hand | other)) != 0)
			continue;
		poker_runouts(hand, other, flop, cards, count);
		for (int k = 0; k < 3; k++)
			all[k] += count[k];
	}
	return poker_share(all);
}

/* ---- deals ----------------------------------------------------------------------------- */

static uint64_t
holdem_hidden_known_cards(const struct holdem *h)
{
	return holdem_board_set(h) | holdem_hand_set(h, 0) | holdem_hand_set(h, 1);
}

/* A random card that is not in *gone, which it joins. */
static uint8_t
holdem_hidden_draw(uint64_t *gone, struct rng *r)
{
	const int card = cards_random(CARDS_ALL & ~*gone, rng_next(r) >> 32);
	*gone |= CARD_BIT(card);
	return (uint8_t)card;
}

/* The higher rank first. */
static void
holdem_hidden_put_hand(int a, int b, uint8_t card[HOLDEM_CARDS])
{
	const bool in_order = card_rank(a) >= card_rank(b);
	card[0] = (uint8_t)(in_order ? a : b);
	card[1] = (uint8_t)(in_order ? b : a);
}

static void
holdem_hidden_draw_hand(uint64_t *gone, struct rng *r, uint8_t card[HOLDEM_CARDS])
{
	const int a = holdem_hidden_draw(gone, r), b = holdem_hidden_draw(gone, r);
	holdem_hidden_put_hand(a, b, card);
}

static move
sample_hands(const struct holdem_variant *r, struct rng *rng)
{
	uint8_t card[HOLDEM_SEATS * HOLDEM_CARDS];
	uint64_t gone = r->flops > 0 ? holdem_draw_flop(r, 0, rng) : 0;
	for (int i = 0; i < HOLDEM_SEATS; i++)
		holdem_hidden_draw_hand(&gone, rng, card + i * HOLDEM_CARDS);
	return holdem_cards_move(card, HOLDEM_SEATS * HOLDEM_CARDS);
}

static move
sample_board(const struct holdem_variant *r, const struct holdem *h, struct rng *rng)
{
	uint8_t card[POKER_BOARD];
	const int due = holdem_due(h);
	uint64_t gone = holdem_hidden_known_cards(h);
	uint64_t flop = due == FLOP && r->flops > 0 ? holdem_draw_flop(r, gone, rng) : 0;
	for (int i = 0; i < due; i++)
		card[i] = (uint8_t)(flop != 0 ? cards_pop(&flop)
					      : holdem_hidden_draw(&gone, rng));
	return holdem_cards_move(card, due);
}

static move
holdem_hidden_chance_sample(const struct game *g, const struct state *s, struct rng *rng)
{
	const struct holdem *h = holdem_of(s);
	return h->phase == HOLDEM_DEAL ? sample_hands(holdem_variant(g), rng)
				       : sample_board(holdem_variant(g), h, rng);
}

/* Hands and flops are too many; turn and river are listed. */
static int
holdem_hidden_chance_list(const struct game *g, const struct state *s, move *out,
			  double *prob)
{
	const struct holdem *h = holdem_of(s);
	if (h->phase == HOLDEM_DEAL || holdem_due(h) > 1)
		return 0;
	uint64_t free = CARDS_ALL & ~holdem_hidden_known_cards(h);
	const int n = cards_count(free);
	for (int i = 0; i < n; i++) {
		out[i] = (move)cards_pop(&free);
		prob[i] = 1.0 / n;
	}
	return n;
}

/* Different cards that are not out. */
static bool
chance_legal(const struct game *g, const struct state *s, move m)
{
	const struct holdem *h = holdem_of(s);
	const int due = holdem_due(h);
	uint64_t gone = h->phase == HOLDEM_DEAL ? 0 : holdem_hidden_known_cards(h);
	for (int i = 0; i < due; i++) {
		const int card = (int)(m >> 6 * i & 63);
		if (card >= CARDS || (gone & CARD_BIT(card)) != 0)
			return false;
		gone |= CARD_BIT(card);
	}
	return m >> 6 * due == 0;
}

/* ---- hidden cards ---------------------------------------------------------------------- */

/* The seat that has to show its hand first: the last to bet or raise in the last round, or, where
 * all have checked, the first to act there. */
static int
shows_first(const struct holdem *h)
{
	const int from = h->before[h->round], button = holdem_button(h);
	const int first = h->round == 0 ? button : 1 - button;
	int i = h->moves - 1;
	while (i > from && h->line[i] < HOLDEM_RAISE)
		i--;
	return (i - from) % 2 == 0 ? first : 1 - first;
}

bool
holdem_mucks(const struct holdem_variant *r, const struct holdem *h, int seat)
{
	if (h->folded)
		return r->muck != HOLDEM_MUCK_NONE;
	if (r->muck != HOLDEM_MUCK_LOST || holdem_all_in(h, 0) || holdem_all_in(h, 1))
		return false;
	const bool lost = seat == 0 ? h->last < 0 : h->last > 0;
	return lost && seat != shows_first(h);
}

/* Whether the cards of a seat are for its own eyes. */
static bool
holdem_hidden_is_private(const struct holdem_variant *r, const struct holdem *h, int seat)
{
	if (h->phase == HOLDEM_OVER || h->card[seat][0] == HOLDEM_NONE)
		return false;
	return holdem_hand_over(h) ? holdem_mucks(r, h, seat) : !holdem_shown(h);
}

static void
holdem_hidden_redact(const struct game *g, struct state *s, int viewer)
{
	struct holdem *h = holdem_in(s);
	for (int i = 0; i < HOLDEM_SEATS && viewer != SEAT_ALL; i++)
		if (i != viewer && holdem_hidden_is_private(holdem_variant(g), h, i))
			memset(h->card[i], HOLDEM_HIDDEN, HOLDEM_CARDS);
}

/* Draws one of the hands that lose to the other seat's, each as likely. */
static void
draw_loser(struct holdem *h, int seat, struct rng *r)
{
	const uint64_t gone = holdem_hidden_known_cards(h), board = holdem_board_set(h);
	const int other = poker_strength(poker_set(board | holdem_hand_set(h, 1 - seat)));
	uint32_t n = 0;
	for (int a = CARDS - 1; a > 0; a--)
		for (int b = a - 1; b >= 0; b--) {
			const uint64_t hand = CARD_BIT(a) | CARD_BIT(b);
			if ((hand & gone) == 0 &&
			    poker_strength(poker_set(board | hand)) < other &&
			    rng_below(r, ++n) == 0)
				holdem_hidden_put_hand(a, b, h->card[seat]);
		}
}

static void
holdem_hidden_determinize(const struct game *g, struct state *s, int viewer,
			  struct rng *rng)
{
	const struct holdem_variant *r = holdem_variant(g);
	struct holdem *h = holdem_in(s);
	for (int i = 0; i < HOLDEM_SEATS; i++) {
		if (h->card[i][0] != HOLDEM_HIDDEN)
			continue;
		if (holdem_hand_over(h) && !h->folded && holdem_knows(h, 1 - i)) {
			draw_loser(h, i, rng); /* a mucked hand */
			continue;
		}
		uint64_t gone = holdem_hidden_known_cards(h);
		if (r->flops > 0 && h->board[0] == HOLDEM_NONE)
			gone |= holdem_draw_flop(r, gone, rng);
		holdem_hidden_draw_hand(&gone, rng, h->card[i]);
	}
}

static void
holdem_hidden_things(const struct game *g, struct things *out)
{
	*out = (struct things){ .called = "card", .count = CARDS };
	for (int card = 0; card < CARDS; card++)
		poker_card_text(card, out->name[card]);
}

static uint64_t
holdem_hidden_held(const struct game *g, const struct state *s, int seat)
{
	const struct holdem *h = holdem_of(s);
	return holdem_hidden_is_private(holdem_variant(g), h, seat)
		       ? holdem_hand_set(h, seat)
		       : 0;
}

const struct game_chance holdem_chance = {
	.sample = holdem_hidden_chance_sample,
	.list = holdem_hidden_chance_list,
	.legal = chance_legal,
};

const struct game_hidden holdem_hidden = {
	.redact = holdem_hidden_redact,
	.determinize = holdem_hidden_determinize,
	.things = holdem_hidden_things,
	.held = holdem_hidden_held,
};
