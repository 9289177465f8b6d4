/*
 * pool.c - numbered pieces over a few threads: one mutex around a counter.
 *
 * Pieces are long (a search), so a lock for each hand-out costs nothing.
 */
#include "src/base/pool.h"

#include <pthread.h>
#include <unistd.h>

/* A computation on its way. */
struct round {
	const struct pool *p;
	pthread_mutex_t lock;
	int64_t next, finished;
	bool halt;
};

int
pool_cores(void)
{
	const long n = sysconf(_SC_NPROCESSORS_ONLN);
	return n < 1 ? 1 : n > POOL_THREADS_MAX ? POOL_THREADS_MAX : (int)n;
}

/* Does pieces until none is left. */
static void
pool_work(void *self, int number)
{
	struct round *r = self;
	pthread_mutex_lock(&r->lock);
	while (!r->halt && r->next < r->p->count) {
		const int64_t piece = r->next++;
		pthread_mutex_unlock(&r->lock);
		const bool more = r->p->run(r->p->self, piece, number);
		pthread_mutex_lock(&r->lock);
		r->finished++;
		if (!more)
			r->halt = true;
	}
	pthread_mutex_unlock(&r->lock);
}

static void
pool_tick(struct round *r)
{
	if (r->p->tick == NULL)
		return;
	pthread_mutex_lock(&r->lock);
	const int64_t finished = r->finished;
	pthread_mutex_unlock(&r->lock);
	if (r->p->tick(r->p->self, finished))
		return;
	pthread_mutex_lock(&r->lock);
	r->halt = true;
	pthread_mutex_unlock(&r->lock);
}

/* On the caller's own thread, with a tick after each piece: a clock would take no less time. */
static void
work_alone(struct round *r)
{
	while (!r->halt && r->next < r->p->count) {
		r->halt = !r->p->run(r->p->self, r->next++, 0);
		r->finished++;
		pool_tick(r);
	}
}

static void
work_on_threads(struct round *r, struct crew *crew, int threads)
{
	const int tick_ms = r->p->tick_ms > 0 ? r->p->tick_ms : 50;
	if (crew == NULL || crew_start(crew, threads, pool_work, r) == 0)
		work_alone(r);
	else
		while (!crew_wait(crew, r->p->tick != NULL ? tick_ms : 0))
			pool_tick(r);
}

static int
pool_count_threads(const struct pool *p)
{
	int want = p->threads > 0 ? p->threads : pool_cores();
	if (want > POOL_THREADS_MAX)
		want = POOL_THREADS_MAX;
	return want > p->count ? (int)p->count : want;
}

int64_t
pool_run(const struct pool *p)
{
	struct round r = { .p = p };
	const int threads = pool_count_threads(p);
	pthread_mutex_init(&r.lock, NULL);
	if (threads <= 1 && p->alone) {
		work_alone(&r);
	} else if (p->crew != NULL) {
		work_on_threads(&r, p->crew, threads);
	} else {
		struct crew *crew = crew_open();
		work_on_threads(&r, crew, threads);
		crew_close(crew);
	}
	if (p->tick != NULL)
		p->tick(p->self, r.finished);
	pthread_mutex_destroy(&r.lock);
	return r.finished;
}
