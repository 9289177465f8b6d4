/*
 * matrix.h - zero-sum matrix games of up to 13 x 13, solved by the simplex method.
 *
 * Values are those of the row player, who maximises. A solution is good to about 1e-12 of
 * the range of the payoffs: it is checked against both mixes before it is given out, and
 * solved again by a slower rule when it fails the check.
 */
#ifndef PLYSCOPE_AI_EXACT_MATRIX_H
#define PLYSCOPE_AI_EXACT_MATRIX_H

#include "src/core/joint.h"

struct matrix_solution {
	double value;
	double row[JOINT_SIDE], column[JOINT_SIDE]; /* one equilibrium: probabilities */
	double gap; /* the most a better reply to either mix gains */
};

/* The value alone. */
double matrix_value(const struct joint_matrix *m);
/* The value and one equilibrium mix of each player. A saddle point, when there is one, is
 * answered with pure mixes. */
void matrix_solve(const struct joint_matrix *m, struct matrix_solution *out);

/* ---- the matrix of a choice, and how far a mix is from equilibrium (equilibrium.c) ---- */

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
