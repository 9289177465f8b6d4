/*
 * session.c - a table without a screen: see session.h.
 *
 * The order of one tick: read what the searches say, play a finished move when it may be
 * seen, then give work to whoever has none. A move waits for three things: the previous move
 * has been visible for speed_ms, the game is not paused, and (hidden cards, a person at the
 * table) some time has passed since the seat was asked, so that a forced card does not
 * answer faster than a choice.
 */
#include "ui/session.h"

#include "src/base/clock.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HINT_MS	      1500
#define ANALYSIS_MS   (24 * 60 * 60 * 1000)
#define ROUND_MS      1000 /* the first round of an analysis */
#define ADVISOR_NODES 60000
#define HAND_DELAY    4 /* times speed_ms, without a person */

__attribute__((format(printf, 2, 3))) static void
note(struct session *s, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	vsnprintf(s->note, sizeof s->note, format, args);
	va_end(args);
}

static const struct game *
game_of(const struct session *s)
{
	return &s->match.setup.game;
}

/* ------------------------------------------------------------------ minds */

static void
mind_drop(struct session_mind *mind)
{
	worker_free(mind->worker);
	mind->worker = NULL;
}

static void
mind_forget(struct session_mind *mind)
{
	mind_drop(mind);
	mind->known = false;
	mind->done = false;
	mind->ply = -1;
}

static bool
mind_start(struct session *s, struct session_mind *mind, int viewer, int seat,
	   const struct player *p, uint64_t seed, struct status *st)
{
	mind_drop(mind);
	match_view(&s->match, viewer, &mind->root);
	snprintf(mind->name, sizeof mind->name, "%s", p->text);
	mind->viewer = viewer;
	mind->seat = seat;
	mind->ply = s->match.at;
	mind->seed = seed;
	mind->known = false;
	mind->done = false;
	mind->worker = worker_start(game_of(s), &mind->root, viewer, p, seed,
				    s->calibration.stages > 0 ? &s->calibration : NULL,
				    s->wake_fd, st);
	return mind->worker != NULL;
}

/* The newest snapshot; true when it is new. */
static bool
mind_read(struct session_mind *mind)
{
	if (mind->worker == NULL || mind->done)
		return false;
	const bool done =
		worker_done(mind->worker); /* before reading: the last one counts */
	const bool fresh = worker_read(mind->worker, &mind->snap);
	if (fresh)
		mind->known = true;
	mind->done = done;
	return fresh || done;
}

/* ------------------------------------------------------------------ who is who */

static int
humans(const struct session *s)
{
	return setup_humans(&s->match.setup);
}

static bool
seat_is_human(const struct session *s, int seat)
{
	return s->match.setup.seat[seat].human;
}

static int
only_human(const struct session *s)
{
	for (int i = 0; i < game_of(s)->seats; i++)
		if (seat_is_human(s, i))
			return i;
	return SEAT_NONE;
}

/* A person among the acting seats, or SEAT_NONE. */
int
session_chooser(const struct session *s)
{
	const seat_set acting = match_acting(&s->match);
	if (acting == 0 || acting == ACTING_CHANCE || s->hand_over)
		return SEAT_NONE;
	for (int i = 0; i < game_of(s)->seats; i++)
		if ((acting >> i & 1) != 0 && seat_is_human(s, i))
			return i;
	return SEAT_NONE;
}

/* The last person who decided, for the table that several share. */
static int
last_person(const struct session *s)
{
	for (int k = s->match.at - 1; k >= 0; k--) {
		const int seat = s->match.plies[k].seat;
		if (seat >= 0 && seat_is_human(s, seat))
			return seat;
	}
	return only_human(s);
}

int
session_person(const struct session *s)
{
	const int n = humans(s);
	if (n == 0)
		return SEAT_NONE;
	if (n == 1)
		return only_human(s);
	const int chooser = session_chooser(s);
	return chooser != SEAT_NONE ? chooser : last_person(s);
}

