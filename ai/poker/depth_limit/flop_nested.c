/*
 * flop_nested.c - flop hold'em solved again as play goes on: behind a bet before the flop that is
 * not listed, and behind a leaf. As nested.c, where its sources are. See flop.c.
 */
#include "ai/poker/depth_limit/private.h"

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
			flop_trunk_gain(&f->trunk, (int)f->trunk.leaf[image->node[i]] - 1,
					continuation);
		for (int c = 0; c < FLOP_SQUARE; c++)
			gain[c] += from[c] / (float)image->count;
	}
}

static void
average_gains(const struct flop *f, struct flop_trunk *k)
{
	for (uint32_t i = 0; i < k->t->nodes; i++) {
		const int leaf = (int)k->leaf[i] - 1;
		for (int w = 0; w < k->choosing.continuations && leaf >= 0; w++)
			average_gain(f, i, w, flop_trunk_gain(k, leaf, w));
	}
}

/* The value of each class by the best of its continuations. */
static void
flop_best_of(const double *v, int continuations, double *value)
{
	memcpy(value, v, FLOP_ROW * sizeof *value);
	for (int i = FLOP_ROW; i < continuations * FLOP_ROW; i++)
		if (v[i] > value[i % FLOP_ROW])
			value[i % FLOP_ROW] = v[i];
}

/* Keeps the values of the other's hands at the leaves of a solution. */
static void
flop_keep_leaves(struct flop *f, const struct flop_trunk *k)
{
	for (uint32_t i = 0; i < k->t->nodes; i++) {
		double us[FLOP_ROW], v[DLS_VALUES * FLOP_ROW];
		if (k->leaf[i] == 0)
			continue;
		flop_fill_reach(k->t, f->off, i, f->us, us);
		flop_trunk_values(k, (int)k->leaf[i] - 1, us, v);
		flop_best_of(v, k->choosing.continuations, f->alt[i]);
		f->known[i] = true;
	}
}

void
flop_keep_images(struct flop *f, struct subgame *t, uint32_t node)
{
	const struct flop_trunk *k = &f->trunk;
	const struct flop_image *image = &f->image[node];
	const int continuations = k->choosing.continuations;
	double us[FLOP_ROW], v[DLS_VALUES * FLOP_ROW],
		mean[DLS_VALUES * FLOP_ROW] = { 0 };
	flop_fill_reach(t, f->off, node, f->us, us);
	for (int i = 0; i < image->count; i++) {
		flop_trunk_values(k, (int)k->leaf[image->node[i]] - 1, us, v);
		for (int c = 0; c < continuations * FLOP_ROW; c++)
			mean[c] += v[c] / image->count;
	}
	flop_best_of(mean, continuations, f->alt[node]);
	f->known[node] = true;
}

/* The values of a seat's hands by their best play behind a node, against the reach of the other. */
static void
best_behind(struct subgame *t, uint32_t at, int seat, const double *us, double *value)
{
	float reach[SUBGAME_WIDE], row[SUBGAME_WIDE];
	flop_to_hands(t, 1 - seat, us, reach);
	subgame_values(t, (struct subgame_at){ at, 0, 0 }, seat, true, reach, row);
	flop_to_classes(t, seat, row, value);
}

/* The same by their best listed move, where one of theirs led to a node. */
static void
flop_best_listed(const struct flop *f, struct subgame *t, uint32_t at, const double *us,
		 double *value)
{
	const struct subgame_node *n = &t->node[t->node[at].up];
	bool any = false;
	for (uint32_t k = n->child; k < n->child + n->moves; k++) {
		double v[FLOP_ROW];
		if (f->off[k])
			continue;
		best_behind(t, k, n->seat, us, v);
		for (int c = 0; c < FLOP_ROW; c++)
			value[c] = !any || v[c] > value[c] ? v[c] : value[c];
		any = true;
	}
}

/* What the other's hands gave away on the way to a node, as far as our answers led here. */
static void
flop_add_gifts(const struct flop *f, struct subgame *t, uint32_t at, int other,
	       const struct dls_gadget *x)
{
	for (uint32_t to = at; to != 0; to = t->node[to].up) {
		const uint32_t up = t->node[to].up;
		double us[FLOP_ROW], before[FLOP_ROW], best[FLOP_ROW], taken[FLOP_ROW];
		if (t->node[up].seat != other || f->off[to])
			continue;
		flop_fill_reach(t, f->off, up, f->us, us);
		flop_unblocked(t, us, before);
		flop_best_listed(f, t, to, us, best);
		best_behind(t, to, other, us, taken);
		for (int c = 0; c < t->classes; c++)
			if (before[c] > 0 && best[c] > taken[c])
				x->alt[c] +=
					(best[c] - taken[c]) * x->weight[c] / before[c];
	}
}

