/*
 * decision.h - one decision of a game, as far as the viewer may know it: what the inspector,
 * compare, explain and beliefs screens are opened with.
 *
 * It owns a copy of the match, so that the table goes on without it, and steps through the game on
 * its own. Only decision_view() and decision_ask() give states: never more than the table allowed
 * when the screen was opened.
 */
#ifndef PLYSCOPE_UI_DECISION_H
#define PLYSCOPE_UI_DECISION_H

#include "src/core/question.h"

struct decision {
	struct match match;
	int ply;    /* the decision looked at: before plies[ply] */
	int seat;   /* who decides there */
	int viewer; /* whose knowledge searches have: a seat, or SEAT_ALL */
	int person; /* SEAT_ALL: everything may be seen; else the one seat whose knowledge may be */
	char player[PLAYER_TEXT]; /* of the figures that the table showed, or of a hint */
	int64_t nodes;		  /* nodes that it searched; 0: unknown or unlimited */
	struct limits limits;	  /* that it had, no clock; all 0: those in its name */
};

static inline const struct game *
decision_game(const struct decision *s)
{
	return &s->match.setup.game;
}

/* Copies the match. person as above. False, with one sentence: nobody decides at `ply`. */
bool decision_open(struct decision *s, const struct match *m, int ply, int person,
		   const char *player, struct status *st);
/* The last ply at or before `ply` at which somebody decides; -1: none. */
int decision_at(const struct match *m, int ply);
/* The search that explains: the seat's own when that may be known, else the decision's. Its name
 * for sentences. */
const char *decision_thinker(const struct decision *s);
/* The same player without a clock, so that it gives the same explanation each time. */
bool decision_thinker_player(const struct decision *s, const struct catalog *c,
			     struct player *out, struct status *st);
/* The move played in the game at this ply; MOVE_NONE: none, or the viewer may not know it. */
move decision_played(const struct decision *s);
/* The nearest decision at or after (step > 0) or before (step < 0) ply + step becomes the
 * one looked at; false when there is none. */
bool decision_step(struct decision *s, int step);
/* The position, redacted for the viewer. */
void decision_view(const struct decision *s, struct state *out);
/* What a search with the viewer's knowledge is asked. */
void decision_ask(const struct decision *s, struct question *q);
/* It is searched as far as a search of it has come. One that came to its end by itself gets more, in
 * every world, so that it comes there again. */
void decision_set_nodes(struct decision *s, const struct snapshot *of);
bool decision_limited(const struct decision *s);
/* Another viewer; false when that seat's knowledge may not be seen. */
bool decision_set_viewer(struct decision *s, int viewer);
/* "ply 14 of 20", as the log and the record number it, deals too; "ply 21" is still to come. */
void decision_place(const struct decision *s, char *out, int size);
void decision_close(struct decision *s);

#endif
