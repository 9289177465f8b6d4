/*
 * estimate.h - values at the leaves of the flop by a network that learned what playing out gives
 * (leaf.h).
 *
 * Source: Brown, Sandholm and Amos 2018, section 6.2: such a network in place of rollouts. Differs:
 * inputs.h says what it is told; it is asked for groups of hands and not for two hands; and it says
 * what the betting behind the leaf adds to the showdown, which is counted exactly: in pots, for the
 * seat that chooses, of each of the first ESTIMATE_WAYS continuations.
 *
 * A file belongs to the table whose play was learned. It keeps what training goes on from.
 *
 * Memory: 80 kB of weights; in play 500 kB for each thread.
 */
#ifndef PLYSCOPE_AI_POKER_MODICUM_ESTIMATE_H
#define PLYSCOPE_AI_POKER_MODICUM_ESTIMATE_H

#include "ai/poker/modicum/inputs.h"
#include "ai/poker/modicum/net.h"

#define ESTIMATE_WAYS 4 /* the table; more folds, calls, raises */
#define ESTIMATE_BY   200

/* What a file holds. */
struct estimate_file {
	const struct game *g;
	char by[ESTIMATE_BY];	 /* how it was trained */
	char table[ESTIMATE_BY]; /* whose play was learned */
	int64_t steps;
	struct net net;
	struct net_adam adam; /* NULL inside: not wanted */
};

extern const struct net_shape estimate_shape;

/* The words for a table. */
void estimate_table(const struct abstract_table *t, char out[ESTIMATE_BY]);
bool estimate_write(struct estimate_file *f, const char *path, struct status *st);
/* Into the memory of f->net, and of f->adam if it has any. False: it is damaged, of other rules,
 * of another table than f->table, or made in another way than f->by unless that is "". */
bool estimate_read(struct estimate_file *f, const char *path, struct status *st);

struct estimate {
	struct net net;
	struct input_flop told;
	struct net_pass *pass;	   /* of each thread */
	struct input_hands *hands; /* likewise */
};

/* Reads a file, or (NULL) the one that ships for the game, for the table of a flop. False: st. */
bool estimate_open(struct estimate *e, const struct leaf_flop *flop, const char *file,
		   int threads, struct arena *arena, struct status *st);
/* Looks at the flop that was found, of a state on it, before its leaves are filled. */
void estimate_flop(struct estimate *e, const struct state *at);
/* Whether it knows all continuations of the leaves. */
bool estimate_knows(const struct leaf_values *v);
/* Fills a table of values in all continuations, on one of the threads. */
void estimate_leaf(const struct estimate *e, const struct leaf_values *v, int number,
		   int thread);

#endif
