/*
 * draw.c - the picture of the table: board and cards left, the thinking panel right.
 *
 * In FAIR nothing in it depends on anything the person's seat may not know.
 */
#include "ui/screens/table/private.h"

#include "src/base/text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define THINK_LEAST 14 /* rows left for the search above a matrix or a curve */
#define GAP_LEAST   4  /* rows of a curve */

/* ------------------------------------------------------------------ what is to be drawn */

const struct session_search *
table_hint_now(const struct table *t)
{
	const struct session_search *h = &t->session.hint;
	return t->review == TABLE_LIVE && h->known && h->ply == t->session.match.at
		       ? h
		       : NULL;
}

/* The newest of the graph's points at the position shown or before it; NULL: none. */
static const struct session_point *
judged_last(const struct table *t)
{
	const struct session *s = &t->session;
	int ply = table_shown_ply(t);
	if (ply >= s->point_room)
		ply = s->point_room - 1;
	while (ply >= 0 && !s->points[ply].known)
		ply--;
	return ply >= 0 ? &s->points[ply] : NULL;
}

/* What a search would do with all hands of its seat, in place of the moves of the one it holds;
 * NULL: it has no such strategy. */
static const struct snapshot *
table_draw_range_of(const struct session_search *search)
{
	static struct snapshot out; /* large; one thread draws */
	const struct snapshot *s = &search->snap;
	const struct stats_hands *h = snapshot_hands(s);
	if (!search->known || h == NULL || h->seat != search->seat)
		return NULL;
	if (!snapshot_init(&out, s->seats, s->mover, s->viewer))
		return NULL;
	struct stats_hands *own = snapshot_attach(&out, ATTACHED_HANDS);
	struct stats_ways *ways = snapshot_attach(&out, ATTACHED_WAYS);
	if (own != NULL)
		*own = *h;
	if (ways != NULL && snapshot_ways(s) != NULL)
		*ways = *snapshot_ways(s);
	out.visits_of = "hands%";
	out.move_count = out.moves_total = h->actions;
	for (int a = 0; a < h->actions; a++) {
		stats_move_blank(&out.moves[a], h->action[a]);
		out.moves[a].status = MOVE_OPEN;
		out.moves[a].visits = lroundf(100 * h->all[a]);
	}
	snapshot_sort(&out, true);
	return &out;
}

/* STUDY of private hands: the effort of the opponent's search, and its strategy for all hands. */
static void
set_range(struct think_view *v, const struct session_search *search)
{
	const struct snapshot *range = table_draw_range_of(search);
	v->candidates = range != NULL;
	if (range == NULL)
		return;
	v->search = range;
	v->fair = false;
	v->effort = &search->snap;
	v->ended = search->done ? &search->snap : NULL;
	v->root = &search->root;
}

/* The search that is at work, or the last one: its seat, its player, how far it is. */
static void
set_thinker(struct think_view *v, const struct session *s)
{
	const struct session_search *search = session_thinker(s);
	if (search->known || search->worker != NULL) {
		v->seat = search->seat;
		v->phase = search->worker == NULL      ? THINK_DONE
			   : s->paused && !s->stepping ? THINK_PAUSED
						       : THINK_RUNNING;
		v->effort = search->known ? &search->snap : NULL;
		v->ended = search->known && search->done ? &search->snap : NULL;
		v->given = &s->match.setup.seat[v->seat];
	}
}

/* FAIR: nothing of the others' searches but their time; the advisor's values in their place. */
static void
set_fair(struct table *t)
{
	struct think_view *v = &t->think;
	const struct session *s = &t->session;
	const struct session_search *advisor = &s->advisor;
	const int person = session_person(s);
	if (v->seat != SEAT_NONE) {
		v->effort = v->ended = NULL;
		v->taken_us = session_taken_us(s);
		v->whole_us = session_given_us(s);
	}
	v->source = "win, from your seat";
	v->by = t->mark_name;
	snprintf(t->mark_name, sizeof t->mark_name, "%.*s",
		 (int)strcspn(advisor->name, ":"), advisor->name);
	/* A person who chooses at the same time as others would see a hint. */
	v->candidates = advisor->known && advisor->snap.mover != person &&
			advisor->seat != person && advisor->ply == s->match.at;
	if (v->blank == NULL)
		v->blank = "after the hand, or V";
}

