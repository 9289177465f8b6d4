/*
 * form.h - rows of "label  value", for the new-game form, a player's options and settings.
 *
 * The owner builds the rows from its own state before each drawing, and changes that state
 * when a row is stepped, typed into or entered. A row knows what it is by id and index.
 */
#ifndef PLYSCOPE_UI_FORM_H
#define PLYSCOPE_UI_FORM_H

#include "ui/list.h"

#define FORM_ROWS  96
#define FORM_VALUE 240

enum form_kind {
	FORM_HEADING,
	FORM_BUTTON,
	FORM_CHOICE, /* left and right step through the values */
	FORM_NUMBER, /* the same, and digits may be typed */
	FORM_OPEN,   /* a choice that Enter opens further */
};

struct form_row {
	enum form_kind kind;
	int id, index; /* the owner's */
	bool bad;      /* the value cannot stand; help says why */
	char label[40], value[FORM_VALUE], help[320];
};

struct form {
	struct list list;
	int count;
	struct form_row rows[FORM_ROWS];
	char warning[320];	/* shown instead of the help; "" none */
	struct rect value_area; /* where values are, for clicks */
};

void form_open(struct form *f); /* once, before anything else */
void form_clear(struct form *f);
struct form_row *form_add(struct form *f, enum form_kind kind, int id, int index,
			  const char *label, const char *value, const char *help);
/* A row for an option of a table. */
struct form_row *form_add_option(struct form *f, int id, const struct options *o,
				 int index);
/* Draws rows and, at the bottom of r, what the selected row means (or why it is bad). */
void form_draw(struct form *f, struct canvas *c, struct rect r);
/* The selected row; NULL when there is none. */
struct form_row *form_at(struct form *f);
/* -1 or 1 when the key steps a value (left, right, h, l, -, +), else 0. */
int form_step(int key);
/* A click on a row: -1 or 1 when on its arrows, 2 on the row, 0 elsewhere. */
int form_click(struct form *f, const struct mouse *m);

/* The next value of an option as text: the other switch position, the next choice, the next
 * round number. */
void option_step(const struct options *o, int index, int step, char *out, int size);
/* The next of 0 1 2 5 10 20 50 ... in direction step. */
int64_t round_step(int64_t n, int step);

#endif
