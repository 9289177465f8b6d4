/*
 * analysis.c - every decision of a game with its cost, the graph, and the board of each.
 *
 * The analysis runs on threads of its own; the list shows the finished ones. Narrow screens have
 * list and graph, Enter puts the board of the decision in their place; wide ones show all of it.
 * Where only one person's knowledge may be seen, the board shows no more either.
 */
#include "src/base/text.h"
#include "src/core/record.h"
#include "src/core/store.h"
#include "ui/boards/boards.h"
#include "ui/list.h"
#include "ui/panes/panes.h"
#include "ui/screens.h"
#include "ui/screens/study.h"

#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LIST_W 46
#define WIDE   118 /* columns from which the board stands beside the list */

struct analysis_view {
	struct screen screen;
	struct analysis *a;
	struct list list;
	int *row; /* decisions listed, when last counted */
	int rows;
	int jobs, seen; /* finished when last looked at */
	bool costly;	/* only decisions with a label are listed */
	bool board_shown, told;
	struct board board;
	struct rect graph; /* of the last picture */
	char file[256];
};

static const struct game *
analysis_game(const struct analysis_view *v)
{
	return &v->a->match.setup.game;
}

/* The decision under the cursor; -1 none. */
static int
analysis_chosen(const struct analysis_view *v)
{
	const int at = list_at(&v->list);
	return at >= 0 ? v->row[at] : -1;
}

/* The decisions that the filter lets through now: more are judged all the time. */
static int
fill_rows(void *context)
{
	struct analysis_view *v = context;
	v->rows = 0;
	for (int i = 0; i < v->a->count; i++) {
		const struct analyze_move *m = analysis_move(v->a, i);
		if (!v->costly || (m != NULL && m->label != LABEL_NONE))
			v->row[v->rows++] = i;
	}
	return v->rows;
}

/* Puts the cursor on a decision, or the first listed one after it. */
static void
analysis_choose(struct analysis_view *v, int decision)
{
	const int rows = fill_rows(v);
	int at = 0;
	while (at < rows - 1 && v->row[at] < decision)
		at++;
	list_select(&v->list, at);
}

/* ---- work ---- */

/* The match of a screen below that holds the same game; NULL: none. */
static struct match *
match_below(const struct analysis_view *v)
{
	for (struct screen *s = v->screen.below; s != NULL; s = s->below) {
		struct match *m = NULL;
		if (strcmp(s->ops->name, "table") == 0)
			m = &table_session(s)->match;
		else if (strcmp(s->ops->name, "replay") == 0)
			m = replay_match(s);
		if (m != NULL && m->setup.seed == v->a->match.setup.seed &&
		    m->setup.game.ops == analysis_game(v)->ops)
			return m;
	}
	return NULL;
}

/* The saved game gets the comments and nothing else: the game shown may stand at another ply, or be
 * older. */
static bool
keep_saved(struct ui *ui, const struct analysis_view *v, int64_t id, struct status *st)
{
	struct match saved;
	if (!store_load(ui->store, id, ui->catalog, &saved, st))
		return false;
	analysis_comment(v->a, &saved);
	const bool kept = store_save(ui->store, &saved, st);
	match_close(&saved);
	return kept;
}

/* The game gets the comments where it is shown, and in the store. */
static bool
analysis_keep(struct ui *ui, struct analysis_view *v, struct status *st)
{
	struct match *m = match_below(v);
	m = m != NULL ? m : &v->a->match;
	analysis_comment(v->a, m);
	return m->id == 0 || ui->store == NULL || keep_saved(ui, v, m->id, st);
}

static void
tell_end(struct ui *ui, struct analysis_view *v)
{
	const int done = atomic_load(&v->a->done);
	v->told = true;
	if (done < v->a->count) {
		ui_message(ui, "stopped: %d of %d moves are judged; a goes on", done,
			   v->a->count);
		return;
	}
	int labels = 0;
	for (int i = 0; i < v->a->count; i++)
		labels += v->a->move[i].label != LABEL_NONE;
	struct status st = { 0 };
	if (!analysis_keep(ui, v, &st)) {
		ui_message(ui, "judged, but not saved: %s", st.text);
		return;
	}
	ui_message(
		ui,
		"all %d moves are judged, %d of them costly; { and } step through those",
		done, labels);
}

