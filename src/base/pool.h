/*
 * pool.h - numbered pieces of one computation over a few threads.
 *
 * Pieces are handed out in order 0, 1, 2 ...; each runs on one thread and must touch only what its
 * number owns. The caller's thread waits, ticks, and returns when every piece that was begun has
 * ended. The threads are those of a crew that is kept, or of one for this call alone. For work that
 * can be told in bytes, and that may crash, see jobs.h.
 */
#ifndef PLYSCOPE_BASE_POOL_H
#define PLYSCOPE_BASE_POOL_H

#include "src/base/crew.h"

#include <stdint.h>

#define POOL_THREADS_MAX CREW_THREADS_MAX

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
	struct crew *crew; /* NULL: threads for this call alone */
	bool alone; /* with one thread the caller does the pieces, and ticks between them */
};

/* Runs the pieces; returns how many finished. When no thread can be started the caller's
 * own does them. */
int64_t pool_run(const struct pool *p);
int pool_cores(void); /* online cores, 1 .. POOL_THREADS_MAX */

#endif
