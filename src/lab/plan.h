/*
 * plan.h - the cost of a match in advance, from a sample of its games on this machine.
 *
 * The sample is the first set of seatings, or as much of it as ends within SAMPLE_MS; at least one
 * game, and none where none ends within ten times as long. Players with a limit of time are sampled
 * with a short one, then with longer ones while time ends only some of their decisions. A player
 * whose decisions all ended by something else is charged their time, any other all its time for
 * every decision, which is the most it can use. The cost of a game is the time of its searches;
 * each runs on one core.
 */
#ifndef PLYSCOPE_LAB_PLAN_H
#define PLYSCOPE_LAB_PLAN_H

#include "src/base/json.h"
#include "src/lab/tournament.h"

#include <stdio.h>

struct plan {
	int64_t games, moves; /* moves: decisions of searches */
	double core_s;	      /* of all games */
	int64_t sampled;      /* games */
	int64_t worker_kb,
		rank_kb; /* the most memory of a worker, and of what hands out */
	bool timed;	 /* core_s is an upper bound */
};

/* Adds a tournament. False: it makes no sense, or no game came to its end; st. */
bool plan_tournament(const struct tournament_options *o, struct plan *p,
		     struct status *st);
void plan_print(const struct plan *p, int workers, FILE *out);
json_t *plan_to_json(const struct plan *p, int workers);

#endif
