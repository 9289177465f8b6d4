/* jobs.c - hands out jobs, and hands on their results in the order they come and in their own.
 * See jobs.h. */
#include "src/base/jobs_list.h"

#include "src/base/bytes.h"
#include "src/base/clock.h"
#include "src/base/jobs_ranks.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define TICK_MS	   50
#define AGAIN_MOST 2 /* of a job that was killed from outside */

static void
jobs_halt(struct jobs_list *l)
{
	l->halt = true;
	if (l->j->stop != NULL)
		atomic_store(l->j->stop, true);
}

void
jobs_free_entry(struct jobs_entry *e)
{
	text_free(&e->bytes);
	text_free(&e->result);
	free(e);
}

/* ---- out ---- */

static bool
jobs_ask(const struct jobs *j, struct jobs_entry *e)
{
	if (j->ask != NULL)
		return j->ask(j->self, e->number, &e->bytes);
	bytes_add_int(&e->bytes, e->number);
	return true;
}

/* Merges the next results in order. At the end, when no more will come, missing ones are left
 * out. */
static void
jobs_merge(struct jobs_list *l, bool at_end)
{
	for (; l->held != NULL && l->merged < l->next; l->merged++) {
		struct jobs_held *h = &l->held[l->merged];
		if (!h->ended && !at_end)
			return;
		if (h->came)
			l->j->merge(l->j->self, l->merged, &h->result);
		text_free(&h->result);
	}
}

/* A job has ended, with its result or (NULL) without. */
static void
jobs_settle(struct jobs_list *l, int64_t number, struct text *result)
{
	l->ended++;
	if (l->tells)
		jobs_tell_result(l, number, result);
	if (result != NULL) {
		l->came++;
		if (l->j->came != NULL && !l->j->came(l->j->self, number, result, &l->st))
			jobs_halt(l);
	}
	if (l->held == NULL)
		return;
	l->held[number].ended = true;
	if (result != NULL) {
		l->held[number].came = true;
		l->held[number].result = *result;
		*result = (struct text){ 0 };
	}
	jobs_merge(l, false);
}

struct jobs_entry *
jobs_take(struct jobs_list *l)
{
	struct jobs_entry *e = l->halt ? NULL : l->back;
	if (e != NULL) {
		l->back = e->next;
		return e;
	}
	if (l->follower != NULL)
		return jobs_follow_take(l);
	while (!l->halt && l->next < l->j->count) {
		e = calloc(1, sizeof *e);
		if (e == NULL)
			BUG("not enough memory for a job");
		e->number = l->next++;
		if (jobs_ask(l->j, e))
			return e;
		jobs_settle(l, e->number, NULL);
		jobs_free_entry(e);
	}
	return NULL;
}

void
jobs_back(struct jobs_list *l, struct jobs_entry *e)
{
	struct jobs_entry **at = &l->back;
	while (*at != NULL && (*at)->number < e->number)
		at = &(*at)->next;
	e->next = *at;
	*at = e;
}

bool
jobs_more(const struct jobs_list *l)
{
	return l->follower != NULL && !l->halt && l->back == NULL;
}

/* ---- in ---- */

void
jobs_end(struct jobs_list *l, struct jobs_entry *e)
{
	if (l->follower != NULL) {
		jobs_follow_end(l, e);
		jobs_free_entry(e);
		return;
	}
	jobs_settle(l, e->number, e->end == JOBS_CAME ? &e->result : NULL);
	if (e->end == JOBS_FAILED)
		status_fail(&l->st, "%s", e->result.s);
	if (e->end == JOBS_FAILED || e->end == JOBS_STOPPED)
		jobs_halt(l);
	jobs_free_entry(e);
}

void
jobs_lose(struct jobs_list *l, struct jobs_entry *e, const struct jobs_loss *loss)
{
	const struct jobs *j = l->j;
	const bool tells = l->tells;
	text_clear(&e->result);
	if (l->follower != NULL) {
		jobs_follow_lose(l, e, loss);
		jobs_free_entry(e);
		return;
	}
	if (tells)
		jobs_tell_loss(l, e->number, loss);
	l->tells = false; /* each rank finds the outcome by itself */
	const bool stands =
		j->lost != NULL && j->lost(j->self, e->number, loss, &e->result);
	jobs_settle(l, e->number, stands ? &e->result : NULL);
	l->tells = tells;
	jobs_free_entry(e);
}

