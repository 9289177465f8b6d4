/*
 * worker.h - a search on a thread of its own.
 *
 * The screen's thread starts it, reads snapshots, and is told of the end through a file descriptor
 * that poll() can wait for. The thread blocks all signals.
 */
#ifndef PLYSCOPE_CORE_WORKER_H
#define PLYSCOPE_CORE_WORKER_H

#include "src/core/search.h"

struct worker; /* opaque */

/* Starts a search on copies of the job's game, redacted root, player and calibration; stop, pause,
 * channel and (where the job has one) film are the worker's own. limits, when not NULL, stand in place of the player's (the
 * search is opened with its own, so that its memory is the same). wake_fd (or -1) gets one byte
 * when the search is done. NULL: st says why. */
struct worker *worker_start(const struct search_job *job, const struct limits *limits,
			    int wake_fd, struct status *st);
/* Runs a search that is opened already and stays the caller's, who may touch it again when the
 * worker is freed. */
struct worker *worker_start_opened(struct search *s, int wake_fd, struct status *st);
/* Continues with what a worker's search learned, for a later position of the same game and player
 * (search_advance()). NULL: nothing was kept, and the worker is freed; start another. */
struct worker *worker_go_on(struct worker *w, const struct search_job *job);
/* Newest snapshot; true when it is newer than the last one read. */
bool worker_read(struct worker *w, struct snapshot *out);
bool worker_done(const struct worker *w);
void worker_pause(struct worker *w, bool on);
/* Asks it to stop; its best move so far stands. Does not wait. */
void worker_stop(struct worker *w);
/* Stops, waits (a poll interval at most), frees. NULL is allowed. */
void worker_free(struct worker *w);
/* How the search went, only when worker_done(); else NULL. Empty: no film was asked for. */
const struct film *worker_film(const struct worker *w);
/* The parked search, only when worker_done(); for the inspector. */
struct search *worker_search(struct worker *w);

#endif
