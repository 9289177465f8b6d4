/*
 * inspect.c - the inspector: the search tree of one decision.
 *
 * The search runs here with the seed and node count that it had at the table, its tree kept;
 * until it is done the top line says how far it is. Step mode shows the same search one node,
 * iteration or simulation after the other. What may be seen is the subject's to say.
 */
#include "ui/screens/inspect.h"

#include "src/core/calibration.h"
#include "src/core/worker.h"
#include "src/lab/stepper.h"
#include "ui/screens/tree_view.h"
#include "ui/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEFAULT_MS    1000  /* of a player that nothing limits */
#define STEP_NODES    20000 /* of a search that only a clock limits */
#define OPEN_AT_FIRST 60    /* nodes */

struct inspector {
	struct screen screen;
	struct subject subject;
	struct calibration calibration;
	struct player player;
	struct state root;
	struct worker *worker; /* parked once it is done: the tree is its search's */
	struct snapshot snap;
	bool done;
	char why[STATUS_TEXT];
	struct inspect tree;
	struct stepper stepper;
	bool stepping;
	struct tree_view view;
};

static struct inspector *
inspector_of(struct screen *s)
{
	return (struct inspector *)s;
}

static const struct game *
game_of(const struct inspector *s)
{
	return &s->subject.match.setup.game;
}

/* ------------------------------------------------------------------ the search */

static void
forget(struct inspector *s)
{
	if (s->stepping)
		stepper_close(&s->stepper);
	s->stepping = false;
	inspect_close(&s->tree);
	worker_free(s->worker);
	s->worker = NULL;
	s->done = false;
	s->why[0] = '\0';
	s->view.tree = NULL;
	s->view.node = 0;
}

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

/* What stands in place of the clock: as many nodes as the search at the table had. */
static struct limits
limits_of(const struct inspector *s)
{
	struct limits l = s->player.part[0].limits;
	if (s->subject.nodes > 0 && (l.time_ms > 0 || !limited(&s->player))) {
		l.time_ms = 0;
		l.nodes = s->subject.nodes;
	} else if (!limited(&s->player)) {
		l.time_ms = DEFAULT_MS;
	}
	return l;
}

static const struct calibration *
calibration_of(const struct inspector *s)
{
	return s->calibration.stages > 0 ? &s->calibration : NULL;
}

static void
search(struct inspector *s, struct ui *ui)
{
	struct status st = { 0 };
	forget(s);
	subject_view(&s->subject, &s->root);
	if (!player_parse(&s->player, s->subject.player, ui->catalog, game_of(s), &st)) {
		snprintf(s->why, sizeof s->why, "%s", st.text);
		return;
	}
	if (s->player.human || s->player.part[0].ops->look == NULL) {
		snprintf(s->why, sizeof s->why,
			 "%s builds no tree to look at; press a to choose another search",
			 s->subject.player);
		return;
	}
	const struct limits l = limits_of(s);
	s->worker = worker_start_kept(game_of(s), &s->root, s->subject.viewer, &s->player,
				      &l, s->subject.seed, calibration_of(s),
				      ui->wake_write, &st);
	if (s->worker == NULL)
		snprintf(s->why, sizeof s->why, "%s", st.text);
}

/* The moves of the record from here on, as far as they may be known. */
static int
played_line(const struct inspector *s, move *out, int max)
{
	const struct match *m = &s->subject.match;
	int n = 0;
	if (s->subject.person != SEAT_ALL && game_hidden(game_of(s)))
		return 0;
	for (int k = s->subject.ply; k < m->count && n < max && m->plies[k].seat >= 0;
	     k++)
		out[n++] = m->plies[k].m;
	return n;
}

static void
show_tree(struct inspector *s)
{
	struct status st = { 0 };
	struct search *parked = worker_search(s->worker);
	move line[64];
	if (!inspect_open(&s->tree, parked, &st)) {
		snprintf(s->why, sizeof s->why, "%s", st.text);
		return;
	}
	inspect_set_played(&s->tree, line, played_line(s, line, 64));
	inspect_expand_all(&s->tree, 2, OPEN_AT_FIRST);
	inspect_expand_pv(&s->tree);
	tree_view_set(&s->view, &s->tree, game_of(s), s->subject.viewer, parked->mover);
}

static bool
tick(struct ui *ui, struct screen *screen)
{
	struct inspector *s = inspector_of(screen);
	(void)ui;
	if (s->worker == NULL || s->done)
		return false;
	const bool changed = worker_read(s->worker, &s->snap);
	if (!worker_done(s->worker))
		return changed;
	s->done = true;
	worker_read(s->worker, &s->snap);
	show_tree(s);
	return true;
}

