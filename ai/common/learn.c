/* learn.c - see learn.h. */
#include "ai/common/learn.h"

#include <string.h>

#define HISTORY_FULL (1 << 29)
#define ABOVE_GAME   (INT64_C(1) << 61) /* above the keys of the game's order */

bool
learn_open(struct learn *l, struct search *s, struct status *st)
{
	struct arena *a = &s->arena;
	const size_t cells = (size_t)DFS_PLIES * MOVES_MAX;
	l->rule = (enum learn_rule)options_int(&s->options, "order");
	if (l->rule == LEARN_GAME)
		return true;
	l->turn = arena_take(a, cells * sizeof *l->turn);
	l->rest = arena_take(a, cells * sizeof *l->rest);
	bool ok = l->turn != NULL && l->rest != NULL;
	if (ok && learn_by_cuts(l)) {
		l->killer = arena_take(a, sizeof *l->killer * DFS_PLIES);
		l->history = arena_take(a, sizeof *l->history * SEATS_MAX);
		ok = l->killer != NULL && l->history != NULL;
	}
	return ok || status_fail(st, "memory: too few for this search");
}

void
learn_clear(struct learn *l)
{
	if (!learn_by_cuts(l))
		return;
	memset(l->killer, 0xff, sizeof *l->killer * DFS_PLIES);
	memset(l->history, 0, sizeof *l->history * SEATS_MAX);
}

static int32_t *
history_of(const struct learn *l, int seat, move m)
{
	const uint32_t slot = m * UINT32_C(0x9e3779b1) >> (32 - LEARN_SLOT_BITS);
	return &l->history[seat][slot];
}

void
learn_cut(struct learn *l, int ply, int rem, int seat, move m)
{
	move *killer = l->killer[ply];
	if (killer[0] != m) {
		killer[1] = killer[0];
		killer[0] = m;
	}
	int32_t *h = history_of(l, seat, m);
	*h += (rem + 1) * (rem + 1);
	if (*h >= HISTORY_FULL)
		for (int i = 0; i < 1 << LEARN_SLOT_BITS; i++)
			l->history[seat][i] /= 2;
}

static int32_t
merit(const struct learn *l, int ply, int seat, move m)
{
	if (l->rule == LEARN_HISTORY)
		return *history_of(l, seat, m);
	if (l->rule == LEARN_KILLER)
		return m == l->killer[ply][0] ? 2 : m == l->killer[ply][1];
	return 0;
}

void
learn_sort(struct learn *l, const struct dfs *d, int ply, int top, int searched,
	   int first)
{
	uint16_t *turn = l->turn + top, *rest = l->rest + top;
	int32_t *score = d->score + top; /* by turn; the game's are in the keys */
	for (int k = 0; k < searched; k++) {
		const int at = (int)~(uint32_t)d->key[top + k];
		const move m = d->stack[top + at];
		const int32_t s =
			at == first ? INT32_MAX : merit(l, ply, d->frame[ply].seat, m);
		int j = k;
		for (; j > 0 && score[j - 1] < s; j--) {
			score[j] = score[j - 1];
			turn[j] = turn[j - 1];
		}
		score[j] = s;
		turn[j] = (uint16_t)k;
	}
	uint16_t lowest = LEARN_NO_RANK;
	for (int k = searched - 1; k >= 0; k--) {
		rest[k] = lowest;
		lowest = turn[k] < lowest ? turn[k] : lowest;
	}
}

void
learn_apply(struct learn *l, int64_t *key, int top, int searched)
{
	uint16_t *at = l->rest + top; /* places in the list, by rank */
	for (int k = 0; k < searched; k++)
		at[k] = (uint16_t) ~(uint32_t)key[k];
	for (int k = 0; k < searched; k++)
		key[k] = ABOVE_GAME + (int64_t)(searched - k) * (INT64_C(1) << 32) +
			 ~(uint32_t)at[l->turn[top + k]];
}
