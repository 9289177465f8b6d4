/*
 * jobs.h - headless work as a list of jobs: bytes in, bytes out.
 *
 * A job's bytes describe the work, most often by its number alone; the bytes of its result hold
 * its whole outcome. Neither contains pointers, so that a job can be done anywhere (bytes.h writes
 * and reads them). Jobs are handed out in order 0, 1, 2 ... and end in any order; merge() is called
 * in job order again, for everything that must be the same for any number of workers, either way.
 *
 * Access: ask, came, merge, lost and tick are called on the thread that called jobs_run(), one at
 * a time, and only they may change the object behind self. run() is called by several workers at
 * once; it reads self and writes its result (and, where all workers are threads, the part of a
 * shared table that its number owns). A worker's own memory from job to job belongs to its number.
 *
 *   JOBS_THREADS    Workers are threads, which block all signals. A crash ends the program.
 *   JOBS_PROCESSES  Workers are child processes: self is what it was at the fork. A job that
 *                   crashes or exits twice, or falls silent, costs that job alone: it is lost,
 *                   its child replaced, the rest goes on. One that others have killed, or that
 *                   the system gave no memory, is run again up to twice. Only for a program
 *                   without threads. Children
 *                   have no open files but the standard ones, ignore ^C, and end with the run.
 *                   Where the system gives no child, fewer do the work, at last threads.
 *                   A limit of processor time (SIGXCPU) ends the whole program as always.
 *   JOBS_RANKS      Workers are those of other ranks (jobs_ranks.h): the same program started
 *                   with the same words, where self follows from these and from the results of
 *                   earlier jobs. ask and tick are called on rank 0 alone; came, merge and lost
 *                   on every rank, so that all have the same results.
 */
#ifndef PLYSCOPE_BASE_JOBS_H
#define PLYSCOPE_BASE_JOBS_H

#include "src/base/progress.h"
#include "src/base/status.h"
#include "src/base/text.h"

#include <stdatomic.h>
#include <stdint.h>

#define JOBS_WORKERS_MAX 64

enum jobs_way { JOBS_THREADS, JOBS_PROCESSES, JOBS_RANKS };

struct jobs_worker;

/* How a job was lost. */
struct jobs_loss {
	const char *how; /* "crashed (SIGSEGV)" */
	bool silent;	 /* killed because it gave no sign of life */
	bool outside; /* each time killed by others, or for want of memory: not its doing */
	const struct text *notes; /* of jobs_note(), one after the other */
};

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
	/* On a worker: does a job and adds its result. False: the whole work ends; with st it
	 * has failed, without it was told to stop. */
	bool (*run)(void *self, struct jobs_worker *w, const struct text *bytes,
		    struct text *result, struct status *st);
	/* A result, as soon as it is there. False: the whole work ends, failed with st. NULL:
	 * none, as with those that follow. */
	bool (*came)(void *self, int64_t job, const struct text *result,
		     struct status *st);
	/* The same results in job order; those without any are left out. */
	void (*merge)(void *self, int64_t job, const struct text *result);
	/* A job was lost. True: it has added the result that stands for it. */
	bool (*lost)(void *self, int64_t job, const struct jobs_loss *loss,
		     struct text *result);
	/* About every tick_ms and once at the end; false: the whole work ends. */
	bool (*tick)(void *self, int64_t ended);
	int tick_ms;
	/* Called with the number of jobs that were run again; NULL: not called. */
	const struct progress *progress;
	/* Set when the work ends early, for run() to look at; NULL: none. */
	atomic_bool *stop;
};

/* Runs the jobs; returns how many have a result. When the work ends early, jobs that run are
 * abandoned as soon as they look at `stop`, or with their process. st: why it failed. */
int64_t jobs_run(const struct jobs *j, struct status *st);
int jobs_workers(const struct jobs *j); /* that it will have at most */

/* The system does not give the memory for a job: it ends here and is run again later. Returns only
 * where the worker has no process of its own. */
void jobs_starve(const struct jobs_worker *w);

int jobs_worker_number(const struct jobs_worker *w); /* 0 .. jobs_workers() - 1 */
/* True: it has a process of its own, and with it a copy of all that was there at the fork. */
bool jobs_worker_alone(const struct jobs_worker *w);
/* A sign of life, with bytes that are known when the job is lost. The next one, or the result,
 * is to come within so many ms of its processor's time, or ten times as many by the clock, else
 * the job is lost; 0: no limit. Cheap. */
void jobs_note(struct jobs_worker *w, const void *bytes, size_t size, int64_t within_ms);

#endif
