/*
 * rules.h - shared by the files of Gomoku alone.
 *
 *   rules.c    variants, moves, play, the result, the tables of functions
 *   shapes.c   the board's lines and the shapes a stone makes on them
 *   threats.c  places for five, wins by fours
 *   eval.c     evaluation, bounds, move ordering
 *   playout.c  the quick player and playouts
 *   text.c     moves and positions as text
 *   view.c     names, scoreboard, events, the scene
 */
#ifndef PLYSCOPE_GAMES_GOMOKU_RULES_H
#define PLYSCOPE_GAMES_GOMOKU_RULES_H

#include "src/core/game.h"

#include <string.h>

/* ---- the state of a game ----
 *
 * Cells are numbered row by row from the top left corner. A move is a cell; with opening=swap2
 * there are three more, of a seat that chooses its colour.
 *
 * Stones are kept four times, once for each direction of a line: bit GOMOKU_FIRST + k of
 * line[d][colour] is place k, where places run along one line of direction d after the other.
 * So what stands around a cell on a line are neighbouring bits, read by one unaligned load.
 */

#define GOMOKU_SIDE_MIN 9
#define GOMOKU_SIDE_MAX 19
#define GOMOKU_CELLS	(GOMOKU_SIDE_MAX * GOMOKU_SIDE_MAX)
#define GOMOKU_DIRS	4 /* along a row, a column, and the two diagonals */
#define GOMOKU_FIRST	8 /* bits before the first place */
#define GOMOKU_BYTES	52
#define GOMOKU_HALF	10000 /* values in half a point, a draw */
#define GOMOKU_NONE	UINT16_MAX

enum gomoku_colour { BLACK, WHITE };

/* The kind of move of the seat to move. Those before PLAY are of opening=swap2. */
enum gomoku_stage {
	STAGE_PLAY,   /* puts a stone of its colour */
	STAGE_PUT,    /* the first seat: black, white, black */
	STAGE_CHOOSE, /* the second: a colour, or to put two more */
	STAGE_MORE,   /* the second: white, black */
	STAGE_PICK,   /* the first: a colour */
	STAGES
};

enum gomoku_end { END_NONE, END_FIVE, END_FULL };

/* The moves of STAGE_CHOOSE and STAGE_PICK. */
enum { GOMOKU_TAKE_BLACK = GOMOKU_CELLS, GOMOKU_TAKE_WHITE, GOMOKU_PUT_TWO };

struct gomoku {
	uint8_t line[GOMOKU_DIRS][2][GOMOKU_BYTES];
	uint64_t key; /* Zobrist: all but `last` and what follows from the rest */
	/* Five cells in a row without a stone of the other colour, by the stones of the
	 * colour there; all 0 when the game is over. */
	uint16_t live[2][6];
	uint16_t stones;
	uint16_t last; /* cell of the last stone; GOMOKU_NONE */
	uint8_t turn;  /* colour of the next stone */
	uint8_t mover, stage, end;
	uint8_t black; /* the seat with the black stones */
	int8_t winner; /* seat, SEAT_NONE */
	bool four;     /* the last stone threatens to be one of five */
};

extern const struct game_ops gomoku_game;

static inline const struct gomoku *
gomoku_state(const struct state *s)
{
	return (const struct gomoku *)(const void *)s->bytes;
}

int gomoku_side(const struct game *g);
/* Whose stone is on a cell, a colour; SEAT_NONE. */
int gomoku_at(const struct game *g, const struct state *s, int cell);
/* Works out again what play() keeps up: key and live; for tests and for reading a position. */
uint64_t gomoku_key(const struct game *g, const struct state *s);
void gomoku_count_live(const struct game *g, const struct state *s, uint16_t live[2][6]);

/*
 * Lines of the board of Gomoku, shapes on them, and threats.
 *
 * Lines. Of a cell and a direction, the ten cells around it on the line are 11 bits of one
 * colour's stones (the middle one is the cell). What a stone on the cell makes there depends on
 * these ten alone, each empty, own, or of the other colour, which the edge counts as: a number
 * of ten base-3 digits, nearest cells first. Without overlines eight of them are enough: then
 * the number is below 3^8 and its tables stay in the first cache.
 */

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

/* ---- making a move -------------------------------------------------------------------- */

static inline void
set_stone(const struct gomoku_rays *b, struct gomoku *s, int colour, int cell)
{
	for (int d = 0; d < GOMOKU_DIRS; d++) {
		const unsigned at = b->at[d][cell];
		s->line[d][colour][at >> 3] |= (uint8_t)(1u << (at & 7));
	}
	s->key ^= gomoku_tables.stone_key[colour][cell];
}

