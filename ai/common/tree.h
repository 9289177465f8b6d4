/*
 * tree.h - the tree of a Monte Carlo search: nodes of a fixed stride in one arena block.
 *
 * A node keeps the move that led to it, how often it was visited and, per seat, the sum
 * of (value - low) over its visits: whole numbers, so that a search is the same on every
 * machine. States are not kept: they are reached by playing the moves from the root. The
 * children of a node are one contiguous run, made all at once, in the order of their
 * first visits. Memory: 16 + 8 * seats bytes a node.
 */
#ifndef PLYSCOPE_AI_COMMON_TREE_H
#define PLYSCOPE_AI_COMMON_TREE_H

#include "src/base/arena.h"
#include "src/core/game.h"

#include <assert.h>

#define TREE_ROOT      0u
#define TREE_SEAT_BITS 3

struct tree_node {
	move m;
	uint32_t visits;
	uint32_t child;			/* index of the first child, 0: not expanded */
	uint32_t children : 12;		/* 0: not expanded, or a leaf */
	uint32_t tried : 12;		/* children visited so far: the first ones */
	uint32_t seat : TREE_SEAT_BITS; /* who moves here, when expanded */
	uint32_t leaf : 1;		/* for good: settled, or chance moves */
	uint32_t settled : 1;		/* its values are final */
	int64_t sum[];			/* of value - low, per seat */
};

struct tree {
	unsigned char *base;
	uint32_t count, room; /* nodes */
	uint32_t stride;      /* bytes */
	int seats;
	bool full; /* an expansion had no room */
};

static_assert(SEATS_MAX < 1 << TREE_SEAT_BITS, "a seat fits its bits");
static_assert(MOVES_MAX < 1 << 12, "a count of children fits its bits");

/* Takes the rest of the arena and makes the root. False: no room for it. */
bool tree_open(struct tree *t, struct arena *a, int seats);
/* Gives the node n children with these moves, all unvisited. False, and full is set, when
 * there is no room; the node is then unchanged. */
bool tree_expand(struct tree *t, uint32_t at, int seat, const move *m, int n);
/* Makes a node the root and forgets all that is not below it; every other index changes. False:
 * no memory, the tree is unchanged. */
bool tree_reroot(struct tree *t, uint32_t at);
/* The child of an expanded node by a move; 0: none. */
uint32_t tree_child(const struct tree *t, uint32_t at, move m);
/* Index of the child with the most visits, the first of equals; 0: none visited. */
uint32_t tree_best_child(const struct tree *t, uint32_t at);

static inline struct tree_node *
tree_at(const struct tree *t, uint32_t i)
{
	return (struct tree_node *)(void *)(t->base + (size_t)i * t->stride);
}

/* log2(n) for n >= 1, to 2e-4; unlike the library's, the same on every machine. The
 * exponent of the float, plus a polynomial (least squares) of its mantissa that is exact
 * at both ends. */
static inline float
tree_log2(uint32_t n)
{
	union {
		float f;
		uint32_t bits;
	} u = { .f = (float)n };
	const float e = (float)((int)(u.bits >> 23) - 127);
	u.bits = (u.bits & 0x7fffff) | 0x3f800000;
	const float x = u.f - 1.0f;
	return e + x * (1.43807f + x * (-0.67477f + x * (0.31700f + x * -0.08030f)));
}

#endif
