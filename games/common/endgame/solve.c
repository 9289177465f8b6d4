/*
 * solve.c - endgame tables worked out layer by layer. See endgame.h.
 *
 * First the moves of all positions of the layer are listed, on all cores: the gain of the best one
 * that leaves the layer, and the targets of the others. Then, for each value t from the largest
 * down, the positions are found from which one seat, A, can force t or more without going in
 * circles (its attractor). A position stands for two nodes, A to move and the other seat to move.
 * A's is in when one of its moves leads to one that is in, or leaves the layer for t; the other
 * seat's is in when all of its moves do, for which those that do not yet are counted. Nodes found
 * are put in a queue, and a node is in by one ply more than the one that brought it in. The first t
 * for which a node is in is its bound: `low` of A's, minus `high` of the other's.
 */
#include "games/common/endgame/private.h"

#include "src/base/progress.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define OTHER 1u /* in the queue: slot << 1, and this when the other seat is to move */

/* The layer under way. */
struct layer {
	int64_t n;
	int8_t *exit_low, *exit_high; /* of endgame_node */
	uint8_t *count;
	uint32_t *next; /* ENDGAME_NEXT each */
	/* In finish(): */
	int8_t *low, *high;
	uint8_t *low_in, *high_in;
	uint64_t *first; /* of a slot's predecessors in `from`; n + 1 */
	uint32_t *from, *queue;
	uint64_t head, tail;
};

struct work {
	struct endgame table;
	const struct endgame_ops *ops;
	struct layer layer;
	char rules[PACK_RULES];
};

static struct work *
work_of(const struct solver *v)
{
	return v->self;
}

bool
endgame_open(struct solver *v, const struct game *g, const struct endgame_ops *ops,
	     int most, struct status *st)
{
	*v = (struct solver){ .game = g };
	if (most > ops->layers_most)
		return status_fail(st, "solve: %d %s are too many, expected at most %d",
				   most, ops->called, ops->layers_most);
	struct work *w = calloc(1, sizeof *w);
	if (w == NULL)
		return status_fail(st, "solve: not enough memory for the positions");
	w->ops = ops;
	w->table.cycle = ops->cycle(g);
	ops->rules(g, w->rules, sizeof w->rules);
	v->self = w;
	v->layers = (most > 0 ? most : ops->layers_usual) + 1;
	for (int k = 0; k < v->layers; k++)
		w->table.slots[k] = ops->slots(g, k);
	return true;
}

int64_t
endgame_slots(const struct solver *v, int layer)
{
	return work_of(v)->table.slots[layer];
}

static void
free_layer(struct layer *l)
{
	free(l->exit_low);
	free(l->exit_high);
	free(l->count);
	free(l->next);
	free(l->low);
	free(l->high);
	free(l->low_in);
	free(l->high_in);
	free(l->first);
	free(l->from);
	free(l->queue);
	*l = (struct layer){ 0 };
}

void
endgame_close(struct solver *v)
{
	struct work *w = work_of(v);
	if (w == NULL)
		return;
	free_layer(&w->layer);
	endgame_free(&w->table);
	free(w);
	v->self = NULL;
}

bool
endgame_save(const struct solver *v, const char *path, struct status *st)
{
	return endgame_write(&work_of(v)->table, work_of(v)->rules, path, st);
}

bool
endgame_read(struct solver *v, const char *path, struct status *st)
{
	struct work *w = work_of(v);
	const bool ok =
		endgame_read_file(&w->table, w->ops, w->rules, v->layers, path, st);
	if (!ok)
		endgame_free(&w->table);
	v->done = atomic_load(&w->table.layers);
	return ok;
}

/* ---- the moves ------------------------------------------------------------------------ */

bool
endgame_ready(struct solver *v, struct status *st)
{
	struct layer *l = &work_of(v)->layer;
	free_layer(l);
	l->n = endgame_slots(v, v->done);
	const size_t n = (size_t)l->n;
	l->exit_low = malloc(n);
	l->exit_high = malloc(n);
	l->count = malloc(n);
	l->next = malloc(n * ENDGAME_NEXT * sizeof *l->next);
	return (l->exit_low != NULL && l->exit_high != NULL && l->count != NULL &&
		l->next != NULL) ||
	       status_fail(st, "solve: not enough memory for layer %d", v->done);
}

