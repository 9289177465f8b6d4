/*
 * study.h - the screens that study one decision: players compared, a choice explained, what a seat
 * can know, the search tree. Each takes the decision over and shows no more than it allows. And
 * those that judge a game and ask questions about it.
 */
#ifndef PLYSCOPE_UI_SCREENS_STUDY_H
#define PLYSCOPE_UI_SCREENS_STUDY_H

#include "src/study/analyze.h"
#include "src/study/compare.h"
#include "ui/decision.h"
#include "ui/screen.h"

enum study { STUDY_COMPARE, STUDY_EXPLAIN, STUDY_BELIEFS, STUDY_INSPECT };
/* Opens one of them. shown: the figures the screen below has of this very decision, or NULL. */
void study_push(struct ui *ui, enum study study, struct decision *s,
		const struct snapshot *shown);
/* The same of a match that is over, for which nothing has been searched; says why if it cannot. */
void study_open(struct ui *ui, enum study study, const struct match *m, int ply,
		int person, const char *player);
/* decision_step(), which says where it ends. */
bool study_step(struct ui *ui, struct decision *s, int step);

/* Players, shares and budget of `like`; NULL: those used last, or the game's own. */
struct screen *compare_screen(struct ui *ui, struct decision *s,
			      const struct compare *like);
/* `shown`: the search whose figures the table shows for this very decision, which is then
 * explained as it is; NULL: the decision's player searches again. */
struct screen *explain_screen(struct ui *ui, struct decision *s,
			      const struct snapshot *shown);
/* NULL: nothing is hidden here, and the message line says so. */
struct screen *beliefs_screen(struct ui *ui, struct decision *s);
/* The search tree. shown: the finished figures the screen below has of this decision; they are the
 * first level until the tree is there. NULL: none. */
struct screen *inspect_screen(struct ui *ui, struct decision *s,
			      const struct snapshot *shown);

/* Takes an analysis over and runs it on `jobs` threads (0: all cores). file: what `S` offers
 * to save the record as, "" a name made from the game. */
struct screen *analysis_screen(struct ui *ui, struct analysis *a, int jobs,
			       const char *file);
/* Judges a match from a ply on by the default search. From ply `closed` on only decisions of `person`
 * are shown (SEAT_ALL: all are). Nothing opens when there is nothing to judge. */
void analysis_push(struct ui *ui, const struct match *m, int from, int person,
		   int closed);
/* The match of a replay screen: comments of an analysis go there. */
struct match *replay_match(struct screen *s);

/* The screens that ask questions. The costliest decisions of one seat again: takes over an analysis
 * of them that has not been started. */
struct screen *learn_screen(struct ui *ui, struct analysis *a);
/* Spots of a drill, opened and from the heap, which it takes over. */
struct drill;
struct screen *drill_screen(struct ui *ui, struct drill *d);

#endif
