/*
 * hearts.c - cards as cards: the table with a card before each seat, the hand below.
 *
 * The viewer sits at the lower edge and play goes clockwise. Places are computed from the
 * size and the number of cards dealt, not from the cards left, so nothing moves while a hand
 * is played. Cards that may be played are lit, the others dim; the cursor visits only the
 * first. Below each card stands its cost after a hint: "=" the best, else the points it
 * loses against the best. A small area gets one line of text for the trick and the hand.
 *
 * Other seats show the cards the viewer knows them to hold: all when all is open, else those
 * passed to them.
 */
#include "games/hearts.h"

#include "ui/boards/boards.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define SMALL_H 16 /* rows below which lines of text replace the boxes */
#define SMALL_W 40

static const char *const suit_words[SUITS] = { "clubs", "diamonds", "spades", "hearts" };
static const char *const rank_words[] = { "two",   "three", "four", "five", "six",
					  "seven", "eight", "nine", "ten",  "jack",
					  "queen", "king",  "ace" };

/* ------------------------------------------------------------------ one card */

static enum role
suit_role(int card)
{
	const int suit = card_suit(card);
	return suit == DIAMONDS || suit == HEARTS ? ROLE_SUIT_RED : ROLE_SUIT_BLACK;
}

static void
card_text(const struct board *b, const struct canvas *c, int card, char out[static 8])
{
	char text[8] = "";
	if (b->symbols && !c->ascii)
		card_format_symbol(card, text);
	else {
		card_format(card, text);
		text[1] = (char)(text[1] | 32); /* "Qs" reads better than "QS" */
	}
	memcpy(out, text, sizeof text);
}

/* A box of h rows around iw columns. */
static void
box(struct canvas *c, int y, int x, int h, int iw, enum role role)
{
	canvas_put(c, y, x, role, canvas_glyph(c, "╭", "+"));
	canvas_put(c, y + h - 1, x, role, canvas_glyph(c, "╰", "+"));
	for (int i = 0; i < iw; i++) {
		canvas_put(c, y, x + 1 + i, role, canvas_glyph(c, "─", "-"));
		canvas_put(c, y + h - 1, x + 1 + i, role, canvas_glyph(c, "─", "-"));
	}
	canvas_put(c, y, x + 1 + iw, role, canvas_glyph(c, "╮", "+"));
	canvas_put(c, y + h - 1, x + 1 + iw, role, canvas_glyph(c, "╯", "+"));
	for (int k = 1; k < h - 1; k++) {
		canvas_put(c, y + k, x, role, canvas_glyph(c, "│", "|"));
		canvas_put(c, y + k, x + 1 + iw, role, canvas_glyph(c, "│", "|"));
	}
}

/* ------------------------------------------------------------------ the table */

struct plan {
	struct rect r;
	int iw;	     /* columns inside a card */
	int ch;	     /* rows of a card on the table */
	int table;   /* first row of the table */
	int info;    /* the line of the last trick */
	int hands;   /* first row of the other seats' cards */
	int hand;    /* heading of the hand */
	int per_row; /* cards in a row of the hand */
	int cx;	     /* column of the middle */
	bool roomy;
};

static struct plan
plan_rows(const struct board *b, struct rect r)
{
	const struct hearts_rules *rules = hearts_rules(b->game);
	struct plan p = { .r = r, .ch = 3, .cx = r.x + r.w / 2 };
	p.iw = (r.w - 1) / rules->cards - 1;
	p.iw = p.iw < 2 ? 2 : p.iw > 4 ? 4 : p.iw;
	p.per_row = (r.w - 1) / (p.iw + 1);
	p.roomy = r.h >= 30;
	if (p.roomy)
		p.ch = p.iw >= 4 ? 5 : 4;
	const int hand_rows = (rules->cards + p.per_row - 1) / p.per_row;
	p.hand = r.y + r.h - 1 - hand_rows * 4;
	p.table = r.y;
	p.info = p.table + 2 + 3 * p.ch;
	p.hands = p.info + 1;
	return p;
}

struct place {
	int y, x;	      /* of the card's box */
	int label_y, label_x; /* of the label */
	int label_w;	      /* columns, negative: right-aligned */
	int label_h;
};