int
session_viewer(const struct session *s)
{
	const int person = session_person(s);
	if (person == SEAT_NONE || s->match.setup.view == VIEW_OPEN || s->hand_over)
		return SEAT_ALL;
	return match_over(&s->match) ? SEAT_ALL : person;
}

int
session_viewer_at(const struct session *s, int ply)
{
	const struct game *g = game_of(s);
	for (int k = ply; k <= s->match.at; k++)
		if (g->ops->settled(g, &s->match.states[k]))
			return SEAT_ALL;
	return session_viewer(s);
}

int
session_turn(const struct session *s)
{
	const seat_set acting = match_acting(&s->match);
	if (acting == 0 || acting == ACTING_CHANCE)
		return SEAT_NONE;
	for (int i = 0; i < game_of(s)->seats; i++)
		if ((acting >> i & 1) != 0 && !seat_is_human(s, i))
			return i;
	return session_chooser(s);
}

bool
session_fair(const struct session *s)
{
	return game_hidden(game_of(s)) && humans(s) > 0 &&
	       s->match.setup.view == VIEW_FAIR;
}

void
session_assisted(struct session *s)
{
	if (humans(s) > 0)
		s->match.assisted = true;
}

/* ------------------------------------------------------------------ opening */

void *
session_memory(size_t bytes)
{
	const size_t whole = (bytes + 63) & ~(size_t)63;
	void *memory = aligned_alloc(64, whole);
	if (memory != NULL)
		return memset(memory, 0, whole);
	BUG("no memory for a table");
}

static void
begin(struct session *s)
{
	s->paused = false;
	s->hint_ms = HINT_MS;
	snprintf(s->hint_player, sizeof s->hint_player, "hard");
	s->speed_ms = 600;
	s->advise = true;
	s->mind.ply = s->advisor.ply = s->hint.ply = -1;
	struct status st = { 0 };
	if (!calibration_load(&s->calibration, game_of(s), &st) && st.failed)
		note(s, "no win probabilities: %s", st.text);
}

void
session_open(struct session *s, const struct catalog *c, struct store *store,
	     const struct setup *setup, int wake_fd)
{
	*s = (struct session){ .catalog = c, .store = store, .wake_fd = wake_fd };
	match_open(&s->match, setup);
	begin(s);
	session_save(s);
}

void
session_take(struct session *s, const struct catalog *c, struct store *store,
	     struct match *m, int wake_fd)
{
	*s = (struct session){ .catalog = c, .store = store, .wake_fd = wake_fd };
	s->match = *m;
	*m = (struct match){ 0 };
	begin(s);
}

void
session_close(struct session *s)
{
	session_save(s);
	mind_drop(&s->mind);
	mind_drop(&s->advisor);
	mind_drop(&s->hint);
	free(s->points);
	s->points = NULL;
	match_close(&s->match);
}

void
session_save(struct session *s)
{
	if (s->store == NULL || s->store_failed)
		return;
	struct status st = { 0 };
	if (!store_save(s->store, &s->match, &st)) {
		s->store_failed = true;
		note(s, "not saved from here on: %s", st.text);
	}
}

/* ------------------------------------------------------------------ playing */

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

/* Keeps the win probabilities of a search for the graph. */
static void
note_point(struct session *s, const struct session_mind *mind, bool fair)
{
	if (!mind->known || isnan(mind->snap.win[0]))
		return;
	struct session_point *p = point_at(s, mind->ply);
	if (p == NULL)
		return;
	float *win = fair ? p->fair_win : p->study_win;
	for (int i = 0; i < game_of(s)->seats; i++)
		win[i] = (float)mind->snap.win[i];
	if (fair)
		p->fair = true;
	else
		p->study = true;
}

/* A hand that ended on the way from one ply to the next is shown before the next deal. */
static void
notice_hand(struct session *s, int from)
{
	const struct game *g = game_of(s);
	for (int k = from + 1; k < s->match.at; k++)
		if (g->ops->settled(g, &s->match.states[k])) {
			s->hand_over = true;
			s->hand_ply = k;
		}
}

