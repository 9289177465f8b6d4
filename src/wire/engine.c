/* engine.c - see engine.h. */
#include "src/wire/engine.h"

#include "src/base/clock.h"
#include "src/base/text.h"
#include "src/base/trust.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define WORDS	 32
#define SAY_MS	 1000	/* it may take so long to read a command */
#define LEAVE_US 300000 /* and so long to leave */
#define LOOK_US	 2000
#define TEXT	 512 /* a command line */

extern char **environ;

/* ---- its life ------------------------------------------------------------------------- */

/* In place; the words are in `text` afterwards. */
static int
split_words(char *text, char *words[static WORDS + 1])
{
	int n = 0;
	char *to = text;
	while (n < WORDS) {
		while (*text == ' ' || *text == '\t')
			text++;
		if (*text == '\0')
			break;
		words[n++] = to;
		for (bool quoted = false; *text != '\0'; text++) {
			if (*text == '\'')
				quoted = !quoted;
			else if (!quoted && (*text == ' ' || *text == '\t'))
				break;
			else
				*to++ = *text;
		}
		text += *text != '\0';
		*to++ = '\0';
	}
	words[n] = NULL;
	return n;
}

const char *engine_log_folder;

/* A line of its standard error is whole. */
static void
take_said(struct engine *e)
{
	char path[4096];
	const char *base = strrchr(e->program, '/');
	e->part[e->part_length] = '\0';
	e->part_length = 0;
	text_make_plain(e->part);
	if (e->part[strspn(e->part, " ")] == '\0')
		return;
	char *said = e->said[e->said_count++ % ENGINE_SAID];
	snprintf(said, ENGINE_SAID_TEXT, "%.*s", ENGINE_SAID_TEXT - 1, e->part);
	text_make_plain(said); /* it may end within a character */
	if (engine_log_folder == NULL)
		return;
	snprintf(path, sizeof path, "%s/%s-%ld.log", engine_log_folder,
		 base != NULL ? base + 1 : e->program, (long)e->pid);
	if (e->log < 0)
		e->log = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
	if (e->log >= 0)
		dprintf(e->log, "%s\n", e->part);
}

/* Takes what it has written to its standard error, so that it does not wait for us. Of a flood as
 * much as the pipe holds. */
static void
hear_errors(struct engine *e)
{
	char bytes[4096];
	for (int k = 0; k < 16 && e->errors >= 0; k++) {
		const ssize_t n = read(e->errors, bytes, sizeof bytes);
		for (ssize_t i = 0; i < n; i++) {
			const char c = bytes[i];
			if (c != '\n')
				e->part[e->part_length++] =
					c == '\0' || c == '\t' || c == '\r' ? ' ' : c;
			if (c == '\n' || e->part_length == sizeof e->part - 1)
				take_said(e);
		}
		if (n <= 0)
			return;
	}
}

const char *
engine_said(const struct engine *e, int back)
{
	const int k = e->said_count - 1 - back;
	return k < 0 || back >= ENGINE_SAID ? "" : e->said[k % ENGINE_SAID];
}

/* Signals as a program finds them that somebody has started at a terminal. */
static int
spawn(pid_t *pid, char *const *words, int fd, int errors)
{
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attributes;
	sigset_t none, all;
	sigemptyset(&none);
	sigfillset(&all);
	posix_spawn_file_actions_init(&actions);
	posix_spawnattr_init(&attributes);
	posix_spawn_file_actions_adddup2(&actions, fd, 0);
	posix_spawn_file_actions_adddup2(&actions, fd, 1);
	posix_spawn_file_actions_adddup2(&actions, errors, 2);
	posix_spawnattr_setsigmask(&attributes, &none);
	posix_spawnattr_setsigdefault(&attributes, &all);
	posix_spawnattr_setpgroup(&attributes, 0);
	posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK |
						      POSIX_SPAWN_SETSIGDEF |
						      POSIX_SPAWN_SETPGROUP);
	const int error =
		posix_spawnp(pid, words[0], &actions, &attributes, words, environ);
	posix_spawnattr_destroy(&attributes);
	posix_spawn_file_actions_destroy(&actions);
	return error;
}

bool
engine_start(struct engine *e, const char *command, struct status *st)
{
	char text[TEXT], *words[WORDS + 1];
	int ends[2], errors[2];
	memset(e, 0, offsetof(struct engine, in));
	e->options = 0;
	if (!trust_has(command))
		return status_fail(st,
				   "command: %s is not started: you have not typed it",
				   command);
	if (snprintf(text, sizeof text, "%s", command) >= (int)sizeof text)
		return status_fail(st, "command: \"%.60s...\" is too long", command);
	if (split_words(text, words) == 0)
		return status_fail(st, "command: expected a program, not \"%.60s\"",
				   command);
	snprintf(e->program, sizeof e->program, "%s", words[0]);
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) < 0)
		return status_fail(st, "%s: %s", e->program, strerror(errno));
	if (pipe2(errors, O_CLOEXEC) < 0) {
		status_fail(st, "%s: %s", e->program, strerror(errno));
		close(ends[0]);
		close(ends[1]);
		return false;
	}
	const int error = spawn(&e->pid, words, ends[1], errors[1]);
	close(ends[1]);
	close(errors[1]);
	if (error == 0) {
		fcntl(errors[0], F_SETFL, fcntl(errors[0], F_GETFL) | O_NONBLOCK);
		e->errors = errors[0];
		e->log = -1;
		fcntl(ends[0], F_SETFL, fcntl(ends[0], F_GETFL) | O_NONBLOCK);
		lines_init(&e->in, ends[0]);
		e->said_at = 0;
		e->quit = "quit";
		return true;
	}
	close(ends[0]);
	close(errors[0]);
	e->pid = 0;
	if (error == ENOENT)
		return status_fail(st, "command: there is no program %s", e->program);
	return status_fail(st, "command: %s cannot be started: %s", e->program,
			   strerror(error));
}

