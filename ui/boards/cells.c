/*
 * cells.c - a board of cells as its scene says, laid out in the room there is.
 *
 * Two columns are about as wide as a line is high, so scenes put a blank between two cells of
 * a row; the cursor's brackets stand there. Where there is room all is drawn with twice the
 * distance, and on a surface up to five times as large, with discs for pieces; labels
 * keep their distance. Glyphs stand in the middle of their cells. The cells are in the middle of the
 * room; of a board that is too large a window around the cursor is shown.
 */
#include "ui/boards/cells.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- pieces where the canvas has grounds ---- */

/* A tile with room for a letter in the row that is the middle of a cell r, in the colour of a role. */
static void
tile_draw(struct canvas *c, struct rect r, enum role role)
{
	const int middle = (r.h - 1) / 2, more = r.h > 3 ? r.h - 2 : 1;
	const int left = r.x + (r.h > 2), w = r.w - (r.h > 2 ? 2 : 1);
	for (int y = 0; y < r.h; y++) {
		const bool upper =
			2 * y >= 2 * middle - more && 2 * y <= 2 * middle + 1 + more;
		const bool lower = 2 * y + 1 >= 2 * middle - more &&
				   2 * y + 1 <= 2 * middle + 1 + more;
		for (int x = left; x < left + w && upper != lower; x++)
			canvas_put(c, r.y + y, x, role, upper ? "▀" : "▄");
		if (upper && lower)
			canvas_ground(c, (struct rect){ r.y + y, left, 1, w }, role);
	}
}

/* A role as it is on a surface: stones are black and white there. */
static enum role
surface_ink(const struct canvas *c, enum role role)
{
	role = canvas_role(c, role);
	return role == ROLE_STONE_BLACK	  ? ROLE_DISC_BLACK
	       : role == ROLE_STONE_WHITE ? ROLE_DISC_WHITE
					  : role;
}

/* A glyph that a disc stands for: a circle, and the other shapes of seats. */
static bool
surface_is_disc(const char *glyph)
{
	static const char *const shapes[] = {
		"●", "○", "▲", "■", "◆", "★", "▼", "△", "▽"
	};
	for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
		if (strcmp(shapes[i], glyph) == 0)
			return true;
	return false;
}

#define MARKS_OF_PIECE 9 /* a digit each */
#define LABELS_W       3 /* columns left and right of the cells */
#define SCALE_MAX      5
#define PIT_W	       4 /* columns of a pit beyond its first, of the board beyond its cells */
#define PIT_H	       4
#define PLACE_NAME     3 /* "e5", "l13": a longer name is not one of the board's cells */
#define HOLE	       "•" /* where a peg has room */
#define HOLE_SHARE     0.5 /* of a disc, on other boards */
#define GHOST_SHARE    0.6

/* ------------------------------------------------------------------ the layout */

static const struct scene_item *
item_of(const struct cells *p, int cell)
{
	return &p->scene.item[cell];
}

/* The item is a place on the surface, not a piece in hand or a word to choose. */
static bool
is_place(const struct cells *p, const struct scene_item *it)
{
	return p->on != NULL && p->on->kind != SURFACE_PITS &&
	       it < p->scene.item + p->scene.cells && strlen(it->name) <= PLACE_NAME;
}

/* The cells are discs and holes of more than a row. */
static bool
has_holes(const struct cells *p)
{
	return p->rows > 1 && p->on->kind == SURFACE_HOLES;
}

/* A label stands beside the middle of its cell. */
static int
item_y(const struct cells *p, const struct scene_item *it)
{
	const int by = it->beside_y, more = p->rows - 1;
	return p->top + p->scale * it->y + by + (by > 0 ? more : by < 0 ? 0 : more / 2);
}

static int
item_x(const struct cells *p, const struct scene_item *it)
{
	const int by = it->beside_x, more = 2 * (p->rows - 1);
	const bool label = !is_place(p, it); /* or a piece in hand */
	return p->left + p->scale * it->x + by +
	       (label && by > 0	  ? more
		: label && by < 0 ? 0
				  : more / 2);
}

/* The area of a cell: that of its scale on a surface, else its glyph. On a board with holes its sign is
 * in the middle; the cells of two rows may share one. */
static struct rect
cell_area(const struct cells *p, const struct scene_item *it)
{
	const int y = p->top + p->scale * it->y, x = p->left + p->scale * it->x;
	const int rows = p->rows;
	if (is_place(p, it) && has_holes(p))
		return (struct rect){ item_y(p, it) - 1, x, 3, 2 * rows - 1 };
	if (rows > 1 && is_place(p, it))
		return (struct rect){ y, x, rows, 2 * rows };
	return (struct rect){ item_y(p, it), item_x(p, it), 1, canvas_width(it->glyph) };
}

int
cells_y(const struct cells *p, int cell)
{
	return item_y(p, item_of(p, cell));
}

int
cells_x(const struct cells *p, int cell)
{
	return item_x(p, item_of(p, cell));
}

