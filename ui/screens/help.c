/*
 * help.c - help from the key tables: the keys of the screen below, the keys of every screen, and
 * the meaning of every figure. Enter runs the line; `/` searches.
 */
#include "src/base/status.h"
#include "src/base/text.h"
#include "src/core/effort.h"
#include "src/core/search.h"
#include "ui/list.h"
#include "ui/screens.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LINES	    256 /* room for lines at first */
#define KEY_COLUMN  13	/* width of the keys */
#define NAME_COLUMN 16	/* width of the action names */
#define WIDE	    76	/* columns from which the actions have their names */

struct help_line {
	const struct binding *binding; /* NULL: text only */
	const struct command *command; /* Enter begins to type it; NULL: none */
	bool heading, works;
	bool rest; /* of the line above, which was too long */
	char keys[24], name[32], text[200];
};

struct help {
	struct screen screen;
	struct list list;
	struct screen *of; /* what it is about: the screen below */
	char title[80], pattern[80];
	int count, width; /* lines, broken to this many columns */
	int room;
	struct help_line *lines;
};

/* A blank line at the end; pointers to lines may move. */
static struct help_line *
help_add_line(struct help *h)
{
	if (h->count == h->room) {
		const int room = h->room > 0 ? 2 * h->room : LINES;
		struct help_line *more = realloc(h->lines, (size_t)room * sizeof *more);
		if (more == NULL)
			BUG("not enough memory for the help");
		h->lines = more;
		h->room = room;
	}
	struct help_line *l = &h->lines[h->count++];
	*l = (struct help_line){ 0 };
	return l;
}

static void
help_add_heading(struct help *h, const char *text)
{
	if (h->count > 0)
		help_add_line(h);
	struct help_line *l = help_add_line(h);
	l->heading = true;
	snprintf(l->text, sizeof l->text, "%s", text);
}

/* The text of a line, the rest of it in lines below. */
static void
add_text(struct help *h, struct help_line *l, const char *text, int width)
{
	for (;;) {
		const int n = text_line(text, width > 10 ? width : 10);
		snprintf(l->text, sizeof l->text, "%.*s", n, text);
		text += n;
		text += strspn(text, " ");
		if (*text == '\0')
			return;
		const struct help_line above = { .binding = l->binding,
						 .works = l->works };
		l = help_add_line(h);
		*l = above;
		l->rest = true;
	}
}

/* Columns for the text behind the keys; wide ones have the action's name at the right. */
static int
key_text_width(const struct help *h)
{
	return h->width - 2 - KEY_COLUMN - (h->width - 2 > WIDE ? NAME_COLUMN + 1 : 0);
}

/* What a key does: now, or else at another time; NULL: nothing. */
static const struct binding *
meaning(const struct help *h, const struct binding *table, int key)
{
	const struct binding *b = binding_of_key(table, h->of, key);
	if (b != NULL)
		return b;
	for (b = table; b && b->action; b++)
		if (b->key == key || b->key2 == key)
			return b;
	return NULL;
}

/* A key has one line, with what it does at other times. */
static void
add_binding(struct help *h, const struct binding *b, const struct binding *table)
{
	struct help_line *l = help_add_line(h);
	struct text text = { 0 };
	char first[12], second[12] = "";
	const bool two = b->key2 != 0 && meaning(h, table, b->key2) == b;
	ui_key_name(b->key, first);
	if (two)
		ui_key_name(b->key2, second);
	l->binding = b;
	l->works = binding_applies(b, h->of);
	snprintf(l->keys, sizeof l->keys, "%s%s%s", first, two ? " " : "", second);
	snprintf(l->name, sizeof l->name, ":%s", b->action);
	text_add(&text, "%s", b->help);
	for (const struct binding *other = table; other->action; other++)
		if (other != b && other->key == b->key)
			text_add(&text, "; at other times: %s", other->help);
	add_text(h, l, text.s, key_text_width(h));
	text_free(&text);
}

/* The number of the part that an action is listed in. */
static int
part_of(const struct screen_ops *of, const char *action)
{
	char word[40];
	snprintf(word, sizeof word, " %s ", action);
	for (int i = 0; of->parts != NULL && of->parts[i] != NULL; i++)
		if (strstr(of->parts[i], word) != NULL)
			return i;
	return 0;
}

