/*
 * rules.c - the rules of a game: a pager over assets/rules/GAME.txt.
 *
 * The text is shown as in the file where the screen is wide enough; else its paragraphs are wrapped
 * again. A line goes on in the next one when it is full and that one begins in the same column:
 * headings, lists and diagrams stay.
 */
#include "src/base/asset.h"
#include "src/base/text.h"
#include "src/core/game.h"
#include "ui/list.h"
#include "ui/screens.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LINES_MAX   2000
#define RULES_BYTES (256 << 10)
#define FULL	    56 /* columns from which a line is full */

struct rules {
	struct screen screen;
	const struct game_ops *game;
	struct text text, laid;			   /* of the file; broken for the width */
	char *source[LINES_MAX], *line[LINES_MAX]; /* in them, each ended by NUL */
	int sources, longest;
	int width, count, top, rows;
	char pattern[80];
	int found; /* line of the last find, -1 none */
};

static int
split_lines(char *text, char *line[LINES_MAX])
{
	int count = 0;
	while (text && count < LINES_MAX)
		line[count++] = strsep(&text, "\n");
	/* The newline at the end of the file makes no line. */
	return count > 0 && line[count - 1][0] == '\0' ? count - 1 : count;
}

static int
indent_of(const char *line)
{
	return (int)strspn(line, " ");
}

/* The source line goes on in the next. */
static bool
rules_goes_on(const struct rules *r, int row)
{
	if (row + 1 >= r->sources || strlen(r->source[row]) < FULL)
		return false;
	const char *line = r->source[row], *next = r->source[row + 1];
	return *next != '\0' && indent_of(next) == indent_of(line);
}

/* Adds the words of a line after column x; returns the column behind the last. */
static int
add_words(struct rules *r, const char *line, int x)
{
	const int indent = indent_of(line);
	for (line += indent; *line != '\0';) {
		const int n = (int)strcspn(line, " ");
		if (x > indent && x + 1 + n > r->width) {
			text_add(&r->laid, "\n");
			x = 0;
		}
		text_add(&r->laid, "%*s%.*s", x == 0 ? indent : 1, "", n, line);
		x += (x == 0 ? indent : 1) + n;
		for (line += n; *line == ' ';)
			line++;
	}
	return x;
}

/* Breaks the text for a width. */
static void
lay(struct rules *r, int width)
{
	if (r->width == width)
		return;
	r->width = width;
	text_clear(&r->laid);
	for (int i = 0, x = 0; i < r->sources; i++) {
		const bool fits =
			r->longest <= width || (x == 0 && !rules_goes_on(r, i) &&
						(int)strlen(r->source[i]) <= width);
		if (fits)
			text_add(&r->laid, "%s", r->source[i]);
		else
			x = add_words(r, r->source[i], x);
		if (!fits && rules_goes_on(r, i))
			continue;
		text_add(&r->laid, "\n");
		x = 0;
	}
	r->count = split_lines(r->laid.s, r->line);
}

static void
rules_load(struct rules *r)
{
	char name[64], path[512];
	snprintf(name, sizeof name, "rules/%s.txt", r->game->key);
	if (!asset_find(name, path, sizeof path) ||
	    !text_read_file(&r->text, path, RULES_BYTES)) {
		text_clear(&r->text);
		text_add(&r->text,
			 "The rules text of %s is not installed (assets/%s).\n\n%s\n\n",
			 r->game->title, name, r->game->summary);
		text_add(&r->text, "Source of the rules: %s\n", r->game->source);
	}
	r->sources = split_lines(r->text.s, r->source);
	for (int i = 0; i < r->sources; i++)
		if ((int)strlen(r->source[i]) > r->longest)
			r->longest = (int)strlen(r->source[i]);
}

static void
scroll(struct rules *r, int by)
{
	r->top += by;
	if (r->top > r->count - r->rows)
		r->top = r->count - r->rows;
	if (r->top < 0)
		r->top = 0;
}

static void
rules_find(struct ui *ui, struct rules *r, int step)
{
	for (int i = 1; r->pattern[0] && i <= r->count; i++) {
		int row = ((r->found + step * i) % r->count + r->count) % r->count;
		if (!strcasestr(r->line[row], r->pattern))
			continue;
		r->found = row;
		r->top = 0;
		scroll(r, row - r->rows / 3);
		ui_message(ui, "/%s", r->pattern);
		return;
	}
	ui_message(ui, r->pattern[0] ? "nothing here says \"%s\"" : "/ searches first%s",
		   r->pattern);
}

static void
rules_search_for(struct ui *ui, struct screen *s, const char *line)
{
	struct rules *r = (struct rules *)s;
	snprintf(r->pattern, sizeof r->pattern, "%s", line);
	r->found = r->top - 1;
	rules_find(ui, r, 1);
}