/* A search for a seat that had to choose before the move and still has: a simultaneous
 * choice of others. The seat knows no more than before, so its search goes on. */
static bool
still_asked(const struct session *s, const struct session_mind *mind, int from)
{
	const struct game *g = game_of(s);
	const seat_set before = g->ops->acting(g, &s->match.states[from]);
	const seat_set both = before & match_acting(&s->match);
	return mind->ply == from && mind->viewer == mind->seat && both != ACTING_CHANCE &&
	       s->match.at == from + 1 && (both >> mind->seat & 1) != 0;
}

static void
after_move(struct session *s, int from)
{
	s->played_us = s->now_us;
	s->asked_us = s->now_us;
	mind_drop(&s->mind);
	if (still_asked(s, &s->hint, from))
		s->hint.ply = s->match.at;
	else
		mind_forget(&s->hint);
	if (still_asked(s, &s->advisor, from))
		s->advisor.ply = s->match.at;
	notice_hand(s, from);
	session_save(s);
}

bool
session_play(struct session *s, int seat, move m, struct status *st)
{
	if (s->hand_over)
		session_continue(s);
	const int from = s->match.at;
	const bool keep = s->mind.worker != NULL && s->mind.seat != seat;
	if (!match_play(&s->match, seat, m, "", st))
		return false;
	s->match.plies[from].human = true;
	if (keep && (match_acting(&s->match) >> s->mind.seat & 1) != 0) {
		/* A simultaneous choice: the other seat knows no more than before. */
		s->mind.ply = s->match.at;
		mind_forget(&s->hint);
		session_save(s);
		return true;
	}
	after_move(s, from);
	return true;
}

/* True when a finished move of a search may appear on the table now. */
static bool
may_show(const struct session *s)
{
	if (s->paused && !s->stepping)
		return false;
	const int64_t speed_us = (int64_t)s->speed_ms * 1000;
	if (s->match.at > 0 && s->now_us - s->played_us < speed_us)
		return false;
	if (!game_hidden(game_of(s)) || humans(s) == 0)
		return true;
	const uint64_t dice = rng_fork(s->match.setup.seed, (uint64_t)s->match.at);
	const int64_t hold_us = speed_us / 2 + (int64_t)(dice % 1000) * speed_us / 2000;
	return s->now_us - s->asked_us >= hold_us;
}

/* The move of a search that ended without any result: the game's own quick player. */
static move
fallback_move(const struct session *s, int seat, const struct state *view)
{
	const struct game *g = game_of(s);
	struct rng r;
	rng_seed(&r, rng_fork(s->match.setup.seed, (uint64_t)s->match.at));
	return g->ops->policy(g, view, seat, &r);
}

static bool
play_finished(struct session *s)
{
	struct session_mind *mind = &s->mind;
	if (mind->worker == NULL || !mind->done || s->hand_over || !may_show(s))
		return false;
	const move m = mind->snap.move_count > 0
			       ? mind->snap.moves[0].m
			       : fallback_move(s, mind->seat, &mind->root);
	char comment[MATCH_COMMENT] = "";
	if (mind->snap.move_count > 0)
		match_comment(&mind->snap, game_of(s), comment, sizeof comment);
	note_point(s, mind, false);
	const int from = s->match.at;
	struct status st = { 0 };
	if (!match_play(&s->match, mind->seat, m, comment, &st))
		BUG("a search chose an illegal move: %s", st.text);
	after_move(s, from);
	if (s->stepping) {
		s->stepping = false;
		s->paused = true;
	}
	return true;
}

/* ------------------------------------------------------------------ giving work */

static uint64_t
decision_seed(const struct session *s, int seat)
{
	return subject_seed(&s->match, s->match.at, seat);
}

