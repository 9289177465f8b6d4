/*
 * table.c - the table: board and cards left, the thinking panel right, keys and clicks.
 *
 * The picture is a function of the session, of what the viewer may know, and of the person's
 * own choices (cursor, row, view). In FAIR the lines that begin with "effort" are the only
 * ones that an opponent's cards can have an influence on.
 *
 * Layouts by size: below 80x24 board, hand and one line for each of the scores and the
 * search; from 80x24 board and panel; from 110x34 graph and log below the panel; from 150x40 a
 * column of its own for the log. Places are fixed for a size.
 */
#include "ui/screens/table.h"

#include "src/base/text.h"
#include "src/core/record.h"
#include "ui/boards/boards.h"
#include "ui/panes/panes.h"
#include "ui/session.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PANEL_MIN 32
#define OVER_US	  (1500 * 1000) /* the last move stays visible before the scores */
#define SLIDE_US  (300 * 1000)	/* a card or a peg is on its way */
#define SPEED_MIN 50
#define SPEED_MAX 6400
#define ROWS_MAX  20
#define LIVE	  (-1)

enum zoom { ZOOM_NONE, ZOOM_BOARD, ZOOM_PANEL, ZOOMS };

/* The pane that the arrows move in. */
enum pane { PANE_BOARD, PANE_CANDIDATES, PANE_LOG, PANES };

struct table {
	struct screen screen;
	struct session session;
	struct board board;
	struct think_order order;
	struct think_view think; /* of the last picture, for clicks */
	struct rect think_rect;
	int review;	   /* the ply looked at, LIVE */
	int seen;	   /* plies that have been told */
	int rows;	   /* candidates */
	int picked;	   /* candidate picked by a digit, -1 */
	int point_of_view; /* a seat, -1: the mover's */
	int passed_to;	   /* several persons: who has the terminal */
	int hints;	   /* how often h was pressed on this position */
	bool overlay;	   /* costs on the board */
	bool told_over;
	bool welcomed;
	enum zoom zoom;
	enum pane pane;
	struct rect log_rect; /* of the last picture */
	int log_back;	      /* moves after the last one that the log shows */
	int64_t slide_us;     /* when the newest card or peg set out, 0: it has arrived */
	bool frame;	      /* the next picture is one of its way, not a key's */
	char mark_name[PLAYER_TEXT + 16];
};

static struct table *
table_of(struct screen *s)
{
	return (struct table *)s;
}

static const struct game *
game_of(const struct table *t)
{
	return &t->session.match.setup.game;
}

static bool
is_human(const struct table *t, int seat)
{
	return t->session.match.setup.seat[seat].human;
}

static int
shown_ply(const struct table *t)
{
	if (t->review != LIVE)
		return t->review;
	return t->session.hand_over ? t->session.hand_ply : t->session.match.at;
}

static int
shown_viewer(const struct table *t)
{
	if (t->review != LIVE)
		return session_viewer_at(&t->session, t->review);
	return session_viewer(&t->session);
}

/* Several persons share the terminal and it is another one's turn. */
static bool
covered(const struct table *t)
{
	const struct session *s = &t->session;
	const int chooser = session_chooser(s);
	return game_hidden(game_of(t)) && setup_humans(&s->match.setup) > 1 &&
	       s->match.setup.view != VIEW_OPEN && chooser != SEAT_NONE &&
	       chooser != t->passed_to;
}

/* Says so and returns true when nothing may be asked because the terminal is being passed. */
static bool
refused(struct ui *ui, const struct table *t)
{
	if (!covered(t))
		return false;
	ui_message(ui, "first the terminal goes to %s: press Enter",
		   board_seat_word(game_of(t), session_chooser(&t->session)));
	return true;
}

/* ------------------------------------------------------------------ what is to be drawn */

static const struct session_mind *
hint_now(const struct table *t)
{
	const struct session_mind *h = &t->session.hint;
	return t->review == LIVE && h->known && h->ply == t->session.match.at ? h : NULL;
}

/* The panel's search: the hint that was asked for, else what may be shown of the others. */
static void
set_think(struct table *t)
{
	const struct session *s = &t->session;
	const struct session_mind *mind = &s->mind, *shown = mind, *hint = hint_now(t);
	const int person = session_person(s);
	const bool fair = session_fair(s) && shown_viewer(t) != SEAT_ALL;
	struct think_view *v = &t->think;
	*v = (struct think_view){ .game = game_of(t), .seat = SEAT_NONE, .fair = fair };
	if (mind->known || mind->worker != NULL) {
		v->seat = mind->seat;
		v->player = mind->name;
		v->phase = mind->worker == NULL	       ? THINK_DONE
			   : s->paused && !s->stepping ? THINK_PAUSED
						       : THINK_RUNNING;
		v->effort = mind->known ? &mind->snap : NULL;
	}
	v->source = "win probability";
	v->candidates = true;
	if (fair) {
		shown = &s->advisor;
		v->source = "win, from your seat";
		/* Who is to choose at the same time as others would see a hint. */
		v->candidates = s->advisor.known && s->advisor.snap.mover != person &&
				s->advisor.seat != person &&
				s->advisor.ply == s->match.at;
		v->blank = session_chooser(s) != SEAT_NONE ? "h: a hint"
							   : "after the hand, or V";
	}
	if (hint != NULL) {
		shown = hint;
		v->candidates = true;
		v->effort = &hint->snap;
		v->seat = hint->seat;
		v->phase = hint->done ? THINK_WAITING : THINK_RUNNING;
		v->player = t->mark_name;
		v->fair = false;
		v->source = s->analysing ? "win, by the analysis" : "win, by the hint";
		snprintf(t->mark_name, sizeof t->mark_name, "%s: %s",
			 s->analysing ? "analysis" : "hint", hint->name);
	}
	v->mind = shown->known ? &shown->snap : NULL;
	v->root = &shown->root;
	v->rows = t->rows;
	v->picked = t->picked;
	v->order = &t->order;
	v->value_name = t->board.ops->value_name;
	v->value_top = t->board.ops->value_top;
	v->focus = t->pane == PANE_CANDIDATES;
	v->point_of_view = t->point_of_view >= 0 ? t->point_of_view
			   : v->mind != NULL	 ? v->mind->mover
						 : 0;
}