static bool
analysis_tick(struct ui *ui, struct screen *screen)
{
	struct analysis_view *v = (struct analysis_view *)screen;
	const bool running = analysis_running(v->a);
	const int done = atomic_load(&v->a->done);
	const bool changed = done != v->seen;
	v->seen = done;
	if (running || v->told)
		return changed;
	tell_end(ui, v);
	return true;
}

static bool
analysis_busy(struct screen *screen)
{
	return analysis_running(((struct analysis_view *)screen)->a) ||
	       !((struct analysis_view *)screen)->told;
}

static bool
analysis_interrupt(struct ui *ui, struct screen *screen)
{
	struct analysis_view *v = (struct analysis_view *)screen;
	if (!analysis_running(v->a))
		return false;
	analysis_stop(v->a);
	return true;
}

static void
analysis_hold(struct screen *screen, bool on)
{
	analysis_pause(((struct analysis_view *)screen)->a, on);
}

/* ---- drawing ---- */

/* Who may see the position before a ply: SEAT_ALL (everybody), or the one person. */
static int
analysis_viewer(const struct analysis_view *v, int ply)
{
	const struct analyze_options *o = &v->a->options;
	return o->person == SEAT_ALL || ply < o->closed ? SEAT_ALL : o->person;
}

static void
analysis_set_board(struct analysis_view *v, const struct analyze_move *m, int ply,
		   int seat)
{
	const struct match *match = &v->a->match;
	const struct game *g = analysis_game(v);
	struct board *b = &v->board;
	b->viewer = analysis_viewer(v, ply);
	b->bottom = b->turn = b->chooser = seat;
	match_view_at(match, ply, b->viewer, &b->state);
	for (int i = 0; i < g->seats; i++)
		b->names[i] = setup_seat_word(&match->setup, i);
	board_set_moves(b, &match->states[ply]);
	board_cancel(b);
	board_show(b, m != NULL && m->best != MOVE_NONE ? m->best : match->plies[ply].m);
}

static void
analysis_draw_board(struct analysis_view *v, struct canvas *c, struct rect r)
{
	const int i = analysis_chosen(v);
	if (i < 0)
		return;
	const struct analyze_move *m = analysis_move(v->a, i);
	/* ply, seat and move are there from the start */
	analysis_set_board(v, m, v->a->move[i].ply, v->a->move[i].seat);
	const struct rect old = canvas_clip(c, r);
	v->board.ops->draw(&v->board, c, r);
	canvas_clip(c, old);
}

static void
analysis_draw_row(const struct analysis_view *v, struct canvas *c, struct rect r, int y,
		  int i, bool at)
{
	const struct game *g = analysis_game(v);
	const struct analyze_move *d = &v->a->move[i], *m = analysis_move(v->a, i);
	static const enum role roles[LABELS] = { ROLE_TEXT, ROLE_WARN, ROLE_WARN,
						 ROLE_BAD };
	char played[MOVE_TEXT], best[MOVE_TEXT] = "", loss[16] = "", win[16] = "";
	const enum role role = at ? ROLE_CURSOR : m == NULL ? ROLE_DIM : roles[m->label];
	const struct state *s = &v->a->match.states[d->ply];
	game_say_move(g, s, d->seat, d->played, played, sizeof played);
	if (m != NULL) {
		analyze_format_loss(g, m, loss, sizeof loss);
		if (m->best != MOVE_NONE && m->best != m->played)
			game_say_move(g, s, d->seat, m->best, best, sizeof best);
		if (m->lost > 0)
			snprintf(win, sizeof win, "%.1f", m->lost * 100);
	}
	if (at)
		canvas_cursor(c, y, r.x, r.w);
	char ply[12];
	snprintf(ply, sizeof ply, "%d", d->ply + 1);
	canvas_put_w(c, y, r.x, -4, at ? role : ROLE_DIM, ply);
	canvas_putf(c, y, r.x + 5, at ? role : (enum role)(ROLE_SEAT_0 + d->seat), "%c",
		    game_seat_letter(g, d->seat));
	canvas_put_w(c, y, r.x + 7, 10, role, played);
	canvas_put_w(c, y, r.x + 18, -6, role, loss);
	canvas_put_w(c, y, r.x + 25, -5, role, win);
	canvas_put_w(c, y, r.x + 31, 2, role,
		     m != NULL ? analyze_label_marks[m->label] : "");
	canvas_put_w(c, y, r.x + 34, r.w - 34, at ? role : ROLE_DIM, best);
}

