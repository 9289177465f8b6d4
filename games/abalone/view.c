/*
 * view.c - names, scoreboard, events and the generic scene of Abalone.
 */
#include "games/abalone/rules.h"

#include "src/core/scene.h"

#include <stdio.h>
#include <string.h>

/* ---- names ---------------------------------------------------------------------------- */

const struct ranked_style abalone_styles[ABALONE_SEATS] = {
	{ "Black", "●", 'B' },
	{ "White", "○", 'W' },
	{ "Gold", "◆", 'G' },
};

const char *
abalone_seat_name(const struct game *g, int seat)
{
	return abalone_styles[seat].name;
}

char
abalone_seat_letter(const struct game *g, int seat)
{
	return abalone_styles[seat].letter;
}

/* ---- what a person sees --------------------------------------------------------------- */

static void
abalone_headline(const struct game *g, const struct state *state, int viewer, char *out,
		 int size)
{
	const struct abalone *s = abalone_state(state);
	ranked_headline(g, s->ply, s->end, s->end == RANKED_WON ? s->winner : s->mover,
			out, size);
}

static int
abalone_figures(const struct game *g, const struct state *state, struct figure *out)
{
	const struct abalone *s = abalone_state(state);
	out[0] = (struct figure){ .name = "pushed off" };
	out[1] = (struct figure){ .name = "marbles" };
	for (int seat = 0; seat < g->seats; seat++) {
		out[0].per_seat[seat] = s->ejected[seat];
		out[1].per_seat[seat] = __builtin_popcountll(s->marbles[seat]);
	}
	return 2;
}

/* Whose marble went missing between two states. */
static int
loser(const struct game *g, const struct abalone *a, const struct abalone *b)
{
	for (int i = 0; i < g->seats; i++)
		if (__builtin_popcountll(a->marbles[i]) >
		    __builtin_popcountll(b->marbles[i]))
			return i;
	return SEAT_NONE;
}

static void
abalone_event(const struct game *g, const struct state *from, int seat, move m,
	      const struct state *to, char *out, int size)
{
	const struct abalone *a = abalone_state(from), *b = abalone_state(to);
	const char *name = abalone_seat_name(g, seat);
	int whose = loser(g, a, b);
	char leaders[40];
	int32_t rank[SEATS_MAX];
	abalone_ranks(g, b, rank);
	ranked_leaders(g, rank, leaders, sizeof leaders);
	out[0] = '\0';
	if (b->end == RANKED_WON)
		snprintf(out, (size_t)size, "%s pushes off marble %d and wins", name,
			 b->ejected[seat]);
	else if (b->end == RANKED_LENGTH)
		snprintf(out, (size_t)size, "the turn limit is reached; ahead: %s",
			 leaders);
	else if (b->end == RANKED_REPETITION)
		snprintf(out, (size_t)size, "the third repetition; ahead: %s", leaders);
	else if (m == ABALONE_PASS)
		snprintf(out, (size_t)size, "%s has no move and passes", name);
	else if (whose != SEAT_NONE)
		snprintf(out, (size_t)size, "%s pushes a marble of %s off: %d of %d",
			 name, abalone_seat_name(g, whose), b->ejected[seat],
			 abalone_goal(g));
}

/* ---- scene ---------------------------------------------------------------------------- */

#define MARGIN_X 6 /* row letters, and half a cell for each row below the widest */

static int
abalone_cell_x(int cell)
{
	return MARGIN_X + 2 * abalone_column(cell) - abalone_row(cell);
}

static int
abalone_cell_y(int cell)
{
	return ABALONE_ROWS - 1 - abalone_row(cell);
}