static void
set_board(struct table *t)
{
	struct session *s = &t->session;
	struct board *b = &t->board;
	const struct game *g = game_of(t);
	const int ply = shown_ply(t), person = session_person(s);
	b->viewer = shown_viewer(t);
	b->reviewing = t->review != LIVE;
	b->bottom = person != SEAT_NONE ? person : 0;
	match_view_at(&s->match, ply, b->viewer, &b->state);
	b->chooser = covered(t) ? SEAT_NONE : session_chooser(s);
	const seat_set acting = g->ops->acting(g, &b->state);
	b->turn = acting == 0 || acting == ACTING_CHANCE ? SEAT_NONE
							 : __builtin_ctz(acting);
	if (t->review == LIVE && session_turn(s) != SEAT_NONE && !s->hand_over)
		b->turn = session_turn(s);
	for (int i = 0; i < g->seats; i++)
		b->names[i] =
			is_human(t, i)
				? (setup_humans(&s->match.setup) == 1 ? "you" : "human")
				: s->match.setup.seat[i].text;
	static move moves[MOVES_MAX]; /* one thread draws */
	const int n =
		b->chooser == SEAT_NONE ? 0 : match_moves(&s->match, b->chooser, moves);
	board_set_moves(b, moves, n);
	const struct session_mind *hint = hint_now(t);
	const bool marks = hint != NULL && t->overlay && hint->seat == b->chooser;
	b->marks = marks ? &hint->snap : NULL;
	b->marks_root = marks ? &hint->root : NULL;
	b->mark_rows = t->rows < 3 ? t->rows : 3;
}

/* How far the newest card or peg has come. Any key lets it arrive. */
static void
set_way(const struct ui *ui, struct table *t)
{
	const int64_t gone = ui->now_us - t->slide_us;
	if (!t->frame || t->review != LIVE || gone >= SLIDE_US)
		t->slide_us = 0;
	t->frame = false;
	t->board.way = t->slide_us > 0 ? (float)gone / SLIDE_US : 1;
}

/* ------------------------------------------------------------------ drawing */

static void
title_text(const struct table *t, int w, char *title, int size, char *right,
	   int right_size)
{
	const struct session *s = &t->session;
	const struct game *g = game_of(t);
	const struct setup *setup = &s->match.setup;
	char headline[120] = "";
	g->ops->headline(g, &t->board.state, t->board.viewer, headline, sizeof headline);
	const int person = session_person(s);
	char you[24] = "watching";
	if (person != SEAT_NONE)
		snprintf(you, sizeof you, "you: %s", g->ops->seat_name(g, person));
	static const char *const views[] = { "[FAIR] ", "[STUDY] ", "[OPEN] " };
	snprintf(right, (size_t)right_size, "%s%s%s%s", s->paused ? "PAUSED " : "",
		 game_hidden(g) && person != SEAT_NONE ? views[setup->view] : "",
		 s->match.assisted ? "assisted " : "", you);
	snprintf(title, (size_t)size, "%s  %s  seed %llu", g->ops->title, headline,
		 (unsigned long long)setup->seed);
	if (canvas_width(title) + canvas_width(right) + 4 > w) /* half a seed is none */
		snprintf(title, (size_t)size, "%s  %s", g->ops->title, headline);
}

/* What a hand has brought, over the middle of the board. */
static void
hand_result(const struct table *t, struct canvas *c, struct rect r)
{
	const struct game *g = game_of(t);
	struct state s;
	match_view_at(&t->session.match, t->session.hand_ply, SEAT_ALL, &s);
	const int rows = scores_height(g, &s), w = r.w < 46 ? r.w : 46;
	struct rect box = { r.y + 2, r.x + (r.w - w) / 2, rows + 5, w };
	if (box.h > r.h) {
		box.y = r.y;
		box.h = r.h;
	} else if (box.y + box.h > r.y + r.h)
		box.y = r.y + r.h - box.h;
	canvas_fill(c, box, ROLE_TEXT, " ");
	const struct rect in = canvas_frame(c, box, "the hand is over", true);
	scores_draw(c, (struct rect){ in.y, in.x + 1, rows, in.w - 2 }, g, &s, SEAT_NONE);
	canvas_put_w(c, in.y + in.h - 2, in.x + 1, in.w - 2, ROLE_DIM,
		     "all is open now: [ looks back at the hand");
	canvas_put_w(c, in.y + in.h - 1, in.x + 1, in.w - 2, ROLE_STRONG,
		     "Enter deals the next hand");
}

static void
cover_draw(const struct table *t, struct canvas *c, struct rect r)
{
	const struct game *g = game_of(t);
	const int seat = session_chooser(&t->session);
	char line[120];
	snprintf(line, sizeof line, "Pass the terminal to %s, then press Enter.",
		 board_seat_word(g, seat));
	const int w = canvas_width(line);
	canvas_put(c, r.y + r.h / 2 - 1, r.x + (r.w > w ? (r.w - w) / 2 : 0),
		   (enum role)(ROLE_SEAT_0 + seat), line);
	canvas_put(c, r.y + r.h / 2 + 1, r.x + (r.w > 34 ? (r.w - 34) / 2 : 0), ROLE_DIM,
		   "Nobody's cards are shown meanwhile.");
}

