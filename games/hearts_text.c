/*
 * hearts_text.c - moves and positions as text.
 *
 * The position text is described in hearts.h. Reading one checks everything that the rest of
 * the game relies on: the pack, the number of cards in each hand, the points among the cards
 * played, and that the hidden cards can be dealt out at all.
 */
#include "games/hearts_parts.h"

#include <assert.h>
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static const char *const phase_names[] = { "deal", "pass", "play", "over" };

const char hearts_letters[HEARTS_SEATS + 1][HEARTS_SEATS + 1] = {
	[3] = "SWE",
	[4] = "SWNE",
	[5] = "SWLRE",
};

struct line
hearts_line(char *out, int size)
{
	assert(size > 0);
	out[0] = '\0';
	return (struct line){ out, (size_t)size };
}

void
hearts_add(struct line *l, const char *format, ...)
{
	va_list ap;
	va_start(ap, format);
	int n = vsnprintf(l->at, l->left, format, ap);
	va_end(ap);
	size_t used = n < 0 ? 0 : (size_t)n < l->left ? (size_t)n : l->left - 1;
	l->at += used;
	l->left -= used;
}

/* --- moves --- */

static void
add_cards(struct line *l, uint64_t set, const char *between)
{
	for (bool first = true; set != 0; first = false) {
		char text[CARD_TEXT];
		card_format(cards_pop(&set), text);
		hearts_add(l, "%s%s", first ? "" : between, text);
	}
}

void
hearts_format_move(const struct game *g, const struct state *s, int seat, move m,
		   char *out, int size)
{
	(void)g, (void)s;
	struct line l = hearts_line(out, size);
	if (seat == SEAT_CHANCE)
		hearts_add(&l, "deal %u", m);
	else if ((m & HEARTS_PASS) != 0)
		add_cards(&l, hearts_pass_set(m) & CARDS_ALL, "+");
	else if (m < CARDS)
		add_cards(&l, CARD_BIT(m), "");
	else
		hearts_add(&l, "?");
}

static const char *
skip(const char *t)
{
	while (*t != '\0' && strchr(" \t,+-;", *t) != NULL)
		t++;
	return t;
}

/* Cards with anything between them; false at the first word that is none. */
static bool
parse_cards(const char *text, uint64_t *set, int *count)
{
	*set = 0;
	*count = 0;
	for (const char *t = skip(text); *t != '\0'; t = skip(t)) {
		int card = card_parse(&t);
		if (card < 0)
			return false;
		*set |= CARD_BIT(card);
		++*count;
	}
	return true;
}

static bool
parse_deal(const char *text, move *out, struct status *st)
{
	const char *digits = strncmp(text, "deal", 4) == 0 ? skip(text + 4) : text;
	char *end;
	unsigned long long n = strtoull(digits, &end, 10);
	if (!isdigit((unsigned char)digits[0]) || *skip(end) != '\0' || n >= MOVE_NONE)
		return status_fail(st, "'%.40s': expected a deal, as in deal 12345",
				   text);
	*out = (move)n;
	return true;
}

static bool
parse_pass(const struct hearts_rules *r, const struct hearts_state *h, int seat,
	   const char *text, move *out, struct status *st)
{
	uint64_t set;
	int count;
	bool known = cards_count(h->hand[seat]) == r->cards;
	if (!parse_cards(text, &set, &count) || count != r->pass_cards ||
	    cards_count(set) != count)
		return status_fail(st, "'%.40s': expected %d cards to pass, as in %s",
				   text, r->pass_cards,
				   r->pass_cards == 2 ? "QS+KH" : "QS+AS+KH");
	uint64_t missing = set & (known ? ~h->hand[seat] : ~r->deck);
	if (missing != 0) {
		char card[CARD_TEXT];
		card_format(cards_lowest(missing), card);
		return status_fail(st, "%s is not in the hand", card);
	}
	*out = hearts_pass_move(set);
	return true;
}

