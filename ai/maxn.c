/*
 * maxn.c - max^n with every pruning that is known for it.
 *
 * Source: Luckhardt and Irani 1986 (max^n); Korf 1991 (immediate and shallow pruning);
 * Sturtevant and Korf 2000 (branch and bound, alone and with shallow pruning); Sturtevant
 * 2003 (last-branch and speculative pruning, discrete cut-offs).
 *
 * Stated once, for any number of seats and any order of turns: every node
 * on the path asks `need` of its child (value[seat] >= need; one more than its best so
 * far, or equal when the child stands left of the best). When the minimum each seat must
 * get - the mover its best, the m nearest ancestors what they need, the others the
 * game's lower bound - sums to more than maxsum, or one need is above the game's upper
 * bound, the true value of the node is not what all m ancestors prefer, and it returns m
 * instead of a tuple. m = 1: the parent rejects the child for good. m >= 2: the parent
 * queues it, and searches it again only if its own best turns out to be preferred by the
 * next m - 1 ancestors; while that is so its children may not be cut with those
 * ancestors (`allowed`).
 *
 * What prune= makes of it:
 *   bound            m = 1, and the mover's best does not count
 *   shallow          m = 1, by the bounds of the root: two seats' values alone
 *   alphabeta-bound  m = 1, by the bounds of the node, which grow with points taken
 *   last-branch      m > 1 only while all between are at their last child: no second
 *                    search, ever
 *   speculative      every m within reach=
 *
 * discrete=on: the values of a seat lie a step apart, so that "more" is a step more; and
 * when the best is refused by one of the m ancestors anyway, the children still to come,
 * all on its right, would have to beat it by a step: the mover's best counts with one
 * more. off: the step is the 1 of the integers.
 *
 * Differs from the paper: a seat that moves twice on the path counts with its larger
 * need; bounds are integers, so a strict bound is one more; ties stay left even through a
 * second search. All of prune= give the same root tuple and move as plain max^n.
 *
 * order= searches other moves first than those that stand first: the results stay, but the tie
 * rule, and a best that is the most there is, cut only when nothing to the left is to come.
 *
 * Plain max^n is maxn_plain.c.
 *
 * Kept cheap: a forced move passes on what its child is worth; within a trick the bounds
 * are those of its start; the last cards of a trick are valued as they come, unordered. What
 * nobody could foresee - whether a child is better, who refuses it, what stands first - is
 * worked out without branches.
 *
 * Values: integers per seat within the game's bounds(). Memory: frames and table, see
 * dfs.h.
 */
#include "ai/maxn.h"
#include "ai/common/dfs_look.h"
#include "ai/common/learn.h"
#include "ai/maxn_limit.h"
#include "ai/maxn_unordered.h"

#include <string.h>

enum prune {
	PRUNE_NONE,
	PRUNE_BOUND,
	PRUNE_SHALLOW,
	PRUNE_ALPHA_BETA_BOUND,
	PRUNE_LAST_BRANCH,
	PRUNE_SPECULATIVE
};

struct maxn {
	struct dfs d; /* first: the driver hands it back */
	enum prune prune;
	struct reach reach;
	unsigned pass;		    /* `allowed` of a child that is not the last */
	bool in_any_order;	    /* the last cards of a trick */
	struct span root;	    /* bounds at the root: they hold everywhere */
	struct span *own;	    /* of the state of a ply */
	const struct span **bounds; /* that hold at a ply; NULL: not asked for yet */
	struct learn learn;
};

static const struct option_spec maxn_options[] = {
	DFS_OPTION_PRUNE,
	DFS_OPTION_DISCRETE,
	DFS_OPTION_REACH,
	LEARN_OPTION_ORDER(
		"game|killer|history|table", "table",
		"what is searched first: as the game says, what cut before, or the "
		"table's move; the result is the same, keeping ties left costs cuts"),
	DFS_OPTION_TABLE,
	DFS_OPTION_EVAL,
	DFS_OPTION_WIDTH,
	DFS_OPTION_MERGE,
	DFS_OPTION_MEMORY,
	{ .key = NULL },
};

