/*
 * layout.c - the panes of the table: their places for each size of the terminal, and moving them.
 *
 * Below 80x24 there are the board and one line each for the scores and the search. From 80x24 on
 * the board has one pane beside it; Tab walks the panes and so switches the one shown. From 110x34
 * two columns: the search, scores, graph and log under each other. From 150x40 a third column for
 * the log, and from 180x56 the seats' searches compared above it.
 *
 * The graph has a place once the game has enough values for one; the log has it before.
 *
 * Every size is the default one unless the user has changed it: the width of the board in percent,
 * the rows of the others. Panes that do not fit are left out, from the last one up, so that places
 * are fixed for a size of the terminal. Lines between columns can be dragged, headings clicked.
 */
#include "ui/screens/table/private.h"

#include <string.h>

#define PANEL_COLUMNS 60 /* beside a wide board: room for the columns of most searches */
#define PANEL_MIN     32 /* columns */
#define BOARD_MIN     34
#define THINK_MIN     14 /* rows */
#define PANE_MIN      4
#define GRAPH_ROWS    8
#define LOG_ROWS      7
#define NO_LINE	      (-1)

static const char *const pane_names[PANES] = {
	[PANE_BOARD] = "board", [PANE_CANDIDATES] = "search",	  [PANE_GRAPH] = "graph",
	[PANE_LOG] = "log",	[PANE_SEATS] = "seats' searches",
};

bool
table_pane_shown(const struct table *t, enum pane pane)
{
	return t->layout.pane[pane].h > 0 && t->layout.pane[pane].w > 0;
}

/* ------------------------------------------------------------------ dividing the area */

/* The panes of a column from top to bottom: rows wanted, the smallest useful number, and who gets
 * the rest. */
struct slot {
	struct rect *to;
	int want, least;
	bool grows;
};

static void
fill_column(struct rect r, struct slot *slot, int n)
{
	int sum = 0, growing = n - 1;
	for (int i = 0; i < n; i++)
		sum += slot[i].want;
	/* First all of them give up a little. */
	for (int i = n - 1; i >= 0 && sum > r.h; i--) {
		int give = slot[i].want - slot[i].least;
		give = give < sum - r.h ? give : sum - r.h;
		slot[i].want -= give > 0 ? give : 0;
		sum -= give > 0 ? give : 0;
	}
	/* Then the last ones are left out. */
	for (int i = n - 1; i > 0 && sum > r.h; i--) {
		sum -= slot[i].want;
		slot[i].want = 0;
	}
	for (int i = n - 1; i >= 0; i--)
		if (slot[i].grows && slot[i].want > 0)
			growing = i;
	while (growing > 0 && slot[growing].want == 0)
		growing--;
	slot[growing].want += r.h - sum;
	for (int i = 0; i < n; i++) {
		*slot[i].to = (struct rect){ r.y, r.x, slot[i].want, r.w };
		r.y += slot[i].want;
	}
}

static int
table_layout_wanted(const struct ui_panes *u, enum pane pane, int usual)
{
	return u->size[pane] > 0 ? u->size[pane] : usual;
}

/* One pane above the scores: the side pane that the user chose last. */
static void
lay_out_stack(struct table *t, const struct ui_panes *u, struct rect r)
{
	struct table_layout *l = &t->layout;
	const int scores = 1 + scores_height(table_game(t), &t->board.state);
	const enum pane side = u->hidden[t->side] ? PANE_CANDIDATES : t->side;
	struct slot slots[] = {
		{ &l->pane[side], r.h - scores, 6, true },
		{ &l->scores, scores, scores, false },
	};
	fill_column(r, slots, 2);
}

static void
lay_out_panel(struct table *t, const struct ui_panes *u, struct rect r, bool with_log)
{
	struct table_layout *l = &t->layout;
	const int best = think_height(&t->think);
	const int scores = 1 + scores_height(table_game(t), &t->board.state);
	const int room = u->hidden[PANE_GRAPH]
				 ? 0
				 : table_layout_wanted(u, PANE_GRAPH, GRAPH_ROWS);
	const int graph = graph_begun(&t->session) ? room : 0;
	const int log = with_log ? table_layout_wanted(u, PANE_LOG, LOG_ROWS) : 0;
	int think = r.h - scores - room - log;
	think = think > best ? best : think < THINK_MIN ? THINK_MIN : think;
	struct slot slots[4];
	int n = 0;
	if (!u->hidden[PANE_CANDIDATES])
		slots[n++] =
			(struct slot){ &l->pane[PANE_CANDIDATES],
				       table_layout_wanted(u, PANE_CANDIDATES, think),
				       THINK_MIN, graph == 0 && !with_log };
	slots[n++] = (struct slot){ &l->scores, scores, scores, false };
	if (graph > 0)
		slots[n++] =
			(struct slot){ &l->pane[PANE_GRAPH], graph, PANE_MIN, !with_log };
	if (with_log)
		slots[n++] = (struct slot){ &l->pane[PANE_LOG], log, PANE_MIN, true };
	fill_column(r, slots, n);
}

