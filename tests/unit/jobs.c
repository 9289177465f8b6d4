/*
 * jobs.c - jobs as bytes, on threads and in processes: the same results in the same order, and
 * what crashes, falls silent or cannot be forked costs no more than it must.
 */
#include "src/base/jobs.h"

#include "src/base/bytes.h"
#include "src/base/clock.h"
#include "src/base/pool.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#define SMALL 40 /* jobs of a list */

/* The system's, as long as it gives any. */
static int forks_left = 1000000;

pid_t
fork(void)
{
	pid_t (*real)(void);
	*(void **)&real = dlsym(RTLD_NEXT, "fork");
	if (forks_left-- > 0)
		return real();
	errno = EAGAIN;
	return -1;
}

struct work {
	void (*trouble)(
		struct jobs_worker *w); /* of every job that is 3 more than tens */
	int64_t stop_at;		/* came() ends it there, -1: nowhere */
	int came, merged, lost, ticks;
	bool seen[SMALL];
	struct text order;
	char how[80];
	bool silent, outside;
	struct text notes;
	struct text told;
	atomic_bool stop;
};

/* Jobs behind the end wait until it is noticed, at most LATE_TIMES times LATE_US. */
#define LATE_TIMES 100
#define LATE_US	   20000

/* Job k's result: k numbers, each the square of k; none for job 0. */
static bool
run_square(void *self, struct jobs_worker *w, const struct text *bytes,
	   struct text *result, struct status *st)
{
	struct work *work = self;
	struct bytes b = bytes_of(bytes);
	const int64_t k = bytes_int(&b);
	(void)st;
	jobs_note(w, "done: ", 6, 0);
	const bool behind = work->stop_at >= 0 && k > work->stop_at + 4;
	for (int i = 0; behind && i < LATE_TIMES && !atomic_load(&work->stop); i++)
		clock_sleep_us(LATE_US);
	if (work->trouble != NULL && k % 10 == 3)
		work->trouble(w);
	for (int64_t i = 0; i < k; i++)
		bytes_add_int(result, k * k);
	return !atomic_load(&work->stop);
}

