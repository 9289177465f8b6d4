/*
 * history.c - reading hands of hold'em: PHH (history_stars.c: PokerStars). See history.h.
 *
 * PHH is TOML of which only this is read: comments, tables [1], keys with strings, numbers, truth
 * values and arrays of them, over several lines or not.
 */
#include "games/poker/holdem/history_hand.h"

#include "games/common/words.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KEY_BYTES  32
#define STACK_MOST (2 * HOLDEM_STACK)

struct history_hand *
history_add(struct history *h)
{
	if (h->count == HISTORY_HANDS)
		return NULL;
	if (h->count == h->room) {
		const int room = h->room > 0 ? 2 * h->room : 16;
		void *more = aligned_alloc(alignof(struct history_hand),
					   (size_t)room * sizeof *h->hand);
		if (more == NULL)
			BUG("not enough memory for %d hands", room);
		if (h->count > 0)
			memcpy(more, h->hand, (size_t)h->count * sizeof *h->hand);
		free(h->hand);
		h->hand = more;
		h->room = room;
	}
	memset(&h->hand[h->count], 0, sizeof *h->hand);
	return &h->hand[h->count++];
}

void
history_free(struct history *h)
{
	free(h->hand);
	text_free(&h->left_out);
	*h = (struct history){ 0 };
}

/* A game whose hands have the stakes of the text. */
static bool
open_variant(const struct phh *p, struct game *g, int chips, struct status *st)
{
	struct options v;
	char stack[24], blinds[32];
	options_init(&v, holdem_game.options);
	snprintf(stack, sizeof stack, "%d", chips);
	snprintf(blinds, sizeof blinds, "%d/%d", p->blind[0], p->blind[1]);
	return options_set(&v, "stack", stack, st) &&
	       options_set(&v, "blinds", blinds, st) &&
	       options_set(&v, "betting", p->limit ? "limit" : "no-limit", st) &&
	       options_set(&v, "hands", "10000", st) &&
	       options_set(&v, "reset", "off", st) &&
	       options_set(&v, "rise", "10000", st) &&
	       game_init(g, &holdem_game, HOLDEM_SEATS, &v, st);
}

static void
set_name(char out[HISTORY_NAME], const char *name)
{
	snprintf(out, HISTORY_NAME, "%.39s", name);
	text_make_plain(out);
}

/* ---- PHH: values ----------------------------------------------------------------------- */

bool
history_fail_at(struct phh *p, int line, const char *what, const char *text)
{
	return status_fail(p->st, "%s:%d: %.150s%.60s", p->where, line, what, text);
}

/* Behind blanks, comments and, where `lines`, ends of lines. */
static void
skip_blank(struct phh *p, bool lines)
{
	for (;; p->at++) {
		if (*p->at == '#')
			p->at += strcspn(p->at, "\n");
		if (*p->at == '\n' && lines)
			p->line++;
		else if (*p->at != ' ' && *p->at != '\t' && *p->at != '\r')
			return;
	}
}

/* A string in either quotes, or a bare word up to a comma, bracket, comment or blank. */
static bool
read_scalar(struct phh *p)
{
	if (p->items == ITEMS)
		return history_fail_at(p, p->line, "an array of more than 400", "");
	struct item *out = &p->item[p->items];
	const char quote = *p->at == '"' || *p->at == '\'' ? *p->at : '\0';
	size_t n = 0;
	out->line = p->line;
	p->at += quote != '\0';
	while (*p->at != '\0' && *p->at != '\n' &&
	       (quote ? *p->at != quote : !strchr(",]# \t\r", *p->at))) {
		p->at += quote == '"' && *p->at == '\\' && p->at[1] != '\0' &&
			 p->at[1] != '\n';
		if (n == sizeof out->text - 1)
			return history_fail_at(p, p->line, "longer than 127 characters",
					       "");
		if (!quote && *p->at == '_' && n > 0 && /* 10_000 is 10000 */
		    isdigit((unsigned char)p->at[-1]) && isdigit((unsigned char)p->at[1]))
			p->at++;
		out->text[n++] = *p->at++;
	}
	out->text[n] = '\0';
	if (quote != '\0' && *p->at != quote)
		return history_fail_at(p, p->line, "expected the end of a string", "");
	if (quote == '\0' && n == 0)
		return history_fail_at(p, p->line, "expected a value", "");
	p->at += quote != '\0';
	p->items++;
	return true;
}

