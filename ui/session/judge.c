/*
 * judge.c - one judge for the whole game: the win probabilities of the graph and of the ticker.
 *
 * The searches that play are of different strength and know different hands, so that a graph of
 * their own figures jumps from mover to mover. The judge is one player (that of the hints) with the
 * same nodes for every decision of the game, in its order. It knows what the person's seat knows in
 * FAIR and STUDY, and all cards where they are open or nobody sits.
 *
 * Several persons look at one screen, and a figure from the hand of one would tell the others of
 * it: there the judge knows what everybody may know, like an onlooker who sees no hand.
 *
 * At the turn of the only person in FAIR the advisor is the judge: the panel shows it too. A person
 * who played before it came to its end leaves that decision to a search that is the same.
 *
 * A game without a calibration is judged by a search that knows chances to win of its own.
 *
 * It works while the machine has time: no other search of the table runs. In FAIR that is at the
 * person's turn alone, so that what it has done says nothing of how long an opponent thinks. Values
 * missing from the record of a continued game are worked out again.
 */
#include "ui/session/private.h"

#include "src/core/search.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define JUDGE_NODES 20000
#define LAG_MOST    12 /* decisions it may be behind before it works beside other searches */

/* Whose knowledge it has; SEAT_ALL: everything. SEAT_NONE: an onlooker's. */
static int
viewer_of(const struct session *s, int ply)
{
	const struct game *g = session_game(s);
	const seat_set acting = g->rules->acting(g, &s->match.states[ply]);
	const int mover = __builtin_ctz(acting);
	if (!game_hidden(g) || (g->traits & TRAIT_OPEN_CARDS))
		return mover; /* all know the same of what came before */
	if (session_humans(s) == 0 || s->match.setup.view == VIEW_OPEN)
		return SEAT_ALL;
	return session_humans(s) == 1 ? session_person(s) : SEAT_NONE;
}

static bool
is_decision(const struct session *s, int ply)
{
	const struct game *g = session_game(s);
	const seat_set acting = g->rules->acting(g, &s->match.states[ply]);
	return acting != 0 && acting != ACTING_CHANCE &&
	       !g->rules->settled(g, &s->match.states[ply]);
}

static bool
is_judged(const struct session *s, int ply)
{
	return ply < s->point_room && s->points[ply].judged;
}

/* The first decision not judged yet, -1: none; *lag: how many there are. */
static int
session_judge_next_decision(const struct session *s, int *lag)
{
	int first = -1;
	*lag = 0;
	for (int k = s->match.at; k >= 0; k--) {
		if (is_judged(s, k) || !is_decision(s, k))
			continue;
		first = k;
		++*lag;
	}
	return first;
}

/* The turn of the only person in FAIR. */
static bool
is_advised(const struct session *s, int ply, int viewer)
{
	const struct game *g = session_game(s);
	return session_fair(s) && session_humans(s) == 1 && viewer >= 0 &&
	       (g->rules->acting(g, &s->match.states[ply]) >> viewer & 1) != 0;
}

static bool
session_judge_is_running(const struct session_search *search)
{
	return search->worker != NULL && !search->done;
}

static int
ply_to_judge(const struct session *s)
{
	int lag;
	if (!s->advise || s->paused || s->judge.worker != NULL)
		return -1;
	const int ply = session_judge_next_decision(s, &lag);
	if (ply < 0)
		return -1;
	if (session_fair(s))
		return session_chooser(s) != SEAT_NONE &&
				       !session_judge_is_running(&s->advisor) &&
				       !session_judge_is_running(&s->hint)
			       ? ply
			       : -1;
	const bool idle = !session_judge_is_running(&s->search) &&
			  !session_judge_is_running(&s->hint);
	return idle || lag > LAG_MOST ? ply : -1;
}

/* The hint's player; where all cards are known, the player inside it. */
static bool
judge_player(const struct session *s, int viewer, const struct limits *limits,
	     struct player *p, int *part, struct status *st)
{
	if (!player_parse(p, s->hint_player, s->catalog, session_game(s), st))
		return false;
	if (p->human)
		return status_fail(st, "expected a search, not a person");
	const struct player_part *outer = &p->part[0];
	if (viewer == SEAT_NONE && (outer->ops->flags & SEARCH_INNER) == 0)
		return status_fail(st, "it does not search worlds");
	*part = viewer == SEAT_ALL && (outer->ops->flags & SEARCH_HIDDEN_OK) &&
				outer->inner >= 0
			? outer->inner
			: 0;
	if (s->calibration.stages == 0 &&
	    (p->part[*part].ops->flags & SEARCH_OWN_WIN) == 0)
		return status_fail(st, "it has no win probability here");
	p->part[*part].limits = *limits;
	player_single_thread(p);
	return true;
}

/* Starts the judge's search of a ply, or one like it with other limits. */
static bool
session_start_judge(struct session *s, struct session_search *judge, int ply,
		    const struct limits *limits, struct status *st)
{
	struct player p;
	int part = 0;
	const int viewer = viewer_of(s, ply);
	if (!judge_player(s, viewer, limits, &p, &part, st))
		return false;
	judge->viewer = viewer;
	judge->ply = ply;
	judge->seat = game_mover(session_game(s), &s->match.states[ply]);
	judge->known = judge->done = false;
	judge->worker = session_search_worker(s, judge, &p, part, true, st);
	return judge->worker != NULL;
}

bool
session_judge_wanted(const struct session *s)
{
	return s->judge.worker != NULL || ply_to_judge(s) >= 0;
}

bool
session_give_judge(struct session *s)
{
	struct status st = { 0 };
	bool changed = session_search_read(&s->judge);
	if (s->judge.worker != NULL && s->judge.done) {
		session_note_judged(s, &s->judge);
		session_search_drop(&s->judge);
		changed = true;
	}
	const int ply = ply_to_judge(s);
	const bool advised = ply >= 0 && is_advised(s, ply, viewer_of(s, ply));
	const struct limits limits = { .nodes = advised ? ADVISOR_NODES : JUDGE_NODES };
	if (ply >= 0 && !session_start_judge(s, &s->judge, ply, &limits, &st)) {
		s->judge.ply = ply; /* it stays unknown */
		s->judge.known = false;
		snprintf(s->unjudged, sizeof s->unjudged, "%s", st.text);
		session_note_judged(s, &s->judge);
	}
	return changed;
}

void
session_forget_judged(struct session *s, int from)
{
	session_search_forget(&s->judge);
	for (int k = from; k < s->point_room; k++)
		s->points[k] = (struct session_point){ 0 };
}

const struct session_search *
session_judging(const struct session *s)
{
	const struct session_search *judge = session_fair(s) ? &s->advisor : &s->judge;
	return judge->known ? judge : NULL;
}
