/* tree_view.c - see tree_view.h. */
#include "ui/screens/tree_view.h"

#include "src/base/text.h"
#include "ui/panes/panes.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define WORDS_H 3  /* lines of the sentence below */
#define WIDE	90 /* columns from which the board stands beside the tree */
#define VALUE_W 8
#define COUNT_W 6

#define MATRIX_H 4 /* rows, columns that a matrix needs beside its cells */
#define MATRIX_W 6

const char *const tree_view_definitions[] = {
	"> x ~ = t *\tprincipal variation; cut, or never searched; searched again; "
	"solved; "
	"answered from the table; on the path of the last simulation",
	"value\tof the seat named at its head: plain exact, <= >= a bound, ~ few "
	"samples, blank "
	"unknown",
	"nodes, sims\twhat was searched below the node and itself; - was never searched",
	"wants, held to\twhat each seat has elsewhere on the way here, and what the "
	"others can "
	"hold it to; outside of that a value changes nothing",
	"skipped\tchildren of searched nodes that never were searched; = counts what is "
	"below "
	"them",
	"3,7\ttwo seats choose at once: the row's move, the column's; values, visits and "
	"bounds are of both together",
	"mix, now, regret\tof one seat's move where a strategy is learned: its "
	"probability "
	"in the average strategy and in the one drawn from now, points a simulation for "
	"not "
	"having played it; visits: of the move, whatever the other chose",
	"chance\tan outcome with its probability",
	"UCB1\tthe mean as a reward from 0 to 1, plus what is added for few visits",
	NULL,
};

void
tree_view_set(struct tree_view *v, struct inspect *tree, const struct game *g, int viewer,
	      int mover)
{
	if (v->board.game == NULL) {
		board_init(&v->board, g);
		v->point_of_view = mover;
	}
	v->board.viewer = viewer;
	v->board.bottom = viewer >= 0 ? viewer : game_hidden(g) ? mover : 0;
	v->board.reviewing = true;
	v->tree = tree;
	if (tree == NULL)
		return;
	if (v->node >= tree->nodes)
		v->node = 0;
	tree_view_select(v, v->node);
}

void
tree_view_select(struct tree_view *v, int32_t node)
{
	const int32_t row = v->tree ? inspect_row(v->tree, node) : -1;
	v->list.at = row < 0 ? 0 : row;
	v->node = row < 0 ? 0 : v->tree->row[row];
}

/* ------------------------------------------------------------------ drawing */

int
tree_view_words(struct canvas *c, struct rect r, enum role role, const char *text)
{
	int lines = 0;
	for (; *text != '\0' && lines < r.h; lines++) {
		int n = (int)strcspn(text, "\n");
		if (n > r.w) {
			for (n = r.w; n > 0 && text[n] != ' ';)
				n--;
			n = n > 0 ? n : r.w;
		}
		char line[400];
		snprintf(line, sizeof line, "%.*s", n, text);
		canvas_put_w(c, r.y + lines, r.x, r.w, role, line);
		text += n;
		text += strspn(text, " \n");
	}
	return lines;
}

static enum role
row_role(const struct inspect_node *n)
{
	return n->look.skipped || n->look.visits == 0 ? ROLE_DIM
	       : n->changed			      ? ROLE_HINT
	       : n->pv				      ? ROLE_STRONG
						      : ROLE_TEXT;
}

static void
put_visits(char *out, int size, const struct inspect_node *n)
{
	if (n->look.visits > 0)
		text_format_count(out, size, (double)n->look.visits);
	else
		snprintf(out, (size_t)size, "-");
}

/* Rows with room for the values of every seat show them; else of the point of view. */
static int
first_value(const struct tree_view *v, int w, int *count)
{
	const int seats = inspect_game(v->tree)->seats;
	const bool all = w >= 30 + seats * VALUE_W + COUNT_W;
	*count = all ? seats : 1;
	return all ? 0 : v->point_of_view;
}

static void
draw_head(const struct tree_view *v, struct canvas *c, struct rect a)
{
	const struct game *g = inspect_game(v->tree);
	const char *visits = v->tree->source[0].search->live.visits_of;
	int count;
	const int first = first_value(v, a.w, &count);
	const int x = a.x + a.w - COUNT_W - count * VALUE_W;
	char head[80];
	snprintf(head, sizeof head, "node%s%s", v->tree->filter ? "  " : "",
		 v->tree->filter ? inspect_filter_names[v->tree->filter] : "");
	canvas_put_w(c, a.y, a.x, x - a.x, ROLE_DIM, head);
	for (int i = 0; i < count; i++)
		canvas_put_w(c, a.y, x + i * VALUE_W, -VALUE_W, ROLE_DIM,
			     g->ops->seat_name(g, first + i));
	canvas_put_w(c, a.y, a.x + a.w - COUNT_W, -COUNT_W, ROLE_DIM,
		     visits ? visits : "visits");
}

