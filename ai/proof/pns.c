/*
 * pns.c - proof-number search: PNS, PN2 and df-pn. Proves that the seat to move wins, or does not
 * lose, for games of two seats with nothing hidden, in turns and without chance.
 *
 * Source: Allis 1994, chapter 2 (PNS, PN2); Nagai 2002 (df-pn); Pawlewicz & Lew 2006 (the
 * 1 + epsilon threshold).
 *
 * A node's proof number is the least number of open leaves that have to be proven so that the node
 * is; its disproof number that of leaves to be disproven. Where the prover moves, the proof number
 * is the least of the children's and the disproof number their sum; elsewhere the other way
 * round. An open leaf has 1 and 1, or (leaf=moves; Allis 1994) as many as it has moves
 * where the other number will be their sum, or (leaf=weighed) these times the distances from a win
 * that the game estimates; a proven node 0 and infinity, and so has a leaf whose end the game
 * foresees (as the race patterns of Saffidine, Jouandeau & Cazenave 2011).
 *
 * The whole outcome takes two runs: that the prover wins; if that is disproven, that it does not
 * lose. The second is left out where no draw was seen in the first.
 *
 * Values: outcomes. A proven move gets the value that all settled states of its outcome had which
 * the search has come across; where they differ, or another could be better, that is a bound.
 * Nodes are states made by play(); leaves are the settled ones among them.
 * Memory: one arena. PNS and PN2: 28 bytes a node; df-pn: 24 bytes an entry of its table.
 */
#include "ai/proof/pns.h"

#include "ai/common/order.h"
#include "src/core/proof.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define MODEST_NODES 1000000 /* of a search without limits that nobody would stop */
#define REPORT_NODES 65536   /* nodes between two refreshes of the table of moves */
#define REPORT_FIRST 256

enum option_at { OPT_METHOD, OPT_GOAL, OPT_LEAF, OPT_EPSILON, OPT_MEMORY };
enum leaf_choice { LEAF_ONE, LEAF_MOVES, LEAF_WEIGHED };

static const struct option_spec pns_options[] = {
	[OPT_METHOD] = { .key = "method",
			 .kind = OPTION_CHOICE,
			 .deflt = "pns",
			 .choices = "pns|pn2|dfpn",
			 .help = "pns: a tree; pn2: a tree whose leaves are searched by "
				 "trees of their own; dfpn: depth first with a table" },
	[OPT_GOAL] = { .key = "goal",
		       .kind = OPTION_CHOICE,
		       .deflt = "outcome",
		       .choices = "outcome|win|draw",
		       .help = "goal of the proof for the mover: win: that it wins; "
			       "draw: that it does not lose; outcome: both in turn, as "
			       "needed" },
	[OPT_LEAF] = { .key = "leaf",
		       .kind = OPTION_CHOICE,
		       .deflt = "one",
		       .choices = "one|moves|weighed",
		       .help = "numbers of an open position: 1 and 1 (one), the moves of "
			       "the opposing seat (moves), or these times the distance "
			       "from a win (weighed)" },
	[OPT_EPSILON] = { .key = "epsilon",
			  .kind = OPTION_INT,
			  .deflt = "25",
			  .min = 0,
			  .max = 400,
			  .unit = "%",
			  .help = "method=dfpn: a move is searched until it is this much "
				  "harder to prove than the next best; 0: switch at "
				  "once" },
	[OPT_MEMORY] = { .key = "memory",
			 .kind = OPTION_INT,
			 .deflt = "64",
			 .min = 2,
			 .max = 65536,
			 .unit = "MiB",
			 .help = "memory of the tree or table" },
	{ .key = NULL },
};

enum { PN, DPN, PN2, DPN2, PLIES }; /* places in extra[] */

