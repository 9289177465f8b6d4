/*
 * bound.h - the bound arithmetic of max^n pruning: which ancestors cut a node.
 *
 * Each ancestor of a node has a need (dfs_frame.need): it prefers a value of the node to
 * its best so far only if value[seat] >= need. The need is the best plus one step, or
 * just the best when the child searched stands left of it, for ties go to the left;
 * DFS_NO_BOUND when there is no best.
 *
 * Lemma (Korf 1991 for m = 1; Sturtevant 2003, lemma 1): let low[i] be the largest of
 * seat i's needs among the m nearest ancestors and of the game's lower bound. If the sum
 * of low[] is above maxsum, or a low[i] above the game's upper bound, then no value below
 * the node is preferred by all m ancestors.
 * Proof: such a value would give each seat at least low[i], the movers of the ancestors
 * because they prefer it, the others by the game's bound. It would sum to more than
 * maxsum, or give a seat more than its upper bound: there is no such value.
 *
 * Before the first child this cuts the whole node. Later the mover's best counts too: the
 * mover never takes less, so low[mover] is at least its best, for the value found and for
 * all children to come. Children to come on the right of the best must even beat it by a
 * step; that cuts too when the value found is itself refused by one of the m (discrete
 * cut-offs).
 *
 * Differs from the paper, which wants m different movers: the largest need of a seat
 * counts, as all its needs have to be met.
 *
 * m is at most reach=, by default seats - 1: where turns go round these are all other
 * seats. More ancestors cut more, but what they cut stays unknown, is searched again, and
 * does not get into the table.
 */
#ifndef PLYSCOPE_AI_DEPTH_FIRST_BOUND_H
#define PLYSCOPE_AI_DEPTH_FIRST_BOUND_H

#include "ai/depth_first/dfs.h"

#include <assert.h>
#include <string.h>

/* The parts of a cut allowed by the options prune=, reach= and discrete=. */
struct bound_rules {
	int reach;	/* the nearest ancestors, at most */
	bool best;	/* the mover's best */
	int32_t better; /* the step by which children on the right beat it, 0: off */
};

/* Bit m: the m nearest ancestors may cut. */
static inline unsigned
bound_reach_mask(const struct bound_rules *r)
{
	return (2u << r->reach) - 1;
}

/* The game's bounds on the values below a state. */
struct bound_game {
	struct bounds b;
	int64_t low_sum; /* of b.low */
};

static inline void
bound_ask_game(struct bound_game *out, const struct dfs *d, const struct state *st)
{
	d->bounds(d->g, st, &out->b);
	out->low_sum = 0;
	for (int i = 0; i < d->seats; i++)
		out->low_sum += out->b.low[i];
}

/* low[] of the lemma, as ancestor after ancestor is added. */
struct bound_sum {
	int32_t low[DFS_VALUES];
	int64_t sum; /* of low[] */
	bool over;   /* a low[i] is above the seat's upper bound */
};

static inline void
bound_begin(struct bound_sum *a, const struct bound_game *game)
{
	static_assert(SEATS_MAX <= DFS_VALUES, "");
	memcpy(a->low, game->b.low, sizeof game->b.low);
	a->sum = game->low_sum;
	a->over = false;
}

/* Adds the need of an ancestor if it counts. Branch-free: it is hard to predict. */
static inline void
bound_add(struct bound_sum *a, const struct dfs_frame *f, const struct bounds *b,
	  bool counts)
{
	const int32_t low = a->low[f->seat];
	const int32_t on = -(int32_t)counts, need = (f->need & on) | (DFS_NO_BOUND & ~on);
	const int32_t more = need > low ? need : low;
	a->sum += more - low;
	a->low[f->seat] = more;
	a->over |= more > b->high[f->seat];
}

/*
 * The least best of the mover that cuts a node, INT32_MAX: none does, INT32_MIN: the node
 * is cut whatever the best. low[] and the sum only grow with m, so the farthest ancestor
 * allowed decides: a sum S of the needs of m ancestors cuts from maxsum - (S -
 * low[mover]) + 1 on.
 */
static inline int32_t
bound_cut_value(const struct dfs *d, const struct bound_rules *r, int ply,
		unsigned allowed, const struct bound_game *game)
{
	const struct bounds *b = &game->b;
	const int seat = d->frame[ply].seat, far = ply < r->reach ? ply : r->reach;
	allowed &= bound_reach_mask(r);
	if (allowed == 0)
		return INT32_MAX;
	struct bound_sum a;
	bound_begin(&a, game);
	const struct dfs_frame *f = &d->frame[ply];
	for (int m = 1; m <= far; m++)
		bound_add(&a, --f, b, allowed >> m != 0);
	if (a.over | (a.sum > b->maxsum))
		return INT32_MIN;
	const int64_t at = b->maxsum - (a.sum - a.low[seat]) + 1;
	return (r->best & (at < INT32_MAX)) ? (int32_t)at : INT32_MAX;
}

/*
 * The least allowed m >= `from` whose m nearest ancestors cut a node with this best of
 * its mover; 0: none. best INT32_MIN: before the first child.
 */
static inline int
bound_cut_by(const struct dfs *d, const struct bound_rules *r, int ply, unsigned allowed,
	     const struct bound_game *game, int32_t best, int from)
{
	const struct bounds *b = &game->b;
	const int seat = d->frame[ply].seat;
	struct bound_sum a;
	bound_begin(&a, game);
	allowed &= bound_reach_mask(r);
	for (int m = 1; m <= ply && allowed >> m; m++) {
		bound_add(&a, &d->frame[ply - m], b, true);
		if (m < from || (allowed >> m & 1) == 0)
			continue;
		if (a.over || a.sum > b->maxsum)
			return m;
		if (r->best && best > b->maxsum - (a.sum - a.low[seat]))
			return m;
	}
	return 0;
}

/* The nearest ancestor that refuses the tuple of this frame: it prefers its own best.
 * reach + 1: none within reach does. */
static inline int
bound_refused_by(const struct dfs *d, const struct bound_rules *r, int ply)
{
	const int32_t *value = d->frame[ply].value;
	int nearest = r->reach + 1;
	for (int k = ply < r->reach ? ply : r->reach; k > 0; k--) {
		const struct dfs_frame *a = &d->frame[ply - k];
		nearest = value[a->seat] < a->need ? k : nearest;
	}
	return nearest;
}

#endif
