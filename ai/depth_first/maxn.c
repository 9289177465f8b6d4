/*
 * maxn.c - max^n with every pruning that is known for it.
 *
 * Source: Luckhardt and Irani 1986 (max^n); Korf 1991 (immediate and shallow pruning);
 * Sturtevant and Korf 2000 (branch and bound, alone and with shallow pruning); Sturtevant
 * 2003 (last-branch and speculative pruning, discrete cut-offs).
 *
 * One rule for any number of seats and any order of turns: a node returns its tuple, or
 * m >= 1 when no value of it is preferred by all of its m nearest ancestors (the lemma of
 * bound.h).
 *   m = 1   The parent rejects the child for good.
 *   m >= 2  The parent queues the child. It searches it again only if its own best turns
 *           out to be preferred by all m - 1 ancestors above.
 * Proof for m >= 2: the child's value is refused by the parent, whose best then stands,
 * or by one of the m - 1 above. So if one of these refuses the parent's best too, the
 * parent has no value that they all prefer, whatever the child's is, and returns m - 1.
 * Else the child counts; and as long as the best is preferred by all m - 1, no child may
 * be cut with them (`allowed`).
 *
 * prune=           m            bounds of   the mover's best
 * bound            1            the node    does not count
 * shallow          1            the root    counts
 * alphabeta-bound  1            the node    counts
 * last-branch      1 .. seats-1 the node    counts; m > 1 only while the nodes between
 *                                           are at their last child: no second search
 * speculative      1 .. seats-1 the node    counts
 * The bounds of a node are narrower than the root's where points once taken stay taken.
 *
 * discrete=on: values of a seat are a step apart (game_knowledge.value_step), and so is a
 * need from the best; and children on the right of the best count as a step above it.
 * off: the step is the 1 of the integers.
 *
 * Differs from the paper: a seat that moves twice on the path counts with its larger
 * need; bounds are integers, so a strict bound is one more; ties stay left even through a
 * second search. With every prune= the root's tuple and move are those of plain max^n
 * (maxn_plain.c).
 *
 * Each step below says what it is worth: the nodes without it as a multiple of those with
 * all steps, and where they are equal the least user time of ten runs (H, seed 2, depth
 * 16; S, seed 2, depth 13). Measured on
 *   H  open Hearts, 66875732 nodes:
 *      plyscope search hearts -o open=on --seed N --depth 14 -a maxn --json, N = 1 .. 5
 *   S  open Spades with three seats, 7160655 nodes: the same with
 *      spades -o open=on,bidding=off,seats=3, --depth 11
 *   C  Chinese Checkers, 1882230 nodes: --load r/chinese-checkers-000000.ply@N --depth 4,
 *      N = 10, 20, 30, 40, of a game by plyscope match chinese-checkers -a greedy
 *      -a greedy -a greedy --games 1 --opening 6 --seed 1 --records r
 * with the option named, or the step taken out of the program (-).
 *
 * Values: integers per seat within the game's bounds(). Memory: frames and table, see
 * dfs.h.
 */
#include "ai/depth_first/maxn.h"
#include "ai/depth_first/bound.h"
#include "ai/depth_first/dfs.h"
#include "ai/depth_first/dfs_look.h"
#include "ai/depth_first/dfs_options.h"
#include "ai/depth_first/unordered.h"

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
	struct bound_rules rules;
	unsigned not_last;	/* mask of `allowed` for a child that is not the last */
	bool leaves_unordered;	/* at the last ply of a unit: search_leaves() */
	struct bound_game root; /* holds everywhere */
	struct bound_game *own; /* of the state of a ply */
	const struct bound_game **bounds; /* in force at a ply; NULL: not asked for yet */
};

static const struct option_spec maxn_options[] = {
	DFS_OPTION_PRUNE,  DFS_OPTION_DISCRETE, DFS_OPTION_TABLE,  DFS_OPTION_EVAL,
	SEARCH_OPTION_AIM, DFS_OPTION_WIDTH,	DFS_OPTION_MEMORY, { .key = NULL },
};