static bool
read_value(struct phh *p)
{
	const int begun = p->line;
	p->items = 0;
	skip_blank(p, false);
	if (*p->at != '[')
		return read_scalar(p);
	p->at++;
	for (;;) {
		skip_blank(p, true);
		if (*p->at == ']')
			break;
		if (!read_scalar(p))
			return false;
		skip_blank(p, true);
		const bool goes_on = *p->at == ',' || *p->at == ']';
		if (!goes_on && p->line > p->item[p->items - 1].line)
			return history_fail_at(
				p, begun,
				"expected a comma, or ] at the end of this array", "");
		if (!goes_on)
			return history_fail_at(p, p->line, "expected a comma or ]", "");
		p->at += *p->at == ',';
	}
	p->at++;
	return true;
}

/* ---- PHH: fields ------------------------------------------------------------------------- */

static bool
history_read_number(struct phh *p, const char *key, int k, int most, int *out)
{
	char what[80];
	if (k < p->items && words_number(p->item[k].text, 0, most, out))
		return true;
	snprintf(what, sizeof what, "%.24s: expected a whole number up to %d, not ", key,
		 most);
	return history_fail_at(p, k < p->items ? p->item[k].line : p->line, what,
			       k < p->items ? p->item[k].text : "nothing");
}

static bool
history_read_pair(struct phh *p, const char *key, int most, int out[2])
{
	char what[64];
	snprintf(what, sizeof what, "%.24s: expected two numbers", key);
	if (p->items != 2)
		return history_fail_at(p, p->line, what,
				       ": only hands of two players are read");
	return history_read_number(p, key, 0, most, &out[0]) &&
	       history_read_number(p, key, 1, most, &out[1]);
}

static bool
take_actions(struct phh *p)
{
	memcpy(p->action, p->item, (size_t)p->items * sizeof *p->item);
	p->actions = p->items;
	return true;
}

static bool
take_names(struct phh *p)
{
	for (int i = 0; i < 2 && i < p->items; i++)
		set_name(p->name[i], p->item[i].text);
	return true;
}

static bool
take_variant(struct phh *p)
{
	const char *text = p->items == 1 ? p->item[0].text : "";
	p->variant = p->line;
	p->limit = strcmp(text, "FT") == 0;
	if (p->limit || strcmp(text, "NT") == 0)
		return true;
	return history_fail_at(p, p->line, "variant: expected NT or FT, hold'em, not ",
			       text);
}

static bool
take_antes(struct phh *p)
{
	int antes[2];
	if (!history_read_pair(p, "antes", STACK_MOST, antes))
		return false;
	if (antes[0] + antes[1] > 0)
		return history_fail_at(p, p->line, "hands with antes are not read", "");
	return true;
}

static bool
take_blinds(struct phh *p)
{
	p->blinds = p->line;
	return history_read_pair(p, "blinds_or_straddles", HOLDEM_STACK, p->blind);
}

static bool
take_stacks(struct phh *p)
{
	p->stacks = p->line;
	return history_read_pair(p, "starting_stacks", STACK_MOST, p->stack);
}

static bool
take_min_bet(struct phh *p)
{
	p->least_bet = p->line;
	return history_read_number(p, "min_bet", 0, STACK_MOST, &p->min_bet);
}

