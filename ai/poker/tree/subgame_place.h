/* subgame_place.h - a place in a subgame, found by moves and cards from the root, and what is known
 * there. */
#ifndef PLYSCOPE_AI_POKER_TREE_SUBGAME_PLACE_H
#define PLYSCOPE_AI_POKER_TREE_SUBGAME_PLACE_H

#include "ai/poker/tree/subgame.h"

struct subgame_place {
	struct subgame_at at;
	/* A board may be solved as another one with its suits changed: the place in the lists of
	 * the tree of each hand of a list, and of each suit. */
	uint16_t map[2][SUBGAME_WIDE];
	uint8_t suit[4];
	/* Of both seats by their averages, in the order of the tree. */
	float reach[2][SUBGAME_WIDE];
};

void subgame_begin(const struct subgame *s, struct subgame_place *p);
/* Behind a move. False: it is not in the tree. */
bool subgame_move(struct subgame *s, struct subgame_place *p, move m);
/* How often each hand of the seat to move there makes a move on average. False: it is not in the
 * tree. */
bool subgame_share(struct subgame *s, const struct subgame_place *p, move m, float *row);
/* Behind the deal of a whole board. False: it cannot come. */
bool subgame_whole_board(const struct subgame *s, struct subgame_place *p, uint64_t set);
/* Behind a card, where chance moves. False: it cannot come. */
bool subgame_card(const struct subgame *s, struct subgame_place *p, int card);
/* The node behind a move; 0: there is none. */
uint32_t subgame_child(const struct subgame *s, uint32_t node, move m);

#endif
