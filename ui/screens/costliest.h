/*
 * costliest.h - the costliest decisions of the one person of a game that is over, judged in the
 * background, as rows of another screen's list: a heading, then a row for each.
 */
#ifndef PLYSCOPE_UI_SCREENS_COSTLIEST_H
#define PLYSCOPE_UI_SCREENS_COSTLIEST_H

#include "src/study/learn.h"
#include "ui/screen.h"

struct costliest {
	struct match match;
	bool open; /* the match is there, and so are the rows */
	char player[PLAYER_TEXT];
	struct analysis *a; /* NULL: taken */
	struct analyze_move decision[LEARN_QUESTIONS];
	int count;    /* decisions listed, once told */
	int done, of; /* judged, and all */
	bool told;
	char why[STATUS_TEXT]; /* there are none, "" */
};

/* Zeroed before; a copy of the match is judged from now on. */
void costliest_open(struct costliest *c, struct ui *ui, const struct match *m);
void costliest_close(struct costliest *c);
/* The analysis of the person's decisions, not started. NULL: why not. */
struct analysis *costliest_analysis(struct ui *ui, const struct match *m,
				    struct status *st);
/* The finished analysis, for the caller to close; the rows stay. NULL: there is none. */
struct analysis *costliest_take(struct costliest *c);

int costliest_rows(const struct costliest *c);
/* Whether a row is a decision. */
bool costliest_opens(const struct costliest *c, int row);
void costliest_draw(const struct costliest *c, struct canvas *canvas, struct rect r,
		    int row, enum role role);
/* Opens the inspector at the decision of a row. */
void costliest_inspect(const struct costliest *c, struct ui *ui, int row);

/* As those of struct screen_ops. */
bool costliest_tick(struct costliest *c);
bool costliest_busy(const struct costliest *c);
void costliest_stop(struct costliest *c);
void costliest_pause(struct costliest *c, bool on);

#endif