static bool
busy(struct screen *screen)
{
	const struct inspector *s = inspector_of(screen);
	return s->worker != NULL && !s->done;
}

/* ------------------------------------------------------------------ drawing */

static void
draw_waiting(const struct inspector *s, struct canvas *c, struct rect a)
{
	char text[STATUS_TEXT + 80];
	if (s->why[0] != '\0')
		snprintf(text, sizeof text, "%s.", s->why);
	else
		snprintf(text, sizeof text,
			 "%s searches again what it searched at the table: depth %d, "
			 "%lld nodes. ^C stops it where it is.",
			 s->subject.player, s->snap.depth, (long long)s->snap.nodes);
	tree_view_words(c, (struct rect){ a.y + 1, a.x + 2, a.h - 1, a.w - 4 }, ROLE_TEXT,
			text);
}

static void
draw(struct ui *ui, struct screen *screen, struct canvas *c)
{
	struct inspector *s = inspector_of(screen);
	const struct game *g = game_of(s);
	char title[480], headline[120] = "", right[80];
	g->ops->headline(g, &s->root, s->subject.viewer, headline, sizeof headline);
	snprintf(title, sizeof title, "inspect  %s  %s  %s", s->subject.player,
		 g->ops->title, headline);
	if (s->stepping)
		snprintf(right, sizeof right, "%s %lld of %lld",
			 step_unit_names[s->stepper.unit], (long long)s->stepper.at,
			 (long long)s->stepper.last);
	else
		snprintf(right, sizeof right, "ply %d  %lld nodes", s->subject.ply,
			 (long long)s->snap.nodes);
	const struct rect a = ui_chrome(ui, screen, c, title, right);
	const struct rect old = canvas_clip(c, a);
	if (s->view.tree == NULL)
		draw_waiting(s, c, a);
	else
		tree_view_draw(&s->view, c, a);
	canvas_clip(c, old);
}

/* ------------------------------------------------------------------ keys */

static bool
has_tree(struct screen *screen)
{
	return inspector_of(screen)->view.tree != NULL;
}

static bool
is_stepping(struct screen *screen)
{
	return inspector_of(screen)->stepping;
}

static void
run_fold(struct ui *ui, struct screen *screen, int arg)
{
	struct inspector *s = inspector_of(screen);
	if (arg < 0)
		tree_view_parent(&s->view);
	else
		tree_view_fold(ui, &s->view);
}

static void
run_filter(struct ui *ui, struct screen *screen, int arg)
{
	tree_view_filter(ui, &inspector_of(screen)->view, (enum inspect_filter)arg);
}

static void
run_skipped(struct ui *ui, struct screen *screen, int arg)
{
	(void)arg;
	tree_view_skipped(ui, &inspector_of(screen)->view);
}

static void
run_sort(struct ui *ui, struct screen *screen, int arg)
{
	(void)arg;
	tree_view_sort(ui, &inspector_of(screen)->view);
}

static void
run_count(struct ui *ui, struct screen *screen, int arg)
{
	(void)arg;
	tree_view_count(ui, &inspector_of(screen)->view);
}

static void
run_better(struct ui *ui, struct screen *screen, int arg)
{
	tree_view_better(ui, &inspector_of(screen)->view, arg);
}

static void
find_done(struct ui *ui, struct screen *screen, const char *line)
{
	struct tree_view *v = &inspector_of(screen)->view;
	snprintf(v->find, sizeof v->find, "%s", line);
	tree_view_find(ui, v, 1);
}

static void
run_find(struct ui *ui, struct screen *screen, int arg)
{
	struct tree_view *v = &inspector_of(screen)->view;
	if (arg == 0)
		ui_ask(ui, "find a move: ", v->find, find_done);
	else
		tree_view_find(ui, v, arg);
}

static void
save_done(struct ui *ui, struct screen *screen, const char *line)
{
	tree_view_save(ui, &inspector_of(screen)->view, line);
}

static void
run_save(struct ui *ui, struct screen *screen, int arg)
{
	(void)screen;
	(void)arg;
	ui_ask(ui, "save the tree as FILE.txt, .dot, .json or .svg: ", "tree.dot",
	       save_done);
}

static void
run_board(struct ui *ui, struct screen *screen, int arg)
{
	struct inspector *s = inspector_of(screen);
	(void)ui;
	(void)arg;
	s->view.big_board = !s->view.big_board;
}

