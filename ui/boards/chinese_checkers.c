/*
 * chinese_checkers.c - the star as a star: rows staggered by half cells, a peg in the colour and
 * the shape of its seat, target camps in the colour of the seat that has to fill them.
 *
 * Two half cells are two columns and a row is one line, so the star keeps its shape. A hint shows
 * the path of its best move and puts its figures in the lower corners; the seats are in the upper
 * ones.
 */
#include "games/chinese_checkers/chinese_checkers.h"

#include "ui/boards/cells.h"

#include <stdio.h>

#define LEAD_TURNS 3 /* before this many turns there is no usual gain of a turn */

/* The cells that the best move of whoever is shown thinking hops over to. */
static void
best_way_draw(const struct board *b, const struct cells *p, struct canvas *c)
{
	const struct board_thought t = board_thought(b);
	uint8_t cells[HEX_CELLS];
	if (t.snap == NULL || t.snap->move_count == 0 ||
	    t.snap->moves[0].status == MOVE_UNSEARCHED)
		return;
	const int n = chinese_checkers_path(b->game, t.root, t.snap->moves[0].m, cells);
	for (int k = 1; k + 1 < n; k++)
		canvas_put(c, cells_y(p, cells[k]), cells_x(p, cells[k]), ROLE_HINT, "*");
	for (int k = 0; k + 1 < n; k++)
		cells_line(p, c, cells[k], cells[k + 1]);
}

/* The seats in the upper corners. */
static void
star_board_seats_draw(const struct board *b, const struct cells *p, struct canvas *c,
		      struct rect r)
{
	const int half = (b->game->seats + 1) / 2, w = (r.w - 10 * p->scale) / 2 - 1;
	for (int i = 0; i < b->game->seats; i++) {
		const bool right = i >= half;
		cells_seat(b, p, c, i,
			   (struct rect){ r.y + (right ? i - half : i),
					  right ? r.x + r.w - w : r.x + 1, 1, w });
	}
}

/* The cell under the cursor, or the chosen peg and where it would go. */
static void
cursor_name_draw(const struct board *b, const struct cells *p, struct canvas *c, int y,
		 int x)
{
	const int at = b->cursor, from = b->origin;
	if (b->chooser == SEAT_NONE || at < 0 || at >= p->scene.cells)
		return;
	if (from >= 0 && from != at)
		canvas_putf(c, y, x, ROLE_STRONG, "%s-%s", p->scene.item[from].name,
			    p->scene.item[at].name);
	else
		canvas_put(c, y, x, ROLE_STRONG, p->scene.item[at].name);
}

/* "Red +4 steps", "about a turn ahead": of the second, by what a turn has brought that seat so far. */
static void
leader_draw(const struct board *b, struct canvas *c, int y, int x)
{
	const struct chinese_checkers *s = chinese_checkers_state(&b->state);
	struct state start;
	int first = 0;
	for (int i = 1; i < b->game->seats; i++)
		first = s->steps[i] < s->steps[first] ? i : first;
	int second = first == 0;
	for (int i = second + 1; i < b->game->seats; i++)
		if (i != first && s->steps[i] < s->steps[second])
			second = i;
	const int ahead = s->steps[second] - s->steps[first],
		  turns = s->ply / b->game->seats;
	b->game->rules->start(b->game, &start);
	const int gained =
		chinese_checkers_state(&start)->steps[second] - s->steps[second];
	if (ahead == 0 || turns < LEAD_TURNS || gained <= 0)
		return;
	canvas_putf(c, y, x, (enum role)(ROLE_SEAT_0 + first), "%s +%d steps",
		    b->game->text->seat_name(b->game, first), ahead);
	const double turns_ahead = (double)ahead * turns / gained;
	canvas_putf(c, y + 1, x, ROLE_DIM,
		    turns_ahead < 0.75	? "less than a turn ahead"
		    : turns_ahead < 1.5 ? "about a turn ahead"
					: "about %.0f turns ahead",
		    turns_ahead);
}

static void
star_draw(struct board *b, struct canvas *c, struct rect r)
{
	struct cells *p = cells_lay_out(b, c, r);
	cells_draw(b, p, c);
	best_way_draw(b, p, c);
	cells_marks(b, p, c);
	board_costs(b, c, (struct rect){ r.y, r.x + 1, r.h, r.w - 1 });
	const int below = r.y + (b->game->seats + 1) / 2;
	if (r.w >= chinese_checkers_grid(b->game)->columns + 20) {
		star_board_seats_draw(b, p, c, r);
		cursor_name_draw(b, p, c, below, r.x + 1);
		leader_draw(b, c, below + 1, r.x + 1);
	} else
		cursor_name_draw(b, p, c, r.y, r.x);
	cells_choice(b, p, c);
}

/* ------------------------------------------------------------------ in words */

static void
star_say(const struct game *g, const struct state *before, int seat, move m, bool known,
	 char *out, int size)
{
	const struct hexgrid *grid = chinese_checkers_grid(g);
	char from[HEX_NAME], to[HEX_NAME];
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
	cells_pieces(g, s, seat, "pegs", out, size);
}

const struct board_ops chinese_checkers_board = {
	.game = "chinese-checkers",
	.draw = star_draw,
	.say = star_say,
	.holding = star_holding,
};
