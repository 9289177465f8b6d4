/*
 * paranoid.c - the paranoid reduction: all others against the root seat, by alpha-beta.
 *
 * Source: Sturtevant and Korf, AAAI 2000 (the paranoid reduction); Knuth and Moore 1975.
 * The root seat maximises its own value, every other seat minimises it; where there are two
 * sides, its partner maximises it too. The algorithm defines the root seat's value alone; the
 * other values shown are those of the leaf at the end of the principal variation.
 *
 * window=zero: after the first child, an empty window tells whether a child is better at
 * all; only a better one is searched again (Pearl 1980; values are integers). The value
 * is the same.
 *
 * Fail-soft; the game's bounds() narrow every window; the table keeps exact values and
 * bounds for equal remaining depth. Ties at the root stay left, as in max^n; below it the
 * order changes the nodes alone, so that leaves, cheaper than their order, are searched
 * as they are listed. Where the game answers for the last ply of a unit (last_ply),
 * neither the nodes there are made nor their leaves: three quarters of all in Hearts.
 *
 * Values: integers per seat within bounds(). Memory: frames and table, see dfs.h.
 */
#include "ai/depth_first/dfs_look.h"
#include "ai/depth_first/dfs_options.h"

#include <string.h>

static const struct option_spec paranoid_options[] = {
	DFS_OPTION_WINDOW, DFS_OPTION_TABLE,  DFS_OPTION_EVAL,
	DFS_OPTION_WIDTH,  DFS_OPTION_MEMORY, { .key = NULL },
};

struct paranoid {
	struct dfs d; /* first: the driver hands it back */
	bool zero;
};

/* A node under way. */
struct paranoid_node {
	int ply, rem, top, seat;
	int all; /* moves, before width= takes some away */
	bool mine;
	int32_t alpha, beta; /* its own window */
	int32_t from, to;    /* that of the next child */
};

static int paranoid(struct dfs *d, int ply, int rem, int32_t alpha, int32_t beta,
		    int top);

/* Notes the reason for a cut: the root seat gets `got` here, against `need` above. */
static void
paranoid_note_proof(struct dfs *d, enum dfs_rule rule, int ply, int seat, int32_t got,
		    int32_t need)
{
	const struct dfs_proof p = {
		.rule = (int8_t)rule, .seat = seat, .got = got, .need = need, .ply = ply
	};
	if (ply == 1)
		d->cut = p;
	if (d->trace != NULL)
		d->trace(d->trace_self, &p);
}

/* Cuts a node by the game's bounds: its tuple is that value, the others estimated. */
static int
settle_by_bounds(struct dfs *d, const struct state *st, int ply, int32_t value,
		 int32_t need)
{
	struct dfs_frame *f = &d->frame[ply];
	d->value(d->g, st, f->value);
	f->value[d->s->mover] = value;
	f->pv_count = 0;
	f->slack = DFS_SOLVED;
	dfs_count_cut(d, CUT_BOUND, ply, 0);
	paranoid_note_proof(d, CUT_BOUND, ply, SEAT_NONE, value, need);
	return DFS_VALUE;
}

static bool
paranoid_probe(struct dfs *d, const struct paranoid_node *nd, const struct dfs_key *key)
{
	const struct ttable_entry *e = ttable_probe(&d->table, key->hash, nd->rem);
	const int me = d->s->mover;
	d->s->live.tt_probes++;
	if (e == NULL ||
	    (e->bound == TTABLE_LOWER && e->value[me] + key->had[me] < nd->beta) ||
	    (e->bound == TTABLE_UPPER && e->value[me] + key->had[me] > nd->alpha))
		return false;
	dfs_use_entry(d, e, key, nd->ply, nd->rem, nd->top);
	return true;
}

/*
 * Puts the best move of a search a ply less deep first. Its index in the list, -1: none.
 */
static void
put_first(struct dfs *d, int top, int n, move m)
{
	const int i = dfs_place(d, top, n, m);
	if (i >= 0)
		d->key[top + i] = (INT64_C(1) << 62) + ~(uint32_t)i;
}

static enum ttable_bound
paranoid_bound_of(const struct dfs_frame *f, const struct paranoid_node *nd, int32_t v)
{
	if (v >= f->high || v <= f->low)
		return TTABLE_EXACT;
	return v >= nd->beta	? TTABLE_LOWER
	       : v <= nd->alpha ? TTABLE_UPPER
				: TTABLE_EXACT;
}

static void
count_again(struct dfs *d, int ply)
{
	d->s->live.researches++;
	if (d->again != NULL)
		d->again(d->trace_self, ply);
}

