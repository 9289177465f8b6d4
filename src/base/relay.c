/*
 * relay.c - a ring of pieces: see relay.h.
 *
 * Three counters that only grow: given (by the maker), claimed (by the thread that does the next
 * piece), and taken (the maker's own). Slot k is done when done[k] is the number of its piece plus
 * one: this hands its contents back. Helpers sleep only when nothing is left to claim; the maker
 * looks for sleepers after it has published a piece, and they look for pieces after they have
 * counted themselves as asleep, both in the one order of all such steps, so that one sees the
 * other.
 */
#include "src/base/relay.h"

#include <pthread.h>
#include <sched.h>
#include <stdalign.h>
#include <stdatomic.h>
#include <stdlib.h>

#define LINE 64 /* bytes of a cache line */
#define SPINS \
	4000 /* looks before a helper sleeps, and before the maker lets others run */

struct relay {
	struct relay_plan plan;
	uint64_t taken, made; /* the maker's own; made: given, without the atomic */
	alignas(LINE) atomic_uint_least64_t given;
	alignas(LINE) atomic_uint_least64_t claimed;
	alignas(LINE) atomic_uint_least64_t done[RELAY_WINDOW_MAX];
	alignas(LINE) atomic_int asleep;
	atomic_bool quit;
	pthread_mutex_t lock;
	pthread_cond_t wake;
	struct crew *crew, *own; /* the helpers; own: to be closed with the relay */
};

/* A moment in a loop that waits for another thread. */
static inline void
breathe(void)
{
#if defined(__x86_64__) || defined(__i386__)
	__builtin_ia32_pause();
#endif
}

/* Does the next piece that nobody has claimed. False: there is none. */
static bool
work_one(struct relay *r, int thread)
{
	uint64_t n = atomic_load_explicit(&r->claimed, memory_order_relaxed);
	do {
		if (n >= atomic_load_explicit(&r->given, memory_order_acquire))
			return false;
	} while (!atomic_compare_exchange_weak_explicit(&r->claimed, &n, n + 1,
							memory_order_relaxed,
							memory_order_relaxed));
	const uint32_t slot = (uint32_t)(n % r->plan.window);
	r->plan.work(r->plan.self, slot, thread);
	atomic_store_explicit(&r->done[slot], n + 1, memory_order_release);
	return true;
}

static bool
nothing_left(struct relay *r)
{
	return atomic_load(&r->claimed) >= atomic_load(&r->given);
}

static void
sleep_until_given(struct relay *r)
{
	pthread_mutex_lock(&r->lock);
	atomic_fetch_add(&r->asleep, 1);
	while (nothing_left(r) && !atomic_load(&r->quit))
		pthread_cond_wait(&r->wake, &r->lock);
	atomic_fetch_sub(&r->asleep, 1);
	pthread_mutex_unlock(&r->lock);
}

static void
help(void *self, int number)
{
	struct relay *r = self;
	int spins = 0;
	while (!atomic_load_explicit(&r->quit, memory_order_relaxed)) {
		if (work_one(r, number + 1)) {
			spins = 0;
		} else if (++spins < SPINS) {
			breathe();
		} else {
			sleep_until_given(r);
			spins = 0;
		}
	}
}

static void
wake_all(struct relay *r)
{
	pthread_mutex_lock(&r->lock);
	pthread_cond_broadcast(&r->wake);
	pthread_mutex_unlock(&r->lock);
}

static void
start_helpers(struct relay *r)
{
	const int want = r->plan.threads > 0 ? r->plan.threads : pool_cores();
	if (want < 2)
		return;
	r->crew = r->plan.crew;
	if (r->crew == NULL)
		r->crew = r->own = crew_open();
	if (r->crew != NULL)
		crew_start(r->crew, want - 1, help, r);
}

struct relay *
relay_open(const struct relay_plan *plan)
{
	struct relay *r =
		aligned_alloc(LINE, (sizeof *r + LINE - 1) / LINE * (size_t)LINE);
	if (r == NULL)
		return NULL;
	*r = (struct relay){ .plan = *plan };
	pthread_mutex_init(&r->lock, NULL);
	pthread_cond_init(&r->wake, NULL);
	start_helpers(r);
	return r;
}

void
relay_give(struct relay *r)
{
	atomic_store(&r->given, ++r->made);
	if (atomic_load(&r->asleep) > 0)
		wake_all(r);
}

uint32_t
relay_take(struct relay *r)
{
	const uint32_t slot = (uint32_t)(r->taken % r->plan.window);
	const uint64_t end = ++r->taken;
	for (int spins = 0;
	     atomic_load_explicit(&r->done[slot], memory_order_acquire) != end;) {
		if (work_one(r, 0))
			continue;
		if (++spins < SPINS)
			breathe();
		else
			sched_yield();
	}
	return slot;
}

uint32_t
relay_under_way(const struct relay *r)
{
	return (uint32_t)(r->made - r->taken);
}

uint32_t
relay_next_slot(const struct relay *r)
{
	return (uint32_t)(r->made % r->plan.window);
}

void
relay_close(struct relay *r)
{
	atomic_store(&r->quit, true);
	wake_all(r);
	if (r->crew != NULL)
		crew_wait(r->crew, 0);
	crew_close(r->own);
	pthread_cond_destroy(&r->wake);
	pthread_mutex_destroy(&r->lock);
	free(r);
}
