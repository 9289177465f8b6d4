/*
 * view.c - names, the value at the end, events, and the picture of a node with its children.
 */
#include "games/tree/rules.h"

#include "games/common/words.h"
#include "src/core/scene.h"

#include <stdio.h>
#include <string.h>

#define ROWS_SHOWN    17
#define COLUMN	      9 /* width of a seat's value */
#define COLUMNS_SHOWN 6

const char *
tree_seat_name(const struct game *g, int seat)
{
	return tree_of(g)->seat_name[seat];
}

char
tree_seat_letter(const struct game *g, int seat)
{
	return (char)('1' + seat);
}

static void
tree_headline(const struct game *g, const struct state *s, int viewer, char *out,
	      int size)
{
	char path[64];
	const int n = tree_likes(g, s, NULL, 0);
	tree_format_path(tree_of(g), tree_state_of(s)->node, path, sizeof path);
	if (n == 1)
		snprintf(out, (size_t)size, "%.60s  node %s", tree_of(g)->title, path);
	else
		snprintf(out, (size_t)size, "%.60s  one of %d nodes", tree_of(g)->title,
			 n);
}

static int
tree_figures(const struct game *g, const struct state *s, struct figure *out)
{
	static const struct {
		int32_t unit;
		const char *name;
	} names[] = { { 1, "value" },
		      { 10, "value x10" },
		      { 100, "value x100" },
		      { 1000, "value x1000" },
		      { 10000, "value x10^4" },
		      { 100000, "value x10^5" },
		      { 1000000, "value x10^6" } };
	out[0] = (struct figure){ .name = "value" };
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (names[i].unit == g->unit)
			out[0].name = names[i].name;
	if (g->rules->settled(g, s))
		g->knowledge->evaluate(g, s, out[0].per_seat);
	return 1;
}

/* ---- the picture ---- */

static void
format_value(const struct game *g, const struct file_node *n, int seat, char *out,
	     size_t size)
{
	const double unit = g->unit;
	if (n->low[seat] == n->high[seat])
		snprintf(out, size, "%.6g", n->value[seat] / unit);
	else
		snprintf(out, size, "%.3g..%.3g", n->low[seat] / unit,
			 n->high[seat] / unit);
}

/* One column for each seat. */
static void
draw_values(const struct game *g, const struct file_node *n, struct scene *sc, int x,
	    int y)
{
	for (int i = 0; i < g->seats; i++) {
		char text[SCENE_GLYPH];
		format_value(g, n, i, text, sizeof text);
		scene_add(sc, x + COLUMN * i, y, (enum role)(ROLE_SEAT_0 + i), text, NULL)
			->seat = (int8_t)i;
	}
}

/* A node in a few words, or its values. */
static void
draw_node(const struct game *g, const struct file_node *n, struct scene *sc, int x, int y)
{
	char text[SCENE_GLYPH];
	if (n->kind == TREE_LEAF) {
		draw_values(g, n, sc, x, y);
		return;
	}
	if (n->kind == TREE_TURN)
		snprintf(text, sizeof text, "%s chooses", tree_seat_name(g, n->seat));
	else if (n->kind == TREE_CHANCE)
		snprintf(text, sizeof text, "chance");
	else
		snprintf(text, sizeof text, "%s and %s", tree_seat_name(g, n->seat),
			 tree_seat_name(g, n->other));
	scene_add(sc, x, y, ROLE_DIM, text, NULL);
}

/* A branch "|- 2 name" at a row; the returned item is its label. */
static struct scene_item *
draw_branch(const struct game *g, const struct file_node *n, int i, struct scene *sc,
	    int x, int y)
{
	const struct file_node *c = &tree_of(g)->node[n->first + i];
	const bool last = i == n->count - 1;
	char label[TREE_NAME];
	scene_add(sc, x, y, ROLE_FRAME, last ? "└─" : "├─", last ? "`-" : "|-");
	tree_format_label(n, false, i, label, sizeof label);
	struct scene_item *item = scene_add(sc, x + 3, y, ROLE_STRONG, label, NULL);
	if (n->kind == TREE_CHANCE) {
		snprintf(label, sizeof label, "%.4g", n->prob[i]);
		scene_add(sc, x + 12, y, ROLE_DIM, label, NULL);
	}
	if (c->name[0])
		scene_add(sc, x + 18, y, ROLE_TEXT, c->name, NULL);
	draw_node(g, c, sc, x + 25, y);
	return item;
}