/* Bindings of a part, -1: of all. Those that work now come first: no key of another game stands above
 * them. */
static void
add_bindings(struct help *h, const struct binding *table, int part,
	     const struct binding *hidden_by)
{
	for (int pass = 0; pass < 2; pass++)
		for (const struct binding *b = table; b && b->action; b++)
			if (binding_applies(b, h->of) == (pass == 0) &&
			    meaning(h, table, b->key) == b &&
			    meaning(h, hidden_by, b->key) == NULL &&
			    (part < 0 || part_of(h->of->ops, b->action) == part))
				add_binding(h, b, table);
}

/* Keys that are in no binding. */
static void
add_notes(struct help *h)
{
	static const char *const notes[][2] = {
		{ "arrows hjkl",
		  "move; g G to the ends, PgUp PgDn by pages, or the mouse" },
		{ ": Tab", "every action and command by name" },
		{ "Shift-drag", "selects text for copying while the mouse is on" },
	};
	for (size_t i = 0; i < sizeof notes / sizeof *notes; i++) {
		struct help_line *l = help_add_line(h);
		l->works = true;
		snprintf(l->keys, sizeof l->keys, "%s", notes[i][0]);
		add_text(h, l, notes[i][1], key_text_width(h));
	}
}

static void
add_commands(struct help *h, const struct command *table)
{
	for (const struct command *c = table; c && c->name; c++) {
		char text[200];
		struct help_line *l = help_add_line(h);
		l->command = c;
		l->works = true;
		snprintf(l->name, sizeof l->name, ":%s", c->name);
		snprintf(text, sizeof text, "%s%s%s", c->usage, *c->usage ? "  " : "",
			 c->help);
		add_text(h, l, text, h->width - 2 - NAME_COLUMN);
	}
}

static void
add_figure(struct help *h, const char *name, int length, const char *meaning)
{
	struct help_line *l = help_add_line(h);
	l->works = true;
	snprintf(l->name, sizeof l->name, "%.*s", length, name);
	if (length >= NAME_COLUMN) { /* alone, its meaning below */
		l = help_add_line(h);
		l->works = l->rest = true;
	}
	add_text(h, l, meaning, h->width - 2 - NAME_COLUMN);
}

/* "figure\tmeaning", or "{key}" of a figure of effort.h. */
static void
add_definitions(struct help *h, const char *const *definitions)
{
	if (!definitions || !definitions[0])
		return;
	help_add_heading(h, "What the figures mean");
	for (int i = 0; definitions[i]; i++) {
		const char *text = definitions[i];
		char key[24];
		if (sscanf(text, "{%23[a-z_]}", key) == 1)
			text = effort_definition(key);
		const char *tab = strchr(text, '\t');
		add_figure(h, text, tab ? (int)(tab - text) : 0, tab ? tab + 1 : text);
	}
}

static void
add_columns(struct help *h, const struct column *c)
{
	for (int i = stats_columns(c); c != NULL && i > 0; i--, c++)
		if (c->help != NULL)
			add_figure(h, c->head, (int)strlen(c->head), c->help);
}

static void
add_rules(struct help *h, const struct cut_rule *r)
{
	for (int i = stats_rules(r); r != NULL && i > 0; i--, r++)
		add_figure(h, r->head, (int)strlen(r->head), r->help);
}

/* Whether one of the searches before number `end` has it too. */
static bool
help_has_gauge(const struct catalog *c, int end, const struct gauge *g)
{
	for (int i = 0; i < end; i++) {
		const struct gauge *const *one = c->searches[i]->gauges;
		while (one != NULL && *one != NULL)
			if (*one++ == g)
				return true;
	}
	return false;
}

static void
add_gauges(struct help *h, const struct catalog *c, const struct gauge *const *g, int end)
{
	for (; g != NULL && *g != NULL; g++)
		if (!help_has_gauge(c, end, *g))
			add_figure(h, (*g)->name, (int)strlen((*g)->name), (*g)->help);
}

