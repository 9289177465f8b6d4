/*
 * train.h - a strategy trained into a file (src/core/trainer.h), with checkpoints on the way.
 */
#ifndef PLYSCOPE_LAB_TRAIN_H
#define PLYSCOPE_LAB_TRAIN_H

#include "src/base/progress.h"
#include "src/core/trainer.h"

#include <stdio.h>

struct train_options {
	const struct trainer_ops *ops;
	struct trainer trainer; /* its fields that the caller sets */
	const char *path;
	bool resume; /* from the file, where there is one; the ranks all see it */
	int checkpoint_ms;
	struct progress progress;
};

#define TRAIN_POINTS 48

struct train_result {
	int64_t before, steps; /* done by the file it began with, and altogether */
	int64_t elapsed_us, bytes;
	double gap; /* what a best reply gains, in points; NAN: not known */
	struct trainer_figure figure[TRAINER_FIGURES];
	int figures;
	/* The loss after so many steps: after each doubling and at the end. */
	int points;
	int64_t point_steps[TRAIN_POINTS];
	double loss[TRAIN_POINTS];
	bool finished;
	bool refused; /* of a failure: options or the file that is there, before a step */
};

/* False: it cannot be trained (r->refused) or written, st says why. A stop is no failure: the file
 * is a whole checkpoint and finished is false. */
bool train_run(const struct train_options *o, struct train_result *r, struct status *st);
struct json_t *train_json(const struct train_options *o, const struct train_result *r);
void train_print(const struct train_options *o, const struct train_result *r, FILE *out);

#endif
