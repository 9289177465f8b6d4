/*
 * trick.c - what games of tricks share: full deals that fit, texts, pieces of a scene.
 *
 * Full deals are drawn EVENLY from all that fit. Hidden cards fall into groups by the set of
 * seats that may hold them (a suit in which one seat is void is such a group). The number of
 * deals in which seat j gets x[g][j] cards of group g is a product of multinomials, so the
 * split of each group is drawn from exact weights, group by group and seat by seat; within a
 * group the cards are shuffled. ways() is the weight of all that follows, with a table of
 * what was computed before; the last group has no choice left and closes the sum. Without
 * voids there is one group, and this is a plain shuffle. Unlike rejection it cannot fail
 * to come to an end, and unlike filling by hand it prefers no deal.
 *
 * Weights are sums of products of 1/k!: doubles, in an order that never changes.
 * Memory: 33 KB of stack while a deal is drawn, cleared only when there are groups to weigh.
 */
#include "games/common/trick.h"

#include <assert.h>
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
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
need(uint64_t needs, int seat)
{
	return (int)(needs >> 8 * seat & 255);
}

static double ways(struct fill *f, int level, uint64_t needs);

/* Weight of giving `left` cards of the group at `level` to seats `seat` and up, and of all
 * groups behind it. */
static double
spread(struct fill *f, int level, int seat, int left, uint64_t needs)
{
	if (left == 0)
		return ways(f, level + 1, needs);
	if (seat == f->seats)
		return 0;
	if ((f->seats_of[level] >> seat & 1) == 0)
		return spread(f, level, seat + 1, left, needs);
	double sum = 0;
	int most = need(needs, seat) < left ? need(needs, seat) : left;
	for (int x = 0; x <= most; x++)
		sum += inverse_factorial[x] * spread(f, level, seat + 1, left - x,
						     needs - ((uint64_t)x << 8 * seat));
	return sum;
}