/* A crash may be the job's doing, which a second one shows. */
bool
jobs_again(struct jobs_list *l, struct jobs_entry *e, const struct jobs_loss *loss)
{
	if (loss->silent || e->again >= (loss->outside ? AGAIN_MOST : 1))
		return false;
	if (l->again++ == 0)
		snprintf(l->first, sizeof l->first, "job %lld: %s", (long long)e->number,
			 loss->how);
	e->again++;
	jobs_back(l, e);
	return true;
}

/* "2 jobs were run again (job 17: killed (SIGKILL))" */
static void
tell_again(const struct jobs_list *l)
{
	char line[200];
	if (l->again == 0 || l->j->progress == NULL)
		return;
	snprintf(line, sizeof line, "%lld job%s run again (%s%s)", (long long)l->again,
		 l->again == 1 ? " was" : "s were", l->again == 1 ? "" : "first ",
		 l->first);
	progress_tell(l->j->progress, line);
}

int
jobs_tick(struct jobs_list *l)
{
	if (l->follower != NULL)
		return jobs_follow_tick(l);
	const int64_t now = clock_now_us(), wait = l->tick_us - now;
	const int every = l->j->tick_ms > 0 ? l->j->tick_ms : TICK_MS;
	if (wait > 0)
		return (int)((wait + 999) / 1000);
	if (l->j->tick != NULL && !l->j->tick(l->j->self, l->ended))
		jobs_halt(l);
	l->tick_us = now + every * INT64_C(1000);
	return every;
}

/* ---- on a worker ---- */

void
jobs_do(const struct jobs *j, struct jobs_worker *w, struct jobs_entry *e)
{
	struct status st = { 0 };
	const int64_t began = clock_now_us();
	e->end = JOBS_CAME;
	const bool came = j->run(j->self, w, &e->bytes, &e->result, &st);
	e->us = clock_now_us() - began;
	if (came)
		return;
	e->end = st.failed ? JOBS_FAILED : JOBS_STOPPED;
	text_clear(&e->result);
	text_add(&e->result, "%s", st.text);
}

int
jobs_worker_number(const struct jobs_worker *w)
{
	return w->number;
}

void
jobs_starve(const struct jobs_worker *w)
{
	if (w->board != NULL)
		_exit(JOBS_STARVED);
}

bool
jobs_worker_alone(const struct jobs_worker *w)
{
	return w->board != NULL;
}

void
jobs_note(struct jobs_worker *w, const void *bytes, size_t size, int64_t within_ms)
{
	struct jobs_board *b = w->board;
	if (b == NULL)
		return;
	const size_t at = atomic_load_explicit(&b->length, memory_order_relaxed);
	if (size <=
	    sizeof b->notes - at) { /* a note without room is still a sign of life */
		memcpy(b->notes + at, bytes, size);
		atomic_store_explicit(&b->length, at + size, memory_order_release);
	}
	atomic_store_explicit(&b->within_ms, within_ms, memory_order_relaxed);
	atomic_fetch_add_explicit(&b->signs, 1, memory_order_release);
}

/* ---- the whole ---- */

int
jobs_workers(const struct jobs *j)
{
	const int want = j->workers > 0 ? j->workers : jobs_own_cores();
	const int most = want < JOBS_WORKERS_MAX ? want : JOBS_WORKERS_MAX;
	return j->count < most ? (int)j->count : most;
}

int64_t
jobs_run(const struct jobs *j, struct status *st)
{
	struct jobs_list l = { .j = j, .tick_us = clock_now_us() };
	if (j->merge != NULL && j->count > 0) {
		l.held = calloc((size_t)j->count, sizeof *l.held);
		if (l.held == NULL) {
			status_fail(st, "not enough memory for so many jobs");
			return 0;
		}
	}
	if (j->way == JOBS_RANKS && jobs_have_ranks()) {
		jobs_on_ranks(&l);
	} else {
		if (j->way == JOBS_PROCESSES ||
		    (j->way == JOBS_RANKS && jobs_own_way() == JOBS_PROCESSES))
			jobs_on_processes(&l);
		jobs_on_threads(&l);
	}
	jobs_merge(&l, true);
	for (struct jobs_entry *e; (e = l.back) != NULL;) {
		l.back = e->next;
		jobs_free_entry(e);
	}
	free(l.held);
	tell_again(&l);
	if (j->tick != NULL && (j->way != JOBS_RANKS || jobs_lead()))
		j->tick(j->self, l.ended);
	if (l.st.failed)
		status_fail(st, "%s", l.st.text);
	return l.came;
}
