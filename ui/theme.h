/*
 * theme.h - roles to colours and attributes, for terminals of every kind.
 *
 * A theme is a table: for each level of colour (true, 256, 16, 8, none) and each role a style. It
 * is read from assets/themes/NAME.ini; the table built in is the theme `dark`, so a missing
 * asset never stops the program. At level 0 roles differ by bold, reverse and underline.
 */
#ifndef PLYSCOPE_UI_THEME_H
#define PLYSCOPE_UI_THEME_H

#include "src/base/status.h"
#include "src/core/scene.h"

enum theme_level { LEVEL_MONO, LEVEL_8, LEVEL_16, LEVEL_256, LEVEL_TRUE, THEME_LEVELS };

enum style_attribute {
	STYLE_BOLD = 1 << 0,
	STYLE_DIM = 1 << 1,
	STYLE_REVERSE = 1 << 2,
	STYLE_UNDERLINE = 1 << 3,
};

#define STYLE_EXACT (1 << 24) /* a colour is this bit and 0xrrggbb */

struct style {
	int32_t fg, bg; /* colour number, or exact; -1: the terminal's own */
	uint8_t attributes;
};

struct theme {
	char name[24];
	struct style style[THEME_LEVELS][ROLES];
};

/* Reads NAME.ini of the user's themes directory or of assets/themes. False: there is none, and t is
 * the built-in theme; or a line is wrong, and the lines before it hold. */
bool theme_load(struct theme *t, const char *name, struct status *st);
/* Reads INI text into t on top of what is there; `where` is used in messages. */
bool theme_read(struct theme *t, const char *text, const char *where, struct status *st);
/* The names of the themes that ship with plyscope, NULL-terminated. */
extern const char *const theme_names[];
/* Those and the user's own (themes/NAME.ini in the configuration directory, sorted), in the
 * order of the `t` key; returns the count. */
#define THEMES_MAX 32
int theme_list(char (*out)[24], int max);
/* The theme `step` places further in that order; the first one when name is none of them.
 * The text is good until the next call. */
const char *theme_step(const char *name, int step);

#endif