/* The win probability of the newest position that was judged, where it may be seen. */
static void
set_judged(struct think_view *v, const struct table *t)
{
	const struct session_point *last = judged_last(t);
	if (last == NULL || (v->fair && setup_humans(&t->session.match.setup) != 1))
		return;
	v->judged = last->win;
	v->source = v->fair ? "win, from your seat" : "win";
}

/* The person asked for it, so it is shown in FAIR too. */
static void
set_hint(struct table *t, const struct session_search *hint)
{
	const struct session *s = &t->session;
	struct think_view *v = &t->think;
	v->candidates = true;
	v->effort = session_hint_effort(s);
	v->seat = hint->seat;
	v->phase = hint->done ? THINK_WAITING : THINK_RUNNING;
	v->helper = t->mark_name;
	v->fair = false;
	v->ended = v->judge = NULL;
	v->given = NULL;
	v->source = s->analysing ? "win, by the analysis" : "win, by the hint";
	snprintf(t->mark_name, sizeof t->mark_name, "%s by %.*s",
		 s->analysing ? "analysis" : "hint", (int)strcspn(hint->name, ":"),
		 hint->name);
}

/* The values of a search: its moves, and why they are no probabilities. */
static void
set_values(struct think_view *v, const struct session *s,
	   const struct session_search *shown)
{
	v->search = shown->known ? &shown->snap : NULL;
	v->root = &shown->root;
	v->by_hand = s->calibration.by_hand;
	v->unknown = *s->unjudged != '\0' ? s->unjudged
		     : s->calibration.stages == 0 && v->search != NULL
			     ? "unknown: no calibration"
			     : NULL;
}

/* How the person looks at the list of moves. */
static void
set_list(struct think_view *v, const struct table *t)
{
	v->rows = t->rows;
	v->suits = t->board.symbols;
	v->picked = t->picked;
	v->value_name = t->board.ops->value_name;
	v->value_top = t->board.ops->value_top;
	v->focus = t->pane == PANE_CANDIDATES;
	v->point_of_view = t->point_of_view >= 0 ? t->point_of_view
			   : v->search != NULL	 ? v->search->mover
						 : 0;
}

/* The panel's search: the hint, if one was asked for, else whatever may be shown of the others. */
void
table_set_think(struct table *t)
{
	const struct session *s = &t->session;
	const struct session_search *search = session_thinker(s),
				    *hint = table_hint_now(t),
				    *judge = session_judging(s);
	const bool live = t->review == TABLE_LIVE;
	const bool fair = session_fair(s) && table_shown_viewer(t) != SEAT_ALL;
	const int person = session_person(s);
	struct think_view *v = &t->think;
	*v = (struct think_view){
		.game = table_game(t),
		.seat = SEAT_NONE,
		.back = !live,
		.fair = fair,
		.candidates = true,
		.numbers = t->numbers,
		.source = "win",
		.blank = session_chooser(s) != SEAT_NONE ? "h: a hint" : NULL,
		.judge = live && judge != NULL ? &judge->snap : NULL,
	};
	set_thinker(v, s);
	if (fair)
		set_fair(t);
	if (hint != NULL)
		set_hint(t, hint);
	else
		set_judged(v, t);
	set_values(v, s, hint != NULL ? hint : fair ? &s->advisor : search);
	if (fair && hint == NULL && session_ranges(s) && search->viewer != person &&
	    search->seat != person)
		set_range(v, search);
	set_list(v, t);
}

/* Panel and board number the candidates alike: in an order that is renewed twice a second. */
static void
set_order(const struct ui *ui, struct table *t)
{
	static struct snapshot view; /* large; one thread draws */
	static struct stats_move rows[STATS_MOVES];
	const struct snapshot *s = t->think.search;
	struct board *b = &t->board;
	if (s == NULL)
		return;
	think_order_renew(&t->order, s,
			  ui->now_us); /* it may be another since the last tick */
	view = *s;
	view.moves = rows;
	for (int i = 0; i < s->move_count; i++)
		for (int k = 0; k < s->move_count; k++)
			if (s->moves[k].m == t->order.m[i])
				rows[i] = s->moves[k];
	b->marks = b->marks == s ? &view : b->marks;
	b->ghost = b->ghost == s ? &view : b->ghost;
	t->think.search = &view;
}

