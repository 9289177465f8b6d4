/*
 * lesson.c - a lesson on the screen: the tree of the stop above; text, question and answer below.
 * Or, where the lesson asks for it, the board on the left and the words beside it, with what the
 * search thinks of each move on the board. At its end the reader plays a position.
 *
 * Every stop is searched anew from the lesson's seed, so that going back shows the same again.
 */
#include "src/study/lesson.h"
#include "src/base/text.h"
#include "ui/screens.h"
#include "ui/screens/tree_view.h"
#include "ui/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LESSONS_MAX 32
#define READABLE    100 /* columns of a line of words, at most */
#define MARK_ROWS   5	/* candidates with a value on the board */

struct lesson_view {
	struct screen screen;
	struct lesson lesson; /* when it belongs to this screen */
	struct lesson_run run;
	bool own, open;
	int skip, lines,
		shown; /* of the words: above the first that is shown; all; those */
	char why[STATUS_TEXT];
	struct tree_view view;
	struct board board; /* of a lesson that shows one */
};

#define BOARD_W 42 /* columns of a board beside words, at least */

static void
lesson_show(struct lesson_view *v)
{
	v->skip = 0;
	if (v->run.lesson->board) /* no tree: its keys do not apply */
		return;
	v->view.all_values = v->view.whole = true;
	v->view.node = v->run.node > 0 ? v->run.node : 0;
	tree_view_set(&v->view, &v->run.stepper.tree, &v->run.lesson->setup.game,
		      v->run.lesson->viewer, v->run.stepper.search->mover);
}

/* ------------------------------------------------------------------ drawing */

/* The last stop and its answer have been seen. */
static bool
is_through(struct screen *screen)
{
	const struct lesson_view *v = (struct lesson_view *)screen;
	return !v->open ||
	       (v->run.at == v->run.lesson->stops - 1 &&
		(v->run.answered || v->run.lesson->stop[v->run.at].question[0] == '\0'));
}

static bool
has_position(struct screen *screen)
{
	return is_through(screen) &&
	       ((struct lesson_view *)screen)->run.lesson->play.line > 0;
}

/* The text of this stop, its question, and, on request, the answer; then the task. */
static void
write_words(struct lesson_view *v, struct text *out)
{
	const struct lesson_stop *s = &v->run.lesson->stop[v->run.at];
	struct status st = { 0 };
	if (v->run.at == 0 && !v->run.answered && v->run.lesson->about[0] != '\0')
		text_add(out, "%s\n", v->run.lesson->about);
	bool ok = lesson_fill(&v->run, s->text, out, &st);
	if (ok && s->question[0] != '\0') {
		text_add(out, "\nQuestion: ");
		ok = lesson_fill(&v->run, s->question, out, &st);
	}
	if (ok && v->run.answered) {
		text_add(out, "\nAnswer: ");
		ok = lesson_fill(&v->run, s->answer, out, &st);
	}
	if (ok && has_position(&v->screen))
		text_add(out, "\nNow you: %s Enter begins.", v->run.lesson->play.text);
	if (!ok)
		text_add(out, "\n%s", st.text);
}

/* What is behind the first line of a text in a width. */
static const char *
behind_line(const char *text, int w)
{
	text += text_line(text, w);
	return text + strspn(text, " \n");
}

static int
count_lines(const char *text, int w)
{
	int lines = 0;
	for (; *text != '\0'; lines++)
		text = behind_line(text, w);
	return lines;
}

/* As much of the words as there is room for; Space goes on to the rest. */
static void
lesson_draw_words(struct lesson_view *v, struct canvas *c, struct rect r,
		  const char *words)
{
	v->lines = count_lines(words, r.w);
	v->shown = r.h;
	const int most = v->lines > r.h ? v->lines - r.h : 0;
	v->skip = v->skip > most ? most : v->skip;
	for (int i = 0; i < v->skip; i++)
		words = behind_line(words, r.w);
	canvas_put_words(c, r, ROLE_TEXT, words);
	if (v->skip < most)
		canvas_put(c, r.y + r.h - 1, r.x + r.w, ROLE_STRONG,
			   canvas_glyph(c, "\xe2\x86\x93", "v"));
}

/* The position that is searched, and the values so far on its cards or cells. */
static void
lesson_draw_board(struct lesson_view *v, struct canvas *c, struct rect r)
{
	static struct snapshot live; /* one thread draws */
	const struct lesson *l = v->run.lesson;
	const struct game *g = &l->setup.game;
	const int mover = v->run.stepper.search->mover;
	struct board *b = &v->board;
	b->state = l->root;
	b->viewer = l->viewer;
	b->turn = b->chooser = mover;
	b->bottom = game_hidden(g) ? l->viewer : 0;
	board_set_moves(b, &l->root);
	for (int i = 0; i < g->seats; i++)
		b->names[i] = i == mover ? "you" : "";
	snapshot_copy(&live, &v->run.stepper.search->live);
	b->marks = v->run.answered ? &live : NULL; /* not before the reader has thought */
	b->marks_root = &l->root;
	b->mark_rows = MARK_ROWS;
	board_seat_roles(g, c);
	b->ops->draw(b, c, r);
}

