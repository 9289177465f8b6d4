/*
 * rules.h - shared by the files of Abalone alone.
 *
 *   rules.c    variants, moves, play, the result, the tables of functions
 *   board.c    the hexagon: neighbours, rings, ways to move, keys
 *   eval.c     evaluation, move ordering, the quick player and playouts
 *   text.c     moves and positions as text
 *   view.c     names, scoreboard, events, the generic scene
 *
 * Finding moves and making one is here, to be compiled into play and into playouts.
 */
#ifndef PLYSCOPE_GAMES_ABALONE_RULES_H
#define PLYSCOPE_GAMES_ABALONE_RULES_H

#include "games/abalone/abalone.h"

/* ---- finding and making moves of Abalone, compiled into play and into playouts ---- */

#define BIT(cell) (UINT64_C(1) << (cell))
#define RIM	  4 /* rings around the centre: 0 to 4 */
#define EJECT_MAX 14

enum direction { RIGHT, DOWN_RIGHT, DOWN_LEFT, LEFT, UP_LEFT, UP_RIGHT };

struct abalone_tables {
	uint64_t has[ABALONE_DIRS]; /* cells with a neighbour in that direction */
	uint64_t ring[RIM + 1];
	uint64_t key[ABALONE_SEATS][64];
	uint64_t mover_key[ABALONE_SEATS];
	uint64_t ejected_key[ABALONE_SEATS][EJECT_MAX + 1];
	uint8_t step[ABALONE_DIRS][64];
	uint8_t row[64], column[64], distance[64];
};
/* The same for every game, filled by the first abalone_build(). */
extern struct abalone_tables abalone_tables;

extern const struct ranked_style abalone_styles[ABALONE_SEATS];

/* g->parsed */
struct abalone_variant {
	uint16_t max_plies;
	uint8_t seats, start, goal, marbles;
	bool by_marbles; /* points are marbles pushed off */
};

static inline const struct abalone_variant *
abalone_variant(const struct game *g)
{
	return (const struct abalone_variant *)g->parsed;
}

static inline struct abalone *
board_of(struct state *s)
{
	return (struct abalone *)s->bytes;
}

/* ---- finding moves -------------------------------------------------------------------- */

/* x with every bit moved k cells up, around the 61. Bits above the board come out as well. */
static inline uint64_t
turned(uint64_t x, int k)
{
	return x << k | x >> (ABALONE_CELLS - k);
}

/* N: the cells whose neighbour in direction d lies in x. d is a constant once inlined. */
static inline __attribute__((always_inline)) uint64_t
before(int d, uint64_t x)
{
	switch (d) {
	case RIGHT: return x >> 1 & abalone_tables.has[RIGHT];
	case LEFT: return x << 1 & abalone_tables.has[LEFT];
	case UP_LEFT: return turned(x, ABALONE_CELLS - 13) & abalone_tables.has[UP_LEFT];
	case UP_RIGHT:
		return turned(x, ABALONE_CELLS - 14) & abalone_tables.has[UP_RIGHT];
	case DOWN_RIGHT: return turned(x, 13) & abalone_tables.has[DOWN_RIGHT];
	default: return turned(x, 14) & abalone_tables.has[DOWN_LEFT];
	}
}

/* The marbles of one seat against all others. */
struct sides {
	uint64_t own, others, empty;
};

static inline struct sides
sides_of(const struct abalone *s, int seat)
{
	uint64_t all = s->marbles[0] | s->marbles[1] | s->marbles[2];
	uint64_t own = s->marbles[seat];
	return (struct sides){ own, all & ~own, ABALONE_BOARD & ~all };
}

/* Rearmost marbles of two or three that push away marbles of which `last` have room behind
 * them: 2 against 1, 3 against 1, 3 against 2. */
static inline __attribute__((always_inline)) uint64_t
pushers(int d, const struct sides *p, uint64_t last)
{
	uint64_t one = p->own & before(d, last);
	uint64_t two = p->own & before(d, one);
	uint64_t against_two = p->own & before(d, p->others & before(d, last));
	against_two = p->own & before(d, against_two);
	return two | (p->own & before(d, two)) | (p->own & before(d, against_two));
}

/* In line: fills way[d] and returns the marbles that may go alone. */
static inline __attribute__((always_inline)) uint64_t
find_in_line(int d, const struct sides *p, uint64_t *way)
{
	uint64_t one = p->own & before(d, p->empty);
	uint64_t two = p->own & before(d, one);
	uint64_t last = p->others & (before(d, p->empty) | ~abalone_tables.has[d]);
	way[d] = one | two | (p->own & before(d, two)) | pushers(d, p, last);
	return one;
}

static inline __attribute__((always_inline)) void
find_sideways(int axis, uint64_t free, uint64_t *way)
{
	way[0] = free & before(axis, free);
	way[1] = free & before(axis, way[0]);
}

