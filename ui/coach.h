/*
 * coach.h - warns before a move that loses more than a chosen win probability, or share of the pot
 * (src/study/analyze.h).
 *
 * From the beginning of a person's turn a search of the person's own seat runs, limited by nodes,
 * so that its advice is repeatable. A move is played when that search finds nothing against it (a
 * move of which it knows a bound only is judged as the analysis does, see src/study/analyze.h), and
 * held back when what it loses against the best move reaches the threshold and is no
 * matter of chance (too few samples); asked a second time it is played. A move the search knows
 * nothing about is played. A coached game counts as assisted.
 */
#ifndef PLYSCOPE_UI_COACH_H
#define PLYSCOPE_UI_COACH_H

#include "src/study/analyze.h"
#include "ui/session.h"

struct coach {
	struct worker *worker;	   /* of the turn; NULL: none runs */
	struct analysis *analysis; /* of one move; NULL: none runs */
	int ply, seat;		   /* the turn it looks at; ply -1: none */
	bool known, failed;	   /* snap is final; it cannot play this game */
	struct state root;
	struct snapshot snap;
	move judged; /* MOVE_NONE, or the last move that was analysed; it loses: */
	double lost;
	move warned;  /* MOVE_NONE, or the move that was held back */
	move waiting; /* MOVE_NONE, or a move that waits for the search to end */
};

enum coach_answer { COACH_PLAY, COACH_WAIT, COACH_WARN };

void coach_init(struct coach *c);
/* Starts a search when a person's turn begins, reads it, forgets it after. percent 0: off.
 * True when something has changed; a move in `waiting` may then be asked about again. */
bool coach_tick(struct coach *c, struct session *s, int percent);
/* What to do with a move of the person whose turn it is. WAIT: it is kept in c->waiting. WARN:
 * text says why. */
enum coach_answer coach_ask(struct coach *c, struct session *s, int percent, int seat,
			    move m, char *text, int size);
void coach_hold(struct coach *c, bool on);
void coach_close(struct coach *c);

#endif
