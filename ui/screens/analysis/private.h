/*
 * private.h - what the files of the analysis screen share; nobody else includes it.
 *
 * analysis.c has its work, its keys and its life, draw.c the picture.
 */
#ifndef PLYSCOPE_UI_SCREENS_ANALYSIS_PRIVATE_H
#define PLYSCOPE_UI_SCREENS_ANALYSIS_PRIVATE_H

#include "ui/boards/boards.h"
#include "ui/list.h"
#include "ui/panes/panes.h"
#include "ui/screens/study.h"

struct analysis_view {
	struct screen screen;
	struct analysis *a;
	struct list list;
	int *row; /* decisions listed, when last counted */
	int rows;
	int jobs, seen; /* finished when last looked at */
	bool costly;	/* only decisions with a label are listed */
	bool board_shown, told;
	struct board board;
	struct rect graph; /* of the last picture */
	char file[256];
};

static inline struct analysis_view *
analysis_of(struct screen *s)
{
	return (struct analysis_view *)s;
}

static inline const struct game *
analysis_game(const struct analysis_view *v)
{
	return &v->a->match.setup.game;
}

/* ---- analysis.c ---- */

/* The decision under the cursor; -1 none. */
int analysis_chosen(const struct analysis_view *v);

/* ---- draw.c ---- */

void analysis_draw(struct ui *ui, struct screen *screen, struct canvas *c);
/* Who may see the position before a ply: SEAT_ALL (everybody), or the one person. */
int analysis_viewer(const struct analysis_view *v, int ply);
/* The win graph of the whole game, with the decision marked. */
struct win_graph analysis_graph(const struct analysis_view *v);

#endif
