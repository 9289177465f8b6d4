/* jobs.c - hands out jobs, does them on threads, and hands on their results in the order they come
 * and in their own. See jobs.h. */
#include "src/base/jobs_list.h"

#include "src/base/bytes.h"
#include "src/base/clock.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#define TICK_MS 50

static void
jobs_halt(struct jobs_list *l)
{
	l->halt = true;
	if (l->j->stop != NULL)
		atomic_store(l->j->stop, true);
}

void
jobs_free_entry(struct jobs_entry *e)
{
	text_free(&e->bytes);
	text_free(&e->result);
	free(e);
}

/* ---- out ---- */

static bool
jobs_ask(const struct jobs *j, struct jobs_entry *e)
{
	if (j->ask != NULL)
		return j->ask(j->self, e->number, &e->bytes);
	bytes_add_int(&e->bytes, e->number);
	return true;
}

/* Merges the next results in order. At the end, when no more will come, missing ones are left
 * out. */
static void
jobs_merge(struct jobs_list *l, bool at_end)
{
	for (; l->held != NULL && l->merged < l->next; l->merged++) {
		struct jobs_held *h = &l->held[l->merged];
		if (!h->ended && !at_end)
			return;
		if (h->came)
			l->j->merge(l->j->self, l->merged, &h->result);
		text_free(&h->result);
	}
}

/* A job has ended, with its result or (NULL) without. */
static void
jobs_settle(struct jobs_list *l, int64_t number, struct text *result)
{
	l->ended++;
	if (l->tells)
		jobs_tell_result(l, number, result);
	if (result != NULL) {
		l->came++;
		if (l->j->came != NULL && !l->j->came(l->j->self, number, result, &l->st))
			jobs_halt(l);
	}
	if (l->held == NULL)
		return;
	l->held[number].ended = true;
	if (result != NULL) {
		l->held[number].came = true;
		l->held[number].result = *result;
		*result = (struct text){ 0 };
	}
	jobs_merge(l, false);
}

struct jobs_entry *
jobs_take(struct jobs_list *l)
{
	if (l->follower != NULL)
		return jobs_follow_take(l);
	while (!l->halt && l->next < l->j->count) {
		struct jobs_entry *e = calloc(1, sizeof *e);
		if (e == NULL)
			BUG("not enough memory for a job");
		e->number = l->next++;
		if (jobs_ask(l->j, e))
			return e;
		jobs_settle(l, e->number, NULL);
		jobs_free_entry(e);
	}
	return NULL;
}

/* Whether jobs may come though none is there to be taken now. */
static bool
jobs_more(const struct jobs_list *l)
{
	return l->follower != NULL && !l->halt;
}

/* ---- in ---- */

void
jobs_end(struct jobs_list *l, struct jobs_entry *e)
{
	if (l->follower != NULL) {
		jobs_follow_end(l, e);
		jobs_free_entry(e);
		return;
	}
	jobs_settle(l, e->number, e->end == JOBS_CAME ? &e->result : NULL);
	if (e->end == JOBS_FAILED)
		status_fail(&l->st, "%s", e->result.s);
	if (e->end == JOBS_FAILED || e->end == JOBS_STOPPED)
		jobs_halt(l);
	jobs_free_entry(e);
}

int
jobs_tick(struct jobs_list *l)
{
	if (l->follower != NULL)
		return jobs_follow_tick(l);
	const int64_t now = clock_now_us(), wait = l->tick_us - now;
	const int every = l->j->tick_ms > 0 ? l->j->tick_ms : TICK_MS;
	if (wait > 0)
		return (int)((wait + 999) / 1000);
	if (l->j->tick != NULL && !l->j->tick(l->j->self, l->ended))
		jobs_halt(l);
	l->tick_us = now + every * INT64_C(1000);
	return every;
}

/* ---- on threads ---- */

static void
do_job(const struct jobs *j, int worker, struct jobs_entry *e)
{
	struct status st = { 0 };
	const int64_t began = clock_now_us();
	e->end = JOBS_CAME;
	const bool came = j->run(j->self, worker, &e->bytes, &e->result, &st);
	e->us = clock_now_us() - began;
	if (came)
		return;
	e->end = st.failed ? JOBS_FAILED : JOBS_STOPPED;
	text_clear(&e->result);
	text_add(&e->result, "%s", st.text);
}

/* There is always a job more for each worker than it does, so that none waits for the caller. */

struct queue {
	struct jobs_entry *first, **last;
};

struct threads {
	const struct jobs *j;
	pthread_mutex_t lock; /* of what follows */
	pthread_cond_t given, ended;
	struct queue waiting, finished;
	bool closed; /* nothing more will be given */
	int started;
};

static void
push(struct queue *q, struct jobs_entry *e)
{
	e->next = NULL;
	if (q->first == NULL)
		q->last = &q->first;
	*q->last = e;
	q->last = &e->next;
}