static void
analysis_draw_list(struct analysis_view *v, struct canvas *c, struct rect r)
{
	char head[48];
	const char *unit = analyze_unit(analysis_game(v)), *last = strrchr(unit, ' ');
	snprintf(head, sizeof head, " ply   move lost: %6s %4s%%    best",
		 last != NULL ? last + 1 : unit, analyze_measure(analysis_game(v))->name);
	canvas_put_w(c, r.y, r.x, r.w, ROLE_DIM, head);
	const bool key = r.h > 8;
	const struct rect in = { r.y + 1, r.x, r.h - 1 - key, r.w - 1 };
	if (key)
		canvas_put_w(c, r.y + r.h - 1, r.x, r.w, ROLE_DIM,
			     "?! inaccuracy   ? mistake   ?? blunder");
	const int rows = list_fit(&v->list, in);
	for (int k = 0; k < in.h && v->list.top + k < rows; k++)
		analysis_draw_row(v, c, in, in.y + k, v->row[v->list.top + k],
				  v->list.top + k == v->list.at);
	list_draw_more(&v->list, c, (struct rect){ in.y, r.x, in.h, r.w });
	if (rows == 0)
		canvas_put(c, in.y, r.x, ROLE_TEXT,
			   "No decision has a label: f lists all.");
}

static void
analysis_draw_seats(const struct analysis_view *v, struct canvas *c, struct rect r)
{
	const struct game *g = analysis_game(v);
	canvas_put_w(c, r.y, r.x, r.w, ROLE_DIM, "seat   accuracy  loss   ?! ?  ??");
	for (int i = 0; i < g->seats && i + 1 < r.h; i++) {
		struct analyze_seat s;
		char accuracy[12] = "", loss[12] = "";
		analysis_seat(v->a, i, &s);
		if (!isnan(s.accuracy))
			snprintf(accuracy, sizeof accuracy, "%.1f%%", s.accuracy * 100);
		if (!isnan(s.told))
			snprintf(loss, sizeof loss, "%.2f", text_shown(s.told, 2));
		const int y = r.y + 1 + i;
		canvas_put_w(c, y, r.x, 6, (enum role)(ROLE_SEAT_0 + i),
			     g->text->seat_name(g, i));
		canvas_put_w(c, y, r.x + 7, -8, ROLE_TEXT, accuracy);
		canvas_put_w(c, y, r.x + 16, -5, ROLE_TEXT, loss);
		canvas_putf(c, y, r.x + 23, ROLE_TEXT, "%3d%3d%3d",
			    s.count[LABEL_INACCURACY], s.count[LABEL_MISTAKE],
			    s.count[LABEL_BLUNDER]);
	}
}

static bool
analysis_win_at(const void *self, int ply, float *win)
{
	return analysis_win(self, ply, win);
}

/* The win graph of the whole game, with the decision marked. */
static struct win_graph
analysis_graph(const struct analysis_view *v)
{
	const int i = analysis_chosen(v);
	return (struct win_graph){ .game = analysis_game(v),
				   .match = &v->a->match,
				   .plies = v->a->match.at,
				   .mark = i >= 0 ? v->a->move[i].ply : -1,
				   .at = analysis_win_at,
				   .self = v->a };
}

static void
draw_graph(struct analysis_view *v, struct canvas *c, struct rect r)
{
	const struct win_graph w = analysis_graph(v);
	pane_heading(c, r.y, r.x, r.w, "win probability over the game", false);
	v->graph = (struct rect){ r.y + 1, r.x, r.h - 1, r.w };
	const struct analyze_move *m = &v->a->move[0];
	if (v->a->calibration.stages == 0)
		canvas_put_w(c, r.y + 1, r.x, r.w, ROLE_DIM,
			     !isnan(m->pot)
				     ? "none: chips count here"
				     : "unknown for this variant: `plyscope calibrate`");
	else
		win_graph_draw(c, v->graph, &w);
}