/* The lines of all items and the columns of the cells, when the scene's 0, 0 is at 0, 0. */
static struct rect
cells_board_measure(const struct cells *p)
{
	int top = 0, bottom = 0, left = 0, right = 0;
	for (int i = 0; i < p->scene.count; i++) {
		const struct rect at = cell_area(p, &p->scene.item[i]);
		top = i == 0 || at.y < top ? at.y : top;
		bottom = at.y + at.h > bottom ? at.y + at.h : bottom;
		if (i >= p->scene.cells)
			continue;
		left = i == 0 || at.x < left ? at.x : left;
		right = at.x + at.w > right ? at.x + at.w : right;
	}
	return (struct rect){ top, left, bottom - top, right - left };
}

/* The largest layout that fits, else the smallest; returns its size. */
static struct rect
choose_scale(struct cells *p)
{
	struct rect size = { 0 };
	p->top = p->left = 0;
	const bool areas = p->on != NULL && p->on->kind != SURFACE_PITS;
	for (p->scale = areas ? SCALE_MAX : 2; p->scale > 0; p->scale--) {
		p->rows = areas ? p->scale : 1;
		size = cells_board_measure(p);
		if (size.h <= p->r.h && size.w + 2 * LABELS_W < p->r.w)
			return size;
	}
	p->scale = 1;
	return size;
}

/* Where the board begins: it is centred in its room, or, when too large, centred on its focus. */
static int
place(int from, int room, int size, int focus)
{
	if (size <= room)
		return from + (room - size) / 2;
	const int most = size - room, wanted = focus - room / 2;
	return from - (wanted < 0 ? 0 : wanted > most ? most : wanted);
}

/* What a window shows: the cell under the cursor, the last one chosen, or where the last move
 * went; else the middle. */
static int
focus_of(const struct board *b, const struct scene *sc)
{
	const int chosen = b->origin >= 0 ? b->path[b->held - 1] : -1;
	if (b->cursor >= 0 && b->cursor < sc->cells)
		return b->cursor;
	if (chosen >= 0 && chosen < sc->cells)
		return chosen;
	return sc->way_count > 0 ? sc->way[sc->way_count - 1] : -1;
}

struct cells *
cells_lay_out(const struct board *b, const struct canvas *c, struct rect r)
{
	static struct cells p; /* large; drawing happens on one thread only */
	scene_clear(&p.scene);
	b->game->view->scene(b->game, &b->state, b->viewer, &p.scene);
	p.r = r;
	p.on = c->filled && p.scene.surface.kind ? &p.scene.surface : NULL;
	for (p.places = 0; p.places < p.scene.cells; p.places++)
		if (!is_place(&p, item_of(&p, p.places)))
			break;
	const struct rect size = choose_scale(&p);
	p.kanji = b->kanji && !c->ascii && p.scale > 1;
	const int focus = focus_of(b, &p.scene);
	int y = size.h / 2, x = size.w / 2;
	if (focus >= 0) {
		y = p.scale * item_of(&p, focus)->y - size.y;
		x = p.scale * item_of(&p, focus)->x - size.x;
	}
	p.top = place(r.y, r.h, size.h, y) - size.y;
	p.left = place(r.x, r.w, size.w + 2 * LABELS_W, x + LABELS_W) + LABELS_W - size.x;
	p.at = (struct rect){ p.top + size.y, p.left + size.x, size.h, size.w };
	return &p;
}

/* ------------------------------------------------------------------ the picture */

/* The upper part of w cells in the ink of a role; the rest, a block from below, has what was there. */
static void
upper_put(struct canvas *c, int y, int x, int w, enum role role, const char *rest)
{
	for (; w > 0 && y >= 0 && y < c->h && x >= 0 && x < c->w; w--, x++) {
		const enum role under = (enum role)c->cells[y * c->w + x].ground;
		canvas_ground(c, (struct rect){ y, x, 1, 1 }, role);
		canvas_put(c, y, x, under, rest);
		canvas_flags(c, y, x, 1, CELL_PAPER);
	}
}

/* A disc of two or three rows in the middle of r, as high as it is wide: a peg around its sign, or a
 * stone. Its lower edge ends within a row. A small one is a square. */
static void
small_disc_draw(const struct cells *p, struct canvas *c, struct rect r, bool small,
		enum role role)
{
	static const struct disc {
		const char *rows[3]; /* from the top */
		const char *rest;    /* of the last, below its filled columns */
		int filled;
	} discs[2][2] = {
		{ { { "▗▆▆▖", "▝  ▘", "" }, "▂", 2 },
		  { { " ▄▆▆▄ ", "▐████▌", " ▀  ▀ " }, "▂", 2 } },
		{ { { " ▂ ", "███", "" }, "▆", 1 },
		  { { "▗▆▆▆▖", "█████", "▝   ▘" }, "▂", 3 } },
	};
	const struct disc *d = &discs[has_holes(p)][p->rows - 2];
	if (small) {
		canvas_put(c, r.y, r.x + 1, role, "▄▄");
		canvas_put(c, r.y + 1, r.x + 1, role, "▀▀");
		return;
	}
	for (int y = 0; y < r.h; y++)
		canvas_put(c, r.y + y, r.x, role, d->rows[y]);
	upper_put(c, r.y + r.h - 1, r.x + (r.w - d->filled) / 2, d->filled, role,
		  d->rest);
}

