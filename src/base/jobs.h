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
 * Workers are threads, on this machine alone (pool.h), or those of ranks: the same program started
 * several times with the same command line, on this machine or others, where self follows from
 * these words and from the results of earlier jobs. Rank 0 hands out jobs as they are done; the
 * others do them on threads. When a run of jobs is over all ranks are told every result, so that
 * whatever follows, another run of jobs or the figures, goes the same way on each. Only rank 0
 * asks, ticks, writes files and prints; came and merge are called on every rank, on the others at
 * the end. A rank that reaches the end of the program early, because it failed, ends the work of
 * all; when one dies, MPI ends the others.
 *
 * Messages go from rank 0 to the others and back, never between those. They are bytes.h's, the same
 * on every machine.
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

struct jobs {
	int64_t count;
	int workers; /* 0: one for each online core */
	void *self;
	const char
		*about; /* what decides the results, to compare ranks by; NULL: nothing */
	/* Adds the bytes of a job. False: nothing is to be done for it, and it has no result.
	 * NULL: its number alone. */
	bool (*ask)(void *self, int64_t job, struct text *bytes);
	/* On a worker, 0 .. jobs_workers() - 1: does a job and adds its result. False: the whole
	 * work ends; with st it has failed, without it was told to stop. */
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

/* ---- ranks ---- */

/* The transport of messages. */
struct jobs_wire {
	int number, count; /* this rank, and how many there are */
	/* Does not wait for the other side; the bytes are its own afterwards. */
	void (*send)(int to, const struct text *message);
	/* A message that has arrived, in place of the contents of *message; those of one rank come
	 * in the order they were sent. False: none has. */
	bool (*receive)(int *from, struct text *message);
	/* Called on every rank: rank 0's bytes are everybody's then. */
	void (*spread)(struct text *bytes);
	/* The end of a rank but 0, from within jobs_run(): does not return. */
	void (*leave)(void);
};

/* From here on jobs are done by these ranks, if there are several, each with so many cores. */
void jobs_join(const struct jobs_wire *wire, int cores);
/* Called before the end of the program. On rank 0 it tells the others to leave; they tell rank 0
 * that they have come to their end, with a sentence if they failed, and wait to be told. */
void jobs_part(const struct status *st);
/* True on the one rank that owns files and screen. */
bool jobs_lead(void);
bool jobs_have_ranks(void); /* there are others */

/* On rank 0, of the work that runs or ran last: the rank whose workers have each done the fewest
 * jobs a second, and how many all of its workers do. False: no rank is known yet, or there is
 * none. */
bool jobs_slowest_rank(int *rank, double *jobs_per_s);

#endif