/* Where one seat's value stands alone and is not known, a bound of another's does: "E>=7". */
static void
put_value(const struct tree_view *v, const struct inspect_node *n, int seat, bool alone,
	  char *out, int size)
{
	const struct game *g = inspect_game(v->tree);
	char value[20];
	inspect_value(v->tree, n, seat, out, size);
	for (int i = 0; alone && out[0] == '\0' && i < g->seats; i++) {
		inspect_value(v->tree, n, i, value, sizeof value);
		const char *name = g->ops->seat_name(g, i);
		if (value[0] == '\0')
			continue;
		if (strlen(name) > 2)
			snprintf(out, (size_t)size, "%c%s", g->ops->seat_letter(g, i),
				 value);
		else
			snprintf(out, (size_t)size, "%s%s", name, value);
	}
}

static void
draw_row(const struct tree_view *v, struct canvas *c, struct rect a, int32_t row, int y)
{
	const int32_t at = v->tree->row[row];
	const struct inspect_node *n = &v->tree->node[at];
	const bool here = row == v->list.at;
	const enum role role = here ? ROLE_SELECTED : row_role(n);
	char text[200], value[24];
	int count;
	const int first = first_value(v, a.w, &count);
	const int x = a.x + a.w - COUNT_W - count * VALUE_W;
	const int most = (x - a.x) / 2, indent = (n->ply - 1) * 2;
	snprintf(text, sizeof text, "%*s%c%c%s%s%s", indent < most ? indent : most, "",
		 inspect_mark(n),
		 n->open && n->count > 0 ? '-'
		 : n->look.inner	 ? '+'
					 : ' ',
		 inspect_who(v->tree, n), inspect_who(v->tree, n)[0] ? " " : "", n->text);
	canvas_put_w(c, y, a.x, x - a.x, role, text);
	for (int i = 0; i < count; i++) {
		put_value(v, n, first + i, count == 1, value, sizeof value);
		canvas_put_w(c, y, x + i * VALUE_W, -VALUE_W, role, value);
	}
	put_visits(value, sizeof value, n);
	canvas_put_w(c, y, a.x + a.w - COUNT_W, -COUNT_W, role, value);
	if (here) {
		c->cursor_y = y;
		c->cursor_x = a.x;
	}
}

static void
draw_tree(struct tree_view *v, struct canvas *c, struct rect a)
{
	draw_head(v, c, a);
	const struct rect r = { a.y + 1, a.x, a.h - 1, a.w };
	list_fit(&v->list, r, v->tree->rows);
	for (int k = 0; k < r.h && v->list.top + k < v->tree->rows; k++)
		draw_row(v, c, r, v->list.top + k, r.y + k);
	if (v->tree->rows == 0)
		canvas_put_w(c, r.y, r.x, r.w, ROLE_DIM, "nothing passes this filter");
	list_draw_more(&v->list, c, r);
}

static void
draw_board(struct tree_view *v, struct canvas *c, struct rect a)
{
	const struct game *g = inspect_game(v->tree);
	const struct rect old = canvas_clip(c, a);
	inspect_state(v->tree, v->node, &v->board.state);
	const int mover = game_mover(g, &v->board.state);
	v->board.turn = mover < 0 ? SEAT_NONE : mover;
	v->board.ops->draw(&v->board, c, a);
	canvas_clip(c, old);
}

/* Where two choose at once the matrix stands in place of the board: that of which the node is
 * a cell, else that of the choice at the node. False: there is none, or no room for it. */
static bool
draw_matrix(const struct tree_view *v, struct canvas *c, struct rect a)
{
	const struct game *g = inspect_game(v->tree);
	const struct inspect_node *n = &v->tree->node[v->node];
	const int32_t at = n->look.kind == LOOK_JOINT ? n->parent : v->node;
	struct snapshot mind = { .simulations = v->tree->node[at].look.visits };
	struct state st;
	if (!inspect_joint(v->tree, at, &mind.joint) ||
	    a.h < mind.joint.rows + MATRIX_H || a.w < MATRIX_W + 2 * mind.joint.columns)
		return false;
	inspect_state(v->tree, at, &st);
	if (g->ops->uncommit != NULL)
		g->ops->uncommit(g, &st, &st);
	const struct think_view view = {
		.game = g, .mind = &mind, .root = &st, .candidates = true
	};
	matrix_draw(c, a, &view, false);
	return true;
}

