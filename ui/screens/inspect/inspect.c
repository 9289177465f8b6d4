/*
 * inspect.c - the inspector: the search tree of one decision, node by node.
 *
 * The search that is looked at is the one whose figures the table showed, run again with its
 * tree kept (runs.c).
 */
#include "ui/screens/inspect/private.h"

#include "src/base/text.h"
#include "ui/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------ drawing */

/* The progress of the current run: "340k of 1.00M nodes". */
static void
write_progress(const struct inspector *s, const struct inspect_run *r, char *out,
	       int size)
{
	char nodes[16], most[16];
	const int64_t limit = inspector_limits(s, r == &s->run[0] ? 0 : 1).nodes;
	text_format_count(nodes, sizeof nodes, (double)r->snap.nodes);
	text_format_count(most, sizeof most, (double)limit);
	if (limit > 0)
		snprintf(out, (size_t)size, "%s of %s nodes", nodes, most);
	else
		snprintf(out, (size_t)size, "%s nodes", nodes);
}

static void
draw_waiting(const struct inspector *s, struct canvas *c, struct rect a)
{
	char text[STATUS_TEXT + 80], progress[48];
	write_progress(s, &s->run[0], progress, sizeof progress);
	if (s->why[0] != '\0')
		snprintf(text, sizeof text, "%s.", s->why);
	else
		snprintf(text, sizeof text,
			 "%s repeats its search of the table: depth %d, %s. ^C stops it.",
			 s->run[0].text, s->run[0].snap.depth, progress);
	canvas_put_words(c, (struct rect){ a.y + 1, a.x + 2, a.h - 1, a.w - 4 },
			 ROLE_TEXT, text);
}

/* Memory of the trees; 0: there is none yet. */
static int64_t
inspect_tree_bytes(const struct inspector *s)
{
	int64_t bytes = 0;
	for (int k = 0; k < 2; k++)
		if (s->run[k].tree.nodes > 0)
			bytes += inspect_bytes(&s->run[k].tree);
	return bytes;
}

/* The step on the screen, and the progress of the next one when it takes long. */
static void
write_step(const struct inspector *s, char *out, int size)
{
	const int64_t nodes = s->steps.worker != NULL ? s->steps.snap.nodes : 0;
	const bool there = inspector_on_step(s);
	char place[48] = "", again[32] = "", count[16];
	if (there)
		snprintf(place, sizeof place, "%s %lld of %lld",
			 step_unit_names[s->stepper.unit], (long long)s->stepper.at,
			 (long long)s->stepper.last);
	text_format_count(count, sizeof count, (double)nodes);
	if (nodes > 0 || !there)
		snprintf(again, sizeof again, "%sagain %.12s nodes", there ? "  " : "",
			 count);
	snprintf(out, (size_t)size, "%s%s", place, again);
}

/* The right end of the top line. */
static void
write_place(struct inspector *s, bool wide, char *out, int size)
{
	const struct inspect_run *r = inspector_running(s);
	char count[48];
	if (s->world.worker != NULL) {
		char most[16];
		text_format_count(count, sizeof count, (double)s->world.snap.nodes);
		text_format_count(most, sizeof most, (double)s->world.nodes);
		snprintf(out, (size_t)size, "again %.15s of %s nodes", count, most);
	} else if (s->stepping) {
		write_step(s, out, size);
	} else if (r != NULL) {
		write_progress(s, r, count, sizeof count);
		snprintf(out, (size_t)size, "%s%s", r == &s->run[0] ? "again " : "B ",
			 count);
	} else {
		const int64_t bytes = inspect_tree_bytes(s);
		text_format_count(count, sizeof count, (double)s->run[0].snap.nodes);
		char place[32];
		decision_place(&s->decision, place, sizeof place);
		snprintf(out, (size_t)size, "%s  %.15s nodes", place, count);
		const size_t n = strlen(out);
		if (wide && bytes > 0)
			snprintf(out + n, (size_t)size - n, "  tree %.1f MB",
				 (double)bytes / 1e6);
	}
}

