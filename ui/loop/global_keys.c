/*
 * global_keys.c - the keys that work on every screen, and stopping the program.
 */
#include "src/base/clock.h"
#include "src/core/worker.h"
#include "ui/loop/private.h"
#include "ui/screens.h"
#include "ui/term.h"

#include <stdio.h>
#include <string.h>

#define TWICE_US 1000000
#define HOLD_US	 60000

/* ---- Stopping ---- */

static bool
hold_all(struct ui *ui, bool on)
{
	bool held = false;
	for (struct screen *s = ui->top; s; s = s->below) {
		if (s->ops->hold)
			s->ops->hold(s, on);
		if (s->worker)
			worker_pause(s->worker, on);
		held = held || s->ops->hold || s->worker;
	}
	return held;
}

/* Stops the program. Searches notice at their next poll, a few milliseconds away; only then does
 * the stop stop counting as their time. */
void
loop_suspend(struct ui *ui)
{
	if (hold_all(ui, true))
		clock_sleep_us(HOLD_US);
	term_suspend();
	hold_all(ui, false);
	ui->dirty = true;
}

/* ---- The keys ---- */

static void
run_help(struct ui *ui, struct screen *s, int arg)
{
	if (strcmp(s->ops->name, "help") != 0)
		ui_push(ui, help_screen(ui, s));
}

static void
run_prompt(struct ui *ui, struct screen *s, int arg)
{
	(void)s, (void)arg;
	ui_prompt(ui, "");
}

static void
loop_global_keys_run_back(struct ui *ui, struct screen *s, int arg)
{
	(void)s, (void)arg;
	ui_pop(ui);
}

static void
loop_global_keys_run_quit(struct ui *ui, struct screen *s, int arg)
{
	(void)s, (void)arg;
	ui->quit = true;
}

static bool
interrupted(struct ui *ui, struct screen *s)
{
	if (s->ops->interrupt)
		return s->ops->interrupt(ui, s);
	if (s->worker)
		worker_stop(s->worker);
	return s->worker != NULL;
}

static void
run_interrupt(struct ui *ui, struct screen *s, int arg)
{
	struct loop *l = ui->loop;
	bool twice = l && l->interrupted_us && ui->now_us - l->interrupted_us < TWICE_US;
	if (l)
		l->interrupted_us = ui->now_us;
	if (twice || !interrupted(ui, s))
		ui->quit = true;
}

static void
run_redraw(struct ui *ui, struct screen *s, int arg)
{
	(void)s, (void)arg;
	if (ui->loop)
		term_redraw();
	ui->dirty = true;
}

static void
run_suspend(struct ui *ui, struct screen *s, int arg)
{
	(void)s, (void)arg;
	if (ui->loop)
		loop_suspend(ui);
}

static void
loop_global_keys_run_theme(struct ui *ui, struct screen *s, int arg)
{
	(void)s, (void)arg;
	struct status st = { 0 };
	if (ui_set_theme(ui, theme_step(ui->settings.theme, 1), &st))
		ui_message(ui, "theme %s", ui->settings.theme);
	else
		ui_message(ui, "%s", st.text);
	if (ui->store)
		store_set(ui->store, "theme", ui->settings.theme, NULL);
}

static void
run_options(struct ui *ui, struct screen *s, int arg)
{
	if (strcmp(s->ops->name, "options") != 0)
		ui_push(ui, options_screen(ui));
}

/* Steps back through the last messages. */
static void
run_messages(struct ui *ui, struct screen *s, int arg)
{
	(void)s, (void)arg;
	struct loop *l = ui->loop;
	int kept = !l ? 0 : l->message_count < MESSAGES ? l->message_count : MESSAGES;
	if (kept == 0)
		return;
	l->message_back = l->message_back % kept + 1;
	snprintf(ui->message, sizeof ui->message, "%s",
		 l->messages[(l->message_count - l->message_back) % MESSAGES]);
}

static void
run_more_keys(struct ui *ui, struct screen *s, int arg)
{
	(void)s, (void)arg;
	if (ui->loop)
		ui->loop->bar_page++;
}

static const struct binding common[] = {
	{ '?', K_F1, "help", "help", "help of this screen", NULL, run_help, 0 },
	{ ':', 0, "prompt", "", "command line: an action, a move, a command", NULL,
	  run_prompt, 0 },
	{ ';', 0, "more-keys", "more", "more keys in the bottom line", NULL,
	  run_more_keys, 0 },
	{ 'o', 0, "options", "", "options: theme, speed, mouse, animation", NULL,
	  run_options, 0 },
	{ 't', 0, "theme", "", "next theme", NULL, loop_global_keys_run_theme, 0 },
	{ K_CTRL('p'), 0, "messages", "", "the last messages again", NULL, run_messages,
	  0 },
	{ K_CTRL('l'), 0, "redraw", "", "draw the screen again", NULL, run_redraw, 0 },
	{ K_CTRL('z'), 0, "suspend", "", "suspend; `fg` comes back", NULL, run_suspend,
	  0 },
	{ K_CTRL('c'), 0, "interrupt", "",
	  "stop the search and use its best move; twice, or when none runs: save and "
	  "quit",
	  NULL, run_interrupt, 0 },
	{ 'q', K_ESCAPE, "back", "back", "back to the previous screen; nothing is lost",
	  NULL, loop_global_keys_run_back, 0 },
	{ 'Q', 0, "quit", "", "leave plyscope from anywhere; the game is saved", NULL,
	  loop_global_keys_run_quit, 0 },
	{ 0 },
};

const struct screen_ops global_keys_ops = {
	.name = "everywhere",
	.title = "every screen",
	.bindings = common,
};

const struct binding *
ui_common_bindings(struct ui *ui)
{
	return keymap_apply(ui->loop ? ui->loop->keys : NULL, global_keys_ops.name,
			    common);
}

const struct binding *
ui_bindings(struct ui *ui, const struct screen *s)
{
	return keymap_apply(ui->loop ? ui->loop->keys : NULL, s->ops->name,
			    s->ops->bindings);
}
