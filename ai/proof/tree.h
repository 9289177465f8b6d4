/*
 * tree.h - the tree of proof-number search: the node, as tree.c and look.c know it.
 *
 * Children are one run of nodes behind their parent, made all at once. States are not kept but
 * for those of the path. Memory: 28 bytes a node.
 */
#ifndef PLYSCOPE_AI_PROOF_TREE_H
#define PLYSCOPE_AI_PROOF_TREE_H

#include "ai/proof/pns.h"

struct pns_node {
	uint32_t pn, dn;
	move m;
	uint32_t parent;
	uint32_t child; /* the first */
	uint32_t made;	/* nodes that were made below, those of a second level too */
	uint16_t plies; /* solved: see struct pns_numbers */
	uint16_t children : 12; /* 0: not expanded, or not kept */
	uint16_t proves : 1;	/* the prover moves here */
	uint16_t settled : 1;
	uint16_t foreseen : 1; /* solved by the game's foresee() */
	uint16_t kept : 1;     /* scratch of collect() */
};
static_assert(sizeof(struct pns_node) <= 48, "a node is small");
static_assert(MOVES_MAX < 1 << 12, "a count of children fits its bits");

struct pns_tree {
	struct pns_node *node; /* 0 is the root */
	uint32_t count, room;
	int ply; /* of the path's end */
	uint32_t path[PNS_PATH + 1];
	uint32_t pending[PNS_PATH + 1]; /* made below path[ply], not yet in .made */
	uint32_t last; /* the newest node that was expanded; 0: the root, or none */
	int64_t collections, seconds;
};

/* The child that is looked at next: of least proof number where the prover moves, else of least
 * disproof number, the first of equals. A solved node: the one that solves it, else the one that
 * lasts longest. 0: no children. */
uint32_t pns_tree_best(const struct pns_tree *t, uint32_t at);

/* The numbers of a node by those of its children. */
struct pns_numbers pns_tree_sum(const struct pns_tree *t, uint32_t at);

#endif