/* A disc of quarters of cells in the ink of a role, `share` of a whole one. */
static void
disc_draw(const struct cells *p, struct canvas *c, int cell, double share, enum role role)
{
	static const char *const quarters[] = { " ", "▘", "▝", "▀", "▖", "▌", "▞", "▛",
						"▗", "▚", "▐", "▜", "▄", "▙", "▟", "█" };
	const struct rect r = cell_area(p, item_of(p, cell));
	/* In halves of rows and columns, a half being as high as a column is wide. */
	const double middle = r.h - (has_holes(p) ? 0 : 0.5);
	const double ry = share * (p->rows - 0.5), rx = 2 * ry;
	if (p->rows <= 3 && (share >= 1 || (p->rows == 2 && !has_holes(p)))) {
		small_disc_draw(p, c, r, share < 1, role);
		return;
	}
	for (int y = 0; y < r.h; y++)
		for (int x = 0; x < r.w; x++) {
			int bits = 0;
			for (int k = 0; k < 4; k++) {
				const double dx = (2 * x + (k & 1) + 0.5 - r.w) / rx;
				const double dy = (2 * y + (k >> 1) + 0.5 - middle) / ry;
				bits |= (dx * dx + dy * dy <= 1) << k;
			}
			if (bits != 0)
				canvas_put(c, r.y + y, r.x + x, role, quarters[bits]);
		}
}

/* The ground under what is drawn: where a disc is one, it is what the rest of its cell has. */
static void
ground_under(struct canvas *c, struct rect r, enum role role)
{
	for (int y = r.y; y < r.y + r.h; y++)
		for (int x = r.x; x < r.x + r.w; x++)
			if (y >= 0 && y < c->h && x >= 0 && x < c->w &&
			    c->cells[y * c->w + x].flags & CELL_PAPER)
				c->cells[y * c->w + x].role = (uint8_t)role;
			else
				canvas_ground(c, (struct rect){ y, x, 1, 1 }, role);
}

/* The ground of a place: of one with a hole the whole, with what is around it, or its row. */
static void
place_ground(const struct cells *p, struct canvas *c, int cell, bool whole,
	     enum role role)
{
	struct rect r = cell_area(p, item_of(p, cell));
	if (!is_place(p, item_of(p, cell)))
		return;
	const int beyond = whole ? p->rows / 2 : 0;
	if (p->on->kind == SURFACE_HOLES)
		r = (struct rect){ cells_y(p, cell) - beyond, r.x - 1, 2 * beyond + 1,
				   r.w + 2 };
	else if (p->rows == 1)
		r.w = 2;
	ground_under(c, r, role);
}

/* A board with pits: from each cell towards the middle of the board. */
static void
pits_draw(const struct cells *p, struct canvas *c)
{
	const struct rect r = p->at;
	canvas_ground(c, (struct rect){ r.y - 1, r.x - PIT_W, r.h + 2, r.w + 2 * PIT_W },
		      (enum role)p->on->ground);
	for (int i = 0; i < p->scene.cells; i++) {
		const struct scene_item *it = item_of(p, i);
		const int y = item_y(p, it), upper = it->y < p->scene.height / 2;
		if (strlen(it->name) == 1)
			canvas_ground(c,
				      (struct rect){ upper ? y : y - PIT_H + 1,
						     item_x(p, it), PIT_H, PIT_W + 1 },
				      (enum role)p->on->other);
	}
}

static void
grounds_draw(const struct cells *p, struct canvas *c)
{
	if (p->on != NULL && p->on->kind == SURFACE_PITS) {
		pits_draw(p, c);
		return;
	}
	for (int cell = 0; p->on != NULL && cell < p->scene.cells; cell++) {
		const struct scene_item *it = item_of(p, cell);
		const bool other = (it->x / 2 + it->y) % 2 != 0;
		place_ground(p, c, cell, true,
			     (enum role)(other ? p->on->other : p->on->ground));
	}
}

/* The letter of a piece, or its kanji, Gote's behind a v as in diagrams. */
static void
letter_put(const struct cells *p, struct canvas *c, const struct scene_item *it,
	   enum role role, const char *glyph)
{
	const bool kanji = p->kanji && it->wide[0] != '\0';
	const int y = item_y(p, it), x = item_x(p, it);
	const int at = kanji ? x - it->beside_x : x;
	int end = canvas_put(c, y, x, role, glyph);
	if (kanji) {
		canvas_put(c, y, at - 1, role, it->seat == 1 ? "v" : " ");
		canvas_put_wide(c, y, at, role, it->wide);
		end = canvas_put(c, y, at + 2, role,
				 it->ascii + 1 + (it->ascii[0] == '+'));
	}
	canvas_flags(c, y, at, end - at, role == ROLE_DISC_INK ? CELL_BOLD : 0);
}

/* A piece that is a letter: on a tile in the colour of its seat. */
static void
letter_draw(const struct cells *p, struct canvas *c, const struct scene_item *it,
	    enum role role, const char *glyph)
{
	const int y = item_y(p, it), x = item_x(p, it), w = canvas_width(glyph);
	if (it->seat == SEAT_NONE) {
		canvas_put(c, y, x, role == ROLE_LAST_MOVE ? ROLE_DIM : role, glyph);
		return;
	}
	if (p->rows > 1)
		tile_draw(c, cell_area(p, it), role);
	else
		canvas_ground(c, (struct rect){ y, x, 1, w }, role);
	letter_put(p, c, it, ROLE_DISC_INK, glyph);
}

