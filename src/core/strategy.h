/*
 * strategy.h - the mixed strategy that a search holds for the positions below its root.
 *
 * A search that recommends a mix at every node of its tree offers this, so that everything it would
 * play without searching again can be measured (src/lab/exploit.h). Nodes are named as in look.h;
 * they are asked for only while the search does not run.
 */
#ifndef PLYSCOPE_CORE_STRATEGY_H
#define PLYSCOPE_CORE_STRATEGY_H

#include "src/core/game.h"
#include "src/core/look.h"
#include "src/core/public_tree.h"

#define STRATEGY_NONE (UINT64_MAX - 1) /* the tree does not hold this position */

#define STRATEGY_MOVES 16

/* What all hands of a seat play at a public state: a row of probabilities for each move, legal
 * though perhaps not listed. */
struct strategy_mixes {
	int moves;
	move m[STRATEGY_MOVES];
	double prob[STRATEGY_MOVES][PUBLIC_HANDS]; /* of known hands they sum to 1 */
	bool known
		[PUBLIC_HANDS]; /* false: impossible, or nothing was learned of it there */
};

struct strategy_ops {
	/* The node of `at`, where somebody chooses again, from that of the position above it
	 * (LOOK_ROOT: the root) and the choices between, a seat's or chance's; those of one
	 * moment come lowest seat first. */
	look_ref (*below)(struct search *s, look_ref node, const struct played_move *step,
			  int steps, const struct state *at);
	/* The average strategy of a seat that chooses at a node (whose position is `at`, with
	 * nothing committed): probabilities in the order of its legal moves, summing to 1.
	 * False: undefined, nothing has been learned there. */
	bool (*mix)(struct search *s, look_ref node, const struct state *at, int seat,
		    double *prob);
	/* What all hands of the seat that chooses in `at` would play there, without a search:
	 * `at` is any state of the game, whatever the root is. NULL: it cannot say. False: the
	 * state is outside what was learned, for every hand. */
	bool (*mixes)(struct search *s, const struct state *at,
		      struct strategy_mixes *out);
	/* What the best reply to each seat's strategy gets in a hand of a game whose boards are too
	 * many to be listed, exact, in points. NULL: it cannot say. False: not here. */
	bool (*replies)(struct search *s, double reply[2]);
	/* Writes what it solved to a file, which other searches read as file=. NULL: it has
	 * none. */
	bool (*save)(struct search *s, const char *path, struct status *st);
	/* The exact value of a position below the root, in points; NULL: no such search.
	 * False: not known. */
	bool (*value)(struct search *s, const struct state *at, int seat, double *value);
	/* The exact values for a seat after each pair of choices at a position where both
	 * choose, before any chance that follows: value[i * columns + j] for seat 0's i-th
	 * and seat 1's j-th legal move. With value. */
	bool (*matrix)(struct search *s, const struct state *at, int seat, double *value);
};

/* below() and mix() of a search that shows no tree. */
look_ref strategy_nowhere(struct search *s, look_ref node, const struct played_move *step,
			  int steps, const struct state *at);
bool strategy_no_mix(struct search *s, look_ref node, const struct state *at, int seat,
		     double *prob);

/* The nodes of a search's tree for those of a public tree, by below(); s NULL: STRATEGY_NONE. */
void strategy_refs(struct search *s, const struct public_tree *t, look_ref *ref);

/* The row of a move among mixes, a new one of zeros where it has none; the last one if they are
 * full. */
int strategy_mixes_row(struct strategy_mixes *x, move m);

#endif