static bool
take_small_bet(struct phh *p)
{
	p->least_bet = p->line;
	return history_read_number(p, "small_bet", 0, STACK_MOST, &p->small_bet);
}

static bool
take_year(struct phh *p)
{
	return history_read_number(p, "year", 0, 9999, &p->year);
}

static bool
take_month(struct phh *p)
{
	return history_read_number(p, "month", 0, 12, &p->month);
}

static bool
take_day(struct phh *p)
{
	return history_read_number(p, "day", 0, 31, &p->day);
}

static bool
take_time(struct phh *p)
{
	snprintf(p->time, sizeof p->time, "%.8s", p->items > 0 ? p->item[0].text : "");
	return true;
}

static bool
take_hand(struct phh *p)
{
	/* Other programs number as they like: a number that is none of ours does not count. */
	if (p->items == 0 || !words_number(p->item[0].text, 0, 999999999, &p->number))
		p->number = -1;
	return true;
}

static const struct {
	const char *key;
	bool (*take)(struct phh *p);
} fields[] = {
	{ "variant", take_variant },
	{ "antes", take_antes },
	{ "blinds_or_straddles", take_blinds },
	{ "starting_stacks", take_stacks },
	{ "min_bet", take_min_bet },
	{ "small_bet", take_small_bet },
	{ "actions", take_actions },
	{ "players", take_names },
	{ "year", take_year },
	{ "month", take_month },
	{ "day", take_day },
	{ "time", take_time },
	{ "hand", take_hand },
};

void
history_check(struct phh *p, struct history *h, bool ok)
{
	if (ok)
		return;
	if (!p->bad)
		text_add(&h->left_out, "%s" HISTORY_LEFT_OUT "\n", p->st->text);
	p->bad = true;
	*p->st = (struct status){ 0 };
}

static bool
read_field(struct phh *p, struct history *h)
{
	char key[KEY_BYTES];
	size_t n = 0;
	while (isalnum((unsigned char)*p->at) || *p->at == '_' || *p->at == '-') {
		if (n == sizeof key - 1)
			return history_fail_at(p, p->line,
					       "a key of more than 31 characters", "");
		key[n++] = *p->at++;
	}
	key[n] = '\0';
	skip_blank(p, false);
	if (n == 0 || *p->at != '=')
		return history_fail_at(p, p->line, "expected key = value", "");
	p->at++;
	p->begun = p->begun > 0 ? p->begun : p->line;
	if (!read_value(p))
		return false;
	for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
		if (strcmp(fields[i].key, key) == 0)
			history_check(p, h, fields[i].take(p));
	return true; /* other keys of a file are ignored */
}

/* ---- PHH: actions ------------------------------------------------------------------------ */

/* "p2" as a seat; -1: neither player. */
static int
player_seat(const char *word, const struct holdem *h)
{
	const int big = 1 - holdem_button(h);
	if (strcmp(word, "p1") == 0)
		return big;
	return strcmp(word, "p2") == 0 ? 1 - big : -1;
}

/* Cards of a hand in "d dh p1 8d9h" or "p1 sm 8d9h"; four question marks are no cards. */
static bool
history_note_hand(struct phh *p, const struct item *a, int player, const char *text,
		  uint8_t card[2][HOLDEM_CARDS])
{
	uint8_t read[HOLDEM_CARDS];
	uint64_t gone = 0;
	const char *at = text;
	if (*text == '\0' || strcmp(text, "????") == 0)
		return true;
	if (!poker_read_cards(&at, HOLDEM_CARDS, &gone, read) || *at != '\0')
		return history_fail_at(p, a->line, "expected two different cards, not ",
				       text);
	if (card[player][0] < CARDS &&
	    (gone != (CARD_BIT(card[player][0]) | CARD_BIT(card[player][1]))))
		return history_fail_at(p, a->line,
				       "another hand than was dealt: ", a->text);
	for (int i = 0; i < 2; i++)
		if (card[1 - player][i] < CARDS && (gone & CARD_BIT(card[1 - player][i])))
			return history_fail_at(p, a->line,
					       "a card of the other's hand: ", a->text);
	memcpy(card[player], read, sizeof read);
	return true;
}