/* A piece of a glyph: a disc where there is room. */
static void
piece_draw(const struct cells *p, struct canvas *c, int cell, double share,
	   enum role role, const char *glyph)
{
	const struct scene_item *it = item_of(p, cell);
	const int y = item_y(p, it), x = item_x(p, it);
	if (!is_place(p, it)) {
		const bool tile = p->rows > 1 && it->seat != SEAT_NONE;
		if (tile)
			canvas_ground(c,
				      (struct rect){ y, x - 1, 1,
						     canvas_width(glyph) + 2 },
				      role);
		letter_put(p, c, it, tile ? ROLE_DISC_INK : role, glyph);
		return;
	}
	role = surface_ink(c, role);
	if (!surface_is_disc(glyph)) {
		letter_draw(p, c, it, role, glyph);
		return;
	}
	const bool stone = role == ROLE_DISC_BLACK || role == ROLE_DISC_WHITE;
	if (p->rows == 1) {
		canvas_put(c, y, x, role, stone ? "●" : glyph);
		return;
	}
	disc_draw(p, c, cell, share, role);
	if (stone || share < 1)
		return;
	canvas_ground(c, (struct rect){ y, x, 1, 1 }, role);
	canvas_put(c, y, x, ROLE_DISC_INK, glyph);
}

/* The crossing of two lines, and the lines to its right and below. */
static void
crossing_draw(const struct cells *p, struct canvas *c, int cell)
{
	static const char *const crossings[] = { "┌", "┬", "┐", "├", "┼",
						 "┤", "└", "┴", "┘" };
	const struct scene_item *it = item_of(p, cell), *first = item_of(p, 0);
	const struct scene_item *end = item_of(p, p->places - 1);
	const int row = it->y == first->y ? 0 : it->y == end->y ? 2 : 1;
	const int column = it->x == first->x ? 0 : it->x == end->x ? 2 : 1;
	const struct rect r = cell_area(p, it);
	const int y = item_y(p, it), x = item_x(p, it), left = p->rows > 1 ? r.x : x - 1;
	const int right = p->rows > 1 ? r.x + r.w - 1 : x;
	for (int i = column == 0 ? x : left; i <= (column == 2 ? x : right); i++)
		canvas_put(c, y, i, ROLE_DIM, "─");
	for (int i = row == 0 ? y : r.y; i < (row == 2 ? y : r.y + r.h); i++)
		canvas_put(c, i, x, ROLE_DIM, "│");
	canvas_put(c, y, x, ROLE_DIM,
		   strcmp(it->glyph, "+") == 0 ? "╋" : crossings[3 * row + column]);
}

static void
cells_board_item_draw(const struct cells *p, struct canvas *c,
		      const struct scene_item *it)
{
	const int cell = (int)(it - p->scene.item);
	const int y = item_y(p, it), x = item_x(p, it);
	const char *glyph = canvas_glyph(c, it->glyph, it->ascii);
	const bool place = is_place(p, it), dot = strcmp(glyph, "·") == 0;
	if (place && p->on->kind == SURFACE_SQUARES && dot)
		return;
	if (p->on != NULL && p->on->kind == SURFACE_PITS && it->role >= ROLE_SEAT_0 &&
	    it->role < ROLE_SEAT_0 + SEATS_MAX) { /* seeds are pale, words dark */
		const bool seeds = cell >= p->scene.cells && it->beside_y != 0;
		canvas_put(c, y, x, seeds ? ROLE_DISC_WHITE : ROLE_DISC_BLACK, glyph);
		canvas_flags(c, y, x, seeds ? 0 : canvas_width(glyph),
			     it->flags & SCENE_LAST ? CELL_BOLD | CELL_UNDERLINE
						    : CELL_BOLD);
		return;
	}
	if (place && p->on->kind == SURFACE_LINES && it->seat == SEAT_NONE) {
		crossing_draw(p, c, cell);
		return;
	}
	if (place && it->flags & SCENE_LAST)
		place_ground(p, c, cell, false, ROLE_TRACE);
	if (place && dot && p->rows > 1)
		canvas_put(c, y, x, (enum role)it->role, HOLE);
	else if (cell < p->scene.cells)
		piece_draw(p, c, cell, 1, (enum role)it->role, glyph);
	else
		canvas_put(c, y, x, (enum role)it->role, glyph);
	if (it->flags & SCENE_LAST && (!place || p->rows == 1))
		canvas_flags(c, y, x, canvas_width(glyph), CELL_UNDERLINE | CELL_BOLD);
}

/* Nothing stands there but the ground. */
static bool
is_free(const struct canvas *c, int y, int x)
{
	return y >= 0 && y < c->h && x >= 0 && x < c->w &&
	       c->cells[y * c->w + x].ch == ' ';
}

/* A sign on an empty cell, in place of what is there. */
static void
empty_draw(const struct cells *p, struct canvas *c, int cell, enum role role,
	   const char *glyph)
{
	const struct rect r = cell_area(p, item_of(p, cell));
	const bool area = p->rows > 1 && !has_holes(p);
	for (int y = r.y; y < r.y + r.h && area; y++)
		canvas_put_w(c, y, r.x, r.w, ROLE_TEXT, "");
	if (is_place(p, item_of(p, cell)))
		role = role == ROLE_LAST_MOVE ? ROLE_DIM : surface_ink(c, role);
	if (area && strcmp(glyph, HOLE) == 0)
		disc_draw(p, c, cell, HOLE_SHARE, role);
	else
		canvas_put(c, cells_y(p, cell), cells_x(p, cell), role, glyph);
}