int64_t
endgame_run(struct solver *v, int64_t from, int64_t to)
{
	const struct work *w = work_of(v);
	const struct layer *l = &w->layer;
	int64_t moves = 0;
	for (int64_t slot = from; slot < to; slot++) {
		struct endgame_node node = ENDGAME_NODE;
		w->ops->expand(v->game, &w->table, v->done, slot, &node);
		assert(node.count <= ENDGAME_NEXT);
		l->exit_low[slot] = (int8_t)node.low;
		l->exit_high[slot] = (int8_t)node.high;
		l->count[slot] = (uint8_t)node.count;
		memcpy(l->next + slot * ENDGAME_NEXT, node.next,
		       (size_t)node.count * sizeof *node.next);
		moves += node.count + node.leaving;
	}
	return moves;
}

void
endgame_give(const struct solver *v, int64_t from, int64_t to, struct text *out)
{
	const struct layer *l = &work_of(v)->layer;
	for (int64_t slot = from; slot < to; slot++) {
		bytes_add_int(out, l->exit_low[slot]);
		bytes_add_int(out, l->exit_high[slot]);
		bytes_add_int(out, l->count[slot]);
		for (int i = 0; i < l->count[slot]; i++)
			bytes_add_int(out, l->next[slot * ENDGAME_NEXT + i]);
	}
}

bool
endgame_take(struct solver *v, int64_t from, int64_t to, struct bytes *b)
{
	const struct layer *l = &work_of(v)->layer;
	for (int64_t slot = from; slot < to && !b->bad; slot++) {
		l->exit_low[slot] = (int8_t)bytes_int(b);
		l->exit_high[slot] = (int8_t)bytes_int(b);
		const int64_t count = bytes_int(b);
		if (count < 0 || count > ENDGAME_NEXT)
			return false;
		l->count[slot] = (uint8_t)count;
		for (int i = 0; i < count; i++)
			l->next[slot * ENDGAME_NEXT + i] = (uint32_t)bytes_int(b);
	}
	return !b->bad;
}

/* ---- the values ----------------------------------------------------------------------- */

static bool
endgame_take_memory(struct layer *l, struct status *st)
{
	const size_t n = (size_t)l->n;
	uint64_t edges = 0;
	assert(n > 0);
	for (size_t slot = 0; slot < n; slot++)
		edges += l->count[slot];
	l->low = malloc(n);
	l->high = malloc(n);
	l->low_in = calloc(n, 1);
	l->high_in = calloc(n, 1);
	l->first = calloc(n + 2, sizeof *l->first);
	l->from = malloc((edges + 1) * sizeof *l->from);
	l->queue = malloc(2 * n * sizeof *l->queue);
	if (l->low == NULL || l->high == NULL || l->low_in == NULL ||
	    l->high_in == NULL || l->first == NULL || l->from == NULL || l->queue == NULL)
		return status_fail(
			st, "solve: not enough memory for the values of %lld positions",
			(long long)n);
	memset(l->low, ENDGAME_NONE, n);
	memset(l->high, ENDGAME_NONE, n);
	return true;
}

/* Turns the moves round: where each position can come from. */
static void
list_predecessors(struct layer *l)
{
	for (int64_t slot = 0; slot < l->n; slot++)
		for (int i = 0; i < l->count[slot]; i++)
			l->first[l->next[slot * ENDGAME_NEXT + i] + 2]++;
	for (int64_t slot = 0; slot < l->n; slot++)
		l->first[slot + 2] += l->first[slot + 1];
	for (int64_t slot = 0; slot < l->n; slot++)
		for (int i = 0; i < l->count[slot]; i++) {
			const uint32_t to = l->next[slot * ENDGAME_NEXT + i];
			l->from[l->first[to + 1]++] = (uint32_t)slot;
		}
	free(l->next);
	l->next = NULL;
}