static bool
give_turn(struct session *s)
{
	const int seat = session_turn(s);
	if (s->hand_over || s->mind.worker != NULL || (s->paused && !s->stepping) ||
	    seat == SEAT_NONE || seat_is_human(s, seat))
		return false;
	struct status st = { 0 };
	s->asked_us = s->now_us;
	if (mind_start(s, &s->mind, seat, seat, &s->match.setup.seat[seat],
		       decision_seed(s, seat), &st))
		return true;
	s->paused = true;
	note(s, "%s cannot think: %s; the game is paused",
	     game_of(s)->ops->seat_name(game_of(s), seat), st.text);
	return true;
}

/* The hint player with its outermost limits replaced. */
static bool
helper_player(const struct session *s, const struct limits *limits, struct player *p,
	      struct status *st)
{
	if (!player_parse(p, s->hint_player, s->catalog, game_of(s), st))
		return false;
	p->part[0].limits.depth = 0;
	p->part[0].limits.sims = 0;
	p->part[0].limits.nodes = limits->nodes;
	p->part[0].limits.time_ms = limits->time_ms;
	return true;
}

/* FAIR: what the person's seat may conclude, limited by nodes and so the same again for all
 * deals that look the same from there. */
static bool
give_advisor(struct session *s)
{
	if (!s->advise || !session_fair(s) || s->hand_over || s->paused ||
	    match_over(&s->match) || s->advisor.ply == s->match.at)
		return false;
	struct status st = { 0 };
	const int person = session_person(s);
	struct player p;
	const struct limits limits = { .nodes = ADVISOR_NODES };
	if (!helper_player(s, &limits, &p, &st) ||
	    !mind_start(s, &s->advisor, person, session_turn(s), &p,
			decision_seed(s, person) ^ (uint64_t)s->match.at, &st)) {
		s->advise = false;
		note(s, "no advisor: %s", st.text);
	}
	return true;
}

static bool
start_hint(struct session *s, const struct limits *limits, struct status *st)
{
	const bool hidden = game_hidden(game_of(s));
	const int person = session_person(s);
	const int turn =
		session_chooser(s) != SEAT_NONE ? session_chooser(s) : session_turn(s);
	if (match_over(&s->match) || turn == SEAT_NONE || s->hand_over)
		return status_fail(st, "nothing to search: the hand is over");
	const int viewer =
		hidden && person != SEAT_NONE && session_fair(s) ? person : turn;
	if (viewer != turn && session_chooser(s) == SEAT_NONE && !s->analysing)
		return status_fail(st, "a hint is for your own turn");
	struct player p;
	if (!helper_player(s, limits, &p, st) ||
	    !mind_start(s, &s->hint, viewer, turn, &p, decision_seed(s, turn) + 1, st))
		return false;
	session_assisted(s);
	return true;
}

/* With hidden cards the time is shared out among deals, so that a search without an end would
 * never come to the second of them: an analysis is then a round of a second, one of two, and so
 * on, each from the start. */
static bool
start_analysis(struct session *s, bool again, struct status *st)
{
	s->round_ms = !game_hidden(game_of(s)) ? 0 : again ? 2 * s->round_ms : ROUND_MS;
	const struct limits limits = { .time_ms = s->round_ms > 0 ? s->round_ms
								  : ANALYSIS_MS };
	if (again)
		s->later = s->hint.snap;
	if (!start_hint(s, &limits, st))
		return false;
	s->hint.known =
		again; /* what the last round has found stays until this one ends */
	return true;
}

/* The round is over, and a longer one may find more. */
static bool
round_wanted(const struct session *s)
{
	return s->analysing && s->hint.done && s->hint.ply == s->match.at &&
	       s->round_ms > 0 && s->round_ms < ANALYSIS_MS &&
	       s->hint.snap.stop == STOP_TIME;
}

static bool
give_analysis(struct session *s)
{
	const bool again = round_wanted(s);
	if (!s->analysing || (s->hint.ply == s->match.at && !again) || s->hand_over ||
	    s->paused || match_over(&s->match))
		return false;
	struct status st = { 0 };
	if (!start_analysis(s, again, &st)) {
		s->analysing = false;
		note(s, "no analysis: %s", st.text);
	}
	return true;
}