/* ---- with pruning ---- */

/* A node under way. */
struct node {
	int ply, rem, top, seat;
	int n, all;		/* moves to search; before width= took some away */
	unsigned allowed, near; /* near: 2 when the node itself may cut a child */
	int best;		/* move, -1: none yet */
	int32_t got;		/* what it gives the mover; DFS_NO_BOUND */
	int refused_by;		/* limit_refusal() of the best, 0: none yet */
	int queued;		/* marked children */
	int rest;     /* lowest of the moves that are still to come; above all: none */
	int first;    /* place of the table's move, -1: none, or not wanted */
	bool learned; /* another order than the fixed one */
	bool tied;    /* cut by the tie rule */
	uint8_t slack;
	const struct span *bounds;
	int32_t lowest; /* of the mover's values that may cut: limit_lowest(), by ties */
	int32_t high;	/* the mover can get no more */
};

/* The nearest m whose ancestors leave too little to the mover, 0: none. Seldom asked: it stays out
 * of the loop over children. */
static __attribute__((noinline)) int
limit_cut(const struct maxn *x, struct node *nd)
{
	const int m = limit_ways(&x->d, &x->reach, nd->ply, nd->allowed, nd->bounds,
				 nd->got, 1);
	if (m > 0 || x->reach.tie == 0 || nd->queued > 0 || nd->rest < nd->best)
		return m;
	const int tied = limit_ways(&x->d, &x->reach, nd->ply, nd->allowed, nd->bounds,
				    nd->got + x->reach.tie, nd->refused_by);
	nd->tied = tied > 0;
	return tied;
}

/* Why the node is cut, or its rest is: m ancestors count, and `least` for the mover. */
static void
note_proof(struct maxn *x, const struct node *nd, enum cut_rule rule, int m, bool best,
	   int32_t least)
{
	struct dfs *d = &x->d;
	const struct bounds *b = &nd->bounds->b;
	if (__builtin_expect(nd->ply != 1 && d->trace == NULL, 1))
		return;
	struct dfs_proof p = { .rule = (int8_t)rule,
			       .seat = best ? nd->seat : SEAT_NONE,
			       .got = least,
			       .need = d->frame[0].need,
			       .maxsum = b->maxsum,
			       .ply = nd->ply,
			       .ways = m };
	for (int i = 0; i < d->seats; i++) {
		p.least[i] = b->low[i];
		p.most[i] = b->high[i];
		p.up[i] = -1;
		if (i != nd->seat && i != d->frame[0].seat)
			p.rest += b->low[i];
	}
	for (int k = 1; k <= m; k++) {
		const struct dfs_frame *a = &d->frame[nd->ply - k];
		if (a->need > p.least[a->seat]) {
			p.least[a->seat] = a->need;
			p.up[a->seat] = (int8_t)k;
		}
	}
	if (best && least > p.least[nd->seat]) {
		p.least[nd->seat] = least;
		p.up[nd->seat] = 0;
	}
	for (int i = 0; i < d->seats; i++)
		p.sum += p.least[i];
	if (nd->ply == 1 && m == 1)
		d->cut = p;
	if (d->trace != NULL)
		d->trace(d->trace_self, &p);
}

static int speculative(struct maxn *x, int ply, int rem, unsigned allowed, int top);
static int search_child(struct maxn *x, int ply, int rem, unsigned allowed, int top);

static void
queue_child(struct maxn *x, struct node *nd, int i, int m)
{
	uint8_t *mark = x->d.mark + nd->top;
	if (nd->queued++ == 0)
		memset(mark, 0, (size_t)nd->n);
	mark[i] = (uint8_t)m;
}

/* Must move i give more than the best, not as much? Not while there is none. */
static inline bool
stands_behind(const struct node *nd, int i)
{
	return (unsigned)nd->best < (unsigned)i;
}

