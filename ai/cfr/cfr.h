/*
 * cfr.h - counterfactual regret minimisation on the public tree: what its files share.
 *
 * A node stands for all pairs of hands. Its tables have a number for each move and hand of the
 * seat that moves there: regrets, the strategy of this iteration, and the sum that becomes the
 * average strategy, which is what is played. Rows are padded to whole vectors.
 *
 * Memory: a node 28 bytes and its state, and 24 bytes for each move and hand; all from the arena.
 * Doubles: where regrets are equal by symmetry, rounding to 4 bytes would decide for them.
 */
#ifndef PLYSCOPE_AI_CFR_CFR_H
#define PLYSCOPE_AI_CFR_CFR_H

#include "src/core/public.h"
#include "src/core/search.h"

#define CFR_LANES 8
/* Every hand of a row, by whole vectors: rows are padded, their numbers may be idle. */
#define CFR_EACH(c, h) \
	for (int lane_ = 0; lane_ < (c)->stride; lane_ += CFR_LANES) \
		for (int h = lane_; h < lane_ + CFR_LANES; h++)

#define CFR_DEPTH (PUBLIC_LINE + 8)

struct cfr_node {
	uint32_t child;	   /* the first; children stand together */
	uint32_t children; /* 0: settled */
	uint32_t table;	   /* first row of regret, now, sum */
	uint32_t mask;	   /* behind a deal: row of open */
	move m;		   /* that leads here */
	double weight;	   /* where chance moves: probability of each deal */
	int8_t seat;	   /* who moves: a seat, SEAT_CHANCE, SEAT_NONE settled */
};

enum cfr_variant { CFR_PLAIN, CFR_PLUS, CFR_LINEAR, CFR_DISCOUNTED };
enum cfr_updates { CFR_ALTERNATING, CFR_SIMULTANEOUS };

struct cfr {
	const struct game *g;
	const struct public_ops *ops;
	int hands, stride; /* of a row: a multiple of CFR_LANES */
	uint32_t nodes, decisions, rows;
	struct cfr_node *node; /* 0 is where the betting began */
	unsigned char *states; /* of each node, with no hand known */
	size_t state_bytes;    /* from one to the next */
	double *regret, *now, *sum;
	double *open; /* 1 for hands that go with the public cards, else 0 */
	uint32_t masks;
	double *work;  /* of a walk: rows, used like a stack */
	uint32_t here; /* the node of the search's root */
	enum cfr_variant variant;
	enum cfr_updates updates;
	int64_t iterations;
	int64_t visited; /* nodes */
};

static inline struct state *
cfr_state(const struct cfr *c, uint32_t at)
{
	return (struct state *)(void *)(c->states + (size_t)at * c->state_bytes);
}

static inline double *
cfr_row(const struct cfr *c, double *table, const struct cfr_node *n, int k)
{
	return table + ((size_t)n->table + (size_t)k) * (size_t)c->stride;
}

/* tree.c */

/* Builds the tree below `begin`, with the moves of `line` even where they are not listed, and finds
 * the node at its end. False: it does not fit into memory, said in st. */
bool cfr_build(struct cfr *c, struct search *s, const struct state *begin,
	       const struct made *line, int moves, struct status *st);
/* The child by a move; -1: none. */
int cfr_child(const struct cfr *c, uint32_t at, move m);
/* Zeroes the reach of the hands that a node behind a deal excludes; another node none. */
static inline void
cfr_mask(const struct cfr *c, const struct cfr_node *n, double *reach)
{
	const double *open = c->open + (size_t)n->mask * (size_t)c->stride;
	CFR_EACH(c, h)
	reach[h] *= open[h];
}

/* solve.c */

/* One iteration for both seats. */
void cfr_iterate(struct cfr *c);
/* The average strategy at a node: a row for each move into rows; where nothing has been learned, that of
 * the moment. */
void cfr_average(const struct cfr *c, const struct cfr_node *n, double *rows);
/* The value of every hand of a seat at a node when both play on by their averages, against the
 * other's reach; not divided by it. */
void cfr_value(struct cfr *c, uint32_t at, int seat, enum public_pay pay,
	       const double *reach, double *value);
/* What a best reply to the averages gains, the mean of both seats, in points. */
double cfr_exploitability(struct cfr *c);
/* The reach of a seat at the node of the root, by its averages along the line. */
void cfr_reach(struct cfr *c, const struct made *line, int moves, int seat,
	       double *reach);

/* look.c */
extern const struct look_ops cfr_look;
extern const struct strategy_ops cfr_strategy;
extern const struct column cfr_node_columns[];

#endif