/* What holds the other's hands from a node on, where our reach is `us`; its memory is above the
 * arena's mark. False: no room. */
static bool
open_gadget(struct search *s, const struct flop *f, struct subgame *t, uint32_t at,
	    const double *us, struct dls_gadget *x)
{
	const int other = 1 - f->us;
	*x = (struct dls_gadget){ .kind = (enum dls_resolve)flop_option(s, "resolve"),
				  .hands = t->classes,
				  .size = t->class_size[other] };
	if (!dls_gadget_take(x, FLOP_ROW, &s->arena)) {
		flop_refuse_room(s);
		return false;
	}
	flop_unblocked(t, us, x->weight);
	if (x->kind == DLS_UNSAFE) {
		double all = 0;
		flop_fill_reach(t, f->off, at, other, x->reach);
		for (int c = 0; c < t->classes; c++)
			all += x->reach[c];
		for (int c = 0; c < t->classes && !(all > 0); c++)
			x->reach[c] = 1;
		return true;
	}
	if (f->off[at])
		flop_best_listed(f, t, at, us, x->alt);
	else
		memcpy(x->alt, f->alt[at], sizeof f->alt[at]);
	if (x->kind == DLS_REACH)
		flop_add_gifts(f, t, at, other, x);
	for (int c = 0; c < FLOP_ROW; c++)
		x->reach[c] = 0.5;
	flop_reset_gadget(x);
	return true;
}

bool
flop_solve_off(struct search *s, struct flop *f, uint32_t at)
{
	struct subgame *t = remainder_subgame(s);
	struct flop_trunk k;
	struct dls_gadget x;
	const size_t used = s->arena.used;
	if (!flop_trunk_open(&k, t, at, f->us, f->trunk.choosing.continuations,
			     &s->arena)) {
		flop_refuse_room(s);
		return false;
	}
	average_gains(f, &k);
	flop_fill_reach(t, f->off, at, f->us, k.reach[f->us]);
	k.gadget = &x;
	const bool ok = open_gadget(s, f, t, at, k.reach[f->us], &x) &&
			flop_solve_trunk(s, f, &k);
	if (ok) {
		t->iterations = k.iterations;
		flop_write_trunk(s, &k, t->sum);
		flop_keep_leaves(f, &k);
		f->subgames++;
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
	struct subgame *t = remainder_subgame(s);
	const struct subgame_node *n = &t->node[at];
	const size_t numbers = n->size * t->level_boards[1];
	const int us = f->us, other = 1 - us;
	double reach[FLOP_ROW], mean[FLOP_ROW];
	float row[2][SUBGAME_WIDE], value[SUBGAME_WIDE];
	struct dls_gadget x;
	const size_t used = s->arena.used;
	float *kept = arena_take(&s->arena, numbers * sizeof *kept + 1);
	if (kept == NULL) {
		flop_refuse_room(s);
		return false;
	}
	memcpy(kept, t->sum + n->base, numbers * sizeof *kept);
	flop_fill_reach(t, f->off, at, us, reach);
	flop_to_hands(t, us, reach, row[us]);
	if (!open_gadget(s, f, t, at, reach, &x)) {
		arena_back(&s->arena, used);
		return false;
	}
	flop_to_hands(t, other, x.reach, row[other]);
	memset(t->regret + n->base, 0, numbers * sizeof *t->regret);
	memset(t->sum + n->base, 0, numbers * sizeof *t->sum);
	t->iterations = 0;
	bool on = true;
	for (int64_t i = 0; on && i < f->sims; i++) {
		const int64_t before = t->visited;
		for (int seat = 0; seat < 2; seat++) {
			subgame_learn(t, (struct subgame_at){ at, 0, 0 }, seat, row[seat],
				      row[1 - seat], value);
			if (seat != other)
				continue;
			flop_to_classes(t, other, value, mean);
			dls_gadget_learn(&x, mean);
			flop_to_hands(t, other, x.reach, row[other]);
		}
		t->iterations++;
		on = flop_spend(s, f, t->visited - before);
	}
	restore_rows(t, at, other, kept);
	arena_back(&s->arena, used);
	f->done[at] = true;
	f->subgames++;
	return on;
}
