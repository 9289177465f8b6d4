/*
 * manual.h - the manual page of a verb, shown by man(1).
 */
#ifndef PLYSCOPE_APP_MANUAL_H
#define PLYSCOPE_APP_MANUAL_H

/* Turns the program into `man` with the page of this verb: that of the source tree where the program
 * lies in one, else the installed one. Returns when there is no `man` or no such page; nothing
 * has been printed then. */
void manual_open(const char *verb);

#endif
