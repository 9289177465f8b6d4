/*
 * play.h - starting plyscope on the terminal of vt.h, with a home of its own, and playing.
 */
#ifndef PLYSCOPE_TESTS_SCREEN_PLAY_H
#define PLYSCOPE_TESTS_SCREEN_PLAY_H

#include "tests/screen/vt.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define ENTER	  "\r"
#define UP	  "\033[A"
#define DOWN	  "\033[B"
#define RIGHT	  "\033[C"
#define LEFT	  "\033[D"
#define PLAY_ARGS 40

static char play_home[64]; /* XDG_DATA_HOME of the test in hand */

static inline int
play_setup(void **state)
{
	(void)state;
	snprintf(play_home, sizeof play_home, "/tmp/plyscope-screen-XXXXXX");
	return mkdtemp(play_home) ? 0 : -1;
}

static inline int
play_teardown(void **state)
{
	char command[100];
	(void)state;
	snprintf(command, sizeof command, "rm -rf %s", play_home);
	return system(command);
}

/* `plyscope COMMAND` (words separated by single blanks) with one more variable, or NULL. */
static inline struct vt *
play_start_with(const char *command, int h, int w, const char *extra, const char *extra2)
{
	static char words[1000], home[2][100];
	const char *argv[PLAY_ARGS] = { getenv("PLYSCOPE") }, *env[6];
	int argc = 1, n = 0;
	if (!argv[0])
		argv[0] = "build/plyscope";
	snprintf(words, sizeof words, "%s", command);
	for (char *word = strtok(words, " "); word && argc < PLAY_ARGS - 2;
	     word = strtok(NULL, " "))
		argv[argc++] = word;
	if (argc > 1 && (!strcmp(argv[1], "play") || !strcmp(argv[1], "watch")))
		argv[argc++] = "--no-animation";
	argv[argc] = NULL;
	snprintf(home[0], sizeof home[0], "XDG_DATA_HOME=%s", play_home);
	snprintf(home[1], sizeof home[1], "XDG_STATE_HOME=%s", play_home);
	env[n++] = home[0];
	env[n++] = home[1];
	if (extra)
		env[n++] = extra;
	if (extra2)
		env[n++] = extra2;
	env[n] = NULL;
	return vt_start(argv, env, h, w);
}

static inline struct vt *
play_start(const char *command, int h, int w)
{
	return play_start_with(command, h, w, NULL, NULL);
}

/* Waits for text; a failure prints the screen. */
static inline void
expect_text(struct vt *v, const char *text)
{
	bool found = vt_wait(v, text);
	if (!found) {
		printf("# no \"%s\"\n", text);
		vt_print(v);
	}
	assert_true(found);
}

static inline void
expect_exit(struct vt *v, int status)
{
	int got = vt_exit(v);
	if (got != status)
		vt_print(v);
	assert_int_equal(got, status);
}

static inline bool
on_screen(struct vt *v, const char *text)
{
	return vt_find(v, text, NULL, NULL);
}

#endif
