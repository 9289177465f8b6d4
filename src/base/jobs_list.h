/*
 * jobs_list.h - what the files of jobs share: jobs.c hands out jobs, hands on results and does jobs
 * on threads, jobs_ranks.c has them done by other ranks.
 */
#ifndef PLYSCOPE_BASE_JOBS_LIST_H
#define PLYSCOPE_BASE_JOBS_LIST_H

#include "src/base/jobs.h"

enum jobs_end {
	JOBS_CAME,
	JOBS_STOPPED,
	JOBS_FAILED, /* the result is the sentence */
	JOBS_NONE,   /* nothing was to be done */
};

/* A job handed out. */
struct jobs_entry {
	int64_t number;
	enum jobs_end end;
	int64_t us; /* its time */
	struct text bytes, result;
	struct jobs_entry *next; /* in its holder's list */
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
	struct jobs_held *held; /* by job, for merge() */
	bool halt;
	int64_t tick_us; /* when the next one is due */
	struct status st;
	struct jobs_follower *follower; /* the jobs come from rank 0; NULL: from here */
	bool tells;	  /* this is rank 0: results are noted for the others */
	struct text told; /* see jobs_ranks.c */
};

/* The next job, NULL when there is none, or an end has come. jobs_end() takes it over. */
struct jobs_entry *jobs_take(struct jobs_list *l);
void jobs_end(struct jobs_list *l, struct jobs_entry *e);
/* Ticks when it is time; returns the ms until the next. */
int jobs_tick(struct jobs_list *l);

void jobs_free_entry(struct jobs_entry *e);

/* Does jobs until none is left to take and none is running. */
void jobs_on_threads(struct jobs_list *l);
void jobs_on_ranks(struct jobs_list *l);

/* jobs_ranks.c: with how many cores a rank does its own jobs. */
int jobs_own_cores(void);
/* On rank 0: what the others are to be told at the end. result NULL: none. */
void jobs_tell_result(struct jobs_list *l, int64_t number, const struct text *result);
/* On the others: the same calls for jobs that come from rank 0. */
struct jobs_entry *jobs_follow_take(struct jobs_list *l);
void jobs_follow_end(struct jobs_list *l, const struct jobs_entry *e);
int jobs_follow_tick(struct jobs_list *l);

#endif
