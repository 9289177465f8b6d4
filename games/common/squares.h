/*
 * squares.h - games of two seats with men of one kind on rectangular boards of up to 8x8
 * squares: sets of squares as words, moves from square to square, the state, texts, scenes.
 *
 * A square is its bit: 8 row + column, a1 is bit 0, whatever the size of the board. A step is
 * then a shift by a constant on every board, and men leaving the board sideways are masked away.
 * A move is from | to << 6.
 *
 * Memory: a state of 32 bytes.
 */
#ifndef PLYSCOPE_GAMES_COMMON_SQUARES_H
#define PLYSCOPE_GAMES_COMMON_SQUARES_H

#include "games/common/ranked.h"
#include "src/core/game.h"

#include <assert.h>

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

/* Every square moved so many columns to the right and rows up; those leaving the 8x8 squares are
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

/* Left and right of so many columns exchanged. */
static inline uint64_t
squares_mirror(uint64_t x, int columns)
{
	const uint64_t ones = UINT64_C(0x5555555555555555);
	const uint64_t twos = UINT64_C(0x3333333333333333);
	const uint64_t fours = UINT64_C(0x0f0f0f0f0f0f0f0f);
	x = (x >> 1 & ones) | (x & ones) << 1;
	x = (x >> 2 & twos) | (x & twos) << 2;
	x = (x >> 4 & fours) | (x & fours) << 4;
	return x >> (SQUARES_SIDE - columns);
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

/* The key of men and mover, the whole position: it needs no table and is not kept up. */
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

/* ---- the state ------------------------------------------------------------------------ */

/* The beginning of g->parsed. */
struct squares_variant {
	uint64_t board;
	const struct ranked_style *style; /* of each seat's men */
	uint16_t max_plies;		  /* a draw, or more than any game has */
	uint8_t rows, columns;
	uint8_t repeats; /* earlier occurrences that make a draw; 0: none do */
};

struct squares_game {
	uint64_t men[2];
	uint16_t ply, since; /* since: after the last move that cannot be taken back */
	uint8_t mover, end;  /* enum ranked_end */
	uint8_t times;	     /* how often the position was there before */
	int8_t winner;	     /* RANKED_WON, else SEAT_NONE */
	int8_t from, to;     /* of the last move, SQUARES_NONE */
};
static_assert(sizeof(struct squares_game) <= STATE_BYTES, "state fits");

static inline const struct squares_variant *
squares_variant(const struct game *g)
{
	return (const struct squares_variant *)g->parsed;
}

static inline const struct squares_game *
squares_game(const struct state *s)
{
	return (const struct squares_game *)s->bytes;
}

static inline struct squares_game *
squares_game_of(struct state *s)
{
	return (struct squares_game *)s->bytes;
}

/* Whose man is there, or SEAT_NONE. */
static inline int
squares_seat(const struct squares_game *s, int square)
{
	return s->men[0] >> square & 1 ? 0 : s->men[1] >> square & 1 ? 1 : SEAT_NONE;
}

/* Members of game_rules and game_turns. */
seat_set squares_acting(const struct game *g, const struct state *state);
bool squares_settled(const struct game *g, const struct state *state);
void squares_points(const struct game *g, const struct state *state, int32_t *points);
uint64_t squares_state_key(const struct game *g, const struct state *state);
/* game_knowledge.bounds: a win is 2 points. */
void squares_bounds(const struct game *g, const struct state *state, struct bounds *b);

/* ---- texts and scenes ----------------------------------------------------------------- */

void squares_name(int square, char out[SQUARES_NAME]);

/*
 * Members of game_text. Moves are "b1-b3", "b1xb3", "pass"; where one is read x and - mean the
 * same, or may be left out. Positions are ROWS SEAT PLY [seen N]: the rows from the top divided
 * by '/', a letter for a man, a number for so many empty squares; the seat to move; the plies
 * made; how often the position was there before.
 */
const char *squares_seat_name(const struct game *g, int seat);
char squares_seat_letter(const struct game *g, int seat);
void squares_format_move(const struct game *g, const struct state *state, int seat,
			 move m, char *out, int size);
bool squares_parse_move(const struct game *g, const struct state *state, int seat,
			const char *text, move *out, struct status *st);
void squares_format_position(const struct game *g, const struct state *state, char *out,
			     int size);
/* Reads such a position; the meaning of its men is left to the game. */
bool squares_parse_position(const struct game *g, const char *text,
			    struct squares_game *s, struct status *st);

/* Members of game_view. */
void squares_headline(const struct game *g, const struct state *state, int viewer,
		      char *out, int size);
int squares_path(const struct game *g, const struct state *state, int seat, move m,
		 int way, int16_t *cell);
/* Cells row by row from the top, edges, the last move as its way. Where a seat has to pass
 * (SEAT_NONE: none has) that is one more cell. */
void squares_scene(const struct game *g, const struct state *state, int passing,
		   struct scene *sc);

/* ---- values --------------------------------------------------------------------------- */

/* From a seat's lead to its value, 0 .. 2 draws and neither end: a draw's + spread(lead), where
 * spread is odd and grows, and `half` is the lead that is half of the way to a win. */
void squares_value(int32_t lead, int32_t half, int32_t draw, int32_t *value);

#endif