static void
inspect_draw(struct ui *ui, struct screen *screen, struct canvas *c)
{
	struct inspector *s = (struct inspector *)screen;
	const struct game *g = decision_game(&s->decision);
	char title[640], headline[120] = "", right[80];
	g->view->headline(g, &s->root, s->decision.viewer, headline, sizeof headline);
	if (s->run[1].done)
		snprintf(title, sizeof title, "difference  A %s  B %s  %s",
			 s->run[0].text, s->run[1].text, g->ops->title);
	else
		snprintf(title, sizeof title, "inspect  %s  %s  %s", s->run[0].text,
			 g->ops->title, headline);
	write_place(s, c->w >= 100, right, sizeof right);
	const struct rect a = ui_chrome(ui, screen, c, title, right);
	s->view.note = inspector_whole(s) || s->stepping
			       ? NULL
			       : "The search is repeated to record its tree; until then "
				 "these are its moves. ^C stops it.";
	if (s->view.tree == NULL)
		draw_waiting(s, c, a);
	else
		tree_view_draw(&s->view, c, a);
}

/* ------------------------------------------------------------------ life */

static bool
inspect_tick(struct ui *ui, struct screen *screen)
{
	struct inspector *s = (struct inspector *)screen;
	const bool run = inspector_tick(ui, s), steps = inspector_tick_steps(s, ui);
	return inspector_tick_world(ui, s) || steps || run;
}

/* The running searches; returns how many. */
static int
inspect_at_work(struct screen *screen, struct worker *out[3])
{
	struct inspector *s = (struct inspector *)screen;
	const struct inspect_run *r = inspector_running(s);
	struct worker *const all[] = { r != NULL ? r->worker : NULL, s->world.worker,
				       s->steps.worker };
	int n = 0;
	/* NOLINTNEXTLINE(bugprone-sizeof-expression): it holds pointers */
	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		if (all[i] != NULL)
			out[n++] = all[i];
	return n;
}

static bool
inspect_busy(struct screen *screen)
{
	struct worker *w[3];
	return inspect_at_work(screen, w) > 0;
}

static bool
inspect_interrupt(struct ui *ui, struct screen *screen)
{
	struct worker *w[3];
	if (inspector_stop_step((struct inspector *)screen, ui))
		return true;
	const int n = inspect_at_work(screen, w);
	for (int i = 0; i < n; i++)
		worker_stop(w[i]);
	return n > 0;
}

static void
inspect_hold(struct screen *screen, bool on)
{
	struct worker *w[3];
	const int n = inspect_at_work(screen, w);
	for (int i = 0; i < n; i++)
		worker_pause(w[i], on);
}

static void
close_inspector(struct screen *screen)
{
	struct inspector *s = (struct inspector *)screen;
	inspector_forget(s);
	snapshot_free(&s->table);
	decision_close(&s->decision);
}

/* ------------------------------------------------------------------ keys */

static bool
has_whole(struct screen *screen)
{
	return inspector_whole((struct inspector *)screen);
}

static bool
is_stepping(struct screen *screen)
{
	return ((struct inspector *)screen)->stepping;
}

/* The first level of a tree that is not there yet opens no further. */
static void
run_fold(struct ui *ui, struct screen *screen, int arg)
{
	struct inspector *s = (struct inspector *)screen;
	if (arg > 0 && !inspector_whole(s) && !s->stepping)
		ui_message(ui, "no tree yet: the search is being repeated");
	else if (arg < 0 || !inspector_run_world(s, ui))
		tree_view_fold(ui, screen, arg);
}

static void
inspect_keys_player_done(struct ui *ui, struct screen *screen, const char *line)
{
	struct inspector *s = (struct inspector *)screen;
	struct player p;
	struct status st = { 0 };
	if (line[0] == '\0')
		return;
	player_trust(line, ui->catalog);
	if (!player_parse(&p, line, ui->catalog, decision_game(&s->decision), &st)) {
		ui_message(ui, "%s", st.text);
		return;
	}
	snprintf(s->decision.player, sizeof s->decision.player, "%s", line);
	s->decision.nodes = 0;
	s->decision.limits = (struct limits){ 0 };
	s->chosen = true;
	inspector_search(s, ui, NULL);
}

static void
differ_done(struct ui *ui, struct screen *screen, const char *line)
{
	player_trust(line, ui->catalog);
	inspector_differ((struct inspector *)screen, ui, line);
}

/* The difference to another search, or the one search again. */
static void
run_differ(struct ui *ui, struct screen *screen, int arg)
{
	struct inspector *s = (struct inspector *)screen;
	if (s->stepping) {
		ui_message(ui, "leave step mode first (w)");
	} else if (s->run[1].text[0] != '\0') {
		inspector_differ(s, ui, "");
		ui_message(ui, "back to one search");
	} else {
		ui_ask(ui, "compare with: ", s->run[0].text, differ_done);
	}
}

