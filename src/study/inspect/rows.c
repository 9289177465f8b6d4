/*
 * rows.c - the rows of a tree in view: below open nodes, through the filter, in the
 * order wanted; and finding among it.
 */
#include "src/study/inspect/private.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const inspect_sort_names[SORT_KINDS] = { "search order", "value", "visits" };
const char *const inspect_filter_names[SHOW_KINDS] = { "all", "principal variation",
						       "most-proving line", "only cuts",
						       "only differences" };

static double
sort_key(const struct inspect *t, const struct inspect_node *n)
{
	if (t->sort == SORT_VISITS)
		return (double)n->look.visits;
	const double v = n->look.value[n->look.seat < 0 ? 0 : n->look.seat];
	return isnan(v) ? -(double)INFINITY : v;
}

/* The children of a node in the order wanted. */
static void
order_children(const struct inspect *t, const struct inspect_node *n, int32_t *out)
{
	for (int32_t i = 0; i < n->count; i++) {
		int32_t j = i;
		const int32_t at = n->first + i;
		for (; t->sort != SORT_SEARCH && j > 0 &&
		       sort_key(t, &t->node[out[j - 1]]) < sort_key(t, &t->node[at]);
		     j--)
			out[j] = out[j - 1];
		out[j] = at;
	}
}

static void
add_rows(struct inspect *t, int32_t node)
{
	const struct inspect_node *n = &t->node[node];
	if (n->count <= 0 || !n->open)
		return;
	int32_t *order = inspect_grown(NULL, (size_t)n->count * sizeof *order);
	memset(order, 0, (size_t)n->count * sizeof *order);
	order_children(t, n, order);
	for (int32_t i = 0; i < n->count; i++) {
		const struct inspect_node *c = &t->node[order[i]];
		if (!c->seen)
			continue;
		if (t->rows == t->row_room) {
			t->row_room = t->row_room ? t->row_room * 2 : 256;
			t->row = inspect_grown(t->row,
					       (size_t)t->row_room * sizeof *t->row);
		}
		t->row[t->rows++] = order[i];
		add_rows(t, order[i]);
	}
	free(order);
}

/* At a node of the played line: is this the played child or the chosen one, and do these
 * differ? */
static bool
differs(const struct inspect *t, const struct inspect_node *n)
{
	const struct inspect_node *p = &t->node[n->parent];
	const struct inspect_node *chosen = inspect_chosen(t, p);
	return p->played && (n->played || n->look.best) && chosen != NULL &&
	       !chosen->played;
}

static bool
inspect_rows_passes(const struct inspect *t, const struct inspect_node *n)
{
	if (t->hide_skipped && n->look.skipped)
		return false;
	switch (t->filter) {
	case SHOW_ALL: return true;
	case SHOW_PV: return t->node[n->parent].pv;
	case SHOW_LEADS: return t->node[n->parent].leads;
	case SHOW_CUTS: return n->look.rule != NULL && !n->look.skipped;
	case SHOW_DIFFERS:
		return t->other != NULL ? inspect_disagrees(t, n) : differs(t, n);
	case SHOW_KINDS: break;
	}
	return true;
}

/* Children come after their parents: one pass from the end marks the paths to nodes that pass. */
void
inspect_rebuild(struct inspect *t)
{
	for (int32_t i = 0; i < t->nodes; i++)
		t->node[i].seen = i == 0 || inspect_rows_passes(t, &t->node[i]);
	for (int32_t i = t->nodes - 1; i > 0; i--)
		if (t->node[i].seen)
			t->node[t->node[i].parent].seen = true;
	t->rows = 0;
	add_rows(t, 0);
}

void
inspect_set_sort(struct inspect *t, enum inspect_sort sort)
{
	t->sort = sort;
	inspect_rebuild(t);
}

void
inspect_set_filter(struct inspect *t, enum inspect_filter filter)
{
	t->filter = filter;
	inspect_rebuild(t);
}

void
inspect_hide_skipped(struct inspect *t, bool hide)
{
	t->hide_skipped = hide;
	inspect_rebuild(t);
}

/* ---- finding ---- */

int32_t
inspect_row(const struct inspect *t, int32_t node)
{
	for (; node > 0; node = t->node[node].parent)
		for (int32_t i = 0; i < t->rows; i++)
			if (t->row[i] == node)
				return i;
	return t->rows > 0 ? 0 : -1;
}

static bool
contains_fold(const char *text, const char *part)
{
	return strcasestr(text, part) != NULL;
}

int32_t
inspect_find(const struct inspect *t, int32_t row, int way, const char *text)
{
	for (int32_t k = 1; k <= t->rows; k++) {
		const int32_t i = ((row + way * k) % t->rows + t->rows) % t->rows;
		if (contains_fold(t->node[t->row[i]].text, text))
			return i;
	}
	return -1;
}

int32_t
inspect_next_better(const struct inspect *t, int32_t row, int way)
{
	for (int32_t i = row + way; i >= 0 && i < t->rows; i += way)
		if (t->node[t->row[i]].better)
			return i;
	return -1;
}