/* The cards passed to the bottom seat, until it has played one. */
static void
set_received(const struct table *t, struct board *b, int ply)
{
	const struct match *m = &t->session.match;
	const struct game *g = table_game(t);
	struct state before, after;
	b->received = 0;
	if (b->ops->received == NULL || (b->viewer != SEAT_ALL && b->viewer != b->bottom))
		return;
	while (b->received == 0 && --ply >= 0 && m->plies[ply].seat >= 0) {
		match_view_at(m, ply, b->bottom, &before);
		match_view_at(m, ply + 1, b->bottom, &after);
		b->received = b->ops->received(g, &before, &after, b->bottom,
					       &b->received_from);
		if (b->received == 0 && m->plies[ply].seat == b->bottom)
			return;
	}
}

/* The ways of the moves that others made since the bottom seat's last, the newest left out: that
 * is the board's own. */
static void
set_trails(const struct table *t, struct board *b, int ply)
{
	static struct scene sc; /* large; one thread draws */
	const struct match *m = &t->session.match;
	const struct game *g = table_game(t);
	b->trails = 0;
	if (g->view->path == NULL || game_hidden(g))
		return;
	for (int k = ply - 2; k >= 0 && k > ply - g->seats; k--) {
		struct board_trail *trail = &b->trail[b->trails];
		if (m->plies[k].seat < 0 || m->plies[k].seat == b->bottom)
			return;
		scene_clear(&sc);
		g->view->scene(g, &m->states[k + 1], b->viewer, &sc);
		if (sc.way_count < 2 || sc.way_count > TRAIL_CELLS)
			continue;
		trail->seat = m->plies[k].seat;
		trail->count = sc.way_count;
		memcpy(trail->cell, sc.way, (size_t)sc.way_count * sizeof *sc.way);
		b->trails++;
	}
}

/* The candidates of whoever thinks, where they may be seen; in FAIR the person's own estimate. */
static void
set_ghost(const struct table *t, struct board *b)
{
	const struct session *s = &t->session;
	const struct session_search *search = &s->search, *advisor = &s->advisor;
	const int person = session_person(s);
	b->estimate = session_fair(s) && b->viewer != SEAT_ALL;
	if (b->estimate) {
		const bool now = advisor->known && advisor->ply == s->match.at &&
				 advisor->seat != person && advisor->snap.mover != person;
		b->ghost = now && t->review == TABLE_LIVE && !s->paused ? &advisor->snap
									: NULL;
		b->ghost_root = &advisor->root;
		return;
	}
	const bool thinks = search->worker != NULL && search->known &&
			    search->ply == t->session.match.at && !t->session.paused;
	const bool seen = !session_fair(&t->session) && t->review == TABLE_LIVE;
	b->ghost = thinks && seen ? &search->snap : NULL;
	b->ghost_root = &search->root;
}

/* What is left on the clock of a seat, "4:05"; "" without one. */
static void
clock_text(const struct session *s, int seat, char *out, int size)
{
	const int64_t left = session_left_ms(s, seat);
	const int seconds = left > 0 ? (int)((left + 999) / 1000) : 0;
	out[0] = '\0';
	if (s->match.setup.clock.ms > 0)
		snprintf(out, (size_t)size, "%d:%02d", seconds / 60, seconds % 60);
}

/* The clock and the player of a seat: "4:05 you". */
static const char *
seat_word_of(struct table *t, int seat)
{
	const char *word = setup_seat_word(&t->session.match.setup, seat);
	char *out = t->seat_words[seat], clock[16];
	clock_text(&t->session, seat, clock, sizeof clock);
	snprintf(out, sizeof t->seat_words[seat], "%s%s%s", clock,
		 clock[0] != '\0' ? " " : "", word);
	return out;
}

