/*
 * dfs_node.h - the steps of a depth-first search at one node: moves, leaves, the table, cuts.
 */
#ifndef PLYSCOPE_AI_DEPTH_FIRST_DFS_NODE_H
#define PLYSCOPE_AI_DEPTH_FIRST_DFS_NODE_H

#include "ai/depth_first/dfs.h"

/* Legal moves after merging. */
static inline int
dfs_moves(const struct dfs *d, const struct state *st, int seat, move *m)
{
	if (d->choices != NULL)
		return d->choices(d->g, st, seat, m);
	const int n = d->moves(d->g, st, seat, m);
	return n > 1 && d->merge != NULL ? d->merge(d->g, st, seat, m, n) : n;
}

/* The state of a frame lies inside a unit: it is not quiet. */
static inline bool
dfs_inside_unit(const struct dfs_frame *f)
{
	return f->turn & TURN_LOUD;
}

/* It is at the last ply of a unit, all children being quiet, and the game says so. */
static inline bool
dfs_ends_unit(const struct dfs_frame *f)
{
	return f->turn & TURN_LAST;
}

/* Makes the child of the state of a ply; returns its turn (TURN_SEAT and flags). */
static inline unsigned
dfs_enter(struct dfs *d, int ply, int seat, move m)
{
	const unsigned turn =
		d->enter(d->g, dfs_state(d, ply), seat, m, dfs_state(d, ply + 1));
	d->frame[ply + 1].seat = (int)(turn & TURN_SEAT);
	d->frame[ply + 1].turn = turn;
	return turn;
}

static inline void
dfs_slack(uint8_t *slack, int plies)
{
	*slack = (uint8_t)(plies < *slack ? plies
					  : *slack); /* branch-free: it alternates */
}

/*
 * True when a state with `rem` plies left is a leaf; lowers *slack unless it is settled.
 */
static inline bool
dfs_ends(const struct dfs *d, unsigned turn, int rem, int ply, uint8_t *slack)
{
	if (turn & TURN_SETTLED)
		return true;
	if (rem == 0 && !(turn & TURN_LOUD))
		dfs_slack(slack, ply - d->depth);
	else if (ply >= DFS_PLIES - 1 || (turn & TURN_CHANCE))
		dfs_slack(slack, DFS_STUCK);
	else
		return false;
	return true;
}

static inline bool
dfs_leaf(const struct dfs *d, const struct state *st, int rem, int ply, uint8_t *slack)
{
	return dfs_ends(d, game_turn(d->g, st), rem, ply, slack);
}

/* Counts a leaf whose value is in its frame. */
static inline void
dfs_count_leaf(struct dfs *d, int ply)
{
	d->frame[ply].pv_count = 0;
	d->s->live.leaves++;
	if (ply > d->s->live.seldepth)
		d->s->live.seldepth = ply;
}

/* Values the leaf after the last move of a unit, if the game can do so without making it; returns
 * its turn. */
static inline unsigned
dfs_value_last(struct dfs *d, int ply, int seat, move m)
{
	const struct state *st = dfs_state(d, ply);
	struct state *child = dfs_state(d, ply + 1);
	int32_t *value = d->frame[ply + 1].value;
	if (d->taken_after != NULL && d->taken_after(d->g, st, seat, m, value))
		return 0;
	const unsigned turn = d->enter(d->g, st, seat, m, child);
	d->value(d->g, child, value);
	return turn;
}

static inline void
dfs_visit_leaf(struct dfs *d, const struct state *st, int ply)
{
	d->value(d->g, st, d->frame[ply].value);
	dfs_count_leaf(d, ply);
}

/*
 * Copies a tuple number by number. The game has just stored it so, and a wider load would wait for
 * these stores.
 */
static inline void
dfs_copy(const struct dfs *d, int32_t *to, const int32_t *from)
{
	for (int k = 0; k < (d->seats > 4 ? DFS_VALUES : 4); k++) {
		int32_t x = from[k];
		__asm__("" : "+r"(x)); /* keeps the compiler from one wide load */
		to[k] = x;
	}
}

