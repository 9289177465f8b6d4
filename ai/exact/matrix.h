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

#endif
