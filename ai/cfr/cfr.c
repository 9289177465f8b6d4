/*
 * cfr.c - counterfactual regret minimisation as a player.
 *
 * Source: Zinkevich et al. 2007 (CFR); Tammelin 2014 (CFR+); Brown and Sandholm 2019 (linear and
 * discounted CFR).
 *
 * The whole public tree of the hand is solved from where its betting began, whatever has been
 * played since; the answer is drawn from the average strategy of the hand that is held, at the
 * node of the position. So what is searched, and for how long, depends on public facts alone, and
 * two decisions of one hand come from the same solution. A bet of a size that is not listed is
 * added to the tree.
 *
 * A simulation is an iteration: both seats. Nodes are visits of public nodes; limits are looked
 * at between iterations. Values: points of the hand when both play on by their averages; win: the
 * chance to win the pot then, half for a shared one, against the other's range by its average.
 */
#include "ai/cfr/cfr.h"

#include "ai/common/mixed.h"
#include "ai/common/playout.h"

#include <math.h>
#include <string.h>

#define REPORT_NODES 2000000 /* between two looks at the exploitability */
#define REPORT_FIRST 2000

struct cfr_search {
	struct cfr tree; /* first: look.c finds it */
	struct made line[PUBLIC_LINE];
	int moves;
	int64_t next_report;
};

/* ---- what is published ----------------------------------------------------------------- */

/* A number for each hand as one: that of the hand held, or, when it is not known, the mean over
 * the hands by their weight. */
static double
one_of(const struct cfr *c, int hand, const double *weight, const double *row)
{
	double sum = 0, all = 0;
	if (hand >= 0)
		return row[hand];
	for (int h = 0; h < c->hands; h++) {
		sum += weight[h] * row[h];
		all += weight[h];
	}
	return all > 0 ? sum / all : (double)NAN;
}

/* The reach of the other's hands that go with each hand: what values are divided by. */
static void
fill_weights(const struct cfr *c, const double *reach, double *weight)
{
	for (int h = 0; h < c->hands; h++) {
		weight[h] = 0;
		for (int o = 0; o < c->hands; o++)
			if (!c->ops->excludes(c->g, h, o))
				weight[h] += reach[o];
	}
}

/* The rows of a report. */
struct report {
	double *own, *other; /* reach at the node */
	double *weight, *value, *average, *row;
};

/* A seat's value for its hand at a node, in points, or its chance to win the pot. */
static double
value_at(struct cfr *c, uint32_t at, int seat, enum public_pay pay, int hand,
	 struct report *r)
{
	cfr_value(c, at, seat, pay, r->other, r->value);
	for (int h = 0; h < c->hands; h++)
		r->value[h] = r->weight[h] > 0 ? r->value[h] / r->weight[h] : 0;
	return one_of(c, hand, r->own, r->value);
}

static void
set_seats(double *out, int seat, double x, double sum)
{
	out[seat] = x;
	out[1 - seat] = sum - x;
}

static void
fill_moves(struct search *s, struct cfr *c, int hand, struct report *r)
{
	const uint32_t here = c->here;
	const struct cfr_node *n = &c->node[here];
	struct snapshot *live = &s->live;
	const int seat = s->mover;
	double value = 0, win = 0;
	cfr_average(c, n, r->average);
	live->move_count = 0;
	for (int a = 0; a < (int)n->children && a < STATS_MOVES; a++) {
		struct stats_move *m = &live->moves[live->move_count++];
		const uint32_t child = n->child + (uint32_t)a;
		stats_move_blank(m, c->node[child].m);
		m->visits = c->iterations;
		m->depth = 1;
		m->prob = one_of(c, hand, r->own, r->average + a * c->stride);
		set_seats(m->value, seat, value_at(c, child, seat, PAY_POINTS, hand, r),
			  0);
		set_seats(m->win, seat, value_at(c, child, seat, PAY_WINS, hand, r), 1);
		value += m->prob * m->value[seat];
		win += m->prob * m->win[seat];
	}
	live->moves_total = (int)n->children;
	set_seats(live->value, seat, value, 0);
	set_seats(live->win, seat, win, 1);
}

/* Takes rows for a report from the walk's memory. */
static void
open_report(struct cfr *c, struct report *r)
{
	double **const row[] = { &r->own, &r->other, &r->weight, &r->value, &r->row };
	for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
		*row[i] = c->work;
		c->work += c->stride;
	}
	r->average = c->work;
	c->work += (size_t)c->node[c->here].children * (size_t)c->stride;
}

/* Where the other's averages never get to, all its hands are as likely. */
static void
fill_reach(const struct search *s, struct cfr_search *x, struct report *r)
{
	struct cfr *c = &x->tree;
	double all = 0;
	cfr_reach(c, x->line, x->moves, s->mover, r->own);
	cfr_reach(c, x->line, x->moves, 1 - s->mover, r->other);
	for (int h = 0; h < c->hands; h++)
		all += r->other[h];
	for (int h = 0; h < c->hands && !(all > 0); h++)
		r->other[h] = c->ops->possible(c->g, cfr_state(c, c->here), h);
	fill_weights(c, r->other, r->weight);
}

