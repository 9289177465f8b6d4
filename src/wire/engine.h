/*
 * engine.h - another program that plays, run as a process that is told and tells lines.
 *
 * It is started without a shell, in a process group of its own, so that a ^C at the terminal
 * is ours to handle. Both directions are one socket that never blocks us. Its standard error is read
 * whenever we listen or speak to it: the last lines are kept, and all of them in a file where
 * engine_log_folder is set. A mistake of its is one sentence in `st`; it is then given up.
 */
#ifndef PLYSCOPE_WIRE_ENGINE_H
#define PLYSCOPE_WIRE_ENGINE_H

#include "src/base/status.h"
#include "src/wire/lines.h"

#include <sys/types.h>

#define ENGINE_NAME	 80
#define ENGINE_OPTIONS	 128
#define ENGINE_OPTION	 48
#define ENGINE_SAID	 3 /* lines of its standard error */
#define ENGINE_SAID_TEXT 200
#define ENGINE_FLOOD	 (INT64_C(32) << 20) /* bytes in answer to one command, at most */

struct engine {
	pid_t pid; /* 0: none */
	/* Of its standard error. */
	int errors, log; /* descriptors; -1: none */
	int said_count;
	char said
		[ENGINE_SAID]
		[ENGINE_SAID_TEXT]; /* line k, of all that are not blank, is at k % SAID */
	size_t part_length;
	char part[1024]; /* of the line that has no end yet */
	struct lines in;
	int64_t said_at; /* bytes it had written when it was last asked something */
	const char *
		quit; /* the line it is told in the end; "quit" unless set after the start */
	char program[ENGINE_NAME]; /* the first word of its command */
	int options;		   /* that it has said it has */
	char option[ENGINE_OPTIONS][ENGINE_OPTION];
};

/* A folder for a file PROGRAM-PID.log of each engine that writes to its standard error; NULL: none. */
extern const char *engine_log_folder;

/* Starts a command, if it is trusted (src/base/trust.h): words parted by blanks, single quotes keep some together. */
bool engine_start(struct engine *e, const char *command, struct status *st);
/* Hands it a line; st when it takes nothing any more. */
bool engine_say_line(struct engine *e, const char *line, struct status *st);
bool engine_say(struct engine *e, struct status *st, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
/* The next line within timeout_ms; NULL: none yet. False: it is over, or writes without
 * end. */
bool engine_hear(struct engine *e, int timeout_ms, char **line, struct status *st);
/* Notes an option that a line of its greeting says. */
void engine_note(struct engine *e, const char *line);
/* The name as the engine writes it; NULL: it has no such option. */
const char *engine_option(const struct engine *e, const char *name);
/* The last lines of its standard error, the newest at 0, without what a terminal obeys; "": none. */
const char *engine_said(const struct engine *e, int back);
/* Stops and continues the process. */
void engine_freeze(const struct engine *e, bool on);
/* Says good-bye and makes sure that the program has ended, within a fraction of a second. */
void engine_end(struct engine *e);

/* The word after blanks at *at, into out, cut to size; *at moves behind it. False: none is
 * left. */
bool engine_word(const char **at, char *out, size_t size);

#endif
