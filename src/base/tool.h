/*
 * tool.h - another program that draws: gnuplot, Graphviz's dot; and man, which shows a page.
 *
 * It is started without a shell, and reads and writes descriptors that are open already: no file
 * name is among its words or its input, so none can be misread as a command.
 */
#ifndef PLYSCOPE_BASE_TOOL_H
#define PLYSCOPE_BASE_TOOL_H

#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

#define TOOL_SAID 200

struct tool {
	pid_t pid;
	FILE *complaints; /* its standard error */
};

/* Starts `words`, ended by NULL, with in and out as standard input and output; -1: /dev/null.
 * Both stay the caller's. Returns an errno: ENOENT, it is not installed. */
int tool_start(struct tool *t, const char *const *words, int in, int out);
/* Waits for its end. False: it failed; said gets its first line of complaint, which may be
 * empty. */
bool tool_wait(struct tool *t, char said[static TOOL_SAID]);
/* Turns this program into another on the same terminal. Returns when it cannot be started. */
void tool_become(const char *const *words);

#endif