static void
log_pane(struct table *t, struct canvas *c, struct rect r)
{
	char text[40] = "log";
	if (t->log_back > 0)
		snprintf(text, sizeof text, "log, up to %d moves ago", t->log_back);
	pane_heading(c, r.y, r.x, r.w, text, t->pane == PANE_LOG);
	t->log_rect = (struct rect){ r.y + 1, r.x, r.h - 1, r.w };
	const int most = shown_ply(t) - t->log_rect.h;
	if (t->log_back > most)
		t->log_back = most > 0 ? most : 0;
	log_draw(c, t->log_rect, &t->session, shown_ply(t) - t->log_back);
}

static void
board_draw(struct table *t, struct canvas *c, struct rect r)
{
	const struct rect old = canvas_clip(c, r);
	struct board *b = &t->board;
	b->ops->draw(b, c, r);
	const int at = board_find(b, b->cursor);
	if (b->chooser != SEAT_NONE && (at < 0 || !b->spots[at].live)) {
		/* The cursor always stands on something to choose. */
		b->cursor = -1;
		if (board_step(b, K_RIGHT)) {
			canvas_fill(c, r, ROLE_TEXT, " ");
			b->ops->draw(b, c, r);
		}
	}
	if (t->session.hand_over && t->review == LIVE)
		hand_result(t, c, r);
	canvas_clip(c, old);
}

static void
panel_think(struct table *t, struct canvas *c, struct rect r)
{
	t->think_rect = r;
	think_draw(c, r, &t->think);
}

/* One line each for the scores and the search, for small terminals. */
static void
draw_small(struct table *t, struct canvas *c, struct rect area)
{
	const struct game *g = game_of(t);
	struct figure f[FIGURES_MAX];
	const int figures = g->ops->figures(g, &t->board.state, f);
	const bool status = area.h >= 8;
	int x = area.x;
	for (int i = 0; status && i < g->seats; i++) {
		x = canvas_putf(c, area.y, x, (enum role)(ROLE_SEAT_0 + i), "%s%s",
				i == t->board.turn ? "*" : "", g->ops->seat_name(g, i));
		if (figures > 0)
			x = canvas_putf(c, area.y, x + 1, ROLE_TEXT, "%d",
					f[0].per_seat[i]);
		x += 2;
	}
	board_draw(t, c,
		   (struct rect){ area.y + status, area.x, area.h - 2 * status, area.w });
	const struct think_view *v = &t->think;
	if (!status || v->effort == NULL || v->seat == SEAT_NONE)
		return;
	char spent[12], nodes[12];
	text_format_duration(spent, sizeof spent, v->effort->elapsed_us / 1000);
	text_format_count(nodes, sizeof nodes, (double)v->effort->nodes);
	canvas_putf(c, area.y + area.h - 1, area.x, ROLE_DIM, "effort %s %s  %s nodes",
		    g->ops->seat_name(g, v->seat), spent, nodes);
}

/* The panel from top to bottom: the search, scores, and where there is room the graph over
 * the game and the log. */
static void
draw_panel(struct table *t, struct canvas *c, struct rect r, bool graphs, bool logs)
{
	const struct session *s = &t->session;
	const struct game *g = game_of(t);
	const int scores = scores_height(g, &t->board.state);
	const int graph = graphs ? 7 : 0;
	const int best = think_height(&t->think);
	int think = r.h - scores - 1 - (graph > 0 ? graph + 1 : 0);
	if (logs && think > best)
		think = best;
	panel_think(t, c, (struct rect){ r.y, r.x, think, r.w });
	int y = r.y + think;
	pane_heading(c, y, r.x, r.w, "scores", false);
	scores_draw(c, (struct rect){ y + 1, r.x, scores, r.w }, g, &t->board.state,
		    t->board.turn);
	y += 1 + scores;
	if (graph > 0) {
		pane_heading(c, y, r.x, r.w, "win probability over the game", false);
		graph_draw(c, (struct rect){ y + 1, r.x, graph, r.w }, s,
			   session_fair(s));
		y += 1 + graph;
	}
	if (logs && r.y + r.h - y >= 3)
		log_pane(t, c, (struct rect){ y, r.x, r.y + r.h - y, r.w });
}

static void
draw_wide(struct table *t, struct canvas *c, struct rect area)
{
	const bool third = area.w >= 150 && area.h >= 37;
	const bool roomy = area.w >= 110 && area.h >= 31;
	const int log_w = third ? area.w / 4 : 0;
	int board_w = roomy ? (area.w - log_w) / 2 : area.w * 3 / 5;
	if (area.w - board_w - 1 < PANEL_MIN)
		board_w = area.w - 1 - PANEL_MIN;
	const int panel_w = area.w - board_w - 1 - (third ? log_w + 1 : 0);
	board_draw(t, c, (struct rect){ area.y, area.x, area.h, board_w });
	canvas_vline(c, area.y, area.x + board_w, area.h, ROLE_FRAME);
	draw_panel(t, c,
		   (struct rect){ area.y, area.x + board_w + 2, area.h, panel_w - 1 },
		   roomy, !third);
	if (!third)
		return;
	const int x = area.x + board_w + 1 + panel_w;
	canvas_vline(c, area.y, x, area.h, ROLE_FRAME);
	log_pane(t, c, (struct rect){ area.y, x + 1, area.h, log_w });
}

