/*
 * tron.c - the grid of Tron: trails as walls that bend where the heads turned, heads as letters.
 *
 * A wall fills its cells but for the last column and half row of each, and what lies between two
 * cells of one trail is filled, so that walls side by side stay apart. Without areas of colour a
 * trail is drawn in the lines of its seat (double, heavy, rounded, dashed; in ASCII a character of
 * its own for each cell), so that trails can be told apart. A crash is a cross. The cells that the
 * person can enter carry an arrow; the cursor goes to them straight from the head, and stands
 * straight ahead when a step begins. A step that has been committed keeps its arrow until all step.
 *
 * A cell is two columns and a line, or two or three times as large where there is room. Beside the
 * grid, or below it, are the seats with their steps and the room each of them controls.
 */
#include "games/tron/tron.h"

#include "ui/boards/boards.h"

#include <stdio.h>
#include <string.h>

#define SIDE_COLUMNS 19
#define SCALE_MAX    3

struct tron_layout {
	struct rect r;
	int w, h;	   /* columns and lines of a cell */
	int top, left;	   /* of the frame */
	int columns, rows; /* of the frame */
	bool beside;	   /* the seats stand to the right of the grid */
};

static const int cells_by[TRON_STEPS] = { -16, 1, 16, -1 };

static enum role
tron_board_seat_role(int seat)
{
	return (enum role)(ROLE_SEAT_0 + seat);
}

static bool
may_step(const struct board *b, int step)
{
	for (int i = 0; i < b->move_count; i++)
		if (b->moves[i] == (move)step)
			return true;
	return false;
}

static bool
tron_board_chooses(const struct board *b)
{
	return b->chooser != SEAT_NONE && !b->reviewing;
}

static struct tron_layout
tron_board_make_plan(const struct board *b, struct rect r)
{
	const struct tron_variant *rules = tron_variant(b->game);
	struct tron_layout p = { .r = r, .h = SCALE_MAX };
	while (p.h > 1 &&
	       (r.w < 2 * p.h * rules->width + 1 || r.h < p.h * rules->height + 3))
		p.h--;
	p.w = 2 * p.h;
	p.columns = p.w * rules->width + 1;
	p.rows = p.h * rules->height + 2;
	p.beside = r.w >= p.columns + SIDE_COLUMNS;
	const int below = p.beside ? 1 : 1 + b->game->seats;
	p.left = r.x + (p.beside ? (r.w - p.columns - SIDE_COLUMNS) / 2
				 : (r.w > p.columns ? (r.w - p.columns) / 2 : 0));
	p.top = r.y + (r.h > p.rows + below ? (r.h - p.rows - below) / 2 : 0);
	if (r.h < p.rows) { /* a window of the grid around the head of the lower edge */
		const int head = 1 + p.h * tron_y(tron_of(&b->state)->head[b->bottom]);
		int hidden = head - r.h / 2;
		hidden = hidden > p.rows - r.h ? p.rows - r.h : hidden;
		p.top = r.y - (hidden > 0 ? hidden : 0);
	}
	return p;
}

static int
tron_board_cell_y(const struct tron_layout *p, int cell)
{
	return p->top + 1 + p->h * tron_y(cell) + (p->h - 1) / 2;
}

static int
tron_board_cell_x(const struct tron_layout *p, int cell)
{
	return p->left + p->w / 2 + p->w * tron_x(cell);
}

/* ------------------------------------------------------------------ trails */

/* The lines of a seat by the steps that they join: bit 0 north, 1 east, 2 south, 3 west. */
static const char *const lines[TRON_SEATS][16] = {
	{ "║", "║", "═", "╚", "║", "║", "╔", "╠", "═", "╝", "═", "╩", "╗", "╣", "╦",
	  "╬" },
	{ "┃", "┃", "━", "┗", "┃", "┃", "┏", "┣", "━", "┛", "━", "┻", "┓", "┫", "┳",
	  "╋" },
	{ "│", "│", "─", "╰", "│", "│", "╭", "├", "─", "╯", "─", "┴", "╮", "┤", "┬",
	  "┼" },
	{ "┆", "┆", "┄", "└", "┆", "┆", "┌", "├", "┄", "┘", "┄", "┴", "┐", "┤", "┬",
	  "┼" },
};
static const char *const plain[TRON_SEATS] = { "#", "o", "+", "x" };

