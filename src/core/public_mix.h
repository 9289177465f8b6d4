/*
 * public_mix.h - mixed strategies of both seats on the public tree, and their values.
 *
 * `sum` adds up to the average strategy, `now` is played where nothing has been added:
 * tables of public_tree.h. Values are in points of the hand and doubles: where they are equal by
 * symmetry, rounding to 4 bytes would decide.
 *
 * Here are the values of strategies and best replies to them, for searches and for the lab alike.
 */
#ifndef PLYSCOPE_CORE_PUBLIC_MIX_H
#define PLYSCOPE_CORE_PUBLIC_MIX_H

#include "src/core/public_tree.h"

struct public_mix {
	struct public_tree tree; /* first */
	double *sum, *now;
	double *scratch; /* two numbers for each node, with information sets */
	int64_t iterations;
};

/* Takes the tables from the arena: nothing added, uniform. False: no memory. */
bool public_mix_open(struct public_mix *m, struct arena *arena);
/* Nothing added, uniform. */
void public_mix_reset(struct public_mix *m);
/* The average strategy at a node: a row for each move into rows. */
void public_mix_average(const struct public_mix *m, const struct public_node *n,
			double *rows);
/* The same of one hand: a number for each move. */
void public_mix_of_hand(const struct public_mix *m, const struct public_node *n, int hand,
			double *prob);
/* The value of every hand of a seat at a node when both play on by their averages, against the
 * other's reach; not divided by it. */
void public_mix_value(struct public_mix *m, uint32_t at, int seat, enum public_pay pay,
		      const double *reach, double *value);
/* The result of a best reply to a seat's averages in a hand, in points. */
double public_mix_reply(struct public_mix *m, int seat);
/* The record of a best reply. */
struct public_reply {
	double *table; /* 1 for the moves of the replier, as they are best */
	/* At nodes where this is not 0 so much is added to the reach of the hands replied to, so
	 * that the reply is defined below where they do not get to. */
	const uint32_t *nudged;
	double by;
};

/* public_mix_reply(), with the nudges, and written down. */
double public_mix_reply_to(struct public_mix *m, int seat,
			   const struct public_reply *record);
/* The values of every hand of a seat at a node when it replies best to the other's averages,
 * against the other's reach there; record NULL: not written down. Where hands are private. */
void public_mix_best(struct public_mix *m, uint32_t at, int seat, const double *reach,
		     const struct public_reply *record, double *value);
/* The gain of a best reply to the averages, the mean of both seats, in points. */
double public_mix_exploitability(struct public_mix *m);
/* The reach of a seat at a node by its averages, chance left out. `alike` (of each node): a move
 * that all hands make alike, whatever the averages say; NULL: there is none. */
void public_mix_reach(struct public_mix *m, uint32_t at, int seat, const bool *alike,
		      double *reach);
/* The probability of all deals on the way to a node. */
double public_mix_chance(const struct public_mix *m, uint32_t at);

#endif
