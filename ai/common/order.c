/*
 * order.c - see order.h. The game scores the moves once per node. Insertion sort: the
 * fastest stable sort for so few moves.
 */
#include "ai/common/order.h"

#include <math.h>
#include <string.h>

void
order_best(const struct game *g, const struct state *s, int seat, move *m, int32_t *score,
	   int n, int k)
{
	if (n < 2 || g->knowledge->order == NULL)
		return;
	g->knowledge->order(g, s, seat, m, n, score);
	for (int i = 1; i < n; i++) {
		const move mv = m[i];
		const int32_t sc = score[i];
		int j = i < k ? i : k;
		if (i >= k && sc <= score[k - 1])
			continue;
		if (i >= k)
			j = k - 1;
		for (; j > 0 && score[j - 1] < sc; j--) {
			m[j] = m[j - 1];
			score[j] = score[j - 1];
		}
		m[j] = mv;
		score[j] = sc;
	}
}

void
order_sort(const struct game *g, const struct state *s, int seat, move *m, int32_t *score,
	   int n)
{
	order_best(g, s, seat, m, score, n, n);
}

void
order_begin(const struct game *g, const struct state *s, int seat, const move *m,
	    int32_t *score, int64_t *key, int n)
{
	if (n == 1 || g->knowledge->order == NULL)
		memset(score, 0, (size_t)n * sizeof *score);
	else
		g->knowledge->order(g, s, seat, m, n, score);
	for (int i = 0; i < n; i++) /* higher score first, then lower index */
		key[i] = (int64_t)score[i] * (INT64_C(1) << 32) + ~(uint32_t)i;
}

void
order_rest(int64_t *key, int i, int n)
{
	for (int at = i + 1; at < n; at++) {
		const int64_t k = key[at];
		int j = at;
		for (; j > i && key[j - 1] < k; j--)
			key[j] = key[j - 1];
		key[j] = k;
	}
}

/*
 * True when a stands before b: searched before unsearched, deeper before shallower, the
 * value of the mover descending, an exact value before an equal upper bound.
 */
static bool
ranked_before(const struct ranked *a, const struct ranked *b, int mover)
{
	const bool known_a = a->status != MOVE_UNSEARCHED,
		   known_b = b->status != MOVE_UNSEARCHED;
	if (known_a != known_b)
		return known_a;
	if (!known_a)
		return false;
	if (a->depth != b->depth)
		return a->depth > b->depth;
	if (a->value[mover] != b->value[mover])
		return a->value[mover] > b->value[mover];
	return a->status != MOVE_AT_MOST && b->status == MOVE_AT_MOST;
}

int
ranked_insert(struct ranked *rows, int count, int max, const struct ranked *row,
	      int mover)
{
	int at = count;
	while (at > 0 && ranked_before(row, &rows[at - 1], mover))
		at--;
	if (at >= max)
		return count;
	if (count < max)
		count++;
	memmove(&rows[at + 1], &rows[at], (size_t)(count - 1 - at) * sizeof *rows);
	rows[at] = *row;
	return count;
}

void
ranked_report(struct search *s, const struct ranked *rows, int count, int total)
{
	const double unit = game_unit(s->game);
	s->live.moves_total = total;
	s->live.move_count = count;
	for (int i = 0; i < count; i++) {
		struct stats_move *row = &s->live.moves[i];
		stats_move_blank(row, rows[i].m);
		row->status = rows[i].status;
		row->depth = rows[i].depth;
		row->visits = rows[i].nodes;
		if (rows[i].status == MOVE_UNSEARCHED)
			continue;
		const bool only = rows[i].status == MOVE_AT_MOST;
		for (int j = 0; j < s->game->seats; j++)
			if (!only || j == s->mover)
				row->value[j] = rows[i].value[j] / unit;
	}
	search_report(s, false);
}
