/*
 * loop.c - the running interface: the stack of screens, keys, ticks and drawing.
 *
 * The loop sleeps in poll() on the terminal, the wake pipe and the signal pipe. A key is dispatched
 * and its effect drawn at once; ticks come at most 20 times a second and only while the top screen
 * is busy, and so do pictures that no key has asked for, however often searches wake the loop. A
 * key goes to the prompt when it is open, else to the screen's table, the screen's key(), and the
 * common table below, in this order. A screen that leaves is freed after the dispatch, since its
 * own function may be running.
 *
 * Drawing also establishes what keys and clicks refer to: the rows of a form, the spots of a board,
 * the words of the key bar. Many keys may come before the next picture is sent, so it is drawn,
 * unsent, before each of them: a screen is never behind. A click refers to what was on the
 * terminal: it counts only while the screen of the last picture sent is on top.
 */
#include "src/base/clock.h"
#include "src/core/game.h"
#include "src/core/setup.h"
#include "src/core/worker.h"
#include "ui/list.h"
#include "ui/loop/private.h"
#include "ui/screens.h"
#include "ui/session.h"
#include "ui/settings.h"
#include "ui/term.h"

#include <assert.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define KEYS_AT_ONCE 4096
#define PASTE_MAX    250 /* characters */
#define PASTE_GAP_US 1000000
#define TICK_US	     50000

/* ---- The stack of screens ---- */

void
ui_push(struct ui *ui, struct screen *s)
{
	if (!s)
		return;
	/* Earlier messages were about the screen below. */
	if (ui->loop && ui->top && !ui->loop->complaining &&
	    ui->loop->message_count == ui->loop->messages_before)
		ui->message[0] = '\0';
	s->below = ui->top;
	ui->top = s;
	ui->dirty = true;
	if (s->ops->shown)
		s->ops->shown(ui, s);
}

/* The picture of a screen that leaves, and its open question, are void. */
static void
forget_screen(struct loop *l, const struct screen *s)
{
	if (l->pictured == s)
		l->pictured = NULL;
	if (l->asker == s) {
		l->asker = NULL;
		l->prompting = false;
	}
}

static void
close_screen(struct screen *s)
{
	worker_free(s->worker);
	if (s->ops->close)
		s->ops->close(s);
	free(s);
}

static void
remove_top(struct ui *ui)
{
	struct screen *s = ui->top;
	if (!s)
		return;
	ui->top = s->below;
	ui->dirty = true;
	if (ui->loop) {
		forget_screen(ui->loop, s);
		s->below = ui->loop->closed;
		ui->loop->closed = s;
	} else {
		close_screen(s);
	}
}

/* The topmost screen with a line for the shell prints it. */
static void
take_farewell(struct loop *l)
{
	for (struct screen *s = l->ui.top; s && *l->farewell == '\0'; s = s->below)
		if (s->ops->farewell &&
		    !s->ops->farewell(s, l->farewell, sizeof l->farewell))
			*l->farewell = '\0';
}

void
ui_pop(struct ui *ui)
{
	if (ui->loop && ui->top && !ui->top->below)
		take_farewell(ui->loop);
	remove_top(ui);
	ui->message[0] = '\0';
	if (!ui->top)
		ui->quit = true;
	else if (ui->top->ops->shown)
		ui->top->ops->shown(ui, ui->top);
}

void
ui_replace(struct ui *ui, struct screen *s)
{
	remove_top(ui);
	ui->message[0] = '\0';
	ui_push(ui, s);
	if (!ui->top)
		ui->quit = true;
}

void
ui_back_to(struct ui *ui, const struct screen_ops *ops,
	   struct screen *(*open)(struct ui *ui))
{
	while (ui->top && ui->top->ops != ops)
		remove_top(ui);
	ui->message[0] = '\0';
	if (!ui->top)
		ui_push(ui, open(ui));
	else if (ui->top->ops->shown)
		ui->top->ops->shown(ui, ui->top);
}

/* ---- Settings ---- */

bool
ui_set_theme(struct ui *ui, const char *name, struct status *st)
{
	struct theme t;
	bool ok = theme_load(&t, name, st);
	snprintf(ui->settings.theme, sizeof ui->settings.theme, "%s", t.name);
	if (ui->loop) {
		ui->loop->theme = t;
		term_set_theme(&t);
	}
	ui->dirty = true;
	return ok;
}

