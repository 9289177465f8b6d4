/*
 * dls.h - depth-limited solving with several values at a leaf: what its files share.
 *
 * Source: Brown, Sandholm and Amos 2018, "Depth-limited solving for imperfect-information games".
 *
 * A blueprint of the whole game is solved first. Then the trunk, what comes before the depth limit,
 * is solved anew for either seat. At a leaf the other seat chooses, for each of its hands, among
 * several ways to play on; what we get for each is worked out before, when we play on by the
 * blueprint. The choice belongs to its information set, not to the state.
 *
 * Values at a leaf: for each way, hand of the other and hand of ours the points we get: 8 bytes
 * times ways times hands^2, summed over the cards to come.
 */
#ifndef PLYSCOPE_AI_DLS_DLS_H
#define PLYSCOPE_AI_DLS_DLS_H

#include "ai/cfr/cfr.h"

#define DLS_VALUES 32

enum dls_leaves { DLS_BIAS, DLS_REPLIES, DLS_ALL };
enum dls_choice { DLS_INFOSET, DLS_STATE };

/* The trunk as one seat sees it: it is "we", the other chooses at the leaves. */
struct dls_side {
	struct dls *d;
	int us;
	struct cfr cfr;		    /* the trunk; its tree is that of the blueprint */
	int ways;		    /* of the other seat to play on */
	int valued;		    /* the first so many have their gains */
	double *way[DLS_VALUES];    /* tables: our rows and its rows below the leaves */
	double *gain;		    /* [leaf][way][hand of the other][hand of ours] */
	double *regret, *now, *sum; /* of its choice: [leaf's set][way][hand] */
	bool *fixed;   /* with DLS_ALL: of each node, ours below the leaves */
	bool complete; /* a reply that was made is one of those it has */
};

struct dls {
	struct public_mix mix; /* first: what is played */
	struct cfr blueprint;
	struct dls_side side[2];
	uint32_t *leaf;	    /* of each node: 0 none, else its number + 1 */
	uint32_t *leaf_set; /* of each leaf and seat: whose choice is the same */
	bool *trunk;	    /* of each node */
	int leaves, values; /* values: the ways at a leaf that are asked for */
	enum dls_leaves kind;
	enum dls_choice choice;
	double bias;
	struct cfr_leaves hook[2];
};

/* leaf.c */

/* Marks the trunk: up to the first deal, or `depth` plies, whichever comes first; 0: to the deal. */
bool dls_mark(struct dls *d, struct arena *arena, int depth);
/* Ways to play on for both sides: the blueprint, and with DLS_BIAS the others too. */
bool dls_open_ways(struct dls *d, struct arena *arena);
/* What the ways that were added since the last time are worth at all leaves. */
void dls_fill_gains(struct dls_side *s);
/* Adds the best reply to what is played; false: there is nothing new in it. */
bool dls_add_reply(struct dls_side *s);
/* Forgets what was learned in the trunk. */
void dls_reset(struct dls_side *s);
/* What is played: the trunk's averages, and below it the blueprint's. */
void dls_compose(struct dls *d);
/* How often the other seat chooses a way at a leaf, over its hands, by what it knows of them. */
double dls_choice(const struct dls_side *s, int leaf, int way, int hand);

extern const struct cfr_leaves dls_hook;

#endif