static void
abalone_scene_cells(const struct game *g, const struct state *state, struct scene *sc)
{
	const struct abalone *s = abalone_state(state);
	for (int cell = 0; cell < ABALONE_CELLS; cell++) {
		const int seat = abalone_at(g, state, cell);
		char name[ABALONE_NAME];
		abalone_name(cell, name);
		struct scene_item *it = scene_add_cell(sc, abalone_cell_x(cell),
						       abalone_cell_y(cell), name);
		if (seat != SEAT_NONE) {
			const char letter[2] = { abalone_styles[seat].letter, '\0' };
			scene_put(it, seat, abalone_styles[seat].shape, letter);
		} else if (s->vacated >> cell & 1) {
			it->role = ROLE_LAST_MOVE;
			it->glyph[0] = it->ascii[0] = '+';
			it->glyph[1] = '\0';
		}
		if (s->entered >> cell & 1)
			it->flags = SCENE_LAST;
	}
}

/* Letters left of the rows; numbers one line and half a cell below the lowest cell of each
 * column. */
static void
abalone_scene_labels(struct scene *sc)
{
	for (int row = 0; row < ABALONE_ROWS; row++) {
		const int first = abalone_cell_at(row, abalone_row_first(row));
		const char letter[2] = { (char)('A' + row), '\0' };
		scene_add(sc, abalone_cell_x(first), abalone_cell_y(first), ROLE_DIM,
			  letter, NULL)
			->beside_x = -3;
	}
	for (int column = 1; column <= ABALONE_ROWS; column++) {
		const int cell = abalone_cell_at(column > 5 ? column - 5 : 0, column);
		const char number[2] = { (char)('0' + column), '\0' };
		struct scene_item *it =
			scene_add(sc, abalone_cell_x(cell), abalone_cell_y(cell),
				  ROLE_DIM, number, NULL);
		it->beside_x = it->beside_y = 1;
	}
}

static void
abalone_scene(const struct game *g, const struct state *state, int viewer,
	      struct scene *sc)
{
	const struct abalone *s = abalone_state(state);
	move list[MOVES_MAX];
	scene_clear(sc);
	sc->width = MARGIN_X + 16;
	sc->height = ABALONE_ROWS + 1;
	sc->surface = (struct surface){ SURFACE_HOLES, ROLE_WOOD, ROLE_WOOD };
	abalone_scene_cells(g, state, sc);
	if (!s->end && abalone_list_moves(g, state, s->mover, list) == 1 &&
	    list[0] == ABALONE_PASS)
		ranked_scene_pass(sc, sc->width - 1, s->mover, ABALONE_PASS);
	abalone_scene_labels(sc);
}

/* ---- choosing ------------------------------------------------------------------------- */

/* The orders in which so many marbles may be taken up. Of three their ends are enough; the
 * rear one stands for any number in line. */
static const struct order {
	int8_t marbles, count, place[3];
} orders[] = {
	{ 0, 1, { 0 } },       { 2, 2, { 0, 1 } },    { 2, 2, { 1, 0 } },
	{ 3, 3, { 0, 1, 2 } }, { 3, 3, { 1, 0, 2 } }, { 3, 3, { 1, 2, 0 } },
	{ 3, 3, { 2, 1, 0 } }, { 3, 2, { 0, 2 } },    { 3, 2, { 2, 0 } },
};

/* The marbles and the cell that the foremost of them enters. No cell ever ends two moves of
 * the same marbles: six directions lead to six cells. */
static int
abalone_path(const struct game *g, const struct state *s, int seat, move m, int way,
	     int16_t *cell)
{
	if (m == ABALONE_PASS) {
		cell[0] = ABALONE_CELLS;
		return way == 0;
	}
	const struct abalone_move d = abalone_describe(g, s, seat, m);
	for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
		const struct order *o = &orders[i];
		if (o->marbles == 0 ? !d.in_line : o->marbles != d.count)
			continue;
		if (way-- > 0)
			continue;
		for (int k = 0; k < o->count; k++)
			cell[k] = d.cells[o->place[k]];
		cell[o->count] = (int16_t)d.target;
		return o->count + 1;
	}
	return 0;
}

const struct game_view abalone_view = {
	.headline = abalone_headline,
	.figures = abalone_figures,
	.event = abalone_event,
	.scene = abalone_scene,
	.path = abalone_path,
};
