/*
 * view.c - names, scoreboard, events, ways of moves, and the generic scene of
 * Chinese Checkers.
 */
#include "games/chinese_checkers/rules.h"

#include "src/core/scene.h"

#include <stdio.h>
#include <string.h>

/* ---- names ---------------------------------------------------------------------------- */

const struct ranked_style cc_styles[SEATS_MAX] = {
	{ "Red", "●", 'R' },	{ "Blue", "▲", 'B' },	{ "Green", "■", 'G' },
	{ "Yellow", "◆", 'Y' }, { "Violet", "★", 'V' }, { "Orange", "▼", 'O' },
};

const char *
cc_seat_name(const struct game *g, int seat)
{
	return cc_styles[seat].name;
}

char
cc_seat_letter(const struct game *g, int seat)
{
	return cc_styles[seat].letter;
}

/* ---- what a person sees --------------------------------------------------------------- */

static void
star_headline(const struct game *g, const struct state *state, int viewer, char *out,
	      int size)
{
	const struct chinese_checkers *s = chinese_checkers_state(state);
	ranked_headline(g, s->ply, s->end, s->end == RANKED_WON ? s->winner : s->mover,
			out, size);
}

static int
pegs_home(const struct cc_variant *r, const struct chinese_checkers *s, int seat)
{
	struct hexset in = s->pegs[seat];
	in.w[0] &= r->terrain->target[seat].w[0];
	in.w[1] &= r->terrain->target[seat].w[1];
	return hexset_count(&in);
}

static int
star_figures(const struct game *g, const struct state *state, struct figure *out)
{
	const struct chinese_checkers *s = chinese_checkers_state(state);
	out[0] = (struct figure){ .name = "home" };
	out[1] = (struct figure){ .name = "steps", .lower_is_better = true };
	for (int seat = 0; seat < g->seats; seat++) {
		out[0].per_seat[seat] = pegs_home(cc_variant(g), s, seat);
		out[1].per_seat[seat] = s->steps[seat];
	}
	return 2;
}

static void
star_event(const struct game *g, const struct state *from, int seat, move m,
	   const struct state *to, char *out, int size)
{
	const struct cc_variant *r = cc_variant(g);
	const struct chinese_checkers *a = chinese_checkers_state(from);
	const struct chinese_checkers *b = chinese_checkers_state(to);
	const char *name = cc_seat_name(g, seat);
	char leaders[80];
	int32_t rank[SEATS_MAX];
	cc_ranks(g, b, rank);
	ranked_leaders(g, rank, leaders, sizeof leaders);
	int home = pegs_home(r, b, seat);
	out[0] = '\0';
	if (b->end == RANKED_WON && b->winner == seat)
		snprintf(out, (size_t)size, "%s fills its camp and wins", name);
	else if (b->end == RANKED_WON)
		snprintf(out, (size_t)size, "%s fills the camp of %s, which wins", name,
			 cc_seat_name(g, b->winner));
	else if (b->end == RANKED_LENGTH)
		snprintf(out, (size_t)size, "the turn limit is reached; nearest home: %s",
			 leaders);
	else if (b->end == RANKED_REPETITION)
		snprintf(out, (size_t)size, "third repetition; nearest home: %s",
			 leaders);
	else if (m == CC_PASS)
		snprintf(out, (size_t)size, "%s has no move and passes", name);
	else if (home > pegs_home(r, a, seat))
		snprintf(out, (size_t)size, "%s has %d of %d pegs home", name, home,
			 r->terrain->pegs);
}

/* ---- ways of moves -------------------------------------------------------------------- */

/* Breadth first over hops; `all` are the cells that hold a peg before the move. The peg never
 * meets its own start as a peg to hop over: that cell is of the lattice it stays in. */
static int
find_path(const struct hexgrid *h, const struct hexset *all, int from, int to,
	  uint8_t *cells)
{
	uint8_t parent[HEX_CELLS], queue[HEX_CELLS];
	int head = 0, tail = 0;
	if (from >= h->cells || to >= h->cells || from == to || hexset_has(all, to))
		return 0;
	cells[0] = (uint8_t)from;
	cells[1] = (uint8_t)to;
	if (hexset_has(&h->near[from], to))
		return 2;
	memset(parent, HEX_NONE, sizeof parent);
	parent[from] = (uint8_t)from;
	queue[tail++] = (uint8_t)from;
	while (head < tail && parent[to] == HEX_NONE) {
		int at = queue[head++];
		for (int d = 0; d < HEX_DIRS; d++) {
			int over = h->step[at][d], land = h->hop[at][d];
			if (land == HEX_NONE || !hexset_has(all, over) ||
			    hexset_has(all, land) || parent[land] != HEX_NONE)
				continue;
			parent[land] = (uint8_t)at;
			queue[tail++] = (uint8_t)land;
		}
	}
	if (parent[to] == HEX_NONE)
		return 0;
	int length = 1;
	for (int at = to; at != from; at = parent[at])
		length++;
	for (int at = to, k = length - 1; k >= 0; k--, at = parent[at])
		cells[k] = (uint8_t)at;
	return length;
}

