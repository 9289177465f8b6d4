/*
 * equilibrium.h - the exact matrix of a simultaneous choice, and the distance of a mixed
 * strategy from equilibrium there.
 */
#ifndef PLYSCOPE_AI_EXACT_EQUILIBRIUM_H
#define PLYSCOPE_AI_EXACT_EQUILIBRIUM_H

#include "src/core/joint.h"
#include "src/core/search.h"

#define EQUILIBRIUM_SLOTS_MOST 3000 /* values solved for a gauge: a few milliseconds */

/* The exact matrix of a position where both seats choose (nothing committed), when it can
 * be had at once: from a file written by `plyscope solve`, or by solving at most
 * EQUILIBRIUM_SLOTS_MOST values. False: it cannot. */
bool equilibrium_find_matrix(const struct game *g, const struct state *root,
			     struct joint_matrix *m);
/* The loss of a seat's mixed strategy against the best reply, in points of seat 0, with
 * perfect play after this choice. */
double equilibrium_distance(const struct joint_matrix *m, int seat, const double *mix);

#endif
