/* trick_text.c - see trick_text.h. */
#include "games/common/trick_text.h"

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const char *
phase_name(int phase, const char *before)
{
	const char *const names[] = { "deal", before, "play", "over" };
	return names[phase];
}

/* --- moves --- */

void
trick_format_move(int seat, move m, char *out, int size)
{
	struct words w = words_start(out, size);
	if (seat == SEAT_CHANCE)
		words_add(&w, "deal %u", m);
	else if (m < CARDS)
		trick_add_cards(&w, CARD_BIT(m), "");
	else
		words_add(&w, "?");
}

/* Skips blanks and the separators people write between cards. */
static const char *
trick_skip(const char *t)
{
	while (*t != '\0' && strchr(" \t,+-;", *t) != NULL)
		t++;
	return t;
}

const char *
trick_skip_verb(const char *text, const char *verb)
{
	const char *const verbs[] = { "play ", verb };
	text = trick_skip(text);
	for (int i = 0; i < 2; i++)
		if (strncmp(text, verbs[i], strlen(verbs[i])) == 0)
			return trick_skip(text + strlen(verbs[i]));
	return text;
}

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
trick_parse_card(const char *text, const move *m, int n, move *out, struct status *st)
{
	const uint64_t legal = trick_set(m, n);
	uint64_t set;
	int count;
	if (!trick_parse_cards(text, &set, &count) || count != 1 || (set & legal) == 0) {
		char list[CARDS * 3 + 1];
		struct words w = words_start(list, sizeof list);
		trick_add_cards(&w, legal, " ");
		return status_fail(st, "'%.40s': expected one of %s", text, list);
	}
	*out = (move)cards_lowest(set);
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

/* --- writing a position --- */

void
trick_add_cards(struct words *w, uint64_t set, const char *between)
{
	for (bool first = true; set != 0; first = false) {
		char text[CARD_TEXT];
		card_format(cards_pop(&set), text);
		words_add(w, "%s%s", first ? "" : between, text);
	}
}

void
trick_add_set(struct words *w, const char *key, uint64_t set, uint64_t deck)
{
	char text[CARDS_TEXT];
	cards_format(set, deck, text);
	words_add(w, " %s=%s", key, text);
}

void
trick_add_numbers(struct words *w, const char *key, const int *n, int count)
{
	words_add(w, " %s=", key);
	for (int i = 0; i < count; i++)
		words_add(w, "%s%d", i == 0 ? "" : ",", n[i]);
}

void
trick_add_course(struct words *w, const struct trick_view *v, const char *before,
		 const int16_t *total)
{
	words_add(w, "phase=%s hand=%d total=", phase_name(v->phase, before),
		  v->hand_number);
	for (int i = 0; i < v->seats; i++)
		words_add(w, "%s%d", i == 0 ? "" : ",", total[i]);
}

static void
add_trick(struct words *w, int seats, const char *key, int leader, const uint8_t *card,
	  int count)
{
	if (count == 0)
		return;
	words_add(w, " %s=%c:", key, trick_letters[seats][leader]);
	for (int i = 0; i < count; i++) {
		char text[CARD_TEXT];
		card_format(card[i], text);
		words_add(w, "%s%s", i == 0 ? "" : ",", text);
	}
}

void
trick_add_hands(struct words *w, const struct trick_view *v)
{
	for (int i = 0; i < v->seats; i++)
		trick_add_set(w, (char[2]){ trick_letters[v->seats][i], '\0' },
			      v->hand[i], v->deck);
	if (trick_hidden(v) != 0)
		trick_add_set(w, "played", v->played, v->deck);
	add_trick(w, v->seats, "trick", v->leader, v->trick, v->trick_count);
}

void
trick_add_cannot(struct words *w, const struct trick_view *v)
{
	for (int i = 0; i < v->seats; i++)
		if (v->cannot[i] != 0)
			trick_add_set(w,
				      (char[5]){ 'n', 'o', 't',
						 trick_letters[v->seats][i], '\0' },
				      v->cannot[i], v->deck);
}

void
trick_add_last(struct words *w, const struct trick_view *v)
{
	add_trick(w, v->seats, "last", v->last_leader, v->last, v->last_count);
}

/* --- reading a position: values --- */

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

/* "W:QC,KC". */
static bool
read_table(struct trick_reading *p, const char *key, const char *text, int most,
	   uint8_t *leader, uint8_t *card, uint8_t *count)
{
	uint64_t seen = 0;
	const int seat = trick_seat_of(p, text[0]);
	bool good = seat != SEAT_NONE && text[1] == ':';
	*leader = (uint8_t)seat;
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

/* --- the keys of all these games --- */

static bool
read_phase(struct trick_reading *p, const char *text)
{
	for (int i = TRICK_DEAL; i <= TRICK_OVER; i++)
		if (strcmp(text, phase_name(i, p->before)) == 0) {
			*p->phase = (uint8_t)i;
			return true;
		}
	return status_fail(p->st, "phase=%.40s: expected deal, %s, play or over", text,
			   p->before);
}

static bool
read_hand_number(struct trick_reading *p, const char *text)
{
	long n;
	const char *end;
	if (!trick_read_number(text, 0, 60000, &n, &end) || *end != '\0')
		return status_fail(p->st, "hand=%.40s: expected a number from 0 to 60000",
				   text);
	*p->hand_number = (uint16_t)n;
	return true;
}

static bool
read_total(struct trick_reading *p, const char *text)
{
	long n[TRICK_SEATS] = { 0 };
	if (!trick_read_list(p, "total", text, -9999, 9999, n))
		return false;
	for (int i = 0; i < p->seats; i++)
		p->total[i] = (int16_t)n[i];
	return true;
}

static bool
trick_text_read_turn(struct trick_reading *p, const char *text)
{
	int seat;
	if (!trick_read_seat(p, "turn", text, &seat))
		return false;
	*p->turn = (uint8_t)seat;
	p->turn_given = true;
	return true;
}

static bool
read_played(struct trick_reading *p, const char *text)
{
	p->played_given = true;
	return trick_read_set(p, "played", text, p->played);
}

static bool
read_trick(struct trick_reading *p, const char *text)
{
	return read_table(p, "trick", text, p->seats - 1, p->leader, p->trick,
			  p->trick_count);
}

static bool
read_last(struct trick_reading *p, const char *text)
{
	if (!read_table(p, "last", text, p->seats, p->last_leader, p->last,
			p->last_count))
		return false;
	if (*p->last_count != p->seats)
		return status_fail(p->st, "last: %d cards, expected %d", *p->last_count,
				   p->seats);
	return true;
}

static bool
read_cannot(struct trick_reading *p, const char *text)
{
	return trick_read_set(p, "not", text, &p->cannot[p->seat]);
}

static bool
read_hand(struct trick_reading *p, const char *text)
{
	return trick_read_set(p, "hand", text, &p->hand[p->seat]);
}

static const struct trick_key common_keys[] = {
	{ "phase", false, read_phase },	  { "hand", false, read_hand_number },
	{ "total", false, read_total },	  { "turn", false, trick_text_read_turn },
	{ "played", false, read_played }, { "trick", false, read_trick },
	{ "last", false, read_last },	  { "not", true, read_cannot },
	{ "", true, read_hand },	  { NULL, false, NULL },
};

/* --- tokens --- */

/* Whether a token has this key; of which seat, in p->seat (0 for a key without seats). */
static bool
trick_text_has_key(struct trick_reading *p, const struct trick_key *k, const char *token)
{
	const size_t n = strlen(k->key);
	if (strncmp(token, k->key, n) != 0)
		return false;
	p->seat = k->per_seat ? trick_seat_of(p, token[n]) : 0;
	return p->seat != SEAT_NONE && token[n + (size_t)k->per_seat] == '\0';
}

/* The key of a token in a table, and its number among all keys, which goes on from *number;
 * NULL: none fits. */
static const struct trick_key *
find_key(struct trick_reading *p, const struct trick_key *k, const char *token,
	 int *number)
{
	for (; k->key != NULL; k++) {
		if (trick_text_has_key(p, k, token)) {
			*number += p->seat;
			return k;
		}
		*number += k->per_seat ? p->seats : 1;
	}
	return NULL;
}

static bool
read_token(struct trick_reading *p, const struct trick_key *own, const char *expected,
	   char *token, uint64_t *seen)
{
	char *equals = strchr(token, '=');
	if (equals == NULL)
		return status_fail(p->st, "'%.40s': expected key=value", token);
	*equals = '\0';
	int number = 0;
	const struct trick_key *k = find_key(p, own, token, &number);
	if (k == NULL)
		k = find_key(p, common_keys, token, &number);
	if (k == NULL)
		return status_fail(p->st, "'%.40s': unknown key, expected %s (%s)", token,
				   expected, trick_letters[p->seats]);
	assert(number < 64);
	if ((*seen >> number & 1) != 0)
		return status_fail(p->st, "%.40s= is given twice", token);
	*seen |= UINT64_C(1) << number;
	return k->read(p, equals + 1);
}

bool
trick_read_tokens(struct trick_reading *p, const struct trick_key *keys,
		  const char *expected, const char *text)
{
	uint64_t seen = 0;
	while (*(text += strspn(text, " \t\r\n")) != '\0') {
		char token[128];
		size_t n = strcspn(text, " \t\r\n");
		if (n >= sizeof token)
			return status_fail(p->st, "'%.20s...': a word of %zu letters",
					   text, n);
		memcpy(token, text, n);
		token[n] = '\0';
		if (!read_token(p, keys, expected, token, &seen))
			return false;
		text += n;
	}
	if (seen == 0)
		return status_fail(
			p->st,
			"an empty position: expected key=value, as in S=AQ3.K..T92");
	return true;
}

/* --- the checks of a position --- */

bool
trick_impossible(struct trick_reading *p, const char *why, int card)
{
	char text[CARD_TEXT];
	card_format(card, text);
	return status_fail(p->st, "impossible deal: %s %s", text, why);
}

static uint64_t
cards_held(const struct trick_reading *p)
{
	uint64_t held = 0;
	for (int i = 0; i < p->seats; i++)
		held |= p->hand[i];
	return held;
}

bool
trick_check_between(struct trick_reading *p, bool empty)
{
	if ((cards_held(p) | *p->played) != 0 || *p->trick_count != 0 || p->turn_given ||
	    !empty)
		return status_fail(p->st, "phase=%s: expected no cards",
				   phase_name(*p->phase, p->before));
	if (*p->phase == TRICK_OVER && *p->hand_number == 0)
		return status_fail(p->st, "phase=over: expected hand=1 or more");
	memset(p->cannot, 0, (size_t)p->seats * sizeof *p->cannot);
	return true;
}

bool
trick_check_hand(struct trick_reading *p)
{
	if (*p->hand_number == 0)
		return status_fail(p->st, "hand=0: expected 1 or more");
	if (!p->played_given && *p->phase == TRICK_PLAY)
		*p->played = p->deck & ~cards_held(p);
	return true;
}

bool
trick_find_turn(struct trick_reading *p, int first)
{
	int turn = p->turn_given ? *p->turn : first;
	if (*p->trick_count > 0)
		turn = (*p->leader + *p->trick_count) % p->seats;
	if (p->turn_given && turn != *p->turn)
		return status_fail(p->st, "turn=%c does not fit the trick, expected %c",
				   trick_letters[p->seats][*p->turn],
				   trick_letters[p->seats][turn]);
	*p->turn = (uint8_t)turn;
	if (*p->trick_count == 0)
		*p->leader = *p->turn;
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
				   "impossible deal: no deal of the hidden cards fits");
	return true;
}
