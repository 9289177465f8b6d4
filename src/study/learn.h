/*
 * learn.h - the costliest decisions of an analysed game, asked again as questions.
 */
#ifndef PLYSCOPE_STUDY_LEARN_H
#define PLYSCOPE_STUDY_LEARN_H

#include "src/base/text.h"
#include "src/study/analyze.h"

#define LEARN_QUESTIONS 3

/* The analysis that questions are taken from: a person's decisions from a ply on, in a game or a
 * hand that is over, by the player that analyses. NULL: why not. */
struct analysis *learn_open(const struct match *m, int person, int from,
			    const struct catalog *catalog,
			    const struct calibration *calibration, struct status *st);
/* The costliest decisions of persons, by points, or by win probability where games are won or lost,
 * the costliest first: indices of the analysis, at most `most`. Those whose cost rounds to nothing, and small ones
 * that cannot be told from chance, are left out. Returns how many. */
int learn_questions(const struct analysis *a, int *out, int most);
/* "hand 17 r20000  +13.08  best c       27.0 % of the pot: blunder": a decision as a row of a list,
 * in analyze_unit(); its ply where the match is of one hand. Brief: up to the best move. */
void learn_row(const struct match *match, const struct analyze_move *m, bool brief,
	       struct text *out);
/* The search of a decision once more, as the analysis made it: for the values of all moves. It
 * points into a and q, which the caller closes. */
struct search_job learn_job(const struct analysis *a, int i, struct question *q);
/* The value of an answer to decision i, beside the best move and the one played, in sentences.
 * snap: of that search; NULL: it has not ended. */
void learn_answer(const struct analysis *a, int i, const struct snapshot *snap,
		  move answer, struct text *out);

#endif
