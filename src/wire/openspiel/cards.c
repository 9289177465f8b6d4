/*
 * cards.c - games with hidden cards, as OpenSpiel numbers them: 4 * rank + suit, suits from clubs up;
 * in Spades suit by suit.
 */
#include "src/wire/openspiel/private.h"

#include "src/base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SEATS  4 /* of Hearts and Spades */
#define PASSED 3

static const char rank_letters[] = "23456789TJQKA", suit_letters[] = "CDHS";
static const char court[] = "JQK", leduc_suits[] = "sh";

/* Whether a letter is one of a list; *at: its place. */
static bool
openspiel_letter(const char *letters, char c, int *at)
{
	const char *p = c != '\0' ? strchr(letters, c) : NULL;
	*at = p != NULL ? (int)(p - letters) : 0;
	return p != NULL;
}

/* Whether the last action of a betting text is a bet. */
static bool
faces_bet(const char *betting)
{
	size_t n = strlen(betting);
	while (n > 0 && betting[n - 1] >= '0' && betting[n - 1] <= '9')
		n--;
	return n > 0 && betting[n - 1] == 'r';
}

int
openspiel_act_kuhn(const struct game *g, const struct state *s, int seat,
		   const char *text, int *out)
{
	char position[POSITION_TEXT];
	(void)seat;
	g->text->format_position(g, s, position, sizeof position);
	out[0] = text[0] == 'r' || (text[0] == 'c' && faces_bet(position));
	return 1;
}

int
openspiel_act_leduc(const struct game *g, const struct state *s, int seat,
		    const char *text, int *out)
{
	(void)g, (void)s, (void)seat;
	return openspiel_letter("fcr", text[0], out);
}

static int
card_number(const char *text)
{
	int rank, suit;
	return openspiel_letter(rank_letters, text[0], &rank) &&
			       openspiel_letter(suit_letters, text[1], &suit)
		       ? 4 * rank + suit
		       : -1;
}

/* Suit by suit, and bids behind the cards. */
static int
spades_card(int card)
{
	return card % 4 * 13 + card / 4;
}

int
openspiel_act_spades(const struct game *g, const struct state *s, int seat,
		     const char *text, int *out)
{
	const int card = card_number(text);
	(void)g, (void)s, (void)seat;
	out[0] = card >= 0 ? spades_card(card) : CARDS + atoi(text); /* nil is 0 */
	return 1;
}

int
openspiel_act_cards(const struct game *g, const struct state *s, int seat,
		    const char *text, int *out)
{
	int n = 0;
	(void)g, (void)s, (void)seat;
	for (const char *p = text; *p != '\0' && n < OPENSPIEL_MOST;
	     p += 2 + (p[2] == '+'))
		out[n++] = card_number(p);
	return n;
}

/* "Js|Kh|Qh|cr3c/": cards, then the betting. */
bool
openspiel_write_poker(struct telling *t)
{
	const char *text = t->text;
	char field[4][40] = { "", "", "", "" };
	const bool leduc = strcmp(t->g->ops->key, "leduc") == 0;
	for (int i = 0; i < 4 && *text != '\0'; i++) {
		const size_t n = strcspn(text, "|");
		snprintf(field[i], sizeof field[i], "%.*s", (int)n, text);
		text += n + (text[n] == '|');
	}
	int card[3];
	for (int i = 0; i < 3; i++) {
		int suit = 0;
		if (openspiel_letter(court, field[i][0], &card[i]) && leduc) {
			openspiel_letter(leduc_suits, field[i][1], &suit);
			card[i] = 2 * card[i] + suit;
		}
	}
	openspiel_add(t, card[0]);
	openspiel_add(t, card[1]);
	bool bet = false;
	for (const char *p = field[3]; *p != '\0'; p++) {
		int action;
		if (*p == '/')
			openspiel_add(t, card[2]);
		else if (leduc && openspiel_letter("fcr", *p, &action))
			openspiel_add(t, action);
		else if (!leduc && openspiel_letter("fcr", *p, &action))
			openspiel_add(t, *p == 'r' || (*p == 'c' && bet));
		bet = *p == 'r' || (bet && *p >= '0' && *p <= '9');
	}
	return true;
}

/* The value of "key=" in a position; NULL: there is none. */
static const char *
token(const char *text, const char *key)
{
	const size_t n = strlen(key);
	for (const char *p = text; (p = strstr(p, key)) != NULL; p += n)
		if (p == text || p[-1] == ' ')
			return p + n;
	return NULL;
}

/* "AQ3.K..T92", spades first, as a set of their cards. */
static uint64_t
read_cards(const char *text)
{
	uint64_t set = 0;
	int suit = 3, rank;
	for (; text != NULL && *text != '\0' && *text != ' '; text++)
		if (*text == '.')
			suit--;
		else if (*text == '*')
			for (rank = 0; rank < 13; rank++)
				set |= UINT64_C(1) << (4 * rank + suit);
		else if (openspiel_letter(rank_letters, *text, &rank))
			set |= UINT64_C(1) << (4 * rank + suit);
	return set;
}