struct action {
	char word[4][24];
	int words;
};

/* Words up to a commentary. */
static struct action
split_action(const char *text)
{
	struct action a = { .words = 0 };
	while (a.words < 4) {
		text = words_skip(text);
		const size_t n = strcspn(text, " \t");
		if (n == 0 || *text == '#')
			break;
		snprintf(a.word[a.words], sizeof a.word[0], "%.*s",
			 (int)(n < 23 ? n : 23), text);
		a.words++;
		text += n;
	}
	return a;
}

static bool
history_is_word(const struct action *a, int k, const char *word)
{
	return k < a->words && strcmp(a->word[k], word) == 0;
}

/* All hole cards that are dealt or shown anywhere in the hand. */
static bool
collect_hands(struct phh *p, uint8_t card[2][HOLDEM_CARDS])
{
	memset(card, HOLDEM_HIDDEN, 2 * (size_t)HOLDEM_CARDS);
	for (int i = 0; i < p->actions; i++) {
		const struct action a = split_action(p->action[i].text);
		const bool dealt =
			history_is_word(&a, 0, "d") && history_is_word(&a, 1, "dh");
		const char *who = a.word[dealt ? 2 : 0];
		if ((!dealt && !history_is_word(&a, 1, "sm")) ||
		    a.words < (dealt ? 4 : 2))
			continue;
		if (strcmp(who, "p1") != 0 && strcmp(who, "p2") != 0)
			return history_fail_at(p, p->action[i].line,
					       "expected p1 or p2, not ", who);
		if (!history_note_hand(p, &p->action[i], who[1] - '1',
				       dealt	     ? a.word[3]
				       : a.words > 2 ? a.word[2]
						     : "",
				       card))
			return false;
	}
	return true;
}

static bool
play_board(struct phh *p, const struct item *item, const char *cards, struct game *g,
	   struct state *s)
{
	struct status why = { 0 };
	move m;
	if (holdem_of(s)->phase != HOLDEM_BOARD)
		return history_fail_at(p, item->line,
				       "no card is due on the board: ", item->text);
	if (!game_parse_move(g, s, SEAT_CHANCE, cards, &m, &why))
		return history_fail_at(p, item->line, why.text, "");
	g->rules->play(g, s, SEAT_CHANCE, m, s);
	return true;
}

static bool
play_bet(struct phh *p, const struct item *item, const struct action *a, struct game *g,
	 struct state *s)
{
	const struct holdem *h = holdem_of(s);
	const int seat = player_seat(a->word[0], h);
	struct status why = { 0 };
	char text[40];
	move m;
	if (seat < 0)
		return history_fail_at(p, item->line,
				       "expected d, p1 or p2 first: ", item->text);
	if (g->rules->acting(g, s) != (seat_set)1 << seat)
		return history_fail_at(p, item->line,
				       "it is not that player's turn: ", item->text);
	if (history_is_word(a, 1, "cbr") && a->words > 2)
		snprintf(text, sizeof text, "bet %s", a->word[2]);
	else
		snprintf(text, sizeof text, "%s",
			 history_is_word(a, 1, "f")    ? "f"
			 : history_is_word(a, 1, "cc") ? "c"
						       : "?");
	if (*text == '?')
		return history_fail_at(p, item->line,
				       "expected f, cc, cbr or sm: ", item->text);
	if (!game_parse_move(g, s, seat, text, &m, &why))
		return history_fail_at(p, item->line, why.text, "");
	g->rules->play(g, s, seat, m, s);
	return true;
}

