/* serve.c - see serve.h. */
#include "src/wire/serve.h"

#include "src/base/clock.h"

#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#define THINK_MS 50 /* deadlines are looked at so often */

void
serve_say(const char *format, ...)
{
	va_list ap;
	va_start(ap, format);
	vprintf(format, ap);
	va_end(ap);
	putchar('\n');
	fflush(stdout);
}

void
serve_close_search(struct serve *s)
{
	if (s->open)
		search_close(&s->search);
	s->open = false;
}

bool
serve_prepare(struct serve *s, const struct search_job *job, struct status *st)
{
	if (s->open && search_advance(&s->search, job))
		return true;
	serve_close_search(s);
	s->open = search_open(&s->search, job, st);
	return s->open;
}

bool
serve_start(struct serve *s, struct status *st)
{
	s->deadline_us = 0;
	snapshot_init(&s->snap, s->search.game->seats, s->search.mover, SEAT_ALL);
	s->worker = worker_start_opened(&s->search, s->wake[1], st);
	return s->worker != NULL;
}

static void
serve_answer(struct serve *s)
{
	worker_read(s->worker, &s->snap);
	worker_free(s->worker);
	s->worker = NULL;
	s->ops->tell(s, true);
	s->ops->answer(s);
}

void
serve_halt(struct serve *s, bool answered)
{
	if (s->worker == NULL)
		return;
	worker_stop(s->worker);
	if (answered) {
		while (!worker_done(s->worker))
			clock_sleep_us(200);
		serve_answer(s);
	} else {
		worker_free(s->worker);
		s->worker = NULL;
	}
}

/* Sleeps until there is a line, the search has ended, or some time has passed. */
static void
wait_for_news(struct serve *s)
{
	char bytes[16];
	struct pollfd from[2] = { { .fd = s->wake[0], .events = POLLIN },
				  { .fd = s->in.fd, .events = POLLIN } };
	poll(from, 2, s->worker != NULL ? THINK_MS : -1);
	if (from[0].revents != 0 && read(s->wake[0], bytes, sizeof bytes) < 0) {
		/* somebody else has read it */
	}
}

static void
look_at_search(struct serve *s)
{
	if (s->worker == NULL)
		return;
	if (s->deadline_us > 0 && clock_now_us() >= s->deadline_us)
		worker_stop(s->worker);
	const bool done = worker_done(s->worker);
	if (worker_read(s->worker, &s->snap))
		s->ops->tell(s, false);
	if (done && !s->holding)
		serve_answer(s);
}

static bool
serve_goes_on(const struct serve *s)
{
	return !s->leaving && !s->ended;
}

bool
serve_run(struct serve *s, struct status *st)
{
	if (pipe2(s->wake, O_CLOEXEC | O_NONBLOCK) != 0)
		return status_fail(st, "the system gives no pipe");
	lines_init(&s->in, STDIN_FILENO);
	while (serve_goes_on(s)) {
		char *line = NULL;
		const enum lines_got got = lines_next(&s->in, 0, &line);
		if (got == LINES_ONE)
			s->ops->obey(s, line);
		s->ended |= got == LINES_END || got == LINES_LONG;
		look_at_search(s);
		if (got == LINES_NONE && serve_goes_on(s))
			wait_for_news(s);
	}
	serve_halt(s, s->ended);
	serve_close_search(s);
	snapshot_free(&s->snap);
	for (int i = 0; i < 2; i++)
		close(s->wake[i]);
	return true;
}
