/*
 * openspiel.h - positions in the words of OpenSpiel: the string that loads its game, and the history
 * of its actions, which are numbers.
 *
 *	{"game":"breakthrough(rows=8,columns=8)","player":1,"history":[98]}
 *
 * Games that are the same there: Hearts and Spades (a hand), Chinese Checkers, Lines of Action,
 * Breakthrough, Goofspiel, Oshi-Zumo, Kuhn and Leduc poker. Source: open_spiel/games of OpenSpiel 2.0.
 */
#ifndef PLYSCOPE_WIRE_OPENSPIEL_H
#define PLYSCOPE_WIRE_OPENSPIEL_H

#include "src/base/json.h"
#include "src/core/game.h"

#define OPENSPIEL_MOST 64 /* actions of one move */

/* The object of a state, which is redacted for a viewer: where cards are hidden its history has a
 * deal that fits what the viewer knows, always the same one. `made`: the moves since the start as
 * the viewer saw them; NULL: not known. NULL: st says why there is none. */
json_t *openspiel_state(const struct game *g, const struct state *s, int viewer,
			const struct played_move *made, int count, struct status *st);
/* The actions of a legal move, into out[OPENSPIEL_MOST]; how many. */
int openspiel_actions(const struct game *g, const struct state *s, int seat, move m,
		      int *out);
/* The state of such an object as text, whose game has to be that of these rules. */
bool openspiel_read(const struct game *g, const char *text, struct state *s,
		    struct status *st);

#endif
