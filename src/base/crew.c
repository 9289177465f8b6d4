/*
 * crew.c - threads that stay: see crew.h.
 *
 * A thread has a turn for each computation that it takes part in: it waits until the number of
 * turns it is given is not that of the turns it has done.
 */
#include "src/base/crew.h"

#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

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
	} member[CREW_THREADS_MAX];
};

static void *
member_main(void *arg)
{
	struct member *h = arg;
	struct crew *c = h->crew;
	pthread_mutex_lock(&c->lock);
	for (;;) {
		while (h->given == h->done && !c->quit)
			pthread_cond_wait(&c->begun, &c->lock);
		if (c->quit)
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

struct crew *
crew_open(void)
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

/* Has `want` threads, or as many as the system gives. Called with the lock held. */
static void
hire(struct crew *c, int want)
{
	sigset_t all, old;
	sigfillset(&all);
	pthread_sigmask(SIG_BLOCK, &all, &old);
	for (; c->threads < want; c->threads++) {
		struct member *h = &c->member[c->threads];
		*h = (struct member){ .crew = c, .number = c->threads };
		if (pthread_create(&h->thread, NULL, member_main, h) != 0)
			break;
	}
	pthread_sigmask(SIG_SETMASK, &old, NULL);
}

int
crew_start(struct crew *c, int count, void (*run)(void *self, int number), void *self)
{
	const int want = count < CREW_THREADS_MAX ? count : CREW_THREADS_MAX;
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