static const struct column pns_columns[] = {
	{ .key = "pn",
	  .head = "proof",
	  .brief = "pn",
	  .help = "proof number: so many open positions at least have to be proven wins "
		  "of the seat to move at the root; 0 is proven, inf disproven",
	  .kind = COLUMN_COUNT,
	  .at = PN,
	  .width = 6,
	  .better = -1 },
	{ .key = "dpn",
	  .head = "disprf",
	  .brief = "dn",
	  .help = "disproof number: so many open positions at least have to be proven "
		  "not to be such wins; 0 is disproven, inf proven",
	  .kind = COLUMN_COUNT,
	  .at = DPN,
	  .width = 6 },
	{ .key = "pn2",
	  .head = "draw+",
	  .brief = "pn2",
	  .help = "the proof number of not losing: a win or a draw is enough",
	  .kind = COLUMN_COUNT,
	  .at = PN2,
	  .width = 6,
	  .better = -1 },
	{ .key = "dpn2",
	  .head = "draw-",
	  .brief = "dn2",
	  .help = "the disproof number of not losing",
	  .kind = COLUMN_COUNT,
	  .at = DPN2,
	  .width = 6 },
	{ .key = "plies",
	  .head = "plies",
	  .help = "of what is proven or disproven: the proof goes on for so many plies "
		  "below it, at most",
	  .kind = COLUMN_COUNT,
	  .at = PLIES,
	  .width = 5,
	  .better = -1 },
	{ .key = NULL },
};

/* ---- outcomes ---- */

/* The numbers of a state that ends with these values. */
static struct pns_numbers
judge_value(struct pns *p, const int32_t *value)
{
	const enum outcome o = outcome_of(value, 2, p->prover);
	struct pns_seen *seen = &p->seen[o];
	for (int i = 0; i < 2; i++) {
		if (!seen->any || value[i] < seen->low[i])
			seen->low[i] = value[i];
		if (!seen->any || value[i] > seen->high[i])
			seen->high[i] = value[i];
	}
	seen->any = true;
	p->draws += o == OUTCOME_DRAW;
	return o >= p->want ? (struct pns_numbers){ .pn = 0, .dn = PROOF_INF }
			    : (struct pns_numbers){ .pn = PROOF_INF, .dn = 0 };
}

struct pns_numbers
pns_judge(const struct search *s, const struct state *st)
{
	int32_t value[SEATS_MAX];
	s->game->knowledge->evaluate(s->game, st, value);
	return judge_value(s->self, value);
}

/* The numbers of a position whose end is in sight; false: it is not. */
static bool
proof_foresee(const struct search *s, const struct state *st, struct pns_numbers *x)
{
	struct pns *p = s->self;
	int32_t value[SEATS_MAX];
	int plies = 0;
	if (s->game->race->foresee == NULL ||
	    !s->game->race->foresee(s->game, st, value, &plies))
		return false;
	*x = judge_value(p, value);
	x->plies = (uint16_t)plies;
	return true;
}

struct pns_numbers
pns_open_numbers(const struct search *s, const struct state *st, int seat)
{
	const struct pns *p = s->self;
	const struct game *g = s->game;
	struct pns_numbers x = { .pn = 1, .dn = 1 };
	uint32_t distance[2];
	move m[MOVES_MAX];
	if (proof_foresee(s, st, &x))
		return x;
	if (p->by_moves)
		*(seat == p->prover ? &x.dn : &x.pn) =
			(uint32_t)g->rules->moves(g, st, seat, m);
	if (p->weighed) {
		g->race->distance(g, st, distance);
		x.pn *= distance[p->prover];
		x.dn *= distance[!p->prover];
	}
	return x;
}

int
pns_moves(const struct search *s, const struct state *st, int seat, bool root, move *out)
{
	const struct game *g = s->game;
	int32_t score[MOVES_MAX];
	int n = g->rules->moves(g, st, seat, out);
	if (g->knowledge->merge != NULL && !root)
		n = g->knowledge->merge(g, st, seat, out, n);
	order_sort(g, st, seat, out, score, n);
	return n;
}

/* The values of both seats if all settled states of the outcome had the same; false: not. */
static bool
same_values(const struct pns *p, enum outcome o, double *value)
{
	const struct pns_seen *seen = &p->seen[o];
	if (!seen->any || memcmp(seen->low, seen->high, sizeof seen->low) != 0)
		return false;
	for (int i = 0; i < 2; i++)
		value[i] = seen->low[i];
	return true;
}