/* Makes the child's tuple and line those of the node. */
static inline void
dfs_take(struct dfs *d, int ply, move m)
{
	struct dfs_frame *f = &d->frame[ply];
	const struct dfs_frame *c = f + 1;
	dfs_copy(d, f->value, c->value);
	f->pv[0] = m;
	f->pv_count = 1;
	if (ply >= DFS_LINE)
		return;
	__builtin_memcpy(f->pv + 1, c->pv, sizeof f->pv - sizeof f->pv[0]);
	f->pv_count += c->pv_count < DFS_LINE ? c->pv_count : DFS_LINE - 1;
}

/*
 * The key of a node in the table. With future() it covers only the rest of the game:
 * values are stored without the points the seats have already, and a move as its index in
 * the list.
 */
struct dfs_key {
	uint64_t hash;
	int32_t had
		[DFS_VALUES]; /* points that the seats have already, by future(), or 0 */
};

static inline void
dfs_key(const struct dfs *d, const struct state *st, struct dfs_key *key)
{
	if (d->future != NULL) {
		key->hash = d->future(d->g, st, key->had);
	} else {
		key->hash = d->hash(d->g, st);
		__builtin_memset(key->had, 0, sizeof key->had);
	}
}

/* Makes the entry the result of the node; lists its moves at top when they are needed. */
static inline void
dfs_use_entry(struct dfs *d, const struct ttable_entry *e, const struct dfs_key *key,
	      int ply, int rem, int top)
{
	struct dfs_frame *f = &d->frame[ply];
	for (int i = 0; i < d->seats; i++)
		f->value[i] = e->value[i] + key->had[i];
	f->pv[0] = e->m;
	if (d->future != NULL) {
		dfs_moves(d, dfs_state(d, ply), f->seat, d->stack + top);
		f->pv[0] = d->stack[top + (int)e->m];
	}
	f->pv_count = 1;
	f->slack = e->slack;
	if (e->slack < DFS_STUCK)
		f->slack = (uint8_t)(e->slack - (rem - e->depth));
	d->s->live.tt_hits++;
	d->s->live.cuts[CUT_TABLE]++;
}

/* The index of the table's move among the n at top, -1: it is not there. */
static inline int
dfs_place(const struct dfs *d, int top, int n, move m)
{
	for (int i = 0; i < n && m != MOVE_NONE; i++)
		if (d->future != NULL ? (move)i == m : d->stack[top + i] == m)
			return i;
	return -1;
}

/* Looks up an exact tuple; on a hit it is in the frame. */
static inline bool
dfs_probe(struct dfs *d, const struct dfs_key *key, int ply, int rem, int top)
{
	d->s->live.tt_probes++;
	const struct ttable_entry *e = ttable_probe(&d->table, key->hash, rem);
	if (e == NULL || e->bound != TTABLE_EXACT)
		return false;
	dfs_use_entry(d, e, key, ply, rem, top);
	return true;
}

/* Stores the result of the node, whose n moves are at top. */
static inline void
dfs_store(struct dfs *d, const struct dfs_key *key, int ply, int rem,
	  enum ttable_bound bound, int top, int n)
{
	const struct dfs_frame *f = &d->frame[ply];
	int32_t value[DFS_VALUES];
	for (int i = 0; i < d->seats; i++)
		value[i] = f->value[i] - key->had[i];
	move m = f->pv[0];
	if (d->future != NULL) {
		int at = 0;
		while (at < n - 1 && d->stack[top + at] != m)
			at++;
		m = (move)at;
	}
	ttable_store(&d->table, key->hash, rem, bound, f->slack, m, value);
}

static inline void
dfs_count_cut(struct dfs *d, enum dfs_rule rule, int ply, int skipped)
{
	snapshot_count_cut(&d->s->live, (int)rule, ply, skipped);
}

#endif
