/*
 * maxn_plain.c - max^n without pruning: every move of every node.
 *
 * Without pruning the order of moves matters in ties alone: moves are searched as they
 * are listed (unordered.h). A line of forced moves is one node.
 */
#include "ai/depth_first/maxn.h"
#include "ai/depth_first/unordered.h"

#include <string.h>

static bool plain(struct dfs *d, int ply, int rem, int top);

/*
 * Plays on as long as there is only one move: sets *ply and *rem to the last state
 * reached and *n to its moves, 0 at a leaf. False: stopped.
 */
static bool
follow_forced(struct dfs *d, int *ply, int *rem, int top, int *n, uint8_t *slack)
{
	while (*n == 1) {
		struct dfs_frame *f = &d->frame[*ply];
		const struct state *child = dfs_state(d, *ply + 1);
		f->pv[0] = d->stack[top];
		const unsigned turn = dfs_enter(d, *ply, f->seat, f->pv[0]);
		if (!search_step(d->s))
			return false;
		d->s->live.children++;
		++*ply;
		*rem -= *rem > 0;
		*n = 0;
		if (dfs_ends(d, turn, *rem, *ply, slack)) {
			dfs_visit_leaf(d, child, *ply);
			return true;
		}
		*n = dfs_moves(d, child, f[1].seat, d->stack + top);
	}
	return true;
}

/* Hands the result at the end of a forced line up to its first node. */
static void
take_forced(struct dfs *d, int ply, int end)
{
	for (int k = end - 1; k >= ply; k--)
		dfs_take(d, k, d->frame[k].pv[0]);
}

/*
 * The children at the last ply of a unit at the depth limit: leaves, which need not be made.
 */
static bool
value_last_ply(struct dfs *d, int ply, int top, int n, uint8_t *slack)
{
	struct dfs_frame *f = &d->frame[ply], *c = f + 1;
	const int seat = f->seat;
	const move *m = d->stack + top;
	struct tie t = { .same = 1 };
	d->s->live.children += n;
	if (n > TIE_MOVES)
		tie_score(d, ply, top, n, &t);
	for (int i = 0; i < n; i++) {
		const unsigned turn = dfs_value_last(d, ply, seat, m[i]);
		if (!search_step(d->s))
			return false;
		dfs_ends(d, turn, 0, ply + 1, slack);
		if (i == 0 || c->value[seat] > f->value[seat])
			tie_restart(d, top, i, &t);
		else if (c->value[seat] < f->value[seat] ||
			 !tie_wins(d, ply, top, n, i, &t))
			continue;
		dfs_copy(d, f->value, c->value);
		f->pv[0] = m[i];
	}
	f->pv_count = 1;
	d->s->live.leaves += n - 1;
	dfs_count_leaf(d, ply + 1);
	return true;
}

bool
maxn_plain_children(struct dfs *d, int ply, int rem, int top, int n, uint8_t *slack)
{
	struct dfs_frame *f = &d->frame[ply], *c = f + 1;
	const struct state *st = dfs_state(d, ply);
	const struct state *child = dfs_state(d, ply + 1);
	const int seat = f->seat, next = rem > 0 ? rem - 1 : 0;
	move *m = d->stack + top;
	const bool sorted = d->width > 0 && n > d->width;
	if (d->taken_after != NULL && rem <= 1 && !sorted && dfs_ends_unit(f))
		return value_last_ply(d, ply, top, n, slack);
	if (sorted) {
		order_best(d->g, st, seat, m, d->score + top, n, d->width);
		n = d->width;
	}
	d->s->live.children += n;
	struct tie t = { .same = 1 };
	if (n > TIE_MOVES && !sorted)
		tie_score(d, ply, top, n, &t);
	for (int i = 0; i < n; i++) {
		const unsigned turn = dfs_enter(d, ply, seat, m[i]);
		if (!search_step(d->s))
			return false;
		if (dfs_ends(d, turn, next, ply + 1, slack)) {
			dfs_visit_leaf(d, child, ply + 1);
		} else {
			if (!plain(d, ply + 1, next, top + n))
				return false;
			dfs_slack(slack, c->slack);
		}
		if (i == 0 || c->value[seat] > f->value[seat])
			tie_restart(d, top, i, &t);
		else if (c->value[seat] < f->value[seat] || sorted ||
			 !tie_wins(d, ply, top, n, i, &t))
			continue;
		dfs_take(d, ply, m[i]);
	}
	return true;
}

/* True when finished, false when stopped. */
static bool
plain(struct dfs *d, int ply, int rem, int top)
{
	struct dfs_frame *f = &d->frame[ply];
	const struct state *st = dfs_state(d, ply);
	const bool table = d->use_table && rem >= DFS_TABLE_MIN;
	struct dfs_key key;
	if (table) {
		dfs_key(d, st, &key);
		if (dfs_probe(d, &key, ply, rem, top))
			return true;
	}
	int n = dfs_moves(d, st, f->seat, d->stack + top), end = ply, left = rem;
	uint8_t slack = DFS_SOLVED;
	if (n == 1 && !follow_forced(d, &end, &left, top, &n, &slack))
		return false;
	if (n > 1 && !maxn_plain_children(d, end, left, top, n, &slack))
		return false;
	if (end > ply)
		take_forced(d, ply, end);
	f->slack = slack;
	if (table)
		dfs_store(d, &key, ply, rem, TTABLE_EXACT, top, end > ply ? 1 : n);
	return true;
}

int
maxn_plain_child(struct dfs *d, int rem)
{
	return plain(d, 1, rem, MOVES_MAX) ? DFS_VALUE : DFS_STOP;
}
