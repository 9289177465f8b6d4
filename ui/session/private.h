/*
 * private.h - what the files of the session share; nobody else includes it.
 *
 * session.c opens, ticks and plays; seats.c knows who may choose and see, searches.c runs one
 * search, help.c the searches that help a person, judge.c the one that judges the whole game,
 * show.c shows a search at the table's pace, costs.c the cost of moves, steer.c everything else
 * that changes the course of a game.
 */
#ifndef PLYSCOPE_UI_SESSION_PRIVATE_H
#define PLYSCOPE_UI_SESSION_PRIVATE_H

#include "ui/session.h"

static inline const struct game *
session_game(const struct session *s)
{
	return &s->match.setup.game;
}

/* Hands that were folded stay hidden until the game is over, and hands follow each other without a
 * question. */
static inline bool
session_mucks(const struct session *s)
{
	return (session_game(s)->traits & TRAIT_MUCKS) != 0;
}

/* ---- session.c ---- */

/* News in words for the reader. */
void session_note(struct session *s, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* A hand that ended on the way from one ply to the next is shown before the next deal. */
void session_notice_hand(struct session *s, int from);

/* Time since the seats' search was asked; while a trick is shown nobody is waited for. */
int64_t session_asked_for_us(const struct session *s);

/* ---- seats.c ---- */

int session_humans(const struct session *s);
bool session_is_human(const struct session *s, int seat);
/* The last person who decided, for the table that several share. */
int session_last_person(const struct session *s);

/* ---- searches.c ---- */

/* Ends a search; its last snapshot stays. */
void session_search_drop(struct session_search *search);
/* The seat's move was made: its search may go on at its next one. */
void session_search_park(struct session *s);
/* Parked searches hear how the game ended. */
void session_tell_end(struct session *s);
/* Drops all parked searches. */
void session_forget_parked(struct session *s);
/* And its snapshot is out of date. */
void session_search_forget(struct session_search *search);
/* The viewer's search for a seat's move, from the position on the table. */
/* What a search that is shown has published; NULL: nothing, or it runs. */
const struct film *session_film(const struct session_search *search);
bool session_search_start(struct session *s, struct session_search *search, int viewer,
			  int seat, const struct player *p, struct status *st);
/* Takes the newest snapshot; true when it is new. */
bool session_search_read(struct session_search *search);

/* ---- help.c: true when something has changed ---- */

bool session_give_advisor(struct session *s);
bool session_give_analysis(struct session *s);
/* Judges a person's move at `ply` by the hint for it, if that search has ended. */
void session_cost_by_hint(struct session *s, int ply);
bool session_read_hint(struct session *s);
/* ---- judge.c ---- */

bool session_give_judge(struct session *s);
bool session_judge_wanted(const struct session *s);
/* Everything known about the plies from `from` on is out of date. */
void session_forget_judged(struct session *s, int from);
/* session.c: the certain results, at the ends of hands from a ply on; and a judge's findings. */
void session_note_ends(struct session *s, int from);
void session_note_judged(struct session *s, const struct session_search *by);
/* ---- show.c ---- */

#define AT_ONCE_MS    100 /* a smaller speed_ms: nothing is to be waited for */
#define ADVISOR_NODES 60000

/* This one, which is about to start, will be. */
bool session_films(const struct session *s, const struct session_search *search);
/* session_search_read() at the table's pace. */
bool session_show_read(struct session *s, struct session_search *search);
/* The game is paused, or goes on. */
void session_show_hold(struct session *s, bool on);

/* ---- clock.c ---- */

/* The clock goes on; true when the seconds shown are others. */
bool session_clock_tick(struct session *s);
bool session_clock_wanted(const struct session *s);
/* A move was made at a ply: what it took. Then, when all have chosen, the next turn. */
void session_clock_move(struct session *s, int ply);
void session_clock_turn(struct session *s);
/* A search has no more time than its seat has left. */
void session_clock_limit(const struct session *s, int seat, struct player *p);

/* ---- costs.c ---- */

bool session_give_costs(struct session *s);
bool session_costs_wanted(const struct session *s);
void session_forget_costs(struct session *s, int from);

/* searches.c: a worker for a job, with the moves before the search's ply; the seat's last search
 * goes on where it can. */
struct worker *session_search_worker(struct session *s, struct session_search *search,
				     const struct player *p, int part, bool bounded,
				     struct status *st);

/* A helper to be started for the position on the table. */
bool session_helper_wanted(const struct session *s);

#endif
