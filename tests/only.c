/* only.c - $PLYSCOPE_TEST_ONLY, a pattern with * and ?: tests with other names are left out. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

__attribute__((constructor)) static void
leave_out_others(void)
{
	cmocka_set_test_filter(getenv("PLYSCOPE_TEST_ONLY"));
}
