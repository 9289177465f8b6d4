/* cards.c - the table of a game of tricks. See cards.h. */
#include "ui/boards/cards.h"
#include "ui/boards/faces.h"
#include "ui/canvas.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

/* ---- boxes that touch: where their lines meet the character is known when all are added ---- */

#define MESH_H 32
#define MESH_W 256

struct mesh {
	uint8_t line[MESH_H][MESH_W]; /* the ways that lines go from a place */
	uint8_t role[MESH_H][MESH_W];
};

enum { UP = 1, DOWN = 2, LEFT = 4, RIGHT = 8 };

static void
mesh_add(struct mesh *m, int y, int x, int ways, enum role role)
{
	if (y < 0 || y >= MESH_H || x < 0 || x >= MESH_W)
		return;
	m->line[y][x] = (uint8_t)(m->line[y][x] | ways);
	if (m->role[y][x] != ROLE_FRAME_FOCUS)
		m->role[y][x] = (uint8_t)role;
}

/* A box of h rows around iw columns; what does not fit into the mesh is left out. */
static void
mesh_box(struct mesh *m, int y, int x, int h, int iw, enum role role)
{
	const int bottom = y + h - 1, right = x + iw + 1;
	mesh_add(m, y, x, DOWN | RIGHT, role);
	mesh_add(m, y, right, DOWN | LEFT, role);
	mesh_add(m, bottom, x, UP | RIGHT, role);
	mesh_add(m, bottom, right, UP | LEFT, role);
	for (int i = 1; i <= iw; i++) {
		mesh_add(m, y, x + i, LEFT | RIGHT, role);
		mesh_add(m, bottom, x + i, LEFT | RIGHT, role);
	}
	for (int k = 1; k < h - 1; k++) {
		mesh_add(m, y + k, x, UP | DOWN, role);
		mesh_add(m, y + k, right, UP | DOWN, role);
	}
}

static void
mesh_draw(const struct mesh *m, struct canvas *c, int y, int x)
{
	static const char *const glyphs[16] = {
		[UP | DOWN] = "│",
		[LEFT | RIGHT] = "─",
		[DOWN | RIGHT] = "╭",
		[DOWN | LEFT] = "╮",
		[UP | RIGHT] = "╰",
		[UP | LEFT] = "╯",
		[DOWN | LEFT | RIGHT] = "┬",
		[UP | LEFT | RIGHT] = "┴",
		[UP | DOWN | RIGHT] = "├",
		[UP | DOWN | LEFT] = "┤",
		[UP | DOWN | LEFT | RIGHT] = "┼",
	};
	for (int row = 0; row < MESH_H; row++)
		for (int k = 0; k < MESH_W; k++) {
			const int ways = m->line[row][k];
			const char *ascii = ways == (UP | DOWN)	     ? "|"
					    : ways == (LEFT | RIGHT) ? "-"
								     : "+";
			if (glyphs[ways] != NULL)
				canvas_put(c, y + row, x + k, (enum role)m->role[row][k],
					   canvas_glyph(c, glyphs[ways], ascii));
		}
}

#define HIGH	  16 /* rows from which the seats sit around the table */
#define TALL	  30 /* rows with room for the hands of all, known or not */
#define SMALL_H	  10 /* rows below which lines of text replace the cards */
#define SMALL_W	  40
#define LABEL_W	  10  /* columns of a seat at the side: "13 cards" and two edges */
#define TAKES_W	  14  /* columns in the middle: "South takes it" */
#define OUTLINE_W 5   /* columns of an outlined card of the hand */
#define THOUGHTS  10  /* a heading and up to nine candidates */
#define WORTH	  2.0 /* points: a card that costs this does not rise */

static const char *const suit_words[SUITS] = { "clubs", "diamonds", "spades", "hearts" };

static enum role
suit_role(int card)
{
	const int suit = card_suit(card);
	return suit == DIAMONDS || suit == HEARTS ? ROLE_SUIT_RED : ROLE_SUIT_BLACK;
}

static void
cards_board_card_text(const struct board *b, const struct canvas *c, int card,
		      char out[static 8])
{
	char text[8] = "";
	if (b->symbols && !c->ascii)
		card_format_symbol(card, text);
	else {
		card_format(card, text);
		text[1] = (char)(text[1] | 32); /* "Qs" is easier to read than "QS" */
	}
	memcpy(out, text, sizeof text);
}

/* The cards on the table; between tricks the last ones. */
struct cards_shown {
	const uint8_t *card;
	int count, leader, winner;
	bool last;
};

static struct cards_shown
cards_shown(const struct card_table *t, bool last)
{
	const struct trick_view *v = &t->v;
	struct cards_shown s = {
		.card = last ? v->last : v->trick,
		.count = last ? v->last_count : v->trick_count,
		.leader = last ? v->last_leader : v->leader,
		.last = last,
	};
	for (int k = 1; k < s.count; k++) {
		const int a = s.card[k], b = s.card[s.winner];
		if (card_suit(a) == card_suit(b) ? a > b : card_suit(a) == t->trumps)
			s.winner = k;
	}
	return s;
}

