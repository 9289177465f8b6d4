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
#include "src/core/search.h"
#include "src/core/strategy.h"

#define FLOP_ROW \
	176 /* numbers of a row of classes, in whole vectors: the last ones are 0 */
#define FLOP_SQUARE (SUBGAME_CLASSES * FLOP_ROW)

/* trunk.c */

/* The betting before the flop from a node on, as one seat sees it. */
struct flop_trunk {
	struct dls_side side; /* first; its tree has rows of classes */
	struct dls_ground ground;
	struct subgame *t;
	uint32_t *place; /* of each node of that tree: the one of t */
	uint32_t *leaf;	 /* of each node of t: 0 none, else its number + 1 */
	uint32_t *ends;	 /* of each node of the tree: not 0 where there is no decision */
	/* What we get, summed over the pairs of hands of a class of the other and one of ours:
	 * [leaf][continuation][class of the other][class of ours, FLOP_ROW]. */
	float *gain;
	float *unblocked; /* t->unblocked in rows of FLOP_ROW */
};

/* The tables of a trunk with room for so many continuations at each leaf, which all count until the
 * caller, who fills their gains, sets fewer; false: no memory. */
bool flop_trunk_open(struct flop_trunk *k, struct dls *d, struct subgame *t,
		     uint32_t root, int us, int room, struct arena *arena);
/* The reach of a seat's hands that goes with each hand of the other before the flop. */
void flop_unblocked(const struct subgame *t, const double *reach, double *unblocked);
static inline float *
flop_trunk_gain(const struct flop_trunk *k, uint32_t leaf, int continuation)
{
	return k->gain +
	       ((size_t)leaf * (size_t)k->side.choosing.room + (size_t)continuation) *
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

bool flop_open(struct search *s, struct status *st);
void flop_run(struct search *s);
/* As in search.h: the blueprint stays, and what does not depend on the hand. */
bool flop_advance(struct search *s);
bool flop_replies(struct search *s, double reply[2]);
bool flop_mixes(struct search *s, const struct state *at, struct strategy_mixes *out);
/* The trunk that was solved last for the whole hand; NULL: none was. */
const struct dls_side *flop_side(struct search *s);
/* Adds the continuations of a leaf, weighed by how likely both bring their hands there. Other nodes
 * have none, nor have those behind a bet that is not listed. */
void flop_add_leaf(struct search *s, uint32_t node, struct look_ways *w);

/* ---- between the files of the player ------------------------------------------------------ */

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
