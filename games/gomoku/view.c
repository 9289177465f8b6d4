/*
 * view.c - names, scoreboard, events and the scene of Gomoku.
 *
 * Seats are called by their colours; with opening=swap2, where colours are chosen, First and
 * Second.
 */
#include "games/gomoku/rules.h"

#include "src/core/scene.h"

#include <stdio.h>

static const char *const colour_names[] = { "Black", "White" };
static const char *const shapes[] = { "●", "○" }, *const letters[] = { "X", "O" };

/* ---- names ---------------------------------------------------------------------------- */

const char *
gomoku_seat_name(const struct game *g, int seat)
{
	static const char *const numbers[] = { "First", "Second" };
	return gomoku_variant(g)->swap2 ? numbers[seat] : colour_names[seat];
}

char
gomoku_seat_letter(const struct game *g, int seat)
{
	return gomoku_variant(g)->swap2 ? "FS"[seat] : "XO"[seat];
}

/* ---- what a person sees --------------------------------------------------------------- */

/* The task of the seat to move. */
static const char *
task(const struct game *g, const struct gomoku *s)
{
	static const char *const to_do[STAGES][2] = {
		[STAGE_PLAY] = { "to move", "to move" },
		[STAGE_PUT] = { "puts a black stone", "puts a white stone" },
		[STAGE_CHOOSE] = { "", "chooses: black, white or two more stones" },
		[STAGE_MORE] = { "puts a black stone", "puts a white stone" },
		[STAGE_PICK] = { "", "chooses: black or white" },
	};
	static const char *const coloured[] = { "(black) to move", "(white) to move" };
	return gomoku_variant(g)->swap2 && s->stage == STAGE_PLAY
		       ? coloured[s->turn]
		       : to_do[s->stage][s->turn];
}

static void
gomoku_headline(const struct game *g, const struct state *state, int viewer, char *out,
		int size)
{
	const struct gomoku *s = gomoku_state(state);
	if (s->end == END_FULL)
		snprintf(out, (size_t)size, "stone %d  a draw: the board is full",
			 s->stones);
	else
		snprintf(out, (size_t)size, "stone %d  %s %s",
			 s->stones + (s->end == END_NONE),
			 gomoku_seat_name(g, s->end ? s->winner : s->mover),
			 s->end ? "has won" : task(g, s));
}

static int
gomoku_figures(const struct game *g, const struct state *state, struct figure *out)
{
	const struct gomoku *s = gomoku_state(state);
	out[0] = (struct figure){ .name = "stones" };
	for (int seat = 0; seat < 2; seat++)
		out[0].per_seat[seat] = (s->stones + (colour_of(s, seat) == BLACK)) / 2;
	return 1;
}

static void
gomoku_event(const struct game *g, const struct state *from, int seat, move m,
	     const struct state *to, char *out, int size)
{
	const struct gomoku *s = gomoku_state(to);
	const char *name = gomoku_seat_name(g, seat);
	out[0] = '\0';
	if (s->end == END_FIVE)
		snprintf(out, (size_t)size, "%s has five in a row and wins", name);
	else if (s->end == END_FULL)
		snprintf(out, (size_t)size, "the board is full: a draw");
	else if (m == GOMOKU_PUT_TWO)
		snprintf(out, (size_t)size, "%s puts two more stones", name);
	else if (m >= GOMOKU_CELLS)
		snprintf(out, (size_t)size, "%s takes the %s stones", name,
			 m == GOMOKU_TAKE_BLACK ? "black" : "white");
	else if (s->four)
		snprintf(out, (size_t)size, "%s threatens five in a row", name);
}

/* ---- scene ---------------------------------------------------------------------------- */

#define MARGIN_X 3 /* row numbers */
#define WORDS_W	 8 /* the choices of colours, right of the board */

/* The points that boards mark: the centre, and those three or four lines from two edges; on
 * large boards also those between them. */
