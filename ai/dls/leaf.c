/* leaf.c - the depth limit: ways to play on, their values, who chooses them. See dls.h. */
#include "ai/common/public_translate.h"
#include "ai/dls/dls.h"

#include <limits.h>
#include <string.h>

#define NUDGE \
	1e-3 /* reach below a leaf where we never get to, so that a reply is defined */

static size_t
table_bytes(const struct public_tree *t)
{
	return (size_t)t->rows * (size_t)t->stride * sizeof(double);
}

/* ---- the trunk ------------------------------------------------------------------------- */

/* The number of a leaf's choice: with information sets that of its first leaf. */
static uint32_t
set_of(const struct dls_ground *g, enum dls_choice choice, const uint32_t *node, int leaf,
       int seat)
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
	if (t->node[at].children == 0 || at == 0)
		return false;
	const bool deal = t->ops->set == NULL && t->node[at].seat == SEAT_CHANCE;
	return deal || (depth > 0 && plies >= depth);
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
		g->leaf_set[i] = set_of(g, choice, node, i / 2, i % 2);
	return g->leaf_set != NULL;
}

/* ---- ways to play on ------------------------------------------------------------------- */

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
is_kind(const struct public_tree *t, int first, int a, int kind)
{
	const int most = t->ops->set != NULL ? INT_MAX : 2;
	return (first + a < most ? first + a : most) == kind;
}

/* Makes moves of a kind so many times as likely. */
static void
bias_rows(const struct dls_side *s, const struct public_node *n, int kind, double *rows)
{
	const struct public_tree *t = &s->g->base.tree;
	const int first = first_kind(t, n);
	for (int h = 0; h < t->hands; h++) {
		double all = 0;
		for (int a = 0; a < (int)n->children; a++) {
			if (is_kind(t, first, a, kind))
				rows[a * t->stride + h] *= s->d->bias;
			all += rows[a * t->stride + h];
		}
		for (int a = 0; a < (int)n->children; a++)
			rows[a * t->stride + h] /= all;
	}
}

/* The blueprint; of the seat `biased` (-1: of none) with a bias. */
static void
fill_way(const struct dls_side *s, int biased, int kind, double *out)
{
	const struct public_tree *t = &s->g->base.tree;
	for (uint32_t i = 0; i < t->nodes; i++) {
		const struct public_node *n = &t->node[i];
		if (!n->first)
			continue;
		double *rows = public_tree_row(t, out, n, 0);
		public_mix_average(&s->g->base, n, rows);
		if (n->seat == biased)
			bias_rows(s, n, kind, rows);
	}
}

/* The kind of move that a way prefers; -1: none, it is the blueprint. */
static int
kind_of(const struct dls_side *s, int way)
{
	const bool tree = s->g->base.tree.ops->set != NULL;
	return tree || way == 0 ? way - 1 : (int)s->d->kinds.kind[way - 1];
}

/* How many ways there are with a bias of each kind. */
static int
biased_ways(const struct dls_side *s)
{
	const struct public_tree *t = &s->g->base.tree;
	int most = t->ops->set != NULL ? WAY_KINDS : s->d->kinds.count;
	for (uint32_t i = 0; i < t->nodes && t->ops->set != NULL; i++)
		if (t->node[i].first && (int)t->node[i].children > most)
			most = (int)t->node[i].children;
	return most + 1;
}

/* The memory that solutions of a trunk need for its leaves. */
static bool
open_leaves(struct dls_side *s, struct arena *arena)
{
	const struct dls *d = s->d;
	const struct public_tree *t = &s->g->base.tree;
	const size_t hands = (size_t)t->stride, values = (size_t)d->values;
	const size_t leaves = (size_t)s->g->leaves + 1;
	const size_t choices = leaves * values * hands * sizeof(double);
	for (int k = 0; k < d->values && s->g->leaves > 0; k++)
		if ((s->way[k] = arena_take(arena, table_bytes(t))) == NULL)
			return false;
	s->gain = arena_take(arena, choices * hands);
	s->regret = arena_take(arena, choices);
	s->now = arena_take(arena, choices);
	s->sum = arena_take(arena, choices);
	s->fixed = arena_take(arena, t->nodes * sizeof *s->fixed);
	return s->fixed && s->gain && s->regret && s->now && s->sum;
}

