/*
 * duplicate.h - the same deals played by a search in a person's seat.
 *
 * The record's deals (its chance moves, in their order) are dealt again; the search sits where the
 * person sat, everybody else plays as before, and the game is played to its end. Game k seeds all
 * searches by (seed, k), so the games differ though the deals do not. The seat's points are then
 * compared with the person's: the difference is the person's points minus the search's mean, with
 * the normal 95 % interval over the games. It is about these deals only, not about others.
 *
 * Deals that a longer game needs beyond those of the record are drawn from the record's seed.
 */
#ifndef PLYSCOPE_LAB_DUPLICATE_H
#define PLYSCOPE_LAB_DUPLICATE_H

#include "src/base/jobs.h"
#include "src/base/json.h"
#include "src/base/progress.h"
#include "src/core/match.h"

#include <stdio.h>

#define DUPLICATE_GAMES 20 /* without --games */

struct duplicate;

struct duplicate_options {
	const struct match *match;   /* over */
	const struct player *player; /* sits in `seat` */
	int seat;
	int64_t games;
	uint64_t seed;
	int jobs; /* workers; 0: all cores */
	struct progress progress;
};

struct duplicate_result {
	int seat;
	int64_t games;		       /* finished */
	double own;		       /* the person's points */
	double points, points_ci95[2]; /* the search's, mean */
	double difference, difference_ci95[2];
	double own_share;	     /* of the win: 1, a part when shared, 0 */
	double share, share_ci95[2]; /* the search's, mean; mean.h */
	double *each;		     /* points of every game; the result owns it */
	int64_t elapsed_us;
};

/* The seat of the only person, else SEAT_NONE. */
int duplicate_seat(const struct match *m);
/* False: the game is not over, or the search cannot play it. A stop through progress is no
 * failure: games counts what is finished. Free with duplicate_free(). */
bool duplicate_run(const struct duplicate_options *o, struct duplicate_result *r,
		   struct status *st);
void duplicate_free(struct duplicate_result *r);

/* The same on a thread of its own, with copies of match and player; wake_fd (-1: none) gets a
 * byte now and then. NULL: st. */
struct duplicate *duplicate_start(const struct duplicate_options *o, int wake_fd,
				  struct status *st);
/* Games finished so far. */
int64_t duplicate_done(const struct duplicate *d);
/* The result once it is over, NULL before; it lasts until duplicate_close(). With st filled
 * there is none. */
const struct duplicate_result *duplicate_result(struct duplicate *d, struct status *st);
const struct duplicate_options *duplicate_asked(const struct duplicate *d);
void duplicate_pause(struct duplicate *d, bool on);
void duplicate_stop(struct duplicate *d); /* asks; finished games count */
void duplicate_close(struct duplicate *d);

json_t *duplicate_to_json(const struct duplicate_options *o,
			  const struct duplicate_result *r);
void duplicate_print(const struct duplicate_options *o, const struct duplicate_result *r,
		     FILE *out);
/* "you -26, max in your seat -18.4 [-20.1 -16.7]: ...": two short lines for a screen. */
void duplicate_say(const struct duplicate_options *o, const struct duplicate_result *r,
		   char *first, char *second, int size);

#endif
