/* progress.h - how headless work says how far it is, and learns that it should stop. */
#ifndef PLYSCOPE_BASE_PROGRESS_H
#define PLYSCOPE_BASE_PROGRESS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Called on the thread that started the work, a few times a second. False: stop early; the
 * result then covers what is done. report NULL: nobody listens. */
struct progress {
	bool (*report)(void *self, int64_t done, int64_t total, const char *what);
	void *self;
	atomic_bool *stop; /* true: end at once, within a search too; NULL: none */
};

static inline bool
progress_report(const struct progress *p, int64_t done, int64_t total, const char *what)
{
	return p->report == NULL || p->report(p->self, done, total, what);
}

/* Whether the work was told to end at once. */
static inline bool
progress_stopped(const struct progress *p)
{
	return p->stop != NULL && atomic_load_explicit(p->stop, memory_order_relaxed);
}

#endif
