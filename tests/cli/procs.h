/* procs.h - what /proc tells of a program that runs, and of its children. */
#ifndef PLYSCOPE_TESTS_CLI_PROCS_H
#define PLYSCOPE_TESTS_CLI_PROCS_H

#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

/* A process: its parent, and the ticks of the processor that it has used. */
struct proc {
	pid_t id, parent;
	long ticks;
};

static inline bool
proc_read(pid_t id, struct proc *p)
{
	char name[40], text[1000] = "";
	long user = 0, system_time = 0;
	snprintf(name, sizeof name, "/proc/%d/stat", (int)id);
	FILE *f = fopen(name, "r");
	if (f == NULL)
		return false;
	text[fread(text, 1, sizeof text - 1, f)] = '\0';
	fclose(f);
	const char *at = strrchr(text, ')'); /* a name may have blanks */
	*p = (struct proc){ .id = id };
	const int n = at == NULL ? 0
				 : sscanf(at + 2,
					  "%*s %d %*s %*s %*s %*s %*s %*s %*s %*s %*s "
					  "%ld %ld",
					  &p->parent, &user, &system_time);
	p->ticks = user + system_time;
	return n == 3;
}

/* The children of a process; returns how many, at most `most`. */
static inline int
proc_children(pid_t parent, struct proc *out, int most)
{
	int n = 0;
	struct proc p;
	DIR *d = opendir("/proc");
	for (struct dirent *e; d && n < most && (e = readdir(d)) != NULL;)
		if (atoi(e->d_name) > 0 && proc_read(atoi(e->d_name), &p) &&
		    p.parent == parent)
			out[n++] = p;
	if (d)
		closedir(d);
	return n;
}

#endif
