/* analysis.h - opening the analysis screen, and its result. */
#ifndef PLYSCOPE_UI_SCREENS_ANALYSIS_H
#define PLYSCOPE_UI_SCREENS_ANALYSIS_H

#include "src/study/analyze.h"
#include "ui/screen.h"

/* Takes an analysis over and runs it on `jobs` threads (0: all cores). file: what `S` offers
 * to save the record as, "" a name made from the game. */
struct screen *analysis_screen(struct ui *ui, struct analysis *a, int jobs,
			       const char *file);
/* Judges a match by the default search. From ply `closed` on only decisions of `person` are shown
 * (SEAT_ALL: all are). Nothing opens when there is nothing to judge. */
void analysis_push(struct ui *ui, const struct match *m, int person, int closed);

/* The match of a replay screen: comments of an analysis go there. */
struct match *replay_match(struct screen *s);

#endif
