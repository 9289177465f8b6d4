/* public_tree.c - the public tree, built breadth first. See public_tree.h. */
#include "src/core/public_tree.h"

#include <stdalign.h>
#include <stdio.h>
#include <string.h>

#define WORK_ROWS  4   /* of a walk for each ply, beside one for each move */
#define WORK_SPARE 128 /* of reports, and at a leaf */
/* Of what does not fit: */
#define LEAST_TABLES 3	     /* regrets, the average strategy, the present one */
#define COUNT_MOST   3000000 /* nodes that are counted, within a second or two */

/* A tree that grows: how large it will be is not known before. */
struct growth {
	struct public_tree *t;
	size_t room; /* nodes */
	const struct played_move *line;
	int moves;
	uint32_t *last; /* of each information set: its last decision so far + 1 */
	bool full;
};

static void
public_tree_add_child(struct growth *w, uint32_t at, int seat, move m, double chance)
{
	struct public_tree *t = w->t;
	if (t->nodes == w->room) {
		w->full = true;
		return;
	}
	const uint32_t k = t->nodes++;
	t->node[k] = (struct public_node){
		.m = m, .seat = SEAT_NONE, .up = at, .chance = chance
	};
	if (seat == SEAT_CHANCE)
		t->node[k].mask = ++t->masks;
	memset(public_tree_state(t, k), 0, t->state_bytes);
	t->g->rules->play(t->g, public_tree_state(t, at), seat, m,
			  public_tree_state(t, k));
	t->node[at].children++;
}

/* Adds a move to the list unless it is there; returns the length. */
static int
add_made(move made, move *m, int n)
{
	for (int i = 0; i < n; i++)
		if (m[i] == made)
			return n;
	m[n] = made;
	return n + 1;
}

/* Rows of its own for a decision, or those of its information set. */
static void
give_rows(struct growth *w, uint32_t at, int count)
{
	struct public_tree *t = w->t;
	struct public_node *n = &t->node[at];
	uint32_t *last = NULL;
	if (w->last != NULL)
		last = &w->last[t->ops->set(t->g, public_tree_state(t, at), n->seat)];
	t->decisions++;
	if (last != NULL && *last != 0) {
		n->table = t->node[*last - 1].table;
		t->node[*last - 1].same = at;
	} else {
		n->first = true;
		n->table = t->rows;
		t->rows += (uint32_t)count;
	}
	if (last != NULL)
		*last = at + 1;
}

static bool
are_even(const double *chance, int count)
{
	for (int i = 1; i < count; i++)
		if (chance[i] < chance[0] || chance[i] > chance[0])
			return false;
	return true;
}

/* Gives a node its children. t->here and *depth go along the line with it. */
static void
public_tree_expand(struct growth *w, uint32_t at, int *depth)
{
	struct public_tree *t = w->t;
	const struct game *g = t->g;
	const struct state *s = public_tree_state(t, at);
	struct public_node *n = &t->node[at];
	const bool on_line = at == t->here && *depth < w->moves;
	const move made = on_line ? w->line[(*depth)++].m : MOVE_NONE;
	move m[MOVES_MAX + 1];
	double chance[MOVES_MAX];
	int count;
	if (g->rules->settled(g, s))
		return;
	n->seat = (int8_t)game_mover(g, s);
	n->child = t->nodes;
	if (n->seat == SEAT_CHANCE) {
		count = t->ops->deals(g, s, m, chance);
		n->even = are_even(chance, count);
	} else {
		count = g->rules->moves(g, s, n->seat, m);
		count = on_line ? add_made(made, m, count) : count;
		give_rows(w, at, count);
	}
	for (int i = 0; i < count && !w->full; i++) {
		if (on_line && m[i] == made)
			t->here = t->nodes;
		public_tree_add_child(w, at, n->seat, m[i],
				      n->seat == SEAT_CHANCE ? chance[i] : 1);
	}
}

/* Row 0 excludes nothing. */
static void
fill_masks(struct public_tree *t)
{
	for (int h = 0; h < t->stride; h++)
		t->open[h] = 1;
	for (uint32_t i = 0; i < t->nodes; i++) {
		double *row = t->open + (size_t)t->node[i].mask * (size_t)t->stride;
		for (int h = 0; h < t->stride && t->node[i].mask != 0; h++)
			row[h] = h < t->hands &&
				 t->ops->possible(t->g, public_tree_state(t, i), h);
	}
}

/* The most a walk to the deepest node takes: the last node, as the tree is built. */
static size_t
public_tree_work_rows(const struct public_tree *t)
{
	size_t plies = 1, most = 1;
	for (uint32_t i = t->nodes - 1; i != 0; i = t->node[i].up)
		plies++;
	for (uint32_t i = 0; i < t->nodes; i++)
		if (t->node[i].seat >= 0 && t->node[i].children > most)
			most = t->node[i].children;
	return plies * (most + WORK_ROWS) + WORK_SPARE + most;
}

bool
public_tree_take_work(struct public_tree *t, struct arena *arena)
{
	t->work = arena_take(arena, public_tree_work_rows(t) * (size_t)t->stride *
					    sizeof *t->work);
	return t->work != NULL;
}

double *
public_tree_table(const struct public_tree *t, struct arena *arena)
{
	return arena_take(arena, (size_t)t->rows * (size_t)t->stride * sizeof(double));
}