static void
lay_out_third(struct table *t, const struct ui_panes *u, struct rect r, bool roomy)
{
	struct table_layout *l = &t->layout;
	const int seats = seats_height(table_game(t), t->think.fair);
	struct slot slots[2];
	int n = 0;
	if (roomy && !u->hidden[PANE_SEATS])
		slots[n++] = (struct slot){ &l->pane[PANE_SEATS],
					    table_layout_wanted(u, PANE_SEATS, seats),
					    PANE_MIN, false };
	if (!u->hidden[PANE_LOG])
		slots[n++] =
			(struct slot){ &l->pane[PANE_LOG], PANE_MIN, PANE_MIN, true };
	fill_column(r, slots, n);
}

static int
board_width(const struct ui_panes *u, int w, int usual)
{
	int board = u->size[PANE_BOARD] > 0 ? w * u->size[PANE_BOARD] / 100 : usual;
	if (w - board - 1 < PANEL_MIN)
		board = w - 1 - PANEL_MIN;
	return board < BOARD_MIN ? BOARD_MIN : board;
}

void
table_lay_out(struct table *t, const struct ui_panes *u, struct rect area)
{
	struct table_layout *l = &t->layout;
	*l = (struct table_layout){ 0 };
	if (t->zoomed) {
		l->pane[t->pane] = area;
		return;
	}
	l->small = area.w < 80 || area.h < 21;
	l->stacked = area.w < 110 || area.h < 31;
	if (l->small) { /* one pane, the focused one */
		l->pane[t->pane == PANE_SEATS ? PANE_BOARD : t->pane] = area;
		return;
	}
	const bool panel = !u->hidden[PANE_CANDIDATES] || !u->hidden[PANE_GRAPH];
	const bool wide = area.w >= 150 && area.h >= 37;
	const bool all = area.w >= 180 && area.h >= 53;
	const bool third =
		wide && (!u->hidden[PANE_LOG] || (all && !u->hidden[PANE_SEATS]));
	const bool second = panel || !u->hidden[PANE_LOG];
	const int third_w = third ? area.w / 4 : 0, left = area.w - third_w;
	/* Boards of cells are wide; with the log elsewhere all have more. */
	const bool cells = table_game(t)->view->path != NULL;
	const int percent = l->stacked ? 60 : 50 + 7 * third + (third ? 9 : 7) * cells;
	const int share = left * percent / 100, rest = left - PANEL_COLUMNS;
	const int usual = third && share > rest ? rest : share;
	int board = second ? board_width(u, left, usual) : left;
	if (third && !panel) /* the log stands beside the board */
		board = left - 1;
	l->pane[PANE_BOARD] = (struct rect){ area.y, area.x, area.h, board };
	const struct rect side = { area.y, area.x + board + 2, area.h,
				   left - board - 3 - third };
	if (second && !(third && !panel)) {
		l->line_x[l->line_count++] = area.x + board;
		if (l->stacked)
			lay_out_stack(t, u, side);
		else
			lay_out_panel(t, u, side, !third && !u->hidden[PANE_LOG]);
	}
	if (third) {
		const int x = area.x + area.w - third_w;
		l->line_x[l->line_count++] = x - 1;
		lay_out_third(t, u, (struct rect){ area.y, x, area.h, third_w }, all);
	}
}

/* ------------------------------------------------------------------ keys */

/* Tab: the arrows move in the next pane. Where only one pane has room beside the board, it
 * is the one shown. */
void
table_run_pane(struct ui *ui, struct screen *screen, int arg)
{
	struct table *t = table_of(screen);
	const struct ui_panes *u = &ui->settings.panes;
	const bool any = t->zoomed || t->layout.stacked;
	int next = (int)t->pane;
	do
		next = (next + arg + PANES) % PANES;
	while (next != PANE_BOARD && (u->hidden[next] || (any && next == PANE_SEATS) ||
				      (!any && !table_pane_shown(t, (enum pane)next))));
	t->pane = (enum pane)next;
	if (t->pane != PANE_BOARD)
		t->side = t->pane;
	t->log_back = 0;
	ui_message(ui, "arrows: the %s; Tab goes on%s%s", pane_names[t->pane],
		   t->layout.small ? "" : ", z zooms",
		   t->layout.small || t->pane == PANE_BOARD ? "" : ", ( ) size, x hides");
}

