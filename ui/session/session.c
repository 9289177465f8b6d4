/*
 * session.c - a table without a screen: see session.h.
 *
 * The order of one tick: read the searches, play a finished move when it may be seen, then start
 * the next ones. A move waits for three things: the previous move has been visible for speed_ms,
 * the game is not paused, and (hidden cards, a person at the table) some time has passed since the
 * seat was asked, so that a forced card does not answer faster than a choice: all of its time= in
 * FAIR.
 */
#include "ui/session/private.h"

#include "src/base/clock.h"
#include "src/core/equity.h"
#include "ui/boards/boards.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HINT_MS	   1500
#define HAND_DELAY 4 /* times speed_ms, without a person */

void
session_note(struct session *s, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	vsnprintf(s->note, sizeof s->note, format, args);
	va_end(args);
}

/* ------------------------------------------------------------------ opening */

void *
session_memory(size_t bytes)
{
	const size_t whole = (bytes + 63) & ~(size_t)63;
	void *memory = aligned_alloc(64, whole);
	if (memory != NULL)
		return memset(memory, 0, whole);
	BUG("not enough memory for a table");
}

/* ------------------------------------------------------------------ the graph */

static struct session_point *
point_at(struct session *s, int ply)
{
	if (ply >= s->point_room) {
		const int room = ply * 2 + 64;
		struct session_point *grown =
			realloc(s->points, (size_t)room * sizeof *grown);
		if (grown == NULL)
			return NULL;
		memset(grown + s->point_room, 0,
		       (size_t)(room - s->point_room) * sizeof *grown);
		s->points = grown;
		s->point_room = room;
	}
	return &s->points[ply];
}

/* NULL: no memory. */
static struct session_point *
note_win(struct session *s, const struct session_search *by)
{
	struct session_point *p = point_at(s, by->ply);
	const struct snapshot *snap = &by->snap;
	if (p == NULL) {
		s->advise = false;
		return NULL;
	}
	p->known = by->known && !isnan(snap->win[0]);
	const bool both = p->known && !isnan(snap->match_win[0]);
	for (int i = 0; i < session_game(s)->seats && p->known; i++) {
		p->win[0][i] = (float)(both ? snap->match_win[i] : snap->win[i]);
		p->win[1][i] = (float)(both ? snap->hand_win[i] : snap->win[i]);
	}
	return p;
}

void
session_note_judged(struct session *s, const struct session_search *by)
{
	struct session_point *p = note_win(s, by);
	if (p != NULL)
		p->judged = true;
}

/* Only with one person at the screen, for others may not see what its seat can conclude. At an
 * opponent's turn the judge overwrites it: how far it came depends on how long that seat
 * thought. */
static void
session_note_advised(struct session *s)
{
	const int ply = s->advisor.ply;
	if (session_humans(s) != 1)
		return;
	if (session_chooser(s) != SEAT_NONE && s->advisor.done)
		session_note_judged(s, &s->advisor);
	else if (!isnan(s->advisor.snap.win[0]) &&
		 (ply >= s->point_room || !s->points[ply].judged))
		note_win(s, &s->advisor);
}

static void
session_share_win(const int32_t *result, int seats, double *win)
{
	double value[SEATS_MAX];
	for (int i = 0; i < seats; i++)
		value[i] = result[i];
	game_share_win(value, seats, win);
}

/* The end of a hand or of the game is known to all: who has won it, and the match that follows from
 * it. */
static void
session_note_end(struct session *s, int ply)
{
	const struct game *g = session_game(s);
	const struct state *end = &s->match.states[ply];
	struct session_point *p = point_at(s, ply);
	int32_t result[SEATS_MAX] = { 0 };
	double match[SEATS_MAX], hand[SEATS_MAX];
	struct sheet sheet;
	if (p == NULL)
		return;
	g->knowledge->evaluate(g, end, result);
	session_share_win(result, g->seats, hand);
	memcpy(match, hand, sizeof match);
	if (g->rules->acting(g, end) == 0) {
		g->rules->points(g, end, result);
		session_share_win(result, g->seats, match);
	} else if (equity_sheet(&s->calibration, g, end, &sheet)) {
		equity_win(&s->calibration, &sheet, g->seats, 1000, NULL, match);
	}
	for (int i = 0; i < g->seats; i++) {
		p->win[0][i] = (float)match[i];
		p->win[1][i] = (float)hand[i];
	}
	p->judged = p->known = true;
}

void
session_note_ends(struct session *s, int from)
{
	const struct game *g = session_game(s);
	for (int k = from; k <= s->match.at; k++)
		if (g->rules->settled(g, &s->match.states[k]))
			session_note_end(s, k);
}

/* ------------------------------------------------------------------ opening */

