/*
 * abalone.c - the hexagon as a hexagon: rows staggered by half cells, a marble in the colour
 * and the shape of its seat, row letters on the left, column numbers at the lower right edge.
 *
 * A move is chosen by its marbles and the cell that the foremost of them enters. One marble
 * taken up stands for every line that begins with it: in each direction there is at most one
 * move, so two choices make any move in line, pushes included. A second marble makes a line
 * of these two, or of three when they are its ends; then the cells are marked where that
 * line can go, sideways as well. No cell ever stands for two moves: the six directions of a
 * line lead its foremost marble to six different cells.
 *
 * Cells left by the last move are marked, its marbles underlined. Two half cells are two
 * columns and a row is one line; where there is room all is doubled. In the corners that
 * the hexagon leaves free stand the seats with the marbles that they have pushed off.
 */
#include "games/abalone/abalone.h"

#include "ui/boards/boards.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define BIT(cell) (UINT64_C(1) << (cell))

struct plan {
	struct rect r;
	int scale, top, left; /* of the hexagon */
};

static const char *const marbles[ABALONE_SEATS] = { "●", "○", "◆" };

static const char *
marble_glyph(const struct board *b, const struct canvas *c, int seat)
{
	static char letter[ABALONE_SEATS][2]; /* seat letters of the game on the table */
	letter[seat][0] = b->game->text->seat_letter(b->game, seat);
	return canvas_glyph(c, marbles[seat], letter[seat]);
}

static enum role
seat_role(int seat)
{
	return (enum role)(ROLE_SEAT_0 + seat);
}

static struct plan
plan_hexagon(const struct board *b, struct rect r)
{
	struct plan p = { .r = r, .scale = 1 };
	if (r.h >= 2 * ABALONE_ROWS && r.w >= 40)
		p.scale = 2;
	const int h = p.scale * (ABALONE_ROWS - 1) + 2, w = 16 * p.scale + 1;
	p.top = r.y + (r.h > h ? (r.h - h) / 2 : 0);
	if (r.h < ABALONE_ROWS) { /* a window around the cursor */
		const int cell = b->cursor >= 0 ? b->cursor : abalone_cell_at(4, 5);
		int hidden = ABALONE_ROWS - 1 - abalone_row(cell) - r.h / 2;
		hidden = hidden > ABALONE_ROWS - r.h ? ABALONE_ROWS - r.h : hidden;
		p.top = r.y - (hidden > 0 ? hidden : 0);
	}
	p.left = r.x + (r.w > w ? (r.w - w) / 2 : 0);
	return p;
}

/* Rows and columns need not be on the board: the labels stand just outside. */
static int
place_y(const struct plan *p, int row)
{
	return p->top + p->scale * (ABALONE_ROWS - 1 - row);
}

static int
place_x(const struct plan *p, int row, int column)
{
	return p->left + p->scale * (2 * column - row + 2);
}

static int
cell_y(const struct plan *p, int cell)
{
	return place_y(p, abalone_row(cell));
}

static int
cell_x(const struct plan *p, int cell)
{
	return place_x(p, abalone_row(cell), abalone_column(cell));
}

/* ------------------------------------------------------------------ what can be chosen */

/* What the marbles taken up can still become. */
struct choice {
	uint64_t marbles;	     /* that can be taken up or put back */
	uint64_t targets;	     /* cells that finish a move */
	move move_to[ABALONE_CELLS]; /* by target */
};

/* The marbles taken up make this move complete. */
static bool
is_complete(const struct abalone_move *d, uint64_t picked)
{
	const bool one = (picked & (picked - 1)) == 0;
	return one ? d->in_line && picked == BIT(d->cells[0]) : d->group == picked;
}

static void
find_choice(const struct board *b, struct choice *k)
{
	memset(k, 0, sizeof *k);
	k->marbles = b->picked;
	for (int i = 0; i < b->move_count; i++) {
		if (b->moves[i] == ABALONE_PASS)
			continue;
		const struct abalone_move d =
			abalone_describe(b->game, &b->state, b->chooser, b->moves[i]);
		if ((b->picked & ~d.group) == 0)
			k->marbles |= d.group;
		if (b->picked != 0 && is_complete(&d, b->picked)) {
			k->targets |= BIT(d.target);
			k->move_to[d.target] = b->moves[i];
		}
	}
}

