/*
 * help.c - help from the key tables: what works on the screen below, what works everywhere,
 * and what every figure means. Enter runs the line; `/` searches.
 */
#include "ui/list.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LINES_MAX   240
#define KEY_COLUMN  13 /* width of the keys */
#define NAME_COLUMN 16 /* width of the action names */

struct line {
	const struct binding *binding; /* NULL: text only */
	const struct command *command; /* Enter begins to type it; NULL: none */
	bool heading, works;
	char keys[24], name[32], text[200];
};

struct help {
	struct screen screen;
	struct list list;
	char title[80], pattern[80];
	const char *const *definitions;
	int count, text_width; /* definitions are wrapped to this */
	int bound;	       /* lines before the definitions */
	struct line lines[LINES_MAX];
};

static struct line *
add_line(struct help *h)
{
	if (h->count == LINES_MAX)
		return &h->lines[LINES_MAX - 1];
	struct line *l = &h->lines[h->count++];
	*l = (struct line){ 0 };
	return l;
}

static void
add_heading(struct help *h, const char *text)
{
	if (h->count > 0)
		add_line(h);
	struct line *l = add_line(h);
	l->heading = true;
	snprintf(l->text, sizeof l->text, "%s", text);
}

static void
add_bindings(struct help *h, const struct binding *table, struct screen *of,
	     const struct binding *hidden_by)
{
	for (const struct binding *b = table; b && b->action; b++) {
		bool hidden = false;
		for (const struct binding *o = hidden_by; o && o->action; o++)
			hidden = hidden || o->key == b->key;
		if (hidden)
			continue;
		struct line *l = add_line(h);
		char first[12], second[12] = "";
		ui_key_name(b->key, first);
		if (b->key2)
			ui_key_name(b->key2, second);
		l->binding = b;
		l->works = !b->applies || b->applies(of);
		snprintf(l->keys, sizeof l->keys, "%s%s%s", first, b->key2 ? " " : "",
			 second);
		snprintf(l->name, sizeof l->name, ":%s", b->action);
		snprintf(l->text, sizeof l->text, "%s", b->help);
	}
}

static void
add_commands(struct help *h, const struct command *table)
{
	for (const struct command *c = table; c && c->name; c++) {
		struct line *l = add_line(h);
		l->command = c;
		l->works = true;
		snprintf(l->name, sizeof l->name, ":%s", c->name);
		snprintf(l->text, sizeof l->text, "%s%s%s", c->usage,
			 *c->usage ? "  " : "", c->help);
	}
}

/* One definition, wrapped at blanks to the width after the name column. */
static void
add_definition(struct help *h, const char *definition)
{
	const char *tab = strchr(definition, '\t');
	int name_length = tab ? (int)(tab - definition) : 0;
	const char *text = tab ? tab + 1 : definition;
	for (bool first = true; *text; first = false) {
		size_t room = (size_t)h->text_width, n = strlen(text);
		if (n > room) {
			n = room;
			while (n > 0 && text[n] != ' ')
				n--;
			if (n == 0)
				n = room;
		}
		struct line *l = add_line(h);
		l->works = true;
		if (first)
			snprintf(l->name, sizeof l->name, "%.*s", name_length,
				 definition);
		snprintf(l->text, sizeof l->text, "%.*s", (int)n, text);
		text += n + strspn(text + n, " ");
	}
}

static void
wrap_definitions(struct help *h, int width)
{
	h->text_width = width > 20 ? width : 20;
	h->count = h->bound;
	if (!h->definitions || !h->definitions[0])
		return;
	add_heading(h, "What the figures mean");
	for (int i = 0; h->definitions[i]; i++)
		add_definition(h, h->definitions[i]);
}

/* ---- Keys ---- */

static void
run_line(struct ui *ui, struct screen *s, int arg)
{
	(void)arg;
	const struct help *h = (struct help *)s;
	const struct line *l = &h->lines[h->list.at];
	if (l->command) {
		char begun[40];
		snprintf(begun, sizeof begun, "%s%s", l->command->name,
			 l->command->usage[0] ? " " : "");
		ui_pop(ui);
		ui_prompt(ui, begun);
		return;
	}
	if (!l->binding)
		return;
	const char *action = l->binding->action;
	ui_pop(ui);
	if (ui->top && !ui_action(ui, action))
		ui_message(ui, ":%s does nothing at this moment", action);
}

static bool
matches(const struct line *l, const char *pattern)
{
	return strcasestr(l->text, pattern) || strcasestr(l->name, pattern) ||
	       strcasestr(l->keys, pattern);
}

static void
find(struct ui *ui, struct help *h, int from, int step)
{
	if (!h->pattern[0]) {
		ui_message(ui, "/ searches first");
		return;
	}
	for (int i = 1; i <= h->count; i++) {
		int row = ((from + step * i) % h->count + h->count) % h->count;
		if (matches(&h->lines[row], h->pattern)) {
			h->list.at = row;
			ui_message(ui, "/%s", h->pattern);
			return;
		}
	}
	ui_message(ui, "nothing here says \"%s\"", h->pattern);
}

static void
search_for(struct ui *ui, struct screen *s, const char *line)
{
	struct help *h = (struct help *)s;
	snprintf(h->pattern, sizeof h->pattern, "%s", line);
	find(ui, h, h->list.at - 1, 1);
}

static void
run_search(struct ui *ui, struct screen *s, int arg)
{
	(void)s, (void)arg;
	ui_ask(ui, "/", "", search_for);
}

static void
run_next(struct ui *ui, struct screen *s, int arg)
{
	struct help *h = (struct help *)s;
	find(ui, h, h->list.at, arg);
}