bool
dls_open_side(struct dls_side *s, struct dls *d, struct dls_ground *g, int us,
	      struct arena *arena)
{
	const struct public_tree *t = &g->base.tree;
	*s = (struct dls_side){ .d = d, .g = g, .us = us };
	s->cfr.mix.tree = s->play.tree = *t;
	s->cfr.variant = CFR_PLUS;
	if (!cfr_take(&s->cfr, arena) || !public_mix_open(&s->play, arena) ||
	    !open_leaves(s, arena))
		return false;
	for (uint32_t i = 0; i < t->nodes; i++)
		s->fixed[i] = d->kind == DLS_ALL && t->node[i].seat == us && !g->trunk[i];
	s->cfr.fixed = d->kind == DLS_ALL ? s->fixed : NULL;
	s->hook = dls_hook;
	s->hook.self = s;
	s->hook.at = g->leaf;
	s->cfr.leaves = d->kind != DLS_ALL && g->leaves > 0 ? &s->hook : NULL;
	return true;
}

/* ---- values ---------------------------------------------------------------------------- */

double *
dls_gain(const struct dls_side *s, uint32_t leaf, int way)
{
	const size_t hands = (size_t)s->g->base.tree.stride;
	return s->gain +
	       ((size_t)leaf * (size_t)s->d->values + (size_t)way) * hands * hands;
}

/* The value of a hand of the other at a leaf by a way, against our reach there. */
static double
worth(const struct dls_side *s, uint32_t leaf, int way, int other, const double *us)
{
	const struct public_tree *t = &s->g->base.tree;
	const double *row = dls_gain(s, leaf, way) + (size_t)other * (size_t)t->stride;
	double sum = 0;
	for (int h = 0; h < t->hands; h++)
		sum -= us[h] * row[h];
	return sum;
}

/* The value of each hand of ours against each of the other's, one after the other. */
static void
fill_gain(struct dls_side *s, uint32_t at, int way)
{
	struct public_tree *t = &s->g->base.tree;
	struct public_mix play = { .tree = *t, .sum = s->way[way], .now = s->way[way] };
	double *gain = dls_gain(s, s->g->leaf[at] - 1, way);
	double *one = public_tree_take(&play.tree, 1);
	for (int o = 0; o < t->hands; o++) {
		public_tree_clear(t, one);
		one[o] = 1;
		public_mix_value(&play, at, s->us, PAY_POINTS, one,
				 gain + (size_t)o * (size_t)t->stride);
	}
}

/* Our range at a leaf by the blueprint, times the chance to get there. */
static void
fill_range(struct dls_side *s, uint32_t at, double *us)
{
	const struct public_tree *t = &s->g->base.tree;
	const double chance = public_mix_chance(&s->g->base, at);
	public_mix_reach(&s->g->base, at, s->us, NULL, us);
	for (int h = 0; h < t->hands; h++)
		us[h] *= chance * (s->cfr.start ? s->cfr.start->reach[s->us][h] : 1);
}

/* One pass over the leaves of a choice, for a hand of the other: how much more a way is worth there
 * than the blueprint, and the weight of our hands; or with `by` that is taken off. */
static void
pass_set(struct dls_side *s, uint32_t set, int way, int o, double by, double *more,
	 double *all)
{
	struct public_tree *t = &s->g->base.tree;
	const size_t stride = (size_t)t->stride;
	double *us = public_tree_take(t, 1);
	for (uint32_t at = 0; at < t->nodes; at++) {
		const uint32_t leaf = s->g->leaf[at] - 1;
		if (s->g->leaf[at] == 0 ||
		    s->g->leaf_set[2 * leaf + (uint32_t)(1 - s->us)] != set)
			continue;
		double *row = dls_gain(s, leaf, way) + (size_t)o * stride;
		const double *plain = dls_gain(s, leaf, 0) + (size_t)o * stride;
		fill_range(s, at, us);
		for (int h = 0; h < t->hands; h++) {
			if (t->ops->set == NULL && t->ops->excludes(t->g, h, o))
				continue;
			*more += us[h] * (plain[h] - row[h]);
			*all += us[h];
			row[h] += by;
		}
	}
	t->work = us;
}

/* Lowers a way to what the blueprint is worth to each hand of the other at each of its choices,
 * against our range by the blueprint: all its values there alike. */
static void
weaken(struct dls_side *s, int way)
{
	const struct dls_ground *g = s->g;
	for (uint32_t set = 0; set < (uint32_t)g->leaves; set++)
		for (int o = 0; o < g->base.tree.hands; o++) {
			double more = 0, all = 0, none = 0;
			if (g->leaf_set[2 * set + (uint32_t)(1 - s->us)] != set)
				continue; /* of another leaf's choice */
			pass_set(s, set, way, o, 0, &more, &all);
			if (more > 0)
				pass_set(s, set, way, o, more / all, &none, &none);
		}
}