static const char *
line_glyph(const struct canvas *c, int seat, unsigned joins)
{
	return canvas_glyph(c, lines[seat][joins], plain[seat]);
}

/* What lies between a cell and the next of its trail. */
static void
draw_link(struct canvas *c, const struct tron_layout *p, int cell, int step, int seat)
{
	const int dx = (step == TRON_EAST) - (step == TRON_WEST);
	const int dy = (step == TRON_SOUTH) - (step == TRON_NORTH);
	const unsigned joins = dx != 0 ? 1u << TRON_EAST | 1u << TRON_WEST
				       : 1u << TRON_NORTH | 1u << TRON_SOUTH;
	const int n = dx != 0 ? p->w : p->h;
	const char *glyph = canvas_glyph(c, lines[seat][joins], dx != 0 ? "-" : "|");
	for (int k = 1; k < n; k++)
		canvas_put(c, tron_board_cell_y(p, cell) + k * dy,
			   tron_board_cell_x(p, cell) + k * dx,
			   tron_board_seat_role(seat), glyph);
}

/* The wall from a cell to another beside it, in columns and half rows. */
static void
wall_draw(struct canvas *c, const struct tron_layout *p, int from, int to, enum role role)
{
	const int low = from < to ? from : to, high = from + to - low;
	const int x = p->left + 1 + p->w * tron_x(low);
	const int w = p->w * (tron_x(high) - tron_x(low) + 1) - 1;
	const int top = p->top + 1 + p->h * tron_y(low);
	const int h = 2 * p->h * (tron_y(high) - tron_y(low) + 1) - 1;
	for (int y = 0; 2 * y < h; y++) {
		const bool whole = 2 * y + 1 < h;
		for (int k = 0; k < w; k++)
			canvas_put(c, top + y, x + k, role, whole ? " " : "▀");
		if (whole)
			canvas_ground(c, (struct rect){ top + y, x, 1, w }, role);
	}
}

static unsigned
opposite(int step)
{
	return 1u << ((step + 2) % TRON_STEPS);
}

static void
draw_trail(const struct board *b, struct canvas *c, const struct tron_layout *p, int seat)
{
	const struct tron *s = tron_of(&b->state);
	int cell = s->start[seat];
	unsigned joins = 0;
	for (int k = 0; k < s->lived[seat] && cell != s->head[seat]; k++) {
		const int step = tron_past(s, k, seat);
		if (c->filled) {
			wall_draw(c, p, cell, cell + cells_by[step],
				  tron_board_seat_role(seat));
			cell += cells_by[step];
			continue;
		}
		joins |= 1u << step;
		canvas_put(c, tron_board_cell_y(p, cell), tron_board_cell_x(p, cell),
			   tron_board_seat_role(seat), line_glyph(c, seat, joins));
		draw_link(c, p, cell, step, seat);
		joins = opposite(step);
		cell += cells_by[step];
	}
}

/* A head is a letter; one that has crashed is a cross. */
static void
tron_board_draw_head(const struct board *b, struct canvas *c, const struct tron_layout *p,
		     int seat)
{
	const struct tron *s = tron_of(&b->state);
	const bool alive = s->alive >> seat & 1;
	const int head = s->head[seat], y = tron_board_cell_y(p, head),
		  x = tron_board_cell_x(p, head);
	const enum role role = tron_board_seat_role(seat);
	const char letter[2] = { game_seat_letter(b->game, seat), '\0' };
	if (c->filled)
		wall_draw(c, p, head, head, role);
	canvas_ground(c, (struct rect){ y, x, 1, 1 }, role);
	canvas_put(c, y, x,
		   c->filled ? ROLE_DISC_INK
		   : alive   ? role
			     : ROLE_BAD,
		   alive ? letter : canvas_glyph(c, "×", "X"));
	canvas_flags(c, y, x, 1,
		     alive && !c->filled ? CELL_BOLD | CELL_REVERSE : CELL_BOLD);
}