static void
run_view(struct ui *ui, struct screen *screen, int arg)
{
	struct inspector *s = inspector_of(screen);
	(void)ui;
	(void)arg;
	s->view.point_of_view = (s->view.point_of_view + 1) % game_of(s)->seats;
}

static void
run_copy(struct ui *ui, struct screen *screen, int arg)
{
	struct inspector *s = inspector_of(screen);
	char text[POSITION_TEXT];
	(void)arg;
	if (s->view.tree == NULL)
		return;
	struct state st;
	inspect_state(s->view.tree, s->view.node, &st);
	game_of(s)->ops->format_position(game_of(s), &st, text, sizeof text);
	ui_copy(ui, text);
}

static void
player_done(struct ui *ui, struct screen *screen, const char *line)
{
	struct inspector *s = inspector_of(screen);
	struct player p;
	struct status st = { 0 };
	if (line[0] == '\0')
		return;
	if (!player_parse(&p, line, ui->catalog, game_of(s), &st)) {
		ui_message(ui, "%s", st.text);
		return;
	}
	snprintf(s->subject.player, sizeof s->subject.player, "%s", line);
	s->subject.nodes = 0;
	search(s, ui);
}

static void
run_player(struct ui *ui, struct screen *screen, int arg)
{
	(void)arg;
	ui_ask(ui, "search with: ", inspector_of(screen)->subject.player, player_done);
}

/* ---- step mode ---- */

/* The tree of the step, with the cursor where it was. */
static void
show_step(struct inspector *s, const char *path)
{
	const int32_t at = inspect_at(&s->stepper.tree, path);
	s->view.node = at < 0 ? 0 : at;
	tree_view_set(&s->view, &s->stepper.tree, game_of(s), s->subject.viewer,
		      s->stepper.search->mover);
}

/* The moves to the cursor, "Jd/Qd". */
static void
cursor_path(const struct inspector *s, char *out, int size)
{
	inspect_path(s->view.tree, s->view.node, out, size);
	for (char *p = out; *p != '\0'; p++)
		*p = *p == ' ' ? '/' : *p;
}

static void
stop_stepping(struct inspector *s)
{
	stepper_close(&s->stepper);
	s->stepping = false;
	s->view.node = 0;
	tree_view_set(&s->view, &s->tree, game_of(s), s->subject.viewer, s->snap.mover);
}

static void
run_step_mode(struct ui *ui, struct screen *screen, int arg)
{
	struct inspector *s = inspector_of(screen);
	struct status st = { 0 };
	struct player p = s->player;
	(void)arg;
	if (s->stepping) {
		stop_stepping(s);
		ui_message(ui, "the whole search again");
		return;
	}
	struct limits *l = &p.part[0].limits;
	*l = limits_of(s);
	if (l->time_ms > 0 || l->nodes > STEP_NODES) {
		l->time_ms = 0;
		l->nodes = STEP_NODES;
	}
	if (!stepper_open(&s->stepper, game_of(s), &s->root, s->subject.viewer, &p,
			  s->subject.seed, calibration_of(s), &st) ||
	    !stepper_go(&s->stepper, 1, &st)) {
		stepper_close(&s->stepper);
		ui_message(ui, "%s", st.text);
		return;
	}
	s->stepping = true;
	show_step(s, "");
	ui_message(ui,
		   "step mode: ] one %s on, [ back, } { ten, u another unit, w leaves it",
		   step_unit_names[s->stepper.unit]);
}

/* In step mode a step of the search, else a decision of the game. */
static void
run_step(struct ui *ui, struct screen *screen, int arg)
{
	struct inspector *s = inspector_of(screen);
	struct status st = { 0 };
	char path[400];
	if (!s->stepping) {
		if (subject_step(&s->subject, arg < 0 ? -1 : 1))
			search(s, ui);
		else
			ui_message(ui, "that is the %s decision",
				   arg < 0 ? "first" : "last");
		return;
	}
	cursor_path(s, path, sizeof path);
	if (!stepper_go(&s->stepper, s->stepper.at + arg, &st))
		ui_message(ui, "%s", st.text);
	show_step(s, path);
}

static void
run_unit(struct ui *ui, struct screen *screen, int arg)
{
	struct inspector *s = inspector_of(screen);
	struct status st = { 0 };
	(void)arg;
	if (!stepper_set_unit(&s->stepper,
			      s->stepper.unit == STEP_NODE ? STEP_ITERATION : STEP_NODE,
			      &st))
		ui_message(ui, "%s", st.text);
	show_step(s, "");
}

