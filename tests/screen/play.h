/*
 * play.h - starting plyscope on the terminal of vt.h, with a home of its own, and playing.
 */
#ifndef PLYSCOPE_TESTS_SCREEN_PLAY_H
#define PLYSCOPE_TESTS_SCREEN_PLAY_H

#include "tests/screen/vt.h"

#include "src/base/clock.h"

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
static bool play_entered;  /* it is the working directory, too */

#define STRANGER \
	"[Game \\\"minishogi\\\"]\\n[Seat2 \\\"usi:command=./no-engine-of-that-name " \
	"--with " \
	"a-long --command line,set=Style=wild\\\"]\\n"

/* The home has a pace at which tests need not wait, and a record that names a program. */
static inline int
play_setup(void **state)
{
	char command[600];
	snprintf(play_home, sizeof play_home, "/tmp/plyscope-screen-XXXXXX");
	if (!mkdtemp(play_home))
		return -1;
	snprintf(command, sizeof command,
		 "mkdir -p %s/config/plyscope && "
		 "printf 'speed = 300ms\nwatch-speed = 300ms\nforced = off\n' "
		 ">%s/config/plyscope/config.ini && "
		 "printf \"" STRANGER "\" >%s/stranger.ply",
		 play_home, play_home, play_home);
	return system(command);
}

static inline int
play_teardown(void **state)
{
	char command[100];
	if (play_entered && chdir("/tmp") != 0)
		return -1;
	play_entered = false;
	snprintf(command, sizeof command, "rm -rf %s", play_home);
	return system(command);
}

/* The settings of an earlier game hold, as they do for users without a config.ini. */
static inline void
play_forget_config(void)
{
	char path[120];
	snprintf(path, sizeof path, "%s/config/plyscope/config.ini", play_home);
	assert_int_equal(unlink(path), 0);
}

/* What is saved and loaded goes to that home; PLYSCOPE is found from there, too. */
static inline void
play_enter_home(void)
{
	static char program[4200], here[4000];
	const char *given = getenv("PLYSCOPE");
	if (!given)
		given = "build/plyscope";
	if (given[0] != '/' && getcwd(here, sizeof here)) {
		snprintf(program, sizeof program, "%s/%.190s", here, given);
		setenv("PLYSCOPE", program, 1);
	}
	assert_int_equal(chdir(play_home), 0);
	play_entered = true;
}

/* record.txt in that home: a person with seed 7 against a player in seat 2; the moves as printf()
 * has them. */
__attribute__((format(printf, 5, 6))) static inline void
play_write_record(const char *game, const char *variant, const char *player,
		  const char *view, const char *moves, ...)
{
	va_list ap;
	FILE *f = fopen("record.txt", "w");
	assert_non_null(f);
	fprintf(f,
		"[Game \"%s\"]\n[Variant \"%s\"]\n[Seat1 \"human\"]\n[Seat2 \"%s\"]\n"
		"[Seed \"7\"]\n[View \"%s\"]\n[Date \"2026-11-22 20:18:03\"]\n"
		"[Result \"*\"]\n\n",
		game, variant, player, view);
	va_start(ap, moves);
	vfprintf(f, moves, ap);
	va_end(ap);
	fclose(f);
}

