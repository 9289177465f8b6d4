/* subgame_lock.h - decisions of a subgame at which some hands do not choose. */
#ifndef PLYSCOPE_AI_POKER_TREE_SUBGAME_LOCK_H
#define PLYSCOPE_AI_POKER_TREE_SUBGAME_LOCK_H

#include "src/core/public.h"

#define SUBGAME_SHARES 16 /* moves of a locked decision, at most */
#define SUBGAME_WORDS  ((PUBLIC_HANDS + 63) / 64)
#define SUBGAME_LOCKS  128

/* On every board these hands make the moves of a decision by these shares, which sum to 1. */
struct subgame_lock {
	uint32_t node;
	uint32_t next; /* the number + 1 of the next of its decision; 0: none */
	float share[SUBGAME_SHARES];
	uint64_t hands[SUBGAME_WORDS]; /* a bit for each hand of the game */
};

static inline bool
subgame_locks(const struct subgame_lock *l, int hand)
{
	return (l->hands[hand / 64] >> hand % 64 & 1) != 0;
}

struct subgame;

/* Locks a decision for hands that setup.label knew of. Of two locks of a hand the later one holds;
 * hands without a lock choose as before. False: no room for more. */
bool subgame_add_lock(struct subgame *s, const struct subgame_lock *l);
/* Adds lock number k to the labels of its hands. */
void subgame_label(uint64_t label[PUBLIC_HANDS], const struct subgame_lock *l, int k);
/* The lock that holds for a hand at a node; NULL: none. */
const struct subgame_lock *subgame_lock_of(const struct subgame *s, uint32_t node,
					   int hand);

#endif
