/*
 * canvas.c - cells with a character and a role, clipped drawing. See canvas.h.
 *
 * One code point is one column here: combining marks and control characters are dropped, and a
 * character that a terminal would show two columns wide becomes "?" unless it was put as a wide one.
 * So no terminal's idea of a width can tear a grid apart. Malformed UTF-8 becomes "?" byte by byte.
 * Memory: the cells belong to the caller; nothing is allocated.
 */
#include "ui/canvas.h"

#include "src/base/text.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>

#define WORDS_BYTES 1024 /* of a row of words at most */

/* ---- Characters ---- */

struct range {
	uint32_t first, last;
};

static bool
in_ranges(uint32_t ch, const struct range *r, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (ch >= r[i].first && ch <= r[i].last)
			return true;
	return false;
}

/* Columns of the joining marks: none. Unicode 15, the blocks that matter. */
static const struct range zero_width[] = {
	{ 0x0300, 0x036f }, { 0x0483, 0x0489 },	  { 0x0591, 0x05bd }, { 0x200b, 0x200d },
	{ 0x2060, 0x2064 }, { 0x20d0, 0x20ff },	  { 0xfe00, 0xfe0f }, { 0xfe20, 0xfe2f },
	{ 0xfeff, 0xfeff }, { 0xe0100, 0xe01ef },
};

/* East Asian wide and emoji. */
static const struct range double_width[] = {
	{ 0x1100, 0x115f },   { 0x231a, 0x231b },   { 0x23e9, 0x23ec },
	{ 0x25fd, 0x25fe },   { 0x2614, 0x2615 },   { 0x2648, 0x2653 },
	{ 0x26aa, 0x26ab },   { 0x26bd, 0x26be },   { 0x2705, 0x2705 },
	{ 0x270a, 0x270b },   { 0x2728, 0x2728 },   { 0x2795, 0x2797 },
	{ 0x2b1b, 0x2b1c },   { 0x2b50, 0x2b50 },   { 0x2e80, 0x303e },
	{ 0x3041, 0xa4cf },   { 0xac00, 0xd7a3 },   { 0xf900, 0xfaff },
	{ 0xfe30, 0xfe6f },   { 0xff00, 0xff60 },   { 0xffe0, 0xffe6 },
	{ 0x1f004, 0x1f004 }, { 0x1f18e, 0x1f19a }, { 0x1f200, 0x1f64f },
	{ 0x1f680, 0x1f6ff }, { 0x1f900, 0x1faff }, { 0x20000, 0x3fffd },
};

#define IN(ch, table) in_ranges((ch), (table), sizeof(table) / sizeof *(table))

/* The ASCII stand-ins for the signs this program uses. */
static uint32_t
ascii_of(uint32_t ch)
{
	static const struct {
		struct range of;
		char as;
	} map[] = {
		{ { 0x2500, 0x2501 }, '-' },  { { 0x2502, 0x2503 }, '|' },
		{ { 0x250c, 0x254b }, '+' },  { { 0x2550, 0x2550 }, '=' },
		{ { 0x2551, 0x2551 }, '|' },  { { 0x2552, 0x257f }, '+' },
		{ { 0x2580, 0x258f }, '#' },  { { 0x2590, 0x2593 }, '#' },
		{ { 0x00b7, 0x00b7 }, '.' },  { { 0x2022, 0x2022 }, '*' },
		{ { 0x2660, 0x2660 }, 'S' },  { { 0x2665, 0x2665 }, 'H' },
		{ { 0x2666, 0x2666 }, 'D' },  { { 0x2663, 0x2663 }, 'C' },
		{ { 0x2190, 0x2190 }, '<' },  { { 0x2191, 0x2191 }, '^' },
		{ { 0x2192, 0x2192 }, '>' },  { { 0x2193, 0x2193 }, 'v' },
		{ { 0x25cb, 0x25cb }, 'o' },  { { 0x25cf, 0x25cf }, '*' },
		{ { 0x2018, 0x2019 }, '\'' }, { { 0x201c, 0x201d }, '"' },
		{ { 0x2013, 0x2014 }, '-' },  { { 0x2026, 0x2026 }, '~' },
		{ { 0x2264, 0x2264 }, '<' },  { { 0x2265, 0x2265 }, '>' },
	};
	for (size_t i = 0; i < sizeof map / sizeof *map; i++)
		if (ch >= map[i].of.first && ch <= map[i].of.last)
			return (uint32_t)map[i].as;
	return '?';
}

