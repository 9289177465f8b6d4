/* table_first.c - see table_first.h. */
#include "ai/depth_first/table_first.h"

bool
table_first_open(struct table_first *t, struct search *s, struct status *st)
{
	const size_t cells = (size_t)DFS_PLIES * MOVES_MAX;
	t->rank = arena_take(&s->arena, cells * sizeof *t->rank);
	t->lowest = arena_take(&s->arena, cells * sizeof *t->lowest);
	return (t->rank != NULL && t->lowest != NULL) || status_fail(st, DFS_NO_MEMORY);
}

void
table_first_sort(struct table_first *t, const struct dfs *d, int top, int searched,
		 int first)
{
	uint16_t *rank = t->rank + top, *lowest = t->lowest + top;
	int at = 0;
	for (int k = 0; k < searched; k++)
		if ((int)~(uint32_t)d->key[top + k] == first)
			at = k;
	rank[0] = (uint16_t)at;
	for (int k = 0, to = 1; k < searched; k++)
		if (k != at)
			rank[to++] = (uint16_t)k;
	uint16_t least = NO_RANK;
	for (int k = searched - 1; k >= 0; k--) {
		lowest[k] = least;
		least = rank[k] < least ? rank[k] : least;
	}
}
