/*
 * costs.c - the cost of a person's moves, told after each of them.
 *
 * Every decision of a person is judged as an analysis judges it (src/study/analyze.h): by the
 * player of the hints, with the same nodes each, from what that seat knew when it decided. Where
 * the person had asked for a hint, that search is the judge, so that hint and cost agree. The
 * others are judged one after the other, on a thread of their own. The result is told to that seat
 * only, as long as its cards are hidden from others.
 */
#include "ui/session/private.h"

#include "src/base/clock.h"
#include "ui/boards/boards.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COST_NODES 400000
#define WAIT_US	   2000

static struct session_cost *
cost_at(struct session *s, int ply)
{
	if (ply >= s->cost_room) {
		const int room = ply * 2 + 64;
		struct session_cost *grown =
			realloc(s->costs, (size_t)room * sizeof *grown);
		if (grown == NULL)
			return NULL;
		memset(grown + s->cost_room, 0,
		       (size_t)(room - s->cost_room) * sizeof *grown);
		s->costs = grown;
		s->cost_room = room;
	}
	return &s->costs[ply];
}

static bool
is_asked(const struct session *s, int ply)
{
	return ply < s->cost_room && s->costs[ply].asked;
}

/* The first decision of a person not judged yet; -1: none. */
static int
next_ply(const struct session *s)
{
	for (int k = 0; s->tell_costs && k < s->match.at; k++)
		if (match_by_person(&s->match.plies[k]) && !is_asked(s, k))
			return k;
	return -1;
}

static bool
cost_player(const struct session *s, struct player *p)
{
	if (!player_parse(p, s->hint_player, s->catalog, session_game(s), NULL) ||
	    p->human)
		return false;
	p->part[0].limits = (struct limits){ .nodes = COST_NODES };
	player_single_thread(p);
	return true;
}

/* Keeps it for the profile; a cost that may be chance counts as none. */
static void
save_cost(struct session *s, const struct analyze_move *m)
{
	const struct game *g = session_game(s);
	const struct board_kind *kind =
		board_kind(g, &s->match.states[m->ply], m->seat, m->played, m->best);
	if (s->store == NULL || s->match.id == 0 || m->choices < 2 || isnan(m->loss))
		return;
	store_add_cost(s->store, s->match.id, m->ply, match_hand(&s->match, m->ply),
		       kind->name, analyze_uncertain(m) ? 0 : m->loss / m->unit, NULL);
}

void
session_cost_by_hint(struct session *s, int ply)
{
	const struct match_ply *p = &s->match.plies[ply];
	const struct session_search *hint = &s->hint;
	struct session_cost *cost;
	if (!s->tell_costs || !match_by_person(p) || !hint->done || !hint->known ||
	    hint->ply != ply || hint->seat != p->seat ||
	    (hint->viewer != p->seat && game_hidden(session_game(s))) ||
	    (cost = cost_at(s, ply)) == NULL)
		return;
	analyze_begin(&cost->move, session_game(s), &s->match.states[ply], ply, p->seat,
		      p->m);
	cost->asked = cost->known =
		analyze_by_search(&cost->move, session_game(s), &hint->root, &hint->snap,
				  &analyze_thresholds_default) &&
		!analyze_doubtful(&cost->move, &analyze_thresholds_default);
	if (cost->known)
		save_cost(s, &cost->move);
}

/* False: this decision cannot be judged, and is not asked about again. */
static bool
start_cost(struct session *s, int ply)
{
	static struct player p; /* copied when it opens */
	struct session_cost *cost = cost_at(s, ply);
	struct match until;
	if (cost == NULL || !cost_player(s, &p))
		return false;
	cost->asked = true;
	match_copy(&until, &s->match);
	until.at = ply + 1;
	s->costing = analysis_open(
		&(struct analyze_options){ .match = &until,
					   .player = &p,
					   .calibration = &s->calibration,
					   .person = SEAT_ALL,
					   .from = ply,
					   .seed = s->match.setup.seed,
					   .thresholds = analyze_thresholds_default },
		NULL);
	match_close(&until);
	s->costing_ply = ply;
	if (s->costing != NULL && analysis_start(s->costing, 1, s->wake_fd, NULL))
		return true;
	analysis_close(s->costing);
	s->costing = NULL;
	return false;
}

/* Takes what an analysis that has ended found. */
static bool
read_cost(struct session *s)
{
	if (s->costing == NULL || analysis_running(s->costing))
		return false;
	const struct analyze_move *m = analysis_move(s->costing, 0);
	struct session_cost *cost = cost_at(s, s->costing_ply);
	if (cost != NULL && m != NULL) {
		cost->move = *m;
		cost->known = true;
		save_cost(s, m);
	}
	analysis_close(s->costing);
	s->costing = NULL;
	return true;
}

bool
session_give_costs(struct session *s)
{
	const bool changed = read_cost(s);
	const int ply = s->costing == NULL ? next_ply(s) : -1;
	if (ply >= 0 && !start_cost(s, ply) && cost_at(s, ply) == NULL)
		s->tell_costs = false; /* no memory */
	return changed;
}

bool
session_costs_wanted(const struct session *s)
{
	return s->costing != NULL || next_ply(s) >= 0;
}

void
session_forget_costs(struct session *s, int from)
{
	if (s->costing != NULL && s->costing_ply >= from) {
		analysis_close(s->costing);
		s->costing = NULL;
	}
	for (int k = from; k < s->cost_room; k++)
		s->costs[k] = (struct session_cost){ 0 };
}

void
session_tell_costs(struct session *s, bool on)
{
	s->tell_costs = on;
	if (on && !match_over(&s->match))
		session_assisted(s);
}

const struct analyze_move *
session_cost(const struct session *s, int ply)
{
	if (!s->tell_costs || ply < 0 || ply >= s->cost_room || !s->costs[ply].known)
		return NULL;
	const int viewer = session_viewer_at(s, ply);
	const struct analyze_move *m = &s->costs[ply].move;
	return viewer == SEAT_ALL || viewer == m->seat || !game_hidden(session_game(s))
		       ? m
		       : NULL;
}

const struct analyze_move *
session_wait_cost(struct session *s, int ply)
{
	if (is_asked(s, ply) || !s->tell_costs || s->costing != NULL)
		return session_cost(s, ply);
	if (start_cost(s, ply))
		while (analysis_running(s->costing))
			clock_sleep_us(WAIT_US);
	read_cost(s);
	return session_cost(s, ply);
}

void
session_cost_text(const struct session *s, int ply, char *out, int size)
{
	const struct analyze_move *m = session_cost(s, ply);
	const struct game *g = session_game(s);
	char loss[16], best[MOVE_TEXT];
	*out = '\0';
	if (m == NULL || m->choices < 2)
		return;
	analyze_format_loss(g, m, loss, sizeof loss);
	const int n = snprintf(out, (size_t)size, "%s", loss);
	if (m->best == MOVE_NONE || m->best == m->played || strcmp(loss, "=") == 0 ||
	    analyze_uncertain(m))
		return;
	game_say_move(g, &s->match.states[ply], m->seat, m->best, best, sizeof best);
	snprintf(out + n, (size_t)(size - n), " (best %s)", best);
}
