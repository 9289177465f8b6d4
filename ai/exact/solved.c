/*
 * solved.c - solving layers of a table, and the files they are kept in. See solved.h.
 */
#include "ai/exact/solved.h"

#include "ai/exact/matrix.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* --- solving --- */

/* To the whole number of steps that tables hold. */
static int32_t
round_value(double value)
{
	return (int32_t)lrint(value / JOINT_STEP);
}

static double
count_and_solve(void *self, const struct joint_matrix *m)
{
	++*(int64_t *)self;
	return matrix_value(m);
}

int64_t
solved_run(const struct joint *t, int layer, int64_t from, int64_t to,
	   const int32_t *below, int32_t *out)
{
	const struct joint_ops *ops = t->game->ops->joint;
	int64_t games = 0;
	for (int64_t slot = from; slot < to; slot++)
		out[slot] = round_value(
			ops->induce(t, layer, slot, below, count_and_solve, &games));
	return games;
}

/* --- names and planes --- */

static void
exact_rules_text(const struct game *g, const char *between, bool keys, char *out,
		 int size)
{
	int n = snprintf(out, (size_t)size, "%s", g->ops->key);
	for (int i = 0; i < g->variant.count && n < size; i++) {
		char value[OPTION_TEXT];
		options_format(&g->variant, i, value, sizeof value);
		n += snprintf(out + n, (size_t)(size - n), "%s%s%s%s", between,
			      keys ? g->variant.specs[i].key : "", keys ? "=" : "",
			      value);
	}
}

void
solved_name(const struct game *g, char *out, int size)
{
	char text[PACK_RULES];
	exact_rules_text(g, "-", false, text, sizeof text);
	snprintf(out, (size_t)size, "solved-%s.zst", text);
}

/* Slots to planes of bytes and back. */
static void
split_planes(const int32_t *slot, size_t n, unsigned char *plane)
{
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < 4; k++)
			plane[k * n + i] = (unsigned char)((uint32_t)slot[i] >> (8 * k));
}

static void
join_planes(const unsigned char *plane, size_t n, int32_t *slot)
{
	for (size_t i = 0; i < n; i++) {
		uint32_t word = 0;
		for (size_t k = 0; k < 4; k++)
			word |= (uint32_t)plane[k * n + i] << (8 * k);
		slot[i] = (int32_t)word;
	}
}

/* --- files --- */

static const struct pack_kind kind = { "plysolve", 1, JOINT_LAYERS, NULL, NULL };

struct layers {
	const struct joint *joint;
	const int32_t *const *layer;
	unsigned char *plane;
};

static const void *
planes_of(void *self, int layer, uint64_t *slots, size_t *bytes)
{
	struct layers *l = self;
	const size_t n = (size_t)l->joint->game->ops->joint->slots(l->joint, layer);
	*slots = n;
	*bytes = 4 * n;
	free(l->plane);
	l->plane = malloc(4 * n + 1);
	if (l->plane != NULL)
		split_planes(l->layer[layer], n, l->plane);
	return l->plane;
}

bool
solved_write(const struct joint *t, const int32_t *const *layer, int layers,
	     const char *path, struct status *st)
{
	char rules[PACK_RULES];
	struct layers l = { t, layer, NULL };
	exact_rules_text(t->game, " ", true, rules, sizeof rules);
	const struct pack_source source = {
		.rules = rules, .layers = layers, .layer = planes_of, .self = &l
	};
	const bool ok = pack_write(&kind, &source, path, st);
	free(l.plane);
	return ok;
}

bool
solved_map(struct pack *f, const struct game *g, const char *path, struct status *st)
{
	char rules[PACK_RULES];
	*f = (struct pack){ 0 };
	if (g->ops->file != NULL) /* the rules may change under the same name */
		return status_fail(st, "%s: no table of %s is kept", path, g->ops->title);
	exact_rules_text(g, " ", true, rules, sizeof rules);
	return pack_map(f, &kind, rules, path, st);
}

bool
solved_read(const struct pack *f, const char *path, int layer, int32_t *out,
	    struct status *st)
{
	const size_t n = layer >= 0 && layer < f->layers ? f->slots[layer] : 0;
	unsigned char *plane = malloc(4 * n + 1);
	if (plane == NULL)
		return status_fail(st, "%s: not enough memory for layer %d", path, layer);
	const bool ok = pack_read(f, path, layer, plane, 4 * n, st);
	if (ok)
		join_planes(plane, n, out);
	free(plane);
	return ok;
}
