/*
 * history_stars.c - reading hand histories of PokerStars, hands of two players. See history.h.
 *
 * A hand is a head, two seats, two blinds, then lines "NAME: calls $2" and "*** FLOP *** [...]" up to
 * a summary. Lines of other kinds (chat, who joins) are passed over. Names may have any character, so
 * that lines are known by the names of the seats.
 */
#include "games/poker/holdem/history_hand.h"

#include "games/common/words.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LINE_MOST   500
#define AMOUNT_MOST 100000000 /* chips; no stack of so many is read */
#define CHIPS_BIG   100

/* The hand under way. */
struct stars {
	struct phh *p;
	struct history *h;
	char line[LINE_MOST];
	bool summary;
	bool tournament;
	bool money; /* amounts are in a currency, counted in cents */
	int factor; /* chips in a cent, or in a chip of the table */
	int seats, posted;
	int number[2]; /* of the seats at the table */
	char name[2][HISTORY_NAME];
	int stack[2], big; /* big: whose blind it is, -1: not known yet */
};

bool
history_is_stars(const char *text)
{
	const char *mark = "\xef\xbb\xbf"; /* of UTF-8, at the start of a file */
	text += strncmp(text, mark, 3) == 0 ? 3 : 0;
	return strncmp(text, "PokerStars ", 11) == 0;
}

static bool
stars_fail(struct stars *s, const char *what)
{
	return history_fail_at(s->p, s->p->line, what, s->line);
}

/* "$2.50", "250": in chips of the game; *text moves behind it. */
static bool
read_amount(struct stars *s, const char **text, int *out)
{
	const char *at = *text;
	at += strcspn(at, "0123456789 \n");
	if (!isdigit((unsigned char)*at))
		return stars_fail(s, "expected an amount: ");
	char *end;
	long value = strtol(at, &end, 10);
	value = value > AMOUNT_MOST ? AMOUNT_MOST : value;
	value *= s->money ? 100 : 1;
	if (s->money && *end == '.' && isdigit((unsigned char)end[1])) {
		value += (end[1] - '0') * 10;
		end += 2;
		if (isdigit((unsigned char)*end))
			value += *end++ - '0';
	}
	value *= s->factor;
	*out = (int)(value > AMOUNT_MOST ? AMOUNT_MOST : value);
	*text = end;
	return true;
}

static bool
stars_add_action(struct stars *s, const char *text)
{
	struct phh *p = s->p;
	if (p->actions == ITEMS)
		return stars_fail(s, "more actions than are read: ");
	struct item *a = &p->action[p->actions++];
	snprintf(a->text, sizeof a->text, "%s", text);
	a->line = p->line;
	return true;
}

/* p1 has the big blind. */
static int
stars_number_of(const struct stars *s, int who)
{
	return who == s->big ? 1 : 2;
}

/* "8d9h" of "[8d 9h]": the last bracket of a text, or with `first` the first. */
static bool
cards_in(const char *text, bool first, char out[16])
{
	const char *at = first ? strchr(text, '[') : strrchr(text, '[');
	size_t n = 0;
	if (at == NULL)
		return false;
	for (at++; *at != '\0' && *at != ']' && n < 15; at++)
		if (*at != ' ')
			out[n++] = *at;
	out[n] = '\0';
	return *at == ']';
}

static bool
stars_add_cards(struct stars *s, int who, const char *text, bool shown)
{
	char cards[16], action[40];
	if (!cards_in(text, true, cards))
		return stars_fail(s, "expected cards in brackets: ");
	snprintf(action, sizeof action, shown ? "p%d sm %s" : "d dh p%d %s",
		 stars_number_of(s, who), cards);
	return stars_add_action(s, action);
}

/* ---- the head ---------------------------------------------------------------------------- */

static void
read_date(struct phh *p, const char *text)
{
	const char *at = strstr(text, ") - ");
	const bool read = at != NULL && sscanf(at + 4, "%d/%d/%d %8[0-9:]", &p->year,
					       &p->month, &p->day, p->time) == 4;
	if (!read || p->year < 1 || p->year > 9999 || p->month < 1 || p->month > 12 ||
	    p->day < 1 || p->day > 31)
		p->year = 0; /* not known */
}

