/*
 * abalone.c - marbles pushed off a hexagon, two or three seats: rules, moves, values, playouts.
 *
 * Moves. With a step as a rotation of 61 bits, every kind of move is a set of cells found by
 * a few words: N(d, X), the cells whose neighbour in direction d lies in X. Marbles that can
 * go alone are own & N(d, empty), those behind them own & N(d, that), and so on; pushes
 * begin with the opponents' marbles that have nothing behind them. Thirty words hold all
 * moves; nothing is looked at cell by cell until a move is listed or made.
 *
 * The end. The seat that has pushed off `eject` marbles of others wins. The others, and all
 * seats of a game that reaches max_turns or a position (marbles, mover and marbles pushed
 * off) that occurs for the third time among the last ABALONE_RECENT, are ranked by marbles
 * pushed off, then by marbles kept. The result is 2 points for every seat beaten and 1 for
 * every seat tied with. A marble of a third seat pushed off counts like any other.
 *
 * Values: ABALONE_UNIT to the point, constant sum. Before the end a seat's value is the sum
 * over its rivals of ABALONE_UNIT + spread(its score - theirs), where spread is odd, grows
 * with the lead and stays below ABALONE_UNIT: every vector sums to ABALONE_UNIT n (n - 1)
 * exactly, lies in 0 .. 2 ABALONE_UNIT (n - 1), and only a finished game reaches the ends.
 *
 * Hash: marbles, marbles pushed off and mover, plus the ply where a depth-first search could
 * see max_turns. Which positions have occurred before is left out, as in chess programs.
 *
 * Memory: one state of 200 bytes; the tables of the board, built once.
 */
#include "games/abalone.h"
#include "games/abalone_parts.h"
#include "games/common/zobrist.h"

#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static_assert(sizeof(struct rules) <= GAME_RULES_BYTES, "rules fit");
static_assert(sizeof(struct abalone) <= STATE_BYTES, "state fits");

/* ---- the board ------------------------------------------------------------------------ */

#define RIM	  4 /* rings around the centre: 0 to 4 */
#define EJECT_MAX 14

enum direction { RIGHT, DOWN_RIGHT, DOWN_LEFT, LEFT, UP_LEFT, UP_RIGHT };

const struct abalone_way abalone_ways[ABALONE_WAYS] = {
	{ 0, 0, RIGHT },
	{ 1, 0, DOWN_RIGHT },
	{ 2, 0, DOWN_LEFT },
	{ 0, 0, LEFT },
	{ 1, 0, UP_LEFT },
	{ 2, 0, UP_RIGHT },
#define SIDEWAYS(axis, a, b, c, d) \
	{ axis, 2, a }, { axis, 3, a }, { axis, 2, b }, { axis, 3, b }, { axis, 2, c }, \
		{ axis, 3, c }, { axis, 2, d }, \
	{ \
		axis, 3, d \
	}
	SIDEWAYS(RIGHT, DOWN_RIGHT, DOWN_LEFT, UP_LEFT, UP_RIGHT),
	SIDEWAYS(DOWN_RIGHT, RIGHT, DOWN_LEFT, LEFT, UP_RIGHT),
	SIDEWAYS(DOWN_LEFT, RIGHT, DOWN_RIGHT, LEFT, UP_LEFT),
#undef SIDEWAYS
};

static struct {
	uint64_t has[ABALONE_DIRS]; /* cells with a neighbour in that direction */
	uint64_t ring[RIM + 1];
	uint64_t key[ABALONE_SEATS][64];
	uint64_t mover_key[ABALONE_SEATS];
	uint64_t ejected_key[ABALONE_SEATS][EJECT_MAX + 1];
	uint8_t step[ABALONE_DIRS][64];
	uint8_t row[64], column[64], distance[64];
} board;