/* True when all children are leaves that the game can value without making them. */
static inline bool
values_leaves_unmade(const struct dfs *d, const struct dfs_frame *f, int rem)
{
	return rem <= 1 && dfs_ends_unit(f) && d->taken_after != NULL;
}

/* True when the game can be asked for the last two plies of a unit at the depth limit. */
static inline bool
asks_last_ply(const struct dfs *d, const struct dfs_frame *f, int rem, int ply)
{
	return rem <= 1 && (f->turn & TURN_BEFORE_LAST) && d->last_ply != NULL &&
	       ply < DFS_PLIES - 2;
}

/* Why a child that brings the root seat so much cuts the rest of a node. */
static inline enum dfs_rule
cut_rule(const struct dfs_frame *f, int32_t got)
{
	return got >= f->high || got <= f->low ? CUT_BOUND : CUT_ALPHA_BETA;
}

/* Counts a cut: the `skipped` moves left cannot change the choice above. */
static void
paranoid_note_cut(struct dfs *d, const struct paranoid_node *nd, int32_t v, int skipped)
{
	const struct dfs_frame *f = &d->frame[nd->ply];
	const int32_t got = f->value[d->s->mover];
	const enum dfs_rule rule = cut_rule(f, got);
	dfs_count_cut(d, rule, nd->ply, skipped);
	if (d->trace != NULL)
		paranoid_note_proof(d, rule, nd->ply, nd->seat, v,
				    rule == CUT_BOUND ? v
				    : nd->mine	      ? nd->to
						      : nd->from + 1);
}

/* The child of move number i of n cuts the rest. */
static void
end_children(struct dfs *d, const struct paranoid_node *nd, int i, int n)
{
	if (i < n - 1)
		paranoid_note_cut(d, nd, d->frame[nd->ply + 1].value[d->s->mover],
				  n - 1 - i);
}

/* A child's value in the window of the next one. True when nothing is left of it. */
static inline bool
closes_window(struct paranoid_node *nd, int32_t v)
{
	if (nd->mine)
		nd->from = v > nd->from ? v : nd->from;
	else
		nd->to = v < nd->to ? v : nd->to;
	return nd->from >= nd->to;
}

/*
 * The children at the last ply of a unit at the depth limit: leaves, which cost less than
 * their order and need not be made.
 */
static int
paranoid_search_leaves(struct dfs *d, struct paranoid_node *nd, int n)
{
	struct dfs_frame *f = &d->frame[nd->ply], *c = f + 1;
	const move *m = d->stack + nd->top;
	const int me = d->s->mover;
	f->slack = DFS_SOLVED;
	f->pv_count = 1;
	for (int i = 0; i < n; i++) {
		const unsigned turn = dfs_value_last(d, nd->ply, nd->seat, m[i]);
		if (!search_step(d->s))
			return DFS_STOP;
		dfs_ends(d, turn, 0, nd->ply + 1, &f->slack);
		dfs_count_leaf(d, nd->ply + 1);
		const int32_t v = c->value[me];
		if (i == 0 || (nd->mine ? v > f->value[me] : v < f->value[me])) {
			memcpy(f->value, c->value, sizeof f->value);
			f->pv[0] = m[i];
		}
		if (closes_window(nd, v)) {
			end_children(d, nd, i, n);
			break;
		}
	}
	return DFS_VALUE;
}

/*
 * Begins a node inside a unit at the depth limit, with the bounds of the unit: lists its
 * moves. True when the bounds settle it.
 */
static inline __attribute__((always_inline)) bool
settles_inside(struct dfs *d, int ply, int rem, int32_t alpha, int32_t beta, int top,
	       struct paranoid_node *nd)
{
	struct dfs_frame *f = &d->frame[ply];
	const struct state *st = dfs_state(d, ply);
	const int n = dfs_moves(d, st, f->seat, d->stack + top);
	f->low = f[-1].low;
	f->high = f[-1].high;
	if (f->high <= alpha || f->low >= beta) {
		const bool low = f->high <= alpha;
		settle_by_bounds(d, st, ply, low ? f->high : f->low,
				 low ? alpha + 1 : beta);
		return true;
	}
	d->s->live.children += n;
	*nd = (struct paranoid_node){
		.ply = ply,
		.rem = rem,
		.top = top,
		.seat = f->seat,
		.all = n,
		.mine = game_together(d->g, f->seat, d->s->mover),
		.alpha = alpha,
		.beta = beta,
		.from = alpha > f->low ? alpha : f->low,
		.to = beta < f->high ? beta : f->high,
	};
	return false;
}