/* Where a seat sits: k seats clockwise of the bottom. */
static struct place
place_of(const struct plan *p, int seats, int k)
{
	const int bw = p->iw + 2, left = p->cx - bw / 2, spread = p->roomy ? 14 : 10;
	const int top = p->table + 1, middle = top + p->ch, low = middle + p->ch;
	const struct place bottom = { low, left, low + p->ch, p->cx - 12, 24, 1 };
	const struct place west = {
		middle, left - spread, middle, p->r.x + 1, left - spread - p->r.x - 2, 3
	};
	const int right_end = left + spread + bw + 1;
	const struct place east = {
		middle, left + spread, middle, right_end, p->r.x + p->r.w - right_end, 3
	};
	const struct place north = { top, left, p->table, p->cx - 14, 28, 1 };
	const struct place north_west = { top,	  left - 5,	  p->table,
					  p->r.x, p->r.w / 2 - 1, 1 };
	const struct place north_east = { top,	     left + 5,	     p->table,
					  p->cx + 1, p->r.w / 2 - 1, 1 };
	const struct place three[] = { bottom, west, east };
	const struct place four[] = { bottom, west, north, east };
	const struct place five[] = { bottom, west, north_west, north_east, east };
	return seats == 3 ? three[k] : seats == 4 ? four[k] : five[k];
}

static void
label(const struct board *b, struct canvas *c, const struct place *at, int seat)
{
	const struct hearts_state *s = hearts_of(&b->state);
	const enum role role = (enum role)(ROLE_SEAT_0 + seat);
	char name[24], cards[24];
	snprintf(name, sizeof name, "%s%s",
		 seat == b->turn ? canvas_glyph(c, "▶ ", "> ") : "",
		 b->game->ops->seat_name(b->game, seat));
	snprintf(cards, sizeof cards, "%d cards", hearts_cards(b->game, &b->state, seat));
	const char *player = b->names[seat] != NULL ? b->names[seat] : "";
	if (at->label_h == 1) {
		char line[80];
		snprintf(line, sizeof line, "  %s  %s  ", player, cards);
		const int w = canvas_width(name) + canvas_width(line);
		const int room = at->label_w,
			  x = at->label_x + (room > w ? (room - w) / 2 : 0);
		const int next = canvas_put(c, at->label_y, x, role, name);
		canvas_put_w(c, at->label_y, next, room - (next - at->label_x), ROLE_DIM,
			     line);
		if (seat == b->turn)
			canvas_flags(c, at->label_y, x, canvas_width(name), CELL_BOLD);
		return;
	}
	canvas_put_w(c, at->label_y, at->label_x, at->label_w, role, name);
	canvas_put_w(c, at->label_y + 1, at->label_x, at->label_w, ROLE_DIM, player);
	if (s->phase != HEARTS_DEAL && s->phase != HEARTS_OVER)
		canvas_put_w(c, at->label_y + 2, at->label_x, at->label_w, ROLE_DIM,
			     cards);
	if (seat == b->turn)
		canvas_flags(c, at->label_y, at->label_x, canvas_width(name), CELL_BOLD);
}

/* The trick on the table; between tricks the last one, dim. */
static void
trick_draw(const struct board *b, struct canvas *c, const struct plan *p)
{
	const struct hearts_state *s = hearts_of(&b->state);
	const int n = b->game->seats;
	const bool last = s->trick_count == 0 && s->last_count > 0;
	const uint8_t *cards = last ? s->last : s->trick;
	const int count = last ? s->last_count : s->trick_count;
	const int leader = last ? s->last_leader : s->leader;
	int winner = 0;
	for (int k = 1; k < count; k++)
		if (card_suit(cards[k]) == card_suit(cards[0]) &&
		    cards[k] > cards[winner])
			winner = k;
	for (int seat = 0; seat < n; seat++) {
		const struct place at = place_of(p, n, (seat - b->bottom + n) % n);
		const int k = (seat - leader + n) % n;
		const bool here = k < count;
		label(b, c, &at, seat);
		const enum role frame = !here		 ? ROLE_DIM
					: last		 ? ROLE_DIM
					: k == count - 1 ? ROLE_LAST_MOVE
							 : ROLE_FRAME;
		box(c, at.y, at.x, p->ch, p->iw, frame);
		if (!here)
			continue;
		char text[8];
		card_text(b, c, cards[k], text);
		canvas_put(c, at.y + p->ch / 2, at.x + 1 + (p->iw - 2) / 2,
			   last && k != winner ? ROLE_DIM : suit_role(cards[k]), text);
		if (k == winner)
			canvas_flags(c, at.y + p->ch / 2, at.x + 1 + (p->iw - 2) / 2, 2,
				     CELL_BOLD);
	}
}

