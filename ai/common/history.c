/* history.c - see history.h. */
#include "ai/common/history.h"

#include <string.h>

#define WEIGHT_FULL (1 << 29)	       /* then all weights of the seat are halved */
#define ABOVE_GAME  (INT64_C(1) << 61) /* above the keys of the game's order */

bool
history_open(struct cut_history *h, struct search *s, struct status *st)
{
	struct arena *a = &s->arena;
	const size_t cells = (size_t)DFS_PLIES * MOVES_MAX;
	h->rule = (enum order_rule)options_int(&s->options, "order");
	if (h->rule == ORDER_GAME)
		return true;
	h->rank = arena_take(a, cells * sizeof *h->rank);
	h->lowest = arena_take(a, cells * sizeof *h->lowest);
	bool ok = h->rank != NULL && h->lowest != NULL;
	if (ok && history_by_cuts(h)) {
		h->killer = arena_take(a, sizeof *h->killer * DFS_PLIES);
		h->weight = arena_take(a, sizeof *h->weight * SEATS_MAX);
		ok = h->killer != NULL && h->weight != NULL;
	}
	return ok || status_fail(st, DFS_NO_MEMORY);
}

void
history_clear(struct cut_history *h)
{
	if (!history_by_cuts(h))
		return;
	memset(h->killer, 0xff, sizeof *h->killer * DFS_PLIES);
	memset(h->weight, 0, sizeof *h->weight * SEATS_MAX);
}

static int32_t *
weight_of(const struct cut_history *h, int seat, move m)
{
	const uint32_t slot = m * UINT32_C(0x9e3779b1) >> (32 - HISTORY_SLOT_BITS);
	return &h->weight[seat][slot];
}

void
history_cut(struct cut_history *h, int ply, int rem, int seat, move m)
{
	move *killer = h->killer[ply];
	if (killer[0] != m) {
		killer[1] = killer[0];
		killer[0] = m;
	}
	int32_t *weight = weight_of(h, seat, m);
	*weight += (rem + 1) * (rem + 1);
	if (*weight >= WEIGHT_FULL)
		for (int i = 0; i < 1 << HISTORY_SLOT_BITS; i++)
			h->weight[seat][i] /= 2;
}

static int32_t
merit(const struct cut_history *h, int ply, int seat, move m)
{
	if (h->rule == ORDER_HISTORY)
		return *weight_of(h, seat, m);
	if (h->rule == ORDER_KILLER)
		return m == h->killer[ply][0] ? 2 : m == h->killer[ply][1];
	return 0;
}

void
history_sort(struct cut_history *h, const struct dfs *d, int ply, int top, int searched,
	     int first)
{
	uint16_t *rank = h->rank + top;
	int32_t *score =
		d->score + top; /* parallel to rank; the game's are in the keys */
	for (int k = 0; k < searched; k++) {
		const int at = (int)~(uint32_t)d->key[top + k];
		const move m = d->stack[top + at];
		const int32_t s =
			at == first ? INT32_MAX : merit(h, ply, d->frame[ply].seat, m);
		int j = k;
		for (; j > 0 && score[j - 1] < s; j--) {
			score[j] = score[j - 1];
			rank[j] = rank[j - 1];
		}
		score[j] = s;
		rank[j] = (uint16_t)k;
	}
	uint16_t lowest = HISTORY_NO_RANK;
	for (int k = searched - 1; k >= 0; k--) {
		h->lowest[top + k] = lowest;
		lowest = rank[k] < lowest ? rank[k] : lowest;
	}
}

void
history_apply(struct cut_history *h, int64_t *key, int top, int searched)
{
	uint16_t *at =
		h->lowest + top; /* reused: the index in the list of moves, by rank */
	for (int k = 0; k < searched; k++)
		at[k] = (uint16_t) ~(uint32_t)key[k];
	for (int k = 0; k < searched; k++)
		key[k] = ABOVE_GAME + (int64_t)(searched - k) * (INT64_C(1) << 32) +
			 ~(uint32_t)at[h->rank[top + k]];
}
