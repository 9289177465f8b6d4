/* decision.c - one decision of a game, as far as the viewer may know it. See decision.h. */
#include "ui/decision.h"

#include "ui/boards/boards.h"

#include <stdio.h>

#define THINKER_NODES 50000 /* of a player without limits */

/* The seat that decided at a ply; of those still to decide the lowest. SEAT_NONE: nobody, or chance. */
static int
decider(const struct decision *s, int ply)
{
	if (ply < s->match.at && s->match.plies[ply].seat >= 0)
		return s->match.plies[ply].seat; /* of several that chose at once */
	const int seat = game_mover(decision_game(s), &s->match.states[ply]);
	return seat < 0 ? SEAT_NONE : seat;
}

/* A seat may see itself; with hidden hands nothing else. */
static bool
may_see(const struct decision *s, int viewer)
{
	return s->person == SEAT_ALL || viewer == s->person ||
	       !game_hidden(decision_game(s));
}

static void
decision_look_at(struct decision *s, int ply, int seat)
{
	s->ply = ply;
	s->seat = seat;
	s->viewer = may_see(s, seat) ? seat : s->person;
	s->nodes = 0;
	s->limits = (struct limits){ 0 };
}

bool
decision_open(struct decision *s, const struct match *m, int ply, int person,
	      const char *player, struct status *st)
{
	*s = (struct decision){ .person = person };
	match_copy(&s->match, m);
	const int seat = decider(s, ply);
	if (seat == SEAT_NONE) {
		decision_close(s);
		return status_fail(st, "nothing to search: no seat has to choose here");
	}
	snprintf(s->player, sizeof s->player, "%s", player);
	decision_look_at(s, ply, seat);
	return true;
}

int
decision_at(const struct match *m, int ply)
{
	while (ply >= 0 && game_mover(&m->setup.game, &m->states[ply]) < 0)
		ply--;
	return ply;
}

const char *
decision_thinker(const struct decision *s)
{
	const struct player *p = &s->match.setup.seat[s->seat];
	return s->person == SEAT_ALL && !p->human ? p->text : s->player;
}

bool
decision_thinker_player(const struct decision *s, const struct catalog *c,
			struct player *out, struct status *st)
{
	if (!player_parse(out, decision_thinker(s), c, decision_game(s), st))
		return false;
	if (out->human)
		return status_fail(st, "expected a search, not a person");
	struct limits *l = &out->part[0].limits;
	if (l->nodes == 0 && l->sims == 0 && l->depth == 0)
		l->nodes = s->nodes > 0 ? s->nodes : THINKER_NODES;
	if (s->nodes > 0 && l->nodes > s->nodes)
		l->nodes = s->nodes;
	l->time_ms = 0;
	return true;
}

move
decision_played(const struct decision *s)
{
	if (s->ply >= s->match.count)
		return MOVE_NONE;
	const struct match_ply *p = &s->match.plies[s->ply];
	const bool own = s->viewer < 0 || s->viewer == p->seat;
	return p->seat >= 0 && (own ||
				!board_secret(decision_game(s), &s->match.states[s->ply],
					      p->seat, p->m))
		       ? p->m
		       : MOVE_NONE;
}

bool
decision_step(struct decision *s, int step)
{
	const int way = step < 0 ? -1 : 1;
	for (int ply = s->ply + step; ply >= 0 && ply <= s->match.count; ply += way) {
		const int seat = decider(s, ply);
		if (seat == SEAT_NONE)
			continue;
		decision_look_at(s, ply, seat);
		return true;
	}
	return false;
}

void
decision_view(const struct decision *s, struct state *out)
{
	match_view_at(&s->match, s->ply, s->viewer, out);
}

void
decision_ask(const struct decision *s, struct question *q)
{
	question_ask(q, &s->match, s->ply, s->viewer);
}

void
decision_set_nodes(struct decision *s, const struct snapshot *of)
{
	const bool cut = of->stop == STOP_RUNNING || of->stop == STOP_TIME ||
			 of->stop == STOP_NODES || of->stop == STOP_INTERRUPTED;
	s->nodes = of->nodes;
	if (!cut)
		s->nodes =
			(of->nodes + 1) * (of->worlds_total > 0 ? of->worlds_total : 1);
}

bool
decision_limited(const struct decision *s)
{
	return s->limits.depth + s->limits.nodes + s->limits.sims > 0;
}

bool
decision_set_viewer(struct decision *s, int viewer)
{
	if (!may_see(s, viewer))
		return false;
	s->viewer = viewer;
	return true;
}

void
decision_place(const struct decision *s, char *out, int size)
{
	if (s->ply < s->match.count)
		snprintf(out, (size_t)size, "move %d of %d", s->ply + 1, s->match.count);
	else
		snprintf(out, (size_t)size, "move %d", s->ply + 1);
}

void
decision_close(struct decision *s)
{
	match_close(&s->match);
}