/* List at the left; seats and graph, with room the board, at the right. */
static void
draw_wide(struct analysis_view *v, struct canvas *c, struct rect r)
{
	const int seats = analysis_game(v)->seats + 1;
	const bool board = r.w >= WIDE && r.h >= 24;
	const struct rect right = { r.y, r.x + LIST_W + 2, r.h, r.w - LIST_W - 2 };
	int y = right.y;
	analysis_draw_list(v, c, (struct rect){ r.y, r.x, r.h, LIST_W });
	canvas_vline(c, r.y, r.x + LIST_W, r.h, ROLE_FRAME);
	if (board) {
		const int h =
			r.h - seats - 9 > r.h * 3 / 5 ? r.h * 3 / 5 : r.h - seats - 9;
		analysis_draw_board(v, c, (struct rect){ y, right.x, h, right.w });
		y += h;
		pane_heading(c, y++, right.x, right.w, "seats", false);
	}
	analysis_draw_seats(v, c, (struct rect){ y, right.x, seats, right.w });
	y += seats;
	draw_graph(v, c, (struct rect){ y, right.x, right.y + right.h - y, right.w });
}

static void
analysis_draw(struct ui *ui, struct screen *screen, struct canvas *c)
{
	struct analysis_view *v = (struct analysis_view *)screen;
	char title[320], right[80];
	const int done = atomic_load(&v->a->done);
	snprintf(title, sizeof title, "analysis  %s  %s %s", analysis_game(v)->ops->title,
		 !game_hidden(analysis_game(v)) ? "by"
		 : v->a->options.open		? "all hands open, by"
						: "from what each seat knew, by",
		 v->a->player.text);
	snprintf(right, sizeof right, "%s%d of %d judged",
		 analysis_running(v->a) ? "working "
		 : done < v->a->count	? "stopped "
					: "",
		 done, v->a->count);
	const struct rect r = ui_chrome(ui, screen, c, title, right);
	board_seat_roles(analysis_game(v), c);
	v->graph = (struct rect){ 0 };
	v->list.rows = 0;
	if (v->board_shown)
		analysis_draw_board(v, c, r);
	else if (r.w >= 76)
		draw_wide(v, c, r);
	else
		analysis_draw_list(v, c, r);
}
/* ---- keys ---- */

static void
tell_chosen(struct ui *ui, const struct analysis_view *v)
{
	struct text said = { 0 };
	const struct analyze_move *m = analysis_move(v->a, analysis_chosen(v));
	if (m == NULL)
		return;
	analyze_say(&v->a->match, m, &said);
	ui_message(ui, "%s", said.s);
	text_free(&said);
}

static void
analysis_run_costly(struct ui *ui, struct screen *screen, int arg)
{
	struct analysis_view *v = (struct analysis_view *)screen;
	const int to = analysis_costly(v->a, analysis_chosen(v), arg);
	if (to < 0) {
		ui_message(ui, "no costly decision %s", arg < 0 ? "before" : "after");
		return;
	}
	analysis_choose(v, to);
	tell_chosen(ui, v);
}

static void
analysis_run_by(struct ui *ui, struct screen *screen, int arg)
{
	struct analysis_view *v = (struct analysis_view *)screen;
	list_select(&v->list, list_at(&v->list) + arg);
	tell_chosen(ui, v);
}

static void
run_board(struct ui *ui, struct screen *screen, int arg)
{
	struct analysis_view *v = (struct analysis_view *)screen;
	v->board_shown = !v->board_shown;
	tell_chosen(ui, v);
}

static void
run_filter(struct ui *ui, struct screen *screen, int arg)
{
	struct analysis_view *v = (struct analysis_view *)screen;
	const int at = analysis_chosen(v);
	v->costly = !v->costly;
	analysis_choose(v, at);
	ui_message(ui, "%s",
		   v->costly ? "only inaccuracies, mistakes and blunders"
			     : "all decisions");
}

static void
analysis_run_start(struct ui *ui, struct screen *screen, int arg)
{
	struct analysis_view *v = (struct analysis_view *)screen;
	struct status st = { 0 };
	if (analysis_running(v->a) || atomic_load(&v->a->done) == v->a->count) {
		ui_message(ui, "%s",
			   analysis_running(v->a) ? "the analysis is running: ^C stops it"
						  : "all decisions are judged");
		return;
	}
	v->told = false;
	if (!analysis_start(v->a, v->jobs, ui->wake_write, &st))
		ui_message(ui, "%s", st.text);
}

