/* trunk.c - the betting before the flop, solved by classes of hands with continuations at its
 * leaves. See flop.h. CFR+ (Tammelin 2014), alternating, later iterations counting more. */
#include "ai/poker/depth_limit/flop.h"

#include "src/core/strategy.h"

#include <string.h>

#define CLASSES FLOP_ROW /* in rows of doubles, too */
#define LANES	16
#define ROWS	(FLOP_ROW / LANES) /* vectors in a row of classes */

/* Numbers of a row of classes that are worked on at once. */
typedef float lanes __attribute__((vector_size(4 * LANES), aligned(4)));

/* ---- tables ------------------------------------------------------------------------------ */

/* Numbers what lies below a node. */
static void
trunk_count(struct flop_trunk *k, uint32_t at, uint32_t *rows)
{
	const struct subgame_node *n = &k->t->node[at];
	if (n->seat == SEAT_CHANCE)
		k->leaf[at] = (uint32_t)++k->leaves;
	if (n->seat < 0)
		return;
	k->row[at] = *rows;
	*rows += n->moves;
	for (uint32_t a = 0; a < n->moves; a++)
		trunk_count(k, n->child + a, rows);
}

/* Numbers in the tables of choices. */
static size_t
trunk_choice_numbers(const struct flop_trunk *k)
{
	return (size_t)k->leaves * (size_t)k->choosing.room * CLASSES;
}

/* Where those of a leaf begin. */
static size_t
trunk_choice_at(const struct flop_trunk *k, int leaf)
{
	return (size_t)leaf * (size_t)k->choosing.room * CLASSES;
}

bool
flop_trunk_open(struct flop_trunk *k, struct subgame *t, uint32_t root, int us, int room,
		struct arena *arena)
{
	struct flop_choosing *c = &k->choosing;
	uint32_t rows = 0;
	*k = (struct flop_trunk){ .t = t, .root = root, .us = us };
	*c = (struct flop_choosing){ .room = room, .continuations = room };
	k->classes = t->classes;
	k->row = arena_take(arena, t->nodes * sizeof *k->row);
	k->leaf = arena_take(arena, t->nodes * sizeof *k->leaf);
	if (k->row == NULL || k->leaf == NULL)
		return false;
	memset(k->leaf, 0, t->nodes * sizeof *k->leaf);
	trunk_count(k, root, &rows);
	const size_t table = (size_t)rows * CLASSES * sizeof(double),
		     squares = (size_t)k->leaves * (size_t)room;
	k->regret = arena_take(arena, table + 1);
	k->sum = arena_take(arena, table + 1);
	k->gain = arena_take(arena, squares * FLOP_SQUARE * sizeof *k->gain + 1);
	k->beside = arena_take(arena, FLOP_SQUARE * sizeof *k->beside);
	c->regret = arena_take(arena, trunk_choice_numbers(k) * sizeof *c->regret + 1);
	c->sum = arena_take(arena, trunk_choice_numbers(k) * sizeof *c->sum + 1);
	if (!k->regret || !k->sum || !k->gain || !k->beside || !c->regret || !c->sum)
		return false;
	memset(k->beside, 0, FLOP_SQUARE * sizeof *k->beside);
	for (int o = 0; o < k->classes; o++)
		for (int i = 0; i < k->classes; i++)
			k->beside[o * FLOP_ROW + i] =
				(float)t->beside[o * k->classes + i];
	memset(k->regret, 0, table);
	memset(k->sum, 0, table);
	return true;
}

/* The rows below a node. */
static void
clear_rows(struct flop_trunk *k, uint32_t at)
{
	const struct subgame_node *n = &k->t->node[at];
	if (n->seat < 0)
		return;
	const size_t from = (size_t)k->row[at] * CLASSES,
		     n_rows = (size_t)n->moves * CLASSES;
	memset(k->regret + from, 0, n_rows * sizeof *k->regret);
	memset(k->sum + from, 0, n_rows * sizeof *k->sum);
	for (uint32_t a = 0; a < n->moves; a++)
		clear_rows(k, n->child + a);
}

void
flop_reset_gadget(const struct dls_gadget *x)
{
	dls_gadget_reset(x);
	if (x->kind == DLS_MAXMARGIN)
		dls_gadget_spread(x);
}

void
flop_trunk_reset(struct flop_trunk *k)
{
	clear_rows(k, k->root);
	memset(k->choosing.regret, 0, trunk_choice_numbers(k) * sizeof(double));
	memset(k->choosing.sum, 0, trunk_choice_numbers(k) * sizeof(double));
	if (k->gadget != NULL)
		flop_reset_gadget(k->gadget);
	k->iterations = 0;
}

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

/* ---- walks ------------------------------------------------------------------------------- */

/* The numbers of a class of the other with all of ours. */
static const lanes *
trunk_row_of(const float *square, int other)
{
	return (const lanes *)(const void *)(square + other * FLOP_ROW);
}