static void
put_number(char *out, int size, double x, const char *unit)
{
	if (isnan(x))
		out[0] = '\0';
	else
		snprintf(out, (size_t)size, "%.4g%s", x, unit);
}

/* A row of the figures: a seat, its value, its win probability, its bounds. */
static void
draw_seat(const struct tree_view *v, struct canvas *c, int y, int x, int seat)
{
	const struct game *g = inspect_game(v->tree);
	const struct inspect_node *n = &v->tree->node[v->node];
	char value[24], win[16], low[16], high[16];
	inspect_value(v->tree, n, seat, value, sizeof value);
	put_number(win, sizeof win, n->look.win[seat] * 100, "%");
	put_number(low, sizeof low, n->look.low[seat], "");
	put_number(high, sizeof high, n->look.high[seat], "");
	canvas_put_w(c, y, x, 6, (enum role)(ROLE_SEAT_0 + seat),
		     g->ops->seat_name(g, seat));
	canvas_put_w(c, y, x + 6, -8, ROLE_TEXT, value);
	canvas_put_w(c, y, x + 14, -7, ROLE_TEXT, win);
	canvas_put_w(c, y, x + 21, -7, ROLE_DIM, low);
	canvas_put_w(c, y, x + 28, -8, ROLE_DIM, high);
}

static int
figures_height(const struct tree_view *v)
{
	const struct look_node *l = &v->tree->node[v->node].look;
	return inspect_game(v->tree)->seats + 4 + 2 * l->mixed;
}

static void
draw_figures(const struct tree_view *v, struct canvas *c, struct rect a)
{
	const struct inspect_node *n = &v->tree->node[v->node];
	const int seats = inspect_game(v->tree)->seats;
	char kind[240];
	const struct rect old = canvas_clip(c, a);
	canvas_put_w(c, a.y, a.x, 36, ROLE_DIM, "         value    win  wants held to");
	for (int i = 0; i < seats; i++)
		draw_seat(v, c, a.y + 1 + i, a.x, i);
	inspect_kind(v->tree, v->node, kind, sizeof kind);
	int y = a.y + 1 + seats;
	if (!isnan(n->look.exploit))
		canvas_putf(c, y++, a.x, ROLE_TEXT, "UCB1 %.3f = mean %.3f + %.3f",
			    n->look.exploit + n->look.explore, n->look.exploit,
			    n->look.explore);
	for (int side = 0; side < 2; side++) {
		char mix[120];
		const struct rect line = { y, a.x, a.y + a.h - y, a.w };
		if (inspect_mix(v->tree, n, side, mix, sizeof mix))
			y += tree_view_words(c, line, ROLE_TEXT, mix);
	}
	tree_view_words(c, (struct rect){ y, a.x, a.y + a.h - y, a.w }, ROLE_TEXT, kind);
	canvas_clip(c, old);
}

static void
draw_sentence(const struct tree_view *v, struct canvas *c, struct rect a)
{
	const struct inspect_node *n = &v->tree->node[v->node];
	char path[300];
	inspect_path(v->tree, v->node, path, sizeof path);
	pane_heading(c, a.y, a.x, a.w, path[0] ? path : "root", false);
	const struct rect r = { a.y + 1, a.x + 1, a.h - 1, a.w - 2 };
	if (n->look.proof[0] != '\0')
		tree_view_words(c, r, ROLE_TEXT, n->look.proof);
	else
		tree_view_words(c, r, ROLE_DIM,
				n->pv ? "the line that the search chose"
				      : "nothing was cut here");
}

void
tree_view_draw(struct tree_view *v, struct canvas *c, struct rect a)
{
	board_seat_roles(inspect_game(v->tree), c);
	if (v->big_board) {
		draw_board(v, c, a);
		return;
	}
	const int words = a.h > 12 ? WORDS_H + 1 : a.h > 6 ? 2 : 0;
	const bool wide = a.w >= 60 && a.h >= 12;
	const int left = !wide ? a.w : a.w >= WIDE ? a.w * 11 / 20 : 41;
	const int h = a.h - words;
	draw_tree(v, c, (struct rect){ a.y, a.x, h, left });
	if (words > 0)
		draw_sentence(v, c, (struct rect){ a.y + h, a.x, words, a.w });
	if (!wide)
		return;
	const struct rect r = { a.y, a.x + left + 2, h, a.w - left - 2 };
	const int figures = figures_height(v), board = h - figures - 1;
	canvas_vline(c, a.y, a.x + left, h, ROLE_FRAME);
	if (board >= 5 && !draw_matrix(v, c, (struct rect){ r.y, r.x, board, r.w }))
		draw_board(v, c, (struct rect){ r.y, r.x, board, r.w });
	draw_figures(v, c, (struct rect){ r.y + h - figures, r.x, figures, r.w });
}

