/*
 * run.h - runs the real program ($PLYSCOPE, default build/plyscope) and keeps what it says.
 */
#ifndef PLYSCOPE_TESTS_CLI_RUN_H
#define PLYSCOPE_TESTS_CLI_RUN_H

#include "src/base/text.h"

#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

struct ran {
	int status;
	struct text out, err;
};

/* Runs `plyscope COMMAND` through sh (quotes and redirections work); tail of a pipe with
 * `|` before the program: give it in `before`. The caller calls ran_free(). */
static inline struct ran
run_with(const char *before, const char *command, const char *after)
{
	struct ran r = { 0 };
	struct text line = { 0 };
	char out[] = "/tmp/plyscope-out-XXXXXX", err[] = "/tmp/plyscope-err-XXXXXX";
	int out_fd = mkstemp(out), err_fd = mkstemp(err);
	assert_true(out_fd >= 0 && err_fd >= 0);
	const char *program = getenv("PLYSCOPE");
	text_add(&line, "%s '%s' %s >%s 2>%s %s", before,
		 program ? program : "build/plyscope", command, out, err, after);
	int status = system(line.s);
	r.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
	text_read_file(&r.out, out, 64 << 20);
	text_read_file(&r.err, err, 1 << 20);
	text_add(&r.out, "%s", "");
	text_add(&r.err, "%s", "");
	close(out_fd);
	close(err_fd);
	unlink(out);
	unlink(err);
	text_free(&line);
	return r;
}

static inline struct ran
run(const char *command)
{
	return run_with("", command, "</dev/null");
}

static inline void
ran_free(struct ran *r)
{
	text_free(&r->out);
	text_free(&r->err);
}

/* Prints what was said when it is not what was expected. */
static inline void
expect_status(const struct ran *r, int status, const char *command)
{
	if (r->status != status)
		print_message("# plyscope %s: status %d, not %d\n# out: %.300s\n# err: "
			      "%.300s\n",
			      command, r->status, status, r->out.s, r->err.s);
	assert_int_equal(r->status, status);
}

/* Expects success, and these words on stdout. */
static inline void
expect_run(const char *command, const char *words)
{
	struct ran r = run(command);
	expect_status(&r, 0, command);
	if (strstr(r.out.s, words) == NULL)
		fail_msg("plyscope %s: \"%s\" is not in\n%.300s", command, words,
			 r.out.s);
	ran_free(&r);
}

/* Runs it, expects success, and reads its JSON. The caller decrefs. */
static inline json_t *
run_json(const char *command)
{
	struct ran r = run(command);
	expect_status(&r, 0, command);
	json_error_t error;
	json_t *j = json_loads(r.out.s, 0, &error);
	if (!j)
		print_message("# plyscope %s: no JSON: line %d: %s\n", command,
			      error.line, error.text);
	assert_non_null(j);
	ran_free(&r);
	return j;
}

/* Expects a failure: exit status, nothing on stdout, and one line that starts with
 * "plyscope: " and contains `words`. */
static inline void
expect_failure(const char *command, int status, const char *words)
{
	struct ran r = run(command);
	expect_status(&r, status, command);
	const char *newline = strchr(r.err.s, '\n');
	if (strncmp(r.err.s, "plyscope: ", 10) != 0 || !strstr(r.err.s, words) ||
	    !newline || newline[1] != '\0' || r.out.s[0] != '\0')
		print_message(
			"# plyscope %s: expected \"%s\"\n# out: %.300s\n# err: %.300s\n",
			command, words, r.out.s, r.err.s);
	assert_int_equal(strncmp(r.err.s, "plyscope: ", 10), 0);
	assert_non_null(strstr(r.err.s, words));
	assert_non_null(newline);
	assert_int_equal(newline[1], '\0');
	assert_string_equal(r.out.s, "");
	ran_free(&r);
}

#endif