static const struct binding bindings[] = {
	{ K_ENTER, 0, "run", "run the line", "run the action of this line", NULL,
	  run_line, 0 },
	{ '/', 0, "search", "search", "search in the help", NULL, run_search, 0 },
	{ 'n', 0, "next", "next", "next line found", NULL, run_next, 1 },
	{ 'N', 0, "previous", "", "previous line found", NULL, run_next, -1 },
	{ 0 },
};

/* ---- The screen ---- */

static bool
line_stops(const void *context, int row)
{
	const struct line *l = &((const struct help *)context)->lines[row];
	return !l->heading && (l->text[0] || l->name[0]);
}

static void
draw_line(const struct help *h, struct canvas *c, const struct line *l, int y, int x,
	  int w, bool at)
{
	if (l->heading) {
		canvas_put_w(c, y, x, w, ROLE_STRONG, l->text);
		return;
	}
	if (at) {
		canvas_fill(c, (struct rect){ y, x, 1, w }, ROLE_CURSOR, " ");
		canvas_put(c, y, x, ROLE_CURSOR, ">");
		c->cursor_y = y;
		c->cursor_x = x;
	}
	bool key_line = l->keys[0] != '\0';
	enum role dim = !l->binding || l->works ? ROLE_TEXT : ROLE_DIM;
	x += 2;
	w -= 2;
	if (key_line) {
		canvas_put_w(c, y, x, KEY_COLUMN - 1, at ? ROLE_CURSOR : ROLE_KEY,
			     l->keys);
		canvas_put_w(c, y, x + KEY_COLUMN, w - KEY_COLUMN - NAME_COLUMN,
			     at ? ROLE_CURSOR : dim, l->text);
		if (w > 76)
			canvas_put_w(c, y, x + w - NAME_COLUMN, NAME_COLUMN,
				     at ? ROLE_CURSOR : ROLE_DIM, l->name);
		else
			canvas_put_w(c, y, x + KEY_COLUMN, w - KEY_COLUMN,
				     at ? ROLE_CURSOR : dim, l->text);
	} else {
		canvas_put_w(c, y, x, NAME_COLUMN - 1, at ? ROLE_CURSOR : ROLE_KEY,
			     l->name);
		canvas_put_w(c, y, x + NAME_COLUMN, w - NAME_COLUMN,
			     at ? ROLE_CURSOR : ROLE_TEXT, l->text);
	}
	if (h->pattern[0] && matches(l, h->pattern))
		canvas_flags(c, y, x, w, CELL_UNDERLINE);
}

static void
draw(struct ui *ui, struct screen *s, struct canvas *c)
{
	struct help *h = (struct help *)s;
	struct rect r = ui_chrome(ui, s, c, h->title, "Enter runs a line");
	r.x = 1;
	r.w = c->w > 104 ? 102 : c->w - 2;
	if (h->text_width != r.w - NAME_COLUMN - 4)
		wrap_definitions(h, r.w - NAME_COLUMN - 4);
	list_fit(&h->list, r, h->count);
	for (int i = 0; i < r.h && h->list.top + i < h->count; i++) {
		int row = h->list.top + i;
		draw_line(h, c, &h->lines[row], r.y + i, r.x, r.w - 2, row == h->list.at);
	}
	list_draw_more(&h->list, c, r);
	/* A text that is cut above is said in full where messages are. */
	const struct line *l = &h->lines[h->list.at];
	if (!ui->message[0] && l->keys[0] && canvas_width(l->text) > r.w - 4 - KEY_COLUMN)
		canvas_put_w(c, c->h - 2, 1, c->w - 2, ROLE_DIM, l->text);
}

static bool
on_key(struct ui *ui, struct screen *s, int k)
{
	if (k == '?' || k == K_F1) {
		ui_pop(ui);
		return true;
	}
	return list_key(&((struct help *)s)->list, k);
}

static void
on_mouse(struct ui *ui, struct screen *s, const struct mouse *m)
{
	struct help *h = (struct help *)s;
	int before = h->list.at;
	if (list_mouse(&h->list, m) == before)
		run_line(ui, s, 0);
}

static void
close_help(struct screen *s)
{
	free(s);
}

static const struct screen_ops ops = {
	.name = "help",
	.title = "Help",
	.bindings = bindings,
	.draw = draw,
	.key = on_key,
	.mouse = on_mouse,
	.close = close_help,
};

/* What no binding says. */
static const char *const notes[][2] = {
	{ "arrows hjkl", "move; g G to the ends, PgUp PgDn by pages, or the mouse" },
	{ ": Tab", "every action and command by name" },
	{ "Shift-drag", "selects text for copying while the mouse is on" },
};

struct screen *
help_screen(struct ui *ui, const struct screen *of)
{
	struct help *h = calloc(1, sizeof *h);
	if (!h)
		return NULL;
	/* Whether a binding applies is asked of the screen below, which is not changed. */
	struct screen *below = (struct screen *)(uintptr_t)of;
	h->screen.ops = &ops;
	h->list.stops = line_stops;
	h->list.context = h;
	h->definitions = of->ops->definitions;
	snprintf(h->title, sizeof h->title, "help   %s", of->ops->title);
	add_heading(h, of->ops->title);
	add_bindings(h, ui_bindings(ui, of), below, NULL);
	add_heading(h, "Everywhere");
	add_bindings(h, ui_common_bindings(ui), below, ui_bindings(ui, of));
	for (size_t i = 0; i < sizeof notes / sizeof *notes; i++) {
		struct line *l = add_line(h);
		snprintf(l->keys, sizeof l->keys, "%s", notes[i][0]);
		snprintf(l->text, sizeof l->text, "%s", notes[i][1]);
	}
	add_heading(h, "Typed after :  (Tab completes)");
	add_commands(h, of->ops->commands);
	add_commands(h, ui_commands);
	h->bound = h->count;
	return &h->screen;
}
