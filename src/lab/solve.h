/*
 * solve.h - a whole game solved into a file, with threads, progress and resuming.
 *
 * The file is written after each layer that took longer than a few seconds and at the end, so
 * a stop loses little: the next run reads it and goes on with the first layer it lacks.
 */
#ifndef PLYSCOPE_LAB_SOLVE_H
#define PLYSCOPE_LAB_SOLVE_H

#include "src/base/json.h"
#include "src/base/progress.h"
#include "src/core/solver.h"

#include <stdio.h>

struct solve_options {
	const struct solver_ops *ops;
	const struct game *game;
	const char *path;
	int most; /* of what the game counts in endgames, 0: as usual */
	int jobs; /* threads, 0: one for each core */
	struct progress progress;
};

struct solve_result {
	int64_t positions;  /* slots of all layers: positions that differ */
	int64_t solved;	    /* of them in this run */
	int64_t counted;    /* in this run, solver_ops.counted */
	int64_t elapsed_us; /* of this run */
	int64_t bytes;	    /* of the file */
	int threads;
	bool finished;
	struct status note; /* an existing file that could not be used */
};

/* False: it cannot be solved or written, st says why. A stop asked for through progress is no
 * failure: finished is false. A file of the same rules that is damaged is kept, under its
 * name with `.damaged` behind it. */
bool solve_run(const struct solve_options *o, struct solve_result *r, struct status *st);
json_t *solve_to_json(const struct solve_options *o, const struct solve_result *r);
void solve_print(const struct solve_options *o, const struct solve_result *r, FILE *out);

#endif
