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
	FORM_TEXT,   /* the values are examples, Enter types any other */
	FORM_OPEN,   /* a choice that Enter opens further */
};

struct form_row {
	enum form_kind kind;
	int id, index; /* the owner's */
	bool bad;      /* the value is not allowed; help says why */
	char label[40], value[FORM_VALUE], help[320];
};

/* What the keys and clicks of a form do to its owner. */
struct form_actions {
	void (*step)(struct ui *ui, struct screen *s, const struct form_row *r, int step);
	void (*enter)(struct ui *ui, struct screen *s, int arg);
	/* A value typed for the selected row. */
	void (*typed)(struct ui *ui, struct screen *s, const char *line);
};

struct form {
	const struct form_actions *actions;
	struct list list;
	int count;
	struct form_row rows[FORM_ROWS];
	char warning[320];	/* shown instead of the help; "" none */
	struct rect value_area; /* where values are, for clicks */
};

/* Once, before anything else; the actions outlive it. */
void form_open(struct form *f, const struct form_actions *actions);
void form_clear(struct form *f);
struct form_row *form_add(struct form *f, enum form_kind kind, int id, int index,
			  const char *label, const char *value, const char *help);
/* A row for an option of a table. */
struct form_row *form_add_option(struct form *f, int id, const struct options *o,
				 int index);
/* Draws the rows and, at the bottom of r, the meaning of the selected row (or why its value is
 * refused). */
void form_draw(struct form *f, struct canvas *c, struct rect r);
/* The selected row; NULL when there is none. */
struct form_row *form_at(struct form *f);
/* The columns of a form on the screen. */
struct rect form_area(const struct canvas *c, struct rect r);
/* Moves, steps a value (left, right, h, l, -, +, Space), begins to type a number; false: no
 * such key. */
bool form_key(struct ui *ui, struct screen *s, struct form *f, int key);
void form_mouse(struct ui *ui, struct screen *s, struct form *f, const struct mouse *m);
/* Asks for the value of the selected row. */
void form_ask(struct ui *ui, struct form *f, const char *initial);

/* The next value of an option as text: the other switch position, the next choice, the next
 * round number. */
void option_step(const struct options *o, int index, int step, char *out, int size);
/* The next of 0 1 2 5 10 20 50 ... in direction step. */
int64_t round_step(int64_t n, int step);

#endif
