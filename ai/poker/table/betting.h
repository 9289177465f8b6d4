/*
 * betting.h - the betting of a hand with few amounts: the tree of an abstraction.
 *
 * Without cards: a node stands for all boards and hands. A decision of a round with n buckets has
 * n rows of a number for each move, side by side. Amounts are parts of the pot after the call, by
 * round and by how many raises there were in it; of a round as many raises are listed as its plan
 * says, an all-in among them.
 *
 * Seats are those of the first hand: 0 moves first in it.
 *
 * Memory: 40 bytes a node, from the arena.
 */
#ifndef PLYSCOPE_AI_POKER_TABLE_BETTING_H
#define PLYSCOPE_AI_POKER_TABLE_BETTING_H

#include "src/base/arena.h"
#include "src/base/option.h"
#include "src/base/text.h"
#include "src/core/public_buckets.h"

#define BETTING_SIZES 6
#define BETTING_MOVES (BETTING_SIZES + 2)
#define BETTING_TURNS 4 /* raises of a round with sizes of their own */
#define BETTING_ALL   0 /* as a size */

/* What decides what the numbers of a table mean. */
struct betting_plan {
	/* Of the first raise of a round, the second ...; the last for those that follow. */
	struct betting_sizes {
		int count;
		int size[BETTING_SIZES]; /* growing; thousandths, BETTING_ALL last */
	} sizes[BUCKET_ROUNDS][BETTING_TURNS];
	int turns[BUCKET_ROUNDS];  /* that have sizes */
	int raises[BUCKET_ROUNDS]; /* in a round, at most */
	int buckets[BUCKET_ROUNDS];
};

/* What leads to a node. */
enum betting_kind { BETTING_FOLD, BETTING_CALL, BETTING_RAISE, BETTING_ALL_IN };

enum betting_end { BETTING_GOES_ON, BETTING_FOLDED, BETTING_SHOWN };

struct betting_node {
	uint32_t
		child; /* the first; children stand together: fold, call, raises growing */
	uint32_t up;
	uint64_t table; /* of a decision: the number of its first move in bucket 0 */
	int32_t stake;	/* of an end: what seat 0 wins by a fold, what a showdown moves */
	uint8_t moves;	/* of a decision, else 0 */
	int8_t seat;	/* that moves */
	uint8_t round;
	uint8_t end;  /* enum betting_end */
	uint8_t kind; /* enum betting_kind */
	double part;  /* of a raise: of the pot after the call */
};

struct betting {
	struct betting_plan plan;
	uint32_t nodes; /* 0 is where the betting begins */
	uint32_t decisions[BUCKET_ROUNDS];
	/* A round's numbers begin behind those of the round before. */
	uint64_t begins[BUCKET_ROUNDS + 1];
	uint64_t numbers; /* of a table */
	uint64_t sets;	  /* decisions times buckets */
	struct betting_node *node;
};

/* Reads a plan: sizes and raises of the rounds, "0.5/1/a:1/a+1/a" (before the flop the first raise
 * has three sizes, others two) and "4/3/2/2", the last for those that follow, and the buckets of
 * each, "169/200/200/200". */
bool betting_read(struct betting_plan *p, const char *sizes, const char *raises,
		  const char *buckets, struct status *st);
/* Adds the plan as files have it. */
void betting_write(const struct betting_plan *p, struct text *out);
/* Builds the tree of a game's hand. False: it does not fit into the arena. */
bool betting_build(struct betting *b, const struct game *g,
		   const struct betting_plan *plan, struct arena *arena);
/* The most that an end moves from one seat to the other: all that a seat has. */
int32_t betting_largest_stake(const struct betting *b);
/* What a legal move is; its part of the pot. */
enum betting_kind betting_kind_of(const struct game *g, const struct state *s, move m,
				  double *part);

static inline bool
betting_decides(const struct betting_node *n)
{
	return n->end == BETTING_GOES_ON;
}

#endif