int
abalone_cell_at(int row, int column)
{
	if (row < 0 || row >= ABALONE_ROWS || column < 1 || column > ABALONE_ROWS ||
	    row - column > 3 || column - row > 5)
		return ABALONE_NONE;
	return (column - 1 + 13 * row) % ABALONE_CELLS;
}

/* Steps to the centre E5. */
static int
centre_distance(int row, int column)
{
	int r = row - 4, c = column - 5, d = r - c;
	r = r < 0 ? -r : r;
	c = c < 0 ? -c : c;
	d = d < 0 ? -d : d;
	return (r + c + d) / 2;
}

static void
build_cell(int row, int column)
{
	static const int8_t rows[ABALONE_DIRS] = { 0, -1, -1, 0, 1, 1 };
	static const int8_t columns[ABALONE_DIRS] = { 1, 0, -1, -1, 0, 1 };
	int cell = abalone_cell_at(row, column);
	if (cell == ABALONE_NONE)
		return;
	board.row[cell] = (uint8_t)row;
	board.column[cell] = (uint8_t)column;
	board.distance[cell] = (uint8_t)centre_distance(row, column);
	board.ring[board.distance[cell]] |= BIT(cell);
	for (int d = 0; d < ABALONE_DIRS; d++) {
		int next = abalone_cell_at(row + rows[d], column + columns[d]);
		board.step[d][cell] = (uint8_t)next;
		if (next != ABALONE_NONE)
			board.has[d] |= BIT(cell);
	}
}

static void
build(void)
{
	memset(board.step, ABALONE_NONE, sizeof board.step);
	for (int row = 0; row < ABALONE_ROWS; row++)
		for (int column = 1; column <= ABALONE_ROWS; column++)
			build_cell(row, column);
	zobrist_fill(board.key[0], ABALONE_SEATS * 64, 0x6162616c6f6e65);
	zobrist_fill(board.mover_key, ABALONE_SEATS, 0x6d6172626c65);
	zobrist_fill(board.ejected_key[0], ABALONE_SEATS * (EJECT_MAX + 1), 0x656a656374);
}

static pthread_once_t built = PTHREAD_ONCE_INIT;

enum option_at { OPT_START, OPT_EJECT, OPT_TURNS };
enum start_choice { STANDARD, DAISY };

static const struct option_spec variant_options[] = {
	[OPT_START] = { "start", OPTION_CHOICE, "standard", 0, 0, "standard|belgian", "",
			"marbles on opposite sides, or the Belgian daisy for two seats" },
	[OPT_EJECT] = { "eject", OPTION_INT, "6", 1, EJECT_MAX, NULL, "marbles",
			"marbles of others to push off for a win" },
	[OPT_TURNS] = { "max_turns", OPTION_INT, "200", 10, 1000, NULL, "turns",
			"turns of each seat before the game ends, ranked by marbles" },
	{ .key = NULL },
};

static bool
abalone_setup(struct game *g, struct status *st)
{
	pthread_once(&built, build);
	int marbles = g->seats == 2 ? 14 : 11, goal = (int)g->variant.v[OPT_EJECT].i;
	bool daisy = g->variant.v[OPT_START].i == DAISY;
	if (daisy && g->seats != 2)
		return status_fail(st,
				   "start: the Belgian daisy is for two seats, not %d",
				   g->seats);
	if (goal > marbles)
		return status_fail(st,
				   "eject: %d seats have %d marbles each, fewer than %d",
				   g->seats, marbles, goal);
	struct rules r = {
		.max_plies = (uint16_t)(g->variant.v[OPT_TURNS].i * g->seats),
		.seats = (uint8_t)g->seats,
		.start = daisy ? DAISY : STANDARD,
		.goal = (uint8_t)goal,
		.marbles = (uint8_t)marbles,
	};
	memcpy(g->rules, &r, sizeof r);
	g->traits = TRAIT_CONSTANT_SUM | TRAIT_DRAWS;
	g->traits |= g->seats == 2 ? TRAIT_ZERO_SUM : TRAIT_MULTIPLAYER;
	return true;
}

