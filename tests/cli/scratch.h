/*
 * scratch.h - a folder for the files of a test program, made before its tests and removed after
 * them.
 */
#ifndef PLYSCOPE_TESTS_CLI_SCRATCH_H
#define PLYSCOPE_TESTS_CLI_SCRATCH_H

#include "tests/cli/run.h"

static char directory[] = "/tmp/plyscope-scratch-XXXXXX";

static inline int
make_directory(void **state)
{
	return mkdtemp(directory) == NULL;
}

static inline int
remove_directory(void **state)
{
	char command[sizeof directory + 20];
	snprintf(command, sizeof command, "rm -rf '%s'", directory);
	return system(command);
}

/* Of a file in the folder; four are good at a time. */
static inline const char *
path(const char *name)
{
	static char out[4][120];
	static int at;
	at = (at + 1) % 4;
	snprintf(out[at], sizeof out[at], "%s/%s", directory, name);
	return out[at];
}

static inline void
write_bytes(const char *name, const char *bytes, size_t length)
{
	FILE *f = fopen(path(name), "w");
	assert_non_null(f);
	fwrite(bytes, 1, length, f);
	assert_int_equal(fclose(f), 0);
}

static inline void
write_file(const char *name, const char *text)
{
	write_bytes(name, text, strlen(text));
}

#endif
