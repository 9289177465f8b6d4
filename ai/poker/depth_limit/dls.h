/*
 * dls.h - depth-limited solving with several values at a leaf: what its files share.
 *
 * Source: Brown, Sandholm and Amos 2018, "Depth-limited solving for imperfect-information games".
 *
 * A blueprint of the whole game is solved first. Then the trunk, the part before the depth limit,
 * is solved anew for either seat. At a leaf the other seat chooses, for each of its hands, among
 * several continuations; our result for each is worked out beforehand, assuming that we play on
 * by the blueprint. The choice belongs to its information set, not to the state.
 *
 * Behind a leaf, and behind a bet that is not listed, a subgame is solved again when play gets
 * there (nested.c): from the ranges that the solutions before it lead to, held safe by what the
 * other's hands were worth before.
 *
 * Trees. The blueprint and the first trunk are on that of the moves that are listed. The strategy
 * played is on the one that also has the bets made; the blueprint is carried over to it
 * (ai/poker/tree/public_translate.h). A subgame has its own.
 *
 * Flop hold'em has trees of its own (flop.h); its trunk is a tree of classes of hands, solved as
 * here.
 *
 * Values at a leaf: for each continuation of the other, hand of the other and hand of ours the
 * points we get, summed over the cards to come: 8 bytes times continuations times hands^2.
 */
#ifndef PLYSCOPE_AI_POKER_DEPTH_LIMIT_DLS_H
#define PLYSCOPE_AI_POKER_DEPTH_LIMIT_DLS_H

#include "ai/poker/cfr/cfr.h"
#include "ai/poker/tree/continuation.h"

#define DLS_VALUES     32
#define DLS_FACTOR     10 /* of the moves that a biased continuation prefers; the paper's */
#define DLS_TO_THE_END (-1) /* a depth: no limit */

enum dls_leaves { DLS_BIAS, DLS_REPLIES, DLS_ALL };
enum dls_choice { DLS_INFOSET, DLS_STATE };
enum dls_resolve { DLS_OFF, DLS_UNSAFE, DLS_GADGET, DLS_MAXMARGIN, DLS_REACH };
enum dls_alternatives { DLS_OF_LEAF, DLS_OF_BLUEPRINT };
enum dls_carried { DLS_PLAYED, DLS_AVERAGED };
enum dls_first { DLS_SOLVED, DLS_BLUEPRINT };

/* A tree, the blueprint on it as averages, and where the depth limit is. */
struct dls_ground {
	struct public_mix base;
	uint32_t *leaf;	    /* of each node: 0 none, else its number + 1 */
	uint32_t *leaf_set; /* of each leaf and seat: whose choice is the same */
	bool *trunk;	    /* of each node */
	int leaves;
};

struct dls;
struct dls_side;

/* The gadget of a subgame: how the other's hands come to it. Numbers are of one hand each, or of
 * one of `size` hands that are alike. */
struct dls_gadget {
	enum dls_resolve kind; /* unsafe: nothing holds them, their reach stays */
	int hands;
	const double *size; /* NULL: 1 each */
	double *reach;	    /* of the other's hands */
	double *alt;	    /* what playing on has to bring, times our reach */
	double *weight;	    /* our reach that goes with each hand; 0: it cannot be held */
	double *play;	    /* how often it plays on, or (maxmargin) its share of all */
	double *regret[2];  /* of playing on, and of not */
};

/* The start of a subgame: our reach, and the gadget of the other's hands. */
struct dls_start {
	struct cfr_start start;
	struct dls_gadget gadget;
	int other; /* the seat that it holds */
};

/* A decision of the tree that is played on. */
struct dls_decision {
	int seat;
	uint32_t child, children;
};

/* The tree that is played on, with strategies: what a gadget is made from. Nodes are numbers; rows
 * are of hands, or of classes of hands. */
struct dls_played {
	/* The node before one, and its decision. */
	uint32_t (*up)(const struct dls *d, uint32_t at, struct dls_decision *out);
	/* The reach of a seat as `us` sees it; a bet that is not listed is made by all alike. */
	void (*reach)(struct dls *d, int us, uint32_t at, int seat, double *reach);
	/* The reach that goes with each hand. */
	void (*weigh)(const struct dls *d, uint32_t at, const double *reach,
		      double *weight);
	/* The values of the other's hands by their best play from a node on, against our reach. */
	void (*best)(struct dls *d, int us, uint32_t at, const double *reach,
		     double *value);
};

/* The values of continuations at a leaf, by number. */
struct dls_worth {
	/* Adds those of our hands, when the other's choose continuations so often: a row for
	 * each. */
	void (*ours)(const struct dls_side *s, uint32_t leaf, const double *other,
		     const double *often, double *value);
	/* A row of those of the other's hands for each continuation, against our reach. */
	void (*other)(const struct dls_side *s, uint32_t leaf, const double *us,
		      double *rows);
};

/* The other's continuations behind the leaves, and its choice among them. */
struct dls_choosing {
	int room, continuations;
	int valued;			  /* of these, the first ones, have their gains */
	double *continuation[DLS_VALUES]; /* tables: its rows below the leaves count */
	double *regret, *now, *sum;	  /* [leaf's set][continuation][hand] */
};

/* A solution of the trunk as one seat sees it: it is "we", the other chooses at the leaves. */
struct dls_side {
	struct dls *d;
	struct dls_ground *g;
	int us;
	struct cfr cfr; /* the trunk; its tree is that of the ground */
	struct cfr_leaves hook;
	struct public_mix play; /* as averages: the trunk, below it the blueprint */
	struct dls_choosing choosing;
	const struct dls_worth *worth;
	double *gain;  /* [leaf][continuation][its hand][hand of ours] */
	bool *fixed;   /* with DLS_ALL: of each node, ours below the leaves */
	bool complete; /* a reply that was made is one of those it has */
};

