/*
 * pool.c - numbered pieces over a few threads: one mutex around a counter.
 *
 * Pieces are long (a search), so a lock for each hand-out costs nothing.
 */
#include "src/base/pool.h"

#include <pthread.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

struct crew {
	const struct pool *p;
	pthread_mutex_t lock;
	pthread_cond_t ended;
	int64_t next, finished;
	int alive; /* threads still working */
	bool halt;
};

struct member {
	struct crew *crew;
	int number;
	pthread_t thread;
};

int
pool_cores(void)
{
	const long n = sysconf(_SC_NPROCESSORS_ONLN);
	return n < 1 ? 1 : n > POOL_THREADS_MAX ? POOL_THREADS_MAX : (int)n;
}

/* Does pieces until none is left. Called and left with the lock held. */
static void
work(struct crew *c, int number)
{
	while (!c->halt && c->next < c->p->count) {
		const int64_t piece = c->next++;
		pthread_mutex_unlock(&c->lock);
		const bool more = c->p->run(c->p->self, piece, number);
		pthread_mutex_lock(&c->lock);
		c->finished++;
		if (!more)
			c->halt = true;
	}
}

static void *
member_main(void *arg)
{
	struct member *m = arg;
	pthread_mutex_lock(&m->crew->lock);
	work(m->crew, m->number);
	m->crew->alive--;
	pthread_cond_signal(&m->crew->ended);
	pthread_mutex_unlock(&m->crew->lock);
	return NULL;
}

/* Ticks until every thread has ended. Called and left with the lock held. */
static void
wait_all(struct crew *c)
{
	while (c->alive > 0) {
		struct timespec until;
		clock_gettime(CLOCK_MONOTONIC, &until);
		until.tv_nsec += (c->p->tick_ms > 0 ? c->p->tick_ms : 50) * 1000000L;
		until.tv_sec += until.tv_nsec / 1000000000L;
		until.tv_nsec %= 1000000000L;
		pthread_cond_timedwait(&c->ended, &c->lock, &until);
		if (c->p->tick == NULL || c->alive == 0)
			continue;
		const int64_t finished = c->finished;
		pthread_mutex_unlock(&c->lock);
		const bool more = c->p->tick(c->p->self, finished);
		pthread_mutex_lock(&c->lock);
		if (!more)
			c->halt = true;
	}
}

int64_t
pool_run(const struct pool *p)
{
	struct crew c = { .p = p };
	struct member member[POOL_THREADS_MAX];
	pthread_condattr_t attr;
	pthread_condattr_init(&attr);
	pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
	pthread_cond_init(&c.ended, &attr);
	pthread_condattr_destroy(&attr);
	pthread_mutex_init(&c.lock, NULL);

	int want = p->threads > 0 ? p->threads : pool_cores();
	if (want > POOL_THREADS_MAX)
		want = POOL_THREADS_MAX;
	if (want > p->count)
		want = (int)p->count;
	sigset_t all, old;
	sigfillset(&all);
	pthread_sigmask(SIG_BLOCK, &all, &old);
	int started = 0;
	pthread_mutex_lock(&c.lock);
	for (int i = 0; i < want; i++) {
		member[started] = (struct member){ .crew = &c, .number = started };
		if (pthread_create(&member[started].thread, NULL, member_main,
				   &member[started]) != 0)
			break;
		started++;
		c.alive++;
	}
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	if (started == 0)
		work(&c, 0);
	wait_all(&c);
	pthread_mutex_unlock(&c.lock);
	for (int i = 0; i < started; i++)
		pthread_join(member[i].thread, NULL);
	if (p->tick != NULL)
		p->tick(p->self, c.finished);
	pthread_cond_destroy(&c.ended);
	pthread_mutex_destroy(&c.lock);
	return c.finished;
}