bool
hearts_parse_move(const struct game *g, const struct state *s, int seat, const char *text,
		  move *out, struct status *st)
{
	const struct hearts_rules *r = hearts_rules(g);
	const struct hearts_state *h = hearts_of(s);
	text = skip(text);
	if (strncmp(text, "pass ", 5) == 0 || strncmp(text, "play ", 5) == 0)
		text = skip(text + 5);
	if (h->phase == HEARTS_DEAL)
		return parse_deal(text, out, st);
	if (seat < 0 || seat >= r->seats || h->phase == HEARTS_OVER)
		return status_fail(st, "'%.40s': nobody is to move", text);
	if (h->phase == HEARTS_PASSING)
		return parse_pass(r, h, seat, text, out, st);
	uint64_t set, legal = 0;
	int count;
	move m[MOVES_MAX];
	for (int i = hearts_moves(g, s, seat, m); i-- > 0;)
		legal |= CARD_BIT(m[i]);
	if (!parse_cards(text, &set, &count) || count != 1 || (set & legal) == 0) {
		char list[CARDS * 3 + 1];
		struct line l = hearts_line(list, sizeof list);
		add_cards(&l, legal, " ");
		return status_fail(st, "'%.40s': expected one of %s", text, list);
	}
	*out = (move)cards_lowest(set);
	return true;
}

/* --- positions --- */

static void
add_trick(struct line *l, const struct game *g, const char *key, int leader,
	  const uint8_t *card, int count)
{
	if (count == 0)
		return;
	hearts_add(l, " %s=%c:", key, hearts_letters[g->seats][leader]);
	for (int i = 0; i < count; i++) {
		char text[CARD_TEXT];
		card_format(card[i], text);
		hearts_add(l, "%s%s", i == 0 ? "" : ",", text);
	}
}

static void
add_set(struct line *l, const struct game *g, const char *key, uint64_t set)
{
	char text[CARDS_TEXT];
	cards_format(set, hearts_rules(g)->deck, text);
	hearts_add(l, " %s=%s", key, text);
}

static uint64_t
cards_held(const struct hearts_rules *r, const struct hearts_state *h)
{
	uint64_t held = 0;
	for (int i = 0; i < r->seats; i++)
		held |= h->hand[i];
	return held;
}

static void
add_play(struct line *l, const struct game *g, const struct hearts_state *h)
{
	const struct hearts_rules *r = hearts_rules(g);
	const char *letter = hearts_letters[r->seats];
	if (h->phase == HEARTS_PLAYING)
		hearts_add(l, " turn=%c", letter[h->turn]);
	for (int i = 0; i < r->seats; i++)
		add_set(l, g, (char[2]){ letter[i], '\0' }, h->hand[i]);
	if ((cards_held(r, h) | h->played) != r->deck)
		add_set(l, g, "played", h->played);
	add_trick(l, g, "trick", h->leader, h->trick, h->trick_count);
	if (h->jack != 0)
		hearts_add(l, " jack=%c", letter[h->jack - 1]);
	for (int i = 0; i < r->seats; i++)
		if (h->cannot[i] != 0)
			add_set(l, g, (char[5]){ 'n', 'o', 't', letter[i], '\0' },
				h->cannot[i]);
	for (int i = 0; i < r->seats; i++) {
		char key[6] = { 'p', 'a', 's', 's', letter[i], '\0' };
		if (h->passed[i] != 0)
			add_set(l, g, key, h->passed[i]);
		else if ((h->committed >> i & 1) != 0)
			hearts_add(l, " %s=?", key);
	}
}

void
hearts_format_position(const struct game *g, const struct state *s, char *out, int size)
{
	const struct hearts_rules *r = hearts_rules(g);
	const struct hearts_state *h = hearts_of(s);
	struct line l = hearts_line(out, size);
	hearts_add(&l, "phase=%s hand=%d total=", phase_names[h->phase], h->hand_number);
	for (int i = 0; i < r->seats; i++)
		hearts_add(&l, "%s%d", i == 0 ? "" : ",", h->total[i]);
	hearts_add(&l, " points=");
	for (int i = 0; i < r->seats; i++)
		hearts_add(&l, "%s%d", i == 0 ? "" : ",", h->points[i]);
	if (h->phase == HEARTS_PASSING || h->phase == HEARTS_PLAYING)
		add_play(&l, g, h);
	add_trick(&l, g, "last", h->last_leader, h->last, h->last_count);
}

