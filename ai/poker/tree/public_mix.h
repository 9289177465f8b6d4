/*
 * public_mix.h - mixed strategies of both seats on the public tree, and their values.
 *
 * `sum` adds up to the average strategy, `now` is played where nothing has been added:
 * tables of public_tree.h. Values are in points of the hand and doubles: where they are equal by
 * symmetry, rounding to 4 bytes would decide.
 *
 * A search that has one of these at the start of its own struct gets from here: the opening of its
 * tree, its run, the report of the root, the tree for the inspector, and the strategy for those who
 * measure it.
 */
#ifndef PLYSCOPE_AI_POKER_TREE_PUBLIC_MIX_H
#define PLYSCOPE_AI_POKER_TREE_PUBLIC_MIX_H

#include "ai/poker/tree/public_tree.h"
#include "src/core/search.h"

struct public_mix {
	struct public_tree tree; /* first */
	double *sum, *now;
	double *scratch; /* two numbers for each node, with information sets */
	int64_t iterations;
};

/* Takes the tables from the arena: nothing added, uniform. False: no memory. */
bool public_mix_open(struct public_mix *m, struct arena *arena);
/* Nothing added, uniform. */
void public_mix_reset(struct public_mix *m);
/* The average strategy at a node: a row for each move into rows. */
void public_mix_average(const struct public_mix *m, const struct public_node *n,
			double *rows);
/* The same of one hand: a number for each move. */
void public_mix_of_hand(const struct public_mix *m, const struct public_node *n, int hand,
			double *prob);
/* The value of every hand of a seat at a node when both play on by their averages, against the
 * other's reach; not divided by it. */
void public_mix_value(struct public_mix *m, uint32_t at, int seat, enum public_pay pay,
		      const double *reach, double *value);
/* The result of a best reply to a seat's averages in a hand, in points. */
double public_mix_reply(struct public_mix *m, int seat);
/* The record of a best reply. */
struct public_reply {
	double *table; /* 1 for the moves of the replier, as they are best */
	/* At nodes where this is not 0 so much is added to the reach of the hands replied to, so
	 * that the reply is defined below where they do not get to. */
	const uint32_t *nudged;
	double by;
};

/* public_mix_reply(), with the nudges, and written down. */
double public_mix_reply_to(struct public_mix *m, int seat,
			   const struct public_reply *record);
/* The values of every hand of a seat at a node when it replies best to the other's averages,
 * against the other's reach there; record NULL: not written down. Where hands are private. */
void public_mix_best(struct public_mix *m, uint32_t at, int seat, const double *reach,
		     const struct public_reply *record, double *value);
/* The gain of a best reply to the averages, the mean of both seats, in points. */
double public_mix_exploitability(struct public_mix *m);
/* The reach of a seat at a node by its averages, chance left out. `alike` (of each node): a move
 * that all hands make alike, whatever the averages say; NULL: there is none. */
void public_mix_reach(struct public_mix *m, uint32_t at, int seat, const bool *alike,
		      double *reach);
/* The probability of all deals on the way to a node. */
double public_mix_chance(const struct public_mix *m, uint32_t at);

/* public_run.c */

/* Takes the search's own struct of `bytes` bytes from its arena, all 0, as s->self, and builds the
 * tree of the hand that the root is in, with the moves that were made. NULL: it does not fit, said
 * in st. */
void *public_open(struct search *s, size_t bytes, struct status *st);

/* How a search that solves in iterations runs. */
struct public_loop {
	int64_t slice; /* iterations between two looks at the limits */
	int64_t ahead; /* nodes that have to be left of nodes= for a slice to be begun */
	int64_t first, between; /* nodes before the first report, and between two */
	/* Makes this many iterations; returns the nodes visited. */
	int64_t (*iterate)(void *self, int64_t n);
	void (*report)(struct search *s, bool end);
};

/* Until a limit ends it or it is stopped; the last report is that of the end. */
void public_run(struct search *s, const struct public_loop *l);

/* public_report.c: fills s->live with the root's moves and values; at the end a move is drawn by
 * the mix. s->self begins with a struct public_mix. The caller adds its gauges. */
void public_report(struct search *s, bool end);
/* Exploitability as a figure of the search, and as a point of its curve. */
extern const struct gauge public_gauge_exploitability;
void public_tell_exploitability(struct search *s, double gap);

/* public_hands.c: the strategy of the seat that chooses at a node for all its hands. False: no seat
 * chooses there, or hands are not what is hidden. */
bool public_hands(struct public_mix *m, uint32_t at, struct stats_hands *out);

/* What the bets of the seat that chooses at a node meet, with the hand that it holds; nothing where
 * that is not known (-1). */
void public_answers(struct public_mix *m, uint32_t at, int held,
		    struct stats_answers *out);

/* Sums over the hands of a class; those of the seat but the first are weighted by its reach. */
struct public_class_sum {
	double possible, own;
	double dealt;	      /* with the other's hands that go with it */
	double value, equity; /* times these */
	double mix[STATS_ACTIONS];
	double others, other; /* the other's possible hands, and their reach */
};

/* Fills in the weights, mix, value and equity of each class and the mix of all hands, from a sum
 * for each of out->classes; NAN where a sum is empty. out->classes and out->actions are given. */
void public_tell_classes(const struct public_class_sum *sum, struct stats_hands *out);

/* public_look.c */
extern const struct look_ops public_look;
extern const struct strategy_ops public_strategy;
extern const struct column public_node_columns[];
/* Marks the choice among the moves of a decision, which have these columns: at the root of the
 * search its answer; below, what is likeliest with the hand held, or over all where none is. */
void public_mark_best(const struct search *s, bool root, struct look_node *out, int n);

#endif
