/*
 * examples.h - what the network of estimate.h learns from: leaves of random flops and lines of the
 * table, played out (leaf.h).
 *
 * A flop has EXAMPLE_PLACES leaves. The line to each is a random walk through the table's tree:
 * every move but a fold as likely as the others, until the turn's betting would begin; the seat
 * that chooses is drawn, too. Of each leaf pairs of groups are taken, and what the betting adds to
 * their showdown in each continuation, in pots, is what is to be learned. Flops that are held out
 * differ from all others in more than names of suits.
 *
 * Memory: 59 kB a row of examples, and for each drawer what a flop takes (leaf.h).
 */
#ifndef PLYSCOPE_AI_POKER_MODICUM_EXAMPLES_H
#define PLYSCOPE_AI_POKER_MODICUM_EXAMPLES_H

#include "ai/poker/modicum/estimate.h"
#include "ai/poker/modicum/inputs.h"

#define EXAMPLE_PLACES 8
#define EXAMPLE_GROUPS 192 /* of the hands of a flop */

/* As many examples as go through a network together: of each place of a flop the same number. */
struct example_row {
	float input[INPUTS * NET_ROW], target[ESTIMATE_WAYS * NET_ROW];
};

/* Draws the examples of one flop after the other; each thread has one. */
struct example_drawer {
	const struct game *g;
	struct state begin; /* public, of the first hand */
	struct leaf_flop flop;
	struct input_flop told;
	struct input_hands hands;
	struct leaf_values leaf; /* one */
	struct rng rng;
	float stake, scale;
	bool all_in;
	uint32_t place;
	int number;	   /* of its table: 0 */
	atomic_bool *stop; /* NULL, or true when a draw is to end early */
};

bool example_drawer_open(struct example_drawer *d, const struct game *g,
			 const struct abstract_table *table, int boards,
			 atomic_bool *stop, struct arena *arena);
/* Fills rows with examples of a flop that is drawn by the seed and played out on so many boards, at
 * most those it was opened with. False: it was stopped. */
bool example_draw(struct example_drawer *d, uint64_t seed, bool held_out, int boards,
		  struct example_row *row, int rows);

#endif