/* "last trick  W 2c  N Qc ...  N takes 14" */
static void
last_trick(const struct board *b, struct canvas *c, const struct plan *p)
{
	const struct hearts_state *s = hearts_of(&b->state);
	const struct game *g = b->game;
	if (s->last_count == 0 || p->info >= p->hand)
		return;
	int x = canvas_put(c, p->info, p->r.x + 1, ROLE_DIM, "last trick ");
	int winner = 0;
	for (int k = 0; k < s->last_count; k++) {
		char text[8];
		card_text(b, c, s->last[k], text);
		const int seat = (s->last_leader + k) % g->seats;
		x = canvas_putf(c, p->info, x + 1, (enum role)(ROLE_SEAT_0 + seat), "%c",
				g->ops->seat_letter(g, seat));
		x = canvas_put(c, p->info, x + 1, suit_role(s->last[k]), text);
		if (card_suit(s->last[k]) == card_suit(s->last[0]) &&
		    s->last[k] > s->last[winner])
			winner = k;
	}
	canvas_putf(c, p->info, x + 1, ROLE_DIM, " to %c",
		    g->ops->seat_letter(g, (s->last_leader + winner) % g->seats));
}

/* One suit of an open hand: the suit once, then the ranks. */
static int
open_suit(const struct board *b, struct canvas *c, int y, int x, uint64_t set)
{
	char text[8];
	card_text(b, c, cards_lowest(set), text);
	const enum role role = suit_role(cards_lowest(set));
	x = canvas_put(c, y, x, role, text + 1);
	while (set != 0) {
		card_text(b, c, cards_pop(&set), text);
		text[1] = '\0';
		x = canvas_put(c, y, x, role, text);
	}
	return x + 1;
}

/* Cards known to be with another seat: the whole hand when all is open. */
static int
known_cards(const struct board *b, struct canvas *c, int y, const struct plan *p,
	    int seat)
{
	uint64_t set = hearts_of(&b->state)->hand[seat];
	if (set == 0 || y >= p->hand)
		return y;
	int x = canvas_putf(c, y, p->r.x + 1, (enum role)(ROLE_SEAT_0 + seat), "%c ",
			    b->game->ops->seat_letter(b->game, seat));
	if (b->viewer == SEAT_ALL) {
		for (int suit = 0; suit < SUITS; suit++)
			if ((set & SUIT_MASK(suit)) != 0)
				x = open_suit(b, c, y, x, set & SUIT_MASK(suit));
		return y + 1;
	}
	x = canvas_put(c, y, x, ROLE_DIM, "got from you");
	while (set != 0) {
		char text[8];
		const int card = cards_pop(&set);
		card_text(b, c, card, text);
		x = canvas_put(c, y, x + 1, suit_role(card), text);
	}
	return y + 1;
}

static void
other_hands(const struct board *b, struct canvas *c, const struct plan *p)
{
	int y = p->hands;
	for (int k = 1; k < b->game->seats; k++)
		y = known_cards(b, c, y, p, (b->bottom + k) % b->game->seats);
}

/* ------------------------------------------------------------------ the hand */

static bool
is_legal(const struct board *b, int card)
{
	if (b->chooser == SEAT_NONE || b->chooser != b->bottom || b->reviewing)
		return false;
	const struct hearts_state *s = hearts_of(&b->state);
	if (s->phase == HEARTS_PASSING)
		return true;
	for (int i = 0; i < b->move_count; i++)
		if (b->moves[i] == (move)card)
			return true;
	return false;
}