static void
draw(struct ui *ui, struct screen *screen, struct canvas *c)
{
	struct table *t = table_of(screen);
	char title[200], right[80];
	set_board(t);
	set_think(t);
	set_way(ui, t);
	title_text(t, c->w, title, sizeof title, right, sizeof right);
	const struct rect area = ui_chrome(ui, screen, c, title, right);
	const struct rect old = canvas_clip(c, area);
	t->think_rect = t->log_rect = (struct rect){ 0 };
	t->board.spot_count = 0;
	if (covered(t))
		cover_draw(t, c, area);
	else if (t->zoom == ZOOM_BOARD)
		board_draw(t, c, area);
	else if (t->zoom == ZOOM_PANEL)
		draw_panel(t, c, area, area.h >= 31, true);
	else if (area.w < 80 || area.h < 21)
		draw_small(t, c, area);
	else
		draw_wide(t, c, area);
	canvas_clip(c, old);
}

/* ------------------------------------------------------------------ news */

static void
tell_ply(struct ui *ui, const struct table *t, int ply)
{
	const struct session *s = &t->session;
	const struct game *g = game_of(t);
	const struct match_ply *p = &s->match.plies[ply];
	if (p->seat < 0)
		return;
	const int viewer = session_viewer_at(s, ply);
	struct state before, after;
	match_view_at(&s->match, ply, viewer, &before);
	match_view_at(&s->match, ply + 1, viewer, &after);
	char said[160], event[120] = "";
	const bool known = viewer == SEAT_ALL || viewer == p->seat ||
			   !board_secret(g, &before, p->seat, p->m);
	board_say(g, &before, p->seat, p->m, known, said, sizeof said);
	if (known && g->ops->event != NULL)
		g->ops->event(g, &before, p->seat, p->m, &after, event, sizeof event);
	ui_message(ui, "%s%s%s", said, *event != '\0' ? ".  " : "", event);
}

static bool
news(struct ui *ui, struct table *t)
{
	struct session *s = &t->session;
	bool any = false;
	if (t->seen > s->match.at)
		t->seen = s->match.at;
	for (; t->seen < s->match.at; t->seen++) {
		tell_ply(ui, t, t->seen);
		if (ui->settings.animation && 2000 * s->speed_ms > SLIDE_US)
			t->slide_us = ui->now_us;
		t->frame = true;
		t->log_back += t->log_back > 0;
		t->hints = 0;
		t->picked = -1;
		any = true;
	}
	if (*s->note != '\0') {
		ui_message(ui, "%s", s->note);
		*s->note = '\0';
		any = true;
	}
	return any;
}

/* An opponent's plan on the screen is advice where nothing else is hidden. */
static void
note_advice(struct table *t)
{
	struct session *s = &t->session;
	if (!session_fair(s) && s->mind.known && s->mind.snap.pv_count > 1 &&
	    !s->match.assisted)
		session_assisted(s);
}

static bool
tick(struct ui *ui, struct screen *screen)
{
	struct table *t = table_of(screen);
	struct session *s = &t->session;
	s->speed_ms = ui->settings.speed_ms;
	bool changed = session_tick(s, ui->now_us);
	changed |= news(ui, t);
	note_advice(t);
	changed |= t->frame = t->slide_us > 0;
	set_think(t);
	if (t->think.mind != NULL)
		think_order_renew(&t->order, t->think.mind, ui->now_us);
	if (match_over(&s->match) && !t->told_over &&
	    ui->now_us - s->played_us >= (s->speed_ms > 0 ? OVER_US : 0)) {
		t->told_over = true;
		session_save(s);
		ui_push(ui, over_screen(ui, &s->match));
		changed = true;
	}
	return changed;
}

static bool
busy(struct screen *screen)
{
	const struct table *t = table_of(screen);
	return session_busy(&t->session) || t->slide_us > 0 ||
	       (match_over(&t->session.match) && !t->told_over);
}

/* ------------------------------------------------------------------ choosing */

static void
play(struct ui *ui, struct table *t, int seat, move m)
{
	struct status st = { 0 };
	if (!session_play(&t->session, seat, m, &st))
		ui_message(ui, "%s", st.text);
	board_cancel(&t->board);
	t->overlay = true;
	news(ui, t);
}

static void
choose(struct ui *ui, struct table *t, bool take)
{
	char text[BOARD_TEXT];
	move m = MOVE_NONE;
	switch (board_choose(&t->board, take, &m, text, sizeof text)) {
	case BOARD_MOVE: play(ui, t, t->board.chooser, m); return;
	case BOARD_MORE:
	case BOARD_NOTHING:
		if (*text != '\0')
			ui_message(ui, "%s", text);
		return;
	}
}

static void
run_choose(struct ui *ui, struct screen *screen, int arg)
{
	struct table *t = table_of(screen);
	(void)arg;
	ui->message[0] = '\0';
	if (covered(t))
		t->passed_to = session_chooser(&t->session);
	else if (t->review != LIVE)
		t->review = LIVE;
	else if (t->session.hand_over)
		session_continue(&t->session);
	else if (match_over(&t->session.match))
		ui_push(ui, over_screen(ui, &t->session.match));
	else
		choose(ui, t, true);
}

static void
run_mark(struct ui *ui, struct screen *screen, int arg)
{
	(void)arg;
	choose(ui, table_of(screen), false);
}

static bool
can_mark(struct screen *screen)
{
	const struct board *b = &table_of(screen)->board;
	return b->ops->marking != NULL && b->ops->marking(b);
}

static bool
cannot_mark(struct screen *screen)
{
	return !can_mark(screen);
}