void
ui_settings_changed(struct ui *ui)
{
	const struct ui_settings *set = &ui->settings;
	if (ui->loop) {
		term_set_mouse(set->mouse);
		term_set_ascii(set->ascii);
	}
	ui_set_theme(ui, set->theme, NULL);
	if (ui->store)
		settings_save(set, ui->store);
}

/* The command line takes precedence over remembered and configured values. */
static void
load_settings(struct ui *ui, const struct ui_settings *given, struct status *st)
{
	struct ui_settings *set = &ui->settings;
	settings_load(set, ui->store, st);
	set->plain = given->plain;
	if (given->theme[0] != '\0')
		snprintf(set->theme, sizeof set->theme, "%s", given->theme);
	if (given->speed_ms > 0)
		set->speed_ms = set->watch_ms = given->speed_ms;
	set->mouse = set->mouse && given->mouse;
	set->animation = set->animation && given->animation;
	set->ascii = set->ascii || given->ascii;
}

/* ---- Clipboard ---- */

void
ui_copy(struct ui *ui, const char *text)
{
	term_copy(text);
	ui_message(ui, "copied: %.200s", text);
}

/* ---- Dispatch ---- */

/* A key, a click or a tick begins. */
static void
loop_begin(struct loop *l)
{
	l->messages_before = l->message_count;
}

/* Runs what a key or a click is bound to. */
static void
run_binding(struct ui *ui, struct screen *s, const struct binding *b)
{
	const int page = ui->loop ? ui->loop->bar_page : 0;
	b->run(ui, s, b->arg);
	/* Any other key than the one that turns the pages brings back the first. */
	if (ui->loop && ui->loop->bar_page == page)
		ui->loop->bar_page = 0;
}

bool
binding_applies(const struct binding *b, struct screen *s)
{
	return !b->applies || b->applies(s);
}

const struct binding *
binding_of_key(const struct binding *table, struct screen *s, int key)
{
	for (const struct binding *b = table; b && b->action; b++)
		if ((b->key == key || (b->key2 && b->key2 == key)) &&
		    binding_applies(b, s))
			return b;
	return NULL;
}

const struct binding *
binding_of_action(const struct binding *table, struct screen *s, const char *action)
{
	for (const struct binding *b = table; b && b->action; b++)
		if (strcmp(b->action, action) == 0 && binding_applies(b, s))
			return b;
	return NULL;
}

bool
ui_action(struct ui *ui, const char *action)
{
	struct screen *s = ui->top;
	const struct binding *b = binding_of_action(ui_bindings(ui, s), s, action);
	if (!b)
		b = binding_of_action(ui_common_bindings(ui), s, action);
	if (!b)
		return false;
	ui->dirty = true;
	b->run(ui, s, b->arg);
	return true;
}

static void
dispatch_key(struct ui *ui, int key)
{
	struct screen *s = ui->top;
	ui->dirty = true;
	const struct binding *b = binding_of_key(ui_bindings(ui, s), s, key);
	if (b) {
		run_binding(ui, s, b);
		return;
	}
	if ((s->ops->key && s->ops->key(ui, s, key)) ||
	    (s->list && list_key(s->list, key)))
		return;
	b = binding_of_key(ui_common_bindings(ui), s, key);
	if (b)
		run_binding(ui, s, b);
}

/* ---- Drawing ---- */

static bool
too_small(const struct canvas *c)
{
	return c->h < SMALLEST_H || c->w < SMALLEST_W;
}

/* Draws the top screen; on a canvas of its own when the window is too small. */
static void
compose(struct loop *l)
{
	struct ui *ui = &l->ui;
	struct canvas *window = term_canvas(), aside = { .h = SMALLEST_H,
							 .w = SMALLEST_W,
							 .ascii = window->ascii,
							 .cells = l->unseen };
	struct canvas *c = too_small(window) ? &aside : window;
	ui->h = window->h;
	ui->w = window->w;
	canvas_clear(c);
	l->zone_count = 0;
	ui->top->ops->draw(ui, ui->top, c);
	canvas_clip(c, (struct rect){ 0, 0, c->h, c->w });
}

void
loop_renew(struct loop *l)
{
	if (l->ui.dirty)
		compose(l);
}

