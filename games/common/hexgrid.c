/*
 * hexgrid.c - builds the tables of hexgrid.h, once, when the first star is asked for.
 *
 * The tables are the same in every run and never change afterwards; games keep the pointer,
 * so that nothing hot ever asks whether they are built yet.
 */
#include "games/common/hexgrid.h"

#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct hexgrid stars[HEX_SIZE_MAX - HEX_SIZE_MIN + 1];
static pthread_once_t built = PTHREAD_ONCE_INIT;

static const int8_t dir_x[HEX_DIRS] = { 1, 0, -1, -1, 0, 1 };
static const int8_t dir_z[HEX_DIRS] = { 0, 1, 1, 0, -1, -1 };
static const int axis_dir[HEX_AXES] = { 0, 1, 5 };

/* Coordinates while the tables are built. */
struct point {
	int x, z;
};

/* The star is the union of two large triangles. */
static bool
hexgrid_inside(int n, struct point p)
{
	int y = -p.x - p.z;
	bool up = p.x >= -n && y >= -n && p.z >= -n;
	bool down = p.x <= n && y <= n && p.z <= n;
	return up || down;
}

static struct point
moved(struct point p, int dir, int times)
{
	return (struct point){ p.x + dir_x[dir] * times, p.z + dir_z[dir] * times };
}

static int
hexgrid_find(const struct point *at, int cells, struct point p)
{
	for (int c = 0; c < cells; c++)
		if (at[c].x == p.x && at[c].z == p.z)
			return c;
	return HEX_NONE;
}

static int
cube_distance(struct point a, struct point b)
{
	int x = abs(a.x - b.x), z = abs(a.z - b.z), y = abs(a.x + a.z - b.x - b.z);
	return (x + y + z) / 2;
}

/* Fills rows, places and columns; at[] gets the coordinates of each cell. */
static void
hexgrid_number_cells(struct hexgrid *h, struct point *at)
{
	int n = h->size, cell = 0;
	for (int row = 0; row < h->rows; row++) {
		int place = 0;
		h->first[row] = (uint8_t)cell;
		for (int x = -2 * n; x <= 2 * n; x++) {
			struct point p = { x, row - 2 * n };
			if (!hexgrid_inside(n, p))
				continue;
			at[cell] = p;
			h->row[cell] = (uint8_t)row;
			h->place[cell] = (uint8_t)place++;
			h->column[cell] = (uint8_t)(2 * p.x + p.z + 3 * n);
			cell++;
		}
	}
	h->first[h->rows] = (uint8_t)cell;
	h->cells = cell;
}

static void
join_cells(struct hexgrid *h, const struct point *at)
{
	for (int c = 0; c < h->cells; c++)
		for (int d = 0; d < HEX_DIRS; d++) {
			int step = hexgrid_find(at, h->cells, moved(at[c], d, 1));
			h->step[c][d] = (uint8_t)step;
			h->hop[c][d] = HEX_NONE;
			if (step == HEX_NONE)
				continue;
			h->hop[c][d] =
				(uint8_t)hexgrid_find(at, h->cells, moved(at[c], d, 2));
			hexset_flip(&h->near[c], step);
		}
}

/* Tips clockwise from the bottom: the corners of the star. */
static void
measure_camps(struct hexgrid *h, const struct point *at)
{
	static const int8_t tip_x[HEX_CAMPS] = { -1, -2, -1, 1, 2, 1 };
	static const int8_t tip_z[HEX_CAMPS] = { 2, 1, -1, -2, -1, 1 };
	for (int camp = 0; camp < HEX_CAMPS; camp++) {
		struct point tip = { tip_x[camp] * h->size, tip_z[camp] * h->size };
		for (int c = 0; c < h->cells; c++)
			h->distance[camp][c] = (uint8_t)cube_distance(at[c], tip);
	}
	for (int c = 0; c < h->cells; c++) {
		int x = at[c].x, z = at[c].z, y = -x - z;
		h->aside[0][c] = (uint8_t)abs(x - y);
		h->aside[1][c] = (uint8_t)abs(y - z);
		h->aside[2][c] = (uint8_t)abs(x - z);
	}
}