/* Searches child i of the fixed order: DFS_STOP, 0, or m when the NODE is cut. */
static inline __attribute__((always_inline)) int
try_child(struct maxn *x, struct node *nd, int i, bool last)
{
	struct dfs *d = &x->d;
	struct dfs_frame *f = &d->frame[nd->ply], *c = f + 1;
	const struct state *child = dfs_state(d, nd->ply + 1);
	const int next = nd->rem > 0 ? nd->rem - 1 : 0;
	const move mv = d->stack[nd->top + (int)~(uint32_t)d->key[nd->top + i]];
	const unsigned turn = dfs_enter(d, nd->ply, nd->seat, mv);
	if (!search_step(d->s))
		return DFS_STOP;
	if (dfs_ends(d, turn, next, nd->ply + 1, &nd->slack)) {
		dfs_visit_leaf(d, child, nd->ply + 1);
	} else {
		const unsigned far = nd->allowed << 1 & ~0u << (nd->refused_by + 1);
		const unsigned allowed = (far & (x->pass | -(unsigned)last)) | nd->near;
		f->need = nd->got + d->step * stands_behind(nd, i);
		const int r =
			search_child(x, nd->ply + 1, next, allowed, nd->top + nd->all);
		dfs_slack(&nd->slack, c->slack);
		if (r == DFS_STOP)
			return DFS_STOP;
		if (r > 1)
			queue_child(x, nd, i, r);
		if (r != DFS_VALUE)
			return 0;
	}
	if (c->value[nd->seat] < nd->got + stands_behind(nd, i))
		return 0;
	dfs_take(d, nd->ply, mv);
	nd->best = i;
	nd->near = 2;
	nd->got = c->value[nd->seat];
	nd->refused_by = limit_refusal(d, &x->reach, nd->ply);
	if (nd->got < nd->lowest || (last && nd->queued == 0))
		return 0;
	return limit_cut(x, nd);
}

/*
 * All children were seen once. Searches again those that were cut for the sake of
 * ancestors who would now like this node's best. DFS_STOP, 0, or m when the node is cut.
 */
static int
resolve(struct maxn *x, struct node *nd)
{
	struct dfs *d = &x->d;
	uint8_t *mark = d->mark + nd->top;
	for (bool again = true; again && nd->queued > 0;) {
		again = false;
		for (int i = 0; i < nd->n; i++) {
			const bool useless = i > nd->best && nd->best >= 0 &&
					     nd->got > nd->high - d->step;
			if (mark[i] == 0 || nd->best < 0 ||
			    (!useless && nd->refused_by <= mark[i] - 1))
				continue;
			mark[i] = 0;
			nd->queued--;
			again = true;
			if (useless)
				continue;
			d->s->live.researches++;
			const int r = try_child(x, nd, i, false);
			if (r != 0)
				return r;
		}
	}
	return 0;
}

/* Some children stay unknown: for whom is the true value of the node certainly not? */
static int
unresolved(const struct maxn *x, struct node *nd)
{
	int most = nd->best >= 0 ? nd->refused_by : 1;
	for (int i = 0; i < nd->n; i++)
		if (x->d.mark[nd->top + i] > most + 1)
			most = x->d.mark[nd->top + i] - 1;
	if (x->d.unknown != NULL)
		x->d.unknown(x->d.trace_self, nd->ply, most);
	return most;
}

/* Which rule it was: with two seats, were the bounds of the root enough? */
static enum cut_rule
rule_of(const struct maxn *x, const struct node *nd, int m)
{
	const struct dfs *d = &x->d;
	if (nd->tied)
		return CUT_DISCRETE;
	if (m > 1)
		return x->prune == PRUNE_LAST_BRANCH ? CUT_LAST_BRANCH : CUT_SPECULATIVE;
	const struct dfs_frame *a = &d->frame[nd->ply - 1];
	int64_t sum = (int64_t)d->frame[nd->ply].value[nd->seat] + a->need;
	for (int i = 0; i < d->seats; i++)
		if (i != nd->seat && i != a->seat)
			sum += x->root.b.low[i];
	return sum > x->root.b.maxsum ? CUT_SHALLOW : CUT_ALPHA_BETA_BOUND;
}

