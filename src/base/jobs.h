/*
 * jobs.h - headless work as a list of jobs: bytes in, bytes out.
 *
 * A job's bytes describe the work, most often by its number alone; the bytes of its result hold
 * its whole outcome. Neither contains pointers, so that a job can be done anywhere (bytes.h writes
 * and reads them). Jobs are handed out in order 0, 1, 2 ... and end in any order; merge() is called
 * in job order again, for everything that must be the same for any number of workers, either way.
 *
 * Access: ask, came, merge and tick are called on the thread that called jobs_run(), one at
 * a time, and only they may change the object behind self. run() is called by several workers at
 * once; it reads self and writes its result (and, where all workers are threads, the part of a
 * shared table that its number owns). A worker's own memory from job to job belongs to its number.
 *
 *   JOBS_THREADS    Workers are threads, which block all signals but those of a crash. A crash
 *                   ends the program.
 *   JOBS_RANKS      Workers are those of other ranks (jobs_ranks.h): the same program started
 *                   with the same words, where self follows from these and from the results of
 *                   earlier jobs. ask and tick are called on rank 0 alone; came and merge on
 *                   every rank, so that all have the same results.
 */
#ifndef PLYSCOPE_BASE_JOBS_H
#define PLYSCOPE_BASE_JOBS_H

#include "src/base/pool.h"
#include "src/base/progress.h"
#include "src/base/status.h"
#include "src/base/text.h"

#include <stdatomic.h>
#include <stdint.h>

#define JOBS_WORKERS_MAX POOL_THREADS_MAX

enum jobs_way { JOBS_THREADS, JOBS_RANKS };

struct jobs {
	enum jobs_way way;
	int64_t count;
	int workers; /* 0: one for each online core */
	void *self;
	const char
		*about; /* what decides the results, to compare ranks by; NULL: nothing */
	/* Adds the bytes of a job. False: nothing is to be done for it, and it has no result.
	 * NULL: its number alone. */
	bool (*ask)(void *self, int64_t job, struct text *bytes);
	/* On a worker, 0 .. jobs_workers() - 1: does a job and adds its result. False: the whole work ends; with st it
	 * has failed, without it was told to stop. */
	bool (*run)(void *self, int worker, const struct text *bytes, struct text *result,
		    struct status *st);
	/* A result, as soon as it is there. False: the whole work ends, failed with st. NULL:
	 * none, as with those that follow. */
	bool (*came)(void *self, int64_t job, const struct text *result,
		     struct status *st);
	/* The same results in job order; those without any are left out. */
	void (*merge)(void *self, int64_t job, const struct text *result);
	/* About every tick_ms and once at the end; false: the whole work ends. */
	bool (*tick)(void *self, int64_t ended);
	int tick_ms;
	/* Set when the work ends early, for run() to look at; NULL: none. */
	atomic_bool *stop;
};

/* Runs the jobs; returns how many have a result. When the work ends early, jobs that run are
 * abandoned as soon as they look at `stop`. st: why it failed. */
int64_t jobs_run(const struct jobs *j, struct status *st);
int jobs_workers(const struct jobs *j); /* that it will have at most */

#endif
