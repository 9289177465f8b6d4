/*
 * chinese_checkers.c - the star as a star: rows staggered by half cells, a peg in the colour
 * and the shape of its seat, target camps in the colour of the seat that has to fill them.
 *
 * A move is chosen in two steps: a peg, then one of the cells it can reach, which are marked.
 * The last move is drawn with its way; a hint puts the rank of its best moves on the cells
 * they lead to and their values in the lower left corner. Two half cells are two columns and
 * a row is one line, so the star keeps its shape; where there is room all is doubled.
 * In the corners that the star leaves free stand the seats.
 */
#include "games/chinese_checkers/chinese_checkers.h"

#include "ui/boards/boards.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

struct plan {
	const struct hexgrid *grid;
	struct rect r;
	int scale, top, left; /* of the star */
};

static const char *const pegs[SEATS_MAX] = { "●", "▲", "■", "◆", "★", "▼" };

static const char *
peg_glyph(const struct board *b, const struct canvas *c, int seat)
{
	static char letter[SEATS_MAX][2]; /* seat letters of the game on the table */
	letter[seat][0] = b->game->text->seat_letter(b->game, seat);
	return canvas_glyph(c, pegs[seat], letter[seat]);
}

static struct plan
plan_star(const struct board *b, struct rect r)
{
	struct plan p = { .grid = chinese_checkers_grid(b->game), .r = r, .scale = 1 };
	if (r.h >= 2 * p.grid->rows && r.w >= 2 * p.grid->columns + 6)
		p.scale = 2;
	const int h = p.scale * (p.grid->rows - 1) + 1;
	const int w = p.scale * (p.grid->columns - 1) + 1;
	p.top = r.y + (r.h > h ? (r.h - h) / 2 : 0);
	if (r.h < h) { /* a window of the star around the cursor or the last move */
		const struct chinese_checkers *s = chinese_checkers_state(&b->state);
		const int cell = b->cursor >= 0	     ? b->cursor
				 : s->last_seat >= 0 ? s->last_to
						     : p.grid->cells / 2;
		int hidden = p.grid->row[cell] - r.h / 2;
		hidden = hidden > h - r.h ? h - r.h : hidden;
		p.top = r.y - (hidden > 0 ? hidden : 0);
	}
	p.left = r.x + (r.w > w ? (r.w - w) / 2 : 0);
	return p;
}

static int
cell_y(const struct plan *p, int cell)
{
	return p->top + p->scale * p->grid->row[cell];
}

static int
cell_x(const struct plan *p, int cell)
{
	return p->left + p->scale * p->grid->column[cell];
}

/* ------------------------------------------------------------------ what is where */

static int
target_seat(const struct board *b, int cell)
{
	for (int seat = 0; seat < b->game->seats; seat++) {
		const struct hexset target = chinese_checkers_target(b->game, seat);
		if (hexset_has(&target, cell))
			return seat;
	}
	return SEAT_NONE;
}

/* A legal move from the peg taken up to a cell, MOVE_NONE. */
static move
move_between(const struct board *b, int from, int to)
{
	for (int i = 0; i < b->move_count; i++)
		if (b->moves[i] != CC_PASS &&
		    chinese_checkers_from(b->moves[i]) == from &&
		    chinese_checkers_to(b->moves[i]) == to)
			return b->moves[i];
	return MOVE_NONE;
}

static bool
can_move(const struct board *b, int cell)
{
	for (int i = 0; i < b->move_count; i++)
		if (b->moves[i] != CC_PASS && chinese_checkers_from(b->moves[i]) == cell)
			return true;
	return false;
}

static void
mark_way(const struct plan *p, struct canvas *c, const uint8_t *cells, int count,
	 enum role role, const char *glyph)
{
	for (int k = 0; k + 1 < count; k++)
		canvas_put(c, cell_y(p, cells[k]), cell_x(p, cells[k]), role, glyph);
}

/* ------------------------------------------------------------------ drawing */

static void
rows_draw(const struct plan *p, struct canvas *c)
{
	for (int row = 0; row < p->grid->rows; row++) {
		const int first = p->grid->first[row];
		canvas_putf(c, cell_y(p, first), cell_x(p, first) - 3, ROLE_DIM, "%c",
			    'a' + row);
	}
}

static void
cells_draw(const struct board *b, const struct plan *p, struct canvas *c)
{
	for (int cell = 0; cell < p->grid->cells; cell++) {
		const int y = cell_y(p, cell), x = cell_x(p, cell);
		const int seat = chinese_checkers_at(b->game, &b->state, cell);
		const int camp = target_seat(b, cell);
		if (seat != SEAT_NONE)
			canvas_put(c, y, x, (enum role)(ROLE_SEAT_0 + seat),
				   peg_glyph(b, c, seat));
		else
			canvas_put(c, y, x,
				   camp == SEAT_NONE ? ROLE_DIM
						     : (enum role)(ROLE_SEAT_0 + camp),
				   canvas_glyph(c, "·", "."));
	}
}

