/*
 * look.c - the solved positions below the root as a tree for the inspector. See exact.c.
 *
 * The tables know values of positions, not ways to them: a node is made when its parent is
 * opened, as the moves that lead to it, and its position is played again from the root. So a
 * large solution opens as fast as a small one. Children of a choice are its cells, row by row;
 * of chance its outcomes. However a position is reached, it was solved once: its count is 1.
 */
#include "ai/exact/exact.h"

#include <math.h>
#include <stdlib.h>

struct exact_node {
	int32_t parent, first; /* -1: none */
	int count;	       /* of children, -1: not opened yet */
	move m[2];	       /* of seat 0 and seat 1; of chance in m[0] */
	bool chance;
};

/* Makes room for the children of a node; false: no memory. */
static bool
exact_make_children(struct exact *x, int32_t at, int count)
{
	if (x->node[at].count >= 0)
		return true;
	while (x->nodes + count > x->room) {
		const int room = 2 * x->room;
		struct exact_node *more = realloc(x->node, (size_t)room * sizeof *more);
		if (more == NULL)
			return false;
		x->node = more;
		x->room = room;
	}
	x->node[at].first = x->nodes;
	x->node[at].count = count;
	for (int i = 0; i < count; i++)
		x->node[x->nodes++] =
			(struct exact_node){ .parent = at, .first = -1, .count = -1 };
	return true;
}

/* The node of a reference; -1: there is none. */
static int32_t
exact_find_node(struct exact *x, look_ref ref)
{
	if (x->node == NULL) {
		x->room = 256;
		x->node = calloc((size_t)x->room, sizeof *x->node);
	}
	if (x->node == NULL)
		return -1;
	if (x->nodes == 0)
		x->node[x->nodes++] =
			(struct exact_node){ .parent = -1, .first = -1, .count = -1 };
	return ref == LOOK_ROOT ? 0 : ref < (look_ref)x->nodes ? (int32_t)ref : -1;
}

static void
play_node(const struct game *g, const struct exact_node *n, struct state *st)
{
	if (n->chance) {
		g->rules->play(g, st, SEAT_CHANCE, n->m[0], st);
		return;
	}
	g->rules->play(g, st, 0, n->m[0], st);
	g->rules->play(g, st, 1, n->m[1], st);
}

static void
find_state(const struct search *s, int32_t at, struct state *out)
{
	const struct exact *x = s->self;
	if (at == 0) {
		game_copy(s->game, &x->root, out);
		return;
	}
	find_state(s, x->node[at].parent, out);
	play_node(s->game, &x->node[at], out);
}

static bool
is_chance(const struct game *g, const struct state *st)
{
	return !g->rules->settled(g, st) && g->rules->acting(g, st) == ACTING_CHANCE;
}

static bool
is_choice(const struct game *g, const struct state *st)
{
	return !g->rules->settled(g, st) && g->rules->acting(g, st) != 0 &&
	       g->rules->acting(g, st) != ACTING_CHANCE;
}

/* Fills in a child, except its value. */
static void
exact_fill_node(const struct search *s, int32_t at, int seat, const struct state *parent,
		struct look_node *l)
{
	const struct game *g = s->game;
	const struct exact_node *n = &((const struct exact *)s->self)->node[at];
	struct state st;
	game_copy(g, parent, &st);
	play_node(g, n, &st);
	look_blank(l, (look_ref)at, seat, n->m[0]);
	l->visits = 1;
	l->status = MOVE_PROVEN;
	l->inner = is_choice(g, &st) || (is_chance(g, &st) && g->chance->list != NULL);
}

static int
likeliest(const double *mix, int n)
{
	int best = 0;
	for (int i = 1; i < n; i++)
		if (mix[i] > mix[best])
			best = i;
	return best;
}

enum { MIX = 0 }; /* places in extra[], of two sides */

const struct column exact_node_columns[] = {
	{ .key = "mix",
	  .head = "mix",
	  .help = "probability of the move in the equilibrium",
	  .kind = COLUMN_PERCENT,
	  .owner = COLUMN_OF_SIDES,
	  .at = MIX,
	  .decimals = 1 },
	{ .key = NULL },
};

