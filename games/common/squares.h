/*
 * squares.h - rectangular boards of up to 8x8 squares for two seats with men of one kind:
 * sets of squares as words, moves from square to square, their texts, scenes and paths.
 *
 * A square is its bit: 8 row + column, a1 is bit 0, whatever the size of the board. A step is
 * then a shift by a constant on every board, and what leaves the board sideways is masked away.
 * A move is from | to << 6.
 */
#ifndef PLYSCOPE_GAMES_COMMON_SQUARES_H
#define PLYSCOPE_GAMES_COMMON_SQUARES_H

#include "games/common/ranked.h"
#include "games/common/words.h"
#include "src/core/game.h"

#ifdef __BMI2__
#include <immintrin.h>
#endif

#define SQUARES_SIDE	    8
#define SQUARES_COUNT	    64
#define SQUARES_NAME	    3	 /* "a1" */
#define SQUARES_NONE	    (-1) /* no square */
#define SQUARES_BIT(square) (UINT64_C(1) << (square))
#define SQUARES_PASS	    ((move)1 << 12)

/* ---- sets ----------------------------------------------------------------------------- */

/* All squares of a board. */
static inline uint64_t
squares_board(int rows, int columns)
{
	const uint64_t row = (UINT64_C(1) << columns) - 1;
	const uint64_t all = row * UINT64_C(0x0101010101010101);
	return rows == SQUARES_SIDE ? all : all & (SQUARES_BIT(8 * rows) - 1);
}

static inline uint64_t
squares_row(int row, int columns)
{
	return ((UINT64_C(1) << columns) - 1) << 8 * row;
}

/* Every square moved so many columns to the right and rows up; what leaves the 8x8 squares is
 * gone. The steps are constants once inlined. */
static inline __attribute__((always_inline)) uint64_t
squares_shift(uint64_t x, int right, int up)
{
	const uint64_t column = UINT64_C(0x0101010101010101);
	if (right > 0)
		x &= column * (0xffu >> right);
	else if (right < 0)
		x &= column * (0xffu & 0xffu << -right);
	const int by = 8 * up + right;
	return by >= 0 ? x << by : x >> -by;
}

/* Member k of a set, from the lowest; k is below its count. */
static inline int
squares_nth(uint64_t set, int k)
{
#ifdef __BMI2__
	return __builtin_ctzll(_pdep_u64(UINT64_C(1) << k, set));
#else
	for (; k > 0; k--)
		set &= set - 1;
	return __builtin_ctzll(set);
#endif
}

/* The key of men and mover: the whole position, so it needs no table and is kept up by nobody. */
static inline uint64_t
squares_key(const uint64_t men[2], int mover)
{
	const uint64_t turn = UINT64_C(0xd1342543de82ef95) & -(uint64_t)mover;
	return rng_mix(men[0] ^ rng_mix(men[1])) ^ turn;
}

/* ---- moves ---------------------------------------------------------------------------- */

static inline move
squares_move(int from, int to)
{
	return (move)from | (move)to << 6;
}

static inline int
squares_from(move m)
{
	return (int)(m & 63);
}

static inline int
squares_to(move m)
{
	return (int)(m >> 6 & 63);
}

/* ---- texts and scenes ----------------------------------------------------------------- */

/* What is on a board. */
struct squares {
	int rows, columns;
	uint64_t men[2];
	int from, to;			  /* the last move, SQUARES_NONE */
	const struct ranked_style *style; /* of each seat's men */
};

/* Whose man is there, or SEAT_NONE. */
static inline int
squares_seat(const struct squares *b, int square)
{
	return b->men[0] >> square & 1 ? 0 : b->men[1] >> square & 1 ? 1 : SEAT_NONE;
}

void squares_name(int square, char out[SQUARES_NAME]);

/* "b1-b3", "b1xb3", "pass". */
void squares_format_move(const struct squares *b, int seat, move m, char *out, int size);
/* A legal move from such a text; x and - mean the same, or may be left out. */
bool squares_parse_move(const struct game *g, const struct state *s,
			const struct squares *b, int seat, const char *text, move *out,
			struct status *st);

#define SQUARES_ROWS_TEXT (SQUARES_COUNT + SQUARES_SIDE + 1)

/* The rows from the top divided by '/', letters for men and numbers for empty squares. */
void squares_format_rows(const struct game *g, const struct squares *b,
			 char out[SQUARES_ROWS_TEXT]);
/* Reads them into b->men; *text moves behind them. */
bool squares_parse_rows(const struct game *g, struct squares *b, const char **text,
			struct status *st);
/* What follows the rows: " W 12" or " W 12 seen 1", the seat to move, the plies made, and how
 * often the position was there before. */
struct squares_tail {
	uint8_t mover, times;
	uint16_t ply;
};
void squares_format_tail(const struct game *g, struct squares_tail t, struct words *w);
/* Reads it to the end of the line. most_times 0: no position comes again. */
bool squares_parse_tail(const struct game *g, const char *text, int max_plies,
			int most_times, struct squares_tail *t, struct status *st);

/* Cells row by row from the top, edges, the last move as its way. Where a seat has to pass
 * (SEAT_NONE: none has) that is one more cell. */
void squares_scene(const struct squares *b, int passing, struct scene *sc);
/* game_view.path: the man and its goal. */
int squares_path(const struct squares *b, move m, int way, int16_t *cell);

/* ---- values --------------------------------------------------------------------------- */

/* From a seat's lead to its value, 0 .. 2 units and neither end: 1 unit + spread(lead), where
 * spread is odd and grows, and `half` is the lead that is half of the way to a win. */
void squares_value(int32_t lead, int32_t half, int32_t unit, int32_t *value);

#endif