/* ---- state ---------------------------------------------------------------------------- */

/* Whose marble starts on a cell: clockwise from the bottom, or the flowers of the daisy. */
static int
owner_at_start(const struct rules *r, int row, int column)
{
	if (r->start == DAISY) {
		static const int8_t centres[4][3] = {
			{ 1, 2, 0 }, { 1, 5, 1 }, { 7, 5, 1 }, { 7, 8, 0 }
		};
		for (int k = 0; k < 4; k++)
			if (centre_distance(row - centres[k][0] + 4,
					    column - centres[k][1] + 5) <= 1)
				return centres[k][2];
		return SEAT_NONE;
	}
	if (row < 2)
		return 0;
	if (r->seats == 3)
		return row - column >= 2 ? 1 : column >= 8 ? 2 : SEAT_NONE;
	if (row > 6)
		return 1;
	if (row == 2 && column >= 3 && column <= 5)
		return 0;
	return row == 6 && column >= 5 && column <= 7 ? 1 : SEAT_NONE;
}

uint64_t
abalone_key(const struct game *g, const struct state *state)
{
	const struct abalone *s = abalone_state(state);
	uint64_t key = board.mover_key[s->mover];
	for (int seat = 0; seat < g->seats; seat++) {
		key ^= board.ejected_key[seat][s->ejected[seat]];
		for (uint64_t w = s->marbles[seat]; w; w &= w - 1)
			key ^= board.key[seat][__builtin_ctzll(w)];
	}
	return key;
}

/* The half of a key that the repetition ring keeps; never 0, which means empty. */
static inline uint32_t
ring_key(uint64_t key)
{
	return (uint32_t)(key >> 32) | 1;
}

/* Counts earlier occurrences and remembers this one. */
static inline int
ring_note(struct abalone *s)
{
	uint32_t key = ring_key(s->key);
	int seen = 0;
	for (int i = 0; i < ABALONE_RECENT; i++)
		seen += s->recent[i] == key;
	s->recent[s->ply % ABALONE_RECENT] = key;
	return seen;
}

static void
abalone_start(const struct game *g, struct state *state)
{
	memset(state->bytes, 0, sizeof(struct abalone));
	struct abalone *s = board_of(state);
	for (int cell = 0; cell < ABALONE_CELLS; cell++) {
		int seat =
			owner_at_start(rules_of(g), board.row[cell], board.column[cell]);
		if (seat != SEAT_NONE)
			s->marbles[seat] |= BIT(cell);
	}
	s->winner = s->last_seat = SEAT_NONE;
	s->key = abalone_key(g, state);
	ring_note(s);
}

void
abalone_settle(const struct game *g, struct state *state)
{
	struct abalone *s = board_of(state);
	for (int seat = 0; seat < g->seats; seat++)
		if (s->ejected[seat] >= rules_of(g)->goal) {
			s->end = ABALONE_EJECTED;
			s->winner = (int8_t)seat;
		}
	if (!s->end && s->ply >= rules_of(g)->max_plies)
		s->end = ABALONE_LENGTH;
	s->key = abalone_key(g, state);
	ring_note(s);
}

/* Moves are of the seat's own marbles wherever the others' turn was: as if the seats between
 * had passed, which a seat without a move does. */
static void
abalone_give_turn(const struct game *g, const struct state *from, int seat,
		  struct state *to)
{
	game_copy(g, from, to);
	struct abalone *s = board_of(to);
	s->key ^= board.mover_key[s->mover] ^ board.mover_key[seat];
	s->mover = (uint8_t)seat;
}

static seat_set
abalone_acting(const struct game *g, const struct state *state)
{
	(void)g;
	const struct abalone *s = abalone_state(state);
	return s->end ? 0 : (seat_set)1 << s->mover;
}

