/*
 * ranks.c - jobs on other ranks, which here are processes with a pair of sockets to rank 0: the
 * same results on every rank, for any number of them; what is lost, what fails, and who leaves.
 */
#include "src/base/jobs.h"

#include "src/base/bytes.h"
#include "src/base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#define RANKS_MOST 6
#define JOBS	   60

/* ---- a wire of sockets ---- */

/* A message is its length and its bytes; that of a spread has a sign. */
static int fd[RANKS_MOST]; /* rank 0: to each; the others: fd[0] */
static struct text in[RANKS_MOST];
static struct jobs_wire wire;

static void
write_message(int to, const struct text *message, bool spread)
{
	const int64_t n =
		spread ? -(int64_t)message->length - 1 : (int64_t)message->length;
	if (!file_write(fd[to], &n, sizeof n) ||
	    (message->length > 0 && !file_write(fd[to], message->s, message->length)))
		_exit(3);
}

/* Whether a whole message is there, a spread or not. */
static bool
read_message(int from, bool spread, struct text *message)
{
	char bytes[65536];
	struct text *t = &in[from];
	ssize_t got;
	int64_t n;
	while ((got = recv(fd[from], bytes, sizeof bytes, MSG_DONTWAIT)) > 0)
		text_add_bytes(t, bytes, (size_t)got);
	if (t->length < sizeof n) {
		if (got == 0 && wire.number > 0)
			_exit(4); /* rank 0 is dead */
		return false;
	}
	memcpy(&n, t->s, sizeof n);
	const size_t length = (size_t)(n < 0 ? -n - 1 : n);
	if (t->length < sizeof n + length || (n < 0) != spread)
		return false;
	text_clear(message);
	text_add_bytes(message, t->s + sizeof n, length);
	memmove(t->s, t->s + sizeof n + length, t->length - sizeof n - length);
	t->length -= sizeof n + length;
	return true;
}

static void
send_to(int to, const struct text *message)
{
	write_message(wire.number == 0 ? to : 0, message, false);
}

static bool
receive(int *from, struct text *message)
{
	for (*from = wire.number == 0; *from < (wire.number ? 1 : wire.count); ++*from)
		if (read_message(*from, false, message))
			return true;
	return false;
}

static void
spread(struct text *bytes)
{
	const struct timespec pause = { 0, 100000 };
	for (int i = 1; i < wire.count && wire.number == 0; i++)
		write_message(i, bytes, true);
	while (wire.number > 0 && !read_message(0, true, bytes))
		nanosleep(&pause, NULL);
}

static void
leave(void)
{
	_exit(7);
}

/* ---- the work ---- */

struct work {
	int64_t fail_at, end_at;
	int came, merged, ticks;
	uint64_t sum;	/* of what was merged, in its order */
	uint64_t begun; /* the sum before this run, which its jobs are about */
	atomic_bool stop;
};

static bool
run_job(void *self, int w, const struct text *bytes, struct text *result,
	struct status *st)
{
	struct work *work = self;
	struct bytes b = bytes_of(bytes);
	const int64_t k = bytes_int(&b);
	if (k == work->fail_at)
		return status_fail(st, "job %d cannot be done", (int)k);
	for (int64_t i = 0; i < k * 100; i++)
		bytes_add_int(result, (int64_t)work->begun + i);
	return true;
}

static bool
came(void *self, int64_t job, const struct text *result, struct status *st)
{
	struct work *work = self;
	(void)st, (void)result;
	work->came++;
	return job != work->end_at;
}

static void
merge(void *self, int64_t job, const struct text *result)
{
	struct work *work = self;
	work->merged++;
	work->sum = work->sum * 31 + (uint64_t)job;
	for (size_t i = 0; i < result->length; i++)
		work->sum = work->sum * 31 + (unsigned char)result->s[i];
}

static bool
tick(void *self, int64_t ended)
{
	struct work *work = self;
	work->ticks++;
	return true;
}

static struct jobs
jobs_of(struct work *work)
{
	work->begun = work->sum;
	return (struct jobs){ .count = JOBS,
			      .about = "numbers",
			      .run = run_job,
			      .came = came,
			      .merge = merge,
			      .tick = tick,
			      .stop = &work->stop,
			      .self = work };
}

/* ---- the ranks ---- */

typedef void program_fn(struct text *out);

static void
close_all(void)
{
	for (int i = 0; i < RANKS_MOST; i++) {
		if (fd[i] > 0)
			close(fd[i]);
		fd[i] = 0;
		text_free(&in[i]);
	}
}