/* All moves of a seat: way[w] are the cells of way w. */
static inline void
find_ways(const struct abalone *s, int seat, uint64_t *way)
{
	struct sides p = sides_of(s, seat);
	uint64_t right = find_in_line(RIGHT, &p, way);
	uint64_t down_right = find_in_line(DOWN_RIGHT, &p, way);
	uint64_t down_left = find_in_line(DOWN_LEFT, &p, way);
	uint64_t left = find_in_line(LEFT, &p, way);
	uint64_t up_left = find_in_line(UP_LEFT, &p, way);
	uint64_t up_right = find_in_line(UP_RIGHT, &p, way);
	find_sideways(RIGHT, down_right, way + 6);
	find_sideways(RIGHT, down_left, way + 8);
	find_sideways(RIGHT, up_left, way + 10);
	find_sideways(RIGHT, up_right, way + 12);
	find_sideways(DOWN_RIGHT, right, way + 14);
	find_sideways(DOWN_RIGHT, down_left, way + 16);
	find_sideways(DOWN_RIGHT, left, way + 18);
	find_sideways(DOWN_RIGHT, up_right, way + 20);
	find_sideways(DOWN_LEFT, right, way + 22);
	find_sideways(DOWN_LEFT, down_right, way + 24);
	find_sideways(DOWN_LEFT, left, way + 26);
	find_sideways(DOWN_LEFT, up_left, way + 28);
}

/* ---- making a move -------------------------------------------------------------------- */

static inline void
flip(struct abalone *s, int seat, int cell)
{
	s->marbles[seat] ^= BIT(cell);
	s->key ^= abalone_tables.key[seat][cell];
}

static inline int
seat_on(const struct abalone *s, int cell)
{
	return s->marbles[0] >> cell & 1 ? 0 : s->marbles[1] >> cell & 1 ? 1 : 2;
}

static inline void
eject(const struct abalone_variant *r, struct abalone *s, int seat)
{
	int n = s->ejected[seat]++;
	s->key ^= abalone_tables.ejected_key[seat][n] ^
		  abalone_tables.ejected_key[seat][n + 1];
	if (n + 1 >= r->goal) {
		s->end = RANKED_WON;
		s->winner = (int8_t)seat;
	}
}

/* A marble of another seat goes one cell on, and one behind it as well. The cell it leaves
 * is the pusher's to fill. */
static inline void
push(const struct abalone_variant *r, struct abalone *s, int seat, int cell,
     const uint8_t *step, uint64_t all)
{
	int whose = seat_on(s, cell), next = step[cell];
	flip(s, whose, cell);
	if (next == ABALONE_NONE) {
		eject(r, s, seat);
		return;
	}
	if (all >> next & 1)
		push(r, s, seat, next, step, all);
	flip(s, whose, next);
}

static inline void
go_in_line(const struct abalone_variant *r, struct abalone *s, int seat, int rear,
	   int dir)
{
	const uint8_t *step = abalone_tables.step[dir];
	uint64_t own = s->marbles[seat],
		 all = s->marbles[0] | s->marbles[1] | s->marbles[2];
	uint64_t entered = 0;
	int front = step[rear];
	for (; own >> front & 1; front = step[front])
		entered |= BIT(front);
	if (all >> front & 1)
		push(r, s, seat, front, step, all);
	flip(s, seat, rear);
	flip(s, seat, front);
	s->vacated = BIT(rear);
	s->entered = entered | BIT(front);
}

static inline void
go_sideways(struct abalone *s, int seat, int cell, const struct abalone_way *w)
{
	s->vacated = s->entered = 0;
	for (int k = 0; k < w->count; k++, cell = abalone_tables.step[w->axis][cell]) {
		int to = abalone_tables.step[w->dir][cell];
		flip(s, seat, cell);
		flip(s, seat, to);
		s->vacated |= BIT(cell);
		s->entered |= BIT(to);
	}
}

/* Makes a legal move in place. */
static inline void
apply(const struct abalone_variant *r, struct abalone *s, int seat, move m)
{
	int w = abalone_way(m);
	s->last_seat = (int8_t)seat;
	if (w < ABALONE_DIRS) {
		go_in_line(r, s, seat, abalone_cell(m), w);
	} else if (m != ABALONE_PASS) {
		go_sideways(s, seat, abalone_cell(m), &abalone_ways[w]);
	} else {
		s->last_seat = SEAT_NONE;
		s->vacated = s->entered = 0;
	}
	int next = seat + 1 == r->seats ? 0 : seat + 1;
	s->key ^= abalone_tables.mover_key[seat] ^ abalone_tables.mover_key[next];
	s->mover = (uint8_t)next;
	s->ply++;
	int seen = ranked_note(s->recent, s->ply, s->key);
	s->end = ranked_verdict(s->end, s->ply, r->max_plies, seen);
}

/* ---- what the files lend each other --------------------------------------------------- */

/* rules.c */
void abalone_bounds(const struct game *g, const struct state *state, struct bounds *b);
int abalone_progress(const struct game *g, const struct state *state);
int abalone_list_moves(const struct game *g, const struct state *s, int seat, move *list);
void abalone_points(const struct game *g, const struct state *s, int32_t *points);
/* The number that ranks the seats when the game is over: higher is better. */
void abalone_ranks(const struct game *g, const struct abalone *s, int32_t *rank);
/* After reading a position: key, end and ring. */
void abalone_settle(const struct game *g, struct state *s);

/* board.c */
void abalone_build(void);
/* Steps to the centre E5. */
int abalone_centre_distance(int row, int column);
/* First column and number of cells of a row. */
int abalone_row_first(int row);
int abalone_row_width(int row);

/* eval.c */
extern const struct game_knowledge abalone_knowledge;
extern const struct game_fast abalone_fast;

/* text.c */
extern const struct game_text abalone_text;

/* view.c */
extern const struct game_view abalone_view;
const char *abalone_seat_name(const struct game *g, int seat);
char abalone_seat_letter(const struct game *g, int seat);

#endif