static bool
between_tricks(const struct card_table *t)
{
	return t->v.trick_count == 0 && t->v.last_count > 0;
}

/* The last trick is on the table, or is being looked at again. */
static bool
shows_last(const struct board *b, const struct card_table *t)
{
	return between_tricks(t) || (b->last_trick && t->v.last_count > 0);
}

/* Rows of all with cards of a size; the other seats' known cards have a row each. */
static int
rows_of(const struct board *b, const struct card_plan *p, const struct card_table *t)
{
	const bool open = b->viewer == SEAT_ALL || t->all_known || p->r.h >= TALL;
	const int hand_rows = (t->v.cards + p->per_row - 1) / p->per_row;
	const int table = p->flat ? 1 + p->ch : 1 + 2 * p->ch + p->gap;
	const int others = p->flat ? 0 : open ? t->v.seats - 1 : 1;
	return table + (t->info_rows > 1 ? t->info_rows : 1) + others + 1 + p->lift +
	       hand_rows * (p->hh + 1);
}

/* Columns between the cards at the sides and the middle; negative: there is no room. */
static int
aside_of(const struct card_plan *p, int seats)
{
	const int middle = seats == 5 ? 2 * p->cw + 2 : p->cw;
	int room = (p->r.w - middle - 2 * p->cw - 2 * LABEL_W) / 2;
	if (middle + 2 * room < TAKES_W) /* then there are no edges */
		room = (p->r.w - middle - 2 * p->cw - 2 * (LABEL_W - 1)) / 2;
	return room < 8 ? room : 8;
}

/* The largest cards that there is room for. */
static struct card_plan
cards_board_plan(const struct board *b, const struct canvas *c,
		 const struct card_table *t, struct rect r)
{
	static const struct {
		uint8_t ch, cw, hh, lift;
	} sizes[] = { { 11, 15, 9, 2 }, { 9, 13, 9, 2 }, { 7, 9, 7, 2 }, { 7, 9, 7, 1 },
		      { 5, 7, 5, 1 },	{ 5, 7, 4, 1 },	 { 4, 5, 4, 1 }, { 4, 5, 3, 1 },
		      { 3, 4, 3, 1 },	{ 3, 4, 3, 0 } };
	struct card_plan p = { .r = r, .cx = r.x + r.w / 2, .flat = r.h < HIGH };
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		p.ch = sizes[i].ch;
		p.cw = sizes[i].cw;
		p.hh = sizes[i].hh;
		p.lift = sizes[i].lift;
		p.gap = p.ch >= 7 ? 2 : 1;
		const int widest = c->filled ? p.cw : OUTLINE_W;
		p.step = (r.w - 2) / t->v.cards;
		p.step = p.step < 3 ? 3 : p.step > widest ? widest : p.step;
		p.per_row = r.w > p.step + 1 ? (r.w - 1) / p.step : 1;
		p.aside = aside_of(&p, t->v.seats);
		if (rows_of(b, &p, t) <= r.h && (p.flat || p.aside >= 2))
			break;
	}
	const int hand_rows = (t->v.cards + p.per_row - 1) / p.per_row;
	p.deal = r.y + r.h - hand_rows * (p.hh + 1);
	p.hand = p.deal - p.lift - 1;
	const int spare = r.h - rows_of(b, &p, t);
	p.table = r.y + (spare > 0 ? spare / 3 : 0);
	p.info = p.table + (p.flat ? 1 + p.ch : 1 + 2 * p.ch + p.gap);
	p.hands = p.info + (t->info_rows > 1 ? t->info_rows : 1);
	return p;
}

struct card_place {
	int y, x;	      /* of the card */
	int label_y, label_x; /* of the label */
	int label_w;	      /* columns */
	int label_h;	      /* 0: it has none, the hand says it */
};

/* The same on one row, in order of play, the viewer last. */
static struct card_place
place_beside(const struct card_plan *p, int seats, int k)
{
	const int w = p->r.w / seats, x = p->r.x + (k + seats - 1) % seats * w;
	return (struct card_place){ p->table + 1, x + (w - p->cw) / 2,
				    p->table,	  x,
				    w - 1,	  1 };
}