/* Rank 0 is this process. Fills `out` with what each rank says, in their order; status: what each
 * but 0 ended with. */
/* What a rank writes until its end. Meanwhile its messages are taken from the sockets: those of a run
 * that has ended early may be more than a socket holds. */
static void
hear_out(int from, struct text *out)
{
	struct text unread = { 0 };
	char bytes[4096];
	for (ssize_t n = 1; n > 0;) {
		struct pollfd p = { from, POLLIN, 0 };
		int rank;
		const bool more = poll(&p, 1, 5) > 0;
		while (receive(&rank, &unread))
			text_clear(&unread);
		if (more && (n = read(from, bytes, sizeof bytes)) > 0)
			text_add_bytes(out, bytes, (size_t)n);
	}
	text_free(&unread);
}

static void
start_ranks(int count, program_fn *program, struct text *out, int *status)
{
	int pair[2], pipes[RANKS_MOST][2];
	pid_t child[RANKS_MOST];
	struct status none = { 0 };
	wire = (struct jobs_wire){ 0, count, send_to, receive, spread, leave };
	for (int i = 1; i < count; i++) {
		assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
		assert_int_equal(pipe(pipes[i]), 0);
		fflush(NULL);
		child[i] = fork();
		if (child[i] == 0) {
			struct text said = { 0 };
			close_all();
			fd[0] = pair[1];
			close(pair[0]);
			wire.number = i;
			jobs_join(&wire, 2);
			program(&said);
			if (!file_write(pipes[i][1], said.s, said.length))
				_exit(5);
			jobs_part(&none);
			_exit(0);
		}
		close(pair[1]);
		close(pipes[i][1]);
		fd[i] = pair[0];
	}
	jobs_join(&wire, 2);
	program(out);
	jobs_part(&none);
	for (int i = 1; i < count; i++) {
		hear_out(pipes[i][0], out);
		close(pipes[i][0]);
		waitpid(child[i], &status[i], 0);
		status[i] = WIFEXITED(status[i]) ? WEXITSTATUS(status[i])
						 : -WTERMSIG(status[i]);
	}
	close_all();
	jobs_join(NULL, 0);
}

/* Two runs; the second's jobs depend on what came of the first. */
static void
work_twice(struct text *out)
{
	struct work work = { .fail_at = -1, .end_at = -1 };
	struct status st = { 0 };
	for (int i = 0; i < 2; i++) {
		const struct jobs j = jobs_of(&work);
		const int64_t n = jobs_run(&j, &st);
		text_add(out, "%d came, %d, %d merged, %llx\n", (int)n, work.came,
			 work.merged, (unsigned long long)work.sum);
	}
	if (st.failed)
		text_add(out, "%s\n", st.text);
}

static void
every_rank_knows_the_same_for_any_number_of_them(void **state)
{
	struct text alone = { 0 };
	work_twice(&alone);
	assert_non_null(strstr(alone.s, "60 came, 120, 120 merged"));
	for (int count = 2; count <= RANKS_MOST; count++) {
		int status[RANKS_MOST];
		struct text out = { 0 };
		start_ranks(count, work_twice, &out, status);
		assert_int_equal(out.length, alone.length * (size_t)count);
		for (int i = 0; i < count; i++) {
			assert_memory_equal(out.s + alone.length * (size_t)i, alone.s,
					    alone.length);
			assert_true(i == 0 || status[i] == 0);
		}
		text_free(&out);
	}
	text_free(&alone);
}

static void
work_of_no_jobs(struct text *out)
{
	struct work work = { .fail_at = -1, .end_at = -1 };
	struct status st = { 0 };
	struct jobs j = jobs_of(&work);
	j.count = 0;
	text_add(out, "%d of none,", (int)jobs_run(&j, &st));
	j.count = JOBS;
	text_add(out, " %d then%s;", (int)jobs_run(&j, &st), st.text);
}

static void
work_that_ticks(struct text *out)
{
	struct work work = { .fail_at = -1, .end_at = -1 };
	const struct jobs j = jobs_of(&work);
	jobs_run(&j, NULL);
	text_add(out, "%d;", (work.ticks > 0) == jobs_lead());
}