/* Next column's character, 0 at the end of the text. */
static uint32_t
next_column(const char **text)
{
	while (**text) {
		uint32_t ch;
		*text += text_decode(*text, SIZE_MAX, &ch);
		if (ch == TEXT_INVALID)
			return '?';
		if (ch > 0x7e && (text_is_command(ch) || IN(ch, zero_width)))
			continue;
		const int columns = ch > 0x7e ? wcwidth((wchar_t)ch) : ch >= ' ';
		if (columns == 0)
			continue;
		return columns == 2 || IN(ch, double_width) ? '?' : ch;
	}
	return 0;
}

int
canvas_width(const char *text)
{
	int w = 0;
	while (next_column(&text))
		w++;
	return w;
}

/* ---- Clipping ---- */

static struct rect
intersect(struct rect a, struct rect b)
{
	int y = a.y > b.y ? a.y : b.y, x = a.x > b.x ? a.x : b.x;
	int y2 = a.y + a.h < b.y + b.h ? a.y + a.h : b.y + b.h;
	int x2 = a.x + a.w < b.x + b.w ? a.x + a.w : b.x + b.w;
	return (struct rect){ y, x, y2 > y ? y2 - y : 0, x2 > x ? x2 - x : 0 };
}

static struct cell *
canvas_cell_at(struct canvas *c, int y, int x)
{
	const struct rect *r = &c->clip;
	if (y < r->y || y >= r->y + r->h || x < r->x || x >= r->x + r->w)
		return NULL;
	return &c->cells[y * c->w + x];
}

enum role
canvas_role(const struct canvas *c, enum role role)
{
	const bool seat = role >= ROLE_SEAT_0 && role < ROLE_SEAT_0 + SEATS_MAX;
	return seat && c->seat_role[role - ROLE_SEAT_0] != 0
		       ? (enum role)c->seat_role[role - ROLE_SEAT_0]
		       : role;
}

static void
set_cell(struct canvas *c, int y, int x, uint32_t ch, enum role role)
{
	struct cell *at = canvas_cell_at(c, y, x);
	role = canvas_role(c, role);
	if (at && at->ch == CANVAS_REST) /* half of a wide character is none */
		at[-1].ch = ' ';
	if (at && x + 1 < c->w && at[1].ch == CANVAS_REST)
		at[1].ch = ' ';
	if (at)
		*at = (struct cell){ .ch = c->ascii && ch > 0x7e ? ascii_of(ch) : ch,
				     .role = (uint8_t)role,
				     .ground = at->ground };
}

void
canvas_clear(struct canvas *c)
{
	c->clip = (struct rect){ 0, 0, c->h, c->w };
	c->cursor_y = c->cursor_x = -1;
	memset(c->seat_role, 0, sizeof c->seat_role);
	c->suits = false;
	for (int i = 0; i < c->h * c->w; i++)
		c->cells[i] = (struct cell){ .ch = ' ', .role = ROLE_TEXT };
}

static bool
is_ascii_word(uint32_t ch)
{
	return ch < 128 && isalnum((int)ch);
}

void
canvas_suits(struct canvas *c)
{
	static const char suits[] = "CDHS", ranks[] = "23456789TJQKA";
	static const uint32_t signs[] = { 0x2663, 0x2666, 0x2665, 0x2660 };
	for (int i = 0; i + 1 < c->h * c->w; i++) {
		struct cell *rank = &c->cells[i], *suit = &c->cells[i + 1];
		const char *sign = suit->ch < 128 && suit->ch != 0
					   ? strchr(suits, (int)suit->ch)
					   : NULL;
		const int x = i % c->w;
		if (sign == NULL || x + 1 == c->w || rank->role != suit->role ||
		    rank->ch >= 128 || strchr(ranks, (int)rank->ch) == NULL ||
		    (x > 0 && is_ascii_word(rank[-1].ch)) ||
		    (x + 2 < c->w && is_ascii_word(suit[1].ch)))
			continue;
		suit->ch = signs[sign - suits];
	}
}