static void
run_candidate(struct ui *ui, struct screen *screen, int arg)
{
	struct table *t = table_of(screen);
	const struct session_mind *hint = hint_now(t);
	if (t->think.mind == NULL || !t->think.candidates || arg >= t->order.count ||
	    arg >= t->rows) {
		ui_message(ui, "there is no candidate %d to be seen", arg + 1);
		return;
	}
	t->picked = arg;
	if (hint != NULL && hint->seat == t->board.chooser) {
		board_cancel(&t->board);
		board_show(&t->board, t->order.m[arg]);
		ui_message(ui, "Enter plays it");
	}
}

static void
walk_log(struct table *t, int key)
{
	const int page = t->log_rect.h > 1 ? t->log_rect.h - 1 : 1;
	t->log_back += key == K_UP	    ? 1
		       : key == K_DOWN	    ? -1
		       : key == K_PAGE_UP   ? page
		       : key == K_PAGE_DOWN ? -page
					    : 0;
	if (t->log_back < 0)
		t->log_back = 0; /* the other end is known when it is drawn */
}

static void
run_walk(struct ui *ui, struct screen *screen, int arg)
{
	struct table *t = table_of(screen);
	const int rows = t->order.count < t->rows ? t->order.count : t->rows;
	const int to = t->picked + (arg == K_UP ? -1 : 1);
	switch (t->pane) {
	case PANE_LOG: walk_log(t, arg); return;
	case PANE_CANDIDATES:
		if ((arg == K_UP || arg == K_DOWN) && to >= 0 && to < rows)
			run_candidate(ui, screen, to);
		return;
	case PANE_BOARD:
	case PANES: board_step(&t->board, arg); return;
	}
}

static bool
pane_shown(const struct table *t, enum pane pane)
{
	switch (pane) {
	case PANE_CANDIDATES: return t->think_rect.h > 0;
	case PANE_LOG: return t->log_rect.h > 0;
	default: return true;
	}
}

/* Tab: the arrows move in the next pane on the screen. */
static void
run_pane(struct ui *ui, struct screen *screen, int arg)
{
	static const char *const said[] = {
		"arrows: the board",
		"arrows: the candidates; Tab goes on",
		"arrows and PgUp, PgDn: the log; Tab goes on",
	};
	struct table *t = table_of(screen);
	do
		t->pane = (enum pane)(((int)t->pane + arg + PANES) % PANES);
	while (!pane_shown(t, t->pane));
	t->log_back = 0;
	ui_message(ui, "%s", said[t->pane]);
}

static void
run_cancel(struct ui *ui, struct screen *screen, int arg)
{
	struct table *t = table_of(screen);
	(void)arg;
	if (board_cancel(&t->board))
		return;
	if (t->pane != PANE_BOARD) {
		t->pane = PANE_BOARD;
		t->log_back = 0;
	} else if (t->review != LIVE)
		t->review = LIVE;
	else if (t->zoom != ZOOM_NONE)
		t->zoom = ZOOM_NONE;
	else
		ui_pop(ui);
}

/* ------------------------------------------------------------------ steering */

static void
run_hint(struct ui *ui, struct screen *screen, int arg)
{
	struct table *t = table_of(screen);
	struct session *s = &t->session;
	struct status st = { 0 };
	(void)arg;
	if (refused(ui, t))
		return;
	const struct session_mind *hint = hint_now(t);
	if (hint == NULL && s->hint.worker == NULL) {
		t->hints = 1;
		t->overlay = true;
		if (session_hint(s, &st))
			ui_message(ui, "a hint comes; the game counts as assisted");
		else
			ui_message(ui, "%s", st.text);
		return;
	}
	if (hint != NULL && ++t->hints == 2) {
		char pv[200] = "";
		snapshot_format_pv(&hint->snap, game_of(t), &hint->root, STATS_PV, pv,
				   sizeof pv);
		ui_message(ui, "the line behind it: %s", pv);
		return;
	}
	session_hint_clear(s);
	ui_message(ui, "the hint is taken away");
	t->hints = 0;
}

static void
run_analyse(struct ui *ui, struct screen *screen, int arg)
{
	struct table *t = table_of(screen);
	struct status st = { 0 };
	(void)arg;
	if (refused(ui, t))
		return;
	const bool on = !t->session.analysing;
	t->overlay = true;
	if (!session_analyse(&t->session, on, &st))
		ui_message(ui, "%s", st.text);
	else
		ui_message(ui,
			   on ? "analysis runs until a stops it" : "analysis stopped");
}

static void
run_overlay(struct ui *ui, struct screen *screen, int arg)
{
	struct table *t = table_of(screen);
	(void)arg;
	t->overlay = !t->overlay;
	ui_message(ui, "costs on the board: %s%s", t->overlay ? "on" : "off",
		   t->overlay && hint_now(t) == NULL ? " (h asks for a hint)" : "");
}

static void
run_view(struct ui *ui, struct screen *screen, int arg)
{
	struct table *t = table_of(screen);
	struct session *s = &t->session;
	(void)arg;
	if (!game_hidden(game_of(t)) || session_person(s) == SEAT_NONE) {
		ui_message(ui, "nothing is hidden here: all views are the same");
		return;
	}
	static const char *const said[] = {
		"FAIR: opponents show their effort only",
		"STUDY: opponents' thoughts are shown; the game counts as assisted",
		"OPEN: all hands are on the table; the game counts as assisted",
	};
	const enum view v = (enum view)((s->match.setup.view + 1) % 3);
	session_set_view(s, v);
	ui_message(ui, "%s", said[v]);
}

