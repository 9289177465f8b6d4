/*
 * openspiel.c - see openspiel.h.
 *
 * All of it goes by the texts of moves and positions, so that no game needs to know of it. Where
 * one of our moves is several actions there (a pass of cards, a chain of hops) they follow each
 * other.
 *
 * Boards: rows and columns from 0 at the lower left, where the first player begins. Cards: 4 * rank
 * + suit, suits from clubs up. Cells of the star: from 0 at the top left, turned by half a turn, for
 * its first player begins at the top.
 */
#include "src/wire/openspiel.h"

#include "src/base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SEED	   1 /* of the deal that fits */
#define CELLS	   121
#define STAR_ROWS  17
#define DIRECTIONS 6
#define CHAIN_ENDS (CELLS * DIRECTIONS)
#define CARDS	   52
#define SEATS	   4 /* of Hearts */
#define PASSED	   3
#define GAME_TEXT  160

static const char rank_letters[] = "23456789TJQKA", suit_letters[] = "CDHS";
static const char court[] = "JQK", leduc_suits[] = "sh";

static int64_t
rule(const struct game *g, const char *key)
{
	return options_int(&g->variant, key);
}

/* Whether a rule is the word of a choice. */
static bool
rule_is(const struct game *g, const char *key, const char *word)
{
	char text[OPTION_TEXT + 2];
	options_format(&g->variant, options_find(&g->variant, key), text, sizeof text);
	return strcmp(text, word) == 0;
}

static const char *
bool_word(bool on)
{
	return on ? "true" : "false";
}

/* Whether a letter is one of a list; *at: its place. */
static bool
openspiel_letter(const char *letters, char c, int *at)
{
	const char *p = c != '\0' ? strchr(letters, c) : NULL;
	*at = p != NULL ? (int)(p - letters) : 0;
	return p != NULL;
}

/* ---- the games ---------------------------------------------------------------------------- */

/* Their string into out; false: these rules are not there. */
static bool
name_breakthrough(const struct game *g, char *out, size_t size)
{
	snprintf(out, size, "breakthrough(rows=%d,columns=%d)", (int)rule(g, "rows"),
		 (int)rule(g, "columns"));
	return rule(g, "rows") >= 6; /* with fewer each side has one row of men there */
}

static bool
name_lines(const struct game *g, char *out, size_t size)
{
	snprintf(out, size, "lines_of_action");
	return rule(g, "size") == 8;
}

static bool
name_star(const struct game *g, char *out, size_t size)
{
	snprintf(out, size, "chinese_checkers(players=%d)", g->seats);
	return rule(g, "size") == 4 && rule_is(g, "pegs", "standard");
}

static bool
name_goofspiel(const struct game *g, char *out, size_t size)
{
	char order[OPTION_TEXT + 2];
	options_format(&g->variant, options_find(&g->variant, "order"), order,
		       sizeof order);
	snprintf(out, size,
		 "goofspiel(players=%d,num_cards=%d,points_order=%s,returns_type=%s)",
		 g->seats, (int)rule(g, "cards"), order,
		 rule_is(g, "payoff", "difference") ? "point_difference" : "win_loss");
	return rule_is(g, "ties", "discard");
}

static bool
name_zumo(const struct game *g, char *out, size_t size)
{
	snprintf(out, size, "oshi_zumo(coins=%d,size=%d,min_bid=%d,alesia=%s)",
		 (int)rule(g, "coins"), (int)rule(g, "size"), (int)rule(g, "minimum"),
		 bool_word(rule_is(g, "alesia", "on")));
	return true;
}

static bool
name_kuhn(const struct game *g, char *out, size_t size)
{
	snprintf(out, size, "kuhn_poker");
	return rule(g, "ranks") == 3 && rule(g, "hands") == 1;
}

static bool
name_leduc(const struct game *g, char *out, size_t size)
{
	snprintf(out, size, "leduc_poker");
	return rule(g, "ranks") == 3 && rule(g, "suits") == 2 && rule(g, "hands") == 1 &&
	       rule(g, "raises") == 2 && rule(g, "ante") == 1 &&
	       rule_is(g, "betting", "limit");
}