/* The same below another node of the unit. */
static int
search_last_ply(struct dfs *d, int ply, int rem, int32_t alpha, int32_t beta, int top)
{
	struct paranoid_node nd;
	if (settles_inside(d, ply, rem, alpha, beta, top, &nd))
		return DFS_VALUE;
	return paranoid_search_leaves(d, &nd, nd.all);
}

/*
 * Searches the child that a move leads to, at the last ply of a unit. The answer then has no
 * moves, and the tuple is in the child's frame. A forced move hands the window on as it is.
 */
static __attribute__((noinline)) int
make_last_ply(struct dfs *d, int ply, int seat, move mv, int top, int32_t alpha,
	      int32_t beta, struct last_ply *p)
{
	struct dfs_frame *f = &d->frame[ply], *c = f + 1;
	dfs_enter(d, ply, seat, mv);
	if (!search_step(d->s) ||
	    search_last_ply(d, ply + 1, 0, alpha, beta, top) == DFS_STOP)
		return DFS_STOP;
	dfs_slack(&f->slack, c->slack);
	p->value = c->value[d->s->mover];
	p->reply = c->pv[0];
	p->moves = p->valued = 0;
	return DFS_VALUE;
}

/* The same without making a state, where the game can; the nodes are counted as if made. */
static inline __attribute__((always_inline)) int
ask_last_ply(struct dfs *d, const struct paranoid_node *nd, move mv, struct last_ply *p)
{
	struct search *s = d->s;
	p->from = nd->from;
	p->to = nd->to;
	if (__builtin_expect(!d->last_ply(d->g, dfs_state(d, nd->ply), nd->seat, mv, p) ||
				     s->fuel <= p->valued + 1,
			     0))
		return make_last_ply(d, nd->ply, nd->seat, mv, nd->top + nd->all,
				     nd->all > 1 ? nd->from : nd->alpha,
				     nd->all > 1 ? nd->to : nd->beta, p);
	s->fuel -= p->valued + 1;
	dfs_slack(&d->frame[nd->ply].slack, nd->ply + 2 - d->depth);
	s->live.children += p->moves;
	s->live.leaves += p->valued;
	if (p->valued < p->moves)
		dfs_count_cut(d, cut_rule(&d->frame[nd->ply], p->value), nd->ply + 1,
			      p->moves - p->valued);
	return DFS_VALUE;
}

/* A node whose children are at the last ply of a unit at the depth limit. */
static int
search_before_last(struct dfs *d, int ply, int32_t alpha, int32_t beta, int top)
{
	struct dfs_frame *f = &d->frame[ply];
	struct paranoid_node nd;
	if (settles_inside(d, ply, 0, alpha, beta, top, &nd))
		return DFS_VALUE;
	const struct state *st = dfs_state(d, ply);
	const move *m = d->stack + top;
	int32_t *score = d->score + top;
	if (nd.all > 1)
		d->g->knowledge->order(d->g, st, nd.seat, m, nd.all, score);
	f->slack = DFS_SOLVED;
	f->pv_count = 2;
	struct last_ply p = { .who = d->s->mover };
	int32_t best = 0;
	bool made = false;
	for (int i = 0; i < nd.all; i++) {
		const move mv = m[nd.all > 1 ? order_pick(score, nd.all) : 0];
		if (ask_last_ply(d, &nd, mv, &p) == DFS_STOP)
			return DFS_STOP;
		if (i > 0 && (nd.mine ? p.value <= best : p.value >= best))
			continue;
		best = p.value;
		f->pv[0] = mv;
		f->pv[1] = p.reply;
		made = p.moves == 0;
		if (made)
			memcpy(f->value, f[1].value, sizeof f->value);
		if (!closes_window(&nd, best))
			continue;
		if (i < nd.all - 1)
			dfs_count_cut(d, cut_rule(f, best), ply, nd.all - 1 - i);
		break;
	}
	if (!made)
		d->taken_after_reply(d->g, st, nd.seat, f->pv[0], f->pv[1], f->value);
	if (ply + 2 > d->s->live.seldepth)
		d->s->live.seldepth = ply + 2;
	return DFS_VALUE;
}

static inline int
paranoid_search_child(struct dfs *d, int ply, int rem, int32_t alpha, int32_t beta,
		      int top)
{
	if (values_leaves_unmade(d, &d->frame[ply], rem) && d->width == 0)
		return search_last_ply(d, ply, rem, alpha, beta, top);
	if (asks_last_ply(d, &d->frame[ply], rem, ply))
		return search_before_last(d, ply, alpha, beta, top);
	return paranoid(d, ply, rem, alpha, beta, top);
}

/*
 * Searches child i, which is no leaf: with window=zero by an empty window first.
 */
