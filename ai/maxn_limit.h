/*
 * maxn_limit.h - what the ancestors of a node leave to its mover, for max^n with pruning.
 *
 * Every ancestor needs a value of the node's tuple (dfs_frame.need). The needs of the m
 * nearest, and the game's least for all other seats, are summed for m = 1, 2, ...: what is
 * missing to more than maxsum is what the mover must get for a cut with m ancestors. A seat
 * that moved twice counts with its larger need. See maxn.c.
 *
 * How many ancestors are asked is an option (reach=). Looking further back than at seats - 1 of
 * them, which are all the other seats where turns go round, cuts more and costs nodes all the
 * same: what it cuts stays unknown, is searched again, and does not get into the table.
 */
#ifndef PLYSCOPE_AI_MAXN_LIMIT_H
#define PLYSCOPE_AI_MAXN_LIMIT_H

#include "ai/common/dfs.h"

#include <assert.h>
#include <string.h>

/* Which ancestors count, and how the mover's best counts against them. */
struct reach {
	int most;    /* of the ancestors, the nearest */
	bool best;   /* the mover's best counts at all */
	int32_t tie; /* what the tie rule adds to it, 0: off */
};

/* Bit m: the m nearest ancestors may count. */
static inline unsigned
reach_ways(const struct reach *r)
{
	return (2u << r->most) - 1;
}

/* The bounds of a state, with the sum of the least of all seats. */
struct span {
	struct bounds b;
	int64_t low_sum;
};

static inline void
span_ask(struct span *sp, const struct dfs *d, const struct state *st)
{
	d->bounds(d->g, st, &sp->b);
	sp->low_sum = 0;
	for (int i = 0; i < d->seats; i++)
		sp->low_sum += sp->b.low[i];
}

/* The least that each seat must get, as ancestor after ancestor is asked. */
struct asking {
	int32_t least[DFS_VALUES];
	int64_t sum; /* of all seats */
	bool over;   /* one is more than its seat can get */
};

static inline void
asking_begin(struct asking *a, const struct span *sp)
{
	static_assert(SEATS_MAX <= DFS_VALUES, "");
	memcpy(a->least, sp->b.low, sizeof sp->b.low);
	a->sum = sp->low_sum;
	a->over = false;
}

/* No branches: nobody could foresee them. */
static inline void
asking_add(struct asking *a, const struct dfs_frame *f, const struct bounds *b,
	   bool counts)
{
	const int32_t low = a->least[f->seat];
	const int32_t on = -(int32_t)counts, need = (f->need & on) | (DFS_NO_BOUND & ~on);
	const int32_t more = need > low ? need : low;
	a->sum += more - low;
	a->least[f->seat] = more;
	a->over |= more > b->high[f->seat];
}

/*
 * The least for the mover of a ply that may cut it, INT32_MAX: nothing does, INT32_MIN: its
 * ancestors ask too much already, whatever the mover finds. The sum grows with each ancestor:
 * the farthest that counts tells.
 */
static inline int32_t
limit_lowest(const struct dfs *d, const struct reach *r, int ply, unsigned allowed,
	     const struct span *sp)
{
	const struct bounds *b = &sp->b;
	const int seat = d->frame[ply].seat, far = ply < r->most ? ply : r->most;
	allowed &= reach_ways(r);
	if (allowed == 0)
		return INT32_MAX;
	struct asking a;
	asking_begin(&a, sp);
	const struct dfs_frame *f = &d->frame[ply];
	for (int m = 1; m <= far; m++)
		asking_add(&a, --f, b, allowed >> m != 0);
	if (a.over | (a.sum > b->maxsum))
		return INT32_MIN;
	const int64_t at = b->maxsum - (a.sum - a.least[seat]) + 1;
	return (r->best & (at < INT32_MAX)) ? (int32_t)at : INT32_MAX;
}

/*
 * The least m, `from` or more, whose m nearest ancestors cut a node that gives its mover `best`;
 * 0: none. best INT32_MIN: whatever it gives.
 */
static inline int
limit_ways(const struct dfs *d, const struct reach *r, int ply, unsigned allowed,
	   const struct span *sp, int32_t best, int from)
{
	const struct bounds *b = &sp->b;
	const int seat = d->frame[ply].seat;
	struct asking a;
	asking_begin(&a, sp);
	allowed &= reach_ways(r);
	for (int m = 1; m <= ply && allowed >> m; m++) {
		asking_add(&a, &d->frame[ply - m], b, true);
		if (m < from || (allowed >> m & 1) == 0)
			continue;
		if (a.over || a.sum > b->maxsum)
			return m;
		if (r->best && best > b->maxsum - (a.sum - a.least[seat]))
			return m;
	}
	return 0;
}

/* The nearest ancestor that does not prefer the tuple of this frame; beyond reach: none. */
static inline int
limit_refusal(const struct dfs *d, const struct reach *r, int ply)
{
	const int32_t *value = d->frame[ply].value;
	int nearest = r->most + 1;
	for (int k = ply < r->most ? ply : r->most; k > 0; k--) {
		const struct dfs_frame *a = &d->frame[ply - k];
		nearest = value[a->seat] < a->need ? k : nearest;
	}
	return nearest;
}

#endif
