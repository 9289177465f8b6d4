/*
 * jobs_list.h - what the files of jobs share: jobs.c hands out jobs and hands on results,
 * jobs_threads.c and jobs_processes.c are the two ways to do them.
 */
#ifndef PLYSCOPE_BASE_JOBS_LIST_H
#define PLYSCOPE_BASE_JOBS_LIST_H

#include "src/base/jobs.h"

enum jobs_end {
	JOBS_CAME,
	JOBS_STOPPED,
	JOBS_FAILED
}; /* failed: the result is the sentence */

/* A job on its way. */
struct jobs_entry {
	int64_t number;
	enum jobs_end end;
	struct text bytes, result;
	struct jobs_entry *next; /* in a list of its holder's */
};

/* A result that waits for those before it. */
struct jobs_held {
	bool ended, came;
	struct text result;
};

struct jobs_list {
	const struct jobs *j;
	int64_t next, merged; /* jobs to be asked for, to be merged */
	int64_t ended, came;
	struct jobs_entry *back; /* handed out but never begun, by number */
	struct jobs_held *held;	 /* by job, for merge() */
	bool halt;
	int64_t tick_us; /* when the next one is due */
	struct status st;
};

/* What a worker's jobs_note() writes to; shared by a child with its parent. */
struct jobs_board {
	atomic_llong begun; /* the job that was begun last, -1: none */
	atomic_llong signs, within_ms;
	atomic_size_t length;
	char notes[4 << 20]; /* pages are there once they are used */
};

struct jobs_worker {
	int number;
	struct jobs_board *board; /* NULL: nobody reads it */
};

/* The next job, NULL when there is none, or an end has come. Ends with jobs_end(), jobs_lose()
 * or jobs_back(), which take it over. */
struct jobs_entry *jobs_take(struct jobs_list *l);
void jobs_back(struct jobs_list *l, struct jobs_entry *e);
void jobs_end(struct jobs_list *l, struct jobs_entry *e);
void jobs_lose(struct jobs_list *l, struct jobs_entry *e, const struct jobs_loss *loss);
/* Ticks when it is time; returns the ms until the next. */
int jobs_tick(struct jobs_list *l);
/* On a worker. */
void jobs_do(const struct jobs *j, struct jobs_worker *w, struct jobs_entry *e);

/* Each does jobs until none is left to take, and none is under way. */
void jobs_on_threads(struct jobs_list *l);
void jobs_on_processes(struct jobs_list *l); /* or until there is no child to do them */

#endif