/* What a position text has said so far. */
struct reading {
	const struct game *g;
	const struct hearts_rules *r;
	struct hearts_state h;
	struct status *st;
	bool played_given, turn_given;
	int trick_leader; /* SEAT_NONE: no trick */
};

static int
seat_of_letter(const struct reading *p, char c)
{
	const char *letter = hearts_letters[p->r->seats];
	const char *at = c == '\0' ? NULL : strchr(letter, c);
	return at == NULL ? SEAT_NONE : (int)(at - letter);
}

static bool
read_number(const char *text, long min, long max, long *out, const char **end)
{
	char *stop;
	*out = strtol(text, &stop, 10);
	*end = stop;
	return stop != text && !isspace((unsigned char)*text) && *out >= min &&
	       *out <= max;
}

static bool
read_hand(struct reading *p, int seat, const char *text)
{
	(void)seat;
	long n;
	const char *end;
	if (!read_number(text, 0, 60000, &n, &end) || *end != '\0')
		return status_fail(p->st, "hand=%.40s: expected a number from 0 to 60000",
				   text);
	p->h.hand_number = (uint16_t)n;
	return true;
}

static bool
read_list(struct reading *p, const char *key, const char *text, long min, long max,
	  long *out)
{
	for (int i = 0; i < p->r->seats; i++) {
		bool last = i == p->r->seats - 1;
		if (!read_number(text, min, max, &out[i], &text) ||
		    *text != (last ? '\0' : ','))
			return status_fail(
				p->st,
				"%s: expected %d numbers from %ld to %ld with commas",
				key, p->r->seats, min, max);
		text++;
	}
	return true;
}

static bool
read_total(struct reading *p, int seat, const char *text)
{
	(void)seat;
	long n[HEARTS_SEATS] = { 0 };
	if (!read_list(p, "total", text, -9999, 9999, n))
		return false;
	for (int i = 0; i < p->r->seats; i++)
		p->h.total[i] = (int16_t)n[i];
	return true;
}

static bool
read_points(struct reading *p, int seat, const char *text)
{
	(void)seat;
	long n[HEARTS_SEATS] = { 0 };
	if (!read_list(p, "points", text, -36, 26, n))
		return false;
	for (int i = 0; i < p->r->seats; i++)
		p->h.points[i] = (int8_t)n[i];
	return true;
}

static bool
read_phase(struct reading *p, int seat, const char *text)
{
	(void)seat;
	for (uint8_t i = 0; i < 4; i++)
		if (strcmp(text, phase_names[i]) == 0) {
			p->h.phase = i;
			return true;
		}
	return status_fail(p->st, "phase=%.40s: expected deal, pass, play or over", text);
}

static bool
read_seat(struct reading *p, const char *key, const char *text, int *seat)
{
	*seat = text[0] != '\0' && text[1] == '\0' ? seat_of_letter(p, text[0])
						   : SEAT_NONE;
	if (*seat == SEAT_NONE)
		return status_fail(p->st, "%s=%.40s: expected a seat, one of %s", key,
				   text, hearts_letters[p->r->seats]);
	return true;
}

static bool
read_turn(struct reading *p, int unused, const char *text)
{
	(void)unused;
	int seat;
	if (!read_seat(p, "turn", text, &seat))
		return false;
	p->h.turn = (uint8_t)seat;
	p->turn_given = true;
	return true;
}

static bool
read_jack(struct reading *p, int unused, const char *text)
{
	(void)unused;
	int seat;
	if (!read_seat(p, "jack", text, &seat))
		return false;
	p->h.jack = (uint8_t)(seat + 1);
	return true;
}

static bool
read_set(struct reading *p, const char *what, const char *text, uint64_t *set)
{
	if (!cards_parse(text, p->r->deck, set))
		return status_fail(
			p->st,
			"%s=%.60s: expected cards by suit, spades first, as in "
			"AQ3.K..T92, or -",
			what, text);
	if ((*set & ~p->r->deck) != 0) {
		char card[CARD_TEXT];
		card_format(cards_lowest(*set & ~p->r->deck), card);
		return status_fail(p->st, "%s: %s is not in the pack with %d seats", what,
				   card, p->r->seats);
	}
	return true;
}

