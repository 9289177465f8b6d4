/* leaf.c - the depth limit: continuations, their values, who chooses them. See dls.h. */
#include "ai/poker/depth_limit/dls.h"
#include "ai/poker/tree/public_translate.h"

#include <limits.h>
#include <string.h>

#define NUDGE \
	1e-3 /* reach below a leaf where we never get to, so that a reply is defined */

static size_t
dls_leaf_table_bytes(const struct public_tree *t)
{
	return (size_t)t->rows * (size_t)t->stride * sizeof(double);
}

/* ---- the trunk ------------------------------------------------------------------------- */

/* The number of a leaf's choice: with information sets that of its first leaf. */
static uint32_t
dls_leaf_set_of(const struct dls_ground *g, enum dls_choice choice, const uint32_t *node,
		int leaf, int seat)
{
	const struct public_tree *t = &g->base.tree;
	if (t->ops->set == NULL || choice == DLS_STATE)
		return (uint32_t)leaf;
	const int set = t->ops->set(t->g, public_tree_state(t, node[leaf]), seat);
	for (int i = 0; i < leaf; i++)
		if (t->ops->set(t->g, public_tree_state(t, node[i]), seat) == set)
			return (uint32_t)i;
	return (uint32_t)leaf;
}

static bool
is_leaf(const struct public_tree *t, uint32_t at, int plies, int depth)
{
	const bool deal = t->ops->set == NULL && t->node[at].seat == SEAT_CHANCE,
		   deep = depth > 0 && plies >= depth && t->node[at].children > 0;
	return at != 0 && (deal || deep);
}

bool
dls_mark(struct dls_ground *g, struct arena *arena, enum dls_choice choice, int plies,
	 int depth)
{
	const struct public_tree *t = &g->base.tree;
	g->leaf = arena_take(arena, t->nodes * sizeof *g->leaf);
	g->trunk = arena_take(arena, t->nodes * sizeof *g->trunk);
	uint32_t *node = arena_take(arena, t->nodes * sizeof *node);
	int *ply = arena_take(arena, t->nodes * sizeof *ply);
	if (!g->leaf || !g->trunk || !node || !ply)
		return false;
	g->leaves = 0;
	for (uint32_t i = 0; i < t->nodes; i++) {
		const uint32_t up = t->node[i].up;
		ply[i] = i == 0 ? plies : ply[up] + 1;
		g->trunk[i] = i == 0 || (g->trunk[up] && g->leaf[up] == 0);
		g->leaf[i] = 0;
		if (depth == DLS_TO_THE_END || !g->trunk[i] ||
		    !is_leaf(t, i, ply[i], depth))
			continue;
		node[g->leaves++] = i;
		g->leaf[i] = (uint32_t)g->leaves;
		g->trunk[i] = false;
	}
	g->leaf_set = arena_take(arena, 2 * (size_t)g->leaves * sizeof *g->leaf_set + 1);
	for (int i = 0; g->leaf_set != NULL && i < 2 * g->leaves; i++)
		g->leaf_set[i] = dls_leaf_set_of(g, choice, node, i / 2, i % 2);
	return g->leaf_set != NULL;
}

/* ---- continuations ------------------------------------------------------------------- */

/* The kinds of moves a bias distinguishes: in poker 0 fold, 1 call and 2 raise; in a tree the
 * place. The first move is a fold when no hand wins behind it. */
static int
first_kind(const struct public_tree *t, const struct public_node *n)
{
	double one[PUBLIC_HANDS] = { 0 }, won[PUBLIC_HANDS] = { 0 }, sum = 0;
	if (t->ops->set != NULL)
		return 0;
	if (t->node[n->child].seat != SEAT_NONE)
		return 1;
	for (int h = 0; h < t->hands; h++)
		one[h] = 1;
	t->ops->settle(t->g, public_tree_state(t, n->child), n->seat, PAY_WINS, one, won);
	for (int h = 0; h < t->hands; h++)
		sum += won[h];
	return sum > 0 ? 1 : 0;
}

static bool
dls_leaf_is_kind(const struct public_tree *t, int first, int a, int kind)
{
	const int most = t->ops->set != NULL ? INT_MAX : 2;
	return (first + a < most ? first + a : most) == kind;
}

