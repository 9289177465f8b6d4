/*
 * jobs.c - numbered jobs over a few threads: one mutex around a counter.
 *
 * Jobs are long (a search, a game), so a lock for each hand-out costs nothing.
 */
#include "src/base/jobs.h"

#include "src/base/rescue.h"

#include <pthread.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

struct pool {
	const struct jobs *j;
	pthread_mutex_t lock;
	pthread_cond_t ended;
	int64_t next, finished;
	int alive; /* threads still working */
	bool halt;
	bool guarded, crashed; /* they belong to a run that may crash (rescue.h) */
};

struct errand {
	struct pool *pool;
	int64_t job;
	int number;
	bool more;
};

struct member {
	struct pool *pool;
	int number;
	pthread_t thread;
};

int
jobs_cores(void)
{
	const long n = sysconf(_SC_NPROCESSORS_ONLN);
	return n < 1 ? 1 : n > JOBS_THREADS_MAX ? JOBS_THREADS_MAX : (int)n;
}

static void
do_job(void *self)
{
	struct errand *e = self;
	e->more = e->pool->j->run(e->pool->j->self, e->job, e->number);
}

/* Does jobs until none is left. Called and left with the lock held. */
static void
work(struct pool *p, int number)
{
	while (!p->halt && p->next < p->j->count) {
		struct errand e = { p, p->next++, number, false };
		bool crashed = false;
		pthread_mutex_unlock(&p->lock);
		if (p->guarded)
			crashed = !rescue_run(do_job, &e);
		else
			do_job(&e);
		pthread_mutex_lock(&p->lock);
		p->finished++;
		p->crashed = p->crashed || crashed;
		if (crashed || !e.more)
			p->halt = true;
	}
}

static void *
member_main(void *arg)
{
	struct member *m = arg;
	pthread_mutex_lock(&m->pool->lock);
	work(m->pool, m->number);
	m->pool->alive--;
	pthread_cond_signal(&m->pool->ended);
	pthread_mutex_unlock(&m->pool->lock);
	return NULL;
}

/* Ticks until every thread has ended. Called and left with the lock held. */
static void
wait_all(struct pool *p)
{
	while (p->alive > 0) {
		struct timespec until;
		clock_gettime(CLOCK_MONOTONIC, &until);
		until.tv_nsec += (p->j->tick_ms > 0 ? p->j->tick_ms : 50) * 1000000L;
		until.tv_sec += until.tv_nsec / 1000000000L;
		until.tv_nsec %= 1000000000L;
		pthread_cond_timedwait(&p->ended, &p->lock, &until);
		if (p->j->tick == NULL || p->alive == 0)
			continue;
		const int64_t finished = p->finished;
		pthread_mutex_unlock(&p->lock);
		const bool more = p->j->tick(p->j->self, finished);
		pthread_mutex_lock(&p->lock);
		if (!more)
			p->halt = true;
	}
}

int64_t
jobs_run(const struct jobs *j)
{
	struct pool p = { .j = j, .guarded = rescue_inside() };
	struct member member[JOBS_THREADS_MAX];
	pthread_condattr_t attr;
	pthread_condattr_init(&attr);
	pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
	pthread_cond_init(&p.ended, &attr);
	pthread_condattr_destroy(&attr);
	pthread_mutex_init(&p.lock, NULL);

	int want = j->threads > 0 ? j->threads : jobs_cores();
	if (want > JOBS_THREADS_MAX)
		want = JOBS_THREADS_MAX;
	if (want > j->count)
		want = (int)j->count;
	sigset_t all, old;
	sigfillset(&all);
	pthread_sigmask(SIG_BLOCK, &all, &old);
	int started = 0;
	pthread_mutex_lock(&p.lock);
	for (int i = 0; i < want; i++) {
		member[started] = (struct member){ .pool = &p, .number = started };
		if (pthread_create(&member[started].thread, NULL, member_main,
				   &member[started]) != 0)
			break;
		started++;
		p.alive++;
	}
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	if (started == 0)
		work(&p, 0);
	wait_all(&p);
	pthread_mutex_unlock(&p.lock);
	for (int i = 0; i < started; i++)
		pthread_join(member[i].thread, NULL);
	if (j->tick != NULL)
		j->tick(j->self, p.finished);
	pthread_cond_destroy(&p.ended);
	pthread_mutex_destroy(&p.lock);
	if (p.crashed)
		rescue_crash();
	return p.finished;
}
