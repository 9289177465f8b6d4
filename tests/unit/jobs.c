/*
 * jobs.c - jobs as bytes, on threads: the same results in the same order.
 */
#include "src/base/jobs.h"

#include "src/base/bytes.h"
#include "src/base/clock.h"
#include "src/base/pool.h"

#include <dirent.h>
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#define SMALL 40 /* jobs of a list */

struct work {
	int64_t stop_at; /* came() ends it there, -1: nowhere */
	int came, merged, ticks;
	bool seen[SMALL];
	struct text order;
	atomic_bool stop;
};

/* Jobs behind the end wait until it is noticed, at most LATE_TIMES times LATE_US. */
#define LATE_TIMES 100
#define LATE_US	   20000

/* Job k's result: k numbers, each the square of k; none for job 0. */
static bool
run_square(void *self, int w, const struct text *bytes, struct text *result,
	   struct status *st)
{
	struct work *work = self;
	struct bytes b = bytes_of(bytes);
	const int64_t k = bytes_int(&b);
	(void)w, (void)st;
	const bool behind = work->stop_at >= 0 && k > work->stop_at + 4;
	for (int i = 0; behind && i < LATE_TIMES && !atomic_load(&work->stop); i++)
		clock_sleep_us(LATE_US);
	for (int64_t i = 0; i < k; i++)
		bytes_add_int(result, k * k);
	return !atomic_load(&work->stop);
}

static bool
came(void *self, int64_t job, const struct text *result, struct status *st)
{
	struct work *work = self;
	assert_false(work->seen[job]);
	assert_int_equal(result->length, 8 * job);
	work->seen[job] = true;
	work->came++;
	return job != work->stop_at;
}

static void
merge(void *self, int64_t job, const struct text *result)
{
	struct work *work = self;
	struct bytes b = bytes_of(result);
	for (int64_t i = 0; i < job; i++)
		assert_int_equal(bytes_int(&b), job * job);
	assert_int_equal(bytes_left(&b), 0);
	text_add(&work->order, " %d", (int)job);
	work->merged++;
}

static struct jobs
squares(struct work *work, int workers)
{
	return (struct jobs){ .count = SMALL,
			      .workers = workers,
			      .run = run_square,
			      .came = came,
			      .merge = merge,
			      .tick_ms = 10,
			      .stop = &work->stop,
			      .self = work };
}

static void
free_work(struct work *work)
{
	text_free(&work->order);
}

static int
count_files(void)
{
	int n = 0;
	DIR *d = opendir("/dev/fd");
	while (readdir(d) != NULL)
		n++;
	closedir(d);
	return n - 3; /* ".", ".." and its own */
}

static void
expect_nothing_left(int files)
{
	assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
	assert_int_equal(errno, ECHILD);
	assert_int_equal(count_files(), files);
}

/* ---- results ---- */

static void
results_are_merged_in_job_order(void **state)
{
	static const int workers[] = { 1, 2, 5, 60 };
	struct text all = { 0 };
	for (int k = 0; k < SMALL; k++)
		text_add(&all, " %d", k);
	for (int i = 0; i < 4; i++) {
		struct work work = { .stop_at = -1 };
		struct status st = { 0 };
		const struct jobs j = squares(&work, workers[i]);
		const int files = count_files();
		assert_int_equal(jobs_run(&j, &st), SMALL);
		assert_false(st.failed);
		assert_int_equal(work.came, SMALL);
		assert_string_equal(work.order.s, all.s);
		expect_nothing_left(files);
		free_work(&work);
	}
	text_free(&all);
}

static bool
run_large(void *self, int w, const struct text *bytes, struct text *result,
	  struct status *st)
{
	(void)self, (void)w, (void)st;
	for (size_t i = 0; i < bytes->length; i += 1000) {
		char part[1000];
		const size_t n = bytes->length - i < 1000 ? bytes->length - i : 1000;
		for (size_t k = 0; k < n; k++)
			part[k] = (char)(bytes->s[i + k] + 1);
		text_add_bytes(result, part, n);
	}
	return true;
}

static bool
ask_large(void *self, int64_t job, struct text *bytes)
{
	for (int64_t i = 0; i < job * 300000; i++)
		text_add_bytes(bytes, &"0123456789"[(i + job) % 10], 1);
	return true;
}

static void
merge_large(void *self, int64_t job, const struct text *result)
{
	bool same = result->length == (size_t)job * 300000;
	for (int64_t i = 0; same && i < job * 300000; i++)
		same = result->s[i] == "123456789:"[(i + job) % 10];
	*(int *)self += same;
}

static void
jobs_and_results_may_be_megabytes(void **state)
{
	int same = 0;
	const struct jobs j = { .count = 9,
				.workers = 2,
				.ask = ask_large,
				.run = run_large,
				.merge = merge_large,
				.self = &same };
	assert_int_equal(jobs_run(&j, NULL), 9);
	assert_int_equal(same, 9);
}

static bool
ask_odd(void *self, int64_t job, struct text *bytes)
{
	bytes_add_int(bytes, job);
	return job % 2 == 1;
}

