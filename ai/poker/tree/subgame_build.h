/* subgame_build.h - what the files that build a subgame share. See subgame_build.c. */
#ifndef PLYSCOPE_AI_POKER_TREE_SUBGAME_BUILD_H
#define PLYSCOPE_AI_POKER_TREE_SUBGAME_BUILD_H

#include "ai/poker/tree/private.h"

#define SUITS	   4
#define SUIT_CARDS 13

/* Rows that a walk takes in the betting between two cards: moves of each seat, where it ends, and
 * of these where a card comes. */
struct stretch_rows {
	int moves[2], ends, chances;
};

struct subgame_build {
	struct subgame *s;
	struct arena *arena;
	const struct subgame_setup *setup;
	uint32_t room; /* nodes */
	int deepest;   /* plies */
	int widest;    /* moves of a decision */
	bool full;
	int made;	/* moves of the line that are passed */
	size_t stretch; /* numbers in the one that is built, */
	struct stretch_rows rows,
		most; /* and what a walk takes for it; for any of them */
	/* of whole boards */
	uint64_t *set;
	double *chance;
	int sets;
};

static inline uint64_t
subgame_card_bit(int card)
{
	return UINT64_C(1) << card;
}

static inline int
subgame_larger(int a, int b)
{
	return a > b ? a : b;
}

/* subgame_hands.c */

/* The hands and what goes with them: rows of the ranges, the other's places, the weight of
 * pairs. */
bool subgame_take_hands(struct subgame_build *b, uint64_t board, struct status *st);
/* Whether the first deal brings the whole board; if so, which ones. */
bool subgame_find_wholes(struct subgame_build *b, uint64_t board, struct status *st);
/* What a board counts for a pair of hands that it leaves alone, when the hands are all alike:
 * how much rarer such pairs are among the cards beside a board of so many than in the deck. */
double subgame_part_of_board(int cards);
/* What of the locks a hand has to share with others to be like them. */
uint64_t subgame_label_of(const struct subgame_build *b, int hand);

/* subgame_betting.c */

/* The tree, from the root; false: it is full. */
bool subgame_build_betting(struct subgame_build *b);

/* subgame_boards.c */

/* The suits that are alike on a board, as far as there is memory. */
void subgame_take_perms(struct subgame_build *b, uint64_t board);
/* Boards level by level, each with its deals; those without cards to come are sorted. */
bool subgame_build_boards(struct subgame_build *b, uint64_t set, int levels);
/* The one without cards, and the whole boards. */
bool subgame_build_wholes(struct subgame_build *b);
/* Where the tables of each stretch begin. */
void subgame_place_tables(struct subgame_build *b);
/* Boards drawn from all that may come. A pair of hands goes with a part of them: those it goes with
 * count for all. */
bool subgame_draw_boards(struct subgame_build *b, uint64_t set, int due);

#endif
