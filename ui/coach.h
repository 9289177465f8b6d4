/*
 * coach.h - what a move of a person cost, in a sentence; and a teacher, who holds a costly move back
 * before it is played.
 *
 * From the beginning of a person's turn a search of the person's own seat runs, limited by nodes,
 * so that its advice is repeatable. A move is played when that search finds nothing against it (a
 * move of which it knows a bound only is judged as the analysis does, see src/study/analyze.h), and
 * held back when what it loses against the best move reaches the limit and is no
 * matter of chance (too few samples); asked a second time it is played, and at most COACH_HOLDS
 * moves of a hand are held back. A move the search knows nothing about is played. A coached game
 * counts as assisted.
 */
#ifndef PLYSCOPE_UI_COACH_H
#define PLYSCOPE_UI_COACH_H

#include "src/study/analyze.h"
#include "ui/session.h"

#define COACH_HOLDS 2

struct coach {
	/* A move that loses so much is held back: in analyze_unit(), or as a share (0..1) of the
	 * win probability or of the pot; both 0: none is. */
	double points, share;
	struct worker *worker;	   /* of the turn; NULL: none runs */
	struct analysis *analysis; /* of one move; NULL: none runs */
	int ply, seat;		   /* the turn it looks at; ply -1: none */
	bool known, failed;	   /* snap is final; it cannot play this game */
	struct state root;
	struct snapshot snap;
	struct analyze_move judged; /* the last move that was analysed, MOVE_NONE: none */
	move warned;		    /* MOVE_NONE, or the move that was held back */
	move waiting;	/* MOVE_NONE, or a move that waits for the search to end */
	int held, hand; /* moves held back in this hand */
};

enum coach_answer { COACH_PLAY, COACH_WAIT, COACH_WARN };

void coach_init(struct coach *c);
/* "off", "3", "0.5", "10%". False: st. */
bool coach_parse(struct coach *c, const char *text, struct status *st);
bool coach_teaches(const struct coach *c);
/* Starts a search when a person's turn begins, reads it, forgets it after. True when something has
 * changed; a move in `waiting` may then be asked about again. */
bool coach_tick(struct coach *c, struct session *s);
/* What to do with a move of the person whose turn it is. WAIT: it is kept in c->waiting. WARN:
 * text says why. */
enum coach_answer coach_ask(struct coach *c, struct session *s, int seat, move m,
			    char *text, int size);
void coach_hold(struct coach *c, bool on);
void coach_close(struct coach *c);

/* "Q♠ cost about 10 points; J♠ was better": of a decision with a choice. suits: cards as people read
 * them. */
void coach_say(const struct match *match, const struct analyze_move *m, bool suits,
	       char *out, int size);

#endif
