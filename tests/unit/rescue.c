/* rescue.c - runs that crash: the caller goes on, whatever runs were within. */
#include "src/base/rescue.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>

#include <cmocka.h>

static void
end_well(void *self)
{
	++*(int *)self;
}

static void
crash(void *self)
{
	(void)self;
	raise(SIGSEGV);
}

/* After a run within it that went well, and one that crashed. */
static void
crash_late(void *self)
{
	assert_true(rescue_run(end_well, self));
	assert_true(rescue_inside());
	assert_false(rescue_run(crash, self));
	assert_true(rescue_inside());
	raise(SIGABRT);
}

static void
a_crash_ends_its_run_alone(void **state)
{
	int ended = 0;
	(void)state;
	rescue_begin();
	assert_true(rescue_run(end_well, &ended));
	for (int i = 0; i < 3; i++)
		assert_false(rescue_run(crash, &ended));
	assert_false(rescue_run(crash_late, &ended));
	rescue_end();
	assert_int_equal(ended, 2);
	assert_false(rescue_inside());
}

static sigjmp_buf back;
static volatile sig_atomic_t caught;
static void *volatile where;

static void
note(int signal_number, siginfo_t *info, void *context)
{
	(void)signal_number;
	(void)context;
	caught++;
	where = info->si_addr;
	siglongjmp(back, 1);
}

/* Whoever watched for crashes before, a sanitizer or the terminal, still hears of those outside
 * of a run, and where they were. */
static void
a_crash_elsewhere_goes_to_who_watched_before(void **state)
{
	(void)state;
	const struct sigaction watch = { .sa_sigaction = note, .sa_flags = SA_SIGINFO };
	struct sigaction usual;
	const size_t bytes = 4096;
	char *page = mmap(NULL, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	assert_true(page != MAP_FAILED);
	sigaction(SIGSEGV, &watch, &usual);
	rescue_begin();
	if (sigsetjmp(back, 1) == 0)
		*(volatile char *)(page + 7) = 1;
	rescue_end();
	assert_int_equal(caught, 1);
	assert_ptr_equal(where, page + 7);
	rescue_begin();
	if (sigsetjmp(back, 1) == 0)
		raise(SIGSEGV);
	rescue_end();
	assert_int_equal(caught, 2);
	sigaction(SIGSEGV, &usual, NULL);
	munmap(page, bytes);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_crash_ends_its_run_alone),
		cmocka_unit_test(a_crash_elsewhere_goes_to_who_watched_before),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