/* Adds to a row what comes of each class of the other by its reach. */
static void
add_reached(const struct flop_trunk *k, const float *square, const float *reach,
	    lanes *row)
{
	lanes sum[ROWS];
	memcpy(sum, row, sizeof sum);
	for (int o = 0; o < k->classes; o++) {
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

/* Our hands' values at a leaf, when the other's choose their continuations so often. */
static void
value_ours(const struct flop_trunk *k, int leaf, const double *other, const double *often,
	   double *value)
{
	const double *size = k->t->class_size[k->us];
	lanes sum[ROWS] = { 0 };
	float ours[FLOP_ROW];
	for (int w = 0; w < k->choosing.continuations; w++) {
		float with[CLASSES];
		for (int c = 0; c < CLASSES; c++)
			with[c] = (float)(other[c] * often[w * CLASSES + c]);
		add_reached(k, flop_trunk_gain(k, leaf, w), with, sum);
	}
	trunk_take_row(sum, ours);
	memset(value, 0, CLASSES * sizeof *value);
	for (int c = 0; c < k->classes; c++)
		value[c] = size[c] > 0 ? (double)ours[c] / size[c] : 0;
}

void
flop_trunk_values(const struct flop_trunk *k, int leaf, const double *us, double *value)
{
	lanes row[ROWS];
	fill_lanes(us, row);
	for (int w = 0; w < k->choosing.continuations; w++)
		gain_other(k->t, k->us, flop_trunk_gain(k, leaf, w), row,
			   value + w * CLASSES);
}

/* Where the other chooses a continuation. */
static void
trunk_walk_leaf(const struct flop_trunk *k, int leaf, int seat, const double *own,
		const double *other, double *value)
{
	const struct flop_choosing *c = &k->choosing;
	const size_t at = trunk_choice_at(k, leaf);
	double now[DLS_VALUES * CLASSES], values[DLS_VALUES * CLASSES];
	regret_match(c->regret + at, c->continuations, CLASSES, now);
	if (seat == k->us) {
		value_ours(k, leaf, other, now, value);
		return;
	}
	flop_trunk_values(k, leaf, other, values);
	memset(value, 0, CLASSES * sizeof *value);
	for (int w = 0; w < c->continuations; w++)
		for (int i = 0; i < CLASSES; i++)
			value[i] += now[w * CLASSES + i] * values[w * CLASSES + i];
	if (c->continuations > 1)
		regret_learn(&k->weights, c->continuations, CLASSES, own, now, values,
			     value, c->regret + at, c->sum + at);
}

void
flop_unblocked(const struct subgame *t, const double *reach, double *unblocked)
{
	memset(unblocked, 0, CLASSES * sizeof *unblocked);
	for (int o = 0; o < t->classes; o++)
		for (int c = 0; c < t->classes && reach[o] > 0; c++)
			unblocked[c] += reach[o] * t->beside[o * t->classes + c];
}

static void
walk_fold(const struct flop_trunk *k, const struct subgame_node *n, int seat,
	  const double *other, double *value)
{
	const double stake = (double)(n->folded == seat ? -n->stake : n->stake);
	lanes sum[ROWS] = { 0 };
	float reach[CLASSES], unblocked[FLOP_ROW];
	for (int c = 0; c < CLASSES; c++)
		reach[c] = (float)other[c];
	add_reached(k, k->beside, reach, sum);
	trunk_take_row(sum, unblocked);
	for (int c = 0; c < CLASSES; c++)
		value[c] = stake * (double)unblocked[c];
}

static void
trunk_walk(struct flop_trunk *k, uint32_t at, int seat, const double *own,
	   const double *other, double *value)
{
	const struct subgame_node *n = &k->t->node[at];
	k->visited++;
	if (n->seat == SEAT_CHANCE) {
		trunk_walk_leaf(k, (int)k->leaf[at] - 1, seat, own, other, value);
		return;
	}
	if (n->seat < 0) {
		walk_fold(k, n, seat, other, value);
		return;
	}
	const int moves = n->moves < STRATEGY_MOVES ? n->moves : STRATEGY_MOVES;
	const size_t row = (size_t)k->row[at] * CLASSES;
	double now[STRATEGY_MOVES * CLASSES], values[STRATEGY_MOVES * CLASSES],
		reach[CLASSES];
	regret_match(k->regret + row, moves, CLASSES, now);
	memset(value, 0, CLASSES * sizeof *value);
	for (int a = 0; a < moves; a++) {
		const double *from = n->seat == seat ? own : other;
		double *v = values + a * CLASSES;
		for (int c = 0; c < CLASSES; c++)
			reach[c] = from[c] * now[a * CLASSES + c];
		trunk_walk(k, n->child + (uint32_t)a, seat, n->seat == seat ? reach : own,
			   n->seat == seat ? other : reach, v);
		for (int c = 0; c < CLASSES; c++)
			value[c] += v[c] * (n->seat == seat ? now[a * CLASSES + c] : 1);
	}
	if (n->seat == seat)
		regret_learn(&k->weights, moves, CLASSES, own, now, values, value,
			     k->regret + row, k->sum + row);
}

void
flop_trunk_iterate(struct flop_trunk *k)
{
	double value[CLASSES];
	k->weights = regret_weigh(REGRET_CFR_PLUS, k->iterations + 1);
	for (int seat = 0; seat < 2; seat++) {
		if (k->gadget != NULL)
			memcpy(k->reach[1 - k->us], k->gadget->reach,
			       (size_t)k->gadget->hands * sizeof *value);
		trunk_walk(k, k->root, seat, k->reach[seat], k->reach[1 - seat], value);
		if (k->gadget != NULL && seat != k->us)
			dls_gadget_learn(k->gadget, value);
	}
	k->iterations++;
}

void
flop_trunk_average(const struct flop_trunk *k, uint32_t node, double *out)
{
	regret_match(k->sum + (size_t)k->row[node] * CLASSES, k->t->node[node].moves,
		     CLASSES, out);
}

void
flop_trunk_choice(const struct flop_trunk *k, int leaf, double *out)
{
	regret_match(k->choosing.sum + trunk_choice_at(k, leaf),
		     k->choosing.continuations, CLASSES, out);
}
