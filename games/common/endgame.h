/*
 * endgame.h - tables of the endgames of two-seat games, by retrograde analysis, and their files.
 *
 * Positions are put in layers by the material left (seeds, pieces). A move leads to the same layer
 * or to a lower one; within a layer play may go in circles. The value of a position is its mover's
 * gain until the end less the other seat's, a whole number of at most the layer's span either way.
 * Earlier gains do not count.
 *
 * Two bounds are kept of each value: `low` the mover can force, `high` is the most the other seat
 * has to allow, both by moves that never repeat a position. Where they are equal that is the value,
 * whatever the rules say of a game that goes in circles. Where they are not, the game goes in
 * circles if both seats want it to. A game says how that is valued, see enum endgame_cycle. Beside
 * each bound is in how many plies, at most, its seat comes to the next lower layer or the end; a
 * seat that always takes the move with the fewest never goes in circles.
 *
 * Source: Stroehlein 1970; Thompson 1986; for values between wins and losses Allis, van der Meulen
 * and van den Herik, Databases in Awari, 1991.
 *
 * Memory: 2 bytes a position (4 where circles are not even); for the layer under way 55 bytes a
 * position and 4 a move within the layer more.
 */
#ifndef PLYSCOPE_GAMES_ENDGAME_H
#define PLYSCOPE_GAMES_ENDGAME_H

#include "src/base/pack.h"
#include "src/core/game.h"
#include "src/core/solver.h"

#include <stdatomic.h>

#define ENDGAME_NEXT  8	   /* moves within a layer, at most */
#define ENDGAME_FREE  127  /* of a bound: none, +- */
#define ENDGAME_NONE  -128 /* not known yet */
#define ENDGAME_PLIES 255  /* this many or more */

/* The mover's share of the remaining gains when play goes in circles. */
enum endgame_cycle {
	ENDGAME_EVEN,	 /* 0: the rest is shared; low and high are one value */
	ENDGAME_BOUNDED, /* between minus and plus the span */
	ENDGAME_OPEN,	 /* anything */
};

struct endgame_value {
	int low, high;
	int low_in, high_in; /* plies to the next lower layer or the end */
};

/* A position by its moves: start with ENDGAME_NODE. */
struct endgame_node {
	int low, high; /* by the best move that leaves the layer: endgame_leave() */
	int count;     /* of next */
	uint32_t next[ENDGAME_NEXT]; /* slots of the same layer, the other seat to move */
	int leaving;		     /* moves to lower layers */
};
#define ENDGAME_NODE ((struct endgame_node){ .low = ENDGAME_NONE, .high = ENDGAME_NONE })

struct endgame {
	enum endgame_cycle cycle;
	atomic_int layers; /* present, from 0 on */
	int64_t slots[PACK_LAYERS];
	uint8_t *
		plane[PACK_LAYERS]; /* low, its plies, high, its plies: each of a layer */
	/* Plies, at most, from a position of the layer to the end of the game by the best
	 * moves of its seats. */
	int plies[PACK_LAYERS];
};

struct endgame_ops {
	int layers_most, layers_usual;
	int least;	    /* layers that a move goes down, if it does, at least */
	const char *called; /* the material that layers count: "stones" */
	enum endgame_cycle (*cycle)(const struct game *g);
	/* Positions of a layer; at most 2^31. */
	int64_t (*slots)(const struct game *g, int layer);
	/* No value of a layer is larger, nor is the negative of one. */
	int (*span)(const struct game *g, int layer);
	/* The moves of a position, from the values of lower layers in t. */
	void (*expand)(const struct game *g, const struct endgame *t, int layer,
		       int64_t slot, struct endgame_node *out);
	/* The rules that matter, which are a part of the file's name: "awari-oware". */
	void (*rules)(const struct game *g, char *out, int size);
};

/* Whether low and high are apart in files and memory. */
static inline bool
endgame_apart(const struct endgame *t)
{
	return t->cycle != ENDGAME_EVEN;
}

static inline struct endgame_value
endgame_at(const struct endgame *t, int layer, int64_t slot)
{
	const int64_t n = t->slots[layer];
	const uint8_t *low = t->plane[layer] + slot;
	const uint8_t *high = endgame_apart(t) ? low + 2 * n : low;
	return (struct endgame_value){ (int8_t)low[0], (int8_t)high[0], low[n], high[n] };
}

/* Adds a move to a node that gains so much for its mover and leads to a lower layer, or (NULL)
 * to the end. */
static inline void
endgame_leave(struct endgame_node *node, int gain, const struct endgame_value *to)
{
	int low = gain, high = gain;
	if (to != NULL) {
		low = to->high == ENDGAME_FREE ? -ENDGAME_FREE : gain - to->high;
		high = to->low == -ENDGAME_FREE ? ENDGAME_FREE : gain - to->low;
		node->leaving++;
	}
	node->low = low > node->low ? low : node->low;
	node->high = high > node->high ? high : node->high;
}

/* ---- tables of the user ---- */

struct endgame_file;

/* The file of a game's rules in the user's data directory; there may be none. One for each path in
 * a process, shared by all threads. NULL: no home or no memory. */
struct endgame_file *endgame_find(const struct game *g, const struct endgame_ops *ops);
/* Reads it, when it is there and has not been read. Returns its layers, 0: none. */
int endgame_load(struct endgame_file *f, struct status *st);
/* Its table, which grows while others look. */
const struct endgame *endgame_table(const struct endgame_file *f);

/* ---- making them: the members of a solver_ops, see solver.h ---- */

bool endgame_open(struct solver *v, const struct game *g, const struct endgame_ops *ops,
		  int most, struct status *st);
int64_t endgame_slots(const struct solver *v, int layer);
bool endgame_ready(struct solver *v, struct status *st);
int64_t endgame_run(struct solver *v, int64_t from, int64_t to);
void endgame_give(const struct solver *v, int64_t from, int64_t to, struct text *out);
bool endgame_take(struct solver *v, int64_t from, int64_t to, struct bytes *b);
bool endgame_finish(struct solver *v, const struct progress *p, struct status *st);
bool endgame_save(const struct solver *v, const char *path, struct status *st);
bool endgame_read(struct solver *v, const char *path, struct status *st);
void endgame_close(struct solver *v);
/* "endgame-awari-oware.zst" */
void endgame_name(const struct game *g, const struct endgame_ops *ops, char *out,
		  int size);

#endif
