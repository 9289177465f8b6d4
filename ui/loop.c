/*
 * loop.c - the running interface: the stack of screens, keys, ticks and drawing.
 *
 * The loop sleeps in poll() on the terminal, the wake pipe and the signal pipe. A key is
 * dispatched and its effect drawn at once; ticks come at most 20 times a second and only
 * while the top screen is busy. A key goes to the prompt when it is open, else to the
 * screen's table, the screen's key(), and the common table below, in this order.
 * A screen that leaves is freed after the dispatch, since its own function may be running.
 */
#include "src/base/clock.h"
#include "src/core/game.h"
#include "src/core/setup.h"
#include "ui/keys.h"
#include "ui/prompt.h"
#include "ui/screen.h"
#include "ui/term.h"

#include <assert.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define TICK_US	   50000
#define TWICE_US   1000000
#define HOLD_US	   60000
#define SMALLEST_H 12
#define SMALLEST_W 40
#define ZONES_MAX  40
#define MESSAGES   32

/* A word of the key bar that can be clicked. */
struct zone {
	int x, w;
	const struct binding *binding;
};

struct loop {
	struct ui ui;
	struct theme theme;
	struct prompt *prompt;
	bool prompting;
	void (*asked)(struct ui *ui, struct screen *s, const char *line); /* NULL: `:` */
	struct screen *closed; /* left during this dispatch */
	struct keymap *keys;   /* the user's own, NULL none */
	int64_t ticked_us, interrupted_us;
	struct zone zones[ZONES_MAX];
	int zone_count;
	char messages[MESSAGES][240]; /* the last ones, a ring */
	int message_count, message_back;
};

/* ---- The stack of screens ---- */

void
ui_push(struct ui *ui, struct screen *s)
{
	if (!s)
		return;
	s->below = ui->top;
	ui->top = s;
	ui->dirty = true;
	if (s->ops->shown)
		s->ops->shown(ui, s);
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
		s->below = ui->loop->closed;
		ui->loop->closed = s;
	} else {
		s->ops->close(s);
	}
}

