/*
 * rescue.h - somebody else's code is run, and may crash.
 *
 * Between rescue_begin() and rescue_end() a crash inside rescue_run() - memory that is not there,
 * a division by zero, abort(), a stack that overflows - ends that run, not the program. What the
 * run held is lost: memory, locks and files of its own. Jobs that the run hands out (jobs.h) belong
 * to it. A crash anywhere else ends the program as always.
 */
#ifndef PLYSCOPE_BASE_RESCUE_H
#define PLYSCOPE_BASE_RESCUE_H

#include <signal.h>
#include <stdbool.h>

/* Catches the signals of a crash, and gives them back; a pair of calls at a time. */
void rescue_begin(void);
void rescue_end(void);
/* Calls run(self) in this thread; false: it crashed. A run may call it again. */
bool rescue_run(void (*run)(void *self), void *self);
/* True in a thread that is inside rescue_run(). */
bool rescue_inside(void);
/* What the run has handed out crashed: so does the run. */
_Noreturn void rescue_crash(void);
/* For a handler of a crash's signal that has done its part: it goes on to what was there before
 * the handler, the end of the program or a sanitizer's report. */
void rescue_pass_on(int signal_number, const siginfo_t *info, const struct sigaction *to);

#endif