/* The same game, judged with the hands open or not. */
static void
analysis_run_open(struct ui *ui, struct screen *screen, int arg)
{
	struct analysis_view *v = (struct analysis_view *)screen;
	struct analyze_options o = v->a->options;
	struct status st = { 0 };
	if (!game_hidden(analysis_game(v)) || o.person != SEAT_ALL) {
		ui_message(ui, "%s",
			   game_hidden(analysis_game(v))
				   ? "the hand is not over: moves are judged by what you "
				     "know"
				   : "nothing is hidden in this game");
		return;
	}
	o.open = !o.open;
	struct analysis *a = analysis_open(&o, &st);
	if (a == NULL || !analysis_start(a, v->jobs, ui->wake_write, &st)) {
		analysis_close(a);
		ui_message(ui, "%s", st.text);
		return;
	}
	analysis_close(v->a);
	v->a = a;
	v->told = false;
	ui_message(ui, "%s",
		   o.open ? "judged with all hands open"
			  : "judged on what each seat knew");
}

/* Opens the screens that look at one decision on the one under the cursor, with the judge's
 * search. */
static void
analysis_run_study(struct ui *ui, struct screen *screen, int arg)
{
	struct analysis_view *v = (struct analysis_view *)screen;
	const int i = analysis_chosen(v);
	if (i < 0)
		return;
	const int ply = v->a->move[i].ply;
	study_open(ui, (enum study)arg, &v->a->match, ply, analysis_viewer(v, ply),
		   v->a->player.text);
}

static bool
has_hidden(struct screen *screen)
{
	return game_hidden(analysis_game((struct analysis_view *)screen));
}

static void
analysis_save_done(struct ui *ui, struct screen *screen, const char *line)
{
	struct analysis_view *v = (struct analysis_view *)screen;
	struct status st = { 0 };
	if (*line == '\0')
		return;
	analysis_comment(v->a, &v->a->match);
	if (record_save(&v->a->match, line, &st))
		ui_message(ui, "saved to %s, with the findings as comments", line);
	else
		ui_message(ui, "%s", st.text);
}

static void
run_save(struct ui *ui, struct screen *screen, int arg)
{
	const struct analysis_view *v = (struct analysis_view *)screen;
	char name[300];
	if (analysis_running(v->a)) {
		ui_message(ui, "the analysis is running: ^C stops it, then save");
		return;
	}
	snprintf(name, sizeof name, "%s", v->file);
	if (*name == '\0')
		snprintf(name, sizeof name, "%s-%llu.ply", analysis_game(v)->ops->key,
			 (unsigned long long)v->a->match.setup.seed);
	ui_ask(ui, "save the record with comments as: ", name, analysis_save_done);
}

static void
analysis_run_back(struct ui *ui, struct screen *screen, int arg)
{
	if (((struct analysis_view *)screen)->board_shown)
		((struct analysis_view *)screen)->board_shown = false;
	else
		ui_pop(ui);
}

static const struct binding bindings[] = {
	{ '{', 0, "costly-earlier", "", "to the previous costly decision", NULL,
	  analysis_run_costly, -1 },
	{ '}', 0, "costly-later", "next costly", "to the next costly decision", NULL,
	  analysis_run_costly, 1 },
	{ K_ENTER, 0, "board", "board",
	  "the position on the board, the best move under the cursor, and back", NULL,
	  run_board, 0 },
	{ 'e', 0, "explain", "why",
	  "explain the decision, by the search of that seat or of a hint", NULL,
	  analysis_run_study, STUDY_EXPLAIN },
	{ 'c', 'C', "compare", "compare",
	  "compare players on this position, side by side", NULL, analysis_run_study,
	  STUDY_COMPARE },
	{ 'i', 'I', "inspect", "tree", "the search tree of this decision", NULL,
	  analysis_run_study, STUDY_INSPECT },
	{ '[', K_LEFT, "earlier", "", "to the previous decision", NULL, analysis_run_by,
	  -1 },
	{ ']', K_RIGHT, "later", "", "to the next decision", NULL, analysis_run_by, 1 },
	{ 'f', 0, "filter", "costly only", "list only decisions with a label, or all",
	  NULL, run_filter, 0 },
	{ 'o', 0, "open", "open hands",
	  "judge with all hands open, or by what each seat knew", has_hidden,
	  analysis_run_open, 0 },
	{ 'a', 0, "go-on", "", "go on after ^C has stopped it", NULL, analysis_run_start,
	  0 },
	{ 'S', 0, "save", "save", "save the record with the findings as comments", NULL,
	  run_save, 0 },
	{ 'q', K_ESCAPE, "back", "back", "from the board to the list; leave", NULL,
	  analysis_run_back, 0 },
	{ 0 },
};

