/*
 * list.h - a selection in a column of rows that may be longer than the screen.
 *
 * Home, history, the forms, help and rules all move the same way: arrows and hjkl, g and G,
 * PgUp and PgDn, Home and End, the wheel. A list keeps no count: how many rows there are is
 * asked of its owner whenever it matters, since rows come and go between two pictures.
 */
#ifndef PLYSCOPE_UI_LIST_H
#define PLYSCOPE_UI_LIST_H

#include "ui/screen.h"

struct list {
	int (*count)(void *context); /* rows that there are now */
	/* Whether a row may be selected; NULL: all. */
	bool (*stops)(const void *context, int row);
	void *context;
	int at;	  /* selected row, as far as it is still there: see list_at() */
	int top;  /* first row shown */
	int rows; /* rows shown at the last drawing */
	int y, x; /* where row `top` was drawn */
};

/* Once, before anything else; the context outlives it. */
void list_open(struct list *l, int (*count)(void *context),
	       bool (*stops)(const void *context, int row), void *context);
/* The selected row, or the nearest that there is now; -1: there is none. */
int list_at(const struct list *l);
/* Fits selection and window into r; call before drawing. Returns the count. */
int list_fit(struct list *l, struct rect r);
/* Moves for a key; false when the key does not move. */
bool list_key(struct list *l, int key);
/* The row under the mouse, after moving the selection there; -1 none. The wheel scrolls. */
int list_mouse(struct list *l, const struct mouse *m);
/* Selects the nearest row at or after `row` that stops. */
void list_select(struct list *l, int row);
/* Marks at the right edge of r when there is more above or below. */
void list_draw_more(const struct list *l, struct canvas *c, struct rect r);

#endif
