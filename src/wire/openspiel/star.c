/*
 * star.c - Chinese Checkers as OpenSpiel numbers its cells: from 0 at the top left. Ours are turned by
 * half a turn, for its first player begins at the top.
 */
#include "src/wire/openspiel/private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CELLS	   121
#define STAR_ROWS  17
#define DIRECTIONS 6
#define CHAIN_ENDS (CELLS * DIRECTIONS)

static const int star_row[STAR_ROWS] = { 1,  2,	 3,  4,	 13, 12, 11, 10, 9,
					 10, 11, 12, 13, 4,  3,	 2,  1 };
static const int step[DIRECTIONS][2] = { { -1, -1 }, { -1, 1 }, { 0, -2 },
					 { 0, 2 },   { 1, -1 }, { 1, 1 } };

/* The cell some steps away in a direction, -1: none. Columns are counted twice: a row of n cells
 * begins at 13 - n. */
static int
star_cell(int cell, int direction, int steps)
{
	int row = 0, first = 0;
	while (cell >= first + star_row[row])
		first += star_row[row++];
	int column = 13 - star_row[row] + 2 * (cell - first);
	row += steps * step[direction][0];
	column += steps * step[direction][1];
	if (row < 0 || row >= STAR_ROWS)
		return -1;
	const int place = column - (13 - star_row[row]);
	if (place < 0 || place >= 2 * star_row[row])
		return -1;
	first = 0;
	for (int i = 0; i < row; i++)
		first += star_row[i];
	return first + place / 2;
}

/* "e5" as their cell. */
static int
star_read(const char *text, char **end)
{
	int first = 0;
	for (int i = 0; i < text[0] - 'a'; i++)
		first += star_row[i];
	return CELLS - first - (int)strtol(text + 1, end, 10);
}

static void
star_write(int cell, char *out, size_t size)
{
	int row = 0, place = CELLS - 1 - cell;
	while (place >= star_row[row])
		place -= star_row[row++];
	snprintf(out, size, "%c%d", 'a' + row, place + 1);
}

/* Which of their cells have a peg. */
static void
star_pegs(const struct game *g, const struct state *s, bool peg[static CELLS])
{
	char text[POSITION_TEXT];
	int cell = CELLS - 1;
	g->text->format_position(g, s, text, sizeof text);
	memset(peg, 0, CELLS * sizeof *peg);
	for (char *p = text; *p != ' ' && *p != '\0' && cell >= 0;) {
		if (*p >= '0' && *p <= '9')
			cell -= (int)strtol(p, &p, 10);
		else if (*p++ != '/')
			peg[cell--] = true;
	}
}

/* Whether a peg may hop from a cell in a direction. */
static int
star_hop(const bool peg[static CELLS], int cell, int direction)
{
	const int over = star_cell(cell, direction, 1),
		  to = star_cell(cell, direction, 2);
	return over >= 0 && peg[over] && to >= 0 && !peg[to] ? to : -1;
}

/* Whether a chain may go on, to a cell where it has not been. */
static bool
star_goes_on(const bool peg[static CELLS], const bool been[static CELLS], int cell)
{
	for (int d = 0; d < DIRECTIONS; d++) {
		const int to = star_hop(peg, cell, d);
		if (to >= 0 && !been[to])
			return true;
	}
	return false;
}

/* The shortest chain of hops, breadth first. */
static int
star_chain(bool peg[static CELLS], int from, int to, int *out)
{
	int queue[CELLS], by[CELLS], back[CELLS], n = 0;
	bool seen[CELLS] = { false };
	queue[n++] = from;
	seen[from] = true;
	peg[from] = false; /* it is on its way */
	for (int i = 0; i < n && !seen[to]; i++)
		for (int d = 0; d < DIRECTIONS; d++) {
			const int next = star_hop(peg, queue[i], d);
			if (next < 0 || seen[next])
				continue;
			seen[next] = true;
			by[next] = d;
			back[next] = queue[i];
			queue[n++] = next;
		}
	if (!seen[to])
		return 0;
	bool been[CELLS] = { false };
	int length = 0;
	been[from] = true;
	for (int c = to; c != from; c = back[c]) {
		been[c] = true;
		length++;
	}
	if (length >= OPENSPIEL_MOST)
		return 0;
	for (int c = to, i = length; c != from; c = back[c])
		out[--i] = back[c] * DIRECTIONS + by[c];
	if (star_goes_on(peg, been, to))
		out[length++] = CHAIN_ENDS;
	return length;
}

int
openspiel_act_star(const struct game *g, const struct state *s, int seat,
		   const char *text, int *out)
{
	bool peg[CELLS];
	char *end;
	(void)seat;
	if (strchr(text, '-') == NULL) {
		out[0] = CHAIN_ENDS;
		return 1;
	}
	const int from = star_read(text, &end), to = star_read(end + 1, &end);
	star_pegs(g, s, peg);
	for (int d = 0; d < DIRECTIONS; d++)
		if (star_cell(from, d, 1) == to) {
			out[0] = from * DIRECTIONS + d;
			return 1;
		}
	return star_chain(peg, from, to, out);
}

bool
openspiel_read_star(struct reading *r, const struct state *s, char out[static MOVE_TEXT])
{
	bool peg[CELLS], been[CELLS] = { false };
	char from[16], to[16];
	star_pegs(r->g, s, peg);
	int action = openspiel_next(r, CHAIN_ENDS + 1);
	if (action < 0)
		return false;
	if (action == CHAIN_ENDS) {
		snprintf(out, MOVE_TEXT, "pass");
		return true;
	}
	const int begin = action / DIRECTIONS;
	int cell = star_cell(begin, action % DIRECTIONS, 1);
	if (cell < 0 || !peg[begin])
		return false;
	if (peg[cell]) {
		cell = begin;
		peg[begin] = false;
		been[begin] = true;
		do {
			cell = action / DIRECTIONS == cell
				       ? star_hop(peg, cell, action % DIRECTIONS)
				       : -1;
			if (cell < 0)
				return false;
			been[cell] = true;
			if (!star_goes_on(peg, been, cell))
				break;
			action = openspiel_next(r, CHAIN_ENDS + 1);
			if (action < 0)
				return false;
		} while (action != CHAIN_ENDS);
	}
	star_write(begin, from, sizeof from);
	star_write(cell, to, sizeof to);
	snprintf(out, MOVE_TEXT, "%s-%s", from, to);
	return true;
}