static uint64_t
lowest_cards(uint64_t set, int n)
{
	uint64_t out = 0;
	for (; n > 0 && set != 0; n--) {
		out |= set & -set;
		set &= set - 1;
	}
	return out;
}

/* A hand of Hearts. */
struct hearts_deal {
	int by; /* cards are passed to the seat so many places on; 0: none are */
	uint64_t hand[SEATS], passed[SEATS]; /* as dealt */
	int plays;
	int card[CARDS];
};

/* The first move since the last deal. */
static int
since_deal(const struct telling *t)
{
	int i = t->count;
	while (i > 0 && t->made[i - 1].seat != SEAT_CHANCE)
		i--;
	return i;
}

/* The cards played since the last deal. */
static void
read_plays(const struct telling *t, struct hearts_deal *d, uint64_t held[static SEATS])
{
	const struct played_move *made = t->made;
	for (int i = since_deal(t); i < t->count; i++) {
		char text[MOVE_TEXT];
		if (made[i].m == MOVE_NONE)
			continue;
		t->g->text->format_move(t->g, t->s, made[i].seat, made[i].m, text,
					sizeof text);
		const int card = strlen(text) == 2 ? card_number(text) : -1;
		if (card < 0)
			continue;
		d->card[d->plays++] = card;
		held[made[i].seat] |= UINT64_C(1) << card;
	}
}

static void
read_hands(const struct telling *t, uint64_t held[static SEATS])
{
	for (int i = 0; i < SEATS; i++) {
		const char key[] = { game_seat_letter(t->g, i), '=', '\0' };
		held[i] = read_cards(token(t->text, key));
	}
}

/* What a seat has passed, as far as it is known, or else the first cards that may have been. */
static void
read_passes(const struct telling *t, bool passing, const uint64_t held[static SEATS],
	    struct hearts_deal *d)
{
	static const int by[] = { 0, 1, 3, 2 }; /* of hands 4, 1, 2, 3 */
	const char *hand = token(t->text, "hand=");
	bool any = passing;
	for (int i = 0; i < SEATS; i++) {
		const char key[] = {
			'p', 'a', 's', 's', game_seat_letter(t->g, i), '=', 0
		};
		d->passed[i] = read_cards(token(t->text, key));
		any |= d->passed[i] != 0;
	}
	d->by = any && hand != NULL ? by[atoi(hand) % 4] : 0;
	for (int i = 0; i < SEATS && d->by != 0; i++)
		if (d->passed[i] == 0)
			d->passed[i] =
				lowest_cards(held[passing ? i : (i + d->by) % SEATS],
					     PASSED);
}

static void
add_cards(struct telling *t, uint64_t set)
{
	for (; set != 0; set &= set - 1)
		openspiel_add(t, __builtin_ctzll(set));
}

bool
openspiel_write_hearts(struct telling *t)
{
	struct hearts_deal d = { 0 };
	uint64_t held[SEATS];
	const char *phase = token(t->text, "phase=");
	const bool passing = phase != NULL && strncmp(phase, "pass", 4) == 0;
	read_hands(t, held);
	read_plays(t, &d, held);
	read_passes(t, passing, held, &d);
	openspiel_add(t, d.by);
	for (int i = 0; i < SEATS; i++) {
		const uint64_t got = d.passed[(i + SEATS - d.by) % SEATS];
		d.hand[i] =
			passing || d.by == 0 ? held[i] : (held[i] & ~got) | d.passed[i];
		if (__builtin_popcountll(d.hand[i]) != CARDS / SEATS)
			return false;
	}
	for (int k = 0; k < CARDS; k++) {
		uint64_t *hand = &d.hand[k % SEATS];
		openspiel_add(t, __builtin_ctzll(*hand));
		*hand &= *hand - 1;
	}
	for (int i = 0; i < (d.by == 0 ? 0 : passing ? t->mover : SEATS); i++)
		add_cards(t, d.passed[i]);
	for (int i = 0; i < d.plays; i++)
		openspiel_add(t, d.card[i]);
	return true;
}