/* ------------------------------------------------------------------ the grid */

/* The border; heads may go up to its inside. */
static void
draw_border(struct canvas *c, const struct tron_layout *p)
{
	const int bottom = p->top + p->rows - 1;
	const int right = p->left + p->columns - 1;
	canvas_hline(c, p->top, p->left, p->columns, ROLE_FRAME);
	canvas_hline(c, bottom, p->left, p->columns, ROLE_FRAME);
	canvas_vline(c, p->top, p->left, bottom - p->top + 1, ROLE_FRAME);
	canvas_vline(c, p->top, right, bottom - p->top + 1, ROLE_FRAME);
	canvas_put(c, p->top, p->left, ROLE_FRAME, canvas_glyph(c, "┌", "+"));
	canvas_put(c, p->top, right, ROLE_FRAME, canvas_glyph(c, "┐", "+"));
	canvas_put(c, bottom, p->left, ROLE_FRAME, canvas_glyph(c, "└", "+"));
	canvas_put(c, bottom, right, ROLE_FRAME, canvas_glyph(c, "┘", "+"));
}

static void
draw_floor(const struct board *b, struct canvas *c, const struct tron_layout *p)
{
	const struct tron_variant *rules = tron_variant(b->game);
	for (int y = 0; y < rules->height; y++)
		for (int x = 0; x < rules->width; x++) {
			const int cell = tron_cell(x, y);
			const int at_y = tron_board_cell_y(p, cell),
				  at_x = tron_board_cell_x(p, cell);
			if (tron_has(&rules->floor, x, y)) {
				canvas_put(c, at_y, at_x, ROLE_DIM,
					   canvas_glyph(c, "·", "."));
				continue;
			}
			for (int k = 0; k < p->w * p->h; k++)
				canvas_put(c, at_y - (p->h - 1) / 2 + k / p->w,
					   at_x - p->w / 2 + 1 + k % p->w, ROLE_TEXT,
					   canvas_glyph(c, "▓", "%"));
		}
}

/* ------------------------------------------------------------------ choosing */

static const char *
arrow(const struct canvas *c, int step)
{
	static const char *const arrows[TRON_STEPS] = { "↑", "→", "↓", "←" };
	static const char *const letters[TRON_STEPS] = { "^", ">", "v", "<" };
	return canvas_glyph(c, arrows[step], letters[step]);
}

/* The step to a cell from the chooser's head, -1: none that is legal. */
static int
tron_board_step_to(const struct board *b, int cell)
{
	const struct tron *s = tron_of(&b->state);
	for (int k = 0; k < TRON_STEPS && b->chooser != SEAT_NONE; k++)
		if (cell == s->head[b->chooser] + cells_by[k] && may_step(b, k))
			return k;
	return -1;
}

/* Straight ahead, or the first legal step. */
static int
first_step(const struct board *b)
{
	const struct tron *s = tron_of(&b->state);
	if (s->rounds > 0) {
		const int ahead = tron_past(s, s->rounds - 1, b->chooser);
		if (may_step(b, ahead))
			return ahead;
	}
	return b->move_count > 0 ? (int)b->moves[0] : -1;
}

/* The cell that a step leads to. A head that is shut in has none: its own cell stands for it. */
static int
target_cell(const struct board *b, int seat, int step)
{
	const struct tron *s = tron_of(&b->state);
	int x, y;
	if (step < 0 || step >= TRON_STEPS)
		return s->head[seat];
	const bool on = tron_target(tron_variant(b->game), s->head[seat], step, &x, &y);
	return on && tron_has(&s->open, x, y) ? tron_cell(x, y) : s->head[seat];
}

