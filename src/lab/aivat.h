/*
 * aivat.h - what a hand of poker was worth without luck: an unbiased estimate of its result with
 * less spread.
 *
 * Source: Burch, Schmid, Moravcik, Morrill and Bowling 2018, "AIVAT: a new variance reduction
 * technique for agent evaluation in imperfect information games".
 *
 * A baseline says what a pair of hands is worth at a public state. Whenever something happens whose
 * probabilities are known, a deal or a decision of a seat whose strategy is known, the
 * estimate loses what the baseline then has and gets what it could expect before. Of one seat
 * with a known strategy all hands that it may hold count, with the weights of its own decisions,
 * not only the one it held; its result too is the mean over these. Whatever the baseline is, the
 * mean stays that of the results; the better it is, the less is left to chance. With both
 * strategies known and an exact baseline nothing is left.
 *
 * Where the public tree can be listed the baseline is a strategy played by both seats, worked out
 * for every pair of hands at every public state. Else, and for baseline NULL, it is the pot at a
 * showdown without further bets. Where one deal brings the whole board all else is
 * as in a small game. Where it comes in rounds deals alone are corrected; the hands of a seat with
 * a known strategy are weighed as elsewhere. Before the flop showdowns are those of the classes of
 * hands: what suits two hands share evens out over the deals.
 *
 * Values: points of seat 0. Memory: a number for each pair of hands at each public state, or
 * showdowns (below).
 */
#ifndef PLYSCOPE_LAB_AIVAT_H
#define PLYSCOPE_LAB_AIVAT_H

#include "src/core/match.h"
#include "src/core/public.h"
#include "src/core/public_tree.h"
#include "src/core/search.h"
#include "src/core/strategy.h"

/* What every hand wins of every other if all is checked down, in a game that deals its whole board
 * at once (deck_ops.boards), before the board comes.
 *
 * Memory: 8 bytes for each pair of hands, 14 MB; as much again while it is worked out.
 */
struct showdowns {
	int hands;
	/* [hand of the other][hand], of hands that do not exclude each other: what the hand wins of
	 * a stake of 1, the mean over the boards that leave both alone; and how likely these are. */
	float *won, *beside;
};

/* False: no memory. */
bool showdowns_open(struct showdowns *x, const struct game *g);
void showdowns_close(struct showdowns *x);

#define AIVAT_NUMBERS (INT64_C(1) << 25) /* of a baseline, at most */

struct aivat {
	const struct game *g;
	const struct public_ops *ops;
	int hands;
	struct public_tree tree; /* no node: it is not listed */
	struct arena arena;	 /* of the tree */
	double *value;		 /* [(node * hands + hand0) * hands + hand1], seat 0's */
	double root;		 /* its mean over all deals */
	/* Where one deal brings the board, before it; without hands: unused. */
	struct showdowns before;
	/* Where the board comes in rounds: deck_ops.equities(). NULL: unused. */
	float *won;
};

/* The mix of every hand at a decision of a match, mix[move * hands + hand]. NULL: it was not told
 * for some hand that may be held there. */
struct aivat_note {
	int ply, moves;
	move *m;
	double *mix;
};

struct aivat_notes {
	struct aivat_note *note;
	int count, room;
};

/* Whether a player's strategy for all hands can be noted. */
bool aivat_knows(const struct game *g, const struct player *p);
/* The baseline is what a player's search holds; NULL: showdowns. False: one sentence. */
bool aivat_open(struct aivat *a, const struct game *g, const struct player *baseline,
		struct status *st);
void aivat_close(struct aivat *a);

/* Notes the decision that a search has just made at the end of a match. */
void aivat_add_note(struct aivat_notes *n, struct search *s, const struct match *m,
		    int seat);
void aivat_free_notes(struct aivat_notes *n);

/* The estimate for a match that is over, the sum over its hands. `known` is a bit for each seat
 * all of whose decisions among several moves were noted. */
double aivat_match(const struct aivat *a, const struct match *m,
		   const struct aivat_notes *notes, unsigned known);

#define AIVAT_TOLD 100 /* plies of chance, at most: a hundredth of a second for each */

/* A session's result for a seat with the luck of the deals taken out, as a sentence; "": not such a
 * game, or too long. */
void aivat_tell(const struct match *m, int seat, char *out, int size);

#endif
