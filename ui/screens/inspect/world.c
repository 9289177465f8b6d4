/*
 * world.c - the search of a big world of the inspector, run again on a thread of its
 * own, so that the screen goes on meanwhile. Small ones are run as they are opened.
 */
#include "ui/screens/inspect/private.h"

#include <stdlib.h>

static void
inspect_world_close_search(struct search *search)
{
	search_close(search);
	free(search);
}

/* Of the world at `node` of the first tree, or at its twin. */
static bool
inspect_world_begin(struct inspector *s, struct ui *ui, int32_t node,
		    struct inspect *tree, int32_t world)
{
	struct inspect_world *w = &s->world;
	struct status st = { 0 };
	struct search *search = inspect_open_world(tree, world, &st);
	struct worker *worker =
		search != NULL ? worker_start_opened(search, ui->wake_write, &st) : NULL;
	if (worker == NULL) {
		if (search != NULL)
			inspect_world_close_search(search);
		ui_message(ui, "%s", st.text);
		return false;
	}
	*w = (struct inspect_world){ .worker = worker,
				     .search = search,
				     .shown = s->view.tree,
				     .tree = tree,
				     .world = world,
				     .node = node,
				     .nodes = tree->node[world].look.visits };
	ui_message(ui, "the search of %s is repeated; ^C stops it",
		   tree->node[world].text);
	return true;
}

bool
inspector_run_world(struct inspector *s, struct ui *ui)
{
	struct inspect *t = s->view.tree, *tree;
	const int32_t node = s->view.node;
	int32_t world;
	if (t == NULL || t->node[node].open ||
	    !inspect_needs_world(t, node, &tree, &world))
		return false;
	if (s->world.worker != NULL)
		ui_message(ui, "the search of %s is still being repeated; ^C stops it",
			   s->world.tree->node[s->world.world].text);
	else
		inspect_world_begin(s, ui, node, tree, world);
	return true;
}

/* The world's tree is there; its twin's may have to be made first. */
static void
inspect_world_done(struct ui *ui, struct inspector *s)
{
	const struct inspect_world w = s->world;
	struct inspect *t = w.shown, *tree;
	struct status st = { 0 };
	int32_t world;
	worker_free(w.worker);
	snapshot_free(&s->world.snap);
	s->world = (struct inspect_world){ 0 };
	inspect_take_world(w.tree, w.world, w.search);
	ui->message[0] = '\0';
	if (inspect_needs_world(t, w.node, &tree, &world)) {
		inspect_world_begin(s, ui, w.node, tree, world);
		return;
	}
	if (!inspect_expand(t, w.node, &st))
		ui_message(ui, "%s", st.text);
	if (s->view.tree == t) /* rows have moved under the cursor */
		tree_view_select(&s->view, s->view.node);
}

bool
inspector_tick_world(struct ui *ui, struct inspector *s)
{
	struct inspect_world *w = &s->world;
	if (w->worker == NULL)
		return false;
	const bool over = worker_done(w->worker),
		   changed = worker_read(w->worker, &w->snap);
	if (over)
		inspect_world_done(ui, s);
	return over || changed;
}

void
inspector_drop_world(struct inspector *s)
{
	struct inspect_world *w = &s->world;
	if (w->worker == NULL)
		return;
	worker_free(w->worker);
	inspect_world_close_search(w->search);
	snapshot_free(&w->snap);
	*w = (struct inspect_world){ 0 };
}
