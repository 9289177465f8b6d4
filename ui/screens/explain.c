/*
 * explain.c - one screen of plain sentences on why a move was chosen.
 *
 * The sentences are those of src/study/explain.h, about one snapshot: the one the table shows
 * for this decision, or that of the decision's player searching it again (same seed, so with a
 * node limit the same search). Stepping searches the other decisions of the game.
 */
#include "ui/screens/study.h"

#include "src/base/text.h"
#include "src/core/calibration.h"
#include "src/core/worker.h"
#include "ui/boards/boards.h"
#include "ui/list.h"
#include "ui/session.h"

#include <stdio.h>
#include <stdlib.h>

#define BOARD_MIN_W 110 /* columns from which the board stands beside the sentences */
#define LINES_MAX   60
#define LINE_BYTES  320

struct explain {
	struct screen screen;
	struct decision decision;
	struct calibration calibration;
	struct snapshot snap;
	struct state root;
	struct board board;
	struct list list; /* of lines, for scrolling */
	int lines;
	bool known;
	char why[STATUS_TEXT];
	char line[LINES_MAX][LINE_BYTES];
};

/* ------------------------------------------------------------------ the search */

static void
explain_search(struct explain *s, struct ui *ui)
{
	struct player p;
	struct status st = { 0 };
	worker_free(s->screen.worker);
	s->screen.worker = NULL;
	s->known = false;
	s->why[0] = '\0';
	struct question q;
	decision_ask(&s->decision, &q);
	s->root = q.root;
	const struct search_job job = question_job(&q, &p, &s->calibration);
	if (decision_thinker_player(&s->decision, ui->catalog, &p, &st))
		s->screen.worker = worker_start(&job, NULL, ui->wake_write, &st);
	question_close(&q);
	if (s->screen.worker == NULL)
		snprintf(s->why, sizeof s->why, "%s", st.text);
}

static bool
explain_tick(struct ui *ui, struct screen *screen)
{
	struct explain *s = (struct explain *)screen;
	if (s->screen.worker == NULL)
		return false;
	const bool done = worker_done(s->screen.worker);
	const bool changed = worker_read(s->screen.worker, &s->snap);
	s->known = s->known || changed;
	if (done) {
		worker_free(s->screen.worker);
		s->screen.worker = NULL;
	}
	return changed || done;
}

/* ------------------------------------------------------------------ the sentences */

/* The move of the record, when the search's own seat made it. */
static move
played(const struct explain *s)
{
	const struct match *m = &s->decision.match;
	const int ply = s->decision.ply;
	return s->known && ply < m->count && m->plies[ply].seat == s->snap.mover
		       ? decision_played(&s->decision)
		       : MOVE_NONE;
}

static int
explain_line_count(void *context)
{
	return ((const struct explain *)context)->lines;
}

/* Breaks the sentences into lines of w columns; an empty one between them when it is to be airy. */
static void
explain_break_lines(struct explain *s, const char *text, int w, bool airy)
{
	for (s->lines = 0; *text != '\0' && s->lines < LINES_MAX;) {
		const int n = text_line(text, w);
		snprintf(s->line[s->lines++], LINE_BYTES, "%.*s", n, text);
		text += n;
		const bool ends = *text == '\n';
		text += ends || *text == ' ';
		if (ends && airy && *text != '\0' && s->lines < LINES_MAX)
			s->line[s->lines++][0] = '\0';
	}
}

static void
write_lines(struct explain *s, int w, int rows)
{
	struct text t = { 0 };
	if (s->why[0] != '\0')
		text_add(&t, "%s.\n", s->why);
	else if (!s->known)
		text_add(&t, "The search has just begun.\n");
	else
		board_explain(decision_game(&s->decision), &s->root, &s->snap,
			      decision_thinker(&s->decision), played(s), &t);
	explain_break_lines(s, t.s, w, true);
	if (s->lines > rows)
		explain_break_lines(s, t.s, w, false);
	text_free(&t);
}

/* ------------------------------------------------------------------ drawing */

static void
explain_set_board(struct explain *s)
{
	const int mover = s->known ? s->snap.mover : s->decision.seat;
	struct board *b = &s->board;
	board_look(b, &s->root, s->decision.viewer, mover);
	for (int i = 0; i < b->game->seats; i++)
		b->names[i] = s->decision.match.setup.seat[i].text;
	b->marks = s->known && b->chooser == mover ? &s->snap : NULL;
	b->marks_root = &s->root;
}