/* Each rank's program adds the same text, with `said` in it. */
static void
expect_everywhere(program_fn *program, const char *said)
{
	int status[RANKS_MOST];
	struct text out = { 0 };
	start_ranks(3, program, &out, status);
	const size_t each = out.length / 3;
	if (strstr(out.s, said) == NULL)
		print_message("# no \"%s\" in %s\n", said, out.s);
	assert_non_null(strstr(out.s, said));
	for (int i = 1; i < 3; i++) {
		assert_memory_equal(out.s, out.s + each * (size_t)i, each);
		assert_int_equal(status[i], 0);
	}
	text_free(&out);
}

static void
no_jobs_are_done_by_all(void **state)
{
	expect_everywhere(work_of_no_jobs, "0 of none, 60 then;");
}

static void
rank_0_alone_ticks(void **state)
{
	expect_everywhere(work_that_ticks, "1;");
}

static void
work_that_fails(struct text *out)
{
	struct work work = { .fail_at = 20, .end_at = -1 };
	struct status st = { 0 };
	const struct jobs j = jobs_of(&work);
	jobs_run(&j, &st);
	text_add(out, "%d %s;", atomic_load(&work.stop), st.text);
}

static void
a_failure_is_everybodys(void **state)
{
	expect_everywhere(work_that_fails, "1 job 20 cannot be done;");
}

static void
work_that_ends_early(struct text *out)
{
	struct work work = { .fail_at = -1, .end_at = 10 };
	const struct jobs j = jobs_of(&work);
	const int64_t n = jobs_run(&j, NULL);
	text_add(out, "%d %d %d;", n < JOBS, work.came == n, work.merged == n);
	work.end_at = -1;
	work.came = 0;
	text_add(out, "%d then;", (int)jobs_run(&j, NULL));
}

static void
an_early_end_is_everybodys(void **state)
{
	expect_everywhere(work_that_ends_early, "1 1 1;60 then;");
}

/* ---- who goes away ---- */

static void
leave_at_once(struct text *out)
{
	struct work work = { .fail_at = -1, .end_at = -1 };
	struct status st = { 0 };
	const struct jobs j = jobs_of(&work);
	if (wire.number == 1) {
		status_fail(&st, "a file is missing");
		jobs_part(&st);
		_exit(8);
	}
	jobs_run(&j, &st);
	text_add(out, "%s", st.text);
}

static void
a_rank_that_fails_alone_ends_the_work_of_all(void **state)
{
	int status[RANKS_MOST];
	struct text out = { 0 };
	start_ranks(3, leave_at_once, &out, status);
	assert_string_equal(out.s, "rank 1: a file is missing");
	assert_int_equal(status[1], 8);
	assert_int_equal(status[2], 7); /* within its run it was told to leave */
	text_free(&out);
}

static void
stop_before_the_work(struct text *out)
{
	struct work work = { .fail_at = -1, .end_at = -1 };
	const struct jobs j = jobs_of(&work);
	if (!jobs_lead())
		jobs_run(&j, NULL);
	text_add(out, "rank %d", wire.number);
}

static void
the_others_leave_with_rank_0(void **state)
{
	int status[RANKS_MOST];
	struct text out = { 0 };
	start_ranks(3, stop_before_the_work, &out, status);
	assert_string_equal(out.s, "rank 0");
	assert_int_equal(status[1], 7);
	assert_int_equal(status[2], 7);
	text_free(&out);
}

static void
work_of_their_own(struct text *out)
{
	struct work work = { .fail_at = -1, .end_at = -1 };
	struct status st = { 0 };
	struct jobs j = jobs_of(&work);
	j.about = wire.number == 2 ? "others" : "numbers";
	jobs_run(&j, &st);
	text_add(out, "%s", st.text);
}

static void
ranks_with_other_work_are_found_out(void **state)
{
	int status[RANKS_MOST];
	struct text out = { 0 };
	start_ranks(3, work_of_their_own, &out, status);
	assert_string_equal(out.s,
			    "rank 2: has other work: do all ranks see the same files?");
	text_free(&out);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_rank_knows_the_same_for_any_number_of_them),
		cmocka_unit_test(no_jobs_are_done_by_all),
		cmocka_unit_test(rank_0_alone_ticks),
		cmocka_unit_test(a_failure_is_everybodys),
		cmocka_unit_test(an_early_end_is_everybodys),
		cmocka_unit_test(a_rank_that_fails_alone_ends_the_work_of_all),
		cmocka_unit_test(the_others_leave_with_rank_0),
		cmocka_unit_test(ranks_with_other_work_are_found_out),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