/* Where a seat sits: k seats clockwise of the bottom. */
static struct card_place
cards_board_place_of(const struct card_plan *p, int seats, int k)
{
	if (p->flat)
		return place_beside(p, seats, k);
	const int left = p->cx - p->cw / 2, top = p->table + 1;
	const int middle = top + (p->ch + p->gap) / 2, low = top + p->ch + p->gap;
	const int by = seats == 5 ? p->cw / 2 + 1 : 0; /* two seats at the top */
	const int west_x = left - by - p->aside - p->cw;
	/* Where there is no more room, the left label begins at the edge. */
	const int tight = west_x - p->r.x < LABEL_W;
	const int east_x = left + by + p->cw + p->aside - tight;
	const int east_label = east_x + p->cw + 1, west_label = p->r.x + !tight;
	const struct card_place bottom = { low, left, low, left, 0, 0 };
	const struct card_place west = {
		middle, west_x, middle, west_label, west_x - west_label - 1, 3
	};
	const struct card_place east = {
		middle, east_x, middle, east_label, p->r.x + p->r.w - east_label - 1, 3
	};
	const struct card_place north = {
		top, left, p->table, p->r.x + 1, p->r.w - 2, 1
	};
	const struct card_place north_west = { top,    left - by,      p->table,
					       p->r.x, p->r.w / 2 - 1, 1 };
	const struct card_place north_east = { top,	  left + by,	  p->table,
					       p->cx + 1, p->r.w / 2 - 1, 1 };
	const struct card_place three[] = { bottom, west, east };
	const struct card_place four[] = { bottom, west, north, east };
	const struct card_place five[] = { bottom, west, north_west, north_east, east };
	return seats == 3 ? three[k] : seats == 4 ? four[k] : five[k];
}

/* The seat's name, its clock and player, its cards; a label at the side is as high as they need. */
static void
cards_board_label(const struct board *b, struct canvas *c, const struct card_table *t,
		  struct card_place *at, int seat)
{
	const enum role role = (enum role)(ROLE_SEAT_0 + seat);
	char name[24];
	snprintf(name, sizeof name, "%s%s",
		 seat == b->turn ? canvas_glyph(c, "▶ ", "> ") : "",
		 b->game->text->seat_name(b->game, seat));
	const char *cards = t->note[seat];
	const char *player = b->names[seat] != NULL ? b->names[seat] : "";
	if (at->label_h == 0)
		return;
	if (at->label_h == 1) {
		char line[80];
		const int room = at->label_w;
		const int all = canvas_width(name) + canvas_width(player) +
				canvas_width(cards) + 4;
		snprintf(line, sizeof line, all > room ? " %s%.0s" : "  %s  %s", player,
			 cards);
		const int w = canvas_width(name) + canvas_width(line);
		const int x = at->label_x + (room > w ? (room - w) / 2 : 0);
		const int next = canvas_put(c, at->label_y, x, role, name);
		canvas_put_w(c, at->label_y, next, room - (next - at->label_x), ROLE_DIM,
			     line);
		if (seat == b->turn)
			canvas_flags(c, at->label_y, x, canvas_width(name), CELL_BOLD);
		return;
	}
	canvas_put_w(c, at->label_y, at->label_x, at->label_w, role, name);
	at->label_h = 1;
	for (int i = 0; i < 2; i++) {
		const struct rect lines = { at->label_y + at->label_h, at->label_x, 2,
					    at->label_w };
		at->label_h += canvas_put_words(c, lines, ROLE_DIM, i ? cards : player);
	}
	if (seat == b->turn)
		canvas_flags(c, at->label_y, at->label_x, canvas_width(name), CELL_BOLD);
}

/* What can be known of a seat's cards: below the label of a seat at the side, else beside its
 * card, on the side where no other seat is. */
static void
cards_known(const struct board *b, struct canvas *c, const struct card_plan *p,
	    const struct card_place *at, int seat)
{
	char text[BOARD_TEXT];
	const int end = at->x + p->cw + 1;
	const int y = at->label_y + at->label_h;
	const struct rect below = { y, at->label_x, p->info - y, at->label_w };
	const struct rect left = { at->y, p->r.x, p->ch, at->x - 1 - p->r.x };
	const struct rect right = { at->y, end, p->ch, p->r.x + p->r.w - end };
	if (b->known[seat] == NULL || p->flat)
		return;
	snprintf(text, sizeof text, "%s", b->known[seat]);
	if (b->symbols && !c->ascii)
		board_suits(b->game, text, sizeof text);
	canvas_put_words(c,
			 at->label_h > 1	  ? below
			 : at->x >= p->cx - p->cw ? right
						  : left,
			 ROLE_TEXT, text);
}

/* A card on the table. What wins the trick stands out, with colours or without. */
static void
table_card(const struct board *b, struct canvas *c, const struct card_plan *p, int y,
	   int x, int card, enum role frame, bool wins)
{
	char text[8];
	cards_board_card_text(b, c, card, text);
	face_draw(c, (struct rect){ y, x, p->ch, p->cw },
		  &(struct face){ .card = card,
				  .text = text,
				  .look = wins ? FACE_LIT : FACE_PLAIN,
				  .frame = frame });
	if (b->flagged != (move)card) /* the coach has judged it */
		return;
	snprintf(text, sizeof text, canvas_width(b->flag) + 2 > p->cw ? "%.7s" : " %.5s ",
		 b->flag);
	const int w = canvas_width(text), at = x + p->cw - w;
	canvas_put(c, y + p->ch - 1, at, b->flag_role, text);
	canvas_flags(c, y + p->ch - 1, at, w, CELL_REVERSE | CELL_BOLD);
}