static void
draw_choices(struct board *b, struct canvas *c, const struct tron_layout *p)
{
	const struct tron *s = tron_of(&b->state);
	if (b->chooser == SEAT_NONE)
		return;
	const int head = s->head[b->chooser];
	if (tron_board_step_to(b, b->cursor) < 0 && b->cursor != head &&
	    first_step(b) >= 0)
		b->cursor = target_cell(b, b->chooser, first_step(b));
	bool live = false;
	for (int i = 0; i < b->move_count; i++) {
		const int step = (int)b->moves[i];
		const int cell = target_cell(b, b->chooser, step);
		const int y = tron_board_cell_y(p, cell), x = tron_board_cell_x(p, cell);
		const int rank = board_mark_rank(b, b->moves[i]);
		live |= cell == head;
		board_spot(b,
			   (struct rect){ y - (p->h - 1) / 2, x - p->w / 2 + 1, p->h,
					  p->w - 1 },
			   cell, true);
		if (cell != head)
			canvas_put(c, y, x, rank == 0 ? ROLE_HINT : ROLE_TARGET,
				   arrow(c, step));
		if (rank == 0)
			canvas_flags(c, y, x, 1, CELL_UNDERLINE);
		if (b->cursor == cell && tron_board_chooses(b)) {
			canvas_flags(c, y, x, 1, CELL_REVERSE);
			c->cursor_y = y;
			c->cursor_x = x;
		}
	}
	if (!live) /* where the arrows start from */
		board_spot(b,
			   (struct rect){ tron_board_cell_y(p, head),
					  tron_board_cell_x(p, head), 1, 1 },
			   head, false);
}

/* Steps that wait for the others, as far as they are known. */
static void
draw_committed(const struct board *b, struct canvas *c, const struct tron_layout *p)
{
	const struct tron *s = tron_of(&b->state);
	for (int i = 0; i < b->game->seats; i++) {
		if (!commit_has(&s->steps, i) || s->steps.of[i] == COMMIT_HIDDEN)
			continue;
		const int cell = target_cell(b, i, s->steps.of[i]);
		if (cell != s->head[i])
			canvas_put(c, tron_board_cell_y(p, cell),
				   tron_board_cell_x(p, cell), ROLE_SELECTED,
				   arrow(c, s->steps.of[i]));
	}
}

/* ------------------------------------------------------------------ the seats */

static const char *
tron_board_doing(const struct board *b, int seat)
{
	const struct tron *s = tron_of(&b->state);
	if (s->winners >> seat & 1)
		return s->alive >> seat & 1 ? "wins" : "crashed, a draw";
	if (!(s->alive >> seat & 1))
		return "crashed";
	return commit_has(&s->steps, seat) ? "has chosen" : "chooses";
}

/* "▶ A Alpha  you", "  12 steps, room 68", "  has chosen"; in one line below the grid. */
static void
draw_seat(const struct board *b, struct canvas *c, const struct tron_layout *p, int y,
	  int x, int seat, const struct figure *figures)
{
	const bool acts = b->game->rules->acting(b->game, &b->state) >> seat & 1;
	const int steps = figures[0].per_seat[seat], room = figures[1].per_seat[seat];
	const char *name = b->names[seat] != NULL ? b->names[seat] : "";
	int at = canvas_put(c, y, x, tron_board_seat_role(seat),
			    acts ? canvas_glyph(c, "▶ ", "> ") : "  ");
	at = canvas_put(c, y, at, tron_board_seat_role(seat),
			c->filled ? "■" : line_glyph(c, seat, 10));
	at = canvas_putf(c, y, at, tron_board_seat_role(seat), " %s",
			 b->game->text->seat_name(b->game, seat));
	if (!p->beside) {
		canvas_putf(c, y, at, ROLE_TEXT, "  %s  room %d  %s", name, room,
			    tron_board_doing(b, seat));
		return;
	}
	canvas_put_w(c, y, at + 1, x + SIDE_COLUMNS - at - 2, ROLE_DIM, name);
	canvas_putf(c, y + 1, x + 2, ROLE_TEXT, "%d step%s", steps,
		    steps == 1 ? "" : "s");
	canvas_putf(c, y + 2, x + 2, ROLE_TEXT, "room %d", room);
	canvas_put(c, y + 3, x + 2, ROLE_DIM, tron_board_doing(b, seat));
}

