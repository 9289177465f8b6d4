/* tree.c - the public tree of cfr, built breadth first. See cfr.h. */
#include "ai/cfr/cfr.h"

#include <string.h>

/* A tree that grows at the front of the arena's free memory: its size is not known before. */
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
	memset(&c->state[k], 0, sizeof c->state[k]);
	c->g->rules->play(c->g, &c->state[at], seat, m, &c->state[k]);
	c->node[at].children++;
}

/* The move that was made here in the game, when it is not among those listed. */
static int
add_made(const struct growth *w, uint32_t at, int depth, move *m, int n)
{
	if ((int)at != w->c->here || depth >= w->moves)
		return n;
	for (int i = 0; i < n; i++)
		if (m[i] == w->line[depth].m)
			return n;
	m[n] = w->line[depth].m;
	return n + 1;
}

/* Gives a node its children. `here` walks along the line with it. */
static void
expand(struct growth *w, uint32_t at, int *depth)
{
	struct cfr *c = w->c;
	const struct game *g = c->g;
	struct cfr_node *n = &c->node[at];
	move m[MOVES_MAX];
	double weight = 0;
	int count;
	if (g->rules->settled(g, &c->state[at]))
		return;
	n->seat = (int8_t)game_mover(g, &c->state[at]);
	n->child = c->nodes;
	if (n->seat == SEAT_CHANCE) {
		count = c->ops->deals(g, &c->state[at], m, &weight);
		n->weight = weight;
	} else {
		count = g->rules->moves(g, &c->state[at], n->seat, m);
		count = add_made(w, at, *depth, m, count);
		n->table = c->rows;
		c->rows += (uint32_t)count;
		c->decisions++;
	}
	for (int i = 0; i < count && !w->full; i++) {
		if ((int)at == c->here && *depth < w->moves &&
		    m[i] == w->line[*depth].m) {
			add_child(w, at, n->seat, m[i]);
			c->here = (int)c->nodes - 1;
			++*depth;
			/* the rest of the children are not on the line */
			for (i++; i < count && !w->full; i++)
				add_child(w, at, n->seat, m[i]);
			return;
		}
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
			row[h] = h < c->hands && c->ops->possible(c->g, &c->state[i], h);
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
	const size_t each = sizeof(struct cfr_node) + sizeof(struct state);
	int depth = 0;
	/* Half of the memory for nodes; the rest is for tables. */
	w.room = arena_left(&s->arena) / 2 / each;
	w.room = w.room < UINT32_MAX ? w.room : UINT32_MAX;
	c->state = arena_take(&s->arena, w.room * sizeof *c->state);
	c->node = arena_take(&s->arena, w.room * sizeof *c->node);
	if (w.room == 0 || c->state == NULL || c->node == NULL)
		return status_fail(st, "cfr: memory= is too small");
	c->node[0] = (struct cfr_node){ .m = MOVE_NONE, .seat = SEAT_NONE };
	c->state[0] = *begin;
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