/* The last move with its way; while the peg walks, it stands on the cell it has come to. */
static void
last_draw(const struct board *b, const struct plan *p, struct canvas *c)
{
	uint8_t cells[HEX_CELLS];
	const int all = chinese_checkers_last_path(b->game, &b->state, cells);
	if (all < 2)
		return;
	int n = all;
	if (b->way < 1) {
		const int seat = chinese_checkers_at(b->game, &b->state, cells[all - 1]);
		n = 1 + (int)(b->way * (float)all);
		n = n < all ? n : all;
		canvas_put(c, cell_y(p, cells[all - 1]), cell_x(p, cells[all - 1]),
			   ROLE_DIM, canvas_glyph(c, "·", "."));
		canvas_put(c, cell_y(p, cells[n - 1]), cell_x(p, cells[n - 1]),
			   (enum role)(ROLE_SEAT_0 + seat), peg_glyph(b, c, seat));
	}
	for (int k = 0; k + 1 < n; k++)
		if (chinese_checkers_at(b->game, &b->state, cells[k]) == SEAT_NONE)
			canvas_put(c, cell_y(p, cells[k]), cell_x(p, cells[k]),
				   ROLE_LAST_MOVE, canvas_glyph(c, "∘", "+"));
	canvas_flags(c, cell_y(p, cells[n - 1]), cell_x(p, cells[n - 1]), 1,
		     CELL_UNDERLINE | CELL_BOLD);
}

/* The best moves of a hint: their ways and ranks, and the values in the corner. */
static void
marks_draw(const struct board *b, const struct plan *p, struct canvas *c)
{
	if (b->marks == NULL || b->marks_root == NULL)
		return;
	const int rows =
		b->marks->move_count < b->mark_rows ? b->marks->move_count : b->mark_rows;
	for (int k = rows - 1; k >= 0; k--) {
		const struct stats_move *m = &b->marks->moves[k];
		if (m->m == CC_PASS || m->status == MOVE_UNSEARCHED)
			continue;
		uint8_t cells[HEX_CELLS];
		const int n = chinese_checkers_path(b->game, b->marks_root, m->m, cells);
		if (k == 0 && n > 2)
			mark_way(p, c, cells + 1, n - 1, ROLE_HINT, "*");
		const int to = chinese_checkers_to(m->m),
			  from = chinese_checkers_from(m->m);
		canvas_putf(c, cell_y(p, to), cell_x(p, to), ROLE_HINT, "%d", k + 1);
		canvas_flags(c, cell_y(p, from), cell_x(p, from), 1, CELL_UNDERLINE);
	}
	board_costs(b, c, (struct rect){ p->r.y, p->r.x + 1, p->r.h, p->r.w - 1 });
}

/* The seats in the upper corners: shape, name, player. */
static void
seats_draw(const struct board *b, const struct plan *p, struct canvas *c)
{
	const int n = b->game->seats;
	for (int i = 0; i < n; i++) {
		const bool right = i >= (n + 1) / 2;
		const int y = p->r.y + (right ? i - (n + 1) / 2 : i);
		const int w = (p->r.w - 10 * p->scale) / 2 - 1;
		const int x = right ? p->r.x + p->r.w - w : p->r.x + 1;
		const enum role role = (enum role)(ROLE_SEAT_0 + i);
		canvas_put(c, y, x, i == b->turn ? ROLE_STRONG : ROLE_DIM,
			   i == b->turn ? canvas_glyph(c, "▶", ">") : " ");
		canvas_put(c, y, x + 1, role, peg_glyph(b, c, i));
		const int next = canvas_put(c, y, x + 3, role,
					    b->game->text->seat_name(b->game, i));
		canvas_put_w(c, y, next + 1, x + w - next - 1, ROLE_DIM,
			     b->names[i] != NULL ? b->names[i] : "");
	}
}

/* The spots, the cells within reach, and the cursor. */
static void
choice_draw(struct board *b, const struct plan *p, struct canvas *c)
{
	if (b->chooser == SEAT_NONE || b->reviewing)
		return;
	for (int cell = 0; cell < p->grid->cells; cell++) {
		const int y = cell_y(p, cell), x = cell_x(p, cell);
		const bool peg = can_move(b, cell);
		const bool goal =
			b->origin >= 0 && move_between(b, b->origin, cell) != MOVE_NONE;
		if (!peg && !goal)
			continue;
		if (goal && board_find(b, cell) < 0) {
			if (b->marks == NULL)
				canvas_put(c, y, x, ROLE_TARGET,
					   canvas_glyph(c, "○", "o"));
			else
				canvas_flags(c, y, x, 1, CELL_UNDERLINE);
		}
		board_spot(b, (struct rect){ y, x - 1, 1, 3 }, cell,
			   b->origin < 0 ? peg : goal || cell == b->origin);
	}
	if (b->origin >= 0)
		canvas_flags(c, cell_y(p, b->origin), cell_x(p, b->origin), 1,
			     CELL_REVERSE);
	if (board_find(b, b->cursor) < 0)
		return;
	const int y = cell_y(p, b->cursor), x = cell_x(p, b->cursor);
	canvas_put(c, y, x - 1, ROLE_STRONG, "[");
	canvas_put(c, y, x + 1, ROLE_STRONG, "]");
	canvas_flags(c, y, x - 1, 3, CELL_REVERSE);
	c->cursor_y = y;
	c->cursor_x = x;
}