static void
what_is_not_to_be_done_has_no_result(void **state)
{
	struct work work = { .stop_at = -1 };
	struct jobs j = squares(&work, 3);
	j.ask = ask_odd;
	j.count = 8;
	assert_int_equal(jobs_run(&j, NULL), 4);
	assert_string_equal(work.order.s, " 1 3 5 7");
	j.count = 0;
	assert_int_equal(jobs_run(&j, NULL), 0);
	free_work(&work);
}

/* ---- ends before the end ---- */

static void
an_early_end_keeps_what_came(void **state)
{
	struct work work = { .stop_at = 11 };
	struct status st = { 0 };
	const struct jobs j = squares(&work, 2);
	const int files = count_files();
	const int64_t n = jobs_run(&j, &st);
	assert_true(n < SMALL);
	assert_true(work.seen[11]); /* those before it may be under way */
	assert_false(st.failed);
	assert_true(atomic_load(&work.stop));
	assert_int_equal(work.came, n);
	assert_int_equal(work.merged, n);
	expect_nothing_left(files);
	free_work(&work);
}

static bool
tick_thrice(void *self, int64_t ended)
{
	struct work *work = self;
	return ++work->ticks < 3;
}

/* Nothing but the end of the work ends it. */
static bool
run_long(void *self, int w, const struct text *bytes, struct text *result,
	 struct status *st)
{
	struct work *work = self;
	(void)w, (void)bytes, (void)result, (void)st;
	while (!atomic_load(&work->stop))
		usleep(1000);
	return false;
}

static void
a_tick_ends_what_runs(void **state)
{
	struct work work = { .stop_at = -1 };
	struct jobs j = squares(&work, 2);
	j.run = run_long;
	j.tick = tick_thrice;
	assert_int_equal(jobs_run(&j, NULL), 0);
	assert_true(work.ticks >= 4); /* once at the end, and while it ends */
	free_work(&work);
}

static bool
run_refusal(void *self, int w, const struct text *bytes, struct text *result,
	    struct status *st)
{
	struct bytes b = bytes_of(bytes);
	const int64_t k = bytes_int(&b);
	if (k == 5)
		return status_fail(st, "no job %d", (int)k);
	return run_square(self, w, bytes, result, st);
}

static void
a_failure_ends_the_work_with_its_sentence(void **state)
{
	struct work work = { .stop_at = -1 };
	struct status st = { 0 };
	struct jobs j = squares(&work, 2);
	j.run = run_refusal;
	assert_true(jobs_run(&j, &st) < SMALL);
	assert_true(st.failed);
	assert_string_equal(st.text, "no job 5");
	assert_false(work.seen[5]);
	free_work(&work);
}

/* ---- bytes ---- */

static void
bytes_are_the_same_on_every_machine(void **state)
{
	struct text t = { 0 };
	size_t n;
	bytes_add_int(&t, -2);
	bytes_add_int(&t, INT64_C(0x0102030405060708));
	bytes_add_real(&t, -0.5);
	bytes_add_text(&t, "a\0b", 3);
	assert_int_equal(t.length, 35);
	assert_memory_equal(t.s + 8, "\x08\x07\x06\x05\x04\x03\x02\x01", 8);
	struct bytes b = bytes_of(&t);
	assert_int_equal(bytes_int(&b), -2);
	assert_int_equal(bytes_int(&b), INT64_C(0x0102030405060708));
	assert_true(bytes_real(&b) == -0.5);
	assert_memory_equal(bytes_text(&b, &n), "a\0b", 3);
	assert_int_equal(n, 3);
	assert_false(b.bad);
	assert_int_equal(bytes_int(&b), 0);
	assert_true(b.bad);
	t.s[24] = 4; /* a text longer than what is there */
	b = bytes_of(&t);
	b.at += 24;
	bytes_text(&b, &n);
	assert_int_equal(n, 0);
	assert_true(b.bad);
	text_free(&t);
}

/* Until its thread has used 20 ms of the processor. */
static bool
burn(void *self, int64_t piece, int thread)
{
	struct timespec used = { 0 };
	(void)self, (void)piece, (void)thread;
	while (used.tv_sec == 0 && used.tv_nsec < 20000000)
		clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
	return true;
}

static void
processor_time_is_that_of_every_thread(void **state)
{
	const struct pool pool = { .count = 2, .threads = 1, .run = burn };
	const int64_t before = clock_process_us();
	assert_int_equal(pool_run(&pool), 2);
	assert_true(clock_process_us() - before >= 19000);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(results_are_merged_in_job_order),
		cmocka_unit_test(jobs_and_results_may_be_megabytes),
		cmocka_unit_test(what_is_not_to_be_done_has_no_result),
		cmocka_unit_test(an_early_end_keeps_what_came),
		cmocka_unit_test(a_tick_ends_what_runs),
		cmocka_unit_test(a_failure_ends_the_work_with_its_sentence),
		cmocka_unit_test(bytes_are_the_same_on_every_machine),
		cmocka_unit_test(processor_time_is_that_of_every_thread),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