void
dls_fill_gains(struct dls_side *s)
{
	const struct dls *d = s->d;
	const struct dls_ground *g = s->g;
	const int other = 1 - s->us;
	if (g->leaves == 0)
		return;
	if (s->ways == 0) {
		const int most = biased_ways(s);
		s->ways = d->kind == DLS_REPLIES ? 1
			  : d->values < most	 ? d->values
						 : most;
		for (int k = 0; k < s->ways; k++)
			fill_way(s, k > 0 ? other : -1, kind_of(s, k), s->way[k]);
	}
	for (uint32_t i = 0; i < g->base.tree.nodes; i++)
		for (int k = s->valued; k < s->ways && g->leaf[i] != 0; k++)
			fill_gain(s, i, k);
	for (int k = s->valued > 1 ? s->valued : 1; k < s->ways && d->weaken; k++)
		weaken(s, k);
	s->valued = s->ways;
}

/* Adds a leaf of another solution's, in all its ways. */
static void
add_gains(const struct dls_side *s, uint32_t leaf, const struct dls_side *from,
	  uint32_t other, double share)
{
	const size_t hands = (size_t)s->g->base.tree.stride;
	for (int k = 0; k < s->ways; k++) {
		double *gain = dls_gain(s, leaf, k);
		const double *there = dls_gain(from, other, k);
		for (size_t i = 0; i < hands * hands; i++)
			gain[i] += share * there[i];
	}
}

/* The blueprint's value, in every way. */
static void
same_gains(struct dls_side *s, uint32_t at)
{
	const size_t hands = (size_t)s->g->base.tree.stride;
	fill_gain(s, at, 0);
	for (int k = 1; k < s->ways; k++)
		memcpy(dls_gain(s, s->g->leaf[at] - 1, k),
		       dls_gain(s, s->g->leaf[at] - 1, 0),
		       hands * hands * sizeof(double));
}