void
ui_pop(struct ui *ui)
{
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
ui_home(struct ui *ui)
{
	while (ui->top && strcmp(ui->top->ops->name, "home") != 0)
		remove_top(ui);
	ui->message[0] = '\0';
	if (!ui->top)
		ui_push(ui, home_screen(ui));
	else if (ui->top->ops->shown)
		ui->top->ops->shown(ui, ui->top);
}

/* ---- Words ---- */

void
ui_message(struct ui *ui, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	vsnprintf(ui->message, sizeof ui->message, format, args);
	va_end(args);
	ui->dirty = true;
	struct loop *l = ui->loop;
	if (!l || ui->message[0] == '\0')
		return;
	char *slot = l->messages[l->message_count % MESSAGES];
	snprintf(slot, sizeof l->messages[0], "%s", ui->message);
	l->message_count++;
	l->message_back = 0;
}

void
ui_copy(struct ui *ui, const char *text)
{
	term_copy(text);
	ui_message(ui, "copied: %.200s", text);
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
	char speed[24];
	snprintf(speed, sizeof speed, "%d", set->speed_ms);
	if (ui->loop)
		term_set_mouse(set->mouse);
	ui_set_theme(ui, set->theme, NULL);
	if (!ui->store)
		return;
	store_set(ui->store, "theme", set->theme, NULL);
	store_set(ui->store, "speed", speed, NULL);
	store_set(ui->store, "mouse", set->mouse ? "on" : "off", NULL);
	store_set(ui->store, "animation", set->animation ? "on" : "off", NULL);
}

/* What was given on the command line stands; the rest is as it was last time. */
static void
remember_settings(struct ui *ui)
{
	struct ui_settings *set = &ui->settings;
	char value[24];
	if (set->theme[0] == '\0' && ui->store &&
	    store_get(ui->store, "theme", value, sizeof value))
		snprintf(set->theme, sizeof set->theme, "%s", value);
	if (set->speed_ms <= 0) {
		bool known =
			ui->store && store_get(ui->store, "speed", value, sizeof value);
		set->speed_ms = known ? atoi(value) : 0;
		if (set->speed_ms <= 0 || set->speed_ms > 60000)
			set->speed_ms = 700;
	}
	if (ui->store && store_get(ui->store, "mouse", value, sizeof value))
		set->mouse = set->mouse && strcmp(value, "off") != 0;
	if (ui->store && store_get(ui->store, "animation", value, sizeof value))
		set->animation = set->animation && strcmp(value, "off") != 0;
}

/* ---- The common bindings ---- */

static void
run_help(struct ui *ui, struct screen *s, int arg)
{
	(void)arg;
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
run_back(struct ui *ui, struct screen *s, int arg)
{
	(void)s, (void)arg;
	ui_pop(ui);
}

static void
run_quit(struct ui *ui, struct screen *s, int arg)
{
	(void)s, (void)arg;
	ui->quit = true;
}

static void
run_interrupt(struct ui *ui, struct screen *s, int arg)
{
	(void)arg;
	struct loop *l = ui->loop;
	bool twice = l && l->interrupted_us && ui->now_us - l->interrupted_us < TWICE_US;
	if (l)
		l->interrupted_us = ui->now_us;
	if (twice || !s->ops->interrupt || !s->ops->interrupt(ui, s))
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

static bool
hold_all(struct ui *ui, bool on)
{
	bool held = false;
	for (struct screen *s = ui->top; s; s = s->below)
		if (s->ops->hold) {
			s->ops->hold(s, on);
			held = true;
		}
	return held;
}

/* Stops the program. Searches see that they are held at their next poll, a few milliseconds
 * away; only then does the time of the stop not count as theirs. */
static void
suspend(struct ui *ui)
{
	if (hold_all(ui, true))
		clock_sleep_us(HOLD_US);
	term_suspend();
	hold_all(ui, false);
	ui->dirty = true;
}

static void
run_suspend(struct ui *ui, struct screen *s, int arg)
{
	(void)s, (void)arg;
	if (ui->loop)
		suspend(ui);
}

static void
run_theme(struct ui *ui, struct screen *s, int arg)
{
	(void)s, (void)arg;
	struct status st = { 0 };
	if (ui_set_theme(ui, theme_next(ui->settings.theme), &st))
		ui_message(ui, "theme %s", ui->settings.theme);
	else
		ui_message(ui, "%s", st.text);
	if (ui->store)
		store_set(ui->store, "theme", ui->settings.theme, NULL);
}

static void
run_options(struct ui *ui, struct screen *s, int arg)
{
	(void)arg;
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

static const struct binding common[] = {
	{ '?', K_F1, "help", "help", "help of this screen", NULL, run_help, 0 },
	{ ':', 0, "prompt", "", "command line: an action, a move, a command", NULL,
	  run_prompt, 0 },
	{ 'o', 0, "options", "", "options: theme, speed, mouse, animation", NULL,
	  run_options, 0 },
	{ 't', 0, "theme", "", "next theme", NULL, run_theme, 0 },
	{ K_CTRL('p'), 0, "messages", "", "the last messages again", NULL, run_messages,
	  0 },
	{ K_CTRL('l'), 0, "redraw", "", "draw the screen again", NULL, run_redraw, 0 },
	{ K_CTRL('z'), 0, "suspend", "", "suspend; `fg` comes back", NULL, run_suspend,
	  0 },
	{ K_CTRL('c'), 0, "interrupt", "",
	  "stop the search, use its best move; twice: quit, saved", NULL, run_interrupt,
	  0 },
	{ 'q', K_ESCAPE, "back", "back", "back to the screen before; nothing is lost",
	  NULL, run_back, 0 },
	{ 'Q', 0, "quit", "", "leave plyscope from anywhere; the game is saved", NULL,
	  run_quit, 0 },
	{ 0 },
};

const struct binding *
ui_common_bindings(struct ui *ui)
{
	return keymap_apply(ui->loop ? ui->loop->keys : NULL, "everywhere", common);
}

const struct binding *
ui_bindings(struct ui *ui, const struct screen *s)
{
	return keymap_apply(ui->loop ? ui->loop->keys : NULL, s->ops->name,
			    s->ops->bindings);
}

/* ---- Dispatch ---- */

static bool
applies(const struct binding *b, struct screen *s)
{
	return !b->applies || b->applies(s);
}

static const struct binding *
find_key(const struct binding *table, struct screen *s, int key)
{
	for (const struct binding *b = table; b && b->action; b++)
		if ((b->key == key || (b->key2 && b->key2 == key)) && applies(b, s))
			return b;
	return NULL;
}

static const struct binding *
find_action(const struct binding *table, struct screen *s, const char *action)
{
	for (const struct binding *b = table; b && b->action; b++)
		if (strcmp(b->action, action) == 0 && applies(b, s))
			return b;
	return NULL;
}

bool
ui_action(struct ui *ui, const char *action)
{
	struct screen *s = ui->top;
	const struct binding *b = find_action(ui_bindings(ui, s), s, action);
	if (!b)
		b = find_action(ui_common_bindings(ui), s, action);
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
	const struct binding *b = find_key(ui_bindings(ui, s), s, key);
	if (b) {
		b->run(ui, s, b->arg);
		return;
	}
	if (s->ops->key && s->ops->key(ui, s, key))
		return;
	b = find_key(ui_common_bindings(ui), s, key);
	if (b)
		b->run(ui, s, b->arg);
}

/* ---- Commands of every screen ---- */

static const struct game_ops *
game_of(struct ui *ui, const char *key, struct status *st)
{
	const struct game_ops *g = catalog_game(ui->catalog, key);
	char keys[240];
	catalog_game_keys(ui->catalog, keys, sizeof keys);
	if (!g)
		status_fail(st, "there is no game \"%s\"; expected one of %s", key, keys);
	return g;
}

static bool
command_play(struct ui *ui, const char *arg, struct status *st)
{
	const struct game_ops *g = game_of(ui, arg, st);
	if (g)
		ui_push(ui, setup_screen(ui, g));
	return g != NULL;
}

static bool
command_watch(struct ui *ui, const char *arg, struct status *st)
{
	const struct game_ops *g = game_of(ui, arg, st);
	if (g)
		ui_push(ui, setup_watch_screen(ui, g));
	return g != NULL;
}

static bool
command_rules(struct ui *ui, const char *arg, struct status *st)
{
	const struct game_ops *g = game_of(ui, arg, st);
	if (g)
		ui_push(ui, rules_screen(ui, g));
	return g != NULL;
}

static bool
command_history(struct ui *ui, const char *arg, struct status *st)
{
	(void)arg, (void)st;
	ui_push(ui, history_screen(ui));
	return true;
}

static bool
command_home(struct ui *ui, const char *arg, struct status *st)
{
	(void)arg, (void)st;
	ui_home(ui);
	return true;
}

static bool
command_theme(struct ui *ui, const char *arg, struct status *st)
{
	bool ok = ui_set_theme(ui, arg, st);
	if (ok)
		ui_settings_changed(ui);
	return ok;
}

static bool
command_speed(struct ui *ui, const char *arg, struct status *st)
{
	int64_t ms;
	if (!text_parse_duration(arg, &ms) || ms < 0 || ms > 60000)
		return status_fail(st, "speed %s: expected 0ms to 60s", arg);
	ui->settings.speed_ms = (int)ms;
	ui_settings_changed(ui);
	return true;
}

static const struct command {
	const char *name;
	bool argument;
	bool (*run)(struct ui *ui, const char *arg, struct status *st);
} commands[] = {
	{ "play", true, command_play },	  { "watch", true, command_watch },
	{ "rules", true, command_rules }, { "history", false, command_history },
	{ "home", false, command_home },  { "theme", true, command_theme },
	{ "speed", true, command_speed },
};
#define COMMANDS (sizeof commands / sizeof *commands)

static const struct command *
find_command(const char *word)
{
	for (size_t i = 0; i < COMMANDS; i++)
		if (strcmp(commands[i].name, word) == 0)
			return &commands[i];
	return NULL;
}

/* Splits "word rest" without changing line. */
static const char *
first_word(const char *line, char *word, size_t size)
{
	size_t n = strcspn(line, " ");
	snprintf(word, size, "%.*s", (int)n, line);
	return line + n + strspn(line + n, " ");
}

void
ui_command(struct ui *ui, const char *line)
{
	struct screen *s = ui->top;
	struct status st = { 0 };
	char trimmed[512], word[40];
	snprintf(trimmed, sizeof trimmed, "%s", line + strspn(line, " :"));
	for (size_t n = strlen(trimmed); n > 0 && trimmed[n - 1] == ' '; n--)
		trimmed[n - 1] = '\0';
	line = trimmed;
	const char *rest = first_word(line, word, sizeof word);
	if (*line == '\0')
		return;
	ui->dirty = true;
	if (*rest == '\0' && ui_action(ui, word))
		return;
	if (s->ops->command && s->ops->command(ui, s, line, &st))
		return;
	const struct command *c = find_command(word);
	if (c && (*rest == '\0') == c->argument)
		ui_message(ui,
			   c->argument ? "%s needs a word after it: press Tab for them"
				       : "%s stands alone",
			   word);
	else if (c) {
		st = (struct status){ 0 };
		if (!c->run(ui, rest, &st))
			ui_message(ui, "%s", st.text);
	} else if (st.text[0])
		ui_message(ui, "%s", st.text);
	else
		ui_message(ui, "\"%.60s\" is no command here; ? lists them", line);
}

/* ---- The prompt ---- */

static void
add_completion(const char *candidate, const char *last, char (*out)[64], int max, int *n)
{
	if (*n >= max || strncmp(candidate, last, strlen(last)) != 0)
		return;
	for (int i = 0; i < *n; i++)
		if (strcmp(out[i], candidate) == 0)
			return;
	snprintf(out[(*n)++], sizeof *out, "%s", candidate);
}

/* Words that may follow a common command. */
static void
complete_argument(struct ui *ui, const char *word, const char *last, char (*out)[64],
		  int max, int *n)
{
	static const char *const with_game[] = { "play", "watch", "rules" };
	for (int i = 0; strcmp(word, "theme") == 0 && theme_names[i]; i++)
		add_completion(theme_names[i], last, out, max, n);
	for (int i = 0; i < 3; i++)
		if (strcmp(word, with_game[i]) == 0)
			for (int k = 0; ui->catalog->games[k]; k++)
				add_completion(ui->catalog->games[k]->key, last, out, max,
					       n);
}

static int
complete(void *context, const char *line, char (*out)[64], int max)
{
	struct loop *l = context;
	struct screen *s = l->ui.top;
	const char *blank = strrchr(line, ' '), *last = blank ? blank + 1 : line;
	char word[40];
	first_word(line, word, sizeof word);
	if (l->asked)
		return 0;
	int n = s->ops->complete ? s->ops->complete(&l->ui, s, line, out, max) : 0;
	if (blank) {
		complete_argument(&l->ui, word, last, out, max, &n);
		return n;
	}
	for (const struct binding *b = s->ops->bindings; b && b->action; b++)
		if (applies(b, s))
			add_completion(b->action, last, out, max, &n);
	for (const struct binding *b = common; b->action; b++)
		add_completion(b->action, last, out, max, &n);
	for (size_t i = 0; i < COMMANDS; i++)
		add_completion(commands[i].name, last, out, max, &n);
	return n;
}

static void
start_prompt(struct ui *ui, const char *label, const char *initial,
	     void (*done)(struct ui *ui, struct screen *s, const char *line))
{
	struct loop *l = ui->loop;
	struct status st = { 0 };
	if (!l)
		return;
	if (!l->prompt)
		l->prompt = prompt_open(complete, l, &st);
	if (!l->prompt) {
		ui_message(ui, "%s", st.text);
		return;
	}
	l->asked = done;
	l->prompting = true;
	prompt_start(l->prompt, label, initial ? initial : "", done == NULL);
	ui->dirty = true;
}

void
ui_prompt(struct ui *ui, const char *initial)
{
	start_prompt(ui, ":", initial, NULL);
}

void
ui_ask(struct ui *ui, const char *label, const char *initial,
       void (*done)(struct ui *ui, struct screen *s, const char *line))
{
	start_prompt(ui, label, initial, done);
}

static void
prompt_takes(struct loop *l, int key)
{
	enum prompt_state state = prompt_key(l->prompt, key);
	l->ui.dirty = true;
	if (state == PROMPT_EDITING)
		return;
	l->prompting = false;
	if (state == PROMPT_ABORTED)
		return;
	char line[512];
	snprintf(line, sizeof line, "%s", prompt_line(l->prompt));
	if (l->asked)
		l->asked(&l->ui, l->ui.top, line);
	else
		ui_command(&l->ui, line);
}

/* ---- Drawing ---- */

/* One word of the key bar; returns the column after it, or x when it does not fit. */
static int
bar_word(struct ui *ui, struct canvas *c, int y, int x, int limit,
	 const struct binding *b)
{
	char name[12];
	ui_key_name(b->key, name);
	int w = canvas_width(name) + 1 + canvas_width(b->label);
	if (x + w > limit)
		return x;
	canvas_put(c, y, x, ROLE_KEY, name);
	canvas_put(c, y, x + canvas_width(name) + 1, ROLE_KEYBAR, b->label);
	struct loop *l = ui->loop;
	if (l && l->zone_count < ZONES_MAX)
		l->zones[l->zone_count++] = (struct zone){ x, w, b };
	return x + w + 2;
}

static void
draw_keybar(struct ui *ui, struct screen *s, struct canvas *c, int y)
{
	const struct binding *help = find_action(ui_common_bindings(ui), s, "help");
	/* The way out stands last, whatever its key is by now. */
	const struct binding *way_out = find_key(s->ops->bindings, s, 'q');
	const struct binding *last =
		way_out ? find_action(ui_bindings(ui, s), s, way_out->action)
			: find_action(ui_common_bindings(ui), s, "back");
	if (!last)
		last = help;
	if (ui->loop)
		ui->loop->zone_count = 0;
	canvas_fill(c, (struct rect){ y, 0, 1, c->w }, ROLE_KEYBAR, " ");
	int x = bar_word(ui, c, y, 1, c->w, help);
	char name[12];
	ui_key_name(last->key, name);
	int end = c->w - 2 - canvas_width(name) - canvas_width(last->label);
	int limit = end - 1;
	for (const struct binding *b = ui_bindings(ui, s); b && b->action; b++)
		if (b != last && b->label && *b->label && applies(b, s))
			x = bar_word(ui, c, y, x, limit, b);
	bar_word(ui, c, y, end, c->w, last);
}

struct rect
ui_chrome(struct ui *ui, struct screen *s, struct canvas *c, const char *title,
	  const char *right)
{
	/* On narrow screens what this is goes before how it stands. */
	if (right && c->w < 60 && canvas_width(right) + canvas_width(title) + 3 > c->w)
		right = NULL;
	int room = right ? canvas_width(right) + 2 : 1;
	canvas_fill(c, (struct rect){ 0, 0, 1, c->w }, ROLE_TITLE, " ");
	if (right && *right)
		canvas_put(c, 0, c->w - room + 1, ROLE_TITLE, right);
	canvas_put_w(c, 0, 1, c->w - 1 - room, ROLE_TITLE, title ? title : "");
	canvas_put_w(c, c->h - 2, 1, c->w - 2, ROLE_TEXT, ui->message);
	draw_keybar(ui, s, c, c->h - 1);
	int h = c->h - 3;
	return (struct rect){ 1, 0, h > 0 ? h : 0, c->w };
}

static void
draw_too_small(struct canvas *c)
{
	char line[96];
	snprintf(line, sizeof line, "plyscope needs %d by %d; this is %d by %d.",
		 SMALLEST_W, SMALLEST_H, c->w, c->h);
	/* Wrapped by hand at the edge: the terminal may be a few columns wide. */
	int length = (int)strlen(line);
	for (int y = 0; y < c->h && y * c->w < length; y++)
		canvas_put(c, y, 0, ROLE_TEXT, line + y * c->w);
}

static void
draw(struct loop *l)
{
	struct ui *ui = &l->ui;
	struct canvas *c = term_canvas();
	ui->h = c->h;
	ui->w = c->w;
	canvas_clear(c);
	l->zone_count = 0;
	if (c->h < SMALLEST_H || c->w < SMALLEST_W)
		draw_too_small(c);
	else
		ui->top->ops->draw(ui, ui->top, c);
	canvas_clip(c, (struct rect){ 0, 0, c->h, c->w });
	if (l->prompting)
		prompt_draw(l->prompt, c, c->h - 1);
	term_flush();
	ui->dirty = false;
}

/* ---- The loop ---- */

static void
free_closed(struct loop *l)
{
	while (l->closed) {
		struct screen *s = l->closed;
		l->closed = s->below;
		s->ops->close(s);
	}
}

static void
click(struct loop *l, const struct mouse *m)
{
	struct ui *ui = &l->ui;
	ui->dirty = true;
	if (m->click && m->y == ui->h - 1)
		for (int i = 0; i < l->zone_count; i++)
			if (m->x >= l->zones[i].x &&
			    m->x < l->zones[i].x + l->zones[i].w) {
				l->zones[i].binding->run(ui, ui->top,
							 l->zones[i].binding->arg);
				return;
			}
	if (ui->top->ops->mouse)
		ui->top->ops->mouse(ui, ui->top, m);
}

/* Takes all keys that are waiting; each is dispatched before the next is read. */
static void
take_keys(struct loop *l)
{
	struct mouse m;
	for (int key; !l->ui.quit && (key = term_key(&m)) != KEY_NOTHING;) {
		l->ui.now_us = clock_now_us();
		if (l->prompting && key != K_MOUSE)
			prompt_takes(l, key);
		else if (key == K_MOUSE)
			click(l, &m);
		else
			dispatch_key(&l->ui, key);
		free_closed(l);
	}
}

static bool
wants_ticks(const struct screen *s)
{
	assert(s != NULL);
	return s->ops->tick &&
	       (!s->ops->busy || s->ops->busy((struct screen *)(uintptr_t)s));
}

/* Milliseconds to sleep at most; -1: until something happens. */
static int
patience(const struct loop *l)
{
	if (!wants_ticks(l->ui.top))
		return -1;
	int64_t left = l->ticked_us + TICK_US - clock_now_us();
	return left <= 0 ? 0 : (int)((left + 999) / 1000);
}

static void
tick(struct loop *l, bool woken)
{
	struct screen *s = l->ui.top;
	bool due = wants_ticks(s) && l->ui.now_us - l->ticked_us >= TICK_US;
	if (!s->ops->tick || !(due || woken))
		return;
	l->ticked_us = l->ui.now_us;
	if (s->ops->tick(&l->ui, s))
		l->ui.dirty = true;
	free_closed(l);
}

static void
run(struct loop *l)
{
	struct ui *ui = &l->ui;
	const struct screen *shown = NULL;
	while (!ui->quit && ui->top) {
		if (ui->dirty)
			draw(l);
		/* A screen that has just come to the top missed what woke the one before. */
		bool fresh = ui->top != shown;
		shown = ui->top;
		unsigned events = term_wait(ui->wake_read, fresh ? 0 : patience(l));
		ui->now_us = clock_now_us();
		if (events & TERM_QUIT)
			break;
		if (events & TERM_STOP)
			suspend(ui);
		if (events & (TERM_SIZE | TERM_STOP))
			ui->dirty = true;
		if (events & TERM_READY)
			take_keys(l);
		if (!ui->quit && ui->top)
			tick(l, fresh || (events & TERM_WAKE));
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
		status_fail(st, "no memory or no pipe for the screen");
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
	struct status st = { 0 }, store_st = { 0 }, keys_st = { 0 };
	struct loop *l = open_loop(catalog, settings, &st);
	if (!l || !term_open(settings, &st)) {
		fprintf(stderr, "plyscope: %s\n", st.text);
		if (l)
			close_loop(l);
		return 2;
	}
	struct ui *ui = &l->ui;
	ui->settings.ascii = term_canvas()->ascii;
	ui->h = term_canvas()->h;
	ui->w = term_canvas()->w;
	ui->store = store_open(NULL, &store_st);
	l->keys = keymap_load(&keys_st);
	remember_settings(ui);
	if (!ui_set_theme(ui, ui->settings.theme, &st))
		ui_message(ui, "%s", st.text);
	term_set_mouse(ui->settings.mouse);
	if (keys_st.failed)
		ui_message(ui, "%s", keys_st.text);
	if (!ui->store)
		ui_message(ui, "nothing will be saved: %s", store_st.text);
	ui_push(ui, first(ui, argument));
	char why[sizeof ui->message];
	bool started = ui->top != NULL;
	snprintf(why, sizeof why, "%s", ui->message);
	run(l);
	term_close();
	close_loop(l);
	if (!started)
		fprintf(stderr, "plyscope: %s\n", why);
	return started ? 0 : 1;
}