/* The last group goes where cards are needed, or nowhere. */
static double
close_sum(const struct fill *f, uint64_t needs)
{
	double weight = 1;
	for (int j = 0; j < f->seats; j++) {
		int n = need(needs, j);
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
	double weight = spread(f, level, 0, cards_count(f->cards[level]), needs);
	*e = (struct ways_entry){ key, weight };
	return weight;
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
				uint64_t barred =
					need(needs, j) == 0 ? ~UINT64_C(0) : v->cannot[j];
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

static uint64_t
hidden_cards(const struct trick_view *v)
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
	int most = need(needs, seat) < left ? need(needs, seat) : left;
	double weight[18], sum = 0;
	for (int x = 0; x <= most; x++) {
		weight[x] =
			inverse_factorial[x] * spread(f, level, seat + 1, left - x,
						      needs - ((uint64_t)x << 8 * seat));
		sum += weight[x];
	}
	double at = rng_unit(rng) * sum;
	int share = -1;
	for (int x = 0; x <= most && at >= 0; x++)
		if (weight[x] > 0) {
			share = x;
			at -= weight[x];
		}
	return share < 0 ? 0 : share;
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
				    ? need(needs, j)
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
	uint64_t hidden = hidden_cards(v);
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
trick_can_fill(const struct trick_view *v)
{
	uint64_t hidden = hidden_cards(v);
	uint64_t needs = hidden_needs(v);
	/* Hall's condition: cards that fit only into a set of seats have room there. */
	for (unsigned set = 0; set < 1U << v->seats; set++) {
		uint64_t only_there = hidden;
		int room = 0;
		for (int j = 0; j < v->seats; j++) {
			if ((set >> j & 1) != 0)
				room += need(needs, j);
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
	return v->hand[seat] | (hidden_cards(v) & ~v->cannot[seat]);
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

/* --- seats and lines --- */

const char trick_letters[TRICK_SEATS + 1][TRICK_SEATS + 1] = {
	[3] = "SWE",
	[4] = "SWNE",
	[5] = "SWLRE",
};

struct line
line_start(char *out, int size)
{
	assert(size > 0);
	out[0] = '\0';
	return (struct line){ out, (size_t)size };
}

void
line_add(struct line *l, const char *format, ...)
{
	va_list ap;
	va_start(ap, format);
	int n = vsnprintf(l->at, l->left, format, ap);
	va_end(ap);
	size_t used = n < 0 ? 0 : (size_t)n < l->left ? (size_t)n : l->left - 1;
	l->at += used;
	l->left -= used;
}

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

void
line_cards(struct line *l, uint64_t set, const char *between)
{
	for (bool first = true; set != 0; first = false) {
		char text[CARD_TEXT];
		card_format(cards_pop(&set), text);
		line_add(l, "%s%s", first ? "" : between, text);
	}
}

void
line_set(struct line *l, const char *key, uint64_t set, uint64_t deck)
{
	char text[CARDS_TEXT];
	cards_format(set, deck, text);
	line_add(l, " %s=%s", key, text);
}

void
line_trick(struct line *l, int seats, const char *key, int leader, const uint8_t *card,
	   int count)
{
	if (count == 0)
		return;
	line_add(l, " %s=%c:", key, trick_letters[seats][leader]);
	for (int i = 0; i < count; i++) {
		char text[CARD_TEXT];
		card_format(card[i], text);
		line_add(l, "%s%s", i == 0 ? "" : ",", text);
	}
}

void
line_numbers(struct line *l, const char *key, const int *n, int count)
{
	line_add(l, " %s=", key);
	for (int i = 0; i < count; i++)
		line_add(l, "%s%d", i == 0 ? "" : ",", n[i]);
}

const char *
trick_skip(const char *t)
{
	while (*t != '\0' && strchr(" \t,+-;", *t) != NULL)
		t++;
	return t;
}

/* Cards with anything between them; false at the first word that is none. */
bool
trick_parse_cards(const char *text, uint64_t *set, int *count)
{
	*set = 0;
	*count = 0;
	for (const char *t = trick_skip(text); *t != '\0'; t = trick_skip(t)) {
		int card = card_parse(&t);
		if (card < 0)
			return false;
		*set |= CARD_BIT(card);
		++*count;
	}
	return true;
}

bool
trick_parse_deal(const char *text, move *out, struct status *st)
{
	const char *digits = strncmp(text, "deal", 4) == 0 ? trick_skip(text + 4) : text;
	char *end;
	unsigned long long n = strtoull(digits, &end, 10);
	if (!isdigit((unsigned char)digits[0]) || *trick_skip(end) != '\0' ||
	    n >= MOVE_NONE)
		return status_fail(st, "'%.40s': expected a deal, as in deal 12345",
				   text);
	*out = (move)n;
	return true;
}

/* --- reading positions --- */

int
trick_seat_of(const struct trick_reading *p, char letter)
{
	const char *letters = trick_letters[p->seats];
	const char *at = letter == '\0' ? NULL : strchr(letters, letter);
	return at == NULL ? SEAT_NONE : (int)(at - letters);
}

bool
trick_read_number(const char *text, long min, long max, long *out, const char **end)
{
	char *stop;
	*out = strtol(text, &stop, 10);
	*end = stop;
	return stop != text && !isspace((unsigned char)*text) && *out >= min &&
	       *out <= max;
}

bool
trick_read_list(struct trick_reading *p, const char *key, const char *text, long min,
		long max, long *out)
{
	for (int i = 0; i < p->seats; i++) {
		bool last = i == p->seats - 1;
		if (!trick_read_number(text, min, max, &out[i], &text) ||
		    *text != (last ? '\0' : ','))
			return status_fail(
				p->st,
				"%s: expected %d numbers from %ld to %ld with commas",
				key, p->seats, min, max);
		text++;
	}
	return true;
}

bool
trick_read_seat(struct trick_reading *p, const char *key, const char *text, int *seat)
{
	*seat = text[0] != '\0' && text[1] == '\0' ? trick_seat_of(p, text[0])
						   : SEAT_NONE;
	if (*seat == SEAT_NONE)
		return status_fail(p->st, "%s=%.40s: expected a seat, one of %s", key,
				   text, trick_letters[p->seats]);
	return true;
}

bool
trick_read_set(struct trick_reading *p, const char *what, const char *text, uint64_t *set)
{
	if (!cards_parse(text, p->deck, set))
		return status_fail(
			p->st,
			"%s=%.60s: expected cards by suit, spades first, as in "
			"AQ3.K..T92, or -",
			what, text);
	if ((*set & ~p->deck) != 0) {
		char card[CARD_TEXT];
		card_format(cards_lowest(*set & ~p->deck), card);
		return status_fail(p->st, "%s: %s is not in the pack with %d seats", what,
				   card, p->seats);
	}
	return true;
}

bool
trick_read_table(struct trick_reading *p, const char *key, const char *text, int most,
		 int *leader, uint8_t *card, uint8_t *count)
{
	uint64_t seen = 0;
	*leader = trick_seat_of(p, text[0]);
	bool good = *leader != SEAT_NONE && text[1] == ':';
	*count = 0;
	for (const char *t = good ? text + 2 : text; good;) {
		int c = card_parse(&t);
		good = c >= 0 && *count < most && (p->deck >> c & 1) != 0 &&
		       (seen >> c & 1) == 0;
		if (!good)
			break;
		seen |= CARD_BIT(c);
		card[(*count)++] = (uint8_t)c;
		if (*t == '\0')
			return true;
		good = *t++ == ',';
	}
	return status_fail(
		p->st, "%s=%.40s: expected a seat and at most %d cards, as in W:QC,KC",
		key, text, most);
}

bool
trick_impossible(struct trick_reading *p, const char *why, int card)
{
	char text[CARD_TEXT];
	card_format(card, text);
	return status_fail(p->st, "impossible deal: %s %s", text, why);
}

/* The key of a token: its place in the table and the seat; -1: none fits. */
static int
find_key(const struct trick_reading *p, const struct trick_key *keys, const char *token,
	 int *seat)
{
	for (int i = 0; keys[i].key != NULL; i++) {
		size_t n = strlen(keys[i].key);
		if (strncmp(token, keys[i].key, n) != 0)
			continue;
		*seat = 0;
		if (!keys[i].per_seat && token[n] == '\0')
			return i;
		if (!keys[i].per_seat || token[n] == '\0' || token[n + 1] != '\0')
			continue;
		*seat = trick_seat_of(p, token[n]);
		if (*seat != SEAT_NONE)
			return i;
	}
	return -1;
}

static bool
read_token(void *reading, const struct trick_key *keys, const char *expected, char *token,
	   uint64_t *seen)
{
	const struct trick_reading *p = reading;
	char *equals = strchr(token, '=');
	if (equals == NULL)
		return status_fail(p->st, "'%.40s': expected key=value", token);
	*equals = '\0';
	int seat, k = find_key(p, keys, token, &seat);
	if (k < 0)
		return status_fail(p->st, "'%.40s': unknown key, expected %s (%s)", token,
				   expected, trick_letters[p->seats]);
	int bit = seat;
	for (int i = 0; i < k; i++)
		bit += keys[i].per_seat ? p->seats : 1;
	assert(bit < 64);
	if ((*seen >> bit & 1) != 0)
		return status_fail(p->st, "%.40s= is given twice", token);
	*seen |= UINT64_C(1) << bit;
	return keys[k].read(reading, seat, equals + 1);
}

bool
trick_read_tokens(void *reading, const struct trick_key *keys, const char *expected,
		  const char *text)
{
	const struct trick_reading *p = reading;
	uint64_t seen = 0;
	while (*(text += strspn(text, " \t\r\n")) != '\0') {
		char token[128];
		size_t n = strcspn(text, " \t\r\n");
		if (n >= sizeof token)
			return status_fail(p->st, "'%.20s...': a word of %zu letters",
					   text, n);
		memcpy(token, text, n);
		token[n] = '\0';
		if (!read_token(reading, keys, expected, token, &seen))
			return false;
		text += n;
	}
	if (seen == 0)
		return status_fail(
			p->st,
			"an empty position: expected key=value, as in S=AQ3.K..T92");
	return true;
}

bool
trick_check_places(struct trick_reading *p, const struct trick_view *v)
{
	uint64_t held = 0, table = 0;
	for (int i = 0; i < v->seats; i++) {
		if ((held & v->hand[i]) != 0)
			return trick_impossible(p, "is in two hands",
						cards_lowest(held & v->hand[i]));
		if ((v->hand[i] & v->cannot[i]) != 0)
			return trick_impossible(p, "is in a hand that cannot hold it",
						cards_lowest(v->hand[i] & v->cannot[i]));
		held |= v->hand[i];
	}
	for (int i = 0; i < v->trick_count; i++)
		table |= CARD_BIT(v->trick[i]);
	if ((held & (v->played | table)) != 0)
		return trick_impossible(p, "is in a hand and played",
					cards_lowest(held & (v->played | table)));
	if ((table & ~v->played) != 0)
		return trick_impossible(p,
					"is on the table but not among the cards played",
					cards_lowest(table & ~v->played));
	return true;
}

bool
trick_check_counts(struct trick_reading *p, const struct trick_view *v)
{
	if (cards_count(v->played) % v->seats != v->trick_count)
		return status_fail(
			p->st,
			"impossible deal: %d cards played do not fit %d on the "
			"table",
			cards_count(v->played), v->trick_count);
	for (int i = 0; i < v->seats; i++) {
		int expected = trick_cards(v, i);
		int given = cards_count(v->hand[i]);
		if (given > expected)
			return status_fail(
				p->st, "impossible deal: %c has %d cards, expected %d",
				trick_letters[v->seats][i], given, expected);
	}
	if (!trick_can_fill(v))
		return status_fail(p->st,
				   "impossible deal: the hidden cards fit no hands");
	return true;
}

/* --- pieces of a scene --- */

/* By seats and by how far to the left of the viewer, who sits at the bottom. */
static const struct trick_place places[TRICK_SEATS + 1][TRICK_SEATS] = {
	[3] = { { 0, 12, 22, 9 }, { 0, 1, 15, 6 }, { 25, 1, 29, 6 } },
	[4] = { { 0, 12, 22, 9 }, { 0, 3, 14, 7 }, { 13, 0, 22, 5 }, { 25, 3, 30, 7 } },
	[5] = { { 0, 12, 22, 9 },
		{ 0, 3, 12, 8 },
		{ 0, 0, 16, 6 },
		{ 25, 0, 28, 6 },
		{ 25, 3, 32, 8 } },
};

const struct trick_place *
trick_place(int seats, int k)
{
	return &places[seats][k];
}

enum role
trick_card_role(int card)
{
	return card_suit(card) == DIAMONDS || card_suit(card) == HEARTS ? ROLE_SUIT_RED
									: ROLE_SUIT_BLACK;
}

struct scene_item *
trick_put_text(struct scene *out, int x, int y, enum role role, int seat,
	       const char *text)
{
	struct scene_item *item = scene_add(out, x, y, role, text, text);
	item->seat = (int8_t)seat;
	item->cell = -1;
	item->m = MOVE_NONE;
	return item;
}

/* "W:QC" or "QC", with a star when it wins so far. */
struct scene_item *
trick_put_card(struct scene *out, int x, int y, enum role role, int seat, int card,
	       const char *before, const char *behind)
{
	char symbol[6], plain[CARD_TEXT], text[SCENE_GLYPH], ascii[SCENE_GLYPH];
	card_format_symbol(card, symbol);
	card_format(card, plain);
	snprintf(text, sizeof text, "%s%s%s", before, symbol, behind);
	snprintf(ascii, sizeof ascii, "%s%s%s", before, plain, behind);
	struct scene_item *item = scene_add(out, x, y, role, text, ascii);
	item->seat = (int8_t)seat;
	item->cell = (int16_t)card;
	item->m = MOVE_NONE;
	return item;
}

void
trick_put_hand(const struct trick_view *v, int seat, int x, int y, struct scene *out)
{
	static const uint8_t order[SUITS] = { CLUBS, DIAMONDS, SPADES, HEARTS };
	int known = cards_count(v->hand[seat]);
	int hidden = trick_cards(v, seat) - known;
	int gap = known > 14 ? 0 : 1; /* so that it fits half the width */
	for (int k = 0; k < SUITS; k++) {
		uint64_t cards = v->hand[seat] & SUIT_MASK(order[k]);
		if (cards == 0)
			continue;
		char symbol[6], plain[CARD_TEXT], text[SCENE_GLYPH], ascii[SCENE_GLYPH];
		card_format_symbol(cards_lowest(cards), symbol);
		card_format(cards_lowest(cards), plain);
		int n = snprintf(text, sizeof text, "%s", symbol + 1);
		int a = snprintf(ascii, sizeof ascii, "%c", plain[1]);
		for (uint64_t left = cards; left != 0;) {
			int card = cards_highest(left);
			left ^= CARD_BIT(card);
			card_format(card, plain);
			text[n++] = ascii[a++] = plain[0];
		}
		text[n] = ascii[a] = '\0';
		struct scene_item *item =
			scene_add(out, x, y, trick_card_role(cards_lowest(cards)), text,
				  ascii);
		item->seat = (int8_t)seat;
		item->cell = -1;
		item->m = MOVE_NONE;
		x += a + gap;
	}
	char backs[SCENE_GLYPH];
	int n = 0;
	while (n < hidden && n < SCENE_GLYPH - 1)
		backs[n++] = '#';
	backs[n] = '\0';
	if (n > 0)
		trick_put_text(out, x, y, ROLE_CARD_BACK, seat, backs);
}

void
trick_put_own(const struct trick_view *v, int seat, int y, bool acts, uint64_t legal,
	      struct scene *out)
{
	int x = 0;
	for (uint64_t left = v->hand[seat]; left != 0; x += 3) {
		int card = cards_pop(&left);
		bool may = (legal >> card & 1) != 0;
		if (x + 2 > TRICK_SCENE_WIDTH) {
			x = 0;
			y++;
		}
		struct scene_item *item =
			trick_put_card(out, x, y,
				       acts && !may ? ROLE_DIM : trick_card_role(card),
				       seat, card, "", "");
		item->flags = may ? SCENE_CHOOSABLE : 0;
		item->m = may ? (move)card : MOVE_NONE;
	}
}

void
trick_put_table(const struct trick_view *v, int bottom, int best, struct scene *out)
{
	const char *letter = trick_letters[v->seats];
	for (int i = 0; i < v->trick_count; i++) {
		int seat = (v->leader + i) % v->seats;
		const struct trick_place *at =
			trick_place(v->seats, (seat - bottom + v->seats) % v->seats);
		char before[3] = { letter[seat], ':', '\0' };
		trick_put_card(out, at->card_x, at->card_y, trick_card_role(v->trick[i]),
			       seat, v->trick[i], before,
			       v->trick[i] == best ? "*" : " ");
	}
	if (v->last_count == 0)
		return;
	trick_put_text(out, 0, TRICK_SCENE_HEIGHT - 1, ROLE_DIM, SEAT_NONE, "last");
	for (int i = 0; i < v->last_count; i++) {
		int seat = (v->last_leader + i) % v->seats;
		char before[3] = { letter[seat], ':', '\0' };
		trick_put_card(out, 6 + 6 * i, TRICK_SCENE_HEIGHT - 1, ROLE_DIM, seat,
			       v->last[i], before, "");
	}
}
