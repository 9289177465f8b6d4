/*
 * harmless.h - printed text cannot command a terminal.
 *
 * Titles, names, comments and tags come from other people's files, and a terminal obeys their
 * escape sequences, control characters and marks of text direction. From harmless_begin() on,
 * standard output and standard error go through one filter: such characters, except line ends and
 * tabs, and bytes that are not UTF-8 come out as "?". The same holds for a pipe, which may lead to
 * a terminal. The screen has its canvas.
 */
#ifndef PLYSCOPE_BASE_HARMLESS_H
#define PLYSCOPE_BASE_HARMLESS_H

#include <stdbool.h>
#include <stdio.h>

void harmless_begin(void);
/* The streams below the filter, for those who command the terminal on purpose: curses, libedit, the
 * progress line. Flush stdout before using them. */
FILE *harmless_raw_stdout(void);
FILE *harmless_raw_stderr(void);
/* True: the output from now on is the text of a file and goes into a file or a pipe exactly as it
 * is; a terminal still gets the harmless form. */
void harmless_exact(bool on);
/* Lines on standard output that are wider break at a blank; 0: they do not. */
void harmless_wrap(int columns);

#endif
