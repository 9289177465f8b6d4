/*
 * public_hands.c - the strategy for all hands at a node, for grids and lists. See public_search.h.
 *
 * Equity is what a hand gets of the pot when both check or call from here on and all cards come:
 * the same walk as for values, along one move of each decision.
 */
#include "ai/poker/tree/public_answer.h"
#include "ai/poker/tree/public_search.h"

#include <math.h>

/* The rows of a table: numbers for each hand of the seat. */
struct all_hands {
	double *own, *other;	/* reaches */
	double *unblocked;	/* the other's reach that goes with the hand */
	double *value, *equity; /* times that */
	double *average;	/* a row for each move */
};

static void
public_hands_take_rows(struct public_tree *t, uint32_t at, struct all_hands *r)
{
	double **const row[] = { &r->own, &r->other, &r->unblocked, &r->value,
				 &r->equity };
	for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
		*row[i] = public_tree_take(t, 1);
		public_tree_clear(t, *row[i]);
	}
	r->average = public_tree_take(t, (int)t->node[at].children);
}

/* The child in which what is asked for has been put in; -1: there is none. */
static int64_t
called(const struct public_tree *t, const struct public_node *n)
{
	for (uint32_t k = n->child; k < n->child + n->children; k++)
		if (t->ops->calls(t->node[k].m))
			return k;
	return -1;
}

static void add_equity(struct public_tree *t, uint32_t at, int seat, const double *reach,
		       double *equity);

static void
public_hands_add_deals(struct public_tree *t, const struct public_node *n, int seat,
		       const double *reach, double *equity)
{
	double *next = public_tree_take(t, 2), *part = next + t->stride;
	for (uint32_t k = n->child; k < n->child + n->children; k++) {
		public_tree_clear(t, part);
		PUBLIC_EACH(t, h)
		next[h] = reach[h] * t->node[k].chance;
		public_tree_mask(t, &t->node[k], next);
		add_equity(t, k, seat, next, part);
		public_tree_mask(t, &t->node[k], part);
		PUBLIC_EACH(t, h)
		equity[h] += part[h];
	}
	t->work = next;
}

static void
add_equity(struct public_tree *t, uint32_t at, int seat, const double *reach,
	   double *equity)
{
	const struct public_node *n = &t->node[at];
	if (n->seat == SEAT_NONE) {
		t->ops->settle(t->g, public_tree_state(t, at), seat, PAY_WINS, reach,
			       equity);
	} else if (n->seat == SEAT_CHANCE) {
		public_hands_add_deals(t, n, seat, reach, equity);
	} else {
		const int64_t k = called(t, n);
		if (k >= 0)
			add_equity(t, (uint32_t)k, seat, reach, equity);
	}
}

/* The reaches, and the other's that goes with each hand; 0 for hands that the public cards exclude. Where
 * the other never comes by its averages all that it may hold is as likely. */
static void
public_hands_fill_reaches(struct public_mix *m, uint32_t at, int seat,
			  struct all_hands *r)
{
	struct public_tree *t = &m->tree;
	const struct state *s = public_tree_state(t, at);
	double all = 0;
	public_mix_reach(m, at, seat, NULL, r->own);
	public_mix_reach(m, at, 1 - seat, NULL, r->other);
	for (int h = 0; h < t->hands; h++)
		all += r->other[h];
	for (int h = 0; h < t->hands; h++)
		if (all <= 0)
			r->other[h] = t->ops->possible(t->g, s, h);
	for (int h = 0; h < t->hands; h++) {
		if (!t->ops->possible(t->g, s, h))
			continue;
		for (int o = 0; o < t->hands; o++)
			if (!t->ops->excludes(t->g, h, o))
				r->unblocked[h] += r->other[o];
	}
}

static void
public_hands_add_hand(const struct public_tree *t, const struct all_hands *r, int h,
		      int actions, struct public_class_sum *sum)
{
	const double own = r->own[h];
	sum->possible++;
	sum->own += own;
	sum->dealt += own * r->unblocked[h];
	sum->value += own * r->value[h];
	sum->equity += own * r->equity[h];
	for (int a = 0; a < actions; a++)
		sum->mix[a] += own * r->average[a * t->stride + h];
}

static float
public_hands_part(double sum, double of)
{
	return of > 0 ? (float)(sum / of) : (float)NAN;
}

void
public_tell_classes(const struct public_class_sum *sum, struct stats_hands *out)
{
	double own = 0, all[STATS_ACTIONS] = { 0 };
	for (int i = 0; i < out->classes; i++) {
		out->weight[i] = public_hands_part(sum[i].own, sum[i].possible);
		out->other[i] = public_hands_part(sum[i].other, sum[i].others);
		out->value[i] = public_hands_part(sum[i].value, sum[i].dealt);
		out->equity[i] = public_hands_part(sum[i].equity, sum[i].dealt);
		own += sum[i].own;
		for (int a = 0; a < out->actions; a++) {
			out->mix[i][a] = public_hands_part(sum[i].mix[a], sum[i].own);
			all[a] += sum[i].mix[a];
		}
	}
	for (int a = 0; a < out->actions; a++)
		out->all[a] = public_hands_part(all[a], own);
}

