/*
 * lines.h - lines of the board of Gomoku, shapes on them, and threats.
 *
 * Lines. Of a cell and a direction, the ten cells around it on the line are 11 bits of one
 * colour's stones (the middle one is the cell). What a stone on the cell makes there depends on
 * these ten alone, each empty, own, or of the other colour, which the edge counts as: a number
 * of ten base-3 digits, nearest cells first. Without overlines eight of them are enough: then
 * the number is below 3^8 and its tables stay in the first cache.
 */
#ifndef PLYSCOPE_GAMES_GOMOKU_LINES_H
#define PLYSCOPE_GAMES_GOMOKU_LINES_H

#include "games/gomoku/gomoku.h"

#include <string.h>

#define NEAR_CODES 6561	 /* 3^8 */
#define FAR_CODES  59049 /* 3^10 */
#define AROUND	   2047	 /* 11 bits */
#define REACH	   5	 /* cells to each side */

/* The shape a stone is part of on one line, named by what it can become: a four needs one more
 * stone for five in a row and an open four has two places for it; an open three one for an open
 * four, a three one for a four, and so on. */
enum shape {
	SHAPE_NONE,
	SHAPE_ONE,
	SHAPE_OPEN_ONE,
	SHAPE_TWO,
	SHAPE_OPEN_TWO,
	SHAPE_THREE,
	SHAPE_OPEN_THREE,
	SHAPE_FOUR,
	SHAPE_OPEN_FOUR,
	SHAPE_FIVE,
	SHAPES
};

/* The same for every game, filled once. */
struct shape_tables {
	uint16_t three[AROUND + 1];  /* base-3 number of the cells that are set */
	uint8_t free[NEAR_CODES];    /* enum shape, five or more win */
	uint8_t exact[FAR_CODES];    /* only five do */
	uint8_t five[2][AROUND + 1]; /* whether a stone among these makes five; exact */
	/* Of the five windows of five cells that have the cell and no other colour: how many
	 * with 0, 1, ... 4 own stones beside it, six bits each. */
	uint32_t windows[NEAR_CODES];
	uint64_t stone_key[2][GOMOKU_CELLS];
	uint64_t mover_key[2], black_key, stage_key[STAGES];
};
extern struct shape_tables gomoku_tables;

/* A board of one size: of a direction and a cell, its bit, the cells around it that exist, and
 * those that do not as if they had the other colour; for eight cells around and for ten. */
struct gomoku_rays {
	uint16_t at[GOMOKU_DIRS][GOMOKU_CELLS];
	uint16_t on[2][GOMOKU_DIRS][GOMOKU_CELLS];
	uint16_t off[2][GOMOKU_DIRS][GOMOKU_CELLS];
	uint16_t cell[GOMOKU_DIRS][GOMOKU_FIRST + GOMOKU_CELLS]; /* of a bit */
	/* From which places five cells lie on one line, as bits. */
	uint8_t from[GOMOKU_DIRS][GOMOKU_BYTES];
	int16_t step[GOMOKU_DIRS]; /* to the next cell of a line */
};

/* g->parsed */
struct gomoku_variant {
	const struct gomoku_rays *board;
	const uint8_t *shape; /* gomoku_tables.free or exact */
	uint16_t cells;
	uint8_t side;
	uint8_t far;   /* 1: ten cells around count, for exact=on */
	uint8_t apart; /* the third stone is so far from the centre; 0: anywhere */
	bool swap2;
};

static inline const struct gomoku_variant *
gomoku_variant(const struct game *g)
{
	return (const struct gomoku_variant *)(const void *)g->parsed;
}

static inline struct gomoku *
board_of(struct state *s)
{
	return (struct gomoku *)(void *)s->bytes;
}

/* ---- lines ---------------------------------------------------------------------------- */

/* The bits around bit `at`: itself is bit REACH. */
static inline unsigned
bits_around(const uint8_t *line, unsigned at)
{
	uint32_t w;
	memcpy(&w, line + ((at - REACH) >> 3), sizeof w);
	return w >> ((at - REACH) & 7) & AROUND;
}

static inline bool
has_stone(const struct gomoku_variant *r, const struct gomoku *s, int colour, int cell)
{
	const unsigned at = r->board->at[0][cell];
	return s->line[0][colour][at >> 3] >> (at & 7) & 1;
}

static inline bool
is_empty(const struct gomoku_variant *r, const struct gomoku *s, int cell)
{
	const unsigned at = r->board->at[0][cell];
	return !((s->line[0][BLACK][at >> 3] | s->line[0][WHITE][at >> 3]) >> (at & 7) &
		 1);
}

/* The codes of a cell on a line for a stone of either colour. */
struct codes {
	unsigned code[2];
};

static inline struct codes
codes_at(const struct gomoku_variant *r, const struct gomoku *s, int d, int cell, int far)
{
	const struct gomoku_rays *b = r->board;
	const unsigned at = b->at[d][cell], on = b->on[far][d][cell],
		       off = b->off[far][d][cell];
	const unsigned black =
		gomoku_tables.three[bits_around(s->line[d][BLACK], at) & on];
	const unsigned white =
		gomoku_tables.three[bits_around(s->line[d][WHITE], at) & on];
	return (struct codes){ { black + 2 * white + off, white + 2 * black + off } };
}

/* What a stone on a cell makes on a line. */
static inline enum shape
shape_at(const struct gomoku_variant *r, const struct gomoku *s, int d, int cell,
	 int colour)
{
	return (enum shape)r->shape[codes_at(r, s, d, cell, r->far).code[colour]];
}

/* ---- threats -------------------------------------------------------------------------- */

/* What a stone on a cell does on its four lines together, the best last. */
enum threat {
	THREAT_NONE,
	THREAT_OPEN_THREE,
	THREAT_FOUR,
	THREAT_TWO_THREES,
	THREAT_FOUR_THREE,
	THREAT_OPEN_FOUR, /* or two fours */
	THREAT_FIVE,
	THREATS
};

/* Shapes that threaten something, four bits each, to be added over the lines; and how much the
 * shapes of a cell are worth for a quick choice. */
extern const uint16_t gomoku_shape_count[SHAPES];
extern const uint8_t gomoku_shape_worth[SHAPES];
#define COUNT_OPEN_THREE 1
#define COUNT_FOUR	 (1 << 4)
#define COUNT_OPEN_FOUR	 (1 << 8)
#define COUNT_FIVE	 (1 << 12)

static inline enum threat
threat_of(unsigned count)
{
	const unsigned threes = count & 15, fours = count >> 4 & 15;
	if (count < COUNT_FOUR)
		return threes > 1   ? THREAT_TWO_THREES
		       : threes > 0 ? THREAT_OPEN_THREE
				    : THREAT_NONE;
	if (count >= COUNT_FIVE)
		return THREAT_FIVE;
	if (count >= COUNT_OPEN_FOUR || fours > 1)
		return THREAT_OPEN_FOUR;
	return threes > 0 ? THREAT_FOUR_THREE : THREAT_FOUR;
}

#endif
