/*
 * line.h - the same game by typed lines: for pipes, dumb terminals and screen readers.
 *
 * One line for each event, in words; no cursor movement. On a terminal the line is edited
 * with libedit (history, Tab completes commands and legal moves); through a pipe lines are
 * read plainly, each after every search has made its moves. The end of the input ends the
 * program cleanly with the game saved.
 */
#ifndef PLYSCOPE_UI_LINE_H
#define PLYSCOPE_UI_LINE_H

#include "src/core/catalog.h"
#include "src/core/match.h"
#include "src/core/store.h"

struct line_options {
	bool watch;	  /* nobody is reading: play to the end, then return */
	bool ascii;	  /* boards in ASCII */
	int speed_ms;	  /* an AI's move stays the last line this long */
	const char *hint; /* the player behind hints */
	int hint_ms;	  /* and its time, where it has no limits of its own */
};

/* Plays m, which is taken over and closed here; store may be NULL (nothing is saved).
 * Returns the exit status: 0, 130 when watching was interrupted, 1 when it could not go on;
 * st says why when it could not begin. */
int line_run(const struct catalog *catalog, struct store *store, struct match *m,
	     const struct line_options *options, struct status *st);

#endif