static const struct gauge gauge_exploitability = {
	"exploitability", NULL,
	"what a best reply to the average strategies gains in a hand, mean of both seats"
};
static const struct gauge gauge_nodes = {
	"public nodes", "", "decisions in the public tree; each stands for all hands"
};
static const struct gauge *const gauges[] = { &gauge_exploitability, &gauge_nodes, NULL };

static void
report(struct search *s, bool end)
{
	struct cfr_search *x = s->self;
	struct cfr *c = &x->tree;
	struct snapshot *live = &s->live;
	double *const work = c->work;
	struct report r;
	double play[STATS_MOVES];
	open_report(c, &r);
	fill_reach(s, x, &r);
	live->simulations = c->iterations;
	live->visits_of = "sims";
	live->depth = 1;
	live->tree_nodes = c->nodes;
	live->tree_bytes =
		(int64_t)(c->nodes * (sizeof *c->node + c->state_bytes) +
			  3 * (size_t)c->rows * (size_t)c->stride * sizeof(double));
	live->mixed = true;
	fill_moves(s, c, c->ops->hand(c->g, &s->root, s->mover), &r);
	c->work = work;
	for (int i = 0; i < live->move_count; i++)
		play[i] = live->moves[i].prob;
	move drawn = MOVE_NONE;
	if (end) {
		struct rng rng;
		rng_seed(&rng, rng_fork(s->seed, (uint64_t)c->iterations));
		drawn = live->moves[mixed_draw(play, live->move_count, &rng)].m;
	}
	mixed_sort(live, drawn);
	live->pv[0] = live->moves[0].m;
	live->pv_count = 1;
	snapshot_note_best(live, live->moves[0].m, live->value[s->mover]);
	live->gauge_count = 0;
	search_gauge(s, &gauge_exploitability, cfr_exploitability(c));
	search_gauge(s, &gauge_nodes, c->decisions);
}

/* ---- the search ------------------------------------------------------------------------ */

static void
cfr_run(struct search *s)
{
	struct cfr_search *x = s->self;
	struct cfr *c = &x->tree;
	const int64_t most = playouts_limit(s);
	while (s->live.stop == STOP_RUNNING) {
		if (most > 0 && c->iterations >= most) {
			s->live.stop = STOP_SIMS;
			break;
		}
		if (s->limits.nodes > 0 &&
		    search_nodes(s) + 2 * (int64_t)c->nodes > s->limits.nodes) {
			s->live.stop = STOP_NODES;
			break;
		}
		c->visited = 0;
		cfr_iterate(c);
		s->fuel -= c->visited;
		s->live.simulations = c->iterations;
		if (search_nodes(s) >= x->next_report) {
			report(s, false);
			x->next_report = search_nodes(s) + REPORT_NODES;
		}
		if (s->fuel <= 0 && !search_poll(s))
			break;
	}
	report(s, true);
}

static bool
cfr_open(struct search *s, struct status *st)
{
	struct cfr_search *x = arena_take(&s->arena, sizeof *x);
	if (x == NULL)
		return status_fail(st, "cfr: memory= is too small");
	*x = (struct cfr_search){ .next_report = REPORT_FIRST };
	struct cfr *c = &x->tree;
	struct state begin;
	memset(&begin, 0, sizeof begin);
	c->g = s->game;
	c->ops = s->game->ops->public;
	c->hands = c->ops->hands(c->g);
	c->stride = (c->hands + CFR_LANES - 1) / CFR_LANES * CFR_LANES;
	c->variant = (enum cfr_variant)options_int(&s->options, "variant");
	c->updates = (enum cfr_updates)options_int(&s->options, "updates");
	x->moves = c->ops->begin(c->g, &s->root, &begin, x->line);
	s->self = x;
	return cfr_build(c, s, &begin, x->line, x->moves, st);
}

static const struct option_spec cfr_options[] = {
	{ .key = "variant",
	  .kind = OPTION_CHOICE,
	  .deflt = "dcfr",
	  .choices = "cfr|cfr+|lcfr|dcfr",
	  .help = "plain; cfr+: regrets never below 0; lcfr: later iterations count "
		  "more; dcfr: old regrets fade too" },
	{ .key = "updates",
	  .kind = OPTION_CHOICE,
	  .deflt = "alternating",
	  .choices = "alternating|simultaneous",
	  .help = "seats learn one after the other, or both from the strategies of the "
		  "iteration before" },
	{ .key = "memory",
	  .kind = OPTION_INT,
	  .deflt = "64",
	  .min = 1,
	  .max = 65536,
	  .unit = "MiB",
	  .help = "memory of the public tree" },
	{ .key = NULL },
};

const struct search_ops cfr_search = {
	.key = "cfr",
	.title = "CFR",
	.summary = "solves the whole hand for all cards at once, and plays its mix",
	.source = "Zinkevich et al. 2007; Tammelin 2014; Brown and Sandholm 2019",
	.needs = NEED_HIDDEN_OK | NEED_PUBLIC | NEED_OWN_WIN,
	.options = cfr_options,
	.open = cfr_open,
	.run = cfr_run,
	.look = &cfr_look,
	.node_columns = cfr_node_columns,
	.gauges = gauges,
	.strategy = &cfr_strategy,
};