static int
cut_node(struct maxn *x, struct node *nd, int m, int skipped)
{
	const enum cut_rule rule = rule_of(x, nd, m);
	const int32_t got = x->d.frame[nd->ply].value[nd->seat];
	dfs_count_cut(&x->d, rule, nd->ply, skipped);
	if (learn_by_cuts(&x->learn))
		learn_cut(&x->learn, nd->ply, nd->rem, nd->seat,
			  x->d.frame[nd->ply].pv[0]);
	note_proof(x, nd, rule, m, true, nd->tied ? got + x->reach.tie : got);
	return m;
}

/* Puts the moves into the order in which they are searched, unless it is the fixed one. */
static void
arrange(struct maxn *x, const struct node *nd)
{
	struct dfs *d = &x->d;
	for (int k = 0; k < nd->all; k++)
		order_take(d->key + nd->top, k, nd->all);
	learn_sort(&x->learn, d, nd->ply, nd->top, nd->n, nd->first);
}

/* The move that is searched as number k. */
static inline int
next_child(struct maxn *x, struct node *nd, int k)
{
	if (__builtin_expect(!nd->learned, 1)) {
		order_take(x->d.key + nd->top, k, nd->all);
		return k;
	}
	nd->rest = x->learn.rest[nd->top + k];
	return x->learn.turn[nd->top + k];
}

/*
 * A move left of the best wins by being equal: as long as one is to come, only what is too
 * much for the ancestors cuts.
 */
static int
search_children(struct maxn *x, struct node *nd)
{
	struct dfs *d = &x->d;
	if (nd->learned)
		arrange(x, nd);
	for (int k = 0; k < nd->n; k++) {
		const int i = next_child(x, nd, k);
		const int left = nd->n - 1 - k;
		const int r = try_child(x, nd, i, left == 0);
		if (r == DFS_STOP)
			return r;
		if (r > 0)
			return cut_node(x, nd, r, left);
		if (nd->got > nd->high - d->step && left > 0 && nd->best == i &&
		    nd->rest > i) {
			dfs_count_cut(d, CUT_BOUND, nd->ply, left);
			note_proof(x, nd, CUT_BOUND, 0, true, nd->got + d->step);
			break;
		}
	}
	if (nd->queued == 0)
		return DFS_VALUE;
	const int r = resolve(x, nd);
	if (r == DFS_STOP)
		return r;
	if (r > 0)
		return cut_node(x, nd, r, 0);
	return nd->queued == 0 ? DFS_VALUE : unresolved(x, nd);
}

/* A node with one move: its mover needs nothing of it. */
static int
forced(struct maxn *x, int ply, int rem, unsigned allowed, int top)
{
	struct dfs *d = &x->d;
	struct dfs_frame *f = &d->frame[ply], *c = f + 1;
	const int next = rem > 0 ? rem - 1 : 0;
	const move mv = d->stack[top];
	const unsigned turn = dfs_enter(d, ply, f->seat, mv);
	x->bounds[ply] = (f->turn & TURN_LOUD) ? x->bounds[ply - 1] : NULL;
	d->s->live.children++;
	if (!search_step(d->s))
		return DFS_STOP;
	int r = DFS_VALUE;
	c->slack = DFS_SOLVED;
	f->need = DFS_NO_BOUND;
	if (dfs_ends(d, turn, next, ply + 1, &c->slack))
		dfs_visit_leaf(d, dfs_state(d, ply + 1), ply + 1);
	else
		r = search_child(x, ply + 1, next, allowed << 1, top + 1);
	f->slack = c->slack;
	if (r == DFS_VALUE)
		dfs_take(d, ply, mv);
	if (r <= 0)
		return r;
	/* Not for the child's r nearest ancestors: not for this node's r - 1. */
	if (d->unknown != NULL)
		d->unknown(d->trace_self, ply, r - 1);
	return r - 1;
}

