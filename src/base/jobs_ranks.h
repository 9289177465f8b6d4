/*
 * jobs_ranks.h - the second way to do jobs: by other ranks, which are the same program started with
 * the same command line, on this machine or others.
 *
 * Rank 0 hands out jobs as they are done; the others do them on threads.
 * When a run of jobs is over all ranks are told every result, so that whatever follows, another run
 * of jobs or the figures, goes the same way on each. Only rank 0 asks, ticks, writes files and
 * prints; came and merge are called on every rank, on the others at the end. A rank that
 * reaches the end of the program early, because it failed, ends the work of all; one that dies does
 * so with the help of what carries the messages.
 *
 * Messages go from rank 0 to the others and back, never between those. They are bytes.h's, the same
 * on every machine.
 */
#ifndef PLYSCOPE_BASE_JOBS_RANKS_H
#define PLYSCOPE_BASE_JOBS_RANKS_H

#include "src/base/jobs.h"

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

/* From here on JOBS_RANKS means these ranks. Each but rank 0 has so many cores. Without this
 * call, and with one rank, JOBS_RANKS is JOBS_THREADS. */
void jobs_join(const struct jobs_wire *wire, int cores);
/* Called before the end of the program. On rank 0 it tells the others to leave; they tell rank 0
 * that they have come to their end, with a sentence if they failed, and wait to be told. */
void jobs_part(const struct status *st);
/* True on the one rank that owns files and screen. */
bool jobs_lead(void);

/* On rank 0, of the work that runs or ran last: the rank whose workers have each done the fewest
 * jobs a second, and how many all of its workers do. False: no rank is known yet, or there is
 * none. */
bool jobs_slowest_rank(int *rank, double *jobs_per_s);

#endif
