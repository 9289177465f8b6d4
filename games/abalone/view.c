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
	(void)g;
	return abalone_styles[seat].name;
}

char
abalone_seat_letter(const struct game *g, int seat)
{
	(void)g;
	return abalone_styles[seat].letter;
}

/* ---- what a person sees --------------------------------------------------------------- */

static void
headline(const struct game *g, const struct state *state, int viewer, char *out, int size)
{
	(void)viewer;
	const struct abalone *s = abalone_state(state);
	ranked_headline(g, s->ply, s->end, s->end == RANKED_WON ? s->winner : s->mover,
			out, size);
}

static int
figures(const struct game *g, const struct state *state, struct figure *out)
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
event(const struct game *g, const struct state *from, int seat, move m,
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
		snprintf(out, (size_t)size,
			 "the position is there a third time; ahead: %s", leaders);
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
cell_x(int cell)
{
	return MARGIN_X + 2 * abalone_column(cell) - abalone_row(cell);
}

static int
cell_y(int cell)
{
	return ABALONE_ROWS - 1 - abalone_row(cell);
}

/* Marbles and empty cells: item k is cell k. */
static void
scene_cells(const struct game *g, const struct state *state, struct scene *sc)
{
	const struct abalone *s = abalone_state(state);
	for (int cell = 0; cell < ABALONE_CELLS; cell++) {
		int seat = abalone_at(g, state, cell);
		bool left = s->vacated >> cell & 1;
		char letter[2] = { '.', '\0' };
		if (seat != SEAT_NONE)
			letter[0] = abalone_styles[seat].letter;
		struct scene_item *it =
			scene_add(sc, cell_x(cell), cell_y(cell),
				  seat != SEAT_NONE ? (enum role)(ROLE_SEAT_0 + seat)
				  : left	    ? ROLE_LAST_MOVE
						    : ROLE_DIM,
				  seat != SEAT_NONE ? abalone_styles[seat].shape
				  : left	    ? "∘"
						    : "·",
				  left && seat == SEAT_NONE ? "+" : letter);
		it->cell = (int16_t)cell;
		it->seat = (int8_t)seat;
	}
}

/* Marbles that can move become origins; every move adds a goal without a glyph where its
 * leading marble goes. */
static void
scene_choices(const struct game *g, const struct state *state, struct scene *sc)
{
	move list[MOVES_MAX];
	int seat = abalone_state(state)->mover;
	int n = abalone_list_moves(g, state, seat, list);
	if (list[0] == ABALONE_PASS) {
		ranked_scene_pass(sc, ABALONE_ROWS, seat, ABALONE_PASS);
		return;
	}
	for (int i = 0; i < n && sc->count < SCENE_ITEMS; i++) {
		struct abalone_move d = abalone_describe(g, state, seat, list[i]);
		struct scene_item *it = scene_add(sc, cell_x(d.target), cell_y(d.target),
						  ROLE_TARGET, "", "");
		it->cell = (int16_t)d.target;
		it->flags = SCENE_GOAL;
		it->m = list[i];
		for (int k = 0; k < d.count; k++)
			sc->item[d.cells[k]].flags = SCENE_CHOOSABLE | SCENE_ORIGIN;
	}
}

static void
abalone_scene(const struct game *g, const struct state *state, int viewer,
	      struct scene *sc)
{
	(void)viewer;
	memset(sc, 0, sizeof *sc);
	sc->width = MARGIN_X + 16;
	sc->height = ABALONE_ROWS + 1;
	scene_cells(g, state, sc); /* first: item k is cell k */
	for (int row = 0; row < ABALONE_ROWS; row++) {
		int first = abalone_cell_at(row, abalone_row_first(row));
		char letter[2] = { (char)('A' + row), '\0' };
		scene_add(sc, cell_x(first) - 2, cell_y(first), ROLE_DIM, letter, NULL);
		if (row < 5) {
			char number[2] = { (char)('5' + row), '\0' };
			int last =
				abalone_cell_at(row, abalone_row_first(row) +
							     abalone_row_width(row) - 1);
			scene_add(sc, cell_x(last) + 1, cell_y(last) + 1, ROLE_DIM,
				  number, NULL);
		}
	}
	for (int column = 1; column < 5; column++) {
		int cell = abalone_cell_at(0, column);
		char number[2] = { (char)('0' + column), '\0' };
		scene_add(sc, cell_x(cell) + 1, cell_y(cell) + 1, ROLE_DIM, number, NULL);
	}
	if (!abalone_state(state)->end)
		scene_choices(g, state, sc);
}

const struct game_view abalone_view = {
	.headline = headline,
	.figures = figures,
	.event = event,
	.scene = abalone_scene,
};