static bool
name_hearts(const struct game *g, char *out, size_t size)
{
	snprintf(out, size, "hearts(pass_cards=%s,jd_bonus=%s,qs_breaks_hearts=%s)",
		 bool_word(!rule_is(g, "passing", "off")),
		 bool_word(rule_is(g, "jack", "on")),
		 bool_word(rule_is(g, "queen_breaks", "on")));
	return g->seats == SEATS && rule_is(g, "moon", "others");
}

static bool
name_spades(const struct game *g, char *out, size_t size)
{
	snprintf(out, size, "spades");
	return g->seats == SEATS && rule_is(g, "partners", "on") &&
	       rule_is(g, "bidding", "on") && rule_is(g, "blind", "off");
}

/* ---- moves -------------------------------------------------------------------------------- */

/* "a1-b2", "a1xb2": columns and rows from 0, and whether it takes. */
static void
read_squares(const char *text, int at[static 4], bool *takes)
{
	char *end;
	at[0] = text[0] - 'a';
	at[1] = (int)strtol(text + 1, &end, 10) - 1;
	*takes = *end == 'x';
	at[2] = end[1] - 'a';
	at[3] = (int)strtol(end + 2, NULL, 10) - 1;
}

static int
act_breakthrough(const struct game *g, const struct state *s, int seat, const char *text,
		 int *out)
{
	int at[4];
	bool takes;
	(void)s;
	read_squares(text, at, &takes);
	const int direction = (seat == 0 ? 1 : 4) + at[2] - at[0];
	const int square = at[1] * (int)rule(g, "columns") + at[0];
	out[0] = (square * 6 + direction) * 2 + takes;
	return 1;
}

static int
act_lines(const struct game *g, const struct state *s, int seat, const char *text,
	  int *out)
{
	int at[4];
	bool takes;
	(void)g, (void)s, (void)seat;
	if (strchr(text, '-') == NULL && strchr(text, 'x') == NULL)
		return 0; /* a pass, which is not there */
	read_squares(text, at, &takes);
	out[0] = (((at[1] * 8 + at[0]) * 8 + at[3]) * 8 + at[2]) * 2 + takes;
	return 1;
}

