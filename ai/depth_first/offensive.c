/*
 * offensive.c - directed offensive: the root seat against the leader, all others for
 * themselves.
 *
 * Source: Zuckerman, Felner and Kraus, IJCAI 2009. The target is the other seat with the
 * highest evaluation at the root. At its own nodes the root seat takes the child with the
 * lowest value of the target and, among equal ones, the highest value of its own; all
 * others, the target too, maximise their own value as in max^n. The first move wins a
 * tie; with ties= of MP-Mix the own value decides none (ties.h).
 *
 * No pruning: the root seat does not maximise its own value, so the lemma of max^n
 * pruning does not hold. The table of exact tuples stays valid, as the target and the
 * root seat are the same in the whole search.
 *
 * Values: integers per seat within bounds(). The values of a root move are its tuple; the
 * choice at the root is by the target's. Memory: frames and table, see dfs.h.
 */
#include "ai/common/gauges.h"
#include "ai/depth_first/dfs_look.h"
#include "ai/depth_first/dfs_options.h"
#include "ai/depth_first/leader.h"
#include "ai/depth_first/ties.h"

#include <string.h>

struct offensive {
	struct dfs d; /* first: the driver hands it back */
	int target;
	bool selfish; /* the own value decides among equal values of the target */
};

static const struct option_spec offensive_options[] = {
	DFS_OPTION_TABLE,
	DFS_OPTION_MEMORY,
	{ .key = NULL },
};

/* True when the mover prefers tuple a to b, strictly: ties stay left. */
static inline bool
prefers(const struct offensive *x, int seat, const int32_t *a, const int32_t *b)
{
	if (seat == x->d.s->mover && (a[x->target] != b[x->target] || !x->selfish))
		return a[x->target] < b[x->target];
	return a[seat] > b[seat];
}

/* True when finished, false when stopped. */
static bool
offensive_visit(struct offensive *x, int ply, int rem, int top)
{
	struct dfs *d = &x->d;
	struct dfs_frame *f = &d->frame[ply], *c = f + 1;
	const struct state *st = dfs_state(d, ply);
	const struct state *child = dfs_state(d, ply + 1);
	const int next = rem > 0 ? rem - 1 : 0;
	const bool table = d->use_table && rem >= DFS_TABLE_MIN;
	struct dfs_key key;
	if (table) {
		dfs_key(d, st, &key);
		if (dfs_probe(d, &key, ply, rem, top))
			return true;
	}
	f->slack = DFS_SOLVED;
	const int all = dfs_moves(d, st, f->seat, d->stack + top);
	const int n = d->width > 0 && d->width < all ? d->width : all;
	order_best(d->g, st, f->seat, d->stack + top, d->score + top, all, n);
	d->s->live.children += n;
	for (int i = 0; i < n; i++) {
		const move mv = d->stack[top + i];
		const unsigned turn = dfs_enter(d, ply, f->seat, mv);
		if (!search_step(d->s))
			return false;
		if (dfs_ends(d, turn, next, ply + 1, &f->slack)) {
			dfs_visit_leaf(d, child, ply + 1);
		} else {
			if (!offensive_visit(x, ply + 1, next, top + all))
				return false;
			dfs_slack(&f->slack, c->slack);
		}
		if (i == 0 || prefers(x, f->seat, c->value, f->value))
			dfs_take(d, ply, mv);
	}
	if (table)
		dfs_store(d, &key, ply, rem, TTABLE_EXACT, top, all);
	return true;
}

static int
offensive_child(struct dfs *d, int rem)
{
	return offensive_visit((struct offensive *)d, 1, rem, MOVES_MAX) ? DFS_VALUE
									 : DFS_STOP;
}

static bool
root_prefers(const struct dfs *d, const int32_t *a, const int32_t *b)
{
	return prefers((const struct offensive *)d, d->s->mover, a, b);
}

static bool
offensive_open(struct search *s, struct status *st)
{
	struct offensive *x = arena_take(&s->arena, sizeof *x);
	int32_t value[DFS_VALUES] = { 0 };
	if (x == NULL)
		return status_fail(st, DFS_NO_MEMORY);
	s->self = x;
	if (!ties_open(s, st) || !dfs_open(&x->d, s, true, st))
		return false;
	x->selfish = !ties_wanted(s);
	s->game->knowledge->evaluate(s->game, &s->root, value);
	x->target = leader_of(value, s->game->seats, s->mover);
	x->d.child = offensive_child;
	x->d.prefers = root_prefers;
	return true;
}

static void
offensive_run(struct search *s)
{
	struct offensive *x = s->self;
	search_gauge(s, &gauge_target, x->target + 1);
	dfs_run(&x->d);
}

static const struct gauge *const gauges[] = { &gauge_target, NULL };

const struct search_ops offensive_search = {
	.key = "offensive",
	.title = "offensive",
	.summary = "holds the leader down while all others play for themselves",
	.source = "Zuckerman, Felner and Kraus, IJCAI 2009",
	.flags = SEARCH_PERFECT | SEARCH_ASSUMES,
	.options = offensive_options,
	.open = offensive_open,
	.run = offensive_run,
	.look = &dfs_look,
	.node_columns = dfs_columns,
	.rules = dfs_rules,
	.gauges = gauges,
};
