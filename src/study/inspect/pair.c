/*
 * pair.c - two trees: of one search at two steps, or of two searches of one position.
 */
#include "src/study/inspect/private.h"

#include <math.h>
#include <string.h>

const struct inspect_node *
inspect_chosen(const struct inspect *t, const struct inspect_node *n)
{
	for (int32_t i = 0; i < n->count; i++)
		if (t->node[n->first + i].look.best)
			return &t->node[n->first + i];
	return NULL;
}

/* A world stays the same when it chooses another move. */
static bool
same_way(const struct look_node *a, const struct look_node *b)
{
	const bool same = a->kind == b->kind && a->seat == b->seat;
	return a->kind == LOOK_WORLD ? same && a->world == b->world
				     : same && a->m == b->m && a->other_m == b->other_m;
}

static int32_t
same_child(const struct inspect *t, int32_t node, const struct inspect_node *as)
{
	const struct inspect_node *n = &t->node[node];
	for (int32_t i = 0; i < n->count; i++) {
		if (same_way(&t->node[n->first + i].look, &as->look))
			return n->first + i;
	}
	return -1;
}

static bool
same_figures(const struct look_node *a, const struct look_node *b)
{
	bool same = a->visits == b->visits && a->status == b->status;
	for (int i = 0; i < SEATS_MAX; i++)
		same = same && (a->value[i] == b->value[i] ||
				(isnan(a->value[i]) && isnan(b->value[i])));
	return same;
}

static void
compare_below(struct inspect *t, int32_t node, const struct inspect *old, int32_t was)
{
	if (was >= 0 && old->node[was].open && inspect_load(t, node, NULL))
		t->node[node].open = true;
	for (int32_t i = 0; t->node[node].open && i < t->node[node].count; i++) {
		const int32_t c = t->node[node].first + i;
		const int32_t o = was < 0 ? -1 : same_child(old, was, &t->node[c]);
		t->node[c].changed =
			o < 0 || !same_figures(&t->node[c].look, &old->node[o].look);
		compare_below(t, c, old, o);
	}
}

void
inspect_compare(struct inspect *t, const struct inspect *old)
{
	compare_below(t, 0, old, 0);
	t->sort = old->sort;
	t->filter = old->filter;
	t->hide_skipped = old->hide_skipped;
	inspect_rebuild(t);
}

void
inspect_open_as(struct inspect *t, const struct inspect *old)
{
	inspect_compare(t, old);
	for (int32_t i = 0; i < t->nodes; i++)
		t->node[i].changed = false;
}

/* ---- two searches ---- */

const struct inspect_node *
inspect_twin(const struct inspect *t, const struct inspect_node *n)
{
	return t->other == NULL || n->twin < 0 ? NULL : &t->other->node[n->twin];
}

bool
inspect_disagrees(const struct inspect *t, const struct inspect_node *n)
{
	const struct inspect_node *twin = inspect_twin(t, n);
	if (twin == NULL || n->parent < 0)
		return false;
	const struct inspect_node *ours = inspect_chosen(t, &t->node[n->parent]);
	const struct inspect_node *theirs =
		inspect_chosen(t->other, &t->other->node[twin->parent]);
	return ours != NULL && theirs != NULL && ours->twin != theirs - t->other->node &&
	       (ours == n || theirs == twin);
}

/* A node that only the twin's search has: its move, and no figures. */
static void
add_absent(struct inspect *t, int32_t parent, int32_t twin)
{
	const int32_t at = inspect_add_node(t);
	const struct inspect_node *from = &t->other->node[twin];
	struct inspect_node *n = &t->node[at];
	n->look = from->look;
	for (int i = 0; i < SEATS_MAX; i++)
		n->look.value[i] = n->look.win[i] = (double)NAN;
	n->look.columns = NULL;
	n->look.visits = 0;
	n->look.status = MOVE_UNSEARCHED;
	n->look.rule = NULL;
	n->look.best = n->look.skipped = n->look.again = n->look.partial = false;
	n->look.table = n->look.last = false;
	n->look.children_skipped = 0;
	n->look.proof[0] = '\0';
	memcpy(n->text, from->text, sizeof n->text);
	n->parent = parent;
	n->ply = (int16_t)(t->node[parent].ply + 1);
	n->source = t->node[parent].source;
	n->absent = true;
	n->twin = twin;
}

void
inspect_pair_children(struct inspect *t, int32_t node)
{
	const int32_t twin = t->node[node].twin;
	if (twin < 0 || !inspect_load(t->other, twin, NULL))
		return;
	const struct inspect_node *o = &t->other->node[twin];
	const int32_t own = t->node[node].count > 0 ? t->node[node].count : 0;
	t->node[node].count = own;
	for (int32_t i = 0; i < o->count; i++) {
		const int32_t same = same_child(t, node, &t->other->node[o->first + i]);
		if (same < 0) {
			add_absent(t, node, o->first + i);
			continue;
		}
		struct look_node *l = &t->node[same].look;
		t->node[same].twin = o->first + i;
		l->inner = l->inner || (l->kind != LOOK_WORLD &&
					t->other->node[o->first + i].look.inner);
	}
	t->node[node].count = t->nodes - t->node[node].first;
}
