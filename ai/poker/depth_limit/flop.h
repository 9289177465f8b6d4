/*
 * flop.h - depth-limited solving in flop hold'em, where one deal brings the whole board.
 *
 * As in dls.h: a blueprint of the whole hand; the trunk is the betting before the flop, solved anew
 * with several continuations at its leaves; behind a leaf the rest is solved again, held safe by
 * what the other's hands had there. The trees are those of ai/poker/tree; before the flop all is
 * the same for hands of a class, so a trunk and the values at its leaves are kept by the 169
 * classes, and nothing is lost.
 *
 * The blueprint stays from one decision to the next; so do the continuations and the trunk of the
 * hand while the button does.
 *
 * Memory: for each continuation a table of the blueprint's size, and 119 kB for each leaf and
 * continuation.
 */
#ifndef PLYSCOPE_AI_POKER_DEPTH_LIMIT_FLOP_H
#define PLYSCOPE_AI_POKER_DEPTH_LIMIT_FLOP_H

#include "ai/poker/depth_limit/dls.h"
#include "ai/poker/tree/subgame.h"

#define FLOP_ROW \
	176 /* numbers of a row of classes, in whole vectors: the last ones are 0 */
#define FLOP_SQUARE (SUBGAME_CLASSES * FLOP_ROW)

/* trunk.c */

/* The other's continuations behind the leaves, and its choice among them. */
struct flop_choosing {
	int room, continuations; /* that there is room for, that count */
	double *regret, *sum;	 /* [leaf][room][class] */
};

/* The betting before the flop from a node on, as one seat sees it. */
struct flop_trunk {
	struct subgame *t;
	uint32_t root;
	int us, classes;
	uint32_t *row;	/* of each node: its first row in the tables */
	uint32_t *leaf; /* of each node: 0 none, else its number + 1 */
	int leaves;
	double *regret, *sum; /* [row][class] */
	/* What we get, summed over the pairs of hands of a class of the other and one of ours:
	 * [leaf][continuation][class of the other][class of ours, FLOP_ROW]. */
	float *gain;
	float *beside; /* t->beside in rows of FLOP_ROW */
	struct flop_choosing choosing;
	double reach[2][FLOP_ROW];     /* at the root, of a hand of each class */
	struct dls_gadget *gadget;     /* NULL: the hand begins at the root */
	struct regret_weights weights; /* of the iteration */
	int64_t iterations, visited;
};

/* The tables of a trunk with room for so many continuations at each leaf, which all count until the
 * caller, who fills their gains, sets fewer; false: no memory. */
bool flop_trunk_open(struct flop_trunk *k, struct subgame *t, uint32_t root, int us,
		     int room, struct arena *arena);
/* A gadget of classes, nothing learned; of maxmargin the shares count from the beginning. */
void flop_reset_gadget(const struct dls_gadget *x);
void flop_trunk_reset(struct flop_trunk *k);
void flop_trunk_iterate(struct flop_trunk *k);
/* The average strategy of a decision: a number for each move and class. */
void flop_trunk_average(const struct flop_trunk *k, uint32_t node, double *out);
/* How often the other chooses each continuation at a leaf: a number for each continuation and
 * class. */
void flop_trunk_choice(const struct flop_trunk *k, int leaf, double *out);
/* The values of the other's classes at a leaf by each of its continuations, a row for each, against
 * our reach. */
void flop_trunk_values(const struct flop_trunk *k, int leaf, const double *us,
		       double *value);
/* The reach of a seat's hands that goes with each hand of the other before the flop. */
void flop_unblocked(const struct subgame *t, const double *reach, double *unblocked);
static inline float *
flop_trunk_gain(const struct flop_trunk *k, int leaf, int continuation)
{
	return k->gain +
	       ((size_t)leaf * (size_t)k->choosing.room + (size_t)continuation) *
		       FLOP_SQUARE;
}
/* Reach or values: of each class to its hands; of hands to the mean of their class. */
void flop_to_hands(const struct subgame *t, int seat, const double *class, float *row);
void flop_to_classes(const struct subgame *t, int seat, const float *row, double *class);

/* gain.c */

/* Fills the pair sums at a leaf of flop_trunk.gain, when each seat plays by its rows of a table of
 * shares. False: no room. Nodes are counted in t->visited. */
bool flop_fill_gain(struct subgame *t, const float *const shares[2], uint32_t leaf,
		    int us, struct arena *arena, float *gain);

/* carry.c */

#define FLOP_IMAGES 4

/* Nodes of chance in one tree that stand for one of another. */
struct flop_image {
	uint32_t node[FLOP_IMAGES];
	int count;
};

/* Carries shares of moves in the tree `from` over to the sums of `to`, which also has bets that are
 * not listed, as in public_translate.h. Fills the images of each node of `to`; only nodes of chance
 * have some. False: no memory. */
bool flop_carry(const struct subgame *from, const float *shares, struct subgame *to,
		struct flop_image *image, struct arena *arena);

/* flop.c: the player, of the games that remainder_plays(). */

struct search;
struct strategy_mixes;

bool flop_open(struct search *s, struct status *st);
void flop_run(struct search *s);
/* As in search.h: the blueprint stays, and what does not depend on the hand. */
bool flop_advance(struct search *s);
bool flop_replies(struct search *s, double reply[2]);
bool flop_mixes(struct search *s, const struct state *at, struct strategy_mixes *out);
/* How many continuations the other has at the leaves of the trunk that was solved last for the
 * whole hand; 0: none was. */
int flop_ways(struct search *s);
/* Adds the continuations of a leaf, weighed by how likely both bring their hands there. Other nodes
 * have none, nor have those behind a bet that is not listed. */
void flop_add_ways(struct search *s, uint32_t node, struct look_ways *w);

#endif
