/*
 * faces.c - playing cards. See faces.h.
 *
 * Pips stand in three columns and five rows, spread over the room inside; a table has the places for
 * each rank. The figures of ace, jack, queen and king are bitmaps of five by six points, two points
 * above each other in a cell.
 */
#include "ui/boards/faces.h"

#include "games/common/cards.h"

#include <stddef.h>

#define FIGURE_W 5
#define FIGURE_H 3 /* rows of two points */
#define PIPS_W	 9 /* a card from which there are pips */
#define PIPS_H	 7
#define MARGIN_W 5 /* from which its corners have a margin */
#define CORNER_H 5 /* from which the lower right corner is marked too */

/* The ground of a look. */
static enum role
face_ground(enum face_look look)
{
	static const enum role grounds[] = { ROLE_CARD, ROLE_CARD_LIT, ROLE_CARD_OFF };
	return grounds[look];
}

/* The suit's colour as text, on a face or elsewhere. */
static enum role
face_ink(const struct canvas *c, int card)
{
	const int suit = card_suit(card);
	const bool red = suit == DIAMONDS || suit == HEARTS;
	if (c->filled)
		return red ? ROLE_CARD_RED : ROLE_CARD_BLACK;
	return red ? ROLE_SUIT_RED : ROLE_SUIT_BLACK;
}

void
face_box(struct canvas *c, struct rect r, enum role role)
{
	static const char *const corners[] = { "╭", "╮", "╰", "╯" };
	const int bottom = r.y + r.h - 1, right = r.x + r.w - 1;
	canvas_fill(c, r, ROLE_TEXT, " ");
	canvas_hline(c, r.y, r.x, r.w, role);
	canvas_hline(c, bottom, r.x, r.w, role);
	canvas_vline(c, r.y, r.x, r.h, role);
	canvas_vline(c, r.y, right, r.h, role);
	for (int i = 0; i < 4; i++)
		canvas_put(c, i < 2 ? r.y : bottom, i % 2 ? right : r.x, role,
			   canvas_glyph(c, corners[i], "+"));
}

/* Rows of a picture, five points each, the leftmost in the highest bit. */
static const uint8_t *
figure_of(int card)
{
	static const uint8_t suits[SUITS][2 * FIGURE_H] = {
		[CLUBS] = { 0x0e, 0x0e, 0x1f, 0x1f, 0x04, 0x0e },
		[DIAMONDS] = { 0x04, 0x0e, 0x1f, 0x1f, 0x0e, 0x04 },
		[SPADES] = { 0x04, 0x0e, 0x1f, 0x1f, 0x04, 0x0e },
		[HEARTS] = { 0x0a, 0x1f, 0x1f, 0x1f, 0x0e, 0x04 },
	};
	static const uint8_t court[][2 * FIGURE_H] = {
		{ 0x07, 0x02, 0x02, 0x02, 0x12, 0x0c },
		{ 0x0e, 0x11, 0x11, 0x15, 0x12, 0x0d },
		{ 0x11, 0x12, 0x1c, 0x12, 0x11, 0x11 },
	};
	const int rank = card_rank(card);
	return rank == ACE ? suits[card_suit(card)] : court[rank - JACK];
}

static void
figure_draw(struct canvas *c, int y, int x, int card)
{
	static const char *const halves[] = { NULL, "▄", "▀", "█" };
	const uint8_t *rows = figure_of(card);
	for (int row = 0; row < FIGURE_H; row++)
		for (int i = 0; i < FIGURE_W; i++) {
			const int bit = FIGURE_W - 1 - i;
			const int upper = rows[2 * row] >> bit & 1,
				  lower = rows[2 * row + 1] >> bit & 1;
			if (upper | lower)
				canvas_put(c, y + row, x + i, face_ink(c, card),
					   halves[2 * upper + lower]);
		}
}

