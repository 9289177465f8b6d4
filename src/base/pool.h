/*
 * pool.h - threads, and numbered pieces of one computation over a few of them.
 *
 * Every thread of the program is one of a crew: they are started when they are first wanted, sleep
 * between computations, and block all signals but those of a crash. A pool's pieces are handed out
 * in order 0, 1, 2 ...; each runs on one thread and must touch only what its number owns. The
 * caller's thread waits, ticks, and returns when every piece that was begun has ended. For work
 * that can be told in bytes see jobs.h, for a search beside a screen src/core/worker.h.
 */
#ifndef PLYSCOPE_BASE_POOL_H
#define PLYSCOPE_BASE_POOL_H

#include "src/base/arena.h"

#include <stdint.h>

#define POOL_THREADS_MAX 64

struct crew; /* NULL: no threads yet */

/* Calls run(self, i) on a thread of its own for each i from 0 to count - 1, at most
 * POOL_THREADS_MAX; nothing else is under way. Returns how many: fewer when the system gives no
 * more threads or memory. */
int crew_start(struct crew **c, int count, void (*run)(void *self, int number),
	       void *self);
/* Waits until all have returned, at most `ms`; 0: as long as it takes. False: not yet. */
bool crew_wait(struct crew *c, int ms);
/* Waits for what is under way and ends the threads. NULL is allowed. */
void crew_close(struct crew *c);

/* Memory and threads that one search after the other uses, since mapping pages and starting threads
 * take longer than a small search. It serves one at a time, from its opening to its closing. All
 * zero: empty. */
struct kit {
	struct arena arena; /* of the search's own memory */
	struct crew *crew;  /* its threads */
	struct kit *below;  /* POOL_THREADS_MAX of them: of what each thread searches */
};

/* Its memory, of this size, empty but not zeroed when it was used before. False: the system gives
 * none. */
bool kit_arena(struct kit *k, size_t size);
/* The kits of its threads, POOL_THREADS_MAX of them; without memory for them NULL. */
struct kit *kit_below(struct kit *k);
void kit_close(struct kit *k);

struct pool {
	int64_t count;
	int threads; /* 0: one for each online core */
	/* Does one piece; false stops the handing out of further ones. */
	bool (*run)(void *self, int64_t piece, int thread);
	/* On the caller's thread about every tick_ms and once at the end; false stops the
	 * handing out. NULL: none. */
	bool (*tick)(void *self, int64_t finished);
	int tick_ms;
	void *self;
	struct crew **crew; /* NULL: threads for this call alone */
	bool alone; /* with one thread the caller does the pieces, and ticks between them */
};

/* Runs the pieces; returns how many finished. When no thread can be started the caller's
 * own does them. */
int64_t pool_run(const struct pool *p);
int pool_cores(void); /* online cores, 1 .. POOL_THREADS_MAX */

#endif
