/*
 * rows.c - the rows of a tree: a mark, the move, values, counts; two searches side by side.
 */
#include "src/base/text.h"
#include "ui/screens/tree_view/private.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define VALUE_W 8
#define COUNT_W 7
#define DELTA_W 8
#define MARKS_W 3  /* of one of two searches, with a blank before */
#define ROOMY	72 /* columns from which two searches show their counts too */

static enum role
row_role(const struct inspect *t, const struct inspect_node *n)
{
	const struct inspect_node *twin = inspect_twin(t, n);
	const bool searched = !n->look.skipped && n->look.visits > 0;
	const bool by_twin = twin != NULL && !twin->look.skipped && twin->look.visits > 0;
	return !searched && !by_twin				     ? ROLE_DIM
	       : n->changed || (t->other && inspect_disagrees(t, n)) ? ROLE_HINT
	       : n->pv						     ? ROLE_STRONG
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

/* Where one seat's value stands alone and is not known, a bound of another's does: "E>=7". */
static void
tree_view_rows_put_value(const struct inspect *t, const struct inspect_node *n, int seat,
			 bool alone, char *out, int size)
{
	const struct game *g = inspect_game(t);
	char value[20];
	inspect_value(t, n, seat, out, size);
	for (int i = 0; alone && out[0] == '\0' && i < g->seats; i++) {
		inspect_value(t, n, i, value, sizeof value);
		const char *name = g->text->seat_name(g, i);
		if (value[0] == '\0')
			continue;
		if (strlen(name) > 2)
			snprintf(out, (size_t)size, "%c%s", game_seat_letter(g, i),
				 value);
		else
			snprintf(out, (size_t)size, "%s%s", name, value);
	}
}

/* The mark, whether it is open, whose move and which, indented by its ply. */
static void
draw_move(const struct tree_view *v, struct canvas *c, struct rect a, int y,
	  const struct inspect_node *n, char mark, enum role role)
{
	char text[200];
	const int most = a.w / 2, indent = (n->ply - 1) * 2;
	const char *who = inspect_who(v->tree, n);
	snprintf(text, sizeof text, "%*s%c%c%s%s%s", indent < most ? indent : most, "",
		 mark,
		 n->open && n->count > 0 ? '-'
		 : n->look.inner	 ? '+'
					 : ' ',
		 who, who[0] ? " " : "", n->text);
	canvas_put_w(c, y, a.x, a.w, role, text);
}

/* The line above the moves: the filter, and the unit of values where the table shows points. */
static void
draw_title(const struct tree_view *v, struct canvas *c, struct rect a)
{
	const struct board_ops *b = v->board.ops;
	char head[120] = "node";
	if (v->tree->filter != SHOW_ALL)
		snprintf(head, sizeof head, "node  %s",
			 inspect_filter_names[v->tree->filter]);
	else if (b->value_name != NULL)
		snprintf(head, sizeof head, "node  (%g minus %s)", b->value_top,
			 b->value_name);
	canvas_put_w(c, a.y, a.x, a.w, ROLE_DIM, head);
}

/* What the counts of a node and its siblings count: for worlds the nodes of their searches. */
static const char *
visits_of(const struct inspect *t, int32_t node)
{
	const struct inspect_node *n = &t->node[node];
	const struct inspect_node *above = &t->node[n->parent >= 0 ? n->parent : 0];
	const char *visits = t->source[above->source].search->live.visits_of;
	return n->look.kind == LOOK_WORLD ? "nodes" : visits != NULL ? visits : "visits";
}

/* ---- one search ---- */

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
tree_view_rows_draw_head(const struct tree_view *v, struct canvas *c, struct rect a)
{
	const struct game *g = inspect_game(v->tree);
	int count;
	const int first = first_value(v, a.w, &count);
	const int x = a.x + a.w - COUNT_W - count * VALUE_W;
	draw_title(v, c, (struct rect){ a.y, a.x, 1, x - a.x });
	for (int i = 0; i < count; i++)
		canvas_put_w(c, a.y, x + i * VALUE_W, -VALUE_W, ROLE_DIM,
			     g->text->seat_name(g, first + i));
	canvas_put_w(c, a.y, a.x + a.w - COUNT_W, -COUNT_W, ROLE_DIM,
		     visits_of(v->tree, v->node));
}

static void
tree_view_rows_draw_row(const struct tree_view *v, struct canvas *c, struct rect a, int y,
			const struct inspect_node *n, enum role role)
{
	char value[24];
	int count;
	const int first = first_value(v, a.w, &count);
	const int x = a.x + a.w - COUNT_W - count * VALUE_W;
	draw_move(v, c, (struct rect){ a.y, a.x, a.h, x - a.x }, y, n, inspect_mark(n),
		  role);
	for (int i = 0; i < count; i++) {
		tree_view_rows_put_value(v->tree, n, first + i, count == 1, value,
					 sizeof value);
		canvas_put_w(c, y, x + i * VALUE_W, -VALUE_W, role, value);
	}
	put_visits(value, sizeof value, n);
	canvas_put_w(c, y, a.x + a.w - COUNT_W, -COUNT_W, role, value);
}

/* ---- two searches ---- */

static int
side_width(int w)
{
	return MARKS_W + VALUE_W + (w >= ROOMY ? COUNT_W : 0);
}

/* Columns of both sides and the difference. */
static int
pair_width(int w)
{
	return 2 * side_width(w) + (w >= ROOMY ? DELTA_W : 0);
}

static void
draw_pair_head(const struct tree_view *v, struct canvas *c, struct rect a)
{
	const struct game *g = inspect_game(v->tree);
	const char *seat = g->text->seat_name(g, v->point_of_view);
	const int32_t twin = v->tree->node[v->node].twin;
	const int w = pair_width(a.w);
	int x = a.x + a.w - w;
	char head[40];
	draw_title(v, c, (struct rect){ a.y, a.x, 1, a.w - w });
	for (int side = 0; side < 2; side++, x += side_width(a.w)) {
		snprintf(head, sizeof head, "%c %s", side == 0 ? 'A' : 'B', seat);
		canvas_put_w(c, a.y, x, -MARKS_W - VALUE_W, ROLE_DIM, head);
		if (a.w >= ROOMY)
			canvas_put_w(c, a.y, x + MARKS_W + VALUE_W, -COUNT_W, ROLE_DIM,
				     side == 0 ? visits_of(v->tree, v->node)
					       : visits_of(v->tree->other,
							   twin >= 0 ? twin : 0));
	}
	if (a.w >= ROOMY)
		canvas_put_w(c, a.y, x, -DELTA_W, ROLE_DIM, "B - A");
}

/* How a search treated a node: '>' it chose it, 'c' cut it, 'x' never searched it ... A choice that
 * is solved has no '=': ">=" would be a bound. */
static void
tree_view_rows_draw_side(const struct tree_view *v, const struct inspect *t,
			 const struct inspect_node *n, struct canvas *c, int y, int x,
			 bool roomy, enum role role)
{
	char text[24];
	const struct look_node *l = &n->look;
	const bool solved = l->status == MOVE_PROVEN && !l->best;
	snprintf(text, sizeof text, " %c%c", l->best ? '>' : ' ',
		 l->skipped	   ? 'x'
		 : l->rule != NULL ? 'c'
		 : l->again	   ? '~'
		 : l->table	   ? 't'
		 : solved	   ? '='
				   : ' ');
	canvas_put_w(c, y, x, MARKS_W, role, text);
	tree_view_rows_put_value(t, n, v->point_of_view, true, text, sizeof text);
	canvas_put_w(c, y, x + MARKS_W, -VALUE_W, role, text);
	put_visits(text, sizeof text, n);
	if (roomy)
		canvas_put_w(c, y, x + MARKS_W + VALUE_W, -COUNT_W, role, text);
}

static bool
is_bound(const struct inspect_node *n)
{
	return n->look.status == MOVE_AT_MOST || n->look.status == MOVE_AT_LEAST;
}

static void
draw_pair(const struct tree_view *v, struct canvas *c, struct rect a, int y,
	  const struct inspect_node *n, enum role role)
{
	const struct inspect_node *twin = inspect_twin(v->tree, n);
	const bool roomy = a.w >= ROOMY;
	const int w = pair_width(a.w), x = a.x + a.w - w, seat = v->point_of_view;
	char text[24];
	draw_move(v, c, (struct rect){ a.y, a.x, a.h, a.w - w }, y, n,
		  inspect_disagrees(v->tree, n) ? '!' : ' ', role);
	canvas_put_w(c, y, x, w, role, "");
	if (!n->absent)
		tree_view_rows_draw_side(v, v->tree, n, c, y, x, roomy, role);
	if (twin == NULL)
		return;
	tree_view_rows_draw_side(v, v->tree->other, twin, c, y, x + side_width(a.w),
				 roomy, role);
	const double delta = twin->look.value[seat] - n->look.value[seat];
	if (!roomy || isnan(delta) || is_bound(n) || is_bound(twin))
		return;
	if (delta == 0)
		snprintf(text, sizeof text, "=");
	else
		snprintf(text, sizeof text, "%+.2f", text_shown(delta, 2));
	canvas_put_w(c, y, a.x + a.w - DELTA_W, -DELTA_W, role, text);
}

/* ---- both ---- */

void
tree_view_draw_rows(struct tree_view *v, struct canvas *c, struct rect a)
{
	const bool pair = v->tree->other != NULL;
	const struct rect whole = { a.y + 1, a.x, a.h - 1, a.w };
	a.w--; /* the last column is for the marks of more rows */
	const struct rect r = { a.y + 1, a.x, a.h - 1, a.w };
	(pair ? draw_pair_head : tree_view_rows_draw_head)(v, c, a);
	list_fit(&v->list, r);
	for (int k = 0; k < r.h && v->list.top + k < v->tree->rows; k++) {
		const int row = v->list.top + k;
		const struct inspect_node *n = &v->tree->node[v->tree->row[row]];
		const bool here = row == v->list.at;
		(pair ? draw_pair : tree_view_rows_draw_row)(v, c, r, r.y + k, n,
							     here ? ROLE_SELECTED
								  : row_role(v->tree, n));
		if (here) {
			c->cursor_y = r.y + k;
			c->cursor_x = a.x;
		}
	}
	if (v->tree->rows == 0)
		canvas_put_w(c, r.y, r.x, r.w, ROLE_DIM,
			     "No move here is of that kind; the same key shows all moves "
			     "again.");
	list_draw_more(&v->list, c, whole);
}
