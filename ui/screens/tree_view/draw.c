/*
 * draw.c - the picture of a tree: the position of the node under the cursor and its
 * figures beside the rows (rows.c), the sentence of its cut below.
 */
#include "src/base/text.h"
#include "ui/panes/panes.h"
#include "ui/screens/tree_view/private.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define WORDS_H	     3	/* lines of the sentence below */
#define WIDE	     90 /* columns from which the board stands beside the tree */
#define PAIR_WORDS_H 5	/* of two searches */
#define PAIR_WIDE    118

#define MATRIX_H 4 /* rows and columns a matrix needs besides its cells */
#define MATRIX_W 6

static void
tree_view_draw_draw_board(struct tree_view *v, struct canvas *c, struct rect a)
{
	const struct game *g = inspect_game(v->tree);
	const struct rect old = canvas_clip(c, a);
	inspect_state(v->tree, v->node, &v->board.state);
	const struct inspect_node *n = &v->tree->node[v->node];
	const bool dealt = n->look.kind == LOOK_WORLD || n->source != 0;
	/* In a world all cards are known. */
	v->board.viewer = dealt ? SEAT_ALL : v->viewer;
	const int mover = game_mover(g, &v->board.state);
	v->board.turn = mover < 0 ? SEAT_NONE : mover;
	v->board.ops->draw(&v->board, c, a);
	canvas_clip(c, old);
}

/* For a simultaneous choice the matrix takes the place of the board: the matrix the node is a cell
 * of, else that of the choice at the node. False: there is none, or no room for it. */
static bool
tree_view_draw_draw_matrix(const struct tree_view *v, struct canvas *c, struct rect a)
{
	const struct game *g = inspect_game(v->tree);
	const struct inspect_node *n = &v->tree->node[v->node];
	const int32_t at = n->look.kind == LOOK_JOINT ? n->parent : v->node;
	struct snapshot search = { .simulations = v->tree->node[at].look.visits };
	struct stats_joint joint;
	struct state st;
	if (!inspect_joint(v->tree, at, &joint) || a.h < joint.rows + MATRIX_H ||
	    a.w < MATRIX_W + 2 * joint.columns)
		return false;
	search.attached[ATTACHED_JOINT].room = &joint;
	search.attached[ATTACHED_JOINT].filled = true;
	inspect_state(v->tree, at, &st);
	if (g->turns->uncommit != NULL)
		g->turns->uncommit(g, &st, &st);
	const struct think_view view = {
		.game = g, .search = &search, .root = &st, .candidates = true
	};
	matrix_draw(c, a, &view, false);
	return true;
}

/* ---- figures ---- */

#define NAME_W	 5
#define NARROW_W 6

/* A column of the figures every search has, for a seat. */
struct figure_column {
	const char *head;
	int w;
	enum role role;
	void (*put)(const struct tree_view *v, const struct inspect_node *n, int seat,
		    char *out, int size);
};

static void
tree_view_draw_put_value(const struct tree_view *v, const struct inspect_node *n,
			 int seat, char *out, int size)
{
	if (n->absent)
		out[0] = '\0';
	else
		inspect_value(v->tree, n, seat, out, size);
}

/* As the table shows it where points are penalties: the sense of a bound is reversed. */
static void
tree_view_draw_put_points(const struct tree_view *v, const struct inspect_node *n,
			  int seat, char *out, int size)
{
	struct inspect_node turned = *n;
	turned.look.value[seat] = v->board.ops->value_top - n->look.value[seat];
	turned.look.status = n->look.status == MOVE_AT_MOST    ? MOVE_AT_LEAST
			     : n->look.status == MOVE_AT_LEAST ? MOVE_AT_MOST
							       : n->look.status;
	inspect_value(v->tree, &turned, seat, out, size);
}

static void
put_win(const struct tree_view *v, const struct inspect_node *n, int seat, char *out,
	int size)
{
	const double win = n->look.win[seat] * 100;
	if (isnan(win))
		out[0] = '\0';
	else
		snprintf(out, (size_t)size, "%.1f%%", win);
}

static void
put_twin_value(const struct tree_view *v, const struct inspect_node *n, int seat,
	       char *out, int size)
{
	const struct inspect_node *twin = inspect_twin(v->tree, n);
	out[0] = '\0';
	if (twin != NULL)
		inspect_value(v->tree->other, twin, seat, out, size);
}

static void
put_twin_win(const struct tree_view *v, const struct inspect_node *n, int seat, char *out,
	     int size)
{
	const struct inspect_node *twin = inspect_twin(v->tree, n);
	out[0] = '\0';
	if (twin != NULL)
		put_win(v, twin, seat, out, size);
}

