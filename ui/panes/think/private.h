/*
 * private.h - what the files of the panel of a search share; nobody else includes it.
 *
 * think.c divides the height and has title, win bars, line and curve; effort.c the lines
 * of effort, candidates.c the moves.
 */
#ifndef PLYSCOPE_UI_PANES_THINK_PRIVATE_H
#define PLYSCOPE_UI_PANES_THINK_PRIVATE_H

#include "ui/panes/panes.h"

#define THINK_WIDE	   52 /* columns from which the panel has room for more */
#define THINK_TALL	   26 /* rows likewise */
#define THINK_EFFORT_PARTS 8  /* lines of effort at most */
#define HEAD_ROWS	   2  /* heading and column titles of the candidates */

/* The first lines, in words. */
int think_words_rows(const struct think_view *v, struct rect r);
void think_draw_words(struct canvas *c, struct rect r, const struct think_view *v);
/* A move of v->search as the panel writes it. */
void think_name_move(const struct think_view *v, const struct canvas *c, move m,
		     char *out, int size);
/* Lines of effort for a panel; FAIR shows no effort of a search, only the player's limits. */
int think_effort_rows(const struct think_view *v, struct rect r);
void think_draw_effort(struct canvas *c, struct rect r, const struct think_view *v,
		       int rows);
/* The search behind the win bars: shown where the seat's own effort is not. */
int think_judge_rows(const struct think_view *v, struct rect r);
void think_draw_judge(struct canvas *c, struct rect r, const struct think_view *v);
/* Heading, column titles and as many moves as there is room for. */
void think_draw_candidates(struct canvas *c, struct rect r, const struct think_view *v);

#endif