/* Two marbles with a cell between them are the ends of three. */
static uint64_t
with_middle(uint64_t picked)
{
	for (int cell = 0; cell < ABALONE_CELLS; cell++)
		for (int d = 0; d < ABALONE_AXES && picked >> cell & 1; d++) {
			const int next = abalone_step(cell, d);
			const int end = next == ABALONE_NONE ? ABALONE_NONE
							     : abalone_step(next, d);
			if (end != ABALONE_NONE && picked >> end & 1)
				picked |= BIT(next);
		}
	return picked;
}

/* ------------------------------------------------------------------ drawing */

static void
labels_draw(const struct plan *p, struct canvas *c)
{
	for (int row = 0; row < ABALONE_ROWS; row++) {
		const int first = row > 4 ? row - 3 : 1;
		const int x = place_x(p, row, first) - 2 * p->scale;
		canvas_putf(c, place_y(p, row), x > p->r.x ? x : p->r.x, ROLE_DIM, "%c",
			    'A' + row);
	}
	for (int column = 1; column <= ABALONE_ROWS; column++) {
		/* One line and half a cell below the lowest cell of the column. */
		const int row = column > 5 ? column - 5 : 0;
		canvas_putf(c, place_y(p, row) + 1, place_x(p, row, column) + 1, ROLE_DIM,
			    "%d", column);
	}
}

static void
cells_draw(const struct board *b, const struct plan *p, struct canvas *c)
{
	const struct abalone *s = abalone_state(&b->state);
	for (int cell = 0; cell < ABALONE_CELLS; cell++) {
		const int y = cell_y(p, cell), x = cell_x(p, cell);
		const int seat = abalone_at(b->game, &b->state, cell);
		if (seat != SEAT_NONE)
			canvas_put(c, y, x, seat_role(seat), marble_glyph(b, c, seat));
		else if (s->vacated >> cell & 1)
			canvas_put(c, y, x, ROLE_LAST_MOVE, "+");
		else
			canvas_put(c, y, x, ROLE_DIM, canvas_glyph(c, "·", "."));
		if (s->entered >> cell & 1)
			canvas_flags(c, y, x, 1, CELL_UNDERLINE | CELL_BOLD);
	}
}

/* The best moves of a hint: their ranks where they lead, their values in the corner. */
static void
marks_draw(const struct board *b, const struct plan *p, struct canvas *c)
{
	if (b->marks == NULL || b->marks_root == NULL)
		return;
	const int seat = b->marks->mover;
	const int rows =
		b->marks->move_count < b->mark_rows ? b->marks->move_count : b->mark_rows;
	board_costs(b, c, p->r);
	for (int k = rows - 1; k >= 0; k--) {
		const struct stats_move *m = &b->marks->moves[k];
		if (m->m == ABALONE_PASS || m->status == MOVE_UNSEARCHED)
			continue;
		const struct abalone_move d =
			abalone_describe(b->game, b->marks_root, seat, m->m);
		canvas_putf(c, cell_y(p, d.target), cell_x(p, d.target), ROLE_HINT, "%d",
			    k + 1);
		for (int i = 0; i < d.count; i++)
			canvas_flags(c, cell_y(p, d.cells[i]), cell_x(p, d.cells[i]), 1,
				     CELL_UNDERLINE);
	}
}

/* The marbles that a seat has pushed off, and those it still needs. With three seats it does
 * not matter whose they were. */
static void
harvest_draw(const struct board *b, struct canvas *c, int seat, int y, int x)
{
	const int off = abalone_state(&b->state)->ejected[seat];
	const int goal = abalone_goal(b->game), victim = 1 - seat;
	for (int i = 0; i < goal; i++)
		if (i >= off)
			canvas_put(c, y, x + i, ROLE_DIM, canvas_glyph(c, "·", "."));
		else if (b->game->seats == 2)
			canvas_put(c, y, x + i, seat_role(victim),
				   marble_glyph(b, c, victim));
		else
			canvas_put(c, y, x + i, ROLE_STRONG, canvas_glyph(c, "▪", "x"));
	canvas_putf(c, y, x + goal + 1, ROLE_DIM, "%d", off);
}