/* The least (way 1) or greatest value that the prover may get by a proof of these bounds. */
static bool
bound_value(const struct pns *p, enum outcome low, enum outcome high, int way,
	    double *value)
{
	bool any = false;
	for (enum outcome o = low; o <= high; o++) {
		const struct pns_seen *seen = &p->seen[o];
		const double v = way > 0 ? seen->low[p->prover] : seen->high[p->prover];
		if (!seen->any)
			continue;
		if (!any || way * v < way * *value)
			*value = v;
		any = true;
	}
	return any;
}

/* Whether no better win, or worse loss, is possible. */
static bool
is_extreme(const struct search *s, enum outcome o, double value)
{
	const struct pns *p = s->self;
	struct bounds b;
	s->game->knowledge->bounds(s->game, &s->root, &b);
	return o == OUTCOME_DRAW  ? (s->game->traits & TRAIT_CONSTANT_SUM) != 0
	       : o == OUTCOME_WIN ? value >= b.high[p->prover]
				  : value <= b.low[p->prover];
}

uint8_t
pns_fill_value(const struct search *s, enum outcome low, enum outcome high, double *value)
{
	const struct pns *p = s->self;
	const double unit = game_unit(s->game);
	double v[2] = { 0, 0 };
	uint8_t status = MOVE_OPEN;
	if (low == high && same_values(p, low, v) && is_extreme(s, low, v[p->prover]))
		status = MOVE_PROVEN;
	else if (low > OUTCOME_LOSS && bound_value(p, low, OUTCOME_WIN, 1, &v[p->prover]))
		status = MOVE_AT_LEAST;
	else if (high < OUTCOME_WIN &&
		 bound_value(p, OUTCOME_LOSS, high, -1, &v[p->prover]))
		status = MOVE_AT_MOST;
	for (int i = 0; i < 2; i++)
		value[i] =
			status == MOVE_PROVEN || (status != MOVE_OPEN && i == p->prover)
				? v[i] / unit
				: (double)NAN;
	return status;
}

/* ---- the snapshot ---- */

void
pns_fill_columns(const struct pns *p, uint32_t pn, uint32_t dn, double plies,
		 double *extra)
{
	const int at = p->want == OUTCOME_WIN ? PN : PN2;
	extra[at] = proof_shown(pn);
	extra[at + 1] = proof_shown(dn);
	if (pns_solved(pn, dn))
		extra[PLIES] = plies;
	if (p->want == OUTCOME_WIN || p->goal == PNS_GOAL_DRAW)
		return;
	extra[PN] = (double)INFINITY; /* the first run has disproven it */
	extra[DPN] = 0;
}

enum outcome
pns_disproven(const struct pns *p)
{
	return p->want == OUTCOME_WIN && p->draws > 0 ? OUTCOME_DRAW : OUTCOME_LOSS;
}

/* The run's findings about a move so far. */
static void
learn_move(const struct pns *p, struct pns_root_move *r)
{
	const enum outcome high = pns_disproven(p);
	if (r->pn == 0 && p->want > r->low)
		r->low = (uint8_t)p->want;
	if (r->dn == 0 && high < r->high)
		r->high = (uint8_t)high;
}

/* Best answers first: proven ones, else the nearest to a proof. */
static bool
proof_before(const struct pns_root_move *a, const struct pns_root_move *b)
{
	if (a->low != b->low)
		return a->low > b->low;
	if (a->pn != b->pn)
		return a->pn < b->pn;
	if (a->pn == 0)
		return a->plies < b->plies;
	if (a->high != b->high)
		return a->high > b->high;
	return a->dn == 0 ? a->plies > b->plies : a->dn > b->dn;
}

static void
proof_fill_move(const struct search *s, const struct pns_root_move *r,
		struct stats_move *out)
{
	const struct pns *p = s->self;
	stats_move_blank(out, r->m);
	out->visits = r->nodes;
	out->status = r->nodes == 0 ? (uint8_t)MOVE_UNSEARCHED
				    : pns_fill_value(s, r->low, r->high, out->value);
	if (r->nodes > 0)
		pns_fill_columns(p, r->pn, r->dn, r->plies, out->extra);
}

