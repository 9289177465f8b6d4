/*
 * public_search.h - a search that solves the public tree of a hand in iterations.
 *
 * One that has a struct public_mix at the start of its own struct gets from here: the opening of
 * its tree, its run, the report of the root, the tree for the inspector, and the strategy for those
 * who measure it.
 */
#ifndef PLYSCOPE_AI_POKER_TREE_PUBLIC_SEARCH_H
#define PLYSCOPE_AI_POKER_TREE_PUBLIC_SEARCH_H

#include "src/core/public_mix.h"
#include "src/core/search.h"

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
/* A number of either seat, which sum to `sum`. */
void public_set_seats(double *out, int seat, double x, double sum);
/* Sorts the root's moves; at the end the one that is made is drawn. */
void public_sort_moves(struct search *s, int64_t iterations, bool end);
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
/* As in look.h. */
int public_children(struct search *s, look_ref ref, struct look_node *out, int max);
/* As in strategy.h: nowhere, and none, in a game without a listed tree. */
look_ref public_below(struct search *s, look_ref node, const struct played_move *step,
		      int steps, const struct state *at);
bool public_mix_at(struct search *s, look_ref node, const struct state *at, int seat,
		   double *prob);
extern const struct column public_node_columns[];
/* Marks the choice among the moves of a decision, which have these columns: at the root of the
 * search its answer; below, what is likeliest with the hand held, or over all where none is. */
void public_mark_best(const struct search *s, bool root, struct look_node *out, int n);

#endif
