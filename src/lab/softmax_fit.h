/*
 * softmax_fit.h - fits the weights of a log-linear policy (src/core/softmax.h) to choices.
 *
 * What is lowered is the sum over choices of -ln(chance of the move that was made), in nats, and
 * ridge / 2 times the sum of squared weights. It is convex. Steps are Nesterov's (1983), begun
 * anew whenever they go up again (O'Donoghue & Candes 2015), each weight scaled by a bound of its
 * curvature: a feature that L features of a move share in a choice adds at most L, however often a
 * move has it. So there is no step size to choose.
 *
 * Memory: 2 bytes for each feature of each move that could be made.
 */
#ifndef PLYSCOPE_LAB_SOFTMAX_FIT_H
#define PLYSCOPE_LAB_SOFTMAX_FIT_H

#include "src/base/progress.h"
#include "src/core/softmax.h"

/* One choice: its moves' features are feature[at ..], a row of `width` for each. */
struct example {
	int64_t at;
	int32_t moves, width;
	int32_t made; /* the move that was made */
	bool held_out;
};

struct examples {
	struct example *choice;
	uint16_t *feature;
	int64_t count, room;
	int64_t used, feature_room;
	int features; /* one more than the greatest */
};

/* Adds a choice, and hands out its rows to be filled; NULL: no memory. */
uint16_t *examples_add(struct examples *c, int moves, int width, int made, bool held_out);
void examples_free(struct examples *c);

/* What is lowered, over the choices that are not held out; its slope is put into
 * slope[features]. */
double softmax_slope(const struct examples *c, double ridge, const double *weight,
		     double *slope);
/* Takes so many steps from weights of 0, or until they lower it no more. False: no memory, or it
 * was told to stop. */
bool softmax_fit(const struct examples *c, double ridge, int steps,
		 const struct progress *progress, double *weight);
/* The chance of each move of a choice. */
void softmax_fitted(const struct examples *c, const struct example *one,
		    const double *weight, double *chance);

#endif
