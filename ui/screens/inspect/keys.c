/*
 * keys.c - the actions of the inspector's keys; its key table.
 */
#include "ui/screens/inspect/private.h"

#include <stdio.h>

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
	if (!player_parse(&p, line, ui->catalog, inspector_game(s), &st)) {
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
	(void)arg;
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
	(void)arg;
	ui_ask(ui, "search with: ", ((struct inspector *)screen)->decision.player,
	       inspect_keys_player_done);
}

/* ---- step mode ---- */

static void
run_step_mode(struct ui *ui, struct screen *screen, int arg)
{
	struct inspector *s = (struct inspector *)screen;
	(void)arg;
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
	(void)arg;
	inspector_step_unit((struct inspector *)screen, ui);
}

/* ---- the table ---- */

const struct binding inspector_bindings[] = {
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
