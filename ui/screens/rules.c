/* rules.c - the rules of a game: a pager over assets/rules/GAME.txt. */
#include "src/base/asset.h"
#include "src/base/text.h"
#include "src/core/game.h"
#include "ui/list.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LINES_MAX   2000
#define RULES_BYTES (256 << 10)

struct rules {
	struct screen screen;
	const struct game_ops *game;
	struct text text;
	char *line[LINES_MAX]; /* in text, each ended by NUL */
	int count, top, rows;
	char pattern[80];
	int found; /* line of the last find, -1 none */
};

static void
split_lines(struct rules *r)
{
	char *rest = r->text.s;
	while (rest && r->count < LINES_MAX)
		r->line[r->count++] = strsep(&rest, "\n");
	/* The newline at the end of the file makes no line. */
	if (r->count > 0 && r->line[r->count - 1][0] == '\0')
		r->count--;
}

static void
load(struct rules *r)
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
	split_lines(r);
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
find(struct ui *ui, struct rules *r, int step)
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
search_for(struct ui *ui, struct screen *s, const char *line)
{
	struct rules *r = (struct rules *)s;
	snprintf(r->pattern, sizeof r->pattern, "%s", line);
	r->found = r->top - 1;
	find(ui, r, 1);
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
	find(ui, (struct rules *)s, arg);
}

static void
run_page(struct ui *ui, struct screen *s, int arg)
{
	(void)ui;
	struct rules *r = (struct rules *)s;
	scroll(r, arg * (r->rows > 2 ? r->rows - 1 : 1));
}

static const struct binding bindings[] = {
	{ K_SPACE, K_PAGE_DOWN, "page-down", "next page", "next page", NULL, run_page,
	  1 },
	{ 'b', K_PAGE_UP, "page-up", "page back", "page before", NULL, run_page, -1 },
	{ '/', 0, "search", "search", "search in the rules", NULL, run_search, 0 },
	{ 'n', 0, "next", "next", "next place found", NULL, run_next, 1 },
	{ 'N', 0, "previous", "", "previous place found", NULL, run_next, -1 },
	{ 0 },
};

static bool
on_key(struct ui *ui, struct screen *s, int k)
{
	(void)ui;
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
on_mouse(struct ui *ui, struct screen *s, const struct mouse *m)
{
	(void)ui;
	if (m->wheel_up || m->wheel_down)
		scroll((struct rules *)s, m->wheel_up ? -3 : 3);
}

/* A heading is a line that stands alone and ends in no sentence. */
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
draw(struct ui *ui, struct screen *s, struct canvas *c)
{
	struct rules *r = (struct rules *)s;
	char title[80], place[40];
	snprintf(title, sizeof title, "rules   %s", r->game->title);
	r->rows = c->h - 3;
	scroll(r, 0);
	int last = r->top + r->rows < r->count ? r->top + r->rows : r->count;
	snprintf(place, sizeof place, "lines %d-%d of %d", r->count ? r->top + 1 : 0,
		 last, r->count);
	struct rect area = ui_chrome(ui, s, c, title, place);
	for (int i = 0; i < area.h && r->top + i < r->count; i++) {
		int row = r->top + i;
		canvas_put_w(c, area.y + i, 2, area.w - 4,
			     is_heading(r, row) ? ROLE_STRONG : ROLE_TEXT, r->line[row]);
		if (r->pattern[0] && strcasestr(r->line[row], r->pattern))
			canvas_flags(c, area.y + i, 2, (int)strlen(r->line[row]),
				     CELL_UNDERLINE);
	}
	c->cursor_y = area.y;
	c->cursor_x = 2;
}

static void
close_rules(struct screen *s)
{
	text_free(&((struct rules *)s)->text);
	free(s);
}

static const struct screen_ops ops = {
	.name = "rules",
	.title = "Rules of the game",
	.bindings = bindings,
	.draw = draw,
	.key = on_key,
	.mouse = on_mouse,
	.close = close_rules,
};

struct screen *
rules_screen(struct ui *ui, const struct game_ops *game)
{
	(void)ui;
	struct rules *r = calloc(1, sizeof *r);
	if (!r)
		return NULL;
	r->screen.ops = &ops;
	r->game = game;
	r->found = -1;
	load(r);
	return &r->screen;
}