/* ---- moves ---------------------------------------------------------------------------- */

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
	case RIGHT: return x >> 1 & board.has[RIGHT];
	case LEFT: return x << 1 & board.has[LEFT];
	case UP_LEFT: return turned(x, ABALONE_CELLS - 13) & board.has[UP_LEFT];
	case UP_RIGHT: return turned(x, ABALONE_CELLS - 14) & board.has[UP_RIGHT];
	case DOWN_RIGHT: return turned(x, 13) & board.has[DOWN_RIGHT];
	default: return turned(x, 14) & board.has[DOWN_LEFT];
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

/* In line: fills way[d] and returns who may go alone. */
static inline __attribute__((always_inline)) uint64_t
find_in_line(int d, const struct sides *p, uint64_t *way)
{
	uint64_t one = p->own & before(d, p->empty);
	uint64_t two = p->own & before(d, one);
	uint64_t last = p->others & (before(d, p->empty) | ~board.has[d]);
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

static inline int
list_moves(const struct abalone *s, int seat, move *out)
{
	uint64_t way[ABALONE_WAYS];
	move *at = out;
	find_ways(s, seat, way);
	for (move w = 0; w < ABALONE_WAYS; w++)
		for (uint64_t cells = way[w]; cells; cells &= cells - 1)
			*at++ = w << 6 | (move)__builtin_ctzll(cells);
	if (at == out)
		*at++ = ABALONE_PASS;
	return (int)(at - out);
}

int
abalone_list_moves(const struct game *g, const struct state *state, int seat, move *list)
{
	(void)g;
	return list_moves(abalone_state(state), seat, list);
}

/* ---- making a move -------------------------------------------------------------------- */

static inline void
flip(struct abalone *s, int seat, int cell)
{
	s->marbles[seat] ^= BIT(cell);
	s->key ^= board.key[seat][cell];
}

static inline int
seat_on(const struct abalone *s, int cell)
{
	return s->marbles[0] >> cell & 1 ? 0 : s->marbles[1] >> cell & 1 ? 1 : 2;
}

static inline void
eject(const struct rules *r, struct abalone *s, int seat)
{
	int n = s->ejected[seat]++;
	s->key ^= board.ejected_key[seat][n] ^ board.ejected_key[seat][n + 1];
	if (n + 1 >= r->goal) {
		s->end = ABALONE_EJECTED;
		s->winner = (int8_t)seat;
	}
}

/* A marble of another seat goes one cell on, and one behind it as well. The cell it leaves
 * is the pusher's to fill. */
static inline void
push(const struct rules *r, struct abalone *s, int seat, int cell, const uint8_t *step,
     uint64_t all)
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
go_in_line(const struct rules *r, struct abalone *s, int seat, int rear, int dir)
{
	const uint8_t *step = board.step[dir];
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
	for (int k = 0; k < w->count; k++, cell = board.step[w->axis][cell]) {
		int to = board.step[w->dir][cell];
		flip(s, seat, cell);
		flip(s, seat, to);
		s->vacated |= BIT(cell);
		s->entered |= BIT(to);
	}
}

/* Makes a legal move in place. */
static inline void
apply(const struct rules *r, struct abalone *s, int seat, move m)
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
	s->key ^= board.mover_key[seat] ^ board.mover_key[next];
	s->mover = (uint8_t)next;
	s->ply++;
	int seen = ring_note(s);
	if (s->end)
		return;
	if (s->ply >= r->max_plies)
		s->end = ABALONE_LENGTH;
	else if (seen >= 2)
		s->end = ABALONE_REPETITION;
}

static void
abalone_play(const struct game *g, const struct state *from, int seat, move m,
	     struct state *to)
{
	if (to != from)
		memcpy(to->bytes, from->bytes, sizeof(struct abalone));
	apply(rules_of(g), board_of(to), seat, m);
}

static bool
abalone_settled(const struct game *g, const struct state *state)
{
	(void)g;
	return abalone_state(state)->end != ABALONE_RUNNING;
}

/* ---- values --------------------------------------------------------------------------- */

