/*
 * steps.c - step mode of the inspector: each step is a search of its own, on a thread of its own,
 * so that the screen goes on meanwhile.
 *
 * Keys set the wanted step; when a search ends at another one the next begins, so that key presses
 * never queue up.
 */
#include "ui/screens/inspect/private.h"

#include <stdio.h>

#define STEP_NODES 20000 /* of a search that only a clock limits */

bool
inspector_on_step(const struct inspector *s)
{
	return s->view.tree == &s->stepper.tree;
}

/* Before the tree of a step goes: the search of a world in it may be under way. */
static void
leave_tree(struct inspector *s)
{
	if (s->world.shown == &s->stepper.tree)
		inspector_drop_world(s);
}

/* The limits that make a search one to step through. */
static void
limit(const struct inspector *s, struct player *p)
{
	struct limits *l = &p->part[0].limits;
	*l = inspector_limits(s, 0);
	if (l->time_ms > 0 || l->nodes > STEP_NODES) {
		l->time_ms = 0;
		l->nodes = STEP_NODES;
	}
}

/* Runs the search that was begun. */
static void
inspect_steps_run(struct inspector *s, struct ui *ui, bool begun, struct status *st)
{
	struct inspect_steps *steps = &s->steps;
	snapshot_free(&steps->snap);
	if (begun)
		steps->worker = worker_start_opened(s->stepper.next, ui->wake_write, st);
	if (steps->worker != NULL)
		return;
	if (s->stepper.open)
		stepper_drop(&s->stepper);
	else
		stepper_close(&s->stepper);
	s->stepping = s->stepper.open;
	steps->more = 0;
	ui_message(ui, "%s", st->text);
}

void
inspector_enter_steps(struct inspector *s, struct ui *ui)
{
	struct status st = { 0 };
	struct player p = s->run[0].player;
	if (s->run[1].text[0] != '\0') {
		ui_message(ui,
			   "step mode shows one search: end the comparison first (D)");
		return;
	}
	limit(s, &p);
	s->stepping = true;
	s->steps.more = 0;
	ui->message[0] = '\0';
	struct question q;
	decision_ask(&s->decision, &q);
	inspect_steps_run(s, ui,
			  stepper_begin(&s->stepper, &q, &p, inspector_calibration(s),
					&st),
			  &st);
	s->stepper.at_once = INSPECTOR_AT_ONCE;
}

void
inspector_drop_steps(struct inspector *s)
{
	leave_tree(s);
	worker_free(s->steps.worker);
	s->steps.worker = NULL;
	stepper_close(&s->stepper);
	snapshot_free(&s->steps.snap);
	s->stepping = false;
}

void
inspector_leave_steps(struct inspector *s)
{
	inspector_drop_steps(s);
	inspector_show(s, &s->run[0].tree, "", s->run[0].snap.mover);
}

static int64_t
inspect_steps_within(const struct stepper *s, int64_t at)
{
	return at < 1 ? 1 : at > s->last ? s->last : at;
}

/* Begins the step that keys have asked for meanwhile; nothing is running. */
static void
inspect_steps_go_on(struct inspector *s, struct ui *ui, int64_t from)
{
	struct status st = { 0 };
	const int64_t at = inspect_steps_within(&s->stepper, from + s->steps.more);
	s->steps.more = 0;
	if (at != s->stepper.at)
		inspect_steps_run(s, ui, stepper_begin_step(&s->stepper, at, &st), &st);
}

void
inspector_step(struct inspector *s, struct ui *ui, int by)
{
	const struct stepper *p = &s->stepper;
	s->steps.more += by;
	if (!p->open || (p->next != NULL && p->next_at == 0))
		return; /* how many there are is not known yet */
	const int64_t from = p->next != NULL ? p->next_at : p->at;
	s->steps.more = inspect_steps_within(p, from + s->steps.more) - from;
	if (s->steps.worker == NULL)
		inspect_steps_go_on(s, ui, from);
}

void
inspector_step_unit(struct inspector *s, struct ui *ui)
{
	struct status st = { 0 };
	if (s->steps.worker != NULL)
		ui_message(ui, "the step is still being searched; ^C stops it");
	else
		inspect_steps_run(s, ui, stepper_begin_next_unit(&s->stepper, &st), &st);
}

bool
inspector_stop_step(struct inspector *s, struct ui *ui)
{
	if (s->steps.worker == NULL)
		return false;
	if (!inspector_on_step(s)) {
		inspector_drop_steps(s);
		ui_message(ui, "stopped before the first step");
		return true;
	}
	worker_free(s->steps.worker);
	s->steps.worker = NULL;
	stepper_drop(&s->stepper);
	s->steps.more = 0;
	ui_message(ui, "stopped: this is the step before");
	return true;
}

/* Tells what has changed from one search to the next. */
static void
inspect_steps_tell(struct ui *ui, const struct stepper *s, bool first,
		   enum step_unit unit)
{
	if (first)
		ui_message(ui,
			   "step mode: ] one %s on, [ back, } { ten, u another unit, w "
			   "leaves it",
			   step_unit_names[s->unit]);
	else if (s->unit != unit)
		ui_message(ui, "now a step is one %s", step_unit_names[s->unit]);
}

/* A search has come to its end: its step is shown, or it leads to the next search. The tree that
 * was there goes, and with it the nodes by their numbers: the cursor stays by its moves. */
static void
inspect_steps_done(struct inspector *s, struct ui *ui)
{
	struct status st = { 0 };
	struct stepper *steps = &s->stepper;
	const bool first = !steps->open;
	const enum step_unit unit = steps->unit;
	char path[400] = "";
	leave_tree(s);
	if (inspector_on_step(s))
		inspector_path(s, path, sizeof path);
	worker_free(s->steps.worker);
	s->steps.worker = NULL;
	const bool taken = stepper_take(steps, &st);
	if (!taken || steps->next != NULL)
		inspect_steps_run(s, ui, taken, &st);
	else
		inspect_steps_go_on(s, ui, first ? 1 : steps->at);
	if (!taken)
		return;
	inspect_steps_tell(ui, steps, first, unit);
	if (inspector_on_step(s) || s->steps.worker == NULL)
		inspector_show(s, &steps->tree, path, steps->search->mover);
}

bool
inspector_tick_steps(struct inspector *s, struct ui *ui)
{
	struct worker *w = s->steps.worker;
	if (w == NULL)
		return false;
	const bool over = worker_done(w), changed = worker_read(w, &s->steps.snap);
	if (over)
		inspect_steps_done(s, ui);
	return over || changed;
}
