/* progress.h - how headless work reports progress and learns that it should stop. */
#ifndef PLYSCOPE_BASE_PROGRESS_H
#define PLYSCOPE_BASE_PROGRESS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Called on the thread that started the work, a few times a second. False: stop early; the
 * result then covers what is done. report NULL: no reports. */
struct progress {
	bool (*report)(void *self, int64_t done, int64_t total, const char *what);
	void *self;
	atomic_bool *stop; /* true: end at once, within a search too; NULL: none */
	/* A sentence worth a line of its own, such as lost work. NULL: no notes. */
	void (*tell)(void *self, const char *line);
};

static inline bool
progress_report(const struct progress *p, int64_t done, int64_t total, const char *what)
{
	return p->report == NULL || p->report(p->self, done, total, what);
}

static inline void
progress_tell(const struct progress *p, const char *line)
{
	if (p->tell != NULL)
		p->tell(p->self, line);
}

/* Whether the work was asked to end at once. */
static inline bool
progress_stopped(const struct progress *p)
{
	return p->stop != NULL && atomic_load_explicit(p->stop, memory_order_relaxed);
}

#endif