int
abalone_rank(const struct game *g, const struct abalone *s, int seat)
{
	(void)g;
	if (seat == s->winner)
		return INT_MAX;
	return 16 * s->ejected[seat] + __builtin_popcountll(s->marbles[seat]);
}

static void
abalone_points(const struct game *g, const struct state *state, int32_t *points)
{
	const struct abalone *s = abalone_state(state);
	for (int i = 0; i < g->seats; i++) {
		int rank = abalone_rank(g, s, i);
		points[i] = 0;
		for (int j = 0; j < g->seats; j++) {
			int other = abalone_rank(g, s, j);
			if (j != i)
				points[i] += rank > other ? 2 : rank == other;
		}
	}
}

/*
 * A seat's score: marbles pushed off and kept, where they stand, how they hold together, and
 * those on the edge with a rival behind them. Measured by matches of a two-seat alpha-beta at
 * depth 2 from random openings of 8 plies, 200 to 400 games each (standard error 2.5 to 3.5 %).
 * The centre falling off steeply at once matters most: 26 17 10 4 0 scored 60 % against
 * 20 15 10 5 0, which scored 83 % against 26 24 20 13 0; 34 18 8 2 0 lost with 46 %. Around the
 * second of these pairs=6 scored 25 %, danger=0 44 %; around the first pairs=1 scored 40 %,
 * marbles at twice the price 47 %. With three seats (max^n at depth 2, each weights on one or
 * two seats, 120 games, 4.6 %) the steep one scored 41 % and 20 15 10 5 0 48 % against
 * 26 24 20 13 0.
 */
#define EJECT_WEIGHT  100
#define LOSS_WEIGHT   100
#define PAIR_WEIGHT   3
#define DANGER_WEIGHT 10
static const int ring_weight[ABALONE_SEATS + 1][RIM + 1] = {
	[2] = { 26, 17, 10, 4, 0 },
	[3] = { 20, 15, 10, 5, 0 },
};
/* A lead of two marbles, each counted for both sides, is half of the way to beating a rival
 * for certain. */
#define SPREAD_HALF 400

/* Neighbouring pairs of a seat's marbles. */
static inline int
pairs(uint64_t own)
{
	return __builtin_popcountll(own & before(RIGHT, own)) +
	       __builtin_popcountll(own & before(DOWN_RIGHT, own)) +
	       __builtin_popcountll(own & before(DOWN_LEFT, own));
}

/* Marbles on the rim with a rival next to them on the side away from the edge: d is a way
 * off the board. */
static inline __attribute__((always_inline)) uint64_t
pressed(int d, int inwards, uint64_t own, uint64_t others)
{
	return own & ~board.has[d] & before(inwards, others);
}

static inline int
endangered(const struct sides *p)
{
	if (!(p->own & board.ring[RIM]))
		return 0;
	return __builtin_popcountll(pressed(RIGHT, LEFT, p->own, p->others) |
				    pressed(LEFT, RIGHT, p->own, p->others) |
				    pressed(UP_LEFT, DOWN_RIGHT, p->own, p->others) |
				    pressed(DOWN_RIGHT, UP_LEFT, p->own, p->others) |
				    pressed(UP_RIGHT, DOWN_LEFT, p->own, p->others) |
				    pressed(DOWN_LEFT, UP_RIGHT, p->own, p->others));
}

static inline int
score_of(const struct rules *r, const struct abalone *s, int seat)
{
	struct sides p = sides_of(s, seat);
	int lost = r->marbles - __builtin_popcountll(p.own);
	int score = EJECT_WEIGHT * s->ejected[seat] - LOSS_WEIGHT * lost;
	for (int k = 0; k < RIM; k++)
		score += ring_weight[r->seats][k] *
			 __builtin_popcountll(p.own & board.ring[k]);
	return score + PAIR_WEIGHT * pairs(p.own) - DANGER_WEIGHT * endangered(&p);
}

