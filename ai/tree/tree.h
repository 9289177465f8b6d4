/*
 * tree.h - the tree of a Monte Carlo search: nodes of a fixed stride in one arena block.
 *
 * A node keeps the move that led to it, how often it was visited and, per seat, the mean result of
 * the visits. States are not kept: they are reached by playing the moves from the root. The
 * children of a node are one contiguous run in the order of their first visits. The run has room
 * for TREE_FIRST of them at first and doubles as they are tried: a wide node that is seldom visited
 * costs as little as a narrow one. The run left behind is lost until tree_prune().
 *
 * Means are floats of (value - a whole number of the search's own): each is made by the same few
 * operations of IEEE 754 on every machine. From 2^22 visits on a mean forgets the oldest of them,
 * for a smaller step would be rounded away.
 *
 * Memory: 20 + 4 * seats + extra bytes a node, of which a search uses `extra` as it likes (zero in
 * a new node), and a fifth of a byte for tree_prune(): nothing is allocated after tree_open().
 */
#ifndef PLYSCOPE_AI_TREE_TREE_H
#define PLYSCOPE_AI_TREE_TREE_H

#include "src/base/arena.h"
#include "src/core/game.h"

#include <assert.h>
#include <math.h>

#define TREE_ROOT      0u
#define TREE_SEAT_BITS 3
#define TREE_FIRST     8u  /* children that a new run has room for */
#define TREE_PLIES     512 /* a tree is less deep */
#define TREE_MEAN_OVER (1u << 22)

struct tree_node {
	uint32_t visits;
	move m;
	uint32_t child;			/* index of the first child; with children */
	uint32_t children : 12;		/* legal moves; 0: not expanded, or a leaf */
	uint32_t tried : 12;		/* children visited so far: the first ones */
	uint32_t seat : TREE_SEAT_BITS; /* to move here, when expanded */
	uint32_t leaf : 1;		/* never expanded: settled, or chance moves */
	uint32_t proven : 1; /* its means are its value to the end of the game */
	uint32_t whole : 1;  /* its run has room for all children */
	uint32_t marked : 1; /* the search's own */
	float spread;	     /* 1 / sqrt(visits), for selection */
	float mean[];	     /* per seat, then `extra` bytes */
};

struct tree {
	unsigned char *base;
	uint64_t *in;	      /* for tree_prune(): a set of nodes, */
	uint32_t *before;     /* and how many stand before each word of it */
	uint32_t count, room; /* nodes, those in runs left behind too */
	uint32_t lost;	      /* of them in runs left behind */
	uint32_t stride;      /* bytes */
	int seats;
	bool full; /* there was no room for a run */
};

static_assert(SEATS_MAX < 1 << TREE_SEAT_BITS, "a seat fits its bits");
static_assert(MOVES_MAX < 1 << 12, "a count of children fits its bits");

/* Takes the rest of the arena and makes the root. False: no room for it. */
bool tree_open(struct tree *t, struct arena *a, int seats, size_t extra);
/* Gives a node its legal moves, n of them, as children: `made` of them, at least TREE_FIRST or all,
 * get a node. False, and full is set, when there is no room; the node is then unchanged. */
bool tree_expand(struct tree *t, uint32_t at, int seat, const move *m, int n, int made);
/* Room for more children of an expanded node: m has its first `made` moves, in the order of before.
 * False, and full is set: no room. */
bool tree_widen(struct tree *t, uint32_t at, const move *m, int made);
/* Makes a node the root and forgets everything not below it, and everything below nodes with few
 * visits, so that at most `most` nodes are left; every index but TREE_ROOT changes. */
void tree_prune(struct tree *t, uint32_t root, uint32_t most);
/* The child of an expanded node by a move; 0: none. */
uint32_t tree_child(const struct tree *t, uint32_t at, move m);
/* Index of the child with the most visits, the first of equals; 0: none visited. */
uint32_t tree_best_child(const struct tree *t, uint32_t at);

static inline struct tree_node *
tree_at(const struct tree *t, uint32_t i)
{
	return (struct tree_node *)(void *)(t->base + (size_t)i * t->stride);
}

/* The children that have a node. */
static inline uint32_t
tree_made(const struct tree_node *n)
{
	const uint32_t power = n->tried <= TREE_FIRST
				       ? TREE_FIRST
				       : 1u << (32 - __builtin_clz(n->tried - 1u));
	return n->whole || power > n->children ? n->children : power;
}

/* Fetches the children of a node into the cache: the first ones, and the next to be tried. */
static inline void
tree_prefetch(const struct tree *t, uint32_t at)
{
	const struct tree_node *n = tree_at(t, at);
	const unsigned char *run = (const unsigned char *)tree_at(t, n->child);
	__builtin_prefetch(run);
	__builtin_prefetch(run + 64);
	__builtin_prefetch(run + n->tried * t->stride);
}

/* The search's own bytes of a node. */
static inline void *
tree_extra(const struct tree *t, const struct tree_node *n)
{
	return (void *)(uintptr_t)(n->mean + t->seats);
}

/* Counts a visit that brought these values. */
static inline void
tree_visit(struct tree_node *n, const float *value, int seats)
{
	const uint32_t visits = ++n->visits;
	float part = 1.0f / (float)visits;
	n->spread = sqrtf(part);
	part = visits < TREE_MEAN_OVER ? part : 1.0f / (float)TREE_MEAN_OVER;
	for (int i = 0; i < seats; i++)
		n->mean[i] += (value[i] - n->mean[i]) * part;
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
