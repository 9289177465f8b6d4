/*
 * steer.c - changes to the course of a game other than moves: taking back, pausing, stepping, other
 * players, another view.
 */
#include "ui/boards/boards.h"
#include "ui/session/private.h"

#define FINISH_PLIES 10000 /* a game that has not ended by then goes on by itself */

/* The position changed by something other than a move: all searches are out of date. */
static void
position_changed(struct session *s)
{
	session_search_forget(&s->search);
	session_forget_parked(s);
	session_search_forget(&s->last);
	session_search_forget(&s->advisor);
	session_search_forget(&s->hint);
	session_search_forget(&s->judge);
	s->hand_over = false;
	session_clock_turn(s);
	s->played_us = s->now_us;
	s->rest_us = 0;
	session_save(s);
}

/* After a jump: a search that is to move would play at once. */
static void
stand_still(struct session *s)
{
	const int turn = session_turn(s);
	if (turn != SEAT_NONE && !session_is_human(s, turn) &&
	    session_chooser(s) == SEAT_NONE && !s->paused) {
		session_pause(s, true);
		s->undo_paused = true;
	}
}

bool
session_undo(struct session *s, bool single)
{
	const int person =
		session_humans(s) > 1 ? session_last_person(s) : session_person(s);
	const int seat = single || person == SEAT_NONE ? SEAT_ALL : person;
	if (!match_undo(&s->match, seat))
		return false;
	session_assisted(s);
	position_changed(s);
	stand_still(s);
	return true;
}

void
session_take_line(struct session *s, int line)
{
	const int from = match_line_from(&s->match, line);
	match_take_line(&s->match, line);
	session_assisted(s);
	session_forget_judged(s, from + 1);
	session_forget_costs(s, from);
	session_note_ends(s, from + 1);
	position_changed(s);
	stand_still(s);
}

bool
session_redo(struct session *s)
{
	if (!match_redo(&s->match))
		return false;
	while (session_chooser(s) == SEAT_NONE && session_humans(s) > 0 &&
	       match_redo(&s->match))
		continue;
	position_changed(s);
	if (s->undo_paused && s->match.at == s->match.count)
		session_pause(s, false);
	return true;
}

void
session_hold(struct session *s, bool on)
{
	struct session_search *searches[] = { &s->search, &s->advisor, &s->hint,
					      &s->judge };
	for (int i = 0; i < 4; i++)
		if (searches[i]->worker != NULL)
			worker_pause(searches[i]->worker, on);
	if (s->costing != NULL)
		analysis_pause(s->costing, on);
}

void
session_pause(struct session *s, bool on)
{
	const bool stood = s->paused && !s->stepping;
	if (on != stood)
		session_show_hold(s, on);
	s->paused = on;
	s->stepping = s->undo_paused = s->peeking = false;
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
	session_show_hold(s, false);
	s->stepping = true;
	s->played_us = s->rest_us = 0;
	if (s->search.worker != NULL)
		worker_pause(s->search.worker, false);
}

bool
session_move_now(struct session *s)
{
	if (s->hint.worker != NULL) {
		s->analysing = false;
		worker_stop(s->hint.worker);
		return true;
	}
	if (s->search.worker == NULL)
		return false;
	s->asked_us = s->played_us = INT64_MIN / 2; /* nothing holds the move any more */
	s->rest_us = 0;
	worker_pause(s->search.worker, false);
	worker_stop(s->search.worker);
	return true;
}

void
session_continue(struct session *s)
{
	s->hand_over = false;
	session_clock_turn(s);
	s->played_us = s->now_us;
}

bool
session_seat(struct session *s, int seat, const char *player, struct status *st)
{
	const int before = session_humans(s);
	if (!setup_player(&s->match.setup, s->catalog, seat, player, st))
		return false;
	if (s->search.seat == seat)
		session_search_drop(&s->search);
	session_forget_parked(s);
	session_search_forget(&s->advisor);
	session_search_forget(&s->hint);
	if (before > 0 && game_hidden(session_game(s)))
		s->match.assisted = true; /* another seat's cards may now be seen */
	session_save(s);
	return true;
}

bool
session_hand_claimed(const struct session *s)
{
	const struct board_ops *ops = board_ops_for(session_game(s));
	const int seat = session_chooser(s);
	struct state view;
	if (seat == SEAT_NONE || ops->claims == NULL)
		return false;
	match_view(&s->match, seat, &view);
	return ops->claims(session_game(s), &view, seat);
}

/* One decision by the quick player; false: no seat is to decide. */
static bool
play_quickly(struct session *s, struct rng *r)
{
	const struct game *g = session_game(s);
	const int seat = session_turn(s);
	struct state view;
	move m[MOVES_MAX];
	if (seat == SEAT_NONE)
		return false;
	match_view(&s->match, seat, &view);
	const int n = session_hand_claimed(s) ? match_moves(&s->match, seat, m) : 0;
	return match_play(&s->match, seat,
			  n > 0 ? m[n - 1] : game_quick_move(g, &view, seat, r),
			  MATCH_PLAYED_OUT, NULL);
}

bool
session_hand_decided(const struct session *s)
{
	const struct game *g = session_game(s);
	struct bounds b;
	struct state view;
	const int turn = session_turn(s);
	if (s->hand_over || turn == SEAT_NONE)
		return false;
	match_view(&s->match, session_viewer(s), &view);
	if (g->rules->settled(g, &view))
		return false;
	if (session_hand_claimed(s))
		return true;
	g->knowledge->bounds(g, &view, &b);
	for (int seat = 0; seat < g->seats; seat++)
		if (b.low[seat] != b.high[seat])
			return false;
	return true;
}

int
session_finish(struct session *s, bool whole_game)
{
	const int from = s->match.at;
	int made = 0;
	const bool harmless = !whole_game && session_hand_decided(s);
	struct rng r;
	if (match_over(&s->match))
		return 0;
	session_continue(s);
	rng_seed(&r, rng_fork(s->match.setup.seed, (uint64_t)from));
	while (made < FINISH_PLIES && !s->hand_over && play_quickly(s, &r)) {
		made++;
		if (!whole_game)
			session_notice_hand(s, from);
	}
	session_forget_judged(s, from + 1);
	session_forget_costs(s, from);
	session_note_ends(s, from + 1);
	position_changed(s);
	session_notice_hand(s, whole_game ? s->match.at : from);
	if (!harmless)
		session_assisted(s);
	session_save(s);
	return made;
}

void
session_set_view(struct session *s, enum view v)
{
	s->match.setup.view = v;
	if (v != VIEW_FAIR && game_hidden(session_game(s)))
		session_assisted(s);
	session_search_forget(&s->advisor);
	session_forget_judged(s, 0); /* it knows more now, or less */
	session_note_ends(s, 0);
}

void
session_win_by_hand(struct session *s, bool by_hand)
{
	s->calibration.by_hand = by_hand;
	session_forget_parked(s);
	session_search_forget(&s->advisor);
	session_search_forget(&s->hint);
}