static bool
came(void *self, int64_t job, const struct text *result, struct status *st)
{
	struct work *work = self;
	(void)st;
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

static bool
lose(void *self, int64_t job, const struct jobs_loss *loss, struct text *result)
{
	struct work *work = self;
	(void)result;
	assert_int_equal(job % 10, 3);
	work->lost++;
	snprintf(work->how, sizeof work->how, "%s", loss->how);
	work->silent = loss->silent;
	work->outside = loss->outside;
	text_clear(&work->notes);
	text_add_bytes(&work->notes, loss->notes->s, loss->notes->length);
	return false;
}

static struct jobs
squares(struct work *work, enum jobs_way way, int workers)
{
	return (struct jobs){ .way = way,
			      .count = SMALL,
			      .workers = workers,
			      .run = run_square,
			      .came = came,
			      .merge = merge,
			      .lost = lose,
			      .tick_ms = 10,
			      .stop = &work->stop,
			      .self = work };
}

static void
free_work(struct work *work)
{
	text_free(&work->order);
	text_free(&work->notes);
	text_free(&work->told);
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
results_are_merged_in_job_order_either_way(void **state)
{
	static const int workers[] = { 1, 2, 5, 60 };
	struct text all = { 0 };
	(void)state;
	for (int k = 0; k < SMALL; k++)
		text_add(&all, " %d", k);
	for (int i = 0; i < 8; i++) {
		struct work work = { .stop_at = -1 };
		struct status st = { 0 };
		const struct jobs j =
			squares(&work, i % 2 ? JOBS_PROCESSES : JOBS_THREADS,
				workers[i / 2]);
		const int files = count_files();
		assert_int_equal(jobs_run(&j, &st), SMALL);
		assert_false(st.failed);
		assert_int_equal(work.came, SMALL);
		assert_string_equal(work.order.s, all.s);
		assert_int_equal(work.lost, 0);
		expect_nothing_left(files);
		free_work(&work);
	}
	text_free(&all);
}

static bool
run_large(void *self, struct jobs_worker *w, const struct text *bytes,
	  struct text *result, struct status *st)
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
	(void)self;
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
	(void)state;
	for (int way = 0; way < 2; way++) {
		int same = 0;
		const struct jobs j = { .way = (enum jobs_way)way,
					.count = 9,
					.workers = 2,
					.ask = ask_large,
					.run = run_large,
					.merge = merge_large,
					.self = &same };
		assert_int_equal(jobs_run(&j, NULL), 9);
		assert_int_equal(same, 9);
	}
}

static bool
ask_odd(void *self, int64_t job, struct text *bytes)
{
	(void)self;
	bytes_add_int(bytes, job);
	return job % 2 == 1;
}

static void
what_is_not_to_be_done_has_no_result(void **state)
{
	(void)state;
	for (int way = 0; way < 2; way++) {
		struct work work = { .stop_at = -1 };
		struct jobs j = squares(&work, (enum jobs_way)way, 3);
		j.ask = ask_odd;
		j.count = 8;
		assert_int_equal(jobs_run(&j, NULL), 4);
		assert_string_equal(work.order.s, " 1 3 5 7");
		j.count = 0;
		assert_int_equal(jobs_run(&j, NULL), 0);
		free_work(&work);
	}
}

/* ---- ends before the end ---- */

static void
an_early_end_keeps_what_came(void **state)
{
	(void)state;
	for (int way = 0; way < 2; way++) {
		struct work work = { .stop_at = 11 };
		struct status st = { 0 };
		const struct jobs j = squares(&work, (enum jobs_way)way, 2);
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
}

static bool
tick_thrice(void *self, int64_t ended)
{
	struct work *work = self;
	(void)ended;
	return ++work->ticks < 3;
}

/* Nothing but the end of the work ends it. */
static bool
run_long(void *self, struct jobs_worker *w, const struct text *bytes, struct text *result,
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
	(void)state;
	for (int way = 0; way < 2; way++) {
		struct work work = { .stop_at = -1 };
		struct jobs j = squares(&work, (enum jobs_way)way, 2);
		j.run = run_long;
		j.tick = tick_thrice;
		assert_int_equal(jobs_run(&j, NULL), 0);
		assert_true(work.ticks >= 4); /* once at the end, and while it ends */
		free_work(&work);
	}
}

static bool
run_refusal(void *self, struct jobs_worker *w, const struct text *bytes,
	    struct text *result, struct status *st)
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
	(void)state;
	for (int way = 0; way < 2; way++) {
		struct work work = { .stop_at = -1 };
		struct status st = { 0 };
		struct jobs j = squares(&work, (enum jobs_way)way, 2);
		j.run = run_refusal;
		assert_true(jobs_run(&j, &st) < SMALL);
		assert_true(st.failed);
		assert_string_equal(st.text, "no job 5");
		assert_false(work.seen[5]);
		free_work(&work);
	}
}

/* ---- crashes ---- */

static void
crash_by_signal(struct jobs_worker *w)
{
	(void)w;
	raise(SIGSEGV);
}

static void
crash_by_abort(struct jobs_worker *w)
{
	(void)w;
	abort();
}

static void
crash_by_division(struct jobs_worker *w)
{
	(void)w;
	raise(SIGFPE); /* as a division by zero does, where the processor says so */
}

static void
leave(struct jobs_worker *w)
{
	(void)w;
	_exit(7);
}

static int
fall(int depth)
{
	volatile char room[10000];
	room[depth % 10000] = (char)depth;
	return depth < 0 ? 0 : fall(depth + 1) + room[depth % 10000];
}

static void
overflow(struct jobs_worker *w)
{
	(void)w;
	fall(1);
}

/* Memory that is not to be touched. */
static bool
crash_piece(void *self, int64_t piece, int thread)
{
	volatile char *page =
		mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	(void)self, (void)thread;
	return piece != 2 || (*page = 1) != 1;
}

static void
crash_in_a_thread(struct jobs_worker *w)
{
	const struct pool pool = { .count = 4, .threads = 2, .run = crash_piece };
	(void)w;
	pool_run(&pool);
}

static void
a_crash_costs_its_job_alone(void **state)
{
	static const struct {
		void (*trouble)(struct jobs_worker *w);
		const char *how;
	} cases[] = {
		{ crash_by_signal, "crashed (SIGSEGV)" },
		{ crash_by_abort, "crashed (SIGABRT)" },
		{ crash_by_division, "crashed (SIGFPE)" },
		{ overflow, "crashed (SIGSEGV)" },
		{ crash_in_a_thread, "crashed (SIGSEGV)" },
		{ leave, "ended early (status 7)" },
	};
	(void)state;
	for (size_t i = 0; i < 2 * sizeof cases / sizeof *cases; i++) {
		struct work work = { .stop_at = -1, .trouble = cases[i / 2].trouble };
		const struct jobs j = squares(&work, JOBS_PROCESSES, i % 2 ? 3 : 1);
		const int files = count_files();
		assert_int_equal(jobs_run(&j, NULL), SMALL - 4);
		assert_int_equal(work.merged, SMALL - 4);
		assert_int_equal(work.lost, 4);
		assert_string_equal(work.how, cases[i / 2].how);
		assert_false(work.silent);
		assert_null(strstr(work.order.s, "13"));
		expect_nothing_left(files);
		free_work(&work);
	}
}

static void
note_and_crash(struct jobs_worker *w)
{
	jobs_note(w, "it was ", 7, 0);
	jobs_note(w, "me", 2, 0);
	abort();
}

static bool
lose_with_a_result(void *self, int64_t job, const struct jobs_loss *loss,
		   struct text *result)
{
	for (int64_t i = 0; i < job; i++)
		bytes_add_int(result, job * job);
	lose(self, job, loss, result);
	return true;
}

static void
notes_of_a_lost_job_are_known_and_a_result_can_stand_for_it(void **state)
{
	struct work work = { .stop_at = -1, .trouble = note_and_crash };
	struct jobs j = squares(&work, JOBS_PROCESSES, 2);
	(void)state;
	j.lost = lose_with_a_result;
	assert_int_equal(jobs_run(&j, NULL), SMALL);
	assert_int_equal(work.merged, SMALL);
	assert_int_equal(work.lost, 4);
	assert_string_equal(work.notes.s,
			    "done: it was me"); /* nothing of those before */
	free_work(&work);
}

/* ---- run again ---- */

/* How often each kind of trouble has come, in all processes. */
static atomic_int *troubles;
static int troubles_most; /* then it ends */

static void
kill_itself(struct jobs_worker *w)
{
	(void)w;
	if (atomic_fetch_add(troubles, 1) < troubles_most)
		raise(SIGKILL); /* as the system does that has no memory left */
}

static void
starve(struct jobs_worker *w)
{
	if (atomic_fetch_add(troubles, 1) < troubles_most)
		jobs_starve(w);
}

static void
crash_for_a_while(struct jobs_worker *w)
{
	(void)w;
	if (atomic_fetch_add(troubles, 1) < troubles_most)
		raise(SIGSEGV);
}

static void
note_told(void *self, const char *line)
{
	text_add(&((struct work *)self)->told, "%s\n", line);
}

/* Job 3 has so many troubles. Who is told what, and how many runs job 3 had. */
static int
run_with_troubles(struct work *work, void (*trouble)(struct jobs_worker *w), int most)
{
	const struct progress progress = { .tell = note_told, .self = work };
	*work = (struct work){ .stop_at = -1, .trouble = trouble };
	struct jobs j = squares(work, JOBS_PROCESSES, 2);
	j.count = 13;
	j.progress = &progress;
	troubles = mmap(NULL, sizeof *troubles, PROT_READ | PROT_WRITE,
			MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	assert_true(troubles != MAP_FAILED);
	troubles_most = most;
	const int files = count_files();
	const int64_t n = jobs_run(&j, NULL);
	assert_int_equal(n, 13 - work->lost);
	expect_nothing_left(files);
	const int runs = atomic_load(troubles);
	munmap(troubles, sizeof *troubles);
	return runs;
}

static void
what_others_have_killed_is_run_again(void **state)
{
	static const struct {
		void (*trouble)(struct jobs_worker *w);
		int times, runs, lost;
		bool outside;
		const char *told;
	} cases[] = {
		{ kill_itself, 1, 2, 0, false,
		  "1 job was run again (job 3: killed (SIGKILL))" },
		{ kill_itself, 2, 3, 0, false,
		  "2 jobs were run again (first job 3: killed (SIGKILL))" },
		{ kill_itself, 9, 3, 1, true, "2 jobs were run again" },
		{ starve, 2, 3, 0, false,
		  "2 jobs were run again (first job 3: had not enough memory)" },
		{ starve, 9, 3, 1, true, "2 jobs were run again" },
		{ crash_for_a_while, 1, 2, 0, false,
		  "1 job was run again (job 3: crashed (SIGSEGV))" },
		{ crash_for_a_while, 9, 2, 1, false, "1 job was run again" },
	};
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct work work;
		const int runs =
			run_with_troubles(&work, cases[i].trouble, cases[i].times);
		assert_int_equal(runs, cases[i].runs);
		assert_int_equal(work.lost, cases[i].lost);
		assert_int_equal(work.outside, cases[i].outside);
		assert_non_null(work.told.s);
		if (strstr(work.told.s, cases[i].told) == NULL)
			fail_msg("\"%s\" is not in %s", cases[i].told, work.told.s);
		free_work(&work);
	}
}

static void
fall_silent(struct jobs_worker *w)
{
	jobs_note(w, "", 0, 20);
	for (;;)
		usleep(1000);
}

static void
run_for_ever(struct jobs_worker *w)
{
	volatile int turns = 0;
	jobs_note(w, "", 0, 20);
	for (;;)
		turns = 1 - turns;
}

static void
a_job_that_gives_no_sign_of_life_is_ended(void **state)
{
	void (*const trouble[])(struct jobs_worker *) = { fall_silent, run_for_ever };
	(void)state;
	for (int i = 0; i < 2; i++) {
		struct work work = { .stop_at = -1, .trouble = trouble[i] };
		const struct jobs j = squares(&work, JOBS_PROCESSES, 2);
		assert_int_equal(jobs_run(&j, NULL), SMALL - 4);
		assert_int_equal(work.lost, 4);
		assert_true(work.silent);
		assert_non_null(strstr(work.how, "without a sign of life"));
		free_work(&work);
	}
}

/* As on a machine where others have the processor. */
static void
wait_for_the_processor(struct jobs_worker *w)
{
	jobs_note(w, "", 0, 200);
	usleep(600000);
}

static void
a_job_that_has_to_wait_is_not_silent(void **state)
{
	struct work work = { .stop_at = -1, .trouble = wait_for_the_processor };
	const struct jobs j = squares(&work, JOBS_PROCESSES, 2);
	(void)state;
	assert_int_equal(jobs_run(&j, NULL), SMALL);
	assert_int_equal(work.lost, 0);
	free_work(&work);
}

/* ---- children ---- */

static void
interrupt_itself(struct jobs_worker *w)
{
	(void)w;
	raise(SIGINT);
	raise(SIGTERM);
}

static void
a_child_leaves_interrupts_to_its_parent(void **state)
{
	struct work work = { .stop_at = -1, .trouble = interrupt_itself };
	const struct jobs j = squares(&work, JOBS_PROCESSES, 2);
	(void)state;
	assert_int_equal(jobs_run(&j, NULL), SMALL);
	free_work(&work);
}

static bool
run_count_files(void *self, struct jobs_worker *w, const struct text *bytes,
		struct text *result, struct status *st)
{
	(void)self, (void)bytes, (void)st;
	assert_true(jobs_worker_alone(w));
	bytes_add_int(result, count_files());
	return true;
}

static bool
came_files(void *self, int64_t job, const struct text *result, struct status *st)
{
	struct bytes b = bytes_of(result);
	(void)job, (void)st;
	*(int *)self += bytes_int(&b) == 4; /* the standard ones and its socket */
	return true;
}

static void
run_out_of_time(struct jobs_worker *w)
{
	(void)w;
	raise(SIGXCPU);
}

static void
a_limit_of_the_processor_ends_the_program(void **state)
{
	int status;
	(void)state;
	const pid_t program = fork();
	assert_true(program >= 0);
	if (program == 0) {
		struct work work = { .stop_at = -1, .trouble = run_out_of_time };
		const struct jobs j = squares(&work, JOBS_PROCESSES, 2);
		const struct rlimit none = { 0, 0 };
		setrlimit(RLIMIT_CORE, &none);
		jobs_run(&j, NULL);
		_exit(0);
	}
	assert_int_equal(waitpid(program, &status, 0), program);
	assert_true(WIFSIGNALED(status));
	assert_int_equal(WTERMSIG(status), SIGXCPU);
}

static void
a_child_has_no_files_of_its_parent(void **state)
{
	int right = 0;
	const struct jobs j = { .way = JOBS_PROCESSES,
				.count = 6,
				.workers = 3,
				.run = run_count_files,
				.came = came_files,
				.self = &right };
	(void)state;
	assert_int_equal(jobs_run(&j, NULL), 6);
	assert_int_equal(right, 6);
}

static void
flush_all(struct jobs_worker *w)
{
	(void)w;
	fflush(NULL);
	_exit(1);
}

static void
what_was_printed_before_the_fork_is_written_once(void **state)
{
	struct work work = { .stop_at = -1, .trouble = flush_all };
	const struct jobs j = squares(&work, JOBS_PROCESSES, 2);
	(void)state;
	fflush(stdout);
	const int before = dup(STDOUT_FILENO);
	FILE *f = tmpfile();
	assert_non_null(f);
	dup2(fileno(f), STDOUT_FILENO);
	printf("once");
	jobs_run(&j, NULL);
	fflush(stdout);
	dup2(before, STDOUT_FILENO);
	close(before);
	assert_int_equal(lseek(fileno(f), 0, SEEK_END), 4);
	assert_int_equal(work.lost, 4);
	fclose(f);
	free_work(&work);
}

static void
fewer_children_or_none_do_the_same(void **state)
{
	(void)state;
	for (int children = 0; children < 3; children++) {
		struct work work = { .stop_at = -1 };
		const struct jobs j = squares(&work, JOBS_PROCESSES, 4);
		forks_left = children;
		assert_int_equal(jobs_run(&j, NULL), SMALL);
		assert_int_equal(work.merged, SMALL);
		forks_left = 1000000;
		free_work(&work);
	}
}

/* The only child dies, and there is no other. */
static void
threads_go_on_where_no_child_follows(void **state)
{
	struct work work = { .stop_at = -1, .trouble = leave };
	struct jobs j = squares(&work, JOBS_PROCESSES, 1);
	(void)state;
	j.count = 13;
	forks_left = 1;
	assert_int_equal(jobs_run(&j, NULL), 12);
	assert_int_equal(work.lost, 1);
	forks_left = 1000000;
	free_work(&work);
}

/* ---- bytes ---- */

static void
bytes_are_the_same_on_every_machine(void **state)
{
	struct text t = { 0 };
	size_t n;
	(void)state;
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
	(void)state;
	assert_int_equal(pool_run(&pool), 2);
	assert_true(clock_process_us() - before >= 19000);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(results_are_merged_in_job_order_either_way),
		cmocka_unit_test(jobs_and_results_may_be_megabytes),
		cmocka_unit_test(what_is_not_to_be_done_has_no_result),
		cmocka_unit_test(an_early_end_keeps_what_came),
		cmocka_unit_test(a_tick_ends_what_runs),
		cmocka_unit_test(a_failure_ends_the_work_with_its_sentence),
		cmocka_unit_test(a_crash_costs_its_job_alone),
		cmocka_unit_test(
			notes_of_a_lost_job_are_known_and_a_result_can_stand_for_it),
		cmocka_unit_test(what_others_have_killed_is_run_again),
		cmocka_unit_test(a_job_that_gives_no_sign_of_life_is_ended),
		cmocka_unit_test(a_job_that_has_to_wait_is_not_silent),
		cmocka_unit_test(a_child_leaves_interrupts_to_its_parent),
		cmocka_unit_test(a_limit_of_the_processor_ends_the_program),
		cmocka_unit_test(a_child_has_no_files_of_its_parent),
		cmocka_unit_test(what_was_printed_before_the_fork_is_written_once),
		cmocka_unit_test(fewer_children_or_none_do_the_same),
		cmocka_unit_test(threads_go_on_where_no_child_follows),
		cmocka_unit_test(bytes_are_the_same_on_every_machine),
		cmocka_unit_test(processor_time_is_that_of_every_thread),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
