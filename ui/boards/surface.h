/*
 * surface.h - pieces on a board where the canvas has grounds: discs and tiles.
 */
#ifndef PLYSCOPE_UI_BOARDS_SURFACE_H
#define PLYSCOPE_UI_BOARDS_SURFACE_H

#include "ui/canvas.h"

/* A disc in the middle of r, `share` of it wide and high, in the ink of a role. */
void disc_draw(struct canvas *c, struct rect r, double share, enum role role);
/* A tile with room for a letter in the row that is the middle of a cell r, in the colour of a role. */
void tile_draw(struct canvas *c, struct rect r, enum role role);
/* A role as it is on a surface: stones are black and white there. */
enum role surface_ink(const struct canvas *c, enum role role);
/* A glyph that a disc stands for: a circle, and the other shapes of seats. */
bool surface_is_disc(const char *glyph);

#endif
