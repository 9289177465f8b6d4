/*
 * trunk.c - the betting before the flop, solved by classes of hands with continuations at its
 * leaves. See flop.h.
 *
 * Its tree is a public tree of classes, whose leaves are the nodes of chance; cfr walks it, and the
 * other's choice is that of leaf.c. What classes of hands are worth is worked out in floats, for
 * whole rows of ours at once.
 */
#include "ai/poker/depth_limit/flop.h"

#include <string.h>

#define CLASSES FLOP_ROW /* in rows of doubles, too */
#define LANES	16
#define ROWS	(FLOP_ROW / LANES) /* vectors in a row of classes */

/* Numbers of a row of classes that are worked on at once. */
typedef float lanes __attribute__((vector_size(4 * LANES), aligned(4)));

/* ---- rows -------------------------------------------------------------------------------- */

void
flop_to_hands(const struct subgame *t, int seat, const double *class, float *row)
{
	memset(row, 0, (size_t)t->stride[seat] * sizeof *row);
	for (int h = 0; h < t->hands[seat]; h++)
		row[h] = (float)class[t->class[seat][h]];
}

void
flop_to_classes(const struct subgame *t, int seat, const float *row, double *class)
{
	memset(class, 0, CLASSES * sizeof *class);
	for (int h = 0; h < t->hands[seat]; h++)
		class[t->class[seat][h]] += (double)row[h];
	for (int c = 0; c < t->classes; c++)
		if (t->class_size[seat][c] > 0)
			class[c] /= t->class_size[seat][c];
}

void
flop_unblocked(const struct subgame *t, const double *reach, double *unblocked)
{
	memset(unblocked, 0, CLASSES * sizeof *unblocked);
	for (int o = 0; o < t->classes; o++)
		for (int c = 0; c < t->classes && reach[o] > 0; c++)
			unblocked[c] += reach[o] * t->unblocked[o * t->classes + c];
}

/* The numbers of a class of the other with all of ours. */
static const lanes *
trunk_row_of(const float *square, int other)
{
	return (const lanes *)(const void *)(square + other * FLOP_ROW);
}

/* Adds to a row the value against each class of the other, weighted by its reach. */
static void
add_reached(const struct flop_trunk *k, const float *square, const float *reach,
	    lanes *row)
{
	lanes sum[ROWS];
	memcpy(sum, row, sizeof sum);
	for (int o = 0; o < k->t->classes; o++) {
		const lanes *from = trunk_row_of(square, o);
		if (!(reach[o] > 0))
			continue;
		for (int i = 0; i < ROWS; i++)
			sum[i] += reach[o] * from[i];
	}
	memcpy(row, sum, sizeof sum);
}

/* A row of classes, in the form of vectors. */
static void
fill_lanes(const double *row, lanes *out)
{
	float number[FLOP_ROW] = { 0 };
	for (int c = 0; c < CLASSES; c++)
		number[c] = (float)row[c];
	memcpy(out, number, sizeof number);
}

static void
gain_other(const struct subgame *t, int us, const float *gain, const lanes *reach,
	   double *value)
{
	const double *size = t->class_size[1 - us];
	memset(value, 0, CLASSES * sizeof *value);
	for (int o = 0; o < t->classes; o++) {
		const lanes *row = trunk_row_of(gain, o);
		lanes part = { 0 };
		float sum = 0;
		for (int i = 0; i < ROWS; i++)
			part += reach[i] * row[i];
		for (int i = 0; i < LANES; i++)
			sum += part[i];
		value[o] = size[o] > 0 ? -(double)sum / size[o] : 0;
	}
}

static void
trunk_take_row(const lanes *sum, float *row)
{
	memcpy(row, sum, FLOP_ROW * sizeof *row);
}

/* ---- values ------------------------------------------------------------------------------ */

static const struct flop_trunk *
trunk_of(const struct dls_side *s)
{
	return (const struct flop_trunk *)(const void *)s;
}

static void
trunk_ours(const struct dls_side *s, uint32_t leaf, const double *other,
	   const double *often, double *value)
{
	const struct flop_trunk *k = trunk_of(s);
	const double *size = k->t->class_size[s->us];
	lanes sum[ROWS] = { 0 };
	float ours[FLOP_ROW];
	for (int w = 0; w < s->choosing.continuations; w++) {
		float with[CLASSES];
		for (int c = 0; c < CLASSES; c++)
			with[c] = (float)(other[c] * often[w * CLASSES + c]);
		add_reached(k, flop_trunk_gain(k, leaf, w), with, sum);
	}
	trunk_take_row(sum, ours);
	for (int c = 0; c < k->t->classes; c++)
		value[c] = size[c] > 0 ? (double)ours[c] / size[c] : 0;
}

