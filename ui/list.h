/*
 * list.h - a selection in a column of rows that may be longer than the screen.
 *
 * Home, history, the forms, help and rules all move the same way: arrows and hjkl, g and G,
 * PgUp and PgDn, Home and End, the wheel.
 */
#ifndef PLYSCOPE_UI_LIST_H
#define PLYSCOPE_UI_LIST_H

#include "ui/screen.h"

struct list {
	int count;
	int at;	  /* selected row */
	int top;  /* first row shown */
	int rows; /* rows shown at the last drawing */
	int y, x; /* where row `top` was drawn */
	/* Whether a row may be selected; NULL: all. */
	bool (*stops)(const void *context, int row);
	const void *context;
};

/* Fits the selection into count rows and the window into rows; call before drawing. */
void list_fit(struct list *l, struct rect r, int count);
/* Moves for a key; false when it is no moving key. */
bool list_key(struct list *l, int key);
/* The row under the mouse, after moving the selection there; -1 none. The wheel scrolls. */
int list_mouse(struct list *l, const struct mouse *m);
/* Selects the nearest row at or after `row` that stops. */
void list_select(struct list *l, int row);
/* Marks at the right edge of r that there is more above or below. */
void list_draw_more(const struct list *l, struct canvas *c, struct rect r);

#endif
