/*
 * order.h - the fixed order of moves, and the table of root moves.
 *
 * The fixed order is by game_knowledge.order(), descending, ties as moves() lists them.
 * It depends on the state alone: all searches that keep the first of equal moves choose
 * the same one, whatever they prune.
 */
#ifndef PLYSCOPE_AI_COMMON_ORDER_H
#define PLYSCOPE_AI_COMMON_ORDER_H

#include "src/core/search.h"

/* The moves that a search chooses from below its root: of those with equal outcome one. */
static inline int
order_choices(const struct game *g, const struct state *s, int seat, move *m)
{
	if (g->trick->choices != NULL)
		return g->trick->choices(g, s, seat, m);
	const int n = g->rules->moves(g, s, seat, m);
	return g->knowledge->merge != NULL ? g->knowledge->merge(g, s, seat, m, n) : n;
}

/* Sorts m[n] into the fixed order; score[n] is scratch. */
void order_sort(const struct game *g, const struct state *s, int seat, move *m,
		int32_t *score, int n);
/* The same for the best k moves alone: they are in m[0..k) afterwards, sorted. */
void order_best(const struct game *g, const struct state *s, int seat, move *m,
		int32_t *score, int n, int k);

/*
 * The same, lazily: order_begin() fills key[n], order_take() moves the best key of
 * key[i..n) to place i and returns the index of its move. The first ORDER_SELECT are
 * selected one by one, as most cuts come early; then the rest is sorted.
 */
#define ORDER_SELECT 4

void order_begin(const struct game *g, const struct state *s, int seat, const move *m,
		 int32_t *score, int64_t *key, int n);
void order_rest(int64_t *key, int i, int n);

static inline int
order_take(int64_t *key, int i, int n)
{
	if (i < ORDER_SELECT) {
		int64_t best = key[i];
		int at = i;
		/* Branch-free: branches would be mispredicted. */
		for (int j = i + 1; j < n; j++) {
			const bool better = key[j] > best;
			best = better ? key[j] : best;
			at = better ? j : at;
		}
		key[at] = key[i];
		key[i] = best;
	} else if (i == ORDER_SELECT) {
		order_rest(key, i, n);
	}
	return (int)~(uint32_t)key[i];
}

/* The same without keys, one move after the other of a few: the index of the best score, which is
 * marked as taken. */
static inline int
order_pick(int32_t *score, int n)
{
	int at = 0;
	int32_t best = score[0];
	for (int k = 1; k < n; k++) {
		const bool better = score[k] > best;
		best = better ? score[k] : best;
		at = better ? k : at;
	}
	score[at] = INT32_MIN;
	return at;
}

/* A root move and its result; values in the game's integers. */
struct ranked {
	move m;
	uint8_t status; /* enum move_status; AT_MOST: only value[mover] counts */
	int16_t depth;	/* of the iteration that gave the value */
	int64_t nodes;	/* below it, in that iteration */
	int32_t value[SEATS_MAX];
};

/* Inserts a row behind all rows not worse, keeping at most max; returns the new count. */
int ranked_insert(struct ranked *rows, int count, int max, const struct ranked *row,
		  int mover);
/* Writes rows[count], best first, to the snapshot and reports it. */
void ranked_report(struct search *s, const struct ranked *rows, int count, int total);

#endif