static void
tron_board_draw_seats(struct board *b, struct canvas *c, const struct tron_layout *p)
{
	struct figure figures[FIGURES_MAX];
	game_figures(b->game, &b->state, figures);
	const int bottom = p->top + p->rows;
	const bool packed = p->rows < 5 * b->game->seats;
	for (int i = 0; i < b->game->seats; i++)
		if (p->beside)
			draw_seat(b, c, p, p->top + (packed ? 4 : 5) * i,
				  p->left + p->columns + 2, i, figures);
		else
			draw_seat(b, c, p, bottom + i, p->r.x + 1, i, figures);
	board_mix(b, c, bottom + (p->beside ? 0 : b->game->seats), p->r.x + 1,
		  p->r.w - 2);
}

static void
tron_draw(struct board *b, struct canvas *c, struct rect r)
{
	const struct tron_layout p = tron_board_make_plan(b, r);
	b->spot_count = 0;
	draw_border(c, &p);
	draw_floor(b, c, &p);
	for (int i = 0; i < b->game->seats; i++)
		draw_trail(b, c, &p, i);
	for (int i = 0; i < b->game->seats; i++)
		tron_board_draw_head(b, c, &p, i);
	draw_choices(b, c, &p);
	draw_committed(b, c, &p);
	tron_board_draw_seats(b, c, &p);
}

static enum board_answer
tron_choose(struct board *b, bool take, move *out, char *text, int size)
{
	const int step = tron_board_step_to(b, b->cursor);
	if (step < 0 && b->move_count != 1) {
		snprintf(text, (size_t)size, "choose a step with the arrows");
		return BOARD_NOTHING;
	}
	*out = step >= 0 ? (move)step : b->moves[0];
	return BOARD_MOVE;
}

static void
tron_show(struct board *b, move m)
{
	if (b->chooser != SEAT_NONE)
		b->cursor = target_cell(b, b->chooser, (int)m);
}

/* ------------------------------------------------------------------ in words */

/* The last step of a round is not secret: it reveals them all. */
static bool
tron_secret(const struct game *g, const struct state *before, int seat, move m)
{
	const struct tron *s = tron_of(before);
	(void)g, (void)m;
	return (s->steps.seats | 1u << seat) != s->alive;
}

static void
tron_say(const struct game *g, const struct state *before, int seat, move m, bool known,
	 char *out, int size)
{
	static const char *const words[TRON_STEPS] = { "north", "east", "south", "west" };
	const char *name = g->text->seat_name(g, seat);
	if (known && m < TRON_STEPS)
		snprintf(out, (size_t)size, "%s steps %s", name, words[m]);
	else
		snprintf(out, (size_t)size, "%s has chosen", name);
}

static const char *
tron_seat_word(const struct game *g, int seat)
{
	return g->text->seat_name(g, seat);
}

static void
tron_holding(const struct game *g, const struct state *s, int seat, char *out, int size)
{
	struct figure f[FIGURES_MAX];
	game_figures(g, s, f);
	const int cell = tron_of(s)->head[seat];
	snprintf(out, (size_t)size, "at %c%d after %d steps, room %d", 'a' + tron_x(cell),
		 tron_variant(g)->height - tron_y(cell), f[0].per_seat[seat],
		 f[1].per_seat[seat]);
}

const struct board_ops tron_board = {
	.game = "tron",
	.draw = tron_draw,
	.choose = tron_choose,
	.show = tron_show,
	.secret = tron_secret,
	.say = tron_say,
	.seat_word = tron_seat_word,
	.holding = tron_holding,
};