static void
run_point(struct ui *ui, struct screen *screen, int arg)
{
	struct table *t = table_of(screen);
	const struct game *g = game_of(t);
	(void)arg;
	if (++t->point_of_view >= g->seats)
		t->point_of_view = -1;
	ui_message(ui, "values are those of %s",
		   t->point_of_view < 0 ? "the seat to move"
					: board_seat_word(g, t->point_of_view));
}

static void
after_jump(struct table *t)
{
	t->review = LIVE;
	t->seen = t->session.match.at;
	t->hints = 0;
	t->picked = -1;
	t->told_over = match_over(&t->session.match);
	board_cancel(&t->board);
}

static void
run_undo(struct ui *ui, struct screen *screen, int arg)
{
	struct table *t = table_of(screen);
	if (!session_undo(&t->session, arg == 1)) {
		ui_message(ui, "there is no move to take back");
		return;
	}
	after_jump(t);
	ui_message(ui, "taken back%s; ^R plays it again",
		   t->session.paused ? ", paused: Space goes on" : "");
}

static void
run_redo(struct ui *ui, struct screen *screen, int arg)
{
	struct table *t = table_of(screen);
	(void)arg;
	if (session_redo(&t->session)) {
		after_jump(t);
		ui_message(ui, "played again");
	} else
		ui_message(ui, "there is no move to play again");
}

static void
run_pause(struct ui *ui, struct screen *screen, int arg)
{
	struct session *s = &table_of(screen)->session;
	(void)arg;
	session_pause(s, !s->paused);
	ui_message(ui,
		   s->paused ? "paused: Space goes on, . makes one step" : "going on");
}

static void
run_step(struct ui *ui, struct screen *screen, int arg)
{
	(void)ui;
	(void)arg;
	session_step(&table_of(screen)->session);
}

static void
run_now(struct ui *ui, struct screen *screen, int arg)
{
	(void)arg;
	if (!session_move_now(&table_of(screen)->session))
		ui_message(ui, "no search is running");
}

static void
run_rows(struct ui *ui, struct screen *screen, int arg)
{
	struct table *t = table_of(screen);
	t->rows += arg;
	t->rows = t->rows < 1 ? 1 : t->rows > ROWS_MAX ? ROWS_MAX : t->rows;
	ui_message(ui, "%d candidate%s", t->rows, t->rows == 1 ? "" : "s");
}

static void
run_speed(struct ui *ui, struct screen *screen, int arg)
{
	(void)screen;
	int ms = ui->settings.speed_ms;
	ms = arg > 0 ? ms / 2 : ms < SPEED_MIN ? SPEED_MIN : ms * 2;
	ms = ms < SPEED_MIN ? 0 : ms > SPEED_MAX ? SPEED_MAX : ms;
	ui->settings.speed_ms = ms;
	ui_settings_changed(ui);
	ui_message(ui, "a move stays visible for %d ms before the next one", ms);
}

/* [ and ]: a ply back or on, deals left out. */
static void
run_review(struct ui *ui, struct screen *screen, int arg)
{
	struct table *t = table_of(screen);
	const struct match *m = &t->session.match;
	if (refused(ui, t))
		return;
	int ply = shown_ply(t);
	do
		ply += arg;
	while (ply > 0 && ply < m->at && m->plies[ply].seat < 0);
	if (ply < 0 || ply >= m->at) {
		ui_message(ui, ply < 0 ? "this is the start"
				       : "this is the game as it stands");
		if (ply >= m->at)
			t->review = LIVE;
		return;
	}
	t->review = ply;
	tell_ply(ui, t, ply);
	char said[240];
	snprintf(said, sizeof said, "before ply %d of %d; next: %.180s", ply + 1, m->at,
		 ui->message);
	ui_message(ui, "%s", said);
}

static void
run_zoom(struct ui *ui, struct screen *screen, int arg)
{
	struct table *t = table_of(screen);
	(void)ui;
	(void)arg;
	t->zoom = (enum zoom)((t->zoom + 1) % ZOOMS);
}

static void
run_suits(struct ui *ui, struct screen *screen, int arg)
{
	struct board *b = &table_of(screen)->board;
	(void)arg;
	b->symbols = !b->symbols;
	ui_message(ui, "suits as %s", b->symbols ? "symbols" : "letters");
}

static void
run_rules(struct ui *ui, struct screen *screen, int arg)
{
	(void)arg;
	ui_push(ui, rules_screen(ui, game_of(table_of(screen))->ops));
}

/* ------------------------------------------------------------------ asking */

/* "W hard", "S human". */
static bool
seat_command(struct ui *ui, struct table *t, const char *line, struct status *st)
{
	char seat_text[24];
	int seat = SEAT_NONE;
	const char *rest = line + strcspn(line, " ");
	snprintf(seat_text, sizeof seat_text, "%.*s", (int)(rest - line), line);
	rest += strspn(rest, " ");
	if (*rest == '\0')
		return status_fail(st, "expected a seat and a player, such as: W hard");
	if (!setup_find_seat(&t->session.match.setup, seat_text, &seat, st) ||
	    !session_seat(&t->session, seat, rest, st))
		return false;
	ui_message(ui, "%s is now %s", board_seat_word(game_of(t), seat),
		   t->session.match.setup.seat[seat].text);
	return true;
}

static void
seats_done(struct ui *ui, struct screen *screen, const char *line)
{
	struct status st = { 0 };
	if (*line != '\0' && !seat_command(ui, table_of(screen), line, &st))
		ui_message(ui, "%s", st.text);
}

static void
run_seats(struct ui *ui, struct screen *screen, int arg)
{
	(void)screen;
	(void)arg;
	ui_ask(ui, "seat and its player (W hard, S human): ", "", seats_done);
}