static void
run_player(struct ui *ui, struct screen *screen, int arg)
{
	ui_ask(ui, "search with: ", ((struct inspector *)screen)->decision.player,
	       inspect_keys_player_done);
}

static void
run_step_mode(struct ui *ui, struct screen *screen, int arg)
{
	struct inspector *s = (struct inspector *)screen;
	if (!s->stepping) {
		inspector_enter_steps(s, ui);
		return;
	}
	inspector_leave_steps(s);
	ui_message(ui, "back to the whole search");
}

/* In step mode a step of the search, else a decision of the game. */
static void
inspect_keys_run_step(struct ui *ui, struct screen *screen, int arg)
{
	struct inspector *s = (struct inspector *)screen;
	if (s->stepping) {
		inspector_step(s, ui, arg);
		return;
	}
	if (!study_step(ui, &s->decision, arg < 0 ? -1 : 1))
		return;
	if (!s->chosen)
		inspector_use_thinker(s);
	inspector_search(s, ui, NULL);
}

static void
run_unit(struct ui *ui, struct screen *screen, int arg)
{
	inspector_step_unit((struct inspector *)screen, ui);
}

static const struct binding inspector_bindings[] = {
	{ K_ENTER, K_RIGHT, "fold", "fold", "open or close the node", tree_view_has,
	  run_fold, 1 },
	{ K_LEFT, 0, "parent", "", "close the node, or to the node above", tree_view_has,
	  run_fold, -1 },
	{ '=', 0, "count", "count",
	  "search the skipped children too, and count their nodes", has_whole,
	  tree_view_count, 0 },
	TREE_VIEW_BINDINGS,
	{ 'd', 0, "differs", "",
	  "the next place where the game and the search differ; with two searches, where "
	  "those differ",
	  tree_view_has, tree_view_filter, SHOW_DIFFERS },
	{ 'w', 0, "step", "step", "step mode on and off", has_whole, run_step_mode, 0 },
	{ ']', 0, "on", "", "one step on; outside step mode the next decision", NULL,
	  inspect_keys_run_step, 1 },
	{ '[', 0, "back", "", "one step back; outside step mode the decision before",
	  NULL, inspect_keys_run_step, -1 },
	{ '}', 0, "on-ten", "", "ten steps on", is_stepping, inspect_keys_run_step, 10 },
	{ '{', 0, "back-ten", "", "ten steps back", is_stepping, inspect_keys_run_step,
	  -10 },
	{ 'u', 0, "unit", "", "step by nodes, iterations, simulations or worlds",
	  is_stepping, run_unit, 0 },
	{ 'a', 0, "player", "search", "choose another search of this position", NULL,
	  run_player, 0 },
	{ 'D', 0, "difference", "differ",
	  "two searches of this position side by side; again: the one alone",
	  tree_view_has, run_differ, 0 },
	{ 'S', 0, "save", "save", "save what is open as text, dot, json or svg",
	  has_whole, tree_view_save, 0 },
	{ 0 },
};

const struct screen_ops inspect_screen_ops = {
	.name = "inspect",
	.title = "the inspector",
	.bindings = inspector_bindings,
	.definitions = tree_view_definitions,
	.declared = DECLARED_NODES | DECLARED_RULES,
	.draw = inspect_draw,
	.key = tree_view_key,
	.mouse = tree_view_mouse,
	.tick = inspect_tick,
	.busy = inspect_busy,
	.interrupt = inspect_interrupt,
	.hold = inspect_hold,
	.close = close_inspector,
};

struct screen *
inspect_screen(struct ui *ui, struct decision *decision, const struct snapshot *shown)
{
	struct inspector *s = session_memory(sizeof *s);
	struct status st = { 0 };
	s->screen.ops = &inspect_screen_ops;
	s->screen.tree = &s->view;
	s->decision = *decision;
	if (!calibration_load(&s->calibration, decision_game(&s->decision), &st))
		s->calibration.stages = 0;
	s->calibration.by_hand = ui->settings.hand_win;
	ui->message[0] = '\0'; /* it was about the screen below */
	if (s->decision.nodes == 0 && !decision_limited(&s->decision))
		inspector_use_thinker(s);
	inspector_search(s, ui, shown);
	return &s->screen;
}