/* A node's children, and theirs where there is room. */
static void
draw_children(const struct game *g, const struct state *s, struct scene *sc)
{
	const struct tree_file *t = tree_of(g);
	const struct file_node *n = tree_node_of(g, s);
	int rows = n->count, y = 3;
	for (int i = 0; i < n->count; i++)
		if (t->node[n->first + i].kind != TREE_MATRIX)
			rows += t->node[n->first + i].count;
	const bool deep = rows <= ROWS_SHOWN;
	for (int i = 0; i < n->count && i < ROWS_SHOWN; i++) {
		const struct file_node *c = &t->node[n->first + i];
		struct scene_item *item = draw_branch(g, n, i, sc, 1, y++);
		if (n->kind == TREE_TURN) {
			item->m = (move)i;
			item->flags = SCENE_CHOOSABLE;
			item->cell = (int16_t)i;
		}
		if (!deep || c->kind == TREE_MATRIX)
			continue;
		for (int k = 0; k < c->count; k++) {
			if (i < n->count - 1)
				scene_add(sc, 1, y, ROLE_FRAME, "│", "|");
			draw_branch(g, c, k, sc, 5, y++);
		}
	}
	if (n->count > ROWS_SHOWN) {
		char more[SCENE_GLYPH];
		snprintf(more, sizeof more, "and %d more", n->count - ROWS_SHOWN);
		scene_add(sc, 1, y, ROLE_DIM, more, NULL);
	}
}

static void
tree_draw_choice(const struct game *g, const struct state *s, int viewer,
		 struct scene *sc, bool columns, int i, int x, int y)
{
	const struct file_node *n = tree_node_of(g, s);
	const struct tree_state *at = tree_state_of(s);
	const int seat = columns ? n->other : n->seat;
	char label[TREE_NAME];
	tree_format_label(n, columns, i, label, sizeof label);
	struct scene_item *item =
		scene_add(sc, x, y, (enum role)(ROLE_SEAT_0 + seat), label, NULL);
	item->seat = (int8_t)seat;
	item->cell = (int16_t)(columns ? TREE_CHILDREN + i : i);
	if (at->choice[columns] == i + 1)
		item->role = ROLE_SELECTED;
	if (at->choice[columns] == 0 && viewer == seat) {
		item->m = (move)i;
		item->flags = SCENE_CHOOSABLE;
	}
}

/* Rows and columns with the payoffs of the two seats. */
static void
tree_draw_matrix(const struct game *g, const struct state *s, int viewer,
		 struct scene *sc)
{
	const struct tree_file *t = tree_of(g);
	const struct file_node *n = tree_node_of(g, s);
	const int rows = n->rows < 12 ? n->rows : 12, cols = n->cols < 8 ? n->cols : 8;
	const size_t wide = 14;
	for (int k = 0; k < cols; k++)
		tree_draw_choice(g, s, viewer, sc, true, k, 12 + (int)wide * k, 3);
	for (int i = 0; i < rows; i++) {
		tree_draw_choice(g, s, viewer, sc, false, i, 1, 5 + i);
		for (int k = 0; k < cols; k++) {
			const struct file_node *c = &t->node[n->first + i * n->cols + k];
			char text[2 * SCENE_GLYPH], a[24], b[24];
			format_value(g, c, n->seat, a, sizeof a);
			format_value(g, c, n->other, b, sizeof b);
			snprintf(text, sizeof text, "%s %s", a, b);
			scene_add(sc, 12 + (int)wide * k, 5 + i, ROLE_TEXT,
				  c->kind != TREE_LEAF	? "goes on"
				  : strlen(text) < wide ? text
							: "...",
				  NULL);
		}
	}
}

/* The result of a move at one of the nodes that a seat may be at. */
static void
tree_draw_outcome(const struct game *g, int node, int seat, struct scene *sc, int x,
		  int y)
{
	const struct file_node *c = &tree_of(g)->node[node];
	char text[SCENE_GLYPH] = "goes on";
	if (c->kind == TREE_LEAF)
		format_value(g, c, seat, text, sizeof text);
	scene_add(sc, x, y, c->kind == TREE_LEAF ? ROLE_TEXT : ROLE_DIM, text, NULL);
}

/* An information set: a row for each move, a column for each node that it may be. Of others' turns
 * only whose it is. */