/* A later round is read aside until it has ended. */
static bool
read_hint(struct session *s)
{
	struct session_mind *hint = &s->hint;
	const bool aside = s->round_ms > ROUND_MS;
	if (!aside || hint->worker == NULL || hint->done)
		return mind_read(hint);
	const bool done = worker_done(hint->worker);
	const bool fresh = worker_read(hint->worker, &s->later);
	if (done && s->later.move_count > 0 && s->later.stop != STOP_INTERRUPTED)
		hint->snap = s->later;
	hint->done = done;
	return fresh || done;
}

const struct snapshot *
session_hint_effort(const struct session *s)
{
	return s->round_ms > ROUND_MS && s->hint.worker != NULL ? &s->later
								: &s->hint.snap;
}

static bool
deal_on(struct session *s)
{
	if (!s->hand_over || s->paused || humans(s) > 0)
		return false;
	if (s->now_us - s->played_us < (int64_t)s->speed_ms * 1000 * HAND_DELAY)
		return false;
	session_continue(s);
	return true;
}

bool
session_tick(struct session *s, int64_t now_us)
{
	s->now_us = now_us;
	bool changed = mind_read(&s->mind);
	if (mind_read(&s->advisor)) {
		changed = true;
		if (s->advisor.done) {
			/* Only where the person is to choose: elsewhere whether it comes to an
			 * end depends on how long an opponent thinks. */
			if (session_chooser(s) != SEAT_NONE)
				note_point(s, &s->advisor, true);
			mind_drop(&s->advisor);
		}
	}
	if (read_hint(s)) {
		changed = true;
		if (s->hint.done)
			mind_drop(&s->hint);
	}
	changed |= play_finished(s);
	changed |= deal_on(s);
	changed |= give_turn(s);
	changed |= give_advisor(s);
	changed |= give_analysis(s);
	return changed;
}

bool
session_waiting(const struct session *s)
{
	if (s->hand_over || (s->paused && !s->stepping))
		return false;
	const int seat = session_turn(s);
	return seat != SEAT_NONE && !seat_is_human(s, seat);
}

/* A helper that is to be started for the position on the table. */
static bool
helper_wanted(const struct session *s)
{
	if (s->hand_over || s->paused || match_over(&s->match))
		return false;
	return (s->analysing && (s->hint.ply != s->match.at || round_wanted(s))) ||
	       (s->advise && session_fair(s) && s->advisor.ply != s->match.at);
}

bool
session_busy(const struct session *s)
{
	return session_waiting(s) || helper_wanted(s) || s->hint.worker != NULL ||
	       (s->advisor.worker != NULL && !s->paused) ||
	       (s->hand_over && !s->paused && humans(s) == 0);
}

/* ------------------------------------------------------------------ steering */

/* The position changed by other means than a move: all searches are out of date. */
static void
position_changed(struct session *s)
{
	mind_forget(&s->mind);
	mind_forget(&s->advisor);
	mind_forget(&s->hint);
	s->hand_over = false;
	s->played_us = s->now_us;
	session_save(s);
}

bool
session_undo(struct session *s, bool single)
{
	const int person = humans(s) > 1 ? last_person(s) : session_person(s);
	const int seat = single || person == SEAT_NONE ? SEAT_ALL : person;
	if (!match_undo(&s->match, seat))
		return false;
	session_assisted(s);
	position_changed(s);
	const int turn = session_turn(s);
	if (turn != SEAT_NONE && !seat_is_human(s, turn) &&
	    session_chooser(s) == SEAT_NONE) /* or it would be played again at once */
		session_pause(s, true);
	return true;
}

bool
session_redo(struct session *s)
{
	if (!match_redo(&s->match))
		return false;
	while (session_chooser(s) == SEAT_NONE && humans(s) > 0 && match_redo(&s->match))
		continue;
	position_changed(s);
	return true;
}

