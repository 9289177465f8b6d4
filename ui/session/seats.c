/*
 * seats.c - who sits at the table, who may choose, and who the viewer is.
 */
#include "ui/session/private.h"

int
session_humans(const struct session *s)
{
	return setup_humans(&s->match.setup);
}

bool
session_is_human(const struct session *s, int seat)
{
	return s->match.setup.seat[seat].human;
}

static int
only_human(const struct session *s)
{
	for (int i = 0; i < session_game(s)->seats; i++)
		if (session_is_human(s, i))
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
	for (int i = 0; i < session_game(s)->seats; i++)
		if ((acting >> i & 1) != 0 && session_is_human(s, i))
			return i;
	return SEAT_NONE;
}

/* The last person who decided, for the table that several share. */
int
session_last_person(const struct session *s)
{
	for (int k = s->match.at - 1; k >= 0; k--) {
		const int seat = s->match.plies[k].seat;
		if (seat >= 0 && session_is_human(s, seat))
			return seat;
	}
	return only_human(s);
}

int
session_person(const struct session *s)
{
	const int n = session_humans(s);
	if (n == 0)
		return SEAT_NONE;
	if (n == 1)
		return only_human(s);
	const int chooser = session_chooser(s);
	return chooser != SEAT_NONE ? chooser : session_last_person(s);
}

int
session_viewer(const struct session *s)
{
	const int person = session_person(s);
	const bool opens = s->hand_over && !session_mucks(s);
	if (person == SEAT_NONE || s->match.setup.view == VIEW_OPEN || opens)
		return SEAT_ALL;
	return match_over(&s->match) ? SEAT_ALL : person;
}

int
session_viewer_at(const struct session *s, int ply)
{
	const struct game *g = session_game(s);
	for (int k = ply; k <= s->match.at && !session_mucks(s); k++)
		if (g->rules->settled(g, &s->match.states[k]))
			return SEAT_ALL;
	return session_viewer(s);
}

int
session_turn(const struct session *s)
{
	const seat_set acting = match_acting(&s->match);
	if (acting == 0 || acting == ACTING_CHANCE)
		return SEAT_NONE;
	for (int i = 0; i < session_game(s)->seats; i++)
		if ((acting >> i & 1) != 0 && !session_is_human(s, i))
			return i;
	return session_chooser(s);
}

bool
session_ranges(const struct session *s)
{
	return session_game(s)->ops->public != NULL && game_hidden(session_game(s)) &&
	       session_humans(s) > 0 && s->match.setup.view == VIEW_STUDY;
}

bool
session_fair(const struct session *s)
{
	return session_ranges(s) ||
	       (game_hidden(session_game(s)) && session_humans(s) > 0 &&
		s->match.setup.view == VIEW_FAIR);
}

void
session_assisted(struct session *s)
{
	if (session_humans(s) > 0)
		s->match.assisted = true;
}