static void
draw_set(const struct game *g, const struct state *s, int viewer, struct scene *sc)
{
	const struct tree_file *t = tree_of(g);
	const struct file_node *n = tree_node_of(g, s);
	int likes[COLUMNS_SHOWN];
	const int all = tree_likes(g, s, likes, COLUMNS_SHOWN);
	const int shown = all < COLUMNS_SHOWN ? all : COLUMNS_SHOWN;
	char text[SCENE_GLYPH];
	const bool own = n->kind == TREE_TURN && n->seat == viewer;
	snprintf(text, sizeof text, "one of %d nodes", all);
	scene_add(sc, 1, 3, ROLE_DIM, text, NULL);
	for (int k = 0; k < shown && own; k++) {
		char path[TREE_PATH + 8];
		const struct file_node *at = &t->node[likes[k]];
		tree_format_path(t, likes[k], path, sizeof path);
		snprintf(text, sizeof text, "%.8s", at->name[0] ? at->name : path);
		scene_add(sc, 18 + COLUMN * k, 3, ROLE_DIM, text, NULL);
	}
	for (int i = 0; i < n->count && i < ROWS_SHOWN && own; i++) {
		tree_format_label(n, false, i, text, sizeof text);
		struct scene_item *item =
			scene_add(sc, 4, 4 + i, ROLE_STRONG, text, NULL);
		item->m = (move)i;
		item->flags = SCENE_CHOOSABLE;
		item->cell = (int16_t)i;
		for (int k = 0; k < shown; k++)
			tree_draw_outcome(g, t->node[likes[k]].first + i, viewer, sc,
					  18 + COLUMN * k, 4 + i);
	}
}

static void
tree_scene(const struct game *g, const struct state *s, int viewer, struct scene *sc)
{
	const struct tree_file *t = tree_of(g);
	const struct file_node *n = tree_node_of(g, s);
	const bool unsure = tree_likes(g, s, NULL, 0) > 1;
	char path[TREE_PATH + 8], text[SCENE_GLYPH];
	tree_format_path(t, tree_state_of(s)->node, path, sizeof path);
	scene_add(sc, 1, 0, ROLE_DIM, "path", NULL);
	const size_t length = strlen(path), shown = 24;
	scene_add(sc, 6, 0, ROLE_STRONG,
		  unsure	   ? "?"
		  : length > shown ? path + length - shown
				   : path,
		  NULL);
	for (int i = 0; i < g->seats; i++) {
		snprintf(text, sizeof text, "%s", tree_seat_name(g, i));
		scene_add(sc, 26 + COLUMN * i, 1, (enum role)(ROLE_SEAT_0 + i), text,
			  NULL)
			->seat = (int8_t)i;
	}
	scene_add(sc, 1, 1, ROLE_STRONG, n->name[0] && !unsure ? n->name : "here", NULL);
	draw_node(g, n, sc, n->kind == TREE_LEAF ? 26 : 9, n->kind == TREE_LEAF ? 2 : 1);
	if (unsure)
		draw_set(g, s, viewer, sc);
	else if (n->kind == TREE_MATRIX)
		tree_draw_matrix(g, s, viewer, sc);
	else
		draw_children(g, s, sc);
	for (int i = 0; i < sc->count; i++) {
		const int w = sc->item[i].x + SCENE_GLYPH, h = sc->item[i].y + 1;
		sc->width = w > sc->width ? w : sc->width;
		sc->height = h > sc->height ? h : sc->height;
	}
}

/* "Row rock, Column paper": both choices that led from a matrix to a node. */
static void
add_meeting(struct words *w, const struct game *g, const struct file_node *matrix, int at)
{
	char row[TREE_NAME], column[TREE_NAME];
	tree_format_label(matrix, false, at / matrix->cols, row, sizeof row);
	tree_format_label(matrix, true, at % matrix->cols, column, sizeof column);
	words_add(w, "%s %s, %s %s", tree_seat_name(g, matrix->seat), row,
		  tree_seat_name(g, matrix->other), column);
}

static void
tree_event(const struct game *g, const struct state *from, int seat, move m,
	   const struct state *to, char *out, int size)
{
	const struct file_node *a = tree_node_of(g, from), *n = tree_node_of(g, to);
	struct words w = { out, (size_t)size };
	(void)seat, (void)m;
	out[0] = '\0';
	if (a->kind == TREE_MATRIX && n != a)
		add_meeting(&w, g, a, tree_state_of(to)->node - a->first);
	if (n->kind != TREE_LEAF)
		return;
	words_add(&w, "%sthe end:", out[0] != '\0' ? "; " : "");
	for (int i = 0; i < g->seats; i++) {
		char text[SCENE_GLYPH];
		format_value(g, n, i, text, sizeof text);
		words_add(&w, "%s %s %s", i ? "," : "", tree_seat_name(g, i), text);
	}
}

const struct game_view tree_view = {
	.headline = tree_headline,
	.figures = tree_figures,
	.event = tree_event,
	.scene = tree_scene,
};