/* The place of a card that has not been played. */
static void
empty_place(struct canvas *c, const struct card_plan *p, int y, int x)
{
	const struct rect at = { y, x, p->ch, p->cw };
	if (!c->filled)
		face_box(c, at, ROLE_DIM);
	else
		canvas_ground(c, at, ROLE_FELT_PLACE);
}

/* The candidates of a seat that thinks, where its card will lie; those that the viewer only supposes
 * say so. */
static void
thought_draw(const struct board *b, struct canvas *c, const struct card_plan *p,
	     const struct card_place *at, int seat)
{
	const struct snapshot *s = b->ghost;
	if (s == NULL || s->mover != seat || s->moves_total <= 1)
		return;
	const int room = p->ch - (c->filled ? 0 : 2), most = b->mark_rows;
	int rows = 0, rank = 0;
	char line[THOUGHTS][24];
	if (b->estimate && room > 2)
		snprintf(line[rows++], sizeof *line, "%s",
			 p->cw >= 9 ? "perhaps" : "maybe");
	for (; rank < s->move_count && rank < most && rows < room; rank++) {
		char text[8];
		if (s->moves[rank].m >= CARDS || s->moves[rank].status == MOVE_UNSEARCHED)
			continue;
		cards_board_card_text(b, c, (int)s->moves[rank].m, text);
		snprintf(line[rows++], sizeof *line, "%d %s", rank + 1, text);
	}
	for (int i = 0; i < rows; i++)
		canvas_put(c, at->y + (p->ch - rows + 1) / 2 + i,
			   at->x + (p->cw - canvas_width(line[i])) / 2,
			   line[i][0] == '1' ? ROLE_STRONG : ROLE_DIM, line[i]);
}

/* A card moving from its seat to its place on the table. */
static void
slide_draw(const struct board *b, struct canvas *c, const struct card_plan *p, int seat,
	   int card)
{
	const int n = b->game->seats, k = (seat - b->bottom + n) % n;
	const struct card_place at = cards_board_place_of(p, n, k);
	const int aside = at.x + p->cw / 2 - p->cx;
	int far_y = k == 0 ? p->ch : 0, far_x = 0;
	if (!p->flat && k != 0 && at.y < cards_board_place_of(p, n, 1).y)
		far_y = -p->ch;
	else if (!p->flat && k != 0)
		far_x = aside < 0 ? -p->cw - 6 : p->cw + 6;
	const int y = at.y + (int)((1 - b->way) * (float)far_y);
	const int x = at.x + (int)((1 - b->way) * (float)far_x);
	table_card(b, c, p, y, x, card, ROLE_LAST_MOVE, false);
}

/* "North takes it" in the middle of a complete trick, "13 points" below it or beside the trick in
 * words. */
static void
winner_draw(const struct board *b, struct canvas *c, const struct card_table *t,
	    const struct card_plan *p, const struct cards_shown *s)
{
	const int n = b->game->seats, seat = (s->leader + s->winner) % n;
	const struct card_place west = cards_board_place_of(p, n, 1),
				east = cards_board_place_of(p, n, n - 1);
	const int left = west.x + p->cw, right = east.x;
	const int y = p->table + 1 + p->ch;
	char line[40];
	snprintf(line, sizeof line, "%s takes it", board_seat_word(b->game, seat));
	if (p->flat || canvas_width(line) > right - left)
		return;
	canvas_put(c, y, (left + right - canvas_width(line) + 1) / 2,
		   (enum role)(ROLE_SEAT_0 + seat), line);
	if (p->gap > 1)
		canvas_put(c, y + 1, (left + right - canvas_width(t->won) + 1) / 2,
			   ROLE_STRONG, t->won);
}

/* A complete trick moving to its winner. */
static void
sweep_draw(const struct board *b, struct canvas *c, const struct card_plan *p,
	   const struct cards_shown *s)
{
	const int n = b->game->seats;
	const struct card_place to =
		cards_board_place_of(p, n,
				     (s->leader + s->winner - b->bottom + 2 * n) % n);
	for (int i = 0; i < s->count; i++) {
		const int k = i == s->count - 1 ? s->winner : i < s->winner ? i : i + 1;
		const struct card_place from =
			cards_board_place_of(p, n,
					     (s->leader + k - b->bottom + 2 * n) % n);
		const int y = from.y + (int)(b->gone * (float)(to.y - from.y));
		const int x = from.x + (int)(b->gone * (float)(to.x - from.x));
		table_card(b, c, p, y, x, s->card[k], ROLE_FRAME, k == s->winner);
	}
}

