/* private.h - what the files of the player of flop hold'em share. See flop.c. */
#ifndef PLYSCOPE_AI_POKER_DEPTH_LIMIT_PRIVATE_H
#define PLYSCOPE_AI_POKER_DEPTH_LIMIT_PRIVATE_H

#include "ai/poker/depth_limit/flop.h"

#include "src/core/search.h"

struct flop {
	struct dls dls; /* first; its ground, sides and mixes are not used */
	struct subgame blue;
	struct subgame *t; /* the tree that is played on */
	/* Of the arena: behind the blueprint, and behind the continuations and the trunk of the hand. */
	size_t mark, continuations_mark;
	bool begun;
	bool solved; /* the continuations and the trunk of the hand are there, */
	int for_us;  /* for this seat */
	float *continuation
		[DLS_VALUES]; /* tables with a continuation of the other; the first: blueprint */
	int continuations, valued; /* of these, the first ones, have their pair sums */
	float *play;		   /* the blueprint, with the trunk that was solved */
	struct flop_trunk trunk;
	struct flop_image *image; /* of each node of the tree that is played on */
	int us;
};

/* flop.c */

void flop_refuse_room(struct search *s);

/* flop_continuations.c */

/* The reach of a seat's classes at a node before the flop, by the averages of the tree that is
 * played on; moves that are not listed are made by all hands alike. */
void flop_fill_reach(const struct flop *f, uint32_t at, int seat, double *reach);
/* A table for one continuation more, which is the blueprint. */
bool flop_add_continuation(struct search *s, struct flop *f);
/* The continuations, and the trunk of the whole hand with them. */
bool flop_solve_continuations(struct search *s, struct flop *f);
/* Writes our averages in a trunk into a table of the tree's size; where nothing else holds the
 * other, its range comes from there too. */
void flop_write_trunk(const struct flop_trunk *k, float *table);

/* flop_nested.c */

extern const struct dls_played flop_played;
/* Keeps the values of the other's hands at one leaf, from the solution of the whole trunk: by the
 * best continuation in the mean of the leaves that it stands for. */
void flop_keep_images(struct flop *f, uint32_t node);
/* Behind a bet that is not listed. */
bool flop_solve_off(struct search *s, struct flop *f, uint32_t at);
/* Solves the hand behind a leaf again, for us, in the tables of the tree that is played on. */
bool flop_solve_leaf(struct search *s, struct flop *f, uint32_t at);

#endif