static void
public_hands_tell_hands(const struct public_tree *t, uint32_t at,
			const struct all_hands *r, struct stats_hands *out)
{
	const struct state *s = public_tree_state(t, at);
	struct public_class_sum sum[STATS_CLASSES] = { { 0 } };
	for (int h = 0; h < t->hands; h++) {
		struct public_class_sum *c = &sum[public_class(t->ops, h)];
		if (!t->ops->possible(t->g, s, h))
			continue;
		public_hands_add_hand(t, r, h, out->actions, c);
		c->other += r->other[h];
		c->others++;
	}
	public_tell_classes(sum, out);
}

bool
public_hands(struct public_mix *m, uint32_t at, struct stats_hands *out)
{
	struct public_tree *t = &m->tree;
	const struct public_node *n = &t->node[at];
	const struct hand_classes *classes = t->ops->classes;
	const int count = classes != NULL ? classes->count : t->hands;
	double *const work = t->work;
	struct all_hands r;
	out->classes = 0;
	if (n->seat < 0 || n->children == 0 || t->ops->set != NULL ||
	    t->ops->calls == NULL || count > STATS_CLASSES)
		return false;
	public_hands_take_rows(t, at, &r);
	public_hands_fill_reaches(m, at, n->seat, &r);
	public_mix_average(m, n, r.average);
	public_mix_value(m, at, n->seat, PAY_POINTS, r.other, r.value);
	add_equity(t, at, n->seat, r.other, r.equity);
	out->classes = count;
	out->columns = classes != NULL ? classes->columns : count;
	out->seat = n->seat;
	out->actions = n->children < STATS_ACTIONS ? (int)n->children : STATS_ACTIONS;
	for (int a = 0; a < out->actions; a++)
		out->action[a] = t->node[n->child + (uint32_t)a].m;
	public_hands_tell_hands(t, at, &r, out);
	t->work = work;
	return true;
}

/* ---- answers to bets ---------------------------------------------------------------------- */

/* The part of the pot that a hand of a seat has against a reach of the other's hands. */
static double
public_hands_equity_against(struct public_tree *t, uint32_t at, int seat, int held,
			    const double *reach)
{
	double *const equity = public_tree_take(t, 1);
	double unblocked = 0;
	public_tree_clear(t, equity);
	add_equity(t, at, seat, reach, equity);
	for (int h = 0; h < t->hands; h++)
		if (t->ops->possible(t->g, public_tree_state(t, at), h) &&
		    !t->ops->excludes(t->g, held, h))
			unblocked += reach[h];
	t->work = equity;
	return unblocked > 0 ? equity[held] / unblocked : (double)NAN;
}

/* Whether the search has learned anything at a decision. */
static bool
learned(const struct public_mix *m, const struct public_node *n)
{
	const struct public_tree *t = &m->tree;
	double sum = 0;
	for (uint32_t k = 0; k < n->children; k++)
		for (int h = 0; h < t->hands; h++)
			sum += public_tree_row(t, m->sum, n, (int)k)[h];
	return sum > 0;
}

/* The answer to the move that leads to a node, by the other's reach. */
static bool
public_hands_answer(struct public_mix *m, uint32_t at, int held, const double *reach,
		    struct stats_answer *out)
{
	struct public_tree *t = &m->tree;
	const struct public_node *n = &t->node[at];
	const struct state *const s = public_tree_state(t, at);
	move fold;
	if (!public_bets(t->g, public_tree_state(t, n->up), s, n->seat, &fold) ||
	    !learned(m, n))
		return false;
	const int k = public_tree_child(t, at, fold);
	if (k < 0)
		return false;
	double *const row = public_tree_take(t, (int)n->children);
	double *const stays = public_tree_take(t, 1);
	public_mix_average(m, n, row);
	const double *const folds = row + (k - (int)n->child) * t->stride;
	PUBLIC_EACH(t, h)
	stays[h] = reach[h] * (1 - folds[h]);
	const struct public_bet bet = { t->g, s, held, reach, folds };
	out->m = n->m;
	out->equity = (float)public_hands_equity_against(t, at, 1 - n->seat, held, stays);
	const bool known = public_answer(&bet, out);
	t->work = row;
	return known;
}

void
public_answers(struct public_mix *m, uint32_t at, int held, struct stats_answers *out)
{
	struct public_tree *t = &m->tree;
	const struct public_node *n = &t->node[at];
	double *const work = t->work;
	struct all_hands r;
	*out = (struct stats_answers){ .known = false };
	if (held < 0 || n->seat < 0 || t->ops->set != NULL || t->ops->stake == NULL)
		return;
	public_hands_take_rows(t, at, &r);
	public_hands_fill_reaches(m, at, n->seat, &r);
	out->known = true;
	out->equity = (float)public_hands_equity_against(t, at, n->seat, held, r.other);
	for (uint32_t k = n->child; k < n->child + n->children; k++)
		if (out->count < STATS_ACTIONS && t->node[k].seat == 1 - n->seat &&
		    public_hands_answer(m, k, held, r.other, &out->answer[out->count]))
			out->count++;
	t->work = work;
}