static int
lattice_of(struct point p)
{
	return (p.x & 1) << 1 | (p.z & 1);
}

/* Floor division by two, so that neighbours of a lattice differ by one. */
static int
lattice_place(struct point p)
{
	return 8 * ((p.x - (p.x & 1)) / 2) + (p.z - (p.z & 1)) / 2;
}

static void
lay_lattices(struct hexgrid *h, const struct point *at)
{
	int low[HEX_LATTICES] = { 0 };
	for (int c = 0; c < h->cells; c++) {
		int l = lattice_of(at[c]), place = lattice_place(at[c]);
		if (place < low[l])
			low[l] = place;
	}
	memset(h->cell_of, HEX_NONE, sizeof h->cell_of);
	for (int c = 0; c < h->cells; c++) {
		int l = lattice_of(at[c]), bit = lattice_place(at[c]) - low[l];
		assert(bit >= 0 && bit < 64 && h->cell_of[l][bit] == HEX_NONE);
		h->lattice[c] = (uint8_t)l;
		h->bit[c] = (uint8_t)bit;
		h->cell_of[l][bit] = (uint8_t)c;
	}
}

static void
lay_lines(struct hexgrid *h)
{
	for (int c = 0; c < h->cells; c++)
		for (int a = 0; a < HEX_AXES; a++) {
			int over = h->step[c][axis_dir[a]], l = h->lattice[c];
			if (h->hop[c][axis_dir[a]] == HEX_NONE)
				continue;
			h->lines[l][a] |= UINT64_C(1) << h->bit[c];
			h->over[l][a] = h->lattice[over];
			h->turn[l][a] = (uint8_t)((h->bit[c] - h->bit[over]) & 63);
		}
}

static void
hexgrid_build(void)
{
	for (int n = HEX_SIZE_MIN; n <= HEX_SIZE_MAX; n++) {
		struct hexgrid *h = &stars[n - HEX_SIZE_MIN];
		struct point at[HEX_CELLS];
		h->size = n;
		h->rows = 4 * n + 1;
		h->columns = 6 * n + 1;
		hexgrid_number_cells(h, at);
		join_cells(h, at);
		measure_camps(h, at);
		lay_lattices(h, at);
		lay_lines(h);
	}
}

const struct hexgrid *
hexgrid_star(int size)
{
	assert(size >= HEX_SIZE_MIN && size <= HEX_SIZE_MAX);
	pthread_once(&built, hexgrid_build);
	return &stars[size - HEX_SIZE_MIN];
}

/* The cell in a row (from 0) at a place (from 0), or HEX_NONE. */
static int
hexgrid_cell(const struct hexgrid *h, int row, int place)
{
	if (row < 0 || row >= h->rows || place < 0)
		return HEX_NONE;
	int cell = h->first[row] + place;
	return cell < h->first[row + 1] ? cell : HEX_NONE;
}

struct hexset
hexgrid_camp(const struct hexgrid *h, int camp, int side)
{
	struct hexset s = { { 0, 0 } };
	for (int c = 0; c < h->cells; c++)
		if (h->distance[camp][c] < side)
			hexset_flip(&s, c);
	return s;
}

void
hexgrid_name(const struct hexgrid *h, int cell, char out[HEX_NAME])
{
	int place = h->place[cell] + 1;
	*out++ = (char)('a' + h->row[cell]);
	if (place > 9)
		*out++ = (char)('0' + place / 10);
	*out++ = (char)('0' + place % 10);
	*out = '\0';
}

int
hexgrid_parse(const struct hexgrid *h, const char *text, int *length)
{
	int row = (text[0] | 32) - 'a', place = 0, at = 1;
	for (; text[at] >= '0' && text[at] <= '9' && at < 3; at++)
		place = place * 10 + (text[at] - '0');
	*length = at;
	if (at == 1 || (text[0] | 32) < 'a' || (text[0] | 32) > 'z')
		return HEX_NONE;
	return hexgrid_cell(h, row, place - 1);
}
