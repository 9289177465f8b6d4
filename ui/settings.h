/*
 * settings.h - settings for all games: one table for `:set`, the options screen, config.ini,
 * `plyscope --print-config` and the values remembered from one start to the next.
 *
 * Where a value comes from, the first that has one: the command line; config.ini in the user's
 * configuration directory; what was set last time (in the store); the default.
 */
#ifndef PLYSCOPE_UI_SETTINGS_H
#define PLYSCOPE_UI_SETTINGS_H

#include "src/base/text.h"
#include "ui/screen.h"

#define SETTING_TEXT 120

enum setting_kind {
	SETTING_SWITCH,	  /* on, off */
	SETTING_PIECES,	  /* letters, kanji */
	SETTING_DURATION, /* milliseconds */
	SETTING_THEME,
	SETTING_PLAYER,
	SETTING_PANES, /* "board=55,log=8,hidden=graph+log", "" as usual */
};

struct setting {
	const char *name;
	enum setting_kind kind;
	const char *deflt;
	const char *expected; /* the allowed values, in words */
	const char *help;
	int least, most; /* numbers */
	int step;	 /* of the options screen */
};

extern const struct setting settings_table[]; /* ended by name NULL */

/* Index of a name, -1. */
int setting_find(const char *name);
bool setting_set(struct ui_settings *set, int index, const char *value,
		 struct status *st);
void setting_format(const struct ui_settings *set, int index, char *out, int size);
/* The value one step on (-1: back). */
void setting_step(const struct ui_settings *set, int index, int step, char *out,
		  int size);

void settings_defaults(struct ui_settings *set);
/* Defaults, the store (NULL: none), config.ini. A wrong line in the file changes nothing; the first
 * one is in st. */
void settings_load(struct ui_settings *set, struct store *db, struct status *st);
/* Reads the text of a config.ini into set; false: the first thing wrong is in st. */
bool settings_read(struct ui_settings *set, const char *text, const char *where,
		   struct status *st);
void settings_save(const struct ui_settings *set, struct store *db);
/* A complete config.ini with the values of set and a comment for each. */
void settings_print(const struct ui_settings *set, struct text *out);
/* The same with the values that hold for this user, to stdout. */
void settings_print_config(void);

#endif
