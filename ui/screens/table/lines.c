/*
 * lines.c - the courses of a game as a small tree: the game itself, and what was played before a move
 * was taken back (src/core/match_lines.c). Enter makes one of them the game.
 */
#include "ui/screens/table/private.h"

#include "ui/list.h"

#include <stdio.h>
#include <stdlib.h>

#define MOVES_SHOWN 60 /* of the selected line */
#define MOVES_ROWS  6

struct courses {
	struct screen screen;
	struct table *table; /* below this screen */
	struct list list;
};

static const struct match *
lines_match(const struct courses *l)
{
	return &l->table->session.match;
}

/* Row 0 is the game. */
static int
lines_count(void *context)
{
	return 1 + lines_match(context)->line_count;
}

bool
table_has_lines(struct screen *screen)
{
	return table_of(screen)->session.match.line_count > 0;
}

/* A ply as the viewer may know it: "South Q♠". */
static void
lines_ply_text(const struct courses *l, const struct canvas *c,
	       const struct state *before, const struct match_ply *p, char *out, int size)
{
	const struct game *g = table_game(l->table);
	const int viewer = session_viewer(&l->table->session);
	char text[MOVE_TEXT] = "in secret";
	if (p->seat < 0) {
		snprintf(out, (size_t)size, "another deal");
		return;
	}
	if (viewer == SEAT_ALL || viewer == p->seat ||
	    !board_secret(g, before, p->seat, p->m))
		game_say_move(g, before, p->seat, p->m, text, sizeof text);
	if (l->table->board.symbols && !c->ascii)
		board_suits(g, text, sizeof text);
	snprintf(out, (size_t)size, "%s %s", board_seat_word(g, p->seat), text);
}

static void
lines_draw_row(const struct courses *l, int row, struct canvas *c, struct rect r, int y)
{
	const struct match *m = lines_match(l);
	const bool at = row == l->list.at;
	const enum role role = at ? ROLE_CURSOR : ROLE_TEXT;
	char text[200], instead[60] = "", now[60];
	if (at)
		canvas_cursor(c, y, r.x, r.w);
	if (row == 0) {
		canvas_putf(c, y, r.x, role, "%s the game: %d moves", at ? ">" : " ",
			    m->at);
		return;
	}
	const struct match_line *line = &m->lines[row - 1];
	const int from = match_line_from(m, row - 1);
	lines_ply_text(l, c, &m->states[from], &line->plies[from], now, sizeof now);
	if (from < m->count)
		lines_ply_text(l, c, &m->states[from], &m->plies[from], instead,
			       sizeof instead);
	snprintf(text, sizeof text, "move %d: %s%s%s, %d more", from + 1, now,
		 *instead != '\0' ? " instead of " : "", instead, line->count - from - 1);
	canvas_putf(c, y, r.x, role, "%s %s ", at ? ">" : " ",
		    row < m->line_count ? canvas_glyph(c, "\u251c\u2500", "|-")
					: canvas_glyph(c, "\u2514\u2500", "`-"));
	canvas_put_w(c, y, r.x + 5, r.w - 5, role, text);
}

/* The moves of the selected course from where it leaves the game, with what was written about them. */
static void
lines_draw_moves(const struct courses *l, int row, struct canvas *c, struct rect r)
{
	const struct match *m = lines_match(l);
	const struct game *g = table_game(l->table);
	const struct match_line *line = row > 0 ? &m->lines[row - 1] : NULL;
	const struct match_ply *plies = line != NULL ? line->plies : m->plies;
	const int count = line != NULL ? line->count : m->at;
	int from = line != NULL ? match_line_from(m, row - 1) : count - MOVES_SHOWN;
	from = from < 0 ? 0 : from;
	struct state s = m->states[from], next;
	struct text words = { 0 };
	const char *join = line != NULL ? "In this line: " : "The last moves: ";
	text_add(&words, "%s", "");
	for (int k = from; k < count && k < from + MOVES_SHOWN; k++) {
		char one[80];
		lines_ply_text(l, c, &s, &plies[k], one, sizeof one);
		if (plies[k].seat >= 0) {
			text_add(&words, "%s%s", join, one);
			join = ", ";
		}
		if (plies[k].note[0] != '\0')
			text_add(&words, " (%s)", plies[k].note);
		next = (struct state){ 0 };
		g->rules->play(g, &s, plies[k].seat, plies[k].m, &next);
		s = next;
	}
	canvas_put_words(c, r, ROLE_DIM, words.s);
	text_free(&words);
}

static void
lines_draw(struct ui *ui, struct screen *screen, struct canvas *c)
{
	struct courses *l = (struct courses *)screen;
	char right[60];
	snprintf(right, sizeof right, "%d kept", lines_match(l)->line_count);
	const struct rect a = ui_chrome(ui, screen, c, "lines of this game", right);
	const int rows = a.h > MOVES_ROWS + 3 ? a.h - MOVES_ROWS - 1 : a.h;
	const struct rect list = { a.y, a.x + 1, rows, a.w - 2 };
	const int n = list_fit(&l->list, list);
	for (int k = 0; k < rows && l->list.top + k < n; k++)
		lines_draw_row(l, l->list.top + k, c, list, list.y + k);
	list_draw_more(&l->list, c, list);
	if (rows == a.h)
		return;
	canvas_hline(c, a.y + rows, a.x, a.w, ROLE_FRAME);
	lines_draw_moves(l, list_at(&l->list), c,
			 (struct rect){ a.y + rows + 1, a.x + 1, MOVES_ROWS, a.w - 2 });
}

static void
lines_run_take(struct ui *ui, struct screen *screen, int arg)
{
	struct courses *l = (struct courses *)screen;
	struct table *t = l->table;
	const int row = list_at(&l->list);
	if (row > 0) {
		session_take_line(&t->session, row - 1);
		table_after_jump(t);
	}
	ui_pop(ui);
	ui_message(ui,
		   row > 0 ? "this line is now the game; the old one is kept as a line%s"
			   : "the game is unchanged%s",
		   t->session.paused ? ", paused: Space goes on" : "");
}

static void
lines_on_mouse(struct ui *ui, struct screen *s, const struct mouse *m)
{
	if (list_mouse(&((struct courses *)s)->list, m) >= 0 && m->click)
		lines_run_take(ui, s, 0);
}

static const struct binding bindings[] = {
	{ K_ENTER, 0, "take", "play on",
	  "make this line the game, at its end; the game "
	  "as it was is kept",
	  NULL, lines_run_take, 0 },
	{ 0 },
};

static const char *const definitions[] = {
	"move 12: South J\u2660 instead of South Q\u2660\tthe line leaves the game there",
	"20 more\tmoves of it after that one",
	NULL,
};

const struct screen_ops lines_screen_ops = {
	.name = "lines",
	.title = "Lines of a game",
	.bindings = bindings,
	.definitions = definitions,
	.draw = lines_draw,
	.mouse = lines_on_mouse,
};

void
table_run_lines(struct ui *ui, struct screen *screen, int arg)
{
	struct courses *l = calloc(1, sizeof *l);
	if (l == NULL)
		return;
	l->screen.ops = &lines_screen_ops;
	l->table = table_of(screen);
	l->screen.list = &l->list;
	list_open(&l->list, lines_count, NULL, l);
	ui_push(ui, &l->screen);
}