/* A game that goes on is held; one that is held elsewhere becomes another game. */
static void
hold(struct session *s)
{
	struct status st = { 0 };
	if (s->store == NULL || s->match.id == 0 ||
	    store_hold(s->store, s->match.id, &st))
		return;
	session_note(s, "%s: what you play here becomes a game of its own", st.text);
	s->match.id = 0;
	s->copy = true;
}

static void
session_begin(struct session *s)
{
	s->paused = false;
	s->hint_ms = HINT_MS;
	snprintf(s->hint_player, sizeof s->hint_player, "hard");
	s->speed_ms = 600;
	s->advise = true;
	s->search.ply = s->advisor.ply = s->hint.ply = s->judge.ply = -1;
	if (game_hidden(session_game(s)) && s->match.setup.view != VIEW_FAIR)
		session_assisted(s);
	struct status st = { 0 };
	if (!calibration_load(&s->calibration, session_game(s), &st) && st.failed)
		session_note(s, "no win probabilities: %s", st.text);
	session_note_ends(s, 0);
	hold(s);
}

void
session_open(struct session *s, const struct catalog *c, struct store *store,
	     const struct setup *setup, int wake_fd)
{
	*s = (struct session){ .catalog = c, .store = store, .wake_fd = wake_fd };
	match_open(&s->match, setup);
	session_begin(s);
}

void
session_take(struct session *s, const struct catalog *c, struct store *store,
	     struct match *m, int wake_fd)
{
	*s = (struct session){ .catalog = c, .store = store, .wake_fd = wake_fd };
	s->match = *m;
	*m = (struct match){ 0 };
	session_begin(s);
}

static bool lost; /* sessions are closed by one thread */

bool
session_lost(void)
{
	return lost;
}

void
session_close(struct session *s)
{
	session_save(s);
	lost = lost || s->unsaved[0] != '\0';
	if (s->store != NULL)
		store_release(s->store, s->match.id);
	session_search_drop(&s->search);
	session_search_drop(&s->advisor);
	session_search_drop(&s->hint);
	session_search_drop(&s->judge);
	session_forget_parked(s);
	session_forget_costs(s, 0);
	struct snapshot *const own[] = {
		&s->search.snap, &s->advisor.snap, &s->hint.snap, &s->judge.snap,
		&s->last.snap,	 &s->later,	   NULL
	};
	for (int i = 0; own[i] != NULL; i++)
		snapshot_free(own[i]);
	free(s->points);
	free(s->costs);
	s->points = NULL;
	s->costs = NULL;
	match_close(&s->match);
}

/* Somebody who only watched leaves no game to continue. */
static bool
has_begun(const struct session *s)
{
	const struct match *m = &s->match;
	const bool watched = setup_humans(&m->setup) == 0;
	if (s->copy)
		return false;
	for (int k = 0; k < m->at; k++)
		if (m->plies[k].human || (watched && m->plies[k].seat >= 0))
			return true;
	return false;
}

void
session_save(struct session *s)
{
	struct status st = { 0 };
	const bool fresh = s->match.id == 0, failed = s->unsaved[0] != '\0';
	if (s->store == NULL || (fresh && !has_begun(s)))
		return;
	const bool saved = store_save(s->store, &s->match, &st);
	if (saved && fresh)
		hold(s);
	if (saved && failed)
		session_note(s, "saved again, with all moves");
	else if (!saved && !failed)
		session_note(s, "not saved, to be tried again: %s", st.text);
	snprintf(s->unsaved, sizeof s->unsaved, "%s", st.text);
}

/* ------------------------------------------------------------------ playing */

/* A hand that ended on the way from one ply to the next is shown before the next deal. */
void
session_notice_hand(struct session *s, int from)
{
	const struct game *g = session_game(s);
	for (int k = from + 1; k < s->match.at; k++)
		if (g->rules->settled(g, &s->match.states[k])) {
			s->hand_over = true;
			s->hand_ply = session_mucks(s) && s->speed_ms >= AT_ONCE_MS
					      ? from + 1
					      : k;
		}
}

/* A search for a seat that had to choose before the move of another and still has: a
 * simultaneous choice. The seat knows no more than before, so its search goes on. */
static bool
still_asked(const struct session *s, const struct session_search *search, int from)
{
	const struct game *g = session_game(s);
	const seat_set before = g->rules->acting(g, &s->match.states[from]);
	const seat_set both = before & match_acting(&s->match);
	return search->ply == from && search->viewer == search->seat &&
	       both != ACTING_CHANCE && s->match.at == from + 1 &&
	       s->match.plies[from].seat != search->seat &&
	       (both >> search->seat & 1) != 0;
}

