/*
 * rules.h - shared by the files of Abalone alone.
 *
 *   rules.c    variants, moves, play, the result, the tables of functions
 *   board.c    the hexagon: neighbours, rings, ways to move, keys
 *   eval.c     evaluation, move ordering, the quick player and playouts
 *   text.c     moves and positions as text
 *   view.c     names, scoreboard, events, the generic scene
 *
 * Finding moves and making one is here, to be compiled into play and into playouts.
 */
#ifndef PLYSCOPE_GAMES_ABALONE_RULES_H
#define PLYSCOPE_GAMES_ABALONE_RULES_H

#include "games/abalone/moves.h"

/* ---- what the files lend each other --------------------------------------------------- */

/* rules.c */
void abalone_bounds(const struct game *g, const struct state *state, struct bounds *b);
int abalone_progress(const struct game *g, const struct state *state);
int abalone_list_moves(const struct game *g, const struct state *s, int seat, move *list);
void abalone_points(const struct game *g, const struct state *s, int32_t *points);
/* The number that ranks the seats when the game is over: higher is better. */
void abalone_ranks(const struct game *g, const struct abalone *s, int32_t *rank);
/* After reading a position: key, end and ring. */
void abalone_settle(const struct game *g, struct state *s);

/* board.c */
void abalone_build(void);
/* Steps to the centre E5. */
int abalone_centre_distance(int row, int column);
/* First column and number of cells of a row. */
int abalone_row_first(int row);
int abalone_row_width(int row);

/* eval.c */
extern const struct game_knowledge abalone_knowledge;
extern const struct game_fast abalone_fast;

/* text.c */
extern const struct game_text abalone_text;

/* view.c */
extern const struct game_view abalone_view;
const char *abalone_seat_name(const struct game *g, int seat);
char abalone_seat_letter(const struct game *g, int seat);

#endif