static void
star_draw(struct board *b, struct canvas *c, struct rect r)
{
	const struct plan p = plan_star(b, r);
	b->spot_count = 0;
	rows_draw(&p, c);
	cells_draw(b, &p, c);
	last_draw(b, &p, c);
	marks_draw(b, &p, c);
	if (r.w >= p.grid->columns + 20)
		seats_draw(b, &p, c);
	for (int cell = 0; b->big && p.scale > 1 && cell < p.grid->cells; cell++)
		canvas_double(c, cell_y(&p, cell), cell_x(&p, cell));
	choice_draw(b, &p, c);
}

/* ------------------------------------------------------------------ choosing */

static enum board_answer
star_choose(struct board *b, bool take, move *out, char *text, int size)
{
	char name[HEX_NAME] = "";
	(void)take;
	if (b->move_count == 1 && b->moves[0] == CC_PASS) {
		*out = CC_PASS;
		return BOARD_MOVE;
	}
	if (b->cursor < 0) {
		snprintf(text, (size_t)size, "choose a peg with the arrows");
		return BOARD_NOTHING;
	}
	hexgrid_name(chinese_checkers_grid(b->game), b->cursor, name);
	if (b->origin >= 0) {
		const move m = move_between(b, b->origin, b->cursor);
		if (m != MOVE_NONE) {
			*out = m;
			return BOARD_MOVE;
		}
		if (b->cursor == b->origin) {
			b->origin = -1;
			snprintf(text, (size_t)size, "%s is put back", name);
			return BOARD_MORE;
		}
	}
	if (!can_move(b, b->cursor)) {
		snprintf(text, (size_t)size,
			 b->origin >= 0 ? "%s is out of reach"
					: "no peg of yours can move from %s",
			 name);
		return BOARD_NOTHING;
	}
	b->origin = b->cursor;
	int reach = 0;
	for (int i = 0; i < b->move_count; i++)
		reach += chinese_checkers_from(b->moves[i]) == b->origin;
	snprintf(text, (size_t)size,
		 "%s can reach %d cell%s: choose one, Esc puts it back", name, reach,
		 reach == 1 ? "" : "s");
	return BOARD_MORE;
}

static void
star_show(struct board *b, move m)
{
	if (m == CC_PASS)
		return;
	b->origin = chinese_checkers_from(m);
	b->cursor = chinese_checkers_to(m);
}

/* ------------------------------------------------------------------ in words */

static const char *
star_seat_word(const struct game *g, int seat)
{
	return g->text->seat_name(g, seat);
}

static void
star_say(const struct game *g, const struct state *before, int seat, move m, bool known,
	 char *out, int size)
{
	const struct hexgrid *grid = chinese_checkers_grid(g);
	char from[HEX_NAME], to[HEX_NAME];
	(void)known;
	if (m == CC_PASS) {
		snprintf(out, (size_t)size, "%s cannot move",
			 g->text->seat_name(g, seat));
		return;
	}
	uint8_t cells[HEX_CELLS];
	const int n = chinese_checkers_path(g, before, m, cells);
	hexgrid_name(grid, chinese_checkers_from(m), from);
	hexgrid_name(grid, chinese_checkers_to(m), to);
	if (n > 2)
		snprintf(out, (size_t)size, "%s moves %s to %s in %d hops",
			 g->text->seat_name(g, seat), from, to, n - 1);
	else
		snprintf(out, (size_t)size, "%s moves %s to %s",
			 g->text->seat_name(g, seat), from, to);
}

static void
star_holding(const struct game *g, const struct state *s, int seat, char *out, int size)
{
	const struct hexgrid *grid = chinese_checkers_grid(g);
	int n = snprintf(out, (size_t)size, "pegs on");
	for (int cell = 0; cell < grid->cells && n < size; cell++) {
		char name[HEX_NAME];
		if (chinese_checkers_at(g, s, cell) != seat)
			continue;
		hexgrid_name(grid, cell, name);
		n += snprintf(out + n, (size_t)(size - n), " %s", name);
	}
}

const struct board_ops chinese_checkers_board = {
	.game = "chinese-checkers",
	.draw = star_draw,
	.choose = star_choose,
	.show = star_show,
	.say = star_say,
	.seat_word = star_seat_word,
	.holding = star_holding,
};