/* The seat that is player 0 in a hand of Spades is the first to bid. */
bool
openspiel_write_spades(struct telling *t)
{
	struct hearts_deal d = { 0 };
	const struct played_move *made = t->made;
	const int from = since_deal(t);
	int bid[SEATS] = { 0 };
	t->first = from < t->count ? made[from].seat : t->mover;
	read_hands(t, d.hand);
	read_plays(t, &d, d.hand);
	for (int i = 0; i < SEATS; i++)
		if (__builtin_popcountll(d.hand[i]) != CARDS / SEATS)
			return false;
	for (int k = 0; k < CARDS; k++) {
		uint64_t *hand = &d.hand[(t->first + k) % SEATS];
		openspiel_add(t, spades_card(__builtin_ctzll(*hand)));
		*hand &= *hand - 1;
	}
	for (int i = from; i < t->count; i++) {
		char word[MOVE_TEXT];
		t->g->text->format_move(t->g, t->s, made[i].seat, made[i].m, word,
					sizeof word);
		if (strlen(word) == 2 && card_number(word) >= 0)
			break;
		bid[made[i].seat] = atoi(word);
		openspiel_add(t, CARDS + bid[made[i].seat]);
	}
	for (int i = 0; i < d.plays; i++)
		openspiel_add(t, spades_card(d.card[i]));
	return bid[0] + bid[2] <= CARDS / SEATS && bid[1] + bid[3] <= CARDS / SEATS;
}

/* 52 cards, in turns to each player, as hands behind a beginning of a position. */
static bool
read_deal(struct reading *r, const char *begin, bool suits, struct state *s,
	  struct status *st)
{
	char text[POSITION_TEXT];
	uint64_t hand[SEATS] = { 0 }, dealt = 0;
	for (int k = 0; k < CARDS; k++) {
		const int at = openspiel_next(r, CARDS);
		const int card = suits && at >= 0 ? at % 13 * 4 + at / 13 : at;
		if (card < 0 || (dealt >> card & 1) != 0)
			return status_fail(st, "history: expected a deal of 52 cards");
		dealt |= UINT64_C(1) << card;
		hand[k % SEATS] |= UINT64_C(1) << card;
	}
	int n = snprintf(text, sizeof text, "%s", begin);
	for (int i = 0; i < SEATS; i++) {
		n += snprintf(text + n, sizeof text - (size_t)n,
			      " %c=", game_seat_letter(r->g, i));
		for (int suit = 3; suit >= 0; suit--) {
			for (int rank = 12; rank >= 0; rank--)
				if (hand[i] >> (4 * rank + suit) & 1)
					text[n++] = rank_letters[rank];
			text[n++] = '.';
		}
		text[--n] = '\0';
	}
	return r->g->text->parse_position(r->g, text, s, st);
}

bool
openspiel_begin_hearts(struct reading *r, struct state *s, struct status *st)
{
	static const int hand_of[] = { 4, 1, 3, 2 };
	char begin[40];
	const int by = openspiel_next(r, SEATS);
	if (by < 0)
		return status_fail(st, "history: expected the direction of the pass");
	snprintf(begin, sizeof begin, "phase=%s hand=%d", by != 0 ? "pass" : "play",
		 hand_of[by]);
	return read_deal(r, begin, false, s, st);
}

bool
openspiel_begin_spades(struct reading *r, struct state *s, struct status *st)
{
	return read_deal(r, "phase=bid hand=1", true, s, st);
}

/* Cards and betting of Kuhn and Leduc as a position. */
bool
openspiel_begin_poker(struct reading *r, struct state *s, struct status *st)
{
	const bool leduc = strcmp(r->g->ops->key, "leduc") == 0;
	char text[POSITION_TEXT], board[4] = "-", card[2][4];
	for (int i = 0; i < 2; i++) {
		const int c = openspiel_next(r, leduc ? 6 : 3);
		if (c < 0)
			return status_fail(st, "history: expected two cards");
		snprintf(card[i], sizeof card[i], leduc ? "%c%c" : "%c",
			 court[leduc ? c / 2 : c], leduc_suits[c % 2]);
	}
	struct text bets = { 0 };
	int round = 1, stake = 1, calls = 0, raises = 0;
	bool bet = false;
	text_add(&bets, "%s", "");
	while (r->at < r->count) {
		const int a = openspiel_next(r, leduc ? 3 : 2);
		const bool raise = leduc ? a == 2 : a == 1 && !bet;
		const bool fold = leduc ? a == 0 : a == 0 && bet;
		stake += raise ? leduc ? 2 * round : 1 : 0;
		if (a < 0)
			break;
		text_add(&bets, raise ? "r%d" : fold ? "f" : "c", stake);
		calls = raise ? 0 : calls + 1;
		raises += raise;
		bet = raise;
		if (!leduc || fold || calls < (raises > 0 ? 1 : 2) || round == 2)
			continue;
		const int c = openspiel_next(r, 6);
		round = 2;
		calls = raises = 0;
		text_add(&bets, "/");
		if (c >= 0)
			snprintf(board, sizeof board, "%c%c", court[c / 2],
				 leduc_suits[c % 2]);
	}
	snprintf(text, sizeof text, "%s|%s|%s|%s", card[0], card[1], board, bets.s);
	text_free(&bets);
	return (r->at == r->count ||
		status_fail(st, "history: action %d, number %d: no move here",
			    r->action[r->at], r->at + 1)) &&
	       r->g->text->parse_position(r->g, text, s, st);
}