/* The trick on the table; between tricks the last one, until it is taken away. */
static void
trick_draw(const struct board *b, struct canvas *c, const struct card_table *t,
	   const struct card_plan *p)
{
	const int n = b->game->seats;
	const struct cards_shown s = cards_shown(t, shows_last(b, t));
	const bool lies = !s.last || b->gone == 0;
	const int sliding = b->way < 1 && !b->last_trick ? s.count - 1 : -1;
	for (int seat = 0; seat < n; seat++) {
		struct card_place at =
			cards_board_place_of(p, n, (seat - b->bottom + n) % n);
		const int k = (seat - s.leader + n) % n;
		const bool wins = k == s.winner && (s.last || c->filled);
		const bool newest = !s.last && k == s.count - 1;
		cards_board_label(b, c, t, &at, seat);
		cards_known(b, c, p, &at, seat);
		if (lies && k < s.count && k != sliding)
			table_card(b, c, p, at.y, at.x, s.card[k],
				   wins || newest ? ROLE_LAST_MOVE : ROLE_FRAME, wins);
		else {
			empty_place(c, p, at.y, at.x);
			thought_draw(b, c, p, &at, seat);
		}
	}
	if (s.last && lies && s.count > 0)
		winner_draw(b, c, t, p, &s);
	if (s.last && b->gone > 0 && b->gone < 1)
		sweep_draw(b, c, p, &s);
	if (sliding >= 0)
		slide_draw(b, c, p, (s.leader + sliding) % n, s.card[sliding]);
}

/* "last trick  W 2c  N Qc ...  N takes 14" */
static void
last_trick(const struct board *b, struct canvas *c, const struct card_table *t,
	   const struct card_plan *p)
{
	const struct cards_shown s = cards_shown(t, true);
	const struct game *g = b->game;
	if (s.count == 0 || p->info >= p->hand)
		return;
	int x = canvas_put(c, p->info, p->r.x + 1, ROLE_DIM, "last trick");
	for (int k = 0; k < s.count; k++) {
		char text[8];
		cards_board_card_text(b, c, s.card[k], text);
		const int seat = (s.leader + k) % g->seats;
		x = canvas_putf(c, p->info, x + 1, (enum role)(ROLE_SEAT_0 + seat), "%c",
				game_seat_letter(g, seat));
		x = canvas_put(c, p->info, x + 1, suit_role(s.card[k]), text);
	}
	canvas_putf(c, p->info, x + 1, ROLE_DIM, "to %c%s%s",
		    game_seat_letter(g, (s.leader + s.winner) % g->seats),
		    p->gap == 1 && *t->won ? ": " : "", p->gap == 1 ? t->won : "");
}

/* One suit of an open hand: the suit once, then the ranks. */
static int
open_suit(const struct board *b, struct canvas *c, int y, int x, uint64_t set)
{
	char text[8];
	cards_board_card_text(b, c, cards_lowest(set), text);
	const enum role role = suit_role(cards_lowest(set));
	x = canvas_put(c, y, x, role, text + 1);
	while (set != 0) {
		cards_board_card_text(b, c, cards_pop(&set), text);
		text[1] = '\0';
		x = canvas_put(c, y, x, role, text);
	}
	return x + 1;
}

/* "holds 2C", or nothing when there are no cards; returns the next column. */
static int
known_set(const struct board *b, struct canvas *c, int y, int x, const char *how,
	  uint64_t set)
{
	if (set == 0)
		return x;
	x = canvas_put(c, y, x, ROLE_DIM, how);
	while (set != 0) {
		char text[8];
		const int card = cards_pop(&set);
		cards_board_card_text(b, c, card, text);
		x = canvas_put(c, y, x + 1, suit_role(card), text);
	}
	return x + 1;
}

/* Cards another seat is known to hold: the whole hand when all is open, else those it was passed
 * and those it must have. */
static int
known_cards(const struct board *b, struct canvas *c, int y, const struct card_table *t,
	    const struct card_plan *p, int seat)
{
	uint64_t set = t->v.hand[seat];
	if (set == 0 || y >= p->hand)
		return y;
	const enum role role = (enum role)(ROLE_SEAT_0 + seat);
	const uint64_t given = set & t->given;
	int x = p->r.x + 1;
	if (b->viewer == SEAT_ALL || t->all_known) {
		x = canvas_putf(c, y, x, role, "%c ", game_seat_letter(b->game, seat));
		for (int suit = 0; suit < SUITS; suit++)
			if ((set & SUIT_MASK(suit)) != 0)
				x = open_suit(b, c, y, x, set & SUIT_MASK(suit));
		return y + 1;
	}
	x = canvas_put(c, y, x, ROLE_DIM, given != 0 ? "you passed " : "");
	x = known_set(b, c, y, canvas_put(c, y, x, role, board_seat_word(b->game, seat)),
		      "", given);
	known_set(b, c, y, x + (given == 0), "has", set & ~given);
	return y + 1;
}