/* Waits for its end until a given time. */
static bool
engine_is_gone(struct engine *e, int64_t until_us, int *status)
{
	for (;;) {
		hear_errors(e);
		const pid_t ended = waitpid(e->pid, status, WNOHANG);
		if (ended == e->pid || (ended < 0 && errno == ECHILD))
			return true;
		if (clock_now_us() >= until_us)
			return false;
		clock_sleep_us(LOOK_US);
	}
}

/* What is left of it; `status` as of waitpid(). */
static int
put_away(struct engine *e, int64_t patience_us)
{
	int status = 0;
	if (!engine_is_gone(e, clock_now_us() + patience_us, &status)) {
		kill(-e->pid, SIGKILL);
		kill(e->pid, SIGKILL);
		while (waitpid(e->pid, &status, 0) < 0 && errno == EINTR)
			continue;
	}
	hear_errors(e);
	if (e->part_length > 0)
		take_said(e);
	close(e->errors);
	if (e->log >= 0)
		close(e->log);
	close(e->in.fd);
	e->pid = 0;
	return status;
}

void
engine_end(struct engine *e)
{
	if (e->pid == 0)
		return;
	engine_freeze(e, false);
	engine_say_line(e, e->quit, NULL);
	if (e->pid != 0) {
		shutdown(e->in.fd, SHUT_WR);
		put_away(e, LEAVE_US);
	}
}

void
engine_freeze(const struct engine *e, bool on)
{
	if (e->pid != 0)
		kill(-e->pid, on ? SIGSTOP : SIGCONT);
}

/* It has closed its end: reports how it ended. */
static bool
fail_gone(struct engine *e, struct status *st)
{
	const int status = put_away(e, LEAVE_US);
	if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL)
		return status_fail(st, "%s no longer reads or writes", e->program);
	if (WIFSIGNALED(status))
		return status_fail(st, "%s has crashed: %s", e->program,
				   strsignal(WTERMSIG(status)));
	if (WIFEXITED(status) && WEXITSTATUS(status) != 0)
		return status_fail(st, "%s has ended, with status %d", e->program,
				   WEXITSTATUS(status));
	return status_fail(st, "%s has ended", e->program);
}

static bool
fail_flood(struct engine *e, const char *what, struct status *st)
{
	put_away(e, 0);
	return status_fail(st, "%s writes %s without end", e->program, what);
}

/* ---- reading and writing lines -------------------------------------------------------- */

bool
engine_say_line(struct engine *e, const char *line, struct status *st)
{
	e->said_at = e->in.read;
	if (e->pid != 0)
		hear_errors(e);
	const bool ok = e->pid != 0 && lines_send(e->in.fd, line, SAY_MS) &&
			lines_send(e->in.fd, "\n", SAY_MS);
	return ok || (e->pid != 0 && fail_gone(e, st));
}

bool
engine_say(struct engine *e, struct status *st, const char *format, ...)
{
	char *line = NULL;
	va_list ap;
	va_start(ap, format);
	if (vasprintf(&line, format, ap) < 0)
		line = NULL;
	va_end(ap);
	const bool ok = line != NULL
				? engine_say_line(e, line, st)
				: status_fail(st, "not enough memory for a command to %s",
					      e->program);
	free(line);
	return ok;
}

bool
engine_hear(struct engine *e, int timeout_ms, char **line, struct status *st)
{
	*line = NULL;
	if (e->pid == 0)
		return status_fail(st, "%s has ended", e->program);
	hear_errors(e);
	switch (lines_next(&e->in, timeout_ms, line)) {
	case LINES_END: return fail_gone(e, st);
	case LINES_LONG: return fail_flood(e, "a line", st);
	default: break;
	}
	return e->in.read - e->said_at <= ENGINE_FLOOD || fail_flood(e, "lines", st);
}

bool
engine_word(const char **at, char *out, size_t size)
{
	const char *from = *at + strspn(*at, " \t");
	const size_t n = strcspn(from, " \t");
	const size_t taken = n < size ? n : size - 1;
	memcpy(out, from, taken);
	out[taken] = '\0';
	*at = from + n;
	return n > 0;
}

/* "option name Skill Level type spin default 20" */
void
engine_note(struct engine *e, const char *line)
{
	static const char option[] = "option name ";
	if (strncmp(line, option, sizeof option - 1) != 0 || e->options == ENGINE_OPTIONS)
		return;
	const char *from = line + sizeof option - 1, *type = strstr(from, " type ");
	const int n = type != NULL ? (int)(type - from) : 0;
	if (n > 0 && n < ENGINE_OPTION)
		snprintf(e->option[e->options++], ENGINE_OPTION, "%.*s", n, from);
}

const char *
engine_option(const struct engine *e, const char *name)
{
	for (int i = 0; i < e->options; i++)
		if (text_equal_fold(e->option[i], name))
			return e->option[i];
	return NULL;
}
