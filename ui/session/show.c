/*
 * show.c - a search is shown before its move is made, at the table's pace (speed=).
 *
 * The searches of the usual levels end within milliseconds. What such a search published (its film,
 * src/core/film.h) is shown frame by frame over the time that the table gives each move, and the
 * last frame, the result, stands for an eighth of it. A search that takes longer than BRIEF_US is
 * shown as it runs. Either way the move is made once the time is over, and Space stops the show
 * between two frames.
 *
 * In FAIR nothing of an opponent's search is shown and its time is the same whatever it holds; the
 * film is that of the advisor, which searches from the person's own seat, and a frame is shown at
 * its time since the opponent was asked.
 */
#include "ui/session/private.h"

#define BRIEF_US 300000

/* Searches are shown slowly at this table. */
static bool
session_shows(const struct session *s)
{
	return s->animate && !s->bounded && s->speed_ms >= AT_ONCE_MS;
}

/* An opponent's cards may not be seen: the advisor is shown in its place. */
static bool
is_shown(const struct session *s, const struct session_search *search)
{
	return search == (session_fair(s) ? &s->advisor : &s->search);
}

bool
session_films(const struct session *s, const struct session_search *search)
{
	const int turn = session_turn(s);
	return session_shows(s) && is_shown(s, search) && turn != SEAT_NONE &&
	       !session_is_human(s, turn) &&
	       (search == &s->search || session_chooser(s) == SEAT_NONE);
}

const struct film *
session_film(const struct session_search *search)
{
	const struct film *f =
		search->worker != NULL ? worker_film(search->worker) : NULL;
	return f != NULL && f->count > 0 ? f : NULL;
}

/* The frame whose time it is, of `count` and one more: the last stands. */
static int
frame_due(const struct session *s, int count)
{
	const int64_t whole = (int64_t)s->speed_ms * 1000;
	const int64_t share = session_asked_for_us(s) * 8 * count / (7 * whole);
	return share < count ? (int)share : count;
}

/* False: that frame, or one after it, is shown already. */
static bool
show_frame(struct session_search *search, const struct film *f, int frame)
{
	if (frame <= search->frame)
		return false;
	search->frame = frame < f->count ? frame : f->count - 1;
	snapshot_copy(&search->snap, &f->frame[search->frame]);
	search->known = true;
	search->done = frame >= f->count;
	return true;
}

bool
session_show_read(struct session *s, struct session_search *search)
{
	const struct film *f = session_film(search);
	if (!search->filmed || search->live)
		return session_search_read(search);
	if (search->worker == NULL || search->done || (s->paused && !s->stepping))
		return false;
	if (f != NULL) {
		const int due = session_shows(s) ? frame_due(s, f->count) : f->count;
		const bool ends = due >= f->count && search->frame == f->count - 1;
		search->done = ends;
		return show_frame(search, f, due) || ends;
	}
	search->live = worker_done(search->worker) || /* no memory for a film */
		       (!session_fair(s) && session_asked_for_us(s) > BRIEF_US);
	return false;
}

/* The clock of the show begins where a frame that was looked at ends. */
static void
stand_at(struct session *s, const struct film *f)
{
	const int64_t whole = (int64_t)s->speed_ms * 1000;
	s->begun_us = s->now_us - whole * 7 * (s->search.frame + 1) / (8 * f->count);
	s->asked_us = s->begun_us;
	s->held_us = s->now_us;
}

bool
session_show_step(struct session *s, int step)
{
	struct session_search *search = &s->search;
	const struct film *f = session_film(search);
	const bool fair = session_fair(s);
	if (!s->paused || s->stepping || fair || search->worker == NULL ||
	    !search->filmed)
		return false;
	if (f == NULL) { /* it runs: on until it publishes */
		s->peeking = step > 0;
		search->live |= s->peeking;
		worker_pause(search->worker, !s->peeking);
		return s->peeking;
	}
	const int to = search->frame + step;
	if (to < 0 || to >= f->count)
		return false;
	search->frame = to - 1;
	show_frame(search, f, to);
	search->live = search->done = false;
	stand_at(s, f);
	return true;
}

bool
session_show_place(const struct session *s, int *frame, int *count)
{
	const struct film *f = session_film(&s->search);
	*frame = s->search.frame + 1;
	*count = f != NULL ? f->count : 0;
	return *count > 0 && !session_fair(s);
}

/* While the table stands, its clocks stand. */
void
session_show_hold(struct session *s, bool on)
{
	const int64_t stood = s->now_us - s->held_us;
	if (on) {
		s->held_us = s->now_us;
		return;
	}
	s->asked_us += stood;
	s->begun_us += stood;
	s->played_us += stood;
}
