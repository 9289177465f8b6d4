/*
 * keys.h - names of keys, and the user's own bindings.
 *
 * $XDG_CONFIG_HOME/plyscope/keys.ini changes keys: a section per screen (its name, or
 * [everywhere] for the common table), and lines `action = KEY` or `action = KEY KEY`:
 *
 *	[table]
 *	hint = Z
 *	undo = BkSp ^U
 */
#ifndef PLYSCOPE_UI_KEYS_H
#define PLYSCOPE_UI_KEYS_H

#include "ui/screen.h"

struct keymap; /* opaque */

/* Reads the user's file; NULL without one. The first thing wrong with it is in st: a line that
 * names none of these screens (ended by NULL), no action of its screen, or no key (all other
 * lines hold), or a key that another action of the screen has. */
struct keymap *keymap_load(const struct screen_ops *const *screens, struct status *st);
/* The same from a text; `where` stands for the file's name in messages. */
struct keymap *keymap_read(const char *text, const char *where,
			   const struct screen_ops *const *screens, struct status *st);
void keymap_free(struct keymap *k); /* NULL is allowed */
/* The table with the user's keys in it: the table itself when nothing changes, else a copy
 * that lives as long as k. k may be NULL. */
const struct binding *keymap_apply(struct keymap *k, const char *screen,
				   const struct binding *table);
/* The key with this name, as ui_key_name() writes it; false: there is none. */
bool key_parse(const char *name, int *key);

#endif