/* `plyscope COMMAND` (words separated by single blanks) with one more variable, or NULL. */
static inline struct vt *
play_start_with(const char *command, int h, int w, const char *extra, const char *extra2)
{
	static char words[1000], home[3][100];
	const char *argv[PLAY_ARGS] = { getenv("PLYSCOPE") }, *env[7];
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
	snprintf(home[2], sizeof home[2], "XDG_CONFIG_HOME=%s/config", play_home);
	env[n++] = home[0];
	env[n++] = home[1];
	env[n++] = home[2];
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

/* Sits down at a record, which is written to that home. */
static inline struct vt *
play_loaded(const char *record, int h, int w)
{
	char path[100], command[160];
	snprintf(path, sizeof path, "%s/loaded.ply", play_home);
	FILE *f = fopen(path, "w");
	assert_non_null(f);
	fputs(record, f);
	fclose(f);
	snprintf(command, sizeof command, "play --load %s --view fair --delay 0ms", path);
	return play_start(command, h, w);
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

/* Nothing is lost by it, and nothing left behind. */
static inline void
leave(struct vt *v)
{
	vt_keys(v, "Q");
	expect_exit(v, 0);
	assert_null(vt_left_behind(v));
	vt_close(v);
}

static inline bool
on_screen(struct vt *v, const char *text)
{
	return vt_find(v, text, NULL, NULL);
}

/* Of a whole picture: what was drawn before may still be there while the next comes. */
static inline void
expect_no_text(struct vt *v, const char *text)
{
	vt_settle(v, 100);
	if (on_screen(v, text)) {
		vt_print(v);
		fail_msg("\"%s\" is on the screen", text);
	}
}

/* The screen, each of its lines as far as the first of NULL-ended words, and nothing from a
 * line with `end` on (NULL: all). The caller frees. */
static inline char *
screen_up_to(struct vt *v, const char *const *words, const char *end)
{
	char *text = vt_text(v), *out = calloc(1, strlen(text) + 2), *rest = NULL;
	assert_non_null(out);
	for (char *line = strtok_r(text, "\n", &rest);
	     line && !(end && strstr(line, end)); line = strtok_r(NULL, "\n", &rest)) {
		for (int i = 0; words[i]; i++) {
			char *at = strstr(line, words[i]);
			if (at)
				*at = '\0';
		}
		strcat(out, line);
		strcat(out, "\n");
	}
	free(text);
	return out;
}

/* The number after `label` in the top line, -1 when there is none. */
static inline int
number_after(struct vt *v, const char *label)
{
	const char *at = strstr(vt_row(v, 0), label);
	return at ? atoi(at + strlen(label)) : -1;
}

/* Fails, with the screen, once `until` is past or the program has ended. */
static inline void
expect_in_time(struct vt *v, int64_t until, const char *what)
{
	if (clock_now_us() < until && vt_alive(v))
		return;
	printf("# waited for: %s\n", what);
	vt_print(v);
	fail();
}

/* Until two pictures in a row are the same, quiet_ms apart or more: none is read while it is
 * half drawn, nor while a search still writes on it. */
static inline void
expect_steady(struct vt *v, int quiet_ms)
{
	const int64_t until = clock_now_us() + VT_WAIT_US;
	char *last = NULL;
	for (bool same = false; !same;) {
		expect_in_time(v, until, "a screen that stands still");
		vt_settle(v, quiet_ms);
		char *now = vt_text(v);
		same = last != NULL && strcmp(last, now) == 0;
		free(last);
		last = now;
	}
	free(last);
}

/* Types Escape and waits for its effect: the program first waits for the rest of a longer
 * sequence. */
static inline void
press_escape(struct vt *v)
{
	const int64_t until = clock_now_us() + VT_WAIT_US;
	char *before = vt_text(v);
	vt_keys(v, "\033");
	for (bool same = true; same;) {
		expect_in_time(v, until, "the effect of Escape");
		vt_settle(v, 15);
		char *now = vt_text(v);
		same = strcmp(before, now) == 0;
		free(now);
	}
	free(before);
}

/* Until is(v, n). */
static inline void
expect_state(struct vt *v, bool (*is)(struct vt *v, int n), int n, const char *what)
{
	const int64_t until = clock_now_us() + VT_WAIT_US;
	while (!is(v, n)) {
		expect_in_time(v, until, what);
		vt_settle(v, 15);
	}
}

/* Takes steps until the text is there. A game may last as long as it goes on: the bound is
 * that of a wait for the picture to change. */
static inline void
play_until(struct vt *v, const char *text, void (*step)(struct vt *v, void *self),
	   void *self)
{
	int64_t until = clock_now_us() + VT_WAIT_US;
	while (!on_screen(v, text)) {
		char *before = vt_text(v);
		expect_in_time(v, until, text);
		step(v, self);
		char *after = vt_text(v);
		if (strcmp(before, after) != 0)
			until = clock_now_us() + VT_WAIT_US;
		free(before);
		free(after);
	}
}

#endif
