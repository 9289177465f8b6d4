/*
 * private.h - what the files of this folder share; nobody else includes it.
 *
 * openspiel.c has the table of games, the games of boards and bids, and what openspiel.h offers;
 * star.c Chinese Checkers; cards.c the games with hidden cards.
 */
#ifndef PLYSCOPE_WIRE_OPENSPIEL_PRIVATE_H
#define PLYSCOPE_WIRE_OPENSPIEL_PRIVATE_H

#include "src/wire/openspiel.h"

#define CARDS 52

/* A state whose history is written. */
struct telling {
	const struct game *g;
	const struct state *s;
	int mover;
	const char *text; /* the position, in which every card is known */
	const struct played_move *made;
	int count;
	int first; /* out: the seat that is player 0 there; it is 0 before */
	json_t *history;
};

/* A history, and how far it has been read. */
struct reading {
	const struct game *g;
	const int *action;
	int count, at;
};

void openspiel_add(struct telling *t, int action);
/* The next action; -1: none is left, or it is not below `most`. */
int openspiel_next(struct reading *r, int most);

/* The actions of a legal move with this text, into out; how many: 0 when they have no such move. */
typedef int openspiel_act(const struct game *g, const struct state *s, int seat,
			  const char *text, int *out);
/* Writes the history; false: there is none. */
typedef bool openspiel_write(struct telling *t);
/* Reads the beginning of a history as a state. */
typedef bool openspiel_begin(struct reading *r, struct state *s, struct status *st);
/* The next actions as the text of one of our moves. */
typedef bool openspiel_read_move(struct reading *r, const struct state *s,
				 char out[static MOVE_TEXT]);

/* ---- star.c ---- */

openspiel_act openspiel_act_star;
openspiel_read_move openspiel_read_star;

/* ---- cards.c ---- */

openspiel_act openspiel_act_cards, openspiel_act_spades, openspiel_act_kuhn,
	openspiel_act_leduc;
openspiel_write openspiel_write_hearts, openspiel_write_spades, openspiel_write_poker;
openspiel_begin openspiel_begin_hearts, openspiel_begin_spades, openspiel_begin_poker;

#endif