static bool
play_actions(struct phh *p, struct game *g, struct state *s)
{
	for (int i = 0; i < p->actions; i++) {
		const struct item *item = &p->action[i];
		const struct action a = split_action(item->text);
		if (history_is_word(&a, 0, "d") && history_is_word(&a, 1, "dh"))
			continue;
		if (history_is_word(&a, 1, "sm"))
			continue;
		if (history_is_word(&a, 0, "d") && history_is_word(&a, 1, "db") &&
		    a.words > 2) {
			if (!play_board(p, item, a.word[2], g, s))
				return false;
		} else if (!play_bet(p, item, &a, g, s)) {
			return false;
		}
	}
	return true;
}

/* ---- PHH: a hand ------------------------------------------------------------------------- */

static bool
check_fields(struct phh *p)
{
	if (p->variant == 0 || p->stacks == 0 || p->blinds == 0 || p->actions == 0)
		return history_fail_at(p, p->begun, "the hand lacks ",
				       p->variant == 0	? "variant"
				       : p->stacks == 0 ? "starting_stacks"
				       : p->blinds == 0 ? "blinds_or_straddles"
							: "actions");
	if (p->blind[0] == 0 || p->blind[0] > p->blind[1])
		return history_fail_at(
			p, p->blinds,
			"blinds_or_straddles: expected the small blind and the "
			"big one, as in [50, 100]",
			"");
	const int bet = p->limit ? p->small_bet : p->min_bet;
	if (bet != 0 && bet != p->blind[1])
		return history_fail_at(p, p->least_bet,
				       p->limit ? "small_bet" : "min_bet",
				       ": expected the big blind");
	if ((p->stack[0] + p->stack[1]) % 2 != 0)
		return history_fail_at(p, p->stacks,
				       "starting_stacks: expected an even sum", "");
	if (p->stack[0] == 0 || p->stack[1] == 0)
		return history_fail_at(p, p->stacks,
				       "starting_stacks: expected chips for both", "");
	return true;
}

/* The game and its deal. A hand without a number, or with one that is not ours, has the place that
 * it has in the file. */
static bool
history_open_hand(struct phh *p, int at, struct history_hand *hand)
{
	struct status why = { 0 };
	uint8_t card[2][HOLDEM_CARDS];
	char text[64], cards[2][8] = { "", "" };
	const int number = p->number >= 0 && p->number < HISTORY_HANDS ? p->number : at;
	const int middle = (p->stack[0] + p->stack[1]) / 2;
	/* Seat 0 has the button, and is p2, in even hands. */
	const int won = p->stack[number % 2 == 0 ? 1 : 0] - middle;
	if (middle > HOLDEM_STACK) {
		snprintf(text, sizeof text, "%d on average with a big blind of %d",
			 middle, p->blind[1]);
		return history_fail_at(p, p->stacks,
				       "expected stacks of at most 30000 chips, not ",
				       text);
	}
	if (!open_variant(p, &hand->game, middle, &why))
		return history_fail_at(p,
				       strncmp(why.text, "stack", 5) == 0 ? p->stacks
									  : p->blinds,
				       why.text, "");
	if (!collect_hands(p, card))
		return false;
	for (int i = 0; i < 2; i++)
		poker_cards_text(card[i], card[i][0] < CARDS ? HOLDEM_CARDS : 0, "",
				 cards[i], sizeof cards[i]);
	snprintf(text, sizeof text, "%d::%s|%s won=%d", number, cards[0], cards[1], won);
	if (!holdem_game.text->parse_position(&hand->game, text, &hand->end, &why))
		return history_fail_at(p, p->begun, why.text, "");
	return true;
}