/* Counts the windows of a cell that gain a stone, and those of the other colour that end. */
static inline void
change_live(struct gomoku *s, int colour, uint32_t gain, uint32_t loss)
{
	uint16_t *own = s->live[colour], *other = s->live[!colour];
	for (int n = 0; n < 5; n++) {
		const unsigned up = gain >> 6 * n & 63;
		own[n] = (uint16_t)(own[n] - up);
		own[n + 1] = (uint16_t)(own[n + 1] + up);
		other[n] = (uint16_t)(other[n] - (loss >> 6 * n & 63));
	}
}

static inline void
finish(struct gomoku *s, enum gomoku_end end, int winner)
{
	s->end = (uint8_t)end;
	s->winner = (int8_t)winner;
	s->four = false;
	memset(s->live, 0, sizeof s->live);
}

/* The seat that has a colour. */
static inline int
seat_of(const struct gomoku *s, int colour)
{
	return colour == BLACK ? s->black : !s->black;
}

static inline int
colour_of(const struct gomoku *s, int seat)
{
	return seat == s->black ? BLACK : WHITE;
}

static inline void
give_move(struct gomoku *s, int seat)
{
	s->key ^= gomoku_tables.mover_key[s->mover] ^ gomoku_tables.mover_key[seat];
	s->mover = (uint8_t)seat;
}

/* Puts the next stone on an empty cell; the shapes that it makes decide the game. */
static inline void
put_stone(const struct gomoku_variant *r, struct gomoku *s, int cell)
{
	const int colour = s->turn;
	uint32_t gain = 0, loss = 0;
	unsigned best = 0;
	for (int d = 0; d < GOMOKU_DIRS; d++) {
		const struct codes near = codes_at(r, s, d, cell, 0);
		const struct codes far = r->far ? codes_at(r, s, d, cell, 1) : near;
		const unsigned shape = r->shape[far.code[colour]];
		best = shape > best ? shape : best;
		gain += gomoku_tables.windows[near.code[colour]];
		loss += gomoku_tables.windows[near.code[!colour]];
	}
	set_stone(r->board, s, colour, cell);
	change_live(s, colour, gain, loss);
	s->four = best == SHAPE_FOUR || best == SHAPE_OPEN_FOUR;
	s->last = (uint16_t)cell;
	s->stones++;
	s->turn = (uint8_t)!colour;
	if (best == SHAPE_FIVE)
		finish(s, END_FIVE, seat_of(s, colour));
	else if (s->stones == r->cells)
		finish(s, END_FULL, SEAT_NONE);
}

/* ---- what the files lend each other --------------------------------------------------- */

/* rules.c */
int gomoku_list_moves(const struct game *g, const struct state *s, int seat, move *list);
void gomoku_play(const struct game *g, const struct state *from, int seat, move m,
		 struct state *to);
/* After reading a position: key, windows, and the end that it shows. */
void gomoku_settle(const struct game *g, struct state *s);
/* The colour that has five in a row, SEAT_NONE; 2: both have. */
int gomoku_find_five(const struct gomoku_variant *r, const struct gomoku *s);

/* shapes.c */
/* The board of a size; makes the tables first. */
const struct gomoku_rays *gomoku_board(int side);
/* Marks the cells within two steps of a stone, row by row, and all that have one. */
void gomoku_near(const struct gomoku_variant *r, const struct gomoku *s,
		 uint32_t near[GOMOKU_SIDE_MAX], uint32_t taken[GOMOKU_SIDE_MAX]);

/* threats.c */
#define GOMOKU_FIVES 24
/* The cells where a stone of a colour makes five. */
int gomoku_list_fives(const struct gomoku_variant *r, const struct gomoku *s, int colour,
		      uint16_t cells[GOMOKU_FIVES]);
/* Whether a colour that is to move wins by nothing but fours, as far as a short search sees;
 * `must` is where its first stone has to go, -1 anywhere. */
bool gomoku_wins_by_fours(const struct gomoku_variant *r, const struct gomoku *s,
			  int colour, int must);

/* eval.c */
extern const struct game_knowledge gomoku_knowledge;

/* playout.c */
extern const struct game_fast gomoku_fast;
move gomoku_policy(const struct game *g, const struct state *s, int seat,
		   struct rng *rng);

/* text.c */
extern const struct game_text gomoku_text;
/* GOMOKU_TAKE_BLACK and the moves after it, as they are typed and shown. */
extern const char *const gomoku_choices[3];

/* view.c */
extern const struct game_view gomoku_view;
const char *gomoku_seat_name(const struct game *g, int seat);
char gomoku_seat_letter(const struct game *g, int seat);

#endif