static void
table_draw_set_board(const struct ui *ui, struct table *t)
{
	struct session *s = &t->session;
	struct board *b = &t->board;
	const struct game *g = table_game(t);
	const int ply = table_shown_ply(t), person = session_person(s);
	b->viewer = table_shown_viewer(t);
	b->kanji = ui->settings.kanji;
	b->reviewing = t->review != TABLE_LIVE;
	b->bottom = person != SEAT_NONE ? person : 0;
	match_view_at(&s->match, ply, b->viewer, &b->state);
	set_received(t, b, ply);
	set_trails(t, b, ply);
	set_ghost(t, b);
	b->chooser = table_covered(t) ? SEAT_NONE : session_chooser(s);
	const int mover = game_mover(g, &b->state);
	b->turn = mover < 0 ? SEAT_NONE : mover;
	if (t->review == TABLE_LIVE && session_turn(s) != SEAT_NONE && !s->hand_over)
		b->turn = session_turn(s);
	for (int i = 0; i < g->seats; i++)
		b->names[i] = seat_word_of(t, i);
	const struct session_search *hint = table_hint_now(t);
	const bool helped =
		s->tell_costs || hint != NULL || s->match.setup.view != VIEW_FAIR;
	for (int i = 0; i < g->seats; i++)
		b->known[i] = t->beliefs.text[helped][i];
	board_set_moves(b, &s->match.states[s->match.at]);
	table_coach_flag(t);
	const bool marks = hint != NULL && t->overlay && hint->seat == b->chooser;
	b->marks = marks ? &hint->snap : NULL;
	b->marks_root = marks ? &hint->root : NULL;
	b->mark_rows = t->rows < 3 ? t->rows : 3;
}

/* Whether a complete trick is still on the table, or how far it has moved towards its winner. */
static void
set_gone(const struct ui *ui, struct table *t)
{
	const struct session *s = &t->session;
	const int64_t swept = ui->now_us - s->rest_us;
	t->board.gone = 0;
	if (s->rest_us == 0 || t->review != TABLE_LIVE || t->board.last_trick ||
	    swept <= 0)
		return;
	const bool over = !ui->settings.animation || swept >= TABLE_SLIDE_US;
	t->board.gone = over ? 1 : (float)swept / TABLE_SLIDE_US;
}

/* How far the newest card or peg has moved. Any key completes the move. */
static void
set_way(const struct ui *ui, struct table *t)
{
	const int64_t gone = ui->now_us - t->slide_us;
	if (!t->frame || t->review != TABLE_LIVE || gone >= TABLE_SLIDE_US)
		t->slide_us = 0;
	t->frame = false;
	t->board.way = t->slide_us > 0 ? (float)gone / TABLE_SLIDE_US : 1;
}

/* ------------------------------------------------------------------ drawing */

static void
title_text(const struct table *t, int w, char *title, int size, char *right,
	   int right_size)
{
	const struct session *s = &t->session;
	const struct game *g = table_game(t);
	const struct setup *setup = &s->match.setup;
	char headline[120] = "";
	g->view->headline(g, &t->board.state, t->board.viewer, headline, sizeof headline);
	const int person = session_person(s);
	char you[60] = "watching", clock[16] = "";
	if (person != SEAT_NONE) {
		clock_text(s, person, clock, sizeof clock);
		snprintf(you, sizeof you, "%s%syou: %s", clock,
			 clock[0] != '\0' ? "  " : "", g->text->seat_name(g, person));
	}
	static const char *const views[] = { "[FAIR: hidden] ", "[STUDY: thoughts] ",
					     "[OPEN: all seen] " };
	snprintf(right, (size_t)right_size, "%s%s%s%s%.45s", s->paused ? "PAUSED " : "",
		 t->review != TABLE_LIVE ? "LOOKING BACK " : "",
		 game_hidden(g) && person != SEAT_NONE ? views[setup->view] : "",
		 s->match.assisted ? "help used  " : "", you);
	snprintf(title, (size_t)size, "%s  %s  seed %llu", g->ops->title, headline,
		 (unsigned long long)setup->seed);
	if (canvas_width(title) + canvas_width(right) + 4 > w) /* half a seed is none */
		snprintf(title, (size_t)size, "%s  %s", g->ops->title, headline);
	if (w >= CANVAS_NARROW || canvas_width(title) + canvas_width(right) + 4 <= w)
		return;
	/* "paused" is more important than the end of the headline. */
	snprintf(right, (size_t)right_size, "%s",
		 s->paused		   ? "PAUSED"
		 : t->review != TABLE_LIVE ? "LOOKING BACK"
					   : "");
	const int room = w - canvas_width(right) - 4;
	if (*right != '\0' && canvas_width(title) > room && room > 0)
		snprintf(title + room - 1, 2, "~");
}