/* What a hint says below a card: "" nothing. */
static enum role
card_mark(const struct board *b, int card, char out[static 8])
{
	*out = '\0';
	if (b->picked >> card & 1) {
		memcpy(out, "^^", 3);
		return ROLE_SELECTED;
	}
	if (b->marks == NULL || b->chooser != b->bottom)
		return ROLE_DIM;
	for (int i = 0; i < b->marks->move_count; i++) {
		const struct stats_move *m = &b->marks->moves[i];
		if ((m->m & HEARTS_PASS) != 0) {
			if (i == 0 && (hearts_pass_set(m->m) >> card & 1) != 0) {
				memcpy(out, "=", 2);
				return ROLE_HINT;
			}
			continue;
		}
		if (m->m != (move)card)
			continue;
		const double cost = board_cost(b, m);
		if (isnan(cost))
			return ROLE_DIM;
		if (m->status == MOVE_FEW) {
			memcpy(out, "~", 2);
			return ROLE_DIM;
		}
		if (cost < 0.05)
			memcpy(out, "=", 2);
		else if (cost < 0.95)
			snprintf(out, 8, ".%d", (int)(cost * 10 + 0.5));
		else if (cost < 9.95)
			snprintf(out, 8, "%.1f", cost);
		else
			snprintf(out, 8, "%.0f", cost);
		return cost < 0.05 ? ROLE_GOOD : cost < 2 ? ROLE_WARN : ROLE_BAD;
	}
	return ROLE_DIM;
}

static void
hand_heading(const struct board *b, struct canvas *c, const struct plan *p)
{
	const struct hearts_state *s = hearts_of(&b->state);
	const struct hearts_rules *rules = hearts_rules(b->game);
	char line[80] = "";
	if (b->reviewing)
		snprintf(line, sizeof line, "looking back");
	else if (s->phase == HEARTS_PASSING && b->chooser == b->bottom)
		snprintf(line, sizeof line, "pass %d cards %s: %d picked",
			 rules->pass_cards, hearts_pass_name(b->game, &b->state),
			 cards_count(b->picked));
	else if (b->marks != NULL)
		snprintf(line, sizeof line, "= best   1.9 costs 1.9 points   ~ unsure");
	else if (b->chooser == b->bottom && s->trick_count == 0)
		snprintf(line, sizeof line, "your turn: you lead");
	else if (b->chooser == b->bottom)
		snprintf(line, sizeof line, "your turn: %s",
			 (s->hand[b->bottom] & card_suit_mask(s->trick[0])) != 0
				 ? suit_words[card_suit(s->trick[0])]
				 : "any suit");
	const int x =
		canvas_putf(c, p->hand, p->r.x + 1, (enum role)(ROLE_SEAT_0 + b->bottom),
			    "%s", b->game->ops->seat_name(b->game, b->bottom));
	canvas_put_w(c, p->hand, x + 2, p->r.x + p->r.w - x - 2,
		     b->chooser == b->bottom ? ROLE_STRONG : ROLE_DIM, line);
}

static void
hand_card(struct board *b, struct canvas *c, const struct plan *p, int place, int card,
	  bool last)
{
	const int y = p->hand + 1 + place / p->per_row * 4;
	const int x = p->r.x + place % p->per_row * (p->iw + 1);
	const bool live = is_legal(b, card), first = place % p->per_row == 0;
	const enum role frame = live ? ROLE_FRAME_FOCUS : ROLE_FRAME;
	box(c, y, x, 3, p->iw, frame);
	if (!first) { /* neighbours share an edge */
		canvas_put(c, y, x, frame, canvas_glyph(c, "┬", "+"));
		canvas_put(c, y + 2, x, frame, canvas_glyph(c, "┴", "+"));
	}
	(void)last;
	char text[8], mark[8];
	card_text(b, c, card, text);
	const bool waits = b->chooser == b->bottom && !live;
	const int in = x + 1 + (p->iw - 2) / 2;
	canvas_put(c, y + 1, in, waits ? ROLE_DIM : suit_role(card), text);
	if (live)
		canvas_flags(c, y + 1, in, 2, CELL_BOLD);
	const enum role role = card_mark(b, card, mark);
	canvas_put(c, y + 3, x + 1 + (p->iw - canvas_width(mark)) / 2, role, mark);
	board_spot(b, (struct rect){ y, x, 3, p->iw + 1 }, card, live);
	if (b->picked >> card & 1)
		canvas_flags(c, y + 1, x + 1, p->iw, CELL_UNDERLINE);
	if (live && b->cursor == card) {
		canvas_flags(c, y + 1, x + 1, p->iw, CELL_REVERSE);
		c->cursor_y = y + 1;
		c->cursor_x = in;
	}
}