/* Returns the first row below them. */
static int
other_hands(const struct board *b, struct canvas *c, const struct card_table *t,
	    const struct card_plan *p)
{
	int y = p->hands;
	for (int k = 1; k < b->game->seats; k++)
		y = known_cards(b, c, y, t, p, (b->bottom + k) % b->game->seats);
	return y;
}

/* ------------------------------------------------------------------ the hand */

bool
cards_legal(const struct board *b, const struct card_table *t, int card)
{
	if (b->chooser == SEAT_NONE || b->chooser != b->bottom || b->reviewing)
		return false;
	for (int i = 0; i < b->move_count && !t->choosing; i++)
		if (b->moves[i] == (move)card)
			return true;
	return t->choosing;
}

/* A hint's figure below a card, in w columns; "" when there is none. */
static enum role
card_mark(const struct board *b, const struct card_table *t, int card, int w,
	  char out[static 8])
{
	*out = '\0';
	if (b->picked >> card & 1) {
		memcpy(out, t->hinted >> card & 1 ? "^=" : "^^", 3);
		return ROLE_SELECTED;
	}
	if (b->marks == NULL || b->chooser != b->bottom)
		return ROLE_DIM;
	if (t->hinted >> card & 1) {
		memcpy(out, "=", 2);
		return ROLE_HINT;
	}
	const struct stats_move *m =
		snapshot_find_equal(b->marks, b->game, b->marks_root, (move)card);
	return m != NULL ? board_cost_text(b, m, w, out) : ROLE_DIM;
}

/* Half rows that a card stands above the hand: one that is picked or was just received a row; after
 * a hint the better the higher. */
static int
raise_of(const struct board *b, const struct card_table *t, const struct card_plan *p,
	 int card)
{
	const int most = 2 * p->lift;
	double worst = WORTH, cost = (double)NAN;
	if ((b->picked | b->received | t->hinted) >> card & 1)
		return p->lift > 0 ? 2 : 0;
	if (b->marks == NULL || b->chooser != b->bottom)
		return 0;
	for (int i = 0; i < b->marks->move_count; i++) {
		const double here = board_cost(b, &b->marks->moves[i]);
		worst = here > worst ? here : worst;
	}
	const struct stats_move *m =
		snapshot_find_equal(b->marks, b->game, b->marks_root, (move)card);
	if (m != NULL)
		cost = board_cost(b, m);
	return isnan(cost) ? 0 : (int)(most * (1 - cost / worst) + 0.5);
}

/* "from East: 8d Ks Qh", or "E: 8d Ks Qh" in less room. */
static void
received_draw(const struct board *b, struct canvas *c, int y, int x, int end)
{
	const int seat = b->received_from, w = 3 * cards_count(b->received);
	char text[40];
	snprintf(text, sizeof text, "from %s:", board_seat_word(b->game, seat));
	if (x + canvas_width(text) + w > end)
		snprintf(text, sizeof text, "%c:", game_seat_letter(b->game, seat));
	x = canvas_put(c, y, x, (enum role)(ROLE_SEAT_0 + seat), text);
	for (uint64_t set = b->received; set != 0;) {
		const int card = cards_pop(&set);
		cards_board_card_text(b, c, card, text);
		x = canvas_put(c, y, x + 1, suit_role(card), text);
	}
}

/* What the marks below the cards say, each in its own colour. */
static int
legend_draw(struct canvas *c, const struct card_plan *p, int y, int x)
{
	x = canvas_put(c, y, x, ROLE_GOOD, "=");
	x = canvas_put(c, y, x, ROLE_DIM, " best");
	x = canvas_put(c, y, x + 2, ROLE_WARN, p->step > 4 ? "+1.9" : "2");
	x = canvas_put(c, y, x, ROLE_DIM, " points lost");
	return canvas_put(c, y, x + 2, ROLE_DIM, "~ not sure");
}

