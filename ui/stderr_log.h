/*
 * stderr_log.h - stderr while the screen is on: it goes to a log file, and its tail is printed
 * when the screen is off again.
 */
#ifndef PLYSCOPE_UI_STDERR_LOG_H
#define PLYSCOPE_UI_STDERR_LOG_H

#include <stdbool.h>

void stderr_divert(void);
/* Restores stderr; `tell` prints the last lines written meanwhile. */
void stderr_return(bool tell);
/* Restores stderr for the rest of a crash, or for a while; safe in a signal handler. */
void stderr_restore(void);

#endif
