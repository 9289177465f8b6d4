/* equilibrium.c - see matrix.h. */
#include "ai/exact/matrix.h"

#include "ai/exact/solved.h"
#include "src/base/asset.h"
#include "src/base/file.h"

#include <stdlib.h>
#include <string.h>

#define FILE_SLOTS_MOST 2e6 /* the largest layer that is read for one matrix */

/* The values of the layer below the root, from the user's file. NULL: none. */
static int32_t *
exact_read_file(struct joint *t, const struct game *g, const struct state *root)
{
	char name[PACK_RULES + 16], path[4096];
	struct pack f;
	struct state start;
	struct status st = { 0 };
	int32_t *below = NULL;
	memset(&start, 0, sizeof start);
	g->rules->start(g, &start);
	solved_name(g, name, sizeof name);
	if (!user_find(USER_DATA, name, path, sizeof path) || file_missing(path) ||
	    !solved_map(&f, g, path, &st))
		return NULL;
	const struct joint_ops *ops = g->ops->joint;
	int layer = -1;
	if (ops->open(t, g, &start, NULL, NULL))
		layer = ops->layer(t, root) - 1;
	if (layer >= 0 && layer < f.layers && (double)f.slots[layer] <= FILE_SLOTS_MOST &&
	    f.slots[layer] == (uint64_t)ops->slots(t, layer))
		below = malloc(f.slots[layer] * sizeof *below);
	if (below != NULL && !solved_read(&f, path, layer, below, &st)) {
		free(below);
		below = NULL;
	}
	pack_unmap(&f);
	if (below == NULL)
		joint_close(t);
	return below;
}

/* The same values, computed. NULL: they are too many. */
static int32_t *
exact_solve_below(struct joint *t, const struct game *g, const struct state *root)
{
	const struct joint_ops *ops = g->ops->joint;
	if (ops->size(g, root) > EQUILIBRIUM_SLOTS_MOST ||
	    !ops->open(t, g, root, NULL, NULL))
		return NULL;
	int32_t *below = NULL;
	const int top = ops->layer(t, root);
	for (int layer = 0; layer < top; layer++) {
		const int64_t slots = ops->slots(t, layer);
		int32_t *out = malloc((size_t)slots * sizeof *out + 1);
		if (out != NULL)
			solved_run(t, layer, 0, slots, below, out);
		free(below);
		below = out;
		if (below == NULL)
			break;
	}
	if (below == NULL)
		joint_close(t);
	return below;
}

bool
equilibrium_find_matrix(const struct game *g, const struct state *root,
			struct joint_matrix *m)
{
	struct joint t = { 0 };
	move row[JOINT_SIDE], column[JOINT_SIDE];
	if (g->ops->joint == NULL || g->seats != 2)
		return false;
	int32_t *below = exact_read_file(&t, g, root);
	if (below == NULL)
		below = exact_solve_below(&t, g, root);
	if (below == NULL)
		return false;
	const bool found = g->ops->joint->matrix(&t, root, below, m, row, column);
	free(below);
	joint_close(&t);
	return found;
}

double
equilibrium_distance(const struct joint_matrix *m, int seat, const double *mix)
{
	const int replies = seat == 0 ? m->columns : m->rows;
	const int own = seat == 0 ? m->rows : m->columns;
	double worst = 1e300;
	for (int j = 0; j < replies; j++) {
		double sum = 0;
		for (int i = 0; i < own; i++)
			sum += seat == 0 ? mix[i] * m->a[i * JOINT_STRIDE + j]
					 : -mix[i] * m->a[j * JOINT_STRIDE + i];
		worst = sum < worst ? sum : worst;
	}
	const double value = matrix_value(m);
	return (seat == 0 ? value : -value) - worst;
}