int
chinese_checkers_path(const struct game *g, const struct state *state, move m,
		      uint8_t *cells)
{
	if (m == CC_PASS || m == MOVE_NONE)
		return 0;
	return find_path(cc_variant(g)->grid, &chinese_checkers_state(state)->all,
			 chinese_checkers_from(m), chinese_checkers_to(m), cells);
}

int
chinese_checkers_last_path(const struct game *g, const struct state *state,
			   uint8_t *cells)
{
	const struct chinese_checkers *s = chinese_checkers_state(state);
	if (s->last_seat == SEAT_NONE)
		return 0;
	struct hexset before = s->all;
	hexset_flip(&before, s->last_from);
	hexset_flip(&before, s->last_to);
	return find_path(cc_variant(g)->grid, &before, s->last_from, s->last_to, cells);
}

/* ---- scene ---------------------------------------------------------------------------- */

#define MARGIN_X 3 /* names beside the rows */

/* Cells with pegs; empty ones take the colour of the seat they are the target of. */
static void
star_scene_cells(const struct game *g, const struct state *state, struct scene *sc)
{
	const struct cc_variant *r = cc_variant(g);
	const struct hexgrid *h = r->grid;
	for (int cell = 0; cell < h->cells; cell++) {
		const int seat = chinese_checkers_at(g, state, cell);
		const int owner = r->terrain->at[0][cell].owner;
		char name[HEX_NAME];
		hexgrid_name(h, cell, name);
		struct scene_item *it = scene_add_cell(sc, MARGIN_X + h->column[cell],
						       h->row[cell], name);
		if (seat != SEAT_NONE) {
			const char letter[2] = { cc_styles[seat].letter, '\0' };
			scene_put(it, seat, cc_styles[seat].shape, letter);
		} else if (owner != SEAT_NONE) {
			it->role = (uint8_t)(ROLE_SEAT_0 + owner);
		}
	}
}

/* The names of the first and the last cell beside each row: its cells are counted between them. */
static void
scene_rows(const struct hexgrid *h, struct scene *sc)
{
	for (int row = 0; row < h->rows; row++) {
		const int first = h->first[row], last = h->first[row + 1] - 1;
		scene_add(sc, MARGIN_X + h->column[first], row, ROLE_DIM,
			  sc->item[first].name, NULL)
			->beside_x = -MARGIN_X;
		if (last > first)
			scene_add(sc, MARGIN_X + h->column[last], row, ROLE_DIM,
				  sc->item[last].name, NULL)
				->beside_x = 2;
	}
}

static void
cc_scene(const struct game *g, const struct state *state, int viewer, struct scene *sc)
{
	const struct chinese_checkers *s = chinese_checkers_state(state);
	const struct hexgrid *h = cc_variant(g)->grid;
	uint8_t way[HEX_CELLS];
	move list[MOVES_MAX];
	scene_clear(sc);
	sc->width = h->columns + 2 * MARGIN_X;
	sc->height = h->rows;
	sc->surface = (struct surface){ SURFACE_HOLES, ROLE_BOARD, ROLE_BOARD };
	star_scene_cells(g, state, sc);
	if (!s->end && cc_moves(g, state, s->mover, list) == 1 && list[0] == CC_PASS)
		ranked_scene_pass(sc, MARGIN_X + h->columns, s->mover, CC_PASS);
	scene_rows(h, sc);
	sc->way_count = chinese_checkers_last_path(g, state, way);
	for (int i = 0; i < sc->way_count; i++)
		sc->way[i] = way[i];
}

/* A peg and its goal; the cell of a pass is behind those of the star. */
static int
cc_path(const struct game *g, const struct state *s, int seat, move m, int way,
	int16_t *cell)
{
	(void)s, (void)seat;
	if (way > 0)
		return 0;
	cell[0] = (int16_t)(m == CC_PASS ? cc_variant(g)->grid->cells
					 : chinese_checkers_from(m));
	cell[1] = (int16_t)chinese_checkers_to(m);
	return m == CC_PASS ? 1 : 2;
}

const struct game_view cc_view = {
	.headline = star_headline,
	.figures = star_figures,
	.event = star_event,
	.scene = cc_scene,
	.path = cc_path,
};