/* The last move with its path; a moving piece is drawn on the cell it has reached. */
static void
way_draw(const struct board *b, const struct cells *p, struct canvas *c)
{
	const int all = p->scene.way_count;
	const int16_t *cell = p->scene.way;
	if (all == 0)
		return;
	const struct scene_item *piece = item_of(p, cell[all - 1]);
	int n = all;
	if (b->way < 1) {
		n = 1 + (int)(b->way * (float)all);
		n = n < all ? n : all;
		empty_draw(p, c, cell[all - 1], ROLE_DIM, canvas_glyph(c, "·", "."));
	}
	for (int k = 0; k + 1 < n; k++)
		if (item_of(p, cell[k])->seat == SEAT_NONE)
			empty_draw(p, c, cell[k],
				   p->rows > 1 ? (enum role)piece->role : ROLE_LAST_MOVE,
				   canvas_glyph(c, p->rows > 1 ? HOLE : "∘", "+"));
	if (b->way < 1)
		piece_draw(p, c, cell[n - 1], 1, (enum role)piece->role,
			   canvas_glyph(c, piece->glyph, piece->ascii));
	if (!is_place(p, item_of(p, cell[n - 1])) || p->rows == 1)
		canvas_flags(c, cells_y(p, cell[n - 1]), cells_x(p, cell[n - 1]), 1,
			     CELL_UNDERLINE | CELL_BOLD);
}

/* Earlier moves in the colour of their seats: the cells left, and, underlined, the cells
 * reached. */
static void
trail_draw(const struct cells *p, struct canvas *c, const struct board_trail *t)
{
	const int last = t->cell[t->count - 1];
	for (int k = 0; k + 1 < t->count; k++)
		if (item_of(p, t->cell[k])->seat == SEAT_NONE)
			empty_draw(p, c, t->cell[k], (enum role)(ROLE_SEAT_0 + t->seat),
				   canvas_glyph(c, "∘", "+"));
	if (item_of(p, last)->seat == t->seat && p->rows == 1)
		canvas_flags(c, cells_y(p, last), cells_x(p, last), 1, CELL_UNDERLINE);
}

/* The move a search would play at this point: its piece, dim, on the cell it would go to. */
static void
ghost_draw(const struct board *b, const struct cells *p, struct canvas *c)
{
	int16_t cell[PATH_CELLS];
	if (b->ghost == NULL || b->ghost->move_count == 0 || b->game->view->path == NULL)
		return;
	const int seat = b->ghost->mover;
	const int n = b->game->view->path(b->game, b->ghost_root, seat,
					  b->ghost->moves[0].m, 0, cell);
	if (n < 2 || cell[n - 1] >= p->scene.cells || cell[0] >= p->scene.cells ||
	    item_of(p, cell[n - 1])->seat != SEAT_NONE)
		return;
	if (p->rows > 1)
		piece_draw(p, c, cell[n - 1], GHOST_SHARE,
			   (enum role)(ROLE_SEAT_0 + seat), cells_piece(b, p, c, seat));
	else
		canvas_put(c, cells_y(p, cell[n - 1]), cells_x(p, cell[n - 1]), ROLE_DIM,
			   cells_piece(b, p, c, seat));
}

void
cells_draw(const struct board *b, const struct cells *p, struct canvas *c)
{
	grounds_draw(p, c);
	for (int i = 0; i < p->scene.way_count; i++)
		if (p->on != NULL)
			place_ground(p, c, p->scene.way[i], false, ROLE_TRACE);
	for (int i = 0; i < p->scene.count; i++)
		cells_board_item_draw(p, c, &p->scene.item[i]);
	for (int i = 0; i < b->trails; i++)
		trail_draw(p, c, &b->trail[i]);
	way_draw(b, p, c);
	ghost_draw(b, p, c);
}

/* The goals of the marked moves, with the ranks of those that lead there. */
struct marks {
	int count;
	struct {
		int cell;
		char ranks[MARKS_OF_PIECE + 1];
	} goal[MARKS_OF_PIECE];
};

static void
marks_add(struct marks *marks, int cell, int rank)
{
	int k = 0;
	while (k < marks->count && marks->goal[k].cell != cell)
		k++;
	if (k == marks->count) {
		marks->goal[marks->count++].cell = cell;
		marks->goal[k].ranks[0] = '\0';
	}
	char *end = marks->goal[k].ranks + strlen(marks->goal[k].ranks);
	end[0] = (char)('1' + rank);
	end[1] = '\0';
}

/* The way to a cell as a compass has it, a line being as high as two columns are wide. */
static const char *
arrow_to(const struct canvas *c, int dy, int dx)
{
	static const char *const arrows[3][3] = { { "↖", "↑", "↗" },
						  { "←", "·", "→" },
						  { "↙", "↓", "↘" } };
	static const char *const ascii[3][3] = { { "\\", "^", "/" },
						 { "<", ".", ">" },
						 { "/", "v", "\\" } };
	const int y = 2 * abs(dy) * 2 < abs(dx) ? 1 : dy < 0 ? 0 : 2;
	const int x = abs(dx) < abs(dy) ? 1 : dx < 0 ? 0 : 2;
	return canvas_glyph(c, arrows[y][x], ascii[y][x]);
}

