/* private.h - what the files of a subgame share. */
#ifndef PLYSCOPE_AI_POKER_TREE_PRIVATE_H
#define PLYSCOPE_AI_POKER_TREE_PRIVATE_H

#include "ai/poker/tree/subgame.h"

#include <assert.h>

#define SUBGAME_WAVE 48 /* cards or boards that are dealt together on threads */

/* Numbers of a row that are worked on at once; rows of others than a walk may lie anywhere. */
typedef regret_floats subgame_lanes;

static inline subgame_lanes *
subgame_row(float *row)
{
	return (subgame_lanes *)(void *)row;
}

static inline const subgame_lanes *
subgame_row_const(const float *row)
{
	return (const subgame_lanes *)(const void *)row;
}

/* Moves of the other from where a stretch begins to where they end. */
struct subgame_line {
	const float *reach; /* of the other's hands */
	bool empty;	    /* no hand has any */
	/* What the seat's hands get for a stake of 1 where the other folds, where hands are shown,
	 * and where they are when all cards are out; NULL: not asked for. */
	float *unblocked, *shown, *run;
};

/* What a thread works with, used like stacks. */
struct subgame_worker {
	float *work, *work_end; /* rows */
	struct subgame_line *line, *line_end;
	int64_t visited; /* nodes */
};

enum subgame_walk_kind { WALK_LEARN, WALK_PLAY, WALK_BEST, WALK_WIN };

struct subgame_walk {
	struct subgame *s;
	int seat;
	enum subgame_walk_kind kind;
	const float *table; /* what strategies are taken from */
	struct regret_weights weights;
	bool ready;    /* the table has shares of moves */
	float nudge;   /* added to the other's reach where a card comes */
	float *record; /* a table: 1 for the best moves; NULL: not written down */
	struct subgame_worker *worker;
};

/* Rows as wide as a list, taken and returned like a stack. */
static inline float *
subgame_take(struct subgame_worker *k, int rows, int stride)
{
	float *at = k->work;
	assert(rows * stride <= k->work_end - at);
	k->work += rows * stride;
	return at;
}

/* As subgame_take(): the caller sets `line` back. */
static inline struct subgame_line *
subgame_take_lines(struct subgame_worker *k, int count)
{
	struct subgame_line *at = k->line;
	assert(count <= k->line_end - at);
	k->line += count;
	return at;
}

/* subgame_settle.c */

#define SUBGAME_SETTLE_ROWS 24 /* that subgame_settle() takes */

bool subgame_is_empty(const float *reach, int stride);
/* Fills what lines ask for on a board: unblocked, and shown there or on the boards that are drawn. For
 * WALK_WIN a shown hand gets what it wins and half of what it ties. */
void subgame_settle(const struct subgame_walk *w, const struct subgame_board *board,
		    struct subgame_line *line, int lines);

#endif