/* Half of the memory for nodes at most; the rest is for tables. */
static bool
open_growth(struct growth *w, struct arena *arena)
{
	struct public_tree *t = w->t;
	t->state_bytes = (t->g->ops->state_size + alignof(struct state) - 1) /
			 alignof(struct state) * alignof(struct state);
	w->room = arena_left(arena) / 2 / (sizeof *t->node + t->state_bytes);
	w->room = w->room < UINT32_MAX ? w->room : UINT32_MAX;
	if (t->ops->set != NULL) {
		const size_t sets = (size_t)t->ops->sets(t->g);
		w->last = arena_take(arena, sets * sizeof *w->last);
		if (w->last == NULL)
			return false;
		memset(w->last, 0, sets * sizeof *w->last);
	}
	t->states = arena_take(arena, w->room * t->state_bytes);
	t->node = arena_take(arena, w->room * sizeof *t->node);
	return w->room > 0 && t->states != NULL && t->node != NULL;
}

/* Gives back what the tree did not need of its room. */
static void
trim(struct public_tree *t, struct arena *arena)
{
	const size_t bytes = t->nodes * sizeof *t->node;
	arena_back(arena, (size_t)(t->states - arena->base));
	arena_take(arena, t->nodes * t->state_bytes);
	t->node = memmove(arena_take(arena, bytes), t->node, bytes);
}

/* ---- what does not fit ----------------------------------------------------------------- */

struct count {
	const struct public_tree *t;
	size_t nodes, rows, masks;
};

static void
public_tree_count_below(struct count *c, const struct state *s)
{
	const struct game *g = c->t->g;
	move m[MOVES_MAX];
	double chance[MOVES_MAX];
	struct state next;
	if (++c->nodes >= COUNT_MOST || g->rules->settled(g, s))
		return;
	const int seat = game_mover(g, s);
	const int n = seat == SEAT_CHANCE ? c->t->ops->deals(g, s, m, chance)
					  : g->rules->moves(g, s, seat, m);
	*(seat == SEAT_CHANCE ? &c->masks : &c->rows) += (size_t)n;
	memset(&next, 0, g->ops->state_size);
	for (int i = 0; i < n; i++) {
		g->rules->play(g, s, seat, m[i], &next);
		public_tree_count_below(c, &next);
	}
}

/* Of the tree without unlisted moves and the tables that every algorithm has, at least. */
static size_t
least_bytes(const struct public_tree *t)
{
	struct count c = { .t = t };
	public_tree_count_below(&c, public_tree_state(t, 0));
	const size_t nodes = c.nodes * (sizeof *t->node + t->state_bytes),
		     tables = t->ops->set == NULL ? LEAST_TABLES * c.rows : 0,
		     all = nodes +
			   (tables + c.masks) * (size_t)t->stride * sizeof(double);
	return all > 2 * nodes ? all : 2 * nodes; /* open_growth() */
}

bool
public_tree_refuse(const struct public_tree *t, const struct arena *arena,
		   const char *name, struct status *st)
{
	const size_t mib = (least_bytes(t) >> 20) + 1, given = arena->size >> 20;
	if (mib <= given)
		return status_fail(st,
				   "%s: its tables do not fit into memory=%zu beside the "
				   "public tree: fewer raises, or a smaller deck",
				   name, given);
	return status_fail(st,
			   "%s: the public tree needs at least %zu MiB, memory= is %zu: "
			   "fewer raises, or a smaller deck",
			   name, mib, given);
}

bool
public_tree_build(struct public_tree *t, struct arena *arena, const struct game *g,
		  const struct state *begin, const struct played_move *line, int moves,
		  const char *name, struct status *st)
{
	struct growth w = { .t = t, .line = line, .moves = moves };
	int depth = 0;
	*t = (struct public_tree){ .g = g, .ops = game_public(g) };
	t->hands = t->ops->hands(g);
	t->stride = (t->hands + PUBLIC_LANES - 1) / PUBLIC_LANES * PUBLIC_LANES;
	if (!open_growth(&w, arena))
		return status_fail(st, "%s: memory= is too small", name);
	t->node[0] =
		(struct public_node){ .m = MOVE_NONE, .seat = SEAT_NONE, .chance = 1 };
	game_copy(g, begin, public_tree_state(t, 0));
	t->nodes = 1;
	for (uint32_t at = 0; at < t->nodes && !w.full; at++)
		public_tree_expand(&w, at, &depth);
	trim(t, arena);
	const size_t stride = (size_t)t->stride * sizeof(double);
	const bool works = public_tree_take_work(t, arena);
	t->open = arena_take(arena, (t->masks + 1) * stride);
	if (w.full || !works || t->open == NULL)
		return public_tree_refuse(t, arena, name, st);
	fill_masks(t);
	return true;
}

int
public_tree_child(const struct public_tree *t, uint32_t at, move m)
{
	const struct public_node *n = &t->node[at];
	for (uint32_t k = 0; k < n->children; k++)
		if (t->node[n->child + k].m == m)
			return (int)(n->child + k);
	return -1;
}

int
public_tree_follow(const struct public_tree *t, uint32_t at,
		   const struct played_move *line, int moves)
{
	int k = (int)at;
	for (int i = 0; i < moves && k >= 0; i++)
		k = public_tree_child(t, (uint32_t)k, line[i].m);
	return k;
}

int
public_tree_line(const struct public_tree *t, uint32_t at, struct played_move *line)
{
	int n = 0;
	for (uint32_t k = at; k != 0; k = t->node[k].up)
		n++;
	for (int i = n; i > 0; at = t->node[at].up)
		line[--i] = (struct played_move){ t->node[t->node[at].up].seat,
						  t->node[at].m };
	return n;
}

size_t
public_tree_bytes(const struct public_tree *t)
{
	return t->nodes * (sizeof *t->node + t->state_bytes);
}