static struct jobs_entry *
pop(struct queue *q)
{
	struct jobs_entry *e = q->first;
	if (e != NULL)
		q->first = e->next;
	return e;
}

static void
thread_main(void *self, int number)
{
	struct threads *t = self;
	pthread_mutex_lock(&t->lock);
	for (;;) {
		struct jobs_entry *e = pop(&t->waiting);
		if (e == NULL && t->closed)
			break;
		if (e == NULL) {
			pthread_cond_wait(&t->given, &t->lock);
			continue;
		}
		pthread_mutex_unlock(&t->lock);
		do_job(t->j, number, e);
		pthread_mutex_lock(&t->lock);
		push(&t->finished, e);
		pthread_cond_signal(&t->ended);
	}
	pthread_mutex_unlock(&t->lock);
}

/* ---- the caller's thread ---- */

static void
give(struct threads *t, struct jobs_entry *e)
{
	pthread_mutex_lock(&t->lock);
	push(&t->waiting, e);
	pthread_cond_signal(&t->given);
	pthread_mutex_unlock(&t->lock);
}

/* One that has ended; NULL: none within so many ms. */
static struct jobs_entry *
wait_for_one(struct threads *t, int ms)
{
	struct timespec until;
	clock_gettime(CLOCK_MONOTONIC, &until);
	until.tv_nsec += ms * 1000000L;
	until.tv_sec += until.tv_nsec / 1000000000L;
	until.tv_nsec %= 1000000000L;
	pthread_mutex_lock(&t->lock);
	if (t->finished.first == NULL)
		pthread_cond_timedwait(&t->ended, &t->lock, &until);
	struct jobs_entry *e = pop(&t->finished);
	pthread_mutex_unlock(&t->lock);
	return e;
}

/* Drops what nobody has begun. Returns how many. */
static int
drop_waiting(struct threads *t)
{
	int n = 0;
	pthread_mutex_lock(&t->lock);
	for (struct jobs_entry *e; (e = pop(&t->waiting)) != NULL; n++)
		jobs_free_entry(e);
	pthread_mutex_unlock(&t->lock);
	return n;
}

static void
do_all(struct threads *t, struct jobs_list *l)
{
	struct jobs_entry *e;
	int away = 0;
	for (;;) {
		for (; away < 2 * t->started && (e = jobs_take(l)) != NULL; away++)
			give(t, e);
		if (l->halt)
			away -= drop_waiting(t);
		if (away == 0 && !jobs_more(l))
			return;
		e = wait_for_one(t, jobs_tick(l));
		if (e == NULL)
			continue;
		away--;
		jobs_end(l, e);
	}
}

static void
do_alone(struct jobs_list *l)
{
	const struct timespec pause = { 0, 1000000 };
	for (struct jobs_entry *e; (e = jobs_take(l)) != NULL || jobs_more(l);
	     jobs_tick(l)) {
		if (e == NULL) {
			nanosleep(&pause, NULL);
			continue;
		}
		do_job(l->j, 0, e);
		jobs_end(l, e);
	}
}

void
jobs_on_threads(struct jobs_list *l)
{
	struct threads t = { .j = l->j };
	struct crew *crew = NULL;
	pthread_condattr_t attr;
	pthread_condattr_init(&attr);
	pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
	pthread_cond_init(&t.ended, &attr);
	pthread_condattr_destroy(&attr);
	pthread_cond_init(&t.given, NULL);
	pthread_mutex_init(&t.lock, NULL);
	t.started = crew_start(&crew, jobs_workers(l->j), thread_main, &t);
	if (t.started == 0)
		do_alone(l);
	else
		do_all(&t, l);
	pthread_mutex_lock(&t.lock);
	t.closed = true;
	pthread_cond_broadcast(&t.given);
	pthread_mutex_unlock(&t.lock);
	crew_close(crew);
	pthread_cond_destroy(&t.given);
	pthread_cond_destroy(&t.ended);
	pthread_mutex_destroy(&t.lock);
}

/* ---- the whole ---- */

int
jobs_workers(const struct jobs *j)
{
	const int want = j->workers > 0 ? j->workers : jobs_own_cores();
	const int most = want < JOBS_WORKERS_MAX ? want : JOBS_WORKERS_MAX;
	return j->count < most ? (int)j->count : most;
}

int64_t
jobs_run(const struct jobs *j, struct status *st)
{
	struct jobs_list l = { .j = j, .tick_us = clock_now_us() };
	if (j->merge != NULL && j->count > 0) {
		l.held = calloc((size_t)j->count, sizeof *l.held);
		if (l.held == NULL) {
			status_fail(st, "not enough memory for so many jobs");
			return 0;
		}
	}
	if (jobs_have_ranks())
		jobs_on_ranks(&l);
	else
		jobs_on_threads(&l);
	jobs_merge(&l, true);
	free(l.held);
	if (j->tick != NULL && jobs_lead())
		j->tick(j->self, l.ended);
	if (l.st.failed)
		status_fail(st, "%s", l.st.text);
	return l.came;
}