static void
save_done(struct ui *ui, struct screen *screen, const char *line)
{
	struct status st = { 0 };
	if (*line == '\0')
		return;
	if (record_save(&table_of(screen)->session.match, line, &st))
		ui_message(ui, "saved to %s", line);
	else
		ui_message(ui, "%s", st.text);
}

static void
run_save(struct ui *ui, struct screen *screen, int arg)
{
	const struct table *t = table_of(screen);
	char name[80];
	(void)arg;
	snprintf(name, sizeof name, "%s-%llu.ply", game_of(t)->ops->key,
		 (unsigned long long)t->session.match.setup.seed);
	ui_ask(ui, "save the record as: ", name, save_done);
}

static void
run_copy(struct ui *ui, struct screen *screen, int arg)
{
	const struct table *t = table_of(screen);
	char text[POSITION_TEXT];
	(void)arg;
	if (refused(ui, t))
		return;
	game_of(t)->ops->format_position(game_of(t), &t->board.state, text, sizeof text);
	ui_copy(ui, text);
}

/* ------------------------------------------------------------------ lines, clicks */

static bool
command(struct ui *ui, struct screen *screen, const char *line, struct status *st)
{
	struct table *t = table_of(screen);
	const struct game *g = game_of(t);
	if (strncmp(line, "seat ", 5) == 0)
		return seat_command(ui, t, line + 5, st);
	if (strncmp(line, "save ", 5) == 0) {
		save_done(ui, screen, line + 5);
		return true;
	}
	if (refused(ui, t))
		return true;
	if (strncmp(line, "hint ", 5) == 0) {
		struct player p;
		if (!player_parse(&p, line + 5, t->session.catalog, g, st))
			return false;
		snprintf(t->session.hint_player, sizeof t->session.hint_player, "%s",
			 line + 5);
		session_hint_clear(&t->session);
		run_hint(ui, screen, 0);
		return true;
	}
	const int chooser = session_chooser(&t->session);
	move m;
	if (chooser == SEAT_NONE)
		return false;
	struct state view;
	match_view(&t->session.match, chooser, &view);
	if (!g->ops->parse_move(g, &view, chooser, line, &m, st))
		return false;
	t->review = LIVE;
	play(ui, t, chooser, m);
	return true;
}

static int
complete(struct ui *ui, struct screen *screen, const char *line, char (*out)[64], int max)
{
	const struct table *t = table_of(screen);
	const struct game *g = game_of(t);
	const struct board *b = &t->board;
	int n = 0;
	(void)ui;
	for (int i = 0; i < b->move_count && n < max; i++) {
		char text[MOVE_TEXT];
		g->ops->format_move(g, &b->state, b->chooser, b->moves[i], text,
				    sizeof text);
		if (strncasecmp(text, line, strlen(line)) == 0)
			snprintf(out[n++], 64, "%s", text);
	}
	return n;
}

static void
mouse(struct ui *ui, struct screen *screen, const struct mouse *m)
{
	struct table *t = table_of(screen);
	if (m->wheel_up || m->wheel_down) {
		run_review(ui, screen, m->wheel_up ? -1 : 1);
		return;
	}
	if (!m->click)
		return;
	if (covered(t) || t->session.hand_over) {
		run_choose(ui, screen, 0);
		return;
	}
	const int row =
		m->x >= t->think_rect.x && m->x < t->think_rect.x + t->think_rect.w
			? think_row_at(t->think_rect, &t->think, m->y)
			: -1;
	if (row >= 0) {
		if (row == t->picked)
			choose(ui, t, true);
		else
			run_candidate(ui, screen, row);
		return;
	}
	if (board_click(&t->board, m->y, m->x))
		choose(ui, t, !can_mark(screen));
}

static bool
key(struct ui *ui, struct screen *screen, int k)
{
	if (k < '2' || k > '9')
		return false;
	run_candidate(ui, screen, k - '1');
	return true;
}

static bool
interrupt(struct ui *ui, struct screen *screen)
{
	if (!session_move_now(&table_of(screen)->session))
		return false;
	ui_message(ui, "stopped: its best move stands");
	return true;
}

static void
close_table(struct screen *screen)
{
	session_close(&table_of(screen)->session);
	free(screen);
}

/* ------------------------------------------------------------------ keys */

static bool
can_choose(struct screen *screen)
{
	return session_chooser(&table_of(screen)->session) != SEAT_NONE;
}

static bool
has_person(struct screen *screen)
{
	return session_person(&table_of(screen)->session) != SEAT_NONE;
}

static bool
can_go_on(struct screen *screen)
{
	const struct table *t = table_of(screen);
	return covered(t) || t->review != LIVE || t->session.hand_over ||
	       match_over(&t->session.match);
}

static bool
can_play(struct screen *screen)
{
	return has_person(screen) && !can_go_on(screen);
}

static bool
in_log(struct screen *screen)
{
	return table_of(screen)->pane == PANE_LOG;
}

static bool
is_running(struct screen *screen)
{
	const struct session *s = &table_of(screen)->session;
	return s->mind.worker != NULL || s->hint.worker != NULL;
}

