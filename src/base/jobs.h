/*
 * jobs.h - numbered jobs over a few threads.
 *
 * Jobs are handed out in order 0, 1, 2 ...; each runs on one thread and must touch only
 * what its number owns. The caller's thread waits, ticks, and joins every thread before
 * it returns, so nothing outlives the call. The threads block all signals.
 */
#ifndef PLYSCOPE_BASE_JOBS_H
#define PLYSCOPE_BASE_JOBS_H

#include <stdbool.h>
#include <stdint.h>

#define JOBS_THREADS_MAX 64

struct jobs {
	int64_t count;
	int threads; /* 0: one for each online core */
	/* Does one job; false stops the handing out of further ones. */
	bool (*run)(void *self, int64_t job, int thread);
	/* On the caller's thread about every tick_ms and once at the end; false stops the
	 * handing out. NULL: none. */
	bool (*tick)(void *self, int64_t finished);
	int tick_ms;
	void *self;
};

/* Runs the jobs; returns how many finished. When no thread can be started the caller's
 * own does them. */
int64_t jobs_run(const struct jobs *j);
int jobs_cores(void); /* online cores, 1 .. JOBS_THREADS_MAX */

#endif