static void
hand_draw(struct board *b, struct canvas *c, const struct plan *p)
{
	uint64_t set = hearts_of(&b->state)->hand[b->bottom];
	const int count = cards_count(set);
	hand_heading(b, c, p);
	for (int place = 0; set != 0; place++)
		hand_card(b, c, p, place, cards_pop(&set), place == count - 1);
}

/* ------------------------------------------------------------------ small areas */

static void
small_card(struct board *b, struct canvas *c, struct rect r, int *y, int *x, int card)
{
	char text[8], mark[8];
	card_text(b, c, card, text);
	const enum role role = card_mark(b, card, mark);
	const int w = 3 + (*mark != '\0' ? canvas_width(mark) + 1 : 0);
	if (*x + w > r.x + r.w) {
		*x = r.x;
		++*y;
	}
	const bool live = is_legal(b, card);
	canvas_put(c, *y, *x,
		   b->chooser == b->bottom && !live ? ROLE_DIM : suit_role(card), text);
	board_spot(b, (struct rect){ *y, *x, 1, 2 }, card, live);
	if (live && b->cursor == card) {
		canvas_flags(c, *y, *x, 2, CELL_REVERSE);
		c->cursor_y = *y;
		c->cursor_x = *x;
	}
	if (*mark != '\0')
		canvas_put(c, *y, *x + 2, role, mark);
	*x += w;
}

static void
small_draw(struct board *b, struct canvas *c, struct rect r)
{
	const struct hearts_state *s = hearts_of(&b->state);
	const struct game *g = b->game;
	const bool last = s->trick_count == 0 && s->last_count > 0;
	const int count = last ? s->last_count : s->trick_count;
	int y = r.y, x = canvas_put(c, y, r.x, ROLE_DIM, last ? "last trick" : "trick");
	for (int k = 0; k < count; k++) {
		char text[8];
		const int card = last ? s->last[k] : s->trick[k];
		const int seat = ((last ? s->last_leader : s->leader) + k) % g->seats;
		card_text(b, c, card, text);
		x = canvas_putf(c, y, x + 2, (enum role)(ROLE_SEAT_0 + seat), "%c",
				g->ops->seat_letter(g, seat));
		x = canvas_put(c, y, x + 1, suit_role(card), text);
	}
	y += r.h > 4 ? 2 : 1;
	if (s->phase == HEARTS_PASSING && b->chooser == b->bottom)
		canvas_putf(c, y++, r.x, ROLE_STRONG, "pass %d cards %s, %d picked",
			    hearts_rules(g)->pass_cards, hearts_pass_name(g, &b->state),
			    cards_count(b->picked));
	x = r.x;
	for (uint64_t set = s->hand[b->bottom]; set != 0;)
		small_card(b, c, r, &y, &x, cards_pop(&set));
}

static void
hearts_draw(struct board *b, struct canvas *c, struct rect r)
{
	b->spot_count = 0;
	if (r.h < SMALL_H || r.w < SMALL_W) {
		small_draw(b, c, r);
		return;
	}
	const struct plan p = plan_rows(b, r);
	trick_draw(b, c, &p);
	last_trick(b, c, &p);
	other_hands(b, c, &p);
	hand_draw(b, c, &p);
}

/* ------------------------------------------------------------------ choosing */

static void
why_not(const struct board *b, int card, char *text, int size)
{
	const struct hearts_state *s = hearts_of(&b->state);
	char name[CARD_TEXT];
	card_format(card, name);
	if (s->trick_count > 0 && (s->hand[b->bottom] & card_suit_mask(s->trick[0])) != 0)
		snprintf(text, (size_t)size, "%s were led: follow suit",
			 suit_words[card_suit(s->trick[0])]);
	else if (s->trick_count == 0 && card_suit(card) == HEARTS && !s->broken)
		snprintf(text, (size_t)size, "hearts are not broken: lead another suit");
	else
		snprintf(text, (size_t)size, "%s may not be played now", name);
}

static enum board_answer
choose_pass(struct board *b, bool take, move *out, char *text, int size)
{
	const int need = hearts_rules(b->game)->pass_cards;
	const uint64_t bit = CARD_BIT(b->cursor);
	if (take && cards_count(b->picked) == need) {
		*out = hearts_pass_move(b->picked);
		return BOARD_MOVE;
	}
	if ((b->picked & bit) == 0 && cards_count(b->picked) == need) {
		snprintf(text, (size_t)size,
			 "%d are picked: Enter passes them, Space on one takes it back",
			 need);
		return BOARD_NOTHING;
	}
	b->picked ^= bit;
	const int left = need - cards_count(b->picked);
	if (left == 0)
		snprintf(text, (size_t)size, "%d picked: Enter passes them %s", need,
			 hearts_pass_name(b->game, &b->state));
	else
		snprintf(text, (size_t)size, "%d more to pick", left);
	return BOARD_MORE;
}