struct rect
canvas_clip(struct canvas *c, struct rect r)
{
	struct rect old = c->clip;
	c->clip = intersect(r, (struct rect){ 0, 0, c->h, c->w });
	return old;
}

/* ---- Text ---- */

int
canvas_put(struct canvas *c, int y, int x, enum role role, const char *text)
{
	for (uint32_t ch; (ch = next_column(&text)) != 0; x++)
		set_cell(c, y, x, ch, role);
	return x;
}

int
canvas_put_wide(struct canvas *c, int y, int x, enum role role, const char *character)
{
	uint32_t ch;
	text_decode(character, SIZE_MAX, &ch);
	if (canvas_cell_at(c, y, x) == NULL || canvas_cell_at(c, y, x + 1) == NULL)
		return x + 2;
	set_cell(c, y, x, ch, role);
	set_cell(c, y, x + 1, ' ', role);
	canvas_cell_at(c, y, x + 1)->ch = CANVAS_REST;
	return x + 2;
}

int
canvas_putf(struct canvas *c, int y, int x, enum role role, const char *format, ...)
{
	char line[512];
	va_list args;
	va_start(args, format);
	vsnprintf(line, sizeof line, format, args);
	va_end(args);
	return canvas_put(c, y, x, role, line);
}

int
canvas_put_w(struct canvas *c, int y, int x, int w, enum role role, const char *text)
{
	bool right = w < 0;
	if (right)
		w = -w;
	int length = canvas_width(text), pad = length < w ? w - length : 0;
	for (int i = 0; right && i < pad; i++)
		set_cell(c, y, x++, ' ', role);
	for (int i = 0; i < w && i < length; i++) {
		uint32_t ch = next_column(&text);
		set_cell(c, y, x++, i == w - 1 && length > w ? '~' : ch, role);
	}
	for (int i = 0; !right && i < pad; i++)
		set_cell(c, y, x++, ' ', role);
	return x;
}

int
canvas_put_words(struct canvas *c, struct rect r, enum role role, const char *text)
{
	int rows = 0;
	for (; *text != '\0' && rows < r.h; rows++) {
		const int n =
			rows + 1 < r.h ? text_line(text, r.w) : (int)strcspn(text, "\n");
		char line[WORDS_BYTES];
		snprintf(line, sizeof line, "%.*s", n, text);
		canvas_put_w(c, r.y + rows, r.x, r.w, role, line);
		text += n;
		text += strspn(text, " \n");
	}
	return rows;
}

void
canvas_flags(struct canvas *c, int y, int x, int w, unsigned flags)
{
	for (int i = 0; i < w; i++) {
		struct cell *at = canvas_cell_at(c, y, x + i);
		if (at)
			at->flags = (uint8_t)(at->flags | flags);
	}
}

void
canvas_ground(struct canvas *c, struct rect r, enum role role)
{
	r = intersect(r, c->clip);
	for (int y = r.y; c->filled && y < r.y + r.h; y++)
		for (int x = r.x; x < r.x + r.w; x++)
			c->cells[y * c->w + x].ground = (uint8_t)canvas_role(c, role);
}

void
canvas_half(struct canvas *c, int y, int x, int w, enum role role, bool lower)
{
	for (int i = 0; c->filled && i < w; i++)
		canvas_put(c, y, x + i, role, lower ? "▄" : "▀");
	if (c->filled)
		canvas_flags(c, y, x, w, CELL_PAPER);
}

const char *
canvas_glyph(const struct canvas *c, const char *utf8, const char *ascii)
{
	return c->ascii ? ascii : utf8;
}

/* ---- Shapes ---- */

void
canvas_fill(struct canvas *c, struct rect r, enum role role, const char *glyph)
{
	uint32_t ch = next_column(&glyph);
	r = intersect(r, c->clip);
	canvas_ground(c, r, ROLE_TEXT);
	for (int y = r.y; y < r.y + r.h; y++)
		for (int x = r.x; x < r.x + r.w; x++)
			set_cell(c, y, x, ch ? ch : ' ', role);
}

