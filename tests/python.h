/* python.h - tests of programs in Python: where it is not installed they only say so. */
#ifndef PLYSCOPE_TESTS_PYTHON_H
#define PLYSCOPE_TESTS_PYTHON_H

#include <stdlib.h>

/* For a test that needs it, after cmocka.h. */
static inline void
need_python(void)
{
	if (system("command -v python3 >/dev/null 2>&1") != 0)
		skip();
}

#endif
