/*
 * play.c - the table: telling what happened, choosing a move, walking the panes, clicks.
 */
#include "ui/screens.h"
#include "ui/screens/table/private.h"

#include <stdarg.h>
#include <stdio.h>

/* ------------------------------------------------------------------ news */

void
table_say(struct ui *ui, const struct table *t, const char *format, ...)
{
	char text[sizeof ui->message];
	va_list args;
	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	board_suits(table_game(t), text, t->board.symbols ? sizeof text : 0);
	ui_message(ui, "%s", text);
}

void
table_tell_ply(struct ui *ui, const struct table *t, int ply)
{
	const struct session *s = &t->session;
	const struct game *g = table_game(t);
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
	if (known)
		game_event(g, &before, p->seat, p->m, &after, event, sizeof event);
	table_say(ui, t, "%s%s%s", said, *event != '\0' ? ".  " : "", event);
}

bool
table_news(struct ui *ui, struct table *t)
{
	struct session *s = &t->session;
	bool any = false;
	if (t->seen > s->match.at)
		t->seen = s->match.at;
	for (; t->seen < s->match.at; t->seen++) {
		table_tell_ply(ui, t, t->seen);
		if (ui->settings.animation && 2000 * s->speed_ms > TABLE_SLIDE_US)
			t->slide_us = ui->now_us;
		t->frame = true;
		t->log_back += t->log_back > 0;
		t->board.last_trick = false;
		t->hints = 0;
		t->picked = -1;
		any = true;
	}
	if (any && session_chooser(s) != SEAT_NONE && table_can_claim(&t->screen))
		ui_message(ui, session_hand_claimed(s) ? "the rest are yours: c claims"
						       : "no points are left: c claims");
	if (*s->note != '\0') {
		ui_warning(ui, s->note);
		*s->note = '\0';
		any = true;
	}
	return any;
}

/* ------------------------------------------------------------------ choosing */

void
table_play(struct ui *ui, struct table *t, int seat, move m)
{
	struct status st = { 0 };
	if (!table_coach_allows(ui, t, seat, m))
		return;
	/* While a person chose no tick has looked at the clock and the settings. */
	t->session.now_us = ui->now_us;
	table_take_settings(ui, t);
	if (!session_play(&t->session, seat, m, &st))
		table_say(ui, t, "%s", st.text);
	board_cancel(&t->board);
	t->overlay = true;
	table_news(ui, t);
}

static void
table_play_choose(struct ui *ui, struct table *t, bool take)
{
	char text[BOARD_TEXT];
	move m = MOVE_NONE;
	switch (board_choose(&t->board, take, &m, text, sizeof text)) {
	case BOARD_MOVE: table_play(ui, t, t->board.chooser, m); return;
	case BOARD_MORE:
	case BOARD_NOTHING:
		if (*text != '\0')
			table_say(ui, t, "%s", text);
		return;
	}
}

void
table_run_choose(struct ui *ui, struct screen *screen, int arg)
{
	struct table *t = table_of(screen);
	const bool choosing = session_chooser(&t->session) != SEAT_NONE;
	ui->message[0] = '\0';
	if (table_covered(t))
		t->passed_to = session_chooser(&t->session);
	else if (t->review != TABLE_LIVE)
		t->review = TABLE_LIVE;
	else if (session_rests(&t->session) && (t->session.hand_over || !choosing))
		session_go_on(&t->session);
	else if (t->session.hand_over)
		session_continue(&t->session);
	else if (match_over(&t->session.match))
		ui_push(ui, game_over_screen(ui, &t->session.match));
	else
		table_play_choose(ui, t, true);
}

void
table_run_mark(struct ui *ui, struct screen *screen, int arg)
{
	table_play_choose(ui, table_of(screen), false);
}

bool
table_can_mark(struct screen *screen)
{
	const struct board *b = &table_of(screen)->board;
	return b->ops->marking != NULL && b->ops->marking(b);
}

void
table_run_candidate(struct ui *ui, struct screen *screen, int arg)
{
	struct table *t = table_of(screen);
	const struct session_search *hint = table_hint_now(t);
	if (board_answer(&t->board, arg)) { /* a question on the board comes first */
		table_play_choose(ui, t, true);
		return;
	}
	if (t->think.search == NULL || !t->think.candidates || arg >= t->order.count ||
	    arg >= t->rows) {
		ui_message(ui, "no candidate %d is shown", arg + 1);
		return;
	}
	t->picked = arg;
	if (hint != NULL && hint->seat == t->board.chooser) {
		board_cancel(&t->board);
		board_show(&t->board, t->order.m[arg]);
		ui_message(ui, "Enter plays it");
	}
}

