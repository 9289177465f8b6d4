/*
 * svg.h - the cells of the terminal emulator as an SVG picture.
 *
 * Every run of cells of one look is one text of fixed length, so that it fits whatever font
 * shows it; blocks are drawn as areas.
 */
#ifndef PLYSCOPE_TESTS_PICTURES_SVG_H
#define PLYSCOPE_TESTS_PICTURES_SVG_H

#include "tests/screen/vt.h"

#include <stdio.h>

/* Units of the picture that a cell takes. */
#define SVG_CELL_W 8
#define SVG_CELL_H 17

/* The terminal's own colours: dark, or from now on light. */
void svg_on_light(bool light);
/* The head of a picture of h by w cells, and its end. */
void svg_begin(FILE *out, int h, int w);
void svg_end(FILE *out);
/* Row y of the screen, drawn as row `at` of the picture. */
void svg_put_row(FILE *out, struct vt *v, int y, int at);
/* A whole picture of what is on the screen now. */
void svg_put_screen(FILE *out, struct vt *v);

#endif