void
canvas_cursor(struct canvas *c, int y, int x, int w)
{
	canvas_fill(c, (struct rect){ y, x, 1, w }, ROLE_CURSOR, " ");
	c->cursor_y = y;
	c->cursor_x = x;
}

void
canvas_hline(struct canvas *c, int y, int x, int w, enum role role)
{
	canvas_fill(c, (struct rect){ y, x, 1, w }, role, canvas_glyph(c, "─", "-"));
}

void
canvas_vline(struct canvas *c, int y, int x, int h, enum role role)
{
	canvas_fill(c, (struct rect){ y, x, h, 1 }, role, canvas_glyph(c, "│", "|"));
}

struct rect
canvas_frame(struct canvas *c, struct rect r, const char *title, bool focus)
{
	enum role role = focus ? ROLE_FRAME_FOCUS : ROLE_FRAME;
	if (r.h < 2 || r.w < 2)
		return (struct rect){ r.y, r.x, 0, 0 };
	int bottom = r.y + r.h - 1, right = r.x + r.w - 1;
	canvas_hline(c, r.y, r.x + 1, r.w - 2, role);
	canvas_hline(c, bottom, r.x + 1, r.w - 2, role);
	canvas_vline(c, r.y + 1, r.x, r.h - 2, role);
	canvas_vline(c, r.y + 1, right, r.h - 2, role);
	canvas_put(c, r.y, r.x, role, canvas_glyph(c, "┌", "+"));
	canvas_put(c, r.y, right, role, canvas_glyph(c, "┐", "+"));
	canvas_put(c, bottom, r.x, role, canvas_glyph(c, "└", "+"));
	canvas_put(c, bottom, right, role, canvas_glyph(c, "┘", "+"));
	if (title && *title && r.w > 6) {
		int w = canvas_width(title);
		w = w < r.w - 4 ? w : r.w - 4;
		canvas_put(c, r.y, r.x + 1, role, " ");
		canvas_put_w(c, r.y, r.x + 2, w, focus ? ROLE_FRAME_FOCUS : ROLE_STRONG,
			     title);
		canvas_put(c, r.y, r.x + 2 + w, role, " ");
	}
	return (struct rect){ r.y + 1, r.x + 1, r.h - 2, r.w - 2 };
}

void
canvas_bar(struct canvas *c, int y, int x, int w, enum role role, double share)
{
	if (!(share > 0)) /* also NAN */
		share = 0;
	if (share > 1)
		share = 1;
	if (c->ascii) {
		int full = (int)(share * w + 0.5);
		for (int i = 0; i < w; i++)
			set_cell(c, y, x + i, i < full ? '#' : '.',
				 i < full ? role : ROLE_DIM);
		return;
	}
	int eighths = (int)(share * w * 8 + 0.5);
	for (int i = 0; i < w; i++) {
		int here = eighths - 8 * i;
		if (here >= 8)
			set_cell(c, y, x + i, 0x2588, role);
		else if (here > 0)
			set_cell(c, y, x + i, 0x2590 - (uint32_t)here, role);
		else
			set_cell(c, y, x + i, 0x00b7, ROLE_DIM);
	}
}

void
canvas_spark(struct canvas *c, int y, int x, int w, enum role role, const float *v, int n)
{
	int first = n > w ? n - w : 0;
	float low = INFINITY, high = -INFINITY;
	for (int i = first; i < n; i++) {
		if (isnan(v[i]))
			continue;
		low = fminf(low, v[i]);
		high = fmaxf(high, v[i]);
	}
	for (int i = first; i < n; i++, x++) {
		if (isnan(v[i])) {
			set_cell(c, y, x, ' ', role);
			continue;
		}
		/* All equal: a line in the middle, not at an end of the scale. */
		float share = high > low ? (v[i] - low) / (high - low) : 0.5f;
		int step = (int)(share * 7.0f + 0.5f);
		uint32_t ch =
			c->ascii ? (uint32_t) " .:-=+*#"[step] : 0x2581 + (uint32_t)step;
		/* A blank would read as a gap. */
		set_cell(c, y, x, ch == ' ' ? '_' : ch, role);
	}
}