static void
explain_draw(struct ui *ui, struct screen *screen, struct canvas *c)
{
	struct explain *s = (struct explain *)screen;
	const struct game *g = decision_game(&s->decision);
	char title[200], headline[120] = "", place[40], right[80];
	g->view->headline(g, &s->root, s->decision.viewer, headline, sizeof headline);
	snprintf(title, sizeof title, "explain  %s  %s", g->ops->title, headline);
	decision_place(&s->decision, place, sizeof place);
	snprintf(right, sizeof right, "%s%s", s->screen.worker ? "thinks  " : "", place);
	const struct rect a = ui_chrome(ui, screen, c, title, right);
	board_seat_roles(g, c);
	struct rect r = { a.y, a.x + 1, a.h, a.w - 2 };
	if (a.w >= BOARD_MIN_W) {
		const int left = a.w / 2;
		explain_set_board(s);
		canvas_clip(c, (struct rect){ a.y, a.x, a.h, left });
		s->board.ops->draw(&s->board, c, (struct rect){ a.y, a.x, a.h, left });
		canvas_clip(c, a);
		canvas_vline(c, a.y, a.x + left, a.h, ROLE_FRAME);
		r = (struct rect){ a.y, a.x + left + 2, a.h, a.w - left - 3 };
	}
	write_lines(s, r.w < LINE_BYTES ? r.w : LINE_BYTES - 1, r.h);
	list_fit(&s->list, r);
	const int most = s->lines > r.h ? s->lines - r.h : 0;
	s->list.top = s->list.at < most ? s->list.at : most;
	for (int k = 0; k < r.h && s->list.top + k < s->lines; k++)
		canvas_put_w(c, r.y + k, r.x, r.w,
			     s->list.top + k == 0 ? ROLE_STRONG : ROLE_TEXT,
			     s->line[s->list.top + k]);
	list_draw_more(&s->list, c, r);
}

/* ------------------------------------------------------------------ keys */

static void
explain_run_step(struct ui *ui, struct screen *screen, int arg)
{
	struct explain *s = (struct explain *)screen;
	if (!study_step(ui, &s->decision, arg))
		return;
	s->list.at = 0;
	explain_search(s, ui);
}

/* The same decision in compare or in the inspector. */
static void
explain_run_look(struct ui *ui, struct screen *screen, int arg)
{
	const struct explain *s = (struct explain *)screen;
	struct decision copy = s->decision;
	match_copy(&copy.match, &s->decision.match);
	study_push(ui, (enum study)arg, &copy, NULL);
}

static void
explain_run_copy(struct ui *ui, struct screen *screen, int arg)
{
	const struct explain *s = (struct explain *)screen;
	struct text t = { 0 };
	for (int i = 0; i < s->lines; i++)
		text_add(&t, "%s\n", s->line[i]);
	ui_copy(ui, t.s != NULL ? t.s : "");
	text_free(&t);
}

static void
close_explain(struct screen *screen)
{
	struct explain *s = (struct explain *)screen;
	snapshot_free(&s->snap);
	decision_close(&s->decision);
}

static const struct binding bindings[] = {
	{ '[', K_LEFT, "earlier", "back", "the previous decision", NULL, explain_run_step,
	  -1 },
	{ ']', K_RIGHT, "later", "on", "the next decision", NULL, explain_run_step, 1 },
	{ 'c', 'C', "compare", "compare", "what other players would choose here", NULL,
	  explain_run_look, STUDY_COMPARE },
	{ 'i', 'I', "inspect", "tree", "the search tree of this decision", NULL,
	  explain_run_look, STUDY_INSPECT },
	{ 'y', 0, "copy", "copy", "copy the sentences", NULL, explain_run_copy, 0 },
	{ 0 },
};

static const char *const definitions[] = {
	"worse\tpoints less than the choice, for the seat that moves",
	("deals\tdeals of the hidden cards that fit all the seat has seen; "
	 "each votes for its best move"),
	"Effort\thow much was searched, and why it stopped",
	"disagree\tshare of the deals in which another move is best",
	NULL,
};

const struct screen_ops explain_screen_ops = {
	.name = "explain",
	.title = "why this move",
	.bindings = bindings,
	.definitions = definitions,
	.draw = explain_draw,
	.tick = explain_tick,
	.close = close_explain,
};

struct screen *
explain_screen(struct ui *ui, struct decision *decision, const struct snapshot *shown)
{
	struct explain *s = session_memory(sizeof *s);
	s->screen.ops = &explain_screen_ops;
	s->screen.list = &s->list;
	list_open(&s->list, explain_line_count, NULL, s);
	s->decision = *decision;
	*decision = (struct decision){ 0 };
	calibration_load(&s->calibration, decision_game(&s->decision), NULL);
	s->calibration.by_hand = ui->settings.hand_win;
	board_init(&s->board, decision_game(&s->decision));
	if (shown == NULL) {
		explain_search(s, ui);
		return &s->screen;
	}
	decision_view(&s->decision, &s->root);
	snapshot_copy(&s->snap, shown);
	s->known = true;
	return &s->screen;
}