/* "PokerStars Hand #12: Hold'em No Limit ($0.05/$0.10 USD) - 2026/11/28 12:00:00 ET" */
static bool
stars_read_head(struct stars *s)
{
	struct phh *p = s->p;
	const char *limit = strstr(s->line, "Hold'em Limit"),
		   *at = limit != NULL ? limit : strstr(s->line, "Hold'em No Limit");
	int small = 0, big = 0;
	if (at == NULL)
		return stars_fail(s, "expected Hold'em No Limit or Hold'em Limit: ");
	read_date(p, at);
	s->tournament = strstr(s->line, "Tournament #") != NULL;
	at = strchr(at, '(');
	if (at == NULL)
		return stars_fail(s, "expected the blinds in brackets: ");
	at++;
	s->money = !isdigit((unsigned char)*at);
	s->factor = 1;
	if (!read_amount(s, &at, &small) || *at++ != '/' || !read_amount(s, &at, &big))
		return stars_fail(s, "expected the blinds, as in ($0.05/$0.10): ");
	big = limit != NULL ? small : big;
	s->factor = big > 0 && CHIPS_BIG % big == 0 ? CHIPS_BIG / big : 1;
	p->limit = limit != NULL;
	p->variant = p->begun;
	return true;
}

/* "Seat 1: Ann ($10 in chips)", with a bounty "Seat 1: Ann (1500 in chips, $5 bounty)". In a
 * tournament a player who is sitting out plays. */
static bool
read_seat(struct stars *s)
{
	const char *name = strchr(s->line, ':') + 2, *at = NULL;
	for (const char *k = name; (k = strstr(k, " in chips")) != NULL; k++)
		at = k;
	if (at == NULL || (!s->tournament && strstr(at, "sitting out") != NULL) ||
	    strstr(at, "out of hand") != NULL)
		return true;
	while (at > name && *at != '(')
		at--;
	if (s->seats == 2)
		return stars_fail(s, "expected a hand of two players: ");
	const int n = s->seats++;
	s->number[n] = atoi(s->line + 5);
	s->p->stacks = s->p->line;
	snprintf(s->name[n], HISTORY_NAME, "%.*s", (int)(at > name ? at - 1 - name : 0),
		 name);
	at++;
	return read_amount(s, &at, &s->stack[n]);
}

/* "posts big blind $0.10 and is all-in" */
static bool
stars_read_blind(struct stars *s, int who, const char *at)
{
	struct phh *p = s->p;
	const bool big = strncmp(at, "big blind ", 10) == 0;
	if (strncmp(at, "the ante ", 9) == 0)
		return stars_fail(s, "hands with antes are not read: ");
	if ((!big && strncmp(at, "small blind ", 12) != 0) || s->posted == 2)
		return stars_fail(s, "expected a small and a big blind: ");
	at += big ? 10 : 12;
	if (!read_amount(s, &at, &p->blind[big]))
		return false;
	if (strstr(at, "all-in") != NULL)
		return stars_fail(s, "expected stacks of more than a blind: ");
	s->big = big ? who : 1 - who;
	p->blinds = p->line;
	if (++s->posted < 2)
		return true;
	for (int i = 0; i < 2; i++) {
		const int seat = i == 0 ? s->big : 1 - s->big;
		p->stack[i] = s->stack[seat];
		snprintf(p->name[i], HISTORY_NAME, "%s", s->name[seat]);
	}
	/* The game counts from the middle of both. The larger stack does not miss a chip, which
	 * nobody can call. */
	if ((p->stack[0] + p->stack[1]) % 2 != 0)
		p->stack[p->stack[1] > p->stack[0]]--;
	return true;
}

/* ---- the betting ------------------------------------------------------------------------- */

/* "bets $2", "raises $2 to $6 and is all-in" */
static bool
read_bet(struct stars *s, int who, const char *at)
{
	char action[40];
	int amount = 0;
	const char *to = strstr(at, " to ");
	at = to != NULL ? to + 4 : strchr(at, ' ') + 1;
	if (!read_amount(s, &at, &amount))
		return false;
	if (strstr(at, "all-in") != NULL)
		snprintf(action, sizeof action, "p%d cbr all", stars_number_of(s, who));
	else
		snprintf(action, sizeof action, "p%d cbr %d", stars_number_of(s, who),
			 amount);
	return stars_add_action(s, action);
}

