/* kept.h - for tests: the figures of a search, which outlive it. */
#ifndef PLYSCOPE_TESTS_KEPT_H
#define PLYSCOPE_TESTS_KEPT_H

#include "src/core/stats.h"

#include <stdlib.h>
#include <string.h>

/* A copy of a snapshot until the program ends. */
static inline struct snapshot
kept_figures(const struct snapshot *live)
{
	static struct kept {
		struct snapshot figures;
		struct kept *next;
	} * all;
	struct kept *k = calloc(1, sizeof *k);
	if (k == NULL)
		abort();
	snapshot_copy(&k->figures, live);
	k->next = all;
	all = k;
	return k->figures;
}

static inline bool
same_attachment(const void *a, const void *b, size_t bytes)
{
	return (a == NULL) == (b == NULL) && (a == NULL || memcmp(a, b, bytes) == 0);
}

/* Whether two snapshots say the same, to the byte. */
static inline bool
same_figures(const struct snapshot *a, const struct snapshot *b)
{
	struct snapshot x = *a, y = *b;
	x.moves = y.moves = NULL;
	x.rows = y.rows = 0;
	memset(x.attached, 0, sizeof x.attached);
	memset(y.attached, 0, sizeof y.attached);
	return memcmp(&x, &y, sizeof x) == 0 &&
	       memcmp(a->moves, b->moves, (size_t)a->move_count * sizeof *a->moves) ==
		       0 &&
	       same_attachment(snapshot_plies(a), snapshot_plies(b),
			       sizeof(struct stats_plies)) &&
	       same_attachment(snapshot_joint(a), snapshot_joint(b),
			       sizeof(struct stats_joint)) &&
	       same_attachment(snapshot_hands(a), snapshot_hands(b),
			       sizeof(struct stats_hands)) &&
	       same_attachment(snapshot_answers(a), snapshot_answers(b),
			       sizeof(struct stats_answers)) &&
	       same_attachment(snapshot_ways(a), snapshot_ways(b),
			       sizeof(struct stats_ways));
}

#endif