static enum board_answer
hearts_choose(struct board *b, bool take, move *out, char *text, int size)
{
	if (b->cursor < 0 || b->cursor >= CARDS ||
	    (hearts_of(&b->state)->hand[b->bottom] >> b->cursor & 1) == 0) {
		snprintf(text, (size_t)size, "choose a card with the arrows");
		return BOARD_NOTHING;
	}
	if (hearts_of(&b->state)->phase == HEARTS_PASSING)
		return choose_pass(b, take, out, text, size);
	if (!is_legal(b, b->cursor)) {
		why_not(b, b->cursor, text, size);
		return BOARD_NOTHING;
	}
	*out = (move)b->cursor;
	return BOARD_MOVE;
}

static void
hearts_show(struct board *b, move m)
{
	if ((m & HEARTS_PASS) == 0) {
		b->cursor = (int)m;
		return;
	}
	b->picked = hearts_pass_set(m);
	b->cursor = cards_lowest(b->picked);
}

static bool
hearts_marking(const struct board *b)
{
	return b->chooser != SEAT_NONE && !b->reviewing &&
	       hearts_of(&b->state)->phase == HEARTS_PASSING;
}

/* ------------------------------------------------------------------ in words */

static bool
hearts_secret(const struct game *g, const struct state *before, int seat, move m)
{
	(void)before;
	(void)seat;
	return game_hidden(g) && (m & HEARTS_PASS) != 0;
}

static const char *
hearts_seat_word(const struct game *g, int seat)
{
	switch (g->ops->seat_letter(g, seat)) {
	case 'S': return "South";
	case 'W': return "West";
	case 'N': return "North";
	case 'E': return "East";
	case 'L': return "Far left";
	case 'R': return "Far right";
	default: return g->ops->seat_name(g, seat);
	}
}

static void
hearts_say(const struct game *g, const struct state *before, int seat, move m, bool known,
	   char *out, int size)
{
	const char *who = hearts_seat_word(g, seat);
	if ((m & HEARTS_PASS) == 0) {
		snprintf(out, (size_t)size, "%s plays the %s of %s", who,
			 rank_words[card_rank((int)m)], suit_words[card_suit((int)m)]);
		return;
	}
	if (!known) {
		snprintf(out, (size_t)size, "%s has chosen the cards to pass", who);
		return;
	}
	int n = snprintf(out, (size_t)size, "%s passes %s", who,
			 hearts_pass_name(g, before));
	uint64_t set = hearts_pass_set(m);
	for (bool first = true; set != 0 && n < size; first = false) {
		const int card = cards_pop(&set);
		n += snprintf(out + n, (size_t)(size - n), "%s the %s of %s",
			      first	 ? ""
			      : set == 0 ? " and"
					 : ",",
			      rank_words[card_rank(card)], suit_words[card_suit(card)]);
	}
}

static void
hearts_holding(const struct game *g, const struct state *s, int seat, char *out, int size)
{
	(void)g;
	int n = 0;
	*out = '\0';
	for (int suit = 0; suit < SUITS; suit++) {
		uint64_t set = hearts_of(s)->hand[seat] & SUIT_MASK(suit);
		if (set == 0 || n >= size)
			continue;
		n += snprintf(out + n, (size_t)(size - n), "%s%s", n > 0 ? "; " : "",
			      suit_words[suit]);
		while (set != 0 && n < size)
			n += snprintf(out + n, (size_t)(size - n), " %s",
				      rank_words[card_rank(cards_pop(&set))]);
	}
}

const struct board_ops hearts_board = {
	.game = "hearts",
	.value_name = "points",
	.value_top = 26,
	.draw = hearts_draw,
	.choose = hearts_choose,
	.show = hearts_show,
	.marking = hearts_marking,
	.secret = hearts_secret,
	.say = hearts_say,
	.seat_word = hearts_seat_word,
	.holding = hearts_holding,
};