/* Odd, growing, within the open interval of one unit. */
static inline int32_t
spread(int lead)
{
	return ABALONE_UNIT * lead / ((lead < 0 ? -lead : lead) + SPREAD_HALF);
}

static void
abalone_evaluate(const struct game *g, const struct state *state, int32_t *value)
{
	const struct abalone *s = abalone_state(state);
	const struct rules *r = rules_of(g);
	int score[ABALONE_SEATS], n = r->seats;
	if (s->end) {
		abalone_points(g, state, value);
		for (int i = 0; i < n; i++)
			value[i] *= ABALONE_UNIT;
		return;
	}
	for (int i = 0; i < n; i++) {
		score[i] = score_of(r, s, i);
		value[i] = ABALONE_UNIT * (n - 1);
	}
	for (int i = 0; i < n; i++)
		for (int j = i + 1; j < n; j++) {
			int32_t lead = spread(score[i] - score[j]);
			value[i] += lead;
			value[j] -= lead;
		}
}

static void
abalone_bounds(const struct game *g, const struct state *state, struct bounds *b)
{
	(void)state;
	int n = g->seats;
	for (int i = 0; i < n; i++) {
		b->low[i] = 0;
		b->high[i] = 2 * ABALONE_UNIT * (n - 1);
	}
	b->maxsum = ABALONE_UNIT * n * (n - 1);
}

/* What a cell is worth to a marble, for ordering and the quick player. */
static const int8_t cell_worth[RIM + 1] = { 8, 7, 6, 4, 0 };
#define PUSH_WORTH  6
#define EJECT_WORTH 64

static inline int
worth(int cell)
{
	return cell_worth[board.distance[cell]];
}

/* Gain of a legal move: what the own marbles gain, what those pushed lose. */
static inline int
gain_of(const struct abalone *s, int seat, uint64_t all, move m)
{
	int w = abalone_way(m), cell = abalone_cell(m), gain = 0;
	if (w >= ABALONE_DIRS) {
		const struct abalone_way *way = &abalone_ways[w];
		for (int k = 0; k < way->count; k++, cell = board.step[way->axis][cell])
			gain += worth(board.step[way->dir][cell]) - worth(cell);
		return gain;
	}
	const uint8_t *step = board.step[w];
	uint64_t own = s->marbles[seat];
	int front = step[cell];
	while (own >> front & 1)
		front = step[front];
	gain = worth(front) - worth(cell);
	if (!(all >> front & 1))
		return gain;
	int last = front;
	while (last != ABALONE_NONE && all >> last & 1)
		last = step[last];
	gain += PUSH_WORTH + worth(front);
	return last == ABALONE_NONE ? gain + EJECT_WORTH : gain - worth(last);
}

static void
abalone_order(const struct game *g, const struct state *state, int seat, const move *m,
	      int n, int32_t *score)
{
	(void)g;
	const struct abalone *s = abalone_state(state);
	uint64_t all = s->marbles[0] | s->marbles[1] | s->marbles[2];
	for (int i = 0; i < n; i++)
		score[i] = m[i] == ABALONE_PASS ? 0 : gain_of(s, seat, all, m[i]);
}

/* Plies before the length rule within which the ply is part of the hash. */
#define LENGTH_NEAR 64

static uint64_t
abalone_hash(const struct game *g, const struct state *state)
{
	const struct abalone *s = abalone_state(state);
	uint64_t key = s->key;
	if (s->ply + LENGTH_NEAR >= rules_of(g)->max_plies)
		key ^= rng_mix(s->ply);
	if (s->end == ABALONE_REPETITION)
		key = rng_mix(key);
	return key;
}

/* How far the seat nearest to a win has come, or the clock when that is farther. */
static int
abalone_progress(const struct game *g, const struct state *state)
{
	const struct abalone *s = abalone_state(state);
	const struct rules *r = rules_of(g);
	if (s->end)
		return 1000;
	int progress = 999 * s->ply / r->max_plies;
	for (int i = 0; i < g->seats; i++)
		if (999 * s->ejected[i] / r->goal > progress)
			progress = 999 * s->ejected[i] / r->goal;
	return progress;
}

