/*
 * subject.h - one decision of a game, as one may know it: what a screen that looks at a
 * position (inspector, compare, explain, beliefs) is opened with.
 *
 * It owns a copy of the match, so that the table goes on without it, and steps through the
 * game on its own. Only subject_view() may be asked for states: it never gives more than
 * the table allowed when the screen was opened.
 */
#ifndef PLYSCOPE_UI_SUBJECT_H
#define PLYSCOPE_UI_SUBJECT_H

#include "src/core/match.h"

struct subject {
	struct match match;
	int ply;    /* the decision looked at: before plies[ply] */
	int seat;   /* who decides there */
	int viewer; /* whose knowledge searches have: a seat, or SEAT_ALL */
	int person; /* SEAT_ALL: everything may be seen; else the only seat's that may */
	char player
		[PLAYER_TEXT]; /* the search whose figures the table showed, or a hint's */
	uint64_t seed;	       /* of every search with the viewer's knowledge */
	int64_t nodes;	       /* that it searched; 0: unknown or unlimited */
	struct limits limits;  /* that it had, no clock; all 0: those in its name */
};

/* Copies the match. person as above. False, with one sentence: nobody decides at `ply`. */
bool subject_open(struct subject *s, const struct match *m, int ply, int person,
		  const char *player, struct status *st);
/* The last ply at or before `ply` at which somebody decides; -1: none. */
int subject_decision(const struct match *m, int ply);
/* The seed of the searches that know at a ply what the seat knows, by the rule of session.h. */
uint64_t subject_seed(const struct match *m, int ply, int seat);
/* Who is to say why: the seat's own search when that may be known, else the subject's. Its
 * name for sentences. */
const char *subject_thinker(const struct subject *s);
/* The same as a player without a clock, so that it tells the same story each time. */
bool subject_thinker_player(const struct subject *s, const struct catalog *c,
			    struct player *out, struct status *st);
/* What was played in the game at this ply; MOVE_NONE: nothing, or the view may not know. */
move subject_played(const struct subject *s);
/* The nearest decision at or after (step > 0) or before (step < 0) ply + step becomes the
 * one looked at; false when there is none. */
bool subject_step(struct subject *s, int step);
/* The position, redacted for the viewer. */
void subject_view(const struct subject *s, struct state *out);
bool subject_limited(const struct subject *s);
/* Another viewer; false when that seat's knowledge may not be seen. */
bool subject_set_viewer(struct subject *s, int viewer);
/* "ply 14 of 20", as the log and the record number it, deals too; "ply 21" is still to come. */
void subject_place(const struct subject *s, char *out, int size);
void subject_close(struct subject *s);

#endif
