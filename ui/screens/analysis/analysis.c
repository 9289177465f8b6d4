/*
 * analysis.c - every decision of a game with its cost, the graph, and the board of each.
 *
 * The analysis runs on threads of its own; the list shows the finished ones.
 */
#include "ui/screens/analysis/private.h"

#include "src/core/record.h"
#include "src/core/store.h"
#include "ui/screens/study.h"
#include "ui/screens/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int
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
	struct analysis_view *v = analysis_of(screen);
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
	return analysis_running(analysis_of(screen)->a) || !analysis_of(screen)->told;
}

static bool
analysis_interrupt(struct ui *ui, struct screen *screen)
{
	struct analysis_view *v = analysis_of(screen);
	(void)ui;
	if (!analysis_running(v->a))
		return false;
	analysis_stop(v->a);
	return true;
}

static void
analysis_hold(struct screen *screen, bool on)
{
	analysis_pause(analysis_of(screen)->a, on);
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
	struct analysis_view *v = analysis_of(screen);
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
	struct analysis_view *v = analysis_of(screen);
	list_select(&v->list, list_at(&v->list) + arg);
	tell_chosen(ui, v);
}

static void
run_board(struct ui *ui, struct screen *screen, int arg)
{
	struct analysis_view *v = analysis_of(screen);
	(void)arg;
	v->board_shown = !v->board_shown;
	tell_chosen(ui, v);
}

static void
run_filter(struct ui *ui, struct screen *screen, int arg)
{
	struct analysis_view *v = analysis_of(screen);
	const int at = analysis_chosen(v);
	(void)arg;
	v->costly = !v->costly;
	analysis_choose(v, at);
	ui_message(ui, "%s",
		   v->costly ? "only inaccuracies, mistakes and blunders"
			     : "all decisions");
}

static void
analysis_run_start(struct ui *ui, struct screen *screen, int arg)
{
	struct analysis_view *v = analysis_of(screen);
	struct status st = { 0 };
	(void)arg;
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
	struct analysis_view *v = analysis_of(screen);
	struct analyze_options o = v->a->options;
	struct status st = { 0 };
	(void)arg;
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
	struct analysis_view *v = analysis_of(screen);
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
	return game_hidden(analysis_game(analysis_of(screen)));
}

static void
analysis_save_done(struct ui *ui, struct screen *screen, const char *line)
{
	struct analysis_view *v = analysis_of(screen);
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
	const struct analysis_view *v = analysis_of(screen);
	char name[300];
	(void)arg;
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
	(void)arg;
	if (analysis_of(screen)->board_shown)
		analysis_of(screen)->board_shown = false;
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
	struct analysis_view *v = analysis_of(screen);
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
	struct analysis_view *v = analysis_of(screen);
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
	struct analysis_view *v = analysis_of(screen);
	analysis_close(v->a);
	free(v->row);
	free(v);
}

/* ---- Commands of every screen ---- */

static bool
run_analyze(struct ui *ui, struct screen *s, const char *rest, struct status *st)
{
	static struct match m;
	(void)s;
	if (!command_record(ui, rest, &m, st))
		return false;
	analysis_push(ui, &m, SEAT_ALL, 0);
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
analysis_push(struct ui *ui, const struct match *m, int person, int closed)
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
					   .seed = m->setup.seed,
					   .thresholds = analyze_thresholds_default },
		&why);
	if (a == NULL)
		ui_message(ui, "%s", why.text);
	else
		ui_push(ui, analysis_screen(ui, a, 0, ""));
}
