/*
 * study.h - the words compare, explain and beliefs of the line mode: the screens of the
 * same names as text.
 */
#ifndef PLYSCOPE_UI_LINE_STUDY_H
#define PLYSCOPE_UI_LINE_STUDY_H

#include "ui/session.h"

#include <signal.h>

/* Each prints its text; a set *stop ends the searches early, with what they have. */

/* Players separated by blanks; "": the game's own. Equal nodes, so that it repeats. */
void line_compare(struct session *s, const char *players,
		  const volatile sig_atomic_t *stop);
/* The hint when there is one, else the move just made. */
void line_explain(struct session *s, const volatile sig_atomic_t *stop);
void line_beliefs(struct session *s);

#endif