/* ---- the quick player ----------------------------------------------------------------- */

#define QUICK_DRAWS 4 /* moves looked at */
#define QUICK_NOISE 7 /* luck in a move's score */

static inline int
nth_bit(uint64_t w, int k)
{
	for (; k > 0; k--)
		w &= w - 1;
	return __builtin_ctzll(w);
}

/* Moves found as sets, with how many there are before each way. */
struct lots {
	uint64_t way[ABALONE_WAYS];
	int before[ABALONE_WAYS + 1];
};

static inline int
count_lots(const struct abalone *s, int seat, struct lots *l)
{
	find_ways(s, seat, l->way);
	l->before[0] = 0;
	for (int w = 0; w < ABALONE_WAYS; w++)
		l->before[w + 1] = l->before[w] + __builtin_popcountll(l->way[w]);
	return l->before[ABALONE_WAYS];
}

static inline move
draw_lot(const struct lots *l, int k)
{
	int w = 0;
	for (int i = 1; i < ABALONE_WAYS; i++)
		w += l->before[i] <= k;
	return (move)w << 6 | (move)nth_bit(l->way[w], k - l->before[w]);
}

/* Uniform over all moves: counts them as sets, lists none. */
static inline move
random_move(const struct abalone *s, int seat, struct rng *rng)
{
	struct lots l;
	int n = count_lots(s, seat, &l);
	if (n == 0)
		return ABALONE_PASS;
	return draw_lot(&l, (int)rng_below(rng, (uint32_t)n));
}

/* A push off the board in direction d, in way[d]. */
static inline __attribute__((always_inline)) uint64_t
find_ejection(int d, const struct sides *p, uint64_t *way)
{
	return way[d] = pushers(d, p, p->others & ~board.has[d]);
}

static inline move
ejection(const struct abalone *s, int seat, struct rng *rng)
{
	struct sides p = sides_of(s, seat);
	uint64_t way[ABALONE_DIRS];
	if (!(p.others & board.ring[RIM]))
		return MOVE_NONE;
	uint64_t any =
		find_ejection(RIGHT, &p, way) | find_ejection(LEFT, &p, way) |
		find_ejection(UP_LEFT, &p, way) | find_ejection(UP_RIGHT, &p, way) |
		find_ejection(DOWN_LEFT, &p, way) | find_ejection(DOWN_RIGHT, &p, way);
	if (!any)
		return MOVE_NONE;
	int d = (int)rng_below(rng, ABALONE_DIRS);
	while (!way[d])
		d = d + 1 == ABALONE_DIRS ? 0 : d + 1;
	return (move)d << 6 | (move)__builtin_ctzll(way[d]);
}

/* A push off the board where there is one; else the best of a few moves drawn by lot, by
 * what it gains and luck. */
static inline move
quick_move(const struct abalone *s, int seat, struct rng *rng)
{
	move best = ejection(s, seat, rng);
	if (best != MOVE_NONE)
		return best;
	struct lots l;
	uint32_t n = (uint32_t)count_lots(s, seat, &l);
	if (n == 0)
		return ABALONE_PASS;
	uint64_t lot = rng_next(rng), all = s->marbles[0] | s->marbles[1] | s->marbles[2];
	int most = INT_MIN;
	for (int k = 0; k < QUICK_DRAWS; k++, lot >>= 16) {
		move m = draw_lot(&l, (int)((uint32_t)(lot >> 4 & 0xfff) * n >> 12));
		int gain = gain_of(s, seat, all, m) + (int)(lot & QUICK_NOISE);
		if (gain > most) {
			most = gain;
			best = m;
		}
	}
	return best;
}

static move
abalone_policy(const struct game *g, const struct state *state, int seat, struct rng *rng)
{
	(void)g;
	return quick_move(abalone_state(state), seat, rng);
}