/* ------------------------------------------------------------------ bets */

bool
table_can_bet(struct screen *screen)
{
	const struct table *t = table_of(screen);
	char text[BOARD_TEXT];
	return t->board.ops->bet != NULL && t->review == TABLE_LIVE &&
	       !table_covered(t) && t->board.chooser != SEAT_NONE &&
	       t->board.ops->bet(&t->board, BET_CALL, text, sizeof text);
}

bool
table_has_bets(struct screen *screen)
{
	return table_of(screen)->board.ops->bet != NULL;
}

/* Plays a typed move, or says what is wrong with it and what is legal. */
static void
play_text(struct ui *ui, struct table *t, const char *text)
{
	const struct game *g = table_game(t);
	struct status st = { 0 };
	move m;
	const int seat = t->board.chooser;
	if (game_parse_move(g, &t->board.state, seat, text, &m, &st))
		table_play(ui, t, seat, m);
	else
		ui_message(ui, "%s", st.text);
}

/* The amount was typed; it may be another seat's turn by now. */
static void
raise_done(struct ui *ui, struct screen *screen, const char *line)
{
	char text[80];
	if (*line == '\0' || !table_can_bet(screen))
		return;
	snprintf(text, sizeof text, "raise to %.60s", line);
	play_text(ui, table_of(screen), text);
}

void
table_run_bet(struct ui *ui, struct screen *screen, int bet)
{
	struct table *t = table_of(screen);
	char text[BOARD_TEXT], label[BOARD_TEXT];
	if (!t->board.ops->bet(&t->board, (enum board_bet)bet, text, sizeof text)) {
		ui_message(ui, "%s", text);
		return;
	}
	if (bet != BET_RAISE) {
		play_text(ui, t, text);
		return;
	}
	snprintf(label, sizeof label, "bet or raise to (300 3bb 75%% pot min all): ");
	ui_ask(ui, label, text, raise_done);
}

void
table_run_blinds(struct ui *ui, struct screen *screen, int arg)
{
	struct table *t = table_of(screen);
	t->board.in_blinds = !t->board.in_blinds;
	ui_message(ui, "amounts in %s", t->board.in_blinds ? "big blinds" : "chips");
}

/* A digit of a move that is a number, or a candidate. */
void
table_run_digit(struct ui *ui, struct screen *screen, int arg)
{
	const struct table *t = table_of(screen);
	if (!board_takes_number(&t->board)) {
		table_run_candidate(ui, screen, arg);
		return;
	}
	if (table_can_bet(screen))
		table_run_bet(ui, screen, BET_RAISE);
	else
		table_run_type(ui, screen, 0);
	ui_type(ui, '1' + arg);
}

static void
walk_log(struct table *t, int key)
{
	const int page =
		t->layout.pane[PANE_LOG].h > 2 ? t->layout.pane[PANE_LOG].h - 2 : 1;
	t->log_back += key == K_UP	    ? 1
		       : key == K_DOWN	    ? -1
		       : key == K_PAGE_UP   ? page
		       : key == K_PAGE_DOWN ? -page
					    : 0;
	if (t->log_back < 0)
		t->log_back = 0; /* the other end is known when it is drawn */
}

void
table_run_next(struct ui *ui, struct screen *screen, int arg)
{
	board_next(&table_of(screen)->board, arg);
}

void
table_run_walk(struct ui *ui, struct screen *screen, int arg)
{
	struct table *t = table_of(screen);
	const int rows = t->order.count < t->rows ? t->order.count : t->rows;
	const int to = t->picked + (arg == K_UP ? -1 : 1);
	switch (t->pane) {
	case PANE_LOG: walk_log(t, arg); return;
	case PANE_CANDIDATES:
		if ((arg == K_UP || arg == K_DOWN) && to >= 0 && to < rows)
			table_run_candidate(ui, screen, to);
		return;
	case PANE_GRAPH:
		if (arg == K_LEFT || arg == K_RIGHT)
			table_run_review(ui, screen, arg == K_LEFT ? -1 : 1);
		return;
	case PANE_BOARD:
	case PANE_SEATS:
	case PANES:
		if (t->board.ops->walk == NULL || !t->board.ops->walk(&t->board, arg))
			board_step(&t->board, arg);
		return;
	}
}