static int
ask_child(struct dfs *d, const struct paranoid_node *nd, int i)
{
	const int32_t alpha = nd->from, beta = nd->to;
	const int ply = nd->ply + 1, next = nd->rem > 0 ? nd->rem - 1 : 0;
	const int top = nd->top + nd->all;
	const bool zero = ((const struct paranoid *)d)->zero;
	if (!zero || i == 0 || (int64_t)beta - alpha < 2)
		return paranoid_search_child(d, ply, next, alpha, beta, top);
	const int r = nd->mine
			      ? paranoid_search_child(d, ply, next, alpha, alpha + 1, top)
			      : paranoid_search_child(d, ply, next, beta - 1, beta, top);
	const int32_t v = d->frame[ply].value[d->s->mover];
	if (r == DFS_STOP || v <= alpha || v >= beta)
		return r;
	count_again(d, ply);
	return paranoid_search_child(d, ply, next, alpha, beta, top);
}

/*
 * Takes the tuple of move number i of n into the node. True when it cuts the rest.
 */
static inline bool
paranoid_take_child(struct dfs *d, struct paranoid_node *nd, int i, int n, move mv)
{
	struct dfs_frame *f = &d->frame[nd->ply];
	const int me = d->s->mover;
	const int32_t v = f[1].value[me];
	if (i == 0 || (nd->mine ? v > f->value[me] : v < f->value[me]))
		dfs_take(d, nd->ply, mv);
	if (!closes_window(nd, v))
		return false;
	end_children(d, nd, i, n);
	return true;
}

static int
paranoid_search_children(struct dfs *d, struct paranoid_node *nd, int n)
{
	struct dfs_frame *f = &d->frame[nd->ply];
	const struct state *child = dfs_state(d, nd->ply + 1);
	const int next = nd->rem > 0 ? nd->rem - 1 : 0;
	for (int i = 0; i < n; i++) {
		const int at = order_take(d->key + nd->top, i, nd->all);
		const move mv = d->stack[nd->top + at];
		const unsigned turn = dfs_enter(d, nd->ply, nd->seat, mv);
		if (!search_step(d->s))
			return DFS_STOP;
		if (dfs_ends(d, turn, next, nd->ply + 1, &f->slack)) {
			dfs_visit_leaf(d, child, nd->ply + 1);
		} else {
			if (ask_child(d, nd, i) == DFS_STOP)
				return DFS_STOP;
			dfs_slack(&f->slack, f[1].slack);
		}
		if (paranoid_take_child(d, nd, i, n, mv))
			break;
	}
	return DFS_VALUE;
}

/* A node with one move is worth what its child is. */
static int
paranoid_search_forced(struct dfs *d, int ply, int rem, int32_t alpha, int32_t beta,
		       int top)
{
	struct dfs_frame *f = &d->frame[ply];
	const int next = rem > 0 ? rem - 1 : 0;
	const move mv = d->stack[top];
	const unsigned turn = dfs_enter(d, ply, f->seat, mv);
	d->s->live.children++;
	if (!search_step(d->s))
		return DFS_STOP;
	f[1].slack = DFS_SOLVED;
	if (dfs_ends(d, turn, next, ply + 1, &f[1].slack))
		dfs_visit_leaf(d, dfs_state(d, ply + 1), ply + 1);
	else if (paranoid_search_child(d, ply + 1, next, alpha, beta, top + 1) ==
		 DFS_STOP)
		return DFS_STOP;
	f->slack = f[1].slack;
	dfs_take(d, ply, mv);
	return DFS_VALUE;
}

/*
 * The game's bounds on the root seat; inside a unit they stay those of its start.
 */
static void
paranoid_find_bounds(struct dfs *d, const struct state *st, int ply)
{
	struct dfs_frame *f = &d->frame[ply];
	if (ply > 1 && dfs_inside_unit(f)) {
		f->low = f[-1].low;
		f->high = f[-1].high;
		return;
	}
	struct bounds b;
	d->bounds(d->g, st, &b);
	f->low = b.low[d->s->mover];
	f->high = b.high[d->s->mover];
}

/* Fills the keys of the moves; a forced move needs no score. */
static void
order_moves(struct dfs *d, const struct paranoid_node *nd, const struct state *st)
{
	const int top = nd->top;
	if (nd->all == 1)
		d->key[top] = ~(uint32_t)0;
	else
		order_begin(d->g, st, nd->seat, d->stack + top, d->score + top,
			    d->key + top, nd->all);
}

