/* public_mix.c - the value of strategies on the public tree, by walks for all hands at once. See
 * public_mix.h. */
#include "src/core/public_mix.h"

#include <string.h>

bool
public_mix_open(struct public_mix *m, struct arena *arena)
{
	struct public_tree *t = &m->tree;
	m->sum = public_tree_table(t, arena);
	m->now = public_tree_table(t, arena);
	m->scratch = NULL;
	if (t->ops->set != NULL)
		m->scratch = arena_take(arena, 2 * t->nodes * sizeof *m->scratch);
	if (m->sum == NULL || m->now == NULL || (t->ops->set && m->scratch == NULL))
		return false;
	public_mix_reset(m);
	return true;
}

void
public_mix_reset(struct public_mix *m)
{
	const struct public_tree *t = &m->tree;
	m->iterations = 0;
	memset(m->sum, 0, (size_t)t->rows * (size_t)t->stride * sizeof *m->sum);
	for (uint32_t i = 0; i < t->nodes; i++) {
		const struct public_node *n = &t->node[i];
		double *row = public_tree_row(t, m->now, n, 0);
		for (int k = 0; n->first && k < (int)n->children * t->stride; k++)
			row[k] = 1.0 / (double)n->children;
	}
}

void
public_mix_average(const struct public_mix *m, const struct public_node *n, double *rows)
{
	const struct public_tree *t = &m->tree;
	const int moves = (int)n->children, stride = t->stride;
	const double *sum = public_tree_row(t, m->sum, n, 0),
		     *now = public_tree_row(t, m->now, n, 0);
	PUBLIC_EACH(t, h)
	{
		double all = 0;
		for (int a = 0; a < moves; a++)
			all += sum[a * stride + h];
		for (int a = 0; a < moves; a++)
			rows[a * stride + h] =
				all > 0 ? sum[a * stride + h] / all : now[a * stride + h];
	}
}

void
public_mix_of_hand(const struct public_mix *m, const struct public_node *n, int hand,
		   double *prob)
{
	const struct public_tree *t = &m->tree;
	const double *sum = public_tree_row(t, m->sum, n, 0) + hand,
		     *now = public_tree_row(t, m->now, n, 0) + hand;
	double all = 0;
	for (uint32_t a = 0; a < n->children; a++)
		all += sum[a * (uint32_t)t->stride];
	for (uint32_t a = 0; a < n->children; a++) {
		const uint32_t i = a * (uint32_t)t->stride;
		prob[a] = all > 0 ? sum[i] / all : now[i];
	}
}

/* A walk for the values of a seat. */
struct measure {
	struct public_mix *m;
	struct public_tree *t;
	int seat;
	enum public_pay pay;
	bool best; /* it takes its best moves, else its averages */
	const struct public_reply *record;
};

static void public_mix_measure(const struct measure *w, uint32_t at, const double *reach,
			       double *value);

/* Writes down which move each hand takes. */
static void
public_mix_record_best(const struct measure *w, const struct public_node *n,
		       const double *values, const double *value)
{
	const struct public_tree *t = w->t;
	double *rows = public_tree_row(t, w->record->table, n, 0);
	PUBLIC_EACH(t, h)
	{
		bool taken = false;
		for (int a = 0; a < (int)n->children; a++) {
			const int i = a * t->stride + h;
			rows[i] = !taken && values[i] >= value[h];
			taken = taken || rows[i] > 0;
		}
	}
}

static void
measure_best(const struct measure *w, uint32_t at, const double *reach, double *value)
{
	struct public_tree *t = w->t;
	const struct public_node *n = &t->node[at];
	double *values = public_tree_take(t, (int)n->children);
	for (int a = 0; a < (int)n->children; a++) {
		double *v = values + a * t->stride;
		public_mix_measure(w, n->child + (uint32_t)a, reach, v);
		PUBLIC_EACH(t, h)
		value[h] = a == 0 || v[h] > value[h] ? v[h] : value[h];
	}
	if (w->record != NULL)
		public_mix_record_best(w, n, values, value);
	t->work = values;
}

