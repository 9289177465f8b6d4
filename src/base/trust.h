/*
 * trust.h - the programs that this process may start for a player.
 *
 * A command is trusted when the user has typed it, and so are its settings (set=). What a file names
 * is not: a record, a match, a lesson or a store from elsewhere must not start a program by being
 * opened. Whoever starts such a program
 * asks trust_has() first. The list lasts as long as the process; its children inherit it. Any
 * thread may ask and add.
 */
#ifndef PLYSCOPE_BASE_TRUST_H
#define PLYSCOPE_BASE_TRUST_H

#include <stdbool.h>

/* The user has typed this command line. */
void trust_command(const char *command);
/* The user trusts every command, whoever names it (--trust). */
void trust_everything(void);
bool trust_has(const char *command);

#endif
