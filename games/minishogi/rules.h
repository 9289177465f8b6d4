/*
 * rules.h - shared by the files of MiniShogi alone.
 *
 *   rules.c    variants, the start, play, the end, the tables of functions
 *   board.c    the tables of the board: steps, lines, keys
 *   eval.c     evaluation, move ordering, the quick player and playouts
 *   text.c     moves (USI) and positions (SFEN)
 *   view.c     names, scoreboard, events, the scene
 */
#ifndef PLYSCOPE_GAMES_MINISHOGI_RULES_H
#define PLYSCOPE_GAMES_MINISHOGI_RULES_H

#include "games/minishogi/moves.h"

/* ---- what the files lend each other --------------------------------------------------- */

/* rules.c */
/* Whether the other seat, its king included, attacks a seat's king, whoever is to move. */
bool minishogi_in_check(const struct minishogi *s, int seat);
/* After reading a position: checkers, key, whether it is mate or too long. */
void minishogi_settle(const struct game *g, struct minishogi *s);

/* board.c */
void minishogi_build(void);

/* eval.c */
extern const struct game_knowledge minishogi_knowledge;
extern const struct game_fast minishogi_fast;

/* text.c */
extern const struct game_text minishogi_text;

/* view.c */
extern const struct game_view minishogi_view;
extern const char minishogi_letters[];	    /* of kinds, as in SFEN */
extern const char *const minishogi_names[]; /* of kinds, promoted or not */
const char *minishogi_seat_name(const struct game *g, int seat);
char minishogi_seat_letter(const struct game *g, int seat);

#endif