static bool
read_cards(struct reading *p, int seat, const char *text)
{
	return read_set(p, "hand", text, &p->h.hand[seat]);
}

static bool
read_cannot(struct reading *p, int seat, const char *text)
{
	return read_set(p, "not", text, &p->h.cannot[seat]);
}

static bool
read_passed(struct reading *p, int seat, const char *text)
{
	p->h.committed |= (uint8_t)(1 << seat);
	return strcmp(text, "?") == 0 || read_set(p, "pass", text, &p->h.passed[seat]);
}

static bool
read_played(struct reading *p, int seat, const char *text)
{
	(void)seat;
	p->played_given = true;
	return read_set(p, "played", text, &p->h.played);
}

/* "W:QC,KC". */
static bool
read_table(struct reading *p, const char *key, const char *text, int most, int *leader,
	   uint8_t *card, uint8_t *count)
{
	uint64_t seen = 0;
	*leader = seat_of_letter(p, text[0]);
	bool good = *leader != SEAT_NONE && text[1] == ':';
	*count = 0;
	for (const char *t = good ? text + 2 : text; good;) {
		int c = card_parse(&t);
		good = c >= 0 && *count < most && (p->r->deck >> c & 1) != 0 &&
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

static bool
read_trick(struct reading *p, int seat, const char *text)
{
	(void)seat;
	return read_table(p, "trick", text, p->r->seats - 1, &p->trick_leader, p->h.trick,
			  &p->h.trick_count);
}

static bool
read_last(struct reading *p, int seat, const char *text)
{
	(void)seat;
	int leader;
	if (!read_table(p, "last", text, p->r->seats, &leader, p->h.last,
			&p->h.last_count))
		return false;
	if (p->h.last_count != p->r->seats)
		return status_fail(p->st, "last: %d cards, expected %d", p->h.last_count,
				   p->r->seats);
	p->h.last_leader = (uint8_t)leader;
	return true;
}

/* Keys of a position; with `per_seat` a seat letter follows. */
static const struct position_key {
	const char *key;
	bool per_seat;
	bool (*read)(struct reading *p, int seat, const char *text);
} position_keys[] = {
	{ "phase", false, read_phase },	  { "hand", false, read_hand },
	{ "total", false, read_total },	  { "points", false, read_points },
	{ "turn", false, read_turn },	  { "jack", false, read_jack },
	{ "played", false, read_played }, { "trick", false, read_trick },
	{ "last", false, read_last },	  { "not", true, read_cannot },
	{ "pass", true, read_passed },	  { "", true, read_cards },
};
#define POSITION_KEYS (sizeof position_keys / sizeof position_keys[0])

static bool
read_token(struct reading *p, char *token, uint32_t *seen)
{
	char *equals = strchr(token, '=');
	if (equals == NULL)
		return status_fail(p->st, "'%.40s': expected key=value", token);
	*equals = '\0';
	for (size_t i = 0; i < POSITION_KEYS; i++) {
		const struct position_key *k = &position_keys[i];
		size_t n = strlen(k->key);
		if (strncmp(token, k->key, n) != 0)
			continue;
		int seat = 0;
		if (k->per_seat) {
			seat = token[n] != '\0' && token[n + 1] == '\0'
				       ? seat_of_letter(p, token[n])
				       : SEAT_NONE;
			if (seat == SEAT_NONE)
				continue;
		} else if (token[n] != '\0') {
			continue;
		}
		uint32_t bit =
			UINT32_C(1)
			<< (k->per_seat ? 9 + (i - 9) * HEARTS_SEATS + (size_t)seat : i);
		if ((*seen & bit) != 0)
			return status_fail(p->st, "%.40s= is given twice", token);
		*seen |= bit;
		return k->read(p, seat, equals + 1);
	}
	return status_fail(
		p->st,
		"'%.40s': unknown key, expected phase, hand, total, points, turn, "
		"jack, played, trick, last, a seat (%s), notX or passX",
		token, hearts_letters[p->r->seats]);
}

static bool
impossible(struct reading *p, const char *why, int card)
{
	char text[CARD_TEXT];
	card_format(card, text);
	return status_fail(p->st, "impossible deal: %s %s", text, why);
}

/* No card in two places; what is in no hand was played, unless told otherwise. */
static bool
check_places(struct reading *p)
{
	struct hearts_state *h = &p->h;
	uint64_t held = 0, table = 0;
	for (int i = 0; i < p->r->seats; i++) {
		if ((held & h->hand[i]) != 0)
			return impossible(p, "is in two hands",
					  cards_lowest(held & h->hand[i]));
		if ((h->hand[i] & h->cannot[i]) != 0)
			return impossible(p, "is in a hand that cannot hold it",
					  cards_lowest(h->hand[i] & h->cannot[i]));
		held |= h->hand[i];
	}
	for (int i = 0; i < h->trick_count; i++)
		table |= CARD_BIT(h->trick[i]);
	if (!p->played_given)
		h->played = h->phase == HEARTS_PLAYING ? p->r->deck & ~held : 0;
	if ((held & (h->played | table)) != 0)
		return impossible(p, "is in a hand and played",
				  cards_lowest(held & (h->played | table)));
	if ((table & ~h->played) != 0)
		return impossible(p, "is on the table but not among the cards played",
				  cards_lowest(table & ~h->played));
	return true;
}

static bool
check_counts(struct reading *p)
{
	struct hearts_state *h = &p->h;
	const char *letter = hearts_letters[p->r->seats];
	if (cards_count(h->played) % p->r->seats != h->trick_count)
		return status_fail(
			p->st,
			"impossible deal: %d cards played do not fit %d on the "
			"table",
			cards_count(h->played), h->trick_count);
	for (int i = 0; i < p->r->seats; i++) {
		int expected = cards_in_hand(p->r, h, i);
		int given = cards_count(h->hand[i]);
		if (given > expected)
			return status_fail(
				p->st, "impossible deal: %c has %d cards, expected %d",
				letter[i], given, expected);
	}
	if (!hearts_can_fill(p->r, h))
		return status_fail(p->st,
				   "impossible deal: the hidden cards fit no hands");
	return true;
}

/* Whose turn it is, from the trick, the token, or the card that leads. */
static bool
find_turn(struct reading *p)
{
	struct hearts_state *h = &p->h;
	int turn = h->turn;
	if (h->trick_count > 0)
		turn = (p->trick_leader + h->trick_count) % p->r->seats;
	else if (h->played == 0 && !p->turn_given)
		turn = hearts_holder(p->r, h, p->r->first);
	if (p->turn_given && turn != h->turn)
		return status_fail(p->st, "turn=%c does not fit the trick, expected %c",
				   hearts_letters[p->r->seats][h->turn],
				   hearts_letters[p->r->seats][turn]);
	h->turn = (uint8_t)turn;
	h->leader = (uint8_t)(h->trick_count > 0 ? p->trick_leader : turn);
	if (h->played != 0)
		return true;
	uint64_t first = CARD_BIT(p->r->first);
	if ((h->hand[turn] & first) != 0)
		return true;
	if ((cards_held(p->r, h) & first) != 0 || (h->cannot[turn] & first) != 0 ||
	    cards_count(h->hand[turn]) >= cards_in_hand(p->r, h, turn))
		return impossible(p, "leads but is not in the hand whose turn it is",
				  p->r->first);
	h->hand[turn] |= first;
	return true;
}

/* The fields that follow from the cards. */
static bool
derive_play(struct reading *p)
{
	struct hearts_state *h = &p->h;
	uint64_t gone = h->played;
	for (int i = 0; i < h->trick_count; i++) {
		int card = h->trick[i];
		bool follows = card_suit(card) == card_suit(h->trick[0]);
		if (i == 0 || (follows && card > h->best)) {
			h->best = (uint8_t)card;
			h->best_seat = (uint8_t)((h->leader + i) % p->r->seats);
		}
		h->trick_points = (uint8_t)(h->trick_points + points_of_card(card));
		gone &= ~CARD_BIT(card);
	}
	h->broken = (h->played & HEART_CARDS) != 0 ||
		    (p->r->queen_breaks && (h->played & QUEEN_BIT) != 0);
	int sum = 0;
	for (int i = 0; i < p->r->seats; i++) {
		sum += h->points[i];
		if (h->points[i] < 0)
			return status_fail(p->st,
					   "points: %d in a hand that is not scored",
					   h->points[i]);
	}
	if (sum != points_of_set(gone))
		return status_fail(p->st,
				   "points: %d in all, expected %d, the points among the "
				   "cards of past tricks",
				   sum, points_of_set(gone));
	bool jack_taken = p->r->jack && (gone & JACK_BIT) != 0;
	if (jack_taken != (h->jack != 0))
		return status_fail(p->st, jack_taken ? "jack: expected who took it"
						     : "jack: nobody has taken it");
	if (h->played == p->r->deck)
		return status_fail(p->st,
				   "all cards are played: expected phase=deal or over");
	return true;
}

static bool
check_passes(struct reading *p)
{
	struct hearts_state *h = &p->h;
	const char *letter = hearts_letters[p->r->seats];
	int by = pass_by(p->r, h);
	if (by == 0 && (h->phase == HEARTS_PASSING || h->committed != 0))
		return status_fail(p->st, "no cards are passed in hand %d",
				   h->hand_number);
	for (int i = 0; i < p->r->seats; i++) {
		uint64_t set = h->passed[i];
		int owner = h->phase == HEARTS_PASSING ? i : seat_plus(p->r, i, by);
		if (set != 0 && cards_count(set) != p->r->pass_cards)
			return status_fail(p->st, "pass%c: expected %d cards", letter[i],
					   p->r->pass_cards);
		if ((set & ~(h->hand[owner] | h->played)) != 0)
			return status_fail(p->st, "pass%c: expected cards of %c",
					   letter[i], letter[owner]);
	}
	if (h->phase == HEARTS_PLAYING)
		h->committed = 0;
	else if (h->committed == (1 << p->r->seats) - 1)
		return status_fail(p->st, "all have passed: expected phase=play");
	return true;
}

static bool
check_between_hands(struct reading *p)
{
	struct hearts_state *h = &p->h;
	if ((cards_held(p->r, h) | h->played) != 0 || h->trick_count != 0 ||
	    h->committed != 0 || p->turn_given || h->jack != 0)
		return status_fail(p->st, "phase=%s: expected no cards",
				   phase_names[h->phase]);
	if (h->phase == HEARTS_OVER && h->hand_number == 0)
		return status_fail(p->st, "phase=over: expected hand=1 or more");
	memset(h->cannot, 0, sizeof h->cannot);
	return true;
}

static bool
check_position(struct reading *p)
{
	struct hearts_state *h = &p->h;
	if (h->phase == HEARTS_DEAL || h->phase == HEARTS_OVER)
		return check_between_hands(p);
	if (h->hand_number == 0)
		return status_fail(p->st, "hand=0: expected 1 or more");
	if (!check_places(p))
		return false;
	if (h->phase == HEARTS_PASSING &&
	    (h->played != 0 || p->turn_given || h->last_count != 0))
		return status_fail(p->st, "phase=pass: expected no cards played");
	if (h->phase == HEARTS_PLAYING && !find_turn(p))
		return false;
	return check_counts(p) && derive_play(p) && check_passes(p);
}

bool
hearts_parse_position(const struct game *g, const char *text, struct state *s,
		      struct status *st)
{
	struct reading p = {
		.g = g,
		.r = hearts_rules(g),
		.h = { .phase = HEARTS_PLAYING, .hand_number = 1 },
		.st = st,
		.trick_leader = SEAT_NONE,
	};
	uint32_t seen = 0;
	while (*(text += strspn(text, " \t\r\n")) != '\0') {
		char token[128];
		size_t n = strcspn(text, " \t\r\n");
		if (n >= sizeof token)
			return status_fail(st, "'%.20s...': a word of %zu letters", text,
					   n);
		memcpy(token, text, n);
		token[n] = '\0';
		if (!read_token(&p, token, &seen))
			return false;
		text += n;
	}
	if (seen == 0)
		return status_fail(
			st, "an empty position: expected key=value, as in S=AQ3.K..T92");
	if (!check_position(&p))
		return false;
	memset(s, 0, sizeof *s);
	*hearts_in(s) = p.h;
	return true;
}