/* A node under way. `allowed`: bit m set when its m nearest ancestors may cut it. */
struct maxn_node {
	int ply, rem, top, seat;
	int n, all; /* moves to search; before width= took some away */
	unsigned allowed;
	unsigned parent;    /* 2, the bit of m = 1, once this node may cut its children */
	int best;	    /* rank of the best child, -1: none yet */
	int32_t best_value; /* of the mover; DFS_NO_BOUND */
	int refused_by;	    /* bound_refused_by() of the best, 0: none yet */
	int queued;	    /* marked children */
	bool discrete;	    /* cut only as children on the right must beat the best */
	uint8_t slack;
	const struct bound_game *bounds;
	int32_t cut_value; /* bests below it do not cut: bound_cut_value(), less a step */
	int32_t high;	   /* the most that the mover can get */
};

/* ---- the numbers behind a cut, for the sentence of the inspector ---- */

/* A cut, as the search made it. */
struct maxn_cut {
	enum dfs_rule rule;
	int ply, ancestors; /* of the node; the m nearest */
	bool with_best;	    /* the mover's best counts: */
	int32_t best;	    /* this much of it */
	const struct bound_game *bounds;
};

/* True when the root's table or a trace needs the proof of a cut at this ply. */
static inline bool
proof_wanted(const struct dfs *d, int ply)
{
	return __builtin_expect(ply == 1 || d->trace != NULL, 0);
}

/* Applies the lemma of bound.h by seat, for d->trace and, at ply 1, for d->cut. */
static void
prove_cut(struct dfs *d, const struct maxn_cut *c)
{
	const struct bounds *b = &c->bounds->b;
	const int seat = d->frame[c->ply].seat;
	struct dfs_proof p = { .rule = (int8_t)c->rule,
			       .seat = c->with_best ? seat : SEAT_NONE,
			       .maxsum = b->maxsum,
			       .ply = c->ply,
			       .ancestors = c->ancestors };
	struct bound_sum a;
	memset(p.up, -1, sizeof p.up);
	memcpy(p.most, b->high, (size_t)d->seats * sizeof p.most[0]);
	bound_begin(&a, c->bounds);
	for (int k = 1; k <= c->ancestors; k++) {
		const struct dfs_frame *f = &d->frame[c->ply - k];
		const int32_t before = a.low[f->seat];
		bound_add(&a, f, b, true);
		if (a.low[f->seat] > before)
			p.up[f->seat] = (int8_t)k;
	}
	if (c->with_best && c->best > a.low[seat]) {
		a.sum += c->best - a.low[seat];
		a.low[seat] = c->best;
		p.up[seat] = 0;
	}
	memcpy(p.least, a.low, (size_t)d->seats * sizeof p.least[0]);
	p.sum = a.sum;
	if (c->ply == 1 && c->ancestors == 1)
		d->cut = p;
	if (d->trace != NULL)
		d->trace(d->trace_self, &p);
}

static int search_node(struct maxn *x, int ply, int rem, unsigned allowed, int top);
static int maxn_search_child(struct maxn *x, int ply, int rem, unsigned allowed, int top);

/* ---- bounds, and cuts by them ---- */

/*
 * The bounds of a node. Inside a unit those of its start hold on, and are asked for less
 * often. (-) nodes H, S 1.00, time H 1.08, S 1.09.
 */
static inline const struct bound_game *
maxn_find_bounds(struct maxn *x, const struct state *st, int ply)
{
	const struct bound_game *b = &x->own[ply];
	if (x->prune == PRUNE_SHALLOW)
		b = &x->root;
	else if (dfs_inside_unit(&x->d.frame[ply]) && x->bounds[ply - 1] != NULL)
		b = x->bounds[ply - 1];
	else
		bound_ask_game(&x->own[ply], &x->d, st);
	return x->bounds[ply] = b;
}

/* The least m that cuts the node by its best so far, 0: none. Rarely called: kept out of
 * the loop over children. */
static __attribute__((noinline)) int
cut_by_best(const struct maxn *x, struct maxn_node *nd)
{
	const int m = bound_cut_by(&x->d, &x->rules, nd->ply, nd->allowed, nd->bounds,
				   nd->best_value, 1);
	if (m > 0 || x->rules.better == 0 || nd->queued > 0)
		return m;
	/* All children to come stand right of the best, which one of the m refuses. */
	const int more = bound_cut_by(&x->d, &x->rules, nd->ply, nd->allowed, nd->bounds,
				      nd->best_value + x->rules.better, nd->refused_by);
	nd->discrete = more > 0;
	return more;
}