/* An arrow on a stone that moves, else beside what moves: in the first free place of the side it goes
 * to, or of the other. */
static void
arrow_draw(const struct cells *p, struct canvas *c, int from, int to, enum role role)
{
	const struct scene_item *it = item_of(p, from);
	const struct rect r = cell_area(p, it);
	const bool area = p->rows > 1 && is_place(p, it) && !has_holes(p);
	const int y = area ? r.y + r.h - 1 : cells_y(p, from); /* free of a disc */
	const int left = area ? r.x : r.x - 1, right = area ? r.x + r.w - 1 : r.x + r.w;
	const int dy = cells_y(p, to) - cells_y(p, from);
	const int dx = cells_x(p, to) - cells_x(p, from);
	const int first = dx < 0 ? left : right, second = dx < 0 ? right : left;
	const int x = is_free(c, y, first) || has_holes(p) ? first : second;
	if (area && surface_is_disc(it->glyph)) {
		canvas_put(c, cells_y(p, from), cells_x(p, from), ROLE_HINT,
			   arrow_to(c, dy, dx));
		return;
	}
	if (is_free(c, y, x) || has_holes(p)) /* or a line is there */
		canvas_put(c, y, x, role, arrow_to(c, dy, dx));
}

/* From what moves to the goal: dots on what is free between them. */
void
cells_line(const struct cells *p, struct canvas *c, int from, int to)
{
	const int y = cells_y(p, from), x = cells_x(p, from);
	const int dy = cells_y(p, to) - y, dx = cells_x(p, to) - x;
	const int n = 2 * abs(dy) > abs(dx) ? abs(dy) : abs(dx) / 2;
	for (int k = 1; k < n && p->rows > 1; k++)
		if (is_free(c, y + dy * k / n, x + dx * k / n))
			canvas_put(c, y + dy * k / n, x + dx * k / n, ROLE_STRONG,
				   canvas_glyph(c, "•", "."));
}

static void
mark_draw(const struct board *b, const struct cells *p, struct canvas *c,
	  const struct board_thought *t, int rank, struct marks *marks)
{
	int16_t cell[PATH_CELLS];
	const enum role role = rank == 0 ? ROLE_HINT : ROLE_STRONG;
	for (int way = 0;; way++) {
		const int n = b->game->view->path(b->game, t->root, t->snap->mover,
						  t->snap->moves[rank].m, way, cell);
		if (n == 0 || cell[n - 1] >= p->scene.cells)
			return;
		if (way == 0)
			marks_add(marks, cell[n - 1], rank);
		if (way == 0 && n > 1 && rank == 0 && b->ops->game == NULL)
			cells_line(p, c, cell[0], cell[n - 1]);
		if (way == 0 && n > 1)
			arrow_draw(p, c, cell[0], cell[n - 1], role);
		for (int i = 0; i + 1 < n; i++)
			canvas_flags(c, cells_y(p, cell[i]), cells_x(p, cell[i]), 1,
				     CELL_UNDERLINE);
	}
}

/* A candidate continues the cells chosen so far, along one of its paths. */
static bool
cells_board_goes_on(const struct board *b, const struct board_thought *t, move m)
{
	int16_t cell[PATH_CELLS];
	for (int way = 0, n; b->origin >= 0; way++) {
		n = b->game->view->path(b->game, t->root, t->snap->mover, m, way, cell);
		if (n == 0)
			return false;
		if (n >= b->held &&
		    memcmp(cell, b->path, (size_t)b->held * sizeof *cell) == 0)
			return true;
	}
	return true;
}

/* The best candidates; of a piece taken up, all that continue from there. */
void
cells_marks(const struct board *b, const struct cells *p, struct canvas *c)
{
	const struct board_thought t = board_thought(b);
	struct marks marks = { 0 };
	const int most_marks = p->rows > 1 ? 3 : 2; /* there is room for */
	if (t.snap == NULL || b->game->view->path == NULL)
		return;
	const int most = b->origin >= 0 ? MARKS_OF_PIECE : t.rows;
	const int rows = t.snap->move_count < most ? t.snap->move_count : most;
	for (int rank = 0; rank < rows; rank++)
		if (t.snap->moves[rank].status != MOVE_UNSEARCHED &&
		    cells_board_goes_on(b, &t, t.snap->moves[rank].m))
			mark_draw(b, p, c, &t, rank, &marks);
	for (int k = 0; k < marks.count; k++) {
		const int cell = marks.goal[k].cell, w = (int)strlen(marks.goal[k].ranks);
		/* A number keeps its digits: the mark stands to its left. */
		const bool number = canvas_width(item_of(p, cell)->glyph) > 1;
		const int y = cells_y(p, cell), n = w < most_marks ? w : most_marks;
		const int x = cells_x(p, cell) - (number ? n : 0);
		const bool ghost = b->marks == NULL && *marks.goal[k].ranks == '1';
		if (ghost && p->rows == 1 && w == 1)
			continue; /* its piece says it */
		if (!ghost && item_of(p, cell)->seat == SEAT_NONE)
			empty_draw(p, c, cell, ROLE_TEXT, " ");
		for (int i = 0; i < n; i++) /* a blank between two: they are no number */
			canvas_putf(c, y, x + 2 * i - (n - 1), ROLE_HINT, "%c",
				    marks.goal[k].ranks[i]);
	}
}