#define OVER_ROWS 3

/* What to do once a hand is over, a row for each. */
static void
draw_over_keys(const struct table *t, struct canvas *c, struct rect r)
{
	static const char *const rows[OVER_ROWS][2] = {
		{ "A", "what each move cost; [ looks back" },
		{ "L", "your three costliest moves again" },
		{ "Enter", "deals the next hand" },
	};
	const bool asks = setup_humans(&t->session.match.setup) == 1;
	for (int i = 0; i < OVER_ROWS; i++) {
		if (i == 1 && !asks)
			continue;
		canvas_put(c, r.y + i, r.x + 1, ROLE_KEY, rows[i][0]);
		canvas_put_w(c, r.y + i, r.x + 7, r.w - 7,
			     i + 1 < OVER_ROWS ? ROLE_TEXT : ROLE_STRONG, rows[i][1]);
	}
}

/* The score sheet over the board, at the end of a hand or when it is asked for; the result alone where
 * its columns have no room. */
static void
sheet_box(const struct table *t, struct canvas *c, struct rect r, bool fits)
{
	const struct session *s = &t->session;
	const bool over = s->hand_over && t->review == TABLE_LIVE;
	const int at = table_shown_ply(t), keys = over ? OVER_ROWS : 1;
	struct state end;
	match_view_at(&s->match, at, SEAT_ALL, &end);
	const int rows = fits ? sheet_height(&s->match, at)
			      : scores_height(table_game(t), &end) + 1;
	struct rect box = { r.y, r.x, rows + keys + 2 < r.h ? rows + keys + 2 : r.h,
			    r.w };
	box.y += (r.h - box.h) / 2;
	canvas_fill(c, box, ROLE_TEXT, " ");
	struct rect in =
		canvas_frame(c, box, over ? "the hand is over" : "the score sheet", true);
	const struct rect last = { in.y + in.h - keys, in.x, keys, in.w };
	in.h -= keys;
	if (fits)
		sheet_draw(c, in, &s->match, at);
	else
		scores_draw(c, (struct rect){ in.y, in.x + 1, in.h, in.w - 2 },
			    table_game(t), &end, SEAT_NONE);
	if (over)
		draw_over_keys(t, c, last);
	else
		canvas_put_w(c, last.y, in.x + 1, in.w - 2, ROLE_STRONG,
			     "w goes back to the board");
}

/* Over the board: the sheet where it has room for its columns, else the result alone. False:
 * neither. */
static bool
over_board(const struct table *t, struct canvas *c, struct rect r)
{
	const struct session *s = &t->session;
	const bool over = s->hand_over && t->review == TABLE_LIVE && !table_sweeps(t) &&
			  (table_game(t)->traits & TRAIT_MUCKS) == 0;
	const bool fits =
		sheet_kept(&s->match) && sheet_fits(r.w - 2, &s->match) && r.h >= 10;
	const bool shown = over || (t->sheet && fits);
	if (shown)
		sheet_box(t, c, r, fits);
	return shown;
}

static void
cover_draw(const struct table *t, struct canvas *c, struct rect r)
{
	const struct game *g = table_game(t);
	const int seat = session_chooser(&t->session);
	char line[120];
	snprintf(line, sizeof line, "Pass the terminal to %s, then press Enter.",
		 board_seat_word(g, seat));
	const int w = canvas_width(line) < r.w ? canvas_width(line) : r.w;
	canvas_put_words(c, (struct rect){ r.y + r.h / 2 - 2, r.x + (r.w - w) / 2, 2, w },
			 (enum role)(ROLE_SEAT_0 + seat), line);
	canvas_put(c, r.y + r.h / 2 + 1, r.x + (r.w > 34 ? (r.w - 34) / 2 : 0), ROLE_DIM,
		   "No cards are shown until then.");
}