void
table_run_zoom(struct ui *ui, struct screen *screen, int arg)
{
	struct table *t = table_of(screen);
	t->zoomed = !t->zoomed;
	ui_message(ui,
		   t->zoomed ? "the %s alone; z goes back, Tab to the next pane"
			     : "all panes again",
		   pane_names[t->pane]);
}

static void
resize_board(struct ui *ui, const struct table *t, int columns)
{
	const struct table_layout *l = &t->layout;
	struct ui_panes *u = &ui->settings.panes;
	const int third = l->line_count > 1 ? ui->w / 4 : 0, left = ui->w - third;
	const int w = l->pane[PANE_BOARD].w + columns;
	int percent = left > 0 ? (100 * w + left / 2) / left : 50;
	percent = percent < 20 ? 20 : percent > 80 ? 80 : percent;
	u->size[PANE_BOARD] = (uint8_t)percent;
	ui_settings_changed(ui);
	ui_message(ui, "the board has %d%% of the width", percent);
}

/* ( and ): make the focused pane smaller, larger. */
void
table_run_size(struct ui *ui, struct screen *screen, int arg)
{
	struct table *t = table_of(screen);
	const struct table_layout *l = &t->layout;
	if (t->zoomed || l->small || l->line_count == 0) {
		ui_message(ui, "no panes stand side by side here");
		return;
	}
	if (t->pane == PANE_BOARD || l->stacked) {
		resize_board(ui, t, t->pane == PANE_BOARD ? 3 * arg : -3 * arg);
		return;
	}
	const int rows = l->pane[t->pane].h + arg;
	if (rows < PANE_MIN || rows > ui->h)
		return;
	ui->settings.panes.size[t->pane] = (uint8_t)(rows > 255 ? 255 : rows);
	ui_settings_changed(ui);
	ui_message(ui, "%s: %d rows", pane_names[t->pane], rows);
}

/* x: hides the focused pane, on every table from now on. */
void
table_run_hide(struct ui *ui, struct screen *screen, int arg)
{
	struct table *t = table_of(screen);
	if (t->pane == PANE_BOARD) {
		ui_message(ui, "the board stays: Tab goes to a pane, x hides it there");
		return;
	}
	const enum pane gone = t->pane;
	ui->settings.panes.hidden[gone] = true;
	t->pane = PANE_BOARD;
	t->zoomed = false;
	for (int next = PANE_CANDIDATES; next < PANES; next++)
		if (t->side == gone && !ui->settings.panes.hidden[next])
			t->side = (enum pane)next;
	ui_settings_changed(ui);
	ui_message(ui, "the %s pane is hidden; X shows all panes again",
		   pane_names[gone]);
}

/* X: shows all panes, in the sizes that suit the terminal. */
void
table_run_panes(struct ui *ui, struct screen *screen, int arg)
{
	struct table *t = table_of(screen);
	memset(&ui->settings.panes, 0, sizeof ui->settings.panes);
	t->zoomed = false;
	ui_settings_changed(ui);
	ui_message(ui, "all panes, in their usual sizes");
}

/* ------------------------------------------------------------------ the mouse */

static int
line_at(const struct table_layout *l, int x)
{
	for (int i = 0; i < l->line_count; i++)
		if (x == l->line_x[i])
			return i;
	return NO_LINE;
}

bool
table_layout_mouse(struct ui *ui, struct table *t, const struct mouse *m)
{
	const struct table_layout *l = &t->layout;
	if (m->release) {
		const bool dragged = t->dragged == 0 && m->x != l->line_x[0];
		if (dragged)
			resize_board(ui, t, m->x - l->line_x[0]);
		t->dragged = NO_LINE;
		return dragged;
	}
	if (!m->click || t->zoomed)
		return false;
	t->dragged = line_at(l, m->x);
	if (t->dragged != NO_LINE)
		return true;
	for (int i = PANE_CANDIDATES; i < PANES; i++) {
		const struct rect *r = &l->pane[i];
		if (r->h > 0 && m->y == r->y && m->x >= r->x && m->x < r->x + r->w) {
			t->pane = t->side = (enum pane)i;
			ui_message(ui, "arrows: the %s; z zooms it", pane_names[i]);
			return true;
		}
	}
	return false;
}
