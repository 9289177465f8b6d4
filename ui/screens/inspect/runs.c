/*
 * runs.c - the searches behind the inspector.
 *
 * A search keeps no tree while it plays: it is run again with its tree kept, with as many
 * nodes as it had. Until that is done the first level is there, from the figures of the table
 * or those that the run publishes. The other search of a difference runs after the first, with
 * as many nodes unless its player says something else than a time.
 */
#include "ui/screens/inspect/private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEFAULT_MS    1000   /* of a player that nothing limits */
#define OPEN_AT_FIRST 60     /* nodes */
#define WORLDS_NODES  200000 /* worlds are opened at first when all have no more */

static bool
limited(const struct player *p)
{
	for (int i = 0; i < p->count; i++) {
		const struct limits *l = &p->part[i].limits;
		if (l->depth + l->nodes + l->sims + l->time_ms > 0)
			return true;
	}
	return false;
}

struct limits
inspector_limits(const struct inspector *s, int run)
{
	const struct player *p = &s->run[run].player;
	const int64_t nodes = run == 0 ? s->decision.nodes : s->run[0].snap.nodes;
	struct limits l = p->part[0].limits;
	if (run == 0 && decision_limited(&s->decision))
		l = s->decision.limits;
	else if (nodes > 0 && (l.time_ms > 0 || !limited(p))) {
		l.time_ms = 0;
		l.nodes = nodes;
	} else if (!limited(p)) {
		l.time_ms = DEFAULT_MS;
	}
	return l;
}

const struct calibration *
inspector_calibration(const struct inspector *s)
{
	return s->calibration.stages > 0 ? &s->calibration : NULL;
}

