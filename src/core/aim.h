/*
 * aim.h - playing for the match: the game of one hand as a search plays it whose values are
 * the chance of each seat to win the match (equity.h).
 *
 * Rules, knowledge of what is hidden and texts stay those of the game; a value becomes the match
 * equity of the score sheet with that hand on it, AIM_UNIT to a percent. So every search that
 * knows nothing of matches plays for one when it gets this game, as the option aim=match says.
 *
 * An estimate of a hand under way is judged with the error that searches had at its stage. What
 * one hand in bounds() of the root may make of the chances is asked for once; chances beyond (from
 * results that are better for a seat when others get more) are cut to it.
 *
 * Values: 0 .. AIM_WHOLE per seat, summing to that. Equity takes its time, so an answer draws
 * only some AIM_HANDS hands: it is coarser in the beginning of a match, where that does no harm
 * (a search takes the mean of many results), and finer towards its end. Answers are kept, for
 * results in whole points, in a table that threads share without a lock. They depend on the sheet
 * and the question alone, and are the same for any number of threads.
 * Memory: sizeof(struct aim), some 300 KB, of the search that opens it.
 */
#ifndef PLYSCOPE_CORE_AIM_H
#define PLYSCOPE_CORE_AIM_H

#include "src/core/equity.h"

#include <stdatomic.h>

#define AIM_UNIT  40 /* values in a percent */
#define AIM_WHOLE (100 * AIM_UNIT)
#define AIM_SLOTS 16384
#define AIM_HANDS 2048
#define AIM_PATHS 256 /* courses for an answer, at least */

struct aim {
	const struct game *plain; /* the game as it is: outlives this */
	struct equity equity;
	int paths;	  /* courses for an answer */
	struct game game; /* that the search plays */
	struct game_knowledge knowledge;
	struct game_fast fast;
	struct trick_ops trick;
	struct bounds bounds;
	struct {
		_Atomic uint64_t check, chances; /* check: what was asked ^ chances */
	} slot[AIM_SLOTS];
};

/* For a hand at root, whose sheet is known: equity_sheet(). */
void aim_open(struct aim *a, const struct calibration *cal, const struct game *plain,
	      const struct sheet *sheet, const struct state *root);
/* chance[seats], 0 .. AIM_WHOLE, from values of a hand in units of the plain game, at progress
 * 0..1000. */
void aim_chances(struct aim *a, const int32_t *value, int progress, int32_t *chance);

#endif
