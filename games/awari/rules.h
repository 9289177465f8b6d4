/*
 * rules.h - private to the files of Awari.
 *
 *   rules.c    variants, play, the end and the result, the tables of functions
 *   eval.c     evaluation, move ordering, the quick player and playouts
 *   known.c    the table of endgames
 *   text.c     moves and positions as text
 *   view.c     names, scoreboard, events, the generic scene
 *
 * Sowing is inline, for play, playouts and the endgame table. It works on six bytes of a word at
 * once: no byte exceeds 48, so that sums never carry into the next.
 */
#ifndef PLYSCOPE_GAMES_AWARI_RULES_H
#define PLYSCOPE_GAMES_AWARI_RULES_H

#include "games/awari/sowing.h"

/* ---- what the files lend each other --------------------------------------------------- */

/* rules.c */
void awari_bounds(const struct game *g, const struct state *state, struct bounds *b);
int awari_progress(const struct game *g, const struct state *state);
int awari_list_moves(const struct game *g, const struct state *s, int seat, move *list);
/* Seeds that South is ahead when the game is over. */
int awari_margin(const struct game *g, const struct awari *s);
/* After reading a position: whether the game is over. */
void awari_settle(const struct game *g, struct awari *s);

/* eval.c */
void awari_build_lots(void);
extern const struct game_knowledge awari_knowledge;
extern const struct game_fast awari_fast;
extern const struct ending_ops awari_endings;

/* known.c */
void awari_build_slots(void);
/* Reads the table; the seeds up to which there is one, 0: none. What follows needs it
 * (g->knows). */
int awari_table(const struct game *g, struct status *st);
/* What the table says of the rest of a game; false: not in it. */
bool awari_look_up(const struct game *g, const struct turn *t, struct endgame_value *out);
/* Whether it settles the value, and by which margin of the seat to move: exact with
 * score=seeds, else on the right side of 0. */
bool awari_decided(const struct game *g, const struct awari *s, const struct turn *t,
		   int *margin);
bool awari_known(const struct game *g, const struct state *state);
extern const struct endgame_ops awari_endgame;
extern const struct solver_ops awari_solver;

/* text.c */
extern const struct game_text awari_text;

/* view.c */
extern const struct game_view awari_view;
const char *awari_seat_name(const struct game *g, int seat);
char awari_seat_letter(const struct game *g, int seat);

#endif