static int
abalone_rollout(const struct game *g, struct state *state, struct rng *rng, int max_plies,
		int random)
{
	const struct rules r = *rules_of(g);
	struct abalone *s = board_of(state);
	int plies = 0;
	for (; !s->end && plies < max_plies; plies++) {
		int seat = s->mover;
		move m = random ? random_move(s, seat, rng) : quick_move(s, seat, rng);
		apply(&r, s, seat, m);
	}
	return plies;
}

/* ---- looking at a state --------------------------------------------------------------- */

int
abalone_row(int cell)
{
	return board.row[cell];
}

int
abalone_column(int cell)
{
	return board.column[cell];
}

int
abalone_step(int cell, int dir)
{
	return board.step[dir][cell];
}

int
abalone_at(const struct game *g, const struct state *state, int cell)
{
	for (int seat = 0; seat < g->seats; seat++)
		if (abalone_state(state)->marbles[seat] >> cell & 1)
			return seat;
	return SEAT_NONE;
}

int
abalone_goal(const struct game *g)
{
	return rules_of(g)->goal;
}

int
abalone_marbles(const struct game *g)
{
	return rules_of(g)->marbles;
}

struct abalone_move
abalone_describe(const struct game *g, const struct state *state, int seat, move m)
{
	const struct abalone *s = abalone_state(state);
	const struct abalone_way *w = &abalone_ways[abalone_way(m)];
	struct abalone_move d = { .dir = w->dir, .in_line = w->count == 0 };
	int cell = abalone_cell(m), along = d.in_line ? w->dir : w->axis;
	while (d.count < (d.in_line ? 3 : w->count) && cell != ABALONE_NONE &&
	       s->marbles[seat] >> cell & 1) {
		d.group |= BIT(cell);
		d.cells[d.count++] = (uint8_t)cell;
		cell = board.step[along][cell];
	}
	/* In line the front leads; sideways the end that lies farther in the direction. */
	bool first = !d.in_line &&
		     ((w->dir - w->axis + 6) % 6 == 2 || (w->dir - w->axis + 6) % 6 == 4);
	d.target = board.step[d.dir][d.cells[first ? 0 : d.count - 1]];
	for (cell = d.target; cell != ABALONE_NONE && abalone_at(g, state, cell) >= 0;
	     cell = board.step[d.dir][cell])
		d.pushed++;
	d.ejects = cell == ABALONE_NONE;
	return d;
}

const struct game_ops abalone_game = {
	.key = "abalone",
	.title = "Abalone",
	.summary =
		"push six marbles of the others off the board, in lines of up to three",
	.source = "Lalet and Levi 1987; three seats as in Hashavit and Markovitch 2023",
	.seats_min = 2,
	.seats_max = ABALONE_SEATS,
	.seats_default = 2,
	.seats_allowed = 1 << 2 | 1 << 3,
	.unit = ABALONE_UNIT,
	.point_name = "points",
	.options = variant_options,
	.state_size = sizeof(struct abalone),
	.setup = abalone_setup,
	.start = abalone_start,
	.acting = abalone_acting,
	.moves = abalone_list_moves,
	.play = abalone_play,
	.give_turn = abalone_give_turn,
	.settled = abalone_settled,
	.evaluate = abalone_evaluate,
	.bounds = abalone_bounds,
	.order = abalone_order,
	.hash = abalone_hash,
	.points = abalone_points,
	.progress = abalone_progress,
	.policy = abalone_policy,
	.rollout = abalone_rollout,
	.format_move = abalone_format_move,
	.parse_move = abalone_parse_move,
	.format_position = abalone_format_position,
	.parse_position = abalone_parse_position,
	.seat_name = abalone_seat_name,
	.seat_letter = abalone_seat_letter,
	.headline = abalone_headline,
	.figures = abalone_figures,
	.event = abalone_event,
	.scene = abalone_scene,
};
