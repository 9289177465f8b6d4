/*
 * help.c - the searches that help a person: the advisor of FAIR, the hint, the analysis.
 */
#include "ui/session/private.h"

#include <stdio.h>
#include <string.h>

#define ANALYSIS_MS (24 * 60 * 60 * 1000)
#define ROUND_MS    1000 /* the first round of an analysis */

/* A player written with limits keeps them; a preset's are for play, not for a hint. */
static bool
has_own_limits(const struct session *s, const struct player *p)
{
	return strchr(s->hint_player, ':') != NULL && player_limited(p);
}

/* The hint player with other outermost limits. */
static bool
helper_player(const struct session *s, const struct limits *limits, struct player *p,
	      struct status *st)
{
	if (!player_parse(p, s->hint_player, s->catalog, session_game(s), st))
		return false;
	if (p->human)
		return status_fail(st, "a person gives no hints: choose a search");
	p->part[0].limits = *limits;
	return true;
}

/* The limits of the next hint: the player's own, else those of the settings. */
static bool
hint_limits(const struct session *s, struct limits *out, struct status *st)
{
	struct player p;
	if (!player_parse(&p, s->hint_player, s->catalog, session_game(s), st))
		return false;
	*out = (struct limits){ .time_ms = s->hint_ms };
	if (s->hint_nodes > 0)
		*out = (struct limits){ .nodes = s->hint_nodes };
	if (has_own_limits(s, &p))
		*out = p.part[0].limits;
	return true;
}

void
session_set_hint(struct session *s, const char *player)
{
	snprintf(s->hint_player, sizeof s->hint_player, "%s", player);
	if (*s->unjudged == '\0')
		return;
	*s->unjudged = '\0'; /* it is tried again */
	s->advise = true;
	s->advisor.ply = -1;
	session_forget_judged(s, 0);
	session_note_ends(s, 0);
}

/* The advisor's player, with so many nodes. */
static bool
session_advisor_player(const struct session *s, int64_t nodes, struct player *p,
		       struct status *st)
{
	return helper_player(s, &(struct limits){ .nodes = nodes }, p, st);
}

/* FAIR: a search from the person's own knowledge, limited by nodes and so the same for all deals
 * that look alike from there. */
bool
session_give_advisor(struct session *s)
{
	if (!s->advise || !session_fair(s) || s->hand_over || s->paused ||
	    match_over(&s->match) || s->advisor.ply == s->match.at)
		return false;
	struct status st = { 0 };
	const int person = session_person(s);
	struct player p;
	if (!session_advisor_player(s, ADVISOR_NODES, &p, &st) ||
	    !session_search_start(s, &s->advisor, person, session_turn(s), &p, &st)) {
		s->advise = false;
		snprintf(s->unjudged, sizeof s->unjudged, "%s", st.text);
		session_note(s, "no hint: %s", st.text);
	}
	return true;
}

static bool
start_hint(struct session *s, const struct limits *limits, struct status *st)
{
	const bool hidden = game_hidden(session_game(s));
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
	    !session_search_start(s, &s->hint, viewer, turn, &p, st))
		return false;
	session_assisted(s);
	return true;
}

/* With hidden cards the time is shared out among deals, so that a search without an end would
 * never come to the second of them: an analysis is then a round of a second, one of two, and so
 * on, each from the start. */
static bool
session_help_start_analysis(struct session *s, bool again, struct status *st)
{
	s->round_ms = !game_hidden(session_game(s)) ? 0
		      : again			    ? 2 * s->round_ms
						    : ROUND_MS;
	const struct limits limits = { .time_ms = s->round_ms > 0 ? s->round_ms
								  : ANALYSIS_MS };
	if (again)
		snapshot_copy(&s->later, &s->hint.snap);
	if (!start_hint(s, &limits, st))
		return false;
	s->hint.known = again; /* the last round's findings stay until this one ends */
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

bool
session_give_analysis(struct session *s)
{
	const bool again = round_wanted(s);
	if (!s->analysing || (s->hint.ply == s->match.at && !again) || s->hand_over ||
	    s->paused || match_over(&s->match))
		return false;
	struct status st = { 0 };
	if (!session_help_start_analysis(s, again, &st)) {
		s->analysing = false;
		session_note(s, "no analysis: %s", st.text);
	}
	return true;
}

/* A later round is read aside until it has ended. */
bool
session_read_hint(struct session *s)
{
	struct session_search *hint = &s->hint;
	const bool aside = s->round_ms > ROUND_MS;
	if (!aside || hint->worker == NULL || hint->done)
		return session_search_read(hint);
	const bool done = worker_done(hint->worker);
	const bool fresh = worker_read(hint->worker, &s->later);
	if (done && s->later.move_count > 0 && s->later.stop != STOP_INTERRUPTED)
		snapshot_copy(&hint->snap, &s->later);
	hint->done = done;
	return fresh || done;
}

const struct snapshot *
session_hint_effort(const struct session *s)
{
	return s->round_ms > ROUND_MS && s->hint.worker != NULL ? &s->later
								: &s->hint.snap;
}

/* A helper to be started for the position on the table. */
bool
session_helper_wanted(const struct session *s)
{
	if (s->hand_over || s->paused || match_over(&s->match))
		return false;
	return (s->analysing && (s->hint.ply != s->match.at || round_wanted(s))) ||
	       (s->advise && session_fair(s) && s->advisor.ply != s->match.at);
}

bool
session_hint(struct session *s, struct status *st)
{
	struct limits limits;
	if (s->hint.ply == s->match.at && (s->hint.worker != NULL || s->hint.known))
		return true;
	s->round_ms = 0;
	return hint_limits(s, &limits, st) && start_hint(s, &limits, st);
}

bool
session_hint_by(struct session *s, const char *player, struct status *st)
{
	char own[PLAYER_TEXT];
	snprintf(own, sizeof own, "%s", s->hint_player);
	snprintf(s->hint_player, sizeof s->hint_player, "%s", player);
	const bool begun = session_hint(s, st);
	snprintf(s->hint_player, sizeof s->hint_player, "%s", own);
	return begun;
}

void
session_hint_clear(struct session *s)
{
	s->analysing = false;
	session_search_forget(&s->hint);
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
	session_search_forget(&s->hint);
	s->analysing = session_help_start_analysis(s, false, st);
	return s->analysing;
}