static void
hand_heading(const struct board *b, struct canvas *c, const struct card_table *t,
	     const struct card_plan *p)
{
	char line[80] = "";
	bool legend = false;
	if (b->reviewing)
		line[0] = '\0'; /* nothing is to be chosen */
	else if (t->heading[0] != '\0')
		snprintf(line, sizeof line, "%s", t->heading);
	else if (b->marks != NULL)
		legend = true;
	else if (b->chooser == b->bottom && t->v.trick_count == 0)
		snprintf(line, sizeof line, "your turn: you lead");
	else if (b->chooser == b->bottom)
		snprintf(line, sizeof line, "your turn: %s",
			 (t->v.hand[b->bottom] & card_suit_mask(t->v.trick[0])) != 0
				 ? suit_words[card_suit(t->v.trick[0])]
				 : "any suit");
	const int seat = b->bottom, end = p->r.x + p->r.w;
	const bool turn = seat == b->turn;
	int x = canvas_putf(c, p->hand, p->r.x + 1, (enum role)(ROLE_SEAT_0 + seat),
			    "%s%s", turn ? canvas_glyph(c, "▶ ", "> ") : "",
			    b->game->text->seat_name(b->game, seat));
	if (turn)
		canvas_flags(c, p->hand, p->r.x + 1, x - p->r.x - 1, CELL_BOLD);
	if (t->own_note && !p->flat)
		x = canvas_put(c, p->hand, x + 2, ROLE_DIM, t->note[seat]);
	if (legend)
		x = legend_draw(c, p, p->hand, x + 2);
	else
		canvas_put_w(c, p->hand, x + 2, end - x - 2,
			     b->chooser == seat ? ROLE_STRONG : ROLE_DIM, line);
	if (b->received != 0)
		received_draw(b, c, p->hand,
			      x + 2 + canvas_width(line) + (*line != '\0' ? 2 : 0), end);
}

/* The cards of the hand lie in a fan, each over the one to its left. */
struct hand_place {
	struct rect at; /* as it is drawn: raised, with all that is seen of it */
	int low;	/* the row below the hand */
	bool half;
};

static struct hand_place
hand_place_of(const struct canvas *c, const struct card_plan *p, int place, bool last,
	      int raise)
{
	const int low = p->deal + place / p->per_row * (p->hh + 1);
	const int x = p->r.x + 1 + place % p->per_row * p->step, end = p->r.x + p->r.w;
	const bool whole = last || place % p->per_row == p->per_row - 1;
	int w = whole ? p->cw : p->step;
	w = x + w > end ? end - x : w;
	if (!c->filled) /* outlines share their edges */
		w = p->step + 1;
	return (struct hand_place){
		.at = { low - raise / 2, x, p->hh, w },
		.low = low + p->hh,
		.half = c->filled && raise % 2 != 0,
	};
}

/* An outlined card; its edges come when all have been added. */
static void
hand_outline(const struct board *b, struct canvas *c, const struct card_plan *p,
	     struct mesh *mesh, const struct rect *at, int card, bool live)
{
	char text[8];
	const int y = at->y + at->h / 2, x = at->x + (at->w - 2) / 2;
	cards_board_card_text(b, c, card, text);
	mesh_box(mesh, at->y - p->hand, at->x - p->r.x, at->h, at->w - 2,
		 live ? ROLE_FRAME_FOCUS : ROLE_FRAME);
	canvas_put(c, y, x, suit_role(card), text);
	canvas_flags(c, y, x, 2, live ? CELL_BOLD : 0);
	if ((b->picked | b->received) >> card & 1)
		canvas_flags(c, y, at->x + 1, at->w - 2, CELL_UNDERLINE);
	for (int k = 1; k < at->h - 1 && live && b->cursor == card; k++)
		canvas_flags(c, at->y + k, at->x + 1, at->w - 2, CELL_REVERSE);
}

static void
hand_card(struct board *b, struct canvas *c, const struct card_table *t,
	  const struct card_plan *p, struct mesh *mesh, int place, int card)
{
	const bool last = place + 1 == cards_count(t->v.hand[b->bottom]);
	const struct hand_place at =
		hand_place_of(c, p, place, last, raise_of(b, t, p, card));
	const bool live = cards_legal(b, t, card), here = live && b->cursor == card;
	char text[8], mark[8];
	cards_board_card_text(b, c, card, text);
	if (c->filled)
		face_draw(c, at.at,
			  &(struct face){ .card = card,
					  .text = text,
					  .look = here ? FACE_LIT
						  : live || b->chooser != b->bottom ||
								  t->v.phase != TRICK_PLAY
							  ? FACE_PLAIN
							  : FACE_OFF,
					  .half = at.half,
					  .fanned = true });
	else
		hand_outline(b, c, p, mesh, &at.at, card, live);
	const int w = p->step - 1;
	const enum role role = card_mark(b, t, card, w, mark);
	if (*mark == '\0' && here && c->filled)
		memcpy(mark, "▲", sizeof "▲");
	canvas_put(c, at.low, at.at.x + 1 + (w - canvas_width(mark)) / 2, role, mark);
	board_spot(b, (struct rect){ at.at.y, at.at.x, p->hh, at.at.w - !c->filled },
		   card, live);
	if (here) {
		c->cursor_y = at.at.y + (c->filled ? 0 : p->hh / 2);
		c->cursor_x = at.at.x + 1;
	}
}

static void
cards_board_hand_draw(struct board *b, struct canvas *c, const struct card_table *t,
		      const struct card_plan *p)
{
	static struct mesh mesh; /* large; one thread draws */
	uint64_t set = t->v.hand[b->bottom];
	mesh = (struct mesh){ 0 };
	hand_heading(b, c, t, p);
	for (int place = 0; set != 0; place++)
		hand_card(b, c, t, p, &mesh, place, cards_pop(&set));
	mesh_draw(&mesh, c, p->hand, p->r.x);
}