/* The bounds of a node; within a trick they stay what they were. */
static inline const struct span *
find_bounds(struct maxn *x, const struct state *st, int ply)
{
	const struct span *b = &x->own[ply];
	if (x->prune == PRUNE_SHALLOW)
		b = &x->root;
	else if ((x->d.frame[ply].turn & TURN_LOUD) && x->bounds[ply - 1] != NULL)
		b = x->bounds[ply - 1];
	else
		span_ask(&x->own[ply], &x->d, st);
	return x->bounds[ply] = b;
}

/* True when all children are leaves. */
static inline bool
is_last(const struct dfs *d, int ply, int rem)
{
	if (d->quiet == NULL)
		return rem == 1;
	return rem <= 1 && (d->frame[ply].turn & TURN_LAST) != 0;
}

/*
 * A node whose children are all leaves: they are valued in any order, which is cheaper, and the
 * first that is too much for the ancestors cuts. The tie rule has nothing to save here.
 */
static int
last_card(struct maxn *x, int ply, int rem, unsigned allowed, int top)
{
	struct dfs *d = &x->d;
	const struct dfs_frame *f = &d->frame[ply];
	const struct state *st = dfs_state(d, ply);
	const int n = dfs_moves(d, st, f->seat, d->stack + top);
	const struct span *b = NULL;
	int32_t stop_at = INT32_MAX;
	if (n > 1) {
		b = find_bounds(x, st, ply);
		stop_at = limit_lowest(d, &x->reach, ply, allowed, b);
		if (stop_at == INT32_MIN)
			return speculative(x, ply, rem, allowed, top);
	}
	d->s->live.children += n;
	const int seen = value_leaves(d, ply, top, n, stop_at);
	if (seen == DFS_STOP)
		return DFS_STOP;
	if (f->value[f->seat] < stop_at)
		return DFS_VALUE;
	struct node nd = { .ply = ply, .rem = rem, .seat = f->seat, .bounds = b };
	const int m = limit_ways(d, &x->reach, ply, allowed, b, f->value[f->seat], 1);
	return cut_node(x, &nd, m, n - seen);
}

static inline int
search_child(struct maxn *x, int ply, int rem, unsigned allowed, int top)
{
	if (rem <= 1 && (x->d.frame[ply].turn & TURN_LAST) != 0 && x->in_any_order)
		return last_card(x, ply, rem, allowed, top);
	return speculative(x, ply, rem, allowed, top);
}

/*
 * allowed: bit m set when this node may be cut for the sake of its m nearest ancestors.
 */
static int
speculative(struct maxn *x, int ply, int rem, unsigned allowed, int top)
{
	struct dfs *d = &x->d;
	struct dfs_frame *f = &d->frame[ply];
	const struct state *st = dfs_state(d, ply);
	/* 1. A forced move changes nothing about what the ancestors need. */
	const int n = dfs_moves(d, st, f->seat, d->stack + top);
	if (n == 1)
		return forced(x, ply, rem, allowed, top);
	f->slack = DFS_SOLVED;
	const bool table = d->use_table && rem >= DFS_TABLE_MIN;
	struct dfs_key key;
	if (table) { /* asked in a moment, and seldom in the cache */
		dfs_key(d, st, &key);
		__builtin_prefetch(ttable_bucket(&d->table, key.hash));
	}
	/* 2. The game's own bounds. */
	struct node nd; /* the limits are many: they are set where they count */
	nd.ply = ply;
	nd.rem = rem;
	nd.top = top;
	nd.seat = f->seat;
	nd.all = n;
	nd.n = d->width > 0 && d->width < n ? d->width : n;
	nd.allowed = allowed;
	nd.near = 0;
	nd.best = -1;
	nd.got = DFS_NO_BOUND;
	nd.refused_by = nd.queued = 0;
	nd.rest = LEARN_NO_RANK;
	nd.first = -1;
	nd.learned = learn_by_cuts(&x->learn);
	nd.tied = false;
	nd.slack = DFS_SOLVED;
	nd.bounds = find_bounds(x, st, ply);
	nd.high = nd.bounds->b.high[nd.seat];
	nd.lowest = limit_lowest(d, &x->reach, ply, allowed, nd.bounds);
	if (nd.lowest == INT32_MIN) {
		const int m =
			limit_ways(d, &x->reach, ply, allowed, nd.bounds, INT32_MIN, 1);
		dfs_count_cut(d, CUT_BOUND, ply, 0);
		note_proof(x, &nd, CUT_BOUND, m, false, 0);
		return m;
	}
	if (nd.lowest < INT32_MAX)
		nd.lowest -= x->reach.tie;
	/* 3. Only leaves below, and none of them can cut: their order matters in ties only. */
	if (nd.lowest > nd.high && is_last(d, ply, rem))
		return maxn_plain_children(d, ply, rem, top, n, &f->slack) ? DFS_VALUE
									   : DFS_STOP;
	/* 4. The table. */
	if (table && dfs_probe(d, &key, ply, rem, top))
		return DFS_VALUE;
	/* 5. The children in their order. */
	if (table && x->learn.rule == LEARN_TABLE) {
		nd.first = dfs_place(d, top, n, ttable_move(&d->table, key.hash));
		nd.learned = nd.first >= 0;
	}
	order_begin(d->g, st, nd.seat, d->stack + top, d->score + top, d->key + top, n);
	d->s->live.children += nd.n;
	const int r = search_children(x, &nd);
	f->slack = nd.slack;
	if (r == DFS_VALUE && table)
		dfs_store(d, &key, ply, rem, TTABLE_EXACT, top, n);
	return r;
}