static void
lesson_draw_beside(struct lesson_view *v, struct canvas *c, struct rect a,
		   const char *words)
{
	const int left = a.w / 2 > BOARD_W ? a.w / 2 : BOARD_W;
	const struct rect r = { a.y, a.x + left + 2, a.h,
				a.w - left - 3 > READABLE ? READABLE : a.w - left - 3 };
	lesson_draw_board(v, c, (struct rect){ a.y, a.x, a.h, left });
	canvas_vline(c, a.y, a.x + left, a.h, ROLE_FRAME);
	lesson_draw_words(v, c, r, words);
}

static void
lesson_draw_below(struct lesson_view *v, struct canvas *c, struct rect a,
		  const char *words)
{
	const int w = a.w - 2 > READABLE ? READABLE : a.w - 2;
	int h = count_lines(words, w) + 1;
	h = h > a.h * 2 / 3 ? a.h * 2 / 3 : h;
	const struct rect above = { a.y, a.x, a.h - h, a.w };
	if (v->run.lesson->board)
		lesson_draw_board(v, c, above);
	else
		tree_view_draw(&v->view, c, above);
	canvas_hline(c, a.y + a.h - h, a.x, a.w, ROLE_FRAME);
	lesson_draw_words(v, c, (struct rect){ a.y + a.h - h + 1, a.x + 1, h - 1, w },
			  words);
}

static void
lesson_draw(struct ui *ui, struct screen *screen, struct canvas *c)
{
	struct lesson_view *v = (struct lesson_view *)screen;
	char title[200], right[80] = "";
	snprintf(title, sizeof title, "lesson  %s", v->run.lesson->title);
	if (v->open && c->w < READABLE)
		snprintf(right, sizeof right, "stop %d of %d", v->run.at + 1,
			 v->run.lesson->stops);
	else if (v->open)
		snprintf(right, sizeof right,
			 "stop %d of %d  the search: %s %lld of %lld", v->run.at + 1,
			 v->run.lesson->stops, step_unit_names[v->run.stepper.unit],
			 (long long)v->run.stepper.at, (long long)v->run.stepper.last);
	const struct rect a = ui_chrome(ui, screen, c, title, right);
	if (!v->open) {
		canvas_put_words(c, (struct rect){ a.y + 1, a.x + 2, a.h - 1, a.w - 4 },
				 ROLE_TEXT, v->why);
		return;
	}
	struct text words = { 0 };
	write_words(v, &words);
	if (v->run.lesson->board && a.w >= CANVAS_NARROW)
		lesson_draw_beside(v, c, a, words.s);
	else
		lesson_draw_below(v, c, a, words.s);
	text_free(&words);
}

/* ------------------------------------------------------------------ keys */

static void
lesson_run_step(struct ui *ui, struct screen *screen, int arg)
{
	struct lesson_view *v = (struct lesson_view *)screen;
	struct status st = { 0 };
	if (!v->open)
		return;
	const int at = v->run.at, rest = v->lines - v->skip - v->shown;
	if (arg > 0 ? rest > 0 : v->skip > 0) { /* a page of the words */
		v->skip += arg > 0 ? (rest < v->shown ? rest : v->shown) : -v->shown;
		v->skip = v->skip < 0 ? 0 : v->skip;
		return;
	}
	const bool moved =
		arg > 0 ? lesson_next(&v->run, &st) : lesson_back(&v->run, &st);
	ui->message[0] = '\0';
	if (st.failed)
		ui_message(ui, "%s", st.text);
	else if (!moved)
		ui_message(ui, "%s",
			   arg < 0		  ? "this is the first stop"
			   : has_position(screen) ? "the end: Enter plays a position, n "
						    "goes to the next lesson"
						  : "this is the last stop");
	v->skip = v->run.answered ? v->lines : 0; /* the answer stands at the end */
	if (v->run.at != at)
		lesson_show(v);
}

static bool
asks(struct screen *screen)
{
	const struct lesson_view *v = (struct lesson_view *)screen;
	return v->open && !v->run.answered &&
	       v->run.lesson->stop[v->run.at].check[0] != '\0';
}