static bool
is_star(int side, int row, int column)
{
	const int edge = side < 13 ? 2 : 3, centre = side / 2;
	const bool odd = side % 2 == 1, middle = odd && row == centre && column == centre;
	const bool corner = (row == edge || row == side - 1 - edge) &&
			    (column == edge || column == side - 1 - edge);
	const bool between =
		side >= 17 && odd &&
		((row == centre && (column == edge || column == side - 1 - edge)) ||
		 (column == centre && (row == edge || row == side - 1 - edge)));
	return middle || corner || between;
}

/* The row of five that ended the game, underlined like the last move. */
static void
mark_five(const struct game *g, const struct state *state, struct scene *sc)
{
	const struct gomoku_variant *r = gomoku_variant(g);
	const struct gomoku *s = gomoku_state(state);
	if (s->end != END_FIVE)
		return;
	const int colour = colour_of(s, s->winner);
	for (int cell = 0; cell < r->cells; cell++)
		for (int d = 0; d < GOMOKU_DIRS && has_stone(r, s, colour, cell); d++)
			if (shape_at(r, s, d, cell, colour) == SHAPE_FIVE)
				sc->item[cell].flags |= SCENE_LAST;
}

static void
scene_stones(const struct game *g, const struct state *state, struct scene *sc)
{
	static const enum role roles[] = { ROLE_STONE_BLACK, ROLE_STONE_WHITE };
	const struct gomoku *s = gomoku_state(state);
	const int side = gomoku_side(g);
	for (int cell = 0; cell < side * side; cell++) {
		struct scene_item *it = &sc->item[cell];
		const int colour = gomoku_at(g, state, cell);
		if (colour != SEAT_NONE) {
			scene_put(it, seat_of(s, colour), shapes[colour],
				  letters[colour]);
			it->role = (uint8_t)roles[colour];
		} else if (is_star(side, cell / side, cell % side)) {
			snprintf(it->glyph, sizeof it->glyph, "+");
			snprintf(it->ascii, sizeof it->ascii, "+");
		}
		if (cell == s->last)
			it->flags |= SCENE_LAST;
	}
	mark_five(g, state, sc);
}

/* Where colours are chosen each choice is a cell more. */
static void
scene_choices(const struct gomoku *s, struct scene *sc)
{
	const int n = s->stage == STAGE_CHOOSE ? 3 : s->stage == STAGE_PICK ? 2 : 0;
	for (int k = 0; k < n; k++) {
		struct scene_item *it =
			scene_add_cell(sc, sc->width + 1, 2 * k, gomoku_choices[k]);
		snprintf(it->glyph, sizeof it->glyph, "%s", gomoku_choices[k]);
		snprintf(it->ascii, sizeof it->ascii, "%s", gomoku_choices[k]);
		it->role = ROLE_STRONG;
		it->flags = SCENE_CHOOSABLE;
		it->m = GOMOKU_TAKE_BLACK + (move)k;
	}
	sc->width += n > 0 ? WORDS_W : 0;
}

static void
gomoku_scene(const struct game *g, const struct state *state, int viewer,
	     struct scene *sc)
{
	const struct gomoku *s = gomoku_state(state);
	const int side = gomoku_side(g);
	sc->width = MARGIN_X + 2 * side;
	sc->height = side + 1;
	sc->surface = (struct surface){ SURFACE_LINES, ROLE_WOOD, ROLE_WOOD };
	scene_add_grid(sc, MARGIN_X, 0, side, side);
	scene_stones(g, state, sc);
	if (!s->end)
		scene_choices(s, sc);
	scene_add_edges(sc, MARGIN_X, 0, side, side);
}

static int
gomoku_path(const struct game *g, const struct state *state, int seat, move m, int way,
	    int16_t *cell)
{
	(void)state, (void)seat;
	cell[0] = (int16_t)(m < GOMOKU_CELLS
				    ? m
				    : gomoku_variant(g)->cells + m - GOMOKU_TAKE_BLACK);
	return way == 0;
}

const struct game_view gomoku_view = {
	.headline = gomoku_headline,
	.figures = gomoku_figures,
	.event = gomoku_event,
	.scene = gomoku_scene,
	.path = gomoku_path,
};