static const struct binding bindings[] = {
	{ K_ENTER, 0, "play", "play", "play the chosen card or move", can_play,
	  run_choose, 0 },
	{ K_ENTER, 0, "go-on", "go on",
	  "go on: the next hand, the game as it stands, the scores", can_go_on,
	  run_choose, 0 },
	{ K_SPACE, 0, "mark", "mark", "pick a card to pass, or put it back", can_mark,
	  run_mark, 0 },
	{ 'h', 0, "hint", "hint",
	  "a hint: what each move costs; again: the line behind it", can_choose, run_hint,
	  0 },
	{ 'u', 0, "undo", "undo", "take back to your last decision", NULL, run_undo, 0 },
	{ K_SPACE, 0, "pause", "pause", "pause the searches, go on", cannot_mark,
	  run_pause, 0 },
	{ 'm', 0, "now", "move now", "the search stops and plays its best move",
	  is_running, run_now, 0 },
	{ 'a', 0, "analyse", "analyse", "analyse without playing, on and off", NULL,
	  run_analyse, 0 },
	{ 'V', 0, "view", "view", "FAIR, STUDY, OPEN", has_person, run_view, 0 },
	{ K_LEFT, 'H', "left", "", "to the next card or cell on the left", NULL, run_walk,
	  K_LEFT },
	{ K_RIGHT, 'L', "right", "", "to the next on the right", NULL, run_walk,
	  K_RIGHT },
	{ K_UP, 'K', "up", "", "to the next above", NULL, run_walk, K_UP },
	{ K_DOWN, 'J', "down", "", "to the next below", NULL, run_walk, K_DOWN },
	{ K_PAGE_UP, 0, "page-up", "", "in the log: a page back", in_log, run_walk,
	  K_PAGE_UP },
	{ K_PAGE_DOWN, 0, "page-down", "", "in the log: a page on", in_log, run_walk,
	  K_PAGE_DOWN },
	{ K_TAB, 0, "pane", "",
	  "the arrows move in the next pane: board, candidates, log", NULL, run_pane, 1 },
	{ K_BACKTAB, 0, "pane-back", "", "the same, backwards", NULL, run_pane, -1 },
	{ '1', 0, "candidate", "", "1 to 9: pick that candidate; Enter plays it", NULL,
	  run_candidate, 0 },
	{ 'O', 0, "overlay", "", "costs on the hand or board, on and off", NULL,
	  run_overlay, 0 },
	{ 'P', 0, "point", "", "whose values are shown: the next seat's", NULL, run_point,
	  0 },
	{ 'U', 0, "undo-one", "", "take back one single move", NULL, run_undo, 1 },
	{ K_CTRL('r'), 0, "redo", "", "play again what was taken back", NULL, run_redo,
	  0 },
	{ '.', 0, "step", "", "one move of a search, then pause", NULL, run_step, 0 },
	{ '+', '=', "more", "", "more candidates", NULL, run_rows, 1 },
	{ '-', 0, "fewer", "", "fewer candidates", NULL, run_rows, -1 },
	{ '>', 0, "faster", "", "searches' moves follow faster", NULL, run_speed, 1 },
	{ '<', 0, "slower", "", "searches' moves stay visible longer", NULL, run_speed,
	  -1 },
	{ '[', 0, "earlier", "", "look back one move; nothing changes", NULL, run_review,
	  -1 },
	{ ']', 0, "later", "", "look on one move", NULL, run_review, 1 },
	{ 's', 0, "seats", "seats", "give a seat to a person or a search", NULL,
	  run_seats, 0 },
	{ 'S', 0, "save", "", "save the record to a file", NULL, run_save, 0 },
	{ 'y', 0, "copy", "", "copy the position", NULL, run_copy, 0 },
	{ 'z', 0, "zoom", "", "board alone, panel alone, both", NULL, run_zoom, 0 },
	{ 'T', 0, "suits", "", "suits as symbols or letters", NULL, run_suits, 0 },
	{ 'r', 0, "rules", "", "rules of this game", NULL, run_rules, 0 },
	{ 'q', K_ESCAPE, "back", "leave", "put a choice back; leave: the game resumes",
	  NULL, run_cancel, 0 },
	{ 0 },
};

static void
shown(struct ui *ui, struct screen *screen)
{
	struct table *t = table_of(screen);
	if (!t->welcomed && has_person(screen))
		ui_message(ui,
			   "arrows and Enter choose, so does a click; ? shows every key");
	t->welcomed = true;
}

static void
hold(struct screen *screen, bool on)
{
	struct session *s = &table_of(screen)->session;
	session_hold(s, on || (s->paused && !s->stepping));
}

static const struct screen_ops table_ops = {
	.name = "table",
	.title = "the table",
	.bindings = bindings,
	.definitions = pane_definitions,
	.draw = draw,
	.key = key,
	.mouse = mouse,
	.command = command,
	.complete = complete,
	.tick = tick,
	.busy = busy,
	.interrupt = interrupt,
	.shown = shown,
	.hold = hold,
	.close = close_table,
};

static struct table *
new_table(void)
{
	struct table *t = session_memory(sizeof *t);
	t->screen.ops = &table_ops;
	t->review = LIVE;
	t->rows = 8;
	t->picked = -1;
	t->point_of_view = -1;
	t->passed_to = SEAT_NONE;
	t->overlay = true;
	return t;
}

static struct screen *
ready(struct ui *ui, struct table *t)
{
	board_init(&t->board, game_of(t));
	t->seen = t->session.match.at;
	t->session.now_us = ui->now_us;
	t->session.speed_ms = ui->settings.speed_ms;
	t->told_over = match_over(&t->session.match);
	return &t->screen;
}

struct session *
table_session(struct screen *s)
{
	return &table_of(s)->session;
}

struct screen *
table_screen(struct ui *ui, const struct setup *setup)
{
	struct table *t = new_table();
	session_open(&t->session, ui->catalog, ui->store, setup, ui->wake_write);
	return ready(ui, t);
}

struct screen *
table_screen_resume(struct ui *ui, struct match *m)
{
	struct table *t = new_table();
	session_take(&t->session, ui->catalog, ui->store, m, ui->wake_write);
	return ready(ui, t);
}
