/*
 * jobs_threads.c - jobs on threads: the caller's fills one queue and empties the other.
 *
 * There is always a job more for each worker than it does, so that none waits for the caller.
 */
#include "src/base/jobs_parts.h"

#include <pthread.h>
#include <signal.h>
#include <time.h>

struct queue {
	struct errand *first, **last;
};

struct crew {
	const struct jobs *j;
	pthread_mutex_t lock; /* of what follows */
	pthread_cond_t given, ended;
	struct queue todo, done;
	bool closed; /* nothing more will be given */
	int started;
	struct member {
		struct crew *crew;
		struct jobs_worker worker;
		pthread_t thread;
	} member[JOBS_WORKERS_MAX];
};

static void
push(struct queue *q, struct errand *e)
{
	e->next = NULL;
	if (q->first == NULL)
		q->last = &q->first;
	*q->last = e;
	q->last = &e->next;
}

static struct errand *
pop(struct queue *q)
{
	struct errand *e = q->first;
	if (e != NULL)
		q->first = e->next;
	return e;
}

static void *
member_main(void *arg)
{
	struct member *m = arg;
	struct crew *c = m->crew;
	pthread_mutex_lock(&c->lock);
	for (;;) {
		struct errand *e = pop(&c->todo);
		if (e == NULL && c->closed)
			break;
		if (e == NULL) {
			pthread_cond_wait(&c->given, &c->lock);
			continue;
		}
		pthread_mutex_unlock(&c->lock);
		jobs_do(c->j, &m->worker, e);
		pthread_mutex_lock(&c->lock);
		push(&c->done, e);
		pthread_cond_signal(&c->ended);
	}
	pthread_mutex_unlock(&c->lock);
	return NULL;
}

/* ---- the caller's thread ---- */

static void
start_crew(struct crew *c, int want)
{
	sigset_t all, before;
	sigfillset(&all);
	pthread_sigmask(SIG_BLOCK, &all, &before);
	for (; c->started < want; c->started++) {
		struct member *m = &c->member[c->started];
		*m = (struct member){ .crew = c, .worker.number = c->started };
		if (pthread_create(&m->thread, NULL, member_main, m) != 0)
			break;
	}
	pthread_sigmask(SIG_SETMASK, &before, NULL);
}

static void
give(struct crew *c, struct errand *e)
{
	pthread_mutex_lock(&c->lock);
	push(&c->todo, e);
	pthread_cond_signal(&c->given);
	pthread_mutex_unlock(&c->lock);
}

/* One that has ended; NULL: none within so many ms. */
static struct errand *
wait_for_one(struct crew *c, int ms)
{
	struct timespec until;
	clock_gettime(CLOCK_MONOTONIC, &until);
	until.tv_nsec += ms * 1000000L;
	until.tv_sec += until.tv_nsec / 1000000000L;
	until.tv_nsec %= 1000000000L;
	pthread_mutex_lock(&c->lock);
	if (c->done.first == NULL)
		pthread_cond_timedwait(&c->ended, &c->lock, &until);
	struct errand *e = pop(&c->done);
	pthread_mutex_unlock(&c->lock);
	return e;
}

/* What nobody has begun goes back. Returns how many. */
static int
take_back(struct crew *c, struct jobs_list *l)
{
	int n = 0;
	pthread_mutex_lock(&c->lock);
	for (struct errand *e; (e = pop(&c->todo)) != NULL; n++)
		jobs_back(l, e);
	pthread_mutex_unlock(&c->lock);
	return n;
}

static void
do_all(struct crew *c, struct jobs_list *l)
{
	struct errand *e;
	int away = 0;
	for (;;) {
		for (; away < 2 * c->started && (e = jobs_take(l)) != NULL; away++)
			give(c, e);
		if (l->halt)
			away -= take_back(c, l);
		if (away == 0)
			return;
		e = wait_for_one(c, jobs_tick(l));
		if (e == NULL)
			continue;
		away--;
		jobs_end(l, e);
	}
}

static void
do_alone(struct jobs_list *l)
{
	struct jobs_worker self = { 0 };
	for (struct errand *e; (e = jobs_take(l)) != NULL; jobs_tick(l)) {
		jobs_do(l->j, &self, e);
		jobs_end(l, e);
	}
}

void
jobs_on_threads(struct jobs_list *l)
{
	if (l->halt || (l->next == l->j->count && l->back == NULL))
		return;
	struct crew c = { .j = l->j };
	pthread_condattr_t attr;
	pthread_condattr_init(&attr);
	pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
	pthread_cond_init(&c.ended, &attr);
	pthread_condattr_destroy(&attr);
	pthread_cond_init(&c.given, NULL);
	pthread_mutex_init(&c.lock, NULL);
	start_crew(&c, jobs_workers(l->j));
	if (c.started == 0)
		do_alone(l);
	else
		do_all(&c, l);
	pthread_mutex_lock(&c.lock);
	c.closed = true;
	pthread_cond_broadcast(&c.given);
	pthread_mutex_unlock(&c.lock);
	for (int i = 0; i < c.started; i++)
		pthread_join(c.member[i].thread, NULL);
	pthread_cond_destroy(&c.given);
	pthread_cond_destroy(&c.ended);
	pthread_mutex_destroy(&c.lock);
}