const char *
cells_piece(const struct board *b, const struct cells *p, const struct canvas *c,
	    int seat)
{
	static char letter[2];
	for (int i = 0; i < p->scene.cells; i++)
		if (item_of(p, i)->seat == seat)
			return canvas_glyph(c, item_of(p, i)->glyph,
					    item_of(p, i)->ascii);
	letter[0] = game_seat_letter(b->game, seat);
	return letter;
}

void
cells_seat(const struct board *b, const struct cells *p, struct canvas *c, int seat,
	   struct rect r)
{
	const bool turn = seat == b->turn;
	const enum role role = (enum role)(ROLE_SEAT_0 + seat);
	canvas_put(c, r.y, r.x, turn ? ROLE_STRONG : ROLE_DIM,
		   turn ? canvas_glyph(c, "▶", ">") : " ");
	canvas_put(c, r.y, r.x + 1, role, cells_piece(b, p, c, seat));
	const int next = canvas_put(c, r.y, r.x + 3, role,
				    b->game->text->seat_name(b->game, seat));
	const int room = r.x + r.w - next - 1;
	if (room >= 3)
		canvas_put_w(c, r.y, next + 1, room, ROLE_DIM,
			     b->names[seat] != NULL ? b->names[seat] : "");
}

/* ------------------------------------------------------------------ what can be chosen */

/* A circle that is not a piece of the game. */
static const char *
target_glyph(const struct cells *p, const struct canvas *c)
{
	for (int i = 0; i < p->scene.cells; i++)
		if (p->scene.item[i].seat != SEAT_NONE &&
		    strcmp(p->scene.item[i].glyph, "○") == 0)
			return canvas_glyph(c, "◇", "o");
	return canvas_glyph(c, "○", "o");
}

/* A cell that can be chosen next, except further pieces of one's own. Glyphs that carry meaning
 * stay. */
static void
target_draw(const struct board *b, const struct cells *p, struct canvas *c, int cell,
	    const char *glyph)
{
	const struct scene_item *it = item_of(p, cell);
	const int y = item_y(p, it), x = item_x(p, it), use = p->choice.use[cell];
	const bool empty = it->seat == SEAT_NONE;
	if (p->choice.held == 0 || p->choice.answers > 0 ||
	    !(use & CHOICE_GOAL || (use & CHOICE_NEXT && empty)))
		return;
	if (b->marks == NULL && empty && p->rows > 1 && is_place(p, it) && !has_holes(p))
		disc_draw(p, c, cell, HOLE_SHARE, ROLE_FRAME_FOCUS);
	else if (b->marks == NULL)
		canvas_put(c, y, x, ROLE_TARGET,
			   empty ? glyph : canvas_glyph(c, it->glyph, it->ascii));
	if (b->marks != NULL || !empty)
		canvas_flags(c, y, x, 1, CELL_UNDERLINE);
}

/* A spot outside the window has no width: arrows reach it, clicks do not. */
static void
spot_add(struct board *b, const struct cells *p, int cell)
{
	const struct scene_item *it = item_of(p, cell);
	const int y = item_y(p, it), x = item_x(p, it);
	const struct rect r = cell_area(p, it);
	const bool inside =
		y >= p->r.y && y < p->r.y + p->r.h && x >= p->r.x && x < p->r.x + p->r.w;
	const struct rect at = p->rows > 1 && is_place(p, it)
				       ? r
				       : (struct rect){ y, x - 1, 1, r.w + 2 };
	const struct rect none = { y, x + r.w / 2, 1, 0 };
	board_spot(b, inside ? at : none, cell,
		   (p->choice.use[cell] & (CHOICE_NEXT | CHOICE_GOAL | CHOICE_HELD)) !=
			   0);
}

static void
cursor_draw(const struct cells *p, struct canvas *c, int cell)
{
	const struct scene_item *it = item_of(p, cell);
	const struct rect r = cell_area(p, it);
	const int y = item_y(p, it), x = item_x(p, it);
	const bool area = p->rows > 1 && is_place(p, it) && !has_holes(p);
	const int left = area ? r.x : r.x - 1, right = area ? r.x + r.w - 1 : r.x + r.w;
	if (area)
		ground_under(c, r, ROLE_CURSOR);
	canvas_put(c, y, left, area ? ROLE_CURSOR : ROLE_STRONG, "[");
	canvas_put(c, y, right, area ? ROLE_CURSOR : ROLE_STRONG, "]");
	for (int i = left; i <= right && !area; i++)
		canvas_flags(c, y, i, !has_holes(p) || i == x || i == left || i == right,
			     CELL_REVERSE);
	c->cursor_y = y;
	c->cursor_x = x;
}

static void
answer_text(const struct board *b, move m, char out[static MOVE_TEXT])
{
	const struct game *g = b->game;
	(g->view->choice != NULL
		 ? g->view->choice
		 : g->text->format_move)(g, &b->state, b->chooser, m, out, MOVE_TEXT);
}