static bool
analysis_key(struct ui *ui, struct screen *screen, int k)
{
	struct analysis_view *v = (struct analysis_view *)screen;
	const int before = list_at(&v->list);
	if (v->list.rows == 0) /* the board alone: one row is a page */
		v->list.rows = 10;
	if (!list_key(&v->list, k))
		return false;
	if (list_at(&v->list) != before)
		tell_chosen(ui, v);
	return true;
}

static void
analysis_mouse(struct ui *ui, struct screen *screen, const struct mouse *m)
{
	struct analysis_view *v = (struct analysis_view *)screen;
	const struct rect *g = &v->graph;
	const struct win_graph w = analysis_graph(v);
	if (m->click && m->y >= g->y && m->y < g->y + g->h && m->x >= g->x) {
		const int ply = win_graph_ply(*g, &w, m->x);
		int i = 0;
		while (i < v->a->count - 1 && v->a->move[i].ply < ply)
			i++;
		if (ply >= 0)
			analysis_choose(v, i);
		tell_chosen(ui, v);
		return;
	}
	const int before = list_at(&v->list);
	if (v->board_shown) {
		if (m->wheel_up || m->wheel_down)
			analysis_run_by(ui, screen, m->wheel_up ? -1 : 1);
		return;
	}
	const int row = list_mouse(&v->list, m);
	if (row >= 0 && row == before)
		run_board(ui, screen, 0);
	else
		tell_chosen(ui, v);
}

static void
close_view(struct screen *screen)
{
	struct analysis_view *v = (struct analysis_view *)screen;
	analysis_close(v->a);
	free(v->row);
}

/* ---- Commands of every screen ---- */

static bool
run_analyze(struct ui *ui, struct screen *s, const char *rest, struct status *st)
{
	static struct match m;
	if (!command_record(ui, rest, &m, st))
		return false;
	analysis_push(ui, &m, 0, SEAT_ALL, 0);
	match_close(&m);
	return true;
}

static const struct command opens[] = {
	{ "analyze", "FILE[@PLY]", "judge every move of a record", WORDS_FILE,
	  run_analyze },
	{ 0 },
};

const struct screen_ops analysis_screen_ops = {
	.name = "analysis",
	.title = "the analysis",
	.bindings = bindings,
	.opens = opens,
	.definitions = analyze_definitions,
	.draw = analysis_draw,
	.key = analysis_key,
	.mouse = analysis_mouse,
	.tick = analysis_tick,
	.busy = analysis_busy,
	.interrupt = analysis_interrupt,
	.hold = analysis_hold,
	.close = close_view,
};

struct screen *
analysis_screen(struct ui *ui, struct analysis *a, int jobs, const char *file)
{
	struct analysis_view *v = session_memory(sizeof *v);
	struct status st = { 0 };
	v->screen.ops = &analysis_screen_ops;
	v->a = a;
	v->jobs = jobs;
	snprintf(v->file, sizeof v->file, "%s", file);
	v->row = calloc((size_t)a->count, sizeof *v->row);
	if (v->row == NULL)
		BUG("not enough memory for %d rows", a->count);
	board_init(&v->board, &a->match.setup.game);
	v->board.reviewing = true;
	v->board.way = 1;
	list_open(&v->list, fill_rows, NULL, v);
	if (!analysis_start(a, jobs, ui->wake_write, &st))
		ui_message(ui, "%s", st.text);
	return &v->screen;
}

void
analysis_push(struct ui *ui, const struct match *m, int from, int person, int closed)
{
	static struct player p; /* copied when it opens */
	struct calibration calibration = { 0 };
	struct status st = { 0 };
	const struct game *g = &m->setup.game;
	if (!analyze_player(&p, NULL, 0, false, ui->catalog, g, &st)) {
		ui_message(ui, "%s", st.text);
		return;
	}
	calibration_load(&calibration, g, &st);
	calibration.by_hand = ui->settings.hand_win;
	struct status why = { 0 };
	struct analysis *a = analysis_open(
		&(struct analyze_options){ .match = m,
					   .player = &p,
					   .calibration = &calibration,
					   .person = person,
					   .closed = closed,
					   .from = from,
					   .seed = m->setup.seed,
					   .thresholds = analyze_thresholds_default },
		&why);
	if (a == NULL)
		ui_message(ui, "%s", why.text);
	else
		ui_push(ui, analysis_screen(ui, a, 0, ""));
}
