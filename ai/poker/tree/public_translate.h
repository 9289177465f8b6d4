/*
 * public_translate.h - a strategy carried over to a tree with other amounts: action translation.
 *
 * A bet that a strategy does not know, of x parts of the pot, is taken for one of the two known
 * ones around it, A < x < B, by the pseudo-harmonic rule (src/core/public.h), as a mixture: what is made on either branch goes
 * on with the weight of the moves that the hand would have made there, so that the strategy written
 * down plays as one that draws a branch at the bet. Moves of the strategy become the nearest legal
 * amounts; all-in stays all-in.
 */
#ifndef PLYSCOPE_AI_POKER_TREE_PUBLIC_TRANSLATE_H
#define PLYSCOPE_AI_POKER_TREE_PUBLIC_TRANSLATE_H

#include "ai/poker/tree/public_search.h"

enum translation {
	TRANSLATE_RPAT,
	TRANSLATE_SMALLER, /* always as the smaller bet */
	TRANSLATE_LARGER,
};

/* A move, and what it adds to a call, as in src/core/public.h. */
struct translate_bet {
	move m;
	enum public_amount kind;
	double part;
};

/* The moves of a decision that others may become. */
struct translate_list {
	int count;
	struct translate_bet bet[MOVES_MAX + 1];
};

/* The neighbours of a bet, by place: -1 none. */
struct translate_around {
	int equal, smaller, larger; /* smaller <= x <= larger */
	double below, above;	    /* their parts */
};

struct translate_bet translate_bet_of(const struct game *g, const struct state *s,
				      int seat, move m);
void translate_look_around(const struct translate_list *l, const struct translate_bet *x,
			   struct translate_around *r);
/* The place of the move that another becomes: the same check, call or fold, the nearest amount;
 * -1: none. */
int translate_nearest(const struct translate_list *l, const struct translate_bet *x);
/* How likely a bet of x parts of the pot is taken for the smaller of its neighbours: 0 or 1 where there
 * is but one. */
double translate_share_of(enum translation how, double x,
			  const struct translate_around *r);
#define PUBLIC_IMAGES 8
/* The nodes of `from` that stand for one of `to`: each move becomes the nearest amount, a move that
 * is `off` (of each node of `to`) both amounts around it. Returns how many, at most
 * PUBLIC_IMAGES. */
int public_images(const struct public_tree *from, const struct public_tree *to,
		  uint32_t at, const bool *off, uint32_t *image);
/* Fills a table of `to`, both seats' rows, with the averages of `from`, whose tree is of the same
 * hand. Scratch is from the arena. False: no memory. */
bool public_translate(const struct public_mix *from, const struct public_tree *to,
		      enum translation how, struct arena *arena, double *table);
/* Copies the rows of a table from the tree `a`, at a node, to those of the same moves in `b`. Rows
 * that have no counterpart stay. */
void public_tree_copy(const struct public_tree *a, uint32_t at, const double *from,
		      const struct public_tree *b, uint32_t to, double *table);

#endif
