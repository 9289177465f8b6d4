/*
 * searches.c - the searches of the table: begun, read, dropped; and which of them may be shown.
 */
#include "ui/session/private.h"

#include "src/core/question.h"

#include <stdio.h>
#include <stdlib.h>

void
session_search_drop(struct session_search *search)
{
	worker_free(search->worker);
	search->worker = NULL;
}

/* Copies a search and its figures; each keeps its own worker. */
static void
session_search_copy(struct session_search *to, const struct session_search *from)
{
	struct worker *const worker = to->worker;
	const struct snapshot own = to->snap;
	*to = *from;
	to->worker = worker;
	to->snap = own;
	snapshot_copy(&to->snap, &from->snap);
}

void
session_search_park(struct session *s)
{
	struct session_search *search = &s->search;
	const int seat = search->seat;
	if (search->worker == NULL)
		return;
	const struct player *p = &s->match.setup.seat[seat];
	if (p->human || p->part[0].ops->advance == NULL) {
		session_search_drop(search);
		return;
	}
	worker_stop(search->worker);
	worker_free(s->parked[seat]);
	s->parked[seat] = search->worker;
	search->worker = NULL;
}

void
session_forget_parked(struct session *s)
{
	for (int i = 0; i < SEATS_MAX; i++) {
		worker_free(s->parked[i]);
		s->parked[i] = NULL;
	}
}

void
session_tell_end(struct session *s)
{
	for (int i = 0; i < SEATS_MAX; i++) {
		struct search *search =
			s->parked[i] != NULL ? worker_search(s->parked[i]) : NULL;
		struct state end;
		if (search == NULL || search->ops->over == NULL)
			continue;
		match_view(&s->match, i, &end);
		search->ops->over(search, &end);
	}
}

struct worker *
session_search_worker(struct session *s, struct session_search *search,
		      const struct player *p, int part, bool bounded, struct status *st)
{
	static struct film wanted; /* the worker has its own */
	struct question q;
	struct worker *w = NULL;
	question_ask(&q, &s->match, search->ply, search->viewer);
	search->root = q.root;
	struct search_job job = question_job(&q, p, &s->calibration);
	job.part = part;
	job.bounded = bounded;
	job.film = search->filmed ? &wanted : NULL;
	if (search == &s->search) {
		w = worker_go_on(s->parked[search->seat], &job);
		s->parked[search->seat] = NULL;
	}
	if (w == NULL)
		w = worker_start(&job, NULL, s->wake_fd, st);
	question_close(&q);
	return w;
}

void
session_search_forget(struct session_search *search)
{
	session_search_drop(search);
	search->known = false;
	search->done = false;
	search->ply = -1;
}

bool
session_search_start(struct session *s, struct session_search *search, int viewer,
		     int seat, const struct player *p, struct status *st)
{
	session_search_drop(search);
	if (search == &s->search && search->known)
		session_search_copy(&s->last, search);
	snprintf(search->name, sizeof search->name, "%s", p->text);
	search->viewer = viewer;
	search->seat = seat;
	search->ply = s->match.at;
	search->known = false;
	search->done = false;
	search->filmed = session_films(s, search);
	search->live = false;
	search->frame = -1;
	search->worker = session_search_worker(s, search, p, 0, s->bounded, st);
	return search->worker != NULL;
}

/* The newest snapshot; true when it is new. */
bool
session_search_read(struct session_search *search)
{
	if (search->worker == NULL || search->done)
		return false;
	const bool done =
		worker_done(search->worker); /* before reading: the last one counts */
	const bool fresh = worker_read(search->worker, &search->snap);
	if (fresh)
		search->known = true;
	search->done = done;
	return fresh || done;
}

const struct session_search *
session_thinker(const struct session *s)
{
	const struct session_search *last = &s->last;
	const bool before =
		last->known && s->search.ply == s->match.at && last->ply < s->match.at;
	const bool stands = s->paused && !s->stepping;
	if (session_fair(s) && s->search.worker != NULL)
		return &s->search; /* when it has figures depends on its cards */
	const bool has = s->search.known && (!stands || s->search.snap.move_count > 0);
	return !has && before ? last : &s->search;
}

int64_t
session_given_us(const struct session *s)
{
	const int64_t speed = (int64_t)s->speed_ms * 1000;
	const struct player *p = &s->match.setup.seat[session_thinker(s)->seat];
	const int64_t limit = p->human ? 0 : p->part[0].limits.time_ms * 1000;
	return limit > speed ? limit : speed;
}

int64_t
session_taken_us(const struct session *s)
{
	const bool thinking =
		session_thinker(s) == &s->search && s->search.worker != NULL;
	return thinking ? session_asked_for_us(s) : s->answer_us;
}

const struct session_search *
session_shown(const struct session *s, int ply)
{
	const struct session_search *const order[] = { &s->hint, &s->search, &s->last,
						       &s->advisor };
	/* NOLINTNEXTLINE(bugprone-sizeof-expression): it holds pointers */
	for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
		const struct session_search *search = order[i];
		const bool mine = search->viewer == session_person(s);
		if (search->known && search->ply == ply && (mine || !session_fair(s)))
			return search;
	}
	return NULL;
}

bool
session_decision(struct session *s, int ply, struct decision *out, struct status *st)
{
	const struct session_search *search = session_shown(s, ply);
	const int viewer = session_viewer_at(s, ply);
	const int person = session_fair(s) ? viewer : SEAT_ALL;
	if (!decision_open(out, &s->match, ply, person,
			   search != NULL ? search->name : s->hint_player, st))
		return false;
	if (search != NULL && decision_set_viewer(out, search->viewer)) {
		const struct film *f = session_film(search);
		decision_set_nodes(out,
				   f != NULL ? &f->frame[f->count - 1] : &search->snap);
		if (search == &s->hint || search == &s->advisor)
			out->limits = (struct limits){ .nodes = out->nodes };
	}
	session_assisted(s);
	return true;
}