static void
trunk_other(const struct dls_side *s, uint32_t leaf, const double *us, double *rows)
{
	const struct flop_trunk *k = trunk_of(s);
	lanes row[ROWS];
	fill_lanes(us, row);
	for (int w = 0; w < s->choosing.continuations; w++)
		gain_other(k->t, s->us, flop_trunk_gain(k, leaf, w), row,
			   rows + w * CLASSES);
}

static const struct dls_worth trunk_worth = { .ours = trunk_ours, .other = trunk_other };

static void
value_fold(const struct flop_trunk *k, uint32_t at, int seat, const double *other,
	   double *value)
{
	const struct subgame_node *n = &k->t->node[k->place[at]];
	const double stake = (double)(n->folded == seat ? -n->stake : n->stake);
	lanes sum[ROWS] = { 0 };
	float reach[CLASSES], unblocked[FLOP_ROW];
	for (int c = 0; c < CLASSES; c++)
		reach[c] = (float)other[c];
	add_reached(k, k->unblocked, reach, sum);
	trunk_take_row(sum, unblocked);
	for (int c = 0; c < CLASSES; c++)
		value[c] = stake * (double)unblocked[c];
}

static void
trunk_value(void *self, uint32_t at, int seat, const struct regret_weights *u,
	    const double *own, const double *other, double *value)
{
	const struct flop_trunk *k = self;
	if (k->ground.leaf[at] != 0)
		dls_hook.value(self, at, seat, u, own, other, value);
	else
		value_fold(k, at, seat, other, value);
}

/* ---- the tree ---------------------------------------------------------------------------- */

/* Lists the betting of t from a node on, children behind parents. */
static void
list_betting(struct flop_trunk *k, uint32_t root)
{
	struct public_tree *t = &k->ground.base.tree;
	k->place[0] = root;
	t->node[0] = (struct public_node){ .m = MOVE_NONE };
	t->nodes = 1;
	for (uint32_t at = 0; at < t->nodes; at++) {
		const struct subgame_node *from = &k->t->node[k->place[at]];
		struct public_node *n = &t->node[at];
		n->seat = from->seat;
		n->first = from->seat >= 0;
		n->child = t->nodes;
		n->children = from->seat >= 0 ? from->moves : 0;
		n->table = t->rows;
		t->rows += n->children;
		for (uint32_t a = 0; a < n->children; a++) {
			k->place[t->nodes] = from->child + a;
			t->node[t->nodes++] = (struct public_node){ .up = at };
		}
	}
}

static bool
open_tree(struct flop_trunk *k, uint32_t root, struct arena *arena)
{
	struct public_tree *t = &k->ground.base.tree;
	const struct subgame *s = k->t;
	size_t room = 0;
	*t = (struct public_tree){ .g = s->g,
				   .ops = s->g->ops->public,
				   .hands = s->classes,
				   .stride = FLOP_ROW };
	for (uint32_t i = 0; i < s->nodes; i++)
		room += s->node[i].level == 0;
	t->node = arena_take(arena, room * sizeof *t->node);
	k->place = arena_take(arena, room * sizeof *k->place);
	k->leaf = arena_take(arena, s->nodes * sizeof *k->leaf);
	k->ends = arena_take(arena, room * sizeof *k->ends);
	if (!t->node || !k->place || !k->leaf || !k->ends)
		return false;
	list_betting(k, root);
	if (!public_tree_take_work(t, arena) ||
	    !dls_mark(&k->ground, arena, DLS_INFOSET, 0, 0))
		return false;
	memset(k->leaf, 0, s->nodes * sizeof *k->leaf);
	for (uint32_t i = 0; i < t->nodes; i++) {
		k->leaf[k->place[i]] = k->ground.leaf[i];
		k->ends[i] = t->node[i].children == 0;
	}
	return true;
}

bool
flop_trunk_open(struct flop_trunk *k, struct dls *d, struct subgame *t, uint32_t root,
		int us, int room, struct arena *arena)
{
	struct dls_side *s = &k->side;
	*k = (struct flop_trunk){ .t = t };
	if (!open_tree(k, root, arena) ||
	    !dls_open_choice(s, d, &k->ground, us, room, arena))
		return false;
	s->worth = &trunk_worth;
	s->choosing.continuations = room;
	s->hook.at = k->ends;
	s->hook.value = trunk_value;
	s->cfr.leaves = &s->hook;
	k->gain = arena_take(arena, (size_t)k->ground.leaves * (size_t)room *
						    FLOP_SQUARE * sizeof *k->gain +
					    1);
	k->unblocked = arena_take(arena, FLOP_SQUARE * sizeof *k->unblocked);
	if (!k->gain || !k->unblocked)
		return false;
	memset(k->unblocked, 0, FLOP_SQUARE * sizeof *k->unblocked);
	for (int o = 0; o < t->classes; o++)
		for (int i = 0; i < t->classes; i++)
			k->unblocked[o * FLOP_ROW + i] =
				(float)t->unblocked[o * t->classes + i];
	return true;
}