static void
log_pane(struct table *t, struct canvas *c, struct rect r)
{
	char text[40] = "log";
	if (t->log_back > 0)
		snprintf(text, sizeof text, "log, up to %d moves ago", t->log_back);
	pane_heading(c, r.y, r.x, r.w, text, t->pane == PANE_LOG);
	const struct rect in = { r.y + 1, r.x, r.h - 1, r.w };
	const int most = table_shown_ply(t) - in.h;
	if (t->log_back > most)
		t->log_back = most > 0 ? most : 0;
	log_draw(c, in, &t->session, table_shown_ply(t) - t->log_back, t->board.symbols);
	table_ticker_draw(t, c, in, table_shown_ply(t) - t->log_back);
}

static void
board_draw(struct table *t, struct canvas *c, struct rect r)
{
	const struct rect old = canvas_clip(c, r);
	struct board *b = &t->board;
	const struct rect verdict = { r.y + r.h - 1, r.x, 1, r.w };
	const bool coached = t->session.tell_costs && r.h > 4 &&
			     session_person(&t->session) != SEAT_NONE;
	r.h -= coached; /* nothing else is written there */
	b->ops->draw(b, c, r);
	const int at = board_find(b, b->cursor);
	if (b->chooser != SEAT_NONE && (at < 0 || !b->spots[at].live)) {
		/* The cursor is always on something that can be chosen. */
		if (board_stand(b)) {
			canvas_fill(c, r, ROLE_TEXT, " ");
			b->ops->draw(b, c, r);
		}
	}
	if (coached)
		table_coach_draw(t, c, verdict);
	if (!over_board(t, c, r))
		sheet_draw(c, b->room, &t->session.match, table_shown_ply(t));
	canvas_clip(c, old);
}

static void
panel_hands(struct table *t, struct canvas *c, struct rect r)
{
	struct grid_view v;
	table_hands_view(t, &v);
	grid_draw(c, r, &v);
	t->hands_rect = r;
}

/* The search of the panel, and below it how its exploitability fell; without room for both that is
 * a row of the search. */
static void
panel_gap(struct table *t, struct canvas *c, struct rect r)
{
	struct think_view *v = &t->think;
	const int most = v->fair ? 0 : gap_height(v->effort), left = r.h - THINK_LEAST;
	struct rect gap = r;
	v->gap = left < GAP_LEAST;
	gap.h = v->gap ? 0 : left < most ? left : most;
	r.h -= gap.h;
	gap.y += r.h;
	t->think_rect = r;
	think_draw(c, r, v);
	if (gap.h > 0)
		gap_draw(c, gap, v->effort);
}

/* The search of the panel; the matrix of a simultaneous choice in its place (M), or under it where
 * there is room for both. */
static void
panel_think(struct table *t, struct canvas *c, struct rect r)
{
	const struct think_view *v = &t->think;
	if (t->hands > 0) {
		panel_hands(t, c, r);
		return;
	}
	const int rows = v->search != NULL && v->candidates
				 ? matrix_height(snapshot_joint(v->search))
				 : 0;
	if (rows == 0 && t->matrix == 0) {
		panel_gap(t, c, r);
		return;
	}
	const bool alone = t->matrix > 0;
	const bool both = !alone && rows > 0 && r.h >= rows + THINK_LEAST;
	struct rect think = r, matrix = r;
	think.h -= alone ? r.h : both ? rows : 0;
	matrix.h -= think.h;
	matrix.y += think.h;
	t->think_rect = think;
	if (think.h > 0)
		think_draw(c, think, v);
	if (matrix.h > 0)
		matrix_draw(c, matrix, v, t->matrix == 2);
}

