/*
 * crew.h - threads that stay from one computation to the next.
 *
 * Starting a thread takes longer than a small search. Threads are started when they are first
 * wanted, sleep between computations, and block all signals.
 */
#ifndef PLYSCOPE_BASE_CREW_H
#define PLYSCOPE_BASE_CREW_H

#include <stdbool.h>

#define CREW_THREADS_MAX 64

struct crew;

struct crew *crew_open(void); /* without threads yet; NULL: no memory */
/* Calls run(self, i) on a thread of its own for each i from 0 to count - 1, at most
 * CREW_THREADS_MAX; nothing else is under way. Returns how many: fewer when the system gives no
 * more threads. */
int crew_start(struct crew *c, int count, void (*run)(void *self, int number),
	       void *self);
/* Waits until all have returned, at most `ms`; 0: as long as it takes. False: not yet. */
bool crew_wait(struct crew *c, int ms);
/* Ends the threads; nothing is under way. NULL is allowed. */
void crew_close(struct crew *c);

#endif