/* Sends the picture of this moment. */
static void
loop_draw(struct loop *l)
{
	struct ui *ui = &l->ui;
	struct canvas *c = term_canvas();
	compose(l);
	if (too_small(c)) {
		canvas_clear(c);
		chrome_draw_too_small(c, SMALLEST_H, SMALLEST_W);
	} else {
		chrome_draw_long_message(ui, c);
	}
	if (c->suits)
		canvas_suits(c);
	if (l->prompting)
		prompt_draw(l->prompt, c, c->h - 1);
	term_flush();
	l->pictured = too_small(c) ? NULL : ui->top;
	ui->dirty = l->urgent = false;
	l->drawn_us = clock_now_us();
}

/* ---- The loop ---- */

static void
free_closed(struct loop *l)
{
	while (l->closed) {
		struct screen *s = l->closed;
		l->closed = s->below;
		close_screen(s);
	}
}

/* The word of the key bar under a click; NULL: none. */
static const struct binding *
word_at(const struct loop *l, int x)
{
	for (int i = 0; i < l->zone_count; i++)
		if (x >= l->zones[i].x && x < l->zones[i].x + l->zones[i].w)
			return l->zones[i].binding;
	return NULL;
}

/* An open prompt comes first: its row is not the key bar, and the subject of its question stays. */
static void
click(struct loop *l, const struct mouse *m)
{
	struct ui *ui = &l->ui;
	if (l->prompting || ui->top != l->pictured)
		return;
	const bool bar = m->click && m->y == ui->h - 1;
	const struct binding *word = bar ? word_at(l, m->x) : NULL;
	ui->dirty = true;
	if (word)
		run_binding(ui, ui->top, word);
	else if (ui->top->ops->mouse)
		ui->top->ops->mouse(ui, ui->top, m);
	else if (ui->top->list && (m->wheel_up || m->wheel_down))
		list_key(ui->top->list, m->wheel_up ? K_UP : K_DOWN);
}

/* Pasted text goes into an open prompt, at most a line of it; no other screen takes it for
 * keys. True: the key was part of a paste. */
static bool
take_paste(struct loop *l, int key)
{
	struct ui *ui = &l->ui;
	if (l->pasting && ui->now_us - l->pasted_us > PASTE_GAP_US)
		l->pasting = false; /* the end mark got lost */
	l->pasted_us = ui->now_us;
	if (key == K_PASTE_BEGIN || key == K_PASTE_END) {
		l->pasting = key == K_PASTE_BEGIN;
		if (!l->pasting && !l->prompting && l->pasted > 0)
			ui_message(ui,
				   "pasted text is for the command line: press : first");
		l->pasted = 0;
		return true;
	}
	if (!l->pasting)
		return false;
	if (l->prompting && l->pasted < PASTE_MAX && key >= ' ' && key < KEYS_SPECIAL)
		commands_take_key(l, key);
	l->pasted += l->pasted < INT_MAX;
	return true;
}

/* Takes the keys that are waiting, at most so many before the next picture; each is
 * dispatched before the next is read. True: there may be more. */
static bool
take_keys(struct loop *l)
{
	struct mouse m;
	for (int n = 0; n < KEYS_AT_ONCE && !l->ui.quit; n++) {
		const int key = term_key(&m);
		if (key == KEY_NOTHING)
			return false;
		l->ui.now_us = clock_now_us();
		l->urgent = true;
		loop_begin(l);
		if (key == K_UNKNOWN || take_paste(l, key))
			continue;
		l->complaining = false;
		if (l->prompting && key != K_MOUSE) {
			commands_take_key(l, key);
		} else {
			loop_renew(l);
			if (key == K_MOUSE)
				click(l, &m);
			else
				dispatch_key(&l->ui, key);
		}
		free_closed(l);
	}
	return !l->ui.quit;
}

static bool
wants_ticks(const struct screen *s)
{
	assert(s != NULL);
	return s->ops->tick && (s->ops->busy ? s->ops->busy((struct screen *)(uintptr_t)s)
					     : s->worker != NULL);
}

/* Milliseconds to sleep at most; -1: until something happens. */
static int
patience(const struct loop *l)
{
	if (!l->ui.dirty && !wants_ticks(l->ui.top))
		return -1;
	const int64_t from = l->ui.dirty ? l->drawn_us : l->ticked_us;
	int64_t left = from + TICK_US - clock_now_us();
	return left <= 0 ? 0 : (int)((left + 999) / 1000);
}