static int
act_number(const struct game *g, const struct state *s, int seat, const char *text,
	   int *out)
{
	(void)s, (void)seat;
	out[0] = atoi(text) - (strcmp(g->ops->key, "goofspiel") == 0);
	return 1;
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

static int
act_kuhn(const struct game *g, const struct state *s, int seat, const char *text,
	 int *out)
{
	char position[POSITION_TEXT];
	(void)seat;
	g->text->format_position(g, s, position, sizeof position);
	out[0] = text[0] == 'r' || (text[0] == 'c' && faces_bet(position));
	return 1;
}

static int
act_leduc(const struct game *g, const struct state *s, int seat, const char *text,
	  int *out)
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

static int
act_spades(const struct game *g, const struct state *s, int seat, const char *text,
	   int *out)
{
	const int card = card_number(text);
	(void)g, (void)s, (void)seat;
	out[0] = card >= 0 ? spades_card(card) : CARDS + atoi(text); /* nil is 0 */
	return 1;
}

static int
act_cards(const struct game *g, const struct state *s, int seat, const char *text,
	  int *out)
{
	int n = 0;
	(void)g, (void)s, (void)seat;
	for (const char *p = text; *p != '\0' && n < OPENSPIEL_MOST;
	     p += 2 + (p[2] == '+'))
		out[n++] = card_number(p);
	return n;
}

/* ---- the star ----------------------------------------------------------------------------- */

static const int star_row[STAR_ROWS] = { 1,  2,	 3,  4,	 13, 12, 11, 10, 9,
					 10, 11, 12, 13, 4,  3,	 2,  1 };
static const int step[DIRECTIONS][2] = { { -1, -1 }, { -1, 1 }, { 0, -2 },
					 { 0, 2 },   { 1, -1 }, { 1, 1 } };

/* The cell some steps away in a direction, -1: none. Columns are counted twice: a row of n cells
 * begins at 13 - n. */
static int
star_cell(int cell, int direction, int steps)
{
	int row = 0, first = 0;
	while (cell >= first + star_row[row])
		first += star_row[row++];
	int column = 13 - star_row[row] + 2 * (cell - first);
	row += steps * step[direction][0];
	column += steps * step[direction][1];
	if (row < 0 || row >= STAR_ROWS)
		return -1;
	const int place = column - (13 - star_row[row]);
	if (place < 0 || place >= 2 * star_row[row])
		return -1;
	first = 0;
	for (int i = 0; i < row; i++)
		first += star_row[i];
	return first + place / 2;
}

/* "e5" as their cell. */
static int
star_read(const char *text, char **end)
{
	int first = 0;
	for (int i = 0; i < text[0] - 'a'; i++)
		first += star_row[i];
	return CELLS - first - (int)strtol(text + 1, end, 10);
}

static void
star_write(int cell, char *out, size_t size)
{
	int row = 0, place = CELLS - 1 - cell;
	while (place >= star_row[row])
		place -= star_row[row++];
	snprintf(out, size, "%c%d", 'a' + row, place + 1);
}

/* Which of their cells have a peg. */
static void
star_pegs(const struct game *g, const struct state *s, bool peg[static CELLS])
{
	char text[POSITION_TEXT];
	int cell = CELLS - 1;
	g->text->format_position(g, s, text, sizeof text);
	memset(peg, 0, CELLS * sizeof *peg);
	for (char *p = text; *p != ' ' && *p != '\0' && cell >= 0;) {
		if (*p >= '0' && *p <= '9')
			cell -= (int)strtol(p, &p, 10);
		else if (*p++ != '/')
			peg[cell--] = true;
	}
}

/* Whether a peg may hop from a cell in a direction. */
static int
star_hop(const bool peg[static CELLS], int cell, int direction)
{
	const int over = star_cell(cell, direction, 1),
		  to = star_cell(cell, direction, 2);
	return over >= 0 && peg[over] && to >= 0 && !peg[to] ? to : -1;
}

/* Whether a chain may go on, to a cell where it has not been. */
static bool
star_goes_on(const bool peg[static CELLS], const bool been[static CELLS], int cell)
{
	for (int d = 0; d < DIRECTIONS; d++) {
		const int to = star_hop(peg, cell, d);
		if (to >= 0 && !been[to])
			return true;
	}
	return false;
}

/* The shortest chain of hops, breadth first. */
static int
star_chain(bool peg[static CELLS], int from, int to, int *out)
{
	int queue[CELLS], by[CELLS], back[CELLS], n = 0;
	bool seen[CELLS] = { false };
	queue[n++] = from;
	seen[from] = true;
	peg[from] = false; /* it is on its way */
	for (int i = 0; i < n && !seen[to]; i++)
		for (int d = 0; d < DIRECTIONS; d++) {
			const int next = star_hop(peg, queue[i], d);
			if (next < 0 || seen[next])
				continue;
			seen[next] = true;
			by[next] = d;
			back[next] = queue[i];
			queue[n++] = next;
		}
	if (!seen[to])
		return 0;
	bool been[CELLS] = { false };
	int length = 0;
	been[from] = true;
	for (int c = to; c != from; c = back[c]) {
		been[c] = true;
		length++;
	}
	if (length >= OPENSPIEL_MOST)
		return 0;
	for (int c = to, i = length; c != from; c = back[c])
		out[--i] = back[c] * DIRECTIONS + by[c];
	if (star_goes_on(peg, been, to))
		out[length++] = CHAIN_ENDS;
	return length;
}

static int
act_star(const struct game *g, const struct state *s, int seat, const char *text,
	 int *out)
{
	bool peg[CELLS];
	char *end;
	(void)seat;
	if (strchr(text, '-') == NULL) {
		out[0] = CHAIN_ENDS;
		return 1;
	}
	const int from = star_read(text, &end), to = star_read(end + 1, &end);
	star_pegs(g, s, peg);
	for (int d = 0; d < DIRECTIONS; d++)
		if (star_cell(from, d, 1) == to) {
			out[0] = from * DIRECTIONS + d;
			return 1;
		}
	return star_chain(peg, from, to, out);
}

/* ---- hidden cards ------------------------------------------------------------------------- */

static void
openspiel_add(json_t *history, int action)
{
	json_array_append_new(history, json_integer(action));
}

/* "Js|Kh|Qh|cr3c/": cards, then the betting. */
static bool
write_poker(const struct game *g, const char *text, json_t *history)
{
	char field[4][40] = { "", "", "", "" };
	const bool leduc = strcmp(g->ops->key, "leduc") == 0;
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
	openspiel_add(history, card[0]);
	openspiel_add(history, card[1]);
	bool bet = false;
	for (const char *p = field[3]; *p != '\0'; p++) {
		int action;
		if (*p == '/')
			openspiel_add(history, card[2]);
		else if (leduc && openspiel_letter("fcr", *p, &action))
			openspiel_add(history, action);
		else if (!leduc && openspiel_letter("fcr", *p, &action))
			openspiel_add(history, *p == 'r' || (*p == 'c' && bet));
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
since_deal(const struct played_move *made, int count)
{
	while (count > 0 && made[count - 1].seat != SEAT_CHANCE)
		count--;
	return count;
}

/* The cards played since the last deal. */
static void
read_plays(const struct game *g, const struct state *s, const struct played_move *made,
	   int count, struct hearts_deal *d, uint64_t held[static SEATS])
{
	for (int i = since_deal(made, count); i < count; i++) {
		char text[MOVE_TEXT];
		if (made[i].m == MOVE_NONE)
			continue;
		g->text->format_move(g, s, made[i].seat, made[i].m, text, sizeof text);
		const int card = strlen(text) == 2 ? card_number(text) : -1;
		if (card < 0)
			continue;
		d->card[d->plays++] = card;
		held[made[i].seat] |= UINT64_C(1) << card;
	}
}

static void
read_hands(const struct game *g, const char *text, uint64_t held[static SEATS])
{
	for (int i = 0; i < SEATS; i++) {
		const char key[] = { game_seat_letter(g, i), '=', '\0' };
		held[i] = read_cards(token(text, key));
	}
}

/* What a seat has passed, as far as it is known, or else the first cards that may have been. */
static void
read_passes(const struct game *g, const char *text, bool passing,
	    const uint64_t held[static SEATS], struct hearts_deal *d)
{
	static const int by[] = { 0, 1, 3, 2 }; /* of hands 4, 1, 2, 3 */
	const char *hand = token(text, "hand=");
	bool any = passing;
	for (int i = 0; i < SEATS; i++) {
		const char key[] = { 'p', 'a', 's', 's', game_seat_letter(g, i), '=', 0 };
		d->passed[i] = read_cards(token(text, key));
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
openspiel_add_cards(json_t *history, uint64_t set)
{
	for (; set != 0; set &= set - 1)
		openspiel_add(history, __builtin_ctzll(set));
}

static bool
write_hearts(const struct game *g, const struct state *s, int mover, const char *text,
	     const struct played_move *made, int count, json_t *history)
{
	struct hearts_deal d = { 0 };
	uint64_t held[SEATS];
	const char *phase = token(text, "phase=");
	const bool passing = phase != NULL && strncmp(phase, "pass", 4) == 0;
	read_hands(g, text, held);
	read_plays(g, s, made, count, &d, held);
	read_passes(g, text, passing, held, &d);
	openspiel_add(history, d.by);
	for (int i = 0; i < SEATS; i++) {
		const uint64_t got = d.passed[(i + SEATS - d.by) % SEATS];
		d.hand[i] =
			passing || d.by == 0 ? held[i] : (held[i] & ~got) | d.passed[i];
		if (__builtin_popcountll(d.hand[i]) != CARDS / SEATS)
			return false;
	}
	for (int k = 0; k < CARDS; k++) {
		uint64_t *hand = &d.hand[k % SEATS];
		openspiel_add(history, __builtin_ctzll(*hand));
		*hand &= *hand - 1;
	}
	for (int i = 0; i < (d.by == 0 ? 0 : passing ? mover : SEATS); i++)
		openspiel_add_cards(history, d.passed[i]);
	for (int i = 0; i < d.plays; i++)
		openspiel_add(history, d.card[i]);
	return true;
}

/* The seat that is player 0 in a hand of Spades: the first to bid. */
static int
spades_first(const struct played_move *made, int count, int mover)
{
	const int from = since_deal(made, count);
	return from < count ? made[from].seat : mover;
}

static bool
write_spades(const struct game *g, const struct state *s, int mover, const char *text,
	     const struct played_move *made, int count, json_t *history)
{
	struct hearts_deal d = { 0 };
	const int first = spades_first(made, count, mover);
	int bid[SEATS] = { 0 };
	read_hands(g, text, d.hand);
	read_plays(g, s, made, count, &d, d.hand);
	for (int i = 0; i < SEATS; i++)
		if (__builtin_popcountll(d.hand[i]) != CARDS / SEATS)
			return false;
	for (int k = 0; k < CARDS; k++) {
		uint64_t *hand = &d.hand[(first + k) % SEATS];
		openspiel_add(history, spades_card(__builtin_ctzll(*hand)));
		*hand &= *hand - 1;
	}
	for (int i = since_deal(made, count); i < count; i++) {
		char word[MOVE_TEXT];
		g->text->format_move(g, s, made[i].seat, made[i].m, word, sizeof word);
		if (strlen(word) == 2 && card_number(word) >= 0)
			break;
		bid[made[i].seat] = atoi(word);
		openspiel_add(history, CARDS + bid[made[i].seat]);
	}
	for (int i = 0; i < d.plays; i++)
		openspiel_add(history, spades_card(d.card[i]));
	return bid[0] + bid[2] <= CARDS / SEATS && bid[1] + bid[3] <= CARDS / SEATS;
}

/* ---- the table ---------------------------------------------------------------------------- */

static const struct openspiel_game {
	const char *key;
	bool (*name)(const struct game *g, char *out, size_t size);
	int (*act)(const struct game *g, const struct state *s, int seat,
		   const char *text, int *out);
} games[] = {
	{ "breakthrough", name_breakthrough, act_breakthrough },
	{ "lines-of-action", name_lines, act_lines },
	{ "chinese-checkers", name_star, act_star },
	{ "goofspiel", name_goofspiel, act_number },
	{ "oshi-zumo", name_zumo, act_number },
	{ "kuhn", name_kuhn, act_kuhn },
	{ "leduc", name_leduc, act_leduc },
	{ "hearts", name_hearts, act_cards },
	{ "spades", name_spades, act_spades },
};

/* Their string into name; NULL: st. */
static const struct openspiel_game *
openspiel_find(const struct game *g, char name[static GAME_TEXT], struct status *st)
{
	for (size_t i = 0; i < sizeof games / sizeof *games; i++)
		if (strcmp(games[i].key, g->ops->key) == 0) {
			if (games[i].name(g, name, GAME_TEXT))
				return &games[i];
			status_fail(st, "OpenSpiel has no %s by these rules",
				    g->ops->title);
			return NULL;
		}
	status_fail(st, "%s is not told in the words of OpenSpiel", g->ops->title);
	return NULL;
}

int
openspiel_actions(const struct game *g, const struct state *s, int seat, move m, int *out)
{
	char name[GAME_TEXT], text[MOVE_TEXT];
	const struct openspiel_game *o = openspiel_find(g, name, NULL);
	g->text->format_move(g, s, seat, m, text, sizeof text);
	return o != NULL ? o->act(g, s, seat, text, out) : 0;
}

/* Of a game where nothing is hidden but choices of the moment: move by move from the start. */
static bool
write_moves(const struct openspiel_game *o, const struct game *g,
	    const struct played_move *made, int count, json_t *history)
{
	struct game plain = *g;
	struct state at = { 0 };
	plain.past = NULL;
	plain.rules->start(&plain, &at);
	for (int i = 0; i < count; i++) {
		char text[MOVE_TEXT];
		int actions[OPENSPIEL_MOST];
		const seat_set acting = plain.rules->acting(&plain, &at);
		const bool chance = made[i].seat == SEAT_CHANCE;
		if (chance != (acting == ACTING_CHANCE) ||
		    (!chance && (acting >> made[i].seat & 1) == 0))
			return false;
		plain.text->format_move(&plain, &at, made[i].seat, made[i].m, text,
					sizeof text);
		const int n = o->act(&plain, &at, made[i].seat, text, actions);
		for (int k = 0; k < n; k++)
			openspiel_add(history, actions[k]);
		if (n == 0)
			return false;
		plain.rules->play(&plain, &at, made[i].seat, made[i].m, &at);
	}
	return true;
}

json_t *
openspiel_state(const struct game *g, const struct state *s, int viewer,
		const struct played_move *made, int count, struct status *st)
{
	char name[GAME_TEXT], text[POSITION_TEXT];
	const struct openspiel_game *o = openspiel_find(g, name, st);
	struct state whole = *s;
	struct rng rng;
	if (o == NULL)
		return NULL;
	const bool hearts = o->act == act_cards, spades = o->act == act_spades;
	const bool hidden = game_hides_cards(g);
	const int mover = game_mover(g, s);
	rng_seed(&rng, SEED);
	if (game_hidden(g) && viewer >= 0)
		g->hidden->determinize(g, &whole, viewer, &rng);
	g->text->format_position(g, &whole, text, sizeof text);
	json_t *history = json_array();
	const bool known = made != NULL || (hidden && !hearts && !spades);
	const bool ok = known && mover >= 0 &&
			(hearts	  ? write_hearts(g, s, mover, text, made, count, history)
			 : spades ? write_spades(g, s, mover, text, made, count, history)
			 : hidden ? write_poker(g, text, history)
				  : write_moves(o, g, made, count, history));
	const int first = ok && spades ? spades_first(made, count, mover) : 0;
	if (ok)
		return json_pack("{s:s, s:i, s:o}", "game", name, "player",
				 (mover - first + g->seats) % g->seats, "history",
				 history);
	json_decref(history);
	status_fail(st, !known	    ? "the moves since the start are not known"
			: mover < 0 ? "there is nothing to decide"
				    : "OpenSpiel has no such history");
	return NULL;
}

/* ---- reading ------------------------------------------------------------------------------ */

/* A history, and how far it has been read. */
struct reading {
	const struct game *g;
	const int *action;
	int count, at;
};

/* A number that is one of them; -1: none is left, or it is too large. */
static int
next_action(struct reading *r, int most)
{
	if (r->at == r->count || r->action[r->at] < 0 || r->action[r->at] >= most)
		return -1;
	return r->action[r->at++];
}

/* The next actions as one of our moves in the star. */
static bool
read_star(struct reading *r, const struct state *s, char out[static MOVE_TEXT])
{
	bool peg[CELLS], been[CELLS] = { false };
	char from[16], to[16];
	star_pegs(r->g, s, peg);
	int action = next_action(r, CHAIN_ENDS);
	if (action < 0)
		return false;
	const int begin = action / DIRECTIONS;
	int cell = star_cell(begin, action % DIRECTIONS, 1);
	if (cell < 0 || !peg[begin])
		return false;
	if (peg[cell]) {
		cell = begin;
		peg[begin] = false;
		been[begin] = true;
		do {
			cell = action / DIRECTIONS == cell
				       ? star_hop(peg, cell, action % DIRECTIONS)
				       : -1;
			if (cell < 0)
				return false;
			been[cell] = true;
			if (!star_goes_on(peg, been, cell))
				break;
			action = next_action(r, CHAIN_ENDS + 1);
			if (action < 0)
				return false;
		} while (action != CHAIN_ENDS);
	}
	star_write(begin, from, sizeof from);
	star_write(cell, to, sizeof to);
	snprintf(out, MOVE_TEXT, "%s-%s", from, to);
	return true;
}

/* Whether these actions come next; several are cards, which are passed in any order. */
static bool
comes_next(const struct reading *r, const int *actions, int count)
{
	uint64_t want = 0, have = 0;
	if (count == 0 || r->at + count > r->count)
		return false;
	if (count == 1)
		return r->action[r->at] == actions[0];
	for (int i = 0; i < count; i++) {
		const int action = r->action[r->at + i];
		if (action < 0 || action >= CARDS)
			return false;
		want |= UINT64_C(1) << actions[i];
		have |= UINT64_C(1) << action;
	}
	return want == have;
}

/* The legal move whose actions come next. */
static bool
read_one(const struct openspiel_game *o, struct reading *r, const struct state *s,
	 int seat, move *out)
{
	char text[MOVE_TEXT];
	struct status ignored = { 0 };
	move moves[MOVES_MAX];
	if (o->act == act_star && r->action[r->at] != CHAIN_ENDS)
		return read_star(r, s, text) &&
		       game_parse_move(r->g, s, seat, text, out, &ignored) &&
		       game_legal(r->g, s, seat, *out);
	const int n = r->g->rules->moves(r->g, s, seat, moves);
	for (int i = 0; i < n; i++) {
		int actions[OPENSPIEL_MOST];
		r->g->text->format_move(r->g, s, seat, moves[i], text, sizeof text);
		const int k = o->act(r->g, s, seat, text, actions);
		if (!comes_next(r, actions, k))
			continue;
		r->at += k;
		*out = moves[i];
		return true;
	}
	return false;
}

/* Plays the rest of the history on; a prize that is turned up is a number, too. */
static bool
read_moves(const struct openspiel_game *o, struct reading *r, struct state *s,
	   struct status *st)
{
	while (r->at < r->count) {
		const int number = r->at + 1, action = r->action[r->at];
		const seat_set acting = r->g->rules->acting(r->g, s);
		const bool chance = acting == ACTING_CHANCE;
		const int seat = chance ? SEAT_CHANCE : game_mover(r->g, s);
		char text[24];
		struct status ignored = { 0 };
		move m = MOVE_NONE;
		snprintf(text, sizeof text, "%d", action + 1);
		if (acting == 0 ||
		    (chance ? !game_parse_move(r->g, s, SEAT_CHANCE, text, &m, &ignored)
			    : !read_one(o, r, s, seat, &m)))
			return status_fail(st,
					   "history: action %d, number %d: no move here",
					   action, number);
		r->at += chance;
		r->g->rules->play(r->g, s, seat, m, s);
	}
	return true;
}

/* 52 cards, in turns to each player, as hands behind a beginning of a position. */
static bool
read_deal(struct reading *r, const char *begin, bool suits, struct state *s,
	  struct status *st)
{
	char text[POSITION_TEXT];
	uint64_t hand[SEATS] = { 0 }, dealt = 0;
	for (int k = 0; k < CARDS; k++) {
		const int at = next_action(r, CARDS);
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

static bool
read_hearts(struct reading *r, struct state *s, struct status *st)
{
	static const int hand_of[] = { 4, 1, 3, 2 };
	char begin[40];
	const int by = next_action(r, SEATS);
	if (by < 0)
		return status_fail(st, "history: expected the direction of the pass");
	snprintf(begin, sizeof begin, "phase=%s hand=%d", by != 0 ? "pass" : "play",
		 hand_of[by]);
	return read_deal(r, begin, false, s, st);
}

/* Cards and betting of Kuhn and Leduc as a position. */
static bool
read_poker(struct reading *r, struct state *s, struct status *st)
{
	const bool leduc = strcmp(r->g->ops->key, "leduc") == 0;
	char text[POSITION_TEXT], board[4] = "-", card[2][4];
	for (int i = 0; i < 2; i++) {
		const int c = next_action(r, leduc ? 6 : 3);
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
		const int a = next_action(r, leduc ? 3 : 2);
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
		const int c = next_action(r, 6);
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

bool
openspiel_read(const struct game *g, const char *text, struct state *s, struct status *st)
{
	char name[GAME_TEXT];
	const struct openspiel_game *o = openspiel_find(g, name, st);
	json_t *object = o != NULL ? json_loads(text, 0, NULL) : NULL;
	const char *game = json_string_value(json_object_get(object, "game"));
	const json_t *history = json_object_get(object, "history"), *one;
	bool ok = o != NULL;
	if (ok && (game == NULL || !json_is_array(history)))
		ok = status_fail(st, "expected {\"game\":\"%s\",\"history\":[...]}",
				 name);
	else if (ok && strcmp(game, name) != 0)
		ok = status_fail(st, "game: expected %s for these rules, not %.60s", name,
				 game);
	const size_t n = ok ? json_array_size(history) : 0;
	int *action = calloc(n + 1, sizeof *action);
	size_t i;
	json_array_foreach(history, i, one) if (i < n && action != NULL) action[i] =
		json_is_integer(one) ? (int)json_integer_value(one) : -1;
	struct reading r = { g, action, (int)n, 0 };
	memset(s, 0, sizeof *s);
	g->rules->start(g, s);
	if (ok && game_hides_cards(g))
		ok = o->act == act_cards ? read_hearts(&r, s, st)
		     : o->act == act_spades
			     ? read_deal(&r, "phase=bid hand=1", true, s, st)
			     : read_poker(&r, s, st);
	ok = ok && action != NULL && read_moves(o, &r, s, st);
	free(action);
	json_decref(object);
	return ok;
}