static const struct figure_column plain_figures[] = {
	{ "value", 8, ROLE_TEXT, tree_view_draw_put_value },
	{ "win", 7, ROLE_TEXT, put_win },
	{ NULL, 0, ROLE_TEXT, NULL },
};
static const struct figure_column penalty_figures[] = {
	{ "value", 7, ROLE_TEXT, tree_view_draw_put_value },
	{ "points", 7, ROLE_TEXT, tree_view_draw_put_points },
	{ "win", 6, ROLE_TEXT, put_win },
	{ NULL, 0, ROLE_TEXT, NULL },
};
static const struct figure_column pair_figures[] = {
	{ "A value", 8, ROLE_TEXT, tree_view_draw_put_value },
	{ "win", 7, ROLE_TEXT, put_win },
	{ "B value", 9, ROLE_TEXT, put_twin_value },
	{ "win", 7, ROLE_TEXT, put_twin_win },
	{ NULL, 0, ROLE_TEXT, NULL },
};

static const struct figure_column *
figures_of(const struct tree_view *v)
{
	return v->tree->other != NULL		  ? pair_figures
	       : v->board.ops->value_name != NULL ? penalty_figures
						  : plain_figures;
}

/* The columns that the algorithm declares of seats, as many as fit. Where penalties take the room
 * for one more they are narrow. */
static void
draw_own_seats(const struct tree_view *v, struct canvas *c, struct rect a)
{
	const struct look_node *l = &v->tree->node[v->node].look;
	const bool narrow = v->board.ops->value_name != NULL;
	int x = a.x;
	for (const struct column *k = l->columns; k != NULL && k->key != NULL; k++) {
		const int w = narrow ? NARROW_W : k->width + 1;
		if (k->owner != COLUMN_OF_SEATS || x + w > a.x + a.w)
			continue;
		canvas_put_w(c, a.y, x, -w, ROLE_DIM,
			     narrow && k->brief != NULL ? k->brief : k->head);
		for (int i = 0; i < inspect_game(v->tree)->seats; i++) {
			char text[24];
			stats_format_column(k, l->extra[stats_place(k, i)], text,
					    sizeof text);
			canvas_put_w(c, a.y + 1 + i, x, -w, ROLE_DIM, text);
		}
		x += w;
	}
}

/* The head of the columns, and a row for each seat. */
static void
tree_view_draw_draw_seats(const struct tree_view *v, struct canvas *c, struct rect a)
{
	const struct game *g = inspect_game(v->tree);
	const struct inspect_node *n = &v->tree->node[v->node];
	int x = a.x + NAME_W;
	for (int i = 0; i < g->seats; i++)
		canvas_put_w(c, a.y + 1 + i, a.x, NAME_W, (enum role)(ROLE_SEAT_0 + i),
			     g->text->seat_name(g, i));
	for (const struct figure_column *f = figures_of(v); f->head != NULL;
	     x += f++->w) {
		canvas_put_w(c, a.y, x, -f->w, ROLE_DIM, f->head);
		for (int i = 0; i < g->seats; i++) {
			char text[24];
			f->put(v, n, i, text, sizeof text);
			canvas_put_w(c, a.y + 1 + i, x, -f->w, f->role, text);
		}
	}
	if (v->tree->other == NULL)
		draw_own_seats(v, c, (struct rect){ a.y, x, a.h, a.x + a.w - x });
}

static int
figures_height(const struct tree_view *v)
{
	const struct inspect_node *n = &v->tree->node[v->node];
	return inspect_game(v->tree)->seats + 4 + 2 * inspect_mixed(n);
}

static void
draw_figures(const struct tree_view *v, struct canvas *c, struct rect a)
{
	const struct inspect_node *n = &v->tree->node[v->node];
	char kind[240], own[160];
	const struct rect old = canvas_clip(c, a);
	tree_view_draw_draw_seats(v, c, a);
	int y = a.y + 1 + inspect_game(v->tree)->seats;
	if (v->tree->other != NULL) { /* the sentences below say the rest of both */
		canvas_clip(c, old);
		return;
	}
	inspect_kind(v->tree, v->node, kind, sizeof kind);
	if (inspect_own_figures(n, own, sizeof own))
		y += canvas_put_words(c, (struct rect){ y, a.x, a.y + a.h - y, a.w },
				      ROLE_TEXT, own);
	for (int side = 0; side < 2; side++) {
		char mix[120];
		const struct rect line = { y, a.x, a.y + a.h - y, a.w };
		if (inspect_mix(v->tree, n, side, mix, sizeof mix))
			y += canvas_put_words(c, line, ROLE_TEXT, mix);
	}
	canvas_put_words(c, (struct rect){ y, a.x, a.y + a.h - y, a.w }, ROLE_TEXT, kind);
	canvas_clip(c, old);
}

/* ---- sentences ---- */

