/*
 * canvas.h - the picture of a screen: cells with a character and a role.
 *
 * Screens draw the whole picture from state, every time; term_flush() sends what changed.
 * Drawing outside the canvas or its clip is cut off silently, so no caller measures twice.
 * Text is UTF-8 with single-width characters; in ASCII mode canvas_glyph() picks the second.
 */
#ifndef PLYSCOPE_UI_CANVAS_H
#define PLYSCOPE_UI_CANVAS_H

#include "src/core/scene.h"

struct rect {
	int y, x, h, w;
};

#define CANVAS_REST 0 /* the second column of a wide character */

struct cell {
	uint32_t ch; /* Unicode code point, or CANVAS_REST */
	uint8_t role, flags;
	uint8_t ground; /* the role whose colour lies under it, 0: its own background */
	uint8_t spare;	/* 0: cells are compared as bytes */
};

enum cell_flag {
	CELL_REVERSE = 1 << 0,
	CELL_BOLD = 1 << 1,
	CELL_UNDERLINE = 1 << 2,
	CELL_PAPER = 1 << 3, /* written in the background of its role */
};

struct canvas {
	int h, w;
	bool ascii; /* draw with ASCII only */
	bool suits; /* cards in texts get signs: canvas_suits(). Cleared by canvas_clear(). */
	bool filled; /* there are grounds: cards and boards are areas of colour, not outlines */
	struct rect clip;
	/* What ROLE_SEAT_0 + i is drawn as; 0: itself. Cleared by canvas_clear(). */
	uint8_t seat_role[SEATS_MAX];
	int cursor_y, cursor_x; /* where the real cursor stands, -1: bottom right */
	struct cell *cells;	/* h * w, owned by term or the test */
};

void canvas_clear(struct canvas *c);
/* The role that a seat's is drawn as; any other is itself. */
enum role canvas_role(const struct canvas *c, enum role role);
/* Sets the clip to r cut to the canvas; returns the old one. */
struct rect canvas_clip(struct canvas *c, struct rect r);
/* Prints at y, x; returns the column after the text. */
int canvas_put(struct canvas *c, int y, int x, enum role role, const char *text);
/* Prints one character of two columns, a kanji; nothing where there is room for half of it. */
int canvas_put_wide(struct canvas *c, int y, int x, enum role role,
		    const char *character);
int canvas_putf(struct canvas *c, int y, int x, enum role role, const char *format, ...)
	__attribute__((format(printf, 5, 6)));
/* Text cut or padded to exactly w columns; right-aligned when w < 0. A cut ends in "~". */
int canvas_put_w(struct canvas *c, int y, int x, int w, enum role role, const char *text);
#define CANVAS_NARROW 60 /* columns below which sentences need more rows */

/* Text over the rows of r, broken at blanks and newlines; text that does not fit ends in "~".
 * Returns the rows. */
int canvas_put_words(struct canvas *c, struct rect r, enum role role, const char *text);
void canvas_flags(struct canvas *c, int y, int x, int w, unsigned flags);
/* Puts the colour of a role under the cells of r: its background, or, where it has none, its ink.
 * Text put on it later leaves it there, a fill takes it away. Nothing where !c->filled. */
void canvas_ground(struct canvas *c, struct rect r, enum role role);
/* Colours the lower, or the upper, half of w cells like that; the other half has the ground that is
 * there. */
void canvas_half(struct canvas *c, int y, int x, int w, enum role role, bool lower);
void canvas_fill(struct canvas *c, struct rect r, enum role role, const char *glyph);
/* The row under the cursor: filled, and the terminal's own cursor at its left end. */
void canvas_cursor(struct canvas *c, int y, int x, int w);
void canvas_hline(struct canvas *c, int y, int x, int w, enum role role);
void canvas_vline(struct canvas *c, int y, int x, int h, enum role role);
/* A frame with a title in its top edge; returns the inside. */
struct rect canvas_frame(struct canvas *c, struct rect r, const char *title, bool focus);
/* The glyph for the mode. */
const char *canvas_glyph(const struct canvas *c, const char *utf8, const char *ascii);
/* A horizontal meter of w columns filled by share 0..1 (eighth blocks, or # and .). */
void canvas_bar(struct canvas *c, int y, int x, int w, enum role role, double share);
/* A sparkline of the last w values (eight heights, or " .:-=+*#"). NAN leaves a gap. */
void canvas_spark(struct canvas *c, int y, int x, int w, enum role role, const float *v,
		  int n);
/* Writes "QS" as Q and a spade wherever it stands for itself in one look: one notation on a screen. */
void canvas_suits(struct canvas *c);
/* Columns of a UTF-8 text. */
int canvas_width(const char *text);

#endif
