/*
 * board.h - the board of MiniShogi: tables, pieces, and the cells that they reach.
 */
#ifndef PLYSCOPE_GAMES_MINISHOGI_BOARD_H
#define PLYSCOPE_GAMES_MINISHOGI_BOARD_H

#include "games/minishogi/minishogi.h"

#define SIDE	  MINISHOGI_SIDE
#define CELLS	  MINISHOGI_CELLS
#define ALL	  ((UINT32_C(1) << CELLS) - 1)
#define BIT(cell) (UINT32_C(1) << (cell))
#define COLUMN	  UINT32_C(0x108421) /* the leftmost one */
#define ROW	  UINT32_C(31)	     /* the topmost one */
#define REPEATED  3		     /* times before, and the position ends the game */

struct minishogi_tables {
	/* Where a piece of a seat on a cell may step: pawn, silver, gold; [KING]: all
	 * around; [BISHOP], [ROOK]: a king's diagonal and straight steps, which a promoted
	 * rook and a promoted bishop have besides their own. */
	uint32_t step[MINISHOGI_KINDS][2][CELLS];
	/* Cells reached along a row, column or diagonal through a cell, by the pieces on that line:
	 * see rook_from(). */
	uint32_t along_row[SIDE][32], along_column[SIDE][32];
	uint32_t along_diagonal[2][CELLS][32];
	uint32_t diagonal[2][CELLS]; /* without the cell itself */
	uint32_t straight[CELLS],
		slant[CELLS];		/* all that a rook, a bishop could reach */
	uint32_t between[CELLS][CELLS]; /* two cells of one line, else none */
	uint32_t line[CELLS][CELLS];	/* the whole line through both, else none */
	uint64_t key[2][16][CELLS];	/* of a kind, promoted or not */
	uint64_t hand_key[2][MINISHOGI_HELD][MINISHOGI_EACH + 1];
	uint64_t mover_key; /* Gote moves */
};
/* The same for every game, filled by the first minishogi_build(). */
extern struct minishogi_tables minishogi_tables;

enum repetition_choice { SECOND_WINS, DRAWN, NOT_COUNTED };

/* g->parsed */
struct minishogi_variant {
	uint16_t max_plies;
	uint8_t repetition;
};

static inline const struct minishogi_variant *
minishogi_variant(const struct game *g)
{
	return (const struct minishogi_variant *)g->parsed;
}

static inline struct minishogi *
board_of(struct state *s)
{
	return (struct minishogi *)s->bytes;
}

static inline int
kind_of(int piece)
{
	return piece & 7;
}

static inline int
seat_of(int piece)
{
	return piece >> 4 & 1;
}

/* The kind whose moves a piece has, see minishogi.walks. */
static inline int
walk_of(int piece)
{
	static const uint8_t walks[16] = { PAWN, SILVER, GOLD, BISHOP, ROOK,   KING, 0,
					   0,	 GOLD,	 GOLD, 0,      BISHOP, ROOK };
	return walks[piece & 15];
}

static inline uint32_t
zone_of(int seat)
{
	return seat ? ROW << 20 : ROW;
}

/* ---- where pieces reach --------------------------------------------------------------- */

/*
 * A line through a cell is gathered into five adjacent bits, which look up how far the piece
 * comes. A row is there already. The bits of a column are 5 apart: times 2^20 + 2^16 + .. +
 * 2^4, bit 5i comes to 20 + i by one of the five terms, no other term brings it between 20
 * and 24, and no two of the 25 products are equal, so nothing is carried. A diagonal has one
 * bit in a column: times 2^20 + 2^15 + .. + 1, column c comes to 20 + c.
 */
static inline uint32_t
rook_from(int cell, uint32_t taken)
{
	const struct minishogi_tables *t = &minishogi_tables;
	const int row = cell / SIDE, column = cell - SIDE * row;
	const uint32_t in_row = taken >> (SIDE * row) & ROW;
	const uint32_t in_column =
		(uint32_t)((uint64_t)(taken >> column & COLUMN) * 0x111110 >> 20 & 31);
	return t->along_row[column][in_row] << (SIDE * row) |
	       t->along_column[row][in_column] << column;
}

static inline uint32_t
bishop_from(int cell, uint32_t taken)
{
	const struct minishogi_tables *t = &minishogi_tables;
	const uint64_t a = (uint64_t)(taken & t->diagonal[0][cell]) * COLUMN,
		       b = (uint64_t)(taken & t->diagonal[1][cell]) * COLUMN;
	return t->along_diagonal[0][cell][a >> 20 & 31] |
	       t->along_diagonal[1][cell][b >> 20 & 31];
}

static inline uint32_t
left_of(uint32_t x)
{
	return (x & ~COLUMN) >> 1;
}

static inline uint32_t
right_of(uint32_t x)
{
	return (x & ~(COLUMN << 4)) << 1;
}

/* A step ahead for a seat, and one back. */
static inline uint32_t
ahead(int seat, uint32_t x)
{
	return seat ? x << SIDE & ALL : x >> SIDE;
}

/* All that a seat's pieces attack, own pieces they protect included. */
static inline uint32_t
attacks_of(const struct minishogi *s, int seat, uint32_t taken)
{
	const struct minishogi_tables *t = &minishogi_tables;
	const uint32_t own = s->of[seat];
	const uint32_t silvers = own & s->walks[SILVER], golds = own & s->walks[GOLD];
	const uint32_t both = silvers | golds;
	const uint32_t slants = ahead(seat, both) | ahead(!seat, silvers);
	uint32_t reach = t->step[KING][0][s->king[seat]] |
			 ahead(seat, both | (own & s->walks[PAWN])) |
			 left_of(slants | golds) | right_of(slants | golds) |
			 ahead(!seat, golds);
	for (uint32_t w = own & s->walks[BISHOP]; w; w &= w - 1) {
		const int cell = __builtin_ctz(w);
		reach |= bishop_from(cell, taken);
		reach |= s->promoted >> cell & 1 ? t->step[ROOK][0][cell] : 0;
	}
	for (uint32_t w = own & s->walks[ROOK]; w; w &= w - 1) {
		const int cell = __builtin_ctz(w);
		reach |= rook_from(cell, taken);
		reach |= s->promoted >> cell & 1 ? t->step[BISHOP][0][cell] : 0;
	}
	return reach;
}

/* The pieces of a seat, without its king, that attack a cell. */
static inline uint32_t
attackers(const struct minishogi *s, int seat, int cell, uint32_t taken)
{
	const struct minishogi_tables *t = &minishogi_tables;
	const uint32_t bishops = s->walks[BISHOP], rooks = s->walks[ROOK];
	uint32_t from = (t->step[PAWN][!seat][cell] & s->walks[PAWN]) |
			(t->step[SILVER][!seat][cell] & s->walks[SILVER]) |
			(t->step[GOLD][!seat][cell] & s->walks[GOLD]) |
			(t->step[ROOK][0][cell] & bishops & s->promoted) |
			(t->step[BISHOP][0][cell] & rooks & s->promoted);
	if (t->slant[cell] & bishops & s->of[seat])
		from |= bishop_from(cell, taken) & bishops;
	if (t->straight[cell] & rooks & s->of[seat])
		from |= rook_from(cell, taken) & rooks;
	return from & s->of[seat];
}

#endif