/* The best STATS_MOVES moves, sorted: the first of equals stays first. */
static void
proof_fill_moves(struct search *s)
{
	const struct pns *p = s->self;
	const struct pns_root_move *best[STATS_MOVES];
	int n = 0;
	for (int i = 0; i < p->roots; i++) {
		const struct pns_root_move *r = &p->root[i];
		int at = n;
		while (at > 0 && proof_before(r, best[at - 1]))
			at--;
		if (at == STATS_MOVES)
			continue;
		n += n < STATS_MOVES;
		/* NOLINTNEXTLINE(bugprone-sizeof-expression): pointers are what it holds */
		memmove(&best[at + 1], &best[at], (size_t)(n - 1 - at) * sizeof *best);
		best[at] = r;
	}
	for (int i = 0; i < n; i++)
		proof_fill_move(s, best[i], &s->live.moves[i]);
	s->live.move_count = n;
	s->live.moves_total = p->roots;
}

static const struct gauge gauge_goal = {
	"goal", "", "1: to prove that the mover wins; 2: that it does not lose"
};
static const struct gauge gauge_proof = { "proof", "",
					  "the root's proof number for this goal" };
static const struct gauge gauge_disproof = { "disproof", "",
					     "the root's disproof number for this goal" };
static const struct gauge gauge_expanded = { "expanded", "nodes",
					     "nodes that were given children" };
static const struct gauge *const gauges[] = { &gauge_goal,
					      &gauge_proof,
					      &gauge_disproof,
					      &gauge_expanded,
					      &pns_gauge_collections,
					      &pns_gauge_second_level,
					      &dfpn_gauge_repetitions,
					      &dfpn_gauge_tied,
					      NULL };

/* Puts the run's figures and findings into p and the snapshot. */
static void
proof_report(struct search *s)
{
	struct pns *p = s->self;
	struct snapshot *live = &s->live;
	const struct pns_numbers x = p->tree != NULL ? pns_tree_root(s) : dfpn_root(s);
	for (int i = 0; i < p->roots; i++)
		learn_move(p, &p->root[i]);
	if (x.pn == 0 && p->want > p->low)
		p->low = p->want;
	if (x.dn == 0 && pns_disproven(p) < p->high)
		p->high = pns_disproven(p);
	live->visits_of = "nodes";
	live->sorted = true;
	live->depth = live->seldepth = p->deepest;
	proof_fill_moves(s);
	search_report(s, false);
	search_gauge(s, &gauge_goal, p->want == OUTCOME_WIN ? 1 : 2);
	search_gauge(s, &gauge_proof, proof_shown(x.pn));
	search_gauge(s, &gauge_disproof, proof_shown(x.dn));
	search_gauge(s, &gauge_expanded, (double)p->expanded);
	if (p->tree != NULL)
		pns_tree_figures(s);
	else
		dfpn_figures(s);
}

void
pns_report_now_and_then(struct search *s)
{
	struct pns *p = s->self;
	const int64_t nodes = search_nodes(s);
	if (nodes < p->next_report)
		return;
	proof_report(s);
	p->next_report = nodes + (nodes < REPORT_NODES ? nodes : REPORT_NODES);
}

/* ---- a search ---- */

static void
begin_goal(struct pns *p, enum outcome want)
{
	p->want = want;
	p->runs++;
	p->draws = 0;
	for (int i = 0; i < p->roots; i++) {
		p->root[i].pn = p->root[i].dn = 1;
		p->root[i].nodes = 0;
	}
}

/* Runs one goal; false: stopped. */
static bool
run_goal(struct search *s, enum outcome want)
{
	struct pns *p = s->self;
	begin_goal(p, want);
	const bool solved = p->tree != NULL ? pns_tree_run(s) : dfpn_run(s);
	proof_report(s);
	s->live.pv_count = p->tree != NULL ? pns_tree_line(s, s->live.pv, STATS_PV)
					   : dfpn_line(s, s->live.pv, STATS_PV);
	return solved;
}

static void
proof_list_root(struct search *s)
{
	struct pns *p = s->self;
	move m[MOVES_MAX];
	p->roots = pns_moves(s, &s->root, s->mover, true, m);
	for (int i = 0; i < p->roots; i++)
		p->root[i] = (struct pns_root_move){ .m = m[i],
						     .low = OUTCOME_LOSS,
						     .high = OUTCOME_WIN };
}