/* ---- the rest ---- */

static bool
key(struct ui *ui, struct screen *screen, int k)
{
	(void)ui;
	return tree_view_key(&inspector_of(screen)->view, k);
}

static void
mouse(struct ui *ui, struct screen *screen, const struct mouse *m)
{
	tree_view_mouse(ui, &inspector_of(screen)->view, m);
}

static bool
interrupt(struct ui *ui, struct screen *screen)
{
	struct inspector *s = inspector_of(screen);
	(void)ui;
	if (!busy(screen))
		return false;
	worker_stop(s->worker);
	return true;
}

static void
hold(struct screen *screen, bool on)
{
	if (busy(screen))
		worker_pause(inspector_of(screen)->worker, on);
}

static void
close_inspector(struct screen *screen)
{
	struct inspector *s = inspector_of(screen);
	forget(s);
	subject_close(&s->subject);
	free(s);
}

static const struct binding bindings[] = {
	{ K_ENTER, K_RIGHT, "fold", "fold", "open or close the node", has_tree, run_fold,
	  1 },
	{ K_LEFT, 0, "parent", "", "close the node, or to the node above", has_tree,
	  run_fold, -1 },
	{ 'P', 0, "pv", "pv", "the principal variation alone, or all", has_tree,
	  run_filter, SHOW_PV },
	{ 'X', 0, "skipped", "skipped", "show or hide children never searched", has_tree,
	  run_skipped, 0 },
	{ '=', 0, "count", "count", "count what was skipped below the node, full width",
	  has_tree, run_count, 0 },
	{ 'x', 0, "cuts", "", "cut nodes alone, or all", has_tree, run_filter,
	  SHOW_CUTS },
	{ 'd', 0, "differs", "", "where the game went another way than the search",
	  has_tree, run_filter, SHOW_DIFFERS },
	{ ',', 0, "better-before", "", "previous change of the best move", has_tree,
	  run_better, -1 },
	{ '.', 0, "better-next", "", "next change of the best move", has_tree, run_better,
	  1 },
	{ 'v', 0, "board", "board", "the position of the node, large", has_tree,
	  run_board, 0 },
	{ 'w', 0, "step", "step", "step mode on and off", has_tree, run_step_mode, 0 },
	{ ']', 0, "on", "", "one step on; outside step mode the next decision", NULL,
	  run_step, 1 },
	{ '[', 0, "back", "", "one step back; outside step mode the decision before",
	  NULL, run_step, -1 },
	{ '}', 0, "on-ten", "", "ten steps on", is_stepping, run_step, 10 },
	{ '{', 0, "back-ten", "", "ten steps back", is_stepping, run_step, -10 },
	{ 'u', 0, "unit", "", "step by nodes or by iterations", is_stepping, run_unit,
	  0 },
	{ 's', 0, "sort", "", "search order, by value, by visits", has_tree, run_sort,
	  0 },
	{ 'p', 0, "point-of-view", "", "whose values stand in the rows", has_tree,
	  run_view, 0 },
	{ 'a', 0, "player", "search", "look at another search of this position", NULL,
	  run_player, 0 },
	{ '/', 0, "find", "find", "find a move among the open nodes", has_tree, run_find,
	  0 },
	{ 'n', 0, "find-next", "", "the next such move", has_tree, run_find, 1 },
	{ 'N', 0, "find-before", "", "the one before", has_tree, run_find, -1 },
	{ 'S', 0, "save", "save", "save what is open as text, dot, json or svg", has_tree,
	  run_save, 0 },
	{ 'y', 0, "copy", "", "copy the position of the node", has_tree, run_copy, 0 },
	{ 0 },
};

static const struct screen_ops inspect_ops = {
	.name = "inspect",
	.title = "the inspector",
	.bindings = bindings,
	.definitions = tree_view_definitions,
	.draw = draw,
	.key = key,
	.mouse = mouse,
	.tick = tick,
	.busy = busy,
	.interrupt = interrupt,
	.hold = hold,
	.close = close_inspector,
};

struct screen *
inspect_screen(struct ui *ui, struct subject *subject)
{
	struct inspector *s = session_memory(sizeof *s);
	struct status st = { 0 };
	s->screen.ops = &inspect_ops;
	s->subject = *subject;
	if (!calibration_load(&s->calibration, game_of(s), &st))
		s->calibration.stages = 0;
	search(s, ui);
	return &s->screen;
}