static void
inspect_world_close_search(struct search *search)
{
	search_close(search);
	free(search);
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

static void
end_run(struct inspect_run *r)
{
	inspect_close(&r->tree);
	worker_free(r->worker);
	snapshot_free(&r->snap);
	r->worker = NULL;
	r->done = false;
}

void
inspector_forget(struct inspector *s)
{
	inspector_drop_world(s);
	inspector_drop_steps(s);
	inspect_close(&s->preview);
	s->shown = false;
	end_run(&s->run[0]); /* its tree points into the other's */
	end_run(&s->run[1]);
	s->why[0] = '\0';
	s->view.tree = NULL;
	s->view.node = 0;
}

bool
inspector_whole(const struct inspector *s)
{
	return s->run[0].done && s->view.tree != NULL;
}

struct inspect_run *
inspector_running(struct inspector *s)
{
	for (int k = 0; k < 2; k++)
		if (s->run[k].worker != NULL && !s->run[k].done)
			return &s->run[k];
	return NULL;
}

/* ---- what is shown ---- */

void
inspector_path(const struct inspector *s, char *out, int size)
{
	out[0] = '\0';
	if (s->view.tree == NULL)
		return;
	inspect_path(s->view.tree, s->view.node, out, size);
}

void
inspector_show(struct inspector *s, struct inspect *tree, const char *path, int mover)
{
	const int32_t at = inspect_at(tree, path);
	s->view.node = at < 0 ? 0 : at;
	tree_view_set(&s->view, tree, decision_game(&s->decision), s->decision.viewer,
		      mover);
}

static void
show_preview(struct inspector *s, const struct snapshot *snap)
{
	char path[400] = "";
	if (s->view.list.at > 0)
		inspector_path(s, path, sizeof path);
	inspect_close(&s->preview);
	inspect_open_preview(&s->preview, decision_game(&s->decision), &s->root,
			     s->decision.viewer, snap);
	inspector_show(s, &s->preview, path, snap->mover);
}

/* The moves of the record from here on, as far as the viewer may know them. */
static int
played_line(const struct inspector *s, move *out, int max)
{
	const struct match *m = &s->decision.match;
	int n = 0;
	if (s->decision.person != SEAT_ALL && game_hidden(decision_game(&s->decision)))
		return 0;
	for (int k = s->decision.ply; k < m->count && n < max && m->plies[k].seat >= 0;
	     k++)
		out[n++] = m->plies[k].m;
	return n;
}

static void
open_at_first(const struct inspector *s, struct inspect *t)
{
	const struct snapshot *snap = &s->run[0].snap;
	const bool many = snap->worlds_total > 0 && snap->nodes > WORLDS_NODES;
	inspect_expand_all(t, many ? 1 : 2, OPEN_AT_FIRST);
	inspect_expand_pv(t);
}

/* The tree of run[0], beside that of run[1] when it is done; open as it was. */
static void
show_tree(struct inspector *s)
{
	struct status st = { 0 };
	struct inspect_run *a = &s->run[0], *b = &s->run[1];
	struct search *parked = worker_search(a->worker);
	struct inspect *other = b->done ? &b->tree : NULL, fresh;
	char path[400];
	move line[64];
	inspector_drop_world(s);
	inspector_path(s, path, sizeof path);
	if (a->tree.nodes == 0 && s->view.list.at == 0)
		path[0] = '\0'; /* nobody has moved the cursor */
	if ((other != NULL && !inspect_open(other, worker_search(b->worker), &st)) ||
	    !inspect_open_beside(&fresh, parked, other, &st)) {
		snprintf(s->why, sizeof s->why, "%s", st.text);
		s->view.tree = NULL;
		return;
	}
	fresh.at_once = INSPECTOR_AT_ONCE;
	if (other != NULL)
		other->at_once = INSPECTOR_AT_ONCE;
	if (s->shown)
		inspect_set_figures(&fresh, &s->table);
	inspect_set_played(&fresh, line, played_line(s, line, 64));
	if (a->tree.nodes > 0)
		inspect_open_as(&fresh, &a->tree);
	else
		open_at_first(s, &fresh);
	inspect_close(&a->tree);
	inspect_close(&s->preview);
	a->tree = fresh;
	inspector_show(s, &a->tree, path, parked->mover);
}

/* ---- the searches ---- */

/* False: st says why there is none. */
static bool
inspect_runs_start(struct inspector *s, struct ui *ui, int run, struct status *st)
{
	struct inspect_run *r = &s->run[run];
	if (!player_parse(&r->player, r->text, ui->catalog, decision_game(&s->decision),
			  st))
		return false;
	if (r->player.human || r->player.part[0].ops->look == NULL)
		return status_fail(
			st,
			"%s does not build a tree to look at; press %s to choose "
			"another search",
			r->text, run == 0 ? "a" : "D");
	const struct limits l = inspector_limits(s, run);
	snapshot_free(&r->snap);
	struct question q;
	decision_ask(&s->decision, &q);
	struct search_job job = question_job(&q, &r->player, inspector_calibration(s));
	job.keep = true;
	r->worker = worker_start(&job, &l, ui->wake_write, st);
	question_close(&q);
	return r->worker != NULL;
}

/* The seat's own search where it may be seen, with the nodes in its record. */
void
inspector_use_thinker(struct inspector *s)
{
	const struct match *m = &s->decision.match;
	const struct match_ply *ply = &m->plies[s->decision.ply];
	const char *text = decision_thinker(&s->decision), *nodes;
	if (text == s->decision.player)
		return;
	snprintf(s->decision.player, sizeof s->decision.player, "%s", text);
	if (s->decision.ply < m->count && ply->seat == s->decision.seat &&
	    (nodes = strstr(ply->comment, " nodes=")) != NULL)
		s->decision.nodes = strtoll(nodes + strlen(" nodes="), NULL, 10);
}

void
inspector_search(struct inspector *s, struct ui *ui, const struct snapshot *shown)
{
	struct status st = { 0 };
	inspector_forget(s);
	decision_view(&s->decision, &s->root);
	snprintf(s->run[0].text, sizeof s->run[0].text, "%s", s->decision.player);
	if (!inspect_runs_start(s, ui, 0, &st)) {
		snprintf(s->why, sizeof s->why, "%s", st.text);
		return;
	}
	if (shown != NULL && shown->move_count > 0) {
		snapshot_copy(&s->table, shown);
		s->shown = true;
		show_preview(s, shown);
	}
}

/* run[0] is done: its tree, and the other one's turn. */
static void
first_done(struct ui *ui, struct inspector *s)
{
	struct status st = { 0 };
	show_tree(s);
	if (s->run[1].text[0] == '\0')
		return;
	if (!inspect_runs_start(s, ui, 1, &st)) {
		ui_message(ui, "%s", st.text);
		s->run[1].text[0] = '\0';
	}
}

bool
inspector_tick(struct ui *ui, struct inspector *s)
{
	struct inspect_run *r = inspector_running(s);
	if (r == NULL)
		return false;
	const bool over = worker_done(r->worker),
		   changed = worker_read(r->worker, &r->snap);
	if (over) {
		r->done = true;
		if (r == &s->run[0])
			first_done(ui, s);
		else
			show_tree(s);
	} else if (changed && r == &s->run[0] && !s->shown && r->snap.move_count > 0) {
		show_preview(s, &r->snap);
	}
	return over || changed;
}

void
inspector_differ(struct inspector *s, struct ui *ui, const char *player)
{
	struct inspect_run *b = &s->run[1];
	struct status st = { 0 };
	const bool both = s->run[0].done && b->done;
	ui->message[0] = '\0';	 /* it was about the player before */
	inspector_drop_world(s); /* it may be of the tree that goes */
	end_run(b);
	if (both) /* back to the one tree */
		show_tree(s);
	snprintf(b->text, sizeof b->text, "%s", player);
	if (b->text[0] == '\0' || !s->run[0].done)
		return;
	if (!inspect_runs_start(s, ui, 1, &st)) {
		ui_message(ui, "%s", st.text);
		b->text[0] = '\0';
	}
}

/* ---- a big world: its search is run again on a thread of its own ---- */

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
