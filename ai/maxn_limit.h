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

struct limit {
	int ways;			   /* m = 1 .. ways */
	int32_t cut_at[DFS_REACH_MAX + 1]; /* the mover's best that cuts with m, or MAX */
	int32_t lowest;			   /* of cut_at, by the tie rule */
	int32_t high;			   /* the mover can get no more */
};

/* The least that each seat must get, as ancestor after ancestor is asked. */
struct asking {
	int32_t least[DFS_VALUES];
	int64_t sum; /* of all seats */
	bool over;   /* one is more than its seat can get */
};

static inline void
asking_begin(struct asking *a, const struct dfs *d, const struct bounds *b)
{
	static_assert(SEATS_MAX <= DFS_VALUES, "");
	memcpy(a->least, b->low, sizeof b->low);
	a->sum = 0;
	a->over = false;
	for (int i = 0; i < d->seats; i++)
		a->sum += a->least[i];
}

/* No branches: nobody could foresee them. */
static inline void
asking_add(struct asking *a, const struct dfs_frame *f, const struct bounds *b)
{
	const int32_t low = a->least[f->seat];
	const int32_t more = f->need > low ? f->need : low;
	a->sum += more - low;
	a->least[f->seat] = more;
	a->over |= more > b->high[f->seat];
}

/*
 * The limit of the node of a ply. Returns m when its m nearest ancestors ask too much already,
 * whatever the mover finds; else 0.
 */
static inline int
limit_init(struct limit *l, const struct dfs *d, const struct reach *r, int ply,
	   unsigned allowed, const struct bounds *b)
{
	const int seat = d->frame[ply].seat;
	struct asking a;
	asking_begin(&a, d, b);
	l->high = b->high[seat];
	l->lowest = INT32_MAX;
	int m = 0;
	for (allowed &= reach_ways(r); allowed >> m > 1 && m < ply;) {
		asking_add(&a, &d->frame[ply - ++m], b);
		const bool counts = allowed >> m & 1;
		if (counts & (a.over | (a.sum > b->maxsum)))
			return m;
		const int64_t at = b->maxsum - (a.sum - a.least[seat]) + 1;
		const bool known = counts & r->best & (at < INT32_MAX);
		l->cut_at[m] = known ? (int32_t)at : INT32_MAX;
		l->lowest = l->cut_at[m] < l->lowest ? l->cut_at[m] : l->lowest;
	}
	l->ways = m;
	if (l->lowest < INT32_MAX)
		l->lowest -= r->tie;
	return 0;
}

/*
 * Just limit.lowest; INT32_MIN when the ancestors ask too much already. Their sum grows with
 * each: the last one that counts tells.
 */
static inline int32_t
limit_lowest(const struct dfs *d, const struct reach *r, int ply, unsigned allowed,
	     const struct bounds *b)
{
	struct asking a;
	int64_t most = INT64_MIN;
	asking_begin(&a, d, b);
	allowed &= reach_ways(r);
	for (int m = 1; m <= ply && allowed >> m; m++) {
		asking_add(&a, &d->frame[ply - m], b);
		most = allowed >> m & 1 ? a.sum : most;
	}
	if (most == INT64_MIN)
		return INT32_MAX;
	if (a.over || most > b->maxsum)
		return INT32_MIN;
	const int seat = d->frame[ply].seat;
	const int64_t at = b->maxsum - (most - a.least[seat]) + 1 - r->tie;
	return r->best && at < INT32_MAX ? (int32_t)at : INT32_MAX;
}

/* The nearest ancestor that does not prefer the tuple of this frame; beyond reach: none. */
static inline int
limit_refusal(const struct dfs *d, const struct reach *r, int ply)
{
	const int32_t *value = d->frame[ply].value;
	for (int k = 1; k <= ply && k <= r->most; k++)
		if (value[d->frame[ply - k].seat] < d->frame[ply - k].need)
			return k;
	return r->most + 1;
}

#endif
