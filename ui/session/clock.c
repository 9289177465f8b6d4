/*
 * clock.c - the time that seats have, and what they have used of it.
 *
 * A seat's time runs while the table waits for it: not while the game is paused, a complete trick lies
 * there, or another screen is on top. That holds for searches too, so that in FAIR their clocks say
 * no more than the table's pace. At zero the flag falls: the game says so, and goes on. A search
 * gets no more time for a move than its seat has left.
 */
#include "ui/session/private.h"

#define TICK_MOST_US (500 * 1000) /* a longer gap was spent elsewhere */

static bool
clock_runs(const struct session *s)
{
	return s->match.setup.clock.ms > 0 && !s->paused && !s->hand_over &&
	       !session_rests(s) && session_turn(s) != SEAT_NONE;
}

static bool
has_turn(const struct session *s, int seat)
{
	const seat_set acting = match_acting(&s->match);
	return acting != ACTING_CHANCE && (acting >> seat & 1) != 0;
}

int64_t
session_left_ms(const struct session *s, int seat)
{
	const int64_t left = match_left_ms(&s->match, seat);
	return has_turn(s, seat) ? left - s->thought_us / 1000 : left;
}

bool
session_clock_wanted(const struct session *s)
{
	return clock_runs(s);
}

/* Says that a flag has fallen, once. */
static void
look_at_flags(struct session *s)
{
	const struct game *g = session_game(s);
	for (int seat = 0; seat < g->seats; seat++) {
		const seat_set bit = (seat_set)1 << seat;
		const bool fallen = has_turn(s, seat) && session_left_ms(s, seat) <= 0;
		if (fallen && !(s->flags & bit))
			session_note(s, "%s: the time is up, the flag has fallen",
				     g->text->seat_name(g, seat));
		s->flags = fallen ? s->flags | bit : s->flags & ~bit;
	}
}

bool
session_clock_tick(struct session *s)
{
	const int64_t gone = s->now_us - s->clock_us, before = s->thought_us;
	s->clock_us = s->now_us;
	if (!clock_runs(s))
		return false;
	s->thought_us += gone < TICK_MOST_US ? gone : TICK_MOST_US;
	look_at_flags(s);
	return before / 1000000 != s->thought_us / 1000000;
}

void
session_clock_move(struct session *s, int ply)
{
	s->match.plies[ply].used_ms =
		s->match.setup.clock.ms > 0 ? (int32_t)(s->thought_us / 1000) : 0;
}

void
session_clock_turn(struct session *s)
{
	s->thought_us = 0;
	s->flags = 0;
}

void
session_clock_limit(const struct session *s, int seat, struct player *p)
{
	struct limits *l = &p->part[0].limits;
	const int64_t left = session_left_ms(s, seat);
	if (s->match.setup.clock.ms > 0 && (l->time_ms == 0 || l->time_ms > left))
		l->time_ms = left > 1 ? left : 1;
}