static void
measure_own(const struct measure *w, uint32_t at, const double *reach, double *value)
{
	struct public_tree *t = w->t;
	const struct public_node *n = &t->node[at];
	const int moves = (int)n->children, stride = t->stride;
	double *rows = public_tree_take(t, moves + 1), *v = rows + moves * stride;
	public_mix_average(w->m, n, rows);
	public_tree_clear(t, value);
	for (int a = 0; a < moves; a++) {
		public_mix_measure(w, n->child + (uint32_t)a, reach, v);
		PUBLIC_EACH(t, h)
		value[h] += rows[a * stride + h] * v[h];
	}
	t->work = rows;
}

static void
measure_other(const struct measure *w, uint32_t at, const double *reach, double *value)
{
	struct public_tree *t = w->t;
	const struct public_node *n = &t->node[at];
	const int moves = (int)n->children, stride = t->stride;
	double *rows = public_tree_take(t, moves + 2), *next = rows + moves * stride,
	       *v = next + stride;
	public_mix_average(w->m, n, rows);
	public_tree_clear(t, value);
	for (int a = 0; a < moves; a++) {
		PUBLIC_EACH(t, h)
		next[h] = reach[h] * rows[a * stride + h];
		public_mix_measure(w, n->child + (uint32_t)a, next, v);
		PUBLIC_EACH(t, h)
		value[h] += v[h];
	}
	t->work = rows;
}

static void
measure_chance(const struct measure *w, uint32_t at, const double *reach, double *value)
{
	struct public_tree *t = w->t;
	const struct public_node *n = &t->node[at];
	double *next = public_tree_take(t, 2), *v = next + t->stride;
	public_tree_clear(t, value);
	for (uint32_t k = n->child; k < n->child + n->children; k++) {
		PUBLIC_EACH(t, h)
		next[h] = reach[h] * t->node[k].chance;
		public_tree_mask(t, &t->node[k], next);
		public_mix_measure(w, k, next, v);
		public_tree_mask(t, &t->node[k], v);
		PUBLIC_EACH(t, h)
		value[h] += v[h];
	}
	t->work = next;
}

static void
measure_node(const struct measure *w, uint32_t at, const double *reach, double *value)
{
	const struct public_tree *t = w->t;
	const struct public_node *n = &t->node[at];
	if (n->seat == SEAT_NONE) {
		public_tree_clear(t, value);
		t->ops->settle(t->g, public_tree_state(t, at), w->seat, w->pay, reach,
			       value);
	} else if (n->seat == SEAT_CHANCE) {
		measure_chance(w, at, reach, value);
	} else if (n->seat != w->seat) {
		measure_other(w, at, reach, value);
	} else if (w->best) {
		measure_best(w, at, reach, value);
	} else {
		measure_own(w, at, reach, value);
	}
}

static void
public_mix_measure(const struct measure *w, uint32_t at, const double *reach,
		   double *value)
{
	struct public_tree *t = w->t;
	if (w->record == NULL || w->record->nudged[at] == 0) {
		measure_node(w, at, reach, value);
		return;
	}
	double *nudged = public_tree_take(t, 1);
	PUBLIC_EACH(t, h)
	nudged[h] = reach[h] + w->record->by;
	public_tree_mask(t, &t->node[at], nudged);
	measure_node(w, at, nudged, value);
	t->work = nudged;
}

void
public_mix_value(struct public_mix *m, uint32_t at, int seat, enum public_pay pay,
		 const double *reach, double *value)
{
	const struct measure w = { .m = m, .t = &m->tree, .seat = seat, .pay = pay };
	public_mix_measure(&w, at, reach, value);
}

void
public_mix_best(struct public_mix *m, uint32_t at, int seat, const double *reach,
		const struct public_reply *record, double *value)
{
	const struct measure w = {
		.m = m, .t = &m->tree, .seat = seat, .best = true, .record = record
	};
	public_mix_measure(&w, at, reach, value);
}

/* ---- the best reply -------------------------------------------------------------------- */

/* The reach of the seat that is replied to, chance with it, at every node: the product of
 * everything on the way except the replier's moves. One hand: information sets. */
static void
public_mix_fill_reaches(struct public_mix *m, int seat, const struct public_reply *record,
			double *reach)
{
	struct public_tree *t = &m->tree;
	reach[0] = 1;
	for (uint32_t i = 0; i < t->nodes; i++) {
		const struct public_node *n = &t->node[i];
		if (record != NULL && record->nudged[i] != 0)
			reach[i] += record->by;
		if (n->seat == seat)
			public_mix_average(m, n, t->work);
		for (uint32_t a = 0; a < n->children; a++) {
			const double mix =
				n->seat == seat ? t->work[a * (uint32_t)t->stride] : 1;
			reach[n->child + a] =
				reach[i] * mix * t->node[n->child + a].chance;
		}
	}
}

