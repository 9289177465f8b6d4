/*
 * solver.c - the tables of exact for headless work: layer by layer, in files. See exact.c.
 */
#include "ai/exact/exact.h"
#include "ai/exact/solved.h"

#include <stdlib.h>
#include <string.h>

#define SLOTS_MOST 250e6 /* an hour and a gigabyte: the largest task solve will begin */

struct solution_table {
	struct joint joint;
	int32_t *layer[JOINT_LAYERS];
};

static bool
exact_solver_open(struct solver *v, const struct game *g, int most, struct status *st)
{
	const struct joint_ops *ops = g->ops->joint;
	struct state start;
	memset(&start, 0, sizeof start);
	*v = (struct solver){ .game = g };
	(void)most; /* as a whole: exact_solver.most is 0 */
	if (ops == NULL || g->seats != 2)
		return status_fail(st, "solve: %s with %d seats cannot be solved exactly",
				   g->ops->title, g->seats);
	if (g->ops->file != NULL)
		return status_fail(
			st, "solve: no table of %s is kept; exact solves it when asked",
			g->ops->title);
	g->rules->start(g, &start);
	const double size = ops->size(g, &start);
	if (size >= JOINT_NEVER)
		return exact_no_table(st, "solve", g);
	if (size > SLOTS_MOST)
		return status_fail(
			st,
			"solve: about %.2g positions are too many, expected at most %.2g",
			size, SLOTS_MOST);
	struct solution_table *t = calloc(1, sizeof *t);
	if (t == NULL || !ops->open(&t->joint, g, &start, NULL, NULL)) {
		free(t);
		return status_fail(st, "solve: not enough memory for the positions");
	}
	v->self = t;
	v->layers = t->joint.top; /* the top layer is the game's first choice: no slot */
	return true;
}

static int64_t
solver_slots(const struct solver *v, int layer)
{
	const struct solution_table *t = v->self;
	return v->game->ops->joint->slots(&t->joint, layer);
}

/* The memory of a layer, allocated at its first use; NULL: no memory. */
static int32_t *
layer_room(struct solver *v, int layer)
{
	struct solution_table *t = v->self;
	if (t->layer[layer] == NULL)
		t->layer[layer] =
			calloc((size_t)solver_slots(v, layer) + 1, sizeof(int32_t));
	return t->layer[layer];
}

static bool
solver_ready(struct solver *v, struct status *st)
{
	if (layer_room(v, v->done) != NULL)
		return true;
	return status_fail(st, "solve: not enough memory for layer %d", v->done);
}

static int64_t
solver_run(struct solver *v, int64_t from, int64_t to)
{
	struct solution_table *t = v->self;
	return solved_run(&t->joint, v->done, from, to,
			  v->done > 0 ? t->layer[v->done - 1] : NULL, t->layer[v->done]);
}

static void
solver_give(const struct solver *v, int64_t from, int64_t to, struct text *out)
{
	const struct solution_table *t = v->self;
	for (int64_t slot = from; slot < to; slot++)
		bytes_add_int(out, t->layer[v->done][slot]);
}

static bool
solver_take(struct solver *v, int64_t from, int64_t to, struct bytes *b)
{
	struct solution_table *t = v->self;
	for (int64_t slot = from; slot < to; slot++)
		t->layer[v->done][slot] = (int32_t)bytes_int(b);
	return !b->bad;
}

static bool
solver_save(const struct solver *v, const char *path, struct status *st)
{
	const struct solution_table *t = v->self;
	const int32_t *layer[JOINT_LAYERS];
	for (int k = 0; k < v->done; k++)
		layer[k] = t->layer[k];
	return solved_write(&t->joint, layer, v->done, path, st);
}

static bool
solver_load(struct solver *v, const char *path, struct status *st)
{
	struct pack f;
	if (!solved_map(&f, v->game, path, st))
		return false;
	bool ok = true;
	for (int k = 0; ok && k < f.layers && k < v->layers; k++) {
		if (f.slots[k] != (uint64_t)solver_slots(v, k))
			ok = status_fail(st, "%s: layer %d has another size", path, k);
		else if (layer_room(v, k) == NULL)
			ok = status_fail(st, "%s: not enough memory for layer %d", path,
					 k);
		else
			ok = solved_read(&f, path, k, layer_room(v, k), st);
		v->done = ok ? k + 1 : 0;
	}
	pack_unmap(&f);
	return ok;
}

static void
solver_close(struct solver *v)
{
	struct solution_table *t = v->self;
	if (t == NULL)
		return;
	for (int k = 0; k < JOINT_LAYERS; k++)
		free(t->layer[k]);
	joint_close(&t->joint);
	free(t);
	v->self = NULL;
}

const struct solver_ops exact_solver = {
	.counted = "matrix games",
	.open = exact_solver_open,
	.slots = solver_slots,
	.ready = solver_ready,
	.run = solver_run,
	.give = solver_give,
	.take = solver_take,
	.save = solver_save,
	.load = solver_load,
	.name = solved_name,
	.close = solver_close,
};
