/* plot.c - pictures through gnuplot. See plot.h. */
#include "src/lab/plot.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* The file can be written: said before gnuplot says it in words of its own. */
static bool
can_write(const char *path, const char *mode, struct status *st)
{
	FILE *f = fopen(path, mode);
	if (f == NULL)
		return status_fail(st, "%s: cannot be written: %s", path,
				   strerror(errno));
	return fclose(f) == 0 || status_fail(st, "%s: cannot be written", path);
}

/* Starts gnuplot with `in` as its standard input; what it complains of goes nowhere, its exit
 * status tells. */
static int
start(pid_t *pid, int in, int other)
{
	posix_spawn_file_actions_t actions;
	char name[] = "gnuplot";
	char *argv[] = { name, NULL };
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, in, STDIN_FILENO);
	posix_spawn_file_actions_addclose(&actions, in);
	posix_spawn_file_actions_addclose(&actions, other);
	posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY,
					 0);
	posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY,
					 0);
	const int error = posix_spawnp(pid, name, &actions, NULL, argv, environ);
	posix_spawn_file_actions_destroy(&actions);
	return error;
}

static bool
open_pipe(struct plot *p, struct status *st)
{
	int end[2];
	if (pipe(end) != 0)
		return status_fail(st, "gnuplot: %s", strerror(errno));
	const int error = start(&p->pid, end[0], end[1]);
	close(end[0]);
	p->out = error == 0 ? fdopen(end[1], "w") : NULL;
	if (p->out != NULL)
		return true;
	close(end[1]);
	return status_fail(st, error == ENOENT
				       ? "gnuplot is not installed: pictures need it"
				       : "gnuplot cannot be started");
}

static bool
wait_for(pid_t pid)
{
	int status = 0;
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		continue;
	return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

bool
plot_possible(const char *path, struct status *st)
{
	struct plot p = { 0 };
	const bool there = access(path, F_OK) == 0;
	if (!can_write(path, "a", st))
		return false;
	if (!there)
		unlink(path);
	if (!open_pipe(&p, st))
		return false;
	fclose(p.out);
	wait_for(p.pid);
	return true;
}

bool
plot_open(struct plot *p, const char *path, int width, int height, struct status *st)
{
	const struct sigaction ignore = { .sa_handler = SIG_IGN };
	*p = (struct plot){ 0 };
	if (snprintf(p->path, sizeof p->path, "%s", path) >= (int)sizeof p->path)
		return status_fail(st, "the file name is too long");
	if (!can_write(path, "w", st))
		return false;
	if (!open_pipe(p, st)) {
		unlink(path);
		return false;
	}
	sigaction(SIGPIPE, &ignore, &p->broken_pipe);
	fprintf(p->out,
		"set terminal svg size %d,%d dynamic background rgb 'white'\n"
		"set output ",
		width, height);
	plot_quote(p->out, path);
	fputc('\n', p->out);
	return true;
}

bool
plot_close(struct plot *p, struct status *st)
{
	bool ok = fprintf(p->out, "\nunset output\n") > 0;
	ok = fclose(p->out) == 0 && ok;
	ok = wait_for(p->pid) && ok;
	sigaction(SIGPIPE, &p->broken_pipe, NULL);
	if (ok)
		return true;
	unlink(p->path);
	return status_fail(st, "%s: gnuplot could not draw it", p->path);
}

void
plot_quote(FILE *out, const char *text)
{
	fputc('\'', out);
	for (const char *c = text; *c != '\0'; c++) {
		if (*c == '\'')
			fputc('\'', out);
		fputc(*c == '\n' ? ' ' : *c, out);
	}
	fputc('\'', out);
}

const char *
plot_colour(int line)
{
	static const char *const colours[] = { "#0072b2", "#d55e00", "#009e73", "#cc79a7",
					       "#e69f00", "#56b4e9", "#000000" };
	const int n = (int)(sizeof colours / sizeof *colours);
	return colours[line % n];
}
