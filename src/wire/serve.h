/*
 * serve.h - a search served to another program: commands come in line by line while it runs.
 *
 * One loop waits for lines and for the search, which runs on a thread of its own
 * (src/core/worker.h). A search that has ended is kept, and goes on with what it learned when the
 * next position is a later one of the same game. The end of the lines is the end of the service:
 * whoever gave them has gone.
 */
#ifndef PLYSCOPE_WIRE_SERVE_H
#define PLYSCOPE_WIRE_SERVE_H

#include "src/core/worker.h"
#include "src/wire/lines.h"

struct serve;

struct serve_ops {
	void (*obey)(struct serve *s, char *line);
	/* The snapshot is new; `last`: the search has ended. */
	void (*tell)(struct serve *s, bool last);
	/* The search has ended, and its answer is wanted. */
	void (*answer)(struct serve *s);
};

/* The first member of a struct of its own; zeroed before serve_run(). */
struct serve {
	const struct serve_ops *ops;
	struct lines in;
	int wake[2]; /* the worker writes, we read */
	struct search search;
	struct worker *worker; /* NULL: it does not run */
	struct snapshot snap;
	int64_t deadline_us; /* 0: none */
	bool leaving, ended; /* it was told to quit; no more lines */
	bool open;	     /* `search` is */
	bool holding;	     /* no answer before it is told to stop */
};

/* Until `leaving`, or the end of the lines of standard input. False: st. */
bool serve_run(struct serve *s, struct status *st);
/* Goes on with the last search, or opens another. */
bool serve_prepare(struct serve *s, const struct search_job *job, struct status *st);
/* Starts the prepared search. */
bool serve_start(struct serve *s, struct status *st);
/* Ends what runs; with its answer, if it is owed one. */
void serve_halt(struct serve *s, bool answered);
void serve_close_search(struct serve *s);
/* A line on standard output, at once. */
void serve_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* ---- plyscope as a bot, over the bot protocol (bot_engine.c) ---- */

struct bot_setup {
	const struct game_ops *ops;
	const struct catalog *catalog;
	const char *player; /* as typed; its limits hold where a question has none */
	uint64_t seed;	    /* of every decision */
};

/* Reads messages until "quit", or their end; answers on stdout. False: st. */
bool bot_serve_run(const struct bot_setup *setup, struct status *st);

/* ---- plyscope as an engine, in USI as shogi programs speak it (usi.c) ---- */

struct usi_setup {
	struct game game;     /* its texts are those of USI */
	struct player player; /* its limits hold where "go" gives none */
	uint64_t seed;
};

/* Reads commands until "quit", or their end; answers on stdout. False: st. */
bool usi_run(const struct usi_setup *setup, struct status *st);

#endif
