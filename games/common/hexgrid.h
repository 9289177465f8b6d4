/*
 * hexgrid.h - the star of Chinese Checkers as bit boards: three sizes, built once.
 *
 * A star of size n is a hexagon of radius n with six triangles of side n on its edges: 37, 73
 * or 121 cells. Cells are numbered row by row from the top, each row from the left. Camps
 * (the triangles) are numbered clockwise from the bottom; camp c faces camp (c + 3) % 6.
 *
 * Two boards of the same cells:
 *   struct hexset    128 bits, bit = cell: sets of pegs, camps, neighbours.
 *   lattice words    A hop moves a peg by two cells along a line, so it never leaves its
 *                    LATTICE: one of the four classes of cells with equal coordinates mod 2,
 *                    at most 37 cells, one 64-bit word. In that word every hop along an axis
 *                    is the same shift, and the cell hopped over lies in another lattice at
 *                    a fixed rotation. A whole chain of hops is then a flood fill of a few
 *                    shifts, and a peg cannot meet its own start cell halfway.
 *
 * Geometry: x grows to the right, z downwards, x + y + z = 0 (cube coordinates). The bit of a
 * cell in its lattice word is 8 (x/2) + z/2 less a constant: for these stars injective and
 * below 64 (checked when the tables are built).
 */
#ifndef PLYSCOPE_GAMES_HEXGRID_H
#define PLYSCOPE_GAMES_HEXGRID_H

#include <stdbool.h>
#include <stdint.h>

#define HEX_CELLS    121
#define HEX_ROWS     17
#define HEX_CAMPS    6
#define HEX_DIRS     6 /* right, down right, down left, left, up left, up right */
#define HEX_AXES     3 /* right, down right, up right */
#define HEX_LATTICES 4
#define HEX_NONE     255
#define HEX_SIZE_MIN 2
#define HEX_SIZE_MAX 4
#define HEX_NAME     4 /* "m13" */

struct hexset {
	uint64_t w[2];
};

struct hexgrid {
	int size, cells, rows, columns;		  /* columns: half cells from the left */
	uint8_t row[HEX_CELLS], place[HEX_CELLS]; /* both from 0 */
	uint8_t column[HEX_CELLS];
	uint8_t first[HEX_ROWS + 1]; /* first cell of a row; first[rows] = cells */
	uint8_t step[HEX_CELLS][HEX_DIRS], hop[HEX_CELLS][HEX_DIRS]; /* or HEX_NONE */
	struct hexset near[HEX_CELLS];		/* cells one step away */
	uint8_t distance[HEX_CAMPS][HEX_CELLS]; /* steps on an empty board to the tip */
	/* Half cells off the line between the tips of camps a and a + 3. */
	uint8_t aside[HEX_AXES][HEX_CELLS];

	uint8_t lattice[HEX_CELLS], bit[HEX_CELLS];
	uint8_t cell_of[HEX_LATTICES][64];
	/* For a lattice and an axis: the cells from which a hop forwards exists on the board,
	 * the lattice of the cells hopped over, and how to rotate it into place. */
	uint64_t lines[HEX_LATTICES][HEX_AXES];
	uint8_t over[HEX_LATTICES][HEX_AXES], turn[HEX_LATTICES][HEX_AXES];
};

/* The star of a size from HEX_SIZE_MIN to HEX_SIZE_MAX. */
const struct hexgrid *hexgrid_star(int size);
/* Cells of the camp (the triangle of `side` rows at the tip). */
struct hexset hexgrid_camp(const struct hexgrid *h, int camp, int side);
/* "e5": row letter from the top, place from 1. */
void hexgrid_name(const struct hexgrid *h, int cell, char out[HEX_NAME]);
/* Reads a name at the start of text: the cell or HEX_NONE; *length its characters. */
int hexgrid_parse(const struct hexgrid *h, const char *text, int *length);

static inline bool
hexset_has(const struct hexset *s, int cell)
{
	return s->w[cell >> 6] >> (cell & 63) & 1;
}

static inline void
hexset_flip(struct hexset *s, int cell)
{
	s->w[cell >> 6] ^= UINT64_C(1) << (cell & 63);
}

static inline int
hexset_count(const struct hexset *s)
{
	return __builtin_popcountll(s->w[0]) + __builtin_popcountll(s->w[1]);
}

/* All of a is in b. */
static inline bool
hexset_within(const struct hexset *a, const struct hexset *b)
{
	return !(a->w[0] & ~b->w[0]) && !(a->w[1] & ~b->w[1]);
}

static inline bool
hexset_meet(const struct hexset *a, const struct hexset *b)
{
	return (a->w[0] & b->w[0]) || (a->w[1] & b->w[1]);
}

/* The shift of a hop along an axis in a lattice word. */
#define HEX_SHIFT_0 8
#define HEX_SHIFT_1 1
#define HEX_SHIFT_2 7

