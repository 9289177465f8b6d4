/*
 * session_searches.c - one search that runs for the table: begun, read, dropped; and which of them
 * may be shown.
 */
#include "ui/session_parts.h"

#include "src/core/past.h"

#include <stdio.h>
#include <stdlib.h>

void
session_search_drop(struct session_search *mind)
{
	worker_free(mind->worker);
	mind->worker = NULL;
}

void
session_search_park(struct session *s)
{
	struct session_search *mind = &s->mind;
	const int seat = mind->seat;
	if (mind->worker == NULL)
		return;
	const struct player *p = &s->match.setup.seat[seat];
	if (p->human || p->part[0].ops->advance == NULL) {
		session_search_drop(mind);
		return;
	}
	worker_stop(mind->worker);
	worker_free(s->parked[seat]);
	s->parked[seat] = mind->worker;
	mind->worker = NULL;
}

void
session_forget_parked(struct session *s)
{
	for (int i = 0; i < SEATS_MAX; i++) {
		worker_free(s->parked[i]);
		s->parked[i] = NULL;
	}
}

/* Goes on with the seat's last search where it can, else starts one. */
static struct worker *
start_worker(struct session *s, const struct session_search *mind, struct search_job *job,
	     struct status *st)
{
	struct worker *w = NULL;
	struct past past;
	struct made *made = match_made(&s->match, mind->ply, &job->made_count);
	job->made = made;
	if (job->game->turns->key != NULL) {
		match_past(&s->match, mind->ply, &past);
		job->past = &past;
	}
	if (mind == &s->mind) {
		w = worker_go_on(s->parked[mind->seat], job);
		s->parked[mind->seat] = NULL;
	}
	if (w == NULL)
		w = worker_start(job, NULL, s->wake_fd, st);
	free(made);
	return w;
}

void
session_search_forget(struct session_search *mind)
{
	session_search_drop(mind);
	mind->known = false;
	mind->done = false;
	mind->ply = -1;
}

bool
session_search_start(struct session *s, struct session_search *mind, int viewer, int seat,
		     const struct player *p, struct status *st)
{
	session_search_drop(mind);
	if (mind == &s->mind && mind->known)
		s->last = *mind;
	match_view(&s->match, viewer, &mind->root);
	snprintf(mind->name, sizeof mind->name, "%s", p->text);
	mind->viewer = viewer;
	mind->seat = seat;
	mind->ply = s->match.at;
	mind->seed = decision_seed(&s->match, s->match.at, viewer);
	mind->known = false;
	mind->done = false;
	struct search_job job = {
		.game = session_game(s),
		.root = &mind->root,
		.viewer = viewer,
		.player = p,
		.seed = mind->seed,
		.calibration = s->calibration.stages > 0 ? &s->calibration : NULL,
		.bounded = s->bounded,
	};
	mind->worker = start_worker(s, mind, &job, st);
	return mind->worker != NULL;
}

/* The newest snapshot; true when it is new. */
bool
session_search_read(struct session_search *mind)
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

const struct session_search *
session_thinker(const struct session *s)
{
	const struct session_search *last = &s->last;
	const bool before =
		last->known && s->mind.ply == s->match.at && last->ply < s->match.at;
	const bool stands = s->paused && !s->stepping;
	const bool has = s->mind.known && (!stands || s->mind.snap.move_count > 0);
	return !has && before ? last : &s->mind;
}

const struct session_search *
session_shown(const struct session *s, int ply)
{
	const struct session_search *const order[] = { &s->hint, &s->mind, &s->last,
						       &s->advisor };
	/* NOLINTNEXTLINE(bugprone-sizeof-expression): pointers are what it holds */
	for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
		const struct session_search *mind = order[i];
		const bool mine = mind->viewer == session_person(s);
		if (mind->known && mind->ply == ply && (mine || !session_fair(s)))
			return mind;
	}
	return NULL;
}

bool
session_subject(struct session *s, int ply, struct decision *out, struct status *st)
{
	const struct session_search *mind = session_shown(s, ply);
	const int viewer = session_viewer_at(s, ply);
	const int person = session_fair(s) ? viewer : SEAT_ALL;
	if (!decision_open(out, &s->match, ply, person,
			   mind != NULL ? mind->name : s->hint_player, st))
		return false;
	if (mind != NULL && decision_set_viewer(out, mind->viewer)) {
		out->nodes = mind->snap.nodes;
		if (mind == &s->hint || mind == &s->advisor)
			out->limits = (struct limits){ .nodes = mind->snap.nodes };
	}
	session_assisted(s);
	return true;
}
