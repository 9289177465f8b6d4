/*
 * whole.c - a small tree as a whole: every node of the game, as the search has seen it. Cut
 * branches are struck out, nodes not reached yet are dim.
 *
 * Nodes are those of the game; their figures come from the tree of the search where it has them.
 */
#include "ui/screens/tree_view/private.h"

#include <stdio.h>
#include <string.h>

#define WHOLE_NODES 64
#define WHOLE_PLIES 8

enum seen { SEEN, SEEN_NOT_YET, SEEN_CUT };

struct whole_node {
	struct state state;
	int seat; /* the seat that made the move */
	move m;
	int ply, parent;
	int32_t node; /* of the search's tree, -1: it has none */
	enum seen seen;
	bool last; /* of its siblings */
};

struct whole {
	struct inspect *tree;
	int count;
	bool too_big;
	struct whole_node node[WHOLE_NODES];
};

static bool
never_searched(const struct inspect_node *n)
{
	return n->look.visits == 0 && n->look.status == MOVE_UNSEARCHED;
}

/* The child of a node of the search's tree by a move, -1: none. */
static int32_t
child_by(struct inspect *t, int32_t node, move m)
{
	if (node < 0 || !inspect_load(t, node, NULL))
		return -1;
	for (int32_t i = 0; i < t->node[node].count; i++) {
		const int32_t at = t->node[node].first + i;
		if (t->node[at].look.kind == LOOK_MOVE && t->node[at].look.m == m)
			return at;
	}
	return -1;
}

static void
tree_view_whole_add_child(struct whole *w, int parent, int seat, move m, bool last)
{
	const struct game *g = inspect_game(w->tree);
	if (w->count == WHOLE_NODES || w->node[parent].ply == WHOLE_PLIES) {
		w->too_big = true;
		return;
	}
	const struct whole_node *p = &w->node[parent];
	struct whole_node *n = &w->node[w->count++];
	*n = (struct whole_node){ .seat = seat,
				  .m = m,
				  .ply = p->ply + 1,
				  .parent = parent,
				  .node = child_by(w->tree, p->node, m),
				  .last = last };
	g->rules->play(g, &p->state, seat, m, &n->state);
	n->seen = p->seen;
	if (n->node >= 0 && w->tree->node[n->node].look.skipped)
		n->seen = SEEN_CUT;
	else if (n->seen == SEEN &&
		 (n->node < 0 || never_searched(&w->tree->node[n->node])))
		n->seen = SEEN_NOT_YET;
}

/* A node's children, each with all below it; in the order of the game. */
static void
walk(struct whole *w, int at)
{
	const struct game *g = inspect_game(w->tree);
	const seat_set acting = g->rules->acting(g, &w->node[at].state);
	move m[MOVES_MAX];
	if (acting == 0 || g->rules->settled(g, &w->node[at].state))
		return;
	if (acting == ACTING_CHANCE || (acting & (acting - 1)) != 0) {
		w->too_big = true;
		return;
	}
	const int seat = __builtin_ctz(acting);
	const int n = g->rules->moves(g, &w->node[at].state, seat, m);
	for (int i = 0; i < n && !w->too_big; i++) {
		const int child = w->count;
		tree_view_whole_add_child(w, at, seat, m[i], i == n - 1);
		if (!w->too_big)
			walk(w, child);
	}
}

/* The lines that lead to a node: those of its ancestors that have more to come, and its own. */
static void
put_branches(struct canvas *c, const struct whole *w, int at, int y, int x)
{
	for (int k = at; w->node[k].ply > 0; k = w->node[k].parent) {
		const struct whole_node *n = &w->node[k];
		const bool own = k == at;
		const char *line = own && n->last ? canvas_glyph(c, "\xe2\x94\x94", "`")
				   : own	  ? canvas_glyph(c, "\xe2\x94\x9c", "|")
				   : n->last	  ? " "
						  : canvas_glyph(c, "\xe2\x94\x82", "|");
		canvas_put(c, y, x + 3 * (n->ply - 1), ROLE_FRAME, line);
	}
}

/* "2  P3", "3  2 5 3" */
static void
node_text(const struct whole *w, const struct whole_node *n, char *out, size_t size)
{
	const struct game *g = inspect_game(w->tree);
	size_t used = 0;
	char text[MOVE_TEXT] = "";
	if (n->ply > 0)
		game_say_move(g, &w->node[n->parent].state, n->seat, n->m, text,
			      sizeof text);
	used = (size_t)snprintf(out, size, "%s%s", text, n->ply > 0 ? "  " : "");
	if (!g->rules->settled(g, &n->state)) {
		snprintf(out + used, size - used, "%s chooses",
			 g->text->seat_name(g, game_mover(g, &n->state)));
		return;
	}
	int32_t value[SEATS_MAX];
	g->knowledge->evaluate(g, &n->state, value);
	for (int i = 0; i < g->seats && used < size; i++)
		used += (size_t)snprintf(out + used, size - used, "%s%g",
					 i > 0 ? " " : "",
					 (double)value[i] / game_unit(g));
}

static void
put_node(const struct tree_view *v, const struct whole *w, int at, struct canvas *c,
	 struct rect a, int y)
{
	const struct whole_node *n = &w->node[at];
	const int x = a.x + 3 * n->ply;
	const enum role role = n->seen != SEEN		   ? ROLE_DIM
			       : n->node == v->node	   ? ROLE_SELECTED
			       : w->tree->node[n->node].pv ? ROLE_STRONG
							   : ROLE_TEXT;
	char text[80];
	put_branches(c, w, at, y, a.x);
	if (n->ply > 0)
		canvas_put(c, y, x - 2, n->seen == SEEN_CUT ? ROLE_STRONG : ROLE_FRAME,
			   n->seen == SEEN_CUT ? canvas_glyph(c, "\xe2\x95\xb3", "x")
					       : canvas_glyph(c, "\xe2\x94\x80", "-"));
	node_text(w, n, text, sizeof text);
	canvas_put(c, y, x, role, text);
	const int used = (int)strlen(text);
	if (n->seen == SEEN_NOT_YET)
		canvas_put(c, y, x + used + 1, ROLE_DIM, "not yet");
	for (int i = 0; n->seen == SEEN_CUT && i < used; i++) /* a line through it */
		if (text[i] == ' ')
			canvas_put(c, y, x + i, ROLE_DIM,
				   canvas_glyph(c, "\xe2\x94\x80", "-"));
}

bool
tree_view_draw_whole(struct tree_view *v, struct canvas *c, struct rect a)
{
	static struct whole w; /* of the screen's own thread; too big for the stack */
	const struct rect old = canvas_clip(c, a);
	w.tree = v->tree;
	w.count = 1;
	w.too_big = game_hidden(inspect_game(v->tree)) || v->tree->other != NULL;
	w.node[0] = (struct whole_node){ .seat = SEAT_NONE };
	inspect_state(v->tree, 0, &w.node[0].state);
	if (!w.too_big)
		walk(&w, 0);
	const bool fits = !w.too_big && w.count + 2 <= a.h;
	for (int i = 0; fits && i < w.count; i++)
		put_node(v, &w, i, c, a, a.y + i);
	bool cut = false;
	for (int i = 0; i < w.count; i++)
		cut = cut || w.node[i].seen == SEEN_CUT;
	if (fits && cut)
		canvas_put_w(c, a.y + w.count + 1, a.x, a.w, ROLE_DIM,
			     canvas_glyph(c, "\xe2\x95\xb3 cut off: never searched",
					  "x cut off: never searched"));
	canvas_clip(c, old);
	return fits;
}
