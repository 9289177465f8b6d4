/* tool.c - see tool.h. A program's complaints go into a nameless file, so that it never waits for a
 * reader. */
#include "src/base/tool.h"

#include "src/base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdint.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static void
hand_over(posix_spawn_file_actions_t *actions, int fd, int as, int flags)
{
	if (fd >= 0)
		posix_spawn_file_actions_adddup2(actions, fd, as);
	else
		posix_spawn_file_actions_addopen(actions, as, "/dev/null", flags, 0);
}

int
tool_start(struct tool *t, const char *const *words, int in, int out)
{
	char **argv = (char **)(uintptr_t)words;
	posix_spawn_file_actions_t actions;
	t->complaints = tmpfile();
	posix_spawn_file_actions_init(&actions);
	hand_over(&actions, in, 0, O_RDONLY);
	hand_over(&actions, out, 1, O_WRONLY);
	hand_over(&actions, t->complaints != NULL ? fileno(t->complaints) : -1, 2,
		  O_WRONLY);
	const int error = posix_spawnp(&t->pid, argv[0], &actions, NULL, argv, environ);
	posix_spawn_file_actions_destroy(&actions);
	if (error != 0 && t->complaints != NULL)
		fclose(t->complaints);
	return error;
}

/* The first line with a message; gnuplot shows the place of an error in lines before it. */
static void
read_complaint(FILE *from, char *said)
{
	char line[TOOL_SAID];
	said[0] = '\0';
	rewind(from);
	while (fgets(line, sizeof line, from) != NULL && said[0] == '\0') {
		line[strcspn(line, "\n")] = '\0';
		const char *text = line + strspn(line, " \t^");
		if (strncmp(text, "gnuplot>", 8) != 0)
			snprintf(said, TOOL_SAID, "%s", text);
	}
	text_make_plain(said);
}

bool
tool_wait(struct tool *t, char said[static TOOL_SAID])
{
	int status = 0;
	pid_t ended;
	said[0] = '\0';
	while ((ended = waitpid(t->pid, &status, 0)) < 0 && errno == EINTR)
		continue;
	if (t->complaints != NULL) {
		read_complaint(t->complaints, said);
		fclose(t->complaints);
	}
	return ended >= 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

void
tool_become(const char *const *words)
{
	execvp(words[0], (char **)(uintptr_t)words);
}