static uint8_t
one_ply_more(uint8_t plies)
{
	return (uint8_t)(plies + (plies < ENDGAME_PLIES));
}

static void
force(struct layer *l, uint32_t slot, int t, uint8_t in)
{
	if (l->low[slot] != ENDGAME_NONE)
		return;
	l->low[slot] = (int8_t)t;
	l->low_in[slot] = in;
	l->queue[l->tail++] = slot << 1;
}

static void
suffer(struct layer *l, uint32_t slot, int t, uint8_t in)
{
	if (l->high[slot] != ENDGAME_NONE || l->count[slot] > 0 ||
	    l->exit_high[slot] > -t)
		return;
	l->high[slot] = (int8_t)-t;
	l->high_in[slot] = in;
	l->queue[l->tail++] = slot << 1 | OTHER;
}

/* All nodes from which t can be forced, and no more. */
static void
attract(struct layer *l, int t)
{
	l->head = l->tail = 0;
	for (uint32_t slot = 0; slot < l->n; slot++) {
		if (l->exit_low[slot] >= t)
			force(l, slot, t, 1);
		suffer(l, slot, t, 1);
	}
	while (l->head < l->tail) {
		const uint32_t at = l->queue[l->head++], slot = at >> 1;
		const bool other = at & OTHER;
		const uint8_t in =
			one_ply_more(other ? l->high_in[slot] : l->low_in[slot]);
		for (uint64_t i = l->first[slot]; i < l->first[slot + 1]; i++) {
			const uint32_t before = l->from[i];
			if (other) {
				force(l, before, t, in);
			} else {
				l->count[before]--;
				suffer(l, before, t, in);
			}
		}
	}
}

/* The values down to which attract() goes, and the bounds of what it never finds. */
static int
last_value(enum endgame_cycle cycle, int span)
{
	return cycle == ENDGAME_EVEN ? 1 : cycle == ENDGAME_BOUNDED ? 1 - span : -span;
}

/* Writes the bounds into the planes of the layer. */
static bool
keep_values(struct work *w, int layer, int span, struct status *st)
{
	struct endgame *t = &w->table;
	const struct layer *l = &w->layer;
	const size_t n = (size_t)l->n;
	const int circles = t->cycle == ENDGAME_BOUNDED ? span : ENDGAME_FREE;
	uint8_t *plane = malloc(endgame_bytes(t, layer));
	if (plane == NULL)
		return status_fail(st, "solve: not enough memory for layer %d", layer);
	for (size_t i = 0; i < n; i++) {
		const int low = l->low[i], high = l->high[i];
		if (endgame_apart(t)) {
			plane[i] = (uint8_t)(low == ENDGAME_NONE ? -circles : low);
			plane[n + i] = l->low_in[i];
			plane[2 * n + i] =
				(uint8_t)(high == ENDGAME_NONE ? circles : high);
			plane[3 * n + i] = l->high_in[i];
		} else {
			plane[i] = (uint8_t)(low != ENDGAME_NONE    ? low
					     : high != ENDGAME_NONE ? high
								    : 0);
			plane[n + i] = low != ENDGAME_NONE ? l->low_in[i] : l->high_in[i];
		}
	}
	t->plane[layer] = plane;
	endgame_add_layer(t, w->ops, layer);
	return true;
}

bool
endgame_finish(struct solver *v, const struct progress *p, struct status *st)
{
	struct work *w = work_of(v);
	struct layer *l = &w->layer;
	const int span = w->ops->span(v->game, v->done);
	const int last = last_value(w->table.cycle, span);
	if (!endgame_take_memory(l, st))
		return false;
	list_predecessors(l);
	for (int t = span; t >= last; t--) {
		if (!progress_report(p, span - t, span - last + 1, "values of a layer"))
			return false;
		attract(l, t);
	}
	const bool ok = keep_values(w, v->done, span, st);
	free_layer(l);
	return ok;
}
