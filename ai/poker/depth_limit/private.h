/* private.h - what the files of the player of flop hold'em share. See flop.c. */
#ifndef PLYSCOPE_AI_POKER_DEPTH_LIMIT_PRIVATE_H
#define PLYSCOPE_AI_POKER_DEPTH_LIMIT_PRIVATE_H

#include "ai/poker/depth_limit/flop.h"

#include "src/core/search.h"

struct flop {
	struct subgame blue;
	/* Of the arena: behind the blueprint, and behind the continuations and the trunk of the hand. */
	size_t mark, ways_mark;
	bool begun;
	bool solved; /* the continuations and the trunk of the hand are there, */
	int for_us;  /* for this seat */
	float *continuation
		[DLS_VALUES]; /* tables with a continuation of the other; the first: blueprint */
	int continuations, valued; /* of these, the first ones, have their pair sums */
	float *play;		   /* the blueprint, with the trunk that was solved */
	struct flop_trunk trunk;
	/* Of each node of the tree that is played on: */
	struct flop_image *image;
	bool *off;		 /* its move is not listed */
	double (*alt)[FLOP_ROW]; /* of a leaf: what the other's hands had there, */
	bool *known;		 /* whether that was solved, */
	bool *done;		 /* and the hand behind it again */
	int us, subgames;
	int64_t sims;
	bool after; /* the search is over: limits no longer count */
};

/* flop.c */

int64_t flop_option(const struct search *s, const char *key);
/* Counts nodes that were visited; false: the limits end the search. */
bool flop_spend(struct search *s, const struct flop *f, int64_t nodes);
void flop_refuse_room(struct search *s);

/* flop_ways.c */

/* The reach of a seat's classes at a node before the flop, by the averages of a tree; the moves
 * that are `off` (NULL: none) are not listed, and made by all hands alike. */
void flop_fill_reach(struct subgame *t, const bool *off, uint32_t at, int seat,
		     double *reach);
/* A table for one continuation more, which is the blueprint. */
bool flop_add_way(struct search *s, struct flop *f);
/* The continuations, and the trunk of the whole hand with them. */
bool flop_solve_ways(struct search *s, struct flop *f);
bool flop_solve_trunk(struct search *s, struct flop *f, struct flop_trunk *k);
/* Ours; where nothing else holds the other, its range comes from there too. */
void flop_write_trunk(struct search *s, const struct flop_trunk *k, float *table);

/* flop_nested.c */

/* Keeps the values of the other's hands at one leaf, from the solution of the whole trunk: by the
 * best continuation in the mean of the leaves that it stands for. */
void flop_keep_images(struct flop *f, struct subgame *t, uint32_t node);
/* Behind a bet that is not listed. */
bool flop_solve_off(struct search *s, struct flop *f, uint32_t at);
/* Solves the hand behind a leaf again, for us, in the tables of the tree that is played on. */
bool flop_solve_leaf(struct search *s, struct flop *f, uint32_t at);

#endif