/* The figures that algorithms declare; tables and gauges shared by several appear once. */
static void
add_declared(struct help *h, const struct catalog *c, unsigned what)
{
	for (int i = 0; what != 0 && c->searches[i] != NULL; i++) {
		const struct search_ops *s = c->searches[i];
		bool moves = what & DECLARED_MOVES, nodes = what & DECLARED_NODES;
		bool rules = what & DECLARED_RULES;
		for (int k = 0; k < i; k++) {
			const struct search_ops *before = c->searches[k];
			moves = moves && before->columns != s->columns;
			nodes = nodes && before->node_columns != s->node_columns;
			rules = rules && before->rules != s->rules;
		}
		add_columns(h, moves ? s->columns : NULL);
		add_columns(h, nodes ? s->node_columns : NULL);
		add_rules(h, rules ? s->rules : NULL);
		add_gauges(h, c, what & DECLARED_GAUGES ? s->gauges : NULL, i);
	}
	add_gauges(h, c, what & DECLARED_GAUGES ? search_gauges : NULL, 0);
}

/* All lines, for a width. */
static void
help_fill(struct ui *ui, struct help *h, int width)
{
	const struct screen_ops *of = h->of->ops;
	if (h->width == width)
		return;
	h->width = width;
	h->count = 0;
	for (int i = 0; of->parts != NULL && of->parts[i] != NULL; i++) {
		char part[24];
		snprintf(part, sizeof part, "%.*s", (int)strcspn(of->parts[i], "\t"),
			 of->parts[i]);
		help_add_heading(h, part);
		add_bindings(h, ui_bindings(ui, h->of), i, NULL);
	}
	if (of->parts == NULL) {
		help_add_heading(h, of->title);
		add_bindings(h, ui_bindings(ui, h->of), -1, NULL);
		help_add_heading(h, "Everywhere");
	}
	add_bindings(h, ui_common_bindings(ui), -1, ui_bindings(ui, h->of));
	add_notes(h);
	add_definitions(h, of->definitions);
	add_declared(h, ui->catalog, of->declared);
	help_add_heading(h, "Typed after :  (Tab completes)");
	add_commands(h, of->commands);
	for (int i = 0; ui_screens[i] != NULL; i++)
		if (ui_screens[i]->opens != NULL)
			add_commands(h, ui_screens[i]->opens);
}

/* ---- Keys ---- */

static void
run_line(struct ui *ui, struct screen *s, int arg)
{
	const struct help *h = (struct help *)s;
	const int at = list_at(&h->list);
	const struct help_line *l = &h->lines[at < 0 ? 0 : at];
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
	if (ui->top && ui->top->ops == &trust_screen_ops)
		ui_message(ui, "only y or n, typed at the question, answers it");
	else if (ui->top && !ui_action(ui, action))
		ui_message(ui, ":%s does nothing at this moment", action);
}

static bool
matches(const struct help_line *l, const char *pattern)
{
	return strcasestr(l->text, pattern) || strcasestr(l->name, pattern) ||
	       strcasestr(l->keys, pattern);
}

static void
help_find(struct ui *ui, struct help *h, int from, int step)
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
help_search_for(struct ui *ui, struct screen *s, const char *line)
{
	struct help *h = (struct help *)s;
	snprintf(h->pattern, sizeof h->pattern, "%s", line);
	help_find(ui, h, list_at(&h->list) - 1, 1);
}

static void
help_run_search(struct ui *ui, struct screen *s, int arg)
{
	(void)s, (void)arg;
	ui_ask(ui, "/", "", help_search_for);
}

static void
help_run_next(struct ui *ui, struct screen *s, int arg)
{
	struct help *h = (struct help *)s;
	help_find(ui, h, list_at(&h->list), arg);
}

/* To the first line of the next part, round the end. */
static void
run_part(struct ui *ui, struct screen *s, int arg)
{
	struct help *h = (struct help *)s;
	int row = list_at(&h->list);
	for (int parts = arg > 0 ? 1 : 2; parts > 0; parts--)
		do
			row = ((row + arg) % h->count + h->count) % h->count;
		while (!h->lines[row].heading);
	h->list.at = row + 1;
	h->list.top = row;
}

