/*
 * inputs.h - what the network of estimate.h is told of a leaf and of a pair of groups: 54 numbers.
 *
 * Source: Brown, Sandholm and Amos 2018, section 6.2, tells 34 numbers and does not say which.
 * Ours: of the chooser's group and of the other's 18 each, their standing (leaf.h) and how the
 * table plays them behind the leaf; what the chooser's hands win of the other's when all is checked
 * down, -1 to 1; and 17 of the place, as the table's tree has it, and of the board:
 *
 *   the stack in stakes (a logarithm), and the part of it that is staked
 *   whether the chooser is the first to act
 *   who raised last on the flop (chooser, other), and how many raises there were
 *   the same of the betting before the flop
 *   the stake in stakes before the flop (a logarithm)
 *   three cards of a suit, two; a pair (1: three alike); the ranks, high, middle and low; straights
 *
 * How a group is played: how often its hands bet and go all in when nobody has bet yet, fold and
 * raise against the smallest bet, fold against an all-in; on the turn, and on the river when the
 * turn was checked. Means over every turn card, with a river card for each.
 *
 * All are between -1 and about 1.
 */
#ifndef PLYSCOPE_AI_POKER_MODICUM_INPUTS_H
#define PLYSCOPE_AI_POKER_MODICUM_INPUTS_H

#include "ai/poker/modicum/leaf.h"

#define INPUT_ROUNDS 2 /* turn, river */
#define INPUT_PLAY   5 /* in each */
#define INPUT_HAND   (LEAF_STANDING + INPUT_ROUNDS * INPUT_PLAY)

/* Where they begin. */
enum {
	INPUT_CHOOSER,
	INPUT_OTHER = INPUT_CHOOSER + INPUT_HAND,
	INPUT_EQUITY = INPUT_OTHER + INPUT_HAND,
	INPUT_PLACE,
	INPUTS = INPUT_PLACE + 17
};

/* In which buckets the hands of a flop's groups will be. */
struct input_flop {
	const struct leaf_flop *flop;
	uint64_t board;		    /* 0: of none yet */
	float *share[INPUT_ROUNDS]; /* [group][bucket], sums of 1 */
};

bool input_flop_open(struct input_flop *t, const struct leaf_flop *f,
		     struct arena *arena);
/* For the flop that f has found, of a state on it; kept for the same flop. */
void input_flop_find(struct input_flop *t, const struct state *at);

/* Inputs about the groups at a place, by the seat of the tree. */
struct input_hands {
	float of[2][LEAF_ROW][INPUT_HAND];
};
void inputs_hands(const struct input_flop *t, uint32_t place, struct input_hands *out);

/* Inputs about a place where the betting of the turn begins and about a board; `chooser`:
 * its seat in the tree. */
void inputs_place(const struct betting *b, uint32_t place, int chooser, uint64_t board,
		  float out[INPUTS - INPUT_PLACE]);

#endif