/* The rule of a cut. m = 1 is shallow pruning if the bounds of the root would do. */
static enum dfs_rule
rule_of(const struct maxn *x, const struct maxn_node *nd, int m)
{
	const struct dfs *d = &x->d;
	if (nd->discrete)
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

/* Counts a cut of the node by its best and m ancestors; returns m. */
static int
cut_node(struct maxn *x, struct maxn_node *nd, int m, int skipped)
{
	struct dfs *d = &x->d;
	const struct dfs_frame *f = &d->frame[nd->ply];
	const enum dfs_rule rule = rule_of(x, nd, m);
	dfs_count_cut(d, rule, nd->ply, skipped);
	if (proof_wanted(d, nd->ply))
		prove_cut(d, &(struct maxn_cut){
				     .rule = rule,
				     .ply = nd->ply,
				     .ancestors = m,
				     .with_best = true,
				     .best = f->value[nd->seat] +
					     (nd->discrete ? x->rules.better : 0),
				     .bounds = nd->bounds });
	return m;
}

/* Immediate pruning of a whole node: whatever the mover gets, the needs of m ancestors
 * are too much. */
static int
cut_before_children(struct maxn *x, const struct maxn_node *nd)
{
	struct dfs *d = &x->d;
	const int m = bound_cut_by(d, &x->rules, nd->ply, nd->allowed, nd->bounds,
				   INT32_MIN, 1);
	dfs_count_cut(d, CUT_BOUND, nd->ply, 0);
	if (proof_wanted(d, nd->ply))
		prove_cut(d, &(struct maxn_cut){ .rule = CUT_BOUND,
						 .ply = nd->ply,
						 .ancestors = m,
						 .bounds = nd->bounds });
	return m;
}

/* Immediate pruning of the rest of a node: the mover has the most it can get. */
static void
cut_at_most(struct maxn *x, const struct maxn_node *nd, int skipped)
{
	struct dfs *d = &x->d;
	dfs_count_cut(d, CUT_BOUND, nd->ply, skipped);
	if (proof_wanted(d, nd->ply))
		prove_cut(d, &(struct maxn_cut){ .rule = CUT_BOUND,
						 .ply = nd->ply,
						 .with_best = true,
						 .best = nd->best_value + d->step,
						 .bounds = nd->bounds });
}

/* ---- children ---- */

static void
queue_child(struct maxn *x, struct maxn_node *nd, int i, int m)
{
	uint8_t *mark = x->d.mark + nd->top;
	if (nd->queued++ == 0)
		memset(mark, 0, (size_t)nd->n);
	mark[i] = (uint8_t)m;
}

/* True when child i must beat the best, not just equal it; false while there is none. */
static inline bool
stands_right(const struct maxn_node *nd, int i)
{
	return (unsigned)nd->best < (unsigned)i;
}

/*
 * Searches the child of rank i: DFS_STOP, 0, or m when the NODE is cut.
 */
static inline __attribute__((always_inline)) int
try_child(struct maxn *x, struct maxn_node *nd, int i, bool last)
{
	struct dfs *d = &x->d;
	struct dfs_frame *f = &d->frame[nd->ply], *c = f + 1;
	const struct state *child = dfs_state(d, nd->ply + 1);
	const int next = nd->rem > 0 ? nd->rem - 1 : 0;
	const move mv = d->stack[nd->top + (int)~(uint32_t)d->key[nd->top + i]];
	/* Step 6. Play. A leaf is valued at once. */
	const unsigned turn = dfs_enter(d, nd->ply, nd->seat, mv);
	if (!search_step(d->s))
		return DFS_STOP;
	if (dfs_ends(d, turn, next, nd->ply + 1, &nd->slack)) {
		dfs_visit_leaf(d, child, nd->ply + 1);
	} else {
		/*
		 * Step 7. The need of this node, and who may cut the child: this node and
		 * its m-1 nearest ancestors (bit m) if these may cut this node (bit m-1)
		 * and one of them refuses its best; this node alone once it has a best.
		 */
		const unsigned far = nd->allowed << 1 & ~0u << (nd->refused_by + 1);
		const unsigned allowed =
			(far & (x->not_last | -(unsigned)last)) | nd->parent;
		f->need = nd->best_value + d->step * stands_right(nd, i);
		const int r = maxn_search_child(x, nd->ply + 1, next, allowed,
						nd->top + nd->all);
		dfs_slack(&nd->slack, c->slack);
		if (r == DFS_STOP)
			return DFS_STOP;
		if (r > 1)
			queue_child(x, nd, i, r);
		if (r != DFS_VALUE)
			return 0;
	}
	/* Step 8. A better child, or an equal one on the left, is the new best. */
	if (c->value[nd->seat] < nd->best_value + stands_right(nd, i))
		return 0;
	dfs_take(d, nd->ply, mv);
	nd->best = i;
	nd->parent = 2;
	nd->best_value = c->value[nd->seat];
	nd->refused_by = bound_refused_by(d, &x->rules, nd->ply);
	/*
	 * Step 9. Shallow (m = 1), last-branch and speculative pruning (m > 1), discrete
	 * cut-offs: with this best the needs of m ancestors sum to more than maxsum.
	 *   prune=none             H 1.38, S 2.70, C 29.6
	 *   prune=alphabeta-bound  H 1.32, S 2.64, C 29.6 (m = 1 alone)
	 *   prune=last-branch      H 1.32, S 1.49, C 28.7
	 *   discrete=off           H, S, C 1.00; with eval=taken H 1.02
	 */
	if (nd->best_value < nd->cut_value || (last && nd->queued == 0))
		return 0;
	return cut_by_best(x, nd);
}

/*
 * All children were searched once. Searches queued ones again while the best is preferred
 * by those they were cut for. DFS_STOP, 0, or m when the node is cut.
 */
static int
search_queued(struct maxn *x, struct maxn_node *nd)
{
	struct dfs *d = &x->d;
	uint8_t *mark = d->mark + nd->top;
	for (bool again = true; again && nd->queued > 0;) {
		again = false;
		for (int i = 0; i < nd->n; i++) {
			/* on the right of a best that nothing exceeds */
			const bool useless = i > nd->best && nd->best >= 0 &&
					     nd->best_value > nd->high - d->step;
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

/* Some children stay unknown: the least m whose ancestors do not all prefer the node's
 * true value, as the best and the queued children prove. */
static int
unknown_for(const struct maxn *x, const struct maxn_node *nd)
{
	int most = nd->best >= 0 ? nd->refused_by : 1;
	for (int i = 0; i < nd->n; i++)
		if (x->d.mark[nd->top + i] > most + 1)
			most = x->d.mark[nd->top + i] - 1;
	if (x->d.unknown != NULL)
		x->d.unknown(x->d.trace_self, nd->ply, most);
	return most;
}

/* Steps 6 to 12 of a node, child after child. */
static int
maxn_search_children(struct maxn *x, struct maxn_node *nd)
{
	struct dfs *d = &x->d;
	for (int i = 0; i < nd->n; i++) {
		const int left = nd->n - 1 - i;
		order_take(d->key + nd->top, i, nd->all);
		const int r = try_child(x, nd, i, left == 0);
		if (r == DFS_STOP)
			return r;
		if (r > 0)
			return cut_node(x, nd, r, left);
		/*
		 * Step 10. Immediate pruning: no child can beat the best. (-) H, S, C 1.00.
		 */
		if (nd->best_value > nd->high - d->step && left > 0 && nd->best == i) {
			cut_at_most(x, nd, left);
			break;
		}
	}
	if (nd->queued == 0)
		return DFS_VALUE;
	/* Step 11. Speculative pruning searches again: 3145 children in H, 65 in S, 6 in C.
	 * Without a second search it is last-branch pruning (step 9). */
	const int r = search_queued(x, nd);
	if (r == DFS_STOP)
		return r;
	if (r > 0)
		return cut_node(x, nd, r, 0);
	/* Step 12. What is still queued stays unknown, and with it the node. */
	return nd->queued == 0 ? DFS_VALUE : unknown_for(x, nd);
}

/* ---- nodes ---- */

/* A node with one move, which is worth what its child is: its mover needs nothing, and m
 * of the child's ancestors are m - 1 of its own. */
static int
maxn_search_forced(struct maxn *x, int ply, int rem, unsigned allowed, int top)
{
	struct dfs *d = &x->d;
	struct dfs_frame *f = &d->frame[ply], *c = f + 1;
	const int next = rem > 0 ? rem - 1 : 0;
	const move mv = d->stack[top];
	const unsigned turn = dfs_enter(d, ply, f->seat, mv);
	x->bounds[ply] = dfs_inside_unit(f) ? x->bounds[ply - 1] : NULL;
	d->s->live.children++;
	if (!search_step(d->s))
		return DFS_STOP;
	int r = DFS_VALUE;
	c->slack = DFS_SOLVED;
	f->need = DFS_NO_BOUND;
	if (dfs_ends(d, turn, next, ply + 1, &c->slack))
		dfs_visit_leaf(d, dfs_state(d, ply + 1), ply + 1);
	else
		r = maxn_search_child(x, ply + 1, next, allowed << 1, top + 1);
	f->slack = c->slack;
	if (r == DFS_VALUE)
		dfs_take(d, ply, mv);
	if (r <= 0)
		return r;
	if (d->unknown != NULL)
		d->unknown(d->trace_self, ply, r - 1);
	return r - 1;
}

/*
 * A node whose children are all leaves, valued in any order until one cuts. Discrete
 * cut-offs would save nothing here.
 */
static int
maxn_search_leaves(struct maxn *x, int ply, int rem, unsigned allowed, int top)
{
	struct dfs *d = &x->d;
	const struct dfs_frame *f = &d->frame[ply];
	const struct state *st = dfs_state(d, ply);
	const int n = dfs_moves(d, st, f->seat, d->stack + top);
	const struct bound_game *b = NULL;
	int32_t cut_value = INT32_MAX;
	if (n > 1) {
		b = maxn_find_bounds(x, st, ply);
		cut_value = bound_cut_value(d, &x->rules, ply, allowed, b);
		if (cut_value == INT32_MIN)
			return search_node(x, ply, rem, allowed, top);
	}
	d->s->live.children += n;
	const int seen = value_leaves(d, ply, top, n, cut_value);
	if (seen == DFS_STOP)
		return DFS_STOP;
	if (f->value[f->seat] < cut_value)
		return DFS_VALUE;
	struct maxn_node nd = { .ply = ply, .rem = rem, .seat = f->seat, .bounds = b };
	const int m = bound_cut_by(d, &x->rules, ply, allowed, b, f->value[f->seat], 1);
	return cut_node(x, &nd, m, n - seen);
}

/*
 * Step 0. At the last ply of a unit, leaves unordered: they cost less than their order.
 * (-) nodes H 1.00, S 0.99, time H 1.08, S 1.20.
 */
static inline int
maxn_search_child(struct maxn *x, int ply, int rem, unsigned allowed, int top)
{
	if (rem <= 1 && dfs_ends_unit(&x->d.frame[ply]) && x->leaves_unordered)
		return maxn_search_leaves(x, ply, rem, allowed, top);
	return search_node(x, ply, rem, allowed, top);
}

/* True when all children are leaves. */
static inline bool
has_only_leaves(const struct dfs *d, int ply, int rem)
{
	if (d->quiet == NULL)
		return rem == 1;
	return rem <= 1 && dfs_ends_unit(&d->frame[ply]);
}

static int
search_node(struct maxn *x, int ply, int rem, unsigned allowed, int top)
{
	struct dfs *d = &x->d;
	struct dfs_frame *f = &d->frame[ply];
	const struct state *st = dfs_state(d, ply);
	/* Step 1. A forced move changes no need: it takes no bounds, table or order.
	 * (-) H 1.03, S 0.99. */
	const int n = dfs_moves(d, st, f->seat, d->stack + top);
	if (n == 1)
		return maxn_search_forced(x, ply, rem, allowed, top);
	f->slack = DFS_SOLVED;
	const bool table = d->use_table && rem >= DFS_TABLE_MIN;
	struct dfs_key key;
	if (table) { /* for step 4; its line is seldom in the cache */
		dfs_key(d, st, &key);
		__builtin_prefetch(ttable_bucket(&d->table, key.hash));
	}
	struct maxn_node nd; /* the other members are set where they first count */
	nd.ply = ply;
	nd.rem = rem;
	nd.top = top;
	nd.seat = f->seat;
	nd.all = n;
	nd.n = d->width > 0 && d->width < n ? d->width : n;
	nd.allowed = allowed;
	nd.parent = 0;
	nd.best = -1;
	nd.best_value = DFS_NO_BOUND;
	nd.refused_by = nd.queued = 0;
	nd.discrete = false;
	nd.slack = DFS_SOLVED;
	/* Step 2. Immediate pruning: with the game's bounds alone the needs of m
	 * ancestors sum to more than maxsum. (-) H 1.01, S and C 1.00. */
	nd.bounds = maxn_find_bounds(x, st, ply);
	nd.high = nd.bounds->b.high[nd.seat];
	nd.cut_value = bound_cut_value(d, &x->rules, ply, allowed, nd.bounds);
	if (nd.cut_value == INT32_MIN)
		return cut_before_children(x, &nd);
	if (nd.cut_value < INT32_MAX)
		nd.cut_value -= x->rules.better;
	/* Step 3. Only leaves below, none of which can cut: plain max^n, where the order
	 * counts in ties alone. (-) nodes H, S, C 1.00, time H 1.01, S 1.05. */
	if (nd.cut_value > nd.high && has_only_leaves(d, ply, rem))
		return maxn_plain_children(d, ply, rem, top, n, &f->slack) ? DFS_VALUE
									   : DFS_STOP;
	/* Step 4. Transposition table: exact tuples, and the best move of any depth.
	 * table=off: H 1.97, S 2.47, C 1.00. */
	if (table && dfs_probe(d, &key, ply, rem, top))
		return DFS_VALUE;
	/* Step 5. Move ordering: the game's order. The table's move before it would save nothing:
	 * H 1.04, S 1.02, C 1.00. */
	order_begin(d->g, st, nd.seat, d->stack + top, d->score + top, d->key + top, n);
	d->s->live.children += nd.n;
	/* Steps 6 to 12. The children. */
	const int r = maxn_search_children(x, &nd);
	f->slack = nd.slack;
	/* Step 13. Only exact tuples go into the table. */
	if (r == DFS_VALUE && table)
		dfs_store(d, &key, ply, rem, TTABLE_EXACT, top, n);
	return r;
}

/* dfs.child. The root may cut its children (bit 1) once it has a best. */
static int
search_from_root(struct dfs *d, int rem)
{
	const unsigned allowed = d->frame[0].need == DFS_NO_BOUND ? 0 : 2;
	return search_node((struct maxn *)d, 1, rem, allowed, MOVES_MAX);
}

/* ---- the vtable ---- */

static bool
maxn_open(struct search *s, struct status *st)
{
	struct maxn *x = arena_take(&s->arena, sizeof *x);
	if (x == NULL)
		return status_fail(st, DFS_NO_MEMORY);
	memset(x, 0, sizeof *x);
	s->self = x;
	x->prune = (enum prune)dfs_option(s, "prune", PRUNE_SPECULATIVE);
	x->own = arena_take(&s->arena, sizeof *x->own * (DFS_PLIES + 1));
	/* NOLINTNEXTLINE(bugprone-sizeof-expression) */
	x->bounds = arena_take(&s->arena, sizeof *x->bounds * (DFS_PLIES + 1));
	if (x->own == NULL || x->bounds == NULL)
		return status_fail(st, DFS_NO_MEMORY);
	if (!dfs_open(&x->d, s, true, st))
		return false;
	x->rules = (struct bound_rules){
		.reach = x->prune >= PRUNE_LAST_BRANCH ? x->d.seats - 1 : 1,
		.best = x->prune != PRUNE_BOUND,
		.better = dfs_option(s, "discrete", 1) ? x->d.step : 0,
	};
	x->not_last = x->prune == PRUNE_LAST_BRANCH ? 0 : ~0u;
	x->d.child = x->prune == PRUNE_NONE ? maxn_plain_child : search_from_root;
	x->d.bounds_kind = x->prune == PRUNE_NONE ? DFS_FREE : DFS_NEEDS;
	return true;
}

static void
maxn_run(struct search *s)
{
	struct maxn *x = s->self;
	bound_ask_game(&x->root, &x->d, &s->root);
	x->bounds[0] = &x->root;
	x->leaves_unordered = x->d.quiet != NULL && x->d.width == 0;
	dfs_run(&x->d);
}

const struct search_ops maxn_search = {
	.key = "maxn",
	.title = "max^n",
	.summary = "every seat maximises its own value, searched depth first",
	.source = "Luckhardt and Irani 1986; Korf 1991; Sturtevant and Korf, AAAI 2000; "
		  "Sturtevant, IJCAI 2003",
	.flags = SEARCH_PERFECT | SEARCH_ANY_BYTES | SEARCH_AIMS,
	.options = maxn_options,
	.open = maxn_open,
	.run = maxn_run,
	.look = &dfs_look,
	.node_columns = dfs_columns,
	.rules = dfs_rules,
};
