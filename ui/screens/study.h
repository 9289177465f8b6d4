/*
 * study.h - the screens that study one decision: players compared, a choice explained, what a seat
 * can know. Each takes the decision over and shows no more than it allows.
 */
#ifndef PLYSCOPE_UI_SCREENS_STUDY_H
#define PLYSCOPE_UI_SCREENS_STUDY_H

#include "src/study/compare.h"
#include "ui/decision.h"
#include "ui/screen.h"

enum study { STUDY_COMPARE, STUDY_EXPLAIN, STUDY_BELIEFS, STUDY_INSPECT };
/* Opens one of them. shown: the figures the screen below has of this very decision, or NULL. */
void study_push(struct ui *ui, enum study study, struct decision *s,
		const struct snapshot *shown);

/* Players, shares and budget of `like`; NULL: those used last, or the game's own. */
struct screen *compare_screen(struct ui *ui, struct decision *s,
			      const struct compare *like);
/* `shown`: the search whose figures the table shows for this very decision, which is then
 * explained as it is; NULL: the decision's player searches again. */
struct screen *explain_screen(struct ui *ui, struct decision *s,
			      const struct snapshot *shown);
/* NULL: nothing is hidden here, and the message line says so. */
struct screen *beliefs_screen(struct ui *ui, struct decision *s);

#endif
