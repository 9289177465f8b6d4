/*
 * abalone.c - the hexagon as a hexagon: rows staggered by half cells, a marble in the colour
 * and the shape of its seat, row letters on the left, column numbers at the lower right edge.
 *
 * A move is chosen by its marbles and the cell that the foremost of them enters. One marble
 * taken up stands for every line that begins with it: in each direction there is at most one
 * move, so two choices make any move in line, pushes included. A second marble makes a line
 * of these two, or of three when they are its ends; then the cells are marked where that
 * line can go, sideways as well.
 *
 * Cells left by the last move are marked, its marbles underlined. In the corners that the
 * hexagon leaves free stand the seats with the marbles that they have pushed off.
 */
#include "games/abalone/abalone.h"

#include "ui/boards/cells.h"

#include <stdio.h>

/* ------------------------------------------------------------------ drawing */

/* The marbles that a seat has pushed off, and those it still needs. With three seats it does
 * not matter whose they were. */
static void
harvest_draw(const struct board *b, const struct cells *p, struct canvas *c, int seat,
	     int y, int x)
{
	const int off = abalone_state(&b->state)->ejected[seat];
	const int goal = abalone_goal(b->game), victim = 1 - seat;
	for (int i = 0; i < goal; i++)
		if (i >= off)
			canvas_put(c, y, x + i, ROLE_DIM, canvas_glyph(c, "·", "."));
		else if (b->game->seats == 2)
			canvas_put(c, y, x + i, (enum role)(ROLE_SEAT_0 + victim),
				   cells_piece(b, p, c, victim));
		else
			canvas_put(c, y, x + i, ROLE_STRONG, canvas_glyph(c, "▪", "x"));
	canvas_putf(c, y, x + goal + 1, ROLE_DIM, "%d", off);
}

/* The first two in the upper corners, the third at the lower right, above the legend of a hint's
 * figures. */
static void
abalone_board_seats_draw(const struct board *b, const struct cells *p, struct canvas *c,
			 struct rect r)
{
	/* The room beside the top row and its letter. */
	const int w = p->at.x - r.x + 4 * (p->scale - 1) - 1;
	if (w < 8 || w < abalone_goal(b->game) + 2 || r.h < ABALONE_ROWS)
		return;
	for (int seat = 0; seat < b->game->seats; seat++) {
		const int y = seat == 2 ? r.y + r.h - (b->marks ? 5 : 2) : r.y;
		const int x = seat > 0 ? r.x + r.w - w : r.x;
		cells_seat(b, p, c, seat, (struct rect){ y, x, 1, w });
		harvest_draw(b, p, c, seat, y + 1, x + 1);
	}
}

/* The marble between the two ends of a line of three, ABALONE_NONE. */
static int
abalone_board_middle_of(const struct board *b)
{
	if (b->origin < 0 || b->held != 2)
		return ABALONE_NONE;
	for (int d = 0; d < ABALONE_DIRS; d++) {
		const int next = abalone_step(b->path[0], d);
		if (next != ABALONE_NONE && abalone_step(next, d) == b->path[1])
			return next;
	}
	return ABALONE_NONE;
}

static void
hexagon_draw(struct board *b, struct canvas *c, struct rect r)
{
	struct cells *p = cells_lay_out(b, c, r);
	cells_draw(b, p, c);
	cells_marks(b, p, c);
	board_costs(b, c, r);
	abalone_board_seats_draw(b, p, c, r);
	const int middle = abalone_board_middle_of(b);
	if (middle != ABALONE_NONE)
		canvas_flags(c, cells_y(p, middle), cells_x(p, middle), 1, CELL_REVERSE);
	cells_choice(b, p, c);
}

/* ------------------------------------------------------------------ in words */

static void
hexagon_reach(const struct board *b, const struct cell_choice *k, char *text, int size)
{
	int goals = 0, more = 0;
	for (int cell = 0; cell < ABALONE_CELLS; cell++) {
		goals += (k->use[cell] & CHOICE_GOAL) != 0;
		more += (k->use[cell] & CHOICE_NEXT) != 0;
	}
	char line[32] = "a line from here";
	if (k->held > 1)
		snprintf(line, sizeof line, "these %d marbles",
			 k->held + (abalone_board_middle_of(b) != ABALONE_NONE));
	if (goals > 0)
		snprintf(text, (size_t)size, "%s can go %d way%s: choose a cell%s", line,
			 goals, goals == 1 ? "" : "s", more ? ", or another marble" : "");
	else
		snprintf(text, (size_t)size, "choose another marble of the line");
}

static void
hexagon_say(const struct game *g, const struct state *before, int seat, move m,
	    bool known, char *out, int size)
{
	static const char *const ways[ABALONE_DIRS] = { "right",     "down right",
							"down left", "left",
							"up left",   "up right" };
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
	const int n = snprintf(out, (size_t)size, "%d pushed off; ",
			       abalone_state(s)->ejected[seat]);
	cells_pieces(g, s, seat, "marbles", out + n, size - n);
}

static const uint8_t roles[ABALONE_SEATS] = { ROLE_STONE_BLACK, ROLE_STONE_WHITE,
					      ROLE_SEAT_3 };

const struct board_ops abalone_board = {
	.seat_roles = roles,
	.game = "abalone",
	.draw = hexagon_draw,
	.reach = hexagon_reach,
	.say = hexagon_say,
	.holding = hexagon_holding,
};
