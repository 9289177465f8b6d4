/*
 * joint.h - what a game of simultaneous choice tells an exact solver (backward induction).
 *
 * Two seats, zero sum (a constant sum is one). The positions below a root are put in
 * layers: every successor of a position of layer k lies in layer k - 1, and layer 0 holds
 * ends. A slot is a position before chance has shown what the next choice is about; its
 * value is the mean over chance of the values of matrix games. Slots that must have equal
 * values, or opposite ones after the seats are swapped, may share one.
 *
 * Values here are seat 0's advantage: 0 is even, the negative is what seat 1 has. They are
 * kept as whole numbers of JOINT_STEP, rounded to the nearest, so that a table read from a
 * file and one made anew are equal; each layer adds at most half a step of error.
 */
#ifndef PLYSCOPE_CORE_JOINT_H
#define PLYSCOPE_CORE_JOINT_H

#include "src/core/game.h"

#include <stddef.h>

#define JOINT_STEP   0x1p-24 /* so |value| < 128 */
#define JOINT_SIDE   13	     /* choices of a seat, at most */
#define JOINT_STRIDE 16	     /* doubles from one row of a matrix to the next */
#define JOINT_LAYERS 16
#define JOINT_NEVER  1e300 /* the size of a game too large for any table */

/* A matrix game: a[i * JOINT_STRIDE + j] is what seat 0 gets for its choice i and seat
 * 1's choice j. */
struct joint_matrix {
	int rows, columns;
	double a[JOINT_SIDE * JOINT_STRIDE];
};

/* Solves a matrix game; self is the caller's. */
typedef double joint_solve(void *self, const struct joint_matrix *m);

/* Asked every few milliseconds by work that takes seconds; false: stop. self is the caller's. */
typedef bool joint_go_on(void *self);

/* The positions below a root; `index` is the game's own, one block of memory. */
struct joint {
	const struct game *game;
	int top; /* the root's layer */
	void *index;
	size_t index_bytes;
};

struct joint_ops {
	/* How many slots the layers below a root have in all, roughly and at once; for
	 * deciding whether it can be solved; JOINT_NEVER: too many choices or rounds. */
	double (*size)(const struct game *g, const struct state *root);
	/* Indexes what lies below a root (any state in which somebody can still choose);
	 * false: no memory, more than can be indexed, or stopped by go_on, which may be NULL.
	 * Free with joint_close(). */
	bool (*open)(struct joint *t, const struct game *g, const struct state *root,
		     joint_go_on *go_on, void *self);
	/* Slots of a layer 0 .. top. */
	int64_t (*slots)(const struct joint *t, int layer);
	/* The value of one slot from those of the layer below (NULL for layer 0). */
	double (*induce)(const struct joint *t, int layer, int64_t slot,
			 const int32_t *below, joint_solve *solve, void *self);
	/* The matrix of a state where both seats choose, from the values of the layer
	 * below its own, and the moves of its rows and columns. Its value is the whole of
	 * what seat 0 is ahead at the end, points already won too. False: the state is not
	 * in this table. */
	bool (*matrix)(const struct joint *t, const struct state *s, const int32_t *below,
		       struct joint_matrix *m, move *row, move *column);
	/* The layer of a state where both seats choose; -1: not in this table. */
	int (*layer)(const struct joint *t, const struct state *s);
	/* A seat's value in points of the game from seat 0's advantage. */
	double (*points)(const struct game *g, int seat, double advantage);
};

void joint_close(struct joint *t);

#endif