void
dls_average_gains(struct dls_side *s, const struct dls_side *from,
		  int (*images)(void *self, uint32_t at, uint32_t *image), void *self)
{
	const struct dls_ground *g = s->g;
	const size_t hands = (size_t)g->base.tree.stride;
	s->ways = s->valued = from->ways;
	fill_way(s, -1, 0, s->way[0]);
	memset(s->gain, 0,
	       (size_t)g->leaves * (size_t)s->d->values * hands * hands * sizeof(double));
	for (uint32_t at = 0; at < g->base.tree.nodes; at++) {
		uint32_t image[PUBLIC_IMAGES];
		int n = g->leaf[at] != 0 ? images(self, at, image) : 0, leaves = 0;
		for (int i = 0; i < n; i++)
			if (from->g->leaf[image[i]] != 0)
				image[leaves++] = from->g->leaf[image[i]] - 1;
		for (int i = 0; i < leaves; i++)
			add_gains(s, g->leaf[at] - 1, from, image[i], 1.0 / leaves);
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

/* The best reply to what we play, from where the solution begins. */
static void
reply_to(struct dls_side *s, const struct public_reply *record)
{
	struct public_tree *t = &s->play.tree;
	if (s->cfr.start == NULL) {
		public_mix_reply_to(&s->play, s->us, record);
		return;
	}
	double *value = public_tree_take(t, 1);
	public_mix_best(&s->play, 0, 1 - s->us, s->cfr.start->reach[s->us], record,
			value);
	t->work = value;
}

bool
dls_add_reply(struct dls_side *s)
{
	if (s->g->leaves == 0)
		return false;
	double *way = s->way[s->ways];
	fill_way(s, -1, 0, way);
	const struct public_reply record = { .table = way,
					     .nudged = s->g->leaf,
					     .by = NUDGE };
	reply_to(s, &record);
	for (int k = 0; k < s->ways; k++)
		if (same_below(s->g, 1 - s->us, way, s->way[k]))
			return false;
	s->ways++;
	return true;
}

/* ---- the choice ------------------------------------------------------------------------ */

static size_t
choice_at(const struct dls_side *s, uint32_t leaf)
{
	return (size_t)s->g->leaf_set[2 * leaf + (uint32_t)(1 - s->us)] *
	       (size_t)s->d->values * (size_t)s->g->base.tree.stride;
}

static void
match_choice(struct dls_side *s, size_t at)
{
	const int stride = s->g->base.tree.stride;
	for (int h = 0; h < stride; h++) {
		double all = 0;
		for (int k = 0; k < s->ways; k++)
			all += s->regret[at + (size_t)(k * stride + h)];
		for (int k = 0; k < s->ways; k++)
			s->now[at + (size_t)(k * stride + h)] =
				all > 0 ? s->regret[at + (size_t)(k * stride + h)] / all
					: 1.0 / s->ways;
	}
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
	const struct dls *d = s->d;
	const size_t all = ((size_t)s->g->leaves + 1) * (size_t)d->values *
			   (size_t)s->g->base.tree.stride;
	cfr_reset(&s->cfr);
	if (d->kind == DLS_ALL)
		fix_ours(s);
	memset(s->regret, 0, all * sizeof *s->regret);
	memset(s->sum, 0, all * sizeof *s->sum);
	for (size_t i = 0; i < all; i++)
		s->now[i] = 1.0 / (s->ways > 0 ? s->ways : 1);
}

/* We: the other's hands play on by their choices. */
static void
value_us(const struct dls_side *s, uint32_t leaf, const double *other, double *value)
{
	const struct public_tree *t = &s->g->base.tree;
	const double *now = s->now + choice_at(s, leaf);
	for (int k = 0; k < s->ways; k++) {
		const double *gain = dls_gain(s, leaf, k);
		for (int o = 0; o < t->hands; o++) {
			const double w = other[o] * now[k * t->stride + o];
			const double *row = gain + (size_t)o * (size_t)t->stride;
			if (!(w > 0))
				continue;
			for (int h = 0; h < t->hands; h++)
				value[h] += w * row[h];
		}
	}
}

/* The other: each hand has a value for each way, and regrets. */
static void
value_other(struct dls_side *s, uint32_t leaf, const struct cfr_update *u,
	    const double *own, const double *us, double *value)
{
	struct public_tree *t = &s->cfr.mix.tree;
	const size_t at = choice_at(s, leaf);
	double *v = public_tree_take(t, s->ways);
	for (int k = 0; k < s->ways; k++)
		for (int o = 0; o < t->hands; o++) {
			const double sum = worth(s, leaf, k, o, us);
			v[k * t->stride + o] = sum;
			value[o] += s->now[at + (size_t)(k * t->stride + o)] * sum;
		}
	for (int k = 0; k < s->ways; k++)
		for (int o = 0; o < t->hands; o++) {
			const size_t i = at + (size_t)(k * t->stride + o);
			s->regret[i] += v[k * t->stride + o] - value[o];
			s->sum[i] += u->strategy * own[o] * s->now[i];
		}
	t->work = v;
}

static void
leaf_value(void *self, uint32_t leaf, int seat, const struct cfr_update *u,
	   const double *own, const double *other, double *value)
{
	struct dls_side *s = self;
	if (seat == s->us)
		value_us(s, leaf, other, value);
	else
		value_other(s, leaf, u, own, other, value);
}

/* Regrets below 0 are dropped once all leaves of a set have added theirs. */
static void
leaf_done(void *self, int seat)
{
	struct dls_side *s = self;
	const size_t numbers = (size_t)s->d->values * (size_t)s->g->base.tree.stride;
	if (seat == s->us)
		return;
	for (uint32_t leaf = 0; leaf < (uint32_t)s->g->leaves; leaf++) {
		const size_t at = choice_at(s, leaf);
		if (at != leaf * numbers)
			continue; /* of another leaf's set */
		for (size_t i = at; i < at + numbers; i++)
			s->regret[i] = s->regret[i] > 0 ? s->regret[i] : 0;
		match_choice(s, at);
	}
}

const struct cfr_leaves dls_hook = { .value = leaf_value, .done = leaf_done };

double
dls_choice(const struct dls_side *s, int leaf, int way, int hand)
{
	const int stride = s->g->base.tree.stride;
	const size_t at = choice_at(s, (uint32_t)leaf);
	double all = 0;
	for (int k = 0; k < s->ways; k++)
		all += s->sum[at + (size_t)(k * stride + hand)];
	return all > 0 ? s->sum[at + (size_t)(way * stride + hand)] / all : 1.0 / s->ways;
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
dls_leaf_values(struct dls_side *s, uint32_t at, const double *us, double *value)
{
	const struct public_tree *t = &s->g->base.tree;
	const uint32_t leaf = s->g->leaf[at] - 1;
	if (s->d->kind == DLS_ALL) {
		public_mix_best(&s->g->base, at, 1 - s->us, us, NULL, value);
		return;
	}
	for (int o = 0; o < t->hands; o++)
		for (int k = 0; k < s->ways; k++) {
			const double sum = worth(s, leaf, k, o, us);
			value[o] = k == 0 || sum > value[o] ? sum : value[o];
		}
}