static void
seat_draw(const struct board *b, struct canvas *c, int seat, int y, int x, int w)
{
	const bool turn = seat == b->turn;
	canvas_put(c, y, x, turn ? ROLE_STRONG : ROLE_DIM,
		   turn ? canvas_glyph(c, "▶", ">") : " ");
	canvas_put(c, y, x + 1, seat_role(seat), marble_glyph(b, c, seat));
	const int next = canvas_put(c, y, x + 3, seat_role(seat),
				    b->game->text->seat_name(b->game, seat));
	const int room = x + w - next - 1;
	if (room >= 3)
		canvas_put_w(c, y, next + 1, room, ROLE_DIM,
			     b->names[seat] != NULL ? b->names[seat] : "");
	harvest_draw(b, c, seat, y + 1, x + 1);
}

/* The first two in the upper corners, the third at the lower right, above what explains the
 * figures of a hint. */
static void
seats_draw(const struct board *b, const struct plan *p, struct canvas *c)
{
	/* What the top row leaves free, its letter included. */
	const int w = p->left - p->r.x + 4 * (p->scale - 1) - 1;
	if (w < 8 || w < abalone_goal(b->game) + 2 || p->r.h < ABALONE_ROWS)
		return;
	for (int seat = 0; seat < b->game->seats; seat++) {
		const int y = seat == 2 ? p->r.y + p->r.h - (b->marks ? 5 : 2) : p->r.y;
		seat_draw(b, c, seat, y, seat ? p->r.x + p->r.w - w : p->r.x, w);
	}
}

