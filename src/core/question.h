/*
 * question.h - what a search is asked about a position: the position as a viewer knows it, the moves
 * and positions before it, and a seed.
 *
 * A decision of a game is the same question from wherever it is asked (table, hint, coach, analysis,
 * compare, inspector, command line), so that the same player gives the same answer.
 */
#ifndef PLYSCOPE_CORE_QUESTION_H
#define PLYSCOPE_CORE_QUESTION_H

#include "src/core/match.h"
#include "src/core/past.h"
#include "src/core/question.h"
#include "src/core/search.h"

struct question {
	const struct game *game; /* outlives the question */
	struct state root;	 /* redacted for viewer */
	int viewer;
	uint64_t seed;
	struct played_move *made; /* match_made(), its own; NULL: not known */
	int made_count;
	struct past past;
};

/* The seed of a search that knows at a ply what a seat knows: from a seed, the seat and how
 * often the seat has moved, so that what others have hidden does not touch it. viewer SEAT_ALL: that
 * of the seat to move. */
uint64_t question_seed(const struct match *m, uint64_t seed, int ply, int viewer);
/* The same of a seat that is known to have moved so often. */
uint64_t question_fork(uint64_t seed, int viewer, int moved);
/* The question before ply `ply` of a match. */
void question_ask(struct question *q, const struct match *m, int ply, int viewer);
/* The question of a whole state alone, which knows of no moves before it. Nothing is to be closed. */
void question_of_state(struct question *q, const struct game *g, const struct state *s,
		       int viewer, uint64_t seed);
/* The same after one more move, where everything is known. */
void question_after(const struct question *q, int seat, move mv, struct question *next);
void question_close(struct question *q);
/* A job with the question's part and the player, which outlive it; calibration may be NULL. */
struct search_job question_job(const struct question *q, const struct player *p,
			       const struct calibration *c);

#endif
