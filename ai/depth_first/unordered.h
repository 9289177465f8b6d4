/*
 * unordered.h - ties and leaves of nodes searched in the order of moves().
 *
 * There the fixed order of order.h matters in ties alone, so the scores are computed at
 * the first tie between different tuples.
 */
#ifndef PLYSCOPE_AI_DEPTH_FIRST_UNORDERED_H
#define PLYSCOPE_AI_DEPTH_FIRST_UNORDERED_H

#include "ai/depth_first/dfs.h"

#include <string.h>

#define TIE_MOVES 64 /* the bits of tie.same; a node with more is scored at once */

/* The best moves of a node so far. */
struct tie {
	bool scored;
	int best; /* the first of them in the fixed order, once scored, and its score */
	int32_t best_score;
	uint64_t same; /* the moves with the best tuple, while not scored */
};

static inline void
tie_score(struct dfs *d, int ply, int top, int n, struct tie *t)
{
	int32_t *score = d->score + top;
	t->scored = true;
	if (d->g->knowledge->order == NULL)
		memset(score, 0, (size_t)n * sizeof *score);
	else
		d->g->knowledge->order(d->g, dfs_state(d, ply), d->frame[ply].seat,
				       d->stack + top, n, score);
	t->best = __builtin_ctzll(t->same);
	for (uint64_t rest = t->same; rest; rest &= rest - 1)
		if (score[__builtin_ctzll(rest)] > score[t->best])
			t->best = __builtin_ctzll(rest);
	t->best_score = score[t->best];
}

/*
 * Move i has the best value for its mover too: true when it is first in the fixed order.
 */
static inline bool
tie_wins(struct dfs *d, int ply, int top, int n, int i, struct tie *t)
{
	const struct dfs_frame *f = &d->frame[ply];
	bool same = true;
	for (int k = 0; k < d->seats && same; k++)
		same = f->value[k] == f[1].value[k];
	if (same && !t->scored) {
		t->same |= UINT64_C(1) << (i & 63);
		return false;
	}
	if (!t->scored)
		tie_score(d, ply, top, n, t);
	const int32_t score = d->score[top + i];
	if (score < t->best_score || (score == t->best_score && i > t->best))
		return false;
	t->best = i;
	t->best_score = score;
	return !same;
}

static inline void
tie_restart(const struct dfs *d, int top, int i, struct tie *t)
{
	t->same = UINT64_C(1) << (i & 63);
	t->best = i;
	if (t->scored)
		t->best_score = d->score[top + i];
}

/*
 * Values n leaves, the last listed first, until one gives the mover stop_at: that one, or
 * else the best, is in the frame afterwards. Returns how many were valued, or DFS_STOP.
 * From the last on, as games list their moves upwards and the highest decide most.
 */
static inline int
value_leaves(struct dfs *d, int ply, int top, int n, int32_t stop_at)
{
	struct dfs_frame *f = &d->frame[ply], *c = f + 1;
	const int seat = f->seat;
	const move *m = d->stack + top;
	uint8_t slack = DFS_SOLVED;
	struct tie t = { .same = 1 };
	if (n > TIE_MOVES)
		tie_score(d, ply, top, n, &t);
	int first = 0;
	for (int i = n - 1; i >= first; i--) {
		const unsigned turn = dfs_value_last(d, ply, seat, m[i]);
		if (!search_step(d->s))
			return DFS_STOP;
		dfs_ends(d, turn, 0, ply + 1, &slack);
		if (c->value[seat] >= stop_at)
			first = i;
		else if (i == n - 1 || c->value[seat] > f->value[seat])
			tie_restart(d, top, i, &t);
		else if (c->value[seat] < f->value[seat] ||
			 !tie_wins(d, ply, top, n, i, &t))
			continue;
		dfs_copy(d, f->value, c->value);
		f->pv[0] = m[i];
		f->pv_count = 1;
	}
	f->slack = slack;
	d->s->live.leaves += n - first - 1;
	dfs_count_leaf(d, ply + 1);
	return n - first;
}

#endif
