/*
 * near.h - a number within a distance of what is expected.
 */
#ifndef PLYSCOPE_TESTS_NEAR_H
#define PLYSCOPE_TESTS_NEAR_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static inline void
near(double x, double expected, double within)
{
	if (!(fabs(x - expected) <= within))
		fail_msg("%.6f, expected %.6f +- %g", x, expected, within);
}

#endif