static void
loop_tick(struct loop *l, bool woken)
{
	struct screen *s = l->ui.top;
	bool due = wants_ticks(s) && l->ui.now_us - l->ticked_us >= TICK_US;
	if (!s->ops->tick || !(due || woken))
		return;
	l->ticked_us = l->ui.now_us;
	loop_begin(l);
	if (s->ops->tick(&l->ui, s))
		l->ui.dirty = true;
	free_closed(l);
}

static void
loop_run(struct loop *l)
{
	struct ui *ui = &l->ui;
	const struct screen *shown = NULL;
	bool more = false;
	while (!ui->quit && ui->top) {
		if (ui->dirty && (l->urgent || clock_now_us() - l->drawn_us >= TICK_US))
			loop_draw(l);
		/* A screen that has just come to the top has missed earlier wake-ups. */
		bool fresh = ui->top != shown;
		shown = ui->top;
		unsigned events =
			term_wait(ui->wake_read, fresh || more ? 0 : patience(l));
		ui->now_us = clock_now_us();
		if (events & TERM_QUIT)
			break;
		if (events & TERM_STOP)
			loop_suspend(ui);
		if (events & (TERM_SIZE | TERM_STOP))
			ui->dirty = l->urgent = true;
		/* What a key has changed (a setting, the ply that is shown) is taken by a tick. */
		const bool typed = more || (events & TERM_READY);
		if (typed)
			more = take_keys(l);
		if (!ui->quit && ui->top)
			loop_tick(l, fresh || typed || (events & TERM_WAKE));
	}
}

static struct loop *
open_loop(const struct catalog *catalog, const struct ui_settings *settings,
	  struct status *st)
{
	struct loop *l = calloc(1, sizeof *l);
	int wake[2];
	if (!l || pipe2(wake, O_CLOEXEC | O_NONBLOCK) != 0) {
		free(l);
		status_fail(st, "not enough memory, or no pipe, for the screen");
		return NULL;
	}
	l->ui = (struct ui){ .catalog = catalog,
			     .settings = *settings,
			     .wake_read = wake[0],
			     .wake_write = wake[1],
			     .dirty = true,
			     .now_us = clock_now_us(),
			     .loop = l };
	return l;
}

static void
close_loop(struct loop *l)
{
	while (l->ui.top)
		remove_top(&l->ui);
	free_closed(l);
	prompt_close(l->prompt);
	keymap_free(l->keys);
	if (l->ui.store)
		store_close(l->ui.store);
	close(l->ui.wake_read);
	close(l->ui.wake_write);
	free(l);
}

int
ui_run(const struct catalog *catalog, const struct ui_settings *settings,
       struct screen *(*first)(struct ui *ui, void *argument), void *argument)
{
	struct status st = { 0 }, store_st = { 0 }, keys_st = { 0 }, set_st = { 0 };
	struct loop *l = open_loop(catalog, settings, &st);
	if (!l || !term_open(settings, &st)) {
		fprintf(stderr, "plyscope: %s\n", st.text);
		if (l)
			close_loop(l);
		return 2;
	}
	struct ui *ui = &l->ui;
	ui->h = term_canvas()->h;
	ui->w = term_canvas()->w;
	ui->store = store_open(NULL, &store_st);
	l->keys = keymap_load(ui_screens, &keys_st);
	load_settings(ui, settings, &set_st);
	term_set_ascii(ui->settings.ascii);
	if (!ui_set_theme(ui, ui->settings.theme, &st))
		ui_message(ui, "%s", st.text);
	term_set_mouse(ui->settings.mouse);
	if (set_st.failed)
		ui_message(ui, "%s", set_st.text);
	if (keys_st.failed)
		ui_message(ui, "%s", keys_st.text);
	if (!ui->store)
		ui_message(ui, "nothing will be saved: %s", store_st.text);
	struct screen *start = first(ui, argument);
	const bool started = start != NULL;
	char why[sizeof ui->message];
	snprintf(why, sizeof why, "%s", ui->message);
	l->complaining = why[0] != '\0';
	ui_push(ui, start);
	loop_run(l);
	take_farewell(l);
	char farewell[sizeof l->farewell];
	snprintf(farewell, sizeof farewell, "%s", l->farewell);
	term_close();
	signal(SIGTSTP, SIG_IGN); /* a ^Z typed late stops nothing on its way out */
	close_loop(l);
	if (*farewell != '\0')
		puts(farewell);
	if (!started)
		fprintf(stderr, "plyscope: %s\n", why);
	return started && !session_lost() ? 0 : 1;
}