static int
speculative_child(struct dfs *d, int rem)
{
	const unsigned allowed = d->frame[0].need == DFS_NO_BOUND ? 0 : 2;
	return speculative((struct maxn *)d, 1, rem, allowed, MOVES_MAX);
}

/* ---- the vtable ---- */

static bool
maxn_open(struct search *s, struct status *st)
{
	struct maxn *x = arena_take(&s->arena, sizeof *x);
	if (x == NULL)
		return status_fail(st, "memory: too few for this search");
	memset(x, 0, sizeof *x);
	s->self = x;
	x->prune = (enum prune)options_int(&s->options, "prune");
	x->own = arena_take(&s->arena, sizeof *x->own * (DFS_PLIES + 1));
	/* NOLINTNEXTLINE(bugprone-sizeof-expression) */
	x->bounds = arena_take(&s->arena, sizeof *x->bounds * (DFS_PLIES + 1));
	if (x->own == NULL || x->bounds == NULL)
		return status_fail(st, "memory: too few for this search");
	if (!learn_open(&x->learn, s, st) || !dfs_open(&x->d, s, st))
		return false;
	const int reach = (int)options_int(&s->options, "reach");
	const int far = reach > 0 ? reach : x->d.seats - 1;
	x->reach = (struct reach){
		.most = x->prune >= PRUNE_LAST_BRANCH ? far : 1,
		.best = x->prune != PRUNE_BOUND,
		.tie = options_int(&s->options, "discrete") ? x->d.step : 0,
	};
	x->pass = x->prune == PRUNE_LAST_BRANCH ? 2 : ~0u;
	x->d.child = x->prune == PRUNE_NONE ? maxn_plain_child : speculative_child;
	x->d.bounds_kind = x->prune == PRUNE_NONE ? DFS_FREE : DFS_NEEDS;
	return true;
}

static void
maxn_run(struct search *s)
{
	struct maxn *x = s->self;
	span_ask(&x->root, &x->d, &s->root);
	x->bounds[0] = &x->root;
	learn_clear(&x->learn);
	x->in_any_order =
		x->d.quiet != NULL && x->d.width == 0 && !learn_by_cuts(&x->learn);
	dfs_run(&x->d);
}

const struct search_ops maxn_search = {
	.key = "maxn",
	.title = "max^n",
	.summary = "every seat maximises its own value, searched depth first",
	.source = "Luckhardt and Irani 1986; Korf 1991; Sturtevant and Korf, AAAI 2000; "
		  "Sturtevant, IJCAI 2003",
	.needs = NEED_PERFECT,
	.any_bytes = true,
	.options = maxn_options,
	.open = maxn_open,
	.run = maxn_run,
	.look = &dfs_look,
};
