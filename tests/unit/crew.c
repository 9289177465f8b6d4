/* pool.c - threads and memory that stay from one computation to the next. */
#include "src/base/pool.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#define COUNT 5

struct roll {
	atomic_int calls[POOL_THREADS_MAX];
	pthread_t thread[POOL_THREADS_MAX];
};

static void
call(void *self, int number)
{
	struct roll *r = self;
	r->thread[number] = pthread_self();
	atomic_fetch_add(&r->calls[number], 1);
}

static void
each_number_is_called_once_whatever_was_before(void **state)
{
	struct crew *c = NULL;
	for (int round = 0; round < 300; round++) {
		struct roll r = { 0 };
		const int count = 1 + round % COUNT;
		assert_int_equal(crew_start(&c, count, call, &r), count);
		assert_true(crew_wait(c, 0));
		for (int i = 0; i < COUNT; i++)
			assert_int_equal(r.calls[i], i < count);
	}
	crew_close(c);
	crew_close(NULL);
}

static void
threads_stay(void **state)
{
	struct crew *c = NULL;
	struct roll first = { 0 };
	crew_start(&c, COUNT, call, &first);
	crew_wait(c, 0);
	for (int round = 0; round < 20; round++) {
		struct roll r = { 0 };
		crew_start(&c, COUNT, call, &r);
		crew_wait(c, 0);
		for (int i = 0; i < COUNT; i++)
			assert_true(pthread_equal(r.thread[i], first.thread[i]));
	}
	crew_close(c);
}

/* Waits until it is let go. */
static void
hold(void *self, int number)
{
	while (!atomic_load((atomic_bool *)self))
		;
}

static void
waiting_ends_in_time_or_with_the_work(void **state)
{
	struct crew *c = NULL;
	atomic_bool go = false;
	crew_start(&c, 1, hold, &go);
	assert_false(crew_wait(c, 2));
	atomic_store(&go, true);
	assert_true(crew_wait(c, 0));
	assert_true(crew_wait(c, 0)); /* nothing is under way */
	crew_close(c);
}

static void
work_that_was_begun_is_done_before_the_end(void **state)
{
	struct roll r = { 0 };
	for (int round = 0; round < 300; round++) {
		struct crew *c = NULL;
		crew_start(&c, 1, call, &r);
		crew_close(c);
	}
	assert_int_equal(r.calls[0], 300);
}

/* ---- pieces ---- */

struct chores {
	atomic_int done[40];
	int last, ticks;
	_Atomic pthread_t thread; /* of the newest piece */
};

static bool
do_piece(void *self, int64_t piece, int thread)
{
	struct chores *p = self;
	atomic_store(&p->thread, pthread_self());
	atomic_fetch_add(&p->done[piece], 1);
	return piece != p->last;
}

static bool
count_tick(void *self, int64_t finished)
{
	((struct chores *)self)->ticks++;
	return true;
}

static void
one_thread_alone_is_the_callers_own(void **state)
{
	struct chores p = { .last = -1 };
	const struct pool pool = { .count = 40,
				   .threads = 1,
				   .run = do_piece,
				   .tick = count_tick,
				   .self = &p,
				   .alone = true };
	assert_int_equal(pool_run(&pool), 40);
	assert_true(pthread_equal(p.thread, pthread_self()));
	assert_int_equal(p.ticks, 41); /* after each, and at the end */
	p = (struct chores){ .last = 10 };
	assert_int_equal(pool_run(&pool), 11);
}

static void
a_pool_runs_on_a_crew_that_stays(void **state)
{
	struct crew *c = NULL;
	for (int round = 0; round < 50; round++) {
		struct chores p = { .last = -1 };
		const struct pool pool = {
			.count = 40, .threads = 3, .run = do_piece, .self = &p, .crew = &c
		};
		assert_int_equal(pool_run(&pool), 40);
		for (int i = 0; i < 40; i++)
			assert_int_equal(p.done[i], 1);
		assert_false(pthread_equal(p.thread, pthread_self()));
	}
	crew_close(c);
}

/* ---- a kit ---- */

static void
a_kit_keeps_its_memory_while_the_size_stays(void **state)
{
	struct kit k = { 0 };
	assert_true(kit_arena(&k, 1 << 20));
	assert_false(k.arena.dirty);
	unsigned char *first = arena_take(&k.arena, 4096);
	memset(first, 7, 4096);
	assert_true(kit_arena(&k, 1 << 20));
	assert_true(k.arena.dirty);
	assert_int_equal(k.arena.used, 0);
	assert_ptr_equal(arena_take(&k.arena, 4096), first);
	assert_int_equal(first[4095], 7);
	assert_true(kit_arena(&k, 2 << 20));
	assert_int_equal(k.arena.size, 2 << 20);
	assert_false(k.arena.dirty);
	kit_close(&k);
	assert_null(k.arena.base);
}

static void
a_kit_has_one_crew_and_kits_below(void **state)
{
	struct kit k = { 0 };
	struct roll r = { 0 };
	assert_int_equal(crew_start(&k.crew, 1, call, &r), 1);
	struct kit *below = kit_below(&k);
	assert_true(kit_arena(&below[POOL_THREADS_MAX - 1], 1 << 16));
	assert_ptr_equal(kit_below(&k), below);
	kit_close(&k);
	assert_null(k.crew);
	assert_null(k.below);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_number_is_called_once_whatever_was_before),
		cmocka_unit_test(threads_stay),
		cmocka_unit_test(waiting_ends_in_time_or_with_the_work),
		cmocka_unit_test(work_that_was_begun_is_done_before_the_end),
		cmocka_unit_test(one_thread_alone_is_the_callers_own),
		cmocka_unit_test(a_pool_runs_on_a_crew_that_stays),
		cmocka_unit_test(a_kit_keeps_its_memory_while_the_size_stays),
		cmocka_unit_test(a_kit_has_one_crew_and_kits_below),
	};
	return cmocka_run_group_tests_name("crew", tests, NULL, NULL);
}