/* Makes moves of a kind so many times as likely. */
static void
dls_leaf_bias_rows(const struct dls_side *s, const struct public_node *n, int kind,
		   double *rows)
{
	const struct public_tree *t = &s->g->base.tree;
	const int first = first_kind(t, n);
	for (int h = 0; h < t->hands; h++) {
		double all = 0;
		for (int a = 0; a < (int)n->children; a++) {
			if (dls_leaf_is_kind(t, first, a, kind))
				rows[a * t->stride + h] *= DLS_FACTOR;
			all += rows[a * t->stride + h];
		}
		for (int a = 0; a < (int)n->children; a++)
			rows[a * t->stride + h] /= all;
	}
}

/* The blueprint; of the seat `biased` (-1: of none) with a bias. */
static void
fill_continuation(const struct dls_side *s, int biased, int kind, double *out)
{
	const struct public_tree *t = &s->g->base.tree;
	for (uint32_t i = 0; i < t->nodes; i++) {
		const struct public_node *n = &t->node[i];
		if (!n->first)
			continue;
		double *rows = public_tree_row(t, out, n, 0);
		public_mix_average(&s->g->base, n, rows);
		if (n->seat == biased)
			dls_leaf_bias_rows(s, n, kind, rows);
	}
}

/* How many continuations there are with a bias of each kind. */
static int
biased_continuations(const struct dls_side *s)
{
	const struct public_tree *t = &s->g->base.tree;
	int most = CONTINUATION_KINDS;
	for (uint32_t i = 0; i < t->nodes && t->ops->set != NULL; i++)
		if (t->node[i].first && (int)t->node[i].children > most)
			most = (int)t->node[i].children;
	return most + 1;
}

/* Numbers in the tables of the other's choices. */
static size_t
dls_leaf_choice_numbers(const struct dls_side *s)
{
	return ((size_t)s->g->leaves + 1) * (size_t)s->choosing.room *
	       (size_t)s->g->base.tree.stride;
}

bool
dls_open_choice(struct dls_side *s, struct dls *d, struct dls_ground *g, int us, int room,
		struct arena *arena)
{
	struct dls_choosing *c = &s->choosing;
	*s = (struct dls_side){ .d = d, .g = g, .us = us };
	s->cfr.mix.tree = s->play.tree = g->base.tree;
	s->cfr.variant = REGRET_CFR_PLUS;
	s->hook = dls_hook;
	s->hook.self = s;
	s->hook.at = g->leaf;
	c->room = room;
	const size_t bytes = dls_leaf_choice_numbers(s) * sizeof(double);
	c->regret = arena_take(arena, bytes);
	c->now = arena_take(arena, bytes);
	c->sum = arena_take(arena, bytes);
	return c->regret && c->now && c->sum && cfr_take(&s->cfr, arena);
}

static const struct dls_worth dls_leaf_worth;

/* The memory for values at the leaves by tables. */
static bool
open_values(struct dls_side *s, struct arena *arena)
{
	const struct public_tree *t = &s->g->base.tree;
	struct dls_choosing *c = &s->choosing;
	for (int k = 0; k < c->room && s->g->leaves > 0; k++)
		if ((c->continuation[k] = arena_take(arena, dls_leaf_table_bytes(t))) ==
		    NULL)
			return false;
	s->gain = arena_take(arena, dls_leaf_choice_numbers(s) * (size_t)t->stride *
					    sizeof *s->gain);
	s->fixed = arena_take(arena, t->nodes * sizeof *s->fixed);
	return s->fixed && s->gain;
}

bool
dls_open_side(struct dls_side *s, struct dls *d, struct dls_ground *g, int us,
	      struct arena *arena)
{
	const struct public_tree *t = &g->base.tree;
	if (!dls_open_choice(s, d, g, us, d->values, arena) ||
	    !public_mix_open(&s->play, arena) || !open_values(s, arena))
		return false;
	s->worth = &dls_leaf_worth;
	const bool fixes = d->kind == DLS_ALL;
	for (uint32_t i = 0; i < t->nodes; i++)
		s->fixed[i] = fixes && t->node[i].seat == us && !g->trunk[i];
	s->cfr.fixed = fixes ? s->fixed : NULL;
	s->cfr.leaves = d->kind != DLS_ALL && g->leaves > 0 ? &s->hook : NULL;
	return true;
}

/* ---- values ---------------------------------------------------------------------------- */