/* Drops the innermost choice that can be dropped and names it; NULL: there was none. */
static const char *
table_play_put_back(struct table *t)
{
	if (board_cancel(&t->board))
		return "put back";
	if (t->zoomed) {
		t->zoomed = false;
		return "all panes again";
	}
	if (t->pane != PANE_BOARD) {
		t->pane = PANE_BOARD;
		t->log_back = 0;
		return "arrows: the board";
	}
	if (t->review == TABLE_LIVE)
		return NULL;
	t->review = TABLE_LIVE;
	return "back in the game";
}

/* Esc only puts back: pressing it twice never leaves the table. */
void
table_run_cancel(struct ui *ui, struct screen *screen, int leave)
{
	const char *said = table_play_put_back(table_of(screen));
	if (said != NULL)
		ui_message(ui, "%s", said);
	else if (leave)
		ui_pop(ui);
	else
		ui_message(ui, "q leaves the table%s",
			   ui->store != NULL ? "; the game can be resumed" : "");
}
/* ------------------------------------------------------------------ clicks */

static bool
table_play_inside(const struct rect *r, const struct mouse *m)
{
	return m->y >= r->y && m->y < r->y + r->h && m->x >= r->x && m->x < r->x + r->w;
}

/* The wheel scrolls whatever is under it: the log, the candidates, else the game itself. */
static void
wheel(struct ui *ui, struct screen *screen, const struct mouse *m)
{
	struct table *t = table_of(screen);
	const int step = m->wheel_up ? -1 : 1;
	if (table_play_inside(&t->layout.pane[PANE_LOG], m))
		walk_log(t, m->wheel_up ? K_UP : K_DOWN);
	else if (table_play_inside(&t->layout.pane[PANE_CANDIDATES], m))
		table_run_rows(ui, screen, step);
	else
		table_run_review(ui, screen, step);
}

/* A click on a candidate picks it, a second one plays it; one on a line of the log, on the graph or
 * on a hand of the sheet looks back there. */
static bool
click_pane(struct ui *ui, struct screen *screen, const struct mouse *m)
{
	struct table *t = table_of(screen);
	const struct rect *think = &t->think_rect;
	const struct rect *log = &t->layout.pane[PANE_LOG];
	const struct rect *graph = &t->layout.pane[PANE_GRAPH];
	const struct rect *sheet = &t->board.room;
	const int row =
		table_play_inside(think, m) ? think_row_at(*think, &t->think, m->y) : -1;
	if (table_click_hands(t, m))
		return true;
	if (row >= 0 && row == t->picked)
		table_play_choose(ui, t, true);
	else if (row >= 0)
		table_run_candidate(ui, screen, row);
	else if (table_play_inside(log, m)) {
		const int rows = log->h - 1, at = table_shown_ply(t) - t->log_back;
		const int ply = (at > rows ? at - rows : 0) + m->y - log->y - 1;
		if (ply < at)
			table_jump(ui, t, ply);
	} else if (table_play_inside(graph, m)) {
		const int ply = graph_ply(*graph, &t->session, m->x);
		if (ply >= 0)
			table_jump(ui, t, ply);
	} else if (table_play_inside(sheet, m)) {
		const struct match *played = &t->session.match;
		const int hand = sheet_hand(*sheet, played, table_shown_ply(t), m->y);
		if (hand > 0)
			table_jump(ui, t, sheet_first(played, played->at, hand));
		return hand > 0;
	} else
		return row >= 0;
	return true;
}

void
table_mouse(struct ui *ui, struct screen *screen, const struct mouse *m)
{
	struct table *t = table_of(screen);
	if (m->wheel_up || m->wheel_down) {
		wheel(ui, screen, m);
		return;
	}
	if (table_layout_mouse(ui, t, m) || !m->click)
		return;
	if (table_covered(t) || t->session.hand_over) {
		table_run_choose(ui, screen, 0);
		return;
	}
	if (click_pane(ui, screen, m))
		return;
	if (board_click(&t->board, m->y, m->x))
		table_play_choose(ui, t, !table_can_mark(screen));
}

bool
table_key(struct ui *ui, struct screen *screen, int k)
{
	if (k < '0' + !board_takes_number(&table_of(screen)->board) || k > '9')
		return false;
	table_run_digit(ui, screen, k - '1');
	return true;
}
