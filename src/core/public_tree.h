/*
 * public_tree.h - the public tree of a game with private hands (src/core/public.h), as an array.
 *
 * A node stands for all pairs of hands. A decision has a row for each move in every table that an
 * algorithm keeps: a number for each hand of the seat that moves there, padded to whole vectors.
 * Where the game names information sets itself, decisions of one set share their rows; they are
 * equally deep and linked.
 *
 * Memory: a node 48 bytes and its state, all from the search's arena.
 */
#ifndef PLYSCOPE_CORE_PUBLIC_TREE_H
#define PLYSCOPE_CORE_PUBLIC_TREE_H

#include "src/base/arena.h"
#include "src/core/public.h"

#define PUBLIC_LANES 8
/* Every hand of a row, by whole vectors: rows are padded, their numbers may be idle. */
#define PUBLIC_EACH(t, h) \
	for (int lane_ = 0; lane_ < (t)->stride; lane_ += PUBLIC_LANES) \
		for (int h = lane_; h < lane_ + PUBLIC_LANES; h++)

struct public_node {
	uint32_t child;	   /* the first; children stand together */
	uint32_t children; /* 0: settled */
	uint32_t up;	   /* the parent */
	uint32_t table;	   /* first row in the tables */
	uint32_t mask;	   /* behind a deal: row of open */
	uint32_t same;	   /* the next decision of its information set; 0: none */
	move m;		   /* that leads here */
	double chance;	   /* behind a deal: its probability, else 1 */
	int8_t seat;	   /* to move: a seat, SEAT_CHANCE; SEAT_NONE: settled */
	bool first;	   /* of its information set */
	bool even;	   /* where chance moves: all deals are as likely */
};

struct public_tree {
	const struct game *g;
	const struct public_ops *ops;
	int hands, stride; /* of a row: a multiple of PUBLIC_LANES */
	uint32_t nodes, decisions, rows;
	struct public_node
		*node;	       /* 0 is where the betting began; children after parents */
	unsigned char *states; /* of each node, with no hand known */
	size_t state_bytes;    /* from one to the next */
	double *open;	       /* 1 for hands that go with the public cards, else 0 */
	uint32_t masks;
	double *work;  /* of a walk: rows, used like a stack */
	uint32_t here; /* the node at the end of the line it was built with */
};

/* Builds the tree below `begin`, with the moves of `line` even where they are not listed, and finds
 * the node at its end. `name` is the algorithm's, for messages. False: it does not fit into the
 * arena, said in st. */
bool public_tree_build(struct public_tree *t, struct arena *arena, const struct game *g,
		       const struct state *begin, const struct played_move *line,
		       int moves, const char *name, struct status *st);
/* Takes the rows of a walk for a tree that is listed; false: no memory. */
bool public_tree_take_work(struct public_tree *t, struct arena *arena);
/* A table with a row for each move of every decision, not set; NULL: no memory. */
double *public_tree_table(const struct public_tree *t, struct arena *arena);
/* Says that a tree which was begun, or its tables, do not fit, and how much they need at least;
 * false. */
bool public_tree_refuse(const struct public_tree *t, const struct arena *arena,
			const char *name, struct status *st);
/* The child by a move; -1: none. */
int public_tree_child(const struct public_tree *t, uint32_t at, move m);
/* The node behind a line of moves from a node; -1: one of them is not in the tree. */
int public_tree_follow(const struct public_tree *t, uint32_t at,
		       const struct played_move *line, int moves);
/* The moves from the root to a node; returns how many. */
int public_tree_line(const struct public_tree *t, uint32_t at, struct played_move *line);
size_t public_tree_bytes(const struct public_tree *t);

static inline struct state *
public_tree_state(const struct public_tree *t, uint32_t at)
{
	return (struct state *)(void *)(t->states + (size_t)at * t->state_bytes);
}

static inline double *
public_tree_row(const struct public_tree *t, double *table, const struct public_node *n,
		int k)
{
	return table + ((size_t)n->table + (size_t)k) * (size_t)t->stride;
}

/* Zeroes the reach of the hands that a node behind a deal excludes; another node none. */
static inline void
public_tree_mask(const struct public_tree *t, const struct public_node *n, double *reach)
{
	const double *open = t->open + (size_t)n->mask * (size_t)t->stride;
	PUBLIC_EACH(t, h)
	reach[h] *= open[h];
}

/* Rows of a walk, taken and returned like a stack. */
static inline double *
public_tree_take(struct public_tree *t, int rows)
{
	double *at = t->work;
	t->work += (size_t)rows * (size_t)t->stride;
	return at;
}

static inline void
public_tree_clear(const struct public_tree *t, double *row)
{
	PUBLIC_EACH(t, h)
	row[h] = 0;
}

/* A row with 1 for every hand. */
static inline void
public_tree_fill(const struct public_tree *t, double *reach)
{
	public_tree_clear(t, reach);
	for (int h = 0; h < t->hands; h++)
		reach[h] = 1;
}

#endif