/* The move that is best at all nodes of a set together; their values are those of the nodes
 * below. */
static void
reply_set(const struct public_tree *t, uint32_t at, const struct public_reply *record,
	  double *value)
{
	double best = 0;
	uint32_t chosen = 0;
	for (uint32_t a = 0; a < t->node[at].children; a++) {
		double sum = 0;
		for (uint32_t x = at;; x = t->node[x].same) {
			sum += value[t->node[x].child + a];
			if (t->node[x].same == 0)
				break;
		}
		if (a == 0 || sum > best) {
			best = sum;
			chosen = a;
		}
	}
	for (uint32_t x = at;; x = t->node[x].same) {
		value[x] = value[t->node[x].child + chosen];
		if (t->node[x].same == 0)
			break;
	}
	for (uint32_t a = 0; record != NULL && a < t->node[at].children; a++)
		public_tree_row(t, record->table, &t->node[at], (int)a)[0] = a == chosen;
}

/* Where information sets have several nodes: those of a set are equally deep, so that from the last
 * node to the first everything below a set is known when its first node comes, and its other nodes
 * are not asked for before that. */
static double
reply_sets(struct public_mix *m, int seat, const struct public_reply *record)
{
	struct public_tree *t = &m->tree;
	double *const work = t->work, *reach = m->scratch, *value = reach + t->nodes;
	public_mix_fill_reaches(m, seat, record, reach);
	for (uint32_t i = t->nodes; i-- > 0;) {
		const struct public_node *n = &t->node[i];
		if (n->seat == SEAT_NONE) {
			double one[PUBLIC_LANES] = { reach[i] },
			       out[PUBLIC_LANES] = { 0 };
			t->ops->settle(t->g, public_tree_state(t, i), 1 - seat,
				       PAY_POINTS, one, out);
			value[i] = out[0];
		} else if (n->seat == 1 - seat) {
			if (n->first)
				reply_set(t, i, record, value);
		} else {
			value[i] = 0;
			for (uint32_t a = 0; a < n->children; a++)
				value[i] += value[n->child + a];
		}
	}
	t->work = work;
	return value[0];
}

double
public_mix_reply_to(struct public_mix *m, int seat, const struct public_reply *record)
{
	struct public_tree *t = &m->tree;
	if (t->ops->set != NULL)
		return reply_sets(m, seat, record);
	double *reach = public_tree_take(t, 2), *value = reach + t->stride;
	double sum = 0;
	public_tree_fill(t, reach);
	public_mix_best(m, 0, 1 - seat, reach, record, value);
	for (int h = 0; h < t->hands; h++)
		sum += value[h];
	t->work = reach;
	return sum / t->ops->pairs(t->g);
}

double
public_mix_reply(struct public_mix *m, int seat)
{
	return public_mix_reply_to(m, seat, NULL);
}

double
public_mix_exploitability(struct public_mix *m)
{
	return (public_mix_reply(m, 1) + public_mix_reply(m, 0)) / 2;
}

/* ---- reach ----------------------------------------------------------------------------- */

void
public_mix_reach(struct public_mix *m, uint32_t at, int seat, const bool *alike,
		 double *reach)
{
	struct public_tree *t = &m->tree;
	public_tree_fill(t, reach);
	for (; at != 0; at = t->node[at].up) {
		const struct public_node *n = &t->node[t->node[at].up];
		public_tree_mask(t, &t->node[at], reach);
		if (n->seat != seat || (alike != NULL && alike[at]))
			continue;
		double *rows = public_tree_take(t, (int)n->children);
		public_mix_average(m, n, rows);
		const double *row = rows + (at - n->child) * (uint32_t)t->stride;
		PUBLIC_EACH(t, h)
		reach[h] *= row[h];
		t->work = rows;
	}
}

double
public_mix_chance(const struct public_mix *m, uint32_t at)
{
	double chance = 1;
	for (; at != 0; at = m->tree.node[at].up)
		chance *= m->tree.node[at].chance;
	return chance;
}