/* ------------------------------------------------------------------ small areas */

static void
small_card(struct board *b, struct canvas *c, const struct card_table *t, struct rect r,
	   int *y, int *x, int card)
{
	char text[8], mark[8];
	cards_board_card_text(b, c, card, text);
	const enum role role = card_mark(b, t, card, 4, mark);
	const int w = 3 + (*mark != '\0' ? canvas_width(mark) + 1 : 0);
	if (*x + w > r.x + r.w) {
		*x = r.x;
		++*y;
	}
	const bool live = cards_legal(b, t, card);
	canvas_put(c, *y, *x, suit_role(card), text);
	canvas_flags(c, *y, *x, 2, live ? CELL_BOLD : 0);
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
cards_board_small_draw(struct board *b, struct canvas *c, const struct card_table *t,
		       struct rect r)
{
	const struct game *g = b->game;
	const struct cards_shown s = cards_shown(t, shows_last(b, t));
	int y = r.y, x = canvas_put(c, y, r.x, ROLE_DIM, s.last ? "last trick" : "trick");
	for (int k = 0; k < s.count; k++) {
		char text[8];
		const int seat = (s.leader + k) % g->seats;
		cards_board_card_text(b, c, s.card[k], text);
		x = canvas_putf(c, y, x + 2, (enum role)(ROLE_SEAT_0 + seat), "%c",
				game_seat_letter(g, seat));
		x = canvas_put(c, y, x + 1, suit_role(s.card[k]), text);
	}
	if (s.last && s.count > 0)
		canvas_putf(c, y, x + 1, ROLE_STRONG, " to %c",
			    game_seat_letter(g, (s.leader + s.winner) % g->seats));
	y += r.h > 4 ? 2 : 1;
	if (t->heading[0] != '\0' && b->chooser == b->bottom)
		canvas_put_w(c, y++, r.x, r.w, ROLE_STRONG, t->heading);
	if (b->received != 0)
		received_draw(b, c, y++, r.x, r.x + r.w);
	x = r.x;
	for (uint64_t set = t->v.hand[b->bottom]; set != 0;)
		small_card(b, c, t, r, &y, &x, cards_pop(&set));
}

struct card_plan
cards_draw(struct board *b, struct canvas *c, struct rect r, const struct card_table *t)
{
	struct card_plan p = cards_board_plan(b, c, t, r);
	b->spot_count = 0;
	b->room = (struct rect){ 0 };
	p.small = r.h < SMALL_H || r.w < SMALL_W || p.hand < p.info;
	if (p.small) {
		cards_board_small_draw(b, c, t, r);
		return p;
	}
	canvas_ground(c, r, ROLE_FELT);
	trick_draw(b, c, t, &p);
	for (int i = 0; i < CARD_NEWS && !p.flat; i++) {
		char news[sizeof *t->news + 4];
		snprintf(news, sizeof news, "%s", t->news[i]);
		board_suits(b->game, news, b->symbols && !c->ascii ? sizeof news : 0);
		canvas_put(c, r.y + 1 + i, r.x + 1,
			   t->happened[i] ? ROLE_STRONG : ROLE_DIM, news);
	}
	last_trick(b, c, t, &p);
	const int used = other_hands(b, c, t, &p);
	cards_board_hand_draw(b, c, t, &p);
	b->room = (struct rect){ used, r.x + 1, p.hand - 1 - used, r.w - 2 };
	return p;
}

/* ------------------------------------------------------------------ in words */

bool
cards_on_hand(const struct board *b, const struct card_table *t)
{
	return b->cursor >= 0 && b->cursor < CARDS &&
	       (t->v.hand[b->bottom] >> b->cursor & 1) != 0;
}

bool
cards_why_not(const struct board *b, const struct card_table *t, int card, char *text,
	      int size)
{
	if (t->v.trick_count == 0 ||
	    (t->v.hand[b->bottom] & card_suit_mask(t->v.trick[0])) == 0)
		return false;
	snprintf(text, (size_t)size, "%s were led: follow suit",
		 suit_words[card_suit(t->v.trick[0])]);
	return true;
}

bool
cards_rest(const struct trick_view *before, const struct trick_view *after)
{
	return before->trick_count == before->seats - 1 && after->trick_count == 0 &&
	       after->last_count > 0;
}

void
cards_holding(uint64_t set, char *out, int size)
{
	int n = 0;
	*out = '\0';
	while (set != 0 && n < size) {
		char card[CARD_TEXT];
		card_format(cards_pop(&set), card);
		n += snprintf(out + n, (size_t)(size - n), "%s%s", n > 0 ? " " : "",
			      card);
	}
}