double *
dls_gain(const struct dls_side *s, uint32_t leaf, int continuation)
{
	const size_t hands = (size_t)s->g->base.tree.stride;
	return s->gain +
	       ((size_t)leaf * (size_t)s->choosing.room + (size_t)continuation) * hands *
		       hands;
}

/* The value of each hand of ours against each of the other's, one after the other, when both play
 * by a table. */
static void
dls_leaf_fill_gain(struct dls_side *s, uint32_t at, double *table, double *gain)
{
	struct public_tree *t = &s->g->base.tree;
	struct public_mix play = { .tree = *t, .sum = table, .now = table };
	double *one = public_tree_take(&play.tree, 1);
	for (int o = 0; o < t->hands; o++) {
		public_tree_clear(t, one);
		one[o] = 1;
		public_mix_value(&play, at, s->us, PAY_POINTS, one,
				 gain + (size_t)o * (size_t)t->stride);
	}
}

/* The other's first continuations. */
static void
begin_continuations(struct dls_side *s)
{
	struct dls_choosing *c = &s->choosing;
	const int most = s->d->kind == DLS_REPLIES ? 1 : biased_continuations(s);
	c->continuations = c->room < most ? c->room : most;
	for (int k = 0; k < c->continuations; k++)
		fill_continuation(s, k > 0 ? 1 - s->us : -1, k - 1, c->continuation[k]);
}

void
dls_fill_gains(struct dls_side *s)
{
	const struct dls_ground *g = s->g;
	struct dls_choosing *c = &s->choosing;
	if (g->leaves == 0)
		return;
	if (c->continuations == 0)
		begin_continuations(s);
	for (; c->valued < c->continuations; c->valued++)
		for (uint32_t i = 0; i < g->base.tree.nodes; i++)
			if (g->leaf[i] != 0)
				dls_leaf_fill_gain(s, i, c->continuation[c->valued],
						   dls_gain(s, g->leaf[i] - 1,
							    c->valued));
}

/* Adds a leaf of another solution's, in all its continuations. */
static void
dls_leaf_add_gains(const struct dls_side *s, uint32_t leaf, const struct dls_side *from,
		   uint32_t other, double share)
{
	const size_t hands = (size_t)s->g->base.tree.stride;
	for (int k = 0; k < s->choosing.continuations; k++) {
		double *gain = dls_gain(s, leaf, k);
		const double *there = dls_gain(from, other, k);
		for (size_t i = 0; i < hands * hands; i++)
			gain[i] += share * there[i];
	}
}

/* The blueprint's value, in every continuation. */
static void
same_gains(struct dls_side *s, uint32_t at)
{
	const size_t hands = (size_t)s->g->base.tree.stride;
	const uint32_t leaf = s->g->leaf[at] - 1;
	double *plain = dls_gain(s, leaf, 0);
	dls_leaf_fill_gain(s, at, s->choosing.continuation[0], plain);
	for (int k = 1; k < s->choosing.continuations; k++)
		memcpy(dls_gain(s, leaf, k), plain, hands * hands * sizeof *plain);
}

/* As many continuations as another solution; the first is the blueprint, the others are known by
 * their gains alone. */
static void
take_continuations(struct dls_side *s, const struct dls_side *from)
{
	struct dls_choosing *c = &s->choosing;
	c->continuations = c->valued = from->choosing.continuations;
	for (int k = 0; k < c->continuations && c->continuation[k] != NULL; k++)
		fill_continuation(s, -1, 0, c->continuation[k]);
}

void
dls_average_gains(struct dls_side *s, const struct dls_side *from,
		  int (*images)(void *self, uint32_t at, uint32_t *image), void *self)
{
	const struct dls_ground *g = s->g;
	take_continuations(s, from);
	memset(s->gain, 0,
	       dls_leaf_choice_numbers(s) * sizeof(double) * (size_t)g->base.tree.stride);
	for (uint32_t at = 0; at < g->base.tree.nodes; at++) {
		uint32_t image[PUBLIC_IMAGES];
		int n = g->leaf[at] != 0 ? images(self, at, image) : 0, leaves = 0;
		for (int i = 0; i < n; i++)
			if (from->g->leaf[image[i]] != 0)
				image[leaves++] = from->g->leaf[image[i]] - 1;
		for (int i = 0; i < leaves; i++)
			dls_leaf_add_gains(s, g->leaf[at] - 1, from, image[i],
					   1.0 / leaves);
		if (g->leaf[at] != 0 && leaves == 0)
			same_gains(s, at);
	}
}