/* A place for a box beside a cell, to its right or, where there is no room, to its left. */
static struct rect
box_beside(const struct cells *p, int cell, int h, int w)
{
	const struct rect *r = &p->r;
	int y = cells_y(p, cell), x = cells_x(p, cell) + 3;
	if (x + w > r->x + r->w)
		x = cells_x(p, cell) - 2 - w;
	y = y + h > r->y + r->h ? r->y + r->h - h : y;
	return (struct rect){ y > r->y ? y : r->y, x > r->x ? x : r->x, h, w };
}

/* The question beside the last chosen cell, one line a move. */
static void
answers_draw(struct board *b, const struct cells *p, struct canvas *c)
{
	const struct cell_choice *k = &p->choice;
	char text[CHOICE_ANSWERS][MOVE_TEXT];
	int w = 0;
	for (int i = 0; i < k->answers; i++) {
		answer_text(b, k->answer[i], text[i]);
		const int length = canvas_width(text[i]);
		w = length > w ? length : w;
	}
	const struct rect box =
		box_beside(p, b->path[k->held - 1], k->answers + 2, w + 6);
	canvas_fill(c, box, ROLE_TEXT, " ");
	const struct rect in = canvas_frame(c, box, NULL, true);
	for (int i = 0; i < k->answers; i++) {
		const int y = in.y + i, cell = CHOICE_CURSOR + i;
		canvas_putf(c, y, in.x + 1, ROLE_KEY, "%d", i + 1);
		canvas_put(c, y, in.x + 3, ROLE_TEXT, text[i]);
		board_spot(b, (struct rect){ y, in.x, 1, in.w }, cell, true);
		if (b->cursor != cell)
			continue;
		canvas_flags(c, y, in.x, in.w, CELL_REVERSE);
		c->cursor_y = y;
		c->cursor_x = in.x + 1;
	}
}

void
cells_choice(struct board *b, struct cells *p, struct canvas *c)
{
	b->spot_count = 0;
	if (b->chooser == SEAT_NONE || b->reviewing)
		return;
	choice_find(b, &p->choice);
	const char *glyph = target_glyph(p, c);
	for (int cell = 0; cell < p->scene.cells; cell++) {
		target_draw(b, p, c, cell, glyph);
		if (p->choice.use[cell] & CHOICE_HELD && p->on != NULL)
			place_ground(p, c, cell, false, ROLE_SELECTED);
		if (p->choice.use[cell] & CHOICE_HELD)
			canvas_flags(c, cells_y(p, cell), cells_x(p, cell), 1,
				     CELL_REVERSE);
		if (p->choice.answers == 0)
			spot_add(b, p, cell);
	}
	if (p->choice.answers > 0)
		answers_draw(b, p, c);
	const int at = board_find(b, b->cursor);
	if (p->choice.answers == 0 && at >= 0 && b->spots[at].live)
		cursor_draw(p, c, b->cursor);
}

/* ------------------------------------------------------------------ in words */

void
cells_name(const struct board *b, int cell, char out[static SCENE_NAME])
{
	static struct scene sc;
	scene_clear(&sc);
	b->game->view->scene(b->game, &b->state, b->viewer, &sc);
	snprintf(out, SCENE_NAME, "%s",
		 cell >= 0 && cell < sc.cells ? sc.item[cell].name : "");
}

/* The seat's pieces are not all of one kind. */
static bool
has_kinds(const struct scene *sc, int seat)
{
	const char *kind = NULL;
	for (int cell = 0; cell < sc->cells; cell++) {
		const struct scene_item *it = &sc->item[cell];
		if (it->seat != seat)
			continue;
		if (kind != NULL && strcmp(kind, it->ascii) != 0)
			return true;
		kind = it->ascii;
	}
	return false;
}

void
cells_pieces(const struct game *g, const struct state *s, int seat, const char *called,
	     char *out, int size)
{
	static struct scene sc;
	scene_clear(&sc);
	g->view->scene(g, s, seat, &sc);
	const bool kinds = has_kinds(&sc, seat);
	int n = snprintf(out, (size_t)size, "%s on", called);
	for (int cell = 0; cell < sc.cells && n < size; cell++)
		if (sc.item[cell].seat == seat)
			n += snprintf(out + n, (size_t)(size - n), " %s%s",
				      kinds ? sc.item[cell].ascii : "",
				      sc.item[cell].name);
}

/* ------------------------------------------------------------------ the board of any game */

#define COSTS_W 30 /* columns beside the cells that a hint's figures need */
#define SEATS_W 12 /* and the names of the seats */

void
cells_board_draw(struct board *b, struct canvas *c, struct rect r)
{
	struct rect room = r;
	if (cells_lay_out(b, c, r)->at.x - r.x < COSTS_W)
		room.h -= board_costs(b, c, r);
	else
		board_costs(b, c, r);
	struct cells *p = cells_lay_out(b, c, room);
	const int beside = p->at.x - r.x - LABELS_W - 1;
	for (int seat = 0; seat < b->game->seats && beside >= SEATS_W; seat++)
		cells_seat(b, p, c, seat, (struct rect){ r.y + seat, r.x, 1, beside });
	cells_draw(b, p, c);
	cells_marks(b, p, c);
	cells_choice(b, p, c);
}
