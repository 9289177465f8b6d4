/*
 * lessons.c - the list of lessons by difficulty: their titles, and the subject of the selected one.
 *
 * A file that cannot be read stands in the list with the reason.
 */
#include "src/study/lesson.h"
#include "ui/list.h"
#include "ui/screens.h"
#include "ui/screens/tree_view.h"

#include <stdio.h>
#include <stdlib.h>

#define LESSONS_MAX 32
#define NAME_W	    20
#define ABOUT_ROWS  5

struct lesson_row {
	char name[64]; /* "": a heading */
	char title[120], about[400];
	bool bad;
};

#define ROWS_MAX (LESSONS_MAX + LESSON_LEVELS)

static const char *const level_titles[LESSON_LEVELS] = { "Start here", "Easy", "Medium",
							 "Hard" };

struct lessons {
	struct screen screen;
	struct list list;
	int count; /* of rows, headings too */
	struct lesson_row row[ROWS_MAX];
};

/* A lesson, after a heading where its group begins. */
static void
lessons_read_row(struct ui *ui, struct lessons *all, const char *name, int *level)
{
	static struct lesson l; /* large; one thread draws */
	struct status st = { 0 };
	const bool read = lesson_load(&l, name, ui->catalog, &st);
	if (read && (int)l.level != *level) {
		*level = (int)l.level;
		snprintf(all->row[all->count++].title, sizeof all->row[0].title, "%s",
			 level_titles[l.level]);
	}
	struct lesson_row *r = &all->row[all->count++];
	snprintf(r->name, sizeof r->name, "%s", name);
	r->bad = !read;
	snprintf(r->title, sizeof r->title, "%s", r->bad ? "cannot be read" : l.title);
	snprintf(r->about, sizeof r->about, "%s", r->bad ? st.text : l.about);
	if (!r->bad)
		lesson_free(&l);
}

static void
lessons_run_open(struct ui *ui, struct screen *s, int arg)
{
	const struct lessons *l = (struct lessons *)s;
	struct status st = { 0 };
	struct screen *next =
		lesson_screen_named(ui, l->row[list_at(&l->list)].name, &st);
	if (next != NULL)
		ui_push(ui, next);
	else
		ui_message(ui, "%s", st.text);
}

static int
lesson_count(void *context)
{
	return ((const struct lessons *)context)->count;
}

static bool
is_lesson(const void *context, int row)
{
	return ((const struct lessons *)context)->row[row].name[0] != '\0';
}

static bool
has_lessons(struct screen *s)
{
	return ((struct lessons *)s)->count > 0;
}

static const struct binding bindings[] = {
	{ K_ENTER, K_SPACE, "open", "open", "begin this lesson", has_lessons,
	  lessons_run_open, 0 },
	{ 0 },
};

static void
lessons_draw_row(const struct lessons *l, int i, struct canvas *c, struct rect r, int y)
{
	const bool at = i == l->list.at;
	if (!is_lesson(l, i)) {
		canvas_put_w(c, y, r.x, r.w, ROLE_STRONG, l->row[i].title);
		return;
	}
	const enum role role = at ? ROLE_CURSOR : l->row[i].bad ? ROLE_BAD : ROLE_TEXT;
	if (at)
		canvas_cursor(c, y, r.x, r.w);
	canvas_put(c, y, r.x, role, at ? ">" : " ");
	canvas_put_w(c, y, r.x + 2, NAME_W, role, l->row[i].name);
	canvas_put_w(c, y, r.x + 3 + NAME_W, r.w - 3 - NAME_W, role, l->row[i].title);
}

static void
lessons_draw(struct ui *ui, struct screen *s, struct canvas *c)
{
	struct lessons *l = (struct lessons *)s;
	struct rect r =
		ui_chrome(ui, s, c, "lessons   a search explained stop by stop", NULL);
	r = (struct rect){ r.y + 1, 2, r.h - 1, c->w > 104 ? 100 : c->w - 4 };
	if (l->count == 0) {
		canvas_put_w(
			c, r.y, r.x, r.w, ROLE_TEXT,
			"No lessons were found: they are in lessons/ of the assets.");
		return;
	}
	const struct rect rows = { r.y, r.x, r.h - ABOUT_ROWS, r.w };
	list_fit(&l->list, rows);
	for (int k = 0; k < rows.h && l->list.top + k < l->count; k++)
		lessons_draw_row(l, l->list.top + k, c, rows, rows.y + k);
	list_draw_more(&l->list, c, rows);
	canvas_put_words(c, (struct rect){ r.y + r.h - ABOUT_ROWS, r.x, ABOUT_ROWS, r.w },
			 ROLE_DIM, l->row[l->list.at].about);
}

static void
lessons_on_mouse(struct ui *ui, struct screen *s, const struct mouse *m)
{
	if (list_mouse(&((struct lessons *)s)->list, m) >= 0)
		lessons_run_open(ui, s, 0);
}

/* ---- Commands of every screen ---- */

static bool
run_lesson(struct ui *ui, struct screen *s, const char *rest, struct status *st)
{
	if (*rest == '\0') {
		ui_push(ui, lessons_screen(ui));
		return true;
	}
	struct screen *lesson = lesson_screen_named(ui, rest, st);
	if (lesson != NULL)
		ui_push(ui, lesson);
	return lesson != NULL;
}

static const struct command opens[] = {
	{ "lesson", "[NAME]",
	  "a search explained stop by stop; without a name, a list of them", WORDS_LESSON,
	  run_lesson },
	{ 0 },
};

const struct screen_ops lessons_screen_ops = {
	.name = "lessons",
	.title = "Lessons",
	.bindings = bindings,
	.opens = opens,
	.draw = lessons_draw,
	.mouse = lessons_on_mouse,
};

struct screen *
lessons_screen(struct ui *ui)
{
	struct lessons *l = calloc(1, sizeof *l);
	if (!l)
		return NULL;
	l->screen.ops = &lessons_screen_ops;
	l->screen.list = &l->list;
	list_open(&l->list, lesson_count, is_lesson, l);
	static char names[LESSONS_MAX][64];
	int level = -1;
	const int n = lesson_names(names, LESSONS_MAX);
	for (int i = 0; i < n; i++)
		lessons_read_row(ui, l, names[i], &level);
	list_select(&l->list, 0);
	return &l->screen;
}
