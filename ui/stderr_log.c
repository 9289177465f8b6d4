/* stderr_log.c - see stderr_log.h. */
#include "ui/stderr_log.h"

#include "src/base/asset.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#define LOG_TAIL 2000

static struct {
	int log, terminal; /* -1: none */
	off_t start;	   /* where this run's output begins */
	char path[512];
} diverted = { .log = -1, .terminal = -1 };

void
stderr_divert(void)
{
	diverted.terminal = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
	diverted.path[0] = '\0';
	if (user_path(USER_STATE, "stderr.log", diverted.path, sizeof diverted.path,
		      NULL))
		diverted.log = open(diverted.path,
				    O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
	/* A log that has grown for years starts again. */
	if (diverted.log >= 0 && lseek(diverted.log, 0, SEEK_END) > (1 << 20) &&
	    ftruncate(diverted.log, 0) != 0) {
		/* A failure only leaves it long. */
	}
	int target = diverted.log >= 0 ? diverted.log
				       : open("/dev/null", O_WRONLY | O_CLOEXEC);
	diverted.start = diverted.log >= 0 ? lseek(diverted.log, 0, SEEK_END) : 0;
	if (target >= 0) {
		fflush(stderr);
		dup2(target, STDERR_FILENO);
		if (target != diverted.log)
			close(target);
	}
}

void
stderr_return(bool tell)
{
	if (diverted.terminal >= 0) {
		fflush(stderr);
		dup2(diverted.terminal, STDERR_FILENO);
		close(diverted.terminal);
		diverted.terminal = -1;
	}
	if (diverted.log < 0)
		return;
	off_t end = lseek(diverted.log, 0, SEEK_END);
	off_t from = end - diverted.start > LOG_TAIL ? end - LOG_TAIL : diverted.start;
	char tail[LOG_TAIL];
	ssize_t n =
		end > from ? pread(diverted.log, tail, (size_t)(end - from), from) : 0;
	if (n > 0 && tell)
		fprintf(stderr, "plyscope: written while the screen was on (%s):\n%.*s\n",
			diverted.path, (int)n, tail);
	close(diverted.log);
	diverted.log = -1;
}

void
stderr_restore(void)
{
	if (diverted.terminal >= 0)
		dup2(diverted.terminal, STDERR_FILENO);
}
