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

#include "games/gomoku/lines.h"

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
