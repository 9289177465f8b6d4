/* subgame_walk.h - what the files that walk a subgame share. See subgame_walk.c. */
#ifndef PLYSCOPE_AI_POKER_TREE_SUBGAME_WALK_H
#define PLYSCOPE_AI_POKER_TREE_SUBGAME_WALK_H

#include "ai/poker/tree/private.h"

#include <string.h>

static inline void
subgame_clear_row(float *row, int stride)
{
	memset(row, 0, (size_t)stride * sizeof *row);
}

static inline void
subgame_add_row(float *sum, const float *row, int stride)
{
	for (int i = 0; i < stride / SUBGAME_LANES; i++)
		subgame_row(sum)[i] += subgame_row_const(row)[i];
}

static inline void
scale(float *out, const float *row, float by, int stride)
{
	for (int i = 0; i < stride / SUBGAME_LANES; i++)
		subgame_row(out)[i] = by * subgame_row_const(row)[i];
}

/* The cards that may come on a board, for lines that end there: hands are shown once all are out,
 * or play goes on behind a node of chance. */
struct subgame_dealing {
	const struct subgame_walk *w;
	struct subgame_at at; /* of chance, if play goes on */
	const float *own;     /* the seat's reach there; NULL: hands are shown */
	const struct subgame_board *board;
	const struct subgame_line *line;
	int lines;
	uint32_t first, step; /* of the cards */
	float *rows;	      /* what came of each card: a row for each line */
};

/* subgame_walk.c */

/* A whole walk; its nodes are counted. */
void subgame_walk_whole(const struct subgame_walk *w, struct subgame_at at,
			const float *own, const float *other, float *value);
/* Of a walk that only looks, nodes are not counted, and the seat's own reach does not matter. */
void subgame_walk_quietly(const struct subgame_walk *w, struct subgame_at at,
			  const float *other, float *value);

/* subgame_cards.c */

/* Which cards come: in an iteration a part of them, in turn. */
struct subgame_dealing subgame_cards_of(const struct subgame_walk *w,
					const struct subgame_board *board,
					const struct subgame_line *line, int lines);
/* The same for lines that ask for it, into `run`. */
void subgame_run_out_lines(const struct subgame_walk *w,
			   const struct subgame_board *board,
			   const struct subgame_line *line, int lines);
/* All cards, into `shown` of each line. */
void subgame_deal_all(struct subgame_dealing *x);

/* subgame_walk.c */

/* Nodes that were visited since, by all threads. */
int64_t subgame_take_visits(struct subgame *s);

/* subgame_cards.c */

/* What hands get that are shown once all cards are out, into `shown` of each line. */
void subgame_run_out(const struct subgame_walk *w, const struct subgame_board *board,
		     struct subgame_line *line, int lines);

/* subgame_walk.c */

/* What is played at a decision by a table of regrets, or of sums. */
void subgame_mix(const struct subgame *s, const struct subgame_node *n,
		 const float *table, size_t block, float *out);
/* From a place to the end. */
void subgame_walk_from(const struct subgame_walk *w, struct subgame_at at,
		       const float *own, const float *other, float *value);

#endif
