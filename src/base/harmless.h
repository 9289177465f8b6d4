/*
 * harmless.h - what the program prints cannot command a terminal.
 *
 * Titles, names, comments and tags come from files of others, and a terminal obeys what they
 * hold: escape sequences, controls, marks that turn a line around. From harmless_begin() on,
 * standard output and standard error go through one filter: such characters, except line ends
 * and tabs, and bytes that are no UTF-8 come out as "?". It is the same for a pipe, behind which
 * there may be a terminal. The screen has its canvas.
 */
#ifndef PLYSCOPE_BASE_HARMLESS_H
#define PLYSCOPE_BASE_HARMLESS_H

#include <stdbool.h>
#include <stdio.h>

void harmless_begin(void);
/* The streams below the filter, for what speaks to the terminal on purpose: curses, libedit, a
 * line of progress. Flush stdout before using them. */
FILE *harmless_raw_stdout(void);
FILE *harmless_raw_stderr(void);
/* True: what is printed now is the text of a file, and goes into a file or a pipe exactly as it
 * is; a terminal gets the harmless form all the same. */
void harmless_exact(bool on);
/* Lines on standard output that are wider break at a blank; 0: they do not. */
void harmless_wrap(int columns);

#endif