/* Cells of one lattice from which a hop forwards along each axis has a peg to pass over. */
struct hexlinks {
	uint64_t from[HEX_AXES];
};

static inline uint64_t
hexgrid_rotate(uint64_t x, unsigned turn)
{
	return x << (turn & 63) | x >> (-turn & 63);
}

static inline struct hexlinks
hexgrid_links(const struct hexgrid *h, const uint64_t *pegs, int lattice)
{
	struct hexlinks k;
	for (int a = 0; a < HEX_AXES; a++)
		k.from[a] =
			h->lines[lattice][a] &
			hexgrid_rotate(pegs[h->over[lattice][a]], h->turn[lattice][a]);
	return k;
}

/* Where one more hop leads from any cell of `at`, in both directions of all axes. */
static inline uint64_t
hexgrid_hop_once(const struct hexlinks *k, uint64_t at)
{
	uint64_t to = (at & k->from[0]) << HEX_SHIFT_0 | (at >> HEX_SHIFT_0 & k->from[0]);
	to |= (at & k->from[1]) << HEX_SHIFT_1 | (at >> HEX_SHIFT_1 & k->from[1]);
	to |= (at & k->from[2]) << HEX_SHIFT_2 | (at >> HEX_SHIFT_2 & k->from[2]);
	return to;
}

/* All cells that chains of hops reach from `start` (one bit) through cells that are not in
 * `pegs`; without the start itself. */
static inline uint64_t
hexgrid_hops(const struct hexlinks *k, uint64_t pegs, uint64_t start)
{
	/* Twice without asking: a wrong guess of the branch costs more than the shifts. */
	uint64_t edge = hexgrid_hop_once(k, start) & ~pegs, reached = edge;
	edge = hexgrid_hop_once(k, edge) & ~pegs & ~reached;
	while (edge) {
		reached |= edge;
		edge = hexgrid_hop_once(k, edge) & ~pegs & ~reached;
	}
	return reached;
}

/* Chains of hops of many pegs at once, a lane for each: as many hops as the longest chain has, and
 * one branch that may be guessed wrong instead of one for each peg. */
#define HEX_LANES 8
#define HEX_FAN	  (2 * HEX_LANES) /* pegs at once */

typedef uint64_t hex_lanes __attribute__((vector_size(8 * HEX_LANES)));

struct hexfan {
	union {
		hex_lanes lanes[2];
		uint64_t of[HEX_FAN];
	} start, empty, from[HEX_AXES], hops;
};

/* A peg (one bit, 0: no peg) in a lane, with the links and pegs of its lattice. */
static inline void
hexgrid_set_lane(struct hexfan *f, int lane, const struct hexlinks *k, uint64_t pegs,
		 uint64_t start)
{
	f->start.of[lane] = start;
	f->empty.of[lane] = ~pegs;
	for (int a = 0; a < HEX_AXES; a++)
		f->from[a].of[lane] = k->from[a];
}

/* One more hop from every lane of one half, to cells that are left, which it takes off. */
static inline void
hexgrid_hop_lanes(const struct hexfan *f, int half, hex_lanes *at, hex_lanes *left)
{
	const hex_lanes a = f->from[0].lanes[half], b = f->from[1].lanes[half],
			c = f->from[2].lanes[half];
	hex_lanes to = (*at & a) << HEX_SHIFT_0 | (*at >> HEX_SHIFT_0 & a);
	to |= (*at & b) << HEX_SHIFT_1 | (*at >> HEX_SHIFT_1 & b);
	to |= (*at & c) << HEX_SHIFT_2 | (*at >> HEX_SHIFT_2 & c);
	*at = to & *left;
	*left ^= *at;
}

/* All lanes in one word, by halves: lane after lane takes as long as a hop. */
static inline uint64_t
hexgrid_any(const hex_lanes *x)
{
	typedef uint64_t four __attribute__((vector_size(32)));
	typedef uint64_t two __attribute__((vector_size(16)));
	const four a = __builtin_shufflevector(*x, *x, 0, 1, 2, 3) |
		       __builtin_shufflevector(*x, *x, 4, 5, 6, 7);
	const two b =
		__builtin_shufflevector(a, a, 0, 1) | __builtin_shufflevector(a, a, 2, 3);
	return b[0] | b[1];
}

/* hexgrid_hops() of every lane. */
static inline void
hexgrid_fan_out(struct hexfan *f)
{
	hex_lanes at[2] = { f->start.lanes[0], f->start.lanes[1] }, any;
	hex_lanes left[2] = { f->empty.lanes[0], f->empty.lanes[1] };
	do {
		for (int half = 0; half < 2; half++) {
			hexgrid_hop_lanes(f, half, &at[half], &left[half]);
			hexgrid_hop_lanes(f, half, &at[half], &left[half]);
		}
		any = at[0] | at[1];
	} while (hexgrid_any(&any));
	for (int half = 0; half < 2; half++)
		f->hops.lanes[half] = f->empty.lanes[half] & ~left[half];
}

#endif