/* Whether two tables say the same of a seat below the leaves. */
static bool
same_below(const struct dls_ground *g, int seat, const double *a, const double *b)
{
	const struct public_tree *t = &g->base.tree;
	for (uint32_t i = 0; i < t->nodes; i++) {
		const struct public_node *n = &t->node[i];
		if (n->seat != seat || g->trunk[i])
			continue;
		const size_t from = (size_t)n->table * (size_t)t->stride;
		const size_t bytes = n->children * (size_t)t->stride * sizeof *a;
		if (memcmp(a + from, b + from, bytes) != 0)
			return false;
	}
	return true;
}

/* A seat's best reply to what the other plays, from where the solution begins. */
static void
reply_of(struct dls_side *s, int seat, const struct public_reply *record)
{
	struct public_tree *t = &s->play.tree;
	if (s->cfr.start == NULL) {
		public_mix_reply_to(&s->play, 1 - seat, record);
		return;
	}
	double *value = public_tree_take(t, 1);
	public_mix_best(&s->play, 0, seat, s->cfr.start->reach[1 - seat], record, value);
	t->work = value;
}

bool
dls_add_reply(struct dls_side *s)
{
	struct dls_choosing *c = &s->choosing;
	const int other = 1 - s->us;
	if (s->g->leaves == 0 || c->continuations >= c->room)
		return false;
	double *continuation = c->continuation[c->continuations];
	fill_continuation(s, -1, 0, continuation);
	const struct public_reply record = { .table = continuation,
					     .nudged = s->g->leaf,
					     .by = NUDGE };
	reply_of(s, other, &record);
	for (int k = 0; k < c->continuations; k++)
		if (same_below(s->g, other, continuation, c->continuation[k]))
			return false;
	c->continuations++;
	return true;
}

/* ---- the choice ------------------------------------------------------------------------ */

static size_t
dls_leaf_choice_at(const struct dls_side *s, uint32_t leaf)
{
	return (size_t)s->g->leaf_set[2 * leaf + (uint32_t)(1 - s->us)] *
	       (size_t)s->choosing.room * (size_t)s->g->base.tree.stride;
}

/* Below the leaves we play the blueprint, whatever the other does there. */
static void
fix_ours(struct dls_side *s)
{
	const struct public_tree *t = &s->g->base.tree;
	for (uint32_t i = 0; i < t->nodes; i++)
		if (s->fixed[i])
			public_mix_average(&s->g->base, &t->node[i],
					   public_tree_row(t, s->cfr.mix.now, &t->node[i],
							   0));
}

void
dls_reset(struct dls_side *s)
{
	const struct dls_choosing *c = &s->choosing;
	const size_t all = dls_leaf_choice_numbers(s);
	cfr_reset(&s->cfr);
	if (s->cfr.fixed != NULL)
		fix_ours(s);
	memset(c->regret, 0, all * sizeof *c->regret);
	memset(c->sum, 0, all * sizeof *c->sum);
	for (size_t i = 0; i < all; i++)
		c->now[i] = 1.0 / (c->continuations > 0 ? c->continuations : 1);
}

bool
dls_solve(struct dls_side *s, const struct dls_gadget *x)
{
	dls_reset(s);
	if (x != NULL)
		dls_gadget_reset(x);
	for (int64_t i = 0; i < s->d->sims; i++)
		if (!dls_iterate(s->d, &s->cfr))
			return false;
	return true;
}

static void
value_ours(const struct dls_side *s, uint32_t leaf, const double *other,
	   const double *often, double *value)
{
	const struct public_tree *t = &s->g->base.tree;
	for (int k = 0; k < s->choosing.continuations; k++, often += t->stride) {
		const double *row = dls_gain(s, leaf, k);
		for (int o = 0; o < t->hands; o++, row += t->stride) {
			const double w = other[o] * often[o];
			for (int h = 0; h < t->hands && w > 0; h++)
				value[h] += w * row[h];
		}
	}
}