/* ------------------------------------------------------------------ keys */

static void
take_row(struct tree_view *v)
{
	if (v->tree->rows > 0)
		v->node = v->tree->row[v->list.at];
}

bool
tree_view_key(struct tree_view *v, int key)
{
	if (v->tree == NULL || !list_key(&v->list, key))
		return false;
	take_row(v);
	return true;
}

void
tree_view_mouse(struct ui *ui, struct tree_view *v, const struct mouse *m)
{
	if (v->tree == NULL)
		return;
	const int before = v->list.at, row = list_mouse(&v->list, m);
	if (row >= 0)
		take_row(v);
	if (m->click && row >= 0 && row == before)
		tree_view_fold(ui, v);
}

void
tree_view_fold(struct ui *ui, struct tree_view *v)
{
	struct status st = { 0 };
	if (v->tree == NULL || v->tree->rows == 0)
		return;
	const int32_t at = v->node;
	if (v->tree->node[at].open)
		inspect_collapse(v->tree, at);
	else if (!inspect_expand(v->tree, at, &st))
		ui_message(ui, "%s", st.text);
	tree_view_select(v, at);
}

void
tree_view_parent(struct tree_view *v)
{
	if (v->tree == NULL || v->tree->rows == 0)
		return;
	const int32_t at = v->node;
	if (v->tree->node[at].open && v->tree->node[at].count > 0)
		inspect_collapse(v->tree, at);
	else if (v->tree->node[at].parent > 0)
		v->node = v->tree->node[at].parent;
	tree_view_select(v, v->node);
}

void
tree_view_filter(struct ui *ui, struct tree_view *v, enum inspect_filter filter)
{
	if (v->tree == NULL)
		return;
	if (filter == v->tree->filter)
		filter = SHOW_ALL;
	if (filter == SHOW_PV)
		inspect_expand_pv(v->tree);
	inspect_set_filter(v->tree, filter);
	tree_view_select(v, v->node);
	ui_message(ui, "shown: %s", inspect_filter_names[filter]);
}

void
tree_view_skipped(struct ui *ui, struct tree_view *v)
{
	if (v->tree == NULL)
		return;
	inspect_hide_skipped(v->tree, !v->tree->hide_skipped);
	tree_view_select(v, v->node);
	ui_message(ui, "children that were never searched are %s",
		   v->tree->hide_skipped ? "hidden" : "shown");
}

void
tree_view_sort(struct ui *ui, struct tree_view *v)
{
	if (v->tree == NULL)
		return;
	inspect_set_sort(v->tree, (enum inspect_sort)((v->tree->sort + 1) % SORT_KINDS));
	tree_view_select(v, v->node);
	ui_message(ui, "sorted by %s", inspect_sort_names[v->tree->sort]);
}

void
tree_view_count(struct ui *ui, struct tree_view *v)
{
	struct status st = { 0 };
	if (v->tree == NULL)
		return;
	int32_t at = v->node;
	if (v->tree->node[at].look.skipped)
		at = v->tree->node[at].parent;
	if (!inspect_count(v->tree, at, INSPECT_COUNT_MOST, &st)) {
		ui_message(ui, "%s", st.text);
		return;
	}
	const struct look_count *n = &v->tree->node[at].full;
	const int64_t whole = n->searched + n->counted;
	tree_view_select(v, at);
	ui_message(ui, "full width %s%lld nodes here, %lld searched, %lld skipped",
		   n->whole ? "" : "over ", (long long)whole, (long long)n->searched,
		   (long long)n->counted);
}

static void
go_row(struct ui *ui, struct tree_view *v, int32_t row, const char *none)
{
	if (row < 0) {
		ui_message(ui, "%s", none);
		return;
	}
	v->list.at = row;
	take_row(v);
}

void
tree_view_better(struct ui *ui, struct tree_view *v, int way)
{
	if (v->tree != NULL)
		go_row(ui, v, inspect_next_better(v->tree, v->list.at, way),
		       "no further change of the best move is open");
}

void
tree_view_find(struct ui *ui, struct tree_view *v, int way)
{
	if (v->tree != NULL && v->find[0] != '\0' && v->tree->rows > 0)
		go_row(ui, v, inspect_find(v->tree, v->list.at, way, v->find),
		       "no open node has such a move");
}

void
tree_view_save(struct ui *ui, struct tree_view *v, const char *path)
{
	struct status st = { 0 };
	if (v->tree == NULL || path[0] == '\0')
		return;
	if (strcmp(path, "-") == 0 || !inspect_save(v->tree, path, &st))
		ui_message(ui, "%s", st.failed ? st.text : "a file's name, please");
	else
		ui_message(ui, "saved as %s", path);
}