static void
rules_run_search(struct ui *ui, struct screen *s, int arg)
{
	(void)s, (void)arg;
	ui_ask(ui, "/", "", rules_search_for);
}

static void
rules_run_next(struct ui *ui, struct screen *s, int arg)
{
	rules_find(ui, (struct rules *)s, arg);
}

static void
run_page(struct ui *ui, struct screen *s, int arg)
{
	struct rules *r = (struct rules *)s;
	scroll(r, arg * (r->rows > 2 ? r->rows - 1 : 1));
}

static const struct binding bindings[] = {
	{ K_SPACE, K_PAGE_DOWN, "page-down", "next page", "next page", NULL, run_page,
	  1 },
	{ 'b', K_PAGE_UP, "page-up", "page back", "previous page", NULL, run_page, -1 },
	{ '/', 0, "search", "search", "search in the rules", NULL, rules_run_search, 0 },
	{ 'n', 0, "next", "next", "next place found", NULL, rules_run_next, 1 },
	{ 'N', 0, "previous", "", "previous place found", NULL, rules_run_next, -1 },
	{ 0 },
};

static bool
rules_on_key(struct ui *ui, struct screen *s, int k)
{
	struct rules *r = (struct rules *)s;
	switch (k) {
	case K_UP:
	case 'k': scroll(r, -1); return true;
	case K_DOWN:
	case K_ENTER:
	case 'j': scroll(r, 1); return true;
	case K_HOME:
	case 'g': scroll(r, -r->count); return true;
	case K_END:
	case 'G': scroll(r, r->count); return true;
	default: return false;
	}
}

static void
rules_on_mouse(struct ui *ui, struct screen *s, const struct mouse *m)
{
	if (m->wheel_up || m->wheel_down)
		scroll((struct rules *)s, m->wheel_up ? -3 : 3);
}

/* A heading is a line that stands alone and does not end a sentence. */
static bool
is_heading(const struct rules *r, int row)
{
	const char *line = r->line[row];
	size_t n = strlen(line);
	bool alone =
		(row == 0 || r->line[row - 1][0] == '\0') &&
		(row + 1 >= r->count || r->line[row + 1][0] == '\0' || line[0] == '#');
	return n > 0 && line[0] != ' ' && n < 60 && alone && !strchr(".,;:", line[n - 1]);
}

static void
rules_draw(struct ui *ui, struct screen *s, struct canvas *c)
{
	struct rules *r = (struct rules *)s;
	char title[80], place[40];
	snprintf(title, sizeof title, "rules   %s", r->game->title);
	r->rows = c->h - 3;
	lay(r, c->w > 82 ? c->w - 4 : c->w - 2);
	scroll(r, 0);
	int last = r->top + r->rows < r->count ? r->top + r->rows : r->count;
	snprintf(place, sizeof place, "lines %d-%d of %d", r->count ? r->top + 1 : 0,
		 last, r->count);
	struct rect area = ui_chrome(ui, s, c, title, place);
	const int x = c->w > 82 ? 2 : 1;
	for (int i = 0; i < area.h && r->top + i < r->count; i++) {
		int row = r->top + i;
		canvas_put_w(c, area.y + i, x, r->width,
			     is_heading(r, row) ? ROLE_STRONG : ROLE_TEXT, r->line[row]);
		if (r->pattern[0] && strcasestr(r->line[row], r->pattern))
			canvas_flags(c, area.y + i, x, (int)strlen(r->line[row]),
				     CELL_UNDERLINE);
	}
	c->cursor_y = area.y;
	c->cursor_x = 2;
}

static void
close_rules(struct screen *s)
{
	text_free(&((struct rules *)s)->text);
	text_free(&((struct rules *)s)->laid);
}

/* ---- Commands of every screen ---- */

static bool
rules_run_rules(struct ui *ui, struct screen *s, const char *rest, struct status *st)
{
	const struct game_ops *g = command_game(ui, rest, st);
	if (g)
		ui_push(ui, rules_screen(ui, g));
	return g != NULL;
}

static const struct command opens[] = {
	{ "rules", "GAME", "the rules of a game", WORDS_ONE_GAME, rules_run_rules },
	{ 0 },
};

const struct screen_ops rules_screen_ops = {
	.name = "rules",
	.title = "Rules of the game",
	.bindings = bindings,
	.opens = opens,
	.draw = rules_draw,
	.key = rules_on_key,
	.mouse = rules_on_mouse,
	.close = close_rules,
};

struct screen *
rules_screen(struct ui *ui, const struct game_ops *game)
{
	struct rules *r = calloc(1, sizeof *r);
	if (!r)
		return NULL;
	r->screen.ops = &rules_screen_ops;
	r->game = game;
	r->found = -1;
	rules_load(r);
	return &r->screen;
}
