/*
 * preview.c - the first level of a tree that is not there yet.
 *
 * A snapshot knows its root moves: a search that has nothing but them, and shows them as
 * its children, makes a tree of one level of it. They also stand for the root's moves of a
 * tree that would have other figures (inspect_set_figures()).
 */
#include "src/study/inspect/private.h"

#include <stdlib.h>
#include <string.h>

int
inspect_figure_moves(const struct snapshot *snap, struct look_node *out, int max)
{
	int n = 0;
	for (; n < snap->move_count && n < max; n++) {
		const struct stats_move *m = &snap->moves[n];
		struct look_node *l = &out[n];
		look_blank(l, (look_ref)(unsigned)n, snap->mover, m->m);
		l->visits = m->visits;
		l->status = m->status;
		l->best = n == 0 && m->status != MOVE_UNSEARCHED;
		for (int i = 0; i < snap->seats; i++) {
			l->value[i] = m->value[i];
			l->win[i] = m->win[i];
		}
	}
	return n;
}

static int
children(struct search *s, look_ref node, struct look_node *out, int max)
{
	return node == LOOK_ROOT ? inspect_figure_moves(&s->live, out, max) : 0;
}

static const struct look_ops look = { .children = children };
static const struct search_ops preview = { .key = "preview", .look = &look };

static struct search *
preview_new_search(void)
{
	struct search *s = aligned_alloc(64, (sizeof *s + 63) & ~(size_t)63);
	if (s == NULL)
		BUG("not enough memory for the first level of a tree");
	return s;
}

void
inspect_open_preview(struct inspect *t, const struct game *g, const struct state *root,
		     int viewer, const struct snapshot *snap)
{
	struct search *s = preview_new_search();
	memset(s, 0, sizeof *s);
	s->ops = &preview;
	s->game = g;
	game_copy(g, root, &s->root);
	if (g->turns->uncommit != NULL) /* with what is hidden a move would settle it */
		g->turns->uncommit(g, &s->root, &s->root);
	s->viewer = viewer;
	s->mover = snap->mover;
	snapshot_copy(&s->live, snap);
	if (inspect_open(t, s, NULL))
		t->source[0].owned = true;
}
