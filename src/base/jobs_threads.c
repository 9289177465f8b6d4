/*
 * jobs_threads.c - jobs on threads: the caller's fills one queue and empties the other.
 *
 * There is always a job more for each worker than it does, so that none waits for the caller.
 */
#include "src/base/jobs_list.h"

#include <pthread.h>
#include <signal.h>
#include <time.h>

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
	struct thread {
		struct threads *all;
		struct jobs_worker worker;
		pthread_t id;
	} thread[JOBS_WORKERS_MAX];
};

static void
jobs_threads_push(struct queue *q, struct jobs_entry *e)
{
	e->next = NULL;
	if (q->first == NULL)
		q->last = &q->first;
	*q->last = e;
	q->last = &e->next;
}

static struct jobs_entry *
jobs_threads_pop(struct queue *q)
{
	struct jobs_entry *e = q->first;
	if (e != NULL)
		q->first = e->next;
	return e;
}

static void *
thread_main(void *arg)
{
	struct thread *own = arg;
	struct threads *t = own->all;
	pthread_mutex_lock(&t->lock);
	for (;;) {
		struct jobs_entry *e = jobs_threads_pop(&t->waiting);
		if (e == NULL && t->closed)
			break;
		if (e == NULL) {
			pthread_cond_wait(&t->given, &t->lock);
			continue;
		}
		pthread_mutex_unlock(&t->lock);
		jobs_do(t->j, &own->worker, e);
		pthread_mutex_lock(&t->lock);
		jobs_threads_push(&t->finished, e);
		pthread_cond_signal(&t->ended);
	}
	pthread_mutex_unlock(&t->lock);
	return NULL;
}

/* ---- the caller's thread ---- */

static void
start_threads(struct threads *t, int want)
{
	sigset_t all, before;
	sigfillset(&all);
	pthread_sigmask(SIG_BLOCK, &all, &before);
	for (; t->started < want; t->started++) {
		struct thread *own = &t->thread[t->started];
		*own = (struct thread){ .all = t, .worker.number = t->started };
		if (pthread_create(&own->id, NULL, thread_main, own) != 0)
			break;
	}
	pthread_sigmask(SIG_SETMASK, &before, NULL);
}

static void
give(struct threads *t, struct jobs_entry *e)
{
	pthread_mutex_lock(&t->lock);
	jobs_threads_push(&t->waiting, e);
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
	struct jobs_entry *e = jobs_threads_pop(&t->finished);
	pthread_mutex_unlock(&t->lock);
	return e;
}

/* What nobody has begun goes back. Returns how many. */
static int
take_back(struct threads *t, struct jobs_list *l)
{
	int n = 0;
	pthread_mutex_lock(&t->lock);
	for (struct jobs_entry *e; (e = jobs_threads_pop(&t->waiting)) != NULL; n++)
		jobs_back(l, e);
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
			away -= take_back(t, l);
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
	struct jobs_worker self = { 0 };
	const struct timespec pause = { 0, 1000000 };
	for (struct jobs_entry *e; (e = jobs_take(l)) != NULL || jobs_more(l);
	     jobs_tick(l)) {
		if (e == NULL) {
			nanosleep(&pause, NULL);
			continue;
		}
		jobs_do(l->j, &self, e);
		jobs_end(l, e);
	}
}

/* What has ended its process would end the program: there is no process left for it. */
static void
lose_dangerous(struct jobs_list *l)
{
	const struct text none = { 0 };
	const struct jobs_loss loss = {
		.how = "ended its process, and the system gives no other",
		.outside = true,
		.notes = &none
	};
	for (struct jobs_entry **at = &l->back, *e; !l->halt && (e = *at) != NULL;)
		if (e->again > 0) {
			*at = e->next;
			jobs_lose(l, e, &loss);
		} else
			at = &e->next;
}

void
jobs_on_threads(struct jobs_list *l)
{
	lose_dangerous(l);
	if (l->halt || (l->next == l->j->count && l->back == NULL))
		return;
	struct threads t = { .j = l->j };
	pthread_condattr_t attr;
	pthread_condattr_init(&attr);
	pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
	pthread_cond_init(&t.ended, &attr);
	pthread_condattr_destroy(&attr);
	pthread_cond_init(&t.given, NULL);
	pthread_mutex_init(&t.lock, NULL);
	start_threads(&t, jobs_workers(l->j));
	if (t.started == 0)
		do_alone(l);
	else
		do_all(&t, l);
	pthread_mutex_lock(&t.lock);
	t.closed = true;
	pthread_cond_broadcast(&t.given);
	pthread_mutex_unlock(&t.lock);
	for (int i = 0; i < t.started; i++)
		pthread_join(t.thread[i].id, NULL);
	pthread_cond_destroy(&t.given);
	pthread_cond_destroy(&t.ended);
	pthread_mutex_destroy(&t.lock);
}
