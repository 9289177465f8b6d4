/* manual.h - a page of the manual, shown by man(1). */
#ifndef PLYSCOPE_APP_MANUAL_H
#define PLYSCOPE_APP_MANUAL_H

/* The pages that are of no verb, "tutorial" and others; NULL behind the last. */
const char *manual_page(int index);
/* Turns the program into `man` with a page, of a verb or one of those: that of the source tree where
 * the program lies in one, else the installed one. Returns when there is no `man` or no such page;
 * nothing has been printed then. */
void manual_open(const char *name);

#endif