static void
answer_done(struct ui *ui, struct screen *screen, const char *line)
{
	struct lesson_view *v = (struct lesson_view *)screen;
	struct status st = { 0 };
	bool right = false;
	if (!lesson_try(&v->run, line, &right, &st))
		ui_message(ui, "%s", st.text);
	else
		ui_message(ui, right ? "right"
				     : "not right: try again, or Space shows the answer");
	v->skip = v->run.answered ? v->lines : v->skip;
}

static void
lesson_run_answer(struct ui *ui, struct screen *screen, int arg)
{
	ui_ask(ui, "your answer: ", "", answer_done);
}

/* The reader plays on. */
static void
run_play(struct ui *ui, struct screen *screen, int arg)
{
	struct match m;
	struct status st = { 0 };
	if (!lesson_match(((struct lesson_view *)screen)->run.lesson, ui->catalog, &m,
			  &st)) {
		ui_message(ui, "%s", st.text);
		return;
	}
	ui_push(ui, table_screen_resume(ui, &m));
}

/* The next lesson of the list; after the last one the list. */
static void
run_next_lesson(struct ui *ui, struct screen *screen, int arg)
{
	const struct lesson_view *v = (struct lesson_view *)screen;
	char names[LESSONS_MAX][64], file[80];
	const char *slash = strrchr(v->run.lesson->path, '/');
	const int n = lesson_names(names, LESSONS_MAX);
	struct status st = { 0 };
	for (int i = 0; i + 1 < n; i++) {
		snprintf(file, sizeof file, "%.63s.ini", names[i]);
		if (strcmp(slash != NULL ? slash + 1 : v->run.lesson->path, file) != 0)
			continue;
		struct screen *next = lesson_screen_named(ui, names[i + 1], &st);
		if (next != NULL)
			ui_replace(ui, next);
		else
			ui_message(ui, "%s", st.text);
		return;
	}
	ui_message(ui, "that was the last lesson; q goes back to the list");
}

static void
close_lesson(struct screen *screen)
{
	struct lesson_view *v = (struct lesson_view *)screen;
	if (v->open)
		lesson_end(&v->run);
	if (v->own)
		lesson_free(&v->lesson);
}

static const struct binding bindings[] = {
	{ K_ENTER, 0, "play", "play", "at the end: play a position of this lesson",
	  has_position, run_play, 0 },
	{ 'n', K_ENTER, "next-lesson", "next lesson",
	  "at the end of this one: the next lesson", is_through, run_next_lesson, 0 },
	{ K_ENTER, K_SPACE, "next", "next", "the answer, then the next stop", NULL,
	  lesson_run_step, 1 },
	{ 'a', 0, "answer", "answer", "type your answer to the question: it is checked",
	  asks, lesson_run_answer, 0 },
	{ K_BACKSPACE, K_LEFT, "before", "back",
	  "back: to the question, to the stop before", NULL, lesson_run_step, -1 },
	{ K_RIGHT, 0, "next", "", "the same", NULL, lesson_run_step, 1 },
	{ 'f', 0, "fold", "fold", "open or close the node", tree_view_has, tree_view_fold,
	  1 },
	{ '=', 0, "count", "count", "count what was skipped below the node, full width",
	  tree_view_has, tree_view_count, 0 },
	TREE_VIEW_BINDINGS,
	{ 'S', 0, "save", "save", "save what is open as text, dot, json or svg",
	  tree_view_has, tree_view_save, 0 },
	{ 0 },
};

const struct screen_ops lesson_screen_ops = {
	.name = "lesson",
	.title = "a lesson",
	.bindings = bindings,
	.definitions = tree_view_definitions,
	.declared = DECLARED_NODES | DECLARED_RULES,
	.draw = lesson_draw,
	.key = tree_view_key,
	.mouse = tree_view_mouse,
	.close = close_lesson,
};

static void
start(struct lesson_view *v, const struct lesson *l)
{
	struct status st = { 0 };
	v->screen.ops = &lesson_screen_ops;
	v->screen.tree = &v->view;
	v->open = lesson_start(&v->run, l, &st);
	v->run.lesson = l;
	board_init(&v->board, &l->setup.game);
	if (v->open)
		lesson_show(v);
	else
		snprintf(v->why, sizeof v->why, "%s", st.text);
}

struct screen *
lesson_screen(struct ui *ui, const struct lesson *l)
{
	struct lesson_view *v = session_memory(sizeof *v);
	start(v, l);
	return &v->screen;
}

struct screen *
lesson_screen_named(struct ui *ui, const char *name, struct status *st)
{
	struct lesson_view *v = session_memory(sizeof *v);
	if (!lesson_load(&v->lesson, name, ui->catalog, st)) {
		free(v);
		return NULL;
	}
	v->own = true;
	start(v, &v->lesson);
	return &v->screen;
}