static int
paranoid(struct dfs *d, int ply, int rem, int32_t alpha, int32_t beta, int top)
{
	struct dfs_frame *f = &d->frame[ply];
	const struct state *st = dfs_state(d, ply);
	const int me = d->s->mover;
	struct paranoid_node nd = {
		.ply = ply, .rem = rem, .top = top, .alpha = alpha, .beta = beta
	};
	nd.seat = f->seat;
	nd.mine = game_together(d->g, nd.seat, me);
	/* Step 1. The moves. */
	nd.all = dfs_moves(d, st, nd.seat, d->stack + top);
	const bool table = d->use_table && rem >= DFS_TABLE_MIN;
	struct dfs_key key;
	if (table) { /* for step 3; its line is seldom in the cache */
		dfs_key(d, st, &key);
		__builtin_prefetch(ttable_bucket(&d->table, key.hash));
	}
	/* Step 2. The game's bounds decide against alpha or beta. */
	paranoid_find_bounds(d, st, ply);
	if (f->high <= alpha)
		return settle_by_bounds(d, st, ply, f->high, alpha + 1);
	if (f->low >= beta)
		return settle_by_bounds(d, st, ply, f->low, beta);
	if (nd.all == 1 && !table && ply > 1 && !values_leaves_unmade(d, f, rem))
		return paranoid_search_forced(d, ply, rem, alpha, beta, top);
	nd.from = alpha > f->low ? alpha : f->low;
	nd.to = beta < f->high ? beta : f->high;
	/* Step 3. Transposition table. */
	if (table && paranoid_probe(d, &nd, &key))
		return DFS_VALUE;
	/* Step 4. The children, unordered when they are leaves that end a unit. */
	f->slack = DFS_SOLVED;
	const int keep = d->width > 0 && d->width < nd.all ? d->width : nd.all;
	d->s->live.children += keep;
	int r;
	if (values_leaves_unmade(d, f, rem) && keep == nd.all) {
		r = paranoid_search_leaves(d, &nd, keep);
	} else {
		order_moves(d, &nd, st);
		if (table)
			put_first(d, top, nd.all, ttable_move(&d->table, key.hash));
		r = paranoid_search_children(d, &nd, keep);
	}
	if (r == DFS_STOP)
		return r;
	const int32_t v = f->value[me];
	if (ply == 1 && v <= alpha)
		d->cut = (struct dfs_proof){ .rule = CUT_ALPHA_BETA,
					     .seat = nd.seat,
					     .got = v,
					     .need = d->frame[0].need,
					     .ply = 1 };
	if (table)
		dfs_store(d, &key, ply, rem, paranoid_bound_of(f, &nd, v), top, nd.all);
	return DFS_VALUE;
}

static int
paranoid_child(struct dfs *d, int rem)
{
	const int32_t need = d->frame[0].need;
	const int32_t alpha = need == DFS_NO_BOUND ? INT32_MIN : need - 1;
	const int32_t *v = &d->frame[1].value[d->s->mover];
	if (need != DFS_NO_BOUND && ((struct paranoid *)d)->zero) {
		if (paranoid(d, 1, rem, alpha, need, MOVES_MAX) == DFS_STOP)
			return DFS_STOP;
		if (*v <= alpha)
			return 1;
		count_again(d, 1);
	}
	if (paranoid(d, 1, rem, alpha, INT32_MAX, MOVES_MAX) == DFS_STOP)
		return DFS_STOP;
	return *v > alpha || need == DFS_NO_BOUND ? DFS_VALUE : 1;
}

static bool
paranoid_open(struct search *s, struct status *st)
{
	struct paranoid *x = arena_take(&s->arena, sizeof *x);
	if (x == NULL)
		return status_fail(st, DFS_NO_MEMORY);
	s->self = x;
	if (!dfs_open(&x->d, s, true, st))
		return false;
	x->d.child = paranoid_child;
	x->d.bounds_kind = DFS_WINDOW;
	x->zero = dfs_option(s, "window", 0) == 1;
	if (x->zero || x->d.width > 0)
		x->d.last_ply = NULL;
	return true;
}

static void
paranoid_run(struct search *s)
{
	struct paranoid *x = s->self;
	dfs_run(&x->d);
}

const struct search_ops paranoid_search = {
	.key = "paranoid",
	.title = "paranoid",
	.summary = "all others play against the mover, by alpha-beta",
	.source = "Sturtevant and Korf, AAAI 2000",
	.flags = SEARCH_PERFECT | SEARCH_ANY_BYTES | SEARCH_ASSUMES,
	.options = paranoid_options,
	.open = paranoid_open,
	.run = paranoid_run,
	.look = &dfs_look,
	.node_columns = dfs_columns,
	.rules = dfs_rules,
};