static void
value_other(const struct dls_side *s, uint32_t leaf, const double *us, double *v)
{
	const struct public_tree *t = &s->g->base.tree;
	for (int k = 0; k < s->choosing.continuations; k++) {
		const double *gain = dls_gain(s, leaf, k);
		for (int o = 0; o < t->stride; o++) {
			const double *row = gain + (size_t)o * (size_t)t->stride;
			double sum = 0;
			for (int h = 0; h < t->hands && o < t->hands; h++)
				sum -= us[h] * row[h];
			v[k * t->stride + o] = sum;
		}
	}
}

static const struct dls_worth dls_leaf_worth = { .ours = value_ours,
						 .other = value_other };

/* The other's hands have a value for each continuation, and regrets. */
static void
leaf_value(void *self, uint32_t node, int seat, const struct regret_weights *u,
	   const double *own, const double *other, double *value)
{
	struct dls_side *s = self;
	struct public_tree *t = &s->cfr.mix.tree;
	const struct dls_choosing *c = &s->choosing;
	const uint32_t leaf = s->g->leaf[node] - 1;
	const size_t at = dls_leaf_choice_at(s, leaf);
	if (seat == s->us) {
		s->worth->ours(s, leaf, other, c->now + at, value);
		return;
	}
	double *v = public_tree_take(t, c->continuations);
	s->worth->other(s, leaf, other, v);
	const double *now = c->now + at, *x = v;
	for (int k = 0; k < c->continuations; k++, now += t->stride, x += t->stride)
		PUBLIC_EACH(t, h)
	value[h] += now[h] * x[h];
	const struct regret_weights weights = { 1, u->strategy, 1, 1 };
	regret_learn(&weights, c->continuations, t->stride, own, c->now + at, v, value,
		     c->regret + at, c->sum + at);
	t->work = v;
}

/* Regrets below 0 are dropped once all leaves of a set have added theirs. */
static void
leaf_done(void *self, int seat)
{
	struct dls_side *s = self;
	const struct dls_choosing *c = &s->choosing;
	const struct regret_weights above = { 1, 1, 1, 0 };
	const int stride = s->g->base.tree.stride;
	const size_t numbers = (size_t)c->room * (size_t)stride;
	for (uint32_t leaf = 0; leaf < (uint32_t)s->g->leaves && seat != s->us; leaf++) {
		const size_t at = dls_leaf_choice_at(s, leaf);
		if (at != leaf * numbers)
			continue; /* of another leaf's set */
		regret_fade(&above, c->continuations, stride, c->regret + at);
		regret_match(c->regret + at, c->continuations, stride, c->now + at);
	}
}

const struct cfr_leaves dls_hook = { .value = leaf_value, .done = leaf_done };

double
dls_choice(const struct dls_side *s, int leaf, int continuation, int hand)
{
	const struct dls_choosing *c = &s->choosing;
	const int stride = s->g->base.tree.stride;
	const size_t at = dls_leaf_choice_at(s, (uint32_t)leaf);
	double all = 0;
	for (int k = 0; k < c->continuations; k++)
		all += c->sum[at + (size_t)(k * stride + hand)];
	return all > 0 ? c->sum[at + (size_t)(continuation * stride + hand)] / all
		       : 1.0 / c->continuations;
}

/* ---- what is played -------------------------------------------------------------------- */

void
dls_compose_side(struct dls_side *s)
{
	const struct public_tree *t = &s->g->base.tree;
	for (uint32_t i = 0; i < t->nodes; i++) {
		const struct public_node *n = &t->node[i];
		if (n->first)
			public_mix_average(s->g->trunk[i] ? &s->cfr.mix : &s->g->base, n,
					   public_tree_row(t, s->play.sum, n, 0));
	}
}

void
dls_best_values(const double *rows, int continuations, int stride, double *value)
{
	memcpy(value, rows, (size_t)stride * sizeof *value);
	for (int i = stride; i < continuations * stride; i++)
		if (rows[i] > value[i % stride])
			value[i % stride] = rows[i];
}

void
dls_leaf_values(struct dls_side *s, uint32_t at, const double *us, double *value)
{
	struct public_tree *t = &s->play.tree;
	const uint32_t leaf = s->g->leaf[at] - 1;
	const int continuations = s->choosing.continuations;
	if (s->d->kind == DLS_ALL) {
		public_mix_best(&s->g->base, at, 1 - s->us, us, NULL, value);
		return;
	}
	double *v = public_tree_take(t, continuations);
	s->worth->other(s, leaf, us, v);
	dls_best_values(v, continuations, t->stride, value);
	t->work = v;
}