static const struct binding bindings[] = {
	{ K_ENTER, 0, "run", "run the line", "do the action of this line", NULL, run_line,
	  0 },
	{ K_TAB, 0, "part", "next part",
	  "the next part: keys here, keys everywhere, what the figures mean, commands",
	  NULL, run_part, 1 },
	{ K_BACKTAB, 0, "part-back", "", "the previous part", NULL, run_part, -1 },
	{ '/', 0, "search", "search", "search in the help", NULL, help_run_search, 0 },
	{ 'n', 0, "next", "", "next line found", NULL, help_run_next, 1 },
	{ 'N', 0, "previous", "", "previous line found", NULL, help_run_next, -1 },
	{ 0 },
};

/* ---- The screen ---- */

static int
help_line_count(void *context)
{
	return ((const struct help *)context)->count;
}

static bool
line_stops(const void *context, int row)
{
	const struct help_line *l = &((const struct help *)context)->lines[row];
	return !l->heading && !l->rest && (l->text[0] || l->name[0]);
}

static void
draw_line(const struct help *h, struct canvas *c, const struct help_line *l, int y, int x,
	  int w, bool at)
{
	if (l->heading) {
		canvas_put_w(c, y, x, w, ROLE_STRONG, l->text);
		return;
	}
	if (at) {
		canvas_cursor(c, y, x, w);
		canvas_put(c, y, x, ROLE_CURSOR, ">");
	}
	const bool key_line = l->binding || l->keys[0] != '\0';
	const int column = key_line ? KEY_COLUMN : NAME_COLUMN;
	const enum role plain = at ? ROLE_CURSOR : l->works ? ROLE_TEXT : ROLE_DIM;
	x += 2;
	w -= 2;
	canvas_put_w(c, y, x, l->text[0] != '\0' ? column - 1 : w,
		     at ? ROLE_CURSOR : ROLE_KEY, key_line ? l->keys : l->name);
	canvas_put_w(c, y, x + column, w - column, plain, l->text);
	if (key_line && w > WIDE)
		canvas_put_w(c, y, x + w - NAME_COLUMN, NAME_COLUMN,
			     at ? ROLE_CURSOR : ROLE_DIM, l->name);
	if (h->pattern[0] && matches(l, h->pattern))
		canvas_flags(c, y, x, w, CELL_UNDERLINE);
}

static void
help_draw(struct ui *ui, struct screen *s, struct canvas *c)
{
	struct help *h = (struct help *)s;
	struct rect r = ui_chrome(ui, s, c, h->title, "Enter runs a line");
	r.x = 1;
	r.w = c->w > 104 ? 102 : c->w - 2;
	help_fill(ui, h, r.w - 2);
	list_fit(&h->list, r);
	for (int i = 0; i < r.h && h->list.top + i < h->count; i++) {
		int row = h->list.top + i;
		draw_line(h, c, &h->lines[row], r.y + i, r.x, r.w - 2, row == h->list.at);
	}
	list_draw_more(&h->list, c, r);
}

static bool
help_on_key(struct ui *ui, struct screen *s, int k)
{
	if (k == '?' || k == K_F1) {
		ui_pop(ui);
		return true;
	}
	return list_key(&((struct help *)s)->list, k);
}

static void
help_on_mouse(struct ui *ui, struct screen *s, const struct mouse *m)
{
	struct help *h = (struct help *)s;
	const int before = list_at(&h->list);
	if (list_mouse(&h->list, m) == before)
		run_line(ui, s, 0);
}

static void
close_help(struct screen *s)
{
	free(((struct help *)s)->lines);
}

const struct screen_ops help_screen_ops = {
	.name = "help",
	.title = "Help",
	.bindings = bindings,
	.draw = help_draw,
	.key = help_on_key,
	.mouse = help_on_mouse,
	.close = close_help,
};

struct screen *
help_screen(struct ui *ui, const struct screen *of)
{
	struct help *h = calloc(1, sizeof *h);
	if (!h)
		return NULL;
	h->screen.ops = &help_screen_ops;
	list_open(&h->list, help_line_count, line_stops, h);
	/* A binding is asked whether it applies, which changes nothing. */
	h->of = (struct screen *)(uintptr_t)of;
	snprintf(h->title, sizeof h->title, "help   %s", of->ops->title);
	help_fill(ui, h, ui->w > 104 ? 100 : ui->w - 4);
	return &h->screen;
}