/* Nobody would stop it, and no limit does. */
static void
limit_modestly(struct search *s)
{
	if (!search_endless(s) && s->limits.nodes == 0 && s->limits.time_ms == 0)
		s->limits.nodes = MODEST_NODES;
}

/* Everything as it is before the first goal. */
static void
begin_proof(struct search *s)
{
	struct pns *p = s->self;
	p->low = OUTCOME_LOSS;
	p->high = OUTCOME_WIN;
	p->runs = p->deepest = 0;
	p->depth = s->limits.depth > 0 && s->limits.depth < PNS_PATH
			   ? (int)s->limits.depth
			   : PNS_PATH;
	p->expanded = 0;
	p->next_report = REPORT_FIRST;
	memset(p->seen, 0, sizeof p->seen);
	s->live.gauge_count = 0;
	proof_list_root(s);
}

static void
pns_run(struct search *s)
{
	struct pns *p = s->self;
	begin_proof(s);
	limit_modestly(s);
	bool solved = true;
	if (p->goal != PNS_GOAL_DRAW)
		solved = run_goal(s, OUTCOME_WIN);
	if (solved && (p->goal == PNS_GOAL_DRAW ||
		       (p->goal == PNS_GOAL_OUTCOME && p->low < p->high)))
		solved = run_goal(s, OUTCOME_DRAW);
	if (solved)
		s->live.stop = STOP_SOLVED;
}

static bool
pns_open(struct search *s, struct status *st)
{
	struct pns *p = arena_take(&s->arena, sizeof *p);
	if (p != NULL) {
		*p = (struct pns){ .prover = s->mover, .high = OUTCOME_WIN };
		p->method = (enum pns_method)s->options.v[OPT_METHOD].i;
		p->by_moves = s->options.v[OPT_LEAF].i != LEAF_ONE;
		p->weighed = s->options.v[OPT_LEAF].i == LEAF_WEIGHED &&
			     s->game->race->distance != NULL;
		p->goal = (enum pns_goal)s->options.v[OPT_GOAL].i;
		p->root = arena_take(&s->arena, MOVES_MAX * sizeof *p->root);
		p->state = arena_take(&s->arena, (PNS_PATH + 1) * sizeof *p->state);
	}
	s->self = p;
	const bool ok = p != NULL && p->root != NULL && p->state != NULL &&
			(p->method == PNS_DFPN ? dfpn_open(s, s->options.v[OPT_EPSILON].i)
					       : pns_tree_open(s));
	return ok || status_fail(st, "pns: memory= is too small");
}

static void
pns_outcome(const struct search *s, int *low, int *high)
{
	const struct pns *p = s->self;
	*low = (int)p->low - OUTCOME_DRAW;
	*high = (int)p->high - OUTCOME_DRAW;
}

static void
pns_close(struct search *s)
{
	const struct pns *p = s->self;
	if (p->dfpn != NULL)
		dfpn_close(s);
}

static bool
pns_misfit(const struct game *g, const struct options *o, char *out, int size)
{
	return search_cannot("pns", g,
			     TRAIT_CHANCE | TRAIT_SIMULTANEOUS | TRAIT_MULTIPLAYER, out,
			     size);
}

static const struct proof_ops pns_proof = {
	.outcome = pns_outcome,
	.options = "method=dfpn,leaf=weighed,epsilon=100,memory=1024",
};

const struct search_ops pns_search = {
	.key = "pns",
	.title = "Proof-number search",
	.summary = "proves who wins, by looking where a proof or disproof is nearest",
	.source = "Allis 1994; Nagai 2002; Pawlewicz & Lew 2006",
	.flags = SEARCH_PERFECT | SEARCH_ANY_BYTES,
	.misfit = pns_misfit,
	.options = pns_options,
	.columns = pns_columns,
	.node_columns = pns_columns,
	.gauges = gauges,
	.open = pns_open,
	.run = pns_run,
	.close = pns_close,
	.look = &pns_look,
	.proof = &pns_proof,
};