void
session_hold(struct session *s, bool on)
{
	struct session_mind *minds[] = { &s->mind, &s->advisor, &s->hint };
	for (int i = 0; i < 3; i++)
		if (minds[i]->worker != NULL)
			worker_pause(minds[i]->worker, on);
}

void
session_pause(struct session *s, bool on)
{
	s->paused = on;
	s->stepping = false;
	session_hold(s, on);
}

void
session_step(struct session *s)
{
	if (s->hand_over) {
		session_continue(s);
		return;
	}
	session_pause(s, true);
	s->stepping = true;
	s->played_us = 0;
	if (s->mind.worker != NULL)
		worker_pause(s->mind.worker, false);
}

bool
session_move_now(struct session *s)
{
	if (s->hint.worker != NULL) {
		s->analysing = false;
		worker_stop(s->hint.worker);
		return true;
	}
	if (s->mind.worker == NULL)
		return false;
	s->asked_us = s->played_us = INT64_MIN / 2; /* nothing holds the move any more */
	worker_pause(s->mind.worker, false);
	worker_stop(s->mind.worker);
	return true;
}

void
session_continue(struct session *s)
{
	s->hand_over = false;
	s->played_us = s->now_us;
}

bool
session_seat(struct session *s, int seat, const char *player, struct status *st)
{
	const int before = humans(s);
	if (!setup_player(&s->match.setup, s->catalog, seat, player, st))
		return false;
	if (s->mind.seat == seat)
		mind_drop(&s->mind);
	mind_forget(&s->advisor);
	mind_forget(&s->hint);
	if (before > 0 && game_hidden(game_of(s)))
		s->match.assisted = true; /* another seat's cards may now be seen */
	session_save(s);
	return true;
}

void
session_set_view(struct session *s, enum view v)
{
	s->match.setup.view = v;
	if (v != VIEW_FAIR && game_hidden(game_of(s)))
		session_assisted(s);
	mind_forget(&s->advisor);
}

bool
session_hint(struct session *s, struct status *st)
{
	struct limits limits = { .time_ms = s->hint_ms };
	if (s->hint_nodes > 0)
		limits = (struct limits){ .nodes = s->hint_nodes };
	if (s->hint.ply == s->match.at && (s->hint.worker != NULL || s->hint.known))
		return true;
	s->round_ms = 0;
	return start_hint(s, &limits, st);
}

void
session_hint_clear(struct session *s)
{
	s->analysing = false;
	mind_forget(&s->hint);
}

bool
session_analyse(struct session *s, bool on, struct status *st)
{
	s->analysing = on;
	if (!on) {
		if (s->hint.worker != NULL)
			worker_stop(s->hint.worker);
		return true;
	}
	mind_forget(&s->hint);
	s->analysing = start_analysis(s, false, st);
	return s->analysing;
}

const struct session_mind *
session_shown(const struct session *s, int ply)
{
	const struct session_mind *const order[3] = { &s->hint, &s->mind, &s->advisor };
	for (int i = 0; i < 3; i++) {
		const struct session_mind *mind = order[i];
		const bool mine = mind->viewer == session_person(s);
		if (mind->known && mind->ply == ply && (mine || !session_fair(s)))
			return mind;
	}
	return NULL;
}

bool
session_subject(struct session *s, int ply, struct subject *out, struct status *st)
{
	const struct session_mind *mind = session_shown(s, ply);
	const int viewer = session_viewer_at(s, ply);
	const int person = session_fair(s) ? viewer : SEAT_ALL;
	if (!subject_open(out, &s->match, ply, person,
			  mind != NULL ? mind->name : s->hint_player, st))
		return false;
	if (mind != NULL && subject_set_viewer(out, mind->viewer)) {
		out->seed = mind->seed;
		out->nodes = mind->snap.nodes;
	}
	session_assisted(s);
	return true;
}