struct dls {
	struct public_mix mix; /* first: what is played */
	struct cfr blueprint;
	struct dls_ground ground; /* of the blueprint */
	struct dls_ground full;	  /* the tree of mix */
	struct dls_side side[2];
	struct public_mix model[2]; /* on the tree of mix: both seats as each sees them */
	const struct dls_played *played;
	int stride;	/* of rows of hands there */
	bool *off;	/* of each node there: a bet that is not listed */
	bool *done[2];	/* a subgame was solved from here, for each seat */
	double *alt[2]; /* rows: of each leaf of full, what the other's hands had */
	bool *known[2]; /* whether that was solved */
	struct arena *arena;
	struct search *running; /* whose limits and nodes count; NULL: none does */
	int values;		/* the continuations at a leaf that are asked for */
	int depth;		/* plies of the trunk, 0: to the deal */
	int64_t sims;		/* iterations of each solution */
	int subgames;		/* that were solved again */
	int64_t iterations;	/* of the solution made last */
	enum dls_leaves kind;
	enum dls_choice choice;
	enum dls_resolve resolve;
	enum dls_alternatives alternatives;
	enum dls_carried carried;
	enum dls_first first;
};

/* leaf.c */

/* Marks the trunk of a ground whose root is `plies` into the hand: up to the first deal, or
 * `depth` plies, whichever comes first; 0: to the deal; or DLS_TO_THE_END. */
bool dls_mark(struct dls_ground *g, struct arena *arena, enum dls_choice choice,
	      int plies, int depth);
/* What every solution needs of a ground: the tables of its trunk and of the choice among so many
 * continuations, nothing learned; the caller sets `worth`. False: no memory. */
bool dls_open_choice(struct dls_side *s, struct dls *d, struct dls_ground *g, int us,
		     int room, struct arena *arena);
/* The same with the values that tables of the whole hand give. */
bool dls_open_side(struct dls_side *s, struct dls *d, struct dls_ground *g, int us,
		   struct arena *arena);
/* The values, at all leaves, of the continuations added since the last time. */
void dls_fill_gains(struct dls_side *s);
/* The same from a solution on another tree, with its continuations: a leaf gets the mean of the
 * leaves there that stand for it, images(self, leaf's node, nodes there); where there is none, the
 * blueprint's. */
void dls_average_gains(struct dls_side *s, const struct dls_side *from,
		       int (*images)(void *self, uint32_t at, uint32_t *image),
		       void *self);
/* Adds the other's best reply to what is played; false: it is not a new one. */
bool dls_add_reply(struct dls_side *s);
/* Forgets everything learned in the trunk. */
void dls_reset(struct dls_side *s);
/* Solves the trunk again, behind a gadget (NULL: none). False: the limits end the search. */
bool dls_solve(struct dls_side *s, const struct dls_gadget *x);
/* Fills s->play. */
void dls_compose_side(struct dls_side *s);
/* The value of each hand of the other behind a leaf, by its best continuation, against our reach
 * there. */
void dls_leaf_values(struct dls_side *s, uint32_t at, const double *us, double *value);
/* The best of each hand's values by so many continuations, a row for each. */
void dls_best_values(const double *rows, int continuations, int stride, double *value);
/* The value of each hand of ours against each of the other's at a leaf by a continuation of the
 * other: [hand of the other][hand of ours], as many as the stride. */
double *dls_gain(const struct dls_side *s, uint32_t leaf, int continuation);
/* How often a hand of the other chooses a continuation at a leaf. */
double dls_choice(const struct dls_side *s, int leaf, int continuation, int hand);

extern const struct cfr_leaves dls_hook;

/* gadget.c */

/* Rows of zeros, so wide; false: no memory. */
bool dls_gadget_take(struct dls_gadget *x, int stride, struct arena *arena);
/* Nothing learned: every hand as likely to play on as not; classes have their shares for
 * maxmargin. */
void dls_gadget_reset(const struct dls_gadget *x);
/* From the values of the other's hands when they play on: their reach changes. */
void dls_gadget_learn(const struct dls_gadget *x, const double *value);
/* Begins a subgame at a node of the tree that is played on, for gadgets of so many hands, of sizes
 * as in struct dls_gadget; memory is from d->arena. False: there is none. */
bool dls_open_start(struct dls *d, int us, uint32_t at, int hands, const double *size,
		    struct dls_start *x);

/* look.c */

/* The continuations at all leaves below the root, into s->live. */
void dls_tell_continuations(struct search *s);

extern const struct look_ops dls_look;

/* nested.c */

/* The tree with the bets that were made, and what is kept for each of its nodes. */
bool dls_open_nested(struct dls *d);
/* The strategies played and modelled, from the solutions of both trunks or from the blueprint
 * alone. */
bool dls_compose(struct dls *d);
/* Solves again, for a seat, the subgames that play to a node has passed through. False: no memory,
 * or the limits have ended it. */
bool dls_prepare(struct dls *d, uint32_t at, int us);

/* dls.c */

void dls_read_options(struct dls *d, const struct options *o);
/* Counts nodes that were visited; false: the limits end the search. */
bool dls_spend(const struct dls *d, int64_t nodes);
/* One more iteration; false: the limits end the search. */
bool dls_iterate(struct dls *d, struct cfr *c);

extern const struct gauge dls_gauge_continuations, dls_gauge_subgames;

#endif
