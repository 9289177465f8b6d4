/* film.c - a search as it went. See film.h. */
#include "src/core/film.h"

#include <stdlib.h>

void
film_open(struct film *f, int room)
{
	*f = (struct film){ .room = room & ~1 };
	if (f->room > 0)
		f->frame = calloc((size_t)f->room, sizeof *f->frame);
	if (f->frame == NULL)
		f->room = 0;
	film_clear(f);
}

void
film_close(struct film *f)
{
	for (int i = 0; i < f->room; i++)
		snapshot_free(&f->frame[i]);
	free(f->frame);
	*f = (struct film){ 0 };
}

void
film_clear(struct film *f)
{
	f->count = 0;
	f->takes = 0;
	f->every = 1;
}

/* Every second one goes, and from now on one of twice as many takes is kept. */
static void
film_thin(struct film *f)
{
	for (int i = 1; i < f->count / 2; i++) {
		const struct snapshot kept = f->frame[2 * i];
		f->frame[2 * i] = f->frame[i];
		f->frame[i] = kept;
	}
	f->count /= 2;
	f->every *= 2;
}

static void
film_keep(struct film *f, const struct snapshot *s)
{
	if (f->count == f->room)
		film_thin(f);
	snapshot_copy(&f->frame[f->count++], s);
}

bool
film_due(struct film *f)
{
	return f->room > 0 && f->takes++ % f->every == 0;
}

void
film_take(struct film *f, const struct snapshot *s)
{
	if (f->room > 0)
		film_keep(f, s);
}