static const char of_table[] =
	"The mean over the worlds, as at the table. The search of each world below is "
	"repeated with its share of the nodes.";

/* The node in one of two searches: its kind, and why it was cut. */
static int
tree_view_draw_draw_side(struct canvas *c, struct rect r, char side,
			 const struct inspect *t, int32_t node)
{
	char kind[240], text[600];
	if (node < 0 || t->node[node].absent) {
		snprintf(text, sizeof text, "%c: no such node in its tree", side);
	} else {
		inspect_kind(t, node, kind, sizeof kind);
		snprintf(text, sizeof text, "%c: %s%s%s%s", side,
			 t->node[node].look.best ? "its choice; " : "", kind,
			 t->node[node].look.proof[0] ? ". " : "",
			 t->node[node].look.proof);
	}
	return canvas_put_words(c, r, ROLE_TEXT, text);
}

static void
draw_both(const struct tree_view *v, struct canvas *c, struct rect r)
{
	const struct rect first = { r.y, r.x, (r.h + 1) / 2, r.w };
	const int used = tree_view_draw_draw_side(c, first, 'A', v->tree, v->node);
	tree_view_draw_draw_side(c, (struct rect){ r.y + used, r.x, r.h - used, r.w },
				 'B', v->tree->other, v->tree->node[v->node].twin);
}

/* A move of the root with the figures that the table showed. */
static bool
is_of_table(const struct tree_view *v, const struct inspect_node *n)
{
	return v->tree->figures != NULL && n->parent == 0 && n->look.kind == LOOK_MOVE;
}

/* False: of a kind that looks at every move it reaches. */
static bool
cuts(const struct tree_view *v)
{
	for (int i = 0; i < v->tree->sources; i++)
		if (v->tree->source[i].search->ops->rules != NULL)
			return true;
	return false;
}

static void
draw_sentence(const struct tree_view *v, struct canvas *c, struct rect a)
{
	const struct inspect_node *n = &v->tree->node[v->node];
	char path[300];
	inspect_path(v->tree, v->node, path, sizeof path);
	pane_heading(c, a.y, a.x, a.w, path[0] ? path : "root", false);
	const struct rect r = { a.y + 1, a.x + 1, a.h - 1, a.w - 2 };
	if (v->tree->other != NULL)
		draw_both(v, c, r);
	else if (n->look.proof[0] != '\0')
		canvas_put_words(c, r, ROLE_TEXT, n->look.proof);
	else
		canvas_put_words(c, r, ROLE_DIM,
				 v->note	     ? v->note
				 : is_of_table(v, n) ? of_table
				 : n->pv	     ? "the line that the search chose"
				 : n->leads ? "where proof-number search would go"
				 : !cuts(v) ? "this search cuts nothing"
					    : "nothing was cut here");
}

void
tree_view_draw(struct tree_view *v, struct canvas *c, struct rect a)
{
	board_seat_roles(inspect_game(v->tree), c);
	v->hands_rect = (struct rect){ 0 };
	if (v->big_board) {
		if (!tree_view_draw_hands(v, c, a))
			tree_view_draw_draw_board(v, c, a);
		return;
	}
	const bool pair = v->tree->other != NULL;
	const int words = a.h > 12 ? (pair ? PAIR_WORDS_H : WORDS_H) + 1
			  : a.h > 9 && a.w < CANVAS_NARROW ? 4 + pair
			  : a.h > 6			   ? 2 + pair
							   : 0;
	const bool wide = a.w >= (pair		  ? PAIR_WIDE
				  : v->all_values ? WIDE
						  : 60) &&
			  a.h >= 12;
	const int left = !wide	       ? a.w
			 : pair	       ? a.w * 13 / 20
			 : a.w >= WIDE ? a.w * 11 / 20
				       : 41;
	const int h = a.h - words;
	tree_view_draw_rows(v, c, (struct rect){ a.y, a.x, h, left });
	if (words > 0)
		draw_sentence(v, c, (struct rect){ a.y + h, a.x, words, a.w });
	if (!wide) {
		tree_view_draw_hands(v, c, (struct rect){ a.y, a.x, h, left });
		return;
	}
	const struct rect r = { a.y, a.x + left + 2, h, a.w - left - 2 };
	const int figures = figures_height(v), board = h - figures - 1;
	canvas_vline(c, a.y, a.x + left, h, ROLE_FRAME);
	const struct rect upper = { r.y, r.x, board, r.w };
	if (tree_view_draw_hands(v, c, r))
		return;
	if (board >= 5 && !(v->whole && tree_view_draw_whole(v, c, upper)) &&
	    !tree_view_draw_draw_matrix(v, c, upper))
		tree_view_draw_draw_board(v, c, upper);
	draw_figures(v, c, (struct rect){ r.y + h - figures, r.x, figures, r.w });
}
