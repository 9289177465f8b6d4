/* public_report.c - the root's moves of a search that solves the public tree. See public_search.h.
 * */
#include "ai/common/mixed.h"
#include "ai/poker/tree/public_search.h"

#include <math.h>
#include <string.h>

const struct gauge public_gauge_exploitability = {
	"exploitability", NULL,
	"what a best reply to the average strategies gains in a hand, mean of both seats"
};

void
public_tell_exploitability(struct search *s, double gap)
{
	search_gauge(s, &public_gauge_exploitability, gap);
	snapshot_note_gap(&s->live, s->live.simulations, gap);
}

/* A number for each hand as one: that of the hand held, or, when it is not known, the mean over
 * the hands by their weight. */
static double
public_report_one_of(const struct public_tree *t, int hand, const double *weight,
		     const double *row)
{
	double sum = 0, all = 0;
	if (hand >= 0)
		return row[hand];
	for (int h = 0; h < t->hands; h++) {
		sum += weight[h] * row[h];
		all += weight[h];
	}
	return all > 0 ? sum / all : (double)NAN;
}

/* The rows of a report. `weight` is the reach of the other's hands that go with each hand, over all
 * nodes of the root's information set: what values are divided by. */
struct report {
	double *own, *other, *weight, *value, *row;
	double *average;
	bool unreached; /* by the other's averages: then all its hands are as likely */
};

/* The other's reach at one node of the root's information set. */
static void
fill_other(struct public_mix *m, uint32_t at, int seat, struct report *r)
{
	const struct public_tree *t = &m->tree;
	const double chance = t->ops->set != NULL ? public_mix_chance(m, at) : 1;
	public_mix_reach(m, at, 1 - seat, NULL, r->other);
	for (int h = 0; h < t->hands && r->unreached; h++)
		r->other[h] = t->ops->possible(t->g, public_tree_state(t, at), h);
	for (int h = 0; h < t->hands; h++)
		r->other[h] *= chance;
}

/* The other nodes of the information set of `here` come before and after it. */
static uint32_t
public_report_set_of(const struct public_tree *t, uint32_t at)
{
	const uint32_t table = t->node[at].table;
	const int8_t seat = t->node[at].seat;
	for (uint32_t i = at; !t->node[at].first && i-- > 0;)
		if (t->node[i].seat == seat && t->node[i].first &&
		    t->node[i].table == table)
			return i;
	return at;
}

/* The reach of the other's hands that go with each hand. */
static void
public_report_add_weights(const struct public_tree *t, const struct report *r)
{
	for (int h = 0; h < t->hands; h++)
		for (int o = 0; o < t->hands; o++)
			if (!t->ops->excludes(t->g, h, o))
				r->weight[h] += r->other[o];
}

static bool
public_report_fill_weights(struct public_mix *m, int seat, struct report *r)
{
	const struct public_tree *t = &m->tree;
	double all = 0;
	public_tree_clear(t, r->weight);
	for (uint32_t x = public_report_set_of(t, t->here);; x = t->node[x].same) {
		fill_other(m, x, seat, r);
		public_report_add_weights(t, r);
		if (t->node[x].same == 0)
			break;
	}
	for (int h = 0; h < t->hands; h++)
		all += r->weight[h];
	return all > 0;
}

/* A seat's value for its hand after a move, in points, or its chance to win. */
static double
value_after(struct public_mix *m, int a, int seat, enum public_pay pay, int hand,
	    struct report *r)
{
	const struct public_tree *t = &m->tree;
	public_tree_clear(t, r->value);
	for (uint32_t x = public_report_set_of(t, t->here);; x = t->node[x].same) {
		fill_other(m, x, seat, r);
		public_mix_value(m, t->node[x].child + (uint32_t)a, seat, pay, r->other,
				 r->row);
		for (int h = 0; h < t->hands; h++)
			r->value[h] += r->row[h];
		if (t->node[x].same == 0)
			break;
	}
	for (int h = 0; h < t->hands; h++)
		r->value[h] = r->weight[h] > 0 ? r->value[h] / r->weight[h] : 0;
	return public_report_one_of(t, hand, r->own, r->value);
}

void
public_set_seats(double *out, int seat, double x, double sum)
{
	out[seat] = x;
	out[1 - seat] = sum - x;
}

static void
public_report_fill_moves(struct search *s, struct public_mix *m, int hand,
			 struct report *r)
{
	const struct public_tree *t = &m->tree;
	const struct public_node *n = &t->node[t->here];
	struct snapshot *live = &s->live;
	const int seat = s->mover;
	double value = 0, win = 0;
	public_mix_average(m, n, r->average);
	live->move_count = 0;
	for (int a = 0; a < (int)n->children && a < STATS_MOVES; a++) {
		struct stats_move *row = &live->moves[live->move_count++];
		stats_move_blank(row, t->node[n->child + (uint32_t)a].m);
		row->visits = m->iterations;
		row->depth = 1;
		row->prob =
			public_report_one_of(t, hand, r->own, r->average + a * t->stride);
		public_set_seats(row->value, seat,
				 value_after(m, a, seat, PAY_POINTS, hand, r), 0);
		public_set_seats(row->win, seat,
				 value_after(m, a, seat, PAY_WINS, hand, r), 1);
		value += row->prob * row->value[seat];
		win += row->prob * row->win[seat];
	}
	live->moves_total = (int)n->children;
	public_set_seats(live->value, seat, value, 0);
	public_set_seats(live->win, seat, win, 1);
}

/* Takes rows for a report from the walk's memory. */
static void
open_report(struct public_mix *m, int seat, struct report *r)
{
	struct public_tree *t = &m->tree;
	double **const row[] = { &r->own, &r->other, &r->weight, &r->value, &r->row };
	for (size_t i = 0; i < sizeof row / sizeof *row; i++)
		*row[i] = public_tree_take(t, 1);
	r->average = public_tree_take(t, (int)t->node[t->here].children);
	public_mix_reach(m, t->here, seat, NULL, r->own);
	r->unreached = !public_report_fill_weights(m, seat, r);
	if (r->unreached)
		public_report_fill_weights(m, seat, r);
}

void
public_sort_moves(struct search *s, int64_t iterations, bool end)
{
	if (end)
		mixed_play(s, (uint64_t)iterations);
	else
		mixed_order(s);
}

void
public_report(struct search *s, bool end)
{
	struct public_mix *m = s->self;
	struct public_tree *t = &m->tree;
	struct snapshot *live = &s->live;
	double *const work = t->work;
	struct report r = { .unreached = false };
	open_report(m, s->mover, &r);
	live->simulations = m->iterations;
	live->visits_of = "sims";
	live->depth = 1;
	live->tree_nodes = t->nodes;
	live->mixed = true;
	public_report_fill_moves(s, m, t->ops->hand(t->g, &s->root, s->mover), &r);
	t->work = work;
	struct stats_hands *hands = snapshot_attach(live, ATTACHED_HANDS);
	struct stats_answers *answers = snapshot_attach(live, ATTACHED_ANSWERS);
	if (hands != NULL)
		public_hands(m, t->here, hands);
	if (answers != NULL)
		public_answers(m, t->here, t->ops->hand(t->g, &s->root, s->mover),
			       answers);
	public_sort_moves(s, m->iterations, end);
}
