/*
 * private.h - what the files of the terminal share; nobody else includes it.
 *
 * term.c has the screen, its signals and waiting; input.c the keys.
 */
#ifndef PLYSCOPE_UI_TERM_PRIVATE_H
#define PLYSCOPE_UI_TERM_PRIVATE_H

#define move curses_move /* move is our type; call wmove() */
#include <curses.h>
#undef move

/* Tells curses of sequences that terminals send beside those of their description. Before the first key. */
void term_define_keys(void);

#endif
