/*
 * surface.h - what a board is made of, where the canvas has grounds: squares, lines on wood, holes;
 * and pieces on it that are discs.
 */
#ifndef PLYSCOPE_UI_BOARDS_SURFACE_H
#define PLYSCOPE_UI_BOARDS_SURFACE_H

#include "ui/canvas.h"

enum surface_kind { SURFACE_HOLES, SURFACE_SQUARES, SURFACE_LINES, SURFACE_PITS };

struct surface {
	const char *game; /* its key */
	enum surface_kind kind;
	uint8_t ground, other; /* roles; of every second square */
};

/* NULL: the board has none, or the canvas. */
const struct surface *surface_of(const struct canvas *c, const struct game *g);
/* A disc in the middle of r, `share` of it wide and high, in the ink of a role. */
void disc_draw(struct canvas *c, struct rect r, double share, enum role role);
/* A tile with room for a letter in the row that is the middle of a cell r, in the colour of a role. */
void tile_draw(struct canvas *c, struct rect r, enum role role);
/* A role as it is on a surface: stones are black and white there. */
enum role surface_ink(const struct canvas *c, enum role role);
/* The kanji of a shogi piece by its letter, "P" or "+p"; NULL: there is none. */
const char *surface_kanji(const char *letters);
/* A glyph that a disc stands for: a circle, and the other shapes of seats. */
bool surface_is_disc(const char *glyph);

#endif