/* One line each for the scores and the search, for small terminals. */
static void
table_draw_draw_small(struct table *t, struct canvas *c, struct rect area)
{
	const struct game *g = table_game(t);
	struct figure f[FIGURES_MAX];
	const int figures = game_figures(g, &t->board.state, f);
	const bool status = area.h >= 8;
	int x = area.x;
	for (int i = 0; status && i < g->seats; i++) {
		x = canvas_putf(c, area.y, x, (enum role)(ROLE_SEAT_0 + i), "%s%s",
				i == t->board.turn ? "*" : "", g->text->seat_name(g, i));
		if (figures > 0) {
			char value[BOARD_FIGURE];
			board_figure(g, &t->board.state, &f[0], i, value);
			x = canvas_put(c, area.y, x + 1, ROLE_TEXT, value);
		}
		x += 2;
	}
	board_draw(t, c,
		   (struct rect){ area.y + status, area.x, area.h - 2 * status, area.w });
	const struct think_view *v = &t->think;
	char spent[12], nodes[12];
	if (status && v->fair && v->given != NULL) {
		text_format_duration(spent, sizeof spent, v->taken_us / 1000);
		canvas_putf(c, area.y + area.h - 1, area.x, ROLE_DIM, "time %s %s",
			    g->text->seat_name(g, v->seat), spent);
	}
	if (!status || v->effort == NULL || v->seat == SEAT_NONE)
		return;
	text_format_duration(spent, sizeof spent, v->effort->elapsed_us / 1000);
	text_format_count(nodes, sizeof nodes, (double)v->effort->nodes);
	canvas_putf(c, area.y + area.h - 1, area.x, ROLE_DIM, "effort %s %s  %s nodes",
		    g->text->seat_name(g, v->seat), spent, nodes);
}

static void
graph_pane(struct table *t, struct canvas *c, struct rect r)
{
	pane_heading(c, r.y, r.x, r.w, "win probability over the game",
		     t->pane == PANE_GRAPH);
	graph_draw(c, (struct rect){ r.y + 1, r.x, r.h - 1, r.w }, &t->session,
		   t->review);
}

static void
seats_pane(struct table *t, struct canvas *c, struct rect r)
{
	pane_heading(c, r.y, r.x, r.w, "the seats' searches", t->pane == PANE_SEATS);
	seats_draw(c, (struct rect){ r.y + 1, r.x, r.h - 1, r.w }, table_game(t),
		   t->figures, &t->think);
}

static void
scores_pane(struct table *t, struct canvas *c, struct rect r)
{
	pane_heading(c, r.y, r.x, r.w, "scores", false);
	scores_draw(c, (struct rect){ r.y + 1, r.x, r.h - 1, r.w }, table_game(t),
		    &t->board.state, t->board.turn);
}

static void
draw_panes(struct table *t, struct canvas *c, struct rect area)
{
	static void (*const draw[PANES])(struct table *, struct canvas *, struct rect) = {
		[PANE_BOARD] = board_draw, [PANE_CANDIDATES] = panel_think,
		[PANE_GRAPH] = graph_pane, [PANE_LOG] = log_pane,
		[PANE_SEATS] = seats_pane,
	};
	const struct table_layout *l = &t->layout;
	for (int i = 0; i < l->line_count; i++)
		canvas_vline(c, area.y, l->line_x[i], area.h, ROLE_FRAME);
	for (int i = 0; i < PANES; i++) {
		if (!table_pane_shown(t, (enum pane)i))
			continue;
		const struct rect old = canvas_clip(c, l->pane[i]);
		draw[i](t, c, l->pane[i]);
		canvas_clip(c, old);
	}
	if (l->scores.h > 0)
		scores_pane(t, c, l->scores);
}

void
table_draw(struct ui *ui, struct screen *screen, struct canvas *c)
{
	struct table *t = table_of(screen);
	table_take_settings(ui, t); /* :set may have changed them */
	char title[200], right[80];
	board_seat_roles(table_game(t), c);
	c->suits = c->suits && t->board.symbols;
	table_draw_set_board(ui, t);
	table_set_think(t);
	set_order(ui, t);
	set_way(ui, t);
	set_gone(ui, t);
	title_text(t, c->w, title, sizeof title, right, sizeof right);
	const struct rect area = ui_chrome(ui, screen, c, title, right);
	table_lay_out(t, &ui->settings.panes, area);
	t->board.spot_count = 0;
	t->think_rect = t->hands_rect = (struct rect){ 0 };
	if (table_covered(t))
		cover_draw(t, c, area);
	else if (t->layout.small && !t->zoomed && t->layout.pane[PANE_BOARD].h > 0)
		table_draw_draw_small(t, c, area);
	else
		draw_panes(t, c, area);
}
