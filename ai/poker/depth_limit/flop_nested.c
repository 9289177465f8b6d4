/*
 * flop_nested.c - flop hold'em solved again as play goes on: behind a bet before the flop that is
 * not listed, and behind a leaf. As nested.c, where its sources are. See flop.c.
 */
#include "ai/poker/depth_limit/flop.h"

#include "ai/poker/cfr/remainder.h"
#include "ai/poker/tree/subgame_threads.h"

#include <string.h>

/* ---- behind a bet that is not listed -------------------------------------------------------- */

/* The values at a leaf of the tree that is played on: the mean of those of its images. */
static void
average_gain(const struct flop *f, uint32_t node, int continuation, float *gain)
{
	const struct flop_image *image = &f->image[node];
	memset(gain, 0, FLOP_SQUARE * sizeof *gain);
	for (int i = 0; i < image->count; i++) {
		const float *from =
			flop_trunk_gain(&f->trunk, f->trunk.leaf[image->node[i]] - 1,
					continuation);
		for (int c = 0; c < FLOP_SQUARE; c++)
			gain[c] += from[c] / (float)image->count;
	}
}

static void
average_gains(const struct flop *f, struct flop_trunk *k)
{
	for (uint32_t i = 0; i < k->ground.base.tree.nodes; i++) {
		const uint32_t leaf = k->ground.leaf[i];
		for (int w = 0; w < k->side.choosing.continuations && leaf > 0; w++)
			average_gain(f, k->place[i], w, flop_trunk_gain(k, leaf - 1, w));
	}
}

/* Where the values of the other's hands at a leaf are kept. */
static double *
keep(struct flop *f, uint32_t node)
{
	const uint32_t leaf = f->dls.full.leaf[node] - 1;
	f->dls.known[f->us][leaf] = true;
	return f->dls.alt[f->us] + (size_t)leaf * FLOP_ROW;
}

/* Keeps the values of the other's hands at the leaves of a solution. */
static void
flop_keep_leaves(struct flop *f, struct flop_trunk *k)
{
	for (uint32_t i = 0; i < k->ground.base.tree.nodes; i++) {
		double us[FLOP_ROW];
		if (k->ground.leaf[i] == 0)
			continue;
		flop_fill_reach(f, k->place[i], f->us, us);
		dls_leaf_values(&k->side, i, us, keep(f, k->place[i]));
	}
}

void
flop_keep_images(struct flop *f, uint32_t node)
{
	const struct dls_side *side = &f->trunk.side;
	const struct flop_image *image = &f->image[node];
	const int continuations = side->choosing.continuations;
	double us[FLOP_ROW], v[DLS_VALUES * FLOP_ROW],
		mean[DLS_VALUES * FLOP_ROW] = { 0 };
	flop_fill_reach(f, node, f->us, us);
	for (int i = 0; i < image->count; i++) {
		side->worth->other(side, f->trunk.leaf[image->node[i]] - 1, us, v);
		for (int c = 0; c < continuations * FLOP_ROW; c++)
			mean[c] += v[c] / image->count;
	}
	dls_best_values(mean, continuations, FLOP_ROW, keep(f, node));
}

static uint32_t
flop_up(const struct dls *d, uint32_t at, struct dls_decision *out)
{
	const struct subgame *t = ((const struct flop *)(const void *)d)->t;
	const uint32_t up = t->node[at].up;
	const struct subgame_node *n = &t->node[up];
	*out = (struct dls_decision){ n->seat, n->child, n->moves };
	return up;
}

static void
flop_reach(struct dls *d, int us, uint32_t at, int seat, double *reach)
{
	flop_fill_reach((const struct flop *)(const void *)d, at, seat, reach);
}

static void
flop_weigh(const struct dls *d, uint32_t at, const double *reach, double *weight)
{
	flop_unblocked(((const struct flop *)(const void *)d)->t, reach, weight);
}

static void
flop_best(struct dls *d, int us, uint32_t at, const double *reach, double *value)
{
	struct subgame *t = ((struct flop *)(void *)d)->t;
	float hands[SUBGAME_WIDE], row[SUBGAME_WIDE];
	flop_to_hands(t, us, reach, hands);
	subgame_values(t, (struct subgame_at){ at, 0, 0 }, 1 - us, true, hands, row);
	flop_to_classes(t, 1 - us, row, value);
}