static int
exact_choice_children(struct search *s, int32_t at, const struct state *st,
		      struct look_node *out, int max)
{
	struct exact *x = s->self;
	struct joint_matrix m;
	struct matrix_solution sol;
	move choice[2][JOINT_SIDE];
	if (!exact_matrix(s, st, &m, choice[0], choice[1]) ||
	    !exact_make_children(x, at, m.rows * m.columns))
		return 0;
	matrix_solve(&m, &sol);
	const int row = likeliest(sol.row, m.rows),
		  column = likeliest(sol.column, m.columns);
	int n = 0;
	for (; n < m.rows * m.columns && n < max; n++) {
		const int i = n / m.columns, k = n % m.columns;
		struct exact_node *below = &x->node[x->node[at].first + n];
		below->m[0] = choice[0][i];
		below->m[1] = choice[1][k];
		struct look_node *l = &out[n];
		exact_fill_node(s, x->node[at].first + n, 0, st, l);
		l->kind = LOOK_JOINT;
		l->other = 1;
		l->other_m = below->m[1];
		l->best = i == row && k == column;
		l->extra[MIX + 0] = sol.row[i];
		l->extra[MIX + 1] = sol.column[k];
		for (int seat = 0; seat < 2; seat++)
			l->value[seat] =
				s->game->ops->joint->points(s->game, seat,
							    m.a[i * JOINT_STRIDE + k]);
		search_fill_win(s, l->status, l->value, l->win);
	}
	return n;
}

static int
exact_chance_children(struct search *s, int32_t at, const struct state *st,
		      struct look_node *out, int max)
{
	const struct game *g = s->game;
	struct exact *x = s->self;
	move m[MOVES_MAX];
	double prob[MOVES_MAX];
	const int all = g->chance->list != NULL ? g->chance->list(g, st, m, prob) : 0;
	int n = 0;
	if (!exact_make_children(x, at, all))
		return 0;
	for (; n < all && n < max; n++) {
		const int32_t child = x->node[at].first + n;
		struct state below;
		x->node[child].m[0] = m[n];
		x->node[child].chance = true;
		exact_fill_node(s, child, SEAT_CHANCE, st, &out[n]);
		out[n].chance = prob[n];
		g->rules->play(g, st, SEAT_CHANCE, m[n], &below);
		for (int seat = 0; seat < 2; seat++)
			if (!exact_value(s, &below, seat, &out[n].value[seat]))
				out[n].status = MOVE_UNSEARCHED;
		search_fill_win(s, out[n].status, out[n].value, out[n].win);
	}
	return n;
}

static int
exact_children(struct search *s, look_ref ref, struct look_node *out, int max)
{
	const int32_t at = exact_find_node(s->self, ref);
	struct state st;
	if (at < 0 || s->live.stop != STOP_SOLVED)
		return 0;
	find_state(s, at, &st);
	return is_choice(s->game, &st)	 ? exact_choice_children(s, at, &st, out, max)
	       : is_chance(s->game, &st) ? exact_chance_children(s, at, &st, out, max)
					 : 0;
}

static bool
exact_joint(struct search *s, look_ref ref, struct stats_joint *out)
{
	const int32_t at = exact_find_node(s->self, ref);
	struct joint_matrix m;
	struct matrix_solution sol;
	struct state st;
	move row[JOINT_SIDE], column[JOINT_SIDE];
	if (at < 0 || s->live.stop != STOP_SOLVED)
		return false;
	find_state(s, at, &st);
	if (!is_choice(s->game, &st) || !exact_matrix(s, &st, &m, row, column))
		return false;
	matrix_solve(&m, &sol);
	exact_fill_joint(s->game, &m, &sol, row, column, out);
	return true;
}

/* Bytes of the opened nodes; the tables belong to the search, not the tree. */
static int64_t
opened_bytes(const struct search *s)
{
	const struct exact *x = s->self;
	return (int64_t)x->room * (int64_t)sizeof *x->node;
}

const struct look_ops exact_look = { .children = exact_children,
				     .joint = exact_joint,
				     .bytes = opened_bytes };
