/* rescue.c - runs that crash: the caller goes on, whatever runs were within. */
#include "src/base/rescue.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

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

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_crash_ends_its_run_alone),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