const struct dls_played flop_played = {
	.up = flop_up, .reach = flop_reach, .weigh = flop_weigh, .best = flop_best
};

/* What holds the other's hands from a node on. False: no room. */
static bool
flop_open_start(struct search *s, struct flop *f, uint32_t at, struct dls_start *x)
{
	const struct dls_gadget *g = &x->gadget;
	if (!dls_open_start(&f->dls, f->us, at, f->t->classes,
			    f->t->class_size[1 - f->us], x)) {
		flop_refuse_room(s);
		return false;
	}
	for (int c = 0; c < FLOP_ROW && g->kind != DLS_UNSAFE; c++)
		g->reach[c] = 0.5; /* of all: where we never get to, too */
	dls_gadget_reset(g);
	return true;
}

bool
flop_solve_off(struct search *s, struct flop *f, uint32_t at)
{
	struct flop_trunk k;
	struct dls_start x;
	const size_t used = s->arena.used;
	if (!flop_trunk_open(&k, &f->dls, f->t, at, f->us,
			     f->trunk.side.choosing.continuations, &s->arena)) {
		flop_refuse_room(s);
		return false;
	}
	average_gains(f, &k);
	k.side.cfr.start = &x.start;
	const bool ok = flop_open_start(s, f, at, &x) && dls_solve(&k.side, &x.gadget);
	if (ok) {
		f->t->iterations = k.side.cfr.mix.iterations;
		flop_write_trunk(&k, f->t->sum);
		flop_keep_leaves(f, &k);
		f->dls.subgames++;
	}
	arena_back(&s->arena, used);
	return ok;
}

/* ---- behind a leaf ----------------------------------------------------------------------- */

/* The other seat's rows below a leaf, as they were. */
static void
restore_rows(struct subgame *t, uint32_t leaf, int seat, const float *kept)
{
	const struct subgame_node *n = &t->node[leaf];
	for (uint32_t i = leaf + 1; i < t->nodes; i++) {
		const struct subgame_node *d = &t->node[i];
		if (d->seat != seat || d->level == 0 || subgame_card_before(t, i) != leaf)
			continue;
		for (uint32_t b = 0; b < t->level_boards[1]; b++) {
			const size_t at = b * n->size + d->table;
			memcpy(t->sum + n->base + at, kept + at,
			       d->moves * (size_t)t->stride[seat] * sizeof *kept);
		}
	}
}

bool
flop_solve_leaf(struct search *s, struct flop *f, uint32_t at)
{
	struct subgame *t = f->t;
	const struct subgame_node *n = &t->node[at];
	const size_t numbers = n->size * t->level_boards[1];
	const int us = f->us, other = 1 - us;
	double mean[FLOP_ROW];
	float row[2][SUBGAME_WIDE], value[SUBGAME_WIDE];
	struct dls_start x;
	const size_t used = s->arena.used;
	float *kept = arena_take(&s->arena, numbers * sizeof *kept + 1);
	if (kept == NULL) {
		flop_refuse_room(s);
		return false;
	}
	memcpy(kept, t->sum + n->base, numbers * sizeof *kept);
	if (!flop_open_start(s, f, at, &x)) {
		arena_back(&s->arena, used);
		return false;
	}
	for (int seat = 0; seat < 2; seat++)
		flop_to_hands(t, seat, x.start.reach[seat], row[seat]);
	memset(t->regret + n->base, 0, numbers * sizeof *t->regret);
	memset(t->sum + n->base, 0, numbers * sizeof *t->sum);
	t->iterations = 0;
	bool on = true;
	for (int64_t i = 0; on && i < f->dls.sims; i++) {
		const int64_t before = t->visited;
		for (int seat = 0; seat < 2; seat++) {
			subgame_learn(t, (struct subgame_at){ at, 0, 0 }, seat, row[seat],
				      row[1 - seat], value);
			if (seat != other)
				continue;
			flop_to_classes(t, other, value, mean);
			dls_gadget_learn(&x.gadget, mean);
			flop_to_hands(t, other, x.gadget.reach, row[other]);
		}
		t->iterations++;
		on = dls_spend(&f->dls, t->visited - before);
	}
	restore_rows(t, at, other, kept);
	arena_back(&s->arena, used);
	f->dls.done[us][at] = true;
	f->dls.subgames++;
	return on;
}