/* A complete trick is looked at before the game goes on, unless moves follow at once. */
static void
begin_rest(struct session *s, int from)
{
	const struct game *g = session_game(s);
	const struct board_ops *ops = board_ops_for(g);
	s->rest_us = 0;
	if (s->trick_ms > 0 && s->speed_ms >= AT_ONCE_MS && ops->rests != NULL &&
	    ops->rests(g, &s->match.states[from], &s->match.states[from + 1]))
		s->rest_us = s->now_us + (int64_t)s->trick_ms * 1000;
}

bool
session_rests(const struct session *s)
{
	return s->now_us < s->rest_us;
}

/* It is on the table, or moving to its winner. */
static bool
holds_trick(const struct session *s)
{
	return s->rest_us > 0 && s->now_us < s->rest_us + (int64_t)s->sweep_ms * 1000;
}

void
session_go_on(struct session *s)
{
	if (session_rests(s))
		s->rest_us = s->now_us;
}

int64_t
session_asked_for_us(const struct session *s)
{
	const int64_t from = s->rest_us > s->begun_us ? s->rest_us : s->begun_us;
	return s->now_us > from ? s->now_us - from : 0;
}

static void
after_move(struct session *s, int from)
{
	session_forget_judged(s, from + 1); /* of what was taken back */
	session_forget_costs(s, from);
	session_cost_by_hint(s, from);
	session_note_ends(s, from + 1);
	begin_rest(s, from);
	s->copy = false;
	s->played_us = s->now_us;
	s->asked_us = s->now_us;
	session_clock_move(s, from);
	session_clock_turn(s);
	session_search_park(s);
	if (match_over(&s->match))
		session_tell_end(s);
	if (still_asked(s, &s->hint, from))
		s->hint.ply = s->match.at;
	else
		session_search_forget(&s->hint);
	if (still_asked(s, &s->advisor, from))
		s->advisor.ply = s->match.at;
	session_notice_hand(s, from);
	session_save(s);
}

bool
session_play(struct session *s, int seat, move m, struct status *st)
{
	if (s->hand_over)
		session_continue(s);
	const int from = s->match.at;
	const bool keep = s->search.worker != NULL && s->search.seat != seat;
	if (!match_play(&s->match, seat, m, "", st))
		return false;
	s->match.plies[from].human = true;
	s->copy = false;
	if (keep && (match_acting(&s->match) >> s->search.seat & 1) != 0) {
		/* A simultaneous choice: the other seat knows no more than before. */
		s->search.ply = s->match.at;
		session_clock_move(s, from);
		session_forget_costs(s, from);
		session_search_forget(&s->hint);
		session_save(s);
		return true;
	}
	after_move(s, from);
	return true;
}

/* For a search without a time limit: the least of hold, 2 hold, 4 hold ... that was enough for it,
 * so that its time says next to nothing about its cards. */
static int64_t
even_us(int64_t elapsed_us, int64_t hold_us)
{
	int64_t even = hold_us;
	while (hold_us > 0 && even < elapsed_us)
		even *= 2;
	return even;
}

/* True when a finished move of a search may appear on the table now. In FAIR an opponent answers
 * when its time is up, however little its cards leave to think about. */
static bool
may_show(const struct session *s)
{
	if ((s->paused && !s->stepping) || holds_trick(s))
		return false;
	const int64_t speed_us = (int64_t)s->speed_ms * 1000;
	if (s->match.at > 0 && s->now_us - s->played_us < speed_us)
		return false;
	const int64_t asked_for_us = s->now_us - s->asked_us;
	if (!game_hidden(session_game(s)) || session_humans(s) == 0)
		return !s->search.filmed || asked_for_us >= speed_us;
	const struct snapshot *snap = &s->search.snap;
	const bool even = session_fair(s) && !s->bounded;
	if ((even || snap->stop == STOP_ONLY_MOVE) && asked_for_us < snap->limit_us)
		return false;
	if (even && snap->limit_us == 0)
		return asked_for_us >= even_us(snap->elapsed_us, speed_us);
	return asked_for_us >= speed_us;
}

/* The move of a search that ended without any result: the game's own quick player. */
static move
fallback_move(const struct session *s, int seat, const struct state *view)
{
	const struct game *g = session_game(s);
	struct rng r;
	rng_seed(&r, rng_fork(s->match.setup.seed, (uint64_t)s->match.at));
	return game_quick_move(g, view, seat, &r);
}

/* The seat to move has no move: the game pauses, and continues by asking again. */
static bool
stop_at(struct session *s, const char *why)
{
	const int seat = s->search.seat;
	session_note(s, "%s cannot move: %s; the game is paused",
		     session_game(s)->text->seat_name(session_game(s), seat), why);
	session_search_forget(&s->search);
	s->paused = true;
	s->stepping = false;
	session_show_hold(s, true);
	return true;
}