static bool
add_hand(struct phh *p, struct history *h)
{
	if (!check_fields(p))
		return false;
	struct history_hand *hand = history_add(h);
	if (hand == NULL)
		return history_fail_at(p, p->begun, "more hands than are read: 10000",
				       "");
	if (!history_open_hand(p, h->count - 1, hand) ||
	    !play_actions(p, &hand->game, &hand->end)) {
		h->count--;
		return false;
	}
	const int big = 1 - holdem_button(holdem_of(&hand->end));
	for (int i = 0; i < 2; i++) {
		const int seat = i == 0 ? big : 1 - big;
		set_name(hand->name[seat],
			 p->name[i][0] != '\0'
				 ? p->name[i]
				 : holdem_game.text->seat_name(&hand->game, seat));
	}
	if (p->year > 0)
		snprintf(hand->date, sizeof hand->date, "%04d/%02d/%02d %.8s", p->year,
			 p->month, p->day, p->time[0] != '\0' ? p->time : "0:00:00");
	return true;
}

void
history_end_hand(struct phh *p, struct history *h)
{
	history_check(p, h, p->begun == 0 || (!p->bad && add_hand(p, h)));
}

void
history_begin_hand(struct phh *p)
{
	p->bad = false;
	p->begun = p->variant = p->least_bet = 0;
	p->stacks = p->blinds = p->actions = 0;
	p->limit = false;
	p->min_bet = p->small_bet = p->year = p->month = p->day = 0;
	p->number = -1;
	p->time[0] = p->name[0][0] = p->name[1][0] = '\0';
}

/* "[12]" begins the next hand of a file of several. */
static bool
history_read_table(struct phh *p, struct history *h)
{
	history_end_hand(p, h);
	history_begin_hand(p);
	p->at += strcspn(p->at, "]\n");
	if (*p->at != ']')
		return history_fail_at(p, p->line,
				       "expected ] behind the number of a hand", "");
	p->at++;
	return true;
}

static bool
history_read_lines(struct phh *p, struct history *h)
{
	for (skip_blank(p, true); *p->at != '\0'; skip_blank(p, true)) {
		if (*p->at == '[' ? !history_read_table(p, h) : !read_field(p, h))
			return false;
		skip_blank(p, false);
		if (*p->at != '\n' && *p->at != '\0')
			return history_fail_at(p, p->line, "expected the end of the line",
					       "");
	}
	history_end_hand(p, h);
	return true;
}

static bool
read_hands(struct history *h, const char *text, const char *where, struct status *st,
	   bool (*lines)(struct phh *p, struct history *h))
{
	struct phh p = { .at = text, .where = where, .line = 1, .st = st };
	p.item = calloc(ITEMS, sizeof *p.item);
	p.action = calloc(ITEMS, sizeof *p.action);
	history_begin_hand(&p);
	const bool ok = p.item != NULL && p.action != NULL && lines(&p, h);
	free(p.item);
	free(p.action);
	return ok;
}

/* ---- either ------------------------------------------------------------------------------ */

/* The first line that is no comment. */
static const char *
first_line(const char *text)
{
	for (;;) {
		text += strspn(text, " \t\r\n");
		if (*text != '#' && *text != ';')
			return text;
		text += strcspn(text, "\n");
	}
}

bool
history_looks(const char *text)
{
	const char *at = first_line(text);
	if (history_is_stars(at))
		return true;
	if (*at == '[') /* a table, not a tag of a record: [1] */
		return isdigit((unsigned char)at[1]);
	at += strspn(at, "abcdefghijklmnopqrstuvwxyz_");
	return *words_skip(at) == '=';
}

bool
history_read(struct history *h, const char *text, const char *where, struct status *st)
{
	*h = (struct history){ .partial = true };
	const bool ok =
		read_hands(h, text, where, st,
			   history_is_stars(first_line(text)) ? history_read_stars
							      : history_read_lines);
	if (ok && h->count == 0 && h->left_out.length > 0)
		return status_fail(st, "%.*s",
				   (int)(strstr(h->left_out.s, HISTORY_LEFT_OUT) -
					 h->left_out.s),
				   h->left_out.s);
	if (ok && h->count == 0)
		return status_fail(st, "%s: expected at least one hand", where);
	return ok;
}
