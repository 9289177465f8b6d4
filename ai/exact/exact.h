/*
 * exact.h - what the files of the search exact share: the solved layers below its root. See
 * exact.c.
 */
#ifndef PLYSCOPE_AI_EXACT_EXACT_H
#define PLYSCOPE_AI_EXACT_EXACT_H

#include "ai/exact/matrix.h"
#include "src/core/joint.h"
#include "src/core/search.h"
#include "src/core/solver.h"

struct exact_node;

struct exact {
	struct state root; /* before anybody committed */
	struct joint joint;
	int32_t *layer[JOINT_LAYERS]; /* values: of all layers below the root, or of those
				       * that were read from a file; else NULL */
	bool from_file;
	int64_t games;
	struct exact_node *node; /* what the inspector has opened; 0 is the root */
	int nodes, room;
};

/* exact.c */
/* Says that a position cannot be solved whatever the memory; false. */
bool exact_no_table(struct status *st, const char *who, const struct game *g);
/* The matrix game of a position where both choose; false: its layer cannot be had. */
bool exact_matrix(struct search *s, const struct state *at, struct joint_matrix *m,
		  move *row, move *column);
/* The value of any position below the root, in points; false: not known. */
bool exact_value(struct search *s, const struct state *at, int seat, double *value);
/* The solved matrix as the world may see it. */
void exact_fill_joint(const struct game *g, const struct joint_matrix *m,
		      const struct matrix_solution *sol, const move *row,
		      const move *column, struct stats_joint *j);

/* look.c */
extern const struct look_ops exact_look;
extern const struct column exact_node_columns[];

/* solver.c */
extern const struct solver_ops exact_solver;

#endif