static bool
play_finished(struct session *s)
{
	struct session_search *search = &s->search;
	if (search->worker == NULL || !search->done || s->hand_over || !may_show(s))
		return false;
	if (search->snap.stop == STOP_FAILED) {
		struct text why = { 0 };
		snapshot_add_fault(&search->snap, true, &why);
		stop_at(s, why.s);
		text_free(&why);
		return true;
	}
	if (search->snap.resigned)
		session_note(s, "%s resigns; its best move is played on",
			     session_game(s)->text->seat_name(session_game(s),
							      search->seat));
	const move m = search->snap.move_count > 0
			       ? search->snap.moves[0].m
			       : fallback_move(s, search->seat, &search->root);
	char comment[MATCH_COMMENT] = "";
	if (search->snap.move_count > 0)
		match_comment(&search->snap, session_game(s), comment, sizeof comment);
	s->answer_us = session_asked_for_us(s);
	const int from = s->match.at;
	struct status st = { 0 };
	if (!match_play(&s->match, search->seat, m, comment, &st))
		return stop_at(s, st.text);
	after_move(s, from);
	if (s->stepping) {
		s->stepping = false;
		s->paused = true;
		session_show_hold(s, true);
	}
	return true;
}

/* ------------------------------------------------------------------ giving work */

static bool
give_turn(struct session *s)
{
	const int seat = session_turn(s);
	if (s->hand_over || s->search.worker != NULL || (s->paused && !s->stepping) ||
	    seat == SEAT_NONE || session_is_human(s, seat))
		return false;
	struct status st = { 0 };
	s->asked_us = s->begun_us = s->now_us;
	struct player p = s->match.setup.seat[seat];
	session_clock_limit(s, seat, &p);
	if (session_search_start(s, &s->search, seat, seat, &p, &st))
		return true;
	s->paused = true;
	session_show_hold(s, true);
	session_note(s, "%s cannot think: %s; the game is paused",
		     session_game(s)->text->seat_name(session_game(s), seat), st.text);
	return true;
}

/* How long a deal of a run-out stays on the screen; its end stays twice as long. */
static int64_t
look_us(const struct session *s)
{
	const int ms = s->trick_ms > s->speed_ms ? s->trick_ms : s->speed_ms;
	return s->speed_ms >= AT_ONCE_MS ? (int64_t)ms * 1000 : 0;
}

/* Cards dealt after the last decision of a hand are shown one deal at a time. */
static bool
run_out(struct session *s)
{
	const struct game *g = session_game(s);
	if (!s->hand_over || s->paused || !session_mucks(s) ||
	    g->rules->settled(g, &s->match.states[s->hand_ply]) ||
	    s->now_us - s->played_us < look_us(s))
		return false;
	s->hand_ply++;
	s->played_us = s->now_us;
	return true;
}

static bool
deal_on(struct session *s)
{
	const struct game *g = session_game(s);
	if (!s->hand_over || s->paused || holds_trick(s) ||
	    (session_humans(s) > 0 && !session_mucks(s)) ||
	    !g->rules->settled(g, &s->match.states[s->hand_ply]))
		return false;
	const int64_t delay = session_mucks(s) && session_humans(s) > 0
				      ? 2 * look_us(s)
				      : (int64_t)s->speed_ms * 1000 * HAND_DELAY;
	if (s->now_us - s->played_us < delay)
		return false;
	session_continue(s);
	return true;
}

bool
session_tick(struct session *s, int64_t now_us)
{
	s->now_us = now_us;
	bool changed = session_show_read(s, &s->search);
	if (changed && s->peeking) {
		s->peeking = false;
		if (s->search.worker != NULL)
			worker_pause(s->search.worker, true);
	}
	if (session_show_read(s, &s->advisor)) {
		changed = true;
		session_note_advised(s);
		if (s->advisor.done)
			session_search_drop(&s->advisor);
	}
	if (session_read_hint(s)) {
		changed = true;
		if (s->hint.done)
			session_search_drop(&s->hint);
	}
	changed |= session_clock_tick(s);
	changed |= play_finished(s);
	changed |= run_out(s);
	changed |= deal_on(s);
	changed |= give_turn(s);
	changed |= session_give_advisor(s);
	changed |= session_give_analysis(s);
	changed |= session_give_judge(s);
	changed |= session_give_costs(s);
	return changed;
}

bool
session_waiting(const struct session *s)
{
	if (s->hand_over || (s->paused && !s->stepping))
		return false;
	const int seat = session_turn(s);
	return seat != SEAT_NONE && !session_is_human(s, seat);
}

bool
session_busy(const struct session *s)
{
	return session_waiting(s) || session_clock_wanted(s) || holds_trick(s) ||
	       session_helper_wanted(s) || session_judge_wanted(s) ||
	       session_costs_wanted(s) || s->hint.worker != NULL ||
	       (s->advisor.worker != NULL && !s->paused) || s->peeking ||
	       (s->hand_over && !s->paused &&
		(session_humans(s) == 0 || session_mucks(s)));
}
