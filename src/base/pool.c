/*
 * pool.c - threads that stay, and numbered pieces over them: see pool.h.
 *
 * A thread has a turn for each computation that it takes part in: it waits until the number of
 * turns it is given is not that of the turns it has done. Pieces are long (a search), so one mutex
 * around a counter costs nothing.
 */
#include "src/base/pool.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#define STACK_BYTES ((size_t)8 << 20) /* not every C library gives a thread this much */

struct crew {
	pthread_mutex_t lock;
	pthread_cond_t begun, ended;
	void (*run)(void *self, int number);
	void *self;
	int threads; /* started */
	int at_work;
	bool quit;
	struct member {
		struct crew *crew;
		int number;
		uint64_t given, done; /* turns */
		pthread_t thread;
	} member[POOL_THREADS_MAX];
};

/* ---- a crew ---- */

static void *
member_main(void *arg)
{
	struct member *h = arg;
	struct crew *c = h->crew;
	pthread_mutex_lock(&c->lock);
	for (;;) {
		while (h->given == h->done && !c->quit)
			pthread_cond_wait(&c->begun, &c->lock);
		if (h->given == h->done)
			break;
		pthread_mutex_unlock(&c->lock);
		c->run(c->self, h->number);
		pthread_mutex_lock(&c->lock);
		h->done++;
		if (--c->at_work == 0)
			pthread_cond_signal(&c->ended);
	}
	pthread_mutex_unlock(&c->lock);
	return NULL;
}

static struct crew *
open_crew(void)
{
	struct crew *c = calloc(1, sizeof *c);
	pthread_condattr_t attr;
	if (c == NULL)
		return NULL;
	pthread_condattr_init(&attr);
	pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
	pthread_cond_init(&c->ended, &attr);
	pthread_condattr_destroy(&attr);
	pthread_cond_init(&c->begun, NULL);
	pthread_mutex_init(&c->lock, NULL);
	return c;
}

/* Has `want` threads, or as many as the system gives. They inherit the mask: signals go to the
 * caller's thread, but a crash says so as it ends the program. */
static void
hire(struct crew *c, int want)
{
	static const int crashes[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL };
	sigset_t all, old;
	pthread_attr_t attr;
	sigfillset(&all);
	for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++)
		sigdelset(&all, crashes[i]);
	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, STACK_BYTES);
	pthread_sigmask(SIG_BLOCK, &all, &old);
	for (; c->threads < want; c->threads++) {
		struct member *h = &c->member[c->threads];
		*h = (struct member){ .crew = c, .number = c->threads };
		if (pthread_create(&h->thread, &attr, member_main, h) != 0)
			break;
	}
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	pthread_attr_destroy(&attr);
}

int
crew_start(struct crew **at, int count, void (*run)(void *self, int number), void *self)
{
	const int want = count < POOL_THREADS_MAX ? count : POOL_THREADS_MAX;
	struct crew *c = *at = *at != NULL ? *at : open_crew();
	if (c == NULL)
		return 0;
	pthread_mutex_lock(&c->lock);
	if (c->threads < want)
		hire(c, want);
	const int have = want < c->threads ? want : c->threads;
	c->run = run;
	c->self = self;
	c->at_work = have;
	for (int i = 0; i < have; i++)
		c->member[i].given++;
	pthread_cond_broadcast(&c->begun);
	pthread_mutex_unlock(&c->lock);
	return have;
}

bool
crew_wait(struct crew *c, int ms)
{
	struct timespec until;
	clock_gettime(CLOCK_MONOTONIC, &until);
	until.tv_nsec += ms % 1000 * 1000000L;
	until.tv_sec += ms / 1000 + until.tv_nsec / 1000000000L;
	until.tv_nsec %= 1000000000L;
	pthread_mutex_lock(&c->lock);
	int late = 0;
	while (c->at_work > 0 && late == 0)
		late = ms > 0 ? pthread_cond_timedwait(&c->ended, &c->lock, &until)
			      : pthread_cond_wait(&c->ended, &c->lock);
	const bool ended = c->at_work == 0;
	pthread_mutex_unlock(&c->lock);
	return ended;
}

void
crew_close(struct crew *c)
{
	if (c == NULL)
		return;
	pthread_mutex_lock(&c->lock);
	c->quit = true;
	pthread_cond_broadcast(&c->begun);
	pthread_mutex_unlock(&c->lock);
	for (int i = 0; i < c->threads; i++)
		pthread_join(c->member[i].thread, NULL);
	pthread_cond_destroy(&c->ended);
	pthread_cond_destroy(&c->begun);
	pthread_mutex_destroy(&c->lock);
	free(c);
}

/* ---- a kit ---- */

bool
kit_arena(struct kit *k, size_t size)
{
	if (k->arena.base != NULL && k->arena.size == size) {
		arena_reset(&k->arena);
		return true;
	}
	arena_close(&k->arena);
	return arena_open(&k->arena, size);
}

struct kit *
kit_below(struct kit *k)
{
	if (k->below == NULL)
		k->below = calloc(POOL_THREADS_MAX, sizeof *k->below);
	return k->below;
}

void
kit_close(struct kit *k)
{
	crew_close(k->crew);
	for (int i = 0; k->below != NULL && i < POOL_THREADS_MAX; i++)
		kit_close(&k->below[i]);
	free(k->below);
	arena_close(&k->arena);
	*k = (struct kit){ 0 };
}

/* ---- pieces ---- */

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

int64_t
pool_run(const struct pool *p)
{
	struct round r = { .p = p };
	struct crew *own = NULL, **crew = p->crew != NULL ? p->crew : &own;
	const int tick_ms = p->tick == NULL ? 0 : p->tick_ms > 0 ? p->tick_ms : 50;
	const int asked = p->threads > 0 ? p->threads : pool_cores();
	const int threads = asked > p->count ? (int)p->count : asked;
	pthread_mutex_init(&r.lock, NULL);
	if ((threads <= 1 && p->alone) || crew_start(crew, threads, pool_work, &r) == 0)
		/* on the caller's own thread, with a tick after each piece: a clock would take
		 * no less time */
		while (!r.halt && r.next < p->count) {
			r.halt = !p->run(p->self, r.next++, 0);
			r.finished++;
			pool_tick(&r);
		}
	else
		while (!crew_wait(*crew, tick_ms))
			pool_tick(&r);
	crew_close(own);
	if (p->tick != NULL)
		p->tick(p->self, r.finished);
	pthread_mutex_destroy(&r.lock);
	return r.finished;
}