/* What a player does; `at` is behind the name and its colon. */
static bool
read_act(struct stars *s, int who, const char *at)
{
	static const char *const silent[] = { "mucks", "doesn't", "said",
					      "sits",  "is",	  NULL };
	char action[8];
	if (strncmp(at, "posts ", 6) == 0)
		return stars_read_blind(s, who, at + 6);
	if (s->posted < 2)
		return stars_fail(s, "expected both blinds first: ");
	if (strncmp(at, "bets ", 5) == 0 || strncmp(at, "raises ", 7) == 0)
		return read_bet(s, who, at);
	if (strncmp(at, "shows [", 7) == 0)
		return stars_add_cards(s, who, at, true);
	const bool fold = strncmp(at, "folds", 5) == 0;
	if (fold || strncmp(at, "calls ", 6) == 0 || strcmp(at, "checks") == 0) {
		snprintf(action, sizeof action, "p%d %s", stars_number_of(s, who),
			 fold ? "f" : "cc");
		return stars_add_action(s, action) && (!fold || strchr(at, '[') == NULL ||
						       stars_add_cards(s, who, at, true));
	}
	for (int i = 0; silent[i] != NULL; i++)
		if (strncmp(at, silent[i], strlen(silent[i])) == 0)
			return true;
	return stars_fail(s, "expected folds, checks, calls, bets, raises or shows: ");
}

/* "*** TURN *** [Ts Qh 8c] [2d]" */
static bool
read_street(struct stars *s)
{
	char cards[16], action[40];
	s->summary = strncmp(s->line, "*** SUMMARY", 11) == 0;
	if (s->summary || strchr(s->line, '[') == NULL)
		return true;
	if (!cards_in(s->line, false, cards))
		return stars_fail(s, "expected cards in brackets: ");
	snprintf(action, sizeof action, "d db %s", cards);
	return stars_add_action(s, action);
}

/* "Seat 2: Bob (big blind) mucked [Ah Kd]" */
static bool
read_summary(struct stars *s)
{
	for (int who = 0; who < s->seats && s->posted == 2; who++) {
		const size_t n = strlen(s->name[who]);
		int number, skip = 0;
		if (sscanf(s->line, "Seat %d: %n", &number, &skip) == 1 && skip > 0 &&
		    number == s->number[who] &&
		    strncmp(s->line + skip, s->name[who], n) == 0 &&
		    (strstr(s->line + skip + n, " mucked [") != NULL ||
		     strstr(s->line + skip + n, " showed [") != NULL))
			return stars_add_cards(s, who, s->line + skip + n, true);
	}
	return true;
}

/* The seat whose name, the longer of two, begins a text and is followed by `behind`; -1: neither. */
static int
named(const struct stars *s, const char *text, const char *behind)
{
	int best = -1;
	for (int who = 0; who < s->seats; who++) {
		const size_t n = strlen(s->name[who]);
		if (n > 0 && strncmp(text, s->name[who], n) == 0 &&
		    strncmp(text + n, behind, strlen(behind)) == 0 &&
		    (best < 0 || n > strlen(s->name[best])))
			best = who;
	}
	return best;
}

static bool
stars_read_line(struct stars *s)
{
	int who;
	if (s->summary)
		return read_summary(s);
	if (s->posted == 0 && strncmp(s->line, "Seat ", 5) == 0 &&
	    strchr(s->line, ':') != NULL && strchr(s->line, ':')[1] == ' ')
		return read_seat(s);
	if (strncmp(s->line, "*** ", 4) == 0)
		return read_street(s);
	if (strncmp(s->line, "Dealt to ", 9) == 0 && s->posted == 2 &&
	    (who = named(s, s->line + 9, " [")) >= 0)
		return stars_add_cards(s, who, s->line + 9 + strlen(s->name[who]), false);
	if ((who = named(s, s->line, ": ")) >= 0)
		return read_act(s, who, s->line + strlen(s->name[who]) + 2);
	return true;
}

/* ---- hands ------------------------------------------------------------------------------- */

static void
end_stars(struct stars *s)
{
	struct phh *p = s->p;
	if (p->begun == 0)
		return;
	if (!p->bad && s->posted < 2)
		history_check(p, s->h,
			      history_fail_at(p, p->begun,
					      "expected two seats and both blinds", ""));
	history_end_hand(p, s->h);
	history_begin_hand(p);
}

static void
begin_stars(struct stars *s)
{
	end_stars(s);
	s->summary = false;
	s->seats = s->posted = 0;
	s->big = -1;
	s->p->begun = s->p->line;
	history_check(s->p, s->h, stars_read_head(s));
}

bool
history_read_stars(struct phh *p, struct history *h)
{
	struct stars *s = calloc(1, sizeof *s);
	if (s == NULL)
		return status_fail(p->st, "not enough memory");
	*s = (struct stars){ .p = p, .h = h };
	for (const char *at = p->at; at != NULL; p->line++) {
		words_next(&at, '\n', s->line, sizeof s->line);
		s->line[strcspn(s->line, "\r")] = '\0';
		if (history_is_stars(s->line))
			begin_stars(s);
		else if (p->begun > 0 && !p->bad)
			history_check(p, h, stars_read_line(s));
	}
	end_stars(s);
	free(s);
	return true;
}
