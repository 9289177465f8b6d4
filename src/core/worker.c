/*
 * worker.c - a search on a thread of its own. See worker.h.
 *
 * The thread touches the search, the channel's writing side, and three atomics. What it
 * reads (game, root, player, calibration) are the worker's own copies.
 */
#include "src/core/worker.h"

#include "src/core/calibration.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#define MODEST 5 /* nice value of searching threads */

struct worker {
	struct search own;
	struct search *search; /* &own, or one that was opened by the caller */
	struct channel channel;
	struct film film;
	atomic_bool stop, pause, done;
	struct game game;
	struct state root;
	struct player player;
	struct calibration calibration;
	struct played_move *made; /* of the job */
	int wake_fd;		  /* -1: no reader to wake */
	struct crew *crew;	  /* of one */
};

/* A key is answered at once although searches use every core: they stand back. On Linux a
 * priority belongs to a thread and is handed down to those it starts; elsewhere it is the
 * whole program's and stays. */
static void
stand_back(void)
{
#ifdef __linux__
	setpriority(PRIO_PROCESS, 0, MODEST);
#endif
}

static void
worker_work(void *self, int number)
{
	struct worker *w = self;
	stand_back();
	search_run(w->search);
	atomic_store_explicit(&w->done, true, memory_order_release);
	if (w->wake_fd >= 0 && write(w->wake_fd, "w", 1) != 1) {
		/* A full pipe: whoever reads it wakes up anyway. */
	}
}

static bool
worker_start_thread(struct worker *w)
{
	return crew_start(&w->crew, 1, worker_work, w) == 1;
}

/* The moves that were made, as the worker's own; NULL: none, or no memory. */
static struct played_move *
copy_made(const struct search_job *job)
{
	struct played_move *copy = NULL;
	if (job->made != NULL)
		copy = malloc(((size_t)job->made_count + 1) * sizeof *copy);
	if (copy != NULL)
		memcpy(copy, job->made, (size_t)job->made_count * sizeof *copy);
	return copy;
}

static bool
open_search(struct worker *w, const struct search_job *wanted, struct status *st)
{
	struct search_job job = *wanted;
	w->game = *job.game;
	w->root = *job.root;
	w->player = *job.player;
	w->made = copy_made(&job);
	job.game = &w->game;
	job.root = &w->root;
	job.player = &w->player;
	job.made = w->made;
	if (job.calibration != NULL) {
		w->calibration = *job.calibration;
		job.calibration = &w->calibration;
	}
	job.stop = &w->stop;
	job.pause = &w->pause;
	job.channel = &w->channel;
	if (job.film != NULL) {
		film_open(&w->film, FILM_FRAMES);
		job.film = &w->film;
	}
	return search_open(&w->own, &job, st);
}

static struct worker *
new_worker(int wake_fd, struct status *st)
{
	struct worker *w = aligned_alloc(64, (sizeof *w + 63) & ~(size_t)63);
	if (!w) {
		status_fail(st, "not enough memory for another search");
		return NULL;
	}
	memset(w, 0, sizeof *w);
	w->wake_fd = wake_fd;
	w->search = &w->own;
	atomic_init(&w->stop, false);
	atomic_init(&w->pause, false);
	atomic_init(&w->done, false);
	channel_init(&w->channel);
	return w;
}

static void
close_own(struct worker *w)
{
	crew_close(w->crew);
	search_close(&w->own);
	film_close(&w->film);
	channel_free(&w->channel);
	free(w->made);
	free(w);
}

struct worker *
worker_start(const struct search_job *job, const struct limits *limits, int wake_fd,
	     struct status *st)
{
	struct worker *w = new_worker(wake_fd, st);
	if (!w)
		return NULL;
	if (!open_search(w, job, st)) {
		film_close(&w->film);
		free(w->made);
		free(w);
		return NULL;
	}
	if (limits)
		w->own.limits = *limits;
	if (worker_start_thread(w))
		return w;
	close_own(w);
	status_fail(st, "the system has no more threads");
	return NULL;
}

/* The thread has ended. */
static bool
worker_advance(struct worker *w, const struct search_job *wanted)
{
	struct search_job job = *wanted;
	struct played_move *made = copy_made(&job);
	job.made = made;
	if ((made == NULL && wanted->made != NULL) ||
	    strcmp(job.player->text, w->player.text) != 0 ||
	    !search_advance(&w->own, &job)) {
		free(made);
		return false;
	}
	free(w->made);
	w->made = made;
	channel_init(&w->channel);
	film_clear(&w->film);
	atomic_store(&w->stop, false);
	atomic_store(&w->pause, false);
	atomic_store(&w->done, false);
	return worker_start_thread(w);
}

struct worker *
worker_go_on(struct worker *w, const struct search_job *job)
{
	if (!w)
		return NULL;
	worker_stop(w);
	crew_wait(w->crew, 0);
	if (w->search == &w->own && worker_advance(w, job))
		return w;
	close_own(w);
	return NULL;
}

struct worker *
worker_start_opened(struct search *s, int wake_fd, struct status *st)
{
	struct worker *w = new_worker(wake_fd, st);
	if (!w)
		return NULL;
	w->search = s;
	s->stop = &w->stop;
	s->pause = &w->pause;
	s->channel = &w->channel;
	if (worker_start_thread(w))
		return w;
	s->stop = NULL;
	s->pause = NULL;
	s->channel = NULL;
	crew_close(w->crew);
	free(w);
	status_fail(st, "the system has no more threads");
	return NULL;
}

bool
worker_read(struct worker *w, struct snapshot *out)
{
	return channel_read(&w->channel, out);
}

bool
worker_done(const struct worker *w)
{
	return atomic_load_explicit(&w->done, memory_order_acquire);
}

void
worker_pause(struct worker *w, bool on)
{
	atomic_store_explicit(&w->pause, on, memory_order_relaxed);
}

void
worker_stop(struct worker *w)
{
	atomic_store_explicit(&w->stop, true, memory_order_relaxed);
}

void
worker_free(struct worker *w)
{
	if (!w)
		return;
	worker_stop(w);
	if (w->search == &w->own) {
		close_own(w);
		return;
	}
	crew_close(w->crew);
	w->search->stop = w->search->pause = NULL; /* what they point to goes */
	w->search->channel = NULL;
	channel_free(&w->channel);
	free(w);
}

const struct film *
worker_film(const struct worker *w)
{
	return worker_done(w) ? &w->film : NULL;
}

struct search *
worker_search(struct worker *w)
{
	return worker_done(w) ? w->search : NULL;
}
