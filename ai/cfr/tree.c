/* tree.c - the public tree of cfr, built breadth first. See cfr.h. */
#include "ai/cfr/cfr.h"

#include <string.h>

/* A tree that grows: how large it will be is not known before. */
struct growth {
	struct cfr *c;
	size_t room; /* nodes */
	const struct made *line;
	int moves;
	bool full;
};

static void
add_child(struct growth *w, uint32_t at, int seat, move m)
{
	struct cfr *c = w->c;
	if (c->nodes == w->room) {
		w->full = true;
		return;
	}
	const uint32_t k = c->nodes++;
	c->node[k] = (struct cfr_node){ .m = m, .seat = SEAT_NONE };
	if (seat == SEAT_CHANCE)
		c->node[k].mask = ++c->masks;
	memset(cfr_state(c, k), 0, c->state_bytes);
	c->g->rules->play(c->g, cfr_state(c, at), seat, m, cfr_state(c, k));
	c->node[at].children++;
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

/* Gives a node its children. `here` and *depth go along the line with it. */
static void
expand(struct growth *w, uint32_t at, int *depth)
{
	struct cfr *c = w->c;
	const struct game *g = c->g;
	const struct state *s = cfr_state(c, at);
	struct cfr_node *n = &c->node[at];
	const bool on_line = at == c->here && *depth < w->moves;
	const move made = on_line ? w->line[(*depth)++].m : MOVE_NONE;
	move m[MOVES_MAX + 1];
	int count;
	if (g->rules->settled(g, s))
		return;
	n->seat = (int8_t)game_mover(g, s);
	n->child = c->nodes;
	if (n->seat == SEAT_CHANCE) {
		count = c->ops->deals(g, s, m, &n->weight);
	} else {
		count = g->rules->moves(g, s, n->seat, m);
		count = on_line ? add_made(made, m, count) : count;
		n->table = c->rows;
		c->rows += (uint32_t)count;
		c->decisions++;
	}
	for (int i = 0; i < count && !w->full; i++) {
		if (on_line && m[i] == made)
			c->here = c->nodes;
		add_child(w, at, n->seat, m[i]);
	}
}

/* Row 0 excludes nothing. */
static void
fill_masks(struct cfr *c)
{
	for (int h = 0; h < c->stride; h++)
		c->open[h] = 1;
	for (uint32_t i = 0; i < c->nodes; i++) {
		double *row = c->open + (size_t)c->node[i].mask * (size_t)c->stride;
		for (int h = 0; h < c->stride && c->node[i].mask != 0; h++)
			row[h] = h < c->hands &&
				 c->ops->possible(c->g, cfr_state(c, i), h);
	}
}

/* Tables for all decisions. False: no memory. */
static bool
take_tables(struct cfr *c, struct arena *a)
{
	const size_t numbers = (size_t)c->rows * (size_t)c->stride;
	const size_t work = (size_t)CFR_DEPTH * 16 * (size_t)c->stride;
	c->regret = arena_take(a, numbers * sizeof(double));
	c->now = arena_take(a, numbers * sizeof(double));
	c->sum = arena_take(a, numbers * sizeof(double));
	c->work = arena_take(a, work * sizeof(double));
	c->open = arena_take(a, (c->masks + 1) * (size_t)c->stride * sizeof(double));
	if (c->regret == NULL || c->now == NULL || c->sum == NULL || c->work == NULL ||
	    c->open == NULL)
		return false;
	fill_masks(c);
	memset(c->regret, 0, numbers * sizeof(double));
	memset(c->sum, 0, numbers * sizeof(double));
	for (uint32_t i = 0; i < c->nodes; i++) {
		const struct cfr_node *n = &c->node[i];
		for (uint32_t k = 0; n->seat >= 0 && k < n->children; k++) {
			double *row = cfr_row(c, c->now, n, (int)k);
			for (int h = 0; h < c->stride; h++)
				row[h] = 1.0 / (double)n->children;
		}
	}
	return true;
}

bool
cfr_build(struct cfr *c, struct search *s, const struct state *begin,
	  const struct made *line, int moves, struct status *st)
{
	struct growth w = { .c = c, .line = line, .moves = moves };
	int depth = 0;
	/* Half of the memory for nodes; the rest is for tables. */
	c->state_bytes = (c->g->ops->state_size + alignof(struct state) - 1) /
			 alignof(struct state) * alignof(struct state);
	w.room = arena_left(&s->arena) / 2 / (sizeof *c->node + c->state_bytes);
	w.room = w.room < UINT32_MAX ? w.room : UINT32_MAX;
	c->states = arena_take(&s->arena, w.room * c->state_bytes);
	c->node = arena_take(&s->arena, w.room * sizeof *c->node);
	if (w.room == 0 || c->states == NULL || c->node == NULL)
		return status_fail(st, "cfr: memory= is too small");
	c->node[0] = (struct cfr_node){ .m = MOVE_NONE, .seat = SEAT_NONE };
	game_copy(c->g, begin, cfr_state(c, 0));
	c->nodes = 1;
	c->here = 0;
	for (uint32_t at = 0; at < c->nodes && !w.full; at++)
		expand(&w, at, &depth);
	if (w.full || !take_tables(c, &s->arena))
		return status_fail(st,
				   "cfr: the public tree does not fit into memory=%lld: "
				   "fewer raises, or a smaller deck",
				   (long long)(s->arena.size >> 20));
	return true;
}

int
cfr_child(const struct cfr *c, uint32_t at, move m)
{
	const struct cfr_node *n = &c->node[at];
	for (uint32_t k = 0; k < n->children; k++)
		if (c->node[n->child + k].m == m)
			return (int)(n->child + k);
	return -1;
}