/* Bits 0 to 2: left, middle and right place of the top row, 3 to 5 of the second ... */
static uint16_t
pips_of(int rank)
{
#define PIPS(a, b, c, d, e) ((a) | (b) << 3 | (c) << 6 | (d) << 9 | (e) << 12)
	static const uint16_t pips[] = {
		PIPS(2, 0, 0, 0, 2), PIPS(2, 0, 2, 0, 2), PIPS(5, 0, 0, 0, 5),
		PIPS(5, 0, 2, 0, 5), PIPS(5, 0, 5, 0, 5), PIPS(5, 2, 5, 0, 5),
		PIPS(5, 2, 5, 2, 5), PIPS(5, 5, 2, 5, 5), PIPS(5, 7, 0, 7, 5),
	};
	return pips[rank];
}

static void
pips_draw(struct canvas *c, struct rect in, const struct face *f)
{
	const int columns[] = { in.x + 1, in.x + in.w / 2, in.x + in.w - 2 };
	const uint16_t pips = pips_of(card_rank(f->card));
	for (int k = 0; k < 15; k++)
		if (pips >> k & 1)
			canvas_put(c, in.y + (k / 3 * (in.h - 1) + 2) / 4, columns[k % 3],
				   face_ink(c, f->card), f->text + 1);
}

/* What is inside a card that is seen whole. */
static void
middle_draw(struct canvas *c, struct rect r, const struct face *f)
{
	const struct rect in = { r.y + 1, r.x + 1, r.h - 2, r.w - 2 };
	if ((r.h < PIPS_H || r.w < PIPS_W) && f->text[1] != '\0')
		canvas_put(c, r.y + r.h / 2, r.x + r.w / 2, face_ink(c, f->card),
			   f->text + 1);
	else if (card_rank(f->card) < JACK)
		pips_draw(c, in, f);
	else
		figure_draw(c, in.y + (in.h - FIGURE_H) / 2, in.x + (in.w - FIGURE_W) / 2,
			    f->card);
}

static void
filled_draw(struct canvas *c, struct rect r, const struct face *f)
{
	const enum role ground = face_ground(f->look), ink = face_ink(c, f->card);
	for (int y = r.y; y < r.y + r.h; y++)
		canvas_put_w(c, y, r.x, r.w, ROLE_TEXT, "");
	if (f->half) {
		canvas_half(c, r.y - 1, r.x, r.w, ground, true);
		canvas_half(c, r.y + r.h - 1, r.x, r.w, ground, false);
		r.h--;
	}
	canvas_ground(c, r, ground);
	if (f->fanned) /* the edge of the card that it lies on */
		for (int y = r.y; y < r.y + r.h; y++)
			canvas_put(c, y, r.x, ROLE_FRAME, "▏");
	const int in = f->fanned || r.w >= MARGIN_W;
	canvas_put(c, r.y, r.x + in, ink, f->text);
	if (f->look != FACE_OFF)
		canvas_flags(c, r.y, r.x + in, 2, CELL_BOLD);
	if (f->fanned && r.w < PIPS_W) /* covered by the next one */
		return;
	middle_draw(c, r, f);
	if (r.h >= CORNER_H)
		canvas_put(c, r.y + r.h - 1, r.x + r.w - 3, ink, f->text);
}

void
face_draw(struct canvas *c, struct rect r, const struct face *f)
{
	if (c->filled) {
		filled_draw(c, r, f);
		return;
	}
	const int y = r.y + r.h / 2, x = r.x + (r.w - 2) / 2;
	face_box(c, r, f->frame);
	canvas_put(c, y, x, face_ink(c, f->card), f->text);
	canvas_flags(c, y, x, 2, f->look == FACE_LIT ? CELL_BOLD | CELL_REVERSE : 0);
}

void
face_back(struct canvas *c, struct rect r, bool dealt, const char *text)
{
	if (!c->filled)
		face_box(c, r, dealt ? ROLE_FRAME : ROLE_DIM);
	canvas_ground(c, r, dealt ? ROLE_CARD_BACK : ROLE_FELT_PLACE);
	for (int y = r.y + 1; y < r.y + r.h - 1 && c->filled && dealt; y++)
		for (int x = r.x + 1; x < r.x + r.w - 1; x++)
			canvas_put(c, y, x, ROLE_FRAME, "╳");
	canvas_put(c, r.y + r.h / 2, r.x + (r.w - 2) / 2,
		   c->filled ? ROLE_STRONG
		   : dealt   ? ROLE_CARD_BACK
			     : ROLE_DIM,
		   text);
}