/* The spots, the cells within reach, and the cursor. */
static void
choice_draw(struct board *b, const struct plan *p, struct canvas *c)
{
	struct choice k;
	if (b->chooser == SEAT_NONE || b->reviewing)
		return;
	find_choice(b, &k);
	for (int cell = 0; cell < ABALONE_CELLS; cell++) {
		const int y = cell_y(p, cell), x = cell_x(p, cell);
		const int seat = abalone_at(b->game, &b->state, cell);
		if (seat != b->chooser && !(k.targets >> cell & 1))
			continue;
		if (k.targets >> cell & 1 && b->marks == NULL)
			canvas_put(c, y, x, ROLE_TARGET,
				   seat != SEAT_NONE ? marble_glyph(b, c, seat)
						     : canvas_glyph(c, "◇", "o"));
		if (k.targets >> cell & 1 && (seat != SEAT_NONE || b->marks != NULL))
			canvas_flags(c, y, x, 1, CELL_UNDERLINE);
		if (b->picked >> cell & 1)
			canvas_flags(c, y, x, 1, CELL_REVERSE);
		board_spot(b, (struct rect){ y, x - 1, 1, 3 }, cell,
			   (k.marbles | k.targets) >> cell & 1);
	}
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
hexagon_draw(struct board *b, struct canvas *c, struct rect r)
{
	const struct plan p = plan_hexagon(b, r);
	b->spot_count = 0;
	labels_draw(&p, c);
	cells_draw(b, &p, c);
	marks_draw(b, &p, c);
	seats_draw(b, &p, c);
	for (int cell = 0; b->big && p.scale > 1 && cell < ABALONE_CELLS; cell++)
		canvas_double(c, cell_y(&p, cell), cell_x(&p, cell));
	choice_draw(b, &p, c);
}

/* ------------------------------------------------------------------ choosing */

/* Puts a marble back, and all of them when the middle one of three goes. */
static void
put_back(struct board *b, int cell)
{
	b->picked &= ~BIT(cell);
	if (with_middle(b->picked) != b->picked)
		b->picked = 0;
	b->origin = b->picked != 0 ? __builtin_ctzll(b->picked) : -1;
}

static void
say_reach(const struct board *b, const struct choice *k, char *text, int size)
{
	const int n = __builtin_popcountll(k->targets);
	const int held = __builtin_popcountll(b->picked);
	const bool more = (k->marbles & ~b->picked) != 0;
	char line[24] = "a line from here";
	if (held > 1)
		snprintf(line, sizeof line, "these %d marbles", held);
	if (n > 0)
		snprintf(text, (size_t)size, "%s can go %d way%s: choose a cell%s", line,
			 n, n == 1 ? "" : "s", more ? ", or another marble" : "");
	else
		snprintf(text, (size_t)size, "choose another marble of the line");
}

static enum board_answer
hexagon_choose(struct board *b, bool take, move *out, char *text, int size)
{
	struct choice k;
	char name[ABALONE_NAME];
	(void)take;
	if (b->move_count == 1 && b->moves[0] == ABALONE_PASS) {
		*out = ABALONE_PASS;
		return BOARD_MOVE;
	}
	if (b->cursor < 0) {
		snprintf(text, (size_t)size, "choose a marble with the arrows");
		return BOARD_NOTHING;
	}
	find_choice(b, &k);
	if (k.targets >> b->cursor & 1) {
		*out = k.move_to[b->cursor];
		return BOARD_MOVE;
	}
	abalone_name(b->cursor, name);
	if (b->picked >> b->cursor & 1) {
		put_back(b, b->cursor);
		if (b->picked == 0) {
			snprintf(text, (size_t)size, "%s is put back", name);
			return BOARD_MORE;
		}
	} else if (k.marbles >> b->cursor & 1) {
		b->picked = with_middle(b->picked | BIT(b->cursor));
	} else {
		snprintf(text, (size_t)size,
			 b->picked != 0 ? "%s makes no line with the marbles taken up"
					: "no marble of yours can move from %s",
			 name);
		return BOARD_NOTHING;
	}
	if (b->origin < 0)
		b->origin = b->cursor;
	find_choice(b, &k);
	say_reach(b, &k, text, size);
	return BOARD_MORE;
}

static void
hexagon_show(struct board *b, move m)
{
	if (m == ABALONE_PASS)
		return;
	const struct abalone_move d = abalone_describe(b->game, &b->state, b->chooser, m);
	b->origin = d.cells[0];
	b->picked = d.group;
	b->cursor = d.target;
}

/* ------------------------------------------------------------------ in words */

static const char *
hexagon_seat_word(const struct game *g, int seat)
{
	return g->text->seat_name(g, seat);
}

static void
hexagon_say(const struct game *g, const struct state *before, int seat, move m,
	    bool known, char *out, int size)
{
	static const char *const ways[ABALONE_DIRS] = { "right",     "down right",
							"down left", "left",
							"up left",   "up right" };
	(void)known;
	if (m == ABALONE_PASS) {
		snprintf(out, (size_t)size, "%s cannot move",
			 g->text->seat_name(g, seat));
		return;
	}
	const struct abalone_move d = abalone_describe(g, before, seat, m);
	char line[4 * 3 + 1] = "", push[48] = "";
	int n = 0;
	for (int i = 0; i < d.count; i++) {
		char name[ABALONE_NAME];
		abalone_name(d.cells[i], name);
		n += snprintf(line + n, sizeof line - (size_t)n, " %s", name);
	}
	if (d.pushed)
		snprintf(push, sizeof push, ", pushing %s%s",
			 d.pushed > 1 ? "two" : "one",
			 !d.ejects	? ""
			 : d.pushed > 1 ? ", one of them off the board"
					: " off the board");
	snprintf(out, (size_t)size, "%s moves%s %s%s%s", g->text->seat_name(g, seat),
		 line, d.in_line ? "" : "sideways, ", ways[d.dir], push);
}

static void
hexagon_holding(const struct game *g, const struct state *s, int seat, char *out,
		int size)
{
	int n = snprintf(out, (size_t)size, "%d pushed off; marbles on",
			 abalone_state(s)->ejected[seat]);
	for (int row = 0; row < ABALONE_ROWS; row++)
		for (int column = 1; column <= ABALONE_ROWS && n < size; column++) {
			const int cell = abalone_cell_at(row, column);
			char name[ABALONE_NAME];
			if (cell == ABALONE_NONE || abalone_at(g, s, cell) != seat)
				continue;
			abalone_name(cell, name);
			n += snprintf(out + n, (size_t)(size - n), " %s", name);
		}
}

static const uint8_t roles[ABALONE_SEATS] = { ROLE_STONE_BLACK, ROLE_STONE_WHITE,
					      ROLE_SEAT_3 };

const struct board_ops abalone_board = {
	.seat_roles = roles,
	.game = "abalone",
	.draw = hexagon_draw,
	.choose = hexagon_choose,
	.show = hexagon_show,
	.say = hexagon_say,
	.seat_word = hexagon_seat_word,
	.holding = hexagon_holding,
};
