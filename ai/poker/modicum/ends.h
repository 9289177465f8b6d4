/*
 * ends.h - where the hands of a board get to when they are played out, and what that pays.
 *
 * Each pair of hands gets to one end. Ends are collected first, then paid for row by row: hands of
 * seat 0 that come to the same ends have the same row of what the hands of seat 1 do against them,
 * and differ only in who wins when they are shown.
 *
 * Memory: some 600 kB, of each thread.
 */
#ifndef PLYSCOPE_AI_POKER_MODICUM_ENDS_H
#define PLYSCOPE_AI_POKER_MODICUM_ENDS_H

#include "ai/poker/modicum/leaf.h"

struct board_ends;

/* The ends of this thread, none yet: hands of seats 0 and 1 by group, and the table [group of seat
 * 0][of seat 1] to which what seat 1 wins is added. */
struct board_ends *ends_begin(const struct leaf_flop *f,
			      const struct leaf_hand *const hand[2], float *gain);
/* These groups of either seat get to an end: a fold pays seat 1 `folded`, or hands are shown for a
 * stake. */
void ends_add(struct board_ends *e, const uint16_t *const group[2], const int count[2],
	      float folded, float stake);
/* Pays for all that were added. */
void ends_pay(struct board_ends *e);

#endif
