/*
 * brs.c - best-reply search: after the root seat only the strongest reply is played.
 *
 * Source: Schadd and Winands, IEEE TCIAIG 3(1), 2011. The root seat maximises its value;
 * between two of its moves only the opponent with the strongest reply moves, and the
 * others pass. A round of n plies becomes two, alpha-beta prunes them, and the root
 * seat's own plans are searched deeper.
 *
 * Turns are skipped through the game's give_turn(). Games whose seats cannot be skipped
 * (every seat must play to a trick) do not have it, and the search refuses them. With two
 * seats nothing is skipped.
 *
 * Positions out of turn do not occur in the game: its bounds() and the table are not used.
 * Values: integers; the other seats' are those of the leaf. Memory: frames, see dfs.h.
 */
#include "ai/depth_first/dfs_look.h"
#include "ai/depth_first/dfs_options.h"

#include <stdio.h>

static const struct option_spec brs_options[] = {
	DFS_OPTION_MEMORY,
	{ .key = NULL },
};

/* The position with this seat to move, unchanged at its turn or without give_turn(). */
static void
turn_to(const struct dfs *d, const struct state *st, int seat, struct state *out)
{
	const struct game *g = d->g;
	game_copy(g, st, out);
	if (g->turns->give_turn && !(d->acting(g, st) >> seat & 1))
		g->turns->give_turn(g, out, seat, out);
}

/*
 * Lists the moves of the root seat, or of all others (in the order of turns), with their
 * seats in d->mark and keys in d->key; returns the count.
 */
static int
brs_list_moves(struct dfs *d, const struct state *st, int top, bool mine)
{
	const struct game *g = d->g;
	const int me = d->s->mover, to_move = dfs_mover(d, st);
	int n = 0;
	for (int k = 0; k < d->seats; k++) {
		const int seat = (to_move + k) % d->seats;
		struct state turn;
		if ((seat == me) != mine || (!g->turns->give_turn && seat != to_move))
			continue;
		turn_to(d, st, seat, &turn);
		const int at = top + n, count = d->moves(g, &turn, seat, d->stack + at);
		order_begin(g, &turn, seat, d->stack + at, d->score + at, d->key + at,
			    count);
		for (int i = at; i < at + count; i++) {
			d->mark[i] = (uint8_t)seat;
			d->key[i] = (int64_t)d->score[i] * (INT64_C(1) << 32) +
				    ~(uint32_t)(i - top);
		}
		n += count;
	}
	return n;
}

static void
brs_note_proof(struct dfs *d, int ply, int seat, int32_t got, int32_t need)
{
	const struct dfs_proof p = {
		.rule = CUT_ALPHA_BETA, .seat = seat, .got = got, .need = need, .ply = ply
	};
	if (d->trace != NULL)
		d->trace(d->trace_self, &p);
}

static int
brs(struct dfs *d, int ply, int rem, int32_t alpha, int32_t beta, int top)
{
	struct dfs_frame *f = &d->frame[ply], *c = f + 1;
	const struct state *st = dfs_state(d, ply);
	struct state *child = dfs_state(d, ply + 1), turn;
	const int me = d->s->mover, next = rem > 0 ? rem - 1 : 0;
	const bool mine = d->acting(d->g, st) >> me & 1;
	const int n = brs_list_moves(d, st, top, mine);
	f->slack = DFS_SOLVED;
	d->s->live.children += n;
	for (int i = 0; i < n; i++) {
		const int at = top + order_take(d->key + top, i, n);
		const move mv = d->stack[at];
		const int seat = d->mark[at];
		turn_to(d, st, seat, &turn);
		d->play(d->g, &turn, seat, mv, child);
		if (!search_step(d->s))
			return DFS_STOP;
		if (dfs_leaf(d, child, next, ply + 1, &f->slack)) {
			dfs_visit_leaf(d, child, ply + 1);
		} else {
			if (!mine) /* after any reply the root seat is next */
				turn_to(d, child, me, child);
			if (brs(d, ply + 1, next, alpha, beta, top + n) == DFS_STOP)
				return DFS_STOP;
			dfs_slack(&f->slack, c->slack);
		}
		const int32_t v = c->value[me];
		if (i == 0 || (mine ? v > f->value[me] : v < f->value[me]))
			dfs_take(d, ply, mv);
		if (mine && v > alpha)
			alpha = v;
		else if (!mine && v < beta)
			beta = v;
		if (alpha < beta)
			continue;
		if (i < n - 1) {
			dfs_count_cut(d, CUT_ALPHA_BETA, ply, n - 1 - i);
			brs_note_proof(d, ply, seat, v, mine ? beta : alpha + 1);
		}
		break;
	}
	return DFS_VALUE;
}

static int
brs_child(struct dfs *d, int rem)
{
	const int32_t need = d->frame[0].need;
	const int32_t alpha = need == DFS_NO_BOUND ? INT32_MIN : need - 1;
	if (brs(d, 1, rem, alpha, INT32_MAX, MOVES_MAX) == DFS_STOP)
		return DFS_STOP;
	d->frame[1].pv_count = 0; /* moves out of turn are not a line of the game */
	const int32_t v = d->frame[1].value[d->s->mover];
	if (v > alpha || need == DFS_NO_BOUND)
		return DFS_VALUE;
	d->cut = (struct dfs_proof){ .rule = CUT_ALPHA_BETA,
				     .seat = dfs_mover(d, dfs_state(d, 1)),
				     .got = v,
				     .need = need,
				     .ply = 1 };
	return 1;
}

/* For the inspector: after any reply the root seat is next. */
static int
list_replies(struct dfs *d, const struct state *st, int by, move *m, uint8_t *seat)
{
	const int me = d->s->mover;
	struct state turn;
	turn_to(d, st, by == me ? dfs_mover(d, st) : me, &turn);
	const int all = brs_list_moves(d, &turn, 0, d->acting(d->g, &turn) >> me & 1);
	const int n = all < MOVES_MAX ? all : MOVES_MAX;
	for (int i = 0; i < n; i++) {
		const int at = order_take(d->key, i, all);
		m[i] = d->stack[at];
		seat[i] = d->mark[at];
	}
	return n;
}

static bool
brs_open(struct search *s, struct status *st)
{
	struct dfs *d = arena_take(&s->arena, sizeof *d);
	if (d == NULL)
		return status_fail(st, DFS_NO_MEMORY);
	s->self = d;
	if (!dfs_open(d, s, false, st))
		return false;
	d->child = brs_child;
	d->bounds_kind = DFS_WINDOW;
	d->replies = list_replies;
	return true;
}

static void
brs_run(struct search *s)
{
	dfs_run(s->self);
}

static bool
brs_misfit(const struct game *g, const struct options *o, char *out, int size)
{
	if (g->seats <= 2 || g->turns->give_turn != NULL)
		return false;
	snprintf(out, (size_t)size, "brs skips turns, which %s cannot", g->ops->title);
	return true;
}

const struct search_ops brs_search = {
	.key = "brs",
	.title = "best-reply search",
	.summary = "after its own move only the strongest reply of all others is played",
	.source = "Schadd and Winands, IEEE TCIAIG 3(1), 2011",
	.flags = SEARCH_PERFECT | SEARCH_ASSUMES,
	.misfit = brs_misfit,
	.options = brs_options,
	.open = brs_open,
	.run = brs_run,
	.look = &dfs_look,
	.node_columns = dfs_columns,
	.rules = dfs_rules,
};
